//! Equations and unknowns, and in how many ways forces can change without losing balance.
//!
//! Forces that balance a load, each strictly inside what its cone may use, can change by whatever the
//! equations leave: as many dimensions as there are unknowns, less the rank of the equations.  An interior
//! point of doubles is such, where no cone has to keep to a face.  On a boundary a program asks for forces
//! that hold a share of the *middle* of every cone:
//!
//! ```text
//!     most t  with  f + t m  balancing the load, f in the cones, m the sum of the edges that are left             (1)
//! ```
//!
//! Where t is positive, `f + t m` is strictly inside.  Where it is zero the prices of (1) are a motion on
//! which all balancing forces take up as much as any can, and the edges that take up less are used by none of
//! them: they are left out, and (1) is asked again.  Each time an edge goes, so there is an end
//! \[BorweinWolkowicz\].

use super::columns::{Columned, felt};
use super::edges::{self, Added, EdgeEnd, Edges, Price, Pushed};
use super::face::Face;
use super::groups::{self, Group, groups};
use super::repair::is_carried;
use super::search::Searched;
use stiction_exact::linear::sparse;
use stiction_exact::{elimination, integers};
use stiction_proof::{
    AssemblyContact, AssemblyProblem, AssemblyProof, Coefficients, Faced, FrictionUse, Generator,
    Indeterminacy, NonZero, Rational, Relative, RoundTaken, TightMotion, Touch, Verified,
};
use stiction_scene::Refused;

/// How many equations and unknowns the balance of an assembly has \[MR 12.24\].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// One for each freedom of each body.
    pub equations: usize,
    /// Components of the contact forces.
    pub unknowns: usize,
}

/// Counts them.
pub fn counts<S: Columned>(problem: &AssemblyProblem<S::Touch>) -> Counts {
    let free =
        |body: &stiction_proof::AssemblyBody<S::Touch>| (0..S::FREEDOMS).filter(|&k| body.is_free(k)).count();
    let coefficients = problem.coefficients(&FrictionUse::Given);
    let unknown = |coefficients: &Coefficients| {
        let across = if coefficients.friction.is_positive() { S::DIMENSION - 1 } else { 0 };
        1 + across + usize::from(coefficients.torsion.is_positive())
    };
    Counts {
        equations: problem.bodies.iter().map(free).sum(),
        unknowns: coefficients.iter().map(unknown).sum(),
    }
}

/// The dimension of the balancing forces, as the checker accepted it.
pub type Dimension<S> = Verified<Indeterminacy<<S as stiction_scene::lower::Standing>::Touch>>;

/// The dimension of the set of contact forces that balance the load; none where there are no such forces, or
/// where round cones hide on which of their edges they are.
///
/// # Errors
/// A proof that the checker refused: a defect of this library.
pub fn indeterminacy<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
) -> Result<Option<Dimension<S>>, Refused>
where
    S::Touch: Faced,
{
    if groups::is_one(problem) {
        return of_group::<S>(problem, load);
    }
    let groups = groups::<S>(problem);
    let (load, dimension) = (load.to_vec(), 0);
    let (tight, unresisted, forces) = (Vec::new(), Vec::new(), Vec::new());
    let mut whole = Indeterminacy { load, forces, tight, unresisted, dimension };
    let mut forces: Vec<Option<Pushed<S>>> = vec![None; problem.contacts.len()];
    for group in &groups {
        let Some(found) = of_group::<S>(&group.problem, &group.part(&whole.load))? else { return Ok(None) };
        let found = found.into_proof();
        whole.dimension += found.dimension;
        whole.unresisted.extend(found.unresisted.iter().map(|twists| group.spread(problem, twists)));
        for TightMotion { twists, resistance: own } in &found.tight {
            let mut resistance = Vec::new();
            if !own.is_empty() {
                resistance = vec![Rational::zero(); problem.contacts.len()];
                group.contacts.iter().zip(own).for_each(|(&index, own)| resistance[index] = own.clone());
            }
            whole.tight.push(TightMotion { twists: group.spread(problem, twists), resistance });
        }
        group.contacts.iter().zip(found.forces).for_each(|(&index, push)| forces[index] = Some(push));
    }
    whole.forces = forces.into_iter().flatten().collect();
    problem.check_indeterminacy(whole).map(Some).map_err(Refused)
}

impl<S: stiction_scene::lower::Standing> Group<S> {
    /// Twists of the bodies of the group; the others stay.
    fn spread(&self, problem: &AssemblyProblem<S::Touch>, twists: &[S::Screw]) -> Vec<S::Screw> {
        let mut all = problem.no_load();
        self.bodies.iter().zip(twists).for_each(|(&body, own)| all[body] = own.clone());
        all
    }
}

