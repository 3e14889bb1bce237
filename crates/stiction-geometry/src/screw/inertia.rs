//! Inertia: how much force an acceleration takes, and how much momentum a velocity carries.
//!
//! About the centre of mass a rigid body has the matrix diag(I, m 1); about any other point and in any other
//! frame it follows by congruence.  With X_f the transform of forces:
//!
//! ```text
//!     h = M v,     T = ½ v · h                         momentum and kinetic energy               (1)
//!     f = M a + v × (M v)                              equation of motion                        (2)
//!     M′ = X_f M X_fᵀ                                  change of point and frame                 (3)
//!     λ₁ + λ₂ ≥ λ₃ > 0                                 principal moments of a real body          (4)
//! ```
//!
//! References: \[Featherstone Table 1\] for (3), \[Featherstone 4\] for M⁻¹ as the map Φ from forces to
//! accelerations.

use super::kind;
use super::matrix::{self, Singular};
use super::{Acceleration, InverseInertiaMap, Map, Momentum, Planar, Pose, Space, Spatial, Twist, Wrench};
use nalgebra::{DMatrix, Matrix3};
use std::fmt;
use std::ops::Add;

/// How far numbers that were printed and read again may miss symmetry, (4), or a zero eigenvalue, relative to
/// the diagonal.
///
/// Ten digits leave 1e-10.  A flat plate has λ₁ + λ₂ = λ₃ exactly, and must pass; a body that misses by more
/// than this is a mistake.
pub const INERTIA_TOLERANCE: f64 = 1e-9;

/// The mass matrix of a body about its reference point: symmetric, and never negative.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inertia<S: Space> {
    map: Map<kind::Twist, kind::Momentum, S>,
}

/// Why numbers are not the inertia of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum InertiaFault {
    /// Every number is finite.
    NotFinite,
    /// A mass is positive.
    Mass {
        /// The mass given.
        mass: f64,
    },
    /// Principal moments of inertia are positive.
    Moment {
        /// The smallest.
        smallest: f64,
    },
    /// No principal moment of inertia exceeds the sum of the other two.
    Triangle {
        /// The largest.
        largest: f64,
        /// The sum of the others.
        others: f64,
    },
    /// A matrix of inertia is symmetric.
    NotSymmetric {
        /// Row, counted from 0.
        row: usize,
        /// Column, counted from 0.
        column: usize,
        /// By how much the two entries differ.
        difference: f64,
    },
    /// No motion has negative kinetic energy.
    Negative {
        /// The smallest eigenvalue, once the diagonal is scaled to 1.
        smallest: f64,
    },
}

impl fmt::Display for InertiaFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(out, "inertia: a number is not finite; give decimals"),
            Self::Mass { mass } => write!(out, "mass is {mass}; give a positive one, in kg"),
            Self::Moment { smallest } => {
                write!(out, "inertia: smallest principal moment is {smallest}; give a positive one, in kg·m²")
            }
            Self::Triangle { largest, others } => write!(
                out,
                "inertia: principal moment {largest} exceeds the sum {others} of the other two, \
                 as in no real body; check the units and signs of the products of inertia"
            ),
            Self::NotSymmetric { row, column, difference } => write!(
                out,
                "inertia: entries ({row}, {column}) and ({column}, {row}) differ by {difference}; \
                 give a symmetric matrix"
            ),
            Self::Negative { smallest } => write!(
                out,
                "mass matrix: smallest scaled eigenvalue is {smallest:e}; \
                 give a matrix for which no motion has negative energy"
            ),
        }
    }
}

impl std::error::Error for InertiaFault {}

impl Inertia<Planar> {
    /// A body with its centre of mass at `com`, seen from the reference point, and the moment of inertia
    /// `rotational` about it.  Refused with every fault at once.
    ///
    /// ```
    /// use stiction_geometry::screw::{Inertia, InertiaFault, Twist};
    /// let stone = Inertia::planar(2.0, [3.0, 0.0], 1.0).unwrap();
    /// assert_eq!(stone.kinetic_energy(&Twist::planar(1.0, [0.0, 0.0])), 0.5 * (1.0 + 2.0 * 9.0));
    /// let faults = Inertia::planar(-2.0, [3.0, 0.0], 0.0).unwrap_err();
    /// assert_eq!(faults, [InertiaFault::Mass { mass: -2.0 }, InertiaFault::Moment { smallest: 0.0 }]);
    /// ```
    pub fn planar(mass: f64, com: [f64; 2], rotational: f64) -> Result<Self, Vec<InertiaFault>> {
        let mut faults = mass_faults(mass, &com);
        faults.extend(moment_faults(&[rotational]));
        let central = [[rotational, 0.0, 0.0], [0.0, mass, 0.0], [0.0, 0.0, mass]];
        Self::unless(faults, central, com.map(|x| -x))
    }
}

