//! Closed surfaces of triangles in doubles, as mesh files give them.

use super::solid::{box_of, diagonal};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A closed surface of triangles.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// The corners.
    pub vertices: Vec<[f64; 3]>,
    /// Each triangle as three corners, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// A mesh from corners and triangles, as they are; [`Mesh::faults`] says what is wrong with it.
    pub fn new(vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Self {
        Self { vertices, triangles }
    }

    /// A mesh from loose triangles, equal corners made one, in the order in which they first occur; a triangle
    /// that has two equal corners is kept and has no area.
    ///
    /// ```
    /// use stiction_geometry::shape::Mesh;
    /// let (a, b, c, d) = ([0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]);
    /// let mesh = Mesh::from_soup([[a, c, b], [a, b, d], [b, c, d], [c, a, d]].into_iter().flatten());
    /// assert_eq!((mesh.vertices.len(), mesh.triangles.len()), (4, 4));
    /// assert!(mesh.faults().is_empty());
    /// ```
    pub fn from_soup(corners: impl Iterator<Item = [f64; 3]>) -> Self {
        let mut known = Welder::default();
        let mut mesh = Self::default();
        let mut triangle = Vec::with_capacity(3);
        for corner in corners {
            triangle.push(known.index(corner, &mut mesh.vertices));
            if let [a, b, c] = triangle[..] {
                mesh.triangles.push([a, b, c]);
                triangle.clear();
            }
        }
        mesh
    }

    /// The same surface with equal corners made one (−0 is 0), and corners that no triangle uses left out.
    pub fn welded(&self) -> Self {
        let corners = |triangle| self.corners(triangle);
        Self::from_soup(self.triangles.iter().filter_map(corners).flatten())
    }

    /// The corners of a triangle; `None` if one of them does not exist.
    pub fn corners(&self, triangle: &[u32; 3]) -> Option<[[f64; 3]; 3]> {
        let corner = |k: u32| self.vertices.get(k as usize).copied();
        Some([corner(triangle[0])?, corner(triangle[1])?, corner(triangle[2])?])
    }

    /// Lowest and highest coordinates of the triangles; `None` without triangles.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        box_of(self.triangles.iter().filter_map(|triangle| self.corners(triangle)).flatten())
    }

    /// Diagonal of the bounds, 0 without triangles.
    pub fn size(&self) -> f64 {
        self.bounds().map_or(0.0, diagonal)
    }

    /// The same surface seen from the other side.
    pub fn turned_over(&self) -> Self {
        let triangles = self.triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
        Self { vertices: self.vertices.clone(), triangles }
    }
}

/// Corners by the bits of their coordinates.
#[derive(Default)]
struct Welder(HashMap<[u64; 3], u32>);

impl Welder {
    /// The number of a corner, given to it at its first occurrence.
    fn index(&mut self, corner: [f64; 3], vertices: &mut Vec<[f64; 3]>) -> u32 {
        let plain = corner.map(|x| x + 0.0); // −0 + 0 is 0
        match self.0.entry(plain.map(f64::to_bits)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let index = vertices.len() as u32;
                vertices.push(plain);
                *place.insert(index)
            }
        }
    }
}
