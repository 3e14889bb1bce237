//! A homogeneous self-dual interior-point method.
//!
//! The program `min c·x, A x = b, x ∈ K` and its dual are embedded in one system that always has a solution,
//!
//! ```text
//!     A x = bτ,   Aᵀy + z = cτ,   b·y − c·x = κ,   x, z ∈ K,   τ, κ ≥ 0                     (1)
//! ```
//!
//! and a path to it is followed by predictor and corrector steps in Nesterov and Todd's scaling, each with one matrix
//! `A H Aᵀ`.  At its end either `τ > 0` and `x/τ` solves the program, or `κ > 0` and `y` shows that it has no solution.
//! The path ends in the relative interior of the set of solutions, so what it proposes is as far from the boundary as
//! possible, and as soon as it is strictly inside the search may end: nothing of it is believed before it is checked.
//!
//! References: \[AndersenRoosTerlaky\], \[NesterovTodd\].

use super::normal::Normal;
use super::scaling::{Cone, MOST, Scale, depth, divide, dot, norm, product, reach};
use super::system::{Rows, System};
use crate::work;

/// When to stop.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    /// As soon as the cost is this near to the least one, relative to one and itself; infinite where any solution will
    /// do.
    pub gap: f64,
    /// Steps at most.
    pub steps: usize,
}

/// What was found, in doubles.
#[derive(Debug, Clone)]
pub enum PathEnd<const B: usize> {
    /// A point with `A x = b` nearly, strictly inside the cones, and multipliers of the rows with `c − Aᵀy`
    /// nearly inside.
    Inside {
        /// The point.
        x: Vec<f64>,
        /// The multipliers.
        y: Rows<B>,
    },
    /// Multipliers `−y` on which `b` does positive work and that no column resists, strictly.
    Collapse {
        /// The multipliers with their sign turned.
        y: Rows<B>,
    },
    /// Neither: near a boundary, or no least cost.
    Between {
        /// The last point.
        x: Vec<f64>,
        /// Its slacks.
        z: Vec<f64>,
        /// Its multipliers.
        y: Rows<B>,
        /// By what they are to be divided, if it is a solution.
        tau: f64,
        /// How far it is from being one.
        kappa: f64,
    },
}

/// How much farther than the aim, and how far at most, points are looked at: doubles may end before they are
/// as near as wanted.
const NEARING: f64 = 1e5;
const NEAREST: f64 = 1e-6;
/// A gap from which on solutions are refined.
const FAR: f64 = 1e-3;
/// Part of a right-hand side that a solution may leave before it is refined.
const REFINED: f64 = 1e-11;

/// Steps of work for each number of a program in one step of the method, roughly.
const STEPS: usize = 64;

struct State<const B: usize> {
    x: Vec<f64>,
    z: Vec<f64>,
    y: Rows<B>,
    tau: f64,
    kappa: f64,
}

struct Step<const B: usize> {
    x: Vec<f64>,
    z: Vec<f64>,
    y: Rows<B>,
    tau: f64,
    kappa: f64,
}

/// A method at work.
pub struct Embedding<'a, const B: usize> {
    system: &'a System<B>,
    normal: Normal<B>,
    cones: Vec<Cone>,
    right: Rows<B>,
}

impl<'a, const B: usize> Embedding<'a, B> {
    /// The embedding of a system.
    pub fn new(system: &'a System<B>) -> Self {
        Self { system, normal: Normal::new(system), cones: system.cones(), right: system.rows() }
    }

    /// Follows the path; `observe` hears of every step.
    pub fn solve(&mut self, aim: Aim, mut observe: impl FnMut(usize)) -> PathEnd<B> {
        let mut state = self.start();
        let mut best = None;
        for step in 0..aim.steps {
            observe(step);
            work::spend(STEPS * self.system.variables());
            if let Some(y) = self.collapse(&state) {
                return PathEnd::Collapse { y };
            }
            let scales = self.scales(&state);
            self.normal.factor(self.system, &scales);
            let gap = self.gap(&state);
            if gap <= aim.gap.max((NEARING * aim.gap).min(NEAREST))
                && let Some(x) = self.inside(&state, &scales)
            {
                let mut y = state.y.clone();
                y.bodies.iter_mut().flatten().chain(&mut y.limits).for_each(|entry| *entry /= state.tau);
                best = Some((x, y));
                if gap <= aim.gap {
                    break;
                }
            }
            if !self.advance(&mut state, &scales) {
                break;
            }
        }
        let State { x, z, y, tau, kappa } = state;
        match best {
            Some((x, y)) if tau > 1e-6 * kappa => PathEnd::Inside { x, y },
            _ => PathEnd::Between { x, z, y, tau, kappa },
        }
    }

