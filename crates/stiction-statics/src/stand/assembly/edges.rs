//! An assembly as an exact linear program over edges of the cones.
//!
//! With multiples `kⱼ ≥ 0` of the edges, slacks `sᵢ ≥ 0` of the limits and `Wⱼ` for the wrench of an edge on
//! all bodies,
//!
//! ```text
//!     Σ kⱼWⱼ = −w   in every freedom,   Σ_{j of i} kⱼ + sᵢ = Lᵢ   where there is a limit     (1)
//! ```
//!
//! is a linear program.  Its multipliers are twists of the bodies and bounds of what limited contacts take up.
//!
//! A round cone has edges without number.  Some of them give a program whose pushes are pushes of the round
//! cones.  Its twists may be resisted by an edge that is not listed: the one against which a contact slides
//! most; it is added, and the program is asked again \[Kelley\].  At the end the listed edges are made a
//! little too wide: twists that are not resisted by these are not resisted by the round cones between them
//! either.  So pushes and twists are both exact, and what they show differs by little.

use super::columns::Columned;
use super::corners::{Corners, Further, Triangle};
use dashu_int::ops::{BitTest, UnsignedAbs};
use stiction_exact::double::norm as length;
use stiction_exact::linear::sparse::{self, Growing, SparseProgram};
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_proof::{
    AssemblyContact, AssemblyProblem, Coefficients, FrictionUse, Generator, Rational, Relative, Touch,
};
use stiction_scene::lower::Standing;

/// One edge of a contact's cone.
#[derive(Clone)]
struct Edge {
    contact: usize,
    /// Which of its cone's edges it is; of a round cone nothing.
    place: usize,
    entries: Vec<(usize, Rational)>,
    /// The force along the axes of the world.
    force: Vec<Rational>,
    /// Multiples of the normal in it.
    along: Rational,
    /// Of a round cone: the edge itself.
    round: Option<Generator>,
}

/// The program (1) of an assembly.
pub(super) struct Edges<'a, S: Columned> {
    problem: &'a AssemblyProblem<S::Touch>,
    coefficients: Vec<Coefficients>,
    /// For each body and component its row.
    rows: Vec<Vec<Option<usize>>>,
    count: usize,
    edges: Vec<Edge>,
    /// For each contact the row of its limit.
    limits: Vec<Option<usize>>,
    /// Contacts that push with all that their limits allow.
    full: Vec<bool>,
    is_round: bool,
    /// Edges that are believed to be used, the likeliest first.
    likely: Vec<usize>,
    /// Programs that are asked, at most, where cones are round.
    rounds: usize,
}

/// A load that may be added at a cost.
pub(super) struct Added<'a, S: Columned> {
    pub(super) wrenches: &'a [S::Screw],
    /// By how much the limit of each contact shrinks with it; empty where it does not.
    pub(super) taken: &'a [Rational],
    pub(super) cost: Rational,
}

/// What the pushes of a contact cost: so much for each normal, and the force along a direction.
pub(super) struct Price<S: Columned> {
    pub(super) normal: Rational,
    pub(super) along: Option<S::Vector>,
}

impl<S: Columned> Price<S> {
    /// Pushes that cost nothing.
    pub(super) fn nothing() -> Self {
        Self { normal: Rational::zero(), along: None }
    }

    /// So much for each normal.
    pub(super) fn of_normal(normal: Rational) -> Self {
        Self { normal, along: None }
    }

    /// What a push weighs: where that is least, forces are what a person expects to see.  Of one body the
    /// lengths of the normals, nearly, of many one for each, which keeps fractions short: costs choose among
    /// solutions, they decide nothing.
    pub(super) fn weight(problem: &AssemblyProblem<S::Touch>, contact: usize) -> Self {
        let length = || Rational::from_f64(length(&S::normal(&problem.contacts[contact].touch)));
        let own = if is_alone(problem) { length().filter(Rational::is_positive) } else { None };
        Self::of_normal(own.unwrap_or_else(Rational::one))
    }
}

