//! A scene that was accepted is answered or refused with reasons, however strange its numbers.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::mutation::{Dice, corpus_scenes, damaged, examples, files};
use std::time::{Duration, Instant};
use stiction_files::{Folder, Format, Import, Sources, read_scene_with};
use stiction_report::{AskError, Options, Question, SceneName, answer};

/// Asks for the contacts of the accepted ones of so many damaged scenes; how many were answered.
fn answered(seeds: &[Vec<u8>], runs: usize, format: Format) -> usize {
    let folder = Folder::new(examples(), 1 << 20);
    let sources = Sources { files: &folder, import: &Import::default() };
    let mut dice = Dice(7);
    let mut count = 0;
    for _ in 0..runs {
        let bytes = damaged(seeds, &mut dice);
        let text = String::from_utf8_lossy(&bytes);
        let Ok(read) = read_scene_with(&text, format, "hostile", &sources) else { continue };
        let begin = Instant::now();
        match answer(&read.scene, &SceneName::unnamed(), Question::Contacts, &Options::default()) {
            Ok(report) => {
                count += 1;
                assert_eq!(report.to_json()["question"], "contacts");
                assert!(!report.summary().is_empty());
            }
            Err(AskError::Misfits(misfits)) => {
                assert!(!misfits.is_empty() && misfits.iter().all(|misfit| !misfit.message.is_empty()))
            }
            Err(refused) => panic!("{refused}\n{text}"),
        }
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?} for\n{text}", begin.elapsed());
    }
    count
}

#[test]
fn contacts_of_damaged_scenes_are_listed() {
    assert!(answered(&corpus_scenes(), 800, Format::Json) > 50);
    assert!(answered(&files("toml"), 300, Format::Toml) > 20);
    assert!(answered(&files("json"), 200, Format::Json) > 10);
}
