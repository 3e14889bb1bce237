//! How many dimensions the balancing forces have.
//!
//! Let `g` be the sum of all edges, and of the centres of all triangles.  If the load can be balanced while each
//! contact keeps a part `t > 0` of its share in `g`, every corner is used by some solution.  If not, the multipliers
//! `y` of the rows show a face: corners that are not the best ones for `y` are used by no solution and are left out,
//! and the same is asked of what remains.  Each face is of lower dimension, so it ends after a few programs:
//! facial reduction.
//!
//! References: \[BorweinWolkowicz\].

use super::balance::{Balance, Balanced, Triangle};
use crate::exact::{elimination, integers};
use stiction_proof::{FrictionUse, PlanarProblem, Rational};

/// Dimension of the set of contact forces that balance the load: 0 when they are unique, `None` when there are
/// none.
pub fn indeterminacy(problem: &PlanarProblem, load: &[Rational; 3]) -> Option<usize> {
    let mut balance = Balance::new(problem, &FrictionUse::Given);
    loop {
        let (middle, share) = middle(&balance);
        let column = middle.into_iter().chain((!balance.limited.is_empty()).then_some(share)).collect();
        match balance.least_with(load, vec![(column, Rational::from(-1))], false) {
            Balanced::Impossible { .. } => return None,
            Balanced::Best { twist, cost, .. } if cost.is_zero() => {
                if !reduce(&mut balance, &twist) {
                    return Some(dimension(&balance));
                }
            }
            Balanced::Best { .. } | Balanced::Unbounded { .. } => return Some(dimension(&balance)),
        }
    }
}

/// The sum of the edges, shortened so that denominators cannot pile up, and of the centres of the triangles;
/// and its share in the sum of triangles.
fn middle(balance: &Balance<'_>) -> ([Rational; 3], Rational) {
    let mut sum: [Rational; 3] = Default::default();
    for &edge in &balance.free {
        let whole = integers::primitive(&balance.edges[edge].wrench);
        sum.iter_mut().zip(whole).for_each(|(sum, entry)| *sum += Rational::from(entry));
    }
    for triangle in &balance.limited {
        let corners = triangle.edges.len() + usize::from(triangle.idle);
        let part = &triangle.most * &Rational::new(1, corners.max(1) as u64);
        for &edge in &triangle.edges {
            let wrench = &balance.edges[edge].wrench;
            sum.iter_mut().zip(wrench).for_each(|(sum, entry)| *sum += &part * entry);
        }
    }
    (sum, Rational::one())
}

/// Leaves out what is not best on a motion; false if everything is.
fn reduce(balance: &mut Balance<'_>, twist: &[Rational; 3]) -> bool {
    let work = |edge: usize, balance: &Balance<'_>| -> Rational {
        balance.edges[edge].wrench.iter().zip(twist).map(|(force, velocity)| force * velocity).sum()
    };
    let before = corners(balance);
    // The contacts take up work on the motion: an edge without limit does none, a triangle as much as it can.
    let free = balance.free.iter().copied().filter(|&edge| work(edge, balance).is_zero()).collect();
    let limited = balance.limited.iter().map(|triangle| {
        let works: Vec<Rational> = triangle.edges.iter().map(|&edge| work(edge, balance)).collect();
        let idle = triangle.idle.then(Rational::zero);
        let least = works.iter().cloned().chain(idle).min().unwrap_or_default();
        let edges = triangle.edges.iter().zip(&works).filter(|(_, work)| **work == least);
        Triangle {
            most: triangle.most.clone(),
            edges: edges.map(|(&edge, _)| edge).collect(),
            idle: triangle.idle && least.is_zero(),
        }
    });
    (balance.free, balance.limited) = (free, limited.collect());
    corners(balance) < before
}

fn corners(balance: &Balance<'_>) -> usize {
    let of = |triangle: &Triangle| triangle.edges.len() + usize::from(triangle.idle);
    balance.free.len() + balance.limited.iter().map(of).sum::<usize>()
}

