//! What an XML parser should not be given: elements that nest very deep, or that have very many attributes.
//!
//! One pass over the bytes, without recursion, before a parser sees the text.  A parser compares each
//! attribute of an element with all the others of it, so that a long list of them is a long wait.

use crate::depth::MAX_DEPTH;
use std::ops::Range;

/// Attributes that one element may have; those of URDF have at most six.
pub(super) const MOST_ATTRIBUTES: usize = 1000;

/// The first element that nests deeper than is allowed, if there is one.
pub(crate) fn too_deep(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    tags(bytes).find(|tag| {
        let tag = &bytes[tag.clone()];
        if tag.starts_with(b"</") {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with(b"/>") {
            depth += 1;
        }
        depth > MAX_DEPTH
    })
}

/// The first element with more attributes than are allowed, and how many it has.
pub(super) fn too_many_attributes(text: &str) -> Option<(Range<usize>, usize)> {
    let bytes = text.as_bytes();
    // Each needs a name, a sign and two quotes: short tags have few.
    let long = tags(bytes).filter(|tag| tag.len() > 4 * MOST_ATTRIBUTES);
    let mut counted = long.map(|tag| (tag.clone(), attributes(&bytes[tag])));
    counted.find(|(_, count)| *count > MOST_ATTRIBUTES)
}

/// The equality signs of a tag that are not within quotes.
fn attributes(tag: &[u8]) -> usize {
    let (mut quote, mut count) = (None, 0);
    for &byte in tag {
        match (quote, byte) {
            (None, b'=') => count += 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
    count
}

/// The tags of elements, as they follow each other; comments, instructions and texts are none.
fn tags(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = find(bytes, at, b"<")?;
            let rest = &bytes[start..];
            if rest.starts_with(b"<!--") {
                at = past(bytes, start + 4, b"-->");
            } else if rest.starts_with(b"<![CDATA[") {
                at = past(bytes, start + 9, b"]]>");
            } else if rest.starts_with(b"<?") {
                at = past(bytes, start + 2, b"?>");
            } else {
                at = tag_end(bytes, start + 1);
                if !rest.starts_with(b"<!") {
                    return Some(start..at);
                }
            }
        }
    })
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
    #[test]
    fn attributes_are_counted_without_what_stands_in_quotes() {
        let with = |count: usize| format!("<a {}/>", r#"b="=" "#.repeat(count));
        assert_eq!(too_many_attributes(&with(MOST_ATTRIBUTES)), None);
        let text = with(MOST_ATTRIBUTES + 1);
        assert_eq!(too_many_attributes(&text), Some((0..text.len(), MOST_ATTRIBUTES + 1)));
        assert_eq!(too_many_attributes(&format!("<!--{text}--><a/>")), None);
        assert_eq!(too_many_attributes(&format!("<a b='{}'/>", "=".repeat(9000))), None);
    }
}
