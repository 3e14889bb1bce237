//! Which wrenches go with what happens: those that contacts exert, those of a mode, those that keep a part or seat it.

use super::NoAnswer;
use crate::ask::Refused;
use crate::ask::insert::{InsertFault, Seeker};
use crate::ask::labels::{Edges, Exerting, wrench_cone};
use crate::ask::lower::ConeModel;
use crate::ask::wrenches::{self, PartAsked, PartWorld, Stability, WrenchJudge, WrenchSet, wrench_set};
use crate::scene::{Misfit, Rounding, Scene};
use stiction_proof::wrenches::{AnyPart, Consistency, Part, Plan, Seating, StableWrench};
use stiction_proof::{ConeForms, Rational, Refusal, RowsProof};

/// How the wrenches of contacts are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LabelsOptions {
    /// The pyramid of friction in space; in the plane a cone has two edges.
    pub cone: ConeModel,
    /// The contact mode whose edges are meant; all of them, if left out.
    pub mode: Option<String>,
}

/// The wrenches that contacts can exert on a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Exerted {
    /// The edges of the friction cones as wrenches.
    pub edges: Edges,
    /// Their cone, by its rays and by its faces.
    pub forms: ConeForms,
    /// That both describe one cone.
    pub proof: RowsProof,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Which wrenches can the contacts exert on the one free body.
///
/// ```
/// use stiction::prelude::*;
///
/// let foot = |id: &str, x: i32| contact(id).on("block").point([x, 0]).normal([0, 1]).friction(0.5);
/// let scene = plane().body(body("block").com([0, 1])).contact(foot("1", -1)).contact(foot("2", 1)).build()?;
/// let exerted = labels(&scene, &LabelsOptions::default())?;
/// assert_eq!((exerted.edges.edges.len(), exerted.forms.rays.len()), (4, 4));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// Not one free body, a mode that is none, or a round cone that rubs: it has no edges.
pub fn labels<S: Exerting>(scene: &Scene<S>, options: &LabelsOptions) -> Result<Exerted, NoAnswer> {
    let (edges, rounded) = S::edges(scene, options.cone, options.mode.as_deref())?;
    let described = wrench_cone(S::FREEDOMS, &edges.edges)?;
    Ok(Exerted { edges, forms: described.forms, proof: described.proof, rounded })
}

/// How the wrenches of a mode, or those that keep a part, are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WrenchOptions {
    /// The body that is meant, where several are free; the others are held where they are.
    pub body: Option<String>,
    /// The cone of friction in space; in the plane a cone has two edges.
    pub cone: ConeModel,
    /// The total external wrenches to judge, angular first; gravity is not added.
    pub wrenches: Vec<Vec<Rational>>,
}

/// The wrenches of a contact mode.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeWrenches {
    /// What the proofs speak of.
    pub part: AnyPart,
    /// The labels of the mode, case by case: one case in the plane.
    pub cases: Vec<Vec<String>>,
    /// The wrenches of each case; where round cones slide, without their forces.
    pub sets: Vec<WrenchSet>,
    /// For each wrench that was given whether it is consistent with the mode, and why.
    pub wrenches: Vec<Consistency>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

impl ModeWrenches {
    /// Whether no wrench at all is consistent with the mode.
    pub fn is_empty(&self) -> bool {
        self.sets.iter().all(WrenchSet::is_empty)
    }
}

/// Which external wrenches are consistent with a contact mode, strictly.
///
/// ```
/// use stiction::prelude::*;
///
/// let foot = contact("foot").on("disc").point([0, -1]).normal([0, 1]).friction(0.2);
/// let scene = plane().body(body("disc").mass(1).inertia(1)).contact(foot).build()?;
/// let up = WrenchOptions { wrenches: vec![vec![0.into(), 0.into(), 1.into()]], ..WrenchOptions::default() };
/// let leaves = cone(&scene, "s", &up)?;
/// assert!(matches!(leaves.wrenches[..], [Consistency::Consistent { .. }]));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene or the mode does not fit, or a proof was refused.
pub fn cone<S: PartWorld>(
    scene: &Scene<S>,
    mode: &str,
    options: &WrenchOptions,
) -> Result<ModeWrenches, NoAnswer> {
    let (part, rounded) = lowered(scene, options)?;
    let faulty = |fault: crate::mode::ModeFault| Misfit::new("mode", &["mode"], fault.message, fault.help);
    let labels =
        wrenches::labels(&part, mode).map_err(|faults| faults.into_iter().map(faulty).collect::<Vec<_>>())?;
    let cases = part.cases(&labels).map_err(Refused)?;
    let judged = WrenchJudge::new(&part).map_err(Refused)?;
    let judge = |wrench: &Vec<Rational>| judged.consistency(&cases, wrench);
    let found = options.wrenches.iter().map(judge).collect::<Result<_, Refusal>>().map_err(Refused)?;
    let set = |case: &Vec<String>| Ok(wrench_set(&part.system(case)?, part.is_shifted()));
    let sets = cases.iter().map(set).collect::<Result<_, Refusal>>().map_err(Refused)?;
    Ok(ModeWrenches { cases, sets, wrenches: found, rounded, part })
}

