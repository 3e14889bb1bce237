//! How deep the elements of an XML text nest, found without recursion before a parser sees it.

use crate::depth::MAX_DEPTH;
use std::ops::Range;

/// The first element that nests deeper than is allowed, if there is one.
pub(super) fn too_deep(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    while let Some(start) = find(bytes, at, b"<") {
        let rest = &bytes[start..];
        at = if rest.starts_with(b"<!--") {
            past(bytes, start + 4, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            past(bytes, start + 9, b"]]>")
        } else if rest.starts_with(b"<?") {
            past(bytes, start + 2, b"?>")
        } else {
            let end = tag_end(bytes, start + 1);
            if rest.starts_with(b"</") {
                depth = depth.saturating_sub(1);
            } else if !rest.starts_with(b"<!") && !bytes[start..end].ends_with(b"/>") {
                depth += 1;
            }
            end
        };
        if depth > MAX_DEPTH {
            return Some(start..at);
        }
    }
    None
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(what.len()).position(|window| window == what).map(|at| from + at)
}

pub(super) fn past(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    find(bytes, from, what).map_or(bytes.len(), |at| at + what.len())
}

/// The byte after the `>` of a tag; one within quotes does not end it.
pub(super) fn tag_end(bytes: &[u8], from: usize) -> usize {
    let mut quote = None;
    for (at, &byte) in bytes.iter().enumerate().skip(from) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_nest_but_comments_and_quoted_brackets_do_not() {
        let deep = |count: usize| format!("{}{}", "<a>".repeat(count), "</a>".repeat(count));
        assert_eq!(too_deep(&deep(MAX_DEPTH)), None);
        assert_eq!(too_deep(&deep(MAX_DEPTH + 1)), Some(3 * MAX_DEPTH..3 * MAX_DEPTH + 3));
        assert_eq!(too_deep(&"<a/>".repeat(500)), None);
        assert_eq!(too_deep(&"<!-- <a> -->".repeat(500)), None);
        assert_eq!(too_deep(&"<a b='<c>'/>".repeat(500)), None);
        assert_eq!(too_deep(&"<?x <a> ?>".repeat(500)), None);
        assert_eq!(too_deep("<a b=\""), None);
    }
}
