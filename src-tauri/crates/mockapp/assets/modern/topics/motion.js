// Things that move: some stop, one never does.
import { button, card, el, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const mover = button("Catch me", () => say(mover.dataset.moving ? "Caught while moving" : "Caught at rest"));
  mover.style.cssText = "position:absolute;top:18px;left:0;width:130px";
  const start = () => {
    mover.style.animation = "none";
    void mover.offsetWidth;
    mover.style.animation = "travel .8s ease-in-out 2 alternate";
    mover.dataset.moving = "yes";
    say("The button moves");
  };
  mover.addEventListener("animationend", () => {
    delete mover.dataset.moving;
    say("The button rests");
  });
  const late = el("div", { class: "row" });
  const grow = () => {
    late.append(el("p", { style: "height:60px" }, "A banner pushed everything down."));
    say("The layout shifted");
  };
  const wheel = el("div", {
    style:
      "width:64px;height:64px;border-radius:50%;border:8px solid var(--line);border-top-color:var(--accent);animation:spin 1s linear infinite",
  });
  const bars = el("canvas", { width: 640, height: 120 });
  const stop = forever(bars);
  const fade = button("Fades in", () => say("Faded button pressed"), { style: "opacity:0;transition:opacity 1s" });
  const showFade = () => {
    fade.style.opacity = "1";
    say("The button fades in");
  };
  stage.append(
    card(
      "Moves, then rests",
      el("div", { class: "track" }, mover),
      row(button("Start moving", start, { class: "plain" })),
    ),
    card("Appears slowly", row(button("Fade it in", showFade, { class: "plain" }), fade)),
    card(
      "Layout shift",
      late,
      row(
        button("Shift the layout", grow, { class: "plain" }),
        button("Below the shift", () => say("Pressed below the shift")),
      ),
    ),
    card("Always animating", row(wheel, el("span", { style: "animation:pulse 2s infinite" }, "Pulsing text")), bars),
  );
  return stop;
}

/** Moving bars at every frame, so that a mirror or a video always has something new. */
function forever(canvas) {
  const paint = canvas.getContext("2d");
  let handle = 0;
  const draw = (now) => {
    paint.clearRect(0, 0, 640, 120);
    for (let i = 0; i < 32; i += 1) {
      const height = 10 + 100 * Math.abs(Math.sin(now / 700 + i / 5));
      paint.fillStyle = `hsl(${(i * 11 + now / 40) % 360} 60% 55%)`;
      paint.fillRect(i * 20, 120 - height, 16, height);
    }
    handle = requestAnimationFrame(draw);
  };
  handle = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(handle);
}
