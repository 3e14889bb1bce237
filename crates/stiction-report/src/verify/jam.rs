//! A report of `jam` is made again from its system and its proofs, each accepted by the checker, and compared.

use super::{FromJson, Verification, alike, at};
use crate::jam::{
    AtRest, BoundaryAnswer, CLAIMS, Edge, JamAnswer, LEANS, Lock, Locks, PatchesAnswer, PegAnswer,
    SettledAnswer, jam_json,
};
use crate::map::{axis, counted};
use serde_json::{Value, json};
use stiction::ask::jam::peg::{Lean, Peg};
use stiction::ask::jam::{
    FARTHEST, Held, Inserted, LARGEST, LeastScale, LockCell, Locking, Onset, Pair, Seated, System, Threshold,
    settled_at, settled_in_space_at, with_coefficients,
};
use stiction::ask::{Bracket, Verdict};
use stiction_proof::{
    Answer, FrictionUse, JamProblem, JamProof, PlanarProblem, Proof, Rational, SpatialProblem, SpatialProof,
    Vector, Verified,
};

pub(super) fn jam(prefix: &str, report: &Value, found: &mut Verification) {
    let mut read = |key: &str, outcome: Result<(), String>| found.note(format!("{prefix}{key}"), outcome);
    let again = again(report, &mut read);
    let outcome = again.and_then(|answer| {
        let keys = jam_json(&answer);
        let compared = keys.as_object().into_iter().flatten();
        let whole = answer.locks.is_none();
        let mut differ = compared.filter(|(key, _)| *key != "reasons" && (whole || *key != "problem"));
        match differ.find(|(key, value)| !alike(&report[key.as_str()], value)) {
            Some((key, _)) => Err(format!("{key} is not what is proved")),
            None => Ok(()),
        }
    });
    found.note(format!("{prefix}numbers"), outcome);
    if !report["map"].is_null() {
        found.note(format!("{prefix}map: its counts, and one cell of each kind"), map(&report["map"]));
    }
}

/// The counts of a map, and that each kind of cell that claims something has one which is proved.
fn map(told: &Value) -> Result<(), String> {
    let grid = counted::<LockCell>(told)?;
    let mut proved = Vec::new();
    for cell in told["cells"].as_array().ok_or("the map has no cells with proofs")? {
        let place = |key: &str| cell[key].as_u64().and_then(|index| usize::try_from(index).ok());
        let at = place("row").and_then(|row| grid.get(row)).zip(place("column"));
        let kind = at.and_then(|(row, column)| row.get(column)).ok_or("a cell is not in the grid")?;
        for (index, key) in ["column", "row"].into_iter().enumerate() {
            let exact = Rational::deserialize_from(&cell["exact"]["values"][index])?;
            let value = axis(&told["axes"][index])?.value(place(key).unwrap_or_default());
            if exact != value || !alike(&cell["values"][index], &json!(value.to_f64())) {
                return Err("a cell has other values than its place".to_owned());
            }
        }
        let found = if cell["peg"].is_null() { cell_of_system(cell)? } else { cell_of_peg(cell)? };
        if found != *kind || cell["kind"] != kind.word() {
            return Err(OTHER.to_owned());
        }
        proved.push(found);
    }
    match CLAIMS
        .into_iter()
        .find(|kind| grid.iter().flatten().any(|cell| cell == kind) && !proved.contains(kind))
    {
        Some(kind) => Err(format!("no cell that is {} is proved", kind.word())),
        None => Ok(()),
    }
}

