// The few computed styles that matter, read once per element and kept in its record until something may have changed them.

import { recOf } from "./dom";

const checkVisibility = (Element.prototype as any).checkVisibility as (options?: object) => boolean;
const OPTIONS = { visibilityProperty: true };
const RENDERED = {};

/** Rendered and not `visibility: hidden`. Opacity does not count: what is transparent still takes a press. */
export const isShown = (el: Element): boolean => checkVisibility.call(el, OPTIONS);
/** Has a place in what is drawn (no `display: none` or skipped content around it); `visibility` does not count. */
export const isRendered = (el: Element): boolean => checkVisibility.call(el, RENDERED);

export const styleOf = (el: Element, pseudo?: string): CSSStyleDeclaration => getComputedStyle(el, pseudo);

/** How an element sits among its siblings' text: 0 inline, 1 on its own line or box, 2 contents (no box of its own). */
export type Flow = 0 | 1 | 2;

export function flowOfDisplay(display: string): Flow {
  if (display === "inline" || display === "ruby" || display === "inline flow") return 0;
  return display === "contents" ? 2 : 1;
}

export function flowOf(el: Element): Flow {
  const rec = recOf(el);
  return rec?.styled ? rec.flow : flowOfDisplay(styleOf(el).display);
}

const reds = new Map<string, boolean>();

/** Whether a text colour is clearly a red, as alarms are drawn in. */
export function isRed(color: string): boolean {
  let red = reds.get(color);
  if (red === undefined) {
    red = judgeRed(color);
    reds.set(color, red);
  }
  return red;
}

function judgeRed(color: string): boolean {
  const numbers = (color.match(/-?[\d.]+(e-?\d+)?%?/g) ?? []).map((n) => parseFloat(n));
  if (color.startsWith("rgb")) return redRgb(numbers[0], numbers[1], numbers[2], numbers[3] ?? 1);
  if (color.startsWith("color(srgb")) return redRgb(numbers[0] * 255, numbers[1] * 255, numbers[2] * 255, numbers[3] ?? 1);
  if (color.startsWith("oklch")) return numbers[1] >= 0.12 && numbers[2] >= 10 && numbers[2] <= 38 && numbers[0] >= 0.3;
  if (color.startsWith("lab")) return numbers[1] >= 35 && Math.abs(numbers[2]) <= numbers[1] * 1.1;
  return false;
}

function redRgb(r: number, g: number, b: number, alpha: number): boolean {
  return alpha > 0.3 && r >= 120 && r - Math.max(g, b) >= 85 && Math.abs(g - b) <= 50;
}
