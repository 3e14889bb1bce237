//! Contact mechanics of rigid bodies with Coulomb friction: exact answers with proofs.

pub mod ask;
pub mod cone;
pub mod contact;
pub mod detect;
pub mod exact;
pub mod hull;
pub mod linear;
pub mod mode;
pub mod robot;
pub mod scene;
pub mod screw;
pub mod shape;
pub mod work;
