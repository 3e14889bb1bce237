//! A ball on a cylinder: on its side, on a flat end, or on the rim.

use super::super::Trouble;
use super::super::exact::{difference, foot_on_line, foot_on_plane, from_doubles, reversed};
use super::super::sites::{Sites, touch};
use super::super::sphere::Sphere;
use super::{Cylinder, rounded_touch};
use crate::detect::Finding;
use stiction_exact::vector::between_centres;

/// Finds where a ball touches a cylinder.
pub fn under_sphere(sphere: &Sphere<'_>, cylinder: &Cylinder<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let (along, radial) = cylinder.coordinates(&sphere.center);
    let (beyond, out) = (along.abs() - cylinder.half, radial.norm() - cylinder.radius);
    let inside = beyond <= 0.0 && out <= 0.0;
    let distance = if inside { beyond.max(out) } else { beyond.max(0.0).hypot(out.max(0.0)) };
    let gap = distance - sphere.radius;
    if gap < -sites.tolerance {
        return Err((Finding::Overlap { depth: -gap }, sphere.center));
    }
    if gap > sites.tolerance {
        return Ok(());
    }
    if beyond <= 0.0 {
        on_side(sphere, cylinder, sites);
    } else {
        on_end(sphere, cylinder, out <= 0.0, sites);
    }
    Ok(())
}

fn on_side(sphere: &Sphere<'_>, cylinder: &Cylinder<'_>, sites: &mut Sites) {
    let (along, radial) = cylinder.coordinates(&sphere.center);
    let normal = radial.normalize();
    let at = cylinder.center + cylinder.axis * along + normal * cylinder.radius;
    sites.add_point(at, normal, || {
        let foot = foot_on_line(sphere.exact_center, cylinder.exact_center, cylinder.exact_axis);
        let apart = difference(sphere.exact_center, &foot);
        let point =
            between_centres([&foot, sphere.exact_center], [cylinder.exact_radius, sphere.exact_radius]);
        touch(point, apart, Vec::new())
    });
}

/// On a flat end where the centre is above it, otherwise on the rim.
fn on_end(sphere: &Sphere<'_>, cylinder: &Cylinder<'_>, above: bool, sites: &mut Sites) {
    let (along, radial) = cylinder.coordinates(&sphere.center);
    let (cap, up) = if along > 0.0 { (1, cylinder.axis) } else { (0, -cylinder.axis) };
    if above {
        let at = cylinder.caps()[cap] + radial;
        sites.add_point(at, up, || {
            let outward = if cap == 1 { cylinder.exact_axis.clone() } else { reversed(cylinder.exact_axis) };
            match cylinder.exact_cap(cap) {
                Some(base) => touch(foot_on_plane(sphere.exact_center, &base, &outward), outward, Vec::new()),
                None => rounded_touch(&at, outward, false),
            }
        });
    } else {
        let at = cylinder.caps()[cap] + radial.normalize() * cylinder.radius;
        let normal = (sphere.center - at).normalize();
        sites.add_point(at, normal, || rounded_touch(&at, from_doubles(&normal), true));
    }
}
