//! Laws of twists, wrenches, inertias, maps and subspaces, each in the plane and in space.
//!
//! Thresholds are [`ROUNDINGS`] times ε times the size of what was added up on the way.  A sum of products of k
//! factors, each off by a relative ε or two, is off by some (n + k) ε times the sum of the absolute products; the
//! longest chains here have n + k ≈ 30, a few of them in a row.  Sizes are bounded by norms: a change of point by
//! r lengthens a screw by at most 1 + |r|.

mod generate;

use generate::*;
use nalgebra::DMatrix;
use proptest::prelude::*;
use stiction::screw::kind::{self, Kind};
use stiction::screw::{
    Acceleration, Basis, ClassicalAcceleration, Inertia, Map, Momentum, Motions, Planar, Pose, Screw, Space,
    Spatial, Subspace, Transform, Twist, Wrench,
};

const ROUNDINGS: f64 = 128.0;

/// Whether two numbers agree to rounding of quantities of this size.  NaN agrees with nothing.
fn agree(left: f64, right: f64, size: f64) -> bool {
    (left - right).abs() <= ROUNDINGS * f64::EPSILON * size
}

fn all_agree(left: &[f64], right: &[f64], size: f64) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(&x, &y)| agree(x, y, size))
}

fn same<K: Kind, S: Space>(left: &Screw<K, S>, right: &Screw<K, S>, size: f64) -> bool {
    all_agree(left.to_array().as_ref(), right.to_array().as_ref(), size)
}

fn same_matrix<S: Space>(left: &S::Square, right: &S::Square, size: f64) -> bool {
    let rows = left.as_ref().iter().zip(right.as_ref());
    rows.into_iter().all(|(x, y)| all_agree(x.as_ref(), y.as_ref(), size))
}

/// 1 + |r|: how much a change of point by r can lengthen a screw.
fn lever<S: Space>(point: S::Triple) -> f64 {
    1.0 + norm(point.as_ref())
}

/// How much a change of frame can lengthen a screw.
fn reach<S: Space>(pose: &Pose<S>) -> f64 {
    lever::<S>(pose.translation())
}

fn matrix<S: Space>(rows: &S::Square) -> DMatrix<f64> {
    DMatrix::from_fn(S::FREEDOMS, S::FREEDOMS, |row, column| rows.as_ref()[row].as_ref()[column])
}

/// Table 1 says what a map does in other coordinates: the same as in the old ones.
fn map_commutes_with_the_change_of_basis<From: Kind, To: Kind, S: Space>(
    map: &Map<From, To, S>,
    basis: &Basis<S>,
    screw: &Screw<From, S>,
) -> bool {
    let direct = basis.coordinates(&map.apply(screw));
    let inside = Map::<From, To, S>::from_rows(map.in_basis(basis));
    let through = inside.apply(&Screw::from_array(basis.coordinates(screw)));
    // X A X⁻¹ X x: every factor may blow up by the condition of the basis once.
    let size = condition(basis).powi(2) * gain::<S>(&basis.transform::<To>()) * gain::<S>(&map.rows());
    all_agree(direct.as_ref(), through.to_array().as_ref(), size * generate::size(screw))
}

/// tr Aᵏ = tr A′ᵏ for k = 1 … n, which by Newton's identities is equality of characteristic polynomials.
///
/// Powers of A′ = X A X⁻¹ are at most κ |A|ᵏ, and k of them carry a rounding κ |A| in between.
fn spectra_agree<K: Kind, S: Space>(map: &Map<K, K, S>, basis: &Basis<S>) -> bool {
    let (before, after) = (matrix::<S>(&map.rows()), matrix::<S>(&map.in_basis(basis)));
    let trace = |matrix: &DMatrix<f64>, k: usize| matrix.pow(k as u32).trace();
    let size = |k: usize| condition(basis).powi(3) * before.norm().powi(k as i32) * k as f64;
    (1..=S::FREEDOMS).all(|k| agree(trace(&before, k), trace(&after, k), size(k)))
}

