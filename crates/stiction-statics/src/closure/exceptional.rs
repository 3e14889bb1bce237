//! Exceptional contacts: normals that no pins without friction make span, wherever they push along them.
//!
//! ```text
//!     a twist t ≠ 0 with wᵢ·t = 0 for every contact i, both ways                               (1)
//! ```
//!
//! By (1) the wrenches of the contacts lie in a plane through the origin and never positively span.  In the
//! plane the normals of such contacts meet in one point, are parallel, or lie on one line; of a disc they do
//! wherever it is touched.
//!
//! Reference: \[MR 12.1.7\], exceptional objects.

use stiction_exact::vector::cross;
use stiction_geometry::shape::Piece;
use stiction_proof::{NonZero, PlanarProblem, Rational};

/// Why no contacts without friction like these close: a motion that keeps every one of them, to and fro.
#[derive(Debug, Clone, PartialEq)]
pub struct Exceptional {
    /// What is special.
    pub kind: ExceptionalKind,
    /// The motion `[w, vx, vy]` about the reference, its largest entry 1.
    pub motion: [Rational; 3],
}

/// What is special about the normals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExceptionalKind {
    /// The body is a disc: the normals meet in its centre wherever it is touched.
    Disc,
    /// The normals meet in one point.
    Concurrent,
    /// The normals are parallel.
    Parallel,
    /// The normals are all on one line.
    Collinear,
}

impl ExceptionalKind {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Concurrent => "concurrent",
            Self::Parallel => "parallel",
            Self::Collinear => "collinear",
        }
    }
}

/// A motion that keeps every contact both ways, if there is one; a turn rather than a translation.
pub fn exceptional(outline: Option<&Vec<Vec<Piece>>>, problem: &PlanarProblem) -> Option<Exceptional> {
    let pushes: Vec<[Rational; 3]> = problem
        .contacts
        .iter()
        .map(|contact| problem.wrench(contact, &Rational::one(), &Rational::zero()))
        .collect();
    let first = pushes.first()?;
    if let Some(motion) = turn_of_disc(outline, problem).filter(|motion| keeps_all(problem, motion)) {
        return Some(Exceptional { kind: ExceptionalKind::Disc, motion: unit(motion) });
    }
    let crossed = pushes.iter().map(|push| cross(first, push)).find(|line| !is_zero(line));
    let Some(motion) = crossed else {
        // All on one line: turn about a point of it.
        let point = &problem.contacts.first()?.point;
        let motion = unit(turn_about(problem, point));
        return Some(Exceptional { kind: ExceptionalKind::Collinear, motion });
    };
    let kind = if motion[0].is_zero() { ExceptionalKind::Parallel } else { ExceptionalKind::Concurrent };
    keeps_all(problem, &motion).then(|| Exceptional { kind, motion: unit(motion) })
}

fn unit(motion: [Rational; 3]) -> [Rational; 3] {
    let largest = NonZero::largest(&motion);
    motion.map(|entry| entry / &largest)
}

/// Whether a motion keeps every contact.
fn keeps_all(problem: &PlanarProblem, motion: &[Rational; 3]) -> bool {
    !is_zero(motion) && problem.contacts.iter().all(|contact| problem.velocity(contact, motion)[0].is_zero())
}

/// The turn of a disc about its centre: its outline is one arc that ends where it begins.
fn turn_of_disc(outline: Option<&Vec<Vec<Piece>>>, problem: &PlanarProblem) -> Option<[Rational; 3]> {
    let [ring] = &outline?[..] else { return None };
    match &ring[..] {
        [Piece::Arc { from, to, center, .. }] if from == to => Some(turn_about(problem, center)),
        _ => None,
    }
}

fn turn_about(problem: &PlanarProblem, [x, y]: &[Rational; 2]) -> [Rational; 3] {
    [Rational::one(), y - &problem.reference[1], &problem.reference[0] - x]
}

fn is_zero(screw: &[Rational; 3]) -> bool {
    screw.iter().all(Rational::is_zero)
}
