//! The ways in which reports are forged.

use super::Honest;
use super::paths::{Place, Step, get, get_mut, places, spoken};
use crate::Dice;
use serde_json::{Map, Value, json};
use stiction_proof::Rational;

/// A forgery, and what was done in words.
pub(super) enum Forged {
    /// A report.
    Report(Value, String),
    /// A text that is not what serde writes.
    Text(String, String),
    /// Nothing was changed.
    Nothing,
}

/// Forges a report: a few changes one after the other.
pub(super) fn forge(one: &Honest, all: &[Honest], dice: &mut Dice) -> Forged {
    if dice.one_in(60) {
        return doubled(&one.report, dice);
    }
    let mut report = one.report.clone();
    let mut words = Vec::new();
    for _ in 0..1 + dice.below(3) / 2 {
        words.extend(change(&mut report, one, all, dice));
    }
    if report == one.report { Forged::Nothing } else { Forged::Report(report, words.join("; ")) }
}

/// One change, in words; none where it does not apply.
fn change(report: &mut Value, one: &Honest, all: &[Honest], dice: &mut Dice) -> Option<String> {
    match dice.below(22) {
        0..=3 => leaf(report, dice),
        4..=6 => number_everywhere(report, dice),
        7 => word_everywhere(report, dice),
        8 | 9 => entry(report, dice),
        10 => key(report, dice),
        11 => answers(report, dice),
        12 | 13 => graft(report, one, dice),
        14 | 15 => sibling(report, one, dice),
        16 => swapped(report, all, dice),
        17 => verdict(report, dice),
        18 => scaled(report, dice),
        19 => loosened(report, dice),
        20 => list_everywhere(report, dice),
        _ => counted(report, dice),
    }
}

/// Some place of a report.
fn any_place(report: &Value, dice: &mut Dice, wanted: impl Fn(&Place, &Value) -> bool) -> Option<Place> {
    let all = places(report);
    let fitting: Vec<&Place> =
        all.iter().filter(|place| get(report, place).is_some_and(|value| wanted(place, value))).collect();
    dice.pick(&fitting).map(|place| (*place).clone())
}

fn is_leaf(value: &Value) -> bool {
    match value {
        Value::Object(entries) => entries.is_empty(),
        Value::Array(entries) => entries.is_empty(),
        _ => true,
    }
}

/// Another value for a leaf.
fn other(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Number(number) => other_number(number.as_f64().unwrap_or_default(), dice),
        Value::Bool(flag) => json!(!flag),
        Value::Null => {
            dice.pick(&[json!(0.5), json!("1/2"), json!([]), json!("yes")]).cloned().unwrap_or_default()
        }
        Value::String(text) => json!(other_text(text, dice)),
        Value::Array(_) => json!([1]),
        Value::Object(_) => json!({ "more": 1 }),
    }
}

fn other_number(number: f64, dice: &mut Dice) -> Value {
    let whole = number.fract() == 0.0 && number.abs() < 1e6;
    match dice.below(8) {
        0 => json!(-number),
        1 => json!(0),
        2 => json!(number * 2.0),
        3 => json!(number * 1.01),
        4 => json!(number + 1.0),
        5 if whole => json!(number as i64 + 1),
        6 if whole => json!((number as i64 - 1).max(0)),
        _ => json!(number * 0.5 + 0.001),
    }
}

