//! How long one step takes on the address given: observe again, measure a control, click it, each time another one of those
//! whose name begins so. Prints the middle of 200.
//! `cargo run --release -p baton-device --example pace -- http://127.0.0.1:8000/ Save`

use std::time::{Duration, Instant};

use baton_base::RealClock;
use baton_device::chromium::Launch;
use baton_device::{Actuation, Button, DeviceError, Driver, Modifiers, Opening};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().ok_or("which address?")?;
    let name = arguments.next().ok_or("which control?")?;
    let began = Instant::now();
    let browser = Launch::new(RealClock::shared()).start(Opening { url, ..Opening::default() }).await?;
    let started = began.elapsed();
    let began = Instant::now();
    let seen = browser.observe().await?;
    let cold = began.elapsed();
    let meant = seen.elements.iter().filter(|element| element.is_control() && element.name.starts_with(&name));
    let nodes: Vec<_> = meant.map(|element| element.handle).collect();
    let mut times: [Vec<Duration>; 4] = Default::default();
    for node in nodes.iter().cycle().take(200).copied() {
        let began = Instant::now();
        browser.observe().await?;
        let observed = began.elapsed();
        let at = loop {
            if let Ok(ready) = browser.actionable(node).await? {
                break ready.at;
            }
        };
        let measured = began.elapsed();
        let (button, count, modifiers) = (Button::Left, 1, Modifiers::default());
        match browser.perform(&Actuation::Click { at, button, count, modifiers }).await {
            Ok(_) | Err(DeviceError::DialogOpen { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let all = began.elapsed();
        for (times, took) in times.iter_mut().zip([observed, measured - observed, all - measured, all]) {
            times.push(took);
        }
    }
    let middle = |times: &mut Vec<Duration>| {
        times.sort();
        times[times.len() / 2]
    };
    let [observed, measured, clicked, all] = &mut times;
    let report = format!(
        "started {started:?}, {} elements, first observation {cold:?}; a step {:?} (observe {:?}, measure {:?}, click {:?})\n",
        seen.elements.len(),
        middle(all),
        middle(observed),
        middle(measured),
        middle(clicked),
    );
    std::io::Write::write_all(&mut std::io::stdout(), report.as_bytes())?;
    browser.close().await;
    Ok(())
}
