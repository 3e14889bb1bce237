//! Maps of outcomes: every region has a cell with its proof, and a map that was tampered with is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use std::path::Path;
use stiction_files::{Limits, read_scene_file};
use stiction_report::verify::verify;
use stiction_report::{Axis, Options, Question, SceneName, answer};

fn mapped(axes: [&str; 2]) -> Value {
    let scene = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/painleve.toml");
    let read = read_scene_file(&scene, &Limits::default()).unwrap();
    let options = Options { map: axes.map(|axis| Axis::parse(axis).unwrap()).to_vec(), ..Options::default() };
    answer(&read.scene, &SceneName::unnamed(), Question::Outcomes, &options).unwrap().to_json()
}

fn painleve() -> Value {
    mapped(["contacts.foot.friction=0:3:16", "gravity.1=-10:10:5"])
}

#[test]
fn every_region_of_a_map_has_a_cell_with_its_proof_and_so_have_its_borders() {
    let report = painleve();
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let map = &report["map"];
    let regions = map["regions"].as_u64().unwrap();
    assert!(regions >= 3, "{map:#}");
    let rows: Vec<Vec<char>> = map["rows"].as_array().unwrap().iter().map(letters).collect();
    let proved: Vec<[usize; 2]> = map["proofs"].as_array().unwrap().iter().map(place).collect();
    for (row, cells) in rows.iter().enumerate() {
        for column in 1..cells.len() {
            if cells[column - 1] != cells[column] {
                assert!(proved.contains(&[column, row]) && proved.contains(&[column - 1, row]));
            }
        }
    }
    assert!(proved.len() as u64 > regions);
    assert_eq!(report["computed"], json!(["map.rows", "map.counts", "map.regions"]));
}

fn letters(row: &Value) -> Vec<char> {
    row.as_str().unwrap().chars().collect()
}

fn place(cell: &Value) -> [usize; 2] {
    ["column", "row"].map(|key| cell[key].as_u64().unwrap() as usize)
}

#[test]
fn maps_over_all_kinds_of_numbers_are_verified() {
    for axes in [
        ["bodies.rod.pose.2=-1.1:1.9:7", "contacts.foot.friction=0:3:5"],
        ["bodies.rod.mass=1/2:2:3", "bodies.rod.inertia=1/10:1:4"],
        ["bodies.rod.wrench.0=-5:5:3", "bodies.rod.wrench.2=-5:20:4"],
        ["bodies.rod.com.0=-1:1:5", "gravity.0=-3:3:3"],
        ["contacts.foot.gap=0:1:2", "contacts.foot.friction.kinetic=0:1:2"],
        ["bodies.rod.twist.1=-1:1:3", "contacts.foot.point.0=-1:1:3"],
        ["contacts.foot.friction=0:2:3", "contacts.foot.friction=0:2:3"],
        ["bodies.rod.mass=-1:1:3", "gravity.1=-10:10:2"],
    ] {
        let report = mapped(axes);
        assert!(verify(&report).holds(), "{axes:?}: {:?}", verify(&report).failed);
    }
}

#[test]
fn a_map_that_was_tampered_with_is_refused() {
    let report = painleve();
    let rows: Vec<String> = report["map"]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap().to_owned())
        .collect();
    let counts = |rows: &[String]| {
        let words = [
            ('r', "rests"),
            ('s', "slides"),
            ('t', "tips"),
            ('l', "lifts"),
            ('j', "jams"),
            ('u', "moves otherwise"),
            ('a', "ambiguous"),
            ('c', "continuum"),
            ('i', "inconsistent"),
            ('f', "fault"),
        ];
        let count =
            |letter: char| rows.iter().flat_map(|row| row.chars()).filter(|cell| *cell == letter).count();
        Value::Object(
            words.iter().map(|(letter, word)| ((*word).to_owned(), json!(count(*letter)))).collect(),
        )
    };
    let refused = |tampered: &Value, what: &str| assert!(!verify(tampered).holds(), "{what}");
    // The cell of each proof, with the counts made to fit.
    for proof in report["map"]["proofs"].as_array().unwrap() {
        let (column, row) =
            (proof["column"].as_u64().unwrap() as usize, proof["row"].as_u64().unwrap() as usize);
        for letter in ["r", "s", "t", "l", "u", "j", "a", "c", "i", "f"] {
            let mut rows = rows.clone();
            if rows[row][column..=column] == *letter {
                continue;
            }
            rows[row].replace_range(column..=column, letter);
            let mut tampered = report.clone();
            (tampered["map"]["counts"], tampered["map"]["rows"]) = (counts(&rows), json!(rows));
            refused(&tampered, &format!("column {column}, row {row}: {letter}"));
        }
    }
    // A cell inside a region: a region without proof.
    let inside =
        ["uuu", "sss", "lll"].iter().find_map(|three| rows[0].find(three)).map(|at| (at + 1, 0)).unwrap();
    let mut changed = rows.clone();
    changed[inside.1].replace_range(inside.0..=inside.0, "a");
    let mut tampered = report.clone();
    (tampered["map"]["counts"], tampered["map"]["rows"]) = (counts(&changed), json!(changed));
    refused(&tampered, "a cell inside a region");
    tampered["map"]["regions"] = json!(report["map"]["regions"].as_u64().unwrap() + 1);
    refused(&tampered, "a cell inside a region, counted");
    // Proofs and what they are about.
    for pointer in [
        "/map/proofs/0/column",
        "/map/proofs/0/problem/contacts/0/friction/1",
        "/map/proofs/0/problem/contacts/0/point/0",
        "/map/proofs/0/problem/bodies/0/com/1",
        "/map/proofs/0/problem/bodies/0/motion/free/mass/0/0",
        "/map/axes/0/exact/to",
        "/map/axes/1/from",
        "/map/axes/0/count",
        "/map/counts/ambiguous",
        "/map/regions",
    ] {
        let mut tampered = report.clone();
        let leaf = tampered.pointer_mut(pointer).unwrap();
        *leaf =
            if leaf.is_string() { json!("7/5") } else { json!(leaf.as_u64().map_or(3, |number| number + 1)) };
        refused(&tampered, pointer);
    }
    for proof in 0..report["map"]["proofs"].as_array().unwrap().len() {
        let mut tampered = report.clone();
        tampered["map"]["proofs"].as_array_mut().unwrap().remove(proof);
        refused(&tampered, "a proof is missing");
        let mut tampered = report.clone();
        let outcome = &mut tampered["map"]["proofs"][proof]["proof"];
        if outcome["excluded"].as_array().is_none_or(Vec::is_empty) {
            outcome["held"].as_array_mut().unwrap().remove(0);
        } else {
            outcome["excluded"].as_array_mut().unwrap().remove(0);
        }
        refused(&tampered, "a part of a proof is missing");
    }
    let mut tampered = report.clone();
    tampered["map"]["proofs"] = json!("none");
    refused(&tampered, "no proofs");
}
