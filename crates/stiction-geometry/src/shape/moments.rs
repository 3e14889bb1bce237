//! What an outline encloses: area, centroid and second moment, by Green's theorem.
//!
//! For a ring of corners `pᵢ`, with `cᵢ = pᵢ × pᵢ₊₁` and the solid on the left,
//!
//! ```text
//!     A = ½ Σ cᵢ,   A·p̄ = ⅙ Σ cᵢ (pᵢ + pᵢ₊₁),   J = 1/12 Σ cᵢ (pᵢ² + pᵢ·pᵢ₊₁ + pᵢ₊₁²)          (1)
//! ```
//!
//! all rational.  An arc of radius r that sweeps Δ adds the region between it and its chord: with m the unit
//! vector from the centre to the middle of the arc, about that centre,
//!
//! ```text
//!     A = ½ r² (Δ − sin Δ),   A·p̄ = ⅔ r³ sin³(Δ/2) m,   J = r⁴ (Δ/4 − sin Δ (2 + cos Δ)/12)     (2)
//! ```

use super::outline::ring_edges;
use super::plane::{cross, difference, dot, from_doubles, length, length_squared, scaled, sum, to_doubles};
use super::{Outline, Piece, Point};
use stiction_proof::Rational;

/// Area, centroid and polar second moment of a region.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    /// Area, m².
    pub area: Rational,
    /// Centroid.
    pub centroid: Point,
    /// ∫ |p − centroid|² dA, m⁴: times a density it is the inertia about the centre of mass.
    pub second: Rational,
    /// Whether area and second moment passed through π or a root.
    pub rounded: bool,
    /// Whether the centroid did too.
    pub centroid_rounded: bool,
}

impl Outline {
    /// Area, centroid and second moment; `None` for a half-plane, and for a region without area.
    ///
    /// ```
    /// use stiction_geometry::shape::Outline;
    /// # use stiction_proof::Rational;
    /// let brick = Outline::rectangle([0.into(), 0.into()], [2.into(), 1.into()]);
    /// let moments = brick.moments().unwrap();
    /// assert_eq!(moments.area, 2.into());
    /// assert_eq!(moments.second, Rational::new(5, 6)); // A (a² + b²) / 12
    /// ```
    pub fn moments(&self) -> Option<Moments> {
        match self {
            Self::HalfPlane { .. } => None,
            Self::Disc { center, radius } => disc_moments(center, radius),
            Self::Polygon { outer, holes } => {
                let edges: Vec<Piece> =
                    std::iter::once(outer).chain(holes).flat_map(|r| ring_edges(r)).collect();
                chord_sums(&edges).moments()
            }
            Self::Path { pieces } if pieces.iter().all(|p| matches!(p, Piece::Segment { .. })) => {
                chord_sums(pieces).moments()
            }
            Self::Path { pieces } => path_moments(pieces),
        }
    }
}

/// Zeroth, first and second moment about the origin, before division.
struct Sums {
    area: Rational,
    first: Point,
    second: Rational,
}

impl Sums {
    fn moments(self) -> Option<Moments> {
        let centroid = scaled(&self.first, &self.area.recip()?);
        let second = &self.second - &self.area * length_squared(&centroid);
        Some(Moments { area: self.area, centroid, second, rounded: false, centroid_rounded: false })
    }
}

/// Equation (1) over the chords of a closed chain.
fn chord_sums(pieces: &[Piece]) -> Sums {
    let zero = Rational::zero;
    let mut sums = Sums { area: zero(), first: [zero(), zero()], second: zero() };
    for piece in pieces {
        let (a, b) = (piece.from(), piece.to());
        let c = cross(a, b);
        sums.second += &c * (length_squared(a) + dot(a, b) + length_squared(b));
        sums.first = sum(&sums.first, &scaled(&sum(a, b), &c));
        sums.area += c;
    }
    Sums {
        area: sums.area * Rational::new(1, 2),
        first: scaled(&sums.first, &Rational::new(1, 6)),
        second: sums.second * Rational::new(1, 12),
    }
}

fn disc_moments(center: &Point, radius: &Rational) -> Option<Moments> {
    let r = radius.to_f64();
    let area = std::f64::consts::PI * r * r;
    Some(Moments {
        area: Rational::from_f64(area)?,
        centroid: center.clone(),
        second: Rational::from_f64(area * r * r / 2.0)?,
        rounded: true,
        centroid_rounded: false,
    })
}

