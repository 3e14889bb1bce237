//! Problems of contact mechanics in rationals, proofs, and the checkers that accept or refuse them.
//!
//! A [`Problem`] says where a body is touched, in which direction and with how much friction, in the plane or
//! in space.  A [`Proof`] is a statement about it together with what makes the statement evident: forces that
//! balance, or a motion that nothing resists.  [`Problem::check`] puts one into the other and either refuses,
//! saying why, or returns [`Verified`], which nothing else can make.
//!
//! This crate depends on big numbers and serde alone, so that Cargo itself guarantees: no checker shares
//! code with a solver.  [`quick`] is the same check for problems and proofs in doubles, with the rounding
//! errors bounded; it says yes only when that is certain.  [`quick_space`] does so for grasps in space.
//!
//! ```
//! use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};
//!
//! // Two fingers squeeze a bar from the left and from the right, μ = 1/2.
//! let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
//! let finger = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
//! let problem = PlanarProblem::new(whole(0, 0), vec![finger("left", -1), finger("right", 1)]);
//! let squeeze = Proof::Closed {
//!     friction: FrictionUse::Given,
//!     without: vec![],
//!     forces: vec![whole(1, 0), whole(1, 0)], // along each normal, and none across it
//! };
//! assert!(problem.check(squeeze).is_ok());
//! ```
//!
//! **Proofs apart from solvers.** A solver may be clever, and clever code is wrong sometimes. The checkers
//! put a witness into a definition and do arithmetic; they are in a crate that cannot see the solvers, so
//! Cargo guarantees that they share no code. A report embeds problem and proofs, and can be checked by
//! another program in another year.

mod assembly;
mod ball;
mod check;
pub mod choice;
mod cone_forms;
mod curvature;
mod definite;
mod hybrid;
mod jam;
mod lcp;
mod mass;
mod modes;
mod modes_complete;
mod motion;
pub mod moving;
mod order;
mod outcome;
pub mod place;
mod planar;
mod problem;
mod proof;
pub mod push;
pub mod quick;
pub mod quick_space;
mod rank;
mod rational;
mod refusal;
pub mod robot;
pub mod robust;
mod rounding;
mod second_order;
pub mod slow;
mod sole;
mod spatial;
mod spatial_cone;
mod touch;
mod vectors;
mod verdict;
pub mod wrenches;

pub use assembly::{
    AssemblyBody, AssemblyContact, AssemblyProblem, AssemblyProof, Faced, Indeterminacy, PlanarAssembly,
    RoundTaken, SpatialAssembly, TightMotion,
};
pub use ball::{BallBracket, BallProof, Effort, MOST_FACETS, Weighted, WrenchBody};
pub use cone_forms::{ConeForms, ConeRow, FormsRefusal, Mixture, PolyhedronForms, RowsProof, check_empty};
pub use curvature::{Bound, Curvature};
pub use hybrid::{
    BodyDynamics, Columns, ContactState, Decoupling, HybridCommand, HybridProblem, SpecialBasis,
};
pub use jam::{
    Case, Constraint, Cover, ForceSign, JamProblem, JamProof, MOST_FREE_SIGNS, Pushed, Refutation,
};
pub use lcp::{Exclusion, LcpProblem, LcpSolutions, Piece};
pub use modes::{ContactKind, ModeContact, ModeProblem, ModeProof, ModeRow, MovingBody, RowMultipliers};
pub use modes_complete::ModeChoice;
pub use motion::{MotionContact, MotionProblem, MotionRow, Relation};
pub use outcome::{
    ConeEdge, ContactLaw, Determined, Equations, Flat, ForceState, Group, Laying, Meeting, Meets, Motion,
    Now, OutcomeBody, OutcomeContact, OutcomeProblem, OutcomeRows, OutcomeSolution, Outcomes, RestProof,
    Side, Situation, SolvedMode, SpatialOutcomeContact, SpatialOutcomeProblem,
};
pub use planar::{FrictionUse, PlanarContact};
pub use problem::{PlanarProblem, Problem, SpatialProblem};
pub use proof::{Proof, SpatialProof};
pub use rational::{NonZero, ParseRationalError, Rational};
pub use refusal::{Refusal, Verified};
pub use rounding::Rounding;
pub use second_order::{Blocked, Spoke};
pub use sole::{MOST_MINORS, Sole};
pub use spatial::{Coefficients, Generator, Push, SpatialContact, Vector};
pub use touch::{Inside, Law, Numbers, Relative, Touch, Unresisted};
pub use verdict::Answer;
