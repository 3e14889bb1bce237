//! Joints that follow others: `mimic`.

use super::joint::Mimic;
use super::{Following, RobotOptions, gathered::Gathered};
use crate::findings::{Findings, listed, near_word, shortened};
use stiction::ask::robot::{CouplingFault, Couplings};
use stiction::robot::{Coupling, JointKind, Model};

/// What warnings about joints have in them that would follow others and were asked not to: so a verifier
/// knows how a file was read.
pub const PASSED_OVER: &str = "passed over, as asked";

/// Couples the joints that follow others, or lets them move by themselves where that was asked; either is told.
pub(super) fn couple(
    model: &mut Model,
    mimics: Vec<(usize, Mimic<'_, '_>)>,
    options: &RobotOptions,
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) {
    if options.following == Following::Independent {
        for (joint, mimic) in &mimics {
            let said = "`mimic` is passed over, as asked: they move by themselves";
            odd.note(
                "mimic",
                &mimic.element,
                &model.joints[*joint].name,
                said,
                "ask without --mimic independent",
            );
        }
        return;
    }
    for (joint, mimic) in &mimics {
        if mimic.planar {
            let message = "only a joint that turns or slides follows another, and this one is planar";
            mimic.element.fault(
                "mimic",
                message,
                "fix it, or let it move by itself: --mimic independent",
                found,
            );
            continue;
        }
        if model.joints[*joint].kind == JointKind::Fixed {
            let said = "a fixed joint follows nothing: its `mimic` is passed over";
            odd.note("mimic", &mimic.element, &model.joints[*joint].name, said, "take `mimic` out");
            continue;
        }
        let Some(of) = model.joints.iter().position(|known| known.name == mimic.of) else {
            note_unknown(model, mimic, found);
            continue;
        };
        let (joint, multiplier, offset) = (*joint, mimic.multiplier, mimic.offset);
        model.couplings.push(Coupling { joint, of, multiplier, offset });
    }
    let faults = Couplings::of(model).err().unwrap_or_default();
    for fault in faults {
        let (index, message) = match fault {
            CouplingFault::Kind(index) => {
                (index, "only a joint that turns or slides follows another, which turns, slides or is fixed")
            }
            CouplingFault::Circle(index) => (index, "joints follow each other in a circle"),
            CouplingFault::Twice(index) => (index, "the joint follows another one already"),
        };
        let place = mimics.iter().find(|(joint, _)| *joint == model.couplings[index].joint);
        if let Some((_, mimic)) = place {
            mimic.element.fault(
                "mimic",
                message,
                "fix it, or let it move by itself: --mimic independent",
                found,
            );
        }
    }
}

/// Names of joints that a person may have meant; a planar one is three, and only one of these can lead.
fn note_unknown(model: &Model, mimic: &Mimic<'_, '_>, found: &mut Findings<'_>) {
    let names = || model.joints.iter().map(|known| known.name.as_str());
    let parts = super::planar::PARTS.map(|part| format!("{}.{part}", mimic.of));
    if parts.iter().all(|part| names().any(|name| name == part)) {
        let message = format!("`{}` is planar, and has three coordinates", shortened(mimic.of));
        let [x, y, theta] = parts.map(|part| shortened(&part));
        let help = format!(
            "name the one that leads: `{x}`, `{y}` or `{theta}`; --mimic independent lets it move by itself"
        );
        mimic.element.fault_of("joint", "mimic", message, help, found);
        return;
    }
    let near = match near_word(mimic.of, names()) {
        Some(near) => format!("did you mean `{}`?", shortened(near)),
        None => listed("the joints are", names()) + ";",
    };
    let message = format!("no joint is called `{}`", shortened(mimic.of));
    let help = format!("{near} --mimic independent lets it move by itself");
    mimic.element.fault_of("joint", "mimic", message, help, found);
}
