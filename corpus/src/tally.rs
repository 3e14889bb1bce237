//! Running the chosen cases and counting.

use crate::case::Case;
use crate::plan::{Chosen, Plan};
use crate::run::{Failure, Runner, try_case};
use rayon::prelude::*;
use serde_json::Value;
use std::io::{self, Write};

/// How the cases of a topic came out.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The report says all that is expected.
    pub passed: usize,
    /// It does not, or a known failure passes.
    pub failed: usize,
    /// It does not, for a reason the plan states.
    pub known: usize,
}

/// Runs the cases topic by topic, those of a topic on all cores, writes one line a topic with its failures below it,
/// and the sum last.
pub fn run_all(
    runner: &dyn Runner,
    chosen: &[Chosen<'_>],
    plan: &Plan,
    out: &mut dyn Write,
) -> io::Result<Count> {
    let mut sum = Count::default();
    for one in chosen {
        let (count, lines) = run_topic(runner, one, plan);
        let Count { passed, failed, known } = count;
        let left = if one.left > 0 { format!("  ({} for later)", one.left) } else { String::new() };
        let topic = one.topic;
        writeln!(out, "{topic:24} {passed:4} passed {failed:4} failed {known:4} known{left}")?;
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        sum = Count { passed: sum.passed + passed, failed: sum.failed + failed, known: sum.known + known };
    }
    writeln!(out, "{} passed, {} failed", sum.passed, sum.failed)?;
    Ok(sum)
}

fn run_topic(runner: &dyn Runner, chosen: &Chosen<'_>, plan: &Plan) -> (Count, Vec<String>) {
    let mut count = Count::default();
    let mut lines = Vec::new();
    let tried: Vec<Vec<Failure>> = chosen.cases.par_iter().map(|case| try_case(runner, case)).collect();
    for (case, failures) in chosen.cases.iter().zip(tried) {
        match (failures.is_empty(), plan.known_reason(&case.id)) {
            (true, None) => count.passed += 1,
            (false, Some(_)) => count.known += 1,
            (true, Some(reason)) => {
                count.failed += 1;
                lines.push(format!("{}: passes, but the plan knows it to fail ({reason})", case.id));
            }
            (false, None) => {
                count.failed += 1;
                lines.extend(failures.iter().map(|failure| describe(case, failure)));
            }
        }
    }
    (count, lines)
}

fn describe(case: &Case, failure: &Failure) -> String {
    let Failure { key, expected, got, why } = failure;
    let key = if key.is_empty() { "(report)" } else { key };
    format!("{} {key}: expected {}, got {}: {why}", case.id, brief(expected), brief(got))
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Library;
    use serde_json::json;

    fn case(id: &str, verdict: &str) -> Case {
        let text = json!({"id": id, "ask": ["stand"], "expect": {"verdict": verdict}, "source": ""});
        serde_json::from_str(&text.to_string()).unwrap()
    }

    fn run(cases: &[Case], plan: &str) -> (Count, String) {
        let yes =
            Library::new(|_: &Case| Ok(json!({"stiction": "0", "question": "stand", "verdict": "yes"})));
        let chosen = [Chosen { topic: "t", cases: cases.iter().collect(), left: 3 }];
        let mut out = Vec::new();
        let count = run_all(&yes, &chosen, &Plan::parse(plan).unwrap(), &mut out).unwrap();
        (count, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_failure_names_case_key_expected_and_got() {
        let (count, text) = run(&[case("a", "yes"), case("b", "no")], "now = []");
        assert_eq!(count, Count { passed: 1, failed: 1, known: 0 });
        assert!(text.contains(r#"b verdict: expected "no", got "yes""#), "{text}");
        assert!(text.contains("(3 for later)") && text.ends_with("1 passed, 1 failed\n"), "{text}");
    }

    #[test]
    fn a_known_failure_is_counted_apart_and_must_keep_failing() {
        let plan = "now = []\nknown_failures = [{ id = 'b', reason = 'because' }]";
        let (count, text) = run(&[case("b", "no")], plan);
        assert_eq!(count, Count { passed: 0, failed: 0, known: 1 });
        assert!(text.ends_with("0 passed, 0 failed\n"), "{text}");
        let (count, text) = run(&[case("b", "yes")], plan);
        assert_eq!(count, Count { passed: 0, failed: 1, known: 0 });
        assert!(text.contains("because"), "{text}");
    }
}
