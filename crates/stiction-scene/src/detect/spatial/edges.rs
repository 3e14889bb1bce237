//! Edges and corners: on faces, across other edges; and what has no normal.

use super::exact::{cross, difference, reversed};
use super::faces::edge_crossing;
use super::flat::{Edge, Face, Flat};
use super::sites::{Patch, Sites, distance_to_segment, touch};
use crate::detect::Finding;
use nalgebra::{Vector2, Vector3};

/// Steps that a face, an edge or a corner is worth beside those of the other solid, some microseconds.
const FEATURE: usize = 100;

/// Sine of the angle below which two edges are parallel.
const PARALLEL: f64 = 1e-6;

/// How far a direction may dip and still count as level.
const LEVEL: f64 = 1e-9;

/// Adds the edges of `a` that lie on faces of `b`.
pub fn add_edges_on_faces(a: &Flat<'_>, b: &Flat<'_>, sites: &mut Sites) {
    let faces = b.faces_near(sites);
    for edge in a.edges_near(sites) {
        stiction_exact::work::spend(FEATURE);
        let ends = edge.ends.map(|i| a.vertices[i]);
        for face in &faces {
            let heights = ends.map(|end| face.height(&end));
            let level = heights.iter().any(|height| height.abs() <= sites.tolerance);
            if level && edge.stands_on(&face.normal, sites.tolerance) {
                for part in common_parts(&ends, b, face) {
                    add_part(a, edge, b, face, part, sites);
                }
            }
        }
    }
}

impl Edge {
    /// Whether both faces leave the edge to the side of `normal`, or dip below it by no more than `slack`.
    pub fn stands_on(&self, normal: &Vector3<f64>, slack: f64) -> bool {
        let above = |(inward, reach): (&Vector3<f64>, f64)| inward.dot(normal) >= -LEVEL - slack / reach;
        self.inward.iter().zip(self.reach).all(above)
    }
}

/// A part of an edge above a face, from 0 to 1, with the sides of the face's pieces that end it.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub range: [f64; 2],
    pub sides: [Option<[usize; 2]>; 2],
}

/// The parts of a segment that lie above a face, pieces of the face that follow each other joined.
pub fn common_parts(ends: &[Vector3<f64>; 2], b: &Flat<'_>, face: &Face) -> Vec<Part> {
    let flat = ends.map(|end| face.flat(&end));
    let mut parts: Vec<Part> =
        face.pieces.iter().filter_map(|piece| part_in(&flat, b, face, piece)).collect();
    parts.sort_by(|p, q| p.range[0].total_cmp(&q.range[0]));
    let mut joined: Vec<Part> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if part.range[0] <= last.range[1] + LEVEL => {
                if part.range[1] > last.range[1] {
                    (last.range[1], last.sides[1]) = (part.range[1], part.sides[1]);
                }
            }
            _ => joined.push(part),
        }
    }
    joined
}

/// The part of a segment inside a convex piece (Cyrus and Beck).
fn part_in(flat: &[Vector2<f64>; 2], b: &Flat<'_>, face: &Face, piece: &[usize]) -> Option<Part> {
    let mut part = Part { range: [0.0, 1.0], sides: [None, None] };
    for (index, &from) in piece.iter().enumerate() {
        let to = piece[(index + 1) % piece.len()];
        let base = face.flat(&b.vertices[from]);
        let along = (face.flat(&b.vertices[to]) - base).normalize();
        let [here, there] = flat.map(|end| along.perp(&(end - base)));
        // A segment along the side belongs to the piece, whatever the last bit says.
        let slack = 1e-12 * (flat[1] - flat[0]).norm();
        if here < -slack && there < -slack {
            return None;
        }
        let at = here / (here - there);
        if here < -slack && at > part.range[0] {
            (part.range[0], part.sides[0]) = (at, Some([from, to]));
        }
        if there < -slack && at < part.range[1] {
            (part.range[1], part.sides[1]) = (at, Some([from, to]));
        }
    }
    (part.range[0] < part.range[1]).then_some(part)
}

