//! The fastest pace at which an assembly stays together on its path.
//!
//! At each place of the path the course is `p = g + s²·q`: what gravity gives, and what the motion adds at
//! `s` times its pace.  What stands is convex, so the values of `s²` that stand at all places are an
//! interval.  Known half-spaces bound it from outside, without a program; the largest pace that they leave is
//! followed, and where it falls there is one half-space more.

use super::cover::looks;
use super::follow::{AIM, Followed, Follower};
use super::pace::{Pace, Paced};
use super::pool::Pool;
use crate::stand::assembly::{Collapse, Searched};
use stiction_proof::moving::{MovingProblem, MovingProof, Rides};
use stiction_proof::{Answer, NonZero, Rational, Verified};
use stiction_scene::Refused;

/// What is known of the fastest pace.
#[derive(Debug, Clone, PartialEq)]
pub enum Fastest<S: Searched>
where
    S::Touch: Rides,
{
    /// It stays together at the first pace and not at the second, nor at any above it.
    Between {
        /// That it stays.
        slower: Verified<MovingProof<S::Touch>>,
        /// That it falls.
        faster: Verified<MovingProof<S::Touch>>,
    },
    /// It stays together at a pace that is more than anyone moves at.
    Unlimited(Verified<MovingProof<S::Touch>>),
    /// No pace was found at which it does.
    Never,
}

/// Relative width of the bracket.
const WIDTH: f64 = 1e-6;
/// Paces that are followed.
const MOST_PACES: usize = 24;
/// Of courses of many components, where each takes long, fewer are.
const FEW_PACES: usize = 4;
const FEW_COMPONENTS: usize = 5;
/// Beyond this pace nothing is asked.
const MOST_PACE: f64 = 1024.0;
/// Steps to the summit between two places.
const SUMMIT: usize = 40;
/// Places of the path at which rows are compared.
const PLACES: usize = 256;

struct Search<'p, 'a, S: Searched + Paced>
where
    S::Touch: Rides,
{
    pool: &'p mut Pool<'a, S>,
    slower: Option<(f64, Verified<MovingProof<S::Touch>>)>,
    faster: Option<(f64, Verified<MovingProof<S::Touch>>)>,
}

impl<S: Searched + Paced> Search<'_, '_, S>
where
    S::Touch: Rides,
{
    /// The row and the place of the path, as a part of its time, at which a pace exceeds most.
    fn excess(&self, pace: f64) -> (f64, Option<(usize, f64)>) {
        let Some(speed) = Rational::from_f64(pace) else { return (0.0, None) };
        let at = Pace::new::<S, S::Touch>(self.pool.problem, &speed);
        let end = self.pool.problem.motion.duration.to_f64() / pace;
        let mut worst = (f64::NEG_INFINITY, None);
        for part in looks(0.0, 1.0, PLACES) {
            let value = at.at(part * end);
            for (index, row) in self.pool.rows.iter().enumerate() {
                let excess = row.excess(&value);
                if excess > worst.0 {
                    worst = (excess, Some((index, part)));
                }
            }
        }
        // Between two places it may exceed more: the summit of that row.
        if let (_, Some((index, part))) = worst {
            let height = |part: f64| self.pool.rows[index].excess(&at.at(part * end));
            let step = 1.0 / PLACES as f64;
            let (mut low, mut high) = ((part - step).max(0.0), (part + step).min(1.0));
            for _ in 0..SUMMIT {
                let (one, other) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                if height(one) < height(other) { low = one } else { high = other }
            }
            let summit = 0.5 * (low + high);
            if height(summit) > worst.0 {
                worst = (height(summit), Some((index, summit)));
            }
        }
        worst
    }

    /// Follows a pace and keeps what it proves.
    fn try_pace(&mut self, speed: &Rational) -> Result<Answer, Refused> {
        let asked = self.pool.asked;
        // At no pace at all nothing ends.
        let Some(over) = NonZero::new(speed.clone()) else { return Ok(Answer::Undecided) };
        let found = Follower::new(self.pool, &over, AIM).follow()?;
        self.pool.asked = asked;
        let answer = found.answer;
        self.take(found);
        Ok(answer)
    }

    fn take(&mut self, found: Followed<S>) {
        let pace = found.speed.to_f64();
        match (found.answer, found.stays, found.falls) {
            (Answer::Yes, Some(stays), _) if self.slower.as_ref().is_none_or(|(known, _)| pace > *known) => {
                self.slower = Some((pace, stays));
            }
            (Answer::No, _, Some(falls)) => {
                let above = self.slower.as_ref().is_none_or(|(known, _)| pace > *known);
                if above && self.faster.as_ref().is_none_or(|(known, _)| pace < *known) {
                    self.faster = Some((pace, falls));
                }
            }
            _ => {}
        }
    }

    /// A pace that no known row excludes: the largest of a coarse list.
    fn open_pace(&self) -> Option<f64> {
        let steps = (-60..=40).rev().map(|step| 2f64.powf(f64::from(step) / 4.0));
        steps.into_iter().find(|&pace| self.excess(pace).0 <= 0.0)
    }

    /// The pace above `from` at which a row is first exceeded.
    fn bound(&self, from: f64) -> Option<f64> {
        let (mut below, mut above) = (from, from * 2.0);
        while self.excess(above).0 <= 0.0 {
            if above > MOST_PACE {
                return None;
            }
            (below, above) = (above, above * 2.0);
        }
        for _ in 0..50 {
            let middle = 0.5 * (below + above);
            if self.excess(middle).0 > 0.0 { above = middle } else { below = middle }
        }
        Some(below)
    }

    /// That a pace above the bound falls, by the row that it exceeds.
    fn exceeded(&self, pace: f64) -> Option<Verified<MovingProof<S::Touch>>> {
        let speed = Rational::from_f64(pace)?;
        let (_, worst) = self.excess(pace);
        let (row, part) = worst?;
        let Collapse { twists, resistance, absorbed } = self.pool.rows[row].collapse.clone();
        let end = self.pool.problem.motion.duration.checked_div(&speed)?;
        let at = end * Rational::from_f64(part)?;
        self.pool.problem.check(MovingProof::Falls { speed, at, twists, resistance, absorbed }).ok()
    }
}

