//! Modes by inclusion: which modes lie on the boundary of which.
//!
//! The closure of a mode's motions is what its closed inequalities allow, so a mode lies in the closure of
//! another when every mark is the other's, or zero where the other's has a sign, or anything where the
//! other's is open.

use super::Mode;
use super::cells::Mark;

/// Four bits a row: which marks there are, or may be.
fn bit(mark: Mark) -> u8 {
    match mark {
        Mark::Zero => 1,
        Mark::Positive => 2,
        Mark::Negative => 4,
        Mark::Open => 8,
    }
}

fn closure(mark: Mark) -> u8 {
    match mark {
        Mark::Open => 15,
        mark => bit(mark) | 1,
    }
}

/// Whether the motions of one mode lie in the closure of another's.
fn is_within(one: &[Mark], other: &[Mark]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(&one, &other)| bit(one) & !closure(other) == 0)
}

/// The edges `(lower, upper)` of the modes ordered by inclusion: the motions of the lower lie on the boundary
/// of the upper's, and no listed mode is between them.
///
/// The work grows with the square of the number of modes.
///
/// ```
/// use stiction_modes::modes::{MOST, mode_graph, modes};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
///
/// let foot = Scene::<Planar>::new()
///     .with_body(Body::new("part"))
///     .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]));
/// let modes: Vec<_> = modes(&foot, false, MOST).unwrap().iter().collect();
/// let edge = |(low, high): (usize, usize)| format!("{}<{}", modes[low].text, modes[high].text);
/// let mut edges: Vec<String> = mode_graph(&modes).into_iter().map(edge).collect();
/// edges.sort();
/// assert_eq!(edges, ["l<s", "n<l", "n<r", "r<s"]);
/// ```
pub fn mode_graph(modes: &[Mode]) -> Vec<(usize, usize)> {
    let below = |upper: usize| -> Vec<usize> {
        let marks = &modes[upper].marks;
        (0..modes.len()).filter(|&lower| lower != upper && is_within(&modes[lower].marks, marks)).collect()
    };
    let mut edges = Vec::new();
    for upper in 0..modes.len() {
        let lower = below(upper);
        let covered = |&one: &usize| {
            !lower.iter().any(|&other| other != one && is_within(&modes[one].marks, &modes[other].marks))
        };
        edges.extend(lower.iter().copied().filter(covered).map(|lower| (lower, upper)));
    }
    edges
}
