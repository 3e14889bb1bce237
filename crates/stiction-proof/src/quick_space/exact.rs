//! The same statements about pyramids in rationals, for what doubles leave open.
//!
//! The edges are the doubles that [`Frame::force`] computes, taken as exact numbers, so this is about the very
//! problem that [`super::check`] is about, and leaves nothing undecided.
//!
//! References: \[Stiemke\].

use super::{Frame, Pyramid};
use crate::Rational;
use crate::rank::rank;

/// A proof in rationals about [`edges`].
#[derive(Debug, Clone, PartialEq)]
pub enum ExactSpatialProof {
    /// The contacts close: how hard each edge pushes, all more than zero, so that the wrenches cancel; they span.
    Closed(Vec<Rational>),
    /// The contacts do not close: a twist that no edge resists.
    Open(Box<[Rational; 6]>),
}

impl ExactSpatialProof {
    /// Whether it is a proof that the contacts close.
    pub fn is_closed(&self) -> bool {
        matches!(self, Self::Closed(_))
    }
}

/// The wrenches `[m, f]` of the edges, contact by contact; the two with torsion only where there is some.  None if
/// an edge is not finite, which takes a normal whose components span all exponents of a double.
pub fn edges(frames: &[Frame], pyramid: &Pyramid) -> Option<Vec<[Rational; 6]>> {
    let mut edges = Vec::with_capacity(frames.len() * (pyramid.edges() + 2));
    for frame in frames {
        for direction in pyramid.directions() {
            edges.push(wrench(frame, &frame.force(*direction), 0.0)?);
        }
        if frame.torsion > 0.0 {
            edges.push(wrench(frame, &frame.normal, frame.torsion)?);
            edges.push(wrench(frame, &frame.normal, -frame.torsion)?);
        }
    }
    Some(edges)
}

fn wrench(frame: &Frame, force: &[f64; 3], spin: f64) -> Option<[Rational; 6]> {
    let [[px, py, pz], [nx, ny, nz], [fx, fy, fz]] =
        [exact(&frame.point)?, exact(&frame.normal)?, exact(force)?];
    let spin = Rational::from_f64(spin)?;
    Some([
        &py * &fz - &pz * &fy + &spin * &nx,
        &pz * &fx - &px * &fz + &spin * &ny,
        &px * &fy - &py * &fx + &spin * &nz,
        fx,
        fy,
        fz,
    ])
}

fn exact([x, y, z]: &[f64; 3]) -> Option<[Rational; 3]> {
    Some([Rational::from_f64(*x)?, Rational::from_f64(*y)?, Rational::from_f64(*z)?])
}

/// Whether the proof is one.
pub fn check_exactly(frames: &[Frame], pyramid: &Pyramid, proof: &ExactSpatialProof) -> bool {
    let Some(edges) = edges(frames, pyramid) else { return false };
    match proof {
        ExactSpatialProof::Closed(pushes) => {
            let balances = |row: usize| {
                edges.iter().zip(pushes).map(|(edge, push)| &edge[row] * push).sum::<Rational>().is_zero()
            };
            pushes.len() == edges.len()
                && pushes.iter().all(Rational::is_positive)
                && (0..6).all(balances)
                && rank(&edges) == 6
        }
        ExactSpatialProof::Open(twist) => {
            let power =
                |edge: &[Rational; 6]| edge.iter().zip(twist.iter()).map(|(a, b)| a * b).sum::<Rational>();
            twist.iter().any(|entry| !entry.is_zero()) && edges.iter().all(|edge| !power(edge).is_negative())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quick_space::QuickSpatialContact;

    fn touch(point: [f64; 3], normal: [f64; 3], friction: f64, torsion: f64) -> Frame {
        Frame::of(&QuickSpatialContact { point, normal, friction, torsion }).unwrap()
    }

    #[test]
    fn two_soft_fingers_balance_and_two_hard_ones_leave_a_turn() {
        let pyramid = Pyramid::new(4).unwrap();
        let grip =
            |torsion: f64| [-1.0, 1.0].map(|x| touch([x, 0.0, 0.0], [-x, 0.0, 0.0], 0.5, torsion)).to_vec();
        let squeeze = |edges: usize| ExactSpatialProof::Closed(vec![Rational::one(); edges]);
        // Opposite frames and equal pushes: the edges cancel exactly.
        assert!(check_exactly(&grip(0.25), &pyramid, &squeeze(12)));
        assert!(!check_exactly(&grip(0.25), &pyramid, &squeeze(11)));
        assert!(!check_exactly(&grip(0.0), &pyramid, &squeeze(8)), "they balance and do not span");
        let whole = |twist: [i64; 6]| ExactSpatialProof::Open(Box::new(twist.map(Rational::from)));
        assert!(check_exactly(&grip(0.0), &pyramid, &whole([1, 0, 0, 0, 0, 0])));
        assert!(!check_exactly(&grip(0.25), &pyramid, &whole([1, 0, 0, 0, 0, 0])));
        assert!(!check_exactly(&grip(0.0), &pyramid, &whole([0, 0, 0, 0, 1, 0])));
        assert!(!check_exactly(&grip(0.0), &pyramid, &whole([0; 6])));
    }
}
