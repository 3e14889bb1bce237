//! The report on a contact mode: which external wrenches are consistent with it.

use super::{NamedPart, Parting, held_warning, mode_misfits, refused, show, worst, wrench_misfits};
use crate::answer::{AnswerWithNotes, AskError};
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::Lines;
use serde_json::{Value, json};
use stiction::ask::lower::{ConeModel, Misfit};
use stiction::ask::wrenches::{
    self as wrenches, PartAsked, Where, WrenchJudge, WrenchSet, feasible_modes, wrench_set,
};
use stiction::cone::{OpenCone, Union};
use stiction::scene::{Rounding, Scene};
pub use stiction_proof::wrenches::Consistency;
use stiction_proof::wrenches::{AnyPart, Part};
use stiction_proof::{Answer, Rational, Refusal};

/// A wrench and the mode.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedWrench {
    /// The total external wrench.
    pub wrench: Vec<Rational>,
    /// The proof.
    pub proof: Consistency,
}

/// Everything that is said about a mode.
#[derive(Debug, Clone, PartialEq)]
pub struct ConeAnswer {
    /// What the proofs are about.
    pub of: NamedPart,
    /// One label a contact.
    pub mode: Vec<String>,
    /// The cases of the mode: one in the plane.
    pub cases: Vec<Vec<String>>,
    /// The wrenches of each case; where round cones push, without their forces.
    pub sets: Vec<WrenchSet>,
    /// Whether round cones push, so that the set is no polyhedron.
    pub round: bool,
    /// The wrenches that were asked about.
    pub wrenches: Vec<JudgedWrench>,
    /// Which other modes are wanted and which are not.
    pub choice: Choice,
    /// What is left of the wrenches, where modes are wanted alone or unwanted: disjoint cones.
    pub chosen: Option<Union>,
}

/// Modes besides the one that is asked about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Choice {
    /// Modes that are wanted besides, where nothing else may happen.
    pub only: Vec<Vec<String>>,
    /// Modes that must be possible as well.
    pub and: Vec<Vec<String>>,
    /// Modes that are not wanted.
    pub not: Vec<Vec<String>>,
}

/// Cases that a mode in space may have.
const MOST_CASES: usize = 4096;

fn asked(options: &Options) -> PartAsked<'_> {
    PartAsked { least: options.least.as_ref(), model: options.cone }
}

pub(crate) fn cone_answer<S: Parting>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let lowered = wrenches::part(scene, options.body.as_deref(), asked(options))?;
    if S::DIMENSION == 3 && options.least.is_some() {
        let message = "least accelerations are asked for in the plane";
        return Err(vec![Misfit::new("dimension", &["--least"], message, "leave --least out")].into());
    }
    let found = answer(S::any(lowered.part), &scene.bodies[lowered.body].name, options)?;
    let mut rounded = lowered.rounded;
    rounded.extend(known_directions(&found));
    let mut warnings: Vec<String> = held_warning(&lowered.held).into_iter().collect();
    warnings.extend(pyramid_warning(options.cone).filter(|_| S::DIMENSION == 3));
    Ok(AnswerWithNotes { answered: Answered::Cone(Box::new(found)), rounded, warnings })
}

/// What a pyramid means.
pub(crate) fn pyramid_warning(cone: ConeModel) -> Option<String> {
    let words = || format!("the answer is about the pyramid {cone} and its own law of friction");
    (cone != ConeModel::Round).then(words)
}

/// The labels of a mode, one for each contact of a part.
pub(crate) fn labels(part: &AnyPart, text: &str) -> Result<Vec<String>, Vec<Misfit>> {
    labels_of("--mode", part, text)
}

fn labels_of(flag: &str, part: &AnyPart, text: &str) -> Result<Vec<String>, Vec<Misfit>> {
    wrenches::labels(part, text).map_err(|faults| mode_misfits(flag, faults))
}

