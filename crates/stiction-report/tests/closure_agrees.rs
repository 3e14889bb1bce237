//! A report of closure in space does not contradict itself: where the bracket of the least friction proves a
//! side at the scene's friction, force closure is decided so.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction_files::{Format, read_scene};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

/// Numbers that look random, the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

/// A box with two contacts that oppose each other on one line and up to three more, all with one friction,
/// some soft; every third box is turned by a rotation in fractions, every third by one in doubles, as the
/// faces of a mesh are.
fn grasp(seed: u64) -> (String, f64) {
    let mut numbers = Numbers(seed.wrapping_mul(977) + 13);
    let size: Vec<f64> = (0..3).map(|_| (2 + numbers.below(5)) as f64).collect();
    let place = |numbers: &mut Numbers| -> Vec<f64> {
        size.iter().map(|size| (numbers.below(17) as f64 - 8.0) / 16.0 * size).collect()
    };
    let on_face = |mut point: Vec<f64>, axis: usize, sign: f64| {
        point[axis] = sign * size[axis] / 2.0;
        let normal: Vec<f64> = (0..3).map(|at| if at == axis { -sign } else { 0.0 }).collect();
        (point, normal)
    };
    let (middle, axis) = (place(&mut numbers), numbers.below(3) as usize);
    let mut contacts = vec![on_face(middle.clone(), axis, 1.0), on_face(middle, axis, -1.0)];
    for _ in 0..numbers.below(4) {
        let (axis, sign) = (numbers.below(3) as usize, if numbers.below(2) == 0 { 1.0 } else { -1.0 });
        contacts.push(on_face(place(&mut numbers), axis, sign));
    }
    let angle = numbers.below(600) as f64 / 100.0;
    let (cosine, sine) = match seed % 3 {
        0 => (1.0, 0.0),
        1 => (0.6, 0.8),
        _ => (angle.cos(), angle.sin()),
    };
    // About z and then about x, by the same angle.
    let turned = |v: &[f64]| {
        let (x, y) = (cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1]);
        format!("[{x:?}, {:?}, {:?}]", cosine * y - sine * v[2], sine * y + cosine * v[2])
    };
    let friction = [0.1, 0.3, 0.5, 1.0, 2.0][numbers.below(5) as usize];
    let soft = if numbers.below(2) == 0 { "" } else { "soft = 0.1\n" };
    let contact = |(index, (point, normal)): (usize, &(Vec<f64>, Vec<f64>))| {
        let (point, normal) = (turned(point), turned(normal));
        format!(
            "[[contacts]]\nid = \"{index}\"\non = \"part\"\npoint = {point}\nnormal = {normal}\nfriction = {friction}\n{soft}"
        )
    };
    let contacts: String = contacts.iter().enumerate().map(contact).collect();
    (format!("stiction = 1\ndimension = 3\n[bodies.part]\ncom = [0, 0, 0]\n{contacts}"), friction)
}

#[test]
fn force_closure_is_decided_wherever_the_least_friction_proves_a_side() {
    let trials = std::env::var("STICTION_TRIALS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let (mut proved, mut contradicted) = (0, Vec::new());
    for seed in 0..trials {
        let (text, friction) = grasp(seed);
        let scene = read_scene(&text, Format::Toml, "grasp.toml").unwrap().scene;
        let report = answer(&scene, &SceneName::unnamed(), Question::Closure, &Options::default()).unwrap();
        let json = report.to_json();
        let bracket = &json["min_friction"]["bracket"];
        let (lower, upper) = (bracket[0].as_f64(), bracket[1].as_f64());
        let side = match (lower, upper) {
            (Some(lower), _) if friction < lower => "no",
            (_, Some(upper)) if friction > upper => "yes",
            _ => continue,
        };
        proved += 1;
        if json["force"]["verdict"] != side {
            contradicted.push(format!("seed {seed}: {} beside {bracket}", json["force"]["verdict"]));
        }
        if seed % 10 == 0 {
            assert!(verify(&json).holds(), "seed {seed}: {:?}", verify(&json).failed);
        }
    }
    assert!(contradicted.is_empty(), "{contradicted:#?}");
    assert!(proved * 5 > trials, "{proved} of {trials} have a bracket that proves a side");
}
