//! One step as a sentence, and what it repeats or waits for.

use baton_screen::Ladder;

use super::words::{all, condition, counted, first, joined, other_rungs, template, time, value_type};
use crate::action::{
    Action, Answer, Asks, DeviceControl, Direction, Orientation, Parse, Scroll, Swipe, Switch, ValueFrom, WaitUntil,
};
use crate::data::Data;
use crate::inputs::ValueType;
use crate::service::Generator;
use crate::step::Step;

/// What a step does, in one sentence without its full stop.
pub(super) fn sentence(step: &Step) -> String {
    use Action as A;
    match &step.action {
        A::Click(ladder) => format!("Clicks {}", first(ladder)),
        A::DoubleClick(ladder) => format!("Double-clicks {}", first(ladder)),
        A::RightClick(ladder) => format!("Right-clicks {}", first(ladder)),
        A::Hover(ladder) => format!("Points at {}", first(ladder)),
        A::Drag(drag) => format!("Drags {} to {}", first(&drag.from), first(&drag.to)),
        A::LongPress(press) => format!("Presses {} for {}", first(&press.at), time(u64::from(press.hold_ms))),
        A::Type(typing) => {
            let asked = if typing.from == Some(ValueFrom::Person) { ", which a person is asked for," } else { "" };
            let enter = if typing.submit { " and presses Enter" } else { "" };
            format!("Types {}{asked} into {}{enter}", template(&typing.text), first(&typing.into))
        }
        A::Clear(ladder) => format!("Empties {}", first(ladder)),
        A::Press(press) => {
            let at = press.at.as_ref().map_or_else(String::new, |at| format!(" in {}", first(at)));
            format!("Presses {}{at}", press.key)
        }
        A::Select(select) => {
            format!("Chooses {} in {}", joined(select.option.0.iter().map(template), "and"), first(&select.from))
        }
        A::Check(ladder) => format!("Ticks {}", first(ladder)),
        A::Uncheck(ladder) => format!("Unticks {}", first(ladder)),
        A::Upload(upload) => {
            format!("Gives {} to {}", joined(upload.files.iter().map(template), "and"), first(&upload.into))
        }
        A::Scroll(Scroll::To { to }) => format!("Scrolls until {} is in view", first(to)),
        A::Scroll(Scroll::By { by: [right, down], .. }) => format!("Scrolls by {right} across and {down} down"),
        A::Swipe(Swipe::Across { direction, at }) => {
            let at = at.as_ref().map_or_else(String::new, |at| format!(" across {}", first(at)));
            format!("Swipes {}{at}", way(*direction))
        }
        A::Swipe(Swipe::Between { from, to }) => format!("Swipes from {from:?} to {to:?} of the screen"),
        A::Pinch(pinch) => format!("Pinches {} to {} times its size", first(&pinch.at), pinch.scale),
        A::RotateDevice(Orientation::Portrait) => "Turns the device upright".to_owned(),
        A::RotateDevice(Orientation::Landscape) => "Turns the device on its side".to_owned(),
        A::Back(_) => "Goes back".to_owned(),
        A::Navigate(address) => format!("Goes to {}", template(address)),
        A::Open(link) => format!("Opens the link {}", template(link)),
        A::Wait(wait) => format!("Waits until {}, at most {}", until(&wait.until), time(wait.timeout_ms)),
        A::Read(readings) => {
            let parts = readings.iter().map(|(name, reading)| {
                let parse = reading.parse.map_or_else(String::new, |parse| format!(" as {}", parse_words(parse)));
                format!("{name} from {}{parse}", first(&reading.from))
            });
            format!("Reads {}", joined(parts, "and"))
        }
        A::Assert(conditions) => format!("Checks that {}", all(conditions)),
        _ => other_sentence(&step.action),
    }
}

