//! The report on stability: under which wrenches the part may stay, and under which it must.

use super::{NamedPart, Parting, held_warning, places, refused, show, worst, wrench_misfits};
use crate::answer::{AnswerWithNotes, AskError};
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::Lines;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::lower::{ConeModel, Misfit};
use stiction::ask::wrenches::{
    self as wrenches, Disturbances, End, Finger, PartAsked, Stability, Stretch, WrenchJudge, own_load, push,
    tilts, weak_set,
};
use stiction::cone::{Cone, ConeFault, LinearMap, Union};
use stiction::scene::{Body, Role, Scene};
use stiction::shape::{Geometry, Piece};
use stiction_proof::wrenches::{AnyPart, Part, PlanarPart, Still};
pub use stiction_proof::wrenches::{Balance, Motionless, StableWrench};
use stiction_proof::{Answer, Rational, Refusal};

/// Everything that is said about stability.
#[derive(Debug, Clone, PartialEq)]
pub struct StabilityAnswer {
    /// What the proofs are about.
    pub of: NamedPart,
    /// The sets of wrenches in the plane, and where pushes and tilts are in them.
    pub planar: Option<(Stability, Places)>,
    /// The weakly stable set, of pyramids and in the plane.
    pub weak: Option<Cone>,
    /// The wrenches that were asked about, or the scene's own load.
    pub asked: Loads,
    /// The outline and the finger that may push it.
    pub touched: TouchedBodies,
}

/// Wrenches that were judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Loads {
    /// Each with whether the part may and must stay under it.
    pub wrenches: Vec<StableWrench>,
    /// Whether the one wrench is the scene's own load.
    pub own: bool,
}

/// What a finger may push, and its friction.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TouchedBodies {
    /// The outline, ring by ring; empty without one.
    pub outline: Vec<Vec<Piece>>,
    /// Friction of the finger.
    pub finger: Rational,
}

impl TouchedBodies {
    /// Where the finger's push is a wrench of a set; none without an outline.
    pub(super) fn pushes(
        &self,
        reference: &[Rational; 2],
        set: &Union,
    ) -> Result<Option<Vec<Stretch>>, ConeFault> {
        let finger = Finger { friction: self.finger.clone() };
        let stretches = push(&self.outline, reference, set, &finger)?;
        Ok((!self.outline.is_empty()).then_some(stretches))
    }
}

/// The pushes and tilts under which the part must stay.
#[derive(Debug, Clone, PartialEq)]
pub struct Places {
    /// Stretches of the outline; none without one.
    pub push: Option<Vec<Stretch>>,
    /// Directions of gravity.
    pub tilts: Vec<[End; 2]>,
}

pub(crate) fn stability_answer<S: Parting>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let asked = PartAsked { model: options.cone, ..PartAsked::default() };
    let lowered = wrenches::part(scene, options.body.as_deref(), asked)?;
    let mut misfits = if S::DIMENSION == 2 { moving(scene, lowered.body) } else { Vec::new() };
    misfits.extend(wrench_misfits(&options.wrenches, S::FREEDOMS));
    if !misfits.is_empty() {
        return Err(misfits.into());
    }
    let body = &scene.bodies[lowered.body];
    let part = S::any(lowered.part);
    let load = own_load(&part, scene.gravity.as_ref(), body.wrench.as_ref());
    let answer = answer(part, &body.name, options, load, S::touched(body, options))?;
    let mut warnings: Vec<String> = held_warning(&lowered.held).into_iter().collect();
    warnings.extend(pyramid_warning(options.cone).filter(|_| S::DIMENSION == 3));
    Ok(AnswerWithNotes {
        answered: Answered::Stability(Box::new(answer)),
        rounded: lowered.rounded,
        warnings,
    })
}

/// What a pyramid means.
pub(crate) fn pyramid_warning(cone: ConeModel) -> Option<String> {
    let words = || {
        format!(
            "strong stability is not monotone in friction: the answer is about the pyramid {cone} and its own law of friction"
        )
    };
    (cone != ConeModel::Round).then(words)
}

/// All bodies are at rest.
fn moving<S: Geometry>(scene: &Scene<S>, body: usize) -> Vec<Misfit> {
    let concerned = |at: usize, one: &Body<S>| at == body || one.role == Role::Driven;
    let bodies = scene.bodies.iter().enumerate().filter(|(at, one)| concerned(*at, one));
    let accelerates = |one: &Body<S>| {
        one.acceleration.as_ref().is_some_and(|screw| screw.as_ref().iter().any(|x| !x.is_zero()))
    };
    let moving = bodies.filter(|(_, one)| !one.is_at_rest() || accelerates(one) || one.trajectory.is_some());
    moving
        .map(|(_, one)| {
            let message = "stability is asked of bodies at rest; this one moves";
            Misfit::new("moving", &["bodies", &one.name, "twist"], message, "leave its motion out")
        })
        .collect()
}

