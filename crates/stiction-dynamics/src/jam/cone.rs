//! What the constraints can push with the signs of λ fixed, and programs over it.
//!
//! With `d = μλ` the friction that a box allows is linear: constraint i pushes along `σᵢΦᵢ` or along
//! `σᵢ(Φᵢ + s·μ̄ᵢΦ̂ᵢ)`, or between them.  Wedging asks whether these edges `e` have a sum that vanishes;
//! jamming, whether their images `Φ M⁻¹ e` have.

use stiction_exact::linear::{Program, Solution, farkas, minimise};
use stiction_exact::matrix::{Rows, dot};
use stiction_proof::{JamProblem, NonZero, Rational};

/// Which kind of locking is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locking {
    /// Theorem 1: accelerations and forces go to infinity \[DY Theorem 1\].
    Jam,
    /// Theorem 2: forces cancel among themselves \[DY Theorem 2\].
    Wedge,
}

/// `σΦᵢ`, and `σμ̄ᵢΦ̂ᵢ` in each direction that friction may have.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) bare: Vec<Rational>,
    pub(super) rubs: Rows,
}

/// The edges of one pattern of signs of a group of constraints.
#[derive(Debug, Clone)]
pub(super) struct Pushes {
    /// The constraints of the group, by number.
    pub(super) members: Vec<usize>,
    /// Which λ are negative.
    pub(super) negative: Vec<bool>,
    /// The edges as generalised forces.
    pub(super) forces: Vec<Parts>,
    /// Their images, in which sums must vanish; outside of the group's rows they are zero.
    pub(super) images: Vec<Parts>,
    /// Length of an image.
    pub(super) rows: usize,
}

/// Multiples of the edges of each constraint: without friction, and with all of it each way.
pub(super) type Multiples = Vec<(Rational, Vec<Rational>)>;

impl Parts {
    fn mapped(&self, map: impl Fn(&Vec<Rational>) -> Vec<Rational>) -> Self {
        Self { bare: map(&self.bare), rubs: self.rubs.iter().map(&map).collect() }
    }

    fn turned(&self) -> Self {
        self.mapped(|row| row.iter().map(|entry| -entry).collect())
    }
}

impl Pushes {
    /// The edges of all constraints of a problem, every λ positive; `through` holds the rows `Φ M⁻¹` for jamming.
    pub(super) fn new(problem: &JamProblem, kind: Locking, through: &[Vec<Rational>]) -> Self {
        let times = |row: &[Rational], factor: &Rational| -> Vec<Rational> {
            row.iter().map(|entry| entry * factor).collect()
        };
        let forces: Vec<Parts> = problem
            .constraints
            .iter()
            .map(|constraint| {
                let most = if kind == Locking::Jam { &constraint.mu } else { &constraint.at_rest };
                let mut rubs = Vec::new();
                if !most.is_zero() {
                    rubs.push(times(&constraint.friction, most));
                    if kind == Locking::Wedge && problem.either_way {
                        rubs.push(times(&constraint.friction, &-most));
                    }
                }
                Parts { bare: constraint.normal.clone(), rubs }
            })
            .collect();
        let image = |row: &Vec<Rational>| through.iter().map(|through| dot(through, row)).collect();
        let images = match kind {
            Locking::Wedge => forces.clone(),
            Locking::Jam => forces.iter().map(|parts| parts.mapped(image)).collect(),
        };
        let rows = if kind == Locking::Jam { through.len() } else { problem.coordinates() };
        let count = forces.len();
        Self { members: (0..count).collect(), negative: vec![false; count], forces, images, rows }
    }

    /// Those of some constraints, whose images are zero but in some rows.
    pub(super) fn part(&self, members: &[usize], rows: &[usize]) -> Self {
        let taken = |row: &Vec<Rational>| rows.iter().map(|&index| row[index].clone()).collect();
        Self {
            members: members.to_vec(),
            negative: vec![false; members.len()],
            forces: members.iter().map(|&one| self.forces[one].clone()).collect(),
            images: members.iter().map(|&one| self.images[one].mapped(taken)).collect(),
            rows: rows.len(),
        }
    }

    /// The same with the signs of another pattern.
    pub(super) fn signed(&self, negative: &[bool]) -> Self {
        let turned = |all: &[Parts]| -> Vec<Parts> {
            let pairs = all.iter().zip(self.negative.iter().zip(negative));
            pairs.map(|(parts, (was, is))| if was == is { parts.clone() } else { parts.turned() }).collect()
        };
        Self {
            members: self.members.clone(),
            negative: negative.to_vec(),
            forces: turned(&self.forces),
            images: turned(&self.images),
            rows: self.rows,
        }
    }

