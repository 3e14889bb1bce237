//! What others report is measured against the laws.

use crate::outcomes::random::at_rest;
use stiction_dynamics::outcomes::{Reported, Tolerance, judge, lower, outcomes};
use stiction_proof::Rational;
use stiction_scene::lower::length;

#[test]
fn a_solution_breaks_no_law_and_a_changed_one_does() {
    let mut changed = 0;
    for seed in 0..40 {
        let scene = at_rest(seed, 3);
        let lowered = lower(&scene).unwrap();
        let all = outcomes(&lowered.problem).unwrap();
        for happening in &all.happenings {
            let mut reported = Reported::default();
            for body in lowered.problem.free() {
                let name = lowered.problem.bodies[body].name.clone();
                reported.accelerations.push((name, happening.solution.accelerations[body].to_vec()));
            }
            for (contact, force) in lowered.problem.contacts.iter().zip(&happening.solution.forces) {
                let length = length(&contact.normal);
                reported
                    .forces
                    .push((contact.id.clone(), force.iter().map(|part| part * &length.value).collect()));
            }
            let judged = judge(&lowered.problem, &all, &reported, &Tolerance::default()).unwrap();
            assert!(judged.worst() < 1e-12, "seed {seed}: {judged:?}");
            assert!(judged.nearest.unwrap() < 1e-12);
            reported.accelerations[0].1[1] += Rational::one();
            let judged = judge(&lowered.problem, &all, &reported, &Tolerance::default()).unwrap();
            assert!(judged.newton[0].1 >= 1.0, "{judged:?}");
            reported.accelerations[0].1[1] -= &Rational::one();
            reported.forces[0].1[0] = Rational::from(-1);
            assert!(
                judge(&lowered.problem, &all, &reported, &Tolerance::default()).unwrap().coulomb[0].1
                    >= 0.999
            );
            changed += 1;
        }
    }
    assert!(changed > 30);
    let lowered = lower(&at_rest(1, 1)).unwrap();
    let all = outcomes(&lowered.problem).unwrap();
    let strange = Reported {
        accelerations: vec![("moon".to_owned(), Vec::new())],
        forces: vec![("9".to_owned(), Vec::new())],
        ..Reported::default()
    };
    assert_eq!(judge(&lowered.problem, &all, &strange, &Tolerance::default()).unwrap_err().len(), 2);
}
