//! Runs, and what is measured of them.

use super::control::{Control, Controller, Reference};
use super::plant::{Plant, SLOW, Setup};
use super::vector::{dot, minus, norm, scaled};
use stiction_geometry::robot::StateFault;

/// Samples that are kept of a run at most.
const MOST_SAMPLES: usize = 1000;

/// What a run is to follow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Followed<T> {
    /// As it is.
    pub is: T,
    /// As it should be.
    pub wanted: T,
}

/// The run at an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// s.
    pub time: f64,
    /// Positions of the joints.
    pub joints: Vec<f64>,
    /// Where the tip is.
    pub tip: Followed<[f64; 3]>,
    /// Distance between the two within the plane of contact, m.
    pub path_error: f64,
    /// Normal force, N.
    pub force: Followed<f64>,
    /// Tangential force of friction, N.
    pub friction: f64,
    /// Speed of the tip on the plane, m/s.
    pub slip: f64,
    /// Whether the tip touches.
    pub touches: bool,
    /// Centre of mass of what is touched.
    pub environment: [f64; 3],
    /// Its unit quaternion.
    pub turn: [f64; 4],
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// The contact was lost: it would have had to pull.
    Lost,
    /// The tip struck the plane again.
    Struck,
    /// A joint came to the limit of its torque.
    Saturated,
    /// A joint went beyond a limit of its position or velocity: the run has no stops there.
    Beyond,
    /// What is touched came to the end of its trajectory, and stands from then on.
    Stands,
    /// The robot lost a freedom, and the run ended.
    Singular,
}

/// A run that came to a state that has no dynamics.
#[derive(Debug, Clone, PartialEq)]
pub struct Diverged {
    /// When, s.
    pub time: f64,
    /// Why the state has no dynamics.
    pub fault: StateFault,
}

/// Something that happened, and when.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// s.
    pub time: f64,
    /// What happened then.
    pub kind: EventKind,
}

impl std::fmt::Display for Diverged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "after {} s: {}", self.time, self.fault)
    }
}

/// What is measured of a run: root of the mean square, and largest.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measures {
    /// Distance from the path within the plane of contact, m.
    pub path: [f64; 2],
    /// Force less the wanted one, N.
    pub force: [f64; 2],
    /// `a1 − uₘ` at the beginnings of steps while the tip touches, largest.
    pub motion_residual: f64,
    /// `f2 + Φ22⁻¹a2 − u_f` there, largest.
    pub force_residual: f64,
    /// What a unit of the force's feedback does at once to the motion, largest, (m/s²)/N or (rad/s²)/N.
    pub force_leak: f64,
    /// What a unit of commanded acceleration does at once to the force, largest.
    pub motion_leak: f64,
    /// Friction on the tip, N.
    pub friction: [f64; 2],
    /// Time without contact, s.
    pub apart: f64,
    /// Gap while in contact, largest, m: what integration lets drift.
    pub drift: f64,
}

/// A run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The controller that commanded it.
    pub controller: Controller,
    /// Instants.
    pub samples: Vec<Sample>,
    /// What happened, the first hundred.
    pub events: Vec<Event>,
    /// What was measured.
    pub measures: Measures,
    /// Tip and force at every step, to compare runs with.
    track: Vec<([f64; 3], f64)>,
}

/// What one command does to the other over time: root of the mean square, and largest.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Crosstalk {
    /// How far the tip goes astray within the plane of contact because the force varies, m.
    pub force_to_motion: [f64; 2],
    /// How much the force changes because the tip moves, N.
    pub motion_to_force: [f64; 2],
}

/// A controller's run, and its crosstalk.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The run.
    pub run: Run,
    /// The crosstalk.
    pub crosstalk: Crosstalk,
}

/// Events that are kept.
const MOST_EVENTS: usize = 100;

/// Both controllers, each run as wanted, without the force varying, and without the tip moving.
pub fn compare(setup: &Setup) -> Result<[Compared; 2], Diverged> {
    let one = |controller| -> Result<Compared, Diverged> {
        let ask = |moves, varies| setup.run(controller, Reference { moves, varies });
        let (run, steady, still) = (ask(true, true)?, ask(true, false)?, ask(false, true)?);
        let count = run.track.len();
        let normal = setup.surface[1];
        let astray = |k: usize| {
            let away = minus(run.track[k].0, steady.track.get(k).unwrap_or(&run.track[k]).0);
            norm(minus(away, scaled(dot(away, normal), normal)))
        };
        let pushed = |k: usize| (run.track[k].1 - still.track.get(k).unwrap_or(&run.track[k]).1).abs();
        let crosstalk = Crosstalk {
            force_to_motion: measured((0..count).map(astray)),
            motion_to_force: measured((0..count).map(pushed)),
        };
        Ok(Compared { run, crosstalk })
    };
    Ok([one(Controller::Decoupled)?, one(Controller::Operational)?])
}

/// Root of the mean square, and the largest.
fn measured(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let (mut squares, mut most, mut count) = (0.0, 0.0_f64, 0_usize);
    for value in values {
        squares += value * value;
        most = most.max(value.abs());
        count += 1;
    }
    [(squares / count.max(1) as f64).sqrt(), most]
}

impl Setup {
    /// The run of a controller as it is wanted.
    pub fn run_of(&self, controller: Controller) -> Result<Run, Diverged> {
        self.run(controller, Reference { moves: true, varies: true })
    }

    /// The run of a controller whose reference may stand still.
    pub fn run(&self, controller: Controller, reference: Reference) -> Result<Run, Diverged> {
        let mut plant = Plant::new(self);
        self.step_through(&mut plant, controller, reference)
            .map_err(|fault| Diverged { time: plant.time, fault })
    }

