//! Slow manipulation: while bodies are driven slowly, which contact modes balance the loads, and what happens in time?
//!
//! ```text
//!     every mode that some twist has under the driven motion is listed, with a motion that has it
//!                                                                                                  [`super::modes`]
//!     each of them balances the loads on its own cone edges, or a virtual motion shows that it cannot  (Farkas)
//! ```
//!
//! Rows of velocities are columns of wrenches, by virtual power, so that one problem serves both ([`SlowProblem`]).
//! The edges are few, one program in rationals decides a mode, and its checker sees every answer. The stick on two
//! fingers is followed in time in closed form (`stick.rs`); over two numbers of a scene there is a map of what slides
//! and what tips (`map.rs`).
//!
//! References: \[MR 12.32\], \[MR Example 12.10\].

mod map;
mod stick;

pub use map::{SlowCell, slow_cell, slow_map};
pub use stick::{MOST_PHASES, stick_run, stick_scene};

use super::modes::{Mode, complete, mode_problem, witnessed};
use std::borrow::Cow;
use stiction_exact::linear::farkas;
use stiction_geometry::screw::Planar;
use stiction_proof::slow::{ByBody, MeterStick, SlowFriction, SlowProblem, SlowProof, StickRun};
use stiction_proof::{ModeProof, Rational, Refusal, Verified};
use stiction_scene::Refused;
use stiction_scene::lower::Misfit;
use stiction_scene::lower::bodies::{load, without_mass};
use stiction_scene::scene::{Contact, Role, Scene};

/// A contact mode, and whether it balances.
#[derive(Debug, Clone, PartialEq)]
pub struct BalancedMode {
    /// The mode, with a motion that a checker accepted.
    pub mode: Mode,
    /// Forces that balance, or a virtual motion which shows that none do.
    pub proof: Verified<SlowProof>,
}

impl BalancedMode {
    /// Whether forces balance in this mode.
    pub fn is_balanced(&self) -> bool {
        matches!(self.proof.proof(), SlowProof::Balanced { .. })
    }
}

/// A stick on two fingers in time.
#[derive(Debug, Clone, PartialEq)]
pub struct StickInTime {
    /// The stick.
    pub stick: MeterStick,
    /// What happens, phase by phase.
    pub run: Verified<StickRun>,
}

/// What slowly driven bodies bring about.
#[derive(Debug, Clone, PartialEq)]
pub struct Manipulation {
    /// What the proofs speak of: of a stick on two fingers as it begins.
    pub problem: SlowProblem,
    /// Every mode that some twist has.
    pub modes: Vec<BalancedMode>,
    /// Impossible modes that stand for every other; none where there are too many to show it.
    pub impossible: Option<Vec<ModeProof>>,
    /// A stick on two fingers in time, where it is what is asked about.
    pub stick: Option<StickInTime>,
}

impl Manipulation {
    /// The modes in which forces balance, as they are written.
    pub fn balanced(&self) -> Vec<&str> {
        let balanced = self.modes.iter().filter(|one| one.is_balanced());
        balanced.map(|one| one.mode.text.as_str()).collect()
    }
}

/// Which of the listed modes balance, and what becomes of the stick.
///
/// # Errors
/// A proof that was not accepted: a defect of this library.
pub fn manipulation(
    problem: SlowProblem,
    listed: Vec<Mode>,
    stick: Option<&MeterStick>,
) -> Result<Manipulation, Refused> {
    for mode in &listed {
        witnessed(&problem.modes, mode).map_err(Refused)?;
    }
    let impossible = complete(&problem.modes, false, &listed).map_err(Refused)?;
    let judged = |mode| Ok(BalancedMode { proof: balance(&problem, &mode)?, mode });
    let modes = listed.into_iter().map(judged).collect::<Result<_, Refusal>>().map_err(Refused)?;
    let run = |stick: &MeterStick| Ok(StickInTime { stick: stick.clone(), run: stick_run(stick)? });
    let stick = stick.map(run).transpose().map_err(Refused)?;
    Ok(Manipulation { problem, modes, impossible, stick })
}

/// The scene as it moves now: a driven body that follows a trajectory has its velocity.
pub fn driven_now(scene: &Scene<Planar>) -> Scene<Planar> {
    let mut now = scene.clone();
    for body in now.bodies.iter_mut().filter(|body| body.role == Role::Driven) {
        body.twist = body.driven_motion().0;
    }
    now
}

/// The scene that is meant, as it moves now: the stick's, where there is one.
///
/// # Errors
/// It has bodies and a stick.
pub fn meant(scene: &Scene<Planar>) -> Result<Cow<'_, Scene<Planar>>, Vec<Misfit>> {
    match &scene.meter_stick {
        Some(_) if !scene.bodies.is_empty() => {
            let message = "the scene has bodies and a `meter_stick`";
            let help = "ask about one of them: leave the other out";
            Err(vec![Misfit::new("conflict", &["meter_stick"], message, help)])
        }
        Some(stick) => Ok(Cow::Owned(stick_scene(stick))),
        None => Ok(Cow::Owned(driven_now(scene))),
    }
}

