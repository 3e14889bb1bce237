//! Solids with flat faces: their planes, their shells, and what lies inside them, all exact.

use super::cuboid::Cuboid;
use super::nearest::{crosses_ray, lies_on_segment};
use super::outline::ring_edges;
use super::solid::box_of;
use super::space::{cross, difference, dot, drop_axis, is_zero, scaled, sum, to_doubles, without};
use super::surface::{self, HalfEdge};
use super::{Point, Point3};
use std::array::from_fn;
use stiction_proof::Rational;

/// A solid bounded by flat polygons.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Polyhedron {
    /// The corners.
    pub vertices: Vec<Point3>,
    /// Each face as corners in order, counter-clockwise seen from outside.
    pub faces: Vec<Vec<usize>>,
}

/// The corners of a box, k counting 4, 2, 1 for high x, y, z: its faces towards −x, +x, −y, +y, −z, +z.
const BOX_FACES: [[usize; 4]; 6] =
    [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];

/// Where a point lies with respect to a closed region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Location {
    Inside,
    Boundary,
    Outside,
}

/// A connected part of a surface, with its box in doubles.
#[derive(Debug, Clone, Default)]
struct Shell {
    faces: Vec<usize>,
    bounds: [[f64; 3]; 2],
}

impl Polyhedron {
    /// The box of the given size about a centre: corners with z running fastest, faces towards −x, +x, −y, +y,
    /// −z, +z.
    pub(super) fn cuboid(center: &Point3, size: &Point3) -> Self {
        let half = scaled(size, &Rational::new(1, 2));
        let (low, high) = (difference(center, &half), sum(center, &half));
        let corner =
            |k: usize| from_fn(|axis| if k >> (2 - axis) & 1 == 1 { &high } else { &low }[axis].clone());
        Self { vertices: (0..8).map(corner).collect(), faces: BOX_FACES.iter().map(|f| f.to_vec()).collect() }
    }

    /// The corners of a face, those that exist.
    pub fn corners(&self, face: usize) -> impl Iterator<Item = &Point3> {
        self.faces[face].iter().filter_map(|&corner| self.vertices.get(corner))
    }

    /// Twice the vector area of a face: its outward normal, exact; zero for a face without area.
    pub fn outward_normal(&self, face: usize) -> Point3 {
        let corners: Vec<&Point3> = self.corners(face).collect();
        let Some((&first, rest)) = corners.split_first() else { return Point3::default() };
        let spans: Vec<Point3> = rest.iter().map(|corner| difference(corner, first)).collect();
        spans.windows(2).fold(Point3::default(), |area, pair| sum(&area, &cross(&pair[0], &pair[1])))
    }

