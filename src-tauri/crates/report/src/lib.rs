//! A run told to somebody who was not there.
