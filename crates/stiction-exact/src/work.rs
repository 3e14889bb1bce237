//! How long work may take, and who hears how far it is.
//!
//! An [`Allowance`] of time, of steps, or until somebody calls it off, is put in force while a function runs,
//! and loops that may be long [`spend`] from it.  When it is used up the innermost [`within`], [`attempt`] or
//! [`attempt_with`] that is running returns [`Stopped`], and whatever was found before stays with the caller:
//!
//! ```
//! use stiction_exact::work::{Allowance, attempt, spend, within};
//! let allowance = Allowance::unlimited().of_steps(100_000);
//! let found = within(&allowance, || {
//!     let verdict = 42;
//!     let margin = attempt("margins", || loop { spend(1000) });
//!     (verdict, margin.map_err(|stopped: stiction_exact::work::Stopped| stopped.to_string()))
//! });
//! assert_eq!(found.unwrap(), (42, Err("not finished in 100000 steps (margins)".to_owned())));
//! ```
//!
//! The way from a loop to who catches the stop is unwinding, without a panic: no hook is called and nothing
//! is printed.  An exact program and a conversion of a cone have no error to return, and that they can be
//! stopped changes no signature between them and a question.  Without an allowance nothing ever stops.  A
//! loop that wants to keep what it has asks [`going`] instead. Other threads are under the allowance of
//! [`here`] where they [`Here::resume`] it; [`lines`] does so for many pieces of one work.
//!
//! A step is about one multiplication of long integers, some 50 ns; the clock is read once in [`LOOK`] steps.
//!
//! **Work is spent.** A question runs under an allowance of time, and every loop that may be long spends
//! steps from it. When it is used up, the innermost part of the question that can be missing is: its
//! quantities are null with a reason, and what was proved before it stays. The way there is unwinding, so
//! that an exact program deep inside needs no error of its own; a stop is never an answer, and never a
//! defect. The command ends what does not hear of it.

mod lines;

pub use lines::{foresee, lines};

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Steps between two looks at the clock: a fraction of a millisecond.
pub const LOOK: u64 = 4096;

/// Time between two words to the observer where a work does not tell how far it is.
const BREATH: Duration = Duration::from_millis(100);

/// What was not finished, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stopped {
    /// What was being done: a word or two.
    pub at: &'static str,
    /// What was used up.
    pub why: Limit,
}

/// What an allowance is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Limit {
    /// So much time.
    Time(Duration),
    /// So many steps.
    Steps(u64),
    /// More time than was allowed, as far as the work that was done tells.
    Longer {
        /// What it would take.
        needed: Duration,
        /// What was allowed.
        allowed: Duration,
    },
    /// Somebody called it off.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "not finished in {} s", time.as_secs_f64()),
            Self::Steps(steps) => write!(f, "not finished in {steps} steps"),
            Self::Longer { needed, allowed } => {
                let [needed, allowed] = [needed, allowed].map(Duration::as_secs_f64);
                write!(f, "it would take about {needed} s, and may take {allowed} s")
            }
            Self::Cancelled => f.write_str("called off"),
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)?;
        if self.at.is_empty() { Ok(()) } else { write!(f, " ({})", self.at) }
    }
}

impl std::error::Error for Stopped {}

/// How far a work is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub at: &'static str,
    /// How much of it, and of how much, where that is known.
    pub done: Option<(usize, usize)>,
}

type Heard = dyn Fn(Progress) + Send + Sync;

/// What a work may take: without more said, whatever it takes.
#[derive(Clone, Default)]
pub struct Allowance {
    time: Option<Duration>,
    end: Option<(Instant, Duration)>,
    steps: Option<u64>,
    cancelled: Option<Arc<AtomicBool>>,
    heard: Option<Arc<Heard>>,
}

impl Allowance {
    /// Whatever it takes.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// So much time from when it is put in force.
    #[must_use]
    pub fn lasting(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Until an instant; `told` is the time that a stop speaks of.
    #[must_use]
    pub fn until(self, end: Instant, told: Duration) -> Self {
        Self { end: Some((end, told)), ..self }
    }

    /// So many steps, which is the same on every machine.
    #[must_use]
    pub fn of_steps(self, steps: u64) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// Until the flag is set.
    #[must_use]
    pub fn unless(self, cancelled: Arc<AtomicBool>) -> Self {
        Self { cancelled: Some(cancelled), ..self }
    }

    /// Somebody who hears how far it is.
    #[must_use]
    pub fn observed(self, heard: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { heard: Some(Arc::new(heard)), ..self }
    }
}

impl fmt::Debug for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, end, steps, cancelled, heard } = self;
        let (cancelled, heard) = (cancelled.is_some(), heard.is_some());
        write!(
            f,
            "Allowance {{ time: {time:?}, end: {end:?}, steps: {steps:?}, cancelled: {cancelled}, heard: {heard} }}"
        )
    }
}

