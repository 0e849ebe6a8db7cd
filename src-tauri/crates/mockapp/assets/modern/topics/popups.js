// Windows that open, are used, and post back.
import { button, card, el, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const list = el("ul", { "aria-label": "Heard from windows" });
  const opened = [];
  const heard = (event) => {
    if (event.origin !== location.origin || event.data?.kind !== "popup") return;
    list.append(el("li", {}, `${event.data.name}: ${event.data.text}`));
    say(`Window ${event.data.name} posted “${event.data.text}”`);
  };
  addEventListener("message", heard);
  const open = (name, features) => {
    const popup = window.open(`/modern/popup-window?name=${name}`, name, features);
    if (popup) opened.push(popup);
    return popup !== null;
  };
  const three = () => {
    const came = ["one", "two", "three"].filter((name, i) =>
      open(name, `width=360,height=260,left=${60 + 80 * i},top=80`),
    );
    say(`${came.length} of 3 windows opened`);
  };
  stage.append(
    card(
      "Open",
      row(
        button("Open popup", () => say(open("single", "width=420,height=320") ? "Popup opened" : "Popup was blocked")),
        button("Open three popups", three),
        button(
          "Open popup in a second",
          () => {
            say("Popup is coming");
            setTimeout(() => open("late", "width=420,height=320"), 1000);
          },
          { class: "plain" },
        ),
        el("a", { href: "/modern/popup-window?name=tab", target: "_blank" }, "Open in a new tab"),
      ),
    ),
    card(
      "Close",
      row(
        button("Close popups", () => {
          const count = opened.filter((popup) => !popup.closed).length;
          opened.splice(0).forEach((popup) => popup.close());
          say(`${count} windows closed`);
        }),
      ),
    ),
    card("Heard", list),
  );
  return () => removeEventListener("message", heard);
}
