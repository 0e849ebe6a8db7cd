// What changed since the last look: mutation records turned into marks on records, and the call that tells the driver.

import { byId, domParent, flatParent, hasAttr, isElement, recOf, shadowOf, tagOf, attr } from "./dom";
import { labelsChanged } from "./labels";
import { Dirty, type Rec } from "./records";
import { sheetReach } from "./sheets";

/** Counts everything that was noticed; the version the driver hears of. */
export let noticed = 1;

const OBSERVED: MutationObserverInit = { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true };
const observer = new MutationObserver((records) => {
  for (const record of records) take(record);
  notice();
});

const observedRoots = new WeakSet<Node>();
export function observeRoot(root: Node): void {
  if (observedRoots.has(root)) return;
  observedRoots.add(root);
  observer.observe(root, OBSERVED);
  root.addEventListener("slotchange", (event) => markSlot(event.target as Element), true);
}

/** Takes in what the observer has not delivered yet. */
export function drain(): void {
  const records = observer.takeRecords();
  for (const record of records) take(record);
  if (records.length) notice();
}

/** Attributes after which a whole subtree means something else. */
const REACHES_INSIDE = new Set(["role", "aria-hidden", "inert", "hidden", "open", "disabled", "aria-disabled", "aria-modal", "scope", "contenteditable", "type"]);
/** Attributes that only ever restyle. */
const STYLES = new Set(["class", "style"]);

function take(record: MutationRecord): void {
  const target = record.target;
  if (record.type === "childList") return takeChildren(record);
  const el = isElement(target) ? target : null;
  if (record.type === "characterData" || !el) {
    const around = flatParent(target);
    if (around) {
      if (tagOf(around) === "style") return;
      mark(around, Dirty.Self | Dirty.Style);
      touch(around);
    }
    return;
  }
  const name = record.attributeName!;
  const rec = recOf(el);
  restyle(el);
  if (rec && !STYLES.has(name)) rec.dirty |= REACHES_INSIDE.has(name) ? Dirty.Self | Dirty.Tree : Dirty.Self;
  if (name === "slot") markHostOf(el);
  if (name === "id" || name === "for" || name === "type") {
    labelsChanged();
    linkAgain(el, record.oldValue);
  }
  if (name === "aria-label" || name === "role" || name === "colspan" || name === "rowspan") tables.dirty = true;
  touch(el);
}

/** Whether cells may have moved within their tables. */
export const tables = { dirty: true };

function takeChildren(record: MutationRecord): void {
  const target = record.target;
  const around = isElement(target) ? target : ((target as ShadowRoot).host ?? document.documentElement);
  if (!around) return;
  tables.dirty = true;
  labelsChanged();
  mark(around, Dirty.Kids | Dirty.Self | Dirty.Style);
  const root = shadowOf(around);
  if (root) for (const slot of root.querySelectorAll("slot")) markSlot(slot);
  if (tagOf(around) === "slot") markSlot(around);
  if (KIN.has(tagOf(around))) recOf(around)?.kids.forEach((kid) => (kid.dirty |= Dirty.Self | Dirty.Name));
  restyleAround(around, record);
  for (const node of record.removedNodes) if (isElement(node)) unlink(node);
  for (const node of record.addedNodes) if (isElement(node)) link(node);
  touch(around);
}

/** Elements whose children's roles depend on one another. */
const KIN = new Set(["tr", "details", "select", "dl", "svg", "fieldset", "table", "figure"]);

function mark(el: Element, dirty: number): void {
  const rec = recOf(el);
  if (rec) rec.dirty |= dirty;
}

function markSlot(slot: Element): void {
  mark(slot, Dirty.Kids);
  touch(slot);
}

function markHostOf(el: Element): void {
  const parent = domParent(el);
  const root = isElement(parent) && shadowOf(parent);
  if (root) for (const slot of root.querySelectorAll("slot")) markSlot(slot);
}

/** An attribute or property of `el` changed, or the pointer or keyboard came or went: styles inside may differ, and beside it where the sheets look at siblings. */
export function restyle(el: Element): void {
  const reach = sheetReach();
  let from: Element | null = el;
  if (reach.anywhere) from = document.documentElement;
  else if (reach.siblings) from = flatParent(el) ?? el;
  mark(from, Dirty.StyleTree);
}

/** Children came or went. What came is read anyway; siblings only where the sheets count or look at them. */
function restyleAround(around: Element, record: MutationRecord): void {
  const reach = sheetReach();
  if (reach.anywhere) mark(document.documentElement, Dirty.StyleTree);
  else if (reach.siblings) mark(around, Dirty.StyleTree);
  void record;
}

/** Records whose names were taken from an element elsewhere. */
const leaners = new WeakMap<Element, Set<Rec>>();
/** Records that refer to an id, whether anything has it or not. */
const referring = new Map<string, Set<Rec>>();

