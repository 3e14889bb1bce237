//! `corpus`: runs the planned cases through the library or the command.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use stiction_corpus::case::{Topic, read_topics};
use stiction_corpus::plan::{Chosen, Plan, folder, read_plan};
use stiction_corpus::python::Python;
use stiction_corpus::run::{Command, Runner};
use stiction_corpus::{library, tally};

const USAGE: &str = "\
usage: corpus [--through library|command|python] [--command PATH] [--topic NAME] [--id ID]

  --through  ask through the library (default), the built command or the Python package
  --command  the command to ask, default target/release/stiction, or the interpreter that has the package
  --topic    only this topic: the planned cases of one that runs now, all of one for later
  --id       only this case, of whatever topic
";

/// What the arguments ask for.
#[derive(Debug, Default)]
struct Options {
    through: Option<String>,
    command: Option<String>,
    topic: Option<String>,
    id: Option<String>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options::default();
        while let Some(flag) = arguments.next() {
            let place = match flag.as_str() {
                "--through" => &mut options.through,
                "--command" => &mut options.command,
                "--topic" => &mut options.topic,
                "--id" => &mut options.id,
                other => return Err(format!("unknown argument `{other}`\n{USAGE}")),
            };
            *place = Some(arguments.next().ok_or_else(|| format!("`{flag}` needs a value\n{USAGE}"))?);
        }
        Ok(options)
    }

    fn runner(&self) -> Result<Box<dyn Runner>, String> {
        let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/stiction");
        match self.through.as_deref().unwrap_or("library") {
            "library" => Ok(Box::new(library::Library::new(library::answer))),
            "command" => Ok(Box::new(Command::new(Path::new(self.command.as_deref().unwrap_or(built)))?)),
            "python" => {
                let interpreter = Path::new(self.command.as_deref().unwrap_or("python3"));
                let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/stiction-py/corpus.py");
                Ok(Box::new(Python::new(interpreter, Path::new(script))))
            }
            other => Err(format!("`--through {other}`: library, command or python\n{USAGE}")),
        }
    }

    /// The planned cases, narrowed by topic and id; none left is an error.
    fn narrow<'a>(&self, planned: Vec<Chosen<'a>>, topics: &'a [Topic]) -> Result<Vec<Chosen<'a>>, String> {
        let mut chosen = match (&self.topic, &self.id) {
            (None, None) => return Ok(planned),
            (Some(topic), _) if planned.iter().any(|one| one.topic == topic) => planned,
            _ => topics.iter().map(whole).collect(),
        };
        chosen.retain(|one| self.topic.as_ref().is_none_or(|topic| one.topic == topic));
        for one in &mut chosen {
            one.cases.retain(|case| self.id.as_ref().is_none_or(|id| case.id == *id));
        }
        chosen.retain(|one| !one.cases.is_empty());
        if chosen.is_empty() { Err("no case matches".into()) } else { Ok(chosen) }
    }
}

fn whole(topic: &Topic) -> Chosen<'_> {
    Chosen { topic: &topic.name, cases: topic.cases.iter().collect(), left: 0 }
}

fn run() -> Result<bool, String> {
    let options = Options::parse(std::env::args().skip(1))?;
    let plan: Plan = read_plan()?;
    let topics = read_topics(&folder().join("cases"))?;
    let chosen = options.narrow(plan.choose(&topics)?, &topics)?;
    let runner = options.runner()?;
    let count = tally::run_all(&*runner, &chosen, &plan, &mut std::io::stdout().lock())
        .map_err(|fault| fault.to_string())?;
    Ok(count.failed == 0)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "{fault}");
            ExitCode::from(2)
        }
    }
}
