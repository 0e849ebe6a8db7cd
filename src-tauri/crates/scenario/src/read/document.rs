//! The document as a whole.

use indexmap::IndexMap;

use crate::action::Use;
use crate::data::Data;
use crate::document::{Document, FormatVersion, MadeBy, Places, Provenance, RunsOn, Start};
use crate::mention::RowSource;
use crate::names::{CheckpointId, Name, StepId};
use crate::read::action::{columns, data, file_path, use_of};
use crate::read::inputs::{by_name, contract, inputs, outputs};
use crate::read::step::{checkpoints, detectors, reason, recoverers, steps};
use crate::read::{Fields, Reader, SCREEN_CONTROL, Secrets};
use crate::refusal::{Code, Refusals};
use crate::step::{Checkpoint, Detector, Recoverer, Step};
use crate::template::Template;
use crate::yaml::{self, Node, Plain, What, plain};

impl Document {
    /// Reads the text of a scenario or component, and tells everything about its form that is wrong.
    pub fn parse(file: &str, text: &str) -> Result<Document, Refusals> {
        let mut refusals = Vec::new();
        let root = yaml::read(file, text, &mut refusals);
        let mut reader = Reader::new(file);
        let document = root.and_then(|root| match is_foreign(&mut reader, &root, "baton") {
            true => None,
            false => document(&mut reader, &root),
        });
        let (found, mentions) = reader.into_parts();
        refusals.extend(found);
        Refusals::of(refusals)?;
        match document {
            Some(document) => Ok(Document { mentions, ..document }),
            // Every path to none has noted why; this keeps the type honest should one forget.
            None => Err(Refusals::unread(file)),
        }
    }
}

/// A file of another kind, or for a newer Baton, may hold anything: that is told and nothing else.
pub(crate) fn is_foreign(reader: &mut Reader<'_>, root: &Node<'_>, key: &str) -> bool {
    let What::Map(entries) = &root.what else { return false };
    let kinds = ["baton", "baton_family", "baton_policy", "baton_script"];
    let other = entries.iter().find(|entry| entry.key != key && kinds.contains(&entry.key.as_ref()));
    if let Some(other) = other.filter(|_| entries.iter().all(|entry| entry.key != key)) {
        let hint = format!("the file says `{}`: it is of another kind", other.key);
        reader.refuse(Code::MissingKey, other.place, format!("`{key}` is missing"), hint);
        return true;
    }
    let Some(entry) = entries.iter().find(|entry| entry.key == key) else { return false };
    let What::Plain(text) = &entry.value.what else { return false };
    let newer = plain(text) == Plain::Integer
        && text.parse::<u64>().is_ok_and(|version| version > u64::from(FormatVersion::WRITTEN));
    if newer {
        let message = format!(
            "this file is written for version {text} of the format; this Baton reads version {}",
            FormatVersion::WRITTEN
        );
        reader.refuse(Code::NewerVersion, entry.value.place, message, "upgrade Baton");
    }
    newer
}

/// `baton: 1`, or the same of a family or policy.
pub(crate) fn version(
    reader: &mut Reader<'_>,
    fields: &mut Fields<'_, '_>,
    key: &'static str,
) -> Option<FormatVersion> {
    let hint = format!("start the file with `{key}: 1`");
    let node = fields.must(reader, key, &hint)?;
    let is: Option<u32> = reader.whole(node, 1..=1);
    is.map(|_| FormatVersion)
}

