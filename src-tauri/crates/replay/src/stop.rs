//! Why a run does not go on, with everything its result will say of it.

use baton_device::DeviceError;
use baton_screen::locate::likest;
use baton_session::ActError;
use baton_session::error::explained;
use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::detect::Fired;
use crate::result::{FailureCode, Kind};

/// How many lines of what was seen a result holds.
const MOST_LINES: usize = 40;

/// The end of a run before its last step.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// Failure, outcome or question.
    pub kind: Kind,
    /// The code, for failures and outcomes.
    pub code: String,
    /// At which step.
    pub step: Option<String>,
    /// What happened, what Baton did, what to do next.
    pub message: String,
    /// What should have been.
    pub expected: Option<String>,
    /// What was seen instead.
    pub observed: Vec<String>,
    /// What each rung found.
    pub candidates: Vec<Value>,
    /// A business outcome's fields.
    pub payload: Option<IndexMap<String, Value>>,
    /// Whether the action under way had, or may have, reached the device.
    pub delivered: Delivered,
}

/// Whether the action that was under way reached the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Delivered {
    /// It did not.
    #[default]
    No,
    /// It did, or it may have.
    Maybe,
}

impl Stop {
    /// A failure.
    pub fn failure(code: FailureCode, message: impl Into<String>) -> Stop {
        Stop {
            kind: Kind::Failure,
            code: code.as_str().to_owned(),
            step: None,
            message: message.into(),
            expected: None,
            observed: Vec::new(),
            candidates: Vec::new(),
            payload: None,
            delivered: Delivered::No,
        }
    }

    /// With what should have been.
    pub fn expected(mut self, expected: impl Into<String>) -> Stop {
        self.expected = Some(expected.into());
        self
    }

    /// With what was seen instead.
    pub fn observed(mut self, lines: impl IntoIterator<Item = String>) -> Stop {
        self.observed = lines.into_iter().take(MOST_LINES).collect();
        self
    }

    /// At a step, unless it is already said at which.
    pub fn at(mut self, step: &str) -> Stop {
        self.step.get_or_insert_with(|| step.to_owned());
        self
    }

    /// Its action had, or may have, reached the device.
    pub fn after_delivery(mut self) -> Stop {
        self.delivered = Delivered::Maybe;
        self
    }

    /// What a detector that fired makes of the run.
    pub fn fired(fired: Fired) -> Stop {
        let mut stop = Stop::failure(FailureCode::AppError, fired.says());
        stop.code = fired.code;
        stop.observed = fired.seen;
        if fired.business {
            stop.kind = Kind::BusinessOutcome;
            stop.payload = Some(fired.payload);
        }
        stop.after_delivery()
    }

    /// What a device's error makes of the run.
    pub fn device(error: &DeviceError) -> Stop {
        let (code, what) = match error {
            DeviceError::Lost { .. } | DeviceError::Crashed { .. } => (FailureCode::DeviceLost, "start it again"),
            DeviceError::Silent { .. } => (FailureCode::Timeout, "see whether the browser still answers"),
            DeviceError::NotFound { hint, .. } => (FailureCode::NotReady, hint.as_str()),
            DeviceError::NotStarted { .. } => (FailureCode::NotReady, "run `baton doctor` to see what is missing"),
            _ => (FailureCode::ActionFailed, "look at the picture of the moment"),
        };
        let stop = Stop::failure(code, format!("{}. To go on: {what}.", sentence(&error.to_string())));
        match error.delivery() {
            baton_device::Delivery::Undelivered => stop,
            _ => stop.after_delivery(),
        }
    }

    /// What the gate's refusal makes of the run.
    pub fn refused(error: ActError<Fired>) -> Stop {
        match error {
            ActError::Stopped { stop, .. } => Stop { delivered: Delivered::No, ..Stop::fired(stop) },
            ActError::NotLocated { ladder, located, screen } => not_located(&ladder, &located, &screen),
            ActError::Unactionable { element, why, .. } => {
                let what = format!("{} \"{}\"", element.role, element.name);
                Stop::failure(
                    FailureCode::ActionFailed,
                    format!("Baton found {what}, but {why}. It did not press anything."),
                )
                .expected(format!("{what} ready to be acted on"))
                .observed([why.to_string()])
            }
            ActError::Forbidden(forbidden) => Stop::failure(
                FailureCode::PolicyBlocked,
                format!("The policy stopped this: {}. {}.", forbidden.why, sentence(&forbidden.hint)),
            )
            .expected(format!("an action that {} allows", forbidden.rule))
            .observed([forbidden.why]),
            ActError::NeedsConsent { element, .. } => needs_consent(element.as_deref()),
            ActError::Lease(error) => Stop::failure(FailureCode::EscalationAborted, sentence(&error.to_string())),
            ActError::Device(error) => Stop::device(&error),
            ActError::Store(error) => Stop::failure(FailureCode::Storage, error.to_string()),
            ActError::Interrupted => interrupted(),
        }
    }
}

/// Stopped from outside, between two actions.
pub fn interrupted() -> Stop {
    Stop::failure(FailureCode::Interrupted, "Stopped from outside. Nothing was pressed after that.")
}

fn not_located(
    ladder: &baton_screen::Ladder,
    located: &baton_screen::Located,
    screen: &baton_screen::Observation,
) -> Stop {
    let code = if located.is_ambiguous() { FailureCode::LocatorAmbiguous } else { FailureCode::LocatorUnresolved };
    let mut stop =
        Stop::failure(code, format!("{} It did not press anything else.", explained(ladder, located, screen)))
            .expected("exactly one element")
            .observed(likest(screen, ladder, MOST_LINES));
    stop.candidates = located.rungs.iter().map(|rung| json!(rung)).collect();
    stop
}

fn needs_consent(element: Option<&baton_screen::Element>) -> Stop {
    let what = element
        .map_or_else(|| "This action".to_owned(), |element| format!("Pressing {} \"{}\"", element.role, element.name));
    Stop::failure(
        FailureCode::PolicyBlocked,
        format!("{what} cannot be undone and needs a yes for this one time. It was not pressed."),
    )
    .expected("consent to this one action")
}

/// With a capital at the front and no full stop at the end.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