/// Directions in which the forces may change, less those that balance takes away.
fn dimension(balance: &Balance<'_>) -> usize {
    let wrench = |edge: usize| &balance.edges[edge].wrench;
    let mut directions: Vec<Vec<_>> =
        balance.free.iter().map(|&edge| integers::primitive(wrench(edge))).collect();
    for triangle in &balance.limited {
        let first = if triangle.idle { None } else { triangle.edges.first().copied() };
        for &edge in triangle.edges.iter().filter(|edge| Some(**edge) != first) {
            let change: Vec<Rational> = match first {
                Some(first) => wrench(edge).iter().zip(wrench(first)).map(|(a, b)| a - b).collect(),
                None => wrench(edge).to_vec(),
            };
            directions.push(integers::primitive(&change));
        }
    }
    directions.len() - elimination::rank(directions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_proof::PlanarContact;

    fn vector(x: i64, y: i64) -> [Rational; 2] {
        [Rational::from(x), Rational::from(y)]
    }

    fn table(feet: &[i64], friction: Rational, most: Option<i64>) -> PlanarProblem {
        let foot = |&x: &i64| PlanarContact {
            most: most.map(Rational::from),
            ..PlanarContact::new(&x.to_string(), vector(x, 0), vector(0, 1), friction.clone())
        };
        PlanarProblem::new(vector(0, 1), feet.iter().map(foot).collect())
    }

    fn weight(newtons: i64) -> [Rational; 3] {
        [0, 0, -newtons].map(Rational::from)
    }

    #[test]
    fn two_smooth_feet_share_the_weight_in_one_way_and_a_third_adds_a_dimension() {
        let smooth = Rational::zero();
        assert_eq!(indeterminacy(&table(&[-1, 1], smooth.clone(), None), &weight(10)), Some(0));
        assert_eq!(indeterminacy(&table(&[-1, 0, 1], smooth.clone(), None), &weight(10)), Some(1));
        assert_eq!(indeterminacy(&table(&[-1, 0, 1], smooth, Some(100)), &weight(10)), Some(1));
    }

    #[test]
    fn a_body_over_its_last_foot_rests_on_that_foot_alone() {
        let smooth = Rational::zero();
        assert_eq!(indeterminacy(&table(&[-2, -1, 0], smooth.clone(), None), &weight(10)), Some(0));
        assert_eq!(indeterminacy(&table(&[-2, -1], smooth, None), &weight(10)), None);
    }

    #[test]
    fn friction_on_the_floor_adds_the_tug_of_the_feet_against_each_other() {
        let rough = Rational::new(1, 2);
        assert_eq!(indeterminacy(&table(&[-1, 1], rough.clone(), None), &weight(10)), Some(1));
        assert_eq!(indeterminacy(&table(&[-1, 1], rough.clone(), Some(10)), &weight(10)), Some(1));
        // At its limit each foot presses fully; only the tug is left.
        assert_eq!(indeterminacy(&table(&[-1, 1], rough.clone(), Some(5)), &weight(10)), Some(1));
        assert_eq!(indeterminacy(&table(&[-1, 0, 1], rough, Some(5)), &weight(15)), Some(2));
        assert_eq!(indeterminacy(&table(&[-1, 1], Rational::zero(), Some(5)), &weight(10)), Some(0));
    }

    #[test]
    fn many_feet_are_counted_too() {
        let feet: Vec<i64> = (-100..=100).collect();
        let expected = [(None, 199), (Some(1000), 199), (Some(1), 0)];
        for (most, dimension) in expected {
            let load = if most == Some(1) { weight(201) } else { weight(10) };
            assert_eq!(indeterminacy(&table(&feet, Rational::zero(), most), &load), Some(dimension));
        }
        assert_eq!(indeterminacy(&table(&feet, Rational::new(1, 3), None), &weight(10)), Some(399));
    }
}