fn is_symmetric<S: Space>(rows: &S::Square, size: f64) -> bool {
    let matrix = matrix::<S>(rows);
    (matrix.transpose() - matrix).iter().all(|&x| agree(x, 0.0, size))
}

/// The same laws in both worlds: `S` is the plane in one copy and space in the other.
macro_rules! in_plane_and_space {
    ($($laws:tt)*) => {
        mod plane {
            use super::*;
            type S = Planar;
            proptest! { $($laws)* }
        }
        mod space {
            use super::*;
            type S = Spatial;
            proptest! { $($laws)* }
        }
    };
}

in_plane_and_space! {
    #[test]
    fn power_does_not_depend_on_the_point(
        twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(),
        acceleration in screw::<kind::Acceleration, S>(), momentum in screw::<kind::Momentum, S>(),
        point in point::<S>(),
    ) {
        // Both factors lengthen by the lever.
        let grown = lever::<S>(point).powi(2);
        let about_point = twist.shifted_to(point).power(&wrench.shifted_to(point));
        prop_assert!(agree(twist.power(&wrench), about_point, grown * size(&twist) * size(&wrench)));
        let about_point = acceleration.shifted_to(point).power(&momentum.shifted_to(point));
        let sizes = size(&acceleration) * size(&momentum);
        prop_assert!(agree(acceleration.power(&momentum), about_point, grown * sizes));
        prop_assert_eq!(twist.power(&wrench), wrench.power(&twist));
    }

    #[test]
    fn power_does_not_depend_on_the_frame(
        twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(), pose in pose::<S>(),
    ) {
        let size = reach(&pose).powi(2) * size(&twist) * size(&wrench);
        let power = twist.power(&wrench);
        prop_assert!(agree(power, twist.moved_by(&pose).power(&wrench.moved_by(&pose)), size));
        prop_assert!(agree(power, twist.expressed_in(&pose).power(&wrench.expressed_in(&pose)), size));
    }

    #[test]
    fn power_is_the_sum_of_products_in_every_reciprocal_basis(
        twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(), basis in basis::<S>(),
    ) {
        let (motion, force) = (basis.coordinates(&twist), basis.coordinates(&wrench));
        let sum: f64 = motion.as_ref().iter().zip(force.as_ref()).map(|(x, y)| x * y).sum();
        // ‖X_f‖ = ‖X_m⁻¹‖, so that the two changes blow up by the condition together, and the rounding of
        // X_m⁻¹ itself once more.
        let size = condition(&basis).powi(2) * size(&twist) * size(&wrench);
        prop_assert!(agree(twist.power(&wrench), sum, size));
        let again = basis.screw::<kind::Twist>(&motion);
        prop_assert!(same(&again, &twist, condition(&basis).powi(2) * generate::size(&twist)));
    }

    #[test]
    fn forces_transform_by_the_inverse_transpose_of_motions(basis in basis::<S>(), pose in pose::<S>()) {
        for basis in [basis, Basis::of_frame(&pose)] {
            let [motion, force] = [basis.transform::<kind::Twist>(), basis.transform::<kind::Wrench>()];
            let product = matrix::<S>(&motion).transpose() * matrix::<S>(&force);
            let unit = DMatrix::identity(S::FREEDOMS, S::FREEDOMS);
            // An inverse is right up to the condition of the matrix.
            prop_assert!((product - unit).iter().all(|&x| agree(x, 0.0, condition(&basis))));
            prop_assert!(agree(basis.defect(), 0.0, condition(&basis)));
        }
    }

    #[test]
    fn each_force_of_a_reciprocal_basis_works_with_one_motion_alone(basis in basis::<S>()) {
        let (motions, forces) = (basis.vectors::<kind::Twist>(), basis.vectors::<kind::Wrench>());
        for (i, motion) in motions.iter().enumerate() {
            for (j, force) in forces.iter().enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                prop_assert!(agree(motion.power(force), expected, condition(&basis)));
            }
        }
        // The basis of the forces is the same basis.
        let dual = Basis::reciprocal_to(&forces).unwrap();
        let size = condition(&basis).powi(2) * gain::<S>(&basis.inverse_transform::<kind::Twist>());
        let (left, right) = (basis.transform::<kind::Wrench>(), dual.transform::<kind::Wrench>());
        prop_assert!(same_matrix::<S>(&left, &right, size));
    }

    #[test]
    fn coordinates_in_the_basis_of_a_frame_are_components_in_that_frame(
        twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(), pose in pose::<S>(),
    ) {
        let basis = Basis::of_frame(&pose);
        let (motion, force) = (basis.coordinates(&twist), basis.coordinates(&wrench));
        prop_assert!(same(&Screw::from_array(motion), &twist.expressed_in(&pose), reach(&pose) * size(&twist)));
        prop_assert!(same(&Screw::from_array(force), &wrench.expressed_in(&pose), reach(&pose) * size(&wrench)));
    }

    #[test]
    fn changes_of_point_add_up(
        twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(),
        first in point::<S>(), second in point::<S>(),
    ) {
        let there = |i: usize| first.as_ref()[i] + second.as_ref()[i];
        let mut sum = first;
        sum.as_mut().iter_mut().enumerate().for_each(|(i, x)| *x = there(i));
        let mut back = first;
        back.as_mut().iter_mut().for_each(|x| *x = -*x);
        let grown = lever::<S>(first) + lever::<S>(second);
        let (moved, pushed) = (twist.shifted_to(first), wrench.shifted_to(first));
        prop_assert!(same(&moved.shifted_to(second), &twist.shifted_to(sum), grown * size(&twist)));
        prop_assert!(same(&pushed.shifted_to(second), &wrench.shifted_to(sum), grown * size(&wrench)));
        prop_assert!(same(&moved.shifted_to(back), &twist, grown * size(&twist)));
        prop_assert!(same(&pushed.shifted_to(back), &wrench, grown * size(&wrench)));
    }

    #[test]
    fn a_change_of_point_is_a_change_to_a_frame_with_the_same_axes(
        twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(), point in point::<S>(),
    ) {
        let (pose, grown) = (Pose::translation_by(point), lever::<S>(point));
        prop_assert!(same(&twist.shifted_to(point), &twist.expressed_in(&pose), grown * size(&twist)));
        prop_assert!(same(&wrench.shifted_to(point), &wrench.expressed_in(&pose), grown * size(&wrench)));
    }

    #[test]
    fn poses_compose_and_come_back(
        outer in pose::<S>(), inner in pose::<S>(), point in point::<S>(),
        twist in screw::<kind::Twist, S>(), momentum in screw::<kind::Momentum, S>(),
    ) {
        let grown = reach(&outer) * reach(&inner);
        let (one, two) = ((outer * inner).point(point), outer.point(inner.point(point)));
        prop_assert!(all_agree(one.as_ref(), two.as_ref(), grown * lever::<S>(point)));
        let home = outer.inverse().point(outer.point(point));
        prop_assert!(all_agree(home.as_ref(), point.as_ref(), reach(&outer) * lever::<S>(point)));
        let (one, two) = (twist.moved_by(&(outer * inner)), twist.moved_by(&inner).moved_by(&outer));
        prop_assert!(same(&one, &two, grown * size(&twist)));
        let (one, two) = (momentum.moved_by(&(outer * inner)), momentum.moved_by(&inner).moved_by(&outer));
        prop_assert!(same(&one, &two, grown * size(&momentum)));
        let home = twist.moved_by(&outer).expressed_in(&outer);
        prop_assert!(same(&home, &twist, reach(&outer).powi(2) * size(&twist)));
    }

    #[test]
    fn velocities_and_pushes_move_with_their_points(
        twist in screw::<kind::Twist, S>(), force in point::<S>(), point in point::<S>(), pose in pose::<S>(),
    ) {
        let moved = twist.moved_by(&pose).velocity_at(pose.point(point));
        let grown = reach(&pose) * (reach(&pose) + lever::<S>(point));
        prop_assert!(all_agree(
            moved.as_ref(), pose.vector(twist.velocity_at(point)).as_ref(), grown * size(&twist)
        ));
        let (one, two) = (
            Wrench::<S>::push(point, force).moved_by(&pose),
            Wrench::<S>::push(pose.point(point), pose.vector(force)),
        );
        prop_assert!(same(&one, &two, grown * norm(force.as_ref())));
        // The power of a push is the product with the velocity of its point [MR 12.1.2].
        let velocity = twist.velocity_at(point);
        let product: f64 = force.as_ref().iter().zip(velocity.as_ref()).map(|(x, y)| x * y).sum();
        let size = lever::<S>(point) * norm(force.as_ref()) * size(&twist);
        prop_assert!(agree(twist.power(&Wrench::<S>::push(point, force)), product, size));
    }

    #[test]
    fn a_velocity_product_is_the_rate_of_what_is_carried_along(
        place in point::<S>(), turning in angular::<S>(), speed in 0.01..1.0_f64,
        carried in screw::<kind::Twist, S>(), momentum in screw::<kind::Momentum, S>(),
    ) {
        let twist = Twist::<S>::new(turning, place);
        let twist = twist * (speed / (1.0 + size(&twist)));
        let axis = S::lift_angular(twist.angular());
        prop_assume!(norm(&axis) > 0.0);
        // A step of h along the twist, but for terms of second order that cancel between h and −h; those of
        // third order leave h² |twist|³ with |twist| ≤ 1, and rounding leaves ε / h: both below 1e-9.
        let h = 1e-5;
        let step = |h: f64| {
            let mut translation = twist.linear();
            translation.as_mut().iter_mut().for_each(|x| *x *= h);
            let sign = if S::DIMENSION == 2 { axis[2].signum() } else { 1.0 };
            S::pose(axis, sign * h * norm(&axis), translation)
        };
        let rate = (carried.moved_by(&step(h)) - carried.moved_by(&step(-h))) * (0.5 / h);
        let product = twist.cross(&carried);
        let close = |x: &f64, y: &f64, size: f64| (x - y).abs() <= 1e-9 * size;
        let (left, right) = (rate.to_array(), product.to_array());
        let mut pairs = left.as_ref().iter().zip(right.as_ref());
        prop_assert!(pairs.all(|(x, y)| close(x, y, size(&carried))));
        let rate = (momentum.moved_by(&step(h)) - momentum.moved_by(&step(-h))) * (0.5 / h);
        let (left, right) = (rate.to_array(), twist.cross(&momentum).to_array());
        let mut pairs = left.as_ref().iter().zip(right.as_ref());
        prop_assert!(pairs.all(|(x, y)| close(x, y, size(&momentum))));
    }

    #[test]
    fn velocity_products_leave_powers_alone(
        twist in screw::<kind::Twist, S>(), carried in screw::<kind::Twist, S>(),
        momentum in screw::<kind::Momentum, S>(),
    ) {
        let sum = twist.cross(&carried).power(&momentum) + carried.power(&twist.cross(&momentum));
        prop_assert!(agree(sum, 0.0, size(&twist) * size(&carried) * size(&momentum)));
        prop_assert!(same(&twist.cross(&twist), &Acceleration::zero(), size(&twist).powi(2)));
    }

    #[test]
    fn a_point_of_a_turning_disc_accelerates_towards_the_axis(
        centre in point::<S>(), turning in angular::<S>(), point in point::<S>(),
    ) {
        // Turning steadily about a fixed axis, the spatial acceleration is zero.
        let twist = Twist::<S>::turning_about(centre, turning);
        let felt = S::lift_linear(Acceleration::<S>::zero().acceleration_at(point, &twist));
        let (w, c, p) = (S::lift_angular(turning), S::lift_linear(centre), S::lift_linear(point));
        let r: [f64; 3] = std::array::from_fn(|i| p[i] - c[i]);
        let dot = |x: [f64; 3], y: [f64; 3]| -> f64 { x.iter().zip(y).map(|(x, y)| x * y).sum() };
        // −ω² times the part of r at right angles to the axis.
        let expected: [f64; 3] = std::array::from_fn(|i| w[i] * dot(w, r) - r[i] * dot(w, w));
        prop_assert!(all_agree(&felt, &expected, dot(w, w) * (norm(&c) + norm(&p))));
    }

    #[test]
    fn classical_accelerations_shift_as_the_spatial_ones_behind_them(
        acceleration in screw::<kind::Acceleration, S>(), twist in screw::<kind::Twist, S>(),
        point in point::<S>(),
    ) {
        let classical = acceleration.to_classical(&twist);
        let size = lever::<S>(point).powi(2) * (size(&acceleration) + size(&twist).powi(2));
        prop_assert!(same(&classical.to_spatial(&twist), &acceleration, size));
        let direct: ClassicalAcceleration<S> = classical.shifted_to(point, twist.angular());
        let behind = acceleration.shifted_to(point).to_classical(&twist.shifted_to(point));
        prop_assert!(all_agree(direct.linear().as_ref(), behind.linear().as_ref(), size));
        prop_assert_eq!(direct.angular(), behind.angular());
    }

    #[test]
    fn a_body_carries_the_momentum_and_energy_of_its_masses(
        masses in masses::<S>(), twist in screw::<kind::Twist, S>(),
    ) {
        let body = masses.body();
        let of_mass = |&(mass, place): &(f64, <S as Space>::Triple)| {
            let push = Wrench::<S>::push(place, twist.velocity_at(place)) * mass;
            Momentum::<S>::from_array(push.to_array())
        };
        let total: Momentum<S> = masses.0.iter().map(of_mass).sum();
        // Σ m ≤ 40, and every mass acts with its lever on both sides.
        let size = 40.0 * (1.0 + masses.reach()).powi(2) * size(&twist);
        prop_assert!(same(&body.momentum(&twist), &total, size));
        let energy: f64 = masses.0.iter()
            .map(|&(mass, place)| 0.5 * mass * norm(twist.velocity_at(place).as_ref()).powi(2)).sum();
        prop_assert!(agree(body.kinetic_energy(&twist), energy, size * generate::size(&twist)));
    }

    #[test]
    fn kinetic_energy_does_not_depend_on_the_point_or_frame(
        masses in masses::<S>(), twist in screw::<kind::Twist, S>(), point in point::<S>(), pose in pose::<S>(),
    ) {
        let body = masses.body();
        // Mass matrix and twist both lengthen, each on both sides.
        let size = gain::<S>(&body.mass_matrix()) * size(&twist).powi(2);
        let energy = body.kinetic_energy(&twist);
        let about = body.shifted_to(point).kinetic_energy(&twist.shifted_to(point));
        prop_assert!(agree(energy, about, size * lever::<S>(point).powi(4)));
        let moved = body.moved_by(&pose).kinetic_energy(&twist.moved_by(&pose));
        prop_assert!(agree(energy, moved, size * reach(&pose).powi(4)));
        let seen = body.expressed_in(&pose).kinetic_energy(&twist.expressed_in(&pose));
        prop_assert!(agree(energy, seen, size * reach(&pose).powi(4)));
    }

    #[test]
    fn the_power_of_the_load_is_the_rate_of_the_energy(
        masses in masses::<S>(), twist in screw::<kind::Twist, S>(),
        acceleration in screw::<kind::Acceleration, S>(),
    ) {
        let body = masses.body();
        let load = body.wrench_in_motion(&acceleration, &twist);
        let mass = gain::<S>(&body.mass_matrix());
        let size = mass * size(&twist) * (size(&acceleration) + size(&twist).powi(2));
        prop_assert!(agree(load.power(&twist), acceleration.power(&body.momentum(&twist)), size));
    }

    #[test]
    fn a_load_causes_the_acceleration_that_needs_it(
        masses in masses::<S>(), load in screw::<kind::Wrench, S>(),
    ) {
        let body = masses.body();
        let response = body.inverse().unwrap();
        let back = body.wrench(&response.apply(&load));
        // Right up to the condition of the mass matrix.
        let condition = gain::<S>(&body.mass_matrix()) * gain::<S>(&response.rows());
        prop_assert!(same(&back, &load, condition * size(&load)));
    }

    #[test]
    fn inertias_of_two_bodies_add_up_about_any_point(
        one in masses::<S>(), other in masses::<S>(), point in point::<S>(),
    ) {
        let together = Masses::<S>(one.0.iter().chain(&other.0).copied().collect());
        let sum = one.body().shifted_to(point) + other.body().shifted_to(point);
        let size = 80.0 * ((1.0 + together.reach()) * lever::<S>(point)).powi(2);
        let whole = together.body().shifted_to(point);
        prop_assert!(same_matrix::<S>(&sum.mass_matrix(), &whole.mass_matrix(), size));
    }

    #[test]
    fn every_sort_of_map_does_the_same_in_every_basis(
        basis in basis::<S>(), twist in screw::<kind::Twist, S>(), wrench in screw::<kind::Wrench, S>(),
        motions in map::<kind::Twist, kind::Twist, S>(), inertia in map::<kind::Twist, kind::Momentum, S>(),
        response in map::<kind::Wrench, kind::Acceleration, S>(), forces in map::<kind::Wrench, kind::Wrench, S>(),
    ) {
        prop_assert!(map_commutes_with_the_change_of_basis(&motions, &basis, &twist));
        prop_assert!(map_commutes_with_the_change_of_basis(&inertia, &basis, &twist));
        prop_assert!(map_commutes_with_the_change_of_basis(&response, &basis, &wrench));
        prop_assert!(map_commutes_with_the_change_of_basis(&forces, &basis, &wrench));
        let again = Map::<kind::Twist, kind::Momentum, S>::from_basis(inertia.in_basis(&basis), &basis);
        let size = condition(&basis).powi(4) * gain::<S>(&inertia.rows());
        prop_assert!(same_matrix::<S>(&again.rows(), &inertia.rows(), size));
    }

    #[test]
    fn a_similarity_keeps_the_eigenvalues(
        basis in basis::<S>(), motions in map::<kind::Twist, kind::Twist, S>(),
        forces in map::<kind::Wrench, kind::Wrench, S>(),
    ) {
        prop_assert!(spectra_agree(&motions, &basis));
        prop_assert!(spectra_agree(&forces, &basis));
        prop_assert_eq!(Map::<kind::Twist, kind::Twist, S>::TRANSFORM, Transform::Similarity);
    }

    #[test]
    fn a_congruence_keeps_symmetry_and_definiteness(
        masses in masses::<S>(), basis in basis::<S>(), pose in pose::<S>(),
    ) {
        let body: Inertia<S> = masses.body();
        let (inertia, response) = (body.wrench_map(), body.inverse().unwrap());
        let grown = condition(&basis).powi(2) * gain::<S>(&basis.transform::<kind::Wrench>()).powi(2);
        let (one, two) = (inertia.in_basis(&basis), response.in_basis(&basis));
        prop_assert!(is_symmetric::<S>(&one, grown * gain::<S>(&inertia.rows())));
        let grown = condition(&basis).powi(2) * gain::<S>(&basis.transform::<kind::Twist>()).powi(2);
        prop_assert!(is_symmetric::<S>(&two, grown * gain::<S>(&response.rows())));
        prop_assert!(matrix::<S>(&one).cholesky().is_some());
        prop_assert!(matrix::<S>(&two).cholesky().is_some());
        // Far from the body the mass matrix is definite by a hair: eigenvalues are off by rounding of the largest.
        let far = matrix::<S>(&body.moved_by(&pose).mass_matrix());
        prop_assert_eq!(far.transpose(), far.clone());
        let values = far.symmetric_eigenvalues();
        prop_assert!(values.min() > -ROUNDINGS * f64::EPSILON * values.max());
    }

    #[test]
    fn maps_compose_transpose_and_move_as_what_they_do(
        first in map::<kind::Twist, kind::Momentum, S>(), second in map::<kind::Momentum, kind::Twist, S>(),
        twist in screw::<kind::Twist, S>(), acceleration in screw::<kind::Acceleration, S>(), pose in pose::<S>(),
    ) {
        let (one, two) = ((second * first).apply(&twist), second.apply(&first.apply(&twist)));
        let gains = gain::<S>(&first.rows()) * gain::<S>(&second.rows());
        prop_assert!(same(&one, &two, gains * size(&twist)));
        let size = gain::<S>(&first.rows()) * size(&twist);
        let (one, two) = (
            acceleration.power(&first.apply(&twist)),
            first.transpose().apply(&acceleration).power(&twist),
        );
        prop_assert!(agree(one, two, size * generate::size(&acceleration)));
        let moved = first.moved_by(&pose).apply(&twist.moved_by(&pose));
        prop_assert!(same(&moved, &first.apply(&twist).moved_by(&pose), size * reach(&pose).powi(4)));
        let place = pose.translation();
        let shifted = first.shifted_to(place).apply(&twist.shifted_to(place));
        prop_assert!(same(&shifted, &first.apply(&twist).shifted_to(place), size * reach(&pose).powi(4)));
    }

    #[test]
    fn a_complement_has_the_other_dimensions_and_comes_back(
        motions in subspace::<kind::Twist, S>(), momenta in subspace::<kind::Momentum, S>(),
    ) {
        let forces = motions.complement();
        prop_assert_eq!(motions.dimension() + forces.dimension(), S::FREEDOMS);
        prop_assert!(motions.is_reciprocal_to(&forces));
        prop_assert!(forces.complement().is_same_as(&motions));
        prop_assert!(motions.is_same_as(&forces.complement()));
        prop_assert_eq!(momenta.dimension() + momenta.complement().dimension(), S::FREEDOMS);
        prop_assert!(momenta.complement().complement().is_same_as(&momenta));
    }

    #[test]
    fn complements_stay_reciprocal_about_every_point_and_in_every_frame(
        motions in subspace::<kind::Twist, S>(), pose in pose::<S>(),
    ) {
        let (moved, forces) = (motions.moved_by(&pose), motions.complement().moved_by(&pose));
        prop_assert!(moved.is_reciprocal_to(&forces));
        prop_assert_eq!(moved.complement().dimension(), forces.dimension());
        let there = pose.translation();
        prop_assert!(motions.shifted_to(there).is_reciprocal_to(&motions.complement().shifted_to(there)));
    }

    #[test]
    fn the_complement_of_a_sum_is_the_meet_of_the_complements(
        basis in basis::<S>(), cut in 0..=S::FREEDOMS, other in 0..=S::FREEDOMS,
    ) {
        // Overlapping runs of one basis, so that sum and meet are known and far from degenerate.
        let vectors = basis.vectors::<kind::Twist>();
        let (one, two) = (Motions::span(&vectors[..cut]).unwrap(), Motions::span(&vectors[other..]).unwrap());
        let sum = one.sum(&two);
        prop_assert_eq!(sum.dimension(), S::FREEDOMS.min(cut + S::FREEDOMS - other));
        prop_assert!(sum.complement().is_same_as(&one.complement().meet(&two.complement())));
        prop_assert_eq!(one.meet(&two).dimension(), cut.saturating_sub(other));
        prop_assert_eq!(one.is_direct_sum_with(&two), cut == other);
    }

    #[test]
    fn a_screw_is_the_sum_of_its_parts_in_a_direct_sum(
        basis in basis::<S>(), cut in 0..=S::FREEDOMS, twist in screw::<kind::Twist, S>(),
    ) {
        let vectors = basis.vectors::<kind::Twist>();
        let (one, two) = (
            Motions::from_basis(&vectors[..cut]).unwrap(), Motions::from_basis(&vectors[cut..]).unwrap(),
        );
        let found = one.decompose(&two, &twist).unwrap();
        let size = condition(&basis).powi(2) * size(&twist);
        prop_assert!(same(&(found.parts[0] + found.parts[1]), &twist, size));
        prop_assert!(one.contains(&found.parts[0]) && two.contains(&found.parts[1]));
        let coordinates = basis.coordinates(&twist);
        let size = size * gain::<S>(&basis.transform::<kind::Twist>());
        prop_assert!(all_agree(&found.coordinates.concat(), coordinates.as_ref(), size));
        // A part is decomposed into itself and nothing.
        let again = one.decompose(&two, &found.parts[0]).unwrap();
        prop_assert!(same(&again.parts[1], &Twist::<S>::zero(), condition(&basis) * size));
    }

    #[test]
    fn freedoms_and_what_constraint_forces_cause_make_up_all_motions(
        basis in basis::<S>(), freedoms in 0..=S::FREEDOMS, masses in masses::<S>(),
    ) {
        // S₁ = S and S₂ = Φ S⊥ in [Featherstone 5]: a direct sum because Φ is definite.
        let vectors = basis.vectors::<kind::Twist>();
        let allowed = Motions::span(&vectors[..freedoms]).unwrap();
        let response = masses.body().inverse().unwrap();
        let caused = allowed.complement().image(&response).unwrap();
        let allowed: Subspace<kind::Acceleration, S> = allowed.of_kind();
        prop_assert!(allowed.is_direct_sum_with(&caused));
    }
}

