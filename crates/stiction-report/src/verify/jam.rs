//! A report of `jam` is made again from its system and its proofs, each accepted by the checker.

use super::reading::{FromJson, at};
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::assembly::PushFormat;
use crate::jam::{
    BoundaryAnswer, CellProof, Edge, Giving, JamAnswer, Jammed, LEANS, Lock, LockCell, LockMap, Locks,
    PatchesAnswer, PegAnswer, Pushed, RAYS, Sample, SettledAnswer, Springs, asked, changed, inside_wall,
    judged, proved_places, system_json, warnings,
};
use crate::map::{MapAnswer, cells};
use crate::report::Answered;
use serde_json::{Value, json};
use stiction::ask::Threshold;
use stiction::ask::closure::BODY;
use stiction::ask::jam::peg::{Lean, Peg};
use stiction::ask::jam::{
    CellQuestion, Driven, FARTHEST, GridError, Inserted, LARGEST, Locking, Pair, PatchLock, Seated, Springy,
    System, Wedging, independent_rows, locking_grid, ray_directions, stiff_limit, with_coefficients,
};
use stiction::ask::lower::ConeModel;
use stiction::ask::stand::assembly::StandProof;
use stiction::ask::{Bracket, Verdict};
use stiction::scene::{AnyScene, Axis, Rounding, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyProblem, AssemblyProof, Constraint, FrictionUse, JamProblem, JamProof, PlanarContact, Problem,
    Proof, Rational, SpatialContact, SpatialProblem, SpatialProof, Vector, Verified,
};

use stiction_verify::OTHER;
use stiction_verify::jam::{Least, accepted, decided, least, side};

/// What is known of the scene.
struct Facts {
    subject: String,
    system: Option<System>,
    peg: Option<Inserted>,
    seated: Option<(Seated, Vec<String>)>,
    springs: Option<Pressed>,
    rounded: Vec<Rounding>,
    /// Whether something was rounded on the way to the system.
    inexact: bool,
}

/// Springs and their load, and what they do at the displacement that is told.
struct Pressed {
    springs: Value,
    load: Value,
    settled: Result<SettledAnswer, String>,
}

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let path = if case.scene.is_some() { "problem: of the scene" } else { "problem" };
    let facts = notes.need(path, facts(case))?;
    if case.scene.is_some() {
        compare(case, &facts, notes);
    }
    let (report, options) = (case.report, &case.options);
    let locks = match facts.system {
        Some(system) => {
            let jam = notes.claim("jam", lock(&system.problem, report, "jam"))?;
            let wedge = notes.claim("wedge", lock(system.wedge_problem(), report, "wedge"))?;
            Some(Locks { system, jam, wedge })
        }
        None => None,
    };
    let peg = match facts.peg {
        Some(inserted) => Some(notes.claim("peg", peg(inserted, &report["peg"]))?),
        None => None,
    };
    let patches = match facts.seated {
        Some((seated, names)) => Some(notes.claim("peg", patches(seated, names, &report["peg"]))?),
        None => None,
    };
    let boundary = match (&locks, &options.boundary) {
        (Some(locks), Some(of)) => {
            Some(notes.claim("boundary", boundary(&locks.system, of, &report["boundary"]))?)
        }
        _ => None,
    };
    let settled = match facts.springs {
        Some(springs) => Some(notes.claim("settled", springs.settled)?),
        None => None,
    };
    let map = match &options.map[..] {
        [first, second] => Some(notes.claim("map", map(case, [first, second], &report["map"]))?),
        _ => None,
    };
    // What springs do is integrated, and only integrated again.
    let (compliance, contacts) = notes.need("compliance", yielded(case))?;
    let warnings = case.scene.map(|scene| {
        let mut said = locks.as_ref().map(warnings).unwrap_or_default();
        if let AnyScene::Spatial(scene) = scene
            && scene.jam.is_none()
        {
            said.extend(Spatial::meant(options.cone));
        }
        said
    });
    let (pushed, giving) = (Pushed { peg, patches }, Giving { compliance, settled });
    let alone = JamAnswer::of(facts.subject, locks, facts.inexact);
    let answer = JamAnswer { pushed, boundary, map, giving, contacts, ..alone };
    let mut remade = RemadeAnswer::new(Answered::Jam(Box::new(answer)), facts.rounded, warnings);
    remade.kept =
        if case.scene.is_none() && options.compliance.is_some() { vec!["compliance"] } else { Vec::new() };
    Ok(remade)
}

