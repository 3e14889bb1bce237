//! Whether links and joints are a tree; if not, where.

use super::element::Element;
use crate::findings::{Findings, shortened};
use stiction::robot::{Model, ModelFault, Tree};

/// Notes everything that stands against a tree.
pub(super) fn note(
    root: &Element<'_, '_>,
    model: &Model,
    links: &[Element<'_, '_>],
    joints: &[&Element<'_, '_>],
    found: &mut Findings<'_>,
) {
    let Err(faults) = Tree::new(model, [0.0; 3]) else { return };
    // Inertias are judged with their places in the file elsewhere.
    let faults = faults.into_iter().filter(|fault| !matches!(fault, ModelFault::Inertia { .. }));
    let name = |link: &usize| format!("`{}`", shortened(&model.links[*link].name));
    let listed = |links: &[usize]| {
        let shown = links.iter().take(8).map(name).collect::<Vec<_>>().join(", ");
        if links.len() > 8 { format!("{shown} and {} more", links.len() - 8) } else { shown }
    };
    for fault in faults {
        match fault {
            ModelFault::Empty => {
                root.fault("empty", "the robot has no links", "give <link name=\"base\"/>", found)
            }
            ModelFault::TwoParents { link, joints: owners } => {
                let owners: Vec<&Element<'_, '_>> = owners.iter().map(|&joint| joints[joint]).collect();
                let named = owners.iter().map(|joint| joint.path()).collect::<Vec<_>>().join(", ");
                let message = format!("{} is the child of {named}", name(&link));
                let help = "a link hangs on one joint; loops are not taken";
                owners[1].fault("two-parents", message, help, found);
            }
            ModelFault::Roots { links: roots } => {
                let message = format!("{} links hang on no joint: {}", roots.len(), listed(&roots));
                let help = "a robot has one root: join the others to it, e.g. by a fixed joint";
                links[roots[1]].fault("two-roots", message, help, found);
            }
            ModelFault::Loop { links: looped } => {
                let message = format!("these links hang on each other in a loop: {}", listed(&looped));
                links[looped[0]].fault("loop", message, "leave out one of the joints", found);
            }
            other => root.fault("robot", other.to_string(), "fix it", found),
        }
    }
}
