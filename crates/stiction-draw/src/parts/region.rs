//! Regions of the plane with a sign: where a body may turn, or how the moments of a grasp are labelled.
//!
//! A region is spanned by points p and directions d.  On the page a direction becomes the points p + L d, L so large
//! that nothing of the frame is missed; directions further apart than an eighth of a turn get others between them, so
//! that no far edge comes near.  The hull of all these, cut by the frame, is what is seen of the region:
//!
//! ```text
//!     (conv {pᵢ} + cone {dⱼ}) ∩ frame  =  conv {pᵢ, pᵢ + L dₖ} ∩ frame                          (1)
//! ```
//!
//! References: \[MR 12.1.6\] for centres of rotation, \[MR 12.2.2\] for moment labels.

use std::f64::consts::{FRAC_PI_4, PI, TAU};

use crate::canvas::{Canvas, LABEL, Stage};
use crate::figure::{Meaning, Panel, Region, Sign, Vertex};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::place::{Label, Spot};
use crate::sheet::{Fill, Hatch, LINE, Path, Pattern, Stroke};
use crate::text::Face;
use crate::vector::{Rect, Vector, at, cut, hull};
use crate::view::{Reach, View, direction};

/// A vertex further from the scene than this, in sizes of the scene, does not decide the view.
const FAR: f64 = 1.1;
/// What is added around a scene in sizes of it, so that regions without end are seen.
const AROUND: f64 = 0.2;
/// Points further away than this, in sizes of the frame, are as good as directions.
const INFINITE: f64 = 1e6;
/// What is thinner than this, in pixels, is drawn as a line.
const THIN: f64 = 1.5;
/// Width of the strip at the foot of a drawing, where marks at infinity would meet the scale.
const STRIP: f64 = 34.0;

/// How far regions reach: their vertices near the scene, and some room where they have no end.
pub(crate) fn reach(panel: &Panel, reach: &mut Reach) {
    let points = || {
        panel.regions.iter().flat_map(|region| &region.vertices).filter_map(|vertex| match *vertex {
            Vertex::At(point) => Some(Vector::from(point)),
            Vertex::Direction(_) => None,
        })
    };
    let Some(scene) = reach.world().or_else(|| Rect::around(points())) else { return };
    if panel.regions.is_empty() {
        return;
    }
    let size = scene.diagonal();
    let near = points().filter(|point| (*point - scene.centre()).length() <= size * FAR || size == 0.0);
    near.for_each(|point| reach.point(point, 26.0));
    let all = |vertex: &Vertex| matches!(vertex, Vertex::At(_));
    if panel.regions.iter().any(|region| !region.vertices.iter().all(all)) {
        scene.grown(size * AROUND).corners().into_iter().for_each(|corner| reach.point(corner, 20.0));
    }
}

/// What is seen of a region.
#[derive(Debug, Clone, PartialEq)]
enum VisibleRegion {
    /// A polygon, with those of its edges that are not of the frame.
    Area(Vec<Vector>, Vec<[Vector; 2]>),
    Line([Vector; 2]),
    Dot(Vector),
    /// Nothing within the frame, but something in these directions.
    Beyond(Vec<Vector>),
}

/// The region on the page, equation (1).
fn seen(region: &Region, view: &View, area: Rect) -> Option<VisibleRegion> {
    let (mut points, mut ahead): (Vec<Vector>, Vec<Vector>) = (Vec::new(), Vec::new());
    for vertex in &region.vertices {
        match *vertex {
            Vertex::Direction(vector) => ahead.extend(direction(vector.into())),
            Vertex::At(point) => {
                let place = view.at(point.into());
                let away = place - area.centre();
                if away.length() < INFINITE * area.diagonal() {
                    points.push(place);
                } else {
                    ahead.extend(away.unit());
                }
            }
        }
    }
    let ahead = filled(ahead);
    if points.is_empty() {
        return (!ahead.is_empty()).then_some(VisibleRegion::Beyond(ahead));
    }
    let furthest = points.iter().map(|&point| (point - area.centre()).length()).fold(0.0, f64::max);
    let far = 4.0 * (area.diagonal() + furthest);
    let spread = points.iter().flat_map(|&point| ahead.iter().map(move |&along| point + along * far));
    let hull = hull(points.iter().copied().chain(spread).collect());
    Some(
        within(&hull, area)
            .unwrap_or_else(|| VisibleRegion::Beyond(toward(&hull, area).into_iter().collect())),
    )
}

