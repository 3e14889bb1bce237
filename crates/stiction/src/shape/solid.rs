//! Solids of space: polyhedra (boxes among them), spheres, cylinders, half-spaces, triangle meshes.

use stiction_proof::Rational;

/// A point of space, exact.
pub type Point3 = [Rational; 3];

/// A closed region of space, in world coordinates.
#[derive(Debug, Clone, PartialEq)]
pub enum Solid {
    /// A solid with flat faces, convex or not; a box is one.
    Polyhedron(Polyhedron),
    /// A ball.
    Sphere {
        /// Its centre.
        center: Point3,
        /// Its radius, positive.
        radius: Rational,
    },
    /// A right circular cylinder.
    Cylinder {
        /// Its centre, half way along the axis.
        center: Point3,
        /// Direction of the axis, any length but zero.
        axis: Point3,
        /// Its radius, positive.
        radius: Rational,
        /// Its height along the axis, positive.
        height: Rational,
    },
    /// Everything on one side of a plane.
    HalfSpace {
        /// A point of the plane.
        point: Point3,
        /// Normal out of the solid, any length but zero.
        normal: Point3,
    },
    /// A closed surface of triangles, as read from a mesh file: doubles, for there may be millions.
    Mesh(Mesh),
}

/// A solid bounded by flat polygons.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Polyhedron {
    /// The corners.
    pub vertices: Vec<Point3>,
    /// Each face as corners in order, counter-clockwise seen from outside.
    pub faces: Vec<Vec<usize>>,
}

/// A closed surface of triangles.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    /// The corners.
    pub vertices: Vec<[f64; 3]>,
    /// Each triangle as three corners, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}
