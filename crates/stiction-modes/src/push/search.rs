//! The twists of a mode, tried and halved.

use super::known;
use super::sight::{Believed, Sight, Weight};
use crate::forms::{Described, describe};
use stiction_exact::hull::Workspace;
use stiction_exact::work;
use stiction_proof::push::{
    Balance, Cell, Exclusion, Near, PushProblem, PushProof, Sense, Table, halved, simplices,
};
use stiction_proof::{ConeRow, NonZero, Rational, Refusal};

/// Pieces that the twists of a mode are cut into at most.
const MOST_PIECES: usize = 6000;
/// Halvings one inside the other.
const DEEPEST: usize = 40;
/// Twists that are tried first.
const TRIALS: usize = 48;

/// What was found of a mode with a sense.
pub(super) enum Found {
    Balance(Balance),
    Exclusion(Exclusion),
    Nothing,
}

/// A mode with a sense, ready to be looked at.
pub(super) struct Asked<'p> {
    pub(super) problem: &'p PushProblem,
    pub(super) mode: String,
    pub(super) turn: Sense,
    pub(super) edges: Vec<[Rational; 3]>,
    pub(super) rows: Vec<ConeRow>,
    pub(super) sight: Sight,
    described: Described,
    table: Table<'p>,
}

/// Why a search ends.
enum End {
    Found(Box<Balance>),
    Spent,
}

type Corners = Vec<[Rational; 3]>;

impl<'p> Asked<'p> {
    pub(super) fn new(problem: &'p PushProblem, mode: &str, turn: Sense) -> Result<Self, Refusal> {
        let rows = problem.rows(mode, turn)?;
        let owned: Vec<(Option<usize>, ConeRow)> = rows.iter().map(|row| (None, row.clone())).collect();
        let described = describe(4, &owned).map_err(|refused| refused.0)?;
        let edges = problem.edges(mode)?;
        let sight = Sight::new(problem, &edges);
        Ok(Self {
            problem,
            mode: mode.to_owned(),
            turn,
            edges,
            rows,
            sight,
            described,
            table: problem.table(),
        })
    }

    /// Whether no twist of the mode has the sense: a strict row vanishes on the whole cone.
    pub(super) fn is_empty(&self) -> bool {
        let forms = &self.described.forms;
        let generators = || forms.rays.iter().chain(&forms.lines);
        let vanishes = |row: &Vec<Rational>, vector: &Vec<Rational>| {
            row.iter().zip(vector).map(|(a, b)| a * b).sum::<Rational>().is_zero()
        };
        let strict = self.rows.iter().filter(|row| !row.equality);
        strict.map(|row| &row.row).any(|row| generators().all(|generator| vanishes(row, generator)))
    }

    pub(super) fn emptiness(&self) -> Exclusion {
        Exclusion::Empty(self.described.proof.clone(), self.described.forms.clone())
    }

    /// A balance, or why there is none.
    pub(super) fn answer(&self) -> Found {
        let pieces: Vec<Corners> = simplices(&self.described.forms);
        if let Some(balance) = known::pinned(self).or_else(|| self.tried(&pieces)) {
            return Found::Balance(balance);
        }
        let mut left = MOST_PIECES;
        let mut workspace = Workspace::new();
        let mut cells = Vec::with_capacity(pieces.len());
        for corners in pieces {
            match self.cell(&corners, DEEPEST, &mut left, &mut workspace) {
                Ok(cell) => cells.push(cell),
                Err(End::Found(balance)) => return Found::Balance(*balance),
                Err(End::Spent) => return Found::Nothing,
            }
        }
        let Described { forms: cone, proof: rows, .. } = self.described.clone();
        Found::Exclusion(Exclusion::Cells { cone, rows, cells })
    }

    /// A balance at one of a few twists, spread over the mode.
    fn tried(&self, pieces: &[Corners]) -> Option<Balance> {
        let mut workspace = Workspace::new();
        let mut queue: Vec<Corners> = pieces.iter().filter(|corners| !corners.is_empty()).cloned().collect();
        let mut tried = 0;
        while tried < TRIALS && !queue.is_empty() {
            let mut next = Vec::new();
            for corners in queue {
                if self.is_powerless(&corners) {
                    continue;
                }
                tried += 1;
                let middle = middle(&corners);
                let twist = self.sight.twist(&middle);
                let mut believed = self.sight.look(&twist, &[twist], &mut workspace).into_iter();
                if let Some(balance) = believed.find_map(|believed| self.witness(&middle, believed)) {
                    return Some(balance);
                }
                if corners.len() > 1 {
                    next.extend(halved(&corners, self.longest(&corners)));
                }
            }
            queue = next;
        }
        None
    }

    /// Whether the pushers would take work from every twist of the piece.
    fn is_powerless(&self, corners: &Corners) -> bool {
        self.table.excludes(&self.edges, corners, &Cell::Power).is_ok()
    }

