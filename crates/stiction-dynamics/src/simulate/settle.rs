//! What goes on after an event: impacts first, then which contacts are kept and what each of them does.

use super::active::Small;
use super::impact::{strike, together};
use super::law::{Bundle, Choice, Kind, Letter};
use super::meet::Site;
use super::phase::{Held, Phase, Touch, accelerating, grouped, striking};
use super::plane::{Set, Table, minus};
use super::run::{Grains, Runner};
use super::watch::SUNK;
use super::world::{Pair, Placed, Rule, World};
use super::{Ambiguous, DYING, EventKind, Reason, Stop};

/// Choices of letters that are tried one by one; beyond, one is found by Lemke's method and others are not
/// looked for.
const MOST_TRIED: usize = 256;

/// Where more contacts than these hang together, a slip, an opening or an approach is none that weight ends within
/// [`DYING`] of the run: an impact anywhere would let every contact slip for an instant, and what rattles among
/// others comes to rest on them in ever shorter flights.
pub(super) const MANY: usize = 6;

/// So many grains deep what touches may sink at a speed that counts as none.
const DEEP: f64 = 50.0;

/// The part of the run after which letters must still be consistent: an instant that is short beside the run
/// and long enough for what has just ended to show.
const INSTANT: f64 = 1e-6;

/// Accelerations are one where they differ by less than this part of the largest.
const ALIKE: f64 = 1e-7;

/// A contact on its way to a letter.
#[derive(Debug, Clone, Copy)]
struct Resting {
    touch: Touch,
    kind: Kind,
}

/// What a group does next.
enum Next {
    Letters(Vec<Letter>),
    /// Its velocities are others now.
    Jumped,
    /// The run stops.
    Stop,
}

/// So many grains beyond a border is not on it.
const STRICT: f64 = 10.0;

/// How often velocities may jump at one instant.
const MOST_JUMPS: usize = 5;

