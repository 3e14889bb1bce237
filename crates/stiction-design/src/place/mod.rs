//! Where should the contacts be?
//!
//! Contacts of a coefficient of friction are to be put on the outline of a part, besides those that stay, so that they
//! close and a measure is as good as possible.
//!
//! 1. All placements are boxes of stretches of the outline; the direction in which the hull of all that a box could
//!    give is nearest to the origin bounds every placement in it, or shows that none closes. The most promising box is
//!    cut next (`search`), and what is left is a tree that [`PlaceProblem::check`] walks: a **bound** of the measure
//!    over all placements, or a proof that there is **none**. So "best" is a statement.
//! 2. Placements are improved along the projected gradient of the measure (`climb`), \[MR 12.1.7.4\]; the best of each
//!    choice of edges is put into fractions, decided exactly, and measured again.
//! 3. For one more contact on straight edges the places where it closes are **intervals** with rational ends: a force
//!    with normal part one, `n + τt`, has a wrench that is affine in its place and `τ` together, for `t` is along the
//!    edge. The least and the largest place with forces that cancel are two linear programs, and for a motion that
//!    turns by `w = ±1` or not at all, so are the least and the largest place where nothing resists it.
//! 4. For the least friction that closes, friction is lowered until no placement closes: the last two coefficients are
//!    the best that was found and the bound.
//!
//! References: \[MR 12.1.7.4\], \[MR (12.15)\], Exercises 12.15 and 12.22.

mod climb;
mod field;
mod interval;
mod search;
mod tracks;
mod value;

use field::Field;
use interval::along;
use search::{Candidate, MOST_BOXES, explore};
use stiction_exact::work::going;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Outline;
use stiction_proof::place::{Aim, AlongProof, PlaceProblem, PlaceProof};
use stiction_proof::{FrictionUse, PlanarContact, Proof, Rational, Verified};
use stiction_scene::lower::{ConeModel, Misfit, one_body};
use stiction_scene::scene::{NoAnswer, PlaceSection, Rounding, Scene};
use stiction_scene::{Refused, Verdict};
use stiction_statics::closure::{
    Ball, LeastFriction, Metric, Origin, closure, epsilon_l1, epsilon_linf, least_friction,
};

/// A placement that closes.
#[derive(Debug, Clone, PartialEq)]
pub struct Placement {
    /// The new contacts.
    pub contacts: Vec<PlanarContact>,
    /// The number of the edge that each is on, as the file counts them.
    pub edges: Vec<usize>,
    /// How good it is.
    pub quality: f64,
    /// That it closes.
    pub closed: Verified<Proof>,
}

/// What is known of where contacts may be put.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// What the proofs speak of.
    pub problem: PlaceProblem,
    /// The body that they are put on.
    pub body: usize,
    /// Placements that close and meet every condition, best first.
    pub found: Vec<Placement>,
    /// A bound of the measure over all placements, or that none closes.
    pub bound: Option<Verified<PlaceProof>>,
    /// Of one contact on straight edges, for each track where it closes.
    pub along: Option<Vec<Verified<AlongProof>>>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Placements that are told besides the best.
pub const MOST_ALTERNATIVES: usize = 8;
/// A part of a track is rounded to this many bits.
const BITS: i64 = 26;
/// How often friction is lowered.
const LOWERED: usize = 12;
/// By which part of itself.
const LESS: (i64, u64) = (99, 100);

/// A condition that a placement must meet: the scene with the contacts in it.
pub type Condition<'c> = &'c dyn Fn(&Scene<Planar>) -> Result<bool, NoAnswer>;

