//! Regular expressions, checked without compiling them: parsing costs microseconds, compiling a hundred times that.

/// What is wrong with a pattern, or nothing.
pub(crate) fn check(source: &str) -> Result<(), String> {
    regex_syntax::Parser::new().parse(source).map(|_| ()).map_err(|error| last_line(&error.to_string()))
}

/// The crate's errors draw the pattern over several lines; the last one says what is wrong.
fn last_line(error: &str) -> String {
    let line = error.lines().last().unwrap_or(error).trim();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
