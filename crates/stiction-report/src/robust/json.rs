//! The keys of `robust`.

use super::RobustAnswer;
use std::collections::BTreeMap;
use stiction::ask::lower::Standing;
use stiction::ask::robust::{BoxProof, MOST_SCALE};
use stiction_proof::{Rational, Verified};
use stiction_verify::robust::{Changed, CornerTold, Critical, Exact, ExactCorner, RobustKeys, Scale};

pub(super) fn keys<S: Standing>(answer: &RobustAnswer<S>) -> RobustKeys<S::Touch> {
    let changes = answer.changes();
    let scale =
        |proof: &Option<Verified<BoxProof<S>>>| proof.as_ref().map(|proof| proof.proof().scale().clone());
    let exact = Scale { proved: scale(&answer.holds), refuted: scale(&answer.fails) };
    let double = |scale: &Option<Rational>| scale.as_ref().map(Rational::to_f64);
    let failing = exact.refuted.as_ref().zip(answer.corner.as_ref());
    let told = |one: &stiction::ask::robust::Change| Changed {
        path: one.path.clone(),
        from: one.from.to_f64(),
        to: one.to.to_f64(),
    };
    let exactly = |one: &stiction::ask::robust::Change| Changed {
        path: one.path.clone(),
        from: one.from.clone(),
        to: one.to.clone(),
    };
    let critical = answer.critical.iter().map(|(path, proof)| Critical {
        path: path.clone(),
        scale: proof.proof().scale().to_f64(),
        proof: proof.proof().clone(),
    });
    RobustKeys {
        about: answer.problem.about,
        scale: Scale { proved: double(&exact.proved), refuted: double(&exact.refuted) },
        corner: failing.map(|(scale, report)| CornerTold {
            scale: scale.to_f64(),
            changes: changes.iter().map(told).collect(),
            report: report.clone(),
        }),
        critical: critical.collect(),
        holds: answer.holds.as_ref().map(|proof| proof.proof().clone()),
        fails: answer.fails.as_ref().map(|proof| proof.proof().clone()),
        problem: answer.problem.clone(),
        reasons: reasons(answer),
        exact: Exact {
            corner: exact.refuted.as_ref().map(|scale| ExactCorner {
                scale: scale.clone(),
                changes: changes.iter().map(exactly).collect(),
            }),
            scale: exact,
        },
    }
}

fn reasons<S: Standing>(answer: &RobustAnswer<S>) -> BTreeMap<String, String> {
    let given = "the scene as it is given does not hold, or that was not decided";
    let never = format!("no scene of the box up to {MOST_SCALE} times its size was found to fail");
    let none_fails = answer.fails.is_none();
    let all = [
        ("scale.proved", answer.holds.is_none(), given.to_owned()),
        ("holds", answer.holds.is_none(), given.to_owned()),
        ("scale.refuted", none_fails, never.clone()),
        ("fails", none_fails, never.clone()),
        ("corner", none_fails, never),
    ];
    let missing = all.into_iter().filter(|(_, missing, _)| *missing);
    missing.map(|(key, _, why)| (key.to_owned(), why)).collect()
}