/// The lengths of tangents that a known direction of sliding passes through, where these are roots.
pub(crate) fn known_directions(answer: &ConeAnswer) -> Vec<Rounding> {
    let AnyPart::Spatial(part) = &answer.of.part else { return Vec::new() };
    let slides = |at: usize| answer.cases.iter().any(|case| case[at].ends_with(":k"));
    let irrational = |tangent: &[Rational; 3]| {
        let size: Rational = tangent.iter().map(|entry| entry * entry).sum();
        let root = size.square_root();
        &root * &root != size
    };
    let contacts = part.contacts.iter().enumerate();
    let rounded = contacts.filter(|(at, contact)| slides(*at) && contact.tangents.iter().any(irrational));
    rounded
        .map(|(_, contact)| Rounding {
            path: format!("contacts.{}.tangents", contact.id),
            why: "the length of a tangent is a root".to_owned(),
        })
        .collect()
}

fn answer(part: AnyPart, body: &str, options: &Options) -> Result<ConeAnswer, AskError> {
    let mut misfits = wrench_misfits(&options.wrenches, part.dimension());
    let mut mode_of = |flag: &str, text: &str| {
        labels_of(flag, &part, text).unwrap_or_else(|more| {
            misfits.extend(more);
            Vec::new()
        })
    };
    let mode = options.mode.as_ref().map(|text| mode_of("--mode", text));
    let only: Vec<Vec<String>> = options.only.iter().map(|text| mode_of("--only", text)).collect();
    let and: Vec<Vec<String>> = options.and.iter().map(|text| mode_of("--and", text)).collect();
    let not: Vec<Vec<String>> = options.not.iter().map(|text| mode_of("--not", text)).collect();
    let Some(mode) = mode else {
        let help = "give --mode with one letter for each contact, such as --mode nl";
        misfits.push(Misfit::new("missing", &["--mode"], "the question is about a contact mode", help));
        return Err(misfits.into());
    };
    if !(only.is_empty() && and.is_empty() && not.is_empty()) && (part.is_shifted() || part.dimension() != 3)
    {
        let message = "modes are chosen among for planar bodies at rest, without --least";
        misfits.push(Misfit::new("conflict", &["--only"], message, "leave --only, --and and --not out"));
    }
    if !misfits.is_empty() {
        return Err(misfits.into());
    }
    let cases = cases(&part, &mode)?;
    let judged = WrenchJudge::new(&part).map_err(refused)?;
    let judge = |wrench: &Vec<Rational>| {
        let proof = judged.consistency(&cases, wrench)?;
        Ok(JudgedWrench { wrench: wrench.clone(), proof })
    };
    let wrenches = options.wrenches.iter().map(judge).collect::<Result<_, Refusal>>().map_err(refused)?;
    let choice = Choice { only, and, not };
    ConeAnswer::assemble(NamedPart { body: body.to_owned(), part }, mode, wrenches, choice).map_err(refused)
}

/// The cases of a mode, not too many of them.
fn cases(part: &AnyPart, mode: &[String]) -> Result<Vec<Vec<String>>, AskError> {
    let round = |refusal: Refusal| match refusal {
        Refusal::Label(id) => {
            let message = format!(
                "contact \"{id}\" slides, and where a round cone pushes then depends on the direction"
            );
            let help =
                "name one direction, with a 0 among its signs such as +0, or take a pyramid: --cone inner:4";
            AskError::from(vec![Misfit::new("cone", &["--cone"], message, help)])
        }
        refusal => refused(refusal),
    };
    let AnyPart::Spatial(spatial) = part else { return Ok(vec![mode.to_vec()]) };
    let mut count = 1_usize;
    for (contact, label) in mode.iter().enumerate() {
        count = count.saturating_mul(spatial.fan(contact, label).map_err(round)?.len());
    }
    if count > MOST_CASES {
        let message =
            format!("the sliding contacts have {count} combinations of edges, more than {MOST_CASES}");
        let help = "take fewer edges, as in --cone inner:4, or fewer sliding contacts";
        return Err(vec![Misfit::new("effort", &["--mode"], message, help)].into());
    }
    part.cases(mode).map_err(round)
}

