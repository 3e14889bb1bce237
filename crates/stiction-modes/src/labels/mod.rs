//! The wrenches that contacts can exert on a body, and their moment labels.
//!
//! ```text
//!     WC = pos{edges of all friction cones}                                                               (1)
//! ```
//!
//! In a mode only some edges are active: both of a contact that sticks or is kept, the one opposed to the slip of a
//! contact that slides, none of one that separates. The moment labels of the cone are the centres of rotation of its
//! dual.
//!
//! References: \[MR 12.2.1\], \[MR 12.2.2\], \[MR 12.2.4\].
//!
//! A box that may slide or tip is \[MR Exercise 12.23\].

mod arrow;

pub use arrow::{Arrow, add_arrows};

use super::forms::{Described, describe_generated};
use super::motions::centres::{Polygon, centres};
use super::motions::regions::triples;
use stiction_exact::Sign;
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::{Coefficients, PlanarProblem, Rational, SpatialContact, SpatialProblem};
use stiction_scene::Refused;
use stiction_scene::lower::{ConeModel, Misfit, Standing, one_body};
use stiction_scene::mode::{Label, ModeFault, SpatialLabel, parse_mode, parse_spatial_mode};
use stiction_scene::scene::{Contact, Rounding, Scene};

/// An active edge of a friction cone.
#[derive(Debug, Clone, PartialEq)]
pub struct ActiveEdge {
    /// Name of the contact; none of a wrench that was given.
    pub contact: Option<String>,
    /// Its wrench about the body's centre of mass, angular first.
    pub wrench: Vec<Rational>,
}

/// The edges of one body's contacts.
#[derive(Debug, Clone, PartialEq)]
pub struct Edges {
    /// Name of the body.
    pub body: String,
    /// About which point moments are taken.
    pub reference: Vec<Rational>,
    /// The active edges, in the order of the file.
    pub edges: Vec<ActiveEdge>,
}

/// Edges, and what was rounded on the way.
pub type EdgesLowered = (Edges, Vec<Rounding>);

/// The plane or space, with the edges of contacts on a body.
pub trait Exerting: Standing {
    /// The edges that are active on a planar body, all of them or those of a mode., in a mode or all of them.
    ///
    /// # Errors
    /// Every misfit at once.
    fn edges(scene: &Scene<Self>, cone: ConeModel, mode: Option<&str>) -> Result<EdgesLowered, Vec<Misfit>>;
}

impl Exerting for Planar {
    fn edges(scene: &Scene<Self>, _: ConeModel, mode: Option<&str>) -> Result<EdgesLowered, Vec<Misfit>> {
        planar_edges(scene, mode)
    }
}

impl Exerting for Spatial {
    fn edges(scene: &Scene<Self>, cone: ConeModel, mode: Option<&str>) -> Result<EdgesLowered, Vec<Misfit>> {
        spatial_edges(scene, cone, mode)
    }
}

/// The edges that are active on a planar body, all of them or those of a mode.
///
/// # Errors
/// Not one free body, or a mode that is none.
pub fn planar_edges(scene: &Scene<Planar>, mode: Option<&str>) -> Result<EdgesLowered, Vec<Misfit>> {
    let lowered = one_body(scene, ConeModel::Round)?;
    let problem = &lowered.problem;
    let letters = mode.map(|mode| letters(scene, mode)).transpose()?;
    let mut edges = Vec::new();
    for (contact, &at) in problem.contacts.iter().zip(&lowered.contacts) {
        let friction = &scene.contacts[at].friction;
        let label = letters.as_ref().map_or(Label::Kept, |letters| letters[at]);
        let rubbing = match label {
            Label::Sticks | Label::Kept if friction.at_rest.is_zero() => vec![Rational::zero()],
            Label::Sticks | Label::Kept => vec![friction.at_rest.clone(), -&friction.at_rest],
            // Friction opposes the slip.
            Label::Left => vec![-&friction.sliding],
            Label::Right => vec![friction.sliding.clone()],
            Label::Separates | Label::Approaches | Label::Unconstrained => Vec::new(),
        };
        for across in rubbing {
            let wrench = problem.wrench(contact, &Rational::one(), &across).to_vec();
            edges.push(ActiveEdge { contact: Some(contact.id.clone()), wrench });
        }
    }
    let PlanarProblem { reference, .. } = problem;
    let body = scene.bodies[lowered.body].name.clone();
    Ok((Edges { body, reference: reference.to_vec(), edges }, lowered.rounded))
}

fn letters(scene: &Scene<Planar>, mode: &str) -> Result<Vec<Label>, Vec<Misfit>> {
    let touching: Vec<bool> = scene.contacts.iter().map(Contact::is_touching).collect();
    parse_mode(mode, &touching).map_err(|faults| faults.into_iter().map(misfit).collect())
}

fn misfit(fault: ModeFault) -> Misfit {
    Misfit::new("mode", &["--mode"], fault.message, fault.help)
}

