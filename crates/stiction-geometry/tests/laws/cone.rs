//! Laws of polyhedral cones.

use crate::cone_families::{Random, Table, rows, table, trials};
use dashu_int::IBig;
use stiction_exact::elimination::rank;
use stiction_geometry::cone::{Cone, LinearMap, Place, Rows};
use stiction_proof::Rational;

/// Calls a law with random tables in dimension 1 to `most`.
fn every(most: usize, few: u64, mut law: impl FnMut(usize, &mut Random)) {
    for trial in 0..trials(few) {
        let mut random = Random(trial);
        let width = 1 + random.below(most);
        law(width, &mut random);
    }
}

fn some(width: usize, random: &mut Random) -> Table {
    let count = random.below(7);
    table(random, width, count)
}

/// A cone from either side, sometimes with lines or equalities.
fn cone(width: usize, random: &mut Random) -> Cone {
    let (many, few) = (rows(width, &some(width, random)), random.below(4) == 0);
    let more = if few { table(random, width, 1) } else { Vec::new() };
    match random.below(2) {
        0 => Cone::from_halfspaces(&many, &rows(width, &more)).unwrap(),
        _ => Cone::from_generators(&many, &rows(width, &more)).unwrap(),
    }
}

fn dot(left: &[IBig], right: &[IBig]) -> IBig {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

fn rank_of<'a>(parts: impl Iterator<Item = &'a [IBig]>) -> usize {
    rank(parts.map(<[IBig]>::to_vec).collect())
}

#[test]
fn what_generates_a_cone_and_what_bounds_it_are_one_cone() {
    every(5, 400, |width, random| {
        let cone = cone(width, random);
        assert_eq!(Cone::from_generators(cone.rays(), cone.lines()).unwrap(), cone);
        assert_eq!(Cone::from_halfspaces(cone.normals(), cone.equalities()).unwrap(), cone);
        assert_eq!(cone.dual().dual(), cone);
    });
}

#[test]
fn every_row_given_holds_and_every_row_kept_is_needed() {
    every(5, 400, |width, random| {
        let given = rows(width, &some(width, random));
        let cone = Cone::from_halfspaces(&given, &Rows::none(width)).unwrap();
        let dimension = cone.dimension();
        assert_eq!(rank_of(cone.rays().iter().chain(cone.lines().iter())), dimension);
        for ray in cone.rays().iter() {
            assert!(given.iter().all(|row| dot(row, ray) >= IBig::ZERO));
        }
        for line in cone.lines().iter() {
            assert!(given.iter().all(|row| dot(row, line) == IBig::ZERO));
        }
        for normal in cone.normals().iter() {
            // A facet: tight on rays that span one dimension less, and positive somewhere.
            let on_it = cone.rays().iter().filter(|ray| dot(normal, ray) == IBig::ZERO);
            assert_eq!(rank_of(on_it.chain(cone.lines().iter())), dimension - 1);
            assert!(cone.rays().iter().any(|ray| dot(normal, ray) > IBig::ZERO));
        }
        for ray in cone.rays().iter() {
            let tight = cone.normals().iter().filter(|normal| dot(normal, ray) == IBig::ZERO);
            assert_eq!(rank_of(tight.chain(cone.equalities().iter())), width - cone.lines().len() - 1);
        }
    });
}

#[test]
fn the_dual_of_a_sum_is_what_the_duals_share() {
    every(4, 300, |width, random| {
        let (one, other) = (cone(width, random), cone(width, random));
        assert_eq!(one.join(&other).unwrap().dual(), one.dual().meet(&other.dual()).unwrap());
        assert_eq!(one.meet(&other).unwrap(), other.meet(&one).unwrap());
        assert_eq!(one.join(&one).unwrap(), one);
    });
}

#[test]
fn order_length_and_repetition_of_rows_do_not_matter() {
    every(5, 300, |width, random| {
        let mut table = some(width, random);
        let cone = Cone::from_generators(&rows(width, &table), &Rows::none(width)).unwrap();
        for end in (1..table.len()).rev() {
            table.swap(end, random.below(end + 1));
        }
        let copies = random.below(table.len() + 1);
        table.extend_from_within(..copies);
        let scaled = |row: &Vec<i64>| {
            let factor = Rational::new(1 + random.below(9) as i64, 1 + random.below(9) as u64);
            row.iter().map(|&x| Rational::from(x) * factor.clone()).collect::<Vec<_>>()
        };
        let scaled: Vec<Vec<Rational>> = table.iter().map(scaled).collect();
        let again = Rows::from_rationals(width, &scaled).unwrap();
        assert_eq!(Cone::from_generators(&again, &Rows::none(width)).unwrap(), cone);
    });
}

