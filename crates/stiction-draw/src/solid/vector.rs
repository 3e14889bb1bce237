//! Points and directions of space.

use std::ops::{Add, Mul, Neg, Sub};

/// A point or direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Vector3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// Short for [`Vector3`]'s constructor.
pub(crate) const fn in_space(x: f64, y: f64, z: f64) -> Vector3 {
    Vector3 { x, y, z }
}

impl Vector3 {
    pub fn dot(self, other: Vector3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub fn cross(self, other: Vector3) -> Vector3 {
        in_space(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    pub fn length(self) -> f64 {
        self.x.hypot(self.y).hypot(self.z)
    }

    pub fn largest(self) -> f64 {
        self.x.abs().max(self.y.abs()).max(self.z.abs())
    }

    /// The same direction with length one; `None` for zero and for what is not finite.
    pub fn unit(self) -> Option<Vector3> {
        // Two steps, so that neither 1e-200 nor 1e200 is lost in the squares.
        let largest = self.largest();
        let sound = largest > 0.0 && largest.is_finite();
        let scaled = sound.then(|| in_space(self.x / largest, self.y / largest, self.z / largest))?;
        Some(scaled * (1.0 / scaled.length()))
    }

    /// Two unit vectors across a unit vector: `t1 = n × e` with the axis e least aligned with n, `t2 = n × t1`.
    pub fn across(self) -> [Vector3; 2] {
        let sizes = [self.x.abs(), self.y.abs(), self.z.abs()];
        let least = (0..3).min_by(|&i, &j| sizes[i].total_cmp(&sizes[j])).unwrap_or(0);
        let axis = [X, Y, Z][least];
        let first = self.cross(axis).unit().unwrap_or(X);
        [first, self.cross(first)]
    }

    /// Turned about a unit axis through the origin (Rodrigues' formula).
    pub fn turned(self, axis: Vector3, angle: f64) -> Vector3 {
        let (sin, cos) = angle.sin_cos();
        self * cos + axis.cross(self) * sin + axis * (axis.dot(self) * (1.0 - cos))
    }
}

pub(crate) const X: Vector3 = in_space(1.0, 0.0, 0.0);
pub(crate) const Y: Vector3 = in_space(0.0, 1.0, 0.0);
pub(crate) const Z: Vector3 = in_space(0.0, 0.0, 1.0);

impl From<[f64; 3]> for Vector3 {
    fn from([x, y, z]: [f64; 3]) -> Vector3 {
        in_space(x, y, z)
    }
}

impl From<Vector3> for [f64; 3] {
    fn from(vector: Vector3) -> [f64; 3] {
        [vector.x, vector.y, vector.z]
    }
}

impl Add for Vector3 {
    type Output = Vector3;
    fn add(self, other: Vector3) -> Vector3 {
        in_space(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vector3 {
    type Output = Vector3;
    fn sub(self, other: Vector3) -> Vector3 {
        in_space(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Neg for Vector3 {
    type Output = Vector3;
    fn neg(self) -> Vector3 {
        in_space(-self.x, -self.y, -self.z)
    }
}

impl Mul<f64> for Vector3 {
    type Output = Vector3;
    fn mul(self, factor: f64) -> Vector3 {
        in_space(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// An upright box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub min: Vector3,
    pub max: Vector3,
}

impl Bounds {
    /// The smallest that holds all points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Vector3>) -> Option<Bounds> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let with = |bounds: Bounds, p: Vector3| Bounds {
            min: in_space(bounds.min.x.min(p.x), bounds.min.y.min(p.y), bounds.min.z.min(p.z)),
            max: in_space(bounds.max.x.max(p.x), bounds.max.y.max(p.y), bounds.max.z.max(p.z)),
        };
        Some(points.fold(Bounds { min: first, max: first }, with))
    }

    pub fn centre(&self) -> Vector3 {
        // Halved first: the sum of two huge numbers may overflow.
        self.min * 0.5 + self.max * 0.5
    }

    pub fn diagonal(&self) -> f64 {
        (self.max - self.min).length()
    }

    pub fn corners(&self) -> [Vector3; 8] {
        let (low, high) = (self.min, self.max);
        let pick = |bit: usize, low: f64, high: f64| if bit == 1 { high } else { low };
        std::array::from_fn(|i| {
            in_space(pick(i & 1, low.x, high.x), pick(i >> 1 & 1, low.y, high.y), pick(i >> 2, low.z, high.z))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_across_a_normal_follow_the_convention() {
        // n = z: x and y are equally little aligned, and the first is taken.
        assert_eq!(Z.across(), [Y, -X]);
        let n = in_space(0.3, -0.5, 0.8).unit().unwrap();
        let [t1, t2] = n.across();
        assert!(t1.dot(n).abs() < 1e-12 && t2.dot(n).abs() < 1e-12 && t1.dot(t2).abs() < 1e-12);
        assert!((t1.cross(t2) - n).length() < 1e-12, "right-handed");
    }

    #[test]
    fn turning_keeps_the_axis_and_lengths() {
        assert!((X.turned(Z, std::f64::consts::FRAC_PI_2) - Y).length() < 1e-12);
        assert_eq!(Z.turned(Z, 1.0), Z);
    }
}