/// What the proofs of a cell say about its system.
fn cell_of_system(cell: &Value) -> Result<LockCell, String> {
    let problem = JamProblem::deserialize_from(&cell["problem"]["system"])?;
    let wedging = Option::<JamProblem>::deserialize_from(&cell["problem"]["wedging"])?;
    let locked = |problem: &JamProblem, key: &str| -> Result<bool, String> {
        let proof = accepted(problem, &cell[key])?;
        match side(proof.proof(), key)? {
            (true, scale, _) if *scale <= Rational::one() => Ok(true),
            (false, scale, true) if *scale >= Rational::one() => Ok(false),
            _ => Err(OTHER.to_owned()),
        }
    };
    Ok(kind_of(locked(&problem, "jam")?, locked(wedging.as_ref().unwrap_or(&problem), "wedge")?))
}

/// What the proofs of a cell say about its peg.
fn cell_of_peg(cell: &Value) -> Result<LockCell, String> {
    let answer = peg(cell)?;
    Ok(kind_of(answer.jams() == Some(Answer::Yes), answer.wedges() == Answer::Yes))
}

fn kind_of(jams: bool, wedges: bool) -> LockCell {
    match (jams, wedges) {
        (false, false) => LockCell::Free,
        (true, false) => LockCell::Jams,
        (false, true) => LockCell::Wedges,
        (true, true) => LockCell::Both,
    }
}

/// The answer from the system and the proofs of a report.
fn again(report: &Value, note: &mut dyn FnMut(&str, Result<(), String>)) -> Result<JamAnswer, String> {
    let locks = if report["jam"].is_null() { None } else { Some(locks(report, note)?) };
    let in_space = !at(report, "problem.peg").is_null();
    let peg = if report["peg"].is_null() || in_space { None } else { Some(peg(report)?) };
    let patches = if in_space { Some(patches(report)?) } else { None };
    let boundary = match (&locks, report["boundary"].is_null()) {
        (Some(locks), false) => Some(boundary(&locks.system, &report["boundary"])?),
        _ => None,
    };
    if locks.is_none() && peg.is_none() {
        return Err("there is neither a system nor a peg".to_owned());
    }
    let rounded = report["rounded"].as_array().is_some_and(|rounded| !rounded.is_empty());
    let subject = report["body"].as_str().unwrap_or_default().to_owned();
    // What springs do is integrated, shown, and not claimed.
    let (compliance, contacts) = (Vec::new(), Vec::new());
    let settled = if report["settled"].is_null() { None } else { Some(settled(report)?) };
    let map = None;
    Ok(JamAnswer { subject, locks, peg, patches, boundary, map, compliance, settled, contacts, rounded })
}

fn locks(report: &Value, note: &mut dyn FnMut(&str, Result<(), String>)) -> Result<Locks, String> {
    let system = system(report)?;
    let mut read = |key: &str| {
        let problem = if key == "jam" { &system.problem } else { system.wedge_problem() };
        let read = lock(problem, report, key);
        note(key, read.as_ref().map(|_| ()).map_err(String::clone));
        read
    };
    let (jam, wedge) = (read("jam")?, read("wedge")?);
    Ok(Locks { system, jam, wedge })
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
    Ok(Inserted {
        peg,
        depth: number("depth")?,
        turned: <[Rational; 2]>::deserialize_from(exact("turned"))?,
        push,
        recognised,
    })
}

/// Whether a report tells of this peg; contacts do not say how wide the hole is beyond them.
pub(super) fn is_peg(report: &Value, peg: &Inserted) -> bool {
    told_peg(report).is_ok_and(|told| {
        let hole = if peg.recognised { told.peg.hole.clone() } else { peg.peg.hole.clone() };
        let meant = Inserted { peg: Peg { hole, ..peg.peg.clone() }, ..peg.clone() };
        told == meant
    })
}

fn peg(report: &Value) -> Result<PegAnswer, String> {
    let (inserted, told) = (told_peg(report)?, &report["peg"]);
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
            let proof = accepted(lean, &told["jam"][word])?;
            match proof.proof() {
                Proof::Rests { friction: FrictionUse::Given, load, .. }
                | Proof::Falls { friction: FrictionUse::Given, load, .. }
                    if load == push => {}
                _ => return Err(OTHER.to_owned()),
            }
            held.push((lean, proof));
        }
    }
    Ok(PegAnswer { inserted, wedging, held })
}

