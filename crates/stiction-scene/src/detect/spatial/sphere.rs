//! Balls: on faces, edges and corners, and on each other.

use super::Trouble;
use super::edges::above;
use super::exact::{difference, foot_on_line, foot_on_plane, to_doubles};
use super::flat::{Edge, Face, Flat};
use super::overlap::inside;
use super::sites::{Sites, touch};
use crate::detect::Finding;
use crate::detect::broad::Bounds;
use nalgebra::Vector3;
use stiction_exact::vector::between_centres;
use stiction_geometry::shape::Point3;
use stiction_proof::Rational;

/// How far beyond an edge or a corner the centre may be and still count as above the face.
const LEVEL: f64 = 1e-9;

/// A ball in doubles.
#[derive(Debug, Clone)]
pub struct Sphere<'a> {
    pub center: Vector3<f64>,
    pub radius: f64,
    pub exact_center: &'a Point3,
    pub exact_radius: &'a Rational,
}

impl<'a> Sphere<'a> {
    pub fn new(center: &'a Point3, radius: &'a Rational) -> Self {
        Self {
            center: to_doubles(center),
            radius: radius.to_f64(),
            exact_center: center,
            exact_radius: radius,
        }
    }

    /// The box around it.
    pub fn bounds(&self) -> Bounds {
        [self.center.add_scalar(-self.radius).into(), self.center.add_scalar(self.radius).into()]
    }
}

/// Two balls: the point divides the line of centres as the radii do, which is exact.
pub fn on_sphere(a: &Sphere<'_>, b: &Sphere<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let apart = a.center - b.center;
    let gap = apart.norm() - a.radius - b.radius;
    if gap < -sites.tolerance {
        return Err((Finding::Overlap { depth: -gap }, (a.center + b.center) / 2.0));
    }
    if gap <= sites.tolerance {
        let normal = apart.normalize();
        sites.add_point(b.center + normal * b.radius, normal, || {
            let apart = difference(a.exact_center, b.exact_center);
            let point = between_centres([b.exact_center, a.exact_center], [b.exact_radius, a.exact_radius]);
            touch(point, apart, Vec::new())
        });
    }
    Ok(())
}

/// A ball on a solid with flat faces.
pub fn on_flat(sphere: &Sphere<'_>, flat: &Flat<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    // From inside, the nearest boundary is behind the centre.
    let sunk = sphere.radius + inside(flat, &sphere.center);
    if sunk > sites.tolerance {
        return Err((Finding::Overlap { depth: sunk }, sphere.center));
    }
    if sunk < -sites.tolerance {
        return Ok(());
    }
    flat.faces.iter().for_each(|face| on_face(sphere, flat, face, sites));
    flat.edges.iter().filter(|edge| edge.convex).for_each(|edge| on_edge(sphere, flat, edge, sites));
    for corner in 0..flat.leaving.len() {
        on_corner(sphere, flat, corner, sites);
    }
    Ok(())
}

fn on_face(sphere: &Sphere<'_>, flat: &Flat<'_>, face: &Face, sites: &mut Sites) {
    let height = face.height(&sphere.center);
    if (height - sphere.radius).abs() <= sites.tolerance
        && above(flat, face, &sphere.center, LEVEL * sphere.radius)
    {
        sites.add_point(sphere.center - face.normal * height, face.normal, || {
            let (normal, rounded) = flat.exact_normal(face);
            let base = flat.exact_base(face);
            let parts = if rounded { vec!["point", "normal"] } else { Vec::new() };
            touch(foot_on_plane(sphere.exact_center, &base, &normal), normal, parts)
        });
    }
}

fn on_edge(sphere: &Sphere<'_>, flat: &Flat<'_>, edge: &Edge, sites: &mut Sites) {
    let from = flat.vertices[edge.ends[0]];
    let along = edge.along.dot(&(sphere.center - from));
    let foot = from + edge.along * along;
    let outward = sphere.center - foot;
    let distance = outward.norm();
    let beside = (0.0..=edge.length).contains(&along) && (distance - sphere.radius).abs() <= sites.tolerance;
    if beside && edge.stands_on(&(-outward / distance), 0.0) {
        sites.add_point(foot, outward / distance, || {
            let [from, to] = edge.ends.map(|i| flat.exact_vertex(i));
            let foot = foot_on_line(sphere.exact_center, &from, &difference(&to, &from));
            let normal = difference(sphere.exact_center, &foot);
            touch(foot, normal, Vec::new())
        });
    }
}

fn on_corner(sphere: &Sphere<'_>, flat: &Flat<'_>, corner: usize, sites: &mut Sites) {
    let at = flat.vertices[corner];
    let outward = sphere.center - at;
    let distance = outward.norm();
    let beside = (distance - sphere.radius).abs() <= sites.tolerance && !flat.leaving[corner].is_empty();
    if beside && flat.corner_stands_on(corner, &(-outward / distance), 0.0) {
        sites.add_point(at, outward / distance, || {
            let exact = flat.exact_vertex(corner);
            let normal = difference(sphere.exact_center, &exact);
            touch(exact, normal, Vec::new())
        });
    }
}
