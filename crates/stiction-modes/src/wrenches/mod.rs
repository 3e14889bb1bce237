//! Which external wrenches go with which motion: the wrench sets of contact modes, and what follows from them.
//!
//! A mode is two cones: the accelerations that it demands, with open faces where it demands strictly, and the
//! contact forces that it allows.  Its wrenches are the sum of their images,
//!
//! ```text
//!     G = M·{a : the demands of the mode} − {contact forces of the mode}                                      (1)
//! ```
//!
//! two cones in R³ (R⁶ in space) instead of one in the space of all accelerations and forces.  Everything
//! else is made of such sets: unions, meets and differences of cones with open faces.
//!
//! References: \[BT 3\], \[BT 5\], where one cone of all unknowns is converted instead.
//!
//! **A mode is two cones.** What a contact mode demands of accelerations and what it allows of forces are
//! lowered once, to rows and edges (`wrenches::System` of the proofs). The set of its wrenches is the sum of
//! their images; one exact program decides membership and gives the witness either way. That nothing moves is
//! proved by a tree: a moving solution from rest has a load that does work, which is one more strict row, and
//! where it does not contradict the rest at once the contacts are told apart one by one.

mod decide;
mod judging;
mod lower;
mod one_more;
mod plane;
mod push;
mod quick;
mod reach;
mod rough_arc;
mod round;
mod round_rest;
mod set;
mod stability;

pub use decide::{Decided, Judge};
pub use judging::{WrenchJudge, labels, own_load};
pub use lower::{PartAsked, PartLowered, PartWorld, TouchedBodies, part};
pub use one_more::{
    Completion, OneMoreFinger, completing, completing_places, finger_at, one_more, with_finger,
};
pub use push::{Along, End, Finger, Stretch, push, rings, tilts};
pub use quick::{Quick, QuickCone, QuickContact, QuickPart};
pub use reach::Disturbances;
pub use round_rest::{RoundRest, rest_round};
pub use set::{Where, WrenchSet, wrench_set};
pub use stability::{FeasibleMode, Rest, Stability, feasible_modes, rest, weak_set};

use stiction_scene::mode::Label;

/// The letters of a planar mode as the labels that proofs use.
pub fn letters(mode: &[Label]) -> Vec<String> {
    mode.iter().map(Label::to_string).collect()
}
