// What an element is: WAI-ARIA 1.2 roles, those HTML-AAM gives by element, and names of our own where ARIA has none.

import { attributesOf, HAS, HAS_OTHER_ARIA } from "./attributes";
import { attr, byIds, firstChild, flatParent, hasAttr, HTML, isElement, isHtml, isSvg, tagOf, nextSibling } from "./dom";

/** Every role an author may give. Abstract roles are not among them. */
const KNOWN = new Set(
  ("alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary " +
    "contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img image " +
    "insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation " +
    "none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox " +
    "separator slider spinbutton status strong subscript superscript suggestion switch tab table tablist tabpanel term textbox time timer " +
    "toolbar tooltip tree treegrid treeitem comment graphics-document graphics-object graphics-symbol").split(" "),
);

/** Roles a person operates. */
export const WIDGETS = new Set(
  ("button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider " +
    "spinbutton switch tab textbox treeitem date datetime month week time-input colorwell").split(" "),
);

/** Global attributes that keep an element from being presentational. */
const GLOBAL_ARIA = [
  "aria-atomic", "aria-braillelabel", "aria-brailleroledescription", "aria-busy", "aria-controls", "aria-current", "aria-describedby", "aria-description",
  "aria-details", "aria-dropeffect", "aria-flowto", "aria-grabbed", "aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-live", "aria-owns",
  "aria-relevant", "aria-roledescription",
];

/** The parents within which a role means something. Outside of them it is not used. */
const NEEDS_PARENT: Record<string, Set<string>> = {
  listitem: new Set(["list", "directory"]),
};

/** For elements that take `none` from their parent: the roles whose `none` reaches down. */
const OWNED_TAGS: Record<string, string[]> = {
  ul: ["li"], ol: ["li"], menu: ["li"], dl: ["dt", "dd", "div"],
  table: ["thead", "tbody", "tfoot", "tr", "caption"], thead: ["tr"], tbody: ["tr"], tfoot: ["tr"], tr: ["td", "th"],
};

const INPUT: Record<string, string> = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio", range: "slider",
  number: "spinbutton", search: "searchbox", email: "textbox", tel: "textbox", text: "textbox", url: "textbox", password: "textbox",
  file: "button", date: "date", "datetime-local": "datetime", month: "month", week: "week", time: "time-input", color: "colorwell",
};

const PLAIN: Record<string, string> = {
  address: "group", article: "article", blockquote: "blockquote", button: "button", caption: "caption", code: "code", datalist: "listbox",
  dd: "definition", del: "deletion", details: "group", dfn: "term", dialog: "dialog", dt: "term", em: "emphasis", fieldset: "group",
  figure: "figure", h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", hgroup: "group",
  hr: "separator", ins: "insertion", main: "main", mark: "mark", math: "math", menu: "list", meter: "meter", nav: "navigation", ol: "list",
  optgroup: "group", option: "option", output: "status", p: "paragraph", progress: "progressbar", s: "deletion", search: "search", strong: "strong",
  sub: "subscript", sup: "superscript", table: "table", tbody: "rowgroup", textarea: "textbox", tfoot: "rowgroup", thead: "rowgroup",
  time: "time", tr: "row", ul: "list",
  iframe: "iframe", frame: "iframe", canvas: "canvas", video: "video", audio: "audio", embed: "embed", object: "object",
};

/** The role, or null for what is generic, presentational or outside of the tree. `named` answers whether an author named the element. */
export function roleOf(el: Element, has: number = attributesOf(el)): string | null {
  if (has & HAS.role) {
    const given = explicitRole(el, has);
    if (given === "generic") return null;
    if (given === "none") return null;
    if (given) return given;
  }
  const native = nativeRole(el, has);
  if (native && inheritsNone(el, native, has)) return null;
  return native;
}

/** The first known role of the attribute, with conflicts resolved: `none` on what can be focused or has global ARIA is ignored. */
function explicitRole(el: Element, has: number): string | null {
  for (const token of attr(el, "role")!.toLowerCase().split(/[ \t\n\f\r]+/)) {
    if (!KNOWN.has(token)) continue;
    if (token === "none" || token === "presentation") {
      if (focusable(el, has) || hasGlobalAria(el, has)) return null;
      return "none";
    }
    if ((token === "region" || token === "form") && !authorNamed(el, has)) continue;
    if (token === "image") return "img";
    if (token === "directory") return "list";
    return token;
  }
  return null;
}

