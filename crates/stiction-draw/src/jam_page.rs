//! The pictures of jamming and wedging: the scene, the boundary in the plane of two coefficients, the forces
//! of one sliding contact, and a peg with its jamming diagram and the friction cones that see each other.

use crate::diagram::figure::{Axis, Curve, CurveKind, PlotPanel, PlotPoint};
use crate::figure::{
    AnyPanel, Body, Cast, Contact, ContactMark, Force, ForceKind, Motion, Panel, Shape, Tone, Words,
};
use crate::map_panel::plot;
use crate::proof_page::{contacts, doubles};
use crate::solid::figure::{SolidForce, SolidMotion, SolidPanel};
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_proof::{Answer, AssemblyProof, Proof, Push, Rational, SpatialContact, SpatialProof, Verified};
use stiction_report::jam::{Inserted, JamAnswer, Lean, Locks, PatchLock, PatchesAnswer, PegAnswer, motion};

/// What locks is what nobody wants.
pub(crate) fn tone(verdict: Answer) -> Tone {
    match verdict {
        Answer::Yes => Tone::Bad,
        Answer::No => Tone::Good,
        Answer::Undecided => Tone::Neutral,
    }
}

/// The scene, and whatever diagrams the answer has.
pub(crate) fn jam(scene: &Scene<Planar>, answer: &JamAnswer, base: Panel) -> Vec<AnyPanel> {
    let mut panels: Vec<AnyPanel> = Vec::new();
    let title = base.words.title.clone();
    if !scene.bodies.is_empty() {
        let moving = scene.bodies.iter().filter(|body| !body.is_at_rest()).map(|body| Motion {
            body: body.name.clone(),
            twist: body.twist.each_ref().map(Rational::to_f64),
            about: doubles(&body.com),
        });
        panels.push(
            Panel {
                cast: Cast {
                    contacts: contacts(scene, None, &[]),
                    motions: moving.collect(),
                    together: true,
                    gravity: Some(doubles(&scene.gravity)),
                    ..base.cast
                },
                words: Words {
                    heading: format!("locks: {}", answer.verdict()),
                    tone: tone(answer.verdict()),
                    ..base.words
                },
                ..base
            }
            .into(),
        );
    }
    panels.extend(diagrams(answer, &title));
    if panels.is_empty() {
        panels.extend(singular(answer, &title).map(AnyPanel::from));
    }
    panels
}

/// Of a system by matrices the determinant of its equations of motion over the part of its friction that there is:
/// where it is zero the system jams.
fn singular(answer: &JamAnswer, title: &str) -> Option<PlotPanel> {
    const STEPS: u64 = 64;
    let system = &answer.locks.as_ref()?.system;
    let mu = system.mu();
    let at = |step: u64| -> Option<[f64; 2]> {
        let part = Rational::new(2 * step as i64, STEPS);
        let friction: Vec<Rational> = mu.iter().map(|one| one * &part).collect();
        Some([part.to_f64(), system.problem.determinant(&friction)?.to_f64()])
    };
    let points: Vec<[f64; 2]> = (0..=STEPS).filter_map(at).collect();
    let given = at(STEPS / 2)?;
    let curve = |label: &str, points, kind| Curve { label: label.to_owned(), points, kind };
    Some(PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: format!("locks: {}", answer.verdict()),
            tone: tone(answer.verdict()),
            lines: vec![
                "it jams where the equations of motion have no solution: their determinant is zero"
                    .to_owned(),
            ],
        },
        x: Axis { label: "part of the given friction".to_owned(), ..Axis::default() },
        y: Axis { label: "determinant".to_owned(), ..Axis::default() },
        curves: vec![
            curve("determinant", points, CurveKind::Series),
            curve("jams", vec![[0.0, 0.0], [2.0, 0.0]], CurveKind::Reference),
        ],
        points: vec![PlotPoint { at: given, label: "given".to_owned() }],
        ..PlotPanel::default()
    })
}

/// The diagrams of an answer, of plane and space alike.
pub(crate) fn diagrams(answer: &JamAnswer, title: &str) -> Vec<AnyPanel> {
    let mut panels: Vec<AnyPanel> = Vec::new();
    if let Some(locks) = &answer.locks {
        panels.extend(forces(locks, title).map(AnyPanel::from));
    }
    panels.extend(boundary(answer, title).map(AnyPanel::from));
    panels.extend(answer.map.as_ref().map(|map| plot(&map.map, "what locks where", title).into()));
    if let Some(peg) = &answer.pushed.peg {
        panels.push(wedging(peg, title).into());
        panels.extend(diagram(peg, title).map(AnyPanel::from));
    }
    panels
}

