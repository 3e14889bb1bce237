//! Numbers of a report on jamming whose proved ends are too far apart to name them.

use super::{Edge, JamAnswer, Lock};
use crate::number::is_named;
use stiction::ask::Bracket;
use stiction::ask::Threshold;
use stiction::ask::jam::PatchLock;

/// Their paths.
pub(super) fn wide(answer: &JamAnswer) -> Vec<String> {
    let mut paths = Vec::new();
    let mut both = |key: &str| paths.extend(["scale", "margin"].map(|part| format!("{key}.{part}")));
    let far = |lock: &Lock| matches!(&lock.least, Threshold::Between(bracket) if is_wide(bracket));
    if let Some(locks) = &answer.locks {
        [("jam", &locks.jam), ("wedge", &locks.wedge)]
            .into_iter()
            .filter(|(_, lock)| far(lock))
            .for_each(|(key, _)| both(key));
    }
    fn begins<P>(held: &PatchLock<P>) -> bool {
        matches!(&held.onset, Threshold::Between(bracket) if is_wide(bracket))
    }
    if let Some(patches) = &answer.pushed.patches {
        let held =
            [("peg.wedge", begins(&patches.wedge)), ("peg.jam", patches.jam.as_ref().is_some_and(begins))];
        held.into_iter().filter(|(_, wide)| *wide).for_each(|(key, _)| both(key));
    }
    if let Some(boundary) = &answer.boundary {
        let open = |edge: &Edge| matches!(&edge.threshold, Threshold::Between(bracket) if is_wide(bracket));
        for (key, edges) in [("jam", &boundary.jam), ("wedge", &boundary.wedge)] {
            let rays = edges.iter().enumerate().filter(|(_, edge)| open(edge));
            paths.extend(rays.map(|(index, _)| format!("boundary.{key}.{index}.mu")));
        }
    }
    paths
}

fn is_wide<P>(bracket: &Bracket<P>) -> bool {
    !is_named([&bracket.lower.0, &bracket.upper.0])
}
