//! A stick on two fingers that are brought together slowly \[MR Example 12.10\], \[MR Exercise 12.29\].
//!
//! The left finger stays, the right one comes closer with speed v.  With `a` and `b` for the distances of the
//! centre of mass from the left and from the right finger, the fingers carry `b/(a + b)` and `a/(a + b)` of
//! the weight: the nearer one carries more.
//!
//! ```text
//!     falls     a < 0 or b < 0: no forces that push balance                                                  (1)
//!     ln        slips on the left, rides with the right finger: balances if and only if μk·b ≤ μs·a         (2)
//!     nr        stays on the left, slips on the right:          balances if and only if μk·a ≤ μs·b         (3)
//!     lr        slips on both, stays centred:                    balances where a = b                        (4)
//! ```
//!
//! The finger that carries less slips first.  A finger that sticks goes on sticking as long as that balances
//! (conventions), so a phase ends where (2) or (3) is an equation, and the fingers exchange roles; with μk =
//! μs both slip from then on.  In every phase `a` and `b` are affine in time, and so are both sides of (2),
//! (3), (4): what balances at both ends of a phase balances throughout.
//!
//! With ρ = μk/μs < 1 a phase that begins at the limit `a = ρb` with `nr` ends at `b' = ρa`, so that each
//! later phase multiplies the distance of the fingers by ρ.  If 0 < ρ and no distance is zero there are
//! phases without number, and as the distances sum up the fingers meet at the time `(a + b)/v`, with the
//! centre of mass between them.

use crate::check::{Refusal, Verified};
use crate::rational::Rational;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where fingers and centre of mass are along the stick's line, m.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickState {
    /// The finger that stays.
    pub left: Rational,
    /// The finger that comes closer.
    pub right: Rational,
    /// The stick's centre of mass.
    pub com: Rational,
}

/// A stick and two fingers, at the beginning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeterStick {
    /// Where everything is.
    pub start: StickState,
    /// With which the fingers come together, m/s.
    pub speed: Rational,
    /// Friction while sticking.
    #[serde(rename = "static")]
    pub at_rest: Rational,
    /// Friction while sliding.
    #[serde(rename = "kinetic")]
    pub sliding: Rational,
}

/// What the stick does on the left and on the right finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StickMode {
    /// It slips on the left finger.
    #[serde(rename = "ln")]
    Left,
    /// It slips on the right finger.
    #[serde(rename = "nr")]
    Right,
    /// It slips on both.
    #[serde(rename = "lr")]
    Both,
}

impl StickMode {
    /// Its letters.
    pub fn letters(self) -> &'static str {
        match self {
            Self::Left => "ln",
            Self::Right => "nr",
            Self::Both => "lr",
        }
    }
}

impl fmt::Display for StickMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

/// A stretch of time in one mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickPhase {
    /// When it begins, s.
    pub t: Rational,
    /// What slips.
    pub mode: StickMode,
    /// Where everything is then.
    pub state: StickState,
}

/// Why a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StickReason {
    /// The fingers meet.
    Touch,
    /// The centre of mass is not between the fingers.
    Fall,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickEnd {
    /// What ends it.
    pub reason: StickReason,
    /// When, s.
    pub t: Rational,
    /// Where everything is then.
    pub state: StickState,
}

/// What happens in time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StickRun {
    /// The phases, one after the other; the first ones, where they never end.
    pub phases: Vec<StickPhase>,
    /// Whether there are phases without number.
    pub endless: bool,
    /// How it ends.
    pub end: StickEnd,
}

impl StickState {
    /// The distances `a` and `b` of the centre of mass from the fingers.
    pub fn distances(&self) -> [Rational; 2] {
        [&self.com - &self.left, &self.right - &self.com]
    }

    /// The distance of the fingers.
    pub fn gap(&self) -> Rational {
        &self.right - &self.left
    }
}