fn answer(
    part: AnyPart,
    body: &str,
    options: &Options,
    load: Vec<Rational>,
    touched: TouchedBodies,
) -> Result<StabilityAnswer, AskError> {
    let judged = WrenchJudge::new(&part).map_err(refused)?;
    let own = options.wrenches.is_empty();
    let asked = if own { vec![load] } else { options.wrenches.clone() };
    let wrenches = asked
        .into_iter()
        .map(|wrench| judged.stability(wrench))
        .collect::<Result<_, _>>()
        .map_err(refused)?;
    StabilityAnswer::assemble(NamedPart { body: body.to_owned(), part }, Loads { wrenches, own }, touched)
        .map_err(refused)
}

/// Whether a wrench must leave the part where it is.
fn stays(judged: &StableWrench) -> Answer {
    match judged.is_strong() {
        Some(true) => Answer::Yes,
        Some(false) => Answer::No,
        None => Answer::Undecided,
    }
}

impl Places {
    fn of(part: &PlanarPart, sets: &Stability, touched: &TouchedBodies) -> Result<Self, Refusal> {
        // All cones are of planar wrenches, so that no fault happens.
        let shape = |_: ConeFault| Refusal::Shape;
        let push = touched.pushes(&part.reference, &sets.strong).map_err(shape)?;
        Ok(Self { push, tilts: tilts(&sets.strong).map_err(shape)? })
    }
}

/// A cone with moments divided by a length.
pub(crate) fn scaled(cone: &Cone, length: f64) -> Option<Cone> {
    let factor = Rational::from_f64(length)?.recip()?;
    let row = |at: usize| -> [Rational; 3] {
        std::array::from_fn(|i| match (i == at, at) {
            (true, 0) => factor.clone(),
            (true, _) => Rational::one(),
            _ => Rational::zero(),
        })
    };
    cone.image(&LinearMap::from_rationals(3, &[row(0), row(1), row(2)]).ok()?).ok()
}

impl StabilityAnswer {
    /// The answer with its sets, from what its proofs are about.
    pub(crate) fn assemble(of: NamedPart, asked: Loads, touched: TouchedBodies) -> Result<Self, Refusal> {
        let part = &of.part;
        let planar = match part {
            AnyPart::Planar(planar) if planar.count() <= MOST_CONTACTS => {
                let sets = Stability::of(planar)?;
                let places = Places::of(planar, &sets, &touched)?;
                Some((sets, places))
            }
            _ => None,
        };
        let weak = if part.rest()?.rounds.is_empty() { Some(weak_set(part)?) } else { None };
        Ok(Self { of, planar, weak, asked, touched })
    }

    fn text_of(&self, mode: &[String]) -> String {
        mode.join(if self.of.part.dimension() == 3 { "" } else { " " })
    }

    /// The keys of its JSON.
    pub(crate) fn shown(&self, length: &Rational) -> Value {
        let mut reasons = BTreeMap::new();
        let mut exact = json!({});
        let mut keys = json!({
            "body": self.of.body, "problem": self.of.part, "own_load": self.asked.own, "verdict": self.verdict(),
        });
        keys["weak"] = match &self.weak {
            Some(weak) => {
                let (doubles, all) = show::cone(weak);
                exact["weak"] = all;
                doubles
            }
            None => {
                reasons.insert("weak", "round cones are not polyhedral: take --cone inner:K for a subset");
                Value::Null
            }
        };
        self.show_sets(length.to_f64(), &mut keys, &mut exact, &mut reasons);
        self.show_places(&mut keys, &mut exact, &mut reasons);
        let meter = self.planar.as_ref().map(|(sets, _)| Disturbances::new(sets, length.to_f64()));
        keys["wrenches"] =
            self.asked.wrenches.iter().map(|wrench| self.judged(wrench, meter.as_ref())).collect();
        exact["wrenches"] = self.asked.wrenches.iter().map(|judged| json!(judged.wrench)).collect();
        keys["exact"] = exact;
        keys["reasons"] = json!(reasons);
        keys
    }

