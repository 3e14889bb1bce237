//! One wrench, in the plane or in space, without the sets of all wrenches: which steps it makes possible, by a tree.
//!
//! Each level of the tree says what one more fixel does. Where what is known so far contradicts the wrench whatever
//! the other fixels do, all the steps below are impossible at once, by one separation; what is left at the leaves is
//! possible. In space there are 4096 steps of six fixels, and a cone in R⁶ for each of them would take longer than
//! the question is worth.

use super::graph::{Order, order};
use crate::wrenches::{Decided, Judge, wrench_set};
use stiction_proof::wrenches::{
    Impossible, MOST_FIXELS, Move, Moves, Plan, Possible, Response, Seatable, Seating, Separation,
};
use stiction_proof::{Rational, Refusal};
use stiction_scene::Refused;

/// A part at rest among its fixels.
#[derive(Debug, Clone)]
pub struct Seeker<'p, P> {
    part: &'p P,
    judge: Judge,
}

/// What a wrench allows.
struct Allowed {
    possible: Vec<(Move, Response)>,
    /// Steps that are neither shown to be possible nor excluded, on the boundary of round cones.
    open: Vec<Move>,
    excluded: Vec<(Moves, Separation)>,
}

/// What one fixel does: it touches or not, and is lost or approached or not.
const DOES: [[bool; 2]; 4] = [[true, false], [true, true], [false, true], [false, false]];

impl<'p, P: Seatable> Seeker<'p, P> {
    /// Prepares a part with this mass matrix.
    ///
    /// # Errors
    /// A part that moves, has no fixels or more than [`MOST_FIXELS`], or a mass matrix that is none.
    pub fn new(part: &'p P, mass: &[Vec<Rational>]) -> Result<Self, super::InsertFault> {
        let fixels = part.count();
        if !(1..=MOST_FIXELS).contains(&fixels) {
            return Err(super::InsertFault::Fixels(fixels));
        }
        if part.is_carried() {
            return Err(super::InsertFault::Moving);
        }
        part.well_formed().map_err(super::InsertFault::Part)?;
        let judge = Judge::new(mass).ok_or(super::InsertFault::Part(Refusal::Mass))?;
        Ok(Self { part, judge })
    }

    /// Whether a wrench seats the part under a plan, with a proof that the checker accepted; none where that rests on
    /// steps on the boundary of round cones.
    ///
    /// # Errors
    /// A proof that the checker refused, which is a defect.
    pub fn seats(&self, plan: Plan, wrench: &[Rational]) -> Result<Option<Seating>, Refused> {
        let allowed = self.allowed(wrench).map_err(Refused)?;
        let proof = match plan {
            Plan::Complete => self.by_graph(&allowed),
            Plan::Conservative => self.by_steps(&allowed),
        };
        let Some(proof) = proof else { return Ok(None) };
        self.part.check_seating(plan, wrench, &proof).map_err(Refused)?;
        Ok(Some(proof))
    }

    fn allowed(&self, wrench: &[Rational]) -> Result<Allowed, Refusal> {
        let mut found = Allowed { possible: Vec::new(), open: Vec::new(), excluded: Vec::new() };
        self.visit(Moves::all(self.part.count()), 0, wrench, &mut found)?;
        Ok(found)
    }

    fn visit(
        &self,
        moves: Moves,
        known: usize,
        wrench: &[Rational],
        found: &mut Allowed,
    ) -> Result<(), Refusal> {
        stiction_exact::work::spend(1);
        let system = self.part.common(&moves)?;
        let decided = self.judge.decide_round(&system, wrench);
        match (decided, moves.single()) {
            (Some(Decided::Excluded(separation)), _) => found.excluded.push((moves, separation)),
            (Some(Decided::Consistent(response)), Some(step)) => found.possible.push((step, response)),
            (None, Some(step)) => found.open.push(step),
            (_, None) => {
                for does in DOES {
                    self.visit(moves.with(known, does), known + 1, wrench, found)?;
                }
            }
        }
        Ok(())
    }

    fn by_graph(&self, allowed: &Allowed) -> Option<Seating> {
        let fixels = self.part.count();
        let goal = (1_usize << fixels) - 1;
        let sure: Vec<Move> = allowed.possible.iter().map(|(step, _)| *step).collect();
        if let Order::Circle(circle) = order(fixels, &sure) {
            return Some(self.wanders(&circle, allowed));
        }
        let perhaps: Vec<Move> = sure.iter().chain(&allowed.open).copied().collect();
        let Order::Ranks(ranks) = order(fixels, &perhaps) else { return None };
        let first = |state: usize| sure.iter().find(|step| step.state == state);
        // A state without any step keeps the part for ever; every acceleration is some step, so that there is none.
        let steps: Vec<Move> =
            (0..goal).map(first).collect::<Option<Vec<_>>>()?.into_iter().copied().collect();
        Some(Seating::Seats {
            impossible: self.impossible(Plan::Complete, &ranks, allowed),
            possible: self.shown(&steps, allowed),
            ranks,
        })
    }

    fn by_steps(&self, allowed: &Allowed) -> Option<Seating> {
        let fixels = self.part.count();
        let ranks: Vec<usize> = (0..1_usize << fixels).map(|state| state.count_ones() as usize).collect();
        let bad = |step: &&Move| step.is_bad(fixels, Plan::Conservative, &ranks);
        if let Some((step, _)) = allowed.possible.iter().find(|(step, _)| bad(&step)) {
            return Some(self.wanders(&[*step], allowed));
        }
        if allowed.open.iter().any(|step| bad(&step)) {
            return None;
        }
        let impossible = self.impossible(Plan::Conservative, &ranks, allowed);
        Some(Seating::Seats { impossible, possible: Vec::new(), ranks })
    }

    fn wanders(&self, circle: &[Move], allowed: &Allowed) -> Seating {
        Seating::Wanders { circle: self.shown(circle, allowed) }
    }

    fn shown(&self, steps: &[Move], allowed: &Allowed) -> Vec<Possible> {
        let fixels = self.part.count();
        let response = |step: &Move| allowed.possible.iter().find(|(one, _)| one == step);
        let shown = |(step, response): &(Move, Response)| Possible {
            step: step.step(fixels),
            response: response.clone(),
        };
        steps.iter().filter_map(response).map(shown).collect()
    }

    /// The separations that exclude a step which the plan must not allow.
    fn impossible(&self, plan: Plan, ranks: &[usize], allowed: &Allowed) -> Vec<Impossible> {
        let fixels = self.part.count();
        let bad: Vec<Move> = Move::all(fixels).filter(|step| step.is_bad(fixels, plan, ranks)).collect();
        let needed = allowed.excluded.iter().filter(|(moves, _)| bad.iter().any(|step| moves.holds(*step)));
        let shown = |(moves, separation): &(Moves, Separation)| Impossible {
            step: moves.step(),
            separation: separation.clone(),
        };
        needed.map(shown).collect()
    }
}

/// Every step with whether some wrench makes it possible: whether accelerations can be as it demands, since a wrench
/// may be any.
///
/// # Errors
/// A part that is none.
pub fn steps_at_all(part: &impl Seatable) -> Result<Vec<(Move, bool)>, Refusal> {
    let one = |step: Move| {
        let mut system = part.insertion(step)?;
        (system.edges, system.owners, system.rounds) = (Vec::new(), Vec::new(), Vec::new());
        Ok((step, !wrench_set(&system, false).is_empty()))
    };
    Move::all(part.count()).map(one).collect()
}
