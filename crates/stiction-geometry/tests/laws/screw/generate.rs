//! Random screws, poses, bodies, bases and subspaces, some of them nearly degenerate on purpose.

use proptest::collection::vec;
use proptest::prelude::*;
use stiction_geometry::screw::kind::{self, Kind};
use stiction_geometry::screw::{Basis, Inertia, Map, Planar, Pose, Screw, Space, Spatial, Subspace, Twist};

/// A world in which poses and bodies can be made from the numbers of space.
pub trait World: Space {
    fn pose(axis: [f64; 3], angle: f64, translation: Self::Triple) -> Pose<Self>;
    fn body(mass: f64, com: Self::Triple, rotational: [[f64; 3]; 3]) -> Inertia<Self>;
}

impl World for Planar {
    fn pose([.., z]: [f64; 3], angle: f64, translation: [f64; 2]) -> Pose<Planar> {
        Pose::planar(angle * z.signum(), translation)
    }
    fn body(mass: f64, com: [f64; 2], rotational: [[f64; 3]; 3]) -> Inertia<Planar> {
        Inertia::planar(mass, com, rotational[2][2]).unwrap()
    }
}

impl World for Spatial {
    fn pose(axis: [f64; 3], angle: f64, translation: [f64; 3]) -> Pose<Spatial> {
        Pose::from_axis_angle(axis, angle, translation).unwrap()
    }
    fn body(mass: f64, com: [f64; 3], rotational: [[f64; 3]; 3]) -> Inertia<Spatial> {
        Inertia::spatial(mass, com, rotational).unwrap()
    }
}

/// Zero, a small integer, or either sign of something between a hundredth and a hundred.
pub fn number() -> impl Strategy<Value = f64> {
    let size = (-2.0..2.0_f64).prop_map(|exponent| 10_f64.powf(exponent));
    let wide = (size, any::<bool>()).prop_map(|(size, negative)| if negative { -size } else { size });
    prop_oneof![1 => Just(0.0), 1 => (-3..=3_i8).prop_map(f64::from), 6 => wide]
}

pub fn screw<K: Kind, S: Space>() -> impl Strategy<Value = Screw<K, S>> {
    vec(number(), S::FREEDOMS).prop_map(|x| Screw::from_array(S::array(|i| x[i])))
}

pub fn point<S: Space>() -> impl Strategy<Value = S::Triple> {
    [number(), number(), number()].prop_map(S::drop_linear)
}

pub fn angular<S: Space>() -> impl Strategy<Value = S::Angular> {
    [number(), number(), number()].prop_map(S::drop_angular)
}

pub fn pose<S: World>() -> impl Strategy<Value = Pose<S>> {
    let leaning = (number(), number(), 1.0..2.0_f64).prop_map(|(x, y, z)| [x, y, z]);
    let axis = prop_oneof![Just([0.0, 0.0, 1.0]), leaning];
    (axis, -7.0..7.0_f64, point::<S>()).prop_map(|(axis, angle, place)| S::pose(axis, angle, place))
}

/// Point masses, which are as good as a body once there are four that do not lie in a plane.
#[derive(Debug, Clone)]
pub struct Masses<S: Space>(pub Vec<(f64, S::Triple)>);

/// Four masses near the corners of a tetrahedron (of a square, in the plane), anywhere, of any size from a
/// centimetre to a metre.
pub fn masses<S: Space>() -> impl Strategy<Value = Masses<S>> {
    let corners = [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0]];
    let jitter = vec(([-0.3..0.3, -0.3..0.3, -0.3..0.3_f64], 0.1..10.0_f64), 4);
    (jitter, 0.01..1.0_f64, [-2.0..2.0, -2.0..2.0, -2.0..2.0_f64]).prop_map(move |(jitter, size, place)| {
        let at = |corner: [f64; 3], jitter: [f64; 3]| {
            S::drop_linear(std::array::from_fn(|i| place[i] + size * (corner[i] + jitter[i])))
        };
        Masses(corners.into_iter().zip(jitter).map(|(corner, (j, mass))| (mass, at(corner, j))).collect())
    })
}

