//! The legend: only what is actually drawn, each with a small sample of itself.

use std::collections::BTreeSet;

use crate::figure::{ForceKind, Meaning, Sign};
use crate::palette::Ink;
use crate::parts::{blocked, contact, force, line_of_force, motion, region, shape, stretch};
use crate::sheet::{Fill, LINE, Mark, Marks, Path, Stroke, THIN, Text};
use crate::solid::contacts;
use crate::text::Face;
use crate::vector::{Rect, Vector, at};
use stiction::scene::Role;

/// Size of the letters, in pixels.
const SIZE: f64 = 11.5;
/// Width of a sample and its distance from the words.
const SAMPLE: f64 = 26.0;
const GAP: f64 = 7.0;
/// Distance between entries, and between rows.
const BETWEEN: f64 = 20.0;
const ROW: f64 = 22.0;

/// Something that a drawing may contain, in the order of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    Contact,
    Near,
    Essential,
    Cone,
    Normal,
    Soft,
    Patch,
    Force(ForceKind),
    Escape,
    Velocity,
    Centre,
    BlockedTurn,
    BlockedLine,
    Region(Meaning, Sign),
    Beyond,
    LineOfAction,
    Moment,
    WrenchSum,
    Stretch,
    Span,
    Thrust,
    Axis,
    CentreOfMass,
    Behind,
    Fixed,
    Driven,
}

impl Entry {
    /// How a role is explained; a free body needs no explanation.
    pub fn role(role: Role) -> Option<Entry> {
        match role {
            Role::Free => None,
            Role::Fixed => Some(Entry::Fixed),
            Role::Driven => Some(Entry::Driven),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Entry::Contact => "contact",
            Entry::Near => "near, not touching",
            Entry::Essential => "essential contact",
            Entry::Cone => "friction cone",
            Entry::Normal => "normal, no friction",
            Entry::Soft => "resists spin",
            Entry::Patch => "area of contact",
            Entry::Force(ForceKind::Squeeze) => "squeezing force",
            Entry::Force(ForceKind::Contact) => "contact force",
            Entry::Force(ForceKind::Weight) => "weight",
            Entry::Force(ForceKind::Load) => "load",
            Entry::Force(ForceKind::Freedom) => "direction of motion",
            Entry::Force(ForceKind::Constraint) => "direction of force",
            Entry::Escape => "possible motion",
            Entry::Velocity => "velocity",
            Entry::Centre => "centre of rotation",
            Entry::BlockedTurn => "turn blocked by curvature",
            Entry::BlockedLine => "about any point of this line",
            Entry::Region(meaning, sign) => region::words(meaning, sign),
            Entry::Beyond => "beyond the frame",
            Entry::LineOfAction => "line of action",
            Entry::Moment => "moment",
            Entry::WrenchSum => "sum of wrenches",
            Entry::Stretch => "where to push",
            Entry::Span => "from contact to reference",
            Entry::Thrust => "line of thrust",
            Entry::Axis => "screw axis",
            Entry::CentreOfMass => "centre of mass",
            Entry::Behind => "behind a face",
            Entry::Fixed => "fixed",
            Entry::Driven => "driven",
        }
    }

    /// Width of the sample: small symbols take less room than arrows.
    fn sample_width(self) -> f64 {
        match self {
            Entry::Contact | Entry::Near | Entry::Essential | Entry::CentreOfMass => 15.0,
            Entry::Centre | Entry::BlockedTurn | Entry::Soft | Entry::Moment => 19.0,
            _ => SAMPLE,
        }
    }

    fn width(self) -> f64 {
        self.sample_width() + GAP + Face::Regular.width(self.words(), SIZE)
    }

