//! Two cylinders: side by side along a line, crossed at a point, end on end, and one on the end of the other.

use super::super::Trouble;
use super::super::edges::nearest_on_lines;
use super::super::exact::{cross, difference, foot_on_line, reversed, scaled, sum};
use super::super::sites::{Patch, Sites, touch};
use super::{Cylinder, RIM_POINTS, rounded_touch};
use crate::detect::Finding;
use crate::shape::Point3;
use nalgebra::Vector3;

/// Finds where two cylinders touch.
pub fn on_cylinder(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let tilt = a.axis.cross(&b.axis).norm();
    if tilt * a.half.min(b.half) * 2.0 <= sites.tolerance {
        return parallel(a, b, sites);
    }
    crossed(a, b, sites)?;
    ends_on_ends(a, b, sites)?;
    if sites.is_empty() && !are_apart(a, b, sites.tolerance) {
        return Err((
            Finding::NotCompared { why: "the rim of a cylinder against a cylinder is not looked at" },
            a.center,
        ));
    }
    Ok(())
}

fn parallel(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let tolerance = sites.tolerance;
    let (along, radial) = b.coordinates(&a.center);
    let gap = radial.norm() - a.radius - b.radius;
    let beyond = along.abs() - a.half - b.half;
    if gap < -tolerance && beyond < -tolerance {
        return Err((Finding::Overlap { depth: -gap.max(beyond) }, (a.center + b.center) / 2.0));
    }
    if gap > tolerance || beyond > tolerance {
        return Ok(());
    }
    if beyond < -tolerance {
        side_by_side(a, b, sites);
    } else if gap < -tolerance {
        end_on_end(a, b, usize::from(along > 0.0), sites);
    } else {
        sites.note(Finding::EdgeLine, &((a.center + b.center) / 2.0));
    }
    Ok(())
}

/// The common part of two touching lines, from the later beginning to the earlier end.
fn side_by_side(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) {
    let (along, radial) = b.coordinates(&a.center);
    let normal = radial.normalize();
    let range = [(along - a.half).max(-b.half), (along + a.half).min(b.half)];
    let apart = difference(a.exact_center, &foot_on_line(a.exact_center, b.exact_center, b.exact_axis));
    let part = b.exact_radius.checked_div(&(a.exact_radius + b.exact_radius)).unwrap_or_default();
    let point = |end: usize| {
        let at = b.center + b.axis * range[end] + normal * b.radius;
        // The flat end that comes first; exact where it is.
        let of_a = if a.axis.dot(&b.axis) > 0.0 { end } else { 1 - end };
        let limit = if (range[end].abs() - b.half).abs() <= 1e-12 * b.half {
            b.exact_cap(end)
        } else {
            a.exact_cap(of_a)
        };
        let foot = limit.map(|cap| foot_on_line(&cap, b.exact_center, b.exact_axis));
        let contact = match foot {
            Some(foot) => touch(sum(&foot, &scaled(&apart, &part)), apart.clone(), Vec::new()),
            None => rounded_touch(&at, apart.clone(), false),
        };
        (at, contact)
    };
    sites.add(Patch::new(normal, vec![point(0), point(1)]));
}

/// Two discs of one plane: rim points of each inside the other, and where the rims cross.
fn end_on_end(a: &Cylinder<'_>, b: &Cylinder<'_>, cap: usize, sites: &mut Sites) {
    let up = if cap == 1 { b.axis } else { -b.axis };
    let own = usize::from(a.axis.dot(&up) < 0.0);
    let centers = [a.caps()[own], b.caps()[cap]];
    let within = |at: &Vector3<f64>, center: &Vector3<f64>, radius: f64| {
        let offset = at - center;
        (offset - up * up.dot(&offset)).norm() <= radius + sites.tolerance
    };
    let mut points: Vec<Vector3<f64>> = Vec::with_capacity(2 * RIM_POINTS + 2);
    points.extend(a.rim(own, &up).into_iter().filter(|at| within(at, &centers[1], b.radius)));
    if points.len() < RIM_POINTS {
        points.extend(b.rim(cap, &up).into_iter().filter(|at| within(at, &centers[0], a.radius)));
        points.extend(rim_crossings(centers, [a.radius, b.radius], &up));
    }
    let normal = outward(b, cap);
    super::on_flat::add_convex(points, &up, |at| rounded_touch(at, normal.clone(), false), sites);
}