fn other_sentence(action: &Action) -> String {
    use Action as A;
    match action {
        A::Dialog(dialog) => {
            let answer = if dialog.answer == Answer::Accept { "Accepts" } else { "Dismisses" };
            let words = dialog.text.as_ref().map_or_else(String::new, |text| format!(" that says {}", template(text)));
            let reply =
                dialog.reply.as_ref().map_or_else(String::new, |text| format!(", answering {}", template(text)));
            let sign_on = dialog.sign_on.as_ref().map_or_else(String::new, |basic| {
                format!(", signing on with {} and {}", template(&basic.user), template(&basic.password))
            });
            format!("{answer} the dialog{words}{reply}{sign_on}")
        }
        A::Switch(Switch::Newest) => "Goes to the window opened last".to_owned(),
        A::Switch(Switch::Opener) => "Goes back to the window it came from".to_owned(),
        A::Switch(Switch::Close) => "Closes this window and goes back to the one before".to_owned(),
        A::Switch(Switch::To(title)) => format!("Goes to the window with {} in its title or address", template(title)),
        A::Relaunch(relaunch) => {
            format!("Starts the application again{}", if relaunch.fresh { " with its data thrown away" } else { "" })
        }
        A::Set(control) => device_control(control),
        A::Http(http) => {
            let body = http.body.as_ref().map_or_else(String::new, |body| format!(", sending {}", template(body)));
            let save = kept(http.save.keys().map(ToString::to_string));
            let method = format!("{:?}", http.method).to_uppercase();
            format!("Sends {method} to {}{body}{save}, at most {}", template(&http.url), time(http.timeout_ms))
        }
        A::Totp(totp) => format!(
            "Makes a one-time code of {} from {} and keeps it as {}",
            counted(u64::from(totp.digits), "digit"),
            template(&totp.seed),
            totp.save
        ),
        A::Email(email) => {
            let subject = email
                .subject
                .as_ref()
                .map_or_else(String::new, |words| format!(" with the subject {}", template(words)));
            let save = kept(email.save.keys().map(ToString::to_string));
            format!(
                "Waits for an e-mail{subject} to {}{save}, at most {}",
                template(&email.account),
                time(email.timeout_ms)
            )
        }
        A::Generate(values) => {
            format!(
                "Makes up {}",
                joined(values.iter().map(|(name, how)| format!("{name} ({})", generator(how))), "and")
            )
        }
        A::Use(used) => {
            let inputs = used.inputs.iter().map(|(name, value)| format!("{name} being {}", template(value)));
            let with = if used.inputs.is_empty() { String::new() } else { format!(" with {}", joined(inputs, "and")) };
            format!("Runs {}{with}{}", used.file, kept(used.save.values().map(ToString::to_string)))
        }
        A::If(branch) => format!("If {}", condition(&branch.when)),
        A::ForEach(each) => format!("For each {}", rows(&each.data)),
        A::Retry(retry) => {
            format!("Repeats until {}, at most {}", condition(&retry.until), counted(u64::from(retry.max), "time"))
        }
        A::Manual(manual) => format!("A person is needed: {}", manual.why),
        _ => format!("Does {}", action.key()),
    }
}

/// The ladders of a step that have more than one rung, as the sentence's "or else" lines.
pub(super) fn or_else(action: &Action) -> Vec<String> {
    ladders(action).into_iter().flat_map(other_rungs).collect()
}

/// The ladders an action finds its controls by.
pub(super) fn ladders(action: &Action) -> Vec<&Ladder> {
    use Action as A;
    match action {
        A::Click(ladder) | A::DoubleClick(ladder) | A::RightClick(ladder) | A::Hover(ladder) => vec![ladder],
        A::Clear(ladder) | A::Check(ladder) | A::Uncheck(ladder) => vec![ladder],
        A::Drag(drag) => vec![&drag.from, &drag.to],
        A::LongPress(press) => vec![&press.at],
        A::Type(typing) => vec![&typing.into],
        A::Press(press) => press.at.iter().collect(),
        A::Select(select) => vec![&select.from],
        A::Upload(upload) => vec![&upload.into],
        A::Scroll(Scroll::To { to }) => vec![to],
        A::Swipe(Swipe::Across { at, .. }) | A::Scroll(Scroll::By { at, .. }) => at.iter().collect(),
        A::Pinch(pinch) => vec![&pinch.at],
        A::Read(readings) => readings.values().map(|reading| &reading.from).collect(),
        _ => Vec::new(),
    }
}

