//! Distances to the boundary of convex bodies against the definition, by brute force over all faces.

use stiction_exact::hull::{
    Distance, Effort, Ellipses, Origin, Points, Refusal, Sum, Support, Triangles, Workspace, volume,
};

/// Steele, Lea and Flood's generator.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Uniform in [−1, 1).
    pub fn around(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn point<const D: usize>(&mut self) -> [f64; D] {
        std::array::from_fn(|_| self.around())
    }
}

fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn height<const D: usize>(points: &[[f64; D]], direction: &[f64; D]) -> f64 {
    points.iter().map(|point| dot(point, direction)).fold(f64::NEG_INFINITY, f64::max)
}

/// Normals of the flats through every choice of `1 ≤ k ≤ D` points, seen from the origin: the component of a
/// point of the flat across all of the flat's directions, or, when there are D points, what is across them.
/// Gram and Schmidt's method with all remaining axes, so that nothing is shared with the library.
fn each_normal<const D: usize>(
    points: &[[f64; D]],
    sizes: std::ops::RangeInclusive<usize>,
    visit: &mut impl FnMut(&[f64; D]),
) {
    fn across<const D: usize>(vector: &[f64; D], basis: &[[f64; D]]) -> [f64; D] {
        let mut rest = *vector;
        for _ in 0..3 {
            for axis in basis {
                let along = dot(&rest, axis);
                rest = std::array::from_fn(|k| rest[k] - along * axis[k]);
            }
        }
        rest
    }
    fn choose<const D: usize>(
        points: &[[f64; D]],
        sizes: &std::ops::RangeInclusive<usize>,
        from: usize,
        base: Option<[f64; D]>,
        basis: &mut Vec<[f64; D]>,
        visit: &mut impl FnMut(&[f64; D]),
    ) {
        let size = basis.len() + usize::from(base.is_some());
        if let Some(base) = base
            && sizes.contains(&size)
        {
            let mut candidates = vec![across(&base, basis)];
            if size == D {
                candidates.extend((0..D).map(|k| {
                    let mut axis = [0.0; D];
                    axis[k] = 1.0;
                    across(&axis, basis)
                }));
                // Any of them is the normal; the longest of the axes' is the best conditioned.
                let longest = candidates[1..].iter().copied().max_by(|a, b| dot(a, a).total_cmp(&dot(b, b)));
                candidates = longest.into_iter().collect();
            }
            for candidate in candidates {
                let length = dot(&candidate, &candidate).sqrt();
                if length > 1e-12 {
                    visit(&candidate.map(|x| x / length));
                    visit(&candidate.map(|x| -x / length));
                }
            }
        }
        if size == *sizes.end() {
            return;
        }
        for index in from..points.len() {
            match base {
                None => choose(points, sizes, index + 1, Some(points[index]), basis, visit),
                Some(first) => {
                    let edge: [f64; D] = std::array::from_fn(|k| points[index][k] - first[k]);
                    let rest = across(&edge, basis);
                    let length = dot(&rest, &rest).sqrt();
                    if length > 1e-7 {
                        basis.push(rest.map(|x| x / length));
                        choose(points, sizes, index + 1, base, basis, visit);
                        basis.pop();
                    }
                }
            }
        }
    }
    choose(points, &sizes, 0, None, &mut Vec::new(), visit);
}

/// `min h(V)` over the normals of all facets that D points could span; outside, over those of all faces.
fn brute<const D: usize>(points: &[[f64; D]]) -> f64 {
    let mut least = f64::INFINITY;
    each_normal(points, D..=D, &mut |normal| least = least.min(height(points, normal)));
    // Infinite of a flat set: its points span no facet.
    if least >= 0.0 && least.is_finite() {
        return least;
    }
    each_normal(points, 1..=D, &mut |normal| least = least.min(height(points, normal)));
    least
}

fn ask<const D: usize>(body: &impl Support<D>, origin: Origin) -> Distance<D> {
    let mut workspace = Workspace::new();
    let found = workspace.distance(body, origin, Effort::default()).unwrap();
    // A workspace that was used gives the same.
    assert_eq!(workspace.distance(body, origin, Effort::default()).unwrap(), found);
    found
}

