// Where links lead: a file, another site, another tab, another place of this page.
import { button, card, el, row } from "/modern/assets/dom.js";

export function mount(stage, { say, otherOrigin }) {
  const made = () => {
    const href = URL.createObjectURL(new Blob(["made in the page\n"], { type: "text/plain" }));
    el("a", { href, download: "made.txt" }).click();
    say("A file made in the page was offered");
  };
  stage.append(
    card(
      "Downloads",
      row(
        el("a", { href: "/modern/download/statement.csv" }, "Download statement"),
        button("Download made file", made, { class: "plain" }),
      ),
    ),
    card(
      "Elsewhere",
      row(
        el("a", { href: "http://external.invalid/" }, "External site"),
        el("a", { href: `${otherOrigin}/leak` }, "Other origin"),
        button(
          "Leave by script",
          () => {
            location.href = `${otherOrigin}/leak?by=script`;
          },
          { class: "plain" },
        ),
      ),
    ),
    card(
      "Here",
      row(
        el("a", { href: "/modern/links#bottom" }, "To the bottom"),
        el("a", { href: "/modern/form", target: "_blank" }, "Form in a new tab"),
        button(
          "Change the address",
          () => {
            history.pushState(null, "", `/modern/links?step=${Date.now() % 1000}`);
            say(`Address is ${location.pathname}`);
          },
          { class: "plain" },
        ),
      ),
    ),
    el("div", { style: "height:900px" }),
    el("h2", { id: "bottom" }, "The bottom"),
  );
}
