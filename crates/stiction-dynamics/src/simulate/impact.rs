//! Impacts: at one point by Routh's method, at several by one complementarity problem or one after the other.
//!
//! At one point the normal impulse `P` grows from zero.  The relative velocity follows it, `v = v₀ + G·(P, Q)`,
//! and friction follows the slip: `dQ = −mu_k·sign(vt)·dP` while it slips; once it does not, `dQ =
//! −(G_tn/G_tt)·dP` if the static cone holds that, else it slips the other way.  So `v` is piecewise linear in
//! `P`, with at most two corners.  Newton's law ends it at `vn = −e·vn₀`; where that would gain energy,
//! Stronge's does: the work of the normal impulse after the greatest compression is −e² times that before it.
//!
//! References: \[Routh\], \[Stronge\].

use super::active::Small;
use super::law::{Kind, Letter};
use super::phase::{Touch, striking};
use super::plane::dot;
use super::world::{Placed, World};

/// What an impact at one point does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Impulse {
    /// Along normal and tangent.
    pub impulse: [f64; 2],
    /// Whether Stronge's law took the place of Newton's.
    pub stronge: bool,
}

/// Coefficients at one point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    pub at_rest: f64,
    pub sliding: f64,
    pub restitution: f64,
}

/// A straight piece of the way in the plane of impulses: per unit of normal impulse, the tangential one and
/// both velocities.
#[derive(Debug, Clone, Copy)]
struct Leg {
    tangential: f64,
    rates: [f64; 2],
    /// Normal impulse until the slip ends, if it does.
    length: f64,
}

/// The relative velocity on its way.
struct Way<'a> {
    gram: &'a [f64; 4],
    surface: Surface,
    velocity: [f64; 2],
    impulse: [f64; 2],
    /// Slip below it is none.
    grain: f64,
}

impl Way<'_> {
    /// The piece that begins here.
    fn leg(&self) -> Leg {
        let [nn, nt, tn, tt] = *self.gram;
        let along = |tangential: f64| [nn + nt * tangential, tn + tt * tangential];
        let slip = self.velocity[1];
        if slip.abs() > self.grain {
            let tangential = -self.surface.sliding * slip.signum();
            let rates = along(tangential);
            let length = if rates[1] * slip < 0.0 { -slip / rates[1] } else { f64::INFINITY };
            return Leg { tangential, rates, length };
        }
        let sticking = -tn / tt;
        let tangential = if sticking.abs() <= self.surface.at_rest {
            sticking
        } else {
            self.surface.sliding * sticking.signum()
        };
        Leg { tangential, rates: along(tangential), length: f64::INFINITY }
    }

    fn go(&mut self, leg: &Leg, length: f64) {
        self.impulse[0] += length;
        self.impulse[1] += leg.tangential * length;
        for axis in 0..2 {
            self.velocity[axis] += leg.rates[axis] * length;
        }
        if length == leg.length {
            self.velocity[1] = 0.0;
        }
    }

    /// Goes until the normal velocity is this; false where it never gets there.
    fn until(&mut self, normal: f64) -> bool {
        for _ in 0..4 {
            let leg = self.leg();
            let needed = (normal - self.velocity[0]) / leg.rates[0];
            if leg.rates[0] > 0.0 && needed <= leg.length {
                self.go(&leg, needed.max(0.0));
                return true;
            }
            if leg.length.is_infinite() {
                return false;
            }
            self.go(&leg, leg.length);
        }
        false
    }
}

