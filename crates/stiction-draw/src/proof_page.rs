//! From a report to the page that shows it: the scene, and the proof drawn into it.
//!
//! A *yes* shows forces: those that squeeze, or those that carry the load.  A *no* shows the motion that
//! nothing resists.

use crate::figure::{
    Across, AnyPanel, Blocked, Body, Cast, Contact, ContactMark, Force, ForceKind, Motion, Page, Panel,
    Piece, Ring, Shape, Stretch, Tone, Words,
};
use crate::map_panel::plot;
use crate::set_page;
use crate::space_page;
use std::collections::HashSet;
use stiction::scene::{self, AnyScene, ContactModel, GROUND, Party, Role, Scene};
use stiction::screw::{Planar, Space};
use stiction::shape::{self, Geometry, Outline, Turn};
use stiction_proof::{Answer, PlanarProblem, Rational};
use stiction_report::Question;
use stiction_report::closure::ClosureAnswer;
use stiction_report::closure_extras::ClosureExtras;
use stiction_report::verdict_map::VerdictMap;
use stiction_report::{Answered, Report};

/// A page with a panel for each report, or for each answer of a `check`.
pub fn page(drawn: &[(&AnyScene, &Report)], title: &str) -> Page {
    let panels: Vec<AnyPanel> = drawn.iter().flat_map(|(scene, report)| panels(scene, report)).collect();
    let rounded = drawn.iter().any(|(_, report)| !report.caveats.rounded.is_empty());
    let proved = drawn.iter().any(|(_, report)| report.verdict().is_some() && !is_unproved(report));
    let footer = match (proved, rounded) {
        (true, false) => "proof checked in exact arithmetic",
        (true, true) => "proof checked in exact arithmetic; some input was rounded",
        (false, true) => "some coordinates were rounded",
        (false, false) => "",
    };
    Page { title: title.to_owned(), panels, footer: footer.to_owned() }
}

/// Whether there is no proof to speak of: in space a verdict can be left open without one.
fn is_unproved(report: &Report) -> bool {
    match &report.answered {
        Answered::Check(check) => check.answers.iter().all(is_unproved),
        Answered::Cases(cases) => cases.cases.iter().all(is_unproved),
        Answered::ClosureInSpace(answer) => answer.force.proof.is_none(),
        Answered::Assembly(answer) => answer.proof.is_none(),
        Answered::AssemblyInSpace(answer) => answer.proof.is_none(),
        // Of a set alone nothing is proved; what is proved is about wrenches.
        Answered::Cone(answer) => answer.wrenches.is_empty(),
        Answered::Insert(answer) => answer.wrenches.is_empty(),
        _ => false,
    }
}

fn panels(scene: &AnyScene, report: &Report) -> Vec<AnyPanel> {
    let panels = |report: &Report| match scene {
        AnyScene::Planar(scene) => planar_panels(scene, report),
        AnyScene::Spatial(scene) => space_page::panels(scene, report),
    };
    match &report.answered {
        Answered::Check(check) => match (check.fall(), check.decisive()) {
            // What happens is drawn in place of the virtual motion that proves that it falls.
            (Some(fall), Some(last)) => {
                let others = check
                    .answers
                    .iter()
                    .filter(|one| ![fall, last].contains(one) && one.question != Question::Contacts);
                let mut drawn = panels(fall);
                if let Some(first) = drawn.first_mut() {
                    let words = first.words_mut();
                    words.tone = Tone::Bad;
                    words.lines.insert(0, "stands: no".to_owned());
                }
                others.flat_map(panels).chain(drawn).collect()
            }
            // The contacts are in the picture of what is answered of them.
            _ => {
                let listed = |one: &&Report| one.question != Question::Contacts || check.answers.len() == 1;
                check.answers.iter().filter(listed).flat_map(panels).collect()
            }
        },
        Answered::Cases(cases) => cases.cases.iter().flat_map(|report| in_case(scene, report)).collect(),
        _ => panels(report).into_iter().chain(report.map.as_ref().map(|map| mapped(map, report))).collect(),
    }
}

/// A grid of verdicts.
fn mapped(map: &VerdictMap, report: &Report) -> AnyPanel {
    let title = report.title.clone().unwrap_or_default();
    match map {
        VerdictMap::Stand(map) => plot(map, "what stands where", &title).into(),
        VerdictMap::Closure(map) => plot(map, "what is closed where", &title).into(),
        VerdictMap::Happens(map) => plot(map, "what happens where", &title).into(),
    }
}

/// What is drawn of a load case: the scene in it, under its name.
fn in_case(scene: &AnyScene, report: &Report) -> Vec<AnyPanel> {
    let Some((case, own)) =
        report.options.case.as_deref().and_then(|case| Some((case, scene.in_case(case)?)))
    else {
        return panels(scene, report);
    };
    let mut drawn = panels(&own, report);
    for panel in &mut drawn {
        let words = panel.words_mut();
        words.title = format!("case {case}");
    }
    drawn
}