fn facts(case: &Case<'_>) -> Result<Facts, String> {
    let mut facts = match case.scene {
        None => return told(case),
        Some(AnyScene::Planar(scene)) => of_scene(scene, case)?,
        Some(AnyScene::Spatial(scene)) => of_scene(scene, case)?,
    };
    // Contacts do not say how wide the hole is beyond them.
    if let Some(peg) = facts.peg.as_mut().filter(|peg| peg.recognised) {
        peg.peg.hole = peg.peg.width.clone();
    }
    Ok(facts)
}

fn of_scene<S: Jammed>(scene: &Scene<S>, case: &Case<'_>) -> Result<Facts, String> {
    let (subject, system, mut rounded) = judged(scene, case.options.cone).map_err(super::why)?;
    let inexact = !rounded.is_empty();
    let springs = match case.options.interference {
        Some(_) => Some(pressed(Springs::of(scene, &mut rounded).map_err(super::why)?, case)),
        None => None,
    };
    let peg = S::inserted(scene);
    inside_wall(peg.as_ref()).map_err(super::why)?;
    let seated = S::seated(scene, case.options.cone);
    Ok(Facts { subject, system, peg, seated, springs, rounded, inexact })
}

/// What the report says of the scene.
fn told(case: &Case<'_>) -> Result<Facts, String> {
    let report = case.report;
    let in_space = !case.at("problem.peg").is_null();
    let rounded = case.rounded()?;
    let springs = case.at("problem.springs");
    let load = case.at("exact.settled.load");
    let springs = match springs["reference"].as_array().map(Vec::len) {
        None => None,
        // A vector of space has three entries.
        Some(3) => Some(pressed(told_springs::<SpatialContact>(springs, load)?, case)),
        Some(_) => Some(pressed(told_springs::<PlanarContact>(springs, load)?, case)),
    };
    let seated = match in_space {
        true => Some((
            Seated {
                problem: SpatialProblem::deserialize_from(case.at("problem.peg"))?,
                push: <[Rational; 6]>::deserialize_from(case.at("exact.peg.push"))?,
                into: Vector::deserialize_from(case.at("exact.peg.into"))?,
            },
            Vec::deserialize_from(case.at("peg.patches"))?,
        )),
        false => None,
    };
    let facts = Facts {
        subject: String::deserialize_from(&report["body"])?,
        system: if report["jam"].is_null() { None } else { Some(system(report)?) },
        peg: if report["peg"].is_null() || in_space { None } else { Some(told_peg(report)?) },
        seated,
        springs,
        // Of springs more is rounded than of the system.
        inexact: rounded.iter().any(|rounding| !rounding.why.starts_with("springs ")),
        rounded,
    };
    if facts.system.is_none() && facts.peg.is_none() {
        return Err("there is neither a system nor a peg".to_owned());
    }
    Ok(facts)
}

/// Notes which keys are those of the scene.
fn compare(case: &Case<'_>, facts: &Facts, notes: &mut Notes<'_>) {
    let report = case.report;
    let mut problem = facts.system.as_ref().map_or_else(|| json!({}), system_json);
    if let Some((seated, names)) = &facts.seated {
        problem["peg"] = json!(seated.problem);
        notes.of_scene("exact.peg.push", case.at("exact.peg.push"), &json!(seated.push));
        notes.of_scene("exact.peg.into", case.at("exact.peg.into"), &json!(seated.into));
        notes.of_scene("peg.patches", case.at("peg.patches"), &json!(names));
    }
    if let Some(Pressed { springs, load, .. }) = &facts.springs {
        problem["springs"] = springs.clone();
        notes.of_scene("exact.settled.load", case.at("exact.settled.load"), load);
    }
    notes.of_scene("problem", &report["problem"], &problem);
    notes.of_scene("body", &report["body"], &json!(facts.subject));
    if let Some(peg) = &facts.peg {
        let same = told_peg(report).is_ok_and(|told| told == *peg);
        let why = "the scene says otherwise".to_owned();
        notes.note("peg: of the scene", same.then_some(()).ok_or(why));
    }
}