fn add_part(a: &Flat<'_>, edge: &Edge, b: &Flat<'_>, face: &Face, part: Part, sites: &mut Sites) {
    let [from, to] = edge.ends.map(|i| a.vertices[i]);
    let place = |t: f64| from + (to - from) * t;
    let [low, high] = part.range;
    let (ends, middle) = ([place(low), place(high)], place((low + high) / 2.0));
    let level = ends.iter().all(|end| face.height(end).abs() <= sites.tolerance);
    let long = (high - low) * edge.length > sites.tolerance;
    let covered = ends.iter().chain([&middle]).all(|at| sites.covers(at, &face.normal));
    if !level || !long || covered || beside_border(b, face, &middle, sites.tolerance) {
        return;
    }
    let (normal, rounded) = b.exact_normal(face);
    let point = |k: usize| {
        let crossing = part.sides[k].and_then(|side| edge_crossing(a, edge.ends, b, side, &normal));
        let point = crossing.unwrap_or_else(|| a.exact_vertex(edge.ends[k]));
        (ends[k], touch(point, normal.clone(), if rounded { vec!["normal"] } else { Vec::new() }))
    };
    sites.add(Patch::new(face.normal, vec![point(0), point(1)]));
}

/// Whether a place is at a convex edge of the face, where there is no normal.
pub fn beside_border(b: &Flat<'_>, face: &Face, at: &Vector3<f64>, tolerance: f64) -> bool {
    let convex = face.border.iter().filter(|(_, convex)| *convex);
    convex
        .map(|(ends, _)| ends.map(|i| b.vertices[i]))
        .any(|[from, to]| distance_to_segment(at, &from, &to) <= tolerance)
}

/// Whether a place is above the face, or beside it by no more than the tolerance.
pub fn above(b: &Flat<'_>, face: &Face, at: &Vector3<f64>, tolerance: f64) -> bool {
    let place = face.flat(at);
    let within = |piece: &Vec<usize>| {
        (0..piece.len()).all(|k| {
            let [from, to] = [piece[k], piece[(k + 1) % piece.len()]].map(|i| face.flat(&b.vertices[i]));
            (to - from).normalize().perp(&(place - from)) >= -tolerance
        })
    };
    face.pieces.iter().any(within)
}

/// Adds the corners of `a` that stand inside faces of `b`.
pub fn add_corners_on_faces(a: &Flat<'_>, b: &Flat<'_>, sites: &mut Sites) {
    let faces = b.faces_near(sites);
    for index in a.corners_near(sites) {
        stiction_exact::work::spend(FEATURE);
        let at = &a.vertices[index];
        for face in &faces {
            let touches = face.height(at).abs() <= sites.tolerance
                && a.corner_stands_on(index, &face.normal, sites.tolerance)
                && above(b, face, at, sites.tolerance)
                && !beside_border(b, face, at, sites.tolerance);
            if touches {
                sites.add_point(*at, face.normal, || {
                    let (normal, rounded) = b.exact_normal(face);
                    touch(a.exact_vertex(index), normal, if rounded { vec!["normal"] } else { Vec::new() })
                });
            }
        }
    }
}

impl Flat<'_> {
    fn leaving_of(&self, corner: usize) -> &[usize] {
        self.leaving.get(corner).map_or(&[], Vec::as_slice)
    }

    /// Whether all edges leave a corner to the side of `normal`, or dip below it by no more than `slack`.
    pub fn corner_stands_on(&self, corner: usize, normal: &Vector3<f64>, slack: f64) -> bool {
        self.leaving_of(corner).iter().all(|&far| {
            let along = self.vertices[far] - self.vertices[corner];
            along.dot(normal) >= -LEVEL * along.norm() - slack
        })
    }
}

/// Adds the points where edges cross, and notes edges that only share a line and corners on edges or corners.
pub fn add_edges_on_edges(a: &Flat<'_>, b: &Flat<'_>, sites: &mut Sites) {
    let others = b.edges_near(sites);
    for own in a.edges_near(sites) {
        stiction_exact::work::spend(FEATURE);
        for other in &others {
            if own.along.cross(&other.along).norm() > PARALLEL {
                add_crossing(a, own, b, other, sites);
            }
        }
    }
    note_meetings(a, b, sites);
}

