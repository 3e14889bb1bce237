//! Pictures of assemblies: the forces that carry them, thicker where they are larger, or the motion by which they
//! fall, and the loads across gravity that they stand.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel};
use crate::figure::{AnyPanel, Cast, Force, ForceKind, Motion, Panel, Words};
use crate::loads::{moments, pulls};
use crate::proof_page::{contacts, doubles, tone};
use crate::solid::figure::{SolidForce, SolidPanel};
use crate::solid::is_crowded;
use std::collections::HashMap;
use stiction::scene::Scene;
use stiction::screw::{Planar, Spatial};
use stiction_proof::{Answer, AssemblyProof, Rational, Verified};
use stiction_report::assembly::{AssemblyAnswer, PLUNGER, PushFormat};
use stiction_report::assembly::{Sideways, Standing, Tilts};

/// Contacts from which forces are not labelled any more.
const MANY: usize = 12;
/// Bodies of space up to which what pulls at them is drawn.
const FEW: usize = 3;

/// The force of each contact in world axes, on the body that its normal points into or against the other's.
fn pushes<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Vec<(usize, Vec<f64>)> {
    let Some(AssemblyProof::Rests { forces, friction, .. }) = answer.proof.as_ref().map(Verified::proof)
    else {
        return Vec::new();
    };
    let coefficients = answer.problem.coefficients(friction);
    let cones = answer.problem.contacts.iter().zip(&coefficients).zip(forces).enumerate();
    let push = |(index, ((contact, coefficients), push)): (
        usize,
        ((&stiction_proof::AssemblyContact<S::Touch>, _), _),
    )| {
        let mut force = S::force(&contact.touch, coefficients, push);
        // A contact whose own body does not move is seen from the other.
        if contact.on.is_none() {
            force.iter_mut().for_each(|entry| *entry = -*entry);
        }
        (index, force)
    };
    let pushes: Vec<(usize, Vec<f64>)> = cones.map(push).collect();
    pushes.into_iter().filter(|(_, force)| force.iter().any(|entry| *entry != 0.0)).collect()
}

fn label(count: usize) -> Option<String> {
    (count > MANY).then(String::new)
}

/// Whether a body stands for a preload: nobody wrote it.
fn is_plunger(name: &str) -> bool {
    name.ends_with(PLUNGER)
}

/// An assembly in the plane.
pub(crate) fn assembly(scene: &Scene<Planar>, answer: &AssemblyAnswer<Planar>, base: Panel) -> Vec<AnyPanel> {
    let pushes = pushes(answer);
    let count = pushes.len();
    let thrust = thrust(answer);
    let mut forces: Vec<Force> = pushes
        .into_iter()
        .map(|(index, force)| Force {
            at: doubles(&answer.problem.contacts[index].touch.point),
            vector: [force[0], force[1]],
            kind: ForceKind::Contact,
            label: label(count),
        })
        .collect();
    let own: Vec<&str> = answer
        .problem
        .bodies
        .iter()
        .map(|body| body.name.as_str())
        .filter(|name| !is_plunger(name))
        .collect();
    let alone = match own[..] {
        [name] => Some(name),
        _ => None,
    };
    if alone.is_some() || answer.stands() && answer.problem.bodies.len() <= MANY {
        let loads = answer.load.iter().zip(&answer.weights);
        for (body, (load, weight)) in answer.problem.bodies.iter().zip(loads) {
            if is_plunger(&body.name) {
                continue;
            }
            let (at, total) = (doubles(&body.reference), [load[1].to_f64(), load[2].to_f64()]);
            forces.extend(pulls(scene, &body.name, at, (total, doubles(weight)), count > MANY));
        }
    }
    let panel = Panel {
        cast: Cast {
            contacts: contacts(scene, alone, &[]),
            forces,
            motions: motions(answer),
            gravity: Some(doubles(&scene.gravity)),
            together: alone.is_none(),
            animated: alone.is_none(),
            ..base.cast
        },
        words: said(base.words, answer.verdict),
        lines_of_force: moments(scene),
        thrust,
        ..base
    };
    vec![panel.into()]
}

