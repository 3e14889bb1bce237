//! Is a polyhedron a box along the axes?  Most blocks of most walls are, and such a box needs no proof that it
//! closes, is flat and does not pass through itself: it is recognised by comparing coordinates alone.

use super::solid_moments::SolidMoments;
use super::space::{difference, scaled, sum};
use super::{Point3, Polyhedron};
use std::array::from_fn;
use stiction_proof::Rational;

/// A box along the axes that has a volume.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cuboid<'a> {
    low: [&'a Rational; 3],
    high: [&'a Rational; 3],
}

impl<'a> Cuboid<'a> {
    /// The box that a polyhedron is: eight corners, six faces of four, all outward.  `None` for everything else.
    pub fn of(polyhedron: &'a Polyhedron) -> Option<Self> {
        let corners: &[Point3; 8] = polyhedron.vertices.as_slice().try_into().ok()?;
        if polyhedron.faces.len() != 6 {
            return None;
        }
        let [x, y, z] = [extent(corners, 0)?, extent(corners, 1)?, extent(corners, 2)?];
        let cuboid = Self { low: [x[0], y[0], z[0]], high: [x[1], y[1], z[1]] };
        let places: [usize; 8] = from_fn(|k| cuboid.place(&corners[k]));
        let sides: Option<Vec<usize>> = polyhedron.faces.iter().map(|face| side(face, &places)).collect();
        (are_all(&sides?, 6) && are_all(&places, 8)).then_some(cuboid)
    }

    /// Which corner this is: bit k says that its coordinate k is the high one.
    fn place(&self, corner: &Point3) -> usize {
        (0..3).map(|k| usize::from(&corner[k] == self.high[k]) << k).sum()
    }

    /// Volume V, the middle, and V (b² + c²) / 12 about each axis.
    pub fn moments(&self) -> SolidMoments {
        let [low, high]: [Point3; 2] = [self.low, self.high].map(|ends| ends.map(Rational::clone));
        let size = difference(&high, &low);
        let volume = &size[0] * &size[1] * &size[2];
        let part = &volume * Rational::new(1, 12);
        let square: Point3 = from_fn(|k| &size[k] * &size[k]);
        let about = |k: usize| &part * (&square[(k + 1) % 3] + &square[(k + 2) % 3]);
        let entry = |row, column| if row == column { about(row) } else { Rational::zero() };
        SolidMoments {
            volume,
            centroid: scaled(&sum(&low, &high), &Rational::new(1, 2)),
            inertia: from_fn(|row| from_fn(|column| entry(row, column))),
            rounded: false,
            centroid_rounded: false,
        }
    }
}

/// The two values that a coordinate takes, the lower one first; `None` if there are more or fewer.
fn extent(corners: &[Point3; 8], axis: usize) -> Option<[&Rational; 2]> {
    let first = &corners[0][axis];
    let other = corners.iter().map(|corner| &corner[axis]).find(|value| *value != first)?;
    let known = |corner: &Point3| corner[axis] == *first || corner[axis] == *other;
    let ends = if first < other { [first, other] } else { [other, first] };
    corners.iter().all(known).then_some(ends)
}

/// Which of the six sides of the box a face is (2·axis, 1 more for the high one), if it walks round that side
/// counter-clockwise seen from outside.
fn side(face: &[usize], places: &[usize; 8]) -> Option<usize> {
    let corners: &[usize; 4] = face.try_into().ok()?;
    let mut walk = [0; 4];
    for (place, &corner) in walk.iter_mut().zip(corners) {
        *place = *places.get(corner)?;
    }
    let [a, b, c, d] = walk;
    let (first, second) = (axis_of(a ^ b)?, axis_of(b ^ c)?);
    if first == second || c ^ d != a ^ b {
        return None;
    }
    let across = 3 - first - second;
    // Each step up and each pair of axes in their cyclic order keeps the cross product along +across.
    let steps_up = [b >> first & 1 == 1, c >> second & 1 == 1, second == (first + 1) % 3];
    let is_along = steps_up.into_iter().filter(|up| !up).count() % 2 == 0;
    let is_high = a >> across & 1 == 1;
    (is_along == is_high).then_some(2 * across + usize::from(is_high))
}

/// The axis of a step that changes one coordinate.
fn axis_of(step: usize) -> Option<usize> {
    [1, 2, 4].iter().position(|&bit| bit == step)
}

/// Whether the numbers below `count` all occur.
fn are_all(numbers: &[usize], count: usize) -> bool {
    (0..count).all(|number| numbers.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brick() -> Polyhedron {
        let third = |k: i64| Rational::new(k, 3);
        Polyhedron::cuboid(&[third(1), third(-5), third(7)], &[third(2), third(4), third(5)])
    }

    fn with(change: impl Fn(&mut Polyhedron)) -> bool {
        let mut changed = brick();
        change(&mut changed);
        Cuboid::of(&changed).is_some()
    }

    #[test]
    fn a_box_is_recognised_however_its_faces_begin() {
        assert!(with(|_| ()));
        for face in 0..6 {
            assert!(with(|solid| solid.faces[face].rotate_left(face % 4)));
        }
        assert!(with(|solid| solid.faces.rotate_left(2)));
    }

    #[test]
    fn what_is_no_good_box_is_looked_at_in_full() {
        for face in 0..6 {
            assert!(!with(|solid| solid.faces[face].reverse()), "a face inward");
            assert!(!with(|solid| solid.faces[face].swap(0, 1)), "a face that crosses itself");
            assert!(!with(|solid| solid.faces[face] = solid.faces[(face + 1) % 6].clone()), "a face twice");
            assert!(!with(|solid| solid.faces[face][2] = 8), "a corner that is not there");
            assert!(!with(|solid| _ = solid.faces.remove(face)), "an open box");
        }
        for vertex in 0..8 {
            assert!(!with(|solid| solid.vertices[vertex][1] += Rational::new(1, 1_000_000)), "a bent box");
            assert!(!with(|solid| solid.vertices[vertex] = solid.vertices[7 - vertex].clone()));
        }
        assert!(!with(|solid| solid.vertices.iter_mut().for_each(|v| v[2] = Rational::one())), "no height");
    }

    #[test]
    fn a_box_weighs_what_its_surface_says() {
        let brick = brick();
        let cuboid = Cuboid::of(&brick).unwrap();
        assert_eq!(Some(cuboid.moments()), brick.moments_of_surface());
        assert_eq!(brick.faults_of_surface(), []);
    }
}
