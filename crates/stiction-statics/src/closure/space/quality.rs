//! How well a grasp in space holds: the largest ball of wrenches that it can resist.
//!
//! The bodies are those of the plane, in `(m/length, f)` with the Euclidean norm. What a contact can push with one
//! unit along its unit normal is the hull of its edges, or for a round cone an ellipse, for a soft one an ellipsoid
//!
//! ```text
//!     {N + μ(bT₁ + cT₂) + γsM :  b² + c² + s² ≤ 1}                                          (1)
//! ```
//!
//! with the wrenches `N`, `T₁`, `T₂` of unit forces along normal and tangents and `M` of a unit moment about the
//! normal. The distance to the boundary of the hull of all of them (l1), or of their sum with the origin in each
//! (l∞), comes as a bracket from [`stiction_exact::hull`].
//!
//! References: \[MR 12.1.7.3\]; conventions for soft contacts.

use super::super::gradient::{Gradient, Gripped, gradient};
use super::super::quality::{
    Ball, Graded, Measure, Measuring, Metric, NO_CONTACTS, NOT_FOUND, TOO_LARGE, extremes, signed, volume_of,
};
use super::round::{size, tangents, unit};
use stiction_exact::double::{cross, dot};
use stiction_exact::hull::{Distance, Effort, Farthest, Origin, Points, Refusal, Sum, Support, Workspace};
use stiction_proof::{Coefficients, FrictionUse, SpatialContact, SpatialProblem};

type Wrench = [f64; 6];

/// A number with proved bounds on both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Bounded {
    /// Between the bounds.
    pub value: f64,
    /// It is no less.
    pub lower: f64,
    /// It is no more.
    pub upper: f64,
}

/// A bracket narrower than this part of the distance is good enough for a round body.
const NINE_DIGITS: Effort = Effort { tolerance: 1e-9, facets: 2_000_000 };
/// A bracket wider than this part of the body is not reported.
const NARROW: f64 = 1e-6;

/// A hull of n points in six dimensions can have n³ facets.
const MOST_POINTS: usize = 128;

impl Measuring for SpatialContact {
    type Radius = Bounded;

    fn shared(problem: &SpatialProblem, ball: &Ball<'_>) -> Graded<Bounded> {
        let Ball { friction, metric, origin } = *ball;
        let grip = Grip::new(problem, friction, metric)?;
        if origin == Origin::Boundary {
            return Ok((Bounded { value: 0.0, lower: 0.0, upper: 0.0 }, Vec::new()));
        }
        let body = Hull(&grip.sections);
        let found = found(&body, origin, grip.effort())?;
        let gradient = grip.gradient(problem, metric, &found);
        Ok((bounded(&found, origin), gradient))
    }

    fn each(problem: &SpatialProblem, ball: &Ball<'_>) -> Graded<Bounded> {
        let Ball { friction, metric, origin } = *ball;
        let grip = Grip::new(problem, friction, metric)?;
        if origin != Origin::Inside {
            return Ok((Bounded { value: 0.0, lower: 0.0, upper: 0.0 }, Vec::new()));
        }
        let limit = |contact: &SpatialContact| {
            let (largest, rest) = size(&contact.normal);
            contact.most.as_ref().map_or(1.0, |most| (most * &largest).to_f64() * rest)
        };
        let limited: Vec<Section> = grip
            .sections
            .iter()
            .zip(&problem.contacts)
            .map(|(section, c)| section.scaled(limit(c)))
            .collect();
        let body = Sum(&limited);
        let found = found(&body, origin, NINE_DIGITS)?;
        let gradient = if found.face.is_empty() || found.is_tied(&body, NINE_DIGITS) {
            Vec::new()
        } else {
            let mut gradients = vec![Gradient::default(); problem.contacts.len()];
            for share in &found.face {
                for (index, part) in body.parts(&share.asked).enumerate() {
                    let Some(part) = part else { continue };
                    let of_part = grip.gradient_of(problem, metric, index, &part.point, &found.normal);
                    gradients[index].add(share.weight, &of_part);
                }
            }
            gradients
        };
        Ok((bounded(&found, origin), gradient))
    }

