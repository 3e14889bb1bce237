//! Faults of a question, placed in the file like faults of the file itself.

use crate::fault::{Fault, Faults, Warning, line_and_column};
use crate::findings::Findings;
use crate::node::{At, Kind, Node, quoted_key};
use crate::{Format, json_nodes, toml_nodes};
use std::ops::Range;
use stiction::ask::lower::Misfit;

/// What stands against a question, each with the place of its quantity in the text of the scene; where the file
/// does not have the quantity, the place of the nearest thing around it.
///
/// ```
/// use stiction::ask::lower::Misfit;
/// use stiction_files::{Format, misfit_faults};
/// let text = "stiction = 1\ndimension = 2\n[bodies.part]\ncom = [0, 0]\n";
/// let misfit = Misfit::new("missing-mass", &["bodies", "part", "mass"], "the body has no mass", "give `mass`");
/// let faults = misfit_faults(&[misfit], text, Format::Toml, Vec::new());
/// assert_eq!((faults.faults[0].path.as_str(), faults.faults[0].line), ("bodies.part.mass", Some(3)));
/// ```
pub fn misfit_faults(misfits: &[Misfit], text: &str, format: Format, warnings: Vec<Warning>) -> Faults {
    let mut found = Findings::new(text);
    let root = match format {
        Format::Toml => toml_nodes::parse(text, &mut found),
        Format::Json => json_nodes::parse(text, &mut found),
        // An assembly has no keys to point at.
        Format::Obj => None,
    };
    let faults = misfits.iter().map(|misfit| fault(misfit, text, root.as_ref())).collect();
    Faults { faults, warnings }
}

fn fault(misfit: &Misfit, text: &str, root: Option<&Node>) -> Fault {
    // What was said on the command line has no place in the file.
    if let Some(flag) = misfit.path.first().filter(|step| step.starts_with("--")) {
        let fault = Fault::of_file(misfit.code, misfit.message.clone(), &misfit.help);
        return Fault { path: flag.clone(), ..fault };
    }
    let place = root.map(|root| place(root, &misfit.path));
    let (path, span) = place.unwrap_or_else(|| (misfit.path.join("."), 0..0));
    let (line, column) = line_and_column(text, span.start);
    let (message, help) = (misfit.message.clone(), misfit.help.clone());
    Fault { code: misfit.code, path, line: Some(line), column: Some(column), message, help, span }
}

/// The path of a quantity as files write it, and the bytes of the last of its steps that is there.
fn place(root: &Node, steps: &[String]) -> (String, Range<usize>) {
    let mut path = String::new();
    let mut caret = At::root(root).caret();
    let mut here = Some(root);
    for (index, step) in steps.iter().enumerate() {
        let (shown, next) = match here.map(|node| &node.kind) {
            Some(Kind::List(nodes)) if index == 1 => match contact(nodes, step) {
                Some(position) => {
                    let node = &nodes[position];
                    (format!("[{position}]"), Some((node, node.span.clone())))
                }
                None => (dotted(&path, step), None),
            },
            Some(Kind::Table(entries)) => {
                let entry = entries.iter().find(|entry| entry.key == *step);
                let found = entry.map(|entry| {
                    let table = matches!(entry.value.kind, Kind::Table(_) | Kind::List(_));
                    (&entry.value, if table { entry.key_span.clone() } else { entry.value.span.clone() })
                });
                (dotted(&path, step), found)
            }
            _ => (dotted(&path, step), None),
        };
        path += &shown;
        here = next.as_ref().map(|(node, _)| *node);
        if let Some((_, span)) = next {
            caret = span;
        }
    }
    (path, caret)
}

fn dotted(path: &str, step: &str) -> String {
    format!("{}{}", if path.is_empty() { "" } else { "." }, quoted_key(step))
}

/// The entry of the file that a contact came from: by its id, by its position, or as one of the points of a line
/// contact, `id.k`.
fn contact(entries: &[Node], id: &str) -> Option<usize> {
    let named = |name: &str| (0..entries.len()).find(|&index| written_id(&entries[index], index) == name);
    named(id).or_else(|| named(id.rsplit_once('.')?.0))
}

fn written_id(entry: &Node, index: usize) -> String {
    match At::root(entry).get("id").map(|id| &id.node.kind) {
        Some(Kind::Text(id)) => id.clone(),
        _ => (index + 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "stiction = 1\ndimension = 2\n[bodies.\"left finger\"]\nmass = 1\n\
        [[contacts]]\non = \"left finger\"\npoint = [0, 0]\n\
        [[contacts]]\nid = \"base\"\npoints = [[0, 0], [1, 0]]\nforce = [1, 0]\n";

    fn placed(text: &str, format: Format, path: &[&str]) -> (String, usize, usize) {
        let misfit = Misfit::new("code", path, "message", "help");
        let fault = misfit_faults(&[misfit], text, format, Vec::new()).faults.remove(0);
        (fault.path, fault.line.unwrap(), fault.column.unwrap())
    }

    #[test]
    fn a_quantity_is_found_by_the_names_of_the_scene() {
        let place = |path: &[&str]| placed(TOML, Format::Toml, path);
        assert_eq!(place(&["bodies", "left finger", "mass"]), ("bodies.\"left finger\".mass".into(), 4, 8));
        assert_eq!(place(&["contacts", "base.2", "force"]), ("contacts[1].force".into(), 11, 1));
        assert_eq!(place(&["contacts", "1", "point"]), ("contacts[0].point".into(), 7, 1));
    }

    #[test]
    fn a_missing_quantity_is_placed_at_what_is_around_it() {
        let place = |path: &[&str]| placed(TOML, Format::Toml, path);
        assert_eq!(
            place(&["bodies", "left finger", "inertia"]),
            ("bodies.\"left finger\".inertia".into(), 3, 9)
        );
        assert_eq!(place(&["contacts", "1", "limit"]).1, 5);
        assert_eq!(place(&["contacts", "nobody", "limit"]).0, "contacts.nobody.limit");
        assert_eq!(place(&["gravity"]), ("gravity".into(), 1, 1));
    }

    #[test]
    fn json_has_the_same_places() {
        let json = "{\"bodies\": {\"part\": {}},\n \"contacts\": [\n {\"id\": \"a\", \"force\": [1]}]}";
        assert_eq!(
            placed(json, Format::Json, &["contacts", "a", "force"]),
            ("contacts[0].force".into(), 3, 14)
        );
        assert_eq!(placed(json, Format::Json, &["bodies", "part", "mass"]).1, 1);
    }
}