    /// How far the cost is from the least one, relative to one and itself.
    fn gap(&self, state: &State<B>) -> f64 {
        let cost = dot(&self.system.cost, &state.x).abs() / state.tau;
        dot(&state.x, &state.z) / (state.tau * state.tau) / (1.0 + cost)
    }

    fn start(&self) -> State<B> {
        let mut unit = vec![0.0; self.system.variables()];
        self.each(|range, _| unit[range.start] = 1.0);
        let zero = Rows {
            bodies: vec![[0.0; B]; self.system.right.len()],
            limits: vec![0.0; self.system.limited.len()],
        };
        State { x: unit.clone(), z: unit, y: zero, tau: 1.0, kappa: 1.0 }
    }

    fn each(&self, mut visit: impl FnMut(std::ops::Range<usize>, usize)) {
        let mut start = 0;
        for (index, cone) in self.cones.iter().enumerate() {
            visit(start..start + cone.variables(), index);
            start += cone.variables();
        }
    }

    fn scales(&self, state: &State<B>) -> Vec<Scale> {
        let mut scales = Vec::with_capacity(self.cones.len());
        self.each(|range, _| scales.push(Scale::new(&state.x[range.clone()], &state.z[range])));
        scales
    }

    fn mapped(&self, scales: &[Scale], v: &[f64], map: impl Fn(&Scale, &[f64], &mut [f64])) -> Vec<f64> {
        let mut out = vec![0.0; v.len()];
        self.each(|range, index| map(&scales[index], &v[range.clone()], &mut out[range]));
        out
    }

    /// Solves `A H Aᵀy = r`, refined until little is left, so many times at most.
    fn solved(&self, scales: &[Scale], right: &Rows<B>, rounds: usize) -> Rows<B> {
        let mut y = self.normal.solve(self.system, right);
        for _ in 0..rounds {
            let image = self.mapped(scales, &self.system.transposed(&y), Scale::twice);
            let mut rest = self.system.product(&image);
            rest.bodies.iter_mut().flatten().chain(&mut rest.limits).for_each(|entry| *entry = -*entry);
            rest.add(right, 1.0);
            if rest.norm() <= REFINED * right.norm() {
                break;
            }
            y.add(&self.normal.solve(self.system, &rest), 1.0);
        }
        y
    }

    /// The point `x/τ` moved onto the rows, if it is strictly inside the cones.
    fn inside(&self, state: &State<B>, scales: &[Scale]) -> Option<Vec<f64>> {
        if state.tau < 1e-6 * state.kappa {
            return None;
        }
        let mut x: Vec<f64> = state.x.iter().map(|x| x / state.tau).collect();
        let before = x.clone();
        for _ in 0..2 {
            let mut rest = self.system.product(&x);
            rest.bodies.iter_mut().flatten().chain(&mut rest.limits).for_each(|entry| *entry = -*entry);
            rest.add(&self.right, 1.0);
            let change = self.mapped(
                scales,
                &self.system.transposed(&self.normal.solve(self.system, &rest)),
                Scale::twice,
            );
            x.iter_mut().zip(change).for_each(|(x, change)| *x += change);
        }
        let mut kept = true;
        // A quarter of the old depth is left: the correction was small against the distance to the boundary.
        self.each(|range, _| kept &= depth(&x[range.clone()]) > 0.25 * depth(&before[range]));
        let mut rest = self.system.product(&x);
        rest.add(&self.right, -1.0);
        (kept && rest.norm() <= 1e-9 * (1.0 + self.right.norm())).then_some(x)
    }

    /// The multipliers, if `−y` is a collapse: `−Aᵀy` strictly inside the cones and `b·y > 0`.
    fn collapse(&self, state: &State<B>) -> Option<Rows<B>> {
        let work = self.right.dot(&state.y);
        let size = state.y.bodies.iter().flatten().fold(0.0_f64, |size, y| size.max(y.abs()));
        if work.is_nan() || work <= 1e-9 * size {
            return None;
        }
        let minus = self.system.transposed(&state.y);
        let mut least = f64::INFINITY;
        self.each(|range, _| {
            let head = -minus[range.start];
            least = least.min(head - norm(&minus[range.start + 1..range.end]));
        });
        (least > 1e-10 * size).then(|| state.y.clone())
    }

    fn measure(&self, state: &State<B>) -> f64 {
        (dot(&state.x, &state.z) + state.tau * state.kappa) / (self.cones.len() + 1) as f64
    }

