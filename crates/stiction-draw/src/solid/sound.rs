//! Keeps what can be drawn, and brings it to a common size.
//!
//! Every coordinate is moved and divided so that the scene lies within the unit cube: neither huge nor tiny
//! scenes then leave the range of the numbers, and tolerances are parts of the whole.

use super::figure::{Patch, SolidPanel, SolidShape};
use super::vector::{Bounds, Vector3, in_space};
use crate::sound::{contact, direction, force, motion, number, point, retain, sound_body};

/// A panel in which every number can be drawn.
pub(crate) struct Sound {
    /// The panel in units of `size`, about the middle of the scene.
    pub panel: SolidPanel,
    /// Metres for one unit.
    pub size: f64,
    /// How many things were left out.
    pub omitted: usize,
}

/// The panel without what cannot be drawn.
pub(crate) fn drawable(panel: &SolidPanel) -> Sound {
    let mut kept = panel.clone();
    let mut omitted = 0;
    kept.cast.bodies = panel.cast.bodies.iter().map(|body| sound_body(body, shape, &mut omitted)).collect();
    omitted += retain(&mut kept.cast.contacts, contact);
    omitted += retain(&mut kept.patches, patch);
    omitted += retain(&mut kept.cast.forces, force);
    omitted += retain(&mut kept.cast.motions, motion);
    // Nothing to see in what is zero: not a fault, so not counted.
    kept.cast.forces.retain(|force| force.vector != [0.0; 3]);
    kept.cast.motions.retain(|motion| motion.twist != [0.0; 6]);
    for given in [&mut kept.cast.gravity, &mut kept.view] {
        *given = given.filter(|vector| *vector != [0.0; 3]);
        omitted += usize::from(given.is_some_and(|vector| !point(vector)));
        *given = given.filter(|vector| point(*vector));
    }
    let size = to_units(&mut kept);
    Sound { panel: kept, size, omitted }
}

fn length(value: f64) -> bool {
    number(value) && value > 0.0
}

fn shape(shape: &SolidShape) -> bool {
    match shape {
        SolidShape::Faces { vertices, faces } => {
            let known = |ring: &Vec<usize>| ring.iter().all(|&corner| corner < vertices.len());
            let whole = faces.iter().all(|face| known(&face.outer) && face.holes.iter().all(known));
            vertices.iter().copied().all(point) && !faces.is_empty() && whole
        }
        SolidShape::Mesh { vertices, triangles } => {
            let known = |corner: &u32| (*corner as usize) < vertices.len();
            let whole = triangles.iter().flatten().all(known);
            vertices.iter().copied().all(point) && !triangles.is_empty() && whole
        }
        SolidShape::Sphere { center, radius } => point(*center) && length(*radius),
        SolidShape::Cylinder { center, axis, radius, height } => {
            point(*center) && direction(*axis) && length(*radius) && length(*height)
        }
        SolidShape::HalfSpace { point: on, normal } => point(*on) && direction(*normal),
    }
}

fn patch(patch: &Patch) -> bool {
    patch.corners.len() >= 3 && patch.corners.iter().copied().all(point)
}

/// The points that the picture must show; a half-space only says where it is when nothing else does.
fn extremes(panel: &SolidPanel) -> Vec<Vector3> {
    let mut points: Vec<[f64; 3]> = Vec::new();
    points.extend(panel.cast.contacts.iter().map(|contact| contact.point));
    points.extend(panel.patches.iter().flat_map(|patch| patch.corners.iter().copied()));
    points.extend(panel.cast.forces.iter().map(|force| force.at));
    points.extend(panel.cast.motions.iter().map(|motion| motion.about));
    points.extend(panel.cast.bodies.iter().filter_map(|body| body.com));
    let shapes = || panel.cast.bodies.iter().filter_map(|body| body.shape.as_ref());
    let mut extremes: Vec<Vector3> = points.into_iter().map(Vector3::from).collect();
    extremes.extend(shapes().flat_map(reached));
    if extremes.is_empty() {
        extremes.extend(shapes().filter_map(|shape| match shape {
            SolidShape::HalfSpace { point, .. } => Some(Vector3::from(*point)),
            _ => None,
        }));
    }
    extremes
}

