//! The way out: lists of runs, one run whole, trees. Each reader has a read-only connection of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use baton_base::RunId;
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::column::RowId;
use crate::error::StoreError;
use crate::{files, migrate, tree, writer};

/// Which runs to list. The newest come first.
#[derive(Debug, Clone, Default)]
pub struct RunFilter {
    /// Only of this scenario.
    pub scenario: Option<String>,
    /// Only those that ended so: `success`, `business_outcome`, `failure`, `escalated`.
    pub kind: Option<String>,
    /// Only those started at this wall time or later, in ms since 1970.
    pub since_wall_ms: Option<u64>,
    /// At most so many; 50 when not said.
    pub limit: Option<u32>,
    /// Leaves so many of the newest out.
    pub offset: u32,
}

/// A run in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunSummary {
    /// Its id.
    pub run: String,
    /// The session it ran in, when one was opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The scenario's name.
    pub scenario: String,
    /// The scenario's version, none for a draft.
    pub version: Option<u32>,
    /// The scenario's seal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The target's name.
    pub target: String,
    /// Wall time at its start, in ms since 1970.
    pub wall_ms: u64,
    /// How it ended; none while it runs, or when it was killed.
    pub kind: Option<String>,
    /// The outcome's or failure's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// `none`, `committed` or `unknown`.
    pub side_effect: Option<String>,
    /// How long it took, in ms.
    pub duration_ms: Option<u64>,
    /// True when `gc` keeps it.
    pub pinned: bool,
}

/// Everything the journal has of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunWhole {
    /// As in the list.
    #[serde(flatten)]
    pub summary: RunSummary,
    /// The result object, once it has ended.
    pub result: Option<Value>,
    /// Its rows by table, each an object of its columns, in the order they were written.
    pub rows: BTreeMap<&'static str, Vec<Value>>,
}

/// The tables that `show` tells, with how a row belongs to a run.
const OF_A_RUN: &[(&str, &str)] = &[
    ("segments", "session = (SELECT session FROM runs WHERE id = ?1)"),
    ("leases", "session = (SELECT session FROM runs WHERE id = ?1)"),
    ("steps", "run = ?1"),
    ("acts", "run = ?1"),
    ("verdicts", "act IN (SELECT row FROM acts WHERE run = ?1)"),
    ("actuations", "act IN (SELECT row FROM acts WHERE run = ?1)"),
    ("observations", "run = ?1"),
    ("pictures", "run = ?1"),
    ("refusals", "run = ?1"),
    ("detectors", "run = ?1"),
    ("recoveries", "run = ?1"),
    ("approvals", "run = ?1"),
    ("network", "run = ?1"),
    ("console", "run = ?1"),
    ("handoffs", "run = ?1"),
];

/// Columns that hold JSON, told as what they hold.
const JSON: &[&str] = &["device", "told", "action", "element", "event", "payload", "json"];

/// Reads the journal of one workspace.
#[derive(Debug)]
pub struct Reader {
    pub(crate) connection: Connection,
    pub(crate) workspace: PathBuf,
}

impl Reader {
    /// Opens the journal of the workspace in `workspace` for reading; it is not made when it is missing.
    pub fn open(workspace: &Path) -> Result<Reader, StoreError> {
        let path = files::journal_file(workspace);
        if !path.exists() {
            return Err(StoreError::Missing { what: "journal", id: path.display().to_string() });
        }
        // In a folder that cannot be written there is no place for SQLite's shared memory; then the file is taken as fixed.
        let connection = open(&path, "mode=ro").or_else(|_| open(&path, "immutable=1"))?;
        Ok(Reader { connection, workspace: workspace.to_owned() })
    }

