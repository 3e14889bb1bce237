//! Robots that tests read, and where their links are.

use stiction::robot::{State, Tree};
use stiction_files::{ReadRobot, read_urdf};

/// The robot of a text.
pub fn read(text: &str) -> ReadRobot {
    read_urdf(text).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Where a link is with all joints at these positions.
pub fn place(robot: &ReadRobot, link: &str, q: &[f64]) -> [f64; 3] {
    let tree = Tree::new(&robot.model, [0.0; 3]).unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, q, &vec![0.0; tree.freedoms()]).unwrap();
    tree.pose(&state, tree.frame(link).unwrap()).translation()
}

/// Two points are one, up to rounding.
pub fn near(found: [f64; 3], expected: [f64; 3]) {
    assert!((0..3).all(|k| (found[k] - expected[k]).abs() < 1e-12), "{found:?} {expected:?}");
}
