//! The motion that escapes, in space: ghosts of the body on its way, the screw axis, velocities.
//!
//! A twist `(w, v)` about the point c moves the body's point c + r, after the time t, to
//!
//! ```text
//!     c + R(φ) r + t·V(φ) v,   φ = w t,   θ = |φ|,
//!     V = 1 + (1 − cos θ)/θ² [φ] + (θ − sin θ)/θ³ [φ]²                                        (1)
//! ```
//!
//! which is the screw about the axis through `c + w × v / |w|²` with pitch `w·v / |w|²`, and the translation
//! by t·v when w is zero.
//!
//! References: \[MR 3.3.3\] for (1), the exponential of a twist, and for the screw axis.

use super::figure::{SolidMotion, SolidPanel};
use super::scene::{Names, Scene};
use super::stage::{Stage, chained};
use super::surface::{Kind, Surface};
use super::vector::{Bounds, Vector3};
use crate::canvas::{Canvas, Sizes};
use crate::detail::Detail;
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::motion::ghost;
use crate::sheet::{Fill, LINE, Mark, Path, Stroke};
use crate::vector::Vector;
use crate::view::Reach;

/// How far the last ghost has gone, as a part of the body's size.
const FAR: f64 = 0.2;
/// No ghost turns further than this.
const TURN: f64 = 0.4;
/// The curved arrow about the axis turns this far.
const CURL: f64 = 4.6;

/// A motion, with how long it is followed.
pub(crate) struct Course {
    /// Index of the body that moves, if it is known.
    body: Option<usize>,
    about: Vector3,
    turn: Vector3,
    velocity: Vector3,
    time: f64,
    /// How much faster the motion is than `turn` and `velocity` say.
    pace: f64,
    /// Where velocities are shown.
    contacts: Vec<Vector3>,
    bounds: Bounds,
}

/// A screw axis near the body.
struct Axis {
    point: Vector3,
    along: Vector3,
    /// Advance for one radian.
    pitch: f64,
}

/// The motions of a panel that can be followed.
pub(crate) fn courses(scene: &Scene) -> Vec<Course> {
    let motions = scene.panel.cast.motions.iter();
    let followed =
        motions.filter_map(|motion| Course::new(&scene.panel, &scene.surfaces, &scene.names, motion));
    let mut courses: Vec<Course> = followed.collect();
    if scene.panel.cast.together {
        let shortest = courses.iter().map(|course| course.time / course.pace).fold(f64::INFINITY, f64::min);
        courses.iter_mut().for_each(|course| course.time = shortest * course.pace);
    }
    courses
}

impl Course {
    fn new(panel: &SolidPanel, surfaces: &[Surface], names: &Names, motion: &SolidMotion) -> Option<Course> {
        let body = names.body(&motion.body);
        let touching = names.contacts_on(&motion.body);
        let contacts: Vec<Vector3> = touching.map(|index| panel.cast.contacts[index].point.into()).collect();
        let about = Vector3::from(motion.about);
        let mut points = contacts.clone();
        points.extend(own(body, surfaces, names).flat_map(|surface| &surface.vertices));
        points.push(about);
        let bounds = Bounds::around(points.iter().copied())?;
        let [wx, wy, wz, vx, vy, vz] = motion.twist;
        let largest = motion.twist.into_iter().map(f64::abs).fold(0.0, f64::max);
        let part = |x: f64, y: f64, z: f64| Vector3 { x: x / largest, y: y / largest, z: z / largest };
        let (turn, velocity) = (part(wx, wy, wz), part(vx, vy, vz));
        if !largest.is_normal() {
            return None;
        }
        let mut course = Course { body, about, turn, velocity, time: 0.0, pace: largest, contacts, bounds };
        let fastest = course.fastest(&points);
        let way = if bounds.diagonal() > 0.0 { bounds.diagonal() * FAR } else { FAR };
        course.time = (way / fastest).min(TURN / turn.length());
        (course.time.is_finite() && course.time > 0.0).then_some(course)
    }

    fn fastest(&self, points: &[Vector3]) -> f64 {
        points.iter().map(|&point| self.speed(point).length()).fold(0.0, f64::max)
    }

