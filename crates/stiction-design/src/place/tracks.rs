//! From an outline to tracks: the pieces of its edges that may be touched.
//!
//! Edges are counted as the file lists them, ring after ring. Ends that come from roots (an inset on an edge of
//! irrational length, a keep-out with arcs) are moved by a little into what may be touched.

use stiction_exact::vector::{dot, minus, turn as cross};
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::{Outline, Piece, Turn};
use stiction_proof::place::{Course, Track};
use stiction_proof::{NonZero, Rational};
use stiction_scene::scene::PlaceSection;

type Pair = [Rational; 2];

/// A part of the way that is given up where an end was rounded.
const LITTLE: f64 = 1e-9;

/// An edge with its number in the file, and whether its ends are corners.
struct Edge {
    number: usize,
    piece: Piece,
    corners: [bool; 2],
}

/// The edges of an outline, by their numbers in the file.
fn edges(outline: &Outline, reversed: &[bool]) -> Vec<Edge> {
    if let Outline::Disc { center, radius } = outline {
        let start = [&center[0] + radius, center[1].clone()];
        let piece = Piece::Arc { from: start.clone(), to: start, center: center.clone(), turn: Turn::Left };
        return vec![Edge { number: 0, piece, corners: [false; 2] }];
    }
    let mut edges = Vec::new();
    let mut before = 0;
    for (ring, pieces) in outline.rings().into_iter().enumerate() {
        let count = pieces.len();
        let turned = reversed.get(ring).copied().unwrap_or(false);
        for (place, piece) in pieces.iter().enumerate() {
            // Listed the other way round, the last edge comes first: polygons keep their first corner.
            let number = if turned { count - 1 - place } else { place };
            let next = &pieces[(place + 1) % count];
            let last = &pieces[(place + count - 1) % count];
            let corners = [!is_smooth(last, piece), !is_smooth(piece, next)];
            edges.push(Edge { number: before + number, piece: piece.clone(), corners });
        }
        before += count;
    }
    edges
}

/// The direction in which a piece runs at its beginning or its end.
fn heading(piece: &Piece, at_end: bool) -> Pair {
    match piece {
        Piece::Segment { from, to } => minus(to, from),
        Piece::Arc { from, to, center, turn } => {
            let [x, y] = minus(if at_end { to } else { from }, center);
            match turn {
                Turn::Left => [-y, x],
                Turn::Right => [y, -x],
            }
        }
    }
}

fn is_smooth(a: &Piece, b: &Piece) -> bool {
    let (a, b) = (heading(a, true), heading(b, false));
    cross(&a, &b).is_zero() && dot(&a, &b).is_positive()
}

/// A point of a circle turned by an angle whose half has this tangent.
fn turned(start: &Pair, t: &Rational, left: bool) -> Pair {
    let square = t * t;
    let whole = (Rational::one() + &square).recip().unwrap_or_default();
    let (cosine, sine) = ((Rational::one() - &square) * &whole, t * Rational::from(2) * whole);
    let sine = if left { sine } else { -sine };
    [&cosine * &start[0] - &sine * &start[1], &cosine * &start[1] + &sine * &start[0]]
}

/// The tracks of one edge.
fn tracks_of(edge: &Edge) -> Vec<Track> {
    match &edge.piece {
        Piece::Segment { from, to } => {
            let course = Course::Straight { from: from.clone(), to: to.clone() };
            vec![Track { edge: edge.number, course }]
        }
        Piece::Arc { from, to, center, turn } => {
            let left = *turn == Turn::Left;
            let (mut start, end) = (minus(from, center), minus(to, center));
            let mut tracks = Vec::new();
            let whole = from == to;
            for quarter in 0..4 {
                let across = if left { cross(&start, &end) } else { cross(&end, &start) };
                let along = dot(&start, &end);
                let within =
                    !along.is_negative() && (across.is_positive() || across.is_zero() && along.is_positive());
                if within && !(whole && quarter < 4) {
                    // The last piece: t = sin/(1 + cos).
                    let t = &across / &NonZero::largest([&(dot(&start, &start) + along)]);
                    if t.is_positive() {
                        tracks.push(arc(edge.number, center, &start, t, left));
                    }
                    return tracks;
                }
                tracks.push(arc(edge.number, center, &start, Rational::one(), left));
                start = if left { [-&start[1], start[0].clone()] } else { [start[1].clone(), -&start[0]] };
            }
            tracks
        }
    }
}