function nativeRole(el: Element, has: number): string | null {
  const tag = tagOf(el);
  if (!isHtml(el)) return svgRole(el, tag, has);
  const plain = PLAIN[tag];
  if (plain !== undefined) {
    if (tag === "tr" || tag === "thead" || tag === "tbody" || tag === "tfoot") return inTable(el) ? plain : null;
    return plain;
  }
  switch (tag) {
    case "a":
    case "area":
      return has & HAS.href ? "link" : null;
    case "input":
      return inputRole(el as HTMLInputElement);
    case "select":
      return (el as HTMLSelectElement).multiple || (el as HTMLSelectElement).size > 1 ? "listbox" : "combobox";
    case "img":
      return attr(el, "alt") === "" && !(has & (HAS["aria-label"] | HAS["aria-labelledby"] | HAS.title)) && !hasGlobalAria(el, has) && !focusable(el, has) ? null : "img";
    case "li":
      return NEEDS_PARENT.listitem.has(parentRole(el)) ? "listitem" : null;
    case "td":
      return cellRole(el);
    case "th":
      return headerRole(el as HTMLTableCellElement);
    case "header":
      return scopedToBody(el) ? "banner" : null;
    case "footer":
      return scopedToBody(el) ? "contentinfo" : null;
    case "aside":
      return scopedToBody(el) || authorNamed(el, has) ? "complementary" : null;
    case "section":
      return authorNamed(el, has) ? "region" : null;
    case "form":
      return authorNamed(el, has) ? "form" : null;
    case "summary":
      return isSummary(el) ? "button" : null;
    default:
      return null;
  }
}

function inputRole(el: HTMLInputElement): string | null {
  if (el.type === "hidden") return null;
  const role = INPUT[el.type] ?? "textbox";
  if ((role === "textbox" || role === "searchbox") && el.list) return "combobox";
  if (el.type === "checkbox" && attr(el, "aria-pressed") !== null) return "button";
  if (el.type === "checkbox" && hasAttr(el, "switch")) return "switch";
  return role;
}

function svgRole(el: Element, tag: string, has: number): string | null {
  if (!isSvg(el)) return tag === "math" ? "math" : null;
  if (tag === "a") return has & HAS.href || attr(el, "xlink:href") !== null ? "link" : null;
  if (tag === "image") return "img";
  if (tag === "svg") return svgNamed(el, has) ? "img" : null;
  if (GRAPHIC.has(tag) && svgNamed(el, has)) return "graphics-symbol";
  return null;
}

const GRAPHIC = new Set(["g", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "use"]);

function svgNamed(el: Element, has: number): boolean {
  if (has & (HAS["aria-label"] | HAS["aria-labelledby"])) return true;
  for (let child = firstChild(el); child; child = nextSibling(child)) {
    if (isElement(child) && child.localName === "title" && child.textContent!.trim()) return true;
  }
  return false;
}

/** `header` and `footer` are landmarks only where no sectioning element or its role stands around them. */
function scopedToBody(el: Element): boolean {
  for (let up = flatParent(el); up; up = flatParent(up)) {
    if (SECTIONING.has(tagOf(up)) && isHtml(up) && !hasAttr(up, "role")) return false;
    const role = hasAttr(up, "role") ? roleOf(up) : null;
    if (role && SECTIONING_ROLES.has(role)) return false;
  }
  return true;
}
const SECTIONING = new Set(["article", "aside", "main", "nav", "section"]);
const SECTIONING_ROLES = new Set(["article", "complementary", "main", "navigation", "region"]);

export function isSummary(el: Element): boolean {
  const parent = flatParent(el);
  const details = parent && tagOf(parent) === "slot" ? flatParent(parent) : parent;
  if (!details || tagOf(details) !== "details") return false;
  for (let child = firstChild(details); child; child = nextSibling(child)) {
    if (isElement(child) && tagOf(child) === "summary") return child === el;
  }
  return false;
}

/** The table element around a part of a table, whatever was said of its role. */
export function tableOf(el: Element): Element | null {
  for (let up = flatParent(el); up; up = flatParent(up)) {
    if (tagOf(up) === "table" && up.namespaceURI === HTML) return up;
    if (!OWNED_TAGS[tagOf(up)]) return null;
  }
  return null;
}

