//! Serves the mock app alone: `cargo run -p baton-mockapp --example serve -- 8000`.

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::args().nth(1).map_or(Ok(baton_mockapp::DEFAULT_PORT), |text| text.parse())?;
    let before = std::time::Instant::now();
    let app = baton_mockapp::start(baton_mockapp::Options { port, ..Default::default() }).await?;
    eprintln!("{} ({} µs to start), other origin {}", app.base_url(), before.elapsed().as_micros(), app.other_origin());
    tokio::signal::ctrl_c().await?;
    app.stop().await;
    Ok(())
}
