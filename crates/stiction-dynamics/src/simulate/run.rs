//! The run: smooth stretches from event to event.

use super::law::{Kind, Letter};
use super::meet::Site;
use super::phase::{Cluster, Held, Phase, Touch};
use super::plane::Table;
use super::world::{Placed, Rule, World};
use super::{
    Ambiguous, Asked, DYING, Energy, Event, EventKind, Frame, GRAIN, MOST_BRANCHES, MOST_EVENTS, Place,
    Reason, Run, Stop,
};
use std::rc::Rc;
use stiction_exact::work;
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::lower::Misfit;
use stiction_scene::scene::Scene;

/// Follows a scene in time.
///
/// ```
/// use stiction_dynamics::simulate::{Ambiguous, Asked, Reason, simulate};
/// use stiction_scene::scene::{Body, Role, Scene, Touching, TouchingLaw};
/// use stiction_geometry::screw::Planar;
/// use stiction_geometry::shape::Outline;
/// use stiction_proof::Rational;
///
/// // A block at 3 m/s on a floor with a coefficient of one half stops after v/(mu·g).
/// let brick = Outline::rectangle([0.into(), 0.into()], [2.into(), 1.into()]);
/// let floor = Outline::half_plane([0.into(), 0.into()], [0.into(), 1.into()]);
/// let friction = stiction_scene::scene::Friction::new(Rational::new(1, 2));
/// let mut scene = Scene::<Planar>::new()
///     .with_gravity([0, -10])
///     .with_body(Body::new("brick").with_shape(brick).with_mass(1).with_inertia(1).with_twist([0, 3, 0]))
///     .with_body(Body::new("floor").with_role(Role::Fixed).with_shape(floor));
/// scene.touching = Some(Touching { law: TouchingLaw { friction, ..Default::default() }, ..Default::default() });
/// let run = simulate(&scene, &Asked { until: 2.0, frames: 10, ambiguous: Ambiguous::Stop }).unwrap();
/// assert_eq!(run.stopped.reason, Reason::Rest);
/// assert!((run.stopped.time - 0.6).abs() < 1e-12 && run.residual < 1e-12);
/// ```
///
/// # Errors
/// Everything that stands against it: a body without mass, a trajectory that is too short.
pub fn simulate(scene: &Scene<Planar>, asked: &Asked) -> Result<Run, Vec<Misfit>> {
    simulate_at(scene, asked, &[])
}

/// The same with frames at more times.
///
/// Where the allowance that is in force is used up ([`work`]), the run ends with its last frame, for [`Reason::Time`].
///
/// # Errors
/// As of [`simulate`].
pub fn simulate_at(scene: &Scene<Planar>, asked: &Asked, times: &[f64]) -> Result<Run, Vec<Misfit>> {
    simulate_as_far(scene, asked, times, f64::INFINITY)
}

/// The same again of a run that ended for [`Reason::Time`] with a frame at this time.
///
/// # Errors
/// As of [`simulate`].
pub fn simulate_as_far(
    scene: &Scene<Planar>,
    asked: &Asked,
    times: &[f64],
    last: f64,
) -> Result<Run, Vec<Misfit>> {
    let world = World::new(scene, asked.until)?;
    let mut runner = Runner::new(&world, scene, *asked);
    runner.times = Rc::new(frame_times(asked, times));
    let mut done = Vec::new();
    let mut open: Vec<Runner> = Vec::new();
    runner.last_frame = last;
    runner.begin();
    loop {
        for other in runner.go_in_time() {
            if done.len() + open.len() + 1 < MOST_BRANCHES {
                open.insert(0, other);
            }
        }
        done.push(runner.run());
        let Some(next) = open.pop() else { break };
        runner = next;
    }
    // What branched off is told of whole runs alone.
    let unfinished = |run: &Run| run.stopped.reason == Reason::Time;
    let kept = if done.iter().any(unfinished) { 1 } else { done.len() };
    let mut runs = done.into_iter().take(kept);
    let Some(mut first) = runs.next() else { return Err(Vec::new()) };
    first.branches = runs.collect();
    Ok(first)
}

/// Equal parts of a run, and these times besides.
fn frame_times(asked: &Asked, times: &[f64]) -> Vec<f64> {
    let count = asked.frames.max(1);
    let even =
        (0..=count).map(|at| if at == count { asked.until } else { asked.until * at as f64 / count as f64 });
    let mut all: Vec<f64> = even.chain(times.iter().copied().filter(|time| *time <= asked.until)).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// Numbers below which nothing is told from nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grains {
    pub time: f64,
    pub speed: f64,
    pub length: f64,
    pub force: f64,
    pub acceleration: f64,
}

