//! What happens, over two parameters of a scene: a grid of words.
//!
//! Each cell is a scene of its own, decided like any other and accepted by the checker.  Cells of one word that hang together along their
//! sides are a region; of each region one cell is decided again, and its proof is kept.

use super::{AllOutcomes, Outcome, lower, outcomes_within};
use crate::scene::{Friction, Party, Scene};
use crate::screw::Planar;
use crate::shape::Pose;
use rayon::prelude::*;
use stiction_proof::{OutcomeProblem, OutcomeSolution, Rational};

/// A number of a scene by its path, and the values that it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Keys from the top of the scene: `contacts.1.friction`, `bodies.rod.twist.1`, `bodies.rod.pose.2`, `gravity.0`.
    pub path: String,
    /// The first value.
    pub from: Rational,
    /// The last value.
    pub to: Rational,
    /// How many values, both ends among them.
    pub count: usize,
}

/// Most values along an axis.
pub const MOST_VALUES: usize = 2000;

impl Axis {
    /// Reads `PATH=FROM:TO:COUNT`.
    ///
    /// ```
    /// use stiction::ask::outcomes::Axis;
    /// let axis = Axis::parse("contacts.1.friction=0:1/2:3").unwrap();
    /// assert_eq!(axis.value(1), stiction_proof::Rational::new(1, 4));
    /// assert!(Axis::parse("contacts.1.friction=0:1").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "write PATH=FROM:TO:COUNT, as in contacts.1.friction=0:2:100";
        let (path, range) = text.split_once('=').ok_or_else(|| format!("`{text}` has no `=`; {form}"))?;
        let parts: Vec<&str> = range.split(':').collect();
        let [from, to, count] = parts[..] else {
            return Err(format!("`{range}` is not FROM:TO:COUNT; {form}"));
        };
        let number = |part: &str| {
            Rational::parse_bounded(part.trim()).map_err(|error| format!("`{part}`: {error}; {form}"))
        };
        let count = count.trim().parse().ok().filter(|count| (1..=MOST_VALUES).contains(count));
        let count = count.ok_or_else(|| format!("the count is not between 1 and {MOST_VALUES}; {form}"))?;
        Ok(Self { path: path.trim().to_owned(), from: number(from)?, to: number(to)?, count })
    }

    /// The value at a place along the axis.
    pub fn value(&self, index: usize) -> Rational {
        let Some(last) = self.count.checked_sub(1).filter(|last| *last > 0) else { return self.from.clone() };
        &self.from + (&self.to - &self.from) * Rational::new(index as i64, last as u64)
    }

    /// Writes a value into a scene.
    pub fn set(&self, scene: &mut Scene<Planar>, value: Rational) -> Result<(), String> {
        let keys: Vec<&str> = self.path.split('.').collect();
        if let ["bodies", name, "pose", component] = keys[..]
            && let Some(body) = scene.bodies.iter().position(|body| body.name == name)
            && let Some(()) = displace(scene, body, component, &value)
        {
            return Ok(());
        }
        match place(scene, &keys) {
            Some(Place::Number(number)) => *number = value,
            Some(Place::Friction(friction)) => *friction = Friction::new(value),
            None => {
                return Err(format!(
                    "`{}` is no number that a map can change; known are contacts.ID.friction (or .static, .kinetic), .point.0, \
                     .normal.0, .gap, .force.0, bodies.NAME.mass, .inertia, .com.0, .twist.0, .wrench.0, .acceleration.0, \
                     .pose.0 and gravity.0, with 0, 1 or 2 for the component",
                    self.path
                ));
            }
        }
        Ok(())
    }
}

impl Axis {
    /// Whether values move a body from where the scene has it, so that each needs the scene anew.
    fn displaces(&self) -> bool {
        matches!(self.path.split('.').collect::<Vec<_>>()[..], ["bodies", _, "pose", _])
    }
}

/// Moves a body from where it is along x or y, or turns it about its first contact, or about its centre of mass where it has none; contacts stay
/// where they are, as in files.
fn displace(scene: &mut Scene<Planar>, body: usize, component: &str, value: &Rational) -> Option<()> {
    let pose = match component {
        "0" => Pose::new([value.clone(), Rational::zero(), Rational::zero()])?,
        "1" => Pose::new([Rational::zero(), value.clone(), Rational::zero()])?,
        "2" => {
            let party = Party::Body(body);
            let pivot = scene.contacts_of(party).next().map(|(_, contact)| contact.point.clone());
            let [x, y] = pivot.unwrap_or_else(|| scene.bodies[body].com.clone());
            let mut pose = Pose::new([Rational::zero(), Rational::zero(), value.clone()])?;
            let [turned_x, turned_y] = pose.turn(&[x.clone(), y.clone()]);
            pose.shift = [x - turned_x, y - turned_y];
            pose
        }
        _ => return None,
    };
    let body = &mut scene.bodies[body];
    body.com = pose.place(&body.com);
    body.shape = body.shape.as_ref().map(|shape| shape.moved(&pose));
    Some(())
}

