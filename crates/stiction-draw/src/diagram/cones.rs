//! Polyhedral cones in a space of twists or wrenches, cut by a box.
//!
//! Faces are painted from the back to the front and are translucent, so that a cone is seen within another; edges
//! behind a face are dashed.  Rays end on the box: only their directions mean anything.

use super::figure::{ConePanel, PolyhedralCone};
use super::key;
use super::span::Span;
use super::{INSET, Sets, generators, upright};
use crate::canvas::{Canvas, label};
use crate::palette::Ink;
use crate::panel::Picture;
use crate::place::Spot;
use crate::sheet::{Fill, Mark, Path, Stroke};
use crate::solid::camera::Camera;
use crate::solid::clip::clipped;
use crate::solid::order::painted;
use crate::solid::screen::Screen;
use crate::solid::surface::{Facet, Kind, Surface, Tone};
use crate::solid::vector::{Vector3, X, Y, Z};
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, View};

/// Length of the axes, the box being 1.
const AXIS: f64 = 1.28;

/// Cones ready to be drawn.
pub(crate) struct Cones {
    sets: Sets,
    camera: Camera,
}

/// A polygon of the surface of a cone.
struct ConeFace {
    corners: Vec<Vector3>,
    outward: Vector3,
    cone: usize,
    /// Whether it is a cut by the box, and no face of the cone.
    cut: bool,
}

impl Cones {
    pub fn new(panel: &ConePanel) -> Cones {
        let fill = |tint: u8| Fill::Faint(Ink::Tint(tint % 6), 0.4);
        let mut sets = Sets::new(&panel.axes, &panel.cones, &panel.directions, fill);
        let wanted = panel
            .view
            .map(|view| super::is_direction(&view).then(|| Camera::new(upright(view), Z)).flatten());
        sets.omitted += usize::from(matches!(wanted, Some(None)));
        let camera = wanted.flatten().unwrap_or_else(|| chosen(&sets.cones));
        Cones { sets, camera }
    }

    fn view(&self, area: Rect) -> View {
        let foot = self.foot(area.width());
        let inner = Rect { min: area.min + at(INSET, INSET), max: area.max - at(INSET, INSET + foot) };
        let mut reach = Reach::default();
        corners().into_iter().for_each(|corner| reach.point(self.camera.flat(corner), 6.0));
        [X, Y, Z].into_iter().for_each(|axis| reach.point(self.camera.flat(axis * AXIS), 20.0));
        View::fit(&reach, inner)
    }
}

impl Picture for Cones {
    fn wanted(&self, width: f64, tallest: f64) -> f64 {
        let foot = self.foot(width);
        let view = self.view(Rect::new(0.0, 0.0, width, tallest + foot));
        (view.content.y + 2.0 * INSET + foot).min(tallest + foot)
    }

    fn labels(&self, area: Rect) -> Rect {
        Rect { min: area.min + at(4.0, 4.0), max: area.max - at(4.0, 4.0 + self.foot(area.width())) }
    }

    fn sets(&self) -> Option<&Sets> {
        Some(&self.sets)
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        if self.is_empty() {
            return;
        }
        let stage = Stage::new(self, self.view(area));
        stage.draw_box(canvas);
        stage.draw_faces(canvas);
        stage.draw_edges(canvas);
        stage.draw_axes(canvas);
        stage.draw_directions(canvas);
        canvas.marks.open("labels");
        stage.label(canvas);
        canvas.marks.close();
        let foot = self.foot(area.width());
        let place = Rect { min: at(area.min.x + INSET, area.max.y - foot), max: area.max - at(INSET, 0.0) };
        canvas.placer.thinned += key::write(&mut canvas.marks, &self.sets.items, place);
    }
}

