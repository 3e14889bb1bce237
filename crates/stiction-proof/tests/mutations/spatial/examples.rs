//! Small problems in space with a true proof of every sort, each as tight as it can be.

use crate::mutations::examples::{fraction, half, numbers, tiny};
use stiction_proof::{
    FrictionUse, Push, Rational, Refusal, SpatialContact, SpatialProblem, SpatialProof, Vector,
};

/// What the cones of an example are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Round,
    Soft,
    Pyramid,
    SoftPyramid,
    /// Each contact of another kind.
    Mixed,
}

pub const KINDS: [Kind; 5] = [Kind::Round, Kind::Soft, Kind::Pyramid, Kind::SoftPyramid, Kind::Mixed];

impl Kind {
    /// The kind of the contact at this position, never mixed.
    pub fn at(self, index: usize) -> Self {
        if self == Self::Mixed {
            [Self::Soft, Self::SoftPyramid, Self::Round, Self::Pyramid][index % 4]
        } else {
            self
        }
    }
}

pub fn third() -> Rational {
    fraction(1, 3)
}

pub fn times(factor: &Rational, vector: &Vector) -> Vector {
    vector.clone().map(|entry| factor * &entry)
}

/// A contact with μ = 1/2, and γ = 1/3 where it is soft.  The sides of its pyramid look along `side` and square to it.
fn touch(kind: Kind, id: &str, point: [i64; 3], normal: [i64; 3], side: [i64; 3]) -> SpatialContact {
    let mut contact = SpatialContact::new(id, numbers(point), numbers(normal), half());
    if matches!(kind, Kind::Soft | Kind::SoftPyramid) {
        contact.torsion = Some(third());
    }
    if matches!(kind, Kind::Pyramid | Kind::SoftPyramid) {
        let [[a, b, c], [x, y, z]] = [normal, side];
        let other = [b * z - c * y, c * x - a * z, a * y - b * x];
        contact.across = Some([side, other, side.map(|x| -x), other.map(|x| -x)].map(numbers).to_vec());
    }
    contact
}

fn about_origin(contacts: Vec<SpatialContact>) -> SpatialProblem {
    SpatialProblem::new(numbers([0, 0, 0]), contacts)
}

/// Three fingers around a post, at heights in a plane of slope `tilt` that holds the x axis up.
pub fn tripod(kind: Kind, tilt: &Rational) -> SpatialProblem {
    let at = |index: usize, id, [x, y]: [i64; 2]| {
        let mut contact = touch(kind.at(index), id, [x, y, 0], [-x, -y, 0], [0, 0, x.abs()]);
        contact.point[2] = tilt * &Rational::from(x);
        contact
    };
    about_origin(vec![at(0, "front", [2, 0]), at(1, "left", [-1, 1]), at(2, "right", [-1, -1])])
}

/// The forces of a tripod: from each finger to the origin, cancelling.
pub fn inwards(problem: &SpatialProblem) -> Vec<Vector> {
    problem.contacts.iter().map(|contact| contact.point.clone().map(|entry| -entry)).collect()
}

/// Two fingers squeeze a bar along x; the right one is `height` higher in y.
pub fn bar(kind: Kind, height: i64) -> SpatialProblem {
    about_origin(vec![
        touch(kind.at(0), "left", [-1, 0, 0], [1, 0, 0], [0, 1, 0]),
        touch(kind.at(1), "right", [1, height, 0], [-1, 0, 0], [0, 1, 0]),
    ])
}

/// One foot on the floor below the reference.
pub fn foot(kind: Kind) -> SpatialProblem {
    about_origin(vec![touch(kind.at(0), "foot", [0, 0, -1], [0, 0, 1], [1, 0, 0])])
}

/// Twelve fingers without friction hold a cube: a pinwheel about each axis.
pub fn cage() -> SpatialProblem {
    let mut contacts = Vec::new();
    for axis in 0..3 {
        let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
        for [px, py, nx, ny] in [[-2, 1, 1, 0], [2, -1, -1, 0], [1, -2, 0, 1], [-1, 2, 0, -1]] {
            let (mut point, mut normal) = ([0; 3], [0; 3]);
            (point[x], point[y], normal[x], normal[y]) = (px, py, nx, ny);
            let id = format!("{axis}{nx}{ny}");
            contacts.push(SpatialContact::new(&id, numbers(point), numbers(normal), Rational::zero()));
        }
    }
    about_origin(contacts)
}

pub fn force(force: Vector) -> Push {
    Push::Force { force, spin: Rational::zero() }
}

pub fn idle() -> Push {
    force(numbers([0, 0, 0]))
}

