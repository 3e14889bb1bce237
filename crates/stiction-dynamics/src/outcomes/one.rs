//! One thing that happens, quickly: a complementarity problem in doubles, and its end made exact.
//!
//! Let `s` be the sense in which a contact at rest would begin to slip without contact forces, `s·at ≥ 0`. With the
//! part `c` of its tangential force against that slip and `o` along it, `c + o = μ·fn`, and a third unknown `u ≥ 0`,
//! Coulomb's law is
//!
//! ```text
//!     fn ⊥ an,    o ⊥ 2s·at + u,    u ⊥ c = μ·fn − o                                                     (1)
//! ```
//!
//! where at the start, `fn = o = u = 0`, nothing is violated but `an ≥ 0`: Lemke's method covers these rows alone,
//! and goes through few exchanges. Its end says which contacts push and on which edges, nothing more. The multiples
//! of these edges are solved for in integers, and Newton's, Euler's and Coulomb's laws are asked of all bodies and
//! contacts, exactly. Where the end is none or not lawful, [`ContactLcp`] is solved in fractions.
//!
//! References: \[CPS 4.4\].

use super::OutcomesFault;
use super::complementarity::ContactLcp;
use crate::alternatives::solved;
use crate::lcp::{LemkeEnd, in_fractions, proposed};
use dashu_int::IBig;
use stiction_exact::double::{dot, elimination};
use stiction_proof::Side::{Left, Right};
use stiction_proof::choice::Objection;
use stiction_proof::{
    ConeEdge, ContactLaw, ForceState, Motion, OutcomeContact, OutcomeProblem, OutcomeSolution, Rational,
    Situation,
};

/// One thing that happens.
#[derive(Debug, Clone, PartialEq)]
pub struct OneOutcome {
    /// A letter for each contact.
    pub mode: String,
    /// Motion and forces, which obey the laws exactly.
    pub solution: OutcomeSolution,
    /// Exchanges in doubles.
    pub steps: usize,
    /// Exchanges in fractions, where doubles did not suffice.
    pub exact_steps: usize,
}

/// Finds one thing that happens; `None` where the method ends on a ray, which from rest it never does.
///
/// ```
/// use stiction_dynamics::outcomes::{lower, one_outcome};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// let block = Body::new("block").with_mass(1).with_inertia(1).with_com([0, 1]).with_wrench([0, 6, 0]);
/// let foot = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1])
///     .with_friction(stiction_proof::Rational::new(1, 2));
/// let scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(block).with_contact(foot(-1))
///     .with_contact(foot(1));
/// let one = one_outcome(&lower(&scene).unwrap().problem).unwrap().unwrap();
/// assert_eq!((one.mode.as_str(), one.solution.accelerations[0][1].to_string().as_str()), ("rr", "1"));
/// ```
///
/// # Errors
/// A problem that does not make sense.
pub fn one_outcome(problem: &OutcomeProblem) -> Result<Option<OneOutcome>, OutcomesFault> {
    problem.well_formed().map_err(OutcomesFault::Problem)?;
    let touches = touches(problem).map_err(OutcomesFault::Problem)?;
    let system = System::new(problem, &touches);
    let proposal = proposed(system.q.len(), &system.matrix, &system.q, |row| system.covered[row]);
    let steps = proposal.as_ref().map_or(0, |(_, steps)| *steps);
    let quick = proposal.and_then(|(basic, _)| pushed(problem, &touches, &system, &basic));
    if let Some((mode, solution)) = quick.and_then(|solution| lawful(problem, solution)) {
        return Ok(Some(OneOutcome { mode, solution, steps, exact_steps: 0 }));
    }
    let contacts = ContactLcp::new(problem)?;
    let ended = in_fractions(&contacts.lcp);
    let LemkeEnd::Exact(z) = ended.end else { return Ok(None) };
    let found = lawful(problem, contacts.solution(&z));
    Ok(found.map(|(mode, solution)| OneOutcome { mode, solution, steps, exact_steps: ended.exact_steps }))
}

/// A contact that may push, with its kinetic coefficient.
struct Touch {
    contact: usize,
    /// Whether it is at rest and has friction, so that (1) is its law; else it has one edge.
    rests: bool,
    /// Kinetic friction; of one edge the multiple of the tangent.
    friction: Rational,
}

