//! The largest scale that is proved, and the smallest that is refuted.

use super::{BoxProof, Boxed, Effort, MOST_SCALE, Tried, tried};
use stiction_exact::work::going;
use stiction_proof::robust::RobustProblem;
use stiction_proof::{Rational, Verified};
use stiction_scene::lower::Standing;
use stiction_scene::scene::NoAnswer;

/// Proofs on either side.
pub(super) struct Between<S: Standing> {
    pub holds: Option<Verified<BoxProof<S>>>,
    pub fails: Option<Verified<BoxProof<S>>>,
}

impl<S: Standing> Between<S> {
    fn low(&self) -> Rational {
        self.holds.as_ref().map_or_else(Rational::zero, |proof| proof.proof().scale().clone())
    }

    fn high(&self) -> Rational {
        let most = || Rational::from(MOST_SCALE);
        self.fails.as_ref().map_or_else(most, |proof| proof.proof().scale().clone())
    }

    fn place(&mut self, tried: Tried<S>) -> bool {
        match tried {
            Tried::Holds(proof) => self.holds = Some(proof),
            Tried::Fails(proof) => self.fails = Some(proof),
            Tried::Open => return false,
        }
        true
    }
}

/// Scales that are tried first, the scene's own before all.
const LADDER: [i64; 8] = [1, 2, 4, 8, 16, 32, 64, MOST_SCALE];
/// How often a side is narrowed where the other is open.
const ONE_SIDED: usize = 7;

/// A short number well inside of two.
fn between(low: &Rational, high: &Rational) -> Rational {
    let width = high - low;
    let at = |part: i64| low + &width * Rational::new(part, 16);
    Rational::simplest_between(&at(7), &at(9))
}

fn is_narrow(low: &Rational, high: &Rational, effort: &Effort) -> bool {
    let (low, high) = (low.to_f64(), high.to_f64());
    high - low <= effort.width * low.max(1e-9)
}

/// Brackets the scale.
pub(super) fn bracket<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    effort: &Effort,
) -> Result<Between<S>, NoAnswer> {
    let mut found = Between { holds: None, fails: None };
    let mut open: Option<Rational> = None;
    for scale in LADDER.map(Rational::from) {
        if going().is_err() {
            return Ok(found);
        }
        let placed = found.place(tried::<S>(problem, &scale)?);
        if found.fails.is_some() {
            break;
        }
        if !placed && open.is_none() {
            open = Some(scale);
        }
    }
    if found.holds.is_none() {
        let zero = tried::<S>(problem, &Rational::zero())?;
        if matches!(zero, Tried::Fails(_)) {
            found.place(zero);
            return Ok(found);
        }
        found.place(zero);
    }
    while found.holds.is_some() && found.fails.is_some() && open.is_none() && going().is_ok() {
        let (low, high) = (found.low(), found.high());
        if is_narrow(&low, &high, effort) {
            return Ok(found);
        }
        let middle = between(&low, &high);
        if !found.place(tried::<S>(problem, &middle)?) {
            open = Some(middle);
        }
    }
    if let Some(open) = open {
        narrow_up(problem, &mut found, &open, effort)?;
        narrow_down(problem, &mut found, &open, effort)?;
    }
    Ok(found)
}

/// Proves more, below a scale that was left open.
fn narrow_up<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    found: &mut Between<S>,
    open: &Rational,
    effort: &Effort,
) -> Result<(), NoAnswer> {
    let mut top = open.clone();
    for _ in 0..ONE_SIDED {
        let low = found.low();
        if found.holds.is_none() || is_narrow(&low, &top, effort) || going().is_err() {
            break;
        }
        let middle = between(&low, &top);
        match tried::<S>(problem, &middle)? {
            Tried::Holds(proof) => found.holds = Some(proof),
            _ => top = middle,
        }
    }
    Ok(())
}

/// Refutes more, above it.
fn narrow_down<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    found: &mut Between<S>,
    open: &Rational,
    effort: &Effort,
) -> Result<(), NoAnswer> {
    let mut bottom = open.clone();
    for _ in 0..ONE_SIDED {
        let high = found.high();
        if found.fails.is_none() || is_narrow(&bottom, &high, effort) || going().is_err() {
            break;
        }
        let middle = between(&bottom, &high);
        match tried::<S>(problem, &middle)? {
            Tried::Fails(proof) => found.fails = Some(proof),
            _ => bottom = middle,
        }
    }
    Ok(())
}

/// What each number would be worth if it were known exactly.
pub(super) fn critical<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    between: &Between<S>,
    effort: &Effort,
) -> Result<Vec<(String, Verified<BoxProof<S>>)>, NoAnswer> {
    let numbers = problem.numbers();
    if numbers.len() > effort.numbers || between.holds.is_none() {
        return Ok(Vec::new());
    }
    let coarse = Effort { width: effort.width * 4.0, ..effort.clone() };
    let mut critical = Vec::new();
    for number in numbers {
        let exact = problem.with_exact(&number);
        if let Some(proof) = most_proved::<S>(&exact, &between.low(), &coarse)? {
            critical.push((number, proof));
        }
    }
    // Equal ones stay in the order of the file.
    critical.sort_by(|a, b| b.1.proof().scale().cmp(a.1.proof().scale()));
    Ok(critical)
}

/// The largest scale that is proved, from one on that is known to hold.
fn most_proved<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    from: &Rational,
    effort: &Effort,
) -> Result<Option<Verified<BoxProof<S>>>, NoAnswer> {
    let mut found = None;
    let (mut low, mut top) = (from.clone(), None);
    if let Tried::Holds(proof) = tried::<S>(problem, from)? {
        found = Some(proof);
    }
    let most = Rational::from(MOST_SCALE);
    for _ in 0..24 {
        let middle = match &top {
            Some(top) if is_narrow(&low, top, effort) => break,
            Some(top) => between(&low, top),
            None if low >= most => break,
            None => {
                let next = &low * Rational::from(4) + Rational::new(1, 4);
                if next < most { next } else { most.clone() }
            }
        };
        if going().is_err() {
            break;
        }
        match tried::<S>(problem, &middle)? {
            Tried::Holds(proof) => {
                found = Some(proof);
                low = middle;
            }
            _ => top = Some(middle),
        }
    }
    Ok(found)
}
