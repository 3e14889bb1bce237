//! Many bodies: forces that follow the scene, and the scenes that may fail.
//!
//! The forces `F` are deep in their cones: they are the analytic centre of what balances the given loads, found by
//! Newton's method from forces that need not balance. A residual is answered by the forces that are least in the metric
//! of that centre, `L = H⁻¹Wᵀ(WH⁻¹Wᵀ)⁻¹`, so that a contact with little room is asked for little. Both are rounded; the
//! checker of [`Response`] works with what they are.

use super::{BoxProof, Boxed, MOST_SCALE, adversary, failure};
use nalgebra::{DMatrix, DVector};
use stiction_exact::work::spend;
use stiction_proof::robust::{Failing, Motion, Response, RobustProblem, RobustProof, sides};
use stiction_proof::{Rational, Touch, Vector, Verified};

/// Components of wrenches up to which a response is sought: the matrices are dense.
const MOST_COMPONENTS: usize = 360;
/// Steps of Newton's method.
const STEPS: usize = 60;
/// Bits that multiples of axes keep, relative to the largest.
const BITS: i32 = 40;
/// Times that a motion's worst scene is asked for its own motion.
const ROUNDS: usize = 6;
/// Halvings of the way towards a scene.
const HALVINGS: usize = 10;

/// A contact that can push: its rows of room and its columns of wrenches.
struct Pushing {
    contact: usize,
    /// `row · multiples ≥ 0`.
    rows: Vec<Vec<f64>>,
    /// Largest multiple of the normal.
    most: f64,
    /// For each multiple that it may have, the wrench by component.
    columns: Vec<Vec<(usize, f64)>>,
}

/// That it stands at a scale, by forces that follow.
pub(super) fn follows<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
) -> Option<Verified<RobustProof<T>>> {
    let components = problem.components();
    if components.is_empty() || components.len() > MOST_COMPONENTS {
        return None;
    }
    let (pushing, load) = assembled(problem, scale, &components)?;
    let centre = centre(&pushing, &load)?;
    let response = rounded(problem, &pushing, &centre, components.len())?;
    let response = reached(problem, scale, response);
    let proof = RobustProof::Follows { scale: scale.clone(), response };
    problem.check(proof).ok()
}

fn assembled<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
    components: &[(usize, usize)],
) -> Option<(Vec<Pushing>, DVector<f64>)> {
    let place = |body: usize, place: usize| components.iter().position(|one| *one == (body, place));
    let count = T::Screw::default().as_ref().len();
    let places: Vec<Vec<Option<usize>>> = (0..problem.bodies.len())
        .map(|body| (0..count).map(|component| place(body, component)).collect())
        .collect();
    let entries = |body: usize, moment: &Vector, force: &Vector| -> Vec<(usize, f64)> {
        let entry = |component: usize| match component.checked_sub(T::TURNS) {
            None => moment[3 - T::TURNS + component].to_f64(),
            Some(axis) => force[axis].to_f64(),
        };
        let own = places[body].iter().enumerate();
        own.filter_map(|(component, index)| index.map(|index| (index, entry(component)))).collect()
    };
    let mut load = DVector::<f64>::zeros(components.len());
    for (body, own) in problem.loading(scale, &[], 0).iter().enumerate() {
        entries(body, &own.moment, &own.force).into_iter().for_each(|(index, entry)| load[index] += entry);
    }
    let total = load.amax().max(1e-9);
    let mut pushing = Vec::new();
    for contact in 0..problem.contacts.len() {
        let Some(cone) = problem.cone(contact, scale).filter(|cone| cone.turn.is_zero()) else { continue };
        let axes = &problem.contacts[contact].axes;
        let used = if cone.friction.is_zero() { 1 } else { axes.len() };
        let rows = sides::<T>(&cone.friction, axes);
        let rows = rows.iter().map(|row| row[..used].iter().map(Rational::to_f64).collect()).collect();
        let column = |axis: usize| {
            let unit: Vec<Rational> = (0..axes.len()).map(|k| Rational::from(i64::from(k == axis))).collect();
            let felt = problem.felt(contact, &problem.force(contact, &unit));
            felt.iter().flat_map(|(body, moment, force)| entries(*body, moment, force)).collect()
        };
        let normal: f64 = axes[0].as_ref().iter().map(|entry| entry.to_f64().powi(2)).sum::<f64>().sqrt();
        // Forces much larger than what pulls help nothing.
        let usual = 30.0 * total * (problem.bodies.len() as f64) / normal;
        let limit = problem.assembly.contacts[contact]
            .touch
            .most()
            .map(|most| most.to_f64() / (1.0 + cone.friction.to_f64() * cone.tangent.to_f64()));
        let most = limit.map_or(usual, |limit| limit.min(usual));
        if most > 0.0 {
            pushing.push(Pushing { contact, rows, most, columns: (0..used).map(column).collect() });
        }
    }
    Some((pushing, load))
}