fn touches(problem: &OutcomeProblem) -> Result<Vec<Touch>, Objection> {
    let mut found = Vec::with_capacity(problem.contacts.len());
    for (index, contact) in problem.contacts.iter().enumerate() {
        let sliding = &contact.friction[1];
        let (rests, friction) = match problem.situation(contact)? {
            Situation::Unconstrained | Situation::Leaving => continue,
            Situation::Slides(Left) => (false, -sliding),
            Situation::Slides(Right) => (false, sliding.clone()),
            Situation::AtRest => (!sliding.is_zero(), sliding.clone()),
        };
        found.push(Touch { contact: index, rests, friction });
    }
    Ok(found)
}

/// A body's side of a contact in doubles: normal and tangent as wrenches, and what they do to its acceleration.
struct BodySide {
    body: usize,
    frame: [[f64; 3]; 2],
    response: [[f64; 3]; 2],
}

fn doubles<const N: usize>(numbers: &[Rational; N]) -> [f64; N] {
    numbers.each_ref().map(Rational::to_f64)
}

/// (1) in doubles.
struct System {
    matrix: Vec<f64>,
    q: Vec<f64>,
    /// Which rows may be violated at the start.
    covered: Vec<bool>,
    /// Where the unknowns of each contact begin.
    places: Vec<usize>,
    /// `s` of each contact.
    senses: Vec<i64>,
}

impl System {
    fn new(problem: &OutcomeProblem, touches: &[Touch]) -> Self {
        let mut places = Vec::with_capacity(touches.len());
        let mut size = 0;
        for touch in touches {
            places.push(size);
            size += if touch.rests { 3 } else { 1 };
        }
        let (matrix, q) = (vec![0.0; size * size], vec![0.0; size]);
        let mut system = Self { matrix, q, covered: vec![false; size], places, senses: Vec::new() };
        let inverses: Vec<Option<[[f64; 3]; 3]>> =
            problem.bodies.iter().map(|body| inverse(&body.motion)).collect();
        let unforced = unforced(problem, &inverses);
        for (index, touch) in touches.iter().enumerate() {
            let place = system.places[index];
            let [normal, tangent] = rates(problem, &problem.contacts[touch.contact], &unforced);
            (system.q[place], system.covered[place]) = (normal, true);
            system.senses.push(if tangent < 0.0 { -1 } else { 1 });
            if touch.rests {
                system.q[place + 1] = 2.0 * tangent.abs();
                system.matrix[(place + 1) * size + place + 2] = 1.0;
                system.matrix[(place + 2) * size + place] = touch.friction.to_f64();
                system.matrix[(place + 2) * size + place + 1] = -1.0;
            }
        }
        let sides: Vec<Vec<BodySide>> =
            touches.iter().map(|touch| sides(problem, &problem.contacts[touch.contact], &inverses)).collect();
        system.couple(touches, &sides);
        system
    }

    /// What the forces of each contact do to the accelerations at each.
    fn couple(&mut self, touches: &[Touch], sides: &[Vec<BodySide>]) {
        let size = self.q.len();
        for (there, other) in sides.iter().enumerate() {
            let (touch, column) = (&touches[there], self.places[there]);
            let (sense, friction) = (self.senses[there] as f64, touch.friction.to_f64());
            // What a unit of `fn` brings along the tangent.
            let along = if touch.rests { -sense * friction } else { friction };
            for (here, one) in sides.iter().enumerate() {
                let Some(block) = block(one, other) else { continue };
                let lines = [(1.0, 0), (2.0 * self.senses[here] as f64, 1)];
                for (factor, line) in lines.into_iter().take(if touches[here].rests { 2 } else { 1 }) {
                    let [normal, tangent] = block[line];
                    let at = (self.places[here] + line) * size + column;
                    self.matrix[at] = factor * (normal + along * tangent);
                    if touch.rests {
                        self.matrix[at + 1] = factor * 2.0 * sense * tangent;
                    }
                }
            }
        }
    }
}

