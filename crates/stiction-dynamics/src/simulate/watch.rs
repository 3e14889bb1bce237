//! What ends a smooth stretch, and when first.
//!
//! **No contact is passed.**  Along the path of a step (`path.rs`) a gap that begins above is shown to stay above, or
//! its first fall is enclosed: an interval is done with where the gap's bounds keep it above zero, else it is halved,
//! the earlier half first, until the gap falls all the way from one end to the other, (3) there. What is left over, an
//! interval in which nothing but a dip shorter than the grain fits, is done with too. Where the path may be off by as
//! much as the gap is, the step is made shorter, which makes it off by a sixteenth for each halving. So a gap that is
//! above at the start of a step and below at any instant of it has ended it, whatever its length, and however many
//! frames there are: they only say where steps end.
//!
//! **What touches and is not kept** is watched a few grains lower, and again four times as low each time that it sinks:
//! impacts and letters are decided anew there, and what was left sinking is caught.

use super::feature::Feature;
use super::law::{Kind, Letter};
use super::meet::Site;
use super::path::{Bounds, Knot, Path};
use super::phase::{Cluster, Held, Touch, accelerating};
use super::plane::Set;
use super::plane::{dot, minus, rotated};
use super::run::{Grains, Runner};
use super::settle::MANY;
use super::step::stepped;
use super::world::{Pair, Placed};
use super::{Reason, Stop};

/// Something that ends a smooth stretch when it falls below zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Watch {
    /// A gap, and by how much it is watched lower.
    Gap(Site, f64),
    /// A slip, and by how much it may be on the other side.
    Slip(Held, f64),
    Margin(usize),
    Range(Held),
}

/// What falls below zero in a step: between which parts of it, and from what.
struct Falling {
    watch: Watch,
    ends: [f64; 2],
    at_low: f64,
    guess: f64,
    soonest: f64,
    /// How fast it falls, for each unit of the step.
    slope: f64,
}

/// What is known of a watch along a path.
enum Seen {
    Stays,
    Falls(Falling),
    /// The path is not known well enough for it.
    Unclear,
}

/// What ends a step.
enum First {
    Nothing,
    /// The step is to be this part of what it was.
    Cut(f64),
    /// What was to separate and does not.
    Clings(Site),
    Event(f64, Vec<f64>, Watch),
}

/// What a true state says of a fall that the path shows.
enum Root {
    /// After this time, in this state.
    At(f64, Vec<f64>),
    /// It is later, or there is none.
    NotYet,
}

/// Looks at the cubic through a step before the step itself is made shorter, and the part of a fall to which it is
/// looked at: the cubic of a short step is as near as its end, so that one step to there is enough.
const MOST_GUESSES: usize = 20;
const NEAR: f64 = 1e-10;

/// What passes zero later than an event by this part of the step, by the cubic, is not looked at.
const APART: f64 = 0.01;

/// Samples of a step at which slips, ranges and margins are looked at.
const SAMPLES: usize = 4;

/// Looks at a gap in one step, after which the intervals that are left are told by their ends: each halving leaves two
/// intervals at a dip, so that a dip of any depth above the grain is found with a few for each of fifty halvings.
const MOST_LOOKS: usize = 400;

/// How often a step is cut before it is taken as it is.
const MOST_CUTS: usize = 60;

/// A step is made no shorter than this part of it at once.
const SHORTER: f64 = 1.0 / 16.0;

/// A path may be off by this part of the largest length, so that few steps have to be cut for it.
const PATH: f64 = 1e-6;

/// The part of a grain of time to which events are located.
const SHARP: f64 = 1e-2;

/// Angle that a body turns in one step at most, rad.
const TURN: f64 = 0.3;

/// A step is at most so many times the one before it: longer ones would be made shorter again.
const GROWTH: f64 = 4.0;

/// A step while something touches is so many times the time from one event to the next at most, and that is no shorter
/// than this part of the run.
const LEAP: f64 = 3.0;
const SHORTEST: f64 = 1e-7;

/// What touches without being kept is watched so many grains lower.
pub(super) const SUNK: f64 = 6.0;

