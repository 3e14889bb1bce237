//! Faults of a question about a robot, placed in its file.

use crate::fault::{Fault, Faults, Warning, line_and_column};
use roxmltree::Document;
use stiction::ask::lower::Misfit;

/// What stands against a question, each with the place of the joint or link concerned; what was said on the command
/// line has none.
pub fn robot_faults(misfits: &[Misfit], text: &str, warnings: Vec<Warning>) -> Faults {
    let tidied = super::tidy::tidied(text);
    let document = Document::parse(&tidied).ok();
    let place = |misfit: &Misfit| -> Option<std::ops::Range<usize>> {
        let [kind, name] = &misfit.path[..] else { return None };
        let root = document.as_ref()?.root_element();
        let element = root
            .children()
            .find(|node| node.has_tag_name(kind.as_str()) && node.attribute("name") == Some(name))?;
        Some(element.attribute_node("name").map_or(element.range(), |attribute| attribute.range_value()))
    };
    let fault = |misfit: &Misfit| {
        let mut fault = Fault::of_file(misfit.code, misfit.message.clone(), &misfit.help);
        fault.path = misfit.path.join(".");
        if let Some(span) = place(misfit) {
            let (line, column) = line_and_column(text, span.start);
            (fault.line, fault.column, fault.span) = (Some(line), Some(column), span);
        }
        fault
    };
    Faults { faults: misfits.iter().map(fault).collect(), warnings }
}
