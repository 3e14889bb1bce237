//! Forces that balance nearly, made to balance exactly.
//!
//! Each number is rounded to few bits.  What is then left on a body, a tiny wrench, is carried away by one
//! patch towards its neighbour, from the leaves of a spanning tree of the patches down to what does not move;
//! a patch of full rank carries any wrench.  What a patch carries is the sum of what was left on the bodies
//! above it, so fractions do not grow from body to body.
//!
//! Each step solves as many equations as a body has freedoms, by columns chosen for the forces that have most
//! room.  Wrenches are integers over one denominator until then: nothing is reduced but what a force becomes
//! at last.

use super::columns::{Columned, felt};
use super::whole::{Whole, shifted};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use stiction_exact::double::norm as size;
use stiction_exact::elimination;
use stiction_exact::linear::sparse;
use stiction_proof::{AssemblyProblem, Coefficients, FrictionUse, Rational, Touch};

type Pushes<S> = Vec<<<S as stiction_scene::lower::Standing>::Touch as Touch>::Push>;

/// Bits of a rounded force, relative to the largest load.
const BITS: i32 = 44;

/// Forces in doubles, near which exact ones are sought.
#[derive(Clone, Copy)]
pub(super) struct Near<'a, S: Columned> {
    pub(super) problem: &'a AssemblyProblem<S::Touch>,
    pub(super) friction: &'a FrictionUse,
    /// What pulls at each body.
    pub(super) load: &'a [S::Screw],
    /// The variables of each contact.
    pub(super) variables: &'a [Vec<f64>],
}

impl<S: Columned> Near<'_, S> {
    /// Exact pushes near the variables, if a tree of patches can carry what is left.
    pub(super) fn repaired(&self) -> Option<Pushes<S>> {
        let coefficients = self.problem.coefficients(self.friction);
        let mut work = Work::<S>::new(self.problem, &coefficients, self.variables)?;
        let left = work.left_over(self.load);
        work.carry(left)?;
        Some(work.pushes())
    }

    /// Exact pushes near the variables by as many columns as there are independent equations, those with most
    /// room: the others are rounded.  Fractions are as long as these equations need, all of them together.
    pub(super) fn balanced(&self) -> Option<Pushes<S>> {
        let coefficients = self.problem.coefficients(self.friction);
        let mut work = Work::<S>::new(self.problem, &coefficients, self.variables)?;
        let places: Vec<(usize, usize)> = work
            .columns
            .iter()
            .enumerate()
            .flat_map(|(contact, columns)| (0..columns.len()).map(move |place| (contact, place)))
            .collect();
        let columns = places.iter().map(|&(contact, place)| work.felt(contact, place)).collect();
        let right = self.load.iter().zip(&self.problem.bodies).flat_map(|(load, body)| {
            let entries = load.as_ref().iter().enumerate();
            entries
                .map(|(k, entry)| if body.is_free(k) { -entry } else { Rational::zero() })
                .collect::<Vec<_>>()
        });
        let guess: Vec<Rational> =
            places.iter().map(|&(contact, place)| work.multiples[contact][place].clone()).collect();
        let mut order: Vec<usize> = (0..places.len()).collect();
        let room = |index: usize| work.room[places[index].0][places[index].1];
        order.sort_by(|&a, &b| room(b).total_cmp(&room(a)));
        let solution = sparse::near(columns, right.collect(), &guess, &order)?;
        for ((contact, place), value) in places.into_iter().zip(solution) {
            work.multiples[contact][place] = value;
        }
        Some(work.pushes())
    }
}

/// Whether a tree of patches of full rank reaches every body, so that the equations are independent.
pub(super) fn is_carried<S: Columned>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    variables: &[Vec<f64>],
) -> bool {
    let coefficients = problem.coefficients(friction);
    let Some(work) = Work::<S>::new(problem, &coefficients, variables) else { return false };
    let tree = work.tree().unwrap_or_default();
    let full = |body: usize, chosen: usize| {
        chosen == (0..S::FREEDOMS).filter(|&k| problem.bodies[body].is_free(k)).count()
    };
    tree.len() == problem.bodies.len() && tree.iter().all(|(body, _, chosen)| full(*body, chosen.len()))
}

struct Work<'a, S: Columned> {
    problem: &'a AssemblyProblem<S::Touch>,
    coefficients: &'a [Coefficients],
    /// For each contact the multiples of its columns.
    multiples: Vec<Vec<Rational>>,
    /// How much room each multiple has.
    room: Vec<Vec<f64>>,
    columns: Vec<Vec<S::Screw>>,
    /// The same over one denominator each, and in doubles.
    whole: Vec<Vec<Whole>>,
    doubled: Vec<Vec<Vec<f64>>>,
    /// The points about which the rows of the bodies are.
    references: Vec<Whole>,
}

