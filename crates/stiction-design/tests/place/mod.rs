//! Placements: no sample is better than the bound, one more contact closes exactly where its intervals say, and what
//! keeps contacts away from somewhere does.

use stiction_design::place::{Place, place};
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Outline;
use stiction_proof::place::{Aim, AlongProof, PlaceProof};
use stiction_proof::{FrictionUse, PlanarContact, Rational};
use stiction_scene::Verdict;
use stiction_scene::scene::{Body, Contact, Party, PlaceSection, Scene};
use stiction_statics::closure::{Ball, Metric, Origin, closure, epsilon_l1};

fn part(numerator: i64, denominator: u64) -> Rational {
    Rational::new(numerator, denominator)
}

fn outline(corners: &[[i64; 2]]) -> Outline {
    Outline::polygon(corners.iter().map(|corner| corner.map(Rational::from)).collect(), Vec::new())
}

fn square() -> Outline {
    outline(&[[-1, -1], [1, -1], [1, 1], [-1, 1]])
}

fn scene(shape: Outline, section: PlaceSection<Planar>) -> Scene<Planar> {
    let mut scene = Scene::new().with_body(Body::new("part").with_shape(shape));
    scene.place = Some(section);
    scene
}

fn placed(scene: &Scene<Planar>) -> Place {
    place(scene, &Rational::one(), &|_| Ok(true)).unwrap()
}

fn wanted(count: usize, friction: Rational) -> PlaceSection<Planar> {
    PlaceSection::new(0, count).with_friction(friction)
}

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn part(&mut self) -> Rational {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        part((self.0 >> 44) as i64, 1 << 20)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.part().to_f64() * count as f64) as usize
    }
}

fn quality(found: &Place, contacts: &[PlanarContact]) -> Option<f64> {
    let whole = found.problem.with(contacts);
    let closed: Verdict<_> = closure(&whole, &FrictionUse::Given).unwrap().into();
    matches!(closed, Verdict::Yes(_)).then_some(())?;
    epsilon_l1(&whole, &Ball::new(&FrictionUse::Given, Metric::default(), Origin::Inside)).ok()
}

