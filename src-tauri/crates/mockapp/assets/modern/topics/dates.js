// Dates, times, colours and numbers: the browser's pickers, and a calendar made by hand.
import { button, card, el, field } from "/modern/assets/dom.js";

const KINDS = [
  ["Date", "date"],
  ["Time", "time"],
  ["Date and time", "datetime-local"],
  ["Month", "month"],
  ["Week", "week"],
  ["Colour", "color"],
  ["Amount", "number"],
  ["Volume", "range"],
];

export function mount(stage, { say }) {
  const inputs = KINDS.map(([name, type]) =>
    field(name, el("input", { type, onchange: (event) => say(`${name}: ${event.target.value || "empty"}`) })),
  );
  stage.append(card("Browser's own", el("div", { class: "grid" }, ...inputs)), card("Calendar", calendar(say)));
}

function calendar(say) {
  let year = 2026;
  let month = 0;
  const title = el("h3", { "aria-live": "polite" });
  const grid = el("div", {
    role: "grid",
    "aria-label": "Days",
    style: "display:grid;grid-template-columns:repeat(7,44px);gap:2px",
  });
  const draw = () => {
    const first = new Date(Date.UTC(year, month, 1));
    title.textContent = first.toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
    const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const blanks = Array.from({ length: first.getUTCDay() }, () => el("span"));
    grid.replaceChildren(...blanks, ...Array.from({ length: days }, (_, i) => day(i + 1)));
  };
  const day = (number) =>
    button(
      String(number),
      () => {
        const iso = `${year}-${String(month + 1).padStart(2, "0")}-${String(number).padStart(2, "0")}`;
        say(`Calendar: ${iso}`);
      },
      { class: "plain", style: "padding:4px 0" },
    );
  const move = (by) => {
    month += by;
    year += Math.floor(month / 12);
    month = (month + 12) % 12;
    draw();
  };
  draw();
  return el(
    "div",
    {},
    el(
      "div",
      { class: "row" },
      button("Previous month", () => move(-1), { class: "plain" }),
      title,
      button("Next month", () => move(1), { class: "plain" }),
    ),
    grid,
  );
}
