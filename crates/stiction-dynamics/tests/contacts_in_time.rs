//! In time no body passes through another, whatever the frames: plates onto pins, discs into a box, rods over seams.

use stiction_dynamics::simulate::{Ambiguous, Asked, EventKind, Frame, Reason, Run, simulate};
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

fn polygon(corners: &[[f64; 2]]) -> Outline {
    Outline::polygon(corners.iter().map(|corner| point(*corner)).collect(), Vec::new())
}

fn fixed(name: &str, shape: Outline) -> Body<Planar> {
    Body::new(name).with_role(Role::Fixed).with_shape(shape)
}

fn pin(name: &str, center: [f64; 2]) -> Body<Planar> {
    fixed(name, Outline::disc(point(center), number(0.05)))
}

fn scene(bodies: Vec<Body<Planar>>, friction: f64, gravity: i64) -> Scene<Planar> {
    let law = TouchingLaw { friction: Friction::new(number(friction)), ..TouchingLaw::default() };
    let touching = Some(Touching { law, ..Touching::default() });
    Scene { bodies, touching, ..Scene::new().with_gravity([0, -gravity]) }
}

fn run(scene: &Scene<Planar>, until: f64, frames: usize) -> Run {
    simulate(scene, &Asked { until, frames, ambiguous: Ambiguous::Stick }).unwrap()
}

/// Two runs tell the same events at the same times.
fn alike(one: &Run, other: &Run) {
    let told = |run: &Run| -> Vec<(EventKind, [String; 2])> {
        run.events.iter().map(|event| (event.kind, event.between.clone())).collect()
    };
    assert_eq!(told(one), told(other));
    for (a, b) in one.events.iter().zip(&other.events) {
        assert!((a.time - b.time).abs() < 1e-8, "{a:?} {b:?}");
    }
    assert_eq!(one.stopped.reason, other.stopped.reason);
}

/// A plate whose place is given, pushed onto three pins by a wrench that seats it.
fn seating([left, up, turn]: [f64; 3]) -> Scene<Planar> {
    let (sine, cosine) = turn.sin_cos();
    let corners = [[-1.5, -1.0], [1.5, -1.0], [1.5, 1.0], [-0.5, 1.0], [-1.5, 0.0]];
    let placed = corners.map(|[x, y]| [cosine * x - sine * y + left, sine * x + cosine * y + up]);
    let mut plate = Body::new("plate").with_shape(polygon(&placed)).with_mass(2).with_inertia(1);
    plate = plate.with_com(point([left, up]));
    plate.wrench = [0, 3, -2].map(Rational::from);
    let pins = [pin("left", [-1.0, -1.05]), pin("right", [1.0, -1.05]), pin("stop", [1.55, 0.0])];
    scene(std::iter::once(plate).chain(pins).collect(), 0.15, 0)
}

/// A start from which a long step passed the right pin: what ends the slip and what closes the gap come together.
#[test]
fn a_plate_comes_onto_the_pin_that_a_long_step_passed_and_frames_do_not_matter() {
    let start = [-0.015545726059749724, 0.013018602798506617, 0.0024504];
    let scene = seating(start);
    let many = run(&scene, 5.0, 100);
    assert_eq!((many.stopped.reason, many.frames.last().unwrap().contacts.len()), (Reason::Rest, 3));
    for frames in [1, 2, 7, 10, 33] {
        alike(&run(&scene, 5.0, frames), &many);
    }
}

/// A slender bar that spins past a pin touches it once in each turn, for a shorter while than any step between frames.
#[test]
fn a_graze_within_a_step_is_found() {
    // The tip's circle has radius one; the pin reaches into it by a part of it.
    for depth in [1e-2, 1e-4, 1e-6, 1e-8] {
        let bar = polygon(&[[-1.0, 0.0], [0.0, -0.01], [1.0, 0.0], [0.0, 0.01]]);
        let bar = Body::new("bar").with_shape(bar).with_mass(1).with_inertia(1);
        let bar = bar.with_twist([3, 0, 0].map(Rational::from));
        let scene = scene(vec![bar, pin("pin", [0.0, 1.05 - depth])], 0.0, 0);
        let run = run(&scene, 1.0, 1);
        let hit = run.events.first().unwrap_or_else(|| panic!("nothing at {depth}"));
        assert_eq!(hit.kind, EventKind::Impact);
        // The tip is at the angle at which its circle enters the pin's.
        let hub: f64 = 1.05 - depth;
        let angle = ((hub * hub + 1.0 - 0.0025) / (2.0 * hub)).acos();
        let time = (std::f64::consts::FRAC_PI_2 - angle) / 3.0;
        assert!((hit.time - time).abs() < 1e-8, "{depth}: {} instead of {time}", hit.time);
    }
    let bar = polygon(&[[-1.0, 0.0], [0.0, -0.01], [1.0, 0.0], [0.0, 0.01]]);
    let bar = Body::new("bar").with_shape(bar).with_mass(1).with_inertia(1);
    let bar = bar.with_twist([3, 0, 0].map(Rational::from));
    let clear = run(&scene(vec![bar, pin("pin", [0.0, 1.05 + 1e-7])], 0.0, 0), 1.0, 1);
    assert!(clear.events.is_empty(), "{:?}", clear.events);
}

