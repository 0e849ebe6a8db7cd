//! How bytes travel to a browser and back: a pipe of messages that end in NUL, or a WebSocket on a loopback port.

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::unix::pipe as async_pipe;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::spawn::Ends;
use super::ticket::Ticket;

/// Something to send: the message, and the ticket that says whether it left.
pub(super) struct Outgoing {
    pub text: String,
    pub ticket: Ticket,
}

/// Gets each whole message in order, and the reason of the end as the last thing.
pub(super) trait Receive: Send + Sync + 'static {
    fn message(&self, bytes: &[u8]);
    fn ended(&self, why: &str);
}

/// Messages of a debugging pipe.
pub(super) fn over_pipe(ends: Ends, outbox: mpsc::UnboundedReceiver<Outgoing>, receive: impl Receive) {
    tokio::spawn(write_pipe(ends.to_browser, outbox));
    tokio::spawn(read_pipe(ends.from_browser, receive));
}

async fn write_pipe(mut to_browser: async_pipe::Sender, mut outbox: mpsc::UnboundedReceiver<Outgoing>) {
    while let Some(Outgoing { mut text, ticket }) = outbox.recv().await {
        if !ticket.leave() {
            continue;
        }
        text.push('\0');
        if to_browser.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read_pipe(mut from_browser: async_pipe::Receiver, receive: impl Receive) {
    let mut kept: Vec<u8> = Vec::with_capacity(1 << 16);
    let mut searched = 0;
    loop {
        match from_browser.read_buf(&mut kept).await {
            Ok(0) => return receive.ended("it closed its end of the pipe"),
            Err(cause) => return receive.ended(&format!("its pipe broke: {cause}")),
            Ok(_) => {}
        }
        let mut start = 0;
        while let Some(length) = memchr::memchr(0, &kept[searched.max(start)..]) {
            let end = searched.max(start) + length;
            receive.message(&kept[start..end]);
            start = end + 1;
        }
        kept.drain(..start);
        searched = kept.len();
        // After one huge message the room it took is given back.
        if kept.is_empty() && kept.capacity() > 1 << 24 {
            kept = Vec::with_capacity(1 << 16);
        } else if kept.len() == kept.capacity() {
            kept.reserve(kept.len().max(1 << 16));
        }
    }
}

/// Messages of a WebSocket at a debugging port.
pub(super) async fn over_socket(
    stream: TcpStream,
    url: &str,
    outbox: mpsc::UnboundedReceiver<Outgoing>,
    receive: impl Receive,
) -> Result<(), String> {
    let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let (socket, _) = client_async_with_config(url, stream, Some(config)).await.map_err(|cause| cause.to_string())?;
    let (write, read) = socket.split();
    tokio::spawn(write_socket(write, outbox));
    tokio::spawn(read_socket(read, receive));
    Ok(())
}

type SocketWrite = futures_util::stream::SplitSink<WebSocketStream<TcpStream>, Message>;
type SocketRead = futures_util::stream::SplitStream<WebSocketStream<TcpStream>>;

async fn write_socket(mut write: SocketWrite, mut outbox: mpsc::UnboundedReceiver<Outgoing>) {
    while let Some(Outgoing { text, ticket }) = outbox.recv().await {
        if ticket.leave() && write.send(Message::text(text)).await.is_err() {
            return;
        }
    }
    let _ = write.close().await;
}

async fn read_socket(mut read: SocketRead, receive: impl Receive) {
    loop {
        match read.next().await {
            Some(Ok(Message::Text(text))) => receive.message(text.as_bytes()),
            Some(Ok(Message::Close(_))) | None => return receive.ended("it closed the debugging socket"),
            Some(Ok(_)) => {}
            Some(Err(SocketError::ConnectionClosed)) => return receive.ended("it closed the debugging socket"),
            Some(Err(cause)) => return receive.ended(&format!("the debugging socket broke: {cause}")),
        }
    }
}
