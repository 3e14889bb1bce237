//! Contacts that give: the rigid solution where there is one, and what becomes of it where there is none or two.

use stiction_dynamics::jam::{Compliant, Give, State, Yielded, YieldedEnd, stiff_limit};
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, Party, Scene};

/// A rod of length 2 on the floor.
fn rod(friction: f64, load: [f64; 3], stiffness: f64, damping: f64) -> Compliant {
    let bare = Give::planar([-1.0, 0.0], [0.0, 0.0], [0.0, 1.0], friction);
    let floor = Give { stiffness, along: ALONG * stiffness, damping, ..bare };
    Compliant::planar(1.0, 1.0 / 3.0, load, vec![floor])
}

/// Leaning by an angle with its lower end at the origin, pressed in by so much, sliding with this speed.
fn sliding(rod: &Compliant, angle: f64, speed: f64, sunk: f64, stretch: f64) -> State {
    let (sine, cosine) = angle.sin_cos();
    State::planar([angle, cosine, sine - sunk], [0.0, speed, 0.0], &rod.contacts, &[stretch])
}

/// `(A, B)`: what a unit of normal force with friction to the right does to normal and to tangential acceleration.
fn influence(friction: f64, angle: f64) -> (f64, f64) {
    let (sine, cosine) = angle.sin_cos();
    // Contact at (−cos, −sin) from the centre; force (μ, 1) per unit of normal force, J = 1/3.
    let alpha = 3.0 * (-cosine + sine * friction);
    (1.0 - alpha * cosine, friction + alpha * sine)
}

const ANGLE: f64 = 1.0;
/// How much stiffer the floor is along than across.
const ALONG: f64 = 400.0;

#[test]
fn where_the_rigid_force_is_unique_the_springs_find_it_the_better_the_stiffer_they_are() {
    let (friction, weight) = (0.3, 10.0);
    let (a, _) = influence(friction, ANGLE);
    assert!(a > 0.0);
    let rigid = weight / a;
    let error = |stiffness: f64| {
        let damping = 2.0 * stiffness.sqrt();
        let rod = rod(friction, [0.0, 0.0, -weight], stiffness, damping);
        // Long enough for the springs to settle, short enough for the rod not to turn.
        let time = 12.0 / stiffness.sqrt();
        let end = rod.run(
            sliding(&rod, ANGLE, -5.0, weight / a / stiffness, 0.0),
            1e-3 / stiffness.sqrt(),
            time,
            |_| false,
        );
        (end.forces[0][0] - rigid).abs() / rigid
    };
    let errors = [error(1e6), error(1e8), error(1e10)];
    assert!(errors[1] < errors[0] / 3.0 && errors[2] < errors[1] / 3.0 && errors[2] < 1e-3, "{errors:?}");
}

#[test]
fn where_no_rigid_force_exists_the_stiff_limit_is_an_impact_without_collision() {
    let (friction, weight, speed) = (3.0, 10.0, -2.0);
    let (a, b) = influence(friction, ANGLE);
    assert!(a < 0.0 && b > 0.0, "{a} {b}");
    // The impulse that stops the sliding, whatever the stiffness.
    let expected = -speed / b;
    let impact = |stiffness: f64| {
        let rod = rod(friction, [0.0, 0.0, -weight], stiffness, 0.0);
        let step = 2e-4 / stiffness.sqrt();
        let mut impulse = 0.0;
        let end = rod.run(sliding(&rod, ANGLE, speed, 0.0, 0.0), step, 1.0, |sample| {
            impulse += step * sample.forces[0][0];
            sample.velocities[0][1] <= 0.0
        });
        (impulse, end.time, end.forces[0][0])
    };
    let runs = [impact(1e6), impact(1e8), impact(1e10)];
    assert!(runs.iter().all(|(impulse, ..)| (impulse / expected - 1.0).abs() < 0.002), "{runs:?} {expected}");
    // The stiffer, the less the impulse still changes.
    let change = |k: usize| (runs[k + 1].0 - runs[k].0).abs();
    assert!(change(1) < change(0) / 2.0, "{runs:?}");
    // It lasts ever shorter and pushes ever harder.
    assert!(runs[1].1 < runs[0].1 / 4.0 && runs[2].1 < runs[1].1 / 4.0, "{runs:?}");
    assert!(runs[1].2 > runs[0].2 * 4.0 && runs[2].2 > runs[1].2 * 4.0, "{runs:?}");
}

