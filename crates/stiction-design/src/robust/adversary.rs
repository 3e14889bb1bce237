//! The scene of a box that helps a motion most.
//!
//! Once a motion is chosen everything varies independently: each body takes the numbers with which it gains most, each
//! contact the place and the normal with which it resists least. What comes of it is a scene; whether it fails is
//! decided of that scene alone, so doubles do no harm here.

use stiction_exact::double::{cross, dot};
use stiction_proof::robust::{About, Corner, CornerBody, Motion, RobustProblem, tangent};
use stiction_proof::{Rational, Touch, Vector};

/// The corner that helps a motion most.
pub(super) fn worst_corner<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
    motion: &Motion,
) -> Corner<T> {
    let mut corner = problem.given();
    if problem.about == About::Stand {
        for body in 0..problem.bodies.len() {
            worst_body(problem, scale, motion, body, &mut corner);
        }
    }
    for contact in 0..problem.contacts.len() {
        worst_contact(problem, scale, motion, contact, &mut corner);
    }
    corner
}

fn doubles(vector: &Vector) -> [f64; 3] {
    vector.each_ref().map(Rational::to_f64)
}

fn lifted(entries: &[Rational]) -> [f64; 3] {
    std::array::from_fn(|k| entries.get(k).map_or(0.0, Rational::to_f64))
}

/// The moment and the force of a wrench in doubles.
fn parted<T: Touch>(screw: &T::Screw) -> ([f64; 3], [f64; 3]) {
    let (turn, push) = screw.as_ref().split_at(T::TURNS);
    let turn = if turn.len() == 1 { [0.0, 0.0, turn[0].to_f64()] } else { lifted(turn) };
    (turn, lifted(push))
}

fn worst_body<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
    motion: &Motion,
    body: usize,
    corner: &mut Corner<T>,
) {
    let loose = &problem.bodies[body];
    let reach = &loose.mass_off * scale;
    let light = &loose.mass - &reach;
    let light = if light.is_negative() { Rational::zero() } else { light };
    let helped = |mass: Rational| helped(problem, scale, motion, body, mass);
    let (one, other) = (helped(light), helped(&loose.mass + &reach));
    corner.bodies[body] = if one.0 > other.0 { one.1 } else { other.1 };
}

/// What a body of a given mass gains at most, and how.
fn helped<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
    motion: &Motion,
    body: usize,
    mass: Rational,
) -> (f64, CornerBody<T>) {
    let loose = &problem.bodies[body];
    let (turn, push) = (doubles(&motion.turn[body]), doubles(&motion.push[body]));
    let reference = lifted(problem.assembly.bodies[body].reference.as_ref());
    let mut there = problem.given().bodies[body].clone();
    there.mass = mass;
    let reach = |off: &Rational| off * scale;
    let com_off = reach(&loose.com_off).to_f64();
    let gravity = lifted(problem.gravity.as_ref());
    let directions = T::Vector::default().as_ref().len();
    let mass = there.mass.to_f64();
    let (mut shift, mut gain) = ([0.0; 3], 0.0);
    // Forces at their ends, moments and the centre of mass where they gain most, in turn: each depends on the others.
    for _ in 0..3 {
        let velocity_at = |point: [f64; 3]| -> [f64; 3] {
            let spun = cross(&turn, &point);
            std::array::from_fn(|k| push[k] + spun[k])
        };
        let at_com = velocity_at(shift);
        let mut carried = gravity.map(|entry| entry * mass);
        gain = 0.0;
        let mut pull = |given: &T::Screw, off: &T::Screw, velocity: [f64; 3]| -> T::Screw {
            let mut wrench = given.clone();
            for (place, entry) in wrench.as_mut().iter_mut().enumerate() {
                let along = match place.checked_sub(T::TURNS) {
                    None => turn[3 - T::TURNS + place],
                    Some(axis) => velocity[axis],
                };
                let by = reach(&off.as_ref()[place]);
                *entry = if along > 0.0 { &*entry + by } else { &*entry - by };
                gain += entry.to_f64() * along;
            }
            wrench
        };
        there.wrench = pull(&loose.wrench, &loose.wrench_off, at_com);
        let (_, force) = parted::<T>(&there.wrench);
        (0..3).for_each(|k| carried[k] += force[k]);
        for (load, own) in loose.loads.iter().zip(&mut there.loads) {
            let velocity = match &load.point {
                None => at_com,
                Some(point) => {
                    let point = lifted(point.as_ref());
                    velocity_at(std::array::from_fn(|k| point[k] - reference[k]))
                }
            };
            *own = pull(&load.wrench, &load.off, velocity);
            if load.point.is_none() {
                let (_, force) = parted::<T>(own);
                (0..3).for_each(|k| carried[k] += force[k]);
            }
        }
        gain += mass * dot(&gravity, &at_com);
        // The work of a shift is shift·(force × turn).
        let along = cross(&carried, &turn);
        for axis in 0..directions {
            shift[axis] = if along[axis] > 0.0 { com_off } else { -com_off };
        }
    }
    let by = reach(&loose.com_off);
    let given = problem.assembly.bodies[body].reference.clone();
    for (axis, (entry, given)) in there.com.as_mut().iter_mut().zip(given.as_ref()).enumerate() {
        *entry = if shift[axis] > 0.0 { given + &by } else { given - &by };
    }
    (gain, there)
}

/// How far a normal can turn, as a tangent that is not too large; a right angle is never reached.
fn most_turn(angle: &Rational) -> Rational {
    match tangent(angle) {
        Some([least, _]) => least,
        None => Rational::from(14),
    }
}

