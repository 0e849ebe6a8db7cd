// Which labels a control has. `control.labels` searches the whole tree each time; here each tree is searched once until labels may have changed.

import { rootOf } from "./dom";

let index = new Map<Node, Map<Element, HTMLLabelElement[]>>();

/** Labels, ids or what is inside of labels may have changed. */
export function labelsChanged(): void {
  if (index.size) index = new Map();
}

const NONE: HTMLLabelElement[] = [];

export function labelsOf(control: Element): HTMLLabelElement[] {
  const root = rootOf(control);
  let labels = index.get(root);
  if (!labels) index.set(root, (labels = read(root)));
  return labels.get(control) ?? NONE;
}

function read(root: Node): Map<Element, HTMLLabelElement[]> {
  const labels = new Map<Element, HTMLLabelElement[]>();
  if (!("querySelectorAll" in root)) return labels;
  for (const label of (root as ParentNode).querySelectorAll("label")) {
    const { control } = label;
    if (!control) continue;
    const known = labels.get(control);
    if (known) known.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}