fn reached(shape: &SolidShape) -> Vec<Vector3> {
    let ball = |center: [f64; 3], radius: f64| {
        let (centre, reach) = (Vector3::from(center), in_space(radius, radius, radius));
        vec![centre - reach, centre + reach]
    };
    match shape {
        SolidShape::Faces { vertices, .. } | SolidShape::Mesh { vertices, .. } => {
            vertices.iter().map(|&vertex| vertex.into()).collect()
        }
        SolidShape::Sphere { center, radius } => ball(*center, *radius),
        SolidShape::Cylinder { center, radius, height, .. } => ball(*center, radius.hypot(height / 2.0)),
        SolidShape::HalfSpace { .. } => Vec::new(),
    }
}

/// Moves and divides every coordinate; returns the metres for one unit.
fn to_units(panel: &mut SolidPanel) -> f64 {
    let bounds = Bounds::around(extremes(panel));
    let centre = bounds.map_or(Vector3::default(), |bounds| bounds.centre());
    let extent = bounds.map_or(0.0, |bounds| (bounds.max - bounds.min).largest());
    let size = if extent > centre.largest() * 1e-12 && extent > 1e-100 { extent } else { 1.0 };
    let place = |point: &mut [f64; 3]| {
        let moved = Vector3::from(*point) - centre;
        *point = [moved.x / size, moved.y / size, moved.z / size];
    };
    panel.cast.contacts.iter_mut().for_each(|contact| place(&mut contact.point));
    panel.patches.iter_mut().flat_map(|patch| &mut patch.corners).for_each(place);
    panel.cast.forces.iter_mut().for_each(|force| place(&mut force.at));
    for motion in &mut panel.cast.motions {
        place(&mut motion.about);
        // Velocities keep their metres, so that turning is by metres on one unit.
        motion.twist[..3].iter_mut().for_each(|turn| *turn *= size);
    }
    for body in &mut panel.cast.bodies {
        body.com.iter_mut().for_each(place);
        match &mut body.shape {
            Some(SolidShape::Faces { vertices, .. } | SolidShape::Mesh { vertices, .. }) => {
                vertices.iter_mut().for_each(place);
            }
            Some(SolidShape::Sphere { center, radius }) => {
                place(center);
                *radius /= size;
            }
            Some(SolidShape::Cylinder { center, radius, height, .. }) => {
                place(center);
                (*radius, *height) = (*radius / size, *height / size);
            }
            Some(SolidShape::HalfSpace { point, .. }) => place(point),
            None => {}
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::super::figure::{SolidBody, SolidContact};
    use super::*;
    use crate::figure::Cast;

    #[test]
    fn what_is_not_finite_or_refers_to_nothing_is_left_out_and_counted() {
        let triangle = SolidShape::Mesh { vertices: vec![[0.0; 3]; 3], triangles: vec![[0, 1, 3]] };
        let panel = SolidPanel {
            cast: Cast {
                bodies: vec![SolidBody {
                    shape: Some(triangle),
                    com: Some([0.0, f64::NAN, 0.0]),
                    ..SolidBody::default()
                }],
                contacts: vec![SolidContact::default()],
                gravity: Some([f64::INFINITY, 0.0, 0.0]),
                ..Cast::default()
            },
            view: Some([0.0; 3]),
            ..SolidPanel::default()
        };
        assert_eq!(drawable(&panel).omitted, 4);
    }

    #[test]
    fn any_scene_becomes_one_unit_across() {
        for size in [1e-60, 1.0, 1e60] {
            let cube = SolidShape::cuboid([size; 3], [3.0 * size; 3]);
            let panel = SolidPanel {
                cast: Cast {
                    bodies: vec![SolidBody { shape: Some(cube), ..SolidBody::default() }],
                    ..Cast::default()
                },
                ..SolidPanel::default()
            };
            let sound = drawable(&panel);
            let bounds = Bounds::around(extremes(&sound.panel)).unwrap();
            assert!(((bounds.max - bounds.min) - in_space(1.0, 1.0, 1.0)).length() < 1e-9);
            assert!((sound.size / size - 2.0).abs() < 1e-9);
        }
    }
}