/// The distance of a list by both methods; the bracket must hold and the foot must be what the weights say.
fn agrees<const D: usize>(points: &[[f64; D]], what: &str) -> f64 {
    let expected = brute(points);
    let size = points.iter().map(|point| dot(point, point).sqrt()).fold(0.0, f64::max);
    let origin = if expected > 0.0 { Origin::Inside } else { Origin::Outside };
    if expected.abs() < 1e-6 * size {
        return 0.0;
    }
    let found = ask(&Points(points), origin);
    let close = 1e-9 * expected.abs();
    assert!(found.lower <= found.value && found.value <= found.upper, "{what}: {found:?}");
    assert!(
        found.lower <= expected + close && expected <= found.upper + close,
        "{what}: {expected} {found:?}"
    );
    assert!((found.value - expected).abs() <= close, "{what}: {expected} {found:?}");
    assert!(found.upper - found.lower <= 1e-12 * size, "{what}: {found:?}");
    assert!((dot(&found.normal, &found.normal) - 1.0).abs() < 1e-14, "{what}");
    let total: f64 = found.face.iter().map(|share| share.weight).sum();
    let foot: [f64; D] =
        std::array::from_fn(|k| found.face.iter().map(|share| share.weight * share.point[k]).sum());
    let off: [f64; D] = std::array::from_fn(|k| foot[k] - found.value * found.normal[k]);
    assert!(
        found.face.iter().all(|share| share.weight >= 0.0) && (total - 1.0).abs() < 1e-9,
        "{what}: {found:?}"
    );
    assert!(dot(&off, &off).sqrt() < 1e-8 * size, "{what}: foot off by {off:?} of {found:?}");
    assert!(found.face.len() <= D, "{what}");
    for share in &found.face {
        assert_eq!(points[share.index.unwrap()], share.point, "{what}");
    }
    expected
}

/// Random points around a centre.
fn cloud<const D: usize>(random: &mut Random, count: usize, shift: f64) -> Vec<[f64; D]> {
    let centre = random.point::<D>().map(|x| x * shift);
    (0..count)
        .map(|_| {
            let point = random.point::<D>();
            std::array::from_fn(|k| point[k] + centre[k])
        })
        .collect()
}

/// Points with few different coordinates: many of them in one plane, on one line, twice.
fn lattice<const D: usize>(random: &mut Random, count: usize, levels: u64) -> Vec<[f64; D]> {
    (0..count)
        .map(|_| {
            std::array::from_fn(|_| {
                random.below(levels) as f64 - (levels / 2) as f64
                    + if levels.is_multiple_of(2) { 0.5 } else { 0.0 }
            })
        })
        .collect()
}

/// How many of so many clouds have the origin inside, each as far from it as brute force says.
fn agreeing_clouds<const D: usize>(
    mut random: Random,
    clouds: usize,
    [fewest, more]: [u64; 2],
    shift: f64,
) -> usize {
    let is_inside = |round: &usize| {
        let count = (fewest + random.below(more)) as usize;
        agrees(&cloud::<D>(&mut random, count, shift), &format!("round {round}")) > 0.0
    };
    (0..clouds).filter(is_inside).count()
}

#[test]
fn random_points_in_space_are_as_far_as_all_their_triples_say() {
    let inside = agreeing_clouds::<3>(Random(1), 250, [4, 20], 0.7);
    assert!((40..240).contains(&inside), "{inside}");
}

#[test]
fn random_points_in_six_dimensions_are_as_far_as_all_their_sextuples_say() {
    let inside = agreeing_clouds::<6>(Random(2), 60, [8, 8], 0.3);
    assert!((5..56).contains(&inside), "{inside}");
}

