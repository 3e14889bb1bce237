//! The course of a base in doubles: a guide to where the loads are largest.  Nothing rests on it.

use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::Rational;
use stiction_proof::moving::{MovingProblem, Rides};

/// Values of all components of the course at an instant, from the polynomials' values, rates and accelerations.
pub trait Paced {
    /// The course where freedom `k` has the value `q[k][0]`, the rate `q[k][1]` and the acceleration `q[k][2]`.
    fn course(q: &[[f64; 3]], gravity: &[f64]) -> Vec<f64>;
}

impl Paced for Planar {
    fn course(q: &[[f64; 3]], gravity: &[f64]) -> Vec<f64> {
        let (sine, cosine) = q[0][0].sin_cos();
        let (x, y) = (q[1][2] - gravity[0], q[2][2] - gravity[1]);
        let turned = [cosine * x + sine * y, cosine * y - sine * x];
        vec![1.0, turned[0], turned[1], q[0][2], q[0][1] * q[0][1], cosine, sine]
    }
}

impl Paced for Spatial {
    fn course(q: &[[f64; 3]], gravity: &[f64]) -> Vec<f64> {
        let [(sr, cr), (sp, cp), (sy, cy)] = [0, 1, 2].map(|axis: usize| q[axis][0].sin_cos());
        let back = [
            [cy * cp, sy * cp, -sp],
            [cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr],
            [cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr],
        ];
        let pull: [f64; 3] = std::array::from_fn(|axis| q[3 + axis][2] - gravity[axis]);
        let [r1, p1, y1] = [0, 1, 2].map(|axis: usize| q[axis][1]);
        let [r2, p2, y2] = [0, 1, 2].map(|axis: usize| q[axis][2]);
        let rate = [r1 - y1 * sp, p1 * cr + y1 * cp * sr, y1 * cp * cr - p1 * sr];
        let alpha = [
            r2 - y2 * sp - y1 * p1 * cp,
            p2 * cr - p1 * r1 * sr + y2 * cp * sr - y1 * p1 * sp * sr + y1 * r1 * cp * cr,
            y2 * cp * cr - p2 * sr - p1 * r1 * cr - y1 * p1 * sp * cr - y1 * r1 * cp * sr,
        ];
        let mut course = vec![1.0];
        course.extend(back.iter().map(|row| row.iter().zip(&pull).map(|(a, b)| a * b).sum::<f64>()));
        course.extend(alpha);
        course.extend(
            [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|(i, j): (usize, usize)| rate[i] * rate[j]),
        );
        course.extend(back.iter().flatten());
        course
    }
}

/// A motion in doubles, at a pace.
pub(super) struct Pace {
    /// Coefficients of values, rates and accelerations of each freedom.
    freedoms: Vec<[Vec<f64>; 3]>,
    gravity: Vec<f64>,
    active: Vec<usize>,
    course: fn(&[[f64; 3]], &[f64]) -> Vec<f64>,
}

impl Pace {
    pub(super) fn new<S: Paced, T: Rides>(problem: &MovingProblem<T>, speed: &Rational) -> Self {
        let pace = speed.to_f64();
        let freedom = |powers: &Vec<Rational>| {
            let values: Vec<f64> = powers
                .iter()
                .enumerate()
                .map(|(power, one)| one.to_f64() * pace.powi(power as i32))
                .collect();
            let derivative = |powers: &[f64]| -> Vec<f64> {
                powers.iter().enumerate().skip(1).map(|(power, one)| one * power as f64).collect()
            };
            let rates = derivative(&values);
            let accelerations = derivative(&rates);
            [values, rates, accelerations]
        };
        Self {
            freedoms: problem.motion.coefficients.iter().map(freedom).collect(),
            gravity: problem.gravity.as_ref().iter().map(Rational::to_f64).collect(),
            active: problem.active(),
            course: S::course,
        }
    }

    /// The active components at a time.
    pub(super) fn at(&self, time: f64) -> Vec<f64> {
        let horner = |powers: &Vec<f64>| powers.iter().rev().fold(0.0, |sum, power| sum * time + power);
        let q: Vec<[f64; 3]> = self
            .freedoms
            .iter()
            .map(|[value, rate, acceleration]| [value, rate, acceleration].map(horner))
            .collect();
        let course = (self.course)(&q, &self.gravity);
        self.active.iter().map(|&component| course[component]).collect()
    }
}