fn arc(edge: usize, center: &Pair, start: &Pair, extent: Rational, left: bool) -> Track {
    Track { edge, course: Course::Arc { center: center.clone(), start: start.clone(), extent, left } }
}

/// A stretch of a track between two parts of its way.
fn cut(track: &Track, from: &Rational, to: &Rational) -> Track {
    let course = match &track.course {
        Course::Straight { .. } => Course::Straight { from: track.place(from).0, to: track.place(to).0 },
        Course::Arc { center, start, extent, left } => {
            let (a, b) = (from * extent, to * extent);
            let extent = (&b - &a) / &NonZero::largest([&(Rational::one() + &a * &b)]);
            Course::Arc { center: center.clone(), start: turned(start, &a, *left), extent, left: *left }
        }
    };
    Track { edge: track.edge, course }
}

/// How much of its way a track gives up at a corner.
fn inset_part(track: &Track, inset: &Rational) -> Rational {
    if inset.is_zero() {
        return Rational::zero();
    }
    match &track.course {
        Course::Straight { from, to } => {
            let long = minus(to, from);
            let square = dot(&long, &long);
            let root = square.square_root();
            let part = inset / &NonZero::largest([&root]);
            if &root * &root == square { part } else { rounded_up(&part) }
        }
        Course::Arc { start, extent, .. } => {
            // Half the chord over the radius is the sine of half the angle.
            let radius = dot(start, start).to_f64().sqrt();
            let sine = inset.to_f64() / (2.0 * radius);
            if sine >= 1.0 {
                return Rational::from(2);
            }
            let t = sine / (1.0 - sine * sine).sqrt();
            rounded_up(&Rational::from_f64(t / extent.to_f64()).unwrap_or_default())
        }
    }
}

fn rounded_up(part: &Rational) -> Rational {
    let up = part * (Rational::one() + Rational::power_of_two(-40));
    let unit = Rational::power_of_two(40);
    -((-up * &unit).floor()) * Rational::power_of_two(-40)
}

/// The parts of a track's way where its points enter or leave a shape, and whether each is exact.
fn crossings(track: &Track, shape: &Outline) -> Vec<(Rational, bool)> {
    let mut found = Vec::new();
    let pieces: Vec<Piece> = match shape {
        Outline::Disc { center, radius } => {
            let start = [&center[0] + radius, center[1].clone()];
            vec![Piece::Arc { from: start.clone(), to: start, center: center.clone(), turn: Turn::Left }]
        }
        Outline::HalfPlane { point, normal } => {
            // A line: long enough for every scene.
            let far = Rational::from(1_i64 << 40);
            let along = [-&normal[1] * &far, &normal[0] * &far];
            let ends = [minus(point, &along), [&point[0] + &along[0], &point[1] + &along[1]]];
            let [from, to] = ends;
            vec![Piece::Segment { from, to }]
        }
        _ => shape.rings().concat(),
    };
    for piece in &pieces {
        match (&track.course, piece) {
            (Course::Straight { from, to }, Piece::Segment { from: a, to: b }) => {
                let (along, other, between) = (minus(to, from), minus(b, a), minus(a, from));
                let whole = cross(&along, &other);
                if let Some(part) = cross(&between, &other).checked_div(&whole) {
                    found.push((part, true));
                } else {
                    // Parallel: where its ends are.
                    let square = dot(&along, &along);
                    let parts = [a, b].map(|end| dot(&minus(end, from), &along).checked_div(&square));
                    found.extend(parts.into_iter().flatten().map(|part| (part, true)));
                }
            }
            _ => found.extend(rounded_crossings(track, piece)),
        }
    }
    found
}

