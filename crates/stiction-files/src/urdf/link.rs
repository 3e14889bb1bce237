//! Links: their names and inertias.

use super::element::Element;
use crate::findings::Findings;
use stiction::robot::{Link, LinkInertia};
use stiction::screw::{Inertia, InertiaFault};

/// A link; none if something is wrong with it.
pub(super) fn read(element: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<Link> {
    let name = element.text("name", "give the link a name: <link name=\"elbow\">", found);
    let inertia = match element.child("inertial", found) {
        Some(inertial) => inertia(&inertial, found),
        None => Some(None),
    };
    Some(Link { name: name?.to_owned(), inertia: inertia? })
}

/// The inertia of a link; `Some(None)` where mass and inertia are all zero, as files write a link without mass.
fn inertia(inertial: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<Option<LinkInertia>> {
    let place = inertial.origin(found);
    let mass = inertial.required("mass", "give <mass value=\"…\"/>, in kg", found);
    let mass = mass.and_then(|element| Some((mass_of(&element, found)?, element)));
    let matrix = inertial
        .required("inertia", "give <inertia ixx=… ixy=… ixz=… iyy=… iyz=… izz=…/>, in kg·m²", found)
        .and_then(|element| Some((rows(&element, found)?, element)));
    let (place, (mass, mass_element), (rotational, element)) = (place?, mass?, matrix?);
    if mass == 0.0 {
        if rotational == [[0.0; 3]; 3] {
            return Some(None);
        }
        note_mass(&mass_element, mass, found);
        return None;
    }
    let faults = Inertia::spatial(mass, place.translation(), rotational).err().unwrap_or_default();
    let mut usable = true;
    for fault in faults {
        usable &= note(&fault, &element, found);
    }
    usable.then_some(Some(LinkInertia { mass, place, rotational }))
}

fn mass_of(element: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<f64> {
    let mass = element.required_number("value", "give the mass in kg: <mass value=\"1.5\"/>", found)?;
    if mass >= 0.0 {
        return Some(mass);
    }
    note_mass(element, mass, found);
    None
}

fn note_mass(element: &Element<'_, '_>, mass: f64, found: &mut Findings<'_>) {
    let help = "give a positive mass, in kg; a link without mass has no `inertial`, or zeros throughout";
    element.fault_of("value", "mass", format!("the mass is {mass}"), help, found);
}

fn rows(element: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<[[f64; 3]; 3]> {
    let entry = |name: &str| element.required_number(name, "give all six, in kg·m²", found);
    let entries = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"].map(entry);
    let [xx, yy, zz, xy, xz, yz] = entries;
    let (xx, yy, zz, xy, xz, yz) = (xx?, yy?, zz?, xy?, xz?, yz?);
    Some([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
}

/// Notes what no body has, and whether it can be computed with nevertheless.
fn note(fault: &InertiaFault, element: &Element<'_, '_>, found: &mut Findings<'_>) -> bool {
    let units = "give the inertia about the centre of mass in kg·m², with all signs as in ixy = −∫ x y dm";
    match *fault {
        InertiaFault::Moment { smallest: 0.0 } => {
            let message = "a principal moment is 0, as of a rod without thickness";
            element.warn("inertia", message, units, found);
            true
        }
        InertiaFault::Moment { smallest } => {
            let message =
                format!("the matrix is not positive: its smallest principal moment is {smallest:.3e}");
            element.fault("inertia", message, units, found);
            false
        }
        InertiaFault::Triangle { largest, others } => {
            let message = format!(
                "the largest principal moment {largest:.6} exceeds the sum {others:.6} of the others, as in no real body"
            );
            element.warn("inertia", message, units, found);
            true
        }
        ref other => {
            element.fault("inertia", other.to_string(), units, found);
            false
        }
    }
}
