//! A scene in TOML written as JSON: the same tree, its numbers as they were written; comments are left out.

use crate::findings::Findings;
use crate::node::{Entry, Kind, Node};
use crate::toml_nodes;
use serde_json::Value;

/// The scene of a TOML text as JSON, or `None` where it is no TOML or JSON has no such value.
///
/// ```
/// let json = stiction_files::as_json("stiction = 1\ngravity = [0, -9.81]\n[bodies.part]\n").unwrap();
/// assert_eq!(json, "{\n  \"stiction\": 1,\n  \"gravity\": [0, -9.81],\n  \"bodies\": {\n    \"part\": {}\n  }\n}\n");
/// ```
pub fn as_json(toml: &str) -> Option<String> {
    let mut found = Findings::new(toml);
    let root = toml_nodes::parse(toml, &mut found)?;
    Some(written(&root, 0)? + "\n")
}

fn written(node: &Node, depth: usize) -> Option<String> {
    let quoted = |text: &str| Value::from(text).to_string();
    Some(match &node.kind {
        Kind::Null => "null".into(),
        Kind::Flag(flag) => flag.to_string(),
        // What JSON cannot write as a number, scenes read from strings too.
        Kind::Number(text) if serde_json::from_str::<serde_json::Number>(text).is_ok() => text.clone(),
        Kind::Number(text) => quoted(text),
        Kind::Text(text) => quoted(text),
        Kind::Date => return None,
        Kind::List(elements) => list(elements, depth)?,
        Kind::Table(entries) => {
            let entry = |Entry { key, value, .. }: &Entry| {
                Some(format!("{}: {}", quoted(key), written(value, depth + 1)?))
            };
            let entries: Vec<String> = entries.iter().map(entry).collect::<Option<_>>()?;
            on_lines(['{', '}'], &entries, depth)
        }
    })
}

/// On one line, unless there are tables in it.
fn list(elements: &[Node], depth: usize) -> Option<String> {
    let written: Vec<String> =
        elements.iter().map(|element| written(element, depth + 1)).collect::<Option<_>>()?;
    let tables = elements.iter().any(|element| matches!(element.kind, Kind::Table(_)));
    Some(if tables { on_lines(['[', ']'], &written, depth) } else { format!("[{}]", written.join(", ")) })
}

fn on_lines([open, close]: [char; 2], parts: &[String], depth: usize) -> String {
    if parts.is_empty() {
        return format!("{open}{close}");
    }
    let (outer, inner) = ("  ".repeat(depth), "  ".repeat(depth + 1));
    format!("{open}\n{inner}{}\n{outer}{close}", parts.join(&format!(",\n{inner}")))
}