/// Whether a mode does what another one says; `m` is any of `n`, `l` and `r`, and near contacts do as they like.
fn covers(wanted: &[String], mode: &[String]) -> bool {
    wanted.iter().zip(mode).all(|(wanted, label)| {
        wanted == label || label == "u" || wanted == "m" && ["n", "l", "r"].contains(&label.as_str())
    })
}

impl ConeAnswer {
    /// The answer with its sets, from what its proofs are about.
    pub(crate) fn assemble(
        of: NamedPart,
        mode: Vec<String>,
        wrenches: Vec<JudgedWrench>,
        choice: Choice,
    ) -> Result<Self, Refusal> {
        let part = &of.part;
        let cases = part.cases(&mode)?;
        let shifted = part.is_shifted();
        let sets = cases
            .iter()
            .map(|case| Ok(wrench_set(&part.system(case)?, shifted)))
            .collect::<Result<Vec<_>, Refusal>>()?;
        let is_round = |case: &Vec<String>| Ok(!part.system(case)?.rounds.is_empty());
        let round = cases.iter().map(is_round).collect::<Result<Vec<bool>, Refusal>>()?.contains(&true);
        let chosen = if choice == Choice::default() { None } else { Some(chosen(part, &mode, &choice)?) };
        Ok(Self { of, mode, cases, sets, round, wrenches, choice, chosen })
    }

    /// Whether no wrench is consistent with the mode.
    pub fn is_empty(&self) -> bool {
        self.sets.iter().all(WrenchSet::is_empty)
    }

    /// The mode as it is written.
    pub fn mode_text(&self) -> String {
        self.mode.join(if self.of.part.dimension() == 3 { "" } else { " " })
    }

    fn place(&self, wrench: &[Rational]) -> Where {
        let places: Vec<Where> = self.sets.iter().map(|set| set.place(wrench)).collect();
        let known = [Where::Inside, Where::Boundary].into_iter().find(|place| places.contains(place));
        known.unwrap_or(Where::Outside)
    }

    /// The keys of its JSON, without reasons.
    pub(crate) fn shown(&self, length: &Rational) -> Value {
        let full: Vec<&WrenchSet> = self.sets.iter().filter(|set| !set.is_empty()).collect();
        let mut keys = json!({
            "body": self.of.body, "mode": self.mode_text(), "labels": self.mode, "empty": self.is_empty(), "problem": self.of.part,
            "only": self.choice.only, "and": self.choice.and, "not": self.choice.not,
        });
        let (mut doubles, mut exact) = match &full[..] {
            _ if self.round => {
                let none = || json!({ "rays": null, "lines": null, "normals": null, "equalities": null });
                (none(), json!({}))
            }
            [one] => show::set(one),
            [] => show::open_cone(&OpenCone::empty(self.of.part.dimension())),
            _ => (json!({ "parts": [] }), json!({ "parts": [] })),
        };
        if full.len() > 1 && !self.round {
            let (shown, mirrored): (Vec<Value>, Vec<Value>) = full.iter().map(|set| show::set(set)).unzip();
            doubles["parts"] = Value::Array(shown);
            exact["parts"] = Value::Array(mirrored);
        }
        for (key, value) in doubles.as_object().into_iter().flatten() {
            keys[key] = value.clone();
        }
        keys["wrenches"] = self.wrenches.iter().map(|judged| self.judged(judged)).collect();
        exact["wrenches"] = self.wrenches.iter().map(|judged| json!(judged.wrench)).collect();
        if let Some(chosen) = &self.chosen {
            let (shown, mirrored): (Vec<Value>, Vec<Value>) =
                chosen.cones().iter().map(show::open_cone).unzip();
            let best = best(chosen, length.to_f64());
            keys["chosen"] = json!({ "empty": chosen.is_empty(), "cones": shown });
            if let Some((wrench, margin)) = best {
                keys["chosen"]["best"] = json!({ "wrench": wrench, "margin": margin });
            }
            let inside = |judged: &JudgedWrench| chosen.contains(&judged.wrench).unwrap_or(false);
            keys["chosen"]["wrenches"] = self.wrenches.iter().map(|judged| json!(inside(judged))).collect();
            exact["chosen"] = json!({ "cones": mirrored });
        }
        keys["exact"] = exact;
        keys
    }

