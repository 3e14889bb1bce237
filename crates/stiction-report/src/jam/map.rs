//! Where a scene locks over two of its numbers, as a report tells it: the grid, and of each kind of cell one with its proofs.

use super::peg::{PegAnswer, peg_json};
use crate::answer::AskError;
use crate::map::{Kind, MapAnswer, misfit, two};
use serde_json::{Value, json};
use stiction::ask::Refused;
use stiction::ask::jam::{
    Asked, GridError, Inserted, LockCell, Locked, System, both_proved, locking_grid, representative,
};
use stiction::scene::{Axis, Scene, Varied};
use stiction_proof::{Answer, JamProof, Rational, Verified};

impl Kind for LockCell {
    const ALL: &'static [Self] = &Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }

    fn letter(self) -> char {
        self.letter()
    }
}

/// The kinds of cells that claim something.
pub(crate) const CLAIMS: [LockCell; 4] = [LockCell::Free, LockCell::Jams, LockCell::Wedges, LockCell::Both];

/// The grid, and cells that stand for their kind.
#[derive(Debug, Clone, PartialEq)]
pub struct LockMap {
    /// The grid.
    pub map: MapAnswer<LockCell>,
    samples: Vec<Sample>,
}

/// A cell that stands for its kind.
#[derive(Debug, Clone, PartialEq)]
struct Sample {
    kind: LockCell,
    /// Column and row.
    place: [usize; 2],
    values: [Rational; 2],
    proved: Proved,
}

/// What is proved of a cell.
#[derive(Debug, Clone, PartialEq)]
enum Proved {
    System(Box<System>, Box<[Verified<JamProof>; 2]>),
    Peg(Box<PegAnswer>),
}

/// The map of a scene; none where none was asked for.
pub(super) fn mapped<S: Varied>(
    scene: &Scene<S>,
    axes: &[Axis],
    asked: impl Fn(&Scene<S>) -> Asked + Sync,
    peg: impl Fn(&Scene<S>) -> Option<Inserted>,
) -> Result<Option<LockMap>, AskError>
where
    Scene<S>: Sync,
{
    let Some(axes) = two(axes)? else { return Ok(None) };
    let grid = locking_grid(scene, axes, &asked).map_err(|error| match error {
        GridError::Axis(message) => misfit(message),
        GridError::Refused(refused) => refused.into(),
    })?;
    let mut samples = Vec::new();
    for kind in CLAIMS {
        let Some(place) = representative(&grid, kind) else { continue };
        let values = [0, 1].map(|k| axes[k].value(place[k]));
        let mut changed = scene.clone();
        for (axis, value) in axes.iter().zip(&values).rev() {
            axis.set(&mut changed, value.clone()).map_err(misfit)?;
        }
        if let Some(proved) = proved(asked(&changed), || peg(&changed))? {
            samples.push(Sample { kind, place, values, proved });
        }
    }
    Ok(Some(LockMap { map: MapAnswer::new(axes, grid), samples }))
}

fn proved(asked: Asked, peg: impl Fn() -> Option<Inserted>) -> Result<Option<Proved>, Refused> {
    Ok(match asked {
        Asked::Unfit => None,
        Asked::Known(_) => peg().map(PegAnswer::new).transpose()?.map(|peg| Proved::Peg(Box::new(peg))),
        Asked::System(system, rounded) => {
            both_proved(&system, rounded)?.map(|both| Proved::System(system, Box::new(both)))
        }
    })
}

/// What a peg alone asks of a cell: nothing, for it is known, unless it does not fit its hole.
pub(super) fn peg_asked(inserted: Inserted) -> Asked {
    let positive = |value: &Rational| value.is_positive();
    let peg = &inserted.peg;
    let fits = [&peg.width, &peg.friction].into_iter().all(positive)
        && peg.width <= peg.hole
        && !inserted.depth.is_negative()
        && peg.fit(&inserted.depth, &inserted.turned) != stiction::ask::jam::peg::Fit::Impossible;
    let Some(Ok(answer)) = fits.then(|| PegAnswer::new(inserted)) else { return Asked::Unfit };
    let known = |answer: Answer| match answer {
        Answer::Yes => Locked::Yes,
        Answer::No => Locked::No,
        Answer::Undecided => Locked::Open,
    };
    Asked::Known([known(answer.jams().unwrap_or(Answer::No)), known(answer.wedges())])
}

impl LockMap {
    pub(super) fn to_json(&self) -> Value {
        let mut told = self.map.to_json();
        told["cells"] = self.samples.iter().map(sample_json).collect();
        told
    }
}

fn sample_json(sample: &Sample) -> Value {
    let [column, row] = sample.place;
    let mut told = json!({
        "kind": sample.kind.word(), "column": column, "row": row,
        "values": sample.values.each_ref().map(Rational::to_f64), "exact": { "values": sample.values },
    });
    match &sample.proved {
        Proved::System(system, both) => {
            told["problem"] = json!({ "system": system.problem, "wedging": system.wedging });
            told["jam"] = json!(both[0].proof());
            told["wedge"] = json!(both[1].proof());
        }
        Proved::Peg(peg) => {
            let (shown, exact) = peg_json(peg);
            told["peg"] = shown;
            told["exact"]["peg"] = exact;
        }
    }
    told
}
