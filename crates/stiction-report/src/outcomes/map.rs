//! A grid of outcomes over two numbers of a scene, in a report, with proofs of its regions and of their borders.
//!
//! Of every region, cells of one word that hang together along their sides, one cell is proved as the scene
//! itself is, and so is every cell that has another word beside it.  Whoever changes the word of a cell, or
//! moves a border, claims a cell to be what its proof does not show.  A region that is left out, its cells
//! given the word around them, has no border and is noticed only where the grid is decided again, from the
//! scene.

use super::AskError;
use crate::map::{MapAnswer, border, cells, misfit, two};
use crate::report::Options;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use stiction::ask::outcomes::{Cell, Outcome, Region, map, map_cell, map_problem, regions};
use stiction::scene::{Axis, Scene};
use stiction::screw::Planar;
use stiction_proof::{ContactLaw, Motion, OutcomeProblem, OutcomeSolution, Outcomes, Rational};

/// A grid of outcomes over two numbers of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomeMap {
    /// The grid.
    pub map: MapAnswer<Cell>,
    /// How many regions there are that fit the question.
    pub regions: usize,
    /// Cells with their proofs, one of each region; of the largest where there are too many.
    pub proofs: Vec<ProvedCell>,
}

/// A cell of a map with its proof.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedCell {
    /// Its place along the first axis.
    pub column: usize,
    /// Its place along the second axis.
    pub row: usize,
    /// What the proof is about.
    pub problem: OutcomeProblem,
    /// The modes with solutions, and refutations of all others.
    pub proof: Outcomes,
}

/// Regions of a map that are proved at most.
const MOST_PROVED: usize = 200;

pub(super) fn mapped(scene: &Scene<Planar>, axes: &[Axis]) -> Result<Option<OutcomeMap>, AskError> {
    let Some([first, second]) = two(axes)? else { return Ok(None) };
    let grid = map(scene, first, second).map_err(misfit)?;
    if grid.iter().flatten().all(|cell| *cell == Cell::Fault) {
        let plain = Options::default();
        let why = |changed: &Scene<Planar>| super::outcomes_answer(changed, &plain).err();
        return Err(crate::verdict_map::no_cell(scene, [first, second], why));
    }
    let (regions, places) = proved_places(&grid);
    let proofs = places.into_iter().filter_map(|place| {
        let (problem, all) = map_cell(scene, [first, second], place)?;
        let [column, row] = place;
        Some(ProvedCell { column, row, problem, proof: all.proof })
    });
    let proofs = proofs.collect();
    Ok(Some(OutcomeMap { map: MapAnswer::new([first, second], grid), regions, proofs }))
}

/// How many regions fit the question, and the cells that are proved: the middle of each, of the largest where
/// there are too many, then those along the borders.
fn proved_places(grid: &[Vec<Cell>]) -> (usize, Vec<[usize; 2]>) {
    let fitting = fitting(grid);
    let mut places: Vec<[usize; 2]> = fitting.iter().take(MOST_PROVED).map(|region| region.middle).collect();
    let seen: HashSet<[usize; 2]> = places.iter().copied().collect();
    let beside = border(grid, |cell| cell != Cell::Fault);
    places.extend(beside.into_iter().filter(|place| !seen.contains(place)));
    (fitting.len(), places)
}

/// The regions that fit the question, the largest first.
fn fitting(grid: &[Vec<Cell>]) -> Vec<Region> {
    let mut fitting: Vec<Region> =
        regions(grid).0.into_iter().filter(|region| region.cell != Cell::Fault).collect();
    fitting.sort_by_key(|region| std::cmp::Reverse(region.size));
    fitting
}

impl OutcomeMap {
    pub(super) fn to_json(&self) -> Value {
        let mut told = self.map.to_json();
        told["regions"] = json!(self.regions);
        told["proofs"] = json!(self.proofs);
        told
    }

