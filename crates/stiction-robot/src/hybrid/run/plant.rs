//! The arm and what it slides on, stepped in time.

use super::environment::{Environment, Moving, Nature, Rates};
use super::vector::{
    Six, Three, cross, dot, dot6, halves, minus, norm, plus, push, scaled, times3, times6, transposed,
};
use crate::hybrid::arm::Arm;
use crate::hybrid::lower::{arm, robot_of};
use stiction_geometry::robot::{Reference, State, StateFault};
use stiction_geometry::screw::{Spatial, Wrench};
use stiction_proof::Rational;
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{Body, ContactModel, Curvature, Party, ROBOT, Role, RunSection, Scene};

/// Slips below this, m/s, are rubbed in proportion: friction has no jump that a step could not follow.
pub(super) const SLOW: f64 = 1e-3;

/// Everything that a run needs.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The robot.
    pub arm: Arm,
    pub(super) environment: Environment,
    /// The tip, in the frame of the robot's link.
    pub(super) tip: Three,
    /// A point of the plane and its normal into the robot, in body coordinates of the environment.
    pub(super) surface: [Three; 2],
    /// Coefficient while sliding.
    pub(super) friction: f64,
    /// What is wanted.
    pub section: RunSection,
}

/// The run of a scene, or everything that stands against it.
pub fn setup(scene: &Scene<Spatial>) -> Result<Setup, Vec<Misfit>> {
    let missing =
        |path: &[&str], message: &str, help: &str| vec![Misfit::new("simulate", path, message, help)];
    let section = scene.hybrid.as_ref().and_then(|section| Some((section, section.run.clone()?)));
    let Some((hybrid, section)) = section else {
        return Err(missing(
            &["hybrid", "simulate"],
            "there is nothing to simulate",
            "give [hybrid.simulate]",
        ));
    };
    if hybrid.wrist.is_some() {
        return Err(missing(
            &["hybrid", "wrist"],
            "a run is of a rigid arm, and a wrist is between this arm and its tool",
            "leave `wrist` out, and let the tool be the arm's last link",
        ));
    }
    if hybrid.environment_robot.is_some() {
        return Err(missing(
            &["hybrid", "environment"],
            "a run is of one robot, and a second one is touched",
            "let the arm touch a body: fixed, driven, free or held by springs",
        ));
    }
    let party = scene.party(ROBOT).filter(|party| robot_of(scene, hybrid, *party).is_some());
    let (Some(party), Some(arm)) = (party, arm(scene)?) else {
        return Err(missing(
            &["robot"],
            "a run needs a robot",
            "give [robot] with its file, frame and positions",
        ));
    };
    if arm.tree.positions() != arm.tree.freedoms() {
        return Err(missing(
            &["robot", "urdf"],
            "a run needs an arm on a fixed base, and this robot floats: nothing holds it",
            "fix its base",
        ));
    }
    if arm.tree.freedoms() < 6 {
        let count = arm.tree.freedoms();
        let message = format!(
            "a run follows a tip and keeps a link's axes, with six joints at least; this arm has {count}"
        );
        return Err(missing(&["robot", "urdf"], &message, "give an arm of six joints or more"));
    }
    let bent = hybrid.curvature.as_ref().is_some_and(|[own, other]| {
        *own != Curvature::Vertex || *other != Curvature::Finite(Rational::zero())
    });
    if bent {
        return Err(missing(
            &["hybrid", "curvature"],
            "a run is of a tip on a plane",
            "leave `curvature` out, or give { robot = \"inf\", environment = 0 }",
        ));
    }
    let touching = scene.touching(party);
    let &[contact] = &touching[..] else {
        let message = format!("a run is of one contact, and there are {}", touching.len());
        return Err(missing(&["contacts"], &message, "keep one point at which the tip touches"));
    };
    if contact.model != ContactModel::Frictionless {
        let path = ["contacts", contact.id.as_str(), "model"];
        return Err(missing(&path, "a tip that slides does not enforce rolling", "leave `model` out"));
    }
    let (other, sign) = if contact.on == party { (contact.against, 1.0) } else { (contact.on, -1.0) };
    let doubles = |vector: &[Rational; 3]| vector.each_ref().map(Rational::to_f64);
    let normal = doubles(&contact.normal);
    let environment = environment(scene, other, &section)?;
    let point = doubles(&contact.point);
    let mut state = State::new(&arm.tree);
    let placed = arm.joints.place(&arm.tree, &mut state);
    placed.map_err(|fault| missing(&["robot", "q"], &fault.to_string(), "give another state"))?;
    let (axes, origin) = arm.tree.place_of(&state, arm.frame);
    Ok(Setup {
        tip: times3(&transposed(&axes), minus(point, origin)),
        surface: [minus(point, environment.center), scaled(sign / norm(normal), normal)],
        friction: contact.friction.sliding.to_f64(),
        arm,
        environment,
        section,
    })
}

