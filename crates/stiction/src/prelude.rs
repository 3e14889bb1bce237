//! Everything that a program needs to write a scene, to ask, and to read the answer.
//!
//! ```
//! use stiction::prelude::*;
//! ```

pub use crate::answer::{
    About, AllSolutions, Ambiguous, Closure, ClosureOptions, ContactsOptions, Decoupled, Exerted, Happens,
    InsertOptions, JamOptions, Jams, LabelsOptions, LcpOptions, Manipulation, Margins, ModeWrenches,
    ModesOptions, MotionSet, NoAnswer, OutcomesOptions, Place, PlaceOptions, Pushing, RobotDynamics,
    RobotQuestion, Robust, RobustOptions, Run, Seats, SimulateOptions, SlowOptions, Stand, StandOptions,
    Stays, Touches, WrenchOptions, closure, cone, contacts, hybrid, insert, jam, labels, lcp, margins, modes,
    motions, outcomes, place, push, quasistatic, robot, robust, simulate, stability, stand,
};
pub use crate::ask::Verdict;
pub use crate::ask::closure::LeastFriction;
pub use crate::ask::lower::ConeModel;
pub use crate::ask::outcomes::Outcome;
pub use crate::scene::{AnyScene, Body, Contact, Misfit, Party, Role, Scene, body, contact, plane, space};
pub use crate::screw::{Planar, Spatial};
pub use crate::shape::{Outline, Solid};
pub use stiction_proof::wrenches::{Consistency, Plan, StableWrench};
pub use stiction_proof::{Answer, FrictionUse, LcpProblem, Rational};
