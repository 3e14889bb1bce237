//! What a contact pushes with, as columns: exactly, and in doubles.
//!
//! A cone with edges has a column for each edge, and pushes are multiples of them that are not negative.  A
//! round cone has the force along each axis and, if it is soft, the moment about its normal; in doubles it is
//! `(h, z)` with `h ≥ |z|`:
//!
//! ```text
//!     f = h·n̂ + μ(z₁t̂₁ + z₂t̂₂),   moment γz₃·n̂                                             (1)
//! ```

use super::round;
use stiction_exact::double::{cross as across, inner, norm as size};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyContact, AssemblyProblem, Coefficients, Generator, NonZero, PlanarContact, Push, Rational,
    Relative, SpatialContact, Touch,
};
use stiction_scene::lower::Standing;

/// A force and a moment besides that of the force, in doubles.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Pushing {
    pub(super) force: [f64; 3],
    pub(super) moment: [f64; 3],
}

/// A wrench at a contact about the world origin as entries of the rows of all bodies, one for each freedom of each.
pub(super) fn felt<S: Standing>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    wrench: &S::Screw,
) -> Vec<(usize, Rational)> {
    let mut entries = Vec::new();
    for (body, positive) in contact.sides() {
        let listed = &problem.bodies[body];
        let about = S::Touch::about(wrench.clone(), &listed.reference);
        for (k, entry) in about.as_ref().iter().enumerate() {
            if listed.is_free(k) && !entry.is_zero() {
                entries.push((body * S::FREEDOMS + k, if positive { entry.clone() } else { -entry }));
            }
        }
    }
    entries
}

