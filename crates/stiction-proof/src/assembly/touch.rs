//! What a contact of an assembly can do, in the plane and in space.

use crate::check::{planar_contact_is_sound, planar_push_is_inside};
use crate::rational::Rational;
use crate::spatial::{Generator, cross, dot};
use crate::spatial_check::{Inside, absent, in_cone, resists_at_most, spatial_contact_is_sound};
use crate::{Coefficients, PlanarContact, Push, SpatialContact, Vector};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Numbers of a fixed count that a proof is made of.
pub trait Numbers:
    AsRef<[Rational]> + AsMut<[Rational]> + Debug + Clone + PartialEq + Default + Serialize + DeserializeOwned
{
}
impl Numbers for [Rational; 2] {}
impl Numbers for [Rational; 3] {}
impl Numbers for [Rational; 6] {}

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

    /// Its name in the scene.
    fn id(&self) -> &str;
    /// Coefficient of static friction.
    fn friction(&self) -> &Rational;
    /// Torsional coefficient, if the contact is soft.
    fn torsion(&self) -> Option<&Rational>;
    /// Largest multiple of the normal, if there is a limit.
    fn most(&self) -> Option<&Rational>;
    /// Gives it another limit.
    fn set_most(&mut self, most: Option<Rational>);
    /// Whether the normal is one, the coefficients are not negative and a pyramid is about the normal.
    fn is_sound(&self) -> bool;
    /// The wrench of a push about the world origin, if it is in the cone.
    fn wrench(&self, coefficients: &Coefficients, push: &Self::Push) -> Option<Self::Screw>;
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
    ) -> bool;
    /// The most that a push with one normal takes up, where that is rational.
    fn resistance(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Option<Rational>;
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
    pub(super) fn add(&mut self, part: &Self, positive: bool) {
        for (sum, part) in self.linear.as_mut().iter_mut().zip(part.linear.as_ref()) {
            if positive { *sum += part } else { *sum -= part }
        }
        if positive { self.spin += &part.spin } else { self.spin -= &part.spin }
    }
}

impl Touch for PlanarContact {
    type Vector = [Rational; 2];
    type Screw = [Rational; 3];
    /// `[along, across]`: multiples of the normal and of the tangent.
    type Push = [Rational; 2];
    const TURNS: usize = 1;

    fn id(&self) -> &str {
        &self.id
    }

    fn friction(&self) -> &Rational {
        &self.friction
    }

    fn torsion(&self) -> Option<&Rational> {
        None
    }

    fn most(&self) -> Option<&Rational> {
        self.most.as_ref()
    }

    fn set_most(&mut self, most: Option<Rational>) {
        self.most = most;
    }

    fn is_sound(&self) -> bool {
        planar_contact_is_sound(self)
    }

    fn wrench(&self, coefficients: &Coefficients, [along, across]: &[Rational; 2]) -> Option<[Rational; 3]> {
        planar_push_is_inside(&coefficients.friction, along, across).then(|| {
            let ([nx, ny], [px, py]) = (&self.normal, &self.point);
            let (fx, fy) = (along * nx - across * ny, along * ny + across * nx);
            [px * &fy - py * &fx, fx, fy]
        })
    }

    fn is_within_limit(&self, _: &Coefficients, [along, _]: &[Rational; 2]) -> bool {
        self.most.as_ref().is_none_or(|most| along <= most)
    }

    fn about([m, fx, fy]: [Rational; 3], [x, y]: &[Rational; 2]) -> [Rational; 3] {
        [m - (x * &fy - y * &fx), fx, fy]
    }

    fn velocity(&self, reference: &[Rational; 2], [w, vx, vy]: &[Rational; 3]) -> Relative<Self> {
        let (rx, ry) = (&self.point[0] - &reference[0], &self.point[1] - &reference[1]);
        Relative { linear: [vx - w * ry, vy + w * rx], spin: Rational::zero() }
    }

    fn resists_at_most(
        &self,
        coefficients: &Coefficients,
        relative: &Relative<Self>,
        bound: &Rational,
    ) -> bool {
        self.taken(coefficients, relative) <= *bound
    }

    fn resistance(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Option<Rational> {
        Some(self.taken(coefficients, relative))
    }
}

impl PlanarContact {
    /// `μ|t·u| − n·u`.
    fn taken(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Rational {
        let ([nx, ny], [ux, uy]) = (&self.normal, &relative.linear);
        let across = nx * uy - ny * ux;
        &coefficients.friction * across.abs() - (nx * ux + ny * uy)
    }
}

impl Touch for SpatialContact {
    type Vector = Vector;
    type Screw = [Rational; 6];
    type Push = Push;
    const TURNS: usize = 3;

    fn id(&self) -> &str {
        &self.id
    }

    fn friction(&self) -> &Rational {
        &self.friction
    }

    fn torsion(&self) -> Option<&Rational> {
        self.torsion.as_ref()
    }

    fn most(&self) -> Option<&Rational> {
        self.most.as_ref()
    }

    fn set_most(&mut self, most: Option<Rational>) {
        self.most = most;
    }

    fn is_sound(&self) -> bool {
        spatial_contact_is_sound(self)
    }

    fn wrench(&self, coefficients: &Coefficients, push: &Push) -> Option<[Rational; 6]> {
        if absent(push) {
            return Some(Default::default());
        }
        let Generator { force, spin } = in_cone(self, coefficients, push, Inside::Closed)?;
        let moment = cross(&self.point, &force);
        let [mx, my, mz]: Vector = if spin.is_zero() {
            moment
        } else {
            std::array::from_fn(|i| &moment[i] + &(&spin * &self.normal[i]))
        };
        let [fx, fy, fz] = force;
        Some([mx, my, mz, fx, fy, fz])
    }

    fn is_within_limit(&self, coefficients: &Coefficients, push: &Push) -> bool {
        let Some(most) = self.most.as_ref().filter(|_| !absent(push)) else { return true };
        in_cone(self, coefficients, push, Inside::Closed)
            .is_some_and(|push| dot(&push.force, &self.normal) <= most * dot(&self.normal, &self.normal))
    }

    fn about([mx, my, mz, fx, fy, fz]: [Rational; 6], point: &Vector) -> [Rational; 6] {
        let force = [fx, fy, fz];
        let [sx, sy, sz] = cross(point, &force);
        let [fx, fy, fz] = force;
        [mx - sx, my - sy, mz - sz, fx, fy, fz]
    }

    fn velocity(&self, reference: &Vector, [wx, wy, wz, vx, vy, vz]: &[Rational; 6]) -> Relative<Self> {
        let turn = [wx.clone(), wy.clone(), wz.clone()];
        let lever: Vector = std::array::from_fn(|i| &self.point[i] - &reference[i]);
        let [x, y, z] = cross(&turn, &lever);
        let spin = if self.torsion.is_some() { dot(&self.normal, &turn) } else { Rational::zero() };
        Relative { linear: [vx + x, vy + y, vz + z], spin }
    }

    fn resists_at_most(
        &self,
        coefficients: &Coefficients,
        relative: &Relative<Self>,
        bound: &Rational,
    ) -> bool {
        resists_at_most(self, coefficients, (&relative.linear, &relative.spin), bound)
    }

    fn resistance(&self, coefficients: &Coefficients, relative: &Relative<Self>) -> Option<Rational> {
        let taken = |edge: &Generator| -(dot(&edge.force, &relative.linear) + &edge.spin * &relative.spin);
        self.across.is_some().then(|| self.edges(coefficients).iter().map(taken).max().unwrap_or_default())
    }
}
