//! Contacts: a fingertip outside, the friction cone of the forces it can exert inside.

use crate::canvas::{Canvas, LABEL, Sizes, Stage, detail, label};
use crate::detail::Detail;
use crate::figure::{Contact, ContactMark, Panel};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::place::{Label, Spot};
use crate::sheet::{Fill, Marks, Path, Stroke, THIN};
use crate::text::{Face, ending};
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, direction};
use stiction::scene::Role;

/// Radius of the dot at a contact, in pixels.
pub(crate) const DOT: f64 = 3.4;
/// Height of a fingertip, in pixels.
pub(crate) const FINGER: f64 = 13.0;
/// Widest label of a contact, in pixels.
pub(crate) const NAME: f64 = 120.0;
/// A name wider than this needs room on the side, in pixels.
const WIDE: f64 = 36.0;
/// Most labels of contacts in a drawing; with more contacts only every k-th is named.
pub(crate) const NAMED: usize = 60;

/// The label of a contact: the end of its name.
fn name(contact: &Contact) -> Label {
    label(ending(&contact.id, LABEL, NAME), Ink::Text)
}

/// A contact on the page: where it is, and its normal.
fn seen(contact: &Contact) -> Option<Vector> {
    direction(contact.normal.into())
}

fn half_angle(contact: &Contact) -> f64 {
    contact.friction.atan()
}

/// Distance from the contact to where its label may begin.
fn clearance(contact: &Contact, sizes: &Sizes) -> f64 {
    let outside = if contact.mark == ContactMark::Finger { FINGER } else { DOT };
    outside * sizes.mark + if contact.essential { 7.0 } else { 3.0 }
}

/// How far contacts reach: the cone inwards, finger and label outwards.
pub(crate) fn reach(panel: &Panel, sizes: &Sizes, reach: &mut Reach) {
    if detail(panel) > Detail::Full {
        return;
    }
    let middle = Rect::around(panel.cast.contacts.iter().map(|contact| contact.point.into()));
    for contact in &panel.cast.contacts {
        let (Some(normal), Some(middle)) = (seen(contact), middle) else { continue };
        let half = half_angle(contact);
        let cone = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|part| normal.turned(half * part) * sizes.cone);
        let outer = -normal * clearance(contact, sizes);
        let name = Face::Regular.width(&name(contact).text, LABEL).min(sizes.words) + 6.0;
        let outwards = outer - at(normal.x * name, normal.y * (LABEL + 4.0));
        // A long name may have to stand beside the contact instead.
        let beside = at((name + 10.0) * (contact.point[0] - middle.centre().x).signum(), 0.0);
        let beside = if name > WIDE { beside } else { at(0.0, 0.0) };
        reach.span(contact.point.into(), cone.into_iter().chain([outer, outwards, beside]), 3.0);
    }
}

/// Cones; they lie under forces and outlines of motion.
pub(crate) fn draw_cones(stage: &Stage, canvas: &mut Canvas) {
    if detail(stage.panel) > Detail::Full {
        return;
    }
    canvas.marks.open("cones");
    for contact in &stage.panel.cast.contacts {
        let (Some(normal), apex) = (seen(contact), stage.view.at(contact.point.into())) else { continue };
        let (half, near) = (half_angle(contact), contact.gap > 0.0);
        cone(&mut canvas.marks, apex, normal, stage.sizes.cone, half, near);
        let edge = |part: f64| apex + normal.turned(half * part) * stage.sizes.cone;
        canvas.placer.line(edge(-1.0), edge(1.0));
        for side in [-1.0, 1.0] {
            canvas.placer.line(apex, edge(side));
            canvas.placer.outline(vec![apex, edge(side * 0.5)]);
        }
        canvas.placer.outline(vec![apex, edge(0.0)]);
        canvas.legend.insert(if half > 0.0 { Entry::Cone } else { Entry::Normal });
    }
    canvas.marks.close();
}

/// A friction cone, or the bare normal where there is no friction; dashed where nothing touches yet.
pub(crate) fn cone(marks: &mut Marks, apex: Vector, normal: Vector, length: f64, half: f64, near: bool) {
    let stroke = Stroke::new(Ink::Cone, THIN).dashed(near);
    if half == 0.0 {
        let tip = apex + normal * length;
        marks.stroke(Path::open(&[apex, tip]), Stroke { width: 1.4, ..stroke });
        let barb = |side: f64| tip - normal.turned(side * 0.45) * 6.0;
        return marks.stroke(Path::open(&[barb(1.0), tip, barb(-1.0)]), Stroke::new(Ink::Cone, 1.4));
    }
    let sector = Path::sector(apex, length, normal.angle() - half, 2.0 * half);
    let fill = if near { Fill::None } else { Fill::Faint(Ink::Cone, 0.28) };
    marks.shape(sector, fill, stroke);
}