/// What runs, what it reads, what ends it and when a person is asked; none for a step that does one thing once.
pub(super) fn four_answers(step: &Step) -> Option<String> {
    match &step.action {
        Action::Wait(wait) => Some(format!(
            "{} waits; nothing runs. It looks at the screen until {}; after {} the run fails. A person is never asked: red is \
             the answer.",
            step.id,
            until(&wait.until),
            time(wait.timeout_ms)
        )),
        Action::Email(email) => Some(format!(
            "{} waits; nothing runs. It reads the mailbox of {} until the e-mail is there; after {} the run fails. A person \
             is never asked: red is the answer.",
            step.id,
            template(&email.account),
            time(email.timeout_ms)
        )),
        Action::ForEach(each) => Some(format!(
            "{} runs {} for each {}. It ends with the last row{}; no row at all is a failure. A person is never asked: red is \
             the answer.",
            step.id,
            names(&each.steps),
            rows(&each.data),
            each.max.map_or_else(String::new, |max| format!(", and fails at more than {max}"))
        )),
        Action::Retry(retry) => Some(format!(
            "{} runs {}. It looks at the screen after each round and ends when {}, or after {}. {}",
            step.id,
            names(&retry.steps),
            condition(&retry.until),
            counted(u64::from(retry.max), "round"),
            match retry.asks {
                Asks::Never => "A person is never asked: red is the answer.",
                Asks::AtLimit => "A person is asked when the limit is reached.",
            }
        )),
        _ => None,
    }
}

pub(super) fn names(steps: &[Step]) -> String {
    joined(steps.iter().map(|step| step.id.to_string()), "and")
}

fn rows(data: &Data) -> String {
    match data {
        Data::Rows(rows) => format!("of {}", counted(rows.len() as u64, "row")),
        Data::Csv(file) => format!("row of {file}"),
    }
}

fn until(until: &WaitUntil) -> String {
    match until {
        WaitUntil::Element(ladder) => format!("{} is visible", first(ladder)),
        WaitUntil::Gone(ladder) => format!("{} is gone", first(ladder)),
        WaitUntil::Settled(_) => "the screen is quiet".to_owned(),
        WaitUntil::ScreenChanged(_) => "another screen is shown".to_owned(),
        WaitUntil::Request(request) => {
            let method = request.method.as_ref().map_or_else(String::new, |method| format!("{method} "));
            format!("the request {method}{} is answered", template(&request.path))
        }
        WaitUntil::Text(words) => format!("{} stands on the screen", template(words)),
        WaitUntil::Holds(holds) => condition(holds),
    }
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

fn parse_words(parse: Parse) -> &'static str {
    match parse {
        Parse::Text => value_type(ValueType::String),
        Parse::Currency => "an amount of money",
        Parse::Decimal => "a decimal number",
        Parse::Integer => "a whole number",
        Parse::Date => "a date",
        Parse::Boolean => "true or false",
    }
}

fn generator(generator: &Generator) -> String {
    match generator {
        Generator::Uuid(_) => "a random id".to_owned(),
        Generator::Digits(count) => format!("{count} random digits"),
        Generator::Letters(count) => format!("{count} random letters"),
        Generator::Number([low, high]) => format!("a random number from {low} to {high}"),
        Generator::DateInDays(days) => format!("the date {days} days from today"),
        Generator::Text(text) => template(text),
    }
}

fn device_control(control: &DeviceControl) -> String {
    match control {
        DeviceControl::Location(place) => format!("Says that the device is at {}, {}", place.latitude, place.longitude),
        DeviceControl::Permission(permission) => {
            format!("{} the permission {}", if permission.granted { "Grants" } else { "Takes away" }, permission.name)
        }
        DeviceControl::Clipboard(text) => format!("Puts {} on the clipboard", template(text)),
        DeviceControl::Push(_) => "Sends a push message".to_owned(),
        DeviceControl::StatusBar(_) => "Sets what the status bar shows".to_owned(),
        DeviceControl::Locale(locale) => format!("Sets language and region to {locale}"),
    }
}

fn kept(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!(", keeping {}", joined(names, "and")) }
}