    /// The edges at a scale, constraint by constraint, each with a one below it.
    fn columns(&self, scale: &Rational) -> Rows {
        let mut columns = Vec::new();
        for parts in &self.images {
            let ended = |mut column: Vec<Rational>| {
                column.push(Rational::one());
                column
            };
            columns.push(ended(parts.bare.clone()));
            columns.extend(parts.rubs.iter().map(|rub| ended(full(&parts.bare, scale, rub))));
        }
        columns
    }

    fn right(&self) -> Vec<Rational> {
        let mut right = vec![Rational::zero(); self.rows];
        right.push(Rational::one());
        right
    }

    /// Multiples of the edges, not all zero, whose images cancel; or a vector that is positive on every image (Gordan).
    pub(super) fn cancel(&self, scale: &Rational) -> Result<Multiples, Vec<Rational>> {
        self.solved(farkas(&self.columns(scale), &self.right(), &[]))
    }

    fn solved(&self, found: Result<Vec<Rational>, Vec<Rational>>) -> Result<Multiples, Vec<Rational>> {
        match found {
            Ok(multiples) => Ok(self.grouped(multiples)),
            Err(mut direction) => {
                direction.truncate(self.rows);
                Err(direction)
            }
        }
    }

    fn grouped(&self, multiples: Vec<Rational>) -> Multiples {
        let mut multiples = multiples.into_iter();
        let mut next = || multiples.next().unwrap_or_default();
        self.images.iter().map(|parts| (next(), parts.rubs.iter().map(|_| next()).collect())).collect()
    }

    /// The sum of edges whose images cancel that reaches furthest along `towards`; or a vector `y` with
    /// `y·image ≥ towards·edge` on every edge, when none reaches beyond zero.
    pub(super) fn furthest(
        &self,
        scale: &Rational,
        towards: &[Rational],
    ) -> Result<Multiples, Vec<Rational>> {
        let mut cost = Vec::new();
        for parts in &self.forces {
            let bare = dot(towards, &parts.bare);
            cost.push(-&bare);
            cost.extend(parts.rubs.iter().map(|rub| -(&bare + &(scale * &dot(towards, rub)))));
        }
        self.beyond(Program { columns: self.columns(scale), right: self.right(), cost })
    }

    fn beyond(&self, program: Program) -> Result<Multiples, Vec<Rational>> {
        match minimise(&program) {
            Solution::Best { x, cost, .. } if cost.is_negative() => Ok(self.grouped(x)),
            Solution::Best { y, .. } => Err(y[..self.rows].iter().map(|entry| -entry).collect()),
            // The multiples add up to one, so nothing is unbounded; and this is asked where something cancels.
            Solution::Unbounded { x, .. } => Ok(self.grouped(x)),
            Solution::Impossible { y } => Err(y[..self.rows].to_vec()),
        }
    }

    /// λ and μ of these multiples at a scale.
    pub(super) fn witness(
        &self,
        problem: &JamProblem,
        kind: Locking,
        scale: &Rational,
        multiples: &Multiples,
    ) -> Witness {
        let none = vec![Rational::zero(); problem.constraints.len()];
        let mut witness = Witness { mu: none.clone(), forces: none };
        for ((&member, negative), (bare, full)) in self.members.iter().zip(&self.negative).zip(multiples) {
            let constraint = &problem.constraints[member];
            let total = full.iter().fold(bare.clone(), |sum, entry| sum + entry);
            let most = if kind == Locking::Jam { &constraint.mu } else { &constraint.at_rest };
            let across = match &full[..] {
                [] => Rational::zero(),
                [one] => one.clone(),
                [one, other, ..] => one - other,
            };
            // Where nothing presses nothing rubs, and any friction of the box will do: none.
            let Some(pressed) = NonZero::new(total) else { continue };
            witness.mu[member] = across / &pressed * scale * most;
            let total = pressed.get();
            witness.forces[member] = if *negative { -total } else { total.clone() };
        }
        witness
    }

    /// The generalised force of these multiples.
    pub(super) fn force(&self, scale: &Rational, multiples: &Multiples) -> Vec<Rational> {
        let mut sum = vec![Rational::zero(); self.forces.first().map_or(0, |parts| parts.bare.len())];
        for (parts, (bare, full)) in self.forces.iter().zip(multiples) {
            let total = full.iter().fold(bare.clone(), |sum, entry| sum + entry);
            sum.iter_mut().zip(&parts.bare).for_each(|(sum, entry)| *sum += &total * entry);
            for (rub, multiple) in parts.rubs.iter().zip(full) {
                let factor = scale * multiple;
                sum.iter_mut().zip(rub).for_each(|(sum, entry)| *sum += &factor * entry);
            }
        }
        sum
    }