/// The part of a convex polygon within the frame, as what it looks like.
fn within(hull: &[Vector], area: Rect) -> Option<VisibleRegion> {
    match *hull {
        [] => None,
        [point] => area.contains(point).then_some(VisibleRegion::Dot(point)),
        [from, to] => line(from, to, area),
        _ => {
            let polygon = clipped(hull, area);
            let (low, high) = ends(&polygon)?;
            let across = (high - low).unit().map(Vector::left);
            let off = |point: &Vector| across.map_or(0.0, |across| across.dot(*point - low).abs());
            if polygon.iter().map(off).fold(0.0, f64::max) < THIN {
                return if (high - low).length() < 2.0 * THIN {
                    Some(VisibleRegion::Dot(low))
                } else {
                    Some(VisibleRegion::Line([low, high]))
                };
            }
            let sides = hull.iter().zip(hull.iter().cycle().skip(1));
            let edges = sides.filter_map(|(&from, &to)| match line(from, to, area) {
                Some(VisibleRegion::Line(edge)) => Some(edge),
                _ => None,
            });
            Some(VisibleRegion::Area(polygon, edges.collect()))
        }
    }
}

/// What is seen of a segment.
fn line(from: Vector, to: Vector, area: Rect) -> Option<VisibleRegion> {
    let (low, high) = area.clip(from, to - from, 0.0, 1.0)?;
    let [from, to] = [low, high].map(|part| area.clamp(from + (to - from) * part));
    Some(if (to - from).length() < THIN { VisibleRegion::Dot(from) } else { VisibleRegion::Line([from, to]) })
}

/// From the middle of the frame towards a polygon outside.
fn toward(hull: &[Vector], area: Rect) -> Option<Vector> {
    let nearest =
        hull.iter().min_by(|a, b| (**a - area.centre()).length().total_cmp(&(**b - area.centre()).length()));
    nearest.and_then(|point| (*point - area.centre()).unit())
}

/// The two points of a polygon that are furthest apart.
fn ends(polygon: &[Vector]) -> Option<(Vector, Vector)> {
    let pairs = polygon.iter().enumerate().flat_map(|(i, &a)| polygon[..i].iter().map(move |&b| (a, b)));
    let pair = pairs.max_by(|a, b| (a.0 - a.1).length().total_cmp(&(b.0 - b.1).length()));
    pair.or_else(|| polygon.first().map(|&point| (point, point)))
}

/// The directions of a cone, with others between them, none further than an eighth of a turn from the next.
fn filled(directions: Vec<Vector>) -> Vec<Vector> {
    let mut angles: Vec<f64> = directions.iter().map(|along| along.angle().rem_euclid(TAU)).collect();
    angles.sort_by(f64::total_cmp);
    angles.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    if angles.len() > 1 && angles[0] + TAU - angles[angles.len() - 1] < 1e-9 {
        angles.pop();
    }
    let gap = |i: usize| (angles[(i + 1) % angles.len()] - angles[i]).rem_euclid(TAU);
    let Some(widest) = (0..angles.len()).max_by(|&i, &j| gap(i).total_cmp(&gap(j))) else {
        return Vec::new();
    };
    // One direction alone has a gap of nothing or of all; two opposite ones are a line, with nothing between.
    let opposite = angles.len() == 2 && (gap(0) - PI).abs() < 1e-9;
    if angles.len() == 1 || opposite {
        return angles.iter().map(|&angle| at(1.0, 0.0).turned(angle)).collect();
    }
    let (start, turn) = if gap(widest) < PI - 1e-9 {
        (0.0, TAU)
    } else {
        (angles[(widest + 1) % angles.len()], TAU - gap(widest))
    };
    let steps = (turn / FRAC_PI_4).ceil().max(1.0);
    (0..=steps as usize).map(|i| at(1.0, 0.0).turned(start + turn * i as f64 / steps)).collect()
}

