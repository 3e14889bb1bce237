//! Reading cases: a topic is a file, a file is a list of cases.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How far two numbers may differ where a case does not say, relative to max(1, |x|).
pub const DEFAULT_TOLERANCE: f64 = 1e-7;

/// A scene, a question about it, and what the report must say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Unique over all topics.
    pub id: String,
    /// The question and its flags.
    pub ask: Vec<String>,
    /// The text of `scene.json`, kept letter by letter.
    #[serde(default)]
    pub scene: Option<Box<RawValue>>,
    /// Further files of the folder, by name.
    #[serde(default)]
    pub files: BTreeMap<String, Box<RawValue>>,
    /// What the report must say.
    pub expect: Map<String, Value>,
    /// Of numbers, relative to max(1, |x|).
    #[serde(default = "default_tolerance")]
    pub tolerance: f64,
    /// How far the case is from changing its answer. Such cases are run all the same.
    #[serde(default)]
    pub margin: Option<f64>,
    /// Below this margin a program without exact arithmetic might skip the case.
    #[serde(default)]
    pub skip_margin: Option<f64>,
    /// What the scene is.
    #[serde(default)]
    pub note: Option<String>,
    /// Where the answer comes from.
    pub source: String,
    /// The folder of the topic's file, where files written with `@` lie.
    #[serde(skip)]
    pub folder: PathBuf,
}

fn default_tolerance() -> f64 {
    DEFAULT_TOLERANCE
}

/// A file of cases.
#[derive(Debug)]
pub struct Topic {
    /// The file's name without its ending.
    pub name: String,
    /// The cases in the order of the file.
    pub cases: Vec<Case>,
}

/// What a further file of a case holds.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    /// Copied from beside the cases.
    Copy(PathBuf),
    /// Written as it is.
    Text(String),
}

impl Case {
    /// The question: the first word of `ask`.
    pub fn question(&self) -> &str {
        self.ask.first().map_or("", String::as_str)
    }

    /// Whether the report makes claims that `verify` can check: `contacts` lists what is there and claims nothing.
    pub fn carries_proofs(&self) -> bool {
        self.question() != "contacts"
    }

    /// The scene as a tree; null where the case has none.
    pub fn scene_tree(&self) -> Value {
        self.scene.as_ref().and_then(|scene| serde_json::from_str(scene.get()).ok()).unwrap_or(Value::Null)
    }

    /// The scene's dimension, where it states one.
    pub fn dimension(&self) -> Option<u64> {
        self.scene_tree()["dimension"].as_u64()
    }

    /// The number of bodies the scene lists.
    pub fn bodies(&self) -> usize {
        self.scene_tree()["bodies"].as_object().map_or(0, Map::len)
    }

    /// What to write for the further file `name`, given its entry in `files`.
    fn content(&self, entry: &RawValue) -> Content {
        match serde_json::from_str::<String>(entry.get()) {
            Ok(text) => match text.strip_prefix('@') {
                Some(beside) => Content::Copy(self.folder.join(beside)),
                None => Content::Text(text),
            },
            Err(_) => Content::Text(entry.get().to_owned()),
        }
    }

    /// Every file the question needs: the scene first, where there is one, then `files`.
    pub fn layout(&self) -> Vec<(String, Content)> {
        let scene = self.scene.iter().map(|scene| ("scene.json".into(), Content::Text(scene.get().into())));
        let files = self.files.iter().map(|(name, entry)| (name.clone(), self.content(entry)));
        scene.chain(files).collect()
    }
}

impl Topic {
    /// Reads one file of cases.
    pub fn read(path: &Path) -> Result<Topic, String> {
        let place = path.display();
        let text = std::fs::read_to_string(path).map_err(|fault| format!("{place}: {fault}"))?;
        let mut cases: Vec<Case> =
            serde_json::from_str(&text).map_err(|fault| format!("{place}: {fault}"))?;
        let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
        cases.iter_mut().for_each(|case| case.folder.clone_from(&folder));
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        Ok(Topic { name, cases })
    }
}

/// Every topic of a folder, by name.
pub fn read_topics(folder: &Path) -> Result<Vec<Topic>, String> {
    let place = folder.display();
    let entries = std::fs::read_dir(folder).map_err(|fault| format!("{place}: {fault}"))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{place}: no cases here"));
    }
    paths.iter().map(|path| Topic::read(path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str) -> Case {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_scene_keeps_every_digit_of_its_decimals() {
        let long = r#"{"dimension": 2, "x": 0.1234567890123456789012345}"#;
        let case =
            case(&format!(r#"{{"id":"a","ask":["closure"],"scene":{long},"expect":{{}},"source":""}}"#));
        assert_eq!(case.layout(), [("scene.json".to_owned(), Content::Text(long.to_owned()))]);
        assert_eq!(case.dimension(), Some(2));
    }

    #[test]
    fn files_are_copied_written_or_serialised() {
        let mut case = case(
            r#"{"id":"a","ask":["robot"],"files":{"a":"@urdf/r","b":"as is","c":["1/2"]},"expect":{},"source":""}"#,
        );
        case.folder = PathBuf::from("cases");
        let contents: Vec<Content> = case.layout().into_iter().map(|(_, content)| content).collect();
        let copied = Content::Copy(PathBuf::from("cases/urdf/r"));
        assert_eq!(contents, [copied, Content::Text("as is".into()), Content::Text(r#"["1/2"]"#.into())]);
    }

    #[test]
    fn an_unknown_key_of_a_case_is_refused() {
        let text = r#"{"id":"a","ask":[],"expect":{},"source":"","tolerence":1}"#;
        assert!(serde_json::from_str::<Case>(text).unwrap_err().to_string().contains("tolerence"));
    }
}
