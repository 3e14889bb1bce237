//! What a picture of a scene in space shows, before anything is drawn.
//!
//! A [`SolidPanel`] is the spatial brother of [`Panel`](crate::Panel): plain `f64` world coordinates (metres,
//! newtons, radians; a right-handed frame, z up unless gravity says otherwise).  It is drawn without
//! perspective; the direction of sight is chosen so that contacts, cones and arrows are seen.
//!
//! Numbers that are not finite are never drawn; the panel says how many things it had to leave out.

use crate::figure::{ContactMark, ForceKind, Role, Tone};

/// One scene in space, its verdict and the proof of the verdict.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SolidPanel {
    /// Small line above the heading, usually the title of the scene; empty for none.
    pub title: String,
    /// The verdict in a few words.
    pub heading: String,
    /// How the heading is marked: ✓, ✗ or ?, and its colour.
    pub tone: Tone,
    /// Plain sentences under the heading, wrapped to the width of the panel.
    pub lines: Vec<String>,
    /// The bodies, in any order: what is nearer to the viewer covers what is behind it.
    pub bodies: Vec<SolidBody>,
    /// Contacts with their round friction cones.
    pub contacts: Vec<SolidContact>,
    /// Areas of contact, hatched lightly.
    pub patches: Vec<Patch>,
    /// Forces on the bodies; the longest arrow belongs to the largest of them.
    pub forces: Vec<SolidForce>,
    /// Motions that the contacts allow; usually none, or one for the body that escapes.
    pub motions: Vec<SolidMotion>,
    /// Direction of gravity, down on the page and drawn as a small arrow; `None` or zero for none.
    pub gravity: Option<[f64; 3]>,
    /// Direction from the scene to the viewer; `None` lets the picture choose.
    pub view: Option<[f64; 3]>,
    /// Whether the motions are parts of one, as in a collapse: then their sizes count.
    pub together: bool,
    /// Whether the motions are also shown moving, in an SVG; a PNG shows their ghosts alone.
    pub animated: bool,
}

/// A rigid body in space.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SolidBody {
    /// Written on or beside the body; motions and contacts refer to it.  Empty for no label.
    pub name: String,
    /// What may move it; decides how it is filled.
    pub role: Role,
    /// Where it is; `None` when only its contacts are known.
    pub shape: Option<SolidShape>,
    /// Centre of mass, drawn as a quartered circle; `None` for none.
    pub com: Option<[f64; 3]>,
}

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

/// A contact in space, as seen from the body that it pushes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SolidContact {
    /// Written beside it, only its end when it is long; empty for no label.
    pub id: String,
    /// Name of the body that it pushes.
    pub on: String,
    /// Where it touches.
    pub point: [f64; 3],
    /// Into the body; any length but zero.
    pub normal: [f64; 3],
    /// Static coefficient μ: a round cone of half angle arctan μ; 0 draws the bare normal.
    pub friction: f64,
    /// Directions across the normal, drawn as short ticks in a small scene; `None` for none.
    pub tangents: Option<[[f64; 3]; 2]>,
    /// Whether it resists spin about its normal: marked by a ring about the normal.
    pub soft: bool,
    /// Distance to what it may touch; a positive one is drawn hollow and dashed.
    pub gap: f64,
    /// What stands outside the body.
    pub mark: ContactMark,
    /// Whether the verdict rests on it: ringed.
    pub essential: bool,
    /// The [`Patch`] that it is a corner of; empty for none.
    pub patch: String,
}

/// An area in which two bodies touch: a flat convex polygon.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Patch {
    /// Contacts refer to it.
    pub id: String,
    /// Its corners in order.
    pub corners: Vec<[f64; 3]>,
}

/// A force on a body, drawn from where it acts.
#[derive(Debug, Clone, PartialEq)]
pub struct SolidForce {
    /// Where it acts.
    pub at: [f64; 3],
    /// Its components, in newtons.
    pub vector: [f64; 3],
    /// What exerts it.
    pub kind: ForceKind,
    /// Written at the head: `None` for the magnitude (`3.1 N`), empty for nothing.
    pub label: Option<String>,
}

/// A motion of a body in space: what escapes, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct SolidMotion {
    /// Name of the body that moves; contacts `on` it get an arrow of velocity.
    pub body: String,
    /// `[wx, wy, wz, vx, vy, vz]`, angular first; only its direction matters, not its length.
    pub twist: [f64; 6],
    /// The point whose velocity is `(vx, vy, vz)`, usually the centre of mass.
    pub about: [f64; 3],
}