    fn show_places(
        &self,
        keys: &mut Value,
        exact: &mut Value,
        reasons: &mut BTreeMap<&'static str, &'static str>,
    ) {
        exact["outline"] = places::write_rings(&self.touched.outline);
        exact["finger"] = json!(self.touched.finger);
        keys["finger"] = json!(self.touched.finger.to_f64());
        let Some((_, places)) = &self.planar else {
            let reason = "the strongly stable set is not found, only single wrenches are judged";
            for key in ["push", "tilts"] {
                keys[key] = Value::Null;
                reasons.insert(key, reason);
            }
            return;
        };
        keys["tilts"] = places::write_arcs(&places.tilts);
        match &places.push {
            Some(stretches) => keys["push"] = places::write_stretches(stretches),
            None => {
                keys["push"] = Value::Null;
                reasons.insert("push", "the body has no outline");
            }
        }
    }

    fn show_sets(
        &self,
        length: f64,
        keys: &mut Value,
        exact: &mut Value,
        reasons: &mut BTreeMap<&'static str, &'static str>,
    ) {
        let Some((sets, _)) = &self.planar else {
            for key in ["feasible_modes", "strong", "bias", "disturbance"] {
                keys[key] = Value::Null;
                let reason = if self.of.part.dimension() == 3 {
                    "too many contacts: wrenches are judged one by one"
                } else {
                    "in space wrenches are judged one by one"
                };
                reasons.insert(key, reason);
            }
            return;
        };
        keys["feasible_modes"] = sets.feasible.iter().map(|one| json!(self.text_of(&one.mode))).collect();
        let (shown, mirrored): (Vec<Value>, Vec<Value>) =
            sets.strong.cones().iter().map(show::open_cone).unzip();
        keys["strong"] = Value::Array(shown);
        exact["strong"] = Value::Array(mirrored);
        let meter = Disturbances::new(sets, length);
        match meter.bias(sets) {
            Some((wrench, radius)) => {
                keys["bias"] = json!(wrench);
                keys["disturbance"] = if radius.is_finite() { json!(radius) } else { Value::Null };
                if !radius.is_finite() {
                    reasons.insert("disturbance", "unbounded: it stays under every wrench");
                }
            }
            None => {
                keys["bias"] = Value::Null;
                keys["disturbance"] = Value::Null;
                reasons.insert("bias", "no wrench keeps it under every small disturbance");
                reasons.insert("disturbance", "no wrench keeps it under every small disturbance");
            }
        }
    }

    fn judged(&self, judged: &StableWrench, meter: Option<&Disturbances>) -> Value {
        let mut shown = json!({ "wrench": show::numbers(&judged.wrench) });
        if let Some(weak) = judged.is_weak() {
            shown["weak"] = json!(weak);
            shown["weak_proof"] = json!(judged.weak);
        }
        if let Some(strong) = judged.is_strong() {
            shown["strong"] = json!(strong);
        }
        if let Some(proof) = &judged.strong {
            shown["strong_proof"] = json!(proof);
        }
        if let Some(Motionless::Moves { mode, response }) = &judged.strong {
            shown["mode"] = json!(self.text_of(mode));
            shown["acceleration"] = show::numbers(&response.acceleration);
            if let Ok(system) = self.of.part.system(mode) {
                shown["forces"] = show::forces(&self.of.part, &system, response);
            }
        }
        if let (Some(meter), Some(true)) = (meter, judged.is_strong()) {
            let wrench: Vec<f64> = judged.wrench.iter().map(Rational::to_f64).collect();
            let radius = meter.radius(&[wrench[0], wrench[1], wrench[2]]);
            if radius.is_finite() {
                shown["disturbance"] = json!(radius);
            }
        }
        shown
    }

