//! Faces of the cones of contacts: what is left of a cone once some of its forces are known not to occur.
//!
//! A force and a moment about the normal are one vector, a *generator*: `(fx, fy)` in the plane,
//! `(fx, fy, fz, spin)` in space.  A contact with edges pushes with multiples `k ≥ 0` of them, and where it
//! has a limit with `Σ k ≤ most`; a face of that keeps some of the edges, and perhaps loses the origin. A
//! round cone has itself, its rays and its apex as faces; a limit cuts off a disc.

use crate::rational::Rational;
use crate::spatial::Generator;
use crate::spatial_cone::{absent, in_cone};
use crate::touch::{Inside, Relative, Touch};
use crate::vectors::{cross, dot};
use crate::{Coefficients, PlanarContact, Push, SpatialContact};

/// A contact whose cone has faces.
pub trait Faced: Touch {
    /// The edges of its cone, unless that is round.
    fn generators(&self, coefficients: &Coefficients) -> Option<Vec<Vec<Rational>>>;
    /// A push as multiples of the edges.
    fn multiples(&self, coefficients: &Coefficients, push: &Self::Push) -> Option<Vec<Rational>>;
    /// A push as one generator, if it is in the cone.
    fn total(&self, coefficients: &Coefficients, push: &Self::Push) -> Option<Vec<Rational>>;
    /// The multiple of the normal in a generator; none where there is no normal.
    fn along(&self, generator: &[Rational]) -> Option<Rational>;
    /// The wrench of a generator about the world origin.
    fn generator_wrench(&self, generator: &[Rational]) -> Self::Screw;
    /// Directions that span a round cone; without the normal, those of a disc of it.
    fn round_directions(&self, coefficients: &Coefficients, disc: bool) -> Vec<Vec<Rational>>;
    /// Whether a push is strictly inside a round cone.
    fn is_strictly_inside(&self, coefficients: &Coefficients, push: &Self::Push) -> bool;
    /// What pushes of a round cone with one normal take up on a velocity, compared with a bound.
    fn round_taken(
        &self,
        coefficients: &Coefficients,
        relative: &Relative<Self>,
        bound: &Rational,
    ) -> Option<RoundTaken>;
}

/// The most that a push of a round cone with one normal takes up, compared with a bound that it does not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundTaken {
    /// It is less.
    Less,
    /// It is as much, for one push alone.
    One,
    /// It is as much, for every push.
    Every,
}

/// What is left of the cone of a contact.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Face {
    /// The hull, or the cone, of some edges; with the origin or without.
    Edges { kept: Vec<usize>, idle: bool },
    /// All of a round cone, or only pushes with the largest normal force.
    Round { full: bool },
    /// The ray of the given force.
    Ray,
    /// The given force alone.
    Point,
    /// Nothing but the origin.
    Nothing,
}

/// A contact with its given force.
pub(super) struct Faces<'a, T: Faced> {
    pub(super) touch: &'a T,
    pub(super) coefficients: &'a Coefficients,
    pub(super) push: &'a T::Push,
    generators: Option<Vec<Vec<Rational>>>,
    total: Vec<Rational>,
    /// The multiple of the normal in the given force.
    along: Rational,
}

impl<'a, T: Faced> Faces<'a, T> {
    /// None if the push is not in the cone, or there is no normal.
    pub(super) fn new(touch: &'a T, coefficients: &'a Coefficients, push: &'a T::Push) -> Option<Self> {
        let total = touch.total(coefficients, push)?;
        let along = touch.along(&total)?;
        Some(Self { touch, coefficients, push, generators: touch.generators(coefficients), total, along })
    }

    /// The whole cone, within its limit.
    pub(super) fn whole(&self) -> Face {
        match &self.generators {
            _ if self.touch.most().is_some_and(Rational::is_zero) => Face::Nothing,
            Some(generators) => Face::Edges { kept: (0..generators.len()).collect(), idle: true },
            None => Face::Round { full: false },
        }
    }

    fn work(generator: &[Rational], relative: &Relative<T>) -> Rational {
        let linear = relative.linear.as_ref();
        let along: Rational = generator.iter().zip(linear).map(|(force, velocity)| force * velocity).sum();
        let spin = generator.get(linear.len()).map(|spin| spin * &relative.spin).unwrap_or_default();
        along + spin
    }

