//! From where a scene is looked at: the direction that shows most of what matters.
//!
//! Directions all around, at three heights, are tried in a fixed order; each earns points for contacts that
//! are seen and stand apart, for cones and arrows that are not seen end-on and for half-spaces that turn
//! their face to the viewer, and loses some for faces that are seen as lines.  The first of the best is taken.

use std::f64::consts::{FRAC_PI_3, PI, TAU};

use super::camera::Camera;
use super::figure::{SolidContact, SolidPanel};
use super::scene::{Names, detail, surfaces, up};
use super::shade::Shade;
use super::surface::{Fineness, Kind, Surface};
use super::vector::{Bounds, Vector3, X, Y, Z};
use crate::detail::Detail;
use crate::vector::Rect;

const AZIMUTHS: usize = 24;
const ELEVATIONS: [f64; 3] = [30.0, 20.0, 42.0];
/// More contacts than this are judged by some of them.
const JUDGED: usize = 40;
/// Rougher than the picture: only what hides what is asked.
const ROUGH: Fineness = Fineness { sides: 15, most: 600 };

/// The view of a panel: the given one, or the best.
pub(crate) fn camera(panel: &SolidPanel) -> Camera {
    let up = up(panel);
    let given = panel.view.and_then(|view| Camera::new(view.into(), up));
    let chosen = || {
        let surfaces = surfaces(panel, Z, ROUGH);
        let names = Names::new(panel, &surfaces);
        // In outline no contact is drawn, and none is looked for.
        let outline = detail(panel) == Detail::Outline;
        let judged: Vec<&SolidContact> =
            if outline { Vec::new() } else { every(&panel.cast.contacts).collect() };
        let points: Vec<JudgedContact> = judged
            .iter()
            .map(|contact| JudgedContact { point: contact.point.into(), own: names.body(&contact.on) })
            .collect();
        let held: Vec<BoundedSurface<'_>> = surfaces.iter().filter_map(BoundedSurface::of).collect();
        let mut best: Option<(f64, Camera)> = None;
        for candidate in candidates(up) {
            let seen = seen(&points, &held, &candidate);
            let score = seen + score(panel, &judged, &surfaces, &candidate) + habit(&candidate, up);
            if best.is_none_or(|(most, _)| score > most + 1e-9) {
                best = Some((score, candidate));
            }
        }
        best.map(|(_, camera)| camera)
    };
    let plain = Camera { right: X, up: Y, toward: Z };
    given.or_else(chosen).unwrap_or(plain)
}

fn candidates(up: Vector3) -> impl Iterator<Item = Camera> {
    let angles = ELEVATIONS.into_iter().flat_map(|height| {
        (0..AZIMUTHS).map(move |step| (TAU * step as f64 / AZIMUTHS as f64, height.to_radians()))
    });
    angles.filter_map(move |(azimuth, height)| Camera::from_above(up, azimuth, height))
}

/// Books show x to the right and y away from the reader; a small preference, never more than a contact is worth.
fn habit(camera: &Camera, up: Vector3) -> f64 {
    let usual = Camera::from_above(up, -FRAC_PI_3 - PI / 24.0, 30f64.to_radians());
    usual.map_or(0.0, |usual| 0.8 * camera.toward.dot(usual.toward))
}

/// A contact that is judged, and the body that it pushes.
struct JudgedContact {
    point: Vector3,
    own: Option<usize>,
}

/// A surface, and a ball that holds it: what is outside the ball it cannot hide.
struct BoundedSurface<'s> {
    surface: &'s Surface,
    centre: Vector3,
    radius: f64,
}

impl BoundedSurface<'_> {
    fn of(surface: &Surface) -> Option<BoundedSurface<'_>> {
        let centre = Bounds::around(surface.vertices.iter().copied())?.centre();
        let distances = surface.vertices.iter().map(|&vertex| (vertex - centre).length());
        Some(BoundedSurface { surface, centre, radius: distances.fold(0.0, f64::max) })
    }
}