/// What contacts that give do: integrated again where there is a scene.
fn yielded(case: &Case<'_>) -> Result<(Vec<stiction::ask::jam::Yielded>, Vec<String>), String> {
    let Some(stiffness) = &case.options.compliance else { return Ok((Vec::new(), Vec::new())) };
    let stiffness = stiffness.to_f64();
    let (yielded, contacts) = match case.scene {
        None => return Ok((Vec::new(), Vec::new())),
        Some(AnyScene::Planar(scene)) => {
            (stiff_limit(scene, stiffness), scene.contacts.iter().map(|contact| contact.id.clone()).collect())
        }
        Some(AnyScene::Spatial(scene)) => {
            (stiff_limit(scene, stiffness), scene.contacts.iter().map(|contact| contact.id.clone()).collect())
        }
    };
    Ok((yielded.map_err(super::why)?, contacts))
}

/// What a cell of the map is about.
fn wanted_of<S: Jammed>(changed: &Scene<S>, cone: ConeModel) -> (CellQuestion, Option<Inserted>) {
    (asked(changed, cone), S::inserted(changed))
}

/// The map: the grid of the scene, decided again, or without one as the report has it; and proofs for each cell that
/// is to have some.
fn map(case: &Case<'_>, axes: [&Axis; 2], told: &Value) -> Result<LockMap, String> {
    let failed = |error: GridError| match error {
        GridError::Axis(message) => message,
        GridError::Refused(refused) => refused.to_string(),
    };
    let cone = case.options.cone;
    let grid = match case.scene {
        Some(AnyScene::Planar(scene)) => {
            locking_grid(scene, axes, |scene: &_| asked(scene, cone)).map_err(failed)?
        }
        Some(AnyScene::Spatial(scene)) => {
            locking_grid(scene, axes, |scene: &_| asked(scene, cone)).map_err(failed)?
        }
        None => cells::<LockCell>(told, axes)?,
    };
    let listed = told["cells"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut entries = listed.iter();
    let mut samples = Vec::new();
    for (kind, place) in proved_places(&grid) {
        let cell = entries.next().ok_or("a cell of a region or of a border has no proofs")?;
        let wanted = match case.scene {
            Some(AnyScene::Planar(scene)) => Some(wanted_of(&changed(scene, axes, place)?, cone)),
            Some(AnyScene::Spatial(scene)) => Some(wanted_of(&changed(scene, axes, place)?, cone)),
            None => None,
        };
        let (proved, found) =
            if cell["peg"].is_null() { cell_of_system(cell, wanted)? } else { cell_of_peg(cell, wanted)? };
        if found != kind {
            return Err(format!("the cell in column {}, row {} is not {}", place[0], place[1], kind.word()));
        }
        samples.push(Sample { kind, place, proved });
    }
    Ok(LockMap { map: MapAnswer::new(axes, grid), samples })
}

/// What a cell of the scene asks.
type CellAsked = Option<(CellQuestion, Option<Inserted>)>;

/// What the proofs of a cell say about its system.
fn cell_of_system(cell: &Value, wanted: CellAsked) -> Result<(CellProof, LockCell), String> {
    let problem = JamProblem::deserialize_from(&cell["problem"]["system"])?;
    let wedging = Option::<JamProblem>::deserialize_from(&cell["problem"]["wedging"])?;
    let same = |of: &System| of.wedging.as_ref().map(|of| &of.problem) == wedging.as_ref();
    let system = match wanted {
        None => System {
            problem,
            wedging: wedging.map(|problem| Wedging { problem, owners: Vec::new() }),
            names: Vec::new(),
            driven: Driven::default(),
        },
        Some((CellQuestion::System(system, _), _)) if system.problem == problem && same(&system) => *system,
        Some(_) => return Err("the system of a cell is not that of the scene".to_owned()),
    };
    let locked = |problem: &JamProblem, key: &str| -> Result<(bool, Verified<JamProof>), String> {
        let proof = accepted(problem, &cell[key])?;
        match side(proof.proof(), key)? {
            (true, scale, _) if *scale <= Rational::one() => Ok((true, proof)),
            (false, scale, true) if *scale >= Rational::one() => Ok((false, proof)),
            _ => Err(OTHER.to_owned()),
        }
    };
    let ((jams, jam), (wedges, wedge)) =
        (locked(&system.problem, "jam")?, locked(system.wedge_problem(), "wedge")?);
    Ok((CellProof::System(Box::new(system), Box::new([jam, wedge])), kind_of(jams, wedges)))
}

/// What the proofs of a cell say about its peg.
fn cell_of_peg(cell: &Value, wanted: CellAsked) -> Result<(CellProof, LockCell), String> {
    let told = told_peg(cell)?;
    if let Some((_, peg)) = wanted
        && peg.as_ref() != Some(&told)
    {
        return Err("the peg of a cell is not that of the scene".to_owned());
    }
    let answer = peg(told, &cell["peg"])?;
    let kind = kind_of(
        answer.jams() == Some(stiction_proof::Answer::Yes),
        answer.wedges() == stiction_proof::Answer::Yes,
    );
    Ok((CellProof::Peg(Box::new(answer)), kind))
}

fn kind_of(jams: bool, wedges: bool) -> LockCell {
    let kinds = [[LockCell::Free, LockCell::Wedges], [LockCell::Jams, LockCell::Both]];
    kinds[usize::from(jams)][usize::from(wedges)]
}

/// The peg that a report tells of.
fn told_peg(report: &Value) -> Result<Inserted, String> {
    let exact = |key: &str| at(report, &format!("exact.peg.{key}"));
    let number = |key: &str| Rational::deserialize_from(exact(key));
    let told = &report["peg"];
    let recognised = bool::deserialize_from(&told["recognised"])?;
    // Contacts do not say how wide the hole is beyond them.
    let hole = number(if recognised { "width" } else { "hole" })?;
    let peg = Peg { width: number("width")?, hole, friction: number("friction")? };
    let push = Option::<[Rational; 3]>::deserialize_from(exact("push"))?;
    let turned = <[Rational; 2]>::deserialize_from(exact("turned"))?;
    // Nor do they say that it leans: they are seen in its own axes, and nothing else that is told depends on it.
    if recognised && turned != [Rational::one(), Rational::zero()] {
        return Err("a peg that contacts tell of does not lean".to_owned());
    }
    Ok(Inserted { peg, depth: number("depth")?, turned, push, recognised })
}

/// What is proved of a peg.
fn peg(inserted: Inserted, told: &Value) -> Result<PegAnswer, String> {
    let [cosine, sine] = &inserted.turned;
    if cosine * cosine + sine * sine != Rational::one() {
        return Err("the lean is no turn".to_owned());
    }
    let accepted = |lean: Lean, proof: &Value| -> Result<_, String> {
        let problem = inserted.peg.problem(&inserted.depth, lean);
        problem.check(Proof::deserialize_from(proof)?).map_err(|refusal| refusal.to_string())
    };
    let wedging = accepted(Lean::TipLeft, &told["wedge"]["proof"])?;
    match wedging.proof() {
        Proof::Touching { friction: FrictionUse::Given, .. }
        | Proof::Breaks { friction: FrictionUse::Given, .. } => {}
        _ => return Err(OTHER.to_owned()),
    }
    let mut held = Vec::new();
    if let Some(push) = inserted.push.as_ref().filter(|push| push[2].is_negative()) {
        for (lean, word) in LEANS {
            let body = inserted.peg.problem(&inserted.depth, lean).as_assembly(BODY);
            let (proof, _, friction) = pushed::<Planar>(&body, push, &told["jam"][word])?;
            if friction != FrictionUse::Given {
                return Err(OTHER.to_owned());
            }
            held.push((lean, proof));
        }
    }
    Ok(PegAnswer { inserted, wedging, held })
}

/// A peg in space by its patches, each statement accepted by the checker of contacts in space.
fn patches(seated: Seated, names: Vec<String>, told: &Value) -> Result<PatchesAnswer, String> {
    let squeezed = |proof: &Value| -> Result<_, String> {
        let proof = SpatialProof::deserialize_from(proof)?;
        let verified = seated.problem.check(proof).map_err(|refusal| refusal.to_string())?;
        match verified.proof() {
            SpatialProof::Touching { friction, .. } => Ok((true, friction.clone())),
            SpatialProof::Breaks { friction, .. } => Ok((false, friction.clone())),
            _ => Err(OTHER.to_owned()),
        }
        .map(|(stays, friction)| (verified, stays, friction))
    };
    let wedge = held(&squeezed, &told["wedge"])?;
    let body = seated.problem.as_assembly(BODY);
    let jams = |proof: &Value| pushed::<Spatial>(&body, &seated.push, proof);
    let is_pushed = seated.push.iter().any(|entry| !entry.is_zero());
    let jam = if is_pushed { Some(held(&jams, &told["jam"])?) } else { None };
    Ok(PatchesAnswer { seated, patches: names, wedge, jam })
}

/// A proof, whether it says that something is held, and with which friction.
type Accepted<P> = (Verified<P>, bool, FrictionUse);

/// A proof about the push of one body, accepted.
fn pushed<S: PushFormat>(
    body: &AssemblyProblem<S::Touch>,
    push: &S::Screw,
    proof: &Value,
) -> Result<Accepted<StandProof<S>>, String> {
    let verified =
        body.check(StandProof::<S>::deserialize_from(proof)?).map_err(|refusal| refusal.to_string())?;
    let (load, holds, friction) = match verified.proof() {
        AssemblyProof::Rests { friction, load, .. } => (load, true, friction.clone()),
        AssemblyProof::Falls { friction, load, .. } => (load, false, friction.clone()),
        _ => return Err(OTHER.to_owned()),
    };
    let same = load[..] == *std::slice::from_ref(push);
    same.then_some((verified, holds, friction)).ok_or_else(|| OTHER.to_owned())
}

/// A verdict with the given friction, and where it begins.
fn held<P>(
    accepted: &dyn Fn(&Value) -> Result<Accepted<P>, String>,
    told: &Value,
) -> Result<PatchLock<P>, String> {
    let end = |proof: &Value, wanted: bool| -> Result<(Rational, Verified<P>), String> {
        match accepted(proof)? {
            (proof, held, FrictionUse::Scaled(factor)) if held == wanted => Ok((factor, proof)),
            _ => Err(OTHER.to_owned()),
        }
    };
    let found = match &told["proof"] {
        Value::Null => Verdict::Undecided,
        proof => match accepted(proof)? {
            (proof, true, FrictionUse::Given) => Verdict::Yes(proof),
            (proof, false, FrictionUse::Given) => Verdict::No(proof),
            _ => return Err(OTHER.to_owned()),
        },
    };
    let onset = match ["upper", "frictionless", "beyond"].map(|key| told.get(key)) {
        [Some(upper), None, None] => {
            let (lower, upper) = (end(&told["lower"], false)?, end(upper, true)?);
            if lower.0 > upper.0 {
                return Err("the ends of the factor are out of order".to_owned());
            }
            Threshold::Between(Bracket::new(lower, upper))
        }
        [None, Some(proof), None] => match end(proof, true)? {
            (factor, proof) if factor.is_zero() => Threshold::None(proof),
            _ => return Err(OTHER.to_owned()),
        },
        [None, None, Some(proof)] => match end(proof, false)? {
            (factor, proof) if factor == Rational::from(LARGEST) => Threshold::Never(proof),
            _ => return Err(OTHER.to_owned()),
        },
        _ => Threshold::Undecided,
    };
    Ok(PatchLock { found, onset })
}

fn told_springs<T: Springy>(springs: &Value, load: &Value) -> Result<Springs<T>, String> {
    Ok(Springs { problem: Problem::deserialize_from(springs)?, load: T::Screw::deserialize_from(load)? })
}

fn pressed<T: Springy>(springs: Springs<T>, case: &Case<'_>) -> Pressed {
    let (problem, load) = (json!(springs.problem), json!(springs.load));
    Pressed { springs: problem, load, settled: settled(springs, case) }
}

/// Springs at rest: what they push with at the displacement that is told balances the load.
fn settled<T: Springy>(springs: Springs<T>, case: &Case<'_>) -> Result<SettledAnswer, String> {
    let (Some(stiffness), Some(interference)) = (&case.options.compliance, &case.options.interference) else {
        return Err("asked of a stiffness and an interference".to_owned());
    };
    if !stiffness.is_positive() {
        return Err("a stiffness is greater than zero".to_owned());
    }
    let displacement = T::Screw::deserialize_from(case.at("exact.settled.displacement"))?;
    let found = springs.at_rest([stiffness, interference], Some(displacement));
    found.ok_or_else(|| "the springs do not balance the load".to_owned())
}

fn boundary(system: &System, of: &[String; 2], told: &Value) -> Result<BoundaryAnswer, String> {
    let problem = &system.problem;
    let index = |id: &String| problem.constraints.iter().position(|one| one.id == *id);
    let [Some(i), Some(j)] = of.each_ref().map(index) else { return Err("no such constraints".to_owned()) };
    if i == j {
        return Err("the boundary is of two constraints".to_owned());
    }
    let edges = |key: &str| -> Result<Vec<Edge>, String> {
        let rays = told[key].as_array().ok_or("the boundary has no rays")?;
        let (kind, asked) = match key {
            "jam" => (Locking::Jam, problem),
            _ => (Locking::Wedge, system.wedge_problem()),
        };
        let pair = [i, j].map(|index| system.members(kind, index));
        let directions = ray_directions(RAYS);
        if rays.len() != directions.len() {
            return Err("the boundary has another number of rays".to_owned());
        }
        rays.iter().zip(directions).map(|(ray, way)| edge(asked, &pair, way, ray, key)).collect()
    };
    Ok(BoundaryAnswer { of: [i, j], jam: edges("jam")?, wedge: edges("wedge")? })
}

/// A ray with what its state says, proved of the boxes at its ends.
fn edge(
    problem: &JamProblem,
    of: &Pair,
    direction: [Rational; 2],
    ray: &Value,
    key: &str,
) -> Result<Edge, String> {
    let proved = |end: &Rational, proof: &Value, locks: bool| -> Result<_, String> {
        let changed = with_coefficients(problem, of, &direction.each_ref().map(|part| part * end));
        let proof = accepted(&changed, proof)?;
        match side(proof.proof(), key)? {
            (true, scale, _) if locks && *scale <= Rational::one() => Ok(proof),
            (false, scale, true) if !locks && *scale == Rational::one() => Ok(proof),
            _ => Err(OTHER.to_owned()),
        }
    };
    let threshold = match ray["state"].as_str() {
        Some("between") => {
            let [low, high] = <[Rational; 2]>::deserialize_from(&ray["bracket"])?;
            if low > high {
                return Err("the ends of a ray are out of order".to_owned());
            }
            let (lower, upper) = (proved(&low, &ray["lower"], false)?, proved(&high, &ray["upper"], true)?);
            Threshold::Between(Bracket::new((low, lower), (high, upper)))
        }
        Some("always") => Threshold::None(proved(&Rational::zero(), &ray["proof"], true)?),
        Some("beyond") => Threshold::Never(proved(&Rational::from(FARTHEST), &ray["proof"], false)?),
        Some("undecided") => Threshold::Undecided,
        _ => return Err("no such state of a ray".to_owned()),
    };
    Ok(Edge { direction, threshold })
}

fn system(report: &Value) -> Result<System, String> {
    let part = |key: &str| at(report, &format!("problem.{key}"));
    let list = |key: &str| Option::<Vec<Rational>>::deserialize_from(part(key));
    let owners = Option::<Vec<usize>>::deserialize_from(part("owners"))?.unwrap_or_default();
    let wedging = match Option::<JamProblem>::deserialize_from(part("wedging"))? {
        Some(problem) => Some(Wedging { problem, owners }),
        None if owners.is_empty() => None,
        None => return Err("edges are owned where there are none".to_owned()),
    };
    let system = System {
        problem: JamProblem::deserialize_from(part("system"))?,
        wedging,
        names: Vec::deserialize_from(part("names"))?,
        driven: Driven {
            force: list("force")?,
            gamma: list("gamma")?,
            rate: list("rate")?,
            slips: list("slips")?,
        },
    };
    let (size, count) = (system.problem.coordinates(), system.problem.constraints.len());
    let problems =
        std::iter::once(&system.problem).chain(system.wedging.iter().map(|wedging| &wedging.problem));
    let rows = problems.flat_map(|problem| {
        let constraints = problem.constraints.iter().flat_map(|one| [&one.normal, &one.friction]);
        problem.mass.iter().chain(constraints)
    });
    let rows_fit = rows.into_iter().all(|row| row.len() == size);
    let same = system.wedging.as_ref().is_none_or(|wedging| wedging.problem.mass == system.problem.mass);
    let sized =
        |list: &Option<Vec<Rational>>, wanted: usize| list.as_ref().is_none_or(|list| list.len() == wanted);
    let owned = rows_fit && owns_its_edges(&system);
    let fits = same
        && owned
        && rows_fit
        && system.names.len() == size
        && sized(&system.driven.force, size)
        && sized(&system.driven.rate, size)
        && sized(&system.driven.gamma, count)
        && sized(&system.driven.slips, count);
    if fits { Ok(system) } else { Err("the parts of the system do not fit together".to_owned()) }
}

/// Whether the problem of wedging is the one that belongs to the system, as far as the system tells: the edges of a
/// constraint, in order, have its normal, its coefficients and its sign, they go all around, and what rubs while it
/// slides lies among them. Which way the first edge points only the scene tells.
fn owns_its_edges(system: &System) -> bool {
    let Some(Wedging { problem: wedging, owners }) = &system.wedging else { return true };
    let edges = &wedging.constraints;
    if edges.len() != owners.len() || wedging.either_way || !owners.is_sorted() {
        return false;
    }
    system.problem.constraints.iter().enumerate().all(|(index, of)| {
        let own = edges.iter().zip(owners).filter(|(_, owner)| **owner == index);
        is_pyramid(of, &own.map(|(edge, _)| edge).collect::<Vec<_>>())
    }) && owners.iter().all(|&owner| owner < system.problem.constraints.len())
}

/// Whether these are the edges of one constraint: of one that does not rub, itself.
fn is_pyramid(of: &Constraint, edges: &[&Constraint]) -> bool {
    let same = |edge: &&Constraint| {
        let told =
            |one: &Constraint| (one.normal.clone(), one.mu.clone(), one.at_rest.clone(), one.square.clone());
        told(edge) == told(of) && edge.sign == of.sign
    };
    let is_zero = |row: &[Rational]| row.iter().all(Rational::is_zero);
    if let [only] = edges {
        return same(only) && only.id == of.id && is_zero(&only.friction);
    }
    let named = edges.iter().enumerate().all(|(k, edge)| edge.id == format!("{}:e{k}", of.id));
    let sum = |entry: usize| edges.iter().map(|edge| edge.friction[entry].clone()).sum::<Rational>();
    let around = (0..of.friction.len()).all(|entry| sum(entry).is_zero());
    // Directions across one normal are sums of two.
    let rows: Vec<Vec<Rational>> = edges.iter().map(|edge| edge.friction.clone()).collect();
    let with_slip: Vec<Vec<Rational>> = rows.iter().chain([&of.friction]).cloned().collect();
    let flat = independent_rows(&rows).len() <= 2;
    let among = independent_rows(&with_slip).len() == independent_rows(&rows).len();
    edges.len() >= 3 && edges.iter().all(same) && named && around && flat && among
}

fn lock(problem: &JamProblem, report: &Value, key: &str) -> Result<Lock, String> {
    let entry = &report[key];
    let found = match decided(problem, &entry["proof"], key)? {
        None => Verdict::Undecided,
        Some((true, proof)) => Verdict::Yes(proof),
        Some((false, proof)) => Verdict::No(proof),
    };
    let least = match least(problem, entry, key)? {
        Least::Between([lower, upper]) => Threshold::Between(Bracket::new(lower, upper)),
        Least::None(proof) => Threshold::None(proof),
        Least::Never(proof) => Threshold::Never(proof),
        Least::Unknown => Threshold::Undecided,
    };
    Ok(Lock { found, least })
}
