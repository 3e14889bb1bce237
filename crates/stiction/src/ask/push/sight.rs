//! What one twist shows, in doubles: a pressure with forces, or a virtual motion with an affine function.
//!
//! With lengths in units of the support, an edge of the mode is the column `(e, 0)` and a unit of pressure at x the column `(f(x), x)`.  The
//! nearest point y of the hull of all columns is the origin, which is a pressure with forces, or has a positive product with every column:
//! then its wrench part is a virtual motion, and minus the rest of it the slope of an affine function.

use crate::double::dot;
use crate::exact::vector::on_circle;
use crate::hull::{Effort, Origin, Points, Workspace};
use crate::linear::simplex::{Hint, search};
use nalgebra::{DMatrix, DVector};
use stiction_proof::Rational;
use stiction_proof::push::{Piece, Place, PushProblem, Support, Virtual};

/// Points on a side of a triangle of the support.
const SIDE: usize = 7;
/// Directions of friction at a point that does not move.
const AROUND: usize = 12;
/// Virtual motions are rounded to multiples of this.
const GRAIN: f64 = 1.0 / 65536.0;

/// The edges of a mode and the support in doubles.
pub(super) struct Sight {
    /// The unit of length.
    pub(super) length: f64,
    /// Candidates for pressure, exactly and in units of length.
    pub(super) places: Vec<Place>,
    pub(super) scaled: Vec<[f64; 2]>,
    /// Known pressure.
    pub(super) pressure: Option<Vec<f64>>,
    /// Whether pressure may be between the candidates.
    region: Option<Vec<Piece>>,
    /// Edges with moments over the unit of length, of length one.
    pub(super) edges: Vec<[f64; 3]>,
    /// What they were divided by.
    pub(super) sizes: Vec<f64>,
}

/// What is believed of a twist.
pub(super) enum Believed {
    /// It is excluded.
    Apart(Virtual),
    /// These points, with weights, and multiples of the edges balance.
    Balanced { pressure: Vec<(usize, f64)>, forces: Vec<(usize, f64)> },
    /// Neither is seen.
    Unclear,
}

/// The largest distance of a piece from the centre of mass.
pub(super) fn extent(piece: &Piece) -> f64 {
    let far = |[x, y]: &Place| x.to_f64().hypot(y.to_f64());
    match piece {
        Piece::Polygon(corners) => corners.iter().map(far).fold(0.0, f64::max),
        Piece::Disc { center, radius } => far(center) + radius.to_f64(),
    }
}

/// Places of a piece.
fn spread(piece: &Piece) -> Vec<Place> {
    let part = |number: usize| Rational::new(number as i64, SIDE as u64);
    match piece {
        Piece::Polygon(corners) => {
            let mut places = Vec::new();
            for edge in corners[1..].windows(2) {
                let triangle = [&corners[0], &edge[0], &edge[1]];
                for i in 0..=SIDE {
                    for j in 0..=SIDE - i {
                        let weights = [part(i), part(j), part(SIDE - i - j)];
                        places.push([0, 1].map(|axis| {
                            triangle.iter().zip(&weights).map(|(corner, weight)| &corner[axis] * weight).sum()
                        }));
                    }
                }
            }
            places
        }
        Piece::Disc { center, radius } => {
            let mut places = vec![center.clone()];
            for ring in 1..=4 {
                let radius = radius * Rational::new(ring, 4);
                for step in 0..8 {
                    // Once around: the half-angle's tangent from −1 to 1, and the opposite points.
                    let [x, y] = on_circle(&Rational::new(2 * step - 8, 8));
                    for sign in [1, -1] {
                        let radius = &radius * Rational::from(sign);
                        places.push([&center[0] + &radius * &x, &center[1] + &radius * &y]);
                    }
                }
            }
            places
        }
    }
}

