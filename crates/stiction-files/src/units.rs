//! Units: `unit = "mm"` for the lengths of a scene, and numbers with a unit in strings, `"30 deg"`, `"2 kN"`.
//!
//! Both are converted to SI before anything else is read, each number exactly: every place of a scene has one quantity,
//! by its path.  With a `unit` bare lengths count in it, and curvatures in one over it; masses, forces, moments, speeds
//! and all else stay SI.  A string with a unit says all of it and is not converted twice.  Degrees are multiples of
//! π/180 with forty digits, so that quarter turns are seen to be exact.

use crate::findings::{Findings, shortened};
use crate::mesh_shape::UNITS;
use crate::node::{At, Kind, Node, quoted_key};
use stiction::scene::Quantity::{
    Acceleration, Angle, Density, Displacement, Force, Inertia, Length, Mass, Moment, PerLength, Speed,
    Stiffness, Time, Turning,
};
use stiction::scene::{LengthUnit, Quantity, quantity};
use stiction_proof::{NonZero, Rational};

/// Converts a scene to SI, and notes what it cannot convert; the unit of its lengths, where it says one.
pub(crate) fn to_si(root: &mut Node, found: &mut Findings<'_>) -> Option<LengthUnit> {
    let unit = At::root(root).get("unit").and_then(|unit| of_lengths(&unit, found));
    let three = At::root(root).get("dimension").is_some_and(
        |at| matches!(&at.node.kind, Kind::Number(text) | Kind::Text(text) if text.trim() == "3"),
    );
    let mut walk = Walk {
        metres: unit.as_ref().map(|unit| unit.metres.clone()),
        dimension: if three { 3 } else { 2 },
        found,
    };
    let mut keys = Vec::new();
    walk.node(root, &mut keys, 0);
    unit
}

/// The unit that a scene counts its lengths in.
fn of_lengths(at: &At<'_>, found: &mut Findings<'_>) -> Option<LengthUnit> {
    let known: Vec<&str> = UNITS.iter().map(|(unit, _)| *unit).collect();
    let help = format!("one of {}; lengths are in metres without it", known.join(", "));
    let Kind::Text(word) = &at.node.kind else {
        found.fault("unit", at, "the unit of lengths is a word", help);
        return None;
    };
    let found_unit = Length.units().into_iter().find(|(unit, _)| *unit == word.trim());
    let Some((word, metres)) = found_unit else {
        let message = format!("\"{}\" is no unit of length that is known", shortened(word));
        found.fault("unit", at, message, help);
        return None;
    };
    Some(LengthUnit { word: word.to_owned(), metres: NonZero::new(metres)? })
}

/// Keys on the way to a node; `None` for a place in a list.
type Keys = Vec<Option<String>>;

struct Walk<'w, 't> {
    metres: Option<NonZero>,
    dimension: usize,
    found: &'w mut Findings<'t>,
}

impl Walk<'_, '_> {
    fn node(&mut self, node: &mut Node, keys: &mut Keys, place: usize) {
        match &mut node.kind {
            Kind::Table(entries) => {
                for entry in entries {
                    keys.push(Some(entry.key.clone()));
                    self.node(&mut entry.value, keys, place);
                    keys.pop();
                }
            }
            Kind::List(nodes) => {
                for (index, node) in nodes.iter_mut().enumerate() {
                    keys.push(None);
                    self.node(node, keys, index);
                    keys.pop();
                }
            }
            Kind::Number(_) | Kind::Text(_) => self.number(node, keys, place),
            _ => {}
        }
    }

