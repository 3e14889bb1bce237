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
use crate::ask::Refused;
use crate::exact::{elimination, integers};
use stiction_proof::{
    FrictionUse, Indeterminacy, PlanarContact, PlanarProblem, Rational, Refusal, TightMotion, Verified,
};

/// The dimension of the balancing forces, as the checker accepted it.
pub type Dimension = Verified<Indeterminacy<PlanarContact>>;

/// Dimension of the set of contact forces that balance the load: 0 when they are unique, `None` when there are
/// none.
///
/// ```
/// use stiction::ask::stand::indeterminacy;
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let foot = |x: i64| PlanarContact::new(&x.to_string(), whole(x, 0), whole(0, 1), Rational::zero());
/// let table = PlanarProblem::new(whole(0, 1), [-1, 0, 1].map(foot).to_vec());
/// let found = indeterminacy(&table, &[0, 0, -10].map(Rational::from)).unwrap();
/// assert_eq!(found.unwrap().proof().dimension, 1);
/// ```
///
/// # Errors
/// A proof that the checker refused: a defect of this library.
pub fn indeterminacy(problem: &PlanarProblem, load: &[Rational; 3]) -> Result<Option<Dimension>, Refused> {
    let mut balance = Balance::new(problem, &FrictionUse::Given);
    let mut tight = Vec::new();
    let share = loop {
        let (centre, share) = middle(&balance);
        let column = centre.iter().cloned().chain((!balance.limited.is_empty()).then_some(share)).collect();
        match balance.least_with(load, vec![(column, Rational::from(-1))], false) {
            Balanced::Impossible { .. } => return Ok(None),
            Balanced::Best { twist, cost, forces } if cost.is_zero() => {
                let motion = tight_motion(&balance, &twist);
                if !reduce(&mut balance, &twist) {
                    // Nothing is left but one force for each contact that is used.
                    break (Rational::zero(), forces);
                }
                tight.push(motion);
            }
            Balanced::Best { cost, forces, .. } => break (-cost, forces),
            // As much of the middle as one likes: take one of it.
            Balanced::Unbounded { .. } => {
                let beyond = std::array::from_fn(|row| &load[row] + &centre[row]);
                match balance.least_with(&beyond, Vec::new(), false) {
                    Balanced::Best { forces, .. } | Balanced::Unbounded { forces } => {
                        break (Rational::one(), forces);
                    }
                    // Not reached: what stands with more of the middle stands with less.
                    Balanced::Impossible { .. } => return Err(Refused(Refusal::NoForce)),
                }
            }
        }
    };
    let (share, forces) = share;
    let proof = Indeterminacy {
        load: vec![load.clone()],
        forces: with_middle(&balance, &share, forces),
        tight,
        unresisted: Vec::new(),
        dimension: dimension(&balance),
    };
    problem.as_assembly("body").check_indeterminacy(proof).map(Some).map_err(Refused)
}

/// A motion with the most that each contact takes up on it within what is left of it.
fn tight_motion(balance: &Balance<'_>, twist: &[Rational; 3]) -> TightMotion<PlanarContact> {
    let mut resistance = vec![Rational::zero(); balance.contacts()];
    for triangle in &balance.limited {
        let taken = triangle.edges.iter().map(|&edge| -work(balance, edge, twist));
        let most = taken.chain(triangle.idle.then(Rational::zero)).max().unwrap_or_default();
        if let Some(&edge) = triangle.edges.first() {
            resistance[balance.edges[edge].contact] = most;
        }
    }
    if resistance.iter().all(Rational::is_zero) {
        resistance.clear();
    }
    TightMotion { twists: vec![twist.clone()], resistance }
}

/// Forces with a share of the middle added to them.
fn with_middle(
    balance: &Balance<'_>,
    share: &Rational,
    mut forces: Vec<[Rational; 2]>,
) -> Vec<[Rational; 2]> {
    let mut multipliers = vec![Rational::zero(); balance.edges.len()];
    for &edge in &balance.free {
        multipliers[edge] = share * &shortening(&balance.edges[edge].wrench);
    }
    for triangle in &balance.limited {
        let part = &triangle.most * &corner_part(triangle);
        triangle.edges.iter().for_each(|&edge| multipliers[edge] = share * &part);
    }
    for (force, more) in forces.iter_mut().zip(balance.pushes(&multipliers)) {
        force.iter_mut().zip(more).for_each(|(sum, part)| *sum += part);
    }
    forces
}