/// Forces deep in their cones, and the inverse of each contact's part of the metric there.
struct Centre {
    forces: Vec<DVector<f64>>,
    inverse: Vec<DMatrix<f64>>,
    /// `(WH⁻¹Wᵀ)⁻¹`.
    compliance: DMatrix<f64>,
}

/// `Wx`.
fn wrenches(pushing: &[Pushing], forces: &[DVector<f64>], size: usize) -> DVector<f64> {
    let mut sum = DVector::<f64>::zeros(size);
    for (own, force) in pushing.iter().zip(forces) {
        for (column, multiple) in own.columns.iter().zip(force.iter()) {
            column.iter().for_each(|(index, entry)| sum[*index] += entry * multiple);
        }
    }
    sum
}

/// `Wᵀy` of a contact.
fn work(own: &Pushing, y: &DVector<f64>) -> DVector<f64> {
    let along = |column: &Vec<(usize, f64)>| column.iter().map(|(index, entry)| entry * y[*index]).sum();
    DVector::from_iterator(own.columns.len(), own.columns.iter().map(along))
}

/// How much room a contact has along each row, and to its largest push.
fn room(own: &Pushing, force: &DVector<f64>) -> impl Iterator<Item = f64> {
    let along = |row: &Vec<f64>| row.iter().zip(force.iter()).map(|(a, b)| a * b).sum::<f64>();
    own.rows.iter().map(along).chain([own.most - force[0]]).collect::<Vec<_>>().into_iter()
}

/// Gradient and Hessian of the sum of −log room.
fn barrier(own: &Pushing, force: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
    let size = own.columns.len();
    let (mut gradient, mut hessian) = (DVector::<f64>::zeros(size), DMatrix::<f64>::zeros(size, size));
    let last: Vec<f64> = (0..size).map(|k| if k == 0 { -1.0 } else { 0.0 }).collect();
    for (row, room) in own.rows.iter().chain([&last]).zip(room(own, force)) {
        for i in 0..size {
            gradient[i] -= row[i] / room;
            for j in 0..size {
                hessian[(i, j)] += row[i] * row[j] / (room * room);
            }
        }
    }
    (gradient, hessian)
}

/// `WH⁻¹Wᵀ`.
fn schur(pushing: &[Pushing], inverse: &[DMatrix<f64>], size: usize) -> DMatrix<f64> {
    let mut sum = DMatrix::<f64>::zeros(size, size);
    for (own, inverse) in pushing.iter().zip(inverse) {
        for (i, one) in own.columns.iter().enumerate() {
            for (j, other) in own.columns.iter().enumerate() {
                let factor = inverse[(i, j)];
                for (row, a) in one {
                    for (column, b) in other {
                        sum[(*row, *column)] += factor * a * b;
                    }
                }
            }
        }
    }
    sum
}

