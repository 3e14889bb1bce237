//! How firmly curvature holds: the stiffness of the worst motion.
//!
//! Fingers that press with constant forces `λ` on a body displaced along `V` do the work `½·Σ λᵢhᵢ(V)`; what
//! is missing to that is a stiffness.  The margin is the least over the motions `V` that first order leaves,
//! of unit length in `(w·length, v)`, of the best over the equilibria whose forces add up to one newton:
//!
//! ```text
//!     margin = − max over V of  min over λ of  Σ λᵢhᵢ(V),      in N/m                         (1)
//! ```
//!
//! positive for a body that is immobile and negative for one that is mobile.  The sign is proved elsewhere; this number
//! is a double.
//!
//! On a plane of motions the sums are `A + B·cos 2θ + C·sin 2θ`.  The greatest of their lower envelope is at
//! the greatest of one of them, where two cross, or where `C` ends; only those few that are lowest somewhere
//! that matters are compared.

use super::super::quality::{Measure, Metric};
use super::form::{Form, Half, halves};
use super::{Grip, MotionsLeft, Screw};
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_exact::root::square_root;
use stiction_proof::{Bound, PlanarProblem, Rational};

const NOT_LEFT: &str = "first order decides";
const TOO_MANY: &str = "not computed for so many contacts by this version";

/// The margin (1), with curvatures at one end of what is known of them: the upper for a body that is
/// immobile, the lower for one that is mobile.
pub fn stiffness(problem: &PlanarProblem, metric: Metric, bound: Bound) -> Measure {
    let all = Grip::new(problem).ok_or(NOT_LEFT)?;
    let unknown = all.unknown();
    let known = all.pressing.iter().copied().filter(|index| !unknown.contains(index)).collect();
    let grip = Grip::among(problem, known).ok_or(NOT_LEFT)?;
    let worst = match &grip.left {
        MotionsLeft::Line(line) => on_line(&grip, line, metric, bound),
        MotionsLeft::Plane(basis) => on_plane(&grip, basis, metric, bound),
    };
    let margin = -worst.ok_or(TOO_MANY)?;
    // Where rounding would lose the sign that is proved, the smallest number of that sign stands in.
    Ok(match bound {
        Bound::Upper => margin.max(f64::MIN_POSITIVE),
        Bound::Lower => margin.min(-f64::MIN_POSITIVE),
    })
}

/// The least sum of an equilibrium of one newton, by a linear program, over the square of the motion's length.
fn on_line(grip: &Grip<'_>, line: &Screw, metric: Metric, bound: Bound) -> Option<f64> {
    let contact = |&index: &usize| &grip.problem.contacts[index];
    let opening = |index: &usize| grip.problem.opening(contact(index), line, bound);
    let column = |index: &usize| {
        let [x, y] = &contact(index).normal;
        let length = square_root(&(x * x + y * y)).value;
        grip.pushes[*index].iter().cloned().chain([length]).collect()
    };
    let right = vec![Rational::zero(), Rational::zero(), Rational::zero(), Rational::one()];
    let cost = grip.pressing.iter().map(opening).collect::<Option<_>>()?;
    let program = Program { columns: grip.pressing.iter().map(column).collect(), right, cost };
    let Solution::Best { cost, .. } = minimise(&program) else { return None };
    let scale = line.iter().map(Rational::abs).max()?;
    let square = |entry: &Rational, unit: f64| Some((entry.checked_div(&scale)?.to_f64() * unit).powi(2));
    let length = square(&line[0], metric.length)? + square(&line[1], 1.0)? + square(&line[2], 1.0)?;
    Some(cost.checked_div(&(&scale * &scale))?.to_f64() / length)
}

/// `A + B·cos 2θ + C·sin 2θ`.
#[derive(Clone, Copy)]
struct Wave([f64; 3]);

impl Wave {
    fn at(&self, angle: f64) -> f64 {
        let Wave([a, b, c]) = self;
        a + b * (2.0 * angle).cos() + c * (2.0 * angle).sin()
    }

    fn combined(&self, other: &Self, factor: f64) -> Self {
        Wave(std::array::from_fn(|entry| self.0[entry] + factor * other.0[entry]))
    }

    fn summit(&self) -> f64 {
        let Wave([_, b, c]) = self;
        c.atan2(*b) / 2.0
    }

    fn roots(&self) -> Vec<f64> {
        let Wave([a, b, c]) = self;
        let part = -a / b.hypot(*c);
        if part.abs() > 1.0 || part.is_nan() {
            return Vec::new();
        }
        [1.0, -1.0].map(|sign| self.summit() + sign * part.acos() / 2.0).to_vec()
    }
}

/// A plane of motions with angles measured in the metric.
struct Circle {
    /// Coordinates, in the basis of the forms, of two motions that are square to each other and of unit length.
    axes: [[f64; 2]; 2],
}

