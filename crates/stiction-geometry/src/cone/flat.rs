//! What directions of a plane generate, from the signs of turns.

use super::signs::{Signs, cross};
use std::cmp::Ordering;

/// What directions of a plane generate; directions by index, counterclockwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Flat {
    Nothing,
    Ray(usize),
    Line(usize, usize),
    Wedge(usize, usize),
    /// From the first to the second, its opposite; the third lies between.
    Half(usize, usize, usize),
    All,
}

impl Flat {
    /// With one more direction.  `turn(a, b)` is the sign of the turn from `a` to `b`; where it is zero, `agrees` says
    /// whether they point the same way, and nothing if `b` is no direction at all.
    pub(super) fn with(
        self,
        next: usize,
        turn: impl Fn(usize, usize) -> Ordering,
        agrees: impl Fn(usize, usize) -> Option<bool>,
    ) -> Self {
        use Ordering::{Equal, Greater, Less};
        match self {
            Self::Nothing => Self::Ray(next),
            Self::Ray(ray) => match turn(ray, next) {
                Greater => Self::Wedge(ray, next),
                Less => Self::Wedge(next, ray),
                Equal if agrees(ray, next) == Some(false) => Self::Line(ray, next),
                Equal => self,
            },
            Self::Line(one, other) => match turn(one, next) {
                Greater => Self::Half(one, other, next),
                Less => Self::Half(other, one, next),
                Equal => self,
            },
            Self::Wedge(first, last) => match (turn(first, next), turn(last, next)) {
                (Greater, Less) => self,
                (Greater, Greater) => Self::Wedge(first, next),
                (Less, Less) => Self::Wedge(next, last),
                (Less, Greater) => Self::All,
                (Equal, Equal) => self,
                (Equal, _) if agrees(first, next) == Some(false) => Self::Half(first, next, last),
                (_, Equal) if agrees(last, next) == Some(false) => Self::Half(next, last, first),
                _ => self,
            },
            Self::Half(first, ..) if turn(first, next) == Less => Self::All,
            Self::Half(..) | Self::All => self,
        }
    }
}

/// What directions in the plane of two generate, counterclockwise about the cross product of the two.
pub(super) fn in_plane(
    signs: &impl Signs,
    [p, q]: [usize; 2],
    directions: impl Iterator<Item = usize>,
) -> Flat {
    let Some((axis, sign)) = signs.across(p, q) else { return Flat::Nothing };
    let turn = |a: usize, b: usize| match sign {
        Ordering::Less => signs.cross(b, a, axis),
        _ => signs.cross(a, b, axis),
    };
    directions.fold(Flat::Nothing, |flat, next| flat.with(next, turn, |a, b| Some(signs.agree(a, b))))
}

/// What directions generate seen along one of them, counterclockwise about it.
pub(super) fn across(signs: &impl Signs, along: usize, directions: impl Iterator<Item = usize>) -> Flat {
    let turn = |a: usize, b: usize| signs.determinant(along, a, b);
    let agrees = |a: usize, b: usize| {
        let (axis, sign) = signs.across(along, a)?;
        match signs.cross(along, b, axis) {
            Ordering::Equal => None,
            other => Some(other == sign),
        }
    };
    let mut flat = Flat::Nothing;
    let mut walls = ([usize::MAX; 2], [[0.0; 3]; 2]);
    for next in directions {
        if let Flat::Wedge(first, last) = flat {
            // Nearly all lie between the two found so far.
            if walls.0 != [first, last] {
                let wall = |side: usize| cross(&signs.near()[along], &signs.near()[side]);
                walls = ([first, last], [wall(first), wall(last)]);
            }
            if signs.side(&walls.1[0], [along, first], next).is_gt()
                && signs.side(&walls.1[1], [along, last], next).is_lt()
            {
                continue;
            }
        }
        // The first must be seen at all.
        if flat != Flat::Nothing || signs.across(along, next).is_some() {
            flat = flat.with(next, turn, agrees);
        }
        if flat == Flat::All {
            break;
        }
    }
    flat
}
