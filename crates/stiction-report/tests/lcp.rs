//! Reports of complementarity problems: one solution and why it is the only one, and what is told when time is up.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction_proof::{LcpProblem, Rational};
use stiction_report::verify::verify;
use stiction_report::work::Allowance;
use stiction_report::{Options, SceneName, lcp_report};

fn problem(rows: &[Vec<i64>], q: &[i64]) -> LcpProblem {
    let numbers = |entries: &[i64]| entries.iter().copied().map(Rational::from).collect::<Vec<_>>();
    LcpProblem { matrix: rows.iter().map(|row| numbers(row)).collect(), q: numbers(q) }
}

fn asked(problem: &LcpProblem, options: &Options) -> Value {
    let report = lcp_report(problem.clone(), SceneName::unnamed(), options).unwrap();
    let json = report.to_json();
    let verified = verify(&json);
    assert!(verified.holds(), "{:?}\n{json:#}", verified.failed);
    json
}

fn one() -> Options {
    Options { one: true, ..Options::default() }
}

#[test]
fn one_solution_is_the_only_one_where_the_matrix_shows_it() {
    // Definite; dominant after scaling the second column and not definite; all minors positive and neither.
    let cases = [
        (problem(&[vec![2, 1], vec![1, 2]], &[-5, -6]), json!("definite")),
        (problem(&[vec![1, -9], vec![0, 1]], &[-1, -1]), json!("dominant")),
        (problem(&[vec![1, 2, 0], vec![0, 1, 2], vec![2, 0, 1]], &[-1, -1, -1]), json!("minors")),
    ];
    for (problem, kind) in cases {
        for options in [one(), Options::default()] {
            let json = asked(&problem, &options);
            let certificate = &json["certificate"];
            let told = certificate.as_object().and_then(|table| table.keys().next()).map(|key| json!(key));
            assert_eq!(told.as_ref().unwrap_or(certificate), &kind, "{json:#}");
            assert_eq!((&json["status"], json["solutions"].as_array().unwrap().len()), (&json!("unique"), 1));
            assert_eq!((json["excluded"].as_array().unwrap().len(), json.get("unfinished")), (0, None));
        }
        // A certificate that does not hold of the matrix, and none at all, are refused.
        let mut forged = asked(&problem, &one());
        forged["problem"]["M"][0][1] = json!("1000");
        forged["problem"]["M"][1][0] = json!("1000");
        assert!(!verify(&forged).holds());
        let mut forged = asked(&problem, &one());
        forged.as_object_mut().unwrap().remove("certificate");
        assert!(!verify(&forged).holds());
    }
}

#[test]
fn one_of_several_solutions_is_told_as_one_and_nothing_is_said_of_others() {
    let several = problem(&[vec![1, 4], vec![2, 3]], &[-1, -1]);
    let json = asked(&several, &one());
    assert_eq!((&json["status"], json["solutions"].as_array().unwrap().len()), (&Value::Null, 1), "{json:#}");
    assert!(json["unfinished"].as_str().unwrap().contains("one solution was asked"), "{json:#}");
    assert_eq!(json["asked"]["one"], true);
    for certificate in [json!("minors"), json!("definite"), json!({ "dominant": { "scale": ["1", "1"] } })] {
        let mut forged = json.clone();
        forged["certificate"] = certificate;
        forged["status"] = json!("unique");
        forged.as_object_mut().unwrap().remove("unfinished");
        forged["reasons"] = json!({});
        assert!(!verify(&forged).holds());
    }
    // Where the method ends on a ray, all solutions are sought: here there are none.
    let none = problem(&[vec![-5]], &[-2]);
    assert_eq!(asked(&none, &one())["status"], "none");
    assert_eq!(asked(&several, &Options::default())["solutions"].as_array().unwrap().len(), 3);
}

/// Two solutions at each pair of indices: 3 to the power of `pairs`, each by itself.
fn many(pairs: usize) -> LcpProblem {
    let size = 2 * pairs;
    let entry = |row: usize, column: usize| match (row / 2 == column / 2, row == column, row % 2) {
        (false, ..) => i64::from((row * 7 + column * 3).is_multiple_of(5)),
        (_, true, 0) => 100,
        (_, true, _) => 300,
        (_, _, 0) => 400,
        _ => 200,
    };
    let rows: Vec<Vec<i64>> =
        (0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect();
    problem(&rows, &vec![-100; size])
}

#[test]
fn a_search_that_is_stopped_lists_what_it_found() {
    let problem = many(9);
    let limited =
        |steps: u64| Options { allowance: Allowance::unlimited().of_steps(steps), ..Options::default() };
    let mut listed = Vec::new();
    for steps in [2_000, 200_000] {
        let json = asked(&problem, &limited(steps));
        assert_eq!(json["status"], Value::Null, "{steps}");
        assert!(json["unfinished"].as_str().unwrap().contains("steps") && json.get("stopped").is_some());
        listed.push(json["solutions"].as_array().unwrap().len());
        // As many are told as are known, and never that these are all.
        let mut forged = json.clone();
        forged["status"] = json!("multiple");
        assert!(!verify(&forged).holds());
    }
    assert!(listed[1] >= 1, "{listed:?}");
}

/// All slacks are one less than the sum of the unknowns: every choice but one has solutions, and together they are
/// one simplex.
fn of_ones(size: usize) -> LcpProblem {
    problem(&vec![vec![1; size]; size], &vec![-1; size])
}

#[test]
fn hundreds_of_pieces_of_one_simplex_are_told_as_one_family() {
    let json = asked(&of_ones(9), &Options::default());
    assert_eq!(json["status"], "continuum");
    assert_eq!(
        (json["families"].as_array().unwrap().len(), json["solutions"].as_array().unwrap().len()),
        (1, 0)
    );
    assert_eq!(json["families"][0]["vertices"].as_array().unwrap().len(), 9);
    assert_eq!(json["pieces"].as_array().unwrap().len(), (1 << 9) - 1);
    assert_eq!(json.get("unfinished"), None);
}

#[test]
fn more_pieces_than_there_is_work_for_are_told_as_far_as_they_were_checked() {
    let allowance = Allowance::unlimited().of_steps(300_000);
    let json = asked(&of_ones(14), &Options { allowance, ..Options::default() });
    assert!(json["unfinished"].as_str().unwrap().contains("steps"), "{}", json["unfinished"]);
    assert!(json.get("stopped").is_some());
    assert!(!json["pieces"].as_array().unwrap().is_empty());
    let mut forged = json.clone();
    forged.as_object_mut().unwrap().remove("unfinished");
    assert!(!verify(&forged).holds());
}
