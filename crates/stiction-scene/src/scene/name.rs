//! Names and other texts of a file as a person may read them: nothing in them moves the cursor, begins a line,
//! hides, or turns the direction of writing.
//!
//! A scene may call a body anything.  Whoever prints such a name uses [`plain`], and [`visible`] for a text that
//! names are part of; [`push_quoted`] writes it as a string of TOML that reads back as itself.

use std::borrow::Cow;
use std::fmt::Write;

/// Letters shown of a name or title.
const MOST_LETTERS: usize = 100;

/// Whether a character is not seen where it stands: controls, what joins or separates without a width, what turns
/// the direction of writing, separators of lines, fillers that look like nothing, and tags.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A text in which everything is seen: what is hidden is written out, as `\n` or `\u{202e}`.
///
/// ```
/// use stiction_scene::scene::visible;
/// assert_eq!(visible("left finger"), "left finger");
/// assert_eq!(visible("a\nb\u{9b}31m\u{202e}"), r"a\nb\u{9b}31m\u{202e}");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    text.chars().for_each(|c| push_visible(&mut shown, c));
    Cow::Owned(shown)
}

/// A name as it is shown: [`visible`], and cut where it is long.
pub fn plain(name: &str) -> String {
    let mut shown = String::new();
    for (count, c) in name.chars().enumerate() {
        if count == MOST_LETTERS {
            shown.push('…');
            break;
        }
        push_visible(&mut shown, c);
    }
    shown
}

fn push_visible(shown: &mut String, c: char) {
    if is_hidden(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
}

/// Adds a text as a string of TOML that reads back as itself, with nothing hidden in it.
///
/// ```
/// let mut text = "id = ".to_owned();
/// stiction_scene::scene::push_quoted(&mut text, "a \"b\"\u{9b}\n");
/// assert_eq!(text, r#"id = "a \"b\"\u009B\n""#);
/// ```
pub fn push_quoted(text: &mut String, value: &str) {
    text.push('"');
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if value.bytes().all(is_plain) {
        text.push_str(value);
        return text.push('"');
    }
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if is_hidden(c) && u32::from(c) > 0xffff => drop(write!(text, "\\U{:08X}", u32::from(c))),
            c if is_hidden(c) => drop(write!(text, "\\u{:04X}", u32::from(c))),
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_and_no_mark_of_direction_is_left_in_what_is_shown() {
        let every = (0..=0x10_ffff).filter_map(char::from_u32);
        let bad = |c: char| {
            c.is_control()
                || "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}".contains(c)
                || "\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}\u{feff}\u{200b}".contains(c)
        };
        for c in every.filter(|c| bad(*c)) {
            let name = format!("a{c}b");
            assert!(!visible(&name).chars().any(bad) && !plain(&name).chars().any(bad), "{:?}", c);
        }
    }

    #[test]
    fn letters_of_any_writing_are_left_as_they_are() {
        for name in ["Finger 3", "Größe μ", "指", "палец", "إصبع", "उँगली", "🦾 é"]
        {
            assert_eq!(visible(name), name);
            assert_eq!(plain(name), name);
        }
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(plain(&"x".repeat(1000)).chars().count(), MOST_LETTERS + 1);
    }
}
