//! The scene in doubles: bodies with features, how driven ones move, what each two of them rub and bounce with.

use super::feature::{Feature, features};
use super::plane::{Table, Vector, along, dot, minus, rotated, turned};
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::lower::Misfit;
use stiction_scene::lower::bodies::without_mass;
use stiction_scene::scene::{Body, Party, Role, Scene, Trajectory};

/// Where a body is and how it moves: about its centre of mass, the angle counted from the start.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Placed {
    pub com: Vector,
    pub angle: f64,
    /// `[w, vx, vy]`.
    pub twist: [f64; 3],
    /// Of a driven body, else zero.
    pub acceleration: [f64; 3],
}

impl Placed {
    /// The world point of a point of the body.
    pub(super) fn point(&self, own: Vector) -> Vector {
        along(self.com, 1.0, rotated(own, self.angle))
    }

    /// The velocity of the material point that is here.
    pub(super) fn velocity(&self, at: Vector) -> Vector {
        let [spin, x, y] = self.twist;
        along([x, y], spin, turned(minus(&at, &self.com)))
    }
}

/// Who decides how a body moves.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Rule {
    /// Forces do: its place among the free ones.
    Free(usize),
    Fixed,
    Driven(Drive),
}

/// A given motion, as polynomials of time.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Drive {
    angle: Vec<f64>,
    shift: [Vec<f64>; 2],
    pivot: Vector,
}

impl Drive {
    fn new(body: &Body<Planar>) -> Self {
        let double = |list: &[Rational]| list.iter().map(Rational::to_f64).collect::<Vec<_>>();
        if let Some(Trajectory { coefficients, pivot, .. }) = &body.trajectory {
            let list = |index: usize| coefficients.get(index).map(|list| double(list)).unwrap_or_default();
            return Self {
                angle: list(0),
                shift: [list(1), list(2)],
                pivot: [pivot[0].to_f64(), pivot[1].to_f64()],
            };
        }
        let rate = |index: usize| {
            let second = body.acceleration.as_ref().map_or(0.0, |screw| screw[index].to_f64());
            vec![0.0, body.twist[index].to_f64(), second / 2.0]
        };
        Self { angle: rate(0), shift: [rate(1), rate(2)], pivot: body.com.each_ref().map(Rational::to_f64) }
    }

    /// Whether it ever moves.
    pub(super) fn moves(&self) -> bool {
        [&self.angle, &self.shift[0], &self.shift[1]]
            .iter()
            .any(|list| list.iter().any(|entry| *entry != 0.0))
    }

    /// The largest rate and second rate of the angle, and of the centre of mass, within a time.
    pub(super) fn most(&self, start: Vector, from: f64, step: f64) -> [f64; 4] {
        let arm = minus(&start, &self.pivot);
        let arm = arm[0].hypot(arm[1]);
        let [spin, turning] = largest(&self.angle, from, step);
        let [x, y] = self.shift.each_ref().map(|list| largest(list, from, step));
        let speed = x[0].hypot(y[0]) + spin * arm;
        [spin, turning, speed, x[1].hypot(y[1]) + (turning + spin * spin) * arm]
    }

    fn at(&self, start: Vector, time: f64) -> Placed {
        let [angle, spin, turning] = derivatives(&self.angle, time);
        let shifts = self.shift.each_ref().map(|list| derivatives(list, time));
        let arm = rotated(minus(&start, &self.pivot), angle);
        let across = turned(arm);
        let place = |order: usize| [shifts[0][order], shifts[1][order]];
        let com = along(along(self.pivot, 1.0, place(0)), 1.0, arm);
        let [vx, vy] = along(place(1), spin, across);
        let [ax, ay] = along(along(place(2), turning, across), -spin * spin, arm);
        Placed { com, angle, twist: [spin, vx, vy], acceleration: [turning, ax, ay] }
    }
}

/// What the first two derivatives of a polynomial are at most within a time: the sums of Taylor's terms.
fn largest(coefficients: &[f64], from: f64, step: f64) -> [f64; 2] {
    let mut terms = coefficients.to_vec();
    // Taylor's shift, coefficient by coefficient.
    for first in 0..terms.len() {
        for at in (first..terms.len().saturating_sub(1)).rev() {
            terms[at] += from * terms[at + 1];
        }
    }
    let mut sums = [0.0; 2];
    for (power, term) in terms.iter().enumerate().skip(1) {
        let factor = power as f64 * term.abs();
        sums[0] += factor * step.powi(power as i32 - 1);
        if power > 1 {
            sums[1] += factor * (power - 1) as f64 * step.powi(power as i32 - 2);
        }
    }
    sums
}

