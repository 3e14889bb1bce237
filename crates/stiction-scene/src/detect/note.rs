//! What touches, or overlaps, without giving a contact, or with contacts that only stand for it.

use crate::scene::{Party, Scene};
use stiction_geometry::shape::Geometry;

/// Something between two bodies that a person should look at.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// The two bodies, the earlier one first.
    pub between: [Party; 2],
    /// What it is.
    pub finding: Finding,
    /// About where, in world coordinates; empty where no single place is meant.
    pub place: Vec<f64>,
    /// What counted as touching between these two.
    pub tolerance: f64,
    /// A tolerance with which they touch, where an overlap or a gap keeps them from it and one is small beside them.
    pub takes: Option<f64>,
}

/// Why two shapes that meet give no contact, or not all of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Finding {
    /// Corner touches corner: there is no normal.
    CornerOnCorner,
    /// Two solids share a piece of an edge line, or a corner lies on an edge: there is no normal.
    EdgeLine,
    /// The bodies overlap by more than the tolerance; none of their contacts are reported.
    Overlap {
        /// How deep a point of one lies in the other, at least.
        depth: f64,
    },
    /// The bodies are apart by more than the tolerance, or by less only in part, and by so little that they are
    /// hardly meant to be.
    Gap {
        /// How far apart they are where they would touch.
        distance: f64,
    },
    /// Arcs of equal curvature lie in each other: some of their points stand for that contact.
    Conforming {
        /// How many.
        points: usize,
    },
    /// These two shapes are not compared.
    NotCompared {
        /// Why not.
        why: &'static str,
    },
}

impl Note {
    /// What to do about a pair that does not touch.
    pub fn remedy(&self) -> String {
        match self.takes {
            Some(takes) => format!(
                "take them as touching: tolerance = \"{takes:e} m\" under [detect], or --tolerance {takes:e}"
            ),
            None => "move one of them, or list their contacts: no small tolerance takes them as touching"
                .to_owned(),
        }
    }

    /// Whether contacts may be missing because of it: every answer that more contacts could change is then open.
    pub fn leaves_out_contacts(&self) -> bool {
        !matches!(self.finding, Finding::Conforming { .. })
    }

    /// The note as a sentence, with the names of the bodies and a remedy.
    pub fn text<S: Geometry>(&self, scene: &Scene<S>) -> String {
        let [a, b] = self.between.map(|party| scene.party_name(party));
        let place = match self.place.as_slice() {
            [] => String::new(),
            place => format!(" at {place:?}"),
        };
        match self.finding {
            Finding::CornerOnCorner => format!(
                "`{a}` and `{b}` touch corner to corner{place}, which has no normal; list the contact if it matters"
            ),
            Finding::EdgeLine => format!(
                "`{a}` and `{b}` share only an edge line{place}, which has no normal; list the contact if it matters"
            ),
            Finding::Overlap { depth } => format!(
                "`{a}` and `{b}` overlap by {depth:.3e}{place}, more than the tolerance of {:.3e}; {}",
                self.tolerance,
                self.remedy()
            ),
            Finding::Gap { distance } => format!(
                "`{a}` and `{b}` gape by {distance:.3e}{place}, more than the tolerance of {:.3e}; {}",
                self.tolerance,
                self.remedy()
            ),
            Finding::Conforming { points } => format!(
                "`{a}` and `{b}` lie in each other with equal curvature{place}, and {points} points stand for that arc; \
                 list the points that carry if others do"
            ),
            Finding::NotCompared { why } if a == b => format!("`{a}` was left out: {why}"),
            Finding::NotCompared { why } => {
                format!("`{a}` and `{b}` were not compared: {why}; list their contacts")
            }
        }
    }
}
