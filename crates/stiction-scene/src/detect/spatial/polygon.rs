//! Convex polygons of a plane: clipping one by another, cutting others into convex pieces, joining pieces.

use nalgebra::Vector2;
use std::f64::consts::{PI, TAU};

/// Part of a polygon's size below which a corner is none.
const STRAIGHT: f64 = 1e-9;

/// Where a side of a clipped polygon comes from: a side of the polygon that was cut, or of the one that cuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolygonSide {
    Own(usize),
    Cutter(usize),
}

/// A corner of a clipped polygon, with the sides that meet there: before it and after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    pub at: Vector2<f64>,
    pub sides: [PolygonSide; 2],
}

/// The part of a convex polygon inside another; both counter-clockwise.
pub fn clipped(own: &[Vector2<f64>], cutter: &[Vector2<f64>]) -> Vec<Corner> {
    let count = own.len();
    let corner = |i: usize| Corner {
        at: own[i],
        sides: [PolygonSide::Own((i + count - 1) % count), PolygonSide::Own(i)],
    };
    let mut corners: Vec<Corner> = (0..count).map(corner).collect();
    for j in 0..cutter.len() {
        let (from, to) = (cutter[j], cutter[(j + 1) % cutter.len()]);
        corners = cut(&corners, from, to - from, PolygonSide::Cutter(j));
        if corners.is_empty() {
            break;
        }
    }
    corners
}

/// What is left of the line through `from` along `along`; one step of Sutherland and Hodgman's way.
fn cut(corners: &[Corner], from: Vector2<f64>, along: Vector2<f64>, side: PolygonSide) -> Vec<Corner> {
    let left = |corner: &Corner| along.perp(&(corner.at - from));
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (index, corner) in corners.iter().enumerate() {
        let next = &corners[(index + 1) % corners.len()];
        let (here, there) = (left(corner), left(next));
        let at = || corner.at + (next.at - corner.at) * (here / (here - there));
        if here >= 0.0 {
            kept.push(*corner);
        }
        if here >= 0.0 && there < 0.0 {
            kept.push(Corner { at: at(), sides: [corner.sides[1], side] });
        } else if here < 0.0 && there >= 0.0 {
            kept.push(Corner { at: at(), sides: [side, corner.sides[1]] });
        }
    }
    kept
}

/// Twice the signed area.
pub fn twice_area(ring: &[Vector2<f64>]) -> f64 {
    let Some(base) = ring.first() else { return 0.0 };
    ring.windows(2).map(|pair| (pair[0] - base).perp(&(pair[1] - base))).sum()
}

/// Largest distance between two corners.
pub fn diameter(ring: &[Vector2<f64>]) -> f64 {
    let from = |a: &Vector2<f64>| ring.iter().map(|b| (a - b).norm()).fold(0.0, f64::max);
    ring.iter().map(from).fold(0.0, f64::max)
}

/// The corners at which a ring really turns.
pub fn real_corners(at: &[Vector2<f64>]) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..at.len()).collect();
    let slack = STRAIGHT * diameter(at);
    let mut index = 0;
    while kept.len() > 2 && index < kept.len() {
        let count = kept.len();
        let (a, b, c) =
            (at[kept[(index + count - 1) % count]], at[kept[index]], at[kept[(index + 1) % count]]);
        let base = c - a;
        let off = base.perp(&(b - a)).abs() / base.norm().max(f64::MIN_POSITIVE);
        if (b - a).norm() <= slack || off <= slack && (b - a).dot(&(c - b)) >= 0.0 {
            kept.remove(index);
            index = index.saturating_sub(1);
        } else {
            index += 1;
        }
    }
    kept
}

/// Whether a counter-clockwise ring never turns right.
pub fn is_convex(at: &[Vector2<f64>]) -> bool {
    let slack = STRAIGHT * diameter(at).powi(2);
    let count = at.len();
    let turn = |i: usize| {
        let (a, b, c) = (at[i], at[(i + 1) % count], at[(i + 2) % count]);
        (b - a).perp(&(c - b))
    };
    // A ring that winds twice never turns right either, but encloses less than its corners' hull suggests.
    count >= 3 && (0..count).all(|i| turn(i) >= -slack) && winds_once(at)
}