/// A polynomial and its first two derivatives.
fn derivatives(coefficients: &[f64], time: f64) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for coefficient in coefficients.iter().rev() {
        sums[2] = sums[2] * time + 2.0 * sums[1];
        sums[1] = sums[1] * time + sums[0];
        sums[0] = sums[0] * time + coefficient;
    }
    sums
}

/// A body in doubles.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solid {
    pub name: String,
    pub party: Party,
    pub rule: Rule,
    pub start: Vector,
    pub mass: f64,
    pub inertia: f64,
    /// One over inertia and mass; zero where it may not move.
    pub mobility: [f64; 3],
    /// Gravity and its own wrench.
    pub load: [f64; 3],
    pub wrench: [f64; 3],
    pub features: Vec<Feature>,
    /// How far it reaches from its centre of mass.
    pub reach: f64,
}

/// How two bodies rub and bounce.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    /// Indices of the bodies, the earlier one first and the ground last.
    pub bodies: [usize; 2],
    pub at_rest: f64,
    pub sliding: f64,
    pub restitution: f64,
    /// What is touching at the start.
    pub tolerance: f64,
}

/// The scene in doubles.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct World {
    pub bodies: Vec<Solid>,
    /// Indices of the free bodies.
    pub free: Vec<usize>,
    pub pairs: Vec<Pair>,
    /// The bodies with shapes, the pair of each two of them, and the widest tolerance of a pair.
    pub shaped: Vec<usize>,
    paired: Table<[usize; 2], usize>,
    pub widest: f64,
    pub gravity: Vector,
    pub until: f64,
    /// The largest acceleration that loads alone give, and the longest speed and length in sight.
    pub scales: Scales,
}

/// What numbers of a run are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Scales {
    pub acceleration: f64,
    pub force: f64,
    pub speed: f64,
    pub length: f64,
}

impl World {
    /// Lowers a scene, or says everything that stands against a run.
    pub(super) fn new(scene: &Scene<Planar>, until: f64) -> Result<Self, Vec<Misfit>> {
        let mut misfits = Vec::new();
        let gravity = scene.gravity.each_ref().map(Rational::to_f64);
        let mut bodies = Vec::with_capacity(scene.bodies.len());
        let mut free = Vec::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            let party = scene.party(&body.name).unwrap_or(Party::Body(index));
            let rule = match body.role {
                _ if party == Party::Ground => Rule::Fixed,
                Role::Free => {
                    free.push(index);
                    misfits.extend(unweighed(body));
                    Rule::Free(free.len() - 1)
                }
                Role::Fixed => Rule::Fixed,
                Role::Driven => {
                    misfits.extend(too_short(body, until));
                    Rule::Driven(Drive::new(body))
                }
            };
            bodies.push(solid(body, party, rule, gravity));
        }
        if free.is_empty() {
            let help = "leave `role` out of the body that moves";
            misfits.push(Misfit::new("no-free-body", &["bodies"], "nothing is free to move", help));
        }
        misfits.extend(shapeless(scene));
        if !misfits.is_empty() {
            return Err(misfits);
        }
        let pairs = pairs(scene, &bodies);
        let scales = scales(scene, &bodies, gravity, until);
        let shaped = (0..bodies.len()).filter(|&index| !bodies[index].features.is_empty()).collect();
        let key = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let paired = pairs.iter().enumerate().map(|(at, pair)| (key(pair.bodies), at)).collect();
        let widest = pairs.iter().map(|pair| pair.tolerance).fold(0.0, f64::max);
        Ok(Self { bodies, free, pairs, shaped, paired, widest, gravity, until, scales })
    }

    /// The pair of two bodies, if one of them is free.
    pub(super) fn pair_of(&self, a: usize, b: usize) -> Option<usize> {
        self.paired.get(&[a.min(b), a.max(b)]).copied()
    }

    /// Where a body is that is fixed or driven.
    pub(super) fn given(&self, body: &Solid, time: f64) -> Placed {
        match &body.rule {
            Rule::Driven(drive) => drive.at(body.start, time),
            Rule::Fixed | Rule::Free(_) => Placed { com: body.start, ..Placed::default() },
        }
    }

    /// Where every body is, from the numbers of the free ones.
    pub(super) fn placed(&self, time: f64, numbers: &[f64]) -> Vec<Placed> {
        let place = |solid: &Solid| match &solid.rule {
            Rule::Fixed | Rule::Driven(_) => self.given(solid, time),
            Rule::Free(own) => {
                let own = &numbers[6 * own..6 * own + 6];
                Placed {
                    angle: own[0],
                    com: [own[1], own[2]],
                    twist: [own[3], own[4], own[5]],
                    acceleration: [0.0; 3],
                }
            }
        };
        self.bodies.iter().map(place).collect()
    }

    /// Whether a body moves later that nothing can stop.
    pub(super) fn is_driven(&self) -> bool {
        self.bodies.iter().any(|body| matches!(&body.rule, Rule::Driven(drive) if drive.moves()))
    }

    /// The kinetic and the potential energy; the latter is zero at the origin's height.
    pub(super) fn energies(&self, placed: &[Placed]) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for &index in &self.free {
            let (body, at) = (&self.bodies[index], &placed[index]);
            let [spin, x, y] = at.twist;
            sums[0] += 0.5 * (body.inertia * spin * spin + body.mass * (x * x + y * y));
            sums[1] -= body.mass * dot(&self.gravity, &at.com);
        }
        sums
    }
}