    /// The sample, about the middle of its place.
    fn sample(self, marks: &mut Marks, middle: Vector) {
        let (left, right) = (middle - at(SAMPLE / 2.0, 0.0), middle + at(SAMPLE / 2.0, 0.0));
        let (east, up) = (at(1.0, 0.0), at(0.0, -1.0));
        match self {
            Entry::Contact | Entry::Near => {
                contact::finger(marks, middle + up * 3.0, up, 0.85, self == Entry::Near);
                contact::dot(marks, middle + up * 3.0, 0.85, self == Entry::Near);
            }
            Entry::Essential => {
                contact::ring(marks, middle, 0.85);
                contact::dot(marks, middle, 0.85, false);
            }
            Entry::Cone => contact::cone(marks, left + at(2.0, 0.0), east, SAMPLE - 4.0, 0.36, false),
            Entry::Normal => contact::cone(marks, left + at(2.0, 0.0), east, SAMPLE - 4.0, 0.0, false),
            Entry::Force(kind) => marks.arrow(left, right, force::ink(kind), force::SHAFT),
            Entry::Velocity => marks.arrow(left, right, Ink::Motion, LINE),
            Entry::Escape => {
                for (offset, strength) in [(-4.0, 0.35), (0.0, 0.55), (4.0, 0.85)] {
                    let square = Rect::centred(middle + at(offset, 0.0), 13.0, 12.0);
                    marks.stroke(Path::closed(&square.corners()), motion::ghost(strength));
                }
            }
            Entry::Centre => motion::turning(marks, middle, 8.5, true),
            Entry::BlockedTurn => blocked::barred(marks, middle, 8.5),
            Entry::BlockedLine => {
                marks.stroke(Path::open(&[left, right]), Stroke::new(Ink::Motion, 1.2).dashed(true));
            }
            Entry::Region(_, sign) => {
                let block = Path::closed(&Rect::centred(middle, SAMPLE - 4.0, 14.0).corners());
                marks.shape(block, region::filling(sign), Stroke::new(region::ink(sign), 1.2));
            }
            Entry::Beyond => marks.arrow(left + at(3.0, 0.0), right - at(1.0, 0.0), Ink::Both, force::SHAFT),
            Entry::LineOfAction => {
                marks.stroke(Path::open(&[left, right]), Stroke::new(Ink::Load, THIN).dashed(true));
                marks.arrow(left + at(4.0, 0.0), right - at(3.0, 0.0), Ink::Load, force::SHAFT);
            }
            Entry::Moment => line_of_force::curl(marks, middle, 7.5, true, Ink::Load),
            Entry::WrenchSum => marks.arrow(left, right, Ink::Force, force::SHAFT + 0.6),
            Entry::Span => marks.arrow(left, right, Ink::Muted, LINE),
            Entry::Thrust => {
                marks.stroke(
                    Path::open(&[left, right]),
                    Stroke::new(Ink::Push, super::thrust::WIDTH).dashed(true),
                );
            }
            Entry::Stretch => stretch::sample(marks, left + at(2.0, 0.0), right - at(2.0, 0.0)),
            Entry::Axis => {
                marks.stroke(Path::open(&[left, right]), Stroke::new(Ink::Motion, 1.2));
                let curl = (0..=20).map(|i| (0.6 + f64::from(i) * 0.22).sin_cos());
                let curl: Vec<Vector> = curl.map(|(sin, cos)| middle + at(4.0 * cos, 8.0 * sin)).collect();
                let along = (curl[20] - curl[18]).unit().unwrap_or(up);
                marks.stroke(Path::open(&curl), Stroke::new(Ink::Motion, LINE));
                marks.head(curl[20] + along * 4.0, along, 6.0, Ink::Motion);
            }
            Entry::Soft => {
                let ring = (0..=24).map(|i| (f64::from(i) * std::f64::consts::TAU / 24.0).sin_cos());
                let ring: Vec<Vector> = ring.map(|(sin, cos)| middle + at(8.0 * cos, 4.0 * sin)).collect();
                marks.stroke(Path::open(&ring), Stroke::new(Ink::Force, LINE));
                contact::dot(marks, middle, 0.85, false);
            }
            Entry::Patch => {
                let area = contacts::sample_patch(middle);
                for [from, to] in contacts::hatching(&area) {
                    marks.stroke(Path::open(&[from, to]), Stroke::new(Ink::Cone, 0.8));
                }
                marks.shape(Path::closed(&area), Fill::Faint(Ink::Cone, 0.12), Stroke::new(Ink::Force, 1.0));
            }
            Entry::Behind => {
                let pen = Stroke::new(Ink::Outline, 1.2).dashed(true);
                marks.stroke(Path::open(&[left, right]), pen);
            }
            Entry::CentreOfMass => shape::quartered(marks, middle, 5.5),
            Entry::Fixed | Entry::Driven => {
                let role = if self == Entry::Fixed { Role::Fixed } else { Role::Driven };
                let block = Path::closed(&Rect::centred(middle, SAMPLE - 4.0, 12.0).corners());
                marks.shape(block, shape::filling(role), Stroke::new(shape::outline_ink(role), 1.2));
            }
        }
    }
}

/// Entries that are drawn with the same arrow: the first is left out beside the second.
const TWINS: [[Entry; 2]; 3] = [
    [Entry::Force(ForceKind::Squeeze), Entry::Force(ForceKind::Contact)],
    [Entry::Force(ForceKind::Freedom), Entry::Velocity],
    [Entry::Force(ForceKind::Constraint), Entry::Force(ForceKind::Load)],
];

/// Writes the legend in rows of some width, from a corner; returns the height it took.
pub(crate) fn write(marks: &mut Marks, entries: &BTreeSet<Entry>, corner: Vector, width: f64) -> f64 {
    let mut here = corner;
    marks.open("legend");
    // Two that look alike are one, under the wider name.
    let is_twin = |entry: &&Entry| TWINS.iter().any(|[one, other]| *entry == one && entries.contains(other));
    for entry in entries.iter().filter(|entry| !is_twin(entry)) {
        if here.x > corner.x && here.x + entry.width() > corner.x + width {
            here = at(corner.x, here.y + ROW);
        }
        entry.sample(marks, here + at(entry.sample_width() / 2.0, ROW / 2.0));
        let baseline = here + at(entry.sample_width() + GAP, ROW / 2.0 + SIZE * 0.36);
        let text = entry.words().to_owned();
        let words =
            Text { text, face: Face::Regular, size: SIZE, ink: Ink::Muted, at: baseline, halo: false };
        marks.0.push(Mark::Text(words));
        here.x += entry.width() + BETWEEN;
    }
    marks.close();
    if entries.is_empty() { 0.0 } else { here.y + ROW - corner.y }
}
