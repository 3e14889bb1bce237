//! Boxes of uncertain numbers: what is proved of a box is never contradicted by a scene in it, and closed forms are
//! met.

mod closed_forms;
mod samples;

use stiction_design::robust::{Effort, Robust, robust};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::Rational;
use stiction_proof::robust::About;
use stiction_scene::lower::Standing;
use stiction_scene::scene::{Body, Contact, Party, Scene, Spread, ToleranceSection};

/// A fraction.
fn part(numerator: i64, denominator: u64) -> Rational {
    Rational::new(numerator, denominator)
}

/// The decimal of a double with few digits.
fn decimal(value: f64) -> Rational {
    part((value * 1e4).round() as i64, 10_000)
}

fn by(value: f64) -> Option<Spread> {
    Some(Spread::By(decimal(value)))
}

fn touch(point: [f64; 2], normal: [f64; 2], friction: f64) -> Contact<Planar> {
    Contact::planar(Party::Body(0), point.map(decimal), normal.map(decimal)).with_friction(decimal(friction))
}

/// The scales that were proved and refuted.
fn scales<S: Standing>(found: &Robust<S>) -> (Option<f64>, Option<f64>) {
    let scale = |proof: &Option<stiction_proof::Verified<stiction_design::robust::BoxProof<S>>>| {
        proof.as_ref().map(|proof| proof.proof().scale().to_f64())
    };
    (scale(&found.holds), scale(&found.fails))
}

/// Without what single numbers are worth, which takes most of the time.
fn quickly() -> Effort {
    Effort { numbers: 0, ..Effort::default() }
}

/// A box on its four corners.
fn crate_in_space(friction: f64) -> Scene<Spatial> {
    let corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
    let mut body = Body::<Spatial>::new("crate").with_mass(1);
    body.com = [part(0, 1), part(0, 1), part(1, 1)];
    let mut scene = Scene::<Spatial>::new().with_body(body);
    scene.gravity = [part(0, 1), part(0, 1), part(-10, 1)];
    corners.into_iter().fold(scene, |scene, [x, y]| {
        let point = [x, y, 0].map(Rational::from);
        let up = [0, 0, 1].map(Rational::from);
        scene.with_contact(Contact::new(Party::Body(0), point, up).with_friction(decimal(friction)))
    })
}
