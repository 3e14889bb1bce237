//! The motion that escapes: ghosts of the body on its way, the centre it turns about, velocities.
//!
//! A twist `[w, v]` about the point c moves the body's point c + r, after the time t, to
//!
//! ```text
//!     c + R(θ) r + t·S(θ) v,   θ = w t,   S(θ) = [sin θ  −(1 − cos θ); 1 − cos θ  sin θ] / θ     (1)
//! ```
//!
//! which is the exact rotation about the centre `c + (−vy, vx)/w` and, without any distinction of cases, the
//! translation by t·v when w is zero.
//!
//! References: \[MR 3.3.3\] for (1), the exponential of a planar twist.

use std::collections::HashMap;

use crate::canvas::{Canvas, Sizes, Stage, detail};
use crate::detail::Detail;
use crate::figure::{Body, Contact, Motion, Panel, Shape};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::shape;
use crate::sheet::{Fill, LINE, Mark, Marks, Path, Stroke, Swing};
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, direction};
use stiction::scene::Role;

/// How far the last ghost has gone, as a part of the body's size.
const FAR: f64 = 0.2;
/// No ghost turns further than this.
const TURN: f64 = 0.45;
/// With more contacts than this, arrows at each would only clutter.
const ARROWS: usize = 24;
/// Radius of the curved arrow about the centre of rotation, in pixels.
const CURL: f64 = 17.0;

/// A motion, with how long it is followed.
#[derive(Debug)]
pub(crate) struct Course<'a> {
    body: Option<&'a Body>,
    contacts: Vec<&'a Contact>,
    about: Vector,
    turn: f64,
    velocity: Vector,
    time: f64,
    /// How much faster the motion is than `turn` and `velocity` say.
    pace: f64,
    /// The moving points: outline, contacts, reference.
    points: Vec<Vector>,
}

/// The motions of a panel that can be followed.
pub(crate) fn courses(panel: &Panel) -> Vec<Course<'_>> {
    let mut bodies: HashMap<&str, &Body> = HashMap::new();
    panel.cast.bodies.iter().for_each(|body| {
        bodies.entry(&body.name).or_insert(body);
    });
    let mut contacts: HashMap<&str, Vec<&Contact>> = HashMap::new();
    panel.cast.contacts.iter().for_each(|contact| contacts.entry(&contact.on).or_default().push(contact));
    let course = |motion: &Motion| {
        let (body, touching) = (bodies.get(&*motion.body), contacts.get(&*motion.body));
        Course::new(body.copied(), touching.cloned().unwrap_or_default(), motion)
    };
    let mut courses: Vec<Course> = panel.cast.motions.iter().filter_map(course).collect();
    let fixed: Vec<Vec<Vec<Vector>>> = panel
        .cast
        .bodies
        .iter()
        .filter(|body| body.role == Role::Fixed)
        .filter_map(|body| body.shape.as_ref().filter(|shape| !matches!(shape, Shape::HalfPlane { .. })))
        .map(shape::sampled)
        .collect();
    if courses.len() * fixed.len() <= MOST_PAIRS {
        courses.iter_mut().for_each(|course| course.stay_out_of(&fixed));
    }
    if panel.cast.together {
        let shortest = courses.iter().map(|course| course.time / course.pace).fold(f64::INFINITY, f64::min);
        courses.iter_mut().for_each(|course| course.time = shortest * course.pace);
    }
    courses
}

/// Pairs of a moving and a fixed body up to which it is looked whether ghosts enter walls.
const MOST_PAIRS: usize = 200;
/// How often a way that leads into a wall is halved.
const HALVINGS: usize = 6;

impl<'a> Course<'a> {
    /// Ends the way before a corner of the body is deep in a fixed one, or a corner of that one in the body: a motion
    /// that is possible to first order enters them by less, the shorter it is.
    fn stay_out_of(&mut self, fixed: &[Vec<Vec<Vector>>]) {
        let Some(bounds) = Rect::around(self.points.iter().copied()) else { return };
        let deep = 0.01 * bounds.diagonal();
        let enters = |course: &Self| {
            let moved: Vec<Vector> = course.points.iter().map(|&point| course.moved(point, 1.0)).collect();
            fixed.iter().any(|rings| moved.iter().any(|&point| depth(rings, point) > deep))
        };
        for _ in 0..HALVINGS {
            if !enters(self) {
                return;
            }
            self.time *= 0.5;
        }
    }

