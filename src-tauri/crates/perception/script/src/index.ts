// What the driver calls, as `globalThis.__baton` in the isolated world `baton`. Installed once per document; adds nothing to the page.

import { actionable, deepHit, still } from "./actionable";
import { drain, listen, noticed, observeRoot, touch } from "./changes";
import { adopt, recOf } from "./dom";
import { attributesOf } from "./attributes";
import { prepareType, select, valueOf } from "./input";
import { descriptionOf, nameOf } from "./names";
import { elementOf, listedAround } from "./nodes";
import { lastPress, listenForPresses } from "./press";
import { Dirty } from "./records";
import { roleOf } from "./roles";
import { refreshSheets } from "./sheets";
import { nidOf } from "./tree";
import { observe } from "./wire";

/** Takes a closed shadow root the driver resolved, so that it is walked from now on. */
function adoptRoot(host: Element, root: ShadowRoot): boolean {
  if (!host || !root || root.nodeType !== 11) return false;
  adopt(host, root);
  const rec = recOf(host);
  if (rec) rec.dirty |= Dirty.All | Dirty.Tree;
  touch(host);
  return true;
}

/** The number of the listed element at a point, and of the node itself. */
function hit(x: number, y: number): string {
  const el = deepHit(x, y);
  const path = el ? listedAround(el).map((rec) => rec.nid) : [];
  return JSON.stringify({ nid: el ? nidOf(el) : 0, listed: path[0] ?? 0, path });
}

/** Role, name and description of any element, listed or not; for checks and the inspector. */
function explain(el: Element): string {
  drain();
  refreshSheets();
  const has = attributesOf(el);
  const role = roleOf(el, has);
  const named = nameOf(el, role, has);
  return JSON.stringify({ role, name: named.name, source: named.source, description: descriptionOf(el, role, has, named).description });
}

const api = {
  format: 1,
  observe,
  actionable,
  node: elementOf,
  nidOf,
  prepareType,
  select,
  valueOf,
  hit,
  still,
  adoptRoot,
  lastPress,
  explain,
  changes: (): number => noticed,
};

if (!(globalThis as any).__baton) {
  Object.defineProperty(globalThis, "__baton", { value: Object.freeze(api) });
  listenForPresses();
  observeRoot(document);
  listen();
}
