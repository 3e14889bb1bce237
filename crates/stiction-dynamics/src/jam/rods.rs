//! The rods of the paper: one that slides on a wall, one between two walls.
//!
//! Coordinates are the centre of mass and the angle, `q = (x, y, θ)`; l is the distance from the centre to an end.
//!
//! References: \[DY 34\], \[DY 37\], \[DY 43\], \[DY 45\], \[DY 48\], \[DY 56\].
//!
//! The rod on one wall is \[DY 33\] to \[DY 35\], its friction \[DY 36\] and \[DY 37\], its equations \[DY
//! 38\]; between two walls it is \[DY 44\] to \[DY 46\], \[DY 47\] and \[DY 48\], \[DY 49\] and \[DY 50\],
//! with the conditions \[DY 55\].  That friction is square to the constraint in contact coordinates is \[DY
//! 7\].

use stiction_exact::vector::on_circle;
use stiction_proof::{Constraint, ForceSign, JamProblem, Rational};

/// A rod: mass, moment of inertia about its centre, half its length, and the cosine and sine of its angle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rod {
    /// Mass m.
    pub mass: Rational,
    /// Moment of inertia J.
    pub inertia: Rational,
    /// Half of the length, l.
    pub half: Rational,
    /// `[cos θ, sin θ]`.
    pub turned: [Rational; 2],
}

impl Rod {
    /// Example 1: the rod on one wall, its end sliding towards positive x (`forward`) or negative x, λ ≥ 0.
    pub fn on_wall(&self, forward: bool, mu: &Rational) -> JamProblem {
        let slip = Rational::from(if forward { 1 } else { -1 });
        let normal = vec![Rational::zero(), Rational::one(), -(&self.half * &self.turned[0])];
        let friction = vec![-&slip, Rational::zero(), -(slip * &self.half * &self.turned[1])];
        self.under(vec![constraint("wall", normal, friction, mu, ForceSign::Positive)])
    }

    /// Example 2: the rod between two walls, λ₁ ≥ 0 ≥ λ₂, each end sliding forwards or not.
    pub fn between_walls(&self, forward: [bool; 2], mu: &[Rational; 2]) -> JamProblem {
        let [cosine, sine] = self.turned.each_ref().map(|part| &self.half * part);
        let slips = forward.map(|forward| Rational::from(if forward { 1 } else { -1 }));
        let zero = Rational::zero;
        let first = constraint(
            "lower",
            vec![zero(), Rational::one(), -&cosine],
            vec![-&slips[0], zero(), -(&slips[0] * &sine)],
            &mu[0],
            ForceSign::Positive,
        );
        let second = constraint(
            "upper",
            vec![zero(), Rational::one(), cosine],
            vec![slips[1].clone(), zero(), -(&slips[1] * &sine)],
            &mu[1],
            ForceSign::Negative,
        );
        self.under(vec![first, second])
    }

    /// The closed form of the friction that jams the rod on one wall \[DY 43\]: none where the denominator
    /// vanishes or the value is not positive.
    pub fn critical_friction(&self, forward: bool) -> Option<Rational> {
        let [cosine, sine] = &self.turned;
        let square = &self.mass * &self.half * &self.half;
        let above = &self.inertia + &(&square * cosine * cosine);
        let value = above.checked_div(&(square * sine * cosine))?;
        let value = if forward { -value } else { value };
        value.is_positive().then_some(value)
    }

    fn under(&self, constraints: Vec<Constraint>) -> JamProblem {
        let diagonal = [&self.mass, &self.mass, &self.inertia];
        let entry =
            |row: usize, column: usize| if row == column { diagonal[row].clone() } else { Rational::zero() };
        let mass = (0..3).map(|row| (0..3).map(|column| entry(row, column)).collect()).collect();
        JamProblem { mass, constraints, either_way: false }
    }
}

fn constraint(
    id: &str,
    normal: Vec<Rational>,
    friction: Vec<Rational>,
    mu: &Rational,
    sign: ForceSign,
) -> Constraint {
    let (mu, at_rest) = (mu.clone(), mu.clone());
    Constraint { id: id.to_owned(), normal, friction, mu, at_rest, sign, square: Rational::one() }
}

/// The cosine and sine of twice the angle whose tangent is `half`: every rational point of the circle but one.
pub fn turned(half: &Rational) -> [Rational; 2] {
    on_circle(half)
}