    fn step_through(
        &self,
        plant: &mut Plant<'_>,
        controller: Controller,
        reference: Reference,
    ) -> Result<Run, StateFault> {
        let section = &self.section;
        let step = 1.0 / section.rate;
        let steps = (section.duration * section.rate).round() as usize;
        let every = steps.div_ceil(MOST_SAMPLES).max(1);
        plant.place()?;
        let here = plant.geometry(&plant.body);
        let mut control = Control::new(controller, reference, self, &here);
        let mut run = Run {
            controller,
            samples: Vec::with_capacity(steps / every + 1),
            events: Vec::new(),
            measures: Measures::default(),
            track: Vec::with_capacity(steps),
        };
        let mut sums = Sums::default();
        let mut force = reference.force(section, 0.0);
        let (mut sensed, fresh) =
            (force, if section.sensor > 0.0 { 1.0 - (-step / section.sensor).exp() } else { 1.0 });
        let (mut limited, mut beyond, mut stands) = (false, false, false);
        for index in 0..steps {
            let here = plant.geometry(&plant.body);
            if !plant.touches && here.gap <= 0.0 && here.opening < 0.0 {
                plant.strike(&here)?;
                plant.touches = true;
                run.note(plant.time, EventKind::Struck);
            }
            let here = plant.geometry(&plant.body);
            let Some(told) = control.act(plant, &here, sensed, step)? else {
                run.note(plant.time, EventKind::Singular);
                break;
            };
            if told.saturated && !limited {
                run.note(plant.time, EventKind::Saturated);
            }
            limited = told.saturated;
            if plant.is_beyond() != beyond {
                beyond = !beyond;
                if beyond {
                    run.note(plant.time, EventKind::Beyond);
                }
            }
            if !stands && self.environment.stands(plant.time) {
                stands = true;
                run.note(plant.time, EventKind::Stands);
            }
            let body = plant.body;
            let (mut touch, _) = plant.touch(plant.time, &body, &control.torques, 0.1 / step)?;
            if plant.touches && touch.force < 0.0 {
                plant.touches = false;
                run.note(plant.time, EventKind::Lost);
                (touch, _) = plant.touch(plant.time, &body, &control.torques, 0.1 / step)?;
            }
            force = touch.force;
            sensed += fresh * (force - sensed);
            let away = minus(told.aim.point, here.tip);
            let astray = norm(minus(away, scaled(dot(away, here.normal), here.normal)));
            let slip = norm(here.slip);
            let rubbing = self.friction * force * (slip / slip.max(SLOW));
            sums.add(&mut run.measures, [astray, force - told.force, rubbing], plant.touches, step, here.gap);
            if plant.touches && !told.saturated {
                let acceleration = super::vector::shifted(&touch.acceleration, here.tip);
                run.measures.check(&told, controller, self.friction, &acceleration, force);
            }
            run.track.push((here.tip, force));
            if index % every == 0 {
                run.samples.push(Sample {
                    time: plant.time,
                    joints: plant.q.clone(),
                    tip: Followed { is: here.tip, wanted: told.aim.point },
                    path_error: astray,
                    force: Followed { is: force, wanted: told.force },
                    friction: rubbing,
                    slip,
                    touches: plant.touches,
                    environment: plant.body.center,
                    turn: plant.body.turn,
                });
            }
            plant.step(step, &control.torques)?;
        }
        sums.finish(&mut run.measures);
        Ok(run)
    }
}

/// Sums of squares, on the way to a mean.
#[derive(Default)]
struct Sums {
    squares: [f64; 3],
    count: usize,
}

impl Sums {
    fn add(&mut self, measures: &mut Measures, values: [f64; 3], touches: bool, step: f64, gap: f64) {
        self.squares.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * value);
        self.count += 1;
        for (most, value) in
            [&mut measures.path[1], &mut measures.force[1], &mut measures.friction[1]].into_iter().zip(values)
        {
            *most = most.max(value.abs());
        }
        if touches {
            measures.drift = measures.drift.max(gap.abs());
        } else {
            measures.apart += step;
        }
    }

    fn finish(&self, measures: &mut Measures) {
        let mean = |sum: f64| (sum / self.count.max(1) as f64).sqrt();
        measures.path[0] = mean(self.squares[0]);
        measures.force[0] = mean(self.squares[1]);
        measures.friction[0] = mean(self.squares[2]);
    }
}

impl Measures {
    /// The closed loop at an instant, without friction, which is a disturbance of its own: `a1 = uₘ` and
    /// `f2 + Φ22⁻¹a2 = u_f`.
    fn check(
        &mut self,
        told: &super::control::ControlStep,
        controller: Controller,
        friction: f64,
        acceleration: &[f64; 6],
        force: f64,
    ) {
        self.force_leak = self.force_leak.max(told.leaks[0]);
        self.motion_leak = self.motion_leak.max(told.leaks[1]);
        if friction != 0.0 || controller != Controller::Decoupled {
            return;
        }
        let moved = told.basis.motion_part(acceleration);
        for (moved, wanted) in moved.iter().zip(&told.motion) {
            self.motion_residual = self.motion_residual.max((moved - wanted).abs());
        }
        let along = super::vector::dot6(&told.basis.wrenches[5], acceleration);
        let variable = force + along / told.basis.phi22[0][0];
        self.force_residual = self.force_residual.max((variable - told.push).abs());
    }
}

impl Run {
    fn note(&mut self, time: f64, kind: EventKind) {
        if self.events.len() < MOST_EVENTS {
            self.events.push(Event { time, kind });
        }
    }
}
