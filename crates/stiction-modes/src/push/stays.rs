//! Does the part stay with its pusher, whatever the pressure?
//!
//! Each facet N of the cone of the edges is a program over pressures: the least `∫ p N·(−f)` with the pressure
//! centred.  Its dual is an affine function below `N·(−f(x))`, as high as may be at the centre of mass.

use super::sight::{Sight, apart};
use crate::forms::{Described, describe, describe_generated};
use stiction_exact::double::dot;
use stiction_exact::hull::Workspace;
use stiction_proof::push::{Place, PushProblem, PushProof, Sense};
use stiction_proof::{ConeForms, ConeRow, NonZero, Rational, Refusal, Verified};

pub(super) fn stays(problem: &PushProblem) -> Result<Option<Verified<PushProof>>, Refusal> {
    let mode = problem.sticking();
    let Some(twist) = with_pusher(problem, &mode)? else { return Ok(None) };
    let edges = problem.edges(&mode)?;
    let owned: Vec<(Option<usize>, Vec<Rational>)> = edges.iter().map(|edge| (None, edge.to_vec())).collect();
    let Described { forms: cone, proof: rows, .. } =
        describe_generated(3, &owned).map_err(|refused| refused.0)?;
    let sight = Sight::new(problem, &edges);
    let moving = sight.twist(&twist);
    let slope = |facet: &Vec<Rational>| {
        let slope = below(&sight, &moving, facet).unwrap_or_default();
        slope.map(|entry| Rational::from_f64(entry).unwrap_or_default())
    };
    let slopes: Vec<Place> = facets(&cone).iter().map(slope).collect();
    Ok(problem.check(PushProof::Stays { cone, rows, twist, slopes }).ok())
}

/// The twist of a part that sticks to every contact, where there is one and no other.
fn with_pusher(problem: &PushProblem, mode: &str) -> Result<Option<[Rational; 3]>, Refusal> {
    // No sense is asked for: its row comes last.
    let mut rows = problem.rows(mode, Sense::None)?;
    rows.pop();
    let rows: Vec<(Option<usize>, ConeRow)> = rows.into_iter().map(|row| (None, row)).collect();
    let Described { forms, .. } = describe(4, &rows).map_err(|refused| refused.0)?;
    let ([ray], []) = (&forms.rays[..], &forms.lines[..]) else { return Ok(None) };
    let time = NonZero::new(ray[0].clone()).filter(|time| time.get().is_positive());
    Ok(time.map(|time| std::array::from_fn(|i| &ray[i + 1] / &time)))
}

/// The normals of a cone's facets, and of its equalities both ways.
pub(super) fn facets(cone: &ConeForms) -> Vec<Vec<Rational>> {
    let opposite = |row: &Vec<Rational>| row.iter().map(|entry| -entry).collect::<Vec<_>>();
    let flat = cone.equalities.iter().flat_map(|row| [row.clone(), opposite(row)]);
    cone.normals.iter().cloned().chain(flat).collect()
}

/// The slope of an affine function below the value of a facet, zero at the centre of mass; none where none is found.
pub(super) fn below(sight: &Sight, moving: &[f64; 3], facet: &[Rational]) -> Option<[f64; 2]> {
    let [m, x, y] = [0, 1, 2].map(|i| facet[i].to_f64());
    let normal = [m * sight.length, x, y];
    let size = dot(&normal, &normal).sqrt();
    let value = |place: &[f64; 2]| Some(-dot(&sight.friction(moving, *place)?, &normal) / size);
    // At a place at rest friction may have any direction: at worst the one that the facet's normal gives to it.
    let worst = |[x, y]: &[f64; 2]| -(normal[1] - normal[0] * y).hypot(normal[2] + normal[0] * x) / size;
    let column = |place: &[f64; 2]| [place[0], place[1], value(place).unwrap_or_else(|| worst(place))];
    let columns: Vec<[f64; 3]> = sight.scaled.iter().map(column).chain([[0.0, 0.0, 1.0]]).collect();
    let [a, b, height] = apart(&columns, &mut Workspace::new())?;
    let scale = size / height / sight.length;
    (height > 0.0).then(|| [a, b].map(|entry| -entry * scale))
}
