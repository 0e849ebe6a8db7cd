// States a control can be in, and what keeps one from being pressed.
import { button, card, el, field, row, tick } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  stage.append(enabling(say), covered(say), expanding(say), tabs(say), toggles(say), secure(say));
}

function enabling(say) {
  const later = button("Enabled later", () => say("Enabled later pressed"), { disabled: true });
  const enable = button(
    "Enable in a second",
    () => {
      say("Waiting");
      setTimeout(() => {
        later.disabled = false;
        say("Enabled");
      }, 1000);
    },
    { class: "plain" },
  );
  const vanish = button("Vanishes when pressed", () => {
    vanish.remove();
    say("It vanished");
  });
  const inert = button("Does nothing", () => {}, { class: "plain" });
  const failed = button(
    "Raise a banner",
    () => {
      enabled.append(el("p", { role: "alert" }, "Something went wrong"));
      say("Banner raised");
    },
    { class: "plain" },
  );
  const enabled = card("Enabled and gone", row(enable, later, vanish, inert, failed));
  return enabled;
}

function covered(say) {
  const under = button("Under the cover", () => say("Under the cover pressed"));
  const cover = el(
    "div",
    {
      "aria-label": "Cover",
      role: "group",
      style: "position:absolute;inset:0;background:#8886;display:grid;place-items:center end;padding-right:12px",
    },
    "Cover",
  );
  const box = el("div", { style: "position:relative;padding:20px;width:260px" }, under, cover);
  return card(
    "Covered",
    row(
      box,
      button(
        "Remove cover",
        () => {
          cover.remove();
          say("Cover removed");
        },
        { class: "plain" },
      ),
    ),
  );
}

function expanding(say) {
  const more = el(
    "details",
    { ontoggle: () => say(more.open ? "Details open" : "Details closed") },
    el("summary", {}, "More details"),
    el("p", {}, "Hidden until opened."),
  );
  const panel = el("p", { id: "panel", hidden: true }, "Panel content");
  const opener = button(
    "Toggle panel",
    () => {
      panel.hidden = !panel.hidden;
      opener.setAttribute("aria-expanded", String(!panel.hidden));
      say(panel.hidden ? "Panel closed" : "Panel open");
    },
    { "aria-expanded": "false", "aria-controls": "panel" },
  );
  return card("Expanded", more, row(opener), panel);
}

function tabs(say) {
  const names = ["Summary", "History", "Notes"];
  const panel = el("p", { role: "tabpanel" }, "Summary content");
  const list = names.map((name, i) =>
    button(
      name,
      () => {
        list.forEach((tab) => tab.setAttribute("aria-selected", String(tab.textContent === name)));
        panel.textContent = `${name} content`;
        say(`Tab ${name}`);
      },
      { role: "tab", class: "plain", "aria-selected": String(i === 0) },
    ),
  );
  return card("Tabs", el("div", { class: "row", role: "tablist", "aria-label": "Views" }, ...list), panel);
}

function toggles(say) {
  const third = el("input", {
    type: "checkbox",
    onchange: () => say(`Partly chosen is ${third.checked ? "on" : "off"}`),
  });
  third.indeterminate = true;
  const toggle = el(
    "button",
    {
      type: "button",
      role: "switch",
      "aria-checked": "false",
      onclick: () => {
        const on = toggle.getAttribute("aria-checked") !== "true";
        toggle.setAttribute("aria-checked", String(on));
        say(`Switch is ${on ? "on" : "off"}`);
      },
    },
    "Airplane mode",
  );
  const must = el("input", { required: true, minLength: 3 });
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        say("Form accepted");
      },
    },
    row(field("Required word", must), el("button", { type: "submit" }, "Check form")),
  );
  return card("Toggles and validity", tick("Partly chosen", third), row(toggle), form);
}

function secure(say) {
  const secret = el("input", {
    type: "password",
    autocomplete: "off",
    oninput: () => say(`Secret has ${secret.value.length} characters`),
  });
  return card(
    "Secure",
    row(field("Secret", secret), field("Read-only", el("input", { readOnly: true, value: "fixed value" }))),
  );
}
