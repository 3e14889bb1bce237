//! How a question is asked: the options, the flags by which they are given, and how a report tells them under `asked`.
//!
//! What a report proves depends on more than the scene: on the cone of friction, on the wrenches that were judged, on
//! what the reader of an assembly was told about its blocks. A verifier that has the scene needs these, and a list
//! that is shorter than what was asked is noticed. So every flag says here who takes it, whose answers it changes and
//! how it is told: the command hides in the help of a question what does not apply to it, [`answer`](crate::answer)
//! refuses flags that a question does not take and names those that do, and [`verify`](crate::verify) refuses reports
//! that claim to have been asked so.

use crate::observer::Observer;
use crate::place::PlaceOverrides;
use crate::questions::{Input, Question};
use crate::simulate::InTime;
use Question::{
    Check, Closure, Cone, Hybrid, Insert, Jam, Labels, Lcp, Modes, Motions, Outcomes, Place, Push,
    Quasistatic, Robust, Simulate, Stability, Stand,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stiction::ask::lower::{ConeModel, Misfit};
use stiction::ask::outcomes::{Reported, Tolerance};
use stiction::ask::simulate::Ambiguous;
use stiction::scene::Axis;
use stiction::work::Allowance;
use stiction_proof::Rational;
use stiction_proof::robust::About;
use stiction_proof::wrenches::Plan;

/// How the meshes of an assembly are taken, as its reader was told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Meshes {
    /// What coordinates are multiplied with.
    pub scale: Option<Rational>,
    /// The distance within which corners are one, m.
    pub weld: Option<Rational>,
    /// Whether holes are filled.
    pub fill: bool,
    /// Whether convex hulls are meant.
    pub hull: bool,
    /// Whether bare surfaces are meant.
    pub surface: bool,
}

/// What the reader of a scene or of an assembly was told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// What the reader of an assembly was told about the friction of its joints; the scene has it already.
    pub joint_friction: Option<Rational>,
    /// What the reader of an assembly was told about the density of its blocks; the scene has it already.
    pub density: Option<Rational>,
    /// What the reader was told to take as touching, m; the scene has its contacts already.
    pub tolerance: Option<Rational>,
    /// The blocks of an assembly that its reader was told to fix; the scene has them fixed already.
    pub supports: Vec<String>,
    /// How the reader was told to take the meshes of an assembly; the scene has them so already.
    pub meshes: Meshes,
}

/// What is asked of an insertion.
#[derive(Debug, Clone, PartialEq)]
pub struct Insertion {
    /// Which wrenches `insert` promises to seat the part.
    pub plan: Plan,
    /// Friction of the finger that pushes.
    pub finger: Rational,
    /// Whether the largest friction that leaves a plan is sought.
    pub largest_friction: bool,
}

/// What `stand` is asked besides whether an assembly stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StandExtras {
    /// Whether the order of building is asked, and of which bodies; empty for the file's order.
    pub sequence: Option<Vec<String>>,
    /// Directions along which accelerations of the base are asked.
    pub accelerate: Vec<Vec<Rational>>,
    /// Whether ranges of contact forces are asked, and of which contacts; empty for all.
    pub ranges: Option<Vec<String>>,
    /// The number whose values are sought with which it stands.
    pub solve: Option<Unknown>,
    /// Whether it is asked where the centre of mass may be.
    pub region: bool,
}

impl StandExtras {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The first flag by which something is asked.
    pub(crate) fn flag(&self) -> &'static str {
        match self {
            Self { sequence: Some(_), .. } => "--sequence",
            Self { ranges: Some(_), .. } => "--ranges",
            Self { solve: Some(_), .. } => "--solve",
            Self { region: true, .. } => "--region",
            _ => "--accelerate",
        }
    }
}

/// A number of the scene that is sought.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// Its path, written as for a map.
    pub path: String,
    /// Between which values it is searched, where it is of the geometry.
    pub within: Option<[Rational; 2]>,
}

