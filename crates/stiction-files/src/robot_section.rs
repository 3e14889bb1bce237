//! The section `[robot]`, and a robot that is touched: a URDF file, a frame, a state.

use crate::files::{Beside, Files};
use crate::findings::{Findings, shortened};
use crate::keys::ROBOT_SECTION;
use crate::node::{At, Kind};
use crate::number::{known_keys, name, numbers, required};
use crate::urdf::{RobotOptions, read_within};
use crate::world::World;
use stiction::robot::Model;
use stiction::scene::{Body, ENVIRONMENT, Joints, ROBOT, RobotSection, Scene};
use stiction::screw::{Pose, Spatial};
use stiction_proof::Rational;

/// Reads the robots of a scene, and lets contacts speak of them; the robot that is touched comes back.
pub(crate) fn read_all<S: World>(
    at: &At<'_>,
    files: &dyn Files,
    scene: &mut Scene<S>,
    found: &mut Findings<'_>,
) -> Option<RobotSection> {
    let hybrid = at.get("hybrid");
    let touched = hybrid
        .as_ref()
        .and_then(|hybrid| hybrid.get("environment"))
        .filter(|environment| matches!(environment.node.kind, Kind::Table(_)));
    let mut read = |section: Option<At<'_>>, body: &str| -> Option<RobotSection> {
        let section = section?;
        if S::DIMENSION != 3 {
            let help = "set `dimension = 3` and give the scene in space";
            found.fault("dimension", &section, "a robot lives in space", help);
            return None;
        }
        if scene.body(body).is_none() {
            scene.bodies.push(Body::new(body));
        }
        read_one(&section, files, found)
    };
    let robot = read(at.get("robot"), ROBOT);
    let environment = read(touched, ENVIRONMENT);
    scene.robot = robot;
    environment
}

fn read_one(at: &At<'_>, files: &dyn Files, found: &mut Findings<'_>) -> Option<RobotSection> {
    known_keys(at, ROBOT_SECTION, found)?;
    let urdf = required(at, "urdf", "name the robot's file: urdf = \"arm.urdf\"", found);
    let model = urdf.and_then(|urdf| model(&urdf, files, found));
    let frame = required(at, "frame", "name the link that touches: frame = \"tool\"", found);
    let frame = frame.and_then(|frame| name(&frame, found));
    let mut list = |key: &str| -> Result<Option<Vec<f64>>, ()> {
        let Some(given) = at.get(key) else { return Ok(None) };
        let values = numbers(&given, found).ok_or(())?;
        values
            .into_iter()
            .map(|value| value.map(|value| value.to_f64()))
            .collect::<Option<_>>()
            .map(Some)
            .ok_or(())
    };
    let (positions, velocities, torques) = (list("q"), list("v"), list("tau"));
    let base = match at.get("base") {
        None => Some(Pose::identity()),
        Some(base) => read_base(&base, found),
    };
    Some(RobotSection {
        model: model?,
        frame: frame?,
        joints: Joints { positions: positions.ok()?, velocities: velocities.ok()?, torques: torques.ok()? },
        base: base?,
    })
}

fn read_base(at: &At<'_>, found: &mut Findings<'_>) -> Option<Pose<Spatial>> {
    let pose = <Spatial as World>::read_pose(at, found)?;
    let doubles = |point: [Rational; 3]| point.map(|entry| entry.to_f64());
    let origin = doubles(pose.place(&Default::default()));
    let axis = |k: usize| {
        let mut unit: [Rational; 3] = Default::default();
        unit[k] = Rational::one();
        doubles(pose.turn(&unit))
    };
    let columns = [axis(0), axis(1), axis(2)];
    let rows = std::array::from_fn(|row| std::array::from_fn(|column| columns[column][row]));
    Pose::from_matrix(rows, origin).ok()
}

fn model(at: &At<'_>, files: &dyn Files, found: &mut Findings<'_>) -> Option<Model> {
    let file = name(at, found)?;
    if !files.may_be_named(&file) {
        let help = crate::files::elsewhere(&file);
        let message = format!("\"{}\" leaves the folder of the scene", shortened(&file));
        found.fault("robot-path", at, message, help);
        return None;
    }
    let text =
        files.bytes(&file).and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
    let text = match text {
        Ok(text) => text,
        Err(why) => {
            let message = format!("cannot read \"{}\": {why}", shortened(&file));
            found.fault("robot-file", at, message, crate::files::HELP);
            return None;
        }
    };
    match read_within(&text, &RobotOptions::default(), &Beside::new(&file, files)) {
        Ok(read) if !read.model.couplings.is_empty() => {
            let message =
                format!("{}: joints that mimic others are not taken at a contact", shortened(&file));
            let help = "take `mimic` out, so that the joints move by themselves, or make their type fixed";
            found.fault("mimic", at, message, help);
            None
        }
        Ok(read) => {
            if let Some(gravity) = read.gravity {
                let message = format!("{} has gravity {gravity:?}, and the scene's counts", shortened(&file));
                found.warn("gravity", at, message, "write the gravity that is meant at the top of the scene");
            }
            Some(read.model)
        }
        Err(faults) => {
            for fault in &faults.faults {
                let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
                let message = format!("{}{line}: {}", shortened(&file), fault.message);
                found.fault(fault.code, at, message, &fault.help);
            }
            None
        }
    }
}
