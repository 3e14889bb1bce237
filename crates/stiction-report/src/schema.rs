//! The JSON Schema of reports: every key of every question, what it holds and what it means.
//!
//! The pages in `keys/` are the source of the schema, each of them named in the row of its question; a test holds them
//! against reports of all questions, so that no key is undocumented.  Numbers are doubles; what is known exactly stands
//! as fractions under `exact`, with the same paths.

use crate::questions::Input;
use crate::report::Question;
use serde_json::{Map, Value, json};

/// What every report has.
const SHARED: &str = include_str!("keys/shared.txt");

/// A line of a page: `key type?, optional: What it means.`
struct Key<'p> {
    path: &'p str,
    kind: &'p str,
    nullable: bool,
    optional: bool,
    meaning: &'p str,
}

impl<'p> Key<'p> {
    fn read(line: &'p str) -> Option<Self> {
        let (head, meaning) = line.split_once(": ")?;
        let (path, kind) = head.split_once(' ')?;
        let (kind, optional) = match kind.strip_suffix(", optional") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let (kind, nullable) = match kind.strip_suffix('?') {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        Some(Self { path, kind, nullable, optional, meaning })
    }

    /// Its schema.
    fn schema(&self) -> Value {
        let kind = match self.kind {
            "verdict" => "string",
            "list" => "array",
            other => other,
        };
        let mut schema = json!({ "description": self.meaning, "type": kind });
        if self.nullable {
            schema["type"] = json!([kind, "null"]);
        }
        if self.kind == "verdict" {
            let mut words = vec![json!("yes"), json!("no"), json!("undecided")];
            words.extend(self.nullable.then_some(Value::Null));
            schema["enum"] = json!(words);
        }
        schema
    }
}

/// The JSON Schema (2020-12) of the reports of a question.
///
/// ```
/// use stiction_report::{Question, report_schema};
/// let schema = report_schema(Question::Stand);
/// assert_eq!(schema["properties"]["margins"]["properties"]["tilt"]["type"][0], "number");
/// ```
pub fn report_schema(question: Question) -> Value {
    let pages = [SHARED].into_iter().chain(question.row().keys.iter().copied());
    let keys = pages.flat_map(str::lines).filter_map(Key::read);
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for key in keys {
        match key.path.split_once('.') {
            Some((outer, inner)) => properties[outer]["properties"][inner] = key.schema(),
            None => {
                properties.insert(key.path.to_owned(), key.schema());
                if !key.optional {
                    required.push(json!(key.path));
                }
            }
        }
    }
    properties["question"]["const"] = json!(question.word());
    if question.input() != Input::Scene {
        properties["scene"]["description"] = json!("The file that was asked about.");
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Report of `stiction {question}`"),
        "description": "A report that was stopped before there was an answer has the shared keys alone, and `stopped`.",
        "type": "object",
        "properties": properties,
        // What was stopped has no answer.
        "if": { "required": ["stopped"] },
        "else": { "required": required },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_page_is_a_key_with_a_known_type() {
        for question in Question::every() {
            for page in [SHARED].iter().chain(question.row().keys) {
                for line in page.lines().filter(|line| !line.is_empty()) {
                    let key = Key::read(line).unwrap_or_else(|| panic!("{line}"));
                    let known = ["string", "integer", "number", "boolean", "list", "object", "verdict"];
                    assert!(known.contains(&key.kind), "{line}");
                    assert!(key.meaning.ends_with(['.', '\'']), "{line}");
                }
            }
        }
    }
}
