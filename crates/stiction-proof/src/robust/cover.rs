//! Statements 1 and 2: directions in the space of coordinates are covered, and no forces and loads gain work at the
//! vertices.

use super::angle::Narrowed;
use super::boxes::{Loading, add_to, component};
use super::{About, RobustProblem};
use crate::check::{Check, Refusal, require};
use crate::{Rational, Touch, Vector};
use serde::{Deserialize, Serialize};

/// A cone of directions, or its two halves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Cover {
    /// For each corner of the loads the multiples of each contact's axes.
    Held(Vec<Vec<Vec<Rational>>>),
    /// The edge between two vertices is cut where their sum is, which takes the place of the first, then of the second.
    Split {
        /// The two vertices.
        edge: [usize; 2],
        /// The halves.
        halves: Box<[Cover; 2]>,
    },
}

/// Corners of the loads that are looked at, at most `2^`.
pub const MOST_PARAMETERS: usize = 10;
/// Coordinates, at most.
pub const MOST_COORDINATES: usize = 12;
/// How often a cone is cut in a row, at most.
const MOST_DEEP: usize = 64;

/// What the leaves of a cover are checked against.
struct Leaves<'a, T: Touch> {
    problem: &'a RobustProblem<T>,
    scale: &'a Rational,
    coordinates: Vec<(usize, usize)>,
    cones: Vec<Option<Narrowed>>,
    loadings: Vec<Vec<Loading>>,
}

impl<T: Touch> RobustProblem<T> {
    pub(super) fn check_cover(&self, scale: &Rational, orthants: &[Cover]) -> Check {
        let parameters = self.force_parameters(scale);
        let coordinates = self.coordinates(scale);
        require(
            parameters.len() <= MOST_PARAMETERS && coordinates.len() <= MOST_COORDINATES,
            Refusal::Shape,
        )?;
        require(orthants.len() == 1 << coordinates.len(), Refusal::Shape)?;
        let loading = |corner: usize| self.loading(scale, &parameters, corner);
        let leaves = Leaves {
            problem: self,
            scale,
            cones: (0..self.contacts.len()).map(|contact| self.cone(contact, scale)).collect(),
            loadings: (0..1 << parameters.len()).map(loading).collect(),
            coordinates,
        };
        for (signs, cover) in orthants.iter().enumerate() {
            leaves.check(cover, orthant(leaves.coordinates.len(), signs), 0)?;
        }
        Ok(())
    }

    /// Forces strictly inside the cones that cancel in every component that is no coordinate, and span these.
    pub(super) fn check_squeeze(&self, scale: &Rational, squeeze: &[Vec<Rational>]) -> Check {
        let coordinates = self.coordinates(scale);
        let components = T::Screw::default().as_ref().len();
        let rest: Vec<usize> = (0..components).filter(|place| !coordinates.contains(&(0, *place))).collect();
        if rest.is_empty() {
            return require(squeeze.is_empty(), Refusal::Shape);
        }
        let contacts = self.contacts.len();
        require(squeeze.len() == contacts, Refusal::Length { contacts, forces: squeeze.len() })?;
        let (mut sum, mut rows) = (vec![Rational::zero(); rest.len()], Vec::new());
        for (contact, multiples) in squeeze.iter().enumerate() {
            if multiples.iter().all(Rational::is_zero) {
                continue;
            }
            let id = || Refusal::Cone(self.assembly.contacts[contact].touch.id().to_owned());
            let cone = self.cone(contact, scale).filter(|cone| cone.turn.is_zero()).ok_or_else(id)?;
            require(self.is_inside(contact, &cone, multiples, true), id())?;
            let entries = |force: &Vector| -> Vec<Rational> {
                let felt = self.felt(contact, force);
                let entry = |place: &usize| {
                    felt.iter().map(|(_, moment, force)| component::<T>(moment, force, *place).clone()).sum()
                };
                rest.iter().map(entry).collect()
            };
            let own = entries(&self.force(contact, multiples));
            sum.iter_mut().zip(own).for_each(|(sum, part)| *sum += part);
            let axes = if cone.friction.is_positive() {
                &self.contacts[contact].axes[..]
            } else {
                &self.contacts[contact].axes[..1]
            };
            rows.extend(axes.iter().map(|axis| entries(&super::boxes::lifted(axis.as_ref()))));
        }
        require(sum.iter().all(Rational::is_zero), Refusal::Unbalanced(sum.clone()))?;
        let (found, needed) = (crate::vectors::rank(&rows), rest.len());
        require(found == needed, Refusal::Rank { found, needed })
    }
}

