//! Laws of twists, wrenches, poses and inertias, each in the plane and in space.

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

mod agree;
mod dual_system;
mod generate;

use agree::*;
use generate::*;
use proptest::prelude::*;
use stiction_geometry::screw::kind;
use stiction_geometry::screw::{
    Acceleration, ClassicalAcceleration, Momentum, Planar, Pose, Space, Spatial, Twist, Wrench,
};

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
        let turning = S::lift_angular(twist.angular());
        let axis = if norm(&turning) > 0.0 { turning } else { [0.0, 0.0, 1.0] };
        // A step of h along the twist, but for terms of second order that cancel between h and −h; those of
        // third order leave h² |twist|³ with |twist| ≤ 1, and rounding leaves ε / h: both below 1e-9.
        let h = 1e-5;
        let step = |h: f64| {
            let mut translation = twist.linear();
            translation.as_mut().iter_mut().for_each(|x| *x *= h);
            S::pose(axis, h * norm(&turning), translation)
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
    fn a_moving_body_needs_the_load_that_its_masses_need(
        masses in masses::<S>(), twist in screw::<kind::Twist, S>(),
        acceleration in screw::<kind::Acceleration, S>(),
    ) {
        // Newton's law for every mass, with the acceleration that it feels.
        let of_mass = |&(mass, place): &(f64, <S as Space>::Triple)| {
            Wrench::<S>::push(place, acceleration.acceleration_at(place, &twist)) * mass
        };
        let total: Wrench<S> = masses.0.iter().map(of_mass).sum();
        let sizes = size(&acceleration) + size(&twist).powi(2);
        let size = 40.0 * (1.0 + masses.reach()).powi(2) * sizes;
        prop_assert!(same(&masses.body().wrench_in_motion(&acceleration, &twist), &total, size));
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
