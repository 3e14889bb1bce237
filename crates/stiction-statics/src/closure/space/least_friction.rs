//! The least friction that closes in space: an infimum over one common coefficient.
//!
//! As in the plane each proof gives more than was asked: a squeeze closes for every `μ > max |ft|/fn`, an escape stays
//! one for every `μ ≤ min √((n·u)² − γ²(n·w)²)/|u_t|`.  Both roots are rounded to the safe side, the checker sees the
//! rounded bound, and where neither squeeze nor escape is found the bracket stays as wide as it is.  The search comes
//! close in doubles; Newton's method on what holds at the threshold (`polish`) then gives both ends at once.
//!
//! References: \[MR 12.2.3.2\].

use super::super::gradient::{Gradient, Gripped, threshold_gradient};
use super::super::many::quick_spatial_closure;
use super::super::{LeastFriction, Thresholding, closure};
use super::polish::{Polished, polish};
use super::round::{Centre, Cone, Cones, unit};
use super::{ClosureQuestion, motion, nothing, sixfold, squeeze};
use stiction_exact::linear::{Balance, stiemke};
use stiction_exact::root::square_root;
use stiction_exact::vector::{cross, default_tangent, dot};
use stiction_proof::quick_space::{QuickModel, QuickSpatialContact, QuickSpatialProof};
use stiction_proof::{
    Coefficients, FrictionUse, Generator, NonZero, Push, Rational, SpatialContact, SpatialProblem,
    SpatialProof, Vector,
};
use stiction_scene::Threshold;
use stiction_scene::bracket::{
    Bracket, End, Probe, meant, rounded_down, rounded_up, short_above, short_below, threshold_in_doubles,
};
use stiction_scene::{Refused, Verdict};

impl Thresholding for SpatialContact {
    fn least_friction(problem: &SpatialProblem) -> Result<LeastFriction<Self>, Refused> {
        if let Some(bracket) = at_once(problem) {
            return Ok(Threshold::Between(bracket));
        }
        let checked = |proof: SpatialProof| problem.check(proof).map_err(Refused);
        let upper = match unlimited(problem) {
            Unlimited::Escape(twist) => {
                return checked(SpatialProof::NeverClosed { twist: *twist }).map(Threshold::Never);
            }
            Unlimited::Squeeze(mu, forces) => {
                (mu.clone(), checked(SpatialProof::ClosedAbove { mu, forces })?)
            }
        };
        let zero = Rational::zero();
        let escape = match closure(problem, &FrictionUse::Common(zero.clone()))? {
            Verdict::Yes(squeeze) => return Ok(Threshold::None(squeeze)),
            Verdict::Undecided => return Ok(Threshold::Undecided),
            Verdict::No(escape) => escape,
        };
        let mut bracket = Bracket::new(open_with(problem, &zero, escape.proof())?, upper);
        approach(problem, &mut bracket);
        bracket.narrow_while(WIDTH, |mu| probe(problem, mu)).map(Threshold::Between)
    }

    fn least_friction_gradient(
        problem: &SpatialProblem,
        lower: &SpatialProof,
        upper: &SpatialProof,
    ) -> Vec<Gradient> {
        let (SpatialProof::OpenUpTo { twist, .. }, SpatialProof::ClosedAbove { mu, forces }) = (lower, upper)
        else {
            return Vec::new();
        };
        let [wx, wy, wz, vx, vy, vz] = twist.each_ref().map(Rational::to_f64);
        let contacts = problem.contacts.iter().zip(forces).zip(problem.sharing());
        let gripped = |((contact, push), shares): ((&SpatialContact, &Push), bool)| {
            let Push::Force { force, spin } = push else { return None };
            Some(Gripped {
                moment: contact.normal.each_ref().map(|entry| (entry * spin).to_f64()),
                point: std::array::from_fn(|k| (&contact.point[k] - &problem.reference[k]).to_f64()),
                normal: unit(&contact.normal),
                force: force.each_ref().map(Rational::to_f64),
                friction: if shares { mu.to_f64() } else { 0.0 },
                turn: [wx, wy, wz],
                slide: [vx, vy, vz],
            })
        };
        let gripped: Option<Vec<Gripped>> = contacts.map(gripped).collect();
        gripped.map_or_else(Vec::new, |gripped| threshold_gradient(&gripped))
    }
}

