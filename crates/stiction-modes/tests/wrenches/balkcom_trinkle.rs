//! The worked example of [BT 4], and its construction by matrices as a twin of ours.

use crate::wrenches::parts::{Random, any_mode, disc, mode, part, vector};
use stiction_exact::equations;
use stiction_geometry::cone::{Cone, LinearMap, Rows};
use stiction_modes::wrenches::{Where, wrench_set};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, PlanarPart};

fn rows(list: &[[i64; 3]]) -> Rows {
    Rows::from_integers(3, list).unwrap()
}

/// [BT 4]: the disc rolls on fixel 1 and approaches fixel 2. The printed generators are (fx, fy, m): (1, 0, −1),
/// (−0.2, −1, −0.2) and (0.2, −1, 0.2).
#[test]
fn section_4_the_disc_rolls_towards_the_second_fixel() {
    let set = wrench_set(&disc().system(&mode("na")).unwrap(), false);
    let cone = set.cone().unwrap().closure();
    let printed =
        Cone::from_generators(&rows(&[[-1, 1, 0], [-1, -1, -5], [1, 1, -5]]), &Rows::none(3)).unwrap();
    assert_eq!(*cone, printed);
    // Whoever pushes along an edge of the cone of fixel 1 only presses the disc down: it does not approach fixel 2.
    assert!(!set.contains(&vector(&[-1, -1, -5])) && set.place(&vector(&[-1, -1, -5])) == Where::Boundary);
    // A push at the top makes it approach, with or without a load on fixel 1.
    assert!(set.contains(&vector(&[-1, 1, 0])) && set.contains(&vector(&[-1, 1, -10])));
}

/// [BT 8], Figure 8: the wrench that spins a disc in two fixels, in a state where both keep their contacts.
#[test]
fn a_disc_between_two_fixels_may_spin_in_place_although_it_keeps_both() {
    let mut spun = disc();
    spun.contacts[0] = crate::wrenches::parts::touch([1, 0], [-1, 0], Rational::new(1, 5));
    spun.contacts[1] = crate::wrenches::parts::touch([0, 1], [0, -1], Rational::new(1, 5));
    spun.mass[0][0] = Rational::new(1, 2);
    // (fx, fy, m) = (1, 1, −3): at the top and at the right it slides to the left.
    let wrench = vector(&[-3, 1, 1]);
    let spins = ["ll", "rr"]
        .map(|letters| wrench_set(&spun.system(&mode(letters)).unwrap(), false).contains(&wrench));
    assert_eq!(spins.iter().filter(|spins| **spins).count(), 1);
}

/// The construction of [BT 5]: `K z = P g`, `z ≥ 0`, as the inverse image under `P` of what the columns of
/// `K` generate.
fn by_matrices(part: &PlanarPart, mode: &[String]) -> Cone {
    let count = part.contacts.len();
    let mass: Vec<Vec<Rational>> = part.mass.iter().map(|row| row.to_vec()).collect();
    let dot = |a: &[Rational], b: &[Rational]| a.iter().zip(b).map(|(a, b)| a * b).sum::<Rational>();
    // The columns of J: normals first, then tangents.
    let column = |at: usize| {
        let contact = &part.contacts[at % count];
        let [x, y] = contact.normal.clone();
        let [x, y] = if at < count { [x, y] } else { [-y, x] };
        let moment = &contact.point[0] * &y - &contact.point[1] * &x;
        vec![moment, x, y]
    };
    let jacobian: Vec<Vec<Rational>> = (0..2 * count).map(column).collect();
    let moved: Vec<Vec<Rational>> =
        jacobian.iter().map(|column| equations::combination(&mass, column).unwrap()).collect();
    // A = JᵀM⁻¹J, row by row; B = JᵀM⁻¹ has the rows `moved`, since M is symmetric.
    let a = |i: usize, j: usize| dot(&jacobian[i], &moved[j]);
    // E: the equations of accelerations that nothing constrains are dropped.
    let constrained = |row: usize| {
        !matches!((mode[row % count].as_str(), row < count), ("u", _) | ("s" | "a" | "m", false))
    };
    let kept: Vec<usize> = (0..2 * count).filter(|&row| constrained(row)).collect();
    let unit = |at: usize, sign: i64| {
        kept.iter().map(|&row| Rational::from(if row == at { sign } else { 0 })).collect::<Vec<_>>()
    };
    let force = |at: usize, across: &Rational| {
        kept.iter().map(|&row| -(a(row, at) + a(row, at + count) * across)).collect::<Vec<_>>()
    };
    // N, R, S and V: what is left of C, column by column.
    let mut columns: Vec<Vec<Rational>> = Vec::new();
    for (at, label) in mode.iter().enumerate() {
        let [at_rest, sliding] = &part.contacts[at].friction;
        match label.as_str() {
            "s" => columns.push(unit(at, 1)),
            "a" => columns.push(unit(at, -1)),
            "n" | "m" => columns.extend([force(at, at_rest), force(at, &-at_rest)]),
            "l" => columns.extend([unit(at + count, 1), force(at, &-sliding)]),
            "r" => columns.extend([unit(at + count, -1), force(at, sliding)]),
            _ => {}
        }
    }
    let width = kept.len();
    if width == 0 {
        return Cone::whole(3);
    }
    let span =
        Cone::from_generators(&Rows::from_rationals(width, &columns).unwrap(), &Rows::none(width)).unwrap();
    let matrix: Vec<Vec<Rational>> = kept.iter().map(|&row| moved[row].clone()).collect();
    span.inverse_image(&LinearMap::from_rationals(3, &matrix).unwrap()).unwrap()
}

#[test]
fn the_matrices_of_the_source_give_the_cone_that_two_cones_sum_to() {
    let (mut compared, mut empty) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed);
        let count = 1 + random.below(3) as usize;
        let part = part(count, true, &mut random);
        let mode = any_mode(&part, &mut random);
        let set = wrench_set(&part.system(&mode).unwrap(), false);
        if set.is_empty() {
            empty += 1;
            continue;
        }
        assert_eq!(*set.cone().unwrap().closure(), by_matrices(&part, &mode), "{seed} {mode:?}");
        compared += 1;
    }
    assert!(compared > 100 && empty > 20, "{compared} {empty}");
}
