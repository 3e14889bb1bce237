//! Everything that is asked about an assembly.

use super::alone::{cautious_alone, is_alone, matters, plain_forces, reserve_reason};
use super::doubt::{Depths, PartDepth, cautious, matters_somewhere};
use super::{
    AssemblyAnswer, FurtherLoad, Margins, PushFormat, STRONG_LIMITS, Strong, StrongProof, downwards,
};
use crate::answer::{AnswerWithNotes, AskError};
use crate::observer::Task;
use crate::report::Options;
use crate::timely::NOT_PROVED;
use std::collections::BTreeMap;
use stiction::ask::Extent;
use stiction::ask::Threshold;
use stiction::ask::lower::Misfit;
use stiction::ask::lower::{Assembly, PLUNGER, assembly};
use stiction::ask::stand::assembly::{
    LeastFriction, Most, Reserve, Sideways, StandProof, Stands, counts, indeterminacy, least_friction,
    most_load, parts, reserve, sideways, spared_by_parts, spared_together, stands, stands_observed,
};
use stiction::ask::strong::ByModes;
use stiction::ask::{Refused, Verdict};
use stiction::scene::Scene;
use stiction::screw::Space;
use stiction::work::attempt;
use stiction_proof::{Answer, AssemblyProblem, FrictionUse, Rational, RestProof, Touch, Verified};

/// Contacts up to which margins are measured without being asked for.
pub(crate) const MANY_CONTACTS: usize = 1500;
/// What is measured besides the verdict, one after the other: depth, whether it must stay, friction, loads
/// across gravity.
const MARGINS: usize = 4;
/// Directions across gravity that are asked in space, of few and of many contacts.
const RAYS: [usize; 2] = [32, 8];

