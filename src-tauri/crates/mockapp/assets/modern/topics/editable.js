// Text edited in place.
import { button, card, el, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const rich = el(
    "div",
    { class: "editor", contentEditable: "true", role: "textbox", "aria-multiline": "true", "aria-label": "Rich note" },
    "Edit this note.",
  );
  rich.addEventListener("input", () => say(`Rich note: ${rich.textContent}`));
  const plain = el(
    "span",
    {
      class: "editor",
      contentEditable: "plaintext-only",
      role: "textbox",
      "aria-label": "Inline title",
      style: "display:inline-block;min-height:0;min-width:12em",
    },
    "Untitled",
  );
  plain.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      plain.blur();
    }
  });
  plain.addEventListener("blur", () => say(`Inline title: ${plain.textContent}`));
  const area = el("textarea", {
    rows: 4,
    "aria-label": "Plain note",
    oninput: (e) => say(`Plain note has ${e.target.value.length} characters`),
  });
  const bold = button(
    "Bold",
    () => {
      document.execCommand("bold");
      say("Bold toggled");
    },
    { class: "plain", onmousedown: (event) => event.preventDefault() },
  );
  stage.append(card("Rich text", row(bold), rich), card("Inline", plain), card("Text area", area));
}
