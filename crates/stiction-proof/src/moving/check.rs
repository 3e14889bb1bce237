//! The checker of statements about moving bases: enclosures of the course against cones of values that stand.

use super::expansion::Expansion;
use super::interval::Interval;
use super::ride::{MovingProblem, Polynomials, Rides, Stretch};
use crate::assembly::AssemblyProof;
use crate::check::{Check, Refusal, Verified, require};
use crate::cone_forms::ConeForms;
use crate::rational::Rational;
use crate::vectors::dot;
use crate::{FrictionUse, Touch};
use serde::{Deserialize, Serialize};

/// A value of the course with forces that balance its loads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Standing<T: Touch> {
    /// The active components of the course.
    pub at: Vec<Rational>,
    /// What each contact does to its `on`.
    pub forces: Vec<T::Push>,
}

/// A cone of values that stand, by its rays and by its facets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CourseCone {
    /// The standing values that are its rays, by position.
    pub rays: Vec<usize>,
    /// Inward normals of its facets.
    pub normals: Vec<Vec<Rational>>,
    /// What vanishes on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equalities: Vec<Vec<Rational>>,
}

/// A stretch of time, from where the one before ends, on which the course is in a cone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Covered {
    /// When it ends.
    pub to: Rational,
    /// Which cone.
    pub cone: usize,
}

/// A statement about an assembly on a moving base, with what makes it evident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", tag = "proves", rename_all = "snake_case", deny_unknown_fields)]
pub enum MovingProof<T: Touch> {
    /// **At every instant from 0 to the end of the last stretch the contacts can make all bodies ride along**, (1).
    Stays {
        /// The pace.
        speed: Rational,
        /// Values of the course that stand.
        standing: Vec<Standing<T>>,
        /// Cones of them.
        cones: Vec<CourseCone>,
        /// Stretches of time, one after the other.
        stretches: Vec<Covered>,
    },
    /// **At this instant they cannot**, (2).
    Falls {
        /// The pace.
        speed: Rational,
        /// The instant.
        at: Rational,
        /// The collapse: a twist of each body about its centre of mass, in base coordinates.
        twists: Vec<T::Screw>,
        /// For each contact a number that is neither negative nor below what it takes up; all zero where this
        /// is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resistance: Vec<Rational>,
        /// The most that all contacts together take up.
        absorbed: Rational,
    },
}

