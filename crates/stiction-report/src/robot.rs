//! The report on a robot: M, h, J, Φ and b, each within a bound that a checker without recursions proved.

use crate::answer::AskError;
use crate::number::{NAMED, spoken};
use crate::report::{Answered, Caveats, Options, Presentation, Question, Report, SceneName};
use crate::text::Lines;
use serde_json::{Value, json};
use stiction::ask::robot::{Beyond, RobotDynamics, dynamics};
use stiction::robot::{Coupling, Joint, JointKind, Model};
use stiction::scene::Rounding;
use stiction_proof::robot::RobotReference;

pub use stiction::ask::robot::RobotQuestion;
pub use stiction::robot::Reference;
pub use stiction_proof::robot::RobotAcceleration;

/// Everything that is said about a robot in a state.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotAnswer {
    /// Its name.
    pub name: String,
    /// Its dynamics at the frame.
    pub dynamics: RobotDynamics,
    /// Index of the frame's link.
    pub link: usize,
    /// The robot, for a picture.
    pub model: Model,
}

/// Answers `robot` for the robot of a file of this name.
pub fn robot_report(model: Model, question: &RobotQuestion, name: SceneName) -> Result<Report, AskError> {
    let dynamics = dynamics(&model, question).map_err(AskError::Misfits)?;
    let warnings = dynamics.beyond.iter().map(beyond_words).collect();
    let link = model.links.iter().position(|link| link.name == dynamics.frame).unwrap_or_default();
    let rounded = rounded(&model);
    let answer = RobotAnswer { name: model.name.clone(), dynamics, link, model };
    Ok(Report {
        caveats: Caveats { rounded, warnings, ..Caveats::default() },
        ..Report::new(Question::Robot, name, None, Answered::Robot(Box::new(answer)))
    })
}

/// What of the file passed through sines on its way into the problem: turned origins.
pub(crate) fn rounded(model: &Model) -> Vec<Rounding> {
    let turned = |quaternion: [f64; 4]| quaternion[1..].iter().any(|part| *part != 0.0);
    let joints = model.joints.iter().filter(|joint| turned(joint.place.quaternion())).count();
    let inertias = model.links.iter().filter_map(|link| link.inertia.as_ref());
    let count = joints + inertias.filter(|inertia| turned(inertia.place.quaternion())).count();
    let why = format!("{count} turned origins become quaternions in doubles; the problem is about those");
    (count > 0).then(|| Rounding { path: "origin.rpy".to_owned(), why }).into_iter().collect()
}

/// A limit that a state is beyond, in words.
pub(crate) fn beyond_words(beyond: &Beyond) -> String {
    let Beyond { joint, what, value, limit } = beyond;
    format!(
        "{what} {} of `{joint}` is beyond its limit {}; the joint is taken without its stops",
        spoken(*value),
        spoken(*limit)
    )
}

/// The word for a reference.
pub(crate) fn reference_word(reference: RobotReference) -> &'static str {
    match reference {
        RobotReference::Local => "local",
        RobotReference::Aligned => "aligned",
        RobotReference::World => "world",
    }
}

/// The word for an acceleration.
pub(crate) fn acceleration_word(acceleration: RobotAcceleration) -> &'static str {
    match acceleration {
        RobotAcceleration::Spatial => "spatial",
        RobotAcceleration::Classical => "classical",
    }
}

impl Presentation for RobotAnswer {
    fn keys(&self, _: &Options) -> Value {
        let RobotDynamics { problem, numbers, bounds, frame, joints, velocities, beyond, .. } =
            &self.dynamics;
        let beyond: Vec<Value> = beyond
            .iter()
            .map(|it| json!({ "joint": it.joint, "what": it.what, "value": it.value, "limit": it.limit }))
            .collect();
        let response = bounds.response.as_ref().ok();
        let reasons = match &bounds.response {
            Ok(_) => json!({}),
            Err(why) => json!({ "Phi": why, "b": why, "rank": why }),
        };
        json!({
            "problem": problem,
            "frame": frame,
            "pose": numbers.pose,
            "reference": reference_word(problem.reference),
            "acceleration": acceleration_word(problem.acceleration),
            "joints": joints,
            "velocities": velocities,
            "M": numbers.mass,
            "h": numbers.h,
            "Phi": numbers.phi,
            "b": numbers.bias,
            "J": numbers.jacobian,
            "rank": response.map(|known| known.rank),
            "error": {
                "pose": bounds.pose, "M": bounds.mass, "h": bounds.h, "J": bounds.jacobian,
                "Phi": response.map(|known| known.phi), "b": response.map(|known| known.bias),
            },
            "beyond": beyond,
            "reasons": reasons,
            "exact": {},
        })
    }