/// A world whose contacts push with columns.
pub trait Columned: Standing {
    /// Whether the cone is round.
    fn is_round(touch: &Self::Touch, coefficients: &Coefficients) -> bool;
    /// The exact columns: wrenches about the world origin.
    fn columns(touch: &Self::Touch, coefficients: &Coefficients) -> Vec<Self::Screw>;
    /// The push of multiples of the columns.
    fn push(
        touch: &Self::Touch,
        coefficients: &Coefficients,
        multiples: &[Rational],
    ) -> <Self::Touch as Touch>::Push;
    /// The variables in doubles as force and moment, equation (1); edges are divided by the normal's length.
    #[doc(hidden)]
    fn generators(touch: &Self::Touch, coefficients: &Coefficients) -> Vec<[[f64; 3]; 2]>;
    /// A bound from above of what a push with one normal takes up on a relative velocity, rounded.
    #[doc(hidden)]
    fn taken(touch: &Self::Touch, coefficients: &Coefficients, relative: &Relative<Self::Touch>) -> Rational {
        // Doubled until it is enough: what is rounded away is doubled least.
        let mut bound = Self::guess(touch, coefficients, relative);
        let mut step = Rational::from_f64(bound.to_f64().abs() * 1e-12 + 1e-18).unwrap_or_else(Rational::one);
        for _ in 0..2000 {
            if touch.resists_at_most(coefficients, relative, &bound) {
                break;
            }
            bound += &step;
            step = &step + &step;
        }
        bound
    }
    /// About what a push with one normal takes up.
    #[doc(hidden)]
    fn guess(touch: &Self::Touch, coefficients: &Coefficients, relative: &Relative<Self::Touch>) -> Rational {
        let velocity = doubled(relative.linear.as_ref());
        let normal = Self::normal(touch);
        let (along, length) = (inner(&velocity, &normal), size(&normal));
        let slip = (inner(&velocity, &velocity) * length * length - along * along).max(0.0);
        let (mu, gamma) = (coefficients.friction.to_f64(), coefficients.torsion.to_f64());
        let turned = gamma * relative.spin.to_f64();
        Rational::from_f64((mu * mu * slip + turned * turned).sqrt() - along).unwrap_or_default()
    }
    /// The wrench of the normal about the world origin.
    #[doc(hidden)]
    fn push_along(touch: &Self::Touch) -> Self::Screw;
    /// Directions across the normal, along which the components of a force are told.
    fn tangents(touch: &Self::Touch) -> Vec<Self::Vector>;
    /// A direction in doubles.
    #[doc(hidden)]
    fn doubled(vector: &Self::Vector) -> [f64; 3] {
        doubled(vector.as_ref())
    }
    /// Where the contact is.
    #[doc(hidden)]
    fn place(touch: &Self::Touch) -> [f64; 3];
    /// The normal.
    #[doc(hidden)]
    fn normal(touch: &Self::Touch) -> [f64; 3];
    /// Adds a push along the normal to variables, N.
    #[doc(hidden)]
    fn press(touch: &Self::Touch, coefficients: &Coefficients, x: &mut [f64], push: f64) {
        if Self::is_round(touch, coefficients) {
            x[0] += push;
            return;
        }
        // The friction edges of a pyramid are about its normal, and so are the two of the plane.
        let share = push / x.len().max(1) as f64;
        x.iter_mut().for_each(|x| *x += share);
    }
    /// Which part of its cone a push uses, 1 on the boundary.
    #[doc(hidden)]
    fn share(touch: &Self::Touch, coefficients: &Coefficients, x: &[f64]) -> f64 {
        if Self::is_round(touch, coefficients) {
            return x[1..].iter().map(|x| x * x).sum::<f64>().sqrt() / x[0];
        }
        match x {
            [left, right] => (left - right).abs() / (left + right),
            [_] => 0.0,
            // Of a pyramid the edges are not told apart.
            _ => 1.0,
        }
    }
    /// A contact with edges whose cone holds the round one, if there is one.
    #[doc(hidden)]
    fn in_pyramid(_: &Self::Touch) -> Option<Self::Touch> {
        None
    }
    /// A contact with a round cone inside of one with edges, if there is one.
    #[doc(hidden)]
    fn inscribed(_: &Self::Touch, _: &Coefficients) -> Option<Self::Touch> {
        None
    }
    /// A push of the round cone inside as one of the edges.
    #[doc(hidden)]
    fn over_edges(
        _: &Self::Touch,
        _: &Coefficients,
        _: &<Self::Touch as Touch>::Push,
    ) -> Option<<Self::Touch as Touch>::Push> {
        None
    }
    /// The edges that a round cone begins with.
    #[doc(hidden)]
    fn round_edges(_: &Self::Touch, _: &Coefficients) -> Vec<Generator> {
        Vec::new()
    }
    /// The edge of a round cone on the side to which variables in doubles lean.
    #[doc(hidden)]
    fn round_edge_along(_: &Self::Touch, _: &Coefficients, _: &[f64]) -> Option<Generator> {
        None
    }
    /// The edge of a round cone that resists a velocity most, and by how much of it, if it may resist by so much.
    #[doc(hidden)]
    fn round_edge_against(
        _: &Self::Touch,
        _: &Coefficients,
        _: &Relative<Self::Touch>,
        _: &Rational,
    ) -> Option<(Generator, f64)> {
        None
    }
    /// An edge that has so much more across the normal.
    #[doc(hidden)]
    fn round_edge_widened(_: &Self::Touch, edge: &Generator, _: &Rational) -> Generator {
        edge.clone()
    }
    /// The push of a round cone.
    #[doc(hidden)]
    fn round_push(push: Generator) -> <Self::Touch as Touch>::Push;
    /// The wrench of an edge of a round cone about the world origin.
    #[doc(hidden)]
    fn wrench_of(touch: &Self::Touch, edge: &Generator) -> Self::Screw;
    /// Multiples of the normal in an edge of a round cone; none where there is no normal.
    #[doc(hidden)]
    fn along(touch: &Self::Touch, edge: &Generator) -> Option<Rational>;
    /// Doubles of the variables as multiples of the exact columns.
    #[doc(hidden)]
    fn multiples(touch: &Self::Touch, coefficients: &Coefficients, x: &[f64]) -> Vec<f64> {
        let length = size(&Self::normal(touch));
        if !Self::is_round(touch, coefficients) {
            return x.iter().map(|x| x / length).collect();
        }
        let mut total = Pushing::default();
        for ([force, moment], x) in Self::generators(touch, coefficients).iter().zip(x) {
            (0..3).for_each(|k| {
                total.force[k] += force[k] * x;
                total.moment[k] += moment[k] * x;
            });
        }
        let normal = Self::normal(touch);
        let spin = inner(&total.moment, &normal) / (length * length);
        if coefficients.friction.is_zero() {
            return vec![inner(&total.force, &normal) / (length * length), spin];
        }
        let mut multiples = total.force.to_vec();
        if coefficients.torsion.is_positive() {
            multiples.push(spin);
        }
        multiples
    }
}