/// The same of points of lattices, of two levels or more.
fn agreeing_lattices<const D: usize>(
    random: &mut Random,
    lattices: usize,
    [fewest, more, levels]: [u64; 3],
) -> usize {
    let is_inside = |round: &usize| {
        let (count, levels) = ((fewest + random.below(more)) as usize, 2 + random.below(levels));
        agrees(&lattice::<D>(random, count, levels), &format!("{D}-D round {round}")) > 0.0
    };
    (0..lattices).filter(is_inside).count()
}

#[test]
fn points_of_a_lattice_are_as_far_as_brute_force_says_however_many_share_a_plane() {
    let mut random = Random(3);
    let inside = agreeing_lattices::<3>(&mut random, 200, [5, 20, 3])
        + agreeing_lattices::<6>(&mut random, 40, [10, 5, 2]);
    assert!(inside > 50 && inside < 240, "{inside}");
}

/// Every corner of the cube of half width 1.
fn cube<const D: usize>() -> Vec<[f64; D]> {
    (0..1_u32 << D).map(|bits| std::array::from_fn(|k| if bits >> k & 1 == 1 { 1.0 } else { -1.0 })).collect()
}

fn cross_polytope<const D: usize>() -> Vec<[f64; D]> {
    (0..2 * D)
        .map(|index| {
            let mut point = [0.0; D];
            point[index / 2] = if index % 2 == 0 { 1.0 } else { -1.0 };
            point
        })
        .collect()
}

/// Turned by a product of random plane rotations.
fn turned<const D: usize>(points: &[[f64; D]], random: &mut Random) -> Vec<[f64; D]> {
    let mut turned = points.to_vec();
    for i in 0..D {
        for j in 0..i {
            let (sine, cosine) = (4.0 * random.around()).sin_cos();
            for point in &mut turned {
                (point[i], point[j]) =
                    (cosine * point[i] - sine * point[j], sine * point[i] + cosine * point[j]);
            }
        }
    }
    turned
}

fn factorial(count: usize) -> f64 {
    (1..=count).map(|factor| factor as f64).product()
}

fn regular_bodies<const D: usize>() {
    let mut random = Random(D as u64);
    let mut workspace = Workspace::new();
    for round in 0..20 {
        for (points, radius, content) in [
            (cube::<D>(), 1.0, 2_f64.powi(D as i32)),
            (cross_polytope::<D>(), (D as f64).sqrt().recip(), 2_f64.powi(D as i32) / factorial(D)),
        ] {
            // Turning spreads the coplanar corners by a few roundings.
            let mut points = if round == 0 { points } else { turned(&points, &mut random) };
            if round % 3 == 2 {
                let again = points.clone();
                points.extend(again);
            }
            let found = ask(&Points(&points), Origin::Inside);
            assert!(found.lower <= radius && radius <= found.upper + 1e-15 * D as f64, "{D} {found:?}");
            assert!(found.upper - found.lower < 1e-13, "{D} {round} {found:?}");
            let foot: [f64; D] =
                std::array::from_fn(|k| found.face.iter().map(|share| share.weight * share.point[k]).sum());
            assert!((dot(&foot, &found.normal) - radius).abs() < 1e-12);
            assert!((dot(&foot, &foot).sqrt() - radius).abs() < 1e-12, "{foot:?} {found:?}");
            let measured = volume(&points, &mut workspace).unwrap();
            assert!((measured / content - 1.0).abs() < 1e-12, "{D} {round}: {measured} {content}");
        }
    }
}

#[test]
fn cubes_and_cross_polytopes_have_their_radius_and_their_volume_however_they_are_turned() {
    regular_bodies::<2>();
    regular_bodies::<3>();
    regular_bodies::<4>();
    regular_bodies::<6>();
}

#[test]
fn bodies_of_any_size_and_of_unlike_sides_are_measured() {
    let sizes = [[1e-200; 3], [1e200; 3], [1e-150, 1.0, 1e150], [1e8, 1e-8, 1.0], [1e299; 3], [1e-310; 3]];
    for size in sizes {
        let least = size.iter().copied().fold(f64::INFINITY, f64::min);
        let scaled: Vec<[f64; 3]> =
            cube::<3>().iter().map(|corner| std::array::from_fn(|k| corner[k] * size[k])).collect();
        let found = ask(&Points(&scaled), Origin::Inside);
        assert!((found.value / least - 1.0).abs() < 1e-12, "{size:?} {found:?}");
        let away: Vec<[f64; 3]> = scaled.iter().map(|[x, y, z]| [x + 3.0 * size[0], *y, *z]).collect();
        let found = ask(&Points(&away), Origin::Outside);
        assert!((found.value / size[0] + 2.0).abs() < 1e-12, "{size:?} {found:?}");
    }
}