const TABLES = new Set(["table", "grid", "treegrid"]);

/** Row groups, rows and cells mean something only in what is still a table. */
function inTable(el: Element): boolean {
  const table = tableOf(el);
  const role = table && roleOf(table);
  return !!role && TABLES.has(role);
}

function cellRole(el: Element): string | null {
  const table = tableOf(el);
  const role = table && roleOf(table);
  if (!role || !TABLES.has(role) || !rowStands(el)) return null;
  return role === "table" ? "cell" : "gridcell";
}

function rowStands(el: Element): boolean {
  const row = flatParent(el);
  return !!row && (roleOf(row) === "row" || !hasAttr(row, "role"));
}

function headerRole(el: HTMLTableCellElement): string | null {
  if (!cellRole(el)) return null;
  const scope = (attr(el, "scope") ?? "").toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  return headsARow(el) ? "rowheader" : "columnheader";
}

/** Without a scope a th heads its row where data cells stand in that row, unless the row is in a thead or the cell before it is a th too. */
function headsARow(el: HTMLTableCellElement): boolean {
  const row = flatParent(el);
  if (!row) return false;
  const group = flatParent(row);
  if (group && tagOf(group) === "thead") return false;
  const cells = [...row.children].filter((cell) => tagOf(cell) === "td" || tagOf(cell) === "th");
  return cells.some((cell) => tagOf(cell) === "td");
}

function parentRole(el: Element): string {
  const parent = flatParent(el);
  const owner = parent && tagOf(parent) === "slot" ? flatParent(parent) : parent;
  return (owner && roleOf(owner)) ?? "";
}

/** `role=none` on a list or table reaches the parts that only mean something in it. */
function inheritsNone(el: Element, native: string, has: number): boolean {
  if (native === "cell" || native === "row" || native === "rowgroup" || native === "listitem") return false;
  if (tagOf(el) !== "dt" && tagOf(el) !== "dd" && tagOf(el) !== "caption") return false;
  const parent = flatParent(el);
  if (!parent || !hasAttr(parent, "role") || !OWNED_TAGS[tagOf(parent)]?.includes(tagOf(el))) return false;
  return roleOf(parent) === null && !(has & HAS.role);
}

function hasGlobalAria(el: Element, has: number): boolean {
  const maybe = HAS_OTHER_ARIA | HAS["aria-label"] | HAS["aria-labelledby"] | HAS["aria-describedby"] | HAS["aria-description"] | HAS["aria-busy"] | HAS["aria-owns"];
  return !!(has & maybe) && GLOBAL_ARIA.some((name) => (attr(el, name) ?? "") !== "");
}

/** Named by its author, which some landmarks need. */
function authorNamed(el: Element, has: number): boolean {
  if (has & HAS["aria-label"] && attr(el, "aria-label")!.trim()) return true;
  if (has & HAS.title && attr(el, "title")!.trim()) return true;
  return !!(has & HAS["aria-labelledby"]) && byIds(el, attr(el, "aria-labelledby")!).length > 0;
}

/** Can take the keyboard, whether by its nature or by tabindex. */
export function focusable(el: Element, has: number): boolean {
  if (has & HAS.tabindex) return !Number.isNaN(parseInt(attr(el, "tabindex")!, 10)) && !isDisabledControl(el);
  if (has & HAS.contenteditable && isEditingHost(el)) return true;
  switch (tagOf(el)) {
    case "a":
    case "area":
      return !!(has & HAS.href);
    case "button":
    case "select":
    case "textarea":
      return !isDisabledControl(el);
    case "input":
      return (el as HTMLInputElement).type !== "hidden" && !isDisabledControl(el);
    case "iframe":
      return true;
    case "summary":
      return isSummary(el);
    case "audio":
    case "video":
      return hasAttr(el, "controls");
    default:
      return false;
  }
}

export const isDisabledControl = (el: Element): boolean => FORM_CONTROLS.has(tagOf(el)) && el.matches(":disabled");
const FORM_CONTROLS = new Set(["button", "input", "select", "textarea", "fieldset", "option", "optgroup"]);

export function isEditingHost(el: Element): boolean {
  const given = attr(el, "contenteditable");
  return given !== null && given.toLowerCase() !== "false";
}
