//! Bodies that touch nothing, and what is near them: a gap of a millimetre is mostly a slip of whoever drew it.

use crate::number::length_words;
use crate::text::plain;
use stiction::scene::{Party, Scene};
use stiction::screw::{Planar, Spatial};
use stiction::shape::{Boundary, Geometry, Outline, Solid};
use stiction_proof::Rational;

/// Bodies up to which distances are measured.
const MOST_BODIES: usize = 200;
/// Bodies that are told of.
const MOST_TOLD: usize = 4;
/// Steps from one boundary to the other and back.
const STEPS: usize = 40;

/// What is asked of shapes in the plane and in space.
pub trait Apart: Geometry {
    /// The nearest point of the boundary.
    fn nearest(shape: &Self::Shape, point: &Self::Vector) -> Option<Self::Vector>;
    /// How large it is, in metres; infinite of what has no end.
    fn extent(shape: &Self::Shape) -> f64;
}

impl Apart for Planar {
    fn nearest(shape: &Outline, point: &[Rational; 2]) -> Option<[Rational; 2]> {
        Boundary::new(shape).nearest(point).map(|nearest| nearest.place)
    }

    fn extent(shape: &Outline) -> f64 {
        shape.bounds().map_or(f64::INFINITY, |_| shape.size())
    }
}

impl Apart for Spatial {
    fn nearest(shape: &Solid, point: &[Rational; 3]) -> Option<[Rational; 3]> {
        shape.nearest(point).map(|nearest| nearest.place)
    }

    fn extent(shape: &Solid) -> f64 {
        shape.bounds().map_or(f64::INFINITY, |_| shape.size())
    }
}

/// A point in as many digits as doubles have: places that are found in turn would grow in length.
fn short<S: Geometry>(mut point: S::Vector) -> S::Vector {
    for entry in point.as_mut() {
        *entry = Rational::from_f64(entry.to_f64()).unwrap_or_default();
    }
    point
}

/// About how far two shapes are apart: from a point to the nearest one on the other boundary, and back, until that is
/// no nearer.  Of convex shapes this ends at the least distance, of others at one that is no less.
fn distance<S: Apart>(one: &S::Shape, other: &S::Shape, from: &S::Vector) -> Option<f64> {
    let mut here = short::<S>(from.clone());
    let mut least = f64::INFINITY;
    for _ in 0..STEPS {
        let there = short::<S>(S::nearest(other, &here)?);
        here = short::<S>(S::nearest(one, &there)?);
        let square: f64 =
            here.as_ref().iter().zip(there.as_ref()).map(|(a, b)| (a - b).to_f64().powi(2)).sum();
        let found = square.sqrt();
        if found >= least * (1.0 - 1e-9) {
            break;
        }
        least = found;
    }
    least.is_finite().then_some(least)
}

/// The nearest body to one that touches nothing, no farther than its own size, and how far away.
fn neighbour<S: Apart>(scene: &Scene<S>, body: usize) -> Option<(&str, f64)> {
    let shape = scene.bodies[body].shape.as_ref()?;
    let reach = S::extent(shape);
    let mut best: Option<(&str, f64)> = None;
    for (index, other) in scene.bodies.iter().enumerate() {
        let Some(across) = other.shape.as_ref().filter(|_| index != body) else { continue };
        let found = distance::<S>(shape, across, &scene.bodies[body].com);
        if let Some(found) = found.filter(|found| *found > 0.0 && *found <= reach)
            && best.is_none_or(|(_, least)| found < least)
        {
            best = Some((&other.name, found));
        }
    }
    best
}

/// A warning for each free body that touches nothing while another one is near.
pub(crate) fn warnings<S: Apart>(scene: &Scene<S>) -> Vec<String> {
    if scene.bodies.len() > MOST_BODIES {
        return Vec::new();
    }
    let loose = scene.free_bodies().filter(|(index, _)| scene.touching(Party::Body(*index)).is_empty());
    let told = loose.filter_map(|(index, body)| {
        let (other, distance) = neighbour(scene, index)?;
        let away = length_words(distance, scene.unit.as_ref());
        Some(format!(
            "\"{}\" touches nothing; nearest is \"{}\", {away} away: move it there, or raise `tolerance` of `[detect]`",
            plain(&body.name),
            plain(other)
        ))
    });
    told.take(MOST_TOLD).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::scene::{Body, LengthUnit};
    use stiction_proof::NonZero;

    fn square(low: [f64; 2], high: [f64; 2]) -> Outline {
        let point = |p: [f64; 2]| p.map(|entry| Rational::from_f64(entry).unwrap());
        Outline::rectangle(point(low), point(high))
    }

    #[test]
    fn a_block_that_hovers_a_millimetre_above_another_is_told_of() {
        let body = |name: &str, low, high, com: [f64; 2]| {
            let mut body = Body::<Planar>::new(name);
            body.shape = Some(square(low, high));
            body.com = com.map(|entry| Rational::from_f64(entry).unwrap());
            body
        };
        let mut scene = Scene::<Planar>::new()
            .with_body(body("a", [0.0, 0.0], [1.0, 1.0], [0.5, 0.5]))
            .with_body(body("b", [0.0, 1.001], [1.0, 2.0], [0.5, 1.5]));
        let told = warnings(&scene);
        assert!(told[1].starts_with("\"b\" touches nothing; nearest is \"a\", 1 mm away"), "{told:?}");
        scene.unit =
            Some(LengthUnit { word: "cm".to_owned(), metres: NonZero::new(Rational::new(1, 100)).unwrap() });
        assert!(warnings(&scene)[1].contains("0.1 cm away"));
        // What is far away was meant to be.
        scene.bodies[1] = body("b", [0.0, 5.0], [1.0, 6.0], [0.5, 5.5]);
        assert!(warnings(&scene).is_empty());
    }

    #[test]
    fn corners_are_as_near_as_they_are() {
        let (one, other) = (square([0.0, 0.0], [1.0, 1.0]), square([4.0, 5.0], [6.0, 6.0]));
        let from = [Rational::new(1, 2), Rational::new(1, 2)];
        assert!((distance::<Planar>(&one, &other, &from).unwrap() - 5.0).abs() < 1e-12);
    }
}
