//! What do motors, gravity and a push do to a robot, seen at one of its frames?
//!
//! ```text
//!     M v̇ + h = τ + Jᵀ f,     a = Φ f + b,     Φ = J M⁻¹ Jᵀ,   b = J M⁻¹ (τ − h) + J̇ v          (1)
//! ```
//!
//! Joints that follow others have no coordinates of their own; `couple` reduces (1) to those that lead.  Where some
//! velocity moves no mass M has no inverse: Φ and b are left out with the reason, and the rest is told.
//!
//! The numbers come from the recursions of [`stiction_geometry::robot`]; how far each is from the dynamics of the
//! robot as its numbers stand is bounded by a checker that knows none of them, [`stiction_proof::robot`].
//!
//! References: \[Featherstone 4\] for a = Φ f + b.

mod couple;
mod limits;
mod lower;

pub use couple::{CouplingFault, Couplings};
pub use limits::{Beyond, beyond};
pub use lower::{lower, moving_joints, velocity_names};

use nalgebra::{DMatrix, DVector};
use stiction_geometry::robot::{Frame, JointKind, Model, Reference, State, StateFault, Tree};
use stiction_geometry::screw::{Pose, Spatial, Twist};
use stiction_proof::robot::{RobotAcceleration, RobotBounds, RobotNumbers, RobotPose, RobotProblem};
use stiction_scene::lower::Misfit;
use stiction_scene::near::{resembles, slips};

/// What is asked of a robot.  Positions, velocities and torques in the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotQuestion {
    /// The link whose frame is meant; the one tip, if left out.
    pub frame: Option<String>,
    /// Gravity in the axes of the root, m/s².
    pub gravity: [f64; 3],
    /// Positions; all at zero, if left out.
    pub q: Option<Vec<f64>>,
    /// Velocities; at rest, if left out.
    pub v: Option<Vec<f64>>,
    /// Torques; none, if left out.
    pub tau: Option<Vec<f64>>,
    /// Point and axes of what is said about the frame.
    pub reference: Reference,
    /// Which acceleration `b` is.
    pub acceleration: RobotAcceleration,
}

impl Default for RobotQuestion {
    fn default() -> Self {
        Self {
            frame: None,
            gravity: [0.0, 0.0, -9.81],
            q: None,
            v: None,
            tau: None,
            reference: Reference::Local,
            acceleration: RobotAcceleration::Spatial,
        }
    }
}

/// Most velocities of a robot whose matrices are told and bounded: the bounds take time with their cube.
pub const MOST_VELOCITIES: usize = 300;

/// The dynamics of a robot at a frame, within proved bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotDynamics {
    /// The robot in its state, as numbers.
    pub problem: RobotProblem,
    /// M, h, J, Φ and b.
    pub numbers: RobotNumbers,
    /// How far each is from what it should be, and the rank of Φ: by the checker.
    pub bounds: RobotBounds,
    /// The frame's link.
    pub frame: String,
    /// Names of the joints that move, in the order of the file.
    pub joints: Vec<String>,
    /// Names of the velocities: of a joint, or of the six parts of a floating one.
    pub velocities: Vec<String>,
    /// Where each link is.
    pub links: Vec<Pose<Spatial>>,
    /// The twist of the frame.
    pub twist: Twist<Spatial>,
    /// Limits that the state is beyond.
    pub beyond: Vec<Beyond>,
}