    fn judged(&self, judged: &JudgedWrench) -> Value {
        let place = match self.place(&judged.wrench) {
            Where::Inside => "inside",
            Where::Boundary => "boundary",
            Where::Outside => "outside",
        };
        let mut shown = json!({ "wrench": show::numbers(&judged.wrench) });
        if !self.round {
            shown["where"] = json!(place);
        }
        if judged.proof != Consistency::Open {
            shown["consistent"] = json!(judged.is_consistent());
        }
        shown["proof"] = json!(judged.proof);
        if let Consistency::Consistent { case, response } = &judged.proof
            && let Some(Ok(system)) = self.cases.get(*case).map(|case| self.of.part.system(case))
        {
            shown["acceleration"] = show::numbers(&response.acceleration);
            shown["forces"] = show::forces(&self.of.part, &system, response);
        }
        shown
    }
}

impl JudgedWrench {
    /// Whether the mode is consistent with the wrench.
    pub fn is_consistent(&self) -> bool {
        matches!(self.proof, Consistency::Consistent { .. })
    }
}

/// The wrenches of the wanted modes that all of `and` share, without those of unwanted ones; with `only`, of
/// everything else that is possible.
fn chosen(part: &AnyPart, mode: &[String], choice: &Choice) -> Result<Union, Refusal> {
    let AnyPart::Planar(planar) = part else { return Ok(Union::empty(part.dimension())) };
    let set = |mode: &[String]| {
        Ok::<_, Refusal>(Union::from(wrench_set(&part.system(mode)?, false).over().clone()))
    };
    // All are of one dimension.
    let joined = |a: Union, b: &Union| a.union(b).unwrap_or(a);
    let mut wanted = set(mode)?;
    for other in &choice.only {
        wanted = joined(wanted, &set(other)?);
    }
    for other in &choice.and {
        wanted = wanted.meet(&set(other)?).unwrap_or_else(|_| Union::empty(3));
    }
    let mut unwanted = Union::empty(3);
    for other in &choice.not {
        unwanted = joined(unwanted, &set(other)?);
    }
    if !choice.only.is_empty() {
        let named: Vec<&Vec<String>> = choice.only.iter().chain(&choice.and).collect();
        for other in feasible_modes(planar)? {
            if !covers(mode, &other.mode) && !named.iter().any(|named| covers(named, &other.mode)) {
                unwanted = joined(unwanted, &set(&other.mode)?);
            }
        }
    }
    Ok(wanted.disjoint().difference(&unwanted).unwrap_or_else(|_| Union::empty(3)))
}

