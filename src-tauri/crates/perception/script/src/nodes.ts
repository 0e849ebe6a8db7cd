// From numbers to nodes and back.

import { connected, flatParent, recOf } from "./dom";
import type { Rec } from "./records";
import { recordOf } from "./tree";

/** The element of a number while it is in the document. */
export function elementOf(nid: number): Element | null {
  const el = recordOf(nid)?.el ?? null;
  return el && connected(el) ? el : null;
}

/** The listed records around an element, nearest first, itself included. */
export function listedAround(el: Element): Rec[] {
  const found: Rec[] = [];
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const rec = recOf(up);
    if (rec?.listed) found.push(rec);
  }
  return found;
}
