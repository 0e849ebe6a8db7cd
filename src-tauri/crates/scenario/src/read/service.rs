//! `http`, `totp`, `email` and `generate`.

use indexmap::IndexMap;

use crate::action::Basic;
use crate::read::inputs::by_name;
use crate::read::{Fields, Reader, Secrets, Words, did_you_mean, nothing};
use crate::refusal::Code;
use crate::service::{Email, Generator, Http, HttpAuth, Method, Totp};
use crate::template::Template;
use crate::yaml::Node;

const METHODS: Words<'_, Method> = &[
    ("GET", Method::Get),
    ("POST", Method::Post),
    ("PUT", Method::Put),
    ("PATCH", Method::Patch),
    ("DELETE", Method::Delete),
    ("HEAD", Method::Head),
];

/// A day is more than any step needs, and keeps every clock's arithmetic safe.
const LONGEST_WAIT_MS: i64 = 24 * 60 * 60 * 1000;

/// The time limit that a wait of any kind must have.
pub(crate) fn timeout(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>) -> Option<u64> {
    let hint = "add `timeout_ms: 10000`, or what is right here";
    let node = fields.must_or(reader, "timeout_ms", Code::WaitWithoutTimeout, hint)?;
    timeout_ms(reader, node)
}

pub(crate) fn timeout_ms(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<u64> {
    reader.whole(node, 1..=LONGEST_WAIT_MS)
}

fn secret(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Template> {
    reader.template_with(node, Secrets::Allowed)
}

pub(crate) fn http(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Http> {
    let mut fields = Fields::of(reader, node)?;
    let method = fields.read(reader, "method", |reader, node| reader.word(node, METHODS)).unwrap_or_default();
    let url = fields.must(reader, "url", "say the whole address").and_then(|node| reader.template(node));
    let headers = fields.read(reader, "headers", headers).unwrap_or_default();
    let body = fields.read(reader, "body", Reader::template);
    let auth = fields.read(reader, "auth", auth);
    let status = fields.read(reader, "status", |reader, node| reader.whole(node, 100..=599));
    let save = fields.read(reader, "save", |reader, node| by_name(reader, node, pointer)).unwrap_or_default();
    let timeout_ms = timeout(reader, &mut fields);
    fields.finish(reader);
    save.keys().for_each(|name| reader.defines(name));
    Some(Http { method, url: url?, headers, body, auth, status, save, timeout_ms: timeout_ms? })
}

fn headers(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<String, Template>> {
    let mut headers = IndexMap::new();
    for entry in reader.entries(node)? {
        let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if entry.key.is_empty() || !entry.key.bytes().all(token) {
            let message = format!("`{}` is no name of a header", entry.key);
            reader.refuse(Code::BadName, entry.place, message, "write letters, digits and dashes");
        }
        if let Some(value) = reader.template(&entry.value) {
            headers.insert(entry.key.to_string(), value);
        }
    }
    Some(headers)
}

/// A JSON pointer (RFC 6901).
fn pointer(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    if text.is_empty() || text.starts_with('/') {
        return Some(text);
    }
    let message = format!("`{text}` is no JSON pointer");
    reader.refuse(Code::BadValue, node.place, message, format!("write \"/{}\"", text.replace('.', "/")));
    None
}

fn auth(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<HttpAuth> {
    match reader.entries(node)? {
        [one] if one.key == "basic" => basic(reader, &one.value).map(HttpAuth::Basic),
        [one] if one.key == "bearer" => secret(reader, &one.value).map(HttpAuth::Bearer),
        entries => {
            let at = entries.last().map_or(node.place, |entry| entry.place);
            let hint = "write { basic: { user: …, password: … } } or { bearer: … }";
            reader.refuse(Code::BadValue, at, "this is no way to sign on", hint);
            None
        }
    }
}

pub(crate) fn basic(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Basic> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { user: \"${secrets.account.user}\", password: \"${secrets.account.password}\" }";
    let user = fields.must(reader, "user", hint).and_then(|node| secret(reader, node));
    let password = fields.must(reader, "password", hint).and_then(|node| secret(reader, node));
    fields.finish(reader);
    Some(Basic { user: user?, password: password? })
}

pub(crate) fn totp(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Totp> {
    let mut fields = Fields::of(reader, node)?;
    let seed = fields
        .must(reader, "seed", "name the secret: seed: \"${secrets.account}\"")
        .and_then(|node| secret(reader, node));
    let save =
        fields.must(reader, "save", "say which variable keeps the code: save: code").and_then(|node| reader.name(node));
    let digits = fields.read(reader, "digits", |reader, node| reader.whole(node, 6..=8)).unwrap_or(6);
    let period_s = fields.read(reader, "period_s", |reader, node| reader.whole(node, 1..=300)).unwrap_or(30);
    fields.finish(reader);
    let (seed, save) = (seed?, save?);
    reader.defines(&save);
    Some(Totp { seed, save, digits, period_s })
}

pub(crate) fn email(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Email> {
    let mut fields = Fields::of(reader, node)?;
    let account = fields
        .must(reader, "account", "name the secret: account: \"${secrets.mail}\"")
        .and_then(|node| secret(reader, node));
    let subject = fields.read(reader, "subject", Reader::template);
    let sender = fields.read(reader, "sender", Reader::template);
    let hint = "say what is read: save: { code: \"([0-9]{6})\" }";
    let save = fields.must(reader, "save", hint).and_then(|node| by_name(reader, node, Reader::pattern));
    let timeout_ms = timeout(reader, &mut fields);
    fields.finish(reader);
    let save = save?;
    save.keys().for_each(|name| reader.defines(name));
    Some(Email { account: account?, subject, sender, save, timeout_ms: timeout_ms? })
}

pub(crate) fn generator(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Generator> {
    const KEYS: [&str; 6] = ["uuid", "digits", "letters", "number", "date_in_days", "text"];
    let [one] = reader.entries(node)? else {
        reader.refuse(Code::BadValue, node.place, "one way to make a value is wanted", did_you_mean("", &KEYS));
        return None;
    };
    let value = &one.value;
    match one.key.as_ref() {
        "uuid" => nothing(reader, value).map(Generator::Uuid),
        "digits" => reader.whole(value, 1..=64).map(Generator::Digits),
        "letters" => reader.whole(value, 1..=64).map(Generator::Letters),
        "number" => reader.wholes(value, -(1 << 53)..=(1 << 53)).map(Generator::Number),
        "date_in_days" => reader.whole(value, -100_000..=100_000).map(Generator::DateInDays),
        "text" => reader.template(value).map(Generator::Text),
        other => {
            reader.refuse(Code::UnknownKey, one.place, format!("`{other}` makes no value"), did_you_mean(other, &KEYS));
            None
        }
    }
}

/// Each value may use those made before it in the same step.
pub(crate) fn generate(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<crate::names::Name, Generator>> {
    let entries = reader.entries(node)?;
    if entries.is_empty() {
        reader.refuse(Code::Empty, node.place, "nothing is made here", "write { reference: { digits: 8 } }");
    }
    let mut made = IndexMap::new();
    for entry in entries {
        let name = reader.name_of(&entry.key, entry.place, crate::names::Name::new, crate::read::LOWER_SNAKE);
        let generator = generator(reader, &entry.value);
        if let (Some(name), Some(generator)) = (name, generator) {
            reader.defines(&name);
            made.insert(name, generator);
        }
    }
    Some(made)
}