    /// Multiples of the `σΦⱼ` of `left`, each at least one, and of what friction makes of them, that cancel;
    /// or a vector on which none of these is negative and some `σΦⱼ` is positive.  With a scale the others
    /// are the edges with all the friction; without one they are the friction alone, of any size.
    pub(super) fn cancel_each(
        &self,
        left: &[usize],
        scale: Option<&Rational>,
    ) -> Result<Multiples, Vec<Rational>> {
        let mut right = vec![Rational::zero(); self.rows];
        let mut columns = Vec::new();
        for &index in left {
            let parts = &self.images[index];
            right.iter_mut().zip(&parts.bare).for_each(|(right, bare)| *right -= bare);
            columns.push(parts.bare.clone());
            columns.extend(parts.rubs.iter().map(|rub| match scale {
                None => rub.clone(),
                Some(scale) => full(&parts.bare, scale, rub),
            }));
        }
        let mut multiples = self.of_left(left, farkas(&columns, &right, &[])?);
        left.iter().for_each(|&index| multiples[index].0 += Rational::one());
        Ok(multiples)
    }

    /// Multiples of the edges of these constraints, one after the other, and zeros of the others.
    fn of_left(&self, left: &[usize], found: Vec<Rational>) -> Multiples {
        let counts = self.images.iter().map(|parts| parts.rubs.len());
        let mut multiples: Multiples =
            counts.map(|count| (Rational::zero(), vec![Rational::zero(); count])).collect();
        let mut found = found.into_iter();
        let mut next = || found.next().unwrap_or_default();
        for &index in left {
            multiples[index] = (next(), self.images[index].rubs.iter().map(|_| next()).collect());
        }
        multiples
    }

    /// Leaves out constraints that can carry no force, one vector after the other, until none is left or the
    /// rest cancels.
    pub(super) fn chain(&self, scale: Option<&Rational>) -> Chained {
        let mut left: Vec<usize> = (0..self.images.len()).collect();
        let mut chain = Vec::new();
        while !left.is_empty() {
            match self.cancel_each(&left, scale) {
                Ok(multiples) => return Chained { chain, rest: Some((left, multiples)) },
                Err(direction) => {
                    left.retain(|&index| !dot(&direction, &self.images[index].bare).is_positive());
                    chain.push(direction);
                }
            }
        }
        Chained { chain, rest: None }
    }

    /// As [`Pushes::furthest`] at no bound on the scale, over the constraints of `left`: the multiples are of
    /// `σΦⱼ` and of its friction.
    pub(super) fn furthest_freely(
        &self,
        left: &[usize],
        towards: &[Rational],
    ) -> Result<Multiples, Vec<Rational>> {
        let (mut columns, mut cost) = (Vec::new(), Vec::new());
        for &index in left {
            let (images, forces) = (&self.images[index], &self.forces[index]);
            let images = std::iter::once(&images.bare).chain(&images.rubs);
            for (image, force) in images.zip(std::iter::once(&forces.bare).chain(&forces.rubs)) {
                let mut column = image.clone();
                column.push(Rational::one());
                columns.push(column);
                cost.push(-dot(towards, force));
            }
        }
        match minimise(&Program { columns, right: self.right(), cost }) {
            Solution::Best { x, cost, .. } if cost.is_negative() => Ok(self.of_left(left, x)),
            Solution::Best { y, .. } | Solution::Impossible { y } => {
                Err(y[..self.rows].iter().map(|entry| -entry).collect())
            }
            Solution::Unbounded { .. } => Err(Vec::new()),
        }
    }
}

/// How a chain ended: with the constraints that are left and multiples of their edges that cancel, or with none.
pub(super) struct Chained {
    pub(super) chain: Rows,
    pub(super) rest: Option<(Vec<usize>, Multiples)>,
}

/// `bare + scale·rub`.
pub(super) fn full(bare: &[Rational], scale: &Rational, rub: &[Rational]) -> Vec<Rational> {
    bare.iter().zip(rub).map(|(bare, rub)| bare + &(scale * rub)).collect()
}

/// A friction vector and the forces of a singular solution.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Witness {
    pub(super) mu: Vec<Rational>,
    pub(super) forces: Vec<Rational>,
}
