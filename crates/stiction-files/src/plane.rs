//! The plane, as the readers see it.

use crate::curvature;
use crate::files::Files;
use crate::findings::Findings;
use crate::node::At;
use crate::number::{positive, shown, vector};
use crate::outline;
use crate::placement::{AT_CORNER, STRAY};
use crate::world::{Filling, Reproof, Spot, World};
use stiction::scene::{Contact, Curvature};
use stiction::screw::Planar;
use stiction::shape::{Boundary, Feature, Nearest, Outline, Point, Pose};
use stiction_proof::Rational;

/// Where a planar body's coordinates lie, with the angle as it was written.
pub(crate) struct Turned {
    pose: Pose,
    angle: Rational,
}

impl World for Planar {
    const POINT: &'static str = "[x, y]";
    const TWIST: &'static str = "[w, vx, vy]";
    const ACCELERATION: &'static str = "[alpha, ax, ay]";
    const WRENCH: &'static str = "[m, fx, fy]";
    const FREEDOM_WORDS: &'static [(&'static str, usize)] = &[("theta", 0), ("x", 1), ("y", 2)];
    const DISPLACEMENTS: &'static [&'static str] = &["theta", "x", "y"];
    const TRAJECTORY: &'static [&'static str] = crate::keys::TRAJECTORY_2;
    const BOUNDARY: &'static str = "outline";
    type Pose = Turned;
    type Surface<'s> = Boundary<'s>;

    fn read_shape(at: &At<'_>, _: &dyn Files, found: &mut Findings<'_>) -> Option<Outline> {
        outline::read(at, found)
    }

    fn filling(shape: &Outline) -> Option<Filling<Self>> {
        let moments = shape.moments()?;
        Some(Filling {
            content: moments.area,
            centroid: moments.centroid,
            second: moments.second,
            rounded: moments.rounded,
            centroid_rounded: moments.centroid_rounded,
        })
    }

    fn rounding(_: &Outline) -> Option<&'static str> {
        None
    }

    fn read_pose(at: &At<'_>, found: &mut Findings<'_>) -> Option<Turned> {
        let values: [Rational; 3] = vector(at, "[x, y, theta]", found)?;
        let angle = values[2].clone();
        check_angle(at, &angle, found)?;
        Some(Turned { pose: Pose::new(values)?, angle })
    }

    fn pose_rounds(turned: &Turned) -> Option<String> {
        turned.pose.rounded.then(|| format!("turned by {} rad", shown(&turned.angle)))
    }

    fn place(turned: &Turned, point: &Point) -> Point {
        turned.pose.place(point)
    }

    fn moved(turned: &Turned, shape: &Outline) -> Outline {
        shape.moved(&turned.pose)
    }

    fn turned_screw(turned: &Turned, screw: &[Rational]) -> Vec<Rational> {
        let [angular, x, y] = screw else { return screw.to_vec() };
        let [x, y] = turned.pose.turn(&[x.clone(), y.clone()]);
        vec![angular.clone(), x, y]
    }

    fn turned_inertia(_: &Turned, inertia: Rational) -> Rational {
        inertia
    }

    fn read_inertia(at: &At<'_>, found: &mut Findings<'_>) -> Option<Rational> {
        positive(at, "inertia", found)
    }

    fn scaled_inertia(second: &Rational, density: &Rational) -> Rational {
        second * density
    }

    fn surface(shape: &Outline) -> Boundary<'_> {
        Boundary::new(shape)
    }

    fn size(surface: &Boundary<'_>) -> f64 {
        surface.outline().size()
    }

    fn spot(surface: &Boundary<'_>, point: &Point) -> Option<Spot<Self>> {
        let nearest = nearest(surface, point)?;
        let normals = match nearest.feature {
            Feature::Smooth { normal, .. } => vec![normal],
            Feature::Corner { normals, .. } => normals.to_vec(),
        };
        Some(Spot { place: nearest.place, distance: nearest.distance, normals, opposed: false })
    }

    fn curvature(surfaces: [&Boundary<'_>; 2], contact: &Contact<Self>) -> Option<([Curvature; 2], bool)> {
        let (k, on_rounded) = curvature_of(surfaces[0], contact)?;
        let (l, against_rounded) = curvature_of(surfaces[1], contact)?;
        let touch = match (&k, &l) {
            (Curvature::Finite(k), Curvature::Finite(l)) => (k + l).is_positive(),
            (Curvature::Vertex, Curvature::Vertex) => false,
            _ => true,
        };
        touch.then_some(([k, l], on_rounded || against_rounded))
    }

    fn check_patch(_: &At<'_>, _: &[Point], _: &mut Findings<'_>) -> Option<()> {
        Some(())
    }

    fn read_special(at: &At<'_>, contact: &mut Contact<Self>, found: &mut Findings<'_>) {
        contact.curvature = curvature::read(at, found);
        if let Some(tangents) = at.get("tangents") {
            let help = "in the plane the tangent is the normal turned left; leave it out";
            found.warn("not-read", &tangents, "tangents belong to contacts in space", help);
        }
    }

    fn tangents(_: Option<&At<'_>>, _: &Point, _: &mut Findings<'_>) -> Vec<Point> {
        Vec::new()
    }

    fn read_force(
        at: &At<'_>,
        contact: &Contact<Self>,
        found: &mut Findings<'_>,
    ) -> Option<(Vec<Rational>, Option<Reproof>)> {
        let [normal, tangential]: [Rational; 2] = vector(at, "[fn, ft]", found)?;
        let most = &contact.friction.at_rest * &normal;
        let reproof = (tangential.abs() > most).then(|| {
            let (ft, most) = (shown(&tangential.abs()), shown(&most));
            let message =
                format!("the tangential force {ft} is greater than friction × normal force, {most}");
            (message, "keep |ft| <= mu·fn")
        });
        Some((vec![normal, tangential], reproof))
    }
}

/// An angle beyond reason is refused, one beyond a turn doubted: degrees are the usual slip.
fn check_angle(at: &At<'_>, angle: &Rational, found: &mut Findings<'_>) -> Option<()> {
    let message = format!("the angle is {} rad", shown(angle));
    if angle.abs() > Rational::from(1_000_000) {
        found.fault("pose-angle", at, message, "give an angle in radians, between -1e6 and 1e6");
        return None;
    }
    if angle.to_f64().abs() > std::f64::consts::TAU {
        let radians = angle.to_f64().to_radians();
        let help =
            format!("angles are in radians: {0} degrees are {radians:.6}, or \"{0} deg\"", shown(angle));
        found.warn("pose-angle", at, format!("{message}, more than a whole turn"), help);
    }
    Some(())
}

fn nearest(boundary: &Boundary<'_>, point: &Point) -> Option<Nearest> {
    boundary.nearest_within(point, AT_CORNER * boundary.outline().size())
}

fn curvature_of(boundary: &Boundary<'_>, contact: &Contact<Planar>) -> Option<(Curvature, bool)> {
    let place = nearest(boundary, &contact.point)?;
    if place.distance > contact.gap.to_f64() + STRAY * boundary.outline().size() {
        return None;
    }
    match place.feature {
        Feature::Smooth { curvature, rounded, .. } => Some((Curvature::Finite(curvature?), rounded)),
        Feature::Corner { convex: true, .. } => Some((Curvature::Vertex, false)),
        Feature::Corner { convex: false, .. } => None,
    }
}