/// A convex polygon cut by a rectangle (Sutherland and Hodgman).
pub(crate) fn clipped(polygon: &[Vector], area: Rect) -> Vec<Vector> {
    let sides: [(Vector, f64); 4] = [
        (at(1.0, 0.0), area.min.x),
        (at(-1.0, 0.0), -area.max.x),
        (at(0.0, 1.0), area.min.y),
        (at(0.0, -1.0), -area.max.y),
    ];
    let inside = sides.into_iter().fold(polygon.to_vec(), |polygon, (inward, offset)| {
        cut(&polygon, |point| inward.dot(point) - offset)
    });
    // Rounding may leave the frame by a hair.
    inside.into_iter().map(|point| area.clamp(point)).collect()
}

pub(crate) fn ink(sign: Sign) -> Ink {
    match sign {
        Sign::Plus => Ink::Plus,
        Sign::Minus => Ink::Minus,
        Sign::Both => Ink::Both,
    }
}

pub(crate) fn filling(sign: Sign) -> Fill {
    let hatch = match sign {
        Sign::Plus => Hatch::Rising,
        Sign::Minus => Hatch::Falling,
        Sign::Both => Hatch::Crossed,
    };
    Fill::Patterned(Pattern { ink: ink(sign), hatch })
}

/// The words that explain a sign.
pub(crate) fn words(meaning: Meaning, sign: Sign) -> &'static str {
    match (meaning, sign) {
        (Meaning::Centre, Sign::Plus) => "centres of left turns",
        (Meaning::Centre, Sign::Minus) => "centres of right turns",
        (Meaning::Centre, Sign::Both) => "centres of either turn",
        (Meaning::Moment, Sign::Plus) => "no force turns it clockwise",
        (Meaning::Moment, Sign::Minus) => "no force turns it counter-clockwise",
        (Meaning::Moment, Sign::Both) => "no force turns it",
    }
}

/// Regions, above the bodies and below the contacts.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    if stage.panel.regions.is_empty() {
        return;
    }
    canvas.marks.open("regions");
    for (region, seen) in all(stage) {
        let colour = ink(region.sign);
        canvas.legend.insert(match seen {
            VisibleRegion::Beyond(_) => Entry::Beyond,
            _ => Entry::Region(region.meaning, region.sign),
        });
        match seen {
            VisibleRegion::Area(polygon, edges) => {
                canvas.marks.fill(Path::closed(&polygon), filling(region.sign));
                for edge in edges {
                    canvas.marks.stroke(Path::open(&edge), Stroke::new(colour, LINE));
                    canvas.placer.outline(edge.to_vec());
                }
            }
            VisibleRegion::Line(ends) => {
                canvas.marks.stroke(Path::open(&ends), Stroke::new(colour, 4.5).faint(0.85));
                canvas.placer.line(ends[0], ends[1]);
            }
            VisibleRegion::Dot(centre) => {
                let ring = Stroke::new(Ink::Surface, 1.4);
                canvas.marks.shape(Path::circle(centre, 5.5), Fill::Plain(colour), ring);
                canvas.placer.disc(centre, 7.0);
            }
            VisibleRegion::Beyond(directions) => {
                for along in directions {
                    let tip = rim(stage, along);
                    canvas.marks.arrow(tip - along * 22.0, tip, colour, 2.4);
                    canvas.placer.line(tip - along * 22.0, tip);
                }
            }
        }
    }
    canvas.marks.close();
}

fn all<'a>(stage: &'a Stage) -> impl Iterator<Item = (&'a Region, VisibleRegion)> {
    stage.panel.regions.iter().filter_map(|region| Some((region, seen(region, &stage.view, stage.area)?)))
}

/// The place at the frame in some direction from the middle.
fn rim(stage: &Stage, along: Vector) -> Vector {
    let inner = Rect { min: stage.area.min, max: stage.area.max - at(0.0, STRIP) }.grown(-10.0);
    let reach = inner.clip(inner.centre(), along, 0.0, stage.area.diagonal()).map_or(0.0, |(_, high)| high);
    inner.clamp(inner.centre() + along * reach)
}

