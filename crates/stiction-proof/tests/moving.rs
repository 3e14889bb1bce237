//! Assemblies on a moving base: the course against differences of positions, proofs by hand, and what is refused.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its helpers.

use stiction_proof::moving::{
    BaseMotion, CourseCone, Covered, MovingProblem, MovingProof, Polynomials, Rider, Rides, Standing, Stretch,
};
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, PlanarContact, Rational, Refusal, SpatialContact,
};

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn numbers(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|text| number(text)).collect()
}

/// A unit cube of mass 1 with μ = 2/5 on a base that moves so.
fn cube(theta: &[&str], x: &[&str], y: &[&str], duration: &str) -> MovingProblem<PlanarContact> {
    let foot = |id: &str, at: &str| AssemblyContact {
        on: Some(0),
        against: None,
        touch: PlanarContact::new(id, [number(at), number("-1/2")], [0.into(), 1.into()], number("0.4")),
    };
    let assembly = AssemblyProblem {
        bodies: vec![AssemblyBody::new("cube", [Rational::zero(), Rational::zero()])],
        contacts: vec![foot("left", "-1/2"), foot("right", "1/2")],
    };
    let diagonal = |entries: [&str; 3]| -> Vec<Vec<Rational>> {
        let row = |row: usize| {
            (0..3).map(|column| if row == column { number(entries[row]) } else { Rational::zero() }).collect()
        };
        (0..3).map(row).collect()
    };
    let rider =
        Rider { mass: diagonal(["1/6", "1", "1"]), wrench: Default::default(), carried: Default::default() };
    let motion = BaseMotion {
        coefficients: vec![numbers(theta), numbers(x), numbers(y)],
        pivot: [Rational::zero(), Rational::zero()],
        duration: number(duration),
    };
    MovingProblem { assembly, riders: vec![rider], gravity: [Rational::zero(), number("-9.81")], motion }
}

fn slides_right() -> Standing<PlanarContact> {
    let forces = vec![[number("0.7"), number("-0.28")], [number("0.3"), number("-0.12")]];
    Standing { at: numbers(&["0.4", "1"]), forces }
}

fn slides_left() -> Standing<PlanarContact> {
    let forces = vec![[number("0.3"), number("0.12")], [number("0.7"), number("0.28")]];
    Standing { at: numbers(&["-0.4", "1"]), forces }
}

fn stays(until: &str) -> MovingProof<PlanarContact> {
    MovingProof::Stays {
        speed: Rational::one(),
        standing: vec![slides_left(), slides_right()],
        cones: vec![CourseCone {
            rays: vec![0, 1],
            normals: vec![numbers(&["-1", "0.4"]), numbers(&["1", "0.4"])],
            equalities: vec![],
        }],
        stretches: vec![Covered { to: number(until), cone: 0 }],
    }
}

fn slips(at: &str) -> MovingProof<PlanarContact> {
    slips_upwards(at, "0.4")
}

/// To the left, and upwards by so much of it.
fn slips_upwards(at: &str, upwards: &str) -> MovingProof<PlanarContact> {
    MovingProof::Falls {
        speed: Rational::one(),
        at: number(at),
        twists: vec![[Rational::zero(), Rational::from(-1), number(upwards)]],
        resistance: vec![],
        absorbed: Rational::zero(),
    }
}

#[test]
fn a_cube_rides_until_friction_is_used_up() {
    // A constant jerk of 1: slides at t = 0.4·9.81 = 3.924 s.
    let problem = cube(&[], &["0", "0", "0", "1/6"], &[], "5");
    assert!(problem.check(stays("3.924")).is_ok(), "the boundary itself is carried");
    assert!(problem.check(stays("3.9240001")).is_err());
    assert!(problem.check(slips("3.9240001")).is_ok());
    assert_eq!(problem.check(slips("3.924")), Err(Refusal::NoWork));
    assert!(problem.check(stays("5.5")).is_err(), "beyond the end of the motion nothing is claimed");
}

#[test]
fn twice_the_pace_needs_four_times_the_friction() {
    // 1 m/s²: carried up to a pace of √3.924 = 1.9809.
    let problem = cube(&[], &["0", "0", "1/2"], &[], "2");
    let at = |pace: &str, until: &str| match stays(until) {
        MovingProof::Stays { standing, cones, stretches, .. } => {
            problem.check(MovingProof::Stays { speed: number(pace), standing, cones, stretches })
        }
        proof => problem.check(proof),
    };
    assert!(at("1.98", "1").is_ok());
    assert!(at("1.99", "1").is_err());
    assert!(at("1.98", "1.1").is_err(), "at that pace the motion is over by then");
}

#[test]
fn a_tilting_base_is_followed_between_instants() {
    // Half a radian a second about the cube's centre: slides at tan θ = 0.4, t = 0.76101... Centre at the pivot, so
    // ω² loads nothing.
    let problem = cube(&["0", "0.5"], &[], &[], "1.5");
    assert_eq!(problem.active(), [1, 2]);
    assert!(problem.check(stays("0.761")).is_ok());
    assert!(problem.check(stays("0.7611")).is_err());
    // In the base frame gravity pulls to the right of a base that turns to the left... it slides down, to the left.
    assert!(problem.check(slips("0.7611")).is_ok());
}