pub(crate) fn assembly_answer<S: PushFormat>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let lowered = assembly::<S>(scene, options.cone)?;
    let further = further_loads::<S>(&lowered.problem, &lowered.weights, options)?;
    let mut reasons = BTreeMap::new();
    let hear = |done: usize, total: usize| options.observer.tell(Task::Standing, done, total);
    let alone = is_alone::<S>(&lowered.problem);
    let plain = || -> Result<Option<Stands<S>>, Refused> {
        let smooth = stands::<S>(&lowered.problem, &lowered.load, &FrictionUse::None)?;
        Ok(plain_forces::<S>(&lowered.problem, &lowered.load, &smooth))
    };
    let mut decided = match if alone { plain()? } else { None } {
        Some(decided) => decided,
        None => stands_observed::<S>(&lowered.problem, &lowered.load, &FrictionUse::Given, &hear)?,
    };
    let measuring = |done: usize| options.observer.tell(Task::Margins, done, MARGINS);
    measuring(0);
    let measured = alone || lowered.contacts.len() <= MANY_CONTACTS;
    let ((deepest, depth_unlimited), parts) =
        if measured && !alone { depth(&lowered, &decided, &mut reasons)? } else { Default::default() };
    let reserve = if alone { Some(reserved(&lowered, options, &mut reasons)?) } else { None };
    measuring(1);
    let verdict = match &reserve {
        Some(reserve) if lowered.rounded.iter().any(|rounding| matters(rounding, scene, &lowered)) => {
            cautious_alone(&decided, reserve, &lowered.problem, &lowered.load, &options.length)
        }
        Some(_) => decided.answer(),
        None => {
            let whole = deepest.as_ref().map(|depth| (&lowered.problem, &lowered.load[..], depth));
            cautious::<S>(&decided, whole, &parts, &lowered.rounded)
        }
    };
    if verdict == Answer::Undecided {
        let count = lowered.problem.contacts.len();
        reasons.insert("proof".to_owned(), undecided::<S>(&decided, count).to_owned());
    }
    let strong = strong(scene, &lowered, verdict, &mut reasons)?;
    measuring(2);
    let (mut friction, mut across, mut dimension) = (None, None, None);
    if measured {
        // When time is up, what is known by then is told.
        let least = || least_friction::<S>(&lowered.problem, &lowered.load);
        friction = Some(attempt("least friction", least).unwrap_or(Ok(Threshold::Undecided))?);
        if let Some(Threshold::None(smooth)) = &friction
            && matches!(decided, Verdict::Yes(_))
        {
            // Where no friction is needed, forces without any are shown.
            let smooth = Verdict::Yes(smooth.clone());
            decided = plain_forces::<S>(&lowered.problem, &lowered.load, &smooth).unwrap_or(decided);
        }
        measuring(3);
        let rays = RAYS[usize::from(lowered.contacts.len() > 200)];
        let loads = || sideways::<S>(&lowered, &scene.gravity, rays);
        across = Some(attempt("loads across gravity", loads).unwrap_or(Ok(Sideways::Undecided))?);
        // Guides of preloads press against each other as they like.
        let preloaded = lowered.problem.bodies.iter().any(|body| body.name.ends_with(PLUNGER));
        if verdict == Answer::Yes && !preloaded {
            let forces = || indeterminacy::<S>(&lowered.problem, &lowered.load);
            dimension = attempt("the dimension of the forces", forces).unwrap_or(Ok(None))?;
        }
    }
    measuring(MARGINS);
    explain(measured, verdict, friction.as_ref(), across.as_ref(), dimension.is_some(), &mut reasons);
    let problem = &lowered.problem;
    let asked = further.into_iter().map(|(name, load)| {
        let most = || most_load::<S>(problem, &lowered.load, &load);
        let most = match attempt("further loads", most).unwrap_or(Ok(Extent::Undecided))? {
            // That it falls without a further load is what the verdict has to prove.
            Extent::Absent if !matches!(decided, Verdict::No(_)) => Extent::Undecided,
            Extent::Unlimited(_) if !matches!(decided, Verdict::Yes(_)) => Extent::Undecided,
            most => most,
        };
        // A tower that falls without a push, and stands with enough of it.
        let less = match downwards::<S>(&lowered.load, &load, &most) {
            Some([with, back]) if matches!(decided, Verdict::No(_)) => {
                let less = || most_load::<S>(problem, &with, &back);
                let less = attempt("the least of further loads", less).unwrap_or(Ok(Extent::Undecided))?;
                less.bracket().cloned()
            }
            _ => None,
        };
        Ok::<_, Refused>(FurtherLoad { name, load, most, less })
    });
    let further = asked.collect::<Result<Vec<_>, _>>()?;
    let warnings = warnings(scene, &lowered);
    let answer = AssemblyAnswer {
        subject: subject(problem),
        problem: problem.clone(),
        load: lowered.load.clone(),
        weights: lowered.weights.clone(),
        verdict,
        proof: decided.verified().cloned(),
        margins: Margins { deepest, depth_unlimited, parts, reserve, friction, sideways: across, further },
        strong,
        indeterminacy: dimension,
        counts: counts::<S>(problem),
        reasons,
        happens: if verdict == Answer::No { S::happens(scene) } else { None },
    };
    Ok(AnswerWithNotes { answered: S::answered(Box::new(answer)), rounded: lowered.rounded, warnings })
}

/// The depth of the whole, and those of its parts where they are needed to see what rounding may change.
fn depth<S: PushFormat>(
    lowered: &Assembly<S>,
    decided: &Stands<S>,
    reasons: &mut BTreeMap<String, String>,
) -> Result<(Depths<S>, Vec<PartDepth<S>>), Refused> {
    let stands = matches!(decided, Verdict::Yes(_));
    let parts = parts::<S>(&lowered.problem, &lowered.load);
    let ask = || -> Result<_, Refused> {
        let found = spared_by_parts::<S>(&parts, stands)?;
        Ok((spared_together::<S>(&lowered.problem, &lowered.load, &found)?, found))
    };
    let open = |_| Ok(((Extent::Undecided, Rational::zero()), Vec::new()));
    let ((most, pull), found) = attempt("margin", ask).unwrap_or_else(open)?;
    if let Some(reason) = depth_reason::<S>(&most) {
        reasons.insert("margin".to_owned(), reason.to_owned());
    }
    Ok(match most {
        Extent::Between(bracket) => {
            let wanted = matters_somewhere(&lowered.rounded) && parts.len() > 1;
            let of_parts = parts.into_iter().zip(found).filter(|_| wanted);
            let of_parts = of_parts.map(|(part, (most, pull))| PartDepth::new(part, most, pull));
            ((Some((bracket, pull)), None), of_parts.collect())
        }
        Extent::Unlimited(forces) => ((None, Some(forces)), Vec::new()),
        Extent::Absent | Extent::Undecided => ((None, None), Vec::new()),
    })
}