/// And so many times as low as it sank.
const DEEPER: f64 = 4.0;

/// How long a way takes at a speed that grows: no longer than at the speed alone, nor than from rest.
fn time_for(way: f64, speed: f64, gaining: f64) -> f64 {
    let at_speed = if speed > 0.0 { way / speed } else { f64::INFINITY };
    let from_rest = if gaining > 0.0 { (2.0 * way / gaining).sqrt() } else { f64::INFINITY };
    at_speed.min(from_rest)
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
    let small = NEAR * above.max(-below);
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

/// A gap along a path, with what is taken off it.
struct Along<'a> {
    path: &'a Path<'a>,
    site: Site,
    bounds: Bounds,
    /// Added to the gap.
    lift: f64,
    grain: f64,
}

/// An interval of a step with the values at its ends.
type Span = [(f64, f64); 2];

impl Along<'_> {
    fn value(&self, part: f64) -> f64 {
        self.path.gap(&self.site, part) + self.lift
    }

    /// The largest second rate within an interval.
    fn bend(&self, [(_, from), (_, to)]: &Span, time: f64) -> f64 {
        let furthest = (from - self.lift).abs().max((to - self.lift).abs()) + 0.5 * self.bounds.rate * time;
        if furthest <= self.bounds.reach { self.bounds.bend } else { f64::INFINITY }
    }

    /// The least and the largest value within an interval, by the path, and whether it rises or falls all the way.
    fn range(&self, span: &Span) -> ([f64; 2], bool) {
        let [(from, first), (to, last)] = *span;
        let time = (to - from) * self.path.step;
        let (bend, middle) = (self.bend(span, time), 0.5 * (first + last));
        let way = 0.5 * self.bounds.rate * time;
        let slope = (last - first) / time;
        let monotone = slope.abs() >= 0.5 * bend * time;
        let [low, high] = if monotone {
            [first.min(last), first.max(last)]
        } else {
            // (3) of `path.rs`, at the lowest and the highest point of the parabola.
            let swing = slope * slope / (2.0 * bend) + bend * time * time / 8.0;
            [middle - swing, middle + swing]
        };
        let [low, high] = [low.max(middle - way), high.min(middle + way)];
        ([low.min(first.min(last)), high.max(first.max(last))], monotone)
    }

    /// Whether a rise that begins with the step is known to be one: it outgrows what the path may be off.
    fn rises(&self, [(from, first), (to, last)]: &Span) -> bool {
        let time = (to - from) * self.path.step;
        let bend = self.bend(&[(*from, *first), (*to, *last)], time);
        let slope = (last - first) / time - 0.5 * bend * time;
        *from == 0.0 && slope * self.path.step > self.path.off_from_start(&self.bounds, *to)
    }

    /// The first fall from above zero to below it, where `outside` does not say that the features are not there.
    fn first_fall(&self, mut above: bool, start: f64, outside: impl Fn(f64) -> bool) -> Seen {
        let pieces = self.path.knots.len() - 1;
        let mut looks = 0;
        let mut look = |part: f64| {
            looks += 1;
            (self.value(part), looks)
        };
        let mut open: Vec<Span> = Vec::new();
        let mut ends = vec![(0.0, start)];
        for piece in 1..=pieces {
            let part = piece as f64 / pieces as f64;
            ends.push((part, look(part).0));
        }
        open.extend(ends.windows(2).rev().map(|pair| [pair[0], pair[1]]));
        while let Some(span) = open.pop() {
            let [(from, first), (to, last)] = span;
            let off = self.path.off(&self.bounds, from, to);
            let ([low, high], monotone) = self.range(&span);
            if above && (low > off || self.rises(&span)) || !above && high + off <= self.grain {
                continue;
            }
            let falls = above && first >= 0.0 && last < 0.0;
            let middle = 0.5 * (from + to);
            let (value, looks) = look(middle);
            let fine = high - low <= 0.25 * self.grain || !(middle > from && middle < to);
            if looks > MOST_LOOKS || fine || monotone && (falls || !above) {
                if falls {
                    let nearest = |part: f64| self.path.nearest_gap(&self.site, part) + self.lift;
                    let [guess, soonest] = crossing([from, to], [first, last], nearest);
                    if !outside(guess) {
                        let ends = [from, to];
                        let watch = Watch::Gap(self.site, self.lift);
                        let slope = (first - last) / (to - from);
                        return Seen::Falls(Falling { watch, ends, at_low: first, guess, soonest, slope });
                    }
                    above = false;
                } else if above && off > self.grain {
                    return Seen::Unclear;
                } else {
                    above |= last > self.grain;
                }
                continue;
            }
            if above && low > 0.0 && off > 0.5 * first.min(last) {
                return Seen::Unclear;
            }
            open.push([(middle, value), (to, last)]);
            open.push([(from, first), (middle, value)]);
        }
        Seen::Stays
    }
}

