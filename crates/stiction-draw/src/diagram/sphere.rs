//! Sets of directions on two discs: what of the unit sphere lies in each cone.
//!
//! Lambert's projection keeps areas: a unit vector with first component a lies at the distance
//!
//! ```text
//!     r = √(1 − |a|)                                                                           (1)
//! ```
//!
//! from the middle of its disc, in the direction of its other components; the rim, r = 1, is where a is zero.

use std::f64::consts::{FRAC_PI_4, PI};

use super::figure::{PolyhedralCone, SpherePanel};
use super::key;
use super::span::Span;
use super::{INSET, Sets, generators, pattern, upright};
use crate::canvas::{Canvas, LABEL, label};
use crate::palette::Ink;
use crate::panel::Picture;
use crate::place::{Label, Spot};
use crate::sheet::{Fill, LINE, Path, Stroke};
use crate::solid::clip::clipped;
use crate::solid::vector::{Vector3, X, Y, Z};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};

/// Room above a disc for its name, and around it for the names of axes.
const HEAD: f64 = 44.0;
const AROUND: f64 = 26.0;
/// Arcs are drawn in steps of at most this angle.
const STEP: f64 = 0.05;

/// Sets of directions ready to be drawn.
pub(crate) struct Sphere {
    sets: Sets,
}

impl Sphere {
    pub fn new(panel: &SpherePanel) -> Sphere {
        Sphere { sets: Sets::new(&panel.axes, &panel.cones, &panel.directions, pattern) }
    }

    fn discs(&self, area: Rect) -> [Disc; 2] {
        let room = area.height() - self.foot(area.width()) - HEAD - AROUND;
        let radius = ((area.width() - 4.0 * AROUND - INSET) / 4.0).min(room / 2.0).max(20.0);
        let height = area.min.y + HEAD + radius;
        let middle = area.centre().x;
        let apart = radius + AROUND;
        [
            Disc { centre: at(middle - apart, height), radius, pole: Z },
            Disc { centre: at(middle + apart, height), radius, pole: -Z },
        ]
    }
}

/// One hemisphere on the page.
#[derive(Debug, Clone, Copy)]
struct Disc {
    centre: Vector,
    radius: f64,
    /// The middle of the disc.
    pole: Vector3,
}

impl Disc {
    /// Where a unit vector lies, equation (1).
    fn at(&self, unit: Vector3) -> Vector {
        let radius = (1.0 - unit.z.abs()).max(0.0).sqrt();
        let across = at(unit.x, -unit.y).unit().unwrap_or_default();
        self.centre + across * (radius * self.radius)
    }

    fn shows(&self, unit: Vector3) -> bool {
        self.pole.dot(unit) >= -1e-9
    }

    /// The corners of the part of the hemisphere where all products with the normals are positive.
    fn part(&self, normals: &[Vector3]) -> Vec<Vector3> {
        let corner = |i: u32| X.turned(Z, f64::from(i) * FRAC_PI_4);
        let rim: Vec<Vector3> = (0..8).map(corner).collect();
        let cut = |polygon: Vec<Vector3>, normal: &Vector3| {
            // The rim itself lies in the plane of the poles: there its corners do not tell the side.
            let level = normal.dot(self.pole).abs() > 1.0 - 1e-9;
            match level {
                true if normal.dot(self.pole) > 0.0 => polygon,
                true => Vec::new(),
                // Chords between corners meet a plane through the origin where the arcs do.
                false => clipped(&polygon, *normal, 0.0).into_iter().filter_map(Vector3::unit).collect(),
            }
        };
        // From the pole out, so that no chord runs through the origin.
        let wedges = rim.iter().zip(rim.iter().cycle().skip(1));
        let parts = wedges.map(|(&a, &b)| normals.iter().fold(vec![self.pole, a, b], cut));
        joined(parts.filter(|part| part.len() >= 3).collect())
    }
}

