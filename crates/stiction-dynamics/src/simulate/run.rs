//! The run: smooth stretches from event to event.

use super::law::{Kind, Letter};
use super::meet::Site;
use super::phase::{Cluster, Held, Phase, Touch, accelerating};
use super::step::{between, stepped};
use super::world::{Placed, Rule, World};
use super::{
    Ambiguous, Asked, Energy, Event, EventKind, Frame, GRAIN, MOST_BRANCHES, MOST_EVENTS, Place, Reason, Run,
    Stop,
};
use std::collections::{HashMap, HashSet};
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
/// # Errors
/// As of [`simulate`].
pub fn simulate_at(scene: &Scene<Planar>, asked: &Asked, times: &[f64]) -> Result<Run, Vec<Misfit>> {
    let world = World::new(scene, asked.until)?;
    let mut runner = Runner::new(&world, scene, *asked);
    runner.times = Rc::new(frame_times(asked, times));
    runner.begin();
    let mut open = vec![runner];
    let mut done = Vec::new();
    while let Some(mut runner) = open.pop() {
        let others = runner.go();
        for other in others {
            if done.len() + open.len() + 1 < MOST_BRANCHES {
                open.insert(0, other);
            }
        }
        done.push(runner.run());
    }
    let mut runs = done.into_iter();
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
    pub offsets: HashMap<Site, f64>,
    /// When bounces that die out are over, and where.
    pub timers: Vec<(f64, Site)>,
    /// The speed with which a contact separated last.
    pub rebounds: HashMap<Site, f64>,
    /// Contacts that touch and separate.
    pub loose: Vec<Site>,
    pub events: Vec<Event>,
    frames: Vec<Frame>,
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
    /// Of each body the start of a short while, and the events in it.
    pub busy: Vec<(f64, usize)>,
    /// Letters that are to be taken where several were possible.
    pub forced: Option<(Vec<Site>, Vec<Letter>)>,
    /// Runs that begin where several things were possible.
    pub others: Vec<Runner<'a>>,
}

/// Something that ends a smooth stretch when it falls below zero.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Watch {
    Gap(Site),
    Slip(Held),
    Margin(usize),
    Range(Held),
}

/// When something that is watched falls below zero, the numbers of the state there, and what it is.
type Fall = (f64, Vec<f64>, Watch);

/// How long a way takes at a speed that grows: no longer than at the speed alone, nor than from rest.
fn time_for(way: f64, speed: f64, gaining: f64) -> f64 {
    let at_speed = if speed > 0.0 { way / speed } else { f64::INFINITY };
    let from_rest = if gaining > 0.0 { (2.0 * way / gaining).sqrt() } else { f64::INFINITY };
    at_speed.min(from_rest)
}

/// What falls below zero in a step: between which times, about when, and when at the earliest.
struct Falling {
    watch: Watch,
    ends: [f64; 2],
    at_low: f64,
    guess: f64,
    soonest: f64,
}

/// About where a function that falls from one end to the other passes zero, and from when on at the earliest.
fn crossing(
    [mut low, mut high]: [f64; 2],
    [mut above, mut below]: [f64; 2],
    value: impl Fn(f64) -> f64,
) -> [f64; 2] {
    if above <= 0.0 {
        return [low, low];
    }
    let small = 1e-6 * above.max(-below);
    for round in 0..MOST_GUESSES {
        let mut middle = (low * below - high * above) / (below - above);
        if round % 3 == 2 || !(middle > low && middle < high) {
            middle = 0.5 * (low + high);
        }
        let found = value(middle);
        if found < 0.0 {
            (high, below) = (middle, found);
        } else {
            (low, above) = (middle, found);
        }
        if found.abs() <= small {
            return [middle, low];
        }
    }
    [0.5 * (low + high), low]
}

/// Looks at the cubic through a step before the step itself is made shorter.
const MOST_GUESSES: usize = 12;

/// What passes zero later than an event by this part of the step, by the cubic, is not looked at.
const APART: f64 = 0.01;

/// Samples of a step at which everything is looked at.
const SAMPLES: usize = 4;

