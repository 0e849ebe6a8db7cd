//! Stopping from outside: Ctrl-C, a closed engine, a person's abort.

use tokio::sync::watch;

/// Raises the signal. Once raised it stays so.
#[derive(Debug, Clone)]
pub struct Interrupter(watch::Sender<bool>);

/// Sees the signal.
#[derive(Debug, Clone)]
pub struct Interrupt(watch::Receiver<bool>);

/// A signal and what sees it.
pub fn interrupt() -> (Interrupter, Interrupt) {
    let (raise, see) = watch::channel(false);
    (Interrupter(raise), Interrupt(see))
}

impl Interrupter {
    /// Stops whatever listens, at its next safe moment.
    pub fn raise(&self) {
        self.0.send_replace(true);
    }
}

impl Interrupt {
    /// True once raised.
    pub fn is_raised(&self) -> bool {
        *self.0.borrow()
    }

    /// Resolves once raised; never, when nobody can raise it any more.
    pub async fn raised(&mut self) {
        if self.0.wait_for(|raised| *raised).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
