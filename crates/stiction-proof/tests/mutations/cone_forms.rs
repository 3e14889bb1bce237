//! Two forms of one cone: accepted as they are, refused with anything missing or changed.

use stiction_proof::{
    ConeForms, ConeRow, FormsRefusal, Mixture, PolyhedronForms, Rational, RowsProof, check_empty,
};

fn rows<const N: usize>(rows: &[[i64; N]]) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.map(Rational::from).to_vec()).collect()
}

/// Cones of two to five dimensions: pointed, flat, with lines.
fn cones() -> Vec<(usize, ConeForms)> {
    let axes: Vec<[i64; 5]> = (0..5).map(|at| std::array::from_fn(|entry| i64::from(entry == at))).collect();
    vec![
        (
            2,
            ConeForms {
                rays: rows(&[[1, 0], [1, 1]]),
                normals: rows(&[[0, 1], [1, -1]]),
                ..Default::default()
            },
        ),
        // Four sides in R³, once around.
        (
            3,
            ConeForms {
                rays: rows(&[[1, 1, 1], [1, -1, 1], [1, -1, -1], [1, 1, -1]]),
                normals: rows(&[[1, 0, -1], [1, 1, 0], [1, 0, 1], [1, -1, 0]]),
                ..Default::default()
            },
        ),
        // The same in any order.
        (
            3,
            ConeForms {
                rays: rows(&[[1, 1, 1], [1, -1, -1], [1, -1, 1], [1, 1, -1]]),
                normals: rows(&[[1, 0, 1], [1, 1, 0], [1, 0, -1], [1, -1, 0]]),
                ..Default::default()
            },
        ),
        (5, ConeForms { rays: rows(&axes), normals: rows(&axes), ..Default::default() }),
        // A wedge in a plane of R⁴ with a line beside it.
        (
            4,
            ConeForms {
                rays: rows(&[[1, 0, 0, 0], [1, 2, 0, 0]]),
                lines: rows(&[[0, 0, 1, 0]]),
                normals: rows(&[[0, 1, 0, 0], [2, -1, 0, 0]]),
                equalities: rows(&[[0, 0, 0, 1]]),
            },
        ),
        // A ray, a space, the origin.
        (
            2,
            ConeForms {
                rays: rows(&[[1, 2]]),
                normals: rows(&[[1, 2]]),
                equalities: rows(&[[2, -1]]),
                ..Default::default()
            },
        ),
        (2, ConeForms { lines: rows(&[[1, 0], [0, 1]]), ..Default::default() }),
        (2, ConeForms { equalities: rows(&[[1, 0], [0, 1]]), ..Default::default() }),
        // A prism over a square, in R⁴.
        (
            4,
            ConeForms {
                rays: rows(&[
                    [1, 0, 0, 0],
                    [1, 1, 0, 0],
                    [1, 0, 1, 0],
                    [1, 1, 1, 0],
                    [1, 0, 0, 1],
                    [1, 1, 0, 1],
                    [1, 0, 1, 1],
                    [1, 1, 1, 1],
                ]),
                normals: rows(&[
                    [0, 1, 0, 0],
                    [1, -1, 0, 0],
                    [0, 0, 1, 0],
                    [1, 0, -1, 0],
                    [0, 0, 0, 1],
                    [1, 0, 0, -1],
                ]),
                ..Default::default()
            },
        ),
    ]
}

fn lists(forms: &mut ConeForms) -> [&mut Vec<Vec<Rational>>; 4] {
    [&mut forms.rays, &mut forms.lines, &mut forms.normals, &mut forms.equalities]
}

#[test]
fn both_forms_of_a_cone_are_accepted_and_so_is_the_dual() {
    for (dimension, cone) in cones() {
        assert_eq!(cone.check(dimension), Ok(()), "{cone:?}");
        assert_eq!(cone.clone().dual().check(dimension), Ok(()), "{cone:?}");
    }
}

#[test]
fn whatever_is_left_out_is_missed() {
    for (dimension, cone) in cones() {
        for list in 0..4 {
            let count = lists(&mut cone.clone())[list].len();
            for at in 0..count {
                let mut fewer = cone.clone();
                lists(&mut fewer)[list].remove(at);
                assert!(fewer.check(dimension).is_err(), "list {list}, entry {at} of {cone:?}");
            }
        }
    }
}

#[test]
fn every_change_of_an_entry_is_refused() {
    let mut changes = 0;
    for (dimension, cone) in cones() {
        for list in 0..4 {
            for at in 0..lists(&mut cone.clone())[list].len() {
                for entry in 0..dimension {
                    let mut other = cone.clone();
                    lists(&mut other)[list][at][entry] += Rational::new(1, 3);
                    let changed = &lists(&mut other)[list][at].clone();
                    let before = &lists(&mut cone.clone())[list][at].clone();
                    // A longer ray is the same ray, and normals count modulo the equalities, rays modulo the lines.
                    let parallel = (0..dimension).all(|i| {
                        (0..dimension)
                            .all(|j| (&changed[i] * &before[j] - &changed[j] * &before[i]).is_zero())
                    });
                    let modulo = [&cone.lines, &cone.lines, &cone.equalities, &cone.equalities][list]
                        .iter()
                        .any(|row| !row[entry].is_zero());
                    let whole = [cone.lines.len(), cone.equalities.len()].contains(&dimension);
                    if !parallel && !modulo && !whole {
                        assert!(
                            other.check(dimension).is_err(),
                            "list {list}, row {at}, entry {entry} of {cone:?}"
                        );
                        changes += 1;
                    }
                }
            }
        }
    }
    assert!(changes > 100, "{changes}");
}

