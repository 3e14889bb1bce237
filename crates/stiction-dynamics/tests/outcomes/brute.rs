//! The twin: every one of the 4ⁿ modes by its own exact linear program over accelerations and forces, written
//! down again.

use crate::outcomes::random::{at_rest, moving, on_a_line};
use std::collections::BTreeSet;
use stiction_dynamics::outcomes::{lower, outcomes};
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_proof::{ContactLaw, Motion, OutcomeProblem, Rational, Side, Situation};

/// A program with free unknowns: each is a difference of two.
struct Rows {
    columns: usize,
    rows: Vec<(Vec<Rational>, Rational)>,
}

impl Rows {
    fn equal(&mut self, row: Vec<Rational>, right: Rational) {
        self.rows.push((row, right));
    }

    /// `row·x − s·slack = right` with a new slack.
    fn at_least(&mut self, mut row: Vec<Rational>, right: Rational) {
        self.rows.iter_mut().for_each(|(row, _)| row.push(Rational::zero()));
        row.resize(self.columns, Rational::zero());
        row.push(Rational::from(-1));
        self.columns += 1;
        self.rows.push((row, right));
    }
}

/// Whether some accelerations and forces have this mode.  Unknowns: accelerations twice, `fn`, `ft` twice, then `t`.
fn is_possible(problem: &OutcomeProblem, letters: &[char]) -> bool {
    let (bodies, contacts) = (problem.bodies.len(), problem.contacts.len());
    let (forces, height) = (6 * bodies, 6 * bodies + 3 * contacts);
    let columns = height + 1;
    let zero = || vec![Rational::zero(); columns];
    let mut rows = Rows { columns, rows: Vec::new() };
    let put = |row: &mut Vec<Rational>, body: usize, axis: usize, value: &Rational| {
        row[6 * body + axis] += value;
        row[6 * body + 3 + axis] -= value;
    };
    for (index, body) in problem.bodies.iter().enumerate() {
        for axis in 0..3 {
            let mut row = zero();
            match &body.motion {
                Motion::Given { acceleration } => {
                    put(&mut row, index, axis, &Rational::one());
                    rows.equal(row, acceleration[axis].clone());
                }
                Motion::Free { mass, load, .. } => {
                    (0..3).for_each(|column| put(&mut row, index, column, &mass[axis][column]));
                    for (number, contact) in problem.contacts.iter().enumerate() {
                        let sign = match index {
                            _ if contact.on == Some(index) => -1,
                            _ if contact.against == Some(index) => 1,
                            _ => continue,
                        };
                        let sign = Rational::from(sign);
                        let normal = problem.wrench(contact, body, &[Rational::one(), Rational::zero()]);
                        let tangent = problem.wrench(contact, body, &[Rational::zero(), Rational::one()]);
                        row[forces + 3 * number] += &sign * &normal[axis];
                        row[forces + 3 * number + 1] += &sign * &tangent[axis];
                        row[forces + 3 * number + 2] -= &(&sign * &tangent[axis]);
                    }
                    rows.equal(row, load[axis].clone());
                }
            }
        }
    }
    for (number, (contact, letter)) in problem.contacts.iter().zip(letters).enumerate() {
        // an and at as rows: by their values at unit accelerations.
        let still = vec![<[Rational; 3]>::default(); bodies];
        let row = |(normal, [_, tangent]): (Rational, [Rational; 2])| [normal, tangent];
        let constant = row(problem.rates(contact, &still).unwrap());
        let mut rates = [zero(), zero()];
        for body in 0..bodies {
            for axis in 0..3 {
                let mut unit = still.clone();
                unit[body][axis] = Rational::one();
                let rate = row(problem.rates(contact, &unit).unwrap());
                (0..2).for_each(|k| put(&mut rates[k], body, axis, &(&rate[k] - &constant[k])));
            }
        }
        let [normal, tangent] = rates;
        let force = |along: &Rational, across: &Rational| {
            let mut row = zero();
            row[forces + 3 * number] = along.clone();
            row[forces + 3 * number + 1] = across.clone();
            row[forces + 3 * number + 2] = -across;
            row
        };
        let one = Rational::one();
        let [at_rest, sliding] = &contact.friction;
        let with_height = |mut row: Vec<Rational>| {
            row[height] = Rational::from(-1);
            row
        };
        let minus = |row: Vec<Rational>| row.into_iter().map(|entry| -entry).collect::<Vec<_>>();
        if *letter == 's' {
            rows.equal(force(&one, &Rational::zero()), Rational::zero());
            rows.equal(force(&Rational::zero(), &one), Rational::zero());
            rows.at_least(with_height(normal), -&constant[0]);
            continue;
        }
        rows.equal(normal, -&constant[0]);
        match letter {
            'n' => {
                rows.equal(tangent, -&constant[1]);
                rows.at_least(force(at_rest, &one), Rational::zero());
                rows.at_least(force(at_rest, &-&one), Rational::zero());
            }
            'l' => {
                rows.equal(force(sliding, &one), Rational::zero());
                if problem.situation(contact).unwrap() == Situation::AtRest {
                    rows.at_least(with_height(tangent), -&constant[1]);
                }
            }
            _ => {
                rows.equal(force(&-sliding, &one), Rational::zero());
                if problem.situation(contact).unwrap() == Situation::AtRest {
                    rows.at_least(with_height(minus(tangent)), constant[1].clone());
                }
            }
        }
    }
    let mut bound = zero();
    bound[height] = Rational::from(-1);
    rows.at_least(bound, Rational::from(-1));
    let columns = (0..rows.columns)
        .map(|column| rows.rows.iter().map(|(row, _)| row.get(column).cloned().unwrap_or_default()).collect())
        .collect();
    let right = rows.rows.iter().map(|(_, right)| right.clone()).collect();
    let mut cost = vec![Rational::zero(); rows.columns];
    cost[height] = Rational::from(-1);
    let strict = letters.iter().zip(&problem.contacts).any(|(letter, contact)| {
        *letter == 's'
            || matches!(letter, 'l' | 'r') && problem.situation(contact).unwrap() == Situation::AtRest
    });
    match minimise(&Program { columns, right, cost }) {
        Solution::Impossible { .. } => false,
        Solution::Best { cost, .. } => !strict || cost.is_negative(),
        Solution::Unbounded { .. } => true,
    }
}

