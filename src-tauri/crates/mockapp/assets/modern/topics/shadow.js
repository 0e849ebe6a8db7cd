// Shadow roots, open and closed, one inside the other, and slotted light content.
import { card, el } from "/modern/assets/dom.js";

const STYLE = `:host{display:block;border:1px dashed #8a94a6;border-radius:8px;padding:12px;margin:8px 0}
  button,input{font:inherit;margin:4px}`;

function define(name, mode, label, inner) {
  if (customElements.get(name)) return;
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        if (this.filled) return;
        this.filled = true;
        const root = this.attachShadow({ mode });
        const input = el("input", {});
        const press = el(
          "button",
          { onclick: () => tell(`${label} button pressed, note “${input.value}”`) },
          `${label} button`,
        );
        input.addEventListener("input", () => tell(`${label} field: ${input.value}`));
        root.append(el("style", {}, STYLE), el("label", {}, `${label} field `, input), press, el("slot"));
        if (inner) root.append(document.createElement(inner));
      }
    },
  );
}

let tell = () => {};

export function mount(stage, { say }) {
  tell = say;
  define("mock-innermost", "closed", "Innermost closed");
  define("mock-open", "open", "Open");
  define("mock-closed", "closed", "Closed");
  define("mock-nested", "open", "Outer open", "mock-innermost");
  const slotted = el("button", { class: "plain", onclick: () => say("Slotted button pressed") }, "Slotted button");
  stage.append(
    card("Open shadow root", el("mock-open", {}, slotted)),
    card("Closed shadow root", el("mock-closed")),
    card("Closed inside open", el("mock-nested")),
  );
}
