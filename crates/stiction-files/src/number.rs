//! Plain values: numbers exactly as written, vectors, words.  Each function notes its fault and gives `None`.

use crate::findings::{Findings, near_word, shortened};
use crate::node::{At, Kind};
use stiction_proof::{ParseRationalError, Rational};

/// A number: integer, decimal, or fraction in a string.
pub(crate) fn number(at: &At<'_>, found: &mut Findings<'_>) -> Option<Rational> {
    let (Kind::Number(text) | Kind::Text(text)) = &at.node.kind else {
        wrong_type(at, "a number", found);
        return None;
    };
    match Rational::parse_bounded(text) {
        Ok(value) => Some(value),
        Err(error) => {
            note_bad_number(at, text, error, found);
            None
        }
    }
}

fn note_bad_number(at: &At<'_>, text: &str, error: ParseRationalError, found: &mut Findings<'_>) {
    let shown = shortened(text);
    match error {
        ParseRationalError::NotANumber if is_not_finite(text) => {
            let help = "every number of a scene is finite; only a curvature may be \"inf\"";
            found.fault("not-finite", at, format!("{shown} is not a finite number"), help);
        }
        ParseRationalError::TooLong => {
            let help = "write at most 400 digits and an exponent between -400 and 400";
            found.fault("number-too-long", at, format!("{shown}: {error}"), help);
        }
        _ => {
            let help = "write an integer, a decimal or a fraction in a string: 2, 0.3, \"1/3\"";
            found.fault("number", at, format!("`{shown}`: {error}"), help);
        }
    }
}

/// Whether a text says NaN or infinity.
pub(crate) fn is_not_finite(text: &str) -> bool {
    let bare = text.trim().trim_start_matches(['+', '-']).to_lowercase();
    matches!(bare.as_str(), "nan" | "inf" | "infinity")
}

/// A number that is at least zero.
pub(crate) fn not_negative(at: &At<'_>, code: &'static str, found: &mut Findings<'_>) -> Option<Rational> {
    bounded(at, code, |value| !value.is_negative(), "at least zero", found)
}

/// A number greater than zero.
pub(crate) fn positive(at: &At<'_>, code: &'static str, found: &mut Findings<'_>) -> Option<Rational> {
    bounded(at, code, Rational::is_positive, "greater than zero", found)
}

fn bounded(
    at: &At<'_>,
    code: &'static str,
    holds: impl Fn(&Rational) -> bool,
    rule: &str,
    found: &mut Findings<'_>,
) -> Option<Rational> {
    let value = number(at, found)?;
    if holds(&value) {
        return Some(value);
    }
    found.fault(code, at, format!("{} is not {rule}", shown(&value)), format!("give a number {rule}"));
    None
}

/// Exactly as many numbers as the vector has.
pub(crate) fn vector<V: AsMut<[Rational]> + Default>(
    at: &At<'_>,
    form: &str,
    found: &mut Findings<'_>,
) -> Option<V> {
    let values = numbers(at, found)?;
    let mut vector = V::default();
    let wanted = vector.as_mut().len();
    if values.len() != wanted {
        note_length(at, values.len(), wanted, form, found);
        return None;
    }
    for (component, value) in vector.as_mut().iter_mut().zip(values) {
        *component = value?;
    }
    Some(vector)
}

/// Notes a list of the wrong length.
pub(crate) fn note_length(at: &At<'_>, count: usize, wanted: usize, form: &str, found: &mut Findings<'_>) {
    let number = |count: usize| format!("{count} number{}", if count == 1 { "" } else { "s" });
    let verb = if wanted == 1 { "is" } else { "are" };
    let message = format!("a list of {}, where {} {verb} needed", number(count), number(wanted));
    found.fault("length", at, message, format!("write {form}"));
}

/// Numbers, however many; `None` in place of each bad one, so that all of them are noted.
pub(crate) fn numbers(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Option<Rational>>> {
    let elements = list(at, "a list of numbers", found)?;
    Some(elements.map(|element| number(&element, found)).collect())
}

/// The elements of a list.
pub(crate) fn list<'c, 'a>(
    at: &'c At<'a>,
    wanted: &str,
    found: &mut Findings<'_>,
) -> Option<impl ExactSizeIterator<Item = At<'c>> + use<'c, 'a>> {
    let elements = at.elements();
    if elements.is_none() {
        wrong_type(at, wanted, found);
    }
    elements
}

/// A string that is not empty.
pub(crate) fn name(at: &At<'_>, found: &mut Findings<'_>) -> Option<String> {
    let text = text(at, found)?;
    if text.is_empty() {
        found.fault("empty-name", at, "the name is empty", "give a name of at least one character");
        return None;
    }
    Some(text)
}

