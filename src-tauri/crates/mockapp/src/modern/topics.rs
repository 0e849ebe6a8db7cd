//! The list of topics: an address, a title, one line, and the script that builds the page.

/// A page of the modern face, at `/modern/SLUG`.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// The last part of its address.
    pub slug: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it exercises, in one line.
    pub about: &'static str,
    /// The module that builds it in the page; pages without one are served whole.
    pub script: Option<&'static str>,
}

macro_rules! scripted {
    ($slug:literal, $title:literal, $about:literal) => {
        Topic {
            slug: $slug,
            title: $title,
            about: $about,
            script: Some(include_str!(concat!("../../assets/modern/topics/", $slug, ".js"))),
        }
    };
}

const fn served(slug: &'static str, title: &'static str, about: &'static str) -> Topic {
    Topic { slug, title, about, script: None }
}

const TOPICS: &[Topic] = &[
    scripted!("form", "Long form", "Six sections revealed one by one, more than sixty controls, a summary."),
    scripted!("states", "States", "Disabled, covered, expanded, selected, indeterminate, required, secret."),
    scripted!("shadow", "Shadow roots", "Open and closed shadow roots, one inside the other, and slotted content."),
    scripted!("frames", "Frames", "Frames in frames, a frame from text, and a frame of another origin."),
    scripted!("virtual-list", "Virtual list", "10,000 rows, of which only those in sight exist."),
    scripted!("drag", "Drag and drop", "The browser's own drag and drop, pointer events, and sorting."),
    scripted!("upload", "File upload", "Files by dialog or drop, with name and size."),
    scripted!("canvas", "Canvas", "Tiles to click and a pad to draw on, without elements."),
    scripted!("dialogs", "Dialogs", "Alert, confirm, prompt, many in a row, the question on leaving."),
    scripted!("popups", "Popup windows", "Windows and tabs that open and post back."),
    scripted!("pickers", "List pickers", "Select, multiple select, suggestions, listbox and combobox."),
    scripted!("dates", "Dates and colours", "Date, time, week, colour, range, and a calendar."),
    scripted!("scripts", "Scripts and directions", "Japanese, Arabic, Hebrew, vertical and mixed text."),
    scripted!("ime", "Input methods", "Composition events, one by one."),
    scripted!("motion", "Motion", "A button that moves and stops, a layout shift, an area that always animates."),
    scripted!("lazy", "Late content", "Content by fetch, late, on scrolling, or failing."),
    scripted!("links", "Links and downloads", "A download, an external site, a new tab, leaving by script."),
    scripted!("editable", "Editing in place", "Rich text, an inline title, a text area."),
    scripted!("pointer", "Pointer", "Hover and context menus, double click, long press, wheel."),
    scripted!("keys", "Keys", "Single keys, chords, Enter and Escape."),
    scripted!("clipboard", "Clipboard", "Copy, cut and paste, by hand and by script."),
    served("big", "Big table", "About 22,000 nodes and 6,000 controls; ?rows=N for another size."),
    served("huge", "Huge page", "100,000 elements; ?elements=N for another size."),
    served("restless", "Restless page", "Text, nodes and places that never stop changing."),
];

/// Every topic, in the order of the index page.
pub fn topics() -> &'static [Topic] {
    TOPICS
}
