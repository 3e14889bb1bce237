//! What happens in time: how planar bodies move, touch, slide, stick, bounce and come to rest.
//!
//! A run proves nothing; it is Newton, Euler and Coulomb in doubles, and what it claims is checked by a balance
//! that it does not use.
//!
//! ```text
//!     between events   the letters of the contacts are constant, so that M·a = g + Jᵀf with the equations of
//!                      (1) in `law.rs` has one smooth acceleration: it is integrated by extrapolation
//!                      (`step.rs`), polynomials exactly
//!     events           a gap closes, a normal force or the reserve of friction ends, a slip ends, a point
//!                      leaves its edge: roots in time, found to rounding by stepping again and again from
//!                      the last state
//!     after an event   every choice of letters is tried, now and an instant later; what is at rest stays stuck
//!                      while that is consistent; several accelerations are ambiguous, none inconsistent
//!     impacts          by Routh's method (`impact.rs`)
//!     the check        kinetic + potential + dissipated − work = constant; the largest deviation is the residual
//! ```
//!
//! **Bounces that die out.**  Under a constant acceleration `−a` the flights after a rebound with speed `v`
//! last `2v/a`, and each is e times the one before, so that all are over after `2v/(a·(1 − e))`.  Once that is
//! below [`DYING`] of the run the contact is taken as kept from here on: what the floor gives in all these
//! bounces is what it gives to a body that it carries for that time, less the momentum `m·v` that the body has
//! now, which is taken as an impulse (with its friction).  The contact counts as made at the sum.
//!
//! **Many contacts.**  Of more than a few hundred choices one is looked for, near the letters that were, then by
//! Lemke's method.  Where slips are given there may be none (the paradox of a heap), and a search that found none has
//! shown nothing: then velocities change as they do in a short time in which contacts may stick and slide as they come
//! out, the complementarity problem of Stewart and Trinkle, which has a solution by Lemke's method whatever slips.
//! Where that does not help either, letters that contradict the law least go on for a millionth of the run.
//!
//! **Grains.**  Events are located to 1e-10 of the run ([`GRAIN`]), so that a speed below that time the largest
//! acceleration, and a length below that times the largest speed, cannot be told from none.
//!
//! References: \[MR 12.3\], \[Erdmann 6\], \[Routh\], \[Stronge\], \[HNW II.9\].

mod active;
mod compare;
mod feature;
mod impact;
mod law;
mod meet;
mod path;
mod phase;
mod plane;
mod run;
mod settle;
mod sparse;
mod step;
mod watch;
mod world;

pub use compare::{Apart, Comparison, Recorded, SAME_PLACE, comparable, compare};
pub use plane::Vector;
pub use run::{simulate, simulate_as_far, simulate_at};

/// The part of the run to which events are located.
pub const GRAIN: f64 = 1e-10;

/// The part of the run below which all further bounces of a contact are taken at once.
pub const DYING: f64 = 1e-6;

/// Events after which a run is given up.
pub const MOST_EVENTS: usize = 20_000;

/// Runs that are followed at most where outcomes branch.
pub const MOST_BRANCHES: usize = 16;

/// What to do where several things can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ambiguous {
    /// Stop and say so.
    #[default]
    Stop,
    /// Go on with the one that sticks most, and keeps most contacts.
    Stick,
    /// Follow all of them.
    Branch,
}

impl Ambiguous {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Stick => "stick",
            Self::Branch => "branch",
        }
    }

    /// The one of this word.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Stop, Self::Stick, Self::Branch].into_iter().find(|one| one.word() == word)
    }
}

/// What is asked of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asked {
    /// How long it lasts, s.
    pub until: f64,
    /// Into how many equal times it is divided for its frames.
    pub frames: usize,
    /// What to do where several things can happen.
    pub ambiguous: Ambiguous,
}

/// Where a body is at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// Its centre of mass.
    pub com: Vector,
    /// How far it has turned since the start, full turns counted.
    pub angle: f64,
    /// `[w, vx, vy]` about the centre of mass.
    pub twist: [f64; 3],
}

/// The energy of all free bodies at a time, J.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// Of height.
    pub potential: f64,
    /// Lost to friction and impacts since the start.
    pub dissipated: f64,
    /// Done by wrenches and driven bodies since the start.
    pub work: f64,
}

/// The state at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The instant, s.
    pub time: f64,
    /// Each moving body's place, in the order of [`Run::bodies`].
    pub places: Vec<Place>,
    /// A letter for each contact that is kept, in the order of `contacts`.
    pub mode: String,
    /// The bodies of each contact that is kept.
    pub contacts: Vec<[String; 2]>,
    /// Its energy.
    pub energy: Energy,
}

/// What happens at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A contact is made without normal speed.
    Touch,
    /// A contact is made with some.
    Impact,
    /// A contact is lost.
    Leave,
    /// A slip ends.
    Stick,
    /// A slip begins or reverses.
    Slip,
    /// Nothing moves any more.
    Rest,
}

impl EventKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Touch => "touch",
            Self::Impact => "impact",
            Self::Leave => "leave",
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Rest => "rest",
        }
    }
}

/// Something that happens at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The instant, s.
    pub time: f64,
    /// What happened.
    pub kind: EventKind,
    /// Of which two bodies.
    pub between: [String; 2],
    /// The point at which they met or parted.
    pub point: Vector,
    /// Whether an impact was one of several at once.
    pub simultaneous: bool,
    /// Whether Newton's restitution would have gained energy, so that Stronge's was taken.
    pub stronge: bool,
    /// Whether it is the end of bounces that die out.
    pub died_out: bool,
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its time was over.
    Until,
    /// Nothing moves, and nothing will.
    Rest,
    /// Several things can happen.
    Ambiguous,
    /// Nothing can.
    Inconsistent,
    /// Too many events.
    Events,
    /// The time that was allowed for computing it was over.
    Time,
}

impl Reason {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Until => "until",
            Self::Rest => "rest",
            Self::Ambiguous => "ambiguous",
            Self::Inconsistent => "inconsistent",
            Self::Events => "events",
            Self::Time => "time",
        }
    }
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    /// The instant, s.
    pub time: f64,
    /// Why the run ended then.
    pub reason: Reason,
    /// The modes that could happen, where several could.
    pub modes: Vec<String>,
    /// What bodies that give way a little would do, where rigid ones do nothing: the twists after it.
    pub compliant: Option<Vec<(String, [f64; 3])>>,
}

/// A run in time.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The bodies that move, free and driven, in the order of the scene.
    pub bodies: Vec<String>,
    /// From time 0 to the end.
    pub frames: Vec<Frame>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub stopped: Stop,
    /// The largest deviation of the balance of energy, J.
    pub residual: f64,
    /// Where it branched off, with its mode there.
    pub branched: Option<(f64, String)>,
    /// The other runs where several things could happen, if they were followed.
    pub branches: Vec<Run>,
}
