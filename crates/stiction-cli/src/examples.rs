//! The built-in scenes: the files of `examples/`, carried inside the program.

use crate::args::Examples;
use crate::outcome::{Drawing, Out, Outcome};
use crate::picture;
use std::fmt::Write;
use std::path::PathBuf;
use stiction::scene::AnyScene;
use stiction_files::{Carried, Format, Import, ReadScene, Sources, read_scene_with};
use stiction_report::{Answered, Options, Question, Report, SceneName, answer};

macro_rules! scenes {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../scenes/", $name, ".toml")))),*]
    };
}

/// Name and text of each scene.
const SCENES: &[(&str, &str)] = scenes![
    "gripper",
    "fixture",
    "escape",
    "table_finger",
    "by_curvature",
    "rest",
    "clamp",
    "spring_clamp",
    "ladder",
    "disc_on_fixels",
    "three_fixels",
    "seating",
    "locators",
    "hole",
    "wheel",
    "wall",
    "box_on_table",
    "three_fingers",
    "tripod_grasp",
    "soft_finger",
    "bracket",
    "painleve",
    "leaning_rod",
    "two_walls",
    "block_on_lift",
    "screw",
    "peg_in_hole",
    "peg_in_space",
    "pushed_box",
    "box_map",
    "meter_stick",
    "hexagon",
    "fence",
    "worn_gripper",
    "place_fixture",
    "falling_ladder",
    "erdmann_rod",
    "backspin",
    "wiping",
    "wiping_matrices",
    "tray",
    "arch_on_tray",
    "carried_block",
    "building",
    "arch",
    "trilithon",
];

/// The files that the scenes name.
const FILES: Carried<'_> = Carried(&[
    ("meshes/bracket.stl", include_bytes!("../scenes/meshes/bracket.stl")),
    ("arm.urdf", include_bytes!("../scenes/arm.urdf")),
]);

/// Lists, prints or draws scenes.
pub fn examples(asked: &Examples) -> Outcome {
    if asked.names.is_empty() && asked.picture.is_none() {
        return Outcome::answered(listed());
    }
    let names: Vec<&str> = match &asked.names[..] {
        [] => SCENES.iter().map(|(name, _)| *name).collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    let chosen: Result<Vec<_>, _> = names.iter().map(|name| find(name)).collect();
    match (chosen, &asked.picture) {
        (Err(message), _) => Outcome::bad_input(&message),
        (Ok(scenes), None) => Outcome::answered(scenes.iter().map(|(_, text)| *text).collect()),
        (Ok(scenes), Some(file)) => draw(scenes, asked, file.clone()),
    }
}

fn find(name: &str) -> Result<(&'static str, &'static str), String> {
    let known = SCENES.iter().find(|(known, _)| *known == name).copied();
    known.ok_or_else(|| {
        let names: Vec<&str> = SCENES.iter().map(|(name, _)| *name).collect();
        format!("error: there is no example `{name}`; there are {}", names.join(", "))
    })
}

fn listed() -> String {
    let mut text = String::new();
    for (name, scene) in SCENES {
        let title = scene.lines().find_map(|line| line.strip_prefix("title = ")).unwrap_or_default();
        let _ = writeln!(text, "{name:<15} {}", title.trim_matches('"'));
    }
    text + "\nstiction examples NAME prints a scene; stiction check NAME.toml answers it\n"
}

fn draw(scenes: Vec<(&'static str, &'static str)>, asked: &Examples, file: PathBuf) -> Outcome {
    let (format, theme) = match picture::format(&file) {
        Ok(format) => (format, asked.theme),
        Err(bad) => return bad,
    };
    let draw = move |_: &Out| {
        let answered: Vec<(ReadScene, Report)> =
            scenes.iter().map(|(name, text)| answered(name, text)).collect::<Result<_, _>>()?;
        let drawn: Vec<(&AnyScene, &Report)> =
            answered.iter().map(|(read, report)| (&read.scene, report)).collect();
        picture::drawn(&stiction_draw::page(&drawn, ""), format, theme)
    };
    Outcome { drawings: vec![Drawing { file, draw: Box::new(draw) }], ..Outcome::default() }
}

/// A scene with the report that its picture shows: the answer that decides a `check`, or the contacts where no
/// other question applies.
fn answered(name: &str, text: &str) -> Result<(ReadScene, Report), String> {
    let file = format!("{name}.toml");
    let sources = Sources { files: &FILES, import: &Import::default() };
    let read = read_scene_with(text, Format::Toml, &file, &sources).map_err(|faults| faults.to_string())?;
    let scene = SceneName { name: file, sha256: Some(read.sha256.clone()) };
    let ask = |question| answer(&read.scene, &scene, question, &Options::default());
    let report =
        ask(Question::Check).or_else(|_| ask(Question::Contacts)).map_err(|error| error.to_string())?;
    Ok((read, deciding(report)))
}

/// The last answer of a `check` is the one that decides.
fn deciding(report: Report) -> Report {
    match report.answered {
        Answered::Check(mut check) if !check.answers.is_empty() => {
            check.answers.remove(check.answers.len() - 1)
        }
        _ => report,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_examples_folder_is_built_in() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
            .collect();
        let mut names: Vec<&str> = SCENES.iter().map(|(name, _)| *name).collect();
        files.sort();
        names.sort_unstable();
        assert_eq!(files, names);
    }

    #[test]
    fn every_example_is_answered_without_warnings() {
        for (name, text) in SCENES {
            let (read, _) = answered(name, text).unwrap();
            assert_eq!(read.warnings, [], "{name}");
        }
    }

    /// The bodies of a scene by name alone, and its contacts as they are printed.
    fn printed<S: stiction::shape::Geometry>(
        scene: &stiction::scene::Scene<S>,
        dimension: u8,
        report: &Report,
    ) -> String {
        let bodies: String = scene.bodies.iter().map(|body| format!("[bodies.{:?}]\n", body.name)).collect();
        format!("stiction = 1\ndimension = {dimension}\n{bodies}{report}")
    }

    #[test]
    fn printed_contacts_read_back_as_themselves() {
        for (name, text) in SCENES {
            let (read, _) = answered(name, text).unwrap();
            // A system given by matrices has no bodies, and nothing to print.
            let bodies = match &read.scene {
                AnyScene::Planar(scene) => scene.bodies.len(),
                AnyScene::Spatial(scene) => scene.bodies.len(),
            };
            if bodies == 0 {
                continue;
            }
            let report =
                answer(&read.scene, &SceneName::unnamed(), Question::Contacts, &Options::default()).unwrap();
            let text = match &read.scene {
                AnyScene::Planar(scene) => printed(scene, 2, &report),
                AnyScene::Spatial(scene) => printed(scene, 3, &report),
            };
            let again = stiction_files::read_scene(&text, Format::Toml, name)
                .unwrap_or_else(|faults| panic!("{}", faults.render(name, &text, false)));
            match (&read.scene, &again.scene) {
                (AnyScene::Planar(a), AnyScene::Planar(b)) => assert_eq!(a.contacts, b.contacts),
                (AnyScene::Spatial(a), AnyScene::Spatial(b)) => assert_eq!(a.contacts, b.contacts),
                _ => panic!("{name} changed its dimension"),
            }
        }
    }
}
