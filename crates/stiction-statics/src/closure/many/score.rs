//! Scores of many grasps, each with as many contacts as it likes: what is asked of all, a row for each.
//!
//! Force closure is decided as by [`super::Grasps`], in doubles that are checked and else exactly.  Every other number
//! is that of a report on closure: the grasp is lowered as a scene is, so that a row says what its report says.  A
//! grasp with a number that is none spoils its own row only.
//!
//! References: \[MR 12.1.7\], \[MR 12.2.3\].

use super::plane::certified_closure;
use super::space::Desk;
use crate::closure::{
    Ball, Bounded, Gradient, Measuring, Metric, Origin, Thresholding, boundary, closure, least_friction,
    least_friction_gradient,
};
use rayon::prelude::*;
use std::ops::Range;
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::quick::QuickContact;
use stiction_proof::quick_space::{Pyramid, QuickModel, QuickSpatialContact};
use stiction_proof::{FrictionUse, Problem, Proof, Rational, Verified};
use stiction_scene::lower::{ConeModel, Standing, one_body};
use stiction_scene::scene::{Coordinates, Draft, Drafted, body, contact};
use stiction_scene::{Threshold, Verdict};

/// What may be asked of every grasp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Force closure.
    Force,
    /// Form closure of first order.
    Form,
    /// Radius of the largest ball of wrenches, shared force.
    EpsilonL1,
    /// The same, each contact up to 1 N.
    EpsilonLinf,
    /// The least common coefficient of friction that closes.
    LeastFriction,
    /// Signed distance to the boundary of closure.
    Margin,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Force, Self::Form, Self::EpsilonL1, Self::EpsilonLinf, Self::LeastFriction, Self::Margin];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Force => "force",
            Self::Form => "form",
            Self::EpsilonL1 => "epsilon_l1",
            Self::EpsilonLinf => "epsilon_linf",
            Self::LeastFriction => "least_friction",
            Self::Margin => "margin",
        }
    }

    /// Whether it is a verdict, and no number.
    pub fn is_verdict(self) -> bool {
        matches!(self, Self::Force | Self::Form)
    }
}

/// How grasps are scored.
#[derive(Debug, Clone)]
pub struct Asked {
    /// What is asked of each.
    pub measures: Vec<Measure>,
    /// Round cones or pyramids, in space.
    pub cone: ConeModel,
    /// What makes moments comparable with forces, m.
    pub length: f64,
    /// Of which number the change with each contact is asked.
    pub gradient: Option<Measure>,
}

/// Grasps in flat arrays, one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Flat<'a, const D: usize> {
    /// `D` numbers a contact.
    pub points: &'a [f64],
    /// `D` numbers a contact, into the body.
    pub normals: &'a [f64],
    /// One a contact, or one for all.
    pub frictions: &'a [f64],
    /// Where the contacts of each grasp begin, and where the last ends.
    pub offsets: &'a [usize],
    /// About which point moments count: `D` numbers for all, or `D` a grasp.
    pub origins: &'a [f64],
}

/// What is known of a grasp.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// For each measure: 1 for yes, 0 for no, −1 for undecided; or the number, NaN where there is none.
    pub values: Vec<f64>,
    /// Whether force closure was decided in exact arithmetic.
    pub exact: bool,
    /// What is wrong with the grasp.
    pub fault: Option<String>,
    /// How the number that was asked for changes with each contact; empty where it has a kink or is not known.
    pub gradient: Vec<Gradient>,
}

/// The body of every grasp.
const PART: &str = "part";

/// One grasp, as it is in the arrays.
struct Grasp<'a, const D: usize> {
    flat: &'a Flat<'a, D>,
    contacts: Range<usize>,
    number: usize,
}