fn winds_once(at: &[Vector2<f64>]) -> bool {
    let count = at.len();
    let angle = |i: usize| {
        let (u, w) = (at[(i + 1) % count] - at[i], at[(i + 2) % count] - at[(i + 1) % count]);
        u.perp(&w).atan2(u.dot(&w))
    };
    (0..count).map(angle).sum::<f64>() < 3.0 * PI
}

/// Cuts a simple counter-clockwise ring into triangles by its ears; corners by their place in the ring.
pub fn triangles(at: &[Vector2<f64>]) -> Vec<Vec<usize>> {
    let mut ring: Vec<usize> = (0..at.len()).collect();
    let mut found = Vec::new();
    while ring.len() > 3 {
        let count = ring.len();
        let triple = |i: usize| [ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]];
        let ear = (0..count).find(|&i| is_ear(at, &ring, triple(i)));
        // A ring that crosses itself may have no ear: then the sharpest corner goes, so that this ends.
        let ear = ear.unwrap_or(0);
        found.push(triple(ear).to_vec());
        ring.remove(ear);
    }
    found.push(ring);
    found.retain(|triangle| twice_area(&triangle.iter().map(|&i| at[i]).collect::<Vec<_>>()) > 0.0);
    found
}

fn is_ear(at: &[Vector2<f64>], ring: &[usize], [i, j, k]: [usize; 3]) -> bool {
    let (a, b, c) = (at[i], at[j], at[k]);
    let inside = |p: &Vector2<f64>| {
        (b - a).perp(&(p - a)) >= 0.0 && (c - b).perp(&(p - b)) >= 0.0 && (a - c).perp(&(p - c)) >= 0.0
    };
    let others =
        ring.iter().filter(|&&corner| ![i, j, k].contains(&corner) && ![a, b, c].contains(&at[corner]));
    (b - a).perp(&(c - b)) > 0.0 && others.into_iter().all(|&corner| !inside(&at[corner]))
}

/// Joins pieces that share a side, while what they make together is convex (Hertel and Mehlhorn).
pub fn joined(mut pieces: Vec<Vec<usize>>, at: impl Fn(usize) -> Vector2<f64>) -> Vec<Vec<usize>> {
    let mut first = 0;
    while first < pieces.len() {
        let partner = (first + 1..pieces.len()).find_map(|second| {
            let union = union(&pieces[first], &pieces[second])?;
            is_convex(&union.iter().map(|&i| at(i)).collect::<Vec<_>>()).then_some((second, union))
        });
        match partner {
            Some((second, union)) => {
                pieces[first] = union;
                pieces.remove(second);
            }
            None => first += 1,
        }
    }
    pieces
}

/// Two rings joined along the side that one walks forwards and the other backwards.
fn union(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let side = |ring: &[usize], i: usize| (ring[i], ring[(i + 1) % ring.len()]);
    for i in 0..a.len() {
        let (from, to) = side(a, i);
        if let Some(j) = (0..b.len()).find(|&j| side(b, j) == (to, from)) {
            let own = (1..=a.len()).map(|k| a[(i + k) % a.len()]);
            let other = (2..b.len()).map(|k| b[(j + k) % b.len()]);
            // From `to` around a to `from`, then the rest of b back to `to`.
            let mut ring: Vec<usize> = own.chain(other).collect();
            while ring.len() > 3 && spike(&mut ring) {}
            return Some(ring);
        }
    }
    None
}

/// Removes a side that is walked there and back, which is left where two rings share more than one.
fn spike(ring: &mut Vec<usize>) -> bool {
    let count = ring.len();
    let Some(tip) = (0..count).find(|&i| ring[(i + count - 1) % count] == ring[(i + 1) % count]) else {
        return false;
    };
    let next = (tip + 1) % count;
    ring.remove(tip.max(next));
    ring.remove(tip.min(next));
    true
}

/// Angle below which two directions around a corner are one.
const ONE_DIRECTION: f64 = 1e-7;

