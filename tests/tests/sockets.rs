//! Row 24: a run opens no connection of its own; the browser is reached by a pipe, and makes its own connections.

#![allow(clippy::expect_used, reason = "a test ends at the first thing that is not as it should be")]

use std::collections::HashSet;
use std::process::Stdio;
use std::time::Duration;

use baton_tests::{Desk, finish, until};

/// The inodes of all internet sockets of this machine.
fn internet() -> HashSet<String> {
    let tables =
        ["tcp", "tcp6", "udp", "udp6"].iter().flat_map(|table| std::fs::read_to_string(format!("/proc/net/{table}")));
    tables
        .flat_map(|table| {
            table.lines().filter_map(|line| Some(line.split_whitespace().nth(9)?.to_owned())).collect::<Vec<_>>()
        })
        .collect()
}

/// Whether a process has an internet socket open now.
fn is_online(pid: u32) -> bool {
    let open = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    let links = open.filter_map(|entry| Some(std::fs::read_link(entry.path()).ok()?.to_str()?.to_owned()));
    let sockets: Vec<String> =
        links.filter_map(|link| Some(link.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())).collect();
    !sockets.is_empty() && {
        let known = internet();
        sockets.iter().any(|inode| known.contains(inode))
    }
}

/// Runs a scenario and says whether `baton` itself was ever seen online.
fn check(desk: &Desk, scenario: &str) -> bool {
    let mut command = desk.command(&["run", scenario, "--input", "member_id=10003", "--allow-draft"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("baton starts");
    let pid = child.id();
    let (tell, told) = std::sync::mpsc::channel();
    let watcher = std::thread::spawn(move || {
        let mut online = false;
        until(Duration::from_secs(60), || {
            online |= is_online(pid);
            online || told.try_recv().is_ok()
        });
        online
    });
    let ran = finish(child);
    let _ = tell.send(());
    assert_eq!(ran.text("/kind"), "success", "{}", ran.stdout);
    watcher.join().expect("the watcher ends")
}

#[test]
fn row_24_a_run_opens_no_connection_of_its_own() {
    assert!(!check(&Desk::with_mock(&[]), "member_savings_balance"), "baton itself was online");
}

/// The twin that shows the watcher can see: the same run with an http step, answered late, and a policy that allows it.
#[test]
fn an_http_step_is_seen_to_be_online() {
    let slow = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = slow.local_addr().expect("its address");
    std::thread::spawn(move || {
        use std::io::{Read, Write};
        for mut stream in slow.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]);
            std::thread::sleep(Duration::from_millis(700));
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok");
        }
    });
    let desk = Desk::with_mock(&[]);
    desk.edit("policies/default.yaml", |text| text.replace("outbound: []", "outbound: [\"127.0.0.1\"]"));
    desk.edit("member_savings_balance.yaml", |text| {
        let step = format!("  - {{ id: service.ask, http: {{ url: \"http://{address}/\", timeout_ms: 5000 }} }}\n");
        text.replace("checkpoints:\n", &format!("{step}checkpoints:\n"))
    });
    assert!(check(&desk, "member_savings_balance"), "baton asked a service and was not seen online");
}
