//! An assembly in doubles: the system whose interior points are sought.
//!
//! Lengths are measured by a typical lever and loads by the largest one, so that all numbers are about one.

use super::columns::Columned;
use std::collections::HashMap;
use stiction_exact::double::{cross as across, norm};
use stiction_exact::linear::interior::{Group, Patch, Rows, System};
use stiction_proof::{AssemblyProblem, Coefficients, FrictionUse, Rational, Touch};

/// An assembly in doubles; `B` is 3 in the plane and 6 in space.
pub(super) struct Doubles<'a, S: Columned, const B: usize> {
    pub(super) problem: &'a AssemblyProblem<S::Touch>,
    pub(super) coefficients: Vec<Coefficients>,
    /// For each contact its patch.
    pub(super) patch_of: Vec<usize>,
    /// The bodies of each patch.
    pub(super) parties: Vec<(Option<usize>, Option<usize>)>,
    coms: Vec<[f64; 3]>,
    centres: Vec<[f64; 3]>,
    /// The unit of length.
    pub(super) length: f64,
    /// Variables of each contact that are left out: those that no solution uses.
    pub(super) dropped: Vec<Vec<bool>>,
}

impl<'a, S: Columned, const B: usize> Doubles<'a, S, B> {
    pub(super) fn new(problem: &'a AssemblyProblem<S::Touch>, friction: &FrictionUse) -> Self {
        let mut places = HashMap::new();
        let mut parties = Vec::new();
        let mut sums: Vec<([f64; 3], f64)> = Vec::new();
        let mut patch_of = Vec::with_capacity(problem.contacts.len());
        for contact in &problem.contacts {
            let key = (contact.on.min(contact.against), contact.on.max(contact.against));
            let patch = *places.entry(key).or_insert_with(|| {
                parties.push((contact.on, contact.against));
                sums.push(([0.0; 3], 0.0));
                parties.len() - 1
            });
            let point = S::place(&contact.touch);
            (0..3).for_each(|k| sums[patch].0[k] += point[k]);
            sums[patch].1 += 1.0;
            patch_of.push(patch);
        }
        let centres: Vec<[f64; 3]> = sums.iter().map(|(sum, count)| sum.map(|entry| entry / count)).collect();
        let double =
            |vector: &[Rational]| std::array::from_fn(|k| vector.get(k).map_or(0.0, Rational::to_f64));
        let coms: Vec<[f64; 3]> = problem.bodies.iter().map(|body| double(body.reference.as_ref())).collect();
        let (mut lever, mut count) = (0.0, 0.0);
        for contact in &problem.contacts {
            let point = S::place(&contact.touch);
            for (body, _) in contact.sides() {
                lever += (0..3).map(|k| (point[k] - coms[body][k]).powi(2)).sum::<f64>().sqrt();
                count += 1.0;
            }
        }
        let length = if lever > 0.0 { lever / count } else { 1.0 };
        let coefficients = problem.coefficients(friction);
        let dropped = vec![Vec::new(); problem.contacts.len()];
        Self { problem, coefficients, patch_of, parties, coms, centres, length, dropped }
    }

    /// Whether a variable of a contact is kept.
    pub(super) fn keeps(&self, contact: usize, variable: usize) -> bool {
        !self.dropped[contact].get(variable).copied().unwrap_or(false)
    }

    /// A wrench of a patch about its centre, in units.
    fn wrench(&self, lever: &[f64; 3], [force, moment]: &[[f64; 3]; 2]) -> [f64; B] {
        let turned = across(lever, force);
        let total: [f64; 3] = std::array::from_fn(|k| (turned[k] + moment[k]) / self.length);
        joined(&total, force)
    }

    /// The map of wrenches about a patch's centre to the rows of a body.
    fn shift(&self, patch: usize, body: usize, sign: f64) -> [[f64; B]; B] {
        let lever: [f64; 3] =
            std::array::from_fn(|k| (self.centres[patch][k] - self.coms[body][k]) / self.length);
        let turns = if B == 3 { 1 } else { 3 };
        let mut shift = [[0.0; B]; B];
        for column in 0..B {
            shift[column][column] = sign;
            if column >= turns {
                let mut force = [0.0; 3];
                force[column - turns] = sign;
                let moment: [f64; B] = joined(&across(&lever, &force), &[0.0; 3]);
                (0..turns).for_each(|row| shift[row][column] = moment[row]);
            }
        }
        for (component, row) in shift.iter_mut().enumerate() {
            if !self.problem.bodies[body].is_free(component) {
                *row = [0.0; B];
            }
        }
        shift
    }