/// Whether the border of a union of convex polygons, counter-clockwise and without overlap, turns at `place`.
///
/// Each polygon there fills a sector; sectors that follow each other are one.  A place on a straight border is left
/// with one sector of half a turn, a place inside with all directions.
pub fn is_corner_of_union(place: &Vector2<f64>, polygons: &[Vec<Vector2<f64>>]) -> bool {
    if polygons.len() == 1 {
        return true;
    }
    let mut sectors: Vec<[f64; 2]> = polygons.iter().filter_map(|polygon| sector(place, polygon)).collect();
    sectors.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let total: f64 = sectors.iter().map(|[_, width]| width).sum();
    let gaps = (0..sectors.len()).filter(|&i| {
        let ([begin, width], [next, _]) = (sectors[i], sectors[(i + 1) % sectors.len()]);
        let space = (next - begin - width).rem_euclid(TAU);
        space > ONE_DIRECTION && space < TAU - ONE_DIRECTION
    });
    match gaps.count() {
        0 => total < TAU - ONE_DIRECTION,
        1 => (total - PI).abs() > ONE_DIRECTION,
        _ => true,
    }
}

/// The directions into a polygon from a place on its border: where they begin and how wide they are.
fn sector(place: &Vector2<f64>, polygon: &[Vector2<f64>]) -> Option<[f64; 2]> {
    let slack = STRAIGHT * diameter(polygon);
    let count = polygon.len();
    let angle = |v: Vector2<f64>| v.y.atan2(v.x);
    for i in 0..count {
        let (before, here, next) = (polygon[(i + count - 1) % count], polygon[i], polygon[(i + 1) % count]);
        let (back, along) = (before - here, next - here);
        if (here - place).norm() <= slack {
            return Some([angle(along), along.perp(&back).atan2(along.dot(&back)).rem_euclid(TAU)]);
        }
        let (reach, off) = (along.dot(&(place - here)), along.perp(&(place - here)).abs() / along.norm());
        let between = reach > 0.0 && reach < along.norm_squared() && (next - place).norm() > slack;
        if between && off <= slack {
            return Some([angle(along), PI]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(corners: &[[f64; 2]]) -> Vec<Vector2<f64>> {
        corners.iter().map(|corner| Vector2::from(*corner)).collect()
    }

    #[test]
    fn an_l_is_two_convex_pieces() {
        let at = ring(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]);
        let pieces = joined(triangles(&at), |i| at[i]);
        assert_eq!(pieces.len(), 2, "{pieces:?}");
        let area = |piece: &Vec<usize>| twice_area(&piece.iter().map(|&i| at[i]).collect::<Vec<_>>());
        assert!((pieces.iter().map(area).sum::<f64>() - 6.0).abs() < 1e-12);
    }

    #[test]
    fn where_a_cut_ends_on_a_straight_border_there_is_no_corner() {
        let square = |x: f64, y: f64| ring(&[[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]);
        let angle = [square(0.0, 0.0), square(1.0, 0.0), square(0.0, 1.0)];
        let turns = |x: f64, y: f64| is_corner_of_union(&Vector2::new(x, y), &angle);
        assert!(turns(0.0, 0.0) && turns(2.0, 1.0) && turns(1.0, 1.0));
        assert!(!turns(1.0, 0.0) && !turns(0.0, 1.0));
        let touching = [square(0.0, 0.0), square(1.0, 1.0)];
        assert!(is_corner_of_union(&Vector2::new(1.0, 1.0), &touching));
        let full = [square(0.0, 0.0), square(1.0, 0.0), square(0.0, 1.0), square(1.0, 1.0)];
        assert!(!is_corner_of_union(&Vector2::new(1.0, 1.0), &full));
    }

    #[test]
    fn a_polygon_clipped_by_itself_is_itself() {
        let at = ring(&[[0.0, 0.0], [3.0, 1.0], [2.0, 4.0], [-1.0, 2.0]]);
        let corners: Vec<_> = clipped(&at, &at).iter().map(|corner| corner.at).collect();
        assert!((twice_area(&corners) - twice_area(&at)).abs() < 1e-12);
    }

    #[test]
    fn corners_on_straight_sides_are_none() {
        let at = ring(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [2.0, 2.0], [0.0, 2.0]]);
        assert_eq!(real_corners(&at).len(), 4);
    }
}
