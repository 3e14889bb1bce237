//! Honest reports of every question that carries proofs: what a verifier must accept, and tests tamper with.

#![allow(dead_code)] // every binary asks for its part

use serde_json::{Value, json};
use stiction::scene::AnyScene;
use stiction_files::{Format, Limits, read_scene, read_scene_file, read_urdf};
use stiction_proof::{LcpProblem, Rational};
use stiction_report::robot::RobotQuestion;
use stiction_report::verify::verify;
use stiction_report::{
    AskError, Axis, ConeModel, Options, Question, SceneName, StandExtras, answer, lcp_report, robot_report,
};

/// A scene of the examples.
pub fn example(name: &str) -> AnyScene {
    let file = format!("{}/../../examples/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    read_scene_file(file.as_ref(), &Limits::default()).unwrap().scene
}

/// A scene from its text.
pub fn scene(text: &str) -> AnyScene {
    read_scene(text, Format::Toml, "scene.toml").unwrap_or_else(|faults| panic!("{faults}")).scene
}

/// The report on a scene.
pub fn asked(scene: &AnyScene, question: Question, options: &Options) -> Value {
    let report = answer(scene, &SceneName::unnamed(), question, options);
    report.unwrap_or_else(|error| panic!("{question}: {error}")).to_json()
}

/// The report on a scene that is given by its text, or why there is none.
pub fn of_text(text: &str, question: Question, options: &Options) -> Result<Value, AskError> {
    answer(&scene(text), &SceneName::unnamed(), question, options).map(|report| report.to_json())
}

/// The codes of what does not fit.
pub fn codes(text: &str, question: Question) -> Vec<&'static str> {
    match of_text(text, question, &Options::default()) {
        Err(AskError::Misfits(misfits)) => misfits.iter().map(|misfit| misfit.code).collect(),
        other => panic!("{other:?}"),
    }
}

/// The report on a scene that is given by its text; its proofs hold.
pub fn held(text: &str, question: Question) -> Value {
    let report = of_text(text, question, &Options::default()).unwrap();
    let found = verify(&report);
    assert!(found.holds(), "{:?}", found.failed);
    report
}

/// Whole numbers as vectors.
pub fn vectors<const D: usize>(list: &[[i64; D]]) -> Vec<Vec<Rational>> {
    list.iter().map(|one| one.map(Rational::from).to_vec()).collect()
}

/// A peg between walls 6 wide, 2 deep: wedges from 1/3 on.
pub const PEG: &str = r#"
stiction = 1
dimension = 2
gravity = [0, -10]
[bodies.peg]
mass = 1
inertia = 2
twist = [0, 0, -1]
[[contacts]]
on = "peg"
point = [-3, -1]
normal = [1, 0]
friction = 0.5
vertex = "on"
[[contacts]]
on = "peg"
point = [3, 1]
normal = [-1, 0]
friction = 0.5
vertex = "on"
"#;

/// Two bricks, one on the other, on a table.
pub const STACK: &str = r#"
stiction = 1
dimension = 2
gravity = [0, -10]
bodies.lower = { mass = 2, inertia = 1, com = [0, 1] }
bodies.upper = { mass = 1, inertia = 1, com = [0, 3] }
contacts = [
    { on = "lower", point = [-4, 0], normal = [0, 1], friction = 0.5 },
    { on = "lower", point = [4, 0], normal = [0, 1], friction = 0.5 },
    { on = "upper", against = "lower", point = [-4, 2], normal = [0, 1], friction = 0.5 },
    { on = "upper", against = "lower", point = [4, 2], normal = [0, 1], friction = 0.5 },
]
"#;

/// A block on four feet in space, on another.
pub const BLOCKS: &str = r#"
stiction = 1
dimension = 3
gravity = [0, 0, -10]
[bodies.lower]
mass = 2
inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
com = [0, 0, 1]
shape.box = { center = [0, 0, 1], size = [4, 4, 2] }
[bodies.upper]
mass = 1
inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
com = [0, 0, 3]
shape.box = { center = [0, 0, 3], size = [2, 2, 2] }
[bodies.ground]
shape.half_space = { point = [0, 0, 0], normal = [0, 0, 1] }
[detect]
friction = 0.5
"#;

/// A block on three feet in space.
pub const BLOCK: &str = r#"
stiction = 1
dimension = 3
gravity = [0, 0, -10]
bodies.block = { mass = 2, inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], com = [0, 0, 1] }
contacts = [
    { on = "block", point = [1, 0, 0], normal = [0, 0, 1], friction = 0.5 },
    { on = "block", point = [-1, 1, 0], normal = [0, 0, 1], friction = 0.5 },
    { on = "block", point = [-1, -1, 0], normal = [0, 0, 1], friction = 0.5 },
]
"#;