impl MeterStick {
    /// Accepts a run, or says why it is none.
    ///
    /// # Errors
    /// The stick is none, or a phase does not balance, moves otherwise, or ends too early or too late.
    pub fn check(&self, run: StickRun) -> Result<Verified<StickRun>, Refusal> {
        self.well_formed()?;
        let [a, b] = self.start.distances();
        if a.is_negative() || b.is_negative() {
            let at_once = run.end.reason == StickReason::Fall
                && run.phases.is_empty()
                && !run.endless
                && run.end.t.is_zero()
                && run.end.state == self.start;
            return at_once.then(|| Verified::accepted(run)).ok_or_else(|| bad("it falls at once"));
        }
        self.beginning(run.phases.first())?;
        for (phase, next) in run.phases.iter().zip(run.phases.iter().skip(1)) {
            self.phase(phase, &next.t, &next.state)?;
            self.exchange(phase.mode, next)?;
        }
        self.ending(&run)?;
        Ok(Verified::accepted(run))
    }

    fn well_formed(&self) -> Result<(), Refusal> {
        let positive = self.speed.is_positive() && self.at_rest.is_positive();
        let lawful = !self.sliding.is_negative() && self.sliding <= self.at_rest;
        let apart = self.start.gap().is_positive();
        (positive && lawful && apart).then_some(()).ok_or_else(|| bad("the stick is malformed"))
    }

    /// Equations (2), (3), (4).
    pub fn balances(&self, mode: StickMode, state: &StickState) -> bool {
        let [a, b] = state.distances();
        let (least, most) = match mode {
            StickMode::Left => (&self.sliding * &b, &self.at_rest * &a),
            StickMode::Right => (&self.sliding * &a, &self.at_rest * &b),
            StickMode::Both => return a == b,
        };
        !a.is_negative() && !b.is_negative() && least <= most
    }

    /// Whether the finger that sticks is at its limit, where a phase ends.
    fn at_limit(&self, mode: StickMode, state: &StickState) -> bool {
        let [a, b] = state.distances();
        match mode {
            StickMode::Left => &self.sliding * &b == &self.at_rest * &a,
            StickMode::Right => &self.sliding * &a == &self.at_rest * &b,
            StickMode::Both => false,
        }
    }

    /// The modes that may come first: the finger that carries less slips.  Where both carry the same, both
    /// slip if the coefficients are equal, and otherwise either.
    pub fn first(&self, state: &StickState) -> &'static [StickMode] {
        let [a, b] = state.distances();
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => &[StickMode::Left],
            std::cmp::Ordering::Less => &[StickMode::Right],
            std::cmp::Ordering::Equal if self.sliding == self.at_rest => &[StickMode::Both],
            std::cmp::Ordering::Equal => &[StickMode::Left, StickMode::Right],
        }
    }

    fn beginning(&self, first: Option<&StickPhase>) -> Result<(), Refusal> {
        let right = first.is_some_and(|phase| {
            phase.t.is_zero() && phase.state == self.start && self.first(&phase.state).contains(&phase.mode)
        });
        right.then_some(()).ok_or_else(|| bad("the finger that carries less slips first"))
    }

    /// A phase ends so, and balances at both ends.
    fn phase(&self, phase: &StickPhase, t: &Rational, end: &StickState) -> Result<(), Refusal> {
        let (lasts, from) = (t - &phase.t, &phase.state);
        let way = &self.speed * &lasts;
        let com = match phase.mode {
            StickMode::Left => &from.com - &way,
            StickMode::Right => from.com.clone(),
            StickMode::Both => &from.com - &(&way * &Rational::new(1, 2)),
        };
        let moved = lasts.is_positive()
            && end.left == from.left
            && end.right == &from.right - &way
            && end.com == com
            && !end.gap().is_negative();
        if !moved {
            return Err(bad("a phase moves otherwise"));
        }
        let balances = self.balances(phase.mode, from) && self.balances(phase.mode, end);
        balances.then_some(()).ok_or_else(|| bad("a phase does not balance"))
    }

    /// After a phase the fingers exchange roles where the one that sticks is at its limit.
    fn exchange(&self, before: StickMode, next: &StickPhase) -> Result<(), Refusal> {
        let follows = match (before, self.sliding == self.at_rest) {
            (StickMode::Both, _) => None,
            (_, true) => Some(StickMode::Both),
            (StickMode::Left, false) => Some(StickMode::Right),
            (StickMode::Right, false) => Some(StickMode::Left),
        };
        let right = follows == Some(next.mode) && self.at_limit(before, &next.state);
        right.then_some(()).ok_or_else(|| bad("the fingers exchange roles at the limit and nowhere else"))
    }

    /// The fingers meet: after the last phase, or after phases without number.
    fn ending(&self, run: &StickRun) -> Result<(), Refusal> {
        let (Some(last), end) = (run.phases.last(), &run.end) else { return Err(bad("there is no phase")) };
        let meets = end.reason == StickReason::Touch
            && &end.t * &self.speed == self.start.gap()
            && [&end.state.left, &end.state.right, &end.state.com].iter().all(|&at| at == &self.start.left);
        if !meets {
            return Err(bad("the fingers meet when they have come all the way"));
        }
        if !run.endless {
            return self.phase(last, &end.t, &end.state);
        }
        // By the theorem: 0 < ρ < 1, and the sticking finger reaches its limit before the fingers meet.
        let [a, b] = last.state.distances();
        let shrinks = self.sliding.is_positive() && self.sliding < self.at_rest;
        let apart = match last.mode {
            StickMode::Left => b.is_positive(),
            StickMode::Right => a.is_positive(),
            StickMode::Both => false,
        };
        let goes_on = shrinks && apart && self.balances(last.mode, &last.state);
        goes_on.then_some(()).ok_or_else(|| bad("the phases end"))
    }
}

