//! A grid of verdicts over two numbers of a scene, as reports tell it.
//!
//! **A map proves its regions.** Ten thousand cells have ten thousand proofs, of which nobody wants the JSON.
//! Each is checked and dropped; of cells of one letter that hang together the middle one keeps its proof, so
//! that a letter that is changed inside a region is a region without proof.

use crate::answer::AskError;
use crate::text::plain;
use serde_json::{Map, Value, json};
use stiction::ask::jam::LockCell;
use stiction::ask::lower::Misfit;
use stiction::ask::outcomes::Cell;
use stiction::scene::Axis;

/// What a cell of a grid can be.
pub trait Kind: Copy + PartialEq + 'static {
    /// All kinds, in the order in which they are told.
    const ALL: &'static [Self];

    /// The word for it.
    fn word(self) -> &'static str;

    /// The letter for it in a row.
    fn letter(self) -> char;
}

/// Cells of the library, by what they say of themselves.
macro_rules! kinds {
    ($($cell:ty),*) => {
        $(impl Kind for $cell {
            const ALL: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.word()
            }

            fn letter(self) -> char {
                self.letter()
            }
        })*
    };
}

kinds!(Cell, LockCell);

/// A grid of verdicts over two numbers of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct MapAnswer<K> {
    /// The numbers: along each row, and from row to row.
    pub axes: [Axis; 2],
    /// A row for each value of the second one.
    pub grid: Vec<Vec<K>>,
}

/// What stands against a map.
pub(crate) fn misfit(message: String) -> AskError {
    let help = "give --map twice, each as PATH=FROM:TO:COUNT, as in contacts.1.friction=0:2:100";
    AskError::Misfits(vec![Misfit::new("map", &["--map"], message, help)])
}

/// The two axes of a map; none where none was asked for.
pub(crate) fn two(axes: &[Axis]) -> Result<Option<[&Axis; 2]>, AskError> {
    match axes {
        [] => Ok(None),
        [first, second] => Ok(Some([first, second])),
        _ => Err(misfit(format!("a map has two axes; {} are given", axes.len()))),
    }
}

impl<K: Kind> MapAnswer<K> {
    pub(crate) fn new(axes: [&Axis; 2], grid: Vec<Vec<K>>) -> Self {
        Self { axes: axes.map(Axis::clone), grid }
    }

    /// How many cells of each kind there are.
    pub fn counts(&self) -> Vec<(K, usize)> {
        let count = |kind: &K| self.grid.iter().flatten().filter(|cell| *cell == kind).count();
        K::ALL.iter().map(|kind| (*kind, count(kind))).collect()
    }

    /// Axes, rows and counts.
    pub(crate) fn to_json(&self) -> Value {
        let axis = |axis: &Axis| {
            json!({
                "path": axis.path, "from": axis.from.to_f64(), "to": axis.to.to_f64(), "count": axis.count,
                "exact": { "from": axis.from, "to": axis.to },
            })
        };
        let row = |row: &Vec<K>| row.iter().map(|cell| cell.letter()).collect::<String>();
        let counts: Map<String, Value> =
            self.counts().into_iter().map(|(kind, count)| (kind.word().to_owned(), json!(count))).collect();
        json!({
            "axes": self.axes.each_ref().map(axis),
            "rows": self.grid.iter().map(row).collect::<Vec<_>>(),
            "counts": counts,
        })
    }

    /// `59 unique, 17 ambiguous`.
    pub fn words_of_counts(&self) -> String {
        let some = self.counts().into_iter().filter(|(_, count)| *count > 0);
        some.map(|(kind, count)| format!("{count} {}", kind.word())).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn words(&self) -> String {
        let [first, second] = self.axes.each_ref().map(|axis| plain(&axis.path));
        format!("{} over {first} and {second}; --json has the grid", self.words_of_counts())
    }
}

/// Cells of a border that have their proofs at most; of a longer border none has.
const MOST_BORDER: usize = 2000;

/// The cells along the borders of a map, those with another kind beside them, in reading order as column and
/// row; none of a border that is too long to prove.
///
/// Where each of them is proved, no border can be moved: the cells on both sides of where it would be are of
/// one kind, and one of them is claimed to be of another.
pub(crate) fn border<K: Kind>(grid: &[Vec<K>], claims: impl Fn(K) -> bool) -> Vec<[usize; 2]> {
    let other = |row: usize, column: usize, kind: K| {
        grid.get(row).and_then(|cells| cells.get(column)).is_some_and(|cell| *cell != kind)
    };
    let mut found = Vec::new();
    for (row, cells) in grid.iter().enumerate() {
        for (column, &kind) in cells.iter().enumerate() {
            let beside = other(row.wrapping_sub(1), column, kind)
                || other(row + 1, column, kind)
                || other(row, column.wrapping_sub(1), kind)
                || other(row, column + 1, kind);
            if beside && claims(kind) {
                found.push([column, row]);
            }
        }
    }
    if found.len() <= MOST_BORDER { found } else { Vec::new() }
}

/// The cells of a map that was told, if it has as many as its axes say.
pub(crate) fn cells<K: Kind>(map: &Value, axes: [&Axis; 2]) -> Result<Vec<Vec<K>>, String> {
    let rows = map["rows"].as_array().ok_or("map has no rows")?;
    let kind = |letter: char| K::ALL.iter().copied().find(|kind| kind.letter() == letter);
    let mut grid = Vec::new();
    for row in rows {
        let letters = row.as_str().ok_or("a row of the map is no text")?.chars();
        let row: Option<Vec<K>> = letters.map(kind).collect();
        grid.push(row.ok_or("a cell of the map has no such kind")?);
    }
    let [wide, high] = axes.map(|axis| axis.count);
    if high != rows.len() || grid.iter().any(|row| wide != row.len()) {
        return Err("the map has not as many cells as its axes say".to_owned());
    }
    Ok(grid)
}
