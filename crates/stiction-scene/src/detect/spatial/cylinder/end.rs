//! The flat end of a cylinder on a face or on another flat end: the common region and the points that stand for it.
//!
//! The region is bounded by straight sides and by arcs of rims.  Its contacts are its corners and, of each arc, the
//! points that stand for it (`arc`); a disc without corners is eight points.

use super::super::edges::above;
use super::super::flat::{Face, Flat, axes_across};
use super::super::polygon::{diameter, twice_area};
use super::super::sites::{Patch, Sites, touch};
use super::{Cylinder, rounded_touch};
use crate::detect::arc;
use crate::detect::pairs::Touch;
use nalgebra::{Vector2, Vector3};
use std::f64::consts::TAU;
use stiction_geometry::screw::Spatial;

/// A disc in the plane of a face.
struct Disc {
    center: Vector2<f64>,
    radius: f64,
}

/// An arc of its rim, by the angle at which it begins and the one it sweeps.
#[derive(Debug, Clone, Copy)]
struct Arc {
    start: f64,
    sweep: f64,
}

impl Disc {
    fn at(&self, angle: f64) -> Vector2<f64> {
        self.center + arc::direction(angle) * self.radius
    }

    fn holds(&self, place: &Vector2<f64>, slack: f64) -> bool {
        (place - self.center).norm() <= self.radius + slack
    }

    /// The angles at which the rim crosses a segment.
    fn crossings(&self, [from, to]: [Vector2<f64>; 2]) -> Vec<f64> {
        let length = (to - from).norm();
        let along = (to - from) / length;
        let middle = along.dot(&(self.center - from));
        let square = self.radius * self.radius - along.perp(&(self.center - from)).powi(2);
        if square <= 0.0 {
            return Vec::new();
        }
        let reach = square.sqrt();
        let slack = 1e-12 * (length + self.radius);
        let on = [middle - reach, middle + reach].into_iter();
        let inside = on.filter(|s| (-slack..=length + slack).contains(s));
        inside
            .map(|s| {
                let radial = from + along * s - self.center;
                radial.y.atan2(radial.x)
            })
            .collect()
    }

    /// The points that stand for an arc, its ends included.
    fn points(&self, arc: Arc) -> impl Iterator<Item = Vector2<f64>> + '_ {
        arc::parts(arc.sweep).map(move |part| self.at(arc.start + part * arc.sweep))
    }

    /// The points that stand for the whole rim.
    fn eight(&self) -> Vec<Vector2<f64>> {
        arc::EIGHT.iter().map(|unit| self.center + Vector2::from(*unit) * self.radius).collect()
    }

    /// Points close enough to be drawn as an arc.
    fn drawn(&self, arc: Arc) -> Vec<Vector2<f64>> {
        let steps = (arc.sweep / FINE).ceil();
        (0..=steps as usize).map(|k| self.at(arc.start + arc.sweep * k as f64 / steps)).collect()
    }
}

/// An arc with the points that stand for it and those that draw it.
struct Bend {
    points: Vec<Vector2<f64>>,
    drawn: Vec<Vector2<f64>>,
}

impl Bend {
    fn new(disc: &Disc, arc: Arc) -> Self {
        Self { points: disc.points(arc).collect(), drawn: disc.drawn(arc) }
    }

    fn whole(disc: &Disc) -> Self {
        Self { points: disc.eight(), drawn: disc.drawn(Arc { start: 0.0, sweep: TAU }) }
    }
}

/// Angle between the points that draw an arc.
const FINE: f64 = TAU / 64.0;