/// A peg in space by its patches, each statement accepted by the checker of contacts in space.
fn patches(report: &Value) -> Result<PatchesAnswer, String> {
    let told = &report["peg"];
    let seated = Seated {
        problem: SpatialProblem::deserialize_from(at(report, "problem.peg"))?,
        push: <[Rational; 6]>::deserialize_from(at(report, "exact.peg.push"))?,
        into: Vector::deserialize_from(at(report, "exact.peg.into"))?,
    };
    let wedge = held(&seated, &told["wedge"])?;
    let jam = if told["jam"].is_null() { None } else { Some(held(&seated, &told["jam"])?) };
    let is = |held: &Held, wedges: bool| {
        let ends = match &held.onset {
            Onset::Between(bracket) => vec![&bracket.lower.1, &bracket.upper.1],
            Onset::Frictionless(proof) | Onset::Beyond(proof) => vec![proof],
            Onset::Open => Vec::new(),
        };
        held.found.verified().into_iter().chain(ends).all(|proof| match proof.proof() {
            SpatialProof::Touching { .. } | SpatialProof::Breaks { .. } => wedges,
            _ => !wedges,
        })
    };
    if !is(&wedge, true) || jam.as_ref().is_some_and(|jam| !is(jam, false)) {
        return Err(OTHER.to_owned());
    }
    Ok(PatchesAnswer { seated, patches: Vec::deserialize_from(&told["patches"])?, wedge, jam })
}

/// A verdict with the given friction, and where it begins.
fn held(seated: &Seated, told: &Value) -> Result<Held, String> {
    let accepted = |proof: &Value| -> Result<(Verified<SpatialProof>, bool, FrictionUse), String> {
        let proof = SpatialProof::deserialize_from(proof)?;
        let verified = seated.problem.check(proof).map_err(|refusal| refusal.to_string())?;
        let (held, friction) = match verified.proof() {
            SpatialProof::Touching { friction, .. } => (true, friction.clone()),
            SpatialProof::Breaks { friction, .. } => (false, friction.clone()),
            SpatialProof::Rests { friction, load, .. } if *load == seated.push => (true, friction.clone()),
            SpatialProof::Falls { friction, load, .. } if *load == seated.push => (false, friction.clone()),
            _ => return Err(OTHER.to_owned()),
        };
        Ok((verified, held, friction))
    };
    let end = |proof: &Value, wanted: bool| -> Result<(Rational, Verified<SpatialProof>), String> {
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
            Onset::Between(Bracket { lower: end(&told["lower"], false)?, upper: end(upper, true)? })
        }
        [None, Some(proof), None] => match end(proof, true)? {
            (factor, proof) if factor.is_zero() => Onset::Frictionless(proof),
            _ => return Err(OTHER.to_owned()),
        },
        [None, None, Some(proof)] => match end(proof, false)? {
            (factor, proof) if factor == Rational::from(LARGEST) => Onset::Beyond(proof),
            _ => return Err(OTHER.to_owned()),
        },
        _ => Onset::Open,
    };
    Ok(Held { found, onset })
}

