//! The largest friction that leaves a plan.
//!
//! Both sets shrink as a common coefficient grows (see the module), so there is one threshold.  Below it
//! stands a wrench with its proof; above it the set is empty, as computed in exact arithmetic.

use super::{InsertFault, Insertion};
use stiction_exact::integers;
use stiction_proof::Rational;
use stiction_proof::wrenches::{Plan, PlanarPart};

/// Where the last plan is lost.
#[derive(Debug, Clone, PartialEq)]
pub enum LargestFriction {
    /// There is no plan at any friction.
    Never,
    /// There is one up to this coefficient at least, the largest that was tried.
    Always(Rational),
    /// There is one at `leaves`, under `wrench`, and none at `loses`.
    Between {
        /// A coefficient with a plan.
        leaves: Rational,
        /// A coefficient without.
        loses: Rational,
        /// A wrench that seats the part at `leaves`.
        wrench: Vec<Rational>,
    },
}

/// The largest coefficient that is tried.
const MOST: i64 = 64;
/// Halvings of the interval: to about 1e-9 below a coefficient of one.
const HALVINGS: u32 = 30;

/// Brackets the largest common coefficient of friction that leaves a wrench which seats the part.
///
/// # Errors
/// As of [`Insertion::new`].
pub fn largest_friction(part: &PlanarPart, plan: Plan) -> Result<LargestFriction, InsertFault> {
    let wrench = |coefficient: &Rational| seating_wrench(part, plan, coefficient);
    let Some(mut shown) = wrench(&Rational::zero())? else { return Ok(LargestFriction::Never) };
    let (mut leaves, mut loses) = (Rational::zero(), Rational::one());
    while let Some(found) = wrench(&loses)? {
        (shown, leaves) = (found, loses.clone());
        if loses >= Rational::from(MOST) {
            return Ok(LargestFriction::Always(loses));
        }
        loses = loses * Rational::from(2);
    }
    for _ in 0..HALVINGS {
        let middle = (&leaves + &loses) * Rational::new(1, 2);
        match wrench(&middle)? {
            Some(found) => (shown, leaves) = (found, middle),
            None => loses = middle,
        }
    }
    Ok(LargestFriction::Between { leaves, loses, wrench: shown })
}

/// A wrench that seats the part at a common coefficient, if there is one.
fn seating_wrench(
    part: &PlanarPart,
    plan: Plan,
    coefficient: &Rational,
) -> Result<Option<Vec<Rational>>, InsertFault> {
    let mut part = part.clone();
    for contact in &mut part.contacts {
        contact.friction = [coefficient.clone(), coefficient.clone()];
    }
    let insertion = Insertion::new(&part)?;
    let set = match plan {
        Plan::Complete => insertion.complete_set(),
        Plan::Conservative => insertion.conservative(),
    };
    let set = set.unwrap_or_else(|_| stiction_geometry::cone::Union::empty(3));
    let point = set.cones().iter().find_map(|cone| cone.point());
    Ok(point.map(|point| {
        let exact: Vec<Rational> = point.into_iter().map(Rational::from).collect();
        integers::primitive(&exact).into_iter().map(Rational::from).collect()
    }))
}