/// The corners of a convex part of a hemisphere that is given in wedges about its pole.
fn joined(parts: Vec<Vec<Vector3>>) -> Vec<Vector3> {
    let mut corners: Vec<Vector3> = Vec::new();
    for corner in parts.into_iter().flatten() {
        if corners.iter().all(|known| (*known - corner).length() > 1e-9) {
            corners.push(corner);
        }
    }
    let sum = corners.iter().fold(Vector3::default(), |sum, &corner| sum + corner);
    let Some(middle) = sum.unit() else { return corners };
    let [first, second] = middle.across();
    let angle = |corner: &Vector3| corner.dot(second).atan2(corner.dot(first));
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    // Corners of wedges inside are none of the whole; those in the middle of a side keep its arcs short.
    let kept = |i: usize| {
        let n = corners.len();
        let (before, here, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
        before.cross(after).dot(here) < 1e-9 || on_rim(here)
    };
    let outer: Vec<Vector3> = (0..corners.len()).filter(|&i| kept(i)).map(|i| corners[i]).collect();
    if outer.len() >= 2 { outer } else { corners }
}

fn on_rim(unit: Vector3) -> bool {
    unit.z.abs() < 1e-9
}

/// Points along the shorter arc between two unit vectors, without the last.
fn arc(from: Vector3, to: Vector3) -> Vec<Vector3> {
    let angle = from.cross(to).length().atan2(from.dot(to));
    let count = (angle / STEP).ceil().max(1.0);
    let Some(axis) = from.cross(to).unit() else { return vec![from] };
    (0..count as usize).map(|i| from.turned(axis, angle * i as f64 / count)).collect()
}

impl Picture for Sphere {
    fn wanted(&self, width: f64, tallest: f64) -> f64 {
        let radius = (width - 4.0 * AROUND - INSET) / 4.0;
        let foot = self.foot(width);
        (2.0 * radius + HEAD + AROUND + foot).min(tallest + foot)
    }

    fn labels(&self, area: Rect) -> Rect {
        Rect { min: area.min + at(4.0, 4.0), max: area.max - at(4.0, self.foot(area.width())) }
    }

    fn sets(&self) -> Option<&Sets> {
        Some(&self.sets)
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        if self.is_empty() {
            return;
        }
        for disc in self.discs(area) {
            let pen = Stroke::new(Ink::Outline, 1.2);
            canvas.marks.shape(Path::circle(disc.centre, disc.radius), Fill::Plain(Ink::Paper), pen);
            self.draw_cross(canvas, &disc);
            canvas.marks.open("sets");
            self.sets.cones.iter().for_each(|cone| draw_cone(canvas, &disc, cone));
            canvas.marks.close();
            canvas.marks.stroke(Path::circle(disc.centre, disc.radius), pen);
            canvas.marks.open("directions");
            for direction in self.sets.directions.iter().filter_map(|told| upright(told.vector).unit()) {
                if disc.shows(direction) {
                    let place = disc.at(direction);
                    let dot = Path::circle(place, 4.2);
                    canvas.marks.shape(dot, Fill::Plain(Ink::Motion), Stroke::new(Ink::Surface, 1.2));
                    canvas.placer.disc(place, 5.5);
                }
            }
            canvas.marks.close();
        }
        canvas.marks.open("labels");
        for disc in self.discs(area) {
            let rim = (0..=72).map(|i| at(disc.radius, 0.0).turned(f64::from(i) * PI / 36.0));
            canvas.placer.outline(rim.map(|out| disc.centre + out).collect());
            self.name(canvas, &disc);
        }
        for disc in self.discs(area) {
            for told in self.sets.directions.iter().filter(|told| !told.label.trim().is_empty()) {
                let Some(unit) = upright(told.vector).unit().filter(|unit| disc.shows(*unit)) else {
                    continue;
                };
                let anchor = disc.at(unit);
                // Near the rim there is more room outside.
                let away = (anchor - disc.centre)
                    .unit()
                    .filter(|_| (anchor - disc.centre).length() > 0.8 * disc.radius);
                let spot = Spot { anchor, clear: 7.0, toward: away.unwrap_or(at(0.7, -0.7)), bias: 0.0 };
                let mut name = label(&told.label, Ink::Motion);
                name.optional = self.sets.directions.len() > 20;
                canvas.placer.beside(&mut canvas.marks, &name, &[spot]);
            }
        }
        canvas.marks.close();
        let foot = self.foot(area.width());
        let place = Rect { min: at(area.min.x + INSET, area.max.y - foot), max: area.max - at(INSET, 0.0) };
        canvas.placer.thinned += key::write(&mut canvas.marks, &self.sets.items, place);
    }
}

impl Sphere {
    /// Where the second and the third component are zero.
    fn draw_cross(&self, canvas: &mut Canvas, disc: &Disc) {
        for axis in [X, Y] {
            let ends = [disc.at(axis), disc.at(-axis)];
            canvas.marks.stroke(Path::open(&ends), Stroke::new(Ink::Frame, 1.0));
        }
    }

    /// The name of a disc above it, and those of the axes at its rim.
    fn name(&self, canvas: &mut Canvas, disc: &Disc) {
        let [first, second, third] = &self.sets.axes;
        let front = disc.pole.z > 0.0;
        let name = Face::Bold.shortened(first, LABEL, disc.radius);
        let text = format!("{name} {} 0", if front { ">" } else { "<" });
        let text = if name.is_empty() { if front { "front" } else { "back" }.to_owned() } else { text };
        let name = Label { face: Face::Bold, ..label(text, Ink::Text) };
        canvas.placer.upon(&mut canvas.marks, &name, &[disc.centre - at(0.0, disc.radius + HEAD - 14.0)]);
        for (axis, name, toward) in [(X, second, at(1.0, 0.0)), (Y, third, at(0.0, -1.0))] {
            let name = Face::Regular.shortened(name, LABEL, AROUND - 8.0);
            if name.trim().is_empty() {
                continue;
            }
            let spot = Spot { anchor: disc.at(axis), clear: 3.0, toward, bias: 0.0 };
            canvas.placer.beside(&mut canvas.marks, &label(name, Ink::Muted), &[spot]);
        }
    }
}

/// The part of one cone on one disc.
fn draw_cone(canvas: &mut Canvas, disc: &Disc, cone: &PolyhedralCone) {
    let ink = Ink::Tint(cone.tint % 6);
    let dot = |canvas: &mut Canvas, unit: Vector3| {
        if disc.shows(unit) {
            let dot = Path::circle(disc.at(unit), 5.0);
            canvas.marks.shape(dot, Fill::Plain(ink), Stroke::new(Ink::Surface, 1.0));
        }
    };
    match Span::of(&generators(cone)) {
        Span::Origin => {}
        Span::Ray(ray) => dot(canvas, ray),
        Span::Line(line) => [line, -line].into_iter().for_each(|end| dot(canvas, end)),
        Span::Flat { normal, start, turn } => {
            let count = (turn / STEP).ceil().max(1.0);
            let point = |i: usize| start.turned(normal, turn * i as f64 / count);
            let mut run: Vec<Vector3> = Vec::new();
            for i in 0..=count as usize {
                let here = point(i);
                let there = if i > 0 { Some(point(i - 1)) } else { None };
                match (disc.shows(here), there.is_some_and(|there| disc.shows(there))) {
                    (true, false) if i > 0 => {
                        run = crossing(point(i - 1), here).into_iter().chain([here]).collect()
                    }
                    (true, _) => run.push(here),
                    (false, true) => {
                        run.extend(crossing(here, point(i - 1)));
                        stroke(canvas, disc, &std::mem::take(&mut run), Stroke::new(ink, 3.4));
                    }
                    _ => {}
                }
            }
            stroke(canvas, disc, &run, Stroke::new(ink, 3.4));
        }
        Span::Solid(normals) => {
            let corners = disc.part(&normals);
            if corners.len() < 2 {
                return;
            }
            let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
            let around: Vec<Vector> =
                sides().flat_map(|(&a, &b)| arc(a, b)).map(|unit| disc.at(unit)).collect();
            canvas.marks.fill(Path::closed(&around), pattern(cone.tint));
            for (&from, &to) in sides().filter(|(a, b)| !(on_rim(**a) && on_rim(**b))) {
                let points: Vec<Vector3> = arc(from, to).into_iter().chain([to]).collect();
                stroke(canvas, disc, &points, Stroke::new(ink, LINE));
            }
        }
    }
}

/// Where an arc crosses the rim.
fn crossing(a: Vector3, b: Vector3) -> Option<Vector3> {
    (a * b.z.abs() + b * a.z.abs()).unit()
}

fn stroke(canvas: &mut Canvas, disc: &Disc, points: &[Vector3], pen: Stroke) {
    if points.len() > 1 {
        let places: Vec<Vector> = points.iter().map(|&unit| disc.at(unit)).collect();
        canvas.marks.stroke(Path::open(&places), pen);
        canvas.placer.outline(places);
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    const FRONT: Disc = Disc { centre: at(0.0, 0.0), radius: 1.0, pole: Z };

    /// The share of the disc that a cone covers.
    fn share(disc: &Disc, generators: &[Vector3]) -> f64 {
        let Span::Solid(normals) = Span::of(generators) else { panic!("a solid cone") };
        let corners = disc.part(&normals);
        let sides = corners.iter().zip(corners.iter().cycle().skip(1));
        let around: Vec<Vector> = sides.flat_map(|(&a, &b)| arc(a, b)).map(|unit| disc.at(unit)).collect();
        let twice: f64 =
            around.iter().zip(around.iter().cycle().skip(1)).map(|(a, b)| a.x * b.y - a.y * b.x).sum();
        twice.abs() / TAU
    }

    #[test]
    fn an_octant_is_a_quarter_of_one_disc_and_nothing_of_the_other() {
        let back = Disc { pole: -Z, ..FRONT };
        assert!((share(&FRONT, &[X, Y, Z]) - 0.25).abs() < 2e-3);
        assert_eq!(share(&back, &[X, Y, Z]), 0.0);
    }

    #[test]
    fn half_spaces_cover_half_of_a_disc_or_all_of_it() {
        assert!((share(&FRONT, &[Y, -Y, Z, -Z, X]) - 0.5).abs() < 2e-3);
        assert!((share(&FRONT, &[X, -X, Y, -Y, Z]) - 1.0).abs() < 2e-3);
        assert_eq!(share(&FRONT, &[X, -X, Y, -Y, -Z]), 0.0);
        assert!((share(&FRONT, &[X, -X, Y, -Y, Z, -Z]) - 1.0).abs() < 2e-3);
    }

    #[test]
    fn areas_are_true_wherever_a_cone_lies() {
        // The same small cone about the pole and about a point near the rim.
        let small = |axis: Vector3| {
            let axis = axis.unit().unwrap();
            let [a, b] = axis.across();
            let ray = |x: f64, y: f64| (axis + a * (0.2 * x) + b * (0.2 * y)).unit().unwrap();
            share(&FRONT, &[ray(1.0, 1.0), ray(-1.0, 1.0), ray(-1.0, -1.0), ray(1.0, -1.0)])
        };
        let slanted = small(Vector3 { x: 0.8, y: 0.3, z: 0.45 });
        assert!((small(Z) - slanted).abs() < 1e-3, "{} and {slanted}", small(Z));
    }
}