    /// Velocity of the body's point at a place.
    fn speed(&self, point: Vector3) -> Vector3 {
        self.velocity + self.turn.cross(point - self.about)
    }

    /// Where a point of the body is after a part of the time, equation (1).
    fn moved(&self, point: Vector3, part: f64) -> Vector3 {
        let time = self.time * part;
        let turn = self.turn * time;
        let angle = turn.length();
        let (first, second) = if angle < 1e-4 {
            (0.5, 1.0 / 6.0)
        } else {
            ((1.0 - angle.cos()) / angle.powi(2), (angle - angle.sin()) / angle.powi(3))
        };
        let carried = self.velocity
            + turn.cross(self.velocity) * first
            + turn.cross(turn.cross(self.velocity)) * second;
        self.about + self.turned(point - self.about, part) + carried * time
    }

    fn turned(&self, direction: Vector3, part: f64) -> Vector3 {
        let Some(axis) = self.turn.unit() else { return direction };
        direction.turned(axis, self.turn.length() * self.time * part)
    }

    /// The screw axis, if it passes near the body.
    fn axis(&self) -> Option<Axis> {
        let (along, square) = (self.turn.unit()?, self.turn.dot(self.turn));
        let point = self.about + self.turn.cross(self.velocity) * (1.0 / square);
        // The point of the axis nearest to the middle of the body.
        let middle = self.bounds.centre();
        let point = point + along * (middle - point).dot(along);
        let near = (point - middle).length() <= self.bounds.diagonal() * 0.9 + 1e-9;
        let pitch = self.turn.dot(self.velocity) / square;
        (near && pitch.abs() < 3.0).then_some(Axis { point, along, pitch })
    }

    /// The ends of the axis that are drawn.
    fn ends(&self, axis: &Axis) -> [Vector3; 2] {
        let reach = self.bounds.corners().map(|corner| (corner - axis.point).dot(axis.along).abs());
        let half = reach.into_iter().fold(0.12, f64::max) + 0.26;
        [axis.point - axis.along * half, axis.point + axis.along * half]
    }

    /// The curved arrow: a piece of the helix near the far end of the axis.
    fn curl(&self, axis: &Axis) -> Vec<Vector3> {
        const STEPS: usize = 40;
        let [_, end] = self.ends(axis);
        let (radius, [first, second]) = (0.085, axis.along.across());
        let rise = (axis.pitch * CURL).clamp(-0.1, 0.1);
        let start = end - axis.along * (0.07 + rise.max(0.0));
        let place = |i: usize| {
            let part = i as f64 / STEPS as f64;
            let (sin, cos) = (CURL * part).sin_cos();
            start + first * (radius * cos) + second * (radius * sin) + axis.along * (rise * part)
        };
        (0..=STEPS).map(place).collect()
    }
}

/// The surfaces of a body that moves.
fn own<'s>(body: Option<usize>, surfaces: &'s [Surface], names: &Names) -> impl Iterator<Item = &'s Surface> {
    let indices: Vec<usize> = body.into_iter().flat_map(|body| names.surfaces_of(body)).collect();
    indices.into_iter().map(|index| &surfaces[index]).filter(|surface| surface.kind != Kind::Plate)
}

/// How far ghosts, axes and velocities reach.
pub(crate) fn reach(scene: &Scene, courses: &[Course], sizes: &Sizes, reach: &mut Reach) {
    for course in courses {
        for surface in own(course.body, &scene.surfaces, &scene.names) {
            let moved = surface.vertices.iter().map(|&vertex| course.moved(vertex, 1.0));
            moved.for_each(|point| reach.point(scene.camera.flat(point), 3.0));
        }
        if scene.detail > Detail::Full {
            continue;
        }
        if let Some(axis) = course.axis() {
            let drawn = course.ends(&axis).into_iter().chain(course.curl(&axis));
            drawn.for_each(|point| reach.point(scene.camera.flat(point), 8.0));
        }
        for (point, along, length) in arrows(course, sizes) {
            let tip = scene.camera.step(along) * length;
            reach.span(scene.camera.flat(point), [Vector::default(), tip], 6.0);
        }
    }
}

