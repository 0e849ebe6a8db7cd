//! A fake fails on cue, and says of each failure what a real device would.

#![allow(clippy::expect_used, reason = "a test says by it what it takes for granted")]

use std::sync::Arc;
use std::time::Duration;

use baton_base::FakeClock;
use baton_device::fake::Fake;
use baton_device::fake::fault::{At, Fault};
use baton_device::{Actuation, Button, Delivery, DeviceError, Driver, Modifiers, Opening, Unactionable};
use baton_screen::{Handle, PointInViewport, Unreadable};

fn phone() -> Fake {
    let opening = Opening { url: "fake://app/form".to_owned(), ..Opening::default() };
    Fake::phone(Arc::new(FakeClock::auto()), &opening)
}

async fn handle(fake: &Fake, name: &str) -> Handle {
    let seen = fake.observe().await.expect("an observation");
    seen.elements.iter().find(|element| &*element.name == name).expect("it is on the screen").handle
}

async fn press(fake: &Fake, at: PointInViewport) -> Result<(), DeviceError> {
    let (button, count, modifiers) = (Button::Left, 1, Modifiers::default());
    fake.perform(&Actuation::Click { at, button, count, modifiers }).await.map(drop)
}

/// Presses Save with a fault on cue at the press, and tells what came of it and what the application received.
async fn pressed_with(fault: Fault) -> (Result<(), DeviceError>, usize, Fake) {
    let fake = phone();
    let at = fake.actionable(handle(&fake, "Save").await).await.expect("an answer").expect("ready").at;
    fake.cue(At::Perform, fault);
    let done = press(&fake, at).await;
    let received = fake.received().len();
    (done, received, fake)
}

#[tokio::test]
async fn failures_at_the_press_tell_their_delivery() {
    let (done, received, fake) = pressed_with(Fault::Lost(Delivery::Unknown)).await;
    let error = done.expect_err("it was unplugged");
    assert!(matches!(error, DeviceError::Lost { delivery: Delivery::Unknown, .. }), "as it was cued: {error:?}");
    assert_eq!(received, 0, "nothing arrived");
    assert!(matches!(fake.observe().await, Err(DeviceError::Lost { .. })), "it stays lost");

    let (done, received, fake) = pressed_with(Fault::Silent(Delivery::Undelivered)).await;
    assert_eq!(done.expect_err("no answer").delivery(), Delivery::Undelivered, "as it was cued");
    assert_eq!(received, 0, "nothing arrived, so it may be tried again");
    let at = fake.actionable(handle(&fake, "Save").await).await.expect("an answer").expect("ready").at;
    press(&fake, at).await.expect("the next try goes through");

    let dialog = Fault::Dialog { kind: "confirm".to_owned(), message: "Rate us?".to_owned() };
    let (done, received, _) = pressed_with(dialog).await;
    let error = done.expect_err("a dialog came first");
    assert!(matches!(&error, DeviceError::DialogOpen { message, .. } if message == "Rate us?"), "{error:?}");
    assert_eq!((error.delivery(), received), (Delivery::Undelivered, 0), "it came before the press");

    let (done, received, fake) = pressed_with(Fault::Swallowed).await;
    done.expect("nothing is said");
    assert_eq!(received, 0, "and nothing arrived");
    handle(&fake, "Save").await;
}

#[tokio::test]
async fn what_lands_late_is_not_there_before() {
    let (done, received, fake) = pressed_with(Fault::Delayed(300)).await;
    done.expect("it was delivered");
    assert_eq!(received, 1, "it arrived");
    handle(&fake, "Save").await;
    tokio::time::timeout(Duration::from_secs(5), async {
        while !fake.observe().await.expect("an observation").elements.iter().any(|element| &*element.name == "Saved") {
            fake.settle(fake.mark(), Duration::from_millis(400)).await.expect("an answer");
        }
    })
    .await
    .expect("it lands in the end");
}

#[tokio::test]
async fn the_screen_changes_between_locating_and_acting() {
    let fake = phone();
    let before = handle(&fake, "Save").await;
    fake.cue(At::Actionable, Fault::Changed);
    let answer = fake.actionable(before).await.expect("an answer");
    assert_eq!(answer.expect_err("it was made anew"), Unactionable::Gone, "the old handle names nothing");
    let after = handle(&fake, "Save").await;
    assert_ne!(before, after, "the new node is another one");
    fake.actionable(after).await.expect("an answer").expect("and can be pressed");
}

#[tokio::test]
async fn what_hinders_is_named_once() {
    let fake = phone();
    let save = handle(&fake, "Save").await;
    fake.cue(At::Actionable, Fault::Covered("dialog \"Rate us\"".to_owned()));
    let why = fake.actionable(save).await.expect("an answer").expect_err("it is covered");
    assert_eq!(why, Unactionable::Covered { by: "dialog \"Rate us\"".to_owned() }, "by what was cued");
    fake.cue(At::Actionable, Fault::Moving);
    assert_eq!(fake.actionable(save).await.expect("an answer").expect_err("it moves"), Unactionable::Moving, "as cued");
    fake.actionable(save).await.expect("an answer").expect("then it stands free");
}

#[tokio::test]
async fn poor_trees_say_so() {
    let fake = phone();
    let whole = fake.observe().await.expect("an observation").elements.len() as u32;
    fake.cue(At::Observe, Fault::Truncated(3));
    let seen = fake.observe().await.expect("an observation");
    assert_eq!(seen.unreadable, [Unreadable::Truncated { listed: 3, of: whole }], "what is left out is counted");
    fake.cue(At::Observe, Fault::Collapsed);
    let seen = fake.observe().await.expect("an observation");
    assert_eq!((seen.elements.len(), &seen.unreadable[..]), (1, &[Unreadable::Collapsed][..]), "one root, said so");
    fake.cue(At::Observe, Fault::Opaque("MapView".to_owned()));
    let seen = fake.observe().await.expect("an observation");
    assert_eq!(seen.unreadable, [Unreadable::Opaque { name: "MapView".to_owned() }], "what is opaque is named");
    assert_eq!(fake.observe().await.expect("an observation").elements.len() as u32, whole, "each comes once");
}

#[tokio::test]
async fn a_crash_lasts_until_the_screen_is_loaded_again() {
    let fake = phone();
    fake.cue(At::Observe, Fault::Crashed);
    assert!(matches!(fake.observe().await, Err(DeviceError::Crashed { .. })), "it crashed");
    assert!(matches!(fake.observe().await, Err(DeviceError::Crashed { .. })), "and stays so");
    fake.perform(&Actuation::Reload).await.expect("loading brings it back");
    handle(&fake, "Save").await;
}
