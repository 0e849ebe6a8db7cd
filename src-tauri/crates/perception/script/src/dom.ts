// Reading the document safely and in flat-tree order (shadow roots and slots resolved), and each element's record.
// Getters are taken from the prototypes because a form's own fields can shadow them: <form><input name="parentNode"></form>.

import type { Rec } from "./records";

const getter = (proto: object, name: string): ((this: unknown) => any) =>
  Object.getOwnPropertyDescriptor(proto, name)!.get!;

const parentNodeOf = getter(Node.prototype, "parentNode");
const childNodesOf = getter(Node.prototype, "childNodes");
const firstChildOf = getter(Node.prototype, "firstChild");
const firstElementOf = getter(Element.prototype, "firstElementChild");
const nextSiblingOf = getter(Node.prototype, "nextSibling");
const nextElementOf = getter(Element.prototype, "nextElementSibling");
const connectedOf = getter(Node.prototype, "isConnected");
const assignedSlotOf = getter(Element.prototype, "assignedSlot");
const shadowRootOf = getter(Element.prototype, "shadowRoot");
const localNameOf = getter(Element.prototype, "localName");
const namespaceOf = getter(Element.prototype, "namespaceURI");
const proto = Element.prototype;
const nodeProto = Node.prototype;

export const HTML = "http://www.w3.org/1999/xhtml";
export const SVG = "http://www.w3.org/2000/svg";

export const attr = (el: Element, name: string): string | null => proto.getAttribute.call(el, name);
export const hasAttr = (el: Element, name: string): boolean => proto.hasAttribute.call(el, name);
export const attrNames = (el: Element): string[] => proto.getAttributeNames.call(el);
export const matches = (el: Element, selector: string): boolean => proto.matches.call(el, selector);
export const rectOf = (el: Element): DOMRect => proto.getBoundingClientRect.call(el);
export const rectsOf = (el: Element): DOMRectList => proto.getClientRects.call(el);
export const rootOf = (node: Node): Node => nodeProto.getRootNode.call(node);
export const contains = (node: Node, other: Node): boolean => nodeProto.contains.call(node, other);
export const connected = (node: Node): boolean => connectedOf.call(node);
export const tagOf = (el: Element): string => localNameOf.call(el);
export const firstChild = (node: Node): ChildNode | null => firstChildOf.call(node);
export const firstElement = (el: Element): Element | null => firstElementOf.call(el);
export const nextSibling = (node: Node): ChildNode | null => nextSiblingOf.call(node);
export const nextElement = (el: Element): Element | null => nextElementOf.call(el);
export const domParent = (node: Node): Node | null => parentNodeOf.call(node);
export const domChildren = (node: Node): NodeListOf<ChildNode> => childNodesOf.call(node);
export const isHtml = (el: Element): boolean => namespaceOf.call(el) === HTML;
export const isSvg = (el: Element): boolean => namespaceOf.call(el) === SVG;
export const isElement = (node: Node | null | undefined): node is Element => !!node && node.nodeType === 1;

/** Closed roots the driver handed over, by host. */
const adopted = new WeakMap<Element, ShadowRoot>();
let anyAdopted = false;

export function adopt(host: Element, root: ShadowRoot): void {
  adopted.set(host, root);
  anyAdopted = true;
}

export function shadowOf(el: Element): ShadowRoot | null {
  return shadowRootOf.call(el) ?? (anyAdopted ? (adopted.get(el) ?? null) : null);
}

/** The parent in the flat tree. A light child that no slot takes has none that draws it; its host is answered all the same. */
export function flatParent(node: Node): Element | null {
  const slot = isElement(node) || node.nodeType === 3 ? slotOf(node) : null;
  if (slot) return slot;
  const parent = domParent(node);
  if (!parent) return null;
  if (parent.nodeType === 11) return (parent as ShadowRoot).host ?? null;
  return parent.nodeType === 1 ? (parent as Element) : null;
}

function slotOf(node: Node): HTMLSlotElement | null {
  const parent = domParent(node);
  if (!isElement(parent)) return null;
  const root = shadowOf(parent);
  if (!root) return null;
  if (root.mode === "open" && isElement(node)) return assignedSlotOf.call(node);
  for (const slot of root.querySelectorAll("slot")) {
    if (slot.assignedNodes().includes(node as Element)) return slot;
  }
  return null;
}

/** The children that are drawn inside `el`: of its shadow root, else those assigned to it as a slot, else its own. */
export function flatChildren(el: Element): ArrayLike<Node> {
  const root = shadowOf(el);
  if (root) return domChildren(root);
  if (tagOf(el) === "slot" && isHtml(el) && rootOf(el).nodeType === 11) {
    const assigned = (el as HTMLSlotElement).assignedNodes();
    if (assigned.length) return assigned;
  }
  return domChildren(el);
}

/** True for a light child of a shadow host that no slot takes: it is in the document and never drawn. */
export function unslotted(node: Node): boolean {
  const parent = domParent(node);
  return isElement(parent) && !!shadowOf(parent) && !slotOf(node);
}

/** An element by id in the tree that `near` belongs to. */
export function byId(near: Node, id: string): Element | null {
  const root = rootOf(near) as Document | ShadowRoot;
  return typeof root.getElementById === "function" ? root.getElementById(id) : null;
}

/** The elements an attribute of ids names, in its order, those that exist. */
export function byIds(el: Element, ids: string): Element[] {
  const found: Element[] = [];
  for (const id of ids.split(/[ \t\n\f\r]+/)) {
    const other = id ? byId(el, id) : null;
    if (other) found.push(other);
  }
  return found;
}

/** Whitespace folded as HTML draws it: no-break spaces count too, so that a name compares equal to what is typed. */
export function fold(text: string): string {
  return SIMPLE.test(text) ? text : text.replace(/[\s\u200b\u200c\ufeff]+/g, " ").trim();
}
const SIMPLE = /^(?:[!-~]+(?: [!-~]+)*)?$/;

const KEY = Symbol("baton");

/** The record of an element that was walked. An isolated world's properties on nodes are its own: the page cannot see them. */
export const recOf = (node: Node): Rec | undefined => (node as any)[KEY];
export const setRec = (node: Node, rec: Rec | undefined): void => {
  (node as any)[KEY] = rec;
};
