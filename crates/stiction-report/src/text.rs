//! A report as a person wants to read it: the verdict first, then what matters, then the proof.

use crate::closure::{ClosureAnswer, Escape};
use crate::number::spoken;
use crate::report::{Answered, Report};
use crate::stand::StandAnswer;
use std::fmt;
use stiction::ask::closure::{Essential, LeastFriction};
use stiction_proof::{Answer, PlanarProblem, Rational};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            writeln!(f, "{}{title}", self.comment())?;
        }
        self.body(f)
    }
}

impl Report {
    /// What stands before a line that is no part of the scene file: contacts are there to be pasted.
    fn comment(&self) -> &'static str {
        if matches!(self.answered, Answered::Contacts(_)) { "# " } else { "" }
    }

    fn body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.answered {
            Answered::Check(reports) => {
                writeln!(f, "{}", headline(reports))?;
                reports.iter().try_for_each(|report| report.body(f))?;
            }
            Answered::Contacts(answer) => write!(f, "{answer}")?,
            Answered::Closure(answer) => lines(&closure(answer), f)?,
            Answered::Stand(answer) => lines(&stand(answer), f)?,
        }
        for rounding in &self.rounded {
            writeln!(f, "{}  rounded   {}: {}", self.comment(), rounding.path, rounding.why)?;
        }
        let comment = self.comment();
        self.warnings.iter().try_for_each(|warning| writeln!(f, "{comment}  note      {warning}"))
    }

    /// The verdicts in a few words, one line each, as under a picture.
    pub fn summary(&self) -> Vec<String> {
        match &self.answered {
            Answered::Check(reports) => reports.iter().flat_map(Self::summary).collect(),
            Answered::Contacts(answer) => vec![format!("{} contacts", answer.contacts.len())],
            Answered::Closure(answer) => vec![closure_words(answer)],
            Answered::Stand(answer) => vec![stand_words(answer)],
        }
    }
}

/// A heading with its verdict, then indented lines with a word of at most nine letters before each.
struct Lines {
    heading: String,
    lines: Vec<(&'static str, String)>,
}

fn lines(lines: &Lines, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}", lines.heading)?;
    lines.lines.iter().try_for_each(|(word, text)| writeln!(f, "  {word:<9} {text}"))?;
    writeln!(f, "  {:<9} checked in exact arithmetic", "proof")
}

/// The one line that a person wants: `box holds: yes; slips below μ = 0.25; squeeze 3.1 N and 3.1 N`.
fn headline(reports: &[Report]) -> String {
    match reports.last().map(|report| &report.answered) {
        Some(Answered::Closure(answer)) => format!("{} {}", answer.body, closure_words(answer)),
        Some(Answered::Stand(answer)) => format!("{} {}", answer.body, stand_words(answer)),
        Some(Answered::Contacts(answer)) => format!("{} contacts", answer.contacts.len()),
        _ => String::new(),
    }
}

fn closure_words(answer: &ClosureAnswer) -> String {
    let mut words = format!("holds: {}", answer.force.verdict);
    if let Some(friction) = friction_words(answer) {
        words += &format!("; {friction}");
    }
    words
}

fn closure(answer: &ClosureAnswer) -> Lines {
    let mut lines = vec![("form", form_words(answer)), ("force", force_words(answer))];
    if let Some(squeeze) = answer.squeeze() {
        lines.push(("squeeze", format!("{} (in proportion)", squeeze_list(&answer.problem, &squeeze))));
    }
    if let Some(twist) = answer.escape_twist() {
        lines.push(("escape", motion_words(&twist, &answer.problem)));
    }
    if let Some(friction) = friction_words(answer) {
        lines.push(("friction", friction));
    }
    if let Some(found) = &answer.essential {
        lines.push(("essential", essential_words(answer, found)));
    }
    if let (Some(l1), Answer::Yes) = (answer.epsilon_l1, answer.force.verdict) {
        lines.push(("quality", format!("resists any wrench up to {} of a unit squeeze", spoken(l1))));
    }
    Lines { heading: format!("force closure: {}", answer.force.verdict), lines }
}

