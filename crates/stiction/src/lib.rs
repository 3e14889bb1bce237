//! Contact mechanics of rigid bodies with Coulomb friction: exact answers with proofs.
//!
//! **The library prints nothing.** Detection, the reading of meshes and the balance of assemblies tell an
//! observer, a function of how much is done and of how much; the command draws a bar from it, on a terminal
//! alone. A report is written as it is walked, so that a hundred thousand contacts need no tree of JSON.

pub mod ask;
pub mod cone;
pub mod contact;
pub mod detect;
pub mod double;
pub mod exact;
pub mod hull;
pub mod linear;
pub mod mode;
pub mod near;
pub mod robot;
pub mod scene;
pub mod screw;
pub mod shape;
pub mod work;