fn solid(body: &Body<Planar>, party: Party, rule: Rule, gravity: Vector) -> Solid {
    let start = body.com.each_ref().map(Rational::to_f64);
    let own = body.shape.as_ref().map(|shape| features(shape, start)).unwrap_or_default();
    let (mass, inertia) = match &body.mass_matrix {
        Some(rows) => (rows[1][1].to_f64(), rows[0][0].to_f64()),
        None => {
            let number = |value: &Option<Rational>| value.as_ref().map_or(0.0, Rational::to_f64);
            (number(&body.mass), number(&body.inertia))
        }
    };
    let wrench = body.wrench.each_ref().map(Rational::to_f64);
    let is_free =
        |axis: usize| matches!(rule, Rule::Free(_)) && body.freedoms.get(axis).copied().unwrap_or(true);
    let inverse = |axis: usize, value: f64| if is_free(axis) && value > 0.0 { 1.0 / value } else { 0.0 };
    Solid {
        name: body.name.clone(),
        party,
        start,
        mass,
        inertia,
        mobility: [inverse(0, inertia), inverse(1, mass), inverse(2, mass)],
        load: [wrench[0], wrench[1] + mass * gravity[0], wrench[2] + mass * gravity[1]],
        wrench,
        reach: own.iter().map(Feature::reach).fold(0.0, f64::max),
        features: own,
        rule,
    }
}

/// Contacts that are listed between bodies of which one has no shape: in time only shapes touch, and the contact would
/// be left out without a word.
fn shapeless(scene: &Scene<Planar>) -> Vec<Misfit> {
    let mut misfits: Vec<Misfit> = Vec::new();
    let mut known: Vec<Party> = Vec::new();
    for contact in &scene.contacts {
        for party in [contact.on, contact.against] {
            if known.contains(&party) || scene.body_of(party).is_some_and(|body| body.shape.is_some()) {
                continue;
            }
            known.push(party);
            let name = scene.party_name(party);
            let touching = scene.contacts.iter().filter(|one| [one.on, one.against].contains(&party)).count();
            let more = if touching > 1 { format!(" and {} more", touching - 1) } else { String::new() };
            let message = format!(
                "\"{name}\" has no shape: in time only shapes touch, and contact \"{}\"{more} would not hold",
                contact.id
            );
            let shape = match party {
                Party::Ground => "shape.half_plane = { point = [0, 0], normal = [0, 1] }",
                Party::Body(_) => "shape.polygon = [[x, y], …]",
            };
            let help = format!("give it one, for instance `[bodies.{name}]` with `{shape}`");
            misfits.push(Misfit::new("no-shape", &["contacts", &contact.id], message, help));
        }
    }
    misfits
}

