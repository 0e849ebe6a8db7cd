//! JSON pointers (RFC 6901) into a tree.

use super::EditError;
use super::tree::{Node, What};

/// The parts of a pointer.
pub(super) fn parts(pointer: &str) -> Result<Vec<String>, EditError> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let rest = pointer.strip_prefix('/').ok_or_else(|| EditError::NoSuchPlace(pointer.to_owned()))?;
    Ok(rest.split('/').map(|part| part.replace("~1", "/").replace("~0", "~")).collect())
}

/// A pointer to a child.
pub(super) fn below(pointer: &str, part: &str) -> String {
    format!("{pointer}/{}", part.replace('~', "~0").replace('/', "~1"))
}

/// The node a pointer leads to, with the nodes above it, outermost first.
pub(super) fn find<'t>(tree: &'t Node, pointer: &str) -> Result<Vec<&'t Node>, EditError> {
    let mut trail = vec![tree];
    let mut here = tree;
    for part in parts(pointer)? {
        let child = match &here.what {
            What::Map { .. } => here.entry(&part).map(|entry| &entry.value),
            What::List { items, .. } => part.parse::<usize>().ok().and_then(|index| items.get(index)),
            What::Scalar(_) => None,
        };
        here = child.ok_or_else(|| EditError::NoSuchPlace(pointer.to_owned()))?;
        trail.push(here);
    }
    Ok(trail)
}

/// A pointer's parent and its last part.
pub(super) fn split(pointer: &str) -> Result<(&str, String), EditError> {
    let slash = pointer.rfind('/').ok_or_else(|| EditError::NoSuchPlace(pointer.to_owned()))?;
    let last = pointer[slash + 1..].replace("~1", "/").replace("~0", "~");
    Ok((&pointer[..slash], last))
}