/// A run on its way.
#[derive(Clone)]
pub(super) struct Runner<'a> {
    pub world: &'a World,
    pub asked: Asked,
    pub grains: Grains,
    /// What can touch, by pair.
    pub sites: Rc<Vec<Vec<Site>>>,
    pub time: f64,
    /// Angle, place and twist of each free body; then what was dissipated and put in.
    pub numbers: Vec<f64>,
    pub phase: Phase,
    /// Gaps that count as none.
    pub offsets: Table<Site, f64>,
    /// When bounces that die out are over, and where.
    pub timers: Vec<(f64, Site)>,
    /// The speed with which a contact separated last.
    pub rebounds: Table<Site, f64>,
    /// Contacts that touch and separate.
    pub loose: Vec<Site>,
    /// How deep what touches without being kept has sunk, m.
    pub sunk: Table<Site, f64>,
    /// The last step.
    pub pace: f64,
    /// About how long it is from one event to the next: a longer step would be made for nothing.
    pub tempo: f64,
    pub events: Vec<Event>,
    frames: Vec<Frame>,
    /// Events that there were at the last frame.
    told: usize,
    /// The frame with which the run ends, if it is made again as far as it was known.
    last_frame: f64,
    /// When frames are due.
    times: Rc<Vec<f64>>,
    next: usize,
    settled: usize,
    /// When something was decided last, and how often in a row without any time between.
    last: f64,
    stalled: usize,
    balance: f64,
    residual: f64,
    pub stop: Option<Stop>,
    pub branched: Option<(f64, String)>,
    /// Until when letters are kept though they contradict the law.
    pub regardless: f64,
    /// How often velocities have jumped at this instant.
    pub jumps: usize,
    /// Of each body the start of a short while, and the events in it.
    pub busy: Vec<(f64, usize)>,
    /// Letters that are to be taken where several were possible.
    pub forced: Option<(Vec<Site>, Vec<Letter>)>,
    /// Runs that begin where several things were possible.
    pub others: Vec<Runner<'a>>,
}

/// The part of the run within which events crowd, and how many do.
const BUSY: f64 = 1e-4;
const CROWD: usize = 8;

/// What is told from nothing grows by this factor for each so many events, and how often at most.
const COARSER: f64 = 10.0;
const MOST_COARSE: i32 = 5;

/// Decisions in a row without any time between after which what was decided last goes on for a short while.
const PATIENCE: usize = 8;

/// Decisions in a row without any time between after which a run is given up.
const MOST_STALLED: usize = 200;

impl<'a> Runner<'a> {
    fn new(world: &'a World, scene: &Scene<Planar>, asked: Asked) -> Self {
        let scales = world.scales;
        let time = GRAIN * asked.until;
        let grains = Grains {
            time,
            speed: scales.acceleration * time + 1e-12 * scales.speed,
            length: scales.speed * time + 1e-12 * scales.length,
            force: 1e-9 * scales.force,
            acceleration: 1e-9 * scales.acceleration,
        };
        let mut numbers = Vec::with_capacity(6 * world.free.len() + 2);
        for &index in &world.free {
            numbers.push(0.0);
            numbers.extend(world.bodies[index].start);
            let mobility = world.bodies[index].mobility;
            let twist = scene.bodies[index].twist.each_ref().map(Rational::to_f64);
            numbers.extend((0..3).map(|axis| if mobility[axis] > 0.0 { twist[axis] } else { 0.0 }));
        }
        numbers.extend([0.0; 2]);
        Self {
            world,
            asked,
            grains,
            sites: Rc::new((0..world.pairs.len()).map(|pair| Site::all(world, pair)).collect()),
            time: 0.0,
            numbers,
            phase: Phase::default(),
            offsets: Table::default(),
            timers: Vec::new(),
            rebounds: Table::default(),
            loose: Vec::new(),
            sunk: Table::default(),
            pace: f64::INFINITY,
            tempo: f64::INFINITY,
            events: Vec::new(),
            frames: Vec::new(),
            told: 0,
            last_frame: f64::INFINITY,
            times: Rc::new(Vec::new()),
            next: 0,
            settled: 0,
            last: 0.0,
            stalled: 0,
            balance: 0.0,
            residual: 0.0,
            stop: None,
            branched: None,
            regardless: f64::INFINITY,
            jumps: 0,
            busy: vec![(0.0, 0); world.bodies.len()],
            forced: None,
            others: Vec::new(),
        }
    }