enum Place<'s> {
    Number(&'s mut Rational),
    Friction(&'s mut Friction),
}

fn place<'s>(scene: &'s mut Scene<Planar>, keys: &[&str]) -> Option<Place<'s>> {
    let index = |key: &str| key.parse::<usize>().ok();
    Some(match keys {
        ["gravity", component] => Place::Number(scene.gravity.get_mut(index(component)?)?),
        ["bodies", name, rest @ ..] => {
            let body = scene.bodies.iter_mut().find(|body| body.name == *name)?;
            Place::Number(match rest {
                ["mass"] => body.mass.as_mut()?,
                ["inertia"] => body.inertia.as_mut()?,
                ["com", component] => body.com.get_mut(index(component)?)?,
                ["twist", component] => body.twist.get_mut(index(component)?)?,
                ["wrench", component] => body.wrench.get_mut(index(component)?)?,
                ["acceleration", component] => {
                    body.acceleration.get_or_insert_with(Default::default).get_mut(index(component)?)?
                }
                _ => return None,
            })
        }
        ["contacts", id, rest @ ..] => {
            let contact = scene.contacts.iter_mut().find(|contact| contact.id == *id)?;
            match rest {
                ["friction"] => Place::Friction(&mut contact.friction),
                ["friction", "static"] => Place::Number(&mut contact.friction.at_rest),
                ["friction", "kinetic"] => Place::Number(&mut contact.friction.sliding),
                ["point", component] => Place::Number(contact.point.get_mut(index(component)?)?),
                ["normal", component] => Place::Number(contact.normal.get_mut(index(component)?)?),
                ["gap"] => Place::Number(&mut contact.gap),
                ["force", component] => Place::Number(contact.force.as_mut()?.get_mut(index(component)?)?),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// What a scene of the grid does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// One acceleration, and something accelerates.
    Unique,
    /// One: nothing accelerates, although something pulls or moves.
    Jammed,
    /// Several.
    Ambiguous,
    /// A family.
    Continuum,
    /// None.
    Inconsistent,
    /// The scene does not fit the question: an impact, a negative mass, more modes than the effort allows.
    Fault,
}

impl Cell {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Jammed => "jammed",
            Self::Ambiguous => "ambiguous",
            Self::Continuum => "continuum",
            Self::Inconsistent => "inconsistent",
            Self::Fault => "fault",
        }
    }

    /// The letter for it in a grid.
    pub fn letter(self) -> char {
        match self {
            Self::Unique => 'u',
            Self::Jammed => 'j',
            Self::Ambiguous => 'a',
            Self::Continuum => 'c',
            Self::Inconsistent => 'i',
            Self::Fault => 'f',
        }
    }
}

impl Cell {
    /// All kinds of cells, in the order in which they are told.
    pub const ALL: [Self; 6] =
        [Self::Unique, Self::Jammed, Self::Ambiguous, Self::Continuum, Self::Inconsistent, Self::Fault];

    /// The word for what happens: unique is jammed where contacts push and no free body accelerates.
    pub fn of(problem: &OutcomeProblem, outcome: Outcome, solutions: &[&OutcomeSolution]) -> Self {
        match outcome {
            Outcome::Ambiguous => Self::Ambiguous,
            Outcome::Continuum => Self::Continuum,
            Outcome::Inconsistent => Self::Inconsistent,
            Outcome::Unique => {
                let free = problem.free();
                let still = solutions.iter().all(|solution| {
                    free.iter().all(|&body| solution.accelerations[body].iter().all(Rational::is_zero))
                });
                let pushed = solutions
                    .iter()
                    .any(|solution| solution.forces.iter().flatten().any(|force| !force.is_zero()));
                if still && pushed { Self::Jammed } else { Self::Unique }
            }
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
    let mut tried = scene.clone();
    first.set(&mut tried, first.value(0))?;
    second.set(&mut tried, second.value(0))?;
    let row = |index: usize| -> Vec<Cell> {
        let mut of_row = scene.clone();
        let _ = second.set(&mut of_row, second.value(index));
        let mut changed = of_row.clone();
        (0..first.count)
            .map(|column| {
                if first.displaces() {
                    changed.clone_from(&of_row);
                }
                let _ = first.set(&mut changed, first.value(column));
                decided(&changed).map_or(Cell::Fault, |(problem, all)| cell(&problem, &all))
            })
            .collect()
    };
    Ok((0..second.count).into_par_iter().map(row).collect())
}

/// A cell of the grid decided again: its problem, and everything that happens there; `None` if it does not fit the question.
pub fn map_cell(
    scene: &Scene<Planar>,
    [first, second]: [&Axis; 2],
    [column, row]: [usize; 2],
) -> Option<(OutcomeProblem, AllOutcomes)> {
    let mut changed = scene.clone();
    second.set(&mut changed, second.value(row)).ok()?;
    first.set(&mut changed, first.value(column)).ok()?;
    decided(&changed)
}

fn decided(scene: &Scene<Planar>) -> Option<(OutcomeProblem, AllOutcomes)> {
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
    let all = outcomes_within(&lowered.problem, CELL_EFFORT).ok()?;
    Some((lowered.problem, all))
}

fn cell(problem: &OutcomeProblem, all: &AllOutcomes) -> Cell {
    let solutions: Vec<&OutcomeSolution> =
        all.happenings.iter().map(|happening| &happening.solution).collect();
    Cell::of(problem, all.outcome, &solutions)
}
