//! A report of closure in space does not contradict itself: where the bracket of the least friction proves a
//! side at the scene's friction, force closure is decided so.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction::scene::AnyScene;
use stiction_files::{Files, Format, Import, Sources, read_scene, read_scene_with};
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

/// The one mesh of a scene.
struct Part(String);

impl Files for Part {
    fn bytes(&self, _: &str) -> Result<Vec<u8>, String> {
        Ok(self.0.clone().into_bytes())
    }
}

/// A prism in STL of this many sides, `radius` to its faces and twice `half` high, with its corners turned and rounded,
/// some of them to seven digits.
fn prism(sides: usize, radius: f64, half: f64, turned: &dyn Fn([f64; 3]) -> [f64; 3], short: bool) -> String {
    let angle = std::f64::consts::TAU / sides as f64;
    let corner = |side: usize, z: f64| {
        let (along, out) = ((side as f64 - 0.5) * angle, radius / (angle / 2.0).cos());
        turned([out * along.cos(), out * along.sin(), z])
    };
    let written = |x: f64| if short { format!("{x:.6e}") } else { format!("{x:e}") };
    let mut text = String::from("solid part\n");
    let mut face = |corners: [[f64; 3]; 3]| {
        text += "facet normal 0 0 0\nouter loop\n";
        for [x, y, z] in corners {
            text += &format!("vertex {} {} {}\n", written(x), written(y), written(z));
        }
        text += "endloop\nendfacet\n";
    };
    for side in 0..sides {
        let (here, next) = (side, (side + 1) % sides);
        face([corner(here, -half), corner(next, -half), corner(next, half)]);
        face([corner(here, -half), corner(next, half), corner(here, half)]);
        face([turned([0.0, 0.0, -half]), corner(next, -half), corner(here, -half)]);
        face([turned([0.0, 0.0, half]), corner(here, half), corner(next, half)]);
    }
    text + "endsolid part\n"
}

/// A prism with two contacts that oppose each other on one line and up to three more beside them, some at the same
/// places; all take their normals from its rounded faces.
fn grasp_of_a_mesh(seed: u64) -> (String, Part, f64) {
    let mut numbers = Numbers(seed.wrapping_mul(1009) + 7);
    let sides = [4_u32, 6, 8, 12, 32][numbers.below(5) as usize];
    let (radius, half) = ((2 + numbers.below(4)) as f64 / 100.0, (1 + numbers.below(4)) as f64 / 100.0);
    let turn = numbers.below(600) as f64 / 100.0;
    let (cosine, sine) = if seed.is_multiple_of(3) { (1.0, 0.0) } else { (turn.cos(), turn.sin()) };
    let turned = |v: [f64; 3]| {
        let (x, y) = (cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1]);
        [x, cosine * y - sine * v[2], sine * y + cosine * v[2]]
    };
    // Across from each other on two faces, or on the two ends.
    let mut opposed = || {
        let part = (numbers.below(9) as f64 - 4.0) / 10.0;
        if numbers.below(3) == 0 {
            let across = part * radius;
            return ([across, 0.3 * across, half], [across, 0.3 * across, -half]);
        }
        let along = std::f64::consts::TAU / f64::from(sides) * numbers.below(u64::from(sides)) as f64;
        let (x, y) = (radius * along.cos(), radius * along.sin());
        ([x, y, part * half], [-x, -y, part * half])
    };
    let (one, other) = opposed();
    let mut points = vec![one, other];
    for _ in 0..seed % 4 {
        let (one, other) = opposed();
        let next = if seed % 5 < 3 { one } else { other };
        // A hair apart is a doubt by itself: at one place, or apart.
        let near = |point: &&[f64; 3]| (0..3).all(|axis| (point[axis] - next[axis]).abs() < 1e-9);
        points.push(points.iter().find(near).copied().unwrap_or(next));
    }
    if seed.is_multiple_of(7) {
        points.push(one);
    }
    let friction = [0.1, 0.3, 0.5, 1.0, 2.0][numbers.below(5) as usize];
    let contact = |(index, point): (usize, &[f64; 3])| {
        let point = turned(*point);
        format!("[[contacts]]\nid = \"{index}\"\non = \"part\"\npoint = {point:?}\nfriction = {friction}\n")
    };
    let contacts: String = points.iter().enumerate().map(contact).collect();
    let mesh = prism(sides as usize, radius, half, &turned, numbers.below(2) == 0);
    let body = "[bodies.part]\ndensity = 1000\nshape.mesh = \"part.stl\"\n";
    (format!("stiction = 1\ndimension = 3\n{body}{contacts}"), Part(mesh), friction)
}

/// Asks about scenes, and sees that where the least friction proves a side the verdict is that side.
fn agrees(trials: u64, asked: impl Fn(u64) -> (AnyScene, f64)) {
    let (mut proved, mut contradicted) = (0, Vec::new());
    for seed in 0..trials {
        let (scene, friction) = asked(seed);
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

/// How many scenes are asked about.
fn trials() -> u64 {
    std::env::var("STICTION_TRIALS").ok().and_then(|count| count.parse().ok()).unwrap_or(60)
}

#[test]
fn force_closure_is_decided_wherever_the_least_friction_proves_a_side() {
    agrees(trials(), |seed| {
        let (text, friction) = grasp(seed);
        (read_scene(&text, Format::Toml, "grasp.toml").unwrap().scene, friction)
    });
}

#[test]
fn on_a_mesh_too_force_closure_is_decided_wherever_the_least_friction_proves_a_side() {
    agrees(trials(), |seed| {
        let (text, part, friction) = grasp_of_a_mesh(seed);
        let sources = Sources { files: &part, import: &Import::default() };
        (read_scene_with(&text, Format::Toml, "grasp.toml", &sources).unwrap().scene, friction)
    });
}