/// How long it may take changes no answer that there is.
impl PartialEq for Allowance {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// An allowance in force, inside of others.
struct Scope {
    outer: Option<Arc<Scope>>,
    end: Option<(Instant, Duration)>,
    steps: Option<u64>,
    spent: AtomicU64,
    cancelled: Option<Arc<AtomicBool>>,
    heard: Option<Arc<Heard>>,
    /// When the observer heard last, in milliseconds from `begun`.
    told: AtomicU64,
    begun: Instant,
    stopped: OnceLock<Stopped>,
    /// What is known should it be stopped, in words.
    known: Mutex<Option<String>>,
}

thread_local! {
    static SCOPE: RefCell<Option<Arc<Scope>>> = const { RefCell::new(None) };
    static AT: Cell<&'static str> = const { Cell::new("") };
    /// Steps until the next look.
    static REST: Cell<u64> = const { Cell::new(LOOK) };
}

impl Scope {
    fn new(allowance: &Allowance, outer: Option<Arc<Self>>) -> Self {
        let begun = Instant::now();
        let own = allowance.time.and_then(|time| Some((begun.checked_add(time)?, time)));
        let end = [own, allowance.end].into_iter().flatten().min_by_key(|(end, _)| *end);
        let heard = allowance.heard.clone().or_else(|| outer.as_ref()?.heard.clone());
        Self {
            outer,
            end,
            steps: allowance.steps,
            spent: AtomicU64::new(0),
            cancelled: allowance.cancelled.clone(),
            heard,
            told: AtomicU64::new(0),
            begun,
            stopped: OnceLock::new(),
            known: Mutex::new(None),
        }
    }

    /// The time that is left, and what was allowed.
    fn left(&self) -> Option<(Duration, Duration)> {
        let now = Instant::now();
        let ends = self.chain().filter_map(|scope| scope.end);
        ends.map(|(end, allowed)| (end.saturating_duration_since(now), allowed)).min()
    }

    /// This scope and those around it.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |scope| scope.outer.as_deref())
    }

    /// Whether this very scope is used up.
    fn limit(&self, now: Instant) -> Option<Limit> {
        if self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        if let Some((end, told)) = self.end
            && now >= end
        {
            return Some(Limit::Time(told));
        }
        let steps = self.steps.filter(|&steps| self.spent.load(Ordering::Relaxed) >= steps);
        steps.map(Limit::Steps)
    }

    /// Counts steps; what is used up is noted in every scope inside of it.
    fn look(&self, steps: u64) -> Result<(), Stopped> {
        let now = Instant::now();
        for scope in self.chain() {
            scope.spent.fetch_add(steps, Ordering::Relaxed);
        }
        for (depth, scope) in self.chain().enumerate() {
            if let Some(why) = scope.limit(now) {
                let stopped = Stopped { at: AT.get(), why };
                for inner in self.chain().take(depth + 1) {
                    let _ = inner.stopped.set(stopped);
                }
                return Err(stopped);
            }
        }
        self.breathe(now);
        Ok(())
    }

    /// A word to the observer now and then.
    fn breathe(&self, now: Instant) {
        let Some(heard) = &self.heard else { return };
        let since = now.saturating_duration_since(self.begun).as_millis() as u64;
        let last = self.told.load(Ordering::Relaxed);
        if since >= last + BREATH.as_millis() as u64 {
            self.told.store(since, Ordering::Relaxed);
            heard(Progress { at: AT.get(), done: None });
        }
    }
}

fn current() -> Option<Arc<Scope>> {
    SCOPE.with_borrow(Clone::clone)
}

/// Steps since the last look, which begin anew.
fn owed() -> u64 {
    LOOK - REST.replace(LOOK)
}

/// Counts the steps since the last look without a look.
fn settle() {
    let steps = owed();
    for scope in current().iter().flat_map(|scope| scope.chain()) {
        scope.spent.fetch_add(steps, Ordering::Relaxed);
    }
}

/// Puts a scope and a word in force, and the former ones back however the function ends.
struct Entered {
    scope: Option<Arc<Scope>>,
    at: &'static str,
}

impl Entered {
    fn new(scope: Option<Arc<Scope>>, at: &'static str) -> Self {
        settle();
        Self { scope: SCOPE.replace(scope), at: AT.replace(at) }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        settle();
        SCOPE.set(self.scope.take());
        AT.set(self.at);
    }
}

