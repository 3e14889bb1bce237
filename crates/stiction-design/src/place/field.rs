//! The tracks in doubles: what a contact gives at a place, and what all contacts of a stretch could give.

use std::collections::HashMap;
use std::rc::Rc;
use stiction_exact::double::dot;
use stiction_proof::place::{Course, FULL, PlaceProblem, Stretch};
use stiction_proof::{FrictionUse, PlanarContact, Rational};

/// A wrench with moments divided by the length, per unit of normal force.
pub(super) type Wrench = [f64; 3];
type Pair = [f64; 2];

enum Line {
    Straight { from: Pair, along: Pair },
    Arc { center: Pair, start: Pair, extent: f64, turn: f64 },
}

/// The tracks of a problem with what they give under one use of friction.
pub(super) struct Field {
    lines: Vec<Line>,
    reference: Pair,
    length: f64,
    /// Friction of the new contacts.
    pub(super) friction: f64,
    /// What stands: the edges of each contact, and the limit that it pushes with.
    pub(super) standing: Vec<(Vec<Wrench>, f64)>,
    standing_points: Vec<Pair>,
    pub(super) spacing: f64,
    pub(super) count: usize,
    known: HashMap<Stretch, Rc<Vec<Wrench>>>,
}

fn pair(point: &[Rational; 2]) -> Pair {
    [point[0].to_f64(), point[1].to_f64()]
}

fn quarter([x, y]: Pair) -> Pair {
    [-y, x]
}

impl Field {
    pub(super) fn new(problem: &PlaceProblem, friction: &FrictionUse) -> Self {
        let zero = Rational::zero;
        let new = PlanarContact::new("", [zero(), zero()], [zero(), zero()], problem.friction.clone());
        let coefficients = problem.with(&vec![new; problem.count.max(1)]).coefficients(friction);
        let line = |track: &stiction_proof::place::Track| match &track.course {
            Course::Straight { from, to } => {
                let (from, to) = (pair(from), pair(to));
                Line::Straight { from, along: [to[0] - from[0], to[1] - from[1]] }
            }
            Course::Arc { center, start, extent, left } => Line::Arc {
                center: pair(center),
                start: pair(start),
                extent: extent.to_f64(),
                turn: if *left { 1.0 } else { -1.0 },
            },
        };
        let mut field = Self {
            lines: problem.tracks.iter().map(line).collect(),
            reference: pair(&problem.reference),
            length: problem.length.to_f64(),
            friction: coefficients.last().map_or(0.0, |one| one.friction.to_f64()),
            standing: Vec::new(),
            standing_points: problem.standing.iter().map(|contact| pair(&contact.point)).collect(),
            spacing: problem.spacing.to_f64(),
            count: problem.count,
            known: HashMap::new(),
        };
        for (contact, own) in problem.standing.iter().zip(&coefficients) {
            let normal = pair(&contact.normal);
            let long = dot(&normal, &normal).sqrt();
            let unit = normal.map(|entry| entry / long);
            let edges = field.edges(pair(&contact.point), unit, own.friction.to_f64());
            let limit = contact.most.as_ref().map_or(1.0, |most| most.to_f64() * long);
            field.standing.push((edges, limit));
        }
        field
    }

    /// How many tracks there are.
    pub(super) fn tracks(&self) -> usize {
        self.lines.len()
    }

    fn edges(&self, point: Pair, unit: Pair, friction: f64) -> Vec<Wrench> {
        let lever = [point[0] - self.reference[0], point[1] - self.reference[1]];
        let across = quarter(unit);
        let edge = |mu: f64| {
            let force = [unit[0] + mu * across[0], unit[1] + mu * across[1]];
            [(lever[0] * force[1] - lever[1] * force[0]) / self.length, force[0], force[1]]
        };
        if friction > 0.0 { vec![edge(-friction), edge(friction)] } else { vec![edge(0.0)] }
    }

    /// The point at a place, and the unit normal there.
    pub(super) fn spot(&self, place: f64) -> (Pair, Pair) {
        let track = (place.floor() as usize).min(self.lines.len().saturating_sub(1));
        let part = place - track as f64;
        match &self.lines[track] {
            Line::Straight { from, along } => {
                let long = dot(along, along).sqrt();
                let point = [from[0] + part * along[0], from[1] + part * along[1]];
                (point, quarter(*along).map(|entry| entry / long))
            }
            Line::Arc { center, start, extent, turn } => {
                let t = part * extent;
                let out = between(*start, *turn, t, t);
                let long = dot(start, start).sqrt();
                ([center[0] + out[0], center[1] + out[1]], out.map(|entry| -turn * entry / long))
            }
        }
    }

    /// The edges of a new contact at a place.
    pub(super) fn edges_at(&self, place: f64) -> Vec<Wrench> {
        let (point, unit) = self.spot(place);
        self.edges(point, unit, self.friction)
    }

