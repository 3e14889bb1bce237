//! JSON to nodes, strictly: no comments, no trailing commas, no key twice.

use crate::findings::{Findings, shortened};
use crate::node::{Entry, Kind, Node};
use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;
use std::collections::HashSet;

/// What the standard says, and nothing more.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The tree of a JSON text, or `None` after noting the fault of its syntax.
pub(crate) fn parse(text: &str, found: &mut Findings<'_>) -> Option<Node> {
    match parse_to_ast(text, &CollectOptions::default(), &STRICT) {
        Err(error) => {
            let range = error.range();
            note_syntax(range.start..range.end, &error.kind().to_string(), found);
            None
        }
        Ok(result) => match (result.value, standard_fault(text)) {
            (Some(value), None) => Some(node(&value, found)),
            (_, Some((at, message))) => {
                note_syntax(at..at + 1, &message, found);
                None
            }
            (None, None) => {
                note_syntax(0..0, "the file is empty", found);
                None
            }
        },
    }
}

fn note_syntax(span: std::ops::Range<usize>, message: &str, found: &mut Findings<'_>) {
    found.fault("syntax", (String::new(), span), message, "fix the JSON here");
}

/// What a second, stricter reader says of the text: leading zeros, control characters in strings.
fn standard_fault(text: &str) -> Option<(usize, String)> {
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    let line_start =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let message = error.to_string();
    let rule = message.split(" at line").next().unwrap_or(&message).to_string();
    Some((line_start + error.column().saturating_sub(1), rule))
}

fn node(value: &Value<'_>, found: &mut Findings<'_>) -> Node {
    let span = value.start()..value.end();
    let kind = match value {
        Value::NullKeyword(_) => Kind::Null,
        Value::BooleanLit(flag) => Kind::Flag(flag.value),
        Value::NumberLit(number) => Kind::Number(number.value.into()),
        Value::StringLit(text) => Kind::Text(text.value.to_string()),
        Value::Array(array) => {
            Kind::List(array.elements.iter().map(|element| node(element, found)).collect())
        }
        Value::Object(object) => Kind::Table(entries(object, found)),
    };
    Node { span, kind }
}

fn entries(object: &Object<'_>, found: &mut Findings<'_>) -> Vec<Entry> {
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    for property in &object.properties {
        let key = property.name.as_str().to_string();
        let key_span = property.name.start()..property.name.end();
        if seen.insert(key.clone()) {
            entries.push(Entry { key, key_span, value: node(&property.value, found) });
        } else {
            let message = format!("the key `{}` is given twice", shortened(&key));
            found.fault("duplicate-key", (String::new(), key_span), message, "keep one of them");
        }
    }
    entries
}
