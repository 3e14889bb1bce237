//! A peg in a hole in space, by the contacts of the patches in which it touches, pushed slowly.
//!
//! A box that leans in its hole touches along lines, one that does not along areas; a cylinder along lines. Each
//! patch is its corners, and what the corners can push is what the patch can. With their friction cones `Kᵢ` and the
//! wrenches `w(f)` of forces,
//!
//! ```text
//!     wedges   forces fᵢ ∈ Kᵢ, not all zero, have Σ w(fᵢ) = 0: what squeezes the peg stays when the push is gone   (1)
//!     jams     forces fᵢ ∈ Kᵢ have Σ w(fᵢ) = −push: the contacts hold it, however hard it is pushed                (2)
//! ```
//!
//! In the plane (1) is that two friction cones see each other, and (2) that the push is outside the parallelogram of
//! the jamming diagram. Against (1) speaks a motion that breaks every contact (Gordan), against (2) one on which the
//! push does work and which no contact resists (Farkas). Cones grow with friction, so each begins at one factor on
//! all coefficients, which lies between two that are proved.
//!
//! References: \[MR 12.12\], \[Whitney\], \[DY Theorem 2\].

use stiction_exact::vector::dot;
use stiction_geometry::screw::Spatial;
use stiction_proof::{FrictionUse, Rational, SpatialProblem, SpatialProof, Vector};
use stiction_scene::Threshold;
use stiction_scene::bracket::{Bracket, Probe};
use stiction_scene::lower::bodies::load;
use stiction_scene::lower::{ConeModel, Lowered, one_body};
use stiction_scene::scene::Scene;
use stiction_scene::{Refused, Verdict};
use stiction_statics::closure::{BODY, boundary};
use stiction_statics::stand::assembly::{StandProof, stands};

/// A peg by its patches.
#[derive(Debug, Clone, PartialEq)]
pub struct Seated {
    /// The contacts, about the centre of mass.
    pub problem: SpatialProblem,
    /// The push: weight and wrench about the centre of mass.
    pub push: [Rational; 6],
    /// The way it goes in: the sum of the velocities at its contacts.
    pub into: Vector,
}

/// One of (1) and (2): with the given friction, and where it begins.
#[derive(Debug, Clone, PartialEq)]
pub struct PatchLock<P> {
    /// With the given friction.
    pub found: Verdict<P>,
    /// From which factor on.
    pub onset: Threshold<P>,
}

/// Factors up to which locking is looked for.
pub const LARGEST: i64 = 1024;
/// Relative width of a bracket that is narrow enough: round cones are decided by programs in doubles that only propose.
const WIDTH: f64 = 1e-6;

/// The peg that a scene shows: a single free body with all its freedoms that slides, and contacts with friction that
/// face each other, none of which is controlled.
pub fn seated(scene: &Scene<Spatial>, model: ConeModel) -> Option<Seated> {
    let Lowered { body, problem, .. } = one_body(scene, model).ok()?;
    if scene.contacts.iter().any(|contact| contact.force.is_some()) {
        return None;
    }
    let of = &scene.bodies[body];
    let mut into = Vector::default();
    for contact in &problem.contacts {
        let (velocity, _) = problem.velocity(contact, &of.twist);
        into.iter_mut().zip(&velocity).for_each(|(sum, entry)| *sum += entry);
    }
    let slides = into.iter().any(|entry| !entry.is_zero());
    let contacts = &problem.contacts;
    let faces = |one: usize, other: usize| dot(&contacts[one].normal, &contacts[other].normal).is_negative();
    let opposed = (0..contacts.len()).any(|one| (0..one).any(|other| faces(one, other)));
    let rubs = contacts.iter().any(|contact| contact.friction.is_positive());
    (slides && opposed && rubs).then(|| Seated { push: load(scene, of), problem, into })
}

impl Seated {
    /// How far apart contacts are along the way in.
    pub fn depth(&self) -> f64 {
        let along = self.problem.contacts.iter().map(|contact| dot(&contact.point, &self.into));
        let (Some(least), Some(most)) = (along.clone().min(), along.max()) else { return 0.0 };
        (most - least).to_f64() / dot(&self.into, &self.into).to_f64().sqrt()
    }

    /// Whether the push goes in at all: it does work on the way in.
    pub fn pushes_inwards(&self) -> bool {
        dot(&[3, 4, 5].map(|k| self.push[k].clone()), &self.into).is_positive()
    }

    /// (1).
    pub fn wedging(&self) -> Result<PatchLock<SpatialProof>, Refused> {
        held(&|friction| boundary(&self.problem, friction))
    }

    /// (2).
    pub fn jamming(&self) -> Result<PatchLock<StandProof<Spatial>>, Refused> {
        let (body, load) = (self.problem.as_assembly(BODY), [self.push.clone()]);
        held(&|friction| stands::<Spatial>(&body, &load, friction))
    }
}

type Ask<'a, P> = &'a dyn Fn(&FrictionUse) -> Result<Verdict<P>, Refused>;

fn held<P: Clone>(ask: Ask<'_, P>) -> Result<PatchLock<P>, Refused> {
    Ok(PatchLock { found: ask(&FrictionUse::Given)?, onset: onset(ask)? })
}

fn probe<P>(ask: Ask<'_, P>, factor: &Rational) -> Result<Option<Probe<P>>, Refused> {
    Ok(match ask(&FrictionUse::Scaled(factor.clone()))? {
        Verdict::Yes(proof) => Some(Probe::Upper((factor.clone(), proof))),
        Verdict::No(proof) => Some(Probe::Lower((factor.clone(), proof))),
        Verdict::Undecided => None,
    })
}

fn onset<P: Clone>(ask: Ask<'_, P>) -> Result<Threshold<P>, Refused> {
    let lower = match probe(ask, &Rational::zero())? {
        Some(Probe::Lower(end)) => end,
        Some(Probe::Upper((_, proof))) => return Ok(Threshold::None(proof)),
        None => return Ok(Threshold::Undecided),
    };
    let mut bracket: Option<Bracket<P>> = None;
    let (mut lower, mut factor) = (lower, Rational::one());
    while bracket.is_none() && factor <= Rational::from(LARGEST) {
        match probe(ask, &factor)? {
            Some(Probe::Upper(upper)) => bracket = Some(Bracket::new(lower.clone(), upper)),
            Some(Probe::Lower(end)) => lower = end,
            None => {}
        }
        factor = factor * Rational::from(4);
    }
    let Some(bracket) = bracket else {
        let reached = lower.0 == Rational::from(LARGEST);
        return Ok(if reached { Threshold::Never(lower.1) } else { Threshold::Undecided });
    };
    Ok(Threshold::Between(bracket.narrow_while(WIDTH, |factor| probe(ask, factor))?))
}
