//! Where an engine is and what it wants to hear, and asking it whether it is there.

use std::fs;
use std::path::Path;

use serde::Deserialize;

/// What a client needs to speak to an engine: the sidecar's first line says it, and so does each announcement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Engine {
    /// Where it listens, as `127.0.0.1:port`.
    pub(crate) address: String,
    /// What it wants to hear.
    pub(crate) token: String,
}

impl Engine {
    /// The address of its page, token included.
    pub(crate) fn page(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token)
    }

    /// Resolves to a response that ends when the engine does, or to `None` when it does not answer.
    pub(crate) async fn watch(&self) -> Option<reqwest::Response> {
        let client = reqwest::Client::builder().no_proxy().build().ok()?;
        let request = client.get(format!("http://{}/alive", self.address)).bearer_auth(&self.token);
        request.send().await.ok()?.error_for_status().ok()
    }
}

/// The engines announced in a workspace, whether they still live or not.
pub(crate) fn announced(workspace: &Path) -> Vec<Engine> {
    let Ok(entries) = fs::read_dir(workspace.join(".baton").join("engines")) else { return Vec::new() };
    entries
        .filter_map(|entry| fs::read(entry.ok()?.path()).ok())
        .filter_map(|bytes| serde_json::from_slice(&bytes).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_are_read_and_rubbish_is_passed_over() {
        let workspace = tempfile::tempdir().unwrap();
        assert!(announced(workspace.path()).is_empty(), "nothing was announced");
        let folder = workspace.path().join(".baton/engines");
        fs::create_dir_all(&folder).unwrap();
        let text = r#"{"pid":7,"address":"127.0.0.1:9","started_ms":1,"workspace":"/w","token":"t"}"#;
        fs::write(folder.join("7.json"), text).unwrap();
        fs::write(folder.join("8.json"), "{ half").unwrap();
        let expect = Engine { address: "127.0.0.1:9".into(), token: "t".into() };
        assert_eq!(announced(workspace.path()), [expect], "exactly the readable one");
    }

    #[tokio::test]
    async fn an_engine_that_is_gone_does_not_answer() {
        let gone = Engine { address: "127.0.0.1:1".into(), token: "t".into() };
        assert!(gone.watch().await.is_none(), "port 1 answered");
    }
}
