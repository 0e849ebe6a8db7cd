// One page: topics are modules, mounted into the stage without a reload. Each topic exports `mount(stage, tools)` and
// may return a function that ends what it started.
import { el } from "/modern/assets/dom.js";

const stage = document.getElementById("stage");
const said = document.getElementById("said");
let leave = null;
let visit = 0;

const tools = {
  otherOrigin: document.body.dataset.otherOrigin,
  /** Says in visible text what happened. */
  say(text) {
    said.textContent = text;
  },
};

async function show(topic) {
  leave?.();
  leave = null;
  const mine = ++visit;
  if (topic === "" || stage.dataset.served !== undefined) return;
  const module = await import(`/modern/assets/topics/${topic}.js`);
  if (mine !== visit) return;
  stage.replaceChildren();
  leave = module.mount(stage, tools) ?? null;
  document.body.dataset.ready = topic;
}

/** Goes to a topic the way single-page apps do: new content and address, no new document. */
async function go(href, push) {
  const answer = await fetch(href, { headers: { accept: "text/html" } });
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (next.getElementById("stage")?.dataset.served !== undefined) {
    location.href = href; // A page served whole brings its own script, and needs a document of its own.
    return;
  }
  delete stage.dataset.served;
  if (push) history.pushState(null, "", href);
  document.title = next.title;
  for (const id of ["title", "about", "said"]) {
    document.getElementById(id).textContent = next.getElementById(id).textContent;
  }
  stage.replaceChildren(...next.getElementById("stage").childNodes);
  document.body.dataset.topic = next.body.dataset.topic;
  scrollTo(0, 0);
  await show(next.body.dataset.topic);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-topic-link]");
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, true);
});
addEventListener("popstate", () => go(location.href, false));

show(document.body.dataset.topic).catch((error) => {
  stage.append(el("p", { role: "alert" }, `This topic did not load: ${error.message}`));
});