    /// The runs that match, newest first.
    pub fn runs(&self, filter: &RunFilter) -> Result<Vec<RunSummary>, StoreError> {
        let (mut wheres, mut values) = (Vec::new(), Vec::new());
        let conditions = [
            ("scenario = ?", filter.scenario.clone().map(Sql::Text)),
            ("kind = ?", filter.kind.clone().map(Sql::Text)),
            ("wall_ms >= ?", filter.since_wall_ms.map(|ms| Sql::Integer(i64::try_from(ms).unwrap_or(i64::MAX)))),
        ];
        for (condition, value) in conditions {
            if let Some(value) = value {
                wheres.push(condition);
                values.push(value);
            }
        }
        let wheres = if wheres.is_empty() { String::new() } else { format!("WHERE {}", wheres.join(" AND ")) };
        let sql = format!("SELECT {SUMMARY} FROM runs {wheres} ORDER BY wall_ms DESC LIMIT ? OFFSET ?");
        values.push(Sql::Integer(filter.limit.unwrap_or(50).into()));
        values.push(Sql::Integer(filter.offset.into()));
        let mut statement = self.connection.prepare_cached(&sql)?;
        let found = statement.query_map(rusqlite::params_from_iter(values), summary)?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// One run, all of it.
    pub fn run(&self, run: &RunId) -> Result<RunWhole, StoreError> {
        let sql = format!("SELECT {SUMMARY} FROM runs WHERE id = ?");
        let found = self.connection.query_row(&sql, [run.as_str()], summary).optional()?;
        let summary = found.ok_or_else(|| StoreError::Missing { what: "run", id: run.to_string() })?;
        let mut rows = BTreeMap::new();
        for (table, belongs) in OF_A_RUN {
            rows.insert(*table, self.objects(table, belongs, run.as_str())?);
        }
        Ok(RunWhole { summary, result: self.result(run)?, rows })
    }

    /// The result a run ended with.
    pub fn result(&self, run: &RunId) -> Result<Option<Value>, StoreError> {
        let json = "SELECT json FROM results WHERE run = ?";
        let json: Option<String> = self.connection.query_row(json, [run.as_str()], |row| row.get(0)).optional()?;
        json.map(|text| parsed(&text, run)).transpose()
    }

    /// The run that took an idempotency key, and the hash of its inputs.
    pub fn taken_key(&self, scenario: &str, key: &str) -> Result<Option<(RunId, String)>, StoreError> {
        let sql = "SELECT run, inputs FROM idempotency WHERE scenario = ? AND key = ?";
        let taken = self.connection.query_row(sql, [scenario, key], |row| Ok((RunId(row.get(0)?), row.get(1)?)));
        Ok(taken.optional()?)
    }

    /// Whether an approval token's nonce was used up.
    pub fn is_spent(&self, nonce: &str) -> Result<bool, StoreError> {
        let spent = self.connection.query_row("SELECT 1 FROM tokens WHERE nonce = ?", [nonce], |_| Ok(()));
        Ok(spent.optional()?.is_some())
    }

    /// Acts of a run that have no verdict: a crash cut them off, and what they did is unknown.
    pub fn open_acts(&self, run: &RunId) -> Result<Vec<RowId>, StoreError> {
        let sql = "SELECT row FROM acts WHERE run = ? AND row NOT IN (SELECT act FROM verdicts) ORDER BY row";
        let mut statement = self.connection.prepare_cached(sql)?;
        let found = statement.query_map([run.as_str()], |row| row.get(0).map(RowId))?;
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// The tree of that hash, as it was stored.
    pub fn tree(&self, hash: &str) -> Result<Value, StoreError> {
        let packed = self.connection.query_row("SELECT zstd FROM trees WHERE hash = ?", [hash], |row| row.get(0));
        let packed: Option<Vec<u8>> = packed.optional()?;
        let packed = packed.ok_or_else(|| StoreError::Missing { what: "tree", id: hash.to_owned() })?;
        tree::unpack(hash, &packed)
    }

    /// How many rows a table has.
    pub fn count(&self, table: &'static str) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM \"{table}\"");
        Ok(self.connection.query_row(&sql, (), |row| row.get(0))?)
    }

    fn objects(&self, table: &str, belongs: &str, run: &str) -> Result<Vec<Value>, StoreError> {
        let order = if table == "verdicts" { "act" } else { "row" };
        let sql = format!("SELECT * FROM \"{table}\" WHERE {belongs} ORDER BY {order}");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let found = statement.query_map([run], |row| object(row, &names))?;
        Ok(found.collect::<Result<_, _>>()?)
    }
}

fn open(path: &Path, how: &str) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("file:{}?{how}", uri_path(path)), flags)?;
    connection.busy_timeout(writer::BUSY_TIMEOUT)?;
    let version = migrate::version(&connection)?;
    if version < migrate::NEWEST {
        // Reading old columns by new names would fail later and less clearly.
        let cause = format!("it has version {version} and must be opened for writing once to be brought up to date");
        return Err(StoreError::ReadOnly { cause });
    }
    Ok(connection)
}

/// RFC 3986: what means something in a URI is written by its number.
fn uri_path(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~:".contains(&byte);
    let encode = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    let text = path.to_string_lossy().replace('\\', "/");
    text.bytes().map(encode).collect()
}

const SUMMARY: &str =
    "id, session, scenario, version, seal, target, wall_ms, kind, code, side_effect, at_us, ended_us, pinned";

fn summary(row: &Row<'_>) -> rusqlite::Result<RunSummary> {
    let (at_us, ended_us): (u64, Option<u64>) = (row.get(10)?, row.get(11)?);
    Ok(RunSummary {
        run: row.get(0)?,
        session: row.get(1)?,
        scenario: row.get(2)?,
        version: row.get(3)?,
        seal: row.get(4)?,
        target: row.get(5)?,
        wall_ms: row.get(6)?,
        kind: row.get(7)?,
        code: row.get(8)?,
        side_effect: row.get(9)?,
        duration_ms: ended_us.map(|end| end.saturating_sub(at_us) / 1000),
        pinned: row.get(12)?,
    })
}

fn object(row: &Row<'_>, names: &[String]) -> rusqlite::Result<Value> {
    let mut object = Map::new();
    for (place, name) in names.iter().enumerate() {
        let value = match row.get_ref(place)? {
            ValueRef::Null => continue,
            ValueRef::Integer(number) => Value::from(number),
            ValueRef::Real(number) => Value::from(number),
            ValueRef::Text(text) => told(name, &String::from_utf8_lossy(text)),
            ValueRef::Blob(bytes) => Value::from(bytes.len()),
        };
        object.insert(name.clone(), value);
    }
    Ok(Value::Object(object))
}

fn told(column: &str, text: &str) -> Value {
    let json = JSON.contains(&column).then(|| serde_json::from_str(text).ok()).flatten();
    json.unwrap_or_else(|| Value::from(text))
}

fn parsed(text: &str, run: &RunId) -> Result<Value, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::Spoilt { what: format!("result of run {run}"), cause: error.to_string() })
}