/// The same in doubles, where an arc is crossed or crosses.
fn rounded_crossings(track: &Track, piece: &Piece) -> Vec<(Rational, bool)> {
    let doubles = |point: &Pair| [point[0].to_f64(), point[1].to_f64()];
    // How far outside of the piece's line or circle a point is.
    let outside = |point: [f64; 2]| match piece {
        Piece::Segment { from, to } => {
            let (from, to) = (doubles(from), doubles(to));
            (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
        }
        Piece::Arc { from, center, .. } => {
            let (from, center) = (doubles(from), doubles(center));
            let radius = (from[0] - center[0]).hypot(from[1] - center[1]);
            (point[0] - center[0]).hypot(point[1] - center[1]) - radius
        }
    };
    let at = |part: f64| {
        let part = Rational::from_f64(part).unwrap_or_default();
        outside(doubles(&track.place(&part).0))
    };
    // A line or a circle meets at most a quarter of a circle, or a straight track, in few places: between samples there
    // is one at most, unless they touch, and what only touches is not inside.
    const SAMPLES: usize = 64;
    let mut found = Vec::new();
    for k in 0..SAMPLES {
        let (mut low, mut high) = (k as f64 / SAMPLES as f64, (k + 1) as f64 / SAMPLES as f64);
        let begins = at(low);
        if (begins > 0.0) == (at(high) > 0.0) {
            continue;
        }
        for _ in 0..48 {
            let middle = 0.5 * (low + high);
            if (at(middle) > 0.0) == (begins > 0.0) { low = middle } else { high = middle }
        }
        found.extend(Rational::from_f64(0.5 * (low + high)).map(|part| (part, false)));
    }
    found
}

/// Whether a point is inside of a shape, its boundary left out.
fn is_inside(shape: &Outline, point: &Pair) -> bool {
    match shape {
        Outline::HalfPlane { point: on, normal } => dot(&minus(point, on), normal).is_negative(),
        Outline::Disc { center, radius } => {
            let out = minus(point, center);
            dot(&out, &out) < radius * radius
        }
        _ => shape.contains(point) && shape.nearest(point).is_none_or(|nearest| nearest.distance > 0.0),
    }
}

/// What is left of a track outside of the shapes.
fn outside(track: &Track, shapes: &[Outline]) -> Vec<Track> {
    let one = Rational::one();
    let mut ends = vec![(Rational::zero(), true), (one.clone(), true)];
    for shape in shapes {
        let within = |part: &Rational| part.is_positive() && *part < one;
        ends.extend(crossings(track, shape).into_iter().filter(|(part, _)| within(part)));
    }
    ends.sort();
    ends.dedup_by(|a, b| a.0 == b.0);
    let little = Rational::from_f64(LITTLE).unwrap_or_default();
    let mut left: Vec<(Rational, Rational)> = Vec::new();
    for pair in ends.windows(2) {
        let [(from, from_exact), (to, to_exact)] = pair else { continue };
        let middle = (from + to) * Rational::new(1, 2);
        let (point, _) = track.place(&middle);
        if shapes.iter().any(|shape| is_inside(shape, &point)) {
            continue;
        }
        let from = if *from_exact { from.clone() } else { from + &little };
        let to = if *to_exact { to.clone() } else { to - &little };
        match left.last_mut() {
            Some(last) if last.1 == from => last.1 = to,
            _ if from < to => left.push((from, to)),
            _ => {}
        }
    }
    if left == [(Rational::zero(), one)] {
        return vec![track.clone()];
    }
    left.iter().map(|(from, to)| cut(track, from, to)).collect()
}

/// How many edges an outline has.
pub(super) fn edge_count(outline: &Outline) -> usize {
    edges(outline, &[]).len()
}

/// The tracks of a section.
pub(super) fn tracks(outline: &Outline, section: &PlaceSection<Planar>) -> Vec<Track> {
    let mut tracks = Vec::new();
    let mut all = edges(outline, &section.reversed);
    // As the file lists them.
    all.sort_by_key(|edge| edge.number);
    for edge in all {
        if section.edges.as_ref().is_some_and(|chosen| !chosen.contains(&edge.number)) {
            continue;
        }
        let own = tracks_of(&edge);
        let count = own.len();
        for (place, track) in own.into_iter().enumerate() {
            let part = inset_part(&track, &section.inset);
            let first = place == 0 && edge.corners[0];
            let last = place + 1 == count && edge.corners[1];
            let from = if first { part.clone() } else { Rational::zero() };
            let to = if last { Rational::one() - &part } else { Rational::one() };
            if from >= to {
                continue;
            }
            let whole = from.is_zero() && to == Rational::one();
            let track = if whole { track } else { cut(&track, &from, &to) };
            tracks.extend(outside(&track, &section.keep_out));
        }
    }
    tracks
}
