//! A report as a person wants to read it: the verdict first, then what matters, then the proof.

mod space;

use crate::check::{CheckAnswer, Unanswered};
use crate::closure::{ClosureAnswer, Escape};
use crate::closure_space::ClosureInSpace;
use crate::json;
use crate::number::spoken;
use crate::outcomes::and;
use crate::overlooked::open_words;
use crate::report::{Answered, Options, Presentation, Question, Report, paths};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use stiction::ask::Threshold;
use stiction::ask::closure::Essential;
pub(crate) use stiction::scene::plain;
use stiction::scene::{Rounding, visible};
use stiction_proof::{Answer, PlanarProblem, Rational};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The contacts are there to be pasted into a scene, where a title would be in the way.
        let title = self.title.as_ref().filter(|_| self.question != Question::Contacts);
        if let Some(title) = title {
            writeln!(f, "{}", plain(title))?;
        }
        self.untitled(f)
    }
}

impl Report {
    /// All but the title.
    fn untitled(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.body(f)?;
        let falls = self.verdict() == Some(Answer::No);
        let extras = self.extras.iter().flat_map(|extras| extras.lines(falls));
        extras.into_iter().try_for_each(|(word, text)| writeln!(f, "  {word:<9} {}", visible(&text)))?;
        self.solve
            .iter()
            .try_for_each(|found| writeln!(f, "  {:<9} {}", "closes", visible(&found.line())))?;
        self.map.iter().try_for_each(|map| writeln!(f, "  {:<9} {}", "map", visible(&map.words())))?;
        self.further.as_ref().map_or(Ok(()), |further| write!(f, "{further}"))?;
        self.caveats.stopped.as_ref().map_or(Ok(()), |stopped| {
            let indent = if self.question == Question::Contacts { "#" } else { " " };
            writeln!(f, "{indent} {:<9} {stopped}; what is reported is known without it", "stopped")
        })
    }

    /// The one line that a person wants.
    pub fn line(&self) -> String {
        match &self.answered {
            Answered::Check(_) if self.is_cut_short() => "not finished".to_owned(),
            Answered::Check(check) => headline(check),
            Answered::Cases(cases) => cases.lines(self.question).swap_remove(0),
            Answered::Contacts(answer) => many(answer.contacts.len(), "contact"),
            answered => answered.told().map(Presentation::words).unwrap_or_default(),
        }
    }

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
            Answered::Cases(cases) => {
                cases.lines(self.question).iter().try_for_each(|line| writeln!(f, "{}", visible(line)))?;
                for report in &cases.cases {
                    writeln!(f, "case {}", visible(&format!("{:?}", crate::cases::name(report))))?;
                    report.untitled(f)?;
                }
            }
            Answered::Contacts(answer) => write!(f, "{answer}")?,
            answered => {
                answered.told().map_or(Ok(()), |told| lines(&told.lines(&self.options), f))?;
            }
        }
        // Among contacts, which are TOML, a remark is a comment.
        let indent = if self.question == Question::Contacts { "#" } else { " " };
        if self.is_left_open() {
            let lines = crate::overlooked::lines(&self.caveats.overlooked, self.question);
            lines.iter().try_for_each(|(word, text)| writeln!(f, "{indent} {word:<9} {}", visible(text)))?;
        }
        let rounded = gathered(&self.caveats.rounded);
        for (paths, why) in rounded.iter().take(MOST_LISTED) {
            writeln!(f, "{indent} rounded   {}: {}", visible(paths), visible(&briefly(why)))?;
        }
        if rounded.len() > MOST_LISTED {
            writeln!(f, "{indent} rounded   and {} more", rounded.len() - MOST_LISTED)?;
        }
        self.caveats
            .warnings
            .iter()
            .try_for_each(|warning| writeln!(f, "{indent} note      {}", visible(warning)))
    }

    /// What goes with the verdict in a few words, as under the heading of a picture that says the verdict.
    pub fn summary(&self) -> Vec<String> {
        match &self.answered {
            Answered::Check(check) => check.answers.iter().flat_map(Self::summary).collect(),
            Answered::Cases(cases) => cases.cases.iter().flat_map(Self::summary).collect(),
            Answered::Contacts(answer) => vec![many(answer.contacts.len(), "contact")],
            answered => {
                let words = answered.told().map(|told| after_verdict(told.words()));
                words.into_iter().chain(self.asked_besides()).collect()
            }
        }
    }

    /// What was asked besides, as sentences: as many as a picture has room for.
    fn asked_besides(&self) -> Vec<String> {
        let falls = self.verdict() == Some(Answer::No);
        let sentence = |(word, text): (&str, String)| match word {
            // The word is the verb.
            "stands" => format!("{word} {text}"),
            _ => format!("{word}: {text}"),
        };
        let extras = self.extras.iter().flat_map(|extras| extras.lines(falls)).map(sentence);
        let solved = self.solve.iter().map(|found| format!("closes {}", found.line()));
        extras.chain(solved).take(MOST_BESIDES).collect()
    }
}