#[test]
fn flat_bodies_are_at_distance_zero_or_outside() {
    let flat: Vec<[f64; 3]> = cube::<3>().into_iter().map(|[x, y, _]| [x, y, x + y]).collect();
    let found = ask(&Points(&flat), Origin::Boundary);
    assert_eq!((found.lower, found.upper), (0.0, 0.0));
    assert!(height(&flat, &found.normal).abs() < 1e-15);
    assert_eq!(volume(&flat, &mut Workspace::new()), Some(0.0));
    let lifted: Vec<[f64; 3]> = flat.iter().map(|[x, y, z]| [*x, *y, z + 3.0]).collect();
    assert!((ask(&Points(&lifted), Origin::Outside).value + 3.0_f64.sqrt()).abs() < 1e-14);
    for single in [[0.0, 3.0, 4.0], [0.0, 0.0, 5.0]] {
        assert!((ask(&Points(&[single]), Origin::Outside).value + 5.0).abs() < 1e-15);
    }
}

#[test]
fn what_the_numbers_contradict_is_refused() {
    let mut workspace = Workspace::new();
    let cube = cube::<3>();
    let away: Vec<[f64; 3]> = cube.iter().map(|[x, y, z]| [x + 5.0, *y, *z]).collect();
    let mut ask =
        |points: &[[f64; 3]], origin| workspace.distance(&Points(points), origin, Effort::default());
    assert_eq!(ask(&cube, Origin::Outside), Err(Refusal::Elsewhere));
    assert_eq!(ask(&cube, Origin::Boundary), Err(Refusal::Elsewhere));
    assert_eq!(ask(&away, Origin::Inside), Err(Refusal::Elsewhere));
    assert_eq!(ask(&away, Origin::Boundary), Err(Refusal::Elsewhere));
    assert_eq!(ask(&[], Origin::Inside), Err(Refusal::NotFinite));
    assert_eq!(ask(&[[f64::NAN, 0.0, 0.0]], Origin::Inside), Err(Refusal::NotFinite));
    let holed: Vec<[f64; 3]> = cube.iter().copied().chain([[0.0, f64::NAN, 0.0]]).collect();
    assert_eq!(ask(&holed, Origin::Inside), Err(Refusal::NotFinite));
    assert_eq!(ask(&[[f64::INFINITY, 0.0, 0.0]], Origin::Outside), Err(Refusal::NotFinite));
}

/// Every sum of one choice a group, the origin among the choices.
fn all_sums<const D: usize>(groups: &[Vec<[f64; D]>]) -> Vec<[f64; D]> {
    let mut sums = vec![[0.0; D]];
    for group in groups {
        let longer = sums
            .iter()
            .flat_map(|sum| group.iter().map(move |edge| std::array::from_fn(|k| sum[k] + edge[k])));
        let longer: Vec<[f64; D]> = longer.collect();
        sums.extend(longer);
    }
    sums
}