    /// One predictor and corrector step; false when no progress is possible.
    fn advance(&self, state: &mut State<B>, scales: &[Scale]) -> bool {
        let cost = &self.system.cost;
        // Residuals of (1).
        let mut primal = self.system.product(&state.x);
        primal.bodies.iter_mut().flatten().chain(&mut primal.limits).for_each(|entry| *entry = -*entry);
        primal.add(&self.right, state.tau);
        let transposed = self.system.transposed(&state.y);
        let dual: Vec<f64> =
            (0..cost.len()).map(|k| cost[k] * state.tau - transposed[k] - state.z[k]).collect();
        let gap = state.kappa + dot(cost, &state.x) - self.right.dot(&state.y);
        let lambda = self.mapped(scales, &state.z, Scale::times);
        // The part of the direction that belongs to τ.
        let scaled_cost = self.mapped(scales, cost, Scale::twice);
        let mut right = self.system.product(&scaled_cost);
        right.add(&self.right, 1.0);
        // Far from the end matrices are well conditioned.
        let rounds = if self.gap(state) > FAR { 0 } else { 2 };
        let v = self.solved(scales, &right, rounds);
        let v_transposed = self.system.transposed(&v);
        let v_dual: Vec<f64> = cost.iter().zip(&v_transposed).map(|(c, v)| c - v).collect();
        let slope = dot(&scaled_cost, &v_dual) + self.right.dot(&v) + state.kappa / state.tau;
        let direction = |share: f64, q: &[f64], corner: f64| -> Step<B> {
            let r_dual: Vec<f64> = dual.iter().map(|r| share * r).collect();
            let scaled_dual = self.mapped(scales, &r_dual, Scale::twice);
            let pushed = self.mapped(scales, q, Scale::times);
            let difference: Vec<f64> = scaled_dual.iter().zip(&pushed).map(|(a, b)| a - b).collect();
            let mut right = self.system.product(&difference);
            right.add(&primal, share);
            let u = self.solved(scales, &right, rounds);
            let u_transposed = self.system.transposed(&u);
            let rest: Vec<f64> = r_dual.iter().zip(&u_transposed).map(|(r, u)| r - u).collect();
            let top = share * gap + corner / state.tau + dot(cost, &pushed)
                - dot(&scaled_cost, &rest)
                - self.right.dot(&u);
            let tau = top / slope;
            let z: Vec<f64> = rest.iter().zip(&v_dual).map(|(rest, v)| rest + tau * v).collect();
            let back = self.mapped(scales, &z, Scale::twice);
            let x: Vec<f64> = pushed.iter().zip(&back).map(|(p, b)| p - b).collect();
            let mut y = u;
            y.add(&v, tau);
            let kappa = (corner - state.kappa * tau) / state.tau;
            Step { x, z, y, tau, kappa }
        };
        let minus: Vec<f64> = lambda.iter().map(|entry| -entry).collect();
        let affine = direction(1.0, &minus, -state.tau * state.kappa);
        let far = self.reach(state, &affine).min(1.0);
        let sigma = (1.0 - far).powi(3).clamp(1e-6, 1.0);
        let measure = self.measure(state);
        // λ∘q = −λ∘λ + σμe − (W⁻¹dx)∘(W dz).
        let (one, other) =
            (self.mapped(scales, &affine.x, Scale::inverse), self.mapped(scales, &affine.z, Scale::times));
        let mut q = vec![0.0; lambda.len()];
        self.each(|range, _| {
            let count = range.len();
            let (mut corner, mut part) = ([0.0; MOST], [0.0; MOST]);
            product(&one[range.clone()], &other[range.clone()], &mut corner[..count]);
            corner.iter_mut().for_each(|entry| *entry = -*entry);
            corner[0] += sigma * measure;
            divide(&lambda[range.clone()], &corner[..count], &mut part[..count]);
            for (k, part) in range.zip(part) {
                q[k] = part - lambda[k];
            }
        });
        let corner = -state.tau * state.kappa + sigma * measure - affine.tau * affine.kappa;
        let step = direction(1.0 - sigma, &q, corner);
        let length = (0.99 * self.reach(state, &step)).min(1.0);
        if length.is_nan() || length <= 1e-8 || !step.tau.is_finite() {
            return false;
        }
        state.x.iter_mut().zip(&step.x).for_each(|(x, d)| *x += length * d);
        state.z.iter_mut().zip(&step.z).for_each(|(z, d)| *z += length * d);
        state.y.add(&step.y, length);
        state.tau += length * step.tau;
        state.kappa += length * step.kappa;
        let mut inside = state.tau > 0.0 && state.kappa > 0.0;
        self.each(|range, _| {
            inside &= depth(&state.x[range.clone()]) > 0.0 && depth(&state.z[range]) > 0.0;
        });
        inside && self.measure(state) > 1e-18
    }

    /// How far a step stays inside.
    fn reach(&self, state: &State<B>, step: &Step<B>) -> f64 {
        let mut least = f64::INFINITY;
        self.each(|range, _| {
            least = least
                .min(reach(&state.x[range.clone()], &step.x[range.clone()]))
                .min(reach(&state.z[range.clone()], &step.z[range]));
        });
        for (value, change) in [(state.tau, step.tau), (state.kappa, step.kappa)] {
            if change < 0.0 {
                least = least.min(-value / change);
            }
        }
        least
    }
}
