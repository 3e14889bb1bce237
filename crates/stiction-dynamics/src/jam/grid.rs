//! Where a scene locks, over two of its numbers: a grid of verdicts.
//!
//! Each cell is a system of its own.  A larger box holds a smaller one, so along a line of cells whose
//! systems differ in nothing but coefficients that grow, or shrink, a verdict that both ends of a stretch
//! have holds between them (whether the systems are so is seen from their rows, not from what was varied):
//!
//! ```text
//!     box ⊂ box' ⊂ box'':   box'' is free ⇒ box' is free,   box locks ⇒ box' locks                (1)
//! ```
//!
//! A line over friction is then decided by bisection, a few proofs instead of one for each cell.  What passed
//! through a rounding is free or locked when it is so by a margin, in a box that is larger or smaller by
//! [`CLOSE`], and open else.
//!
//! **A map is filled by inclusion.** Boxes of friction are nested, so along a line of a map whose systems
//! differ in nothing but coefficients a verdict at both ends of a stretch holds between them; bisection asks
//! a few cells. That the systems are so is read from their rows, not from the name of what was varied.

use super::cone::Locking;
use super::decide::Locker;
use super::lower::System;
use super::map::Locked;
use stiction_exact::matrix::is_positive_definite;
use stiction_exact::work;
use stiction_proof::{JamProblem, JamProof, Rational, Verified};
use stiction_scene::scene::{Axis, Scene, Varied};
use stiction_scene::{Refused, Verdict};

/// Parts of the box by which a rounded system must be free, or locked.
pub const CLOSE: f64 = 1e-9;

/// What one cell asks.
#[derive(Debug, Clone, PartialEq)]
pub enum CellQuestion {
    /// Whether a system jams and wedges, and whether something in it was rounded.
    System(Box<System>, bool),
    /// Nothing: both are known.
    Known([Locked; 2]),
    /// Nothing: the scene does not fit the question.
    Unfit,
}

/// What a scene of the grid does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockCell {
    /// Neither jams nor wedges.
    Free,
    /// Jams and does not wedge.
    Jams,
    /// Wedges and does not jam.
    Wedges,
    /// Does both.
    Both,
    /// One of the two is not decided.
    Undecided,
    /// The scene does not fit the question: nothing slips, an impact, a negative mass or friction.
    Fault,
}

impl LockCell {
    /// All kinds, in the order in which they are told.
    pub const ALL: [Self; 6] =
        [Self::Free, Self::Jams, Self::Wedges, Self::Both, Self::Undecided, Self::Fault];

    fn of([jam, wedge]: [Locked; 2]) -> Self {
        match (jam, wedge) {
            (Locked::Open, _) | (_, Locked::Open) => Self::Undecided,
            (Locked::No, Locked::No) => Self::Free,
            (Locked::Yes, Locked::No) => Self::Jams,
            (Locked::No, Locked::Yes) => Self::Wedges,
            (Locked::Yes, Locked::Yes) => Self::Both,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Jams => "jams",
            Self::Wedges => "wedges",
            Self::Both => "both",
            Self::Undecided => "undecided",
            Self::Fault => "fault",
        }
    }

    /// The letter for it in a grid.
    pub fn letter(self) -> char {
        match self {
            Self::Free => '-',
            Self::Jams => 'j',
            Self::Wedges => 'w',
            Self::Both => 'b',
            Self::Undecided => 'u',
            Self::Fault => 'f',
        }
    }
}

/// Why there is no grid.
#[derive(Debug, Clone, PartialEq)]
pub enum GridError {
    /// An axis leads nowhere.
    Axis(String),
    /// A proof was refused: a defect.
    Refused(Refused),
}