fn sums_agree<const D: usize>(groups: &[Vec<[f64; D]>], what: &str) -> bool {
    let bodies: Vec<Points<D>> = groups.iter().map(|group| Points(group)).collect();
    let sums = all_sums(groups);
    let mut workspace = Workspace::new();
    let hull = workspace.distance(&Points(&sums), Origin::Inside, Effort::default());
    let Some(hull) = hull.ok().filter(|hull| hull.lower > 1e-6) else { return false };
    let found = ask(&Sum(&bodies), Origin::Inside);
    assert!((found.value - hull.value).abs() <= 1e-9 * hull.value, "{what}: {found:?} {hull:?}");
    assert!(found.lower <= hull.upper && hull.lower <= found.upper, "{what}");
    if let Some(pairs) = groups.iter().map(|group| group[..].try_into().ok()).collect::<Option<Vec<[_; 2]>>>()
    {
        let pairs = ask(&Triangles(&pairs), Origin::Inside);
        assert!((found.value - pairs.value).abs() <= 1e-13 * hull.value, "{what}: {found:?} {pairs:?}");
    }
    // What each point is made of can be asked again.
    for share in &found.face {
        let parts: Vec<_> = Sum(&bodies).parts(&share.asked).collect();
        let again: [f64; D] = std::array::from_fn(|k| parts.iter().flatten().map(|part| part.point[k]).sum());
        assert!((0..D).all(|k| (again[k] - share.point[k]).abs() < 1e-12), "{what}");
    }
    true
}

#[test]
fn a_sum_of_pushes_is_the_hull_of_all_its_sums() {
    let mut random = Random(4);
    let (mut space, mut six) = (0, 0);
    for round in 0..150 {
        let groups: Vec<Vec<[f64; 3]>> = (0..3 + random.below(4))
            .map(|_| (0..1 + random.below(3)).map(|_| random.point()).collect())
            .collect();
        space += usize::from(sums_agree(&groups, &format!("3-D round {round}")));
        // Whole numbers: sums that coincide, faces with many corners.
        let groups: Vec<Vec<[f64; 3]>> =
            (0..3 + random.below(4)).map(|_| lattice(&mut random, 2, 3)).collect();
        space += usize::from(sums_agree(&groups, &format!("3-D lattice round {round}")));
    }
    for round in 0..12 {
        let groups: Vec<Vec<[f64; 6]>> = (0..7).map(|_| (0..2).map(|_| random.point()).collect()).collect();
        six += usize::from(sums_agree(&groups, &format!("6-D round {round}")));
    }
    let axes: Vec<Vec<[f64; 6]>> = cross_polytope::<6>().into_iter().map(|axis| vec![axis]).collect();
    assert!(sums_agree(&axes, "the cube as a sum of its axes"));
    assert!(space > 100 && six > 1, "{space} {six}");
}

#[test]
fn a_distance_changes_as_the_envelope_theorem_says() {
    let mut random = Random(5);
    let mut compared = [0, 0];
    for _ in 0..150 {
        let count = 9 + random.below(20) as usize;
        let points = cloud::<6>(&mut random, count, 0.2);
        let changes = cloud::<6>(&mut random, count, 0.0);
        let mut workspace = Workspace::new();
        let mut at = |step: f64, origin| {
            let moved: Vec<[f64; 6]> = points
                .iter()
                .zip(&changes)
                .map(|(point, change)| std::array::from_fn(|k| point[k] + step * change[k]))
                .collect();
            workspace.distance(&Points(&moved), origin, Effort::default())
        };
        let outside = at(0.0, Origin::Inside) == Err(Refusal::Elsewhere);
        let origin = if outside { Origin::Outside } else { Origin::Inside };
        let here = at(0.0, origin).unwrap();
        if here.value.abs() < 1e-2 {
            continue;
        }
        let step = 1e-6;
        let (before, after) = (at(-step, origin).unwrap(), at(step, origin).unwrap());
        // Another facet may become the nearest within the step; then there is no derivative to compare.
        let faces = [&before, &here, &after].map(|found| {
            let mut face: Vec<_> = found.face.iter().map(|share| share.index).collect();
            face.sort();
            face
        });
        if faces[0] != faces[1] || faces[1] != faces[2] {
            continue;
        }
        let slope = (after.value - before.value) / (2.0 * step);
        let expected = here.change(&changes);
        assert!((slope - expected).abs() < 1e-6 * (1.0 + slope.abs()), "{slope} {expected} {here:?}");
        compared[usize::from(outside)] += 1;
    }
    assert!(compared.iter().all(|compared| *compared > 20), "{compared:?}");
}