    fn lines(&self, _: &Options) -> Lines {
        let RobotDynamics { problem, numbers, bounds, .. } = &self.dynamics;
        let mut lines: Vec<(&'static str, String)> =
            vec![("about", self.about()), ("joints", self.joint_line())];
        lines.extend(self.following_line().map(|line| ("follow", line)));
        let list = |entries: &[f64]| entries.iter().map(|x| spoken(*x)).collect::<Vec<_>>().join(", ");
        let (at, turned) = (list(&numbers.pose.position), list(&numbers.pose.quaternion_wxyz));
        lines.push(("pose", format!("{} at [{at}] m, quaternion wxyz [{turned}]", self.dynamics.frame)));
        let few = problem.v.len() <= MOST_SHOWN;
        if few {
            lines.extend(matrix("M", &numbers.mass, bounds.mass));
            lines.push(("h", row(&numbers.h, bounds.h)));
            lines.extend(matrix("J", &numbers.jacobian, bounds.jacobian));
        } else {
            let n = problem.v.len();
            lines.push(("M, h, J", format!("{n} velocities: in the JSON")));
        }
        let mut errors = format!(
            "at most {} in M, {} in h, {} in J",
            spoken(bounds.mass),
            spoken(bounds.h),
            spoken(bounds.jacobian)
        );
        match (&bounds.response, &numbers.phi, &numbers.bias) {
            (Ok(known), Some(phi), Some(bias)) => {
                lines.extend(matrix("Phi", phi, known.phi));
                lines.push(("b", row(bias, known.bias)));
                errors += &format!(", {} in Phi, {} in b", spoken(known.phi), spoken(known.bias));
            }
            (Err(why), ..) => lines.push(("Phi, b", format!("none: {why}"))),
            _ => {}
        }
        lines.push(("error", errors));
        lines.push(("proof", "bounds by a checker without recursions, its rounding included".to_owned()));
        Lines {
            heading: format!("{} at {}: {}", self.name, self.dynamics.frame, self.rank_words()),
            lines,
            proved: false,
        }
    }

    fn subject(&self) -> &str {
        &self.name
    }

    fn words(&self) -> String {
        self.rank_words()
    }

    fn computed(&self) -> Vec<String> {
        let RobotDynamics { numbers, bounds, .. } = &self.dynamics;
        let all = [
            ("pose", bounds.pose, largest(&numbers.pose.position)),
            ("M", bounds.mass, largest(numbers.mass.iter().flatten())),
            ("h", bounds.h, largest(&numbers.h)),
            ("J", bounds.jacobian, largest(numbers.jacobian.iter().flatten())),
        ];
        let response = bounds.response.iter().flat_map(|known| {
            [
                ("Phi", known.phi, largest(numbers.phi.iter().flatten().flatten())),
                ("b", known.bias, largest(numbers.bias.iter().flatten())),
            ]
        });
        let wide = all.into_iter().chain(response).filter(|(_, bound, size)| *bound > NAMED * size.max(1.0));
        wide.map(|(key, ..)| key.to_owned()).collect()
    }
}

/// The size of the largest entry.
fn largest<'a>(entries: impl IntoIterator<Item = &'a f64>) -> f64 {
    entries.into_iter().fold(0.0, |most: f64, entry| most.max(entry.abs()))
}

/// Matrices of more rows are told in the JSON alone.
const MOST_SHOWN: usize = 8;

impl RobotAnswer {
    fn about(&self) -> String {
        let point = match self.dynamics.problem.reference {
            RobotReference::Local => "its own origin and axes",
            RobotReference::Aligned => "its own origin, in the axes of the world",
            RobotReference::World => "the origin of the world, in the axes of the world",
        };
        let word = acceleration_word(self.dynamics.problem.acceleration);
        format!("a = Phi f + b, {word} acceleration about {point}, angular first")
    }

    fn moving(&self) -> impl Iterator<Item = (usize, &Joint)> {
        self.model.joints.iter().enumerate().filter(|(_, joint)| joint.kind != JointKind::Fixed)
    }

    fn follows(&self, joint: usize) -> Option<&Coupling> {
        self.model.couplings.iter().find(|coupling| coupling.joint == joint)
    }

    /// Every joint that follows another, with the rule.
    fn following_line(&self) -> Option<String> {
        let told = |(index, joint): (usize, &Joint)| {
            let Coupling { of, multiplier, offset, .. } = self.follows(index)?;
            let leader = self.model.joints.get(*of).map_or("", |leader| leader.name.as_str());
            let shift = if *offset == 0.0 { String::new() } else { format!(" + {}", spoken(*offset)) };
            Some(format!("{} = {} {leader}{shift}", joint.name, spoken(*multiplier)))
        };
        let all: Vec<String> = self.moving().filter_map(told).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// Every joint that leads, with its position.
    fn joint_line(&self) -> String {
        let mut at = 0;
        let mut told = Vec::new();
        for (_, joint) in self.moving().filter(|(index, _)| self.follows(*index).is_none()) {
            let q = &self.dynamics.problem.q[at..at + joint.kind.positions()];
            at += joint.kind.positions();
            told.push(format!(
                "{} {}",
                joint.name,
                q.iter().map(|x| spoken(*x)).collect::<Vec<_>>().join(" ")
            ));
        }
        if told.is_empty() { "none: nothing moves".to_owned() } else { told.join(", ") }
    }

    /// The rank of Φ in words.
    pub fn rank_words(&self) -> String {
        let Ok(response) = &self.dynamics.bounds.response else {
            return "its mass matrix has no inverse, M, h and J alone are reported".to_owned();
        };
        match response.rank {
            6 => "Phi has rank 6, a wrench accelerates it in every direction".to_owned(),
            0 => "Phi has rank 0 within rounding, no wrench moves it".to_owned(),
            rank => {
                format!("Phi has rank {rank} within rounding, {} of 6 directions do not give way", 6 - rank)
            }
        }
    }
}

/// Numbers in columns; what cannot be told from zero is zero.
fn row(numbers: &[f64], bound: f64) -> String {
    let told = |x: &f64| format!("{:>9}", spoken(if x.abs() <= bound { 0.0 } else { *x }));
    numbers.iter().map(told).collect::<Vec<_>>().join(" ")
}

/// The first row beside the name, the others below it.
fn matrix(name: &'static str, rows: &[Vec<f64>], bound: f64) -> Vec<(&'static str, String)> {
    let word = |index: usize| if index == 0 { name } else { "" };
    rows.iter().enumerate().map(|(index, entries)| (word(index), row(entries, bound))).collect()
}
