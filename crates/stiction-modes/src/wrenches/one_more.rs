//! Where on the outline does one more frictionless finger complete force closure?
//!
//! Let `C` be the cone of what the contacts push with.  A wrench `F` completes it exactly when
//!
//! ```text
//!     C + {sF : s ≥ 0} = R³     ⟺     −F ∈ int C                                                              (1)
//! ```
//!
//! for a plane with all of `C` on one side, `y·C ≥ 0`, has `F` on the other side, `y·F < 0`, for every such
//! `y ≠ 0`; a cone without inside is completed by no single wrench.  So the places are those of [`push`] with
//! the open cone `−int C`.
//!
//! Along a straight piece the wrench of a finger is linear in its place, on an arc in its direction from the
//! centre, and `−int C` is convex: between two places that close all places close.  Each stretch is shown by
//! both verdicts at its ends and just within them, each with its proof.  On an arc the finger that is proved
//! about pushes along the same line at the centre.
//!
//! References: \[BT 6\] for Figure 4b; \[MR 12.1.7\], Exercise 12.15b.

use super::push::{Along, End, Finger, Stretch, push};
use stiction_geometry::cone::{Cone, ConeFault, OpenCone, Rows, Union};
use stiction_geometry::shape::{Piece, Turn};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational, Verified};
use stiction_scene::contact::edges;
use stiction_scene::{Decision, Refused};
use stiction_statics::closure::closure;

type Pair = [Rational; 2];

/// A stretch of the outline on which one more finger closes.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// The part of the outline.
    pub stretch: Stretch,
    /// At its first end, just within it, just within the other end and at that end: whether the finger closes
    /// there, and why.
    pub shown: Vec<OneMoreFinger>,
}

/// One more finger somewhere, and what becomes of closure.
#[derive(Debug, Clone, PartialEq)]
pub struct OneMoreFinger {
    /// Its place along the piece.
    pub at: Along,
    /// The finger; on an arc at its centre.
    pub finger: PlanarContact,
    /// A proof that the contacts with it close, or that they do not.
    pub proof: Verified,
}

/// How near to the ends of a stretch it is shown that fingers close: this part of it.
const NEAR: u64 = 1 << 20;

/// The wrenches that complete closure, equation (1); the whole space where the contacts close already.
pub fn completing(problem: &PlanarProblem) -> Result<Union, ConeFault> {
    let opposite: Vec<[Rational; 3]> =
        edges(problem, &FrictionUse::Given).into_iter().map(|edge| edge.wrench.map(|entry| -entry)).collect();
    let cone = Cone::from_generators(&Rows::from_rationals(3, &opposite)?, &Rows::none(3))?;
    if !cone.equalities().is_empty() {
        return Ok(Union::empty(3));
    }
    Ok(Union::from(OpenCone::relative_interior(cone)))
}

/// The stretches of an outline's rings on which one more finger completes closure.
///
/// # Errors
/// Nothing that planar wrenches can lead to.
pub fn completing_places(problem: &PlanarProblem, rings: &[Vec<Piece>]) -> Result<Vec<Stretch>, ConeFault> {
    push(rings, &problem.reference, &completing(problem)?, &Finger::default())
}