fn document(reader: &mut Reader<'_>, root: &Node<'_>) -> Option<Document> {
    let mut fields = Fields::of(reader, root)?;
    let mut places = Places::default();
    note_places(root, &mut places);
    let baton = version(reader, &mut fields, "baton");
    let name = fields.must(reader, "name", "give it the name callers use").and_then(|node| reader.name(node));
    let title = fields.read(reader, "title", Reader::text);
    let description = fields.read(reader, "description", Reader::text);
    let tags = fields.read(reader, "tags", Reader::texts).unwrap_or_default();
    let runs = runs_on(reader, &mut fields);
    let from = fields.read(reader, "from", Reader::text);
    let criteria = fields.read(reader, "criteria", Reader::texts).unwrap_or_default();
    let inputs = fields.read(reader, "inputs", inputs).unwrap_or_default();
    let outputs = fields.read(reader, "outputs", outputs).unwrap_or_default();
    let contract = fields.read(reader, "contract", contract);
    let start = fields.read(reader, "start", start);
    let setup: Vec<Use> = fields.read(reader, "setup", |reader, node| reader.each(node, use_of)).unwrap_or_default();
    let data = fields.read(reader, "data", rows);
    let mut body = |reader: &mut Reader<'_>| body(reader, &mut fields);
    let body = match data.as_ref().map(row_source) {
        Some(source) => reader.inside_rows(source, body),
        None => body(reader),
    };
    let uses = fields.read(reader, "uses", |reader, node| reader.each(node, file_path)).unwrap_or_default();
    let asserts_nothing = fields.read(reader, "asserts_nothing", reason);
    let provenance = fields.read(reader, "provenance", provenance);
    fields.finish(reader);
    Some(Document {
        baton: baton?,
        name: name?,
        title,
        description,
        tags,
        runs,
        from,
        criteria,
        inputs,
        outputs,
        contract,
        start,
        setup,
        data,
        steps: body.steps?,
        always: body.always,
        checkpoints: body.checkpoints,
        detectors: body.detectors,
        recoverers: body.recoverers,
        uses,
        asserts_nothing,
        provenance,
        places,
        mentions: Default::default(),
    })
}

/// The parts in which the columns of `data` may be named.
struct Body {
    steps: Option<Vec<Step>>,
    always: Vec<Step>,
    checkpoints: IndexMap<CheckpointId, Checkpoint>,
    detectors: Vec<Detector>,
    recoverers: IndexMap<Name, Recoverer>,
}

fn body(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>) -> Body {
    let steps_node = fields.must(reader, "steps", "say what is done: steps: [ … ]");
    Body {
        steps: steps_node.and_then(|node| steps(reader, node)),
        always: fields.read(reader, "always", steps).unwrap_or_default(),
        checkpoints: fields.read(reader, "checkpoints", checkpoints).unwrap_or_default(),
        detectors: fields.read(reader, "detectors", detectors).unwrap_or_default(),
        recoverers: fields.read(reader, "recoverers", recoverers).unwrap_or_default(),
    }
}

