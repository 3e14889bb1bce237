//! The sections of a robot's contact: matrices, bodies, robots, runs.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::cases::changes;
use std::collections::HashMap;
use stiction::scene::{AnyScene, Curvature, Party, Scene};
use stiction::screw::Spatial;
use stiction_files::{Files, Format, Import, ReadScene, Sources, read_scene, read_scene_with};
use stiction_proof::Rational;

const MATRICES: &str = "stiction = 1\ndimension = 2\n[hybrid]\nphi_robot = [[2, 0, 1], [0, 1, 0], [1, 0, 3]]\n\
    bias_robot = [0, 1, -1]\nphi_environment = [[0, 0, 0], [0, 1, 0], [0, 0, \"1/2\"]]\n\
    bias_environment = [0, 0, -1]\nfreedom = [[1, 0], [0, 1], [0, 0]]\nforce_basis = [[0], [0], [1]]\num = [1, 2]\nuf = [5]\n";

const BODIES: &str = "stiction = 1\ndimension = 3\n[bodies.tool]\nmass = 1\n[bodies.plate]\nrole = \"fixed\"\n\
    [[contacts]]\non = \"tool\"\nagainst = \"plate\"\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\n\
    [hybrid]\nrobot = \"tool\"\nenvironment = \"plate\"\ncurvature = { robot = 2, environment = \"inf\" }\npoint = [1, 2, 3]\n\
    wrist = { stiffness = [1, 2, 3, 4, 5, 6], damping = [1, 1, 1, 1, 1, 1] }\n";

const RUN: &str = "[hybrid.simulate]\nduration = 2\nrate = 500\npath = { radius = 0.1, period = 3 }\n\
    force = { mean = 20, amplitude = 5, period = 1, shape = \"square\" }\nsensor = 0.01\n\
    support = { stiffness = [0, 0, 0, 1, 2, 3], damping = [0, 0, 0, 0, 0, 1] }\n\
    gains = { position = 50, velocity = 10, force = 2 }\n";

const URDF: &str = r#"<robot name="one"><link name="base"/><link name="tip"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint></robot>"#;

const ROBOT: &str = "stiction = 1\ndimension = 3\n[robot]\nurdf = \"one.urdf\"\nframe = \"tip\"\nq = [0.5]\nv = [1]\ntau = [2]\n\
    base = { position = [1, 0, 0] }\n[[contacts]]\non = \"robot\"\npoint = [1, 0, 0]\nnormal = [0, 0, 1]\n[hybrid]\n";

struct Carried(HashMap<&'static str, &'static str>);

impl Files for Carried {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).map(|text| text.as_bytes().to_vec()).ok_or_else(|| "no such file".to_owned())
    }
}

fn read(text: &str) -> Result<ReadScene, Vec<(&'static str, String)>> {
    let files = Carried(HashMap::from([("one.urdf", URDF), ("bad.urdf", "<robot name=\"x\"/>")]));
    let sources = Sources { files: &files, import: &Import::default() };
    let found = read_scene_with(text, Format::Toml, "scene.toml", &sources);
    found.map_err(|faults| faults.faults.into_iter().map(|fault| (fault.code, fault.path)).collect())
}

fn space(text: &str) -> Scene<Spatial> {
    match read(text).unwrap_or_else(|faults| panic!("{faults:?}")).scene {
        AnyScene::Spatial(scene) => scene,
        AnyScene::Planar(_) => panic!("it is in space"),
    }
}

#[test]
fn a_hybrid_section_is_read_as_it_is_written() {
    let AnyScene::Planar(scene) = read_scene(MATRICES, Format::Toml, "x").unwrap().scene else { panic!() };
    let section = scene.hybrid.unwrap();
    assert_eq!(section.robot.unwrap().inverse_inertia[2][0], Rational::one());
    assert_eq!(section.environment.unwrap().bias[2], Rational::from(-1));
    assert_eq!(section.freedoms.unwrap()[1], [0, 1, 0].map(Rational::from).to_vec());
    assert_eq!(section.freedom_rate.unwrap(), vec![Rational::zero(); 3]);
    assert_eq!(section.force_basis.unwrap(), [[0, 0, 1].map(Rational::from).to_vec()]);
    assert_eq!((section.motion.unwrap().len(), section.force.unwrap().len(), section.rank), (2, 1, None));
    let ranked = read(&format!("{MATRICES}rank = 2\nfreedom_rate = [1, 2, 3]\n")).unwrap().scene;
    let AnyScene::Planar(scene) = ranked else { panic!() };
    assert_eq!(scene.hybrid.as_ref().unwrap().rank, Some(2));
    assert_eq!(scene.hybrid.unwrap().freedom_rate.unwrap()[2], Rational::from(3));
}

#[test]
fn a_contact_by_bodies_is_read_as_it_is_written() {
    let section = space(BODIES).hybrid.unwrap();
    assert_eq!((section.robot_body, section.environment_body), (Some(Party::Body(0)), Some(Party::Body(1))));
    assert_eq!(section.curvature, Some([Curvature::Finite(2.into()), Curvature::Vertex]));
    assert_eq!(section.point.unwrap(), [1, 2, 3].map(Rational::from).to_vec());
    let wrist = section.wrist.unwrap();
    assert_eq!((&wrist.stiffness[5][5], &wrist.damping[0][0]), (&6.into(), &Rational::one()));
}

