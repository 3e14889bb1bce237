//! Cylinders: standing on a flat end (points of the rim stand for the disc), lying along a line, tilted on a point of
//! the rim; under balls, against each other.
//!
//! A cylinder has two flat ends, a side, and two rims between them.  Each of the three meets each face, edge and corner
//! of a flat solid, and each of the three of another cylinder, in its own way; rims that only graze an edge, a
//! corner or another rim have no normal and are noted.

mod depth;
mod end;
mod on_cylinder;
mod on_flat;
mod rim;
mod under_sphere;

pub use on_cylinder::on_cylinder;
pub use on_flat::on_flat;
pub use under_sphere::under_sphere;

use super::exact::{from_doubles, scaled, sum, to_doubles};
use super::sites::touch;
use crate::detect::broad::Bounds;
use crate::detect::pairs::Touch;
use nalgebra::Vector3;
use rim::Rim;
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::Point3;
use stiction_geometry::shape::plane::exact_root;
use stiction_proof::Rational;

/// Sine of the angle below which two directions are one.
const PARALLEL: f64 = 1e-6;

/// Sine of the angle between a rim and what it crosses below which there is no normal to be told.
const GRAZING: f64 = 1e-4;

/// Whether a rim of this radius that meets a line at an angle with this sine only grazes it: moved by the tolerance,
/// it would touch it.
fn grazes(sine: f64, radius: f64, tolerance: f64) -> bool {
    sine <= GRAZING.max(grazing_reach(radius, tolerance) / radius)
}

/// How far along a tangent a rim stays within the tolerance of it, with room for both sides.
fn grazing_reach(radius: f64, tolerance: f64) -> f64 {
    (8.0 * tolerance * radius).sqrt() + 2.0 * tolerance
}

/// A cylinder in doubles.
#[derive(Debug, Clone)]
pub struct Cylinder<'a> {
    pub center: Vector3<f64>,
    /// Of length 1.
    pub axis: Vector3<f64>,
    pub radius: f64,
    /// Half its height.
    pub half: f64,
    pub exact_center: &'a Point3,
    pub exact_axis: &'a Point3,
    pub exact_radius: &'a Rational,
    exact_height: &'a Rational,
}

impl<'a> Cylinder<'a> {
    pub fn new(center: &'a Point3, axis: &'a Point3, radius: &'a Rational, height: &'a Rational) -> Self {
        Self {
            center: to_doubles(center),
            axis: to_doubles(axis).normalize(),
            radius: radius.to_f64(),
            half: height.to_f64() / 2.0,
            exact_center: center,
            exact_axis: axis,
            exact_radius: radius,
            exact_height: height,
        }
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        let reach = self.axis.map(|x| self.half * x.abs() + self.radius * (1.0 - x * x).max(0.0).sqrt());
        [(self.center - reach).into(), (self.center + reach).into()]
    }

    /// The centres of its flat ends, against the axis and along it.
    pub fn caps(&self) -> [Vector3<f64>; 2] {
        [self.center - self.axis * self.half, self.center + self.axis * self.half]
    }

    /// How far a place is along the axis from the centre, and the vector from the axis to it.
    pub fn coordinates(&self, place: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let offset = place - self.center;
        let along = self.axis.dot(&offset);
        (along, offset - self.axis * along)
    }

    /// How deep a place lies inside; negative outside.
    pub fn inside(&self, place: &Vector3<f64>) -> f64 {
        let (along, radial) = self.coordinates(place);
        (self.radius - radial.norm()).min(self.half - along.abs())
    }

    /// The exact centre of a flat end, where the length of the axis is rational.
    fn exact_cap(&self, cap: usize) -> Option<Point3> {
        let length = exact_root(&super::exact::dot(self.exact_axis, self.exact_axis))?;
        let half = (self.exact_height * &Rational::new(1, 2)).checked_div(&length)?;
        let half = if cap == 0 { -half } else { half };
        Some(sum(self.exact_center, &scaled(self.exact_axis, &half)))
    }

    /// The point of each rim that is lowest along a unit vector; the centres where all points are.
    fn lowest(&self, up: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let down = self.axis * self.axis.dot(up) - up;
        let slope = down.norm();
        let outward = if slope > 1e-12 { down * (self.radius / slope) } else { Vector3::zeros() };
        self.caps().map(|cap| cap + outward)
    }

    /// How far the lowest point of a flat end is below its centre.
    fn dip(&self, up: &Vector3<f64>) -> f64 {
        self.radius * (up - self.axis * self.axis.dot(up)).norm()
    }

    /// The rim of a flat end.
    fn rim(&self, cap: usize) -> Rim {
        Rim::new(self, cap)
    }

    /// The part of a segment inside, from 0 to 1.
    fn clipped(&self, from: &Vector3<f64>, to: &Vector3<f64>) -> Option<[f64; 2]> {
        let ((begin, first), (end, last)) = (self.coordinates(from), self.coordinates(to));
        let (rise, across) = (end - begin, last - first);
        let mut range = [0.0, 1.0];
        if rise != 0.0 {
            let cuts = [(-self.half - begin) / rise, (self.half - begin) / rise];
            range = [cuts[0].min(cuts[1]).max(0.0), cuts[0].max(cuts[1]).min(1.0)];
        } else if begin.abs() > self.half {
            return None;
        }
        // The side: |first + part · across| = radius.
        let square = across.norm_squared();
        let middle = -first.dot(&across) / square;
        if !middle.is_finite() {
            return (first.norm() <= self.radius && range[0] < range[1]).then_some(range);
        }
        let least = (first + across * middle).norm_squared();
        let reach = ((self.radius * self.radius - least) / square).sqrt();
        let range = [range[0].max(middle - reach), range[1].min(middle + reach)];
        (reach.is_finite() && range[0] < range[1]).then_some(range)
    }
}

/// A contact whose point is only known in doubles.
fn rounded_touch(at: &Vector3<f64>, normal: Point3, normal_rounded: bool) -> Touch<Spatial> {
    touch(from_doubles(at), normal, if normal_rounded { vec!["point", "normal"] } else { vec!["point"] })
}

/// A contact of which nothing is exact.
fn found_in_doubles(at: &Vector3<f64>, normal: &Vector3<f64>) -> Touch<Spatial> {
    rounded_touch(at, from_doubles(normal), true)
}