/// A flat end on a face of a solid.
pub fn on_face(cylinder: &Cylinder<'_>, cap: usize, flat: &Flat<'_>, face: &Face, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let disc = Disc { center: face.flat(&cylinder.caps()[cap]), radius: cylinder.radius };
    let border: Vec<[Vector2<f64>; 2]> =
        face.border.iter().map(|(ends, _)| ends.map(|i| face.flat(&flat.vertices[i]))).collect();
    let inside = |place: &Vector2<f64>, slack: f64| above(flat, face, &face.raised(place), slack);
    let bends = rim_bends(&disc, &border, inside, tolerance);
    let mut points: Vec<Vector2<f64>> = bends.iter().flat_map(|bend| bend.points.clone()).collect();
    let corner_of = |place: &Vector2<f64>| {
        let mut corners = face.border.iter().flat_map(|(ends, _)| *ends);
        corners.find(|&i| (face.flat(&flat.vertices[i]) - place).norm() <= 1e-12 * disc.radius)
    };
    points.extend(border.iter().flatten().filter(|corner| disc.holds(corner, 0.0)));
    let (normal, rounded) = flat.exact_normal(face);
    let contact = |place: &Vector2<f64>| match corner_of(place) {
        Some(i) => {
            touch(flat.exact_vertex(i), normal.clone(), if rounded { vec!["normal"] } else { Vec::new() })
        }
        None => rounded_touch(&face.raised(place), normal.clone(), rounded),
    };
    for piece in &face.pieces {
        let corners: Vec<Vector2<f64>> = piece.iter().map(|&i| face.flat(&flat.vertices[i])).collect();
        let side = |k: usize| [corners[k], corners[(k + 1) % corners.len()]];
        let in_piece = |place: &Vector2<f64>| {
            (0..corners.len()).all(|k| {
                let [from, to] = side(k);
                (to - from).normalize().perp(&(place - from)) >= -tolerance
            })
        };
        let own: Vec<Vector2<f64>> = points.iter().filter(|place| in_piece(place)).copied().collect();
        let cuts = (0..corners.len()).flat_map(|k| disc.crossings(side(k))).map(|angle| disc.at(angle));
        let within = corners.iter().filter(|corner| disc.holds(corner, 0.0)).copied();
        let drawn = bends.iter().flat_map(|bend| &bend.drawn).filter(|place| in_piece(place)).copied();
        let outline = own.iter().copied().chain(cuts).chain(within).chain(drawn).collect();
        add_region(own, outline, face, &contact, sites);
    }
}

/// The arcs of a rim inside a region with this border.
fn rim_bends(
    disc: &Disc,
    border: &[[Vector2<f64>; 2]],
    inside: impl Fn(&Vector2<f64>, f64) -> bool,
    tolerance: f64,
) -> Vec<Bend> {
    let mut cuts: Vec<f64> = border.iter().flat_map(|side| disc.crossings(*side)).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|a, b| (*a - *b) * disc.radius <= tolerance);
    let count = cuts.len();
    let gap = |k: usize| {
        let sweep = (cuts[(k + 1) % count] - cuts[k]).rem_euclid(TAU);
        Arc { start: cuts[k], sweep: if count == 1 { TAU } else { sweep } }
    };
    // An arc that leaves the region by less than the tolerance does not leave it.
    let kept: Vec<Option<Arc>> = (0..count)
        .map(gap)
        .map(|arc| Some(arc).filter(|arc| inside(&disc.at(arc.start + arc.sweep / 2.0), tolerance)))
        .collect();
    if kept.iter().all(Option::is_some) {
        let around = inside(&disc.at(0.0), tolerance);
        return if around { vec![Bend::whole(disc)] } else { Vec::new() };
    }
    joined(&kept).into_iter().map(|arc| Bend::new(disc, arc)).collect()
}

/// Arcs that follow each other made one; some arc is missing.
fn joined(arcs: &[Option<Arc>]) -> Vec<Arc> {
    let count = arcs.len();
    let start = arcs.iter().position(Option::is_none).unwrap_or(0);
    let mut joined: Vec<Arc> = Vec::new();
    let mut before = None;
    for arc in (1..=count).map(|k| arcs[(start + k) % count]) {
        match (before, arc, joined.last_mut()) {
            (Some(_), Some(next), Some(last)) => last.sweep += next.sweep,
            (None, Some(next), _) => joined.push(next),
            _ => {}
        }
        before = arc;
    }
    joined
}