export function leanOn(rec: Rec, elements: Element[] | null): void {
  if (!elements) return;
  for (const el of elements) {
    const set = leaners.get(el);
    if (set) set.add(rec);
    else leaners.set(el, new Set([rec]));
  }
}

export function refersTo(rec: Rec, ids: string): void {
  for (const id of ids.split(/[ \t\n\f\r]+/)) {
    if (!id) continue;
    const set = referring.get(id);
    if (set) set.add(rec);
    else referring.set(id, new Set([rec]));
  }
}

export function forget(rec: Rec): void {
  if (tagOf(rec.el) === "label") return;
  for (const name of ["aria-labelledby", "aria-describedby", "aria-owns", "for"]) {
    for (const id of (attr(rec.el, name) ?? "").split(/\s+/)) referring.get(id)?.delete(rec);
  }
}

let round = 0;
const touched = new WeakMap<Element, number>();

/** A new look begins: everything may be touched again. */
export function newRound(): void {
  round++;
}

/** The content of `el` changed: names of everything around it, and of what leans on any of those. */
export function touch(el: Element): void {
  for (let up: Element | null = el; up; up = flatParent(up)) {
    if (touched.get(up) === round) return;
    touched.set(up, round);
    const rec = recOf(up);
    if (rec) {
      rec.dirty |= Dirty.Name;
      if (!rec.rendered) rec.dirty |= Dirty.Kids;
    }
    const leaning = leaners.get(up);
    if (leaning) for (const other of leaning) touchLeaner(other);
    // The light children of a host stand in for slots: what refers to the host's slot is reached through flatParent; labels by nesting.
    if (tagOf(up) === "label") touchControl(up as HTMLLabelElement);
  }
}

function touchLeaner(rec: Rec): void {
  rec.dirty |= Dirty.Name | Dirty.Self;
  touch(rec.el);
}

function touchControl(label: HTMLLabelElement): void {
  const control = label.control;
  if (control && touched.get(control) !== round) {
    mark(control, Dirty.Name | Dirty.Self);
    touch(control);
  }
}

const LINKING = "label,[id]";

/** Elements came: what refers to their ids, and what their labels label. */
function link(el: Element): void {
  linkOne(el);
  for (const inner of el.querySelectorAll(LINKING)) linkOne(inner);
}

function linkOne(el: Element): void {
  if (tagOf(el) === "label") touchControl(el as HTMLLabelElement);
  if (hasAttr(el, "id")) idMeans(el, attr(el, "id")!);
}

function unlink(el: Element): void {
  unlinkOne(el);
  for (const inner of el.querySelectorAll(LINKING)) unlinkOne(inner);
}

function unlinkOne(el: Element): void {
  const leaning = leaners.get(el);
  if (leaning) for (const other of leaning) touchLeaner(other);
  if (hasAttr(el, "id")) idMeans(el, attr(el, "id")!);
}

/** An id now means something else than before. */
function idMeans(near: Element, id: string): void {
  const set = referring.get(id);
  if (!set) return;
  for (const rec of set) {
    touchLeaner(rec);
    if (rec.tag === "label") {
      for (const other of leaners.get(rec.el) ?? []) touchLeaner(other);
      touchControl(rec.el as HTMLLabelElement);
    }
  }
  void near;
}

function linkAgain(el: Element, before: string | null): void {
  if (before) idMeans(el, before);
  unlinkOne(el);
  linkOne(el);
  const now = attr(el, "for");
  const control = now ? byId(el, now) : null;
  if (control) touchLeanerOf(control);
}

function touchLeanerOf(el: Element): void {
  mark(el, Dirty.Name | Dirty.Self);
  touch(el);
}

let scheduled = false;
let toldAt = 0;

/** Something changed: tells the driver at most once an animation frame. */
export function notice(): void {
  noticed++;
  if (scheduled) return;
  scheduled = true;
  // A page that draws nothing (hidden, throttled) runs no animation frames; a timer stands in.
  let done = false;
  const tell = (): void => {
    if (done) return;
    done = true;
    scheduled = false;
    toldAt = noticed;
    const push = (globalThis as any).__batonChanged;
    if (typeof push === "function") push(String(noticed));
  };
  requestAnimationFrame(tell);
  setTimeout(tell, 100);
}

export const lastTold = (): number => toldAt;

/** Signs of change that leave no mutation record. */
export function listen(): void {
  const options = { capture: true, passive: true };
  for (const type of ["scroll", "input", "change", "focusin", "focusout", "toggle", "load", "error", "animationend", "transitionend", "transitionrun",
    "animationstart", "invalid", "reset", "scrollend", "pointerover", "fullscreenchange"]) {
    document.addEventListener(type, notice, options);
  }
  for (const type of ["pointerover", "pointerout"]) {
    document.addEventListener(type, (event) => isElement(event.target as Node) && restyle(event.target as Element), options);
  }
  for (const type of ["resize", "load", "hashchange", "popstate", "pageshow", "focus", "blur"]) addEventListener(type, notice, options);
}