    fn wrench_words(&self, judged: &StableWrench, meter: Option<&Disturbances>) -> String {
        let wrench = show::spoken_vector(judged.wrench.iter().map(Rational::to_f64));
        match (judged.is_weak(), &judged.strong) {
            (Some(false), _) => format!("{wrench} moves: no contact forces balance it"),
            (weak, Some(Motionless::Moves { mode, response })) => {
                let may = if weak == Some(true) { "may stay, may move" } else { "may move" };
                let acceleration = show::spoken_vector(response.acceleration.iter().map(Rational::to_f64));
                format!("{wrench} {may}: mode {} with {acceleration}", self.text_of(mode))
            }
            (Some(true), Some(Motionless::Stays(still))) => {
                let entries: Vec<f64> = judged.wrench.iter().map(Rational::to_f64).collect();
                let radius = meter.map(|meter| meter.radius(&[entries[0], entries[1], entries[2]]));
                let bears = match radius {
                    Some(radius) if radius.is_finite() => {
                        format!("; bears any disturbance below {} N", crate::number::spoken(radius))
                    }
                    _ => String::new(),
                };
                let refuted = match still {
                    Still::Separated(one) if one.normal.iter().all(Rational::is_zero) => {
                        "whatever the friction".to_owned()
                    }
                    still => format!("all motions are refuted, in {} cases", still.cases()),
                };
                format!("{wrench} must stay: {refuted}{bears}")
            }
            (Some(true), Some(Motionless::Within { fans, still })) => {
                let directions = fans.iter().map(|fan| fan.around.len()).max().unwrap_or_default();
                let cases = still.cases();
                format!(
                    "{wrench} must stay: all motions are refuted, in {cases} cases of {directions} sectors"
                )
            }
            (Some(true), _) => format!("{wrench} may stay; that it must is not proved"),
            _ => format!("{wrench} not proved either way"),
        }
    }
}

/// Contacts up to which the sets of a planar part are found.
const MOST_CONTACTS: usize = 10;

impl Presentation for StabilityAnswer {
    fn verdict(&self) -> Option<Answer> {
        let answers: Vec<Answer> = self.asked.wrenches.iter().map(stays).collect();
        Some(worst(&answers))
    }

    fn keys(&self, options: &Options) -> Value {
        let mut keys = self.shown(&options.length);
        keys["length"] = json!(options.length);
        keys
    }

    fn lines(&self, options: &Options) -> Lines {
        let length = options.length.to_f64();
        let mut lines = Vec::new();
        let meter = self.planar.as_ref().map(|(sets, _)| Disturbances::new(sets, length));
        if let Some(weak) = &self.weak {
            let size = if weak.lines().len() == weak.space() {
                "every wrench: the contacts wedge the part".to_owned()
            } else if weak.equalities().is_empty() {
                format!("the wrenches of a cone with {} rays", weak.rays().len() + 2 * weak.lines().len())
            } else {
                format!("a flat cone of dimension {}", weak.dimension())
            };
            lines.push(("may stay", size));
        }
        if let (Some((sets, _)), Some(meter)) = (&self.planar, &meter) {
            let modes: Vec<String> = sets.feasible.iter().map(|one| self.text_of(&one.mode)).collect();
            lines.push(("modes", modes.join(" ")));
            let pieces = sets.strong.cones().len();
            let cones = if pieces == 1 { "one cone".to_owned() } else { format!("{pieces} cones") };
            let bias = match meter.bias(sets) {
                Some((wrench, radius)) if radius.is_finite() => {
                    let (wrench, radius) = (show::spoken_vector(wrench), crate::number::spoken(radius));
                    format!("{cones}; best {wrench}, which bears any disturbance below {radius} N")
                }
                Some(_) => "every wrench".to_owned(),
                None if pieces == 0 => "no wrench".to_owned(),
                None => "wrenches without any margin".to_owned(),
            };
            lines.push(("must stay", bias));
        }
        if let Some((_, places)) = &self.planar {
            match &places.push {
                Some(stretches) if stretches.is_empty() => {
                    lines.push(("push", "nowhere on the outline".to_owned()))
                }
                Some(stretches) => lines.push(("push", places::spoken(stretches))),
                None => {}
            }
        }
        for judged in &self.asked.wrenches {
            lines.push((
                if self.asked.own { "load" } else { "wrench" },
                self.wrench_words(judged, meter.as_ref()),
            ));
        }
        let heading = match self.verdict() {
            Some(verdict) => format!("must stay: {verdict}"),
            None => "must stay".to_owned(),
        };
        Lines { heading, lines, proved: self.verdict() != Some(Answer::Undecided) }
    }

    fn subject(&self) -> &str {
        &self.of.body
    }

    fn words(&self) -> String {
        let verdict = self.verdict().unwrap_or(Answer::Undecided);
        format!("must stay: {verdict}")
    }

    fn computed(&self) -> Vec<String> {
        paths("feasible_modes strong weak bias disturbance push tilts wrenches.*.disturbance")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    #[test]
    fn moments_count_as_forces_at_the_length() {
        let rows = stiction::cone::Rows::from_integers(3, &[[2, 1, 0]]).unwrap();
        let ray = Cone::from_generators(&rows, &stiction::cone::Rows::none(3)).unwrap();
        let one: Vec<IBig> = scaled(&ray, 2.0).unwrap().rays().entries().to_vec();
        assert_eq!(one, [1, 1, 0].map(IBig::from));
    }
}
