use super::*;
use crate::linear::{Program, minimise as dense};
use crate::work::{Allowance, within};

fn dot(a: &[(usize, Rational)], y: &[Rational]) -> Rational {
    a.iter().map(|(row, entry)| entry * &y[*row]).sum()
}

fn product(program: &SparseProgram, x: &[Rational]) -> Vec<Rational> {
    let mut sum = vec![Rational::zero(); program.right.len()];
    for (column, x) in program.columns.iter().zip(x) {
        column.iter().for_each(|(row, entry)| sum[*row] += entry * x);
    }
    sum
}

/// A generator of small numbers, the same for one seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 8
    }
}

/// Programs with few entries a column, many of them equal: degenerate on purpose; rows and columns of very
/// different size.
fn random_program(seed: u64) -> SparseProgram {
    let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (rows, count) = (1 + numbers.next() as usize % 9, 1 + numbers.next() as usize % 20);
    let wild = numbers.next().is_multiple_of(2);
    let size = |numbers: &mut Numbers| -> Rational {
        let power = if wild { numbers.next() % 24 } else { 12 };
        Rational::from(10_i64.pow((power / 2) as u32))
            * Rational::new(1, 10_u64.pow(((24 - power) / 2) as u32))
    };
    let row_sizes: Vec<Rational> = (0..rows).map(|_| size(&mut numbers)).collect();
    let mut columns: Vec<Vec<(usize, Rational)>> = Vec::new();
    for _ in 0..count {
        let own = size(&mut numbers);
        let mut column: Vec<(usize, Rational)> = Vec::new();
        for _ in 0..1 + numbers.next() % 4 {
            let row = numbers.next() as usize % rows;
            let entry = Rational::new((numbers.next() % 7) as i64 - 3, 1 + numbers.next() % 3);
            if column.iter().all(|(other, _)| *other != row) && !entry.is_zero() {
                column.push((row, entry * &own * &row_sizes[row]));
            }
        }
        columns.push(column);
    }
    // Half of the right-hand sides are sums of a few columns, so that some bounds are met exactly.
    let right = if numbers.next().is_multiple_of(2) {
        let few =
            SparseProgram { columns: columns.clone(), right: vec![Rational::zero(); rows], cost: Vec::new() };
        let x: Vec<Rational> = (0..count)
            .map(|_| {
                Rational::from((numbers.next() % 3) as i64 * i64::from(numbers.next().is_multiple_of(3)))
            })
            .collect();
        product(&few, &x)
    } else {
        row_sizes.iter().map(|size| size * Rational::from((numbers.next() % 5) as i64 - 2)).collect()
    };
    let cost = (0..count).map(|_| Rational::from((numbers.next() % 5) as i64 - 1)).collect();
    SparseProgram { columns, right, cost }
}

fn filled(program: &SparseProgram) -> Program {
    let column = |column: &Vec<(usize, Rational)>| {
        let mut full = vec![Rational::zero(); program.right.len()];
        column.iter().for_each(|(row, entry)| full[*row] = entry.clone());
        full
    };
    Program {
        columns: program.columns.iter().map(column).collect(),
        right: program.right.clone(),
        cost: program.cost.clone(),
    }
}

