//! What the parts of a spatial drawing share: the scene with its view, and how lines behind faces look.

use super::figure::SolidPanel;
use super::motion::Course;
use super::scene::Scene;
use super::vector::{Bounds, Vector3};
use crate::canvas::{Canvas, Sizes};
use crate::detail::Detail;
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::sheet::{Fill, Path, Step, Stroke};
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, View};
use stiction::scene::Role;

/// A scene on the page.
pub(crate) struct Stage<'a> {
    pub scene: &'a Scene,
    pub courses: &'a [Course],
    pub area: Rect,
    pub view: View,
    pub sizes: Sizes,
}

/// How much fainter lines are behind a face.
const BEHIND: f64 = 0.6;

impl Stage<'_> {
    pub fn panel(&self) -> &SolidPanel {
        &self.scene.panel
    }

    /// Where a point of space lies on the page.
    pub fn page(&self, point: Vector3) -> Vector {
        self.view.at(self.scene.camera.flat(point))
    }

    /// The length in space that has some pixels when seen across the view.
    pub fn units(&self, pixels: f64) -> f64 {
        pixels / self.view.pixels(1.0)
    }

    /// A line of space: solid where it is seen, dashed and lighter where it is behind a face.
    pub fn trace(&self, canvas: &mut Canvas, points: &[Vector3], stroke: Stroke) {
        for run in self.scene.screen.runs(points) {
            let places: Vec<Vector> = run.points.iter().map(|&point| self.page(point)).collect();
            let pen = if run.hidden { behind(stroke) } else { stroke };
            canvas.marks.stroke(Path::open(&places), pen);
            if run.hidden {
                canvas.legend.insert(Entry::Behind);
            }
        }
    }

    /// An arrow of space; one that points at the viewer is a dot in a ring, one that points away a cross.
    pub fn arrow(
        &self,
        canvas: &mut Canvas,
        from: Vector3,
        along: Vector3,
        pixels: f64,
        ink: Ink,
        width: f64,
    ) {
        let tip = from + along * self.units(pixels);
        let (start, end) = (self.page(from), self.page(tip));
        let length = (end - start).length();
        let Some(direction) = (end - start).unit().filter(|_| length >= 4.0) else {
            return end_on(canvas, start, along.dot(self.scene.camera.toward) > 0.0, ink, width);
        };
        let head = (3.0 * width + 3.0).min(length);
        let neck = from + (tip - from) * (1.0 - 0.8 * head / length);
        if length > head {
            self.trace(canvas, &[from, neck], Stroke::new(ink, width));
        }
        let strength = if self.scene.screen.covers(tip, None) { 0.75 } else { 1.0 };
        let (base, side) = (end - direction * head, direction.left() * (head * 0.4));
        canvas.marks.fill(Path::closed(&[end, base + side, base - side]), Fill::Faint(ink, strength));
        canvas.placer.line(start, end);
    }
}

fn end_on(canvas: &mut Canvas, centre: Vector, toward: bool, ink: Ink, width: f64) {
    let radius = 2.4 * width;
    canvas.marks.shape(
        Path::circle(centre, radius),
        Fill::Plain(Ink::Surface),
        Stroke::new(ink, width * 0.75),
    );
    if toward {
        canvas.marks.fill(Path::circle(centre, radius * 0.35), Fill::Plain(ink));
    } else {
        let arm = radius * 0.7;
        let cross = [at(arm, arm), at(arm, -arm)];
        cross.into_iter().for_each(|arm| {
            canvas.marks.stroke(Path::open(&[centre - arm, centre + arm]), Stroke::new(ink, width * 0.75));
        });
    }
    canvas.placer.disc(centre, radius + 2.0);
}

/// The pen for what is behind a face.
pub(crate) fn behind(stroke: Stroke) -> Stroke {
    Stroke { width: (stroke.width * 0.8).max(0.8), dashed: true, opacity: stroke.opacity * BEHIND, ..stroke }
}

/// Sizes of marks: in proportion to the drawing and to the smallest free body.
pub(crate) fn sizes(scene: &Scene, area: Rect) -> Sizes {
    let crowd = |count: usize| (24.0 / count.max(1) as f64).sqrt().clamp(0.3, 1.0);
    let room = smallest(scene, area).unwrap_or(area.width());
    // In a crowd an arrow that is longer than a body is wide lies over its neighbours'.
    let shortest = if scene.detail == Detail::Full { 36.0 } else { 8.0 };
    let forces = scene.panel.cast.forces.iter();
    Sizes {
        cone: (area.width() * 0.15).min(54.0).min(room * 0.42).max(17.0)
            * crowd(super::contacts::count(&scene.panel)),
        arrow: (area.width() * 0.22).min(88.0).min(room * 0.85).max(shortest),
        velocity: (area.width() * 0.13).clamp(28.0, 50.0),
        words: area.width() * 0.2,
        mark: crowd(scene.panel.cast.contacts.len()).max(0.5),
        largest: forces.map(|force| Vector3::from(force.vector).length()).fold(0.0, f64::max),
    }
}

/// Pixels across the narrowest free body when the scene alone fills the area.
fn smallest(scene: &Scene, area: Rect) -> Option<f64> {
    let mut reach = Reach::default();
    let vertices = scene.surfaces.iter().flat_map(|surface| &surface.vertices);
    vertices.for_each(|&vertex| reach.point(scene.camera.flat(vertex), 30.0));
    let view = View::fit(&reach, area);
    let free =
        scene.surfaces.iter().filter(|surface| scene.panel.cast.bodies[surface.body].role == Role::Free);
    let least = if scene.detail == Detail::Full { 24.0 } else { 4.0 };
    let across = free.filter_map(|surface| {
        let size = Bounds::around(surface.vertices.iter().copied())?;
        let extent = size.max - size.min;
        Some(view.pixels(extent.x.min(extent.y).min(extent.z)).max(least))
    });
    across.min_by(f64::total_cmp)
}

/// Segments of the page joined into long lines, so that dashes run on through their ends.
pub(crate) fn chained(segments: &[[Vector; 2]]) -> Path {
    use std::collections::BTreeMap;
    let key = |point: Vector| [point.x, point.y].map(|entry| (entry * 50.0).round() as i64);
    let mut ends: BTreeMap<[i64; 2], Vec<usize>> = BTreeMap::new();
    for (index, segment) in segments.iter().enumerate() {
        segment.iter().for_each(|&point| ends.entry(key(point)).or_default().push(index));
    }
    let mut used = vec![false; segments.len()];
    let mut path = Path::default();
    // Lines that end somewhere first, so that they are not begun in their middle; closed ones after.
    let loose = |index: &usize| segments[*index].iter().any(|&point| ends[&key(point)].len() != 2);
    let (open, closed): (Vec<usize>, Vec<usize>) = (0..segments.len()).partition(loose);
    for first in open.into_iter().chain(closed) {
        if used[first] {
            continue;
        }
        let [mut from, mut to] = segments[first];
        if ends[&key(from)].len() == 2 && ends[&key(to)].len() != 2 {
            (from, to) = (to, from);
        }
        used[first] = true;
        path.0.extend([Step::Move(from), Step::Line(to)]);
        while let Some(&next) = ends[&key(to)].iter().find(|&&next| !used[next] && ends[&key(to)].len() == 2)
        {
            let [a, b] = segments[next];
            to = if key(a) == key(to) { b } else { a };
            used[next] = true;
            path.0.push(Step::Line(to));
        }
    }
    path
}