/// A string.
pub(crate) fn text(at: &At<'_>, found: &mut Findings<'_>) -> Option<String> {
    match &at.node.kind {
        Kind::Text(text) => Some(text.clone()),
        _ => {
            wrong_type(at, "a string", found);
            None
        }
    }
}

/// One of a few words, each with its meaning.
pub(crate) fn word<T: Clone>(
    at: &At<'_>,
    code: &'static str,
    words: &[(&'static str, T)],
    found: &mut Findings<'_>,
) -> Option<T> {
    let text = text(at, found)?;
    if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
        return Some(meaning.clone());
    }
    let all: Vec<_> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
    let near = near_word(&text, words.iter().map(|(word, _)| *word));
    let near = near.map(|near| format!("; nearest is \"{near}\"")).unwrap_or_default();
    let help = format!("write one of {}{near}", all.join(", "));
    found.fault(code, at, format!("\"{}\" is not known here", shortened(&text)), help);
    None
}

/// Notes a value of the wrong kind.
pub(crate) fn wrong_type(at: &At<'_>, wanted: &str, found: &mut Findings<'_>) {
    let message = format!("found {}, where {wanted} is needed", at.node.kind.name());
    found.fault("type", at, message, format!("write {wanted}"));
}

/// Checks that a value is a table with known keys only; a near one is named for each other.
pub(crate) fn known_keys(at: &At<'_>, known: &[&str], found: &mut Findings<'_>) -> Option<()> {
    let Kind::Table(entries) = &at.node.kind else {
        wrong_type(at, "a table", found);
        return None;
    };
    for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
        let candidates = known.iter().copied().filter(|_| !found.only_counts());
        let near = near_word(&entry.key, candidates);
        let near = near.map(|near| format!("the nearest known key is `{near}`; ")).unwrap_or_default();
        let message = format!("unknown key `{}`", shortened(&entry.key));
        let help = format!("{near}known here are {}", known.join(", "));
        let path = at.entry(entry).path.to_string();
        found.fault("unknown-key", (path, entry.key_span.clone()), message, help);
    }
    Some(())
}

/// The value under a key that must be there.
pub(crate) fn required<'c>(
    at: &'c At<'_>,
    key: &'c str,
    help: &str,
    found: &mut Findings<'_>,
) -> Option<At<'c>> {
    let value = at.get(key);
    if value.is_none() {
        let path = crate::node::Path::Key(&at.path, key).to_string();
        found.fault("missing-key", (path, at.caret()), format!("`{key}` is missing"), help);
    }
    value
}

/// A number for a message: the decimal if it is one, a short fraction, or the nearest double.
pub(crate) fn shown(value: &Rational) -> String {
    let (decimal, exact) = (value.to_f64().to_string(), value.to_string());
    let is_decimal = Rational::parse_bounded(&decimal).is_ok_and(|read| read == *value);
    if is_decimal && decimal.len() <= 20 || exact.len() > 20 { decimal } else { exact }
}

/// Letters up to which a number is written as it is where it is offered.
const SHORT: usize = 10;

/// Numbers to be pasted: each as it is where that is short, and else rounded to a billionth of a size.
pub(crate) fn offered(values: &[Rational], size: f64) -> String {
    let digits = (9 - size.abs().max(f64::MIN_POSITIVE).log10().ceil() as i32).clamp(0, 300);
    let part = |value: &Rational| {
        let text = shown(value);
        match (text.contains('/'), text.len() <= SHORT) {
            (false, true) => text,
            (true, true) => format!("\"{text}\""),
            _ => trimmed(format!("{:.*}", digits as usize, value.to_f64())),
        }
    };
    format!("[{}]", values.iter().map(part).collect::<Vec<_>>().join(", "))
}

/// Without zeros behind the last digit.
fn trimmed(text: String) -> String {
    if !text.contains('.') {
        return text;
    }
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if matches!(short, "" | "-" | "-0") { "0".to_owned() } else { short.to_owned() }
}

/// A measured number in three digits.
pub(crate) fn rounded(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = 2 - value.abs().log10().floor() as i32;
    if !(-6..=9).contains(&digits) {
        return format!("{value:.2e}");
    }
    let step = 10_f64.powi(digits);
    trimmed(format!("{:.*}", digits.max(0) as usize, (value * step).round() / step))
}

/// A vector for a message, ready to be pasted.
pub(crate) fn shown_vector(values: &[Rational]) -> String {
    let part = |value: &Rational| {
        let text = shown(value);
        if text.contains('/') { format!("\"{text}\"") } else { text }
    };
    format!("[{}]", values.iter().map(part).collect::<Vec<_>>().join(", "))
}