/// The flat ends of two cylinders on each other, `up` out of the second one: a disc, or a lens between two arcs.
pub fn on_end(
    [a, b]: [(&Cylinder<'_>, usize); 2],
    up: &Vector3<f64>,
    contact: impl Fn(&Vector3<f64>) -> Touch<Spatial>,
    sites: &mut Sites,
) {
    let axes = axes_across(up);
    let height = up.dot(&b.0.caps()[b.1]);
    let disc = |(cylinder, cap): (&Cylinder<'_>, usize)| {
        let center = cylinder.caps()[cap];
        let center = Vector2::new(axes[0].dot(&center), axes[1].dot(&center));
        Disc { center, radius: cylinder.radius }
    };
    let discs = [disc(a), disc(b)];
    let small = usize::from(discs[1].radius < discs[0].radius);
    let (inner, outer) = (&discs[small], &discs[1 - small]);
    let apart = (outer.center - inner.center).norm();
    let bends = if apart + inner.radius <= outer.radius + sites.tolerance {
        vec![Bend::whole(inner)]
    } else {
        lens(&discs)
    };
    let raised = |place: &Vector2<f64>| axes[0] * place.x + axes[1] * place.y + up * height;
    let contacts = |place: &Vector2<f64>| (raised(place), contact(&raised(place)));
    let tolerance = sites.tolerance;
    let ring =
        |of: fn(&Bend) -> &Vec<Vector2<f64>>| around(bends.iter().flat_map(of).copied().collect(), tolerance);
    let (points, outline) = (ring(|bend| &bend.points), ring(|bend| &bend.drawn));
    if is_wide(&outline, tolerance) {
        let patch = Patch::new(*up, points.iter().map(contacts).collect());
        sites.add(patch.with_corners(outline.iter().map(raised).collect()));
    }
}

/// The two arcs between which two discs overlap.
fn lens(discs: &[Disc; 2]) -> Vec<Bend> {
    let arc = |own: &Disc, other: &Disc| {
        let across = other.center - own.center;
        let distance = across.norm();
        let cosine = (distance * distance + own.radius * own.radius - other.radius * other.radius)
            / (2.0 * distance * own.radius);
        let half = cosine.clamp(-1.0, 1.0).acos();
        Bend::new(own, Arc { start: across.y.atan2(across.x) - half, sweep: 2.0 * half })
    };
    vec![arc(&discs[0], &discs[1]), arc(&discs[1], &discs[0])]
}

/// Adds a convex piece of a region with those of its points that are contacts.
fn add_region(
    points: Vec<Vector2<f64>>,
    outline: Vec<Vector2<f64>>,
    face: &Face,
    contact: &impl Fn(&Vector2<f64>) -> Touch<Spatial>,
    sites: &mut Sites,
) {
    let outline = around(outline, sites.tolerance);
    if is_wide(&outline, sites.tolerance) {
        let contacts = around(points, sites.tolerance);
        let contacts = contacts.iter().map(|place| (face.raised(place), contact(place)));
        let patch = Patch::new(face.normal, contacts.collect());
        sites.add(patch.with_corners(outline.iter().map(|place| face.raised(place)).collect()));
    }
}

/// Points of the border of a convex region counter-clockwise, those closer than the tolerance made one.
fn around(points: Vec<Vector2<f64>>, tolerance: f64) -> Vec<Vector2<f64>> {
    let mut kept: Vec<Vector2<f64>> = Vec::new();
    for point in points {
        if kept.iter().all(|other| (other - point).norm() > tolerance) {
            kept.push(point);
        }
    }
    let middle = kept.iter().sum::<Vector2<f64>>() / kept.len().max(1) as f64;
    let angle = |at: &Vector2<f64>| (at.y - middle.y).atan2(at.x - middle.x);
    kept.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    kept
}

/// Whether a region is no sliver: its mean width is above the tolerance.
fn is_wide(ring: &[Vector2<f64>], tolerance: f64) -> bool {
    ring.len() >= 3 && twice_area(ring) / 2.0 > tolerance * diameter(ring)
}
