// Getting fields ready to be typed in, choosing from lists, reading values. What the driver then types comes as real input.

import { fold, rootOf, shadowOf, tagOf } from "./dom";
import { elementOf } from "./nodes";
import { roleOf } from "./roles";
import { isEditable, isSecure, optionLabel, valueOf as readValue } from "./values";

/** Focuses a field and puts the caret at its end, or selects all of it so that typing replaces it. */
export function prepareType(nid: number, clear: boolean): string {
  const el = elementOf(nid) as HTMLElement | null;
  if (!el) return JSON.stringify({ focused: false, editable: false, secure: false });
  const target = typedInto(el);
  target.focus({ preventScroll: true });
  if (clear) selectAll(target);
  else toEnd(target);
  return JSON.stringify({ focused: hasFocus(target), editable: isEditable(target) || target.isContentEditable, secure: isSecure(target) });
}

/** What really takes the keys: the field itself, else the one inside of a wrapper or shadow root. */
function typedInto(el: HTMLElement): HTMLElement {
  if (isEditable(el) || el.isContentEditable) return el;
  const fields = "input:not([type=hidden]),textarea,[contenteditable]:not([contenteditable=false])";
  if (tagOf(el) === "label" && (el as HTMLLabelElement).control) return (el as HTMLLabelElement).control as HTMLElement;
  return ((shadowOf(el) ?? el).querySelector(fields) as HTMLElement | null) ?? el;
}

function hasFocus(el: Element): boolean {
  return (rootOf(el) as Document | ShadowRoot).activeElement === el;
}

function selectAll(el: HTMLElement): void {
  if (isField(el)) return el.select();
  const range = document.createRange();
  range.selectNodeContents(el);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

function toEnd(el: HTMLElement): void {
  if (isField(el)) {
    // Number, date and email fields have no caret to be set; the browser puts it where it belongs.
    try {
      el.setSelectionRange(el.value.length, el.value.length);
    } catch {}
    return;
  }
  selectAll(el);
  getSelection()?.collapseToEnd();
}

const isField = (el: Element): el is HTMLInputElement => tagOf(el) === "input" || tagOf(el) === "textarea";

/** Chooses options of a select by label as a person would: focus, then input and change events once. */
export function select(nid: number, labels: string[]): string {
  const el = elementOf(nid);
  if (!el || tagOf(el) !== "select") return JSON.stringify({ done: false, missing: labels, disabled: [], chosen: [] });
  const list = el as HTMLSelectElement;
  const options = [...list.options];
  const wanted = labels.map((label) => options.find((option) => optionLabel(option) === fold(label)));
  const missing = labels.filter((_, at) => !wanted[at]);
  const disabled = labels.filter((_, at) => wanted[at] && isOff(wanted[at]!, list));
  if (!missing.length && !disabled.length && (list.multiple || wanted.length === 1)) choose(list, wanted as HTMLOptionElement[]);
  const chosen = [...list.selectedOptions].map(optionLabel);
  return JSON.stringify({ done: labels.length === chosen.length && labels.every((label) => chosen.includes(fold(label))), missing, disabled, chosen });
}

const isOff = (option: HTMLOptionElement, list: HTMLSelectElement): boolean => option.matches(":disabled") || list.matches(":disabled");

function choose(list: HTMLSelectElement, wanted: HTMLOptionElement[]): void {
  list.focus({ preventScroll: true });
  const before = [...list.selectedOptions];
  if (list.multiple) for (const option of list.options) option.selected = wanted.includes(option);
  else wanted[0].selected = true;
  const after = [...list.selectedOptions];
  if (before.length === after.length && before.every((option, at) => option === after[at])) return;
  list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

export function valueOf(nid: number): string {
  const el = elementOf(nid);
  if (!el) return JSON.stringify({ value: null, secure: false });
  const secure = isSecure(el);
  return JSON.stringify({ value: secure ? null : readValue(el, roleOf(el)), secure });
}
