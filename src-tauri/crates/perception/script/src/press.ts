// The last input the page received, seen before any handler of its own: the listener stands on the window, in the capture phase, first.

import { isElement } from "./dom";
import { listedAround } from "./nodes";
import { nidOf } from "./tree";

interface Press {
  count: number;
  type: string;
  el: Element | null;
  x: number;
  y: number;
  trusted: boolean;
  t: number;
}

let last: Press | null = null;
let count = 0;

const TYPES = ["pointerdown", "pointerup", "click", "dblclick", "contextmenu", "auxclick", "keydown", "beforeinput", "drop", "wheel"];

export function listenForPresses(): void {
  for (const type of TYPES) addEventListener(type, remember, { capture: true, passive: true });
}

function remember(event: Event): void {
  if (!event.isTrusted) return;
  const target = event.composedPath()[0];
  const at = event as PointerEvent;
  last = {
    count: ++count,
    type: event.type,
    el: target instanceof Node ? (isElement(target) ? target : target.parentElement) : null,
    x: at.clientX ?? 0,
    y: at.clientY ?? 0,
    trusted: event.isTrusted,
    t: performance.now(),
  };
}

/** Which keys were pressed is not kept: it could be a password. */
export function lastPress(): string {
  if (!last) return "null";
  const { el, ...rest } = last;
  const path = el ? listedAround(el).map((rec) => rec.nid) : [];
  return JSON.stringify({ ...rest, nid: el ? nidOf(el) : 0, listed: path[0] ?? 0, path });
}
