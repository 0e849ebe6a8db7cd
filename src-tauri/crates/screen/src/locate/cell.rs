//! By row and column of a table: the row that has a cell with one text, under the header with another.

use std::collections::{BTreeMap, HashSet};

use super::Purpose;
use super::scope::{Scope, below};
use crate::element::{CellAt, Element, ElementRef};
use crate::locator::Locator;
use crate::observation::Observation;
use crate::text;

pub fn by_cell(scope: &Scope<'_>, rung: &Locator) -> Vec<ElementRef> {
    let Some(query) = &rung.cell else { return Vec::new() };
    let mut found: Vec<ElementRef> = Vec::new();
    for table in tables(scope).values() {
        let rows = table.cells.iter().filter(|cell| reads_exactly(scope, cell, &query.row));
        let rows: HashSet<u32> = rows.flat_map(|cell| table.rows_of(cell)).collect();
        if rows.is_empty() {
            continue;
        }
        for header in table.headers().filter(|cell| reads_exactly(scope, cell, &query.column)) {
            let under = table.cells.iter().filter(|cell| is_under(cell, header));
            found.extend(under.filter(|cell| table.rows_of(cell).any(|row| rows.contains(&row))).map(|cell| cell.at));
        }
    }
    found.sort_unstable();
    found.dedup();
    asked_for(scope, found)
}

/// Each other cell in a cell's row with each header over it: the ways in which a person could name the cell.
pub(crate) fn row_and_header(screen: &Observation, at: ElementRef) -> Vec<(ElementRef, ElementRef)> {
    let nothing = Locator::default();
    let Ok(scope) = Scope::of(screen, &nothing, Purpose::Read) else { return Vec::new() };
    let tables = tables(&scope);
    let own = tables.values().find_map(|table| table.cells.iter().find(|cell| cell.at == at).map(|own| (table, own)));
    let Some((table, own)) = own else { return Vec::new() };
    let headers: Vec<ElementRef> = table.headers().filter(|header| is_under(own, header)).map(|cell| cell.at).collect();
    let peers = table.cells.iter().filter(|cell| cell.at != at && cell.place.row == own.place.row);
    peers.flat_map(|peer| headers.iter().map(|header| (peer.at, *header))).collect()
}

struct Table<'a> {
    cells: Vec<Cell<'a>>,
    /// The middle of each row, by its lowest cell.
    middles: BTreeMap<u32, f64>,
}

impl<'a> Table<'a> {
    fn add(&mut self, cell: Cell<'a>) {
        let middle = self.middles.entry(cell.place.row).or_insert(f64::INFINITY);
        *middle = middle.min(cell.element.box_in_viewport.centre().y);
        self.cells.push(cell);
    }

    fn headers(&self) -> impl Iterator<Item = &Cell<'a>> {
        let first = self.middles.keys().next().copied().unwrap_or(0);
        self.cells.iter().filter(move |cell| cell.element.role == "columnheader" || cell.place.row == first)
    }

    /// The rows a cell stands in: its own, and those below whose middle its box still reaches (a row span).
    fn rows_of(&self, cell: &Cell<'_>) -> impl Iterator<Item = u32> {
        let bottom = cell.element.box_in_viewport.bottom();
        let below = self.middles.range(cell.place.row + 1..).take_while(move |(_, middle)| **middle < bottom);
        std::iter::once(cell.place.row).chain(below.map(|(row, _)| *row))
    }
}

struct Cell<'a> {
    at: ElementRef,
    element: &'a Element,
    place: CellAt,
}

/// The visible cells by the nearest table around them, so that a table in a cell is a table of its own.
fn tables<'a>(scope: &Scope<'a>) -> BTreeMap<ElementRef, Table<'a>> {
    const TABLES: &[&str] = &["table", "grid", "treegrid"];
    let screen = scope.screen;
    let mut table_of: Vec<Option<ElementRef>> = vec![None; screen.elements.len()];
    let mut tables = BTreeMap::new();
    for (at, element) in screen.iter() {
        let is_table = |up: &ElementRef| TABLES.contains(&screen.get(*up).role.as_str());
        table_of[at.index()] = element.parent.and_then(|up| Some(up).filter(is_table).or(table_of[up.index()]));
        if let (Some(table), Some(place), true) = (table_of[at.index()], element.cell, scope.sees(at, element)) {
            let empty = || Table { cells: Vec::new(), middles: BTreeMap::new() };
            tables.entry(table).or_insert_with(empty).add(Cell { at, element, place });
        }
    }
    tables
}

fn is_under(cell: &Cell<'_>, header: &Cell<'_>) -> bool {
    let end = |place: CellAt| place.column + place.columns.max(1);
    cell.place.row > header.place.row
        && cell.element.role != "columnheader"
        && cell.place.column < end(header.place)
        && header.place.column < end(cell.place)
}

/// True when the cell's own text, its name, or the only text in it is exactly that.
fn reads_exactly(scope: &Scope<'_>, cell: &Cell<'_>, wanted: &str) -> bool {
    let element = cell.element;
    if text::same(&element.text, wanted) || text::same(&element.name, wanted) {
        return !wanted.trim().is_empty();
    }
    if !element.text.is_empty() || !element.name.is_empty() {
        return false;
    }
    text::same(&crate::reading::reading(scope.screen, cell.at), wanted)
}

/// The cell itself; or, when a role is asked for or something is to be acted on, what suits inside it.
fn asked_for(scope: &Scope<'_>, cells: Vec<ElementRef>) -> Vec<ElementRef> {
    if !scope.has_role() && !scope.controls_only {
        return cells.into_iter().filter(|at| scope.is_of_name(scope.screen.get(*at))).collect();
    }
    cells.into_iter().flat_map(|cell| suiting_inside(scope, cell)).collect()
}

fn suiting_inside(scope: &Scope<'_>, cell: ElementRef) -> Vec<ElementRef> {
    let inside = below(scope.screen, cell);
    let is_meant = |(at, element): &(ElementRef, &Element)| (*at == cell || inside[at.index()]) && scope.suits(element);
    let found: Vec<ElementRef> = scope.elements().filter(is_meant).map(|(at, _)| at).collect();
    // Nothing to operate in it: the cell was named, so the cell is what is meant, as with grids edited by a double
    // click.
    if found.is_empty() && scope.controls_only && scope.is_of_name(scope.screen.get(cell)) { vec![cell] } else { found }
}
