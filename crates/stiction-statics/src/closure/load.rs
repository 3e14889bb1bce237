//! What a load asks of the contacts: can they balance it, how hard must they press, how much of it would be too much?
//!
//! Contact forces `aᵢ·n + …` balance a load in general in many ways.  Over all of them, with a weight for
//! each contact, the least of `Σ weightsᵢ·aᵢ` comes as forces on one side and a motion on the other ((1) of
//! [`least_weighted`]).  Weights `|nᵢ|` give the least total normal force, weights `±1` at one contact the
//! range of its normal force (Exercise 12.21).  Multiples of the load are those of `stand`: a grasped body is
//! an assembly of one.  Where cones have edges the ends meet; between round ones they are a hair apart.
//!
//! References: \[MR 12.2\]; Exercises 12.21 and 12.26.

use crate::stand::assembly::{
    Dimension, Searched, StandProof, indeterminacy, least_weighted, most_load, pressed, stands,
};
use stiction_exact::root::{Root, square_root};
use stiction_proof::{AssemblyProblem, Faced, FrictionUse, Problem, Rational, Refusal, Touch};
use stiction_scene::bracket::{Bracket, Extent};
use stiction_scene::lower::Standing;
use stiction_scene::{Refused, Verdict};

/// Least and greatest normal force of one contact among all that balance the load, in multiples of its normal.
#[derive(Debug, Clone, PartialEq)]
pub struct Range<P> {
    /// The least.
    pub least: Extent<P>,
    /// The greatest.
    pub greatest: Extent<P>,
}

/// Everything about one load.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadAnswer<S: Standing> {
    /// The total external wrench about the reference.
    pub wrench: S::Screw,
    /// Whether the contacts can balance it.
    pub resists: Verdict<StandProof<S>>,
    /// The least total normal force that does, N.
    pub internal: Extent<StandProof<S>>,
    /// The largest multiple of it that they balance.
    pub largest: Extent<StandProof<S>>,
    /// For each contact, the range of its normal force.
    pub ranges: Vec<Range<StandProof<S>>>,
    /// Dimension of the set of balancing forces.
    pub indeterminacy: Option<Dimension<S>>,
}

impl<S: Standing> LoadAnswer<S> {
    /// Dimension of the set of balancing forces.
    pub fn dimension(&self) -> Option<usize> {
        self.indeterminacy.as_ref().map(|found| found.proof().dimension)
    }
}

/// Answers for one load.
///
/// ```
/// use stiction_statics::closure::load_answer;
/// use stiction_geometry::screw::{Planar, Spatial};
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational, SpatialContact, SpatialProblem};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let finger = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
/// let grip = PlanarProblem::new(whole(0, 0), vec![finger("left", -1), finger("right", 1)]);
/// // A weight of 10 N between two fingers with μ = 1/2: each must press with 10 N.
/// let load = load_answer::<Planar>(&grip, &[0, 0, -10].map(Rational::from)).unwrap();
/// assert_eq!(load.internal.bracket().unwrap().lower.0, Rational::from(20));
///
/// let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
/// let finger = |id: &str, x: i64, y: i64| {
///     SpatialContact::new(id, vector(x, y, 0), vector(-x, -y, 0), Rational::new(3, 5))
/// };
/// let grip = SpatialProblem::new(vector(0, 0, 0), vec![finger("a", 4, 3), finger("b", -4, 3), finger("c", 0, -5)]);
/// let load = load_answer::<Spatial>(&grip, &[0, 0, 0, 0, 0, -3].map(Rational::from)).unwrap();
/// // Friction alone carries the weight: the fingers press with 3 N / μ in all.
/// let internal = load.internal.bracket().unwrap();
/// assert!((internal.upper.0.to_f64() - 5.0).abs() < 1e-6 && internal.lower.0 <= Rational::from(5));
/// ```
pub fn load_answer<S: Searched>(
    problem: &Problem<S::Touch>,
    wrench: &S::Screw,
) -> Result<LoadAnswer<S>, Refused>
where
    S::Touch: Faced,
{
    let body = problem.as_assembly(BODY);
    let load = [wrench.clone()];
    let resists = stands::<S>(&body, &load, &FrictionUse::Given)?;
    let asked = LoadQuestion::<S> { body: &body, load: &load };
    let (mut internal, mut ranges, mut dimension) = (Extent::Absent, Vec::new(), None);
    if matches!(resists, Verdict::Yes(_)) {
        internal = asked.internal()?;
        ranges = (0..problem.contacts.len()).map(|index| asked.range(index)).collect::<Result<_, _>>()?;
        dimension = indeterminacy::<S>(&body, &load)?;
    }
    let largest = largest_multiple::<S>(&body, &load)?;
    Ok(LoadAnswer { wrench: wrench.clone(), resists, internal, largest, ranges, indeterminacy: dimension })
}

