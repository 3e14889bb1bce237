//! The words of `hybrid` for people.

use super::HybridAnswer;
use super::task::Task;
use crate::number::spoken;
use crate::text::{Lines, plain};
use stiction_proof::{ContactState, Rational};

pub(super) fn lines(answer: &HybridAnswer) -> Lines {
    let (interface, proof) = (&answer.interface, answer.decoupling.proof());
    let (basis, size) = (&proof.basis, interface.problem.size());
    let [robot, environment] = interface.parties.each_ref().map(|name| plain(name));
    let mut lines = vec![(
        "robot",
        format!("\"{robot}\" has {} of {size} freedoms at the contact with \"{environment}\"", basis.rank()),
    )];
    if basis.rank() < size {
        lines.push((
            "refused",
            format!(
                "the method for {size} freedoms, since the inverse inertia has rank {}; solved in its range",
                basis.rank()
            ),
        ));
    }
    let task = Task::new(interface, proof);
    let told = super::hybrid_json(answer);
    let numbers = |key: &str| -> String {
        let list = told[key].as_array().into_iter().flatten();
        let spoken: Vec<String> = list.map(|entry| spoken(entry.as_f64().unwrap_or(f64::NAN))).collect();
        format!("[{}]", spoken.join(", "))
    };
    match &proof.contact {
        ContactState::Kept { undetermined, .. } => {
            let commanded = interface.problem.command.is_some();
            let as_told = if commanded { ", as commanded, whatever it touches" } else { "" };
            if !basis.s1.is_empty() {
                lines.push(("motion", format!("acceleration {}{as_told}", numbers("a1"))));
            }
            if !basis.s2.is_empty() {
                let variable = numbers("force_variable");
                lines.push(("force", format!("force variable {variable}{as_told}")));
                lines.push(("here", format!("force {}, acceleration {}", numbers("f2"), numbers("a2"))));
            }
            if commanded {
                lines.push(("command", format!("{} on \"{robot}\"", numbers("command"))));
            }
            let pulls = answer.pulls().map_or_else(String::new, |contact| {
                format!(", which would have to pull at \"{}\": it opens instead", plain(contact))
            });
            lines.push(("contact", format!("{} on \"{environment}\"{pulls}", numbers("contact_force"))));
            let both = format!(
                "\"{robot}\" {}, \"{environment}\" {}",
                numbers("robot_acceleration"),
                numbers("environment_acceleration")
            );
            lines.push(("result", both));
            if told["torques"].is_object() {
                let list = |key: &str| -> String {
                    let list = told["torques"][key].as_array().into_iter().flatten();
                    list.map(|entry| entry.as_f64().map_or("none".to_owned(), spoken))
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let within = if told["torques"]["within"] == true { "within" } else { "beyond" };
                let shown = if told["torques"]["chosen"].is_array() { "chosen" } else { "needed" };
                lines.push((
                    "torques",
                    format!("[{}], {within} the limits [{}]", list(shown), list("limits")),
                ));
            }
            if told["deflection"].is_array() {
                lines.push(("wrist", format!("the arm leads by {}", numbers("deflection"))));
            }
            if !undetermined.is_empty() {
                let count = undetermined.len();
                lines.push((
                    "open",
                    format!("{count} of the contact's forces that neither feels: any amount fits"),
                ));
            }
        }
        ContactState::Impossible { wrench } => {
            let wrench: Vec<String> = wrench.iter().map(|entry: &Rational| spoken(entry.to_f64())).collect();
            lines.push((
                "impossible",
                format!("neither yields along [{}], and they accelerate apart there", wrench.join(", ")),
            ));
        }
    }
    if let Some(run) = &answer.run {
        lines.extend(run.lines());
    }
    for (label, constraints) in [("natural", &task.natural), ("artificial", &task.artificial)] {
        for one in constraints {
            let value = match one.value {
                Some(value) if label == "artificial" => format!(": {} {}", one.of, spoken(value)),
                _ => String::new(),
            };
            lines.push(("task", format!("{label}: {}{value}", one.name)));
        }
    }
    Lines { heading: format!("motion and force apart: {}", answer.verdict()), lines, proved: true }
}
