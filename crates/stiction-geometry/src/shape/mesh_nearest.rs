//! The place of a mesh nearest to a point, in doubles.
//!
//! Every triangle is asked once: O(n) for each question.  Inside or outside follows from the side of the nearest
//! place; on an edge or vertex the normals of its triangles,
//! weighted by the angles they fill there, add up to a vector that tells the side (Bærentzen and Aanæs, 2005).

use super::solid_nearest::{SolidFeature, SolidNearest};
use super::space::{from_doubles, to_doubles};
use super::{Mesh, Point3};
use nalgebra::Vector3;

/// Part of the mesh's size within which a point lies on it.
const ON_SURFACE: f64 = 1e-12;

/// Sine of the angle below which two triangles are one face.
const FLAT: f64 = 1e-6;

/// What of a triangle is nearest: its inside, a side by its first corner, a corner.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    Inside,
    Side(usize),
    Corner(usize),
}

impl Mesh {
    /// The nearest place, an edge or vertex within `reach` winning over the face beside it.
    pub(super) fn nearest(&self, point: &Point3, reach: f64) -> Option<SolidNearest> {
        let at = Vector3::from(to_doubles(point));
        let (triangle, mut place, mut part) = self.nearest_part(&at)?;
        let mut feature = self.feature(triangle, part)?;
        if let Some(preferred) = self.preferred(triangle, &at, reach) {
            (place, part, feature) = preferred;
        }
        let offset = at - place;
        let on_surface = offset.norm() <= ON_SURFACE * self.size();
        let inside = on_surface || offset.dot(&self.pseudonormal(triangle, part)) < 0.0;
        Some(SolidNearest {
            place: from_doubles(place.into())?,
            distance: offset.norm(),
            on_surface,
            inside,
            feature,
        })
    }

    /// Normals into the solid of the triangles that are no farther from a point than this, one of each direction.
    pub(super) fn normals_near(&self, point: &Point3, reach: f64) -> Vec<Point3> {
        let at = Vector3::from(to_doubles(point));
        let near = |triangle: &&[u32; 3]| {
            self.corners(triangle).is_some_and(|corners| {
                let (place, _) = nearest_of_triangle(&corners.map(Vector3::from), &at);
                (at - place).norm() <= reach
            })
        };
        let mut different: Vec<Vector3<f64>> = Vec::new();
        for normal in self.triangles.iter().filter(near).filter_map(|triangle| self.unit_normal(triangle)) {
            if !different.iter().any(|known| known.dot(&normal) > 0.0 && known.cross(&normal).norm() <= FLAT)
            {
                different.push(normal);
            }
        }
        different.iter().filter_map(|normal| from_doubles((-normal).into())).collect()
    }

    /// The nearest place of all triangles with an area.
    fn nearest_part(&self, at: &Vector3<f64>) -> Option<(usize, Vector3<f64>, Part)> {
        let mut best = None;
        let mut least = f64::INFINITY;
        for (index, triangle) in self.triangles.iter().enumerate() {
            let Some(corners) = self.corners(triangle) else { continue };
            let (place, part) = nearest_of_triangle(&corners.map(Vector3::from), at);
            let square = (at - place).norm_squared();
            if square < least && self.unit_normal(triangle).is_some() {
                (least, best) = (square, Some((index, place, part)));
            }
        }
        best
    }

    /// The corner, or else the side, of a triangle within reach of the point where normals differ.
    fn preferred(
        &self,
        triangle: usize,
        at: &Vector3<f64>,
        reach: f64,
    ) -> Option<(Vector3<f64>, Part, SolidFeature)> {
        let corners = self.corners(&self.triangles[triangle])?.map(Vector3::from);
        let vertices = (0..3).map(|k| (corners[k], Part::Corner(k)));
        let sides = (0..3).map(|k| (on_segment(&corners[k], &corners[(k + 1) % 3], at), Part::Side(k)));
        let mut close =
            vertices.chain(sides).filter(|(place, _)| reach > 0.0 && (at - place).norm() <= reach);
        close.find_map(|(place, part)| {
            let feature = self.feature(triangle, part).filter(|feature| feature.normal().is_none())?;
            Some((place, part, feature))
        })
    }

    /// The triangles that share a part of one, itself among them.
    fn sharing(&self, triangle: usize, part: Part) -> Vec<&[u32; 3]> {
        let own = &self.triangles[triangle];
        let shared = match part {
            Part::Inside => return vec![own],
            Part::Side(k) => vec![own[k], own[(k + 1) % 3]],
            Part::Corner(k) => vec![own[k]],
        };
        self.triangles.iter().filter(|other| shared.iter().all(|corner| other.contains(corner))).collect()
    }

