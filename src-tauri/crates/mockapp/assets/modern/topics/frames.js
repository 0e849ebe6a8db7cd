// Frames in frames, a frame from text, and one of another origin.
import { card, el } from "/modern/assets/dom.js";

export function mount(stage, { say, otherOrigin }) {
  const heard = (event) => {
    if (event.data?.kind === "frame_press") say(`Pressed in the ${event.data.frame} frame`);
    if (event.data?.kind === "cross_origin_press") say(`Pressed across origins ${event.data.presses} times`);
  };
  addEventListener("message", heard);
  const text = `<p>Frame from text</p><button onclick="parent.postMessage({kind:'frame_press',frame:'text'},'*')">Press in text frame</button>`;
  stage.append(
    card(
      "Nested frames",
      el("iframe", { name: "outer", title: "Outer frame", src: "/modern/frame/outer", height: "330" }),
    ),
    card("A frame from text", el("iframe", { name: "text", title: "Text frame", srcdoc: text, height: "110" })),
    card(
      "Another origin",
      el("iframe", { name: "other", title: "Other origin", src: `${otherOrigin}/frame`, height: "190" }),
    ),
  );
  return () => removeEventListener("message", heard);
}
