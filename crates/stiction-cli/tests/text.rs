//! The text of every example, word for word: a change of wording is a change of this file.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::path::Path;
use std::process::Command;

fn check(name: &str, question: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(format!("{name}.toml"));
    let output = Command::new(env!("CARGO_BIN_EXE_stiction"))
        .arg(question)
        .arg(file)
        .arg("--no-picture")
        .output()
        .unwrap();
    assert_eq!(output.stderr, b"");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_gripper_holds_its_box() {
    let expected = r#"Two fingers squeeze a box
box holds: yes; slips below μ = 0.204; squeeze 6.6 N and 6.6 N
force closure: yes
  form      no: without friction it can roll or slide along its contacts
  force     closed: the contacts resist every push and turn
  squeeze   "left finger" 1, "right finger" 1 (in proportion)
  friction  any friction will do
  essential every contact is needed
  quality   resists 0.012 N any way per 1 N of squeeze, N m counted as N
  proof     checked in exact arithmetic
stands: yes
  load      [0, -4.91] N
  forces    "left finger" 6.13 N normal, 2.45 N across; "right finger" 6.13 N normal, -2.45 N across
  margin    0.141 N of any further load, N m counted as N
  sideways  carries up to 1.2 of its weight; may be tilted by 50.1°
  friction  slips below μ = 0.204
  must stay unknown: needs the inertia: give `inertia`, or `density` instead of `mass`
  unique    no: the forces have 1 free dimension
  proof     checked in exact arithmetic
"#;
    assert_eq!(check("gripper", "check"), expected);
}

#[test]
fn pins_lock_a_plate() {
    let expected = r#"A plate between five pins
plate holds: yes; needs no friction
force closure: yes
  form      closed without friction (first order)
  force     closed: the contacts resist every push and turn
  squeeze   "below" 1, "above left" 0.4, "above right" 0.6, "left" 0.4, "right" 0.4 (in proportion)
  friction  needs no friction
  essential "below", "above right", "left", "right"; any one of the others may be taken away
  quality   resists 0.485 N any way per 1 N of squeeze, N m counted as N
  proof     checked in exact arithmetic
"#;
    assert_eq!(check("fixture", "check"), expected);
}

#[test]
fn a_triangle_turns_out_of_three_pins() {
    let expected = r#"Three pins on three edges
triangle holds: no; any friction would do
force closure: no
  form      no: without friction it can roll or slide along its contacts
  force     open, exactly on the boundary
  escape    turns counter-clockwise about [0, 1.5]
  friction  any friction would do
  proof     checked in exact arithmetic
  note      friction aside it can move: 1 dimension, both ways, lines [6, 1, 0]; contact modes: 3; ask `stiction motions` and `stiction modes`
"#;
    assert_eq!(check("escape", "check"), expected);
}

#[test]
fn a_crate_rests_on_a_slope() {
    let expected = r#"A crate on a slope
crate holds: yes; slips below μ = 0.75; pushes of 1380 N and 582 N
force closure: no
  form      no: without friction some motion breaks every contact
  force     open, margin -1
  escape    moves along [-0.6, 0.8]
  proof     checked in exact arithmetic
stands: yes
  load      [0, -1960] N
  forces    "base.1" 1080 N normal, -863 N across; "base.2" 491 N normal, -314 N across
  margin    61.3 N of any further load, N m counted as N
  sideways  carries up to 0.0312 of its weight; may be tilted by 1.79°
  friction  slips below μ = 0.75
  must stay yes: no contact mode moves, 7 partial modes refuted
  unique    no: the forces have 1 free dimension
  proof     checked in exact arithmetic
"#;
    assert_eq!(check("rest", "check"), expected);
}

#[test]
fn a_ladder_slides() {
    let expected = r#"A ladder that slides
ladder holds: no; would hold with 1.25 times its friction; turns counter-clockwise about [1.8, 4]
force closure: no
  form      no: without friction some motion breaks every contact
  force     open, margin -0.674
  escape    turns counter-clockwise about [1.63, 4.13]
  proof     checked in exact arithmetic
stands: no
  load      [0, -118] N
  collapse  turns counter-clockwise about [1.8, 4]
  margin    17.7 N is missing, N m counted as N
  friction  would hold with 1.25 times its friction
  must stay no
  proof     checked in exact arithmetic
"#;
    assert_eq!(check("ladder", "check"), expected);
}

#[test]
fn fingers_spread_in_a_frame() {
    let expected = r#"Two fingers spread inside a frame
frame holds: yes; needs no friction
force closure: yes
  form      closed without friction (first order)
  force     closed: the contacts resist every push and turn
  squeeze   "A left" 1, "A down" 0.5, "B right" 1, "B up" 0.5 (in proportion)
  friction  needs no friction
  essential every contact is needed
  quality   resists 0.277 N any way per 1 N of squeeze, N m counted as N
  proof     checked in exact arithmetic
"#;
    assert_eq!(check("hole", "check"), expected);
}

#[test]
fn a_wheel_leans_on_a_step() {
    let expected = r#"A wheel against a rounded step
wheel holds: yes; needs no friction; pushes of 308 N and 0 N
force closure: no
  form      no: without friction some motion breaks every contact
  force     open, margin -0.354
  escape    turns clockwise about [1, 1.33]
  friction  would hold above μ = 1
  proof     checked in exact arithmetic
  rounded   bodies.wheel.mass: the area or volume of a curved shape
  rounded   bodies.wheel.inertia: the second moment of a curved shape
stands: yes
  load      [0, -308] N
  forces    "floor" 308 N normal, 0 N across; "step" 0 N normal, 0 N across
  margin    0: exactly on the boundary, nothing to spare
  sideways  carries nothing; may not be tilted
  friction  needs no friction
  must stay yes
  unique    yes: no other forces balance the load
  proof     checked in exact arithmetic
  rounded   bodies.wheel.mass: the area or volume of a curved shape
  rounded   bodies.wheel.inertia: the second moment of a curved shape
"#;
    assert_eq!(check("wheel", "check"), expected);
}

#[test]
fn contacts_are_toml() {
    let expected = r#"# line "base": "base.1", "base.2"
[[contacts]]
id = "base.1"
on = "crate"
against = "ramp"
point = [0, 0]
normal = [-3, 4]
friction = "4/5"
curvature = { on = "inf", against = 0 }

[[contacts]]
id = "base.2"
on = "crate"
against = "ramp"
point = ["4/5", "3/5"]
normal = [-3, 4]
friction = "4/5"
curvature = { on = "inf", against = 0 }

"#;
    assert_eq!(check("rest", "contacts"), expected);
}