/// M, h, J, Φ and b of a robot, and how far they are from what they should be.
pub fn dynamics(model: &Model, question: &RobotQuestion) -> Result<RobotDynamics, Vec<Misfit>> {
    let tree = Tree::new(model, question.gravity).map_err(|faults| {
        faults
            .iter()
            .map(|fault| Misfit::new("robot", &["robot"], fault.to_string(), "fix it"))
            .collect::<Vec<_>>()
    })?;
    if tree.freedoms() > MOST_VELOCITIES {
        let message = format!(
            "the robot has {} velocities; its mass matrix is reported up to {MOST_VELOCITIES}",
            tree.freedoms()
        );
        return Err(vec![Misfit::new(
            "too-large",
            &["robot"],
            message,
            "ask about a part of it; the library has no such limit",
        )]);
    }
    let couplings = Couplings::of(model).map_err(|faults| coupling_misfits(model, &faults))?;
    let (q, v, tau) = coordinates(&tree, &couplings, question)?;
    let frame = frame(model, &tree, question.frame.as_deref()).map_err(|misfit| vec![misfit])?;
    let told = |fault| vec![state_misfit(model, &fault)];
    let mut state = State::new(&tree);
    let (all_q, all_v) = (couplings.positions(&q), couplings.velocities(&v));
    tree.place(&mut state, &all_q, &all_v).map_err(told)?;
    let numbers = if model.couplings.is_empty() {
        numbers(&tree, &mut state, frame, question, &tau)
    } else {
        coupled_numbers(&tree, &mut state, frame, question, &tau, &couplings)
    };
    let problem = lower(model, question, frame.link(), &q, &v, &tau);
    let (numbers, bounds) = bounded(&problem, numbers.map_err(told)?)?;
    let links = (0..model.links.len()).filter_map(|link| tree.frame_of_link(link));
    Ok(RobotDynamics {
        links: links.map(|frame| tree.pose(&state, frame)).collect(),
        twist: tree.twist(&state, frame, question.reference),
        beyond: beyond(model, &all_q, &all_v, &couplings.torques(model, &tau)),
        frame: tree.name(frame).to_owned(),
        joints: moving_joints(model),
        velocities: velocity_names(model),
        problem,
        numbers,
        bounds,
    })
}

/// The numbers with their bounds; without Φ and b where the checker finds that they cannot be bounded.
fn bounded(
    problem: &RobotProblem,
    mut numbers: RobotNumbers,
) -> Result<(RobotNumbers, RobotBounds), Vec<Misfit>> {
    let mut bounds = problem.bounds(&numbers);
    if bounds.is_err() && numbers.phi.is_some() {
        (numbers.phi, numbers.bias) = (None, None);
        bounds = problem.bounds(&numbers);
    }
    match bounds {
        Ok(bounds) => Ok((numbers, bounds)),
        Err(why) => {
            let help = "give masses and lengths that differ less, or links with inertia behind every joint";
            Err(vec![Misfit::new("conditioning", &["robot"], why, help)])
        }
    }
}

fn numbers(
    tree: &Tree,
    state: &mut State,
    frame: Frame,
    question: &RobotQuestion,
    tau: &[f64],
) -> Result<RobotNumbers, StateFault> {
    let response = match tree.response(state, frame, question.reference, tau) {
        Ok(response) => Some(response),
        Err(StateFault::Massless { .. }) => None,
        Err(fault) => return Err(fault),
    };
    let bias = response.as_ref().map(|response| match question.acceleration {
        RobotAcceleration::Spatial => response.bias.to_array().to_vec(),
        RobotAcceleration::Classical => {
            let classical = response.classical_bias();
            [classical.angular(), classical.linear()].concat()
        }
    });
    let phi = response.map(|response| response.phi.rows().iter().map(|row| row.to_vec()).collect());
    Ok(RobotNumbers {
        pose: pose(tree, state, frame),
        jacobian: jacobian(tree, state, frame, question.reference)?,
        mass: mass(tree, state),
        h: tree.bias_torques(state).to_vec(),
        phi,
        bias,
    })
}

/// Where a frame is in the world.
fn pose(tree: &Tree, state: &State, frame: Frame) -> RobotPose {
    let pose = tree.pose(state, frame);
    RobotPose { position: pose.translation(), quaternion_wxyz: pose.quaternion() }
}

/// Rows of the mass matrix of all joints.
fn mass(tree: &Tree, state: &mut State) -> Vec<Vec<f64>> {
    tree.mass_matrix(state).chunks(tree.freedoms().max(1)).map(<[f64]>::to_vec).collect()
}