/// The problem of a scene with a section, or what stands against it.
pub fn place_problem(
    scene: &Scene<Planar>,
    length: &Rational,
) -> Result<(PlaceProblem, usize, Vec<Rounding>), Vec<Misfit>> {
    let Some(section) = &scene.place else {
        let message = "nothing says how many contacts are to be placed on which body";
        let help = "write [place] with on, contacts and friction";
        return Err(vec![Misfit::new("no-place", &["place"], message, help)]);
    };
    let lowered = one_body(scene, ConeModel::Round)?;
    let name = &scene.bodies[section.on].name;
    if lowered.body != section.on {
        let message = format!("contacts are placed on the free body, and \"{name}\" is none");
        return Err(vec![Misfit::new("no-free-body", &["place", "on"], message, "name the free body")]);
    }
    let Some(outline) = &scene.bodies[section.on].shape else {
        let message = format!("\"{name}\" has no shape to place contacts on");
        return Err(vec![Misfit::new("no-shape", &["bodies", name], message, "give it a shape")]);
    };
    objections(section, outline)?;
    let mut standing = lowered.problem.contacts;
    standing.iter_mut().for_each(|contact| contact.curvature = None);
    let problem = PlaceProblem {
        reference: lowered.problem.reference,
        length: length.clone(),
        standing,
        count: section.contacts,
        friction: section.friction.clone(),
        tracks: tracks::tracks(outline, section),
        spacing: section.spacing.clone(),
        aim: section.measure,
    };
    Ok((problem, lowered.body, lowered.rounded))
}

fn objections(section: &PlaceSection<Planar>, outline: &Outline) -> Result<(), Vec<Misfit>> {
    if matches!(outline, Outline::HalfPlane { .. }) {
        let message = "a half-plane has no edges to place contacts on";
        return Err(vec![Misfit::new("no-shape", &["place", "on"], message, "give the body an outline")]);
    }
    let count = tracks::edge_count(outline);
    let unknown = section.edges.iter().flatten().find(|edge| **edge >= count);
    unknown.map_or(Ok(()), |edge| {
        let message = format!("the outline has {count} edges, and there is no edge {edge}");
        let help = format!("edges are counted from 0 to {}", count - 1);
        Err(vec![Misfit::new("edges", &["place", "edges"], message, help)])
    })
}

/// Places contacts on a planar part.
///
/// # Errors
/// The scene does not fit the question, or a checker refused a proof.
pub fn place(scene: &Scene<Planar>, length: &Rational, condition: Condition<'_>) -> Result<Place, NoAnswer> {
    let (problem, body, rounded) = place_problem(scene, length)?;
    let mut place = Place { problem, body, found: Vec::new(), bound: None, along: None, rounded };
    if let Some(too_few) = too_few(&place.problem) {
        place.bound = Some(too_few);
    } else if place.problem.aim == Aim::LeastFriction {
        place.lower_friction(scene, condition)?;
    } else {
        let explored = explore(&place.problem, &FrictionUse::Given, place.problem.aim, MOST_BOXES);
        place.keep(scene, explored.found, condition)?;
        place.bound = explored.proof.and_then(|proof| place.problem.check(proof).ok());
    }
    if place.problem.count == 1 {
        place.along = along(&place.problem);
    }
    Ok(place)
}

/// Three wrenches or fewer never close.
fn too_few(problem: &PlaceProblem) -> Option<Verified<PlaceProof>> {
    let new =
        |id: &str| PlanarContact::new(id, Default::default(), Default::default(), problem.friction.clone());
    let all = problem.with(&vec![new("new"); problem.count]);
    let edges = all.contacts.iter().map(|contact| if contact.friction.is_zero() { 1 } else { 2 }).sum();
    problem.check(PlaceProof::TooFew { edges }).ok()
}

/// The scene with new contacts, and without the section that asked for them.
pub fn with_contacts(scene: &Scene<Planar>, body: usize, contacts: &[PlanarContact]) -> Scene<Planar> {
    use stiction_scene::scene::{Contact, Party};
    let mut placed = scene.clone();
    placed.place = None;
    for contact in contacts {
        let own = Contact::planar(Party::Body(body), contact.point.clone(), contact.normal.clone());
        placed.contacts.push(own.with_friction(contact.friction.clone()).with_id(contact.id.clone()));
    }
    placed
}

