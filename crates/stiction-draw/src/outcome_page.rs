//! The pictures of what happens: every mode with its accelerations and forces, the map over two numbers, and
//! of a single contact its frame and the generalised friction cone of Erdmann, in space and in its own plane.

use crate::diagram::figure::{
    Axis, ConePanel, Curve, CurveKind, Direction, PlotPanel, PlotPoint, PolyhedralCone,
};
use crate::figure::{AnyPanel, Cast, Force, ForceKind, LineOfForce, Motion, Panel, Span, Tone, Words};
use crate::loads::{moments, pulls};
use crate::map_panel::plot;
use crate::proof_page::{contacts, doubles};
use crate::solid::figure::{SolidForce, SolidMotion, SolidPanel};
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction_proof::{ForceState, Motion as Driven, OutcomeContact, Rational};
use stiction_report::outcomes::{FrictionCone, Outcome, OutcomesAnswer, OutcomesInSpace};

/// Contacts from which loads are not labelled any more.
const MOST_LABELLED: usize = 12;
/// Modes that get a panel of their own.
const MOST_MODES: usize = 6;

fn tone(outcome: Outcome) -> Tone {
    match outcome {
        Outcome::Unique => Tone::Good,
        Outcome::Inconsistent => Tone::Bad,
        _ => Tone::Neutral,
    }
}

/// The heading of a mode: what happens, or the outcome, where it is the only one.
fn heading(outcome: Outcome, count: usize, mode: &str, deed: Option<String>) -> String {
    match (count, deed) {
        (1, Some(deed)) => deed,
        (1, None) => format!("outcome: {}, {mode}", outcome.word()),
        _ => format!("mode {mode}"),
    }
}

/// The words of a mode, and what its arrows mean.
fn mode_lines(mut lines: Vec<String>) -> Vec<String> {
    lines.push("the motion drawn is where the acceleration leads".to_owned());
    lines
}

/// A panel for each mode, the map, and the cone of a single contact.
pub(crate) fn outcomes(scene: &Scene<Planar>, answer: &OutcomesAnswer, base: Panel) -> Vec<AnyPanel> {
    let all = &answer.all;
    let count = all.happenings.len();
    let mut panels: Vec<AnyPanel> = Vec::new();
    for (index, happening) in all.happenings.iter().take(MOST_MODES).enumerate() {
        panels.push(
            Panel {
                cast: Cast {
                    contacts: contacts(scene, None, &[]),
                    forces: forces(scene, answer, index),
                    motions: motions(answer, index),
                    together: true,
                    gravity: Some(doubles(&scene.gravity)),
                    ..base.cast.clone()
                },
                words: Words {
                    heading: heading(all.outcome, count, &happening.mode, answer.deed()),
                    tone: tone(all.outcome),
                    lines: mode_lines(answer.mode_lines(index)),
                    ..base.words.clone()
                },
                lines_of_force: turning(scene, answer),
                ..base.clone()
            }
            .into(),
        );
    }
    if panels.is_empty() {
        panels.push(
            Panel {
                cast: Cast {
                    contacts: contacts(scene, None, &[]),
                    gravity: Some(doubles(&scene.gravity)),
                    ..base.cast.clone()
                },
                words: Words {
                    heading: format!("outcome: {}", all.outcome.word()),
                    tone: tone(all.outcome),
                    ..base.words.clone()
                },
                ..base.clone()
            }
            .into(),
        );
    }
    panels.extend(
        answer.map.as_ref().map(|map| plot(&map.map, "what happens where", &base.words.title).into()),
    );
    if answer.map.is_none() {
        panels.extend(single_contact(scene, answer, &base));
    }
    panels
}

