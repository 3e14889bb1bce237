//! Proofs that a wrench seats a part against its fixels whatever the start, or that it need not.
//!
//! A state is the set of fixels that touch, a bit each. In a state every touching fixel is kept (`m`) or lost (`s`),
//! every near one approached (`a`) or not (`s`); velocities are small \[BT 8\]. Under a wrench some of these modes
//! are possible, and lead on:
//!
//! ```text
//!     some fixel lost      to the state without the lost ones
//!     none lost            to the state with any of the approached ones gained, at least one
//!     none of either       nowhere: the state keeps itself; in the goal that is what is wanted              (1)
//! ```
//!
//! The wrench seats the part when no state but the goal keeps itself or has no mode, no states follow each other in a
//! circle, and the goal loses no fixel. A rank of the states that every possible step raises proves it; a circle of
//! possible steps refutes it.
//!
//! The plan of the paper asks more: in no state but the goal a mode that loses a fixel or approaches none \[BT 21\].
//!
//! Transitions are those of \[BT Fig. 7\]; the disc that spins under a wrench which must leave it at rest is
//! \[BT (23)\], \[BT (24)\].

use super::any::AnyPart;
use super::part::PlanarPart;
use super::space::SpatialPart;
use super::system::{Part, Response, Separation, System};
use crate::check::{Check, Refusal, require};
use crate::rational::Rational;
use serde::{Deserialize, Serialize};

/// What a seating wrench must not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Whatever leaves the part anywhere but in the goal for good.
    Complete,
    /// Any step that is not forwards.
    Conservative,
}

/// A step that a proof speaks of: a mode in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The fixels that touch, one character each: `1` or `0`.
    pub state: String,
    /// One letter for each fixel.
    pub mode: String,
}

/// A step that is possible.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Possible {
    /// The step.
    pub step: Step,
    /// The acceleration and the forces that show it.
    pub response: Response,
}

/// A step that is impossible, or several that agree in what some of the fixels do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impossible {
    /// The step; `?` in both its texts is a fixel that may do anything.
    pub step: Step,
    /// What separates the wrench from it.
    pub separation: Separation,
}

/// A proof about a wrench and a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Seating {
    /// It seats the part.
    Seats {
        /// One number for each state, in the order of their bits (the first fixel is the lowest).
        ranks: Vec<usize>,
        /// Every step that does not raise the rank, and why it is impossible.
        impossible: Vec<Impossible>,
        /// For every state but the goal a step that is possible.
        possible: Vec<Possible>,
    },
    /// It need not: each step leads to the state of the next, and the last to that of the first; a single one keeps
    /// its state, or loses a fixel in the goal. For the conservative plan a single one that is not forwards.
    Wanders {
        /// The steps.
        circle: Vec<Possible>,
    },
}

/// The largest number of fixels: there are `4ⁿ` steps.
pub const MOST_FIXELS: usize = 6;

/// A mode in a state as sets of fixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The fixels that touch.
    pub state: usize,
    /// Of these, the ones that are lost.
    pub lost: usize,
    /// Of the others, the ones that are approached.
    pub approached: usize,
}

impl Move {
    /// All moves among `fixels` fixels, state by state.
    pub fn all(fixels: usize) -> impl Iterator<Item = Self> {
        (0..1_usize << fixels).flat_map(move |state| {
            (0..1_usize << fixels).map(move |marked| Self {
                state,
                lost: marked & state,
                approached: marked & !state,
            })
        })
    }

    /// Its letters.
    pub fn letters(self, fixels: usize) -> Vec<String> {
        let letter = |at: usize| {
            let bit = 1 << at;
            match (self.state & bit != 0, (self.lost | self.approached) & bit != 0) {
                (true, false) => "m",
                (false, true) => "a",
                _ => "s",
            }
        };
        (0..fixels).map(|at| letter(at).to_owned()).collect()
    }

    /// Whether it can lead to a state, equation (1).
    pub fn leads_to(self, next: usize) -> bool {
        if self.lost != 0 {
            return next == self.state & !self.lost;
        }
        let gained = next & !self.state;
        if self.approached == 0 {
            next == self.state
        } else {
            gained != 0 && next == self.state | (gained & self.approached)
        }
    }

    /// Whether it is a step of the goal that keeps every fixel.
    pub fn is_seated(self, fixels: usize) -> bool {
        self.state + 1 == 1 << fixels && self.lost == 0
    }

    /// Whether it raises the rank of the state, whichever state it leads to.
    pub fn rises(self, ranks: &[usize]) -> bool {
        (0..ranks.len()).filter(|&next| self.leads_to(next)).all(|next| ranks[next] > ranks[self.state])
    }

    /// Whether a plan must not allow it, where states have these ranks.
    pub fn is_bad(self, fixels: usize, plan: Plan, ranks: &[usize]) -> bool {
        let in_goal = self.state + 1 == 1 << fixels;
        match plan {
            Plan::Complete if in_goal => self.lost != 0,
            Plan::Complete => !self.rises(ranks),
            Plan::Conservative => !in_goal && !self.is_forwards(),
        }
    }

