//! What others report is measured against the laws.

use crate::random::at_rest;
use stiction::ask::lower::length;
use stiction::ask::outcomes::{Reported, judge, lower, outcomes};
use stiction_proof::Rational;

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
                reported.accelerations.push((name, happening.solution.accelerations[body].clone()));
            }
            for (contact, force) in lowered.problem.contacts.iter().zip(&happening.solution.forces) {
                let length = length(&contact.normal);
                reported.forces.push((contact.id.clone(), force.each_ref().map(|part| part * &length.value)));
            }
            let judged = judge(&lowered, &all, &reported).unwrap();
            assert!(judged.worst() < 1e-12, "seed {seed}: {judged:?}");
            assert!(judged.nearest.unwrap() < 1e-12);
            reported.accelerations[0].1[1] += Rational::one();
            let judged = judge(&lowered, &all, &reported).unwrap();
            assert!(judged.newton[0].1 >= 1.0, "{judged:?}");
            reported.accelerations[0].1[1] -= &Rational::one();
            reported.forces[0].1[0] = Rational::from(-1);
            assert!(judge(&lowered, &all, &reported).unwrap().coulomb[0].1 >= 0.999);
            changed += 1;
        }
    }
    assert!(changed > 30);
    let lowered = lower(&at_rest(1, 1)).unwrap();
    let all = outcomes(&lowered.problem).unwrap();
    let strange = Reported {
        time: None,
        accelerations: vec![("moon".to_owned(), Default::default())],
        forces: vec![("9".to_owned(), Default::default())],
    };
    assert_eq!(judge(&lowered, &all, &strange).unwrap_err().len(), 2);
}
