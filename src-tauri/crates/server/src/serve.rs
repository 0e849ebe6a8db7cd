//! Starting and stopping.

use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use baton_api::{Engine, Host};
use baton_base::SharedClock;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::engines::{Announced, EngineFile, announce};
use crate::idle::Presence;
use crate::routes::{App, router};
use crate::token::Token;
use crate::ui::Ui;

/// How to serve.
#[derive(Debug, Clone)]
pub struct Options {
    /// The workspace's folder; the announcement goes into its `.baton/`.
    pub workspace: PathBuf,
    /// The port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Where the UI's files come from.
    pub ui: Ui,
    /// End by itself once nobody was there and nothing was done for so long.
    pub idle_exit: Option<Duration>,
    /// Where time comes from.
    pub clock: SharedClock,
}

/// Why an engine did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Something else listens there.
    #[error("port {port} on 127.0.0.1 is taken")]
    PortTaken {
        /// The port asked for.
        port: u16,
    },
    /// The system refused the port for another reason.
    #[error("cannot listen on 127.0.0.1:{port}: {cause}")]
    Listen {
        /// The port asked for.
        port: u16,
        /// The system's words.
        cause: io::Error,
    },
    /// The announcement could not be written.
    #[error("cannot write {}: {cause}", folder.display())]
    Announce {
        /// The folder it belongs in.
        folder: PathBuf,
        /// The system's words.
        cause: io::Error,
    },
    /// No random numbers, so no token.
    #[error("the system gave no random numbers for a token: {0}")]
    Entropy(getrandom::Error),
}

impl ServeError {
    /// What to do next.
    pub fn hint(&self) -> String {
        match self {
            ServeError::PortTaken { .. } => {
                "End what listens there, choose another with --port, or take a free one with --port 0.".into()
            }
            ServeError::Listen { .. } => "Choose another port with --port, or take a free one with --port 0.".into(),
            ServeError::Announce { .. } => "The workspace's .baton folder must be writable, with space on it.".into(),
            ServeError::Entropy(_) => "Try again once the system is up.".into(),
        }
    }
}

/// A running engine's ear. Dropping it without [`Server::stop`] ends it too, less politely.
#[derive(Debug)]
pub struct Server {
    /// Where it listens, as `127.0.0.1:port`.
    pub address: String,
    /// What clients must present.
    pub token: Token,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
    _announced: Announced,
}

impl Server {
    /// The address a person opens, token included.
    pub fn page(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token.reveal())
    }

    /// Answers what was asked, takes nothing new, and ends.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let _ = self.task.await;
    }

    /// Resolves when it ended by itself, being left alone.
    pub async fn ended(&mut self) {
        let _ = (&mut self.task).await;
    }
}

/// Binds, announces and answers until stopped.
pub async fn serve(options: Options, host: Arc<dyn Host>) -> Result<Server, ServeError> {
    let token = Token::fresh().map_err(ServeError::Entropy)?;
    let (listener, port) = bind(options.port).await?;
    let address = format!("127.0.0.1:{port}");
    let announced = announce_here(&options, &address, &token)?;
    let (stop, stopping) = watch::channel(false);
    let presence = Presence::new(options.clock);
    let app = App { host, token: token.clone(), port, ui: options.ui, presence, stopping };
    let task = tokio::spawn(answer(listener, app, stop.clone(), options.idle_exit));
    tracing::info!(%address, "engine listens");
    Ok(Server { address, token, stop, task, _announced: announced })
}

async fn bind(port: u16) -> Result<(TcpListener, u16), ServeError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => ServeError::PortTaken { port },
        _ => ServeError::Listen { port, cause },
    })?;
    let port = listener.local_addr().map_err(|cause| ServeError::Listen { port, cause })?.port();
    Ok((listener, port))
}

fn announce_here(options: &Options, address: &str, token: &Token) -> Result<Announced, ServeError> {
    let engine = Engine {
        pid: std::process::id(),
        address: address.to_owned(),
        started_ms: options.clock.wall_ms(),
        workspace: options.workspace.display().to_string(),
    };
    announce(&options.workspace, &EngineFile { engine, token: token.reveal().to_owned() })
        .map_err(|cause| ServeError::Announce { folder: options.workspace.join(".baton/engines"), cause })
}

async fn answer(listener: TcpListener, app: App, stop: watch::Sender<bool>, idle_exit: Option<Duration>) {
    let (presence, host, mut stopping) = (app.presence.clone(), app.host.clone(), app.stopping.clone());
    let until = async move {
        tokio::select! {
            _ = stopping.wait_for(|stop| *stop) => {}
            () = left_alone(presence, host, idle_exit) => {
                let _ = stop.send(true);
            }
        }
    };
    if let Err(cause) = axum::serve(listener, router(app)).with_graceful_shutdown(until).await {
        tracing::error!(%cause, "engine stopped listening");
    }
}

async fn left_alone(presence: Presence, host: Arc<dyn Host>, limit: Option<Duration>) {
    match limit {
        Some(limit) => presence.left_alone(limit, host.as_ref()).await,
        None => std::future::pending().await,
    }
}
