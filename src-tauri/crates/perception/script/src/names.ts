// Accessible names and descriptions: accname 1.2, its steps by their letters, with the texts HTML-AAM 1.0 takes from each element.

import { HAS, attributesOf } from "./attributes";
import { attr, byIds, domChildren, firstChild, flatChildren, fold, isElement, isHtml, isSvg, recOf, shadowOf, tagOf, unslotted, nextSibling } from "./dom";
import { labelsOf } from "./labels";
import { isSummary, roleOf } from "./roles";
import { isSecure, optionLabel } from "./values";
import { mayHaveAfter, mayHaveBefore, mayWrite } from "./sheets";
import { flowOf, isRendered, isShown, styleOf } from "./styles";

/** Roles named from their content. */
export const FROM_CONTENT = new Set(
  ("button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip " +
    "treeitem comment").split(" "),
);

/** Elements whose content is part of a name when they are met inside one, though alone they would not be named by it. */
const NOT_FROM_CONTENT_INSIDE = new Set(
  ("iframe embed object video audio canvas progressbar meter scrollbar grid listbox tablist treegrid tree menu menubar toolbar radiogroup").split(" "),
);

export interface Walk {
  /** The element a name is computed for. */
  root: Element;
  /** Inside of what aria-labelledby or aria-describedby refers to: no further references are followed. */
  referenced: boolean;
  /** Hidden nodes count, because a hidden one was referred to. */
  hiddenToo: boolean;
  /** Below the first node: controls give their values. */
  inside: boolean;
  /** Content counts whatever the role, because a label or reference is being read. */
  content: boolean;
  visited: Set<Node>;
  /** Elements whose changes change this name, other than the root's own content. */
  leanedOn: Element[] | null;
}

/** What a name was made from, so that a description does not say the same again. */
export type Source = "" | "labelledby" | "label" | "native" | "placeholder" | "value" | "content" | "title";

export interface Named {
  name: string;
  source: Source;
  /** Elements elsewhere it was taken from. */
  leanedOn: Element[] | null;
}

export function nameOf(el: Element, role: string | null, has: number): Named {
  const plain = plainName(el, role, has);
  if (plain !== null) return { name: plain, source: plain ? "content" : "", leanedOn: null };
  const walk = fresh(el);
  const named = compute(el, role, has, walk);
  return { name: fold(named.text), source: named.source, leanedOn: walk.leanedOn };
}

/** Most elements of a page have nothing but text in them, or nothing that could name them: those are answered without a walk. */
function plainName(el: Element, role: string | null, has: number): string | null {
  if (has & SPEAKING || !isHtml(el) || NATIVELY_NAMED.has(tagOf(el)) || tagOf(el).includes("-")) return null;
  if (role === null || !FROM_CONTENT.has(role)) return "";
  const child = firstChild(el);
  if (!child) return shadowOf(el) || mayWrite(el) ? null : "";
  if (child.nodeType !== 3 || child.nextSibling || shadowOf(el) || mayWrite(el)) return null;
  return fold((child as Text_).data);
}

const SPEAKING = HAS["aria-labelledby"] | HAS["aria-label"] | HAS["aria-owns"] | HAS.title | HAS.role;
/** Elements that HTML-AAM names by more than their content. */
const NATIVELY_NAMED = new Set(
  "input button meter output progress select textarea img area fieldset table figure option optgroup summary slot details q".split(" "),
);

const fresh = (root: Element): Walk => ({
  root, referenced: false, hiddenToo: false, inside: false, content: false, visited: new Set(), leanedOn: null,
});

interface Text {
  text: string;
  source: Source;
}
const NONE: Text = { text: "", source: "" };

