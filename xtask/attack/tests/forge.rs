//! A few hundred forgeries, none of which may be accepted and false.

use std::time::{Duration, Instant};
use stiction_attack::Attack;
use stiction_attack::forge::{Forger, Judgement, judge};

#[test]
fn no_forgery_that_says_what_is_not_so_is_accepted() {
    let forger = Forger { reports: 20, each: 15, similar: 2 };
    let long = Instant::now() + Duration::from_secs(3600);
    let outcome = forger.run(long, 300, 7);
    assert_eq!(outcome.attempts, 300);
    assert!(outcome.defects.is_empty(), "{:#?}", outcome.defects);
    let refused = outcome.figures.iter().filter(|(what, _)| what.starts_with("refused"));
    assert!(refused.map(|(_, count)| count).sum::<usize>() > 150, "{:?}", outcome.figures);
}

#[test]
fn a_judge_knows_a_lie_from_another_witness() {
    use serde_json::json;
    let honest = json!({ "verdict": "no", "margin": 0.5, "proof": { "twist": ["1"] }, "computed": [] });
    let changed = |key: &str, value: serde_json::Value| {
        let mut forged = honest.clone();
        forged[key] = value;
        judge(&honest, &forged, true)
    };
    assert_eq!(judge(&honest, &honest, true), Judgement::Same);
    assert_eq!(changed("verdict", json!("yes")), Judgement::False("verdict".to_owned()));
    assert_eq!(changed("margin", json!(0.6)), Judgement::False("margin".to_owned()));
    assert_eq!(changed("verdict", json!("undecided")), Judgement::Withheld);
    assert_eq!(changed("proof", json!({ "twist": ["2"] })), Judgement::Witness);
    let modes = |list: &[&str]| {
        let modes: Vec<_> = list.iter().map(|mode| json!({ "mode": mode })).collect();
        json!({ "question": "modes", "modes": modes })
    };
    assert_eq!(judge(&modes(&["l", "r"]), &modes(&["r", "l"]), true), Judgement::Same);
    assert_ne!(judge(&modes(&["l", "r"]), &modes(&["l", "l"]), true), Judgement::Same);
}
