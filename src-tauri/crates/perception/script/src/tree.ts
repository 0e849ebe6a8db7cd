// The tree of records, brought up to date: first what is drawn where (down), then what each is and says (down and up again).

import { HAS, attributesOf } from "./attributes";
import { attr, connected, flatChildren, firstChild, firstElement, fold, isElement, isHtml, matches, recOf, setRec, shadowOf, tagOf, nextSibling, nextElement } from "./dom";
import { forget, leanOn, observeRoot, refersTo, restyle, tables, touch } from "./changes";
import { descriptionOf, nameOf } from "./names";
import { Around, Dirty, newRec, type Rec } from "./records";
import { isEditingHost, roleOf } from "./roles";
import { FIELD_STATES, S, fieldStates, idOf, isControl, isFormField, levelOf, statesOf } from "./states";
import { flowOfDisplay, isRed, isRendered, isShown, styleOf } from "./styles";
import { mayWrite, setRoots } from "./sheets";
import { isCellRole, layOut, tableAround, type CellAt } from "./table";
import { optionsOf, valueOf } from "./values";

const records = new Map<number, Rec>();

export const recordOf = (nid: number): Rec | undefined => records.get(nid);

/** A number for any node's element, listed or not, kept while the node lives. */
export function nidOf(el: Element): number {
  let rec = recOf(el);
  if (!rec) {
    rec = newRec(el, tagOf(el));
    setRec(el, rec);
  }
  records.set(rec.nid, rec);
  return rec.nid;
}

let root: Rec | null = null;
/** Records that left the tree in this round. */
export const left: Rec[] = [];
let structure = true;
let modal: Element | null = null;
let modalSeen: Element | null = null;
let focused: Element | null = null;
let focusBefore: Element | null = null;
const fields = new Set<Rec>();
const shadowRoots = new Set<ShadowRoot>();

export const rootRec = (): Rec | null => root;
export const focusedElement = (): Element | null => focused;
/** Whether the order of elements may differ from the last report's. */
export const structureChanged = (): boolean => structure;
export const structureTold = (): void => void (structure = false);

/** Brings all records up to date. */
export function refresh(sheetsChanged: boolean): void {
  const top = document.documentElement;
  if (!top) {
    if (root) drop(root);
    root = null;
    return;
  }
  if (root && root.el !== top) {
    drop(root);
    root = null;
  }
  root ??= adopt(top, null);
  if (sheetsChanged) root.dirty |= Dirty.StyleTree;
  focusBefore = focused;
  focused = deepFocus();
  if (focusBefore !== focused) for (const el of [focusBefore, focused]) if (el && recOf(el)) focusMoved(el);
  rereadFields();
  modalSeen = null;
  settle(root, 0, 0, true, true, true);
  if (modalSeen !== modal) {
    modal = modalSeen;
    settle(root, 0, 0, true, true, true);
  }
  if (tables.dirty) cellsOf.clear();
  tables.dirty = false;
  describe(root, false);
  setRoots([document, ...shadowRoots]);
}

function focusMoved(el: Element): void {
  recOf(el)!.dirty |= Dirty.Self;
  restyle(el);
}

function deepFocus(): Element | null {
  let active = document.activeElement;
  while (active) {
    const inner: Element | null = shadowOf(active)?.activeElement ?? null;
    if (!inner) break;
    active = inner;
  }
  return active === document.body || active === document.documentElement ? null : active;
}

function adopt(el: Element, parent: Rec | null): Rec {
  let rec = recOf(el);
  if (!rec) {
    rec = newRec(el, tagOf(el));
    setRec(el, rec);
  } else if (rec.parent !== parent || !rec.round) {
    rec.dirty |= Dirty.All | Dirty.Tree | Dirty.StyleTree;
    rec.exact = true;
  }
  rec.round = 1;
  records.set(rec.nid, rec);
  rec.parent = parent;
  if (isFormField(rec.tag)) fields.add(rec);
  structure = true;
  return rec;
}

/** The record and everything below leave the tree. The node's number stays with the node. */
function drop(rec: Rec): void {
  if (!rec.round) return;
  rec.round = 0;
  records.delete(rec.nid);
  fields.delete(rec);
  forget(rec);
  if (rec.sent) left.push(rec);
  rec.listed = false;
  rec.known = false;
  structure = true;
  for (const kid of rec.kids) if (kid.parent === rec) drop(kid);
  rec.kids = [];
  rec.parent = null;
  rec.dirty = Dirty.All | Dirty.Tree | Dirty.StyleTree;
}