fn other_text(text: &str, dice: &mut Dice) -> String {
    if let Ok(fraction) = text.parse::<Rational>() {
        return match dice.below(6) {
            0 => -fraction,
            1 => Rational::zero(),
            2 => fraction * Rational::from(2),
            3 => fraction * Rational::new(101, 100),
            4 => fraction + Rational::one(),
            _ => fraction * Rational::new(1, 2) + Rational::new(1, 1000),
        }
        .to_string();
    }
    let words = [
        "yes",
        "no",
        "undecided",
        "breaking",
        "rolling",
        "unique",
        "ambiguous",
        "bounded",
        "unlimited",
        "falls",
        "given",
        "none",
        "between",
        "always",
        "beyond",
        "separates",
        "inside",
        "outside",
        "boundary",
        "immobile",
        "mobile",
        "glides",
        "round",
    ];
    match dice.below(4) {
        0 if words.contains(&text) => (*dice.pick(&words).unwrap_or(&"yes")).to_owned(),
        0 | 1 if text == "yes" => "no".to_owned(),
        0 | 1 if text == "no" => "yes".to_owned(),
        2 if text.len() > 1 => {
            let mut letters: Vec<char> = text.chars().collect();
            let place = dice.below(letters.len());
            letters[place] =
                *dice.pick(&['n', 's', 'l', 'r', 'm', '0', '+', '-', 'u', 'a', 'x']).unwrap_or(&'x');
            letters.into_iter().collect()
        }
        _ => format!("{text}1"),
    }
}

/// Changes one leaf.
fn leaf(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(report, dice, |_, value| is_leaf(value))?;
    let value = get_mut(report, &place)?;
    let changed = other(value, dice);
    let words = format!("{} from {value} to {changed}", spoken(&place));
    *value = changed;
    Some(words)
}

/// A number and its fraction as one value.
fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse::<Rational>().ok().map(|fraction| fraction.to_f64()),
        _ => None,
    }
}

/// Changes a number, and every other one that equals it, as a double and as a fraction; or only those of one key and
/// its mirror.
fn number_everywhere(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(report, dice, |_, value| as_number(value).is_some())?;
    let before = as_number(get(report, &place)?)?;
    let factor = dice
        .pick(&[Rational::from(2), Rational::new(1, 2), Rational::new(101, 100), Rational::from(-1)])?
        .clone();
    let everywhere = dice.one_in(2);
    let key = place.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.clone()),
        Step::Index(_) => None,
    })?;
    let add = before == 0.0;
    let mut count = 0;
    for other in places(report) {
        let same_key = other.iter().any(|step| *step == Step::Key(key.clone()));
        let Some(value) = get_mut(report, &other) else { continue };
        let equal = as_number(value).is_some_and(|number| (number - before).abs() <= 1e-12 * before.abs());
        if !equal || !(everywhere || same_key) {
            continue;
        }
        let exact = match &*value {
            Value::String(text) => text.parse::<Rational>().ok(),
            _ => None,
        };
        *value = match exact {
            Some(fraction) if add => json!(fraction + Rational::one()),
            Some(fraction) => json!(fraction * &factor),
            None if add => json!(before + 1.0),
            None => json!(before * factor.to_f64()),
        };
        count += 1;
    }
    Some(format!("{} ({before}) times {factor} in {count} places", spoken(&place)))
}

/// Changes a word everywhere: a name, a verdict, a mode; as keys too.
fn word_everywhere(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(
        report,
        dice,
        |_, value| matches!(value, Value::String(text) if text.parse::<Rational>().is_err()),
    )?;
    let before = get(report, &place)?.as_str()?.to_owned();
    let after = other_text(&before, dice);
    renamed(report, &before, &after);
    Some(format!("{} \"{before}\" is \"{after}\" everywhere", spoken(&place)))
}

fn renamed(value: &mut Value, before: &str, after: &str) {
    match value {
        Value::String(text) if text == before => *text = after.to_owned(),
        Value::Array(entries) => entries.iter_mut().for_each(|entry| renamed(entry, before, after)),
        Value::Object(entries) => {
            let old = std::mem::take(entries);
            *entries = old
                .into_iter()
                .map(|(key, mut entry)| {
                    renamed(&mut entry, before, after);
                    (if key == before { after.to_owned() } else { key }, entry)
                })
                .collect::<Map<_, _>>();
        }
        _ => {}
    }
}