fn doubled(vector: &[Rational]) -> [f64; 3] {
    std::array::from_fn(|i| vector.get(i).map_or(0.0, Rational::to_f64))
}

impl Columned for Planar {
    fn is_round(_: &PlanarContact, _: &Coefficients) -> bool {
        false
    }

    fn columns(touch: &PlanarContact, coefficients: &Coefficients) -> Vec<[Rational; 3]> {
        let mu = &coefficients.friction;
        let slopes = if mu.is_zero() { vec![Rational::zero()] } else { vec![mu.clone(), -mu] };
        slopes.into_iter().filter_map(|slope| touch.wrench(coefficients, &[Rational::one(), slope])).collect()
    }

    fn push(_: &PlanarContact, coefficients: &Coefficients, multiples: &[Rational]) -> [Rational; 2] {
        match multiples {
            [left, right] => [left + right, &coefficients.friction * (left - right)],
            [only] => [only.clone(), Rational::zero()],
            _ => Default::default(),
        }
    }

    fn generators(touch: &PlanarContact, coefficients: &Coefficients) -> Vec<[[f64; 3]; 2]> {
        let [x, y, _] = doubled(&touch.normal);
        let (length, mu) = (x.hypot(y), coefficients.friction.to_f64());
        let (x, y) = (x / length, y / length);
        let slopes: &[f64] = if coefficients.friction.is_zero() { &[0.0] } else { &[mu, -mu] };
        slopes.iter().map(|slope| [[x - slope * y, y + slope * x, 0.0], [0.0; 3]]).collect()
    }

    fn push_along(touch: &PlanarContact) -> [Rational; 3] {
        let plain = Coefficients::default();
        touch.wrench(&plain, &[Rational::one(), Rational::zero()]).unwrap_or_default()
    }

    fn tangents(touch: &PlanarContact) -> Vec<[Rational; 2]> {
        vec![[-&touch.normal[1], touch.normal[0].clone()]]
    }

    // In the plane no cone is round.
    fn round_push(_: Generator) -> [Rational; 2] {
        Default::default()
    }

    fn wrench_of(_: &PlanarContact, _: &Generator) -> [Rational; 3] {
        Default::default()
    }

    fn along(_: &PlanarContact, _: &Generator) -> Option<Rational> {
        Some(Rational::one())
    }

    fn place(touch: &PlanarContact) -> [f64; 3] {
        doubled(&touch.point)
    }

    fn normal(touch: &PlanarContact) -> [f64; 3] {
        doubled(&touch.normal)
    }
}

impl Columned for Spatial {
    fn is_round(touch: &SpatialContact, coefficients: &Coefficients) -> bool {
        touch.across.is_none() && (coefficients.friction.is_positive() || coefficients.torsion.is_positive())
    }