    fn number(&mut self, node: &mut Node, keys: &Keys, place: usize) {
        let path: Vec<&str> = keys.iter().map(|key| key.as_deref().unwrap_or("#")).collect();
        let Some(quantity) = quantity(&path, place, self.dimension) else { return };
        let (Kind::Number(text) | Kind::Text(text)) = &node.kind else { return };
        if let Ok(bare) = Rational::parse_bounded(text) {
            let factor = match (&self.metres, quantity) {
                (Some(metres), Length | Displacement) => metres.get().clone(),
                (Some(metres), PerLength) => metres.recip(),
                _ => return,
            };
            node.kind = Kind::Number((bare * factor).to_string());
            return;
        }
        let Some((number, unit)) = parted(text) else { return };
        // Letters right behind a number may be another way of writing it, which is told as that.
        if !text.trim().contains(char::is_whitespace) && !is_known(&unit) {
            return;
        }
        let words = quantity.words();
        let at = || (shown_path(keys, place), node.span.clone());
        match quantity.units().into_iter().find(|(word, _)| *word == unit) {
            Some((_, factor)) => node.kind = Kind::Number((number * factor).to_string()),
            None => {
                let known: Vec<String> =
                    quantity.units().iter().take(4).map(|(word, _)| format!("\"{word}\"")).collect();
                let message = format!(
                    "`{}`: {words} is needed here, and `{}` is no unit of one",
                    shortened(text),
                    shortened(&unit)
                );
                let help = match known.is_empty() {
                    true => "write the number without a unit".to_owned(),
                    false => {
                        format!("write the number alone, in SI units, or with one of {}", known.join(", "))
                    }
                };
                self.found.fault("unit", at(), message, help);
                // Told once.
                node.kind = Kind::Number("1".to_owned());
            }
        }
    }
}

/// Whether something is a unit of some quantity.
fn is_known(unit: &str) -> bool {
    const ALL: [Quantity; 14] = [
        Length,
        PerLength,
        Angle,
        Mass,
        Density { dimension: 2 },
        Density { dimension: 3 },
        Inertia,
        Force,
        Moment,
        Stiffness,
        Time,
        Speed,
        Turning,
        Acceleration,
    ];
    ALL.into_iter().any(|quantity| quantity.units().iter().any(|(word, _)| *word == unit))
}

/// A number and the unit behind it.
pub fn parted(text: &str) -> Option<(Rational, String)> {
    let text = text.trim();
    let ends = text
        .char_indices()
        .filter(|(_, letter)| letter.is_whitespace() || letter.is_alphabetic() || *letter == '°');
    for (end, _) in ends {
        let (number, unit) = (text[..end].trim(), text[end..].trim());
        if let Ok(number) = Rational::parse_bounded(number) {
            // An exponent is no unit: `1e3 mm`.
            let unit = unit.split_whitespace().collect::<Vec<_>>().join(" ");
            let begins = unit.chars().next().is_some_and(|letter| letter.is_alphabetic() || letter == '°');
            let exponent = unit.strip_prefix(['e', 'E']).is_some_and(|rest| {
                rest.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '+')
            });
            if begins && !exponent || unit.starts_with("1/") {
                return Some((number, unit));
            }
        }
    }
    None
}

