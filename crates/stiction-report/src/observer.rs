//! Who hears how far a long work is: the library prints nothing.

use std::fmt;
use std::sync::Arc;

/// What takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Whether an assembly stands.
    Standing,
    /// How far it is from falling.
    Margins,
    /// The ranges of contact forces.
    Ranges,
}

type Heard = dyn Fn(Task, usize, usize) + Send + Sync;

/// A function of what is done, how much of it, and of how much; nobody by default.
#[derive(Clone, Default)]
pub struct Observer(Option<Arc<Heard>>);

impl Observer {
    /// Somebody who hears.
    pub fn new(heard: impl Fn(Task, usize, usize) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(heard)))
    }

    /// Says how much is done.
    pub fn tell(&self, task: Task, done: usize, total: usize) {
        if let Some(heard) = &self.0 {
            heard(task, done, total);
        }
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Observer(some)" } else { "Observer(none)" })
    }
}

/// Who hears changes no answer.
impl PartialEq for Observer {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