/// Signs and modes, where the region is widest.
pub(crate) fn label_regions(stage: &Stage, canvas: &mut Canvas) {
    let many = stage.panel.regions.len() > 24;
    for (region, seen) in all(stage) {
        let Some(mut text) = written(region) else { continue };
        (text.optional, text.close) = (many, many);
        let spot = |anchor: Vector, clear: f64, toward: Vector| Spot { anchor, clear, toward, bias: 0.0 };
        let spots = match &seen {
            VisibleRegion::Area(polygon, _) => {
                let places = inside(polygon, &text);
                if canvas.placer.upon(&mut canvas.marks, &text, &places) {
                    continue;
                }
                let middle = polygon.iter().fold(at(0.0, 0.0), |sum, &point| sum + point)
                    * (1.0 / polygon.len() as f64);
                vec![spot(middle, 3.0, at(0.0, -1.0))]
            }
            VisibleRegion::Line([from, to]) => {
                let place = |part: f64| *from + (*to - *from) * part;
                let across = (*to - *from).unit().map_or(at(0.0, -1.0), Vector::left);
                let sides = [0.5, 0.35, 0.65, 0.2, 0.8]
                    .map(|part| [spot(place(part), 6.0, across), spot(place(part), 6.0, -across)]);
                sides.concat()
            }
            VisibleRegion::Dot(centre) => vec![spot(*centre, 8.0, at(0.7, -0.7))],
            VisibleRegion::Beyond(directions) => {
                let spots = directions.iter().map(|&along| {
                    let across = along.left();
                    spot(rim(stage, along) - along * 12.0, 7.0, across)
                });
                spots.collect()
            }
        };
        canvas.placer.beside(&mut canvas.marks, &text, &spots);
    }
}

/// The label: a sign in large letters, or what the caller wrote.
fn written(region: &Region) -> Option<Label> {
    let sign = match region.sign {
        Sign::Plus => "+",
        Sign::Minus => "−",
        Sign::Both => "±",
    };
    let text = region.label.clone().unwrap_or_else(|| sign.to_owned());
    let short = text.chars().count() <= 2;
    let text = Face::Bold.shortened(&text, LABEL, 150.0);
    let size = if short { 17.0 } else { LABEL };
    let label = Label { text, face: Face::Bold, size, ink: ink(region.sign), optional: false, close: false };
    (!label.text.trim().is_empty()).then_some(label)
}

