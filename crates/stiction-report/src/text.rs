//! A report as a person wants to read it: the verdict first, then what matters, then the proof.

mod space;

use crate::assembly::text::spared_friction;
use crate::check::{CheckAnswer, Unanswered};
use crate::closure::{ClosureAnswer, Escape};
use crate::closure_space::ClosureInSpace;
use crate::json;
use crate::number::spoken;
use crate::report::{Answered, Options, Question, Report, Told, paths};
use crate::stand::StandAnswer;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use stiction::ask::closure::{Essential, LeastFriction};
pub(crate) use stiction::scene::plain;
use stiction::scene::visible;
use stiction_proof::{Answer, PlanarProblem, Rational};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The contacts are there to be pasted into a scene, where a title would be in the way.
        let title = self.title.as_ref().filter(|_| self.question != Question::Contacts);
        if let Some(title) = title {
            writeln!(f, "{}", plain(title))?;
        }
        self.body(f)?;
        let falls = self.verdict() == Some(Answer::No);
        let besides = self.besides.iter().flat_map(|besides| besides.lines(falls));
        besides.into_iter().try_for_each(|(word, text)| writeln!(f, "  {word:<9} {}", visible(&text)))?;
        self.further.as_ref().map_or(Ok(()), |further| write!(f, "{further}"))?;
        self.stopped.as_ref().map_or(Ok(()), |stopped| {
            let indent = if self.question == Question::Contacts { "#" } else { " " };
            writeln!(f, "{indent} {:<9} {stopped}; what is told is known without it", "stopped")
        })
    }
}

impl Report {
    fn body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.answered {
            Answered::Check(check) => {
                let headline = if self.is_cut_short() { "not finished".to_owned() } else { headline(check) };
                writeln!(f, "{}", visible(&headline))?;
                // The contacts of a wall fill many pages; the headline says how many there are.
                let answers = check.answers.iter().filter(|report| report.question != Question::Contacts);
                for report in answers {
                    report.body(f)?;
                }
                check.unanswered.iter().try_for_each(|one| unanswered(one, f))?;
            }
            Answered::Contacts(answer) => write!(f, "{answer}")?,
            answered => {
                answered.told().map_or(Ok(()), |told| lines(&told.lines(&self.options), f))?;
            }
        }
        // Among contacts, which are TOML, a remark is a comment.
        let indent = if self.question == Question::Contacts { "#" } else { " " };
        if self.is_left_open() {
            let lines = crate::overlooked::lines(&self.overlooked, self.question);
            lines.iter().try_for_each(|(word, text)| writeln!(f, "{indent} {word:<9} {}", visible(text)))?;
        }
        for rounding in self.rounded.iter().take(MOST_LISTED) {
            writeln!(f, "{indent} rounded   {}: {}", visible(&rounding.path), visible(&rounding.why))?;
        }
        if self.rounded.len() > MOST_LISTED {
            writeln!(f, "{indent} rounded   and {} more", self.rounded.len() - MOST_LISTED)?;
        }
        self.warnings.iter().try_for_each(|warning| writeln!(f, "{indent} note      {}", visible(warning)))
    }

    /// What goes with the verdict in a few words, as under the heading of a picture that says the verdict.
    pub fn summary(&self) -> Vec<String> {
        match &self.answered {
            Answered::Check(check) => check.answers.iter().flat_map(Self::summary).collect(),
            Answered::Contacts(answer) => vec![how_many(answer.contacts.len())],
            answered => answered.told().map(|told| after_verdict(told.words())).into_iter().collect(),
        }
    }
}

impl Told for ClosureAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(Self::verdict(self))
    }
    fn keys(&self, options: &Options) -> Value {
        json::closure(self, &options.length)
    }
    fn lines(&self, options: &Options) -> Lines {
        closure(self, &options.length)
    }
    fn subject(&self) -> &str {
        &self.body
    }
    fn words(&self) -> String {
        closure_words(self)
    }

    fn computed(&self) -> Vec<String> {
        // The margin of a verdict by curvature is another number.
        let form = self.form.margin.filter(|_| self.first_order.is_none());
        let mut computed = self.radii.computed([form, self.force.margin, self.epsilon_l1, self.epsilon_linf]);
        computed.extend(paths([
            "quality.min_singular",
            "quality.volume",
            "quality.isotropy",
            "quality.gradient",
            "quality.gradient_linf",
            "min_friction.gradient",
        ]));
        computed
    }
}

