//! Joints: how they move, what they join, what they can do.

use super::XACRO;
use super::element::Element;
use super::gathered::Gathered;
use crate::findings::{Findings, listed, near_word, shortened};
use std::collections::HashMap;
use stiction::robot::{Joint, JointKind, Limits};

const KINDS: [JointKind; 5] =
    [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic, JointKind::Fixed, JointKind::Floating];

/// The type of a joint that slides in a plane and turns about its normal.
const PLANAR: &str = "planar";

/// A joint, and whether it is planar; none if something is wrong with it.
pub(super) fn read(
    element: &Element<'_, '_>,
    links: &HashMap<&str, usize>,
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) -> Option<(Joint, bool)> {
    let name = element.text("name", "give the joint a name: <joint name=\"elbow\" type=\"revolute\">", found);
    let kind = kind(element, found);
    let parent = end(element, "parent", links, found);
    let child = end(element, "child", links, found);
    let place = element.origin(found);
    let axis = match kind {
        Some(kind) => axis(element, kind, odd, found),
        None => Some([1.0, 0.0, 0.0]),
    };
    let limits = limits(element, kind, odd, found);
    note_dynamics(element, odd, found);
    let planar = element.get("type") == Some(PLANAR);
    let joint = Joint {
        name: name?.to_owned(),
        kind: kind?,
        parent: parent?,
        child: child?,
        place: place?,
        axis: axis?,
        limits: limits?,
    };
    Some((joint, planar))
}

fn kind(element: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<JointKind> {
    let help = "give a type: revolute, continuous, prismatic, fixed, floating or planar";
    let word = element.text("type", help, found)?;
    if word == PLANAR {
        // Turning is what is left of it when the two slides are taken off.
        return Some(JointKind::Continuous);
    }
    if let Some(kind) = KINDS.into_iter().find(|kind| kind.name() == word) {
        return Some(kind);
    }
    let kinds = KINDS.map(JointKind::name).into_iter().chain([PLANAR]);
    let near = near_word(word, kinds).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
    let message = format!("no joint is `{}`", shortened(word));
    let help = format!("{near}There are revolute, continuous, prismatic, fixed, floating and planar");
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
    let help = match near_word(name, links.keys().copied()) {
        Some(known) => format!("did you mean `{}`?", shortened(known)),
        None if links.is_empty() => "the file has no links".to_owned(),
        None => listed("the links are", links.keys().copied()),
    };
    end.fault_of("link", "unknown-link", format!("no link is called `{}`", shortened(name)), help, found);
    None
}

fn axis(
    element: &Element<'_, '_>,
    kind: JointKind,
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) -> Option<[f64; 3]> {
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
        let name = element.get("name").unwrap_or_default();
        let said = "the axis has not length 1; its direction alone is taken";
        odd.note("axis", &given, name, said, "give a unit vector, so that other programs read the same");
    }
    Some(axis)
}

/// What a joint can do; whatever no joint can have as a limit is none, with a warning.
fn limits(
    element: &Element<'_, '_>,
    kind: Option<JointKind>,
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) -> Option<Limits> {
    const FORM: &str = "give <limit lower=… upper=… effort=… velocity=…/>";
    let bounded = matches!(kind, Some(JointKind::Revolute | JointKind::Prismatic));
    let joint = element.get("name").unwrap_or_default();
    let Some(limit) = element.child("limit", found) else {
        if bounded {
            odd.note("limit", element, joint, "there is no `limit`; taken as joints without", FORM);
        }
        return Some(Limits::NONE);
    };
    let mut number = |name: &str| {
        let text = limit.get(name)?.trim();
        let value = text.parse::<f64>().ok().filter(|value| !value.is_nan());
        if value.is_none() && !super::is_unexpanded(text) {
            odd.note(
                "limit",
                &limit,
                joint,
                format!("`{name}` of the limit is no number, and counts as none"),
                FORM,
            );
        }
        value.map(Ok).or_else(|| super::is_unexpanded(text).then_some(Err(())))
    };
    let [lower, upper, velocity, effort] = ["lower", "upper", "velocity", "effort"].map(&mut number);
    if [lower, upper, velocity, effort].contains(&Some(Err(()))) {
        limit.fault("xacro", "the limit is not expanded", XACRO, found);
        return None;
    }
    let [lower, upper, velocity, effort] =
        [lower, upper, velocity, effort].map(|value| value.and_then(Result::ok));
    let mut positive = |name: &str, value: Option<f64>| match value {
        Some(value) if value < 0.0 => {
            odd.note(
                "limit",
                &limit,
                joint,
                format!("the limit of {name} is negative, and counts as none"),
                FORM,
            );
            f64::INFINITY
        }
        Some(value) => value,
        None => f64::INFINITY,
    };
    let (velocity, effort) = (positive("velocity", velocity), positive("effort", effort));
    // As the format has it: a bound that is left out is 0.
    let (low, high) = (lower.unwrap_or(0.0), upper.unwrap_or(0.0));
    if bounded && low > high {
        let said = "`lower` is above `upper`, so that no position is within; taken as joints without stops";
        odd.note("limit", &limit, joint, said, "exchange them");
    }
    let (lower, upper) =
        if bounded && low <= high { (low, high) } else { (f64::NEG_INFINITY, f64::INFINITY) };
    Some(Limits { lower, upper, velocity, effort })
}

/// A joint that follows another, by the name of the other.
#[derive(Debug, Clone)]
pub(super) struct Mimic<'a, 'i> {
    pub(super) element: Element<'a, 'i>,
    pub(super) of: &'a str,
    pub(super) multiplier: f64,
    pub(super) offset: f64,
    /// Whether the joint that would follow is planar.
    pub(super) planar: bool,
}

/// What a joint follows; `Some(None)` if nothing.
pub(super) fn mimic<'a, 'i>(
    element: &Element<'a, 'i>,
    found: &mut Findings<'_>,
) -> Option<Option<Mimic<'a, 'i>>> {
    let Some(mimic) = element.child("mimic", found) else { return Some(None) };
    let of = mimic.text("joint", "name the joint that leads: <mimic joint=\"finger\"/>", found);
    let (multiplier, offset) = (mimic.number("multiplier", found), mimic.number("offset", found));
    let (multiplier, offset) = (multiplier?.unwrap_or(1.0), offset?.unwrap_or(0.0));
    let planar = element.get("type") == Some(PLANAR);
    Some(Some(Mimic { of: of?, multiplier, offset, planar, element: mimic }))
}

fn note_dynamics(element: &Element<'_, '_>, odd: &mut Gathered, found: &mut Findings<'_>) {
    let Some(dynamics) = element.child("dynamics", found) else { return };
    let given = |name: &str| {
        let value = dynamics.get(name).and_then(|text| text.trim().parse::<f64>().ok());
        value.is_some_and(|value| value != 0.0)
    };
    if given("damping") || given("friction") {
        let name = element.get("name").unwrap_or_default();
        let said = "damping and friction of joints are not part of the dynamics";
        odd.note("dynamics", &dynamics, name, said, "count them into --tau");
    }
}
