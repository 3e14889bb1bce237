//! Contacts in space: a round friction cone into the body, a fingertip outside, areas of contact hatched.

use std::collections::HashMap;

use super::figure::{Patch, SolidContact, SolidPanel};
use super::scene::Scene;
use super::stage::{Stage, behind};
use super::surface::circle;
use super::vector::Vector3;
use crate::canvas::{Canvas, LABEL, Sizes, label};
use crate::detail::Detail;
use crate::figure::ContactMark;
use crate::palette::Ink;
use crate::parts::contact::{DOT, FINGER, NAME, NAMED, ring};
use crate::parts::legend::Entry;
use crate::place::Spot;
use crate::sheet::{Fill, Path, Stroke, THIN};
use crate::text::{Face, ending};
use crate::vector::{Rect, Vector, at, hull};
use crate::view::Reach;
use stiction::scene::Role;

/// With more contacts than this, an area of contact has one cone in its middle.
const CONES: usize = 8;
/// With more areas of contact than this, hidden ones are not hatched.
const PATCHES: usize = 4;
/// Half angle of a fingertip.
const TIP: f64 = 0.42;
/// Tangents are drawn with up to this many contacts.
const TANGENTS: usize = 4;

/// Contacts that stand alone, and those that an area has in common where there are many.
struct Shared<'p> {
    own: Vec<&'p SolidContact>,
    areas: Vec<(&'p Patch, Vec<&'p SolidContact>)>,
}