fn rows(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Data> {
    let mut fields = Fields::of(reader, node)?;
    let data = data(reader, &mut fields);
    fields.finish(reader);
    data
}

fn row_source(data: &Data) -> RowSource {
    match data {
        Data::Csv(file) => RowSource::Csv(file.clone()),
        Data::Rows(rows) => RowSource::Columns(rows.first().map(columns).unwrap_or_default()),
    }
}

fn runs_on(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>) -> Option<RunsOn> {
    let (target, devices) = (fields.get("target"), fields.entry("devices"));
    match (target, devices) {
        (Some(target), None) => reader.name(target).map(RunsOn::Target),
        (None, Some(devices)) => {
            let read = by_name(reader, &devices.value, Reader::name)?;
            if read.is_empty() {
                reader.refuse(Code::Empty, devices.value.place, "there is no device", "name one: { a: mockcore }");
            }
            Some(RunsOn::Devices(read))
        }
        (Some(_), Some(devices)) => {
            let hint = "keep `target`, or move it into `devices`";
            reader.refuse(Code::BadValue, devices.place, "`target` and `devices` both say where it runs", hint);
            None
        }
        (None, None) => None,
    }
}

fn start(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Start> {
    let mut fields = Fields::of(reader, node)?;
    let start = Start {
        path: fields.read(reader, "path", Reader::template),
        fresh: fields.read(reader, "fresh", Reader::flag).unwrap_or_default(),
        args: fields.read(reader, "args", |reader, node| reader.each(node, Reader::template)).unwrap_or_default(),
        env: fields.read(reader, "env", environment).unwrap_or_default(),
        deeplink: fields.read(reader, "deeplink", Reader::template),
        locale: fields.read(reader, "locale", Reader::text),
        permissions: fields
            .read(reader, "permissions", |reader, node| by_name(reader, node, Reader::flag))
            .unwrap_or_default(),
        saved_sign_in: fields.read(reader, "saved_sign_in", Reader::name),
    };
    fields.finish(reader);
    Some(start)
}

fn environment(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<String, Template>> {
    let mut environment = IndexMap::new();
    for entry in reader.entries(node)? {
        if entry.key.is_empty() || entry.key.contains(['=', '\0', ' ']) {
            let message = format!("`{}` is no name of an environment variable", entry.key);
            reader.refuse(Code::BadName, entry.place, message, "write capitals, digits and _");
        }
        if let Some(value) = reader.template_with(&entry.value, Secrets::Allowed) {
            environment.insert(entry.key.to_string(), value);
        }
    }
    Some(environment)
}

fn provenance(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Provenance> {
    let makers = &[("person", MadeBy::Person), ("agent", MadeBy::Agent), ("edited", MadeBy::Edited)];
    let mut fields = Fields::of(reader, node)?;
    let provenance = Provenance {
        made_by: fields.read(reader, "made_by", |reader, node| reader.word(node, makers)),
        provider: fields.read(reader, "provider", Reader::text),
        model: fields.read(reader, "model", Reader::text),
        session: fields.read(reader, "session", Reader::text),
        date: fields.read(reader, "date", Reader::text),
        rungs: fields.read(reader, "rungs", rungs).unwrap_or_default(),
    };
    fields.finish(reader);
    Some(provenance)
}

fn rungs(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<StepId, u32>> {
    let mut rungs = IndexMap::new();
    for entry in reader.entries(node)? {
        let id = reader.name_of(&entry.key, entry.place, StepId::new, SCREEN_CONTROL);
        let rung = reader.whole(&entry.value, 1..=1000);
        if let (Some(id), Some(rung)) = (id, rung) {
            rungs.insert(id, rung);
        }
    }
    Some(rungs)
}

/// The top keys, and one level below those whose parts carry no place of their own.
fn note_places(root: &Node<'_>, places: &mut Places) {
    let What::Map(entries) = &root.what else { return };
    for entry in entries {
        let key = entry.key.as_ref();
        places.0.insert(key.to_owned(), entry.place);
        match &entry.value.what {
            What::Map(inner) if matches!(key, "inputs" | "outputs" | "devices" | "recoverers") => {
                places.0.extend(inner.iter().map(|inner| (format!("{key}.{}", inner.key), inner.place)));
            }
            What::Map(inner) if key == "contract" => note_outcomes(inner, places),
            What::List(items) if matches!(key, "setup" | "uses") => {
                places.0.extend(items.iter().enumerate().map(|(index, item)| (format!("{key}.{index}"), item.place)));
            }
            What::Map(inner) if key == "data" => {
                places.0.extend(inner.iter().map(|inner| (format!("{key}.{}", inner.key), inner.value.place)));
            }
            _ if key == "target" => drop(places.0.insert("target".to_owned(), entry.value.place)),
            _ => {}
        }
    }
}

fn note_outcomes(contract: &[crate::yaml::Entry<'_>], places: &mut Places) {
    for entry in contract {
        if let ("outcomes", What::Map(outcomes)) = (entry.key.as_ref(), &entry.value.what) {
            places.0.extend(outcomes.iter().map(|outcome| (format!("outcomes.{}", outcome.key), outcome.place)));
        }
    }
}