/** What form fields hold changes without a trace; it is read again each time. */
function rereadFields(): void {
  for (const rec of fields) {
    if (rec.dirty & Dirty.Self || !rec.rendered) continue;
    const value = valueOf(rec.el, rec.role);
    const states = (rec.states & ~FIELD_STATES) | (fieldStates(rec) & FIELD_STATES) | (rec.states & ariaOnly(rec));
    if (value === rec.value && states === rec.states && !isButtonInput(rec)) continue;
    if (isButtonInput(rec)) {
      if ((rec.el as HTMLInputElement).value === rec.caption) continue;
    }
    rec.dirty |= Dirty.Self | Dirty.Name;
    if (states !== rec.states) restyle(rec.el);
    touch(rec.el);
  }
}

/** States that fields also take from ARIA; those change with a mutation record. */
const ariaOnly = (rec: Rec): number =>
  (rec.has & HAS["aria-required"] ? S.REQUIRED : 0) | (rec.has & HAS["aria-readonly"] ? S.READONLY : 0) |
  (rec.has & HAS["aria-selected"] ? S.SELECTED : 0) | (rec.has & (HAS["aria-checked"] | HAS["aria-pressed"]) ? S.CHECKED | S.MIXED : 0);

const BUTTON_INPUTS = new Set(["button", "submit", "reset", "image"]);
const isButtonInput = (rec: Rec): boolean => rec.tag === "input" && BUTTON_INPUTS.has((rec.el as HTMLInputElement).type);

/** Tags that draw nothing of their own. */
const SKIPPED = new Set(["head", "script", "style", "template", "noscript", "link", "meta", "title", "param", "source", "track", "br", "wbr", "datalist", "map"]);
/** Elements whose inside is not walked: it is drawn by the browser, or not at all. */
const LEAVES = new Set(["input", "textarea", "img", "iframe", "frame", "embed", "object", "video", "audio", "hr", "progress", "meter", "canvas", "area"]);
/** Inputs that pages hide and press through something else. */
const HIDDEN_INPUTS = 'input[type="file"],input[type="checkbox"],input[type="radio"]';
const isHiddenInput = (el: Element): boolean => tagOf(el) === "input" && matches(el, HIDDEN_INPUTS);

/** First pass, downwards: children, what is inherited, what is drawn, styles. `down` carries Tree and StyleTree marks. */
function settle(rec: Rec, down: number, around: number, rendered: boolean, shown: boolean, opaque: boolean): void {
  if (down & Dirty.Tree || rec.dirty & Dirty.Tree) {
    rec.dirty |= Dirty.Self | Dirty.Name;
    down |= Dirty.Tree;
  }
  if (down & Dirty.StyleTree || rec.dirty & Dirty.StyleTree) {
    rec.dirty |= Dirty.Style;
    down |= Dirty.StyleTree;
  }
  rec.dirty &= ~(Dirty.Tree | Dirty.StyleTree);
  if (rec.dirty & Dirty.Self) rec.has = attributesOf(rec.el);
  inherit(rec, around);
  if (rec.dirty & Dirty.Style || !rec.styled) restyleOne(rec);
  draw(rec, rendered, shown, opaque);
  if (MAY_HOST.has(rec.tag) || rec.tag.includes("-")) findShadow(rec);
  if (rec.dirty & Dirty.Kids) relist(rec);
  for (const kid of rec.kids) settle(kid, down, rec.around, rec.rendered, rec.shown, rec.opaque);
}

function inherit(rec: Rec, around: number): void {
  const { el, has, tag } = rec;
  let now = around & ~(tag === "dialog" && modal === el ? Around.BehindModal : 0);
  if (has & HAS["aria-hidden"] && attr(el, "aria-hidden") === "true") now |= Around.AriaHidden;
  if (has & HAS.inert) now |= Around.Inert;
  if (has & HAS["aria-disabled"] && attr(el, "aria-disabled") === "true") now |= Around.AriaDisabled;
  if (has & HAS["aria-modal"] && attr(el, "aria-modal") === "true") now |= Around.Modal;
  if (tag === "dialog" && matches(el, ":modal")) {
    modalSeen = el;
    now |= Around.Modal;
    if (modal === el) now &= ~(Around.BehindModal | Around.Inert);
  }
  if (!rec.parent && modal && connected(modal)) now |= Around.BehindModal;
  if (now !== rec.around) {
    if ((now ^ rec.around) & Around.AriaHidden) {
      rec.dirty |= Dirty.Name;
      touch(el);
    }
    rec.around = now;
    rec.ariaHidden = !!(now & Around.AriaHidden);
    rec.dirty |= Dirty.Self;
  }
}