/// Routh's impulse at one point.  `gram` is `[nn, nt, tn, tt]`.
pub(super) fn routh(gram: &[f64; 4], before: [f64; 2], surface: Surface, grain: f64) -> Impulse {
    let way = |_: ()| Way { gram, surface, velocity: before, impulse: [0.0; 2], grain };
    let mut newton = way(());
    let ended = newton.until(-surface.restitution * before[0]);
    let work = 0.5 * (dot(&newton.impulse, &before) + dot(&newton.impulse, &newton.velocity));
    let energy = 0.5 * before[0] * before[0] / gram[0];
    if ended && work <= 1e-12 * energy {
        return Impulse { impulse: newton.impulse, stronge: false };
    }
    // Stronge: down to the greatest compression, then as much normal work as e² of what that took.
    let mut stronge = way(());
    if !stronge.until(0.0) {
        return Impulse { impulse: newton.impulse, stronge: false };
    }
    let mut wanted = surface.restitution * surface.restitution * compression(gram, before, surface, grain);
    for _ in 0..4 {
        let leg = stronge.leg();
        let [speed, rate] = [stronge.velocity[0], leg.rates[0]];
        // ∫ vn dP = speed·P + rate·P²/2.
        let root = (speed * speed + 2.0 * rate * wanted).max(0.0).sqrt();
        let needed = if rate.abs() > 0.0 { (root - speed) / rate } else { f64::INFINITY };
        let length = needed.min(leg.length);
        if !length.is_finite() {
            break;
        }
        wanted -= speed * length + 0.5 * rate * length * length;
        stronge.go(&leg, length);
        if needed <= leg.length {
            break;
        }
    }
    Impulse { impulse: stronge.impulse, stronge: true }
}

/// The work that the normal impulse takes up to the greatest compression.
fn compression(gram: &[f64; 4], before: [f64; 2], surface: Surface, grain: f64) -> f64 {
    let mut way = Way { gram, surface, velocity: before, impulse: [0.0; 2], grain };
    let mut work = 0.0;
    for _ in 0..4 {
        let leg = way.leg();
        let ends = if leg.rates[0] > 0.0 { -way.velocity[0] / leg.rates[0] } else { f64::INFINITY };
        let length = ends.min(leg.length);
        if !length.is_finite() {
            break;
        }
        work -= way.velocity[0] * length + 0.5 * leg.rates[0] * length * length;
        way.go(&leg, length);
        if ends <= leg.length {
            break;
        }
    }
    work
}

/// Impulses at contacts that are struck together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Struck {
    /// Of each contact, along normal and tangent.
    pub impulses: Vec<[f64; 2]>,
    /// Which of them approached.
    pub hit: Vec<bool>,
    pub stronge: Vec<bool>,
    pub simultaneous: bool,
}

/// Passes after which what still approaches is stopped without bouncing.
const MOST_PASSES: usize = 100;

/// Choices that are tried one by one.
const MOST_TRIED: usize = 1024;

