//! Spatial closure of doubles against closure of the rationals that they are, and of pyramids against round cones.

use crate::statements::true_in_rationals;
use crate::twins::doubles::Numbers;
use stiction_exact::linear::{Balance, stiemke};
use stiction_proof::quick::QuickContact;
use stiction_proof::quick_space::exact::edges;
use stiction_proof::quick_space::{
    Frame, Pyramid, QuickModel, QuickSpatialContact, QuickSpatialProof, check,
};
use stiction_statics::closure::many::{
    CertifiedSpatial, Grasps, NoSpatialVerdict, PlanarGrasps, SpatialGrasps, Tally, certified_closure,
    certified_spatial_closure, quick_spatial_closure,
};

fn pyramid(edges: usize) -> QuickModel {
    QuickModel::Pyramid(Pyramid::new(edges).unwrap())
}

fn contact(point: [f64; 3], normal: [f64; 3], friction: f64, torsion: f64) -> QuickSpatialContact {
    QuickSpatialContact { point, normal, friction, torsion }
}

fn vector(mut entry: impl FnMut() -> f64) -> [f64; 3] {
    [entry(), entry(), entry()]
}

/// Fingers around a ball, their normals leaning: some close, some do not.
fn random_grasp(numbers: &mut Numbers, contacts: usize) -> Vec<QuickSpatialContact> {
    (0..contacts)
        .map(|_| {
            let point = vector(|| numbers.unit());
            let normal = point.map(|entry| -entry + 0.5 * numbers.unit());
            let torsion = if numbers.below(4) == 0 { 0.2 * numbers.unit().abs() } else { 0.0 };
            contact(point, normal, 0.1 + numbers.unit().abs(), torsion)
        })
        .collect()
}

/// Whole numbers, a few ulps off now and then: parallel, aligned and coplanar on purpose.
fn degenerate_grasp(numbers: &mut Numbers) -> Vec<QuickSpatialContact> {
    let contacts = 2 + numbers.below(3) as usize;
    (0..contacts)
        .map(|_| {
            let point = vector(|| numbers.nearly_whole());
            let mut normal = vector(|| numbers.nearly_whole());
            if normal == [0.0; 3] {
                normal[2] = 1.0;
            }
            let friction = [0.0, 0.5, 1.0, 1e-15, 2.0][numbers.below(5) as usize];
            contact(point, normal, friction, [0.0, 0.0, 0.25][numbers.below(3) as usize])
        })
        .collect()
}

/// By the exact method alone.
fn closes_exactly(contacts: &[QuickSpatialContact], edges_each: usize) -> bool {
    let frames: Vec<Frame> = contacts.iter().map(|contact| Frame::of(contact).unwrap()).collect();
    let edges = edges(&frames, &Pyramid::new(edges_each).unwrap()).unwrap();
    matches!(stiemke(&edges), Balance::Multipliers(_))
}

fn verdict(contacts: &[QuickSpatialContact], model: &QuickModel) -> Option<bool> {
    certified_spatial_closure(contacts, model).unwrap().is_closed()
}

/// Compares both ways and says whether doubles sufficed.
fn compare(contacts: &[QuickSpatialContact], edges_each: usize) -> bool {
    let model = pyramid(edges_each);
    let certified = certified_spatial_closure(contacts, &model).unwrap();
    assert_eq!(certified.is_closed(), Some(closes_exactly(contacts, edges_each)), "{contacts:?}");
    if let CertifiedSpatial::Quick(proof) = &certified {
        assert!(check(contacts, &model, proof));
    }
    matches!(certified, CertifiedSpatial::Quick(_))
}

#[test]
fn spatial_doubles_decide_random_pyramids_as_rationals_do() {
    let mut numbers = Numbers::new(7);
    let mut closed = 0;
    let quick = (0..240)
        .filter(|index| {
            let grasp = random_grasp(&mut numbers, 3 + index % 4);
            closed += usize::from(verdict(&grasp, &pyramid(4)) == Some(true));
            compare(&grasp, 4)
        })
        .count();
    assert!(quick >= 238, "doubles sufficed for {quick} of 240 only");
    assert!((40..200).contains(&closed), "{closed} of 240 closed");
}