/// The edges of the pyramids on a body in space, all of them or those of the contacts that a mode keeps.
///
/// # Errors
/// Not one free body, a round cone that rubs, or a mode that is none or in which something slides and rubs.
pub fn spatial_edges(
    scene: &Scene<Spatial>,
    cone: ConeModel,
    mode: Option<&str>,
) -> Result<EdgesLowered, Vec<Misfit>> {
    let lowered = one_body(scene, cone)?;
    let problem = &lowered.problem;
    let (kept, mut misfits) = match mode.map(|mode| kept_in(scene, mode)).transpose() {
        Ok(kept) => (kept.unwrap_or_else(|| vec![true; scene.contacts.len()]), Vec::new()),
        Err(misfits) => (Vec::new(), misfits),
    };
    let contacts = problem.contacts.iter().zip(&lowered.contacts);
    let active: Vec<&SpatialContact> =
        contacts.filter(|(_, at)| kept.get(**at) == Some(&true)).map(|(contact, _)| contact).collect();
    let rubs = |contact: &SpatialContact| contact.friction.is_positive() || contact.torsion.is_some();
    if cone == ConeModel::Round
        && let Some(contact) = active.iter().find(|contact| rubs(contact))
    {
        misfits.push(Misfit::new(
            "round-cone",
            &["contacts", &contact.id, "friction"],
            "a round cone has edges without number, so the wrenches have no list of rays",
            "ask for a pyramid: `--cone inner:8` is inside the cone, `--cone outer:8` around it",
        ));
    }
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let body = scene.bodies[lowered.body].name.clone();
    let reference = problem.reference.to_vec();
    let edges = active.into_iter().flat_map(|contact| contact_edges(problem, contact)).collect();
    Ok((Edges { body, reference, edges }, lowered.rounded))
}

/// Which contacts a mode in space keeps, so that all their edges are active.
fn kept_in(scene: &Scene<Spatial>, mode: &str) -> Result<Vec<bool>, Vec<Misfit>> {
    let count = |contact: &Contact<Spatial>| match contact.tangents.len() {
        0 => 2,
        given => given,
    };
    let contacts: Vec<(bool, usize)> =
        scene.contacts.iter().map(|contact| (contact.is_touching(), count(contact))).collect();
    let labels = parse_spatial_mode(mode, &contacts)
        .map_err(|faults| faults.into_iter().map(misfit).collect::<Vec<_>>())?;
    let slides = |label: &SpatialLabel| matches!(label, SpatialLabel::Slides(signs) if signs.iter().any(|sign| *sign != Sign::Zero));
    let unknown = scene.contacts.iter().zip(&labels).filter(|(contact, label)| {
        slides(label) && (contact.friction.at_rest.is_positive() || contact.soft.is_some())
    });
    let misfits: Vec<Misfit> = unknown
        .map(|(contact, label)| {
            let message = format!(
                "`{label}`: signs do not say which way contact \"{}\" slides, and so not where its friction points",
                contact.id
            );
            Misfit::new("mode", &["--mode"], message, "in space use s, m or zeros for contacts with friction")
        })
        .collect();
    let kept = |label: &SpatialLabel| matches!(label, SpatialLabel::Kept | SpatialLabel::Slides(_));
    if misfits.is_empty() { Ok(labels.iter().map(kept).collect()) } else { Err(misfits) }
}

fn contact_edges(problem: &SpatialProblem, contact: &SpatialContact) -> Vec<ActiveEdge> {
    let coefficients = Coefficients {
        friction: contact.friction.clone(),
        torsion: contact.torsion.clone().unwrap_or_default(),
    };
    let mut pushes = contact.edges(&coefficients);
    if pushes.is_empty() {
        pushes = contact.directions(false, false);
    }
    let wrench = |push: &stiction_proof::Generator| problem.wrench(contact, push).to_vec();
    let edge = |push| ActiveEdge { contact: Some(contact.id.clone()), wrench: wrench(&push) };
    pushes.into_iter().map(edge).collect()
}

/// The cone of wrenches that edges generate, (1).
///
/// # Errors
/// A proof that was not accepted: a defect of this library.
pub fn wrench_cone(dimension: usize, edges: &[ActiveEdge]) -> Result<Described, Refused> {
    let vectors: Vec<(Option<usize>, Vec<Rational>)> =
        edges.iter().enumerate().map(|(at, edge)| (Some(at), edge.wrench.clone())).collect();
    describe_generated(dimension, &vectors)
}

/// The points about which all wrenches of a planar cone have a moment ≥ 0, and those about which all have one ≤ 0;
/// from the normals, once around where there are three or more, and equalities of the cone.
pub fn moment_labels(
    normals: &[Vec<Rational>],
    equalities: &[Vec<Rational>],
    reference: &[Rational; 2],
) -> Option<[Option<Polygon>; 2]> {
    let found = centres(&triples(normals)?, &triples(equalities)?, reference);
    Some([found.plus, found.minus])
}
