//! Motions in doubles that nothing seems to resist, made into rationals that nothing does.

use super::round::Cones;
use super::{ClosureQuestion, sixfold};
use stiction_exact::double::cross;
use stiction_exact::equations::orthogonal_near;
use stiction_exact::integers;
use stiction_proof::{Coefficients, NonZero, Rational};

/// Parts of the largest velocity below which a contact is taken to stand still, tried in turn.  Zero takes the motion
/// as it is.
const STILL: [f64; 5] = [0.0, 1e-9, 1e-7, 1e-5, 1e-3];

/// Parts of the largest entry to which a motion is first rounded: where much is unresisted, a motion with small numbers
/// is too, and it is the one that a person wants to see.
const COARSE: [f64; 4] = [1.0, 4.0, 16.0, 256.0];

/// Candidates for an escape near the motion `y` of the cones: coarse ones, itself, and put exactly into the space of
/// motions that leave still what nearly is.
pub(super) fn twists(
    asked: &ClosureQuestion,
    cones: &Cones,
    y: &[f64; 6],
) -> impl Iterator<Item = [Rational; 6]> {
    let speeds = speeds(cones, y);
    let fastest = speeds.iter().flatten().fold(0.0_f64, |most, speed| most.max(speed.abs()));
    let largest = y.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let guess = about_reference(asked, cones, &y.map(|entry| entry / largest));
    let candidates: Vec<[Rational; 6]> = STILL
        .into_iter()
        .filter_map(|still| {
            let guess = guess.as_ref()?;
            let rows = still_rows(asked, cones, &speeds, still * fastest);
            Some(if rows.is_empty() { guess.clone() } else { orthogonal_near(&rows, guess) })
        })
        .collect();
    let largest = y.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let coarse: Vec<[Rational; 6]> = COARSE
        .into_iter()
        .filter_map(|parts| {
            let rounded = y.map(|entry| (entry / largest * parts).round() / parts);
            about_reference(asked, cones, &rounded)
        })
        .collect();
    coarse.into_iter().chain(candidates)
}

/// Parts of its largest entry to which a motion is rounded that leaves little room.
const FINE: f64 = 281_474_976_710_656.0;

/// The motion `y` in short integers, put exactly into the space of motions that do no work on the columns
/// `still` of each cone; `None` where they are not edges, nor all directions of a contact.
pub(super) fn short_twist(
    asked: &ClosureQuestion,
    cones: &Cones,
    y: &[f64; 6],
    still: &[Vec<usize>],
) -> Option<[Rational; 6]> {
    let mut rows = Vec::new();
    for (cone, still) in cones.cones.iter().zip(still).filter(|(_, still)| !still.is_empty()) {
        let (contact, Coefficients { friction, torsion }) = asked.contact(cone.contact);
        let directions = if !cone.round {
            let edges = asked.edges(cone.contact);
            still.iter().filter_map(|&index| edges.get(index).cloned()).collect()
        } else if still.len() == cone.columns.len() {
            contact.directions(friction.is_positive(), torsion.is_positive())
        } else {
            return None;
        };
        rows.extend(directions.iter().map(|direction| asked.problem.wrench(contact, direction)));
    }
    let turn: [f64; 3] = std::array::from_fn(|k| y[k] / cones.length);
    let lever: [f64; 3] =
        std::array::from_fn(|axis| (&asked.problem.reference[axis] - &cones.middle[axis]).to_f64());
    let moved = cross(&turn, &lever);
    let twist: [f64; 6] = std::array::from_fn(|k| if k < 3 { turn[k] } else { y[k] + moved[k - 3] });
    let largest = twist.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let mut guess: [Rational; 6] = Default::default();
    for (entry, value) in guess.iter_mut().zip(twist) {
        *entry = Rational::from_f64((value / largest * FINE).round())?;
    }
    if rows.is_empty() {
        return Some(guess);
    }
    let (whole, _) = integers::scaled(&orthogonal_near(&rows, &guess));
    Some(sixfold(whole.into_iter().map(Rational::from)))
}

/// The work of each column on the motion.
fn speeds(cones: &Cones, y: &[f64; 6]) -> Vec<Vec<f64>> {
    let work = |column: &[f64; 6]| column.iter().zip(y).map(|(force, velocity)| force * velocity).sum();
    cones.cones.iter().map(|cone| cone.columns.iter().map(work).collect()).collect()
}

/// The directions on which a motion must do no work: all of a round contact that stands still, the tight edges of
/// others.
fn still_rows(asked: &ClosureQuestion, cones: &Cones, speeds: &[Vec<f64>], limit: f64) -> Vec<[Rational; 6]> {
    let mut rows = Vec::new();
    for (cone, speeds) in cones.cones.iter().zip(speeds) {
        let (contact, Coefficients { friction, torsion }) = asked.contact(cone.contact);
        if !cone.round {
            let tight =
                asked.edges(cone.contact).into_iter().zip(speeds).filter(|(_, speed)| speed.abs() <= limit);
            rows.extend(tight.map(|(edge, _)| asked.problem.wrench(contact, &edge)));
        } else if speeds.iter().all(|speed| speed.abs() <= limit) {
            let directions = contact.directions(friction.is_positive(), torsion.is_positive());
            rows.extend(directions.iter().map(|direction| asked.problem.wrench(contact, direction)));
        }
    }
    rows
}

/// A motion about the problem's reference in the cones' units: the inverse of [`about_reference`], in doubles.
pub(super) fn about_middle(asked: &ClosureQuestion, cones: &Cones, twist: &[f64; 6]) -> [f64; 6] {
    let lever: [f64; 3] =
        std::array::from_fn(|axis| (&cones.middle[axis] - &asked.problem.reference[axis]).to_f64());
    let moved = cross(&[twist[0], twist[1], twist[2]], &lever);
    std::array::from_fn(|k| if k < 3 { twist[k] * cones.length } else { twist[k] + moved[k - 3] })
}

/// The motion about the problem's reference: `w` was multiplied by the length, `v` is that of the middle point.
pub(super) fn about_reference(asked: &ClosureQuestion, cones: &Cones, y: &[f64; 6]) -> Option<[Rational; 6]> {
    let exact = Rational::from_f64;
    let length = NonZero::new(Rational::from_f64(cones.length)?)?;
    let turn = [exact(y[0])?, exact(y[1])?, exact(y[2])?].map(|w| w / &length);
    let lever: [Rational; 3] =
        std::array::from_fn(|axis| &asked.problem.reference[axis] - &cones.middle[axis]);
    let moved =
        |i: usize| &turn[(i + 1) % 3] * &lever[(i + 2) % 3] - &turn[(i + 2) % 3] * &lever[(i + 1) % 3];
    let slide: [Rational; 3] = [exact(y[3])? + moved(0), exact(y[4])? + moved(1), exact(y[5])? + moved(2)];
    let [wx, wy, wz] = turn;
    let [vx, vy, vz] = slide;
    Some([wx, wy, wz, vx, vy, vz])
}
