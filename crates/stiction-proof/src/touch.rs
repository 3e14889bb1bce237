//! What a contact can do, in the plane and in space: all that differs between the two where mechanics is checked.

use crate::check::{Check, Refusal};
use crate::rank::rank;
use crate::rational::Rational;
use crate::{Coefficients, Problem, Proof};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Numbers of a fixed count that a proof is made of.
pub trait Numbers:
    AsRef<[Rational]> + AsMut<[Rational]> + Debug + Clone + PartialEq + Default + Serialize + DeserializeOwned
{
    /// The number of dimensions that some of them span.
    fn rank(rows: &[Self]) -> usize;
}
impl Numbers for [Rational; 2] {
    fn rank(rows: &[Self]) -> usize {
        rank(rows)
    }
}
impl Numbers for [Rational; 3] {
    fn rank(rows: &[Self]) -> usize {
        rank(rows)
    }
}
impl Numbers for [Rational; 6] {
    fn rank(rows: &[Self]) -> usize {
        rank(rows)
    }
}

/// How strictly a push must be inside its cone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// On the boundary is fine.
    Closed,
    /// In the relative interior.
    Strict,
    /// On the boundary of friction, but not of torsion: strictly inside as soon as friction grows.
    Growing,
}

/// How strictly a motion must be unresisted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresisted {
    /// Grazing is fine.
    Closed,
    /// The contact breaks.
    Strict,
}

impl Unresisted {
    /// Whether some work is enough.
    pub(crate) fn is_enough(self, work: &Rational) -> bool {
        match self {
            Self::Closed => !work.is_negative(),
            Self::Strict => work.is_positive(),
        }
    }
}

/// What a contact is called, and the bounds of its force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Law<'a> {
    /// Its name in the scene.
    pub id: &'a str,
    /// Coefficient of static friction.
    pub friction: &'a Rational,
    /// Torsional coefficient, if the contact is soft.
    pub torsion: Option<&'a Rational>,
    /// Largest multiple of the normal, if there is a limit.
    pub most: Option<&'a Rational>,
}

/// A contact of the plane or of space.
pub trait Touch: Debug + Clone + PartialEq + Serialize + DeserializeOwned {
    /// A point or a force.
    type Vector: Numbers;
    /// A wrench or a twist, angular first.
    type Screw: Numbers;
    /// What the contact does to the body that its normal points into.
    type Push: Debug + Clone + PartialEq + Serialize + DeserializeOwned;
    /// Components of a wrench that are moments.
    const TURNS: usize;
    /// Whether every cone has edges, so that whatever is asked with fractions is decided.
    const ALWAYS_EDGES: bool;

    /// What contacts of the plane and of space have in common.
    fn law(&self) -> Law<'_>;
    /// Its coefficient of static friction and its limit, to be changed.
    fn law_mut(&mut self) -> (&mut Rational, &mut Option<Rational>);
    /// Its name in the scene.
    fn id(&self) -> &str {
        self.law().id
    }
    /// Coefficient of static friction.
    fn friction(&self) -> &Rational {
        self.law().friction
    }
    /// Torsional coefficient, if the contact is soft.
    fn torsion(&self) -> Option<&Rational> {
        self.law().torsion
    }
    /// Largest multiple of the normal, if there is a limit.
    fn most(&self) -> Option<&Rational> {
        self.law().most
    }
    /// Where it touches, and its normal.
    fn place(&self) -> (&Self::Vector, &Self::Vector);
    /// Whether this is its normal.
    fn has_normal(&self, normal: &Self::Vector) -> bool {
        self.place().1 == normal
    }
    /// The contact at another place, with another normal, and of no known curvature.
    fn placed(&self, point: Self::Vector, normal: Self::Vector) -> Self;
    /// Gives it another limit.
    fn set_most(&mut self, most: Option<Rational>) {
        *self.law_mut().1 = most;
    }
    /// Gives it another coefficient of static friction.
    fn set_friction(&mut self, friction: Rational) {
        *self.law_mut().0 = friction;
    }
    /// Whether the normal is one, the coefficients are not negative and a pyramid is about the normal.
    fn is_sound(&self) -> bool;
    /// The square of the length of its normal.
    fn normal_square(&self) -> Rational;
    /// The multiple of the normal in a push; none where there is no normal.
    fn along_normal(&self, push: &Self::Push) -> Option<Rational>;
    /// Whether a push is none.
    fn is_absent(push: &Self::Push) -> bool;
    /// The wrench of a push about the world origin, if it is so far inside the cone; one that is absent is
    /// only on its boundary.
    fn wrench_inside(
        &self,
        coefficients: &Coefficients,
        push: &Self::Push,
        inside: Inside,
    ) -> Option<Self::Screw>;
    /// The wrench of a push about the world origin, if it is in the cone.
    fn wrench(&self, coefficients: &Coefficients, push: &Self::Push) -> Option<Self::Screw> {
        self.wrench_inside(coefficients, push, Inside::Closed)
    }
    /// Wrenches about the world origin that span whatever the contact can do: along its normal, across it
    /// where it rubs, about it where it twists.
    fn span(&self, rubs: bool, twists: bool) -> Vec<Self::Screw>;
    /// Whether no push of the cone does negative work on a relative velocity; strictly, whether every push does work.
    fn gives(&self, coefficients: &Coefficients, relative: &Relative<Self>, strictly: Unresisted) -> bool;
    /// Whether a relative velocity has a part across the normal.
    fn slips(&self, relative: &Relative<Self>) -> bool;
    /// Whether a push is within the limit.
    fn is_within_limit(&self, coefficients: &Coefficients, push: &Self::Push) -> bool;
    /// A wrench about the world origin taken about another point.
    fn about(wrench: Self::Screw, point: &Self::Vector) -> Self::Screw;
    /// The velocity that a twist about `reference` gives the body's point at the contact, and `n·w` in space.
    fn velocity(&self, reference: &Self::Vector, twist: &Self::Screw) -> Relative<Self>;
    /// Whether no push with one normal takes up more than `bound` on a relative velocity.
    fn resists_at_most(
        &self,
        coefficients: &Coefficients,
        relative: &Relative<Self>,
        bound: &Rational,
    ) -> bool {
        self.resistance(coefficients, relative).is_some_and(|taken| taken <= *bound)
    }
    /// The most that a push with one normal takes up, where that is rational.
    fn resistance(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Option<Rational>;
    /// Checks what is said to second order, which is known of the plane alone.
    fn second_order(_: &Problem<Self>, _: &Proof<Self>) -> Check {
        Err(Refusal::SecondOrder)
    }
}

/// A velocity at a contact: of the points, and about the normal.
#[derive(Debug, Clone, PartialEq)]
pub struct Relative<T: Touch> {
    /// Of the points.
    pub linear: T::Vector,
    /// `n·w`; zero in the plane.
    pub spin: Rational,
}

impl<T: Touch> Default for Relative<T> {
    fn default() -> Self {
        Self { linear: T::Vector::default(), spin: Rational::zero() }
    }
}

impl<T: Touch> Relative<T> {
    pub(crate) fn add(&mut self, part: &Self, positive: bool) {
        for (sum, part) in self.linear.as_mut().iter_mut().zip(part.linear.as_ref()) {
            if positive { *sum += part } else { *sum -= part }
        }
        if positive { self.spin += &part.spin } else { self.spin -= &part.spin }
    }
}
