//! A bar on the terminal while a work takes long.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::OnceCell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use stiction_files::Work;

/// What is done sooner than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(300);

/// How far a work has come, drawn on standard error where that is a terminal, and nowhere else.
pub struct Progress {
    start: Instant,
    patience: Duration,
    on_terminal: bool,
    bar: OnceCell<ProgressBar>,
}

impl Progress {
    /// Begins to wait.
    pub fn new() -> Self {
        let on_terminal = std::io::stderr().is_terminal();
        Self { start: Instant::now(), patience: PATIENCE, on_terminal, bar: OnceCell::new() }
    }

    /// Draws how much is done, if it takes long.
    pub fn tell(&self, work: Work, done: usize, total: usize) {
        if !self.on_terminal || self.start.elapsed() < self.patience {
            return;
        }
        let bar = self.bar.get_or_init(|| drawn_on(ProgressDrawTarget::stderr()));
        bar.set_message(words(work));
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn drawn_on(target: ProgressDrawTarget) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} %");
    let bar = ProgressBar::with_draw_target(None, target);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn words(work: Work) -> &'static str {
    match work {
        Work::Mesh => "reading the mesh",
        Work::Contacts => "finding contacts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A progress with a bar that is not drawn.
    fn hidden(patience: Duration, on_terminal: bool) -> Progress {
        let bar = if patience.is_zero() && on_terminal {
            OnceCell::from(drawn_on(ProgressDrawTarget::hidden()))
        } else {
            OnceCell::new()
        };
        Progress { start: Instant::now(), patience, on_terminal, bar }
    }

    #[test]
    fn what_is_quick_or_not_seen_has_no_bar() {
        for progress in [hidden(Duration::from_secs(60), true), hidden(Duration::ZERO, false)] {
            progress.tell(Work::Contacts, 1, 2);
            progress.clear();
            assert!(progress.bar.get().is_none());
        }
    }

    #[test]
    fn what_takes_long_shows_its_work_and_how_far_it_is() {
        let progress = hidden(Duration::ZERO, true);
        progress.tell(Work::Mesh, 3, 7);
        let bar = progress.bar.get().unwrap();
        assert_eq!((bar.position(), bar.length(), bar.message().as_str()), (3, Some(7), "reading the mesh"));
        progress.tell(Work::Contacts, 5, 5);
        assert_eq!((bar.position(), bar.length(), bar.message().as_str()), (5, Some(5), "finding contacts"));
        progress.clear();
        assert!(bar.is_finished());
    }
}
