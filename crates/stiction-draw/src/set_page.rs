//! The pictures of sets: motions by their centres and as a cone, modes by inclusion, wrenches by their moment
//! labels and as a cone, stable and seating wrenches on the sphere of directions, states of insertion as a
//! graph.

use crate::diagram::figure::{
    ConePanel, Direction, GraphEdge, GraphNode, GraphPanel, NodeKind, PolyhedralCone, SpherePanel,
};
use crate::figure::{
    AnyPanel, Cast, LineOfForce, Meaning, Panel, Piece, Region, Sign, Stretch, Tone, Vertex, Words,
};
use crate::proof_page::{contacts, tone};
use crate::solid::figure::SolidPanel;
use stiction::cone::{Cone, Rows, Union};
use stiction::scene::{Party, Scene};
use stiction::screw::Planar;
use stiction::shape;
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, Plan, Seating};
use stiction_report::Report;
use stiction_report::labels::LabelsAnswer;
use stiction_report::modes::{Mode, ModesAnswer, mode_graph};
use stiction_report::motions::{Corner, Motions, MotionsAnswer, Polygon};
use stiction_report::wrenches::cone::ConeAnswer;
use stiction_report::wrenches::insert::{Along, InsertAnswer, Stretch as Push};
use stiction_report::wrenches::stability::StabilityAnswer;

/// Regions that are told apart by their letters; beyond that the signs alone are drawn.
const MOST_REGIONS: usize = 14;
/// Modes whose inclusions are looked for.
const MOST_MODES: usize = 400;

fn double(vector: &[Rational]) -> Vec<f64> {
    vector.iter().map(Rational::to_f64).collect()
}

fn triple(vector: &[Rational]) -> Option<[f64; 3]> {
    <[f64; 3]>::try_from(double(vector)).ok()
}

fn triples(vectors: &[Vec<Rational>]) -> Vec<[f64; 3]> {
    vectors.iter().filter_map(|vector| triple(vector)).collect()
}

fn names(axes: [&str; 3]) -> [String; 3] {
    axes.map(str::to_owned)
}

fn region(polygon: &Polygon, sign: Sign, meaning: Meaning, label: Option<String>) -> Region {
    let pair = |[x, y]: &[Rational; 2]| [x.to_f64(), y.to_f64()];
    let vertices = polygon
        .iter()
        .map(|corner| match corner {
            Corner::Point(point) => Vertex::At(pair(point)),
            Corner::Direction(way) => Vertex::Direction(pair(way)),
        })
        .collect();
    Region { vertices, sign, meaning, label }
}

/// The scene with the centres of what the contacts allow, and the cone of twists.
pub(crate) fn motions(scene: &Scene<Planar>, answer: &MotionsAnswer, base: Panel) -> Vec<AnyPanel> {
    let mut drawn = Panel {
        cast: Cast { contacts: contacts(scene, None, &[]), ..base.cast.clone() },
        words: Words { heading: "motions".to_owned(), ..base.words.clone() },
        regions: centres(answer),
        ..base.clone()
    };
    if !drawn.regions.is_empty() {
        drawn.words.heading = "centres of rotation".to_owned();
    }
    let mut panels = vec![AnyPanel::from(drawn)];
    if let Motions::Set { forms, .. } = &answer.motions
        && forms.vertices.iter().flatten().all(Rational::is_zero)
        && answer.problem.bodies.len() == 1
    {
        let cone = PolyhedralCone {
            rays: triples(&forms.rays),
            lines: triples(&forms.lines),
            label: "allowed".to_owned(),
            tint: 0,
        };
        panels.push(
            ConePanel {
                words: Words { title: base.words.title, heading: "twists".to_owned(), ..Words::default() },
                axes: names(["ω", "vx", "vy"]),
                cones: vec![cone],
                ..ConePanel::default()
            }
            .into(),
        );
    }
    panels
}

fn centres(answer: &MotionsAnswer) -> Vec<Region> {
    let sign = |word: char| match word {
        '+' => Some(Sign::Plus),
        '-' => Some(Sign::Minus),
        _ => None,
    };
    let wide: Vec<_> = answer.regions.iter().flatten().filter(|one| one.dimension == 3).collect();
    if !wide.is_empty() && wide.len() <= MOST_REGIONS {
        let labelled = wide.into_iter().filter_map(|one| {
            let label = format!("{} {}", one.sign, one.mode);
            Some(region(&one.polygon, sign(one.sign)?, Meaning::Centre, Some(label)))
        });
        return labelled.collect();
    }
    let Some(centres) = &answer.centres else { return Vec::new() };
    let parts = [(&centres.plus, Sign::Plus), (&centres.minus, Sign::Minus)];
    parts
        .into_iter()
        .filter_map(|(polygon, sign)| Some(region(polygon.as_ref()?, sign, Meaning::Centre, None)))
        .collect()
}

