//! Links: their names and inertias, and what is odd about them.

use super::element::Element;
use super::gathered::Gathered;
use crate::findings::Findings;
use stiction::robot::{Link, LinkInertia, LinkOddity, Model, Oddity, oddities};
use stiction::screw::InertiaFault;

/// A link; none if something is missing or no number.  Whether it is a body's is judged by [`judge`].
pub(super) fn read(element: &Element<'_, '_>, odd: &mut Gathered, found: &mut Findings<'_>) -> Option<Link> {
    let name = element.text("name", "give the link a name: <link name=\"elbow\">", found);
    let inertia = match element.child("inertial", found) {
        Some(inertial) => inertia(&inertial, name.unwrap_or_default(), odd, found),
        None => Some(None),
    };
    Some(Link { name: name?.to_owned(), inertia: inertia? })
}

/// The inertia of a link; `Some(None)` where mass and inertia are all zero, as files write a link without mass.
fn inertia(
    inertial: &Element<'_, '_>,
    name: &str,
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) -> Option<Option<LinkInertia>> {
    let place = inertial.origin(found);
    let weight = inertial.required("mass", "give <mass value=\"…\"/>, in kg", found);
    let mass = weight.as_ref().and_then(|element| {
        element.required_number("value", "give the mass in kg: <mass value=\"1.5\"/>", found)
    });
    let matrix = inertial
        .required("inertia", "give <inertia ixx=… ixy=… ixz=… iyy=… iyz=… izz=…/>, in kg·m²", found)
        .and_then(|element| rows(&element, name, odd, found));
    // What is not whole is judged no further.
    if let (None, Some(element), Some(mass)) = (matrix, &weight, mass.filter(|mass| *mass < 0.0)) {
        note_fault(element, Oddity::Breaks(InertiaFault::Mass { mass }), found);
    }
    let (place, mass, rotational) = (place?, mass?, matrix?);
    if mass == 0.0 && rotational == [[0.0; 3]; 3] {
        return Some(None);
    }
    Some(Some(LinkInertia { mass, place, rotational }))
}

fn rows(
    element: &Element<'_, '_>,
    name: &str,
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) -> Option<[[f64; 3]; 3]> {
    let help = "give all six, in kg·m²";
    let mut missing = false;
    let mut product = |name: &str| {
        missing |= element.get(name).is_none();
        element.number(name, found).map(Option::unwrap_or_default)
    };
    let [xy, xz, yz] = ["ixy", "ixz", "iyz"].map(&mut product);
    if missing {
        odd.note("inertia", element, name, "products of inertia that are left out are 0", help);
    }
    let [xx, yy, zz] = ["ixx", "iyy", "izz"].map(|name| element.required_number(name, help, found));
    let (xx, yy, zz, xy, xz, yz) = (xx?, yy?, zz?, xy?, xz?, yz?);
    Some([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
}

const UNITS: &str =
    "give the inertia about the centre of mass in kg·m², with all signs as in ixy = −∫ x y dm";

/// Judges the inertias of a tree: what cannot be computed with is a fault, what does not matter is taken out of the
/// model, and both are told.  `elements` has the element of each link that has one.
pub(super) fn judge(
    model: &mut Model,
    elements: &[Element<'_, '_>],
    odd: &mut Gathered,
    found: &mut Findings<'_>,
) {
    let mut negative = None;
    for LinkOddity { link, oddity, still } in oddities(model) {
        if matches!(oddity, Oddity::PartOfBody { .. }) {
            negative = Some(link);
        } else if matches!(oddity, Oddity::Breaks(InertiaFault::Triangle { .. })) && negative == Some(link) {
            // A negative moment is told already, and where one is the others exceed it.
            continue;
        }
        let Some(element) = elements.get(link) else { continue };
        let place = element.inertial_part(if matches!(oddity, Oddity::Breaks(InertiaFault::Mass { .. })) {
            "mass"
        } else {
            "inertia"
        });
        let name = model.links[link].name.clone();
        if still && oddity.is_fault() {
            let said = "no body has such a mass or inertia; fixed to the world, it does not matter";
            odd.note("inertia", &place, &name, said, "--floating, which frees the root, would need it");
            model.links[link].inertia = None;
        } else if oddity.is_fault() {
            note_fault(&place, oddity, found);
        } else if !still {
            note_oddity(&place, &name, oddity, odd);
        }
    }
}

fn note_fault(place: &Element<'_, '_>, oddity: Oddity, found: &mut Findings<'_>) {
    match oddity {
        Oddity::Breaks(InertiaFault::Mass { mass }) => {
            let help =
                "give a positive mass, in kg; a link without mass has no `inertial`, or zeros throughout";
            place.fault_of("value", "mass", format!("the mass is {mass}"), help, found);
        }
        Oddity::Breaks(InertiaFault::Moment { smallest }) => {
            let message =
                format!("the matrix is not positive: its smallest principal moment is {smallest:.3e}");
            place.fault("inertia", message, UNITS, found);
        }
        _ => place.fault("inertia", "the matrix is not symmetric, or not finite", UNITS, found),
    }
}

/// What can be computed with, and is as of no real body.
fn note_oddity(place: &Element<'_, '_>, name: &str, oddity: Oddity, odd: &mut Gathered) {
    let said = match oddity {
        Oddity::Semidefinite { .. } => {
            "a principal moment is 0 up to rounding, as of a rod without thickness; taken as it is"
        }
        Oddity::PartOfBody { .. } => {
            "a principal moment is negative, as of no real body; with what is fixed to it there is none, and the sum is taken"
        }
        Oddity::Breaks(InertiaFault::Triangle { .. }) => {
            "the largest principal moment exceeds the sum of the others, as in no real body; taken as it is"
        }
        Oddity::Rotor => {
            "there is inertia without mass, as of a rotor whose mass is counted elsewhere; taken as it is"
        }
        _ => return,
    };
    odd.note("inertia", place, name, said, UNITS);
}
