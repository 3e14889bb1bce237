//! The keys of `hybrid`, all of them functions of the two bodies and of the accepted decoupling, so that a
//! verifier can make them again.

use super::task::Task;
use super::{HybridAnswer, Joints, SpringTravel};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use stiction::ask::hybrid::{
    ContactRow, Forbidden, Interface, Operational, force_variable, in_basis, operational,
};
use stiction_proof::{Columns, ContactState, Decoupling, HybridProblem, Rational, SpecialBasis};

const IMPOSSIBLE: &str = "the bodies cannot stay in contact";
const SINGULAR: &str = "the inverse inertia is singular";
const UNTOLD: &str = "no command is given";

/// The keys.
pub(crate) fn hybrid_json(answer: &HybridAnswer) -> Value {
    let (interface, proof) = (&answer.interface, answer.decoupling.proof());
    let problem = &interface.problem;
    let basis = &proof.basis;
    let (rank, size) = (basis.rank(), problem.size());
    let mut keys = Keys::default();
    for (key, columns) in named(basis) {
        keys.matrix(key, rows(columns, size));
    }
    // Coordinates in the special basis: `X_m a`, `X_f f`.
    keys.matrix("X_m", basis.t1.iter().chain(&basis.t2).chain(&basis.t0).cloned().collect());
    keys.matrix("X_f", basis.s1.iter().chain(&basis.s2).chain(&basis.s0).cloned().collect());
    keys.matrix("Phi11", basis.phi11(&problem.robot));
    keys.matrix("Phi22", basis.phi22(&problem.robot));
    keys.matrix("Phi_environment", in_basis(&problem.environment, basis));
    keys.contact(problem, proof);
    match &problem.command {
        Some(_) => keys.vector("command", &proof.command),
        None => keys.null("command", UNTOLD),
    }
    let operational = operational(problem, basis).as_ref().map(operational_json);
    if operational.is_none() {
        keys.reasons.insert("operational".to_owned(), json!(SINGULAR));
    }
    let refused = (rank < size).then(|| {
        json!({ "rank": rank, "of": size, "why": "the method needs a robot's body that can move in every direction" })
    });
    if refused.is_none() {
        let why = "the inverse inertia has full rank: the method applies";
        keys.reasons.insert("refused".to_owned(), json!(why));
    }
    let mut told = json!({
        "body": interface.parties[0],
        "environment": interface.parties[1],
        "verdict": answer.verdict(),
        "problem": {
            "bodies": problem, "force_basis": interface.wanted, "point": interface.point,
            "contacts": contacts(interface), "joints": answer.joints, "wrist": answer.wrist,
        },
        "task": Task::new(interface, proof).json(),
        "point": interface.point.as_deref().map(doubles),
        "rank": rank,
        "beyond": basis.beyond,
        "refused": refused,
        "operational": operational,
    });
    effort(answer, &mut keys);
    if interface.point.is_none() {
        let why = "the matrices say about which point they are";
        keys.reasons.insert("point".to_owned(), json!(why));
        keys.reasons.insert("problem.point".to_owned(), json!(why));
    }
    if interface.wanted.is_none() {
        keys.reasons.insert("problem.force_basis".to_owned(), json!("none is given"));
    }
    if problem.command.is_none() {
        keys.reasons.insert("problem.bodies.command".to_owned(), json!(UNTOLD));
    }
    if let Some(run) = &answer.run {
        told["simulation"] = run.json();
    }
    if let Value::Object(told) = &mut told {
        told.extend(keys.told);
        told.insert("reasons".to_owned(), Value::Object(keys.reasons));
        told.insert("exact".to_owned(), Value::Object(keys.exact));
    }
    told
}