/// A name for a new contact that no other has.
fn free_id(problem: &PlaceProblem, number: usize) -> String {
    let taken = |id: &str| problem.standing.iter().any(|contact| contact.id == id);
    let mut id = format!("placed.{number}");
    while taken(&id) {
        id.push('\'');
    }
    id
}

impl Place {
    /// Puts placements in doubles into fractions, and keeps those that close.
    fn keep(
        &mut self,
        scene: &Scene<Planar>,
        found: Vec<Candidate>,
        condition: Condition<'_>,
    ) -> Result<(), NoAnswer> {
        for (places, _) in found.into_iter().take(4 * MOST_ALTERNATIVES) {
            if self.found.len() > MOST_ALTERNATIVES || going().is_err() {
                break;
            }
            let Some(contacts) = self.exactly(&places) else { continue };
            if let Some(placement) = self.judged(contacts)?
                && condition(&with_contacts(scene, self.body, &placement.contacts))?
            {
                self.found.push(placement);
            }
        }
        let less = self.problem.aim == Aim::LeastFriction;
        let order = |a: &Placement, b: &Placement| {
            let order = a.quality.total_cmp(&b.quality);
            if less { order } else { order.reverse() }
        };
        self.found.sort_by(order);
        Ok(())
    }

    /// The contacts at places in doubles.
    fn exactly(&self, places: &[f64]) -> Option<Vec<PlanarContact>> {
        let unit = Rational::power_of_two(BITS);
        let mut contacts = Vec::new();
        for (index, place) in places.iter().enumerate() {
            let track = (place.floor() as usize).min(self.problem.tracks.len().checked_sub(1)?);
            let part = ((place - track as f64) * f64::from(1_u32 << BITS)).round();
            let part = Rational::from_f64(part)?.checked_div(&unit)?;
            let one = Rational::one();
            let part = if part > one {
                one
            } else if part.is_negative() {
                Rational::zero()
            } else {
                part
            };
            contacts.push(self.problem.contact(&free_id(&self.problem, index + 1), track, &part)?);
        }
        self.problem.allows(&contacts).then_some(contacts)
    }

    /// The numbers of the edges that contacts are on.
    fn edges_of(&self, contacts: &[PlanarContact]) -> Vec<usize> {
        let of = |contact: &PlanarContact| {
            let on = self.problem.tracks.iter().find(|track| track.carries(&contact.point, &contact.normal));
            on.map_or(0, |track| track.edge)
        };
        contacts.iter().map(of).collect()
    }

    /// A placement with its measure, if it closes.
    fn judged(&self, contacts: Vec<PlanarContact>) -> Result<Option<Placement>, Refused> {
        let whole = self.problem.with(&contacts);
        let Verdict::Yes(closed) = closure(&whole, &FrictionUse::Given)?.into() else { return Ok(None) };
        let Some(quality) = measured(&self.problem, &contacts)? else { return Ok(None) };
        Ok(Some(Placement { edges: self.edges_of(&contacts), contacts, quality, closed }))
    }

    /// A placement of a report, with its proof.
    ///
    /// # Errors
    /// The contacts are not where they may be, do not close by this proof, or cannot be measured.
    pub fn again(
        problem: &PlaceProblem,
        contacts: Vec<PlanarContact>,
        proof: Proof,
    ) -> Result<Placement, String> {
        if !problem.allows(&contacts) {
            return Err("contacts are not where they may be".to_owned());
        }
        let told = matches!(&proof, Proof::Closed { friction: FrictionUse::Given, without, .. } if without.is_empty());
        let closed = problem.with(&contacts).check(proof).map_err(|refusal| refusal.to_string())?;
        if !told {
            return Err("the proof is of another statement".to_owned());
        }
        let quality = measured(problem, &contacts).map_err(|refused| refused.to_string())?;
        let quality = quality.ok_or("its measure is not found")?;
        let place = Self {
            problem: problem.clone(),
            body: 0,
            found: Vec::new(),
            bound: None,
            along: None,
            rounded: Vec::new(),
        };
        Ok(Placement { edges: place.edges_of(&contacts), contacts, quality, closed })
    }

