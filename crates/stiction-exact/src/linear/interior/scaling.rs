//! Nesterov and Todd's scaling of half-lines and second-order cones.
//!
//! For `x`, `z` inside a self-dual cone there is one symmetric `W` of it with `W z = W⁻¹x = λ`.  On a half-line
//! `W² = x/z`.  For second-order cones with `J = diag(1, −1, …)` and determinants `|x|² = xᵀJx`
//!
//! ```text
//!     W² = η²(2wwᵀ − J),   η⁴ = |x|²/|z|²,   w = (x/|x| + J z/|z|)/(2γ),   γ² = (1 + x·z/(|x||z|))/2     (1)
//! ```
//!
//! References: \[NesterovTodd\].

pub use crate::double::{inner as dot, norm};

/// Entries of the largest cone: normal force, two tangents, torsion.
pub const MOST: usize = 4;

/// A cone of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cone {
    /// A half-line.
    Line,
    /// `(h, v)` with `h ≥ |v|`, this many entries.
    Round(usize),
}

impl Cone {
    /// How many unknowns it has.
    pub fn variables(self) -> usize {
        match self {
            Self::Line => 1,
            Self::Round(count) => count,
        }
    }
}

/// The scaling of one cone.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    eta: f64,
    w: [f64; MOST],
    count: usize,
}

/// `xᵀJx`, computed as a product so that little is lost near the boundary.
pub fn determinant(x: &[f64]) -> f64 {
    let tail = norm(&x[1..]);
    (x[0] - tail) * (x[0] + tail)
}

impl Scale {
    /// Equation (1).
    pub fn new(x: &[f64], z: &[f64]) -> Self {
        let mut w = [0.0; MOST];
        if x.len() == 1 {
            w[0] = 1.0;
            return Self { eta: (x[0] / z[0]).sqrt(), w, count: 1 };
        }
        let (dx, dz) =
            (determinant(x).max(f64::MIN_POSITIVE).sqrt(), determinant(z).max(f64::MIN_POSITIVE).sqrt());
        let gamma = ((1.0 + dot(x, z) / (dx * dz)) / 2.0).sqrt();
        for k in 0..x.len() {
            let sign = if k == 0 { 1.0 } else { -1.0 };
            w[k] = (x[k] / dx + sign * z[k] / dz) / (2.0 * gamma);
        }
        // On the hyperboloid exactly, as far as doubles go.
        w[0] = (1.0 + dot(&w[1..x.len()], &w[1..x.len()])).sqrt();
        Self { eta: (dx / dz).sqrt(), w, count: x.len() }
    }

    /// `η²`: of a half-line `W²`.
    pub fn square(&self) -> f64 {
        self.eta * self.eta
    }

    /// `W v`.
    pub fn times(&self, v: &[f64], out: &mut [f64]) {
        self.apply(v, out, 1.0, self.eta);
    }

    /// `W⁻¹v`.
    pub fn inverse(&self, v: &[f64], out: &mut [f64]) {
        self.apply(v, out, -1.0, 1.0 / self.eta);
    }

    fn apply(&self, v: &[f64], out: &mut [f64], sign: f64, eta: f64) {
        if self.count == 1 {
            out[0] = eta * v[0];
            return;
        }
        let (w0, w1) = (self.w[0], &self.w[1..self.count]);
        let along = dot(w1, &v[1..]);
        out[0] = eta * (w0 * v[0] + sign * along);
        let part = sign * v[0] + along / (1.0 + w0);
        for k in 1..self.count {
            out[k] = eta * (v[k] + part * self.w[k]);
        }
    }

    /// `W²v`.
    pub fn twice(&self, v: &[f64], out: &mut [f64]) {
        let square = self.eta * self.eta;
        if self.count == 1 {
            out[0] = square * v[0];
            return;
        }
        let along = 2.0 * dot(&self.w[..self.count], v);
        for k in 0..self.count {
            let turned = if k == 0 { -v[0] } else { v[k] };
            out[k] = square * (along * self.w[k] + turned);
        }
    }
}

