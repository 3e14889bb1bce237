//! Stability: under which wrenches a part at rest may stay, and under which it must.
//!
//! ```text
//!     weak    = −{sums of the contacts' static edges}                       some forces balance the wrench         (1)
//!     strong  = weak \ ∪ {wrenches of m : m a mode that moves}              and nothing else can happen            (2)
//! ```
//!
//! The union is over the modes that some acceleration other than zero has, strictly: with closed cones
//! nothing would be left. A mode without strict demands, such as `n…n` about one common point, moves where
//! some component of its acceleration is not zero.
//!
//! References: \[BT 7\]; only modes that are possible count, and strictly.
//!
//! The strongly stable set is \[BT (19)\].

use super::decide::{Decided, Judge};
use dashu_int::IBig;
use std::time::Instant;
use stiction_exact::integers;
use stiction_exact::work::foresee;
use stiction_geometry::cone::{Cone, ConeFault, LinearMap, OpenCone, Rows, Union};
use stiction_proof::wrenches::{Part, PlanarPart, Response, Sense, Still, System};
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
    /// Neither was found within the effort that was allowed.
    Unknown,
}

/// What one label of one contact adds to a mode, in integers.
#[derive(Default, Clone)]
struct Piece {
    loose: Vec<Vec<IBig>>,
    zero: Vec<Vec<IBig>>,
    strict: Vec<Vec<IBig>>,
    /// The opposites of its edges.
    pushed: Vec<Vec<IBig>>,
}

impl Piece {
    fn of(system: &System) -> Self {
        let mut piece = Self::default();
        for demand in &system.demands {
            let rows = match demand.sense {
                Sense::Zero => &mut piece.zero,
                Sense::NotNegative => &mut piece.loose,
                Sense::Positive => &mut piece.strict,
            };
            rows.push(integers::primitive(&demand.row));
        }
        let opposite = |edge: &Vec<Rational>| edge.iter().map(|entry| -entry).collect::<Vec<_>>();
        piece.pushed = system.edges.iter().map(|edge| integers::primitive(&opposite(edge))).collect();
        piece
    }

    fn with(&self, other: &Self) -> Self {
        let join = |a: &[Vec<IBig>], b: &[Vec<IBig>]| [a, b].concat();
        Self {
            loose: join(&self.loose, &other.loose),
            zero: join(&self.zero, &other.zero),
            strict: join(&self.strict, &other.strict),
            pushed: join(&self.pushed, &other.pushed),
        }
    }

    /// The accelerations that satisfy the demands.
    fn accelerations(&self) -> OpenCone {
        let rows = |rows: &[Vec<IBig>]| Rows::from_big(3, rows);
        let made = || OpenCone::new(&rows(&self.loose)?, &rows(&self.zero)?, &rows(&self.strict)?);
        // All rows have the one width.
        made().unwrap_or_else(|_: ConeFault| OpenCone::empty(3))
    }
}

/// A planar part with what each label of each contact adds.
struct Prepared {
    labels: Vec<Vec<(String, Piece)>>,
    mass: LinearMap,
}

/// A mode that is possible so far.
struct PossibleMode {
    mode: Vec<String>,
    piece: Piece,
    accelerations: OpenCone,
}

impl Prepared {
    fn new(part: &PlanarPart) -> Result<Self, Refusal> {
        let alone = |at: usize| PlanarPart { contacts: vec![part.contacts[at].clone()], ..part.clone() };
        let piece = |alone: &PlanarPart, label: String| {
            let system = alone.system(std::slice::from_ref(&label))?;
            Ok((label, Piece::of(&system)))
        };
        let labels = (0..part.count()).map(|at| {
            let alone = alone(at);
            part.labels(at).into_iter().map(|label| piece(&alone, label)).collect::<Result<Vec<_>, Refusal>>()
        });
        let mass = LinearMap::from_rationals(3, &part.mass).map_err(|_| Refusal::Mass)?;
        Ok(Self { labels: labels.collect::<Result<_, _>>()?, mass })
    }

    /// The modes that some acceleration has strictly, found by adding one contact after the other.
    fn feasible(&self) -> Vec<PossibleMode> {
        let whole = OpenCone::closed(Cone::whole(3));
        let mut reached =
            vec![PossibleMode { mode: Vec::new(), piece: Piece::default(), accelerations: whole }];
        for labels in &self.labels {
            let mut next = Vec::new();
            for before in &reached {
                for (label, piece) in labels {
                    let piece = before.piece.with(piece);
                    let accelerations = piece.accelerations();
                    if !accelerations.is_empty() {
                        let mode = before.mode.iter().cloned().chain([label.clone()]).collect();
                        next.push(PossibleMode { mode, piece, accelerations });
                    }
                }
            }
            reached = next;
        }
        reached
    }

