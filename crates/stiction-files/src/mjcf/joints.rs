//! Joints of a body: hinge, slide, ball, free.

use super::bodies::Reader;
use crate::findings::shortened;
use crate::xml_tree::Tag;
use stiction::robot::{JointKind, Limits};
use stiction::screw::{Pose, Spatial};

/// A joint, in the frame of its body.
pub(super) struct ReadJoint {
    pub(super) kind: JointKind,
    /// The point on its axis.
    pub(super) anchor: [f64; 3],
    pub(super) axis: [f64; 3],
    pub(super) limits: Limits,
    /// Position at which the body is where the file puts it, and the place at position zero from there.
    pub(super) reference: f64,
    pub(super) start: Pose<Spatial>,
}

pub(super) fn read(reader: &mut Reader<'_, '_>, tag: &Tag, class: Option<&str>) -> Option<ReadJoint> {
    note_passive(reader, tag, class);
    let get = |name: &str| reader.defaults.attribute(tag, class, name);
    let kind = match if tag.name == "freejoint" { "free" } else { get("type").unwrap_or("hinge") } {
        "free" => JointKind::Floating,
        "ball" => JointKind::Ball,
        "slide" => JointKind::Prismatic,
        "hinge" => JointKind::Revolute,
        other => {
            let message = format!("no joint is `{}`", shortened(other));
            tag.fault("joint-type", message, "there are hinge, slide, ball and free", reader.found);
            return None;
        }
    };
    let free = kind == JointKind::Floating;
    let list = |name: &str, default, found: &mut _| match get(name).filter(|_| !free) {
        Some(text) => tag.list::<3>(name, text, found),
        None => Some(default),
    };
    let anchor = list("pos", [0.0; 3], reader.found)?;
    let axis = list("axis", [0.0, 0.0, 1.0], reader.found)?;
    let unit = if kind == JointKind::Revolute { reader.angles.unit } else { 1.0 };
    let reference = match get("ref").filter(|_| kind.freedoms() == 1) {
        Some(text) => unit * tag.list::<1>("ref", text, reader.found)?[0],
        None => 0.0,
    };
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    if kind.freedoms() == 1 && !(length.is_finite() && length > 0.0) {
        tag.fault("axis", "the axis has no direction", "give a direction, e.g. 0 0 1", reader.found);
        return None;
    }
    let start = match kind {
        _ if reference == 0.0 => Pose::identity(),
        JointKind::Prismatic => Pose::translation_by(axis.map(|x| -reference * x / length)),
        _ => Pose::from_axis_angle(axis, -reference, [0.0; 3]).ok()?,
    };
    let mut limits = Limits::NONE;
    let limited = match get("limited") {
        Some("true") => true,
        Some("false") => false,
        _ => reader.angles.autolimits,
    };
    if let Some(text) = get("range").filter(|_| limited && kind.freedoms() == 1) {
        let [lower, upper] = tag.list::<2>("range", text, reader.found)?;
        if lower < upper {
            (limits.lower, limits.upper) = (unit * lower, unit * upper);
        }
    }
    let kind =
        if kind == JointKind::Revolute && limits.lower.is_infinite() { JointKind::Continuous } else { kind };
    Some(ReadJoint { kind, anchor, axis, limits, reference, start })
}

/// What a joint does by itself is told, and not taken.
fn note_passive(reader: &mut Reader<'_, '_>, tag: &Tag, class: Option<&str>) {
    let name = tag.get("name").unwrap_or("a joint").to_owned();
    let given = |attribute: &str| {
        let text = reader.defaults.attribute(tag, class, attribute).unwrap_or("0");
        text.split_whitespace().any(|word| word.parse::<f64>().is_ok_and(|value| value != 0.0))
    };
    // A free joint of the short form has none of these.
    let all =
        ["damping", "frictionloss", "stiffness", "armature"].map(|word| tag.name == "joint" && given(word));
    if all[0] || all[1] || all[2] {
        let said = "damping, friction and springs of joints are not part of the dynamics";
        reader.odd.note_at("dynamics", tag, &name, said, "count them into --tau");
    }
    if all[3] {
        let said = "`armature` is not part of the dynamics: M lacks it on its diagonal";
        reader.odd.note_at("dynamics", tag, &name, said, "add it to the diagonal of M");
    }
}