impl Circle {
    /// Gram and Schmidt.
    fn new(basis: &[Screw; 2], metric: Metric) -> Self {
        let doubles = |twist: &Screw| {
            let [w, x, y] = twist.each_ref().map(Rational::to_f64);
            [w * metric.length, x, y]
        };
        let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let [one, two] = [doubles(&basis[0]), doubles(&basis[1])];
        let (length, along) = (dot(&one, &one).sqrt(), dot(&one, &two) / dot(&one, &one));
        let rest: [f64; 3] = std::array::from_fn(|entry| two[entry] - along * one[entry]);
        let height = dot(&rest, &rest).sqrt();
        Self { axes: [[1.0 / length, 0.0], [-along / height, 1.0 / height]] }
    }

    fn direction(&self, angle: f64) -> [f64; 2] {
        let (sine, cosine) = angle.sin_cos();
        std::array::from_fn(|entry| cosine * self.axes[0][entry] + sine * self.axes[1][entry])
    }

    fn wave(&self, form: &Form, newtons: f64) -> Wave {
        let [a, m, c] = form.0.each_ref().map(|entry| entry.to_f64() / newtons);
        let value = |[x, y]: [f64; 2]| a * x * x + m * x * y + c * y * y;
        let [first, second] = self.axes.map(value);
        let middle = value(std::array::from_fn(|entry| self.axes[0][entry] + self.axes[1][entry]));
        Wave([(first + second) / 2.0, (first - second) / 2.0, (middle - first - second) / 2.0])
    }
}

fn on_plane(grip: &Grip<'_>, basis: &[Screw; 2], metric: Metric, bound: Bound) -> Option<f64> {
    let circle = Circle::new(basis, metric);
    let [_, fx, fy] = grip.pushes[*grip.pressing.first()?].each_ref().map(Rational::to_f64);
    let newtons = 2.0 * fx.hypot(fy);
    let sides = halves(grip, basis, bound)?
        .map(|side| side.iter().map(|half: &Half| circle.wave(&half.form, newtons)).collect::<Vec<_>>());
    let linear: Vec<[f64; 2]> =
        grip.linear(basis).iter().map(|form| form.each_ref().map(Rational::to_f64)).collect();
    let bounds: Vec<f64> = linear.iter().flat_map(|form| ends(&circle, form)).collect();
    let allowed = |angle: f64| linear.iter().all(|form| is_allowed(&circle, form, angle));
    // Begin with the lowest sum somewhere, and add the one that is lower where the worst seems to be.
    let mut waves = vec![lowest(&sides, bounds.first().copied().unwrap_or_default())?];
    loop {
        let lower = |angle: f64| waves.iter().map(|wave| wave.at(angle)).fold(f64::INFINITY, f64::min);
        let candidates = candidates(&waves).chain(bounds.iter().copied()).filter(|&angle| allowed(angle));
        let (worst, angle) =
            candidates.map(|angle| (lower(angle), angle)).max_by(|one, other| one.0.total_cmp(&other.0))?;
        let lowest = lowest(&sides, angle)?;
        let size = waves[0].0.iter().map(|entry| entry.abs()).fold(0.0, f64::max);
        let settled = lowest.at(angle) >= worst - 1e-12 * size || waves.len() > MOST_WAVES;
        if settled || worst.is_nan() {
            return Some(worst.min(lowest.at(angle)));
        }
        waves.push(lowest);
    }
}

/// Sums compared at most; so many are lowest somewhere only on purpose.
const MOST_WAVES: usize = 64;

fn lowest(sides: &[Vec<Wave>; 2], angle: f64) -> Option<Wave> {
    let least = |side: &Vec<Wave>| {
        side.iter().copied().min_by(|one, other| one.at(angle).total_cmp(&other.at(angle)))
    };
    Some(least(&sides[0])?.combined(&least(&sides[1])?, 1.0))
}

/// Where the lower envelope can be greatest, both ways.
fn candidates(waves: &[Wave]) -> impl Iterator<Item = f64> + '_ {
    let summits = waves.iter().map(Wave::summit);
    let crossings = waves.iter().enumerate().flat_map(move |(index, one)| {
        waves[index + 1..].iter().flat_map(|other| one.combined(other, -1.0).roots())
    });
    summits.chain(crossings).flat_map(|angle| [angle, angle + std::f64::consts::PI])
}

/// Angles at which a linear form is zero.
fn ends(circle: &Circle, form: &[f64; 2]) -> [f64; 2] {
    let [cosine, sine] = circle.axes.map(|axis| form[0] * axis[0] + form[1] * axis[1]);
    let angle = (-cosine).atan2(sine);
    [angle, angle + std::f64::consts::PI]
}

fn is_allowed(circle: &Circle, form: &[f64; 2], angle: f64) -> bool {
    let [cosine, sine] = circle.axes.map(|axis| form[0] * axis[0] + form[1] * axis[1]);
    let [x, y] = circle.direction(angle);
    form[0] * x + form[1] * y >= -1e-9 * cosine.hypot(sine)
}