/// Relative width of a bracket that is narrow enough: what doubles can settle with room to spare.
const WIDTH: f64 = 1e-11;
/// The whole answer where nothing stands against it: certified verdicts in doubles close in on the threshold, one cone
/// program there says what each contact does, and Newton's method gives both ends.
fn at_once(problem: &SpatialProblem) -> Option<Bracket<SpatialProof>> {
    if problem.contacts.iter().any(|contact| contact.across.is_some()) {
        return None;
    }
    let sharing = problem.sharing();
    let Narrowed { ends: [low, high], escape } = in_doubles(problem, &sharing)?;
    let one = FrictionUse::Common(Rational::one());
    let asked = ClosureQuestion::new(problem, &one, &[]);
    let unit = Cones::new(&asked);
    let escape = motion::about_middle(&asked, &unit, &escape);
    for mu in [0.5 * (low + high), high * (1.0 + ASIDE), low * (1.0 - ASIDE)] {
        let centre = unit.widened(mu, &sharing).centre()?;
        // The escape that is proved is often the sharper one, above all where it turns about two contacts.
        let escaping = Centre { y: escape, x: centre.x.clone(), ..centre };
        for centre in [&escaping, &centre] {
            for threshold in polish(&unit, mu, &sharing, centre) {
                if let (Some(upper), Some(lower)) = ends(&asked, &unit, &threshold) {
                    let bracket = Bracket::new(lower, upper);
                    if bracket.lower.0 <= bracket.upper.0 && bracket.width() <= WIDTH {
                        return Some(bracket);
                    }
                }
            }
        }
    }
    None
}

/// How far beside the threshold a cone program is tried where at it nothing was found.
const ASIDE: f64 = 1e-3;
/// Relative width at which doubles are close enough for the cone program.
const CLOSE: f64 = 1e-6;

/// What certified verdicts in doubles say of a threshold.
struct Narrowed {
    /// Coefficients that are certainly too small and certainly large enough.
    ends: [f64; 2],
    /// An escape at the lower one, about the reference.
    escape: [f64; 6],
}

/// Coefficients close together with the threshold between them; none if there are none in range.
fn in_doubles(problem: &SpatialProblem, sharing: &[bool]) -> Option<Narrowed> {
    let mut contacts: Vec<QuickSpatialContact> = problem
        .contacts
        .iter()
        .map(|contact| QuickSpatialContact {
            point: std::array::from_fn(|k| (&contact.point[k] - &problem.reference[k]).to_f64()),
            normal: unit(&contact.normal),
            friction: 0.0,
            torsion: contact.torsion.as_ref().map_or(0.0, Rational::to_f64),
        })
        .collect();
    let mut escape = [0.0; 6];
    let ends = threshold_in_doubles(CLOSE, |mu| {
        for (contact, &shares) in contacts.iter_mut().zip(sharing) {
            contact.friction = if shares { mu } else { 0.0 };
        }
        let proof = quick_spatial_closure(&contacts, &QuickModel::Round)?;
        match proof {
            QuickSpatialProof::Open(twist) => escape = twist,
            QuickSpatialProof::Turn { axis: [from, to], backwards } => {
                let (from, to) = (contacts[from].point, contacts[to].point);
                let side = if backwards { -1.0 } else { 1.0 };
                let turn: [f64; 3] = std::array::from_fn(|k| side * (to[k] - from[k]));
                let slide = stiction_exact::double::cross(&from, &turn);
                escape = std::array::from_fn(|k| if k < 3 { turn[k] } else { slide[k - 3] });
            }
            QuickSpatialProof::Closed { .. } | QuickSpatialProof::Aligned => {}
        }
        Some(proof.is_closed())
    })?;
    Some(Narrowed { ends, escape })
}

/// Steps in doubles: each at least halves the bracket, most do far better.
const STEPS: usize = 24;