/// How `[an, at]` at one contact answer to normal and tangential forces at another; none where they share no body.
fn block(here: &[BodySide], there: &[BodySide]) -> Option<[[f64; 2]; 2]> {
    let mut sum: Option<[[f64; 2]; 2]> = None;
    for (one, other) in here.iter().flat_map(|one| there.iter().map(move |other| (one, other))) {
        if one.body == other.body {
            let sum = sum.get_or_insert_default();
            for (row, frame) in sum.iter_mut().zip(&one.frame) {
                row.iter_mut().zip(&other.response).for_each(|(sum, response)| *sum += dot(frame, response));
            }
        }
    }
    sum
}

/// The inverse mass matrix of a free body in its freedoms.
fn inverse(motion: &Motion) -> Option<[[f64; 3]; 3]> {
    let Motion::Free { mass, freedoms, .. } = motion else { return None };
    let mut rows: [[f64; 6]; 3] = std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let inside = column < 3 && freedoms[row] && freedoms[column];
            let unit = column == row + 3 || column == row && !freedoms[row];
            if inside { mass[row][column].to_f64() } else { f64::from(u8::from(unit)) }
        })
    });
    if !elimination::solve(&mut rows, 3, 0.0) {
        return None;
    }
    let entry = |row: usize, column: usize| {
        if freedoms[row] && freedoms[column] { rows[row][column + 3] } else { 0.0 }
    };
    Some(std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column))))
}

/// Accelerations of the bodies without the forces that are asked for.
fn unforced(problem: &OutcomeProblem, inverses: &[Option<[[f64; 3]; 3]>]) -> Vec<[f64; 3]> {
    let mut all = Vec::with_capacity(problem.bodies.len());
    for (index, (body, inverse)) in problem.bodies.iter().zip(inverses).enumerate() {
        all.push(match (&body.motion, inverse) {
            (Motion::Given { acceleration }, _) => doubles(acceleration),
            (Motion::Free { load, .. }, Some(inverse)) => {
                let mut total = doubles(load);
                for contact in &problem.contacts {
                    let ForceState::Given(force) = &contact.force else { continue };
                    let wrench = doubles(&problem.wrench(contact, body, force));
                    let sign = if contact.on == Some(index) { 1.0 } else { -1.0 };
                    if contact.on == Some(index) || contact.against == Some(index) {
                        total.iter_mut().zip(wrench).for_each(|(total, part)| *total += sign * part);
                    }
                }
                inverse.map(|row| dot(&row, &total))
            }
            _ => [0.0; 3],
        });
    }
    all
}

fn sides(
    problem: &OutcomeProblem,
    contact: &OutcomeContact,
    inverses: &[Option<[[f64; 3]; 3]>],
) -> Vec<BodySide> {
    let [x, y] = doubles(&contact.point);
    let [nx, ny] = doubles(&contact.normal);
    let mut sides = Vec::with_capacity(2);
    for (party, sign) in [(contact.on, 1.0), (contact.against, -1.0)] {
        let Some((body, inverse)) = party.and_then(|body| Some((body, inverses.get(body)?.as_ref()?))) else {
            continue;
        };
        let [cx, cy] = doubles(&problem.bodies[body].com);
        let frame = [[nx, ny], [-ny, nx]].map(|[fx, fy]| {
            let (fx, fy) = (sign * fx, sign * fy);
            [(x - cx) * fy - (y - cy) * fx, fx, fy]
        });
        let response = frame.map(|wrench| inverse.map(|row| dot(&row, &wrench)));
        sides.push(BodySide { body, frame, response });
    }
    sides
}

/// `[an, at]` of a contact under accelerations in doubles.
fn rates(problem: &OutcomeProblem, contact: &OutcomeContact, accelerations: &[[f64; 3]]) -> [f64; 2] {
    let [x, y] = doubles(&contact.point);
    let at = |party: Option<usize>| {
        let Some(index) = party.filter(|&body| body < problem.bodies.len()) else { return [0.0; 2] };
        let body = &problem.bodies[index];
        let ([cx, cy], [alpha, ax, ay]) = (doubles(&body.com), accelerations[index]);
        let (rx, ry, w) = (x - cx, y - cy, body.twist[0].to_f64());
        [ax - alpha * ry - w * w * rx, ay + alpha * rx - w * w * ry]
    };
    let ([ox, oy], [ax, ay]) = (at(contact.on), at(contact.against));
    let ([vx, vy], [nx, ny]) = ([ox - ax, oy - ay], doubles(&contact.normal));
    let products = problem.velocity_product(contact).map_or(0.0, |product| product.to_f64());
    [nx * vx + ny * vy + products, nx * vy - ny * vx]
}