/// Contact forces and loads of a mode, in newtons.
fn forces(scene: &Scene<Planar>, answer: &OutcomesAnswer, index: usize) -> Vec<Force> {
    let solution = &answer.shown_solution(index);
    let mut found = Vec::new();
    let free = answer.problem.free();
    let is_free = |body: Option<usize>| body.is_some_and(|body| free.contains(&body));
    let alone = only_contact(answer).is_some();
    for (contact, [along, across]) in answer.problem.contacts.iter().zip(&solution.forces) {
        let [nx, ny] = doubles(&contact.normal);
        let (along, across) = (along.to_f64(), across.to_f64());
        let mut push = |along: f64, across: f64, name: &str| {
            // On the body that moves: what it touches may be its own `on`.
            let sign = if !is_free(contact.on) && is_free(contact.against) { -1.0 } else { 1.0 };
            let vector = [along * nx - across * ny, along * ny + across * nx].map(|entry| sign * entry);
            let told = || format!("{name} = {} N", stiction_report::spoken(vector[0].hypot(vector[1])));
            let label = (!name.is_empty()).then(told);
            found.push(Force { at: doubles(&contact.point), vector, kind: ForceKind::Contact, label });
        };
        if alone {
            push(along, 0.0, "fn");
            push(0.0, across, "ft");
        } else {
            push(along, across, "");
        }
    }
    for body in &answer.problem.bodies {
        let Driven::Free { load, .. } = &body.motion else { continue };
        let total = [load[1].to_f64(), load[2].to_f64()];
        let told = || format!("F = {} N", stiction_report::spoken(total[0].hypot(total[1])));
        if alone {
            let (at, kind) = (doubles(&body.com), ForceKind::Load);
            found.push(Force { at, vector: total, kind, label: Some(told()) });
            continue;
        }
        let weight = scene.body(&body.name).and_then(|body| body.mass.as_ref());
        let weight = weight.map_or([0.0; 2], |mass| doubles(&scene.gravity).map(|g| g * mass.to_f64()));
        let crowded = answer.problem.contacts.len() > MOST_LABELLED;
        found.extend(pulls(scene, &body.name, doubles(&body.com), (total, weight), crowded));
    }
    found.retain(|force| force.vector != [0.0, 0.0]);
    found
}

/// The moments of loads; of the only body that has a single contact, all of it about its centre.
fn turning(scene: &Scene<Planar>, answer: &OutcomesAnswer) -> Vec<LineOfForce> {
    let Some((body, _)) = only_contact(answer) else { return moments(scene) };
    let Driven::Free { load, .. } = &answer.problem.bodies[body].motion else { return Vec::new() };
    let line = LineOfForce {
        wrench: [load[0].to_f64(), 0.0, 0.0],
        near: Some(doubles(&answer.problem.bodies[body].com)),
        ..LineOfForce::default()
    };
    Some(line).filter(|line| line.wrench[0] != 0.0).into_iter().collect()
}

/// The only free body and the only touching contact.
fn only_contact(answer: &OutcomesAnswer) -> Option<(usize, &OutcomeContact)> {
    let problem = &answer.problem;
    let mut touching = problem.contacts.iter().filter(|contact| contact.force == ForceState::Touching);
    let ([body], Some(contact), None) = (&problem.free()[..], touching.next(), touching.next()) else {
        return None;
    };
    (contact.on == Some(*body) || contact.against == Some(*body)).then_some((*body, contact))
}

/// Where the accelerations of a mode carry the free bodies from rest.
fn motions(answer: &OutcomesAnswer, index: usize) -> Vec<Motion> {
    let solution = &answer.all.happenings[index].solution;
    let moving = |body: usize| {
        let twist = solution.accelerations[body].each_ref().map(Rational::to_f64);
        let of = &answer.problem.bodies[body];
        (twist != [0.0; 3]).then(|| Motion { body: of.name.clone(), twist, about: doubles(&of.com) })
    };
    answer.problem.free().into_iter().filter_map(moving).collect()
}

/// Of the only contact of the only free body its frame, and Erdmann's cone: among generalised forces, and in
/// its own plane.
fn single_contact(scene: &Scene<Planar>, answer: &OutcomesAnswer, base: &Panel) -> Vec<AnyPanel> {
    let Some((body, contact)) = only_contact(answer) else { return Vec::new() };
    let (problem, title) = (&answer.problem, base.words.title.as_str());
    let Driven::Free { mass, load, freedoms } = &problem.bodies[body].motion else { return Vec::new() };
    let isotropic = mass[1][1] == mass[2][2] && mass[1][2].is_zero() && mass[0][1].is_zero();
    let Some(gyration) =
        mass[0][0].checked_div(&mass[1][1]).filter(|_| isotropic && freedoms.iter().all(|free| *free))
    else {
        return Vec::new();
    };
    let inwards = if contact.on == Some(body) {
        contact.normal.clone()
    } else {
        contact.normal.each_ref().map(|entry| -entry)
    };
    let (com, friction) = (&problem.bodies[body].com, contact.friction[1].clone());
    let Some(cone) = FrictionCone::new(com, gyration, &contact.point, inwards, friction) else {
        return Vec::new();
    };
    vec![
        frame(scene, &cone, contact, contact.on == Some(body), base).into(),
        in_space(&cone, load, title).into(),
        in_its_plane(&cone, title).into(),
    ]
}