/// What a free body lacks.
fn unweighed(body: &Body<Planar>) -> Option<Misfit> {
    if let Some(rows) = &body.mass_matrix {
        let zero = [(0, 1), (0, 2), (1, 0), (2, 0), (1, 2), (2, 1)];
        let plain =
            zero.iter().all(|(row, column)| rows[*row][*column].is_zero()) && rows[1][1] == rows[2][2];
        let message = format!("the `mass_matrix` of body \"{}\" is not that of a body that turns", body.name);
        let help = "give `mass` and `inertia`";
        return (!plain)
            .then(|| Misfit::new("mass-matrix", &["bodies", &body.name, "mass_matrix"], message, help));
    }
    if body.mass.is_none() {
        return Some(without_mass(body, "mass", "so its motion is not known"));
    }
    let turns = body.freedoms.first().copied().unwrap_or(true);
    let weightless = |value: &Option<Rational>| !value.as_ref().is_some_and(Rational::is_positive);
    if turns && weightless(&body.inertia) {
        return Some(without_mass(body, "inertia", "so its rotation is not known"));
    }
    None
}

fn too_short(body: &Body<Planar>, until: f64) -> Option<Misfit> {
    let duration = body.trajectory.as_ref()?.duration.to_f64();
    (duration < until).then(|| {
        let message = format!("the trajectory of \"{}\" lasts {duration} s, the run {until} s", body.name);
        let help = format!("give `--until {duration}` at most, or a longer `duration`");
        Misfit::new("duration", &["bodies", &body.name, "trajectory", "duration"], message, help)
    })
}

/// Every two bodies with shapes of which one is free, in the order of the scene, the ground last.
fn pairs(scene: &Scene<Planar>, bodies: &[Solid]) -> Vec<Pair> {
    let mut order: Vec<usize> =
        (0..bodies.len()).filter(|&index| !bodies[index].features.is_empty()).collect();
    order.sort_by_key(|&index| bodies[index].party == Party::Ground);
    let is_free = |index: usize| matches!(bodies[index].rule, Rule::Free(_));
    let mut pairs = Vec::new();
    for (place, &a) in order.iter().enumerate() {
        for &b in order[place + 1..].iter().filter(|&&b| is_free(a) || is_free(b)) {
            let law = scene.touching_between(bodies[a].party, bodies[b].party);
            let size = bodies[a].reach.min(bodies[b].reach);
            let given = scene.touching.as_ref().and_then(|touching| touching.tolerance.as_ref());
            pairs.push(Pair {
                bodies: [a, b],
                at_rest: law.friction.at_rest.to_f64(),
                sliding: law.friction.sliding.to_f64(),
                restitution: law.restitution.to_f64(),
                tolerance: given.map_or(1e-6 * size, Rational::to_f64),
            });
        }
    }
    pairs
}

fn scales(scene: &Scene<Planar>, bodies: &[Solid], gravity: Vector, until: f64) -> Scales {
    let mut scales = Scales { acceleration: gravity[0].hypot(gravity[1]), ..Scales::default() };
    for (body, solid) in scene.bodies.iter().zip(bodies) {
        let reach = if solid.reach.is_finite() { solid.reach } else { 0.0 };
        scales.length = scales.length.max(reach);
        if let Rule::Driven(_) = solid.rule {
            for sample in 0..=8 {
                let placed = match &solid.rule {
                    Rule::Driven(drive) => drive.at(solid.start, until * f64::from(sample) / 8.0),
                    _ => Placed::default(),
                };
                let [turning, ax, ay] = placed.acceleration;
                let [spin, vx, vy] = placed.twist;
                scales.acceleration = scales.acceleration.max(ax.hypot(ay) + turning.abs() * reach);
                scales.speed = scales.speed.max(vx.hypot(vy) + spin.abs() * reach);
            }
            continue;
        }
        let [spin, vx, vy] = body.twist.each_ref().map(Rational::to_f64);
        let [moment, fx, fy] = solid.load;
        let pull = (fx * solid.mobility[1]).hypot(fy * solid.mobility[2]);
        scales.acceleration = scales.acceleration.max(pull + moment.abs() * solid.mobility[0] * reach);
        scales.speed = scales.speed.max(vx.hypot(vy) + spin.abs() * reach);
        scales.acceleration = scales.acceleration.max(spin * spin * reach);
        scales.force = scales.force.max(fx.hypot(fy)).max(solid.mass * scales.acceleration);
    }
    scales.speed += scales.acceleration * until;
    scales.force = scales.force.max(f64::MIN_POSITIVE);
    scales.length = scales.length.max(f64::MIN_POSITIVE);
    scales
}