/** Steps 2A to 2I for one element. */
function compute(el: Element, role: string | null, has: number, walk: Walk): Text {
  walk.visited.add(el);
  // 2B: references, but not while following one.
  if (has & HAS["aria-labelledby"] && !walk.referenced) {
    const text = textOfIds(el, attr(el, "aria-labelledby")!, walk);
    if (text !== null) return { text, source: "labelledby" };
  }
  // 2C: a control inside of a label says its value.
  if (walk.inside && el !== walk.root) {
    const value = embeddedValue(el, role, has, walk);
    if (value !== null) return { text: value, source: "value" };
  }
  // 2D
  if (has & HAS["aria-label"]) {
    const label = attr(el, "aria-label")!;
    if (label.trim()) return { text: label, source: "label" };
  }
  // 2E
  if (!(has & HAS.role && isPresentational(el))) {
    const native = nativeText(el, role, has, walk);
    if (native.text.trim() || native.source === "native") return native;
  }
  // 2F
  if ((role !== null && FROM_CONTENT.has(role)) || walk.content || isNamedByContent(el)) {
    if (!(walk.inside && role !== null && NOT_FROM_CONTENT_INSIDE.has(role) && !isReferenceRoot(walk, el))) {
      const text = contentText(el, has, walk);
      if (text.trim()) return { text, source: "content" };
    }
  }
  // 2I
  return tooltip(el, role, has, walk);
}

const isReferenceRoot = (walk: Walk, el: Element): boolean => walk.referenced && walk.visited.size === 1 && el !== walk.root;
const isPresentational = (el: Element): boolean => /^\s*(none|presentation)\b/i.test(attr(el, "role")!) && roleOf(el) === null;
/** Elements ARIA has no role for that are still named by what is in them. */
const isNamedByContent = (el: Element): boolean => tagOf(el) === "summary" && isSummary(el);

/** The texts of what the ids name, joined; null when none exists. */
function textOfIds(el: Element, ids: string, walk: Walk): string | null {
  const referenced = byIds(el, ids);
  if (!referenced.length) return null;
  const texts: string[] = [];
  for (const other of referenced) {
    (walk.leanedOn ??= []).push(other);
    const inner: Walk = {
      root: walk.root, referenced: true, hiddenToo: walk.hiddenToo || isHidden(other), inside: other !== walk.root, content: true,
      visited: new Set(), leanedOn: walk.leanedOn,
    };
    const has = attributesOf(other);
    const text = fold(compute(other, roleOf(other, has), has, inner).text);
    if (text) texts.push(text);
  }
  // References to nothing but silence let the next steps speak.
  return texts.length ? texts.join(" ") : null;
}

/** The value a control gives when it is met inside a name; null for what is no control. */
function embeddedValue(el: Element, role: string | null, has: number, walk: Walk): string | null {
  switch (role) {
    case "textbox":
    case "searchbox":
    case "date":
    case "datetime":
    case "month":
    case "week":
    case "time-input":
      if (isSecure(el)) return "";
      return "value" in el ? String((el as HTMLInputElement).value) : contentText(el, has, walk);
    case "combobox":
    case "listbox":
      return chosenText(el, role, walk);
    case "slider":
    case "spinbutton":
    case "scrollbar":
    case "progressbar":
    case "meter":
      return rangeText(el, role);
    default:
      return null;
  }
}

function rangeText(el: Element, role: string): string | null {
  const given = attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
  if (given !== null) return given;
  if (isHtml(el) && "value" in el) return role === "progressbar" && !el.hasAttribute("value") ? "" : String((el as HTMLInputElement).value);
  return role === "progressbar" || role === "meter" ? null : "";
}

function chosenText(el: Element, role: string, walk: Walk): string {
  if (tagOf(el) === "select") {
    const chosen = [...(el as HTMLSelectElement).selectedOptions].map(optionLabel);
    return chosen.join(" ");
  }
  if ("value" in el && tagOf(el) === "input") return isSecure(el) ? "" : String((el as HTMLInputElement).value);
  const chosen = [...el.querySelectorAll('[role="option"][aria-selected="true"]')].map((option) => {
    const has = attributesOf(option);
    return fold(compute(option, "option", has, { ...walk, inside: true, content: true }).text);
  });
  if (chosen.length || role === "listbox") return chosen.join(" ");
  return contentText(el, attributesOf(el), walk);
}

