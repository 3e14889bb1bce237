//! Sections 3.1 to 3.3 of Featherstone's paper on numbers that can be checked by hand.

use nalgebra::Matrix3;
use stiction_geometry::screw::kind;
use stiction_geometry::screw::{
    Basis, ForceMap, InertiaMap, InverseInertiaMap, MotionMap, Planar, Subspace, Twist, Wrench,
};

fn twist(components: [f64; 3]) -> Twist<Planar> {
    Twist::from_array(components)
}

fn matrix(rows: [[f64; 3]; 3]) -> Matrix3<f64> {
    Matrix3::from_fn(|row, column| rows[row][column])
}

fn close(one: &Matrix3<f64>, other: &Matrix3<f64>) -> bool {
    (one - other).abs().max() < 1e-13
}

/// Two bases, P and Q, neither of them the usual one.
fn bases() -> [Basis<Planar>; 2] {
    let p = [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 2.0, 1.0]];
    let q = [[1.0, 0.0, 1.0], [0.0, 3.0, 0.0], [2.0, -1.0, 1.0]];
    [p, q].map(|vectors| Basis::reciprocal_to(&vectors.map(twist)).unwrap())
}

/// Transforms from P to Q coordinates, of motions and of forces.
fn transforms() -> [Matrix3<f64>; 2] {
    let [p, q] = bases();
    [
        matrix(q.transform::<kind::Twist>()) * matrix(p.inverse_transform::<kind::Twist>()),
        matrix(q.transform::<kind::Wrench>()) * matrix(p.inverse_transform::<kind::Wrench>()),
    ]
}

#[test]
fn figure_1_an_orthonormal_basis_is_its_own_reciprocal_and_a_skew_one_is_not() {
    // (a) Translations at right angles: d = e.
    let square = [[1.0, 0.0, 0.0], [0.0, 0.6, 0.8], [0.0, -0.8, 0.6]].map(twist);
    let forces = Basis::reciprocal_to(&square).unwrap().vectors::<kind::Wrench>();
    for (motion, force) in square.iter().zip(&forces) {
        let (d, e) = (motion.to_array(), force.to_array());
        assert!(d.iter().zip(e).all(|(d, e)| (d - e).abs() < 1e-15), "{d:?} {e:?}");
    }
    // (b) Translations along x and along the diagonal: e1 is at right angles to d2, and e2 to d1.
    let skew = [[0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 0.0]].map(twist);
    let forces = Basis::reciprocal_to(&skew).unwrap().vectors::<kind::Wrench>();
    assert_eq!(forces[0].to_array(), [0.0, 1.0, -1.0]);
    assert_eq!(forces[1].to_array(), [0.0, 0.0, 1.0]);
    // d1 twice as long: e1 half as long, the others as before.  So two vectors may be chosen freely.
    let longer = [skew[0] * 2.0, skew[1], skew[2]];
    let again = Basis::reciprocal_to(&longer).unwrap().vectors::<kind::Wrench>();
    assert_eq!(again[0].to_array(), [0.0, 0.5, -0.5]);
    assert_eq!(again[1..], forces[1..]);
}

#[test]
fn section_3_1_power_is_the_sum_of_products_in_both_bases() {
    let (motion, force) = (twist([2.0, -1.0, 3.0]), Wrench::<Planar>::from_array([5.0, 7.0, -4.0]));
    assert_eq!(motion.power(&force), 10.0 - 7.0 - 12.0);
    for basis in bases() {
        let (m, f) = (basis.coordinates(&motion), basis.coordinates(&force));
        let product: f64 = m.iter().zip(f).map(|(m, f)| m * f).sum();
        assert!((product + 9.0).abs() < 1e-12, "{product}");
        assert!(m != motion.to_array() && f != force.to_array(), "the basis should not be the usual one");
    }
}

#[test]
fn section_3_2_forces_change_by_the_inverse_transpose_of_motions() {
    let [xm, xf] = transforms();
    assert!(close(&xf, &xm.try_inverse().unwrap().transpose()));
    assert!(!close(&xf, &xm), "the two transforms should differ");
    let [p, q] = bases();
    let motion = twist([2.0, -1.0, 3.0]);
    let (in_p, in_q) = (p.coordinates(&motion), q.coordinates(&motion));
    let changed = xm * nalgebra::Vector3::from(in_p);
    assert!((changed - nalgebra::Vector3::from(in_q)).abs().max() < 1e-13);
}

#[test]
fn table_1_each_sort_of_map_changes_by_its_own_rule() {
    let [p, q] = bases();
    let [xm, xf] = transforms();
    let (back_m, back_f) = (xm.try_inverse().unwrap(), xf.try_inverse().unwrap());
    let rows = [[4.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 2.0]];
    let a = MotionMap::<Planar>::from_rows(rows);
    assert!(close(&matrix(a.in_basis(&q)), &(xm * matrix(a.in_basis(&p)) * back_m)));
    let b = InertiaMap::<Planar>::from_rows(rows);
    assert!(close(&matrix(b.in_basis(&q)), &(xf * matrix(b.in_basis(&p)) * back_m)));
    let c = InverseInertiaMap::<Planar>::from_rows(rows);
    assert!(close(&matrix(c.in_basis(&q)), &(xm * matrix(c.in_basis(&p)) * back_f)));
    let d = ForceMap::<Planar>::from_rows(rows);
    assert!(close(&matrix(d.in_basis(&q)), &(xf * matrix(d.in_basis(&p)) * back_f)));
    // Similarities keep the eigenvalues: trace and determinant.
    for changed in [a.in_basis(&q), d.in_basis(&q)].map(matrix) {
        assert!((changed.trace() - 9.0).abs() < 1e-12);
        assert!((changed.determinant() - matrix(rows).determinant()).abs() < 1e-11);
    }
    // Congruences keep symmetry and definiteness, but not the eigenvalues.
    for changed in [b.in_basis(&q), c.in_basis(&q)].map(matrix) {
        assert!(close(&changed, &changed.transpose()));
        assert!(changed.symmetric_eigenvalues().min() > 0.0);
        assert!((changed.trace() - 9.0).abs() > 1e-3);
    }
    assert!(!close(&matrix(a.in_basis(&q)), &matrix(a.in_basis(&q)).transpose()));
}

#[test]
fn section_3_3_a_motion_is_the_unique_sum_of_its_parts_in_two_subspaces() {
    // Turning about two points, and sliding along x.
    let turning =
        Subspace::span(&[[0.0, 0.0], [1.0, 0.0]].map(|p| Twist::<Planar>::turning_about(p, 1.0))).unwrap();
    let sliding = Subspace::span(&[twist([0.0, 1.0, 0.0])]).unwrap();
    assert_eq!((turning.dimension(), sliding.dimension()), (2, 1));
    assert!(turning.is_direct_sum_with(&sliding));
    // The forces that do no work on turning about either point act along the line through both.
    let along = turning.complement();
    assert_eq!(along.dimension(), 1);
    assert!(along.contains(&Wrench::<Planar>::push([0.0, 0.0], [1.0, 0.0])));
    assert!(!along.contains(&Wrench::<Planar>::push([0.0, 1.0], [1.0, 0.0])));
    assert!(along.complement().is_same_as(&turning));
}
