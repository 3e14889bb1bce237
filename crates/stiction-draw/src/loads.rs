//! What pulls at the bodies of a scene besides contacts: weight at the centre of mass, loads and given contact forces
//! where they act, and at the centre of mass what is left.

use crate::figure::{Force, ForceKind, LineOfForce};
use crate::proof_page::doubles;
use crate::text::quantity;
use stiction::scene::{Contact, Load, Party, Scene};
use stiction::screw::{Planar, Space};
use stiction::shape::Geometry;
use stiction_proof::Rational;

/// What remains of a load when everything that has a place of its own is taken away, relative to it, is rounding.
const NOTHING: f64 = 1e-9;

/// The pulls at one body: all that pulls at it, of which so much is weight.  Labels are left out of a crowd.
pub(crate) fn pulls<S, const D: usize>(
    scene: &Scene<S>,
    name: &str,
    com: [f64; D],
    (total, weight): ([f64; D], [f64; D]),
    crowded: bool,
) -> Vec<Force<D>>
where
    S: Geometry + Space<Vector = [Rational; D]>,
{
    let label = |text: String| Some(if crowded { String::new() } else { text });
    let plain = crowded.then(String::new);
    let mut pulls = vec![Force { at: com, vector: weight, kind: ForceKind::Weight, label: plain.clone() }];
    for load in scene.acting_loads().filter(|load| scene.bodies[load.on].name == name) {
        let (at, vector) = (place(scene, load), doubles(&load.force));
        pulls.push(Force { at, vector, kind: ForceKind::Load, label: label(called(&load.name, vector)) });
    }
    for contact in scene.contacts.iter().filter(|contact| contact.is_touching()) {
        let of = |party: Party| matches!(party, Party::Body(index) if scene.bodies[index].name == name);
        let sign = match (of(contact.on), of(contact.against)) {
            (true, _) => 1.0,
            (_, true) => -1.0,
            _ => continue,
        };
        let Some(vector) = given(contact) else { continue };
        let vector = vector.map(|entry| sign * entry);
        let label = label(called(&contact.id, vector));
        pulls.push(Force { at: doubles(&contact.point), vector, kind: ForceKind::Load, label });
    }
    let mut rest = total;
    for pull in &pulls {
        rest.iter_mut().zip(pull.vector).for_each(|(entry, part)| *entry -= part);
    }
    // What remains after rounding alone is not a load.
    let largest = pulls.iter().map(|pull| size(&pull.vector)).fold(size(&total), f64::max);
    if size(&rest) > NOTHING * largest {
        pulls.push(Force { at: com, vector: rest, kind: ForceKind::Load, label: plain });
    }
    pulls.retain(|force| size(&force.vector) > 0.0);
    pulls
}

/// The moments of the plane, each a curved arrow: of loads where they act, of a body's own wrench at its centre of
/// mass.
pub(crate) fn moments(scene: &Scene<Planar>) -> Vec<LineOfForce> {
    let turning = scene.acting_loads().filter_map(|load| {
        let moment = load.moment.first().filter(|moment| !moment.is_zero())?.to_f64();
        let (near, label) = (Some(place(scene, load)), named(&load.name, quantity(moment.abs(), "N m")));
        Some(LineOfForce { wrench: [moment, 0.0, 0.0], near, label, signs: false })
    });
    let own = scene.free_bodies().filter_map(|(index, body)| {
        // What turns the body besides its loads.
        let loads = scene.acting_loads().filter(|load| load.on == index);
        let rest = loads.fold(body.wrench[0].clone(), |rest, load| rest - &scene.load_wrench(load)[0]);
        let moment = Some(rest.to_f64()).filter(|moment| *moment != 0.0)?;
        let (near, label) = (Some(doubles(&body.com)), quantity(moment.abs(), "N m"));
        Some(LineOfForce { wrench: [moment, 0.0, 0.0], near, label, signs: false })
    });
    turning.chain(own).collect()
}

/// Where a load acts.
fn place<S, const D: usize>(scene: &Scene<S>, load: &Load<S>) -> [f64; D]
where
    S: Geometry + Space<Vector = [Rational; D]>,
{
    doubles(load.point.as_ref().unwrap_or(&scene.bodies[load.on].com))
}

/// The force of a force-controlled contact on its `on`.
fn given<S, const D: usize>(contact: &Contact<S>) -> Option<[f64; D]>
where
    S: Geometry + Space<Vector = [Rational; D]>,
{
    let force: Vec<f64> = contact.force.as_ref()?.iter().map(Rational::to_f64).collect();
    let normal: [f64; D] = unit(doubles(&contact.normal));
    let mut vector = normal.map(|entry| force.first().copied().unwrap_or(0.0) * entry);
    let mut across: Vec<[f64; D]> = contact.tangents.iter().map(|one| unit(doubles(one))).collect();
    if D == 2 {
        // The normal turned counter-clockwise.
        let mut turned = [0.0; D];
        (turned[0], turned[1]) = (-normal[1], normal[0]);
        across = vec![turned];
    }
    for (part, direction) in force.iter().skip(1).zip(across) {
        vector.iter_mut().zip(direction).for_each(|(entry, one)| *entry += part * one);
    }
    Some(vector)
}

/// The name of a load with its size; one that has only its place in the list needs no name.
fn called<const D: usize>(name: &str, vector: [f64; D]) -> String {
    named(name, quantity(size(&vector), "N"))
}

fn named(name: &str, size: String) -> String {
    if name.parse::<usize>().is_ok() { size } else { format!("{name}: {size}") }
}

fn size(vector: &[f64]) -> f64 {
    vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt()
}

fn unit<const D: usize>(vector: [f64; D]) -> [f64; D] {
    let length = size(&vector);
    vector.map(|entry| entry / length)
}
