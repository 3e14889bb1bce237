//! What differs between the plane and space where a scene becomes a problem of modes, and where a reported motion is
//! judged.

use super::referee::AtContact;
use stiction_geometry::screw::Space;
use stiction_proof::{ForceState, Meets, Rational};
use stiction_scene::lower::Standing;
use stiction_scene::lower::{ConeModel, Misfit};
use stiction_scene::scene::{Contact, Rounding, Scene};
use stiction_statics::stand::assembly::Searched;

/// How friction is taken where its cone is round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cones {
    /// The cone that is meant.
    pub model: ConeModel,
    /// Whether motions are judged that were reported, which needs no list of modes: then contacts at rest may have
    /// round cones.
    pub judged: bool,
}

/// The plane or space, with what its contacts become in a problem of modes.
pub trait Outcoming<const A: usize, const F: usize>:
    Searched + Space<Vector = [Rational; F], Screw = [Rational; A]>
{
    /// A contact of the problem.
    type Contact: Happens<A, F, World = Self>;
}

/// A contact of a problem of modes, as it comes from a scene.
pub trait Happens<const A: usize, const F: usize>: Meets<A, F> {
    /// The plane or space.
    type World: Outcoming<A, F, Contact = Self>;
    /// How a force is given, in words.
    const FORCE: &'static str;

    /// What stands against asking with such cones.
    fn unfit(_: Cones) -> Option<Misfit> {
        None
    }
    /// What is known of the bodies of a scene besides their contacts.
    type Surroundings<'s>;
    /// Looks at a scene.
    fn known(scene: &Scene<Self::World>) -> Self::Surroundings<'_>;
    /// A contact of a scene, between these bodies and with this force.
    fn contact(
        from: &Contact<Self::World>,
        between: ([Option<usize>; 2], ForceState<F>),
        known: &Self::Surroundings<'_>,
        rounded: &mut Vec<Rounding>,
    ) -> Self;
    /// A force of the contact from multiples of its normal and of the directions across it.
    fn summed(directions: &[[Rational; F]], multiples: Vec<Rational>) -> [Rational; F];
    /// That it is not known how the bodies are curved at a contact that moves.
    fn unknown(id: &str, slides: bool) -> Misfit;
    /// Gives a contact its friction that touches and moves as it is told here.
    fn rub(
        &mut self,
        _: &Contact<Self::World>,
        _velocity: &[Rational; F],
        _: Cones,
        _: &mut Vec<Rounding>,
    ) -> Result<(), Misfit> {
        Ok(())
    }

    /// The normal and the directions across it along which forces are told.
    fn directions(&self) -> Vec<[Rational; F]>;
    /// How long what has such components is, in doubles.
    fn size(&self, components: &[Rational; F]) -> f64;
    /// The contact at rest with this friction.
    fn touch(&self, friction: Rational) -> <Self::World as Standing>::Touch;
    /// What is said of a contact, and by how much it is off: `now` is none where it does what is not known.
    fn judged(&self, now: &ContactMotion<Self, A, F>, force: &[Rational; F], still: f64) -> AtContact;
}

/// What a contact is seen to do.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactMotion<C: Meets<A, F>, const A: usize, const F: usize> {
    /// What it does now, where that is known.
    pub situation: Option<stiction_proof::Situation<C::Slide>>,
    /// The relative velocity, in the components of the contact.
    pub velocity: [Rational; F],
    /// How its points part, along the normal and in the components of the contact, where that is known.
    pub rates: Option<(Rational, [Rational; F])>,
    /// The force of a contact that is controlled; zero of the others.
    pub controlled: [Rational; F],
}
