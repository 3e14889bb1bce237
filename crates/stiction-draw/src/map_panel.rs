//! A grid of verdicts over two numbers of a scene, as a diagram.

use crate::diagram::figure::{Axis, ClassMap, PlotPanel};
use crate::figure::Words;
use stiction_report::Axis as MapAxis;
use stiction_report::map::{Kind, MapAnswer};

/// The map, each cell about its own values.
pub(crate) fn plot<K: Kind>(map: &MapAnswer<K>, heading: &str, title: &str) -> PlotPanel {
    let class = |cell: &K| K::ALL.iter().position(|kind| kind == cell).map(|class| class as u8);
    let [x, y] = map.axes.each_ref().map(outer_edges);
    let columns = map.axes[0].count;
    PlotPanel {
        words: Words {
            title: title.to_owned(),
            heading: heading.to_owned(),
            lines: vec![map.words_of_counts()],
            ..Words::default()
        },
        x: Axis { label: map.axes[0].path.clone(), ..Axis::default() },
        y: Axis { label: map.axes[1].path.clone(), ..Axis::default() },
        map: Some(ClassMap {
            x,
            y,
            columns,
            cells: map.grid.iter().flatten().map(class).collect(),
            classes: K::ALL.iter().map(|kind| kind.word().to_owned()).collect(),
        }),
        ..PlotPanel::default()
    }
}

/// Half a step beyond the first and the last value.
fn outer_edges(axis: &MapAxis) -> [f64; 2] {
    let (from, to) = (axis.from.to_f64(), axis.to.to_f64());
    let half = if axis.count > 1 { (to - from) / (axis.count - 1) as f64 / 2.0 } else { 0.5 };
    [from - half, to + half]
}
