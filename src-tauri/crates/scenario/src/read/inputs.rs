//! Inputs, outputs and the contract.

use indexmap::IndexMap;

use crate::inputs::{Contract, Input, Inputs, Output, Outputs, PayloadField, SideEffect, ValueType};
use crate::names::{Name, OutcomeCode};
use crate::read::{Fields, LOWER_SNAKE, Reader, SCREAMING_SNAKE, Words};
use crate::yaml::{Node, What};

const TYPES: Words<'_, ValueType> = &[
    ("string", ValueType::String),
    ("decimal", ValueType::Decimal),
    ("integer", ValueType::Integer),
    ("date", ValueType::Date),
    ("boolean", ValueType::Boolean),
];

const SIDE_EFFECTS: Words<'_, SideEffect> = &[
    ("none", SideEffect::None),
    ("creates", SideEffect::Creates),
    ("modifies", SideEffect::Modifies),
    ("moves_money", SideEffect::MovesMoney),
];

/// A map from names to something.
pub(crate) fn by_name<'f, T>(
    reader: &mut Reader<'f>,
    node: &Node<'_>,
    read: impl Fn(&mut Reader<'f>, &Node<'_>) -> Option<T>,
) -> Option<IndexMap<Name, T>> {
    let entries = reader.entries(node)?;
    let mut map = IndexMap::with_capacity(entries.len());
    for entry in entries {
        let name = reader.name_of(&entry.key, entry.place, Name::new, LOWER_SNAKE);
        let value = read(reader, &entry.value);
        if let (Some(name), Some(value)) = (name, value) {
            map.insert(name, value);
        }
    }
    Some(map)
}

pub(crate) fn inputs(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Inputs> {
    by_name(reader, node, input)
}

pub(crate) fn outputs(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Outputs> {
    by_name(reader, node, output)
}

fn input(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Input> {
    let mut fields = Fields::of(reader, node)?;
    let value_type = value_type(reader, &mut fields);
    let required = fields.read(reader, "required", Reader::flag).unwrap_or(true);
    let pattern = fields.read(reader, "pattern", Reader::pattern);
    let example = fields.read(reader, "example", Reader::text);
    let sensitive = fields.read(reader, "sensitive", Reader::flag).unwrap_or_default();
    fields.finish(reader);
    Some(Input { value_type: value_type?, required, pattern, example, sensitive })
}

fn output(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Output> {
    let mut fields = Fields::of(reader, node)?;
    let value_type = value_type(reader, &mut fields);
    let optional = fields.read(reader, "optional", Reader::flag).unwrap_or_default();
    let sensitive = fields.read(reader, "sensitive", Reader::flag).unwrap_or_default();
    fields.finish(reader);
    Some(Output { value_type: value_type?, optional, sensitive })
}

fn value_type(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>) -> Option<ValueType> {
    let node = fields.must(reader, "type", "say `type: string`, decimal, integer, date or boolean")?;
    reader.word(node, TYPES)
}

pub(crate) fn contract(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Contract> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "say `side_effect: none`, creates, modifies or moves_money";
    let side_effect = fields.must(reader, "side_effect", hint).and_then(|node| reader.word(node, SIDE_EFFECTS));
    let idempotent = fields.read(reader, "idempotent", Reader::flag).unwrap_or_default();
    let outcomes = fields.read(reader, "outcomes", outcomes).unwrap_or_default();
    fields.finish(reader);
    Some(Contract { side_effect: side_effect?, idempotent, outcomes })
}

fn outcomes(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<OutcomeCode, IndexMap<Name, PayloadField>>> {
    let mut outcomes = IndexMap::new();
    for entry in reader.entries(node)? {
        let code = reader.name_of(&entry.key, entry.place, OutcomeCode::new, SCREAMING_SNAKE);
        let fields = by_name(reader, &entry.value, payload_field);
        if let (Some(code), Some(fields)) = (code, fields) {
            outcomes.insert(code, fields);
        }
    }
    Some(outcomes)
}

fn payload_field(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<PayloadField> {
    if !matches!(node.what, What::Map(_)) {
        return reader.word(node, TYPES).map(|value_type| PayloadField { value_type, optional: false });
    }
    let mut fields = Fields::of(reader, node)?;
    let value_type = value_type(reader, &mut fields);
    let optional = fields.read(reader, "optional", Reader::flag).unwrap_or_default();
    fields.finish(reader);
    Some(PayloadField { value_type: value_type?, optional })
}
