//! What happens, over two parameters of a scene: a grid of words.
//!
//! Each cell is a scene of its own, decided like any other and accepted by the checker. Cells of one word that hang
//! together along their sides are a region; of each region one cell is decided again, and its proof is kept.

use super::{AllOutcomes, Outcome, lower, outcomes_within};
use stiction_exact::work;
use stiction_geometry::screw::Planar;
use stiction_proof::{OutcomeProblem, OutcomeSolution, Rational, Situation};
use stiction_scene::scene::{Axis, Scene};

/// What a scene of the grid does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// Everything rests, and stays at rest.
    Rests,
    /// A body alone slides along all that it keeps touching.
    Slides,
    /// A body alone tips: some of its contacts open, and about the others it turns.
    Tips,
    /// A body alone leaves everything that it touched.
    Lifts,
    /// Something moves, contacts push, and nothing accelerates.
    Jams,
    /// One acceleration of another kind.
    Unique,
    /// Several accelerations are possible.
    Ambiguous,
    /// A family of them.
    Continuum,
    /// None is possible.
    Inconsistent,
    /// The scene does not fit the question: an impact, a negative mass, more modes than the effort allows.
    Fault,
}

impl Cell {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rests => "rests",
            Self::Slides => "slides",
            Self::Tips => "tips",
            Self::Lifts => "lifts",
            Self::Jams => "jams",
            Self::Unique => "moves otherwise",
            Self::Ambiguous => "ambiguous",
            Self::Continuum => "continuum",
            Self::Inconsistent => "inconsistent",
            Self::Fault => "fault",
        }
    }

    /// The letter for it in a grid.
    pub fn letter(self) -> char {
        match self {
            Self::Rests => 'r',
            Self::Slides => 's',
            Self::Tips => 't',
            Self::Lifts => 'l',
            Self::Jams => 'j',
            Self::Unique => 'u',
            Self::Ambiguous => 'a',
            Self::Continuum => 'c',
            Self::Inconsistent => 'i',
            Self::Fault => 'f',
        }
    }
}

impl Cell {
    /// All kinds of cells, in the order in which they are told.
    pub const ALL: [Self; 10] = [
        Self::Rests,
        Self::Slides,
        Self::Tips,
        Self::Lifts,
        Self::Jams,
        Self::Unique,
        Self::Ambiguous,
        Self::Continuum,
        Self::Inconsistent,
        Self::Fault,
    ];

    /// The word for what happens, by the modes that have solutions, a letter for each contact.
    pub fn of(
        problem: &OutcomeProblem,
        outcome: Outcome,
        solutions: &[&OutcomeSolution],
        modes: &[&str],
    ) -> Self {
        match outcome {
            Outcome::Ambiguous => Self::Ambiguous,
            Outcome::Continuum => Self::Continuum,
            Outcome::Inconsistent => Self::Inconsistent,
            Outcome::Undecided => Self::Fault,
            Outcome::Unique => {
                let free = problem.free();
                let still = solutions.iter().all(|solution| {
                    free.iter().all(|&body| solution.accelerations[body].iter().all(Rational::is_zero))
                });
                let pushed = solutions
                    .iter()
                    .any(|solution| solution.forces.iter().flatten().any(|force| !force.is_zero()));
                let situation = |contact| problem.situation(contact);
                let settled =
                    problem.contacts.iter().all(|contact| {
                        matches!(situation(contact), Ok(Situation::AtRest | Situation::Unconstrained))
                    }) && free.iter().all(|&body| problem.bodies[body].twist.iter().all(Rational::is_zero));
                match (still, settled) {
                    (true, true) => Self::Rests,
                    (true, false) if pushed => Self::Jams,
                    (false, _) if free.len() == 1 => Self::of_one(problem, solutions, modes),
                    _ => Self::Unique,
                }
            }
        }
    }

    /// What a body alone does that accelerates in one way: its mode tells, or all its modes alike.
    fn of_one(problem: &OutcomeProblem, solutions: &[&OutcomeSolution], modes: &[&str]) -> Self {
        let turns = solutions
            .iter()
            .any(|solution| problem.free().iter().any(|&body| !solution.accelerations[body][0].is_zero()));
        let engaged = |mode: &str| -> Vec<char> {
            let letters = mode.chars().zip(&problem.contacts);
            let touching =
                letters.filter(|(_, contact)| problem.situation(contact).is_ok_and(|one| one.is_engaged()));
            touching.map(|(letter, _)| letter).collect()
        };
        let kinds: Vec<Self> = modes
            .iter()
            .map(|mode| {
                let letters = engaged(mode);
                let open = letters.iter().filter(|letter| **letter == 's').count();
                let slides = letters.iter().any(|letter| matches!(letter, 'l' | 'r'));
                match (letters.len(), open) {
                    (0, _) => Self::Unique,
                    (all, open) if open == all => Self::Lifts,
                    (_, 0) if slides && !turns => Self::Slides,
                    (_, open) if open > 0 && turns => Self::Tips,
                    _ => Self::Unique,
                }
            })
            .collect();
        match &kinds[..] {
            [first, others @ ..] if others.iter().all(|other| other == first) => *first,
            _ => Self::Unique,
        }
    }
}

