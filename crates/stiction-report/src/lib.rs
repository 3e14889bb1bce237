//! Questions about a scene, their answers, and the text and JSON of a report.
//!
//! Every front end goes through [`answer`]: the command, the pictures, the corpus.  A report holds the
//! problem in rationals and the proofs about it, so that [`verify`](verify::verify) can re-check it without a
//! solver, from its JSON alone.
//!
//! ```
//! use stiction::scene::{AnyScene, Scene};
//! use stiction_report::{answer, Options, Question, SceneName};
//! # let scene = AnyScene::Planar(Scene::default());
//! let report = answer(&scene, &SceneName::unnamed(), Question::Contacts, &Options::default()).unwrap();
//! assert_eq!(report.to_json()["question"], "contacts");
//! ```

mod adrift;
mod answer;
pub mod assembly;
mod bound;
mod cases;
mod check;
pub mod closure;
pub mod closure_extras;
pub mod closure_solve;
pub mod closure_space;
pub mod contacts;
pub mod extras;
pub mod form;
pub mod hybrid;
pub mod jam;
mod json;
pub mod labels;
pub mod lcp;
pub mod map;
mod measures;
pub mod modes;
pub mod motions;
pub mod moving;
mod number;
mod observer;
mod options;
pub mod outcomes;
mod overlooked;
pub mod place;
pub mod push;
mod pyramids;
mod query;
mod questions;
pub mod radius;
mod report;
pub mod robot;
pub mod robust;
mod schema;
pub mod simulate;
pub mod slow;
mod text;
mod timely;
pub mod verdict_map;
pub mod verify;
pub mod wrenches;

pub use answer::{AskError, answer, ask};
pub use cases::CasesAnswer;
pub use check::{CheckAnswer, Unanswered};
pub use json::unfinished;
pub use lcp::lcp_report;
pub use measures::{Measures, Radius};
pub use number::{length_words, spoken, spoken_fraction};
pub use observer::{Observer, Task};
pub use options::{FLAGS, Flag, Takers};
pub use query::{
    ClosureQuery, ConeQuery, HybridQuery, InsertQuery, JamQuery, LabelsQuery, LcpQuery, ModesQuery,
    MotionsQuery, OutcomesQuery, PlaceQuery, QuasistaticQuery, Query, RobustQuery, SlowQuery, StabilityQuery,
    StandQuery,
};
pub use questions::Input;
pub use report::{
    Answered, Caveats, Insertion, Meshes, Options, Question, Reading, Report, SceneName, StandExtras, Unknown,
};
pub use robot::robot_report;
pub use schema::report_schema;
pub use stiction::ask::lower::{ConeModel, Misfit};
pub use stiction::ask::outcomes::{Reported, Tolerance};
pub use stiction::ask::simulate::Ambiguous;
pub use stiction::scene::Axis;
pub use stiction::scene::Doubt;
pub use stiction::work;

/// The README's example is a test of this crate: it uses what every front end uses.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
