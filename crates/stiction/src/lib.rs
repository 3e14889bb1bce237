//! Contact mechanics of rigid bodies with Coulomb friction: exact answers with proofs.
//!
//! Will it hold, slide, jam, tip or fall?  A scene is bodies and the contacts between them, in the
//! [`plane`](scene::plane) or in [`space`](scene::space), written as in a scene file.  A question is a
//! function of it, and every *yes* and *no* carries a proof that was checked in exact arithmetic by a crate
//! without a solver, `stiction-proof`.
//!
//! Two fingers squeeze a box, in the plane:
//!
//! ```
//! use stiction::prelude::*;
//!
//! let finger = |id: &str, x: i32| contact(id).on("box").point([x, 0]).normal([-x, 0]).friction(0.4);
//! let scene = plane().body(body("box")).contact(finger("left", -1)).contact(finger("right", 1)).build()?;
//! let held = closure(&scene, &ClosureOptions::default())?;
//! assert_eq!(held.force.answer(), Answer::Yes);
//! assert_eq!(held.form.answer(), Answer::No); // without friction it slips out
//! # Ok::<(), NoAnswer>(())
//! ```
//!
//! A crate on a slope, in space; gravity is tilted instead of the slope:
//!
//! ```
//! use stiction::prelude::*;
//!
//! let crate_on = |mu: f64| {
//!     let corner = |id: &str, x: i32, y: i32| contact(id).on("crate").point([x, y, 0]).normal([0, 0, 1]).friction(mu);
//!     space()
//!         .gravity([3.0, 0.0, -9.0])
//!         .body(body("crate").mass(20).com([0.0, 0.0, 0.5]))
//!         .contact(corner("1", 1, 1))
//!         .contact(corner("2", 1, -1))
//!         .contact(corner("3", -1, 1))
//!         .contact(corner("4", -1, -1))
//!         .build()
//! };
//! let options = StandOptions::default();
//! assert_eq!(stand(&crate_on(0.34)?, &options)?.answer(), Answer::Yes); // tan of the slope is 1/3
//! let falls = stand(&crate_on(0.33)?, &options)?;
//! assert_eq!(falls.answer(), Answer::No);
//! println!("it collapses so: {:?}", falls.collapse());
//! # Ok::<(), NoAnswer>(())
//! ```
//!
//! | to | look at |
//! |---|---|
//! | ask, with one `use` | [`prelude`], [`answer`] |
//! | write scenes | [`scene`] |
//! | ask what the functions of [`answer`] leave out | [`ask`], one room for each question |
//! | compute with twists, wrenches and cones | [`screw`], [`cone`], [`shape`] |
//! | limit how long it may take | [`work`] |
//!
//! Files are read by `stiction-files`, reports written by `stiction-report`, pictures drawn by `stiction-draw`; the
//! command `stiction` puts them together.
//!
//! **The library prints nothing.** Detection, the reading of meshes and the balance of assemblies tell an
//! observer, a function of how much is done and of how much; the command draws a bar from it, on a terminal
//! alone. A report is written as it is walked, so that a hundred thousand contacts need no tree of JSON.

pub mod answer;
pub mod prelude;

pub use stiction_exact::{double, hull, linear, work};
pub use stiction_geometry::{cone, robot, screw, shape};
pub use stiction_scene::{contact, detect, mode, near, scene};

/// Exact arithmetic: signs, elimination, vectors of integers and rationals.
pub mod exact {
    pub use stiction_exact::{
        Sign, determinant_sign, doubt, elimination, equations, integers, matrix, root, vector,
    };
}

/// One question, one room.
pub mod ask {
    pub use stiction_design::{place, robust};
    pub use stiction_dynamics::{alternatives, jam, lcp, outcomes, simulate, strong};
    pub use stiction_modes::{forms, insert, labels, modes, motions, push, slow, wrenches};
    pub use stiction_robot::{dynamics as robot, hybrid};
    pub use stiction_scene::{Bracket, Decision, Extent, Refused, Threshold, Verdict, is_narrow, lower};
    pub use stiction_statics::{closure, stand};
}
