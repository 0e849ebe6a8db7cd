// Copying, cutting and pasting.
import { button, card, el, field, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const source = el("input", { value: "text to copy" });
  const target = el("textarea", { rows: 3 });
  for (const type of ["copy", "cut"]) {
    source.addEventListener(type, () =>
      say(`${type === "copy" ? "Copied" : "Cut"} ${getSelection().toString() || source.value}`),
    );
  }
  target.addEventListener("paste", (event) => {
    const files = [...event.clipboardData.files].map((file) => file.name);
    say(files.length ? `Pasted files ${files.join(", ")}` : `Pasted ${event.clipboardData.getData("text/plain")}`);
  });
  const write = async () => {
    try {
      await navigator.clipboard.writeText(source.value);
      say(`Clipboard holds ${source.value}`);
    } catch (error) {
      say(`Clipboard refused: ${error.name}`);
    }
  };
  const read = async () => {
    try {
      target.value = await navigator.clipboard.readText();
      say(`Clipboard read ${target.value}`);
    } catch (error) {
      say(`Clipboard refused: ${error.name}`);
    }
  };
  stage.append(
    card("Copy", row(field("Copy source", source), button("Copy by script", write))),
    card("Paste", row(field("Paste target", target), button("Read clipboard", read, { class: "plain" }))),
  );
}