    /// What of the map is proved.
    pub(super) fn proof_words(&self) -> String {
        match (self.regions, self.proofs.len()) {
            (0, _) => "no cell of the map fits the question".to_owned(),
            (1, 1) => "its one region has a cell with its proof".to_owned(),
            (all, some) if all <= MOST_PROVED && some > all => {
                format!(
                    "each of its {all} regions has a cell with its proof, and so have the cells along their borders"
                )
            }
            (all, some) if all == some => format!("each of its {all} regions has a cell with its proof"),
            (all, some) => format!("{some} cells of its {all} regions have their proofs"),
        }
    }
}

/// The map of a report: the grid of the scene, decided again, or without one as the report has it; and a
/// proof for each cell that is to have one.
pub(crate) fn read_map(
    axes: &[Axis],
    told: &Value,
    base: &OutcomeProblem,
    scene: Option<&Scene<Planar>>,
) -> Result<OutcomeMap, String> {
    let [first, second] = axes else { return Err("a map has two axes".to_owned()) };
    let grid = match scene {
        Some(scene) => map(scene, first, second)?,
        None => cells::<Cell>(told, [first, second])?,
    };
    let (regions, places) = proved_places(&grid);
    let proofs: Vec<ProvedCell> =
        serde_json::from_value(told["proofs"].clone()).map_err(|error| error.to_string())?;
    if proofs.iter().map(|proof| [proof.column, proof.row]).ne(places.iter().copied()) {
        return Err("the cells with proofs are not those of its regions and borders".to_owned());
    }
    for proof in &proofs {
        let [column, row] = [proof.column, proof.row];
        let place = format!("the cell in column {column}, row {row}");
        match scene {
            Some(scene) => {
                let same =
                    map_problem(scene, [first, second], [column, row]).as_ref() == Some(&proof.problem);
                same.then_some(()).ok_or_else(|| "its problem is not that of the scene".to_owned())
            }
            None => proof.is_of(base, [first, second]),
        }
        .map_err(|why| format!("{place}: {why}"))?;
        let cell = proof.cell().map_err(|why| format!("{place}: {why}"))?;
        if cell != grid[row][column] {
            return Err(format!("{place} is {}, not {}", cell.word(), grid[row][column].word()));
        }
    }
    Ok(OutcomeMap { map: MapAnswer::new([first, second], grid), regions, proofs })
}

impl ProvedCell {
    /// What its proof says.
    fn cell(&self) -> Result<Cell, String> {
        let told = |objection: stiction_proof::choice::Objection| objection.to_string();
        let laid = self.problem.laid().map_err(told)?;
        let determined = self.problem.answers(&laid, &self.proof).map_err(told)?;
        let solutions: Vec<OutcomeSolution> =
            self.proof.held.iter().map(|held| laid.solution(&held.point)).collect();
        let outcome = Outcome::of(determined.iter().map(|determined| determined.acceleration));
        let modes: Vec<&str> = self.proof.held.iter().map(|held| held.mode.as_str()).collect();
        Ok(Cell::of(&self.problem, outcome, &solutions.iter().collect::<Vec<_>>(), &modes))
    }

    /// Whether its problem is that of the scene but for what the axes change, and has their values where it
    /// names them itself.
    fn is_of(&self, base: &OutcomeProblem, axes: [&Axis; 2]) -> Result<(), String> {
        let mut same = self.problem.clone();
        let values = [axes[0].value(self.column), axes[1].value(self.row)];
        // The first axis is set last.
        let contacts = || base.contacts.iter().map(|contact| contact.id.as_str());
        let bodies = || base.bodies.iter().map(|body| body.name.as_str());
        let keys = |axis: &Axis| -> Vec<String> {
            axis.keys_among(&mut contacts(), &mut bodies()).into_iter().map(str::to_owned).collect()
        };
        let owned = axes.map(keys);
        let named: Vec<(Vec<&str>, &Rational)> = owned
            .iter()
            .zip(&values)
            .map(|(keys, value)| (keys.iter().map(String::as_str).collect(), value))
            .collect();
        if same.bodies.len() != base.bodies.len() || same.contacts.len() != base.contacts.len() {
            return Err("its problem has other bodies or contacts".to_owned());
        }
        for (index, (keys, value)) in named.iter().enumerate() {
            let again = index == 1 && named[0].0 == named[1].0;
            if !again && !is_named(&self.problem, keys, value) {
                return Err(format!("its problem does not have {value} at {}", keys.join(".")));
            }
            restore(&mut same, base, keys);
        }
        if same == *base {
            Ok(())
        } else {
            Err("its problem differs from that of the scene elsewhere".to_owned())
        }
    }
}

