//! Stability: under which wrenches a part at rest may stay, and under which it must.
//!
//! ```text
//!     weak    = −{sums of the contacts' static edges}                       some forces balance the wrench          (1)
//!     strong  = weak \ ∪ {wrenches of m : m a mode that moves}              and nothing else can happen             (2)
//! ```
//!
//! The union is over the modes that some acceleration other than zero has, strictly: with closed cones nothing would be left.
//! A mode without strict demands, such as `n…n` about one common point, moves where some component of its acceleration is not zero.
//!
//! References: \[BT 7\]; only modes that are possible count, and strictly.

use super::decide::{Decided, Judge};
use super::set::wrench_set;
use crate::cone::{Cone, ConeFault, OpenCone, Rows, Union};
use crate::exact::integers;
use dashu_int::IBig;
use stiction_proof::wrenches::{Demand, Part, PlanarPart, Response, Sense, Still, System};
use stiction_proof::{Rational, Refusal};

/// A mode that some acceleration has.
#[derive(Debug, Clone, PartialEq)]
pub struct FeasibleMode {
    /// One label a contact.
    pub mode: Vec<String>,
    /// An acceleration that has it.
    pub acceleration: Vec<IBig>,
}

/// The sets of (1) and (2) of a planar part.
#[derive(Debug, Clone, PartialEq)]
pub struct Stability {
    /// The modes that are possible, that of rest included.
    pub feasible: Vec<FeasibleMode>,
    /// The weakly stable set.
    pub weak: Cone,
    /// The modes that move, each with its wrenches.
    pub moving: Vec<(Vec<String>, OpenCone)>,
    /// The strongly stable set, as disjoint cones.
    pub strong: Union,
}

/// What happens to a part at rest under a wrench.
#[derive(Debug, Clone, PartialEq)]
pub enum Rest {
    /// Nothing else can happen.
    Stays(Still),
    /// This can: a mode with an acceleration other than zero.
    Moves {
        /// One label a contact.
        mode: Vec<String>,
        /// Acceleration and forces.
        response: Response,
    },
    /// Neither was proved: round cones.
    Unknown,
}

/// The modes of a planar part that some acceleration has strictly, found by adding one contact after the other.
pub fn feasible_modes(part: &PlanarPart) -> Result<Vec<FeasibleMode>, Refusal> {
    let count = part.count();
    let mut kept: Vec<Vec<String>> = vec![Vec::new()];
    let mut found: Vec<Vec<IBig>> = vec![vec![IBig::ZERO; 3]];
    for contact in 0..count {
        let (mut modes, mut points) = (Vec::new(), Vec::new());
        // The first contacts alone, as a part.
        let first = PlanarPart { contacts: part.contacts[..=contact].to_vec(), ..part.clone() };
        for mode in &kept {
            for label in part.labels(contact) {
                let longer: Vec<String> = mode.iter().cloned().chain([label]).collect();
                if let Some(point) = accelerations(&first.system(&longer)?).point() {
                    modes.push(longer);
                    points.push(point);
                }
            }
        }
        (kept, found) = (modes, points);
    }
    let join = |(mode, acceleration)| FeasibleMode { mode, acceleration };
    Ok(kept.into_iter().zip(found).map(join).collect())
}

/// The accelerations that satisfy the demands of a system at rest.
fn accelerations(system: &System) -> OpenCone {
    let width = system.mass.len();
    let rows = |sense: Sense| {
        let demands = system.demands.iter().filter(|demand| demand.sense == sense);
        Rows::from_big(width, &demands.map(|demand| integers::primitive(&demand.row)).collect::<Vec<_>>())
    };
    let made = || OpenCone::new(&rows(Sense::NotNegative)?, &rows(Sense::Zero)?, &rows(Sense::Positive)?);
    // All rows have the one width.
    made().unwrap_or_else(|_: ConeFault| OpenCone::empty(width))
}

/// A system as those in which the part certainly moves: itself if it demands something strictly, else one for each sign of
/// each component of the acceleration.
pub fn moving_systems(system: &System) -> Vec<System> {
    if system.demands.iter().any(|demand| demand.sense == Sense::Positive) {
        return vec![system.clone()];
    }
    let size = system.mass.len();
    let signed = |at: usize, sign: i64| {
        let row = (0..size).map(|i| Rational::from(if i == at { sign } else { 0 })).collect();
        let mut moving = system.clone();
        moving.demands.push(Demand { row, constant: Rational::zero(), sense: Sense::Positive });
        moving
    };
    (0..size).flat_map(|at| [signed(at, 1), signed(at, -1)]).collect()
}