    fn volume(problem: &SpatialProblem, friction: &FrictionUse, metric: Metric) -> Measure {
        let grip = Grip::new(problem, friction, metric)?;
        let mut points = Vec::new();
        for section in &grip.sections {
            let Section::Edges(edges) = section else {
                return Err(
                    "the hull of round cones has no closed form; ask for a pyramid, as in --cone inner:8",
                );
            };
            points.extend_from_slice(edges);
        }
        if points.len() > MOST_POINTS {
            return Err("the hull of so many edges in six dimensions is too large");
        }
        volume_of(&points)
    }

    fn singular_extremes(
        problem: &SpatialProblem,
        friction: &FrictionUse,
        metric: Metric,
    ) -> Result<[f64; 2], &'static str> {
        let mut columns = Vec::new();
        for (contact, Coefficients { friction, torsion }) in
            problem.contacts.iter().zip(problem.coefficients(friction))
        {
            let frame = Frame::new(problem, contact, metric);
            columns.push(frame.wrench(&frame.normal));
            if friction.is_positive() {
                columns.extend(frame.tangents.iter().map(|tangent| frame.wrench(tangent)));
            }
            if torsion.is_positive() {
                columns.push(frame.moment());
            }
        }
        extremes(&columns)
    }
}

/// A contact in doubles.
struct Frame {
    point: [f64; 3],
    normal: [f64; 3],
    tangents: [[f64; 3]; 2],
    length: f64,
}

impl Frame {
    fn new(problem: &SpatialProblem, contact: &SpatialContact, metric: Metric) -> Self {
        let point = std::array::from_fn(|k| (&contact.point[k] - &problem.reference[k]).to_f64());
        let normal = unit(&contact.normal);
        Self { point, normal, tangents: tangents(&normal), length: metric.length }
    }

    fn wrench(&self, force: &[f64; 3]) -> Wrench {
        let moment = cross(&self.point, force).map(|entry| entry / self.length);
        [moment[0], moment[1], moment[2], force[0], force[1], force[2]]
    }

    fn moment(&self) -> Wrench {
        let [x, y, z] = self.normal.map(|entry| entry / self.length);
        [x, y, z, 0.0, 0.0, 0.0]
    }
}

/// What one contact pushes with a unit along its normal.
enum Section {
    Edges(Vec<Wrench>),
    /// Equation (1): centre and axes.
    Round(Wrench, Vec<Wrench>),
}

impl Section {
    fn new(
        problem: &SpatialProblem,
        contact: &SpatialContact,
        coefficients: &Coefficients,
        metric: Metric,
    ) -> Self {
        let frame = Frame::new(problem, contact, metric);
        let Coefficients { friction, torsion } = coefficients;
        if contact.across.is_some() {
            let (largest, rest) = size(&contact.normal);
            let wrench = |edge: &stiction_proof::Generator| {
                let force = edge.force.each_ref().map(|x| (x / &largest).to_f64() / rest);
                let (push, spin) = (frame.wrench(&force), frame.moment().map(|x| x * edge.spin.to_f64()));
                std::array::from_fn(|k| push[k] + spin[k])
            };
            return Self::Edges(contact.edges(coefficients).iter().map(wrench).collect());
        }
        let centre = frame.wrench(&frame.normal);
        let mut axes = Vec::new();
        if friction.is_positive() {
            let mu = friction.to_f64();
            axes.extend(frame.tangents.iter().map(|tangent| frame.wrench(tangent).map(|x| mu * x)));
        }
        if torsion.is_positive() {
            let gamma = torsion.to_f64();
            axes.push(frame.moment().map(|x| gamma * x));
        }
        if axes.is_empty() { Self::Edges(vec![centre]) } else { Self::Round(centre, axes) }
    }

    fn scaled(&self, limit: f64) -> Self {
        let times = |wrench: &Wrench| wrench.map(|entry| entry * limit);
        match self {
            Self::Edges(edges) => Self::Edges(edges.iter().map(times).collect()),
            Self::Round(centre, axes) => Self::Round(times(centre), axes.iter().map(times).collect()),
        }
    }
}

impl Support<6> for Section {
    fn farthest(&self, direction: &Wrench) -> Farthest<6> {
        match self {
            Self::Edges(edges) => Points(edges).farthest(direction),
            Self::Round(centre, axes) => {
                let along = |axis: &Wrench| dot(axis, direction);
                let radius = axes.iter().map(along).fold(0.0_f64, f64::hypot);
                let mut point = *centre;
                if radius > 0.0 {
                    for axis in axes {
                        let share = along(axis) / radius;
                        point.iter_mut().zip(axis).for_each(|(entry, part)| *entry += share * part);
                    }
                }
                Farthest { point, index: None }
            }
        }
    }

