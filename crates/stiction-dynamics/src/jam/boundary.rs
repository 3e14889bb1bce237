//! The boundary of what locks in the plane of two coefficients, the others as they are.
//!
//! A larger box holds a smaller one, so along every ray from the origin of that plane there is one threshold.
//! It lies between two boxes that are proved, one free and one locked.

use super::cone::Locking;
use super::decide::Locker;
use super::map::MapError;
use stiction_proof::{JamProblem, JamProof, Rational};
use stiction_scene::bracket::{Bracket, Probe, Threshold};
use stiction_scene::{Refused, Verdict};

/// One ray.
#[derive(Debug, Clone, PartialEq)]
pub struct Ray {
    /// Its direction: both coefficients grow in this proportion, which adds up to one.
    pub direction: [Rational; 2],
    /// The threshold, as a factor on the direction, with a proof about the box of either end.  Without these two
    /// coefficients the others alone lock, proved of the empty box; never is not up to [`FARTHEST`], proved of the box
    /// there.
    pub threshold: Threshold<JamProof>,
}

/// How far along a ray is looked.
pub const FARTHEST: i64 = 1024;
/// Relative width of a bracket that is narrow enough for a curve.
const WIDTH: f64 = 1e-9;

/// Two contacts, each by the constraints that stand for it: one, or in space the edges of its pyramid.
pub type Pair = [Vec<usize>; 2];

/// The problem with two of its coefficients replaced, of sliding and of rest alike.
pub fn with_coefficients(problem: &JamProblem, of: &Pair, values: &[Rational; 2]) -> JamProblem {
    let mut changed = problem.clone();
    for (members, value) in of.iter().zip(values) {
        for &index in members {
            changed.constraints[index].mu = value.clone();
            changed.constraints[index].at_rest = value.clone();
        }
    }
    changed
}

/// The thresholds along `count + 1` rays of the quadrant.
pub fn boundary(problem: &JamProblem, kind: Locking, of: &Pair, count: usize) -> Result<Vec<Ray>, MapError> {
    let ray = |direction: [Rational; 2]| {
        let threshold = along(problem, kind, of, &direction)?;
        Ok(Ray { direction, threshold })
    };
    ray_directions(count).into_iter().map(ray).collect()
}

/// The directions of the rays: evenly from one axis of the quadrant to the other, each with shares that sum up to one.
pub fn ray_directions(count: usize) -> Vec<[Rational; 2]> {
    let parts = count.max(1) as u64;
    let direction =
        |part: u64| [Rational::new((parts - part) as i64, parts), Rational::new(part as i64, parts)];
    (0..=parts).map(direction).collect()
}

fn along(
    problem: &JamProblem,
    kind: Locking,
    of: &Pair,
    direction: &[Rational; 2],
) -> Result<Threshold<JamProof>, MapError> {
    let probe = |factor: &Rational| -> Result<Option<Probe<JamProof>>, MapError> {
        let changed = with_coefficients(problem, of, &direction.each_ref().map(|part| part * factor));
        Ok(match Locker::new(&changed, kind)?.locks(&Rational::one())? {
            Verdict::Yes(proof) => Some(Probe::Upper((factor.clone(), proof))),
            Verdict::No(proof) => Some(Probe::Lower((factor.clone(), proof))),
            Verdict::Undecided => None,
        })
    };
    let lower = match probe(&Rational::zero())? {
        Some(Probe::Lower(end)) => end,
        Some(Probe::Upper((_, locked))) => return Ok(Threshold::None(locked)),
        None => return Ok(Threshold::Undecided),
    };
    let upper = match probe(&Rational::from(FARTHEST))? {
        Some(Probe::Upper(end)) => end,
        Some(Probe::Lower((_, free))) => return Ok(Threshold::Never(free)),
        None => return Ok(Threshold::Undecided),
    };
    // What cannot be asked was refused at the first probe.
    let narrowed = Bracket::new(lower, upper).narrow_while(WIDTH, |factor| match probe(factor) {
        Ok(side) => Ok(side),
        Err(MapError::Refused(refused)) => Err(refused),
        Err(MapError::Unfit(_)) => Ok(None),
    });
    let bracket = narrowed.map_err(|refused: Refused| MapError::Refused(refused))?;
    Ok(Threshold::Between(bracket))
}