/// How a search over the edges ends.
pub(super) enum EdgeEnd<S: Columned> {
    /// Pushes at about the least cost; the twists show how little cheaper anything could be.
    Best { pushes: Vec<Pushed<S>>, twists: Vec<S::Screw>, resistance: Vec<Rational>, cost: Rational },
    /// Some pushes; the cost has no least.
    Unbounded { pushes: Vec<Pushed<S>> },
    /// None at all: the collapse.
    Impossible { twists: Vec<S::Screw>, resistance: Vec<Rational> },
    /// Of round cones no twists were found that show as much; pushes, where there are any, and their cost.
    Between(Option<(Vec<Pushed<S>>, Rational)>),
}

pub(super) type Pushed<S> = <<S as Standing>::Touch as Touch>::Push;

/// Rows up to which the tableau is taken: it is fast while its numbers are words, and its fractions are short.
const FEW_ROWS: usize = 12;
/// Rows up to which it is taken whatever its numbers are.
const FEWEST_ROWS: usize = 6;
/// Bits of an entry beyond which its numbers are no words for long: they are determinants of the entries, as
/// long as all rows together.  The edges of a pyramid of eight are rounded roots, of fifty bits and more.
const SHORT: usize = 24;
/// Programs that are asked, at most, before round cones are given up as too near to their boundary.
const ROUNDS: usize = 40;
/// One part in so many by which edges are too wide at the end, relative to what they have across the normal:
/// then one edge stands for those within √(2·2⁻⁴⁰) of it, about 10⁻⁶.
const WIDER: u64 = 1 << 40;

/// Part of a relative velocity by which a contact may resist it before edges are added no more but made wider.
const NEAR: f64 = 1e-11;
/// The part from which on doubles see that an edge is missing.
const MISSING: f64 = 1e-10;

impl<'a, S: Columned> Edges<'a, S> {
    /// The program; round cones begin with a few edges.
    pub(super) fn new(problem: &'a AssemblyProblem<S::Touch>, friction: &FrictionUse) -> Self {
        let coefficients = problem.coefficients(friction);
        let mut count = 0;
        let mut next = || {
            count += 1;
            count - 1
        };
        let mut rows: Vec<Vec<Option<usize>>> = Vec::with_capacity(problem.bodies.len());
        for body in &problem.bodies {
            rows.push((0..S::FREEDOMS).map(|component| body.is_free(component).then(&mut next)).collect());
        }
        let limit = |contact: &AssemblyContact<S::Touch>| contact.touch.most().map(|_| next());
        let limits = problem.contacts.iter().map(limit).collect();
        let (edges, is_round, likely) = (Vec::new(), false, Vec::new());
        let full = vec![false; problem.contacts.len()];
        let mut program = Self {
            problem,
            coefficients,
            rows,
            count,
            edges,
            limits,
            full,
            is_round,
            likely,
            rounds: ROUNDS,
        };
        for (index, contact) in problem.contacts.iter().enumerate() {
            let coefficients = &program.coefficients[index];
            if S::is_round(&contact.touch, coefficients) {
                program.is_round = true;
                for edge in S::round_edges(&contact.touch, coefficients) {
                    program.push_round(index, edge);
                }
            } else {
                for (place, wrench) in S::columns(&contact.touch, coefficients).iter().enumerate() {
                    let edge = program.edge((index, place), wrench, Rational::one(), None);
                    program.edges.push(edge);
                }
            }
        }
        program
    }

    /// Leaves out edges of cones that are not round, by contact and place, and the slacks of contacts that
    /// push with all that they may.
    pub(super) fn keep(&mut self, kept: impl Fn(usize, usize) -> bool, full: Vec<bool>) {
        self.edges.retain(|edge| edge.round.is_some() || kept(edge.contact, edge.place));
        self.full = full;
    }

    /// Asks at most so many programs where cones are round.
    pub(super) fn take_rounds(&mut self, rounds: usize) {
        self.rounds = rounds;
    }

    fn edge(
        &self,
        (contact, place): (usize, usize),
        wrench: &S::Screw,
        along: Rational,
        round: Option<Generator>,
    ) -> Edge {
        let mut entries = self.felt(&self.problem.contacts[contact], wrench);
        entries.extend(self.limits[contact].map(|row| (row, along.clone())));
        let force = wrench.as_ref()[S::FREEDOMS - S::DIMENSION..].to_vec();
        Edge { contact, place, entries, force, along, round }
    }