impl<'a> Runner<'a> {
    /// One step, as far as the next frame, timer or event.
    pub(super) fn advance(&mut self) {
        let timer = self.timers.iter().map(|(time, _)| *time).fold(f64::INFINITY, f64::min);
        let target = self.due().min(timer).min(self.asked.until).min(self.regardless);
        let whole = target - self.time;
        let mut step = whole.min(self.longest()).min(GROWTH * self.pace);
        if self.phase.awake().next().is_some() {
            step = step.min(LEAP * self.tempo.max(SHORTEST * self.asked.until));
        }
        for cuts in 0.. {
            let Some(path) = self.path(&mut step, whole) else {
                // No step is short enough: a force grows without end.
                let compliant = self.compliant();
                self.stop = Some(Stop { compliant, ..Stop::new(self.time, Reason::Inconsistent) });
                return;
            };
            match self.first_event(&path, cuts > MOST_CUTS) {
                // Shorter than what is told from nothing a step need not be.
                First::Cut(part) if part * step > self.grains.time => step *= part,
                First::Clings(site) => self.loose.retain(|known| *known != site),
                First::Event(time, numbers, watch) => {
                    (self.time, self.numbers) = (time, numbers);
                    self.meet(watch);
                    return;
                }
                First::Nothing | First::Cut(_) => {
                    if let Some(last) = path.knots.into_iter().last() {
                        self.numbers = last.numbers;
                    }
                    break;
                }
            }
        }
        self.time = if step == whole { target } else { self.time + step };
        self.pace = if step == whole { self.pace.max(step) } else { step };
        self.tempo = self.tempo.max(step);
        self.project();
        self.forget_parted();
        if self.time == self.regardless {
            let all: Vec<Site> = self.phase.held().map(|held| held.site).collect();
            self.event(&all);
        } else if self.time == timer {
            self.bounced();
        } else if self.time == self.due() {
            self.frame();
        }
    }

    /// What a watch that fell concerns is decided anew.
    fn meet(&mut self, watch: Watch) {
        let about: Vec<Site> = match watch {
            Watch::Gap(site, _) => {
                self.sink([site]);
                vec![site]
            }
            Watch::Slip(held, _) | Watch::Range(held) => vec![held.site],
            Watch::Margin(cluster) => self.phase.clusters[cluster].iter().map(|held| held.site).collect(),
        };
        self.event(&about);
    }

    /// Remembers how deep what touches has sunk, so that it is not taken for what lies behind the line of an edge.
    pub(super) fn sink(&mut self, sites: impl IntoIterator<Item = Site>) {
        let placed = self.placed();
        for site in sites {
            let offset = self.offsets.get(&site).copied().unwrap_or(0.0);
            let depth = offset - site.gap(self.world, &placed);
            if depth > self.grains.length {
                self.sunk.insert(site, depth);
            } else {
                self.sunk.remove(&site);
            }
        }
    }