impl Told for ClosureInSpace {
    fn verdict(&self) -> Option<Answer> {
        Some(self.force.verdict)
    }
    fn keys(&self, options: &Options) -> Value {
        json::space::closure(self, &options.length)
    }
    fn lines(&self, options: &Options) -> Lines {
        space::closure(self, &options.length)
    }
    fn subject(&self) -> &str {
        &self.body
    }
    fn words(&self) -> String {
        space::words(self)
    }

    fn computed(&self) -> Vec<String> {
        let [l1, linf] = self.measures.radii();
        let mut computed = self.radii.computed([self.form.margin, self.force.margin, l1, linf]);
        computed.extend(paths([
            "quality.min_singular",
            "quality.volume",
            "quality.isotropy",
            "quality.bounds",
            "quality.gradient",
            "quality.gradient_linf",
            "min_friction.gradient",
        ]));
        computed
    }
}

impl Told for StandAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(self.verdict)
    }
    fn keys(&self, options: &Options) -> Value {
        json::stand(self, &options.length)
    }
    fn lines(&self, options: &Options) -> Lines {
        stand(self, &options.length)
    }
    fn subject(&self) -> &str {
        &self.body
    }
    fn words(&self) -> String {
        stand_words(self)
    }
}

/// `holds: yes; slips below …` without its first part.
fn after_verdict(words: String) -> String {
    words.split_once("; ").map(|(_, rest)| rest.to_owned()).unwrap_or_default()
}

/// A heading with its verdict, then indented lines with a word of at most nine letters before each.
pub(crate) struct Lines {
    /// The first line: what was asked, and the verdict.
    pub(crate) heading: String,
    /// The lines below it.
    pub(crate) lines: Vec<(&'static str, String)>,
    /// Whether there is a proof to speak of.
    pub(crate) proved: bool,
}

fn lines(lines: &Lines, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}", visible(&lines.heading))?;
    lines.lines.iter().try_for_each(|(word, text)| writeln!(f, "  {word:<9} {}", visible(text)))?;
    // A proof of another kind has said so.
    if lines.lines.iter().any(|(word, _)| *word == "proof") {
        return Ok(());
    }
    let proof = if lines.proved { "checked in exact arithmetic" } else { "none" };
    writeln!(f, "  {:<9} {proof}", "proof")
}

/// The one line that a person wants: `box holds: yes; slips below μ = 0.25; squeeze 3.1 N and 3.1 N`.
fn headline(check: &CheckAnswer) -> String {
    if let (None, Some(question)) = (check.decisive(), check.deciding) {
        return format!("undecided: `{question}` is not answered");
    }
    match check.answers.last().map(|report| &report.answered) {
        Some(Answered::Contacts(answer)) => how_many(answer.contacts.len()),
        answered => answered
            .and_then(Answered::told)
            .map(|told| format!("{} {}", plain(told.subject()), told.words()))
            .unwrap_or_default(),
    }
}

/// A question that is not answered, and why not.
fn unanswered(one: &Unanswered, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}: not answered", one.question)?;
    one.misfits.iter().try_for_each(|misfit| {
        let why = format!("{}: {}; {}", misfit.path.join("."), misfit.message, misfit.help);
        writeln!(f, "  {:<9} {}", "because", visible(&why))
    })
}

fn how_many(contacts: usize) -> String {
    format!("{contacts} {}", if contacts == 1 { "contact" } else { "contacts" })
}

fn closure_words(answer: &ClosureAnswer) -> String {
    let mut words = format!("holds: {}", answer.verdict());
    if answer.is_held_by_curvature() {
        words += "; by curvature alone, without friction";
    } else if let Some(friction) = friction_words(answer) {
        words += &format!("; {friction}");
    }
    words
}

