//! Statement 4: forces that follow the scene.
//!
//! With forces `F + L·z` a scene leaves `r + (1 + E)·z`, where `r` is what the forces `F` leave and `E` what the
//! columns of `L` leave besides the unit wrenches that they are meant to give. `r` is a sum of generators, each times a
//! number from −1 to 1, and `z = −r − E·z`, so a quantity `a·z` is at most `Σ |a·generator| + |a|·(|E|·Z)`.

use super::RobustProblem;
use super::boxes::{Loading, component, lifted, parted};
use crate::check::{Check, Refusal, require};
use crate::vectors::cross;
use crate::{NonZero, Rational, Touch, Vector};
use serde::{Deserialize, Serialize};

/// Forces, and how they follow the scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Response {
    /// Multiples of each contact's axes.
    pub forces: Vec<Vec<Rational>>,
    /// For each free component of each body, in order: which contacts answer a unit of it, and with which multiples.
    pub gains: Vec<Vec<(usize, Vec<Rational>)>>,
    /// How large each `z` is at most.
    pub reach: Vec<Rational>,
}

/// A part of what is left over, by free component: `(component, entry)`.
type Generator = Vec<(usize, Rational)>;

/// What a response leaves over.
struct Leftover {
    generators: Vec<Generator>,
    error: Vec<Rational>,
    rows: Vec<Vec<(usize, Vec<Rational>)>>,
}

/// Chords of a friction cone in space: `|f₁|, |f₂| ≤ 0.9238·μ·fn` and `|f₁| + |f₂| ≤ 1.3066·μ·fn`, an octagon whose
/// corners have `0.9238² + 0.3828² < 1`.
fn octagon() -> [Rational; 2] {
    [Rational::new(4619, 5000), Rational::new(6533, 5000)]
}

/// Sides of a cone: `row · multiples ≥ 0`.
pub fn sides<T: Touch>(friction: &Rational, axes: &[T::Vector]) -> Vec<Vec<Rational>> {
    let (zero, one) = (Rational::zero, Rational::one);
    if friction.is_zero() {
        let along = std::iter::once(one()).chain((1..axes.len()).map(|_| zero())).collect();
        return vec![along];
    }
    if axes.len() == 2 {
        return [1, -1].map(|sign| vec![friction.clone(), Rational::from(sign)]).to_vec();
    }
    // Multiples are of axes that may be of other lengths: |axis|/|normal|, above.
    let square = |axis: &T::Vector| -> Rational { axis.as_ref().iter().map(|entry| entry * entry).sum() };
    let normal = NonZero::largest([&square(&axes[0])]);
    let ratio = |axis: &T::Vector| super::boxes::root_above(&(square(axis) / &normal));
    let (first, second) = (ratio(&axes[1]), ratio(&axes[2]));
    let [half, whole] = octagon();
    let mut rows = Vec::new();
    for sign in [1, -1].map(Rational::from) {
        rows.push(vec![&half * friction, &sign * &first, zero()]);
        rows.push(vec![&half * friction, zero(), &sign * &second]);
        for other in [1, -1].map(Rational::from) {
            rows.push(vec![&whole * friction, &sign * &first, &other * &second]);
        }
    }
    rows
}

impl<T: Touch> RobustProblem<T> {
    /// The free components of all bodies.
    pub fn components(&self) -> Vec<(usize, usize)> {
        let count = T::Screw::default().as_ref().len();
        let all = (0..self.bodies.len()).flat_map(|body| (0..count).map(move |place| (body, place)));
        all.filter(|&(body, place)| self.assembly.bodies[body].is_free(place)).collect()
    }

    /// A wrench on a body, by free component.
    fn entries(
        &self,
        place_of: &[Vec<Option<usize>>],
        body: usize,
        moment: &Vector,
        force: &Vector,
    ) -> Generator {
        let own = place_of[body].iter().enumerate();
        let entries = own.filter_map(|(place, index)| {
            let entry = component::<T>(moment, force, place);
            index.filter(|_| !entry.is_zero()).map(|index| (index, entry.clone()))
        });
        entries.collect()
    }

    fn places(&self) -> Vec<Vec<Option<usize>>> {
        let count = T::Screw::default().as_ref().len();
        let mut places = vec![vec![None; count]; self.bodies.len()];
        for (index, (body, place)) in self.components().into_iter().enumerate() {
            places[body][place] = Some(index);
        }
        places
    }