/// How many contacts are seen, or would be but for their own body.
fn seen(judged: &[JudgedContact], held: &[BoundedSurface<'_>], camera: &Camera) -> f64 {
    const HIDDEN: (bool, bool) = (true, true);
    // Whether it is hidden at all, and by another body.
    let mut found = vec![(false, false); judged.len()];
    for BoundedSurface { surface, centre, radius } in held {
        let middle = camera.flat(*centre);
        let under = |judged: &JudgedContact| (camera.flat(judged.point) - middle).length() <= *radius;
        let near: Vec<usize> =
            (0..judged.len()).filter(|&i| found[i] != HIDDEN && under(&judged[i])).collect();
        if near.is_empty() {
            continue;
        }
        let facets = surface.facets(camera, 0);
        let shades: Vec<Shade> = facets.iter().filter_map(|facet| Shade::new(facet, camera)).collect();
        for i in near {
            let (flat, depth) = (camera.flat(judged[i].point), camera.depth(judged[i].point));
            let place = Rect { min: flat, max: flat };
            let hidden = shades.iter().any(|shade| shade.touches(&place) && shade.hides(flat, depth));
            found[i].0 |= hidden;
            found[i].1 |= hidden && judged[i].own != Some(surface.body);
        }
    }
    let worth = |hidden: (bool, bool)| match hidden {
        (false, _) => 1.0,
        (_, false) => 0.5,
        _ => 0.0,
    };
    3.0 * mean(found.into_iter().map(worth))
}

fn score(panel: &SolidPanel, judged: &[&SolidContact], surfaces: &[Surface], camera: &Camera) -> f64 {
    let normals = judged.iter().filter_map(|contact| Vector3::from(contact.normal).unit());
    let cones = 1.5 * mean(normals.map(|normal| breadth(normal, camera)));
    let vectors = panel.cast.forces.iter().filter_map(|force| Vector3::from(force.vector).unit());
    let arrows = 1.5 * mean(vectors.map(|along| breadth(along, camera)));
    let axes = panel.cast.motions.iter().filter_map(|motion| {
        let [wx, wy, wz, vx, vy, vz] = motion.twist;
        Vector3::from([wx, wy, wz]).unit().or(Vector3::from([vx, vy, vz]).unit())
    });
    let motions = 1.5 * mean(axes.map(|axis| breadth(axis, camera)));
    cones + arrows + motions + apart(judged, camera) + faces(surfaces, camera) + depth(camera)
}

/// At most [`JUDGED`] things, evenly taken.
fn every<T>(things: &[T]) -> impl Iterator<Item = &T> {
    things.iter().step_by(things.len().div_ceil(JUDGED).max(1))
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// How much of a unit vector is seen: 0 end-on, 1 from 45° on.
fn breadth(unit: Vector3, camera: &Camera) -> f64 {
    (camera.flat(unit).length() / 0.7).min(1.0)
}

/// Room between the contacts, for their cones and labels.
fn apart(judged: &[&SolidContact], camera: &Camera) -> f64 {
    let places: Vec<_> = judged.iter().map(|contact| camera.flat(contact.point.into())).collect();
    let nearest = |(i, place): (usize, &crate::vector::Vector)| {
        let others = places.iter().enumerate().filter(|(j, _)| *j != i);
        let distance = others.map(|(_, other)| (*other - *place).length()).fold(f64::INFINITY, f64::min);
        (distance / 0.2).min(1.0)
    };
    1.2 * mean(places.iter().enumerate().map(nearest))
}

/// An axis of the world across the view hides the depth of the scene: none should be.
fn depth(camera: &Camera) -> f64 {
    let flattest = [X, Y, Z].map(|axis| axis.dot(camera.toward).abs()).into_iter().fold(1.0, f64::min);
    -1.5 * (1.0 - flattest / 0.3).max(0.0)
}

/// Half-spaces seen from their front, flat faces not seen as lines.
fn faces(surfaces: &[Surface], camera: &Camera) -> f64 {
    let plates = surfaces.iter().filter(|surface| surface.kind == Kind::Plate);
    let fronts = plates.filter_map(|plate| plate.faces.first()).map(|face| {
        let facing = face.normal.dot(camera.toward);
        if facing < 0.1 { -4.0 } else { (facing / 0.35).min(1.0) }
    });
    let flat =
        surfaces.iter().filter(|surface| surface.kind == Kind::Flat).flat_map(|surface| &surface.faces);
    let lines = mean(flat.map(|face| (1.0 - face.normal.dot(camera.toward).abs() / 0.42).max(0.0)));
    fronts.sum::<f64>() - 2.5 * lines
}
