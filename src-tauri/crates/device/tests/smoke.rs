mod support;
use baton_base::RealClock;
use baton_device::chromium::Launch;
use baton_device::*;
use std::time::{Duration, Instant};

#[tokio::test]
async fn smoke() {
    let pages = support::Pages::serve();
    let t = Instant::now();
    let b = Launch::new(RealClock::shared()).start(Opening { url: pages.url("/form"), ..Default::default() }).await.unwrap();
    println!("started {:?} {:?}", t.elapsed(), b.identity().await);
    let o = b.observe().await.unwrap();
    for (_, e) in o.iter() { println!("{:?} {} {:?} {:?} {:?}", e.handle, e.role, e.name, e.value, e.box_in_viewport); }
    let save = o.iter().find(|(_, e)| &*e.name == "Save").unwrap().1.handle;
    for _ in 0..20 {
        let t = Instant::now();
        let _o = b.observe().await.unwrap(); let t1 = t.elapsed();
        let a = b.actionable(save).await.unwrap().unwrap(); let t2 = t.elapsed();
        let d = b.perform(&Actuation::Click { at: a.at, button: Button::Left, count: 1, modifiers: Modifiers::default() }).await.unwrap();
        let t3 = t.elapsed();
        let m = b.mark();
        let q = b.settle(m, Duration::from_millis(500)).await.unwrap();
        println!("obs {:?} act {:?} click {:?} settle {:?} {:?} {:?}", t1, t2 - t1, t3 - t2, t.elapsed() - t3, d, q);
    }
    b.close().await;
    let b = Launch::new(RealClock::shared()).start(Opening { url: pages.url("/frames"), ..Default::default() }).await.unwrap();
    let o = b.observe().await.unwrap();
    println!("{:#?} {:?}", o.frames, o.unreadable);
    for (_, e) in o.iter() { println!("{:?} {} {:?} {:?} {:?}", e.handle, e.role, e.name, e.value, e.box_in_viewport); }
    b.close().await;
}