/// A product of shears: of determinant one, as is its inverse.
fn unimodular(width: usize, random: &mut Random) -> [LinearMap; 2] {
    let unit = |at: usize| (0..width).map(|c| i64::from(c == at)).collect::<Vec<i64>>();
    let (mut there, mut back): (Table, Table) =
        ((0..width).map(unit).collect(), (0..width).map(unit).collect());
    for _ in 0..if width > 1 { 2 * width } else { 0 } {
        let (one, other) = (random.below(width), random.below(width));
        let factor = random.around(2);
        if one != other {
            // Row operation on the left of M, the opposite column operation on the right of its inverse.
            for c in 0..width {
                there[one][c] += factor * there[other][c];
            }
            back.iter_mut().for_each(|row| row[other] -= factor * row[one]);
        }
    }
    [there, back].map(|matrix| LinearMap::from_integers(width, &matrix).unwrap())
}

#[test]
fn cones_go_along_with_a_change_of_coordinates() {
    every(4, 200, |width, random| {
        let [there, back] = unimodular(width, random);
        let (one, other) = (cone(width, random), cone(width, random));
        let moved = one.image(&there).unwrap();
        assert_eq!(moved.image(&back).unwrap(), one);
        assert_eq!(moved, one.inverse_image(&back).unwrap());
        assert_eq!((moved.rays().len(), moved.normals().len()), (one.rays().len(), one.normals().len()));
        let meet = one.meet(&other).unwrap().image(&there).unwrap();
        assert_eq!(meet, moved.meet(&other.image(&there).unwrap()).unwrap());
    });
}

#[test]
fn the_dual_of_an_image_is_the_inverse_image_of_the_dual() {
    every(4, 200, |width, random| {
        let height = 1 + random.below(4);
        let matrix: Table = (0..height).map(|_| (0..width).map(|_| random.around(2)).collect()).collect();
        let transposed: Table = (0..width).map(|c| matrix.iter().map(|row| row[c]).collect()).collect();
        let map = LinearMap::from_integers(width, &matrix).unwrap();
        let transposed = LinearMap::from_integers(height, &transposed).unwrap();
        let cone = cone(width, random);
        assert_eq!(cone.image(&map).unwrap().dual(), cone.dual().inverse_image(&transposed).unwrap());
    });
}

fn rationals(row: &[IBig]) -> Vec<Rational> {
    row.iter().cloned().map(Rational::from).collect()
}

#[test]
fn a_point_is_where_its_products_say() {
    every(4, 300, |width, random| {
        let cone = cone(width, random);
        let inside = cone.relative_interior_point();
        assert_eq!(cone.place(&rationals(&inside)).unwrap(), Place::Inside);
        for (index, ray) in cone.rays().iter().enumerate() {
            match cone.place(&rationals(ray)).unwrap() {
                Place::Inside => assert_eq!(cone.rays().len(), 1),
                Place::Boundary { tight } => assert!(!tight.is_empty()),
                Place::Outside { .. } => panic!("ray {index} of {cone:?}"),
            }
        }
        let point: Vec<Rational> = (0..width).map(|_| Rational::from(random.around(3))).collect();
        if let Place::Outside { separating } = cone.place(&point).unwrap() {
            let product: Rational = point.iter().zip(rationals(&separating)).map(|(a, b)| a * b).sum();
            assert!(product.is_negative());
            assert!(cone.rays().iter().all(|ray| dot(ray, &separating) >= IBig::ZERO));
            assert!(cone.lines().iter().all(|line| dot(line, &separating) == IBig::ZERO));
        }
    });
}

#[test]
fn containment_is_proved_both_ways_and_a_wrong_proof_is_refused() {
    every(4, 200, |width, random| {
        let (one, other) = (cone(width, random), cone(width, random));
        for (smaller, larger) in [(&one.meet(&other).unwrap(), &one), (&one, &other)] {
            let proof = smaller.is_within(larger).unwrap();
            assert!(proof.holds(smaller, larger));
            assert_eq!(proof.is_contained(), smaller.meet(larger).unwrap() == *smaller);
            let back = larger.is_within(smaller).unwrap();
            assert_eq!(proof.is_contained() && back.is_contained(), smaller == larger);
            if !proof.is_contained() {
                assert!(!proof.holds(smaller, &Cone::whole(width)), "nothing escapes the whole space");
            }
        }
    });
}

#[test]
fn faults_name_row_and_length() {
    let fault = Rows::from_integers(3, &[vec![1, 2, 3], vec![1, 2]]).unwrap_err();
    assert_eq!(fault.to_string(), "cone: row 1 has 2 entries; give 3, one for each dimension");
    let fault = Cone::whole(3).meet(&Cone::whole(2)).unwrap_err();
    assert!(fault.to_string().contains("dimension 3") && fault.to_string().contains("in 2"));
}

#[test]
fn the_whole_space_the_origin_and_nothing_at_all_are_cones() {
    for width in 0..4 {
        let none = Rows::none(width);
        assert_eq!(Cone::from_halfspaces(&none, &none).unwrap(), Cone::whole(width));
        assert_eq!(Cone::from_generators(&none, &none).unwrap(), Cone::origin(width));
        let axes = Rows::axes(width);
        assert_eq!(Cone::from_halfspaces(&none, &axes).unwrap(), Cone::origin(width));
        assert_eq!(Cone::origin(width).dimension(), 0);
    }
}