/// Narrows the bracket by what doubles find at the threshold, as far as the checker accepts it.
fn approach(problem: &SpatialProblem, bracket: &mut Bracket<SpatialProof>) {
    // Pyramids have no tangents that could be widened.
    if problem.contacts.iter().any(|contact| contact.across.is_some()) {
        return;
    }
    let one = FrictionUse::Common(Rational::one());
    let asked = ClosureQuestion::new(problem, &one, &[]);
    let (unit, sharing) = (Cones::new(&asked), problem.sharing());
    let (mut low, mut high) = (bracket.lower.0.to_f64(), bracket.upper.0.to_f64());
    for _ in 0..STEPS {
        let middle = 0.5 * (low + high);
        let cones = unit.widened(middle, &sharing);
        let Some(centre) = cones.centre() else { return };
        let found = polish(&unit, middle, &sharing, &centre).any(|end| take(&asked, &unit, &end, bracket));
        if found {
            return;
        }
        if centre.margin > 0.0 && steepest(&cones, &sharing, &centre.x) < 1.0 {
            high = middle * steepest(&cones, &sharing, &centre.x);
        } else {
            low = middle * flattest(&cones, &sharing, &centre.y).max(1.0);
        }
        let narrows = low < high;
        if !narrows {
            return;
        }
    }
}

/// Puts a threshold into the bracket; whether both ends moved to it.
fn take(
    asked: &ClosureQuestion,
    unit: &Cones,
    threshold: &Polished,
    bracket: &mut Bracket<SpatialProof>,
) -> bool {
    let (upper, lower) = ends(asked, unit, threshold);
    upper.into_iter().for_each(|end| bracket.place(Probe::Upper(end)));
    lower.into_iter().for_each(|end| bracket.place(Probe::Lower(end)));
    bracket.width() <= WIDTH
}

/// The ends that a threshold gives, as far as the checker accepts them: the upper one, then the lower.
fn ends(
    asked: &ClosureQuestion,
    unit: &Cones,
    threshold: &Polished,
) -> (Option<End<SpatialProof>>, Option<End<SpatialProof>>) {
    let problem = asked.problem;
    let closed = |forces: Vec<Push>| {
        let mu = needed(problem, &forces);
        problem
            .check(SpatialProof::ClosedAbove { mu: mu.clone(), forces })
            .ok()
            .map(|verified| (mu, verified))
    };
    let open = |twist: [Rational; 6]| {
        let mu = allowed(problem, &twist)?;
        problem.check(SpatialProof::OpenUpTo { mu: mu.clone(), twist }).ok().map(|verified| (mu, verified))
    };
    // What is far off the threshold is no end of a narrow bracket.
    let near = |end: &End<SpatialProof>| {
        (end.0.to_f64() - threshold.mu).abs() <= 0.5 * WIDTH * threshold.mu.max(1.0)
    };
    let short = |x: &[f64]| squeeze::short_forces(asked, unit, x).and_then(closed).filter(near);
    let squeezed = |x: &[f64]| short(x).or_else(|| squeeze::forces(asked, unit, x).and_then(closed));
    let sharing = problem.sharing();
    let upper =
        squeezed(&threshold.x).or_else(|| spread_out(unit, &sharing, threshold).and_then(|x| squeezed(&x)));
    let lower = motion::short_twist(asked, unit, &threshold.y, &threshold.still).and_then(open).filter(near);
    let any = || motion::twists(asked, unit, &threshold.y).filter_map(open).max_by(|a, b| a.0.cmp(&b.0));
    (upper, lower.or_else(any))
}

/// Parts of the threshold's forces with which contacts that are idle at it are made to press.
const TRACE: f64 = 1e-12;

/// Multiples with a trace of forces that press at idle contacts too, strictly inside their cones, so that all contacts
/// span: what that does to the others' forces is as small.
fn spread_out(unit: &Cones, sharing: &[bool], threshold: &Polished) -> Option<Vec<f64>> {
    let cones = unit.widened(threshold.mu, sharing);
    let mut rest = &threshold.x[..];
    let slack = cones.cones.iter().map(|cone| {
        let (own, others) = rest.split_at(cone.columns.len());
        rest = others;
        if own.iter().any(|&x| x != 0.0) { SLACK } else { 0.0 }
    });
    let centre = cones.centre_with(&slack.collect::<Vec<f64>>())?;
    let mut traces = centre.x.iter();
    let mut x = threshold.x.clone();
    let mut places = x.iter_mut();
    for cone in &cones.cones {
        for index in 0..cone.columns.len() {
            // The widened tangents are `mu` times as long as those that the threshold's multiples are of.
            let scale = if cone.round && index > 0 && sharing[cone.contact] { threshold.mu } else { 1.0 };
            *places.next()? += TRACE * scale * traces.next()?;
        }
    }
    Some(x)
}