/// The deepest direction of the cones, and its depth: the sine of the angle to the nearest boundary of its piece,
/// with moments counted as forces at this length.
fn best(chosen: &Union, length: f64) -> Option<(Vec<f64>, f64)> {
    let solid = chosen.cones().iter().filter(|cone| cone.closure().equalities().is_empty());
    let deepest = solid.filter_map(|cone| {
        let scaled = super::stability::scaled(cone.closure(), length)?;
        let deepest = scaled.deepest()?;
        let [m, fx, fy] = deepest.direction[..] else { return None };
        Some((vec![m * length, fx, fy], deepest.depth))
    });
    deepest.filter(|(_, depth)| *depth > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
}

impl Presentation for ConeAnswer {
    fn verdict(&self) -> Option<Answer> {
        if self.wrenches.is_empty() {
            return Some(if self.is_empty() { Answer::No } else { Answer::Yes });
        }
        let answer = |judged: &JudgedWrench| match judged.proof {
            Consistency::Consistent { .. } => Answer::Yes,
            Consistency::Excluded { .. } => Answer::No,
            Consistency::Open => Answer::Undecided,
        };
        let answers: Vec<Answer> = self.wrenches.iter().map(answer).collect();
        Some(worst(&answers))
    }

    fn keys(&self, options: &Options) -> Value {
        let mut keys = self.shown(&options.length);
        keys["length"] = json!(options.length);
        if self.round {
            let reason = "round cones push, and their set is no polyhedron; wrenches are judged one by one";
            keys["reasons"] =
                ["rays", "lines", "normals", "equalities"].map(|key| (key, reason)).into_iter().collect();
        }
        keys
    }

    fn lines(&self, options: &Options) -> Lines {
        let keys = self.shown(&options.length);
        let mut lines = Vec::new();
        let heading = if self.is_empty() {
            format!("mode {}: empty, no acceleration has it", self.mode_text())
        } else {
            format!("mode {}: wrenches lead to it", self.mode_text())
        };
        for (word, key) in [
            ("vertices", "vertices"),
            ("rays", "rays"),
            ("lines", "lines"),
            ("normals", "normals"),
            ("flat", "equalities"),
            ("open", "open"),
        ] {
            if !self.is_empty() && keys[key].as_array().is_some_and(|rows| !rows.is_empty()) {
                lines.push((word, show::spoken_rows(&keys[key])));
            }
        }
        if let Some(parts) = keys["parts"].as_array() {
            lines
                .push(("parts", format!("{} cones, one for each way the sliding contacts rub", parts.len())));
        }
        for (judged, shown) in self.wrenches.iter().zip(keys["wrenches"].as_array().into_iter().flatten()) {
            let wrench = show::spoken_vector(judged.wrench.iter().map(Rational::to_f64));
            let word = match judged.proof {
                Consistency::Consistent { .. } => "consistent",
                Consistency::Excluded { .. } => "not consistent",
                Consistency::Open => "not proved either way",
            };
            let mut words = format!("{wrench} {word}");
            if let Some(place) = shown["where"].as_str() {
                words += &format!(" ({place})");
            }
            if let Consistency::Consistent { response, .. } = &judged.proof {
                let acceleration = response.acceleration.iter().map(Rational::to_f64);
                words += &format!("; accelerates with {}", show::spoken_vector(acceleration));
            }
            lines.push(("wrench", words));
        }
        if self.chosen.is_some() {
            let best = &keys["chosen"]["best"];
            let words = match best["margin"].as_f64() {
                Some(margin) => {
                    let wrench = best["wrench"].as_array().into_iter().flatten().filter_map(Value::as_f64);
                    format!("best {}, margin {}", show::spoken_vector(wrench), crate::number::spoken(margin))
                }
                None if keys["chosen"]["empty"] == true => {
                    "no wrench leads there and nowhere else".to_owned()
                }
                None => "only wrenches without any margin".to_owned(),
            };
            lines.push(("chosen", words));
        }
        // The set is computed; a proof is about a wrench.
        let proved = self.wrenches.iter().any(|judged| judged.proof != Consistency::Open);
        Lines { heading, lines, proved }
    }

    fn subject(&self) -> &str {
        &self.of.body
    }

    fn words(&self) -> String {
        let word = if self.is_empty() { "is empty" } else { "has wrenches" };
        format!("mode {} {word}", self.mode_text())
    }

    fn computed(&self) -> Vec<String> {
        paths(
            "empty vertices rays lines normals offsets equalities equality_offsets open parts \
             chosen wrenches.*.where",
        )
    }
}