/// The contact's normal, the tangent along which it slides, and the radius to the reference point.
fn frame(
    scene: &Scene<Planar>,
    cone: &FrictionCone,
    contact: &OutcomeContact,
    is_on: bool,
    base: &Panel,
) -> Panel {
    let (at, r) = (doubles(&contact.point), doubles(&cone.r));
    let arrow = |vector: &[Rational; 2], kind: ForceKind, name: &str| Force {
        at,
        vector: doubles(vector),
        kind,
        label: Some(name.to_owned()),
    };
    let vertex = |side: usize| {
        contact
            .curvature
            .as_ref()
            .is_some_and(|curvature| curvature[side] == stiction_proof::Curvature::Vertex)
    };
    let [own, other] = if is_on { [vertex(0), vertex(1)] } else { [vertex(1), vertex(0)] };
    let kind = match (own, other) {
        (true, _) => "type B: a vertex of the body on an edge; r keeps its length",
        (_, true) => "type A: an edge of the body on a vertex; r changes its length",
        _ => "how the outlines bend here is not said",
    };
    Panel {
        cast: Cast {
            contacts: contacts(scene, None, &[]),
            forces: vec![
                arrow(&cone.normal, ForceKind::Constraint, "n"),
                arrow(&cone.tangent, ForceKind::Freedom, "ts"),
            ],
            ..base.cast.clone()
        },
        words: Words {
            heading: "the contact".to_owned(),
            lines: vec!["normal n, tangent ts, and r to the centre of mass".to_owned(), kind.to_owned()],
            ..base.words.clone()
        },
        spans: vec![Span { from: at, to: [at[0] + r[0], at[1] + r[1]], label: "r".to_owned() }],
        ..base.clone()
    }
}

/// `(τ/ρ, fx, fy)` of unit length.
fn generalised(cone: &FrictionCone, wrench: &[Rational; 3]) -> [f64; 3] {
    let [moment, x, y] = wrench.each_ref().map(Rational::to_f64);
    [moment / cone.gyration.get().to_f64().sqrt(), x, y]
}

fn in_space(cone: &FrictionCone, load: &[Rational; 3], title: &str) -> ConePanel {
    let [dips, other] = cone.edges().map(|edge| generalised(cone, &edge));
    let normal = std::array::from_fn(|i| (dips[i] + other[i]) / 2.0);
    let applied = generalised(cone, load);
    let mut directions = vec![Direction { vector: normal, label: "n".to_owned() }];
    if applied != [0.0; 3] {
        directions.push(Direction { vector: applied, label: "F".to_owned() });
    }
    let axis = |k: usize| -> [f64; 3] { std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 }) };
    let crossed = |a: [f64; 3], b: [f64; 3]| {
        std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
    };
    let least = (0..3).min_by(|&a, &b| f64::abs(normal[a]).total_cmp(&f64::abs(normal[b]))).unwrap_or(0);
    let first = crossed(normal, axis(least));
    ConePanel {
        words: Words {
            title: title.to_owned(),
            heading: "friction cone among forces and moments".to_owned(),
            tone: Tone::Plain,
            lines: vec![dip_words(cone)],
        },
        axes: ["τ/ρ", "fx", "fy"].map(str::to_owned),
        cones: vec![
            PolyhedralCone {
                rays: vec![dips, other],
                label: "friction cone".to_owned(),
                tint: 0,
                ..Default::default()
            },
            PolyhedralCone {
                lines: vec![first, crossed(normal, first)],
                label: "tangent plane".to_owned(),
                tint: 3,
                ..Default::default()
            },
        ],
        directions,
        view: None,
    }
}

fn dip_words(cone: &FrictionCone) -> String {
    let number = |value: f64| stiction_report::spoken(value);
    match cone.dip_begins() {
        None => "no friction makes it dip below the tangent plane".to_owned(),
        Some(begins) => {
            let state = if cone.dips() { "dips" } else { "does not dip" };
            format!(
                "with μ = {} an edge {state} below the tangent plane; it begins at μ = {}",
                number(cone.friction.to_f64()),
                number(begins.to_f64())
            )
        }
    }
}

