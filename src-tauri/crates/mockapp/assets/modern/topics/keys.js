// Keys and chords.
import { card, el, field } from "/modern/assets/dom.js";

const chord = (event) =>
  [
    event.ctrlKey && "Control",
    event.altKey && "Alt",
    event.shiftKey && "Shift",
    event.metaKey && "Meta",
    ["Control", "Alt", "Shift", "Meta"].includes(event.key)
      ? null
      : event.key.length === 1
        ? event.key.toUpperCase()
        : event.key,
  ]
    .filter(Boolean)
    .join("+");

export function mount(stage, { say }) {
  const log = el("ol", { "aria-label": "Keys pressed" });
  const pad = el(
    "div",
    { class: "target", tabIndex: 0, role: "application", "aria-label": "Key target" },
    "Focus here and press keys",
  );
  pad.addEventListener("keydown", (event) => {
    if (event.key !== "Tab") event.preventDefault();
    const name = chord(event);
    log.prepend(el("li", {}, `${name} (${event.code})`));
    while (log.children.length > 20) log.lastChild.remove();
    say(`Key ${name}`);
  });
  const global = (event) => {
    if (event.ctrlKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      say("Command palette by Control+K");
    }
  };
  addEventListener("keydown", global);
  const entered = el("input", {
    onkeydown: (event) => {
      if (event.key === "Enter") say(`Entered ${event.target.value}`);
      if (event.key === "Escape") {
        event.target.value = "";
        say("Escaped");
      }
    },
  });
  stage.append(
    card("Any key", pad),
    card("Enter and Escape", field("Enter field", entered)),
    card("Everywhere", el("p", {}, "Control+K works anywhere on this page.")),
    card("Pressed", log),
  );
  return () => removeEventListener("keydown", global);
}
