//! A bar on the terminal while a work takes long.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use stiction_files::Work;
use stiction_report::Task;

/// What is done sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// How far a work has come, drawn on standard error where that is a terminal, and nowhere else.
pub struct Progress {
    start: Instant,
    patience: Duration,
    on_terminal: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Begins to wait.
    pub fn new() -> Self {
        let on_terminal = std::io::stderr().is_terminal();
        Self { start: Instant::now(), patience: PATIENCE, on_terminal, bar: OnceLock::new() }
    }

    /// Draws nothing.
    pub fn silent() -> Self {
        Self { on_terminal: false, ..Self::new() }
    }

    /// Draws how much is done, if it takes long.
    pub fn tell(&self, work: &'static str, done: usize, total: usize) {
        if !self.on_terminal || self.start.elapsed() < self.patience {
            return;
        }
        let bar = self.bar.get_or_init(|| drawn_on(ProgressDrawTarget::stderr()));
        bar.set_style(style(COUNTED));
        bar.set_message(work);
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }

    /// Draws that something is done, and for how long, where nobody knows how much there is to do.
    pub fn wait(&self, work: &'static str) {
        if !self.on_terminal || self.start.elapsed() < self.patience {
            return;
        }
        let bar = self.bar.get_or_init(|| drawn_on(ProgressDrawTarget::stderr()));
        bar.set_style(style(UNCOUNTED));
        bar.set_message(if work.is_empty() { "working" } else { work });
        bar.tick();
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// How far a work is.
const COUNTED: &str = "{msg} {wide_bar} {percent:>3} %";

/// That a work goes on, and for how long.
const UNCOUNTED: &str = "{spinner} {msg}, {elapsed}";

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn drawn_on(target: ProgressDrawTarget) -> ProgressBar {
    ProgressBar::with_draw_target(None, target).with_style(style(COUNTED))
}

/// What a file is read for.
pub fn reading(work: Work) -> &'static str {
    match work {
        Work::Mesh => "reading the mesh",
        Work::Contacts => "finding contacts",
    }
}

/// What a question asks.
pub fn asking(task: Task) -> &'static str {
    match task {
        Task::Standing => "balancing forces",
        Task::Margins => "measuring margins",
        Task::Ranges => "bounding contact forces",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A progress with a bar that is not drawn.
    fn hidden(patience: Duration, on_terminal: bool) -> Progress {
        let bar = if patience.is_zero() && on_terminal {
            OnceLock::from(drawn_on(ProgressDrawTarget::hidden()))
        } else {
            OnceLock::new()
        };
        Progress { start: Instant::now(), patience, on_terminal, bar }
    }

    #[test]
    fn what_is_quick_or_not_seen_has_no_bar() {
        for progress in [hidden(Duration::from_secs(60), true), hidden(Duration::ZERO, false)] {
            progress.tell(reading(Work::Contacts), 1, 2);
            progress.clear();
            assert!(progress.bar.get().is_none());
        }
    }

    #[test]
    fn what_takes_long_shows_its_work_and_how_far_it_is() {
        let progress = hidden(Duration::ZERO, true);
        progress.tell(reading(Work::Mesh), 3, 7);
        let bar = progress.bar.get().unwrap();
        assert_eq!((bar.position(), bar.length(), bar.message().as_str()), (3, Some(7), "reading the mesh"));
        progress.tell(reading(Work::Contacts), 5, 5);
        assert_eq!((bar.position(), bar.length(), bar.message().as_str()), (5, Some(5), "finding contacts"));
        progress.tell(asking(Task::Standing), 2, 24);
        assert_eq!((bar.position(), bar.length(), bar.message().as_str()), (2, Some(24), "balancing forces"));
        progress.clear();
        assert!(bar.is_finished());
    }
}
