// Small pieces every topic builds its page from.

/** An element with properties, attributes (aria-*, data-*, role), listeners (onclick …) and children. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else if (key === "style" || key.includes("-") || !(key in node))
      node.setAttribute(key, value === true ? "" : value);
    else node[key] = value;
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return node;
}

/** A labelled field; the label is the accessible name. */
export const field = (label, input) => el("label", { class: "field" }, label, input);

/** A checkbox or radio with its label after it. */
export const tick = (label, input) => el("label", { class: "tick" }, input, label);

/** A titled card. */
export const card = (title, ...children) => el("section", { class: "card" }, el("h2", {}, title), ...children);

export const row = (...children) => el("div", { class: "row" }, ...children);

export const button = (name, onclick, props = {}) => el("button", { type: "button", onclick, ...props }, name);

/** A select from plain texts. */
export const select = (options, props = {}) =>
  el("select", props, ...options.map((text) => el("option", { value: text }, text)));
