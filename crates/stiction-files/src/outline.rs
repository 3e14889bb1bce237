//! `shape` of a body: polygon with holes, disc, path, half-plane.

use crate::findings::Findings;
use crate::keys::{DISC, HALF_PLANE, OUTLINE, STEP};
use crate::node::At;
use crate::number::{known_keys, list, positive, required, vector, word};
use stiction::shape::{Outline, Piece, Point, ShapeFault, ShapePlace, Turn};

/// Reads a shape and checks that it bounds a region.
pub(crate) fn read(at: &At<'_>, found: &mut Findings<'_>) -> Option<Outline> {
    known_keys(at, OUTLINE, found)?;
    let kinds: Vec<&str> =
        ["polygon", "disc", "path", "half_plane"].into_iter().filter(|k| at.get(k).is_some()).collect();
    let [kind] = kinds[..] else {
        let help = "give exactly one of polygon, disc, path, half_plane";
        found.fault("shape-kind", at, format!("the shape has {} kinds", kinds.len()), help);
        return None;
    };
    if kind != "polygon"
        && let Some(holes) = at.get("holes")
    {
        found.fault("holes", &holes, format!("a {kind} has no holes"), "holes belong to a polygon");
    }
    let outline = match kind {
        "polygon" => polygon(at, found),
        "disc" => disc(&at.get("disc")?, found),
        "path" => path(&at.get("path")?, found),
        _ => half_plane(&at.get("half_plane")?, found),
    }?;
    check(at, &outline, found).then(|| outline.normalised())
}

fn polygon(at: &At<'_>, found: &mut Findings<'_>) -> Option<Outline> {
    let outer = ring(&at.get("polygon")?, found);
    let holes = match at.get("holes") {
        None => Some(Vec::new()),
        Some(holes) => {
            let rings: Vec<_> =
                list(&holes, "a list of rings", found)?.map(|hole| ring(&hole, found)).collect();
            rings.into_iter().collect()
        }
    };
    Some(Outline::Polygon { outer: outer?, holes: holes? })
}