/// The thresholds of jamming and wedging in the plane of two coefficients, and the coefficients that are given.
fn boundary(answer: &JamAnswer, title: &str) -> Option<PlotPanel> {
    let (locks, told) = (answer.locks.as_ref()?, answer.boundary_points()?);
    let constraints = &locks.system.problem.constraints;
    let given = told.of.map(|index| constraints[index].mu.to_f64());
    let most =
        told.jam.iter().chain(&told.wedge).flatten().flatten().fold(0.0, |most: f64, &mu| most.max(mu));
    let curve = |label: &str, points: &[Option<[f64; 2]>]| Curve {
        label: label.to_owned(),
        points: points.iter().map(|point| point.unwrap_or([f64::NAN; 2])).collect(),
        kind: CurveKind::Series,
    };
    let top = 1.15 * most.max(given[0]).max(given[1]).max(0.1);
    // A threshold far out along a flat ray would squeeze the rest into a corner.
    let reach = told
        .jam
        .iter()
        .chain(&told.wedge)
        .flatten()
        .map(|[x, y]| x.min(*y))
        .fold(0.0, f64::max)
        .max(given[0])
        .max(given[1]);
    let top = if reach > 0.0 { top.min(4.0 * reach) } else { top };
    let axis = |place: usize| Axis {
        label: format!("friction of {}", constraints[told.of[place]].id),
        range: Some([0.0, top]),
        ..Axis::default()
    };
    Some(PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: "where it locks".to_owned(),
            tone: tone(answer.verdict()),
            lines: vec!["beyond a curve it can lock".to_owned()],
        },
        x: axis(0),
        y: axis(1),
        curves: [("jams beyond", &told.jam), ("wedges beyond", &told.wedge)]
            .into_iter()
            .filter(|(_, points)| points.iter().any(Option::is_some))
            .map(|(label, points)| curve(label, points))
            .collect(),
        points: vec![PlotPoint { at: given, label: "given".to_owned() }],
        ..PlotPanel::default()
    })
}

/// Of one constraint on a body that does not turn: the reaction on an edge of the friction cone, the inertial
/// force on its locus, and the applied force, which add up to zero.
fn forces(locks: &Locks, title: &str) -> Option<PlotPanel> {
    let (system, problem) = (&locks.system, &locks.system.problem);
    let ([one], 2) = (&problem.constraints[..], problem.coordinates()) else { return None };
    let (force, gamma) = (system.driven.force.as_ref()?, system.driven.gamma.as_ref()?);
    let planar = system.names.first()?.ends_with(".x") && system.names.get(1)?.ends_with(".y");
    let found = motion(problem, &system.mu(), force, gamma).filter(|_| planar)?;
    let pair = |row: &[Rational]| [row[0].to_f64(), row[1].to_f64()];
    let loaded = problem.loaded_rows(&system.mu()).pop()?;
    let edge = pair(&loaded);
    let reaction = edge.map(|entry| entry * found.forces[0].to_f64());
    let times = |vector: &[f64; 2]| -> [f64; 2] {
        std::array::from_fn(|row| {
            problem.mass[row].iter().zip(vector).map(|(mass, entry)| mass.to_f64() * entry).sum()
        })
    };
    let inertial = times(&pair(&found.acceleration)).map(|entry| -entry);
    let applied = pair(force);
    let bare = pair(&one.normal);
    let other = [2.0 * bare[0] - edge[0], 2.0 * bare[1] - edge[1]];
    let size = |[x, y]: [f64; 2]| x.hypot(y);
    let reach = [reaction, inertial, applied].into_iter().map(size).fold(0.0, f64::max);
    let ray = |[x, y]: [f64; 2]| {
        let scale = 1.2 * reach / size([x, y]);
        vec![[0.0, 0.0], [x * scale, y * scale]]
    };
    // Accelerations that keep the constraint differ along it: through the mass matrix, from the inertial
    // force that there is.
    let along = times(&[-bare[1], bare[0]]);
    let locus = [-1.0, 1.0].map(|sign| {
        let scale = sign * 1.2 * reach / size(along);
        [inertial[0] + scale * along[0], inertial[1] + scale * along[1]]
    });
    let curve =
        |label: &str, points: Vec<[f64; 2]>, kind: CurveKind| Curve { label: label.to_owned(), points, kind };
    let arrow = |label: &str, tip: [f64; 2]| curve(label, vec![[0.0, 0.0], tip], CurveKind::Series);
    let axis = |name: &str| Axis {
        label: format!("{name} (N)"),
        range: Some([-1.3 * reach, 1.3 * reach]),
        ..Axis::default()
    };
    let line = "the reaction is on an edge of the friction cone; it jams when the locus of inertial forces is \
                as steep as that edge";
    Some(PlotPanel {
        words: Words::new(Tone::Plain, title, "forces while it slides", line),
        x: axis("fx"),
        y: axis("fy"),
        curves: vec![
            curve("friction cone", ray(edge), CurveKind::Boundary),
            curve("", ray(other), CurveKind::Boundary),
            curve("locus of inertial forces", locus.to_vec(), CurveKind::Reference),
            arrow("applied", applied),
            arrow("reaction", reaction),
            arrow("inertial", inertial),
        ],
        points: vec![PlotPoint { at: [0.0, 0.0], label: String::new() }],
        ..PlotPanel::default()
    })
}