function restyleOne(rec: Rec): void {
  const style = styleOf(rec.el);
  const flow = flowOfDisplay(style.display);
  const position = style.position;
  // Colour and pointer matter only where there are words, and are dear to read.
  const words = hasWords(rec.el);
  const red = words && isRed(style.color);
  const pointer = words && style.cursor === "pointer";
  const writes = mayWrite(rec.el);
  if (rec.styled && (flow !== rec.flow || red !== rec.red || pointer !== rec.pointer)) {
    rec.dirty |= Dirty.Self | Dirty.Name;
    touch(rec.el);
  } else if (rec.styled && (writes || rec.writes)) {
    // Content before or after may differ with any style, and it may be gone.
    rec.dirty |= Dirty.Name;
    touch(rec.el);
  }
  rec.flow = flow;
  rec.red = red;
  rec.writes = writes;
  rec.pointer = pointer;
  rec.outOfFlow = position === "absolute" || position === "fixed" || position === "sticky" || style.float !== "none";
  rec.exact = true;
  rec.styled = true;
}


/** Has words of its own, as a child or written before or after it by a style sheet. */
function hasWords(el: Element): boolean {
  for (let child = firstChild(el); child; child = nextSibling(child)) if (isWords(child)) return true;
  return false;
}

function draw(rec: Rec, parentRendered: boolean, parentShown: boolean, parentOpaque: boolean): void {
  const { el } = rec;
  let shown: boolean;
  let rendered: boolean;
  let opaque = parentOpaque;
  if (!parentRendered) shown = rendered = false;
  else if (clearlyShown(el)) shown = rendered = true;
  else {
    shown = isShown(el);
    rendered = shown || isRendered(el);
    opaque = shown ? false : parentOpaque;
    // What has no box of its own is drawn through its children.
    if (!rendered && (rec.tag === "slot" || styleOf(el).display === "contents")) {
      shown = parentShown;
      rendered = parentRendered;
      opaque = parentOpaque;
    }
  }
  if (rec.tag === "option" || rec.tag === "optgroup") rendered = shown = parentRendered && parentShown;
  if (shown === rec.shown && rendered === rec.rendered && opaque === rec.opaque) return;
  if (rendered !== rec.rendered) rec.dirty |= Dirty.Kids | Dirty.Style;
  if (rendered && !rec.rendered) restyleOne(rec);
  rec.shown = shown;
  rec.rendered = rendered;
  rec.opaque = opaque;
  rec.exact = true;
  rec.dirty |= Dirty.Self | Dirty.Name;
  touch(el);
}

const checkVisibility = (Element.prototype as any).checkVisibility as (options?: object) => boolean;
const CLEAR = { visibilityProperty: true, opacityProperty: true };
const clearlyShown = (el: Element): boolean => checkVisibility.call(el, CLEAR);

const MAY_HOST = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));

/** A root leaves no record when it is attached or handed over. */
function findShadow(rec: Rec): void {
  const shadow = shadowOf(rec.el);
  if (!shadow || shadowRoots.has(shadow)) return;
  shadowRoots.add(shadow);
  observeRoot(shadow);
  rec.dirty |= Dirty.Kids | Dirty.Self | Dirty.Name;
  touch(rec.el);
}

function relist(rec: Rec): void {
  const before = rec.kids;
  const kids: Rec[] = [];
  for (const el of drawnKids(rec)) {
    const known = recOf(el);
    // What comes from elsewhere is taken from there first, so that it is not dropped with its old parent.
    if (known && known.round && known.parent && known.parent !== rec) {
      const at = known.parent.kids.indexOf(known);
      if (at >= 0) known.parent.kids.splice(at, 1);
    }
    kids.push(known && known.round && known.parent === rec ? known : adopt(el, rec));
  }
  rec.kids = kids;
  rec.exact = true;
  if (before.length === kids.length && before.every((kid, at) => kid === kids[at])) return;
  structure = true;
  const now = new Set(kids);
  for (const kid of before) if (!now.has(kid) && kid.parent === rec) drop(kid);
}

