// Ten thousand rows of which only those in sight exist.
import { button, card, el, field, row } from "/modern/assets/dom.js";

const ROWS = 10_000;
const ROW_PX = 36;
const SPARE = 4;

export function mount(stage, { say }) {
  const spacer = el("div", { style: `height:${ROWS * ROW_PX}px` });
  const list = el(
    "div",
    { class: "list", role: "grid", "aria-label": "Ledger", "aria-rowcount": ROWS, tabIndex: 0 },
    spacer,
  );
  const shown = new Map();
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW_PX) - SPARE);
    const last = Math.min(ROWS - 1, Math.ceil((list.scrollTop + list.clientHeight) / ROW_PX) + SPARE);
    for (const [index, node] of shown)
      if (index < first || index > last) {
        node.remove();
        shown.delete(index);
      }
    for (let index = first; index <= last; index += 1) {
      if (!shown.has(index)) {
        shown.set(index, line(index + 1, say));
        list.append(shown.get(index));
      }
    }
  };
  list.addEventListener("scroll", draw, { passive: true });
  const number = el("input", { type: "number", min: 1, max: ROWS, value: "1" });
  const jump = button("Go to row", () => {
    list.scrollTop = (Math.min(ROWS, Math.max(1, Number(number.value) || 1)) - 1) * ROW_PX;
    draw();
    say(`Scrolled to row ${number.value}`);
  });
  stage.append(card(`${ROWS.toLocaleString("en")} rows`, row(field("Row number", number), jump), list));
  draw();
}

function line(number, say) {
  return el(
    "div",
    { role: "row", "aria-rowindex": number, style: `top:${(number - 1) * ROW_PX}px` },
    el("span", { role: "gridcell" }, String(number)),
    el("span", { role: "gridcell" }, `Entry ${String(number).padStart(5, "0")}`),
    el(
      "span",
      { role: "gridcell" },
      button(`Open row ${number}`, () => say(`Opened row ${number}`), { class: "plain" }),
    ),
  );
}
