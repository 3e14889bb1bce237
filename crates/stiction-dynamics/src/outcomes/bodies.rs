//! What plane and space share on the way from a scene to a problem of modes: who moves, how, and under which load.

use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{Body, Party, Role, Scene};

/// The bodies that move, freely or as given, by their index in the scene.
pub(super) fn moving<S: Geometry>(scene: &Scene<S>) -> Vec<usize> {
    (0..scene.bodies.len()).filter(|&body| scene.bodies[body].role != Role::Fixed).collect()
}

/// Where a party of a contact is among the bodies that move.
pub(super) fn place(moving: &[usize], party: Party) -> Option<usize> {
    match party {
        Party::Ground => None,
        Party::Body(body) => moving.binary_search(&body).ok(),
    }
}

/// What stands against a question about free bodies where there is none.
pub(super) fn without_free_body<S: Geometry>(scene: &Scene<S>) -> Option<Misfit> {
    let message = "the question is what free bodies do, and there is none";
    let help = "leave `role` out of the body that the question is about";
    let none = scene.free_bodies().next().is_none();
    none.then(|| Misfit::new("no-free-body", &["bodies"], message, help))
}

/// Which components of its motion a free body has; a velocity in another one is a misfit.
pub(super) fn freedoms<S: Geometry, const N: usize>(body: &Body<S>, misfits: &mut Vec<Misfit>) -> [bool; N] {
    let freedoms: [bool; N] = std::array::from_fn(|index| body.freedoms.get(index).copied().unwrap_or(true));
    if freedoms.iter().zip(body.twist.as_ref()).any(|(free, velocity)| !free && !velocity.is_zero()) {
        let message = format!("body \"{}\" moves in a way that its freedoms do not allow", body.name);
        let help = "make that component of `twist` zero, or add it to `freedoms`";
        misfits.push(Misfit::new("freedoms", &["bodies", &body.name, "twist"], message, help));
    }
    freedoms
}

/// A touching contact whose points approach each other.
pub(super) fn impact(id: &str, normal_velocity: &Rational) -> Misfit {
    let message = format!(
        "contact \"{id}\" closes: its normal velocity, times the length of its normal, is {}; that is an impact",
        normal_velocity.to_f64()
    );
    let help = "give twists with which touching bodies do not approach each other";
    Misfit::new("impact", &["contacts", id], message, help)
}