/// A patch that may carry what is left of a body.
struct Way {
    room: f64,
    patch: usize,
    body: usize,
}

impl PartialEq for Way {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Way {}
impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Way {
    fn cmp(&self, other: &Self) -> Ordering {
        self.room.total_cmp(&other.room).then(other.patch.cmp(&self.patch)).then(other.body.cmp(&self.body))
    }
}

impl<'a, S: Columned> Work<'a, S> {
    fn new(
        problem: &'a AssemblyProblem<S::Touch>,
        coefficients: &'a [Coefficients],
        variables: &[Vec<f64>],
    ) -> Option<Self> {
        let most = variables.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        if !most.is_finite() {
            return None;
        }
        let unit = f64::from(most.max(f64::MIN_POSITIVE).log2().floor() as i32 - BITS).exp2();
        let (mut multiples, mut room) = (Vec::new(), Vec::new());
        for ((contact, coefficients), variables) in problem.contacts.iter().zip(coefficients).zip(variables) {
            let touch = &contact.touch;
            let round = S::is_round(touch, coefficients);
            let exact: Vec<f64> = S::multiples(touch, coefficients, variables);
            let grain = if round && coefficients.friction.is_positive() {
                unit
            } else {
                unit / size(&S::normal(touch)).log2().round().exp2()
            };
            let rounded: Option<Vec<Rational>> =
                exact.iter().map(|x| Rational::from_f64((x / grain).round() * grain)).collect();
            multiples.push(rounded?);
            let depth = if round {
                variables[0] - variables[1..].iter().map(|x| x * x).sum::<f64>().sqrt()
            } else {
                0.0
            };
            let reach = |k: usize| if round { depth } else { variables[k] };
            room.push((0..exact.len()).map(reach).collect());
        }
        let cones = problem.contacts.iter().zip(coefficients);
        let columns: Vec<Vec<S::Screw>> =
            cones.map(|(contact, coefficients)| S::columns(&contact.touch, coefficients)).collect();
        let wholes = |columns: &Vec<S::Screw>| columns.iter().map(|one| Whole::new(one.as_ref())).collect();
        let double = |column: &S::Screw| column.as_ref().iter().map(Rational::to_f64).collect();
        Some(Self {
            problem,
            coefficients,
            multiples,
            room,
            whole: columns.iter().map(wholes).collect(),
            doubled: columns.iter().map(|columns| columns.iter().map(double).collect()).collect(),
            references: problem.bodies.iter().map(|body| Whole::new(body.reference.as_ref())).collect(),
            columns,
        })
    }

    /// A column as entries of the rows of all bodies.
    fn felt(&self, contact: usize, place: usize) -> Vec<(usize, Rational)> {
        felt::<S>(self.problem, &self.problem.contacts[contact], &self.columns[contact][place])
    }

    /// What the pushes leave of each body's load, about the world origin, with the opposite sign.
    fn left_over(&self, load: &[S::Screw]) -> Vec<Whole> {
        let mut left: Vec<Whole> = Vec::with_capacity(load.len());
        for (body, load) in self.problem.bodies.iter().zip(load) {
            let mut back = body.reference.clone();
            back.as_mut().iter_mut().for_each(|entry| *entry = -&*entry);
            let mut about = S::Touch::about(load.clone(), &back);
            about.as_mut().iter_mut().for_each(|entry| *entry = -&*entry);
            left.push(Whole::new(about.as_ref()));
        }
        for ((contact, columns), multiples) in
            self.problem.contacts.iter().zip(&self.whole).zip(&self.multiples)
        {
            let mut wrench = Whole::zero(S::FREEDOMS);
            for (column, multiple) in
                columns.iter().zip(multiples).filter(|(_, multiple)| !multiple.is_zero())
            {
                wrench.add(&column.times(multiple), true);
            }
            for (body, positive) in contact.sides() {
                left[body].add(&wrench, !positive);
            }
        }
        left
    }

    /// Carries everything down a tree of patches.
    fn carry(&mut self, mut left: Vec<Whole>) -> Option<()> {
        for (body, parent, chosen) in self.tree()?.into_iter().rev() {
            let wrench = std::mem::replace(&mut left[body], Whole::zero(S::FREEDOMS));
            let carried = self.solve(body, &chosen, wrench)?;
            if let Some(parent) = parent {
                left[parent].add(&carried, true);
            }
        }
        Some(())
    }

