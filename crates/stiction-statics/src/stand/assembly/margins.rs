//! How far an assembly is from falling: largest multiples of a further load.
//!
//! The multiples of a load that stand are an interval.  Its end comes as two fractions: forces at the lower
//! one, and above the upper one a motion on which anything more collapses.  Forces at the end itself are on
//! the boundary of the cones; mixed with a little of those at the beginning, which are strictly inside, they
//! are inside and can be made exact.
//!
//! How far inside the cones forces can be is such a multiple too: that of one newton along every normal.
//! What a contact pushes with is then both together, so its limit shrinks with the multiple, [`spared`].
//!
//! **Forces by their depth.** How far forces can be inside all cones at once is one number, positive where an
//! assembly stands with something to spare and negative where it falls. It is the margin of an assembly, and
//! its zero over friction is the least friction, found by Newton's steps: the motion that is dual to the
//! deepest forces gives the slope. What a contact spares and what it pushes with are within its limit
//! together, so the limit shrinks with the depth.

use super::decide::{StandProof, stands};
use super::edges;
use super::groups::{Group, groups};
use super::most::{Asked, Begin, FEW_ROWS};
use super::search::{Proposal, Searched, Sought, search};
use std::borrow::Cow;
use std::cell::Cell;
use stiction_exact::double::{cross as across, inner, norm as size};
use stiction_proof::{
    AssemblyContact, AssemblyProblem, AssemblyProof, Coefficients, FrictionUse, Rational, Touch, Verified,
};
use stiction_scene::bracket::{Bracket, End, Extent};
use stiction_scene::{Refused, Verdict};

/// The largest multiple of a further load that stands: forces at the lower end, a bound at the upper one.  Absent where
/// it falls without any, and with any that is not beyond some multiple where it may stand without end.
pub type Most<S> = Extent<StandProof<S>>;

/// `load + multiple·further`.
pub fn loaded<S: stiction_scene::lower::Standing>(
    load: &[S::Screw],
    further: &[S::Screw],
    multiple: &Rational,
) -> Vec<S::Screw> {
    let mut total = load.to_vec();
    for (total, further) in total.iter_mut().zip(further) {
        for (entry, part) in
            total.as_mut().iter_mut().zip(further.as_ref()).filter(|(_, part)| !part.is_zero())
        {
            *entry += part * multiple;
        }
    }
    total
}

/// The work of a load on twists.
pub fn work<S: stiction_scene::lower::Standing>(load: &[S::Screw], twists: &[S::Screw]) -> Rational {
    let entries = |(load, twist): (&S::Screw, &S::Screw)| -> Rational {
        let pairs = load.as_ref().iter().zip(twist.as_ref());
        pairs.filter(|(a, b)| !a.is_zero() && !b.is_zero()).map(|(a, b)| a * b).sum()
    };
    load.iter().zip(twists).map(entries).sum()
}

/// Finds the largest multiple of `further` that can be added to `load`.
///
/// ```
/// use stiction_scene::lower::ConeModel;
/// use stiction_scene::lower::{assembly};
/// use stiction_statics::stand::assembly::{most_load};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// use stiction_proof::Rational;
/// // A brick on another: pushed at its middle it slides when the push is half its weight.
/// let brick = |name: &str, y: i64| Body::new(name).with_mass(1).with_com([0, y]);
/// let foot = |body: usize, x: i64, y: i64| {
///     Contact::planar(Party::Body(body), [x, y], [0, 1]).with_friction(Rational::new(1, 2))
/// };
/// let scene = Scene::<Planar>::new()
///     .with_gravity([0, -10])
///     .with_body(brick("lower", 1))
///     .with_body(brick("upper", 3))
///     .with_contact(foot(0, -4, 0))
///     .with_contact(foot(0, 4, 0))
///     .with_contact(foot(1, -4, 2).with_against(Party::Body(0)))
///     .with_contact(foot(1, 4, 2).with_against(Party::Body(0)));
/// let stack = assembly::<Planar>(&scene, ConeModel::Round).unwrap();
/// let push = [[0, 0, 0], [0, 1, 0]].map(|wrench| wrench.map(Rational::from));
/// let most = most_load::<Planar>(&stack.problem, &stack.load, &push).unwrap();
/// assert_eq!(most.bracket().unwrap().upper.0, Rational::from(5));
/// ```
pub fn most_load<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    further: &[S::Screw],
) -> Result<Most<S>, Refused> {
    most_along(problem, load, &[further], &[Rational::one()], &GroupMargins::<S>::new(problem, load))
}

