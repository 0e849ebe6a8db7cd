// Dragging in both ways there are: the browser's own drag and drop, and pointer events.
import { card, el } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  stage.append(native(say), pointer(say), sortable(say));
}

function native(say) {
  const zone = (name) => {
    const box = el("div", { class: "zone", role: "group", "aria-label": name }, el("h3", {}, name));
    box.addEventListener("dragover", (event) => {
      event.preventDefault();
      box.classList.add("over");
    });
    box.addEventListener("dragleave", () => box.classList.remove("over"));
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      box.classList.remove("over");
      const chip = document.getElementById(event.dataTransfer.getData("text/plain"));
      if (!chip) return;
      box.append(chip);
      say(`${chip.textContent} dropped on ${name}`);
    });
    return box;
  };
  const todo = zone("To do");
  for (const name of ["Card A", "Card B", "Card C"]) {
    const id = `chip-${name.at(-1).toLowerCase()}`;
    todo.append(
      el(
        "span",
        {
          class: "chip",
          id,
          draggable: true,
          ondragstart: (event) => {
            event.dataTransfer.setData("text/plain", id);
            say(`${name} is dragged`);
          },
        },
        name,
      ),
    );
  }
  return card("Drag and drop", el("div", { class: "row even" }, todo, zone("Done")));
}

function pointer(say) {
  const piece = el(
    "div",
    {
      class: "chip",
      role: "button",
      "aria-label": "Pointer piece",
      tabIndex: 0,
      style: "position:absolute;left:8px;top:14px",
    },
    "Piece",
  );
  const goal = el(
    "div",
    {
      "aria-label": "Pointer goal",
      role: "group",
      style:
        "position:absolute;right:0;top:0;bottom:0;width:140px;display:grid;place-items:center;background:var(--tint)",
    },
    "Goal",
  );
  const track = el("div", { class: "track" }, goal, piece);
  let grip = null;
  piece.addEventListener("pointerdown", (event) => {
    grip = event.clientX - piece.offsetLeft;
    piece.setPointerCapture(event.pointerId);
  });
  piece.addEventListener("pointermove", (event) => {
    if (grip === null) return;
    const left = Math.min(track.clientWidth - piece.offsetWidth, Math.max(0, event.clientX - grip));
    piece.style.left = `${left}px`;
  });
  piece.addEventListener("pointerup", () => {
    grip = null;
    const reached = piece.offsetLeft + piece.offsetWidth > goal.offsetLeft;
    say(reached ? "Piece reached the goal" : `Piece left at ${Math.round(piece.offsetLeft)} px`);
  });
  return card("Pointer drag", track);
}

function sortable(say) {
  const list = el("ol", { "aria-label": "Order" });
  let held = null;
  for (const name of ["First", "Second", "Third", "Fourth"]) {
    list.append(
      el(
        "li",
        {
          class: "chip",
          draggable: true,
          style: "display:block",
          ondragstart: (event) => {
            held = event.target;
            event.dataTransfer.setData("text/plain", name);
          },
          ondragover: (event) => {
            event.preventDefault();
            const over = event.currentTarget;
            if (!held || over === held) return;
            const below = event.clientY > over.getBoundingClientRect().top + over.offsetHeight / 2;
            over[below ? "after" : "before"](held);
          },
          ondragend: () => say(`Order is ${[...list.children].map((item) => item.textContent).join(", ")}`),
        },
        name,
      ),
    );
  }
  return card("Sort by dragging", list);
}