/// Cells of one word that hang together along their sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The word.
    pub cell: Cell,
    /// How many cells it has.
    pub size: usize,
    /// Its middle cell in reading order, as column and row.
    pub middle: [usize; 2],
}

/// The regions of a grid in the order of their first cells, and for each cell the number of its region.
pub fn regions(grid: &[Vec<Cell>]) -> (Vec<Region>, Vec<Vec<usize>>) {
    const NONE: usize = usize::MAX;
    let mut numbers: Vec<Vec<usize>> = grid.iter().map(|row| vec![NONE; row.len()]).collect();
    let mut regions = Vec::new();
    for (row, column) in
        grid.iter().enumerate().flat_map(|(row, cells)| (0..cells.len()).map(move |c| (row, c)))
    {
        if numbers[row][column] != NONE {
            continue;
        }
        let (cell, number) = (grid[row][column], regions.len());
        let mut cells = vec![[row, column]];
        numbers[row][column] = number;
        let mut next = 0;
        while let Some(&[row, column]) = cells.get(next) {
            next += 1;
            let around = [
                (row.wrapping_sub(1), column),
                (row + 1, column),
                (row, column.wrapping_sub(1)),
                (row, column + 1),
            ];
            for (row, column) in around {
                let same = grid.get(row).and_then(|cells| cells.get(column)) == Some(&cell);
                if same && numbers[row][column] == NONE {
                    numbers[row][column] = number;
                    cells.push([row, column]);
                }
            }
        }
        cells.sort_unstable();
        let [row, column] = cells[cells.len() / 2];
        regions.push(Region { cell, size: cells.len(), middle: [column, row] });
    }
    (regions, numbers)
}

/// Partial modes after which a cell is given up.
const CELL_EFFORT: usize = 20_000;

/// The grid: one row for each value of the second axis, one cell for each of the first.
pub fn map(scene: &Scene<Planar>, first: &Axis, second: &Axis) -> Result<Vec<Vec<Cell>>, String> {
    let row = |index: usize| -> Result<Vec<Cell>, String> {
        let mut cells = Vec::new();
        let decide = |changed: &Scene<Planar>| {
            cells.push(decided(changed).map_or(Cell::Fault, |(problem, all)| cell(&problem, &all)));
        };
        first.along(scene, (second, index), decide)?;
        Ok(cells)
    };
    work::lines(second.count, row).into_iter().collect()
}

/// A cell of the grid decided again: its problem, and everything that happens there; `None` if it does not fit the
/// question.
pub fn map_cell(
    scene: &Scene<Planar>,
    [first, second]: [&Axis; 2],
    [column, row]: [usize; 2],
) -> Option<(OutcomeProblem, AllOutcomes)> {
    decided(&changed(scene, [first, second], [column, row])?)
}

/// What is decided of a cell of the grid, without deciding it.
pub fn map_problem(scene: &Scene<Planar>, axes: [&Axis; 2], place: [usize; 2]) -> Option<OutcomeProblem> {
    lowered(&changed(scene, axes, place)?)
}

/// The scene with the values of a cell.
fn changed(
    scene: &Scene<Planar>,
    [first, second]: [&Axis; 2],
    [column, row]: [usize; 2],
) -> Option<Scene<Planar>> {
    let mut changed = scene.clone();
    second.set(&mut changed, second.value(row)).ok()?;
    first.set(&mut changed, first.value(column)).ok()?;
    Some(changed)
}

fn decided(scene: &Scene<Planar>) -> Option<(OutcomeProblem, AllOutcomes)> {
    let problem = lowered(scene)?;
    let all = outcomes_within(&problem, CELL_EFFORT).ok()?;
    Some((problem, all))
}

fn lowered(scene: &Scene<Planar>) -> Option<OutcomeProblem> {
    // What the reader of files would refuse.
    let impossible = scene.contacts.iter().any(|contact| {
        let friction = &contact.friction;
        let force = contact.force.as_ref().and_then(|force| force.first());
        let beyond = force.zip(contact.limit.as_ref()).is_some_and(|(force, limit)| force > limit);
        contact.gap.is_negative()
            || friction.sliding.is_negative()
            || friction.sliding > friction.at_rest
            || beyond
            || force.is_some() && !contact.is_touching()
    });
    let (false, Ok(lowered)) = (impossible, lower(scene)) else { return None };
    Some(lowered.problem)
}

fn cell(problem: &OutcomeProblem, all: &AllOutcomes) -> Cell {
    let solutions: Vec<&OutcomeSolution> =
        all.happenings.iter().map(|happening| &happening.solution).collect();
    let modes: Vec<&str> = all.happenings.iter().map(|happening| happening.mode.as_str()).collect();
    Cell::of(problem, all.outcome, &solutions, &modes)
}
