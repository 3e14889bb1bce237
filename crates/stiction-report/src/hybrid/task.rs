//! Natural and artificial constraints in words and numbers.

use crate::number::spoken;
use crate::text::plain;
use serde_json::{Value, json};
use stiction::ask::hybrid::{Axis, Forbidden, Interface, twist_axis, wrench_axis};
use stiction_proof::{Columns, Decoupling, Rational};

/// One constraint: what is decided, along what, to which value.
pub(super) struct Constraint {
    /// `velocity`, `acceleration` or `force`.
    pub(super) of: &'static str,
    /// In words.
    pub(super) name: String,
    /// The twist or wrench that it is measured with.
    pub(super) along: Vec<f64>,
    /// Its value.
    pub(super) value: Option<f64>,
}

/// What the contact decides, and what is commanded.
pub(super) struct Task {
    pub(super) natural: Vec<Constraint>,
    pub(super) artificial: Vec<Constraint>,
}

impl Task {
    pub(super) fn new(interface: &Interface, proof: &Decoupling) -> Self {
        let (problem, basis) = (&interface.problem, &proof.basis);
        let point = interface.point.clone().unwrap_or_default();
        let forces: Columns = basis.t2.iter().chain(basis.unfelt()).cloned().collect();
        let doubles = |vector: &[Rational]| vector.iter().map(Rational::to_f64).collect();
        let mut natural: Vec<Constraint> = forces
            .iter()
            .map(|wrench| Constraint {
                of: "velocity",
                name: format!("no {}", opposed(&force_name(interface, wrench, &point))),
                along: doubles(wrench),
                value: Some(0.0),
            })
            .collect();
        natural.extend(problem.freedoms.iter().map(|twist| Constraint {
            of: "force",
            name: format!("no {}", resisted(&twist_axis(twist, &point), twist)),
            along: doubles(twist),
            value: Some(0.0),
        }));
        let command = problem.command.as_ref();
        let value = |list: Option<&Vec<Rational>>, index: usize| {
            list.and_then(|list| list.get(index)).map(Rational::to_f64)
        };
        let mut artificial: Vec<Constraint> = basis
            .s1
            .iter()
            .enumerate()
            .map(|(index, twist)| Constraint {
                of: "acceleration",
                name: motion_name(&twist_axis(twist, &point), twist),
                along: doubles(twist),
                value: value(command.map(|command| &command.motion), index),
            })
            .collect();
        artificial.extend(basis.t2.iter().enumerate().map(|(index, wrench)| Constraint {
            of: "force",
            name: force_name(interface, wrench, &point),
            along: doubles(wrench),
            value: value(command.map(|command| &command.force), index),
        }));
        Self { natural, artificial }
    }

    pub(super) fn json(&self) -> Value {
        let list = |constraints: &[Constraint]| -> Vec<Value> {
            let entry = |one: &Constraint| json!({ "of": one.of, "name": one.name, "along": one.along, "value": one.value });
            constraints.iter().map(entry).collect()
        };
        json!({ "natural": list(&self.natural), "artificial": list(&self.artificial) })
    }
}

fn numbers(vector: &[f64]) -> String {
    format!("[{}]", vector.iter().map(|entry| spoken(*entry)).collect::<Vec<_>>().join(", "))
}

/// In the plane vectors have three components and are told as they are.
fn bare(screw: &[Rational]) -> Option<String> {
    (screw.len() != 6).then(|| numbers(&screw.iter().map(Rational::to_f64).collect::<Vec<_>>()))
}

/// Pitches below this, in metres, are left out of the words; the numbers keep them.
const UNSEEN: f64 = 1e-12;

/// What is along a direction or about a line in these words; none of a screw with a pitch, and of nothing.
fn simply(axis: &Axis, twist: &[Rational], [motion, along, about]: [&str; 3]) -> Option<String> {
    if let Some(bare) = bare(twist) {
        return Some(format!("{motion} along {bare}"));
    }
    match axis {
        Axis::Free { direction } => Some(format!("{along} along {}", numbers(direction))),
        Axis::Line { direction, through, pitch } if pitch.abs() < UNSEEN => {
            Some(format!("{about} about {} through {}", numbers(direction), numbers(through)))
        }
        _ => None,
    }
}

/// `turning about [0, 0, 1] through [0, 0, 0]`.
fn motion_name(axis: &Axis, twist: &[Rational]) -> String {
    simply(axis, twist, ["motion", "sliding", "turning"]).unwrap_or_else(|| match axis {
        Axis::Line { direction, through, pitch } => {
            format!(
                "a screw of pitch {} m about {} through {}",
                spoken(*pitch),
                numbers(direction),
                numbers(through)
            )
        }
        _ => "nothing".to_owned(),
    })
}

/// The force that a freedom leaves none of.
fn resisted(axis: &Axis, twist: &[Rational]) -> String {
    let simply = simply(axis, twist, ["force", "force", "moment"]);
    simply.unwrap_or_else(|| format!("work on {}", motion_name(axis, twist)))
}

/// `normal force at "tip"`, or the wrench as a screw.
fn force_name(interface: &Interface, wrench: &[Rational], point: &[Rational]) -> String {
    let wanted = interface.wanted.as_deref().unwrap_or_default();
    let row = wanted.iter().position(|one| one == wrench).and_then(|index| interface.rows.get(index));
    if let Some(row) = row {
        let what = match row.forbids {
            Forbidden::Normal => "normal force",
            Forbidden::FirstTangent => "force along the first tangent",
            Forbidden::SecondTangent => "force along the second tangent",
            Forbidden::Spin => "moment about the normal",
        };
        return format!("{what} at \"{}\"", plain(&row.contact));
    }
    if let Some(bare) = bare(wrench) {
        return format!("force along {bare}");
    }
    match wrench_axis(wrench, point) {
        Axis::Free { direction } => format!("moment about {}", numbers(&direction)),
        Axis::Line { direction, through, pitch } if pitch.abs() < UNSEEN => {
            format!("force along {} through {}", numbers(&direction), numbers(&through))
        }
        Axis::Line { direction, through, pitch } => {
            format!(
                "a wrench of pitch {} m along {} through {}",
                spoken(pitch),
                numbers(&direction),
                numbers(&through)
            )
        }
        Axis::Zero => "nothing".to_owned(),
    }
}

/// The motion that a force forbids.
fn opposed(force: &str) -> String {
    format!("motion against the {}", force.trim_start_matches("a "))
}