#[test]
fn a_run_is_read_as_it_is_written() {
    let run = space(&format!("{BODIES}{RUN}")).hybrid.unwrap().run.unwrap();
    assert_eq!((run.duration, run.rate, run.radius, run.period), (2.0, 500.0, 0.1, 3.0));
    assert_eq!((run.force, run.force_period, run.square, run.sensor), ([20.0, 5.0], 1.0, true, 0.01));
    assert_eq!(run.support.unwrap()[0][5], 3.0);
    assert_eq!((run.gains, run.force_gain), ([50.0, 10.0], 2.0));
    let bare = space(&format!("{BODIES}[hybrid.simulate]\n")).hybrid.unwrap().run.unwrap();
    assert_eq!((bare.duration, bare.rate, bare.force[0], bare.support), (10.0, 1000.0, 10.0, None));
}

#[test]
fn a_robot_is_read_from_its_file() {
    let scene = space(ROBOT);
    let robot = scene.robot.unwrap();
    assert_eq!((robot.model.joints.len(), robot.frame.as_str()), (1, "tip"));
    assert_eq!(
        (robot.joints.positions, robot.joints.velocities, robot.joints.torques),
        (Some(vec![0.5]), Some(vec![1.0]), Some(vec![2.0]))
    );
    assert_eq!(robot.base.translation(), [1.0, 0.0, 0.0]);
    assert_eq!(scene.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["robot"]);
    let two = format!("{ROBOT}environment = {{ urdf = \"one.urdf\", frame = \"tip\" }}\n");
    let two = two.replace("on = \"robot\"", "on = \"robot\"\nagainst = \"environment\"");
    assert!(space(&two).hybrid.unwrap().environment_robot.is_some());
}

#[test]
fn a_robot_that_cannot_be_read_is_refused() {
    for ([from, to], code, path) in changes(include_str!("cases/robots.txt")) {
        let text = ROBOT.replace(&from, &to);
        assert_ne!(text, ROBOT, "{from}");
        let faults = read(&text).unwrap_err();
        assert!(faults.iter().any(|fault| fault.1 == path), "{to}: {faults:?}");
        assert!(
            path == "robot.urdf" && to == "bad.urdf" || faults.iter().any(|fault| fault.0 == code),
            "{to}: {faults:?}"
        );
    }
}

#[test]
fn a_hybrid_section_with_impossible_values_is_refused() {
    let all = format!("{BODIES}{RUN}");
    for (text, from, to, code, path) in [
        (MATRICES, "[0, 1, 0], [1, 0, 3]", "[0, 1, 0], [2, 0, 3]", "inverse-inertia", "hybrid.phi_robot"),
        (MATRICES, "bias_robot = [0, 1, -1]", "bias_robot = [0, 1]", "length", "hybrid.bias_robot"),
        (MATRICES, "bias_robot = [0, 1, -1]\n", "", "missing-key", "hybrid.bias_robot"),
        (
            MATRICES,
            "freedom = [[1, 0], [0, 1], [0, 0]]",
            "freedom = [[1, 0], [0, 1]]",
            "length",
            "hybrid.freedom",
        ),
        (
            MATRICES,
            "freedom = [[1, 0], [0, 1], [0, 0]]",
            "freedom = [[1, 0], [0], [0, 0]]",
            "length",
            "hybrid.freedom[1]",
        ),
        (MATRICES, "uf = [5]", "uf = [5]\nrank = 4", "rank", "hybrid.rank"),
        (MATRICES, "uf = [5]", "uf = [5]\nrobot = \"arm\"", "conflict", "hybrid.robot"),
        (MATRICES, "uf = [5]", "uf = [5]\n[hybrid.simulate]", "dimension", "hybrid.simulate"),
        (BODIES, "robot = \"tool\"", "robot = \"tol\"", "unknown-body", "hybrid.robot"),
        (BODIES, "environment = \"inf\"", "environment = -3", "curvature", "hybrid.curvature"),
        (BODIES, "stiffness = [1", "stiffness = [0", "wrist", "hybrid.wrist.stiffness"),
        (&all, "duration = 2", "duration = 0", "simulate", "hybrid.simulate.duration"),
        (&all, "rate = 500", "rate = 5000000", "too-long", "hybrid.simulate"),
        (&all, "radius = 0.1", "radius = -0.1", "path", "hybrid.simulate.path.radius"),
        (&all, "amplitude = 5", "amplitude = 25", "force", "hybrid.simulate.force"),
        (&all, "\"square\"", "\"round\"", "force", "hybrid.simulate.force.shape"),
        (&all, "stiffness = [0", "stiffness = [-1", "support", "hybrid.simulate.support.stiffness"),
        (&all, "position = 50", "position = -50", "gain", "hybrid.simulate.gains.position"),
        (&all, "sensor = 0.01", "sensor = -1", "sensor", "hybrid.simulate.sensor"),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from}");
        assert_eq!(read(&changed).unwrap_err(), [(code, path.to_owned())], "{to}");
    }
}