/// Whether a path means a contact: by its id, or with a star every one.
fn is_meant(id: &str, contact: &str) -> bool {
    id == contact || id == "*"
}

/// Whether a number that a problem holds as the scene does has this value; what follows from others is not asked.
fn is_named(problem: &OutcomeProblem, keys: &[&str], value: &Rational) -> bool {
    let at = |key: &str, list: &[Rational]| {
        key.parse::<usize>().ok().is_some_and(|index| list.get(index) == Some(value))
    };
    match keys {
        ["contacts", id, rest @ ..] => {
            let mut named = problem.contacts.iter().filter(|contact| is_meant(id, &contact.id)).peekable();
            named.peek().is_some()
                && named.all(|contact| match rest {
                    ["friction"] => contact.friction.iter().all(|friction| friction == value),
                    ["friction", "static"] => contact.friction[0] == *value,
                    ["friction", "kinetic"] => contact.friction[1] == *value,
                    ["point", key] => at(key, &contact.point),
                    ["normal", key] => at(key, &contact.normal),
                    _ => true,
                })
        }
        ["bodies", name, rest @ ..] => {
            let Some(body) = problem.bodies.iter().find(|body| body.name == *name) else { return true };
            match (rest, &body.motion) {
                (["com", key], _) => at(key, &body.com),
                (["twist", key], Motion::Free { .. }) => at(key, &body.twist),
                (["mass"], Motion::Free { mass, .. }) => mass[1][1] == *value && mass[2][2] == *value,
                (["inertia"], Motion::Free { mass, .. }) => mass[0][0] == *value,
                (["acceleration", key], Motion::Given { acceleration }) => at(key, acceleration),
                _ => true,
            }
        }
        _ => true,
    }
}

/// Puts back what a number at a path decides: itself, and what follows from it.
fn restore(problem: &mut OutcomeProblem, base: &OutcomeProblem, keys: &[&str]) {
    let (is_contact, is_body) = (keys.first() == Some(&"contacts"), keys.first() == Some(&"bodies"));
    let key = if is_contact || is_body { keys.get(2).copied().unwrap_or_default() } else { "gravity" };
    let name = keys.get(1).copied().unwrap_or_default();
    for (contact, before) in problem.contacts.iter_mut().zip(&base.contacts) {
        // Whether an outline is an arc at a contact follows from where it is.
        if key == "pose" || is_contact && is_meant(name, &contact.id) && ["point", "normal"].contains(&key) {
            contact.curvature.clone_from(&before.curvature);
        }
        if !is_contact || !is_meant(name, &contact.id) {
            continue;
        }
        match key {
            "friction" => contact.friction.clone_from(&before.friction),
            "point" => contact.point.clone_from(&before.point),
            "normal" => {
                contact.normal.clone_from(&before.normal);
                // A given force is multiples of the normal, whatever its length.
                contact.force.clone_from(&before.force);
            }
            _ => contact.force.clone_from(&before.force),
        }
    }
    for (body, before) in problem.bodies.iter_mut().zip(&base.bodies) {
        if is_contact || is_body && body.name != name {
            continue;
        }
        match key {
            "com" | "pose" => body.com.clone_from(&before.com),
            "twist" => body.twist.clone_from(&before.twist),
            "mass" | "inertia" | "acceleration" => body.motion.clone_from(&before.motion),
            _ => {
                if let (Motion::Free { load, .. }, Motion::Free { load: before, .. }) =
                    (&mut body.motion, &before.motion)
                {
                    load.clone_from(before);
                }
            }
        }
    }
}
