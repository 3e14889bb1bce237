//! Images and sums of cones with open faces, point by point against an exact linear program; and the cones of
//! cases that were worked out elsewhere, both ways.

use crate::cone_families::{Random, trials};
use serde_json::Value;
use stiction_exact::linear::{Program, Solution, minimise};
use stiction_geometry::cone::{
    AffineMap, Cone, LinearMap, OpenCone, OpenPolyhedron, Place, Polyhedron, Rows,
};
use stiction_proof::Rational;

type Table = Vec<Vec<i64>>;

/// A set by its inequalities, as integers.
struct Set {
    width: usize,
    loose: Table,
    strict: Table,
}

impl Set {
    fn random(width: usize, random: &mut Random) -> Self {
        let mut table = |most: usize| {
            let count = random.below(most);
            (0..count).map(|_| (0..width).map(|_| random.around(2)).collect()).collect::<Table>()
        };
        Self { width, loose: table(4), strict: table(3) }
    }

    fn cone(&self) -> OpenCone {
        let rows = |table: &Table| Rows::from_integers(self.width, table).unwrap();
        OpenCone::new(&rows(&self.loose), &Rows::none(self.width), &rows(&self.strict)).unwrap()
    }

    /// Whether some x of the set has M x = y: the largest ε ≤ 1 with strict rows ≥ ε is positive.
    fn reaches(&self, map: &Table, target: &[Rational]) -> bool {
        let (loose, strict, height) = (self.loose.len(), self.strict.len(), map.len());
        let count = height + loose + strict + 1;
        let mut columns: Vec<Vec<Rational>> = Vec::new();
        for sign in [1, -1] {
            for c in 0..self.width {
                let rows = map
                    .iter()
                    .chain(&self.loose)
                    .chain(&self.strict)
                    .map(|row| Rational::from(sign * row[c]));
                columns.push(rows.chain([Rational::zero()]).collect());
            }
        }
        let unit = |row: usize, value: i64| {
            let mut column = vec![Rational::zero(); count];
            column[row] = Rational::from(value);
            column
        };
        columns.extend((height..height + loose + strict).map(|row| unit(row, -1)));
        columns.push(unit(count - 1, 1));
        let mut gap = vec![Rational::zero(); count];
        (height + loose..count - 1).for_each(|row| gap[row] = Rational::from(-1));
        gap[count - 1] = Rational::one();
        columns.push(gap);
        let mut cost = vec![Rational::zero(); columns.len()];
        *cost.last_mut().unwrap() = Rational::from(-1);
        let mut right = target.to_vec();
        right.extend(vec![Rational::zero(); loose + strict]);
        right.push(Rational::one());
        match minimise(&Program { columns, right, cost }) {
            Solution::Best { cost, .. } => cost.is_negative(),
            Solution::Impossible { .. } => false,
            Solution::Unbounded { .. } => panic!("ε is bounded"),
        }
    }
}

/// Rays of the image, sums of two of them, and others.
fn targets(image: &OpenCone, width: usize, random: &mut Random) -> Vec<Vec<Rational>> {
    let rational = |row: &[dashu_int::IBig]| row.iter().cloned().map(Rational::from).collect::<Vec<_>>();
    let rays: Vec<Vec<Rational>> = image.closure().rays().iter().map(rational).collect();
    let mut targets = rays.clone();
    for (at, one) in rays.iter().enumerate() {
        for other in &rays[..at] {
            targets.push(one.iter().zip(other).map(|(a, b)| a + b).collect());
        }
    }
    targets.truncate(12);
    targets.push(vec![Rational::zero(); width]);
    targets.extend((0..4).map(|_| (0..width).map(|_| Rational::from(random.around(2))).collect()));
    targets
}

/// A set, and a map of its space into another.
struct Drawn {
    random: Random,
    width: usize,
    height: usize,
    set: Set,
    map: Table,
}

