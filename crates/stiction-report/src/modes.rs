//! The kinematically possible contact modes of a scene, each with a motion, and why others are impossible.

use crate::answer::{AnswerWithNotes, AskError};
use crate::number::spoken;
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::{Lines, plain};
use serde_json::{Map, Value, json};
use stiction::ask::Refused;
use stiction::ask::lower::Misfit;
use stiction::ask::modes::{
    MOST, ModeFaults, Unlisted, complete, explain, mode_problem, modes, never_separates, witnessed,
};
pub use stiction::ask::modes::{Mode, mode_graph};
use stiction::scene::Scene;
use stiction::shape::Geometry;
use stiction_proof::{ContactKind, ModeProblem, ModeProof, Rational, RowMultipliers, Verified};

/// Contacts that separate in no mode.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Never {
    /// The contacts that separate in none of them, as indices into the contacts of the problem.
    pub contacts: Vec<usize>,
    /// Why: one proof for each of them that does not roll by its model; without any mode, the one that there is none.
    pub proofs: Vec<Verified<ModeProof>>,
}

/// The answer of `modes`.
#[derive(Debug, Clone, PartialEq)]
pub struct ModesAnswer {
    /// The free bodies and the velocities at their contacts, which the motions are about.
    pub problem: ModeProblem,
    /// Whether the modes say no more than which contacts are kept.
    pub contacts_only: bool,
    /// Every possible mode, each with a motion that a checker accepted; [`stiction::ask::modes::mode_graph`]
    /// orders them by inclusion.
    pub modes: Vec<Mode>,
    /// The contacts that separate in none of them.
    pub never: Never,
    /// Impossible modes that stand for everything that is not listed; none where there are too many to show it.
    pub excluded: Option<Vec<ModeProof>>,
    /// Of each mode that was asked about, why it is possible or impossible.
    pub explained: Vec<Verified<ModeProof>>,
    /// The free bodies, as they are spoken of.
    subject: String,
}

/// The line that says in which order contacts have their letters, and what these mean in the plane.
pub(crate) fn lettered(problem: &ModeProblem) -> (&'static str, String) {
    let ids: Vec<String> =
        problem.contacts.iter().map(|contact| format!("\"{}\"", plain(&contact.id))).collect();
    let letters = "s separates, n sticks, l and r slide left and right seen along the normal";
    ("contacts", format!("{}; {letters}", ids.join(", ")))
}

pub(crate) fn modes_answer<S: Geometry>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let problem = mode_problem(scene);
    let explained = explanations(scene, options)?;
    let most = if options.most == MOST { listable(&problem) } else { options.most };
    let found = modes(scene, options.contacts_only, most).map_err(|why| unlisted(why, &problem))?;
    let listed: Vec<Mode> = found.iter().collect();
    for mode in &listed {
        witnessed(&problem, mode).map_err(Refused)?;
    }
    let never_separate = found.never_separate();
    let held = never_separate.iter().filter(|&&at| problem.contacts[at].kind != ContactKind::Rolls);
    let none = listed.is_empty().then_some(None);
    let asked = held.map(|&at| Some(at)).chain(none);
    let never_proofs =
        asked.map(|at| never_separates(&problem, at)).collect::<Result<Vec<_>, _>>().map_err(Refused)?;
    let warnings = warnings(listed.is_empty(), !scene.rounded.is_empty());
    let excluded = complete(&problem, options.contacts_only, &listed).map_err(Refused)?;
    let answer = ModesAnswer::new(problem, options.contacts_only, listed, excluded)
        .with_never(never_separate, never_proofs)
        .with_explained(explained);
    Ok(AnswerWithNotes {
        answered: Answered::Modes(Box::new(answer)),
        rounded: scene.rounded.clone(),
        warnings,
    })
}

/// Numbers that modes are listed with unless more are asked for: a gigabyte at most, with the JSON of them.
const NUMBERS: usize = 2_000_000;

/// Bytes that a number takes, in memory and in the JSON that is made.
const BYTES: usize = 500;

/// About how many numbers a mode is: its twists, and eight letters count as one.
fn numbers(problem: &ModeProblem) -> usize {
    let freedoms = if problem.dimension == 2 { 3 } else { 6 };
    1 + freedoms * problem.bodies.len() + problem.contacts.len() / 8
}

/// How many modes are listed unless more are asked for.
pub(crate) fn listable(problem: &ModeProblem) -> usize {
    MOST.min(NUMBERS / numbers(problem)).max(1)
}

/// What is worth knowing besides.
pub(crate) fn warnings(nothing: bool, rounded: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    if nothing {
        warnings
            .push("no motion is possible: what is driven would penetrate, or break what rolls".to_owned());
    }
    if rounded {
        warnings.push("some input was rounded: these are the modes of the rounded numbers".to_owned());
    }
    warnings
}