/// The path of a number, as faults name it.
fn shown_path(keys: &Keys, place: usize) -> String {
    let mut path = String::new();
    let last = keys.iter().rposition(Option::is_none);
    for (depth, key) in keys.iter().enumerate() {
        match key {
            Some(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path += &quoted_key(key);
            }
            // Only the innermost place is known.
            None if Some(depth) == last => path += &format!("[{place}]"),
            None => path += "[…]",
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml_nodes;

    fn value(node: &Node, path: &[&str]) -> f64 {
        let mut here = node;
        for key in path {
            here = match &here.kind {
                Kind::Table(entries) => &entries.iter().find(|entry| entry.key == *key).unwrap().value,
                Kind::List(nodes) => &nodes[key.parse::<usize>().unwrap()],
                _ => panic!("{key}"),
            };
        }
        match &here.kind {
            Kind::Number(text) => Rational::parse_bounded(text).unwrap().to_f64(),
            other => panic!("{other:?}"),
        }
    }

    fn converted(text: &str) -> (Node, usize) {
        let mut found = Findings::new(text);
        let mut root = toml_nodes::parse(text, &mut found).unwrap();
        to_si(&mut root, &mut found);
        let faults = found.finish().err().map_or(0, |faults| faults.faults.len());
        (root, faults)
    }

    #[test]
    fn a_unit_of_lengths_converts_lengths_and_nothing_else() {
        let text = "unit = \"mm\"\ndimension = 2\ngravity = [0, -9.81]\n[bodies.mm]\nmass = 2\npose = [10, 20, 0.5]\nwrench = [1, 2, 3]\n\
            twist = [1, 2, 3]\nshape.disc = { center = [1, 2], radius = 30 }\n[[contacts]]\npoint = [5, 6]\nnormal = [0, 7]\nfriction = 0.5\n\
            gap = 2\nlimit = 100\ncurvature = { on = 0.5, against = \"inf\" }\n";
        let (root, faults) = converted(text);
        assert_eq!(faults, 0);
        let is = |path: &[&str], wanted: f64| assert_eq!(value(&root, path), wanted, "{path:?}");
        is(&["gravity", "1"], -9.81);
        is(&["bodies", "mm", "mass"], 2.0);
        is(&["bodies", "mm", "pose", "0"], 0.01);
        is(&["bodies", "mm", "pose", "2"], 0.5);
        is(&["bodies", "mm", "wrench", "0"], 1.0);
        is(&["bodies", "mm", "twist", "1"], 2.0);
        is(&["bodies", "mm", "shape", "disc", "radius"], 0.03);
        is(&["contacts", "0", "point", "1"], 0.006);
        is(&["contacts", "0", "normal", "1"], 7.0);
        is(&["contacts", "0", "gap"], 0.002);
        is(&["contacts", "0", "limit"], 100.0);
        is(&["contacts", "0", "curvature", "on"], 500.0);
    }

    #[test]
    fn numbers_in_strings_say_their_units() {
        let text = "unit = \"mm\"\ndimension = 3\n[bodies.b]\nmass = \"250 g\"\ndensity = \"2.7 g/cm3\"\nshape.box = { size = [\"1e-2m\", \"3 cm\", 5] }\n\
            wrench = [\"500 N mm\", 0, 0, \"2kN\", \"1/2 N\", 0]\n[[loads]]\nmoment = [\"1 N·m\", 0, 0]\n";
        let (root, faults) = converted(text);
        assert_eq!(faults, 0);
        let is = |path: &[&str], wanted: f64| assert_eq!(value(&root, path), wanted, "{path:?}");
        is(&["bodies", "b", "mass"], 0.25);
        is(&["bodies", "b", "density"], 2700.0);
        is(&["bodies", "b", "shape", "box", "size", "0"], 0.01);
        is(&["bodies", "b", "shape", "box", "size", "1"], 0.03);
        is(&["bodies", "b", "shape", "box", "size", "2"], 0.005);
        is(&["bodies", "b", "wrench", "0"], 0.5);
        is(&["bodies", "b", "wrench", "3"], 2000.0);
        is(&["bodies", "b", "wrench", "4"], 0.5);
        is(&["loads", "0", "moment", "0"], 1.0);
        let (root, faults) = converted("dimension = 2\n[bodies.b]\npose = [0, 0, \"90 deg\"]\n");
        assert_eq!((faults, value(&root, &["bodies", "b", "pose", "2"])), (0, std::f64::consts::FRAC_PI_2));
    }

    #[test]
    fn a_unit_of_another_quantity_is_a_fault() {
        for (text, count) in [
            ("[bodies.b]\nmass = \"30 deg\"\n", 1),
            ("[bodies.b]\ncom = [\"3 kg\", \"2 furlongs\"]\n", 2),
            ("unit = \"yard\"\n", 1),
            ("unit = 3\n", 1),
        ] {
            assert_eq!(converted(text).1, count, "{text}");
        }
    }
}