    fn columns(touch: &SpatialContact, coefficients: &Coefficients) -> Vec<[Rational; 6]> {
        let (rubs, twists) = (coefficients.friction.is_positive(), coefficients.torsion.is_positive());
        let normal = Generator { force: touch.normal.clone(), spin: Rational::zero() };
        let spin = Generator { force: Default::default(), spin: Rational::one() };
        let generators = if touch.across.is_some() {
            touch.edges(coefficients)
        } else if rubs {
            let axis = |i: usize| Generator {
                force: std::array::from_fn(|j| Rational::from(i64::from(i == j))),
                spin: Rational::zero(),
            };
            (0..3).map(axis).chain(twists.then_some(spin)).collect()
        } else {
            [normal].into_iter().chain(twists.then_some(spin)).collect()
        };
        let origin = stiction_proof::SpatialProblem::new(Default::default(), Vec::new());
        generators.iter().map(|generator| origin.wrench(touch, generator)).collect()
    }

    fn push(touch: &SpatialContact, coefficients: &Coefficients, multiples: &[Rational]) -> Push {
        if touch.across.is_some() {
            return Push::Edges { edges: multiples.to_vec() };
        }
        if coefficients.friction.is_positive() {
            let force = std::array::from_fn(|axis| multiples.get(axis).cloned().unwrap_or_default());
            return Push::Force { force, spin: multiples.get(3).cloned().unwrap_or_default() };
        }
        let along = multiples.first().cloned().unwrap_or_default();
        let force = touch.normal.each_ref().map(|entry| entry * &along);
        Push::Force { force, spin: multiples.get(1).cloned().unwrap_or_default() }
    }

    fn generators(touch: &SpatialContact, coefficients: &Coefficients) -> Vec<[[f64; 3]; 2]> {
        let normal = doubled(&touch.normal);
        let length = size(&normal);
        let unit = normal.map(|entry| entry / length);
        let (mu, gamma) = (coefficients.friction.to_f64(), coefficients.torsion.to_f64());
        if touch.across.is_some() {
            let edge = |edge: &Generator| {
                let spin = edge.spin.to_f64();
                [doubled(&edge.force).map(|entry| entry / length), unit.map(|entry| entry * spin)]
            };
            return touch.edges(coefficients).iter().map(edge).collect();
        }
        let mut generators = vec![[unit, [0.0; 3]]];
        if coefficients.friction.is_positive() {
            let least =
                (0..3).fold(0, |best, axis| if unit[axis].abs() < unit[best].abs() { axis } else { best });
            let first = across(&unit, &std::array::from_fn(|k| f64::from(u8::from(k == least))));
            let first = first.map(|entry| entry / size(&first));
            let second = across(&unit, &first);
            generators.extend([first, second].map(|tangent| [tangent.map(|entry| entry * mu), [0.0; 3]]));
        }
        if coefficients.torsion.is_positive() {
            generators.push([[0.0; 3], unit.map(|entry| entry * gamma)]);
        }
        generators
    }

    fn push_along(touch: &SpatialContact) -> [Rational; 6] {
        let origin = stiction_proof::SpatialProblem::new(Default::default(), Vec::new());
        origin.wrench(touch, &Generator { force: touch.normal.clone(), spin: Rational::zero() })
    }

    fn tangents(touch: &SpatialContact) -> Vec<stiction_proof::Vector> {
        let first = stiction_exact::vector::default_tangent(&touch.normal);
        let second = stiction_exact::vector::cross(&touch.normal, &first);
        vec![first, second]
    }

    fn round_edges(touch: &SpatialContact, coefficients: &Coefficients) -> Vec<Generator> {
        let around = round::around(coefficients);
        around.into_iter().filter_map(|toward| round::edge(touch, coefficients, toward)).collect()
    }

    fn in_pyramid(touch: &SpatialContact) -> Option<SpatialContact> {
        round::in_pyramid(touch)
    }

    fn inscribed(touch: &SpatialContact, coefficients: &Coefficients) -> Option<SpatialContact> {
        round::inscribed(touch, coefficients)
    }

