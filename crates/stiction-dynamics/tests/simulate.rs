//! Motion in time: the classics of a lecture in closed form, paradoxes, bounces that die out, and laws.

use stiction_dynamics::simulate::{Ambiguous, Asked, EventKind, Reason, Run, simulate};
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Outline;
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Friction, Role, Scene, Touching, TouchingLaw};

fn number(value: f64) -> Rational {
    Rational::from_f64(value).unwrap()
}

fn point([x, y]: [f64; 2]) -> [Rational; 2] {
    [number(x), number(y)]
}

fn floor(normal: [f64; 2]) -> Body<Planar> {
    let plane = Outline::half_plane(point([0.0, 0.0]), point(normal));
    Body::new("floor").with_role(Role::Fixed).with_shape(plane)
}

fn free(name: &str, shape: Outline, com: [f64; 2], inertia: f64, twist: [f64; 3]) -> Body<Planar> {
    let body = Body::new(name).with_shape(shape).with_mass(1).with_inertia(number(inertia));
    body.with_com(point(com)).with_twist(twist.map(number))
}

fn disc(center: [f64; 2], radius: f64, twist: [f64; 3]) -> Body<Planar> {
    free("disc", Outline::disc(point(center), number(radius)), center, radius * radius / 2.0, twist)
}

fn polygon(corners: &[[f64; 2]]) -> Outline {
    Outline::polygon(corners.iter().map(|corner| point(*corner)).collect(), Vec::new())
}

fn scene(bodies: Vec<Body<Planar>>, friction: f64, restitution: f64) -> Scene<Planar> {
    let law = TouchingLaw { friction: Friction::new(number(friction)), restitution: number(restitution) };
    let touching = Some(Touching { law, ..Touching::default() });
    Scene { bodies, touching, ..Scene::new().with_gravity([0, -10]) }
}

fn run(scene: &Scene<Planar>, until: f64, ambiguous: Ambiguous) -> Run {
    simulate(scene, &Asked { until, frames: 50, ambiguous }).unwrap()
}

/// The energies balance within 1e-9 of the largest of them.
fn balanced(run: &Run) {
    let sizes = run.frames.iter().flat_map(|frame| [frame.energy.kinetic, frame.energy.potential]);
    let scale = sizes.fold(1e-3, |most: f64, size| most.max(size.abs()));
    assert!(run.residual < 1e-9 * scale, "{} of {scale}", run.residual);
}

fn close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-8 * wanted.abs().max(1.0), "{found} instead of {wanted}");
}

