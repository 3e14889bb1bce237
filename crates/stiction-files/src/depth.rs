//! How deep a text nests, found without recursion before any recursive parser sees it.

use crate::Format;
use std::ops::Range;

/// Deepest nesting of a file.
pub(crate) const MAX_DEPTH: usize = 64;

/// The first byte that nests deeper than [`MAX_DEPTH`], if there is one.
///
/// Brackets count in both formats, dots of a key in TOML, where `a.b.c = 1` is three tables deep; the dot of a
/// decimal counts as one too, which only matters within one level of the limit.
pub(crate) fn too_deep(text: &str, format: Format) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut level = 0;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' => at = string_end(bytes, at, format) - 1,
            b'#' if format == Format::Toml => at = line_end(bytes, at) - 1,
            b'[' | b'{' => {
                open.push(level);
                level += 1;
            }
            b']' | b'}' => level = open.pop().unwrap_or(0),
            b'.' if format == Format::Toml => level += 1,
            b',' => level = open.last().map_or(0, |outer| outer + 1),
            b'\n' if open.is_empty() => level = 0,
            _ => {}
        }
        if level > MAX_DEPTH {
            return Some(at..at + 1);
        }
        at += 1;
    }
    None
}

/// The byte after a string that begins at `at`; its quote alone if that begins no string of the format.
fn string_end(bytes: &[u8], at: usize, format: Format) -> usize {
    let quote = bytes[at];
    if format == Format::Json && quote == b'\'' {
        return at + 1;
    }
    let triple = [quote; 3];
    if format == Format::Toml && bytes[at..].starts_with(&triple) {
        return long_string_end(bytes, at + 3, quote);
    }
    let mut here = at + 1;
    while here < bytes.len() && bytes[here] != quote && bytes[here] != b'\n' {
        here += if bytes[here] == b'\\' && quote == b'"' { 2 } else { 1 };
    }
    (here + 1).min(bytes.len())
}

fn long_string_end(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut here = from;
    while here < bytes.len() && !bytes[here..].starts_with(&[quote; 3]) {
        here += if bytes[here] == b'\\' && quote == b'"' { 2 } else { 1 };
    }
    (here + 3).min(bytes.len())
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |length| at + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_nest_and_close() {
        let nested = |n: usize| "[".repeat(n) + &"]".repeat(n);
        assert_eq!(too_deep(&nested(MAX_DEPTH), Format::Json), None);
        assert_eq!(too_deep(&nested(MAX_DEPTH + 1), Format::Json), Some(64..65));
        assert_eq!(too_deep(&"[]".repeat(1000), Format::Json), None);
    }

    #[test]
    fn dotted_keys_nest_in_toml() {
        assert!(too_deep(&format!("{}a = 1", "a.".repeat(70)), Format::Toml).is_some());
        assert_eq!(too_deep(&"a.b = 1.5\n".repeat(100), Format::Toml), None);
        assert_eq!(too_deep(&format!("x = [{}]", "1.5, ".repeat(100)), Format::Toml), None);
    }

    #[test]
    fn strings_and_comments_do_not_nest() {
        let deep = "[".repeat(100);
        for quoted in [
            format!("a = \"{deep}\""),
            format!("a = '{deep}'"),
            format!("# {deep}"),
            format!("a = '''\n{deep}'''"),
        ] {
            assert_eq!(too_deep(&quoted, Format::Toml), None, "{quoted}");
        }
        assert_eq!(too_deep(&format!("\"\\\"{deep}\""), Format::Json), None);
        assert_eq!(too_deep("\"\\", Format::Json), None);
    }
}
