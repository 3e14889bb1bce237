//! The spatial check in doubles accepts nothing that is false in rationals, whoever proposes it.

use crate::statements::{in_cone, true_in_rationals};
use proptest::prelude::*;
use stiction_proof::quick_space::{
    Frame, Push, Pushes, Pyramid, QuickModel, QuickSpatialContact, QuickSpatialProof, check, length,
};

fn finger(point: [f64; 3], normal: [f64; 3], friction: f64, torsion: f64) -> QuickSpatialContact {
    QuickSpatialContact { point, normal, friction, torsion }
}

/// An inverse in doubles by elimination, as entry `[l][j]` of the check; of a singular matrix anything.
fn inverse(columns: &[[f64; 6]; 6]) -> [[f64; 6]; 6] {
    let mut rows: [[f64; 12]; 6] = std::array::from_fn(|row| {
        std::array::from_fn(|c| if c < 6 { columns[c][row] } else { f64::from(u8::from(c - 6 == row)) })
    });
    for pivot in 0..6 {
        let largest = |a: &usize, b: &usize| rows[*a][pivot].abs().total_cmp(&rows[*b][pivot].abs());
        let found = (pivot..6).max_by(largest).unwrap();
        rows.swap(pivot, found);
        let head = rows[pivot].map(|entry| entry / rows[pivot][pivot]);
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[pivot];
            for (entry, other) in row.iter_mut().zip(&head) {
                *entry -= factor * other;
            }
            if index == pivot {
                *row = head;
            }
        }
    }
    std::array::from_fn(|l| std::array::from_fn(|j| rows[j][6 + l]))
}

fn column(contact: &QuickSpatialContact, force: [f64; 3], spin: f64, length: f64) -> [f64; 6] {
    let (p, [fx, fy, fz]) = (contact.point.map(|entry| entry / length), force);
    let n = Frame::of(contact).unwrap().normal().map(|entry| entry * spin / length);
    let moment = [p[1] * fz - p[2] * fy, p[2] * fx - p[0] * fz, p[0] * fy - p[1] * fx];
    [moment[0] + n[0], moment[1] + n[1], moment[2] + n[2], fx, fy, fz]
}

fn span(contacts: &[QuickSpatialContact]) -> f64 {
    length(&contacts.iter().map(|contact| Frame::of(contact).unwrap()).collect::<Vec<_>>())
}

/// The proof with these edges.
fn with_edges(contacts: &[QuickSpatialContact], pyramid: &Pyramid, edges: [usize; 6]) -> QuickSpatialProof {
    let (stride, length) = (pyramid.edges() + 2, span(contacts));
    let columns = edges.map(|edge| {
        let contact = &contacts[edge / stride];
        let frame = Frame::of(contact).unwrap();
        match pyramid.directions().get(edge % stride) {
            Some(direction) => column(contact, frame.force(*direction), 0.0, length),
            None if edge % stride == stride - 2 => column(contact, *frame.normal(), contact.torsion, length),
            None => column(contact, *frame.normal(), -contact.torsion, length),
        }
    });
    QuickSpatialProof::Closed { pushes: Pushes::Edges(edges), inverse: inverse(&columns) }
}

/// The same pushes as forces of round cones, leaned a little less.
fn with_pushes(contacts: &[QuickSpatialContact], turns: [(usize, f64, f64); 6]) -> QuickSpatialProof {
    let length = span(contacts);
    let pushes = turns.map(|(contact, angle, twist)| {
        let frame = Frame::of(&contacts[contact]).unwrap();
        let (lean, spin) = (twist.cos() * 0.999_999, twist.sin() * 0.999_999);
        let force = frame.force([lean * angle.cos(), lean * angle.sin()]);
        let lean_only = contacts[contact].torsion == 0.0;
        Push { contact, force, spin: if lean_only { 0.0 } else { spin * contacts[contact].torsion } }
    });
    let columns = pushes.map(|push| column(&contacts[push.contact], push.force, push.spin, length));
    QuickSpatialProof::Closed { pushes: Pushes::Round(pushes), inverse: inverse(&columns) }
}

/// Three fingers around a ball.
fn tripod(scale: f64, friction: f64) -> Vec<QuickSpatialContact> {
    [[1.0, 0.0, 0.1], [-0.5, 0.9, 0.0], [-0.5, -0.8, -0.1]]
        .map(|out: [f64; 3]| {
            finger(out.map(|entry| scale * entry), out.map(|entry| -3.0 * entry), friction, 0.0)
        })
        .to_vec()
}

