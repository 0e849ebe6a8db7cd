// Files by dialog and by drop; names and sizes are shown, and sent to the server, which says what it received.
import { button, card, el, field, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const list = el("ul", { "aria-label": "Chosen files" });
  let chosen = [];
  const take = (files, how) => {
    chosen = [...files];
    list.replaceChildren(...chosen.map((file) => el("li", {}, `${file.name}, ${file.size} bytes`)));
    say(`${how} ${chosen.map((file) => `${file.name} (${file.size} bytes)`).join(", ") || "nothing"}`);
  };
  const one = el("input", { type: "file", onchange: (e) => take(e.target.files, "Chose") });
  const many = el("input", { type: "file", multiple: true, onchange: (e) => take(e.target.files, "Chose") });
  const zone = el("div", { class: "zone", role: "group", "aria-label": "Drop files here" }, "Drop files here");
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer.files, "Dropped");
  });
  const send = button("Send to server", async () => {
    const body = new FormData();
    chosen.forEach((file) => body.append("file", file));
    const received = await (await fetch("/modern/api/upload", { method: "POST", body })).json();
    say(`Server received ${received.map((file) => `${file.name} (${file.bytes} bytes)`).join(", ") || "nothing"}`);
  });
  stage.append(
    card("Choose", row(field("One file", one), field("Several files", many))),
    card("Drop", zone),
    card("Chosen", list, row(send)),
  );
}
