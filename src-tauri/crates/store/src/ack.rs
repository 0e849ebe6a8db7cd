//! The promise that a row is in the journal.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use tokio::sync::oneshot;

use crate::error::StoreError;

/// Resolves when what was written is committed, or could not be. Dropping it does not take the write back.
#[derive(Debug)]
#[must_use = "a write is only known to be safe once its acknowledgement was waited for"]
pub struct Ack<T>(oneshot::Receiver<Result<T, StoreError>>);

impl<T> Ack<T> {
    pub(crate) fn pair() -> (oneshot::Sender<Result<T, StoreError>>, Ack<T>) {
        let (tell, told) = oneshot::channel();
        (tell, Ack(told))
    }

    /// One that is settled already.
    pub(crate) fn settled(result: Result<T, StoreError>) -> Ack<T> {
        let (tell, told) = oneshot::channel();
        let _ = tell.send(result);
        Ack(told)
    }

    /// Waits on a plain thread. Inside async code, `.await` it instead.
    pub fn wait(self) -> Result<T, StoreError> {
        self.0.blocking_recv().unwrap_or(Err(StoreError::Closed))
    }

    /// Lets the row be written without waiting, for rows whose loss in a crash is no harm (network, console).
    pub fn forget(self) {}
}

impl<T: Send + 'static> IntoFuture for Ack<T> {
    type Output = Result<T, StoreError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.0.await.unwrap_or(Err(StoreError::Closed)) })
    }
}