/// Drops, doubles, exchanges or turns round entries of a list.
fn altered(list: &mut Vec<Value>, how: usize, at: usize, to: usize) -> &'static str {
    // An earlier change may have emptied it.
    if list.len() <= at.max(to) {
        return "left as short as it was";
    }
    match how {
        0 => {
            list.remove(at);
            "an entry dropped"
        }
        1 => {
            let twin = list[at].clone();
            list.insert(at, twin);
            "an entry doubled"
        }
        2 => {
            list.swap(at, to);
            "two entries exchanged"
        }
        3 => {
            list.reverse();
            "turned round"
        }
        _ => {
            list.truncate(at);
            "cut short"
        }
    }
}

fn entry(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(report, dice, |_, value| value.as_array().is_some_and(|list| !list.is_empty()))?;
    let list = get_mut(report, &place)?.as_array_mut()?;
    let (how, at, to) = (dice.below(5), dice.below(list.len()), dice.below(list.len()));
    let words = altered(list, how, at, to);
    Some(format!("{}: {words} ({at})", spoken(&place)))
}

/// The same to a list and to its mirrors: whatever lists have the same key, or are as long and of the same key below
/// `exact` or `proofs`.
fn list_everywhere(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(report, dice, |_, value| value.as_array().is_some_and(|list| !list.is_empty()))?;
    let key = place.iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.clone()),
        Step::Index(_) => None,
    })?;
    let length = get(report, &place)?.as_array()?.len();
    let (how, at, to) = (dice.below(5), dice.below(length), dice.below(length));
    let mut count = 0;
    for other in places(report).into_iter().rev() {
        let same = other.iter().any(|step| *step == Step::Key(key.clone()));
        let Some(list) = get_mut(report, &other).and_then(Value::as_array_mut) else { continue };
        if same && list.len() == length {
            altered(list, how, at, to);
            count += 1;
        }
    }
    if let Some(number) = report.get_mut("count").filter(|number| number.as_u64() == Some(length as u64))
        && how < 2
    {
        *number = json!(if how == 0 { length - 1 } else { length + 1 });
    }
    Some(format!("{}: lists of {length} altered ({how}) in {count} places", spoken(&place)))
}

/// Takes a key away, gives one more, or a new name to one.
fn key(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(report, dice, |place, _| matches!(place.last(), Some(Step::Key(_))))?;
    let (Some(Step::Key(name)), table) = (place.last(), &place[..place.len() - 1]) else { return None };
    let table = get_mut(report, table)?.as_object_mut()?;
    let words = match dice.below(3) {
        0 => {
            table.remove(name);
            "taken away"
        }
        1 => {
            let value = table.remove(name)?;
            table.insert(format!("{name}_"), value);
            "renamed"
        }
        _ => {
            let value = table.get(name)?.clone();
            table.insert(format!("{name}_more"), value);
            "doubled under another name"
        }
    };
    Some(format!("{} {words}", spoken(&place)))
}

/// Drops, doubles or exchanges answers of a check, and makes the verdict that of the last.
fn answers(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let list = report.get_mut("answers")?.as_array_mut()?;
    let (how, at, to) = (dice.below(5), dice.below(list.len()), dice.below(list.len()));
    let words = altered(list, how, at, to);
    let verdict = list.last().map(|last| match last["question"].as_str() {
        Some("closure") => last["force"]["verdict"].clone(),
        _ => last["verdict"].clone(),
    });
    report["verdict"] = verdict.unwrap_or_default();
    Some(format!("answers: {words} ({at})"))
}

/// Takes a part of the report of a similar scene, and perhaps more of its parts.
fn graft(report: &mut Value, one: &Honest, dice: &mut Dice) -> Option<String> {
    let sibling = dice.pick(&one.siblings)?;
    let mut words = Vec::new();
    for _ in 0..1 + dice.below(4) {
        let place = any_place(sibling, dice, |place, value| {
            place.len() <= 4 && get(report, place).is_some_and(|there| there != value)
        })?;
        let part = get(sibling, &place)?.clone();
        *get_mut(report, &place)? = part;
        words.push(spoken(&place));
    }
    Some(format!("from a similar scene: {}", words.join(", ")))
}

