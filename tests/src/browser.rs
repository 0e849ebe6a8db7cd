//! Finds the browser that a running command started, to do to it what happens to browsers.

use std::path::Path;

/// The processes below `parent`, in no order.
pub fn descendants(parent: u32) -> Vec<u32> {
    let parents: Vec<(u32, u32)> = processes().into_iter().filter_map(|pid| Some((pid, parent_of(pid)?))).collect();
    let mut found = vec![parent];
    let mut at = 0;
    while at < found.len() {
        let of = found[at];
        found.extend(parents.iter().filter(|(_, above)| *above == of).map(|(pid, _)| *pid));
        at += 1;
    }
    found.split_off(1)
}

/// The browser's first process below `parent`, once it is there.
pub fn browser_of(parent: u32) -> Option<u32> {
    descendants(parent).into_iter().find(|pid| {
        let command = command_line(*pid);
        command.contains("--remote-debugging-pipe") && !command.contains("--type=")
    })
}

/// A page's process below `parent`.
pub fn renderer_of(parent: u32) -> Option<u32> {
    descendants(parent).into_iter().find(|pid| command_line(*pid).contains("--type=renderer"))
}

/// Sends a signal to one process.
pub fn signal(pid: u32, signal: i32) {
    let pid = i32::try_from(pid).unwrap_or(i32::MAX);
    // SAFETY: kill(2) takes plain numbers; the process is a descendant of one this test started.
    #[allow(unsafe_code, reason = "there is no safe kill in the standard library")]
    let sent = unsafe { libc::kill(pid, signal) };
    assert_eq!(sent, 0, "process {pid} could not be signalled");
}

fn processes() -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// A process's command line; empty when it is gone.
pub fn command_line(pid: u32) -> String {
    let bytes = std::fs::read(Path::new("/proc").join(pid.to_string()).join("cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ")
}