/// The plane of the cone: along the normal upwards, across it to the right.
fn in_its_plane(cone: &FrictionCone, title: &str) -> PlotPanel {
    let [along, across] = cone.lengths();
    let (mu, lean) = (cone.friction.to_f64(), cone.lean.to_f64());
    // n ± μ·ts = (1 ± μc)·N ± μ·P.
    let edge = |sign: f64| {
        let tip: [f64; 2] = [sign * mu * across, (1.0 + sign * mu * lean) * along];
        let size = tip[0].hypot(tip[1]);
        vec![[0.0, 0.0], tip.map(|entry| entry / size)]
    };
    let [k1, k2] = cone.slopes();
    let named = |name: &str, slope: f64| {
        if slope.is_finite() {
            format!("{name} = {}", stiction_report::spoken(slope))
        } else {
            name.to_owned()
        }
    };
    let curve = |label: String, points: Vec<[f64; 2]>, kind: CurveKind| Curve { label, points, kind };
    PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: "the cone in its own plane".to_owned(),
            lines: vec![dip_words(cone)],
            ..Words::default()
        },
        x: Axis { label: "across the normal".to_owned(), range: Some([-1.15, 1.15]), ..Axis::default() },
        y: Axis { label: "along the normal".to_owned(), range: Some([-0.6, 1.1]), ..Axis::default() },
        curves: vec![
            curve(named("edge k1", k1), edge(1.0), CurveKind::Series),
            curve(named("edge k2", k2), edge(-1.0), CurveKind::Series),
            curve("normal".to_owned(), vec![[0.0, 0.0], [0.0, 1.0]], CurveKind::Reference),
            curve("tangent plane".to_owned(), vec![[-1.15, 0.0], [1.15, 0.0]], CurveKind::Boundary),
        ],
        points: vec![PlotPoint { at: [0.0, 0.0], label: String::new() }],
        ..PlotPanel::default()
    }
}

/// A panel in space for each mode.
pub(crate) fn in_space_panels(answer: &OutcomesInSpace, base: SolidPanel) -> Vec<AnyPanel> {
    let (all, problem) = (&answer.all, &answer.problem);
    let panel = |index: usize| -> AnyPanel {
        let happening = &all.happenings[index];
        let told = |vector: &[Rational; 3]| vector.each_ref().map(Rational::to_f64);
        let (shown, free) = (answer.shown_solution(index), problem.free());
        let is_free = |body: Option<usize>| body.is_some_and(|body| free.contains(&body));
        let pushes = problem.contacts.iter().zip(&shown.forces).map(|(contact, force)| SolidForce {
            at: told(&contact.point),
            // On the body that moves: what it touches may be its own `on`.
            vector: if !is_free(contact.on) && is_free(contact.against) {
                told(force).map(|entry| -entry)
            } else {
                told(force)
            },
            kind: ForceKind::Contact,
            label: None,
        });
        let moving = |body: usize| {
            let twist = happening.solution.accelerations[body].each_ref().map(Rational::to_f64);
            let of = &problem.bodies[body];
            (twist != [0.0; 6]).then(|| SolidMotion { body: of.name.clone(), twist, about: told(&of.com) })
        };
        SolidPanel {
            cast: Cast {
                forces: pushes.filter(|force| force.vector != [0.0; 3]).collect(),
                motions: problem.free().into_iter().filter_map(moving).collect(),
                ..base.cast.clone()
            },
            words: Words {
                heading: heading(all.outcome, all.happenings.len(), &answer.shown_mode(index), answer.deed()),
                tone: tone(all.outcome),
                lines: mode_lines(answer.mode_lines(index)),
                ..base.words.clone()
            },
            ..base.clone()
        }
        .into()
    };
    let mut panels: Vec<AnyPanel> = (0..all.happenings.len().min(MOST_MODES)).map(panel).collect();
    if panels.is_empty() {
        let heading = format!("outcome: {}", all.outcome.word());
        panels.push(
            SolidPanel { words: Words { heading, tone: tone(all.outcome), ..base.words }, ..base }.into(),
        );
    }
    panels
}