/// Sentences of what was asked besides that a picture has room for.
const MOST_BESIDES: usize = 6;

impl Presentation for ClosureAnswer {
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
        let form = self.form.margin.filter(|_| self.curvature.first_order.is_none());
        let [l1, linf] = self.measures.radii();
        let mut computed = self.radii.computed([form, self.force.margin, l1, linf]);
        computed.extend(paths(
            "quality.min_singular quality.volume quality.isotropy quality.gradient \
             quality.gradient_linf min_friction.gradient",
        ));
        computed
    }
}

impl Presentation for ClosureInSpace {
    fn verdict(&self) -> Option<Answer> {
        Some(self.force.verdict)
    }
    fn keys(&self, options: &Options) -> Value {
        json::space::closure(self, &options.length)
    }
    /// What is closed holds whatever pulls at it; what is not may still stand, which is not asked here.
    fn words(&self) -> String {
        let word = if self.force.verdict == Answer::Yes { "holds" } else { "closed" };
        let friction = space::friction(self).map(|friction| format!("; {friction}")).unwrap_or_default();
        format!("{word}: {}{friction}", self.force.verdict)
    }
    fn lines(&self, options: &Options) -> Lines {
        space::closure(self, &options.length)
    }
    fn subject(&self) -> &str {
        &self.body
    }

    fn computed(&self) -> Vec<String> {
        let [l1, linf] = self.measures.radii();
        let mut computed = self.radii.computed([self.form.margin, self.force.margin, l1, linf]);
        computed.extend(paths(
            "quality.min_singular quality.volume quality.isotropy quality.bounds quality.gradient \
             quality.gradient_linf min_friction.gradient",
        ));
        computed
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
        Some(Answered::Contacts(answer)) => many(answer.contacts.len(), "contact"),
        answered => {
            let Some(told) = answered.and_then(Answered::told) else { return String::new() };
            let words = told.words();
            let happens = check.answers.iter().find_map(|one| match &one.answered {
                Answered::Outcomes(answer) => answer.deed(),
                _ => None,
            });
            let stands = check.deciding == Some(Question::Stand);
            // What happens comes first, in place of the virtual motion of a proof.
            if let Some(deed) = happens.as_ref().filter(|_| stands && check.fall().is_some()) {
                let known = words.split("; ").skip(1).filter(|one| !one.starts_with("no contact resists"));
                let all: Vec<&str> = [deed.as_str(), "it does not hold"].into_iter().chain(known).collect();
                return all.join("; ");
            }
            match (answered, &happens, check.deciding) {
                (Some(Answered::Outcomes(_)), Some(_), _) => words,
                (_, Some(deed), Some(Question::Jam)) => format!("{deed}; {words}"),
                _ => {
                    let names: Vec<String> =
                        told.subject().split(", ").map(|name| plain(name).to_string()).collect();
                    let words = if names.len() > 1 { plural(&words) } else { words };
                    format!("{} {words}", and(&names))
                }
            }
        }
    }
}

/// The words for several bodies.
fn plural(words: &str) -> String {
    let pairs = [("holds:", "hold:"), ("stays together", "stay together")];
    let found =
        pairs.iter().find_map(|(one, many)| words.strip_prefix(one).map(|rest| format!("{many}{rest}")));
    found.unwrap_or_else(|| words.to_owned())
}

/// Words with their long numbers in six digits.
fn briefly(words: &str) -> String {
    let told = |word: &str| match word.parse::<f64>() {
        Ok(value) if word.len() > 8 && value != 0.0 && value.is_finite() => {
            let decimals = (5 - value.abs().log10().floor() as i32).clamp(0, 17) as usize;
            let text = format!("{value:.decimals$}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if text.contains('.') { short.to_owned() } else { text }
        }
        _ => word.to_owned(),
    };
    words.split(' ').map(told).collect::<Vec<_>>().join(" ")
}

/// What was rounded for the same reason, in one line each: the first paths, and how many there are.
fn gathered(rounded: &[Rounding]) -> Vec<(String, &str)> {
    const NAMED: usize = 2;
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for rounding in rounded {
        match kinds.iter_mut().find(|(why, _)| *why == rounding.why) {
            Some((_, paths)) => paths.push(&rounding.path),
            None => kinds.push((&rounding.why, vec![&rounding.path])),
        }
    }
    fn told<'r>((why, paths): (&'r str, Vec<&str>)) -> (String, &'r str) {
        let more = paths.len().saturating_sub(NAMED);
        let first = paths[..paths.len().min(NAMED)].join(", ");
        (if more > 0 { format!("{first} and {more} more") } else { first }, why)
    }
    kinds.into_iter().map(told).collect()
}