/// What happens when contacts of one group touch, some of which approach.
pub(super) fn strike(world: &World, placed: &[Placed], touches: &[Touch], grain: f64) -> Struck {
    let surface = |touch: &Touch| {
        let pair = &world.pairs[touch.site.pair];
        Surface { at_rest: pair.at_rest, sliding: pair.sliding, restitution: pair.restitution }
    };
    let surfaces: Vec<Surface> = touches.iter().map(surface).collect();
    let kind = |surface: &Surface| match surface {
        Surface { at_rest: 0.0, .. } => Kind::Smooth,
        Surface { at_rest, sliding, .. } => Kind::Rest { at_rest: *at_rest, sliding: *sliding },
    };
    let bundle = striking(world, placed, touches, surfaces.iter().map(kind).collect());
    let count = touches.len();
    let mut struck = Struck {
        impulses: vec![[0.0; 2]; count],
        hit: touches.iter().map(|touch| touch.meeting.rates[0] < -grain).collect(),
        stronge: vec![false; count],
        simultaneous: count > 1 && touches.iter().filter(|touch| touch.meeting.rates[0] < -grain).count() > 1,
    };
    let own = |at: usize| bundle.gram.block(at, at);
    let plastic = surfaces.iter().all(|surface| surface.restitution == 0.0);
    if count > 1
        && plastic
        && let Some(impulses) = together(&bundle, grain)
    {
        struck.impulses = impulses;
        return struck;
    }
    for _ in 0..MOST_PASSES {
        let mut approaching = false;
        for at in 0..count {
            let velocity = bundle.rates(&struck.impulses)[at];
            if velocity[0] < -grain {
                let more = routh(&own(at), velocity, surfaces[at], grain);
                struck.impulses[at] = [0, 1].map(|axis| struck.impulses[at][axis] + more.impulse[axis]);
                struck.simultaneous |= !struck.hit[at];
                struck.hit[at] = true;
                struck.stronge[at] |= more.stronge;
                approaching = true;
            }
        }
        if !approaching {
            return struck;
        }
    }
    let mut rest = bundle.clone();
    rest.bias = bundle.rates(&struck.impulses).into_iter().flatten().collect();
    if let Some(more) = together(&rest, grain) {
        for (sum, more) in struck.impulses.iter_mut().zip(more) {
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
    }
    struck
}

/// Impulses after which nothing approaches, each contact by its letter.
pub(super) fn together(bundle: &super::law::Bundle, grain: f64) -> Option<Vec<[f64; 2]>> {
    let holds = |letters: Vec<Letter>| {
        let choice = bundle.choose(&letters)?;
        let largest = choice.forces.iter().flatten().fold(0.0_f64, |most, part| most.max(part.abs()));
        (choice.margin >= -1e-9 * largest && choice.slack >= -grain).then_some(choice.forces)
    };
    if bundle.count() <= MOST_TRIED {
        return bundle.every().find_map(holds);
    }
    let small = Small { force: f64::MIN_POSITIVE, rate: grain };
    let kept: Vec<Letter> = bundle.kinds.iter().map(|kind| kind.preferred()).collect();
    holds(bundle.near(kept, small).choice.letters).or_else(|| bundle.by_lemke().and_then(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A point mass: what it keeps along the floor is what friction leaves.
    #[test]
    fn a_point_mass_slides_through_or_stops_along_the_floor() {
        let rough = |sliding: f64| Surface { at_rest: sliding, sliding, restitution: 0.5 };
        let gram = [1.0, 0.0, 0.0, 1.0];
        let slides = routh(&gram, [-2.0, 3.0], rough(0.1), 1e-12).impulse;
        assert!((slides[0] - 3.0).abs() < 1e-12 && (slides[1] + 0.3).abs() < 1e-12);
        let stops = routh(&gram, [-2.0, 1.0], rough(0.9), 1e-12).impulse;
        assert!((stops[0] - 3.0).abs() < 1e-12 && (stops[1] + 1.0).abs() < 1e-12);
    }

    /// A slender rod whose tip is dragged into the floor gains energy by Newton's law; Stronge's keeps what the
    /// compression left.
    #[test]
    fn where_newton_gains_energy_stronge_is_taken_and_does_not() {
        let mut found = 0;
        for step in 1..60 {
            let angle = 0.025 * f64::from(step);
            let arm = [-angle.cos(), -angle.sin()];
            let row = |axis: [f64; 2]| (3.0 * (arm[0] * axis[1] - arm[1] * axis[0]), axis);
            let entry = |a: [f64; 2], b: [f64; 2]| {
                let ((spin, _), moment) = (row(a), arm[0] * b[1] - arm[1] * b[0]);
                spin * moment + a[0] * b[0] + a[1] * b[1]
            };
            let (n, t) = ([0.0, 1.0], [-1.0, 0.0]);
            let gram = [entry(n, n), entry(n, t), entry(t, n), entry(t, t)];
            let surface = Surface { at_rest: 0.6, sliding: 0.6, restitution: 0.9 };
            for slip in [-1.5, -0.8, 0.4, 1.2] {
                let before = [-1.0, slip];
                let Impulse { impulse: [p, q], stronge } = routh(&gram, before, surface, 1e-12);
                let after = [before[0] + gram[0] * p + gram[1] * q, before[1] + gram[2] * p + gram[3] * q];
                let work = 0.5 * (p * (before[0] + after[0]) + q * (before[1] + after[1]));
                assert!(work <= 1e-12 && after[0] >= -1e-12, "{angle} {slip} {work}");
                found += usize::from(stronge);
            }
        }
        assert!(found > 0);
    }
}
