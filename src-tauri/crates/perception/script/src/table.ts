// Where cells stand in their table, spans counted, as the HTML table model lays them out.

import { attr, flatChildren, flatParent, isElement, recOf, tagOf } from "./dom";
import { roleOf } from "./roles";

export type CellAt = [row: number, column: number, columns: number];

const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const TABLES = new Set(["table", "grid", "treegrid"]);

export const isCellRole = (role: string | null): boolean => role !== null && CELLS.has(role);

/** The nearest ancestor that is a table: by role, or a table element that lost its role. */
export function tableAround(el: Element): Element | null {
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const role = recOf(up)?.role ?? roleOf(up);
    if (tagOf(up) === "table" || (role !== null && TABLES.has(role))) return up;
  }
  return null;
}

/** The places of all cells of a table. */
export function layOut(table: Element): Map<Element, CellAt> {
  const places = new Map<Element, CellAt>();
  // For each column, the first row that is free again below a cell with a rowspan.
  const freeFrom: number[] = [];
  rowsOf(table).forEach((row, index) => {
    const given = number(row, "aria-rowindex");
    const at = given === null ? index : given - 1;
    let column = 0;
    for (const cell of cellsOf(row)) {
      while ((freeFrom[column] ?? 0) > index) column++;
      const columns = Math.max(1, number(cell, tagOf(cell) === "td" || tagOf(cell) === "th" ? "colspan" : "aria-colspan") ?? 1);
      const told = number(cell, "aria-colindex");
      const rows = number(cell, tagOf(cell) === "td" || tagOf(cell) === "th" ? "rowspan" : "aria-rowspan") ?? 1;
      places.set(cell, [at, told === null ? column : told - 1, Math.min(columns, 1000)]);
      const until = rows === 0 ? Infinity : index + rows;
      for (let covered = column; covered < column + Math.min(columns, 1000); covered++) freeFrom[covered] = until;
      column += columns;
    }
  });
  return places;
}

function number(el: Element, name: string): number | null {
  const text = attr(el, name);
  const value = text === null ? NaN : parseInt(text, 10);
  return Number.isNaN(value) || value < 0 ? null : value;
}

/** Rows in order; nested tables have their own. */
function rowsOf(table: Element): Element[] {
  const rows: Element[] = [];
  const visit = (el: Element): void => {
    const children = flatChildren(el);
    for (let at = 0; at < children.length; at++) {
      const child = children[at];
      if (!isElement(child)) continue;
      if (tagOf(child) === "tr" || role(child) === "row") rows.push(child);
      else if (tagOf(child) !== "table" && !TABLES.has(role(child) ?? "")) visit(child);
    }
  };
  visit(table);
  return rows;
}

function cellsOf(row: Element): Element[] {
  const cells: Element[] = [];
  const visit = (el: Element): void => {
    const children = flatChildren(el);
    for (let at = 0; at < children.length; at++) {
      const child = children[at];
      if (!isElement(child)) continue;
      const tag = tagOf(child);
      if (tag === "td" || tag === "th" || isCellRole(role(child))) cells.push(child);
      else if (tag !== "table" && !TABLES.has(role(child) ?? "")) visit(child);
    }
  };
  visit(row);
  return cells;
}

const role = (el: Element): string | null => recOf(el)?.role ?? (el.hasAttribute("role") ? roleOf(el) : null);
