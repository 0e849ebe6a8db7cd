// Native dialogs, one or many in a row, the page's own dialog, and the question asked on leaving.
import { button, card, el, field, row, tick } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const count = el("input", {
    type: "number",
    min: 1,
    max: 1000,
    value: new URLSearchParams(location.search).get("n") ?? "3",
  });
  const several = () => {
    const n = Number(count.value) || 1;
    let accepted = 0;
    for (let i = 1; i <= n; i += 1) if (confirm(`Dialog ${i} of ${n}`)) accepted += 1;
    say(`${n} dialogs shown, ${accepted} accepted`);
  };
  const asked = (event) => {
    event.preventDefault();
    event.returnValue = "unsaved";
  };
  const guard = el("input", {
    type: "checkbox",
    onchange: (event) => {
      (event.target.checked ? addEventListener : removeEventListener)("beforeunload", asked);
      say(event.target.checked ? "Leaving will ask" : "Leaving will not ask");
    },
  });
  const own = el(
    "dialog",
    { "aria-label": "Page dialog" },
    el("p", {}, "This dialog belongs to the page."),
    row(
      button("Keep", () => own.close("keep")),
      button("Discard", () => own.close("discard"), { class: "plain" }),
    ),
  );
  own.addEventListener("close", () => say(`Page dialog closed: ${own.returnValue || "nothing chosen"}`));
  stage.append(
    card(
      "Native dialogs",
      row(
        button("Show alert", () => {
          alert("Something to know");
          say("Alert closed");
        }),
        button("Show confirm", () => say(confirm("Go on?") ? "Confirm accepted" : "Confirm dismissed")),
        button("Show prompt", () => {
          const answer = prompt("Your word?", "word");
          say(answer === null ? "Prompt dismissed" : `Prompt answered ${answer}`);
        }),
        button(
          "Alert in a second",
          () => {
            say("Alert is coming");
            setTimeout(() => {
              alert("Late alert");
              say("Late alert closed");
            }, 1000);
          },
          { class: "plain" },
        ),
      ),
    ),
    card("Many dialogs", row(field("How many", count), button("Open dialogs", several))),
    card(
      "On leaving",
      tick("Ask before leaving", guard),
      row(el("a", { href: "/modern/dialogs?left=1" }, "Leave this page")),
    ),
    card("The page's own dialog", row(button("Open page dialog", () => own.showModal())), own),
  );
  return () => removeEventListener("beforeunload", asked);
}