    fn push_round(&mut self, contact: usize, round: Generator) {
        let touch = &self.problem.contacts[contact].touch;
        let (wrench, Some(along)) = (S::wrench_of(touch, &round), S::along(touch, &round)) else { return };
        let edge = self.edge((contact, 0), &wrench, along, Some(round));
        self.edges.push(edge);
    }

    /// Begins with what a search in doubles found: the edges by which forces push, and those to which they lean.
    pub(super) fn lean(&mut self, variables: &[Vec<f64>]) {
        let mut likely: Vec<(f64, usize)> = Vec::new();
        for (place, edge) in self.edges.iter().enumerate().filter(|(_, edge)| edge.round.is_none()) {
            if let Some(x) = variables.get(edge.contact).and_then(|x| x.get(edge.place)) {
                likely.push((*x, place));
            }
        }
        for (contact, x) in variables.iter().enumerate().take(self.problem.contacts.len()) {
            let touch = &self.problem.contacts[contact].touch;
            if let Some(edge) = S::round_edge_along(touch, &self.coefficients[contact], x) {
                likely.push((x[0], self.edges.len()));
                self.push_round(contact, edge);
            }
        }
        likely.retain(|(x, _)| *x > 0.0);
        likely.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.likely = likely.into_iter().map(|(_, place)| place).collect();
    }