    /// By how much what is told from nothing is larger where events crowd: bodies that rattle, with ever smaller
    /// speeds, on many contacts at once come to rest on them.
    pub(super) fn coarse(&self, sites: impl IntoIterator<Item = Site>) -> f64 {
        let bodies = sites.into_iter().flat_map(|site| [site.round[0], site.other[0]]);
        let counted = bodies.filter(|&index| matches!(self.world.bodies[index].rule, Rule::Free(_)));
        let busy = |index: usize| {
            let (begun, count) = self.busy[index];
            if self.time - begun > BUSY * self.asked.until { 0 } else { count }
        };
        let most = counted.map(busy).max().unwrap_or(0);
        COARSER.powi(i32::try_from(most.saturating_sub(CROWD) / CROWD).unwrap_or(0).min(MOST_COARSE))
    }

    pub(super) fn placed(&self) -> Vec<Placed> {
        self.world.placed(self.time, &self.numbers)
    }

    fn begin(&mut self) {
        let [kinetic, potential] = self.world.energies(&self.placed());
        self.balance = kinetic + potential;
        self.settle(true, &[]);
        self.record();
        self.next = 1;
    }

    /// Goes on while there is time; returns the runs that branch off. Where time is over, the run ends with its last
    /// frame.
    fn go_in_time(&mut self) -> Vec<Self> {
        if work::attempt("motion", || self.go()).is_err() {
            self.end_with_last_frame();
        }
        std::mem::take(&mut self.others)
    }

    fn end_with_last_frame(&mut self) {
        let time = self.frames.last().map_or(0.0, |frame| frame.time);
        self.events.truncate(self.told);
        self.stop = Some(Stop::new(time, Reason::Time));
        self.time = time;
    }

    /// Goes on to the end.
    fn go(&mut self) {
        while self.stop.is_none() {
            work::spend(self.world.bodies.len() + self.world.pairs.len());
            if self.frames.last().is_some_and(|frame| frame.time >= self.last_frame) {
                self.end_with_last_frame();
                return;
            }
            if self.time >= self.asked.until {
                self.stop = Some(Stop::new(self.time, Reason::Until));
                break;
            }
            if self.settled > MOST_EVENTS || self.stalled > MOST_STALLED {
                self.stop = Some(Stop::new(self.time, Reason::Events));
                break;
            }
            self.advance();
        }
        if self.frames.last().is_none_or(|last| last.time != self.time) {
            self.record();
        }
    }

    fn run(self) -> Run {
        let moving = |body: &&super::world::Solid| !matches!(body.rule, Rule::Fixed);
        Run {
            bodies: self.world.bodies.iter().filter(moving).map(|body| body.name.clone()).collect(),
            frames: self.frames,
            events: self.events,
            stopped: self.stop.unwrap_or_else(|| Stop::new(self.time, Reason::Until)),
            residual: self.residual,
            branched: self.branched,
            branches: Vec::new(),
        }
    }

    /// When the next frame is due.
    pub(super) fn due(&self) -> f64 {
        self.times.get(self.next).copied().unwrap_or(self.asked.until)
    }

    /// Keeps the frame that is due.
    pub(super) fn frame(&mut self) {
        self.record();
        self.next += 1;
    }

    /// Bounces are over, and perhaps all motion.
    pub(super) fn bounced(&mut self) {
        self.settled += 1;
        self.ring();
        self.rest(false);
        if self.time == self.due() {
            self.next += 1;
        }
        self.record();
    }

    /// Decides what goes on, and keeps the state just after it.
    pub(super) fn event(&mut self, about: &[Site]) {
        self.settled += 1;
        let passed = self.time - self.last;
        let progress = passed > self.grains.time;
        self.tempo = if self.tempo.is_finite() { 0.5 * (self.tempo + passed) } else { passed };
        (self.last, self.stalled) = (self.time, if progress { 0 } else { self.stalled + 1 });
        let count = self.events.len();
        self.settle(false, about);
        if self.stalled > PATIENCE {
            self.regardless = self.time + self.short();
        }
        if self.time == self.due() {
            self.next += 1;
        }
        if self.events.len() > count || self.stop.is_some() {
            self.record();
        }
    }

    /// A short while: letters that contradict the law go on for so long.
    pub(super) fn short(&self) -> f64 {
        DYING * self.asked.until
    }

    /// The second rate of a gap under rates of the numbers.
    pub(super) fn normal_acceleration(&self, placed: &[Placed], touch: &Touch, rates: &[f64]) -> f64 {
        let mut sum = touch.meeting.bias[0];
        for (index, sign) in [(touch.site.round[0], 1.0), (touch.site.other[0], -1.0)] {
            let row = touch.meeting.rows(placed[index].com)[0];
            for axis in 0..3 {
                sum += sign
                    * row[axis]
                    * match self.world.bodies[index].rule {
                        Rule::Free(own) => rates[6 * own + 3 + axis],
                        _ => placed[index].acceleration[axis],
                    };
            }
        }
        sum
    }