/// How a question is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The length that makes moments comparable with forces, m.
    pub length: Rational,
    /// Which cone of friction is meant in space; in the plane a cone has two edges whatever is said here.
    pub cone: ConeModel,
    /// What the reader was told; the scene has it already.
    pub reader: Reading,
    /// Wrenches that are judged, each the total external wrench about the centre of mass.
    pub wrenches: Vec<Vec<Rational>>,
    /// Twists that are judged, or that replace the contacts.
    pub twists: Vec<Vec<Rational>>,
    /// Motions that are tried at the contacts.
    pub tests: Vec<Vec<Rational>>,
    /// Points of the plane that are labelled.
    pub points: Vec<[Rational; 2]>,
    /// The contact mode that is meant, as it was written.
    pub mode: Option<String>,
    /// Modes of which a refutation is asked.
    pub explain: Vec<String>,
    /// Whether modes say no more than which contacts are kept.
    pub contacts_only: bool,
    /// The load case that is meant; all of them where none is.
    pub case: Option<String>,
    /// The body that is meant, where several are free.
    pub body: Option<String>,
    /// Directions of pushes at the centre of mass of that body, of which the largest safe one is sought.
    pub push: Vec<Vec<Rational>>,
    /// The least acceleration that strict inequalities become.
    pub least: Option<Rational>,
    /// Modes that are wanted besides, where nothing else may happen.
    pub only: Vec<String>,
    /// Modes that the wrenches of `cone` must be consistent with as well.
    pub and: Vec<String>,
    /// Modes that are not wanted.
    pub not: Vec<String>,
    /// What `insert` is asked.
    pub insert: Insertion,
    /// How many modes are listed; more are refused.
    pub most: usize,
    /// Two numbers of the scene over which `outcomes` or `jam` is mapped.
    pub map: Vec<Axis>,
    /// What another program reports of the scene, for `outcomes` to judge.
    pub log: Option<Vec<Reported>>,
    /// Up to what such a report counts as lawful.
    pub log_tolerance: Tolerance,
    /// Two contacts or constraints, by id, in the plane of whose friction the boundary of what locks is drawn.
    pub boundary: Option<[String; 2]>,
    /// Whether a robot's contact is run in time.
    pub simulate: bool,
    /// What is asked of a run in time.
    pub in_time: InTime,
    /// The stiffness from which on contacts are let give, N/m.
    pub compliance: Option<Rational>,
    /// How far contacts that give are pressed in, m.
    pub interference: Option<Rational>,
    /// What `stand` is asked besides.
    pub extras: StandExtras,
    /// What is wanted of a placement, before what the scene says.
    pub place: PlaceOverrides,
    /// What is to hold within tolerances.
    pub about: Option<About>,
    /// Whether one solution of a complementarity problem is enough.
    pub one: bool,
    /// Who hears how far a long work is.
    pub observer: Observer,
    /// How long the answer may take; what is known when time is up is told.
    pub allowance: Allowance,
}

impl Default for Insertion {
    fn default() -> Self {
        Self { plan: Plan::Complete, finger: Rational::zero(), largest_friction: false }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            length: Rational::one(),
            cone: ConeModel::Round,
            reader: Reading::default(),
            wrenches: Vec::new(),
            twists: Vec::new(),
            tests: Vec::new(),
            points: Vec::new(),
            mode: None,
            explain: Vec::new(),
            contacts_only: false,
            case: None,
            body: None,
            push: Vec::new(),
            least: None,
            only: Vec::new(),
            and: Vec::new(),
            not: Vec::new(),
            insert: Insertion::default(),
            most: stiction::ask::modes::MOST,
            map: Vec::new(),
            log: None,
            log_tolerance: Tolerance::default(),
            boundary: None,
            simulate: false,
            in_time: InTime::default(),
            compliance: None,
            interference: None,
            extras: StandExtras::default(),
            place: PlaceOverrides::default(),
            about: None,
            one: false,
            observer: Observer::default(),
            allowance: Allowance::unlimited(),
        }
    }
}

/// Some questions.
#[derive(Debug, Clone, Copy)]
pub enum Takers {
    /// Those that are asked of scenes.
    Scenes,
    /// Those that have a verdict.
    Verdicts,
    /// The listed ones.
    These(&'static [Question]),
}

impl Takers {
    /// Whether a question is among them.
    pub fn contain(self, question: Question) -> bool {
        match self {
            Self::Scenes => question.input() == Input::Scene,
            Self::Verdicts => question.has_verdict(),
            Self::These(questions) => questions.contains(&question),
        }
    }