/// The line of thrust of an assembly that stands: of each stone between two joints the way from where the one presses
/// it to where it presses the other. A joint is all contacts between two bodies; it presses in their middle, weighed by
/// their normal forces.
fn thrust(answer: &AssemblyAnswer<Planar>) -> Vec<[[f64; 2]; 2]> {
    let Some(AssemblyProof::Rests { forces, .. }) = answer.proof.as_ref().map(Verified::proof) else {
        return Vec::new();
    };
    let problem = &answer.problem;
    if !(2..=MANY).contains(&problem.bodies.len()) {
        return Vec::new();
    }
    let mut joints: HashMap<[Option<usize>; 2], ([f64; 2], f64)> = HashMap::new();
    for (contact, [along, _]) in problem.contacts.iter().zip(forces) {
        let [nx, ny] = doubles(&contact.touch.normal);
        let (press, [x, y]) = (along.to_f64() * nx.hypot(ny), doubles(&contact.touch.point));
        let pair = [contact.on.min(contact.against), contact.on.max(contact.against)];
        let (sum, weight) = joints.entry(pair).or_default();
        (sum[0], sum[1], *weight) = (sum[0] + press * x, sum[1] + press * y, *weight + press);
    }
    let heaviest = joints.values().map(|(_, weight)| *weight).fold(0.0, f64::max);
    let pieces = (0..problem.bodies.len())
        .filter(|&body| !is_plunger(&problem.bodies[body].name))
        .filter_map(|body| {
            let mut own: Vec<[f64; 2]> = joints
                .iter()
                .filter(|(pair, (_, weight))| pair.contains(&Some(body)) && *weight > 1e-9 * heaviest)
                .map(|(_, (sum, weight))| sum.map(|entry| entry / weight))
                .collect();
            own.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
            <[[f64; 2]; 2]>::try_from(own).ok()
        });
    pieces.collect()
}

fn said(words: Words, verdict: Answer) -> Words {
    Words { heading: format!("stands: {verdict}"), tone: tone(verdict), ..words }
}

/// The collapse: the motion of each body that moves.
fn motions<S: PushFormat, const D: usize, const F: usize>(answer: &AssemblyAnswer<S>) -> Vec<Motion<D, F>> {
    let twists = answer.collapse().unwrap_or_default();
    let moving = |(_, twist): &(_, &Vec<f64>)| twist.iter().any(|entry| entry.abs() > 1e-9);
    let motion = |(body, twist): (&stiction_proof::AssemblyBody<S::Touch>, &Vec<f64>)| Motion {
        body: body.name.clone(),
        twist: std::array::from_fn(|k| twist[k]),
        about: std::array::from_fn(|k| body.reference.as_ref()[k].to_f64()),
    };
    let own = answer.problem.bodies.iter().zip(&twists).filter(|(body, _)| !is_plunger(&body.name));
    own.filter(moving).map(motion).collect()
}

/// An assembly in space.
pub(crate) fn solid_assembly(
    scene: &Scene<Spatial>,
    answer: &AssemblyAnswer<Spatial>,
    base: SolidPanel,
) -> Vec<AnyPanel> {
    let pushes = pushes(answer);
    let count = pushes.len();
    let triple = |vector: &[Rational; 3]| vector.each_ref().map(Rational::to_f64);
    let force = |index: usize, force: &[f64]| SolidForce {
        at: triple(&answer.problem.contacts[index].touch.point),
        vector: std::array::from_fn(|k| force[k]),
        kind: ForceKind::Contact,
        label: label(count),
    };
    let mut forces: Vec<SolidForce> = pushes.iter().map(|(index, push)| force(*index, push)).collect();
    if is_crowded(&base) {
        let ids = pushes.iter().map(|(index, _)| answer.problem.contacts[*index].touch.id.as_str());
        forces = by_area(&base, ids.zip(forces));
    }
    if answer.problem.bodies.len() <= FEW {
        let loads = answer.load.iter().zip(&answer.weights);
        for (body, (load, weight)) in answer.problem.bodies.iter().zip(loads) {
            if is_plunger(&body.name) {
                continue;
            }
            let total = std::array::from_fn(|k| load[k + 3].to_f64());
            let at = triple(&body.reference);
            forces.extend(pulls(scene, &body.name, at, (total, triple(weight)), count > MANY));
        }
    }
    let title = base.words.title.clone();
    let panel = SolidPanel {
        cast: Cast { forces, motions: motions(answer), together: true, animated: true, ..base.cast },
        words: said(base.words, answer.verdict),
        ..base
    };
    let mut panels: Vec<AnyPanel> = vec![panel.into()];
    if let Some(Sideways::Tilts(tilts)) = &answer.margins.sideways {
        panels.extend(tilt_plot(tilts, title, axes(scene)).map(AnyPanel::from));
    }
    panels
}

