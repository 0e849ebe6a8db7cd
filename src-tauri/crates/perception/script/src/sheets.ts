// What the style sheets can do to a name or a box without touching the element itself: content before and after, and selectors that reach
// siblings or ancestors. Scanned once per set of sheets; a sheet that may not be read (another origin) is taken to do anything.

import { matches } from "./dom";

export interface Reach {
  /** Selectors of elements that may have content before them, or null when any may. */
  before: string | null;
  after: string | null;
  /** Whether a change at an element can restyle its later siblings. */
  siblings: boolean;
  /** Whether a change at an element can restyle anything. */
  anywhere: boolean;
}

const NOTHING: Reach = { before: "", after: "", siblings: false, anywhere: false };

let signature: unknown[] = [];
let roots: (Document | ShadowRoot)[] = [document];
let reach: Reach = NOTHING;

/** Tells which roots carry sheets. */
export function setRoots(all: (Document | ShadowRoot)[]): void {
  roots = all;
}

/** Reads the sheets again where they changed, and answers whether they did. */
export function refreshSheets(): boolean {
  const seen: unknown[] = [];
  const sheets: CSSStyleSheet[] = [];
  for (const root of roots) {
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      sheets.push(sheet);
      seen.push(sheet, rulesOf(sheet)?.length ?? -1, sheet.disabled);
    }
  }
  if (seen.length === signature.length && seen.every((value, index) => value === signature[index])) return false;
  signature = seen;
  reach = scan(sheets);
  return true;
}

export const sheetReach = (): Reach => reach;

export const mayHaveBefore = (el: Element): boolean => maySelect(el, reach.before);
export const mayHaveAfter = (el: Element): boolean => maySelect(el, reach.after);

function maySelect(el: Element, selectors: string | null): boolean {
  if (selectors === "") return false;
  return selectors === null || matches(el, selectors);
}

function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
  try {
    return sheet.cssRules;
  } catch {
    return null;
  }
}

function scan(sheets: CSSStyleSheet[]): Reach {
  const before: string[] = [];
  const after: string[] = [];
  const found: Reach = { before: "", after: "", siblings: false, anywhere: false };
  let opaque = false;
  const visit = (rules: CSSRuleList, around: string): void => {
    for (const rule of rules) {
      const selector = (rule as CSSStyleRule).selectorText as string | undefined;
      let whole = around;
      if (selector !== undefined) {
        whole = selector;
        note(selector, found);
        if ((rule as CSSStyleRule).style.content && saysSomething((rule as CSSStyleRule).style.content)) collect(selector, before, after);
      }
      const imported = (rule as CSSImportRule).styleSheet;
      if (imported) {
        const inner = rulesOf(imported);
        if (inner) visit(inner, whole);
        else opaque = true;
      }
      const nested = (rule as CSSGroupingRule).cssRules;
      if (nested?.length) visit(nested, whole);
    }
  };
  for (const sheet of sheets) {
    const rules = rulesOf(sheet);
    if (rules) visit(rules, "");
    else opaque = true;
  }
  if (opaque) return { before: null, after: null, siblings: true, anywhere: true };
  return { ...found, before: usable(before), after: usable(after) };
}

function note(selector: string, found: Reach): void {
  if (/[+~]|:nth-|:(first|last|only)-|:empty/.test(selector)) found.siblings = true;
  if (selector.includes(":has(")) found.anywhere = true;
}

const saysSomething = (content: string): boolean => content !== "none" && content !== "normal" && content !== '""';

function collect(selector: string, before: string[], after: string[]): void {
  for (const part of splitList(selector)) {
    if (/::?before\b/.test(part)) before.push(part.replace(/::?before\b.*$/, "") || "*");
    if (/::?after\b/.test(part)) after.push(part.replace(/::?after\b.*$/, "") || "*");
  }
}

/** Splits at the commas that are not inside brackets. */
function splitList(selector: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < selector.length; at++) {
    const c = selector[at];
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (c === "," && depth === 0) {
      parts.push(selector.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(selector.slice(from));
  return parts.map((part) => part.trim());
}

/** One selector for all, or null when it cannot be asked (nesting, :host, a trailing combinator): then any element may match. */
function usable(selectors: string[]): string | null {
  if (!selectors.length) return "";
  const all = [...new Set(selectors)].map((one) => (/[>+~\s]$/.test(one) ? `${one}*` : one));
  if (all.some((one) => one.includes("&") || one.includes(":host") || one.includes("::"))) return null;
  try {
    document.documentElement.matches(all.join(","));
    return all.join(",");
  } catch {
    return null;
  }
}

/** Whether the sheets may write something before or after an element. */
export const mayWrite = (el: Element): boolean => mayHaveBefore(el) || mayHaveAfter(el);