/// The contacts, and the modes by inclusion.
pub(crate) fn modes(scene: &Scene<Planar>, answer: &ModesAnswer, base: Panel) -> Vec<AnyPanel> {
    let drawn = Panel {
        cast: Cast { contacts: contacts(scene, None, &[]), ..base.cast.clone() },
        words: Words { heading: counted(answer.modes.len(), "mode"), ..base.words.clone() },
        ..base.clone()
    };
    vec![drawn.into(), mode_panel(&answer.modes, &base.words.title)]
}

/// The modes by inclusion.
pub(crate) fn mode_panel(modes: &[Mode], title: &str) -> AnyPanel {
    let edges = if modes.len() <= MOST_MODES { mode_graph(modes) } else { Vec::new() };
    // A mode is as high as the longest chain of modes within it.
    let mut levels = vec![0_usize; modes.len()];
    for _ in 0..modes.len().min(64) {
        let mut changed = false;
        for &(low, high) in &edges {
            if levels[high] <= levels[low] {
                levels[high] = levels[low] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let top = levels.iter().copied().max().unwrap_or_default();
    let nodes = modes
        .iter()
        .zip(&levels)
        .map(|(mode, level)| GraphNode {
            label: mode.text.clone(),
            level: top - level,
            kind: NodeKind::Plain,
        })
        .collect();
    let edges =
        edges.into_iter().map(|(low, high)| GraphEdge { from: high, to: low, marked: false }).collect();
    GraphPanel {
        words: Words {
            title: title.to_owned(),
            heading: "modes, each above those in its closure".to_owned(),
            ..Words::default()
        },
        nodes,
        edges,
        ..GraphPanel::default()
    }
    .into()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The scene with its moment labels, and the cone of wrenches.
pub(crate) fn labels(scene: &Scene<Planar>, answer: &LabelsAnswer, base: Panel) -> Vec<AnyPanel> {
    let parts = answer.labels.iter().flat_map(|[plus, minus]| [(plus, Sign::Plus), (minus, Sign::Minus)]);
    let regions = parts
        .filter_map(|(polygon, sign)| Some(region(polygon.as_ref()?, sign, Meaning::Moment, None)))
        .collect();
    let origin = <[f64; 2]>::try_from(double(&answer.active.reference)).unwrap_or_default();
    let lines_of_force = triples(&answer.forms.rays).into_iter().map(|ray| line(ray, origin)).collect();
    let heading = match &answer.mode {
        Some(mode) => format!("moment labels of {mode}"),
        None => "moment labels".to_owned(),
    };
    let drawn = Panel {
        cast: Cast { contacts: contacts(scene, None, &[]), ..base.cast.clone() },
        words: Words { heading, ..base.words.clone() },
        regions,
        lines_of_force,
        ..base.clone()
    };
    let cone = PolyhedralCone {
        rays: triples(&answer.forms.rays),
        lines: triples(&answer.forms.lines),
        label: "of the contacts".to_owned(),
        tint: 0,
    };
    vec![drawn.into(), wrench_panel(&base.words.title, "wrenches", vec![cone])]
}

/// A wrench about a point as a line of force about the origin of the scene, of length one.
fn line([moment, fx, fy]: [f64; 3], [x, y]: [f64; 2]) -> LineOfForce {
    let size = fx.hypot(fy);
    let size = if size > 0.0 { size } else { moment.abs() };
    let wrench = [(moment + x * fy - y * fx) / size, fx / size, fy / size];
    LineOfForce { wrench, near: Some([x, y]), label: String::new(), signs: false }
}

fn wrench_panel(title: &str, heading: &str, cones: Vec<PolyhedralCone>) -> AnyPanel {
    ConePanel {
        words: Words { title: title.to_owned(), heading: heading.to_owned(), ..Words::default() },
        axes: names(["m", "fx", "fy"]),
        cones,
        ..ConePanel::default()
    }
    .into()
}

fn directions(rows: &Rows) -> Vec<[f64; 3]> {
    rows.doubles().into_iter().filter_map(|row| <[f64; 3]>::try_from(row).ok()).collect()
}

fn polyhedral(cone: &Cone, label: &str, tint: u8) -> PolyhedralCone {
    PolyhedralCone {
        rays: directions(cone.rays()),
        lines: directions(cone.lines()),
        label: label.to_owned(),
        tint,
    }
}

fn polyhedrals(set: &Union, label: &str, tint: u8) -> Vec<PolyhedralCone> {
    set.cones().iter().map(|cone| polyhedral(cone.closure(), label, tint)).collect()
}

/// The wrenches of a mode, where they are a cone in the plane.
pub(crate) fn mode_cone(answer: &ConeAnswer, title: &str) -> Option<AnyPanel> {
    let [set] = &answer.sets[..] else { return None };
    let cone = set.cone().filter(|cone| cone.space() == 3 && !cone.is_empty())?;
    Some(wrench_panel(title, "wrenches of the mode", vec![polyhedral(cone.closure(), "consistent", 0)]))
}

/// What may stay and what must, on the sphere of directions.
pub(crate) fn stable_sets(scene: &Scene<Planar>, answer: &StabilityAnswer, title: &str) -> Option<AnyPanel> {
    let (sets, _) = answer.planar.as_ref()?;
    let mut cones = vec![polyhedral(&sets.weak, "may stay", 0)];
    cones.extend(polyhedrals(&sets.strong, "must stay", 1));
    let marks = answer.asked.wrenches.iter().take(8).enumerate().filter_map(|(at, judged)| {
        let vector = triple(&judged.wrench).filter(|vector| *vector != [0.0; 3])?;
        let label = if answer.asked.own { "load".to_owned() } else { (at + 1).to_string() };
        Some(Direction { vector, label })
    });
    let lever = lever(scene, &answer.of.body);
    Some(sphere(title, "directions of wrenches", lever, cones, marks.collect()))
}

/// Directions of wrenches, moments counted at a lever arm as long as the part, in which they are as large as forces.
fn sphere(
    title: &str,
    heading: &str,
    lever: f64,
    mut cones: Vec<PolyhedralCone>,
    mut directions: Vec<Direction>,
) -> AnyPanel {
    for cone in &mut cones {
        cone.rays.iter_mut().chain(&mut cone.lines).for_each(|ray| ray[0] /= lever);
    }
    directions.iter_mut().for_each(|direction| direction.vector[0] /= lever);
    let line =
        format!("moments counted at a lever arm of {}, the size of the part", crate::text::length(lever));
    SpherePanel {
        words: Words { lines: vec![line], ..Words::new(Tone::Plain, title, heading, "") },
        axes: names(["m", "fx", "fy"]),
        cones,
        directions,
    }
    .into()
}

/// How far a body reaches from its centre of mass, by the points of its contacts; a metre where nothing tells it.
fn lever(scene: &Scene<Planar>, body: &str) -> f64 {
    let Some((index, of)) = scene.bodies.iter().enumerate().find(|(_, one)| one.name == body) else {
        return 1.0;
    };
    let com = crate::proof_page::doubles(&of.com);
    let contacts = scene.contacts_of(Party::Body(index));
    let far = contacts.map(|(_, contact)| {
        let [x, y] = crate::proof_page::doubles(&contact.point);
        (x - com[0]).hypot(y - com[1])
    });
    Some(far.fold(0.0, f64::max)).filter(|far| *far > 0.0 && far.is_finite()).unwrap_or(1.0)
}

/// The part with where to push, the states it goes through, and the wrenches that seat it.
pub(crate) fn insert(
    scene: &Scene<Planar>,
    report: &Report,
    answer: &InsertAnswer,
    base: Panel,
) -> Vec<AnyPanel> {
    let title = base.words.title.clone();
    let stretches = answer.sets.iter().flat_map(|sets| sets.push.iter().flatten());
    let drawn = Panel {
        cast: Cast { contacts: contacts(scene, Some(&answer.of.body), &[]), ..base.cast },
        words: Words {
            heading: report
                .verdict()
                .map_or_else(|| "seats".to_owned(), |verdict| format!("seats: {verdict}")),
            tone: report.verdict().map_or(base.words.tone, tone),
            ..base.words
        },
        stretches: stretches.map(|one| stretch(one, &answer.touched.outline)).collect(),
        ..base
    };
    let mut panels = vec![AnyPanel::from(drawn), states(answer, &title)];
    if let Some(sets) = &answer.sets {
        let marks = answer.wrenches.iter().take(8).enumerate().filter_map(|(at, judged)| {
            let vector = triple(&judged.wrench).filter(|vector| *vector != [0.0; 3])?;
            Some(Direction { vector, label: (at + 1).to_string() })
        });
        panels.push(sphere(
            &title,
            "wrenches that seat it",
            lever(scene, &answer.of.body),
            polyhedrals(&sets.seats, "seats", 1),
            marks.collect(),
        ));
    }
    panels
}

/// The part among its locators in space and, of few of them, the states it goes through.
pub(crate) fn solid_insert(report: &Report, answer: &InsertAnswer, base: SolidPanel) -> Vec<AnyPanel> {
    let title = base.words.title.clone();
    let seats = |verdict| (format!("seats: {verdict}"), tone(verdict));
    let (heading, tone) = report.verdict().map_or_else(|| ("seats".to_owned(), base.words.tone), seats);
    let scene = SolidPanel { words: Words { heading, tone, ..base.words }, ..base };
    let graph = (answer.of.part.count() <= MOST_DRAWN).then(|| states(answer, &title));
    [AnyPanel::from(scene)].into_iter().chain(graph).collect()
}

/// Locators up to which the steps between their states can be told apart in a picture.
const MOST_DRAWN: usize = 4;

/// A stretch of an outline where to push.
pub(crate) fn stretch(one: &Push, outline: &[Vec<shape::Piece>]) -> Stretch {
    let piece = outline.get(one.ring).and_then(|ring| ring.get(one.piece));
    let same = one.from.point == one.to.point;
    let whole = same && !matches!(one.from.at, Along::Part(_)) && one.from.open != one.to.open;
    let pieces = match piece {
        Some(shape::Piece::Arc { center, turn, .. }) if !same || whole => {
            let center = [center[0].to_f64(), center[1].to_f64()];
            vec![Piece::Arc { to: one.to.point, center, ccw: *turn == shape::Turn::Left }]
        }
        _ if same => Vec::new(),
        _ => vec![Piece::Line { to: one.to.point }],
    };
    let closed = [!one.from.open, !one.to.open];
    Stretch { start: one.from.point, pieces, closed, label: String::new() }
}

/// The states by the number of fixels that touch; the steps of the first wrench's proof are marked.
fn states(answer: &InsertAnswer, title: &str) -> AnyPanel {
    let fixels = answer.of.part.count();
    let count = 1_usize << fixels;
    let text = |state: usize| (0..fixels).map(|at| if state >> at & 1 == 1 { '1' } else { '0' }).collect();
    let nodes = (0..count)
        .map(|state| GraphNode {
            label: text(state),
            level: state.count_ones() as usize,
            kind: if state + 1 == count { NodeKind::Goal } else { NodeKind::Plain },
        })
        .collect();
    let circle: Vec<(String, String)> = match answer.wrenches.first().and_then(|judged| judged.proof.as_ref())
    {
        Some(Seating::Wanders { circle }) => {
            circle.iter().map(|one| (one.step.state.clone(), one.step.mode.clone())).collect()
        }
        _ => Vec::new(),
    };
    let mut edges: Vec<GraphEdge> = Vec::new();
    for (step, ever) in answer.steps.iter().filter(|(step, _)| !step.is_seated(fixels)) {
        let named = step.step(fixels);
        let marked = circle.iter().any(|(state, mode)| *state == named.state && *mode == named.mode);
        for to in (0..count).filter(|&to| *ever && step.leads_to(to)) {
            match edges.iter_mut().find(|edge| edge.from == step.state && edge.to == to) {
                Some(edge) => edge.marked |= marked,
                None => edges.push(GraphEdge { from: step.state, to, marked }),
            }
        }
    }
    let heading = match answer.plan {
        Plan::Complete => "states of contact, and the steps that some wrench makes",
        Plan::Conservative => "states of contact; a plan never steps back",
    };
    GraphPanel {
        words: Words { title: title.to_owned(), heading: heading.to_owned(), ..Words::default() },
        nodes,
        edges,
        directed: true,
        levels: (0..=fixels).map(|touching| format!("{touching} touching")).collect(),
    }
    .into()
}