/// Places for a text within a convex polygon, the furthest from its sides first.
fn inside(polygon: &[Vector], text: &Label) -> Vec<Vector> {
    const STEPS: usize = 16;
    let Some(bounds) = Rect::around(polygon.iter().copied()) else { return Vec::new() };
    let step = at(bounds.width() / STEPS as f64, bounds.height() / STEPS as f64);
    let (width, height) = (text.face.width(&text.text, text.size) + 6.0, text.size + 3.0);
    let clear = |centre: Vector| {
        let corners = Rect::centred(centre, width, height).corners();
        let sides = polygon.iter().zip(polygon.iter().cycle().skip(1));
        let depth = |(&a, &b): (&Vector, &Vector)| {
            let inward = (b - a).unit().map(Vector::left)?;
            corners.iter().map(|corner| inward.dot(*corner - a)).min_by(f64::total_cmp)
        };
        // Around the page the inside may be on either hand.
        let area: f64 =
            polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(a, b)| a.x * b.y - a.y * b.x).sum();
        let turned = |(a, b)| if area > 0.0 { depth((a, b)) } else { depth((b, a)) };
        sides.filter_map(turned).fold(f64::INFINITY, f64::min)
    };
    let grid = (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| at(i as f64 * step.x, j as f64 * step.y)));
    let mut places: Vec<(f64, Vector)> =
        grid.map(|offset| (clear(bounds.min + offset), bounds.min + offset)).collect();
    places.retain(|(depth, _)| *depth > 0.0);
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    places.into_iter().map(|(_, place)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect { min: at(0.0, 0.0), max: at(100.0, 100.0) };

    /// A view in which the unit square fills the middle of the area, y up.
    fn view() -> View {
        let mut reach = Reach::default();
        Rect::new(0.0, 0.0, 1.0, 1.0).corners().into_iter().for_each(|corner| reach.point(corner, 25.0));
        View::fit(&reach, AREA)
    }

    fn shown(vertices: Vec<Vertex>) -> Option<VisibleRegion> {
        seen(&Region { vertices, ..Region::default() }, &view(), AREA)
    }

    fn size(seen: Option<VisibleRegion>) -> f64 {
        let Some(VisibleRegion::Area(polygon, _)) = seen else { return 0.0 };
        polygon
            .iter()
            .zip(polygon.iter().cycle().skip(1))
            .map(|(a, b)| a.x * b.y - a.y * b.x)
            .sum::<f64>()
            .abs()
            / 2.0
    }

    use Vertex::{At, Direction};

    #[test]
    fn a_half_plane_fills_its_half_of_the_frame() {
        let half = |inward: [f64; 2]| {
            size(shown(vec![
                At([0.5, 0.5]),
                Direction([1.0, 0.0]),
                Direction([-1.0, 0.0]),
                Direction(inward),
            ]))
        };
        assert!((half([0.0, 1.0]) - 5000.0).abs() < 1e-6 && (half([3.0, -1.0]) - 5000.0).abs() < 1e-6);
    }

    #[test]
    fn a_slanted_half_plane_ends_at_its_own_edge() {
        let half = [At([0.5, 0.5]), Direction([1.0, 2.0]), Direction([-1.0, -2.0]), Direction([-2.0, 1.0])];
        let seen = shown(half.to_vec());
        assert!((size(seen.clone()) - 5000.0).abs() < 1e-6);
        let Some(VisibleRegion::Area(polygon, _)) = seen else { panic!("an area") };
        // Left of y − 1/2 = 2 (x − 1/2); y points down on the page.
        assert!(polygon.iter().all(|p| (50.0 - p.y) - 2.0 * (p.x - 50.0) > -1e-9), "{polygon:?}");
    }

    #[test]
    fn a_quadrant_fills_a_quarter_and_more_directions_inside_change_nothing() {
        let corner = [At([0.5, 0.5]), Direction([2.0, 0.0]), Direction([0.0, 0.1])];
        assert!((size(shown(corner.to_vec())) - 2500.0).abs() < 1e-6);
        let more = [&corner[..], &[Direction([1.0, 1.0]), At([0.7, 0.6])]].concat();
        assert!((size(shown(more)) - 2500.0).abs() < 1e-6);
    }

    #[test]
    fn directions_all_around_are_the_whole_plane() {
        let around = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]].map(Direction);
        let all = [&[At([7.0, 7.0])], &around[..]].concat();
        assert!((size(shown(all)) - 10_000.0).abs() < 1e-6);
    }

    #[test]
    fn what_is_flat_is_a_line_a_ray_a_segment_or_a_point() {
        let line = shown(vec![At([0.5, 0.5]), Direction([1.0, 0.0]), Direction([-1.0, 0.0])]);
        let near = |a: Vector, b: Vector| (a - b).length() < 1e-9;
        assert!(
            matches!(line, Some(VisibleRegion::Line([a, b])) if near(a, at(0.0, 50.0)) && near(b, at(100.0, 50.0)))
        );
        let ray = shown(vec![At([0.5, 0.5]), Direction([0.0, 1.0])]);
        assert!(
            matches!(ray, Some(VisibleRegion::Line([a, b])) if ((a - b).length() - 50.0).abs() < 1e-9),
            "{ray:?}"
        );
        let segment = shown(vec![At([0.5, 0.5]), At([0.75, 0.5]), At([1.0, 0.5])]);
        assert!(
            matches!(segment, Some(VisibleRegion::Line([a, b])) if ((a - b).length() - 25.0).abs() < 1e-9),
            "{segment:?}"
        );
        assert_eq!(shown(vec![At([0.5, 0.5])]), Some(VisibleRegion::Dot(at(50.0, 50.0))));
    }

    #[test]
    fn what_is_not_in_the_frame_is_told_by_its_direction() {
        assert_eq!(
            shown(vec![Direction([0.0, 2.0])]),
            Some(VisibleRegion::Beyond(vec![at(1.0, 0.0).turned(1.5 * PI)]))
        );
        assert!(
            matches!(shown(vec![At([50.0, 0.5])]), Some(VisibleRegion::Beyond(ahead)) if ahead[0].x > 0.99)
        );
        assert!(
            matches!(shown(vec![At([1e60, 0.5])]), Some(VisibleRegion::Beyond(ahead)) if ahead[0].x > 0.99)
        );
        assert_eq!(shown(Vec::new()), None);
    }
}
