//! Points and directions of a plane: of the world (y up) and of the page (y down) alike.

use std::ops::{Add, Mul, Neg, Sub};
use stiction::double;

/// A point or direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Vector {
    pub x: f64,
    pub y: f64,
}

/// Short for [`Vector`]'s constructor: coordinates abound in drawings.
pub(crate) const fn at(x: f64, y: f64) -> Vector {
    Vector { x, y }
}

impl Vector {
    pub fn dot(self, other: Vector) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The same direction with length one; `None` for zero and for what is not finite.
    pub fn unit(self) -> Option<Vector> {
        // Two steps, so that neither 1e-200 nor 1e200 is lost in the squares.
        let largest = self.x.abs().max(self.y.abs());
        let scaled =
            (largest > 0.0 && largest.is_finite()).then(|| at(self.x / largest, self.y / largest))?;
        Some(scaled * (1.0 / scaled.length()))
    }

    /// Turned by +90° where y points up.
    pub fn left(self) -> Vector {
        at(-self.y, self.x)
    }

    /// Turned counter-clockwise where y points up.
    pub fn turned(self, angle: f64) -> Vector {
        let (sin, cos) = angle.sin_cos();
        at(cos * self.x - sin * self.y, sin * self.x + cos * self.y)
    }

    pub fn angle(self) -> f64 {
        self.y.atan2(self.x)
    }

    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl From<[f64; 2]> for Vector {
    fn from([x, y]: [f64; 2]) -> Vector {
        at(x, y)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        at(-self.x, -self.y)
    }
}

impl Mul<f64> for Vector {
    type Output = Vector;
    fn mul(self, factor: f64) -> Vector {
        at(self.x * factor, self.y * factor)
    }
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    pub min: Vector,
    pub max: Vector,
}

impl Rect {
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { min: at(x, y), max: at(x + width, y + height) }
    }

    pub fn centred(centre: Vector, width: f64, height: f64) -> Rect {
        Rect::new(centre.x - width / 2.0, centre.y - height / 2.0, width, height)
    }

    /// The smallest that holds all points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Vector>) -> Option<Rect> {
        let mut points = points.into_iter();
        let first = points.next()?;
        Some(points.fold(Rect { min: first, max: first }, Rect::with))
    }

    /// The smallest that holds the point too.
    pub fn with(self, point: Vector) -> Rect {
        Rect {
            min: at(self.min.x.min(point.x), self.min.y.min(point.y)),
            max: at(self.max.x.max(point.x), self.max.y.max(point.y)),
        }
    }

    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    pub fn centre(&self) -> Vector {
        // Halved first: the sum of two huge numbers may overflow.
        self.min * 0.5 + self.max * 0.5
    }

    pub fn diagonal(&self) -> f64 {
        (self.max - self.min).length()
    }

    pub fn grown(&self, by: f64) -> Rect {
        Rect { min: self.min - at(by, by), max: self.max + at(by, by) }
    }

    pub fn contains(&self, point: Vector) -> bool {
        self.clamp(point) == point
    }

    pub fn holds(&self, other: &Rect) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    pub fn overlaps(&self, other: &Rect) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// The point of the rectangle nearest to `point`.
    pub fn clamp(&self, point: Vector) -> Vector {
        at(point.x.max(self.min.x).min(self.max.x), point.y.max(self.min.y).min(self.max.y))
    }

    pub fn corners(&self) -> [Vector; 4] {
        [self.min, at(self.max.x, self.min.y), self.max, at(self.min.x, self.max.y)]
    }

    /// Whether a segment meets the rectangle (Liang and Barsky's clipping).
    pub fn meets(&self, from: Vector, to: Vector) -> bool {
        self.clip(from, to - from, 0.0, 1.0).is_some()
    }

    /// The parameters, within `[low, high]`, for which `from + s·step` lies inside.
    pub fn clip(&self, from: Vector, step: Vector, low: f64, high: f64) -> Option<(f64, f64)> {
        let sides = [
            (step.x, self.min.x - from.x, self.max.x - from.x),
            (step.y, self.min.y - from.y, self.max.y - from.y),
        ];
        sides.into_iter().try_fold((low, high), |(low, high), (step, min, max)| {
            if step == 0.0 {
                return (min <= 0.0 && max >= 0.0).then_some((low, high));
            }
            let (near, far) = if step > 0.0 { (min / step, max / step) } else { (max / step, min / step) };
            let (low, high) = (low.max(near), high.min(far));
            (low <= high).then_some((low, high))
        })
    }
}
/// The part of a polygon of the page or of space where a height that is affine in the point is not negative (Sutherland
/// and Hodgman, *Reentrant polygon clipping*, 1974).
///
/// Of a polygon that is not convex, parts may stay joined by a seam of no width along the cut, which fills correctly.
pub(crate) fn cut<V>(polygon: &[V], height: impl Fn(V) -> f64) -> Vec<V>
where
    V: Copy + Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V>,
{
    let mut kept = Vec::with_capacity(polygon.len() + 2);
    for (&here, &next) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let (from, to) = (height(here), height(next));
        if from >= 0.0 {
            kept.push(here);
        }
        if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
            kept.push(here + (next - here) * (from / (from - to)));
        }
    }
    kept
}

/// The convex hull, in order around it; two points or one where it is flat up to rounding.
pub(crate) fn hull(points: Vec<Vector>) -> Vec<Vector> {
    let around = double::convex(points.into_iter().map(|point| [point.x, point.y]).collect(), 1e-12);
    around.into_iter().map(|[x, y]| Vector { x, y }).collect()
}