/// How far outside its cone a force may be of which only a trace is taken.
const SLACK: f64 = 10.0;

/// The largest part of its cone's half-width that a force takes up.
fn steepest(cones: &Cones, sharing: &[bool], x: &[f64]) -> f64 {
    let (mut steepest, mut rest) = (0.0_f64, x);
    for cone in &cones.cones {
        let (own, others) = rest.split_at(cone.columns.len());
        rest = others;
        if cone.round && sharing[cone.contact] {
            steepest = steepest.max(own[1].hypot(own[2]) / own[0]);
        }
    }
    steepest
}

/// The least multiple of its dual cone's half-width that a velocity would allow.
fn flattest(cones: &Cones, sharing: &[bool], y: &[f64; 6]) -> f64 {
    let work =
        |column: &[f64; 6]| column.iter().zip(y).map(|(force, velocity)| force * velocity).sum::<f64>();
    let ratio = |cone: &Cone| work(&cone.columns[0]) / work(&cone.columns[1]).hypot(work(&cone.columns[2]));
    let shared = cones.cones.iter().filter(|cone| cone.round && sharing[cone.contact]);
    shared.map(ratio).fold(f64::INFINITY, f64::min)
}

/// Asks for closure at `mu` and returns the end of the bracket that the proof gives.
fn probe(problem: &SpatialProblem, mu: &Rational) -> Result<Option<Probe<SpatialProof>>, Refused> {
    match closure(problem, &FrictionUse::Common(mu.clone()))? {
        Verdict::Yes(squeeze) => closed_with(problem, mu, squeeze.proof()).map(|end| Some(Probe::Upper(end))),
        Verdict::No(escape) => open_with(problem, mu, escape.proof()).map(|end| Some(Probe::Lower(end))),
        Verdict::Undecided => Ok(None),
    }
}

/// An end of the bracket, with its proof.
type BracketEnd = Result<End<SpatialProof>, Refused>;

/// A squeeze at `mu` as a proof for everything above what its forces need.
fn closed_with(problem: &SpatialProblem, mu: &Rational, squeeze: &SpatialProof) -> BracketEnd {
    let SpatialProof::Closed { forces, .. } = squeeze else {
        return Err(Refused(stiction_proof::Refusal::NoForce));
    };
    // Multiples of a pyramid's edges hold for its own coefficient.
    let pyramids = problem.contacts.iter().any(|contact| contact.across.is_some());
    let needed = if pyramids { mu.clone() } else { needed(problem, forces).min(mu.clone()) };
    let proof = SpatialProof::ClosedAbove { mu: needed.clone(), forces: forces.clone() };
    Ok((needed, problem.check(proof).map_err(Refused)?))
}

/// An escape at `mu` as a proof for everything up to what it allows, which is at least `mu`.
fn open_with(problem: &SpatialProblem, mu: &Rational, escape: &SpatialProof) -> BracketEnd {
    let SpatialProof::Open { twist, .. } = escape else {
        return Err(Refused(stiction_proof::Refusal::NoMotion));
    };
    let reach = allowed(problem, twist).map_or_else(|| mu.clone(), |reach| reach.max(mu.clone()));
    let proof = |mu: &Rational| SpatialProof::OpenUpTo { mu: mu.clone(), twist: twist.clone() };
    match problem.check(proof(&reach)) {
        Ok(verified) => Ok((reach, verified)),
        Err(_) => Ok((mu.clone(), problem.check(proof(mu)).map_err(Refused)?)),
    }
}