#[test]
fn every_end_proves_itself_and_is_that_of_the_tableau() {
    let mut seen = [0; 3];
    for seed in 0..3000 {
        let program = random_program(seed);
        let end = minimise(&program, &[]).0;
        match (end, dense(&filled(&program))) {
            (Solution::Best { x, y, cost }, Solution::Best { cost: other, .. }) => {
                seen[0] += 1;
                assert_eq!(product(&program, &x), program.right);
                assert!(x.iter().all(|x| !x.is_negative()));
                assert!(program.columns.iter().zip(&program.cost).all(|(a, c)| dot(a, &y) <= *c));
                assert_eq!(cost, other);
            }
            (Solution::Impossible { y }, Solution::Impossible { .. }) => {
                seen[1] += 1;
                assert!(program.columns.iter().all(|column| !dot(column, &y).is_negative()));
                let work: Rational = y.iter().zip(&program.right).map(|(y, b)| y * b).sum();
                assert!(work.is_negative());
            }
            (Solution::Unbounded { x, ray }, Solution::Unbounded { .. }) => {
                seen[2] += 1;
                assert_eq!(product(&program, &x), program.right);
                assert!(product(&program, &ray).iter().all(Rational::is_zero));
                assert!(ray.iter().chain(&x).all(|entry| !entry.is_negative()));
                let spent: Rational = ray.iter().zip(&program.cost).map(|(x, c)| x * c).sum();
                assert!(spent.is_negative());
            }
            (one, other) => panic!("seed {seed}: {one:?} against {other:?}"),
        }
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn any_hint_leads_to_the_same_end() {
    for seed in 0..300 {
        let program = random_program(seed);
        let kind = |end: &Solution| std::mem::discriminant(end);
        let plain = minimise(&program, &[]).0;
        let backwards: Vec<usize> = (0..program.columns.len()).rev().collect();
        for hint in [vec![0, 1, 2], backwards, vec![2, 2, 2], vec![1000]] {
            let mut growing = Growing::new(&program, &hint);
            assert_eq!(kind(&growing.settle()), kind(&plain));
            growing.guess();
            assert_eq!(kind(&growing.settle()), kind(&plain));
        }
    }
}

#[test]
fn what_is_told_to_stop_stops() {
    // Small programs take less than the steps between two looks at what is left: many of them do not.
    let allowance = Allowance::unlimited().of_steps(1);
    let all = within(&allowance, || {
        for seed in 0..10_000 {
            minimise(&random_program(seed), &[]);
        }
    });
    assert!(all.is_err());
}

#[test]
fn empty_programs_end_too() {
    let none = SparseProgram::default();
    assert!(matches!(minimise(&none, &[]).0, Solution::Best { .. }));
    let unmet =
        SparseProgram { right: vec![Rational::zero(), Rational::from(-3)], ..SparseProgram::default() };
    assert!(matches!(minimise(&unmet, &[]).0, Solution::Impossible { .. }));
}

/// Columns that come later lead to the same end as all of them at once, and the prices that doubles see are
/// near the true ones.
#[test]
fn a_program_that_grows_ends_as_if_it_were_whole() {
    let (mut compared, mut agreed) = (0, 0);
    for seed in 0..600 {
        let program = random_program(seed);
        let first = program.columns.len() / 2;
        let half = SparseProgram {
            columns: program.columns[..first].to_vec(),
            right: program.right.clone(),
            cost: program.cost[..first].to_vec(),
        };
        let mut growing = Growing::new(&half, &[]);
        growing.settle();
        for (column, cost) in program.columns[first..].iter().zip(&program.cost[first..]) {
            growing.push(column, cost.clone());
        }
        let guessed = growing.guess();
        let whole = minimise(&program, &[]).0;
        match (growing.settle(), whole) {
            (Solution::Best { x, y, cost }, Solution::Best { cost: other, .. }) => {
                assert_eq!((product(&program, &x), &cost), (program.right.clone(), &other));
                let reached: Rational = y.iter().zip(&program.right).map(|(y, b)| y * b).sum();
                let near: Rational = guessed.prices.iter().zip(&program.right).map(|(y, b)| y * b).sum();
                assert_eq!(reached, cost);
                if !guessed.impossible && cost.is_positive() {
                    compared += 1;
                    agreed += usize::from((near - &cost).to_f64().abs() < 1e-6 * cost.to_f64());
                }
            }
            (Solution::Impossible { .. }, Solution::Impossible { .. })
            | (Solution::Unbounded { .. }, Solution::Unbounded { .. }) => {}
            (one, other) => panic!("seed {seed}: {one:?} against {other:?}"),
        }
    }
    // Sizes from 10⁻¹² to 10¹² in one program are too much for doubles sometimes.
    assert!(compared > 20 && 10 * agreed > 9 * compared, "{agreed} of {compared}");
}

#[test]
fn a_span_has_as_many_rows_across_as_its_rank_is_short_of() {
    for seed in 0..400 {
        let program = random_program(seed);
        let rows = program.right.len();
        let (rank, across) = span(program.columns.clone(), rows);
        let dense: Vec<Vec<IBig>> = filled(&program).columns.iter().map(|c| integers::primitive(c)).collect();
        assert_eq!(rank, crate::elimination::rank(dense), "{seed}");
        assert_eq!(rank + across.len(), rows);
        for row in &across {
            assert!(program.columns.iter().all(|column| dot(column, row).is_zero()));
        }
        let independent: Vec<Vec<IBig>> = across.iter().map(|row| integers::primitive(row)).collect();
        assert_eq!(crate::elimination::rank(independent), across.len());
    }
}