    /// Lowers friction until nothing closes.
    fn lower_friction(&mut self, scene: &Scene<Planar>, condition: Condition<'_>) -> Result<(), NoAnswer> {
        let mut mu = self.problem.friction.clone();
        let mut use_of = FrictionUse::Given;
        for round in 0..LOWERED {
            if going().is_err() {
                break;
            }
            let explored = explore(&self.problem, &use_of, Aim::EpsilonL1, MOST_BOXES / 2);
            let before = self.found.first().map(|best| best.quality);
            self.keep(scene, explored.found, condition)?;
            if let Some(proof @ PlaceProof::Never { .. }) = explored.proof {
                self.bound = self.problem.check(proof).ok();
                break;
            }
            let Some(best) = self.found.first().map(|best| best.quality) else { break };
            // With no better one by an eighth of a hundredth it is time to show that there is none.
            let settled = round > 0 && before.is_some_and(|before| best > before * 0.999);
            let (part, whole) = if settled { LESS } else { (999, 1000) };
            let next = Rational::from_f64(best).unwrap_or_default() * Rational::new(part, whole);
            if next >= mu || !next.is_positive() {
                break;
            }
            mu = next;
            use_of = FrictionUse::Common(mu.clone());
        }
        self.found.truncate(MOST_ALTERNATIVES + 1);
        Ok(())
    }

    /// The bound as a number: of the least friction from below, of the others from above.
    pub fn bound(&self) -> Option<Rational> {
        match self.bound.as_ref()?.proof() {
            PlaceProof::AtMost { bound, .. } => Some(bound.clone()),
            PlaceProof::Never { friction: FrictionUse::Common(mu), .. } => Some(mu.clone()),
            _ => None,
        }
    }

    /// Whether no placement closes.
    pub fn is_never(&self) -> bool {
        let never = |proof: &PlaceProof| match proof {
            PlaceProof::Never { friction, .. } => *friction == FrictionUse::Given,
            PlaceProof::TooFew { .. } => true,
            PlaceProof::AtMost { .. } => false,
        };
        let nowhere = |all: &Vec<Verified<AlongProof>>| {
            all.iter().all(|one| matches!(one.proof(), AlongProof::Nowhere { .. }))
        };
        self.bound.as_ref().is_some_and(|proof| never(proof.proof()))
            || self.along.as_ref().is_some_and(nowhere)
    }
}

/// The measure of contacts that close.
fn measured(problem: &PlaceProblem, contacts: &[PlanarContact]) -> Result<Option<f64>, Refused> {
    let whole = problem.with(contacts);
    let metric = Metric { length: problem.length.to_f64() };
    let given = FrictionUse::Given;
    let ball = Ball::new(&given, metric, Origin::Inside);
    Ok(match problem.aim {
        Aim::EpsilonL1 | Aim::Margin => epsilon_l1(&whole, &ball).ok(),
        Aim::EpsilonLinf => epsilon_linf(&whole, &ball).ok(),
        Aim::LeastFriction => match least_friction(&whole)? {
            LeastFriction::Between(bracket) => Some(bracket.upper.0.to_f64()),
            LeastFriction::None(_) => Some(0.0),
            _ => None,
        },
    })
}

/// How good one more contact is along the outline, in doubles: `(point, value)`, for a picture.
pub fn heat(problem: &PlaceProblem, samples: usize) -> Vec<([f64; 2], f64)> {
    let one = PlaceProblem { count: 1, ..problem.clone() };
    let aim = if problem.aim == Aim::LeastFriction { Aim::EpsilonL1 } else { problem.aim };
    let field = Field::new(&one, &FrictionUse::Given);
    let tracks = field.tracks();
    let at = |k: usize| {
        let place = (k as f64 + 0.5) / samples as f64 * tracks as f64;
        (field.spot(place).0, value::value(&field, aim, &[place]))
    };
    (0..if tracks == 0 { 0 } else { samples }).map(at).collect()
}