/// The proofs of the modes that are asked about, or every fault of their texts.
fn explanations<S: Geometry>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<Vec<Verified<ModeProof>>, AskError> {
    let mut misfits = Vec::new();
    let mut proofs = Vec::new();
    for mode in &options.explain {
        match explain(scene, mode, options.contacts_only) {
            Ok(proof) => proofs.push(proof),
            Err(ModeFaults::Refused(refusal)) => return Err(AskError::Refused(Refused(refusal))),
            Err(ModeFaults::Text(faults)) => misfits.extend(
                faults
                    .into_iter()
                    .map(|fault| Misfit::new("mode", &["--explain"], fault.message, fault.help)),
            ),
        }
    }
    if misfits.is_empty() { Ok(proofs) } else { Err(AskError::Misfits(misfits)) }
}

pub(crate) fn unlisted(why: Unlisted, problem: &ModeProblem) -> AskError {
    let each = (numbers(problem) * BYTES).div_ceil(1000);
    let more = format!(
        "allow more with `--most N`, each takes about {each} kB of memory, or ask only which contacts are kept with `--contacts-only`"
    );
    let help: &str = match &why {
        Unlisted::Stopped { found, stopped } => {
            return AskError::Unfinished {
                stopped: *stopped,
                known: format!("{found} modes were found by then"),
            };
        }
        Unlisted::Power { .. } => "ask about fewer contacts or bodies at once",
        Unlisted::TooMany { .. } => &more,
        _ => "ask about fewer contacts or bodies at once",
    };
    AskError::Misfits(vec![Misfit::new("many", &["--most"], why.to_string(), help)])
}

impl Presentation for ModesAnswer {
    fn keys(&self, _: &Options) -> Value {
        let ids: Vec<&str> = self.problem.contacts.iter().map(|contact| contact.id.as_str()).collect();
        let never: Vec<&str> = self.never.contacts.iter().map(|&index| ids[index]).collect();
        let shown =
            |mode: &Mode| json!({ "mode": mode.text, "twists": self.twists(mode, |x| json!(x.to_f64())) });
        let exact = |mode: &Mode| json!({ "twists": self.twists(mode, |x| json!(x)) });
        let many = json!({ "excluded": "too many modes to show that there are no others" });
        let reasons = if self.excluded.is_none() { many } else { json!({}) };
        json!({
            "count": self.modes.len(),
            "contacts": ids,
            "contacts_only": self.contacts_only,
            "modes": self.modes.iter().map(shown).collect::<Vec<_>>(),
            "never_separate": never,
            "never_proofs": self.never.proofs.iter().map(|proof| json!(proof.proof())).collect::<Vec<_>>(),
            "excluded": self.excluded,
            "explained": self.explained.iter().map(explained).collect::<Vec<_>>(),
            "problem": self.problem,
            "reasons": reasons,
            "exact": { "modes": self.modes.iter().map(exact).collect::<Vec<_>>() },
        })
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = vec![("contacts", self.contacts_line())];
        let width = self.modes.iter().take(MOST_SHOWN).map(|mode| mode.text.len()).max().unwrap_or(0);
        for mode in self.modes.iter().take(MOST_SHOWN) {
            let text = if mode.text.is_empty() { "(no contacts)" } else { &mode.text };
            lines.push(("mode", format!("{text:<width$}  {}", self.motion(mode))));
        }
        if self.modes.len() > MOST_SHOWN {
            let more = self.modes.len() - MOST_SHOWN;
            lines.push(("", format!("and {more} more; --json lists all")));
        }
        if !self.never.contacts.is_empty() {
            lines.push(("kept", self.never_line()));
        }
        lines.extend(self.explained.iter().map(|proof| ("explain", self.explanation(proof.proof()))));
        Lines { heading: format!("modes: {}", self.modes.len()), lines, proved: true }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        let (kept, all) = (self.never.contacts.len(), self.problem.contacts.len());
        let kept = match kept {
            0 => "every contact can separate".to_owned(),
            kept if kept == all => "no contact can separate".to_owned(),
            kept => format!("{kept} of {all} contacts never separate"),
        };
        format!("modes: {}; {kept}", self.modes.len())
    }

    fn computed(&self) -> Vec<String> {
        if self.excluded.is_none() { paths("count") } else { Vec::new() }
    }
}

/// Modes that a person is shown.
const MOST_SHOWN: usize = 12;

fn explained(proof: &Verified<ModeProof>) -> Value {
    let (mode, possible) = match proof.proof() {
        ModeProof::Possible { mode, .. } => (mode, true),
        ModeProof::Impossible { mode, .. } => (mode, false),
    };
    json!({ "mode": mode, "possible": possible, "proof": proof.proof() })
}

impl ModesAnswer {
    /// The modes of a problem, each with a motion that a checker accepted.
    pub(crate) fn new(
        problem: ModeProblem,
        contacts_only: bool,
        modes: Vec<Mode>,
        excluded: Option<Vec<ModeProof>>,
    ) -> Self {
        let names: Vec<String> = problem.bodies.iter().map(|body| plain(&body.name)).collect();
        let subject = if names.is_empty() { "scene".to_owned() } else { names.join(", ") };
        Self {
            problem,
            contacts_only,
            modes,
            excluded,
            never: Never::default(),
            explained: Vec::new(),
            subject,
        }
    }

