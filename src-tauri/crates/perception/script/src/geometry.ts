// Sizes the browser knows, and how an element treats what reaches out of it.

import { rectOf, shadowOf } from "./dom";
import { styleOf } from "./styles";

export { rectOf, shadowOf };

/** `visible` where what reaches out of the box is drawn all the same. */
export function styleOfBox(el: Element): string {
  const style = styleOf(el);
  return style.overflowX === "visible" && style.overflowY === "visible" ? "visible" : "clipped";
}

/** The content box of a frame element in this viewport: its border and padding taken off, its scale minded. */
export function contentBox(el: HTMLElement): [number, number, number, number] {
  const rect = rectOf(el);
  const style = styleOf(el);
  const scaleX = el.offsetWidth ? rect.width / el.offsetWidth : 1;
  const scaleY = el.offsetHeight ? rect.height / el.offsetHeight : 1;
  const left = (el.clientLeft + parseFloat(style.paddingLeft)) * scaleX;
  const top = (el.clientTop + parseFloat(style.paddingTop)) * scaleY;
  const right = (el.offsetWidth - el.clientLeft - el.clientWidth + parseFloat(style.paddingRight)) * scaleX;
  const bottom = (el.offsetHeight - el.clientTop - el.clientHeight + parseFloat(style.paddingBottom)) * scaleY;
  return [rect.x + left, rect.y + top, Math.max(0, rect.width - left - right), Math.max(0, rect.height - top - bottom)].map(
    (value) => Math.round(value * 100) / 100,
  ) as [number, number, number, number];
}