    /// Bodies in the order in which a tree reaches them, each with what is on the other side of the patch by
    /// which it is reached, and the columns that are to carry.
    #[allow(clippy::type_complexity)]
    fn tree(&self) -> Option<Vec<(usize, Option<usize>, Vec<(usize, usize)>)>> {
        let mut places: HashMap<(Option<usize>, Option<usize>), usize> = HashMap::new();
        let mut patches: Vec<Vec<usize>> = Vec::new();
        let mut around: Vec<Vec<usize>> = vec![Vec::new(); self.problem.bodies.len()];
        let mut grounded = Vec::new();
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let key = (contact.on.min(contact.against), contact.on.max(contact.against));
            let patch = *places.entry(key).or_insert_with(|| {
                let patch = patches.len();
                patches.push(Vec::new());
                contact.sides().for_each(|(body, _)| around[body].push(patch));
                if key.0.is_none() {
                    grounded.push(patch);
                }
                patch
            });
            patches[patch].push(index);
        }
        let sides = |patch: usize| {
            let contact = &self.problem.contacts[patches[patch][0]];
            (contact.on, contact.against)
        };
        let mut choices: HashMap<(usize, usize), (f64, Vec<(usize, usize)>)> = HashMap::new();
        let mut heap = BinaryHeap::new();
        let mut offer = |patch: usize, body: usize, heap: &mut BinaryHeap<Way>| {
            let (room, _) =
                choices.entry((patch, body)).or_insert_with(|| self.choice(body, &patches[patch]));
            heap.push(Way { room: *room, patch, body });
        };
        for &patch in &grounded {
            let (on, against) = sides(patch);
            on.into_iter().chain(against).for_each(|body| offer(patch, body, &mut heap));
        }
        let mut reached = vec![false; self.problem.bodies.len()];
        let mut order = Vec::new();
        while let Some(Way { patch, body, .. }) = heap.pop() {
            if std::mem::replace(&mut reached[body], true) {
                continue;
            }
            let (on, against) = sides(patch);
            order.push((body, patch, if on == Some(body) { against } else { on }));
            for &next in &around[body] {
                let (on, against) = sides(next);
                let other = if on == Some(body) { against } else { on };
                if let Some(other) = other.filter(|&other| !reached[other]) {
                    offer(next, other, &mut heap);
                }
            }
        }
        let whole = |(body, patch, parent): (usize, usize, Option<usize>)| {
            let chosen = choices.remove(&(patch, body)).map(|(_, chosen)| chosen).unwrap_or_default();
            (body, parent, chosen)
        };
        // A body that nothing holds must have nothing left; that is seen by the checker.
        Some(order.into_iter().map(whole).collect())
    }

    /// The columns of a patch about a body's point, in its freedoms, and the longest lever among them.
    #[allow(clippy::type_complexity)]
    fn candidates(
        &self,
        patch: &[usize],
        freedoms: &[usize],
        about: impl Fn(usize, usize) -> Vec<f64>,
    ) -> (Vec<((usize, usize), f64, Vec<f64>)>, f64) {
        let turns = S::FREEDOMS - S::DIMENSION;
        let (mut candidates, mut lever) = (Vec::new(), 0.0_f64);
        for &contact in patch {
            for place in 0..self.columns[contact].len() {
                let about = about(contact, place);
                let entries: Vec<f64> = freedoms.iter().map(|&k| about[k]).collect();
                let moments = freedoms.iter().zip(&entries).filter(|(k, _)| **k < turns);
                lever = moments.fold(lever, |lever, (_, entry)| lever.max(entry.abs()));
                candidates.push(((contact, place), self.room[contact][place], entries));
            }
        }
        (candidates, lever)
    }