/// The same for a combination of several directions; the bound at the upper end is a half-space of all of them.
pub fn most_along<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    directions: &[&[S::Screw]],
    way: &[Rational],
    opening: &GroupMargins<S>,
) -> Result<Most<S>, Refused> {
    let none = problem.no_load();
    let further = directions.iter().zip(way).fold(none, |sum, (part, share)| loaded::<S>(&sum, part, share));
    let whole = Asked { problem, load, directions, way, further: &further, taken: Vec::new() };
    let mut found = Vec::with_capacity(opening.parts.len());
    for (group, begin) in &opening.parts {
        let (own, further) = (group.part(load), group.part(&further));
        let parts: Vec<Vec<S::Screw>> = directions.iter().map(|direction| group.part(direction)).collect();
        let listed: Vec<&[S::Screw]> = parts.iter().map(Vec::as_slice).collect();
        let asked = Asked::<S> {
            problem: &group.problem,
            load: &own,
            directions: &listed,
            way,
            further: &further,
            taken: Vec::new(),
        };
        found.push(asked.most(begin.as_ref())?);
        if matches!(found.last(), Some(Extent::Absent)) {
            return Ok(Extent::Absent);
        }
    }
    let groups: Vec<&Group<S>> = opening.parts.iter().map(|(group, _)| group).collect();
    whole.joined(&groups, &found)
}

/// Bodies that contacts join, with how far inside the cones their forces can be.
#[derive(Debug, Clone, PartialEq)]
pub struct Part<S: stiction_scene::lower::Standing> {
    /// For each of its bodies the place in the whole.
    pub bodies: Vec<usize>,
    /// For each of its contacts the place in the whole.
    pub contacts: Vec<usize>,
    /// The part as an assembly of its own.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at its bodies.
    pub load: Vec<S::Screw>,
}

/// The parts of an assembly that do not touch each other.
pub fn parts<S: Searched>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Vec<Part<S>> {
    let part = |group: Group<S>| {
        let load = group.part(load);
        let Group { problem, bodies, contacts } = group;
        Part { bodies, contacts, problem, load }
    };
    groups::<S>(problem).into_iter().map(part).collect()
}

/// The largest multiple of one newton along every normal that the contacts of one part can push with besides a force of
/// their cones, both together within their limits, and the newtons with which they were allowed to pull before.
fn spared_by<S: Searched>(part: &Part<S>, stands: bool) -> Result<(Most<S>, Rational), Refused> {
    // Where it falls, contacts may pull with so much that it is enough if anything is.
    let pull = if stands { Rational::zero() } else { heaviest::<S>(&part.load) };
    let further = normals::<S>(&part.problem);
    let begin = loaded::<S>(&part.load, &further, &-&pull);
    let wide = spared::<S>(&part.problem, &-&pull);
    let directions = [&further[..]];
    let (way, taken) = ([Rational::one()], presses::<S>(&part.problem));
    let asked = Asked::<S> {
        problem: &wide,
        load: &begin,
        directions: &directions,
        way: &way,
        further: &further,
        taken,
    };
    let most = asked.most(Begin::new::<S>(&wide, &begin).as_ref())?;
    Ok((most, pull))
}

/// The same for every part; no more of them after one that falls whatever its contacts pull with.
pub fn spared_by_parts<S: Searched>(
    parts: &[Part<S>],
    stands: bool,
) -> Result<Vec<(Most<S>, Rational)>, Refused> {
    let mut found = Vec::with_capacity(parts.len());
    for part in parts {
        found.push(spared_by(part, stands)?);
        if matches!(found.last(), Some((Extent::Absent, _))) {
            break;
        }
    }
    Ok(found)
}