fn worst_contact<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
    motion: &Motion,
    contact: usize,
    corner: &mut Corner<T>,
) {
    let loose = &problem.contacts[contact];
    let there = &mut corner.contacts[contact];
    let friction = problem.least_friction(contact, scale);
    let mu = friction.to_f64();
    there.friction = friction;
    let axes: Vec<[f64; 3]> = loose.axes.iter().map(|axis| lifted(axis.as_ref())).collect();
    let units: Vec<[f64; 3]> = axes
        .iter()
        .map(|axis| {
            let length = dot(axis, axis).sqrt();
            axis.map(|entry| entry / length)
        })
        .collect();
    let (mut velocity, mut turn) = ([0.0; 3], [0.0; 3]);
    for (body, positive) in problem.assembly.contacts[contact].sides() {
        let sign = if positive { 1.0 } else { -1.0 };
        let own = doubles(&motion.turn[body]);
        let spun = cross(&own, &doubles(&problem.lever(contact, body)));
        let push = doubles(&motion.push[body]);
        for k in 0..3 {
            velocity[k] += sign * (push[k] + spun[k]);
            turn[k] += sign * own[k];
        }
    }
    let reach = (&loose.point * scale).to_f64();
    let angle = &loose.normal * scale;
    let (turns, angle_f) = (most_turn(&angle), angle.to_f64());
    // By how much the velocity is beyond what the contact lets go, with the normal turned towards it.
    let excess = |shift: &[f64]| -> (f64, f64, Vec<f64>) {
        let moved: [f64; 3] =
            std::array::from_fn(|k| shift.iter().zip(&units).map(|(by, unit)| by * unit[k]).sum());
        let spun = cross(&turn, &moved);
        let there: [f64; 3] = std::array::from_fn(|k| velocity[k] + spun[k]);
        let along = dot(&there, &units[0]);
        let across: Vec<f64> = units[1..].iter().map(|unit| dot(&there, unit)).collect();
        let slip = across.iter().map(|x| x * x).sum::<f64>().sqrt();
        let from_normal = slip.atan2(along);
        let turned = from_normal.min(angle_f.min(1.5));
        let left = from_normal - turned;
        let size = (slip * slip + along * along).sqrt();
        // Positive where it still resists.
        (size * (left.sin().max(0.0) * mu - left.cos()), turned, across)
    };
    let count = units.len();
    let mut best = vec![0.0; count];
    let mut least = excess(&best).0;
    let consider = |shift: Vec<f64>, least: &mut f64, best: &mut Vec<f64>| {
        let own = excess(&shift).0;
        if own < *least - 1e-15 * least.abs() {
            (*least, *best) = (own, shift);
        }
    };
    if reach > 0.0 {
        for corner in 0..3_usize.pow(count as u32) {
            let step = |axis: usize| [0.0, reach, -reach][corner / 3_usize.pow(axis as u32) % 3];
            consider((0..count).map(step).collect(), &mut least, &mut best);
        }
        // Between: where the slip vanishes, by halving steps.
        let mut step = reach / 2.0;
        for _ in 0..24 {
            for axis in 0..count {
                for sign in [1.0, -1.0] {
                    let mut shift = best.clone();
                    shift[axis] = (shift[axis] + sign * step).clamp(-reach, reach);
                    consider(shift, &mut least, &mut best);
                }
            }
            step /= 2.0;
        }
    }
    let (_, turned, across) = excess(&best);
    let shift: Vec<Rational> = best.iter().map(|by| whole_or(*by, reach)).collect();
    let most = &loose.point * scale;
    for (axis, share) in loose.axes.iter().zip(&shift) {
        // A multiple of an axis that is a little too short never leaves the box.
        let square: Rational = axis.as_ref().iter().map(|entry| entry * entry).sum();
        let root = square.square_root();
        let exact = &root * &root == square;
        let length = if exact { root } else { root + Rational::power_of_two(-60) };
        let multiple = (&most * share).checked_div(&length).unwrap_or_default();
        for (entry, part) in there.point.as_mut().iter_mut().zip(axis.as_ref()) {
            *entry += part * &multiple;
        }
    }
    let slip = across.iter().map(|x| x * x).sum::<f64>().sqrt();
    if problem.assembly.contacts[contact].touch.most().is_none() && turned > 0.0 && slip > 0.0 {
        // In the plane the tangent is as long as the normal, and the turn is exact where it is the most.
        let normal = axes[0].map(|x| x * x).iter().sum::<f64>().sqrt();
        let by = if turned >= angle_f.min(1.5) * (1.0 - 1e-12) {
            turns
        } else {
            Rational::from_f64(turned.tan() * (1.0 - 1e-12)).unwrap_or_default()
        };
        for ((axis, part), unit_axis) in loose.axes[1..].iter().zip(&across).zip(&axes[1..]) {
            let length = dot(unit_axis, unit_axis).sqrt();
            let share = match across.len() {
                1 => Rational::from(if *part > 0.0 { 1 } else { -1 }),
                _ => Rational::from_f64(part / slip * normal / length * (1.0 - 1e-12)).unwrap_or_default(),
            };
            for (entry, direction) in there.normal.as_mut().iter_mut().zip(axis.as_ref()) {
                *entry += direction * &(&share * &by);
            }
        }
    }
}

/// A shift as a part of the most: whole ends where it is one.
fn whole_or(by: f64, reach: f64) -> Rational {
    if by == 0.0 || reach == 0.0 {
        return Rational::zero();
    }
    let share = by / reach;
    if share.abs() >= 1.0 - 1e-9 {
        return Rational::from(if share > 0.0 { 1 } else { -1 });
    }
    // Few bits are enough of a place that is found by halving.
    Rational::from_f64((share * 4_294_967_296.0).round() / 4_294_967_296.0).unwrap_or_default()
}
