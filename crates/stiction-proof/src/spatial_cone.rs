//! Cones of contacts in space: which pushes are in them, and which motions they resist, in rationals.

use crate::rational::Rational;
use crate::spatial::{Coefficients, Generator, Push, SpatialContact, Vector};
use crate::touch::{Inside, Law, Relative, Touch, Unresisted};
use crate::vectors::{cross, dot};

impl Touch for SpatialContact {
    type Vector = Vector;
    type Screw = [Rational; 6];
    type Push = Push;
    const TURNS: usize = 3;
    const ALWAYS_EDGES: bool = false;

    fn law(&self) -> Law<'_> {
        Law {
            id: &self.id,
            friction: &self.friction,
            torsion: self.torsion.as_ref(),
            most: self.most.as_ref(),
        }
    }

    fn law_mut(&mut self) -> (&mut Rational, &mut Option<Rational>) {
        (&mut self.friction, &mut self.most)
    }

    fn place(&self) -> (&Vector, &Vector) {
        (&self.point, &self.normal)
    }

    fn placed(&self, point: Vector, normal: Vector) -> Self {
        Self { point, normal, ..self.clone() }
    }

    fn is_sound(&self) -> bool {
        let directed = self.normal.iter().any(|x| !x.is_zero());
        let positive = |value: &Option<Rational>| !value.as_ref().is_some_and(Rational::is_negative);
        let signs = !self.friction.is_negative() && positive(&self.torsion) && positive(&self.most);
        let pyramid = self.across.as_ref().is_none_or(|across| {
            let sum = |i: usize| across.iter().map(|d| &d[i]).fold(Rational::zero(), |sum, x| sum + x);
            across.len() >= 3
                && (0..3).all(|i| sum(i).is_zero())
                && across.iter().all(|d| dot(d, &self.normal).is_zero())
        });
        directed && signs && pyramid
    }

    fn normal_square(&self) -> Rational {
        dot(&self.normal, &self.normal)
    }

    fn along_normal(&self, push: &Push) -> Option<Rational> {
        match push {
            Push::Edges { edges } => Some(edges.iter().cloned().sum()),
            Push::Force { force, .. } => dot(force, &self.normal).checked_div(&self.normal_square()),
        }
    }

    fn is_absent(push: &Push) -> bool {
        absent(push)
    }

    fn wrench_inside(
        &self,
        coefficients: &Coefficients,
        push: &Push,
        inside: Inside,
    ) -> Option<[Rational; 6]> {
        if inside == Inside::Closed && absent(push) {
            return Some(Default::default());
        }
        in_cone(self, coefficients, push, inside).map(|total| self.wrench_about_origin(total))
    }

    fn span(&self, rubs: bool, twists: bool) -> Vec<[Rational; 6]> {
        self.directions(rubs, twists).into_iter().map(|one| self.wrench_about_origin(one)).collect()
    }

    /// Equation (4); for a pyramid, that no edge does negative work.
    fn gives(&self, coefficients: &Coefficients, relative: &Relative<Self>, strictly: Unresisted) -> bool {
        let Relative { linear: velocity, spin } = relative;
        if self.across.is_some() {
            let work = |edge: &Generator| dot(&edge.force, velocity) + &edge.spin * spin;
            return self.edges(coefficients).iter().all(|edge| strictly.is_enough(&work(edge)));
        }
        let Coefficients { friction, torsion } = coefficients;
        let normal = dot(&self.normal, velocity);
        let square = &normal * &normal;
        let across = dot(velocity, velocity) * dot(&self.normal, &self.normal) - &square;
        let left = square - friction * friction * across - torsion * torsion * spin * spin;
        strictly.is_enough(&normal) && strictly.is_enough(&left)
    }

    fn slips(&self, relative: &Relative<Self>) -> bool {
        cross(&self.normal, &relative.linear).iter().any(|entry| !entry.is_zero())
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

impl SpatialContact {
    /// The wrench of a force and a moment about the world origin.
    fn wrench_about_origin(&self, Generator { force, spin }: Generator) -> [Rational; 6] {
        let moment = cross(&self.point, &force);
        let [mx, my, mz]: Vector = if spin.is_zero() {
            moment
        } else {
            std::array::from_fn(|i| &moment[i] + &(&spin * &self.normal[i]))
        };
        let [fx, fy, fz] = force;
        [mx, my, mz, fx, fy, fz]
    }
}

/// Whether a push with one normal does at least the work `−bound` on a velocity and a turn about the normal.
pub(crate) fn resists_at_most(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    (velocity, spin): (&Vector, &Rational),
    bound: &Rational,
) -> bool {
    if contact.across.is_some() {
        let work = |edge: &Generator| dot(&edge.force, velocity) + &edge.spin * spin;
        return contact.edges(coefficients).iter().all(|edge| !(work(edge) + bound).is_negative());
    }
    let Coefficients { friction, torsion } = coefficients;
    let normal = dot(&contact.normal, velocity);
    let across = dot(velocity, velocity) * dot(&contact.normal, &contact.normal) - &normal * &normal;
    let square = friction * friction * across + torsion * torsion * spin * spin;
    let reach = normal + bound;
    !reach.is_negative() && square <= &reach * &reach
}

pub(crate) fn absent(push: &Push) -> bool {
    match push {
        Push::Force { force, spin } => spin.is_zero() && force.iter().all(Rational::is_zero),
        Push::Edges { edges } => edges.iter().all(Rational::is_zero),
    }
}

/// The total of a push, if it is in its cone.
pub(crate) fn in_cone(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    push: &Push,
    inside: Inside,
) -> Option<Generator> {
    match (push, &contact.across) {
        (Push::Edges { edges }, Some(across)) => {
            in_pyramid(contact, coefficients, edges, across.len(), inside)
        }
        (Push::Force { force, spin }, None) => {
            let push = Generator { force: force.clone(), spin: spin.clone() };
            in_round_cone(contact, coefficients, &push, inside).then_some(push)
        }
        _ => None,
    }
}

/// Equation (3).  Where friction grows, the first `friction_edges` leave some of their normal force to all edges.
fn in_pyramid(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    multiples: &[Rational],
    friction_edges: usize,
    inside: Inside,
) -> Option<Generator> {
    let edges = contact.edges(coefficients);
    let fits = edges.len() == multiples.len()
        && match inside {
            Inside::Strict => multiples.iter().all(Rational::is_positive),
            Inside::Closed => !multiples.iter().any(Rational::is_negative),
            Inside::Growing => {
                !multiples.iter().any(Rational::is_negative)
                    && multiples.iter().take(friction_edges).any(Rational::is_positive)
            }
        };
    let mut total = Generator { force: Default::default(), spin: Rational::zero() };
    for (edge, multiple) in edges.iter().zip(multiples) {
        total.force.iter_mut().zip(&edge.force).for_each(|(sum, part)| *sum += multiple * part);
        total.spin += multiple * &edge.spin;
    }
    fits.then_some(total)
}

/// Equations (1) and (2), multiplied through by the squares of the coefficients.
fn in_round_cone(
    contact: &SpatialContact,
    Coefficients { friction, torsion }: &Coefficients,
    push: &Generator,
    inside: Inside,
) -> bool {
    let length = dot(&contact.normal, &contact.normal);
    let along = dot(&push.force, &contact.normal);
    let (square, mu, gamma) = (&along * &along, friction * friction, torsion * torsion);
    let slip = dot(&push.force, &push.force) * &length - &square;
    let turn = &push.spin * &push.spin * &length * &length;
    // Without a coefficient its part must vanish, and what is left is the other's cone.
    let rigid = (friction.is_positive() || slip.is_zero()) && (torsion.is_positive() || turn.is_zero());
    let reach = match (friction.is_positive(), torsion.is_positive()) {
        (true, true) => &mu * &gamma * &square - slip * &gamma - &turn * &mu,
        (true, false) => &mu * &square - slip,
        (false, true) => &gamma * &square - &turn,
        (false, false) => square.clone(),
    };
    let enough = match inside {
        Inside::Strict => reach.is_positive(),
        Inside::Closed => !reach.is_negative(),
        Inside::Growing => {
            !reach.is_negative() && (!torsion.is_positive() || (gamma * square - turn).is_positive())
        }
    };
    along.is_positive() && rigid && enough
}