/// The view among many in which rays lie far apart, faces are turned to the viewer and nothing is seen end-on.
fn chosen(cones: &[PolyhedralCone]) -> Camera {
    let fallback = Camera { right: X, up: Z, toward: -Y };
    let rays: Vec<Vector3> = cones.iter().flat_map(generators).take(60).collect();
    let spans: Vec<Span> = cones.iter().map(|cone| Span::of(&generators(cone))).collect();
    let score = |camera: &Camera| {
        let flat: Vec<Vector> = rays.iter().map(|&ray| camera.flat(ray)).collect();
        let apart = |i: usize| {
            let others = (0..rays.len()).filter(|&j| (rays[j] - rays[i]).length() > 1e-6);
            others.map(|j| (flat[j] - flat[i]).length()).fold(1.0, f64::min)
        };
        let long = flat.iter().map(|ray| ray.length()).fold(1.0, f64::min);
        let shown: Vec<f64> = spans.iter().filter_map(|span| turned(span, camera)).collect();
        let shown = if shown.is_empty() { 0.0 } else { shown.iter().sum::<f64>() / shown.len() as f64 };
        (0..rays.len()).map(apart).fold(1.0, f64::min) + 0.5 * long + shown
    };
    // The usual view first: it wins unless another is clearly better.
    let angles = [(-50.0, 22.0), (-30.0, 22.0), (-70.0, 22.0), (-50.0, 32.0), (-25.0, 30.0), (-65.0, 32.0)]
        .into_iter()
        .chain([130.0, 150.0, 110.0, 30.0, 60.0, -120.0, -150.0].map(|azimuth| (azimuth, 24.0)));
    let views = angles.enumerate().filter_map(|(i, (azimuth, elevation)): (usize, (f64, f64))| {
        let camera = Camera::from_above(Z, azimuth.to_radians(), elevation.to_radians())?;
        Some((score(&camera) - 0.015 * i as f64, camera))
    });
    views.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(fallback, |(_, camera)| camera)
}

/// How much of a cone's own faces is turned to the viewer, at most 1; a flat cone has two sides.
fn turned(span: &Span, camera: &Camera) -> Option<f64> {
    match span {
        Span::Flat { normal, .. } => Some(normal.dot(camera.toward).abs()),
        Span::Solid(normals) if !normals.is_empty() => {
            let facing = normals.iter().map(|normal| (-normal.dot(camera.toward) * 2.0).clamp(0.0, 1.0));
            Some(facing.sum::<f64>() / normals.len() as f64)
        }
        _ => None,
    }
}

fn corners() -> [Vector3; 8] {
    std::array::from_fn(|i| {
        let pick = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        Vector3 { x: pick(0), y: pick(1), z: pick(2) }
    })
}

/// A square about a point, far larger than the box.
fn square(centre: Vector3, normal: Vector3, half: f64) -> Vec<Vector3> {
    let [a, b] = normal.across();
    [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
        .map(|(x, y)| centre + a * (half * x) + b * (half * y))
        .to_vec()
}

fn boxed(polygon: Vec<Vector3>) -> Vec<Vector3> {
    [X, -X, Y, -Y, Z, -Z].into_iter().fold(polygon, |polygon, inward| clipped(&polygon, inward, -1.0))
}

/// The end of a ray on the box.
fn end(ray: Vector3) -> Vector3 {
    ray * (1.0 / ray.largest().max(1e-9))
}

/// The polygons of a cone within the box.
fn sides(span: &Span, cone: usize) -> Vec<ConeFace> {
    let polygon = |corners: Vec<Vector3>, outward: Vector3, cut: bool| {
        (corners.len() >= 3).then_some(ConeFace { corners, outward, cone, cut })
    };
    match span {
        Span::Origin | Span::Ray(_) | Span::Line(_) => Vec::new(),
        Span::Flat { normal, start, turn } => {
            let whole = boxed(square(Vector3::default(), *normal, 3.0));
            let last = start.turned(*normal, *turn);
            let part = if *turn > std::f64::consts::PI + 1e-9 {
                whole
            } else {
                clipped(&clipped(&whole, normal.cross(*start), 0.0), last.cross(*normal), 0.0)
            };
            polygon(part, *normal, false).into_iter().collect()
        }
        Span::Solid(normals) => {
            let within = |polygon: Vec<Vector3>, besides: Option<usize>| {
                let others = normals.iter().enumerate().filter(|(i, _)| Some(*i) != besides);
                others.fold(polygon, |polygon, (_, normal)| clipped(&polygon, *normal, 0.0))
            };
            let own = normals.iter().enumerate().filter_map(|(i, normal)| {
                polygon(within(boxed(square(Vector3::default(), *normal, 3.0)), Some(i)), -*normal, false)
            });
            let cuts = [X, -X, Y, -Y, Z, -Z]
                .into_iter()
                .filter_map(|out| polygon(within(square(out, out, 1.0), None), out, true));
            own.chain(cuts).collect()
        }
    }
}

/// Cones on the page.
struct Stage<'a> {
    cones: &'a Cones,
    spans: Vec<Span>,
    sides: Vec<ConeFace>,
    facets: Vec<Facet>,
    screen: Screen,
    view: View,
}

