//! Where a scene locks over two of its numbers, as a report tells it: the grid, and proofs of one cell of
//! each kind and of those along its borders.

use super::peg::{PegAnswer, fits, peg_json};
use crate::answer::AskError;
use crate::map::{MapAnswer, border, misfit, two};
use serde_json::{Value, json};
use std::collections::HashSet;
use stiction::ask::Refused;
use stiction::ask::jam::{
    CellQuestion, GridError, Inserted, LockCell, Locked, System, both_proved, locking_grid, representative,
};
use stiction::scene::{Axis, Scene, Varied};
use stiction_proof::{Answer, JamProof, Rational, Verified};

/// The kinds of cells that claim something.
pub(crate) const CLAIMS: [LockCell; 4] = [LockCell::Free, LockCell::Jams, LockCell::Wedges, LockCell::Both];

/// The grid, and cells with their proofs.
#[derive(Debug, Clone, PartialEq)]
pub struct LockMap {
    /// The grid.
    pub map: MapAnswer<LockCell>,
    pub(crate) samples: Vec<Sample>,
}

/// A cell with its proofs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sample {
    pub(crate) kind: LockCell,
    /// Column and row.
    pub(crate) place: [usize; 2],
    pub(crate) proved: CellProof,
}

/// What is proved of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum CellProof {
    System(Box<System>, Box<[Verified<JamProof>; 2]>),
    Peg(Box<PegAnswer>),
}

/// The map of a scene; none where none was asked for.
pub(super) fn mapped<S: Varied>(
    scene: &Scene<S>,
    axes: &[Axis],
    asked: impl Fn(&Scene<S>) -> CellQuestion + Sync,
    peg: impl Fn(&Scene<S>) -> Option<Inserted>,
) -> Result<Option<LockMap>, AskError> {
    let Some(axes) = two(axes)? else { return Ok(None) };
    let grid = locking_grid(scene, axes, &asked).map_err(|error| match error {
        GridError::Axis(message) => misfit(message),
        GridError::Refused(refused) => refused.into(),
    })?;
    let mut samples = Vec::new();
    for (kind, place) in proved_places(&grid) {
        let changed = changed(scene, axes, place).map_err(misfit)?;
        if let Some(proved) = proved(asked(&changed), || peg(&changed))? {
            samples.push(Sample { kind, place, proved });
        }
    }
    Ok(Some(LockMap { map: MapAnswer::new(axes, grid), samples }))
}

/// The scene with the values of a cell.
pub(crate) fn changed<S: Varied>(
    scene: &Scene<S>,
    axes: [&Axis; 2],
    place: [usize; 2],
) -> Result<Scene<S>, String> {
    let mut changed = scene.clone();
    for (axis, index) in axes.into_iter().zip(place).rev() {
        axis.set(&mut changed, axis.value(index))?;
    }
    Ok(changed)
}

/// The cells that are proved: one of each kind that claims something, then those along the borders.
pub(crate) fn proved_places(grid: &[Vec<LockCell>]) -> Vec<(LockCell, [usize; 2])> {
    let mut places: Vec<(LockCell, [usize; 2])> =
        CLAIMS.into_iter().filter_map(|kind| Some((kind, representative(grid, kind)?))).collect();
    let seen: HashSet<[usize; 2]> = places.iter().map(|(_, place)| *place).collect();
    let beside = border(grid, |kind| CLAIMS.contains(&kind));
    let beside = beside.into_iter().filter(|place| !seen.contains(place));
    places.extend(beside.map(|[column, row]| (grid[row][column], [column, row])));
    places
}

fn proved(asked: CellQuestion, peg: impl Fn() -> Option<Inserted>) -> Result<Option<CellProof>, Refused> {
    Ok(match asked {
        CellQuestion::Unfit => None,
        CellQuestion::Known(_) => {
            peg().map(PegAnswer::new).transpose()?.map(|peg| CellProof::Peg(Box::new(peg)))
        }
        CellQuestion::System(system, rounded) => {
            both_proved(&system, rounded)?.map(|both| CellProof::System(system, Box::new(both)))
        }
    })
}

/// What a peg alone asks of a cell: nothing, for it is known, unless it does not fit its hole.
pub(super) fn peg_asked(inserted: Inserted) -> CellQuestion {
    let positive = |value: &Rational| value.is_positive();
    let peg = &inserted.peg;
    let fits = [&peg.width, &peg.friction].into_iter().all(positive)
        && peg.width <= peg.hole
        && !inserted.depth.is_negative()
        && fits(&inserted);
    let Some(Ok(answer)) = fits.then(|| PegAnswer::new(inserted)) else { return CellQuestion::Unfit };
    let known = |answer: Answer| match answer {
        Answer::Yes => Locked::Yes,
        Answer::No => Locked::No,
        Answer::Undecided => Locked::Open,
    };
    CellQuestion::Known([known(answer.jams().unwrap_or(Answer::No)), known(answer.wedges())])
}

impl LockMap {
    pub(super) fn to_json(&self) -> Value {
        let mut told = self.map.to_json();
        told["cells"] = self.samples.iter().map(|sample| sample_json(sample, &self.map.axes)).collect();
        told
    }
}

fn sample_json(sample: &Sample, axes: &[Axis; 2]) -> Value {
    let [column, row] = sample.place;
    let values = [axes[0].value(column), axes[1].value(row)];
    let mut told = json!({
        "kind": sample.kind.word(), "column": column, "row": row,
        "values": values.each_ref().map(Rational::to_f64), "exact": { "values": values },
    });
    match &sample.proved {
        CellProof::System(system, both) => {
            told["problem"] = json!({ "system": system.problem, "wedging": system.wedging.as_ref().map(|wedging| &wedging.problem) });
            told["jam"] = json!(both[0].proof());
            told["wedge"] = json!(both[1].proof());
        }
        CellProof::Peg(peg) => {
            let (shown, exact) = peg_json(peg);
            told["peg"] = shown;
            told["exact"]["peg"] = exact;
        }
    }
    told
}
