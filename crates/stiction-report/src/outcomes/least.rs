//! The forces that are shown where many are possible: the least of them.
//!
//! The possible forces of a mode are the hull of corners and rays.  Of all of them those are shown
//!
//! 1. whose normal forces have the least sum: a face of the hull, spanned by the corners that attain it, since no ray
//!    lessens a normal force;
//! 2. and among these with the least sum of the forces across, component by component: a linear program in the
//!    weights of those corners.
//!
//! A mean of corners with weights that add up to 1 is in the hull, and so a solution as its corners are.

use stiction::linear::{Program, Solution, minimise};
use stiction_proof::Rational;

/// Corners of the least face up to which the forces across are lessened; of more the first is shown.
const MOST_CORNERS: usize = 64;
/// Components across up to which they are lessened.
const MOST_ACROSS: usize = 64;

/// The weights of the corners, given the forces of each in newtons, contact by contact, the normal one first.
pub(super) fn weights(corners: &[Vec<Vec<Rational>>]) -> Option<Vec<(usize, Rational)>> {
    let pressing = |forces: &Vec<Vec<Rational>>| -> Rational {
        forces.iter().filter_map(|force| force.first().cloned()).sum()
    };
    let sums: Vec<Rational> = corners.iter().map(pressing).collect();
    let least = sums.iter().min()?;
    let face: Vec<usize> = (0..corners.len()).filter(|&corner| sums[corner] == *least).collect();
    let across = |corner: usize| -> Vec<&Rational> {
        corners[corner].iter().flat_map(|force| force.iter().skip(1)).collect()
    };
    let count = across(face[0]).len();
    let first = Some(vec![(face[0], Rational::one())]);
    if face.len() == 1 || face.len() > MOST_CORNERS || count > MOST_ACROSS {
        return first;
    }
    // Σ λ a − p + m = 0 in every component, Σ λ = 1; least Σ p + m.
    let unit = |row: usize, value: Rational| -> Vec<Rational> {
        (0..=count).map(|other| if other == row { value.clone() } else { Rational::zero() }).collect()
    };
    let mut program = Program { right: unit(count, Rational::one()), ..Program::default() };
    for &corner in &face {
        let mut column: Vec<Rational> = across(corner).into_iter().cloned().collect();
        column.push(Rational::one());
        program.columns.push(column);
        program.cost.push(Rational::zero());
    }
    for row in 0..count {
        for sign in [-1, 1] {
            program.columns.push(unit(row, Rational::from(sign)));
            program.cost.push(Rational::one());
        }
    }
    let Solution::Best { x, .. } = minimise(&program) else { return first };
    Some(face.into_iter().zip(x).filter(|(_, weight)| !weight.is_zero()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_feet_that_may_strain_against_each_other_neither_does() {
        let foot = |normal: i64, across: i64| vec![Rational::from(normal), Rational::from(across)];
        let strained = [[3, -2], [3, 2]].map(|[_, across]| vec![foot(3, across), foot(3, -across)]);
        let heavier = vec![foot(4, 0), foot(4, 0)];
        let [one, other] = strained;
        let found = weights(&[one, heavier, other]).unwrap();
        assert_eq!(found, [(0, Rational::new(1, 2)), (2, Rational::new(1, 2))]);
    }
}