/// Rows of the Jacobian of all joints.
fn jacobian(
    tree: &Tree,
    state: &State,
    frame: Frame,
    reference: Reference,
) -> Result<Vec<Vec<f64>>, StateFault> {
    let mut columns = vec![Twist::zero(); tree.freedoms()];
    tree.jacobian(state, frame, reference, &mut columns)?;
    let columns: Vec<[f64; 6]> = columns.iter().map(Twist::to_array).collect();
    Ok((0..6).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
}

/// The numbers of the joints that lead: equation (1) of `couple`.
fn coupled_numbers(
    tree: &Tree,
    state: &mut State,
    frame: Frame,
    question: &RobotQuestion,
    tau: &[f64],
    couplings: &Couplings,
) -> Result<RobotNumbers, StateFault> {
    let mass = couplings.reduced_matrix(&mass(tree, state));
    let h = couplings.reduced(tree.bias_torques(state));
    let rows = jacobian(tree, state, frame, question.reference)?;
    let jacobian: Vec<Vec<f64>> = rows.iter().map(|row| couplings.reduced(row)).collect();
    let still = vec![0.0; tree.freedoms()];
    let drift = match question.acceleration {
        RobotAcceleration::Spatial => {
            tree.acceleration(state, frame, question.reference, &still)?.to_array().to_vec()
        }
        RobotAcceleration::Classical => {
            let classical = tree.classical_acceleration(state, frame, question.reference, &still)?;
            [classical.angular(), classical.linear()].concat()
        }
    };
    let n = mass.len();
    let matrix = DMatrix::from_fn(n, n, |row, column| mass[row][column]);
    let wide = DMatrix::from_fn(6, n, |row, column| jacobian[row][column]);
    let rest = DVector::from_fn(n, |k, _| tau[k] - h[k]);
    let response = matrix.cholesky().map(|factor| {
        let phi = &wide * factor.solve(&wide.transpose());
        let free = &wide * factor.solve(&rest);
        let phi = (0..6).map(|row| (0..6).map(|column| phi[(row, column)]).collect()).collect();
        (phi, (0..6).map(|k| free[k] + drift[k]).collect())
    });
    let (phi, bias) = response.unzip();
    Ok(RobotNumbers { pose: pose(tree, state, frame), mass, h, jacobian, phi, bias })
}

type Coordinates = (Vec<f64>, Vec<f64>, Vec<f64>);

/// Positions, velocities and torques, or everything that is wrong with their lengths.
fn coordinates(
    tree: &Tree,
    couplings: &Couplings,
    question: &RobotQuestion,
) -> Result<Coordinates, Vec<Misfit>> {
    let mut misfits = Vec::new();
    let mut take = |flag: &str, given: &Option<Vec<f64>>, rest: Vec<f64>, what: &str| {
        let Some(given) = given else { return rest };
        if given.len() != rest.len() {
            let message = format!("{} numbers; the robot has {} {what}", given.len(), rest.len());
            let help = format!("give {} numbers, in the order of the joints in the file", rest.len());
            misfits.push(Misfit::new("length", &[flag], message, help));
        }
        given.clone()
    };
    let n = couplings.count.1;
    let positions = "positions, one a joint that turns or slides, four a ball and seven a floating one";
    let q = take("--q", &question.q, couplings.leading(&tree.neutral()), positions);
    let v = take(
        "--v",
        &question.v,
        vec![0.0; n],
        "velocities, one a joint that turns or slides, three a ball and six a floating one",
    );
    let tau = take("--tau", &question.tau, vec![0.0; n], "torques, one a velocity");
    if misfits.is_empty() { Ok((q, v, tau)) } else { Err(misfits) }
}

/// The frame that is meant: by its name, or the one tip.
fn frame(model: &Model, tree: &Tree, name: Option<&str>) -> Result<Frame, Misfit> {
    let quoted = |links: &[&str]| links.iter().map(|link| format!("`{link}`")).collect::<Vec<_>>().join(", ");
    if let Some(name) = name {
        return tree.frame(name).ok_or_else(|| {
            let names: Vec<&str> = tree.names().iter().map(String::as_str).collect();
            let message = format!("no link is called `{name}`");
            let help = match nearest(name, &names) {
                Some(known) => format!("did you mean `{known}`? The links are {}", quoted(&names)),
                None => format!("the links are {}", quoted(&names)),
            };
            Misfit::new("unknown-frame", &["--frame"], message, help)
        });
    }
    let tips: Vec<usize> = (0..model.links.len())
        .filter(|link| model.joints.iter().all(|joint| joint.parent != *link))
        .collect();
    match &tips[..] {
        [tip] => tree
            .frame_of_link(*tip)
            .ok_or_else(|| Misfit::new("unknown-frame", &["--frame"], "no link", "name one")),
        _ => {
            let names: Vec<&str> = tips.iter().map(|&tip| model.links[tip].name.as_str()).collect();
            let message = format!("the robot has {} tips, and no frame is named", tips.len());
            let help = format!("name a link with --frame, e.g. one of {}", quoted(&names));
            Err(Misfit::new("unknown-frame", &["--frame"], message, help))
        }
    }
}

/// The name that differs in the fewest letters, if they are few.
fn nearest<'n>(name: &str, known: &[&'n str]) -> Option<&'n str> {
    let letters = |word: &str| word.chars().collect::<Vec<char>>();
    let near = known.iter().copied().filter(|other| resembles(name, other));
    near.min_by_key(|other| slips(&letters(name), &letters(other)))
}

