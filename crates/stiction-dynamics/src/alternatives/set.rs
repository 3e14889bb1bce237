//! All solutions of a choice at every site: one point by elimination, or corners and rays.

use dashu_int::IBig;
use stiction_exact::elimination::{kernel_vector, rank};
use stiction_geometry::cone::Polyhedron;
use stiction_proof::Rational;
use stiction_proof::choice::{Choices, Condition, Family};

/// A point in the relative interior, and the corners and rays of the closed set; `None` if it is empty.
pub(super) fn solutions(
    choices: &Choices,
    choice: &[u32],
    most_freedoms: usize,
) -> Option<(Vec<Rational>, Option<Family>)> {
    let allowed = choices.allowed(choice);
    let total = choices.unknowns();
    let open: Vec<usize> = (0..total).filter(|&unknown| allowed.open[unknown]).collect();
    let outer = |inner: &[Rational]| {
        let mut point = vec![Rational::zero(); total];
        open.iter().zip(inner).for_each(|(&unknown, value)| point[unknown] = value.clone());
        point
    };
    let inner = |row: usize| -> Vec<IBig> {
        open.iter().chain([&total]).map(|&column| choices.rows()[row][column].clone()).collect()
    };
    let rows = |wanted: &dyn Fn(Condition) -> bool| -> Vec<Vec<IBig>> {
        (0..choices.rows().len()).filter(|&row| wanted(allowed.rows[row])).map(inner).collect()
    };
    let equations = rows(&|condition| condition == Condition::Zero);
    let coefficients =
        |rows: &[Vec<IBig>]| rows.iter().map(|row| row[..open.len()].to_vec()).collect::<Vec<_>>();
    let freedoms = open.len() - rank(coefficients(&equations));
    if freedoms == 0 {
        let point = outer(&solved(equations, open.len())?);
        let family = Family { vertices: vec![point.clone()], rays: Vec::new() };
        return Some((point, Some(family)));
    }
    if freedoms > most_freedoms {
        return None;
    }
    let bound = |row: Vec<IBig>, sign: i64| {
        let mut row: Vec<Rational> = row.into_iter().map(|entry| Rational::from(entry * sign)).collect();
        let constant = row.pop().unwrap_or_default();
        (row, -constant)
    };
    let mut normals: Vec<(Vec<Rational>, Rational)> = (0..open.len())
        .map(|unknown| {
            (
                (0..open.len()).map(|other| Rational::from(i64::from(other == unknown))).collect(),
                Rational::zero(),
            )
        })
        .collect();
    normals.extend(
        rows(&|condition| matches!(condition, Condition::AtLeast { .. }))
            .into_iter()
            .map(|row| bound(row, 1)),
    );
    normals.extend(
        rows(&|condition| matches!(condition, Condition::AtMost { .. }))
            .into_iter()
            .map(|row| bound(row, -1)),
    );
    let equalities: Vec<_> = equations.into_iter().map(|row| bound(row, 1)).collect();
    let polyhedron =
        Polyhedron::from_halfspaces(open.len(), &normals, &equalities).ok().filter(|set| !set.is_empty())?;
    let rays: Vec<Vec<Rational>> = polyhedron
        .rays()
        .iter()
        .map(|ray| outer(&ray.iter().cloned().map(Rational::from).collect::<Vec<_>>()))
        .collect();
    let vertices: Vec<Vec<Rational>> = polyhedron.vertices().iter().map(|vertex| outer(vertex)).collect();
    let point = middle(&vertices, &rays);
    Some((point, Some(Family { vertices, rays })))
}

/// The mean of the corners and one of each ray: a point in the relative interior.
fn middle(vertices: &[Vec<Rational>], rays: &[Vec<Rational>]) -> Vec<Rational> {
    let share = Rational::new(1, vertices.len().max(1) as u64);
    let size = vertices.first().map_or(0, Vec::len);
    let mean = |index: usize| {
        vertices.iter().map(|vertex| &vertex[index]).fold(Rational::zero(), |sum, x| sum + x) * &share
    };
    let along = |index: usize| rays.iter().map(|ray| &ray[index]).fold(Rational::zero(), |sum, x| sum + x);
    (0..size).map(|index| mean(index) + along(index)).collect()
}

/// The one solution of equations of full column rank; `None` if there is none.
pub fn solved(equations: Vec<Vec<IBig>>, size: usize) -> Option<Vec<Rational>> {
    let vector = kernel_vector(equations, size + 1)?;
    let (last, rest) = vector.split_last()?;
    rest.iter().map(|entry| Rational::from_parts(entry.clone(), last.clone())).collect()
}
