//! The measured loop: every contender decides all grasps of a case, in turns, several rounds.

use crate::grasps::{Case, Grasp};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Below this time a round is repeated, so that the clock's grain does not count.
const AT_LEAST: Duration = Duration::from_millis(20);

/// One pass over the grasps of a case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Round {
    /// Seconds for all of them.
    pub(crate) seconds: f64,
    /// Closed or not, grasp by grasp.
    pub(crate) verdicts: Vec<bool>,
}

/// Somebody who decides grasps and says how long it took.
pub(crate) trait Contender {
    fn name(&self) -> &str;
    fn round(&mut self, case: &Case) -> Result<Round, String>;
}

/// Ours: `prepare` reads a grasp outside the clock, `decide` is measured. It builds the generators, decides
/// and checks its answer.
pub(crate) struct Ours<P, D> {
    pub(crate) prepare: P,
    pub(crate) decide: D,
}

impl<T, P: Fn(&Grasp) -> T, D: Fn(&T) -> bool> Contender for Ours<P, D> {
    fn name(&self) -> &str {
        "stiction"
    }

    fn round(&mut self, case: &Case) -> Result<Round, String> {
        let prepared: Vec<T> = case.grasps.iter().map(&self.prepare).collect();
        let pass = || prepared.iter().map(|grasp| (self.decide)(black_box(grasp))).collect::<Vec<bool>>();
        let (seconds, verdicts) = per_pass(pass);
        Ok(Round { seconds, verdicts })
    }
}

/// Repeats a pass for a while: seconds a pass, and what the last one gave.
pub(crate) fn per_pass<T>(mut pass: impl FnMut() -> T) -> (f64, T) {
    let start = Instant::now();
    let mut last = black_box(pass());
    let mut passes = 1.0;
    while start.elapsed() < AT_LEAST {
        last = black_box(pass());
        passes += 1.0;
    }
    (start.elapsed().as_secs_f64() / passes, last)
}

/// What a contender did on one case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Standing {
    pub(crate) name: String,
    /// Median over the rounds, of one verdict.
    pub(crate) seconds: f64,
    pub(crate) verdicts: Vec<bool>,
}

/// All contenders in turns, `rounds` times.
pub(crate) fn interleaved(
    contenders: &mut [Box<dyn Contender>],
    case: &Case,
    rounds: usize,
) -> Result<Vec<Standing>, String> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); contenders.len()];
    let mut verdicts: Vec<Vec<bool>> = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (index, contender) in contenders.iter_mut().enumerate() {
            let round = contender.round(case)?;
            times[index].push(round.seconds / case.grasps.len() as f64);
            verdicts[index] = round.verdicts;
        }
    }
    let results = contenders.iter().zip(times).zip(verdicts);
    Ok(results
        .map(|((one, times), verdicts)| Standing {
            name: one.name().into(),
            seconds: median(times),
            verdicts,
        })
        .collect())
}

/// The middle one; the lower of two.
pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

/// In how many grasps two lists of verdicts differ.
pub(crate) fn disagreements(one: &[bool], other: &[bool]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one != other).count() + one.len().abs_diff(other.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grasps::tests::closed;

    #[test]
    fn the_median_ignores_one_slow_round() {
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.0);
        assert!(median(vec![]).is_nan());
    }

    #[test]
    fn disagreements_are_counted_grasp_by_grasp() {
        assert_eq!(disagreements(&[true, false, true], &[true, true, false]), 2);
        assert_eq!(disagreements(&[true, true], &[true]), 1);
    }

    #[test]
    fn contenders_decide_the_same_grasps_in_turns() {
        let case = Case::planar(2, 20);
        let right = Ours { prepare: Grasp::clone, decide: closed };
        let wrong = Ours { prepare: Grasp::clone, decide: |grasp: &Grasp| !closed(grasp) };
        let results = interleaved(&mut [Box::new(right), Box::new(wrong)], &case, 2).unwrap();
        assert!(results.iter().all(|result| result.seconds > 0.0));
        assert_eq!(disagreements(&results[0].verdicts, &results[1].verdicts), 20);
    }
}