/// Chords and arcs together, in doubles about the first point so that a far-away part loses no digits.
fn path_moments(pieces: &[Piece]) -> Option<Moments> {
    let origin = pieces.first()?.from();
    let near: Vec<Piece> = pieces.iter().map(|piece| shifted(piece, origin)).collect();
    let chords = chord_sums(&near);
    let mut area = chords.area.to_f64();
    let mut first = to_doubles(&chords.first);
    let mut second = chords.second.to_f64();
    for piece in &near {
        let Piece::Arc { from, center, .. } = piece else { continue };
        let bulge = Bulge::new(piece.sweep(), from, center);
        let [cx, cy] = to_doubles(center);
        second += bulge.second
            + 2.0 * (cx * bulge.first[0] + cy * bulge.first[1])
            + bulge.area * (cx * cx + cy * cy);
        first = [first[0] + bulge.first[0] + bulge.area * cx, first[1] + bulge.first[1] + bulge.area * cy];
        area += bulge.area;
    }
    let centroid = [first[0] / area, first[1] / area];
    let second = second - area * (centroid[0].powi(2) + centroid[1].powi(2));
    Some(Moments {
        area: Rational::from_f64(area)?,
        centroid: sum(origin, &from_doubles(centroid)?),
        second: Rational::from_f64(second)?,
        rounded: true,
        centroid_rounded: true,
    })
}

fn shifted(piece: &Piece, origin: &Point) -> Piece {
    let less = |p: &Point| difference(p, origin);
    match piece {
        Piece::Segment { from, to } => Piece::Segment { from: less(from), to: less(to) },
        Piece::Arc { from, to, center, turn } => {
            Piece::Arc { from: less(from), to: less(to), center: less(center), turn: *turn }
        }
    }
}

/// Equation (2): the region between an arc and its chord, about the centre of the arc.
struct Bulge {
    area: f64,
    first: [f64; 2],
    second: f64,
}

