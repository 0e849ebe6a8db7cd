// Whether a node can be acted on now, and where to press so that it and nothing else receives it.

import { attr, connected, contains, flatParent, fold, recOf, rectOf, rectsOf, rootOf, shadowOf, tagOf } from "./dom";
import { drain, noticed } from "./changes";
import { attributesOf } from "./attributes";
import { nameOf } from "./names";
import { roleOf } from "./roles";
import { isShown, isRendered, styleOf } from "./styles";
import { elementOf } from "./nodes";

export interface Ready {
  why: "ready";
  x: number;
  y: number;
  box: [number, number, number, number];
  leads_to: { url: string; method: string } | null;
  scrolled: boolean;
}
export type Answer = Ready | { why: "gone" | "hidden" | "disabled" | "moving" | "out_of_view" } | { why: "covered"; by: string };

const JSON_OF = (answer: Answer): string => JSON.stringify(answer);

/** Answers at once where the node is known to rest; waits for animation frames only where it is new, moved or was scrolled. */
export function actionable(nid: number): string | Promise<string> {
  const el = elementOf(nid);
  if (!el || !connected(el)) return JSON_OF({ why: "gone" });
  const refused = refusal(el);
  if (refused) return JSON_OF(refused);
  const scrolled = bringIntoView(el);
  if (!scrolled && rests(el, nid)) return JSON_OF(place(el, false));
  return twoFrames().then(() => {
    if (!connected(el)) return JSON_OF({ why: "gone" });
    const again = refusal(el);
    if (again) return JSON_OF(again);
    const before = boxOf(el);
    return frame().then(() => {
      if (!connected(el)) return JSON_OF({ why: "gone" });
      if (!same(before, boxOf(el)) || isAnimated(el)) return JSON_OF({ why: "moving" });
      remember(nid, el);
      return JSON_OF(place(el, scrolled));
    });
  });
}

function refusal(el: Element): Answer | null {
  if (!drawn(el)) return { why: "hidden" };
  if (isDisabled(el)) return { why: "disabled" };
  return null;
}

function drawn(el: Element): boolean {
  if (!isShown(el)) {
    if (styleOf(el).display !== "contents" || !isRendered(flatParent(el) ?? el)) return false;
  }
  const box = boxOf(el);
  return box.width > 0 && box.height > 0;
}

export function isDisabled(el: Element): boolean {
  if (el.matches(":disabled")) return true;
  for (let up: Element | null = el; up; up = flatParent(up)) {
    if (attr(up, "aria-disabled") === "true" || up.hasAttribute("inert")) return true;
  }
  return false;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boxOf(el: Element): Box {
  const rect = rectOf(el);
  if (rect.width && rect.height) return rect;
  const inner = new Range();
  inner.selectNodeContents(shadowOf(el) ?? el);
  return inner.getBoundingClientRect();
}

const same = (a: Box, b: Box): boolean =>
  Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;

/** Scrolls only where the middle is outside of the viewport or of a scrolling box around it. */
function bringIntoView(el: Element): boolean {
  if (middleInView(el)) return false;
  const target = rectOf(el).width ? el : (el.firstElementChild ?? el);
  target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" as ScrollBehavior });
  return true;
}

function middleInView(el: Element): boolean {
  const box = boxOf(el);
  let x = box.x + box.width / 2;
  let y = box.y + box.height / 2;
  if (box.width > innerWidth) x = Math.min(Math.max(x, 0), innerWidth - 1);
  if (box.height > innerHeight) y = Math.min(Math.max(y, 0), innerHeight - 1);
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  for (let up = flatParent(el); up && up !== document.documentElement && up !== document.body; up = flatParent(up)) {
    if (up.scrollHeight <= up.clientHeight && up.scrollWidth <= up.clientWidth) continue;
    const around = rectOf(up);
    if (styleOf(up).overflowY === "visible") continue;
    const tall = box.height > around.height;
    const wide = box.width > around.width;
    if (!tall && (y < around.top || y > around.bottom)) return false;
    if (!wide && (x < around.left || x > around.right)) return false;
  }
  return true;
}

/** Boxes as they were when a node was last found at rest, and when. */
const rested = new Map<number, { box: Box; at: number }>();
const RESTS_MS = 30;

function remember(nid: number, el: Element): void {
  if (rested.size > 500) rested.clear();
  rested.set(nid, { box: boxOf(el), at: performance.now() });
}

/** The same box as at an earlier observation at least two frames ago, and nothing animates it. */
function rests(el: Element, nid: number): boolean {
  if (isAnimated(el)) return false;
  const box = boxOf(el);
  const seen = rested.get(nid) ?? observed(el);
  if (!seen || performance.now() - seen.at < RESTS_MS || !same(seen.box, box)) return false;
  remember(nid, el);
  return true;
}

/** The first time this box was seen by an observation. */
function observed(el: Element): { box: Box; at: number } | null {
  const rec = recOf(el);
  return rec?.known && rec.measured ? { box: rec, at: rec.restsSince } : null;
}

/** An animation or transition runs that moves it or something around it. */
function isAnimated(el: Element): boolean {
  const root = rootOf(el) as Document | ShadowRoot;
  const running = [...document.getAnimations(), ...(root !== document && "getAnimations" in root ? root.getAnimations() : [])];
  return running.some((animation) => {
    const effect = animation.effect as KeyframeEffect | null;
    const target = effect?.target;
    if (!target || animation.playState !== "running" || !around(target, el)) return false;
    return effect.getKeyframes().some((frame) => MOVES.some((property) => property in frame));
  });
}

const MOVES = ["transform", "translate", "scale", "rotate", "top", "left", "right", "bottom", "width", "height", "marginTop", "marginLeft", "margin",
  "maxHeight", "inset", "offsetDistance", "insetInlineStart", "insetBlockStart", "minHeight", "padding", "fontSize", "flexBasis"];

function around(target: Element, el: Element): boolean {
  for (let up: Element | null = el; up; up = flatParent(up)) if (up === target) return true;
  return false;
}

/** A point inside of one of its pieces that really reaches it, or what covers it. */
function place(el: Element, scrolled: boolean): Answer {
  let covering: Element | null = null;
  let inView = false;
  for (const point of pointsOf(el)) {
    if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) continue;
    inView = true;
    const hit = deepHit(point.x, point.y);
    if (hit && receives(el, hit)) {
      const { x, y, width, height } = boxOf(el);
      return { why: "ready", x: point.x, y: point.y, box: [x, y, width, height], leads_to: leadsTo(el), scrolled };
    }
    covering ??= hit;
  }
  if (!inView) return { why: "out_of_view" };
  return { why: "covered", by: covering ? describe(covering, el) : "nothing that takes a press" };
}