/// Springs at rest: what they push with at the displacement that is told balances the load.
fn settled(report: &Value) -> Result<SettledAnswer, String> {
    let exact = |key: &str| at(report, &format!("exact.settled.{key}"));
    let springs = at(report, "problem.springs");
    let (stiffness, interference) =
        (Rational::deserialize_from(exact("stiffness"))?, Rational::deserialize_from(exact("interference"))?);
    let both = [stiffness.clone(), stiffness.clone()];
    let unbalanced = || "the springs do not balance the load".to_owned();
    // A vector of space has three entries.
    let in_space = springs["reference"].as_array().is_some_and(|point| point.len() == 3);
    let at_rest = if in_space {
        let problem = SpatialProblem::deserialize_from(springs)?;
        let load = <[Rational; 6]>::deserialize_from(exact("load"))?;
        let pressed = vec![interference.clone(); problem.contacts.len()];
        let displacement = <[Rational; 6]>::deserialize_from(exact("displacement"))?;
        let found =
            settled_in_space_at(&problem, &both, &pressed, &load, displacement).ok_or_else(unbalanced)?;
        AtRest::Space(problem, load, found)
    } else {
        let problem = PlanarProblem::deserialize_from(springs)?;
        let load = <[Rational; 3]>::deserialize_from(exact("load"))?;
        let pressed = vec![interference.clone(); problem.contacts.len()];
        let displacement = <[Rational; 3]>::deserialize_from(exact("displacement"))?;
        let found = settled_at(&problem, &both, &pressed, &load, displacement).ok_or_else(unbalanced)?;
        AtRest::Plane(problem, load, found)
    };
    if !stiffness.is_positive() {
        return Err("a stiffness is greater than zero".to_owned());
    }
    Ok(SettledAnswer { stiffness, interference, at_rest })
}

fn boundary(system: &System, told: &Value) -> Result<BoundaryAnswer, String> {
    let problem = &system.problem;
    let ids = <[String; 2]>::deserialize_from(&told["of"])?;
    let index = |id: &String| problem.constraints.iter().position(|one| one.id == *id);
    let [Some(i), Some(j)] = ids.each_ref().map(index) else { return Err("no such constraints".to_owned()) };
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
        rays.iter().map(|ray| edge(asked, &pair, ray, key)).collect()
    };
    Ok(BoundaryAnswer { of: [i, j], jam: edges("jam")?, wedge: edges("wedge")? })
}

/// A ray with what its state says, proved of the boxes at its ends.
fn edge(problem: &JamProblem, of: &Pair, ray: &Value, key: &str) -> Result<Edge, String> {
    let direction = <[Rational; 2]>::deserialize_from(&ray["direction"])?;
    if direction.iter().any(Rational::is_negative) || &direction[0] + &direction[1] != Rational::one() {
        return Err("a ray is not one of the quadrant".to_owned());
    }
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
            let (lower, upper) = (proved(&low, &ray["lower"], false)?, proved(&high, &ray["upper"], true)?);
            Threshold::Between(Bracket { lower: (low, lower), upper: (high, upper) })
        }
        Some("always") => Threshold::Always(proved(&Rational::zero(), &ray["proof"], true)?),
        Some("beyond") => Threshold::Beyond(proved(&Rational::from(FARTHEST), &ray["proof"], false)?),
        Some("undecided") => Threshold::Open,
        _ => return Err("no such state of a ray".to_owned()),
    };
    Ok(Edge { direction, threshold })
}

fn system(report: &Value) -> Result<System, String> {
    let part = |key: &str| at(report, &format!("problem.{key}"));
    let list = |key: &str| Option::<Vec<Rational>>::deserialize_from(part(key));
    let system = System {
        problem: JamProblem::deserialize_from(part("system"))?,
        wedging: Option::<JamProblem>::deserialize_from(part("wedging"))?,
        owners: Option::<Vec<usize>>::deserialize_from(part("owners"))?.unwrap_or_default(),
        names: Vec::deserialize_from(part("names"))?,
        force: list("force")?,
        gamma: list("gamma")?,
        rate: list("rate")?,
        slips: list("slips")?,
    };
    let (size, count) = (system.problem.coordinates(), system.problem.constraints.len());
    let problems = std::iter::once(&system.problem).chain(&system.wedging);
    let rows = problems.flat_map(|problem| {
        let constraints = problem.constraints.iter().flat_map(|one| [&one.normal, &one.friction]);
        problem.mass.iter().chain(constraints)
    });
    let rows_fit = rows.into_iter().all(|row| row.len() == size);
    let same = system.wedging.as_ref().is_none_or(|wedging| wedging.mass == system.problem.mass);
    let sized =
        |list: &Option<Vec<Rational>>, wanted: usize| list.as_ref().is_none_or(|list| list.len() == wanted);
    // An edge shares its normal with what it is an edge of.
    let edges = system.wedging.iter().flat_map(|wedging| &wedging.constraints);
    let owned = system.owners.is_empty()
        || system.owners.len() == edges.clone().count()
            && edges.zip(&system.owners).all(|(edge, &owner)| {
                system.problem.constraints.get(owner).is_some_and(|of| of.normal == edge.normal)
            });
    let fits = same
        && owned
        && rows_fit
        && system.names.len() == size
        && sized(&system.force, size)
        && sized(&system.rate, size)
        && sized(&system.gamma, count)
        && sized(&system.slips, count);
    if fits { Ok(system) } else { Err("the parts of the system do not fit together".to_owned()) }
}

