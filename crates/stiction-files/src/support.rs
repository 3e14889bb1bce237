//! `support` and `pressure` of a body: where it presses on a table that is seen from above, and how hard.

use crate::body::optional;
use crate::findings::Findings;
use crate::node::{At, Kind};
use crate::number::{list, note_length, numbers, shown, shown_vector, vector, word};
use crate::world::World;
use stiction::scene::Body;
use stiction_proof::{NonZero, Rational};

/// Reads both keys of a body whose pose and centre of mass are known.
pub(crate) fn read<S: World>(
    body: &mut Body<S>,
    at: &At<'_>,
    pose: Option<&S::Pose>,
    found: &mut Findings<'_>,
) {
    let points = optional(at, "support", |support| points::<S>(&support, pose, found));
    let Some(given) = at.get("pressure") else {
        body.support = points;
        return;
    };
    let faulty = at.get("support").is_some() && points.is_none();
    let Some(points) = points.filter(|points| !points.is_empty()) else {
        if !faulty {
            let help = "list the points: support = [[0, 0], [1, 0], [0, 1]]";
            found.fault("pressure", &given, "a pressure is known at points, and none are listed", help);
        }
        return;
    };
    let pressure = numbers(&given, found).and_then(|all| all.into_iter().collect::<Option<Vec<Rational>>>());
    if let Some(pressure) = &pressure {
        check(body, &given, &points, pressure, found);
    }
    (body.support, body.pressure) = (Some(points), pressure);
}

/// The listed points in world coordinates; empty for `"shape"`.
fn points<S: World>(at: &At<'_>, pose: Option<&S::Pose>, found: &mut Findings<'_>) -> Option<Vec<S::Vector>> {
    if let Kind::Text(_) = at.node.kind {
        word(at, "support", &[("shape", ())], found)?;
        return Some(Vec::new());
    }
    let elements = list(at, "a list of points, or \"shape\"", found)?;
    if elements.len() == 0 {
        found.fault("support", at, "no points are listed", "list at least one, or leave `support` out");
        return None;
    }
    let read = |element: At<'_>| {
        let point = vector::<S::Vector>(&element, S::POINT, found)?;
        Some(pose.map_or(point.clone(), |pose| S::place(pose, &point)))
    };
    // Every bad point is noted.
    let points: Vec<Option<S::Vector>> = elements.map(read).collect();
    points.into_iter().collect()
}

/// As many as points, none negative, and centred below the centre of mass.
fn check<S: World>(
    body: &Body<S>,
    at: &At<'_>,
    points: &[S::Vector],
    pressure: &[Rational],
    found: &mut Findings<'_>,
) {
    if pressure.len() != points.len() {
        note_length(at, pressure.len(), points.len(), "one number for each point of `support`", found);
        return;
    }
    if let Some(pulls) = pressure.iter().find(|one| one.is_negative()) {
        found.fault(
            "pressure",
            at,
            format!("{} pulls the part down", shown(pulls)),
            "give no number below zero",
        );
        return;
    }
    let Some(total) = NonZero::new(pressure.iter().cloned().sum()) else {
        found.fault("pressure", at, "nothing presses", "give a number above zero");
        return;
    };
    let com = body.com.as_ref();
    let centre: Vec<Rational> = (0..com.len())
        .map(|axis| {
            let moments = points.iter().zip(pressure).map(|(point, one)| &point.as_ref()[axis] * one);
            moments.sum::<Rational>() / &total
        })
        .collect();
    if centre != com {
        let message = format!("its centre is at {}, the com at {}", shown_vector(&centre), shown_vector(com));
        found.fault(
            "pressure",
            at,
            message,
            "pressure balances the weight: give pressures with their centre at the com",
        );
    }
}