impl<S: World> Masses<S> {
    /// The body that they make up: Σ m, Σ m p / Σ m, and Σ m (|d|² 1 − d dᵀ) with d = p − com.
    pub fn body(&self) -> Inertia<S> {
        let mass: f64 = self.0.iter().map(|(mass, _)| mass).sum();
        let places: Vec<_> = self.0.iter().map(|&(mass, place)| (mass, S::lift_linear(place))).collect();
        let com: [f64; 3] = std::array::from_fn(|i| places.iter().map(|(m, p)| m * p[i]).sum::<f64>() / mass);
        let entry = |i: usize, j: usize| {
            let term = |(m, p): &(f64, [f64; 3])| {
                let d: [f64; 3] = std::array::from_fn(|k| p[k] - com[k]);
                let square: f64 = d.iter().map(|x| x * x).sum();
                m * (if i == j { square } else { 0.0 } - d[i] * d[j])
            };
            places.iter().map(term).sum()
        };
        let rotational = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
        S::body(mass, S::drop_linear(com), rotational)
    }

    /// The largest distance from the reference point.
    pub fn reach(&self) -> f64 {
        self.0.iter().map(|(_, place)| norm(place.as_ref())).fold(0.0, f64::max)
    }
}

pub fn map<From: Kind, To: Kind, S: Space>() -> impl Strategy<Value = Map<From, To, S>> {
    let n = S::FREEDOMS;
    vec(number(), n * n).prop_map(move |x| Map::from_rows(S::square(|row, column| x[n * row + column])))
}

/// A basis of motions far from dependent: the unit twists, each off by less than half, in other units.
pub fn basis<S: Space>() -> impl Strategy<Value = Basis<S>> {
    let n = S::FREEDOMS;
    let off = -0.45..0.45_f64;
    (vec(off, n * n), vec(0.25..4.0_f64, n)).prop_map(move |(off, units)| {
        let entry = |row, column| if row == column { 1.0 } else { off[n * row + column] / (n - 1) as f64 };
        let vector = |column| Twist::from_array(S::array(|row| units[row] * entry(row, column)));
        Basis::reciprocal_to(&(0..n).map(vector).collect::<Vec<_>>()).unwrap()
    })
}

/// The span of up to as many screws as a body has freedoms; sometimes the last is the first two combined, but
/// for an error of a few ulps or of a size near the tolerance of ranks.
pub fn subspace<K: Kind, S: Space>() -> impl Strategy<Value = Subspace<K, S>> {
    let error = prop_oneof![Just(0.0), Just(4e-16), Just(1e-12), Just(1e-10), Just(1e-8)];
    (vec(screw::<K, S>(), 0..=S::FREEDOMS), any::<bool>(), error).prop_map(|(mut screws, repeat, error)| {
        if let ([first, second, ..], true) = (&screws[..], repeat) {
            let nearly = *first + *second;
            let slipped =
                S::array(|i| nearly.to_array().as_ref()[i] * (1.0 + if i == 0 { error } else { 0.0 }));
            screws.push(Screw::from_array(slipped));
        }
        Subspace::span(&screws).unwrap()
    })
}

/// Euclidean length of components.
pub fn norm(components: &[f64]) -> f64 {
    components.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Euclidean length of a screw's components.
pub fn size<K: Kind, S: Space>(screw: &Screw<K, S>) -> f64 {
    norm(screw.to_array().as_ref())
}

/// Frobenius norm of a matrix: no screw grows by more.
pub fn gain<S: Space>(rows: &S::Square) -> f64 {
    norm(&rows.as_ref().iter().map(|row| norm(row.as_ref())).collect::<Vec<_>>())
}

/// ‖X_m‖ ‖X_m⁻¹‖: how much a change to the basis and back can blow up an error.
pub fn condition<S: Space>(basis: &Basis<S>) -> f64 {
    gain::<S>(&basis.transform::<kind::Twist>()) * gain::<S>(&basis.inverse_transform::<kind::Twist>())
}