fn centre(pushing: &[Pushing], load: &DVector<f64>) -> Option<Centre> {
    let size = load.len();
    let start = |own: &Pushing| {
        let mut force = DVector::zeros(own.columns.len());
        // Deep in the cone, and much smaller than the most.
        force[0] = own.most / 100.0;
        force
    };
    let mut forces: Vec<DVector<f64>> = pushing.iter().map(start).collect();
    let mut left = &wrenches(pushing, &forces, size) + load;
    let (mut inverse, mut factor) = (Vec::new(), None);
    for _ in 0..STEPS {
        spend(size * size);
        let barriers: Vec<_> = pushing.iter().zip(&forces).map(|(own, force)| barrier(own, force)).collect();
        inverse =
            barriers.iter().map(|(_, hessian)| hessian.clone().try_inverse()).collect::<Option<Vec<_>>>()?;
        let mut matrix = schur(pushing, &inverse, size);
        // Components that nothing pushes along stay as they are.
        let little = 1e-13 * matrix.diagonal().amax().max(1e-300);
        (0..size).for_each(|k| matrix[(k, k)] += little);
        let factored = factor.insert(matrix.cholesky()?);
        // Δ = −H⁻¹(g + Wᵀν), WΔ = −left.
        let moved: Vec<DVector<f64>> =
            barriers.iter().zip(&inverse).map(|((gradient, _), inverse)| inverse * gradient).collect();
        let multipliers = factored.solve(&(&left - wrenches(pushing, &moved, size)));
        let step: Vec<DVector<f64>> = pushing
            .iter()
            .zip(&inverse)
            .zip(&moved)
            .map(|((own, inverse), moved)| -(moved + inverse * work(own, &multipliers)))
            .collect();
        // As far as nine tenths of the way to where room ends.
        let mut length: f64 = 1.0;
        let mut size_of_step: f64 = 0.0;
        for ((own, force), step) in pushing.iter().zip(&forces).zip(&step) {
            let ahead = force + step;
            for (now, then) in room(own, force).zip(room(own, &ahead)) {
                if then < now {
                    length = length.min(0.9 * now / (now - then));
                    size_of_step = size_of_step.max((now - then) / now);
                }
            }
        }
        forces.iter_mut().zip(&step).for_each(|(force, step)| *force += step * length);
        left = &wrenches(pushing, &forces, size) + load;
        if size_of_step < 1e-3 && left.amax() < 1e-9 * load.amax().max(1e-9) {
            break;
        }
    }
    let compliance = factor?.inverse();
    (left.amax() < 1e-7 * load.amax().max(1e-9)).then_some(Centre { forces, inverse, compliance })
}

/// A double with few bits, beside a size.
fn few_bits(value: f64, size: f64) -> Option<Rational> {
    let unit = f64::from(size.log2().ceil() as i32 - BITS).exp2();
    Rational::from_f64((value / unit).round() * unit)
}

fn rounded<T: Touch>(
    problem: &RobustProblem<T>,
    pushing: &[Pushing],
    centre: &Centre,
    size: usize,
) -> Option<Response> {
    let none = |axes: &Vec<T::Vector>| vec![Rational::zero(); axes.len()];
    let mut forces: Vec<Vec<Rational>> = problem.contacts.iter().map(|contact| none(&contact.axes)).collect();
    let largest = centre.forces.iter().map(|force| force.amax()).fold(1e-9, f64::max);
    for (own, force) in pushing.iter().zip(&centre.forces) {
        for (entry, value) in forces[own.contact].iter_mut().zip(force.iter()) {
            *entry = few_bits(*value, largest)?;
        }
    }
    let mut gains = Vec::new();
    for index in 0..size {
        let column: DVector<f64> = centre.compliance.column(index).into();
        let answers: Vec<(usize, DVector<f64>)> = pushing
            .iter()
            .zip(&centre.inverse)
            .map(|(own, inverse)| (own.contact, inverse * work(own, &column)))
            .collect();
        let most = answers.iter().map(|(_, answer)| answer.amax()).fold(0.0, f64::max);
        let mut sparse = Vec::new();
        // Answers that are nothing beside the largest are left out; what they would give is part of the error.
        for (contact, answer) in
            answers.into_iter().filter(|(_, answer)| most > 0.0 && answer.amax() > 1e-7 * most)
        {
            let mut multiples = none(&problem.contacts[contact].axes);
            for (entry, value) in multiples.iter_mut().zip(answer.iter()) {
                *entry = few_bits(*value, most)?;
            }
            sparse.push((contact, multiples));
        }
        // Nothing answers a component that nothing pushes along.
        if most < 1e9 { gains.push(sparse) } else { gains.push(Vec::new()) }
    }
    Some(Response { forces, gains, reach: vec![Rational::zero(); size] })
}

/// The same with a reach that is enough, where some is: what is needed for one reach is the next.
fn reached<T: Touch>(problem: &RobustProblem<T>, scale: &Rational, mut response: Response) -> Response {
    for _ in 0..4 {
        let needed = problem.needed(scale, &response);
        let enough = needed.iter().zip(&response.reach).all(|(needed, reach)| needed <= reach);
        if enough {
            break;
        }
        // A little more, so that what it needs itself is covered, in few bits.
        response.reach = needed
            .iter()
            .map(|needed| {
                let size = needed.to_f64() * (1.0 + 1e-4);
                let unit = f64::from((size.max(1e-300)).log2().ceil() as i32 - 20).exp2();
                Rational::from_f64((size / unit).ceil() * unit).unwrap_or_default()
            })
            .collect();
    }
    response
}

