//! The place of an outline nearest to a point: its inward normal, its curvature, whether it is a corner.
//!
//! Normals are never normalised: an edge vector turned left, or centre − point, is rational where the unit
//! vector is not.  Which place is nearest is chosen in doubles from exact differences; whether the point lies
//! *on* the outline, and on which side of that place, is exact.

use super::plane::{
    cross, difference, dot, exact_root, from_doubles, is_zero, length, length_squared, reversed,
    same_direction, scaled, sum, to_doubles, turned_left,
};
use super::{Boundary, Outline, Piece, Point, Turn};
use stiction_proof::Rational;

/// What kind of place a boundary point is.
#[derive(Debug, Clone, PartialEq)]
pub enum Feature {
    /// A place with one normal.
    Smooth {
        /// Direction into the solid, any length.
        normal: Point,
        /// Curvature, convex positive; `None` where two pieces of different curvature join smoothly.
        curvature: Option<Rational>,
        /// Whether the curvature passed through a root.
        rounded: bool,
    },
    /// A corner between two pieces.
    Corner {
        /// Directions into the solid beside it: of the piece that arrives and of the one that leaves.
        normals: [Point; 2],
        /// Whether the solid fills less than half the neighbourhood.
        convex: bool,
    },
}

/// The place of an outline nearest to a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Nearest {
    /// Where it is; rounded on arcs.
    pub place: Point,
    /// How far, in doubles.
    pub distance: f64,
    /// Whether the point lies exactly on the outline.
    pub on_outline: bool,
    /// Whether the point lies in the closed region, judged from this place.
    pub inside: bool,
    /// What is there.
    pub feature: Feature,
}

impl Outline {
    /// The place of the boundary nearest to `point`.
    ///
    /// ```
    /// use stiction_geometry::shape::{Feature, Outline};
    /// let brick = Outline::rectangle([0.into(), 0.into()], [2.into(), 1.into()]);
    /// let nearest = brick.nearest(&[1.into(), 0.into()]).unwrap();
    /// assert!(nearest.on_outline);
    /// let Feature::Smooth { normal, .. } = nearest.feature else { panic!("an edge is smooth") };
    /// assert!(normal[0] == 0.into() && normal[1] > 0.into()); // up, into the brick
    /// ```
    pub fn nearest(&self, point: &Point) -> Option<Nearest> {
        Boundary::new(self).nearest(point)
    }

    /// Like [`Outline::nearest`], but a corner within `reach` wins: a rounded point beside a corner means it.
    pub fn nearest_within(&self, point: &Point, reach: f64) -> Option<Nearest> {
        Boundary::new(self).nearest_within(point, reach)
    }

    /// Whether the closed region contains `point`; exact but for paths with arcs, where the nearest piece is
    /// chosen in doubles.
    pub fn contains(&self, point: &Point) -> bool {
        match self {
            Self::Polygon { .. } => {
                let edges: Vec<Piece> = self.rings().concat();
                edges.iter().any(|edge| lies_on_segment(edge, point))
                    || edges.iter().filter(|edge| crosses_ray(edge, point)).count() % 2 == 1
            }
            _ => self.nearest(point).is_some_and(|nearest| nearest.inside),
        }
    }
}

/// Whether the ray from `point` towards +x crosses the edge; the lower end belongs to it, the upper does not.
pub(super) fn crosses_ray(edge: &Piece, point: &Point) -> bool {
    let (a, b) = (edge.from(), edge.to());
    let upward = a[1] <= point[1] && point[1] < b[1];
    let downward = b[1] <= point[1] && point[1] < a[1];
    let side = super::plane::orientation(a, b, point);
    (upward && side.is_positive()) || (downward && side.is_negative())
}

/// Whether `point` lies on a straight piece, ends included.
pub(super) fn lies_on_segment(segment: &Piece, point: &Point) -> bool {
    let (to_point, along) = (difference(point, segment.from()), difference(segment.to(), segment.from()));
    let reach = dot(&to_point, &along);
    cross(&along, &to_point).is_zero() && !reach.is_negative() && reach <= length_squared(&along)
}

