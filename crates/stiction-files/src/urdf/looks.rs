//! The meshes that a robot names: its looks, which are not read, and are not part of the dynamics.
//!
//! Who says where packages lie wants to know whether the files are there: of a package that is not said, and of a file
//! that is not in its package, there is one warning.  Without `--package` nothing is said.

use super::gathered::Gathered;
use crate::files::{Files, packaged};
use crate::findings::{Findings, shortened};
use roxmltree::{Document, Node};

/// Tells which meshes of packages are not where the person said.
pub(super) fn note(document: &Document<'_>, files: &dyn Files, found: &mut Findings<'_>) {
    let mut odd = Gathered::default();
    for node in document.descendants().filter(|node| node.has_tag_name("mesh")) {
        let Some(name) = named(node) else { continue };
        let (Some((package, _)), Some(why)) = (packaged(name), files.lacking(name)) else { continue };
        let start = node.range().start;
        let place = ("mesh".to_owned(), start..start + "<mesh".len());
        let said = format!("{why}; looks are no part of the dynamics");
        let help = format!("name the folder of the package: --package {}=DIR", shortened(package));
        odd.add("package", place, name, said, help);
    }
    odd.tell(found);
}

/// The file of a mesh: an attribute in URDF, an element in SDF.
fn named<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let uri = || node.children().find(|child| child.has_tag_name("uri")).and_then(|uri| uri.text());
    node.attribute("filename").or_else(uri).map(str::trim)
}
