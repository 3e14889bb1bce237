//! What another program reports of a scene, how far it is from the laws, and whether exact friction can hold
//! what it holds.

use super::AskError;
use crate::number::spoken;
use crate::report::Options;
use crate::text::plain;
use crate::verify::reading::FromJson;
use serde_json::{Map, Value, json};
use stiction::ask::Verdict;
use stiction::ask::lower::Misfit;
use stiction::ask::outcomes::{AllOutcomes, Refereed, Reported, Residuals, Tolerance, holds_exactly, judge};
use stiction::ask::stand::assembly::StandProof;
use stiction_proof::{Answer, AssemblyProof, FrictionUse, Rational};

/// The records of a log, judged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JudgedLog {
    /// Each record with its judgement.
    pub records: Vec<(Reported, Residuals)>,
    /// Up to what one counts as lawful, and as held.
    pub tolerance: Tolerance,
    /// Whether exact friction can hold the bodies, where some record says that they are held.
    pub balance: Option<Balance>,
}

/// Whether forces within exact cones balance the loads.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// Whether they do.
    pub verdict: Answer,
    /// What the proof is about: bodies, contacts, round cones.
    pub problem: Value,
    /// Forces, or a motion that none resist; null where neither was proved.
    pub proof: Value,
}

/// Degrees from which on a text tells an angle; the JSON has them all.
const SEEN: f64 = 0.01;

/// Judges the records of a log, if there is one.
pub(super) fn judged<P: Refereed<A, F>, const A: usize, const F: usize>(
    problem: &P,
    all: &AllOutcomes<A, F>,
    options: &Options,
) -> Result<JudgedLog, AskError> {
    let mut log = records(problem, all, options).map_err(|unknown| {
        let help =
            "name free bodies and contacts as the scene does, with as many numbers as it has dimensions";
        let misfit = |message| Misfit::new("log", &["--log"], message, help);
        AskError::Misfits(unknown.into_iter().map(misfit).collect())
    })?;
    if log.holds() {
        let (verdict, proof) = match holds_exactly(problem)? {
            Verdict::Yes(forces) => (Answer::Yes, json!(forces.proof())),
            Verdict::No(motion) => (Answer::No, json!(motion.proof())),
            Verdict::Undecided => (Answer::Undecided, Value::Null),
        };
        log.balance = Some(Balance { verdict, problem: json!(problem.at_rest().0), proof });
    }
    Ok(log)
}

/// The records with their judgements, without the balance.
pub(crate) fn records<P: Refereed<A, F>, const A: usize, const F: usize>(
    problem: &P,
    all: &AllOutcomes<A, F>,
    options: &Options,
) -> Result<JudgedLog, Vec<String>> {
    let tolerance = options.log_tolerance.clone();
    let (mut records, mut unknown) = (Vec::new(), Vec::new());
    for reported in options.log.iter().flatten() {
        match judge(problem, all, reported, &tolerance) {
            Ok(judged) => records.push((reported.clone(), judged)),
            Err(more) => unknown.extend(more),
        }
    }
    if unknown.is_empty() { Ok(JudgedLog { records, tolerance, balance: None }) } else { Err(unknown) }
}

/// The balance that a report tells, checked against the bodies and contacts of its problem.
pub(crate) fn checked_balance<P: Refereed<A, F>, const A: usize, const F: usize>(
    problem: &P,
    told: &Value,
) -> Result<Balance, String> {
    let (assembly, load) = problem.at_rest();
    let shown = json!(assembly);
    if told["proof"].is_null() {
        return Ok(Balance { verdict: Answer::Undecided, problem: shown, proof: Value::Null });
    }
    let proof = StandProof::<P::World>::deserialize_from(&told["proof"])?;
    let verdict = match &proof {
        AssemblyProof::Rests { friction: FrictionUse::Given, load: of, .. } if *of == load => Answer::Yes,
        AssemblyProof::Falls { friction: FrictionUse::Given, load: of, .. } if *of == load => Answer::No,
        _ => return Err("the proof is not about the loads and the friction of the problem".to_owned()),
    };
    let proof = assembly.check(proof).map_err(|refusal| refusal.to_string())?;
    Ok(Balance { verdict, problem: shown, proof: json!(proof.proof()) })
}

impl JudgedLog {
    /// Whether some record says that the bodies are held.
    pub(crate) fn holds(&self) -> bool {
        self.records.iter().any(|(_, judged)| judged.is_held(&self.tolerance))
    }

    /// How many records break a law.
    pub fn unlawful(&self) -> usize {
        self.records.iter().filter(|(_, judged)| !judged.is_lawful(&self.tolerance)).count()
    }

    /// All records in a line; none of one alone, which says it itself.
    pub(super) fn summary(&self) -> Option<String> {
        let (all, bad) = (self.records.len(), self.unlawful());
        let verb = if bad == 1 { "breaks" } else { "break" };
        let worst = self.records.iter().enumerate().max_by(|a, b| a.1.1.worst().total_cmp(&b.1.1.worst()));
        let worst = worst.filter(|_| bad > 0).map(|(place, (reported, judged))| {
            let time = reported.time.as_ref().map(|time| format!(" at {} s", spoken(time.to_f64())));
            let time = time.unwrap_or_else(|| format!(", the {}.", place + 1));
            format!("; the worst is off by {}{time}", spoken(judged.worst()))
        });
        (all > 1).then(|| format!("{bad} of {all} records {verb} the laws{}", worst.unwrap_or_default()))
    }

    /// Whether exact friction can hold what a record holds.
    fn survives(&self, judged: &Residuals) -> Option<Answer> {
        let held = judged.is_held(&self.tolerance);
        self.balance.as_ref().filter(|_| held).map(|balance| balance.verdict)
    }

