//! Scenes and flags that nobody would write, put to the command: does it ever fail?
//!
//! A scene is generated or an example is spoilt, a subcommand with flags is chosen, and the command is run as a user
//! runs it. Whatever the input, this must hold:
//!
//! * it ends within `--time` and a margin, with status 0, with 2 for bad input, or with 1 where it says that time was
//!   up;
//! * it does not panic, and does not speak of a defect of its own;
//! * what it prints with `--json` is JSON, each key of an object once;
//! * the report of an answer is accepted by `verify --scene`;
//! * the same scene with other names, its contacts in another order, has the same verdict.

mod flags;
mod run;
mod scene;
mod spoil;

use crate::{Attack, Dice, Outcome};
use run::{Ended, Ran, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The attack on the command.
#[derive(Debug)]
pub struct Commands {
    /// The command.
    pub command: PathBuf,
}

impl Commands {
    /// The command beside this program, or in the folder above it, where tests are; none if it was not built.
    pub fn beside() -> Option<Self> {
        let own = std::env::current_exe().ok()?;
        let folders = own.ancestors().skip(1).take(2);
        let command = folders.map(|folder| folder.join("stiction")).find(|file| file.is_file())?;
        Some(Self { command })
    }
}

/// Defects that are told.
const MOST_TOLD: usize = 40;

impl Attack for Commands {
    fn name(&self) -> &'static str {
        "command"
    }

    fn run(&self, until: Instant, attempts: usize, seed: u64) -> Outcome {
        let mut outcome = Outcome::default();
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        let folder = std::env::temp_dir().join(format!("stiction-attack-{}-{seed}", std::process::id()));
        if let Err(error) = std::fs::create_dir_all(&folder) {
            outcome.defects.push(format!("no folder for scenes: {error}"));
            return outcome;
        }
        let mut dice = Dice::new(seed);
        while outcome.attempts < attempts && Instant::now() < until {
            outcome.attempts += 1;
            let attempt = Attempt { command: &self.command, folder: &folder, seed: dice.roll() };
            let (kind, defect) = attempt.make();
            *kinds.entry(kind).or_default() += 1;
            outcome.defects.extend(defect.filter(|_| outcome.defects.len() < MOST_TOLD));
        }
        outcome.figures = kinds.into_iter().collect();
        // What was found is kept under target/attack; scenes of the system's own folder are not.
        drop(std::fs::remove_dir_all(&folder));
        outcome
    }
}

struct Attempt<'a> {
    command: &'a Path,
    folder: &'a Path,
    seed: u64,
}

impl Attempt<'_> {
    /// What became of it, and the defect where it shows one.
    fn make(&self) -> (String, Option<String>) {
        let mut dice = Dice::new(self.seed);
        let generated = (!dice.one_in(3)).then(|| scene::generated(&mut dice));
        let (text, ending) = match &generated {
            Some(scene) => (scene.to_string().into_bytes(), "json"),
            None => spoil::spoilt(&mut dice),
        };
        let file = self.folder.join(format!("scene.{ending}"));
        if std::fs::write(&file, &text).is_err() {
            return ("not written".to_owned(), None);
        }
        let arguments = flags::arguments(&mut dice, generated.as_ref());
        let kind = if generated.is_some() { "generated" } else { "spoilt" };
        let ran = self.ran(&file, &arguments);
        let tell = |why: &str, ran: &Ran| self.told(why, &arguments, &text, ending, ran);
        if let Some(why) = ran.fault() {
            return (format!("{kind}: FAULT"), Some(tell(&why, &ran)));
        }
        let word = match ran.ended {
            Ended::Status(0) => "answered",
            Ended::Status(2) => "bad input",
            _ => "time is up",
        };
        let defect = match (ran.ended == Ended::Status(0) && ran.json.is_some()).then_some(&generated) {
            None => None,
            Some(generated) => self.unverified(&file, &ran).or_else(|| {
                let scene = generated.as_ref()?;
                self.twin_differs(scene, &arguments, &ran, &mut dice)
            }),
        };
        let kind = if defect.is_some() { format!("{kind}: FAULT") } else { format!("{kind}: {word}") };
        (kind, defect.map(|why| tell(&why, &ran)))
    }

    fn ran(&self, file: &Path, arguments: &[String]) -> Ran {
        let file = file.to_string_lossy().into_owned();
        let arguments = arguments.iter().map(|word| if word == flags::FILE { &file } else { word });
        run(self.command, arguments, self.folder)
    }

    /// Why the report of an answer is not accepted, if it is not.
    fn unverified(&self, file: &Path, ran: &Ran) -> Option<String> {
        let question = ran.json.as_ref()?["question"].as_str()?;
        if question == "verify" {
            return None;
        }
        let report = self.folder.join("report.json");
        std::fs::write(&report, &ran.out).ok()?;
        let (report, file) = (report.to_string_lossy(), file.to_string_lossy());
        let words: [&str; 6] = ["verify", "--time", "60", report.as_ref(), "--scene", file.as_ref()];
        let words = words.map(str::to_owned);
        let verified = run(self.command, words.iter(), self.folder);
        match verified.ended {
            Ended::Status(0) => None,
            _ if verified.err.contains("not finished") => None,
            _ => {
                let said = verified.text();
                let refused = said.lines().filter(|line| line.starts_with("REFUSED"));
                let refused: Vec<&str> = refused.take(2).collect();
                Some(format!("the report is not accepted: {}{}", refused.join("; "), verified.err))
            }
        }
    }

    /// How the verdict on a twin differs, if it does.
    fn twin_differs(
        &self,
        scene: &Value,
        arguments: &[String],
        ran: &Ran,
        dice: &mut Dice,
    ) -> Option<String> {
        // Flags that name something name it in one of the two alone.
        if arguments.iter().any(|word| flags::names(word)) {
            return None;
        }
        let twin = scene::twin(scene, dice);
        let file = self.folder.join("twin.json");
        std::fs::write(&file, twin.to_string()).ok()?;
        let other = self.ran(&file, arguments);
        let (one, two) = (verdicts(ran.json.as_ref()?), other.json.as_ref().map(verdicts));
        match (other.ended, two) {
            (Ended::Status(0), Some(two)) if two == one => None,
            // What takes all of its time may or may not be done.
            (Ended::Status(1), _) => None,
            (ended, two) => Some(format!("its twin has {two:?} ({ended:?}) where it has {one:?}")),
        }
    }

    fn told(&self, why: &str, arguments: &[String], text: &[u8], ending: &str, ran: &Ran) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/attack");
        let file = folder.join(format!("command-{}.{ending}", self.seed));
        // A scene that could not be kept can be made again from its seed.
        drop(std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, text)));
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let last: String = ran.err.lines().rev().take(3).collect::<Vec<_>>().join(" | ");
        format!("seed {}: stiction {}: {why} {last}", self.seed, words.join(" "))
    }
}

/// Every verdict of a report, without places, in the order of its questions.
fn verdicts(report: &Value) -> Vec<String> {
    let one = |report: &Value| {
        let keys = ["/verdict", "/form/verdict", "/force/verdict", "/strong", "/outcome", "/indeterminacy"];
        let values = keys.iter().filter_map(|key| Some(format!("{key} {}", report.pointer(key)?)));
        let counted = ["/modes", "/solutions"]
            .iter()
            .filter_map(|key| Some(format!("{} {key}", report.pointer(key)?.as_array()?.len())));
        values.chain(counted).collect::<Vec<_>>().join(", ")
    };
    match report["answers"].as_array() {
        Some(answers) => answers.iter().map(one).collect(),
        None => vec![one(report)],
    }
}
