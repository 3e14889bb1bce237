//! Membership by the faces of a set against membership by an exact program, both with proofs.

use crate::wrenches::parts::{Random, any_mode, part};
use dashu_int::IBig;
use stiction_modes::wrenches::{Decided, Judge, Where, WrenchSet, wrench_set};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, PlanarPart};

/// Wrenches on a grid, and sums of few generators of the set: on its faces.
fn candidates(set: &WrenchSet, random: &mut Random) -> Vec<Vec<Rational>> {
    let mut found: Vec<Vec<Rational>> =
        (0..6).map(|_| (0..3).map(|_| Rational::from(random.around(3))).collect()).collect();
    let closed = set.over().closure();
    let generators: Vec<&[IBig]> = closed.rays().iter().chain(closed.lines().iter()).collect();
    for _ in 0..6 {
        let mut sum = vec![Rational::zero(); closed.space()];
        for ray in &generators {
            let factor = Rational::from(random.below(2) as i64);
            sum.iter_mut()
                .zip(*ray)
                .for_each(|(sum, entry)| *sum += &(&factor * &Rational::from(entry.clone())));
        }
        match set {
            WrenchSet::Cone(_) => found.push(sum),
            WrenchSet::Shifted(_) if sum[0].is_positive() => {
                found.push(sum[1..].iter().map(|entry| entry.checked_div(&sum[0]).unwrap()).collect());
            }
            WrenchSet::Shifted(_) => {}
        }
    }
    found
}

fn agree(part: &PlanarPart, mode: &[String], shifted: bool, random: &mut Random) -> [usize; 2] {
    let system = part.system(mode).unwrap();
    let set = wrench_set(&system, shifted);
    let mass: Vec<Vec<Rational>> = part.mass.iter().map(|row| row.to_vec()).collect();
    let judge = Judge::new(&mass).unwrap();
    let mut counted = [0; 2];
    for wrench in candidates(&set, random) {
        let decided = judge.decide(&system, &wrench);
        decided.check(&system, &wrench).unwrap();
        let consistent = matches!(decided, Decided::Consistent(_));
        assert_eq!(set.contains(&wrench), consistent, "{part:?} {mode:?} {wrench:?}");
        if consistent {
            assert_ne!(set.place(&wrench), Where::Outside);
        }
        counted[usize::from(consistent)] += 1;
    }
    counted
}

/// How many wrenches are inside and outside in so many cases, always as a program says.
fn counted(seeds: u64, salt: u64, case: impl Fn(&mut Random) -> [usize; 2]) -> [usize; 2] {
    let one = |seed: u64| case(&mut Random(seed ^ salt));
    (0..seeds).map(one).fold([0; 2], |total, one| [total[0] + one[0], total[1] + one[1]])
}

#[test]
fn a_wrench_is_in_the_set_exactly_when_a_program_finds_motion_and_forces() {
    let total = counted(200, 0xabc, |random| {
        let count = random.below(4) as usize;
        let part = part(count, true, random);
        let mode = any_mode(&part, random);
        agree(&part, &mode, false, random)
    });
    assert!(total.iter().all(|&count| count > 200), "{total:?}");
}

#[test]
fn so_it_is_where_velocities_and_least_accelerations_shift_the_set() {
    let total = counted(150, 0x5151, |random| {
        let count = 1 + random.below(3) as usize;
        let mut part = part(count, true, random);
        let least = random.below(2) == 0;
        for contact in &mut part.contacts {
            contact.drift = [Rational::from(random.around(2)), Rational::from(random.around(2))];
            contact.least = least.then(|| Rational::new(1, 2));
        }
        let mode = any_mode(&part, random);
        agree(&part, &mode, true, random)
    });
    assert!(total.iter().all(|&count| count > 100), "{total:?}");
}

#[test]
fn machine_words_find_the_cone_that_long_integers_find() {
    use stiction_geometry::cone::{Cone, Rows};
    use stiction_modes::wrenches::{Quick, QuickPart};
    use stiction_scene::mode::Label;
    let mut quick = Quick::new();
    let (mut found, mut empty) = (0, 0);
    for seed in 0..300 {
        let mut random = Random(seed ^ 0x600d);
        let count = random.below(6) as usize;
        let part = part(count, true, &mut random);
        let mode = any_mode(&part, &mut random);
        let labels: Vec<Label> =
            mode.iter().map(|label| Label::from_letter(label.chars().next().unwrap()).unwrap()).collect();
        let cone = quick.wrenches(&QuickPart::new(&part).unwrap(), &labels).unwrap();
        let set = wrench_set(&part.system(&mode).unwrap(), false);
        assert_eq!(cone.empty, set.is_empty(), "{seed}");
        if cone.empty {
            empty += 1;
            continue;
        }
        let rows = |rows: &[[i64; 3]]| Rows::from_integers(3, rows).unwrap();
        let generated = Cone::from_generators(&rows(cone.sides.rays), &rows(cone.sides.lines)).unwrap();
        let bounded = Cone::from_halfspaces(&rows(cone.sides.normals), &rows(cone.sides.equalities)).unwrap();
        assert_eq!(*set.cone().unwrap().closure(), generated, "{seed}");
        assert_eq!(generated, bounded, "{seed}");
        found += 1;
    }
    assert!(found > 100 && empty > 40, "{found} {empty}");
}