    fn rounding(&self) -> f64 {
        // Four products and three sums of parts none of which exceeds twice the largest coordinate.
        20.0 * f64::EPSILON
    }

    fn steps(&self) -> usize {
        2
    }
}

/// The hull of sections; the index of a farthest point is its contact's.
struct Hull<'a>(&'a [Section]);

impl Support<6> for Hull<'_> {
    fn farthest(&self, direction: &Wrench) -> Farthest<6> {
        let mut best = Farthest { point: [f64::NAN; 6], index: None };
        let mut height = f64::NEG_INFINITY;
        for (index, section) in self.0.iter().enumerate() {
            let farthest = section.farthest(direction);
            let along = dot(&farthest.point, direction);
            if along > height {
                (best, height) = (Farthest { index: Some(index), ..farthest }, along);
            } else if along.is_nan() {
                return farthest;
            }
        }
        best
    }

    fn rounding(&self) -> f64 {
        20.0 * f64::EPSILON
    }
}

struct Grip {
    sections: Vec<Section>,
    frictions: Vec<f64>,
}

impl Grip {
    fn new(problem: &SpatialProblem, friction: &FrictionUse, metric: Metric) -> Result<Self, &'static str> {
        if problem.contacts.is_empty() {
            return Err(NO_CONTACTS);
        }
        let coefficients = problem.coefficients(friction);
        let cones = problem.contacts.iter().zip(&coefficients);
        Ok(Self {
            sections: cones.map(|(contact, own)| Section::new(problem, contact, own, metric)).collect(),
            frictions: coefficients.iter().map(|own| own.friction.to_f64()).collect(),
        })
    }

    fn effort(&self) -> Effort {
        let round = self.sections.iter().any(|section| matches!(section, Section::Round(..)));
        if round { NINE_DIGITS } else { Effort::default() }
    }

    /// Each corner of the face counts with its weight.  All is linear in its force, so that on a round section corners
    /// that are only close to where it is touched are as good as their mean, which is much closer.
    fn gradient(&self, problem: &SpatialProblem, metric: Metric, found: &Distance<6>) -> Vec<Gradient> {
        let mut gradients = vec![Gradient::default(); problem.contacts.len()];
        for share in &found.face {
            let Some(index) = share.index else { continue };
            let of_share = self.gradient_of(problem, metric, index, &share.point, &found.normal);
            gradients[index].add(share.weight, &of_share);
        }
        gradients
    }

    /// That of one contact's wrench on the motion that the normal of a body is.
    fn gradient_of(
        &self,
        problem: &SpatialProblem,
        metric: Metric,
        index: usize,
        &[ax, ay, az, x, y, z]: &Wrench,
        &[mx, my, mz, fx, fy, fz]: &Wrench,
    ) -> Gradient {
        let frame = Frame::new(problem, &problem.contacts[index], metric);
        let of_force = cross(&frame.point, &[x, y, z]);
        gradient(&Gripped {
            point: frame.point,
            normal: frame.normal,
            force: [x, y, z],
            moment: std::array::from_fn(|k| [ax, ay, az][k] * metric.length - of_force[k]),
            friction: self.frictions[index],
            turn: [mx, my, mz].map(|entry| entry / metric.length),
            slide: [fx, fy, fz],
        })
    }
}

fn found(body: &impl Support<6>, origin: Origin, effort: Effort) -> Result<Distance<6>, &'static str> {
    match Workspace::new().distance(body, origin, effort) {
        Ok(found) if found.upper - found.lower <= NARROW * found.value.abs().max(1e-6) => Ok(found),
        Ok(_) | Err(Refusal::Elsewhere) => Err(NOT_FOUND),
        Err(Refusal::NotFinite) => Err(TOO_LARGE),
    }
}

/// The bracket with the sign that is known exactly.
fn bounded(found: &Distance<6>, origin: Origin) -> Bounded {
    let value = signed(found.value, origin);
    Bounded { value, lower: found.lower.min(value), upper: found.upper.max(value) }
}