/// The least coefficient, rounded up, for which forces at round cones are inside.
fn needed(problem: &SpatialProblem, forces: &[Push]) -> Rational {
    let sharing = problem.sharing();
    let ratio = |((contact, push), shares): ((&SpatialContact, &Push), bool)| {
        let Push::Force { force, spin } = push else { return None };
        let (along, length) = (dot(force, &contact.normal), dot(&contact.normal, &contact.normal));
        let square = &along * &along;
        let slip = dot(force, force) * &length - &square;
        let gamma = contact.torsion.clone().unwrap_or_default();
        // (2) of the spatial problem for μ²: slip/(a² − s²|n|⁴/γ²).
        let turn = if spin.is_zero() {
            Rational::zero()
        } else {
            (spin * &length * spin * &length).checked_div(&(&gamma * &gamma))?
        };
        let reach = square - turn;
        if !shares || reach.is_zero() {
            return None;
        }
        quick_root(&slip, &reach, short_above).or_else(|| {
            let root = square_root(&slip.checked_div(&reach)?);
            Some(if root.exact { root.value } else { rounded_up(&(root.value * more())) })
        })
    };
    problem.contacts.iter().zip(forces).zip(sharing).filter_map(ratio).max().unwrap_or_default()
}

/// The root of a fraction if it is a short fraction, or one beside it; none where doubles have nothing to say.
fn quick_root(
    above: &Rational,
    below: &Rational,
    beside: impl Fn(f64) -> Option<Rational>,
) -> Option<Rational> {
    let root = (above.to_f64() / below.to_f64()).sqrt();
    if !(root > 0.0 && root.is_finite()) {
        return None;
    }
    let is_root = |(p, q): &(i64, i64)| {
        let square = |x: i64| Rational::from(x) * Rational::from(x);
        below * square(*p) == above * square(*q)
    };
    let exact = meant(root).find(is_root).map(|(p, q)| Rational::new(p, q.unsigned_abs()));
    exact.or_else(|| beside(root))
}

/// More than a root's own rounding.
fn more() -> Rational {
    Rational::one() + Rational::new(1, 1 << 62)
}

/// The largest coefficient, rounded down, for which a motion is an escape; `None` if there is no limit.
fn allowed(problem: &SpatialProblem, twist: &[Rational; 6]) -> Option<Rational> {
    let sharing = problem.sharing();
    let limit = |(contact, shares): (&SpatialContact, bool)| {
        let (velocity, spin) = problem.velocity(contact, twist);
        let normal = dot(&contact.normal, &velocity);
        if let Some(across) = contact.across.as_ref().filter(|_| shares) {
            // n·u + μ·d·u ≥ 0 for every direction.
            let bound = |d: &Vector| {
                let slip = dot(d, &velocity);
                slip.is_negative().then(|| (-&normal).checked_div(&slip)).flatten()
            };
            return across.iter().filter_map(bound).min();
        }
        let square = &normal * &normal;
        let slip = dot(&velocity, &velocity) * dot(&contact.normal, &contact.normal) - &square;
        let gamma = contact.torsion.clone().unwrap_or_default();
        let left = square - &gamma * &gamma * &spin * &spin;
        if !shares || slip.is_zero() || left.is_negative() {
            return None;
        }
        quick_root(&left, &slip, short_below)
            .or_else(|| Some(rounded_down(&square_root(&left.checked_div(&slip)?).value)))
    };
    problem.contacts.iter().zip(sharing).filter_map(limit).min()
}

/// Closure with friction that is as large as it needs to be.
enum Unlimited {
    /// Not even then.
    Escape(Box<[Rational; 6]>),
    /// With this coefficient these forces are a squeeze that closes above it.
    Squeeze(Rational, Vec<Push>),
}

/// Linear programming over normals, everything across them where friction is shared, and torsional edges.
fn unlimited(problem: &SpatialProblem) -> Unlimited {
    let nothing_shared = FrictionUse::Common(Rational::zero());
    let asked = ClosureQuestion::new(problem, &nothing_shared, &[]);
    let sharing = problem.sharing();
    let (mut columns, mut parts) = (Vec::new(), Vec::new());
    for (index, contact) in problem.contacts.iter().enumerate() {
        for part in generators(contact, &asked.coefficients[index], sharing[index]) {
            columns.push(problem.wrench(contact, &part));
            parts.push((index, part));
        }
    }
    match stiemke(&columns) {
        Balance::Direction(direction) => Unlimited::Escape(Box::new(sixfold(direction.into_iter()))),
        Balance::Multipliers(multipliers) => with_enough_friction(problem, &sharing, &parts, &multipliers),
    }
}