/// The weakly stable set of a part whose forces are all sums of edges.
pub fn weak_set(part: &impl Part) -> Result<Cone, Refusal> {
    let system = part.rest()?;
    let negative =
        |edge: &Vec<Rational>| integers::primitive(&edge.iter().map(|entry| -entry).collect::<Vec<_>>());
    let edges: Vec<Vec<IBig>> = system.edges.iter().map(negative).collect();
    let width = part.dimension();
    let made =
        Rows::from_big(width, &edges).and_then(|rows| Cone::from_generators(&rows, &Rows::none(width)));
    Ok(made.unwrap_or_else(|_| Cone::origin(width)))
}

impl Stability {
    /// The sets of a planar part at rest.
    ///
    /// # Errors
    /// What is wrong with the part.
    pub fn of(part: &PlanarPart) -> Result<Self, Refusal> {
        let feasible = feasible_modes(part)?;
        let weak = weak_set(part)?;
        let mut moving = Vec::new();
        for FeasibleMode { mode, .. } in &feasible {
            for system in moving_systems(&part.system(mode)?) {
                let set = wrench_set(&system, false).over().clone();
                if !set.is_empty() {
                    moving.push((mode.clone(), set));
                }
            }
        }
        let strong = strong_set(&weak, &moving);
        Ok(Self { feasible, weak, moving, strong })
    }
}

/// Equation (2); larger cones are taken away first, so that fewer pieces are cut.
fn strong_set(weak: &Cone, moving: &[(Vec<String>, OpenCone)]) -> Union {
    let mut strong = Union::from(OpenCone::closed(weak.clone()));
    let mut order: Vec<&OpenCone> = moving.iter().map(|(_, cone)| cone).collect();
    order.sort_by_key(|cone| (cone.closure().equalities().len(), cone.closure().normals().len()));
    for cone in order {
        // All are of one dimension.
        if let Ok(less) = strong.difference(&Union::from(cone.clone())) {
            strong = less;
        }
    }
    strong
}

/// Whether a part at rest moves under a wrench: the contacts are told apart one by one until every case is contradicted, or one
/// is a motion.
///
/// # Errors
/// What is wrong with the part.
pub fn rest(part: &impl Part, judge: &Judge, wrench: &[Rational]) -> Result<Rest, Refusal> {
    let mut mode = vec!["?".to_owned(); part.count()];
    Search { part, judge, wrench }.case(&mut mode)
}

/// The unit wrenches and their opposites.
fn moving_units(size: usize) -> Vec<Vec<Rational>> {
    let unit = |at: usize, sign: i64| {
        (0..size).map(|i| Rational::from(if i == at { sign } else { 0 })).collect::<Vec<_>>()
    };
    (0..size).flat_map(|at| [unit(at, 1), unit(at, -1)]).collect()
}

struct Search<'a, P: Part> {
    part: &'a P,
    judge: &'a Judge,
    wrench: &'a [Rational],
}

impl<P: Part> Search<'_, P> {
    fn case(&self, mode: &mut Vec<String>) -> Result<Rest, Refusal> {
        let mut system = self.part.system(mode)?.working(self.wrench);
        let complete = system.complete;
        if !complete {
            // Any force at all: what is refuted then is refuted by motion alone.
            system.edges = moving_units(self.part.dimension());
        }
        let response = match self.judge.decide(&system, self.wrench) {
            Decided::Consistent(response) => response,
            Decided::Excluded(separation) => return Ok(Rest::Stays(Still::Separated(separation))),
        };
        let Some(contact) = mode.iter().position(|label| label == "?") else {
            return Ok(if complete { Rest::Moves { mode: mode.clone(), response } } else { Rest::Unknown });
        };
        let mut cases = Vec::new();
        for label in self.part.labels(contact) {
            mode[contact] = label;
            match self.case(mode)? {
                Rest::Stays(still) => cases.push(still),
                ends => return Ok(ends),
            }
        }
        mode[contact] = "?".to_owned();
        Ok(Rest::Stays(Still::Split { contact, cases }))
    }
}