/// The part of the run within which events crowd, and how many do.
const BUSY: f64 = 1e-4;
const CROWD: usize = 8;

/// What is told from nothing grows by this factor for each so many events, and how often at most.
const COARSER: f64 = 10.0;
const MOST_COARSE: i32 = 5;

/// Decisions in a row without any time between after which a run is given up.
const MOST_STALLED: usize = 200;

/// Angle that a body turns in one step at most, rad.
const TURN: f64 = 0.3;

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
            offsets: HashMap::new(),
            timers: Vec::new(),
            rebounds: HashMap::new(),
            loose: Vec::new(),
            events: Vec::new(),
            frames: Vec::new(),
            times: Rc::new(Vec::new()),
            next: 0,
            settled: 0,
            last: 0.0,
            stalled: 0,
            balance: 0.0,
            residual: 0.0,
            stop: None,
            branched: None,
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

    /// Goes on to the end; returns the runs that branch off.
    fn go(&mut self) -> Vec<Self> {
        while self.stop.is_none() {
            work::spend(self.world.bodies.len() + self.world.pairs.len());
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
        let others = std::mem::take(&mut self.others);
        if self.frames.last().is_none_or(|last| last.time != self.time) {
            self.record();
        }
        others
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
    fn due(&self) -> f64 {
        self.times.get(self.next).copied().unwrap_or(self.asked.until)
    }

    /// One step, as far as the next frame, timer or event.
    fn advance(&mut self) {
        let timer = self.timers.iter().map(|(time, _)| *time).fold(f64::INFINITY, f64::min);
        let target = self.due().min(timer).min(self.asked.until);
        let whole = target - self.time;
        let mut step = whole.min(self.longest(whole));
        let near = self.near(step);
        let (world, phase) = (self.world, &self.phase);
        let mut rate = |time: f64, numbers: &[f64]| phase.rate(world, time, numbers);
        let reached = loop {
            if step < self.grains.time * 1e-3 && step < whole {
                break None;
            }
            match stepped(&mut rate, self.time, &self.numbers, step, world.scales.length) {
                Some(numbers) => break Some(numbers),
                None => step *= 0.5,
            }
        };
        let Some(reached) = reached else {
            // No step is short enough: a force grows without end.
            self.stop =
                Some(Stop { compliant: self.compliant(), ..Stop::new(self.time, Reason::Inconsistent) });
            return;
        };
        let (event, clinging) = self.first_event(step, &reached, &near);
        // What was to separate and does not is watched like what touches without being kept.
        self.loose.retain(|site| !clinging.contains(site));
        if let Some((time, numbers, watch)) = event {
            (self.time, self.numbers) = (time, numbers);
            let about: Vec<Site> = match watch {
                Watch::Gap(site) => vec![site],
                Watch::Slip(held) | Watch::Range(held) => vec![held.site],
                Watch::Margin(cluster) => self.phase.clusters[cluster].iter().map(|held| held.site).collect(),
            };
            self.event(&about);
            return;
        }
        self.numbers = reached;
        self.time = if step == whole { target } else { self.time + step };
        self.project();
        self.forget_parted();
        if self.time == timer {
            self.bounced();
        } else if self.time == self.due() {
            self.record();
            self.next += 1;
        }
    }

    /// Bounces are over, and perhaps all motion.
    fn bounced(&mut self) {
        self.settled += 1;
        self.ring();
        self.rest(false);
        if self.time == self.due() {
            self.next += 1;
        }
        self.record();
    }

    /// What separated and is apart by now is met again like anything else.
    fn forget_parted(&mut self) {
        let (world, placed, grain) = (self.world, self.placed(), self.grains.length);
        let offsets = &self.offsets;
        self.loose
            .retain(|site| site.gap(world, &placed) - offsets.get(site).copied().unwrap_or(0.0) <= grain);
    }

    /// Decides what goes on, and keeps the state just after it.
    fn event(&mut self, about: &[Site]) {
        self.settled += 1;
        let progress = self.time - self.last > self.grains.time;
        (self.last, self.stalled) = (self.time, if progress { 0 } else { self.stalled + 1 });
        let count = self.events.len();
        self.settle(false, about);
        if self.time == self.due() {
            self.next += 1;
        }
        if self.events.len() > count || self.stop.is_some() {
            self.record();
        }
    }

    /// How long a step may be, so that nothing passes unseen.
    fn longest(&self, whole: f64) -> f64 {
        let mut longest = whole;
        let placed = self.placed();
        let rates = self.phase.rate(self.world, self.time, &self.numbers);
        for (own, &index) in self.world.free.iter().enumerate() {
            let (spin, turning) = (placed[index].twist[0].abs(), rates[6 * own + 3].abs());
            longest = longest.min(time_for(TURN, spin, turning));
        }
        for pair in self.near(longest) {
            let bodies = self.world.pairs[pair].bodies;
            let size =
                bodies.map(|index| self.world.bodies[index].reach).into_iter().fold(f64::INFINITY, f64::min);
            let speed: f64 = bodies.iter().map(|&index| self.speed(&placed, index)).sum();
            let gaining: f64 = bodies.iter().map(|&index| self.gaining(&placed, &rates, index)).sum();
            longest = longest.min(time_for(0.5 * size, speed, gaining).max(1e-4 * self.asked.until));
        }
        // What has just separated may come back soon.
        for &site in &self.loose {
            let touch = Touch::new(self.world, &placed, site);
            let back = self.normal_acceleration(&placed, &touch, &rates);
            if back < 0.0 && touch.meeting.rates[0] > self.grains.speed {
                longest = longest.min((3.0 * touch.meeting.rates[0] / -back).max(10.0 * self.grains.time));
            }
        }
        longest
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

    /// The largest speed of a body's points.
    fn speed(&self, placed: &[Placed], index: usize) -> f64 {
        let [spin, x, y] = placed[index].twist;
        let reach = self.world.bodies[index].reach;
        // What is without bounds does not turn but slowly; its own turning is seen at the other's reach.
        x.hypot(y)
            + if reach.is_finite() { spin.abs() * reach } else { spin.abs() * self.world.scales.length }
    }

    /// The largest acceleration of a body's points, but for that of a steady turning.
    fn gaining(&self, placed: &[Placed], rates: &[f64], index: usize) -> f64 {
        let [turning, x, y] = match self.world.bodies[index].rule {
            Rule::Free(own) => [rates[6 * own + 3], rates[6 * own + 4], rates[6 * own + 5]],
            _ => placed[index].acceleration,
        };
        let reach = self.world.bodies[index].reach;
        x.hypot(y) + turning.abs() * if reach.is_finite() { reach } else { self.world.scales.length }
    }

    /// Pairs that may meet within a time.
    pub(super) fn near(&self, step: f64) -> Vec<usize> {
        let placed = self.placed();
        let speeds: Vec<f64> = (0..placed.len()).map(|index| self.speed(&placed, index)).collect();
        let fall = self.world.scales.acceleration * step * step;
        let is_near = |pair: &usize| {
            let pair = &self.world.pairs[*pair];
            let [a, b] = pair.bodies;
            let bodies = [&self.world.bodies[a], &self.world.bodies[b]];
            if bodies.iter().any(|body| body.reach.is_infinite()) {
                return true;
            }
            let between = super::plane::minus(&placed[a].com, &placed[b].com);
            let distance = between[0].hypot(between[1]) - bodies[0].reach - bodies[1].reach;
            distance
                <= 2.0 * step * (speeds[a] + speeds[b]) + 2.0 * fall + pair.tolerance + self.grains.length
        };
        (0..self.world.pairs.len()).filter(is_near).collect()
    }

    fn watches(&self, near: &[usize]) -> Vec<Watch> {
        let held: HashSet<Site> = self.phase.held().map(|held| held.site).collect();
        let mut watches = Vec::new();
        for &pair in near {
            if self.world.pairs[pair].bodies.iter().all(|&index| self.phase.is_still(self.world, index)) {
                continue;
            }
            let free = self.sites[pair].iter().filter(|site| !held.contains(site));
            watches.extend(free.map(|site| Watch::Gap(*site)));
        }
        for held in self.phase.awake().flat_map(|(_, cluster)| cluster) {
            if held.letter.side() != 0.0 {
                watches.push(Watch::Slip(*held));
            }
            watches.push(Watch::Range(*held));
        }
        watches.extend(self.phase.awake().map(|(at, _)| Watch::Margin(at)));
        watches
    }

    fn value(&self, watch: &Watch, placed: &[Placed]) -> f64 {
        match watch {
            Watch::Gap(site) => {
                // What has only just separated counts as come back once that shows.
                let shows = if self.loose.contains(site) { 1e-6 * self.grains.length } else { 0.0 };
                site.gap(self.world, placed) - self.offsets.get(site).copied().unwrap_or(0.0) + shows
            }
            // Nor does a rounding of none end it.
            Watch::Slip(held) => {
                held.letter.side() * held.site.meeting(self.world, placed).rates[1] + 1e-3 * self.grains.speed
            }
            Watch::Range(held) => held.site.meeting(self.world, placed).inside + 2.0 * self.grains.length,
            Watch::Margin(cluster) => self.margin(&self.phase.clusters[*cluster], placed),
        }
    }

    /// How much is left before letters are no longer consistent.
    fn margin(&self, cluster: &Cluster, placed: &[Placed]) -> f64 {
        let touches: Vec<Touch> =
            cluster.iter().map(|held| Touch::new(self.world, placed, held.site)).collect();
        let kinds: Vec<Kind> = cluster.iter().map(|held| held.kind).collect();
        let letters: Vec<Letter> = cluster.iter().map(|held| held.letter).collect();
        let bundle = accelerating(self.world, placed, &touches, kinds);
        // Twice what a choice may lack, so that none is taken that ends at once.
        let small = 2.0 * self.grains.force * self.coarse(cluster.iter().map(|held| held.site));
        bundle.choose(&letters).map_or(-small, |choice| choice.margin + small)
    }

    /// The first time in a step at which something falls below zero, and the state there; and what was to
    /// separate and does not.
    fn first_event(&self, step: f64, reached: &[f64], near: &[usize]) -> (Option<Fall>, Vec<Site>) {
        let mut clinging = Vec::new();
        let (world, phase, start) = (self.world, &self.phase, self.time);
        let rate = |time: f64, numbers: &[f64]| phase.rate(world, time, numbers);
        let rates = [rate(start, &self.numbers), rate(start + step, reached)];
        let along = |part: f64| {
            let ends = [&self.numbers[..], reached];
            world.placed(start + part * step, &between(ends, [&rates[0], &rates[1]], step, part))
        };
        let sample = |index: usize| match index {
            0 => world.placed(start, &self.numbers),
            SAMPLES => world.placed(start + step, reached),
            _ => along(index as f64 / SAMPLES as f64),
        };
        let samples: Vec<Vec<Placed>> = (0..=SAMPLES).map(sample).collect();
        let mut falling: Vec<Falling> = Vec::new();
        for watch in self.watches(near) {
            let values: Vec<f64> = samples.iter().map(|placed| self.value(&watch, placed)).collect();
            let Some(mut at) = self.fallen(&watch, &values, &samples[0]) else { continue };
            // What has been passed already is passed again from the same side.
            while at > 1 && values[at - 1] < 0.0 {
                at -= 1;
            }
            let parts = [at - 1, at].map(|index| index as f64 / SAMPLES as f64);
            let ends = [values[at - 1], values[at]];
            let [guess, soonest] = crossing(parts, ends, |part| self.value(&watch, &along(part)));
            falling.push(Falling {
                watch,
                ends: parts.map(|part| part * step),
                at_low: ends[0],
                guess: guess * step,
                soonest: soonest * step,
            });
        }
        falling.sort_by(|a, b| a.guess.total_cmp(&b.guess));
        let mut first: Option<Fall> = None;
        for Falling { watch, ends, at_low, guess, soonest } in falling {
            if first.as_ref().is_some_and(|(time, ..)| start + soonest > *time + APART * step) {
                continue;
            }
            let state = |after: f64| {
                stepped(
                    &mut |t, y: &[f64]| phase.rate(world, t, y),
                    start,
                    &self.numbers,
                    after,
                    world.scales.length,
                )
            };
            let Some((after, numbers)) = self.root(&watch, ends, guess, at_low, state) else {
                continue;
            };
            let time = start + after;
            if let Watch::Gap(site) = watch {
                if after == 0.0 && self.loose.contains(&site) {
                    clinging.push(site);
                    continue;
                }
                let meeting = site.meeting(self.world, &world.placed(time, &numbers));
                if meeting.inside < -self.grains.length {
                    continue;
                }
            }
            if first.as_ref().is_none_or(|(known, ..)| time < *known) {
                first = Some((time, numbers, watch));
            }
        }
        (first, clinging)
    }

    /// The first sample at which a watch has fallen below zero after it was above.
    fn fallen(&self, watch: &Watch, values: &[f64], placed: &[Placed]) -> Option<usize> {
        let grain = if matches!(watch, Watch::Gap(_)) { self.grains.length } else { 0.0 };
        let mut above = match watch {
            // What touches and separates begins above, and so does what is about to; what lies flat beside a
            // contact that is kept, or behind the line of an edge elsewhere, does not.
            Watch::Gap(site) => {
                values[0] > grain
                    || self.loose.contains(site)
                    || values[0] > -grain && {
                        let meeting = site.meeting(self.world, placed);
                        meeting.inside > -grain && meeting.rates[0] < -self.grains.speed
                    }
            }
            _ => true,
        };
        for (at, value) in values.iter().enumerate().skip(1) {
            if above && *value < 0.0 {
                return Some(at);
            }
            above |= *value > grain;
        }
        None
    }

    /// Where a watch passes zero within times after the start of a step.
    fn root(
        &self,
        watch: &Watch,
        [mut low, mut high]: [f64; 2],
        guess: f64,
        at_low: f64,
        state: impl Fn(f64) -> Option<Vec<f64>>,
    ) -> Option<(f64, Vec<f64>)> {
        let value = |after: f64| -> Option<(f64, Vec<f64>)> {
            let numbers = state(after)?;
            let placed = self.world.placed(self.time + after, &numbers);
            Some((self.value(watch, &placed), numbers))
        };
        let (mut below, mut numbers) = value(high)?;
        if below >= 0.0 {
            return None;
        }
        // A start at zero that only just separates: the first root after it is meant.
        let mut above = at_low;
        if low == 0.0 && above <= self.start_of(watch) {
            let mut early = high;
            let found = (0..60).find_map(|_| {
                early *= 0.5;
                let (value, _) = value(early)?;
                (value > 0.0).then_some((early, value))
            });
            match found {
                Some((time, value)) => (low, above) = (time, value),
                None => return Some((0.0, self.numbers.clone())),
            }
        } else if above < 0.0 {
            return None;
        }
        let fine = 1e-15 * self.asked.until + 4.0 * f64::EPSILON * self.time;
        let mut side = 0;
        for round in 0..100 {
            if high - low <= fine {
                break;
            }
            let mut middle = if round == 0 { guess } else { (low * below - high * above) / (below - above) };
            if round % 5 == 4 || !(middle > low && middle < high) {
                middle = 0.5 * (low + high);
            }
            let (value, state) = value(middle)?;
            // As near as rounding lets it be told.
            if value.abs() <= self.start_of(watch).abs() * 1e-8 {
                return Some((middle, state));
            }
            if value < 0.0 {
                (high, below, numbers) = (middle, value, state);
                if side == -1 {
                    above *= 0.5;
                }
                side = -1;
            } else {
                (low, above) = (middle, value);
                if side == 1 {
                    below *= 0.5;
                }
                side = 1;
            }
        }
        Some((high, numbers))
    }

    /// What a watch may be at the start of a stretch where it is about to rise.
    fn start_of(&self, watch: &Watch) -> f64 {
        match watch {
            Watch::Gap(_) => self.grains.length,
            Watch::Slip(_) => self.grains.speed,
            Watch::Range(_) => -self.grains.length,
            Watch::Margin(_) => -self.grains.force,
        }
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
