// What an element is at the moment, in the bits `baton_screen::States` numbers.

import { HAS } from "./attributes";
import { attr, byIds, isHtml, matches, tagOf } from "./dom";
import { Around, type Rec } from "./records";
import { WIDGETS, focusable, isEditingHost, isSummary } from "./roles";
import { isEditable, isSecure } from "./values";

export const S = {
  VISIBLE: 1 << 0, ENABLED: 1 << 1, FOCUSED: 1 << 2, CHECKED: 1 << 3, MIXED: 1 << 4, SELECTED: 1 << 5, EXPANDED: 1 << 6, COLLAPSED: 1 << 7,
  SECURE: 1 << 8, REQUIRED: 1 << 9, READONLY: 1 << 10, INVALID: 1 << 11, ALARMING: 1 << 12, CONTROL: 1 << 13, TEXT: 1 << 14, EDITABLE: 1 << 15,
  MEASURED: 1 << 16, PRESSED: 1 << 17, MULTILINE: 1 << 18, BUSY: 1 << 19, MODAL: 1 << 20, MULTISELECTABLE: 1 << 21,
} as const;

const CHECKABLE = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);
const FORM_FIELDS = new Set(["input", "select", "textarea", "button"]);

/** True where a form control's own properties say more than its attributes. */
export const isFormField = (tag: string): boolean => FORM_FIELDS.has(tag) || tag === "option";

export function statesOf(rec: Rec, focused: Element | null): number {
  const { el, has, role } = rec;
  let states = fieldStates(rec);
  if (el === focused) states |= S.FOCUSED;
  if (isEnabled(rec)) states |= S.ENABLED;
  if (isControl(rec)) states |= S.CONTROL;
  if (rec.around & Around.Modal) states |= S.MODAL;
  if (has & HAS["aria-expanded"]) states |= expanded(attr(el, "aria-expanded"));
  else if (rec.tag === "details") states |= (el as HTMLDetailsElement).open ? S.EXPANDED : S.COLLAPSED;
  else if (rec.tag === "summary" && isSummary(el)) states |= (el.closest("details") as HTMLDetailsElement)?.open ? S.EXPANDED : S.COLLAPSED;
  if (has & HAS["aria-checked"] && role !== null && CHECKABLE.has(role) && !isNativeCheck(el)) {
    const checked = attr(el, "aria-checked");
    states |= checked === "true" ? S.CHECKED : checked === "mixed" ? S.MIXED : 0;
  }
  if (has & HAS["aria-selected"] && attr(el, "aria-selected") === "true") states |= S.SELECTED;
  if (has & HAS["aria-pressed"]) {
    const pressed = attr(el, "aria-pressed");
    states |= pressed === "true" ? S.PRESSED : pressed === "mixed" ? S.MIXED : 0;
  }
  if (has & HAS["aria-required"] && attr(el, "aria-required") === "true") states |= S.REQUIRED;
  if (has & HAS["aria-readonly"] && attr(el, "aria-readonly") === "true") states |= S.READONLY;
  if (has & HAS["aria-busy"] && attr(el, "aria-busy") === "true") states |= S.BUSY;
  if (has & HAS["aria-multiline"] && attr(el, "aria-multiline") === "true") states |= S.MULTILINE;
  if (has & HAS["aria-multiselectable"] && attr(el, "aria-multiselectable") === "true") states |= S.MULTISELECTABLE;
  if (has & HAS.contenteditable && isEditingHost(el)) states |= S.EDITABLE | S.MULTILINE | (isSecure(el) ? S.SECURE : 0);
  else if ((role === "textbox" || role === "searchbox") && !FORM_FIELDS.has(rec.tag) && (el as HTMLElement).isContentEditable) states |= S.EDITABLE;
  if (rec.text) states |= S.TEXT;
  if (role === "alert" || (rec.red && rec.text && !(states & S.CONTROL && role !== null))) states |= S.ALARMING;
  return states;
}