/// Under which wrenches a part may stay, and under which it must.
#[derive(Debug, Clone, PartialEq)]
pub struct Stays {
    /// What the proofs speak of.
    pub part: AnyPart,
    /// The sets of wrenches, of a planar part.
    pub sets: Option<Stability>,
    /// Each wrench that was given, judged: [`StableWrench::is_weak`], [`StableWrench::is_strong`].
    pub wrenches: Vec<StableWrench>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Under which wrenches may the part stay, and under which must it.
///
/// ```
/// use stiction::prelude::*;
///
/// let foot = |id: &str, x: i32| contact(id).on("block").point([x, 0]).normal([0, 1]).friction(0.5);
/// let scene = plane()
///     .body(body("block").mass(1).inertia(1).com([0, 1]))
///     .contact(foot("1", -1))
///     .contact(foot("2", 1))
///     .build()?;
/// let weight = WrenchOptions { wrenches: vec![vec![0.into(), 0.into(), (-10).into()]], ..WrenchOptions::default() };
/// let rests = stability(&scene, &weight)?;
/// assert_eq!(rests.wrenches[0].is_strong(), Some(true)); // whatever the friction
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, or a proof was refused.
pub fn stability<S: PartWorld>(scene: &Scene<S>, options: &WrenchOptions) -> Result<Stays, NoAnswer> {
    let (part, rounded) = lowered(scene, options)?;
    let judged = WrenchJudge::new(&part).map_err(Refused)?;
    let judge = |wrench: &Vec<Rational>| judged.stability(wrench.clone());
    let found = options.wrenches.iter().map(judge).collect::<Result<_, Refusal>>().map_err(Refused)?;
    let sets = match &part {
        AnyPart::Planar(part) => Some(Stability::of(part).map_err(Refused)?),
        AnyPart::Spatial(_) => None,
    };
    Ok(Stays { sets, wrenches: found, rounded, part })
}

/// The part of a scene, with every wrench of the right length.
fn lowered<S: PartWorld>(
    scene: &Scene<S>,
    options: &WrenchOptions,
) -> Result<(AnyPart, Vec<Rounding>), NoAnswer> {
    let asked = PartAsked { model: options.cone, ..PartAsked::default() };
    let lowered = wrenches::part(scene, options.body.as_deref(), asked)?;
    fits(&options.wrenches, S::FREEDOMS)?;
    Ok((S::any(lowered.part), lowered.rounded))
}

fn fits(wrenches: &[Vec<Rational>], freedoms: usize) -> Result<(), Vec<Misfit>> {
    let wrong = wrenches.iter().enumerate().filter(|(_, wrench)| wrench.len() != freedoms);
    let misfit = |(at, wrench): (usize, &Vec<Rational>)| {
        let message = format!("wrench {} has {} numbers, not {freedoms}", at + 1, wrench.len());
        Misfit::new("length", &["wrenches"], message, "give moments first, then forces")
    };
    let misfits: Vec<Misfit> = wrong.map(misfit).collect();
    if misfits.is_empty() { Ok(()) } else { Err(misfits) }
}

/// How an insertion is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct InsertOptions {
    /// The body that is meant, where several are free.
    pub body: Option<String>,
    /// What is promised: all wrenches that seat the part, or those that only ever bring it forwards.
    pub plan: Plan,
    /// The cone of friction in space; in the plane a cone has two edges.
    pub cone: ConeModel,
    /// The total external wrenches to judge.
    pub wrenches: Vec<Vec<Rational>>,
}

impl Default for InsertOptions {
    fn default() -> Self {
        Self { body: None, plan: Plan::Complete, cone: ConeModel::default(), wrenches: Vec::new() }
    }
}

/// What seats a part against its locators.
#[derive(Debug, Clone, PartialEq)]
pub struct Seats {
    /// What the proofs speak of.
    pub part: AnyPart,
    /// For each wrench that was given whether it seats the part, and why; none on the edge of round cones.
    pub wrenches: Vec<Option<Seating>>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

impl Seats {
    /// Whether a wrench that was given seats the part, where that is proved.
    pub fn seats(&self, wrench: usize) -> Option<bool> {
        let proof = self.wrenches.get(wrench)?.as_ref()?;
        Some(matches!(proof, Seating::Seats { .. }))
    }
}

/// Which wrenches seat the part against all its contacts, whatever the start.  The set of all of them is found by
/// [`Insertion`](crate::ask::insert::Insertion), in the plane.
///
/// ```
/// use stiction::prelude::*;
///
/// let floor = contact("floor").on("disc").point([0, -1]).normal([0, 1]).friction(0.2);
/// let scene = plane().body(body("disc").mass(1).inertia(1)).contact(floor).build()?;
/// let [down, up] = [-1, 1].map(|force| vec![0.into(), 0.into(), Rational::from(force)]);
/// let found = insert(&scene, &InsertOptions { wrenches: vec![down, up], ..InsertOptions::default() })?;
/// assert_eq!([found.seats(0), found.seats(1)], [Some(true), Some(false)]);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, or a proof was refused.
pub fn insert<S: PartWorld>(scene: &Scene<S>, options: &InsertOptions) -> Result<Seats, NoAnswer> {
    let asked = PartAsked { model: options.cone, ..PartAsked::default() };
    let lowered = wrenches::part(scene, options.body.as_deref(), asked)?;
    fits(&options.wrenches, S::FREEDOMS)?;
    let part = S::any(lowered.part);
    let name = &scene.bodies[lowered.body].name;
    let unfit = |fault: InsertFault| match fault.misfit(name) {
        Ok(misfit) => NoAnswer::Misfits(vec![misfit]),
        Err(refusal) => NoAnswer::Defect(Refused(refusal)),
    };
    let seeker = Seeker::new(&part, &part.mass()).map_err(unfit)?;
    let judge = |wrench: &Vec<Rational>| seeker.seats(options.plan, wrench);
    let wrenches = options.wrenches.iter().map(judge).collect::<Result<_, _>>()?;
    Ok(Seats { wrenches, rounded: lowered.rounded, part })
}
