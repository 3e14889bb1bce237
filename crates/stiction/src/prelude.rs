//! Everything that a program needs to write a scene, to ask, and to read the answer.
//!
//! ```
//! use stiction::prelude::*;
//! ```

pub use crate::answer::{
    AllSolutions, Closure, ClosureOptions, Decoupled, Exerted, Happens, InsertOptions, JamOptions, Jams,
    LabelsOptions, ModeWrenches, ModesOptions, MotionSet, NoAnswer, OutcomesOptions, RobotDynamics,
    RobotQuestion, Seats, Stand, StandOptions, Stays, WrenchOptions, all_solutions, closure, cone, hybrid,
    insert, jam, labels, modes, motions, outcomes, robot, stability, stand,
};
pub use crate::ask::Verdict;
pub use crate::ask::closure::LeastFriction;
pub use crate::ask::lower::ConeModel;
pub use crate::ask::outcomes::Outcome;
pub use crate::scene::{AnyScene, Body, Contact, Misfit, Party, Role, Scene, body, contact, plane, space};
pub use crate::screw::{Planar, Spatial};
pub use crate::shape::{Outline, Solid};
pub use stiction_proof::wrenches::{Consistency, Plan, StableWrench};
pub use stiction_proof::{Answer, FrictionUse, Rational};