/// Multiples of the edges of a pyramid of four sides that make this force, in the middle of all that do, with a
/// moment of zero.  Only for sides that look along two axes square to each other.
pub fn on_edges(contact: &SpatialContact, mu: &Rational, force: &Vector) -> Vec<Rational> {
    let dot = |a: &Vector, b: &Vector| -> Rational { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let part = |d: &Vector| dot(force, d).checked_div(&dot(d, d)).unwrap();
    let across = contact.across.as_ref().unwrap();
    let slips: Vec<Rational> = across.iter().map(|d| part(d).checked_div(mu).unwrap_or_default()).collect();
    let most: Vec<Rational> =
        slips.iter().map(|slip| if slip.is_positive() { slip.clone() } else { Rational::zero() }).collect();
    let soft = contact.torsion.as_ref().is_some_and(Rational::is_positive);
    let count = across.len() + if soft { 2 } else { 0 };
    let rest = part(&contact.normal) - most.iter().cloned().sum::<Rational>();
    let share = rest.checked_div(&Rational::from(count as i64)).unwrap();
    (0..count).map(|edge| most.get(edge).cloned().unwrap_or_default() + &share).collect()
}

/// The push with this force at each contact, with the coefficient that holds there.
pub fn pushes(problem: &SpatialProblem, friction: &FrictionUse, forces: Vec<Vector>) -> Vec<Push> {
    let cones = problem.contacts.iter().zip(problem.coefficients(friction));
    let push =
        |((contact, coefficients), vector): ((&SpatialContact, stiction_proof::Coefficients), Vector)| {
            if contact.across.is_some() {
                Push::Edges { edges: on_edges(contact, &coefficients.friction, &vector) }
            } else {
                force(vector)
            }
        };
    cones.zip(forces).map(push).collect()
}

pub fn closed(forces: Vec<Push>) -> SpatialProof {
    SpatialProof::Closed { friction: FrictionUse::Given, without: vec![], forces }
}

/// The squeeze of the bar along the line between its fingers, of slope 1/2.
pub fn along_the_line() -> Vec<Vector> {
    vec![numbers([2, 1, 0]), numbers([-2, -1, 0])]
}

/// A problem and a true proof about it, for every sort of proof and every kind of cone.
pub fn all() -> Vec<(SpatialProblem, SpatialProof)> {
    KINDS.into_iter().flat_map(of_kind).chain([caged()]).collect()
}

pub fn caged() -> (SpatialProblem, SpatialProof) {
    let cage = cage();
    let forces = cage.contacts.iter().map(|contact| force(contact.normal.clone())).collect();
    (cage, SpatialProof::Closed { friction: FrictionUse::None, without: vec![], forces })
}

fn of_kind(kind: Kind) -> Vec<(SpatialProblem, SpatialProof)> {
    let given = FrictionUse::Given;
    let (level, tilted) = (tripod(kind, &Rational::zero()), tripod(kind, &half()));
    let squeeze = pushes(&level, &given, inwards(&level));
    // The front finger is on the boundary of its cone.
    let tight = pushes(&tilted, &given, inwards(&tilted));
    let line = pushes(&bar(kind, 1), &given, along_the_line());
    let mut examples = vec![
        (level, closed(squeeze)),
        (tilted, SpatialProof::ClosedAbove { mu: half(), forces: tight }),
        (
            foot(kind),
            SpatialProof::Open {
                friction: given.clone(),
                without: vec![],
                twist: numbers([0, 0, 0, 2, 0, 1]),
            },
        ),
        (
            bar(kind, 1),
            SpatialProof::OpenUpTo { mu: half(), twist: [0, 0, 2, 1, 0, 0].map(|x| fraction(x, 2)) },
        ),
        (foot(kind), SpatialProof::NeverClosed { twist: numbers([1, 0, 0, 0, -1, 0]) }),
        (
            foot(kind),
            SpatialProof::Breaks {
                friction: given.clone(),
                twist: [
                    fraction(0, 1),
                    fraction(0, 1),
                    fraction(0, 1),
                    fraction(2, 1),
                    fraction(0, 1),
                    fraction(1, 1) + tiny(),
                ],
            },
        ),
        (bar(kind, 1), SpatialProof::Touching { friction: given.clone(), forces: line.clone() }),
    ];
    // Two fingers close only where one of them is soft.
    if !matches!(kind, Kind::Round | Kind::Pyramid) {
        let straight = bar(kind, 0);
        let forces = pushes(&straight, &given, vec![numbers([1, 0, 0]), numbers([-1, 0, 0])]);
        examples.push((straight, closed(forces)));
        examples.push((bar(kind, 1), SpatialProof::ClosedAbove { mu: half(), forces: line }));
    }
    examples
}

pub fn refusal(problem: &SpatialProblem, proof: SpatialProof) -> Option<Refusal> {
    problem.check(proof).err()
}