/// One report of each kind.
pub fn reports() -> Vec<(&'static str, Value)> {
    let plain = Options::default();
    let loaded = Options { wrenches: vectors(&[[0, 0, -10]]), ..Options::default() };
    let pyramid = Options { cone: ConeModel::Inner(6), ..Options::default() };
    let mode = Options {
        mode: Some("na".to_owned()),
        wrenches: vectors(&[[-1, 1, -10], [0, 0, 1]]),
        ..Options::default()
    };
    let judged = Options { wrenches: vectors(&[[0, 0, -1], [0, 1, 1]]), ..Options::default() };
    let stacked = Options {
        extras: StandExtras {
            sequence: Some(Vec::new()),
            accelerate: vectors(&[[1, 0]]),
            ..StandExtras::default()
        },
        body: Some("upper".to_owned()),
        push: vectors(&[[1, 0]]),
        ..Options::default()
    };
    let blocks = Options {
        cone: ConeModel::Outer(4),
        body: Some("upper".to_owned()),
        push: vectors(&[[1, 0, 0]]),
        ..Options::default()
    };
    let explained = Options { explain: vec!["ls".to_owned()], ..Options::default() };
    let bounded = Options { boundary: Some(["1".to_owned(), "2".to_owned()]), ..Options::default() };
    let axes = ["contacts.1.friction=0:1:5", "contacts.2.friction=0:1:3"];
    let map = axes.map(|axis| Axis::parse(axis).unwrap()).to_vec();
    let mapped = Options { map, ..Options::default() };
    let axis = |path: &str| Axis {
        path: path.to_owned(),
        from: Rational::new(1, 10),
        to: Rational::one(),
        count: 4,
    };
    let map = vec![axis("contacts.foot.friction"), axis("bodies.rod.mass")];
    let mapped_outcomes = Options { map, ..Options::default() };
    let four = Options { cone: ConeModel::Inner(4), ..Options::default() };
    let of = |name: &str, question, options: &Options| asked(&example(name), question, options);
    let lcp = LcpProblem {
        matrix: vec![vec![Rational::from(2), Rational::from(1)], vec![Rational::from(1), Rational::from(2)]],
        q: vec![Rational::from(-5), Rational::from(-6)],
    };
    let arm = read_urdf(include_str!("../../../../examples/arm.urdf")).unwrap().model;
    vec![
        ("closure", of("gripper", Question::Closure, &loaded)),
        ("second order", of("by_curvature", Question::Closure, &plain)),
        ("closure in space", of("tripod_grasp", Question::Closure, &plain)),
        ("pyramids", of("soft_finger", Question::Closure, &pyramid)),
        ("stand", of("box_on_table", Question::Stand, &plain)),
        ("ladder", of("ladder", Question::Stand, &plain)),
        ("assembly", asked(&scene(STACK), Question::Stand, &stacked)),
        ("assembly in space", asked(&scene(BLOCKS), Question::Stand, &blocks)),
        ("moving base", of("tray", Question::Stand, &plain)),
        ("motions", of("gripper", Question::Motions, &plain)),
        ("labels", of("gripper", Question::Labels, &plain)),
        ("cone", of("disc_on_fixels", Question::Cone, &mode)),
        ("stability", of("disc_on_fixels", Question::Stability, &judged)),
        ("insert", of("seating", Question::Insert, &plain)),
        ("modes", of("two_walls", Question::Modes, &explained)),
        ("outcomes", of("painleve", Question::Outcomes, &plain)),
        ("jam", asked(&scene(PEG), Question::Jam, &bounded)),
        ("jam map", asked(&scene(PEG), Question::Jam, &mapped)),
        ("peg", of("peg_in_hole", Question::Jam, &plain)),
        ("peg in space", of("peg_in_space", Question::Jam, &plain)),
        ("map of outcomes", of("painleve", Question::Outcomes, &mapped_outcomes)),
        ("outcomes in space", asked(&scene(BLOCK), Question::Outcomes, &four)),
        ("stability in space", asked(&scene(BLOCK), Question::Stability, &plain)),
        ("quasistatic", of("pushed_box", Question::Quasistatic, &plain)),
        ("meter stick", of("meter_stick", Question::Quasistatic, &plain)),
        ("push", of("hexagon", Question::Push, &plain)),
        ("place", of("place_fixture", Question::Place, &plain)),
        ("robust", of("worn_gripper", Question::Robust, &plain)),
        ("simulate", of("backspin", Question::Simulate, &in_time())),
        ("hybrid", of("wiping_matrices", Question::Hybrid, &plain)),
        ("contacts", of("gripper", Question::Contacts, &plain)),
        ("lcp", lcp_report(lcp, SceneName::unnamed(), &Options::default()).unwrap().to_json()),
        ("robot", robot_report(arm, &RobotQuestion::default(), SceneName::unnamed()).unwrap().to_json()),
        ("nothing", json!({})),
    ]
}

/// Two seconds in ten frames.
pub fn in_time() -> Options {
    let until = Some(Rational::from(2));
    Options {
        in_time: stiction_report::simulate::InTime { until, frames: 10, ..Default::default() },
        ..Options::default()
    }
}
