//! Natural and artificial constraints of a task: what the contact decides, and what is left to command.
//!
//! Along every wrench `t` of `(Sᶜ)⊥` the contact decides the velocity, `t·v = 0`, and leaves the force to be
//! commanded; along every twist `s` of `Sᶜ` it decides the force, `s·f = 0`, and leaves the motion.  The
//! first of each pair is natural, the second artificial (Mason).  Each is a screw: a line, and a pitch.
//!
//! ```text
//!     twist (ω, v) about P:    axis through P + ω × v/ω² along ω,   pitch ω·v/ω²;   ω = 0: slides along v       (1)
//!     wrench (m, f) about P:   axis through P + f × m/f² along f,   pitch f·m/f²;   f = 0: a moment about m
//! ```
//!
//! References: \[Featherstone Section 2\]; \[Mason\] for natural and artificial.

use super::spatial::{Triple, cross, halves, inner, plus, scaled};
use stiction_proof::Rational;

/// A twist or a wrench as a line with a pitch.
#[derive(Debug, Clone, PartialEq)]
pub enum Axis {
    /// No line: a translation, or a moment.
    Free {
        /// Along which.
        direction: [f64; 3],
    },
    /// About or along a line.
    Line {
        /// Unit direction.
        direction: [f64; 3],
        /// The point of the line nearest to the common one.
        through: [f64; 3],
        /// Metres for each radian, or newton metres for each newton; exactly zero for a pure rotation or force.
        pitch: f64,
    },
    /// The screw of no motion and no force.
    Zero,
}

/// The screw of a twist.
pub fn twist_axis(twist: &[Rational], point: &[Rational]) -> Axis {
    let Some((angular, linear)) = split(twist) else { return Axis::Zero };
    axis(&angular, &linear, &triple(point))
}

/// The screw of a wrench.
pub fn wrench_axis(wrench: &[Rational], point: &[Rational]) -> Axis {
    let Some((moment, force)) = split(wrench) else { return Axis::Zero };
    axis(&force, &moment, &triple(point))
}

fn split(screw: &[Rational]) -> Option<(Triple, Triple)> {
    <[Rational; 6]>::try_from(screw.to_vec()).ok().map(|six| halves(&six))
}

fn triple(point: &[Rational]) -> Triple {
    std::array::from_fn(|k| point.get(k).cloned().unwrap_or_default())
}

/// The line of a bound vector `along` with the free part `free`.
fn axis(along: &Triple, free: &Triple, point: &Triple) -> Axis {
    let square = inner(along, along);
    let Some(inverse) = square.recip() else {
        return match unit(free) {
            Some(direction) => Axis::Free { direction },
            None => Axis::Zero,
        };
    };
    let through = plus(point, &scaled(&cross(along, free), &inverse));
    Axis::Line {
        direction: unit(along).unwrap_or_default(),
        through: through.each_ref().map(Rational::to_f64),
        pitch: (inner(along, free) * inverse).to_f64(),
    }
}

fn unit(vector: &Triple) -> Option<[f64; 3]> {
    let numbers = vector.each_ref().map(Rational::to_f64);
    let length = numbers.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0).then(|| numbers.map(|x| x / length))
}
