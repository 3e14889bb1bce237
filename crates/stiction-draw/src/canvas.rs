//! What the parts of a drawing share: the scene with its view, and the marks made so far.

use std::collections::BTreeSet;

use crate::detail::Detail;
use crate::figure::{Body, Panel};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::motion::Course;
use crate::parts::shape;
use crate::place::{Label, Placer};
use crate::sheet::Marks;
use crate::text::Face;
use crate::vector::{Rect, Vector};
use crate::view::{Reach, View};
use stiction::scene::Role;

/// Size of the letters of labels, in pixels.
pub(crate) const LABEL: f64 = 12.0;

/// Sizes of marks on the page, in pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    /// Length of a friction cone.
    pub cone: f64,
    /// Length of the largest force.
    pub arrow: f64,
    /// Length of the largest velocity.
    pub velocity: f64,
    /// Most room that is kept free for one label on one side.
    pub words: f64,
    /// Factor on dots and fingertips: less than one in a crowd.
    pub mark: f64,
    /// The largest force, in newtons: its arrow has the full length.
    pub largest: f64,
}

/// A scene and how it is seen.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    pub panel: &'a Panel,
    pub courses: &'a [Course<'a>],
    pub area: Rect,
    pub view: View,
    pub sizes: Sizes,
}

/// How much of a panel is drawn.
pub(crate) fn detail(panel: &Panel) -> Detail {
    Detail::of(panel.cast.contacts.len(), panel.cast.bodies.len())
}

/// A drawing under construction.
#[derive(Debug)]
pub(crate) struct Canvas {
    pub marks: Marks,
    pub placer: Placer,
    pub legend: BTreeSet<Entry>,
}

impl Sizes {
    /// Sizes for a drawing of some width: cones and arrows in proportion to it and to the smallest free body.
    pub fn new(panel: &Panel, area: Rect) -> Sizes {
        let crowd = (24.0 / panel.cast.contacts.len().max(1) as f64).sqrt().clamp(0.25, 1.0);
        let room = smallest_body(panel, area).unwrap_or(area.width());
        // In a crowd an arrow that is longer than a body is wide lies over its neighbours'.
        let shortest = if detail(panel) == Detail::Full { 36.0 } else { 8.0 };
        Sizes {
            cone: (area.width() * 0.15).min(58.0).min(room * 0.42).max(16.0) * crowd,
            arrow: (area.width() * 0.23).min(90.0).min(room * 0.8).max(shortest),
            velocity: (area.width() * 0.13).clamp(28.0, 52.0),
            words: area.width() * 0.2,
            mark: crowd.max(0.5),
            largest: panel
                .cast
                .forces
                .iter()
                .map(|force| Vector::from(force.vector).length())
                .fold(0.0, f64::max),
        }
    }
}

/// Pixels across the narrowest free body when the bodies alone fill the area.
fn smallest_body(panel: &Panel, area: Rect) -> Option<f64> {
    let mut reach = Reach::default();
    let bounds: Vec<Rect> = panel.cast.bodies.iter().filter_map(shape::bounds).collect();
    bounds.iter().flat_map(Rect::corners).for_each(|corner| reach.point(corner, 40.0));
    panel.cast.contacts.iter().for_each(|contact| reach.point(contact.point.into(), 40.0));
    let view = View::fit(&reach, area);
    let free =
        panel.cast.bodies.iter().filter(|body: &&Body| body.role == Role::Free).filter_map(shape::bounds);
    free.map(|bounds| view.pixels(bounds.width().min(bounds.height()))).min_by(f64::total_cmp)
}

/// A label in the usual letters.
pub(crate) fn label(text: impl Into<String>, ink: Ink) -> Label {
    // Names are the users': any length, but a drawing has room for a few words.
    let text = Face::Regular.shortened(&text.into(), LABEL, 150.0);
    Label { text, face: Face::Regular, size: LABEL, ink, optional: false, close: false }
}