/// The vertices of an orthant: bit k of `signs` says that axis k is negative.
pub fn orthant(coordinates: usize, signs: usize) -> Vec<Vec<Rational>> {
    let sign = |axis: usize| Rational::from(if signs >> axis & 1 == 1 { -1 } else { 1 });
    let entry = |row: usize, column: usize| if row == column { sign(row) } else { Rational::zero() };
    (0..coordinates).map(|row| (0..coordinates).map(|column| entry(row, column)).collect()).collect()
}

impl<T: Touch> Leaves<'_, T> {
    fn check(&self, cover: &Cover, vertices: Vec<Vec<Rational>>, depth: usize) -> Check {
        match cover {
            Cover::Split { edge: [one, other], halves } => {
                let fits = *one < vertices.len() && *other < vertices.len() && one != other;
                require(fits && depth < MOST_DEEP, Refusal::Shape)?;
                let middle: Vec<Rational> =
                    vertices[*one].iter().zip(&vertices[*other]).map(|(a, b)| a + b).collect();
                let (mut first, mut second) = (vertices.clone(), vertices);
                first[*one] = middle.clone();
                second[*other] = middle;
                self.check(&halves[0], first, depth + 1)?;
                self.check(&halves[1], second, depth + 1)
            }
            Cover::Held(held) => {
                require(held.len() == self.loadings.len(), Refusal::Shape)?;
                held.iter().zip(&self.loadings).try_for_each(|(held, load)| self.held(held, load, &vertices))
            }
        }
    }

    /// Forces in the cones that balance what is no coordinate, and gain no work at the vertices.
    fn held(&self, held: &[Vec<Rational>], loading: &[Loading], vertices: &[Vec<Rational>]) -> Check {
        let problem = self.problem;
        let contacts = problem.contacts.len();
        require(held.len() == contacts, Refusal::Length { contacts, forces: held.len() })?;
        let mut sums: Vec<(Vector, Vector)> =
            loading.iter().map(|load| (load.moment.clone(), load.force.clone())).collect();
        let mut pushing = Vec::new();
        for (contact, multiples) in held.iter().enumerate() {
            if multiples.iter().all(Rational::is_zero) {
                continue;
            }
            let id = || Refusal::Cone(problem.assembly.contacts[contact].touch.id().to_owned());
            let cone = self.cones[contact].as_ref().ok_or_else(id)?;
            require(problem.is_inside(contact, cone, multiples, false), id())?;
            for (body, moment, force) in problem.felt(contact, &problem.force(contact, multiples)) {
                add_to(&mut sums[body].0, &moment);
                add_to(&mut sums[body].1, &force);
            }
            pushing.push((contact, cone, multiples));
        }
        let components = T::Screw::default().as_ref().len();
        for (body, (moment, force)) in sums.iter().enumerate() {
            for place in (0..components).filter(|place| problem.assembly.bodies[body].is_free(*place)) {
                let rest = component::<T>(moment, force, place);
                let balanced = rest.is_zero() || self.coordinates.contains(&(body, place));
                let name = || problem.assembly.bodies[body].name.clone();
                require(balanced, Refusal::UnbalancedBody { body: name(), rest: vec![rest.clone()] })?;
            }
        }
        for vertex in vertices {
            let motion = problem.motion(&self.coordinates, vertex);
            let mut work = problem.worst_load(self.scale, loading, &motion);
            for (contact, cone, multiples) in &pushing {
                work += problem.worst_contact((self.scale, *contact), cone, multiples, &motion);
            }
            let holds = match problem.about {
                About::Stand => !work.is_positive(),
                About::Closure => work.is_negative(),
            };
            require(holds, Refusal::NoWork)?;
        }
        Ok(())
    }
}