    /// All of them, in the order of the manual.
    pub fn list(self) -> Vec<Question> {
        Question::every().filter(|question| self.contain(*question)).collect()
    }
}

/// A flag of some questions.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    /// Its name on the command line, first the one that a fault names; others say the same by a file.
    pub names: &'static [&'static str],
    /// Who takes it.
    pub takers: Takers,
    /// Whose answers it changes, where others take it without effect.
    pub effect: Takers,
    /// How it is told under `asked`; nothing of what only says where an answer goes.
    keys: &'static [Key],
    /// Whether somebody gave it who is not told of: it changes how much is listed, and nothing else.
    silent: fn(&Options) -> bool,
}

impl Flag {
    /// Whether somebody gave it: whether the options differ from the usual ones.
    pub fn is_given(&self, options: &Options) -> bool {
        let usual = Options::default();
        (self.silent)(options) || self.keys.iter().any(|key| (key.tell)(options, &usual).is_some())
    }
}

/// A key under `asked`.
#[derive(Debug, Clone, Copy)]
struct Key {
    name: &'static str,
    /// What is told of these options; nothing where they are the usual ones.
    tell: fn(&Options, &Options) -> Option<Value>,
    /// Takes what was told.
    take: fn(&mut Options, Value) -> Result<(), String>,
}

/// A key that is one field of the options, as it is.
macro_rules! field {
    ($name:literal, $($field:tt)+) => {
        Key {
            name: $name,
            tell: |options, usual| unusual(&options.$($field)+, &usual.$($field)+),
            take: |options, told| {
                options.$($field)+ = read_as(told)?;
                Ok(())
            },
        }
    };
}

/// What a field has that is not its default.
fn unusual<T: PartialEq + Serialize>(value: &T, usual: &T) -> Option<Value> {
    if value == usual { None } else { serde_json::to_value(value).ok() }
}

fn read_as<T: DeserializeOwned>(told: Value) -> Result<T, String> {
    serde_json::from_value(told).map_err(|error| error.to_string())
}

/// A number of a scene and its values, as they are told.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAxis {
    path: String,
    from: Rational,
    to: Rational,
    count: usize,
}

const LENGTH: Key = Key {
    name: "length",
    tell: |options, usual| unusual(&options.length, &usual.length),
    take: |options, told| {
        options.length = read_as(told)?;
        if options.length.is_positive() { Ok(()) } else { Err("it is not positive".to_owned()) }
    },
};

const CONE: Key = Key {
    name: "cone",
    tell: |options, usual| (options.cone != usual.cone).then(|| options.cone.to_string().into()),
    take: |options, told| {
        options.cone = read_as::<String>(told)?.parse()?;
        Ok(())
    },
};

const MAP: Key = Key {
    name: "map",
    tell: |options, _| {
        let written = |Axis { path, from, to, count }: Axis| WrittenAxis { path, from, to, count };
        let axes: Vec<WrittenAxis> = options.map.iter().cloned().map(written).collect();
        unusual(&axes, &Vec::new())
    },
    take: |options, told| {
        let read = |WrittenAxis { path, from, to, count }: WrittenAxis| Axis { path, from, to, count };
        options.map = read_as::<Vec<WrittenAxis>>(told)?.into_iter().map(read).collect();
        Ok(())
    },
};

/// How many records there were; the records themselves are in the report.
const LOG: Key = Key {
    name: LOGGED,
    tell: |options, _| options.log.as_ref().map(|log| log.len().into()),
    take: |_, told| read_as::<usize>(told).map(|_| ()),
};

const LOGGED: &str = "log";

/// N and m/s², m/s, m.
const LOG_TOLERANCE: Key = Key {
    name: "log_tolerance",
    tell: |options, usual| {
        let numbers = |one: &Tolerance| [one.law.clone(), one.speed.clone(), one.depth.clone()];
        unusual(&numbers(&options.log_tolerance), &numbers(&usual.log_tolerance))
    },
    take: |options, told| {
        let [law, speed, depth] = read_as(told)?;
        options.log_tolerance = Tolerance { law, speed, depth };
        Ok(())
    },
};