/// A short fraction just below a pace.
fn below(pace: f64) -> Option<Rational> {
    let (low, high) =
        (Rational::from_f64(pace * (1.0 - WIDTH))?, Rational::from_f64(pace * (1.0 - 0.1 * WIDTH))?);
    Some(Rational::simplest_between(&low, &high))
}

/// Brackets the fastest pace, from what was found at the given one.
pub(super) fn fastest<S: Searched + Paced>(
    pool: &mut Pool<'_, S>,
    found: Followed<S>,
) -> Result<Fastest<S>, Refused>
where
    S::Touch: Rides,
{
    let mut search = Search { pool, slower: None, faster: None };
    search.take(found);
    for _ in 0..MOST_PACES {
        if search.slower.is_some() {
            break;
        }
        let Some(speed) = search.open_pace().and_then(Rational::from_f64) else { return Ok(Fastest::Never) };
        if search.try_pace(&speed)? == Answer::Undecided {
            break;
        }
    }
    let paces = if search.pool.dimension() > FEW_COMPONENTS { FEW_PACES } else { MOST_PACES };
    let mut below_bound = 0.0;
    for _ in 0..paces {
        let Some((slower, _)) = &search.slower else { return Ok(Fastest::Never) };
        let Some(bound) = search.bound(*slower) else {
            let far = Rational::from_f64(MOST_PACE).unwrap_or_else(Rational::one);
            if search.try_pace(&far)? == Answer::Yes {
                break;
            }
            continue;
        };
        if let Some(proof) = search.exceeded(bound * (1.0 + WIDTH)) {
            search.faster = Some((bound * (1.0 + WIDTH), proof));
        }
        if bound <= slower * (1.0 + 2.0 * WIDTH) {
            break;
        }
        // Where a pace below the bound falls by no new row, or is left open, slower ones are tried.
        let (known, pace) = (search.pool.rows.len(), bound * (1.0 - below_bound));
        if pace <= slower * (1.0 + 2.0 * WIDTH) {
            break;
        }
        let Some(speed) = below(pace) else { break };
        if search.try_pace(&speed)? != Answer::Yes && search.pool.rows.len() == known {
            below_bound = 8.0 * (below_bound + WIDTH);
        }
    }
    // A pace that falls below one that stays says that the path needs speed, not how much is too much.
    let fast = |slower: f64| search.faster.filter(|(pace, _)| *pace > slower);
    Ok(match search.slower.map(|(pace, slower)| (slower, fast(pace))) {
        Some((slower, Some((_, faster)))) => Fastest::Between { slower, faster },
        Some((slower, None)) => Fastest::Unlimited(slower),
        None => Fastest::Never,
    })
}

/// Follows an assembly at its own pace, and brackets the fastest one.
pub fn follow_and_hasten<S: Searched + Paced>(
    problem: &MovingProblem<S::Touch>,
) -> Result<(Followed<S>, Fastest<S>), Refused>
where
    S::Touch: Rides,
{
    let mut pool = Pool::<S>::new(problem);
    let found = Follower::new(&mut pool, &NonZero::one(), AIM).follow()?;
    let fastest = fastest(&mut pool, found.clone())?;
    Ok((found, fastest))
}
