// What a pointer can do besides a click.
import { button, card, el, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const [context, end] = contextMenu(say);
  stage.append(hoverMenu(say), context, presses(say), wheel(say));
  return end;
}

const target = (name) => el("div", { class: "target", role: "button", tabIndex: 0, "aria-label": name }, name);

function menu(names, say, close) {
  return el(
    "div",
    { class: "menu", role: "menu" },
    ...names.map((name) =>
      button(
        name,
        () => {
          close();
          say(`${name} chosen`);
        },
        { role: "menuitem" },
      ),
    ),
  );
}

function hoverMenu(say) {
  const list = menu(["Profile", "Settings", "Sign out"], say, () => {
    list.hidden = true;
  });
  list.hidden = true;
  const opener = button("Account menu", () => say("Account menu clicked"), { class: "plain", "aria-haspopup": "menu" });
  const wrap = el("div", { style: "position:relative;display:inline-block;padding-bottom:4px" }, opener, list);
  wrap.addEventListener("mouseenter", () => {
    list.hidden = false;
    say("Account menu open");
  });
  wrap.addEventListener("mouseleave", () => {
    list.hidden = true;
  });
  return card("Hover", row(wrap));
}

function contextMenu(say) {
  const area = target("Right-click here");
  let list = null;
  const close = () => {
    list?.remove();
    list = null;
  };
  area.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    close();
    list = menu(["Rename", "Duplicate", "Delete"], say, close);
    list.style.left = `${event.pageX}px`;
    list.style.top = `${event.pageY}px`;
    document.body.append(list);
    say("Context menu open");
  });
  const outside = (event) => {
    if (list && !list.contains(event.target)) close();
  };
  document.addEventListener("pointerdown", outside);
  return [
    card("Right click", area),
    () => {
      close();
      document.removeEventListener("pointerdown", outside);
    },
  ];
}

function presses(say) {
  const double = target("Double-click here");
  double.addEventListener("dblclick", () => say("Double click"));
  const long = target("Long-press here");
  let timer = 0;
  long.addEventListener("pointerdown", () => {
    timer = setTimeout(() => {
      timer = 0;
      say("Long press");
    }, 600);
  });
  long.addEventListener("pointerup", () => {
    if (timer) {
      clearTimeout(timer);
      say("Short press");
    }
  });
  const middle = target("Any button here");
  middle.addEventListener("auxclick", (event) => say(`Button ${event.button} pressed`));
  middle.addEventListener("click", (event) =>
    say(
      `Click with ${["ctrl", "shift", "alt", "meta"].filter((key) => event[`${key}Key`]).join("+") || "no modifier"}`,
    ),
  );
  return card("Presses", el("div", { class: "grid" }, double, long, middle));
}

function wheel(say) {
  const zoom = target("Wheel here");
  let level = 100;
  zoom.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      level = Math.min(400, Math.max(10, level - Math.sign(event.deltaY) * 10));
      zoom.textContent = `Zoom ${level} %`;
      say(`Wheel turned, zoom ${level} %`);
    },
    { passive: false },
  );
  const pane = el(
    "div",
    { class: "list", role: "region", "aria-label": "Scroll pane", tabIndex: 0, style: "height:140px;padding:8px" },
    ...Array.from({ length: 60 }, (_, i) => el("p", {}, `Line ${i + 1}`)),
  );
  pane.addEventListener("scrollend", () => say(`Pane scrolled to ${Math.round(pane.scrollTop)} px`));
  return card("Wheel", zoom, el("h3", {}, "Scrolling"), pane);
}