/// The whole report of a similar scene, under the name of this one; perhaps with parts that are checked taken back.
fn sibling(report: &mut Value, one: &Honest, dice: &mut Dice) -> Option<String> {
    let other = dice.pick(&one.siblings)?.clone();
    let parts = [
        "problem", "exact", "load", "weight", "body", "asked", "scene", "rounded", "warnings", "reasons",
        "computed",
    ];
    let mut made = other;
    let mut back = Vec::new();
    for part in parts {
        let top = made.get(part).is_some() && report.get(part).is_some();
        if top && dice.one_in(3) {
            made[part] = report[part].clone();
            back.push(part);
        }
    }
    for (index, answer) in report["answers"].as_array().into_iter().flatten().enumerate() {
        for part in parts.iter().filter(|part| answer.get(**part).is_some()) {
            if dice.one_in(3) && made["answers"].get(index).is_some() {
                made["answers"][index][*part] = answer[*part].clone();
                back.push(part);
            }
        }
    }
    *report = made;
    Some(format!("the report of a similar scene, with its own {}", back.join(", ")))
}

/// An answer of another report in place of one of this one, or another report altogether under this one's header.
fn swapped(report: &mut Value, all: &[Honest], dice: &mut Dice) -> Option<String> {
    let other = dice.pick(all)?;
    let header = ["scene", "asked"];
    if let (Some(list), Some(others)) =
        (report["answers"].as_array().cloned(), other.report["answers"].as_array())
    {
        let (at, from) = (dice.below(list.len()), dice.below(others.len()));
        let mut answer = others.get(from)?.clone();
        for key in header {
            answer[key] = list[at][key].clone();
        }
        report["answers"][at] = answer;
        return Some(format!("answer {at} from {}", other.name));
    }
    let mut made = other.report.clone();
    for key in header {
        made[key] = report[key].clone();
    }
    *report = made;
    Some(format!("the report of {}", other.name))
}

/// Turns a verdict round, and with it some of what goes with it.
fn verdict(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place =
        any_place(report, dice, |_, value| *value == "yes" || *value == "no" || *value == "undecided")?;
    let before = get(report, &place)?.as_str()?.to_owned();
    let after = match (before.as_str(), dice.below(3)) {
        ("yes", 0..=1) => "no",
        ("no", 0..=1) => "yes",
        _ => "undecided",
    };
    let whole = dice.one_in(2);
    if whole {
        let scope = place.len().saturating_sub(1 + dice.below(2));
        let part = get_mut(report, &place[..scope])?;
        renamed(part, &before, after);
    } else {
        *get_mut(report, &place)? = json!(after);
    }
    if report["answers"].is_array() && dice.one_in(2) {
        report["verdict"] = json!(after);
    }
    if after == "undecided" && dice.one_in(2) {
        let table = get_mut(report, &place[..place.len() - 1])?.as_object_mut()?;
        if table.contains_key("proof") {
            table.insert("proof".to_owned(), Value::Null);
        }
    }
    Some(format!(
        "{} from {before} to {after}, {}",
        spoken(&place),
        if whole { "with its neighbours" } else { "alone" }
    ))
}

/// Multiplies every number of a part by one factor.
fn scaled(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let place = any_place(report, dice, |place, value| place.len() <= 3 && !is_leaf(value))?;
    let factor = Rational::new([2, 3, 1, 1][dice.below(4)], [1, 2, 2, 1000][dice.below(4)] as u64);
    multiplied(get_mut(report, &place)?, &factor);
    let mut words = format!("{} times {factor}", spoken(&place));
    // Perhaps its mirror as well.
    let mirror: Place = std::iter::once(Step::Key("exact".to_owned())).chain(place.iter().cloned()).collect();
    if let Some(part) = get_mut(report, &mirror).filter(|_| dice.one_in(2)) {
        multiplied(part, &factor);
        words += ", and its mirror";
    }
    Some(words)
}

