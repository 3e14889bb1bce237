//! Space, as the readers see it.

use crate::files::Files;
use crate::findings::Findings;
use crate::inertia;
use crate::keys::POSE;
use crate::node::At;
use crate::number::{known_keys, shown, vector};
use crate::placement::AT_CORNER;
use crate::solid;
use crate::tangents;
use crate::world::{Filling, Reproof, Spot, World, difference};
use stiction::double;
use stiction::exact::vector::dot;
use stiction::scene::{Contact, Curvature, Scene};
use stiction::screw::Spatial;
use stiction::shape::{Point3, Solid, SpatialPose};
use stiction_proof::Rational;

/// How far a corner of a patch may be off its plane, as a part of the patch's size.
const COPLANAR: f64 = 1e-6;

type Inertia = [[Rational; 3]; 3];

impl World for Spatial {
    const POINT: &'static str = "[x, y, z]";
    const TWIST: &'static str = "[wx, wy, wz, vx, vy, vz]";
    const ACCELERATION: &'static str = "[alphax, alphay, alphaz, ax, ay, az]";
    const WRENCH: &'static str = "[mx, my, mz, fx, fy, fz]";
    const FREEDOM_WORDS: &'static [(&'static str, usize)] =
        &[("rx", 0), ("ry", 1), ("rz", 2), ("x", 3), ("y", 4), ("z", 5)];
    const DISPLACEMENTS: &'static [&'static str] = &["roll", "pitch", "yaw", "x", "y", "z"];
    const TRAJECTORY: &'static [&'static str] = crate::keys::TRAJECTORY_3;
    const BOUNDARY: &'static str = "surface";
    type Pose = SpatialPose;
    type Surface<'s> = &'s Solid;

    fn read_shape(at: &At<'_>, files: &dyn Files, found: &mut Findings<'_>) -> Option<Solid> {
        solid::read(at, files, found)
    }

    fn filling(shape: &Solid) -> Option<Filling<Self>> {
        let moments = shape.moments()?;
        Some(Filling {
            content: moments.volume,
            centroid: moments.centroid,
            second: moments.inertia,
            rounded: moments.rounded,
            centroid_rounded: moments.centroid_rounded,
        })
    }

    fn rounding(shape: &Solid) -> Option<&'static str> {
        matches!(shape, Solid::Mesh(_)).then_some("the corners of a mesh are doubles")
    }

    fn read_pose(at: &At<'_>, found: &mut Findings<'_>) -> Option<SpatialPose> {
        known_keys(at, POSE, found)?;
        let position = match at.get("position") {
            None => Some(Point3::default()),
            Some(position) => vector(&position, Self::POINT, found),
        };
        let quaternion = match at.get("quaternion_wxyz") {
            None => Some([1, 0, 0, 0].map(Rational::from)),
            Some(quaternion) => read_quaternion(&quaternion, found),
        };
        SpatialPose::new(position?, quaternion?)
    }

    fn pose_rounds(_: &SpatialPose) -> Option<String> {
        None
    }

    fn place(pose: &SpatialPose, point: &Point3) -> Point3 {
        pose.place(point)
    }

    fn moved(pose: &SpatialPose, shape: &Solid) -> Solid {
        shape.moved(pose)
    }

    fn turned_screw(pose: &SpatialPose, screw: &[Rational]) -> Vec<Rational> {
        let turn = |part: &[Rational]| pose.turn(&std::array::from_fn(|k| part[k].clone()));
        screw.chunks_exact(3).flat_map(turn).collect()
    }

    fn turned_inertia(pose: &SpatialPose, inertia: Inertia) -> Inertia {
        pose.turn_inertia(&inertia)
    }

    fn read_inertia(at: &At<'_>, found: &mut Findings<'_>) -> Option<Inertia> {
        inertia::read(at, found)
    }

    fn is_mesh(surface: &&Solid) -> bool {
        matches!(surface, Solid::Mesh(_))
    }

    fn tool(scene: &Scene<Self>) -> Option<Point3> {
        let arm = stiction::ask::hybrid::arm(scene).ok()??;
        let place = arm.skeleton(&arm.joints.positions, [0.0; 3]).last().copied()?;
        // To a nanometre, which is what a file would say.
        let short = |entry: f64| Rational::from_f64((entry * 1e9).round() / 1e9).unwrap_or_default();
        Some(place.map(short))
    }

    fn scaled_inertia(second: &Inertia, density: &Rational) -> Inertia {
        second.clone().map(|row| row.map(|entry| entry * density))
    }

    fn surface(shape: &Solid) -> &Solid {
        shape
    }

    fn size(surface: &&Solid) -> f64 {
        surface.size()
    }

    fn spot(surface: &&Solid, point: &Point3) -> Option<Spot<Self>> {
        let reach = AT_CORNER * surface.size();
        let nearest = surface.nearest_within(point, reach)?;
        let mut normals = nearest.feature.normals().to_vec();
        let mut opposed = false;
        // A face on the other side of a thin plate meets the nearest one nowhere, and is as near.
        for normal in surface.normals_near(point, nearest.distance + reach) {
            let along = |known: &Point3| dot(known, &normal).to_f64();
            if normals.iter().all(|known| along(known) < 1.0 - AT_CORNER)
                && normals.iter().any(|known| along(known) < 0.0)
            {
                opposed = true;
                normals.push(normal);
            }
        }
        Some(Spot { place: nearest.place, distance: nearest.distance, normals, opposed })
    }

    fn curvature(_: [&&Solid; 2], _: &Contact<Self>) -> Option<([Curvature; 2], bool)> {
        None
    }

    fn check_patch(at: &At<'_>, points: &[Point3], found: &mut Findings<'_>) -> Option<()> {
        let (size, worst) = off_plane(points)?;
        let Some((index, distance)) = worst.filter(|(_, distance)| *distance > COPLANAR * size) else {
            return Some(());
        };
        let message = format!("corner {} is {distance:.6} off the plane of the others", index + 1);
        let help = "a patch is flat: move the corner, or make it two contacts";
        found.fault("not-coplanar", at, message, help);
        None
    }

    fn read_special(at: &At<'_>, _: &mut Contact<Self>, found: &mut Findings<'_>) {
        for given in ["curvature", "vertex"].iter().filter_map(|key| at.get(key)) {
            let help = "leave it out: in space curvatures are not read";
            found.fault("planar-only", &given, "belongs to contacts in the plane", help);
        }
    }

    fn tangents(at: Option<&At<'_>>, normal: &Point3, found: &mut Findings<'_>) -> Vec<Point3> {
        tangents::read(at, normal, found)
    }

    fn read_force(
        at: &At<'_>,
        contact: &Contact<Self>,
        found: &mut Findings<'_>,
    ) -> Option<(Vec<Rational>, Option<Reproof>)> {
        let with_torsion = contact.soft.is_some() && at.elements().is_some_and(|list| list.len() == 4);
        let force = if with_torsion {
            vector::<[Rational; 4]>(at, "[fn, ft1, ft2, m]", found)?.to_vec()
        } else {
            vector::<[Rational; 3]>(at, "[fn, ft1, ft2]", found)?.to_vec()
        };
        let reproof = outside(&force, contact);
        Some((force, reproof))
    }
}

