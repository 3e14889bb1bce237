//! What the arm slides on: a body that is fixed, driven, or free, held by springs or not.

use super::vector::{
    Six, Three, cross, joined, minus, plus, product, rotation, scaled, times3, transposed, turn_vector,
};

/// What a body does by itself.
// There is one in a run.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Nature {
    /// It stays.
    Fixed,
    /// It moves as given: polynomials of time for turning and moving, angular first, about a pivot.
    Driven { coefficients: Vec<Vec<f64>>, pivot: Three, duration: f64 },
    /// It yields.
    Free {
        mass: f64,
        /// About the centre of mass, in body axes, and its inverse.
        inertia: [Three; 3],
        inverse: [Three; 3],
        /// Stiffness and damping of the springs that hold it, angular first.
        support: [Six; 2],
        /// Applied besides gravity.
        wrench: Six,
        /// Zero where springs carry the weight.
        gravity: Three,
    },
}

/// The body that is touched.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Environment {
    pub(super) nature: Nature,
    /// Centre of mass when the run begins: the origin of body coordinates, whose axes are then the world's.
    pub(super) center: Three,
    pub(super) start: Moving,
}

/// Where a body is and how it moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moving {
    /// Centre of mass.
    pub(super) center: Three,
    /// Unit quaternion from body to world.
    pub(super) turn: [f64; 4],
    pub(super) omega: Three,
    pub(super) velocity: Three,
}

/// Rates of a body's place and velocities.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Rates {
    pub(super) center: Three,
    pub(super) turn: [f64; 4],
    pub(super) alpha: Three,
    pub(super) linear: Three,
}

/// How a body accelerates: without force, and how it answers one.
pub(super) struct Yielding {
    /// Classical: angular, and of the centre of mass.
    pub(super) alpha: Three,
    pub(super) linear: Three,
    /// 1/m, and the inverse inertia in world axes; zero for what does not yield.
    pub(super) inverse_mass: f64,
    pub(super) inverse: [Three; 3],
}

impl Moving {
    /// At rest, where the axes are the world's.
    pub(super) fn at(center: Three) -> Self {
        Self { center, turn: [1.0, 0.0, 0.0, 0.0], omega: [0.0; 3], velocity: [0.0; 3] }
    }

    pub(super) fn rotation(&self) -> [Three; 3] {
        rotation(self.turn)
    }

    /// The twist about the origin.
    pub(super) fn twist(&self) -> Six {
        joined(self.omega, minus(self.velocity, cross(self.omega, self.center)))
    }

    /// The rates of place, quaternion and velocities: `q̇ = ½ω q`.
    pub(super) fn rates(&self, alpha: Three, linear: Three) -> Rates {
        let ([w, x, y, z], [a, b, c]) = (self.turn, self.omega);
        let spin =
            [-a * x - b * y - c * z, a * w + b * z - c * y, b * w + c * x - a * z, c * w + a * y - b * x];
        Rates { center: self.velocity, turn: spin.map(|rate| 0.5 * rate), alpha, linear }
    }

    /// A step along rates; the quaternion's length is made one again.
    pub(super) fn stepped(&self, step: f64, rates: &Rates) -> Self {
        let turned: [f64; 4] = std::array::from_fn(|k| self.turn[k] + step * rates.turn[k]);
        let length = turned.iter().map(|x| x * x).sum::<f64>().sqrt();
        Self {
            center: plus(self.center, scaled(step, rates.center)),
            turn: turned.map(|x| x / length),
            omega: plus(self.omega, scaled(step, rates.alpha)),
            velocity: plus(self.velocity, scaled(step, rates.linear)),
        }
    }
}