/// Where two circles of one plane cross.
fn rim_crossings(centers: [Vector3<f64>; 2], radii: [f64; 2], up: &Vector3<f64>) -> Vec<Vector3<f64>> {
    let across = centers[1] - centers[0];
    let across = across - up * up.dot(&across);
    let distance = across.norm();
    let reach = (distance * distance + radii[0] * radii[0] - radii[1] * radii[1]) / (2.0 * distance);
    let square = radii[0] * radii[0] - reach * reach;
    if !(distance > 0.0 && square > 0.0) {
        return Vec::new();
    }
    let unit = across / distance;
    let (foot, side) = (centers[0] + unit * reach, up.cross(&unit) * square.sqrt());
    vec![foot + side, foot - side]
}

/// The normal out of a flat end.
fn outward(cylinder: &Cylinder<'_>, cap: usize) -> Point3 {
    if cap == 1 { cylinder.exact_axis.clone() } else { reversed(cylinder.exact_axis) }
}

fn crossed(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let [s, t] = nearest_on_lines(&a.center, &a.axis, &b.center, &b.axis);
    if s.abs() > a.half || t.abs() > b.half {
        return Ok(());
    }
    let (here, there) = (a.center + a.axis * s, b.center + b.axis * t);
    let gap = (here - there).norm() - a.radius - b.radius;
    if gap < -sites.tolerance {
        return Err((Finding::Overlap { depth: -gap }, (here + there) / 2.0));
    }
    if gap <= sites.tolerance {
        let normal = (here - there).normalize();
        let at = there + normal * b.radius;
        sites.add_point(at, normal, || {
            let exact = cross(a.exact_axis, b.exact_axis);
            let turned = super::super::exact::to_doubles(&exact).dot(&normal) < 0.0;
            rounded_touch(&at, if turned { reversed(&exact) } else { exact }, false)
        });
    }
    Ok(())
}

fn ends_on_ends(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    for cap in [0, 1] {
        rest_on_end(a, b, cap, sites);
        sites.exchanged = !sites.exchanged;
        rest_on_end(b, a, cap, sites);
        sites.exchanged = !sites.exchanged;
    }
    Ok(())
}

/// A cylinder that lies on the flat end of another, or stands on it with a point of its rim.
fn rest_on_end(a: &Cylinder<'_>, b: &Cylinder<'_>, cap: usize, sites: &mut Sites) {
    let (tolerance, base) = (sites.tolerance, b.caps()[cap]);
    let up = if cap == 1 { b.axis } else { -b.axis };
    let lowest = a.lowest(&up);
    let near = lowest.map(|at| up.dot(&(at - base)).abs() <= tolerance);
    let normal = || outward(b, cap);
    match near {
        [true, true] => {
            let Some(ends) = chord(&lowest, &base, b.radius).filter(|[p, q]| (p - q).norm() > tolerance)
            else {
                return;
            };
            let points = ends.map(|at| (at, rounded_touch(&at, normal(), false)));
            sites.add(Patch::new(up, points.into()));
        }
        [false, false] => {}
        [first, _] => {
            let at = if first { lowest[0] } else { lowest[1] };
            let above = lowest.iter().all(|other| up.dot(&(other - base)) >= -tolerance);
            if above && (at - base).norm() < b.radius - tolerance {
                sites.add_point(at, up, || rounded_touch(&at, normal(), false));
            }
        }
    }
}

/// The part of a segment within a disc around `base`, all of one plane.
pub fn chord(ends: &[Vector3<f64>; 2], base: &Vector3<f64>, radius: f64) -> Option<[Vector3<f64>; 2]> {
    let along = ends[1] - ends[0];
    let length = along.norm();
    let unit = along / length;
    let middle = unit.dot(&(base - ends[0]));
    let square = radius * radius - (base - ends[0] - unit * middle).norm_squared();
    let reach = (square > 0.0).then(|| square.sqrt())?;
    let (low, high) = ((middle - reach).max(0.0), (middle + reach).min(length));
    (low < high).then(|| [ends[0] + unit * low, ends[0] + unit * high])
}

/// Whether a plane across an axis, or the distance of the axes, keeps two cylinders apart.
fn are_apart(a: &Cylinder<'_>, b: &Cylinder<'_>, tolerance: f64) -> bool {
    let support = |c: &Cylinder<'_>, up: &Vector3<f64>| c.half * c.axis.dot(up).abs() + c.dip(up);
    let between = a.center - b.center;
    let axes = [
        a.axis,
        b.axis,
        a.axis.cross(&b.axis).normalize(),
        between.normalize(),
        a.coordinates(&b.center).1.normalize(),
        b.coordinates(&a.center).1.normalize(),
    ];
    let apart =
        |axis: &Vector3<f64>| between.dot(axis).abs() - support(a, axis) - support(b, axis) > tolerance;
    axes.iter().any(apart)
}
