//! The page: title, panels in rows, one legend for all of them, footer.

use std::collections::BTreeSet;

use crate::figure::{AnyPanel, Page, Tone};
use crate::palette::Ink;
use crate::panel::Prepared;
use crate::parts::legend;
use crate::sheet::{Mark, Marks, Sheet, Text};
use crate::text::Face;
use crate::vector::{Rect, at};

const MARGIN: f64 = 24.0;
const GAP: f64 = 22.0;
/// Width of the words when there is no panel at all.
const EMPTY: f64 = 400.0;

/// Where the texts of a picture stand, in pixels from its upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Width of the picture.
    pub width: f64,
    /// Height of the picture.
    pub height: f64,
    /// Every line of text.
    pub texts: Vec<TextBox>,
    /// How many labels found no free place and were left out; the picture says so.
    pub thinned: usize,
}

/// A line of text and the space it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBox {
    /// What is written.
    pub text: String,
    /// Upper left corner.
    pub min: [f64; 2],
    /// Lower right corner.
    pub max: [f64; 2],
}

impl Layout {
    pub(crate) fn of(sheet: &Sheet) -> Layout {
        let text = |mark: &Mark| match mark {
            Mark::Text(text) => Some(TextBox::of(text)),
            _ => None,
        };
        let texts = sheet.marks.iter().filter_map(text).collect();
        Layout { width: sheet.width, height: sheet.height, texts, thinned: sheet.thinned }
    }
}

impl TextBox {
    fn of(text: &Text) -> TextBox {
        let Rect { min, max } = text.bounds();
        TextBox { text: text.text.clone(), min: [min.x, min.y], max: [max.x, max.y] }
    }
}

/// Columns, and the width of each.
fn columns(panels: usize) -> (usize, f64) {
    match panels {
        0 | 1 => (1, 560.0),
        2 | 4 => (2, 420.0),
        _ => (3, 316.0),
    }
}

/// Lays out the whole page.
pub(crate) fn sheet(page: &Page) -> Sheet {
    let (columns, column) = columns(page.panels.len());
    let width = if page.panels.is_empty() { EMPTY } else { columns as f64 * (column + GAP) - GAP };
    let mut sheet = Sheet { width: width + 2.0 * MARGIN, ..Sheet::default() };
    let mut marks = Marks::default();
    let mut y = write(&mut marks, &page.title, MARGIN, width, &TITLE);
    let mut entries = BTreeSet::new();
    for row in page.panels.chunks(columns) {
        let (drawn, height) = draw_row(row, column, y);
        for panel in drawn {
            marks.0.extend(panel.marks.0);
            entries.extend(panel.legend);
            sheet.thinned += panel.thinned;
        }
        y += height + GAP;
    }
    if page.panels.is_empty() {
        y = write(&mut marks, "No scene to draw.", y, width, &FOOTER) + 8.0;
    } else {
        y += legend::write(&mut marks, &entries, at(MARGIN, y - 12.0), width) - 12.0;
    }
    y = write(&mut marks, &page.footer, y + 10.0, width, &FOOTER);
    sheet.height = (y + MARGIN - 8.0).ceil();
    sheet.marks = marks.0;
    sheet.title = if page.title.is_empty() { "A contact scene".into() } else { page.title.clone() };
    sheet.description = described(page);
    sheet
}

/// One row: words on a common line, drawings of a common height.
fn draw_row(row: &[AnyPanel], column: f64, top: f64) -> (Vec<crate::panel::DrawnPanel>, f64) {
    let prepared: Vec<_> = row.iter().map(|panel| Prepared::new(panel, column)).collect();
    let head = prepared.iter().map(Prepared::head).fold(0.0, f64::max);
    let tallest = if row.len() == 1 { column * 0.72 } else { column * 0.92 };
    let height = prepared.iter().map(|panel| panel.wanted(tallest)).fold(0.0, f64::max);
    let draw = |(i, panel): (usize, &Prepared)| {
        let left = MARGIN + i as f64 * (column + GAP);
        panel.draw(at(left, top), Rect::new(left, top + head, column, height))
    };
    (prepared.iter().enumerate().map(draw).collect(), head + height)
}

/// Letters of a kind of line on the page.
struct Letters {
    face: Face,
    size: f64,
    ink: Ink,
    advance: f64,
    after: f64,
}

const TITLE: Letters = Letters { face: Face::Bold, size: 19.0, ink: Ink::Text, advance: 25.0, after: 9.0 };
const FOOTER: Letters =
    Letters { face: Face::Regular, size: 11.0, ink: Ink::Muted, advance: 16.0, after: 4.0 };

/// Writes wrapped lines below `top`; returns where the next thing may begin.
fn write(marks: &mut Marks, text: &str, top: f64, width: f64, letters: &Letters) -> f64 {
    let mut baseline = top;
    for text in letters.face.wrap(text, letters.size, width, 4) {
        // The first line begins with its ascent, the others at their distance.
        baseline += if baseline == top { letters.size * 0.8 } else { letters.advance };
        let (face, size, ink) = (letters.face, letters.size, letters.ink);
        marks.0.push(Mark::Text(Text { text, face, size, ink, at: at(MARGIN, baseline), halo: false }));
    }
    if baseline == top { top } else { baseline + letters.size * 0.3 + letters.after }
}

/// The picture in words, for those who cannot see it.
fn described(page: &Page) -> String {
    let panel = |panel: &AnyPanel| {
        let said = panel.words();
        let verdict = match said.tone {
            Tone::Good => " (yes)",
            Tone::Bad => " (no)",
            Tone::Neutral => " (undecided)",
            Tone::Plain => "",
        };
        let mut parts = vec![said.title.clone(), format!("{}{verdict}", said.heading)];
        parts.extend(said.lines.iter().cloned());
        parts.retain(|part| !part.is_empty());
        parts.push(counted(panel));
        parts.retain(|part| !part.is_empty());
        parts.join(". ")
    };
    page.panels.iter().map(panel).collect::<Vec<_>>().join(" | ")
}

/// What a panel shows, in numbers.
fn counted(panel: &AnyPanel) -> String {
    let list = |counts: &[(usize, &str)]| {
        let shown = counts.iter().map(|(count, name)| format!("{count} {name}"));
        shown.collect::<Vec<_>>().join(", ")
    };
    match panel {
        AnyPanel::Planar(panel) => {
            let more = [(panel.regions.len(), "regions"), (panel.lines_of_force.len(), "lines of force")];
            let mut counts = vec![
                (panel.cast.bodies.len(), "bodies"),
                (panel.cast.contacts.len(), "contacts"),
                (panel.cast.forces.len(), "forces"),
            ];
            counts.extend(more.into_iter().filter(|(count, _)| *count > 0));
            list(&counts)
        }
        AnyPanel::Spatial(panel) => list(&[
            (panel.cast.bodies.len(), "bodies"),
            (panel.cast.contacts.len(), "contacts"),
            (panel.cast.forces.len(), "forces"),
        ]),
        AnyPanel::Cones(panel) => {
            list(&[(panel.cones.len(), "cones"), (panel.directions.len(), "directions")])
        }
        AnyPanel::Sphere(panel) => {
            list(&[(panel.cones.len(), "sets of directions"), (panel.directions.len(), "directions")])
        }
        AnyPanel::Graph(panel) => list(&[(panel.nodes.len(), "nodes"), (panel.edges.len(), "edges")]),
        AnyPanel::Plot(panel) => list(&[
            (panel.map.as_ref().map_or(0, |map| map.cells.len()), "cells"),
            (panel.curves.len(), "curves"),
            (panel.points.len(), "points"),
        ]),
    }
}
