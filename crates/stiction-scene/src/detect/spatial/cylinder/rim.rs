//! The rim of a flat end: a circle at which the end and the side meet square to each other.
//!
//! Where a rim touches an edge or another rim, the normal is across both; where it touches the side of another
//! cylinder, the normal is that of the side.  Nearest places have no closed form worth having: the circle is
//! sampled, and each least distance narrowed by bisection of its slope until the doubles are exhausted.

use super::super::flat::axes_across;
use super::Cylinder;
use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Samples among which least distances are looked for: a distance from a circle to a line or a circle has at most
/// four of them.
const SAMPLES: usize = 64;

/// How far a direction may dip and still count as level.
const LEVEL: f64 = 1e-9;

/// A rim in doubles.
#[derive(Debug, Clone)]
pub struct Rim {
    pub center: Vector3<f64>,
    pub radius: f64,
    /// Out of the flat end, of length 1.
    pub outward: Vector3<f64>,
    axes: [Vector3<f64>; 2],
    height: f64,
}

/// A place of a rim.
#[derive(Debug, Clone, Copy)]
pub struct RimPlace {
    pub at: Vector3<f64>,
    /// From the centre, of length 1.
    pub radial: Vector3<f64>,
    /// Along the rim, of length 1.
    pub tangent: Vector3<f64>,
}

impl Rim {
    pub fn new(cylinder: &Cylinder<'_>, cap: usize) -> Self {
        let outward = if cap == 1 { cylinder.axis } else { -cylinder.axis };
        Self {
            center: cylinder.caps()[cap],
            radius: cylinder.radius,
            outward,
            axes: axes_across(&outward),
            height: 2.0 * cylinder.half,
        }
    }

    pub fn place(&self, angle: f64) -> RimPlace {
        let radial = self.axes[0] * angle.cos() + self.axes[1] * angle.sin();
        RimPlace { at: self.center + radial * self.radius, radial, tangent: self.outward.cross(&radial) }
    }

    /// One of its points as a place.
    pub fn place_at(&self, at: &Vector3<f64>) -> RimPlace {
        let radial = (at - self.center) / self.radius;
        RimPlace { at: *at, radial, tangent: self.outward.cross(&radial) }
    }

    /// Whether the cylinder lies on the side that `normal` points to, or dips below it by no more than `slack`.
    pub fn stands_on(&self, place: &RimPlace, normal: &Vector3<f64>, slack: f64) -> bool {
        self.outward.dot(normal) <= LEVEL + slack / self.height
            && place.radial.dot(normal) <= LEVEL + slack / (2.0 * self.radius)
    }

    /// The point nearest to a place.
    pub fn nearest(&self, place: &Vector3<f64>) -> Vector3<f64> {
        let offset = place - self.center;
        let flat = offset - self.outward * self.outward.dot(&offset);
        let length = flat.norm();
        let radial = if length > 0.0 { flat / length } else { self.axes[0] };
        self.center + radial * self.radius
    }

    /// Its places that are nearer to a line than their neighbours, with the nearest point of the line.
    pub fn nearest_to_line(
        &self,
        from: &Vector3<f64>,
        along: &Vector3<f64>,
    ) -> Vec<(RimPlace, Vector3<f64>)> {
        self.nearest_to(|at| from + along * along.dot(&(at - from)))
    }

    /// Its places that are nearer to another rim than their neighbours, with the nearest point of that rim.
    pub fn nearest_to_rim(&self, other: &Self) -> Vec<(RimPlace, Vector3<f64>)> {
        self.nearest_to(|at| other.nearest(at))
    }

    fn nearest_to(&self, foot: impl Fn(&Vector3<f64>) -> Vector3<f64>) -> Vec<(RimPlace, Vector3<f64>)> {
        let step = TAU / SAMPLES as f64;
        let distance = |k: usize| {
            let at = self.place(step * k as f64).at;
            (at - foot(&at)).norm_squared()
        };
        let distances: Vec<f64> = (0..SAMPLES).map(distance).collect();
        // The foot is the nearest point of the partner: its own motion does not change the distance.
        let slope = |angle: f64| {
            let place = self.place(angle);
            (place.at - foot(&place.at)).dot(&place.tangent)
        };
        let least = |k: &usize| {
            let (before, after) = (distances[(k + SAMPLES - 1) % SAMPLES], distances[(k + 1) % SAMPLES]);
            distances[*k] <= before && distances[*k] < after
        };
        let narrowed = |k: usize| {
            let middle = step * k as f64;
            let (mut low, mut high) =
                if slope(middle) > 0.0 { (middle - step, middle) } else { (middle, middle + step) };
            for _ in 0..60 {
                let half = (low + high) / 2.0;
                if slope(half) > 0.0 { high = half } else { low = half }
            }
            let place = self.place((low + high) / 2.0);
            (place, foot(&place.at))
        };
        (0..SAMPLES).filter(least).map(narrowed).collect()
    }

    /// The angles at which it crosses the plane of the points with `normal · point = offset`.
    pub fn plane_crossings(&self, normal: &Vector3<f64>, offset: f64) -> Option<[f64; 2]> {
        let (x, y) = (normal.dot(&self.axes[0]) * self.radius, normal.dot(&self.axes[1]) * self.radius);
        let cosine = (offset - normal.dot(&self.center)) / x.hypot(y);
        (cosine.abs() < 1.0).then(|| [y.atan2(x) - cosine.acos(), y.atan2(x) + cosine.acos()])
    }
}