impl Setup {
    /// Where the links' frames are for positions of the joints, from the root on, and the tip.
    pub fn skeleton(&self, joints: &[f64]) -> Vec<[f64; 3]> {
        self.arm.skeleton(joints, self.tip)
    }
}

fn environment(scene: &Scene<Spatial>, party: Party, run: &RunSection) -> Result<Environment, Vec<Misfit>> {
    let Some(body) = scene.body_of(party).filter(|body| party != Party::Ground && body.role != Role::Fixed)
    else {
        return Ok(Environment { nature: Nature::Fixed, center: [0.0; 3], start: Moving::at([0.0; 3]) });
    };
    let center = body.com.each_ref().map(Rational::to_f64);
    let twist: Six = std::array::from_fn(|k| body.twist[k].to_f64());
    let (omega, velocity) = halves(&twist);
    let start = Moving { omega, velocity, ..Moving::at(center) };
    let nature = if body.role == Role::Driven { driven(body, center) } else { free(scene, body, run)? };
    Ok(Environment { nature, center, start })
}

fn driven(body: &Body<Spatial>, center: Three) -> Nature {
    let doubles = |list: &Vec<Rational>| list.iter().map(Rational::to_f64).collect();
    match &body.trajectory {
        Some(trajectory) => Nature::Driven {
            coefficients: trajectory.coefficients.iter().map(doubles).collect(),
            pivot: trajectory.pivot.each_ref().map(Rational::to_f64),
            duration: trajectory.duration.to_f64(),
        },
        None => {
            let acceleration = body.acceleration.clone().unwrap_or_default();
            let line = |k: usize| vec![0.0, body.twist[k].to_f64(), 0.5 * acceleration[k].to_f64()];
            Nature::Driven {
                coefficients: (0..6).map(line).collect(),
                pivot: center,
                duration: f64::INFINITY,
            }
        }
    }
}

fn free(scene: &Scene<Spatial>, body: &Body<Spatial>, run: &RunSection) -> Result<Nature, Vec<Misfit>> {
    let (Some(mass), Some(inertia)) = (&body.mass, &body.inertia) else {
        let path = ["bodies", body.name.as_str()];
        let message = format!("body \"{}\" needs `mass` and `inertia` to be moved in time", body.name);
        return Err(vec![Misfit::new(
            "missing-mass",
            &path,
            message,
            "give both, or `density` with a `shape`",
        )]);
    };
    if body.freedoms.contains(&false) {
        let path = ["bodies", body.name.as_str(), "freedoms"];
        let message = "a body with fewer freedoms is not moved in time by this version";
        let help = "leave `freedoms` out, and hold the body by stiff springs in `support`";
        return Err(vec![Misfit::new("simulate", &path, message, help)]);
    }
    let inertia = inertia.each_ref().map(|row| row.each_ref().map(Rational::to_f64));
    let Some(inverse) = inverted(&inertia) else {
        let path = ["bodies", body.name.as_str(), "inertia"];
        return Err(vec![Misfit::new(
            "inertia",
            &path,
            "the inertia is singular",
            "give every turn inertia",
        )]);
    };
    Ok(Nature::Free {
        mass: mass.to_f64(),
        inertia,
        inverse,
        support: run.support.unwrap_or_default(),
        wrench: std::array::from_fn(|k| body.wrench[k].to_f64()),
        // Springs hold the body where the scene puts it: they carry its weight.
        gravity: match run.support {
            Some(_) => [0.0; 3],
            None => scene.gravity.each_ref().map(Rational::to_f64),
        },
    })
}

fn inverted(rows: &[Three; 3]) -> Option<[Three; 3]> {
    let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
    let determinant = dot(rows[0], columns[0]);
    (determinant > 0.0)
        .then(|| std::array::from_fn(|row| std::array::from_fn(|column| columns[column][row] / determinant)))
}

/// Where tip and plane are, and how they move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Geometry {
    /// The tip.
    pub(super) tip: Three,
    /// Axes of the robot's link, rows of its rotation.
    pub(super) axes: [Three; 3],
    /// Normal into the robot.
    pub(super) normal: Three,
    /// Twists about the origin.
    pub(super) robot: Six,
    pub(super) environment: Six,
    /// Distance, and its rate.
    pub(super) gap: f64,
    pub(super) opening: f64,
    /// Velocity of the tip on the plane.
    pub(super) slip: Three,
}