    /// The keys of a report.
    pub(super) fn keys(&self, keys: &mut Value, cone: &str) {
        if self.records.is_empty() {
            return;
        }
        keys["log"] = self.records.iter().map(|(reported, judged)| self.record(reported, judged)).collect();
        if let Some(Balance { verdict, problem, proof }) = &self.balance {
            keys["balance"] = json!({ "cone": cone, "verdict": verdict, "problem": problem, "proof": proof });
        }
    }

    /// One record in words.
    pub(super) fn words(&self, reported: &Reported, judged: &Residuals) -> String {
        let time = reported.time.as_ref();
        let when = time.map(|time| format!("at {} s ", spoken(time.to_f64()))).unwrap_or_default();
        let lawful = if judged.is_lawful(&self.tolerance) { "lawful" } else { "breaks the laws" };
        let most = |list: &[(String, f64)]| list.iter().map(|(_, by)| *by).fold(0.0, f64::max);
        let mut words = format!(
            "{when}{lawful}: Newton by {} N, Coulomb by {} N, contacts by {}",
            spoken(most(&judged.newton)),
            spoken(most(&judged.coulomb)),
            spoken(most(&judged.contact))
        );
        let law = self.tolerance.law.to_f64();
        let beyond = judged.coulomb.iter().filter(|(_, by)| *by > law);
        let ratio = |(id, _): &(String, f64)| judged.ratio.iter().find(|(other, _)| other == id);
        if let Some((id, ratio)) = beyond.filter_map(ratio).max_by(|a, b| a.1.total_cmp(&b.1)) {
            words += &format!(", friction {} times what \"{}\" has", spoken(*ratio), plain(id));
        }
        let aside = judged.angle.iter().filter(|(_, angle)| *angle >= SEEN);
        if let Some((id, angle)) = aside.max_by(|a, b| a.1.total_cmp(&b.1)) {
            words += &format!(", {}° off the slip at \"{}\"", spoken(*angle), plain(id));
        }
        if !judged.drift.is_empty() {
            words += &format!(", drifts by {} m/s", spoken(most(&judged.drift)));
        }
        if !judged.depth.is_empty() {
            words += &format!(", gaps by {} m", spoken(most(&judged.depth)));
        }
        words += &match (judged.nearest, judged.possible) {
            (Some(apart), _) => format!("; nearest possible motion {} away", spoken(apart)),
            (None, Some(_)) => "; though nothing is possible".to_owned(),
            (None, None) => String::new(),
        };
        words += match self.survives(judged) {
            None => "",
            Some(Answer::Yes) => "; held, and exact friction can hold it",
            Some(Answer::No) => "; held, and exact friction cannot hold it",
            Some(Answer::Undecided) => "; held, on the edge of what exact friction can hold",
        };
        words
    }

    /// One record of a log with its judgement.
    fn record(&self, reported: &Reported, judged: &Residuals) -> Value {
        let list = |list: &[(String, f64)]| -> Value {
            Value::Object(list.iter().map(|(name, by)| (name.clone(), json!(by))).collect())
        };
        let parts = |list: &[(String, Vec<Rational>)]| -> Map<String, Value> {
            let texts = |list: &[Rational]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
            list.iter().map(|(name, list)| (name.clone(), json!(texts(list)))).collect()
        };
        let mut told =
            json!({ "acceleration": parts(&reported.accelerations), "forces": parts(&reported.forces) });
        if !reported.velocities.is_empty() {
            told["velocity"] = json!(parts(&reported.velocities));
        }
        if !reported.gaps.is_empty() {
            let gap = |(name, gap): &(String, Rational)| (name.clone(), json!(gap.to_string()));
            told["gap"] = Value::Object(reported.gaps.iter().map(gap).collect());
        }
        let mut record = json!({
            "reported": told,
            "newton": list(&judged.newton),
            "coulomb": list(&judged.coulomb),
            "contact": list(&judged.contact),
            "pull": list(&judged.pull),
            "ratio": list(&judged.ratio),
            "angle": list(&judged.angle),
            "worst": judged.worst(),
            "lawful": judged.is_lawful(&self.tolerance),
            "possible": judged.possible,
            "held": judged.is_held(&self.tolerance),
        });
        let optional = [("drift", &judged.drift), ("depth", &judged.depth)];
        for (key, values) in optional.into_iter().filter(|(_, values)| !values.is_empty()) {
            record[key] = list(values);
        }
        if let Some(time) = &reported.time {
            record["time"] = json!(time.to_f64());
        }
        if let Some(nearest) = judged.nearest {
            record["nearest"] = json!(nearest);
        }
        if let Some(survives) = self.survives(judged) {
            record["survives"] = json!(survives);
        }
        record
    }
}

/// What a record says was reported, read back.
pub(crate) fn reported(record: &Value) -> Result<Reported, String> {
    let told = &record["reported"];
    Ok(Reported {
        time: record["time"].as_f64().and_then(Rational::from_f64),
        accelerations: named(&told["acceleration"])?,
        velocities: optional(&told["velocity"])?,
        forces: named(&told["forces"])?,
        gaps: optional(&told["gap"])?,
    })
}

fn optional<V: FromJson>(table: &Value) -> Result<Vec<(String, V)>, String> {
    if table.is_null() { Ok(Vec::new()) } else { named(table) }
}

fn named<V: FromJson>(table: &Value) -> Result<Vec<(String, V)>, String> {
    let table = table.as_object().ok_or("log has no table of what was reported")?;
    table.iter().map(|(name, told)| Ok((name.clone(), V::deserialize_from(told)?))).collect()
}
