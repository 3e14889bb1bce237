//! Many pieces of one work beside each other, on all cores, under the allowance that is in force.
//!
//! The observer hears how many are done.  After a second these tell how long the rest takes: work that needs
//! more than twice the time that is left is given up then, and says how long it would take, rather than when
//! its time is over.

use super::{AT, Limit, Stopped, caught, current, here, know, tell};
use rayon::prelude::*;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Time after which what is done tells how long the rest takes.
const SAMPLE: Duration = Duration::from_secs(1);
/// How many times longer than it may the rest has to take to be given up: pieces differ.
const DOUBT: f64 = 2.0;

/// Runs a function for each number below `count`.  When the allowance is used up, or will be by far, it
/// leaves as [`super::spend`] does, and what is known is how many were done.
pub fn lines<T: Send>(count: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (here, began, done) = (here(), Instant::now(), AtomicUsize::new(0));
    let one = |index: usize| {
        here.resume(|| {
            let found = caught(current(), AT.get(), || run(index))?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            tell(done, count);
            let left = current().and_then(|scope| scope.left());
            longer(began.elapsed(), done as f64 / count as f64, DOUBT, left).map_or(Ok(found), Err)
        })
    };
    let all: Result<Vec<T>, Stopped> = (0..count).into_par_iter().map(one).collect();
    all.unwrap_or_else(|stopped| {
        know(format!("{} of {count} lines were decided by then", done.load(Ordering::Relaxed)));
        resume_unwind(Box::new(stopped))
    })
}

/// How many times longer than it may a search by cases has to take to be given up: branches differ far more
/// than pieces.
const CASES_DOUBT: f64 = 20.0;

/// For a search by cases that began at an instant and of which such a part is done: leaves as
/// [`super::spend`] does where it would take far longer than it may.
pub fn foresee(began: Instant, part: f64) {
    let left = current().and_then(|scope| scope.left());
    if let Some(stopped) = longer(began.elapsed(), part, CASES_DOUBT, left) {
        resume_unwind(Box::new(stopped));
    }
}

/// Why work is given up of which such a part is done after some time, where so much time is left of what was allowed.
fn longer(elapsed: Duration, part: f64, doubt: f64, left: Option<(Duration, Duration)>) -> Option<Stopped> {
    let (left, allowed) = left?;
    let rest = elapsed.as_secs_f64() * (1.0 - part) / part;
    if elapsed < SAMPLE || rest <= doubt * left.as_secs_f64() {
        return None;
    }
    // Rounded to two digits: it is a guess.
    let needed = elapsed.as_secs_f64() + rest;
    let unit = 10_f64.powf(needed.log10().floor() - 1.0).max(1.0);
    let needed = Duration::try_from_secs_f64((needed / unit).ceil() * unit).unwrap_or(Duration::MAX);
    Some(Stopped { at: AT.get(), why: Limit::Longer { needed, allowed } })
}

#[cfg(test)]
mod tests {
    use super::super::{Allowance, attempt_knowing, spend};
    use super::*;

    #[test]
    fn pieces_come_back_in_their_order() {
        assert_eq!(
            lines(100, |index| index * index),
            (0..100).map(|index| index * index).collect::<Vec<_>>()
        );
    }

    #[test]
    fn what_was_done_when_the_allowance_is_used_up_is_known() {
        let allowance = Allowance::unlimited().of_steps(1_000_000);
        let piece = |index: usize| (0..100).for_each(|_| spend(100 + index));
        let (stopped, known) = attempt_knowing("cells", &allowance, || lines(1000, piece)).unwrap_err();
        assert_eq!(stopped.why, Limit::Steps(1_000_000));
        let known = known.unwrap();
        let done: usize = known.split(' ').next().unwrap().parse().unwrap();
        assert!(
            (10..=120).contains(&done) && known.ends_with("of 1000 lines were decided by then"),
            "{known}"
        );
    }

    #[test]
    fn work_that_needs_far_more_than_its_time_is_given_up_after_a_second() {
        let seconds = Duration::from_secs;
        let left = Some((seconds(55), seconds(60)));
        assert_eq!(longer(Duration::from_millis(900), 0.001, DOUBT, left), None);
        assert_eq!(longer(seconds(2), 0.02, DOUBT, left), None, "98 seconds more may be fewer");
        let stopped = longer(seconds(2), 0.01, DOUBT, left).unwrap();
        assert_eq!(stopped.why, Limit::Longer { needed: seconds(200), allowed: seconds(60) });
        assert_eq!(stopped.why.to_string(), "it would take about 200 s, and may take 60 s");
        assert_eq!(longer(seconds(2), 0.01, DOUBT, None), None, "without an allowance nothing is given up");
    }
}