/** Step 2E: what the host language offers. `native` as source with an empty text ends the search (alt=""). */
function nativeText(el: Element, role: string | null, has: number, walk: Walk): Text {
  if (!isHtml(el)) return isSvg(el) ? svgText(el, walk) : NONE;
  switch (tagOf(el)) {
    case "input":
      return inputText(el as HTMLInputElement, role, has, walk);
    case "button":
    case "meter":
    case "output":
    case "progress":
    case "select":
      return labelText(el as HTMLInputElement, walk);
    case "textarea": {
      const label = labelText(el as HTMLInputElement, walk);
      if (label.text.trim()) return label;
      return placeholder(el, has, walk);
    }
    case "img":
    case "area":
      if (has & HAS.alt) {
        const alt = attr(el, "alt")!;
        if (alt.trim() || (tagOf(el) === "img" && role === null)) return { text: alt, source: "native" };
      }
      return NONE;
    case "fieldset":
      return childText(el, "legend", walk);
    case "table":
      return childText(el, "caption", walk);
    case "figure":
      return childText(el, "figcaption", walk);
    case "option":
    case "optgroup": {
      const label = attr(el, "label");
      return label?.trim() ? { text: label, source: "native" } : NONE;
    }
    default:
      return customLabels(el, walk);
  }
}

function inputText(el: HTMLInputElement, role: string | null, has: number, walk: Walk): Text {
  const label = labelText(el, walk);
  if (label.text.trim()) return label;
  switch (el.type) {
    case "hidden":
      return NONE;
    case "submit":
    case "reset":
    case "button": {
      const value = el.value;
      if (value.trim()) return { text: value, source: "value" };
      if (el.type === "button") return NONE;
      const given = has & HAS.title ? attr(el, "title")! : "";
      if (given.trim() && el.hasAttribute("value")) return { text: given, source: "title" };
      return { text: el.type === "submit" ? "Submit" : "Reset", source: "value" };
    }
    case "image": {
      const alt = attr(el, "alt");
      if (alt?.trim()) return { text: alt, source: "native" };
      const value = attr(el, "value");
      if (value?.trim()) return { text: value, source: "value" };
      const title = has & HAS.title ? attr(el, "title")! : "";
      if (title.trim()) return { text: title, source: "title" };
      return { text: "Submit", source: "value" };
    }
    case "checkbox":
    case "radio":
    case "range":
    case "color":
    case "file":
      return NONE;
    default:
      return placeholder(el, has, walk);
  }
}

/** The placeholder names a field when neither label nor title does. */
function placeholder(el: Element, has: number, walk: Walk): Text {
  if (has & HAS.title && attr(el, "title")!.trim()) return NONE;
  const text = attr(el, "placeholder") ?? attr(el, "aria-placeholder");
  return text?.trim() && !walk.inside ? { text, source: "placeholder" } : NONE;
}

/** All labels of a form control, in document order. */
function labelText(el: HTMLInputElement, walk: Walk): Text {
  // A control met inside of another's label does not go back to that label.
  if (walk.inside) return NONE;
  const labels = labelsOf(el);
  if (!labels.length) return NONE;
  const texts: string[] = [];
  for (const label of labels) {
    (walk.leanedOn ??= []).push(label);
    const hidden = isHidden(label);
    const inner: Walk = { ...walk, inside: true, content: true, hiddenToo: walk.hiddenToo || hidden, visited: new Set([el]) };
    const has = attributesOf(label);
    const text = fold(compute(label, roleOf(label, has), has, inner).text);
    if (text) texts.push(text);
  }
  return { text: texts.join(" "), source: "label" };
}

/** Form-associated custom elements are labelled as native controls are. */
function customLabels(el: Element, walk: Walk): Text {
  if (walk.inside || !tagOf(el).includes("-")) return NONE;
  return labelText(el as HTMLInputElement, walk);
}