/// A list of corners; every bad one is noted.
fn ring(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Point>> {
    let corners: Vec<_> =
        list(at, "a list of corners", found)?.map(|corner| vector(&corner, "[x, y]", found)).collect();
    corners.into_iter().collect()
}

fn disc(at: &At<'_>, found: &mut Findings<'_>) -> Option<Outline> {
    known_keys(at, DISC, found)?;
    let center = match at.get("center") {
        None => Some(Point::default()),
        Some(center) => vector(&center, "[x, y]", found),
    };
    let radius = required(at, "radius", "give the radius, e.g. radius = 1", found)
        .and_then(|r| positive(&r, "radius", found));
    Some(Outline::Disc { center: center?, radius: radius? })
}

fn half_plane(at: &At<'_>, found: &mut Findings<'_>) -> Option<Outline> {
    known_keys(at, HALF_PLANE, found)?;
    let point = required(at, "point", "give a point of the line, e.g. [0, 0]", found)
        .and_then(|p| vector(&p, "[x, y]", found));
    let normal = required(at, "normal", "give the direction out of the solid, e.g. [0, 1]", found)
        .and_then(|n| vector(&n, "[x, y]", found));
    Some(Outline::HalfPlane { point: point?, normal: normal? })
}

fn path(at: &At<'_>, found: &mut Findings<'_>) -> Option<Outline> {
    let steps: Vec<At<'_>> = list(at, "a list of steps", found)?.collect();
    let Some((first, rest)) = steps.split_first() else {
        found.fault("too-few-corners", at, "the path has no steps", "begin with { at = [x, y] }");
        return None;
    };
    let start = beginning(first, found);
    let ends: Vec<_> = rest.iter().map(|step| step_to(step, found)).collect();
    let ends: Vec<_> = ends.into_iter().collect::<Option<_>>()?;
    let mut pieces = Vec::new();
    let start = start?;
    let mut from = start.clone();
    for (to, bend) in ends {
        let next = to.clone();
        pieces.push(match bend {
            None => Piece::Segment { from, to },
            Some((center, turn)) => Piece::Arc { from, to, center, turn },
        });
        from = next;
    }
    if from != start {
        pieces.push(Piece::Segment { from, to: start });
    }
    Some(Outline::Path { pieces })
}

fn beginning(step: &At<'_>, found: &mut Findings<'_>) -> Option<Point> {
    known_keys(step, &STEP[..1], found)?;
    vector(&required(step, "at", "begin the path with { at = [x, y] }", found)?, "[x, y]", found)
}

/// The end of a step and, for an arc, its centre and sense.
fn step_to(step: &At<'_>, found: &mut Findings<'_>) -> Option<(Point, Option<(Point, Turn)>)> {
    known_keys(step, &STEP[1..], found)?;
    let to = required(step, "to", "say where this step ends: { to = [x, y] }", found)
        .and_then(|to| vector(&to, "[x, y]", found));
    let bend = match (step.get("center"), step.get("turn")) {
        (None, None) => None,
        (None, Some(turn)) => {
            found.fault(
                "arc-center",
                &turn,
                "a turn without a centre",
                "add center = [x, y], or leave out the turn",
            );
            return None;
        }
        (Some(center), turn) => {
            let turns = [("ccw", Turn::Left), ("cw", Turn::Right)];
            let center = vector(&center, "[x, y]", found);
            // Without a turn the arc goes counter-clockwise, the positive way.
            let turn = turn.map_or(Some(Turn::Left), |turn| word(&turn, "turn", &turns, found));
            Some((center?, turn?))
        }
    };
    Some((to?, bend))
}

/// Notes every fault of the outline where it was written.
fn check(at: &At<'_>, outline: &Outline, found: &mut Findings<'_>) -> bool {
    let faults = outline.faults();
    for fault in &faults {
        note(at, fault, false, found);
    }
    for fault in outline.notes() {
        note(at, &fault, true, found);
    }
    faults.is_empty()
}

fn note(at: &At<'_>, fault: &ShapeFault, warning: bool, found: &mut Findings<'_>) {
    let mut tell = |place: &At<'_>| match warning {
        false => found.fault(fault.code, place, &fault.message, &fault.help),
        true => found.warn(fault.code, place, &fault.message, &fault.help),
    };
    let steps = |at: &At<'_>, path: &[usize], tell: &mut dyn FnMut(&At<'_>)| descend(at, path, tell);
    match fault.place {
        ShapePlace::Whole => tell(at),
        ShapePlace::Radius => with(at, "disc", |disc| with(disc, "radius", &mut tell)),
        ShapePlace::Normal => with(at, "half_plane", |half| with(half, "normal", &mut tell)),
        ShapePlace::Ring(0) => with(at, "polygon", &mut tell),
        ShapePlace::Ring(hole) => with(at, "holes", |holes| steps(holes, &[hole - 1], &mut tell)),
        ShapePlace::Corner { ring: 0, corner } => {
            with(at, "polygon", |ring| steps(ring, &[corner], &mut tell))
        }
        ShapePlace::Corner { ring, corner } => {
            with(at, "holes", |holes| steps(holes, &[ring - 1, corner], &mut tell))
        }
        // The first step only says where the path begins; a closing piece belongs to the last one.
        ShapePlace::Piece(piece) => with(at, "path", |path| steps(path, &[piece + 1], &mut tell)),
    }
}

pub(crate) fn with(at: &At<'_>, key: &str, mut then: impl FnMut(&At<'_>)) {
    match at.get(key) {
        Some(value) => then(&value),
        None => then(at),
    }
}

/// Follows indices into nested lists, as far as they go.
pub(crate) fn descend(at: &At<'_>, path: &[usize], then: &mut dyn FnMut(&At<'_>)) {
    let next = path.split_first().and_then(|(index, rest)| Some((at.elements()?.nth(*index)?, rest)));
    match next {
        Some((element, rest)) => descend(&element, rest, then),
        None => then(at),
    }
}
