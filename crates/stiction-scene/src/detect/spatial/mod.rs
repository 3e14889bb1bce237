//! Solids two by two: patches of common faces first, then edges and corners, then what gives no contact.

mod cylinder;
mod edges;
mod exact;
mod faces;
mod flat;
mod overlap;
mod polygon;
mod sites;
mod sphere;

use super::Finding;
use super::broad::Bounds;
use super::pairs::{Compared, PairContacts};
use cylinder::Cylinder;
use flat::Flat;
use nalgebra::Vector3;
use sites::Sites;
use sphere::Sphere;
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::{Point3, Solid};

/// A solid in doubles.
#[derive(Debug, Clone)]
pub enum Features<'a> {
    /// A polyhedron or a mesh, with its box.
    Flat(Flat<'a>, Bounds),
    /// A ball.
    Sphere(Sphere<'a>),
    /// A cylinder.
    Cylinder(Cylinder<'a>),
    /// A half-space: a point of its plane, and the normal out of it.
    HalfSpace(&'a Point3, &'a Point3),
}

impl Compared for Spatial {
    type Features<'a> = Features<'a>;

    fn features(shape: &Solid) -> Features<'_> {
        match shape {
            Solid::Polyhedron(polyhedron) => boxed(Flat::of_polyhedron(polyhedron)),
            Solid::Mesh(mesh) => boxed(Flat::of_mesh(mesh)),
            Solid::Sphere { center, radius } => Features::Sphere(Sphere::new(center, radius)),
            Solid::Cylinder { center, axis, radius, height } => {
                Features::Cylinder(Cylinder::new(center, axis, radius, height))
            }
            Solid::HalfSpace { point, normal } => Features::HalfSpace(point, normal),
        }
    }

    fn bounds(features: &Features<'_>) -> Option<Bounds> {
        match features {
            Features::Flat(_, bounds) => Some(*bounds),
            Features::Sphere(sphere) => Some(sphere.bounds()),
            Features::Cylinder(cylinder) => Some(cylinder.bounds()),
            Features::HalfSpace(..) => None,
        }
    }

    fn compare(first: &Features<'_>, second: &Features<'_>, tolerance: f64) -> PairContacts<Self> {
        let mut sites = Sites::new(tolerance);
        let outcome = match (rank(first), rank(second)) {
            // Round solids stand on flat ones, so that one order serves both.
            (own, other) if own > other => {
                sites.exchanged = true;
                compare(second, first, &mut sites)
            }
            _ => compare(first, second, &mut sites),
        };
        match outcome {
            Ok(()) => sites.found(),
            Err((finding, place)) => PairContacts::only(finding, place.as_slice().to_vec()),
        }
    }
}

fn boxed(flat: Flat<'_>) -> Features<'_> {
    let bounds = flat.bounds();
    Features::Flat(flat, bounds)
}

/// What is wrong with a pair as a whole, and where.
type Trouble = (Finding, Vector3<f64>);

/// Spheres before cylinders before flat solids before half-spaces.
fn rank(features: &Features<'_>) -> usize {
    match features {
        Features::Sphere(_) => 0,
        Features::Cylinder(_) => 1,
        Features::Flat(..) => 2,
        Features::HalfSpace(..) => 3,
    }
}

/// Compares two solids of which the first does not rank behind the second.
fn compare(first: &Features<'_>, second: &Features<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    if let (Features::HalfSpace(..), Features::HalfSpace(..)) = (first, second) {
        let finding = Finding::NotCompared { why: "both are half-spaces" };
        return Err((finding, Vector3::zeros()));
    }
    if let Features::HalfSpace(point, normal) = second {
        let [low, high] = Spatial::bounds(first).unwrap_or_default().map(Vector3::from);
        let size = (high - low).norm() + 4.0 * sites.tolerance;
        let plane = Flat::of_half_space(point, normal, (low + high) / 2.0, size);
        return compare_with_flat(first, &plane, sites);
    }
    match (first, second) {
        (_, Features::Flat(flat, _)) => compare_with_flat(first, flat, sites),
        (Features::Sphere(a), Features::Sphere(b)) => sphere::on_sphere(a, b, sites),
        (Features::Sphere(a), Features::Cylinder(b)) => cylinder::under_sphere(a, b, sites),
        (Features::Cylinder(a), Features::Cylinder(b)) => cylinder::on_cylinder(a, b, sites),
        _ => Ok(()),
    }
}

fn compare_with_flat(first: &Features<'_>, flat: &Flat<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    match first {
        Features::Sphere(sphere) => sphere::on_flat(sphere, flat, sites),
        Features::Cylinder(cylinder) => cylinder::on_flat(cylinder, flat, sites),
        Features::Flat(own, _) => flat_on_flat(own, flat, sites),
        Features::HalfSpace(..) => Ok(()),
    }
}

fn flat_on_flat(a: &Flat<'_>, b: &Flat<'_>, sites: &mut Sites) -> Result<(), Trouble> {
    let tolerance = sites.tolerance;
    let both_convex = a.convex && b.convex;
    sites.zone = common_zone(&a.bounds(), &b.bounds(), tolerance);
    if both_convex {
        let apart = overlap::separation(a, b, -tolerance);
        if apart > tolerance {
            return Ok(());
        }
        if apart < -tolerance {
            return Err((Finding::Overlap { depth: -apart }, overlap::meeting_place(a, b)));
        }
    } else if let Some((depth, place)) = overlap::deepest(a, b, sites) {
        return Err((Finding::Overlap { depth }, place));
    }
    faces::add_faces(a, b, sites);
    // What two convex solids have in common is convex: where they share a polygon, that is all.
    if both_convex && !sites.is_empty() {
        return Ok(());
    }
    edges::add_edges_on_faces(a, b, sites);
    exchanged(sites, |sites| edges::add_edges_on_faces(b, a, sites));
    edges::add_corners_on_faces(a, b, sites);
    exchanged(sites, |sites| edges::add_corners_on_faces(b, a, sites));
    edges::add_edges_on_edges(a, b, sites);
    Ok(())
}

/// The common part of two boxes, grown by the tolerance.
fn common_zone(a: &Bounds, b: &Bounds, tolerance: f64) -> Bounds {
    let low = std::array::from_fn(|k| a[0][k].max(b[0][k]) - tolerance);
    let high = std::array::from_fn(|k| a[1][k].min(b[1][k]) + tolerance);
    [low, high]
}

/// Does something with the two solids exchanged.
fn exchanged(sites: &mut Sites, act: impl FnOnce(&mut Sites)) {
    sites.exchanged = !sites.exchanged;
    act(sites);
    sites.exchanged = !sites.exchanged;
}