impl<const D: usize> Grasp<'_, D> {
    fn point(&self, index: usize) -> [f64; D] {
        std::array::from_fn(|axis| self.flat.points[D * index + axis])
    }

    fn normal(&self, index: usize) -> [f64; D] {
        std::array::from_fn(|axis| self.flat.normals[D * index + axis])
    }

    fn friction(&self, index: usize) -> f64 {
        if let [one] = self.flat.frictions { *one } else { self.flat.frictions[index] }
    }

    fn origin(&self) -> [f64; D] {
        let first = if self.flat.origins.len() == D { 0 } else { D * self.number };
        std::array::from_fn(|axis| self.flat.origins[first + axis])
    }

    /// What is wrong with its numbers.
    fn fault(&self) -> Option<String> {
        if self.origin().iter().any(|entry| !entry.is_finite()) {
            return Some("the origin has a number that is not finite".to_owned());
        }
        self.contacts.clone().find_map(|index| {
            let (point, normal, friction) = (self.point(index), self.normal(index), self.friction(index));
            let what = if point.iter().any(|entry| !entry.is_finite()) {
                "the point has a number that is not finite".to_owned()
            } else if normal.iter().any(|entry| !entry.is_finite()) {
                "the normal has a number that is not finite".to_owned()
            } else if normal.iter().all(|entry| *entry == 0.0) {
                "the normal has length 0".to_owned()
            } else if !friction.is_finite() || friction < 0.0 {
                format!("friction is {friction}; give a number that is not negative")
            } else {
                return None;
            };
            Some(format!("contact {}: {what}", index - self.contacts.start))
        })
    }

    /// The grasp as proofs speak of it.
    fn problem<S: Room<D>>(&self, cone: ConeModel) -> Option<Problem<S::Touch>> {
        let exact = |entries: [f64; D]| S::coordinates(entries.map(exactly));
        let part = Draft::<S>::empty().body(body(PART).com(exact(self.origin())));
        let scene = self.contacts.clone().fold(part, |scene, index| {
            let touch = contact((index - self.contacts.start + 1).to_string()).on(PART);
            let touch = touch.point(exact(self.point(index))).normal(exact(self.normal(index)));
            scene.contact(touch.friction(exactly(self.friction(index))))
        });
        one_body(&scene.build().ok()?, cone).ok().map(|lowered| lowered.problem)
    }
}

/// The number of these bits; what is not finite was found before.
fn exactly(entry: f64) -> Rational {
    Rational::from_f64(entry).unwrap_or_default()
}

/// Plane or space.
trait Room<const D: usize>: Standing<Touch: Measuring + Thresholding> + Drafted {
    /// Room that is kept from grasp to grasp.
    type Desk: Default;

    /// Force closure with the coefficients of the grasp, or with this one, in doubles or exactly; and whether exactly.
    fn force(grasp: &Grasp<'_, D>, common: Option<f64>, model: &QuickModel, desk: &mut Self::Desk)
    -> Decided;

    fn radius(radius: <Self::Touch as Measuring>::Radius) -> f64;

    fn coordinates(entries: [Rational; D]) -> Coordinates<Self>;
}

/// Whether a grasp closes, as far as it is known, and whether doubles did not suffice for it.
type Decided = (Option<bool>, bool);

impl Room<2> for Planar {
    type Desk = Vec<QuickContact>;

    fn force(grasp: &Grasp<'_, 2>, common: Option<f64>, _: &QuickModel, desk: &mut Self::Desk) -> Decided {
        desk.clear();
        desk.extend(grasp.contacts.clone().map(|index| QuickContact {
            point: grasp.point(index),
            normal: grasp.normal(index),
            friction: common.unwrap_or_else(|| grasp.friction(index)),
        }));
        match certified_closure(desk) {
            Ok(found) => (Some(found.is_closed()), matches!(found, super::Certified::Exact(_))),
            Err(_) => (None, true),
        }
    }

    fn radius(radius: f64) -> f64 {
        radius
    }

    fn coordinates(entries: [Rational; 2]) -> Coordinates<Self> {
        entries.into()
    }
}

impl Room<3> for Spatial {
    type Desk = (Vec<QuickSpatialContact>, Desk);

    fn force(
        grasp: &Grasp<'_, 3>,
        common: Option<f64>,
        model: &QuickModel,
        desk: &mut Self::Desk,
    ) -> Decided {
        let (contacts, desk) = desk;
        contacts.clear();
        contacts.extend(grasp.contacts.clone().map(|index| QuickSpatialContact {
            point: grasp.point(index),
            normal: grasp.normal(index),
            friction: common.unwrap_or_else(|| grasp.friction(index)),
            torsion: 0.0,
        }));
        match desk.decide(contacts, model) {
            Ok(found) => (found.is_closed(), !matches!(found, super::CertifiedSpatial::Quick(_))),
            Err(_) => (None, true),
        }
    }