/// What the contact does at an instant.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Touch {
    /// Normal force.
    pub(super) force: f64,
    /// The wrench on the robot, about the origin.
    pub(super) wrench: Six,
    /// The robot's spatial acceleration, about the origin.
    pub(super) acceleration: Six,
}

/// The arm and its environment at an instant, with room to step.
pub(super) struct Plant<'s> {
    pub(super) setup: &'s Setup,
    pub(super) state: State,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) body: Moving,
    pub(super) time: f64,
    /// Whether the tip touches.
    pub(super) touches: bool,
    stage_q: Vec<f64>,
    stage_v: Vec<f64>,
    rates: [Vec<f64>; 4],
    speeds: [Vec<f64>; 4],
}

impl<'s> Plant<'s> {
    pub(super) fn new(setup: &'s Setup) -> Self {
        let arm = &setup.arm;
        let zeros = || vec![0.0; arm.tree.freedoms()];
        let body = setup.environment.placed(0.0, &setup.environment.start);
        Self {
            setup,
            state: State::new(&arm.tree),
            q: arm.joints.positions.clone(),
            v: arm.joints.velocities.clone(),
            body,
            time: 0.0,
            touches: true,
            stage_q: zeros(),
            stage_v: zeros(),
            rates: std::array::from_fn(|_| zeros()),
            speeds: std::array::from_fn(|_| zeros()),
        }
    }

    /// Puts the robot's state where positions and velocities say.
    pub(super) fn place(&mut self) -> Result<(), StateFault> {
        self.setup.arm.tree.place(&mut self.state, &self.q, &self.v)
    }

    /// Whether a joint is beyond a limit of its position or velocity.
    pub(super) fn is_beyond(&self) -> bool {
        let state = self.q.iter().zip(&self.v);
        self.setup
            .arm
            .tree
            .limits()
            .iter()
            .zip(state)
            .any(|(limits, (q, v))| *q < limits.lower || *q > limits.upper || v.abs() > limits.velocity)
    }

    /// Tip and plane, once the robot is placed.
    pub(super) fn geometry(&self, body: &Moving) -> Geometry {
        let (tree, frame) = (&self.setup.arm.tree, self.setup.arm.frame);
        let (axes, origin) = tree.place_of(&self.state, frame);
        let tip = plus(origin, times3(&axes, self.setup.tip));
        let turn = body.rotation();
        let [point, normal] = self.setup.surface;
        let (point, normal) = (plus(body.center, times3(&turn, point)), times3(&turn, normal));
        let robot = tree.twist(&self.state, frame, Reference::World).to_array();
        let environment = body.twist();
        let at = |twist: &Six| {
            let (omega, linear) = halves(twist);
            plus(linear, cross(omega, tip))
        };
        let relative = minus(at(&robot), at(&environment));
        let opening = dot(normal, relative);
        Geometry {
            tip,
            axes,
            normal,
            robot,
            environment,
            gap: dot(normal, minus(tip, point)),
            opening,
            slip: minus(relative, scaled(opening, normal)),
        }
    }

    /// The contact under torques at an instant (1), where the robot is placed; the state is left with the contact's
    /// wrench on it.
    pub(super) fn touch(
        &mut self,
        time: f64,
        body: &Moving,
        torques: &[f64],
        stiffness: f64,
    ) -> Result<(Touch, Geometry), StateFault> {
        let here = self.geometry(body);
        let (tree, frame) = (&self.setup.arm.tree, self.setup.arm.frame);
        let response = tree.response(&mut self.state, frame, Reference::World, torques)?;
        let (phi, bias) = (response.phi.rows(), response.bias.to_array());
        if !self.touches {
            return Ok((Touch { acceleration: bias, ..Touch::default() }, here));
        }
        let yielding = self.setup.environment.yielding(time, body);
        let slides = scaled(1.0 / norm(here.slip).max(SLOW), here.slip);
        let direction = minus(here.normal, scaled(self.setup.friction, slides));
        let (along, wrench) = (push(here.tip, here.normal), push(here.tip, direction));
        let (own, other) = (times6(&phi, &wrench), yielding.answer(&wrench, body.center));
        let answer = dot6(&along, &own) + dot6(&along, &other);
        let (omega, _) = halves(&here.environment);
        let turning = cross(omega, here.normal);
        let (spin, linear) = halves(&here.robot);
        let moving = plus(linear, cross(spin, here.tip));
        let rate = {
            let about = plus(cross(moving, here.normal), cross(here.tip, turning));
            [about[0], about[1], about[2], turning[0], turning[1], turning[2]]
        };
        let free = yielding.spatial(body);
        let apart: Six = std::array::from_fn(|k| bias[k] - free[k]);
        let relative: Six = std::array::from_fn(|k| here.robot[k] - here.environment[k]);
        let rest = dot6(&along, &apart)
            + dot6(&rate, &relative)
            + 2.0 * stiffness * here.opening
            + stiffness * stiffness * here.gap;
        let force = -rest / answer;
        let wrench: Six = std::array::from_fn(|k| force * wrench[k]);
        let acceleration = std::array::from_fn(|k| bias[k] + force * own[k]);
        Ok((Touch { force, wrench, acceleration }, here))
    }