/// The place of one piece of a closed chain nearest to a point.
pub(super) fn nearest_of_piece(ring: &[Piece], index: usize, point: &Point) -> Nearest {
    let (start, end) = (index, (index + 1) % ring.len());
    match &ring[index] {
        Piece::Segment { from, to } => {
            let along = difference(to, from);
            match dot(&difference(point, from), &along).checked_div(&length_squared(&along)) {
                Some(t) if t.is_positive() && t < Rational::one() => on_segment(from, &along, &t, point),
                Some(t) if t.is_positive() => at_joint(ring, end, point),
                _ => at_joint(ring, start, point),
            }
        }
        arc @ Piece::Arc { from, to, center, .. } => {
            let outward = difference(point, center);
            let at_end = |end: &Point| same_direction(&difference(end, center), &outward);
            let beside = arc.sweeps_over(&outward) && !at_end(from) && !at_end(to) && !is_zero(&outward);
            if let Some(circle) = circle_of(arc).filter(|_| beside) {
                return circle.nearest(point);
            }
            let (first, last) = (at_joint(ring, start, point), at_joint(ring, end, point));
            if last.distance < first.distance { last } else { first }
        }
    }
}

fn on_segment(from: &Point, along: &Point, t: &Rational, point: &Point) -> Nearest {
    let place = sum(from, &scaled(along, t));
    let normal = turned_left(along);
    let offset = difference(point, &place);
    Nearest {
        distance: length(&offset),
        on_outline: is_zero(&offset),
        inside: !dot(&offset, &normal).is_negative(),
        feature: Feature::Smooth { normal, curvature: Some(Rational::zero()), rounded: false },
        place,
    }
}

/// A circle that carries a piece of boundary, solid inside for `Turn::Left` and outside for `Turn::Right`.
struct Circle<'c> {
    center: &'c Point,
    radius_squared: Rational,
    turn: Turn,
}

impl Circle<'_> {
    /// Direction into the solid at, or on the ray through, the point `outward` from the centre.
    fn normal(&self, outward: &Point) -> Point {
        if self.turn == Turn::Left { reversed(outward) } else { outward.clone() }
    }

    /// Curvature, convex positive, and whether it is rounded.
    fn curvature(&self) -> (Option<Rational>, bool) {
        let exact = exact_root(&self.radius_squared);
        let rounded = exact.is_none();
        let radius = exact.or_else(|| Rational::from_f64(self.radius_squared.to_f64().sqrt()));
        let curvature = radius.and_then(|r| r.recip());
        (if self.turn == Turn::Left { curvature } else { curvature.map(|k| -k) }, rounded)
    }

    /// The place of the whole circle nearest to a point other than its centre.
    fn nearest(&self, point: &Point) -> Nearest {
        let outward = difference(point, self.center);
        let square = length_squared(&outward);
        let on_outline = square == self.radius_squared;
        let (radius, away) = (self.radius_squared.to_f64().sqrt(), length(&outward));
        let (curvature, rounded) = self.curvature();
        let reach = from_doubles(to_doubles(&outward).map(|x| x / away * radius));
        Nearest {
            place: reach.filter(|_| !on_outline).map_or_else(|| point.clone(), |r| sum(self.center, &r)),
            distance: if on_outline { 0.0 } else { (away - radius).abs() },
            on_outline,
            inside: on_outline || (square < self.radius_squared) == (self.turn == Turn::Left),
            feature: Feature::Smooth { normal: self.normal(&outward), curvature, rounded },
        }
    }
}

/// The joint where piece `index` begins.
pub(super) fn at_joint(ring: &[Piece], index: usize, point: &Point) -> Nearest {
    let leaving = &ring[index];
    let arriving = &ring[(index + ring.len() - 1) % ring.len()];
    let place = leaving.from().clone();
    let normals = [inward_normal(arriving, &place), inward_normal(leaving, &place)];
    let feature = joint_feature(arriving, leaving, normals);
    let offset = difference(point, &place);
    let on_outline = is_zero(&offset);
    let inside = on_outline
        || match &feature {
            Feature::Corner { convex, .. } => !convex,
            Feature::Smooth { normal, .. } => !dot(&offset, normal).is_negative(),
        };
    Nearest { distance: length(&offset), on_outline, inside, feature, place }
}