/// How far the load of a body alone is from the boundary.
fn reserved<S: PushFormat>(
    lowered: &Assembly<S>,
    options: &Options,
    reasons: &mut BTreeMap<String, String>,
) -> Result<Reserve<S>, Refused> {
    let ask = || reserve::<S>(&lowered.problem, &lowered.load, &options.length);
    let found = attempt("margin", ask).unwrap_or(Ok(Reserve::Undecided))?;
    if let Some(reason) = reserve_reason::<S>(&found) {
        reasons.insert("margin".to_owned(), reason.to_owned());
    }
    Ok(found)
}

/// Why there is no depth.
pub(crate) fn depth_reason<S: PushFormat>(most: &Most<S>) -> Option<&'static str> {
    match most {
        Extent::Between(_) => None,
        Extent::Unlimited(_) => Some("unbounded: contacts can press against each other as hard as one likes"),
        Extent::Absent => Some("no pull of the contacts along their normals would hold it"),
        Extent::Undecided => Some(NOT_PROVED),
    }
}

/// Why it is undecided whether it stands.
pub(crate) fn undecided<S: PushFormat>(decided: &Stands<S>, contacts: usize) -> &'static str {
    if decided.verified().is_some() {
        return "so near to the boundary that rounding of the scene could change it";
    }
    if contacts > MANY_CONTACTS {
        "on or very near the boundary, and too large to decide exactly"
    } else {
        "on or very near the boundary of round cones, or too large to decide exactly"
    }
}

/// Why it is not asked whether an assembly must stay.
pub(crate) const STRONG_UNASKED: [&str; 5] = [
    "asked of bodies on a fixed base",
    "needs mass and inertia of every body",
    "needs the inertia: give `inertia`, or `density` instead of `mass`",
    "needs mass and inertia",
    "asked of contacts without `preload`",
];

/// Why it is not asked whether an assembly must stay, if it is not.
pub(crate) fn unasked<S: PushFormat>(scene: &Scene<S>, lowered: &Assembly<S>) -> Option<&'static str> {
    if lowered.rides {
        return Some(STRONG_UNASKED[0]);
    }
    if lowered.problem.bodies.iter().any(|body| body.name.ends_with(PLUNGER)) {
        return Some(STRONG_UNASKED[4]);
    }
    let unknown = scene.free_bodies().map(|(_, body)| body).find(|body| !body.inertia_is_known())?;
    Some(match (is_alone::<S>(&lowered.problem), &unknown.mass) {
        (false, _) => STRONG_UNASKED[1],
        (true, Some(_)) => STRONG_UNASKED[2],
        (true, None) => STRONG_UNASKED[3],
    })
}

/// What is found of whether an assembly must stay, besides what its verdict says.
pub(crate) enum StrongAsked<S: PushFormat> {
    /// Normal forces alone balance the loads.
    Normals(Verified<StandProof<S>>),
    /// Contact modes decide.
    Modes(ByModes),
    /// Nothing does.
    Nothing,
}