/// Runs a function, and catches the stop of what it does.
fn caught<T>(scope: Option<Arc<Scope>>, at: &'static str, run: impl FnOnce() -> T) -> Result<T, Stopped> {
    let entered = Entered::new(scope, at);
    going()?;
    let end = catch_unwind(AssertUnwindSafe(run));
    drop(entered);
    end.map_err(|why: Box<dyn Any + Send>| match why.downcast::<Stopped>() {
        Ok(stopped) => *stopped,
        Err(other) => resume_unwind(other),
    })
}

/// Runs a function under an allowance, inside of those in force already.
pub fn within<T>(allowance: &Allowance, run: impl FnOnce() -> T) -> Result<T, Stopped> {
    let scope = Scope::new(allowance, current());
    caught(Some(Arc::new(scope)), AT.get(), run)
}

/// Runs a part of a work that may be missing from what is told: when time is up the rest is told without it.
pub fn attempt<T>(at: &'static str, run: impl FnOnce() -> T) -> Result<T, Stopped> {
    caught(current(), at, run)
}

/// The same for a part that is not worth more than its own allowance.
pub fn attempt_with<T>(
    at: &'static str,
    allowance: &Allowance,
    run: impl FnOnce() -> T,
) -> Result<T, Stopped> {
    let scope = Scope::new(allowance, current());
    caught(Some(Arc::new(scope)), at, run)
}

/// The same; where it was stopped, with what was [known](know) by then.
pub fn attempt_knowing<T>(
    at: &'static str,
    allowance: &Allowance,
    run: impl FnOnce() -> T,
) -> Result<T, (Stopped, Option<String>)> {
    let scope = Arc::new(Scope::new(allowance, current()));
    caught(Some(Arc::clone(&scope)), at, run)
        .map_err(|stopped| (stopped, scope.known.lock().unwrap_or_else(PoisonError::into_inner).take()))
}

/// Says what is known, for who hears that the work was stopped.
pub fn know(known: String) {
    for scope in current().iter().flat_map(|scope| scope.chain()) {
        *scope.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
    }
}

/// Counts steps, and leaves for the innermost [`attempt`] when the allowance is used up.
pub fn spend(steps: usize) {
    if let Err(stopped) = counted(steps) {
        resume_unwind(Box::new(stopped));
    }
}

/// Whether there is time left; reads the clock.
pub fn going() -> Result<(), Stopped> {
    let steps = owed();
    current().map_or(Ok(()), |scope| scope.look(steps))
}

/// The same as [`spend`] for a loop that keeps what it has.
pub fn counted(steps: usize) -> Result<(), Stopped> {
    let (rest, steps) = (REST.get(), steps as u64);
    if steps < rest {
        REST.set(rest - steps);
        return Ok(());
    }
    let steps = owed() + steps;
    current().map_or(Ok(()), |scope| scope.look(steps))
}

/// Tells the observer how much of the present work is done.
pub fn tell(done: usize, total: usize) {
    let Some(scope) = current() else { return };
    let Some(heard) = &scope.heard else { return };
    heard(Progress { at: AT.get(), done: Some((done, total)) });
}

/// An allowance of a part of the time that is left, which speaks of the time that was allowed.
pub fn share(part: f64) -> Allowance {
    let left = current().and_then(|scope| scope.left());
    left.map_or_else(Allowance::unlimited, |(left, allowed)| {
        Allowance::unlimited().until(Instant::now() + left.mul_f64(part), allowed)
    })
}

/// What was stopped first in the innermost allowance that is in force.
pub fn stopped() -> Option<Stopped> {
    current().and_then(|scope| scope.stopped.get().copied())
}

/// Notes that a part was stopped by an allowance of its own, where nothing else was stopped before: what is
/// told lacks it.
pub fn note(stopped: Stopped) {
    if let Some(scope) = current() {
        let _ = scope.stopped.set(stopped);
    }
}

/// What is in force here, for other threads.
#[derive(Clone)]
pub struct Here {
    scope: Option<Arc<Scope>>,
    at: &'static str,
}

/// What is in force on this thread.
pub fn here() -> Here {
    Here { scope: current(), at: AT.get() }
}

