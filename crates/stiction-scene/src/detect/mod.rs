//! Where do bodies touch?  Contacts between shapes, found from the shapes alone.
//!
//! A gap or an overlap below the tolerance is touching; a common edge shorter than it gives nothing.  What overlaps by
//! more, or gapes by more and yet so little that it is hardly meant, is a doubt in the words of a [`Note`] (`reach`).
//! What has no normal, or no finite set of points that stands for it, is said in a [`Note`] and not guessed.
//!
//! **Which pairs.**  Every two bodies with shapes of which at least one is free, in the order of the scene,
//! the ground last.  The earlier body is `on`; the ground is always `against`.  Ids are `on/against.k`, k from 1.
//!
//! **Points.**  In the plane an edge shared by two outlines gives its two ends, a corner inside an edge one
//! contact with the normal of the edge, arcs that lie in each other the points that stand for an arc (below) and
//! a note that says how many.  In space a face shared by two solids gives the corners of the common
//! region, convex or not, an edge on a face its two ends, two crossing edges one contact along the cross product of
//! both.  The side of a cylinder touches along a line, which gives its two ends, or at a point; a rim touches at a
//! point, with the normal of the face or side below it or, across an edge or another rim, the cross product of both.
//! Where a flat end lies on a face or on another flat end, the common region gives its corners and the points that
//! stand for its arcs: their ends, and points between that divide them equally, at most 45° apart and at least one.  A
//! whole disc is eight points.
//!
//! **Order.**  Contacts with one normal stand together.  In the plane the normals are taken counter-clockwise from
//! +x, and the points of one normal along its tangent (the normal turned by +90°).  In space patches come in the
//! order of the coordinates of their normals and then of their first points, x first; the points of a patch run
//! counter-clockwise about the normal from the one with the least coordinates.  (A region that is not convex is
//! several patches.)
//!
//! **Exactness.**  Decisions are made in doubles, with the tolerance.  What is reported is exact where it can be:
//! a contact at a corner has that corner's coordinates, normals are those of the flat partner (of `against`,
//! where both are flat) and rational, a disc on a line touches at the foot of its centre.  What passed through
//! doubles is listed in [`Detected::rounded`].
//!
//! ```
//! use stiction_scene::detect::{Settings, detect};
//! use stiction_scene::scene::{Body, Role, Scene};
//! use stiction_geometry::screw::Planar;
//! use stiction_geometry::shape::Outline;
//!
//! let brick = Outline::rectangle([0.into(), 0.into()], [2.into(), 1.into()]);
//! let floor = Outline::half_plane([0.into(), 0.into()], [0.into(), 1.into()]);
//! let scene = Scene::<Planar>::new()
//!     .with_body(Body::new("brick").with_shape(brick))
//!     .with_body(Body::new("floor").with_role(Role::Fixed).with_shape(floor));
//! let found = detect(&scene, &Settings::default());
//! assert_eq!(found.contacts.len(), 2);
//! assert_eq!(found.contacts[0].id, "brick/floor.1");
//! assert_eq!(found.contacts[0].point, [2.into(), 0.into()]); // along t, which is −x here
//! ```

mod arc;
mod broad;
mod merge;
mod note;
mod pairs;
mod planar;
mod reach;
mod spatial;

pub use merge::merge;
pub use note::{Finding, Note};

use crate::scene::{Contact, Friction, Party, Patch, Rounding, Scene};
use std::collections::HashSet;
use stiction_geometry::screw::{Planar, Space, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// What counts as touching, and how rough it is there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings {
    /// A gap or overlap below this length is touching; by default, for each two shapes, 1e-6 of the smaller one's
    /// size, which is the diagonal of its box.
    pub tolerance: Option<Rational>,
    /// Friction of every contact whose pair is not listed.
    pub friction: Friction,
    /// Pairs with a friction of their own; of two entries for one pair the last one holds.
    pub pairs: Vec<PairFriction>,
    /// Pairs of which it is known where they touch, the earlier body first: no contact of theirs is looked for, and
    /// only an overlap is told, beyond the tolerance that is given, else beyond 1e-3 of the smaller one's size.
    pub settled: HashSet<[Party; 2]>,
}

/// The friction between two bodies, named in either order.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFriction {
    /// The two bodies.
    pub between: [Party; 2],
    /// Their friction.
    pub friction: Friction,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Detected<S: Space> {
    /// The contacts, pair by pair.
    pub contacts: Vec<Contact<S>>,
    /// Which of them stand for one line or area, called `on/against:k`.
    pub patches: Vec<Patch<S::Vector>>,
    /// What touches, or overlaps, without giving a contact or all of it.
    pub notes: Vec<Note>,
    /// The quantities of contacts that passed through doubles, as `contacts.ID.point`.
    pub rounded: Vec<Rounding>,
    /// The tolerance that was given, else the largest that was used between two shapes.
    pub tolerance: Rational,
}

impl<S: Geometry> Detected<S> {
    /// Nothing.
    pub fn none() -> Self {
        let (contacts, patches, notes, rounded) = Default::default();
        Self { contacts, patches, notes, rounded, tolerance: Rational::zero() }
    }

    /// A scene with these contacts, to ask questions of.
    pub fn of(&self, scene: &Scene<S>) -> Scene<S> {
        let mut touching = scene.clone();
        touching.contacts.clone_from(&self.contacts);
        touching.patches.extend(self.patches.iter().cloned());
        touching.rounded.extend(self.rounded.iter().cloned());
        touching
    }
}

impl Settings {
    /// The friction between two bodies.
    pub fn friction_between(&self, a: Party, b: Party) -> &Friction {
        let own = self.pairs.iter().rev().find(|pair| pair.between == [a, b] || pair.between == [b, a]);
        own.map_or(&self.friction, |pair| &pair.friction)
    }
}

/// Is told how much is done, and of how much.
pub type Observer<'o> = dyn Fn(usize, usize) + 'o;

/// The worlds in which contacts can be found: the plane and space.
pub trait Detectable: Geometry {
    /// Finds the contacts of a scene; [`detect_observed`] is the same.
    fn detected(scene: &Scene<Self>, settings: &Settings, observer: &Observer<'_>) -> Detected<Self>;
}

impl Detectable for Planar {
    fn detected(scene: &Scene<Self>, settings: &Settings, observer: &Observer<'_>) -> Detected<Self> {
        pairs::detected(scene, settings, broad::close_pairs, observer)
    }
}

impl Detectable for Spatial {
    fn detected(scene: &Scene<Self>, settings: &Settings, observer: &Observer<'_>) -> Detected<Self> {
        pairs::detected(scene, settings, broad::close_pairs, observer)
    }
}

/// Finds the contacts between the touching shapes of a scene.  Contacts that the scene lists already are not
/// looked at; [`merge`] joins both.
pub fn detect<S: Detectable>(scene: &Scene<S>, settings: &Settings) -> Detected<S> {
    detect_observed(scene, settings, &|_, _| ())
}

/// The same as [`detect`]; the observer is told now and then how many pairs of shapes are compared, and of how
/// many.  The first number never falls and ends at the second.
pub fn detect_observed<S: Detectable>(
    scene: &Scene<S>,
    settings: &Settings,
    observer: &Observer<'_>,
) -> Detected<S> {
    S::detected(scene, settings, observer)
}
