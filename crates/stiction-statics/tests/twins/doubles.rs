//! Closure of doubles against closure of the rationals that they are.

use crate::grasps::closes;
use stiction_proof::quick::{QuickContact, QuickProof};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_statics::closure::many::{Certified, NoVerdict, certified_closure, quick_closure};

/// A small deterministic generator.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 33) % bound
    }

    /// Between −1 and 1.
    pub fn unit(&mut self) -> f64 {
        self.next() as i64 as f64 / i64::MAX as f64
    }

    /// A whole number from −3 to 3, moved by a few ulps now and then.
    pub fn nearly_whole(&mut self) -> f64 {
        let whole = self.below(7) as f64 - 3.0;
        match self.below(3) {
            0 if whole != 0.0 => f64::from_bits(whole.to_bits().wrapping_add(self.below(5)).wrapping_sub(2)),
            _ => whole,
        }
    }
}

fn exactly(contacts: &[QuickContact]) -> PlanarProblem {
    let pair = |[x, y]: [f64; 2]| [Rational::from_f64(x).unwrap(), Rational::from_f64(y).unwrap()];
    let touch = |contact: &QuickContact| {
        let friction = Rational::from_f64(contact.friction).unwrap();
        PlanarContact::new("", pair(contact.point), pair(contact.normal), friction)
    };
    PlanarProblem::new(Default::default(), contacts.iter().map(touch).collect())
}

/// Compares both ways and says whether doubles sufficed.
pub fn compare(contacts: &[QuickContact]) -> bool {
    let exact = closes(&exactly(contacts), FrictionUse::Given);
    assert_eq!(certified_closure(contacts).unwrap().is_closed(), exact, "{contacts:?}");
    let quick = quick_closure(contacts);
    if let Some(proof) = &quick {
        assert_eq!(matches!(proof, QuickProof::Closed(_)), exact, "{contacts:?}");
    }
    quick.is_some()
}

fn random_grasp(numbers: &mut Numbers) -> Vec<QuickContact> {
    let count = 2 + numbers.below(8) as usize;
    let scale = 10f64.powi(numbers.below(13) as i32 - 6);
    let contact = |_| {
        let point = [numbers.unit(), numbers.unit()];
        let aside = 0.7 * numbers.unit();
        let normal = [-point[0] - aside * point[1], -point[1] + aside * point[0]];
        QuickContact { point: point.map(|x| x * scale), normal, friction: numbers.unit().max(0.0) }
    };
    (0..count).map(contact).collect()
}

fn degenerate_grasp(numbers: &mut Numbers) -> Vec<QuickContact> {
    let count = 1 + numbers.below(5) as usize;
    let mut contacts = Vec::new();
    while contacts.len() < count {
        let point = [numbers.nearly_whole(), numbers.nearly_whole()];
        let normal = [numbers.nearly_whole(), numbers.nearly_whole()];
        let friction = [0.0, 0.0, 0.5, 1.0, 1.0 / 3.0][numbers.below(5) as usize];
        if normal != [0.0, 0.0] {
            contacts.push(QuickContact { point, normal, friction });
        }
    }
    contacts
}

/// Two fingers whose line is the edge of a cone up to a few ulps.
fn grazing_grasp(numbers: &mut Numbers) -> Vec<QuickContact> {
    let (x, y) = (1.0 + numbers.below(97) as f64, 1.0 + numbers.below(97) as f64);
    let friction = f64::from_bits((y / x).to_bits().wrapping_add(numbers.below(7)).wrapping_sub(3));
    let finger = |point, normal| QuickContact { point, normal, friction };
    vec![finger([0.0, 0.0], [1.0, 0.0]), finger([x, y], [-1.0, 0.0])]
}

#[test]
fn random_grasps_in_doubles_are_decided_as_in_rationals() {
    let mut numbers = Numbers::new(1);
    let quick = (0..2500).filter(|_| compare(&random_grasp(&mut numbers))).count();
    assert!(quick > 2450, "doubles sufficed for {quick} of 2500 only");
}

#[test]
fn degenerate_grasps_in_doubles_are_decided_as_in_rationals() {
    let mut numbers = Numbers::new(2);
    let quick = (0..2500).filter(|_| compare(&degenerate_grasp(&mut numbers))).count();
    assert!((500..2499).contains(&quick), "both ways are meant to be tried: {quick} of 2500 in doubles");
}

#[test]
fn fingers_that_just_see_each_other_are_told_from_those_that_do_not() {
    let mut numbers = Numbers::new(3);
    let (mut closed, mut open) = (0, 0);
    for _ in 0..1000 {
        let grasp = grazing_grasp(&mut numbers);
        let quick = compare(&grasp);
        let verdict = certified_closure(&grasp).unwrap();
        assert!(!quick || matches!(verdict, Certified::Quick(_)));
        if verdict.is_closed() { closed += 1 } else { open += 1 }
    }
    assert!(closed > 200 && open > 200, "{closed} closed, {open} open");
}

#[test]
fn sizes_beyond_what_doubles_can_multiply_are_left_to_rationals() {
    for (force, arm) in [(200, 200), (-200, 200), (200, -200), (-200, -200), (300, 0), (0, 300), (0, -320)] {
        let mut numbers = Numbers::new(4);
        for _ in 0..20 {
            let scaled = |contact: &QuickContact| QuickContact {
                point: contact.point.map(|x| x * 10f64.powi(arm)),
                normal: contact.normal.map(|x| x * 10f64.powi(force)),
                ..*contact
            };
            let grasp: Vec<QuickContact> = degenerate_grasp(&mut numbers).iter().map(scaled).collect();
            compare(&grasp);
        }
    }
}

#[test]
fn what_is_no_contact_has_no_verdict() {
    let good = QuickContact { point: [-1.0, 0.0], normal: [1.0, 0.0], friction: 0.5 };
    let grip = [good, QuickContact { point: [1.0, 0.0], normal: [-1.0, 0.0], friction: 0.5 }];
    assert!(certified_closure(&grip).unwrap().is_closed());
    let spoilt = [
        QuickContact { point: [f64::NAN, 0.0], ..good },
        QuickContact { point: [0.0, f64::INFINITY], ..good },
        QuickContact { normal: [f64::NAN, 1.0], ..good },
        QuickContact { normal: [0.0, 0.0], ..good },
        QuickContact { normal: [1.0, f64::NEG_INFINITY], ..good },
        QuickContact { friction: -0.1, ..good },
        QuickContact { friction: f64::NAN, ..good },
        QuickContact { friction: f64::INFINITY, ..good },
    ];
    for bad in spoilt {
        let contacts = [grip[0], grip[1], bad];
        assert_eq!(certified_closure(&contacts), Err(NoVerdict::Contact(2)), "{bad:?}");
        assert_eq!(quick_closure(&contacts), None, "{bad:?}");
    }
    assert!(!certified_closure(&[]).unwrap().is_closed());
}
