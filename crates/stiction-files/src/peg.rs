//! The section `[peg]`: widths, friction, depth, lean and push.

use crate::findings::Findings;
use crate::keys::PEG;
use crate::node::At;
use crate::number::{known_keys, not_negative, number, positive, required, shown, vector};
use stiction::scene::{PegSection, Rounding};
use stiction::shape::Pose;
use stiction_proof::Rational;

/// Reads the section; what its angle rounds is noted.
pub(crate) fn read(at: &At<'_>, rounded: &mut Vec<Rounding>, found: &mut Findings<'_>) -> Option<PegSection> {
    known_keys(at, PEG, found)?;
    let width =
        required(at, "width", "give the width of the peg", found).and_then(|at| positive(&at, "peg", found));
    let hole = required(at, "hole", "give the width of the hole", found);
    let hole = hole.and_then(|at| Some((positive(&at, "peg", found)?, at.clone())));
    let friction = required(at, "friction", "give the coefficient of friction", found)
        .and_then(|at| positive(&at, "peg", found));
    let depth = required(at, "depth", "say how deep the peg is in the hole", found)
        .and_then(|at| not_negative(&at, "peg", found));
    let tilt = at.get("tilt").map_or(Some(Rational::zero()), |tilt| number(&tilt, found));
    let push = match at.get("push") {
        None => Some(None),
        Some(push) => vector(&push, "[m, fx, fy]", found).map(Some),
    };
    if let (Some(width), Some((hole, at))) = (&width, &hole)
        && hole < width
    {
        let message = format!("the hole is {} wide, the peg {}", shown(hole), shown(width));
        found.fault("peg", at, message, "give a hole at least as wide as the peg");
    }
    let tilt = tilt?;
    let pose = Pose::new([Rational::zero(), Rational::zero(), tilt.clone()])?;
    if pose.rounded {
        rounded.push(Rounding { path: "peg.tilt".to_owned(), why: format!("leans by {} rad", shown(&tilt)) });
    }
    let turned = pose.turn(&[Rational::one(), Rational::zero()]);
    Some(PegSection { width: width?, hole: hole?.0, friction: friction?, depth: depth?, turned, push: push? })
}
