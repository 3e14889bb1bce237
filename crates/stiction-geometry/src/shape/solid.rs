//! Solids of space: polyhedra (boxes among them), spheres, cylinders, half-spaces, triangle meshes.

use super::space::to_doubles;
use super::{Mesh, Polyhedron};
use std::array::from_fn;
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

impl Solid {
    /// An axis-parallel box.
    ///
    /// ```
    /// use stiction_geometry::shape::Solid;
    /// let brick = Solid::cuboid([0.into(), 0.into(), 0.into()], [4.into(), 2.into(), 1.into()]);
    /// assert!(brick.faults().is_empty());
    /// assert_eq!(brick.moments().unwrap().volume, 8.into());
    /// ```
    pub fn cuboid(center: Point3, size: Point3) -> Self {
        Self::Polyhedron(Polyhedron::cuboid(&center, &size))
    }

    /// A ball.
    pub fn sphere(center: Point3, radius: Rational) -> Self {
        Self::Sphere { center, radius }
    }

    /// A right circular cylinder about its centre; the axis may have any length but zero.
    pub fn cylinder(center: Point3, axis: Point3, radius: Rational, height: Rational) -> Self {
        Self::Cylinder { center, axis, radius, height }
    }

    /// Everything on the side of a plane that `normal` points away from.
    pub fn half_space(point: Point3, normal: Point3) -> Self {
        Self::HalfSpace { point, normal }
    }

    /// A solid with flat faces, the corners of each in either order: turned outward where the faces close a
    /// surface with two sides, and left as they are otherwise, for [`Solid::faults`] to name.
    pub fn polyhedron(vertices: Vec<Point3>, faces: Vec<Vec<usize>>) -> Self {
        Self::Polyhedron(Polyhedron { vertices, faces }.oriented())
    }

    /// Lowest and highest coordinates, in doubles; `None` for a half-space, which has no bounds, and for a
    /// solid without corners.
    pub fn bounds(&self) -> Option<[[f64; 3]; 2]> {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.bounds(),
            Self::Sphere { center, radius } => Some(around(center, [radius.to_f64(); 3])),
            Self::Cylinder { center, axis, radius, height } => {
                Some(around(center, cylinder_reach(axis, radius.to_f64(), height.to_f64())))
            }
            Self::HalfSpace { .. } => None,
            Self::Mesh(mesh) => mesh.bounds(),
        }
    }

    /// Diagonal of the bounds: the length against which a distance counts as small.  1 where there are none.
    pub fn size(&self) -> f64 {
        self.bounds().map_or(1.0, diagonal)
    }
}

/// Length of the diagonal of a box.
pub(super) fn diagonal([low, high]: [[f64; 3]; 2]) -> f64 {
    (high[0] - low[0]).hypot(high[1] - low[1]).hypot(high[2] - low[2])
}

/// The box of some points; `None` without points.
pub(super) fn box_of(points: impl Iterator<Item = [f64; 3]>) -> Option<[[f64; 3]; 2]> {
    points.fold(None, |bounds: Option<[[f64; 3]; 2]>, point| {
        let [low, high] = bounds.unwrap_or([point; 2]);
        Some([from_fn(|k| low[k].min(point[k])), from_fn(|k| high[k].max(point[k]))])
    })
}

fn around(center: &Point3, reach: [f64; 3]) -> [[f64; 3]; 2] {
    let center = to_doubles(center);
    [from_fn(|k| center[k] - reach[k]), from_fn(|k| center[k] + reach[k])]
}

/// How far a cylinder extends along each axis of the world: its caps are discs across the axis.
fn cylinder_reach(axis: &Point3, radius: f64, height: f64) -> [f64; 3] {
    let axis = to_doubles(axis);
    let length = axis[0].hypot(axis[1]).hypot(axis[2]);
    from_fn(|k| {
        let across = axis[(k + 1) % 3].hypot(axis[(k + 2) % 3]);
        (radius * across + height / 2.0 * axis[k].abs()) / length
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::testing::point3 as point;

    #[test]
    fn bounds_are_tight() {
        assert_eq!(Solid::cuboid(point(1, 2, 3), point(2, 4, 6)).bounds(), Some([[0.0; 3], [2.0, 4.0, 6.0]]));
        assert_eq!(
            Solid::sphere(point(1, 0, 0), 2.into()).bounds(),
            Some([[-1.0, -2.0, -2.0], [3.0, 2.0, 2.0]])
        );
        let can = Solid::cylinder(point(0, 0, 5), point(0, 0, -3), 2.into(), 10.into());
        assert_eq!(can.bounds(), Some([[-2.0, -2.0, 0.0], [2.0, 2.0, 10.0]]));
        assert_eq!(Solid::half_space(point(0, 0, 0), point(0, 0, 1)).bounds(), None);
        assert_eq!(Solid::half_space(point(0, 0, 0), point(0, 0, 1)).size(), 1.0);
        assert_eq!(Solid::Mesh(Mesh::default()).bounds(), None);
    }

    #[test]
    fn a_leaning_cylinder_reaches_as_far_as_its_rim() {
        // Axis (3, 0, 4)/5, radius 5, height 10: along x the rim reaches 5·4/5 + 5·3/5 = 7.
        let can = Solid::cylinder(point(0, 0, 0), point(3, 0, 4), 5.into(), 10.into());
        assert_eq!(can.bounds(), Some([[-7.0, -5.0, -7.0], [7.0, 5.0, 7.0]]));
    }
}