    pub(super) fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        box_of((0..self.faces.len()).flat_map(|face| self.corners(face)).map(to_doubles))
    }

    /// The sides of the faces, matched.
    pub(super) fn half_edges(&self) -> Vec<HalfEdge> {
        let short = |corners: &Vec<usize>| corners.iter().map(|&c| c as u32).collect::<Vec<u32>>();
        surface::half_edges(self.faces.iter().map(short))
    }

    fn is_indexed(&self) -> bool {
        let good = |face: &Vec<usize>| face.len() >= 3 && face.iter().all(|&c| c < self.vertices.len());
        self.vertices.len() < u32::MAX as usize && self.faces.iter().all(good)
    }

    /// The same surface with neighbours in agreement, outer shells outward and the shells of cavities inward;
    /// unchanged where it is not closed or has only one side.
    pub fn oriented(self) -> Self {
        if Cuboid::of(&self).is_some() || !self.is_indexed() {
            return self;
        }
        let Some(found) = surface::shells(self.faces.len(), &self.half_edges()) else { return self };
        let mut agreed = self;
        for (face, _) in found.flip.iter().enumerate().filter(|(_, flip)| **flip) {
            agreed.faces[face][1..].reverse();
        }
        let mut shells = vec![Shell::default(); found.count];
        for (face, &shell) in found.shell.iter().enumerate() {
            shells[shell].faces.push(face);
        }
        for shell in &mut shells {
            let corners = shell.faces.iter().flat_map(|&face| agreed.corners(face));
            shell.bounds = box_of(corners.map(to_doubles)).unwrap_or_default();
        }
        let wrong: Vec<bool> = shells.iter().map(|shell| agreed.is_turned(&shells, shell)).collect();
        for &face in shells.iter().zip(wrong).filter(|(_, wrong)| *wrong).flat_map(|(shell, _)| &shell.faces)
        {
            agreed.faces[face][1..].reverse();
        }
        agreed
    }

    /// Whether a shell faces the wrong way: one inside an odd number of others bounds a cavity.
    fn is_turned(&self, shells: &[Shell], shell: &Shell) -> bool {
        let around = |other: &&Shell| other.faces[0] != shell.faces[0] && self.surrounds(other, shell);
        let cavity = shells.iter().filter(around).count() % 2 == 1;
        let volume = self.six_volumes(&shell.faces);
        if cavity { volume.is_positive() } else { volume.is_negative() }
    }

    /// Whether a shell lies within another, judged by its first corner that is not on that other.
    fn surrounds(&self, outer: &Shell, inner: &Shell) -> bool {
        let ([low, high], [inner_low, inner_high]) = (outer.bounds, inner.bounds);
        if (0..3).any(|k| inner_low[k] < low[k] || high[k] < inner_high[k]) {
            return false;
        }
        let corners = inner.faces.iter().flat_map(|&face| self.corners(face));
        let mut sides = corners.map(|corner| self.side(&outer.faces, corner));
        sides.find(|side| *side != Location::Boundary) == Some(Location::Inside)
    }

    /// Six times the volume that some faces enclose.
    pub(super) fn six_volumes(&self, faces: &[usize]) -> Rational {
        let Some(origin) = faces.first().and_then(|&face| self.corners(face).next()) else {
            return Rational::zero();
        };
        let height = |face: usize| {
            let corner = self.corners(face).next().unwrap_or(origin);
            dot(&difference(corner, origin), &self.outward_normal(face))
        };
        faces.iter().map(|&face| height(face)).sum()
    }

    /// Whether the closed region contains `point`; exact.
    pub fn contains(&self, point: &Point3) -> bool {
        let faces: Vec<usize> = (0..self.faces.len()).collect();
        self.side(&faces, point) != Location::Outside
    }

    /// On which side of a closed shell a point lies: a ray from it meets the shell an odd number of times
    /// from inside.
    pub(super) fn side(&self, faces: &[usize], point: &Point3) -> Location {
        let walls: Vec<Wall> = faces.iter().filter_map(|&face| Wall::new(self, face)).collect();
        if walls.iter().any(|wall| wall.holds(point)) {
            return Location::Boundary;
        }
        // Rays (1, t, t²): an edge or a flat face spoils at most two of them, so one of these is clear.
        let tries = 4 * walls.iter().map(|wall| wall.ring.len() + 1).sum::<usize>();
        for t in 0..=tries as i64 {
            let ray = [1.into(), t.into(), (t * t).into()];
            let meetings: Option<Vec<bool>> = walls.iter().map(|wall| wall.meets(point, &ray)).collect();
            if let Some(meetings) = meetings {
                let odd = meetings.iter().filter(|meets| **meets).count() % 2 == 1;
                return if odd { Location::Inside } else { Location::Outside };
            }
        }
        Location::Outside
    }
}

/// A face with its plane, and its ring seen along one axis.
pub(super) struct Wall {
    pub corner: Point3,
    /// Outward.
    pub normal: Point3,
    pub axis: usize,
    pub ring: Vec<Point>,
}

impl Wall {
    /// `None` for a face without area.
    pub fn new(polyhedron: &Polyhedron, face: usize) -> Option<Self> {
        let normal = polyhedron.outward_normal(face);
        let corner = polyhedron.corners(face).next()?.clone();
        let axis = drop_axis(&normal);
        let ring = polyhedron.corners(face).map(|corner| without(corner, axis)).collect();
        (!is_zero(&normal)).then_some(Self { corner, normal, axis, ring })
    }

    /// Where a point of the plane lies with respect to the ring.
    pub fn side(&self, point: &Point3) -> Location {
        let flat = without(point, self.axis);
        let edges = ring_edges(&self.ring);
        if edges.iter().any(|edge| lies_on_segment(edge, &flat)) {
            return Location::Boundary;
        }
        let odd = edges.iter().filter(|edge| crosses_ray(edge, &flat)).count() % 2 == 1;
        if odd { Location::Inside } else { Location::Outside }
    }

