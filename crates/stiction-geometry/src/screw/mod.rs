//! Twists, wrenches and their relatives, in the plane and in space.
//!
//! What is a motion and what is a force is settled by types, as is the world they live in, so that the
//! mistakes of mechanics do not compile.  All numbers here are doubles; exact questions use the exact
//! components of [`Space`].
//!
//! | to say | take |
//! |---|---|
//! | how a body moves, is loaded, carries momentum | [`Twist`], [`Acceleration`], [`Wrench`], [`Momentum`] |
//! | what an accelerometer measures | [`ClassicalAcceleration`] |
//! | where a frame or body is | [`Pose`] |
//! | how hard it is to move | [`Inertia`] |
//! | what a contact allows or can resist | [`Motions`], [`Forces`] |
//! | what makes screws of screws | [`Map`] |
//! | coordinates other than the usual | [`Basis`] |
//!
//! Components are angular first; only [`Space::join`] and [`Space::parts`] know.
//!
//! References: \[Featherstone 3\], after which motions and forces are two spaces and power is their product.

mod acceleration;
mod basis;
mod inertia;
pub mod kind;
mod map;
mod matrix;
mod pose;
#[allow(clippy::module_inception)] // The file holds what its name says.
mod screw;
mod sealed;
mod space;
mod subspace;

pub use acceleration::ClassicalAcceleration;
pub use basis::{Basis, BasisFault};
pub use inertia::{INERTIA_TOLERANCE, Inertia, InertiaFault};
pub use map::{ForceMap, InertiaMap, InverseInertiaMap, Map, MotionMap, Transform};
pub use matrix::Singular;
pub use pose::{Pose, ROTATION_TOLERANCE, RotationFault};
pub use screw::{Acceleration, Momentum, Screw, Twist, Wrench};
pub use space::{Planar, Space, Spatial};
pub use subspace::{Decomposition, Forces, Motions, RANK_TOLERANCE, Subspace, SubspaceFault};
