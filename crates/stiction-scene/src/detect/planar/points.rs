//! Single points: corner on line, round on line, round on round, corner on round; corner on corner is only noted.

use super::boundary::{Boundary, Corner, Joint, Line, Round};
use super::{Sites, conforming};
use crate::detect::Finding;
use crate::detect::pairs::Touch;
use crate::scene::Curvature;
use nalgebra::Vector2;
use stiction_exact::vector::between_centres;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::plane::{difference, from_doubles, reversed, scaled, sum};
use stiction_proof::Rational;

/// Adds every contact that is a single point, and notes what has no normal.
pub fn add_points(first: &Boundary<'_>, second: &Boundary<'_>, sites: &mut Sites) {
    for (standing, flat, side) in
        [(first, second, UpperOutline::First), (second, first, UpperOutline::Second)]
    {
        for line in &flat.lines {
            standing.rounds.iter().for_each(|round| round_on_line(round, line, side, sites));
        }
    }
    for a in &first.rounds {
        second.rounds.iter().for_each(|b| round_on_round(a, b, sites));
    }
    for (standing, flat, side) in
        [(first, second, UpperOutline::First), (second, first, UpperOutline::Second)]
    {
        for corner in &standing.corners {
            flat.lines.iter().for_each(|line| corner_on_line(corner, line, side, sites));
            flat.rounds.iter().for_each(|round| corner_on_round(corner, round, side, sites));
        }
    }
    for a in &first.corners {
        second.corners.iter().for_each(|b| corner_on_corner(a, b, sites));
    }
}

/// Which of the two outlines stands on the other.
#[derive(Clone, Copy, PartialEq)]
pub enum UpperOutline {
    First,
    Second,
}

impl UpperOutline {
    /// Adds a contact whose normal points into the outline that stands.
    pub fn add(
        self,
        sites: &mut Sites,
        at: Vector2<f64>,
        normal: Vector2<f64>,
        touch: impl FnOnce() -> Touch<Planar>,
    ) -> usize {
        match self {
            Self::First => sites.add(at, normal, touch),
            Self::Second => sites.add(at, -normal, || exchanged(touch())),
        }
    }
}

/// The same contact seen from the other outline.
fn exchanged(touch: Touch<Planar>) -> Touch<Planar> {
    let curvature = touch.curvature.map(|[a, b]| [b, a]);
    Touch { normal: reversed(&touch.normal), curvature, ..touch }
}

fn corner_on_line(corner: &Corner<'_>, line: &Line<'_>, side: UpperOutline, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let (along, height) = line.coordinates(&corner.at);
    // Beside a convex corner there is no normal; in a concave one there are two, one for each edge.
    let clear = |past: f64, joint: Joint| past > if joint == Joint::Convex { tolerance } else { -tolerance };
    let inside = clear(along, line.joints[0]) && clear(line.length - along, line.joints[1]);
    if height.abs() <= tolerance && inside && corner.stands_on(&line.outward, tolerance) {
        side.add(sites, corner.at, line.outward, || Touch {
            point: corner.exact.clone(),
            normal: line.exact.outward(),
            curvature: Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]),
            rounded: Vec::new(),
        });
    }
}

fn round_on_line(round: &Round<'_>, line: &Line<'_>, side: UpperOutline, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let (along, height) = line.coordinates(&round.center);
    let within = |past: f64, joint: Joint| past >= if joint == Joint::Convex { 0.0 } else { -tolerance };
    let inside = within(along, line.joints[0]) && within(line.length - along, line.joints[1]);
    let near = round.convex && (height - round.radius).abs() <= tolerance;
    if near && inside && round.covers(&-line.outward, tolerance) {
        side.add(sites, line.from + along * line.along, line.outward, || {
            let (curvature, root) = curvature(round);
            Touch {
                point: line.exact.foot(round.exact_center),
                normal: line.exact.outward(),
                curvature: Some([curvature, Curvature::Finite(Rational::zero())]),
                rounded: if root { vec!["curvature"] } else { Vec::new() },
            }
        });
    }
}