    fn cell(
        &self,
        corners: &Corners,
        depth: usize,
        left: &mut usize,
        workspace: &mut Workspace<5>,
    ) -> Result<Cell, End> {
        if corners.is_empty() || self.is_powerless(corners) {
            return Ok(Cell::Power);
        }
        if *left == 0 || depth == 0 {
            return Err(End::Spent);
        }
        *left -= 1;
        work::spend(2000);
        let middle = middle(corners);
        let twists: Vec<[f64; 3]> = corners.iter().map(|corner| self.sight.twist(corner)).collect();
        for believed in self.sight.look(&self.sight.twist(&middle), &twists, workspace) {
            if let Believed::Apart(against) = believed {
                let cell = Cell::Virtual(Box::new(against));
                if self.table.excludes(&self.edges, corners, &cell).is_ok() {
                    return Ok(cell);
                }
            } else if let Some(balance) = self.witness(&middle, believed) {
                return Err(End::Found(Box::new(balance)));
            }
        }
        if let Some(balance) = known::moving(self, &middle) {
            return Err(End::Found(Box::new(balance)));
        }
        if corners.len() < 2 {
            return Err(End::Spent);
        }
        let between = self.longest(corners);
        let [first, second] = halved(corners, between);
        let halves =
            [self.cell(&first, depth - 1, left, workspace)?, self.cell(&second, depth - 1, left, workspace)?];
        Ok(Cell::Split { between, halves: Box::new(halves) })
    }

    /// The two corners whose directions are farthest apart.
    fn longest(&self, corners: &Corners) -> [usize; 2] {
        let units: Vec<[f64; 3]> = corners
            .iter()
            .map(|corner| {
                let twist = self.sight.twist(corner);
                let size = twist.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
                twist.map(|entry| entry / size)
            })
            .collect();
        let along = |a: usize, b: usize| units[a].iter().zip(&units[b]).map(|(x, y)| x * y).sum::<f64>();
        let pairs = (0..corners.len()).flat_map(|a| (a + 1..corners.len()).map(move |b| [a, b]));
        pairs.min_by(|a, b| along(a[0], a[1]).total_cmp(&along(b[0], b[1]))).unwrap_or([0, 1])
    }

    /// The twist of a direction while the pushers move as they do; none where the direction is not of the mode.
    pub(super) fn at_speed(&self, direction: &[Rational; 3]) -> Option<[Rational; 3]> {
        let along =
            |row: &ConeRow| -> Rational { row.row[1..].iter().zip(direction).map(|(a, b)| a * b).sum() };
        // The pushers are `t` times as fast: rows are t·constant + along.
        let fixed = self
            .rows
            .iter()
            .filter(|row| row.equality && !row.row[0].is_zero())
            .find_map(|row| NonZero::new(row.row[0].clone()).map(|constant| -along(row) / &constant));
        let time = fixed.or_else(|| {
            let (mut low, mut high): (Rational, Option<Rational>) = (Rational::zero(), None);
            for row in self.rows.iter().filter(|row| !row.equality) {
                let Some(constant) = NonZero::new(row.row[0].clone()) else { continue };
                let bound = -along(row) / &constant;
                if row.row[0].is_positive() {
                    low = low.max(bound);
                } else {
                    high = Some(high.map_or(bound.clone(), |high| high.min(bound)));
                }
            }
            Some(high.map_or_else(|| &low + Rational::one(), |high| (&low + &high) * Rational::new(1, 2)))
        })?;
        let time = NonZero::new(time).filter(|time| time.get().is_positive())?;
        Some(direction.each_ref().map(|entry| entry / &time))
    }

    /// Whether the checker accepts a balance.
    pub(super) fn accepts(&self, balance: &Balance) -> bool {
        let proof = PushProof::Allowed { mode: self.mode.clone(), turn: self.turn, balance: balance.clone() };
        self.problem.check(proof).is_ok()
    }

    /// Unknown pressure and forces at a fixed twist.
    fn witness(&self, direction: &[Rational; 3], believed: Believed) -> Option<Balance> {
        let Believed::Balanced { pressure, forces } = believed else { return None };
        let exact = |value: f64| Rational::from_f64(value.max(0.0)).unwrap_or_default();
        let free = |weights: &[Weight]| -> Vec<usize> {
            (0..weights.len()).filter(|&at| weights[at].is_free).collect()
        };
        let near = Near {
            twist: self.at_speed(direction)?,
            moves: Vec::new(),
            points: pressure.iter().map(|weight| self.sight.places[weight.of].clone()).collect(),
            pressure: pressure.iter().map(|weight| exact(weight.value)).collect(),
            free_pressure: free(&pressure),
            forces: forces.iter().map(|weight| exact(weight.value)).collect(),
            free_forces: free(&forces),
            pin: None,
        };
        let balance = Balance::Near(Box::new(near));
        self.accepts(&balance).then_some(balance)
    }
}

/// The middle of a piece.
fn middle(corners: &Corners) -> [Rational; 3] {
    let part = Rational::new(1, corners.len().max(1) as u64);
    std::array::from_fn(|i| corners.iter().map(|corner| corner[i].clone()).sum::<Rational>() * &part)
}