fn essential_words(answer: &ClosureAnswer, found: &Essential) -> String {
    let names: Vec<String> =
        found.essential.iter().map(|(index, _)| quoted(&answer.problem, *index)).collect();
    match (names.is_empty(), names.len() == answer.problem.contacts.len()) {
        (true, _) => "none: any one contact may be removed".to_owned(),
        (_, true) => "every contact".to_owned(),
        _ => format!("{}; any one of the others may be removed", names.join(", ")),
    }
}

fn form_words(answer: &ClosureAnswer) -> String {
    match (answer.form.verdict, answer.escape) {
        (Answer::Yes, _) => "closed without friction (first order)".to_owned(),
        (verdict, Some(Escape::Breaking)) => {
            format!("{verdict}: without friction some motion breaks every contact")
        }
        (verdict, _) => format!("{verdict}: without friction it can roll or slide along its contacts"),
    }
}

fn force_words(answer: &ClosureAnswer) -> String {
    let margin = answer.force.margin.map(|margin| format!(", margin {}", spoken(margin))).unwrap_or_default();
    match answer.force.verdict {
        Answer::Yes => format!("closed: the contacts resist every wrench{margin}"),
        Answer::No if answer.force.margin == Some(0.0) => "open, exactly on the boundary".to_owned(),
        Answer::No => format!("open{margin}"),
        Answer::Undecided => format!("too close to the boundary for rounded data{margin}"),
    }
}

fn friction_words(answer: &ClosureAnswer) -> Option<String> {
    let (lower, _) = answer.friction_bracket()?;
    let closed = answer.force.verdict == Answer::Yes;
    Some(match &answer.least_friction {
        LeastFriction::None(_) => "needs no friction".to_owned(),
        _ if lower.is_zero() && closed => "any friction will do".to_owned(),
        _ if lower.is_zero() => "any friction would do".to_owned(),
        _ if closed => format!("slips below μ = {}", spoken(lower.to_f64())),
        _ => format!("would hold above μ = {}", spoken(lower.to_f64())),
    })
}

fn stand_words(answer: &StandAnswer) -> String {
    let mut words = format!("holds: {}", answer.verdict);
    if let Some(friction) = factor_words(answer) {
        words += &format!("; {friction}");
    }
    match (answer.forces(), answer.collapse()) {
        (Some(forces), _) => words += &format!("; squeeze {}", joined(&forces)),
        (None, Some(twist)) => words += &format!("; {}", motion_words(&twist, &answer.problem)),
        _ => {}
    }
    words
}

/// How much friction standing needs: as a coefficient where all are the same, else as a factor.
fn factor_words(answer: &StandAnswer) -> Option<String> {
    let (lower, upper) = answer.friction_bracket()?;
    let stands = answer.verdict == Answer::Yes;
    if upper.is_zero() {
        return Some("needs no friction".to_owned());
    }
    if lower.is_zero() {
        return Some("any friction will do".to_owned());
    }
    Some(match (common_friction(&answer.problem), stands) {
        (Some(mu), true) => format!("slips below μ = {}", spoken((upper * mu).to_f64())),
        (Some(mu), false) => format!("would stand with μ = {}", spoken((upper * mu).to_f64())),
        (None, true) => format!("needs {} of its friction", spoken(upper.to_f64())),
        (None, false) => format!("would stand with {} times its friction", spoken(upper.to_f64())),
    })
}

/// The coefficient, if all contacts have the same.
fn common_friction(problem: &PlanarProblem) -> Option<Rational> {
    let mut coefficients = problem.contacts.iter().map(|contact| &contact.friction);
    let first = coefficients.next()?;
    coefficients.all(|other| other == first).then(|| first.clone())
}

