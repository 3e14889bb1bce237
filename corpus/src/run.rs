//! From a case to its report, and from the report to what is wrong with it.

use crate::case::{Case, Content};
use crate::compare::Context;
use crate::expect::Key;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A way to ask a question: answers a case with a report, or says why there is none.
pub trait Runner: Sync {
    /// `library`, `command` or `python`.
    fn name(&self) -> &'static str;

    /// The report of one case.
    fn answer(&self, case: &Case) -> Result<Value, String>;
}

/// One thing a report does not say.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The key of the expectation, or in brackets what came before any.
    pub key: String,
    /// What the case expects there.
    pub expected: Value,
    /// What the report says there; null where it says nothing.
    pub got: Value,
    /// Why that is not the same.
    pub why: String,
}

/// Everything that is wrong with the answer to a case; nothing when it passes.
pub fn try_case(runner: &dyn Runner, case: &Case) -> Vec<Failure> {
    match runner.answer(case) {
        Ok(report) => judge(case, &report),
        Err(why) => {
            vec![Failure { key: "(run)".into(), expected: Value::from("a report"), got: Value::Null, why }]
        }
    }
}

/// Compares a report with all the case expects of it.
pub fn judge(case: &Case, report: &Value) -> Vec<Failure> {
    let context = Context::of(case);
    let keys = case.expect.iter().filter_map(|(key, expected)| judge_key(key, expected, report, &context));
    head(case, report).into_iter().chain(keys).collect()
}

/// Every report names the program's version and the question.
fn head(case: &Case, report: &Value) -> Vec<Failure> {
    let fault = |key: &str, expected: Value, why: &str| Failure {
        key: key.into(),
        expected,
        got: report.get(key).cloned().unwrap_or_default(),
        why: why.into(),
    };
    let version = report.get("stiction").is_none_or(Value::is_null);
    let version = version.then(|| fault("stiction", Value::from("a version"), "every report names it"));
    let question = report.get("question").and_then(Value::as_str) != Some(case.question());
    let question = question.then(|| fault("question", case.question().into(), "the first word of `ask`"));
    version.into_iter().chain(question).collect()
}

fn judge_key(key: &str, expected: &Value, report: &Value, context: &Context) -> Option<Failure> {
    let fault = |got: Value, why: String| Failure { key: key.into(), expected: expected.clone(), got, why };
    let parsed = match Key::parse(key) {
        Ok(parsed) => parsed,
        Err(why) => return Some(fault(Value::Null, why)),
    };
    match parsed.path.look_up(report) {
        Err(why) => Some(fault(Value::Null, why)),
        Ok(got) => parsed.comparator.compare(expected, &got, context).err().map(|why| fault(got, why)),
    }
}

/// Asks through the built command, in a fresh folder, and lets `stiction verify` check every report that claims
/// something.
#[derive(Debug)]
pub struct Command {
    program: PathBuf,
    limit: Duration,
}

impl Command {
    /// The command at this path. A case that runs longer than two minutes has hung.
    pub fn new(program: &Path) -> Result<Command, String> {
        let program = program.canonicalize().map_err(|fault| format!("{}: {fault}", program.display()))?;
        Ok(Command { program, limit: Duration::from_secs(120) })
    }

    fn call(&self, arguments: &[&str], folder: &Path, output: &Path) -> Result<String, String> {
        let (said, complained) = (output.join("stdout"), output.join("stderr"));
        let open = |path: &Path| File::create(path).map_err(|fault| format!("{}: {fault}", path.display()));
        let mut child = std::process::Command::new(&self.program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(open(&said)?)
            .stderr(open(&complained)?)
            .spawn()
            .map_err(|fault| format!("{}: {fault}", self.program.display()))?;
        let status = wait(&mut child, self.limit)?;
        let text = fs::read_to_string(&said).map_err(|fault| format!("the output: {fault}"))?;
        if status.success() {
            return Ok(text);
        }
        let complaint = fs::read_to_string(&complained).unwrap_or_default();
        Err(format!(
            "`{}` ended with {status}: {}",
            arguments.join(" "),
            opening(&[complaint, text].concat())
        ))
    }
}

/// The beginning of a long text.
fn opening(text: &str) -> String {
    text.trim().chars().take(400).collect()
}

/// Waits for the child, or ends it at the limit.
fn wait(child: &mut Child, limit: Duration) -> Result<ExitStatus, String> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("no answer after {} s", limit.as_secs()));
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(1)),
            Err(fault) => return Err(fault.to_string()),
        }
    }
}

fn lay_out(case: &Case, folder: &Path) -> Result<(), String> {
    case.layout().into_iter().try_for_each(|(name, content)| {
        let written = match content {
            Content::Copy(from) => fs::copy(from, folder.join(&name)).map(|_| ()),
            Content::Text(text) => fs::write(folder.join(&name), text),
        };
        written.map_err(|fault| format!("{name}: {fault}"))
    })
}

impl Runner for Command {
    fn name(&self) -> &'static str {
        "command"
    }

    fn answer(&self, case: &Case) -> Result<Value, String> {
        let fresh = || tempfile::tempdir().map_err(|fault| format!("a temporary folder: {fault}"));
        let (folder, output) = (fresh()?, fresh()?);
        lay_out(case, folder.path())?;
        let scene = case.scene.is_some().then_some("scene.json");
        let arguments: Vec<&str> =
            case.ask.iter().map(String::as_str).chain(scene).chain(["--json"]).collect();
        let text = self.call(&arguments, folder.path(), output.path())?;
        let report: Value = serde_json::from_str(&text)
            .map_err(|fault| format!("the output is not one JSON value: {fault}"))?;
        if !report.is_object() {
            return Err("the output is no JSON object".into());
        }
        fs::write(output.path().join("report.json"), &text)
            .map_err(|fault| format!("report.json: {fault}"))?;
        if case.carries_proofs() {
            self.call(&["verify", "report.json"], output.path(), output.path())?;
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn case(expect: Value) -> Case {
        let text = json!({"id": "a", "ask": ["closure"], "scene": {"dimension": 2}, "expect": expect,
                          "source": ""});
        serde_json::from_str(&text.to_string()).unwrap()
    }

    #[test]
    fn a_report_passes_when_it_says_all_that_is_expected() {
        let case = case(json!({"force.verdict": "yes", "range:force.margin": [0.1, 0.2]}));
        let report = json!({"stiction": "0.1.0", "question": "closure",
                            "force": {"verdict": "yes", "margin": 0.15, "more": 1}});
        assert_eq!(judge(&case, &report), []);
    }

    #[test]
    fn every_failure_is_reported_at_once() {
        let case = case(json!({"force.verdict": "yes", "form.verdict": "no", "quality": 1, "odd:x": 1}));
        let report =
            json!({"question": "stand", "force": {"verdict": "no"}, "form": {"verdict": "no"}, "x": 1});
        let keys: Vec<String> = judge(&case, &report).into_iter().map(|failure| failure.key).collect();
        assert_eq!(keys, ["stiction", "question", "force.verdict", "quality", "odd:x"]);
    }

    #[test]
    fn a_runner_without_a_report_fails_the_case() {
        let none = crate::library::Library::new(|_: &Case| Err("no answer".into()));
        let failures = try_case(&none, &case(json!({})));
        assert_eq!((failures.len(), failures[0].why.as_str()), (1, "no answer"));
    }
}