    /// A vector out of the solid whose sign against an offset is that of the solid, at any part.
    fn pseudonormal(&self, triangle: usize, part: Part) -> Vector3<f64> {
        let weight = |other: &[u32; 3]| match part {
            Part::Corner(k) => self.angle(other, self.triangles[triangle][k]),
            Part::Inside | Part::Side(_) => 1.0,
        };
        let sharing = self.sharing(triangle, part);
        sharing.into_iter().filter_map(|other| Some(self.unit_normal(other)? * weight(other))).sum()
    }

    /// Face, edge or vertex, by the normals that meet at a part of a triangle.
    fn feature(&self, triangle: usize, part: Part) -> Option<SolidFeature> {
        let sharing = self.sharing(triangle, part);
        let mut different: Vec<Vector3<f64>> = Vec::new();
        for normal in sharing.iter().filter_map(|other| self.unit_normal(other)) {
            if !different.iter().any(|known| known.dot(&normal) > 0.0 && known.cross(&normal).norm() <= FLAT)
            {
                different.push(normal);
            }
        }
        let inward =
            different.iter().map(|normal| from_doubles((-normal).into())).collect::<Option<Vec<_>>>()?;
        Some(match (<[Point3; 1]>::try_from(inward), part) {
            (Ok([normal]), _) => SolidFeature::Face { normal },
            (Err(normals), Part::Side(k)) => match <[Point3; 2]>::try_from(normals) {
                Ok(normals) => SolidFeature::Edge { normals, convex: self.is_convex(triangle, k, &sharing) },
                Err(normals) => SolidFeature::Vertex { normals },
            },
            (Err(normals), _) => SolidFeature::Vertex { normals },
        })
    }

    /// Whether the triangle beyond a side lies below the plane of this one.
    fn is_convex(&self, triangle: usize, side: usize, sharing: &[&[u32; 3]]) -> bool {
        let own = &self.triangles[triangle];
        let beyond = sharing.iter().flat_map(|other| other.iter()).find(|corner| !own.contains(corner));
        let opposite = beyond.and_then(|&corner| self.vertices.get(corner as usize));
        let (Some(opposite), Some(corners), Some(normal)) = (opposite, self.corners(own), self.normal(own))
        else {
            return true;
        };
        normal.dot(&(Vector3::from(*opposite) - Vector3::from(corners[side]))) < 0.0
    }

    fn unit_normal(&self, triangle: &[u32; 3]) -> Option<Vector3<f64>> {
        self.normal(triangle)?.try_normalize(0.0)
    }

    /// The angle of a triangle at one of its corners.
    fn angle(&self, triangle: &[u32; 3], corner: u32) -> f64 {
        let place = triangle.iter().position(|c| *c == corner);
        let (Some(k), Some(corners)) = (place, self.corners(triangle)) else { return 0.0 };
        let [here, next, last] = [0, 1, 2].map(|step| Vector3::from(corners[(k + step) % 3]));
        (next - here).angle(&(last - here))
    }
}

/// The point of a triangle nearest to another: within it, or on the nearest of its sides.
fn nearest_of_triangle(corners: &[Vector3<f64>; 3], at: &Vector3<f64>) -> (Vector3<f64>, Part) {
    let [a, b, c] = corners;
    let normal = (b - a).cross(&(c - a));
    let beside = |k: usize| {
        let (from, to) = (&corners[k], &corners[(k + 1) % 3]);
        normal.cross(&(to - from)).dot(&(at - from)) > 0.0
    };
    let square = normal.norm_squared();
    if square > 0.0 && (0..3).all(beside) {
        return (at - normal * (normal.dot(&(at - a)) / square), Part::Inside);
    }
    let mut best = (*a, Part::Corner(0));
    let mut least = f64::INFINITY;
    for k in 0..3 {
        let next = (k + 1) % 3;
        let place = on_segment(&corners[k], &corners[next], at);
        let distance = (at - place).norm_squared();
        if distance < least {
            let part = match place {
                end if end == corners[k] => Part::Corner(k),
                end if end == corners[next] => Part::Corner(next),
                _ => Part::Side(k),
            };
            (least, best) = (distance, (place, part));
        }
    }
    best
}

/// The point of a segment nearest to another.
fn on_segment(from: &Vector3<f64>, to: &Vector3<f64>, at: &Vector3<f64>) -> Vector3<f64> {
    let along = to - from;
    let t = (at - from).dot(&along) / along.norm_squared();
    match t {
        t if t >= 1.0 => *to,
        t if t > 0.0 => from + along * t,
        _ => *from,
    }
}
