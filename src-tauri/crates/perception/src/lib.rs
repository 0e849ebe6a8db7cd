//! What the injected page script sees, as values.
