//! What one twist shows, in doubles: a pressure with forces, or a virtual motion with an affine function.
//!
//! With lengths in units of the support, an edge of the mode is the column `(e, 0)` and a unit of pressure at x the
//! column `(f(x), x)`.  The nearest point y of the hull of all columns is the origin, which is a pressure with
//! forces, or has a positive product with every column: then its wrench part is a virtual motion, and minus the rest
//! of it the slope of an affine function.

use nalgebra::{DMatrix, DVector};
use stiction_exact::double::dot;
use stiction_exact::hull::{Effort, Origin, Points, Workspace};
use stiction_exact::linear::simplex::{Hint, search};
use stiction_exact::vector::on_circle;
use stiction_proof::Rational;
use stiction_proof::push::{Piece, Place, PushProblem, Support, Virtual};

/// Points on a side of a triangle of the support.
const SIDE: usize = 7;
/// Directions of friction at a point that does not move.
const AROUND: usize = 24;
/// Distances from a centre of rotation at which places are added, where friction changes fast.
const RINGS: [f64; 4] = [0.03, 0.09, 0.2, 0.4];
/// The least weight of an edge or a place, where forces that are not unique are to have none at zero.
const SMALL: f64 = 1.0 / 256.0;
/// Places that are given such a weight.
const SPREAD: usize = 12;
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
    /// Pressure at places, and multiples of all edges, balance.
    Balanced { pressure: Vec<Weight>, forces: Vec<Weight> },
}

