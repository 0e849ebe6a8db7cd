//! End-to-end tests: the real command, the real browser, the real mock app.