    /// Takes off what roundings have added to gaps and slips that are kept.
    pub(super) fn project(&mut self) {
        let world = self.world;
        let awake: Vec<Cluster> = self.phase.awake().map(|(_, cluster)| cluster.clone()).collect();
        for cluster in awake {
            let placed = self.placed();
            let touches: Vec<Touch> =
                cluster.iter().map(|held| Touch::new(world, &placed, held.site)).collect();
            let smooth = vec![Kind::Smooth; cluster.len()];
            let mut gaps = super::phase::striking(world, &placed, &touches, smooth.clone());
            for (at, (touch, held)) in touches.iter().zip(&cluster).enumerate() {
                gaps.bias[2 * at] = touch.meeting.gap - held.offset;
            }
            let kept = vec![Letter::Kept; cluster.len()];
            let (shifts, _) = gaps.balance(&kept);
            for (touch, shift) in touches.iter().zip(&shifts) {
                let numbers = &mut self.numbers;
                touch.push(world, &placed, *shift, |own, axis, change| numbers[6 * own + axis] += change);
            }
            let placed = self.placed();
            let touches: Vec<Touch> =
                cluster.iter().map(|held| Touch::new(world, &placed, held.site)).collect();
            let speeds = super::phase::striking(world, &placed, &touches, smooth);
            // What is about to slide one way does not begin with a rounding the other way.
            let stuck = |(held, touch): (&Held, &Touch)| match held.letter {
                Letter::Sticks => Letter::Sticks,
                letter
                    if matches!(held.kind, Kind::Rest { .. })
                        && letter.side() * touch.meeting.rates[1] < 0.0 =>
                {
                    Letter::Sticks
                }
                _ => Letter::Kept,
            };
            let (kicks, _) = speeds.balance(&cluster.iter().zip(&touches).map(stuck).collect::<Vec<_>>());
            for (touch, kick) in touches.iter().zip(&kicks) {
                let numbers = &mut self.numbers;
                touch.push(world, &placed, *kick, |own, axis, change| numbers[6 * own + 3 + axis] += change);
            }
        }
    }

    /// Keeps the present state as a frame.
    pub(super) fn record(&mut self) {
        let placed = self.placed();
        let [kinetic, potential] = self.world.energies(&placed);
        let powers = self.numbers.len() - 2;
        let energy =
            Energy { kinetic, potential, dissipated: self.numbers[powers], work: self.numbers[powers + 1] };
        let off = kinetic + potential + energy.dissipated - energy.work - self.balance;
        self.residual = self.residual.max(off.abs());
        let moving =
            self.world.bodies.iter().zip(&placed).filter(|(body, _)| !matches!(body.rule, Rule::Fixed));
        let places = moving.map(|(_, at)| Place { com: at.com, angle: at.angle, twist: at.twist });
        let letter = |held: &Held| {
            let slip = held.site.meeting(self.world, &placed).rates[1];
            match held.letter {
                Letter::Left => 'l',
                Letter::Right => 'r',
                Letter::Kept if slip > self.grains.speed => 'l',
                Letter::Kept if slip < -self.grains.speed => 'r',
                _ => 'n',
            }
        };
        let frame = Frame {
            time: self.time,
            places: places.collect(),
            mode: self.phase.held().map(letter).collect(),
            contacts: self.phase.held().map(|held| self.between(held.site)).collect(),
            energy,
        };
        // A state just after an event takes the place of the one just before it.
        match self.frames.last_mut() {
            Some(last) if last.time == self.time => *last = frame,
            _ => self.frames.push(frame),
        }
        self.told = self.events.len();
    }

    /// The names of the bodies of a contact, in the order of the scene.
    pub(super) fn between(&self, site: Site) -> [String; 2] {
        self.world.pairs[site.pair].bodies.map(|index| self.world.bodies[index].name.clone())
    }

    pub(super) fn happens(&mut self, kind: EventKind, site: Site, point: super::Vector) -> &mut Event {
        for index in [site.round[0], site.other[0]] {
            let (begun, count) = self.busy[index];
            let same = self.time - begun <= BUSY * self.asked.until;
            self.busy[index] = if same { (begun, count + 1) } else { (self.time, 1) };
        }
        let event = Event {
            time: self.time,
            kind,
            between: self.between(site),
            point,
            simultaneous: false,
            stronge: false,
            died_out: false,
        };
        self.events.push(event);
        let last = self.events.len() - 1;
        &mut self.events[last]
    }

    /// Whether several outcomes are all to be followed.
    pub(super) fn branches(&self) -> bool {
        self.asked.ambiguous == Ambiguous::Branch
    }
}

impl Stop {
    pub(super) fn new(time: f64, reason: Reason) -> Self {
        Self { time, reason, modes: Vec::new(), compliant: None }
    }
}