impl Here {
    /// Runs a function under what was in force there; its stop goes on to the thread that waits for this one.
    pub fn resume<T>(&self, run: impl FnOnce() -> T) -> T {
        let _entered = Entered::new(self.scope.clone(), self.at);
        run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn of_steps(steps: u64) -> Allowance {
        Allowance::unlimited().of_steps(steps)
    }

    fn endless() {
        loop {
            spend(10);
        }
    }

    #[test]
    fn work_without_an_allowance_is_never_stopped() {
        (0..100).for_each(|_| spend(1_000_000));
        assert_eq!((going(), stopped()), (Ok(()), None));
        assert_eq!(within(&Allowance::unlimited(), || (0..100).for_each(|_| spend(1_000_000))), Ok(()));
    }

    #[test]
    fn work_is_stopped_when_its_steps_are_used_up_and_what_was_found_stays() {
        let mut found = Vec::new();
        let end = within(&of_steps(100_000), || {
            for index in 0.. {
                spend(1000);
                found.push(index);
            }
        });
        assert_eq!(end, Err(Stopped { at: "", why: Limit::Steps(100_000) }));
        assert!((95..=105).contains(&found.len()), "{}", found.len());
    }

    #[test]
    fn a_part_that_is_stopped_leaves_the_whole_its_other_parts_and_is_told() {
        let end = within(&of_steps(50_000), || {
            let first = attempt("first", || 1);
            let second = attempt("second", endless);
            let third = attempt("third", || 3);
            (first, second, third, stopped())
        });
        let stop = |at| Stopped { at, why: Limit::Steps(50_000) };
        assert_eq!(end, Ok((Ok(1), Err(stop("second")), Err(stop("third")), Some(stop("second")))));
        assert_eq!(stopped(), None);
    }

    #[test]
    fn an_allowance_of_a_part_stops_the_part_alone() {
        let end = within(&of_steps(1_000_000), || {
            let part = attempt_with("part", &of_steps(10_000), endless);
            let inner_is_over = part == Err(Stopped { at: "part", why: Limit::Steps(10_000) });
            (inner_is_over, stopped(), attempt("rest", || 7))
        });
        assert_eq!(end, Ok((true, None, Ok(7))));
    }

    #[test]
    fn what_a_part_spends_is_spent_of_the_whole() {
        let end = within(&of_steps(100_000), || {
            let parts = (0..100).map(|_| attempt_with("part", &of_steps(30_000), endless));
            parts.filter(|part| matches!(part, Err(Stopped { why: Limit::Steps(30_000), .. }))).count()
        });
        assert_eq!(end, Ok(3));
    }

    #[test]
    fn small_parts_add_up() {
        let end = within(&of_steps(100_000), || (0..).find(|_| attempt("part", || spend(100)).is_err()));
        assert_eq!(end, Ok(Some(1000)));
    }

    #[test]
    fn time_that_is_over_stops_what_begins() {
        let now = Instant::now();
        let allowance = Allowance::unlimited().until(now, Duration::from_secs(7));
        let stopped = within(&allowance, || ()).unwrap_err();
        assert_eq!(stopped.to_string(), "not finished in 7 s");
        let ended = within(&Allowance::unlimited().lasting(Duration::ZERO), endless).unwrap_err();
        assert_eq!(ended.why, Limit::Time(Duration::ZERO));
    }

    #[test]
    fn work_that_is_called_off_stops() {
        let flag = Arc::new(AtomicBool::new(false));
        let end = within(&Allowance::unlimited().unless(Arc::clone(&flag)), || {
            for step in 0.. {
                flag.store(step == 100, Ordering::Relaxed);
                spend(LOOK as usize);
                assert!(step < 100);
            }
        });
        assert_eq!(end, Err(Stopped { at: "", why: Limit::Cancelled }));
    }

    #[test]
    fn other_threads_spend_of_the_same_allowance_and_stop_with_it() {
        let end = within(&of_steps(1_000_000), || {
            let here = here();
            let (one, other) = rayon::join(|| here.resume(endless), || here.resume(|| spend(1)));
            (one, other)
        });
        assert_eq!(end.map(|_| ()), Err(Stopped { at: "", why: Limit::Steps(1_000_000) }));
        assert_eq!(going(), Ok(()));
    }

    #[test]
    fn a_panic_goes_through() {
        let end = catch_unwind(|| within(&of_steps(1), || resume_unwind(Box::new("a defect"))));
        assert_eq!(end.map(|_: Result<(), Stopped>| ()).unwrap_err().downcast_ref(), Some(&"a defect"));
        assert_eq!(going(), Ok(()));
    }

    #[test]
    fn the_observer_hears_what_is_done_also_inside_of_a_part() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let listener = Arc::clone(&heard);
        let allowance =
            Allowance::unlimited().observed(move |progress| listener.lock().unwrap().push(progress));
        let _ = within(&allowance, || attempt_with("cells", &of_steps(10), || tell(2, 5)));
        assert_eq!(*heard.lock().unwrap(), [Progress { at: "cells", done: Some((2, 5)) }]);
    }
}
