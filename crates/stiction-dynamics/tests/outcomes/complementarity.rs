//! Complementarity problems: all solutions against all bases, and Lemke's method against both.

use crate::outcomes::random::Random;
use stiction_dynamics::lcp::{LemkeEnd, Status, all_solutions, one_solution};
use stiction_exact::equations::combination;
use stiction_proof::{LcpProblem, Rational};

fn random(seed: u64, size: usize) -> LcpProblem {
    let mut random = Random::new(seed);
    let mut row = || (0..size).map(|_| random.number()).collect::<Vec<_>>();
    LcpProblem { matrix: (0..size).map(|_| row()).collect(), q: row() }
}

/// The solutions of all bases that are regular; `None` if some basis is singular.
fn by_bases(problem: &LcpProblem) -> Option<Vec<Vec<Rational>>> {
    let size = problem.q.len();
    let mut found: Vec<Vec<Rational>> = Vec::new();
    for set in 0..1_u32 << size {
        let chosen: Vec<usize> = (0..size).filter(|index| set >> index & 1 == 1).collect();
        let columns: Vec<Vec<Rational>> = chosen
            .iter()
            .map(|&column| chosen.iter().map(|&row| problem.matrix[row][column].clone()).collect())
            .collect();
        let right: Vec<Rational> = chosen.iter().map(|&row| -&problem.q[row]).collect();
        let part = if chosen.is_empty() { Vec::new() } else { combination(&columns, &right)? };
        let mut z = vec![Rational::zero(); size];
        chosen.iter().zip(part).for_each(|(&index, value)| z[index] = value);
        if problem.is_solved_by(&z).is_ok() && !found.contains(&z) {
            found.push(z);
        }
    }
    found.sort();
    Some(found)
}

#[test]
fn all_solutions_are_those_of_all_bases() {
    let mut counts = [0; 4];
    for seed in 0..150 {
        let problem = random(seed, 1 + (seed % 5) as usize);
        let Some(expected) = by_bases(&problem) else { continue };
        let all = all_solutions(&problem).unwrap();
        assert_eq!(all.found.solutions, expected, "seed {seed}");
        assert!(all.found.families.is_empty());
        counts[expected.len().min(3)] += 1;
    }
    assert!(counts[..3].iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn lemke_finds_one_of_them_or_shows_its_ray() {
    let (mut near, mut exact, mut rays) = (0, 0, 0);
    for seed in 0..200 {
        let problem = random(seed, 1 + (seed % 6) as usize);
        let all = all_solutions(&problem).unwrap();
        match one_solution(&problem).end {
            LemkeEnd::Near { z, error } => {
                near += 1;
                let close = |solution: &Vec<Rational>| {
                    solution
                        .iter()
                        .zip(&z)
                        .all(|(a, b)| (a.to_f64() - b).abs() <= error + 1e-15 * b.abs().max(1.0))
                };
                let corners = all.found.families.iter().flat_map(|family| &family.vertices);
                assert!(all.found.solutions.iter().chain(corners).any(close), "seed {seed}");
            }
            LemkeEnd::Exact(z) => {
                exact += 1;
                problem.is_solved_by(&z).unwrap();
            }
            LemkeEnd::Ray { point, ray } => {
                rays += 1;
                problem.is_ray(&point, &ray).unwrap();
            }
            LemkeEnd::Lost => panic!("seed {seed}: lexicographic steps end"),
        }
    }
    assert!(near > 40 && exact > 3 && rays > 20, "{near} {exact} {rays}");
}

#[test]
fn lemke_ends_with_a_solution_where_every_minor_is_positive() {
    for seed in 0..30 {
        let size = 8 + (seed % 3) as usize * 8;
        let mut problem = random(seed, size);
        // B·Bᵀ + 1 is positive definite.
        let b = problem.matrix.clone();
        for row in 0..size {
            for column in 0..size {
                let product: Rational = b[row].iter().zip(&b[column]).map(|(x, y)| x * y).sum();
                problem.matrix[row][column] = product + Rational::from(i64::from(row == column));
            }
        }
        let end = one_solution(&problem).end;
        assert!(matches!(end, LemkeEnd::Near { .. } | LemkeEnd::Exact(_)), "seed {seed}: {end:?}");
    }
}

#[test]
fn a_rod_that_jams_has_no_solution_and_no_pivoting_finds_one() {
    // Painlevé's rod pressed down while it slides: fn ≥ 0, an = −fn − 1 ≥ 0.
    let problem = LcpProblem { matrix: vec![vec![Rational::from(-1)]], q: vec![Rational::from(-1)] };
    let all = all_solutions(&problem).unwrap();
    assert_eq!(all.status(), Some(Status::None));
    assert!(matches!(one_solution(&problem).end, LemkeEnd::Ray { .. }));
}