    fn new(body: Option<&'a Body>, contacts: Vec<&'a Contact>, motion: &Motion) -> Option<Course<'a>> {
        let about = Vector::from(motion.about);
        let mut points: Vec<Vector> =
            body.and_then(|body| body.shape.as_ref()).map(shape::sampled).unwrap_or_default().concat();
        points.extend(contacts.iter().map(|contact| Vector::from(contact.point)));
        points.push(about);
        let size = Rect::around(points.iter().copied())?.diagonal();
        let (pace, turn, velocity) = normalised(motion.twist, size)?;
        let mut course = Course { body, contacts, about, turn, velocity, time: 0.0, pace, points };
        course.time = course.duration(size)?;
        Some(course)
    }

    /// Until the fastest point has gone a readable way, but without turning too far.
    fn duration(&self, size: f64) -> Option<f64> {
        let way = if size > 0.0 { size * FAR } else { 1.0 };
        let most = if self.turn == 0.0 { f64::INFINITY } else { TURN / self.turn.abs() };
        Some((way / self.fastest()).min(most)).filter(|time| time.is_finite() && *time > 0.0)
    }

    fn fastest(&self) -> f64 {
        self.points.iter().map(|&point| self.speed(point).length()).fold(0.0, f64::max)
    }

    /// Velocity of the body's point at a place.
    fn speed(&self, point: Vector) -> Vector {
        self.velocity + (point - self.about).left() * self.turn
    }

    /// Where a point of the body is after a part of the time, equation (1).
    fn moved(&self, point: Vector, part: f64) -> Vector {
        let time = self.time * part;
        let angle = self.turn * time;
        let (along, across) = if angle.abs() < 1e-6 {
            (1.0, angle / 2.0)
        } else {
            (angle.sin() / angle, (1.0 - angle.cos()) / angle)
        };
        let carried = self.velocity * along + self.velocity.left() * across;
        self.about + (point - self.about).turned(angle) + carried * time
    }

    /// The centre of rotation, if it lies near the body.
    fn centre(&self) -> Option<Vector> {
        let bounds = Rect::around(self.points.iter().copied())?;
        let centre = self.about + self.velocity.left() * (1.0 / self.turn);
        let near = (centre - bounds.centre()).length() <= bounds.diagonal() * 0.95;
        (centre.is_finite() && near).then_some(centre)
    }
}

/// How deep a point is inside of rings; zero outside.
fn depth(rings: &[Vec<Vector>], point: Vector) -> f64 {
    if !shape::surrounded(rings, point) {
        return 0.0;
    }
    let edges = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    edges.map(|(&a, &b)| off(point, a, b)).fold(f64::INFINITY, f64::min)
}

