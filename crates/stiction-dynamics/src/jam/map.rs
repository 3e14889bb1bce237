//! Where a family of systems locks: one row for each system, one column for each factor on its friction.
//!
//! Boxes grow with the factor, so a row is decided by the least factor that jams and the least that wedges: below the
//! lower end of its bracket a cell is free, from the upper end on it is locked, each by a proof that was checked.

use super::cone::Locking;
use super::decide::{Locker, Unfit};
use super::scale::LeastScale;
use std::fmt;
use stiction_proof::{JamProblem, JamProof, Rational};
use stiction_scene::Refused;
use stiction_scene::{Bracket, Threshold};

/// What is known of one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locked {
    /// Proved to be locked.
    Yes,
    /// Proved not to be.
    No,
    /// Inside the bracket of the threshold, or nothing was proved.
    Open,
}

/// One row of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapRow {
    /// The least factor that jams.
    pub jam: LeastScale,
    /// The least factor that wedges.
    pub wedge: LeastScale,
    /// For each factor, whether it jams and whether it wedges.
    pub cells: Vec<[Locked; 2]>,
}

/// Why a map could not be made.
#[derive(Debug, Clone, PartialEq)]
pub enum MapError {
    /// A system cannot be asked.
    Unfit(Unfit),
    /// A proof was refused: a defect.
    Refused(Refused),
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unfit(unfit) => unfit.fmt(f),
            Self::Refused(refused) => refused.fmt(f),
        }
    }
}

impl std::error::Error for MapError {}

impl From<Unfit> for MapError {
    fn from(unfit: Unfit) -> Self {
        Self::Unfit(unfit)
    }
}

impl From<Refused> for MapError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// The map of some systems over factors on their friction.
///
/// ```
/// use stiction_dynamics::jam::{Locked, Rod, locking_map, turned};
/// use stiction_proof::Rational;
/// let one = Rational::one();
/// let rod = |half: &Rational| Rod { mass: one.clone(), inertia: Rational::new(1, 3), half: one.clone(),
///     turned: turned(half) };
/// let systems: Vec<_> =
///     (1..20).map(|k| rod(&Rational::new(k, 20)).on_wall(false, &one)).collect();
/// let map = locking_map(&systems, &[Rational::one(), Rational::from(10)]).unwrap();
/// assert!(map.iter().all(|row| row.cells[0][0] == Locked::No));
/// assert!(map.iter().any(|row| row.cells[1][0] == Locked::Yes));
/// ```
pub fn locking_map(systems: &[JamProblem], factors: &[Rational]) -> Result<Vec<MapRow>, MapError> {
    systems
        .iter()
        .map(|system| {
            let least =
                |kind| -> Result<LeastScale, MapError> { Ok(Locker::new(system, kind)?.least_scale()?) };
            let (jam, wedge) = (least(Locking::Jam)?, least(Locking::Wedge)?);
            let cells =
                factors.iter().map(|factor| [locked_at(&jam, factor), locked_at(&wedge, factor)]).collect();
            Ok(MapRow { jam, wedge, cells })
        })
        .collect()
}

/// Whether a factor locks.
pub fn locked_at(least: &LeastScale, factor: &Rational) -> Locked {
    match least {
        Threshold::Never(_) => Locked::No,
        Threshold::None(_) => Locked::Yes,
        Threshold::Undecided => Locked::Open,
        Threshold::Between(bracket) if *factor >= bracket.upper.0 => Locked::Yes,
        Threshold::Between(bracket) if *factor < bracket.lower.0 || is_free_at(bracket, factor) => Locked::No,
        Threshold::Between(_) => Locked::Open,
    }
}

/// Whether the lower end itself is proved to be free and is this factor.
fn is_free_at(bracket: &Bracket<JamProof>, factor: &Rational) -> bool {
    let included = matches!(
        bracket.lower.1.proof(),
        JamProof::Slides { included: true, .. } | JamProof::Loose { included: true, .. }
    );
    included && *factor == bracket.lower.0
}
