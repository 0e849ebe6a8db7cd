// The report: whole, or what changed since the last one. Each element's JSON is kept as text, so that what did not change costs nothing.

import { drain, newRound, noticed } from "./changes";
import { measure } from "./boxes";
import { contentBox } from "./geometry";
import { attr, recOf } from "./dom";
import type { Rec } from "./records";
import { refreshSheets } from "./sheets";
import { S } from "./states";
import { focusedElement, left, refresh, rootRec, structureChanged, structureTold, suspectsNow } from "./tree";

const FORMAT = 1;

let version = 0;
let order: Rec[] = [];

/** What is on the page: since 0 the whole of it, since the last report's version what changed. */
export function observe(since: number): string {
  const began = performance.now();
  const whole = since === 0 || since !== version;
  drain();
  left.length = 0;
  refresh(refreshSheets());
  const root = rootRec();
  if (root) measure(root);
  newRound();
  const report = write(root, whole);
  report.push(`"took_ms":${(performance.now() - began).toFixed(1)}}`);
  return report.join("");
}

function write(root: Rec | null, whole: boolean): string[] {
  const since = whole ? 0 : version;
  version++;
  const before = whole ? [] : order;
  if (whole || structureChanged()) {
    order = [];
    if (root) list(root, 0);
  }
  structureTold();
  const gone = whole ? [] : goneOf();
  const parts: string[] = [];
  const boxes: string[] = [];
  const shifts: number[] = [];
  collect(whole, parts, boxes, shifts);
  const out = [`{"format":${FORMAT},"version":${version},"since":${since},"document":${documentJson()},"elements":[`, parts.join(","), "],"];
  if (gone.length) out.push(`"gone":[${gone.join(",")}],`);
  const splice = before === order ? null : spliceOf(before, order);
  if (splice) out.push(`"order":[${splice.join(",")}],`);
  if (boxes.length) out.push(`"boxes":[${boxes.join(",")}],`);
  if (shifts.length) out.push(`"shifts":[${shifts.join(",")}],`);
  out.push(`"frames":${JSON.stringify(frames())},"unreadable":${JSON.stringify(surfaces())},"suspects":[${suspectsNow().join(",")}],`);
  return out;
}

/** Listed records in document order, each with the number of the listed one around it. */
function list(rec: Rec, up: number): void {
  if (rec.listed) {
    if (rec.up !== up) {
      rec.up = up;
      rec.changed = true;
    }
    order.push(rec);
    up = rec.nid;
  }
  for (const kid of rec.kids) list(kid, up);
}

function goneOf(): number[] {
  const gone: number[] = [];
  for (const rec of left) {
    if (!rec.sent || rec.listed) continue;
    rec.sent = false;
    gone.push(rec.nid);
  }
  return gone;
}

function collect(whole: boolean, parts: string[], boxes: string[], shifts: number[]): void {
  let from = -1;
  let dx = 0;
  let dy = 0;
  const close = (to: number): void => {
    if (from >= 0) shifts.push(from, to, dx, dy);
    from = -1;
  };
  for (let at = 0; at < order.length; at++) {
    const rec = order[at];
    const differs = rec.changed || rec.boxed ? retold(rec) : false;
    if (whole || differs || !rec.sent) {
      parts.push(json(rec));
      close(at);
    } else if (rec.boxed) {
      boxes.push(`${rec.nid},${rec.x},${rec.y},${rec.width},${rec.height},${rec.measured ? 1 : 0}`);
      close(at);
    } else if (rec.shifted) {
      if (from >= 0 && (rec.dx !== dx || rec.dy !== dy)) close(at);
      if (from < 0) {
        from = at;
        dx = rec.dx;
        dy = rec.dy;
      }
    } else close(at);
    rec.sent = true;
    rec.changed = rec.boxed = rec.shifted = false;
  }
  close(order.length);
}

/** Writes an element's texts anew, and answers whether anything but the box differs from what was told. */
function retold(rec: Rec): boolean {
  const bits = rec.states | (isVisible(rec) ? S.VISIBLE : 0);
  const head = `${rec.up},${JSON.stringify(rec.role ?? fallbackRole(rec))},${JSON.stringify(rec.name)},${JSON.stringify(rec.text)}`;
  const tail = tailOf(rec);
  if (head === rec.head && tail === rec.tail && bits === rec.bits) return false;
  rec.head = head;
  rec.tail = tail;
  rec.bits = bits;
  return true;
}

/** A text nobody gave a role; without text it is a control or a container of one. */
const fallbackRole = (rec: Rec): string => (rec.text !== "" ? "text" : "generic");

function isVisible(rec: Rec): boolean {
  if (!rec.shown || rec.clipped || rec.width <= 0 || rec.height <= 0) return false;
  if (rec.states & S.CONTROL) return true;
  // Text for screen readers alone is drawn in a pixel or not at all.
  return rec.opaque && !(rec.width <= 1 && rec.height <= 1);
}

function tailOf(rec: Rec): string {
  const fields: unknown[] = [rec.value, rec.description || null, rec.id, rec.options?.length ? rec.options : null, rec.level || null, rec.cell];
  while (fields.length && fields[fields.length - 1] === null) fields.pop();
  return fields.length ? `,${JSON.stringify(fields).slice(1, -1)}` : "";
}

const json = (rec: Rec): string =>
  `[${rec.nid},${rec.head},${rec.bits | (rec.measured ? S.MEASURED : 0)},${rec.x},${rec.y},${rec.width},${rec.height}${rec.tail}]`;

/** The change between two orders, as one splice: where, how many fell, and what stands there now. */
function spliceOf(before: Rec[], now: Rec[]): number[] | null {
  const shorter = Math.min(before.length, now.length);
  let same = 0;
  while (same < shorter && before[same] === now[same]) same++;
  let end = 0;
  while (end < shorter - same && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  if (same === before.length && same === now.length) return null;
  const splice = [same, before.length - same - end];
  for (let at = same; at < now.length - end; at++) splice.push(now[at].nid);
  return splice;
}

function documentJson(): string {
  const focus = focusedElement();
  return JSON.stringify({
    url: location.href.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1"),
    title: document.title,
    name: window.name,
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
    focus: (focus && recOf(focus)?.nid) || 0,
    build: attr(document.querySelector('meta[name="build"]') ?? document.documentElement ?? document.createElement("i"), "content") ?? "",
  });
}

function frames(): object[] {
  return order.filter((rec) => rec.tag === "iframe" || rec.tag === "frame").map((rec) => ({
    nid: rec.nid,
    box: contentBox(rec.el as HTMLElement),
    name: attr(rec.el, "name") ?? attr(rec.el, "id") ?? "",
    src: (rec.el as HTMLIFrameElement).src ?? "",
  }));
}

const OPAQUE = new Set(["embed", "object"]);

function surfaces(): object[] {
  return order.filter((rec) => rec.tag === "canvas" || OPAQUE.has(rec.tag)).map((rec) => ({
    kind: rec.tag === "canvas" ? "canvas" : "opaque",
    nid: rec.nid,
    name: rec.name || (attr(rec.el, "type") ?? rec.tag),
  }));
}

export const currentVersion = (): number => version;
export const changesNoticed = (): number => noticed;