fn all_modes(problem: &OutcomeProblem) -> Vec<Vec<char>> {
    let letters = |contact| -> &'static [char] {
        match problem.situation(contact).unwrap() {
            Situation::AtRest => &['s', 'n', 'l', 'r'],
            Situation::Slides(Side::Left) => &['s', 'l'],
            Situation::Slides(Side::Right) => &['s', 'r'],
            Situation::Leaving | Situation::Unconstrained => &[],
        }
    };
    problem.contacts.iter().fold(vec![Vec::new()], |modes, contact| {
        let extend = |mode: Vec<char>| {
            letters(contact).iter().map(move |letter| [mode.clone(), vec![*letter]].concat())
        };
        modes.into_iter().flat_map(extend).collect()
    })
}

fn compare(problem: &OutcomeProblem, seed: u64) -> usize {
    let found = outcomes(problem).unwrap();
    let held: BTreeSet<String> = found.happenings.iter().map(|happening| happening.mode.clone()).collect();
    let brute: BTreeSet<String> = all_modes(problem)
        .into_iter()
        .filter(|mode| is_possible(problem, mode))
        .map(|mode| mode.into_iter().collect())
        .collect();
    assert_eq!(held, brute, "seed {seed}: {problem:?}");
    held.len()
}

#[test]
fn modes_at_rest_are_those_of_all_four_to_the_n_programs() {
    let mut several = 0;
    for seed in 0..90 {
        let scene = at_rest(seed, 1 + (seed % 3) as usize);
        several += usize::from(compare(&lower(&scene).unwrap().problem, seed) > 1);
    }
    assert!(several > 3, "only {several} scenes had several modes");
}

#[test]
fn contacts_between_two_others_do_what_all_programs_say() {
    let mut between = 0;
    for seed in 0..40 {
        let problem = lower(&on_a_line(seed)).unwrap().problem;
        compare(&problem, seed);
        between += problem.laid().unwrap().between.iter().flatten().count();
    }
    assert!(between > 40, "only {between} contacts lay between others");
}

#[test]
fn modes_in_motion_are_those_of_all_programs() {
    let mut counts = [0; 3];
    for seed in 0..150 {
        let scene = moving(seed, 1 + (seed % 3) as usize);
        counts[compare(&lower(&scene).unwrap().problem, seed).min(2)] += 1;
    }
    assert!(
        counts.iter().all(|&count| count > 1),
        "{counts:?} scenes without, with one and with several modes"
    );
}