const AMBIGUOUS: Key = Key {
    name: "ambiguous",
    tell: |options, usual| {
        let (one, other) = (options.in_time.ambiguous, usual.in_time.ambiguous);
        (one != other).then(|| one.word().into())
    },
    take: |options, told| {
        let word: String = read_as(told)?;
        options.in_time.ambiguous = Ambiguous::of_word(&word).ok_or("it is not stop, stick or branch")?;
        Ok(())
    },
};

const SOLVE: [Key; 2] = [
    Key {
        name: "solve",
        tell: |options, _| options.extras.solve.as_ref().map(|unknown| unknown.path.clone().into()),
        take: |options, told| {
            options.extras.solve = Some(Unknown { path: read_as(told)?, within: None });
            Ok(())
        },
    },
    Key {
        name: "within",
        tell: |options, _| serde_json::to_value(options.extras.solve.as_ref()?.within.as_ref()?).ok(),
        take: |options, told| {
            let unknown = options.extras.solve.as_mut().ok_or("there is nothing to solve")?;
            unknown.within = Some(read_as(told)?);
            Ok(())
        },
    },
];

/// A flag with an effect wherever it is taken.
const fn flag(names: &'static [&'static str], takers: &'static [Question], keys: &'static [Key]) -> Flag {
    Flag { names, takers: Takers::These(takers), effect: Takers::These(takers), keys, silent: |_| false }
}

/// A flag that every question about a scene takes.
const fn of_scenes(names: &'static [&'static str], effect: Takers, keys: &'static [Key]) -> Flag {
    Flag { names, takers: Takers::Scenes, effect, keys, silent: |_| false }
}

/// Those whose answers change with the cone of friction in space.
const WITH_CONE: Takers =
    Takers::These(&[Check, Closure, Labels, Cone, Stability, Insert, Outcomes, Jam, Stand]);

/// Those whose answers compare moments with forces.
const WITH_LENGTH: Takers = Takers::These(&[Check, Closure, Cone, Stability, Stand, Place]);

/// Those whose answers change with loads.
const WITH_LOADS: Takers =
    Takers::These(&[Check, Stand, Outcomes, Jam, Hybrid, Quasistatic, Simulate, Robust]);

