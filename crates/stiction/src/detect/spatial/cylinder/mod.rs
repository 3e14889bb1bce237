//! Cylinders: standing on a flat end (eight points of the rim stand for the disc), lying along a line, tilted on a
//! point of the rim; under balls, against each other.  A rim against an edge or against another rim is only noted.

mod on_cylinder;
mod on_flat;
mod under_sphere;

pub use on_cylinder::on_cylinder;
pub use on_flat::on_flat;
pub use under_sphere::under_sphere;

use super::exact::{from_doubles, scaled, sum, to_doubles};
use super::flat::axes_across;
use super::sites::touch;
use crate::detect::broad::Bounds;
use crate::detect::pairs::Touch;
use crate::screw::Spatial;
use crate::shape::Point3;
use crate::shape::plane::exact_root;
use nalgebra::Vector3;
use stiction_proof::Rational;

/// Points of the rim that stand for a disc.
const RIM_POINTS: usize = 8;

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

    /// The points of the rim that stand for a flat end, counter-clockwise about `up`.
    fn rim(&self, cap: usize, up: &Vector3<f64>) -> [Vector3<f64>; RIM_POINTS] {
        let [first, second] = axes_across(up);
        std::array::from_fn(|k| {
            let angle = std::f64::consts::TAU * k as f64 / RIM_POINTS as f64;
            self.caps()[cap] + (first * angle.cos() + second * angle.sin()) * self.radius
        })
    }
}

/// A contact whose point is only known in doubles.
fn rounded_touch(at: &Vector3<f64>, normal: Point3, normal_rounded: bool) -> Touch<Spatial> {
    touch(from_doubles(at), normal, if normal_rounded { vec!["point", "normal"] } else { vec!["point"] })
}
