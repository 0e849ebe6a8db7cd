//! Actions, one function a key.

use baton_screen::Ladder;

use crate::action::*;
use crate::data::Data;
use crate::mention::{Named, RowSource};
use crate::names::Name;
use crate::read::condition::{condition, conditions};
use crate::read::inputs::by_name;
use crate::read::locator::ladder;
use crate::read::service::{basic, email, generate, http, timeout, totp};
use crate::read::step::steps;
use crate::read::{Fields, Reader, Secrets, Words, did_you_mean, nothing};
use crate::refusal::Code;
use crate::template::{Part, Reference, Template};
use crate::yaml::{Entry, Node, What};

/// A repetition longer than that is a mistake.
const MOST_TURNS: i64 = 10_000;

const DIRECTIONS: Words<'_, Direction> =
    &[("up", Direction::Up), ("down", Direction::Down), ("left", Direction::Left), ("right", Direction::Right)];

const PARSES: Words<'_, Parse> = &[
    ("text", Parse::Text),
    ("currency", Parse::Currency),
    ("decimal", Parse::Decimal),
    ("integer", Parse::Integer),
    ("date", Parse::Date),
    ("boolean", Parse::Boolean),
];

/// What stands under an action's key. The key is known to be one of [`Action::KEYS`].
pub(crate) fn action(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Action> {
    let node = &entry.value;
    let on = |make: fn(Ladder) -> Action, reader: &mut Reader<'_>| ladder(reader, node).map(make);
    match entry.key.as_ref() {
        "click" => on(Action::Click, reader),
        "double_click" => on(Action::DoubleClick, reader),
        "right_click" => on(Action::RightClick, reader),
        "hover" => on(Action::Hover, reader),
        "clear" => on(Action::Clear, reader),
        "check" => on(Action::Check, reader),
        "uncheck" => on(Action::Uncheck, reader),
        "drag" => drag(reader, node).map(Action::Drag),
        "long_press" => long_press(reader, node).map(Action::LongPress),
        "type" => typing(reader, node).map(Action::Type),
        "press" => press(reader, node).map(Action::Press),
        "select" => select(reader, node).map(Action::Select),
        "upload" => upload(reader, node).map(Action::Upload),
        "scroll" => scroll(reader, node).map(Action::Scroll),
        "swipe" => swipe(reader, node).map(Action::Swipe),
        "pinch" => pinch(reader, node).map(Action::Pinch),
        "rotate_device" => {
            let ways = &[("portrait", Orientation::Portrait), ("landscape", Orientation::Landscape)];
            reader.word(node, ways).map(Action::RotateDevice)
        }
        "back" => nothing(reader, node).map(Action::Back),
        "navigate" => reader.template(node).map(Action::Navigate),
        "open" => reader.template(node).map(Action::Open),
        "wait" => wait(reader, node).map(Action::Wait),
        "read" => read(reader, node),
        "assert" => conditions(reader, node).map(Action::Assert),
        "dialog" => dialog(reader, node).map(Action::Dialog),
        "switch" => switch(reader, node).map(Action::Switch),
        "relaunch" => relaunch(reader, node).map(Action::Relaunch),
        "set" => set(reader, node).map(Action::Set),
        "http" => http(reader, node).map(Action::Http),
        "totp" => totp(reader, node).map(Action::Totp),
        "email" => email(reader, node).map(Action::Email),
        "generate" => generate(reader, node).map(Action::Generate),
        "use" => use_of(reader, node).map(Action::Use),
        "if" => branch(reader, node).map(Action::If),
        "for_each" => for_each(reader, node).map(Action::ForEach),
        "retry" => retry(reader, node).map(Action::Retry),
        "manual" => manual(reader, node).map(Action::Manual),
        _ => None,
    }
}

fn must_ladder(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>, key: &'static str) -> Option<Ladder> {
    let node = fields.must(reader, key, "name the control: [{ role: textbox, name: Amount }]")?;
    ladder(reader, node)
}

fn drag(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Drag> {
    let mut fields = Fields::of(reader, node)?;
    let (from, to) = (must_ladder(reader, &mut fields, "from"), must_ladder(reader, &mut fields, "to"));
    fields.finish(reader);
    Some(Drag { from: from?, to: to? })
}

fn long_press(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<LongPress> {
    let mut fields = Fields::of(reader, node)?;
    let at = must_ladder(reader, &mut fields, "at");
    let hold_ms = fields.read(reader, "hold_ms", |reader, node| reader.whole(node, 1..=60_000)).unwrap_or(600);
    fields.finish(reader);
    Some(LongPress { at: at?, hold_ms })
}

fn typing(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Type> {
    let mut fields = Fields::of(reader, node)?;
    let into = must_ladder(reader, &mut fields, "into");
    let from = fields.read(reader, "from", |reader, node| reader.word(node, &[("person", ValueFrom::Person)]));
    let node = fields.must(reader, "text", "say what is typed: text: \"${inputs.amount}\"");
    let text = node.and_then(|node| typed_text(reader, node, from));
    let submit = fields.read(reader, "submit", Reader::flag).unwrap_or_default();
    fields.finish(reader);
    Some(Type { into: into?, text: text?, submit, from })
}

/// A value that a person will give is a variable from here on.
fn typed_text(reader: &mut Reader<'_>, node: &Node<'_>, from: Option<ValueFrom>) -> Option<Template> {
    if from == Some(ValueFrom::Person) {
        let text = match &node.what {
            What::Plain(text) | What::Quoted(text) => text.as_ref(),
            _ => "",
        };
        let parts = Template::parse(text).map(|template| template.parts().to_vec()).unwrap_or_default();
        for part in parts {
            if let Part::Value(Reference::Var(name)) = part {
                Name::new(&name).iter().for_each(|name| reader.defines(name));
            }
        }
    }
    reader.template_with(node, Secrets::Allowed)
}

fn press(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Press> {
    if !matches!(node.what, What::Map(_)) {
        return key(reader, node).map(|key| Press { key, at: None });
    }
    let mut fields = Fields::of(reader, node)?;
    let pressed = fields.must(reader, "key", "say which: key: Enter").and_then(|node| key(reader, node));
    let at = fields.read(reader, "at", ladder);
    fields.finish(reader);
    Some(Press { key: pressed?, at })
}

/// A key or chord. What the keys are called is the device's to know; that none is empty can be seen here.
fn key(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    let parts: Vec<&str> = text.split('+').collect();
    if text == "+" || text.ends_with("++") || parts.iter().all(|part| !part.is_empty() && !part.contains(' ')) {
        return Some(text);
    }
    let message = format!("`{text}` is no key");
    reader.refuse(Code::BadValue, node.place, message, "write Enter, or a chord as Control+Shift+K");
    None
}

fn select(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Select> {
    let mut fields = Fields::of(reader, node)?;
    let from = must_ladder(reader, &mut fields, "from");
    let option = fields.must(reader, "option", "say the label that is chosen").and_then(|node| match &node.what {
        What::List(_) => reader.some(node, Reader::template).map(Texts),
        _ => reader.template(node).map(|one| Texts(vec![one])),
    });
    fields.finish(reader);
    Some(Select { from: from?, option: option? })
}

fn upload(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Upload> {
    let mut fields = Fields::of(reader, node)?;
    let into = must_ladder(reader, &mut fields, "into");
    let files = fields
        .must(reader, "files", "name files below the workspace")
        .and_then(|node| reader.some(node, Reader::template));
    fields.finish(reader);
    Some(Upload { into: into?, files: files? })
}

fn scroll(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Scroll> {
    let mut fields = Fields::of(reader, node)?;
    let scroll = if fields.has("to") {
        must_ladder(reader, &mut fields, "to").map(|to| Scroll::To { to })
    } else {
        let by = fields.must(reader, "by", "write { to: [a control] } or { by: [0, 600] }");
        let by = by.and_then(|node| reader.wholes(node, -1_000_000..=1_000_000));
        let at = fields.read(reader, "at", ladder);
        fields.also(&["to"]);
        by.map(|by| Scroll::By { by, at })
    };
    fields.finish(reader);
    scroll
}

fn swipe(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Swipe> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { direction: up } or { from: [0.5, 0.8], to: [0.5, 0.2] }";
    let swipe = if fields.has("from") || fields.has("to") {
        let from = fields.must(reader, "from", hint).and_then(|node| reader.numbers(node, 0.0..=1.0));
        let to = fields.must(reader, "to", hint).and_then(|node| reader.numbers(node, 0.0..=1.0));
        from.zip(to).map(|(from, to)| Swipe::Between { from, to })
    } else {
        let direction = fields.must(reader, "direction", hint).and_then(|node| reader.word(node, DIRECTIONS));
        let at = fields.read(reader, "at", ladder);
        fields.also(&["from", "to"]);
        direction.map(|direction| Swipe::Across { direction, at })
    };
    fields.finish(reader);
    swipe
}

fn pinch(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Pinch> {
    let mut fields = Fields::of(reader, node)?;
    let at = must_ladder(reader, &mut fields, "at");
    let hint = "above 1 is apart, below 1 together";
    let scale = fields.must(reader, "scale", hint).and_then(|node| reader.number(node, 0.01..=100.0));
    fields.finish(reader);
    Some(Pinch { at: at?, scale: scale? })
}

fn wait(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Wait> {
    const KEYS: [&str; 7] = ["element", "gone", "settled", "screen_changed", "request", "text", "holds"];
    let mut fields = Fields::of(reader, node)?;
    let timeout_ms = timeout(reader, &mut fields);
    let ends: Vec<&Entry<'_>> = fields.entries().iter().filter(|entry| KEYS.contains(&entry.key.as_ref())).collect();
    fields.also(&KEYS);
    let until = match ends.as_slice() {
        [one] => wait_until(reader, one),
        [] => {
            reader.refuse(Code::MissingKey, node.place, "what ends the wait is not said", did_you_mean("", &KEYS));
            None
        }
        [_, second, ..] => {
            let message = format!("a wait ends for one reason; `{}` is one too many", second.key);
            reader.refuse(Code::BadValue, second.place, message, "write `holds: { all: [ … ] }`");
            None
        }
    };
    fields.finish(reader);
    Some(Wait { until: until?, timeout_ms: timeout_ms? })
}

fn wait_until(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<WaitUntil> {
    let node = &entry.value;
    match entry.key.as_ref() {
        "element" => ladder(reader, node).map(WaitUntil::Element),
        "gone" => ladder(reader, node).map(WaitUntil::Gone),
        "settled" => nothing(reader, node).map(WaitUntil::Settled),
        "screen_changed" => nothing(reader, node).map(WaitUntil::ScreenChanged),
        "request" => request(reader, node).map(WaitUntil::Request),
        "text" => reader.template(node).map(WaitUntil::Text),
        _ => condition(reader, node).map(WaitUntil::Holds),
    }
}

fn request(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<RequestSeen> {
    let mut fields = Fields::of(reader, node)?;
    let method = fields.read(reader, "method", Reader::text);
    let path = fields.must(reader, "path", "say its path: path: /api/members/*").and_then(|node| reader.template(node));
    let status = fields.read(reader, "status", |reader, node| reader.whole(node, 100..=599));
    fields.finish(reader);
    Some(RequestSeen { method, path: path?, status })
}

/// What is read is a variable from here on, too.
fn read(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Action> {
    let readings = by_name(reader, node, reading)?;
    if matches!(&node.what, What::Map(entries) if entries.is_empty()) {
        reader.refuse(Code::Empty, node.place, "nothing is read here", "write { balance: { from: [a control] } }");
    }
    readings.keys().for_each(|name| reader.defines(name));
    Some(Action::Read(readings))
}

fn reading(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Reading> {
    let mut fields = Fields::of(reader, node)?;
    let from = must_ladder(reader, &mut fields, "from");
    let parse = fields.read(reader, "parse", |reader, node| reader.word(node, PARSES));
    fields.finish(reader);
    Some(Reading { from: from?, parse })
}

fn dialog(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Dialog> {
    let mut fields = Fields::of(reader, node)?;
    let answers = &[("accept", Answer::Accept), ("dismiss", Answer::Dismiss)];
    let answer =
        fields.must(reader, "answer", "say `answer: accept` or dismiss").and_then(|node| reader.word(node, answers));
    let text = fields.read(reader, "text", Reader::template);
    let reply = fields.read(reader, "reply", Reader::template);
    let sign_on = fields.read(reader, "sign_on", basic);
    fields.finish(reader);
    Some(Dialog { answer: answer?, text, reply, sign_on })
}

fn switch(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Switch> {
    if matches!(node.what, What::Map(_)) {
        let mut fields = Fields::of(reader, node)?;
        let to = fields.must(reader, "to", "say a part of the title or address").and_then(|node| reader.template(node));
        fields.finish(reader);
        return to.map(Switch::To);
    }
    reader.word(node, &[("newest", Switch::Newest), ("opener", Switch::Opener), ("close", Switch::Close)])
}

fn relaunch(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Relaunch> {
    let mut fields = Fields::of(reader, node)?;
    let fresh = fields.read(reader, "fresh", Reader::flag).unwrap_or_default();
    fields.finish(reader);
    Some(Relaunch { fresh })
}

fn set(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<DeviceControl> {
    const KEYS: [&str; 6] = ["location", "permission", "clipboard", "push", "status_bar", "locale"];
    let [one] = reader.entries(node)? else {
        reader.refuse(Code::BadValue, node.place, "one thing is set in one step", did_you_mean("", &KEYS));
        return None;
    };
    let value = &one.value;
    match one.key.as_ref() {
        "location" => location(reader, value).map(DeviceControl::Location),
        "permission" => permission(reader, value).map(DeviceControl::Permission),
        "clipboard" => reader.template(value).map(DeviceControl::Clipboard),
        "push" => match json(reader, value)? {
            serde_json::Value::Object(payload) => Some(DeviceControl::Push(payload)),
            _ => reader.wrong_type(value, "a map"),
        },
        "status_bar" => {
            let mut fields = Fields::of(reader, value)?;
            let time = fields.read(reader, "time", Reader::text);
            fields.finish(reader);
            Some(DeviceControl::StatusBar(StatusBar { time }))
        }
        "locale" => reader.text(value).map(DeviceControl::Locale),
        other => {
            reader.refuse(Code::UnknownKey, one.place, format!("`{other}` cannot be set"), did_you_mean(other, &KEYS));
            None
        }
    }
}

fn location(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Location> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { latitude: 47.37, longitude: 8.54 }";
    let latitude = fields.must(reader, "latitude", hint).and_then(|node| reader.number(node, -90.0..=90.0));
    let longitude = fields.must(reader, "longitude", hint).and_then(|node| reader.number(node, -180.0..=180.0));
    fields.finish(reader);
    Some(Location { latitude: latitude?, longitude: longitude? })
}

fn permission(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Permission> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { name: camera, granted: true }";
    let name = fields.must(reader, "name", hint).and_then(|node| reader.text(node));
    let granted = fields.must(reader, "granted", hint).and_then(|node| reader.flag(node));
    fields.finish(reader);
    Some(Permission { name: name?, granted: granted? })
}

/// Any value as JSON: the payload of a push message is the app's to understand.
fn json(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<serde_json::Value> {
    use crate::yaml::{Plain, plain};
    use serde_json::Value;
    match &node.what {
        What::Quoted(_) => reader.text(node).map(Value::String),
        What::Plain(text) => match plain(text) {
            Plain::Null => Some(Value::Null),
            Plain::Boolean(flag) => Some(Value::Bool(flag)),
            Plain::Integer | Plain::Float => match serde_json::from_str(text) {
                Ok(number) => Some(Value::Number(number)),
                Err(_) => reader.wrong_type(node, "a number"),
            },
            Plain::Ambiguous | Plain::Text => reader.text(node).map(Value::String),
        },
        What::List(items) => {
            let read: Vec<Value> = items.iter().filter_map(|item| json(reader, item)).collect();
            Some(Value::Array(read))
        }
        What::Map(entries) => {
            let read = entries.iter().filter_map(|entry| Some((entry.key.to_string(), json(reader, &entry.value)?)));
            Some(Value::Object(read.collect()))
        }
    }
}

/// A file, or a file with inputs and what is kept of its outputs.
pub(crate) fn use_of(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Use> {
    if !matches!(node.what, What::Map(_)) {
        let file = file_path(reader, node)?;
        return Some(Use { file, inputs: Default::default(), save: Default::default() });
    }
    let mut fields = Fields::of(reader, node)?;
    let file =
        fields.must(reader, "file", "name the file below the workspace").and_then(|node| file_path(reader, node));
    let inputs =
        fields.read(reader, "inputs", |reader, node| by_name(reader, node, Reader::template)).unwrap_or_default();
    let save = fields.read(reader, "save", |reader, node| by_name(reader, node, Reader::name)).unwrap_or_default();
    fields.finish(reader);
    save.values().for_each(|name| reader.defines(name));
    Some(Use { file: file?, inputs, save })
}

/// A path below the workspace, with `/` between its parts.
pub(crate) fn file_path(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let path = reader.text(node)?;
    let outside =
        path.starts_with('/') || path.split('/').any(|part| part == "..") || path.contains('\\') || path.is_empty();
    if outside || path.contains(':') {
        let message = format!("`{path}` is no path below the workspace");
        reader.refuse(
            Code::BadValue,
            node.place,
            message,
            "write it from the folder of baton.yaml: families/core.yaml",
        );
        return None;
    }
    Some(path)
}

fn branch(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<If> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { when: { visible: … }, then: [ … ], else: [ … ] }";
    let when = fields.must(reader, "when", hint).and_then(|node| condition(reader, node));
    let then = fields.must(reader, "then", hint).and_then(|node| steps(reader, node));
    let otherwise = fields.read(reader, "else", steps).unwrap_or_default();
    fields.finish(reader);
    Some(If { when: when?, then: then?, otherwise })
}

/// Rows written in the document, or in a file. Both keys may stand among others.
pub(crate) fn data(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>) -> Option<Data> {
    let (rows, csv) = (fields.get("rows"), fields.entry("csv"));
    match (rows, csv) {
        (Some(rows), None) => rows_of(reader, rows).map(Data::Rows),
        (None, Some(csv)) => file_path(reader, &csv.value).map(Data::Csv),
        (Some(_), Some(csv)) => {
            reader.refuse(Code::BadValue, csv.place, "rows are written here or come from a file, not both", "keep one");
            None
        }
        (None, None) => {
            let hint = "write `rows: [{ member_id: \"10003\" }]` or `csv: members.csv`";
            reader.refuse(Code::MissingKey, fields.place, "there are no rows", hint);
            None
        }
    }
}

fn rows_of(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Vec<indexmap::IndexMap<Name, String>>> {
    let rows = reader.some(node, |reader, row| by_name(reader, row, Reader::text))?;
    let columns: Vec<&Name> = rows.first().map(|row| row.keys().collect()).unwrap_or_default();
    if let Some(odd) =
        rows.iter().position(|row| row.len() != columns.len() || columns.iter().any(|name| !row.contains_key(*name)))
    {
        let at = reader.list(node).and_then(|items| items.get(odd)).map_or(node.place, |item| item.place);
        reader.refuse(
            Code::BadValue,
            at,
            "this row has other columns than the first",
            "give every row the same columns",
        );
    }
    Some(rows)
}

fn for_each(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<ForEach> {
    let mut fields = Fields::of(reader, node)?;
    let data = data(reader, &mut fields);
    let max: Option<u32> = fields.read(reader, "max", |reader, node| reader.whole(node, 1..=MOST_TURNS));
    if matches!(data, Some(Data::Csv(_))) && !fields.has("max") {
        let message = "how many rows the file may have is not said";
        reader.refuse(Code::Unbounded, node.place, message, "add `max: 100`, or what is right here");
    }
    let source = match &data {
        Some(Data::Csv(file)) => RowSource::Csv(file.clone()),
        Some(Data::Rows(rows)) => RowSource::Columns(rows.first().map(columns).unwrap_or_default()),
        None => RowSource::Columns(Vec::new()),
    };
    let hint = "say what is done for each row: steps: [ … ]";
    let inner =
        fields.must(reader, "steps", hint).and_then(|node| reader.inside_rows(source, |reader| steps(reader, node)));
    fields.finish(reader);
    Some(ForEach { data: data?, max, steps: inner? })
}

/// The columns of a row.
pub(crate) fn columns(row: &indexmap::IndexMap<Name, String>) -> Vec<String> {
    row.keys().map(ToString::to_string).collect()
}

fn retry(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Retry> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "say how often at most: max: 3";
    let max = fields.must_or(reader, "max", Code::Unbounded, hint).and_then(|node| reader.whole(node, 1..=1000));
    let hint = "say what ends it: until: { visible: … }";
    let until = fields.must_or(reader, "until", Code::Unbounded, hint).and_then(|node| condition(reader, node));
    let inner = fields.must(reader, "steps", "say what is done: steps: [ … ]").and_then(|node| steps(reader, node));
    let asks = fields
        .read(reader, "asks", |reader, node| reader.word(node, &[("never", Asks::Never), ("at_limit", Asks::AtLimit)]));
    fields.finish(reader);
    Some(Retry { max: max?, until: until?, steps: inner?, asks: asks.unwrap_or_default() })
}

fn manual(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Manual> {
    let mut fields = Fields::of(reader, node)?;
    let why = fields.must(reader, "why", "say why it cannot be replayed").and_then(|node| reader.text(node));
    let before = fields.read(reader, "before", conditions).unwrap_or_default();
    let after = fields.read(reader, "after", conditions).unwrap_or_default();
    let bypass = fields.read(reader, "bypass", Reader::text);
    fields.finish(reader);
    Some(Manual { why: why?, before, after, bypass })
}

/// A step-wide TODO is a mention, so that it is found with the others.
pub(crate) fn todo(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let words = reader.text(node)?;
    reader.mention(Named::Todo(words.clone()), node.place);
    Some(words)
}