/// One force for the contacts of each area: their sum, in the middle of where they push, by how hard they do.
fn by_area<'f>(panel: &SolidPanel, forces: impl Iterator<Item = (&'f str, SolidForce)>) -> Vec<SolidForce> {
    let area_of: HashMap<&str, &str> = panel
        .cast
        .contacts
        .iter()
        .map(|contact| (contact.id.as_str(), contact.across.patch.as_str()))
        .collect();
    let mut sums: Vec<(SolidForce, f64)> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (id, force) in forces {
        let size = force.vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        let area = area_of.get(id).copied().filter(|area| !area.is_empty());
        let index = area.map_or(sums.len(), |area| *known.entry(area).or_insert(sums.len()));
        match sums.get_mut(index) {
            None => sums.push((SolidForce { at: force.at.map(|entry| entry * size), ..force }, size)),
            Some((sum, weight)) => {
                *weight += size;
                for k in 0..3 {
                    sum.at[k] += force.at[k] * size;
                    sum.vector[k] += force.vector[k];
                }
            }
        }
    }
    let mean =
        |(force, weight): (SolidForce, f64)| SolidForce { at: force.at.map(|entry| entry / weight), ..force };
    sums.into_iter().map(mean).collect()
}

/// What the two directions across gravity are called.
fn axes(scene: &Scene<Spatial>) -> [&'static str; 2] {
    match scene.gravity.each_ref().map(Rational::is_zero) {
        [true, true, false] => ["x", "y"],
        _ => ["first direction", "second direction"],
    }
}

/// The polygon of safe tilts: what is proved to stand, what is proved to hold all that stands, and the disc within.
fn tilt_plot<S: Standing>(tilts: &Tilts<S>, title: String, axes: [&str; 2]) -> Option<PlotPanel> {
    let points = around(tilts.points().iter().map(|point| [point[0], point[1]]).collect());
    let (inner, outer) = tilts.radius();
    if points.len() < 3 || !outer.is_finite() {
        return None;
    }
    let closed = |mut points: Vec<[f64; 2]>| {
        points.extend(points.first().copied());
        points
    };
    let circle = (0..=96).map(|k| {
        let angle = std::f64::consts::TAU * f64::from(k) / 96.0;
        [inner * angle.cos(), inner * angle.sin()]
    });
    let reach = points.iter().flatten().fold(outer, |reach, entry| reach.max(entry.abs())) * 1.15;
    let axis =
        |label: &str| Axis { label: label.to_owned(), range: Some([-reach, reach]), logarithmic: false };
    let curve = |label: &str, points, kind| Curve { label: label.to_owned(), points, kind };
    Some(PlotPanel {
        words: Words {
            title,
            heading: format!("may be tilted by {:.1}°", inner.atan().to_degrees()),
            lines: vec!["pushes across gravity that it stands, in multiples of the weight".to_owned()],
            ..Words::default()
        },
        x: axis(axes[0]),
        y: axis(axes[1]),
        equal: true,
        curves: vec![
            curve("stands inside", closed(points), CurveKind::Series),
            curve("in every direction", circle.collect(), CurveKind::Series),
            curve("falls outside", closed(corners(tilts.half_spaces())), CurveKind::Reference),
        ],
        ..PlotPanel::default()
    })
}

fn around(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[1].atan2(a[0]).total_cmp(&b[1].atan2(b[0])));
    points
}

/// The corners of an intersection of half-planes about the origin.
fn corners(halves: Vec<(Vec<f64>, f64)>) -> Vec<[f64; 2]> {
    let mut halves: Vec<([f64; 2], f64)> =
        halves.into_iter().map(|(normal, bound)| ([normal[0], normal[1]], bound)).collect();
    halves.sort_by(|a, b| a.0[1].atan2(a.0[0]).total_cmp(&b.0[1].atan2(b.0[0])));
    let mut corners = Vec::new();
    for (index, (a, p)) in halves.iter().enumerate() {
        for (b, q) in &halves[index + 1..] {
            let turn = a[0] * b[1] - a[1] * b[0];
            if turn.abs() <= 1e-9 * (a[0].hypot(a[1]) * b[0].hypot(b[1])) {
                continue;
            }
            let corner = [(p * b[1] - q * a[1]) / turn, (q * a[0] - p * b[0]) / turn];
            let within = |(normal, bound): &([f64; 2], f64)| {
                normal[0] * corner[0] + normal[1] * corner[1]
                    <= bound + 1e-9 * normal[0].hypot(normal[1]) * corner[0].hypot(corner[1]).max(1e-12)
            };
            if halves.iter().all(within) {
                corners.push(corner);
            }
        }
    }
    around(corners)
}