/// How deep discs are in each other and beyond the walls of a box.
fn depth(frame: &Frame, radii: &[f64], [floor, half]: [f64; 2]) -> f64 {
    let mut deepest = 0.0_f64;
    for (a, (one, r)) in frame.places.iter().zip(radii).enumerate() {
        deepest = deepest.max(r - (one.com[1] - floor)).max(r - (half - one.com[0].abs()));
        for (other, s) in frame.places.iter().zip(radii).skip(a + 1) {
            let [x, y] = [one.com[0] - other.com[0], one.com[1] - other.com[1]];
            deepest = deepest.max(r + s - x.hypot(y));
        }
    }
    deepest
}

/// Discs in rows over the floor of a box, each a little off its place.
fn discs(rows: usize, columns: usize) -> (Scene<Planar>, Vec<f64>) {
    let mut state = 7_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let half = 0.11 * columns as f64;
    let wall = |x: f64, inner: f64| {
        polygon(&[[x.min(inner), -0.1], [x.max(inner), -0.1], [x.max(inner), 4.0], [x.min(inner), 4.0]])
    };
    let floor = Outline::half_plane(point([0.0, 0.0]), point([0.0, 1.0]));
    let mut bodies = vec![
        fixed("floor", floor),
        fixed("left", wall(-half - 0.1, -half)),
        fixed("right", wall(half + 0.1, half)),
    ];
    let mut radii = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let radius = 0.08 + 0.01 * next();
            let center = [
                0.22 * (column as f64 + 0.5) - half + 0.01 * (next() - 0.5),
                0.2 + 0.24 * row as f64 + 0.01 * (next() - 0.5),
            ];
            let mass = 1000.0 * std::f64::consts::PI * radius * radius;
            let body = Body::new(format!("d{}", radii.len()))
                .with_shape(Outline::disc(point(center), number(radius)))
                .with_com(point(center))
                .with_mass(number(mass))
                .with_inertia(number(mass * radius * radius / 2.0));
            bodies.push(body);
            radii.push(radius);
        }
    }
    (scene(bodies, 0.3, 10), radii)
}

#[test]
fn discs_that_fall_into_a_box_pass_neither_each_other_nor_its_walls() {
    let (scene, radii) = discs(3, 4);
    let run = run(&scene, 0.6, 120);
    assert_eq!(run.stopped.reason, Reason::Until, "{:?}", run.stopped);
    // A few grains: 1e-10 of the run at the largest speed.
    for frame in &run.frames {
        let deep = depth(frame, &radii, [0.0, 0.44]);
        assert!(deep < 1e-6, "{deep} m at {} s", frame.time);
    }
}

/// A contact that parts from others at a speed too small to count once ended a step at each of thousands of instants,
/// and one that came back before anything else happened, within what a long step knew of its path, was passed.
#[test]
fn a_heap_of_discs_is_followed_without_crowds_of_events_and_keeps_its_energy() {
    let (scene, radii) = discs(4, 4);
    let run = run(&scene, 1.0, 1);
    assert!(run.stopped.reason != Reason::Events && run.events.len() < 4000, "{:?}", run.stopped);
    let mut times: Vec<f64> = run.frames.iter().map(|frame| frame.time).collect();
    times.sort_by(f64::total_cmp);
    let crowded = times.windows(2).filter(|pair| pair[1] - pair[0] < 1e-8).count();
    assert!(crowded < 100, "{crowded} instants after no time");
    for frame in &run.frames {
        let deep = depth(frame, &radii, [0.0, 0.44]);
        assert!(deep < 1e-6, "{deep} m at {} s", frame.time);
    }
    assert!(run.residual < 1e-9 * 1000.0, "{}", run.residual);
}

/// A rod on its tip, and a block, over the seam of two boxes whose tops are one plane.
#[test]
fn what_slides_over_a_flush_seam_is_not_stopped_there() {
    let ice = || fixed("ice", polygon(&[[-0.05, -1.0], [3.0, -1.0], [3.0, 0.0], [-0.05, 0.0]]));
    let rubber = || fixed("rubber", polygon(&[[-3.0, -1.0], [-0.05, -1.0], [-0.05, 0.0], [-3.0, 0.0]]));
    let corners = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.2], [0.0, 0.2]];
    let block = Body::new("block").with_shape(polygon(&corners)).with_mass(1).with_inertia(number(0.024));
    let block = block.with_com(point([0.25, 0.1])).with_twist([0, -1, 0].map(Rational::from));
    let run = run(&scene(vec![block, ice(), rubber()], 0.0, 10), 1.0, 10);
    assert!(!run.events.iter().any(|event| event.kind == EventKind::Impact), "{:?}", run.events);
    let last = run.frames.last().unwrap();
    assert!((last.places[0].com[0] + 0.75).abs() < 1e-9, "{last:?}");
    assert!((last.places[0].com[1] - 0.1).abs() < 1e-9 && last.places[0].angle.abs() < 1e-9, "{last:?}");
}

#[test]
fn what_slides_against_a_step_is_stopped_there() {
    let low = fixed("low", polygon(&[[-0.05, -1.0], [3.0, -1.0], [3.0, 0.0], [-0.05, 0.0]]));
    let high = fixed("high", polygon(&[[-3.0, -1.0], [-0.05, -1.0], [-0.05, 0.001], [-3.0, 0.001]]));
    let corners = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.2], [0.0, 0.2]];
    let block = Body::new("block").with_shape(polygon(&corners)).with_mass(1).with_inertia(number(0.024));
    let block = block.with_com(point([0.25, 0.1])).with_twist([0, -1, 0].map(Rational::from));
    let run = run(&scene(vec![block, low, high], 0.0, 10), 1.0, 10);
    let hit = run.events.iter().find(|event| event.kind == EventKind::Impact).unwrap();
    assert!((hit.time - 0.05).abs() < 1e-9, "{hit:?}");
}