proptest! {
    #[test]
    fn the_plane_in_space_is_still_the_plane(
        twist in screw::<kind::Twist, Planar>(), wrench in screw::<kind::Wrench, Planar>(),
        carried in screw::<kind::Momentum, Planar>(), pose in pose::<Planar>(), place in point::<Planar>(),
    ) {
        // Exact: the additional products are all zero.
        let [x, y] = place;
        prop_assert_eq!(twist.power(&wrench), twist.in_space().power(&wrench.in_space()));
        prop_assert_eq!(twist.shifted_to(place).in_space(), twist.in_space().shifted_to([x, y, 0.0]));
        prop_assert_eq!(wrench.shifted_to(place).in_space(), wrench.in_space().shifted_to([x, y, 0.0]));
        prop_assert_eq!(twist.moved_by(&pose).in_space(), twist.in_space().moved_by(&pose.in_space()));
        prop_assert_eq!(wrench.moved_by(&pose).in_space(), wrench.in_space().moved_by(&pose.in_space()));
        prop_assert_eq!(twist.cross(&carried).in_space(), twist.in_space().cross(&carried.in_space()));
        // A load out of the plane has no power with a motion in it.
        let across = Wrench::spatial([x, y, 0.0], [0.0, 0.0, x + y]);
        prop_assert_eq!(twist.in_space().power(&across), 0.0);
    }

    #[test]
    fn a_slab_in_space_moves_as_its_planar_section(
        masses in masses::<Planar>(), twist in screw::<kind::Twist, Planar>(),
    ) {
        let lifted = masses.0.iter().map(|&(mass, [x, y])| (mass, [x, y, 0.0])).collect();
        let slab = Masses::<Spatial>(lifted);
        let energy = slab.body().kinetic_energy(&twist.in_space());
        let size = 40.0 * (1.0 + masses.reach()).powi(2) * size(&twist).powi(2);
        prop_assert!(agree(masses.body().kinetic_energy(&twist), energy, size));
    }
}
