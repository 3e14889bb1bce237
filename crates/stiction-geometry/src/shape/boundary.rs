//! The boundary of an outline prepared for many questions: where is the place nearest to this point?
//!
//! Distances in doubles rule out nearly every piece; only those within rounding of the nearest are asked exactly.

use super::nearest::{at_joint, nearest_of_piece};
use super::plane::{difference, length, to_doubles};
use super::{Feature, Nearest, Outline, Piece, Point};

/// How much of the coordinates' magnitude the doubles below may be wrong by; a generous bound.
const ROUNDING: f64 = 1e-12;

/// The boundary of an outline, prepared for many questions.
///
/// ```
/// use stiction_geometry::shape::{Boundary, Outline};
/// let brick = Outline::rectangle([0.into(), 0.into()], [2.into(), 1.into()]);
/// let boundary = Boundary::new(&brick);
/// assert_eq!(boundary.nearest(&[1.into(), 3.into()]).unwrap().distance, 2.0);
/// ```
#[derive(Debug, Clone)]
pub struct Boundary<'o> {
    outline: &'o Outline,
    rings: Vec<Vec<Piece>>,
    sketches: Vec<Sketch>,
    /// Largest coordinate.
    magnitude: f64,
}

/// A piece in doubles, with its place in the rings.
#[derive(Debug, Clone)]
struct Sketch {
    ring: usize,
    piece: usize,
    from: [f64; 2],
    to: [f64; 2],
    /// Centre and radius of an arc.
    circle: Option<([f64; 2], f64)>,
}

impl Sketch {
    fn new(ring: usize, piece: usize, shape: &Piece) -> Self {
        let circle = match shape {
            Piece::Segment { .. } => None,
            Piece::Arc { from, center, .. } => Some((to_doubles(center), length(&difference(from, center)))),
        };
        Self { ring, piece, from: to_doubles(shape.from()), to: to_doubles(shape.to()), circle }
    }

    /// The piece is at least and at most this far from a point, rounding aside.
    fn distances(&self, point: [f64; 2]) -> [f64; 2] {
        match self.circle {
            Some((center, radius)) => [(distance(point, center) - radius).abs(), distance(point, self.from)],
            None => {
                let along = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
                let offset = [point[0] - self.from[0], point[1] - self.from[1]];
                let square = along[0] * along[0] + along[1] * along[1];
                let t = ((offset[0] * along[0] + offset[1] * along[1]) / square).clamp(0.0, 1.0);
                let here = (offset[0] - t * along[0]).hypot(offset[1] - t * along[1]);
                [here, here]
            }
        }
    }

    fn magnitude(&self) -> f64 {
        let reach = self.circle.map_or(0.0, |([x, y], radius)| x.abs().max(y.abs()) + radius);
        self.from.iter().chain(&self.to).fold(reach, |most, x| most.max(x.abs()))
    }
}

fn distance(p: [f64; 2], q: [f64; 2]) -> f64 {
    (p[0] - q[0]).hypot(p[1] - q[1])
}

/// Whether a distance is certainly too large; false for NaN, so that what leaves the doubles is asked exactly.
fn is_beyond(distance: f64, most: f64) -> bool {
    distance > most
}

impl<'o> Boundary<'o> {
    /// Prepares an outline.
    pub fn new(outline: &'o Outline) -> Self {
        let rings = outline.rings();
        let sketch = |(ring, pieces): (usize, &Vec<Piece>)| {
            pieces
                .iter()
                .enumerate()
                .map(|(piece, shape)| Sketch::new(ring, piece, shape))
                .collect::<Vec<_>>()
        };
        let sketches: Vec<Sketch> = rings.iter().enumerate().flat_map(sketch).collect();
        let magnitude = sketches.iter().map(Sketch::magnitude).fold(0.0, f64::max);
        Self { outline, rings, sketches, magnitude }
    }

    /// The outline this is the boundary of.
    pub fn outline(&self) -> &'o Outline {
        self.outline
    }

    /// The place of the boundary nearest to `point`.
    pub fn nearest(&self, point: &Point) -> Option<Nearest> {
        match self.outline {
            Outline::Disc { center, radius } => Some(super::nearest::nearest_on_disc(center, radius, point)),
            Outline::HalfPlane { point: through, normal } => {
                super::nearest::nearest_on_line(through, normal, point)
            }
            Outline::Polygon { .. } | Outline::Path { .. } => self.nearest_piece(point),
        }
    }

    fn nearest_piece(&self, point: &Point) -> Option<Nearest> {
        let (here, slack) = (to_doubles(point), self.slack(point));
        let bounds: Vec<[f64; 2]> = self.sketches.iter().map(|sketch| sketch.distances(here)).collect();
        let most = bounds.iter().map(|[_, most]| *most).fold(f64::INFINITY, f64::min) + slack;
        let near =
            self.sketches.iter().zip(&bounds).filter(|(_, [least, _])| !is_beyond(least - slack, most));
        let places = near.map(|(sketch, _)| nearest_of_piece(&self.rings[sketch.ring], sketch.piece, point));
        places.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// Like [`Boundary::nearest`], but a corner within `reach` wins: a rounded point beside a corner means it.
    pub fn nearest_within(&self, point: &Point, reach: f64) -> Option<Nearest> {
        let (here, slack) = (to_doubles(point), self.slack(point));
        let near =
            self.sketches.iter().filter(|sketch| !is_beyond(distance(here, sketch.from) - slack, reach));
        let joints = near.map(|sketch| at_joint(&self.rings[sketch.ring], sketch.piece, point));
        let corner = joints
            .filter(|place| place.distance <= reach && matches!(place.feature, Feature::Corner { .. }))
            .min_by(|a, b| a.distance.total_cmp(&b.distance));
        corner.or_else(|| self.nearest(point))
    }

    /// What rounding may have done to a distance from this point.
    fn slack(&self, point: &Point) -> f64 {
        let [x, y] = to_doubles(point);
        ROUNDING * self.magnitude.max(x.abs()).max(y.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_proof::Rational;

    /// A star with many nearly equidistant edges; every piece asked exactly must agree with the sieve.
    #[test]
    fn the_sieve_loses_no_nearest_place() {
        let corner = |k: i64| {
            let (angle, radius) = (k as f64 * 0.1, if k % 2 == 0 { 1.0 } else { 1.0 - 1e-9 });
            [
                Rational::from_f64(radius * angle.cos()).unwrap(),
                Rational::from_f64(radius * angle.sin()).unwrap(),
            ]
        };
        let star = Outline::polygon((0..62).map(corner).collect(), vec![]);
        let boundary = Boundary::new(&star);
        for (x, y) in [(0, 0), (1, 1), (-3, 2), (100, 1), (0, -1)] {
            let point = [Rational::new(x, 7), Rational::new(y, 7)];
            let all = boundary.rings[0].len();
            let each = (0..all).map(|piece| nearest_of_piece(&boundary.rings[0], piece, &point));
            let best = each.map(|place| place.distance).fold(f64::INFINITY, f64::min);
            assert_eq!(boundary.nearest(&point).unwrap().distance, best);
        }
    }
}