/// Motion and forces when these contacts push on these edges, solved for in integers; `None` if that has no solution.
fn pushed(
    problem: &OutcomeProblem,
    touches: &[Touch],
    system: &System,
    basic: &[bool],
) -> Option<OutcomeSolution> {
    let pushes = pushes(touches, system, basic);
    // The contacts that push, and those whose force is given, are a problem of their own.
    let given = (0..problem.contacts.len())
        .filter(|&contact| matches!(problem.contacts[contact].force, ForceState::Given(_)));
    let chosen: Vec<usize> = pushes.iter().map(|(contact, _)| *contact).chain(given).collect();
    let contacts = chosen.iter().map(|&contact| problem.contacts[contact].clone()).collect();
    let laid = OutcomeProblem { bodies: problem.bodies.clone(), contacts }.laid().ok()?;
    let mut open: Vec<usize> = Vec::new();
    let mut vanish: Vec<usize> = Vec::new();
    for (index, (_, edges)) in pushes.iter().enumerate() {
        for across in edges {
            let wanted = |edge: &ConeEdge| edge.contact == index && edge.force[1] == *across;
            open.push(laid.edges.iter().position(wanted)?);
        }
        // Two edges hold the contact against slip as well.
        vanish.extend([2 * index, 2 * index + 1].into_iter().take(edges.len()));
    }
    let last = laid.edges.len();
    let rows = laid.choices.rows();
    let equation =
        |&row: &usize| open.iter().chain([&last]).map(|&edge| rows[row][edge].clone()).collect::<Vec<IBig>>();
    let multiples = solved(vanish.iter().map(equation).collect(), open.len())?;
    let mut point = vec![Rational::zero(); last];
    open.iter().zip(multiples).for_each(|(&edge, multiple)| point[edge] = multiple);
    let part = laid.solution(&point);
    let mut forces = vec![<[Rational; 2]>::default(); problem.contacts.len()];
    chosen.iter().zip(part.forces).for_each(|(&contact, force)| forces[contact] = force);
    Some(OutcomeSolution { accelerations: part.accelerations, forces })
}

/// The contacts that push at the end of the method, with the multiples of the tangent on the edges that they push
/// along.
fn pushes(touches: &[Touch], system: &System, basic: &[bool]) -> Vec<(usize, Vec<Rational>)> {
    let mut pushes = Vec::new();
    for ((touch, &place), &sense) in touches.iter().zip(&system.places).zip(&system.senses) {
        if !basic[place] {
            continue;
        }
        let edges = if touch.rests {
            // `o` may be positive, and `c` where `u` is not.
            let sides = [(basic[place + 1], sense), (!basic[place + 2], -sense)];
            sides
                .into_iter()
                .filter(|(open, _)| *open)
                .map(|(_, side)| Rational::from(side) * &touch.friction)
                .collect()
        } else {
            vec![touch.friction.clone()]
        };
        pushes.push((touch.contact, edges));
    }
    pushes.retain(|(_, edges): &(usize, Vec<Rational>)| !edges.is_empty());
    pushes
}

/// The mode of a motion with its forces, if these obey the laws there.
fn lawful(problem: &OutcomeProblem, solution: OutcomeSolution) -> Option<(String, OutcomeSolution)> {
    let letter = |contact: &OutcomeContact| -> Option<char> {
        let situation = problem.situation(contact).ok()?;
        if matches!(situation, Situation::Unconstrained | Situation::Leaving) {
            return Some(if situation == Situation::Leaving { 's' } else { 'u' });
        }
        let (normal, [_, tangent]) = problem.rates(contact, &solution.accelerations)?;
        Some(match situation {
            _ if normal.is_positive() => 's',
            Situation::Slides(Left) => 'l',
            Situation::Slides(Right) => 'r',
            _ if tangent.is_positive() => 'l',
            _ if tangent.is_negative() => 'r',
            _ => 'n',
        })
    };
    let mode: String = problem.contacts.iter().map(letter).collect::<Option<_>>()?;
    problem.is_solved_by(&mode, &solution).ok()?;
    Some((mode, solution))
}
