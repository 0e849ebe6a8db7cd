//! Starts browsers, and ends them. The one place in this crate that starts a process.

use std::collections::VecDeque;
use std::io::{PipeReader, PipeWriter, pipe};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use baton_base::SharedClock;
use command_fds::{CommandFdExt, FdMapping};
use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};
use tokio::io::{AsyncReadExt, BufReader};
use tokio::net::unix::pipe as async_pipe;

use crate::error::DeviceError;

const PROFILE_PREFIX: &str = "baton-profile-";
const STDERR_KEPT: usize = 4096;

/// What a browser is started with.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub executable: PathBuf,
    pub headless: bool,
    pub viewport: (u32, u32),
    pub scale: f64,
    pub locale: Option<String>,
    pub profile_root: PathBuf,
    pub extra_flags: Vec<String>,
}

/// A browser that was started, with its end of the pipe.
pub(super) struct Process {
    pub pid: u32,
    child: tokio::process::Child,
    profile: Option<tempfile::TempDir>,
    said: Arc<Mutex<VecDeque<u8>>>,
}

/// The two ends we talk through.
pub(super) struct Ends {
    pub to_browser: async_pipe::Sender,
    pub from_browser: async_pipe::Receiver,
}

/// Starts a browser on a pipe, with a profile of its own.
pub(super) fn start(start: &Start) -> Result<(Process, Ends), DeviceError> {
    let failed = |why: String| DeviceError::NotStarted { what: start.executable.display().to_string(), why };
    let profile = make_profile(&start.profile_root).map_err(&failed)?;
    let (their_read, our_write) = pipe().map_err(|cause| failed(format!("no pipe: {cause}")))?;
    let (our_read, their_write) = pipe().map_err(|cause| failed(format!("no pipe: {cause}")))?;
    let mut child = launch(start, profile.path(), their_read, their_write).map_err(&failed)?;
    let ends = ends(our_write, our_read).map_err(|cause| failed(format!("no pipe: {cause}")))?;
    let said = Arc::new(Mutex::new(VecDeque::new()));
    if let Some(stderr) = child.stderr.take() {
        tokio::spawn(keep_last_words(stderr, said.clone()));
    }
    let pid = child.id().unwrap_or_default();
    Ok((Process { pid, child, profile: Some(profile), said }, ends))
}

fn launch(start: &Start, profile: &Path, read: PipeReader, write: PipeWriter) -> Result<tokio::process::Child, String> {
    let mut command = std::process::Command::new(&start.executable);
    command.args(flags(start, profile)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    // Its own process group, so that all of it can be ended at once and Ctrl-C in our terminal is ours alone.
    command.process_group(0);
    let mappings = vec![
        FdMapping { parent_fd: OwnedFd::from(read), child_fd: 3 },
        FdMapping { parent_fd: OwnedFd::from(write), child_fd: 4 },
    ];
    command.fd_mappings(mappings).map_err(|cause| format!("its pipes collide: {cause}"))?;
    let mut command = tokio::process::Command::from(command);
    command.kill_on_drop(true).spawn().map_err(|cause| cause.to_string())
}

fn ends(write: PipeWriter, read: PipeReader) -> std::io::Result<Ends> {
    let (write, read) = (OwnedFd::from(write), OwnedFd::from(read));
    widen(&write);
    widen(&read);
    let to_browser = async_pipe::Sender::from_owned_fd(write)?;
    Ok(Ends { to_browser, from_browser: async_pipe::Receiver::from_owned_fd(read)? })
}

/// A pipe holds 64 KiB at first; trees and pictures are larger, and each refill costs a switch between processes.
#[cfg(target_os = "linux")]
fn widen(fd: &OwnedFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(fd, 1 << 20);
}

#[cfg(not(target_os = "linux"))]
fn widen(_: &OwnedFd) {}

fn flags(start: &Start, profile: &Path) -> Vec<String> {
    let (width, height) = start.viewport;
    let mut flags: Vec<String> = [
        "--remote-debugging-pipe",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-breakpad",
        "--disable-default-apps",
        "--disable-extensions",
        "--disable-popup-blocking",
        "--disable-prompt-on-repost",
        "--disable-hang-monitor",
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        "--disable-ipc-flooding-protection",
        "--disable-search-engine-choice-screen",
        "--disable-dev-shm-usage",
        "--metrics-recording-only",
        "--password-store=basic",
        "--use-mock-keychain",
        "--enable-automation",
        "--disable-features=Translate,OptimizationHints,MediaRouter,GlobalMediaControls,HttpsUpgrades,\
         PaintHolding,LensOverlay,DialMediaRouteProvider,BackForwardCache",
    ]
    .map(str::to_owned)
    .to_vec();
    flags.push(format!("--user-data-dir={}", profile.display()));
    flags.push(format!("--window-size={width},{height}"));
    flags.push(format!("--force-device-scale-factor={}", start.scale));
    if start.headless {
        flags.extend(["--headless=new", "--hide-scrollbars", "--mute-audio"].map(str::to_owned));
    }
    if let Some(locale) = &start.locale {
        flags.push(format!("--lang={locale}"));
    }
    if rustix::process::geteuid().is_root() {
        flags.push("--no-sandbox".to_owned());
    }
    flags.extend(start.extra_flags.iter().cloned());
    flags.push("about:blank".to_owned());
    flags
}

/// A folder only we may read, named by our process so that the next start can sweep what a killed one left.
fn make_profile(root: &Path) -> Result<tempfile::TempDir, String> {
    sweep(root);
    let prefix = format!("{PROFILE_PREFIX}{}-", std::process::id());
    let made = tempfile::Builder::new()
        .prefix(&prefix)
        .permissions(std::fs::Permissions::from_mode(0o700))
        .tempdir_in(root)
        .map_err(|cause| format!("no profile folder could be made in {}: {cause}", root.display()))?;
    // A full disk lets a folder be made and nothing be put into it, on which the browser would die without a word.
    let probe = made.path().join("writable");
    std::fs::write(&probe, [0u8; 4096])
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|cause| format!("the profile folder in {} cannot be written: {cause}", root.display()))?;
    Ok(made)
}