function drawnKids(rec: Rec): Element[] {
  const { el, tag } = rec;
  if (isHtml(el) && LEAVES.has(tag) && !shadowOf(el)) return [];
  if (tag === "select" && !(el as HTMLSelectElement).multiple && (el as HTMLSelectElement).size <= 1) return [];
  if (!rec.rendered) return isHiddenInput(el) ? [] : [...el.querySelectorAll(HIDDEN_INPUTS)];
  const found: Element[] = [];
  if (tag !== "slot" && !shadowOf(el)) {
    for (let child = firstElement(el); child; child = nextElement(child)) if (!SKIPPED.has(tagOf(child))) found.push(child);
    return found;
  }
  const children = flatChildren(el);
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    if (isElement(child) && !SKIPPED.has(tagOf(child))) found.push(child);
  }
  return found;
}

/** Where cells stand, by table; laid out anew when a table may have changed. */
const cellsOf = new Map<Element, Map<Element, CellAt>>();

function cellAt(el: Element): CellAt | null {
  const table = tableAround(el);
  if (!table) return null;
  let places = cellsOf.get(table);
  if (!places) cellsOf.set(table, (places = layOut(table)));
  return places.get(el) ?? null;
}

const sameCell = (a: CellAt | null, b: CellAt | null): boolean =>
  a === b || (!!a && !!b && a[0] === b[0] && a[1] === b[1] && a[2] === b[2]);

/** Roles whose inside is presentational, and those whose inside reads as one text. */
const ABSORB = new Set(("button checkbox img math menuitem menuitemcheckbox menuitemradio meter option progressbar radio scrollbar slider switch tab link " +
  "heading tooltip graphics-symbol").split(" "));
/** Roles that only mark a phrase of a sentence. */
const PHRASE = new Set(["code", "deletion", "emphasis", "insertion", "mark", "strong", "subscript", "superscript", "time", "term"]);

/** Second pass: what each is (downwards), then what it says (upwards). */
function describe(rec: Rec, absorbed: boolean): void {
  const dirty = rec.dirty;
  if (dirty & Dirty.Self) {
    rec.role = roleOf(rec.el, rec.has);
    rec.id = rec.has & HAS.id || rec.has < 0 ? idOf(rec.el) : null;
    if (rec.has & HAS["aria-labelledby"]) refersTo(rec, attr(rec.el, "aria-labelledby")!);
    if (rec.has & HAS["aria-describedby"]) refersTo(rec, attr(rec.el, "aria-describedby")!);
    if (rec.has & HAS["aria-owns"]) refersTo(rec, attr(rec.el, "aria-owns")!);
    if (rec.tag === "label") refersTo(rec, attr(rec.el, "for") ?? "");
  }
  const absorbs = (rec.role !== null && ABSORB.has(rec.role)) || (absorbed && (rec.role === null || PHRASE.has(rec.role)));
  if (absorbs !== rec.absorbs) {
    rec.absorbs = absorbs;
    rec.dirty |= Dirty.Name;
  }
  let loose = false;
  for (const kid of rec.kids) {
    describe(kid, absorbs);
    if (kid.exact) rec.exact = true;
    if (kid.outOfFlow || kid.loose) loose = true;
  }
  rec.loose = loose;
  if (rec.dirty) rec.exact = true;
  if (rec.dirty & (Dirty.Self | Dirty.Name)) say(rec);
  if (isCellRole(rec.role)) {
    const at = cellAt(rec.el);
    if (!sameCell(at, rec.cell)) {
      rec.cell = at;
      rec.dirty |= Dirty.Self;
      rec.changed = true;
    }
  } else if (rec.cell) {
    rec.cell = null;
    rec.changed = true;
  }
  if (rec.dirty) rec.changed = true;
  rec.dirty = 0;
}