#[test]
fn volumes_of_random_hulls_are_those_of_all_their_facets() {
    let mut random = Random(6);
    let mut workspace = Workspace::new();
    for round in 0..120 {
        let count = 4 + random.below(16) as usize;
        let points = if round % 2 == 0 {
            cloud::<3>(&mut random, count, 3.0)
        } else {
            lattice::<3>(&mut random, count, 3)
        };
        let measured = volume(&points, &mut workspace).unwrap();
        // By the divergence theorem: a third of height times area over all facets, the area of each by the
        // order of its corners around their middle.
        let mut normals: Vec<([f64; 3], f64)> = Vec::new();
        each_normal(&points, 3..=3, &mut |normal| {
            let top = height(&points, normal);
            if points.iter().filter(|point| dot(point, normal) > top - 1e-9).count() >= 3
                && !normals.iter().any(|(other, _)| dot(other, normal) > 1.0 - 1e-12)
            {
                normals.push((*normal, top));
            }
        });
        let expected: f64 = normals.iter().map(|(normal, top)| top * area(&points, normal, *top) / 3.0).sum();
        assert!((measured - expected).abs() < 1e-9 * (1.0 + expected), "{round}: {measured} {expected}");
    }
}

/// The area of the face of a hull at a height along a normal.
fn area(points: &[[f64; 3]], normal: &[f64; 3], top: f64) -> f64 {
    let cross = |a: &[f64; 3], b: &[f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let across = if normal[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let first = cross(normal, &across);
    let first = first.map(|x| x / dot(&first, &first).sqrt());
    let second = cross(normal, &first);
    let face: Vec<[f64; 2]> = points
        .iter()
        .filter(|point| dot(point, normal) > top - 1e-9)
        .map(|point| [dot(point, &first), dot(point, &second)])
        .collect();
    // Triangles from the lowest corner over all pairs that leave the others on one side: the polygon's edges.
    let turn = |a: &[f64; 2], b: &[f64; 2], c: &[f64; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let length = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let mut twice = 0.0;
    let mut seen: Vec<([f64; 2], [f64; 2])> = Vec::new();
    for a in &face {
        for b in &face {
            let edge = length(a, b) > 1e-9
                && face.iter().all(|c| turn(a, b, c) > -1e-9)
                // Of collinear corners only the whole edge, and that once.
                && face.iter().all(|c| turn(a, b, c) > 1e-9 || length(a, c).max(length(b, c)) <= length(a, b) + 1e-9)
                && !seen.iter().any(|(c, d)| length(a, c).max(length(b, d)) < 1e-9);
            if edge {
                seen.push((*a, *b));
                twice += turn(&face[0], a, b);
            }
        }
    }
    twice / 2.0
}

#[test]
fn a_round_body_is_bracketed() {
    // The hull of a disc of radius 1 at height −1 and the point 2 above: a cone with its apex up.
    let disc = [[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let apex = [[0.0, 0.0, 2.0], [0.0; 3], [0.0; 3]];
    let cone = [disc, apex];
    let distance = 2.0 / 10_f64.sqrt();
    let coarse = Effort { tolerance: 1e-4, facets: 200_000 };
    let found = Workspace::new().distance(&Ellipses(&cone), Origin::Inside, coarse).unwrap();
    assert!(
        found.lower <= distance && distance <= found.upper && found.upper - found.lower < 1e-4,
        "{found:?}"
    );
    // Moved sideways, one place is nearest and the bracket closes quickly.
    let moved = cone.map(|[centre, a, b]| [[centre[0] + 0.2, centre[1], centre[2]], a, b]);
    let fine = Effort { tolerance: 1e-10, facets: 200_000 };
    let found = Workspace::new().distance(&Ellipses(&moved), Origin::Inside, fine).unwrap();
    let expected = (2.0 - 3.0 * 0.2) / 10_f64.sqrt();
    assert!(found.lower <= expected && expected <= found.upper, "{expected} {found:?}");
    assert!(found.upper - found.lower < 1e-10, "{found:?}");
    // Stopped early, the bracket is wide and still holds.
    let early = Effort { tolerance: 1e-10, facets: 30 };
    let found = Workspace::new().distance(&Ellipses(&moved), Origin::Inside, early).unwrap();
    assert!(
        found.lower <= expected && expected <= found.upper && found.upper - found.lower > 1e-6,
        "{found:?}"
    );
}

/// Centre and two half axes of the friction disc of a contact in the middle of each face of a cube, with unit normal
/// part.
fn discs(faces: usize, friction: f64, shift: f64) -> Vec<[[f64; 6]; 3]> {
    let axis =
        |k: usize, by: f64| -> [f64; 3] { std::array::from_fn(|at| if at == k % 3 { by } else { 0.0 }) };
    let wrench =
        |[x, y, z]: [f64; 3], [a, b, c]: [f64; 3]| [y * c - z * b, z * a - x * c, x * b - y * a, a, b, c];
    let disc = |face: usize| {
        let (k, side) = (face / 2, if face.is_multiple_of(2) { 1.0 } else { -1.0 });
        let mut point = axis(k, side);
        point[(k + 1) % 3] += shift * face as f64;
        [axis(k, -side), axis(k + 1, friction), axis(k + 2, friction)].map(|force| wrench(point, force))
    };
    (0..faces).map(disc).collect()
}

/// The edges of the pyramids in or around friction discs.
fn pyramids(discs: &[[[f64; 6]; 3]], sides: usize, inscribed: bool) -> Vec<[f64; 6]> {
    let step = std::f64::consts::TAU / sides as f64;
    let (stretch, turn) = if inscribed { (1.0, 0.0) } else { ((step / 2.0).cos().recip(), step / 2.0) };
    let edge = |[centre, first, second]: &[[f64; 6]; 3], side: usize| -> [f64; 6] {
        let (sine, cosine) = (step * side as f64 + turn).sin_cos();
        std::array::from_fn(|k| centre[k] + stretch * (cosine * first[k] + sine * second[k]))
    };
    discs.iter().flat_map(|disc| (0..sides).map(move |side| edge(disc, side))).collect()
}

#[test]
fn symmetric_pyramids_with_many_edges_in_one_plane_keep_their_ball_when_turned() {
    let mut random = Random(8);
    for (faces, sides) in [(3, 8), (4, 4), (4, 8), (6, 3), (6, 4), (6, 6), (6, 8)] {
        let points = pyramids(&discs(faces, 0.5, 0.0), sides, true);
        let still = ask(&Points(&points), Origin::Inside);
        assert!(still.lower > 0.05, "{faces} {sides}: {still:?}");
        for _ in 0..6 {
            let mut turned = turned(&points, &mut random);
            turned.reverse();
            for entry in turned.iter_mut().flatten() {
                *entry *= 1.0 + 4e-16 * random.around();
            }
            let found = ask(&Points(&turned), Origin::Inside);
            assert!((found.value - still.value).abs() < 1e-12, "{faces} {sides}: {found:?} {still:?}");
            assert!(found.upper - found.lower < 1e-12, "{faces} {sides}: {found:?}");
        }
    }
}

#[test]
fn round_cones_in_space_hold_between_the_pyramids_in_and_around_them() {
    let effort = Effort { tolerance: 1e-10, facets: 400_000 };
    let mut workspace = Workspace::new();
    for (faces, shift) in [(3, 0.02), (4, 0.05)] {
        let discs = discs(faces, 0.6, shift);
        let round = workspace.distance(&Ellipses(&discs), Origin::Inside, effort).unwrap();
        assert!(round.upper - round.lower <= 2e-10 * round.upper, "{faces}: {round:?}");
        let inner = ask(&Points(&pyramids(&discs, 24, true)), Origin::Inside);
        let outer = ask(&Points(&pyramids(&discs, 24, false)), Origin::Inside);
        assert!(
            inner.lower <= round.upper && round.lower <= outer.upper,
            "{faces}: {inner:?} {round:?} {outer:?}"
        );
        assert!(outer.value - inner.value < 0.05, "{faces}");
    }
}
