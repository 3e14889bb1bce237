//! `[tolerance]`, and `tolerance = { … }` of a body or contact: how far numbers may be off.

use crate::findings::{Findings, shortened};
use crate::keys::TOLERANCE;
use crate::node::{At, Kind};
use crate::number::{known_keys, not_negative};
use stiction::scene::{Spread, ToleranceSection};
use stiction_proof::Rational;

/// Whose numbers are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    Scene,
    Body,
    Contact,
}

/// Reads the section.
pub(crate) fn read(at: &At<'_>, of: Of, found: &mut Findings<'_>) -> Option<ToleranceSection> {
    known_keys(at, TOLERANCE, found)?;
    let foreign: &[&str] = match of {
        Of::Scene => &[],
        Of::Body => &["point", "normal", "friction"],
        Of::Contact => &["mass", "com", "load"],
    };
    let (whose, other) = if of == Of::Body { ("body", "contact") } else { ("contact", "body") };
    for given in foreign.iter().filter_map(|key| at.get(key).map(|given| (key, given))) {
        let message = format!("a {whose} has no {} of its own", given.0);
        let help = format!("write it in the `tolerance` of a {other}, or in [tolerance]");
        found.fault("tolerance", &given.1, message, help);
    }
    let mut number = |key: &str| at.get(key).and_then(|given| not_negative(&given, "tolerance", found));
    let (point, normal, com) = (number("point"), number("normal"), number("com"));
    let mut spread = |key: &str| at.get(key).and_then(|given| spread(&given, found));
    let (friction, mass, load) = (spread("friction"), spread("mass"), spread("load"));
    Some(ToleranceSection { point, normal, friction, mass, com, load })
}

/// A number, or a part of what it is the tolerance of: `"10%"`.
fn spread(at: &At<'_>, found: &mut Findings<'_>) -> Option<Spread> {
    let Kind::Text(text) = &at.node.kind else { return not_negative(at, "tolerance", found).map(Spread::By) };
    let Some(percent) = text.trim().strip_suffix('%') else {
        return not_negative(at, "tolerance", found).map(Spread::By);
    };
    match Rational::parse_bounded(percent.trim()) {
        Ok(value) if !value.is_negative() => Some(Spread::Part(value * Rational::new(1, 100))),
        _ => {
            let message = format!("`{}` is no share", shortened(text));
            found.fault("tolerance", at, message, "write a share from 0% on, as in \"10%\", or a number");
            None
        }
    }
}