/// What is done to the values, cones and stretches of a proof.
type Change = dyn Fn(&mut Vec<Standing<PlanarContact>>, &mut Vec<CourseCone>, &mut Vec<Covered>);

#[test]
fn changed_proofs_are_refused() {
    let problem = cube(&[], &["0", "0", "0", "1/6"], &[], "5");
    let changed = |change: &Change| {
        let MovingProof::Stays { speed, mut standing, mut cones, mut stretches } = stays("3") else {
            unreachable!()
        };
        change(&mut standing, &mut cones, &mut stretches);
        problem.check(MovingProof::Stays { speed, standing, cones, stretches })
    };
    assert!(changed(&|_, _, _| {}).is_ok());
    assert!(
        changed(&|standing, _, _| standing[0].forces[0][1] = number("0.13")).is_err(),
        "outside its cone"
    );
    assert!(changed(&|standing, _, _| standing[1].at[0] = number("0.41")).is_err(), "not balanced");
    assert!(changed(&|_, cones, _| cones[0].normals.truncate(1)).is_err(), "a facet is missing");
    assert!(changed(&|_, cones, _| cones[0].rays = vec![0, 7]).is_err());
    assert!(changed(&|_, cones, _| cones[0].rays = vec![1]).is_err());
    assert!(changed(&|_, _, stretches| stretches.clear()).is_err(), "nothing is covered");
    assert!(changed(&|_, _, stretches| stretches[0].cone = 1).is_err());
    assert!(problem.check(slips_upwards("4", "0.3")).is_err(), "friction resists that motion");
}

#[test]
fn proofs_are_the_same_after_writing_and_reading() {
    for proof in [stays("3"), slips("4")] {
        let text = serde_json::to_string(&proof).unwrap();
        assert_eq!(serde_json::from_str::<MovingProof<PlanarContact>>(&text).unwrap(), proof);
    }
}

/// The wrench that a rider feels, from positions alone: second differences of the place of its points.
mod differences {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    fn rotation(angles: [f64; 3]) -> Matrix {
        let [r, p, y] = angles;
        let ((sr, cr), (sp, cp), (sy, cy)) = (r.sin_cos(), p.sin_cos(), y.sin_cos());
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    }

    fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|row| (0..3).map(|column| matrix[row][column] * vector[column]).sum())
    }

    fn back(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|row| (0..3).map(|column| matrix[column][row] * vector[column]).sum())
    }

    fn polynomial(powers: &[f64], t: f64) -> f64 {
        powers.iter().rev().fold(0.0, |sum, power| sum * t + power)
    }

    /// A rigid body made of points with masses, riding on a base that turns and moves.
    #[test]
    fn a_rider_in_space_feels_the_second_differences_of_its_points() {
        let coefficients = [
            vec![0.0, 0.7, -0.3],
            vec![0.0, -0.4, 0.25],
            vec![0.0, 0.9, 0.1, 0.2],
            vec![0.0, 1.0, 0.5],
            vec![0.0, 0.0, -0.75],
            vec![0.0, 0.2, 0.0, 0.3],
        ];
        let pivot = [0.3, -0.2, 0.5];
        let points = [
            ([0.9, 0.1, 0.4], 1.0),
            ([-0.2, 0.8, 0.6], 2.0),
            ([0.1, -0.5, 1.4], 0.5),
            ([1.0, 1.0, 0.0], 1.5),
        ];
        let gravity = [0.5, -0.25, -9.75];
        let mass: f64 = points.iter().map(|(_, mass)| mass).sum();
        let com: [f64; 3] =
            std::array::from_fn(|axis| points.iter().map(|(at, m)| at[axis] * m).sum::<f64>() / mass);
        let mut inertia = [[0.0; 3]; 3];
        for (at, m) in points {
            let r: [f64; 3] = std::array::from_fn(|axis| at[axis] - com[axis]);
            let square: f64 = r.iter().map(|x| x * x).sum();
            for (i, j) in (0..9).map(|entry| (entry / 3, entry % 3)) {
                inertia[i][j] += m * (if i == j { square } else { 0.0 } - r[i] * r[j]);
            }
        }
        let exact = |value: f64| Rational::from_f64(value).unwrap();
        let mut matrix = vec![vec![Rational::zero(); 6]; 6];
        for (i, j) in (0..9).map(|entry| (entry / 3, entry % 3)) {
            matrix[i][j] = exact(inertia[i][j]);
            matrix[3 + i][3 + j] = if i == j { exact(mass) } else { Rational::zero() };
        }
        let rider =
            Rider::<SpatialContact> { mass: matrix, wrench: Default::default(), carried: Default::default() };
        let motion: Vec<Vec<Rational>> =
            coefficients.iter().map(|powers| powers.iter().copied().map(exact).collect()).collect();
        let now = 0.625;
        let course = SpatialContact::course(
            &Polynomials::new(&motion, &Rational::one()),
            &gravity.map(exact),
            &Stretch { from: exact(now), to: exact(now) },
        );
        let arm: [Rational; 3] = std::array::from_fn(|axis| exact(com[axis] - pivot[axis]));
        let felt = SpatialContact::felt(&rider, &arm, true);
        let found: [f64; 6] = std::array::from_fn(|row| {
            course.iter().zip(&felt).map(|(one, wrench)| one.least().to_f64() * wrench[row].to_f64()).sum()
        });
        // Where a point of the base is at a time.
        let place = |at: [f64; 3], t: f64| -> [f64; 3] {
            let turned = rotation([0, 1, 2].map(|axis| polynomial(&coefficients[axis], t)));
            let arm = times(&turned, std::array::from_fn(|axis| at[axis] - pivot[axis]));
            std::array::from_fn(|axis| pivot[axis] + polynomial(&coefficients[3 + axis], t) + arm[axis])
        };
        let step = 1e-3;
        let accelerated = |at: [f64; 3]| -> [f64; 3] {
            let [a, b, c, d, e] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|k| place(at, now + k * step));
            std::array::from_fn(|i| {
                (-a[i] + 16.0 * b[i] - 30.0 * c[i] + 16.0 * d[i] - e[i]) / (12.0 * step * step)
            })
        };
        let turned = rotation([0, 1, 2].map(|axis| polynomial(&coefficients[axis], now)));
        let mut expected = [0.0; 6];
        for (at, m) in points {
            let a = accelerated(at);
            let force = back(&turned, std::array::from_fn(|axis| m * (gravity[axis] - a[axis])));
            let r: [f64; 3] = std::array::from_fn(|axis| at[axis] - com[axis]);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                expected[i] += r[j] * force[k] - r[k] * force[j];
                expected[3 + i] += force[i];
            }
        }
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn a_rider_in_the_plane_feels_the_second_differences_of_its_points() {
        let (theta, x, y) = ([0.0, 0.8, -0.5, 0.3], [0.0, 1.0, 0.75], [0.0, -0.5, 0.25, 0.5]);
        let (pivot, gravity, now): ([f64; 2], [f64; 2], f64) = ([0.25, -0.5], [0.0, -9.75], 0.5);
        let points: [([f64; 2], f64); 2] = [([1.0, 0.5], 1.0), ([0.0, 1.5], 3.0)];
        let com: [f64; 2] = [0.25, 1.25];
        let exact = |value: f64| Rational::from_f64(value).unwrap();
        let inertia: f64 =
            points.iter().map(|(at, m)| m * ((at[0] - com[0]).powi(2) + (at[1] - com[1]).powi(2))).sum();
        let mut mass = vec![vec![Rational::zero(); 3]; 3];
        (mass[0][0], mass[1][1], mass[2][2]) = (exact(inertia), exact(4.0), exact(4.0));
        let rider = Rider::<PlanarContact> { mass, wrench: Default::default(), carried: Default::default() };
        let list = |powers: &[f64]| powers.iter().copied().map(exact).collect::<Vec<_>>();
        let course = PlanarContact::course(
            &Polynomials::new(&[list(&theta), list(&x), list(&y)], &Rational::one()),
            &gravity.map(exact),
            &Stretch { from: exact(now), to: exact(now) },
        );
        let felt = PlanarContact::felt(&rider, &[exact(com[0] - pivot[0]), exact(com[1] - pivot[1])], true);
        let found: [f64; 3] = std::array::from_fn(|row| {
            course.iter().zip(&felt).map(|(one, wrench)| one.least().to_f64() * wrench[row].to_f64()).sum()
        });
        let place = |at: [f64; 2], t: f64| -> [f64; 2] {
            let (sine, cosine) = polynomial(&theta, t).sin_cos();
            let [rx, ry] = [at[0] - pivot[0], at[1] - pivot[1]];
            [
                pivot[0] + polynomial(&x, t) + cosine * rx - sine * ry,
                pivot[1] + polynomial(&y, t) + sine * rx + cosine * ry,
            ]
        };
        let step = 1e-3;
        let (sine, cosine) = polynomial(&theta, now).sin_cos();
        let mut expected = [0.0; 3];
        for (at, m) in points {
            let [a, b, c, d, e] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|k| place(at, now + k * step));
            let f: [f64; 2] = std::array::from_fn(|i| {
                m * (gravity[i]
                    - (-a[i] + 16.0 * b[i] - 30.0 * c[i] + 16.0 * d[i] - e[i]) / (12.0 * step * step))
            });
            let f = [cosine * f[0] + sine * f[1], cosine * f[1] - sine * f[0]];
            expected[0] += (at[0] - com[0]) * f[1] - (at[1] - com[1]) * f[0];
            expected[1] += f[0];
            expected[2] += f[1];
        }
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
}
