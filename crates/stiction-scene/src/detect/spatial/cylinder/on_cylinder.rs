//! Two cylinders: side by side along a line, crossed at a point, end on end, one on the end of the other, a
//! rim on a side, rim on rim.

use super::super::Trouble;
use super::super::edges::nearest_on_lines;
use super::super::exact::{cross, crossing, difference, foot_on_line, reversed, sum, to_doubles};
use super::super::sites::{Patch, Sites, touch};
use super::{Cylinder, GRAZING, depth, end, found_in_doubles, grazes, grazing_reach, rounded_touch};
use crate::detect::Finding;
use nalgebra::Vector3;
use stiction_exact::vector::between_centres;
use stiction_geometry::shape::Point3;

/// Finds where two cylinders touch.
pub fn on_cylinder(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let tilt = a.axis.cross(&b.axis).norm();
    let (along, radial) = b.coordinates(&a.center);
    let (gap, beyond) = (radial.norm() - a.radius - b.radius, along.abs() - a.half - b.half);
    let rise = |reach: f64| 2.0 * tilt * reach <= sites.tolerance;
    let (side, level) = (rise(a.half.min(b.half)), rise(a.radius.min(b.radius)));
    if side && level || side && beyond < -sites.tolerance && gap >= -sites.tolerance {
        return parallel(a, b, [gap, beyond], sites);
    }
    let deepest = depth::in_cylinder(a, b);
    if let Some((depth, place)) = deepest.filter(|(depth, _)| *depth > sites.tolerance) {
        return Err((Finding::Overlap { depth }, place));
    }
    crossed(a, b, sites)?;
    for (own, other, turned) in [(a, b, false), (b, a, true)] {
        sites.exchanged ^= turned;
        for cap in [0, 1] {
            rest_on_end(own, other, cap, sites);
            rim_on_side(own, cap, other, sites);
        }
        sites.exchanged ^= turned;
    }
    rims_on_rims(a, b, sites);
    match deepest.filter(|(depth, _)| sites.is_empty() && *depth > 0.0) {
        Some((depth, place)) => Err((Finding::Overlap { depth }, place)),
        None => Ok(()),
    }
}

/// Two cylinders with one direction, by the gap between their sides and the one between their ends.
fn parallel(
    a: &Cylinder<'_>,
    b: &Cylinder<'_>,
    [gap, beyond]: [f64; 2],
    sites: &mut Sites,
) -> Result<(), Trouble> {
    let tolerance = sites.tolerance;
    if gap < -tolerance && beyond < -tolerance {
        return Err((Finding::Overlap { depth: -gap.max(beyond) }, (a.center + b.center) / 2.0));
    }
    if gap > tolerance || beyond > tolerance {
        return Ok(());
    }
    let (along, radial) = b.coordinates(&a.center);
    if beyond < -tolerance {
        side_by_side(a, b, sites);
    } else if gap < -tolerance {
        end_on_end(a, b, usize::from(along > 0.0), sites);
    } else {
        let place = b.center + b.axis * (b.half * along.signum()) + radial.normalize() * b.radius;
        sites.note(Finding::EdgeLine, &place);
    }
    Ok(())
}

/// The common part of two touching lines, from the later beginning to the earlier end.
fn side_by_side(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) {
    let (along, radial) = b.coordinates(&a.center);
    let normal = radial.normalize();
    let range = [(along - a.half).max(-b.half), (along + a.half).min(b.half)];
    let apart = difference(a.exact_center, &foot_on_line(a.exact_center, b.exact_center, b.exact_axis));
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
            Some(foot) => {
                let beside = sum(&foot, &apart);
                let point = between_centres([&foot, &beside], [b.exact_radius, a.exact_radius]);
                touch(point, apart.clone(), Vec::new())
            }
            None => rounded_touch(&at, apart.clone(), false),
        };
        (at, contact)
    };
    sites.add(Patch::new(normal, vec![point(0), point(1)]));
}

/// Two flat ends of one plane.
fn end_on_end(a: &Cylinder<'_>, b: &Cylinder<'_>, cap: usize, sites: &mut Sites) {
    let up = if cap == 1 { b.axis } else { -b.axis };
    let own = usize::from(a.axis.dot(&up) < 0.0);
    let normal = outward(b, cap);
    end::on_end([(a, own), (b, cap)], &up, |at| rounded_touch(at, normal.clone(), false), sites);
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
            let turned = to_doubles(&exact).dot(&normal) < 0.0;
            let exact = if turned { reversed(&exact) } else { exact };
            match exact_crossing(a, b, &exact) {
                Some(point) => touch(point, exact, Vec::new()),
                None => rounded_touch(&at, exact, false),
            }
        });
    }
    Ok(())
}

/// The point that divides the common perpendicular of two axes as the radii do.
fn exact_crossing(a: &Cylinder<'_>, b: &Cylinder<'_>, normal: &Point3) -> Option<Point3> {
    let line = |c: &Cylinder<'_>| [c.exact_center.clone(), sum(c.exact_center, c.exact_axis)];
    let ([p, q], [c, d]) = (line(a), line(b));
    let (here, there) = (crossing(&p, &q, &c, &d, normal)?, crossing(&c, &d, &p, &q, normal)?);
    Some(between_centres([&there, &here], [b.exact_radius, a.exact_radius]))
}

/// A rim on the side of another cylinder: one point, with the normal of the side.
fn rim_on_side(a: &Cylinder<'_>, cap: usize, b: &Cylinder<'_>, sites: &mut Sites) {
    let (rim, tolerance) = (a.rim(cap), sites.tolerance);
    for (place, foot) in rim.nearest_to_line(&b.center, &b.axis) {
        let apart = place.at - foot;
        let near = (apart.norm() - b.radius).abs() <= tolerance;
        let beside = b.axis.dot(&(foot - b.center)).abs() < b.half - tolerance;
        let normal = apart.normalize();
        if near && beside && rim.stands_on(&place, &normal, tolerance) {
            let at = foot + normal * b.radius;
            sites.add_point(at, normal, || found_in_doubles(&at, &normal));
        }
    }
}

/// Rims across each other: one point, its normal across both; rims that only graze each other are noted.
fn rims_on_rims(a: &Cylinder<'_>, b: &Cylinder<'_>, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let mut grazing = Vec::new();
    for (own, other) in [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| (a.rim(i), b.rim(j))) {
        for (place, foot) in own.nearest_to_rim(&other) {
            if (place.at - foot).norm() > tolerance {
                continue;
            }
            let (there, at) = (other.place_at(&foot), (place.at + foot) / 2.0);
            let across = place.tangent.cross(&there.tangent);
            let sine = across.norm();
            let radius = own.radius.min(other.radius);
            if grazes(sine, radius, tolerance) {
                grazing.push((at, grazing_reach(radius, tolerance)));
            }
            if sine <= GRAZING {
                continue;
            }
            let normal = across / sine;
            let stands = |normal: &Vector3<f64>| {
                own.stands_on(&place, normal, tolerance) && other.stands_on(&there, &-normal, tolerance)
            };
            if let Some(normal) = [normal, -normal].into_iter().find(stands) {
                sites.add_point(at, normal, || found_in_doubles(&at, &normal));
            }
        }
    }
    for (at, reach) in grazing {
        if !sites.knows_within(&at, reach) {
            sites.note(Finding::EdgeLine, &at);
        }
    }
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
