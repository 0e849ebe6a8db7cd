//! A target's overlay: other ladders for some steps, so that one scenario serves several deployments.

use baton_scenario::action::{Action, Scroll, Swipe};
use baton_scenario::{Document, Step};
use baton_screen::Ladder;
use indexmap::IndexMap;

use crate::config::Target;

/// Why an overlay does not fit a scenario.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OverlayError {
    /// The step has no one ladder that could be replaced.
    #[error(
        "the overlay of target `{target}` gives step `{step}` a ladder, but a `{action}` step finds no single control"
    )]
    NoLadder {
        /// Which target.
        target: String,
        /// Which step.
        step: String,
        /// What the step does.
        action: &'static str,
    },
}

/// The document as it is run on the target. Overlay entries for steps of other scenarios are left alone.
pub fn apply_overlay(document: &Document, target: &Target) -> Result<Document, OverlayError> {
    let mut fitted = document.clone();
    if !target.overlay.is_empty() {
        fit(&mut fitted.steps, &target.overlay, &target.name)?;
        fit(&mut fitted.always, &target.overlay, &target.name)?;
    }
    Ok(fitted)
}

fn fit(steps: &mut [Step], overlay: &IndexMap<String, Ladder>, target: &str) -> Result<(), OverlayError> {
    for step in steps {
        if let Some(ladder) = overlay.get(step.id.as_str()) {
            let action = step.action.key();
            let own = ladder_of(&mut step.action);
            let no_ladder = || OverlayError::NoLadder { target: target.to_owned(), step: step.id.to_string(), action };
            *own.ok_or_else(no_ladder)? = ladder.clone();
        }
        for nested in nested(&mut step.action) {
            fit(nested, overlay, target)?;
        }
    }
    Ok(())
}

fn nested(action: &mut Action) -> Vec<&mut Vec<Step>> {
    match action {
        Action::If(branch) => vec![&mut branch.then, &mut branch.otherwise],
        Action::ForEach(each) => vec![&mut each.steps],
        Action::Retry(retry) => vec![&mut retry.steps],
        _ => Vec::new(),
    }
}

/// The one ladder an action finds its control by.
fn ladder_of(action: &mut Action) -> Option<&mut Ladder> {
    use Action as A;
    match action {
        A::Click(ladder) | A::DoubleClick(ladder) | A::RightClick(ladder) | A::Hover(ladder) => Some(ladder),
        A::Clear(ladder) | A::Check(ladder) | A::Uncheck(ladder) => Some(ladder),
        A::LongPress(press) => Some(&mut press.at),
        A::Type(typing) => Some(&mut typing.into),
        A::Press(press) => press.at.as_mut(),
        A::Select(select) => Some(&mut select.from),
        A::Upload(upload) => Some(&mut upload.into),
        A::Scroll(Scroll::To { to }) => Some(to),
        A::Swipe(Swipe::Across { at, .. }) | A::Scroll(Scroll::By { at, .. }) => at.as_mut(),
        A::Pinch(pinch) => Some(&mut pinch.at),
        A::Read(readings) if readings.len() == 1 => readings.values_mut().next().map(|reading| &mut reading.from),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
