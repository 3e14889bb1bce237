//! From a report on a robot to the page that shows it: a stick figure in its state, its joints and the frame.

use crate::figure::{Cast, Page, Words};
use crate::solid::figure::{SolidBody, SolidPanel, SolidShape};
use stiction::robot::JointKind;
use stiction::scene::Role;
use stiction::screw::{Pose, Spatial};
use stiction_report::robot::RobotAnswer;
use stiction_report::{Answered, Report};

/// A page with the robot of a report.
pub fn robot_page(report: &Report) -> Page {
    let Answered::Robot(answer) = &report.answered else { return Page::default() };
    let panel = panel(answer);
    let footer = "every number within a proved bound".to_owned();
    Page { title: String::new(), panels: vec![panel.into()], footer }
}

/// Sizes of what is drawn, as parts of the robot's.
const LINK: f64 = 0.014;
const HUB: f64 = 0.026;
const HUB_HEIGHT: f64 = 0.085;
const AXIS: f64 = 0.16;
const AXIS_WIDTH: f64 = 0.006;

fn panel(answer: &RobotAnswer) -> SolidPanel {
    let size = size(answer);
    let mut bodies = Vec::new();
    for (index, joint) in answer.model.joints.iter().enumerate() {
        let [parent, child] = [joint.parent, joint.child].map(|link| answer.dynamics.links[link]);
        bodies.extend(stick(parent.translation(), child.translation(), size));
        bodies.extend(hub(answer, index, &child, size));
    }
    bodies.extend(base(answer, size));
    bodies.extend(axes(answer, size));
    SolidPanel {
        cast: Cast { bodies, gravity: Some(answer.dynamics.problem.gravity), ..Cast::default() },
        words: Words {
            title: answer.name.clone(),
            heading: format!("frame {}", answer.dynamics.frame),
            lines: vec![answer.rank_words()],
            ..Words::default()
        },
        ..SolidPanel::default()
    }
}

/// The extent of the links' origins; one metre where they are all at one place.
fn size(answer: &RobotAnswer) -> f64 {
    let origins: Vec<[f64; 3]> = answer.dynamics.links.iter().map(Pose::translation).collect();
    let extent = |axis: usize| {
        let along = origins.iter().map(|origin| origin[axis]);
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        high - low
    };
    let size = [0, 1, 2].map(extent).iter().map(|x| x * x).sum::<f64>().sqrt();
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// A rod between two points, if they are apart.
fn stick(from: [f64; 3], to: [f64; 3], size: f64) -> Option<SolidBody> {
    rod(from, to, LINK * size).filter(|_| distance(from, to) > LINK * size)
}

fn rod(from: [f64; 3], to: [f64; 3], radius: f64) -> Option<SolidBody> {
    let height = distance(from, to);
    let shape = SolidShape::Cylinder {
        center: std::array::from_fn(|i| 0.5 * (from[i] + to[i])),
        axis: std::array::from_fn(|i| to[i] - from[i]),
        radius,
        height,
    };
    (height > 0.0).then(|| SolidBody { shape: Some(shape), ..SolidBody::default() })
}

fn distance(from: [f64; 3], to: [f64; 3]) -> f64 {
    (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt()
}

/// What turns is a drum about its axis, what slides a bar along it, what floats a ball.
fn hub(answer: &RobotAnswer, index: usize, child: &Pose<Spatial>, size: f64) -> Option<SolidBody> {
    let joint = &answer.model.joints[index];
    let (center, axis) = (child.translation(), child.vector(joint.axis));
    let shape = match joint.kind {
        JointKind::Fixed => return None,
        JointKind::Revolute | JointKind::Continuous => {
            SolidShape::Cylinder { center, axis, radius: HUB * size, height: HUB_HEIGHT * size }
        }
        JointKind::Prismatic => {
            SolidShape::Cylinder { center, axis, radius: 0.6 * HUB * size, height: 2.0 * HUB_HEIGHT * size }
        }
        JointKind::Ball | JointKind::Floating => SolidShape::Sphere { center, radius: HUB * size },
    };
    Some(SolidBody { name: joint.name.clone(), role: Role::Driven, shape: Some(shape), com: None })
}

/// Where the robot stands.
fn base(answer: &RobotAnswer, size: f64) -> Option<SolidBody> {
    let root = answer.dynamics.problem.links.first()?;
    let half = 0.05 * size;
    let shape = SolidShape::cuboid([-half, -half, -half], [half, half, 0.0]);
    Some(SolidBody { name: root.clone(), role: Role::Fixed, shape: Some(shape), com: None })
}

/// The axes of the frame, with their letters.
fn axes(answer: &RobotAnswer, size: f64) -> Vec<SolidBody> {
    let frame = &answer.dynamics.links[answer.link];
    let origin = frame.translation();
    let letters = ["x", "y", "z"].into_iter().enumerate();
    // The letter stands at the tip: it is the name of a small ball there.
    let axis = |(k, letter): (usize, &str)| {
        let tip = frame.point(std::array::from_fn(|i| if i == k { AXIS * size } else { 0.0 }));
        let ball = SolidShape::Sphere { center: tip, radius: 1.5 * AXIS_WIDTH * size };
        let ball = SolidBody { name: letter.to_owned(), shape: Some(ball), ..SolidBody::default() };
        rod(origin, tip, AXIS_WIDTH * size).into_iter().chain([ball])
    };
    letters.flat_map(axis).collect()
}