function childText(el: Element, tag: string, walk: Walk): Text {
  for (const child of el.children) {
    if (tagOf(child) !== tag) continue;
    if (isHidden(child) && !walk.hiddenToo) return NONE;
    const has = attributesOf(child);
    return { text: compute(child, roleOf(child, has), has, { ...walk, inside: true, content: true }).text, source: "label" };
  }
  return NONE;
}

function svgText(el: Element, walk: Walk): Text {
  for (let child = firstChild(el); child; child = nextSibling(child)) {
    if (isElement(child) && tagOf(child) === "title") {
      const text = child.textContent!;
      if (text.trim()) return { text, source: "native" };
    }
  }
  const linked = attr(el, "xlink:title");
  if (linked?.trim() && !walk.inside) return { text: linked, source: "title" };
  return NONE;
}

/** Step 2F: what stands inside, before and after, in the order it is drawn. */
export function contentText(el: Element, has: number, walk: Walk): string {
  const inner = walk.inside ? walk : { ...walk, inside: true };
  let text = mayHaveBefore(el) || tagOf(el) === "q" ? pseudoText(el, "::before") : "";
  const children = flatChildren(el);
  const closed = tagOf(el) === "details" && !(el as HTMLDetailsElement).open;
  for (let at = 0; at < children.length; at++) {
    if (closed && !(isElement(children[at]) && isSummary(children[at] as Element))) continue;
    text = append(text, children[at], inner);
  }
  if (has & HAS["aria-owns"]) {
    for (const owned of byIds(el, attr(el, "aria-owns")!)) {
      (walk.leanedOn ??= []).push(owned);
      text = append(text, owned, inner);
    }
  }
  if (mayHaveAfter(el) || tagOf(el) === "q") text += pseudoText(el, "::after");
  return text;
}

function append(text: string, node: Node, walk: Walk): string {
  if (node.nodeType === 3) {
    return text + (node as Text_).data;
  }
  if (!isElement(node) || walk.visited.has(node)) return text;
  const tag = tagOf(node);
  if (tag === "br") return text + " ";
  if (SILENT.has(tag)) return text;
  // 2A
  if (isHidden(node) && !walk.hiddenToo) return text + visibleAgain(node, walk);
  const known = knownText(node, walk);
  if (known !== null) return `${text} ${known} `;
  const has = attributesOf(node);
  const own = compute(node, roleOf(node, has), has, { ...walk, content: true }).text;
  const flow = flowOf(node);
  return flow === 1 ? `${text} ${own} ` : text + own;
}

/** The name of what stands on its own line, has nothing but its content to be named by, and was just named: a row need not read its cells again. */
function knownText(el: Element, walk: Walk): string | null {
  const rec = recOf(el);
  if (!rec || rec.dirty || rec.nameSource !== "content" || rec.flow !== 1 || !rec.styled || walk.hiddenToo || walk.referenced) return null;
  return rec.kids.some((kid) => kid.tag === "input") ? null : rec.name;
}

/** What is made visible again inside of `visibility: hidden` counts; the hidden element's own text does not. */
function visibleAgain(hidden: Element, walk: Walk): string {
  if (!isRendered(hidden) || isAriaHidden(hidden)) return "";
  let text = "";
  const children = flatChildren(hidden);
  for (let at = 0; at < children.length; at++) if (isElement(children[at])) text = append(text, children[at], walk);
  return text;
}

const isAriaHidden = (el: Element): boolean => recOf(el)?.ariaHidden ?? attr(el, "aria-hidden") === "true";

type Text_ = globalThis.Text;
const SILENT = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title"]);

function pseudoText(el: Element, pseudo: "::before" | "::after"): string {
  const style = styleOf(el, pseudo);
  const content = style.content;
  if (!content || content === "none" || content === "normal" || style.display === "none" || style.visibility === "hidden") return "";
  const text = textOfContent(el, content);
  return text && style.display !== "inline" ? ` ${text} ` : text;
}

