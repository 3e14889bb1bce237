//! The least friction to the last digit: Newton's method on what holds at it.
//!
//! At the least coefficient `μ` a squeeze `f` and an escape `V` exist together, and do no work on each other.  So each
//! contact either does nothing, or sticks (its point stands still and its force is any), or is about to slide with its
//! force on the cone's edge against the slip,
//!
//! ```text
//!     n·u = μ|u_t|,     f = α(n − μ·u_t/|u_t|)                                             (1)
//! ```
//!
//! Which of them is read off an approximate solution; then (1), `u = 0` at contacts that stick and the balance of the
//! forces, with `|V| = 1` and `Σα = 1`, are equations for `V`, `μ` and the forces, of which one is redundant.
//! Gauss's variant of Newton's method solves them.
//!
//! References: \[MR 12.2.3.2\].

use super::round::{Centre, Cone, Cones};
use nalgebra::{DMatrix, DVector};
use stiction_exact::double::dot;

/// A squeeze and an escape at one coefficient.
pub(super) struct Polished {
    pub(super) mu: f64,
    /// Multiples of the columns of every cone, tangents of unit length.
    pub(super) x: Vec<f64>,
    pub(super) y: [f64; 6],
    /// For each cone the columns on which the motion does no work; all of them where a contact sticks.
    pub(super) still: Vec<Vec<usize>>,
}

/// What a contact does at the threshold.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Role {
    Idle,
    /// Sticks, or has a cone of edges of which these count: every kept column does no work, its multiple is free.
    Kept,
    Slides,
}

/// Steps after which the method has ended or never will.
const STEPS: usize = 12;
/// Turns of the singular value decomposition of a step.
const MOST_TURNS: usize = 200;
/// Times that roles are corrected.
const CORRECTIONS: usize = 8;

/// Refines an approximate solution at the coefficient `mu`; `cones` have tangents of unit length.  What
/// counts as nothing in it is tried in turn ([`SMALL`]); those that end somewhere consistent come out.
pub(super) fn polish<'a>(
    cones: &'a Cones,
    mu: f64,
    sharing: &'a [bool],
    centre: &'a Centre,
) -> impl Iterator<Item = Polished> + 'a {
    let mut tried: Vec<Vec<Role>> = Vec::new();
    SMALL.into_iter().filter_map(move |small| {
        let pieces = pieces(cones, mu, sharing, centre, small)?;
        let roles: Vec<Role> = pieces.iter().map(|piece| piece.role).collect();
        if tried.contains(&roles) {
            return None;
        }
        tried.push(roles);
        State { mu, y: unit(&centre.y)?, pieces }.threshold()
    })
}

/// One contact's part in the equations.
#[derive(Clone)]
struct Piece<'a> {
    cone: &'a Cone,
    role: Role,
    /// Whether it has friction that is shared.
    rubs: bool,
    /// Which columns count, where the contact keeps.
    kept: Vec<usize>,
    /// Their multiples, or `α` alone where it slides.
    values: Vec<f64>,
}

impl Piece<'_> {
    /// Whether it has friction that is shared and stands still.
    fn sticks(&self) -> bool {
        self.role == Role::Kept && self.rubs && self.values.len() == 3
    }

    /// The friction that the force of a contact that sticks needs.
    fn steepness(&self) -> f64 {
        let across = self.values.iter().skip(1).fold(0.0_f64, |sum, value| sum.hypot(*value));
        across / self.values[0]
    }
}

#[derive(Clone)]
struct State<'a> {
    mu: f64,
    y: [f64; 6],
    pieces: Vec<Piece<'a>>,
}

/// Parts of the largest force or velocity below which there is none, tried in turn; at first they are held against each
/// other.
const SMALL: [Option<f64>; 5] = [None, Some(1e-4), Some(1e-2), Some(5e-2), Some(1e-1)];
/// The multiple with which a contact begins that was idle and slides.
const BEGUN: f64 = 1e-2;
/// Times that the forces of contacts that stick are eased.
const EASINGS: usize = 3;
/// The most that a contact's weight grows at once.
const STEEPEST: f64 = 4.0;
/// How much heavier the balance weighs than what is least.
const HEAVY: f64 = 1e5;
/// Multiples, of a total of one, that are zero but for rounding.
const NOTHING: f64 = 1e-12;
/// Changes beyond which the method has left the neighbourhood.
const ASTRAY: f64 = 1e2;
/// Changes below which the method has ended.
const ENDED: f64 = 1e-15;
/// Disagreement of coefficient, forces and motion above which it has ended somewhere else.
const CONSISTENT: f64 = 1e-9;

