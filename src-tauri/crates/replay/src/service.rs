//! Steps that ask something other than the device: HTTP services, one-time codes, made-up values.

use std::time::Duration;

use baton_scenario::action::{Answer, Dialog};
use baton_scenario::service::{Generator, Http, HttpAuth, Method, Totp};
use baton_scenario::{Name, Unresolved};
use indexmap::IndexMap;
use serde_json::Value;

use crate::result::FailureCode;
use crate::runner::{At, Runner, StepTally};
use crate::stop::Stop;

impl Runner<'_> {
    /// Sends one request, to a host the policy names, and keeps parts of its answer.
    pub(crate) async fn http(&mut self, at: At<'_>, http: &Http, gathered: &mut StepTally) -> Result<(), Stop> {
        let url = self.scope.text(&http.url).map_err(unresolved)?;
        self.may_reach(&url)?;
        let limit = Duration::from_millis(http.timeout_ms);
        let request = self.request(http, &url)?;
        let clock = std::sync::Arc::clone(self.session.clock());
        let answer = baton_base::clock::within(&*clock, limit, send(request)).await;
        let (status, body) = match answer {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                return Err(Stop::failure(FailureCode::ActionFailed, format!("{url} could not be asked: {error}.")));
            }
            Err(_) => {
                return Err(Stop::failure(
                    FailureCode::Timeout,
                    format!("{url} did not answer within {} ms.", limit.as_millis()),
                ));
            }
        };
        let fits = http.status.map_or((200..300).contains(&status), |wanted| status == wanted);
        if !fits {
            let wanted =
                http.status.map_or_else(|| "a status from 200 to 299".to_owned(), |wanted| format!("status {wanted}"));
            return Err(Stop::failure(FailureCode::AssertionFailed, format!("{url} answered with status {status}."))
                .expected(wanted)
                .observed([format!("status {status}")])
                .after_delivery());
        }
        gathered.asserted += 1;
        self.save_answer(at, http, &body)
    }

    fn may_reach(&self, url: &str) -> Result<(), Stop> {
        let (origin, _) = baton_session::rules::split_address(url);
        let host = origin.split_once("://").map_or("", |(_, host)| host);
        if self.plan.may_reach(host) {
            return Ok(());
        }
        Err(Stop::failure(
            FailureCode::PolicyBlocked,
            format!("The policy does not let steps reach {host}. Nothing was sent."),
        )
        .expected(format!("{host} among `outbound` of the policy")))
    }

    fn request(&self, http: &Http, url: &str) -> Result<reqwest::RequestBuilder, Stop> {
        let failed = |error: reqwest::Error| Stop::failure(FailureCode::ActionFailed, error.to_string());
        // Redirects are not followed: their destination was not judged.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .map_err(failed)?;
        let mut request = client.request(method(http.method), url);
        for (name, value) in &http.headers {
            request = request.header(name, self.scope.text(value).map_err(unresolved)?);
        }
        if let Some(body) = &http.body {
            request = request.body(self.scope.text(body).map_err(unresolved)?);
        }
        Ok(match &http.auth {
            Some(HttpAuth::Basic(basic)) => request.basic_auth(
                self.scope.text(&basic.user).map_err(unresolved)?,
                Some(self.scope.text(&basic.password).map_err(unresolved)?),
            ),
            Some(HttpAuth::Bearer(token)) => request.bearer_auth(self.scope.text(token).map_err(unresolved)?),
            None => request,
        })
    }

    fn save_answer(&mut self, at: At<'_>, http: &Http, body: &str) -> Result<(), Stop> {
        if http.save.is_empty() {
            return Ok(());
        }
        let answer: Value = serde_json::from_str(body).map_err(|error| {
            Stop::failure(FailureCode::ExtractionFailed, format!("The answer is not JSON: {error}."))
        })?;
        for (name, pointer) in &http.save {
            let found = answer.pointer(pointer).ok_or_else(|| {
                Stop::failure(
                    FailureCode::ExtractionFailed,
                    format!("The answer has nothing at {pointer}, so {name} has no value."),
                )
            })?;
            let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
            self.keep(at, name, text);
        }
        Ok(())
    }

    fn keep(&mut self, at: At<'_>, name: &Name, text: String) {
        if at.document.outputs.contains_key(name) {
            self.tally.outputs.insert(name.to_string(), Value::String(text.clone()));
        }
        self.scope.vars.insert(name.to_string(), text);
    }

    /// Makes a one-time code (RFC 6238) from a seed.
    pub(crate) fn totp(&mut self, totp: &Totp) -> Result<(), Stop> {
        let seed = self.scope.text(&totp.seed).map_err(unresolved)?;
        let bad = |why: String| {
            Stop::failure(FailureCode::InputInvalid, format!("The seed of {} is no base32 key: {why}.", totp.save))
        };
        let key =
            totp_rs::Secret::Encoded(seed.trim().to_owned()).to_bytes().map_err(|error| bad(format!("{error:?}")))?;
        let code = totp_rs::TOTP::new_unchecked(
            totp_rs::Algorithm::SHA1,
            totp.digits as usize,
            1,
            u64::from(totp.period_s),
            key,
        )
        .generate(self.session.clock().wall_ms() / 1000);
        self.scope.vars.insert(totp.save.to_string(), code);
        Ok(())
    }

    /// Makes up values.
    pub(crate) fn generate(&mut self, values: &IndexMap<Name, Generator>) -> Result<(), Stop> {
        for (name, generator) in values {
            let value = match generator {
                Generator::Uuid(_) => crate::random::uuid(),
                Generator::Digits(count) => crate::random::letters(*count, b"0123456789"),
                Generator::Letters(count) => crate::random::letters(*count, b"abcdefghijklmnopqrstuvwxyz"),
                Generator::Number([low, high]) => crate::random::between(*low, *high).to_string(),
                Generator::DateInDays(days) => crate::random::date_in_days(self.session.clock().wall_ms(), *days),
                Generator::Text(template) => self.scope.text(template).map_err(unresolved)?,
            };
            self.scope.vars.insert(name.to_string(), value);
        }
        Ok(())
    }

    /// Answers a native dialog, once it is up and says what was expected.
    pub(crate) async fn answer_dialog(
        &mut self,
        at: At<'_>,
        dialog: &Dialog,
        gathered: &mut StepTally,
    ) -> Result<(), Stop> {
        let words = dialog.text.as_ref().map(|text| self.scope.text(text)).transpose().map_err(unresolved)?;
        let shown = self.dialog_shown(at).await?;
        if let Some(words) = words.filter(|words| !shown.message.contains(words.as_str())) {
            return Err(Stop::failure(
                FailureCode::AssertionFailed,
                "The dialog says something else, so Baton did not answer it.",
            )
            .expected(words)
            .observed([shown.message]));
        }
        gathered.asserted += u32::from(dialog.text.is_some());
        let text = match (&dialog.reply, &dialog.sign_on) {
            (Some(reply), _) => Some(self.scope.typed(reply).map_err(unresolved)?),
            (None, Some(basic)) => {
                let user = self.scope.typed(&basic.user).map_err(unresolved)?;
                let password = self.scope.typed(&basic.password).map_err(unresolved)?;
                let secrets = user.secrets.into_iter().chain(password.secrets).collect();
                Some(baton_session::Typed { text: format!("{}\n{}", user.text, password.text), secrets })
            }
            (None, None) => None,
        };
        let action = baton_session::Action::AnswerDialog { accept: dialog.answer == Answer::Accept, text };
        self.land_action(at, &action, gathered).await
    }

    async fn dialog_shown(&mut self, at: At<'_>) -> Result<baton_screen::DialogSeen, Stop> {
        let deadline = self.session.now() + Runner::limit(at.step);
        let mut events = self.session.device().events();
        loop {
            let screen = self.session.observe().await.map_err(|error| Stop::device(&error))?;
            if let Some(dialog) = &screen.dialog {
                return Ok(dialog.clone());
            }
            if self.session.now() >= deadline {
                return Err(
                    Stop::failure(FailureCode::Timeout, "No native dialog came up.").expected("a native dialog")
                );
            }
            self.session.next_change(&mut events, deadline).await.map_err(|_| crate::stop::interrupted())?;
        }
    }
}

async fn send(request: reqwest::RequestBuilder) -> Result<(u16, String), reqwest::Error> {
    let answer = request.send().await?;
    let status = answer.status().as_u16();
    Ok((status, answer.text().await?))
}

fn method(method: Method) -> reqwest::Method {
    match method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
        Method::Put => reqwest::Method::PUT,
        Method::Patch => reqwest::Method::PATCH,
        Method::Delete => reqwest::Method::DELETE,
        Method::Head => reqwest::Method::HEAD,
    }
}

fn unresolved(error: Unresolved) -> Stop {
    Stop::failure(FailureCode::InputInvalid, error.to_string())
}
