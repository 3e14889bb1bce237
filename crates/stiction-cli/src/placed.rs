//! `place`, and the scene with the best contacts in it.

use crate::args::Place;
use crate::ask::ask;
use crate::outcome::{Drawing, Out, Outcome};
use crate::time::Time;
use serde_json::{Value, json};
use std::path::Path;
use stiction_files::{Format, read_scene};
use stiction_proof::Rational;
use stiction_report::place::PlaceAnswer;
use stiction_report::{Answered, PlaceQuery, Query};

/// Asks `place`.
pub fn place(asked: &Place, color: bool, time: &Time) -> Outcome {
    let ending = |file: &Path| file.extension().map(|ending| ending.to_ascii_lowercase());
    if let Some(file) = &asked.write
        && (ending(file) != ending(&asked.ask.scene) || !asked.ask.more.is_empty())
    {
        let message = "error: --write takes one scene, and a file with the same ending as that";
        return Outcome::bad_input(message);
    }
    let query = Query::Place(PlaceQuery { wanted: asked.wanted() });
    let mut outcome = ask(query, &asked.ask, color, time);
    if let Some(file) = asked.write.clone() {
        let (scene, held) = (asked.ask.scene.clone(), asked.ask.held.clone());
        let draw = move |out: &Out| {
            let text = match held.as_ref().and_then(|held| held.text()) {
                Some(text) => text.to_owned(),
                None => std::fs::read_to_string(&scene).map_err(|error| error.to_string())?,
            };
            let report = match out {
                Out::Report(report) => report,
                Out::Json(printed) => &printed.report,
                _ => return Err("there is no answer to write".to_owned()),
            };
            let Answered::Place(answer) = &report.answered else {
                return Err("there is no placement to write".to_owned());
            };
            written(&text, &scene, answer).map(String::into_bytes)
        };
        outcome.drawings.push(Drawing { file, draw: Box::new(draw) });
    }
    outcome
}

/// The text of a scene with the best contacts, and without the section that asked for them.
fn written(text: &str, file: &Path, answer: &PlaceAnswer) -> Result<String, String> {
    let best = answer.best().ok_or("no placement was found that could be written")?;
    // Lengths with their unit, whatever the scene counts in.
    let length = |value: &Rational| format!("{value} m");
    let number = |value: &Rational| value.to_string();
    let pair = |[x, y]: &[Rational; 2], word: &dyn Fn(&Rational) -> String| [word(x), word(y)];
    let is_json = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let (made, format) = if is_json {
        let mut scene: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let table = scene.as_object_mut().ok_or("the scene is no table")?;
        table.remove("place");
        let contacts = table.entry("contacts").or_insert_with(|| json!([]));
        let list = contacts.as_array_mut().ok_or("`contacts` is no list")?;
        for contact in &best.contacts {
            list.push(json!({
                "id": contact.id, "on": answer.subject, "point": pair(&contact.point, &length),
                "normal": pair(&contact.normal, &number), "friction": number(&contact.friction),
            }));
        }
        (serde_json::to_string_pretty(&scene).map_err(|error| error.to_string())? + "\n", Format::Json)
    } else {
        let mut made = without_section(text);
        for contact in &best.contacts {
            let quoted = |text: &str| Value::String(text.to_owned()).to_string();
            let listed = |[x, y]: [String; 2]| format!("[{}, {}]", quoted(&x), quoted(&y));
            made += &format!(
                "\n[[contacts]]\nid = {}\non = {}\npoint = {}\nnormal = {}\nfriction = {}\n",
                quoted(&contact.id),
                quoted(&answer.subject),
                listed(pair(&contact.point, &length)),
                listed(pair(&contact.normal, &number)),
                quoted(&number(&contact.friction)),
            );
        }
        (made, Format::Toml)
    };
    // A list of contacts in one line cannot be added to: better no file than a wrong one.
    match read_scene(&made, format, &file.to_string_lossy()) {
        Ok(_) => Ok(made),
        Err(faults) => Err(format!("the scene with its contacts is not read: {faults}")),
    }
}

/// A TOML text without the section `[place]`.
fn without_section(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in text.lines() {
        let head = line.split('#').next().unwrap_or_default().trim();
        // A header names a table: no number begins one, so that rows of a list are none.
        let name = head.trim_start_matches('[').trim_end_matches(']').trim();
        let named = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '"' || letter == '_');
        if head.starts_with('[') && head.ends_with(']') && named && !name.starts_with("place.") {
            inside = head == "[place]";
        }
        if !inside {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_left_out_and_nothing_else() {
        let text = "a = 1\n[place]\ncontacts = 2\nholds = [\n[0, 1, 2]]\n[[contacts]]\nid = \"x\"\n";
        assert_eq!(without_section(text), "a = 1\n[[contacts]]\nid = \"x\"\n");
    }
}