fn strong<S: PushFormat>(
    scene: &Scene<S>,
    lowered: &Assembly<S>,
    verdict: Answer,
    reasons: &mut BTreeMap<String, String>,
) -> Result<Strong<S>, Refused> {
    let unasked = unasked(scene, lowered);
    let limited = lowered.problem.contacts.iter().any(|contact| contact.touch.most().is_some());
    let asked = if unasked.is_none() && verdict == Answer::Yes && !limited {
        let asked = || -> Result<StrongAsked<S>, Refused> {
            Ok(match stands::<S>(&lowered.problem, &lowered.load, &FrictionUse::None)? {
                Verdict::Yes(normals) => StrongAsked::Normals(normals),
                _ => S::by_modes(scene).map_or(StrongAsked::Nothing, StrongAsked::Modes),
            })
        };
        attempt("whether it must stay", asked).unwrap_or(Ok(StrongAsked::Nothing))?
    } else {
        StrongAsked::Nothing
    };
    Ok(strong_reason(unasked, limited, verdict, asked, reasons))
}

/// Whether an assembly must stay, from what is found, and why it is not known.
pub(crate) fn strong_reason<S: PushFormat>(
    unasked: Option<&'static str>,
    limited: bool,
    verdict: Answer,
    asked: StrongAsked<S>,
    reasons: &mut BTreeMap<String, String>,
) -> Strong<S> {
    let mut because = |reason: &str| reasons.insert("strong".to_owned(), reason.to_owned());
    if let Some(reason) = unasked {
        because(reason);
        return Strong { verdict: None, proof: None };
    }
    let reason = match (verdict, asked) {
        (Answer::No, _) => return Strong { verdict: Some(Answer::No), proof: None },
        (Answer::Undecided, _) => "as long as it is undecided whether it stands",
        (Answer::Yes, _) if limited => STRONG_LIMITS,
        (Answer::Yes, StrongAsked::Normals(normals)) => {
            return Strong { verdict: Some(Answer::Yes), proof: Some(StrongProof::Normals(normals)) };
        }
        (Answer::Yes, StrongAsked::Modes(modes)) => {
            let stays = !matches!(modes.proof.proof(), RestProof::Moves(_));
            let answer = if stays { Answer::Yes } else { Answer::No };
            return Strong { verdict: Some(answer), proof: Some(StrongProof::Modes(modes)) };
        }
        (Answer::Yes, StrongAsked::Nothing) if S::DIMENSION == 3 => {
            "it rests on friction, and in space this version decides only without"
        }
        (Answer::Yes, StrongAsked::Nothing) => {
            "it rests on friction, and has too many contact modes to look at"
        }
    };
    because(reason);
    Strong { verdict: Some(Answer::Undecided), proof: None }
}

/// Why margins are missing.
pub(crate) fn explain<S: PushFormat>(
    measured: bool,
    verdict: Answer,
    friction: Option<&LeastFriction<S>>,
    across: Option<&Sideways<S>>,
    dimension: bool,
    reasons: &mut BTreeMap<String, String>,
) {
    let mut because = |key: &str, reason: &str| reasons.insert(key.to_owned(), reason.to_owned());
    if !measured {
        let reason = "not measured of so many contacts";
        for key in ["margin", "margins.friction", "margins.load", "margins.tilt", "indeterminacy", "tilts"] {
            because(key, reason);
        }
        return;
    }
    match friction {
        Some(Threshold::Never(_)) => {
            because("margins.friction", "falls even with half a million million times its friction");
        }
        Some(Threshold::Undecided) => {
            because("margins.friction", NOT_PROVED);
        }
        _ => {}
    }
    let reason = match across {
        Some(Sideways::Tilts(tilts)) if tilts.radius().1.is_finite() => None,
        Some(Sideways::Tilts(_) | Sideways::Unlimited(_)) => {
            Some("unbounded: every horizontal load is carried")
        }
        Some(Sideways::Falls) => Some("falls without any further load"),
        Some(Sideways::Weightless) => Some("needs gravity and mass: it is a multiple of the weight"),
        Some(Sideways::Undecided) | None => Some(NOT_PROVED),
    };
    if let Some(reason) = reason {
        for key in ["margins.load", "margins.tilt", "tilts"] {
            because(key, reason);
        }
    }
    if !dimension && verdict == Answer::Yes {
        because("indeterminacy", "not determined: on the boundary of a round cone, or with preloads");
    }
}