/// A scene that fails, at a scale as small as is found above one that holds.
///
/// A motion asks for the scene that helps it most. From the given scene towards that one the first failure is sought by
/// halving; its own motion is the next to ask. Each round starts from a smaller scale, until none is found.
pub(super) fn refuted<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    low: &Rational,
) -> Option<Verified<BoxProof<S>>> {
    let mut best: Option<Verified<BoxProof<S>>> = None;
    for first in starts(problem) {
        let mut motion = first;
        for _ in 0..ROUNDS {
            let top = best
                .as_ref()
                .map_or_else(|| Rational::from(MOST_SCALE), |proof| proof.proof().scale().clone());
            let Some(proof) = along::<S>(problem, low, &top, &motion) else { break };
            let RobustProof::Fails { corner, failing: Failing::Falls { twists, .. }, .. } = proof.proof()
            else {
                return best;
            };
            motion = motion_of(problem, corner, twists);
            best = Some(proof);
        }
    }
    best
}

/// Motions to begin with: none, and each body to either side.
fn starts<T: Touch>(problem: &RobustProblem<T>) -> Vec<Motion> {
    let mut starts = vec![still(problem)];
    let axes: &[usize] = if T::TURNS == 1 { &[2] } else { &[0, 1] };
    for axis in axes {
        for sign in [1, -1] {
            let mut motion = still(problem);
            motion.turn.iter_mut().for_each(|turn| turn[*axis] = Rational::from(sign));
            starts.push(motion);
        }
    }
    starts
}

/// The first failure towards the scene that helps a motion most, below a scale.
fn along<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    low: &Rational,
    top: &Rational,
    motion: &Motion,
) -> Option<Verified<BoxProof<S>>> {
    let at = |scale: &Rational| failure::<S>(problem, scale, adversary::worst_corner(problem, scale, motion));
    // Less than a hundredth better is not worth another round.
    let mut high = top * Rational::new(99, 100);
    let mut found = at(&high)?;
    let mut low = low.clone();
    for _ in 0..HALVINGS {
        if (&high - &low).to_f64() <= 0.01 * high.to_f64() {
            break;
        }
        let middle = Rational::simplest_between(
            &(&low * Rational::new(9, 16) + &high * Rational::new(7, 16)),
            &(&low * Rational::new(7, 16) + &high * Rational::new(9, 16)),
        );
        match at(&middle) {
            Some(proof) => (found, high) = (proof, middle),
            None => low = middle,
        }
    }
    Some(found)
}

fn still<T: Touch>(problem: &RobustProblem<T>) -> Motion {
    let none = vec![Vector::default(); problem.bodies.len()];
    Motion { turn: none.clone(), push: none }
}

/// Twists about the centres of mass of a scene as a motion about the given ones.
fn motion_of<T: Touch>(
    problem: &RobustProblem<T>,
    corner: &stiction_proof::robust::Corner<T>,
    twists: &[T::Screw],
) -> Motion {
    let mut motion = still(problem);
    let lifted = |entries: &[Rational]| -> Vector {
        std::array::from_fn(|k| entries.get(k).cloned().unwrap_or_default())
    };
    for (body, twist) in twists.iter().enumerate() {
        let (turn, push) = twist.as_ref().split_at(T::TURNS);
        let turn: Vector = match turn {
            [about_z] => [Rational::zero(), Rational::zero(), about_z.clone()],
            other => lifted(other),
        };
        let (given, there) = (&problem.assembly.bodies[body].reference, &corner.bodies[body].com);
        let lever: Vector = {
            let (given, there) = (lifted(given.as_ref()), lifted(there.as_ref()));
            std::array::from_fn(|k| &given[k] - &there[k])
        };
        let spun = stiction_exact::vector::cross(&turn, &lever);
        let push = lifted(push);
        motion.push[body] = std::array::from_fn(|k| &push[k] + &spun[k]);
        motion.turn[body] = turn;
    }
    motion
}
