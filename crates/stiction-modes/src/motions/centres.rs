//! Planar twists as centres of rotation.
//!
//! ```text
//!     V = (ω, vx, vy) about r   ↔   the centre r + (−vy, vx)/ω with the sign of ω                          (1)
//! ```
//!
//! A translation is a centre at infinity: as ω goes to zero from above, the centre goes away in the direction
//! `(−vy, vx)`.  A cone of twists is one convex region of signed centres, which may go through infinity: a
//! polygon of counter-clockwise centres, one of clockwise centres, and translations where both meet.  The
//! same polygons are the moment labels of the dual cone of wrenches: about a point of the first every wrench
//! has a moment ≥ 0, about one of the second ≤ 0.
//!
//! References: \[MR 12.1.6\]; \[MR 12.2.2\] for moment labels.

use super::sector::Sector;
use stiction_proof::Rational;

/// The signed centre of a planar motion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Centre {
    /// The point that stays, and whether the body turns counter-clockwise.
    At {
        /// The point.
        point: [Rational; 2],
        /// Whether the rate is positive.
        counter_clockwise: bool,
    },
    /// A translation this way.
    Infinity([Rational; 2]),
    /// No motion.
    Still,
}

/// The centre of a twist about a reference point, (1).
///
/// ```
/// use stiction_modes::motions::centres::{Centre, centre, twist};
/// use stiction_proof::Rational;
/// let origin = [0, 0].map(Rational::from);
/// let spin = [1, 2, 0].map(Rational::from);
/// let found = centre(&spin, &origin);
/// assert_eq!(found, Centre::At { point: [0, 2].map(Rational::from), counter_clockwise: true });
/// assert_eq!(twist(&found, &origin), spin);
/// ```
pub fn centre([turn, vx, vy]: &[Rational; 3], reference: &[Rational; 2]) -> Centre {
    let part = |entry: &Rational| entry.checked_div(turn);
    match (part(&-vy), part(vx)) {
        (Some(x), Some(y)) => Centre::At {
            point: [&reference[0] + &x, &reference[1] + &y],
            counter_clockwise: turn.is_positive(),
        },
        _ if vx.is_zero() && vy.is_zero() => Centre::Still,
        _ => Centre::Infinity([vx.clone(), vy.clone()]),
    }
}

/// The twist of unit rate about a centre, or the translation.
pub fn twist(centre: &Centre, reference: &[Rational; 2]) -> [Rational; 3] {
    match centre {
        Centre::At { point, counter_clockwise } => {
            let rate = Rational::from(if *counter_clockwise { 1 } else { -1 });
            let [x, y] = [&point[0] - &reference[0], &point[1] - &reference[1]];
            [rate.clone(), &rate * &y, -(rate * x)]
        }
        Centre::Infinity([x, y]) => [Rational::zero(), x.clone(), y.clone()],
        Centre::Still => Default::default(),
    }
}

/// A corner of a region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Corner {
    /// A point of the plane.
    Point([Rational; 2]),
    /// A point at infinity, in this direction.
    Direction([Rational; 2]),
}

/// A convex region by its corners, counter-clockwise: a polygon, with directions an unbounded one; two
/// corners are a segment or a ray, `direction, point, opposite direction` is a line.
pub type Polygon = Vec<Corner>;

/// The centres of a cone of twists.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Centres {
    /// Counter-clockwise centres; none if there is none.
    pub plus: Option<Polygon>,
    /// Clockwise centres.
    pub minus: Option<Polygon>,
    /// Extreme directions of the translations.
    pub directions: Vec<[Rational; 2]>,
    /// Lines of translations, both ways.
    pub both_ways: Vec<[Rational; 2]>,
}

/// The centres of the cone that rays, once around where there are three or more, and lines generate.
///
/// ```
/// use stiction_modes::motions::centres::{Corner, centres};
/// use stiction_proof::Rational;
/// let number = |entries: [i64; 3]| entries.map(Rational::from);
/// let origin = [0, 0].map(Rational::from);
/// // Exercise 12.2(b): a counter-clockwise centre and a clockwise one are joined through infinity.
/// let both = centres(&[number([1, 2, 0]), number([-1, 0, -1])], &[], &origin);
/// assert_eq!(both.plus.unwrap()[0], Corner::Point([0, 2].map(Rational::from)));
/// assert_eq!(both.directions.len(), 1);
/// ```
pub fn centres(rays: &[[Rational; 3]], lines: &[[Rational; 3]], reference: &[Rational; 2]) -> Centres {
    centres_of(&Sector { rays: rays.to_vec(), lines: lines.to_vec() }, reference)
}