    fn over_edges(touch: &SpatialContact, coefficients: &Coefficients, push: &Push) -> Option<Push> {
        let Push::Force { force, .. } = push else { return None };
        round::over_edges(touch, coefficients, force).map(|edges| Push::Edges { edges })
    }

    fn round_edge_along(touch: &SpatialContact, coefficients: &Coefficients, x: &[f64]) -> Option<Generator> {
        if !Self::is_round(touch, coefficients) {
            return None;
        }
        let mut push = Pushing::default();
        for ([force, moment], x) in Self::generators(touch, coefficients)[1..].iter().zip(&x[1..]) {
            (0..3).for_each(|k| {
                push.force[k] += force[k] * x;
                push.moment[k] += moment[k] * x;
            });
        }
        let toward = |vector: &stiction_proof::Vector| {
            let tangent = doubled(vector);
            inner(&push.force, &tangent) / size(&tangent)
        };
        let normal = doubled(&touch.normal);
        let (mu, gamma) = (coefficients.friction.to_f64(), coefficients.torsion.to_f64());
        let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
        let across = round::tangents(&touch.normal).each_ref().map(|tangent| share(toward(tangent), mu));
        let about = share(inner(&push.moment, &normal) / size(&normal), gamma);
        round::edge(touch, coefficients, round::Toward { across, about })
    }

    fn round_edge_against(
        touch: &SpatialContact,
        coefficients: &Coefficients,
        relative: &Relative<SpatialContact>,
        allowed: &Rational,
    ) -> Option<(Generator, f64)> {
        if !Self::is_round(touch, coefficients) {
            return None;
        }
        // Measured by its largest entry, so that neither long nor short velocities leave the range of doubles.
        let entries = relative.linear.iter().chain([&relative.spin, allowed]);
        let unit = NonZero::new(entries.map(Rational::abs).max()?)?;
        let part = |value: &Rational| (value / &unit).to_f64();
        let velocity = relative.linear.each_ref().map(&part);
        let (normal, spin) = (doubled(&touch.normal), part(&relative.spin));
        let length = size(&normal);
        let (mu, gamma) = (coefficients.friction.to_f64(), coefficients.torsion.to_f64());
        let slip = |tangent: &stiction_proof::Vector| {
            // Across the normal the velocity may be a small part of the whole, so the product is exact.
            let exact: Rational = stiction_exact::vector::dot(&relative.linear, tangent);
            part(&exact) / size(&doubled(tangent))
        };
        let [a, b] = round::tangents(&touch.normal).each_ref().map(slip);
        let toward = round::Toward { across: [-mu * length * a, -mu * length * b], about: -gamma * spin };
        let edge = round::edge(touch, coefficients, toward)?;
        let force = Rational::zero()
            - stiction_exact::vector::dot(&edge.force, &relative.linear)
            - &edge.spin * &relative.spin
            - allowed;
        let whole = length * (size(&velocity) + spin.abs()) + part(allowed);
        Some((edge, part(&force) / whole))
    }

    fn round_edge_widened(touch: &SpatialContact, edge: &Generator, part: &Rational) -> Generator {
        round::widened(touch, edge, part)
    }

    fn round_push(push: Generator) -> Push {
        Push::Force { force: push.force, spin: push.spin }
    }

    fn wrench_of(touch: &SpatialContact, edge: &Generator) -> [Rational; 6] {
        stiction_proof::SpatialProblem::new(Default::default(), Vec::new()).wrench(touch, edge)
    }

    fn along(touch: &SpatialContact, edge: &Generator) -> Option<Rational> {
        stiction_exact::vector::multiple_of(&touch.normal, &edge.force)
    }

    fn place(touch: &SpatialContact) -> [f64; 3] {
        doubled(&touch.point)
    }

    fn normal(touch: &SpatialContact) -> [f64; 3] {
        doubled(&touch.normal)
    }
}