    fn radius(radius: Bounded) -> f64 {
        radius.value
    }

    fn coordinates(entries: [Rational; 3]) -> Coordinates<Self> {
        entries.into()
    }
}

/// An array that does not fit, in words.
fn unfit<const D: usize>(flat: &Flat<'_, D>) -> Option<String> {
    let contacts = flat.offsets.last().copied().unwrap_or_default();
    let grasps = flat.offsets.len().saturating_sub(1);
    if flat.offsets.first() != Some(&0) || flat.offsets.windows(2).any(|pair| pair[0] > pair[1]) {
        return Some("offsets: they begin with 0 and never fall".to_owned());
    }
    let wrong = |name: &str, length: usize, wanted: usize| {
        (length != wanted).then(|| format!("{name}: {length} numbers; give {wanted}"))
    };
    wrong("points", flat.points.len(), D * contacts)
        .or_else(|| wrong("normals", flat.normals.len(), D * contacts))
        .or_else(|| {
            if flat.frictions.len() == 1 { None } else { wrong("friction", flat.frictions.len(), contacts) }
        })
        .or_else(
            || if flat.origins.len() == D { None } else { wrong("origin", flat.origins.len(), D * grasps) },
        )
}

/// Scores grasps in the plane, on as many threads as the pool has in which it is called.
///
/// ```
/// use stiction_statics::closure::many::score::{Asked, Flat, Measure, in_plane};
/// use stiction_scene::lower::ConeModel;
/// // Two fingers squeeze; one alone holds nothing.
/// let flat = Flat {
///     points: &[-1.0, 0.0, 1.0, 0.0, -1.0, 0.0],
///     normals: &[1.0, 0.0, -1.0, 0.0, 1.0, 0.0],
///     frictions: &[0.5],
///     offsets: &[0, 2, 3],
///     origins: &[0.0, 0.0],
/// };
/// let measures = vec![Measure::Force, Measure::Form];
/// let rows = in_plane(&flat, &Asked { measures, cone: ConeModel::Round, length: 1.0, gradient: None }).unwrap();
/// assert_eq!((&rows[0].values[..], &rows[1].values[..]), (&[1.0, 0.0][..], &[0.0, 0.0][..]));
/// ```
///
/// # Errors
/// An array does not fit the others.
pub fn in_plane(flat: &Flat<'_, 2>, asked: &Asked) -> Result<Vec<Row>, String> {
    scored::<Planar, 2>(flat, asked)
}

/// Scores grasps in space, as [`in_plane`] does in the plane.
///
/// # Errors
/// An array does not fit the others.
pub fn of_space(flat: &Flat<'_, 3>, asked: &Asked) -> Result<Vec<Row>, String> {
    scored::<Spatial, 3>(flat, asked)
}

/// Grasps that a thread takes at once.
const AT_ONCE: usize = 256;

fn scored<S: Room<D>, const D: usize>(flat: &Flat<'_, D>, asked: &Asked) -> Result<Vec<Row>, String> {
    if let Some(why) = unfit(flat) {
        return Err(why);
    }
    let quick = match asked.cone {
        _ if D == 2 => Some(QuickModel::Round),
        ConeModel::Round => Some(QuickModel::Round),
        ConeModel::Inner(edges) => Pyramid::new(edges).map(QuickModel::Pyramid),
        ConeModel::Outer(_) => None,
    };
    let numbers: Vec<usize> = (0..flat.offsets.len() - 1).collect();
    let part = |numbers: &[usize]| {
        let mut desk = S::Desk::default();
        let row = |&number: &usize| {
            let contacts = flat.offsets[number]..flat.offsets[number + 1];
            row::<S, D>(&Grasp { flat, contacts, number }, asked, quick.as_ref(), &mut desk)
        };
        numbers.iter().map(row).collect::<Vec<_>>()
    };
    Ok(numbers.par_chunks(AT_ONCE).flat_map_iter(part).collect())
}

/// What is known of a grasp.
fn row<S: Room<D>, const D: usize>(
    grasp: &Grasp<'_, D>,
    asked: &Asked,
    quick: Option<&QuickModel>,
    desk: &mut S::Desk,
) -> Row {
    let missing = |measure: &Measure| if measure.is_verdict() { -1.0 } else { f64::NAN };
    if let Some(fault) = grasp.fault() {
        let values = asked.measures.iter().map(missing).collect();
        return Row { values, exact: false, fault: Some(fault), gradient: Vec::new() };
    }
    let mut deep = Deep::<S, D> { grasp, asked, problem: None, force: None };
    let force = match quick {
        Some(model) => S::force(grasp, None, model, desk),
        None => (deep.closes(&FrictionUse::Given), true),
    };
    deep.force = force.0;
    let mut values = Vec::with_capacity(asked.measures.len());
    for measure in &asked.measures {
        values.push(match measure {
            Measure::Force => spoken(force.0),
            Measure::Form => match quick {
                Some(model) => spoken(S::force(grasp, Some(0.0), model, desk).0),
                None => spoken(deep.closes(&FrictionUse::None)),
            },
            number => deep.number(*number).map_or(f64::NAN, |(value, _)| value),
        });
    }
    let gradient = asked.gradient.and_then(|measure| deep.number(measure)).map(|(_, gradient)| gradient);
    Row { values, exact: force.1, fault: None, gradient: gradient.unwrap_or_default() }
}

fn spoken(verdict: Option<bool>) -> f64 {
    verdict.map_or(-1.0, |closes| if closes { 1.0 } else { 0.0 })
}

/// What is worked out of a grasp beyond force closure in doubles.
struct Deep<'a, S: Room<D>, const D: usize> {
    grasp: &'a Grasp<'a, D>,
    asked: &'a Asked,
    problem: Option<Option<Problem<S::Touch>>>,
    /// Whether it closes, where that is known.
    force: Option<bool>,
}