    /// The part of a face whose pushes take up as much as any of it can on a velocity, `bound` for each of a
    /// limited normal force; none if some push takes up more, or the given one less.
    pub(super) fn reduced(&self, face: &Face, relative: &Relative<T>, bound: &Rational) -> Option<Face> {
        let limit = self.touch.most();
        let taken = -Self::work(&self.total, relative);
        let most = limit.map(|most| most * bound).unwrap_or_default();
        // No force at all takes up nothing.
        let idle = !matches!(face, Face::Edges { idle: false, .. });
        if taken != most || idle && bound.is_negative() || limit.is_none() && !bound.is_zero() {
            return None;
        }
        match (face, &self.generators) {
            // Of what is known already nothing is left to be shown, and it takes up what the given force does.
            (Face::Nothing | Face::Point, _) => Some(face.clone()),
            (Face::Edges { kept, idle }, Some(generators)) => {
                let taken = |edge: usize| -Self::work(&generators[edge], relative);
                if kept.iter().any(|&edge| taken(edge) > *bound) {
                    return None;
                }
                let kept = kept.iter().copied().filter(|&edge| taken(edge) == *bound).collect();
                Some(Face::Edges { kept, idle: *idle && bound.is_zero() })
            }
            // The given force is all that is left of a ray without limit, but for its size, and does no work.
            (Face::Ray, _) if limit.is_none() => Some(Face::Ray),
            _ => {
                let taken = self.touch.round_taken(self.coefficients, relative, bound)?;
                Some(match (taken, face) {
                    (RoundTaken::Less, _) => Face::Nothing,
                    (RoundTaken::One, Face::Round { full: true }) => Face::Point,
                    (RoundTaken::One, _) if bound.is_positive() => Face::Point,
                    (RoundTaken::One, _) => Face::Ray,
                    (RoundTaken::Every, Face::Ray) if bound.is_positive() => Face::Point,
                    (RoundTaken::Every, Face::Round { full }) => {
                        Face::Round { full: *full || bound.is_positive() }
                    }
                    (RoundTaken::Every, _) => face.clone(),
                })
            }
        }
    }

    /// Whether the given force is in the relative interior of a face.
    pub(super) fn is_inside(&self, face: &Face) -> bool {
        let idle = self.total.iter().all(Rational::is_zero);
        let below = || self.touch.most().is_none_or(|most| self.along < *most);
        match face {
            Face::Edges { kept, idle } => {
                let Some(multiples) = self.touch.multiples(self.coefficients, self.push) else {
                    return false;
                };
                let used = |(edge, multiple): (usize, &Rational)| {
                    if kept.contains(&edge) { multiple.is_positive() } else { multiple.is_zero() }
                };
                let sum: Rational = multiples.iter().cloned().sum();
                let limited =
                    self.touch.most().is_none_or(|most| if *idle { sum < *most } else { sum == *most });
                multiples.iter().enumerate().all(used) && (limited || kept.is_empty())
            }
            Face::Round { full } => {
                let strict = self.touch.is_strictly_inside(self.coefficients, self.push);
                strict && (below() != *full)
            }
            Face::Ray => !idle && below(),
            Face::Point => true,
            Face::Nothing => idle,
        }
    }

    /// Directions in which forces of a face differ.
    pub(super) fn directions(&self, face: &Face) -> Vec<Vec<Rational>> {
        match (face, &self.generators) {
            (Face::Edges { kept, idle }, Some(generators)) => {
                // Without the origin, and within a limit, only differences are left.
                let base = kept.first().filter(|_| !*idle && self.touch.most().is_some());
                let direction = |edge: &usize| match base {
                    Some(base) => generators[*edge]
                        .iter()
                        .zip(&generators[*base])
                        .map(|(one, other)| one - other)
                        .collect(),
                    None => generators[*edge].clone(),
                };
                kept.iter().filter(|edge| Some(*edge) != base).map(direction).collect()
            }
            (Face::Round { full }, _) => self.touch.round_directions(self.coefficients, *full),
            (Face::Ray, _) => vec![self.total.clone()],
            _ => Vec::new(),
        }
    }
}

impl Faced for PlanarContact {
    fn generators(&self, coefficients: &Coefficients) -> Option<Vec<Vec<Rational>>> {
        let ([nx, ny], mu) = (&self.normal, &coefficients.friction);
        let edge = |across: Rational| vec![nx - &across * ny, ny + &across * nx];
        Some(if mu.is_zero() { vec![edge(Rational::zero())] } else { vec![edge(mu.clone()), edge(-mu)] })
    }

    fn multiples(
        &self,
        coefficients: &Coefficients,
        [along, across]: &[Rational; 2],
    ) -> Option<Vec<Rational>> {
        let half = Rational::new(1, 2);
        Some(match across.checked_div(&coefficients.friction) {
            Some(share) => vec![(along + &share) * &half, (along - share) * half],
            None => vec![along.clone()],
        })
    }

    fn total(&self, coefficients: &Coefficients, push: &[Rational; 2]) -> Option<Vec<Rational>> {
        let [_, fx, fy] = self.wrench(coefficients, push)?;
        Some(vec![fx, fy])
    }

    fn along(&self, generator: &[Rational]) -> Option<Rational> {
        dot(&self.normal, generator).checked_div(&self.normal_square())
    }

    fn generator_wrench(&self, generator: &[Rational]) -> [Rational; 3] {
        let ([px, py], [fx, fy]) = (&self.point, [&generator[0], &generator[1]]);
        [px * fy - py * fx, fx.clone(), fy.clone()]
    }

