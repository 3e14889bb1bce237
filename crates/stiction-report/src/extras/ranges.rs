//! Ranges of contact forces: over all balances, component by component, with proofs at both ends.

use super::rows;
use crate::answer::AskError;
use crate::number::{is_named, spoken};
use crate::report::Options;
use crate::text::plain;
use crate::timely::NOT_PROVED;
use serde_json::{Map, Value, json};
use stiction::ask::Extent;
use stiction::ask::lower::Assembly;
use stiction::ask::lower::Misfit;
use stiction::ask::stand::assembly::{ContactRange, Extreme, Range, Searched, ranges};
use stiction_proof::{AssemblyProblem, Rational, Touch};

/// Contacts whose ranges are sought where none are named.
const MANY_CONTACTS: usize = 200;
/// Contacts whose ranges are told in words.
const MOST_LISTED: usize = 24;

/// The ranges of some contacts, with what the proofs are about.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranges<S: Searched> {
    /// The assembly.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body.
    pub load: Vec<S::Screw>,
    /// The ranges.
    pub found: Vec<ContactRange<S>>,
}

pub(super) fn asked<S: Searched>(
    assembly: &Assembly<S>,
    names: &[String],
    options: &Options,
    misfits: &mut Vec<Misfit>,
) -> Result<Option<Ranges<S>>, AskError> {
    let Some(chosen) = chosen(&assembly.problem, names, misfits) else { return Ok(None) };
    let found = ranges::<S>(&assembly.problem, &assembly.load, &chosen, &|done, total| {
        options.observer.tell(crate::Task::Ranges, done, total);
    })?;
    Ok(Some(Ranges { problem: assembly.problem.clone(), load: assembly.load.clone(), found }))
}

/// The contacts whose ranges are asked for: the named ones, or all.
pub(crate) fn chosen<T: Touch>(
    problem: &AssemblyProblem<T>,
    names: &[String],
    misfits: &mut Vec<Misfit>,
) -> Option<Vec<usize>> {
    let contacts = &problem.contacts;
    let fault = |code, message: String, help: String| Misfit::new(code, &["--ranges"], message, help);
    let mut chosen: Vec<usize> = Vec::new();
    for name in names {
        match contacts.iter().position(|contact| contact.touch.id() == name) {
            Some(place) if !chosen.contains(&place) => chosen.push(place),
            Some(_) => {}
            None => {
                let message = format!("there is no touching contact \"{name}\"");
                let known: Vec<&str> = contacts.iter().map(|contact| contact.touch.id()).take(8).collect();
                let help =
                    format!("contacts are called {}, …; `stiction contacts` lists them", known.join(", "));
                misfits.push(fault("unknown-contact", message, help));
            }
        }
    }
    if names.is_empty() && contacts.len() > MANY_CONTACTS {
        let message = format!("ranges of all of {} contacts would take long", contacts.len());
        misfits.push(fault("too-many-contacts", message, "name some: --ranges=ID,ID".to_owned()));
    }
    if !misfits.is_empty() {
        return None;
    }
    Some(if names.is_empty() { (0..contacts.len()).collect() } else { chosen })
}

/// The key `ranges`.
pub(crate) fn ranges_json<S: Searched>(ranges: &Ranges<S>) -> Value {
    let one = |range: &ContactRange<S>| {
        let id = ranges.problem.contacts[range.contact].touch.id().to_owned();
        let both = |range: &Range<S>| json!([told(&range.least, true), told(&range.most, false)]);
        let ends = |range: &Range<S>| json!([end(&range.least, true), end(&range.most, false)]);
        let (normal, across) = (&range.components[0], &range.components[1..]);
        let entry = json!({
            "normal": both(normal),
            "across": across.iter().map(both).collect::<Vec<_>>(),
            "ends": {
                "normal": ends(normal),
                "across": across.iter().map(ends).collect::<Vec<_>>(),
            },
        });
        (id, entry)
    };
    json!({
        "problem": { "assembly": ranges.problem, "load": rows::<S>(&ranges.load) },
        "contacts": ranges.found.iter().map(one).collect::<Map<_, _>>(),
    })
}

/// Why the ends of ranges that are null are so, with their paths.
pub(crate) fn reasons(report: &Value) -> Vec<(String, &'static str)> {
    let falls = report["verdict"] == "no";
    let why = |end: &Value| match end["state"].as_str() {
        Some("unlimited") => "without end: contacts can press against each other as hard as one likes",
        Some("bounded") => "beyond the range of doubles",
        _ if falls => "falls: no forces balance the load",
        _ => NOT_PROVED,
    };
    let mut found = Vec::new();
    for (id, entry) in report["ranges"]["contacts"].as_object().into_iter().flatten() {
        let across = entry["across"].as_array().into_iter().flatten().enumerate();
        let across = across.map(|(at, told)| (format!("across.{at}"), told, &entry["ends"]["across"][at]));
        let normal = ("normal".to_owned(), &entry["normal"], &entry["ends"]["normal"]);
        for (key, told, ends) in std::iter::once(normal).chain(across) {
            let null = (0..2).filter(|&place| told[place].is_null());
            found
                .extend(null.map(|place| (format!("ranges.contacts.{id}.{key}.{place}"), why(&ends[place]))));
        }
    }
    found
}