/// The problem of a scene whose driven bodies have their velocities, or everything that stands against it.
///
/// # Errors
/// Nothing is free, a body has no mass, a contact has a force or a limit of its own.
pub fn slow_problem(scene: &Scene<Planar>) -> Result<SlowProblem, Vec<Misfit>> {
    let mut misfits = Vec::new();
    if scene.free_bodies().next().is_none() {
        let help = "leave `role` out of the body that is handled";
        misfits.push(Misfit::new("no-free-body", &["bodies"], "no body is free to be handled", help));
    }
    let heavy = scene.gravity.iter().any(|entry| !entry.is_zero());
    for (_, body) in scene.free_bodies().filter(|_| heavy) {
        if body.mass.is_none() && body.mass_matrix.is_none() {
            misfits.push(without_mass(body, "mass", "so its weight is not known"));
        }
    }
    misfits.extend(scene.contacts.iter().flat_map(|contact| own_law(contact, "quasistatic")));
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let friction = |contact: &Contact<Planar>| SlowFriction {
        at_rest: contact.friction.at_rest.clone(),
        sliding: contact.friction.sliding.clone(),
    };
    let loads = scene.free_bodies().map(|(_, body)| (body.name.clone(), load(scene, body).to_vec()));
    Ok(SlowProblem {
        modes: mode_problem(scene),
        friction: scene.contacts.iter().map(friction).collect(),
        loads: loads.collect(),
    })
}

/// What a contact says that edges of a cone do not know.
pub(super) fn own_law(
    contact: &Contact<Planar>,
    question: &'static str,
) -> impl Iterator<Item = Misfit> + use<> {
    let given = [(contact.force.is_some(), "force"), (contact.limit.is_some(), "limit")];
    let id = contact.id.clone();
    given.into_iter().filter(|(given, _)| *given).map(move |(_, key)| {
        let message = format!("`{question}` does not take the {key} of contact \"{id}\"");
        Misfit::new("contact", &["contacts", &id, key], message, format!("leave `{key}` out"))
    })
}

/// Whether a listed mode balances the loads, by a proof that its checker accepted.
///
/// ```
/// use stiction_modes::modes::{MOST, modes};
/// use stiction_modes::slow::{balance, slow_problem};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// use stiction_proof::slow::SlowProof;
///
/// // A foot below the centre carries the weight where it sticks, and without friction where it slides too.
/// let mut scene = Scene::<Planar>::new()
///     .with_body(Body::new("part").with_com([0, 1]).with_mass(2))
///     .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]));
/// scene.gravity = [0.into(), (-10).into()];
/// let problem = slow_problem(&scene).unwrap();
/// for mode in modes(&scene, false, MOST).unwrap().iter() {
///     let balanced = matches!(balance(&problem, &mode).unwrap().proof(), SlowProof::Balanced { .. });
///     assert_eq!(balanced, mode.text != "s");
/// }
/// ```
///
/// # Errors
/// The checker refuses it: a defect of this library.
pub fn balance(problem: &SlowProblem, mode: &Mode) -> Result<Verified<SlowProof>, Refusal> {
    let letters: Vec<String> = mode.text.chars().map(String::from).collect();
    let mut edges: Vec<(usize, [Rational; 2])> = Vec::new();
    for (index, letter) in letters.iter().enumerate() {
        let own = problem.edges(index, letter).ok_or_else(|| Refusal::Label(letter.clone()))?;
        edges.extend(own.into_iter().map(|edge| (index, edge)));
    }
    let columns: Vec<Vec<Rational>> =
        edges.iter().map(|(index, edge)| column(problem, *index, edge)).collect();
    let wanted: Vec<Rational> = freely(problem, &problem.loads).into_iter().map(|entry| -entry).collect();
    let proof = match farkas(&columns, &wanted, &[]) {
        Ok(multiples) => {
            let mut forces = vec![[Rational::zero(), Rational::zero()]; letters.len()];
            for ((index, edge), multiple) in edges.iter().zip(&multiples) {
                forces[*index].iter_mut().zip(edge).for_each(|(sum, part)| *sum += &(multiple * part));
            }
            SlowProof::Balanced { mode: mode.text.clone(), forces }
        }
        // y·edge ≥ 0 and y·(−w) < 0.
        Err(separating) => {
            SlowProof::Unbalanced { mode: mode.text.clone(), twists: whole(problem, &separating) }
        }
    };
    problem.check(proof)
}

/// The wrenches of an edge on all bodies, in their freedoms.
fn column(problem: &SlowProblem, contact: usize, edge: &[Rational; 2]) -> Vec<Rational> {
    let contact = &problem.modes.contacts[contact];
    let mut wrenches: ByBody =
        problem.loads.keys().map(|name| (name.clone(), vec![Rational::zero(); 3])).collect();
    for (row, multiple) in std::iter::once(&contact.normal).chain(&contact.tangents).zip(edge) {
        for (name, part) in &row.parts {
            let sums = wrenches.get_mut(name).into_iter().flatten();
            sums.zip(part).for_each(|(sum, part)| *sum += &(multiple * part));
        }
    }
    freely(problem, &wrenches)
}

/// The components that bodies may make, in the order of the problem.
fn freely(problem: &SlowProblem, vectors: &ByBody) -> Vec<Rational> {
    let own = |body: &stiction_proof::MovingBody| {
        let entries = vectors.get(&body.name).cloned().unwrap_or_default().into_iter();
        entries.zip(body.freedoms.clone()).filter(|(_, free)| *free).map(|(entry, _)| entry)
    };
    problem.modes.bodies.iter().flat_map(own).collect()
}

/// The same with zeros where a body has no freedom.
fn whole(problem: &SlowProblem, entries: &[Rational]) -> ByBody {
    let mut entries = entries.iter();
    let mut next =
        |free: &bool| if *free { entries.next().cloned().unwrap_or_default() } else { Rational::zero() };
    let bodies = problem.modes.bodies.iter();
    bodies.map(|body| (body.name.clone(), body.freedoms.iter().map(&mut next).collect())).collect()
}