impl Bulge {
    fn new(sweep: f64, from: &Point, center: &Point) -> Self {
        let start = difference(from, center);
        let r = length(&start);
        let [x, y] = to_doubles(&start);
        let (half_sine, half_cosine) = (sweep / 2.0).sin_cos();
        // The start turned by half the sweep is r·m.
        let middle = [x * half_cosine - y * half_sine, x * half_sine + y * half_cosine];
        let reach = 2.0 / 3.0 * r * r * half_sine.powi(3);
        Self {
            area: r * r * (sweep - sweep.sin()) / 2.0,
            first: [reach * middle[0], reach * middle[1]],
            second: r.powi(4) * (sweep / 4.0 - sweep.sin() * (2.0 + sweep.cos()) / 12.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::testing::{point, ring};
    use crate::shape::{Pose, Turn};

    fn half_disc(radius: i64) -> Outline {
        let (left, right) = (point(-radius, 0), point(radius, 0));
        Outline::path(vec![
            Piece::Segment { from: left.clone(), to: right.clone() },
            Piece::Arc { from: right, to: left, center: point(0, 0), turn: Turn::Left },
        ])
    }

    fn close(a: &Rational, b: f64) -> bool {
        (a.to_f64() - b).abs() <= 1e-14 * b.abs().max(1.0)
    }

    #[test]
    fn a_rectangle_is_exact_whichever_way_it_is_walked() {
        let ways = [ring(&[(1, 1), (4, 1), (4, 3), (1, 3)]), ring(&[(1, 1), (1, 3), (4, 3), (4, 1)])];
        for corners in ways {
            let moments = Outline::polygon(corners, vec![]).moments().unwrap();
            assert_eq!(moments.area, 6.into());
            assert_eq!(moments.centroid, [Rational::new(5, 2), 2.into()]);
            assert_eq!(moments.second, Rational::new(13, 2));
            assert!(!moments.rounded);
        }
    }

    #[test]
    fn an_l_shape_is_its_two_rectangles() {
        let shape = Outline::polygon(ring(&[(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]), vec![]);
        let moments = shape.moments().unwrap();
        assert_eq!(moments.area, 4.into());
        // 3×1 at (3/2, 1/2) and 1×1 at (1/2, 3/2).
        assert_eq!(moments.centroid, [Rational::new(5, 4), Rational::new(3, 4)]);
        // 3·10/12 + 3·(1/16 + 1/16) + 2/12 + (9/16 + 9/16), by the parallel axis theorem.
        assert_eq!(
            moments.second,
            Rational::new(5, 2) + Rational::new(3, 8) + Rational::new(1, 6) + Rational::new(9, 8)
        );
    }

    #[test]
    fn a_ring_is_the_difference_of_two_squares() {
        let shape = Outline::polygon(
            ring(&[(-2, -2), (2, -2), (2, 2), (-2, 2)]),
            vec![ring(&[(-1, -1), (1, -1), (1, 1), (-1, 1)])],
        );
        let moments = shape.moments().unwrap();
        assert_eq!(moments.area, 12.into());
        assert_eq!(moments.centroid, point(0, 0));
        assert_eq!(moments.second, Rational::new(16 * 32, 12) - Rational::new(4 * 8, 12));
    }

    #[test]
    fn a_disc_is_rounded_and_its_centroid_is_not() {
        let moments = Outline::disc(point(3, 4), 2.into()).moments().unwrap();
        assert!(close(&moments.area, 4.0 * std::f64::consts::PI));
        assert!(close(&moments.second, 8.0 * std::f64::consts::PI));
        assert_eq!(moments.centroid, point(3, 4));
        assert!(moments.rounded && !moments.centroid_rounded);
    }

    #[test]
    fn a_half_disc_balances_at_four_thirds_of_its_radius_over_pi() {
        use std::f64::consts::PI;
        let moments = half_disc(2).moments().unwrap();
        assert!(close(&moments.area, 2.0 * PI));
        assert!(close(&moments.centroid[0], 0.0));
        assert!(close(&moments.centroid[1], 8.0 / (3.0 * PI)));
        assert!(close(&moments.second, PI * 4.0 - 2.0 * PI * (8.0 / (3.0 * PI)).powi(2)));
    }

    #[test]
    fn a_full_circle_of_arcs_is_a_disc_and_a_bite_is_taken_away() {
        use std::f64::consts::PI;
        let (east, west) = (point(1, 0), point(-1, 0));
        let arc = |from: &Point, to: &Point, turn| Piece::Arc {
            from: from.clone(),
            to: to.clone(),
            center: point(0, 0),
            turn,
        };
        let disc = Outline::path(vec![arc(&east, &west, Turn::Left), arc(&west, &east, Turn::Left)]);
        assert!(close(&disc.moments().unwrap().second, PI / 2.0));
        let line = |from: Point, to: Point| Piece::Segment { from, to };
        // A 4×2 rectangle below y = 0 with a half-disc bitten out of its upper side.
        let bitten = Outline::path(vec![
            line(point(-2, 0), point(-2, -2)),
            line(point(-2, -2), point(2, -2)),
            line(point(2, -2), point(2, 0)),
            line(point(2, 0), east.clone()),
            arc(&east, &west, Turn::Right),
            line(west, point(-2, 0)),
        ]);
        let moments = bitten.moments().unwrap();
        assert!(close(&moments.area, 8.0 - PI / 2.0));
        assert!(close(&moments.centroid[1], (-8.0 + 2.0 / 3.0) / (8.0 - PI / 2.0)));
    }

    #[test]
    fn the_second_moment_about_the_centroid_ignores_where_the_part_lies() {
        let shape = Outline::polygon(ring(&[(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]), vec![]);
        let at_home = shape.moments().unwrap();
        for pose in [["100", "-7/3", "0"], ["1", "2", "0.3"], ["-1", "0", "3.141592653589793"]] {
            let pose = Pose::new(pose.map(|text| text.parse().unwrap())).unwrap();
            let away = shape.moved(&pose).moments().unwrap();
            assert_eq!(away.area, at_home.area);
            assert_eq!(away.second, at_home.second);
            assert_eq!(away.centroid, pose.place(&at_home.centroid));
        }
    }

    #[test]
    fn a_far_path_keeps_its_digits() {
        let far = Pose::new(["1e9".parse().unwrap(), "-1e9".parse().unwrap(), 0.into()]).unwrap();
        let (near, away) = (half_disc(1).moments().unwrap(), half_disc(1).moved(&far).moments().unwrap());
        assert_eq!(near.second, away.second);
        assert_eq!(far.place(&near.centroid), away.centroid);
    }

    #[test]
    fn a_half_plane_weighs_nothing_sensible() {
        assert_eq!(Outline::half_plane(point(0, 0), point(0, 1)).moments(), None);
    }
}