/// Velocities at the contacts, or at the reference when the motion has no axis in sight.
fn arrows(course: &Course, sizes: &Sizes) -> Vec<(Vector3, Vector3, f64)> {
    /// With more contacts than this, arrows at each would only clutter.
    const ARROWS: usize = 16;
    let mut places = if course.contacts.len() > ARROWS { Vec::new() } else { course.contacts.clone() };
    if course.axis().is_none() {
        places.push(course.about);
    }
    let fastest = course.fastest(&course.bounds.corners());
    let arrow = |point: Vector3| {
        let speed = course.speed(point);
        let part = (speed.length() / fastest).min(1.0);
        (part > 0.02).then_some((point, speed.unit()?, (sizes.velocity * part).max(10.0)))
    };
    places.into_iter().filter_map(arrow).collect()
}

/// Outlines of the ghosts, drawn over the bodies.
pub(crate) fn draw_ghosts(stage: &Stage, canvas: &mut Canvas) {
    let crowd = stage.scene.detail > Detail::Full;
    let parts: &[(f64, f64)] =
        if crowd { &[(1.0, 0.8)] } else { &[(1.0 / 3.0, 0.25), (2.0 / 3.0, 0.4), (1.0, 0.8)] };
    canvas.marks.open("ghosts");
    for course in stage.courses {
        for surface in own(course.body, &stage.scene.surfaces, &stage.scene.names) {
            for &(part, strength) in parts {
                let outline = outline(stage, course, surface, part, part == 1.0);
                canvas.marks.stroke(outline, ghost(strength));
                canvas.legend.insert(Entry::Escape);
            }
        }
    }
    canvas.marks.close();
}

/// The silhouette of a moved body, with its sharp edges that face the viewer if they are wanted.
fn outline(stage: &Stage, course: &Course, surface: &Surface, part: f64, sharp: bool) -> Path {
    let camera = &stage.scene.camera;
    let mut moved = surface.clone();
    moved.vertices.iter_mut().for_each(|vertex| *vertex = course.moved(*vertex, part));
    moved.faces.iter_mut().for_each(|face| face.normal = course.turned(face.normal, part));
    if let Kind::Ball { centre, radius } = surface.kind {
        moved.kind = Kind::Ball { centre: course.moved(centre, part), radius };
        let rim = moved.rim(camera).unwrap_or_default();
        return Path::closed(&rim.into_iter().map(|point| stage.page(point)).collect::<Vec<_>>());
    }
    let drawn = moved.edges.iter().filter(|edge| {
        moved.is_silhouette(edge, camera) || (sharp && edge.sharp && !moved.is_back(edge, camera))
    });
    let segments: Vec<_> = drawn.map(|edge| edge.ends.map(|end| stage.page(moved.vertices[end]))).collect();
    chained(&segments)
}

/// The body on its way, picture by picture; what does not move shows none of them.
pub(crate) fn draw_moving(stage: &Stage, canvas: &mut Canvas) {
    /// Most pictures of a moving body on its way, and about how many edges all of them may have.
    const PICTURES: usize = 16;
    const FINE: usize = 20_000;
    let edges: usize = stage.scene.surfaces.iter().map(|surface| surface.edges.len()).sum();
    // Each picture has all outlines again: fewer of them where there are many edges.
    let count = (FINE / edges.max(1)).clamp(6, PICTURES);
    let many = stage.scene.detail > Detail::Full && edges > FINE;
    if !stage.panel().cast.animated || stage.courses.is_empty() || many {
        return;
    }
    canvas.marks.open("moving");
    for number in 0..=count {
        canvas.marks.0.push(Mark::Frame { number, count });
        // Slow at both ends, like a swing.
        let part = (1.0 - (std::f64::consts::PI * number as f64 / count as f64).cos()) / 2.0;
        for course in stage.courses {
            for surface in own(course.body, &stage.scene.surfaces, &stage.scene.names) {
                canvas.marks.stroke(outline(stage, course, surface, part, true), ghost(1.0));
            }
        }
        canvas.marks.close();
    }
    canvas.marks.close();
}

