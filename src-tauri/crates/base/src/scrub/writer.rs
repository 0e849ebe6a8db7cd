//! A sink for logs: what is written comes out scrubbed, also where a secret was cut in two by the caller's buffer.

use std::io::{self, Write};

use super::{Patterns, Scrubber, patterns};

/// Digits that never end are let go after so much, so that memory stays bounded.
const MOST_HELD: usize = 1 << 16;

/// Scrubs what passes through. Holds back only what could still become part of a secret; whole lines leave at once.
/// What is held leaves with [`ScrubbingWriter::finish`] or when it is dropped.
#[derive(Debug)]
pub struct ScrubbingWriter<W: Write> {
    pub(super) inner: Option<W>,
    scrubber: Scrubber,
    pub(super) pending: Vec<u8>,
    /// Looking at all that is pending for every few bytes would cost the square of a line's length.
    look_again_at: usize,
}

impl<W: Write> ScrubbingWriter<W> {
    /// Writes to `inner` what `scrubber` lets through.
    pub fn new(inner: W, scrubber: Scrubber) -> ScrubbingWriter<W> {
        ScrubbingWriter { inner: Some(inner), scrubber, pending: Vec::new(), look_again_at: 0 }
    }

    /// Writes what was held and gives the inner writer back.
    pub fn finish(mut self) -> io::Result<W> {
        self.let_go(self.pending.len())?;
        let mut inner = self.inner.take().ok_or(io::ErrorKind::BrokenPipe)?;
        inner.flush()?;
        Ok(inner)
    }

    fn patterns(&self) -> Patterns {
        self.scrubber.inner.patterns
    }

    /// The longest front of what is pending that nothing still to come can change.
    fn safe_front(&self) -> usize {
        let known = &self.scrubber.inner;
        if !known.spans_lines()
            && let Some(line_end) = self.pending.iter().rposition(|byte| *byte == b'\n')
        {
            return line_end + 1;
        }
        let safe = self.pending.len().saturating_sub(known.longest());
        let spans = known.spans(&self.pending, self.patterns());
        let safe = spans.iter().find(|span| span.start < safe && safe < span.end).map_or(safe, |span| span.start);
        let before_digits = patterns::open_chain(&self.pending[..safe]).unwrap_or(safe);
        if self.pending.len() < MOST_HELD { before_digits } else { safe.max(before_digits) }
    }

    fn let_go(&mut self, front: usize) -> io::Result<()> {
        if front == 0 {
            return Ok(());
        }
        let clean = self.scrubber.inner.redact(&self.pending[..front], self.patterns());
        self.pending.drain(..front);
        match &mut self.inner {
            Some(inner) => inner.write_all(&clean),
            None => Ok(()),
        }
    }
}

impl<W: Write> Write for ScrubbingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if bytes.contains(&b'\n') || self.pending.len() >= self.look_again_at {
            self.let_go(self.safe_front())?;
            self.look_again_at = 2 * self.pending.len().max(self.scrubber.inner.longest());
        }
        Ok(bytes.len())
    }

    /// Flushes what is safe to show; the rest stays held, since a flush may come in the middle of a secret.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.inner {
            Some(inner) => inner.flush(),
            None => Ok(()),
        }
    }
}

impl<W: Write> Drop for ScrubbingWriter<W> {
    fn drop(&mut self) {
        // A drop cannot report; who cares for the error calls `finish`.
        let _ = self.let_go(self.pending.len());
    }
}
