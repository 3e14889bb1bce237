//! How a driven body moves now: as it is written, or as its trajectory begins.
//!
//! A trajectory turns a body by `Rz(yaw)·Ry(pitch)·Rx(roll)` about its pivot and moves it along. At time 0 all angles
//! are zero, and with `ω = (roll', pitch', yaw')` and the arm `r` from the pivot to the centre of mass
//!
//! ```text
//!     α = (roll'', pitch'', yaw'') + (−pitch'·yaw', roll'·yaw', −roll'·pitch')                        (1)
//!     v = x' + ω × r,   a = x'' + α × r + ω × (ω × r)                                                 (2)
//! ```
//!
//! The plane is the part of space that turns about z and moves in x and y.

use super::Body;
use stiction_exact::vector::cross;
use stiction_geometry::screw::Space;
use stiction_geometry::shape::Geometry;
use stiction_proof::{Rational, Vector};

impl<S: Geometry> Body<S> {
    /// Twist and ordinary acceleration of a driven body, about its centre of mass.
    pub fn driven_motion(&self) -> (S::Screw, S::Screw) {
        let Some(trajectory) = &self.trajectory else {
            return (self.twist.clone(), self.acceleration.clone().unwrap_or_default());
        };
        let derivative = |power: usize, factor: i64, from: usize| -> Vector {
            std::array::from_fn(|axis| {
                let place = places::<S>().iter().position(|&place| place == from + axis);
                let list = place.and_then(|place| trajectory.coefficients.get(place));
                list.and_then(|list| list.get(power)).cloned().unwrap_or_default() * Rational::from(factor)
            })
        };
        let [turn, slide] = [0, 3].map(|from| derivative(1, 1, from));
        let [mut turning, straight] = [0, 3].map(|from| derivative(2, 2, from));
        let [roll, pitch, yaw] = &turn;
        for (rate, product) in turning.iter_mut().zip([-(pitch * yaw), roll * yaw, -(roll * pitch)]) {
            *rate += product;
        }
        let (com, pivot) = (self.com.as_ref(), trajectory.pivot.as_ref());
        let arm: Vector = std::array::from_fn(|axis| match (com.get(axis), pivot.get(axis)) {
            (Some(com), Some(pivot)) => com - pivot,
            _ => Rational::zero(),
        });
        let carried = cross(&turn, &arm);
        let (swung, inwards) = (cross(&turning, &arm), cross(&turn, &carried));
        let velocity: Vector = std::array::from_fn(|axis| &slide[axis] + &carried[axis]);
        let acceleration: Vector =
            std::array::from_fn(|axis| &straight[axis] + &swung[axis] + &inwards[axis]);
        (joined::<S>(&turn, &velocity), joined::<S>(&turning, &acceleration))
    }
}

/// Where the components of a screw of this world are among the six of space.
fn places<S: Space>() -> &'static [usize] {
    if S::FREEDOMS == 3 { &[2, 3, 4] } else { &[0, 1, 2, 3, 4, 5] }
}

/// A screw of this world from the vectors of space that it is a part of.
fn joined<S: Space>(angular: &Vector, linear: &Vector) -> S::Screw {
    let mut screw = S::Screw::default();
    for (entry, &place) in screw.as_mut().iter_mut().zip(places::<S>()) {
        *entry = if place < 3 { angular[place].clone() } else { linear[place - 3].clone() };
    }
    screw
}

#[cfg(test)]
mod tests {
    use crate::scene::{Role, Trajectory};
    use stiction_geometry::screw::{Planar, Spatial};
    use stiction_proof::Rational;

    type Body<S> = crate::scene::Body<S>;

    fn numbers<const N: usize>(entries: [i64; N]) -> [Rational; N] {
        entries.map(Rational::from)
    }

    #[test]
    fn a_turntable_carries_what_is_off_its_pivot_across_and_pulls_it_inwards() {
        let mut table = Body::<Planar>::new("table").with_role(Role::Driven).with_com([2, 0]);
        let coefficients =
            [vec![0, 3, 1], vec![0, 1], vec![]].map(|list| list.into_iter().map(Rational::from).collect());
        table.trajectory = Some(Trajectory {
            coefficients: coefficients.to_vec(),
            pivot: numbers([0, 0]),
            duration: Rational::one(),
        });
        // ω = 3, α = 2, r = (2, 0): v = (1, 6), a = (−18, 4).
        assert_eq!(table.driven_motion(), (numbers([3, 1, 6]), numbers([2, -18, 4])));
    }

    #[test]
    fn in_space_the_axes_of_roll_and_pitch_are_carried_along_by_those_after_them() {
        let mut base = Body::<Spatial>::new("base").with_role(Role::Driven);
        let rate = |rate: i64| vec![Rational::zero(), Rational::from(rate)];
        base.trajectory = Some(Trajectory {
            coefficients: [2, 3, 5, 0, 0, 0].map(rate).to_vec(),
            pivot: numbers([0, 0, 0]),
            duration: Rational::one(),
        });
        let (twist, acceleration) = base.driven_motion();
        assert_eq!(twist, numbers([2, 3, 5, 0, 0, 0]));
        assert_eq!(acceleration, numbers([-15, 10, -6, 0, 0, 0]));
    }
}
