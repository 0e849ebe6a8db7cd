//! Starting and stopping: two loopback listeners, the app's own and the other origin's.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::mode::Mode;
use crate::state::{Counters, Shared, State};
use crate::{debug, legacy, modern, other, visit};

/// The port of `baton mockapp` without `--port`.
pub const DEFAULT_PORT: u16 = 8000;
/// The build every page names unless another is asked for.
pub const DEFAULT_BUILD: &str = "mockapp 0.1.0";
/// How long a stop waits for answers under way before it cuts them off.
const STOP_GRACE: Duration = Duration::from_millis(300);

/// How to start.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port on 127.0.0.1; 0 takes any free one.
    pub port: u16,
    /// Operator and password that are let in.
    pub sign_on: (String, String),
    /// A fault every new session starts with.
    pub inject: Option<Mode>,
    /// The build named in every page's `meta` and, with a slash, in the `Server` header.
    pub build: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            port: 0,
            sign_on: ("operator".to_owned(), "operator".to_owned()),
            inject: None,
            build: DEFAULT_BUILD.to_owned(),
        }
    }
}

/// Why the app did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Someone else listens on the port.
    #[error("port {port} on 127.0.0.1 is taken by another program")]
    PortTaken {
        /// The port asked for.
        port: u16,
    },
    /// The port could not be listened on for another reason, such as missing rights.
    #[error("cannot listen on 127.0.0.1:{port}: {cause}")]
    Bind {
        /// The port asked for.
        port: u16,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
}

impl StartError {
    /// The closed code of this error.
    pub fn code(&self) -> &'static str {
        match self {
            StartError::PortTaken { .. } => "PORT_TAKEN",
            StartError::Bind { .. } => "PORT_UNUSABLE",
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            StartError::PortTaken { port } => format!(
                "is a mock app running already? use it, end it, or choose another port: --port {}, or --port 0 for any",
                port.saturating_add(1)
            ),
            StartError::Bind { .. } => "choose a port above 1023: --port 8000, or --port 0 for any".to_owned(),
        }
    }
}

/// A sign-on that is not `user:password`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the sign-on must be written `user:password`, with neither part empty")]
pub struct SignOnError;

/// Reads `user:password`; the password may hold further colons.
pub fn parse_sign_on(text: &str) -> Result<(String, String), SignOnError> {
    match text.split_once(':') {
        Some((user, password)) if !user.is_empty() && !password.is_empty() => {
            Ok((user.to_owned(), password.to_owned()))
        }
        _ => Err(SignOnError),
    }
}

/// A running app. Dropping it ends it at once; `stop` lets answers under way finish first.
pub struct MockApp {
    port: u16,
    state: Shared,
    stopping: watch::Sender<bool>,
    servers: Vec<JoinHandle<()>>,
}

/// Starts both listeners; the app answers as soon as this returns.
pub async fn start(options: Options) -> Result<MockApp, StartError> {
    let own = listen(options.port).await?;
    let other = listen(0).await?;
    let port = port_of(&own, options.port)?;
    // `localhost` is another site than 127.0.0.1, so browsers give its frames a process of their own.
    let other_origin = format!("http://localhost:{}", port_of(&other, 0)?);
    let state = Arc::new(State::new(options, port, other_origin));
    let stopping = watch::Sender::new(false);
    let servers = vec![
        serve(own, routes(state.clone()), stopping.subscribe()),
        serve(other, other::routes(state.clone()), stopping.subscribe()),
    ];
    Ok(MockApp { port, state, stopping, servers })
}

impl MockApp {
    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// `http://127.0.0.1:PORT`, without a trailing slash.
    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Origin of the second listener, where cross-origin frames and leaks go; without a trailing slash.
    pub fn other_origin(&self) -> String {
        self.state.other_origin.clone()
    }

    /// What was done to it so far, as `/debug.json` says it.
    pub fn counters(&self) -> Counters {
        self.state.counters()
    }

    /// Ends both listeners; answers still under way after a moment are cut off.
    pub async fn stop(mut self) {
        self.stopping.send_replace(true);
        for server in &mut self.servers {
            let _ = tokio::time::timeout(STOP_GRACE, server).await;
        }
    }
}

impl Drop for MockApp {
    fn drop(&mut self) {
        for server in &self.servers {
            server.abort();
        }
    }
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => StartError::PortTaken { port },
        _ => StartError::Bind { port, cause },
    })
}

fn port_of(listener: &TcpListener, asked: u16) -> Result<u16, StartError> {
    listener.local_addr().map(|at| at.port()).map_err(|cause| StartError::Bind { port: asked, cause })
}

fn serve(listener: TcpListener, routes: Router, mut stopping: watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::spawn(async move {
        let until = async move {
            let _ = stopping.wait_for(|stop| *stop).await;
        };
        let _ = axum::serve(listener, routes).with_graceful_shutdown(until).await;
    })
}

fn routes(state: Shared) -> Router {
    Router::new()
        .merge(legacy::routes(&state))
        .merge(modern::routes())
        .merge(debug::routes())
        .fallback(legacy::not_found)
        .route("/favicon.ico", get(|| async { axum::http::StatusCode::NO_CONTENT }))
        .layer(from_fn_with_state(state.clone(), visit::enter))
        .with_state(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_on_is_user_and_password() {
        assert_eq!(parse_sign_on("ann:p:w"), Ok(("ann".into(), "p:w".into())), "only the first colon parts");
        for bad in ["", "ann", ":pw", "ann:"] {
            assert_eq!(parse_sign_on(bad), Err(SignOnError), "{bad:?} lacks a part");
        }
    }
}
