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
    kept.cast.bodies = panel.cast.bodies.iter().map(|body| sound_body(body, shape, &mut omitted)).collect();
    omitted += retain(&mut kept.cast.contacts, contact);
    omitted += retain(&mut kept.cast.forces, force);
    omitted += retain(&mut kept.cast.motions, motion);
    omitted +=
        retain(&mut kept.blocked, |blocked| point(blocked.centre) && blocked.along.is_none_or(direction));
    omitted += retain(&mut kept.regions, region);
    omitted += retain(&mut kept.lines_of_force, line_of_force);
    omitted += retain(&mut kept.sums, |sum| sum.terms.iter().all(line_of_force));
    omitted += retain(&mut kept.stretches, stretch);
    omitted += retain(&mut kept.spans, |span| point(span.from) && point(span.to));
    // Nothing to see in what is zero: not a fault, so not counted.
    kept.cast.forces.retain(|force| force.vector != [0.0; 2]);
    kept.spans.retain(|span| span.from != span.to);
    kept.cast.motions.retain(|motion| motion.twist != [0.0; 3]);
    kept.regions.retain(|region| !region.vertices.is_empty());
    kept.lines_of_force.retain(|line| line.wrench != [0.0; 3]);
    kept.cast.gravity = panel.cast.gravity.filter(|gravity| *gravity != [0.0; 2]);
    if kept.cast.gravity.is_some_and(|gravity| !point(gravity)) {
        kept.cast.gravity = None;
        omitted += 1;
    }
    (kept, omitted)
}

pub(crate) fn retain<T>(things: &mut Vec<T>, sound: impl Fn(&T) -> bool) -> usize {
    let before = things.len();
    things.retain(sound);
    before - things.len()
}

/// The body without a shape or a centre of mass that cannot be drawn.
pub(crate) fn sound_body<S: Clone, const D: usize>(
    body: &Body<S, D>,
    shape: impl Fn(&S) -> bool,
    omitted: &mut usize,
) -> Body<S, D> {
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

pub(crate) fn point<const D: usize>(point: [f64; D]) -> bool {
    point.into_iter().all(number)
}

pub(crate) fn direction<const D: usize>(vector: [f64; D]) -> bool {
    point(vector) && vector != [0.0; D]
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

pub(crate) fn contact<const D: usize>(contact: &Contact<D>) -> bool {
    let tangents = contact.across.tangents.iter().flatten().copied().all(direction);
    // Friction may be infinite: the cone is then a half-plane or half-space.
    let numbers = contact.friction >= 0.0 && contact.gap.is_finite();
    point(contact.point) && direction(contact.normal) && numbers && tangents
}

pub(crate) fn force<const D: usize>(force: &Force<D>) -> bool {
    point(force.at) && point(force.vector)
}

pub(crate) fn motion<const D: usize, const F: usize>(motion: &Motion<D, F>) -> bool {
    point(motion.twist) && point(motion.about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Cast;

    #[test]
    fn what_is_not_finite_is_left_out_and_counted() {
        let panel = Panel {
            cast: Cast {
                bodies: vec![Body { com: Some([f64::NAN, 0.0]), ..Body::default() }],
                contacts: vec![Contact::default(), Contact { normal: [0.0, 1.0], ..Contact::default() }],
                gravity: Some([0.0, f64::INFINITY]),
                ..Cast::default()
            },
            ..Panel::default()
        };
        let (kept, omitted) = drawable(&panel);
        assert_eq!((kept.cast.contacts.len(), kept.cast.bodies.len(), omitted), (1, 1, 3));
    }

    #[test]
    fn no_gravity_and_zero_forces_are_not_faults() {
        assert_eq!(
            drawable(&Panel {
                cast: Cast { gravity: Some([0.0, 0.0]), ..Cast::default() },
                ..Panel::default()
            })
            .1,
            0
        );
    }
}