fn planar_panels(scene: &Scene<Planar>, report: &Report) -> Vec<AnyPanel> {
    let base = Panel {
        cast: Cast { bodies: scene.bodies.iter().map(|one| body(one, outline)).collect(), ..Cast::default() },
        words: Words {
            title: scene.title.clone().unwrap_or_default(),
            lines: report.summary(),
            ..Words::default()
        },
        ..Panel::default()
    };
    let title = base.words.title.clone();
    match &report.answered {
        Answered::Closure(answer) => {
            let stretches = report.further.as_ref().map(one_more).unwrap_or_default();
            vec![Panel { stretches, ..closure(scene, answer, base) }.into()]
        }
        Answered::Moving(answer) => crate::moving_page::planar(scene, answer, base),
        Answered::Assembly(answer) => crate::stand_page::assembly(scene, answer, base),
        Answered::Motions(answer) => set_page::motions(scene, answer, base),
        Answered::Modes(answer) => set_page::modes(scene, answer, base),
        Answered::Labels(answer) => set_page::labels(scene, answer, base),
        Answered::Cone(answer) => {
            let panel = crate::wrench_page::cone(scene, report, answer, base).into();
            [panel].into_iter().chain(set_page::mode_cone(answer, &title)).collect()
        }
        Answered::Stability(answer) => {
            let panel = crate::wrench_page::stability(scene, report, answer, base).into();
            [panel].into_iter().chain(set_page::stable_sets(scene, answer, &title)).collect()
        }
        Answered::Insert(answer) => set_page::insert(scene, report, answer, base),
        Answered::Outcomes(answer) => crate::outcome_page::outcomes(scene, answer, base),
        Answered::Jam(answer) => crate::jam_page::jam(scene, answer, base),
        Answered::Slow(answer) => crate::slow_page::slow(scene, answer, base),
        Answered::Place(answer) => crate::place_page::place(scene, answer, base),
        Answered::Robust(answer) => crate::robust_page::robust(scene, answer, base),
        Answered::Push(answer) => crate::push_page::push(scene, answer, base),
        Answered::Simulate(answer) => crate::simulate_page::simulate(scene, answer, base),
        _ => vec![
            Panel {
                cast: Cast { contacts: contacts(scene, None, &[]), ..base.cast },
                words: Words { heading: "contacts".to_owned(), ..base.words },
                ..base
            }
            .into(),
        ],
    }
}

/// The tone of a verdict, in the plane and in space.
pub(crate) fn tone(verdict: Answer) -> Tone {
    match verdict {
        Answer::Yes => Tone::Good,
        Answer::No => Tone::Bad,
        Answer::Undecided => Tone::Neutral,
    }
}

fn closure(scene: &Scene<Planar>, answer: &ClosureAnswer, base: Panel) -> Panel {
    let essential: Vec<&str> = answer
        .essential
        .iter()
        .flat_map(|found| {
            found.essential.iter().map(|(index, _)| answer.problem.contacts[*index].id.as_str())
        })
        .collect();
    let squeeze = answer.squeeze().or_else(|| answer.held_by()).unwrap_or_default();
    Panel {
        cast: Cast {
            contacts: contacts(scene, Some(&answer.body), &essential),
            forces: forces(&answer.problem, &squeeze, ForceKind::Squeeze, Some(String::new())),
            motions: motion(&answer.body, &answer.problem, answer.shown_escape()),
            ..base.cast
        },
        words: Words { heading: answer.heading(), tone: tone(answer.verdict()), ..base.words },
        blocked: answer.blocked().map(|(centre, along)| Blocked { centre, along }).into_iter().collect(),
        ..base
    }
}

/// Where one more finger would close it.
fn one_more(further: &ClosureExtras) -> Vec<Stretch> {
    let ClosureExtras::Planar(planar) = further else { return Vec::new() };
    let found = planar.one_more.iter().flat_map(|asked| asked.found.iter().map(move |one| (asked, one)));
    found.map(|(asked, one)| set_page::stretch(&one.stretch, &asked.outline)).collect()
}

/// Forces given along and across each contact's normal, as arrows.
fn forces(problem: &PlanarProblem, parts: &[[f64; 2]], kind: ForceKind, label: Option<String>) -> Vec<Force> {
    let arrow = |(contact, [along, across]): (&stiction_proof::PlanarContact, &[f64; 2])| {
        let [nx, ny] = unit(doubles(&contact.normal));
        let vector = [along * nx - across * ny, along * ny + across * nx];
        Force { at: doubles(&contact.point), vector, kind, label: label.clone() }
    };
    problem.contacts.iter().zip(parts).map(arrow).filter(|force| force.vector != [0.0, 0.0]).collect()
}

