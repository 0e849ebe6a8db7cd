//! The scenario document: YAML text in, checked values out, and back.
