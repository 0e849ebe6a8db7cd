// Lists to choose from: the browser's own and two made by hand after the ARIA patterns.
import { card, el, field, row, select } from "/modern/assets/dom.js";

const FRUIT = [
  "Apple",
  "Apricot",
  "Banana",
  "Cherry",
  "Fig",
  "Grape",
  "Lemon",
  "Mango",
  "Orange",
  "Peach",
  "Pear",
  "Plum",
];

export function mount(stage, { say }) {
  const grouped = el(
    "select",
    { onchange: (e) => say(`Account type: ${e.target.value}`) },
    el("optgroup", { label: "Shares" }, el("option", {}, "Savings"), el("option", {}, "Certificate")),
    el(
      "optgroup",
      { label: "Drafts" },
      el("option", {}, "Checking"),
      el("option", { disabled: true }, "Premium checking"),
    ),
  );
  const many = select(FRUIT.slice(0, 6), {
    multiple: true,
    size: 6,
    onchange: (e) => say(`Fruits: ${[...e.target.selectedOptions].map((option) => option.value).join(", ") || "none"}`),
  });
  const free = el("input", { onchange: (e) => say(`Suggested fruit: ${e.target.value}`) });
  free.setAttribute("list", "fruits");
  stage.append(
    card(
      "Browser's own",
      row(
        field(
          "Single fruit",
          select(["", ...FRUIT], { onchange: (e) => say(`Single fruit: ${e.target.value || "none"}`) }),
        ),
        field("Account type", grouped),
        field("Several fruits", many),
        field("Suggested fruit", free),
        el("datalist", { id: "fruits" }, ...FRUIT.map((value) => el("option", { value }))),
      ),
    ),
    card("Listbox", listbox(say)),
    card("Combobox", combobox(say)),
  );
}

function listbox(say) {
  const options = FRUIT.slice(0, 5).map((name, i) =>
    el("li", { role: "option", id: `lb-${i}`, "aria-selected": "false" }, name),
  );
  const list = el("ul", { class: "options", role: "listbox", "aria-label": "Fruit listbox", tabIndex: 0 }, ...options);
  let at = -1;
  const choose = (index) => {
    at = Math.min(options.length - 1, Math.max(0, index));
    options.forEach((option, i) => option.setAttribute("aria-selected", String(i === at)));
    list.setAttribute("aria-activedescendant", options[at].id);
    say(`Listbox: ${options[at].textContent}`);
  };
  options.forEach((option, i) => option.addEventListener("click", () => choose(i)));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose(at + step);
    }
  });
  return list;
}

function combobox(say) {
  const list = el("ul", { class: "options", role: "listbox", id: "combo-list", "aria-label": "Matches", hidden: true });
  const input = el("input", {
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "combo-list",
    "aria-autocomplete": "list",
    autocomplete: "off",
  });
  const open = (yes) => {
    list.hidden = !yes;
    input.setAttribute("aria-expanded", String(yes));
  };
  const take = (name) => {
    input.value = name;
    open(false);
    say(`Combobox: ${name}`);
  };
  const filter = () => {
    const matches = FRUIT.filter((name) => name.toLowerCase().includes(input.value.toLowerCase()));
    list.replaceChildren(
      ...matches.map((name) =>
        el(
          "li",
          {
            role: "option",
            "aria-selected": "false",
            onpointerdown: (event) => event.preventDefault(),
            onclick: () => take(name),
          },
          name,
        ),
      ),
    );
    open(matches.length > 0);
  };
  input.addEventListener("input", filter);
  input.addEventListener("focus", filter);
  input.addEventListener("blur", () => open(false));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") open(false);
    if (event.key === "Enter" && list.firstChild && !list.hidden) take(list.firstChild.textContent);
  });
  return el("div", {}, field("Fruit combobox", input), list);
}