impl Rates {
    /// The mean of four stages, as Runge and Kutta weigh them.
    pub(super) fn mean(stages: &[Self; 4]) -> Self {
        let weigh = |parts: [f64; 4]| (parts[0] + 2.0 * parts[1] + 2.0 * parts[2] + parts[3]) / 6.0;
        let three = |of: fn(&Self) -> Three| -> Three {
            std::array::from_fn(|k| weigh(std::array::from_fn(|stage| of(&stages[stage])[k])))
        };
        Self {
            center: three(|rates| rates.center),
            turn: std::array::from_fn(|k| weigh(std::array::from_fn(|stage| stages[stage].turn[k]))),
            alpha: three(|rates| rates.alpha),
            linear: three(|rates| rates.linear),
        }
    }
}

impl Yielding {
    /// The spatial acceleration about the origin that it has without force, in a motion.
    pub(super) fn spatial(&self, moving: &Moving) -> Six {
        let linear = minus(self.linear, cross(moving.omega, moving.velocity));
        joined(self.alpha, minus(linear, cross(self.alpha, moving.center)))
    }

    /// What a wrench about the origin adds to it.
    pub(super) fn answer(&self, wrench: &Six, center: Three) -> Six {
        let (alpha, linear) = self.classical_answer(wrench, center);
        joined(alpha, minus(linear, cross(alpha, center)))
    }

    /// What a wrench about the origin adds to the classical accelerations.
    pub(super) fn classical_answer(&self, wrench: &Six, center: Three) -> (Three, Three) {
        let (moment, force) = super::vector::halves(wrench);
        let about = minus(moment, cross(center, force));
        (times3(&self.inverse, about), scaled(self.inverse_mass, force))
    }
}

impl Environment {
    /// Whether a driven body has come to the end of its trajectory.
    pub(super) fn stands(&self, time: f64) -> bool {
        matches!(&self.nature, Nature::Driven { duration, .. } if time > *duration)
    }

    /// Where a driven body is at a time; others are where they have come to.
    pub(super) fn placed(&self, time: f64, moving: &Moving) -> Moving {
        let Nature::Driven { coefficients, pivot, duration } = &self.nature else { return *moving };
        let (turn, rotated) = turned(coefficients, time.min(*duration));
        let moved = polynomial(coefficients, 3, time.min(*duration), 0);
        let arm = times3(&rotated.0, minus(self.center, *pivot));
        let resting = time > *duration;
        let omega = if resting { [0.0; 3] } else { rotated.1 };
        let velocity = if resting { [0.0; 3] } else { polynomial(coefficients, 3, time, 1) };
        Moving {
            center: plus(plus(*pivot, arm), moved),
            turn,
            omega,
            velocity: plus(velocity, cross(omega, arm)),
        }
    }

    /// How it accelerates.
    pub(super) fn yielding(&self, time: f64, moving: &Moving) -> Yielding {
        let rigid = |alpha, linear| Yielding { alpha, linear, inverse_mass: 0.0, inverse: [[0.0; 3]; 3] };
        match &self.nature {
            Nature::Fixed => rigid([0.0; 3], [0.0; 3]),
            Nature::Driven { duration, .. } if time > *duration => rigid([0.0; 3], [0.0; 3]),
            Nature::Driven { coefficients, pivot, .. } => {
                let (_, rotated) = turned(coefficients, time);
                let (alpha, omega) = (rotated.2, rotated.1);
                let arm = times3(&rotated.0, minus(self.center, *pivot));
                let carried = plus(cross(alpha, arm), cross(omega, cross(omega, arm)));
                rigid(alpha, plus(polynomial(coefficients, 3, time, 2), carried))
            }
            Nature::Free { mass, inertia, inverse, support, wrench, gravity } => {
                let turn = moving.rotation();
                let world = product(&product(&turn, inertia), &transposed(&turn));
                let inverse = product(&product(&turn, inverse), &transposed(&turn));
                let away = joined(turn_vector(&turn), minus(moving.center, self.center));
                let moves = joined(moving.omega, moving.velocity);
                let pull: Six =
                    std::array::from_fn(|k| wrench[k] - support[0][k] * away[k] - support[1][k] * moves[k]);
                let (moment, force) = super::vector::halves(&pull);
                let moment = minus(moment, cross(moving.omega, times3(&world, moving.omega)));
                Yielding {
                    alpha: times3(&inverse, moment),
                    linear: plus(scaled(1.0 / mass, force), *gravity),
                    inverse_mass: 1.0 / mass,
                    inverse,
                }
            }
        }
    }
}