    /// The columns of a patch by which what is left on a body is carried, and the room of the tightest of them.
    fn choice(&self, body: usize, patch: &[usize]) -> (f64, Vec<(usize, usize)>) {
        let listed = &self.problem.bodies[body];
        let freedoms: Vec<usize> = (0..S::FREEDOMS).filter(|&k| listed.is_free(k)).collect();
        let turns = S::FREEDOMS - S::DIMENSION;
        let point: Vec<f64> = listed.reference.as_ref().iter().map(Rational::to_f64).collect();
        let (mut candidates, mut lever) = self.candidates(patch, &freedoms, |contact, place| {
            doubles_about(&self.doubled[contact][place], &point)
        });
        // Far from the origin moments about it are too long to be subtracted in doubles.
        if !self.is_near(patch, &point, lever) {
            (candidates, lever) = self.candidates(patch, &freedoms, |contact, place| {
                let about = S::Touch::about(self.columns[contact][place].clone(), &listed.reference);
                about.as_ref().iter().map(Rational::to_f64).collect()
            });
        }
        let lever = if lever > 0.0 { lever } else { 1.0 };
        for (_, _, entries) in &mut candidates {
            let moments = freedoms.iter().zip(entries.iter_mut()).filter(|(k, _)| **k < turns);
            moments.for_each(|(_, entry)| *entry /= lever);
        }
        let (mut chosen, mut room) = (Vec::new(), f64::INFINITY);
        for _ in 0..freedoms.len() {
            let score = |entries: &[f64], room: f64| room * entries.iter().map(|x| x * x).sum::<f64>().sqrt();
            let best = (0..candidates.len())
                .max_by(|&a, &b| {
                    let (_, room_a, entries_a) = &candidates[a];
                    let (_, room_b, entries_b) = &candidates[b];
                    score(entries_a, *room_a).total_cmp(&score(entries_b, *room_b))
                })
                .filter(|&best| score(&candidates[best].2, 1.0) > NOTHING && candidates[best].1 > 0.0);
            let Some(best) = best else {
                // Not of full rank: what is left may still be within its span.
                return (0.0, chosen);
            };
            let (name, own, direction) = candidates.swap_remove(best);
            let square: f64 = direction.iter().map(|x| x * x).sum();
            room = room.min(own * square.sqrt());
            for (_, _, entries) in &mut candidates {
                let along: f64 = entries.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>() / square;
                entries.iter_mut().zip(&direction).for_each(|(entry, part)| *entry -= along * part);
            }
            chosen.push(name);
        }
        (room, chosen)
    }

    /// Whether doubles tell the moments of a patch about a point: a product and a difference of three numbers
    /// lose at most eight units in the last place of the longest, which is to stay a tenth of what counts as
    /// nothing in [`Work::choice`].
    fn is_near(&self, patch: &[usize], point: &[f64], lever: f64) -> bool {
        let most = |entries: &[f64]| entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let columns = patch.iter().flat_map(|&contact| &self.doubled[contact]);
        let long = columns.fold(0.0, |long: f64, column| {
            let (moment, force) = column.split_at(S::FREEDOMS - S::DIMENSION);
            long.max(most(moment)).max(most(force) * most(point))
        });
        8.0 * f64::EPSILON * long <= 0.1 * NOTHING * lever
    }

    /// Adds multiples of the chosen columns that give a body this wrench; what they take from its neighbour.
    fn solve(&mut self, body: usize, chosen: &[(usize, usize)], wrench: Whole) -> Option<Whole> {
        if wrench.is_zero() {
            return Some(wrench);
        }
        let listed = &self.problem.bodies[body];
        let point = &self.references[body];
        let sign = |contact: usize| self.problem.contacts[contact].on == Some(body);
        let right = shifted(&wrench.entries, point);
        let column = |&(contact, place): &(usize, usize)| {
            let mut column = shifted(&self.whole[contact][place].entries, point);
            if !sign(contact) {
                column.iter_mut().for_each(|entry| *entry = -std::mem::take(entry));
            }
            column
        };
        let columns: Vec<Vec<IBig>> = chosen.iter().map(column).collect();
        let rows = (0..S::FREEDOMS).filter(|&k| listed.is_free(k)).map(|k| {
            let entries = columns.iter().map(|column| column[k].clone());
            entries.chain([right[k].clone()]).collect()
        });
        // Columns and wrench have denominators of their own, by which the solution is multiplied and divided.
        let (solution, last) = elimination::solve(rows.collect(), chosen.len())?;
        let under = last * &wrench.over;
        let mut carried = Whole::zero(S::FREEDOMS);
        for (&(contact, place), part) in chosen.iter().zip(solution) {
            let part = Rational::quotient(&(part * &self.whole[contact][place].over), &under);
            self.multiples[contact][place] += &part;
            if listed.freedoms.is_some() {
                carried.add(&self.whole[contact][place].times(&part), sign(contact));
            }
        }
        Some(if listed.freedoms.is_some() { carried } else { wrench })
    }

    fn pushes(&self) -> Pushes<S> {
        let cones = self.problem.contacts.iter().zip(self.coefficients).zip(&self.multiples);
        cones
            .map(|((contact, coefficients), multiples)| S::push(&contact.touch, coefficients, multiples))
            .collect()
    }
}

/// Length of what is left of a column, in levers, below which it is nothing but rounding.
const NOTHING: f64 = 1e-9;

/// A wrench about the origin, moment and force, as one about a point.
fn doubles_about(wrench: &[f64], point: &[f64]) -> Vec<f64> {
    match (wrench, point) {
        (&[m, fx, fy], &[x, y]) => vec![m - (x * fy - y * fx), fx, fy],
        (&[mx, my, mz, fx, fy, fz], &[x, y, z]) => {
            vec![mx - (y * fz - z * fy), my - (z * fx - x * fz), mz - (x * fy - y * fx), fx, fy, fz]
        }
        _ => wrench.to_vec(),
    }
}
