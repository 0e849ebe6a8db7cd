// Where elements are: exact in the viewport and one viewport around it; further away a whole subtree moves as one, and says so.

import { rectOf, shadowOf, styleOfBox } from "./geometry";
import type { Rec } from "./records";

const round = (value: number): number => Math.round(value * 100) / 100;

let left = 0;
let top = 0;
let right = 0;
let bottom = 0;
let now = 0;

/** Measures what is near or new, and moves the rest along. */
export function measure(root: Rec): void {
  now = performance.now();
  const width = innerWidth;
  const height = innerHeight;
  left = -width;
  top = -height;
  right = 2 * width;
  bottom = 2 * height;
  measureOne(root, false);
  measureKids(root);
}

const enum Side {
  Near = 0,
  Above = 1,
  Below = 2,
  Left = 3,
  Right = 4,
}

/** Where all of it, with what reaches out of it, lies. */
function sideOf(rec: Rec): Side {
  if (rec.toY < top) return Side.Above;
  if (rec.fromY > bottom) return Side.Below;
  if (rec.toX < left) return Side.Left;
  if (rec.fromX > right) return Side.Right;
  return Side.Near;
}

/** How the last element measured moved. */
let movedX = 0;
let movedY = 0;

function measureOne(rec: Rec, clipped: boolean): Side {
  if (!rec.rendered) return noBox(rec);
  const rect = rectOf(rec.el);
  let { width, height } = rect;
  let x = rect.x;
  let y = rect.y;
  let hides = clipped;
  if ((width === 0 || height === 0) && rec.rendered && rec.el.firstChild) {
    if (styleOfBox(rec.el) === "visible") {
      const inner = contentRect(rec.el);
      if (inner.width && inner.height) ({ x, y, width, height } = inner);
    } else hides = true;
  }
  if (width === 0 && height === 0) {
    rec.clipped = hides;
    return noBox(rec);
  }
  x = round(x);
  y = round(y);
  width = round(width);
  height = round(height);
  movedX = rec.known ? x - rec.x : 0;
  movedY = rec.known ? y - rec.y : 0;
  if (!rec.known || movedX || movedY || width !== rec.width || height !== rec.height) {
    rec.boxed = true;
    rec.restsSince = now;
  }
  if (hides !== rec.clipped) {
    rec.clipped = hides;
    rec.exact = true;
    rec.boxed = true;
  }
  rec.x = x;
  rec.y = y;
  rec.width = width;
  rec.height = height;
  rec.known = true;
  rec.shifted = false;
  reach(rec);
  const measured = y + height >= top && y <= bottom && x + width >= left && x <= right;
  if (measured !== rec.measured) {
    rec.measured = measured;
    rec.boxed = true;
  }
  return sideOf(rec);
}

/** What is inside is taken to have moved along, until it is looked at. */
function reach(rec: Rec): void {
  rec.fromX = Math.min(rec.x, rec.fromX + movedX);
  rec.fromY = Math.min(rec.y, rec.fromY + movedY);
  rec.toX = Math.max(rec.x + rec.width, rec.toX + movedX);
  rec.toY = Math.max(rec.y + rec.height, rec.toY + movedY);
}

/** All inside was looked at: how far it really reaches. */
function reachAnew(rec: Rec): void {
  rec.fromX = rec.x;
  rec.fromY = rec.y;
  rec.toX = rec.x + rec.width;
  rec.toY = rec.y + rec.height;
  for (const kid of rec.kids) {
    if (!kid.rendered) continue;
    rec.fromX = Math.min(rec.fromX, kid.fromX);
    rec.fromY = Math.min(rec.fromY, kid.fromY);
    rec.toX = Math.max(rec.toX, kid.toX);
    rec.toY = Math.max(rec.toY, kid.toY);
  }
}

/** What is not rendered has no box, and none to be measured. */
function noBox(rec: Rec): Side {
  movedX = movedY = 0;
  if (!rec.known || rec.measured || rec.x || rec.y || rec.width || rec.height) rec.boxed = true;
  rec.x = rec.y = rec.width = rec.height = 0;
  rec.known = true;
  rec.measured = rec.shifted = false;
  rec.fromX = rec.fromY = rec.toX = rec.toY = 0;
  return Side.Near;
}

const range = new Range();
function contentRect(el: Element): DOMRect {
  range.selectNodeContents(shadowOf(el) ?? el);
  const rect = range.getBoundingClientRect();
  // A live range makes every mutation dearer; it is parked outside of the page.
  range.detach();
  return rect;
}

function measureKids(rec: Rec): void {
  const kids = rec.kids;
  const count = kids.length;
  let measuredInside = false;
  let at = 0;
  while (at < count) {
    const kid = kids[at];
    const side = measureOne(kid, rec.clipped);
    if (side === Side.Near || kid.exact || kid.loose) {
      measureKids(kid);
      kid.exact = false;
      measuredInside ||= kid.measured || kid.measuredInside;
      at++;
      continue;
    }
    const dx = movedX;
    const dy = movedY;
    shiftKids(kid, dx, dy);
    at = gallop(kids, at, side, dx, dy);
  }
  rec.measuredInside = measuredInside;
  reachAnew(rec);
}

/** From a far sibling on, skips those that lie between it and another far one that moved alike. Answers the next index to look at. */
function gallop(kids: Rec[], from: number, side: Side, dx: number, dy: number): number {
  let at = from + 1;
  let step = 4;
  while (at + step < kids.length) {
    const until = at + step;
    for (let between = at; between <= until; between++) {
      const kid = kids[between];
      if (kid.exact || !kid.known || kid.outOfFlow || kid.loose || sideOf(kid) === Side.Near) return at;
    }
    const end = kids[until];
    const before = { x: end.x, y: end.y, width: end.width, height: end.height, measured: end.measured, boxed: end.boxed };
    if (measureOne(end, end.parent!.clipped) !== side || movedX !== dx || movedY !== dy) {
      Object.assign(end, before);
      return at;
    }
    shiftKids(end, dx, dy);
    for (let between = at; between < until; between++) shift(kids[between], dx, dy);
    at = until + 1;
    step *= 2;
  }
  return at;
}

function shift(rec: Rec, dx: number, dy: number): void {
  if (!rec.rendered) return;
  rec.fromX += dx;
  rec.fromY += dy;
  rec.toX += dx;
  rec.toY += dy;
  if (rec.width === 0 && rec.height === 0) return shiftKids(rec, dx, dy);
  if (dx === 0 && dy === 0 && !rec.measured && !rec.measuredInside) return;
  if (dx !== 0 || dy !== 0 || rec.measured) {
    rec.x += dx;
    rec.y += dy;
    rec.measured = false;
    rec.shifted = true;
    rec.dx = dx;
    rec.dy = dy;
  }
  shiftKids(rec, dx, dy);
}

function shiftKids(rec: Rec, dx: number, dy: number): void {
  if (dx === 0 && dy === 0 && !rec.measuredInside) return;
  for (const kid of rec.kids) shift(kid, dx, dy);
  rec.measuredInside = false;
}