/// The factor that makes a wrench the shortest whole one along it.
fn shortening(wrench: &[Rational; 3]) -> Rational {
    let whole = integers::primitive(wrench);
    let pairs = wrench.iter().zip(whole).find(|(entry, _)| !entry.is_zero());
    pairs.and_then(|(entry, whole)| Rational::from(whole).checked_div(entry)).unwrap_or_else(Rational::one)
}

/// The part of each corner in the centre of a triangle.
fn corner_part(triangle: &Triangle) -> Rational {
    let corners = triangle.edges.len() + usize::from(triangle.idle);
    Rational::new(1, corners.max(1) as u64)
}

/// The sum of the edges, shortened so that denominators cannot pile up, and of the centres of the triangles;
/// and its share in the sum of triangles.
fn middle(balance: &Balance<'_>) -> ([Rational; 3], Rational) {
    let mut sum: [Rational; 3] = Default::default();
    for &edge in &balance.free {
        let wrench = &balance.edges[edge].wrench;
        let factor = shortening(wrench);
        sum.iter_mut().zip(wrench).for_each(|(sum, entry)| *sum += &factor * entry);
    }
    for triangle in &balance.limited {
        let part = &triangle.most * &corner_part(triangle);
        for &edge in &triangle.edges {
            let wrench = &balance.edges[edge].wrench;
            sum.iter_mut().zip(wrench).for_each(|(sum, entry)| *sum += &part * entry);
        }
    }
    (sum, Rational::one())
}

/// The work of an edge on a motion.
fn work(balance: &Balance<'_>, edge: usize, twist: &[Rational; 3]) -> Rational {
    balance.edges[edge].wrench.iter().zip(twist).map(|(force, velocity)| force * velocity).sum()
}

/// Leaves out what is not best on a motion; false if everything is.
fn reduce(balance: &mut Balance<'_>, twist: &[Rational; 3]) -> bool {
    let before = corners(balance);
    // The contacts take up work on the motion: an edge without limit does none, a triangle as much as it can.
    let free = balance.free.iter().copied().filter(|&edge| work(balance, edge, twist).is_zero()).collect();
    let limited = balance.limited.iter().map(|triangle| {
        let works: Vec<Rational> = triangle.edges.iter().map(|&edge| work(balance, edge, twist)).collect();
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

    fn counted(problem: &PlanarProblem, load: &[Rational; 3]) -> Option<usize> {
        indeterminacy(problem, load).unwrap().map(|found| found.proof().dimension)
    }

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
        assert_eq!(counted(&table(&[-1, 1], smooth.clone(), None), &weight(10)), Some(0));
        assert_eq!(counted(&table(&[-1, 0, 1], smooth.clone(), None), &weight(10)), Some(1));
        assert_eq!(counted(&table(&[-1, 0, 1], smooth, Some(100)), &weight(10)), Some(1));
    }

    #[test]
    fn a_body_over_its_last_foot_rests_on_that_foot_alone() {
        let smooth = Rational::zero();
        assert_eq!(counted(&table(&[-2, -1, 0], smooth.clone(), None), &weight(10)), Some(0));
        assert_eq!(counted(&table(&[-2, -1], smooth, None), &weight(10)), None);
    }

    #[test]
    fn friction_on_the_floor_adds_the_tug_of_the_feet_against_each_other() {
        let rough = Rational::new(1, 2);
        assert_eq!(counted(&table(&[-1, 1], rough.clone(), None), &weight(10)), Some(1));
        assert_eq!(counted(&table(&[-1, 1], rough.clone(), Some(10)), &weight(10)), Some(1));
        // At its limit each foot presses fully; only the tug is left.
        assert_eq!(counted(&table(&[-1, 1], rough.clone(), Some(5)), &weight(10)), Some(1));
        assert_eq!(counted(&table(&[-1, 0, 1], rough, Some(5)), &weight(15)), Some(2));
        assert_eq!(counted(&table(&[-1, 1], Rational::zero(), Some(5)), &weight(10)), Some(0));
    }

    #[test]
    fn many_feet_are_counted_too() {
        let feet: Vec<i64> = (-100..=100).collect();
        let expected = [(None, 199), (Some(1000), 199), (Some(1), 0)];
        for (most, dimension) in expected {
            let load = if most == Some(1) { weight(201) } else { weight(10) };
            assert_eq!(counted(&table(&feet, Rational::zero(), most), &load), Some(dimension));
        }
        assert_eq!(counted(&table(&feet, Rational::new(1, 3), None), &weight(10)), Some(399));
    }
}
