//! Laws of reciprocal bases, maps and subspaces, each in the plane and in space.

use super::agree::*;
use super::generate::{self, *};
use nalgebra::DMatrix;
use proptest::prelude::*;
use stiction_geometry::screw::kind::{self, Kind};
use stiction_geometry::screw::{
    Basis, Inertia, Map, Motions, Planar, Screw, Space, Spatial, Subspace, Transform, Twist,
};

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

in_plane_and_space! {
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
        // In the basis [S₁ S₂] freedoms and constraints do not mix: T₁ᵀ Φ T₂ = 0.
        let aligned = Basis::of_sum(&allowed, &caused).unwrap();
        let blocks = matrix::<S>(&response.in_basis(&aligned));
        let grown = condition(&aligned) * gain::<S>(&aligned.transform::<kind::Twist>()).powi(2);
        let size = grown * gain::<S>(&response.rows());
        for (free, bound) in (0..freedoms).flat_map(|i| (freedoms..S::FREEDOMS).map(move |j| (i, j))) {
            prop_assert!(agree(blocks[(free, bound)], 0.0, size));
            prop_assert!(agree(blocks[(bound, free)], 0.0, size));
        }
    }
}