/// Fingertips, dots and rings, above the forces.
pub(crate) fn draw_marks(stage: &Stage, canvas: &mut Canvas) {
    if detail(stage.panel) == Detail::Outline {
        return;
    }
    canvas.marks.open("contacts");
    for contact in &stage.panel.cast.contacts {
        let (Some(normal), tip) = (seen(contact), stage.view.at(contact.point.into())) else { continue };
        let near = contact.gap > 0.0;
        if contact.mark == ContactMark::Finger {
            finger(&mut canvas.marks, tip, normal, stage.sizes.mark, near);
            canvas
                .placer
                .disc(tip - normal * (FINGER * 0.6 * stage.sizes.mark), FINGER * 0.5 * stage.sizes.mark);
        }
        if contact.essential {
            ring(&mut canvas.marks, tip, stage.sizes.mark);
            canvas.legend.insert(Entry::Essential);
        }
        dot(&mut canvas.marks, tip, stage.sizes.mark, near);
        canvas.placer.disc(tip, (DOT + 2.0) * stage.sizes.mark);
        canvas.legend.insert(if near { Entry::Near } else { Entry::Contact });
    }
    canvas.marks.close();
}

pub(crate) fn finger(marks: &mut Marks, tip: Vector, normal: Vector, scale: f64, near: bool) {
    let (base, side) = (tip - normal * (FINGER * scale), normal.left() * (6.5 * scale));
    let triangle = Path::closed(&[tip, base + side, base - side]);
    let fill = if near { Fill::None } else { Fill::Plain(Ink::Finger) };
    marks.shape(triangle, fill, Stroke::new(Ink::Finger, THIN).dashed(near));
}

pub(crate) fn dot(marks: &mut Marks, at: Vector, scale: f64, near: bool) {
    let fill = Fill::Plain(if near { Ink::Surface } else { Ink::Text });
    let stroke = Stroke::new(if near { Ink::Text } else { Ink::Surface }, THIN);
    marks.shape(Path::circle(at, DOT * scale), fill, stroke);
}

pub(crate) fn ring(marks: &mut Marks, at: Vector, scale: f64) {
    marks.stroke(Path::circle(at, 8.0 * scale), Stroke::new(Ink::Essential, 2.4));
}

/// Whether a contact has the name that detection gives it, by its bodies: where these have their own names beside it,
/// it tells nothing more.
fn is_found(contact: &Contact, panel: &Panel) -> bool {
    let pair = contact.id.rsplit_once('.').and_then(|(pair, _)| pair.split_once('/'));
    let drawn = |name: &str| panel.cast.bodies.iter().any(|body| body.name == name);
    pair.is_some_and(|(one, other)| drawn(one) && drawn(other))
}

/// Names of the contacts, outside the body; thinned when there are very many.
pub(crate) fn label_contacts(stage: &Stage, canvas: &mut Canvas) {
    if detail(stage.panel) > Detail::Full {
        canvas.placer.thinned +=
            stage.panel.cast.contacts.iter().filter(|contact| !contact.id.is_empty()).count();
        return;
    }
    let free = stage.panel.cast.bodies.iter().filter(|body| body.role == Role::Free).count();
    let is_named =
        |contact: &&Contact| !contact.id.is_empty() && (free < 2 || !is_found(contact, stage.panel));
    let named: Vec<_> = stage.panel.cast.contacts.iter().filter(is_named).collect();
    let every = named.len().div_ceil(NAMED).max(1);
    canvas.placer.thinned += named.len() - named.len().div_ceil(every);
    for contact in named.iter().step_by(every) {
        let Some(normal) = seen(contact) else { continue };
        let mut name = name(contact);
        (name.optional, name.close) = (true, named.len() > 20);
        let at = stage.view.at(contact.point.into());
        let spot = Spot { anchor: at, clear: clearance(contact, &stage.sizes), toward: -normal, bias: 0.0 };
        canvas.placer.beside(&mut canvas.marks, &name, &[spot]);
    }
}
