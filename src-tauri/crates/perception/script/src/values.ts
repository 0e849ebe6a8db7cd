// What controls hold. A secure field's value is never read, and a field that ever was secure stays so.

import { attr, fold, isHtml, tagOf } from "./dom";
import { drawnText } from "./names";
import { isEditingHost } from "./roles";
import { styleOf } from "./styles";

const secure = new WeakSet<Element>();

const SECRET_KINDS = new Set(["current-password", "new-password", "cc-csc"]);

/** A password field, one whose characters are drawn as discs, one that holds a password by its autocomplete, or one that ever was. */
export function isSecure(el: Element): boolean {
  if (secure.has(el)) return true;
  const found = judgeSecure(el);
  if (found) secure.add(el);
  return found;
}

function judgeSecure(el: Element): boolean {
  const tag = tagOf(el);
  if (tag !== "input" && tag !== "textarea" && !isEditingHost(el)) return false;
  if (tag === "input") {
    const type = (el as HTMLInputElement).type;
    if (type === "password") return true;
    if (!TYPED.has(type)) return false;
  }
  const kinds = attr(el, "autocomplete");
  if (kinds && kinds.split(/\s+/).some((kind) => SECRET_KINDS.has(kind.toLowerCase()))) return true;
  const drawn = (styleOf(el) as any).webkitTextSecurity;
  return !!drawn && drawn !== "none";
}

const TYPED = new Set(["text", "search", "email", "tel", "url", "number", "password"]);
const PICKED = new Set(["date", "datetime-local", "month", "week", "time"]);

/** Takes typed text. */
export function isEditable(el: Element): boolean {
  if (!isHtml(el)) return false;
  const tag = tagOf(el);
  if (tag === "textarea") return true;
  if (tag === "input") return TYPED.has((el as HTMLInputElement).type) || PICKED.has((el as HTMLInputElement).type);
  return isEditingHost(el);
}

export const optionLabel = (option: HTMLOptionElement): string => fold(attr(option, "label") || option.text);

/** The labels of a list's options, or null for what is no list. */
export function optionsOf(el: Element, role: string | null): string[] | null {
  if (tagOf(el) === "select") return [...(el as HTMLSelectElement).options].map(optionLabel);
  if (tagOf(el) === "input" && role === "combobox") {
    const list = (el as HTMLInputElement).list;
    return list ? [...(list as HTMLDataListElement).options].map((option) => optionLabel(option) || option.value) : null;
  }
  if (role === "listbox") {
    return [...el.querySelectorAll('[role="option"]')].map((option) => fold(attr(option, "aria-label") || option.textContent!));
  }
  return null;
}

/** The value, or null for what has none or does not tell it. */
export function valueOf(el: Element, role: string | null): string | null {
  if (isHtml(el)) {
    switch (tagOf(el)) {
      case "input":
        return inputValue(el as HTMLInputElement);
      case "textarea":
        return isSecure(el) ? null : (el as HTMLTextAreaElement).value;
      case "select":
        return [...(el as HTMLSelectElement).selectedOptions].map(optionLabel).join(", ");
      case "progress":
        return el.hasAttribute("value") ? String((el as HTMLProgressElement).value) : null;
      case "meter":
        return String((el as HTMLMeterElement).value);
    }
    if (isEditingHost(el)) return isSecure(el) ? null : fold(drawnText(el));
  }
  switch (role) {
    case "slider":
    case "spinbutton":
    case "scrollbar":
    case "progressbar":
    case "meter":
    case "separator":
      return attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
    case "textbox":
    case "searchbox":
      return fold(drawnText(el));
    case "combobox":
      return fold(drawnText(el));
    case "listbox": {
      const chosen = [...el.querySelectorAll('[role="option"][aria-selected="true"]')];
      return chosen.length ? chosen.map((option) => fold(attr(option, "aria-label") || option.textContent!)).join(", ") : null;
    }
    default:
      return null;
  }
}

function inputValue(el: HTMLInputElement): string | null {
  switch (el.type) {
    case "button":
    case "submit":
    case "reset":
    case "image":
    case "checkbox":
    case "radio":
    case "hidden":
      return null;
    case "file":
      return [...(el.files ?? [])].map((file) => file.name).join(", ");
    default:
      return isSecure(el) ? null : el.value;
  }
}
