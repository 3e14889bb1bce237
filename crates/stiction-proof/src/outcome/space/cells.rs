//! The ways in which a contact in space can begin to slide, as cells of the directions across its normal.
//!
//! The lines on which a sign `tⱼ·u` or a comparison `dₖ·u = dₖ₊₁·u` changes cut the plane of directions into
//! rays and sectors, on each of which every sign is constant.  Cells with the same signs and the same edges
//! of least work are one.

use super::SpatialOutcomeContact;
use crate::Rational;
use crate::spatial::Vector;
use crate::vectors::{cross, dot, is_zero, minus};
use std::cmp::Ordering;

/// A cell: the signs along the tangents, and the edges of the pyramid that take up most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// The sign of `tⱼ·u` for each tangent.
    pub signs: Vec<Ordering>,
    /// One edge, or two neighbours; none without a pyramid.
    pub edges: Vec<usize>,
}

impl Cell {
    /// The cell of a direction across the normal, which is not zero.
    pub(super) fn of(contact: &SpatialOutcomeContact, direction: &Vector) -> Self {
        let sign = |tangent: &Vector| dot(tangent, direction).cmp(&Rational::zero());
        let edges = if contact.is_smooth() { Vec::new() } else { contact.least(direction) };
        Self { signs: contact.tangents.iter().map(sign).collect(), edges }
    }

    /// `+-`.
    pub(super) fn signs_label(&self) -> String {
        let letter = |sign: &Ordering| match sign {
            Ordering::Less => '-',
            Ordering::Equal => '0',
            Ordering::Greater => '+',
        };
        self.signs.iter().map(letter).collect()
    }

    /// `+-`, `+-:e2`, `+-:e2-3`; the last edge comes before the first.
    pub(super) fn label(&self, count: usize) -> String {
        let signs = self.signs_label();
        match self.edges[..] {
            [] => signs,
            [edge] => format!("{signs}:e{edge}"),
            [first, second, ..] if first + 1 == second || count == 2 => format!("{signs}:e{first}-{second}"),
            [first, second, ..] => format!("{signs}:e{second}-{first}"),
        }
    }
}

/// All cells of a contact.
pub(super) fn cells(contact: &SpatialOutcomeContact) -> Vec<Cell> {
    let count = contact.across.len();
    let sides = (0..count).map(|k| minus(&contact.across[(k + 1) % count], &contact.across[k]));
    let lines = contact.tangents.iter().cloned().chain(sides.filter(|_| !contact.is_smooth()));
    // Where a row vanishes: along its own direction turned by a quarter, either way.
    let mut rays: Vec<Vector> = Vec::new();
    for line in lines {
        let ray = cross(&contact.normal, &line);
        rays.extend([ray.clone().map(|entry| -entry), ray]);
    }
    sort_around(&contact.normal, &mut rays);
    let mut found: Vec<Cell> = Vec::new();
    for (index, ray) in rays.iter().enumerate() {
        let next = &rays[(index + 1) % rays.len()];
        // Neighbours are less than half a turn apart, since every line has both of its rays.
        let between = std::array::from_fn(|i| &ray[i] + &next[i]);
        for direction in [ray, &between] {
            let cell = Cell::of(contact, direction);
            if !is_zero(direction) && !found.contains(&cell) {
                found.push(cell);
            }
        }
    }
    found
}

/// Sorts directions about a normal, one of each; the lengths of the first two of a pair do not matter to the
/// sum's sector.
fn sort_around(normal: &Vector, rays: &mut Vec<Vector>) {
    let Some(first) = rays.first().cloned() else { return };
    let turn = |a: &Vector, b: &Vector| dot(normal, &cross(a, b));
    // 0: along the first; 1: to its left; 2: against it; 3: to its right.
    let quarter = |ray: &Vector| {
        let side = turn(&first, ray);
        match (side.is_zero(), side.is_positive(), dot(&first, ray).is_positive()) {
            (true, _, true) => 0,
            (_, true, _) => 1,
            (true, _, false) => 2,
            _ => 3,
        }
    };
    rays.sort_by(|a, b| {
        let (of_a, of_b) = (quarter(a), quarter(b));
        of_a.cmp(&of_b).then_with(|| Rational::zero().cmp(&turn(a, b)))
    });
    rays.dedup_by(|a, b| turn(a, b).is_zero() && dot(a, b).is_positive());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::ForceState;

    fn vector(x: i64, y: i64, z: i64) -> Vector {
        [x, y, z].map(Rational::from)
    }

    fn contact(friction: i64, across: &[[i64; 2]]) -> SpatialOutcomeContact {
        SpatialOutcomeContact {
            id: "1".into(),
            on: Some(0),
            against: None,
            point: Vector::default(),
            normal: vector(0, 0, 1),
            friction: [Rational::from(friction), Rational::from(friction)],
            across: across.iter().map(|&[x, y]| vector(x, y, 0)).collect(),
            tangents: vec![vector(1, 0, 0), vector(0, 1, 0)],
            drag: None,
            flat: None,
            force: ForceState::Touching,
        }
    }

    #[test]
    fn a_contact_without_friction_begins_to_slide_in_eight_ways() {
        let labels: Vec<String> = cells(&contact(0, &[])).iter().map(|cell| cell.label(0)).collect();
        assert_eq!(labels.len(), 8);
        for label in ["+0", "++", "0+", "-+", "-0", "--", "0-", "+-"] {
            assert!(labels.iter().any(|found| found == label), "{label} of {labels:?}");
        }
    }

    #[test]
    fn four_edges_and_two_tangents_make_sixteen_cells() {
        // Along the tangents one edge takes up all; on the diagonals two tie.
        let four = cells(&contact(1, &[[1, 0], [0, 1], [-1, 0], [0, -1]]));
        let labels: Vec<String> = four.iter().map(|cell| cell.label(4)).collect();
        assert_eq!(labels.len(), 16, "{labels:?}");
        for label in ["+0:e2", "++:e2", "++:e2-3", "++:e3", "-+:e3-0", "0-:e1"] {
            assert!(labels.iter().any(|found| found == label), "{label} of {labels:?}");
        }
    }
}