/// All sets of six of so many.
fn sixes(count: usize) -> Vec<[usize; 6]> {
    let mut sets = Vec::new();
    for code in 0_u32..1 << count {
        if code.count_ones() == 6 {
            let mut members = (0..count).filter(|index| code >> index & 1 == 1);
            sets.push(std::array::from_fn(|_| members.next().unwrap()));
        }
    }
    sets
}

/// The edges of pyramids with three sides, as the checker numbers them.
fn bases(contacts: &[QuickSpatialContact]) -> Vec<[usize; 6]> {
    sixes(3 * contacts.len()).into_iter().map(|six| six.map(|edge| edge / 3 * 5 + edge % 3)).collect()
}

#[test]
fn every_basis_of_a_tripod_is_accepted_only_if_it_balances() {
    let pyramid = Pyramid::new(3).unwrap();
    let model = QuickModel::Pyramid(pyramid.clone());
    let mut accepted = 0;
    for scale in [1.0, 1e-6, 1e6, 0.3e-3] {
        for friction in [0.9, 0.4, 0.05] {
            let contacts = tripod(scale, friction);
            for basis in bases(&contacts) {
                let proof = with_edges(&contacts, &pyramid, basis);
                if check(&contacts, &model, &proof) {
                    assert!(true_in_rationals(&contacts, &model, &proof), "{contacts:?} {basis:?}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(accepted >= 4, "{accepted} accepted");
}

#[test]
fn units_do_not_change_what_is_accepted() {
    let pyramid = Pyramid::new(3).unwrap();
    let model = QuickModel::Pyramid(pyramid.clone());
    let accepted = |scale: f64| {
        let contacts = tripod(scale, 0.9);
        let proofs = bases(&contacts).into_iter().map(|basis| with_edges(&contacts, &pyramid, basis));
        proofs.map(|proof| check(&contacts, &model, &proof)).collect::<Vec<bool>>()
    };
    let metres = accepted(1.0);
    assert!(metres.contains(&true) && metres.contains(&false));
    // Powers of two are the same numbers; a micrometre and a thousand kilometres only nearly.
    for scale in [2_f64.powi(-40), 2_f64.powi(60), 1e-6, 1e6, 1e60, 1e-60] {
        assert_eq!(accepted(scale), metres, "{scale}");
    }
    assert!(!accepted(1e200).contains(&true), "beyond the bounds nothing is certain");
}

/// A tripod with a proof that it closes.
fn closed_tripod() -> (Vec<QuickSpatialContact>, Pyramid, QuickSpatialProof) {
    let (contacts, pyramid) = (tripod(1.0, 0.9), Pyramid::new(3).unwrap());
    let model = QuickModel::Pyramid(pyramid.clone());
    let proofs = bases(&contacts).into_iter().map(|basis| with_edges(&contacts, &pyramid, basis));
    let proof = proofs.into_iter().find(|proof| check(&contacts, &model, proof)).unwrap();
    (contacts, pyramid, proof)
}

#[test]
fn a_mutated_inverse_or_edge_is_refused() {
    let (contacts, pyramid, proof) = closed_tripod();
    let model = QuickModel::Pyramid(pyramid);
    let QuickSpatialProof::Closed { pushes: Pushes::Edges(edges), inverse } = proof else { panic!() };
    for row in 0..6 {
        for part in 0..6 {
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, inverse[row][part] + 10.0] {
                let mut wrong = inverse;
                wrong[row][part] = bad;
                let wrong = QuickSpatialProof::Closed { pushes: Pushes::Edges(edges), inverse: wrong };
                assert!(!check(&contacts, &model, &wrong), "{bad} at {row} {part}");
            }
        }
    }
    for place in 0..6 {
        for bad in [15, usize::MAX, edges[(place + 1) % 6]] {
            let mut wrong = edges;
            wrong[place] = bad;
            let wrong = QuickSpatialProof::Closed { pushes: Pushes::Edges(wrong), inverse };
            assert!(!check(&contacts, &model, &wrong));
        }
    }
    let zero = QuickSpatialProof::Closed { pushes: Pushes::Edges(edges), inverse: [[0.0; 6]; 6] };
    assert!(!check(&contacts, &model, &zero) && !check(&contacts, &QuickModel::Round, &proof));
    assert!(!check(&contacts[..2], &model, &proof) && !check(&[], &model, &proof));
}

#[test]
fn what_is_not_a_finite_number_is_refused_everywhere() {
    let (contacts, pyramid, proof) = closed_tripod();
    let up = QuickSpatialProof::Open([0.0, 0.0, 0.0, -1.0, 0.0, 0.0]);
    for model in [QuickModel::Pyramid(pyramid), QuickModel::Round] {
        assert!(check(&contacts[..1], &model, &up));
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in 0..8 {
                let mut wrong = contacts.clone();
                match place {
                    0..3 => wrong[0].point[place] = bad,
                    3..6 => wrong[0].normal[place - 3] = bad,
                    6 => wrong[0].friction = bad,
                    _ => wrong[0].torsion = bad,
                }
                assert!(!check(&wrong, &model, &proof), "{bad} at {place}");
                assert!(!check(&wrong[..1], &model, &up), "{bad} at {place}");
                assert!(!check(&wrong[..1], &model, &QuickSpatialProof::Aligned), "{bad} at {place}");
            }
            for place in 0..6 {
                let mut twist = [0.0, 0.0, 0.0, -1.0, 0.0, 0.0];
                twist[place] = bad;
                assert!(!check(&contacts[..1], &model, &QuickSpatialProof::Open(twist)));
                assert!(!check(&[], &model, &QuickSpatialProof::Open(twist)));
            }
        }
        assert!(!check(&[], &model, &QuickSpatialProof::Open([0.0; 6])));
        assert!(check(&[], &model, &QuickSpatialProof::Open([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])));
    }
}

#[test]
fn a_push_on_the_edge_of_a_round_cone_or_beyond_is_refused() {
    let contacts = tripod(1.0, 0.9);
    let around = |contact: usize, k: f64| (contact, std::f64::consts::TAU / 3.0 * k, 0.0);
    let mut found = None;
    for basis in sixes(9) {
        let turns = basis.map(|edge| around(edge / 3, (edge % 3) as f64));
        let proof = with_pushes(&contacts, turns);
        if check(&contacts, &QuickModel::Round, &proof) {
            assert!(true_in_rationals(&contacts, &QuickModel::Round, &proof));
            found = Some(proof);
        }
    }
    let Some(QuickSpatialProof::Closed { pushes: Pushes::Round(pushes), inverse }) = found else { panic!() };
    for place in 0..6 {
        for (lengthen, spin) in [(1.01, 0.0), (1.000_01, 0.0), (-1.0, 0.0), (f64::NAN, 0.0), (1.0, 1e-9)] {
            let mut wrong = pushes;
            let frame = Frame::of(&contacts[wrong[place].contact]).unwrap();
            for axis in 0..3 {
                let n = frame.normal()[axis];
                wrong[place].force[axis] = n + lengthen * (wrong[place].force[axis] - n);
            }
            wrong[place].spin = spin;
            let wrong = QuickSpatialProof::Closed { pushes: Pushes::Round(wrong), inverse };
            let accepted = check(&contacts, &QuickModel::Round, &wrong);
            assert!(!accepted || true_in_rationals(&contacts, &QuickModel::Round, &wrong));
            assert!(!accepted || lengthen == -1.0, "{lengthen} {spin}");
        }
    }
}

/// A tripod on its way from one place to another: the grasps between and about where a part of the squeeze vanishes.
#[test]
fn a_part_of_the_squeeze_that_vanishes_is_not_certain() {
    let pyramid = Pyramid::new(3).unwrap();
    let model = QuickModel::Pyramid(pyramid.clone());
    let moved = |by: f64| {
        let mut contacts = tripod(1.0, 0.9);
        contacts[2].point[2] += by;
        contacts[1].normal[0] += by;
        contacts
    };
    let (mut seen, mut refused) = (0, 0);
    for basis in bases(&moved(0.0)) {
        let proof = |by: f64| with_edges(&moved(by), &pyramid, basis);
        let accepted = |by: f64| check(&moved(by), &model, &proof(by));
        let holds = |by: f64| true_in_rationals(&moved(by), &model, &proof(by));
        for far in [-2.0, 2.0] {
            if !accepted(0.0) || accepted(far) {
                continue;
            }
            let (mut near, mut far) = (0.0, far);
            for _ in 0..60 {
                let middle: f64 = 0.5 * (near + far);
                if holds(middle) { near = middle } else { far = middle }
            }
            for ulps in -40_i64..40 {
                let by = f64::from_bits(near.to_bits().wrapping_add_signed(ulps));
                assert!(!accepted(by) || holds(by), "{basis:?} {by}");
                refused += usize::from(holds(by) && !accepted(by));
                seen += 1;
            }
        }
    }
    assert!(seen >= 160 && refused > 0, "{refused} of {seen}");
}

#[test]
fn pushes_a_few_ulps_about_the_edge_of_a_round_cone_are_accepted_only_inside() {
    let (mut accepted, mut seen) = (0, 0);
    for friction in [0.9, 1.3, 0.7] {
        let contacts = tripod(1.0, friction);
        for basis in sixes(9) {
            let turns = basis.map(|edge| (edge / 3, std::f64::consts::TAU / 3.0 * (edge % 3) as f64, 0.0));
            let proof = with_pushes(&contacts, turns);
            if !check(&contacts, &QuickModel::Round, &proof) {
                continue;
            }
            let QuickSpatialProof::Closed { pushes: Pushes::Round(pushes), inverse } = proof else {
                panic!()
            };
            for ulps in -300..300 {
                let lengthen = (1.0 + f64::from(ulps) * f64::EPSILON) / 0.999_999;
                let mut pushes = pushes;
                let n = Frame::of(&contacts[pushes[0].contact]).unwrap().normal().to_owned();
                for axis in 0..3 {
                    pushes[0].force[axis] = n[axis] + lengthen * (pushes[0].force[axis] - n[axis]);
                }
                let inside = in_cone(&contacts[pushes[0].contact], &pushes[0].force, 0.0);
                let proof = QuickSpatialProof::Closed { pushes: Pushes::Round(pushes), inverse };
                // The inverse is about right still: only the cone decides.
                let certain = check(&contacts, &QuickModel::Round, &proof);
                assert!(!certain || inside, "{ulps}");
                accepted += usize::from(certain);
                seen += 1;
            }
        }
    }
    assert!(accepted > 0 && accepted < seen, "{accepted} of {seen}");
}

#[test]
fn a_turn_about_two_points_needs_the_third_to_open() {
    // Two fingers press against each other along x; a third touches above and pushes down beside the line.
    let third = |y: f64, friction: f64| {
        vec![
            finger([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.5, 0.0),
            finger([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], 0.5, 0.0),
            finger([0.0, y, 1.0], [0.0, 0.0, -1.0], friction, 0.0),
        ]
    };
    let turn = |backwards: bool| QuickSpatialProof::Turn { axis: [0, 1], backwards };
    for model in [QuickModel::Round, QuickModel::Pyramid(Pyramid::new(8).unwrap())] {
        assert!(check(&third(2.0, 0.5), &model, &turn(true)));
        assert!(!check(&third(2.0, 0.5), &model, &turn(false)));
        assert!(check(&third(-2.0, 0.5), &model, &turn(false)));
        // With more friction than its arm is long it holds the body either way.
        assert!(
            !check(&third(2.0, 3.0), &model, &turn(true)) && !check(&third(2.0, 3.0), &model, &turn(false))
        );
        assert!(!check(&third(2.0, 2.0), &model, &turn(true)) || matches!(model, QuickModel::Pyramid(_)));
        let mut soft = third(2.0, 0.5);
        soft[0].torsion = 1e-9;
        assert!(!check(&soft, &model, &turn(true)));
        let same = QuickSpatialProof::Turn { axis: [1, 1], backwards: true };
        let nobody = QuickSpatialProof::Turn { axis: [0, 3], backwards: true };
        assert!(!check(&third(2.0, 0.5), &model, &same) && !check(&third(2.0, 0.5), &model, &nobody));
        assert!(!check(&third(2.0, 0.5), &model, &QuickSpatialProof::Aligned));
        assert!(check(&third(2.0, 0.5)[..2], &model, &QuickSpatialProof::Aligned));
        assert!(!check(&soft[..2], &model, &QuickSpatialProof::Aligned));
    }
}

/// A whole number, moved by a few ulps now and then.
fn nearly_whole() -> impl Strategy<Value = f64> + Clone {
    (-3_i32..=3, 0_u64..9).prop_map(|(whole, ulps)| {
        let whole = f64::from(whole);
        if whole == 0.0 || ulps > 4 { whole } else { f64::from_bits(whole.to_bits() + ulps - 2) }
    })
}

fn three(entry: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = [f64; 3]> {
    [entry.clone(), entry.clone(), entry]
}

/// A contact, often degenerate.
fn contact() -> impl Strategy<Value = QuickSpatialContact> {
    let friction = prop_oneof![Just(0.0), Just(0.5), Just(1e-14), 0.0..2.0, Just(1.0)];
    let torsion = prop_oneof![Just(0.0), Just(0.25), 0.0..1.0, Just(1e-12)];
    let entry = prop_oneof![nearly_whole(), -2.0..2.0];
    (three(entry.clone()), three(entry), friction, torsion)
        .prop_filter("a contact has a normal", |(_, normal, ..)| *normal != [0.0; 3])
        .prop_map(|(point, normal, friction, torsion)| finger(point, normal, friction, torsion))
}

fn model() -> impl Strategy<Value = QuickModel> {
    let pyramid = |edges: usize| QuickModel::Pyramid(Pyramid::new(edges).unwrap());
    prop_oneof![Just(QuickModel::Round), Just(pyramid(3)), Just(pyramid(4)), Just(pyramid(8))]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn an_accepted_escape_is_one(
        contacts in prop::collection::vec(contact(), 1..3), model in model(),
        turn in three(nearly_whole()), speed in three(nearly_whole()), scale in -18_i32..18,
    ) {
        let scale = 10_f64.powi(scale);
        let [wx, wy, wz] = turn.map(|entry| entry * scale);
        let [vx, vy, vz] = speed.map(|entry| entry * scale);
        for proof in [
            QuickSpatialProof::Open([wx, wy, wz, vx, vy, vz]),
            QuickSpatialProof::Turn { axis: [0, contacts.len() - 1], backwards: wx > 0.0 },
        ] {
            let accepted = check(&contacts, &model, &proof);
            prop_assert!(!accepted || true_in_rationals(&contacts, &model, &proof), "{:?}", proof);
        }
    }

    /// Motions along the very edge of the cone: what decides is the rounding.
    #[test]
    fn grazing_motions_are_accepted_only_if_they_open(
        contact in contact(), model in model(), angle in 0_usize..8, ulps in -40_i64..40,
    ) {
        let frame = Frame::of(&contact).unwrap();
        let direction = Pyramid::new(8).unwrap().directions()[angle];
        // Square to an edge: n·(μ|t|)² seen from it.
        let lean = frame.force(direction);
        let [n, slope] = [*frame.normal(), std::array::from_fn::<f64, 3, _>(|axis| lean[axis] - frame.normal()[axis])];
        let [square, steep] = [n, slope].map(|v| v.iter().map(|x| x * x).sum::<f64>());
        let part = 1.0 + ulps as f64 * f64::EPSILON;
        let u: [f64; 3] = std::array::from_fn(|axis| n[axis] * steep * part - slope[axis] * square);
        let contact = QuickSpatialContact { point: [0.0; 3], torsion: 0.0, ..contact };
        let proof = QuickSpatialProof::Open([0.0, 0.0, 0.0, u[0], u[1], u[2]]);
        let accepted = check(&[contact], &model, &proof);
        prop_assert!(!accepted || true_in_rationals(&[contact], &model, &proof));
    }

    #[test]
    fn an_accepted_squeeze_is_one(
        contacts in prop::collection::vec(contact(), 2..5), edges in prop::array::uniform6(0_usize..1000),
        angles in prop::array::uniform6((-4.0..4.0, -1.6..1.6)),
    ) {
        let pyramid = Pyramid::new(4).unwrap();
        let model = QuickModel::Pyramid(pyramid.clone());
        let proof = with_edges(&contacts, &pyramid, edges.map(|edge| edge % (6 * contacts.len())));
        prop_assert!(!check(&contacts, &model, &proof) || true_in_rationals(&contacts, &model, &proof));
        let turns = std::array::from_fn(|k| (edges[k] % contacts.len(), angles[k].0, angles[k].1));
        let proof = with_pushes(&contacts, turns);
        let round = QuickModel::Round;
        prop_assert!(!check(&contacts, &round, &proof) || true_in_rationals(&contacts, &round, &proof));
    }
}
