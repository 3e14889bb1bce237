//! Coulomb's coefficients: one number, or two.

use crate::findings::Findings;
use crate::keys::FRICTION;
use crate::node::{At, Kind};
use crate::number::{known_keys, not_negative, required, shown};
use stiction::scene::Friction;
use stiction_proof::Rational;

/// A coefficient beyond which an angle in degrees was probably meant.
const STEEP: i64 = 10;

/// Reads `friction = 0.3` or `friction = { static = 0.3, kinetic = 0.2 }`.
pub(crate) fn read(at: &At<'_>, found: &mut Findings<'_>) -> Option<Friction> {
    if !matches!(at.node.kind, Kind::Table(_)) {
        return coefficient(at, found).map(Friction::new);
    }
    known_keys(at, FRICTION, found)?;
    let mut read = |key: &str| {
        let value = required(at, key, "give both: { static = 0.3, kinetic = 0.2 }", found)?;
        coefficient(&value, found)
    };
    let (at_rest, sliding) = (read("static"), read("kinetic"));
    let (at_rest, sliding) = (at_rest?, sliding?);
    if sliding > at_rest {
        let message = format!("kinetic {} is greater than static {}", shown(&sliding), shown(&at_rest));
        found.fault("friction-order", at, message, "sliding friction is at most static friction");
        return None;
    }
    Some(Friction { at_rest, sliding })
}

fn coefficient(at: &At<'_>, found: &mut Findings<'_>) -> Option<Rational> {
    let value = not_negative(at, "friction", found)?;
    if value > Rational::from(STEEP) {
        let tangent = value.to_f64().to_radians().tan();
        let help =
            format!("give the tangent of the friction angle: for {} degrees {tangent:.4}", shown(&value));
        found.warn("steep-friction", at, format!("{} looks like an angle in degrees", shown(&value)), help);
    }
    Some(value)
}