/** The text of a computed `content`: strings, attributes, quotes; what stands behind a slash (alternative text) instead where there is one. */
function textOfContent(el: Element, content: string): string {
  const tokens: string[] = content.match(/"(?:[^"\\]|\\.)*"|attr\([^)]*\)|open-quote|close-quote|\/|[\w-]+\([^)]*\)/g) ?? [];
  const slash = tokens.indexOf("/");
  return (slash >= 0 ? tokens.slice(slash + 1) : tokens).map((token) => {
    if (token.startsWith('"')) return token.slice(1, -1).replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, unescape);
    if (token.startsWith("attr(")) return attr(el, token.slice(5, -1).trim()) ?? "";
    if (token === "open-quote") return "\u201c";
    if (token === "close-quote") return "\u201d";
    return "";
  }).join("");
}

const unescape = (_: string, hex: string | undefined, other: string): string => (hex ? String.fromCodePoint(parseInt(hex, 16)) : other);

/** Step 2I. */
function tooltip(el: Element, _role: string | null, has: number, walk: Walk): Text {
  if (!(has & HAS.title)) return NONE;
  const title = attr(el, "title")!;
  return title.trim() ? { text: title, source: "title" } : NONE;
}

/** Step 2A: not drawn, or taken out of the tree by its author. */
export function isHidden(el: Element): boolean {
  const rec = recOf(el);
  if (rec?.styled) return !rec.shown || rec.ariaHidden;
  if (attr(el, "aria-hidden") === "true") return true;
  if (shadowOf(el) === null && unslotted(el)) return true;
  if (tagOf(el) === "option" || tagOf(el) === "optgroup") return false;
  return !isShown(el) && !isBoxless(el);
}

/** `display: contents` is drawn through its children. */
const isBoxless = (el: Element): boolean => styleOf(el).display === "contents";

export interface Described {
  description: string;
  leanedOn: Element[] | null;
}

/** The accessible description: references, aria-description, what the host language has left, the title. */
export function descriptionOf(el: Element, role: string | null, has: number, named: Named): Described {
  const walk = fresh(el);
  if (has & HAS["aria-describedby"]) {
    const text = textOfIds(el, attr(el, "aria-describedby")!, walk);
    if (text !== null) return { description: text, leanedOn: walk.leanedOn };
  }
  if (has & HAS["aria-description"]) {
    const text = fold(attr(el, "aria-description")!);
    if (text) return { description: text, leanedOn: null };
  }
  const native = nativeDescription(el, role, named, walk);
  if (native && native !== named.name) return { description: native, leanedOn: walk.leanedOn };
  if (has & HAS.title && named.source !== "title") {
    const title = fold(attr(el, "title")!);
    if (title && title !== named.name) return { description: title, leanedOn: walk.leanedOn };
  }
  return { description: "", leanedOn: walk.leanedOn };
}

function nativeDescription(el: Element, _role: string | null, named: Named, walk: Walk): string {
  if (!isHtml(el)) {
    if (!isSvg(el)) return "";
    for (let child = firstChild(el); child; child = nextSibling(child)) {
      if (isElement(child) && tagOf(child) === "desc") return fold(child.textContent!);
    }
    return "";
  }
  switch (tagOf(el)) {
    case "table":
      if (named.source === "labelledby" || (named.source === "label" && el.hasAttribute("aria-label"))) return fold(childText(el, "caption", walk).text);
      return "";
    case "input": {
      const input = el as HTMLInputElement;
      if (BUTTONS.has(input.type) && named.source !== "value") return fold(input.value);
      return "";
    }
    default:
      return "";
  }
}
const BUTTONS = new Set(["submit", "reset", "button"]);

/** Text of a subtree as it is drawn, for values of what is edited in place. */
export function drawnText(el: Element): string {
  let text = "";
  for (const child of domChildren(el)) {
    if (child.nodeType === 3) text += (child as Text_).data;
    else if (isElement(child) && !isHidden(child)) {
      const own = tagOf(child) === "br" ? "\n" : drawnText(child);
      text += flowOf(child) === 1 && text && !text.endsWith("\n") ? `\n${own}` : own;
    }
  }
  return text;
}
