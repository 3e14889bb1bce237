//! TOML to nodes.  The parser recovers, so that every fault of syntax is found at once.

use crate::depth::MAX_DEPTH;
use crate::findings::Findings;
use crate::node::{Entry, Kind, Node};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The tree of a TOML text, or `None` after noting the faults of its syntax.
pub(crate) fn parse(text: &str, found: &mut Findings<'_>) -> Option<Node> {
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().replace('\n', ", ");
        let help = match bare_unit(text, span.start) {
            Some(quoted) => format!("a number with its unit is written in quotes: {quoted}"),
            None => "fix the TOML here".to_owned(),
        };
        found.fault("syntax", (String::new(), span), message, help);
    }
    errors.is_empty().then(|| table(root.get_ref(), root.span(), 0, found)).flatten()
}

/// The line `mass = 1 kg` as it should be, where that is what was written at a place.
fn bare_unit(text: &str, place: usize) -> Option<String> {
    let start = text.get(..place)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    let (key, value) = line.split('#').next()?.split_once('=')?;
    let value = value.trim();
    crate::units::parted(value).map(|_| format!("{} = \"{value}\"", key.trim()))
}

/// Entries in the order of the file, which the parser's map does not keep.
fn table(entries: &DeTable<'_>, span: Range<usize>, depth: usize, found: &mut Findings<'_>) -> Option<Node> {
    let mut ordered: Vec<_> = entries.iter().collect();
    ordered.sort_by_key(|(key, _)| key.span().start);
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &Spanned<std::borrow::Cow<'_, str>> = key;
        Some(Entry {
            key: key.get_ref().to_string(),
            key_span: key.span(),
            value: node(value, depth + 1, found)?,
        })
    };
    let entries = ordered.into_iter().map(entry).collect::<Option<Vec<_>>>()?;
    Some(Node { span, kind: Kind::Table(entries) })
}

fn node(value: &Spanned<DeValue<'_>>, depth: usize, found: &mut Findings<'_>) -> Option<Node> {
    let span = value.span();
    if depth > MAX_DEPTH {
        crate::read::note_depth(span, found);
        return None;
    }
    let kind = match value.get_ref() {
        DeValue::String(text) => Kind::Text(text.to_string()),
        DeValue::Integer(number) => Kind::Number(number.to_string()),
        DeValue::Float(number) => Kind::Number(number.as_str().into()),
        DeValue::Boolean(flag) => Kind::Flag(*flag),
        DeValue::Datetime(_) => Kind::Date,
        DeValue::Array(elements) => {
            Kind::List(elements.iter().map(|element| node(element, depth + 1, found)).collect::<Option<_>>()?)
        }
        DeValue::Table(entries) => return table(entries, span, depth, found),
    };
    Some(Node { span, kind })
}