#[test]
fn of_two_rigid_solutions_the_springs_select_by_how_hard_they_are_pressed() {
    // The load lifts the end: leaving the floor and a jam force are both consistent.
    let (friction, lift) = (3.0, 10.0);
    let (a, _) = influence(friction, ANGLE);
    let rigid = lift / -a;
    let pressed = |part: f64, stiffness: f64| {
        let rod = rod(friction, [0.0, 0.0, lift], stiffness, 0.0);
        let sunk = part * rigid / stiffness;
        // Friction is at its limit from the beginning.
        let state = sliding(&rod, ANGLE, -2.0, sunk, friction * part * rigid / (ALONG * stiffness));
        let mut most: f64 = 0.0;
        let end = rod.run(state, 1e-3 / stiffness.sqrt(), 12.0 / stiffness.sqrt(), |sample| {
            most = most.max(sample.forces[0][0]);
            sample.forces[0][0] == 0.0 || sample.velocities[0][1] <= 0.0
        });
        (end.forces[0][0], most)
    };
    for stiffness in [1e6, 1e8, 1e10] {
        let (left, _) = pressed(0.9, stiffness);
        assert_eq!(left, 0.0, "pressed less than the rigid force it leaves");
        let (_, most) = pressed(1.1, stiffness);
        assert!(most > 3.0 * rigid, "pressed more it jams: {most} against {rigid}");
    }
}

/// A rod whose foot is dragged to the left, with the contact of the plane's conventions.
pub fn dragged(friction: Rational, pull: i64) -> Scene<Planar> {
    let mut rod = Body::new("rod").with_mass(1).with_inertia(Rational::new(1, 12));
    rod.com = [Rational::new(5, 26), Rational::new(12, 26)];
    rod.twist = [0, -1, 0].map(Rational::from);
    let foot = Contact::planar(Party::Body(0), [0, 0], [0, 1]).with_friction(friction);
    Scene::<Planar>::new().with_gravity([0, pull]).with_body(rod).with_contact(foot)
}

#[test]
fn the_stiff_limit_selects_the_rigid_force_or_an_impulse_that_no_stiffness_changes() {
    // Little friction: one rigid force, −b/A, which stiffer contacts come nearer to.
    let slides = stiff_limit(&dragged(Rational::new(1, 2), -10), 1e6).unwrap();
    // A = 1 + 12·(5/26)·(5/26 − μ·12/26), at a unit normal force with friction against the slip.
    let rigid = 10.0 / (1.0 + 12.0 * (5.0 / 26.0) * (5.0 / 26.0 - 0.5 * 12.0 / 26.0));
    let errors: Vec<f64> = slides
        .iter()
        .map(|one| match &one.end {
            YieldedEnd::Settles(forces) => (forces[0][0] - rigid).abs() / rigid,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(errors[3] < errors[0] && errors[3] < 2e-2, "{errors:?} about {rigid}");
    // Much friction, pressed down: no rigid force; the foot stops by one impulse, sooner the stiffer.
    let impulse = |one: &Yielded| match one.end {
        YieldedEnd::Stops { contact: 0, impulse } => impulse,
        ref other => panic!("{other:?}"),
    };
    let jams = stiff_limit(&dragged(Rational::from(2), -10), 1e6).unwrap();
    let impulses: Vec<f64> = jams.iter().map(impulse).collect();
    // −vt/(t·M⁻¹(n − μ·t)): the slip of 1 m/s over what a unit of normal impulse does to it.
    let expected = 1.0 / (2.0 - 12.0 * (12.0 / 26.0) * (5.0 / 26.0 - 2.0 * 12.0 / 26.0));
    assert!(
        impulses.iter().all(|one| (one - expected).abs() < 0.05 * expected),
        "{impulses:?} for {expected}"
    );
    assert!(jams[3].time < jams[0].time / 8.0);
    // Pulled up, of the two rigid solutions contacts that barely touch take the one that opens.
    let lifted = stiff_limit(&dragged(Rational::from(2), 10), 1e6).unwrap();
    assert!(lifted.iter().all(|one| one.end == YieldedEnd::Separates(0)), "{lifted:?}");
}