fn add_crossing(a: &Flat<'_>, own: &Edge, b: &Flat<'_>, other: &Edge, sites: &mut Sites) {
    let tolerance = sites.tolerance;
    let (p, q) = (a.vertices[own.ends[0]], b.vertices[other.ends[0]]);
    let [s, t] = nearest_on_lines(&p, &own.along, &q, &other.along);
    let (here, there) = (p + own.along * s, q + other.along * t);
    let inside = |s: f64, edge: &Edge| s > tolerance && s < edge.length - tolerance;
    if !inside(s, own) || !inside(t, other) || (here - there).norm() > tolerance {
        return;
    }
    let normal = own.along.cross(&other.along).normalize();
    for (normal, turned) in [(normal, false), (-normal, true)] {
        if own.stands_on(&normal, tolerance) && other.stands_on(&-normal, tolerance) {
            sites.add_point(here, normal, || {
                let ends = |flat: &Flat<'_>, edge: &Edge| edge.ends.map(|i| flat.exact_vertex(i));
                let ([p, q], [c, d]) = (ends(a, own), ends(b, other));
                let exact = cross(&difference(&q, &p), &difference(&d, &c));
                let exact = if turned { reversed(&exact) } else { exact };
                let point = edge_crossing(a, own.ends, b, other.ends, &exact).unwrap_or(p);
                touch(point, exact, Vec::new())
            });
            return;
        }
    }
}

/// Lengths along two lines to their nearest points.
pub fn nearest_on_lines(p: &Vector3<f64>, u: &Vector3<f64>, q: &Vector3<f64>, w: &Vector3<f64>) -> [f64; 2] {
    let (cosine, apart) = (u.dot(w), p - q);
    let (along_u, along_w) = (u.dot(&apart), w.dot(&apart));
    let square = 1.0 - cosine * cosine;
    [(cosine * along_w - along_u) / square, (along_w - cosine * along_u) / square]
}

/// What two edges share that has no normal.
enum Meeting {
    /// A piece of line.
    Line([Vector3<f64>; 2]),
    /// An end of one on the other, or on its end.
    Point(Vector3<f64>, Finding),
}

/// Notes edges that share a line, then ends of edges on edges, where nothing else was found.
fn note_meetings(a: &Flat<'_>, b: &Flat<'_>, sites: &mut Sites) {
    let ends = |flat: &Flat<'_>| -> Vec<[Vector3<f64>; 2]> {
        flat.edges_near(sites).iter().map(|edge| edge.ends.map(|i| flat.vertices[i])).collect()
    };
    let (own, other) = (ends(a), ends(b));
    let pairs = own.iter().flat_map(|edge| other.iter().map(move |second| (edge, second)));
    let meetings: Vec<Meeting> = pairs.filter_map(|(p, q)| meeting(p, q, sites.tolerance)).collect();
    let mut lines: Vec<[Vector3<f64>; 2]> = Vec::new();
    for line in meetings
        .iter()
        .filter_map(|meeting| if let Meeting::Line(line) = meeting { Some(line) } else { None })
    {
        let middle = (line[0] + line[1]) / 2.0;
        if !sites.knows(&middle) {
            sites.note(Finding::EdgeLine, &middle);
        }
        lines.push(*line);
    }
    for meeting in &meetings {
        let Meeting::Point(at, finding) = meeting else { continue };
        let on_line =
            lines.iter().any(|[from, to]| distance_to_segment(at, from, to) <= 2.0 * sites.tolerance);
        if !on_line && !sites.knows(at) {
            sites.note(*finding, at);
        }
    }
}

fn meeting(own: &[Vector3<f64>; 2], other: &[Vector3<f64>; 2], tolerance: f64) -> Option<Meeting> {
    let on = |at: &&Vector3<f64>, edge: &[Vector3<f64>; 2]| {
        distance_to_segment(at, &edge[0], &edge[1]) <= tolerance
    };
    let shared: Vec<&Vector3<f64>> =
        own.iter().filter(|at| on(at, other)).chain(other.iter().filter(|at| on(at, own))).collect();
    let first = **shared.first()?;
    let far = shared.iter().max_by(|x, y| (**x - first).norm().total_cmp(&(**y - first).norm()));
    let far = **far?;
    if (far - first).norm() > 2.0 * tolerance {
        return Some(Meeting::Line([first, far]));
    }
    let ends = |edge: &[Vector3<f64>; 2]| edge.iter().any(|end| (end - first).norm() <= 2.0 * tolerance);
    let corners = ends(own) && ends(other);
    Some(Meeting::Point(first, if corners { Finding::CornerOnCorner } else { Finding::EdgeLine }))
}