/// The dimension for bodies that are joined by contacts.
fn of_group<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
) -> Result<Option<Dimension<S>>, Refused>
where
    S::Touch: Faced,
{
    let mut reduction = Reduction::<S>::new(problem, load);
    let by_all = !edges::is_alone(problem) || edges::is_round::<S>(problem, &FrictionUse::Given);
    if by_all && let Some(dimension) = reduction.within_all() {
        return Ok(Some(dimension));
    }
    let Some(forces) = reduction.reduced() else { return Ok(None) };
    let proof = reduction.proof(forces, None);
    problem.check_indeterminacy(proof).map(Some).map_err(Refused)
}

/// What is left of a cone.
#[derive(Clone)]
enum Left {
    /// Some edges; if `full`, only pushes with all that the limit allows.
    Edges { kept: Vec<usize>, full: bool },
    /// All of a round cone.
    Round,
    /// Nothing of it.
    Nothing,
}

/// Programs that are asked of round cones before they are left open.
const FEW_ROUNDS: usize = 6;

struct Reduction<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    coefficients: Vec<Coefficients>,
    left: Vec<Left>,
    tight: Vec<TightMotion<S::Touch>>,
}

impl<'a, S: Searched> Reduction<'a, S>
where
    S::Touch: Faced,
{
    fn new(problem: &'a AssemblyProblem<S::Touch>, load: &'a [S::Screw]) -> Self {
        let coefficients = problem.coefficients(&FrictionUse::Given);
        let whole = |(contact, own): (&AssemblyContact<S::Touch>, &Coefficients)| {
            let touch = &contact.touch;
            if S::is_round(touch, own) {
                return Left::Round;
            }
            let nothing = touch.most().is_some_and(Rational::is_zero);
            let count = if nothing { 0 } else { S::columns(touch, own).len() };
            Left::Edges { kept: (0..count).collect(), full: false }
        };
        let left = problem.contacts.iter().zip(&coefficients).map(whole).collect();
        Self { problem, load, coefficients, left, tight: Vec::new() }
    }

    /// The dimension by a point of doubles, where they see on which faces the cones are.
    fn within_all(&mut self) -> Option<Dimension<S>> {
        let friction = FrictionUse::Given;
        let face = Face::<S>::found(self.problem, self.load)?;
        let whole = face.is_whole();
        let AssemblyProof::Rests { forces, .. } = face.balance.into_proof() else { return None };
        let before = self.left.clone();
        if !whole {
            let motion = TightMotion { twists: face.away?, resistance: Vec::new() };
            self.left.iter_mut().zip(&face.dropped).for_each(|(left, dropped)| left.leave(dropped));
            self.tight.push(motion);
        }
        let carried = whole && is_carried::<S>(self.problem, &friction, &face.point.variables);
        let rank = carried.then(|| counts::<S>(self.problem).equations);
        let found = self.problem.check_indeterminacy(self.proof(forces, rank)).ok();
        if found.is_none() {
            self.left = before;
            self.tight.clear();
        }
        found
    }

    /// Forces strictly inside what is left of the cones, after leaving out what no balance uses.
    fn reduced(&mut self) -> Option<Vec<Pushed<S>>> {
        loop {
            let mut edges = Edges::<S>::new(self.problem, &FrictionUse::Given);
            edges.take_rounds(FEW_ROUNDS);
            edges.keep(
                |contact, place| self.keeps(contact, place),
                self.left.iter().map(Left::is_full).collect(),
            );
            let (middle, taken) = self.middle();
            let further = [Added { wrenches: &middle, taken: &taken, cost: Rational::from(-1) }];
            let (forces, share) = match edges.least(self.load, &further, |_| Price::nothing()) {
                EdgeEnd::Best { twists, resistance, cost, .. } if cost.is_zero() => {
                    let motion = TightMotion { twists, resistance };
                    if !self.leave_out(&motion) {
                        return None;
                    }
                    self.tight.push(motion);
                    continue;
                }
                EdgeEnd::Best { pushes, cost, .. } => (pushes, -cost),
                EdgeEnd::Between(Some((pushes, cost))) if cost.is_negative() => (pushes, -cost),
                // As much of the middle as one likes: one of it.
                EdgeEnd::Unbounded { .. } => {
                    let one = Rational::one();
                    match edges.least(&added::<S>(self.load, &middle), &[], |_| Price::nothing()) {
                        EdgeEnd::Best { pushes, .. } | EdgeEnd::Unbounded { pushes } => (pushes, one),
                        _ => return None,
                    }
                }
                EdgeEnd::Impossible { .. } | EdgeEnd::Between(_) => return None,
            };
            let forces = forces.into_iter().enumerate();
            return forces.map(|(index, push)| self.with_middle(index, push, &share)).collect();
        }
    }

    fn keeps(&self, contact: usize, place: usize) -> bool {
        match &self.left[contact] {
            Left::Edges { kept, .. } => kept.contains(&place),
            Left::Round => true,
            Left::Nothing => false,
        }
    }

    /// How much of each edge that is left the middle of a cone has: of contacts with a limit such that the
    /// middle takes all of it, the slack as much as an edge; of others whole numbers along the edge, so that
    /// denominators cannot pile up.
    fn shares(&self, index: usize, kept: &[usize], full: bool) -> Vec<Rational> {
        let (touch, coefficients) = (&self.problem.contacts[index].touch, &self.coefficients[index]);
        match touch.most() {
            Some(most) => {
                let corners = NonZero::count(kept.len() + usize::from(!full));
                vec![most / &corners; kept.len()]
            }
            None => {
                let columns = S::columns(touch, coefficients);
                kept.iter().map(|&place| shortening(columns[place].as_ref())).collect()
            }
        }
    }

    /// The middle of what is left of a cone as a wrench about the origin, and how much of its limit it takes.
    fn middle_of(&self, index: usize) -> (S::Screw, Rational) {
        let (touch, coefficients) = (&self.problem.contacts[index].touch, &self.coefficients[index]);
        let mut sum = S::Screw::default();
        let mut add = |wrench: &S::Screw, share: &Rational| {
            sum.as_mut().iter_mut().zip(wrench.as_ref()).for_each(|(sum, part)| *sum += part * share);
        };
        let taken = match &self.left[index] {
            Left::Edges { kept, full } => {
                let columns = S::columns(touch, coefficients);
                let shares = self.shares(index, kept, *full);
                kept.iter().zip(&shares).for_each(|(&place, share)| add(&columns[place], share));
                touch.most().cloned().unwrap_or_default()
            }
            Left::Round => {
                let (edges, one) = (S::round_edges(touch, coefficients), Rational::one());
                edges.iter().for_each(|edge| add(&S::wrench_of(touch, edge), &one));
                let along: Rational = edges.iter().filter_map(|edge| S::along(touch, edge)).sum();
                along + one
            }
            Left::Nothing => Rational::zero(),
        };
        (sum, taken)
    }

    /// The middle of all, on each body about its reference.
    fn middle(&self) -> (Vec<S::Screw>, Vec<Rational>) {
        let mut all = self.problem.no_load();
        let mut taken = Vec::with_capacity(self.left.len());
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let (wrench, own) = self.middle_of(index);
            taken.push(own);
            for (body, positive) in contact.sides() {
                let about = S::Touch::about(wrench.clone(), &self.problem.bodies[body].reference);
                for (sum, part) in all[body].as_mut().iter_mut().zip(about.as_ref()) {
                    if positive { *sum += part } else { *sum -= part }
                }
            }
        }
        (all, taken)
    }

    /// A push with a share of the middle of what is left of its cone.
    fn with_middle(&self, index: usize, push: Pushed<S>, share: &Rational) -> Option<Pushed<S>> {
        let (touch, coefficients) = (&self.problem.contacts[index].touch, &self.coefficients[index]);
        match &self.left[index] {
            Left::Edges { kept, full } => {
                let mut multiples = touch.multiples(coefficients, &push)?;
                for (&place, own) in kept.iter().zip(self.shares(index, kept, *full)) {
                    *multiples.get_mut(place)? += share * &own;
                }
                Some(S::push(touch, coefficients, &multiples))
            }
            Left::Round => {
                let mut total = touch.total(coefficients, &push)?;
                for Generator { force, spin } in S::round_edges(touch, coefficients) {
                    let parts = force.iter().chain([&spin]);
                    total.iter_mut().zip(parts).for_each(|(sum, part)| *sum += &(part * share));
                }
                let [x, y, z, spin] = <[Rational; 4]>::try_from(total).ok()?;
                Some(S::round_push(Generator { force: [x, y, z], spin }))
            }
            Left::Nothing => Some(push),
        }
    }

    /// Leaves out what takes up less than the most on a motion; whether there was something.
    fn leave_out(&mut self, motion: &TightMotion<S::Touch>) -> bool {
        let mut fewer = false;
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let (touch, coefficients) = (&contact.touch, &self.coefficients[index]);
            let relative = self.problem.relative(contact, &motion.twists);
            let bound = motion.resistance.get(index).cloned().unwrap_or_default();
            match &mut self.left[index] {
                Left::Edges { kept, full } => {
                    let Some(generators) = touch.generators(coefficients) else { return false };
                    let before = (kept.len(), *full);
                    kept.retain(|&place| -work(&generators[place], &relative) == bound);
                    *full |= bound.is_positive();
                    fewer |= before != (kept.len(), *full);
                }
                // Another face of a round cone is one of its rays, which are seldom rational.
                Left::Round => match touch.round_taken(coefficients, &relative, &bound) {
                    Some(RoundTaken::Every) if bound.is_zero() => {}
                    _ => return false,
                },
                Left::Nothing => {}
            }
        }
        fewer
    }

    /// Directions of force in which pushes of what is left of a cone differ.
    fn directions(&self, index: usize) -> Vec<Vec<Rational>> {
        let (touch, coefficients) = (&self.problem.contacts[index].touch, &self.coefficients[index]);
        match (&self.left[index], touch.generators(coefficients)) {
            (Left::Edges { kept, full }, Some(generators)) => {
                let base = kept.first().filter(|_| *full);
                let others = kept.iter().filter(|place| Some(*place) != base);
                let direction = |place: &usize| match base {
                    Some(base) => {
                        generators[*place].iter().zip(&generators[*base]).map(|(a, b)| a - b).collect()
                    }
                    None => generators[*place].clone(),
                };
                others.map(direction).collect()
            }
            (Left::Round, Some(generators)) => generators,
            (Left::Nothing, _) => Vec::new(),
            _ => touch.round_directions(coefficients, false),
        }
    }

    /// The statement for forces strictly inside what is left; the rank of the equations may be known.
    fn proof(&self, forces: Vec<Pushed<S>>, rank: Option<usize>) -> Indeterminacy<S::Touch> {
        let rows = self.problem.bodies.len() * S::FREEDOMS;
        let (mut unknowns, mut columns) = (0, Vec::new());
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let directions = self.directions(index);
            unknowns += elimination::rank(directions.iter().map(|one| integers::primitive(one)).collect());
            columns.extend(directions.iter().map(|one| self.column(contact, one)));
        }
        let (rank, across) = rank.map_or_else(|| sparse::span(columns, rows), |rank| (rank, Vec::new()));
        let unresisted = across.iter().filter_map(|row| self.free_motion(row)).collect();
        Indeterminacy {
            load: self.load.to_vec(),
            forces,
            tight: self.tight.clone(),
            unresisted,
            dimension: unknowns - rank.min(unknowns),
        }
    }

    /// What a direction of force of a contact adds to the equations.
    fn column(&self, contact: &AssemblyContact<S::Touch>, direction: &[Rational]) -> Vec<(usize, Rational)> {
        felt::<S>(self.problem, contact, &contact.touch.generator_wrench(direction))
    }

    /// A row of multipliers as twists; none for what is held, whose equations are empty.
    fn free_motion(&self, row: &[Rational]) -> Option<Vec<S::Screw>> {
        let mut twists = self.problem.no_load();
        for ((twist, own), body) in twists.iter_mut().zip(row.chunks(S::FREEDOMS)).zip(&self.problem.bodies) {
            if own.iter().enumerate().any(|(k, entry)| !entry.is_zero() && !body.is_free(k)) {
                return None;
            }
            twist.as_mut().clone_from_slice(own);
        }
        Some(twists)
    }
}