#[test]
fn spatial_doubles_decide_degenerate_pyramids_as_rationals_do() {
    let mut numbers = Numbers::new(11);
    let quick = (0..240).filter(|_| compare(&degenerate_grasp(&mut numbers), 4)).count();
    assert!((100..239).contains(&quick), "both ways are meant to be tried: {quick} of 240 in doubles");
}

/// How many of the grasps got a proof in doubles; each says the truth in rationals.
fn proved(grasps: impl Iterator<Item = Vec<QuickSpatialContact>>, model: &QuickModel) -> [usize; 2] {
    let mut counts = [0; 2];
    for grasp in grasps {
        if let Some(proof) = quick_spatial_closure(&grasp, model) {
            assert!(true_in_rationals(&grasp, model, &proof), "{grasp:?} {proof:?}");
            counts[usize::from(proof.is_closed())] += 1;
        }
    }
    counts
}

#[test]
fn every_proof_in_doubles_says_the_truth_in_rationals() {
    for model in [QuickModel::Round, pyramid(8), pyramid(3)] {
        let mut numbers = Numbers::new(17);
        let random = proved((0..1000).map(|index| random_grasp(&mut numbers, 2 + index % 5)), &model);
        assert!(random[0] > 300 && random[1] > 300 && random[0] + random[1] >= 998, "{random:?} of 1000");
        let degenerate = proved((0..1000).map(|_| degenerate_grasp(&mut numbers)), &model);
        assert!(degenerate[0] > 300 && degenerate[1] > 20, "{degenerate:?} of 1000");
    }
}

