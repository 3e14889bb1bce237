//! What links weigh that move: what the format says of a link without `inertial`, `auto` inertias, and links that
//! gravity passes by.  Of what is fixed to the world no mass matters, and nothing is said.

use super::{Reader, is_true, pose};
use crate::findings::shortened;
use crate::mjcf::{moments, sum};
use crate::xml_tree::Tag;
use stiction::robot::{JointKind, LinkInertia, Model};
use stiction::screw::Pose;

/// The density of which nothing is said, kg/m³.
const USUAL_DENSITY: f64 = 1000.0;

impl Reader<'_, '_, '_> {
    /// Weighs the links that move, and tells what the file did not say; whether gravity passes all of them by.
    pub(super) fn weigh(&mut self, robot: &Tag, floating: bool) -> Option<bool> {
        let still = if floating { Vec::new() } else { still(&self.model) };
        let moves = |link: usize| !still.get(link).copied().unwrap_or(false);
        let mut whole = Some(());
        let (mut heavy, mut light) = (0_usize, Vec::new());
        // The first link is the world; those of the file follow in its order.
        for (link, tag) in (1..).zip(robot.all("link")).filter(|(link, _)| moves(*link)) {
            whole = self.weigh_one(link, tag).and(whole);
            if self.model.links[link].inertia.is_none() {
                continue;
            }
            match tag.child("gravity").filter(|word| matches!(&*word.text, "false" | "0")) {
                Some(word) => light.push(word),
                None => heavy += 1,
            }
        }
        whole?;
        if heavy > 0 {
            for word in &light {
                let help = "take <gravity> out, or count its weight into --tau; where no link weighs: --gravity 0,0,0";
                let message = "gravity passes by this link and not by others, which is not taken";
                word.fault("gravity", message, help, self.found);
            }
            return light.is_empty().then_some(false);
        }
        Some(!light.is_empty())
    }

    fn weigh_one(&mut self, link: usize, tag: &Tag) -> Option<()> {
        let name = self.model.links[link].name.clone();
        let help = "give <inertial> with <mass> and <inertia>, in kg and kg·m²";
        let Some(inertial) = tag.child("inertial") else {
            let one = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            self.model.links[link].inertia =
                Some(LinkInertia { mass: 1.0, place: Pose::identity(), rotational: one });
            let said = "no `inertial`: taken as 1 kg with moments of 1 kg·m², as the format has it";
            self.odd.note_at("inertia", tag, &name, said, help);
            return Some(());
        };
        if inertial.get("auto").is_some_and(is_true) {
            self.model.links[link].inertia = self.by_shapes(tag, inertial)?;
            return Some(());
        }
        let moments = inertial.child("inertia");
        let lacks = |name: &str| moments.is_none_or(|moments| moments.child(name).is_none());
        if inertial.child("mass").is_none() || ["ixx", "iyy", "izz"].iter().any(|name| lacks(name)) {
            let said = "what `inertial` leaves out is 1 kg, or a moment of 1 kg·m², as the format has it";
            self.odd.note_at("inertia", inertial, &name, said, help);
        }
        Some(())
    }

    /// What the collision shapes of a link weigh, each by its own density, that of the link or that of water.
    fn by_shapes(&mut self, link: &Tag, inertial: &Tag) -> Option<Option<LinkInertia>> {
        if let Some(mass) = inertial.child("mass") {
            let message = "`mass` beside `auto`: versions of the format differ in what it means";
            mass.fault("inertia", message, "take `mass` out, or `auto`", self.found);
            return None;
        }
        let usual = self.number(inertial, "density")?.unwrap_or(USUAL_DENSITY);
        let mut parts = Vec::new();
        for collision in link.all("collision") {
            let density = self.number(collision, "density")?.unwrap_or(usual);
            parts.push(self.shape(collision, density)?);
        }
        let whole = sum(&parts);
        if whole.is_none() {
            let help = "give <inertial> with <mass> and <inertia>, or a <collision> with a shape";
            inertial.fault("inertia", "`auto` finds no shape that weighs anything", help, self.found);
        }
        whole.map(Some)
    }

    fn shape(&mut self, collision: &Tag, density: f64) -> Option<LinkInertia> {
        let help = "give <inertial> with <mass> and <inertia>";
        let relative = collision.child("pose").and_then(|pose| pose.get("relative_to"));
        if let Some(frame) = relative.filter(|frame| !frame.is_empty()) {
            let message = format!("a shape relative to `{}` is not weighed", shortened(frame));
            collision.fault("inertia", message, help, self.found);
            return None;
        }
        let place = pose(collision, self.found)?;
        let shape = collision.child("geometry").and_then(|geometry| geometry.children.first());
        let (kind, size) = match shape.map(|shape| (&*shape.name, shape)) {
            Some(("box", shape)) => ("box", self.triple(shape, "size")?.map(|side| 0.5 * side)),
            Some(("sphere", shape)) => ("sphere", [self.length(shape, "radius")?, 0.0, 0.0]),
            Some((kind @ ("cylinder" | "capsule"), shape)) => {
                (kind, [self.length(shape, "radius")?, 0.5 * self.length(shape, "length")?, 0.0])
            }
            Some(("ellipsoid", shape)) => ("ellipsoid", self.triple(shape, "radii")?),
            other => {
                let message =
                    format!("`auto` with the shape `{}` is not weighed", other.map_or("", |it| it.0));
                collision.fault("inertia", message, help, self.found);
                return None;
            }
        };
        let (volume, [x, y, z]) = moments(kind, size);
        let mass = density * volume;
        if !(mass.is_finite() && mass > 0.0) {
            collision.fault(
                "inertia",
                "the shape weighs nothing",
                "give positive sizes and densities",
                self.found,
            );
            return None;
        }
        let rotational = [[mass * x, 0.0, 0.0], [0.0, mass * y, 0.0], [0.0, 0.0, mass * z]];
        Some(LinkInertia { mass, place, rotational })
    }

    /// A number below an element, if it is there.
    fn number(&mut self, tag: &Tag, name: &str) -> Option<Option<f64>> {
        let Some(child) = tag.child(name) else { return Some(None) };
        child.list::<1>(name, &child.text, self.found).map(|[value]| Some(value))
    }

    fn length(&mut self, tag: &Tag, name: &str) -> Option<f64> {
        let value = self.number(tag, name)?;
        if value.is_none() {
            tag.fault("missing-key", format!("`{name}` is missing"), "give it in metres", self.found);
        }
        value
    }

    fn triple(&mut self, tag: &Tag, name: &str) -> Option<[f64; 3]> {
        let Some(child) = tag.child(name) else {
            tag.fault(
                "missing-key",
                format!("`{name}` is missing"),
                "give three lengths in metres",
                self.found,
            );
            return None;
        };
        child.list::<3>(name, &child.text, self.found)
    }
}

/// Which links are fixed to the world, the first of them.
fn still(model: &Model) -> Vec<bool> {
    let mut still = vec![false; model.links.len()];
    if let Some(world) = still.first_mut() {
        *world = true;
    }
    // Every round fixes one more at least, or ends.
    loop {
        let next = model
            .joints
            .iter()
            .find(|joint| joint.kind == JointKind::Fixed && still[joint.parent] && !still[joint.child]);
        match next {
            Some(joint) => still[joint.child] = true,
            None => return still,
        }
    }
}
