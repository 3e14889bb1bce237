//! Small dense linear programs: a solution or a proof that there is none.
//!
//! Two simplex methods share one idea.  [`simplex`] is fast and works in doubles; its answer is only a
//! *basis* or a direction, never numbers to be believed.  `tableau` works in integers, begins where the
//! fast one ended, and its answer is exact.  [`priced`] is the fast one for columns without number.
//! [`stiemke()`], [`farkas()`] and [`minimise`] are what the
//! questions call.

pub mod generation;
pub mod interior;
pub mod priced;
mod program;
pub mod simplex;
mod spanning;
pub mod sparse;
mod tableau;

pub use program::{Program, Solution, farkas, minimise};
pub use spanning::{Balance, gordan, stiemke};