/// A question that is not answered, and why not.
fn unanswered(one: &Unanswered, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}: not answered", one.question)?;
    one.misfits.iter().try_for_each(|misfit| {
        let why = format!("{}: {}; {}", misfit.path.join("."), misfit.message, misfit.help);
        writeln!(f, "  {:<9} {}", "because", visible(&why))
    })
}

/// `1 contact`, `2 contacts`.
pub(crate) fn many(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
    let quality = answer.measures.epsilon_l1.ok().filter(|quality| quality.is_finite());
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
    if let Some(open) = open_words(answer.reasons.get("form.verdict"), FORM_LEFT_OUT) {
        return open;
    }
    if answer.curvature.first_order.is_some() || answer.form.verdict == Answer::Undecided {
        return crate::form::words(answer);
    }
    escapes(answer.form.verdict, answer.escape)
}

/// What a form is without contacts that may be missing.
const FORM_LEFT_OUT: &str = "not closed by";

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
    let reason = reasons.get("force.verdict");
    if let Some(open) = open_words(reason, "open with") {
        return open;
    }
    // Outside, a margin is a distance below zero.
    let told =
        margin.map(|margin| format!(", {} away from closing", spoken(margin.abs()))).unwrap_or_default();
    match verdict {
        Answer::Yes => "closed: the contacts resist every push and turn".to_owned(),
        Answer::No if margin == Some(0.0) => "open, exactly on the boundary".to_owned(),
        Answer::No => format!("open{told}"),
        // Of round cones the reason tells what was proved and what was not.
        Answer::Undecided => match reason {
            Some(reason) => format!("undecided: {reason}"),
            None => "too close to the boundary for rounded data".to_owned(),
        },
    }
}

fn friction_words(answer: &ClosureAnswer) -> Option<String> {
    let [lower, _] = answer.least_friction.ends()?;
    let frictionless = matches!(answer.least_friction, Threshold::None(_));
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

/// How moments count beside forces.
pub(crate) fn counted(length: &Rational) -> String {
    format!("taking {} m as the lever arm", spoken(length.to_f64()))
}

/// `3.1 N and 3.1 N`.
pub(crate) fn joined(forces: &[f64]) -> String {
    let sizes: Vec<String> = forces.iter().map(|size| format!("{} N", spoken(*size))).collect();
    match &sizes[..] {
        many if many.len() > MOST_SQUEEZES => {
            let most = forces.iter().copied().fold(0.0, f64::max);
            format!("up to {} N at {} contacts", spoken(most), many.len())
        }
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn squeeze_list(problem: &PlanarProblem, forces: &[[f64; 2]]) -> String {
    let entry =
        |(index, [normal, _]): (usize, &[f64; 2])| format!("{} {}", quoted(problem, index), spoken(*normal));
    shortened(forces.iter().enumerate().map(entry).collect(), ", ")
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
pub(crate) fn motion_words(twist: &[f64; 3], problem: &PlanarProblem) -> String {
    let verb = if twist[0] == 0.0 { "moves" } else { "turns" };
    format!("{verb} {}", motion_about(twist, problem.reference.each_ref()))
}

/// The same of a twist about a point, without the verb.
pub(crate) fn motion_about([w, vx, vy]: &[f64; 3], [rx, ry]: [&Rational; 2]) -> String {
    if *w == 0.0 {
        let size = vx.hypot(*vy);
        return format!("along [{}, {}]", spoken(vx / size), spoken(vy / size));
    }
    let sense = if *w > 0.0 { "counter-clockwise" } else { "clockwise" };
    format!("{sense} about [{}, {}]", spoken(rx.to_f64() - vy / w), spoken(ry.to_f64() + vx / w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_claim_says_its_own_reason() {
        let said = |reason: &str| {
            let reasons = BTreeMap::from([("force.verdict".to_owned(), reason.to_owned())]);
            force_verdict(Answer::Undecided, Some(0.1), &reasons)
        };
        assert!(said(crate::overlooked::LEFT_OUT).contains("others may be missing"));
        let close = said("too close to the boundary");
        assert!(close.contains("too close") && !close.contains("missing"), "{close}");
    }
}