#[test]
fn rays_that_go_around_twice_are_refused() {
    // A pentagram: each side turns left, but the whole turns twice.
    let star = |k: i64| [[10, 10, 0], [10, -8, 6], [10, 3, -10], [10, 3, 10], [10, -8, -6]][(k % 5) as usize];
    let rays: Vec<[i64; 3]> = (0..5).map(star).collect();
    let cross = |a: [i64; 3], b: [i64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let normals: Vec<[i64; 3]> = (0..5).map(|k| cross(star(k), star(k + 1))).collect();
    let forms = ConeForms { rays: rows(&rays), normals: rows(&normals), ..Default::default() };
    assert!(forms.check(3).is_err());
}

fn wedge() -> (Vec<ConeRow>, ConeForms, RowsProof) {
    let row = |row: [i64; 2]| ConeRow { row: row.map(Rational::from).to_vec(), equality: false };
    let mix = |multiples: &[(usize, i64)]| Mixture {
        rows: multiples.iter().map(|(at, multiple)| (*at, Rational::from(*multiple))).collect(),
        equalities: Vec::new(),
    };
    let forms =
        ConeForms { rays: rows(&[[1, 0], [0, 1]]), normals: rows(&[[1, 0], [0, 1]]), ..Default::default() };
    let proof = RowsProof {
        normals: vec![mix(&[(0, 1)]), mix(&[(1, 1)])],
        equalities: Vec::new(),
        rows: vec![mix(&[(0, 1)]), mix(&[(1, 1)]), mix(&[(0, 2), (1, 3)])],
    };
    (vec![row([1, 0]), row([0, 1]), row([2, 3])], forms, proof)
}

#[test]
fn given_rows_are_accepted_with_their_multiples_and_not_without() {
    let (given, forms, proof) = wedge();
    assert_eq!(forms.check_rows(&given, &proof), Ok(()));
    let mut other = proof.clone();
    other.rows[2].rows[1].1 = Rational::from(2);
    assert_eq!(forms.check_rows(&given, &other), Err(FormsRefusal::Sum(2)));
    // A row that cuts the set is no sum of what bounds it.
    let mut cutting = given.clone();
    cutting[2].row[1] = Rational::from(-3);
    let mut negative = proof.clone();
    negative.rows[2].rows[1].1 = Rational::from(-3);
    assert_eq!(forms.check_rows(&cutting, &negative), Err(FormsRefusal::Multiple));
    let mut beyond = proof.clone();
    beyond.normals[0].rows[0].0 = 9;
    assert_eq!(forms.check_rows(&given, &beyond), Err(FormsRefusal::Multiple));
    let mut short = proof;
    short.rows.pop();
    assert_eq!(forms.check_rows(&given, &short), Err(FormsRefusal::Length));
}

#[test]
fn a_square_is_accepted_and_without_a_vertex_or_a_side_it_is_not() {
    let square = PolyhedronForms {
        vertices: rows(&[[0, 0], [1, 0], [0, 1], [1, 1]]),
        normals: rows(&[[1, 0], [0, 1], [-1, 0], [0, -1]]),
        offsets: [0, 0, -1, -1].map(Rational::from).to_vec(),
        ..Default::default()
    };
    assert_eq!(square.over(2).unwrap().check(3), Ok(()));
    let fewer = PolyhedronForms { vertices: square.vertices[1..].to_vec(), ..square.clone() };
    assert!(fewer.over(2).unwrap().check(3).is_err());
    let open = PolyhedronForms {
        normals: square.normals[1..].to_vec(),
        offsets: square.offsets[1..].to_vec(),
        ..square.clone()
    };
    assert!(open.over(2).unwrap().check(3).is_err());
    let moved = PolyhedronForms { offsets: [0, 0, -2, -1].map(Rational::from).to_vec(), ..square };
    assert!(moved.over(2).unwrap().check(3).is_err());
}

#[test]
fn emptiness_needs_multiples_that_add_up_to_less_than_nothing() {
    // x ≥ 1 and x ≤ 0, over (1, x).
    let given =
        [[-1, 1], [0, -1]].map(|row| ConeRow { row: row.map(Rational::from).to_vec(), equality: false });
    let mix = |a: i64, b: i64| Mixture { rows: vec![(0, a.into()), (1, b.into())], equalities: Vec::new() };
    assert_eq!(check_empty(&given, &mix(1, 1)), Ok(()));
    assert_eq!(check_empty(&given, &mix(1, 2)), Err(FormsRefusal::NotEmpty));
    assert_eq!(check_empty(&given, &mix(-1, -1)), Err(FormsRefusal::Multiple));
    assert!(check_empty(&[], &Mixture::default()).is_err());
}