impl Drawn {
    /// Up to so many dimensions before and after, and offsets besides.
    fn new(seed: u64, [widest, highest]: [usize; 2], offsets: usize) -> Self {
        let mut random = Random(seed);
        let (width, height) = (1 + random.below(widest), 1 + random.below(highest));
        let set = Set::random(width + offsets, &mut random);
        let map = (0..height).map(|_| (0..width + offsets).map(|_| random.around(2)).collect()).collect();
        Self { random, width, height, set, map }
    }
}

#[test]
fn a_point_is_in_an_image_exactly_when_a_program_lifts_it() {
    let mut boundary = 0;
    for trial in 0..trials(150) {
        let Drawn { mut random, width, height, set, map } = Drawn::new(trial ^ 0x1a9e, [4, 3], 0);
        let image = set.cone().image(&LinearMap::from_integers(width, &map).unwrap()).unwrap();
        for target in targets(&image, height, &mut random) {
            let inside = image.contains(&target).unwrap();
            assert_eq!(
                inside,
                set.reaches(&map, &target),
                "{:?} {:?} {map:?} {target:?}",
                set.loose,
                set.strict
            );
            boundary += usize::from(!inside && image.closure().contains(&target).unwrap());
        }
    }
    assert!(boundary > 50, "few points on missing faces: {boundary}");
}

#[test]
fn a_point_is_in_a_sum_exactly_when_a_program_splits_it() {
    for trial in 0..trials(100) {
        let mut random = Random(trial ^ 0x50b);
        let width = 1 + random.below(3);
        let (one, other) = (Set::random(width, &mut random), Set::random(width, &mut random));
        let sum = one.cone().join(&other.cone()).unwrap();
        let beside = |left: &Table, right: &Table| {
            let one = left.iter().map(|row| [&row[..], &vec![0; width]].concat());
            one.chain(right.iter().map(|row| [&vec![0; width], &row[..]].concat())).collect::<Table>()
        };
        let both = Set {
            width: 2 * width,
            loose: beside(&one.loose, &other.loose),
            strict: beside(&one.strict, &other.strict),
        };
        let unit = |at: usize| (0..2 * width).map(|c| i64::from(c % width == at)).collect::<Vec<i64>>();
        let map: Table = (0..width).map(unit).collect();
        for target in targets(&sum, width, &mut random) {
            assert_eq!(sum.contains(&target).unwrap(), both.reaches(&map, &target));
        }
    }
}

/// As [`Set`], with offsets: its first entry is the opposite of a row's.
fn polyhedron(set: &Set) -> OpenPolyhedron {
    let bounds = |table: &Table| -> Vec<_> {
        let rationals = |row: &[i64]| row.iter().map(|&x| Rational::from(x)).collect::<Vec<_>>();
        table.iter().map(|row| (rationals(&row[1..]), Rational::from(-row[0]))).collect()
    };
    OpenPolyhedron::new(set.width - 1, &bounds(&set.loose), &[], &bounds(&set.strict)).unwrap()
}

#[test]
fn a_point_is_in_the_image_of_a_polyhedron_exactly_when_a_program_lifts_it() {
    let mut boundary = 0;
    for trial in 0..trials(150) {
        let Drawn { mut random, width, height, set, map } = Drawn::new(trial ^ 0x0ff5e7, [3, 2], 1);
        let rationals = |row: &[i64]| row.iter().map(|&x| Rational::from(x)).collect::<Vec<_>>();
        let matrix: Vec<_> = map.iter().map(|row| rationals(&row[1..])).collect();
        let shift: Vec<_> = map.iter().map(|row| Rational::from(row[0])).collect();
        let affine = AffineMap::new(width, &matrix, &shift).unwrap();
        let image = polyhedron(&set).image(&affine).unwrap();
        // The program has a first variable that is one: a first row of the map, and a first entry of the target.
        let unit = (0..=width).map(|at| i64::from(at == 0)).collect();
        let lifted: Table = [vec![unit], map.clone()].concat();
        let closure = image.closure();
        let mut targets = closure.vertices();
        targets.extend(
            closure.vertices().windows(2).map(|pair| {
                pair[0].iter().zip(&pair[1]).map(|(a, b)| (a + b) * Rational::new(1, 2)).collect()
            }),
        );
        targets.extend((0..6).map(|_| (0..height).map(|_| Rational::new(random.around(6), 2)).collect()));
        for target in targets {
            let inside = image.contains(&target).unwrap();
            let reached = set.reaches(&lifted, &[&[Rational::one()], &target[..]].concat());
            assert_eq!(inside, reached, "{:?} {:?} {map:?} {target:?}", set.loose, set.strict);
            boundary += usize::from(!inside && closure.contains(&target).unwrap());
        }
    }
    assert!(boundary > 20, "few points on missing faces: {boundary}");
}