/// `λ\d`: the `u` with `λ∘u = d`, where `a∘b = (a·b, a₀b₁ + b₀a₁)`.
pub fn divide(lambda: &[f64], d: &[f64], out: &mut [f64]) {
    if lambda.len() == 1 {
        out[0] = d[0] / lambda[0];
        return;
    }
    let first = (lambda[0] * d[0] - dot(&lambda[1..], &d[1..])) / determinant(lambda);
    out[0] = first;
    for k in 1..lambda.len() {
        out[k] = (d[k] - first * lambda[k]) / lambda[0];
    }
}

/// `a∘b`.
pub fn product(a: &[f64], b: &[f64], out: &mut [f64]) {
    out[0] = dot(a, b);
    for k in 1..a.len() {
        out[k] = a[0] * b[k] + b[0] * a[k];
    }
}

/// The largest step at which `x + step·d` is still in the cone.
pub fn reach(x: &[f64], d: &[f64]) -> f64 {
    if x.len() == 1 {
        return if d[0] < 0.0 { -x[0] / d[0] } else { f64::INFINITY };
    }
    // a·s² + 2b·s + c = 0 for the determinant of x + s·d.
    let a = determinant(d);
    let b = x[0] * d[0] - dot(&x[1..], &d[1..]);
    let c = determinant(x).max(0.0);
    let root = b * b - a * c;
    let bounded = a < 0.0 || b < 0.0;
    if !bounded || root < 0.0 {
        return if d[0] < 0.0 { -x[0] / d[0] } else { f64::INFINITY };
    }
    // The smaller positive root, without cancellation.
    let root = root.sqrt();
    let step = if b < 0.0 { c / (root - b) } else { (b + root) / -a };
    if step.is_finite() && step >= 0.0 { step } else { 0.0 }
}

/// How far inside the cone: the smallest eigenvalue.
pub fn depth(x: &[f64]) -> f64 {
    x[0] - norm(&x[1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_scaling_takes_each_to_the_same_point() {
        let (x, z) = ([3.0, 1.0, -2.0, 0.5], [2.0, -0.3, 1.0, 0.9]);
        let scale = Scale::new(&x, &z);
        let (mut one, mut other, mut twice, mut back) = ([0.0; 4], [0.0; 4], [0.0; 4], [0.0; 4]);
        scale.times(&z, &mut one);
        scale.inverse(&x, &mut other);
        scale.twice(&z, &mut twice);
        scale.times(&one, &mut back);
        for k in 0..4 {
            assert!((one[k] - other[k]).abs() < 1e-12);
            assert!((twice[k] - x[k]).abs() < 1e-12 && (back[k] - x[k]).abs() < 1e-12);
        }
    }

    #[test]
    fn division_undoes_the_product() {
        let (lambda, u) = ([2.0, 0.5, -1.0], [-1.0, 3.0, 0.25]);
        let (mut d, mut back) = ([0.0; 3], [0.0; 3]);
        product(&lambda, &u, &mut d);
        divide(&lambda, &d, &mut back);
        (0..3).for_each(|k| assert!((back[k] - u[k]).abs() < 1e-12));
    }

    #[test]
    fn steps_end_on_the_boundary() {
        for d in [[-1.0, 0.0, 0.0], [0.5, -2.0, 1.0], [-2.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]] {
            let x = [2.0, 0.5, -1.0];
            let step = reach(&x, &d);
            let at: Vec<f64> = x.iter().zip(d).map(|(x, d)| x + step * d).collect();
            assert!(depth(&at).abs() < 1e-12, "{d:?} {step}");
        }
        assert!(reach(&[2.0, 0.5, -1.0], &[1.0, 0.0, 0.5]).is_infinite());
    }
}