/// The least of what the parts of an assembly spare, as proofs about the whole.
pub fn spared_together<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    found: &[(Most<S>, Rational)],
) -> Result<(Most<S>, Rational), Refused> {
    if let Some((Extent::Absent, pull)) = found.last() {
        return Ok((Extent::Absent, pull.clone()));
    }
    let depths = found.iter().filter_map(|(most, pull)| Some((&most.bracket()?.upper.0 - pull, pull)));
    let pull = depths.min_by(|one, other| one.0.cmp(&other.0)).map(|(_, pull)| pull.clone());
    let pull = pull.unwrap_or_default();
    // Depths of all groups from the same beginning.
    let shifted = |(most, own): &(Most<S>, Rational)| match most {
        Extent::Between(Bracket { lower, upper, .. }) => {
            let (shift, lower, upper) = (&pull - own, lower.clone(), upper.clone());
            Extent::Between(Bracket::new((lower.0 + &shift, lower.1), (upper.0 + &shift, upper.1)))
        }
        other => other.clone(),
    };
    let found: Vec<Most<S>> = found.iter().map(shifted).collect();
    let further = normals::<S>(problem);
    let begin = loaded::<S>(load, &further, &-&pull);
    let wide = spared::<S>(problem, &-&pull);
    let (directions, way) = ([&further[..]], [Rational::one()]);
    let taken = presses::<S>(problem);
    let whole =
        Asked { problem: &wide, load: &begin, directions: &directions, way: &way, further: &further, taken };
    let groups = groups::<S>(problem);
    let groups: Vec<&Group<S>> = groups.iter().collect();
    Ok((whole.joined(&groups, &found)?, pull))
}

/// A pull that is enough if anything is.
fn heaviest<S: Searched>(load: &[S::Screw]) -> Rational {
    let sizes = load.iter().flat_map(|load| load.as_ref().iter().map(Rational::abs));
    let total: Rational = sizes.sum();
    total * Rational::from(16)
}

/// What is asked of one assembly and load again and again, group by group.
#[derive(Debug, Clone)]
pub struct GroupMargins<S: Searched> {
    parts: Vec<(Group<S>, Option<Begin>)>,
}

impl<S: Searched> GroupMargins<S> {
    /// Seeks it.
    pub fn new(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Self {
        let part = |group: Group<S>| {
            let begin = Begin::new::<S>(&group.problem, &group.part(load));
            (group, begin)
        };
        Self { parts: groups::<S>(problem).into_iter().map(part).collect() }
    }
}

impl Begin {
    /// Seeks forces inside the cones; the motion is the collapse under a load that pushes along every normal.
    /// None where the exact program alone is asked.
    pub(super) fn new<S: Searched>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Option<Self> {
        let friction = FrictionUse::Given;
        if edges::size::<S>(problem) <= FEW_ROWS && !edges::is_round::<S>(problem, &friction) {
            return None;
        }
        let begin = search::<S>(Sought::new(problem, &friction, load));
        let motion = opening::<S>(problem, &friction, &normals::<S>(problem));
        Some(Self { begin, motion, exactly: Cell::new(0) })
    }
}

impl<S: Searched> Asked<'_, S> {
    /// The least of what the groups stand, as proofs about the whole that was asked.
    fn joined(&self, groups: &[&Group<S>], found: &[Most<S>]) -> Result<Most<S>, Refused> {
        if found.iter().any(|most| matches!(most, Extent::Undecided)) {
            return Ok(Extent::Undecided);
        }
        if let ([_], [only]) = (groups, found) {
            return Ok(only.clone());
        }
        let brackets = found.iter().enumerate().filter_map(|(place, most)| Some((most.bracket()?, place)));
        let least = |end: fn(&Bracket<StandProof<S>>) -> &Rational| {
            brackets.clone().min_by(|a, b| end(a.0).cmp(end(b.0)))
        };
        let (Some((lower, place)), Some((upper, other))) =
            (least(|bracket| &bracket.lower.0), least(|bracket| &bracket.upper.0))
        else {
            return self.unlimited_together(groups, found);
        };
        let Some(carried) = self.carried_together(groups, place, lower)? else {
            return Ok(Extent::Undecided);
        };
        let Some(beyond) = self.beyond_group(groups[other], upper.upper.1.proof()) else {
            return Ok(Extent::Undecided);
        };
        Ok(Extent::Between(Bracket::new((lower.lower.0.clone(), carried), beyond)))
    }

    /// Forces at the lower end that is known of one group, and of the others what balances them there.
    fn carried_together(
        &self,
        groups: &[&Group<S>],
        known: usize,
        bracket: &Bracket<StandProof<S>>,
    ) -> Result<Option<Verified<StandProof<S>>>, Refused> {
        let multiple = &bracket.lower.0;
        let (left, load) = (self.left(multiple), loaded::<S>(self.load, self.further, multiple));
        let mut parts = Vec::with_capacity(groups.len());
        for (place, group) in groups.iter().enumerate() {
            if place == known {
                parts.push(bracket.lower.1.proof().clone());
                continue;
            }
            let mut problem = group.problem.clone();
            for (contact, &index) in problem.contacts.iter_mut().zip(&group.contacts) {
                contact.touch.set_most(left.contacts[index].touch.most().cloned());
            }
            match stands::<S>(&problem, &group.part(&load), &FrictionUse::Given)? {
                Verdict::Yes(balance) => parts.push(balance.into_proof()),
                _ => return Ok(None),
            }
        }
        let proof = together::<S>(&left, groups, parts, load);
        left.check(proof).map(Some).map_err(Refused)
    }