/** Middles first, then points nearer to the edges, of the largest pieces an element is drawn in. */
function pointsOf(el: Element): { x: number; y: number }[] {
  let pieces: Box[] = [...rectsOf(el)].filter((rect) => rect.width > 0 && rect.height > 0);
  if (!pieces.length) pieces = [boxOf(el)];
  pieces = pieces.slice(0, 8).map(clip).filter((piece) => piece.width > 0 && piece.height > 0);
  const points: { x: number; y: number }[] = [];
  for (const [fx, fy] of PLACES) for (const { x, y, width, height } of pieces) points.push({ x: x + width * fx, y: y + height * fy });
  return points;
}
const PLACES = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.1], [0.9, 0.9]];

function clip({ x, y, width, height }: Box): Box {
  const right = Math.min(x + width, innerWidth);
  const bottom = Math.min(y + height, innerHeight);
  const left = Math.max(x, 0);
  const top = Math.max(y, 0);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The innermost element at a point, through open and adopted shadow roots. */
export function deepHit(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let depth = 0; hit && depth < 50; depth++) {
    const inner: Element | null = shadowOf(hit)?.elementFromPoint(x, y) ?? null;
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** A hit counts for the element itself, for what is inside of it, and for a label of it. */
function receives(el: Element, hit: Element): boolean {
  for (let up: Element | null = hit; up; up = flatParent(up)) {
    if (up === el) return true;
    if (tagOf(up) === "label" && (up as HTMLLabelElement).control === el) return true;
  }
  // An area of an image map is hit as itself; a closed root nobody handed over is hit as its host.
  const root = rootOf(el);
  return root.nodeType === 11 && !shadowOf((root as ShadowRoot).host) && contains((root as ShadowRoot).host, hit);
}

/** How a person would call what is in the way: role and name of the nearest thing that has both, else the tag. */
function describe(hit: Element, el: Element): string {
  // The press falls through to what is behind it.
  if (around(hit, el)) return tagOf(hit);
  for (let up: Element | null = hit, steps = 0; up && steps < 6 && !around(up, el); up = flatParent(up), steps++) {
    const has = attributesOf(up);
    const role = roleOf(up, has);
    const name = role ? nameOf(up, role, has).name || (role === "dialog" ? fold(up.textContent ?? "").slice(0, 60) : "") : "";
    if (role && name) return `${role} "${name}"`;
  }
  const text = fold(hit.textContent ?? "");
  return text && text.length <= 60 ? `text "${text}"` : tagOf(hit) + (hit.id ? `#${hit.id}` : "");
}

/** Where activating it would lead: the link around it, or the form it would submit. */
export function leadsTo(el: Element): { url: string; method: string } | null {
  for (let up: Element | null = el; up; up = flatParent(up)) {
    const tag = tagOf(up);
    if (tag === "a" || tag === "area") {
      const href = (up as HTMLAnchorElement).href as unknown;
      const url = typeof href === "string" ? href : ((href as SVGAnimatedString)?.baseVal ?? "");
      if (url) return { url: new URL(url, document.baseURI).href, method: "GET" };
    }
    if (tag === "button" || tag === "input") {
      const button = up as HTMLInputElement;
      if ((button.type === "submit" || button.type === "image") && button.form) return submits(button.form, button);
      return null;
    }
    if (tag === "label" && (up as HTMLLabelElement).control && (up as HTMLLabelElement).control !== el) return leadsTo((up as HTMLLabelElement).control!);
  }
  return null;
}

const formAction = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "action")!.get!;
const formMethod = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "method")!.get!;

function submits(form: HTMLFormElement, button: HTMLInputElement): { url: string; method: string } {
  const url = button.hasAttribute("formaction") ? button.formAction : formAction.call(form);
  const method = button.hasAttribute("formmethod") ? button.formMethod : formMethod.call(form);
  return { url, method: method.toUpperCase() };
}

/** The next animation frame, or a while where the page draws none. */
export function frame(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

const twoFrames = (): Promise<void> => frame();

/** Resolves when nothing changed for so many animation frames, or says no after the limit. */
export async function still(frames: number, limitMs = 500): Promise<string> {
  const until = performance.now() + limitMs;
  let quiet = 0;
  drain();
  let seen = noticed;
  while (quiet < frames && performance.now() < until) {
    await frame();
    drain();
    quiet = noticed === seen ? quiet + 1 : 0;
    seen = noticed;
  }
  return JSON.stringify({ still: quiet >= frames, version: noticed });
}