fn motion(body: &str, problem: &PlanarProblem, twist: Option<[f64; 3]>) -> Vec<Motion> {
    let about = doubles(&problem.reference);
    twist.map(|twist| Motion { body: body.to_owned(), twist, about }).into_iter().collect()
}

/// The contacts of one body, or of all, seen from the body that they push.
pub(crate) fn contacts<S, const D: usize>(
    scene: &Scene<S>,
    body: Option<&str>,
    essential: &[&str],
) -> Vec<Contact<D>>
where
    S: Geometry + Space<Vector = [Rational; D]>,
{
    let essential: HashSet<&str> = essential.iter().copied().collect();
    let has_shape = with_shape(scene);
    let seen = |contact: &scene::Contact<S>| {
        // Seen from the body that is meant, or from the one that moves.
        let turned = match body {
            Some(body) => scene.party_name(contact.on) != body,
            None => !scene.is_free(contact.on) && scene.is_free(contact.against),
        };
        let (pushed, partner) =
            if turned { (contact.against, contact.on) } else { (contact.on, contact.against) };
        let name = scene.party_name(pushed);
        body.is_none_or(|body| body == name).then(|| Contact {
            id: contact.id.clone(),
            on: name.to_owned(),
            point: doubles(&contact.point),
            normal: doubles(&contact.normal).map(|entry| if turned { -entry } else { entry }),
            friction: contact.friction.at_rest.to_f64(),
            gap: contact.gap.to_f64(),
            mark: if has_shape(partner) { ContactMark::Dot } else { ContactMark::Finger },
            essential: essential.contains(contact.id.as_str()),
            across: across(contact),
        })
    };
    scene.contacts.iter().filter_map(seen).collect()
}

/// What a contact has across its normal; the patch is not known yet.
fn across<S, const D: usize>(contact: &scene::Contact<S>) -> Across<D>
where
    S: Geometry + Space<Vector = [Rational; D]>,
{
    let tangents = match &contact.tangents[..] {
        [first, second, ..] => Some([doubles(first), doubles(second)]),
        _ => None,
    };
    let soft = contact.soft.is_some() || contact.model == ContactModel::Soft;
    Across { tangents, soft, ..Across::default() }
}

/// Whether a party has a shape, so that its contacts need no fingertip to be seen.
pub(crate) fn with_shape<S: Geometry>(scene: &Scene<S>) -> impl Fn(Party) -> bool {
    let ground = scene.body(GROUND).is_some_and(|body| body.shape.is_some());
    move |party| match party {
        Party::Ground => ground,
        Party::Body(index) => scene.bodies.get(index).is_some_and(|body| body.shape.is_some()),
    }
}

/// A body of the scene, its shape drawn by `shape`.
pub(crate) fn body<S, T, const D: usize>(body: &scene::Body<S>, shape: impl Fn(&S::Shape) -> T) -> Body<T, D>
where
    S: Geometry + Space<Vector = [Rational; D]>,
{
    Body {
        name: body.name.clone(),
        role: body.role,
        shape: body.shape.as_ref().map(shape),
        com: (body.role == Role::Free).then(|| doubles(&body.com)),
    }
}

fn outline(outline: &Outline) -> Shape {
    match outline {
        Outline::Polygon { outer, holes } => {
            let ring =
                |corners: &Vec<shape::Point>| Ring::polygon(&corners.iter().map(doubles).collect::<Vec<_>>());
            Shape::Outline(std::iter::once(outer).chain(holes).filter_map(ring).collect())
        }
        Outline::Disc { center, radius } => Shape::Disc { center: doubles(center), radius: radius.to_f64() },
        Outline::Path { pieces } => Shape::Outline(path(pieces).into_iter().collect()),
        Outline::HalfPlane { point, normal } => {
            Shape::HalfPlane { point: doubles(point), normal: doubles(normal) }
        }
    }
}

fn path(pieces: &[shape::Piece]) -> Option<Ring> {
    let start = match pieces.first()? {
        shape::Piece::Segment { from, .. } | shape::Piece::Arc { from, .. } => doubles(from),
    };
    let drawn = |piece: &shape::Piece| match piece {
        shape::Piece::Segment { to, .. } => Piece::Line { to: doubles(to) },
        shape::Piece::Arc { to, center, turn, .. } => {
            Piece::Arc { to: doubles(to), center: doubles(center), ccw: *turn == Turn::Left }
        }
    };
    Some(Ring { start, pieces: pieces.iter().map(drawn).collect() })
}

pub(crate) fn doubles<const D: usize>(vector: &[Rational; D]) -> [f64; D] {
    vector.each_ref().map(Rational::to_f64)
}

pub(crate) fn unit([x, y]: [f64; 2]) -> [f64; 2] {
    let length = x.hypot(y);
    [x / length, y / length]
}