#[test]
fn a_round_cone_closes_what_its_inner_pyramid_closes_and_opens_what_an_outer_one_opens() {
    let mut numbers = Numbers::new(5);
    let mut seen = [0; 3];
    for index in 0..400 {
        let mut grasp = random_grasp(&mut numbers, 3 + index % 3);
        for contact in &mut grasp {
            contact.torsion = 0.0;
        }
        let round = verdict(&grasp, &QuickModel::Round);
        let inner = verdict(&grasp, &pyramid(6)).unwrap();
        assert!(!inner || round == Some(true), "{grasp:?}");
        // The pyramid whose sides touch the cone, turned by whatever: it contains the cone.
        let mut wide = grasp.clone();
        for contact in &mut wide {
            contact.friction /= (std::f64::consts::PI / 16.0).cos() * (1.0 - 1e-12);
        }
        let outer = verdict(&wide, &pyramid(16)).unwrap();
        assert!(outer || round == Some(false), "{grasp:?}");
        seen[match (inner, round) {
            (true, _) => 0,
            (false, Some(true)) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn units_the_frame_and_the_order_do_not_change_a_spatial_verdict() {
    let mut numbers = Numbers::new(3);
    for index in 0..300 {
        let grasp = random_grasp(&mut numbers, 3 + index % 3);
        for model in [pyramid(8), QuickModel::Round] {
            let first = verdict(&grasp, &model);
            assert!(first.is_some());
            for scale in [1e-6, 1e6, 1e-60, 1e60] {
                let scaled = |contact: &QuickSpatialContact| QuickSpatialContact {
                    point: contact.point.map(|entry| entry * scale),
                    torsion: contact.torsion * scale,
                    normal: contact.normal.map(|entry| entry / scale),
                    ..*contact
                };
                let scaled: Vec<_> = grasp.iter().map(scaled).collect();
                assert_eq!(verdict(&scaled, &model), first, "{scale} {grasp:?}");
                let quick = quick_spatial_closure(&scaled, &model);
                assert!(quick.is_some(), "a unit is no reason to be slow: {scale} {grasp:?}");
            }
            let reversed: Vec<_> = grasp.iter().rev().copied().collect();
            assert_eq!(verdict(&reversed, &model), first);
        }
        // Axes exchanged, about another point: the round cone does not know.
        let turned = |contact: &QuickSpatialContact| {
            let ([x, y, z], [nx, ny, nz]) = (contact.point, contact.normal);
            QuickSpatialContact { point: [y + 0.25, z - 0.5, x + 1.0], normal: [ny, nz, nx], ..*contact }
        };
        let turned: Vec<_> = grasp.iter().map(turned).collect();
        assert_eq!(verdict(&turned, &QuickModel::Round), verdict(&grasp, &QuickModel::Round));
    }
}

#[test]
fn two_hard_fingers_never_close_space_and_two_soft_ones_do() {
    let grip = |torsion: f64| [-1.0, 1.0].map(|x| contact([x, 0.1, 0.0], [-x, 0.0, 0.0], 0.5, torsion));
    for model in [pyramid(8), QuickModel::Round] {
        assert_eq!(quick_spatial_closure(&grip(0.0), &model), Some(QuickSpatialProof::Aligned));
        assert_eq!(verdict(&grip(0.01), &model), Some(true));
        assert_eq!(verdict(&grip(0.01)[..1], &model), Some(false));
        assert_eq!(verdict(&[], &model), Some(false));
    }
}

#[test]
fn on_the_boundary_pyramids_are_decided_exactly_and_round_cones_are_never_closed() {
    // The line between the soft fingers lies on an edge of both cones: μ = 3/4, rise over run 3/4.
    let grip = [[-2.0, 0.0], [2.0, 3.0]].map(|[x, y]| contact([x, y, 0.0], [-x, 0.0, 0.0], 0.75, 0.5));
    // Doubles cannot tell; in rationals the motion that slides along both edges is found.
    let round = certified_spatial_closure(&grip, &QuickModel::Round).unwrap();
    assert!(matches!(&round, CertifiedSpatial::Rational(_)) && round.is_closed() == Some(false), "{round:?}");
    let flat = |part: fn(&QuickSpatialContact) -> [f64; 3]| grip.iter().flat_map(part).collect::<Vec<f64>>();
    let (points, normals) = (flat(|contact| contact.point), flat(|contact| contact.normal));
    let grasps = SpatialGrasps {
        contacts: 2,
        points: &points,
        normals: &normals,
        frictions: &[0.75],
        torsions: &[0.5],
        model: &QuickModel::Round,
    };
    let mut verdicts = [9];
    let tally = grasps.decide(1, &mut verdicts).unwrap();
    assert_eq!((verdicts, tally.exact, tally.undecided), ([0], 1, 0));
    // Pyramids are rounded inwards: they do not reach that edge.
    assert_eq!(verdict(&grip, &pyramid(4)), Some(false));
    // Six frictionless contacts at most never close; six along the axes balance, and only the exact method sees it.
    let mut cube = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut out = [0.0; 3];
            out[axis] = side;
            cube.push(contact(out, out.map(|entry| -entry), 0.0, 0.0));
        }
    }
    let certified = certified_spatial_closure(&cube, &pyramid(4)).unwrap();
    assert!(matches!(&certified, CertifiedSpatial::Exact(proof) if !proof.is_closed()), "{certified:?}");
}

#[test]
fn a_faulty_spatial_contact_is_named() {
    let mut grip = [-1.0, 1.0].map(|x| contact([x, 0.0, 0.0], [-x, 0.0, 0.0], 0.5, 0.1));
    grip[1].friction = -0.5;
    let verdict = certified_spatial_closure(&grip, &QuickModel::Round);
    assert_eq!(verdict, Err(NoSpatialVerdict::Contact(1)));
    assert_eq!(quick_spatial_closure(&grip, &QuickModel::Round), None);
}

/// Flat arrays of grasps of four contacts, every hundredth degenerate and one faulty.
fn arrays(grasps: usize) -> (Vec<QuickSpatialContact>, [Vec<f64>; 4]) {
    let mut numbers = Numbers::new(23);
    let mut contacts = Vec::new();
    for index in 0..grasps {
        let mut grasp = random_grasp(&mut numbers, 4);
        if index % 100 == 7 {
            grasp[1] = grasp[0];
            grasp[2] = grasp[0];
        }
        if index == 1234 {
            grasp[3].normal = [0.0; 3];
        }
        contacts.extend(grasp);
    }
    let flat = |part: fn(&QuickSpatialContact) -> Vec<f64>| contacts.iter().flat_map(part).collect();
    let arrays = [
        flat(|contact| contact.point.to_vec()),
        flat(|contact| contact.normal.to_vec()),
        flat(|contact| vec![contact.friction]),
        flat(|contact| vec![contact.torsion]),
    ];
    (contacts, arrays)
}

#[test]
fn any_number_of_threads_writes_the_same_bits() {
    let count = 2000;
    let (contacts, [points, normals, frictions, torsions]) = arrays(count);
    for model in [pyramid(8), QuickModel::Round] {
        let grasps = SpatialGrasps {
            contacts: 4,
            points: &points,
            normals: &normals,
            frictions: &frictions,
            torsions: &torsions,
            model: &model,
        };
        let decide = |threads: usize| {
            let mut verdicts = vec![9; count];
            let tally = grasps.decide(threads, &mut verdicts).unwrap();
            let mut proofs = vec![None; count];
            grasps.prove(threads, &mut proofs).unwrap();
            // As text, so that every bit of every number counts.
            (verdicts, tally, format!("{proofs:?}"))
        };
        let alone = decide(1);
        for threads in [0, 2, 5] {
            assert!(decide(threads) == alone, "{threads} threads");
        }
        let Tally { open, closed, undecided, faulty, .. } = alone.1;
        assert_eq!((open + closed + undecided + faulty, faulty, alone.0[1234]), (count, 1, 3));
        assert!(open > 100 && closed > 100, "{:?}", alone.1);
        for (grasp, code) in contacts.chunks(4).zip(&alone.0).take(300) {
            let one = verdict(grasp, &model).map_or(2, u8::from);
            assert_eq!(one, *code);
        }
    }
}

#[test]
fn planar_grasps_in_arrays_are_those_decided_one_by_one() {
    let mut numbers = Numbers::new(2);
    for contacts in [3, 11] {
        let count = 700;
        let mut draw = |number: usize| (0..number).map(|_| numbers.unit()).collect::<Vec<f64>>();
        let (points, normals) = (draw(2 * contacts * count), draw(2 * contacts * count));
        let grasps = PlanarGrasps { contacts, points: &points, normals: &normals, frictions: &[0.25] };
        let decide = |threads: usize| {
            let mut verdicts = vec![9; count];
            grasps.decide(threads, &mut verdicts).unwrap();
            let mut proofs = vec![None; count];
            grasps.prove(threads, &mut proofs).unwrap();
            (verdicts, format!("{proofs:?}"))
        };
        let alone = decide(1);
        assert!([2, 5].iter().all(|&threads| decide(threads) == alone));
        for (grasp, code) in alone.0.iter().enumerate() {
            let one = |index: usize| QuickContact {
                point: [points[2 * index], points[2 * index + 1]],
                normal: [normals[2 * index], normals[2 * index + 1]],
                friction: 0.25,
            };
            let grasp: Vec<_> = (contacts * grasp..contacts * (grasp + 1)).map(one).collect();
            assert_eq!(u8::from(certified_closure(&grasp).unwrap().is_closed()), *code);
        }
    }
}

/// A double of any size: a third of them ordinary, a third of any exponent, a few zero, infinite or no number.
fn wild(numbers: &mut Numbers) -> f64 {
    match numbers.below(9) {
        0..3 => numbers.unit(),
        3..6 => numbers.unit() * 10_f64.powi(numbers.below(600) as i32 - 300),
        6 => 0.0,
        7 => numbers.nearly_whole(),
        _ => [f64::NAN, f64::INFINITY, -f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 5e-324]
            [numbers.below(6) as usize],
    }
}

#[test]
fn whatever_the_doubles_the_answer_is_a_verdict_or_a_named_contact() {
    let mut numbers = Numbers::new(29);
    let mut seen = [0; 3];
    for index in 0..3000 {
        let any = |numbers: &mut Numbers| {
            let (point, normal) = (vector(|| wild(numbers)), vector(|| wild(numbers)));
            contact(point, normal, wild(numbers).abs(), [0.0, wild(numbers).abs()][numbers.below(2) as usize])
        };
        let grasp: Vec<_> = (0..1 + index % 5).map(|_| any(&mut numbers)).collect();
        for model in [QuickModel::Round, pyramid(4)] {
            match certified_spatial_closure(&grasp, &model) {
                Err(NoSpatialVerdict::Contact(bad)) => {
                    assert!(Frame::of(&grasp[bad]).is_none());
                    seen[0] += 1;
                }
                Ok(CertifiedSpatial::Quick(proof)) => {
                    assert!(true_in_rationals(&grasp, &model, &proof), "{grasp:?} {proof:?}");
                    seen[1] += 1;
                }
                Ok(other) => {
                    assert!(other.is_closed().is_some() || model == QuickModel::Round, "{grasp:?}");
                    seen[2] += 1;
                }
                Err(NoSpatialVerdict::Refused) => panic!("no proof: {grasp:?}"),
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}