impl Inertia<Spatial> {
    /// A body with its centre of mass at `com`, seen from the reference point, and the matrix of inertia with
    /// rows `rotational` about it.  Refused with every fault at once.
    pub fn spatial(mass: f64, com: [f64; 3], rotational: [[f64; 3]; 3]) -> Result<Self, Vec<InertiaFault>> {
        let mut faults = mass_faults(mass, &com);
        faults.extend(rotational_faults(&rotational));
        let central = Spatial::square(|row, column| match (row, column) {
            (0..3, 0..3) => 0.5 * (rotational[row][column] + rotational[column][row]),
            _ if row == column => mass,
            _ => 0.0,
        });
        Self::unless(faults, central, com.map(|x| -x))
    }
}

impl<S: Space> Inertia<S> {
    /// A body with any symmetric mass matrix that is never negative, e.g. one end of a mechanism, or a body
    /// without mass in some direction.  Refused with every fault at once.
    pub fn from_mass_matrix(rows: S::Square) -> Result<Self, Vec<InertiaFault>> {
        let faults = mass_matrix_faults(&matrix::from_rows::<S>(&rows));
        if faults.is_empty() { Ok(Self { map: Map::from_rows(rows).symmetrized() }) } else { Err(faults) }
    }

    /// The rows of the mass matrix, angular first.
    pub fn mass_matrix(&self) -> S::Square {
        self.map.rows()
    }

    /// The momentum of the body: equation (1).
    pub fn momentum(&self, twist: &Twist<S>) -> Momentum<S> {
        self.map.apply(twist)
    }

    /// The kinetic energy of the body: equation (1).
    pub fn kinetic_energy(&self, twist: &Twist<S>) -> f64 {
        // ½ a · h with the twist as the acceleration it would be after one second from rest.
        0.5 * Acceleration::from_array(twist.to_array()).power(&self.momentum(twist))
    }

    /// The wrench that gives this acceleration to the body at rest.
    pub fn wrench(&self, acceleration: &Acceleration<S>) -> Wrench<S> {
        self.wrench_map().apply(acceleration)
    }

    /// The wrench that gives this spatial acceleration to the body moving with this twist: equation (2).
    pub fn wrench_in_motion(&self, acceleration: &Acceleration<S>, twist: &Twist<S>) -> Wrench<S> {
        self.wrench(acceleration) + twist.cross(&self.momentum(twist))
    }

    /// The inertia as a map from twists to momenta.
    pub fn momentum_map(&self) -> Map<kind::Twist, kind::Momentum, S> {
        self.map
    }

    /// The inertia as a map from accelerations to wrenches: its transpose.
    pub fn wrench_map(&self) -> Map<kind::Acceleration, kind::Wrench, S> {
        self.map.transpose()
    }

    /// The map from wrenches to the accelerations they cause at rest, unless some motion has no inertia.
    pub fn inverse(&self) -> Result<InverseInertiaMap<S>, Singular> {
        Ok(Map::from_matrix(&matrix::symmetric_inverse(&self.map.matrix())?))
    }

    /// The inertia about another reference point, seen from the present one: equation (3).
    pub fn shifted_to(&self, point: S::Triple) -> Self {
        Self { map: self.map.shifted_to(point).symmetrized() }
    }

    /// The inertia carried along by a pose: equation (3); see [`super::Screw::moved_by`].
    pub fn moved_by(&self, pose: &Pose<S>) -> Self {
        Self { map: self.map.moved_by(pose).symmetrized() }
    }

    /// The inertia in the coordinates of the frame that `pose` describes: equation (3).
    pub fn expressed_in(&self, pose: &Pose<S>) -> Self {
        Self { map: self.map.expressed_in(pose).symmetrized() }
    }

    fn unless(
        faults: Vec<InertiaFault>,
        central: S::Square,
        to_reference: S::Triple,
    ) -> Result<Self, Vec<InertiaFault>> {
        let body = Self { map: Map::from_rows(central) };
        if faults.is_empty() { Ok(body.shifted_to(to_reference)) } else { Err(faults) }
    }
}

/// Two bodies moving as one, both about the same reference point.
impl<S: Space> Add for Inertia<S> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { map: self.map + other.map }
    }
}