fn joint_feature(arriving: &Piece, leaving: &Piece, normals: [Point; 2]) -> Feature {
    if same_direction(&normals[0], &normals[1]) {
        let ((before, rounded), (after, _)) = (piece_curvature(arriving), piece_curvature(leaving));
        let [_, normal] = normals;
        return Feature::Smooth { normal, curvature: before.filter(|k| after.as_ref() == Some(k)), rounded };
    }
    // A left turn is convex; a spike that turns straight back counts as convex too.
    let convex = !cross(&normals[0], &normals[1]).is_negative();
    Feature::Corner { normals, convex }
}

/// Direction into the solid, on the left of the piece, at a point of it.
fn inward_normal(piece: &Piece, at: &Point) -> Point {
    match piece {
        Piece::Segment { from, to } => turned_left(&difference(to, from)),
        Piece::Arc { center, turn: Turn::Left, .. } => difference(center, at),
        Piece::Arc { center, turn: Turn::Right, .. } => difference(at, center),
    }
}

fn piece_curvature(piece: &Piece) -> (Option<Rational>, bool) {
    match circle_of(piece) {
        None => (Some(Rational::zero()), false),
        Some(circle) => circle.curvature(),
    }
}

fn circle_of(piece: &Piece) -> Option<Circle<'_>> {
    match piece {
        Piece::Segment { .. } => None,
        Piece::Arc { from, center, turn, .. } => {
            Some(Circle { center, radius_squared: length_squared(&difference(from, center)), turn: *turn })
        }
    }
}

pub(super) fn nearest_on_disc(center: &Point, radius: &Rational, point: &Point) -> Nearest {
    let circle = Circle { center, radius_squared: radius * radius, turn: Turn::Left };
    if point != center {
        return circle.nearest(point);
    }
    // Every place is as near as any other from the centre: take the rightmost.
    let rightmost = sum(center, &[radius.clone(), Rational::zero()]);
    Nearest { distance: radius.to_f64(), on_outline: false, ..circle.nearest(&rightmost) }
}

