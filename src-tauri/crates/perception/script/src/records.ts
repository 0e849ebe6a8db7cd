// What is remembered of each element that was walked, listed or not.

import type { CellAt } from "./table";
import type { Flow } from "./styles";

/** What must be worked out again. */
export const enum Dirty {
  /** Which children are drawn inside. */
  Kids = 1,
  /** Attributes, role and states. */
  Self = 2,
  /** Name, description and own text. */
  Name = 4,
  /** Computed styles. */
  Style = 8,
  /** `Self` of everything inside too. */
  Tree = 16,
  /** `Style` of everything inside too. */
  StyleTree = 32,
  All = 15,
}

/** What an element inherits from what is around it. */
export const enum Around {
  AriaHidden = 1,
  Inert = 2,
  AriaDisabled = 4,
  Modal = 8,
  /** Stands outside of the modal dialog that is up. */
  BehindModal = 16,
}

export interface Rec {
  readonly nid: number;
  readonly el: Element;
  readonly tag: string;
  parent: Rec | null;
  kids: Rec[];
  dirty: number;
  /** Which attributes that matter it has. */
  has: number;
  around: number;
  role: string | null;
  name: string;
  /** What the name was made from. */
  nameSource: string;
  description: string;
  text: string;
  /** The text before whitespace is folded, to be joined with what is around it. */
  rawText: string;
  value: string | null;
  id: string | null;
  options: string[] | null;
  level: number;
  cell: CellAt | null;
  /** States without VISIBLE and MEASURED, which boxes decide. */
  states: number;
  /** True once the styles below were read. */
  styled: boolean;
  flow: Flow;
  /** Positioned out of the flow of its siblings, so that their boxes say nothing of its own. */
  outOfFlow: boolean;
  red: boolean;
  pointer: boolean;
  /** Style sheets may write something before or after it. */
  writes: boolean;
  rendered: boolean;
  shown: boolean;
  /** Neither it nor what is around it is wholly transparent. */
  opaque: boolean;
  ariaHidden: boolean;
  /** Texts inside generic elements belong to it. */
  absorbs: boolean;
  /** Its text is told as part of its parent's. */
  merged: boolean;
  listed: boolean;
  /** Something inside is positioned out of its flow. */
  loose: boolean;
  /** Its box and those inside are to be measured, wherever it is. */
  exact: boolean;
  measured: boolean;
  /** `performance.now()` when its box was first seen where it is. */
  restsSince: number;
  /** Some box inside is flagged measured. */
  measuredInside: boolean;
  known: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How far it and what is inside reach. */
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  /** Clipped away by a box of no size around it. */
  clipped: boolean;
  /** How far it was moved without being measured since the last report. */
  dx: number;
  dy: number;
  shifted: boolean;
  boxed: boolean;
  /** What was last reported. */
  sent: boolean;
  up: number;
  head: string;
  tail: string;
  bits: number;
  /** In the tree. */
  round: number;
  /** Something to report may differ. */
  changed: boolean;
  /** The value of a button input, which is its name. */
  caption: string | null;
}

let last = 0;

export function newRec(el: Element, tag: string): Rec {
  return {
    nid: ++last, el, tag, parent: null, kids: [], dirty: Dirty.All | Dirty.Tree, has: 0, around: 0, role: null, name: "", nameSource: "", description: "",
    text: "", rawText: "", value: null, id: null, options: null, level: 0, cell: null, states: 0, styled: false, flow: 1, outOfFlow: false, red: false,
    pointer: false, writes: false, fromX: 0, fromY: 0, toX: 0, toY: 0, rendered: false, shown: false, opaque: true, ariaHidden: false, absorbs: false, merged: false, listed: false, loose: false, exact: true,
    measured: false, restsSince: 0, measuredInside: false, known: false, x: 0, y: 0, width: 0, height: 0, clipped: false, dx: 0, dy: 0, shifted: false,
    boxed: false, sent: false, up: 0, head: "", tail: "", bits: 0, round: 0, changed: true, caption: null,
  };
}
