//! Motions that contacts allow: the cone, or with driven bodies the polyhedron, of the composite twists of the free
//! bodies.
//!
//! ```text
//!     Fᵢ·V ≥ −cᵢ                      impenetrability, cᵢ from driven bodies                               (1)
//!     Fᵢ·V = −cᵢ, and along tangents  where the contact rolls                                             (2)
//! ```
//!
//! In the plane the cone of one body is a region of signed centres of rotation ([`centres`]), whose parts have the
//! letters of a contact mode ([`regions`]); curvatures tell what a motion that keeps a contact does to it at second
//! order.
//!
//! References: \[MR 12.1.3\], \[MR 12.1.4\], \[MR 12.1.5\], \[MR 12.1.6\].
//!
//! One contact is \[MR Example 12.2\], \[MR (12.9)\] to \[MR (12.12)\]; lines and areas of contact are sets
//! of points, \[MR Fig. 12.6\].

pub mod centres;
pub mod regions;
mod second_order;
mod sector;

pub use second_order::{Bending, second_order};

use super::forms::{Described, describe};
use stiction_exact::linear::farkas;
use stiction_geometry::screw::{Planar, Space, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::{
    ConeForms, ConeRow, FormsRefusal, Mixture, MotionContact, MotionProblem, MotionRow, NonZero,
    PlanarProblem, PolyhedronForms, Rational, Refusal, RowsProof,
};
use stiction_scene::Refused;
use stiction_scene::lower::{ConeModel, Misfit, one_body};
use stiction_scene::mode::{ContactRows, Kinematics, Label, Row};
use stiction_scene::scene::{ContactModel, Role, Scene};

/// The set of motions.
#[derive(Debug, Clone, PartialEq)]
pub enum Motions {
    /// A cone or a polyhedron.
    Set {
        /// In both forms.
        forms: Box<PolyhedronForms>,
        /// That they are those of the contacts.
        proof: RowsProof,
    },
    /// Driven bodies leave none.
    Empty(Mixture),
}

impl Motions {
    /// How many ways can be gone both ways, and how many at all: the dimensions of the lines and of the set.
    pub fn freedoms(&self, dimension: usize) -> Option<[usize; 2]> {
        match self {
            Self::Set { forms, .. } => Some([forms.lines.len(), dimension - forms.equalities.len()]),
            Self::Empty(_) => None,
        }
    }
}

/// The motions that the contacts of a problem allow.
///
/// ```
/// use stiction_modes::motions::{Motions, motion_problem, motions};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// // A part on a floor of two points slides along it.
/// let scene = Scene::<Planar>::new()
///     .with_body(Body::new("part"))
///     .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]))
///     .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
/// let problem = motion_problem(&scene).unwrap();
/// let Motions::Set { forms, .. } = motions(&problem).unwrap() else { panic!() };
/// assert_eq!((forms.rays.len(), forms.lines.len()), (2, 1));
/// ```
///
/// # Errors
/// A proof that was not accepted: a defect of this library.
pub fn motions(problem: &MotionProblem) -> Result<Motions, Refused> {
    let refused = |refusal| Refused(Refusal::Forms(refusal));
    if !problem.is_well_formed() {
        return Err(refused(FormsRefusal::Length));
    }
    if problem.is_homogeneous() {
        let Described { forms, proof, .. } = describe(problem.dimension(), &problem.rows(false))?;
        return Ok(Motions::Set { forms: Box::new(conic(forms, problem.dimension())), proof });
    }
    let rows = problem.rows(true);
    let described = describe(problem.dimension() + 1, &rows)?;
    if described.forms.rays.iter().all(|ray| ray[0].is_zero()) {
        let proof = emptiness(&rows);
        problem.check_empty(&proof).map_err(refused)?;
        return Ok(Motions::Empty(proof));
    }
    let (forms, proof) = below(described);
    problem.check(&forms, &proof).map_err(refused)?;
    Ok(Motions::Set { forms: Box::new(forms), proof })
}

/// A cone as a polyhedron with one vertex.
fn conic(forms: ConeForms, dimension: usize) -> PolyhedronForms {
    let ConeForms { rays, lines, normals, equalities } = forms;
    PolyhedronForms {
        vertices: vec![vec![Rational::zero(); dimension]],
        offsets: vec![Rational::zero(); normals.len()],
        equality_offsets: vec![Rational::zero(); equalities.len()],
        rays,
        lines,
        normals,
        equalities,
    }
}

/// The polyhedron under a cone over it, with `1 ≥ 0` as the last normal of the cone whether or not it bounds it.
fn below(described: Described) -> (PolyhedronForms, RowsProof) {
    let Described { forms, mut proof, .. } = described;
    let ConeForms { rays, lines, mut normals, equalities } = forms;
    let last = proof.rows.len() - 1;
    let unit = |at: usize| Mixture { rows: vec![(at, Rational::one())], equalities: Vec::new() };
    let at_infinity = normals.iter().position(|normal| {
        let product = |ray: &Vec<Rational>| normal.iter().zip(ray).map(|(a, b)| a * b).sum::<Rational>();
        rays.iter().filter(|ray| !ray[0].is_zero()).all(|ray| product(ray).is_positive())
    });
    if let Some(facet) = at_infinity {
        // `time = weight·normal + rest`, so that the facet's normal can be written with time instead.
        let time = proof.rows[last].clone();
        let weight = time.rows.first().and_then(|(_, weight)| NonZero::new(weight.clone()));
        let weight = weight.unwrap_or_else(NonZero::one);
        normals.remove(facet);
        proof.normals.remove(facet);
        for mixture in &mut proof.rows {
            replace(mixture, facet, normals.len(), &weight, &time.equalities);
        }
    }
    proof.rows[last] = unit(normals.len());
    proof.normals.push(unit(last));
    let split = |rows: Vec<Vec<Rational>>| -> (Vec<Vec<Rational>>, Vec<Rational>) {
        rows.into_iter().map(|row| (row[1..].to_vec(), -&row[0])).unzip()
    };
    let over = |ray: &Vec<Rational>| {
        let first = NonZero::new(ray[0].clone())?;
        Some(ray[1..].iter().map(|entry| entry / &first).collect())
    };
    let tail = |row: &Vec<Rational>| row[1..].to_vec();
    let (normals, offsets) = split(normals);
    let (equalities, equality_offsets) = split(equalities);
    let mut vertices: Vec<Vec<Rational>> = rays.iter().filter_map(over).collect();
    vertices.sort();
    let forms = PolyhedronForms {
        vertices,
        rays: rays.iter().filter(|ray| ray[0].is_zero()).map(tail).collect(),
        lines: lines.iter().map(tail).collect(),
        normals,
        offsets,
        equalities,
        equality_offsets,
    };
    (forms, proof)
}

/// Writes a facet's multiple with the row that is `weight` times it, but for the rest, at another place.
fn replace(mixture: &mut Mixture, facet: usize, place: usize, weight: &NonZero, rest: &[(usize, Rational)]) {
    let mut further = Vec::new();
    for (at, multiple) in &mut mixture.rows {
        if *at == facet {
            *at = place;
            *multiple = &*multiple / weight;
            further.extend(rest.iter().map(|(equality, factor)| (*equality, -(factor * &*multiple))));
        } else if *at > facet {
            *at -= 1;
        }
    }
    mixture.equalities.extend(further);
}

/// Multiples of the rows that add up to −1.
fn emptiness(rows: &[(Option<usize>, ConeRow)]) -> Mixture {
    let mut columns = Vec::new();
    let mut names = Vec::new();
    for (at, (_, row)) in rows.iter().enumerate() {
        columns.push(row.row.clone());
        names.push((at, false));
        if row.equality {
            columns.push(row.row.iter().map(|entry| -entry).collect());
            names.push((at, true));
        }
    }
    let length = rows.first().map_or(1, |(_, row)| row.row.len());
    let mut target = vec![Rational::zero(); length];
    target[0] = -Rational::one();
    let weights = farkas(&columns, &target, &[]).unwrap_or_default();
    let used = names.into_iter().zip(weights).filter(|(_, weight)| !weight.is_zero());
    let multiple =
        |((at, turned), weight): ((usize, bool), Rational)| (at, if turned { -weight } else { weight });
    Mixture { rows: used.map(multiple).collect(), equalities: Vec::new() }
}

/// Most rays or facets that a set may be expected to have.
const MOST_RAYS: f64 = 1e5;

/// The plane or space, with how outlines bend where they touch, which tells second-order motions in the plane.
pub trait Outlined: Geometry {
    /// One body among bodies at rest, where the curvature of some contact is known.
    fn outlines(_: &Scene<Self>) -> Option<PlanarProblem> {
        None
    }
}

impl Outlined for Spatial {}

impl Outlined for Planar {
    fn outlines(scene: &Scene<Self>) -> Option<PlanarProblem> {
        let still = scene.bodies.iter().all(|body| body.role != Role::Driven || body.is_at_rest());
        let lowered = one_body(scene, ConeModel::Round).ok().filter(|_| still)?;
        let bends = lowered.problem.contacts.iter().any(|contact| contact.curvature.is_some());
        bends.then_some(lowered.problem)
    }
}

/// The problem of motions of a scene's free bodies.
///
/// # Errors
/// No free body, or so many bodies and contacts that the set could have more rays than can be listed.
pub fn motion_problem<S: Outlined>(scene: &Scene<S>) -> Result<MotionProblem, Vec<Misfit>> {
    let kinematics = Kinematics::new(scene);
    if kinematics.free.is_empty() {
        return Err(vec![Misfit::new(
            "no-free-body",
            &["bodies"],
            "the question is about free bodies, and there is none",
            "leave `role` out of the bodies that the question is about",
        )]);
    }
    let row = |row: &Row<S>| MotionRow { row: kinematics.dense(row), constant: row.constant.clone() };
    let contact = |rows: &ContactRows<S>| MotionContact {
        id: scene.contacts[rows.contact].id.clone(),
        rolls: rows.model != ContactModel::Frictionless,
        normal: row(&rows.normal),
        tangents: rows.tangents.iter().map(row).collect(),
        spin: rows.spin.as_ref().map(row),
    };
    if let Some(misfit) = too_many(&kinematics) {
        return Err(vec![misfit]);
    }
    // What no free body takes part in happens as it is given, whatever the others do: it has one letter, or leaves no
    // motion at all.
    let rest = vec![Rational::zero(); kinematics.dimension()];
    let named = |rows: &ContactRows<S>| (rows.contact, contact(rows));
    let (given, violated): (Vec<_>, Vec<_>) =
        Kinematics::given(scene).iter().map(named).partition(|(_, contact)| contact.allows(&rest));
    let near = scene.contacts.iter().enumerate().filter(|(_, contact)| !contact.is_touching());
    let mut others: Vec<(usize, char)> = near.map(|(at, _)| (at, Label::Unconstrained.letter())).collect();
    others.extend(given.iter().map(|(at, contact)| (*at, regions::letter(contact, &rest))));
    others.sort_unstable();
    let mut contacts: Vec<_> = kinematics.contacts.iter().map(named).chain(violated).collect();
    contacts.sort_by_key(|(at, _)| *at);
    let bodies = || kinematics.free.iter().map(|&body| &scene.bodies[body]);
    Ok(MotionProblem {
        bodies: bodies().map(|body| body.name.clone()).collect(),
        references: bodies().map(|body| body.com.as_ref().to_vec()).collect(),
        frozen: kinematics.frozen().collect(),
        contacts: contacts.into_iter().map(|(_, contact)| contact).collect(),
        others,
        outlines: S::outlines(scene),
    })
}

/// `m` half-spaces of Rⁿ have at most as many rays as the dual of a cyclic polytope \[McMullen\].
fn too_many<S: Space>(kinematics: &Kinematics<S>) -> Option<Misfit> {
    let dimension = kinematics.dimension() - kinematics.frozen().count();
    let contacts =
        kinematics.contacts.iter().filter(|contact| contact.model == ContactModel::Frictionless).count();
    let driven = kinematics.contacts.iter().any(|contact| !contact.normal.constant.is_zero());
    let most = most_rays(dimension + usize::from(driven), contacts + usize::from(driven));
    (most > MOST_RAYS).then(|| {
        let (bodies, contacts) = (kinematics.free.len(), kinematics.contacts.len());
        Misfit::new(
            "too-many",
            &["contacts"],
            format!("the motions of {bodies} bodies at {contacts} contacts may have up to {most:.0e} rays, more than can be listed"),
            "fix bodies with `role = \"fixed\"`, restrict `freedoms`, or leave out contacts",
        )
    })
}

/// Most extreme rays of a cone in Rⁿ with `m` facets; in R³ as many as facets.
fn most_rays(dimension: usize, facets: usize) -> f64 {
    if dimension <= 3 || facets <= dimension {
        return 0.0;
    }
    let choose = |n: usize, k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let (polytope, half) = (dimension - 1, (dimension - 1) / 2);
    if polytope % 2 == 0 {
        choose(facets - half, half) + choose(facets - half - 1, half - 1)
    } else {
        2.0 * choose(facets - half - 1, half)
    }
}
