//! How a robot that touches something can be told to move and to push without one disturbing the other, and
//! without knowing what it touches.
//!
//! The robot's body r and the body e touch; `Sᶜ` spans the relative motions that the contact allows.  Twists
//! and wrenches are a dual system: the only product is power, `t·s`, and `S⊥` are the wrenches that do no
//! work on `S`.
//!
//! ```text
//!     aʳ = Φʳ(fʳ − fᶜ) + bʳ,   aᵉ = Φᵉfᶜ + bᵉ,   aʳ − aᵉ = Sᶜα̇ + Ṡᶜα,   (Sᶜ)ᵀfᶜ = 0           (1)
//! ```
//!
//! **Theorem.**  Let `Φ = Φʳ` be symmetric and positive semidefinite, `V` its range, `N = V⊥` its kernel.
//! There are bases `[S1 S2 S0]` of twists and `[T1 T2 T0]` of wrenches with
//!
//! ```text
//!     [S1 S2 S0]ᵀ[T1 T2 T0] = 1,   S1 = Sᶜ ∩ V,   S2 = ΦT2,   T0 = N,
//!     Φ = diag(Φ11, Φ22, 0),  Φ11 > 0,  Φ22 > 0,
//!     Sᶜ = S1 ⊕ S0′  with S0′ the first columns of S0,   (Sᶜ)⊥ = T2 ⊕ T0″ with T0″ the others of T0        (2)
//! ```
//!
//! and in them (1) reads `a0ʳ = b0ʳ`, `a1ʳ = Φ11f1ʳ + b1ʳ`, `a2ʳ = Φ22(f2ʳ − f2ᶜ) + b2ʳ`, so that the command
//!
//! ```text
//!     fʳ = T1Φ11⁻¹(uₘ − b1ʳ) + T2(u_f − Φ22⁻¹b2ʳ)                                                 (3)
//!     gives  a1ʳ = uₘ   and   f2ᶜ + Φ22⁻¹a2ʳ = u_f,   whatever Φᵉ, bᵉ and Ṡᶜα are.               (4)
//! ```
//!
//! With `Φ` of full rank `S0` and `T0` are empty and (2) to (4) are the source's; a singular `Φ` it excludes.
//!
//! *Proof.*  Let `N″ = N ∩ (Sᶜ)⊥`.  Choose in `Sᶜ` a complement `S0′` of `S1 = Sᶜ ∩ V`; the products of `S0′`
//! with `N` have full rank, for a twist of `S0′` that is reciprocal to `N` lies in `V`, so in `S1`.  Choose
//! `N′ ⊂ N` reciprocal to `S0′` as dual bases; `N = N′ ⊕ N″`.  Choose `T2` with `(Sᶜ)⊥ = T2 ⊕ N″`: no wrench
//! of `T2` but zero is in `N`, so `Φ22 = T2ᵀΦT2 > 0`.  Since `S1 ⊂ V`, `ΦY = S1` has a solution;
//! `G = S1ᵀY = YᵀΦY > 0`; take `T1 = YG⁻¹` less what `N′` must take away to make it reciprocal to `S0′`.
//! Then `T1ᵀS1 = 1`, `T1ᵀΦT2 = G⁻¹S1ᵀT2 = 0` and `T1ᵀΦT1 = G⁻¹`.  `T1, T2, N′, N″` are independent: apply Φ,
//! then what is left lies in `N`.  They are `r + (n − r) = n`, so a basis; `[S1 S2 S0]` is the reciprocal
//! one, and contains `S1`, `ΦT2Φ22⁻¹` and `S0′` because these have the products that it has.  Substituting
//! gives the rest. ∎
//!
//! The accelerations and the force that the robot feels are unique whenever (1) has a solution; what may be
//! added to `fᶜ` are the wrenches of `(Sᶜ)⊥` that neither body feels, and (1) has no solution exactly when
//! one of those does work on `bʳ − bᵉ − Ṡᶜα` ([`decouple`]).  Everything is rational and checked as such;
//! [`Fast`] is the same in doubles for a control loop.
//!
//! References: \[Featherstone (1)\] to \[Featherstone (4)\] for (1), \[Featherstone (5)\] to
//! \[Featherstone (12)\] for (2), \[Featherstone (13)\] to \[Featherstone (15)\] for (3) and (4).
//!
//! **A robot's contact, exactly.** The decoupling of motion and force is algebra: with rational matrices
//! every identity of it, reciprocity, block-diagonality, the contact's equations and the closed loop, holds
//! as an equality of fractions, and the checker demands just that. A robot's own matrices are doubles; they
//! are taken as the fractions they are, and what is rounded is said. A control loop has the same basis in
//! doubles on the stack, a twin of the exact one. A run in time proves nothing, and is told apart.

mod arm;
mod basis;
mod bodies;
mod decouple;
mod fast;
mod interface;
mod lower;
mod operational;
mod ranks;
pub mod run;
mod semidefinite;
mod spatial;
mod task;
mod touch;

pub use arm::Arm;
pub use basis::{BasisFault, special_basis};
pub use decouple::{DecoupleFault, decouple};
pub use fast::{Fast, FastBasis};
pub use interface::{Interface, ROUNDED_INPUT, by_matrices};
pub use lower::{arm, deflection, interface};
pub use operational::{Operational, force_variable, in_basis, operational};
pub use ranks::SINGULAR;
pub use semidefinite::{NotSemidefinite, rank_part, semidefinite_rank};
pub use task::{Axis, twist_axis, wrench_axis};
pub use touch::{ContactRow, Forbidden, ROUNDED_SPEED};