    /// Begins with the edges that resist a motion most.
    pub(super) fn lean_against(&mut self, twists: &[S::Screw]) {
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let (touch, coefficients) = (&contact.touch, &self.coefficients[index]);
            let relative = self.problem.relative(contact, twists);
            let found = S::round_edge_against(touch, coefficients, &relative, &Rational::zero());
            if let Some((edge, _)) = found {
                self.push_round(index, edge);
            }
        }
    }

    /// A wrench at a contact as entries of the rows of both bodies.
    fn felt(&self, contact: &AssemblyContact<S::Touch>, wrench: &S::Screw) -> Vec<(usize, Rational)> {
        let mut column = Vec::new();
        for (body, positive) in contact.sides() {
            let about = S::Touch::about(wrench.clone(), &self.problem.bodies[body].reference);
            for (entry, row) in about.as_ref().iter().zip(&self.rows[body]) {
                if let Some(row) = row.filter(|_| !entry.is_zero()) {
                    column.push((row, if positive { entry.clone() } else { -entry }));
                }
            }
        }
        column
    }

    /// The entries of a load in the rows.
    fn entries(&self, load: &[S::Screw]) -> Vec<Rational> {
        let mut right = vec![Rational::zero(); self.count];
        for (load, rows) in load.iter().zip(&self.rows) {
            for (entry, row) in load.as_ref().iter().zip(rows) {
                if let Some(row) = row {
                    right[*row] = entry.clone();
                }
            }
        }
        right
    }

    /// Balances `load` at the least cost of `further` loads and of the pushes.
    pub(super) fn least(
        &mut self,
        load: &[S::Screw],
        further: &[Added<'_, S>],
        price: impl Fn(usize) -> Price<S>,
    ) -> EdgeEnd<S> {
        let prices: Vec<Price<S>> = (0..self.problem.contacts.len()).map(price).collect();
        if let Some(end) = self.by_corners(load, further, &prices) {
            return end;
        }
        let program = self.program(load, further, &prices);
        if !self.is_round {
            let (end, basis) = solved(&program, &self.hint(&program));
            self.remember(&program, &basis);
            return self.told(end);
        }
        self.by_generation(program, &prices)
    }

    /// The end of a program as pushes and twists.
    fn told(&self, end: Solution) -> EdgeEnd<S> {
        match end {
            Solution::Best { x, y, cost } => {
                let (twists, resistance) = self.motion(&y);
                EdgeEnd::Best { pushes: self.pushes(&x), twists, resistance, cost }
            }
            Solution::Unbounded { x, .. } => EdgeEnd::Unbounded { pushes: self.pushes(&x) },
            Solution::Impossible { y } => {
                let (twists, resistance) = self.motion(&minus(&y));
                EdgeEnd::Impossible { twists, resistance }
            }
        }
    }

    /// One body with edges: by corners, where what is added takes the same share of every limit.
    fn by_corners(
        &self,
        load: &[S::Screw],
        further: &[Added<'_, S>],
        prices: &[Price<S>],
    ) -> Option<EdgeEnd<S>> {
        let freedoms = self.rows.iter().flatten().flatten().count();
        if self.is_round || !is_alone(self.problem) || freedoms == 0 {
            return None;
        }
        let cut = |mut entries: Vec<Rational>| {
            entries.truncate(freedoms);
            entries
        };
        let added = |added: &Added<'_, S>| {
            let (wrench, cost) = (cut(self.entries(added.wrenches)), added.cost.clone());
            Some(Further { wrench, share: self.share(added.taken)?, cost })
        };
        let further = further.iter().map(added).collect::<Option<Vec<_>>>()?;
        let corners = self.corners(freedoms, prices);
        let mut end = corners.least(&cut(self.entries(load)), further);
        match &mut end {
            Solution::Best { y, .. } => self.price_limits(&corners, y, true),
            Solution::Impossible { y } => {
                *y = minus(y);
                self.price_limits(&corners, y, false);
                *y = minus(y);
            }
            Solution::Unbounded { .. } => {}
        }
        Some(self.told(end))
    }

    /// The share of every limit that is taken, if it is the same of all.
    fn share(&self, taken: &[Rational]) -> Option<Rational> {
        let limits = self.problem.contacts.iter().zip(taken);
        let limits = limits.filter_map(|(contact, taken)| Some((contact.touch.most()?, taken)));
        // What cannot push loses nothing.
        let mut shares = limits
            .filter(|(most, taken)| !(most.is_zero() && taken.is_zero()))
            .map(|(most, taken)| taken.checked_div(most));
        let Some(first) = shares.next() else { return Some(Rational::zero()) };
        first.filter(|first| shares.all(|other| other.as_ref() == Some(first)))
    }

    fn corners(&self, freedoms: usize, prices: &[Price<S>]) -> Corners {
        let (mut free, mut limited): (Vec<usize>, Vec<Triangle>) = (Vec::new(), Vec::new());
        let (mut wrenches, mut cost) = (Vec::with_capacity(self.edges.len()), Vec::new());
        let mut last = None;
        for (place, edge) in self.edges.iter().enumerate() {
            let mut wrench = vec![Rational::zero(); freedoms];
            let entries = edge.entries.iter().filter(|(row, _)| *row < freedoms);
            entries.for_each(|(row, entry)| wrench[*row] = entry.clone());
            wrenches.push(wrench);
            cost.push(dear::<S>(edge, &prices[edge.contact]));
            match self.problem.contacts[edge.contact].touch.most() {
                None => free.push(place),
                // A limit of zero offers nothing.
                Some(most) if most.is_zero() => {}
                Some(_) if last == Some(edge.contact) => {
                    limited.last_mut().iter_mut().for_each(|triangle| triangle.edges.push(place));
                }
                Some(most) => {
                    last = Some(edge.contact);
                    let idle = !self.full[edge.contact];
                    limited.push(Triangle { most: most.clone(), edges: vec![place], idle });
                }
            }
        }
        Corners { wrenches, cost, free, limited }
    }

    /// Adds the prices of the limits to those of the freedoms: as high as no edge, and no slack, becomes a gain.
    fn price_limits(&self, corners: &Corners, prices: &mut Vec<Rational>, costs: bool) {
        let slack = |full: &bool| (!full).then(Rational::zero);
        let mut least: Vec<Option<Rational>> = self.full.iter().map(slack).collect();
        for (place, edge) in self.edges.iter().enumerate() {
            let left = corners.reduced(place, prices, costs);
            let least = &mut least[edge.contact];
            if least.as_ref().is_none_or(|least| left < *least) {
                *least = Some(left);
            }
        }
        prices.resize(self.count, Rational::zero());
        for (row, least) in self.limits.iter().zip(least) {
            if let Some(row) = row {
                prices[*row] = least.unwrap_or_default();
            }
        }
    }

    /// The columns of the slacks and further loads, which come first, then of the edges.
    fn program(&self, load: &[S::Screw], further: &[Added<'_, S>], prices: &[Price<S>]) -> SparseProgram {
        let mut right: Vec<Rational> = self.entries(load).into_iter().map(|entry| -entry).collect();
        let (mut columns, mut cost) = (Vec::new(), Vec::new());
        for (contact, row) in self.limits.iter().enumerate() {
            if let Some(row) = *row {
                if !self.full[contact] {
                    columns.push(vec![(row, Rational::one())]);
                    cost.push(Rational::zero());
                }
                right[row] = self.problem.contacts[contact].touch.most().cloned().unwrap_or_default();
            }
        }
        for added in further {
            let entries = self.entries(added.wrenches).into_iter().enumerate();
            let mut column: Vec<(usize, Rational)> = entries.filter(|(_, entry)| !entry.is_zero()).collect();
            let taken = self.limits.iter().zip(added.taken).filter(|(_, taken)| !taken.is_zero());
            column.extend(taken.filter_map(|(row, taken)| Some(((*row)?, taken.clone()))));
            columns.push(column);
            cost.push(added.cost.clone());
        }
        for edge in &self.edges {
            columns.push(edge.entries.clone());
            cost.push(dear::<S>(edge, &prices[edge.contact]));
        }
        SparseProgram { columns, right, cost }
    }

    /// No multiples of any edge of the cones that are not round.
    fn widths(&self) -> Vec<Vec<Rational>> {
        let cones = self.problem.contacts.iter().zip(&self.coefficients);
        let width = |(contact, own): (&AssemblyContact<S::Touch>, &Coefficients)| {
            if S::is_round(&contact.touch, own) { 0 } else { S::columns(&contact.touch, own).len() }
        };
        cones.map(|cone| vec![Rational::zero(); width(cone)]).collect()
    }

    fn pushes(&self, x: &[Rational]) -> Vec<Pushed<S>> {
        let first = x.len() - self.edges.len();
        let mut multiples: Vec<Vec<Rational>> = self.widths();
        let mut round: Vec<Option<Generator>> = vec![None; self.problem.contacts.len()];
        for (edge, value) in self.edges.iter().zip(&x[first..]) {
            match &edge.round {
                None => multiples[edge.contact][edge.place] = value.clone(),
                Some(own) => {
                    let nothing = || Generator { force: Default::default(), spin: Rational::zero() };
                    let sum = round[edge.contact].get_or_insert_with(nothing);
                    sum.force.iter_mut().zip(&own.force).for_each(|(sum, part)| *sum += part * value);
                    sum.spin += &own.spin * value;
                }
            }
        }
        let cones = self.problem.contacts.iter().zip(&self.coefficients).zip(multiples.iter().zip(round));
        cones
            .map(|((contact, coefficients), (multiples, round))| match round {
                Some(sum) => S::round_push(sum),
                None => S::push(&contact.touch, coefficients, multiples),
            })
            .collect()
    }

    /// Prices of the rows as twists, and what limited contacts take up on them.
    fn motion(&self, prices: &[Rational]) -> (Vec<S::Screw>, Vec<Rational>) {
        let twist = |rows: &Vec<Option<usize>>| {
            let mut twist = S::Screw::default();
            for (entry, row) in twist.as_mut().iter_mut().zip(rows) {
                *entry = row.map(|row| -&prices[row]).unwrap_or_default();
            }
            twist
        };
        let twists: Vec<S::Screw> = self.rows.iter().map(twist).collect();
        if self.limits.iter().all(Option::is_none) {
            return (twists, Vec::new());
        }
        let taken = |(row, full): (&Option<usize>, &bool)| match row.map(|row| -&prices[row]) {
            Some(taken) if *full || taken.is_positive() => taken,
            _ => Rational::zero(),
        };
        (twists, self.limits.iter().zip(&self.full).map(taken).collect())
    }

    /// The end over as many edges of the round cones as are needed: doubles find most of them.
    fn by_generation(&mut self, program: SparseProgram, prices: &[Price<S>]) -> EdgeEnd<S> {
        let mut growing = Growing::new(&program, &self.hint(&program));
        drop(program);
        let mut pushes = None;
        for _ in 0..self.rounds {
            self.generate(&mut growing, prices);
            let (motion, impossible) = match growing.settle() {
                Solution::Unbounded { x, .. } => return EdgeEnd::Unbounded { pushes: self.pushes(&x) },
                Solution::Best { x, y, cost } => {
                    pushes = Some((self.pushes(&x), cost));
                    (self.motion(&y), false)
                }
                Solution::Impossible { y } => (self.motion(&minus(&y)), true),
            };
            let mut resisted = self.resisted(&motion, prices, impossible);
            if resisted.is_empty() {
                return ended(pushes, motion, impossible);
            }
            if resisted.iter().all(|(_, _, part)| *part < NEAR) {
                let (motion, impossible) = match self.wide(&growing).settle() {
                    Solution::Best { y, .. } => (self.motion(&y), false),
                    Solution::Impossible { y } => (self.motion(&minus(&y)), true),
                    Solution::Unbounded { .. } => return EdgeEnd::Between(pushes),
                };
                let missing = self.resisted(&motion, prices, impossible);
                if missing.is_empty() {
                    // Where the wide cones bear the load and the listed edges do not, the boundary is in between.
                    let open = pushes.is_none() && !impossible;
                    return if open { EdgeEnd::Between(None) } else { ended(pushes, motion, impossible) };
                }
                resisted.extend(missing);
            }
            for (contact, edge, _) in resisted {
                self.grow(&mut growing, prices, contact, edge);
            }
        }
        EdgeEnd::Between(pushes)
    }

    /// The likely edges as columns of the program, and the slacks after them.
    fn hint(&self, program: &SparseProgram) -> Vec<usize> {
        let first = program.columns.len() - self.edges.len();
        let slacks =
            0..self.limits.iter().zip(&self.full).filter(|(row, full)| row.is_some() && !**full).count();
        self.likely.iter().map(|place| first + place).chain(slacks).collect()
    }

    /// Begins at the same edges when it is asked again.
    fn remember(&mut self, program: &SparseProgram, basis: &[usize]) {
        let first = program.columns.len() - self.edges.len();
        let used = basis.iter().filter(|&&column| first <= column && column < program.columns.len());
        self.likely = used.map(|column| column - first).collect();
    }

    fn grow(&mut self, growing: &mut Growing, prices: &[Price<S>], contact: usize, edge: Generator) {
        self.push_round(contact, edge);
        let last = &self.edges[self.edges.len() - 1];
        growing.push(&last.entries, dear::<S>(last, &prices[contact]));
    }

    /// Adds edges until doubles see none that is missing by more than a little.
    fn generate(&mut self, growing: &mut Growing, prices: &[Price<S>]) {
        for _ in 0..self.rounds {
            let guessed = growing.guess();
            let motion = self.motion(&guessed.prices);
            let mut resisted = self.resisted(&motion, prices, guessed.impossible);
            resisted.retain(|(_, _, part)| *part >= MISSING);
            if resisted.is_empty() {
                return;
            }
            for (contact, edge, _) in resisted {
                self.grow(growing, prices, contact, edge);
            }
        }
    }

    /// Round cones that resist twists, each with the edge that does so most, and by how much of the relative velocity.
    fn resisted(
        &self,
        (twists, resistance): &(Vec<S::Screw>, Vec<Rational>),
        prices: &[Price<S>],
        impossible: bool,
    ) -> Vec<(usize, Generator, f64)> {
        let mut found = Vec::new();
        for (index, contact) in self.problem.contacts.iter().enumerate() {
            let (touch, coefficients) = (&contact.touch, &self.coefficients[index]);
            if !S::is_round(touch, coefficients) {
                continue;
            }
            let mut relative: Relative<S::Touch> = self.problem.relative(contact, twists);
            let mut allowed = resistance.get(index).cloned().unwrap_or_default();
            if !impossible {
                allowed += &prices[index].normal;
                if let Some(along) = &prices[index].along {
                    for (sum, part) in relative.linear.as_mut().iter_mut().zip(along.as_ref()) {
                        *sum += part;
                    }
                }
            }
            if touch.resists_at_most(coefficients, &relative, &allowed) {
                continue;
            }
            if let Some((edge, part)) = S::round_edge_against(touch, coefficients, &relative, &allowed) {
                found.push((index, edge, part));
            }
        }
        found
    }

    /// The program with edges of round cones that are a little too wide, at the same basis.
    fn wide(&self, growing: &Growing) -> Growing {
        let first = growing.columns() - self.edges.len();
        let wider = self.edges.iter().enumerate().filter_map(|(place, edge)| {
            let touch = &self.problem.contacts[edge.contact].touch;
            let round = S::round_edge_widened(touch, edge.round.as_ref()?, &Rational::new(1, WIDER));
            let wrench = S::wrench_of(touch, &round);
            Some((first + place, self.edge((edge.contact, 0), &wrench, edge.along.clone(), None).entries))
        });
        growing.with_columns(wider)
    }
}

/// Whether some cones of an assembly are round.
pub fn is_round<S: Columned>(problem: &AssemblyProblem<S::Touch>, friction: &FrictionUse) -> bool {
    let coefficients = problem.coefficients(friction);
    problem.contacts.iter().zip(&coefficients).any(|(contact, own)| S::is_round(&contact.touch, own))
}

/// Whether an assembly is one body.
pub(super) fn is_alone<T: Touch>(problem: &AssemblyProblem<T>) -> bool {
    problem.bodies.len() == 1
}

/// Rows of the program of an assembly; of one body whose cones have edges limits take one row together.
pub(super) fn size<S: Columned>(problem: &AssemblyProblem<S::Touch>) -> usize {
    if is_alone(problem) && !is_round::<S>(problem, &FrictionUse::Given) {
        return S::FREEDOMS + 1;
    }
    let freedoms: usize = problem
        .bodies
        .iter()
        .map(|body| (0..S::FREEDOMS).filter(|&component| body.is_free(component)).count())
        .sum();
    freedoms + problem.contacts.iter().filter(|contact| contact.touch.most().is_some()).count()
}

/// Edges of all cones that are not round.
pub(super) fn count<S: Columned>(problem: &AssemblyProblem<S::Touch>, friction: &FrictionUse) -> usize {
    let cones = problem.contacts.iter().zip(problem.coefficients(friction));
    let edges = cones.filter(|(contact, coefficients)| !S::is_round(&contact.touch, coefficients));
    edges.map(|(contact, coefficients)| S::columns(&contact.touch, &coefficients).len()).sum()
}

fn ended<S: Columned>(
    pushes: Option<(Vec<Pushed<S>>, Rational)>,
    (twists, resistance): (Vec<S::Screw>, Vec<Rational>),
    impossible: bool,
) -> EdgeEnd<S> {
    match pushes {
        Some((pushes, cost)) if !impossible => EdgeEnd::Best { pushes, twists, resistance, cost },
        _ => EdgeEnd::Impossible { twists, resistance },
    }
}

/// What an edge costs.
fn dear<S: Columned>(edge: &Edge, price: &Price<S>) -> Rational {
    let own = &price.normal * &edge.along;
    match &price.along {
        Some(along) => {
            own + edge.force.iter().zip(along.as_ref()).map(|(force, along)| force * along).sum::<Rational>()
        }
        None => own,
    }
}

fn minus(y: &[Rational]) -> Vec<Rational> {
    y.iter().map(|entry| -entry).collect()
}

/// Whether the tableau is the faster way.
fn is_small(program: &SparseProgram) -> bool {
    let is_short = |entry: &Rational| {
        entry.numerator().unsigned_abs().bit_len().max(entry.denominator().bit_len()) <= SHORT
    };
    let mut entries = program.columns.iter().flatten().map(|(_, entry)| entry);
    let rows = program.right.len();
    rows <= FEWEST_ROWS || rows <= FEW_ROWS && entries.all(is_short)
}

/// The end of a program: by the tableau if it is small.
fn solved(program: &SparseProgram, hint: &[usize]) -> (Solution, Vec<usize>) {
    if !is_small(program) {
        return sparse::minimise(program, hint);
    }
    let dense = |column: &Vec<(usize, Rational)>| {
        let mut full = vec![Rational::zero(); program.right.len()];
        column.iter().for_each(|(row, entry)| full[*row] = entry.clone());
        full
    };
    let columns = program.columns.iter().map(dense).collect();
    let program = Program { columns, right: program.right.clone(), cost: program.cost.clone() };
    (minimise(&program), Vec::new())
}