#[test]
fn a_block_slides_for_its_speed_over_friction_times_gravity() {
    let block = polygon(&[[-1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [-1.0, 1.0]]);
    let block = free("block", block, [0.0, 0.5], 0.4, [0.0, 3.0, 0.0]);
    let run = run(&scene(vec![block, floor([0.0, 1.0])], 0.4, 0.0), 2.0, Ambiguous::Stop);
    assert_eq!(run.stopped.reason, Reason::Rest);
    close(run.stopped.time, 0.75);
    close(run.frames.last().unwrap().places[0].com[0], 1.125);
    close(run.frames.last().unwrap().energy.dissipated, 4.5);
    assert!(run.events.iter().any(|event| event.kind == EventKind::Stick));
    balanced(&run);
}

#[test]
fn a_disc_with_backspin_slides_comes_to_roll_and_returns() {
    let scene = scene(vec![disc([0.0, 0.5], 0.5, [15.0, 2.0, 0.0]), floor([0.0, 1.0])], 0.3, 0.0);
    let run = run(&scene, 2.0, Ambiguous::Stop);
    let [stick] = &run.events[..] else { panic!("{:?}", run.events) };
    assert_eq!(stick.kind, EventKind::Stick);
    // The slip v + r·w shrinks by (1 + r²/k²)·mu·g = 9 a second.
    close(stick.time, 9.5 / 9.0);
    close(run.frames.last().unwrap().places[0].twist[1], 2.0 - 3.0 * 9.5 / 9.0);
    balanced(&run);
}

#[test]
fn a_ladder_leaves_a_smooth_wall_at_two_thirds_of_its_height() {
    let ladder = polygon(&[[1.2, 0.0], [0.616, 0.812], [0.0, 1.6], [0.584, 0.788]]);
    let ladder = free("ladder", ladder, [0.6, 0.8], 1.0 / 3.0, [0.0; 3]);
    let wall = Outline::half_plane(point([0.0, 0.0]), point([1.0, 0.0]));
    let wall = Body::new("wall").with_role(Role::Fixed).with_shape(wall);
    let run = run(&scene(vec![ladder, wall, floor([0.0, 1.0])], 0.0, 0.0), 0.45, Ambiguous::Stop);
    let leave = run.events.iter().find(|event| event.kind == EventKind::Leave).unwrap();
    assert_eq!(leave.between, ["ladder", "wall"]);
    close(leave.point[1], 1.6 * 2.0 / 3.0);
    balanced(&run);
}

#[test]
fn a_rod_on_a_smooth_floor_falls_straight_down_with_the_speed_of_its_energy() {
    let rod = polygon(&[[0.0, 0.0], [0.376, 0.932], [0.56, 1.92], [0.184, 0.988]]);
    let rod = free("rod", rod, [0.28, 0.96], 1.0 / 3.0, [0.0; 3]);
    let run = run(&scene(vec![rod, floor([0.0, 1.0])], 0.0, 0.0), 0.5, Ambiguous::Stop);
    for frame in &run.frames {
        let place = frame.places[0];
        close(place.com[0], 0.28);
        // m·g·(h₀ − h) = (I + m·x²)·w²/2, x the distance of the foot from below the centre.
        let [height, spin] = [place.com[1], place.twist[0]];
        let across = 1.0 - height * height;
        close(10.0 * (0.96 - height), 0.5 * (1.0 / 3.0 + across) * spin * spin);
    }
    balanced(&run);
}

#[test]
fn bounces_that_die_out_end_at_the_sum_of_their_series() {
    let scene = scene(vec![disc([0.0, 1.2], 0.4, [0.0; 3]), floor([0.0, 1.0])], 0.2, 0.5);
    let run = run(&scene, 3.0, Ambiguous::Stop);
    assert_eq!(run.stopped.reason, Reason::Rest);
    close(run.stopped.time, 1.2);
    assert!(run.events.iter().any(|event| event.kind == EventKind::Touch && event.died_out));
    balanced(&run);
}

fn rod(twist: [f64; 3]) -> Scene<Planar> {
    let rod = polygon(&[[0.0, 0.0], [0.64, 0.77], [1.2, 1.6], [0.56, 0.83]]);
    scene(vec![free("rod", rod, [0.6, 0.8], 1.0 / 3.0, twist), floor([0.0, 1.0])], 2.0, 0.0)
}

#[test]
fn a_rod_that_drags_its_foot_enters_the_paradox_and_the_impact_without_approach_is_told() {
    let run = run(&rod([0.0, -1.5, 0.0]), 0.5, Ambiguous::Stop);
    assert_eq!((run.stopped.reason, run.stopped.time), (Reason::Inconsistent, 0.0));
    let twists = run.stopped.compliant.unwrap();
    let [spin, along, up] = twists[0].1;
    // Afterwards the foot, at (−0.6, −0.8) from the centre, is at rest.
    close(along + 0.8 * spin, 0.0);
    close(up - 0.6 * spin, 0.0);
}

#[test]
fn where_several_motions_are_consistent_the_run_stops_or_follows_them() {
    let scene = rod([5.0, -5.5, 3.0]);
    let stopped = run(&scene, 0.1, Ambiguous::Stop).stopped;
    assert_eq!((stopped.reason, stopped.modes.len()), (Reason::Ambiguous, 2));
    assert_ne!(run(&scene, 0.1, Ambiguous::Stick).stopped.reason, Reason::Ambiguous);
    let both = run(&scene, 0.1, Ambiguous::Branch);
    assert_eq!(both.branches.len(), 1);
    assert_eq!(both.branches[0].branched.as_ref().unwrap().1, "s");
}

#[test]
fn a_rocking_block_comes_to_rest_after_ever_shorter_swings() {
    let (sine, cosine) = 0.1_f64.sin_cos();
    let turned = |[x, y]: [f64; 2]| [cosine * x - sine * y, sine * x + cosine * y];
    let corners = [[0.0, 0.0], [0.6, 0.0], [0.6, 1.0], [0.0, 1.0]].map(turned);
    let block = free("block", polygon(&corners), turned([0.3, 0.5]), 1.36 / 12.0, [0.0; 3]);
    let run = run(&scene(vec![block, floor([0.0, 1.0])], 0.9, 0.0), 3.0, Ambiguous::Stop);
    assert_eq!(run.stopped.reason, Reason::Rest);
    let impacts: Vec<f64> =
        run.events.iter().filter(|event| event.kind == EventKind::Impact).map(|event| event.time).collect();
    let swings: Vec<f64> = impacts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(swings.len() > 5 && swings.windows(2).all(|pair| pair[1] < pair[0]), "{swings:?}");
    balanced(&run);
}

#[test]
fn two_discs_that_collide_keep_their_momentum_and_a_rough_impact_their_angular_momentum() {
    for (friction, restitution) in [(0.0, 1.0), (0.15, 0.6), (0.8, 0.3)] {
        let mut second = disc([1.8, 0.6], 0.5, [1.0, 0.0, 0.0]);
        second.name = "second".to_owned();
        let bodies = vec![disc([0.0, 0.0], 0.5, [0.0, 2.0, 0.0]), second];
        let still = Scene { gravity: point([0.0, 0.0]), ..scene(bodies, friction, restitution) };
        let run = run(&still, 1.5, Ambiguous::Stop);
        assert!(run.events.iter().any(|event| event.kind == EventKind::Impact));
        let momenta = |at: usize| {
            run.frames[at].places.iter().fold([0.0; 3], |sum, place| {
                let ([spin, x, y], [px, py]) = (place.twist, place.com);
                [sum[0] + 0.125 * spin + px * y - py * x, sum[1] + x, sum[2] + y]
            })
        };
        let (first, last) = (momenta(0), momenta(run.frames.len() - 1));
        (0..3).for_each(|axis| close(last[axis], first[axis]));
        balanced(&run);
    }
}

#[test]
fn a_tower_of_ten_bricks_on_a_tray_that_is_pulled_away_slips_when_friction_says_so() {
    let mut bodies: Vec<Body<Planar>> = (0..10)
        .map(|index| {
            let low = 0.25 * f64::from(index);
            let brick = polygon(&[[-0.5, low], [0.5, low], [0.5, low + 0.25], [-0.5, low + 0.25]]);
            free(&format!("brick {index}"), brick, [0.0, low + 0.125], 0.09, [0.0; 3])
        })
        .collect();
    let mut tray = floor([0.0, 1.0]).with_role(Role::Driven);
    let pull = [vec![], vec![0, 0, 0, 1], vec![]];
    tray.trajectory = Some(stiction_scene::scene::Trajectory {
        coefficients: pull.map(|list| list.into_iter().map(Rational::from).collect()).to_vec(),
        pivot: point([0.0, 0.0]),
        duration: Rational::one(),
    });
    bodies.push(tray);
    let run = run(&scene(bodies, 0.2, 0.0), 0.5, Ambiguous::Stop);
    let slip = run.events.iter().find(|event| event.kind == EventKind::Slip).unwrap();
    // 6·t = mu·g.
    close(slip.time, 2.0 / 6.0);
    balanced(&run);
}