    /// The path of a step, made shorter until it is known well enough.
    fn path(&self, step: &mut f64, whole: f64) -> Option<Path<'a>> {
        let (world, phase, start) = (self.world, &self.phase, self.time);
        let mut rate = |time: f64, numbers: &[f64]| phase.rate(world, time, numbers);
        let first = Knot { rates: rate(start, &self.numbers), numbers: self.numbers.clone() };
        let pieces = if phase.awake().next().is_some() { 2 } else { 1 };
        loop {
            if *step < self.grains.time * 1e-3 && *step < whole {
                return None;
            }
            let piece = *step / f64::from(pieces);
            let mut knots = vec![first.clone()];
            for at in 0..pieces {
                let time = start + f64::from(at) * piece;
                let Knot { numbers, rates } = &knots[knots.len() - 1];
                let reached = stepped(&mut rate, time, numbers, rates, piece, world.scales.length);
                let Some(numbers) = reached else { break };
                let rates = rate(time + piece, &numbers);
                knots.push(Knot { numbers, rates });
            }
            if knots.len() == pieces as usize + 1 {
                let path = Path::new(world, start, *step, knots);
                if path.largest_off() <= PATH * world.scales.length {
                    return Some(path);
                }
            }
            *step *= 0.5;
        }
    }

    /// What separated and is apart by now is met again like anything else; so is what sank and came up.
    fn forget_parted(&mut self) {
        let (world, placed, grain) = (self.world, self.placed(), self.grains.length);
        let offsets = &self.offsets;
        let gap = |site: &Site| site.gap(world, &placed) - offsets.get(site).copied().unwrap_or(0.0);
        self.loose.retain(|site| gap(site) <= grain);
        self.sunk.retain(|site, _| gap(site) < -grain);
    }

    /// How long a step may be, so that no body turns far.
    fn longest(&self) -> f64 {
        let rates = self.phase.rate(self.world, self.time, &self.numbers);
        let turn = |own: usize| time_for(TURN, self.numbers[6 * own + 3].abs(), rates[6 * own + 3].abs());
        (0..self.world.free.len()).map(turn).fold(f64::INFINITY, f64::min)
    }

    /// Pairs that may meet while centres of mass get so far, of bodies that turn or not: those whose extents along one
    /// axis overlap are looked at, found in the order of where they begin.
    pub(super) fn near(&self, placed: &[Placed], way: impl Fn(usize) -> (f64, bool)) -> Vec<usize> {
        let world = self.world;
        let ways: Vec<(f64, bool)> = (0..placed.len()).map(way).collect();
        let slack = world.widest + SUNK * self.grains.length;
        let extent = |index: usize| {
            let around = world.bodies[index].reach + ways[index].0 + slack;
            [placed[index].com[0] - around, placed[index].com[0] + around]
        };
        let mut order: Vec<([f64; 2], usize)> =
            world.shaped.iter().map(|&index| (extent(index), index)).collect();
        order.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
        let mut found = Vec::new();
        let mut open: Vec<([f64; 2], usize)> = Vec::new();
        for (extent, index) in order {
            open.retain(|(other, _)| other[1] >= extent[0]);
            let pairs = open.iter().filter_map(|(_, other)| world.pair_of(index, *other));
            found.extend(pairs.filter(|&pair| self.is_near(&world.pairs[pair], placed, &ways)));
            open.push((extent, index));
        }
        found.sort_unstable();
        found
    }

    fn is_near(&self, pair: &Pair, placed: &[Placed], ways: &[(f64, bool)]) -> bool {
        let world = self.world;
        let [a, b] = pair.bodies;
        let within = ways[a].0 + ways[b].0 + pair.tolerance + SUNK * self.grains.length;
        let apart = match [world.bodies[a].reach, world.bodies[b].reach] {
            [one, other] if one.is_finite() && other.is_finite() => {
                let between = minus(&placed[a].com, &placed[b].com);
                between[0].hypot(between[1]) - one - other
            }
            // A body without bounds that does not turn is above the lines of its edges.
            [one, other] => {
                let ((plane, reach), body) = if one.is_finite() { ((b, one), a) } else { ((a, other), b) };
                if ways[plane].1 || reach.is_infinite() {
                    return true;
                }
                let above = |feature: &Feature| match feature {
                    Feature::Flat { from, direction, .. } => {
                        let direction = rotated(*direction, placed[plane].angle);
                        let arm = minus(&placed[body].com, &placed[plane].point(*from));
                        dot(&[direction[1], -direction[0]], &arm) - reach
                    }
                    Feature::Round { .. } => f64::NEG_INFINITY,
                };
                world.bodies[plane].features.iter().map(above).fold(f64::NEG_INFINITY, f64::max)
            }
        };
        apart <= within
    }

    /// How the gap of a site is watched from the start of a step: the number added to it, and whether it begins above.
    fn begins(&self, site: &Site, gap: f64) -> (f64, bool) {
        let offset = self.offsets.get(site).copied().unwrap_or(0.0);
        let grain = self.grains.length;
        let value = gap - offset;
        // Where events of many contacts crowd, flights too short to matter are left out.
        let many = self.loose.contains(site) && self.phase.held().nth(MANY).is_some();
        let busy = if many { self.coarse([*site]) } else { 1.0 };
        let shows = grain * if busy > 1.0 { (2.0 * SHARP * busy).min(1.0) } else { 1e-6 };
        if value <= grain && self.loose.contains(site) {
            // What has only just separated counts as come back once that shows, as deep as it began.
            return (shows - offset.min(gap), true);
        }
        if value > grain {
            return (-offset, true);
        }
        let lower = match self.sunk.get(site) {
            Some(depth) => DEEPER * depth,
            None => SUNK * grain,
        };
        // What is behind the line of an edge elsewhere is not watched until it has come up.
        if value + 0.5 * lower > 0.0 { (lower - offset, true) } else { (-offset, false) }
    }

    /// The gaps of pairs that may meet, along a path.
    fn gaps(&self, path: &Path, placed: &[Placed], fallings: &mut Vec<Falling>) -> bool {
        let held: Set<Site> = self.phase.held().map(|held| held.site).collect();
        let mut clear = true;
        for pair in self.near(placed, |index| path.way(index)) {
            if self.world.pairs[pair].bodies.iter().all(|&index| self.phase.is_still(self.world, index)) {
                continue;
            }
            for &site in &self.sites[pair] {
                let gap = site.gap(self.world, placed);
                let bounds = path.bounds(&site, placed);
                let most = bounds.rate * path.step + bounds.off;
                let grain = self.grains.length;
                // What counts as none is within the tolerance, and nothing sinks by a thousandth of a body.
                if gap > most + self.world.pairs[pair].tolerance + grain
                    || gap + most < -1e-3 * self.world.scales.length
                    || held.contains(&site)
                {
                    continue;
                }
                let (lift, above) = self.begins(&site, gap);
                // What is kept regardless may let what touches sink at a speed that is none.
                let sinks = || site.meeting(self.world, placed).rates[0] >= -self.faint();
                if self.regardless.is_finite() && above && gap + lift <= SUNK * grain && sinks() {
                    continue;
                }
                let offset = self.offsets.get(&site).copied().unwrap_or(0.0);
                let outside = |part: f64| {
                    let placed = path.placed(part);
                    let vague = grain + bounds.off + 1e-6 * self.world.scales.length;
                    site.meeting(self.world, &placed).inside < -vague
                };
                // What is watched lower may come up, and then falls like anything else.
                let lower = above && lift > -offset + grain;
                for (lift, above) in
                    [Some((lift, above)), lower.then_some((-offset, false))].into_iter().flatten()
                {
                    let value = gap + lift;
                    if above && value > most || !above && value + most <= grain {
                        continue;
                    }
                    let along = Along { path, site, bounds, lift, grain };
                    match along.first_fall(above, value, outside) {
                        Seen::Stays => {}
                        Seen::Falls(falling) => fallings.push(falling),
                        Seen::Unclear => clear = false,
                    }
                }
            }
        }
        clear
    }

    /// What is watched of contacts that are kept.
    fn watches(&self, placed: &[Placed]) -> Vec<Watch> {
        let mut watches = Vec::new();
        if self.regardless.is_finite() {
            return watches;
        }
        for held in self.phase.awake().flat_map(|(_, cluster)| cluster) {
            if held.letter.side() != 0.0 {
                watches.push(Watch::Slip(*held, self.other_side(held, placed)));
            }
            watches.push(Watch::Range(*held));
        }
        watches.extend(self.phase.awake().map(|(at, _)| Watch::Margin(at)));
        watches
    }

    /// By how much a slip may be on the other side: a rounding of none does not end it, nor does what other contacts
    /// leave of it where it begins, since it does not grow.
    fn other_side(&self, held: &Held, placed: &[Placed]) -> f64 {
        let slip = held.letter.side() * held.site.meeting(self.world, placed).rates[1];
        let begins = matches!(held.kind, Kind::Rest { .. });
        1e-3 * self.grains.speed + if begins { (-2.0 * slip).max(0.0) } else { 0.0 }
    }

    fn value(&self, watch: &Watch, placed: &[Placed]) -> f64 {
        match watch {
            Watch::Gap(site, lift) => site.gap(self.world, placed) + lift,
            Watch::Slip(held, lift) => {
                held.letter.side() * held.site.meeting(self.world, placed).rates[1] + lift
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
        let twice = 2.0 * self.coarse(cluster.iter().map(|held| held.site));
        match bundle.choose(&letters) {
            Some(choice) => choice.margin + twice * self.faint_force(&choice.forces),
            None => -twice * self.grains.force,
        }
    }

    /// The first time in a step at which something falls below zero, and the state there.  `last`: the step is not to
    /// be cut any more.
    fn first_event(&self, path: &Path, last: bool) -> First {
        let placed = self.placed();
        let mut falling: Vec<Falling> = Vec::new();
        let clear = self.gaps(path, &placed, &mut falling);
        let watches = self.watches(&placed);
        if !watches.is_empty() {
            // What comes after a gap has closed is of no interest.
            let until = falling.iter().map(|one| one.ends[1]).fold(1.0, f64::min);
            // A step that is short beside the time from one event to the next is looked at in its middle and its end.
            let count = if path.step <= LEAP * self.tempo { 2 } else { SAMPLES };
            let part = |index: usize| until * index as f64 / count as f64;
            let samples: Vec<Vec<Placed>> = (0..=count).map(|index| path.placed(part(index))).collect();
            for watch in watches {
                let value = |at: usize| self.value(&watch, &samples[at]);
                let Some((at, below)) = (1..=count).map(|at| (at, value(at))).find(|(_, value)| *value < 0.0)
                else {
                    continue;
                };
                let ends = [at - 1, at].map(part);
                let values = [value(at - 1), below];
                let [guess, soonest] = crossing(ends, values, |part| self.value(&watch, &path.placed(part)));
                let slope = (values[0] - values[1]) / (ends[1] - ends[0]);
                falling.push(Falling { watch, ends, at_low: values[0], guess, soonest, slope });
            }
        }
        falling.sort_by(|a, b| a.guess.total_cmp(&b.guess));
        let mut first: Option<(f64, Vec<f64>, Watch)> = None;
        let mut cut = f64::INFINITY;
        for one in falling {
            let earliest = first.as_ref().map_or(f64::INFINITY, |(after, ..)| after / path.step);
            if one.soonest > earliest.min(cut) + APART {
                continue;
            }
            match self.root(&one, path) {
                Root::At(after, numbers) => {
                    if let Watch::Gap(site, _) = one.watch {
                        if after == 0.0 && self.loose.contains(&site) {
                            return First::Clings(site);
                        }
                        let placed = self.world.placed(self.time + after, &numbers);
                        let Grains { length, speed, .. } = self.grains;
                        let inside = site.meeting(self.world, &placed).inside;
                        if inside < -length || site.passes(self.world, &placed, SUNK * length, speed) {
                            // It passed beside the feature; what it does later is seen from there.
                            if one.ends[1] < 1.0 {
                                cut = cut.min(one.ends[1]);
                            }
                            continue;
                        }
                    }
                    if first.as_ref().is_none_or(|(known, ..)| after < *known) {
                        first = Some((after, numbers, one.watch));
                    }
                }
                Root::NotYet => cut = cut.min(one.ends[1]),
            }
        }
        // A gap of which too little is known may close before anything else does.
        if !clear && !last && SHORTER * path.step > self.grains.time {
            let part = first.as_ref().map_or(0.5, |(after, ..)| 2.0 * after / path.step);
            return First::Cut(part.clamp(SHORTER, 0.5));
        }
        match first {
            Some((after, numbers, watch)) if after <= cut * path.step => {
                First::Event(self.time + after, numbers, watch)
            }
            _ if cut < 1.0 && !last => First::Cut(cut),
            Some((after, numbers, watch)) => First::Event(self.time + after, numbers, watch),
            None => First::Nothing,
        }
    }

    /// The state a while after the start of a step, found by stepping there.
    fn state(&self, path: &Path, after: f64) -> Option<Vec<f64>> {
        let pieces = path.knots.len() - 1;
        let piece = path.step / pieces as f64;
        let knot = ((after / piece) as usize).min(pieces);
        let Knot { numbers, rates } = &path.knots[knot];
        let begun = knot as f64 * piece;
        if after == begun || after == path.step {
            let knot = if after == path.step { pieces } else { knot };
            return Some(path.knots[knot].numbers.clone());
        }
        let mut rate = |time: f64, numbers: &[f64]| self.phase.rate(self.world, time, numbers);
        let time = self.time + begun;
        stepped(&mut rate, time, numbers, rates, after - begun, self.world.scales.length)
    }

    /// Where a watch passes zero within parts of a step.
    fn root(&self, falling: &Falling, path: &Path) -> Root {
        let [mut low, mut high] = falling.ends.map(|part| part * path.step);
        let watch = &falling.watch;
        let value = |after: f64| -> Option<(f64, Vec<f64>)> {
            let numbers = self.state(path, after)?;
            let placed = self.world.placed(self.time + after, &numbers);
            Some((self.value(watch, &placed), numbers))
        };
        let mut above = falling.at_low;
        // A part of the grain of time: what a fall does in it is as near as it can be told, most often at once.
        let fine = SHARP * self.grains.time + 4.0 * f64::EPSILON * self.time;
        let near = (falling.slope / path.step * fine).max(1e-8 * self.start_of(watch).abs());
        if low > 0.0 || above > self.start_of(watch).abs() {
            let guess = falling.guess * path.step;
            if let Some((value, state)) = value(guess)
                && value.abs() <= near
            {
                return Root::At(guess, state);
            }
        }
        let Some((mut below, mut numbers)) = value(high) else { return Root::NotYet };
        if below >= 0.0 {
            return Root::NotYet;
        }
        // A start at zero that only just separates: the first root after it is meant.
        if low == 0.0 && above <= self.start_of(watch) {
            let mut early = high;
            let found = (0..60).find_map(|_| {
                early *= 0.5;
                let (value, _) = value(early)?;
                (value > 0.0).then_some((early, value))
            });
            match found {
                Some((time, value)) => (low, above) = (time, value),
                None => return Root::At(0.0, self.numbers.clone()),
            }
        }
        let mut side = 0;
        for round in 0..100 {
            if high - low <= fine {
                break;
            }
            let mut middle = if round == 0 {
                falling.guess * path.step
            } else {
                (low * below - high * above) / (below - above)
            };
            if round % 5 == 4 || !(middle > low && middle < high) {
                middle = 0.5 * (low + high);
            }
            let Some((value, state)) = value(middle) else { return Root::NotYet };
            if value.abs() <= self.start_of(watch).abs() * SHARP {
                return Root::At(middle, state);
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
        Root::At(high, numbers)
    }

    /// What a watch may be at the start of a stretch where it is about to rise.
    fn start_of(&self, watch: &Watch) -> f64 {
        match watch {
            Watch::Gap(..) => self.grains.length,
            Watch::Slip(..) => self.grains.speed,
            Watch::Range(_) => -self.grains.length,
            Watch::Margin(_) => -self.grains.force,
        }
    }
}
