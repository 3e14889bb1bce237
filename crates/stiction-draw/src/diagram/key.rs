//! The legend of one diagram, at its foot: what its tints and lines stand for.

use crate::palette::Ink;
use crate::sheet::{Fill, Mark, Marks, Path, Stroke, Text};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};

/// Size of the letters, width of a sample, distances; in pixels.
const SIZE: f64 = 11.5;
const SAMPLE: f64 = 20.0;
const GAP: f64 = 6.0;
const BETWEEN: f64 = 16.0;
const ROW: f64 = 19.0;
/// Widest words, and most rows.
const WORDS: f64 = 200.0;
const ROWS: usize = 6;

/// What stands before the words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sample {
    /// A filled block with a frame.
    Area(Fill, Ink),
    /// A line.
    Line(Stroke),
}

/// An entry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    pub sample: Sample,
    pub text: String,
}

impl Item {
    fn words(&self) -> String {
        Face::Regular.shortened(&self.text, SIZE, WORDS)
    }

    fn width(&self) -> f64 {
        SAMPLE + GAP + Face::Regular.width(&self.words(), SIZE)
    }
}

/// Where each entry begins, relative to the upper left corner; those without room are left out.
fn places(items: &[Item], width: f64) -> Vec<Vector> {
    let mut here = at(0.0, 0.0);
    let mut places = Vec::new();
    for item in items {
        if here.x > 0.0 && here.x + item.width() > width {
            here = at(0.0, here.y + ROW);
        }
        if here.y >= ROWS as f64 * ROW {
            break;
        }
        places.push(here);
        here.x += item.width() + BETWEEN;
    }
    places
}

/// The height that the entries take.
pub(crate) fn height(items: &[Item], width: f64) -> f64 {
    places(items, width).last().map_or(0.0, |last| last.y + ROW + 6.0)
}

/// Writes the entries from the upper left corner of an area; returns how many found no room.
pub(crate) fn write(marks: &mut Marks, items: &[Item], area: Rect) -> usize {
    let places = places(items, area.width());
    marks.open("key");
    for (item, place) in items.iter().zip(&places) {
        let left = area.min + *place + at(0.0, ROW / 2.0);
        match &item.sample {
            Sample::Area(fill, ink) => {
                let block = Rect::centred(left + at(SAMPLE / 2.0, 0.0), SAMPLE, 13.0);
                marks.shape(Path::closed(&block.corners()), *fill, Stroke::new(*ink, 1.1));
            }
            Sample::Line(stroke) => marks.stroke(Path::open(&[left, left + at(SAMPLE, 0.0)]), *stroke),
        }
        let baseline = left + at(SAMPLE + GAP, SIZE * 0.36);
        let (text, face) = (item.words(), Face::Regular);
        marks.0.push(Mark::Text(Text { text, face, size: SIZE, ink: Ink::Muted, at: baseline, halo: false }));
    }
    marks.close();
    items.len() - places.len()
}