/// Torques of the joints, or the deflection of a wrist.
fn effort(answer: &HybridAnswer, keys: &mut Keys) {
    let commanded = answer.interface.problem.command.is_some();
    let force = &answer.decoupling.proof().command;
    let mut untold = |key: &str, why: &str| {
        keys.told.insert(key.to_owned(), Value::Null);
        keys.reasons.insert(key.to_owned(), json!(why));
    };
    match &answer.joints {
        Some(joints) if commanded => {
            keys.told.insert("torques".to_owned(), joints.json(force));
            for (index, limit) in joints.limits.iter().enumerate() {
                if limit.is_none() {
                    keys.reasons
                        .insert(format!("torques.limits.{index}"), json!("the robot's file has none"));
                }
            }
        }
        Some(_) => untold("torques", UNTOLD),
        None => untold("torques", "no robot of joints is given"),
    }
    match answer.wrist.as_ref().filter(|_| commanded).and_then(|wrist| wrist.deflection(force)) {
        Some(deflection) => keys.vector("deflection", &deflection),
        None => keys.null("deflection", "no wrist, or no command, is given"),
    }
    for (key, missing) in [("joints", answer.joints.is_none()), ("wrist", answer.wrist.is_none())] {
        if missing {
            keys.reasons.insert(format!("problem.{key}"), json!("none is given"));
        }
    }
}

const WORDS: [(Forbidden, &str); 4] = [
    (Forbidden::Normal, "normal"),
    (Forbidden::FirstTangent, "first tangent"),
    (Forbidden::SecondTangent, "second tangent"),
    (Forbidden::Spin, "spin"),
];

/// Where the columns of the force basis come from.
fn contacts(interface: &Interface) -> Vec<Value> {
    let word = |row: &ContactRow| WORDS.iter().find(|(kind, _)| *kind == row.forbids).map(|(_, word)| *word);
    interface.rows.iter().map(|row| json!({ "contact": row.contact, "forbids": word(row) })).collect()
}

/// Keys with their exact mirror and the reasons of those that are null.
#[derive(Default)]
struct Keys {
    told: Map<String, Value>,
    exact: Map<String, Value>,
    reasons: Map<String, Value>,
}

impl Keys {
    fn matrix(&mut self, key: &str, rows: Vec<Vec<Rational>>) {
        let shown: Vec<Vec<f64>> = rows.iter().map(|row| doubles(row)).collect();
        self.told.insert(key.to_owned(), json!(shown));
        self.exact.insert(key.to_owned(), json!(rows));
    }

    fn vector(&mut self, key: &str, vector: &[Rational]) {
        self.told.insert(key.to_owned(), json!(doubles(vector)));
        self.exact.insert(key.to_owned(), json!(vector));
    }

    fn null(&mut self, key: &str, why: &str) {
        self.told.insert(key.to_owned(), Value::Null);
        self.exact.insert(key.to_owned(), Value::Null);
        self.reasons.insert(key.to_owned(), json!(why));
    }

    /// What the contact does.
    fn contact(&mut self, problem: &HybridProblem, proof: &Decoupling) {
        let basis = &proof.basis;
        match &proof.contact {
            ContactState::Kept { force, robot, environment, slip_rate, undetermined } => {
                self.vector("a1", &parts(&basis.t1, robot));
                self.vector("a2", &parts(&basis.t2, robot));
                self.vector("f2", &parts(&basis.s2, force));
                self.vector("contact_force", force);
                self.vector("robot_acceleration", robot);
                self.vector("environment_acceleration", environment);
                self.vector("slip_acceleration", slip_rate);
                match force_variable(&problem.robot, basis, force, robot) {
                    Some(variable) => self.vector("force_variable", &variable),
                    None => self.null("force_variable", SINGULAR),
                }
                self.matrix("undetermined", rows(undetermined, problem.size()));
                self.null("contradiction", "the contact is kept");
            }
            ContactState::Impossible { wrench } => {
                for key in [
                    "a1",
                    "a2",
                    "f2",
                    "contact_force",
                    "robot_acceleration",
                    "environment_acceleration",
                    "slip_acceleration",
                    "force_variable",
                    "undetermined",
                ] {
                    self.null(key, IMPOSSIBLE);
                }
                self.vector("contradiction", wrench);
            }
        }
    }
}

