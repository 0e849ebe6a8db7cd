//! Attaches to a browser that is already up, by its debugging port on this machine.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use baton_base::SharedClock;
use baton_base::clock::within;
use chromiumoxide_cdp::cdp::browser_protocol::target::{CreateTargetParams, SetDiscoverTargetsParams};
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::driver::Opening;
use crate::error::{Delivery, DeviceError};

use super::connection::{Connection, Reader};
use super::core::{Core, Heed, Setting};
use super::intake::Inlet;
use super::{Chromium, Named, guard, launch, prepare, wire};

/// How to attach to a browser that a person started with `--remote-debugging-port`. Only a tab of our own is driven, and closed at the end.
#[derive(Debug, Clone)]
pub struct Attach {
    /// The port, on 127.0.0.1.
    pub port: u16,
    /// Size of our tab's viewport in CSS px.
    pub viewport: (u32, u32),
    /// Where downloads are saved.
    pub downloads: std::path::PathBuf,
    /// How long one command may take.
    pub answer_limit: Duration,
    /// How long a document may take to be loaded.
    pub load_limit: Duration,
    /// The session's clock.
    pub clock: SharedClock,
}

#[derive(Deserialize)]
struct Endpoint {
    #[serde(rename = "webSocketDebuggerUrl")]
    socket: String,
}

impl Attach {
    /// Attaches on that port, with the usual limits.
    pub fn new(port: u16, clock: SharedClock) -> Attach {
        Attach {
            port,
            viewport: (1280, 800),
            downloads: std::env::temp_dir(),
            answer_limit: Duration::from_secs(10),
            load_limit: Duration::from_secs(30),
            clock,
        }
    }

    /// Attaches and opens the first address in a tab of our own.
    pub async fn start(self, opening: Opening) -> Result<Chromium, DeviceError> {
        let address = SocketAddr::from(([127, 0, 0, 1], self.port));
        let found = within(&*self.clock, self.answer_limit, endpoint(address)).await;
        let socket_url = match found {
            Ok(Ok(url)) => url,
            Ok(Err(why)) => return Err(self.refused(&why)),
            Err(_) => return Err(self.refused("what listens there does not answer")),
        };
        let (connection, outbox) = Connection::new();
        let setting = self.setting(opening.clone());
        let core = Core::new(connection.clone(), self.clock.clone(), setting, self.answer_limit, self.load_limit);
        let core = Arc::new(core);
        let stream = TcpStream::connect(address).await.map_err(|cause| self.refused(&cause.to_string()))?;
        let reader = Reader { connection, intake: Arc::new(Inlet(core.clone())) };
        let joined = within(&*self.clock, self.answer_limit, wire::over_socket(stream, &socket_url, outbox, reader));
        joined.await.map_err(|_| self.refused("no WebSocket"))?.map_err(|why| self.refused(&why))?;
        let named = self.come_up(&core).await?;
        let browser = Chromium::new(core, None, named, opening.url.clone());
        launch::open_first(&browser, &opening.url).await?;
        Ok(browser)
    }

    async fn come_up(&self, core: &Arc<Core>) -> Result<Named, DeviceError> {
        let version = launch::ask_version(core, self.answer_limit).await?;
        core.tell(None, &guard::downloads(&core.setting()));
        core.tell(None, &SetDiscoverTargetsParams::new(true));
        core.tell(None, &prepare::attach_within(true));
        core.tell(None, &CreateTargetParams::new("about:blank"));
        core.until(self.answer_limit, Heed::End, Delivery::Undelivered, |state| {
            state.current_frames().first().is_some_and(|top| top.world.is_some())
        })
        .await?;
        Ok(Named { browser: version.named("chrome"), device: format!("attached at port {}", self.port) })
    }

    fn setting(&self, opening: Opening) -> Setting {
        let Attach { viewport, downloads, .. } = self.clone();
        Setting { viewport, locale: None, opening, downloads, only_own: true }
    }

    fn refused(&self, why: &str) -> DeviceError {
        let hint = "start the browser with --remote-debugging-port and --user-data-dir=<a folder of its own>: since \
                    Chrome 136 the port is ignored on the default profile";
        DeviceError::NotStarted {
            what: format!("the browser at 127.0.0.1:{}", self.port),
            why: format!("{why}; {hint}"),
        }
    }
}

/// Asks what listens there for its debugging socket, as <https://chromedevtools.github.io/devtools-protocol/#endpoints> has it.
async fn endpoint(address: SocketAddr) -> Result<String, String> {
    let mut stream = TcpStream::connect(address).await.map_err(|cause| format!("nothing listens there: {cause}"))?;
    let request = format!("GET /json/version HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.map_err(|cause| cause.to_string())?;
    let mut answer = Vec::new();
    let mut piece = [0u8; 4096];
    // Chromium keeps the connection open whatever it is asked, so reading ends with the JSON's own end.
    while answer.len() < 1 << 20 {
        let read = stream.read(&mut piece).await.map_err(|cause| cause.to_string())?;
        answer.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&answer);
        let body = text.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        if let Ok(Endpoint { socket }) = serde_json::from_str(body) {
            return Ok(socket);
        }
        if read == 0 {
            break;
        }
    }
    Err("what listens there is no browser's debugging port".to_owned())
}