/// Every flag that not all questions take alike, or that changes an answer, in the order in which `asked` tells them.
pub const FLAGS: &[Flag] = &[
    of_scenes(&["length"], WITH_LENGTH, &[LENGTH]),
    of_scenes(&["cone"], WITH_CONE, &[CONE]),
    of_scenes(&["friction"], Takers::Scenes, &[field!("friction", reader.joint_friction)]),
    of_scenes(&["density"], Takers::Scenes, &[field!("density", reader.density)]),
    of_scenes(&["tolerance"], Takers::Scenes, &[field!("tolerance", reader.tolerance)]),
    of_scenes(&["supports"], Takers::Scenes, &[field!("supports", reader.supports)]),
    of_scenes(&["scale", "unit"], Takers::Scenes, &[field!("scale", reader.meshes.scale)]),
    of_scenes(&["weld"], Takers::Scenes, &[field!("weld", reader.meshes.weld)]),
    of_scenes(&["fill"], Takers::Scenes, &[field!("fill", reader.meshes.fill)]),
    of_scenes(&["hull"], Takers::Scenes, &[field!("hull", reader.meshes.hull)]),
    of_scenes(&["surface"], Takers::Scenes, &[field!("surface", reader.meshes.surface)]),
    flag(
        &["wrench", "wrenches"],
        &[Labels, Closure, Cone, Stability, Insert],
        &[field!("wrenches", wrenches)],
    ),
    flag(&["twist", "twists"], &[Motions], &[field!("twists", twists)]),
    flag(&["test-twist"], &[Motions], &[field!("tests", tests)]),
    flag(&["point"], &[Labels], &[field!("points", points)]),
    flag(&["mode"], &[Labels, Cone], &[field!("mode", mode)]),
    flag(&["explain"], &[Modes], &[field!("explain", explain)]),
    flag(&["contacts-only"], &[Modes], &[field!("contacts_only", contacts_only)]),
    of_scenes(&["case"], WITH_LOADS, &[field!("case", case)]),
    flag(&["body"], &[Stand, Cone, Stability, Insert], &[field!("body", body)]),
    flag(&["push"], &[Stand], &[field!("push", push)]),
    flag(&["least"], &[Cone], &[field!("least", least)]),
    flag(&["only"], &[Cone], &[field!("only", only)]),
    flag(&["and"], &[Cone], &[field!("and", and)]),
    flag(&["not"], &[Cone], &[field!("not", not)]),
    flag(&["plan"], &[Insert], &[field!("plan", insert.plan)]),
    flag(&["finger"], &[Stability, Insert], &[field!("finger", insert.finger)]),
    flag(&["largest-friction"], &[Insert], &[field!("largest_friction", insert.largest_friction)]),
    flag(&["map"], &[Closure, Outcomes, Jam, Stand, Quasistatic], &[MAP]),
    flag(&["log"], &[Outcomes], &[LOG]),
    flag(&["log-tolerance"], &[Outcomes], &[LOG_TOLERANCE]),
    flag(&["boundary"], &[Jam], &[field!("boundary", boundary)]),
    flag(&["simulate"], &[Hybrid], &[field!("simulate", simulate)]),
    flag(&["until"], &[Simulate], &[field!("until", in_time.until)]),
    flag(&["frames"], &[Simulate], &[field!("frames", in_time.frames)]),
    flag(&["ambiguous"], &[Simulate], &[AMBIGUOUS]),
    flag(&["compare"], &[Simulate], &[field!("compare", in_time.compare)]),
    flag(&["compare-tolerance"], &[Simulate], &[field!("compare_tolerance", in_time.within)]),
    flag(&["compliance"], &[Jam], &[field!("compliance", compliance)]),
    flag(&["interference"], &[Jam], &[field!("interference", interference)]),
    flag(&["sequence"], &[Stand], &[field!("sequence", extras.sequence)]),
    flag(&["accelerate"], &[Stand], &[field!("accelerate", extras.accelerate)]),
    flag(&["ranges"], &[Stand], &[field!("ranges", extras.ranges)]),
    flag(&["solve", "within"], &[Closure, Stand], &SOLVE),
    flag(&["region"], &[Stand], &[field!("region", extras.region)]),
    flag(&["contacts"], &[Place], &[field!("contacts", place.contacts)]),
    flag(&["on"], &[Place], &[field!("on", place.on)]),
    flag(&["holds"], &[Place], &[field!("holds", place.holds)]),
    flag(&["measure"], &[Place], &[field!("measure", place.measure)]),
    flag(&["edges"], &[Place], &[field!("edges", place.edges)]),
    flag(&["inset"], &[Place], &[field!("inset", place.inset)]),
    flag(&["spacing"], &[Place], &[field!("spacing", place.spacing)]),
    flag(&["insertable"], &[Place], &[field!("insertable", place.insertable)]),
    flag(&["write"], &[Place], &[]),
    flag(&["about"], &[Robust], &[field!("about", about)]),
    flag(&["one"], &[Lcp], &[field!("one", one)]),
    Flag {
        silent: |options| options.most != stiction::ask::modes::MOST,
        ..flag(&["most"], &[Modes, Quasistatic, Push], &[])
    },
    flag(&["animation"], &[Hybrid, Simulate], &[]),
    of_scenes(&["expect"], Takers::Verdicts, &[]),
    of_scenes(&["no-picture"], Takers::These(&[Check]), &[]),
];

/// A flag that the question does not take: nobody asked so, and no report may say that somebody did.
pub(crate) fn untaken(question: Question, options: &Options) -> Option<Misfit> {
    let mut untaken = FLAGS.iter().filter(|flag| !flag.takers.contain(question));
    let flag = untaken.find(|flag| flag.is_given(options))?;
    let name = format!("--{}", flag.names[0]);
    let message = format!("`{question}` takes no `{name}`");
    let takers: Vec<String> = flag.takers.list().iter().map(|one| format!("`{one}`")).collect();
    let asked = if takers.len() == 1 { "ask" } else { "ask one of" };
    let help = format!("leave it out, or {asked} {}", takers.join(", "));
    Some(Misfit::new("conflict", &[&name], message, help))
}