/// What is meant: the one body's name, or how many there are.
pub(crate) fn subject<T: Touch>(problem: &AssemblyProblem<T>) -> String {
    let own: Vec<_> = problem.bodies.iter().filter(|body| !body.name.ends_with(PLUNGER)).collect();
    match &own[..] {
        [body] => body.name.clone(),
        many => format!("an assembly of {} bodies", many.len()),
    }
}

/// The name of more of a body's weight.
fn weight_name(body: &str) -> String {
    format!("further weight on \"{body}\", in multiples of its own")
}

/// The name of a push at a body's centre of mass.
fn push_name(body: &str, push: &[Rational]) -> String {
    let words: Vec<String> = push.iter().map(Rational::to_string).collect();
    format!("push on \"{body}\", in multiples of [{}] N", words.join(", "))
}

/// Loads by their names.
pub(crate) type NamedLoads<S> = Vec<(String, Vec<<S as Space>::Screw>)>;

/// The loads that flags ask about: a multiple of the weight of one body.
pub(crate) fn further_loads<S: PushFormat>(
    problem: &AssemblyProblem<S::Touch>,
    weights: &[S::Vector],
    options: &Options,
) -> Result<NamedLoads<S>, AskError> {
    let Some(name) = &options.body else {
        return match options.push.is_empty() {
            true => Ok(Vec::new()),
            false => {
                let help = "say which: `--body NAME`";
                Err(AskError::Misfits(vec![Misfit::new("body", &["--push"], "a push is on one body", help)]))
            }
        };
    };
    let place = problem.bodies.iter().position(|body| body.name == *name);
    let Some(place) = place else {
        let message = format!("there is no free body \"{name}\"");
        let names: Vec<&str> = problem.bodies.iter().map(|body| body.name.as_str()).take(8).collect();
        let help = format!("the free bodies are {}", names.join(", "));
        return Err(AskError::Misfits(vec![Misfit::new("unknown-body", &["--body"], message, help)]));
    };
    let on_it = |force: &[Rational]| -> Vec<S::Screw> {
        let mut load = problem.no_load();
        let turns = S::FREEDOMS - S::DIMENSION;
        let entries = load[place].as_mut()[turns..].iter_mut().zip(force);
        entries.for_each(|(entry, force)| *entry = force.clone());
        load
    };
    let mut loads = Vec::new();
    if weights[place].as_ref().iter().any(|entry| !entry.is_zero()) {
        let weight = on_it(weights[place].as_ref());
        loads.push((weight_name(name), weight));
    }
    for push in &options.push {
        if push.len() != S::DIMENSION {
            let message = format!("a push has {} components, this one has {}", S::DIMENSION, push.len());
            let help = "give a direction at the centre of mass, e.g. 1,0";
            return Err(AskError::Misfits(vec![Misfit::new("length", &["--push"], message, help)]));
        }
        loads.push((push_name(name, push), on_it(push)));
    }
    Ok(loads)
}

/// What is worth knowing besides.
pub(crate) fn warnings<S: PushFormat>(scene: &Scene<S>, lowered: &Assembly<S>) -> Vec<String> {
    let mut warnings = Vec::new();
    if scene.gravity.as_ref().iter().all(Rational::is_zero) {
        let example = if S::DIMENSION == 2 { "[0, -9.81]" } else { "[0, 0, -9.81]" };
        warnings.push(format!(
            "gravity is zero: only applied loads are balanced; set e.g. `gravity = {example}`"
        ));
    }
    if lowered.load.iter().all(|load| load.as_ref().iter().all(Rational::is_zero)) {
        let words = match is_alone::<S>(&lowered.problem) {
            true => "nothing pulls at the body: it stands without any force",
            false => "nothing pulls at the bodies: they stand without any force",
        };
        warnings.push(words.to_owned());
    }
    warnings.extend(crate::adrift::warnings(scene));
    warnings
}