/// Λ and μ + p, of which the robot's equation of motion is made in operational space.
fn operational_json(found: &Operational) -> Value {
    let inertia: Vec<Vec<f64>> = found.inertia.iter().map(|row| doubles(row)).collect();
    json!({ "Lambda": inertia, "mu_p": doubles(&found.bias) })
}

fn named(basis: &SpecialBasis) -> [(&'static str, &Columns); 6] {
    [
        ("S1", &basis.s1),
        ("S2", &basis.s2),
        ("S0", &basis.s0),
        ("T1", &basis.t1),
        ("T2", &basis.t2),
        ("T0", &basis.t0),
    ]
}

fn doubles(values: &[Rational]) -> Vec<f64> {
    values.iter().map(Rational::to_f64).collect()
}

/// A matrix of columns, by rows.
fn rows(columns: &[Vec<Rational>], size: usize) -> Vec<Vec<Rational>> {
    (0..size).map(|row| columns.iter().map(|column| column[row].clone()).collect()).collect()
}

fn parts(columns: &[Vec<Rational>], vector: &[Rational]) -> Vec<Rational> {
    let dot = |column: &Vec<Rational>| column.iter().zip(vector).map(|(a, b)| a * b).sum();
    columns.iter().map(dot).collect()
}

/// An interface, a decoupling that is not yet accepted, and the means to bring the command about.
pub(crate) type HybridProofs = (Interface, Decoupling, (Option<Joints>, Option<SpringTravel>));

fn rows_of(listed: &Value) -> Result<Vec<ContactRow>, String> {
    let row = |one: &Value| {
        let forbids = WORDS.iter().find(|(_, word)| one["forbids"] == *word).map(|(kind, _)| *kind);
        let contact = one["contact"].as_str().map(str::to_owned);
        let row = contact.zip(forbids).map(|(contact, forbids)| ContactRow { contact, forbids });
        row.ok_or_else(|| "problem.contacts: no such contact".to_owned())
    };
    listed.as_array().ok_or("problem.contacts is no list")?.iter().map(row).collect()
}

/// The interface and the decoupling of a report, not yet accepted.
pub(crate) fn read(report: &Value) -> Result<HybridProofs, String> {
    fn of<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }
    let exact = |key: &str| &report["exact"][key];
    let problem: HybridProblem = of(&report["problem"]["bodies"])?;
    let size = problem.size();
    let columns = |key: &str| -> Result<Columns, String> {
        let rows: Vec<Vec<Rational>> = of(exact(key))?;
        let width = rows.first().map_or(0, Vec::len);
        if rows.len() != size || rows.iter().any(|row| row.len() != width) {
            return Err(format!("exact.{key} is no matrix of {size} rows"));
        }
        Ok((0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect())
    };
    let basis = SpecialBasis {
        s1: columns("S1")?,
        s2: columns("S2")?,
        s0: columns("S0")?,
        t1: columns("T1")?,
        t2: columns("T2")?,
        t0: columns("T0")?,
        beyond: of(&report["beyond"])?,
    };
    let contact = if exact("contradiction").is_null() {
        ContactState::Kept {
            force: of(exact("contact_force"))?,
            robot: of(exact("robot_acceleration"))?,
            environment: of(exact("environment_acceleration"))?,
            slip_rate: of(exact("slip_acceleration"))?,
            undetermined: columns("undetermined")?,
        }
    } else {
        ContactState::Impossible { wrench: of(exact("contradiction"))? }
    };
    let command = match &problem.command {
        Some(_) => of(exact("command"))?,
        None => vec![Rational::zero(); size],
    };
    let interface = Interface {
        problem,
        wanted: of(&report["problem"]["force_basis"])?,
        parties: [of(&report["body"])?, of(&report["environment"])?],
        point: of(&report["problem"]["point"])?,
        rows: rows_of(&report["problem"]["contacts"])?,
        rounded: Vec::new(),
        weakest: None,
        warnings: Vec::new(),
    };
    let means = (of(&report["problem"]["joints"])?, of(&report["problem"]["wrist"])?);
    Ok((interface, Decoupling { basis, command, contact }, means))
}
