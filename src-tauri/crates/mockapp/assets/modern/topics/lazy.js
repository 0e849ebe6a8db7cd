// Content that comes late, on demand, on scrolling, or not at all.
import { button, card, el, row } from "/modern/assets/dom.js";

const get = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
};

export function mount(stage, { say }) {
  const list = el("ul", { "aria-label": "Loaded items" });
  const load = async () => {
    list.replaceChildren(el("li", { "aria-busy": "true" }, "Loading…"));
    say("Loading");
    const { items } = await get("/modern/api/items?page=1&delay_ms=800");
    list.replaceChildren(...items.map((name) => el("li", {}, name)));
    say(`${items.length} items loaded`);
  };
  const fail = async () => {
    try {
      await get("/modern/api/fail");
    } catch (error) {
      say(`Loading failed: ${error.message}`);
    }
  };
  stage.append(
    card("On demand", row(button("Load items", load), button("Load and fail", fail, { class: "plain" })), list),
    endless(say),
  );
  let gone = false;
  get("/modern/api/items?page=9&delay_ms=1200").then(({ items }) => {
    if (!gone)
      stage.prepend(
        card(
          "Came by itself",
          el("p", {}, `Late content: ${items[0]}`),
          row(button("Late button", () => say("Late button pressed"))),
        ),
      );
  });
  return () => {
    gone = true;
  };
}

function endless(say) {
  const foot = el("p", { class: "note" }, "More comes when this is seen");
  const box = el(
    "div",
    { class: "list", "aria-label": "Endless list", role: "region", tabIndex: 0, style: "height:260px;padding:8px" },
    foot,
  );
  let page = 0;
  let busy = false;
  new IntersectionObserver(
    async ([seen]) => {
      if (!seen.isIntersecting || busy || page >= 20) return;
      busy = true;
      page += 1;
      const { items } = await get(`/modern/api/items?page=${page}&delay_ms=300`);
      foot.before(...items.map((name) => el("p", {}, name)));
      if (page > 1) say(`Page ${page} appended`);
      busy = false;
    },
    { root: box },
  ).observe(foot);
  return card("On scrolling", box);
}