impl<T: Rides> MovingProblem<T> {
    /// Accepts a proof about this problem, or says why it is none.
    pub fn check(&self, proof: MovingProof<T>) -> Result<Verified<MovingProof<T>>, Refusal> {
        require(self.is_even(), Refusal::Shape)?;
        match &proof {
            MovingProof::Stays { speed, standing, cones, stretches } => {
                require(speed.is_positive(), Refusal::Bound)?;
                let loads = self.loads();
                standing.iter().try_for_each(|one| self.check_standing(&loads, one))?;
                cones.iter().try_for_each(|cone| check_cone(cone, standing, loads.len()))?;
                self.check_stretches(speed, cones, stretches)?;
            }
            MovingProof::Falls { speed, at, twists, resistance, absorbed } => {
                require(speed.is_positive() && self.is_within(speed, at), Refusal::Bound)?;
                let row = self.row(twists, resistance, absorbed)?;
                let work = self.value(speed, at, &row);
                require(work.lower > *absorbed, Refusal::NoWork)?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    fn is_within(&self, speed: &Rational, at: &Rational) -> bool {
        !at.is_negative() && at * speed <= self.motion.duration
    }

    /// The balance at one value of the course.
    fn check_standing(&self, loads: &[Vec<T::Screw>], standing: &Standing<T>) -> Check {
        require(standing.at.len() == loads.len(), Refusal::Shape)?;
        let limited = self.is_limited();
        require(!limited || standing.at.first() == Some(&Rational::one()), Refusal::Shape)?;
        let load = self.load_at(loads, &standing.at);
        let forces = standing.forces.clone();
        self.assembly.check(AssemblyProof::Rests { friction: FrictionUse::Given, load, forces }).map(|_| ())
    }

    /// The loads of a value of the course.
    pub fn load_at(&self, loads: &[Vec<T::Screw>], at: &[Rational]) -> Vec<T::Screw> {
        let mut sum = self.assembly.no_load();
        for (load, factor) in loads.iter().zip(at).filter(|(_, factor)| !factor.is_zero()) {
            for (sum, part) in sum.iter_mut().zip(load) {
                for (sum, part) in
                    sum.as_mut().iter_mut().zip(part.as_ref()).filter(|(_, part)| !part.is_zero())
                {
                    *sum += part * factor;
                }
            }
        }
        sum
    }

    fn check_stretches(&self, speed: &Rational, cones: &[CourseCone], stretches: &[Covered]) -> Check {
        let motion = self.polynomials(speed);
        let mut from = Rational::zero();
        require(!stretches.is_empty(), Refusal::Shape)?;
        for covered in stretches {
            let cone = cones.get(covered.cone).ok_or(Refusal::Shape)?;
            require(covered.to >= from && self.is_within(speed, &covered.to), Refusal::Bound)?;
            let stretch = Stretch { from, to: covered.to.clone() };
            require(self.is_within_cone(&motion, cone, &stretch), Refusal::Bound)?;
            from = covered.to.clone();
        }
        Ok(())
    }

    /// Whether the course is shown to be in a cone throughout a stretch of time.
    pub fn is_within_cone(&self, motion: &Polynomials, cone: &CourseCone, stretch: &Stretch) -> bool {
        let course = self.course(motion, stretch);
        cone.normals.iter().all(|normal| !combined(normal, &course).least().is_negative())
            && cone.equalities.iter().all(|equality| combined(equality, &course).is_zero())
    }

    /// The work of each active component's loads on a collapse, if its resistances are large enough.
    pub fn row(
        &self,
        twists: &[T::Screw],
        resistance: &[Rational],
        absorbed: &Rational,
    ) -> Result<Vec<Rational>, Refusal> {
        require(twists.len() == self.assembly.bodies.len(), Refusal::Shape)?;
        let work = |load: &Vec<T::Screw>| -> Rational {
            load.iter().zip(twists).map(|(load, twist)| dot(load.as_ref(), twist.as_ref())).sum()
        };
        let directions = self.loads();
        let normal: Vec<Rational> = directions.iter().map(work).collect();
        let (twists, resistance) = (twists.to_vec(), resistance.to_vec());
        let (load, bound) = (self.assembly.no_load(), absorbed.clone());
        let friction = FrictionUse::Given;
        let bounds = AssemblyProof::Bounds {
            taken: Vec::new(),
            friction,
            load,
            directions,
            normal: normal.clone(),
            bound,
            twists,
            resistance,
        };
        self.assembly.check(bounds)?;
        Ok(normal)
    }

    /// A linear function of the course at an instant.
    pub fn value(&self, speed: &Rational, at: &Rational, row: &[Rational]) -> Interval {
        let course = self.course(&self.polynomials(speed), &Stretch { from: at.clone(), to: at.clone() });
        let value = combined(row, &course);
        Interval { lower: value.least(), upper: value.largest() }
    }
}

/// A linear function of the course.
fn combined(row: &[Rational], course: &[Expansion]) -> Expansion {
    let mut terms = row.iter().zip(course).map(|(factor, one)| one.scaled(factor));
    let first = terms.next().unwrap_or_else(|| Expansion::constant(Interval::zero(), &Rational::zero(), 1));
    terms.fold(first, |sum, term| sum.plus(&term))
}

fn check_cone<T: Touch>(cone: &CourseCone, standing: &[Standing<T>], dimension: usize) -> Check {
    let ray = |&index: &usize| standing.get(index).map(|one| one.at.clone()).ok_or(Refusal::Shape);
    let forms = ConeForms {
        rays: cone.rays.iter().map(ray).collect::<Result<_, _>>()?,
        lines: Vec::new(),
        normals: cone.normals.clone(),
        equalities: cone.equalities.clone(),
    };
    // Without any load there is nothing that a cone could say.
    if dimension == 0 { Ok(()) } else { forms.check(dimension).map_err(Refusal::Forms) }
}
