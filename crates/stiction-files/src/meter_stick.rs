//! The section `[meter_stick]`: a stick on two fingers that come together.

use crate::findings::Findings;
use crate::friction;
use crate::keys::METER_STICK;
use crate::node::At;
use crate::number::{known_keys, number, positive, required, shown};
use stiction_proof::slow::{MeterStick, StickState};

/// Reads the section.
pub(crate) fn read(at: &At<'_>, found: &mut Findings<'_>) -> Option<MeterStick> {
    known_keys(at, METER_STICK, found)?;
    let mut place = |key: &str, help: &str| required(at, key, help, found).and_then(|at| number(&at, found));
    let left = place("left", "say where the finger is that stays");
    let right = place("right", "say where the finger is that comes closer");
    let com = place("com", "say where the stick's centre of mass is");
    let speed = required(at, "speed", "say how fast the fingers come together, m/s", found)
        .and_then(|at| positive(&at, "meter-stick", found));
    let friction = required(at, "friction", "give { static = 0.5, kinetic = 0.4 }, or one number", found);
    let friction = friction.and_then(|at| {
        let read = friction::read(&at, found)?;
        if !read.at_rest.is_positive() {
            let help = "give a static coefficient above zero; without friction nothing takes the stick along";
            found.fault("meter-stick", &at, "the fingers have no friction", help);
            return None;
        }
        Some(read)
    });
    if let (Some(left), Some(right)) = (&left, &right)
        && right <= left
    {
        let message = format!("the right finger is at {}, the left one at {}", shown(right), shown(left));
        found.fault("meter-stick", at, message, "give `right` greater than `left`");
        return None;
    }
    let friction = friction?;
    Some(MeterStick {
        start: StickState { left: left?, right: right?, com: com? },
        speed: speed?,
        at_rest: friction.at_rest,
        sliding: friction.sliding,
    })
}