/// A pressure at a place, or a multiple of an edge.
pub(super) struct Weight {
    /// Which place or edge.
    pub(super) of: usize,
    pub(super) value: f64,
    /// Whether it is to be found exactly; else it stays as it is.
    pub(super) is_free: bool,
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
            for ring in 1..=3 {
                let radius = radius * Rational::new(ring, 3);
                for step in 0..16 {
                    // Once around: the half-angle's tangent from −1 to 1, and the opposite points.
                    let [x, y] = on_circle(&Rational::new(step - 8, 8));
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
                let pressure =
                    pressure.as_ref().map(|all| all.iter().map(Rational::to_f64).collect::<Vec<_>>());
                (points.clone(), pressure, None)
            }
            Support::Region(pieces) => {
                let mut places: Vec<Place> = pieces.iter().flat_map(spread).collect();
                places.push([Rational::zero(), Rational::zero()]);
                places.retain(|place| pieces.iter().any(|piece| piece.contains(place)));
                (places, None, Some(pieces.clone()))
            }
        };
        let doubles: Vec<[f64; 2]> =
            places.iter().map(|place| place.each_ref().map(Rational::to_f64)).collect();
        let length = doubles.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max);
        let length = if length > 0.0 { length } else { 1.0 };
        let (edges, sizes) = edges
            .iter()
            .map(|edge| {
                let [m, x, y] = edge.each_ref().map(Rational::to_f64);
                let edge = [m / length, x, y];
                let size = dot(&edge, &edge).sqrt();
                (edge.map(|entry| entry / size), size)
            })
            .unzip();
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

    /// What is believed of a twist that is the middle of others: one thing, or more where one is not sure.
    pub(super) fn look(
        &self,
        twist: &[f64; 3],
        corners: &[[f64; 3]],
        workspace: &mut Workspace<5>,
    ) -> Vec<Believed> {
        match &self.pressure {
            Some(pressure) => self.look_at_known(twist, corners, pressure).into_iter().collect(),
            None => self.look_at_all(twist, corners, workspace),
        }
    }

    /// Whether a place may be at rest, or nearly, under a mixture of twists.
    fn may_rest(&self, twist: &[f64; 3], corners: &[[f64; 3]], [x, y]: [f64; 2]) -> bool {
        let velocity = |[w, vx, vy]: &[f64; 3]| [vx - w * y, vy + w * x];
        let size = |vector: &[f64; 3]| dot(vector, vector).sqrt();
        let [vx, vy] = velocity(twist).map(|entry| entry / size(twist));
        let spread = corners.iter().map(|corner| {
            let [ux, uy] = velocity(corner).map(|entry| entry / size(corner));
            (ux - vx).hypot(uy - vy)
        });
        vx.hypot(vy) <= 1e-12 + spread.fold(0.0, f64::max)
    }

    fn look_at_known(&self, twist: &[f64; 3], corners: &[[f64; 3]], pressure: &[f64]) -> Option<Believed> {
        let mut sum = [0.0; 3];
        let mut resting = None;
        for (place, &pressure) in self.scaled.iter().zip(pressure) {
            let rests = resting.is_none() && self.may_rest(twist, corners, *place);
            match self.friction(twist, *place) {
                Some(wrench) if !rests => {
                    sum.iter_mut().zip(wrench).for_each(|(sum, part)| *sum += pressure * part)
                }
                _ => resting = Some((*place, pressure)),
            }
        }
        let total: f64 = pressure.iter().sum();
        let mut columns = self.edges.clone();
        match resting {
            None => columns.push(sum.map(|entry| entry / total)),
            Some(([x, y], pressure)) => columns.extend(around().map(|[fx, fy]| {
                let part = [x * fy - y * fx, fx, fy];
                std::array::from_fn(|i| (sum[i] + pressure * part[i]) / total)
            })),
        }
        apart(&columns, &mut Workspace::new()).map(|twist| Believed::Apart(self.rounded(twist, [0.0; 2])))
    }

    fn look_at_all(
        &self,
        twist: &[f64; 3],
        corners: &[[f64; 3]],
        workspace: &mut Workspace<5>,
    ) -> Vec<Believed> {
        let column = |[m, x, y]: [f64; 3], [a, b]: [f64; 2]| [m, x, y, a, b];
        let mut columns: Vec<[f64; 5]> = self.edges.iter().map(|edge| column(*edge, [0.0; 2])).collect();
        let mut owners = Vec::new();
        let mut still = Vec::new();
        for (index, place) in self.scaled.iter().enumerate() {
            match self.friction(twist, *place) {
                Some(wrench) if !self.may_rest(twist, corners, *place) => {
                    columns.push(column(wrench, *place));
                    owners.push(index);
                }
                _ => still.push(*place),
            }
        }
        let moving = columns.len();
        let centre = self.centre(twist, corners);
        let rings = self.rings([-twist[2] / twist[0], twist[1] / twist[0]]).into_iter();
        let rings: Vec<[f64; 2]> = rings.filter(|place| !self.may_rest(twist, corners, *place)).collect();
        let near = rings.into_iter().filter_map(|place| Some(column(self.friction(twist, place)?, place)));
        columns.extend(near);
        still.extend(centre);
        for [x, y] in still {
            columns.extend(around().map(|[fx, fy]| [x * fy - y * fx, fx, fy, x, y]));
        }
        if let Some([w, x, y, a, b]) = apart(&columns, workspace) {
            return vec![Believed::Apart(self.rounded([w, x, y], [-a, -b]))];
        }
        [0.0, SMALL]
            .into_iter()
            .filter_map(|least| self.balanced(&columns[..moving], &owners, least))
            .collect()
    }

    /// The centre of rotation, where it is under the part, or as near as the centres of the others are to it.
    fn centre(&self, twist: &[f64; 3], corners: &[[f64; 3]]) -> Option<[f64; 2]> {
        let of = |[w, vx, vy]: &[f64; 3]| [-vy / w, vx / w];
        let centre = of(twist);
        let spread = corners.iter().map(|corner| {
            let [x, y] = of(corner);
            (x - centre[0]).hypot(y - centre[1])
        });
        let reach = spread.fold(0.0, f64::max);
        // Centres that are far apart tell nothing of where one may be; places that may rest are found one by one.
        let near = |piece: &Piece| reach <= 1.0 && outside(piece, self.length, centre) <= reach;
        (centre.iter().all(|entry| entry.is_finite()) && self.region.as_ref()?.iter().any(near))
            .then_some(centre)
    }

    /// Places of the region around a centre of rotation, in it or beside it.
    fn rings(&self, [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
        let inside = |place: &[f64; 2]| {
            let mut pieces = self.region.iter().flatten();
            pieces.any(|piece| outside(piece, self.length, *place) <= 0.0)
        };
        let ring = |radius: &f64| {
            let radius = *radius;
            around().step_by(2).map(move |[a, b]| [x + radius * a, y + radius * b]).collect::<Vec<_>>()
        };
        RINGS.iter().flat_map(ring).filter(inside).collect()
    }

    /// Weights of columns that sum to zero: of every edge, and of some places, at least so much.
    fn balanced(&self, columns: &[[f64; 5]], owners: &[usize], least: f64) -> Option<Believed> {
        let over: Vec<[f64; 6]> = columns.iter().map(|&[a, b, c, d, e]| [a, b, c, d, e, 1.0]).collect();
        let edges = self.edges.len();
        let mut weights = vec![0.0; columns.len()];
        if least > 0.0 {
            // Places spread evenly over the list.
            let step = (columns.len() - edges).div_ceil(SPREAD).max(1);
            let given = (0..edges).chain((edges..columns.len()).step_by(step));
            given.for_each(|at| weights[at] = least);
        }
        let mut target = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        for (column, weight) in over.iter().zip(&weights) {
            target.iter_mut().zip(column).for_each(|(entry, part)| *entry -= weight * part);
        }
        let Hint::Inside(basis) = search(&over, &target) else { return None };
        let matrix = DMatrix::from_fn(6, 6, |row, column| over[basis[column]][row]);
        let found = matrix.lu().solve(&DVector::from_row_slice(&target))?;
        basis.iter().zip(found.iter()).for_each(|(&at, weight)| weights[at] += weight);
        let total: f64 = weights[edges..].iter().sum();
        let weight = |of: usize, at: usize, size: f64| Weight {
            of,
            value: weights[at] / total / size,
            is_free: basis.contains(&at),
        };
        let forces: Vec<Weight> = (0..edges).map(|at| weight(at, at, self.sizes[at])).collect();
        let pressing = (edges..columns.len()).filter(|&at| weights[at] != 0.0 || basis.contains(&at));
        let pressure: Vec<Weight> = pressing.map(|at| weight(owners[at - edges], at, 1.0)).collect();
        let pushes = forces.iter().any(|force| force.value > 0.0);
        pushes.then_some(Believed::Balanced { pressure, forces })
    }

    /// A virtual motion and a slope in the units of the problem, as short numbers.
    pub(super) fn rounded(&self, twist: [f64; 3], slope: [f64; 2]) -> Virtual {
        let [w, x, y] = twist;
        let largest = twist.iter().chain(&slope).fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let length = short_power(self.length);
        let short =
            |entry: f64| Rational::from_f64((entry / largest / GRAIN).round() * GRAIN).unwrap_or_default();
        // Lengths over a power of two near the unit: a turn of the virtual motion and the slope are per length.
        let per = self.length / length.to_f64();
        let over = |entry: f64| short(entry / per) * length.recip().unwrap_or_else(Rational::one);
        Virtual { twist: [over(w), short(x), short(y)], slope: slope.map(over) }
    }
}

/// Directions, once around, so long that their hull holds the unit disc.
fn around() -> impl Iterator<Item = [f64; 2]> {
    let step = std::f64::consts::TAU / AROUND as f64;
    (0..AROUND).map(move |count| {
        let (y, x) = (step * count as f64).sin_cos();
        [x, y].map(|entry| entry / (step / 2.0).cos())
    })
}

/// About how far a place is from a piece, in units of length; zero inside.
fn outside(piece: &Piece, length: f64, [x, y]: [f64; 2]) -> f64 {
    let scaled = |place: &Place| place.each_ref().map(|entry| entry.to_f64() / length);
    match piece {
        Piece::Polygon(corners) => {
            let next = corners.iter().cycle().skip(1);
            let beyond = corners.iter().zip(next).map(|(from, to)| {
                let ([ax, ay], [bx, by]) = (scaled(from), scaled(to));
                ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / (bx - ax).hypot(by - ay)
            });
            beyond.fold(0.0, f64::max)
        }
        Piece::Disc { center, radius } => {
            let [a, b] = scaled(center);
            ((x - a).hypot(y - b) - radius.to_f64() / length).max(0.0)
        }
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