fn bad(why: &'static str) -> Refusal {
    Refusal::Stick(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(left: i64, right: i64, com: i64) -> StickState {
        let [left, right, com] = [left, right, com].map(|at| Rational::new(at, 10));
        StickState { left, right, com }
    }

    fn phase(t: i64, mode: StickMode, state: StickState) -> StickPhase {
        StickPhase { t: Rational::from(t), mode, state }
    }

    /// The stick of the book: it rides on the right finger, which carries more, until its centre is in the middle.
    fn book() -> (MeterStick, StickRun) {
        let half = Rational::new(1, 2);
        let stick = MeterStick {
            start: state(1, 6, 5),
            speed: Rational::new(1, 10),
            at_rest: half.clone(),
            sliding: half,
        };
        let phases =
            vec![phase(0, StickMode::Left, state(1, 6, 5)), phase(3, StickMode::Both, state(1, 3, 2))];
        let end = StickEnd { reason: StickReason::Touch, t: Rational::from(5), state: state(1, 1, 1) };
        (stick, StickRun { phases, endless: false, end })
    }

    #[test]
    fn the_stick_of_the_book_slips_left_and_then_on_both_fingers() {
        let (stick, run) = book();
        assert!(stick.check(run).is_ok());
    }

    #[test]
    fn no_other_run_is_accepted() {
        let (stick, run) = book();
        let changes: [fn(&mut StickRun); 9] = [
            |run| run.phases.clear(),
            |run| run.phases[0].mode = StickMode::Right,
            |run| run.phases[1].mode = StickMode::Right,
            |run| run.phases[1].t = Rational::from(2),
            |run| run.phases[1].state = state(1, 3, 3),
            |run| run.end.t = Rational::from(4),
            |run| run.end.reason = StickReason::Fall,
            |run| run.endless = true,
            |run| {
                run.phases.pop();
            },
        ];
        for (index, change) in changes.into_iter().enumerate() {
            let mut changed = run.clone();
            change(&mut changed);
            assert!(stick.check(changed).is_err(), "{index}");
        }
        let mut still = stick;
        still.speed = Rational::zero();
        assert!(still.check(run).is_err());
    }

    #[test]
    fn a_stick_beyond_its_fingers_falls() {
        let (mut stick, mut run) = book();
        stick.start = state(1, 6, 7);
        assert!(stick.check(run.clone()).is_err());
        run.phases.clear();
        run.end = StickEnd { reason: StickReason::Fall, t: Rational::zero(), state: state(1, 6, 7) };
        assert!(stick.check(run).is_ok());
    }
}
