//! The API over HTTP on loopback.