/// What the one body is called.
pub const BODY: &str = "body";

/// The largest multiple of a load that the contacts balance within their limits.
fn largest_multiple<S: Searched>(
    body: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
) -> Result<Extent<StandProof<S>>, Refused> {
    Ok(match most_load::<S>(body, &body.no_load(), load)? {
        // Nothing at all is always balanced.
        Extent::Absent => Extent::Undecided,
        largest => largest,
    })
}

/// The largest multiple with which every one of several wrenches, and so their hull with zero, is balanced.
#[derive(Debug, Clone, PartialEq)]
pub struct Task<S: Standing> {
    /// The problem with a limit of 1 N where none is given.
    pub problem: Problem<S::Touch>,
    /// The largest multiple of each wrench.
    pub each: Vec<Extent<StandProof<S>>>,
}

impl<S: Standing> Task<S> {
    /// The least of the largest multiples, as `[lower, upper]`; `None` if every one is unbounded or one undecided.
    pub fn scale(&self) -> Option<[Rational; 2]> {
        if self.each.iter().any(|extent| matches!(extent, Extent::Undecided | Extent::Absent)) {
            return None;
        }
        let end = |pick: fn(&Bracket<StandProof<S>>) -> &Rational| {
            self.each.iter().filter_map(|extent| extent.bracket().map(pick)).min().cloned()
        };
        Some([end(|bracket| &bracket.lower.0)?, end(|bracket| &bracket.upper.0)?])
    }
}

/// Asks for the largest common multiple of several wrenches, each contact pressing with its limit at most, or with 1 N.
pub fn task<S: Searched>(problem: &Problem<S::Touch>, wrenches: &[S::Screw]) -> Result<Task<S>, Refused> {
    let mut limited = problem.clone();
    for contact in limited.contacts.iter_mut().filter(|contact| contact.most().is_none()) {
        // Never too large.
        let newton = above(length(contact)).recip();
        let newton = newton.ok_or_else(|| Refused(Refusal::Contact(contact.id().to_owned())))?;
        contact.set_most(Some(newton));
    }
    let body = limited.as_assembly(BODY);
    let each = wrenches.iter().map(|wrench| largest_multiple::<S>(&body, std::slice::from_ref(wrench)));
    let each = each.collect::<Result<Vec<_>, _>>()?;
    Ok(Task { problem: limited, each })
}

/// The length of a contact's normal.
fn length<T: Touch>(contact: &T) -> Root {
    square_root(&contact.normal_square())
}

/// A number that is not below a root, and is it where that is rational.
fn above(Root { value, exact }: Root) -> Rational {
    if exact { value } else { value * (Rational::one() + Rational::new(1, 1 << 62)) }
}

struct LoadQuestion<'a, S: Searched> {
    body: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
}

impl<S: Searched> LoadQuestion<'_, S> {
    fn internal(&self) -> Result<Extent<StandProof<S>>, Refused> {
        let contacts = &self.body.contacts;
        let lengths: Vec<Root> = contacts.iter().map(|contact| length(&contact.touch)).collect();
        let below: Vec<Rational> = lengths.iter().map(|root| root.value.clone()).collect();
        let least = least_weighted::<S>(self.body, self.load, &below, |forces| {
            let pairs = contacts.iter().zip(forces).zip(&lengths);
            let along = pairs.map(|((contact, push), root)| {
                contact.touch.along_normal(push).map(|along| along * above(root.clone()))
            });
            along.sum()
        })?;
        Ok(least.map_or(Extent::Undecided, Extent::Between))
    }

    /// The least of a multiple of one contact's normal, or of its opposite.
    fn least(&self, index: usize, sign: i64) -> Result<Option<Bracket<StandProof<S>>>, Refused> {
        let count = self.body.contacts.len();
        let weights: Vec<Rational> =
            (0..count).map(|other| Rational::from(if other == index { sign } else { 0 })).collect();
        let touch = &self.body.contacts[index].touch;
        least_weighted::<S>(self.body, self.load, &weights, |forces| touch.along_normal(&forces[index]))
    }

    fn range(&self, index: usize) -> Result<Range<StandProof<S>>, Refused> {
        let least = self.least(index, 1)?.map_or(Extent::Undecided, Extent::Between);
        let greatest = match pressed::<S>(self.body, index)? {
            Some(forces) => Extent::Unlimited(forces),
            None => self.least(index, -1)?.map_or(Extent::Undecided, |bracket| {
                // A bracket of −a with the value of a at its upper end, as one of a.
                let Bracket { lower: (bound, proof), upper, .. } = bracket;
                Extent::Between(Bracket::new(upper, (-bound, proof)))
            }),
        };
        Ok(Range { least, greatest })
    }
}