/// How a question was asked, as a report tells it: every flag that was not left at its default.
pub(crate) fn written(options: &Options) -> Value {
    let usual = Options::default();
    let keys = FLAGS.iter().flat_map(|flag| flag.keys);
    let told = keys.filter_map(|key| Some((key.name.to_owned(), (key.tell)(options, &usual)?)));
    Value::Object(told.collect())
}

/// The options that a report tells, and how many records its log has, which are told elsewhere.
pub(crate) fn read(asked: &Value) -> Result<(Options, Option<usize>), String> {
    let mut told: Map<String, Value> = match asked {
        Value::Null => return Err("asked is missing: ask again, and the flags are told".to_owned()),
        Value::Object(told) => told.clone(),
        _ => return Err("asked: it is no table".to_owned()),
    };
    let records = told.get(LOGGED).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let mut options = Options::default();
    for key in FLAGS.iter().flat_map(|flag| flag.keys) {
        let Some(value) = told.remove(key.name) else { continue };
        (key.take)(&mut options, value).map_err(|why| format!("asked.{}: {why}", key.name))?;
    }
    match told.keys().next() {
        Some(unknown) => Err(format!("asked: unknown flag `{unknown}`")),
        None => Ok((options, records)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stiction::ask::lower::ConeModel;

    #[test]
    fn flags_are_told_and_read_back_as_they_were_and_nothing_is_told_of_defaults() {
        assert_eq!(written(&Options::default()), json!({}));
        let options = Options {
            length: Rational::new(1, 2),
            cone: ConeModel::Inner(8),
            reader: Reading {
                joint_friction: Some(Rational::new(3, 5)),
                tolerance: Some(Rational::new(1, 1000)),
                supports: vec!["a".to_owned()],
                meshes: Meshes { weld: Some(Rational::new(1, 9)), hull: true, ..Meshes::default() },
                ..Reading::default()
            },
            wrenches: vec![vec![Rational::one(); 3]],
            map: vec![Axis::parse("contacts.1.friction=0:1/2:3").unwrap()],
            log_tolerance: Tolerance { speed: Rational::new(1, 50), ..Tolerance::default() },
            extras: StandExtras { sequence: Some(Vec::new()), ..StandExtras::default() },
            ..Options::default()
        };
        assert_eq!(read(&written(&options)), Ok((options, None)));
    }

    #[test]
    fn a_flag_that_nobody_has_and_a_length_that_is_none_are_refused() {
        assert!(read(&json!({ "colour": "red" })).is_err());
        assert!(read(&json!({ "length": "0" })).is_err());
        assert!(read(&json!(null)).is_err());
    }

    #[test]
    fn the_usual_options_give_no_flag_and_every_question_takes_them() {
        let usual = Options::default();
        assert!(FLAGS.iter().all(|flag| !flag.is_given(&usual)));
        assert!(Question::every().all(|question| untaken(question, &usual).is_none()));
    }

    #[test]
    fn a_flag_has_an_effect_only_where_it_is_taken_and_somewhere() {
        for flag in FLAGS {
            let takers = flag.takers.list();
            let effect = flag.effect.list();
            assert!(!effect.is_empty(), "--{}", flag.names[0]);
            assert!(effect.iter().all(|question| takers.contains(question)), "--{}", flag.names[0]);
        }
    }

    #[test]
    fn a_flag_of_another_question_names_who_takes_it() {
        let options = Options { mode: Some("nn".to_owned()), ..Options::default() };
        let misfit = untaken(Stand, &options).unwrap();
        assert_eq!((misfit.code, misfit.message.as_str()), ("conflict", "`stand` takes no `--mode`"));
        assert_eq!(misfit.help, "leave it out, or ask one of `labels`, `cone`");
        assert!(untaken(Cone, &options).is_none());
    }
}