fn multiplied(value: &mut Value, factor: &Rational) {
    match value {
        Value::Number(number) => {
            if let Some(number) = number.as_f64() {
                *value = json!(number * factor.to_f64());
            }
        }
        Value::String(text) => {
            if let Ok(fraction) = text.parse::<Rational>() {
                *value = json!(fraction * factor);
            }
        }
        Value::Array(entries) => entries.iter_mut().for_each(|entry| multiplied(entry, factor)),
        Value::Object(entries) => entries.values_mut().for_each(|entry| multiplied(entry, factor)),
        _ => {}
    }
}

/// Moves a proved end of a bracket away, which its proof still shows, and the numbers with it.
fn loosened(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let keys = ["scaled", "mu", "multiple", "bound", "scale", "common", "value", "least", "most"];
    let place = any_place(report, dice, |place, value| {
        matches!(place.last(), Some(Step::Key(key)) if keys.contains(&key.as_str()))
            && as_number(value).is_some()
    })?;
    let before = as_number(get(report, &place)?)?;
    let factor = dice
        .pick(&[Rational::new(3, 2), Rational::new(1, 2), Rational::new(11, 10), Rational::zero()])?
        .clone();
    let mut count = 0;
    for other in places(report) {
        let Some(value) = get_mut(report, &other) else { continue };
        if as_number(value) != Some(before) {
            continue;
        }
        *value = match &*value {
            Value::String(text) => json!(text.parse::<Rational>().ok()? * &factor),
            _ => json!(before * factor.to_f64()),
        };
        count += 1;
    }
    Some(format!("the end {} ({before}) times {factor} in {count} places", spoken(&place)))
}

/// Counts one more or less, or marks what is computed otherwise.
fn counted(report: &mut Value, dice: &mut Dice) -> Option<String> {
    let keys = [
        "indeterminacy",
        "count",
        "rank",
        "dimension",
        "unknowns",
        "equations",
        "visited",
        "order",
        "computed",
        "smallest",
        "unique",
    ];
    let place = any_place(
        report,
        dice,
        |place, _| matches!(place.last(), Some(Step::Key(key)) if keys.contains(&key.as_str())),
    )?;
    let value = get_mut(report, &place)?;
    let before = value.to_string();
    match value {
        Value::Number(number) => {
            let number = number.as_i64()?;
            *value = json!(if dice.one_in(2) { number + 1 } else { (number - 1).max(0) });
        }
        Value::Array(list) => {
            if dice.one_in(2) {
                list.clear();
            } else {
                list.push(json!("verdict"));
            }
        }
        Value::Bool(flag) => *flag = !*flag,
        _ => *value = json!(1),
    }
    Some(format!("{} from {before}", spoken(&place)))
}

/// A report in which some key is given twice, the second time with another value.
fn doubled(report: &Value, dice: &mut Dice) -> Forged {
    let place = any_place(report, dice, |place, _| matches!(place.last(), Some(Step::Key(_))));
    let Some(place) = place else { return Forged::Nothing };
    let (Some(Step::Key(key)), Some(value)) = (place.last(), get(report, &place)) else {
        return Forged::Nothing;
    };
    let twin = format!("{key}\u{1}");
    let mut marked = report.clone();
    let Some(table) = get_mut(&mut marked, &place[..place.len() - 1]).and_then(Value::as_object_mut) else {
        return Forged::Nothing;
    };
    table.insert(twin.clone(), other(value, dice));
    let written = serde_json::to_string(&twin).unwrap_or_default();
    let text = marked.to_string().replace(&written, &serde_json::to_string(key).unwrap_or_default());
    Forged::Text(text, spoken(&place))
}