    /// With the contacts that never separate, and why.
    pub(crate) fn with_never(mut self, contacts: Vec<usize>, proofs: Vec<Verified<ModeProof>>) -> Self {
        self.never = Never { contacts, proofs };
        self
    }

    /// With the proofs of modes that were asked about.
    pub(crate) fn with_explained(mut self, proofs: Vec<Verified<ModeProof>>) -> Self {
        self.explained = proofs;
        self
    }

    /// `{body: twist}`.
    fn twists(&self, mode: &Mode, number: impl Fn(&Rational) -> Value) -> Value {
        let entry = |(at, twist): (usize, &Vec<Rational>)| {
            (self.problem.bodies[at].name.clone(), twist.iter().map(&number).collect::<Value>())
        };
        Value::Object(mode.twists.iter().enumerate().map(entry).collect::<Map<_, _>>())
    }

    fn quoted(&self, index: usize) -> String {
        format!("\"{}\"", plain(&self.problem.contacts[index].id))
    }

    fn names(&self, indices: impl ExactSizeIterator<Item = usize>) -> String {
        let more = indices.len().saturating_sub(MOST_SHOWN);
        let mut names: Vec<String> = indices.take(MOST_SHOWN).map(|index| self.quoted(index)).collect();
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        names.join(", ")
    }

    fn contacts_line(&self) -> String {
        let count = self.problem.contacts.len();
        if count == 0 {
            return "none".to_owned();
        }
        let letters = if self.contacts_only {
            "m kept, s separates"
        } else if self.problem.dimension == 2 {
            "s separates, n sticks or rolls, l and r slide left and right seen along the normal"
        } else {
            "s separates, else the signs of the slip along the tangents"
        };
        format!("{}; {letters}", self.names(0..count))
    }

    fn never_line(&self) -> String {
        let never = self.names(self.never.contacts.iter().copied());
        let verb = if self.never.contacts.len() == 1 { "separates" } else { "separate" };
        format!("{never} never {verb}")
    }

    /// The twist of every free body in a few digits.
    fn motion(&self, mode: &Mode) -> String {
        if mode.twists.iter().flatten().all(Rational::is_zero) {
            return "at rest".to_owned();
        }
        let numbers = |twist: &Vec<Rational>| {
            let numbers: Vec<String> = twist.iter().map(|entry| spoken(entry.to_f64())).collect();
            format!("[{}]", numbers.join(", "))
        };
        let several = self.problem.bodies.len() > 1;
        let body = |(at, twist): (usize, &Vec<Rational>)| {
            let name =
                if several { format!("{} ", plain(&self.problem.bodies[at].name)) } else { String::new() };
            format!("{name}{}", numbers(twist))
        };
        mode.twists.iter().enumerate().map(body).collect::<Vec<_>>().join(", ")
    }

    fn explanation(&self, proof: &ModeProof) -> String {
        match proof {
            ModeProof::Possible { mode, twists } => {
                let twists = self
                    .problem
                    .bodies
                    .iter()
                    .map(|body| twists.get(&body.name).cloned().unwrap_or_default());
                let mode = Mode { text: mode.clone(), marks: Vec::new(), twists: twists.collect() };
                format!("{} is possible: {}", mode.text, self.motion(&mode))
            }
            ModeProof::Impossible { mode, multipliers } => {
                let (sum, rest) = self.sum(multipliers);
                let rest = spoken(rest.to_f64());
                format!("{mode} is impossible: {sum} is {rest} in every motion, and the mode asks for more")
            }
        }
    }

    /// `2 vn("1") - vt("2")`, and the constant that it is.
    fn sum(&self, multipliers: &[RowMultipliers]) -> (String, Rational) {
        let (mut text, mut constant) = (String::new(), Rational::zero());
        for given in multipliers {
            let Some(contact) = self.problem.contacts.iter().find(|contact| contact.id == given.contact)
            else {
                continue;
            };
            let several = contact.tangents.len() > 1;
            let slip = |at: usize| if several { format!("vt{}", at + 1) } else { "vt".to_owned() };
            let tangents = given.tangents.iter().zip(&contact.tangents).enumerate();
            let rows = [(&given.normal, Some(&contact.normal), "vn".to_owned())]
                .into_iter()
                .chain(tangents.map(|(at, (factor, row))| (factor, Some(row), slip(at))))
                .chain([(&given.spin, contact.spin.as_ref(), "spin".to_owned())]);
            for (factor, row, name) in rows.filter(|(factor, ..)| !factor.is_zero()) {
                let sign = match (text.is_empty(), factor.is_negative()) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                };
                let size = factor.abs();
                let size = if size == Rational::one() {
                    String::new()
                } else {
                    format!("{} ", spoken(size.to_f64()))
                };
                text += &format!("{sign}{size}{name}(\"{}\")", plain(&given.contact));
                constant += &row.map_or_else(Rational::zero, |row| factor * &row.constant);
            }
        }
        (text, constant)
    }
}
