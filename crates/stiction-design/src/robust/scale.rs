//! The largest scale that is proved, and the smallest that is refuted.

use super::{BoxProof, Boxed, Effort, MOST_SCALE, ScaleTrial, response, tried};
use stiction_exact::work::{Allowance, attempt_with, note, share};
use stiction_proof::robust::RobustProblem;
use stiction_proof::{Rational, Verified};
use stiction_scene::Refused;
use stiction_scene::lower::Standing;

/// Proofs on either side.
#[derive(Debug, Clone)]
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
}

/// Scales that are tried first, the scene's own before all.
const LADDER: [i64; 8] = [1, 2, 4, 8, 16, 32, 64, MOST_SCALE];
/// How often a side is narrowed where the other is open.
const ONE_SIDED: usize = 7;
/// The part of the time for the bracket, and of what is left for what single numbers are worth.
const PARTS: [f64; 2] = [0.6, 0.5];

/// A short number well inside of two.
fn between(low: &Rational, high: &Rational) -> Rational {
    let width = high - low;
    let at = |part: i64| low + &width * Rational::new(part, 16);
    Rational::simplest_between(&at(7), &at(9))
}

fn is_narrow(low: &Rational, high: &Rational, width: f64) -> bool {
    let (low, high) = (low.to_f64(), high.to_f64());
    high - low <= width * low.max(1e-9)
}

/// A search that ends when its part of the time is over, with what it has.
struct Search<'a, S: Boxed> {
    problem: &'a RobustProblem<S::Touch>,
    part: Allowance,
    over: bool,
    found: Between<S>,
}

impl<'a, S: Boxed> Search<'a, S> {
    fn new(problem: &'a RobustProblem<S::Touch>, part: Allowance) -> Self {
        Self { problem, part, over: false, found: Between { holds: None, fails: None } }
    }

    /// Tries a scale; whether it was left open.
    fn leaves_open(&mut self, scale: &Rational) -> Result<bool, Refused> {
        if self.over {
            return Ok(true);
        }
        match attempt_with("robust", &self.part, || tried::<S>(self.problem, scale)) {
            Ok(tried) => match tried? {
                ScaleTrial::Holds(proof) => self.found.holds = Some(proof),
                ScaleTrial::Fails(proof) => self.found.fails = Some(proof),
                ScaleTrial::Open => return Ok(true),
            },
            Err(stopped) => {
                note(stopped);
                self.over = true;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn bracket(&mut self, effort: &Effort) -> Result<(), Refused> {
        let mut open: Option<Rational> = None;
        for scale in LADDER.map(Rational::from) {
            let left_open = self.leaves_open(&scale)?;
            if self.found.fails.is_some() || self.over {
                break;
            }
            if left_open {
                open = Some(scale);
                break;
            }
        }
        if self.found.holds.is_none() {
            self.leaves_open(&Rational::zero())?;
            if self.found.holds.is_none() {
                return Ok(());
            }
        }
        if open.is_some() && self.found.fails.is_none() {
            self.refute();
        }
        while self.found.fails.is_some() && open.is_none() && !self.over {
            let (low, high) = (self.found.low(), self.found.high());
            if is_narrow(&low, &high, effort.width) {
                return Ok(());
            }
            let middle = between(&low, &high);
            if self.leaves_open(&middle)? {
                open = Some(middle);
            }
        }
        if let Some(open) = open {
            self.narrow_up(&open, effort)?;
            self.narrow_down(&open, effort)?;
        }
        Ok(())
    }

    /// Proves more, below a scale that was left open.
    fn narrow_up(&mut self, open: &Rational, effort: &Effort) -> Result<(), Refused> {
        let mut top = open.clone();
        for _ in 0..ONE_SIDED {
            let low = self.found.low();
            if is_narrow(&low, &top, 4.0 * effort.width) || self.over {
                break;
            }
            let middle = between(&low, &top);
            self.leaves_open(&middle)?;
            if self.found.low() < middle {
                top = middle;
            }
        }
        Ok(())
    }

    /// Refutes more, above it.
    fn narrow_down(&mut self, open: &Rational, effort: &Effort) -> Result<(), Refused> {
        let mut bottom = open.clone();
        for _ in 0..ONE_SIDED {
            let high = self.found.high();
            if self.found.fails.is_none() || is_narrow(&bottom, &high, 4.0 * effort.width) || self.over {
                break;
            }
            let middle = between(&bottom, &high);
            self.leaves_open(&middle)?;
            if self.found.high() > middle {
                bottom = middle;
            }
        }
        Ok(())
    }

    /// Seeks a scene that fails, wherever.
    fn refute(&mut self) {
        let low = self.found.low();
        match attempt_with("robust", &self.part, || response::refuted::<S>(self.problem, &low)) {
            Ok(proof) => self.found.fails = proof,
            Err(stopped) => {
                note(stopped);
                self.over = true;
            }
        }
    }

    /// The largest scale that is proved, from one on that is known to hold.
    fn most_proved(&mut self, from: &Rational, width: f64) -> Result<(), Refused> {
        let (mut low, mut top) = (from.clone(), None);
        self.leaves_open(from)?;
        let most = Rational::from(MOST_SCALE);
        while !self.over {
            let middle = match &top {
                Some(top) if is_narrow(&low, top, width) => break,
                Some(top) => between(&low, top),
                None if low >= most => break,
                None => {
                    let next = &low * Rational::from(2) + Rational::new(1, 4);
                    if next < most { next } else { most.clone() }
                }
            };
            self.leaves_open(&middle)?;
            if self.found.holds.is_some() && self.found.low() >= middle {
                low = middle;
            } else {
                top = Some(middle);
            }
        }
        Ok(())
    }
}

/// Brackets the scale.
pub(super) fn bracket<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    effort: &Effort,
) -> Result<Between<S>, Refused> {
    let mut search = Search::<S>::new(problem, share(PARTS[0]));
    search.bracket(effort)?;
    Ok(search.found)
}

/// A number by its path, and that the answer holds for a larger box when that number alone is exact.
type Worth<S> = (String, Verified<BoxProof<S>>);

/// What each number would be worth if it were known exactly.
pub(super) fn critical<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    between: &Between<S>,
    effort: &Effort,
) -> Result<Vec<Worth<S>>, Refused> {
    let numbers = problem.numbers();
    if numbers.len() > effort.numbers || between.holds.is_none() {
        return Ok(Vec::new());
    }
    let (mut critical, part) = (Vec::new(), share(PARTS[1]));
    for number in numbers {
        let exact = problem.with_exact(&number);
        let mut search = Search::<S>::new(&exact, part.clone());
        search.most_proved(&between.low(), 8.0 * effort.width)?;
        if let Some(proof) = search.found.holds {
            critical.push((number, proof));
        }
        if search.over {
            break;
        }
    }
    // Equal ones stay in the order of the file.
    critical.sort_by(|a, b| b.1.proof().scale().cmp(a.1.proof().scale()));
    Ok(critical)
}
