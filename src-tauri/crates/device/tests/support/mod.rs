//! Pages to be driven, served by the test itself: two names of this machine are two sites to a browser.

#![allow(dead_code, reason = "each test file uses a part")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A small server of test pages. Counts what it was asked for.
pub struct Pages {
    pub port: u16,
    asked: Arc<Mutex<HashMap<String, u32>>>,
}

impl Pages {
    /// Serves until the test's process ends.
    pub fn serve() -> Pages {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let asked: Arc<Mutex<HashMap<String, u32>>> = Arc::default();
        let counted = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let counted = counted.clone();
                std::thread::spawn(move || answer(stream, port, &counted));
            }
        });
        Pages { port, asked }
    }

    /// An address of this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// The same server under its other name, which is another site.
    pub fn other_site(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }

    /// How often a path was asked for.
    pub fn asked(&self, path: &str) -> u32 {
        self.asked.lock().expect("counts").get(path).copied().unwrap_or(0)
    }
}

fn answer(stream: TcpStream, port: u16, asked: &Mutex<HashMap<String, u32>>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let mut first = String::new();
    if reader.read_line(&mut first).is_err() || first.is_empty() {
        return;
    }
    let (mut length, mut authorised) = (0, false);
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        let lower = line.to_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
        // "user:secret" in Base64.
        authorised |= line.contains("dXNlcjpzZWNyZXQ=");
        line.clear();
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    let target = first.split_whitespace().nth(1).unwrap_or("/").to_owned();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    *asked.lock().expect("counts").entry(path.to_owned()).or_default() += 1;
    respond(stream, port, path, query, authorised);
}

fn respond(mut stream: TcpStream, port: u16, path: &str, query: &str, authorised: bool) {
    let mut status = "200 OK";
    let mut extra = String::new();
    let mut kind = "text/html; charset=utf-8";
    let body = match path {
        "/slow" => {
            std::thread::sleep(Duration::from_millis(query.parse().unwrap_or(300)));
            "<title>Slow</title><h1>Slow</h1>".to_owned()
        }
        "/never" => {
            std::thread::sleep(Duration::from_secs(120));
            String::new()
        }
        "/away" => {
            status = "302 Found";
            extra = format!("Location: http://localhost:{port}/elsewhere\r\n");
            String::new()
        }
        "/auth" if !authorised => {
            status = "401 Unauthorized";
            extra = "WWW-Authenticate: Basic realm=\"vault\"\r\n".to_owned();
            "no".to_owned()
        }
        "/file" => {
            kind = "application/octet-stream";
            extra = "Content-Disposition: attachment; filename=\"report.csv\"\r\n".to_owned();
            "a,b\n1,2\n".to_owned()
        }
        "/error" => {
            status = "500 Internal Server Error";
            "<title>Error</title><h1>System error</h1>".to_owned()
        }
        _ => match page(path) {
            Some(text) => text.replace("{OTHER}", &format!("http://localhost:{port}")),
            None => {
                status = "404 Not Found";
                "<title>Missing</title><h1>Missing</h1>".to_owned()
            }
        },
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nServer: pages/7\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n{extra}\r\n"
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body.as_bytes());
}

fn page(path: &str) -> Option<String> {
    let name = path.trim_start_matches('/');
    PAGES.iter().find(|(known, _)| *known == name).map(|(_, text)| format!("<!doctype html>{text}"))
}

/// The pages, by path.
const PAGES: &[(&str, &str)] = &[
    ("form", include_str!("form.html")),
    ("frames", include_str!("frames.html")),
    (
        "inner",
        "<title>Inner</title><button onclick=\"this.textContent='Pressed inside'\">Inside</button><input aria-label='Inner field'>",
    ),
    ("elsewhere", "<title>Elsewhere</title><h1>Elsewhere</h1>"),
    ("pointer", include_str!("pointer.html")),
    ("dialogs", include_str!("dialogs.html")),
    ("shadow", include_str!("shadow.html")),
    (
        "big",
        "<title>Big</title><div id=all></div><script>let t='';for(let n=0;n<50000;n++)t+=`<p>Row ${n}</p><button>Do ${n}</button>`;document.getElementById('all').innerHTML=t</script>",
    ),
    (
        "popups",
        "<title>Popups</title><button onclick=\"window.open('{OTHER}/elsewhere')\">Out</button><button onclick=\"for(let n=0;n<10;n++)window.open('/elsewhere?'+n)\">Ten</button>",
    ),
    (
        "moving",
        "<title>Moving</title><style>@keyframes go{to{transform:translateX(300px)}} #b{animation:go 1s infinite linear}</style><button id=b>Runner</button><button>Sitter</button><p id=n>0</p><script>let n=0;setInterval(()=>{document.getElementById('n').textContent=++n},5)</script>",
    ),
];
