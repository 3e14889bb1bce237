//! How a robot moves under its motors, gravity and what pushes it: kinematic trees in doubles.
//!
//! A tree of bodies is joined by joints that turn, slide or float.  With positions q, velocities v and torques τ,
//! one for every freedom, and a wrench f on a frame whose twist is J v:
//!
//! ```text
//!     M(q) v̇ + h(q, v) = τ + Jᵀ f                     equation of motion                        (1)
//!     a = Φ f + b                                      acceleration of the frame                 (2)
//!     Φ = J M⁻¹ Jᵀ,    b = J M⁻¹ (τ − h) + J̇ v        inverse operational inertia, bias         (3)
//!     Λ ẍ + μ + p = F,    Λ = Φ⁻¹,    μ + p = −Λ b     operational space, where rank Φ = 6       (4)
//! ```
//!
//! M is symmetric, and positive definite where every motion moves some mass; h holds velocity products, gravity and
//! wrenches on other frames.  Φ is symmetric and never negative, and its rank is that of J.
//!
//! **Computation.**  All vectors are in the axes of the world and about each body's *own point* on its joint's axis:
//! between bodies only the point changes, a cross product, and an axis has three components that are not zero.
//! Accelerations inside are classical, which need no velocity of points; both kinds leave as types of their own.
//!
//! | quantity | algorithm | steps |
//! |---|---|---|
//! | τ from v̇ | recursive Newton–Euler, [`Tree::inverse_dynamics`] | n |
//! | M | composite bodies, [`Tree::mass_matrix`] | n · depth |
//! | M = Lᵀ D L | elimination from the leaves, no fill-in outside ancestors | n · depth² |
//! | v̇ from τ | articulated bodies, [`Tree::forward_dynamics`] | n |
//! | torques for a wrench, within limits | dual active sets, [`Tree::realise`] | – |
//! | Φ, b | y = L⁻ᵀ Jᵀ on the way to the root alone, Φ = Σ yₖ yₖᵀ / Dₖ, [`Tree::response`] | depth² |
//!
//! Nothing is allocated once a [`State`] exists.
//!
//! References: \[Featherstone 4\] for (2) and its Figure 3a for (4); the recursions are those of \[Algorithms\].
//!
//! **The axes of the world, and each body's own point.** Between bodies of a tree only the point changes,
//! which is a cross product, and an axis has three numbers. Φ needs the factor of M on the way from the frame
//! to the root alone.

mod fault;
mod forward;
mod frame;
mod inertia;
mod inverse;
mod mass;
mod model;
mod operational;
mod order;
mod realise;
mod response;
mod state;
mod tree;
mod vector;

pub use fault::{ModelFault, StateFault};
pub use frame::Reference;
pub use inertia::{LinkOddity, Oddity, oddities};
pub use model::{Coupling, FLOATING_BASE, Joint, JointKind, Limits, Link, LinkInertia, Model};
pub use operational::{Operational, OperationalFault};
pub use realise::Realised;
pub use response::{Response, ResponseParts};
pub use state::State;
pub use tree::{Frame, Tree};
