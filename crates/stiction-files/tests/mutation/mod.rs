//! Damage done to good files, the same on every run: what stands in for a hostile writer in the ordinary tests.

use std::path::{Path, PathBuf};

/// What is written in the place of a number.
const NUMBERS: [&str; 20] = [
    "0",
    "-0",
    "-1",
    "1e308",
    "-1e308",
    "1e400",
    "1e-400",
    "1e999999999",
    "NaN",
    "nan",
    "-inf",
    "inf",
    "",
    "\"1/0\"",
    "\"1/3\"",
    "null",
    "[]",
    "{}",
    "99999999999999999999999999999999999999",
    "4294967295",
];

/// Numbers that look random and are the same on every run (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % bound.max(1) as u64) as usize
    }

    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        start..(start + self.below(200)).min(length)
    }
}

/// One of the seeds, damaged once or a few times.
pub fn damaged(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(3) {
        damage(&mut bytes, seeds, dice);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Dice) {
    match dice.below(10) {
        0 if !bytes.is_empty() => {
            let at = dice.below(bytes.len());
            bytes[at] ^= 1 << dice.below(8);
        }
        1 => bytes.truncate(dice.below(bytes.len() + 1)),
        2 => {
            let slice = bytes[dice.range(bytes.len())].to_vec();
            let at = dice.below(bytes.len() + 1);
            bytes.splice(at..at, slice);
        }
        3 => drop(bytes.drain(dice.range(bytes.len()))),
        4 => {
            let other = &seeds[dice.below(seeds.len())];
            bytes.truncate(dice.below(bytes.len() + 1));
            bytes.extend(&other[dice.below(other.len() + 1)..]);
        }
        // Numbers most often: such a file is the likeliest to be accepted.
        _ => swap_number(bytes, dice),
    }
}

fn swap_number(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let of_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
    let from = dice.below(bytes.len() + 1);
    let Some(start) = bytes[from..].iter().position(of_number).map(|k| from + k) else { return };
    let length = bytes[start..].iter().take_while(|byte| of_number(byte)).count();
    let number = match dice.below(3) {
        0 => NUMBERS[dice.below(NUMBERS.len())].to_owned(),
        1 => format!("{}", dice.below(12)),
        _ => format!("-{}.{}", dice.below(3), dice.below(1000)),
    };
    bytes.splice(start..start + length, number.into_bytes());
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The examples' folder, for the meshes that they name.
pub fn examples() -> PathBuf {
    root().join("examples")
}

/// The project's own files of this ending.
pub fn files(ending: &str) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = ["examples", "examples/meshes", "crates/stiction-files/tests/assemblies"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root().join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == ending))
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Scenes of the corpus in the plane and in space, listed and detected, as JSON.
pub fn corpus_scenes() -> Vec<Vec<u8>> {
    let of_file = |name: &str, count: usize| {
        let bytes = std::fs::read(root().join("corpus/cases").join(name)).unwrap();
        let cases: Vec<serde_json::Value> = serde_json::from_slice(&bytes).unwrap();
        let scenes = cases.into_iter().filter_map(|case| case.get("scene").map(ToString::to_string));
        scenes.filter(|text| text.len() < 4000).take(count).map(String::into_bytes).collect::<Vec<_>>()
    };
    let files = [
        ("contacts_detect.json", 40),
        ("stand_planar.json", 5),
        ("stand_spatial.json", 5),
        ("closure_spatial.json", 5),
    ];
    files.iter().flat_map(|(name, count)| of_file(name, *count)).collect()
}