/// The parallelogram of pushes that slide in, and the push.
fn diagram(answer: &PegAnswer, title: &str) -> Option<PlotPanel> {
    let Inserted { peg, depth, push, .. } = &answer.inserted;
    let mut corners: Vec<[f64; 2]> = peg.diagram(depth)?.iter().map(doubles).collect();
    corners.push(*corners.first()?);
    let point = push.as_ref().and_then(|push| peg.point(push)).map(|point| doubles(&point));
    let place = answer.place().unwrap_or("no push is given");
    let across = 1.0 / peg.friction.to_f64();
    let centre = |height: f64| -> Vec<[f64; 2]> {
        // m = −h·fx, over r.
        let slope = -height / (peg.width.to_f64() / 2.0);
        vec![[-across, -across * slope], [across, across * slope]]
    };
    let [low, _] = peg.compliance_centre(depth);
    let curve =
        |label: &str, points: Vec<[f64; 2]>, kind: CurveKind| Curve { label: label.to_owned(), points, kind };
    Some(PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: format!("push: {place}"),
            tone: match answer.jams() {
                Some(Answer::Yes) => Tone::Bad,
                Some(Answer::No) => Tone::Good,
                _ => Tone::Plain,
            },
            lines: vec![
            "inside the parallelogram the peg slides in, outside it jams; pushes through the best centre of \
             compliance are on the dashed line"
                .to_owned(),
        ],
        },
        x: Axis { label: "fx/F".to_owned(), ..Axis::default() },
        y: Axis { label: "m/(rF)".to_owned(), ..Axis::default() },
        curves: vec![
            curve("slides in", corners, CurveKind::Boundary),
            curve("through the best centre", centre(low.to_f64()), CurveKind::Reference),
        ],
        points: point.map(|at| PlotPoint { at, label: "push".to_owned() }).into_iter().collect(),
        ..PlotPanel::default()
    })
}

/// The peg between its walls with the cones of both contacts: forces along the line of sight, or the turn
/// that breaks both.
fn wedging(answer: &PegAnswer, title: &str) -> Panel {
    let Inserted { peg, depth, .. } = &answer.inserted;
    let (half, deep) = (peg.width.to_f64() / 2.0, depth.to_f64());
    let top = 1.6 * deep.max(2.0 * half);
    let wall = |name: &str, side: f64| Body {
        name: name.to_owned(),
        role: Role::Fixed,
        shape: Some(Shape::polygon(&[
            [side * half, -0.5 * half],
            [side * 2.2 * half, -0.5 * half],
            [side * 2.2 * half, deep],
            [side * half, deep],
        ])),
        com: None,
    };
    let shaft = Body {
        name: "peg".to_owned(),
        shape: Some(Shape::polygon(&[[-half, 0.0], [half, 0.0], [half, top], [-half, top]])),
        ..Body::default()
    };
    let problem = peg.problem(depth, Lean::TipLeft);
    let touch = |contact: &stiction_proof::PlanarContact| Contact {
        id: contact.id.clone(),
        on: "peg".to_owned(),
        point: doubles(&contact.point),
        normal: doubles(&contact.normal),
        friction: contact.friction.to_f64(),
        mark: ContactMark::Dot,
        ..Contact::default()
    };
    let (mut forces, mut motions) = (Vec::new(), Vec::new());
    match answer.wedging.proof() {
        Proof::Touching { forces: parts, .. } => {
            for (contact, [along, across]) in problem.contacts.iter().zip(parts) {
                let ([nx, ny], (along, across)) =
                    (doubles(&contact.normal), (along.to_f64(), across.to_f64()));
                let vector = [along * nx - across * ny, along * ny + across * nx];
                let at = doubles(&contact.point);
                forces.push(Force { at, vector, kind: ForceKind::Squeeze, label: Some(String::new()) });
            }
        }
        Proof::Breaks { twist, .. } => {
            let twist = twist.each_ref().map(Rational::to_f64);
            motions.push(Motion { body: "peg".to_owned(), twist, about: [0.0, 0.0] });
        }
        _ => {}
    }
    Panel {
        cast: Cast {
            bodies: vec![wall("", -1.0), wall("", 1.0), shaft],
            contacts: problem.contacts.iter().map(touch).collect(),
            forces,
            motions,
            ..Cast::default()
        },
        words: Words {
            title: title.to_owned(),
            heading: format!("two-point contact wedges: {}", answer.wedges()),
            tone: tone(answer.wedges()),
            lines: vec![format!(
                "it wedges while each friction cone sees the other contact, up to {} deep",
                stiction_report::length_words(peg.wedging_depth().to_f64(), None)
            )],
        },
        ..Panel::default()
    }
}