/// The normal, directions that positively span what is across it, and `(n, ±γ)`.
fn generators(contact: &SpatialContact, coefficients: &Coefficients, shares: bool) -> Vec<Generator> {
    let plain = |force: Vector| Generator { force, spin: Rational::zero() };
    let mut generators = vec![plain(contact.normal.clone())];
    if shares {
        generators.extend(spread(contact).into_iter().map(plain));
    }
    if coefficients.torsion.is_positive() {
        for spin in [coefficients.torsion.clone(), -&coefficients.torsion] {
            generators.push(Generator { force: contact.normal.clone(), spin });
        }
    }
    generators
}

/// Directions across the normal: the pyramid's, or two and their opposites.
fn spread(contact: &SpatialContact) -> Vec<Vector> {
    if let Some(across) = &contact.across {
        return across.clone();
    }
    let normal = &contact.normal;
    let first = default_tangent(normal);
    let second = cross(normal, &first);
    let opposite = |vector: &Vector| vector.clone().map(|entry| -entry);
    vec![opposite(&first), opposite(&second), first, second]
}

/// The least coefficient for which all multipliers are pushes in their cones, and these pushes.
fn with_enough_friction(
    problem: &SpatialProblem,
    sharing: &[bool],
    parts: &[(usize, Generator)],
    multipliers: &[Rational],
) -> Unlimited {
    let own = |index: usize| {
        parts.iter().zip(multipliers).filter(move |((i, _), _)| *i == index).map(|((_, g), k)| (g, k))
    };
    let total = |index: usize| {
        let mut push = Generator { force: Default::default(), spin: Rational::zero() };
        for (part, multiplier) in own(index) {
            push.force.iter_mut().zip(&part.force).for_each(|(sum, entry)| *sum += multiplier * entry);
            push.spin += multiplier * &part.spin;
        }
        push
    };
    // A pyramid needs Σcⱼ/a: each of its directions is taken from the edges, the rest is shared out evenly.
    let pyramid = |index: usize, count: usize| {
        let multiples: Vec<Rational> = own(index).map(|(_, k)| k.clone()).collect();
        let across: Rational = multiples.iter().skip(1).take(count).cloned().sum();
        (multiples, across)
    };
    let mut mu = needed(
        problem,
        &problem
            .contacts
            .iter()
            .enumerate()
            .map(|(index, contact)| match contact.across {
                None => force(total(index)),
                Some(_) => nothing(),
            })
            .collect::<Vec<_>>(),
    );
    for (index, contact) in problem.contacts.iter().enumerate().filter(|(index, _)| sharing[*index]) {
        if let Some(directions) = &contact.across {
            // Multipliers of a balance are positive: `a` is not zero.
            let (multiples, across) = pyramid(index, directions.len());
            mu = mu.max(across / &multiples[0]);
        }
    }
    let over = NonZero::new(mu.clone());
    let push = |(index, contact): (usize, &SpatialContact)| {
        let Some(directions) = &contact.across else { return force(total(index)) };
        let count = if sharing[index] { directions.len() } else { 0 };
        let (multiples, across) = pyramid(index, count);
        // No friction is enough only where nothing is across.
        let share = |k: &Rational| over.as_ref().map_or_else(Rational::zero, |mu| k / mu);
        let rest = (&multiples[0] - &share(&across)) * Rational::new(1, directions.len() as u64);
        let zero = Rational::zero();
        let edges = (0..directions.len())
            .map(|j| share(multiples.get(1 + j).filter(|_| j < count).unwrap_or(&zero)) + &rest);
        Push::Edges { edges: edges.chain(multiples.iter().skip(1 + count).cloned()).collect() }
    };
    let forces = problem.contacts.iter().enumerate().map(push).collect();
    Unlimited::Squeeze(mu, forces)
}

fn force(push: Generator) -> Push {
    Push::Force { force: push.force, spin: push.spin }
}