/// Faults of joints that follow others, told about the joints concerned.
fn coupling_misfits(model: &Model, faults: &[CouplingFault]) -> Vec<Misfit> {
    let told = |fault: &CouplingFault| {
        let (index, message) = match *fault {
            CouplingFault::Kind(index) => (index, "only what turns or slides follows, and is followed"),
            CouplingFault::Circle(index) => (index, "joints follow each other in a circle"),
            CouplingFault::Twice(index) => (index, "the joint follows another one already"),
        };
        let name = model.joints.get(model.couplings[index].joint).map_or("", |joint| joint.name.as_str());
        Misfit::new("mimic", &["joint", name], message, "fix `mimic`, or ask with --mimic independent")
    };
    faults.iter().map(told).collect()
}

/// A fault of a state, told about the joint or flag concerned.
fn state_misfit(model: &Model, fault: &StateFault) -> Misfit {
    let flag = |what: &str| format!("--{what}");
    match *fault {
        StateFault::Massless { freedom } => {
            let joint = joint_of(model, freedom);
            let message = format!("`{joint}` moves no mass, so that no torque fits its acceleration");
            Misfit::new("massless", &["joint", joint], message, "give a link that it moves an `inertial`")
        }
        StateFault::Quaternion { length, .. } => Misfit::new(
            "quaternion",
            &["--q"],
            format!("the quaternion of a floating joint or a ball has length {length}"),
            "give x, y, z, qw, qx, qy, qz, of a ball the last four, with a quaternion of any length but zero",
        ),
        StateFault::NotFinite { what, index } => {
            let message = format!("number {index}, counted from 0, is not finite");
            Misfit::new("not-finite", &[&flag(what)], message, "give decimals")
        }
        StateFault::Length { what, found, needed } => {
            let message = format!("{found} numbers, not {needed}");
            Misfit::new("length", &[&flag(what)], message, format!("give {needed} numbers"))
        }
    }
}

/// The joint that a velocity belongs to.
fn joint_of(model: &Model, freedom: usize) -> &str {
    let owners =
        model.joints.iter().flat_map(|joint| std::iter::repeat_n(&joint.name, joint.kind.freedoms()));
    owners.into_iter().nth(freedom).map_or("", String::as_str)
}

/// Whether a joint moves.
fn moves(kind: JointKind) -> bool {
    kind != JointKind::Fixed
}