impl Runner<'_> {
    /// Decides what goes on; at the start nothing is told of contacts that are there.
    /// `about` are the contacts that something happened to.
    pub(super) fn settle(&mut self, first: bool, about: &[Site]) {
        (self.jumps, self.regardless) = (0, f64::INFINITY);
        let touches = self.touching(first);
        if first {
            self.offsets = touches.iter().map(|touch| (touch.site, touch.meeting.gap)).collect();
        }
        let hit = self.strike(touches.iter().map(|touch| touch.site).collect());
        let sites: Vec<Site> = touches.iter().map(|touch| touch.site).collect();
        let before: Vec<(Held, super::Vector)> = {
            let placed = self.placed();
            self.phase.held().map(|held| (*held, held.site.meeting(self.world, &placed).point)).collect()
        };
        let mut closed: Table<Site, f64> = Table::default();
        // Each round closes one contact at least whose bounces die out.
        for _ in 0..=sites.len() {
            let new = |site: &Site| hit.contains(site) || closed.contains_key(site) || about.contains(site);
            if !self.choose(&sites, &closed, &new) {
                return;
            }
            let dying = self.dying(&hit);
            if dying.is_empty() {
                break;
            }
            for (site, total) in dying {
                self.close(site);
                closed.insert(site, total);
            }
        }
        self.sink(sites);
        if !first {
            self.tell(&before, &hit, &closed);
        }
        for (site, total) in closed {
            self.timers.retain(|(_, known)| *known != site);
            self.timers.push((self.time + total.max(self.grains.time), site));
        }
        self.ring();
        self.rest(first);
    }

    /// What touches now, in the order of pairs, then of normals, then along the tangent.
    fn touching(&self, first: bool) -> Vec<Touch> {
        let placed = self.placed();
        let mut touches: Vec<Touch> = Vec::new();
        for pair in self.near(&placed, |_| (0.0, false)) {
            let within = if first { self.world.pairs[pair].tolerance } else { self.grains.length };
            for &site in &self.sites[pair] {
                let gap = site.gap(self.world, &placed) - self.offsets.get(&site).copied().unwrap_or(0.0);
                // What sank a little touches as deep as it is.
                let below = self.sunk.get(&site).map_or(within, |sunk| 2.0 * sunk);
                if gap > within || gap < -below {
                    continue;
                }
                let touch = Touch::new(self.world, &placed, site);
                let Grains { length, speed, .. } = self.grains;
                if touch.meeting.inside < -below || site.passes(self.world, &placed, SUNK * length, speed) {
                    continue;
                }
                let same = |other: &&mut Touch| {
                    let apart = minus(&other.meeting.point, &touch.meeting.point);
                    let turned = self.towards_first(&touch)[0] * self.towards_first(other)[0]
                        + self.towards_first(&touch)[1] * self.towards_first(other)[1];
                    other.site.pair == pair && apart[0].hypot(apart[1]) <= 4.0 * within && turned > 1.0 - 1e-6
                };
                match touches.iter_mut().find(same) {
                    Some(other) if touch.meeting.inside > other.meeting.inside + within => *other = touch,
                    Some(_) => {}
                    None => touches.push(touch),
                }
            }
        }
        let key = |touch: &Touch| {
            let [x, y] = self.towards_first(touch);
            let angle = y.atan2(x).rem_euclid(std::f64::consts::TAU);
            // Angles of one normal are one.
            ((angle * 1e6).round(), -y * touch.meeting.point[0] + x * touch.meeting.point[1])
        };
        touches.sort_by(|a, b| {
            let ((angle_a, along_a), (angle_b, along_b)) = (key(a), key(b));
            a.site.pair.cmp(&b.site.pair).then(angle_a.total_cmp(&angle_b)).then(along_a.total_cmp(&along_b))
        });
        touches
    }

    /// The normal into the first body of the pair.
    fn towards_first(&self, touch: &Touch) -> super::Vector {
        let own = touch.site.round[0] == self.world.pairs[touch.site.pair].bodies[0];
        touch.meeting.normal.map(|entry| if own { entry } else { -entry })
    }

    /// The impacts of contacts that approach; returns those that were hit.
    fn strike(&mut self, sites: Vec<Site>) -> Set<Site> {
        let world = self.world;
        let mut all = Set::default();
        for group in grouped(world, sites, |site| *site) {
            let placed = self.placed();
            let faint = if group.len() > MANY { self.faint() } else { 0.0 };
            let deep =
                |site: &Site| self.sunk.get(site).is_some_and(|sunk| *sunk > DEEP * self.grains.length);
            // What was let sink too far is stopped however slow it is.
            let grain = if group.iter().any(deep) {
                self.grains.speed
            } else {
                (self.grains.speed * self.coarse(group.iter().copied())).max(faint)
            };
            let touches: Vec<Touch> = group.iter().map(|site| Touch::new(world, &placed, *site)).collect();
            if touches.iter().all(|touch| touch.meeting.rates[0] >= -grain) {
                continue;
            }
            let struck = strike(world, &placed, &touches, grain);
            self.kick(&placed, &touches, &struck.impulses);
            for (at, touch) in touches.iter().enumerate().filter(|(at, _)| struck.hit[*at]) {
                let event = self.happens(EventKind::Impact, touch.site, touch.meeting.point);
                event.simultaneous = struck.simultaneous;
                event.stronge = struck.stronge[at];
                all.insert(touch.site);
            }
        }
        all
    }

    /// Applies impulses and counts what they take and give.
    fn kick(&mut self, placed: &[Placed], touches: &[Touch], impulses: &[[f64; 2]]) {
        let world = self.world;
        let powers = self.numbers.len() - 2;
        for (touch, impulse) in touches.iter().zip(impulses) {
            let numbers = &mut self.numbers;
            touch.push(world, placed, *impulse, |own, axis, change| numbers[6 * own + 3 + axis] += change);
            self.numbers[powers + 1] += touch.given_power(world, placed, *impulse);
        }
        let after = self.placed();
        for (touch, impulse) in touches.iter().zip(impulses) {
            let ended = Touch::new(world, &after, touch.site).meeting.rates;
            for axis in 0..2 {
                self.numbers[powers] -= 0.5 * impulse[axis] * (touch.meeting.rates[axis] + ended[axis]);
            }
        }
    }

    /// Finds the next phase; false where the run stops.
    fn choose(&mut self, sites: &[Site], closed: &Table<Site, f64>, new: &dyn Fn(&Site) -> bool) -> bool {
        let world = self.world;
        let placed = self.placed();
        let mut resting = Vec::new();
        let mut rough = false;
        let groups = grouped(world, sites.to_vec(), |site| *site).into_iter();
        let many: Set<Site> = groups.filter(|group| group.len() > MANY).flatten().collect();
        self.loose.clear();
        for &site in sites {
            let touch = Touch::new(world, &placed, site);
            let [opening, slip] = touch.meeting.rates;
            let faint = if many.contains(&site) { self.faint() } else { 0.0 };
            let grain = (self.grains.speed * self.coarse([site])).max(faint);
            rough |= grain > self.grains.speed;
            if opening > grain && !closed.contains_key(&site) {
                self.loose.push(site);
                continue;
            }
            let pair = &world.pairs[site.pair];
            let kind = if pair.at_rest == 0.0 {
                Kind::Smooth
            } else if slip.abs() <= grain {
                Kind::Rest { at_rest: pair.at_rest, sliding: pair.sliding }
            } else {
                Kind::Slip { side: slip.signum(), sliding: pair.sliding }
            };
            resting.push(Resting { touch, kind });
        }
        let before = std::mem::take(&mut self.phase);
        let known: Table<Site, (usize, Held)> = before
            .clusters
            .iter()
            .enumerate()
            .flat_map(|(cluster, all)| all.iter().map(move |held| (held.site, (cluster, *held))))
            .collect();
        let mut held: Vec<Held> = Vec::new();
        for group in grouped(world, resting, |one| one.touch.site) {
            let old: Vec<Option<&(usize, Held)>> =
                group.iter().map(|one| known.get(&one.touch.site)).collect();
            // What nothing happened to goes on.
            let same = |old: &Option<&(usize, Held)>| {
                old.is_some_and(|(cluster, held)| {
                    Some(*cluster) == old_cluster(&known, &group) && !new(&held.site)
                })
            };
            let goes_on = old.iter().all(same)
                && old[0].is_some_and(|(cluster, _)| before.clusters[*cluster].len() == group.len());
            let letters = if goes_on {
                old.iter().flatten().map(|(_, held)| held.letter).collect()
            } else {
                let was = |(old, one): (&Option<&(usize, Held)>, &Resting)| match old {
                    Some((_, held)) if one.kind.may(held.letter) => held.letter,
                    _ => one.kind.preferred(),
                };
                let start = old.iter().zip(&group).map(was).collect();
                match self.decide(&placed, &group, start) {
                    Next::Letters(letters) => letters,
                    Next::Stop => return false,
                    Next::Jumped => {
                        self.phase = before;
                        return self.choose(sites, closed, new);
                    }
                }
            };
            for (one, letter) in group.iter().zip(letters) {
                let site = one.touch.site;
                if letter.is_kept() {
                    // What touches within the grain stays where it is: nothing is lifted.
                    let offset = known.get(&site).map_or(one.touch.meeting.gap, |(_, held)| held.offset);
                    held.push(Held { site, kind: one.kind, letter, offset });
                } else {
                    self.loose.push(site);
                }
            }
        }
        self.phase = Phase::new(world, grouped(world, held, |one| one.site));
        let begun = world.energies(&self.placed())[0];
        rough |= self.stop_what_separates();
        let stopped = world.energies(&self.placed())[0];
        self.lay_down();
        let before = world.energies(&self.placed())[0] + begun - stopped;
        self.project();
        if rough || !closed.is_empty() {
            // What other contacts lose while one is closed is lost like the rest of its bounces.
            let powers = self.numbers.len() - 2;
            self.numbers[powers] += before - world.energies(&self.placed())[0];
        }
        true
    }

    /// What is to separate and approaches at a speed that counts as none is stopped: it would come back at once, at
    /// every instant, until its acceleration has ended that speed.
    fn stop_what_separates(&mut self) -> bool {
        let (world, placed) = (self.world, self.placed());
        let approaches = |site: &Site| site.meeting(world, &placed).rates[0] < -self.grains.speed;
        let stopped: Vec<Held> = self
            .loose
            .iter()
            .copied()
            .filter(approaches)
            .map(|site| {
                let offset = site.gap(world, &placed);
                Held { site, kind: Kind::Smooth, letter: Letter::Kept, offset }
            })
            .collect();
        if stopped.is_empty() {
            return false;
        }
        let held = self.phase.held().copied().chain(stopped).collect();
        let kept =
            std::mem::replace(&mut self.phase, Phase::new(world, grouped(world, held, |one| one.site)));
        self.project();
        self.phase = kept;
        true
    }

    /// The force that cannot be told from none beside these.
    pub(super) fn faint_force(&self, forces: &[[f64; 2]]) -> f64 {
        let largest = forces.iter().flatten().fold(0.0_f64, |most, part| most.max(part.abs()));
        self.grains.force.max(1e-9 * largest)
    }

    /// The speed that ends within a part of the run.
    pub(super) fn faint(&self) -> f64 {
        DYING * self.asked.until * self.world.scales.acceleration
    }

    /// Finds what rests and will until something happens to it, and leaves it alone from here on.
    fn lay_down(&mut self) {
        let (world, placed) = (self.world, self.placed());
        let rates = self.phase.rate(world, self.time, &self.numbers);
        let (fastest, calm) = (4.0 * self.grains.speed, 1e-9 * world.scales.acceleration);
        let size = |of: &[f64], reach: f64| of[0].abs() * reach + of[1].hypot(of[2]);
        let rests = |index: usize| match &world.bodies[index].rule {
            Rule::Fixed => true,
            Rule::Driven(drive) => !drive.moves(),
            Rule::Free(own) => {
                let reach = world.bodies[index].reach.min(world.scales.length);
                size(&placed[index].twist, reach) <= fastest
                    && size(&rates[6 * own + 3..6 * own + 6], reach) <= calm
            }
        };
        let asleep: Vec<bool> = self
            .phase
            .clusters
            .iter()
            .map(|cluster| {
                cluster.iter().all(|held| {
                    held.letter.side() == 0.0
                        && [held.site.round[0], held.site.other[0]].into_iter().all(rests)
                })
            })
            .collect();
        self.phase.sleep(world, asleep);
        for (own, _) in world.free.iter().enumerate().filter(|(own, _)| self.phase.still[*own]) {
            self.numbers[6 * own + 3..6 * own + 6].fill(0.0);
        }
    }

    /// The letters of a group, or none where the run stops; of many contacts near those that were.
    fn decide(&mut self, placed: &[Placed], group: &[Resting], start: Vec<Letter>) -> Next {
        let sites: Vec<Site> = group.iter().map(|one| one.touch.site).collect();
        if let Some((of, letters)) = self.forced.take_if(|(of, _)| *of == sites) {
            debug_assert_eq!(of.len(), letters.len());
            return Next::Letters(letters);
        }
        let count = group.iter().fold(1_usize, |count, one| count.saturating_mul(one.kind.letters().len()));
        if count > MOST_TRIED {
            return self.decide_many(placed, group, start);
        }
        let outcomes = self.outcomes(placed, group);
        match &outcomes[..] {
            [] => {
                self.stop = Some(Stop {
                    compliant: self.compliant_of(placed, group),
                    ..Stop::new(self.time, Reason::Inconsistent)
                });
                Next::Stop
            }
            [only] => Next::Letters(only.letters.clone()),
            [sticking, others @ ..] => {
                if self.asked.ambiguous == Ambiguous::Stop {
                    let modes = outcomes.iter().map(|outcome| word(&outcome.letters)).collect();
                    self.stop = Some(Stop { modes, ..Stop::new(self.time, Reason::Ambiguous) });
                    return Next::Stop;
                }
                if self.branches() {
                    for other in others {
                        let mut runner = self.clone();
                        runner.others.clear();
                        runner.branched = Some((self.time, word(&other.letters)));
                        runner.forced = Some((sites.clone(), other.letters.clone()));
                        self.others.push(runner);
                    }
                }
                Next::Letters(sticking.letters.clone())
            }
        }
    }

    /// The same of many contacts: one choice, or where none is found what a short time makes of the velocities.
    fn decide_many(&mut self, placed: &[Placed], group: &[Resting], start: Vec<Letter>) -> Next {
        let nearest = match self.one_of_many(placed, group, start) {
            Ok(found) => return Next::Letters(found.letters),
            Err(nearest) => nearest,
        };
        if self.jumps < MOST_JUMPS
            && let Some(impulses) = self.short_impulses(placed, group)
        {
            self.jumps += 1;
            let touches: Vec<Touch> = group.iter().map(|one| one.touch).collect();
            self.kick(placed, &touches, &impulses);
            return Next::Jumped;
        }
        // What contradicts the law least goes on for a short while.
        self.regardless = self.time + self.short();
        Next::Letters(nearest.letters)
    }

    /// Everything that a group can do now and an instant later, by different accelerations, the one that sticks
    /// most first.
    fn outcomes(&self, placed: &[Placed], group: &[Resting]) -> Vec<Choice> {
        let touches: Vec<Touch> = group.iter().map(|one| one.touch).collect();
        let kinds: Vec<Kind> = group.iter().map(|one| one.kind).collect();
        let bundle = accelerating(self.world, placed, &touches, kinds.clone());
        let preferred: Vec<Letter> = kinds.iter().map(|kind| kind.preferred()).collect();
        let mut found: Vec<Choice> = self.goes_on(&bundle, group, &preferred).into_iter().collect();
        let stuck = !found.is_empty();
        for letters in bundle.every().skip(1) {
            // Where all that is at rest sticks, what only starts to slide is no other outcome.
            if stuck && letters.iter().all(|letter| letter.is_kept()) {
                continue;
            }
            if let Some(choice) = self.goes_on(&bundle, group, &letters) {
                let alike = |known: &Choice| self.are_alike(placed, &touches, known, &choice);
                if !found.iter().any(|known| alike(known) || only_slides(&kinds, known, &choice)) {
                    found.push(choice);
                }
            }
        }
        found.sort_by_key(|choice| {
            let count =
                |wanted: fn(Letter) -> bool| choice.letters.iter().filter(|letter| wanted(**letter)).count();
            std::cmp::Reverse((count(|letter| letter == Letter::Sticks), count(Letter::is_kept)))
        });
        found
    }

    /// One choice of many contacts that is consistent now and an instant later; else the one that contradicts the law
    /// least, since that nothing is possible was not shown.
    fn one_of_many(
        &self,
        placed: &[Placed],
        group: &[Resting],
        start: Vec<Letter>,
    ) -> Result<Choice, Choice> {
        let touches: Vec<Touch> = group.iter().map(|one| one.touch).collect();
        let kinds: Vec<Kind> = group.iter().map(|one| one.kind).collect();
        let preferred: Vec<Letter> = kinds.iter().map(|kind| kind.preferred()).collect();
        let bundle = accelerating(self.world, placed, &touches, kinds);
        if let Some(found) = self.goes_on(&bundle, group, &preferred) {
            return Ok(found);
        }
        let (near, nearest) = self.near_letters(&bundle, group, start);
        // What is consistent by more than a grain stays so for a while, however short.
        let strict = |choice: &Choice| {
            choice.margin > STRICT * self.faint_force(&choice.forces)
                && choice.slack > STRICT * self.grains.acceleration
                && bundle.choose(&choice.letters).is_some()
        };
        if let Some(found) = near.or_else(|| strict(&nearest).then(|| nearest.clone())) {
            return Ok(found);
        }
        let Some(first) = bundle.by_lemke() else { return Err(nearest) };
        let lemke = self.goes_on(&bundle, group, &first).or_else(|| {
            let next = self.later(group, &first).by_lemke()?;
            self.goes_on(&bundle, group, &next)
        });
        lemke.or_else(|| Some(bundle.solved(&first)).filter(strict)).ok_or(nearest)
    }

    /// The impulses of a short time in which contacts may change what they do: (1) of `law.rs` for velocities at its
    /// end, which has a solution whatever slips now.
    fn short_impulses(&self, placed: &[Placed], group: &[Resting]) -> Option<Vec<[f64; 2]>> {
        let touches: Vec<Touch> = group.iter().map(|one| one.touch).collect();
        let kind = |one: &Resting| match self.world.pairs[one.touch.site.pair] {
            Pair { at_rest: 0.0, .. } => Kind::Smooth,
            Pair { at_rest, sliding, .. } => Kind::Rest { at_rest, sliding },
        };
        let kinds: Vec<Kind> = group.iter().map(kind).collect();
        let accelerations = accelerating(self.world, placed, &touches, kinds.clone()).bias;
        let mut bundle = striking(self.world, placed, &touches, kinds);
        let time = DYING * self.asked.until * 2.0_f64.powi(self.jumps as i32);
        bundle.bias.iter_mut().zip(accelerations).for_each(|(rate, more)| *rate += time * more);
        together(&bundle, self.grains.speed)
    }

    /// A choice that is consistent now and an instant later.
    fn goes_on(&self, bundle: &Bundle, group: &[Resting], letters: &[Letter]) -> Option<Choice> {
        let coarse = self.coarse(group.iter().map(|one| one.touch.site));
        let now = bundle.choose(letters).filter(|choice| self.holds(choice, bundle, coarse))?;
        let later = self.later(group, letters);
        let then = later.choose(letters)?;
        self.holds(&then, &later, coarse).then_some(now)
    }

    fn holds(&self, choice: &Choice, bundle: &Bundle, coarse: f64) -> bool {
        let fastest = bundle.bias.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        choice.margin >= -coarse * self.faint_force(&choice.forces)
            && choice.slack >= -coarse * self.grains.acceleration.max(1e-9 * fastest)
    }

    /// The law of a group an instant later, if it does this.
    fn later(&self, group: &[Resting], letters: &[Letter]) -> Bundle {
        let world = self.world;
        let held = group
            .iter()
            .zip(letters)
            .filter(|(_, letter)| letter.is_kept())
            .map(|(one, letter)| Held { site: one.touch.site, kind: one.kind, letter: *letter, offset: 0.0 });
        let phase = Phase::new(world, vec![held.collect()]);
        let instant = INSTANT * self.asked.until;
        let ahead = |numbers: &[f64], rates: &[f64], time: f64| -> Vec<f64> {
            numbers.iter().zip(rates).map(|(number, rate)| number + time * rate).collect()
        };
        let now = phase.rate(world, self.time, &self.numbers);
        let middle = ahead(&self.numbers, &now, 0.5 * instant);
        let then = phase.rate(world, self.time + 0.5 * instant, &middle);
        let placed = world.placed(self.time + instant, &ahead(&self.numbers, &then, instant));
        let touches: Vec<Touch> =
            group.iter().map(|one| Touch::new(world, &placed, one.touch.site)).collect();
        accelerating(world, &placed, &touches, group.iter().map(|one| one.kind).collect())
    }

    /// One choice near letters, now or an instant later; and the one that contradicts the law least now.
    fn near_letters(
        &self,
        bundle: &Bundle,
        group: &[Resting],
        start: Vec<Letter>,
    ) -> (Option<Choice>, Choice) {
        let small = |bundle: &Bundle| {
            let fastest = bundle.bias.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
            Small { force: self.grains.force, rate: self.grains.acceleration.max(1e-9 * fastest) }
        };
        let found = bundle.near(start, small(bundle));
        if found.consistent
            && let Some(choice) = self.goes_on(bundle, group, &found.choice.letters)
        {
            return (Some(choice), found.choice);
        }
        let later = self.later(group, &found.choice.letters);
        let next = later.near(found.choice.letters.clone(), small(&later)).choice;
        (self.goes_on(bundle, group, &next.letters), found.choice)
    }

    /// Whether two choices move all bodies alike.
    fn are_alike(&self, placed: &[Placed], touches: &[Touch], one: &Choice, other: &Choice) -> bool {
        let size = 3 * self.world.free.len();
        let mut apart = vec![0.0; size];
        let mut most = self.world.scales.acceleration;
        for (choice, sign) in [(one, 1.0), (other, -1.0)] {
            for (touch, force) in touches.iter().zip(&choice.forces) {
                touch.push(self.world, placed, *force, |own, axis, change| {
                    apart[3 * own + axis] += sign * change;
                    most = most.max(change.abs());
                });
            }
        }
        apart.iter().all(|entry| entry.abs() <= ALIKE * most)
    }

    /// Contacts that have bounced and will for so short a time that it is taken at once, with that time.
    fn dying(&mut self, hit: &Set<Site>) -> Vec<(Site, f64)> {
        let placed = self.placed();
        let rates = self.phase.rate(self.world, self.time, &self.numbers);
        let mut dying = Vec::new();
        for site in self.loose.clone() {
            let touch = Touch::new(self.world, &placed, site);
            let speed = touch.meeting.rates[0];
            let back = self.normal_acceleration(&placed, &touch, &rates);
            if speed <= self.grains.speed {
                continue;
            }
            let pair = &self.world.pairs[site.pair];
            let last = self.rebounds.insert(site, speed);
            if back >= 0.0 {
                continue;
            }
            let measured = last.map_or(0.5, |last| (speed / last).min(0.999));
            let ratio =
                if pair.restitution > 0.0 && hit.contains(&site) { pair.restitution } else { measured };
            let total = 2.0 * speed / (-back * (1.0 - ratio));
            if ratio < 1.0 && total < DYING * self.asked.until {
                dying.push((site, total));
            }
        }
        dying
    }

    /// Takes the normal speed off a contact whose bounces die out, with the friction of what they would have given.
    fn close(&mut self, site: Site) {
        let placed = self.placed();
        let touch = Touch::new(self.world, &placed, site);
        let pair = &self.world.pairs[site.pair];
        let [speed, slip] = touch.meeting.rates;
        let bundle = striking(self.world, &placed, &[touch], vec![Kind::Smooth]);
        let [nn, nt, tn, tt] = bundle.gram.block(0, 0);
        let friction = if pair.at_rest == 0.0 {
            0.0
        } else if slip.abs() > self.grains.speed {
            -pair.sliding * slip.signum()
        } else {
            -tn / tt
        };
        let normal = -speed / (nn + nt * friction);
        self.kick(&placed, &[touch], &[[normal, friction * normal]]);
    }

    /// Tells what has changed between what was held before and what is now.
    fn tell(&mut self, before: &[(Held, super::Vector)], hit: &Set<Site>, closed: &Table<Site, f64>) {
        let placed = self.placed();
        let wide = 1e-6 * self.world.scales.length;
        let mut lost: Vec<bool> = vec![true; before.len()];
        let now: Vec<Held> = self.phase.held().copied().collect();
        for held in now {
            let point = held.site.meeting(self.world, &placed).point;
            let same = |(old, at): &(Held, super::Vector)| {
                let apart = minus(at, &point);
                old.site == held.site || old.site.pair == held.site.pair && apart[0].hypot(apart[1]) <= wide
            };
            let Some(place) = before.iter().position(same) else {
                if !hit.contains(&held.site) && !closed.contains_key(&held.site) {
                    self.happens(EventKind::Touch, held.site, point);
                }
                continue;
            };
            lost[place] = false;
            match (before[place].0.letter, held.letter) {
                (Letter::Left | Letter::Right, Letter::Sticks) => {
                    self.happens(EventKind::Stick, held.site, point);
                }
                (old, new @ (Letter::Left | Letter::Right)) if old != new => {
                    self.happens(EventKind::Slip, held.site, point);
                }
                _ => {}
            }
        }
        for ((old, at), _) in before.iter().zip(lost).filter(|(_, lost)| *lost) {
            if !hit.contains(&old.site) {
                self.happens(EventKind::Leave, old.site, *at);
            }
        }
    }

    /// Tells of bounces that are over.
    pub(super) fn ring(&mut self) {
        let now = self.time;
        let over: Vec<Site> =
            self.timers.iter().filter(|(time, _)| *time <= now).map(|(_, site)| *site).collect();
        self.timers.retain(|(time, _)| *time > now);
        let placed = self.placed();
        for site in over {
            if self.phase.held().any(|held| held.site == site) {
                let point = site.meeting(self.world, &placed).point;
                self.happens(EventKind::Touch, site, point).died_out = true;
            }
        }
    }

    /// Stops where nothing moves and nothing will.
    pub(super) fn rest(&mut self, first: bool) {
        if !self.timers.is_empty() || self.world.is_driven() || self.stop.is_some() {
            return;
        }
        let rates = self.phase.rate(self.world, self.time, &self.numbers);
        let still = |(own, index): (usize, &usize)| {
            let reach = self.world.bodies[*index].reach.min(self.world.scales.length);
            let size = |of: &[f64]| of[0].abs() * reach + of[1].hypot(of[2]);
            let calm = 1e-9 * self.world.scales.acceleration;
            size(&self.numbers[6 * own + 3..6 * own + 6]) <= 4.0 * self.grains.speed
                && size(&rates[6 * own + 3..6 * own + 6]) <= calm
        };
        if !self.world.free.iter().enumerate().all(still) {
            return;
        }
        if let (false, Some(held)) = (first, self.phase.held().last().copied()) {
            let point = held.site.meeting(self.world, &self.placed()).point;
            self.happens(EventKind::Rest, held.site, point);
        }
        self.stop = Some(Stop::new(self.time, Reason::Rest));
    }

    /// What bodies that give way a little would do in this phase.
    pub(super) fn compliant(&self) -> Option<Vec<(String, [f64; 3])>> {
        let placed = self.placed();
        let group: Vec<Resting> = self
            .phase
            .held()
            .map(|held| Resting { touch: Touch::new(self.world, &placed, held.site), kind: held.kind })
            .collect();
        self.compliant_of(&placed, &group)
    }

    /// What bodies that give way a little would do, of one contact that slides: as they stiffen its force grows
    /// without bounds in no time, an impact without approach, until the slip has ended (Routh from `vn = 0`).
    fn compliant_of(&self, placed: &[Placed], group: &[Resting]) -> Option<Vec<(String, [f64; 3])>> {
        let [Resting { touch, kind: Kind::Slip { side, sliding } }] = group else { return None };
        let bundle = striking(self.world, placed, &[*touch], vec![Kind::Smooth]);
        let [nn, nt, tn, tt] = bundle.gram.block(0, 0);
        let slowing = tn - sliding * side * tt;
        if slowing * side >= 0.0 {
            return None;
        }
        let slid = -touch.meeting.rates[1] / slowing;
        let pressed = (nn - sliding * side * nt) * slid;
        // Once it sticks the normal speed rises again, to zero.
        let sticking = (-pressed).max(0.0) / (nn - nt * tn / tt);
        let impulse = [slid + sticking, -sliding * side * slid - tn / tt * sticking];
        let mut numbers = self.numbers.clone();
        touch.push(self.world, placed, impulse, |own, axis, change| numbers[6 * own + 3 + axis] += change);
        Some(twists(self.world, &numbers))
    }
}