    /// Height of a point above the plane, in lengths of the normal.
    pub fn height(&self, point: &Point3) -> Rational {
        dot(&difference(point, &self.corner), &self.normal)
    }

    fn holds(&self, point: &Point3) -> bool {
        self.height(point).is_zero() && self.side(point) != Location::Outside
    }

    /// Whether a ray passes through the inside of the face; `None` if it grazes the face or its rim.
    fn meets(&self, from: &Point3, ray: &Point3) -> Option<bool> {
        let height = self.height(from);
        let Some(t) = (-&height).checked_div(&dot(ray, &self.normal)) else {
            // Along the plane: beside it there is no meeting, within it the face may be grazed.
            return (!height.is_zero()).then_some(false);
        };
        if !t.is_positive() {
            return Some(false);
        }
        match self.side(&sum(from, &scaled(ray, &t))) {
            Location::Boundary => None,
            side => Some(side == Location::Inside),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Solid;

    fn point(x: i64, y: i64, z: i64) -> Point3 {
        [x.into(), y.into(), z.into()]
    }

    fn cube(size: i64) -> Polyhedron {
        Polyhedron::cuboid(&point(0, 0, 0), &point(size, size, size))
    }

    fn joined(a: &Polyhedron, b: &Polyhedron) -> Polyhedron {
        let shift = a.vertices.len();
        let moved = b.faces.iter().map(|face| face.iter().map(|corner| corner + shift).collect());
        Polyhedron {
            vertices: a.vertices.iter().chain(&b.vertices).cloned().collect(),
            faces: a.faces.iter().cloned().chain(moved).collect(),
        }
    }

    #[test]
    fn a_box_looks_outward_on_every_side() {
        let cube = cube(2);
        let outward = [point(-8, 0, 0), point(8, 0, 0), point(0, -8, 0), point(0, 8, 0), point(0, 0, -8)];
        for (face, normal) in outward.iter().enumerate() {
            assert_eq!(&cube.outward_normal(face), normal);
        }
        assert_eq!(cube.clone().oriented(), cube, "a good box stays as it is");
    }

    #[test]
    fn faces_turned_at_random_are_turned_back() {
        for pattern in 0..64_u32 {
            let mut shuffled = cube(2);
            for face in (0..6).filter(|face| pattern >> face & 1 == 1) {
                shuffled.faces[face].reverse();
            }
            let Solid::Polyhedron(mended) = Solid::polyhedron(shuffled.vertices, shuffled.faces) else {
                panic!("a polyhedron is one")
            };
            let all: Vec<usize> = (0..6).collect();
            assert_eq!(mended.six_volumes(&all), 48.into());
            for face in 0..6 {
                assert_eq!(mended.outward_normal(face), cube(2).outward_normal(face));
            }
        }
    }

    #[test]
    fn a_cavity_is_taken_away_and_a_core_within_it_is_not() {
        let all: Vec<usize> = (0..18).collect();
        let nested = joined(&joined(&cube(6), &cube(4)), &cube(2)).oriented();
        assert_eq!(nested.six_volumes(&all), (6 * (216 - 64 + 8)).into());
        assert!(nested.contains(&point(0, 0, 0)) && nested.contains(&point(2, 0, 0)));
        assert!(!nested.contains(&[Rational::new(3, 2), 0.into(), 0.into()]));
        let apart = Polyhedron::cuboid(&point(9, 0, 0), &point(2, 2, 2));
        assert_eq!(joined(&cube(2), &apart).oriented().six_volumes(&all[..12]), 96.into());
    }

    #[test]
    fn inside_is_exact_to_one_part_in_a_googol() {
        let tiny: Rational = "1e-100".parse().unwrap();
        let cube = cube(2);
        for corner in &cube.vertices {
            assert!(cube.contains(corner));
            assert!(!cube.contains(&scaled(corner, &(Rational::one() + &tiny))));
            assert!(cube.contains(&scaled(corner, &(Rational::one() - &tiny))));
        }
        // Rays through edges and corners of the far side.
        assert!(cube.contains(&point(0, 0, 0)) && !cube.contains(&point(-2, -1, -1)));
        assert!(!cube.contains(&point(-2, 0, 0)) && !cube.contains(&point(-3, -3, -3)));
    }
}