fn closure(answer: &ClosureAnswer, length: &Rational) -> Lines {
    let mut lines = vec![("form", form_words(answer))];
    lines.extend(crate::form::curvature_line(answer).map(|words| ("curvature", words)));
    lines.extend(crate::form::special_line(answer).map(|words| ("special", words)));
    lines.push(("force", force_verdict(answer.force.verdict, answer.force.margin, &answer.reasons)));
    if let Some(squeeze) = answer.squeeze() {
        lines.push(("squeeze", format!("{} (in proportion)", squeeze_list(&answer.problem, &squeeze))));
    }
    if let Some(twist) = answer.shown_escape() {
        lines.push(("escape", motion_words(&twist, &answer.problem)));
    }
    if let Some(friction) = friction_words(answer) {
        lines.push(("friction", friction));
    }
    if let Some(found) = &answer.essential {
        lines.push(("essential", essential_words(answer, found)));
    }
    let quality = answer.epsilon_l1.filter(|quality| quality.is_finite());
    if let (Some(l1), Answer::Yes) = (quality, answer.force.verdict) {
        lines.push((
            "quality",
            format!("resists {} N any way per 1 N of squeeze, {}", spoken(l1), counted(length)),
        ));
    }
    Lines { heading: answer.heading(), lines, proved: true }
}

fn essential_words(answer: &ClosureAnswer, found: &Essential) -> String {
    let names: Vec<String> =
        found.essential.iter().map(|(index, _)| quoted(&answer.problem, *index)).collect();
    match (names.is_empty(), names.len() == answer.problem.contacts.len()) {
        (true, _) => "none: any one contact may be taken away".to_owned(),
        (_, true) => "every contact is needed".to_owned(),
        _ => format!("{}; any one of the others may be taken away", shortened(names, ", ")),
    }
}

fn form_words(answer: &ClosureAnswer) -> String {
    if answer.reasons.contains_key("form.verdict") {
        return format!("undecided: {FORM_LEFT_OUT}");
    }
    if answer.first_order.is_some() || answer.form.verdict == Answer::Undecided {
        return crate::form::words(answer);
    }
    escapes(answer.form.verdict, answer.escape)
}

const FORM_LEFT_OUT: &str = "not closed by the contacts that are there, and others may be missing";

fn escapes(verdict: Answer, escape: Option<Escape>) -> String {
    match (verdict, escape) {
        (Answer::Yes, _) => "closed without friction (first order)".to_owned(),
        (verdict, Some(Escape::Breaking)) => {
            format!("{verdict}: without friction some motion breaks every contact")
        }
        (verdict, _) => format!("{verdict}: without friction it can roll or slide along its contacts"),
    }
}

fn force_verdict(verdict: Answer, margin: Option<f64>, reasons: &BTreeMap<String, String>) -> String {
    if reasons.contains_key("force.verdict") {
        return "undecided: open with the contacts that are there, and others may be missing".to_owned();
    }
    let told = margin.map(|margin| format!(", margin {}", spoken(margin))).unwrap_or_default();
    match verdict {
        Answer::Yes => "closed: the contacts resist every push and turn".to_owned(),
        Answer::No if margin == Some(0.0) => "open, exactly on the boundary".to_owned(),
        Answer::No => format!("open{told}"),
        Answer::Undecided => format!("too close to the boundary for rounded data{told}"),
    }
}

fn friction_words(answer: &ClosureAnswer) -> Option<String> {
    let (lower, _) = answer.friction_bracket()?;
    let frictionless = matches!(answer.least_friction, LeastFriction::None(_));
    Some(friction_word(&lower, frictionless, answer.force.verdict == Answer::Yes))
}

/// What the least friction means to a grasp that closes, or does not.
fn friction_word(least: &Rational, frictionless: bool, closed: bool) -> String {
    match (frictionless, least.is_zero(), closed) {
        (true, ..) => "needs no friction".to_owned(),
        (_, true, true) => "any friction will do".to_owned(),
        (_, true, false) => "any friction would do".to_owned(),
        (_, _, true) => format!("slips below μ = {}", spoken(least.to_f64())),
        (_, _, false) => format!("would hold above μ = {}", spoken(least.to_f64())),
    }
}

fn stand_words(answer: &StandAnswer) -> String {
    let mut words = format!("holds: {}", answer.verdict);
    if let Some(friction) = factor_words(answer) {
        words += &format!("; {friction}");
    }
    match (answer.forces(), answer.collapse()) {
        (Some(forces), _) => words += &format!("; {} {}", pushing_word(answer), joined(&forces)),
        (None, Some(twist)) => words += &format!("; {}", motion_words(&twist, &answer.problem)),
        _ => {}
    }
    words
}

