//! Which folder the window's engine works in.

use std::path::{Path, PathBuf};

use tauri::{AppHandle, Manager as _};

/// `BATON_WORKSPACE` when set, else the nearest folder above that holds a `baton.yaml`, else a folder of Baton's own.
pub(crate) fn choose(app: &AppHandle) -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("BATON_WORKSPACE") {
        return Ok(PathBuf::from(named));
    }
    if let Some(above) = std::env::current_dir().ok().as_deref().and_then(nearest) {
        return Ok(above);
    }
    let own = app.path().app_data_dir().map_err(|cause| cause.to_string())?.join("workspace");
    std::fs::create_dir_all(&own).map_err(|cause| format!("{} cannot be made: {cause}", own.display()))?;
    Ok(own)
}

fn nearest(from: &Path) -> Option<PathBuf> {
    from.ancestors().find(|folder| folder.join("baton.yaml").is_file()).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_baton_yaml_above_decides() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(nearest(&inner), None, "no folder above holds a baton.yaml");
        std::fs::write(root.path().join("baton.yaml"), "baton: 1\n").unwrap();
        assert_eq!(nearest(&inner).as_deref(), Some(root.path()), "the one above was not found");
        std::fs::write(root.path().join("a/baton.yaml"), "baton: 1\n").unwrap();
        assert_eq!(nearest(&inner), Some(root.path().join("a")), "a nearer one wins");
    }
}
