//! A scene, seen from above, as a problem of pushing.

use super::super::modes::mode_problem;
use super::super::slow::own_law;
use super::along::over_one;
use stiction_exact::linear::farkas;
use stiction_exact::vector::minus;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Outline;
use stiction_proof::Rational;
use stiction_proof::push::{Piece, Place, PushProblem, Support};
use stiction_proof::slow::SlowFriction;
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{Body, Contact, Scene};

/// The problem of a scene whose driven bodies have their velocities, or everything that stands against it.
///
/// # Errors
/// There is not one free body with all its freedoms, forces besides those of table and pushers act, or the support
/// does not carry the centre of mass.
pub fn push_problem(scene: &Scene<Planar>) -> Result<PushProblem, Vec<Misfit>> {
    let free: Vec<&Body<Planar>> = scene.free_bodies().map(|(_, body)| body).collect();
    let &[body] = &free[..] else {
        let message = format!("{} bodies are free; a push is of one", free.len());
        let help = "give every other body `role = \"driven\"` or `\"fixed\"`";
        return Err(vec![Misfit::new("bodies", &["bodies"], message, help)]);
    };
    let mut misfits = Vec::new();
    let path = |key: &'static str| ["bodies", &body.name, key];
    if scene.gravity.iter().any(|entry| !entry.is_zero()) {
        let message = "the table is seen from above, and gravity is into it";
        misfits.push(Misfit::new("gravity", &["gravity"], message, "leave `gravity` out"));
    }
    if body.wrench.iter().any(|entry| !entry.is_zero()) {
        let message = "a wrench on the part is not taken: only pushers and the table act on it";
        misfits.push(Misfit::new("wrench", &path("wrench"), message, "leave `wrench` out"));
    }
    if !body.freedoms.iter().all(|free| *free) {
        let message = "a part that is pushed moves in every way";
        misfits.push(Misfit::new("freedoms", &path("freedoms"), message, "leave `freedoms` out"));
    }
    misfits.extend(scene.contacts.iter().flat_map(|contact| own_law(contact, "push")));
    let support = match support(body) {
        Ok(support) => Some(support),
        Err(misfit) => {
            misfits.push(misfit);
            None
        }
    };
    let Some(support) = support.filter(|_| misfits.is_empty()) else { return Err(misfits) };
    let friction = |contact: &Contact<Planar>| SlowFriction {
        at_rest: contact.friction.at_rest.clone(),
        sliding: contact.friction.sliding.clone(),
    };
    let friction = scene.contacts.iter().map(friction).collect();
    Ok(PushProblem { modes: mode_problem(scene), friction, com: body.com.clone(), support })
}

/// Where the part presses, from its centre of mass.
fn support(body: &Body<Planar>) -> Result<Support, Misfit> {
    let from = |point: &Place| minus(point, &body.com);
    let listed = body.support.as_ref().filter(|points| !points.is_empty());
    let support = match (listed, &body.shape) {
        (Some(points), _) => {
            Support::Points { points: points.iter().map(from).collect(), pressure: body.pressure.clone() }
        }
        (None, Some(shape)) => {
            let path = ["bodies", &body.name, "shape"];
            let help = "give `support` as a list of points";
            let other = |what: &str| {
                Misfit::new("support", &path, format!("pressure under {what} is not taken"), help)
            };
            Support::Region(match shape {
                Outline::Disc { center, radius } => {
                    vec![Piece::Disc { center: from(center), radius: radius.clone() }]
                }
                Outline::Polygon { outer, holes } if holes.is_empty() => {
                    let corners: Vec<Place> = outer.iter().map(from).collect();
                    convex_pieces(corners)
                        .ok_or_else(|| other("an outline that could not be cut into triangles"))?
                }
                Outline::Polygon { .. } => return Err(other("an outline with holes")),
                Outline::Path { .. } => return Err(other("an outline with arcs")),
                Outline::HalfPlane { .. } => return Err(other("a half-plane")),
            })
        }
        (None, None) => {
            let message = "nothing says where the part presses on the table";
            let help = "give it a `shape`, or `support` as a list of points";
            return Err(Misfit::new("support", &["bodies", &body.name], message, help));
        }
    };
    if carries(&support) {
        return Ok(support);
    }
    let message = "no pressure on the support balances the weight at the com";
    Err(Misfit::new("support", &["bodies", &body.name, "com"], message, "move the com above the support"))
}

/// Whether some pressure is centred about the centre of mass.
fn carries(support: &Support) -> bool {
    let over = |points: &[Place]| {
        let columns: Vec<Vec<Rational>> = points.iter().map(over_one).collect();
        farkas(&columns, &over_one(&[Rational::zero(), Rational::zero()]), &[]).is_ok()
    };
    match support {
        Support::Points { points, .. } => over(points),
        Support::Region(pieces) => {
            let origin = [Rational::zero(), Rational::zero()];
            let corners = |piece: &Piece| match piece {
                Piece::Polygon(corners) => corners.clone(),
                Piece::Disc { .. } => Vec::new(),
            };
            let all: Vec<Place> = pieces.iter().flat_map(corners).collect();
            pieces.iter().any(|piece| piece.contains(&origin)) || over(&all)
        }
    }
}

/// Twice the area of a triangle, positive counter-clockwise.
fn area(a: &Place, b: &Place, c: &Place) -> Rational {
    let (ab, ac) = (minus(b, a), minus(c, a));
    &ab[0] * &ac[1] - &ab[1] * &ac[0]
}

/// A convex polygon as it is, another one in triangles, ear by ear; none where no ear is found.
fn convex_pieces(corners: Vec<Place>) -> Option<Vec<Piece>> {
    let count = corners.len();
    let at = |index: usize| &corners[index % count];
    if (0..count).all(|i| !area(at(i), at(i + 1), at(i + 2)).is_negative()) {
        return Some(vec![Piece::Polygon(corners)]);
    }
    let mut left = corners;
    let mut pieces = Vec::new();
    while left.len() > 3 {
        let count = left.len();
        let ear = (0..count).find(|&i| is_ear(&left, i))?;
        let triangle =
            [left[(ear + count - 1) % count].clone(), left[ear].clone(), left[(ear + 1) % count].clone()];
        pieces.push(Piece::Polygon(triangle.to_vec()));
        left.remove(ear);
    }
    pieces.push(Piece::Polygon(left));
    Some(pieces)
}

/// Whether the corner can be cut off: it is convex, and no other corner is in its triangle.
fn is_ear(corners: &[Place], at: usize) -> bool {
    let count = corners.len();
    let [before, after] = [(at + count - 1) % count, (at + 1) % count];
    let triangle = [&corners[before], &corners[at], &corners[after]];
    let inside =
        |place: &Place| (0..3).all(|i| !area(triangle[i], triangle[(i + 1) % 3], place).is_negative());
    let others = (0..count).filter(|other| ![before, at, after].contains(other));
    area(triangle[0], triangle[1], triangle[2]).is_positive()
        && others
            .map(|other| &corners[other])
            .filter(|place| !triangle.contains(place))
            .all(|place| !inside(place))
}
