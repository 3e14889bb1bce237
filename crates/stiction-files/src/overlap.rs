//! Bodies that lie in each other, in a scene whose contacts nobody looks for.

use crate::findings::{Findings, shortened};
use crate::node::At;
use crate::observer::Work;
use crate::world::World;
use stiction::detect::{Detectable, Finding, Settings, detect_observed};
use stiction::scene::Scene;

/// Warns of every two shapes that overlap by more than the tolerance that `[detect]` has by default, one of them free.
pub(crate) fn warn<S: World + Detectable>(bodies: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) {
    if scene.bodies.iter().filter(|body| body.shape.is_some()).count() < 2 {
        return;
    }
    let observer = |done, total| found.observe(Work::Contacts, done, total);
    let detected = detect_observed(scene, &Settings::default(), &observer);
    for note in detected.notes {
        let Finding::Overlap { depth } = note.finding else { continue };
        let [one, other] = note.between.map(|party| scene.party_name(party));
        let at = bodies.get(one);
        let message = format!(
            "\"{}\" and \"{}\" overlap by {} m at [{}]",
            shortened(one),
            shortened(other),
            few_digits(depth),
            note.place.iter().map(|entry| few_digits(*entry).to_string()).collect::<Vec<_>>().join(", ")
        );
        let help = "rigid bodies only touch: move or fix one of the shapes; the contacts are taken as listed";
        found.warn("overlap", at.as_ref().unwrap_or(bodies), message, help);
    }
}

/// The number with three digits, which is enough to find the place.
fn few_digits(value: f64) -> f64 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
