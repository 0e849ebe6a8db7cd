//! The small application a fake device holds: widgets, and what happens when they are operated.

use std::sync::Arc;

use baton_screen::{
    BoxInViewport, CellAt, Element, ElementRef, FrameRef, Handle, PointInViewport, Role, States, Unreadable,
};

/// What happens.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The widget is called something else from now on.
    Rename(String),
    /// A word is added to the widget whose text begins with `ready`.
    Log(String),
    /// Another effect, so many milliseconds later.
    Later(u64, Box<Effect>),
    /// A request that ends so many milliseconds later, and then another effect.
    Fetch(u64, Box<Effect>),
    /// Another screen.
    Go(String),
    /// Another screen in a tab of its own.
    Open(String),
    /// A native dialog: kind and message. Its answer is logged as `<word>=<answer>`.
    Ask {
        /// alert, confirm, prompt.
        kind: String,
        /// What it says.
        message: String,
        /// How its answer is logged.
        word: String,
    },
    /// A file.
    Download(String),
    /// A console message.
    Say(String),
}

/// What a person does to a widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gesture {
    /// One press.
    Click,
    /// Two presses.
    Double,
    /// A press of the right button.
    Right,
    /// The pointer comes over it.
    Hover,
    /// The wheel turns over it.
    Wheel,
    /// A press that is held.
    Hold,
    /// It is dragged somewhere.
    Drag,
    /// A finger is drawn across it.
    Swipe,
    /// Two fingers are moved on it.
    Pinch,
}

/// One thing on a fake screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Widget {
    /// Its number, kept while the screen lives.
    pub nid: u32,
    /// What it is.
    pub role: &'static str,
    /// What it is called.
    pub name: String,
    /// Words of its own.
    pub text: String,
    /// What it holds.
    pub value: Option<String>,
    /// What can be chosen in it; a leading `-` makes one that cannot.
    pub options: Vec<String>,
    /// What it is at the moment.
    pub states: States,
    /// Where it is on the unscrolled screen.
    pub place: BoxInViewport,
    /// The frame, window or package.
    pub frame: u16,
    /// Where a link leads.
    pub leads_to: Option<String>,
    /// What happens when it is operated.
    pub on: Vec<(Gesture, Effect)>,
}

impl Widget {
    /// A visible, enabled widget.
    pub fn new(role: &'static str, name: &str, place: [f64; 4]) -> Widget {
        let [x, y, width, height] = place;
        let control = !matches!(role, "heading" | "paragraph" | "text" | "dialog" | "group");
        let states = States::VISIBLE | States::ENABLED | States::MEASURED;
        Widget {
            nid: 0,
            role,
            name: name.to_owned(),
            text: String::new(),
            value: None,
            options: Vec::new(),
            states: if control { states | States::CONTROL } else { states },
            place: BoxInViewport::new(x, y, width, height),
            frame: 0,
            leads_to: None,
            on: Vec::new(),
        }
    }

    /// With something that happens.
    pub fn on(mut self, gesture: Gesture, effect: Effect) -> Widget {
        self.on.push((gesture, effect));
        self
    }

    /// That holds a value and takes typed text.
    pub fn holding(mut self, value: &str) -> Widget {
        self.value = Some(value.to_owned());
        self.states = self.states | States::EDITABLE;
        self
    }

    /// With a list to choose from.
    pub fn choosing(mut self, options: &[&str]) -> Widget {
        self.options = options.iter().map(|&option| option.to_owned()).collect();
        self.value = self.options.first().cloned();
        self
    }

    /// With a state more.
    pub fn with(mut self, states: States) -> Widget {
        self.states = self.states | states;
        self
    }

    /// With a state less.
    pub fn without(mut self, states: States) -> Widget {
        self.states = self.states.without(states);
        self
    }

    /// With words of its own.
    pub fn reading(mut self, text: &str) -> Widget {
        self.text = text.to_owned();
        self.states = self.states | States::TEXT;
        self
    }

    /// In another frame.
    pub fn inside(mut self, frame: u16) -> Widget {
        self.frame = frame;
        self
    }

    pub(super) fn element(&self, screen: u32, scrolled: f64) -> Element {
        let secure = self.states.has(States::SECURE);
        Element {
            handle: Handle(u64::from(screen) << 32 | u64::from(self.nid)),
            frame: FrameRef(self.frame),
            parent: None::<ElementRef>,
            role: Role::new(self.role),
            name: Arc::from(self.name.as_str()),
            text: Arc::from(self.text.as_str()),
            value: self.value.as_deref().filter(|_| !secure).map(Arc::from),
            description: None,
            id: None,
            options: self.options.iter().map(|option| Arc::from(option.trim_start_matches('-'))).collect(),
            level: None,
            cell: None::<CellAt>,
            states: self.states,
            box_in_viewport: self.box_now(scrolled),
        }
    }

    pub(super) fn box_now(&self, scrolled: f64) -> BoxInViewport {
        BoxInViewport { y: self.place.y - scrolled, ..self.place }
    }
}

/// One screen of the application.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Screen {
    /// What it is called in addresses.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What the application calls its build.
    pub build: String,
    /// Its widgets, the topmost last.
    pub widgets: Vec<Widget>,
    /// Its frames besides the first: name, and box.
    pub frames: Vec<(String, BoxInViewport)>,
    /// What cannot be read on it.
    pub unreadable: Vec<Unreadable>,
}

impl Screen {
    /// A screen with widgets, numbered in order.
    pub fn new(name: &str, title: &str, widgets: Vec<Widget>) -> Screen {
        let numbered = widgets.into_iter().zip(1..).map(|(widget, nid)| Widget { nid, ..widget });
        Screen { name: name.to_owned(), title: title.to_owned(), widgets: numbered.collect(), ..Screen::default() }
    }

    /// The topmost visible widget at a point.
    pub(super) fn hit(&self, at: PointInViewport, scrolled: f64) -> Option<usize> {
        self.widgets
            .iter()
            .rposition(|widget| widget.states.has(States::VISIBLE) && widget.box_now(scrolled).contains(at))
    }

    pub(super) fn log(&mut self, word: &str) {
        if let Some(widget) = self.widgets.iter_mut().find(|widget| widget.text.starts_with("ready")) {
            widget.text.push(' ');
            widget.text.push_str(word);
        }
    }
}