/// The stretches of an outline's rings on which one more frictionless finger completes closure, with proofs.
///
/// # Errors
/// A proof that the checker refused: a defect of this library.
///
/// ```
/// use stiction_modes::wrenches::{one_more, rings};
/// use stiction_geometry::shape::Outline;
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let finger = |id: &str, p: [i64; 2], n: [i64; 2]| {
///     PlanarContact::new(id, whole(p[0], p[1]), whole(n[0], n[1]), Rational::zero())
/// };
/// // A square of side 4, held at its left, its bottom and its right side.
/// let corners = [[0, 0], [4, 0], [4, 4], [0, 4]].map(|[x, y]| whole(x, y)).to_vec();
/// let square = rings(&Outline::Polygon { outer: corners, holes: Vec::new() });
/// let [left, low] = [finger("left", [0, 3], [1, 0]), finger("low", [2, 0], [0, 1])];
/// let right = finger("right", [4, 1], [-1, 0]);
/// let held = PlanarProblem::new(whole(2, 2), vec![left, low, right]);
/// // From above, left of the middle: it turns against the pair of the sides.
/// let found = one_more(&held, &square)?;
/// let place = &found[0].stretch;
/// assert_eq!((found.len(), place.from.point, place.to.point), (1, [2.0, 4.0], [0.0, 4.0]));
/// # Ok::<(), stiction_scene::Refused>(())
/// ```
pub fn one_more(problem: &PlanarProblem, rings: &[Vec<Piece>]) -> Result<Vec<Completion>, Refused> {
    let shape = |_: ConeFault| Refused(stiction_proof::Refusal::Shape);
    let set = completing(problem).map_err(shape)?;
    let stretches = completing_places(problem, rings).map_err(shape)?;
    let mut found = Vec::new();
    for stretch in stretches {
        let piece = &rings[stretch.ring][stretch.piece];
        let shown = places(problem, piece, &stretch, &set)
            .into_iter()
            .filter_map(|at| Some((finger_at(piece, &at)?, at)))
            .map(|(finger, at)| shown(problem, finger, at))
            .collect::<Result<_, _>>()?;
        found.push(Completion { stretch, shown });
    }
    Ok(found)
}

/// The contacts with one more finger.
pub fn with_finger(problem: &PlanarProblem, finger: &PlanarContact) -> PlanarProblem {
    let mut more = problem.clone();
    more.contacts.push(finger.clone());
    more
}

fn shown(problem: &PlanarProblem, finger: PlanarContact, at: Along) -> Result<OneMoreFinger, Refused> {
    let proof = match closure(&with_finger(problem, &finger), &FrictionUse::Given)? {
        Decision::Yes(proof) | Decision::No(proof) => proof,
    };
    Ok(OneMoreFinger { at, finger, proof })
}

fn finger(point: Pair, normal: Pair) -> PlanarContact {
    PlanarContact::new("one more", point, normal, Rational::zero())
}

/// The finger at a place of a piece; none where the place is of another kind of piece.
pub fn finger_at(piece: &Piece, at: &Along) -> Option<PlanarContact> {
    match (piece, at) {
        (Piece::Segment { from, to }, Along::Part(part)) => {
            let along: Pair = std::array::from_fn(|i| &to[i] - &from[i]);
            let point = std::array::from_fn(|i| &from[i] + &(part * &along[i]));
            let [x, y] = along;
            Some(finger(point, [-y, x]))
        }
        (Piece::Arc { center, turn, .. }, Along::Direction(way)) => {
            let inward = |entry: &Rational| if *turn == Turn::Left { -entry } else { entry.clone() };
            Some(finger(center.clone(), way.each_ref().map(inward)))
        }
        _ => None,
    }
}

/// At the ends of a stretch, and just within them.
fn places(problem: &PlanarProblem, piece: &Piece, stretch: &Stretch, set: &Union) -> Vec<Along> {
    let Stretch { from, to, .. } = stretch;
    match within(problem, piece, from, to, set) {
        Some([near, far]) => vec![from.at.clone(), near, far, to.at.clone()],
        None => vec![from.at.clone(), to.at.clone()],
    }
}

/// Two places just within the ends of a stretch.
fn within(problem: &PlanarProblem, piece: &Piece, from: &End, to: &End, set: &Union) -> Option<[Along; 2]> {
    match (&from.at, &to.at) {
        (Along::Part(from), Along::Part(to)) => {
            let step = (to - from) * Rational::new(1, NEAR);
            Some([Along::Part(from + &step), Along::Part(to - &step)])
        }
        (Along::Direction(from), Along::Direction(to)) => {
            // A cone of directions is convex: a long step to an end from any place within is within.
            let across = [-&from[1], from[0].clone()];
            let middles = [
                std::array::from_fn(|i| &from[i] + &to[i]),
                across.clone(),
                across.each_ref().map(|entry| -entry),
            ];
            let closes = |way: &Pair| {
                let finger = finger_at(piece, &Along::Direction(way.clone()));
                finger.is_some_and(|finger| is_in(problem, &finger, set))
            };
            let middle = middles.into_iter().find(closes)?;
            let near = |end: &Pair| {
                let far = Rational::new(NEAR as i64, 1);
                Along::Direction(std::array::from_fn(|i| &far * &end[i] + &middle[i]))
            };
            Some([near(from), near(to)])
        }
        _ => None,
    }
}

fn is_in(problem: &PlanarProblem, finger: &PlanarContact, set: &Union) -> bool {
    let lever: Pair = std::array::from_fn(|i| &finger.point[i] - &problem.reference[i]);
    let [nx, ny] = &finger.normal;
    let moment = &lever[0] * ny - &lever[1] * nx;
    set.contains(&[moment, nx.clone(), ny.clone()]).unwrap_or(false)
}
