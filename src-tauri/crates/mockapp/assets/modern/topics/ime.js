// What an input method does to a field, event by event.
import { button, card, el, field, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const log = el("ol", { "aria-label": "Composition events" });
  const input = el("input", { autocomplete: "off" });
  const area = el("textarea", { rows: 3 });
  const note = (event) => {
    const what = `${event.type} “${event.data ?? ""}”`;
    log.append(el("li", {}, `${what}${event.isTrusted ? "" : " (synthetic)"}`));
    while (log.children.length > 30) log.firstChild.remove();
    say(`${what}, value “${event.target.value}”`);
  };
  for (const node of [input, area]) {
    for (const type of ["compositionstart", "compositionupdate", "compositionend", "input"])
      node.addEventListener(type, note);
  }
  stage.append(
    card(
      "Type with an input method",
      row(field("IME field", input), field("IME area", area)),
      row(
        button(
          "Clear log",
          () => {
            log.replaceChildren();
            say("Log cleared");
          },
          { class: "plain" },
        ),
      ),
    ),
    card("Events", log),
  );
}