    /// Whether it is forwards: nothing lost, something approached.
    pub fn is_forwards(self) -> bool {
        self.lost == 0 && self.approached != 0
    }

    /// The step in letters.
    pub fn step(self, fixels: usize) -> Step {
        let state = (0..fixels).map(|at| if self.state >> at & 1 == 1 { '1' } else { '0' }).collect();
        Step { state, mode: self.letters(fixels).concat() }
    }
}

/// Steps that agree in what some of the fixels do, whatever the others do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// For each fixel, where it is known, whether it touches, and whether it is then lost, or else approached.
    known: Vec<Option<[bool; 2]>>,
}

impl Moves {
    /// All steps.
    pub fn all(fixels: usize) -> Self {
        Self { known: vec![None; fixels] }
    }

    /// Those of them in which a fixel touches or not, and is lost or approached or not.
    pub fn with(&self, fixel: usize, [touches, marked]: [bool; 2]) -> Self {
        let mut known = self.known.clone();
        known[fixel] = Some([touches, marked]);
        Self { known }
    }

    /// Whether a step is one of them.
    pub fn holds(&self, step: Move) -> bool {
        let bit = |set: usize, at: usize| set >> at & 1 == 1;
        let does = |at: usize| [bit(step.state, at), bit(step.lost | step.approached, at)];
        self.known.iter().enumerate().all(|(at, known)| known.is_none_or(|known| known == does(at)))
    }

    /// The step, where there is no other.
    pub fn single(&self) -> Option<Move> {
        let mut step = Move { state: 0, lost: 0, approached: 0 };
        for (at, known) in self.known.iter().enumerate() {
            let [touches, marked] = (*known)?;
            step.state |= usize::from(touches) << at;
            step.lost |= usize::from(touches && marked) << at;
            step.approached |= usize::from(!touches && marked) << at;
        }
        Some(step)
    }

    /// In letters.
    pub fn step(&self) -> Step {
        let state =
            |known: &Option<[bool; 2]>| known.map_or('?', |[touches, _]| if touches { '1' } else { '0' });
        let known = self.known.iter();
        Step { state: known.clone().map(state).collect(), mode: known.map(|one| letter(*one)).collect() }
    }

    fn read(step: &Step, fixels: usize) -> Result<Self, Refusal> {
        let refused = || Refusal::Label(format!("{} {}", step.state, step.mode));
        let one = |(state, mode): (char, char)| match (state, mode) {
            ('1', 'm') => Ok(Some([true, false])),
            ('1', 's') => Ok(Some([true, true])),
            ('0', 's') => Ok(Some([false, false])),
            ('0', 'a') => Ok(Some([false, true])),
            ('?', '?') => Ok(None),
            _ => Err(refused()),
        };
        let counted = step.state.chars().count() == fixels && step.mode.chars().count() == fixels;
        require(counted, refused())?;
        let known = step.state.chars().zip(step.mode.chars()).map(one).collect::<Result<_, _>>()?;
        Ok(Self { known })
    }

    /// The fixels that are known to touch.
    fn touching(&self) -> usize {
        let touching = |known: &Option<[bool; 2]>| known.is_some_and(|[touches, _]| touches);
        self.known.iter().enumerate().map(|(at, known)| usize::from(touching(known)) << at).sum()
    }
}

fn letter(known: Option<[bool; 2]>) -> char {
    match known {
        None => '?',
        Some([true, false]) => 'm',
        Some([false, true]) => 'a',
        Some(_) => 's',
    }
}

/// A part that can be brought against its fixels, in the plane or in space.
pub trait Seatable: Part + Clone {
    /// Whether velocities or least accelerations shift what is possible: seating is asked of parts at rest.
    fn is_carried(&self) -> bool;

    /// The part in a state: its fixels touch, the others are near.
    fn in_state(&self, state: usize) -> Self;

    /// What a move demands and allows.
    ///
    /// # Errors
    /// A part that is none.
    fn insertion(&self, step: Move) -> Result<System, Refusal> {
        self.in_state(step.state).system(&step.letters(self.count()))
    }

    /// What several moves have in common: the demands of the fixels that are known, and forces of all the others,
    /// whatever these do.
    ///
    /// # Errors
    /// A part that is none.
    fn common(&self, moves: &Moves) -> Result<System, Refusal> {
        let label =
            |known: &Option<[bool; 2]>| known.map_or("u".to_owned(), |one| letter(Some(one)).to_string());
        let labels: Vec<String> = moves.known.iter().map(label).collect();
        let mut system = self.in_state(moves.touching()).system(&labels)?;
        for at in (0..self.count()).filter(|&at| moves.known[at].is_none()) {
            let word = |other: usize| if other == at { "m" } else { "u" }.to_owned();
            let alone = self.in_state(1 << at).lowered(&(0..self.count()).map(word).collect::<Vec<_>>())?;
            system.edges.extend(alone.edges);
            system.owners.extend(alone.owners);
            system.rounds.extend(alone.rounds);
        }
        Ok(system)
    }

