//! In which order can an assembly be built, so that everything stands after every step?
//!
//! A set of placed bodies stands when contact forces balance what pulls at them.  An order is good if all its
//! beginnings stand; so orders are the paths from nothing to everything in the graph of sets that stand, each
//! step adding one body.  A support holds one body, as if it were ground, from when it is placed until all
//! are; then all supports are taken away, and the whole must stand.
//!
//! ```text
//!     a set stands if and only if each of its groups does, groups being what hangs together by contacts          (1)
//!     holding a body lets stand whatever stood before, and so does placing one that is held                     (2)
//!     a collapse in which the bodies M move is one of every set that has M, none of it held, and none of those
//!     bodies that touch M and were not there                                                                    (3)
//!     a set A of bodies can be built between the others, which are held, or not; if not, every set of
//!     supports has one of A                                                                                     (4)
//! ```
//!
//! (1): forces at contacts of different groups do not meet; so verdicts are remembered by group, and a wall
//! has few of them.  (3): what stays may as well be absent or held, so one proof that a set falls is one for
//! many sets.  In particular a body that falls with all its neighbours held falls with them free.  (2) puts
//! the held bodies first in every order: what can be built with the supports H is what can be built of the
//! rest, A, between them.  So the fewest supports are the fewest bodies that hit every set A that cannot be
//! built, and (4) is a bound from below for as many such sets as are known.  Of two bodies that touch it
//! takes two small questions to know it, and in an arch these are all that there is.
//!
//! **Search.**  Whether a set stands tells nothing of its parts, an arch stands and half of it does not, so
//! neither adding nor taking away greedily is complete.  The `search` goes both ways, from nothing and from
//! the whole, and ends where the two meet, or where one of them has nowhere to go: then there is no order.
//! It is left undecided after [`MOST_STEPS`], or when time is over.  Supports (`supports.rs`) are found
//! whatever happens: at most what a greedy order needs, at least what (4) proves.
//!
//! References: \[MR Example 12.11\] for standing; \[Wilson\] for taking apart as building backwards;
//! \[HittingSets\] for (4).

mod hitting;
mod known;
mod search;
mod supports;

pub use known::MOST_BODIES;
pub use search::MOST_STEPS;

use super::assembly::Searched;
use known::{Builder, Halt, members, set_of};
use search::Way;
use stiction_proof::{Answer, AssemblyProblem, AssemblyProof, Verified};
use stiction_scene::{Refused, Verdict};

/// One group of a set, and why it stands or falls.
#[derive(Debug, Clone, PartialEq)]
pub struct Group<S: Searched> {
    /// Its bodies, by position in the assembly, held ones included.
    pub bodies: Vec<usize>,
    /// Those of them that are held.
    pub held: Vec<usize>,
    /// The verdict about those that are not.
    pub verdict: Verdict<AssemblyProof<S::Touch>>,
}

/// One step of an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Step<S: Searched> {
    /// The body that is placed.
    pub body: usize,
    /// Whether all that is placed then stands.
    pub answer: Answer,
    /// Its groups; groups that were there before are told at each step.
    pub groups: Vec<Group<S>>,
}

/// How a search for an order ended.
#[derive(Debug, Clone, PartialEq)]
pub enum OrderEnd<S: Searched> {
    /// An order in which every step stands.
    Order(Vec<Step<S>>),
    /// There is none: all sets that can be reached were visited, so many.
    None(usize),
    /// Not decided.
    Undecided,
}

/// Supports that make an order possible.
#[derive(Debug, Clone, PartialEq)]
pub struct Supports<S: Searched> {
    /// The bodies that are held.
    pub held: Vec<usize>,
    /// The order with them; the last step is without any.
    pub order: Vec<Step<S>>,
    /// Fewer than these were shown not to do.
    pub at_least: usize,
}

impl<S: Searched> Supports<S> {
    /// Whether no fewer do.
    pub fn is_fewest(&self) -> bool {
        self.at_least >= self.held.len()
    }
}