    /// Wrenches whose hull holds all that a contact in a stretch can give.
    pub(super) fn reach(&mut self, stretch: Stretch) -> Rc<Vec<Wrench>> {
        if let Some(known) = self.known.get(&stretch) {
            return known.clone();
        }
        let mut found = Vec::new();
        for (track, from, to) in stretch.pieces() {
            let ends = [from, to].map(|place| place as f64 / FULL as f64);
            match &self.lines[track] {
                Line::Straight { .. } => {
                    for end in ends {
                        // The end of the track itself, not the beginning of the next one.
                        let (point, unit) = self.on(track, end);
                        found.extend(self.edges(point, unit, self.friction));
                    }
                }
                Line::Arc { center, start, extent, turn } => {
                    let [t, u] = ends.map(|end| end * extent);
                    let long = dot(start, start).sqrt();
                    for (a, b) in [(t, t), (t, u), (u, u)] {
                        let unit = between(*start, *turn, a, b).map(|entry| -turn * entry / long);
                        // The tangential force acts at the circle, wherever the tangents meet.
                        let across = quarter(unit);
                        let lever = [center[0] - self.reference[0], center[1] - self.reference[1]];
                        let edge = |mu: f64| {
                            let force = [unit[0] + mu * across[0], unit[1] + mu * across[1]];
                            let moment = lever[0] * force[1] - lever[1] * force[0] - turn * mu * long;
                            [moment / self.length, force[0], force[1]]
                        };
                        let mu = self.friction;
                        if mu > 0.0 { found.extend([edge(-mu), edge(mu)]) } else { found.push(edge(0.0)) }
                    }
                }
            }
        }
        let found = Rc::new(found);
        self.known.insert(stretch, found.clone());
        found
    }

    fn on(&self, track: usize, part: f64) -> (Pair, Pair) {
        match &self.lines[track] {
            Line::Straight { from, along } => {
                let long = dot(along, along).sqrt();
                let point = [from[0] + part * along[0], from[1] + part * along[1]];
                (point, quarter(*along).map(|entry| entry / long))
            }
            Line::Arc { .. } => self.spot(track as f64 + part),
        }
    }

    /// A length that says how far a wrench moves along a stretch.
    pub(super) fn size(&self, stretch: Stretch) -> f64 {
        let track = |(track, from, to): (usize, u64, u64)| {
            let long = match &self.lines[track] {
                Line::Straight { along, .. } => dot(along, along).sqrt() / self.length,
                Line::Arc { start, extent, .. } => {
                    2.0 * extent.atan() * (1.0 + dot(start, start).sqrt() / self.length)
                }
            };
            long * (to - from) as f64 / FULL as f64
        };
        let several = stretch.to.div_ceil(FULL) - stretch.from / FULL > 1;
        // From edge to edge a wrench turns besides.
        stretch.pieces().map(track).sum::<f64>() + if several { 10.0 } else { 0.0 }
    }

    /// Whether contacts at these places keep their distance.
    pub(super) fn keeps_apart(&self, places: &[f64]) -> bool {
        if self.spacing <= 0.0 {
            return true;
        }
        let points: Vec<Pair> = places.iter().map(|&place| self.spot(place).0).collect();
        let near = |a: &Pair, b: &Pair| (a[0] - b[0]).hypot(a[1] - b[1]) < self.spacing;
        points.iter().enumerate().all(|(index, one)| {
            !points[index + 1..].iter().chain(&self.standing_points).any(|other| near(one, other))
        })
    }

    /// The largest distance of points of two stretches, and whether all of the first are near a standing contact.
    pub(super) fn are_crowded(&self, a: Stretch, b: Stretch) -> bool {
        let far = self.corners(a).iter().any(|p| {
            self.corners(b).iter().any(|q| (p[0] - q[0]).hypot(p[1] - q[1]) >= self.spacing * (1.0 - 1e-9))
        });
        !far
    }

    pub(super) fn is_beside(&self, a: Stretch) -> Option<usize> {
        let corners = self.corners(a);
        self.standing_points.iter().position(|point| {
            corners.iter().all(|p| (p[0] - point[0]).hypot(p[1] - point[1]) < self.spacing * (1.0 - 1e-9))
        })
    }

    fn corners(&self, stretch: Stretch) -> Vec<Pair> {
        let mut found = Vec::new();
        for (track, from, to) in stretch.pieces() {
            let ends = [from, to].map(|place| place as f64 / FULL as f64);
            found.extend(ends.map(|end| self.on(track, end).0));
            if let Line::Arc { center, start, extent, turn } = &self.lines[track] {
                let out = between(*start, *turn, ends[0] * extent, ends[1] * extent);
                found.push([center[0] + out[0], center[1] + out[1]]);
            }
        }
        found
    }
}

/// Where the tangents at two places of an arc meet, from its centre; the place itself where they are one.
fn between(start: Pair, turn: f64, t: f64, u: f64) -> Pair {
    let across = quarter(start);
    let (along, aside, below) = (1.0 - t * u, turn * (t + u), 1.0 + t * u);
    [0, 1].map(|axis: usize| (along * start[axis] + aside * across[axis]) / below)
}
