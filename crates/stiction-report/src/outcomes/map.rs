//! A grid of outcomes over two numbers of a scene, in a report.

use super::AskError;
use crate::text::plain;
use serde_json::{Map, Value, json};
use stiction::ask::lower::Misfit;
use stiction::ask::outcomes::{Axis, Cell, map};
use stiction::scene::Scene;
use stiction::screw::Planar;

/// A grid of outcomes over two numbers of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct MapAnswer {
    /// The numbers: along each row, and from row to row.
    pub axes: [Axis; 2],
    /// A row for each value of the second one.
    pub grid: Vec<Vec<Cell>>,
}

pub(super) fn mapped(scene: &Scene<Planar>, axes: &[Axis]) -> Result<Option<MapAnswer>, AskError> {
    let misfit = |message: String| AskError::Misfits(vec![Misfit::new("map", &["--map"], message, MAP_HELP)]);
    match axes {
        [] => Ok(None),
        [first, second] => {
            let grid = map(scene, first, second).map_err(misfit)?;
            Ok(Some(MapAnswer { axes: [first.clone(), second.clone()], grid }))
        }
        _ => Err(misfit(format!("a map has two axes; {} are given", axes.len()))),
    }
}

const MAP_HELP: &str = "give --map twice, each as PATH=FROM:TO:COUNT, as in contacts.1.friction=0:2:100";

impl MapAnswer {
    /// How many cells of each kind there are, in the order of the letters.
    pub fn counts(&self) -> Vec<(Cell, usize)> {
        KINDS.map(|kind| (kind, self.grid.iter().flatten().filter(|cell| **cell == kind).count())).to_vec()
    }

    pub(super) fn to_json(&self) -> Value {
        let axis = |axis: &Axis| json!({ "path": axis.path, "from": axis.from.to_f64(), "to": axis.to.to_f64(), "count": axis.count });
        let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.letter()).collect::<String>();
        let counts: Map<String, Value> =
            self.counts().into_iter().map(|(kind, count)| (kind.word().to_owned(), json!(count))).collect();
        json!({
            "axes": self.axes.each_ref().map(axis),
            "rows": self.grid.iter().map(row).collect::<Vec<_>>(),
            "counts": counts,
            "proofs": "none: each cell was decided by a proof that was checked, and is not kept",
        })
    }

    /// `59 unique, 17 ambiguous`.
    pub fn words_of_counts(&self) -> String {
        let some = self.counts().into_iter().filter(|(_, count)| *count > 0);
        some.map(|(kind, count)| format!("{count} {}", kind.word())).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn words(&self) -> String {
        let [first, second] = self.axes.each_ref().map(|axis| plain(&axis.path));
        format!("{} over {first} and {second}; --json has the grid", self.words_of_counts())
    }
}

/// Whether the counts of a map are those of its rows; what the cells say is not proved by the report.
pub(crate) fn counted(map: &Value) -> Result<(), String> {
    let rows = map["rows"].as_array().ok_or("map has no rows")?;
    let mut letters: Vec<char> = Vec::new();
    for row in rows {
        letters.extend(row.as_str().ok_or("a row of the map is no text")?.chars());
    }
    let size = |axis: usize| map["axes"][axis]["count"].as_u64();
    if size(1) != Some(rows.len() as u64)
        || size(0).map(|width| width * rows.len() as u64) != Some(letters.len() as u64)
    {
        return Err("the map has not as many cells as its axes say".to_owned());
    }
    for kind in KINDS {
        let count = letters.iter().filter(|letter| **letter == kind.letter()).count();
        if map["counts"][kind.word()].as_u64() != Some(count as u64) {
            return Err(format!("the map does not have so many cells that are {}", kind.word()));
        }
    }
    Ok(())
}

/// All kinds of cells, in the order of the letters.
const KINDS: [Cell; 6] =
    [Cell::Unique, Cell::Jammed, Cell::Ambiguous, Cell::Continuum, Cell::Inconsistent, Cell::Fault];