fn pieces<'a>(
    cones: &'a Cones,
    mu: f64,
    sharing: &[bool],
    centre: &Centre,
    small: Option<f64>,
) -> Option<Vec<Piece<'a>>> {
    let most = centre.x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let works = |cone: &Cone| cone.columns.iter().map(|column| dot(column, &centre.y)).collect::<Vec<f64>>();
    let fastest = cones.cones.iter().flat_map(works).fold(0.0_f64, |most, work| most.max(work.abs()));
    let mut rest = &centre.x[..];
    let mut pieces = Vec::new();
    for cone in &cones.cones {
        let (own, others) = rest.split_at_checked(cone.columns.len())?;
        rest = others;
        let works = works(cone);
        let rubs = cone.round && sharing[cone.contact];
        let read = ContactSolution { forces: own, works: &works, mu, most, fastest };
        let (role, kept, values) = match read.role(rubs, small) {
            Role::Idle => (Role::Idle, Vec::new(), Vec::new()),
            _ if rubs && cone.columns.len() != 3 => return None,
            Role::Slides => (Role::Slides, Vec::new(), vec![own[0]]),
            Role::Kept if rubs => (Role::Kept, vec![0, 1, 2], vec![own[0], mu * own[1], mu * own[2]]),
            Role::Kept => {
                let kept: Vec<usize> = (0..own.len()).filter(|&j| read.pushes(j, small)).collect();
                let values = kept.iter().map(|&j| own[j]).collect();
                (Role::Kept, kept, values)
            }
        };
        pieces.push(Piece { cone, role, rubs, kept, values });
    }
    Some(pieces)
}

/// An approximate solution at one contact, and the largest force and work of all contacts.
struct ContactSolution<'a> {
    /// Multiples of the columns, tangents `μ` long.
    forces: &'a [f64],
    /// Works of the columns on the motion, tangents of unit length.
    works: &'a [f64],
    mu: f64,
    most: f64,
    fastest: f64,
}

impl ContactSolution<'_> {
    /// What the contact does: what is below the part `small` of the largest counts as nothing.  Without that,
    /// force and motion are held against each other: at the threshold one of them is on the edge of its cone where the
    /// other is not inside, and a contact sticks, or is idle, where force, or motion, is further inside than the other
    /// is large.
    fn role(&self, rubs: bool, small: Option<f64>) -> Role {
        let Self { forces, works, mu, most, fastest } = self;
        let any = |entries: &[f64], limit: f64| entries.iter().any(|entry| entry.abs() > limit);
        match small {
            Some(small) if !any(forces, small * most) => Role::Idle,
            Some(small) if rubs && any(works, small * fastest) => Role::Slides,
            Some(_) => Role::Kept,
            None if rubs => {
                let across = |entries: &[f64]| entries.iter().skip(1).fold(0.0, |sum: f64, x| sum.hypot(*x));
                let (force, slip) = (across(forces), mu * across(works));
                let [pressed, apart] = [forces, works].map(|entries| entries.first().copied().unwrap_or(0.0));
                if (pressed - force) * fastest > (apart.abs() + slip) * most {
                    Role::Kept
                } else if (apart - slip) * most > (pressed.abs() + force) * fastest {
                    Role::Idle
                } else {
                    Role::Slides
                }
            }
            None if (0..forces.len()).any(|index| self.pushes(index, None)) => Role::Kept,
            None => Role::Idle,
        }
    }

    /// Whether an edge has a force.
    fn pushes(&self, index: usize, small: Option<f64>) -> bool {
        let limit = match small {
            Some(small) => small * self.most,
            None => self.works[index].abs() * self.most / self.fastest,
        };
        self.forces[index] > limit
    }
}