/** What form fields say by their properties, which change without a trace in the tree. */
export function fieldStates(rec: Rec): number {
  const { el, has, tag } = rec;
  let states = 0;
  if (has & HAS["aria-invalid"]) {
    const invalid = attr(el, "aria-invalid");
    if (invalid && invalid !== "false") states |= S.INVALID;
  }
  if (!isFormField(tag) || !isHtml(el)) return states;
  const field = el as HTMLInputElement;
  if (tag === "input") {
    const type = field.type;
    if (type === "checkbox" || type === "radio") {
      if (type === "checkbox" && field.indeterminate) states |= S.MIXED;
      else if (field.checked) states |= S.CHECKED;
    }
    if (isEditable(el)) states |= S.EDITABLE | (isSecure(el) ? S.SECURE : 0) | (field.readOnly ? S.READONLY : 0);
    if (field.required) states |= S.REQUIRED;
  } else if (tag === "textarea") {
    states |= S.EDITABLE | S.MULTILINE | (field.readOnly ? S.READONLY : 0) | (field.required ? S.REQUIRED : 0) | (isSecure(el) ? S.SECURE : 0);
  } else if (tag === "select") {
    if (field.required) states |= S.REQUIRED;
    if ((el as unknown as HTMLSelectElement).multiple) states |= S.MULTISELECTABLE;
  } else if (tag === "option") {
    if ((el as unknown as HTMLOptionElement).selected) states |= S.SELECTED;
  }
  if (tag !== "button" && tag !== "option" && matches(el, ":user-invalid")) states |= S.INVALID;
  return states;
}

/** The states `fieldStates` answers for; the others stay when only fields are read again. */
export const FIELD_STATES = S.INVALID | S.MIXED | S.CHECKED | S.READONLY | S.REQUIRED | S.SELECTED;

const expanded = (value: string | null): number => (value === "true" ? S.EXPANDED : value === "false" ? S.COLLAPSED : 0);
const isNativeCheck = (el: Element): boolean => tagOf(el) === "input" && /^(checkbox|radio)$/.test((el as HTMLInputElement).type);

function isEnabled(rec: Rec): boolean {
  if (rec.around & (Around.Inert | Around.AriaDisabled | Around.BehindModal)) return false;
  return !(DISABLEABLE.has(rec.tag) && matches(rec.el, ":disabled"));
}
const DISABLEABLE = new Set(["button", "input", "select", "textarea", "fieldset", "option", "optgroup"]);

/** A person operates it: by its role, because it takes the keyboard, or because it visibly reacts to a press. */
export function isControl(rec: Rec): boolean {
  const { el, has, role, tag } = rec;
  if (role === "gridcell") return focusable(el, has);
  if (role !== null && WIDGETS.has(role)) return true;
  if (FORM_FIELDS.has(tag) && (el as HTMLInputElement).type !== "hidden") return true;
  if (has & (HAS.tabindex | HAS.onclick | HAS.contenteditable)) {
    if (has & HAS.onclick && tag !== "body") return true;
    if (has & HAS.contenteditable && isEditingHost(el)) return true;
    if (has & HAS.tabindex && parseInt(attr(el, "tabindex")!, 10) >= 0 && !CONTAINERS.has(role ?? "")) return true;
  }
  return rec.pointer && role === null && tag !== "label" && rec.text !== "";
}
/** Things that take the keyboard only to be scrolled or to hold it for what is inside. */
const CONTAINERS = new Set(["dialog", "alertdialog", "region", "main", "tabpanel", "document", "application", "article", "group", "navigation", "table", "log"]);

/** The heading level, from 1. */
export function levelOf(rec: Rec): number {
  if (rec.role !== "heading") return 0;
  if (rec.has & HAS["aria-level"]) {
    const level = parseInt(attr(rec.el, "aria-level")!, 10);
    if (level >= 1 && level < 256) return level;
  }
  return /^h[1-6]$/.test(rec.tag) ? Number(rec.tag[1]) : 2;
}

/** Test id, else id. */
export function idOf(el: Element): string | null {
  for (const name of ["data-testid", "data-test", "data-test-id", "data-qa", "id"]) {
    const value = attr(el, name);
    if (value) return value;
  }
  return null;
}

export const referencesMissing = (el: Element, ids: string): boolean => byIds(el, ids).length === 0;
