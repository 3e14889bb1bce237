//! What XML forbids and files have nevertheless: a byte order mark, something before the declaration, prefixes that
//! nobody declared.
//!
//! Every byte keeps its place, so that faults point at what the person wrote: what is in the way becomes
//! blanks, and the colon of a prefix that was not declared a full stop, which is a letter of names.

use super::depth::{past, tag_end};
use std::borrow::Cow;
use std::ops::Range;

/// The text as a parser of XML takes it.
pub(crate) fn tidied(text: &str) -> Cow<'_, str> {
    let mut blanks: Vec<Range<usize>> = Vec::new();
    if text.starts_with('\u{feff}') {
        blanks.push(0..'\u{feff}'.len_utf8());
    }
    // A declaration is allowed at the very beginning alone, and says nothing that is not known here.
    if let Some(start) = text.find("<?xml ").filter(|start| *start > 0)
        && !is_within_comment(text, start)
    {
        blanks.push(start..past(text.as_bytes(), start, b"?>"));
    }
    let colons = undeclared(text);
    if blanks.is_empty() && colons.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for at in blanks.into_iter().flatten() {
        if bytes[at] != b'\n' {
            bytes[at] = b' ';
        }
    }
    for at in colons {
        bytes[at] = b'.';
    }
    // Whole characters became blanks, and one-byte ones full stops.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn is_within_comment(text: &str, at: usize) -> bool {
    let before = &text[..at];
    before.rfind("<!--").is_some_and(|open| !before[open..].contains("-->"))
}

/// The colons of prefixes that the text declares nowhere.
fn undeclared(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|along| at + along) {
        let rest = &bytes[start..];
        at = if rest.starts_with(b"<!--") {
            past(bytes, start + 4, b"-->")
        } else if rest.starts_with(b"<![CDATA[") {
            past(bytes, start + 9, b"]]>")
        } else if rest.starts_with(b"<?") {
            past(bytes, start + 2, b"?>")
        } else {
            let end = tag_end(bytes, start + 1);
            colons(bytes, start..end, &mut found);
            end
        };
    }
    let mut known = std::collections::HashMap::new();
    found.retain(|&colon| {
        let prefix = prefix_before(text, colon);
        let declared = *known.entry(prefix).or_insert_with(|| {
            prefix == "xml" || prefix == "xmlns" || text.contains(&format!("xmlns:{prefix}"))
        });
        !declared
    });
    found
}

/// The colons of a tag outside quotes.
fn colons(bytes: &[u8], tag: Range<usize>, found: &mut Vec<usize>) {
    let mut quote = None;
    for at in tag {
        match (quote, bytes[at]) {
            (None, b'"' | b'\'') => quote = Some(bytes[at]),
            (None, b':') => found.push(at),
            (Some(open), close) if open == close => quote = None,
            _ => {}
        }
    }
}

fn prefix_before(text: &str, colon: usize) -> &str {
    let before = &text[..colon];
    let start = before
        .rfind(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '-'))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    &before[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_the_way_becomes_blanks_and_nothing_moves() {
        assert!(matches!(tidied("<?xml version=\"1.0\"?><robot/>"), Cow::Borrowed(_)));
        let blank = tidied("\n\n<?xml version=\"1.0\"?><robot/>").into_owned();
        assert_eq!((blank.trim(), blank.len()), ("<robot/>", 31));
        assert_eq!(tidied("\u{feff}<robot/>"), "   <robot/>");
        assert_eq!(tidied("<!-- <?xml ?> --><robot/>"), "<!-- <?xml ?> --><robot/>");
    }

    #[test]
    fn a_prefix_that_nobody_declared_loses_its_colon() {
        assert_eq!(tidied("<a><b:c d:e='f:g'/></a>"), "<a><b.c d.e='f:g'/></a>");
        let declared = "<a xmlns:b='x'><b:c/></a>";
        assert_eq!(tidied(declared), declared);
        assert_eq!(tidied("<a><!-- b:c --></a>"), "<a><!-- b:c --></a>");
        assert_eq!(tidied("<é:a"), "<é.a");
    }
}
