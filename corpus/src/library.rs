//! Asking through the library: a thin adapter around one function from a case to its report.

use crate::case::{Case, Content};
use crate::run::Runner;
use serde_json::Value;
use stiction_files::{Format, read_lcp, read_scene, read_urdf, read_wrenches};
use stiction_proof::Rational;
use stiction_proof::robust::About;
use stiction_proof::wrenches::Plan;
use stiction_report::robot::{Reference, RobotAcceleration, RobotQuestion};
use stiction_report::verify::verify;
use stiction_report::{Ambiguous, Axis, Options, Question, SceneName, Unknown};

/// Asks through a function of the library.
#[derive(Debug)]
pub struct Library<F>(F);

impl<F: Fn(&Case) -> Result<Value, String>> Library<F> {
    /// A runner that answers with this function.
    pub fn new(answer: F) -> Library<F> {
        Library(answer)
    }
}

impl<F: Fn(&Case) -> Result<Value, String> + Sync> Runner for Library<F> {
    fn name(&self) -> &'static str {
        "library"
    }

    fn answer(&self, case: &Case) -> Result<Value, String> {
        (self.0)(case)
    }
}

/// Reads the case's scene and answers its question, both by the library, and re-checks what the report claims.
pub fn answer(case: &Case) -> Result<Value, String> {
    let [word, flags @ ..] = &case.ask[..] else { return Err("the case asks nothing".into()) };
    if word == "lcp" {
        return lcp(case, flags);
    }
    if word == "robot" {
        return robot(case, flags);
    }
    let options = options(case, flags)?;
    let question: Question = word.parse()?;
    let text = case.scene.as_ref().map(|scene| scene.get()).ok_or("the case has no scene")?;
    let read = read_scene(text, Format::Json, "scene.json").map_err(|faults| faults.to_string())?;
    let name = SceneName { name: read.name.clone(), sha256: Some(read.sha256.clone()) };
    let report = stiction_report::answer(&read.scene, &name, question, &options);
    let report = report.map_err(|error| error.to_string())?.to_json();
    proved(case, report)
}

/// All solutions of the complementarity problem that the case's file holds.
fn lcp(case: &Case, flags: &[String]) -> Result<Value, String> {
    let file = flags.first().and_then(|name| case.files.get(name)).ok_or("the case has no file")?;
    let problem = read_lcp(file.get()).map_err(|faults| faults.to_string())?;
    let report = stiction_report::lcp_report(problem, SceneName::unnamed(), &Default::default())
        .map_err(|error| error.to_string())?;
    proved(case, report.to_json())
}

/// The dynamics of the robot that lies beside the case.
fn robot(case: &Case, flags: &[String]) -> Result<Value, String> {
    let [file, flags @ ..] = flags else { return Err("the case names no robot".into()) };
    let content = case.layout().into_iter().find(|(name, _)| name == file).map(|(_, content)| content);
    let text = match content.ok_or("the case has no file")? {
        Content::Copy(path) => std::fs::read_to_string(&path).map_err(|error| error.to_string())?,
        Content::Text(text) => text,
    };
    let read = read_urdf(&text).map_err(|faults| faults.to_string())?;
    let report = stiction_report::robot_report(read.model, &state(flags)?, SceneName::unnamed());
    proved(case, report.map_err(|error| error.to_string())?.to_json())
}

/// The frame and state that the flags of a case mean.
fn state(flags: &[String]) -> Result<RobotQuestion, String> {
    let mut question = RobotQuestion::default();
    let numbers = |text: &str| -> Result<Vec<f64>, String> {
        text.split(',').map(|word| word.parse().map_err(|error| format!("{word}: {error}"))).collect()
    };
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let (flag, value) = match flag.split_once('=') {
            Some((flag, value)) => (flag, value),
            None => (flag.as_str(), rest.next().ok_or_else(|| format!("{flag} has no value"))?.as_str()),
        };
        match (flag, value) {
            ("--frame", name) => question.frame = Some(name.to_owned()),
            ("--gravity", list) => {
                question.gravity = numbers(list)?.try_into().map_err(|_| "gravity has three numbers")?;
            }
            ("--q", list) => question.q = Some(numbers(list)?),
            ("--v", list) => question.v = Some(numbers(list)?),
            ("--tau", list) => question.tau = Some(numbers(list)?),
            ("--reference", "local") => question.reference = Reference::Local,
            ("--reference", "aligned") => question.reference = Reference::Aligned,
            ("--reference", "world") => question.reference = Reference::World,
            ("--acceleration", "spatial") => question.acceleration = RobotAcceleration::Spatial,
            ("--acceleration", "classical") => question.acceleration = RobotAcceleration::Classical,
            _ => return Err(format!("the flags {flags:?} are not known to the library runner")),
        }
    }
    Ok(question)
}

/// The report, if what it claims is verified.
fn proved(case: &Case, report: Value) -> Result<Value, String> {
    if !case.carries_proofs() {
        return Ok(report);
    }
    match verify(&report).failed.first() {
        None => Ok(report),
        Some((path, why)) => Err(format!("{path} is not verified: {why}")),
    }
}

/// The options that the flags of a case mean; a flag that ends in a file's name reads it from the case.
fn options(case: &Case, flags: &[String]) -> Result<Options, String> {
    let mut options = Options::default();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("{flag} has no value"));
        match flag.as_str() {
            "--cone" => options.cone = value()?.parse()?,
            "--mode" => options.mode = Some(value()?.clone()),
            "--least" => options.least = Some(value()?.parse().map_err(|error| format!("{flag}: {error}"))?),
            "--plan" => {
                options.insert.plan =
                    if value()? == "conservative" { Plan::Conservative } else { Plan::Complete };
            }
            "--explain" => options.explain.push(value()?.clone()),
            "--contacts-only" => options.contacts_only = true,
            "--map" => options.map.push(Axis::parse(value()?)?),
            "--until" => {
                let until = value()?.parse().map_err(|error| format!("{flag}: {error}"))?;
                options.in_time.until = Some(until);
            }
            "--frames" => {
                options.in_time.frames = value()?.parse().map_err(|error| format!("{flag}: {error}"))?;
            }
            "--ambiguous" => {
                let word = value()?;
                let read = Ambiguous::of_word(word).ok_or_else(|| format!("{flag}: {word}"))?;
                options.in_time.ambiguous = read;
            }
            "--wrenches" => options.wrenches = wrenches(case, value()?)?,
            "--solve" => options.extras.solve = Some(Unknown { path: value()?.clone(), within: None }),
            "--within" => {
                let ends: Vec<Rational> =
                    value()?.split(':').filter_map(|end| end.parse::<Rational>().ok()).collect();
                let within =
                    <[Rational; 2]>::try_from(ends).map_err(|_| format!("{flag} has no two numbers"))?;
                let unknown = options.extras.solve.as_mut().ok_or("--within goes after --solve")?;
                unknown.within = Some(within);
            }
            "--about" => {
                options.about = match value()?.as_str() {
                    "closure" => Some(About::Closure),
                    "stand" => Some(About::Stand),
                    other => return Err(format!("{flag}: {other}")),
                }
            }
            "--region" => options.extras.region = true,
            "--body" => options.body = Some(value()?.clone()),
            _ => return Err(format!("the flags {flags:?} are not known to the library runner")),
        }
    }
    Ok(options)
}

/// The wrenches of a file of the case.
fn wrenches(case: &Case, name: &str) -> Result<Vec<Vec<Rational>>, String> {
    let file = case.files.get(name).ok_or_else(|| format!("the case has no file {name}"))?;
    read_wrenches(file.get()).map_err(|faults| faults.to_string())
}
