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
        x: Axis { label: called(&map.axes[0].path), ..Axis::default() },
        y: Axis { label: called(&map.axes[1].path), ..Axis::default() },
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

/// What a number of the scene is called, with its unit: `friction of every contact`, `x of clamp (m)`.
fn called(path: &str) -> String {
    let parts: Vec<&str> = path.split('.').collect();
    let axis = |at: &str| ["x", "y", "z"].get(at.parse::<usize>().unwrap_or(9)).copied();
    // Names may have dots in them: what is told is at the end.
    let name = |tail: usize| match parts.get(1..parts.len().saturating_sub(tail)).map(|name| name.join(".")) {
        Some(name) if name == "*" => "every contact".to_owned(),
        Some(name) => name,
        None => String::new(),
    };
    let told = match parts[..] {
        ["gravity", at] => axis(at).map(|axis| format!("gravity along {axis} (m/s²)")),
        ["contacts", .., "friction"] => Some(format!("friction of {}", name(1))),
        ["contacts", .., "preload"] => Some(format!("preload of {} (N)", name(1))),
        ["contacts", .., "approach"] => Some(format!("approach of {} (m)", name(1))),
        ["contacts", .., "gap"] => Some(format!("gap of {} (m)", name(1))),
        ["contacts", .., "point", at] => axis(at).map(|axis| format!("{axis} of {} (m)", name(2))),
        ["bodies", .., "mass"] => Some(format!("mass of {} (kg)", name(1))),
        ["bodies", .., "com", at] => axis(at).map(|axis| format!("{axis} of the centre of {} (m)", name(2))),
        ["loads", .., "force", at] => axis(at).map(|axis| format!("force of {} along {axis} (N)", name(2))),
        ["loads", .., "point", at] => axis(at).map(|axis| format!("{axis} of {} (m)", name(2))),
        ["loads", .., "moment"] => Some(format!("moment of {} (N m)", name(1))),
        ["peg", "tilt"] => Some("lean of the peg (rad)".to_owned()),
        ["peg", "friction"] => Some("friction in the hole".to_owned()),
        ["peg", "depth"] => Some("depth of the peg (m)".to_owned()),
        _ => None,
    };
    told.unwrap_or_else(|| path.to_owned())
}

/// Half a step beyond the first and the last value.
fn outer_edges(axis: &MapAxis) -> [f64; 2] {
    let (from, to) = (axis.from.to_f64(), axis.to.to_f64());
    let half = if axis.count > 1 { (to - from) / (axis.count - 1) as f64 / 2.0 } else { 0.5 };
    [from - half, to + half]
}

#[cfg(test)]
mod tests {
    use super::called;

    #[test]
    fn numbers_of_a_scene_are_called_by_words() {
        assert_eq!(called("contacts.*.friction"), "friction of every contact");
        assert_eq!(called("contacts.a.b/ground.1.point.1"), "y of a.b/ground.1 (m)");
        assert_eq!(called("bodies.box.mass"), "mass of box (kg)");
        assert_eq!(called("gravity.7"), "gravity.7");
    }
}