    /// What numbers of the loads add to what is left over, for whole numbers of their boxes at this scale.
    fn load_generators(
        &self,
        scale: &Rational,
        place_of: &[Vec<Option<usize>>],
        nominal: &[Loading],
    ) -> Vec<Generator> {
        let mut generators = Vec::new();
        let none = Vector::default();
        let mut push = |body: usize, moment: &Vector, force: &Vector| {
            let own = self.entries(place_of, body, moment, force);
            if !own.is_empty() {
                generators.push(own);
            }
        };
        let scaled = |vector: &Vector, by: &Rational| crate::vectors::scaled(vector, by);
        let unit = |place: usize, size: Rational| -> Vector {
            std::array::from_fn(|k| if k == place { size.clone() } else { Rational::zero() })
        };
        for (body, loose) in self.bodies.iter().enumerate() {
            let gravity = scaled(&lifted(self.gravity.as_ref()), &(&loose.mass_off * scale));
            push(body, &none, &gravity);
            // The most that acts at the centre of mass, component by component.
            let mut carried = nominal[body].carried.each_ref().map(Rational::abs);
            let add = |sum: &mut Vector, part: &Vector| {
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part.abs());
            };
            add(&mut carried, &gravity);
            let all = std::iter::once((None, &loose.wrench_off))
                .chain(loose.loads.iter().map(|load| (load.point.as_ref(), &load.off)));
            for (point, off) in all {
                let (moment, force) = parted::<T>(off);
                for axis in 0..3 {
                    push(body, &unit(axis, &moment[axis] * scale), &none);
                    let along = unit(axis, &force[axis] * scale);
                    let lever = point.map(|point| {
                        crate::vectors::minus(
                            &lifted(point.as_ref()),
                            &lifted(self.assembly.bodies[body].reference.as_ref()),
                        )
                    });
                    push(body, &lever.map_or_else(Vector::default, |lever| cross(&lever, &along)), &along);
                    if point.is_none() {
                        add(&mut carried, &along);
                    }
                }
            }
            // A shift within the box times a force within its box, each moment by itself.
            let reach = &loose.com_off * scale;
            let in_space = T::TURNS == 3;
            let [x, y, z] = &carried;
            let third = if in_space { z.clone() } else { Rational::zero() };
            let moments = [y + &third, x + &third, x + y];
            for (axis, moment) in moments.iter().enumerate() {
                push(body, &unit(axis, moment * &reach), &none);
            }
        }
        generators
    }

    /// What shifts of a contact's point do to the wrenches of a force, one generator an axis.
    fn shift_generators(
        &self,
        (scale, contact): (&Rational, usize),
        place_of: &[Vec<Option<usize>>],
        force: &Vector,
    ) -> Vec<Generator> {
        if !self.contacts[contact].point.is_positive() {
            return Vec::new();
        }
        let reach = self.reach(contact, scale);
        let axes = self.contacts[contact].axes.iter().zip(&reach);
        let one = |(axis, reach): (&T::Vector, &Rational)| {
            let moment = cross(&crate::vectors::scaled(&lifted(axis.as_ref()), reach), force);
            let sides = self.assembly.contacts[contact].sides();
            let of = |(body, positive): (usize, bool)| {
                let sign = Rational::from(if positive { 1 } else { -1 });
                self.entries(place_of, body, &crate::vectors::scaled(&moment, &sign), &Vector::default())
            };
            sides.flat_map(of).collect::<Generator>()
        };
        axes.map(one).filter(|generator| !generator.is_empty()).collect()
    }

    /// What a response leaves over: its generators, what shifts and rounding add for its reach, and its columns by
    /// contact.
    fn leftover(&self, scale: &Rational, response: &Response) -> Leftover {
        let size = self.components().len();
        let place_of = self.places();
        let nominal = self.loading(scale, &[], 0);
        let mut left = vec![Rational::zero(); size];
        let add = |sums: &mut [Rational], part: &Generator| {
            part.iter().for_each(|(index, entry)| sums[*index] += entry);
        };
        for (body, load) in nominal.iter().enumerate() {
            add(&mut left, &self.entries(&place_of, body, &load.moment, &load.force));
        }
        let mut generators = self.load_generators(scale, &place_of, &nominal);
        for (contact, multiples) in response.forces.iter().enumerate() {
            let force = self.force(contact, multiples);
            for (body, moment, force) in self.felt(contact, &force) {
                add(&mut left, &self.entries(&place_of, body, &moment, &force));
            }
            generators.extend(self.shift_generators((scale, contact), &place_of, &force));
        }
        generators.push(left.into_iter().enumerate().filter(|(_, entry)| !entry.is_zero()).collect());
        // |E|·Z.
        let mut error = vec![Rational::zero(); size];
        let mut rows: Vec<Vec<(usize, Vec<Rational>)>> = vec![Vec::new(); self.contacts.len()];
        for (index, column) in response.gains.iter().enumerate() {
            let mut own = vec![Rational::zero(); size];
            own[index] = -Rational::one();
            for (contact, multiples) in column {
                let force = self.force(*contact, multiples);
                for (body, moment, force) in self.felt(*contact, &force) {
                    add(&mut own, &self.entries(&place_of, body, &moment, &force));
                }
                for generator in self.shift_generators((scale, *contact), &place_of, &force) {
                    let more = generator.iter();
                    more.for_each(|(place, entry)| error[*place] += entry.abs() * &response.reach[index]);
                }
                rows[*contact].push((index, multiples.clone()));
            }
            for (sum, entry) in error.iter_mut().zip(own).filter(|(_, entry)| !entry.is_zero()) {
                *sum += entry.abs() * &response.reach[index];
            }
        }
        Leftover { generators, error, rows }
    }

    /// How far each `z` must reach, for a response of the right sizes with the reach that it has.
    pub fn needed(&self, scale: &Rational, response: &Response) -> Vec<Rational> {
        let left = self.leftover(scale, response);
        let mut needed = left.error;
        left.generators.iter().flatten().for_each(|(index, entry)| needed[*index] += entry.abs());
        needed
    }

    pub(super) fn check_response(&self, scale: &Rational, response: &Response) -> Check {
        let (size, contacts) = (self.components().len(), self.contacts.len());
        require(
            response.forces.len() == contacts,
            Refusal::Length { contacts, forces: response.forces.len() },
        )?;
        require(response.gains.len() == size && response.reach.len() == size, Refusal::Shape)?;
        require(!response.reach.iter().any(Rational::is_negative), Refusal::Bound)?;
        let directions = T::Vector::default().as_ref().len();
        require(response.forces.iter().all(|own| own.len() == directions), Refusal::Shape)?;
        let whole = |column: &Vec<(usize, Vec<Rational>)>| {
            column.iter().all(|(contact, own)| *contact < contacts && own.len() == directions)
        };
        require(response.gains.iter().all(whole), Refusal::Shape)?;
        let left = self.leftover(scale, response);
        let mut needed = left.error.clone();
        left.generators.iter().flatten().for_each(|(index, entry)| needed[*index] += entry.abs());
        let reached = needed.iter().zip(&response.reach).all(|(needed, reach)| needed <= reach);
        require(reached, Refusal::Robust("what is left over is more than the response reaches"))?;
        for (contact, own) in left.rows.iter().enumerate() {
            let besides = (&left.generators[..], &left.error[..]);
            self.check_room((scale, contact), &response.forces[contact], own, besides)?;
        }
        Ok(())
    }

    /// That a contact's force stays in its cone and limit for every `z`.
    fn check_room(
        &self,
        (scale, contact): (&Rational, usize),
        force: &[Rational],
        own: &[(usize, Vec<Rational>)],
        (generators, error): (&[Generator], &[Rational]),
    ) -> Check {
        let absent = force.iter().all(Rational::is_zero) && own.is_empty();
        if absent {
            return Ok(());
        }
        let touch = &self.assembly.contacts[contact].touch;
        let id = || Refusal::Cone(touch.id().to_owned());
        let cone = self.cone(contact, scale).filter(|cone| cone.turn.is_zero()).ok_or_else(id)?;
        if cone.friction.is_zero() {
            let across = |multiples: &[Rational]| multiples[1..].iter().any(|part| !part.is_zero());
            require(!across(force) && !own.iter().any(|(_, part)| across(part)), id())?;
        }
        let product = |row: &[Rational], multiples: &[Rational]| -> Rational {
            row.iter().zip(multiples).map(|(a, b)| a * b).sum()
        };
        // The most that a row loses.
        let lost = |row: &[Rational]| -> Rational {
            let gains: std::collections::HashMap<usize, Rational> =
                own.iter().map(|(index, multiples)| (*index, product(row, multiples))).collect();
            let of = |generator: &Generator| -> Rational {
                let parts = generator.iter().filter_map(|(index, entry)| Some(gains.get(index)? * entry));
                parts.sum::<Rational>().abs()
            };
            let through: Rational = generators.iter().map(of).sum();
            let rest: Rational = gains.iter().map(|(index, gain)| gain.abs() * &error[*index]).sum();
            through + rest
        };
        for row in sides::<T>(&cone.friction, &self.contacts[contact].axes) {
            require(product(&row, force) >= lost(&row), id())?;
        }
        if let Some(most) = touch.most() {
            let mut row = vec![Rational::zero(); force.len()];
            row[0] = Rational::one() + &cone.friction * &cone.tangent;
            let limit = Refusal::Limit(touch.id().to_owned());
            require(product(&row, force) + lost(&row) <= *most, limit)?;
        }
        Ok(())
    }
}
