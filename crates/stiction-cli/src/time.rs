//! How long a command may take: `--time`.
//!
//! The work of a question is stopped a little before, so that what is known can be told within the time.
//! What does not hear of the stop, such as reading a file or the check of a large report, is ended when the
//! time is over: no command computes longer than it may, and a program that reads JSON gets the head of a
//! report all the same.  How long printing takes is the reader's affair.

use crate::outcome::FAILED;
use crate::progress::Progress;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stiction_report::work::{Allowance, Limit, Stopped};

/// The part of the time that the work may take; the rest is there to tell what is known.
const WORK: f64 = 0.95;

/// Time that what does not hear of the stop is given at least, so that a stop is told however little time there was.
const SHORTEST: Duration = Duration::from_secs(5);

/// The longest time that is understood: a year.
const LONGEST: f64 = 3.2e7;

/// The time of a command, from its start on.
#[derive(Clone)]
pub struct Time {
    start: Instant,
    allowed: Duration,
    done: Arc<AtomicBool>,
    /// What goes to standard output where the program is ended: the head of a report, where one was asked for.
    head: Arc<Mutex<String>>,
    /// Where another program asks, which is not ended: whether it has lost interest.
    host: Option<Arc<AtomicBool>>,
}

impl Time {
    /// Begins, and sees to it that the program ends in time.
    pub fn begin(allowed: Duration) -> Self {
        let time = Self::alone(allowed, None);
        let watched = time.clone();
        // Where no thread can be had the work still stops by itself.
        let _ = std::thread::Builder::new().spawn(move || watched.watch());
        time
    }

    /// Begins within another program, which goes on when the time is over.
    pub fn within(allowed: Duration, cancelled: Arc<AtomicBool>) -> Self {
        Self::alone(allowed, Some(cancelled))
    }

    fn alone(allowed: Duration, host: Option<Arc<AtomicBool>>) -> Self {
        Self { start: Instant::now(), allowed, done: Arc::default(), head: Arc::default(), host }
    }

    /// How far work has come, as it is drawn: within another program nothing is.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::new(if self.host.is_some() { Progress::silent() } else { Progress::new() })
    }

    fn watch(&self) {
        std::thread::sleep(self.allowed.max(SHORTEST).saturating_sub(self.start.elapsed()));
        if !self.done.load(Ordering::Relaxed) {
            let head = self.head.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = std::io::stdout().lock().write_all(head.as_bytes());
            let _ = anstream::stderr()
                .lock()
                .write_all(format!("{}\n", self.over(Limit::Time(self.allowed), None)).as_bytes());
            std::process::exit(FAILED.into());
        }
    }

    /// What is printed where the program is ended from now on.
    pub fn in_place_of_an_answer(&self, head: impl FnOnce() -> String) {
        if self.host.is_none() {
            *self.head.lock().unwrap_or_else(PoisonError::into_inner) = head();
        }
    }

    /// The stop of a work that does not hear of it.
    pub fn stop(&self, at: &'static str) -> Stopped {
        Stopped { at, why: Limit::Time(self.allowed) }
    }

    /// What is printed is there, however long printing takes.
    pub fn done(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// The time of one of so many pieces of work that are left.
    pub fn part(&self, left: usize) -> Self {
        let gone = self.start.elapsed();
        let own = self.allowed.saturating_sub(gone) / u32::try_from(left.max(1)).unwrap_or(u32::MAX);
        Self { allowed: gone + own, ..self.clone() }
    }

    /// What the work may take, drawn as it goes on.
    pub fn allowance(&self, progress: &Arc<Progress>) -> Allowance {
        let told = Arc::clone(progress);
        let end = self.start + self.allowed.mul_f64(WORK);
        let allowance = Allowance::unlimited().until(end, self.allowed);
        if let Some(cancelled) = &self.host {
            return allowance.unless(Arc::clone(cancelled));
        }
        allowance.observed(move |now| match now.done {
            Some((done, total)) => told.tell(now.at, done, total),
            None => told.wait(now.at),
        })
    }

    /// What is said where there is no answer when time is over, or would be, with what is known.
    pub fn over(&self, why: Limit, known: Option<&str>) -> String {
        let known = known.map(|known| format!("; {known}")).unwrap_or_default();
        format!("error: {why}{known}; `--time SECONDS` allows more")
    }
}

/// Seconds on the command line.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let fault = || "give seconds, as in 60 or 0.5, more than zero and at most a year".to_owned();
    let seconds: f64 = text.parse().map_err(|_| fault())?;
    if seconds > 0.0 && seconds <= LONGEST { Ok(Duration::from_secs_f64(seconds)) } else { Err(fault()) }
}