    /// One step under torques that are held.
    pub(super) fn step(&mut self, step: f64, torques: &[f64]) -> Result<(), StateFault> {
        // What drifts is taken back within some ten steps.
        let stiffness = 0.1 / step;
        let mut stages = [Rates::default(); 4];
        let (start, setup) = (self.body, self.setup);
        let tree = &setup.arm.tree;
        for stage in 0..4 {
            let part = [0.0, 0.5, 0.5, 1.0][stage] * step;
            let time = self.time + part;
            let body = match stage {
                0 => start,
                _ => start.stepped(part, &stages[stage - 1]),
            };
            let body = setup.environment.placed(time, &body);
            for k in 0..self.q.len() {
                let (speed, rate) = if stage == 0 {
                    (0.0, 0.0)
                } else {
                    (self.speeds[stage - 1][k], self.rates[stage - 1][k])
                };
                self.stage_q[k] = self.q[k] + part * speed;
                self.stage_v[k] = self.v[k] + part * rate;
            }
            tree.place(&mut self.state, &self.stage_q, &self.stage_v)?;
            let (touch, _) = self.touch(time, &body, torques, stiffness)?;
            tree.push(
                &mut self.state,
                setup.arm.frame,
                Reference::World,
                &Wrench::<Spatial>::from_array(touch.wrench),
            );
            let rates = tree.forward_dynamics(&mut self.state, torques)?;
            self.rates[stage].copy_from_slice(rates);
            self.speeds[stage].copy_from_slice(&self.stage_v);
            let yielding = setup.environment.yielding(time, &body);
            let back: Six = touch.wrench.map(|entry| -entry);
            let (alpha, linear) = yielding.classical_answer(&back, body.center);
            stages[stage] = body.rates(plus(yielding.alpha, alpha), plus(yielding.linear, linear));
        }
        let mean = |parts: [f64; 4]| (parts[0] + 2.0 * parts[1] + 2.0 * parts[2] + parts[3]) / 6.0;
        for k in 0..self.q.len() {
            self.q[k] += step * mean(std::array::from_fn(|stage| self.speeds[stage][k]));
            self.v[k] += step * mean(std::array::from_fn(|stage| self.rates[stage][k]));
        }
        self.time += step;
        let moved = start.stepped(step, &Rates::mean(&stages));
        self.body = setup.environment.placed(self.time, &moved);
        self.place()
    }

    /// The tip strikes the plane without rebound: an impulse along the normal takes the approach away.
    pub(super) fn strike(&mut self, here: &Geometry) -> Result<f64, StateFault> {
        let (setup, zeros) = (self.setup, vec![0.0; self.v.len()]);
        let tree = &setup.arm.tree;
        let along = push(here.tip, here.normal);
        let phi = tree.response(&mut self.state, setup.arm.frame, Reference::World, &zeros)?.phi.rows();
        let yielding = setup.environment.yielding(self.time, &self.body);
        let back: Six = along.map(|entry| -entry);
        let answer =
            dot6(&along, &times6(&phi, &along)) + dot6(&along, &yielding.answer(&along, self.body.center));
        let impulse = -here.opening / answer;
        let without: Vec<f64> = tree.forward_dynamics(&mut self.state, &zeros)?.to_vec();
        tree.push(&mut self.state, setup.arm.frame, Reference::World, &Wrench::<Spatial>::from_array(along));
        let with = tree.forward_dynamics(&mut self.state, &zeros)?;
        self.v
            .iter_mut()
            .zip(with.iter().zip(&without))
            .for_each(|(v, (with, without))| *v += impulse * (with - without));
        let (alpha, linear) = yielding.classical_answer(&back, self.body.center);
        self.body.omega = plus(self.body.omega, scaled(impulse, alpha));
        self.body.velocity = plus(self.body.velocity, scaled(impulse, linear));
        self.place()?;
        Ok(impulse)
    }
}