/// `3.1 N and 3.1 N`.
fn joined(forces: &[[f64; 2]]) -> String {
    let sizes: Vec<String> =
        forces.iter().map(|[normal, tangent]| format!("{} N", spoken(normal.hypot(*tangent)))).collect();
    match &sizes[..] {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn stand(answer: &StandAnswer) -> Lines {
    let mut lines = vec![("load", load_words(answer))];
    if let Some(forces) = answer.forces() {
        lines.push(("forces", force_list(&answer.problem, &forces)));
    }
    if let Some(twist) = answer.collapse() {
        lines.push(("collapse", motion_words(&twist, &answer.problem)));
    }
    lines.push((
        "margin",
        match &answer.margin {
            Some(margin) if margin.is_zero() => "0: exactly on the boundary, nothing to spare".to_owned(),
            Some(margin) => format!("{} N", spoken(margin.to_f64())),
            None => "unbounded: every load is balanced".to_owned(),
        },
    ));
    if let Some((load, _)) = &answer.horizontal {
        let degrees = load.to_f64().atan().to_degrees();
        lines.push((
            "sideways",
            format!("carries {} of its weight; tilts by {}°", spoken(load.to_f64()), spoken(degrees)),
        ));
    }
    if let Some(friction) = factor_words(answer) {
        lines.push(("friction", friction));
    }
    lines.push(("must stay", strong_words(answer)));
    if let Some(dimension) = answer.indeterminacy {
        let words = if dimension == 0 {
            "the forces are unique".to_owned()
        } else {
            format!("the forces are a family of dimension {dimension}")
        };
        lines.push(("unique", words));
    }
    Lines { heading: format!("stands: {}", answer.verdict), lines }
}

fn load_words(answer: &StandAnswer) -> String {
    let [moment, fx, fy] = [0, 1, 2].map(|index| answer.load[index].to_f64());
    let mut words = format!("[{}, {}] N", spoken(fx), spoken(fy));
    if moment != 0.0 {
        words += &format!(" and {} N m", spoken(moment));
    }
    words
}

fn force_list(problem: &PlanarProblem, forces: &[[f64; 2]]) -> String {
    let entry = |(index, [normal, tangent]): (usize, &[f64; 2])| {
        format!("{} {} N normal, {} N across", quoted(problem, index), spoken(*normal), spoken(*tangent))
    };
    shortened(forces.iter().enumerate().map(entry).collect(), "; ")
}

fn squeeze_list(problem: &PlanarProblem, forces: &[[f64; 2]]) -> String {
    let entry =
        |(index, [normal, _]): (usize, &[f64; 2])| format!("{} {}", quoted(problem, index), spoken(*normal));
    shortened(forces.iter().enumerate().map(entry).collect(), ", ")
}

fn strong_words(answer: &StandAnswer) -> String {
    let word = answer.strong.map_or_else(|| "not asked".to_owned(), |strong| strong.to_string());
    match answer.reasons.get("strong") {
        Some(reason) => format!("{word}: {reason}"),
        None => word,
    }
}

/// Contacts listed in a line of text; the JSON has them all.
const MOST_LISTED: usize = 12;

fn shortened(mut entries: Vec<String>, separator: &str) -> String {
    let more = entries.len().saturating_sub(MOST_LISTED);
    entries.truncate(MOST_LISTED);
    if more > 0 {
        entries.push(format!("and {more} more"));
    }
    entries.join(separator)
}

fn quoted(problem: &PlanarProblem, index: usize) -> String {
    format!("\"{}\"", problem.contacts[index].id)
}

/// A planar motion in words: a translation, or a rotation about a point.
pub(crate) fn motion_words([w, vx, vy]: &[f64; 3], problem: &PlanarProblem) -> String {
    if *w == 0.0 {
        let size = vx.hypot(*vy);
        return format!("slides along [{}, {}]", spoken(vx / size), spoken(vy / size));
    }
    let [rx, ry] = [problem.reference[0].to_f64(), problem.reference[1].to_f64()];
    let sense = if *w > 0.0 { "counter-clockwise" } else { "clockwise" };
    format!("turns {sense} about [{}, {}]", spoken(rx - vy / w), spoken(ry + vx / w))
}