    /// The wrenches under which a mode moves.
    fn moving(&self, reached: &PossibleMode) -> Vec<OpenCone> {
        let set = |accelerations: &OpenCone| {
            let pushed = Rows::from_big(3, &reached.piece.pushed)?;
            accelerations.image_with(&self.mass, &pushed)
        };
        let moving = if !reached.piece.strict.is_empty() {
            vec![reached.accelerations.clone()]
        } else if reached.accelerations.closure().dimension() == 0 {
            Vec::new()
        } else {
            let signed = |at: usize, sign: i64| {
                let row = (0..3).map(|i| IBig::from(if i == at { sign } else { 0 })).collect();
                let strict = Piece { strict: vec![row], ..Piece::default() };
                reached.piece.with(&strict).accelerations()
            };
            (0..3).flat_map(|at| [signed(at, 1), signed(at, -1)]).collect()
        };
        let sets = moving.iter().filter(|one| !one.is_empty()).filter_map(|one| set(one).ok());
        sets.filter(|set: &OpenCone| !set.is_empty()).collect()
    }
}

/// The modes of a planar part at rest that some acceleration has strictly.
///
/// # Errors
/// What is wrong with the part.
pub fn feasible_modes(part: &PlanarPart) -> Result<Vec<FeasibleMode>, Refusal> {
    Ok(Prepared::new(part)?.feasible().iter().map(FeasibleMode::from).collect())
}

impl From<&PossibleMode> for FeasibleMode {
    fn from(reached: &PossibleMode) -> Self {
        let acceleration = reached.accelerations.closure().relative_interior_point();
        Self { mode: reached.mode.clone(), acceleration }
    }
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
        let prepared = Prepared::new(part)?;
        let reached = prepared.feasible();
        let weak = weak_set(part)?;
        let sets = |one: &PossibleMode| {
            prepared.moving(one).into_iter().map(|set| (one.mode.clone(), set)).collect::<Vec<_>>()
        };
        let moving: Vec<(Vec<String>, OpenCone)> = reached.iter().flat_map(sets).collect();
        let feasible = reached.iter().map(FeasibleMode::from).collect();
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

/// Whether a part at rest whose forces are all sums of edges moves under a wrench: the contacts are told
/// apart one by one until every case is contradicted, or one is a motion.
///
/// # Errors
/// What is wrong with the part.
pub fn rest(part: &impl Part, judge: &Judge, wrench: &[Rational]) -> Result<Rest, Refusal> {
    part.well_formed()?;
    Search::new(part, judge, wrench, None).run()
}

/// The unit wrenches and their opposites.
pub(super) fn moving_units(size: usize) -> Vec<Vec<Rational>> {
    let unit = |at: usize, sign: i64| {
        (0..size).map(|i| Rational::from(if i == at { sign } else { 0 })).collect::<Vec<_>>()
    };
    (0..size).flat_map(|at| [unit(at, 1), unit(at, -1)]).collect()
}

/// The search for a motion of a well-formed part.
pub(super) struct Search<'a, P: Part> {
    part: &'a P,
    judge: &'a Judge,
    wrench: &'a [Rational],
    /// Cases that may still be looked at, where that is bounded.
    effort: Option<usize>,
    /// When it began, and which part of all cases is contradicted, branches counted alike.
    began: Instant,
    done: f64,
}

impl<'a, P: Part> Search<'a, P> {
    pub(super) fn new(part: &'a P, judge: &'a Judge, wrench: &'a [Rational], effort: Option<usize>) -> Self {
        Self { part, judge, wrench, effort, began: Instant::now(), done: 0.0 }
    }

    pub(super) fn run(&mut self) -> Result<Rest, Refusal> {
        let mut mode = vec!["?".to_owned(); self.part.count()];
        self.case(&mut mode, 1.0)
    }

    /// A case that is such a part of all.
    fn case(&mut self, mode: &mut Vec<String>, share: f64) -> Result<Rest, Refusal> {
        if let Some(effort) = &mut self.effort {
            if *effort == 0 {
                return Ok(Rest::Unknown);
            }
            *effort -= 1;
        }
        let system = self.part.lowered(mode)?.working(self.wrench);
        let response = match self.judge.decide(&system, self.wrench) {
            Decided::Consistent(response) => response,
            Decided::Excluded(separation) => {
                self.done += share;
                // A search that is bounded ends by itself.
                if self.effort.is_none() {
                    foresee(self.began, self.done);
                }
                return Ok(Rest::Stays(Still::Separated(separation)));
            }
        };
        let Some(contact) = mode.iter().position(|label| label == "?") else {
            return Ok(Rest::Moves { mode: mode.clone(), response });
        };
        let mut cases = Vec::new();
        let labels = self.part.labels(contact);
        let share = share / labels.len().max(1) as f64;
        for label in labels {
            mode[contact] = label;
            match self.case(mode, share)? {
                Rest::Stays(still) => cases.push(still),
                ends => return Ok(ends),
            }
        }
        mode[contact] = "?".to_owned();
        Ok(Rest::Stays(Still::Split { contact, cases }))
    }
}