/// Removes profiles of processes that are no more.
fn sweep(root: &Path) {
    let Ok(entries) = std::fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner =
            name.to_str().and_then(|name| name.strip_prefix(PROFILE_PREFIX)).and_then(|rest| rest.split('-').next());
        let Some(pid) = owner.and_then(|pid| pid.parse().ok()).and_then(Pid::from_raw) else { continue };
        if test_kill_process(pid) == Err(rustix::io::Errno::SRCH) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

async fn keep_last_words(stderr: tokio::process::ChildStderr, kept: Arc<Mutex<VecDeque<u8>>>) {
    let mut stderr = BufReader::new(stderr);
    let mut piece = [0u8; 1024];
    while let Ok(read @ 1..) = stderr.read(&mut piece).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&piece[..read]);
        let surplus = kept.len().saturating_sub(STDERR_KEPT);
        kept.drain(..surplus);
    }
}

impl Process {
    /// Where downloads go unless told otherwise.
    pub fn profile(&self) -> Option<&Path> {
        self.profile.as_ref().map(tempfile::TempDir::path)
    }

    /// The last lines it wrote to stderr.
    pub fn last_words(&self) -> String {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let text =
            String::from_utf8_lossy(said.as_slices().0).into_owned() + &String::from_utf8_lossy(said.as_slices().1);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join(" | ")
    }

    /// How it ended, if it has within `limit`.
    pub async fn ended(&mut self, clock: &SharedClock, limit: Duration) -> Option<String> {
        let status = baton_base::clock::within(&**clock, limit, self.child.wait()).await.ok()?.ok()?;
        Some(status.to_string())
    }

    /// Ends it: gives it `grace` to go by itself, then kills all of its group, then removes its profile.
    pub async fn end(&mut self, clock: &SharedClock, grace: Duration) {
        if self.ended(clock, grace).await.is_none() {
            self.kill();
            self.ended(clock, Duration::from_secs(5)).await;
        }
        // Helpers of a browser that was killed can outlive it for a moment; nothing of the group is to stay.
        self.kill();
        self.remove_profile(clock).await;
    }

    /// Kills it and its group at once.
    pub fn kill(&self) {
        if let Some(pid) = Pid::from_raw(self.pid as i32) {
            let _ = kill_process_group(pid, Signal::KILL);
            if self.child.id().is_some() {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }

    async fn remove_profile(&mut self, clock: &SharedClock) {
        let Some(profile) = self.profile.take() else { return };
        let path = profile.keep();
        for _ in 0..20 {
            // A dying child can still write a last file into a folder that is being removed, so it is tried again.
            match std::fs::remove_dir_all(&path) {
                Ok(()) => return,
                Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return,
                Err(_) => clock.sleep(Duration::from_millis(25)).await,
            }
        }
        tracing::warn!(profile = %path.display(), "a browser profile could not be removed");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.profile.is_some() {
            self.kill();
        }
    }
}

/// What an executable says with `--version`; empty when it is no such thing.
pub(super) fn version_of(path: &Path) -> String {
    let output = std::process::Command::new(path).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
    output.map(|said| String::from_utf8_lossy(&said.stdout).trim().to_owned()).unwrap_or_default()
}
