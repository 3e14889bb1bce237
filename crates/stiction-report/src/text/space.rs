//! Closure in space in words.

use super::{FORM_LEFT_OUT, Lines, counted, escapes, force_verdict, friction_word, plain, shortened};
use crate::closure_space::{ClosureInSpace, PushInSpace};
use crate::number::spoken;
use crate::overlooked::open_words;
use stiction::ask::Threshold;
use stiction::ask::lower::ConeModel;
use stiction::double::{cross, dot};
use stiction_proof::{Answer, Rational};

pub(super) fn closure(answer: &ClosureInSpace, length: &Rational) -> Lines {
    let mut lines = vec![("form", form(answer)), ("force", force(answer))];
    if let Some(squeeze) = answer.squeeze() {
        lines.push(("squeeze", format!("{} (in proportion)", squeeze_list(answer, &squeeze))));
    }
    if let Some(twist) = answer.escape_twist() {
        lines.push(("escape", motion(&twist, &answer.problem.reference)));
    }
    if let Some(friction) = friction(answer) {
        lines.push(("friction", friction));
    }
    if answer.essential.is_some() {
        lines.push(("essential", essential(answer)));
    }
    if let (Ok(l1), Answer::Yes) = (&answer.measures.epsilon_l1, answer.force.verdict) {
        let (newtons, counted) = (spoken(l1.value), counted(length));
        lines.push(("quality", format!("resists {newtons} N any way per 1 N of squeeze, {counted}")));
    }
    if answer.cone != ConeModel::Round {
        lines.push(("cone", cone(answer.cone)));
    }
    let proved = answer.force.proof.is_some();
    Lines { heading: format!("force closure: {}", answer.force.verdict), lines, proved }
}

fn form(answer: &ClosureInSpace) -> String {
    let reason = answer.reasons.get("form.verdict");
    if let Some(open) = open_words(reason, FORM_LEFT_OUT) {
        return open;
    }
    if let Some(reason) = reason {
        return format!("undecided: {reason}");
    }
    escapes(answer.form.verdict, answer.escape)
}

fn cone(cone: ConeModel) -> String {
    match cone {
        ConeModel::Round => "round".to_owned(),
        ConeModel::Inner(count) => format!("a pyramid of {count} edges inside the round cone"),
        ConeModel::Outer(count) => format!("a pyramid of {count} edges around the round cone"),
    }
}

fn force(answer: &ClosureInSpace) -> String {
    if answer.force.proof.is_none() {
        return "undecided: neither a squeeze nor an escape could be proved, so near is the boundary"
            .to_owned();
    }
    force_verdict(answer.force.verdict, answer.force.margin, &answer.reasons)
}

pub(super) fn friction(answer: &ClosureInSpace) -> Option<String> {
    let [lower, upper] = answer.least_friction.ends()?;
    let frictionless = matches!(answer.least_friction, Threshold::None(_));
    let closed = answer.force.verdict == Answer::Yes;
    // Of an open grasp with a wide bracket the upper end is what is proved to be enough.
    let least = if closed || stiction::ask::is_narrow(&lower, &upper) { &lower } else { &upper };
    Some(friction_word(least, frictionless, closed))
}

fn essential(answer: &ClosureInSpace) -> String {
    let ids = answer.essential_ids();
    let undecided = answer.essential.iter().flatten().any(|verdict| verdict.verified().is_none());
    match (ids.is_empty(), ids.len() == answer.problem.contacts.len()) {
        (true, _) if undecided => "not proved of any contact".to_owned(),
        (true, _) => "none: any one contact may be taken away".to_owned(),
        (_, true) => "every contact is needed".to_owned(),
        _ => {
            let names = shortened(ids.iter().map(|id| format!("\"{}\"", plain(id))).collect(), ", ");
            if undecided { names } else { format!("{names}; any one of the others may be taken away") }
        }
    }
}

fn squeeze_list(answer: &ClosureInSpace, pushes: &[PushInSpace]) -> String {
    let entry = |(contact, push): (&stiction_proof::SpatialContact, &PushInSpace)| {
        format!("\"{}\" {}", plain(&contact.id), spoken(push.along[0]))
    };
    let entries: Vec<String> = answer.problem.contacts.iter().zip(pushes).map(entry).collect();
    shortened(entries, ", ")
}

/// Parts of the largest below which an entry of a direction is rounding alone.
const NOTHING: f64 = 1e-9;

/// A motion of space in words: a translation, a turn about an axis, or a screw.
///
/// About the reference `r`, `(w, v)` turns about the axis through `r + w × v/|w|²` and advances along it by
/// `w·v/|w|²` metres a radian.
pub(crate) fn motion(twist: &[f64; 6], reference: &[Rational; 3]) -> String {
    let [wx, wy, wz, vx, vy, vz] = *twist;
    let (w, v) = ([wx, wy, wz], [vx, vy, vz]);
    let square = dot(&w, &w);
    if square == 0.0 {
        return format!("moves along {}", direction(&v));
    }
    let moved = cross(&w, &v);
    let point: [f64; 3] = std::array::from_fn(|i| reference[i].to_f64() + moved[i] / square);
    let size = point.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let point = point.map(|entry| if entry.abs() < NOTHING * size { 0.0 } else { entry });
    let turn = format!("turns about the axis {} through {}", direction(&w), list(&point));
    let pitch = dot(&w, &v) / square;
    let along = dot(&w, &v).abs();
    if along <= NOTHING * (square * dot(&v, &v)).sqrt() {
        return turn;
    }
    format!("{turn} and moves along it by {} m a radian", spoken(pitch))
}

/// A unit vector.
fn direction(vector: &[f64; 3]) -> String {
    let size = dot(vector, vector).sqrt();
    list(&vector.map(|entry| if entry.abs() < NOTHING * size { 0.0 } else { entry / size }))
}

fn list(vector: &[f64; 3]) -> String {
    format!("[{}]", vector.map(spoken).join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_are_told_as_translation_turn_or_screw() {
        let about = |entries: [i64; 3]| entries.map(Rational::from);
        let told = |twist: [f64; 6]| motion(&twist, &about([0, 0, 0]));
        assert_eq!(told([0.0, 0.0, 0.0, 0.0, 0.0, -3.0]), "moves along [0, 0, -1]");
        assert_eq!(
            told([0.0, 0.0, 2.0, 0.0, -2.0, 0.0]),
            "turns about the axis [0, 0, 1] through [1, 0, 0]",
            "the point (1, 0, 0) stands still: v = −w × p"
        );
        let screw = told([0.0, 0.0, 2.0, 0.0, -2.0, 1.0]);
        assert_eq!(
            screw,
            "turns about the axis [0, 0, 1] through [1, 0, 0] and moves along it by 0.5 m a radian"
        );
        assert_eq!(
            motion(&[0.0, 1.0, 0.0, 0.0, 0.0, 0.0], &about([3, 0, 4])),
            "turns about the axis [0, 1, 0] through [3, 0, 4]"
        );
    }
}
