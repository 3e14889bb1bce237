//! Keeps what can be drawn: numbers that are finite, of a size that arithmetic survives.

use crate::figure::{
    Body, Contact, Force, LineOfForce, Motion, Panel, Piece, Region, Ring, Shape, Stretch, Vertex,
};

/// Beyond this, products of coordinates overflow.
const LARGEST: f64 = 1e100;

/// The panel without what cannot be drawn, and how many things were left out.
pub(crate) fn drawable(panel: &Panel) -> (Panel, usize) {
    let mut kept = panel.clone();
    let mut omitted = 0;
    kept.bodies = panel.bodies.iter().map(|body| sound_body(body, &mut omitted)).collect();
    omitted += retain(&mut kept.contacts, contact);
    omitted += retain(&mut kept.forces, force);
    omitted += retain(&mut kept.motions, motion);
    omitted +=
        retain(&mut kept.blocked, |blocked| point(blocked.centre) && blocked.along.is_none_or(direction));
    omitted += retain(&mut kept.regions, region);
    omitted += retain(&mut kept.lines_of_force, line_of_force);
    omitted += retain(&mut kept.sums, |sum| sum.terms.iter().all(line_of_force));
    omitted += retain(&mut kept.stretches, stretch);
    omitted += retain(&mut kept.spans, |span| point(span.from) && point(span.to));
    // Nothing to see in what is zero: not a fault, so not counted.
    kept.forces.retain(|force| force.vector != [0.0; 2]);
    kept.spans.retain(|span| span.from != span.to);
    kept.motions.retain(|motion| motion.twist != [0.0; 3]);
    kept.regions.retain(|region| !region.vertices.is_empty());
    kept.lines_of_force.retain(|line| line.wrench != [0.0; 3]);
    kept.gravity = panel.gravity.filter(|gravity| *gravity != [0.0; 2]);
    if kept.gravity.is_some_and(|gravity| !point(gravity)) {
        kept.gravity = None;
        omitted += 1;
    }
    (kept, omitted)
}

fn retain<T>(things: &mut Vec<T>, sound: impl Fn(&T) -> bool) -> usize {
    let before = things.len();
    things.retain(sound);
    before - things.len()
}

fn sound_body(body: &Body, omitted: &mut usize) -> Body {
    let mut kept = body.clone();
    kept.shape = body.shape.clone().filter(shape);
    kept.com = body.com.filter(|com| point(*com));
    *omitted += usize::from(kept.shape.is_some() != body.shape.is_some());
    *omitted += usize::from(kept.com.is_some() != body.com.is_some());
    kept
}

fn region(region: &Region) -> bool {
    region.vertices.iter().all(|vertex| match *vertex {
        Vertex::At(place) => point(place),
        Vertex::Direction(vector) => direction(vector),
    })
}

fn line_of_force(line: &LineOfForce) -> bool {
    line.wrench.into_iter().all(number) && line.near.is_none_or(point)
}

fn stretch(stretch: &Stretch) -> bool {
    ring(&Ring { start: stretch.start, pieces: stretch.pieces.clone() })
}

pub(crate) fn number(value: f64) -> bool {
    value.abs() <= LARGEST
}

fn point([x, y]: [f64; 2]) -> bool {
    number(x) && number(y)
}

fn direction(vector: [f64; 2]) -> bool {
    point(vector) && vector != [0.0, 0.0]
}

fn shape(shape: &Shape) -> bool {
    match shape {
        Shape::Outline(rings) => !rings.is_empty() && rings.iter().all(ring),
        Shape::Disc { center, radius } => point(*center) && number(*radius) && *radius > 0.0,
        Shape::HalfPlane { point: on, normal } => point(*on) && direction(*normal),
    }
}

fn ring(ring: &Ring) -> bool {
    point(ring.start)
        && ring.pieces.iter().all(|piece| match *piece {
            Piece::Line { to } => point(to),
            Piece::Arc { to, center, .. } => point(to) && point(center),
        })
}

fn contact(contact: &Contact) -> bool {
    // Friction may be infinite: the cone is then a half-plane.
    point(contact.point) && direction(contact.normal) && contact.friction >= 0.0 && contact.gap.is_finite()
}

fn force(force: &Force) -> bool {
    point(force.at) && point(force.vector)
}

fn motion(motion: &Motion) -> bool {
    motion.twist.into_iter().all(number) && point(motion.about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_finite_is_left_out_and_counted() {
        let panel = Panel {
            bodies: vec![Body { com: Some([f64::NAN, 0.0]), ..Body::default() }],
            contacts: vec![Contact::default(), Contact { normal: [0.0, 1.0], ..Contact::default() }],
            gravity: Some([0.0, f64::INFINITY]),
            ..Panel::default()
        };
        let (kept, omitted) = drawable(&panel);
        assert_eq!((kept.contacts.len(), kept.bodies.len(), omitted), (1, 1, 3));
    }

    #[test]
    fn no_gravity_and_zero_forces_are_not_faults() {
        assert_eq!(drawable(&Panel { gravity: Some([0.0, 0.0]), ..Panel::default() }).1, 0);
    }
}
