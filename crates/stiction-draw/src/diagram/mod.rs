//! Pictures that are not scenes: cones, directions on a sphere, graphs, maps and curves.

pub(crate) mod cones;
pub(crate) mod figure;
pub(crate) mod graph;
pub(crate) mod key;
pub(crate) mod order;
pub(crate) mod plot;
pub(crate) mod scale;
pub(crate) mod span;
pub(crate) mod sphere;

use crate::sheet::{Fill, Hatch, Pattern};
use crate::solid::vector::{Vector3, in_space};
use crate::sound::number;
use figure::{Direction, PolyhedralCone};

use crate::palette::Ink;

/// The tint and hatch of a class or set.
pub(crate) fn pattern(tint: u8) -> Fill {
    const HATCHES: [Hatch; 7] = [
        Hatch::Clear,
        Hatch::Rising,
        Hatch::Dots,
        Hatch::Falling,
        Hatch::Level,
        Hatch::Crossed,
        Hatch::Upright,
    ];
    // Six tints and seven hatches: all pairs come before one comes again.
    let hatch = HATCHES[usize::from(tint) % HATCHES.len()];
    Fill::Patterned(Pattern { ink: Ink::Tint(tint % 6), hatch })
}

/// The first component upwards, the others across.
fn upright([first, second, third]: [f64; 3]) -> Vector3 {
    in_space(second, third, first)
}

fn is_direction(vector: &[f64; 3]) -> bool {
    vector.iter().all(|&entry| number(entry)) && *vector != [0.0; 3]
}

/// Distance of what is drawn from the frame.
const INSET: f64 = 14.0;

/// Sets of directions ready to be drawn, with what the legend says of them.
pub(crate) struct Sets {
    axes: [String; 3],
    cones: Vec<PolyhedralCone>,
    directions: Vec<Direction>,
    items: Vec<key::Item>,
    pub(crate) omitted: usize,
}

impl Sets {
    /// The cones and directions that can be drawn; those that cannot are counted.
    fn new(
        axes: &[String; 3],
        cones: &[PolyhedralCone],
        directions: &[Direction],
        fill: impl Fn(u8) -> Fill,
    ) -> Sets {
        let sound = |cone: &&PolyhedralCone| cone.rays.iter().chain(&cone.lines).all(is_direction);
        let kept: Vec<PolyhedralCone> = cones.iter().filter(sound).cloned().collect();
        let told: Vec<Direction> =
            directions.iter().filter(|direction| is_direction(&direction.vector)).cloned().collect();
        let omitted = cones.len() - kept.len() + directions.len() - told.len();
        Sets { axes: axes.clone(), items: entries(&kept, fill), cones: kept, directions: told, omitted }
    }

    /// Height of the legend at some width.
    pub(crate) fn foot(&self, width: f64) -> f64 {
        key::height(&self.items, width - 2.0 * INSET)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.cones.is_empty() && self.directions.is_empty()
    }
}

/// The unit vectors that span a cone, the first component upwards.
fn generators(cone: &PolyhedralCone) -> Vec<Vector3> {
    let lines = cone.lines.iter().flat_map(|&line| [line, line.map(|entry| -entry)]);
    cone.rays.iter().copied().chain(lines).filter_map(|vector| upright(vector).unit()).collect()
}

/// What the legend says of cones: each pair of label and tint once.
fn entries(cones: &[PolyhedralCone], fill: impl Fn(u8) -> Fill) -> Vec<key::Item> {
    let mut items: Vec<key::Item> = Vec::new();
    for cone in cones.iter().filter(|cone| !cone.label.is_empty()) {
        let item = key::Item {
            sample: key::Sample::Area(fill(cone.tint), Ink::Tint(cone.tint % 6)),
            text: cone.label.clone(),
        };
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}