/// Two numbers in order, between which an end lies: of the least one the signs are turned.
fn ends_of<P>(extreme: &Extent<P>, least: bool) -> Option<[Rational; 2]> {
    let Extent::Between(bracket) = extreme else { return None };
    let (lower, upper) = (&bracket.lower.0, &bracket.upper.0);
    Some(if least { [-upper, -lower] } else { [lower.clone(), upper.clone()] })
}

/// The number that an end is told as: the middle.
fn told<P>(extreme: &Extent<P>, least: bool) -> Option<f64> {
    let [lower, upper] = ends_of(extreme, least)?;
    Some(if lower == upper { lower.to_f64() } else { 0.5 * (lower.to_f64() + upper.to_f64()) })
}

/// Paths of ends whose two numbers are too far apart to name one between them.
pub(super) fn wide<S: Searched>(ranges: &Ranges<S>) -> Vec<String> {
    let mut paths = Vec::new();
    for range in &ranges.found {
        let id = ranges.problem.contacts[range.contact].touch.id();
        for (component, range) in range.components.iter().enumerate() {
            let key = if component == 0 { "normal".to_owned() } else { format!("across.{}", component - 1) };
            for (place, extreme) in [&range.least, &range.most].into_iter().enumerate() {
                if ends_of(extreme, place == 0).is_some_and(|[lower, upper]| !is_named([&lower, &upper])) {
                    paths.push(format!("ranges.contacts.{id}.{key}.{place}"));
                }
            }
        }
    }
    paths
}

fn end<P: serde::Serialize>(extreme: &Extent<P>, least: bool) -> Value {
    let bracket = ends_of(extreme, least);
    let (state, proofs) = match extreme {
        Extent::Between(bracket) => {
            ("bounded", json!({ "attained": bracket.lower.1.proof(), "bound": bracket.upper.1.proof() }))
        }
        Extent::Unlimited(forces) => ("unlimited", json!({ "wedged": forces.proof() })),
        Extent::Absent | Extent::Undecided => ("undecided", Value::Null),
    };
    json!({
        "state": state,
        "bracket": bracket.as_ref().map(|ends| ends.each_ref().map(Rational::to_f64)),
        "exact": bracket,
        "proofs": proofs,
    })
}

pub(super) fn lines<S: Searched>(ranges: &Ranges<S>, falls: bool) -> Vec<(&'static str, String)> {
    let number = |extreme: &Extreme<S>, least: bool| told(extreme, least).map(spoken).unwrap_or_default();
    let interval = |range: &Range<S>| {
        let (least, most) = (number(&range.least, true), number(&range.most, false));
        match (&range.least, &range.most) {
            (Extent::Unlimited(_), Extent::Unlimited(_)) => "any number of".to_owned(),
            (Extent::Undecided, Extent::Undecided) => "an undecided number of".to_owned(),
            (Extent::Between(_), Extent::Unlimited(_)) => format!("at least {least}"),
            (Extent::Unlimited(_), Extent::Between(_)) => format!("at most {most}"),
            (Extent::Between(_), Extent::Undecided) => {
                format!("at least {least} (an upper end is undecided)")
            }
            (Extent::Undecided, Extent::Between(_)) => format!("at most {most} (a lower end is undecided)"),
            (Extent::Undecided, Extent::Unlimited(_)) => {
                "no upper end and an undecided lower end in".to_owned()
            }
            (Extent::Unlimited(_), Extent::Undecided) => {
                "no lower end and an undecided upper end in".to_owned()
            }
            _ if least == most => least,
            _ => format!("{least} to {most}"),
        }
    };
    let line = |range: &ContactRange<S>| {
        let id = plain(ranges.problem.contacts[range.contact].touch.id());
        let across: Vec<String> = range.components[1..].iter().map(interval).collect();
        let normal = interval(&range.components[0]);
        ("range", format!("\"{id}\" {normal} N normal, {} N across", across.join(" and ")))
    };
    let open =
        |range: &Range<S>| matches!((&range.least, &range.most), (Extent::Undecided, Extent::Undecided));
    if falls && ranges.found.iter().flat_map(|range| &range.components).all(open) {
        return vec![("range", "no forces balance the load, so that there are none to tell".to_owned())];
    }
    let mut lines: Vec<_> = ranges.found.iter().take(MOST_LISTED).map(line).collect();
    let more = ranges.found.len().saturating_sub(MOST_LISTED);
    if more > 0 {
        lines.push(("range", format!("and {more} more, in the JSON report")));
    }
    lines
}