pub(super) fn centres_of(sector: &Sector, reference: &[Rational; 2]) -> Centres {
    let turn = [Rational::one(), Rational::zero(), Rational::zero()];
    let cut = sector.cut(&turn);
    let linear = |vectors: &[[Rational; 3]]| vectors.iter().map(|[_, x, y]| [x.clone(), y.clone()]).collect();
    Centres {
        plus: polygon(&cut.above, reference),
        minus: polygon(&sector.opposite().cut(&turn).above, reference),
        directions: linear(&cut.on.rays),
        both_ways: linear(&cut.on.lines),
    }
}

/// The region of a cone whose twists all have ω ≥ 0, if some have ω > 0.
fn polygon(sector: &Sector, reference: &[Rational; 2]) -> Option<Polygon> {
    let corner = |vector: &[Rational; 3]| match centre(vector, reference) {
        Centre::At { point, .. } => Corner::Point(point),
        _ => Corner::Direction(turned(vector)),
    };
    let corners: Vec<Corner> = sector.rays.iter().map(corner).collect();
    let start = corners.iter().position(|corner| matches!(corner, Corner::Point(_)))?;
    let rotated = || corners[start..].iter().chain(&corners[..start]).cloned();
    match &sector.lines[..] {
        [] => Some(if corners.len() == 3 { ordered(rotated().collect()) } else { rotated().collect() }),
        [line] => Some(along(rotated().collect(), turned(line))),
        _ => {
            let ways =
                [[1, 0], [0, 1], [-1, 0], [0, -1]].map(|way| Corner::Direction(way.map(Rational::from)));
            Some(rotated().take(1).chain(ways).collect())
        }
    }
}

/// `(−vy, vx)`: where the centre goes as ω goes to zero from above.
fn turned([_, x, y]: &[Rational; 3]) -> [Rational; 2] {
    [-y, x.clone()]
}

/// A corner with two directions: the left one comes last.
fn ordered(mut corners: Polygon) -> Polygon {
    if let [_, Corner::Direction(one), Corner::Direction(two)] = &corners[..]
        && turn(one, two).is_negative()
    {
        corners.swap(1, 2);
    }
    corners
}

/// A region that contains a whole line of centres.
fn along(corners: Polygon, way: [Rational; 2]) -> Polygon {
    let back = way.each_ref().map(|entry| -entry);
    let (left, right) = match &corners[..] {
        [only] => return vec![Corner::Direction(back), only.clone(), Corner::Direction(way)],
        [Corner::Point(one), Corner::Point(two), ..] => {
            (turn(&way, &[&two[0] - &one[0], &two[1] - &one[1]]), corners[1].clone())
        }
        [_, Corner::Direction(inward), ..] => (turn(&way, inward), corners[1].clone()),
        _ => return corners,
    };
    let (first, last) = if left.is_negative() { (back, way) } else { (way, back) };
    vec![corners[0].clone(), Corner::Direction(first), right, Corner::Direction(last)]
}

fn turn(a: &[Rational; 2], b: &[Rational; 2]) -> Rational {
    &a[0] * &b[1] - &a[1] * &b[0]
}

/// The label of a point: whether every wrench of a cone has a moment ≥ 0 about it, and whether every one ≤ 0.
///
/// A wrench `(m, f)` about `r` has the moment `m − (p − r) × f` about `p`, which is its power on the unit
/// turn about `p`.
pub fn moments(
    wrenches: &[[Rational; 3]],
    lines: &[[Rational; 3]],
    reference: &[Rational; 2],
    point: &[Rational; 2],
) -> [bool; 2] {
    let turn = twist(&Centre::At { point: point.clone(), counter_clockwise: true }, reference);
    let moment = |wrench: &[Rational; 3]| super::sector::product(wrench, &turn);
    let none = lines.iter().all(|line| moment(line).is_zero());
    [
        none && wrenches.iter().all(|wrench| !moment(wrench).is_negative()),
        none && wrenches.iter().all(|wrench| !moment(wrench).is_positive()),
    ]
}