/// Three polynomials from an index on, or a derivative of them.
fn polynomial(coefficients: &[Vec<f64>], first: usize, time: f64, derivative: u32) -> Three {
    std::array::from_fn(|k| {
        let terms = coefficients.get(first + k).into_iter().flatten().enumerate();
        terms
            .filter(|(power, _)| *power >= derivative as usize)
            .map(|(power, coefficient)| {
                let falling: f64 = (0..derivative as usize).map(|less| (power - less) as f64).product();
                coefficient * falling * time.powi((power - derivative as usize) as i32)
            })
            .sum()
    })
}

/// Rotation, angular velocity and acceleration.
type Turning = ([Three; 3], Three, Three);

/// Roll, pitch and yaw about fixed axes: the quaternion, and how the body turns.
fn turned(coefficients: &[Vec<f64>], time: f64) -> ([f64; 4], Turning) {
    let [angles, rates, seconds] = [0, 1, 2].map(|derivative| polynomial(coefficients, 0, time, derivative));
    let half = |axis: usize| -> [f64; 4] {
        let (sine, cosine) = (0.5 * angles[axis]).sin_cos();
        let mut quaternion = [cosine, 0.0, 0.0, 0.0];
        quaternion[axis + 1] = sine;
        quaternion
    };
    let (yaw, pitched) = (half(2), times4(half(2), half(1)));
    let turn = times4(pitched, half(0));
    let [about_z, about_zy] = [rotation(yaw), rotation(pitched)];
    // Axes of the three rates: z, y turned by yaw, x turned by both.
    let (z, y, x) = ([0.0, 0.0, 1.0], times3(&about_z, [0.0, 1.0, 0.0]), times3(&about_zy, [1.0, 0.0, 0.0]));
    let sum =
        |factors: Three| plus(plus(scaled(factors[2], z), scaled(factors[1], y)), scaled(factors[0], x));
    let (by_z, by_y, by_x) = (scaled(rates[2], z), scaled(rates[1], y), scaled(rates[0], x));
    let carried = plus(cross(by_z, plus(by_y, by_x)), cross(by_y, by_x));
    (turn, (rotation(turn), sum(rates), plus(sum(seconds), carried)))
}

fn times4(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driven_body_has_the_derivatives_of_its_places() {
        let coefficients = vec![
            vec![0.0, 0.3, -0.2],
            vec![0.0, -0.5, 0.1],
            vec![0.0, 0.7, 0.4],
            vec![0.0, 1.0],
            vec![0.0, 0.0, 2.0],
            vec![],
        ];
        let center = [0.4, -0.2, 0.9];
        let nature = Nature::Driven { coefficients, pivot: [0.1, 0.2, 0.3], duration: 10.0 };
        let body = Environment { nature, center, start: Moving::at(center) };
        let (time, step) = (0.8, 1e-5);
        let [before, now, after] =
            [time - step, time, time + step].map(|time| body.placed(time, &body.start));
        let close = |a: Three, b: Three, far: f64| a.iter().zip(&b).all(|(a, b)| (a - b).abs() < far);
        let slope = |a: Three, b: Three| scaled(0.5 / step, minus(b, a));
        assert!(close(slope(before.center, after.center), now.velocity, 1e-8));
        let yielding = body.yielding(time, &now);
        assert!(close(slope(before.velocity, after.velocity), yielding.linear, 1e-6));
        assert!(close(slope(before.omega, after.omega), yielding.alpha, 1e-6));
        let turn = product(&after.rotation(), &transposed(&before.rotation()));
        assert!(close(scaled(0.5 / step, turn_vector(&turn)), now.omega, 1e-8));
    }
}