    /// Accepts a part that can be asked about: at rest, with fixels that are not too many.
    ///
    /// # Errors
    /// What is wrong with it.
    fn is_seatable(&self) -> Check {
        require((1..=MOST_FIXELS).contains(&self.count()) && !self.is_carried(), Refusal::Shape)?;
        self.well_formed()
    }

    /// Accepts a proof about what a wrench does to the part, or says why it is none.
    ///
    /// # Errors
    /// The step that is not what the proof says, or one that is missing.
    fn check_seating(&self, plan: Plan, wrench: &[Rational], proof: &Seating) -> Check {
        self.is_seatable()?;
        let fixels = self.count();
        match proof {
            Seating::Seats { ranks, impossible, possible } => {
                let excluded = excluded(self, wrench, impossible)?;
                require(ranks.len() == 1 << fixels, Refusal::Shape)?;
                let bad = |one: &Move| one.is_bad(fixels, plan, ranks);
                let open = |one: &Move| bad(one) && !excluded.iter().any(|moves| moves.holds(*one));
                if let Some(open) = Move::all(fixels).find(open) {
                    let step = open.step(fixels);
                    return Err(Refusal::Label(format!("{} {}", step.state, step.mode)));
                }
                no_sinks(self, plan, wrench, possible)
            }
            Seating::Wanders { circle } => wanders(self, plan, wrench, circle),
        }
    }
}

impl Seatable for PlanarPart {
    fn is_carried(&self) -> bool {
        self.is_shifted()
    }

    fn in_state(&self, state: usize) -> Self {
        let mut part = self.clone();
        part_from(state, part.contacts.iter_mut().map(|contact| &mut contact.near));
        part
    }
}

impl Seatable for SpatialPart {
    /// Parts in space are asked about at rest.
    fn is_carried(&self) -> bool {
        false
    }

    fn in_state(&self, state: usize) -> Self {
        let mut part = self.clone();
        part_from(state, part.contacts.iter_mut().map(|contact| &mut contact.near));
        part
    }
}

/// Lets contacts be near where they do not touch in a state.
fn part_from<'n>(state: usize, nears: impl Iterator<Item = &'n mut bool>) {
    nears.enumerate().for_each(|(at, near)| *near = state >> at & 1 == 0);
}

impl Seatable for AnyPart {
    fn is_carried(&self) -> bool {
        self.is_shifted()
    }

    fn in_state(&self, state: usize) -> Self {
        match self {
            Self::Planar(part) => Self::Planar(Box::new(part.in_state(state))),
            Self::Spatial(part) => Self::Spatial(part.in_state(state)),
        }
    }
}

fn excluded(
    part: &impl Seatable,
    wrench: &[Rational],
    impossible: &[Impossible],
) -> Result<Vec<Moves>, Refusal> {
    let one = |one: &Impossible| {
        let moves = Moves::read(&one.step, part.count())?;
        part.common(&moves)?.excludes(wrench, &one.separation)?;
        Ok(moves)
    };
    impossible.iter().map(one).collect()
}

fn admitted(part: &impl Seatable, wrench: &[Rational], possible: &[Possible]) -> Result<Vec<Move>, Refusal> {
    let one = |one: &Possible| {
        let moves = Moves::read(&one.step, part.count())?;
        let step = moves.single().ok_or_else(|| Refusal::Label(one.step.mode.clone()))?;
        part.insertion(step)?.admits(wrench, &one.response)?;
        Ok(step)
    };
    possible.iter().map(one).collect()
}

/// Every state but the goal has a step that is possible; the paper's plan does not ask for it.
fn no_sinks(part: &impl Seatable, plan: Plan, wrench: &[Rational], possible: &[Possible]) -> Check {
    let steps = admitted(part, wrench, possible)?;
    let goal = (1 << part.count()) - 1;
    let left = (0..goal).all(|state| steps.iter().any(|step| step.state == state));
    require(left || plan == Plan::Conservative, Refusal::Shape)
}

fn wanders(part: &impl Seatable, plan: Plan, wrench: &[Rational], circle: &[Possible]) -> Check {
    let fixels = part.count();
    let goal = (1_usize << fixels) - 1;
    let steps = admitted(part, wrench, circle)?;
    let closed = match (&steps[..], plan) {
        ([], _) => false,
        ([one], Plan::Conservative) => one.state != goal && !one.is_forwards(),
        ([one], Plan::Complete) if one.state == goal => one.lost != 0,
        (_, Plan::Conservative) => false,
        (steps, Plan::Complete) => (0..steps.len()).all(|at| {
            let next = steps[(at + 1) % steps.len()].state;
            steps[at].leads_to(next) && !steps[at].is_seated(fixels)
        }),
    };
    require(closed, Refusal::NotSeparated)
}