/// Axes with their curved arrows, and velocities.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    // In a crowd the ghosts alone can be told apart.
    if stage.scene.detail > Detail::Full {
        return;
    }
    canvas.marks.open("motion");
    for course in stage.courses {
        for (point, along, length) in arrows(course, &stage.sizes) {
            stage.arrow(canvas, point, along, length, Ink::Motion, LINE);
            canvas.legend.insert(Entry::Velocity);
        }
        if let Some(axis) = course.axis() {
            draw_axis(stage, canvas, course, &axis);
        }
    }
    canvas.marks.close();
}

fn draw_axis(stage: &Stage, canvas: &mut Canvas, course: &Course, axis: &Axis) {
    let ends = course.ends(axis);
    stage.trace(canvas, &ends, Stroke::new(Ink::Motion, 1.2));
    let curl = course.curl(axis);
    let places: Vec<Vector> = curl.iter().map(|&point| stage.page(point)).collect();
    canvas.marks.stroke(Path::open(&places), Stroke::new(Ink::Motion, 1.8));
    if let [.., before, _, last] = places[..]
        && let Some(along) = (last - before).unit()
    {
        let tip = last + along * 6.0;
        let (base, side) = (tip - along * 9.0, along.left() * 3.8);
        canvas.marks.fill(Path::closed(&[tip, base + side, base - side]), Fill::Plain(Ink::Motion));
    }
    canvas.placer.line(stage.page(ends[0]), stage.page(ends[1]));
    canvas.placer.outline(places);
    canvas.legend.insert(Entry::Axis);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Cast;

    fn course(twist: [f64; 6], about: [f64; 3]) -> Course {
        let motion = SolidMotion { body: String::new(), twist, about };
        let corner = |point| super::super::figure::SolidContact { point, ..Default::default() };
        let contacts = vec![corner([0.0, 0.0, 0.0]), corner([1.0, 1.0, 1.0])];
        let panel = SolidPanel { cast: Cast { contacts, ..Cast::default() }, ..SolidPanel::default() };
        Course::new(&panel, &[], &Names::new(&panel, &[]), &motion).unwrap()
    }

    #[test]
    fn points_of_the_axis_only_slide_along_it() {
        let course = course([0.0, 0.0, 2.0, 0.6, -0.2, 0.5], [0.5, 0.5, 0.5]);
        let axis = course.axis().unwrap();
        assert!((axis.pitch - 0.25).abs() < 1e-12);
        let slid = course.moved(axis.point, 1.0) - axis.point;
        assert!(slid.cross(axis.along).length() < 1e-12 && slid.length() > 0.0);
        assert!(course.speed(axis.point).cross(axis.along).length() < 1e-12);
    }

    #[test]
    fn a_ghost_is_congruent_to_the_body() {
        let course = course([0.3, -0.7, 0.2, 0.1, 0.4, -0.3], [0.2, 0.1, 0.0]);
        let (p, q) = (Vector3 { x: 0.1, y: 0.9, z: 0.3 }, Vector3 { x: 0.8, y: 0.2, z: 0.7 });
        let (a, b) = (course.moved(p, 1.0), course.moved(q, 1.0));
        assert!(((a - b).length() - (p - q).length()).abs() < 1e-12);
        assert!(((a - b) - course.turned(p - q, 1.0)).length() < 1e-12);
    }

    #[test]
    fn a_nearly_pure_translation_moves_like_a_pure_one() {
        let end = |w: f64| course([w, 0.0, 0.0, 1.0, 2.0, 0.0], [0.0; 3]).moved(Vector3::default(), 1.0);
        assert!((end(0.0) - end(1e-12)).length() < 1e-9 && (end(0.0) - end(1e-200)).length() < 1e-9);
    }

    #[test]
    fn the_curved_arrow_turns_about_the_axis_in_the_sense_of_the_motion() {
        let course = course([0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.5]);
        let (axis, curl) = (course.axis().unwrap(), course.curl(&course.axis().unwrap()));
        let from = curl[0] - axis.point;
        assert!(from.cross(curl[1] - curl[0]).dot(axis.along) > 0.0);
    }
}