fn cases(topic: &str) -> Vec<Value> {
    let path = format!("{}/../../corpus/cases/{topic}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    serde_json::from_str::<Vec<Value>>(&text).unwrap()
}

/// A number as it is written, or the simplest fraction that a double stands for.
fn number(value: &Value) -> Rational {
    if let Some(text) = value.as_str() {
        return Rational::parse_bounded(text).unwrap();
    }
    let double = value.as_f64().unwrap();
    let exact = Rational::from_f64(double).unwrap();
    let width = Rational::from_f64(1e-15 * double.abs().max(1e-300)).unwrap();
    Rational::simplest_between(&(&exact - &width), &(&exact + &width))
}

fn vectors(value: &Value) -> Vec<Vec<Rational>> {
    let rows = value.as_array().map_or(&[][..], Vec::as_slice);
    rows.iter().map(|row| row.as_array().unwrap().iter().map(number).collect()).collect()
}

#[test]
fn cones_of_cases_are_the_same_by_their_rays_and_by_their_normals() {
    let mut count = 0;
    for topic in ["cones", "cones_mass_matrix", "labels"] {
        for case in cases(topic) {
            let Some(expected) = case["expect"].get("cone:") else { continue };
            let rows = |key: &str| Rows::from_rationals(3, &vectors(&expected[key])).unwrap();
            let generated = Cone::from_generators(&rows("rays"), &rows("lines")).unwrap();
            let bounded = Cone::from_halfspaces(&rows("normals"), &rows("equalities")).unwrap();
            assert_eq!(generated, bounded, "{}", case["id"]);
            let places = case["expect"]["each:wrenches.*.where"].as_array().cloned().unwrap_or_default();
            for (wrench, place) in vectors(&case["files"]["wrenches.json"]).iter().zip(places) {
                let ours = match generated.place(wrench).unwrap() {
                    Place::Inside => "inside",
                    Place::Boundary { .. } => "boundary",
                    Place::Outside { .. } => "outside",
                };
                let flat = !generated.equalities().is_empty() && ours != "outside" && place != "outside";
                assert!(flat || place == ours, "{}: {wrench:?} is {place}, ours {ours}", case["id"]);
            }
            count += 1;
        }
    }
    assert!(count > 100, "{count} cones");
}

#[test]
fn polyhedra_of_cases_are_the_same_by_their_vertices_and_by_their_normals() {
    let mut count = 0;
    for case in cases("motions") {
        let expected = &case["expect"]["polyhedron:"];
        let (normals, offsets) = (vectors(&expected["normals"]), expected["offsets"].as_array());
        let (Some(offsets), Some(first)) = (offsets, normals.first()) else { continue };
        let bounds: Vec<_> = normals.iter().cloned().zip(offsets.iter().map(number)).collect();
        let bounded = Polyhedron::from_halfspaces(first.len(), &bounds, &[]).unwrap();
        let [corners, rays, lines] = ["vertices", "rays", "lines"].map(|key| vectors(&expected[key]));
        let generated = Polyhedron::from_generators(first.len(), &corners, &rays, &lines).unwrap();
        assert_eq!(generated, bounded, "{}", case["id"]);
        count += 1;
    }
    assert!(count > 10, "{count} polyhedra");
}
