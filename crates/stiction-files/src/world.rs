//! What differs between the plane and space when a scene is read.
//!
//! Everything else is written once, over `S: World`.

use crate::files::Files;
use crate::findings::Findings;
use crate::node::At;
use stiction::scene::{Contact, Curvature, Scene};
use stiction::screw::Space;
use stiction::shape::Geometry;
use stiction_proof::Rational;

/// The plane or space, as the readers see it.
pub(crate) trait World: Geometry {
    /// How a point is written.
    const POINT: &'static str;
    /// How a velocity is written.
    const TWIST: &'static str;
    /// How an acceleration is written.
    const ACCELERATION: &'static str;
    /// How a wrench is written.
    const WRENCH: &'static str;
    /// The freedoms by name, each with its component of a twist.
    const FREEDOM_WORDS: &'static [(&'static str, usize)];
    /// The keys of a trajectory's polynomials, in the order of a twist.
    const DISPLACEMENTS: &'static [&'static str];
    /// All keys of a trajectory.
    const TRAJECTORY: &'static [&'static str];
    /// What bounds a shape, in words.
    const BOUNDARY: &'static str;

    /// Where a body's coordinates lie in the world.
    type Pose;
    /// A shape prepared for many questions about its nearest places.
    type Surface<'s>;

    /// Reads a shape and checks that it bounds a region.
    fn read_shape(at: &At<'_>, files: &dyn Files, found: &mut Findings<'_>) -> Option<Self::Shape>;
    /// What the shape encloses; none if that is not finite.
    fn filling(shape: &Self::Shape) -> Option<Filling<Self>>;
    /// Why a shape as read is not exactly what was written.
    fn rounding(shape: &Self::Shape) -> Option<&'static str>;

    /// Reads a pose.
    fn read_pose(at: &At<'_>, found: &mut Findings<'_>) -> Option<Self::Pose>;
    /// What a pose rounds, if it does: e.g. `turned by 0.3 rad`.
    fn pose_rounds(pose: &Self::Pose) -> Option<String>;
    /// A point of the body in world coordinates.
    fn place(pose: &Self::Pose, point: &Self::Vector) -> Self::Vector;
    /// A shape where the pose puts it.
    fn moved(pose: &Self::Pose, shape: &Self::Shape) -> Self::Shape;
    /// The angular and the linear part of a screw, both in world axes.
    fn turned_screw(pose: &Self::Pose, screw: &[Rational]) -> Vec<Rational>;
    /// An inertia in world axes.
    fn turned_inertia(pose: &Self::Pose, inertia: Self::Inertia) -> Self::Inertia;

    /// Whether a surface is that of a mesh.
    fn is_mesh(_: &Self::Surface<'_>) -> bool {
        false
    }

    /// Where the tool of the scene's robot is.
    fn tool(_: &Scene<Self>) -> Option<Self::Vector> {
        None
    }

    /// Reads an inertia about the centre of mass.
    fn read_inertia(at: &At<'_>, found: &mut Findings<'_>) -> Option<Self::Inertia>;
    /// The inertia of a filled shape.
    fn scaled_inertia(second: &Self::Inertia, density: &Rational) -> Self::Inertia;

    /// Prepares a shape.
    fn surface(shape: &Self::Shape) -> Self::Surface<'_>;
    /// The size that tolerances count against.
    fn size(surface: &Self::Surface<'_>) -> f64;
    /// The place of the surface nearest to a point.
    fn spot(surface: &Self::Surface<'_>, point: &Self::Vector) -> Option<Spot<Self>>;
    /// The curvatures of two surfaces at a contact, and whether they are rounded.
    fn curvature(
        surfaces: [&Self::Surface<'_>; 2],
        contact: &Contact<Self>,
    ) -> Option<([Curvature; 2], bool)>;

    /// Checks that the points of one entry lie as a patch does.
    fn check_patch(at: &At<'_>, points: &[Self::Vector], found: &mut Findings<'_>) -> Option<()>;
    /// Reads what only one of the two worlds knows of a contact: curvatures here, tangents there.
    fn read_special(at: &At<'_>, contact: &mut Contact<Self>, found: &mut Findings<'_>);
    /// The tangents of a contact with this normal: as given, or the usual ones.
    fn tangents(at: Option<&At<'_>>, normal: &Self::Vector, found: &mut Findings<'_>) -> Vec<Self::Vector>;
    /// Reads a force; whether it lies in its own cone is told by the message and the remedy.
    fn read_force(
        at: &At<'_>,
        contact: &Contact<Self>,
        found: &mut Findings<'_>,
    ) -> Option<(Vec<Rational>, Option<Reproof>)>;
}

/// A message and its remedy.
pub(crate) type Reproof = (String, &'static str);

/// What a shape encloses.
pub(crate) struct Filling<S: Geometry> {
    /// Area or volume.
    pub content: Rational,
    /// Centroid.
    pub centroid: S::Vector,
    /// Inertia about the centroid at density 1.
    pub second: S::Inertia,
    /// Whether content and inertia are rounded.
    pub rounded: bool,
    /// Whether the centroid is.
    pub centroid_rounded: bool,
}

/// The place of a surface nearest to a point.
pub(crate) struct Spot<S: Space> {
    /// Where it is.
    pub place: S::Vector,
    /// How far, in doubles.
    pub distance: f64,
    /// Directions into the solid that it offers: one where it is smooth, several at corners and edges.
    pub normals: Vec<S::Vector>,
    /// Whether some of them are of faces that are opposed and do not meet: the two sides of a thin plate.
    pub opposed: bool,
}

/// `a − b`, in doubles.
pub(crate) fn difference(a: &[Rational], b: &[Rational]) -> Vec<f64> {
    a.iter().zip(b).map(|(x, y)| (x - y).to_f64()).collect()
}