#[test]
fn no_placement_is_better_than_its_bound() {
    let shapes = [
        (square(), wanted(2, part(1, 2))),
        (outline(&[[0, 0], [3, 0], [3, 1], [1, 3], [0, 3]]), wanted(3, part(1, 4))),
        (outline(&[[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]), wanted(4, part(0, 1))),
        (Outline::disc([0, 0].map(Rational::from), part(1, 1)), wanted(3, part(3, 10))),
    ];
    let mut dice = Dice(1);
    for (shape, section) in shapes {
        let count = section.contacts;
        let found = placed(&scene(shape, section));
        let best = found.found[0].quality;
        let bound = found.bound().unwrap().to_f64();
        assert!(best > 0.0 && best <= bound && bound <= best * 1.03, "{best} {bound}");
        for _ in 0..300 {
            let contacts: Vec<PlanarContact> = (0..count)
                .map(|index| {
                    let track = dice.below(found.problem.tracks.len());
                    found.problem.contact(&index.to_string(), track, &dice.part()).unwrap()
                })
                .collect();
            assert!(quality(&found, &contacts).is_none_or(|quality| quality <= bound));
        }
        // A smaller bound is not shown by the same tree.
        let PlaceProof::AtMost { directions, tree, .. } = found.bound.unwrap().into_proof() else {
            panic!("it is a bound")
        };
        let smaller = Rational::from_f64(best * 0.99).unwrap();
        assert!(found.problem.check(PlaceProof::AtMost { bound: smaller, directions, tree }).is_err());
    }
}

#[test]
fn nothing_closes_a_disc_without_friction_nor_one_edge_alone() {
    let disc = Outline::disc([0, 0].map(Rational::from), part(1, 1));
    let one_edge = PlaceSection { edges: Some(vec![2]), ..wanted(3, part(4, 5)) };
    for (shape, section) in
        [(disc, wanted(4, part(0, 1))), (square(), one_edge), (square(), wanted(3, part(0, 1)))]
    {
        let found = placed(&scene(shape, section));
        assert!(found.found.is_empty() && found.is_never());
    }
}

#[test]
fn one_more_contact_closes_inside_of_its_intervals_and_nowhere_else() {
    let stays = |x: i64, y: (i64, u64), normal: i64| {
        let point = [Rational::from(x), part(y.0, y.1)];
        Contact::planar(Party::Body(0), point, [Rational::from(normal), part(0, 1)])
    };
    for friction in [part(0, 1), part(3, 10), part(3, 4)] {
        let up = Contact::planar(Party::Body(0), [part(0, 1), part(-1, 1)], [part(0, 1), part(1, 1)]);
        let mut held = scene(square(), wanted(1, friction));
        held = held
            .with_contact(stays(-1, (1, 2), 1).with_friction(part(1, 10)))
            .with_contact(stays(1, (1, 4), -1).with_friction(part(1, 10)))
            .with_contact(up);
        let found = placed(&held);
        let along = found.along.as_ref().expect("edges are straight");
        let mut dice = Dice(9);
        for (track, proof) in along.iter().enumerate() {
            for _ in 0..60 {
                let at = dice.part();
                let contact = found.problem.contact("new", track, &at).unwrap();
                let closes = quality(&found, &[contact]).is_some();
                let told = match proof.proof() {
                    AlongProof::Between { ends, .. } => ends[0].part < at && at < ends[1].part,
                    AlongProof::Nowhere { .. } => false,
                };
                // An end itself is hit by no sample but by chance.
                let at_end = matches!(proof.proof(), AlongProof::Between { ends, .. } if ends[0].part == at || ends[1].part == at);
                assert!(at_end || told == closes, "track {track} at {at}");
            }
        }
    }
}

#[test]
fn contacts_are_kept_from_corners_shapes_and_each_other() {
    let slot = outline(&[[-2, -2], [0, -2], [0, 2], [-2, 2]]);
    let section = PlaceSection {
        inset: part(1, 4),
        spacing: part(1, 2),
        keep_out: vec![slot],
        ..wanted(4, part(1, 2))
    };
    let found = placed(&scene(square(), section));
    let best = &found.found[0];
    for (index, one) in best.contacts.iter().enumerate() {
        let [x, y] = one.point.each_ref().map(Rational::to_f64);
        assert!((0.0..=1.0).contains(&x), "{x}");
        assert!(x.abs() <= 0.75 + 1e-9 || y.abs() <= 0.75 + 1e-9, "{x} {y}");
        for other in &best.contacts[index + 1..] {
            let [u, v] = other.point.each_ref().map(Rational::to_f64);
            assert!((x - u).hypot(y - v) >= 0.5);
        }
    }
    let bound = found.bound().unwrap().to_f64();
    assert!(bound <= best.quality * 1.05, "{bound} {}", best.quality);
}

#[test]
fn the_least_friction_of_two_fingers_is_that_of_the_sharpest_corner() {
    let triangle = outline(&[[0, 0], [3, 0], [0, 3]]);
    let section = PlaceSection { measure: Aim::LeastFriction, ..wanted(2, part(19, 20)) };
    let found = placed(&scene(triangle, section));
    let least = (std::f64::consts::FRAC_PI_8).tan();
    let best = found.found[0].quality;
    assert!(best >= least - 1e-9 && best <= least * 1.02, "{best} {least}");
    let bound = found.bound().unwrap().to_f64();
    assert!(bound <= least + 1e-9 && bound >= least * 0.97, "{bound} {least}");
}

#[test]
fn edges_are_counted_as_the_file_lists_them() {
    // Clockwise: edge 0 is the left side.
    let clockwise = outline(&[[-1, -1], [-1, 1], [1, 1], [1, -1]]);
    let section = PlaceSection { edges: Some(vec![0, 2]), reversed: vec![true], ..wanted(2, part(1, 2)) };
    let found = placed(&scene(clockwise, section));
    for (contact, edge) in found.found[0].contacts.iter().zip(&found.found[0].edges) {
        let x = contact.point[0].to_f64();
        assert_eq!(*edge, if x < 0.0 { 0 } else { 2 });
        assert!((x.abs() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_condition_leaves_out_what_does_not_meet_it() {
    let asked = scene(square(), wanted(2, part(1, 2)));
    let only_sideways =
        |placed: &Scene<Planar>| Ok(placed.contacts.iter().all(|one| one.normal[1].is_zero()));
    let found = place(&asked, &Rational::one(), &only_sideways).unwrap();
    assert!(found.found.iter().all(|one| one.edges == [1, 3]));
    let none = place(&asked, &Rational::one(), &|_| Ok(false)).unwrap();
    assert!(none.found.is_empty() && !none.is_never());
}
