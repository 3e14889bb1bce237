//! What a picture of a scene in space shows, before anything is drawn.
//!
//! A [`SolidPanel`] is the spatial brother of [`Panel`](crate::Panel): plain `f64` world coordinates (metres,
//! newtons, radians; a right-handed frame, z up unless gravity says otherwise).  It is drawn without
//! perspective; the direction of sight is chosen so that contacts, cones and arrows are seen.
//!
//! Numbers that are not finite are never drawn; the panel says how many things it had to leave out.

use crate::figure::{Body, Cast, Contact, Force, Motion, Words};

/// One scene in space, its verdict and the proof of the verdict.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SolidPanel {
    /// What is written above it.
    pub words: Words,
    /// The scene; gravity points down on the page.
    pub cast: Cast<SolidShape, 3, 6>,
    /// Areas of contact, hatched lightly.
    pub patches: Vec<Patch>,
    /// Direction from the scene to the viewer; `None` lets the picture choose.
    pub view: Option<[f64; 3]>,
}

impl SolidPanel {
    /// A scene with words above it, and nothing else.
    pub fn of(words: Words, cast: Cast<SolidShape, 3, 6>) -> Self {
        Self { words, cast, ..Self::default() }
    }
}

/// A rigid body in space.
pub type SolidBody = Body<SolidShape, 3>;
/// A contact in space, as seen from the body that it pushes.
pub type SolidContact = Contact<3>;
/// A force on a body in space.
pub type SolidForce = Force<3>;
/// A motion of a body in space.
pub type SolidMotion = Motion<3, 6>;

/// A region of space.
#[derive(Debug, Clone, PartialEq)]
pub enum SolidShape {
    /// Flat faces, convex or not.
    Faces {
        /// The corners.
        vertices: Vec<[f64; 3]>,
        /// The faces, counter-clockwise seen from outside.
        faces: Vec<SolidFace>,
    },
    /// A surface of triangles: only its silhouette and sharp edges are drawn as lines.
    Mesh {
        /// The corners.
        vertices: Vec<[f64; 3]>,
        /// Three corners each, counter-clockwise seen from outside.
        triangles: Vec<[u32; 3]>,
    },
    /// A ball.
    Sphere {
        /// Its centre.
        center: [f64; 3],
        /// Its radius, positive.
        radius: f64,
    },
    /// A right circular cylinder.
    Cylinder {
        /// Its centre, half way along the axis.
        center: [f64; 3],
        /// Direction of the axis, any length but zero.
        axis: [f64; 3],
        /// Its radius, positive.
        radius: f64,
        /// Its height along the axis, positive.
        height: f64,
    },
    /// Everything on one side of a plane, drawn as a plate around the rest of the scene.
    HalfSpace {
        /// A point of the plane.
        point: [f64; 3],
        /// Out of the solid; any length but zero.
        normal: [f64; 3],
    },
}

/// A flat face: corners by their index, holes in it if there are any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SolidFace {
    /// Corners in order, counter-clockwise seen from outside; not necessarily convex.
    pub outer: Vec<usize>,
    /// Corners of each hole, in either order.
    pub holes: Vec<Vec<usize>>,
}

impl SolidShape {
    /// A box with edges along the axes.
    pub fn cuboid(low: [f64; 3], high: [f64; 3]) -> SolidShape {
        let pick = |corner: usize, axis: usize| if corner >> axis & 1 == 1 { high[axis] } else { low[axis] };
        let vertices = (0..8).map(|corner| [0, 1, 2].map(|axis| pick(corner, axis))).collect();
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        SolidShape::Faces { vertices, faces: faces.map(|outer| SolidFace::polygon(&outer)).into() }
    }

    /// A prism: an outline in the x-y plane, counter-clockwise, between two heights.
    pub fn prism(outline: &[[f64; 2]], low: f64, high: f64) -> SolidShape {
        let count = outline.len();
        let at = |z: f64| outline.iter().map(move |&[x, y]| [x, y, z]);
        let side = |i: usize| {
            let next = (i + 1) % count;
            SolidFace::polygon(&[i, next, count + next, count + i])
        };
        let mut faces: Vec<SolidFace> = (0..count).map(side).collect();
        faces.push(SolidFace::polygon(&(0..count).rev().collect::<Vec<_>>()));
        faces.push(SolidFace::polygon(&(count..2 * count).collect::<Vec<_>>()));
        SolidShape::Faces { vertices: at(low).chain(at(high)).collect(), faces }
    }
}

impl SolidFace {
    /// A face without holes.
    pub fn polygon(corners: &[usize]) -> SolidFace {
        SolidFace { outer: corners.to_vec(), holes: Vec::new() }
    }
}

/// An area in which two bodies touch: a flat convex polygon.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch {
    /// Contacts refer to it.
    pub id: String,
    /// Its corners in order.
    pub corners: Vec<[f64; 3]>,
}