/// The grid: one row for each value of the second axis, one cell for each of the first.
///
/// ```
/// use stiction_dynamics::jam::{CellQuestion, LockCell, locking_grid, moving};
/// use stiction_scene::lower::ConeModel;
/// use stiction_scene::scene::{Axis, Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// use stiction_proof::Rational;
/// let mut drawer = Body::<Planar>::new("drawer").with_mass(1).with_inertia(2);
/// drawer.twist = [0, 0, -1].map(Rational::from);
/// let wall = |x: i64, y: i64| Contact::planar(Party::Body(0), [x, y], [-x, 0]);
/// let scene = Scene::new().with_body(drawer).with_contact(wall(-3, -1)).with_contact(wall(3, 1));
/// let system = |scene: &Scene<Planar>| {
///     let found = moving(scene, ConeModel::Round);
///     found.map_or(CellQuestion::Unfit, |(found, _)| CellQuestion::System(Box::new(found), false))
/// };
/// let axis = |text: &str| Axis::parse(text).unwrap();
/// // Wedges where the line between the contacts, which rises by 1/3, is inside both cones.
/// let axes = [&axis("contacts.1.friction=0.1:0.4:4"), &axis("contacts.2.friction=0.4:0.4:1")];
/// let grid = locking_grid(&scene, axes, system);
/// assert_eq!(grid.unwrap(), [[LockCell::Free, LockCell::Free, LockCell::Free, LockCell::Wedges]]);
/// ```
pub fn locking_grid<S: Varied>(
    scene: &Scene<S>,
    [first, second]: [&Axis; 2],
    asked: impl Fn(&Scene<S>) -> CellQuestion + Sync,
) -> Result<Vec<Vec<LockCell>>, GridError> {
    // The second number is written first, whichever way lines go: both may be about the same.
    let line_of = |turned: bool, index: usize| -> Result<Vec<CellQuestion>, String> {
        let mut cells = Vec::new();
        if !turned {
            first.along(scene, (second, index), |changed| cells.push(asked(changed).if_fit()))?;
            return Ok(cells);
        }
        for place in 0..second.count {
            let mut changed = scene.clone();
            second.set(&mut changed, second.value(place))?;
            first.set(&mut changed, first.value(index))?;
            cells.push(asked(&changed).if_fit());
        }
        Ok(cells)
    };
    let [row, column] = [line_of(false, 0), line_of(true, 0)].map(|line| line.map_err(GridError::Axis));
    let turned = stretches(&column?).len() < stretches(&row?).len();
    let (along, across) = if turned { (second, first) } else { (first, second) };
    let of = |index| line(&line_of(turned, index).map_err(GridError::Axis)?).map_err(GridError::Refused);
    let lines: Vec<Vec<LockCell>> = work::lines(across.count, of).into_iter().collect::<Result<_, _>>()?;
    Ok(if turned { transposed(&lines, along.count) } else { lines })
}

fn transposed(lines: &[Vec<LockCell>], length: usize) -> Vec<Vec<LockCell>> {
    (0..length).map(|index| lines.iter().map(|line| line[index]).collect()).collect()
}

/// The cells of one line.
fn line(cells: &[CellQuestion]) -> Result<Vec<LockCell>, Refused> {
    let stretches = stretches(cells);
    let [jam, wedge] = [Locking::Jam, Locking::Wedge].map(|kind| decided(cells, &stretches, kind));
    let cell = |((cell, jam), wedge): ((&CellQuestion, Locked), Locked)| match cell {
        CellQuestion::Unfit => LockCell::Fault,
        _ => LockCell::of([jam, wedge]),
    };
    Ok(cells.iter().zip(jam?).zip(wedge?).map(cell).collect())
}

impl CellQuestion {
    /// A system as it is, if it has what is taken for granted: inertia, no negative coefficient, that of
    /// sliding no larger than that of rest, and not too many free signs.
    fn if_fit(self) -> Self {
        let fair = |problem: &JamProblem| {
            problem.has_few_free_signs()
                && problem.constraints.iter().all(|one| !one.mu.is_negative() && one.mu <= one.at_rest)
        };
        match self {
            Self::System(system, _)
                if !(fair(&system.problem)
                    && fair(system.wedge_problem())
                    && is_positive_definite(&system.problem.mass)) =>
            {
                Self::Unfit
            }
            asked => asked,
        }
    }
}

/// Whether a system is locked in one way, with the proof of it; none where it does not fit.
fn proved(system: &System, kind: Locking, rounded: bool) -> Result<Option<Verdict<JamProof>>, Refused> {
    let problem = if kind == Locking::Jam { &system.problem } else { system.wedge_problem() };
    let Ok(locker) = Locker::new(problem, kind) else { return Ok(None) };
    if !rounded {
        return locker.locks(&Rational::one()).map(Some);
    }
    let margin = Rational::from_f64(CLOSE).unwrap_or_default();
    let beyond = locker.locks(&(Rational::one() + &margin))?;
    if matches!(beyond, Verdict::No(_)) {
        return Ok(Some(beyond));
    }
    let within = locker.locks(&(Rational::one() - &margin))?;
    Ok(Some(if matches!(within, Verdict::Yes(_)) { within } else { Verdict::Undecided }))
}

fn verdict(cell: &CellQuestion, kind: Locking) -> Result<Locked, Refused> {
    Ok(match cell {
        CellQuestion::Known([jam, wedge]) => match kind {
            Locking::Jam => *jam,
            Locking::Wedge => *wedge,
        },
        CellQuestion::Unfit => Locked::Open,
        CellQuestion::System(system, rounded) => match proved(system, kind, *rounded)? {
            Some(Verdict::Yes(_)) => Locked::Yes,
            Some(Verdict::No(_)) => Locked::No,
            Some(Verdict::Undecided) | None => Locked::Open,
        },
    })
}