fn mass_faults(mass: f64, com: &[f64]) -> Vec<InertiaFault> {
    let mut faults = Vec::new();
    if !com.iter().chain([&mass]).all(|x| x.is_finite()) {
        faults.push(InertiaFault::NotFinite);
    } else if mass <= 0.0 {
        faults.push(InertiaFault::Mass { mass });
    }
    faults
}

fn rotational_faults(rows: &[[f64; 3]; 3]) -> Vec<InertiaFault> {
    let matrix = Matrix3::from_fn(|row, column| rows[row][column]);
    let mut faults = symmetry_faults(&DMatrix::from_column_slice(3, 3, matrix.as_slice()));
    if faults.is_empty() {
        let mut moments: [f64; 3] = matrix.symmetric_eigenvalues().into();
        moments.sort_by(f64::total_cmp);
        faults.extend(moment_faults(&moments));
        faults.extend(triangle_faults(moments));
    }
    faults
}

fn moment_faults(moments: &[f64]) -> Option<InertiaFault> {
    let smallest = moments.iter().copied().fold(f64::INFINITY, f64::min);
    if !moments.iter().all(|moment| moment.is_finite()) {
        return Some(InertiaFault::NotFinite);
    }
    (smallest <= 0.0).then_some(InertiaFault::Moment { smallest })
}

fn triangle_faults([first, second, largest]: [f64; 3]) -> Option<InertiaFault> {
    let others = first + second;
    let holds = largest <= others + INERTIA_TOLERANCE * largest.abs();
    (!holds).then_some(InertiaFault::Triangle { largest, others })
}

fn mass_matrix_faults(matrix: &DMatrix<f64>) -> Vec<InertiaFault> {
    let mut faults = symmetry_faults(matrix);
    if faults.is_empty() {
        let smallest = with_unit_diagonal(matrix).symmetric_eigenvalues().min();
        let negative = smallest < -INERTIA_TOLERANCE;
        faults.extend(negative.then_some(InertiaFault::Negative { smallest }));
    }
    faults
}

/// An entry of a symmetric matrix that is never negative is at most the root of the product of its diagonal
/// entries, which gives asymmetry its scale, whatever the units.
fn symmetry_faults(matrix: &DMatrix<f64>) -> Vec<InertiaFault> {
    if !matrix.iter().all(|x| x.is_finite()) {
        return vec![InertiaFault::NotFinite];
    }
    let pairs = (0..matrix.nrows()).flat_map(|row| (0..row).map(move |column| (row, column)));
    let fault = |(row, column)| {
        let difference = (matrix[(row, column)] - matrix[(column, row)]).abs();
        let scale = matrix[(row, row)].abs().sqrt() * matrix[(column, column)].abs().sqrt();
        let asymmetric = difference > INERTIA_TOLERANCE * scale;
        asymmetric.then_some(InertiaFault::NotSymmetric { row, column, difference })
    };
    pairs.filter_map(fault).collect()
}

fn with_unit_diagonal(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let roots = matrix.diagonal().map(|x| if x > 0.0 { x.sqrt() } else { 1.0 });
    DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |row, column| {
        matrix[(row, column)] / (roots[row] * roots[column])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLATE: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];

    #[test]
    fn a_flat_plate_passes_and_a_body_of_negative_thickness_does_not() {
        assert!(Inertia::spatial(1.0, [0.0; 3], PLATE).is_ok());
        let mut impossible = PLATE;
        impossible[2][2] = 3.001;
        let faults = Inertia::spatial(1.0, [0.0; 3], impossible).unwrap_err();
        assert!(matches!(faults[..], [InertiaFault::Triangle { .. }]), "{faults:?}");
        assert!(faults[0].to_string().contains("3.001"), "{}", faults[0]);
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let faults = Inertia::spatial(0.0, [0.0; 3], PLATE.map(|row| row.map(|x| -x))).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
        let mut skew = PLATE;
        (skew[0][1], skew[2][0]) = (0.5, 0.25);
        let faults = Inertia::spatial(f64::NAN, [0.0; 3], skew).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
    }

    #[test]
    fn a_mass_matrix_may_forget_a_direction_but_then_has_no_inverse() {
        let rod = Inertia::<Planar>::from_mass_matrix([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(rod.unwrap().inverse(), Err(Singular { reciprocal_condition: 0.0 }));
        let bad = Inertia::<Planar>::from_mass_matrix([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert!(matches!(bad.unwrap_err()[..], [InertiaFault::Negative { .. }]));
        let bad = Inertia::<Planar>::from_mass_matrix([[f64::NAN; 3]; 3]);
        assert_eq!(bad, Err(vec![InertiaFault::NotFinite]));
    }
}
