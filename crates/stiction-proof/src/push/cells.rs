//! The twists of a mode in pieces, and what excludes each of them.

use super::bound::{Field, Ground, Virtual};
use crate::check::{Check, Refusal, require};
use crate::cone_forms::ConeForms;
use crate::rank::rank;
use crate::rational::{NonZero, Rational};
use crate::vectors::dot;
use serde::{Deserialize, Serialize};

/// Halvings one inside the other.
const DEEPEST: usize = 60;

/// A piece of a cone of twists, given by its corners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Cell {
    /// By equation (2).
    Power,
    /// By equation (3).
    Virtual(Box<Virtual>),
    /// Both halves, cut in the middle between two corners; the first keeps the first of them.
    Split {
        /// The corners.
        between: [usize; 2],
        /// The halves.
        halves: Box<[Cell; 2]>,
    },
}

/// Rays, and lines both ways.
pub(super) fn generators(cone: &ConeForms) -> Vec<Vec<Rational>> {
    let back = |line: &Vec<Rational>| line.iter().map(|entry| -entry).collect::<Vec<_>>();
    let lines = cone.lines.iter().flat_map(|line| [line.clone(), back(line)]);
    cone.rays.iter().cloned().chain(lines).collect()
}

/// The sets of generators that span a cone: their cones cover it (Carathéodory).  The corners are their twists; one
/// that is zero adds no twist and is left out.
pub fn simplices(cone: &ConeForms) -> Vec<Vec<[Rational; 3]>> {
    let generators = generators(cone);
    let dimension = 4 - cone.equalities.len().min(4);
    let mut found = Vec::new();
    choose(&generators, dimension, 0, &mut Vec::new(), &mut found);
    found
}

fn choose(
    generators: &[Vec<Rational>],
    dimension: usize,
    from: usize,
    chosen: &mut Vec<usize>,
    found: &mut Vec<Vec<[Rational; 3]>>,
) {
    if chosen.len() == dimension {
        let rows: Vec<[Rational; 4]> =
            chosen.iter().map(|&one| std::array::from_fn(|i| generators[one][i].clone())).collect();
        if rank(&rows) == dimension {
            let twists = rows.into_iter().map(|[_, w, x, y]| [w, x, y]);
            let moving = twists.filter(|twist| twist.iter().any(|entry| !entry.is_zero()));
            found.push(moving.map(|twist| even(&twist)).collect());
        }
        return;
    }
    for next in from..generators.len() {
        chosen.push(next);
        choose(generators, dimension, next + 1, chosen, found);
        chosen.pop();
    }
}

/// A twist of the same direction whose largest entry is one.
fn even(twist: &[Rational; 3]) -> [Rational; 3] {
    let largest = NonZero::largest(twist);
    twist.each_ref().map(|entry| entry / &largest)
}

/// The support of a problem, ready to be looked at many times.
pub struct Table<'p>(pub(super) Ground<'p>);

impl Table<'_> {
    /// Whether every piece of a cone is excluded.
    pub(super) fn excludes_all(&self, edges: &[[Rational; 3]], cone: &ConeForms, cells: &[Cell]) -> Check {
        let simplices = simplices(cone);
        require(simplices.len() == cells.len(), Refusal::Push("not every piece of the twists is spoken of"))?;
        let mut pieces = simplices.into_iter().zip(cells);
        pieces.try_for_each(|(corners, cell)| self.nests(edges, corners, cell, DEEPEST))
    }

    /// Whether the piece with these corners is excluded for a mode with these edges.
    ///
    /// # Errors
    /// It is not shown to be.
    pub fn excludes(&self, edges: &[[Rational; 3]], corners: &[[Rational; 3]], cell: &Cell) -> Check {
        self.nests(edges, corners.to_vec(), cell, DEEPEST)
    }

    fn nests(
        &self,
        edges: &[[Rational; 3]],
        corners: Vec<[Rational; 3]>,
        cell: &Cell,
        depth: usize,
    ) -> Check {
        match cell {
            // Nothing but rest.
            _ if corners.is_empty() => Ok(()),
            Cell::Power => {
                let takes = |corner: &[Rational; 3]| edges.iter().all(|edge| dot(edge, corner).is_negative());
                require(corners.iter().all(takes), Refusal::Push("the pushers do not take work"))
            }
            Cell::Virtual(against) => {
                let pushed = edges.iter().all(|edge| dot(edge, &against.twist).is_positive());
                require(pushed, Refusal::Push("a virtual motion against which no edge pushes is missing"))?;
                let twists: Vec<Field> = corners.iter().map(Field::exactly).collect();
                let below = self.0.is_below(&twists, against);
                require(below, Refusal::Push("the affine function is not below the friction everywhere"))
            }
            Cell::Split { between: [first, second], halves } => {
                require(depth > 0, Refusal::Push("pieces inside pieces without end"))?;
                let apart = first != second && *first < corners.len() && *second < corners.len();
                require(apart, Refusal::Shape)?;
                let [kept, cut] = halved(&corners, [*first, *second]);
                self.nests(edges, kept, &halves[0], depth - 1)?;
                self.nests(edges, cut, &halves[1], depth - 1)
            }
        }
    }
}

/// The corners of both halves.
pub fn halved(corners: &[[Rational; 3]], [first, second]: [usize; 2]) -> [Vec<[Rational; 3]>; 2] {
    let half = Rational::new(1, 2);
    let middle: [Rational; 3] = std::array::from_fn(|i| (&corners[first][i] + &corners[second][i]) * &half);
    [second, first].map(|replaced| {
        let mut corners = corners.to_vec();
        corners[replaced] = middle.clone();
        corners
    })
}