function say(rec: Rec): void {
  const { el, has, role } = rec;
  // Text first: states depend on whether there is any.
  rec.text = ownText(rec);
  if (role !== null || has & HAS["aria-label"] || has & HAS.title) {
    const named = nameOf(el, role, has);
    const described = has & (HAS["aria-describedby"] | HAS["aria-description"] | HAS.title) || DESCRIBED.has(rec.tag) ? descriptionOf(el, role, has, named) : null;
    rec.name = named.name;
    rec.nameSource = named.source;
    rec.description = described?.description ?? "";
    leanOn(rec, named.leanedOn);
    leanOn(rec, described?.leanedOn ?? null);
  } else {
    rec.name = rec.nameSource = "";
    rec.description = "";
  }
  rec.value = role !== null || has & HAS.contenteditable ? valueOf(el, role) : null;
  if (isButtonInput(rec)) rec.caption = (el as HTMLInputElement).value;
  rec.options = role === "combobox" || role === "listbox" ? optionsOf(el, role) : null;
  rec.level = levelOf(rec);
  rec.states = statesOf(rec, focused);
  const listed = isListed(rec);
  if (listed !== rec.listed) {
    rec.listed = listed;
    structure = true;
    if (!listed && rec.sent) left.push(rec);
  }
}

const DESCRIBED = new Set(["table", "input", "svg"]);

/** Visible text between and in the children that are not told on their own. Decides for each child whether its text belongs here. */
function ownText(rec: Rec): string {
  if (!rec.rendered || LEAVES.has(rec.tag) || rec.tag === "select") return setMerged(rec, false), "";
  let mixed = rec.absorbs;
  const children = flatChildren(rec.el);
  if (!mixed && rec.kids.length) {
    for (let at = 0; at < children.length && !mixed; at++) if (isWords(children[at])) mixed = true;
  }
  let text = "";
  for (let at = 0; at < children.length; at++) {
    const child = children[at];
    if (child.nodeType === 3) {
      if (rec.shown) text += (child as Text).data;
    } else if (isElement(child)) {
      if (tagOf(child) === "br") text += " ";
      const kid = recOf(child);
      if (!kid || kid.parent !== rec) continue;
      const merged = mixed && mayMerge(rec, kid);
      relistKid(kid, merged);
      text += merged ? (kid.flow === 0 ? kid.rawText : ` ${kid.rawText} `) : " ";
    }
  }
  rec.rawText = text;
  return fold(text);
}

const isWords = (node: Node): boolean => node.nodeType === 3 && /\S/.test((node as Text).data);

/** A generic inline element or a marked phrase in the middle of a sentence; anything generic where the parent's inside reads as one. */
function mayMerge(rec: Rec, kid: Rec): boolean {
  if (!kid.rendered || kid.id !== null || isEditingHost(kid.el) || shadowOf(kid.el)) return false;
  if (kid.role !== null && !PHRASE.has(kid.role)) return false;
  if (LEAVES.has(kid.tag) || (kid.role === null && isControl(kid) && !rec.absorbs)) return false;
  if (kid.has & (HAS.onclick | HAS.tabindex)) return false;
  return rec.absorbs || kid.flow === 0;
}

function setMerged(rec: Rec, merged: boolean): void {
  for (const kid of rec.kids) relistKid(kid, merged);
}

function relistKid(kid: Rec, merged: boolean): void {
  if (kid.merged === merged) return;
  kid.merged = merged;
  const listed = isListed(kid);
  if (listed === kid.listed) return;
  kid.listed = listed;
  kid.changed = true;
  structure = true;
  if (!listed && kid.sent) left.push(kid);
}

/** Told to the driver: whatever has a role or visible text of its own, while it is drawn; and inputs that pages hide. */
function isListed(rec: Rec): boolean {
  if (rec.merged) return false;
  if (!rec.rendered) return isHiddenInput(rec.el);
  if (!rec.shown) return isHiddenInput(rec.el);
  if (rec.role !== null) return true;
  if (rec.text !== "") return true;
  return !!(rec.states & S.CONTROL) && rec.parent !== null && rec.tag !== "body";
}

/** Custom elements that draw a box out of nothing one can see: perhaps a closed shadow root. */
export function suspectsNow(): number[] {
  const found: number[] = [];
  const visit = (rec: Rec): void => {
    if (rec.tag.includes("-") && rec.shown && !shadowOf(rec.el) && isHtml(rec.el) && !rec.el.firstElementChild) found.push(rec.nid);
    for (const kid of rec.kids) visit(kid);
  };
  if (root) visit(root);
  return found;
}