pub(super) fn nearest_on_line(through: &Point, outward: &Point, point: &Point) -> Option<Nearest> {
    let height = dot(&difference(point, through), outward);
    let step = height.checked_div(&length_squared(outward))?;
    let offset = scaled(outward, &step);
    Some(Nearest {
        place: difference(point, &offset),
        distance: length(&offset),
        on_outline: height.is_zero(),
        inside: !height.is_positive(),
        feature: Feature::Smooth {
            normal: reversed(outward),
            curvature: Some(Rational::zero()),
            rounded: false,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::testing::{point, ring};

    fn l_shape() -> Outline {
        Outline::polygon(ring(&[(0, 0), (3, 0), (3, 1), (1, 1), (1, 2), (0, 2)]), vec![])
    }

    fn half_disc() -> Outline {
        Outline::path(vec![
            Piece::Segment { from: point(-5, 0), to: point(5, 0) },
            Piece::Arc { from: point(5, 0), to: point(-5, 0), center: point(0, 0), turn: Turn::Left },
        ])
    }

    fn normal_at(outline: &Outline, at: &Point) -> Point {
        match outline.nearest(at).unwrap().feature {
            Feature::Smooth { normal, .. } => normal,
            corner => panic!("{at:?} is no smooth place but {corner:?}"),
        }
    }

    #[test]
    fn the_normal_of_an_edge_points_into_the_part() {
        let shape = l_shape();
        assert!(same_direction(&normal_at(&shape, &point(2, 0)), &point(0, 1)));
        assert!(same_direction(&normal_at(&shape, &point(2, 1)), &point(0, -1)));
        assert!(same_direction(&normal_at(&shape, &[Rational::one(), Rational::new(3, 2)]), &point(-1, 0)));
        assert!(shape.nearest(&point(2, 1)).unwrap().on_outline);
    }

    #[test]
    fn in_a_hole_the_normal_points_away_from_the_hole() {
        let frame = Outline::polygon(
            ring(&[(-2, -2), (2, -2), (2, 2), (-2, 2)]),
            vec![ring(&[(-1, -1), (1, -1), (1, 1), (-1, 1)])],
        );
        assert!(same_direction(&normal_at(&frame, &point(1, 0)), &point(1, 0)));
        assert!(!frame.contains(&point(0, 0)));
        assert!(frame.contains(&point(1, 0)));
        assert!(frame.contains(&[Rational::new(3, 2), 0.into()]));
        assert!(!frame.contains(&point(3, 0)));
        let Feature::Corner { convex, .. } = frame.nearest(&point(1, 1)).unwrap().feature else { panic!() };
        assert!(!convex, "the corner of a hole is concave");
    }

    #[test]
    fn a_corner_has_two_normals() {
        let shape = l_shape();
        let at_foot = shape.nearest(&point(0, 0)).unwrap();
        assert!(at_foot.on_outline);
        let Feature::Corner { normals, convex } = at_foot.feature else { panic!("(0, 0) is a corner") };
        assert!(convex);
        assert!(same_direction(&normals[0], &point(1, 0)) && same_direction(&normals[1], &point(0, 1)));
        let Feature::Corner { convex, .. } = shape.nearest(&point(1, 1)).unwrap().feature else { panic!() };
        assert!(!convex, "the inner corner of an L is concave");
    }

    #[test]
    fn a_corner_within_reach_wins_over_the_edge_beside_it() {
        let beside = [Rational::new(1, 1_000_000_000_000), Rational::zero()];
        assert!(matches!(l_shape().nearest(&beside).unwrap().feature, Feature::Smooth { .. }));
        assert!(matches!(l_shape().nearest_within(&beside, 1e-9).unwrap().feature, Feature::Corner { .. }));
    }

    #[test]
    fn a_straight_joint_is_not_a_corner() {
        let shape = Outline::polygon(ring(&[(0, 0), (1, 0), (2, 0), (2, 1), (0, 1)]), vec![]);
        let nearest = shape.nearest(&point(1, 0)).unwrap();
        assert!(matches!(nearest.feature, Feature::Smooth { curvature: Some(k), .. } if k.is_zero()));
    }

    #[test]
    fn curvature_is_positive_where_convex_and_exact_where_rational() {
        let on_arc = half_disc().nearest(&point(3, 4)).unwrap();
        assert!(on_arc.on_outline);
        let Feature::Smooth { normal, curvature, rounded } = on_arc.feature else { panic!() };
        assert_eq!((normal, curvature, rounded), (point(-3, -4), Some(Rational::new(1, 5)), false));
        let disc = Outline::disc(point(1, 1), Rational::new(1, 3));
        let nearest = disc.nearest(&point(1, 7)).unwrap();
        assert_eq!(nearest.distance, 6.0 - 1.0 / 3.0);
        assert!(matches!(nearest.feature, Feature::Smooth { curvature: Some(k), .. } if k == 3.into()));
    }

    #[test]
    fn a_concave_arc_curves_negatively() {
        // A 4×2 block with a half-disc of radius 1 bitten out of its upper side.
        let line =
            |a: (i64, i64), b: (i64, i64)| Piece::Segment { from: point(a.0, a.1), to: point(b.0, b.1) };
        let bite = Piece::Arc { from: point(1, 0), to: point(-1, 0), center: point(0, 0), turn: Turn::Right };
        let block = Outline::path(vec![
            line((-2, 0), (-2, -2)),
            line((-2, -2), (2, -2)),
            line((2, -2), (2, 0)),
            line((2, 0), (1, 0)),
            bite,
            line((-1, 0), (-2, 0)),
        ]);
        let bottom = block.nearest(&point(0, -1)).unwrap();
        assert!(bottom.on_outline);
        assert!(matches!(&bottom.feature, Feature::Smooth { normal, curvature: Some(k), .. }
            if *normal == point(0, -1) && *k == (-1).into()));
        assert!(!block.contains(&[0.into(), Rational::new(-1, 2)]));
        assert!(block.contains(&[0.into(), Rational::new(-3, 2)]));
    }

    #[test]
    fn a_half_plane_is_solid_against_its_normal() {
        let floor = Outline::half_plane(point(0, 0), point(0, 2));
        assert!(
            floor.contains(&point(7, -1)) && floor.contains(&point(7, 0)) && !floor.contains(&point(7, 1))
        );
        assert!(same_direction(&normal_at(&floor, &point(3, 0)), &point(0, -1)));
        assert_eq!(floor.nearest(&point(3, 5)).unwrap().place, point(3, 0));
    }

    #[test]
    fn the_centre_of_a_disc_has_a_nearest_place_too() {
        let nearest = Outline::disc(point(0, 0), 2.into()).nearest(&point(0, 0)).unwrap();
        assert!(nearest.inside && !nearest.on_outline && nearest.distance == 2.0);
    }
}