/// The distance of a point from a segment.
fn off(point: Vector, a: Vector, b: Vector) -> f64 {
    let along = b - a;
    let square = along.dot(along);
    let part = if square > 0.0 { ((point - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    (point - a - along * part).length()
}

/// The twist, scaled so that its fastest effect on a body of this size is about one, after what it was divided by.
fn normalised([w, x, y]: [f64; 3], size: f64) -> Option<(f64, f64, Vector)> {
    let length = if size > 0.0 { size } else { 1.0 };
    let largest = (w.abs() * length).max(x.abs()).max(y.abs());
    let sound = largest.is_normal() && (w / largest).is_finite();
    sound.then(|| (largest, w / largest, at(x / largest, y / largest)))
}

/// How far ghosts, centres and velocities reach.
pub(crate) fn reach(courses: &[Course], sizes: &Sizes, reach: &mut Reach) {
    for course in courses {
        course.points.iter().for_each(|&point| reach.point(course.moved(point, 1.0), 3.0));
        course.centre().iter().for_each(|&centre| reach.point(centre, CURL + 8.0));
        for (point, tip) in arrows(course, sizes) {
            reach.span(point, [at(0.0, 0.0), tip], 6.0);
        }
    }
}

/// Velocities at the contacts, or at the reference when the motion has no centre in sight.
fn arrows(course: &Course, sizes: &Sizes) -> Vec<(Vector, Vector)> {
    let mut places: Vec<Vector> = course.contacts.iter().map(|contact| contact.point.into()).collect();
    if places.len() > ARROWS {
        places.clear();
    }
    if course.centre().is_none() {
        places.push(course.about);
    }
    let fastest = course.fastest();
    let arrow = |point: Vector| {
        let part = course.speed(point).length() / fastest;
        let tip = direction(course.speed(point))? * (sizes.velocity * part).max(10.0);
        (part > 0.02).then_some((point, tip))
    };
    places.into_iter().filter_map(arrow).collect()
}

/// Where the body has gone, tinted; drawn behind the bodies, so that their own filling stays clear.
pub(crate) fn draw_shadows(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("shadows");
    for (shape, course) in stage.courses.iter().filter_map(with_shape) {
        canvas.marks.fill(ghost_path(stage, course, shape, 1.0), Fill::Faint(Ink::Motion, 0.1));
    }
    canvas.marks.close();
}

fn with_shape<'a>(course: &'a Course<'a>) -> Option<(&'a Shape, &'a Course<'a>)> {
    let shape = course.body?.shape.as_ref()?;
    (!matches!(shape, Shape::HalfPlane { .. })).then_some((shape, course))
}

fn ghost_path(stage: &Stage, course: &Course, shape: &Shape, part: f64) -> Path {
    let map = |point| stage.view.at(course.moved(point, part));
    shape::path(shape, map, |length| stage.view.pixels(length))
}

/// Outlines of the ghosts, drawn over the bodies.
pub(crate) fn draw_ghosts(stage: &Stage, canvas: &mut Canvas) {
    let crowd = detail(stage.panel) > Detail::Full;
    let parts: &[(f64, f64)] =
        if crowd { &[(1.0, 0.85)] } else { &[(1.0 / 3.0, 0.3), (2.0 / 3.0, 0.5), (1.0, 0.85)] };
    canvas.marks.open("ghosts");
    for (shape, course) in stage.courses.iter().filter_map(with_shape) {
        for &(part, strength) in parts {
            canvas.marks.stroke(ghost_path(stage, course, shape, part), ghost(strength));
            canvas.legend.insert(Entry::Escape);
        }
        for ring in shape::sampled(shape) {
            let moved: Vec<Vector> = ring.iter().map(|&point| course.moved(point, 1.0)).collect();
            shape::avoid(stage, canvas, &moved);
        }
    }
    canvas.marks.close();
}

/// A centre further away than this, in pixels, makes no visible difference to a translation.
const REMOTE: f64 = 1e5;

/// Bodies that move to their last ghost and back; what does not move shows them at their places.
pub(crate) fn draw_moving(stage: &Stage, canvas: &mut Canvas) {
    if !stage.panel.cast.animated || detail(stage.panel) == Detail::Outline {
        return;
    }
    canvas.marks.open("moving");
    for (shape, course) in stage.courses.iter().filter_map(with_shape) {
        let angle = course.turn * course.time;
        let pivot = stage.view.at(course.about + course.velocity.left() * (1.0 / course.turn));
        let near = pivot.is_finite() && (pivot - stage.area.centre()).length() < REMOTE;
        let swing = if near {
            // Angles of the page run clockwise.
            Swing::Turn { about: pivot, degrees: -angle.to_degrees() }
        } else {
            Swing::Shift(stage.view.at(course.moved(course.about, 1.0)) - stage.view.at(course.about))
        };
        canvas.marks.0.push(Mark::Swing(swing));
        let outline = ghost_path(stage, course, shape, 0.0);
        canvas.marks.shape(outline, Fill::Faint(Ink::Motion, 0.07), ghost(1.0));
        canvas.marks.close();
    }
    canvas.marks.close();
}

pub(crate) fn ghost(strength: f64) -> Stroke {
    Stroke::new(Ink::Motion, 1.3).faint(strength)
}

/// Centres of rotation and velocities, above the contacts.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    // In a crowd the ghosts alone can be told apart.
    if detail(stage.panel) > Detail::Full {
        return;
    }
    canvas.marks.open("motion");
    for course in stage.courses {
        for (point, tip) in arrows(course, &stage.sizes) {
            let from = stage.view.at(point);
            canvas.marks.arrow(from, from + tip, Ink::Motion, LINE);
            canvas.placer.line(from, from + tip);
            canvas.legend.insert(Entry::Velocity);
        }
        if let Some(centre) = course.centre() {
            let centre = stage.view.at(centre);
            turning(&mut canvas.marks, centre, CURL, course.turn > 0.0);
            canvas.placer.disc(centre, CURL + 3.0);
            canvas.legend.insert(Entry::Centre);
        }
    }
    canvas.marks.close();
}

/// A centre of rotation: a ringed dot with a curved arrow around it.
pub(crate) fn turning(marks: &mut Marks, centre: Vector, radius: f64, ccw: bool) {
    // Angles of the page run clockwise.
    let sense = if ccw { -1.0 } else { 1.0 };
    let (start, turn) = (if ccw { 0.5 } else { std::f64::consts::PI - 0.5 }, sense * 4.0);
    marks.stroke(Path::arc(centre, radius, start, turn), Stroke::new(Ink::Motion, LINE));
    let end = start + turn;
    // The head is a chord: let it lean inwards by half the angle it covers.
    let along = at(1.0, 0.0).turned(end).left() * sense;
    let head = (radius * 0.5).max(5.0);
    let tip = centre + at(radius, 0.0).turned(end + sense * 0.6 * head / radius);
    marks.head(tip, along.turned(sense * 0.3 * head / radius), head, Ink::Motion);
    marks.shape(
        Path::circle(centre, (radius * 0.24).max(3.0)),
        Fill::Plain(Ink::Surface),
        Stroke::new(Ink::Motion, LINE),
    );
    marks.fill(Path::circle(centre, 1.5), Fill::Plain(Ink::Motion));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Cast;

    fn course_of(twist: [f64; 3], about: [f64; 2], test: impl Fn(&Course)) {
        let square = Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        let body = Body { name: "part".into(), shape: Some(square), ..Body::default() };
        let motion = Motion { body: "part".into(), twist, about };
        let panel = Panel {
            cast: Cast { bodies: vec![body], motions: vec![motion], ..Cast::default() },
            ..Panel::default()
        };
        let courses = courses(&panel);
        test(courses.first().unwrap());
    }

    #[test]
    fn the_centre_of_rotation_does_not_move() {
        course_of([2.0, -1.0, 0.5], [0.5, 0.5], |course| {
            let centre = course.centre().unwrap();
            // (−vy/w, vx/w) from the reference.
            assert!((centre - at(0.25, 0.0)).length() < 1e-12);
            assert!((course.moved(centre, 1.0) - centre).length() < 1e-12);
            assert!(course.speed(centre).length() < 1e-12);
        });
    }

    #[test]
    fn a_ghost_is_congruent_to_the_body() {
        course_of([0.7, 0.1, -0.3], [0.2, 0.4], |course| {
            let (a, b) = (course.moved(at(0.0, 0.0), 1.0), course.moved(at(1.0, 1.0), 1.0));
            assert!(((b - a).length() - 2f64.sqrt()).abs() < 1e-12);
        });
    }

    #[test]
    fn a_nearly_pure_translation_moves_like_a_pure_one() {
        let corner = |w: f64| {
            let moved = std::cell::Cell::new(at(0.0, 0.0));
            course_of([w, 1.0, 2.0], [0.0, 0.0], |course| moved.set(course.moved(at(1.0, 1.0), 1.0)));
            moved.get()
        };
        assert!((corner(0.0) - corner(1e-12)).length() < 1e-9);
        assert!((corner(0.0) - corner(1e-300)).length() < 1e-9);
    }

    #[test]
    fn bodies_that_move_together_keep_the_proportion_of_their_speeds() {
        let block = |name: &str| {
            let shape = Some(Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]));
            Body { name: name.into(), shape, ..Body::default() }
        };
        let push =
            |body: &str, speed: f64| Motion { body: body.into(), twist: [0.0, speed, 0.0], about: [0.0; 2] };
        let mut panel = Panel {
            cast: Cast {
                bodies: vec![block("a"), block("b")],
                motions: vec![push("a", 1.0), push("b", -4.0)],
                ..Cast::default()
            },
            ..Panel::default()
        };
        let ways = |panel: &Panel| -> Vec<f64> {
            courses(panel).iter().map(|course| course.moved(at(0.0, 0.0), 1.0).x).collect()
        };
        let apart = ways(&panel);
        assert!((apart[0] + apart[1]).abs() < 1e-12);
        panel.cast.together = true;
        let joint = ways(&panel);
        assert!(
            (joint[1] - apart[1]).abs() < 1e-12 && (joint[1] + 4.0 * joint[0]).abs() < 1e-12,
            "{joint:?}"
        );
    }

    #[test]
    fn only_the_direction_of_the_twist_matters() {
        let end = |scale: f64| {
            let moved = std::cell::Cell::new(at(0.0, 0.0));
            course_of([scale, -scale, scale / 2.0], [0.5, 0.0], |course| {
                moved.set(course.moved(at(1.0, 1.0), 1.0))
            });
            moved.get()
        };
        assert!((end(1.0) - end(1e-30)).length() < 1e-9 && (end(1.0) - end(1e60)).length() < 1e-9);
    }
}