/// The cluster in which the first contact of a group was.
fn old_cluster(known: &Table<Site, (usize, Held)>, group: &[Resting]) -> Option<usize> {
    let first = group.first()?;
    known.get(&first.touch.site).map(|(cluster, _)| *cluster)
}

/// The twists of the free bodies by name.
fn twists(world: &World, numbers: &[f64]) -> Vec<(String, [f64; 3])> {
    let body = |body: &super::world::Solid| match body.rule {
        Rule::Free(own) => Some((body.name.clone(), [0, 1, 2].map(|axis| numbers[6 * own + 3 + axis]))),
        _ => None,
    };
    world.bodies.iter().filter_map(body).collect()
}

/// Whether a choice differs from another only by starting to slide where that one sticks.
fn only_slides(kinds: &[Kind], known: &Choice, choice: &Choice) -> bool {
    known.letters.iter().zip(&choice.letters).zip(kinds).all(|((known, letter), kind)| {
        known == letter
            || *known == Letter::Sticks && letter.side() != 0.0 && matches!(kind, Kind::Rest { .. })
    })
}

/// The letters as a word.
fn word(letters: &[Letter]) -> String {
    let letter = |letter: &Letter| match letter {
        Letter::Separates => 's',
        Letter::Sticks => 'n',
        Letter::Left => 'l',
        Letter::Right => 'r',
        Letter::Kept => 'm',
    };
    letters.iter().map(letter).collect()
}
