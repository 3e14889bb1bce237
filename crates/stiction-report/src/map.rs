//! A grid of verdicts over two numbers of a scene, as reports tell it.

use crate::answer::AskError;
use crate::text::plain;
use serde_json::{Map, Value, json};
use stiction::ask::lower::Misfit;
use stiction::scene::Axis;
use stiction_proof::Rational;

/// What a cell of a grid can be.
pub trait Kind: Copy + PartialEq + 'static {
    /// All kinds, in the order in which they are told.
    const ALL: &'static [Self];

    /// The word for it.
    fn word(self) -> &'static str;

    /// The letter for it in a row.
    fn letter(self) -> char;
}

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

/// An axis as it was told.
pub(crate) fn axis(told: &Value) -> Result<Axis, String> {
    let number = |value: &Value| -> Result<Rational, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    };
    let [from, to] = [number(&told["exact"]["from"])?, number(&told["exact"]["to"])?];
    // As numbers of JSON, which are null beyond the doubles.
    if told["from"] != json!(from.to_f64()) || told["to"] != json!(to.to_f64()) {
        return Err("the ends of an axis are not its exact ones".to_owned());
    }
    let count = told["count"].as_u64().and_then(|count| usize::try_from(count).ok());
    let (Some(path), Some(count)) = (told["path"].as_str(), count) else {
        return Err("an axis of the map is incomplete".to_owned());
    };
    Ok(Axis { path: path.to_owned(), from, to, count })
}

/// The cells of a map that was told, if it has as many as its axes say and its counts are those of its rows.
pub(crate) fn counted<K: Kind>(map: &Value) -> Result<Vec<Vec<K>>, String> {
    let rows = map["rows"].as_array().ok_or("map has no rows")?;
    let kind = |letter: char| K::ALL.iter().copied().find(|kind| kind.letter() == letter);
    let mut grid = Vec::new();
    for row in rows {
        let letters = row.as_str().ok_or("a row of the map is no text")?.chars();
        let row: Option<Vec<K>> = letters.map(kind).collect();
        grid.push(row.ok_or("a cell of the map has no such kind")?);
    }
    let size = |axis: usize| map["axes"][axis]["count"].as_u64();
    let [wide, high] = [size(0), size(1)];
    if high != Some(rows.len() as u64) || grid.iter().any(|row| wide != Some(row.len() as u64)) {
        return Err("the map has not as many cells as its axes say".to_owned());
    }
    for (axis, key) in [(0, "from"), (0, "to"), (1, "from"), (1, "to")] {
        let axis = &map["axes"][axis];
        let exact: Option<Rational> = serde_json::from_value(axis["exact"][key].clone()).ok();
        if exact.is_none_or(|exact| axis[key].as_f64() != Some(exact.to_f64())) {
            return Err("an axis of the map is not what its exact numbers say".to_owned());
        }
    }
    for kind in K::ALL {
        let count = grid.iter().flatten().filter(|cell| *cell == kind).count();
        if map["counts"][kind.word()].as_u64() != Some(count as u64) {
            return Err(format!("the map does not have so many cells that are {}", kind.word()));
        }
    }
    Ok(grid)
}