    /// Loads as rows, in units of `force`; zero where a body is not free.
    pub(super) fn rows(&self, load: &[S::Screw], force: f64) -> Vec<[f64; B]> {
        let turns = if B == 3 { 1 } else { 3 };
        let row = |(body, load): (&stiction_proof::AssemblyBody<S::Touch>, &S::Screw)| -> [f64; B] {
            std::array::from_fn(|k| {
                let unit = if k < turns { force * self.length } else { force };
                if body.is_free(k) { load.as_ref()[k].to_f64() / unit } else { 0.0 }
            })
        };
        self.problem.bodies.iter().zip(load).map(row).collect()
    }

    /// The largest entry of a load, the unit of force.
    pub(super) fn size(&self, load: &[S::Screw]) -> f64 {
        let rows = self.rows(load, 1.0);
        let most = rows.iter().flatten().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        if most > 0.0 { most } else { 1.0 }
    }

    /// The system for a load, and a further one.  Where contacts press along with the further load, limits
    /// shrink by a newton with every multiple.
    pub(super) fn system(
        &self,
        load: &[S::Screw],
        further: Option<&[S::Screw]>,
        pressing: bool,
        force: f64,
    ) -> System<B> {
        let side = |patch: usize, body: Option<usize>, sign: f64| {
            body.map(|body| (body, self.shift(patch, body, sign)))
        };
        let patches = self.parties.iter().enumerate().map(|(index, &(on, against))| Patch {
            sides: side(index, on, 1.0).into_iter().chain(side(index, against, -1.0)).collect(),
        });
        let mut groups = Vec::with_capacity(self.problem.contacts.len());
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let patch = self.patch_of[index];
            // Of contacts between the same two bodies some may be written the other way round.
            let sign = if contact.on == self.parties[patch].0 { 1.0 } else { -1.0 };
            let point = S::place(&contact.touch);
            let lever = std::array::from_fn(|k| point[k] - self.centres[patch][k]);
            let coefficients = &self.coefficients[index];
            let columns: Vec<[f64; B]> = S::generators(&contact.touch, coefficients)
                .iter()
                .enumerate()
                .filter(|(variable, _)| self.keeps(index, *variable))
                .map(|(_, generator)| self.wrench(&lever, generator).map(|entry| sign * entry))
                .collect();
            let round = S::is_round(&contact.touch, coefficients) && !columns.is_empty();
            let normal = norm(&S::normal(&contact.touch));
            let limit = contact.touch.most().map(|most| most.to_f64() * normal / force);
            groups.push(Group { patch, round, columns, limit });
        }
        let minus = |rows: Vec<[f64; B]>| rows.into_iter().map(|row| row.map(|entry| -entry)).collect();
        let limited = groups.iter().filter(|group| group.limit.is_some()).count();
        let shrinks = if pressing { 1.0 / force } else { 0.0 };
        let further =
            further.map(|load| Rows { bodies: self.rows(load, force), limits: vec![shrinks; limited] });
        let mut system = System::new(minus(self.rows(load, force)), patches.collect(), groups, further);
        for (body, listed) in self.problem.bodies.iter().enumerate() {
            system.held.extend((0..B).filter(|&k| !listed.is_free(k)).map(|k| (body, k)));
        }
        system
    }

    /// Multipliers `−y` of the rows as twists about the centres of mass, the largest entry about one.
    pub(super) fn twists(&self, y: &Rows<B>) -> Vec<[f64; B]> {
        let turns = if B == 3 { 1 } else { 3 };
        let twist =
            |y: &[f64; B]| std::array::from_fn(|k| if k < turns { -y[k] / self.length } else { -y[k] });
        y.bodies.iter().map(twist).collect()
    }
}

/// A screw of its parts, of which the plane takes the turn about z and two entries of the force.
pub(super) fn joined<const B: usize>(turn: &[f64; 3], push: &[f64; 3]) -> [f64; B] {
    std::array::from_fn(|k| match (B, k) {
        (3, 0) => turn[2],
        (3, k) => push[k - 1],
        (_, k) if k < 3 => turn[k],
        (_, k) => push[k - 3],
    })
}