    fn unlimited_together(&self, groups: &[&Group<S>], found: &[Most<S>]) -> Result<Most<S>, Refused> {
        let parts = found.iter().filter_map(|most| match most {
            Extent::Unlimited(forces) => Some(forces.proof().clone()),
            _ => None,
        });
        let proof = together::<S>(self.problem, groups, parts.collect(), self.further.to_vec());
        self.problem.check(proof).map(Extent::Unlimited).map_err(Refused)
    }

    /// The half-space of a group as one of the whole: the others stay where they are.
    fn beyond_group(&self, group: &Group<S>, proof: &StandProof<S>) -> Option<End<StandProof<S>>> {
        let AssemblyProof::Bounds { twists, resistance, .. } = proof else { return None };
        let mut all = self.problem.no_load();
        group.bodies.iter().zip(twists).for_each(|(&body, twist)| all[body] = twist.clone());
        let mut taken = Vec::new();
        if !resistance.is_empty() {
            taken = vec![Rational::zero(); self.problem.contacts.len()];
            group.contacts.iter().zip(resistance).for_each(|(&index, own)| taken[index] = own.clone());
        }
        self.beyond(&all, Some(taken))
    }
}

/// Balances of groups as one of the whole.
fn together<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    groups: &[&Group<S>],
    parts: Vec<StandProof<S>>,
    load: Vec<S::Screw>,
) -> StandProof<S> {
    let mut forces = vec![None; problem.contacts.len()];
    for (group, part) in groups.iter().zip(parts) {
        if let AssemblyProof::Rests { forces: own, .. } = part {
            group.contacts.iter().zip(own).for_each(|(&contact, push)| forces[contact] = Some(push));
        }
    }
    // Every contact is of a group; a balance that lacks one is refused by the checker.
    let forces = forces.into_iter().flatten().collect();
    AssemblyProof::Rests { friction: FrictionUse::Given, load, forces }
}

/// A motion that opens every contact without limit.
pub(super) fn opening<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    normals: &[S::Screw],
) -> Option<Vec<Vec<f64>>> {
    // So hard that limits give way.
    let limits = problem.contacts.iter().filter_map(|contact| contact.touch.most());
    let strength: Rational = limits.map(|most| most + most).sum();
    let pushed = loaded::<S>(normals, normals, &strength);
    match search::<S>(Sought::new(problem, friction, &pushed)) {
        Proposal::Collapse(twists) => Some(twists),
        _ => None,
    }
}

/// For each contact with a limit the multiple of its normal that is one newton, and zero for the others;
/// empty where there are no limits.
pub fn presses<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> Vec<Rational> {
    if problem.contacts.iter().all(|contact| contact.touch.most().is_none()) {
        return Vec::new();
    }
    let one = |contact: &AssemblyContact<S::Touch>| match contact.touch.most() {
        Some(_) => newton::<S>(&contact.touch),
        None => Rational::zero(),
    };
    problem.contacts.iter().map(one).collect()
}

/// The problem that is left when every contact pushes with so many newtons along its normal: limits are
/// smaller by them.
pub fn spared<'a, S: Searched>(
    problem: &'a AssemblyProblem<S::Touch>,
    push: &Rational,
) -> Cow<'a, AssemblyProblem<S::Touch>> {
    let presses = presses::<S>(problem);
    if presses.is_empty() || push.is_zero() {
        return Cow::Borrowed(problem);
    }
    let mut left = problem.clone();
    for (contact, press) in left.contacts.iter_mut().zip(&presses) {
        if let Some(most) = contact.touch.most() {
            let less = most - &(press * push);
            contact.touch.set_most(Some(less));
        }
    }
    Cow::Owned(left)
}

/// The multiple of a normal that is about one newton.
pub(super) fn newton<S: Searched>(touch: &S::Touch) -> Rational {
    let length = size(&S::normal(touch));
    Rational::from_f64(length.recip()).unwrap_or_else(Rational::one)
}

