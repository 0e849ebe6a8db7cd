// A long application form: sections revealed one after the other, more than sixty controls, a summary at the end.
import { button, el, field, row, select, tick } from "/modern/assets/dom.js";

const text = (label, type = "text") => ({ kind: "text", label, type });
const check = (label) => ({ kind: "check", label });
const pick = (label, ...options) => ({ kind: "select", label, options });
const radio = (label, ...options) => ({ kind: "radio", label, options });

/** Every name is unique in the page, so that role and name alone find each control. */
const SECTIONS = [
  [
    "Applicant",
    [
      text("First name"),
      text("Middle name"),
      text("Last name"),
      text("Email address", "email"),
      text("Mobile phone", "tel"),
      pick("Marital status", "Single", "Married", "Divorced", "Widowed"),
      radio("Form of address", "Ms", "Mr", "Mx"),
      check("Resident of this state"),
      check("Existing member"),
      text("Mother's maiden name"),
    ],
  ],
  [
    "Address",
    [
      text("Street"),
      text("Apartment"),
      text("City"),
      pick("State", "Alabama", "Colorado", "Maine", "Oregon", "Utah"),
      text("Postal code"),
      pick("Years at address", "Less than 1", "1 to 3", "More than 3"),
      radio("Ownership", "Own", "Rent", "Other arrangement"),
      check("Mail goes elsewhere"),
      text("County"),
      text("Landlord"),
    ],
  ],
  [
    "Employment",
    [
      text("Employer"),
      text("Job title"),
      text("Work phone", "tel"),
      text("Monthly income"),
      text("Other income"),
      pick("Employment status", "Employed", "Self-employed", "Retired", "Student"),
      radio("Paid", "Weekly", "Twice a month", "Monthly"),
      check("Direct deposit"),
      check("Second job"),
      text("Supervisor"),
    ],
  ],
  [
    "Accounts",
    [
      check("Open savings"),
      check("Open checking"),
      check("Open money market"),
      text("Savings deposit"),
      text("Checking deposit"),
      pick("Account nickname style", "Plain", "Colour", "Number"),
      radio("Overdraft", "Decline", "Transfer from savings", "Line of credit"),
      check("Order debit card"),
      check("Order checks"),
      pick("Check design", "Classic", "Mountains", "Lighthouse"),
    ],
  ],
  [
    "Preferences",
    [
      check("Paper statements"),
      check("Electronic statements"),
      check("Text alerts"),
      check("Email alerts"),
      pick("Language", "English", "Español", "日本語"),
      radio("Best time to call", "Morning", "Afternoon", "Evening"),
      text("Security word"),
      text("Security hint"),
      pick("Branch", "Main Street", "Harbor", "North Hill"),
      check("Share data with partners"),
    ],
  ],
  [
    "Agreement",
    [
      check("Read the disclosure"),
      check("Read the fee schedule"),
      check("Certify taxpayer number"),
      text("Full name as signature"),
      text("Initials"),
      pick("Heard of us from", "A friend", "An advertisement", "A branch"),
      text("Referred by"),
      text("Promotion code"),
      radio("Receive welcome kit", "By mail", "At a branch"),
      check("Agree to terms"),
    ],
  ],
];

export function mount(stage, { say }) {
  const answers = new Map();
  const note = (label, value) => {
    if (value === "" || value === false) answers.delete(label);
    else answers.set(label, value === true ? "yes" : value);
    say(`${label}: ${value === true ? "yes" : value === false ? "no" : value || "empty"}`);
  };
  const parts = SECTIONS.map(([title, controls], index) => section(title, controls, index, note));
  const summary = el("section", { class: "card", hidden: true });
  parts.forEach((part, index) => {
    const next = SECTIONS[index + 1]?.[0];
    const name = next ? `Continue to ${next.toLowerCase()}` : "Finish application";
    part.append(
      row(
        button(name, () => {
          if (next) {
            parts[index + 1].hidden = false;
            say(`${next} is open`);
          } else {
            finish(summary, answers, say);
          }
        }),
      ),
    );
  });
  stage.append(...parts, summary);
}

function section(title, controls, index, note) {
  const grid = el("div", { class: "grid" }, ...controls.map((control) => build(control, note)));
  return el("section", { class: "card", hidden: index > 0 }, el("h2", {}, `${index + 1}. ${title}`), grid);
}

function build({ kind, label, type, options }, note) {
  if (kind === "text")
    return field(label, el("input", { type, autocomplete: "off", oninput: (e) => note(label, e.target.value) }));
  if (kind === "check")
    return tick(label, el("input", { type: "checkbox", onchange: (e) => note(label, e.target.checked) }));
  if (kind === "select")
    return field(label, select(["", ...options], { onchange: (e) => note(label, e.target.value) }));
  const radios = options.map((option) =>
    tick(option, el("input", { type: "radio", name: label, value: option, onchange: () => note(label, option) })),
  );
  return el("fieldset", {}, el("legend", {}, label), ...radios);
}

function finish(summary, answers, say) {
  const lines = [...answers].flatMap(([label, value]) => [el("dt", {}, label), el("dd", {}, value)]);
  summary.replaceChildren(
    el("h2", {}, "Summary"),
    el("p", {}, `${answers.size} answers received`),
    el("dl", { class: "summary" }, ...lines),
  );
  summary.hidden = false;
  summary.scrollIntoView();
  say(`Application complete with ${answers.size} answers`);
}
