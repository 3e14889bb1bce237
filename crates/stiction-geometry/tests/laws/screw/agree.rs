//! When two results count as equal.
//!
//! Thresholds are [`ROUNDINGS`] times ε times the size of what was added up on the way.  A sum of products of k
//! factors, each off by a relative ε or two, is off by some (n + k) ε times the sum of the absolute products; the
//! longest chains here have n + k ≈ 30, a few of them in a row.  Sizes are bounded by norms: a change of point by
//! r lengthens a screw by at most 1 + |r|.

use super::generate::norm;
use nalgebra::DMatrix;
use stiction_geometry::screw::kind::Kind;
use stiction_geometry::screw::{Pose, Screw, Space};

pub const ROUNDINGS: f64 = 128.0;

/// Whether two numbers agree to rounding of quantities of this size.  NaN agrees with nothing.
pub fn agree(left: f64, right: f64, size: f64) -> bool {
    (left - right).abs() <= ROUNDINGS * f64::EPSILON * size
}

pub fn all_agree(left: &[f64], right: &[f64], size: f64) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(&x, &y)| agree(x, y, size))
}

pub fn same<K: Kind, S: Space>(left: &Screw<K, S>, right: &Screw<K, S>, size: f64) -> bool {
    all_agree(left.to_array().as_ref(), right.to_array().as_ref(), size)
}

pub fn same_matrix<S: Space>(left: &S::Square, right: &S::Square, size: f64) -> bool {
    let rows = left.as_ref().iter().zip(right.as_ref());
    rows.into_iter().all(|(x, y)| all_agree(x.as_ref(), y.as_ref(), size))
}

/// 1 + |r|: how much a change of point by r can lengthen a screw.
pub fn lever<S: Space>(point: S::Triple) -> f64 {
    1.0 + norm(point.as_ref())
}

/// How much a change of frame can lengthen a screw.
pub fn reach<S: Space>(pose: &Pose<S>) -> f64 {
    lever::<S>(pose.translation())
}

pub fn matrix<S: Space>(rows: &S::Square) -> DMatrix<f64> {
    DMatrix::from_fn(S::FREEDOMS, S::FREEDOMS, |row, column| rows.as_ref()[row].as_ref()[column])
}
