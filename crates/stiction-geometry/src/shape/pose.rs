//! A pose of the plane: turn about the origin, then shift.
//!
//! A turn is kept exactly rigid: with `t = tan(θ/2)` rounded to a double, cosine `(1 − t²)/(1 + t²)` and sine
//! `2t/(1 + t²)` are rational and their squares add up to exactly 1.  Only the angle is rounded, by less than
//! 1e-15 rad; lengths, areas and angles between edges are not.

use super::plane::sum;
use super::{Outline, Piece, Point};
use stiction_proof::Rational;

/// Where a body's coordinates lie in the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Pose {
    /// Shift, after the turn.
    pub shift: Point,
    /// Cosine of the angle.
    pub cosine: Rational,
    /// Sine of the angle.
    pub sine: Rational,
    /// Whether the angle was rounded: every angle but 0 is.
    pub rounded: bool,
}

impl Pose {
    /// The pose `[x, y, theta]`, theta in radians; `None` if theta is beyond the doubles.
    ///
    /// ```
    /// use stiction_geometry::shape::Pose;
    /// use stiction_proof::Rational;
    /// let pose = Pose::new([1.into(), 0.into(), "0.3".parse().unwrap()]).unwrap();
    /// assert_eq!(&pose.cosine * &pose.cosine + &pose.sine * &pose.sine, Rational::one());
    /// ```
    pub fn new([x, y, theta]: [Rational; 3]) -> Option<Self> {
        let straight =
            Self { shift: [x, y], cosine: Rational::one(), sine: Rational::zero(), rounded: false };
        if let Some([cosine, sine]) = quarters(&theta) {
            return Some(Self { cosine: cosine.into(), sine: sine.into(), ..straight });
        }
        Some(straight.turned(&Rational::from_f64((theta.to_f64() / 2.0).tan())?))
    }

    fn turned(self, t: &Rational) -> Self {
        let square = t * t;
        let whole = Rational::one() + &square;
        let cosine = (Rational::one() - square) / &whole;
        Self { cosine, sine: (t + t) / whole, rounded: true, ..self }
    }

    /// A point of the body, in world coordinates.
    pub fn place(&self, point: &Point) -> Point {
        sum(&self.turn(point), &self.shift)
    }

    /// A direction of the body, in world axes.
    pub fn turn(&self, [x, y]: &Point) -> Point {
        [&self.cosine * x - &self.sine * y, &self.sine * x + &self.cosine * y]
    }
}

/// Degrees as radians: a multiple of π/180 with forty digits, so that quarter turns are recognised.
///
/// ```
/// use stiction_geometry::shape::{Pose, degrees};
/// let pose = Pose::new([0.into(), 0.into(), degrees(&270.into())]).unwrap();
/// assert_eq!((pose.cosine, pose.sine, pose.rounded), (0.into(), (-1).into(), false));
/// ```
pub fn degrees(count: &Rational) -> Rational {
    let pi = Rational::parse_bounded("3.1415926535897932384626433832795028841972").unwrap_or_default();
    count * &pi * Rational::new(1, 180)
}

/// Cosine and sine of an angle that is so many quarter turns in [degrees].
fn quarters(theta: &Rational) -> Option<[i64; 2]> {
    if theta.is_zero() {
        return Some([1, 0]);
    }
    let count = (theta.to_f64() / std::f64::consts::FRAC_PI_2).round();
    if count.abs() > 1e6 || degrees(&Rational::from(90 * count as i64)) != *theta {
        return None;
    }
    Some(match (count as i64).rem_euclid(4) {
        0 => [1, 0],
        1 => [0, 1],
        2 => [-1, 0],
        _ => [0, -1],
    })
}

impl Outline {
    /// The same outline where the pose puts it.
    pub fn moved(&self, pose: &Pose) -> Self {
        let ring = |ring: &Vec<Point>| ring.iter().map(|p| pose.place(p)).collect();
        match self {
            Self::Polygon { outer, holes } => {
                Self::Polygon { outer: ring(outer), holes: holes.iter().map(ring).collect() }
            }
            Self::Disc { center, radius } => {
                Self::Disc { center: pose.place(center), radius: radius.clone() }
            }
            Self::Path { pieces } => {
                Self::Path { pieces: pieces.iter().map(|p| moved_piece(p, pose)).collect() }
            }
            Self::HalfPlane { point, normal } => {
                Self::HalfPlane { point: pose.place(point), normal: pose.turn(normal) }
            }
        }
    }
}

fn moved_piece(piece: &Piece, pose: &Pose) -> Piece {
    match piece {
        Piece::Segment { from, to } => Piece::Segment { from: pose.place(from), to: pose.place(to) },
        Piece::Arc { from, to, center, turn } => {
            Piece::Arc { from: pose.place(from), to: pose.place(to), center: pose.place(center), turn: *turn }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose(x: &str, y: &str, theta: &str) -> Pose {
        Pose::new([x, y, theta].map(|text| text.parse().unwrap())).unwrap()
    }

    #[test]
    fn a_shift_is_exact() {
        let shift = pose("1/3", "-2", "0");
        assert!(!shift.rounded);
        assert_eq!(shift.place(&[0.into(), 0.into()]), [Rational::new(1, 3), (-2).into()]);
    }

    #[test]
    fn an_angle_beyond_the_doubles_is_refused() {
        assert_eq!(Pose::new(["0", "0", "1e400"].map(|text| text.parse().unwrap())), None);
    }

    #[test]
    fn a_turn_is_rigid_and_near_its_angle() {
        for theta in ["0.3", "-2", "1.5707963267948966", "3.141592653589793", "100", "1e-300", "1e300"] {
            let turn = pose("0", "0", theta);
            let angle: f64 = theta.parse().unwrap();
            assert_eq!(&turn.cosine * &turn.cosine + &turn.sine * &turn.sine, Rational::one());
            assert!((turn.cosine.to_f64() - angle.cos()).abs() < 1e-15, "{theta}");
            assert!((turn.sine.to_f64() - angle.sin()).abs() < 1e-15, "{theta}");
            assert!(turn.rounded);
        }
    }
}
