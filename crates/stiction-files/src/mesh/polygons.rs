//! Corners and polygons as they come out of a file, made into triangles.

use super::ear::{Ears, triangulate};
use super::{MeshLimits, whole};
use crate::fault::Faults;
use stiction::shape::Mesh;

/// A mesh that grows within limits.
pub(super) struct Polygons {
    vertices: Vec<[f64; 3]>,
    corners: Vec<u32>,
    /// Where each face begins among the corners.
    starts: Vec<usize>,
    most: usize,
}

impl Polygons {
    pub fn new(limits: &MeshLimits) -> Self {
        Self { vertices: Vec::new(), corners: Vec::new(), starts: Vec::new(), most: limits.triangles }
    }

    pub fn vertex(&mut self, vertex: [f64; 3]) -> Result<(), Faults> {
        if !vertex.iter().all(|x| x.is_finite()) {
            let message = format!("vertex {} has a coordinate that is no number", self.vertices.len() + 1);
            return Err(whole("not-finite", message, "export the mesh again"));
        }
        self.vertices.push(vertex);
        self.within(self.vertices.len() / 3)
    }

    /// A face by its corners; one of fewer than three bounds nothing and is passed over.
    pub fn face(&mut self, corners: &[u32]) -> Result<(), Faults> {
        if corners.len() < 3 {
            return Ok(());
        }
        self.starts.push(self.corners.len());
        self.corners.extend(corners);
        self.within(self.corners.len() - 2 * self.starts.len())
    }

    fn within(&self, triangles: usize) -> Result<(), Faults> {
        if triangles <= self.most {
            return Ok(());
        }
        let message = format!("the mesh has more than the limit of {} triangles", self.most);
        Err(whole("too-large", message, "simplify the mesh, or raise the limit"))
    }

    /// The mesh of triangles, equal corners made one.
    pub fn finish(self) -> Result<Mesh, Faults> {
        let mut triangles = Vec::new();
        let mut ears = Ears::default();
        let ends = self.starts.iter().skip(1).copied().chain([self.corners.len()]);
        for (index, (start, end)) in self.starts.iter().copied().zip(ends).enumerate() {
            let corners = &self.corners[start..end];
            if let Some(beyond) = corners.iter().find(|&&k| k as usize >= self.vertices.len()) {
                let message = format!("face {} has corner {beyond} of {}", index + 1, self.vertices.len());
                return Err(whole("vertex-index", message, "corners are counted from 0"));
            }
            let before = triangles.len();
            if !triangulate(&self.vertices, corners, &mut ears, &mut triangles) {
                // A bent or crossing polygon is cut as a fan: what it bounds is judged with the whole.
                triangles.truncate(before);
                let fan = corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]);
                triangles.extend(fan);
            }
        }
        Ok(Mesh::new(self.vertices, triangles).welded())
    }
}
