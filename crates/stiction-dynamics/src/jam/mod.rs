//! Does friction lock a system, by jamming or by wedging?
//!
//! A system with mass matrix `M` moves under constraints with rows `Φᵢ`, whose forces `λᵢ` drag friction `μᵢΦ̂ᵢλᵢ`
//! along:
//!
//! ```text
//!     M q̈ = τ − h + Σ λᵢ(Φᵢ + μᵢΦ̂ᵢ),   Φ q̈ = Γ                                            (1)
//!     jams     at some μ of the box [0, μ̄] (1) is singular and Φ̄ = Φ + μΦ̂ keeps its rank    (2)
//!     wedges   at some μ of the box Φ̄ loses rank                                            (3)
//! ```
//!
//! In (2) accelerations and forces go to infinity together and a sliding velocity jumps to zero; in (3) forces cancel
//! among themselves without bound. With `d = μλ` both are linear once the signs of λ are fixed, so each pattern of
//! signs is one program ([`Locker`]); the least multiple of the box that locks lies between two that are proved
//! ([`Locker::least_scale`]).
//!
//! References: \[DY 8\], \[DY 10\], \[DY 11\], \[DY Theorem 1\] for (2), \[DY Theorem 2\] for (3).

mod boundary;
mod compliant;
mod cone;
mod cover;
mod decide;
mod formulation;
mod grid;
mod groups;
mod known;
mod lost;
mod lower;
mod map;
mod patches;
pub mod peg;
mod recognise;
mod rods;
mod scale;
mod stiff_limit;
mod turning;

pub use boundary::{FARTHEST, Pair, Ray, boundary, ray_directions, with_coefficients};
pub use compliant::{Compliant, Give, Sample, SpringRest, Springy, State, settled, settled_at};
pub use cone::Locking;
pub use decide::{Locker, Unfit};
pub use formulation::{Formulations, Motion, independent_rows, is_excited, motion};
pub use grid::{CLOSE, CellQuestion, GridError, LockCell, both_proved, locking_grid, representative};
pub use lost::Lost;
pub use lower::{Driven, Sliding, System, Wedging, given, moving};
pub use map::{Locked, MapError, MapRow, locked_at, locking_map};
pub use patches::{LARGEST, PatchLock, Seated, seated};
pub use recognise::{Inserted, inserted};
pub use rods::{Rod, turned};
pub use scale::LeastScale;
pub use stiction_exact::matrix::Rows;
pub use stiction_scene::lower::bodies::load;
pub use stiff_limit::{Lifted, Yielded, YieldedEnd, stiff_limit};