/// A peg in space: the forces that stay when it was squeezed, and those that hold the push; or the motion
/// that breaks every contact, and the one on which the push does work.
pub(crate) fn in_patches(answer: &PatchesAnswer, body: &str, base: &SolidPanel) -> Vec<AnyPanel> {
    let contacts = &answer.seated.problem.contacts;
    let about = answer.seated.problem.reference.each_ref().map(Rational::to_f64);
    let arrows = |pushes: &[Push], kind: ForceKind| -> Vec<SolidForce> {
        let arrow = |(contact, push): (&SpatialContact, &Push)| {
            let at = contact.point.each_ref().map(Rational::to_f64);
            SolidForce { at, vector: force_of(contact, push), kind, label: Some(String::new()) }
        };
        contacts.iter().zip(pushes).map(arrow).collect()
    };
    let motion = |twist: &[Rational; 6]| {
        let twist = twist.each_ref().map(Rational::to_f64);
        vec![SolidMotion { body: body.to_owned(), twist, about }]
    };
    let wedge = match answer.wedge.found.verified().map(Verified::proof) {
        Some(SpatialProof::Touching { forces, .. }) => (arrows(forces, ForceKind::Squeeze), Vec::new()),
        Some(SpatialProof::Breaks { twist, .. }) => (Vec::new(), motion(twist)),
        _ => (Vec::new(), Vec::new()),
    };
    let jam =
        |held: &PatchLock<AssemblyProof<SpatialContact>>| match held.found.verified().map(Verified::proof) {
            Some(AssemblyProof::Rests { forces, .. }) => (arrows(forces, ForceKind::Contact), Vec::new()),
            Some(AssemblyProof::Falls { twists, .. }) => {
                (Vec::new(), twists.iter().flat_map(motion).collect())
            }
            _ => (Vec::new(), Vec::new()),
        };
    type Drawn = (Vec<SolidForce>, Vec<SolidMotion>);
    let panel = |heading: &str, found: Answer, (mut forces, motions): Drawn, line: &str| -> AnyPanel {
        forces.retain(|force| force.vector != [0.0; 3]);
        SolidPanel {
            cast: Cast { forces, motions, ..base.cast.clone() },
            words: Words {
                heading: format!("{heading}: {found}"),
                tone: tone(found),
                lines: vec![line.to_owned()],
                ..base.words.clone()
            },
            ..base.clone()
        }
        .into()
    };
    let mut panels = vec![panel(
        "wedges",
        answer.wedge.found.answer(),
        wedge,
        "forces inside the cones that cancel stay when the push is gone; where there are none, some motion breaks every contact",
    )];
    panels.extend(answer.jam.as_ref().map(|held| {
        panel(
            "push jams",
            held.found.answer(),
            jam(held),
            "forces inside the cones that hold the push; or the motion on which it does work",
        )
    }));
    panels
}

/// The force of a push.
fn force_of(contact: &SpatialContact, push: &Push) -> [f64; 3] {
    match push {
        Push::Force { force, .. } => force.each_ref().map(Rational::to_f64),
        Push::Edges { edges } => {
            let friction = contact.friction.to_f64();
            let across = contact.across.iter().flatten().zip(edges);
            let normal = contact.normal.each_ref().map(Rational::to_f64);
            across.fold([0.0; 3], |sum, (direction, multiple)| {
                let multiple = multiple.to_f64();
                std::array::from_fn(|k| sum[k] + multiple * (normal[k] + friction * direction[k].to_f64()))
            })
        }
    }
}