impl State<'_> {
    /// `(n·u, u_t, |u_t|)` at a contact.
    fn slip(&self, cone: &Cone) -> (f64, [f64; 2], f64) {
        let work = |column: usize| cone.columns.get(column).map_or(0.0, |column| dot(column, &self.y));
        let [normal, a, b] = [0, 1, 2].map(work);
        (normal, [a, b], a.hypot(b))
    }

    /// Multiples of the contact's columns.
    fn forces(&self, piece: &Piece) -> Vec<f64> {
        let mut forces = vec![0.0; piece.cone.columns.len()];
        if piece.role == Role::Slides {
            let (_, [a, b], speed) = self.slip(piece.cone);
            let alpha = if piece.values[0] > NOTHING { piece.values[0] } else { 0.0 };
            forces.copy_from_slice(&[alpha, -alpha * self.mu * a / speed, -alpha * self.mu * b / speed]);
        }
        for (&column, &value) in piece.kept.iter().zip(&piece.values) {
            forces[column] = value;
        }
        forces
    }

    fn normalise(&mut self) -> Option<()> {
        let total: f64 = self.pieces.iter().filter_map(|piece| piece.values.first()).sum();
        if !(total > 0.0 && total.is_finite()) {
            return None;
        }
        self.pieces.iter_mut().for_each(|piece| piece.values.iter_mut().for_each(|value| *value /= total));
        Some(())
    }

    /// Steps until nothing changes; contacts that then do what they cannot are given another role, and again.
    fn threshold(mut self) -> Option<Polished> {
        for correction in 0..CORRECTIONS {
            self.normalise()?;
            self.settle()?;
            let mut weights = vec![1.0; self.pieces.len()];
            // Roles that were given by a correction are not worth so much work.
            for _ in 0..if correction == 0 { EASINGS } else { 0 } {
                if !self.is_steep() {
                    break;
                }
                self.ease(&mut weights)?;
                self.settle()?;
            }
            if !self.correct() {
                let x = self.pieces.iter().flat_map(|piece| self.forces(piece)).collect();
                let still = self.pieces.iter().map(|piece| piece.kept.clone()).collect();
                return (self.mu > 0.0).then_some(Polished { mu: self.mu, x, y: self.y, still });
            }
        }
        None
    }

    fn settle(&mut self) -> Option<()> {
        for _ in 0..STEPS {
            let change = self.step()?;
            if change > ASTRAY {
                return None;
            }
            if change < ENDED {
                break;
            }
        }
        Some(())
    }

    /// Whether the force of a contact that sticks is outside its cone.
    fn is_steep(&self) -> bool {
        self.pieces.iter().any(|piece| piece.sticks() && piece.steepness() > self.mu + CONSISTENT)
    }

    /// Where the forces of contacts that stick are not determined, as between two that press on each other,
    /// those that need the least friction: least squares of their parts across the normals, the balance
    /// weighted heavily, and again with more weight where they are steeper.
    fn ease(&mut self, weights: &mut [f64]) -> Option<()> {
        let unknowns: usize = self.pieces.iter().map(|piece| piece.values.len()).sum();
        let sticking = self.pieces.iter().filter(|piece| piece.sticks()).count();
        let mut matrix = DMatrix::<f64>::zeros(7 + 2 * sticking, unknowns);
        let mut right = DVector::<f64>::zeros(7 + 2 * sticking);
        right[6] = HEAVY;
        let (mut column, mut row) = (0, 7);
        for (piece, weight) in self.pieces.iter().zip(weights.iter()) {
            for index in 0..piece.values.len() {
                let wrench = self.wrench(piece, index);
                (0..6).for_each(|k| matrix[(k, column + index)] = HEAVY * wrench[k]);
            }
            if !piece.values.is_empty() {
                matrix[(6, column)] = HEAVY;
            }
            if piece.sticks() {
                let scale = weight.sqrt() / piece.values[0].abs().max(BEGUN);
                matrix[(row, column + 1)] = scale;
                matrix[(row + 1, column + 2)] = scale;
                row += 2;
            }
            column += piece.values.len();
        }
        if !matrix.iter().all(|entry| entry.is_finite()) {
            return None;
        }
        let eased = matrix.try_svd(true, true, f64::EPSILON, MOST_TURNS)?.solve(&right, 1e-13).ok()?;
        let mut values = eased.iter();
        for value in self.pieces.iter_mut().flat_map(|piece| piece.values.iter_mut()) {
            *value = *values.next()?;
        }
        for (piece, weight) in self.pieces.iter().zip(weights).filter(|(piece, _)| piece.sticks()) {
            *weight *= (piece.steepness().abs() / self.mu).min(STEEPEST);
        }
        Some(())
    }

    /// The wrench of one of a piece's values.
    fn wrench(&self, piece: &Piece, index: usize) -> [f64; 6] {
        if piece.role != Role::Slides {
            return piece.kept.get(index).map_or([0.0; 6], |&kept| piece.cone.columns[kept]);
        }
        let (_, [a, b], speed) = self.slip(piece.cone);
        let [n, first, second] = [0, 1, 2].map(|column: usize| &piece.cone.columns[column]);
        std::array::from_fn(|k| n[k] - self.mu * (a * first[k] + b * second[k]) / speed)
    }

    /// A contact that would have to pull becomes idle, one that sticks with too steep a force slides, one that is
    /// idle and in the way slides; whether there was one.
    fn correct(&mut self) -> bool {
        let state = self.clone();
        let mut corrected = false;
        for piece in &mut self.pieces {
            let forces = state.forces(piece);
            let (normal, _, speed) = state.slip(piece.cone);
            let rubs = piece.cone.columns.len() == 3 && piece.rubs;
            let role = match piece.role {
                Role::Idle if rubs && normal < state.mu * speed - CONSISTENT => Role::Slides,
                Role::Slides if piece.values[0] < -NOTHING => Role::Idle,
                Role::Kept if piece.values[0] < -NOTHING => Role::Idle,
                Role::Kept if rubs && forces[1].hypot(forces[2]) > (state.mu + CONSISTENT) * forces[0] => {
                    Role::Slides
                }
                role => role,
            };
            if role != piece.role {
                corrected = true;
                piece.role = role;
                piece.kept.clear();
                piece.values = if role == Role::Slides { vec![forces[0].max(BEGUN)] } else { Vec::new() };
            }
        }
        corrected
    }

    /// One step: unknowns are V (6), μ, then the values of the pieces.
    fn step(&mut self) -> Option<f64> {
        let unknowns = 7 + self.pieces.iter().map(|piece| piece.values.len()).sum::<usize>();
        let demands: usize = self
            .pieces
            .iter()
            .map(|piece| match piece.role {
                Role::Idle => 0,
                Role::Slides => 1,
                Role::Kept => piece.kept.len(),
            })
            .sum();
        let mut matrix = DMatrix::<f64>::zeros(8 + demands, unknowns);
        let mut rest = DVector::<f64>::zeros(8 + demands);
        let (mut row, mut column) = (8, 7);
        for k in 0..6 {
            matrix[(6, k)] = 2.0 * self.y[k];
        }
        rest[6] = dot(&self.y, &self.y) - 1.0;
        rest[7] = -1.0;
        for piece in &self.pieces {
            for (x, wrench) in self.forces(piece).iter().zip(&piece.cone.columns) {
                (0..6).for_each(|k| rest[k] += x * wrench[k]);
            }
            rest[7] += piece.values.first().unwrap_or(&0.0);
            match piece.role {
                Role::Idle => {}
                Role::Slides => {
                    self.slides(piece, row, column, &mut matrix, &mut rest);
                    row += 1;
                }
                Role::Kept => {
                    for (offset, &kept) in piece.kept.iter().enumerate() {
                        let wrench = &piece.cone.columns[kept];
                        for k in 0..6 {
                            matrix[(row + offset, k)] = wrench[k];
                            matrix[(k, column + offset)] = wrench[k];
                        }
                        rest[row + offset] = dot(wrench, &self.y);
                    }
                    matrix[(7, column)] = 1.0;
                    row += piece.kept.len();
                }
            }
            column += piece.values.len();
        }
        // The decomposition would not end on what is not finite.
        if !matrix.iter().chain(rest.iter()).all(|entry| entry.is_finite()) {
            return None;
        }
        let change = matrix.try_svd(true, true, f64::EPSILON, MOST_TURNS)?.solve(&rest, 1e-13).ok()?;
        self.move_by(&change)
    }

    /// The row of `n·u − μ|u_t|`, and the derivatives of the edge's wrench.
    fn slides(
        &self,
        piece: &Piece,
        row: usize,
        column: usize,
        matrix: &mut DMatrix<f64>,
        rest: &mut DVector<f64>,
    ) {
        let (normal, [a, b], speed) = self.slip(piece.cone);
        let [n, first, second] = [0, 1, 2].map(|column: usize| &piece.cone.columns[column]);
        let (alpha, mu) = (piece.values[0], self.mu);
        let across = |k: usize| (a * first[k] + b * second[k]) / speed;
        rest[row] = normal - mu * speed;
        matrix[(row, 6)] = -speed;
        matrix[(7, column)] = 1.0;
        for k in 0..6 {
            matrix[(row, k)] = n[k] - mu * across(k);
            matrix[(k, column)] = n[k] - mu * across(k);
            matrix[(k, 6)] -= alpha * across(k);
            for l in 0..6 {
                // d(u_t/|u_t|): the part across the slip, divided by the speed.
                let turned = (first[k] * first[l] + second[k] * second[l] - across(k) * across(l)) / speed;
                matrix[(k, l)] -= alpha * mu * turned;
            }
        }
    }

    /// Takes the step, and says how large it was.
    fn move_by(&mut self, change: &DVector<f64>) -> Option<f64> {
        let largest = change.amax();
        if !largest.is_finite() {
            return None;
        }
        (0..6).for_each(|k| self.y[k] -= change[k]);
        self.mu -= change[6];
        let mut changes = change.iter().skip(7);
        for value in self.pieces.iter_mut().flat_map(|piece| piece.values.iter_mut()) {
            *value -= changes.next()?;
        }
        Some(largest)
    }
}

fn unit(vector: &[f64; 6]) -> Option<[f64; 6]> {
    let length = dot(vector, vector).sqrt();
    (length > 0.0 && length.is_finite()).then(|| vector.map(|entry| entry / length))
}