/// The verdicts of one kind along a line, stretch by stretch.
fn decided(
    cells: &[CellQuestion],
    stretches: &[std::ops::Range<usize>],
    kind: Locking,
) -> Result<Vec<Locked>, Refused> {
    let mut known = vec![Locked::Open; cells.len()];
    for stretch in stretches {
        let (first, last) = (stretch.start, stretch.end - 1);
        known[first] = verdict(&cells[first], kind)?;
        known[last] = if last == first { known[first] } else { verdict(&cells[last], kind)? };
        bisected(cells, kind, &mut known, first, last)?;
    }
    Ok(known)
}

/// Fills in between two cells of a stretch that are known, by (1).
fn bisected(
    cells: &[CellQuestion],
    kind: Locking,
    known: &mut [Locked],
    from: usize,
    to: usize,
) -> Result<(), Refused> {
    if to - from < 2 {
        return Ok(());
    }
    if known[from] == known[to] && known[from] != Locked::Open {
        let same = known[from];
        known[from + 1..to].fill(same);
        return Ok(());
    }
    let middle = from + (to - from) / 2;
    known[middle] = verdict(&cells[middle], kind)?;
    bisected(cells, kind, known, from, middle)?;
    bisected(cells, kind, known, middle, to)
}

/// Largest runs of cells whose boxes are nested, one in the next.
fn stretches(cells: &[CellQuestion]) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    let mut way = [true, true];
    for index in 0..cells.len() {
        let next = index.checked_sub(1).map(|before| ways(&cells[before], &cells[index]));
        let both = next.map(|next| [way[0] && next[0], way[1] && next[1]]);
        match (both, runs.last_mut()) {
            (Some(both), Some(run)) if both != [false, false] => {
                way = both;
                run.end = index + 1;
            }
            _ => {
                way = [true, true];
                runs.push(index..index + 1);
            }
        }
    }
    runs
}

/// Whether the box of `a` is within that of `b`, and the other way round; neither where the systems differ otherwise.
fn ways(a: &CellQuestion, b: &CellQuestion) -> [bool; 2] {
    let (CellQuestion::System(a, a_rounded), CellQuestion::System(b, b_rounded)) = (a, b) else {
        return [false, false];
    };
    if a_rounded == b_rounded { [nested(a, b), nested(b, a)] } else { [false, false] }
}

fn nested(inner: &System, outer: &System) -> bool {
    let fits = |inner: &JamProblem, outer: &JamProblem| {
        inner.mass == outer.mass
            && inner.either_way == outer.either_way
            && inner.constraints.len() == outer.constraints.len()
            && inner.constraints.iter().zip(&outer.constraints).all(|(one, other)| {
                one.normal == other.normal
                    && one.friction == other.friction
                    && one.sign == other.sign
                    && one.mu <= other.mu
                    && one.at_rest <= other.at_rest
            })
    };
    fits(&inner.problem, &outer.problem) && fits(inner.wedge_problem(), outer.wedge_problem())
}

/// A cell in the middle of its kind, as column and row: of all that are so the one nearest to where their centre is.
pub fn representative(grid: &[Vec<LockCell>], kind: LockCell) -> Option<[usize; 2]> {
    let places = || {
        let rows = grid.iter().enumerate();
        rows.flat_map(|(row, cells)| {
            cells.iter().enumerate().map(move |(column, cell)| ([column, row], cell))
        })
        .filter(|(_, cell)| **cell == kind)
        .map(|(place, _)| place)
    };
    let count = places().count() as f64;
    let sum = places().fold([0.0, 0.0], |sum, [x, y]| [sum[0] + x as f64, sum[1] + y as f64]);
    let away = |place: &[usize; 2]| {
        let [x, y] = [place[0] as f64 - sum[0] / count, place[1] as f64 - sum[1] / count];
        x * x + y * y
    };
    places().min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// The proofs of jamming and of wedging about one system, where both are decided.
pub fn both_proved(system: &System, rounded: bool) -> Result<Option<[Verified<JamProof>; 2]>, Refused> {
    let proof = |kind| -> Result<Option<Verified<JamProof>>, Refused> {
        Ok(proved(system, kind, rounded)?.and_then(|verdict| verdict.verified().cloned()))
    };
    Ok(proof(Locking::Jam)?.zip(proof(Locking::Wedge)?).map(<[_; 2]>::from))
}
