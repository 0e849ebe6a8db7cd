//! The journal: SQLite rows and content-addressed files.