    fn round_directions(&self, _: &Coefficients, _: bool) -> Vec<Vec<Rational>> {
        Vec::new()
    }

    fn is_strictly_inside(&self, _: &Coefficients, _: &[Rational; 2]) -> bool {
        false
    }

    fn round_taken(&self, _: &Coefficients, _: &Relative<Self>, _: &Rational) -> Option<RoundTaken> {
        None
    }
}

/// A generator as one vector.
fn joined(Generator { force: [x, y, z], spin }: Generator) -> Vec<Rational> {
    vec![x, y, z, spin]
}

impl Faced for SpatialContact {
    /// A cone without friction has edges, too: its normal, or its normal with a moment either way.
    fn generators(&self, coefficients: &Coefficients) -> Option<Vec<Vec<Rational>>> {
        if self.across.is_some() {
            return Some(self.edges(coefficients).into_iter().map(joined).collect());
        }
        let with = |spin: Rational| joined(Generator { force: self.normal.clone(), spin });
        let Coefficients { friction, torsion } = coefficients;
        match (friction.is_positive(), torsion.is_positive()) {
            (true, _) => None,
            (false, true) => Some(vec![with(torsion.clone()), with(-torsion)]),
            (false, false) => Some(vec![with(Rational::zero())]),
        }
    }

    fn multiples(&self, coefficients: &Coefficients, push: &Push) -> Option<Vec<Rational>> {
        let count = self.generators(coefficients)?.len();
        match push {
            _ if absent(push) => Some(vec![Rational::zero(); count]),
            Push::Edges { edges } => Some(edges.clone()),
            Push::Force { spin, .. } => {
                let along = self.along(&self.total(coefficients, push)?)?;
                let half = Rational::new(1, 2);
                Some(match spin.checked_div(&coefficients.torsion) {
                    Some(share) => vec![(&along + &share) * &half, (along - share) * half],
                    None => vec![along],
                })
            }
        }
    }

    fn total(&self, coefficients: &Coefficients, push: &Push) -> Option<Vec<Rational>> {
        if absent(push) {
            return Some(vec![Rational::zero(); 4]);
        }
        in_cone(self, coefficients, push, Inside::Closed).map(joined)
    }

    fn along(&self, generator: &[Rational]) -> Option<Rational> {
        dot(&self.normal, generator).checked_div(&self.normal_square())
    }

    fn generator_wrench(&self, generator: &[Rational]) -> [Rational; 6] {
        let force = [0, 1, 2].map(|axis: usize| generator[axis].clone());
        let moment = cross(&self.point, &force);
        let [mx, my, mz] = [0, 1, 2].map(|axis: usize| &moment[axis] + &(&generator[3] * &self.normal[axis]));
        let [fx, fy, fz] = force;
        [mx, my, mz, fx, fy, fz]
    }

    fn round_directions(&self, coefficients: &Coefficients, disc: bool) -> Vec<Vec<Rational>> {
        let axis =
            |axis: usize| -> Vec<Rational> { (0..4).map(|k| Rational::from(i64::from(k == axis))).collect() };
        let square = dot(&self.normal, &self.normal);
        // An axis less its part along the normal, times the square of the normal: directions have no length.
        let across = |k: usize| -> Vec<Rational> {
            let mut direction: Vec<Rational> = axis(k).into_iter().map(|entry| entry * &square).collect();
            let parts = direction.iter_mut().zip(&self.normal);
            parts.for_each(|(entry, normal)| *entry -= &(&self.normal[k] * normal));
            direction
        };
        let mut directions: Vec<Vec<Rational>> =
            (0..3).map(if disc { &across as &dyn Fn(usize) -> _ } else { &axis }).collect();
        if coefficients.torsion.is_positive() {
            directions.push(axis(3));
        }
        directions
    }

    fn is_strictly_inside(&self, coefficients: &Coefficients, push: &Push) -> bool {
        !absent(push) && in_cone(self, coefficients, push, Inside::Strict).is_some()
    }

    fn round_taken(
        &self,
        Coefficients { friction, torsion }: &Coefficients,
        relative: &Relative<Self>,
        bound: &Rational,
    ) -> Option<RoundTaken> {
        let (velocity, spin) = (&relative.linear, &relative.spin);
        let normal = dot(&self.normal, velocity);
        let across = dot(velocity, velocity) * dot(&self.normal, &self.normal) - &normal * &normal;
        let square = friction * friction * across + torsion * torsion * spin * spin;
        let reach = normal + bound;
        let limit = &reach * &reach;
        if reach.is_negative() || square > limit {
            return None;
        }
        Some(match (square < limit, reach.is_zero()) {
            (true, _) => RoundTaken::Less,
            (false, true) => RoundTaken::Every,
            (false, false) => RoundTaken::One,
        })
    }
}