impl Stage<'_> {
    fn new(cones: &Cones, view: View) -> Stage<'_> {
        let spans: Vec<Span> = cones.sets.cones.iter().map(|cone| Span::of(&generators(cone))).collect();
        let sides: Vec<ConeFace> = spans.iter().enumerate().flat_map(|(i, span)| sides(span, i)).collect();
        let camera = cones.camera;
        let surface = |body: usize| Surface {
            body,
            kind: Kind::Flat,
            vertices: Vec::new(),
            faces: Vec::new(),
            edges: Vec::new(),
            convex: false,
            closed: false,
            simplified: 0,
        };
        let surfaces: Vec<Surface> = (0..cones.sets.cones.len()).map(surface).collect();
        let facet = |(face, side): (usize, &ConeFace)| {
            // All turned to the viewer, as painting needs it; what is seen edge-on is not painted.
            let lean = side.outward.dot(camera.toward);
            let normal = if lean > 0.0 { side.outward } else { -side.outward };
            let tone = Tone::of(side.outward.dot(camera.light()));
            let offset = normal.dot(side.corners[0]);
            (lean.abs() > 1e-6).then(|| Facet {
                rings: vec![side.corners.clone()],
                normal,
                offset,
                surface: side.cone,
                face,
                tone,
            })
        };
        let facets: Vec<Facet> = sides.iter().enumerate().filter_map(facet).collect();
        // A cone goes on beyond its cuts, so that these hide nothing.
        let own: Vec<Facet> = facets.iter().filter(|facet| !sides[facet.face].cut).cloned().collect();
        let screen = Screen::new(&own, &surfaces, camera);
        let facets = painted(facets, &camera, |_| false).facets;
        Stage { cones, spans, sides, facets, screen, view }
    }

    fn page(&self, point: Vector3) -> Vector {
        self.view.at(self.cones.camera.flat(point))
    }

    fn ink(&self, cone: usize) -> Ink {
        Ink::Tint(self.cones.sets.cones[cone].tint % 6)
    }

    fn draw_box(&self, canvas: &mut Canvas) {
        canvas.marks.open("box");
        let corners = corners();
        for (i, bit) in
            (0..8usize).flat_map(|i| [1, 2, 4].map(|bit| (i, bit))).filter(|(i, bit)| i & bit == 0)
        {
            let ends = [corners[i], corners[i | bit]].map(|corner| self.page(corner));
            canvas.marks.stroke(Path::open(&ends), Stroke::new(Ink::Frame, 0.9));
        }
        canvas.marks.close();
    }

    fn draw_faces(&self, canvas: &mut Canvas) {
        canvas.marks.open("faces");
        for facet in &self.facets {
            let cut = self.sides[facet.face].cut;
            let strength = match facet.tone {
                Tone::Lit => 0.26,
                Tone::Half => 0.36,
                Tone::Shade => 0.46,
            };
            let strength = if cut { strength * 0.3 } else { strength };
            for ring in &facet.rings {
                let places: Vec<Vector> = ring.iter().map(|&corner| self.page(corner)).collect();
                canvas.marks.fill(Path::closed(&places), Fill::Faint(self.ink(facet.surface), strength));
            }
        }
        canvas.marks.close();
    }

    /// Edges, solid where they are seen; those through the origin are the rays.
    fn draw_edges(&self, canvas: &mut Canvas) {
        canvas.marks.open("edges");
        let mut drawn: Vec<(usize, [Vector3; 2])> = Vec::new();
        for side in &self.sides {
            for (&from, &to) in side.corners.iter().zip(side.corners.iter().cycle().skip(1)) {
                let same = |a: Vector3, b: Vector3| (a - b).length() < 1e-6;
                let known = |(cone, [a, b]): &(usize, [Vector3; 2])| {
                    *cone == side.cone && (same(*a, from) && same(*b, to) || same(*a, to) && same(*b, from))
                };
                if !same(from, to) && !drawn.iter().any(known) {
                    drawn.push((side.cone, [from, to]));
                }
            }
        }
        for (cone, [from, to]) in drawn {
            let (along, start) = ((to - from).unit().unwrap_or_default(), from);
            let through = (start - along * start.dot(along)).length() < 1e-6;
            let pen = Stroke::new(self.ink(cone), if through { 2.2 } else { 1.1 });
            self.trace(canvas, from, to, pen);
        }
        for (cone, span) in self.spans.iter().enumerate() {
            let pen = Stroke::new(self.ink(cone), 3.4);
            match *span {
                Span::Ray(ray) => self.trace(canvas, Vector3::default(), end(ray), pen),
                Span::Line(line) => self.trace(canvas, end(-line), end(line), pen),
                Span::Origin => {
                    let dot = Path::circle(self.page(Vector3::default()), 5.0);
                    canvas.marks.shape(dot, Fill::Plain(self.ink(cone)), Stroke::new(Ink::Surface, 1.2));
                }
                _ => {}
            }
        }
        canvas.marks.close();
    }

    fn trace(&self, canvas: &mut Canvas, from: Vector3, to: Vector3, pen: Stroke) {
        for run in self.screen.runs(&[from, to]) {
            let places: Vec<Vector> = run.points.iter().map(|&point| self.page(point)).collect();
            let behind = Stroke { width: (pen.width * 0.75).max(0.8), ..pen }.dashed(true).faint(0.75);
            canvas.marks.stroke(Path::open(&places), if run.hidden { behind } else { pen });
            canvas.placer.outline(places);
        }
    }

    /// The axes from the origin; their negative halves are thin.
    fn draw_axes(&self, canvas: &mut Canvas) {
        canvas.marks.open("axes");
        for axis in [X, Y, Z] {
            self.trace(canvas, -axis, Vector3::default(), Stroke::new(Ink::Muted, 0.8).faint(0.6));
            self.trace(canvas, Vector3::default(), axis * (AXIS - 0.06), Stroke::new(Ink::Text, 1.3));
            let (tip, from) = (self.page(axis * AXIS), self.page(axis * (AXIS - 0.2)));
            match (tip - from).unit().filter(|_| (tip - from).length() > 3.0) {
                Some(along) => canvas.marks.head(tip, along, 8.0, Ink::Text),
                None => {
                    let ring = Path::circle(tip, 3.5);
                    canvas.marks.shape(ring, Fill::Plain(Ink::Surface), Stroke::new(Ink::Text, 1.2));
                }
            }
            canvas.placer.disc(tip, 5.0);
        }
        canvas.marks.0.push(Mark::Path {
            path: Path::circle(self.page(Vector3::default()), 2.6),
            fill: Fill::Plain(Ink::Text),
            stroke: None,
        });
        canvas.marks.close();
    }

    fn draw_directions(&self, canvas: &mut Canvas) {
        if self.cones.sets.directions.is_empty() {
            return;
        }
        canvas.marks.open("directions");
        for direction in self.directions() {
            let tip = direction * 0.9;
            let (from, to) = (self.page(Vector3::default()), self.page(tip));
            let Some(along) = (to - from).unit().filter(|_| (to - from).length() > 6.0) else {
                let dot = Path::circle(to, 4.0);
                canvas.marks.shape(dot, Fill::Plain(Ink::Motion), Stroke::new(Ink::Surface, 1.0));
                continue;
            };
            let neck = direction * (0.9 * (1.0 - 8.0 / (to - from).length()).max(0.0));
            self.trace(canvas, Vector3::default(), neck, Stroke::new(Ink::Motion, 2.2));
            canvas.marks.head(to, along, 9.6, Ink::Motion);
            canvas.placer.head(to);
        }
        canvas.marks.close();
    }

    fn directions(&self) -> impl Iterator<Item = Vector3> {
        self.cones.sets.directions.iter().filter_map(|told| upright(told.vector).unit()).map(end)
    }

    fn label(&self, canvas: &mut Canvas) {
        let [first, second, third] = &self.cones.sets.axes;
        for (axis, name) in [(Z, first), (X, second), (Y, third)] {
            let (tip, from) = (self.page(axis * AXIS), self.page(Vector3::default()));
            let toward = (tip - from).unit().unwrap_or(at(1.0, 0.0));
            if !name.trim().is_empty() {
                let spot = Spot { anchor: tip, clear: 5.0, toward, bias: 0.0 };
                canvas.placer.beside(&mut canvas.marks, &label(name, Ink::Text), &[spot]);
            }
        }
        for (told, direction) in self.cones.sets.directions.iter().zip(self.directions()) {
            let tip = self.page(direction * 0.9);
            let toward = (tip - self.page(Vector3::default())).unit().unwrap_or(at(0.0, -1.0));
            if !told.label.trim().is_empty() {
                let spot = Spot { anchor: tip, clear: 6.0, toward, bias: 0.0 };
                canvas.placer.beside(&mut canvas.marks, &label(&told.label, Ink::Motion), &[spot]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(sides: &[ConeFace]) -> f64 {
        // A sum of pyramids over the sides, from the origin.
        let pyramid = |side: &ConeFace| {
            let around = side.corners.windows(2).skip(1);
            let area: Vector3 = around
                .map(|pair| (pair[0] - side.corners[0]).cross(pair[1] - side.corners[0]))
                .fold(Vector3::default(), |sum, part| sum + part);
            area.dot(side.outward).abs() / 2.0 * side.outward.dot(side.corners[0]) / 3.0
        };
        sides.iter().map(pyramid).sum()
    }

    #[test]
    fn cones_fill_their_part_of_the_box() {
        let part = |generators: &[Vector3]| volume(&sides(&Span::of(generators), 0)) / 8.0;
        assert!((part(&[X, Y, Z]) - 0.125).abs() < 1e-9);
        assert!((part(&[X, -X, Y, Z]) - 0.25).abs() < 1e-9);
        assert!((part(&[X, -X, Y, -Y, Z]) - 0.5).abs() < 1e-9);
        assert!((part(&[X, -X, Y, -Y, Z, -Z]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_flat_cone_is_one_polygon_in_its_plane() {
        let sides = sides(&Span::of(&[X, Y]), 0);
        assert_eq!(sides.len(), 1);
        assert!(
            sides[0]
                .corners
                .iter()
                .all(|corner| corner.z.abs() < 1e-9 && corner.x > -1e-9 && corner.y > -1e-9)
        );
    }
}
