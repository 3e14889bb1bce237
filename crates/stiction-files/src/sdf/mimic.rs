//! Joints that follow others: `mimic` of an axis, q = multiplier (q′ − reference) + offset.

use super::Reader;
use crate::findings::{listed, near_word, shortened};
use crate::urdf::Following;
use crate::xml_tree::Tag;
use stiction::ask::robot::{CouplingFault, Couplings};
use stiction::robot::Coupling;

const HELP: &str = "fix it, or let it move by itself: --mimic independent";

impl Reader<'_, '_, '_> {
    /// Couples the joints that follow others, or lets them move by themselves where that was asked, which is told.
    pub(super) fn couple(&mut self, following: Following) -> Option<()> {
        let mimics = std::mem::take(&mut self.mimics);
        let mut whole = Some(());
        if following == Following::Independent {
            for (joint, tag) in &mimics {
                let said = "`mimic` is passed over, as asked: they move by themselves";
                let name = self.model.joints[*joint].name.clone();
                self.odd.note_at("mimic", tag, &name, said, "ask without --mimic independent");
            }
            return whole;
        }
        for (joint, tag) in &mimics {
            let coupling = self.coupling(*joint, tag);
            whole = whole.filter(|_| coupling.is_some());
            self.model.couplings.extend(coupling);
        }
        for fault in Couplings::of(&self.model).err().unwrap_or_default() {
            let (index, message) = match fault {
                CouplingFault::Kind(index) => (
                    index,
                    "only a joint that turns or slides follows another, which turns, slides or is fixed",
                ),
                CouplingFault::Circle(index) => (index, "joints follow each other in a circle"),
                CouplingFault::Twice(index) => (index, "the joint follows another one already"),
            };
            let joint = self.model.couplings[index].joint;
            if let Some((_, tag)) = mimics.iter().find(|(known, _)| *known == joint) {
                tag.fault("mimic", message, HELP, self.found);
            }
            whole = None;
        }
        whole
    }

    fn coupling(&mut self, joint: usize, tag: &Tag) -> Option<Coupling> {
        let wanted = tag.get("joint").unwrap_or_default();
        let names = || self.model.joints.iter().map(|known| known.name.as_str());
        let of = names().position(|name| name == wanted);
        let Some(of) = of.filter(|_| tag.get("axis").is_none_or(|axis| axis == "axis")) else {
            let near = match near_word(wanted, names()) {
                Some(near) if of.is_none() => format!("did you mean `{}`?", shortened(near)),
                _ => listed("the joints are", names()) + ";",
            };
            let message = format!("no joint with this axis is called `{}`", shortened(wanted));
            let help = format!("{near} --mimic independent lets it move by itself");
            tag.fault("mimic", message, help, self.found);
            return None;
        };
        let mut number = |name: &str, default: f64| {
            let Some(child) = tag.child(name) else { return Some(default) };
            child.list::<1>(name, &child.text, self.found).map(|[value]| value)
        };
        let (multiplier, offset, reference) =
            (number("multiplier", 1.0), number("offset", 0.0), number("reference", 0.0));
        let (multiplier, offset) = (multiplier?, offset? - multiplier? * reference?);
        Some(Coupling { joint, of, multiplier, offset })
    }
}