impl Left {
    /// Leaves out variables of doubles, which are edges, or all of a round cone at once.
    fn leave(&mut self, dropped: &[bool]) {
        match self {
            Self::Edges { kept, .. } => {
                kept.retain(|&place| !dropped.get(place).copied().unwrap_or(false));
            }
            Self::Round if dropped.iter().any(|&idle| idle) => *self = Self::Nothing,
            Self::Round | Self::Nothing => {}
        }
    }

    fn is_full(&self) -> bool {
        matches!(self, Self::Edges { full: true, .. })
    }
}

/// The factor that makes a wrench the shortest whole one along it.
fn shortening(wrench: &[Rational]) -> Rational {
    let whole = integers::primitive(wrench);
    let pair = wrench.iter().zip(whole).find(|(entry, _)| !entry.is_zero());
    pair.and_then(|(entry, whole)| Rational::from(whole).checked_div(entry)).unwrap_or_else(Rational::one)
}

/// The power of a generator on a relative velocity.
fn work<T: Touch>(generator: &[Rational], relative: &Relative<T>) -> Rational {
    let linear = relative.linear.as_ref();
    let along: Rational = generator.iter().zip(linear).map(|(force, velocity)| force * velocity).sum();
    let spin = generator.get(linear.len()).map(|spin| spin * &relative.spin).unwrap_or_default();
    along + spin
}

fn added<S: Columned>(load: &[S::Screw], further: &[S::Screw]) -> Vec<S::Screw> {
    let mut sum = load.to_vec();
    for (sum, part) in sum.iter_mut().zip(further) {
        sum.as_mut().iter_mut().zip(part.as_ref()).for_each(|(sum, part)| *sum += part);
    }
    sum
}
