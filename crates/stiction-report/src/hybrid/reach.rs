//! Is a contact where the robot's tool is?
//!
//! A file of a robot says where frames are, not how far its links reach.  A tool that is held by an arm is of
//! the arm's size: a contact that is farther from the frame than twice the longest stretch of the arm from
//! one frame to the next is taken to belong to another state of the arm. Who means it names a link there,
//! fixed to the tool.  An arm whose frames are all in one place says nothing about sizes, and nothing is
//! asked of it.

use crate::number::spoken;
use stiction::ask::hybrid::{Arm, arm};
use stiction::ask::lower::Misfit;
use stiction::scene::{Contact, ROBOT, Scene};
use stiction::screw::Spatial;
use stiction_proof::Rational;

/// Stretches of the arm that a tool may be long.
const STRETCHES: f64 = 2.0;

/// Contacts of the robot of a scene that are far from its tool.
pub(crate) fn out_of_reach(scene: &Scene<Spatial>) -> Result<(), Vec<Misfit>> {
    let (Some(robot), Some(arm)) = (scene.party(ROBOT), arm(scene)?) else { return Ok(()) };
    let joints = arm.skeleton(&arm.joints.positions, [0.0; 3]);
    let Some(&tool) = joints.last() else { return Ok(()) };
    let longest = joints.windows(2).map(|pair| distance(pair[0], pair[1])).fold(0.0, f64::max);
    if longest == 0.0 {
        return Ok(());
    }
    let touching =
        scene.contacts_of(robot).map(|(_, contact)| contact).filter(|contact| contact.is_touching());
    let far = |contact: &&Contact<Spatial>| distance(place(contact), tool) > STRETCHES * longest;
    let misfits: Vec<Misfit> =
        touching.filter(far).map(|contact| misfit(scene, &arm, contact, tool, longest)).collect();
    if misfits.is_empty() { Ok(()) } else { Err(misfits) }
}

fn misfit(
    scene: &Scene<Spatial>,
    arm: &Arm,
    contact: &Contact<Spatial>,
    tool: [f64; 3],
    longest: f64,
) -> Misfit {
    let axes = [0, 1, 2].map(|k| {
        let mut tip = [0.0; 3];
        tip[k] = 1.0;
        let end = arm.skeleton(&arm.joints.positions, tip).last().copied().unwrap_or_default();
        shown(std::array::from_fn(|row| end[row] - tool[row]))
    });
    let frame = scene.robot.as_ref().map_or("tool", |robot| robot.frame.as_str());
    let message = format!(
        "the contact is {} m from \"{frame}\", which is at {} with its axes along {}, {} and {}; \
         a tool may be twice as long as the longest stretch of its arm, {} m",
        spoken(distance(place(contact), tool)),
        shown(tool),
        axes[0],
        axes[1],
        axes[2],
        spoken(longest)
    );
    let help = "give the point where the tool touches, another state `q`, or as `frame` a link that is there";
    Misfit::new("far-contact", &["contacts", &contact.id, "point"], message, help)
}

fn place(contact: &Contact<Spatial>) -> [f64; 3] {
    contact.point.each_ref().map(Rational::to_f64)
}

fn distance(from: [f64; 3], to: [f64; 3]) -> f64 {
    (0..3).map(|k| (to[k] - from[k]).powi(2)).sum::<f64>().sqrt()
}

/// A vector to three digits after the point; nothing is left of what rounding makes of zero.
fn shown(vector: [f64; 3]) -> String {
    let shown = vector.map(|value| spoken((value * 1e3).round() / 1e3));
    format!("[{}]", shown.join(", "))
}