fn read_quaternion(at: &At<'_>, found: &mut Findings<'_>) -> Option<[Rational; 4]> {
    let quaternion: [Rational; 4] = vector(at, "[w, x, y, z]", found)?;
    if quaternion.iter().all(Rational::is_zero) {
        let help = "give any length but zero; no turn is [1, 0, 0, 0]";
        found.fault("quaternion", at, "the quaternion has length 0", help);
        return None;
    }
    Some(quaternion)
}

/// Whether a force leaves its cone: `ft² <= mu²·fn²`, and with torsion `(|ft|/mu)² + (m/gamma)² <= fn²`.
fn outside(force: &[Rational], contact: &Contact<Spatial>) -> Option<Reproof> {
    let square = |x: &Rational| x * x;
    let [normal, tangential @ ..] = force else { return None };
    let across: Rational = tangential.iter().take(2).map(square).sum();
    let (mu, pressing) = (square(&contact.friction.at_rest), square(normal));
    if across > &mu * &pressing {
        let (ft, most) = (across.to_f64().sqrt(), contact.friction.at_rest.to_f64() * normal.to_f64());
        let message =
            format!("the tangential force {ft:.6} is greater than friction × normal force, {most:.6}");
        return Some((message, "keep ft1² + ft2² <= (mu·fn)²"));
    }
    let torsion = square(tangential.get(2)?);
    let gamma = square(contact.soft.as_ref()?);
    let within = if mu.is_zero() {
        torsion <= &gamma * &pressing
    } else {
        &across * &gamma + &torsion * &mu <= &(&mu * &gamma) * &pressing
    };
    let message = || format!("the torsion {} is more than the soft contact carries", shown(&tangential[2]));
    (!within).then(|| (message(), "keep (|ft|/mu)² + (m/soft)² <= fn²"))
}

/// Size of a set of points, and the one farthest off the plane through the widest triangle at the first.
fn off_plane(points: &[Point3]) -> Option<(f64, Option<(usize, f64)>)> {
    let offset = |point: &Point3| <[f64; 3]>::try_from(difference(point, &points[0])).ok();
    let offsets: Vec<[f64; 3]> = points.iter().filter_map(offset).collect();
    let length = |v: &[f64; 3]| double::norm(v);
    let size = offsets.iter().map(length).fold(0.0, f64::max);
    let far = offsets.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let normals = offsets.iter().map(|offset| double::cross(far, offset));
    let normal = normals.max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let span = length(&normal);
    let height = |offset: &[f64; 3]| double::dot(offset, &normal).abs() / span;
    let heights = offsets.iter().map(height).enumerate();
    let worst = heights.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| span > 0.0);
    Some((size, worst))
}
