//! Interior points of an assembly, proposed in doubles.

use super::columns::Columned;
use super::doubles::Doubles;
use stiction_exact::linear::interior::{Aim, Embedding, PathEnd};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::{AssemblyProblem, FrictionUse};

/// What is sought.
pub(super) struct Sought<'a, S: Columned> {
    pub(super) problem: &'a AssemblyProblem<S::Touch>,
    pub(super) friction: &'a FrictionUse,
    pub(super) load: &'a [S::Screw],
    /// A load of which as much as possible is added.
    pub(super) further: Option<&'a [S::Screw]>,
    /// For each contact the variables that are left out.
    pub(super) dropped: Option<&'a [Vec<bool>]>,
    /// Whether forces should be small, within a part of the least: what a person expects to see.
    pub(super) small: bool,
    /// Whether the further load is what contacts press with, one newton each, besides their variables: limits
    /// are of both.
    pub(super) pressing: bool,
    /// The contact and the direction along which its force should be least.
    pub(super) against: Option<(usize, [f64; 3])>,
    /// Who hears of every step of the search, and how many there may be.
    pub(super) observe: Option<&'a dyn Fn(usize, usize)>,
    /// How near to the most the multiple of the further load should come, relative to one and itself.
    pub(super) gap: f64,
}

impl<'a, S: Columned> Sought<'a, S> {
    /// Any forces that balance a load.
    pub(super) fn new(
        problem: &'a AssemblyProblem<S::Touch>,
        friction: &'a FrictionUse,
        load: &'a [S::Screw],
    ) -> Self {
        let (further, dropped) = (None, None);
        let (small, pressing, against) = (false, false, None);
        Self { problem, friction, load, further, dropped, small, pressing, against, observe: None, gap: BEST }
    }
}

/// Forces and motions.
#[derive(Debug, Clone)]
pub(super) struct Point {
    /// For each contact its variables in newtons, zero where they are left out.
    pub(super) variables: Vec<Vec<f64>>,
    /// How much of the further load is added.
    pub(super) multiple: f64,
    /// Twists about the centres of mass.
    pub(super) twists: Option<Vec<Vec<f64>>>,
}

/// What was found.
#[derive(Debug, Clone)]
pub(super) enum Proposal {
    /// Balanced nearly, and strictly inside the cones.
    Inside(Point),
    /// Twists that nothing resists, strictly, and on which the load does work.
    Collapse(Vec<Vec<f64>>),
    /// Neither; the forces, how much their contacts give way, and whether rather the forces are right.
    Between { point: Point, gives: Vec<Vec<f64>>, rests: bool },
}

/// A world in which interior points can be sought.
pub trait Searched: Columned {
    #[doc(hidden)]
    fn search(sought: &SoughtDyn<'_, Self>) -> ProposalDyn
    where
        Self: Sized;
}

/// Names of private types in the hidden method.
#[doc(hidden)]
pub struct SoughtDyn<'a, S: Columned>(pub(super) Sought<'a, S>);
/// Names of private types in the hidden method.
#[doc(hidden)]
pub struct ProposalDyn(pub(super) Proposal);

impl Searched for Planar {
    fn search(sought: &SoughtDyn<'_, Self>) -> ProposalDyn {
        ProposalDyn(propose::<Self, 3>(&sought.0))
    }
}

impl Searched for Spatial {
    fn search(sought: &SoughtDyn<'_, Self>) -> ProposalDyn {
        ProposalDyn(propose::<Self, 6>(&sought.0))
    }
}

/// Forces strictly inside the cones, a motion that nothing resists, or neither, in doubles.
pub(super) fn search<S: Searched>(sought: Sought<'_, S>) -> Proposal {
    S::search(&SoughtDyn(sought)).0
}

/// Part of the least total normal force by which forces that should be small may exceed it.
const SMALL: f64 = 0.3;
/// As near to the best as doubles come.
const BEST: f64 = 1e-11;
/// Steps of the path at most.
const STEPS: usize = 80;

/// Steps after which most searches end.
const USUAL_STEPS: usize = 24;

fn propose<S: Columned, const B: usize>(sought: &Sought<'_, S>) -> Proposal {
    let mut doubles = Doubles::<S, B>::new(sought.problem, sought.friction);
    if let Some(dropped) = sought.dropped {
        doubles.dropped = dropped.to_vec();
    }
    let force = doubles.size(sought.load).max(sought.further.map_or(0.0, |further| doubles.size(further)));
    let mut system = doubles.system(sought.load, sought.further, sought.pressing, force);
    let count = system.slacks();
    let gap = if sought.further.is_some() {
        if let Some(last) = system.cost.last_mut() {
            *last = -1.0;
        }
        sought.gap
    } else if let Some((contact, direction)) = sought.against {
        let touch = &doubles.problem.contacts[contact].touch;
        let generators = S::generators(touch, &doubles.coefficients[contact]);
        let kept = generators.iter().enumerate().filter(|(variable, _)| doubles.keeps(contact, *variable));
        for (cost, (_, [force, _])) in system.cost[system.starts[contact]..].iter_mut().zip(kept) {
            *cost = stiction_exact::double::inner(force, &direction);
        }
        sought.gap
    } else {
        for (group, &start) in system.groups.iter().zip(&system.starts) {
            let normal = if group.round { 1 } else { group.columns.len() };
            system.cost[start..start + normal].iter_mut().for_each(|cost| *cost = 1.0 / count as f64);
        }
        if sought.small { SMALL } else { f64::INFINITY }
    };
    let mut embedding = Embedding::new(&system);
    let spread = |x: &[f64], unit: f64| -> Vec<Vec<f64>> {
        let mut all = Vec::with_capacity(doubles.problem.contacts.len());
        let mut next = 0;
        for (index, contact) in doubles.problem.contacts.iter().enumerate() {
            let generators = S::generators(&contact.touch, &doubles.coefficients[index]).len();
            let one = |variable: usize| {
                if !doubles.keeps(index, variable) {
                    return 0.0;
                }
                next += 1;
                x[next - 1] * unit
            };
            all.push((0..generators).map(one).collect());
        }
        all
    };
    let twists = |y| doubles.twists(y).iter().map(|twist| twist.to_vec()).collect::<Vec<Vec<f64>>>();
    let multiple = |x: &[f64]| if system.further.is_some() { x.last().copied().unwrap_or(0.0) } else { 0.0 };
    let heard = |step: usize| {
        if let Some(observe) = sought.observe {
            observe(step.min(USUAL_STEPS), USUAL_STEPS);
        }
    };
    match embedding.solve(Aim { gap, steps: STEPS }, heard) {
        PathEnd::Inside { x, y } => Proposal::Inside(Point {
            variables: spread(&x, force),
            multiple: multiple(&x),
            twists: Some(twists(&y)),
        }),
        PathEnd::Collapse { y } => Proposal::Collapse(twists(&y)),
        PathEnd::Between { x, z, y, tau, kappa } => Proposal::Between {
            point: Point {
                variables: spread(&x, force / tau),
                multiple: multiple(&x) / tau,
                twists: Some(twists(&y)),
            },
            gives: spread(&z, force / tau),
            rests: tau > kappa,
        },
    }
}