impl<S: Room<D>, const D: usize> Deep<'_, S, D> {
    fn problem(&mut self) -> Option<&Problem<S::Touch>> {
        let (grasp, cone) = (self.grasp, self.asked.cone);
        self.problem.get_or_insert_with(|| grasp.problem::<S>(cone)).as_ref()
    }

    /// Whether it closes with these coefficients, exactly.
    fn closes(&mut self, friction: &FrictionUse) -> Option<bool> {
        match closure(self.problem()?, friction).ok()?.into() {
            Verdict::Yes(_) => Some(true),
            Verdict::No(_) => Some(false),
            Verdict::Undecided => None,
        }
    }

    /// Where the proofs put the zero wrench in the hull of the contacts' wrenches.
    fn origin(&mut self) -> Option<Origin> {
        if self.force.or_else(|| self.closes(&FrictionUse::Given))? {
            return Some(Origin::Inside);
        }
        let openness = boundary(self.problem()?, &FrictionUse::Given).ok()?.into();
        match openness.verified().map(Verified::proof)? {
            Proof::Touching { .. } => Some(Origin::Boundary),
            Proof::Breaks { .. } => Some(Origin::Outside),
            _ => None,
        }
    }

    /// A number and how it changes with each contact; none where there is no such number.
    fn number(&mut self, measure: Measure) -> Option<(f64, Vec<Gradient>)> {
        if measure == Measure::LeastFriction {
            return self.least_friction();
        }
        let (origin, metric) = (self.origin()?, Metric { length: self.asked.length });
        let ball = Ball::new(&FrictionUse::Given, metric, origin);
        let problem = self.problem()?;
        let found = match measure {
            Measure::EpsilonLinf => <S::Touch as Measuring>::each(problem, &ball),
            _ => <S::Touch as Measuring>::shared(problem, &ball),
        };
        found.ok().map(|(radius, gradient)| (S::radius(radius), gradient))
    }

    fn least_friction(&mut self) -> Option<(f64, Vec<Gradient>)> {
        let problem = self.problem()?;
        match least_friction(problem).ok()? {
            Threshold::None(_) => Some((0.0, Vec::new())),
            Threshold::Between(bracket) => {
                let ends = [&bracket.lower.1, &bracket.upper.1].map(Verified::proof);
                let gradient = least_friction_gradient(problem, ends[0], ends[1]);
                bracket.number().map(|value| (value.to_f64(), gradient))
            }
            Threshold::Never(_) | Threshold::Undecided => None,
        }
    }
}
