//! The picture of tolerances: the scene as it is given, with the square that each contact point may lie in, and beside
//! it the scene that breaks it.

use crate::figure::{AnyPanel, Body, Cast, Panel, Shape, Tone, Words};
use crate::proof_page::{contacts, doubles, tone, unit};
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction::shape::Outline;
use stiction_proof::robust::{About, LooseContact};
use stiction_proof::{AssemblyContact, PlanarContact};
use stiction_report::robust::RobustAnswer;
use stiction_report::robust::loose;

/// The given scene and the one that fails.
pub(crate) fn robust(scene: &Scene<Planar>, answer: &RobustAnswer<Planar>, base: Panel) -> Vec<AnyPanel> {
    let verdict = answer.answer();
    let mut bodies = base.cast.bodies.clone();
    bodies.extend(boxes(scene, answer));
    let given = Panel {
        cast: Cast { bodies, contacts: contacts(scene, None, &[]), ..base.cast.clone() },
        words: Words {
            heading: format!("within the tolerances: {verdict}"),
            tone: tone(verdict),
            lines: scales(answer),
            ..base.words.clone()
        },
        ..Panel::default()
    };
    let mut panels = vec![AnyPanel::from(given)];
    let scale = answer.fails.as_ref().map(|proof| proof.proof().scale().to_f64());
    if let (Some(corner), Some(scale)) = (answer.failing(), scale)
        && let Ok(own) = loose(scene, answer.problem.about)
    {
        let broken = own.scene_at(scene, corner);
        let mut bodies = base.cast.bodies.clone();
        for (drawn, body) in bodies.iter_mut().zip(&broken.bodies) {
            drawn.com = drawn.com.map(|_| doubles(&body.com));
        }
        let fails = match answer.problem.about {
            About::Closure => "does not close",
            About::Stand => "does not stand",
        };
        let words = Words {
            heading: format!("{fails} at {scale:.3} times the tolerances"),
            lines: Vec::new(),
            tone: Tone::Bad,
            ..base.words
        };
        let cast = Cast { bodies, contacts: contacts(&broken, None, &[]), ..base.cast };
        panels.push(Panel { cast, words, ..Panel::default() }.into());
    }
    panels
}

/// How far the tolerances may be scaled.
fn scales(answer: &RobustAnswer<Planar>) -> Vec<String> {
    let proved = answer.holds.as_ref().map(|proof| proof.proof().scale().to_f64());
    proved.map(|scale| format!("proved up to {scale:.3} times the tolerances")).into_iter().collect()
}

/// Squares smaller than this part of the scene are hidden by the contact itself.
const VISIBLE: f64 = 0.02;

/// A square about each contact point that may be off.
fn boxes(scene: &Scene<Planar>, answer: &RobustAnswer<Planar>) -> Vec<Body> {
    let size = |body: &stiction::scene::Body<Planar>| body.shape.as_ref().map(Outline::size);
    let size = scene.bodies.iter().filter_map(size).fold(0.0, f64::max);
    let contacts = answer.problem.assembly.contacts.iter().zip(&answer.problem.contacts);
    let square = |(contact, loose): (&AssemblyContact<PlanarContact>, &LooseContact<PlanarContact>)| {
        let half = loose.point.to_f64();
        let ([x, y], [nx, ny]) = (doubles(&contact.touch.point), unit(doubles(&contact.touch.normal)));
        let corner = |along: f64, across: f64| {
            [x + half * (along * nx - across * ny), y + half * (along * ny + across * nx)]
        };
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let shape = Some(Shape::polygon(&corners));
        (half > VISIBLE * size).then(|| Body { role: Role::Fixed, shape, ..Body::default() })
    };
    contacts.filter_map(square).collect()
}