/// Fingers that face each other squeeze, supports push.
fn pushing_word(answer: &StandAnswer) -> &'static str {
    let normals: Vec<[f64; 2]> = answer
        .problem
        .contacts
        .iter()
        .map(|contact| contact.normal.each_ref().map(Rational::to_f64))
        .collect();
    let opposed = |a: &[f64; 2]| normals.iter().any(|b| a[0] * b[0] + a[1] * b[1] < 0.0);
    if normals.iter().any(opposed) { "squeeze" } else { "pushes of" }
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
    // Of what is missing by less than is told, only the bound itself can be said.
    let barely = spoken(upper.to_f64()) == "1";
    Some(match (common_friction(&answer.problem), stands) {
        (Some(mu), true) => format!("slips below μ = {}", spoken((upper * mu).to_f64())),
        (Some(mu), false) if barely => format!("would hold above μ = {}", spoken(mu.to_f64())),
        (Some(mu), false) => format!("would hold with μ = {}", spoken((upper * mu).to_f64())),
        (None, true) => spared_friction(upper.to_f64()),
        (None, false) if barely => "would hold with any more friction".to_owned(),
        (None, false) => format!("would hold with {} times its friction", spoken(upper.to_f64())),
    })
}

/// How moments count beside forces.
fn counted(length: &Rational) -> String {
    if *length == Rational::one() {
        return "N m counted as N".to_owned();
    }
    format!("N m counted as N at {} m", spoken(length.to_f64()))
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
        many if many.len() > MOST_SQUEEZES => {
            let most = forces.iter().map(|[normal, tangent]| normal.hypot(*tangent)).fold(0.0, f64::max);
            format!("up to {} N at {} contacts", spoken(most), many.len())
        }
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn stand(answer: &StandAnswer, length: &Rational) -> Lines {
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
            Some(margin) if margin.is_negative() => {
                format!("{} N is missing, {}", spoken(-margin.to_f64()), counted(length))
            }
            Some(margin) => {
                format!("{} N of any further load, {}", spoken(margin.to_f64()), counted(length))
            }
            None => "unbounded: every load is balanced".to_owned(),
        },
    ));
    if let Some(load) = answer.horizontal.as_ref().map(|horizontal| &horizontal.multiple) {
        let degrees = load.to_f64().atan().to_degrees();
        lines.push((
            "sideways",
            if load.to_f64() == 0.0 {
                "carries nothing; may not be tilted".to_owned()
            } else {
                format!(
                    "carries up to {} of its weight; may be tilted by {}°",
                    spoken(load.to_f64()),
                    spoken(degrees)
                )
            },
        ));
    }
    if let Some(friction) = factor_words(answer) {
        lines.push(("friction", friction));
    }
    lines.push(("must stay", strong_words(answer)));
    if let Some(dimension) = answer.indeterminacy.as_ref().map(|found| found.proof().dimension) {
        let words = if dimension == 0 {
            "yes: no other forces balance the load".to_owned()
        } else {
            format!("no: the forces have {dimension} free dimension{}", if dimension == 1 { "" } else { "s" })
        };
        lines.push(("unique", words));
    }
    Lines { heading: format!("stands: {}", answer.verdict), lines, proved: true }
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
    let word = answer.strong.map_or_else(|| "unknown".to_owned(), |strong| strong.to_string());
    match (answer.reasons.get("strong"), &answer.strong_modes) {
        (Some(reason), _) => format!("{word}: {reason}"),
        (None, Some(modes)) => format!("{word}: {}", crate::assembly::text::mode_words(modes)),
        (None, None) => word,
    }
}

/// Forces named in the headline.
const MOST_SQUEEZES: usize = 4;
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
    format!("\"{}\"", plain(&problem.contacts[index].id))
}

/// A planar motion in words: a translation, or a rotation about a point.
pub(crate) fn motion_words([w, vx, vy]: &[f64; 3], problem: &PlanarProblem) -> String {
    if *w == 0.0 {
        let size = vx.hypot(*vy);
        return format!("moves along [{}, {}]", spoken(vx / size), spoken(vy / size));
    }
    let [rx, ry] = [problem.reference[0].to_f64(), problem.reference[1].to_f64()];
    let sense = if *w > 0.0 { "counter-clockwise" } else { "clockwise" };
    format!("turns {sense} about [{}, {}]", spoken(rx - vy / w), spoken(ry + vx / w))
}