/// Everything about the order of building.
#[derive(Debug, Clone, PartialEq)]
pub struct Sequence<S: Searched> {
    /// The order that was asked about, step by step.
    pub given: Vec<Step<S>>,
    /// An order in which every step stands.
    pub found: OrderEnd<S>,
    /// Supports, where no order without is known; none where the whole does not stand.
    pub supports: Option<Supports<S>>,
    /// All groups that were asked about: by them the search can be made again without asking.
    pub groups: Vec<Group<S>>,
}

/// Decides the order of building.  `given` lists bodies by position; without it the file's order is asked about.
///
/// # Errors
/// A proof that was not accepted, which is a defect of this library.
pub fn sequence<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    given: Option<&[usize]>,
) -> Result<Sequence<S>, Refused> {
    decided(Builder::new(problem, load, true), given)
}

/// The same from groups that were decided before: it ends where the first time did, at the first group that
/// is not among them.
///
/// # Errors
/// None: nothing is asked.
pub fn sequence_of_groups<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    given: Option<&[usize]>,
    groups: Vec<Group<S>>,
) -> Result<Sequence<S>, Refused> {
    let mut builder = Builder::new(problem, load, false);
    for group in groups {
        builder.know((set_of(&group.bodies), set_of(&group.held)), group.verdict);
    }
    decided(builder, given)
}

fn decided<S: Searched>(
    mut builder: Builder<'_, S>,
    given: Option<&[usize]>,
) -> Result<Sequence<S>, Refused> {
    let file: Vec<usize> = (0..builder.count).collect();
    let order = given.unwrap_or(&file);
    let given = builder.steps(order, 0)?;
    let complete = order.len() == builder.count;
    let (found, supports) = if complete && given.iter().all(|step| step.answer == Answer::Yes) {
        (OrderEnd::Order(given.clone()), None)
    } else {
        match builder.answer(builder.whole(), 0) {
            Ok(Answer::Yes) => builder.of_a_whole_that_stands()?,
            Ok(Answer::No) => (OrderEnd::None(1), None),
            Ok(Answer::Undecided) | Err(Halt::Over) => (OrderEnd::Undecided, None),
            Err(Halt::Refused(refused)) => return Err(refused),
        }
    };
    let group = |((bodies, held), verdict)| Group {
        bodies: members(bodies).collect(),
        held: members(held).collect(),
        verdict,
    };
    Ok(Sequence { given, found, supports, groups: builder.all_known().into_iter().map(group).collect() })
}

impl<S: Searched> Builder<'_, S> {
    /// An order without supports, or that there is none, or else supports.
    fn of_a_whole_that_stands(&mut self) -> Result<(OrderEnd<S>, Option<Supports<S>>), Refused> {
        let mut cores = Vec::new();
        let way = match self.pairs_that_need_a_support(&mut cores) {
            // Two bodies of which neither can be first.
            Ok(()) if !cores.is_empty() => Ok(Way::None(2 * cores.len())),
            Ok(()) => self.way(0),
            Err(halt) => Err(halt),
        };
        let found = match way {
            Ok(Way::Order(order)) => return Ok((OrderEnd::Order(self.steps(&order, 0)?), None)),
            Ok(Way::None(visited)) => OrderEnd::None(visited),
            Ok(Way::Undecided) | Err(Halt::Over) => OrderEnd::Undecided,
            Err(Halt::Refused(refused)) => return Err(refused),
        };
        let supports = self.supports(cores, matches!(found, OrderEnd::None(_)))?;
        if supports.held.is_empty() {
            return Ok((OrderEnd::Order(supports.order), None));
        }
        Ok((found, Some(supports)))
    }
}

/// The proof of a group, if it was decided.
impl<S: Searched> Group<S> {
    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Verified<AssemblyProof<S::Touch>>> {
        self.verdict.verified()
    }
}