impl Sight {
    pub(super) fn new(problem: &PushProblem, edges: &[[Rational; 3]]) -> Self {
        let (places, pressure, region) = match &problem.support {
            Support::Points { points, pressure } => {
                let pressure = pressure.as_ref().map(|all| all.iter().map(Rational::to_f64).collect::<Vec<_>>());
                (points.clone(), pressure, None)
            }
            Support::Region(pieces) => {
                let mut places: Vec<Place> = pieces.iter().flat_map(spread).collect();
                places.push([Rational::zero(), Rational::zero()]);
                places.retain(|place| pieces.iter().any(|piece| piece.contains(place)));
                (places, None, Some(pieces.clone()))
            }
        };
        let doubles: Vec<[f64; 2]> = places.iter().map(|place| place.each_ref().map(Rational::to_f64)).collect();
        let length = doubles.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max);
        let length = if length > 0.0 { length } else { 1.0 };
        let (edges, sizes) = edges.iter().map(|edge| {
            let [m, x, y] = edge.each_ref().map(Rational::to_f64);
            let edge = [m / length, x, y];
            let size = dot(&edge, &edge).sqrt();
            (edge.map(|entry| entry / size), size)
        }).unzip();
        let scaled = doubles.iter().map(|place| place.map(|entry| entry / length)).collect();
        Self { length, places, scaled, pressure, region, edges, sizes }
    }

    /// A twist with its angular part times the unit of length.
    pub(super) fn twist(&self, [w, x, y]: &[Rational; 3]) -> [f64; 3] {
        [w.to_f64() * self.length, x.to_f64(), y.to_f64()]
    }

    /// The wrench of friction of a unit of pressure at a place; none where it does not move.
    pub(super) fn friction(&self, twist: &[f64; 3], [x, y]: [f64; 2]) -> Option<[f64; 3]> {
        let [w, vx, vy] = twist;
        let (ahead, aside) = (vx - w * y, vy + w * x);
        let speed = ahead.hypot(aside);
        let moves = speed > 1e-12 * dot(twist, twist).sqrt();
        let (fx, fy) = (-ahead / speed, -aside / speed);
        moves.then_some([x * fy - y * fx, fx, fy])
    }

    /// What is believed of a twist.
    pub(super) fn look(&self, twist: &[f64; 3], workspace: &mut Workspace<5>) -> Believed {
        match &self.pressure {
            Some(pressure) => self.look_at_known(twist, pressure),
            None => self.look_at_all(twist, workspace),
        }
    }

    fn look_at_known(&self, twist: &[f64; 3], pressure: &[f64]) -> Believed {
        let mut sum = [0.0; 3];
        for (place, pressure) in self.scaled.iter().zip(pressure) {
            let Some(wrench) = self.friction(twist, *place) else { continue };
            sum.iter_mut().zip(wrench).for_each(|(sum, part)| *sum += pressure * part);
        }
        let total: f64 = pressure.iter().sum();
        let mut columns = self.edges.clone();
        columns.push(sum.map(|entry| entry / total));
        match apart(&columns, &mut Workspace::new()) {
            Some([w, x, y]) => Believed::Apart(self.rounded([w, x, y], [0.0; 2])),
            None => Believed::Unclear,
        }
    }

    fn look_at_all(&self, twist: &[f64; 3], workspace: &mut Workspace<5>) -> Believed {
        let column = |[m, x, y]: [f64; 3], [a, b]: [f64; 2]| [m, x, y, a, b];
        let mut columns: Vec<[f64; 5]> = self.edges.iter().map(|edge| column(*edge, [0.0; 2])).collect();
        let mut owners: Vec<Option<usize>> = vec![None; columns.len()];
        for (index, place) in self.scaled.iter().enumerate() {
            match self.friction(twist, *place) {
                Some(wrench) => {
                    columns.push(column(wrench, *place));
                    owners.push(Some(index));
                }
                None => self.pinned(*place, &mut columns),
            }
        }
        owners.resize(columns.len(), None);
        let moving = columns.len();
        if let Some(centre) = self.centre(twist) {
            self.pinned(centre, &mut columns);
        }
        if let Some([w, x, y, a, b]) = apart(&columns, workspace) {
            return Believed::Apart(self.rounded([w, x, y], [-a, -b]));
        }
        self.balanced(&columns[..moving], &owners)
    }

    /// The centre of rotation, where it is under the part.
    fn centre(&self, [w, vx, vy]: &[f64; 3]) -> Option<[f64; 2]> {
        let centre = [-vy / w, vx / w];
        let exact = [Rational::from_f64(centre[0] * self.length)?, Rational::from_f64(centre[1] * self.length)?];
        self.region.as_ref()?.iter().any(|piece| piece.contains(&exact)).then_some(centre)
    }

    fn pinned(&self, [x, y]: [f64; 2], columns: &mut Vec<[f64; 5]>) {
        for step in 0..AROUND {
            let (fy, fx) = (std::f64::consts::TAU * step as f64 / AROUND as f64).sin_cos();
            columns.push([x * fy - y * fx, fx, fy, x, y]);
        }
    }

    /// Weights of columns that sum to zero, all positive.
    fn balanced(&self, columns: &[[f64; 5]], owners: &[Option<usize>]) -> Believed {
        let over: Vec<[f64; 6]> = columns.iter().map(|&[a, b, c, d, e]| [a, b, c, d, e, 1.0]).collect();
        let Hint::Inside(basis) = search(&over, &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]) else { return Believed::Unclear };
        let matrix = DMatrix::from_fn(6, 6, |row, column| over[basis[column]][row]);
        let target = DVector::from_fn(6, |row, _| if row == 5 { 1.0 } else { 0.0 });
        let Some(weights) = matrix.lu().solve(&target) else { return Believed::Unclear };
        let edges = self.edges.len();
        let total: f64 = basis.iter().zip(weights.iter()).filter(|(at, _)| **at >= edges).map(|(_, one)| one).sum();
        let (mut pressure, mut forces) = (Vec::new(), Vec::new());
        for (&at, &weight) in basis.iter().zip(weights.iter()) {
            // A column of a point at rest has no owner and no certain direction.
            match owners[at] {
                _ if at < edges => forces.push((at, weight / total / self.sizes[at])),
                Some(place) => pressure.push((place, weight / total)),
                None => return Believed::Unclear,
            }
        }
        Believed::Balanced { pressure, forces }
    }

    /// A virtual motion and a slope in the units of the problem, as short numbers.
    pub(super) fn rounded(&self, twist: [f64; 3], slope: [f64; 2]) -> Virtual {
        let [w, x, y] = twist;
        let largest = twist.iter().chain(&slope).fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let length = short_power(self.length);
        let short = |entry: f64| {
            Rational::from_f64((entry / largest / GRAIN).round() * GRAIN).unwrap_or_default()
        };
        // Lengths over a power of two near the unit: a turn of the virtual motion and the slope are per length.
        let per = self.length / length.to_f64();
        let over = |entry: f64| short(entry / per) * length.recip().unwrap_or_else(Rational::one);
        Virtual { twist: [over(w), short(x), short(y)], slope: slope.map(over) }
    }
}

/// The power of two below a length.
fn short_power(length: f64) -> Rational {
    Rational::power_of_two(length.log2().floor() as i64)
}

/// A direction whose product with every column is positive, as large as it can be for its length.
pub(super) fn apart<const D: usize>(columns: &[[f64; D]], workspace: &mut Workspace<D>) -> Option<[f64; D]> {
    let effort = Effort { tolerance: 1e-2, facets: 300 };
    let found = workspace.distance(&Points(columns), Origin::Outside, effort).ok()?;
    let direction = found.normal.map(|entry| -entry);
    let least = columns.iter().map(|column| dot(column, &direction)).fold(f64::INFINITY, f64::min);
    (least > 1e-9).then_some(direction)
}
