//! A browser without a window: one cookie jar, redirects followed by hand so that a test sees each step.

use baton_mockapp::{MockApp, Mode, Options, start};
use reqwest::header::LOCATION;
use reqwest::{Client, Method, RequestBuilder, StatusCode};

/// What a page came to after its redirects.
pub struct Page {
    pub status: StatusCode,
    pub address: String,
    pub text: String,
}

/// One session with the app.
pub struct Visitor {
    client: Client,
    base: String,
}

pub async fn app(inject: Option<Mode>) -> MockApp {
    start(Options { inject, ..Options::default() }).await.expect("the app starts on a free port")
}

impl Visitor {
    pub fn new(app: &MockApp) -> Self {
        let client = Client::builder().cookie_store(true).redirect(reqwest::redirect::Policy::none());
        Visitor { client: client.build().expect("a client"), base: app.base_url() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    pub async fn get(&self, path: &str) -> Page {
        self.follow(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        self.follow(self.request(Method::POST, path).form(fields)).await
    }

    /// Signs on without looking at what comes next, so that a notice is still to be seen.
    pub async fn sign_on(&self) {
        let fields = [("F01A", "operator"), ("F01B", "operator")];
        let answer = self.request(Method::POST, "/login").form(&fields).send().await.expect("sign-on answers");
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "the public sign-on is let in");
    }

    pub async fn follow(&self, request: RequestBuilder) -> Page {
        let mut answer = request.send().await.expect("the app answers");
        while let Some(to) = answer.headers().get(LOCATION).map(|to| to.to_str().expect("an address").to_owned()) {
            let to = answer.url().join(&to).expect("an address that joins");
            answer = self.client.get(to).send().await.expect("a redirect leads somewhere");
        }
        let (status, address) = (answer.status(), answer.url().to_string());
        Page { status, address, text: answer.text().await.expect("a page of text") }
    }
}