fn accepted(problem: &JamProblem, proof: &Value) -> Result<Verified<JamProof>, String> {
    problem.check(JamProof::deserialize_from(proof)?).map_err(|refusal| refusal.to_string())
}

fn lock(problem: &JamProblem, report: &Value, key: &str) -> Result<Lock, String> {
    let entry = &report[key];
    let found = match &entry["proof"] {
        Value::Null => Verdict::Undecided,
        proof => {
            let proof = accepted(problem, proof)?;
            match side(proof.proof(), key)? {
                // What locks within a smaller box locks within this one.
                (true, scale, _) if *scale <= Rational::one() => Verdict::Yes(proof),
                (false, scale, true) if *scale == Rational::one() => Verdict::No(proof),
                _ => return Err(OTHER.to_owned()),
            }
        }
    };
    Ok(Lock { found, least: least(problem, entry, key)? })
}

const OTHER: &str = "the proof is of another statement";

fn least(problem: &JamProblem, entry: &Value, key: &str) -> Result<LeastScale, String> {
    let kinds = ["upper", "frictionless", "never"].map(|kind| entry.get(kind));
    match kinds {
        [Some(upper), None, None] => {
            let (lower, upper) = (accepted(problem, &entry["lower"])?, accepted(problem, upper)?);
            let ((false, low, _), (true, high, _)) = (side(lower.proof(), key)?, side(upper.proof(), key)?)
            else {
                return Err(OTHER.to_owned());
            };
            let (low, high) = (low.clone(), high.clone());
            Ok(LeastScale::Between(Bracket { lower: (low, lower), upper: (high, upper) }))
        }
        [None, Some(proof), None] => {
            let proof = accepted(problem, proof)?;
            match side(proof.proof(), key)? {
                (true, scale, _) if scale.is_zero() => Ok(LeastScale::None(proof)),
                _ => Err(OTHER.to_owned()),
            }
        }
        [None, None, Some(proof)] => {
            let proof = accepted(problem, proof)?;
            match (proof.proof(), key) {
                (JamProof::NeverJams { .. }, "jam") | (JamProof::NeverWedges { .. }, "wedge") => {
                    Ok(LeastScale::Never(proof))
                }
                _ => Err(OTHER.to_owned()),
            }
        }
        [None, None, None] if entry["scale"].is_null() => Ok(LeastScale::Unknown),
        _ => Err("the least scale is not proved".to_owned()),
    }
}

/// Whether a statement says that friction locks, at which scale, and whether that scale is included.
fn side<'p>(proof: &'p JamProof, key: &str) -> Result<(bool, &'p Rational, bool), String> {
    match (proof, key) {
        (JamProof::Jams { scale, .. }, "jam") | (JamProof::Wedges { scale, .. }, "wedge") => {
            Ok((true, scale, true))
        }
        (JamProof::Slides { scale, included, .. }, "jam")
        | (JamProof::Loose { scale, included, .. }, "wedge") => Ok((false, scale, *included)),
        _ => Err(OTHER.to_owned()),
    }
}