/// The load of one newton along every normal.
pub fn normals<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> Vec<S::Screw> {
    let mut load = problem.no_load();
    for contact in &problem.contacts {
        let unit = newton::<S>(&contact.touch);
        for (body, positive) in contact.sides() {
            let about = S::Touch::about(S::push_along(&contact.touch), &problem.bodies[body].reference);
            for (entry, part) in load[body].as_mut().iter_mut().zip(about.as_ref()) {
                let part = part * &unit;
                if positive { *entry += part } else { *entry -= &part }
            }
        }
    }
    load
}

/// Twists with as much of an opening as makes them strict, where the points of one contact may move besides.
pub(super) fn opened<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    twists: &[Vec<f64>],
    opening: Option<&Vec<Vec<f64>>>,
    besides: Option<(usize, [f64; 3])>,
) -> Vec<Vec<f64>> {
    let Some(opening) = opening else { return twists.to_vec() };
    let coefficients = problem.coefficients(friction);
    let least = |twists: &[Vec<f64>], besides: Option<(usize, [f64; 3])>| {
        let clear = |(index, (contact, coefficients))| {
            let moved = besides.filter(|(of, _)| *of == index).map_or([0.0; 3], |(_, velocity)| velocity);
            clearance::<S>(problem, contact, coefficients, twists, moved)
        };
        // What limited contacts take up is counted and need not vanish.
        let cones = problem.contacts.iter().zip(&coefficients).enumerate();
        let unlimited = cones.filter(|(_, (contact, _))| contact.touch.most().is_none());
        unlimited.map(clear).fold(f64::INFINITY, f64::min)
    };
    let size = twists.iter().flatten().fold(0.0_f64, |size, entry| size.max(entry.abs()));
    let size = if besides.is_some() { size.max(1.0) } else { size };
    // Rounding of the twists is far below this.
    let wanted = 1e-12 * size;
    let (now, gained) = (least(twists, besides), least(opening, None));
    if now >= wanted || gained.is_nan() || gained <= 0.0 {
        return twists.to_vec();
    }
    let share = 2.0 * (wanted - now) / gained;
    let mix = |(twist, opening): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
        twist.iter().zip(opening).map(|(twist, opening)| twist + share * opening).collect()
    };
    twists.iter().zip(opening).map(mix).collect()
}

/// A double with few bits just below it.
pub(super) fn short(value: f64) -> Option<Rational> {
    let unit = f64::from(value.abs().max(1e-9).log2().floor() as i32 - 44).exp2();
    Rational::from_f64((value / unit).floor() * unit)
}

/// How far a contact is from resisting twists: the least work of a push with a unit normal.
pub(super) fn clearance<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    coefficients: &Coefficients,
    twists: &[Vec<f64>],
    moved: [f64; 3],
) -> f64 {
    let (mut velocity, turn) = relative::<S>(problem, contact, twists);
    (0..3).for_each(|k| velocity[k] += moved[k]);
    let works = S::generators(&contact.touch, coefficients);
    let works = works.iter().map(|[force, moment]| inner(force, &velocity) + inner(moment, &turn));
    let works: Vec<f64> = works.collect();
    if S::is_round(&contact.touch, coefficients) {
        return works[0] - works[1..].iter().map(|work| work * work).sum::<f64>().sqrt();
    }
    works.into_iter().fold(f64::INFINITY, f64::min)
}

/// The relative velocity at a contact, of the points and angular.
pub(super) fn relative<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    twists: &[Vec<f64>],
) -> ([f64; 3], [f64; 3]) {
    let point = S::place(&contact.touch);
    let (mut velocity, mut turn) = ([0.0; 3], [0.0; 3]);
    for (body, positive) in contact.sides() {
        let sign = if positive { 1.0 } else { -1.0 };
        let com = problem.bodies[body].reference.as_ref();
        let lever = std::array::from_fn(|k| point[k] - com.get(k).map_or(0.0, Rational::to_f64));
        let (w, v): ([f64; 3], [f64; 3]) = match &twists[body][..] {
            [w, x, y] => ([0.0, 0.0, *w], [*x, *y, 0.0]),
            other => (
                std::array::from_fn(|k| other.get(k).copied().unwrap_or(0.0)),
                std::array::from_fn(|k| other.get(k + 3).copied().unwrap_or(0.0)),
            ),
        };
        let moved = across(&w, &lever);
        (0..3).for_each(|k| {
            velocity[k] += sign * (v[k] + moved[k]);
            turn[k] += sign * w[k];
        });
    }
    (velocity, turn)
}
