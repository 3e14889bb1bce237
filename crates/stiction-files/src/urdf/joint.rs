//! Joints: how they move, what they join, what they can do.

use super::element::Element;
use crate::findings::{Findings, nearest_word, shortened};
use std::collections::HashMap;
use stiction::robot::{Joint, JointKind, Limits};

const KINDS: [JointKind; 5] =
    [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic, JointKind::Fixed, JointKind::Floating];

/// A joint; none if something is wrong with it.
pub(super) fn read(
    element: &Element<'_, '_>,
    links: &HashMap<&str, usize>,
    found: &mut Findings<'_>,
) -> Option<Joint> {
    let name = element.text("name", "give the joint a name: <joint name=\"elbow\" type=\"revolute\">", found);
    let kind = kind(element, found);
    let parent = end(element, "parent", links, found);
    let child = end(element, "child", links, found);
    let place = element.origin(found);
    let axis = match kind {
        Some(kind) => axis(element, kind, found),
        None => Some([1.0, 0.0, 0.0]),
    };
    let limits = limits(element, kind, found);
    note_mimic(element, found);
    note_dynamics(element, found);
    Some(Joint {
        name: name?.to_owned(),
        kind: kind?,
        parent: parent?,
        child: child?,
        place: place?,
        axis: axis?,
        limits: limits?,
    })
}

fn kind(element: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<JointKind> {
    let help = "give a type: revolute, continuous, prismatic, fixed or floating";
    let word = element.text("type", help, found)?;
    if let Some(kind) = KINDS.into_iter().find(|kind| kind.name() == word) {
        return Some(kind);
    }
    let (message, help) = if word == "planar" {
        let help = "write it as two prismatic joints and a continuous one, with links without mass between";
        ("planar joints are not taken".to_owned(), help.to_owned())
    } else {
        let near = nearest_word(word, KINDS.map(JointKind::name)).unwrap_or("revolute");
        let message = format!("no joint is `{}`", shortened(word));
        (
            message,
            format!("did you mean `{near}`? There are revolute, continuous, prismatic, fixed and floating"),
        )
    };
    element.fault_of("type", "joint-type", message, help, found);
    None
}

/// The link at one end.
fn end(
    element: &Element<'_, '_>,
    which: &str,
    links: &HashMap<&str, usize>,
    found: &mut Findings<'_>,
) -> Option<usize> {
    let form = format!("give <{which} link=\"…\"/>");
    let end = element.required(which, &form, found)?;
    let name = end.text("link", &form, found)?;
    if let Some(&index) = links.get(name) {
        return Some(index);
    }
    let help = match nearest_word(name, links.keys().copied()) {
        Some(known) => format!("did you mean `{}`?", shortened(known)),
        None => "the file has no links".to_owned(),
    };
    end.fault_of("link", "unknown-link", format!("no link is called `{}`", shortened(name)), help, found);
    None
}

fn axis(element: &Element<'_, '_>, kind: JointKind, found: &mut Findings<'_>) -> Option<[f64; 3]> {
    const X: [f64; 3] = [1.0, 0.0, 0.0];
    let Some(given) = element.child("axis", found) else { return Some(X) };
    let axis = given.triple("xyz", X, found)?;
    if kind.freedoms() != 1 {
        return Some(axis);
    }
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !(length.is_finite() && length > 0.0) {
        given.fault_of(
            "xyz",
            "axis",
            format!("the axis has length {length}"),
            "give a direction, e.g. 0 0 1",
            found,
        );
        return None;
    }
    if (length - 1.0).abs() > 1e-3 {
        let message = format!("the axis has length {length:.4}; its direction alone is taken");
        given.warn("axis", message, "give a unit vector, so that other programs read the same", found);
    }
    Some(axis)
}

fn limits(element: &Element<'_, '_>, kind: Option<JointKind>, found: &mut Findings<'_>) -> Option<Limits> {
    let bounded = matches!(kind, Some(JointKind::Revolute | JointKind::Prismatic));
    let Some(limit) = element.child("limit", found) else {
        if bounded {
            let message = "there is no `limit`; the joint is taken as one without";
            element.warn("limit", message, "give <limit lower=… upper=… effort=… velocity=…/>", found);
        }
        return Some(Limits::NONE);
    };
    let [lower, upper, velocity, effort] =
        ["lower", "upper", "velocity", "effort"].map(|name| limit.number(name, found));
    let (lower, upper, velocity, effort) = (lower?, upper?, velocity?, effort?);
    for (name, value) in [("velocity", velocity), ("effort", effort)] {
        if let Some(value) = value.filter(|value| *value < 0.0) {
            limit.fault_of(
                name,
                "limit",
                format!("the limit is {value}"),
                "give one that is not negative",
                found,
            );
            return None;
        }
    }
    // As the format has it: a bound that is left out is 0.
    let (low, high) = (lower.unwrap_or(0.0), upper.unwrap_or(0.0));
    if bounded && low > high {
        let message = format!("lower {low} is above upper {high}");
        limit.fault("limit", message, "exchange them", found);
        return None;
    }
    let (lower, upper) = if bounded { (low, high) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    let (velocity, effort) = (velocity.unwrap_or(f64::INFINITY), effort.unwrap_or(f64::INFINITY));
    Some(Limits { lower, upper, velocity, effort })
}

/// A joint that follows another would change every number; it is refused rather than passed over.
fn note_mimic(element: &Element<'_, '_>, found: &mut Findings<'_>) {
    if let Some(mimic) = element.child("mimic", found) {
        let message = "joints that mimic others are not taken";
        let help = "take `mimic` out, so that the joint moves by itself, or make its type fixed";
        mimic.fault("mimic", message, help, found);
    }
}

fn note_dynamics(element: &Element<'_, '_>, found: &mut Findings<'_>) {
    let Some(dynamics) = element.child("dynamics", found) else { return };
    for name in ["damping", "friction"] {
        if let Some(Some(value)) = dynamics.number(name, found)
            && value != 0.0
        {
            let message = format!("{name} {value} of the joint is not part of the dynamics");
            dynamics.warn("dynamics", message, "count it into --tau", found);
        }
    }
}
