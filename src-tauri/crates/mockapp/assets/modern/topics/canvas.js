// A canvas holds no elements: what is drawn or pressed is said in text only.
import { button, card, el, row } from "/modern/assets/dom.js";

const TILES = [
  ["Red tile", "#c8443c", 40],
  ["Green tile", "#2f8f57", 200],
  ["Blue tile", "#2c66c4", 360],
];

export function mount(stage, { say }) {
  const tiles = el("canvas", { width: 520, height: 120 });
  const paint = tiles.getContext("2d");
  for (const [, colour, x] of TILES) {
    paint.fillStyle = colour;
    paint.fillRect(x, 20, 120, 80);
  }
  tiles.addEventListener("click", ({ offsetX: x, offsetY: y }) => {
    const hit = TILES.find(([, , left]) => x >= left && x < left + 120 && y >= 20 && y < 100);
    say(`${hit ? hit[0] : "Empty canvas"} clicked at ${Math.round(x)}, ${Math.round(y)}`);
  });
  const pad = el("canvas", { width: 520, height: 200 });
  const pen = pad.getContext("2d");
  pen.lineWidth = 2;
  let strokes = 0;
  let points = 0;
  let drawing = false;
  pad.addEventListener("pointerdown", ({ offsetX, offsetY, pointerId }) => {
    drawing = true;
    points = 1;
    pad.setPointerCapture(pointerId);
    pen.beginPath();
    pen.moveTo(offsetX, offsetY);
  });
  pad.addEventListener("pointermove", ({ offsetX, offsetY }) => {
    if (!drawing) return;
    points += 1;
    pen.lineTo(offsetX, offsetY);
    pen.stroke();
  });
  pad.addEventListener("pointerup", () => {
    drawing = false;
    strokes += 1;
    say(`Stroke ${strokes} drawn with ${points} points`);
  });
  const wipe = button("Clear drawing", () => {
    pen.clearRect(0, 0, 520, 200);
    strokes = 0;
    say("Drawing cleared");
  });
  stage.append(card("Click", tiles), card("Draw", pad, row(wipe)));
}
