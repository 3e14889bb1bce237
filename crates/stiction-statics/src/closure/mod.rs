//! Do the contacts hold the body, whatever is done to it?
//!
//! A contact can push with any force in its friction cone.  The body is in **force closure** when these
//! forces together can resist every wrench; without friction that is **first-order form closure**: exactly
//! one of these holds for the wrenches `Fⱼ` of the cone edges,
//!
//! ```text
//!     yes   some k > 0 has  Σ kⱼFⱼ = 0, and the Fⱼ span                                    (1)
//!     no    some V ≠ 0 has  Fⱼ·V ≥ 0 for every edge                                        (2)
//! ```
//!
//! (1) is a squeeze, (2) an escape, and each is its own proof.  On rational data nothing is left undecided.
//!
//! ```
//! use stiction_statics::closure::closure;
//! use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
//! let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
//! let finger = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
//! let grip = PlanarProblem::new(whole(0, 0), vec![finger("left", -1), finger("right", 1)]);
//! assert!(closure(&grip, &FrictionUse::Given).unwrap().is_yes());
//! assert!(!closure(&grip, &FrictionUse::None).unwrap().is_yes());
//! ```
//!
//! References: \[MR 12.1.7\], \[MR 12.2.3\] for (1); Exercises 12.25 and 12.27.
//!
//! How many contacts it takes is \[MR 12.1.7.1\], \[MR Theorem 12.6\]; \[MR Example 12.4\], \[MR Example
//! 12.7\] and two fingers that see each other, \[MR Fig. 12.22\], are special cases.  The test by a program,
//! \[MR (12.14)\], is applied to the edges of the cones.

mod ball;
mod essential;
mod exceptional;
mod gradient;
mod least_friction;
mod load;
pub mod many;
mod minimal;
mod place;
mod plane;
mod quality;
mod second_order;
mod side;
mod singular;
mod solve;
mod space;
mod three_edges;

pub use ball::{ProvedBall, prove_ball};
pub use essential::{Essential, Removing, essential};
pub use exceptional::{Exceptional, ExceptionalKind, exceptional};
pub use gradient::Gradient;
pub use least_friction::{LeastFriction, Thresholding, least_friction, least_friction_gradient};
pub use load::{BODY, LoadAnswer, Range, Task, load_answer, task};
pub use minimal::{Few, FewContacts, MOST_REDUCED, MOST_SEARCHED, Minimal, minimal};
pub use place::{Flip, Flips, flips_along, straight_edge};
pub use quality::{Ball, Graded, Measure, Measuring, Metric, Origin, epsilon_l1, epsilon_linf};
pub use second_order::{Doubt, SecondOrder, second_order, stiffness};
pub use side::{ClosureSide, RoundedClosing, displacement, is_meant_by_margin, is_rounded, origin};
pub use solve::{ClosingSample, ClosingValues, closing_values, closing_with, is_friction};
pub use space::{Bounded, WithoutEach};

pub use plane::{proposed, twist};

use stiction_proof::{FrictionUse, Problem, Proof, Touch};
use stiction_scene::{Refused, Verdict};

/// Contacts of the plane or of space, of whose grasps closure is asked.
///
/// In the plane every cone is its two edges, and whatever is asked with fractions is decided. In space cones are
/// round, and near their boundaries some questions stay open.
pub trait Closing: Touch {
    /// Yes or no; in space also neither.
    type Decided: Into<Verdict<Proof<Self>>> + Clone;

    /// Whether a grasp closes without some of its contacts, see [`closure_without`].
    fn closure_without(
        problem: &Problem<Self>,
        friction: &FrictionUse,
        without: &[usize],
    ) -> Result<Self::Decided, Refused>;
    /// Whether no motion breaks every contact, see [`boundary`].
    fn boundary(problem: &Problem<Self>, friction: &FrictionUse) -> Result<Self::Decided, Refused>;
}

/// Decides closure with the coefficients that `friction` names.
pub fn closure<T: Closing>(problem: &Problem<T>, friction: &FrictionUse) -> Result<T::Decided, Refused> {
    closure_without(problem, friction, &[])
}

/// Decides closure of the contacts that are not in `without`; an index that no contact has leaves none out.
pub fn closure_without<T: Closing>(
    problem: &Problem<T>,
    friction: &FrictionUse,
    without: &[usize],
) -> Result<T::Decided, Refused> {
    T::closure_without(problem, friction, without)
}

/// Whether an open grasp is on the boundary: no motion breaks every contact.  The proof says so, or is a
/// motion that does break them all.
pub fn boundary<T: Closing>(problem: &Problem<T>, friction: &FrictionUse) -> Result<T::Decided, Refused> {
    T::boundary(problem, friction)
}