fn corner_on_round(corner: &Corner<'_>, round: &Round<'_>, side: UpperOutline, sites: &mut Sites) {
    let radial = corner.at - round.center;
    let distance = radial.norm();
    if (distance - round.radius).abs() > sites.tolerance || !round.covers(&radial, sites.tolerance) {
        return;
    }
    let normal = if round.convex { radial } else { -radial } / distance;
    if corner.stands_on(&normal, 0.0) {
        side.add(sites, corner.at, normal, || {
            let outward = difference(corner.exact, round.exact_center);
            let (curvature, root) = curvature(round);
            Touch {
                point: corner.exact.clone(),
                normal: if round.convex { outward } else { reversed(&outward) },
                curvature: Some([Curvature::Vertex, curvature]),
                rounded: if root { vec!["curvature"] } else { Vec::new() },
            }
        });
    }
}

fn round_on_round(a: &Round<'_>, b: &Round<'_>, sites: &mut Sites) {
    match (a.convex, b.convex) {
        (true, true) => round_beside_round(a, b, sites),
        (true, false) => round_in_round(a, b, UpperOutline::First, sites),
        (false, true) => round_in_round(b, a, UpperOutline::Second, sites),
        (false, false) => {}
    }
}

fn round_beside_round(a: &Round<'_>, b: &Round<'_>, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let apart = a.center - b.center;
    let distance = apart.norm();
    let near = (distance - a.radius - b.radius).abs() <= tolerance;
    if near && a.covers(&-apart, tolerance) && b.covers(&apart, tolerance) {
        let normal = apart / distance;
        sites.add(b.center + b.radius * normal, normal, || {
            let ((r, a_root), (s, b_root)) = (a.exact_radius(), b.exact_radius());
            let apart = difference(a.exact_center, b.exact_center);
            let point = between_centres([b.exact_center, a.exact_center], [&s, &r]);
            let curvature = Some([curvature(a).0, curvature(b).0]);
            Touch { point, normal: apart, curvature, rounded: roots(a_root || b_root) }
        });
    }
}

/// A convex round in a hollow one.
fn round_in_round(inner: &Round<'_>, outer: &Round<'_>, side: UpperOutline, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let apart = inner.center - outer.center;
    let (distance, room) = (apart.norm(), outer.radius - inner.radius);
    if (distance - room).abs() > tolerance {
        return;
    }
    if room <= tolerance {
        return conforming::add_arcs(inner, outer, side, sites);
    }
    if inner.covers(&apart, tolerance) && outer.covers(&apart, tolerance) {
        let outward = apart / distance;
        side.add(sites, outer.center + outer.radius * outward, -outward, || {
            let ((r, inner_root), (s, outer_root)) = (inner.exact_radius(), outer.exact_radius());
            let apart = difference(inner.exact_center, outer.exact_center);
            let point = match s.checked_div(&(&s - &r)) {
                Some(part) => sum(outer.exact_center, &scaled(&apart, &part)),
                None => from_doubles((outer.center + outer.radius * outward).into()).unwrap_or_default(),
            };
            Touch {
                point,
                normal: reversed(&apart),
                curvature: Some([curvature(inner).0, curvature(outer).0]),
                rounded: roots(inner_root || outer_root),
            }
        });
    }
}

fn corner_on_corner(a: &Corner<'_>, b: &Corner<'_>, sites: &mut Sites) {
    if (a.at - b.at).norm() <= sites.tolerance && !sites.knows(&a.at) {
        sites.findings.push((Finding::CornerOnCorner, vec![a.at.x, a.at.y]));
    }
}

/// Curvature of a round, hollow ones negative, and whether it passed through a root.
fn curvature(round: &Round<'_>) -> (Curvature, bool) {
    let (radius, root) = round.exact_radius();
    let curvature = match radius.recip() {
        Some(curvature) => Curvature::Finite(if round.convex { curvature } else { -curvature }),
        None => Curvature::Vertex,
    };
    (curvature, root)
}

/// What a root in a radius touches, of a contact between two rounds.
fn roots(root: bool) -> Vec<&'static str> {
    if root { vec!["point", "curvature"] } else { Vec::new() }
}