impl<'p> Shared<'p> {
    fn of(panel: &'p SolidPanel) -> Shared<'p> {
        let mut areas: Vec<(&Patch, Vec<&SolidContact>)> =
            panel.patches.iter().map(|patch| (patch, Vec::new())).collect();
        let many = panel.cast.contacts.len() > CONES;
        let known: HashMap<&str, usize> =
            panel.patches.iter().map(|patch| patch.id.as_str()).zip(0..).filter(|_| many).collect();
        let mut own = Vec::new();
        for contact in &panel.cast.contacts {
            match known.get(contact.across.patch.as_str()) {
                Some(&area) => areas[area].1.push(contact),
                None => own.push(contact),
            }
        }
        Shared { own, areas }
    }
}

/// A cone to be drawn.
struct Cone {
    apex: Vector3,
    normal: Vector3,
    half: f64,
    near: bool,
}

/// One cone for each contact, or for each area of many.
fn cones(panel: &SolidPanel) -> Vec<Cone> {
    let cone = |apex: Vector3, contact: &SolidContact| {
        let normal = Vector3::from(contact.normal).unit()?;
        Some(Cone { apex, normal, half: contact.friction.atan(), near: contact.gap > 0.0 })
    };
    let shared = Shared::of(panel);
    let own = shared.own.iter().filter_map(|contact| cone(contact.point.into(), contact));
    let middle = shared.areas.iter().filter_map(|(patch, corners)| cone(centroid(patch), corners.first()?));
    own.chain(middle).collect()
}

/// How many cones a panel shows.
pub(crate) fn count(panel: &SolidPanel) -> usize {
    cones(panel).len()
}

fn centroid(patch: &Patch) -> Vector3 {
    let sum = patch.corners.iter().fold(Vector3::default(), |sum, &corner| sum + corner.into());
    sum * (1.0 / patch.corners.len().max(1) as f64)
}

/// The rim of a cone whose sides have some length.
fn rim(apex: Vector3, axis: Vector3, length: f64, half: f64) -> Vec<Vector3> {
    let [first, second] = axis.across();
    let (sin, cos) = half.sin_cos();
    circle(apex + axis * (length * cos), first * (length * sin), second * (length * sin), 48)
}

/// How far contacts and their areas reach.
pub(crate) fn reach(scene: &Scene, sizes: &Sizes, reach: &mut Reach) {
    if scene.detail > Detail::Full {
        return;
    }
    let camera = &scene.camera;
    for cone in cones(&scene.panel) {
        let ring = rim(Vector3::default(), cone.normal, sizes.cone, cone.half);
        reach.span(camera.flat(cone.apex), ring.into_iter().map(|point| camera.step(point)), 3.0);
    }
    for contact in &scene.panel.cast.contacts {
        let Some(normal) = Vector3::from(contact.normal).unit() else { continue };
        let out = -camera.step(normal) * clearance(contact, sizes);
        let name = Face::Regular.width(&name(contact), LABEL).min(sizes.words) + 6.0;
        let side = outwards(contact, scene);
        let word = out + at(side.x * name, side.y * (LABEL + 4.0));
        reach.span(camera.flat(contact.point.into()), [out, word, at(0.0, 0.0)], 5.0);
    }
    let corners = scene.panel.patches.iter().flat_map(|patch| &patch.corners);
    corners.for_each(|&corner| reach.point(camera.flat(corner.into()), 2.0));
}

fn name(contact: &SolidContact) -> String {
    ending(&contact.id, LABEL, NAME)
}

fn clearance(contact: &SolidContact, sizes: &Sizes) -> f64 {
    let outside = if contact.mark == ContactMark::Finger { FINGER } else { DOT };
    outside * sizes.mark + if contact.essential { 7.0 } else { 3.0 }
}

/// Where the label of a contact would like to stand: against the normal, or away from the scene.
fn outwards(contact: &SolidContact, scene: &Scene) -> Vector {
    let along = Vector3::from(contact.normal).unit().map(|normal| -scene.camera.step(normal));
    let away = scene.camera.step(contact.point.into()).unit();
    along.filter(|along| along.length() > 0.35).and_then(Vector::unit).or(away).unwrap_or(at(0.0, 1.0))
}

/// Areas of contact, hatched lightly.
pub(crate) fn draw_patches(stage: &Stage, canvas: &mut Canvas) {
    if stage.scene.detail > Detail::Full {
        return;
    }
    canvas.marks.open("patches");
    for patch in &stage.panel().patches {
        let mut corners: Vec<Vector3> = patch.corners.iter().map(|&corner| corner.into()).collect();
        let places: Vec<Vector> = corners.iter().map(|&corner| stage.page(corner)).collect();
        // Many areas seen through faces would look as if the faces were hatched.
        let few = stage.panel().patches.len() <= PATCHES;
        let hidden = stage.scene.screen.covers(centroid(patch), None);
        if few || !hidden {
            // A hidden area shines through what covers it, and so more faintly.
            let (fill, line) = if hidden { (0.05, 0.28) } else { (0.12, 0.45) };
            canvas.marks.fill(Path::closed(&places), Fill::Faint(Ink::Cone, fill));
            for [from, to] in hatching(&places) {
                canvas.marks.stroke(Path::open(&[from, to]), Stroke::new(Ink::Cone, 0.8).faint(line));
            }
        }
        corners.extend(corners.first().copied());
        stage.trace(canvas, &corners, Stroke::new(Ink::Force, THIN).faint(if few { 0.8 } else { 0.5 }));
        canvas.legend.insert(Entry::Patch);
    }
    canvas.marks.close();
}

/// Slanted lines across a convex polygon of the page.
pub(crate) fn hatching(places: &[Vector]) -> Vec<[Vector; 2]> {
    const STEP: f64 = 6.0;
    let across = at(0.8, 0.6);
    let heights = || places.iter().map(|place| place.dot(across));
    let (low, high) = heights().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
    let count = ((high - low) / STEP).clamp(0.0, 400.0) as usize;
    let line = |i: usize| {
        let height = low + (i as f64 + 0.5) * STEP;
        let mut ends = Vec::new();
        for (&here, &next) in places.iter().zip(places.iter().cycle().skip(1)) {
            let (a, b) = (here.dot(across) - height, next.dot(across) - height);
            if (a > 0.0) != (b > 0.0) {
                ends.push(here + (next - here) * (a / (a - b)));
            }
        }
        Some([*ends.first()?, *ends.get(1)?])
    };
    (0..count).filter_map(line).collect()
}

/// Cones: full lines where they are seen, dashed and lighter inside the body.
pub(crate) fn draw_cones(stage: &Stage, canvas: &mut Canvas) {
    if stage.scene.detail > Detail::Full {
        return;
    }
    canvas.marks.open("cones");
    let length = stage.sizes.cone;
    for cone in cones(stage.panel()) {
        if cone.half == 0.0 {
            draw_normal(stage, canvas, &cone);
            continue;
        }
        let fill = if cone.near { Fill::None } else { Fill::Faint(Ink::Cone, 0.24) };
        let pen = Stroke::new(Ink::Cone, 1.2).dashed(cone.near);
        draw_cone(stage, canvas, &cone, length, fill, pen);
        canvas.legend.insert(Entry::Cone);
    }
    canvas.marks.close();
}

fn draw_normal(stage: &Stage, canvas: &mut Canvas, cone: &Cone) {
    let tip = cone.apex + cone.normal * stage.units(stage.sizes.cone);
    stage.trace(canvas, &[cone.apex, tip], Stroke::new(Ink::Cone, 1.6).dashed(cone.near));
    let (from, to) = (stage.page(cone.apex), stage.page(tip));
    if let Some(along) = (to - from).unit() {
        let barb = |side: f64| to - along.turned(side * 0.45) * 6.0;
        canvas.marks.stroke(Path::open(&[barb(1.0), to, barb(-1.0)]), Stroke::new(Ink::Cone, 1.6));
    }
    canvas.placer.line(from, to);
    canvas.legend.insert(Entry::Normal);
}

/// The silhouette of a cone: its rim, and the two lines from the apex that touch it.
fn draw_cone(stage: &Stage, canvas: &mut Canvas, cone: &Cone, length: f64, fill: Fill, pen: Stroke) {
    let ring = rim(cone.apex, cone.normal, stage.units(length), cone.half);
    let places: Vec<Vector> = ring.iter().map(|&point| stage.page(point)).collect();
    let apex = stage.page(cone.apex);
    canvas.marks.fill(Path::closed(&hull(places.iter().copied().chain([apex]).collect())), fill);
    stage.trace(canvas, &ring, pen);
    for side in tangents(apex, &places) {
        stage.trace(canvas, &[cone.apex, ring[side]], pen);
        canvas.placer.line(apex, places[side]);
    }
    canvas.placer.outline(places);
    canvas.placer.outline(vec![apex, stage.page(cone.apex + cone.normal * stage.units(length))]);
}

/// The points of a ring at which lines from outside touch it; none when the ring surrounds the point.
fn tangents(apex: Vector, ring: &[Vector]) -> Vec<usize> {
    let count = ring.len() - 1;
    let side = |i: usize, j: usize| (ring[i] - apex).left().dot(ring[j] - apex);
    let touches = |&i: &usize| {
        let (before, after) = (side(i, (i + count - 1) % count), side(i, (i + 1) % count));
        (before >= 0.0 && after > 0.0) || (before <= 0.0 && after < 0.0)
    };
    let found: Vec<usize> = (0..count).filter(touches).collect();
    if found.len() == 2 { found } else { Vec::new() }
}

/// Fingertips, dots and rings, above the forces.
pub(crate) fn draw_marks(stage: &Stage, canvas: &mut Canvas) {
    if stage.scene.detail == Detail::Outline {
        return;
    }
    canvas.marks.open("contacts");
    let crowd = stage.scene.detail == Detail::Crowd;
    let shown = |contact: &&SolidContact| !crowd || !stage.scene.screen.covers(contact.point.into(), None);
    for contact in stage.panel().cast.contacts.iter().filter(shown) {
        let Some(normal) = Vector3::from(contact.normal).unit() else { continue };
        let (point, near) = (Vector3::from(contact.point), contact.gap > 0.0);
        let tip = stage.page(point);
        if contact.mark == ContactMark::Finger {
            draw_finger(stage, canvas, point, normal, near);
        }
        if contact.essential {
            ring(&mut canvas.marks, tip, stage.sizes.mark);
            canvas.legend.insert(Entry::Essential);
        }
        if contact.across.soft {
            draw_spin(stage, canvas, point, normal);
        }
        draw_tangents(stage, canvas, contact);
        draw_dot(stage, canvas, point, near);
        canvas.placer.disc(tip, (DOT + 2.0) * stage.sizes.mark);
        canvas.legend.insert(if near { Entry::Near } else { Entry::Contact });
    }
    canvas.marks.close();
}

fn draw_finger(stage: &Stage, canvas: &mut Canvas, point: Vector3, normal: Vector3, near: bool) {
    let length = FINGER * 1.15 * stage.sizes.mark;
    let base = point - normal * stage.units(length);
    let hidden = stage.scene.screen.covers(base, None);
    let ring = rim(point, -normal, stage.units(length), TIP);
    let mut places: Vec<Vector> = ring.iter().map(|&point| stage.page(point)).collect();
    let cap = Path::closed(&places);
    places.push(stage.page(point));
    let outline = Path::closed(&hull(places));
    let pen = Stroke::new(Ink::Finger, THIN).dashed(near);
    match (near, hidden) {
        (true, _) => canvas.marks.stroke(outline, pen),
        (_, true) => canvas.marks.shape(outline, Fill::Faint(Ink::Finger, 0.3), behind(pen)),
        _ => {
            canvas.marks.shape(outline, Fill::Plain(Ink::Finger), pen);
            // The flat end is seen when the finger comes from the viewer's side.
            if normal.dot(stage.scene.camera.toward) < 0.0 {
                canvas.marks.fill(cap, Fill::Faint(Ink::Paper, 0.25));
            }
        }
    }
    let middle = stage.page(point - normal * stage.units(length * 0.6));
    canvas.placer.disc(middle, FINGER * 0.5 * stage.sizes.mark);
}

fn draw_dot(stage: &Stage, canvas: &mut Canvas, point: Vector3, near: bool) {
    let (tip, scale) = (stage.page(point), stage.sizes.mark);
    if !stage.scene.screen.covers(point, None) {
        return crate::parts::contact::dot(&mut canvas.marks, tip, scale, near);
    }
    let fill = if near { Fill::None } else { Fill::Faint(Ink::Text, 0.5) };
    canvas.marks.shape(Path::circle(tip, DOT * scale), fill, Stroke::new(Ink::Text, THIN).faint(0.7));
}

/// A soft contact: a ring about the normal, for the spin that it resists.
fn draw_spin(stage: &Stage, canvas: &mut Canvas, point: Vector3, normal: Vector3) {
    let radius = stage.units(9.0 * stage.sizes.mark);
    let [first, second] = normal.across();
    let ring = circle(point, first * radius, second * radius, 36);
    stage.trace(canvas, &ring, Stroke::new(Ink::Force, 1.6));
    canvas.legend.insert(Entry::Soft);
}

fn draw_tangents(stage: &Stage, canvas: &mut Canvas, contact: &SolidContact) {
    let length = stage.units(stage.sizes.cone * 0.5);
    let few = stage.panel().cast.contacts.len() <= TANGENTS;
    for tangent in contact.across.tangents.iter().flatten().filter(|_| few) {
        let Some(along) = Vector3::from(*tangent).unit() else { continue };
        let point = Vector3::from(contact.point);
        stage.trace(canvas, &[point, point + along * length], Stroke::new(Ink::Muted, THIN));
    }
}

/// Names of the contacts, outside the body; thinned when there are very many.
pub(crate) fn label_contacts(stage: &Stage, canvas: &mut Canvas) {
    if stage.scene.detail > Detail::Full {
        canvas.placer.thinned +=
            stage.panel().cast.contacts.iter().filter(|contact| !contact.id.is_empty()).count();
        return;
    }
    let shared = Shared::of(stage.panel());
    let bodies = &stage.panel().cast.bodies;
    let several = bodies.iter().filter(|body| body.role == Role::Free).count() > 1;
    // Names that detection gives say no more than those of the bodies beside them.
    let is_named = |contact: &&SolidContact| !(contact.id.is_empty() || several && contact.id.contains('/'));
    for (_, contacts) in shared.areas {
        label_patch(stage, canvas, contacts.into_iter().filter(is_named).collect());
    }
    let named: Vec<&SolidContact> = shared.own.into_iter().filter(is_named).collect();
    let every = named.len().div_ceil(NAMED).max(1);
    canvas.placer.thinned += named.len() - named.len().div_ceil(every);
    for contact in named.iter().step_by(every) {
        let mut name = label(name(contact), Ink::Text);
        (name.optional, name.close) = (true, named.len() > 20);
        let anchor = stage.page(contact.point.into());
        let toward = outwards(contact, stage.scene);
        let spot = Spot { anchor, clear: clearance(contact, &stage.sizes), toward, bias: 0.0 };
        canvas.placer.beside(&mut canvas.marks, &name, &[spot]);
    }
}

/// One name for the contacts of an area, beside whichever of them has room.
fn label_patch(stage: &Stage, canvas: &mut Canvas, contacts: Vec<&SolidContact>) {
    let [first, .., last] = contacts[..] else { return };
    let mut name = label(ending(&range(&first.id, &last.id), LABEL, NAME), Ink::Text);
    name.optional = true;
    let spots: Vec<Spot> = contacts
        .iter()
        .map(|contact| Spot {
            anchor: stage.page(contact.point.into()),
            clear: clearance(contact, &stage.sizes),
            toward: outwards(contact, stage.scene),
            bias: 0.0,
        })
        .collect();
    canvas.placer.beside(&mut canvas.marks, &name, &spots);
}

/// `a/b.1` and `a/b.7` as `a/b.1–7`.
fn range(first: &str, last: &str) -> String {
    match (first.rsplit_once('.'), last.rsplit_once('.')) {
        (Some((stem, _)), Some((other, end))) if stem == other => format!("{first}–{end}"),
        _ => format!("{first}–{last}"),
    }
}

/// A small area of contact, seen aslant, for the legend.
pub(crate) fn sample_patch(middle: Vector) -> Vec<Vector> {
    let area = Rect::centred(middle, 20.0, 11.0);
    let lean = at(4.0, 0.0);
    let [a, b, c, d] = area.corners();
    vec![a + lean, b + lean, c - lean, d - lean]
}
