//! What geoms weigh, of a body without `inertial`.
//!
//! With m = ρ V (ρ = 1000 kg/m³ where nothing is said), half lengths a, b, c, radius r and half height h:
//!
//! ```text
//!     box         V = 8abc            I = m/3 (b² + c², …)
//!     ellipsoid   V = 4π abc/3        I = m/5 (b² + c², …)
//!     cylinder    V = 2π r² h         I = m (r²/4 + h²/3), about the axis m r²/2
//!     capsule     a cylinder and two half balls at its ends
//! ```
//!
//! With `shellinertia` the surface weighs, m = ρ A with ρ in kg/m²:
//!
//! ```text
//!     box         A = 8(ab + bc + ca) two plates at ±a weigh m bc/(ab + bc + ca): I = ((b² + c²)/3, a² + c²/3,
//!                 a² + b²/3)
//!     ball        A = 4π r²           I = 2 m r²/3
//!     cylinder    a tube and two discs: A = 4π r h + 2π r²
//!     capsule     a tube and two half spheres: A = 4π r h + 4π r²
//! ```

use super::bodies::Reader;
use super::orientation::z_along;
use crate::xml_tree::Tag;
use std::f64::consts::PI;
use stiction::robot::LinkInertia;
use stiction::screw::{Pose, Spatial};

/// The geoms of a body as one inertia; none where they weigh nothing, or where it does not matter what they weigh.
pub(super) fn inertia(reader: &mut Reader<'_, '_>, body: &Tag, class: Option<&str>) -> Option<LinkInertia> {
    let mut parts = Vec::new();
    collect(reader, body, class, &Pose::identity(), &mut parts);
    if reader.still { None } else { sum(&parts) }
}

fn collect(
    reader: &mut Reader<'_, '_>,
    tag: &Tag,
    class: Option<&str>,
    offset: &Pose<Spatial>,
    parts: &mut Vec<LinkInertia>,
) {
    for child in &tag.children {
        match child.name.as_str() {
            "geom" => match weigh(reader, child, class) {
                Some(part) => {
                    parts.extend(part.map(|part| LinkInertia { place: *offset * part.place, ..part }))
                }
                None => reader.whole = false,
            },
            "frame" => {
                let Some(pose) = reader.angles.pose(child, |name| child.get(name), reader.found) else {
                    continue;
                };
                collect(reader, child, child.get("childclass").or(class), &(*offset * pose), parts);
            }
            _ => {}
        }
    }
}

/// The inertia of a geom; `Some(None)` of one that weighs nothing.
fn weigh(reader: &mut Reader<'_, '_>, tag: &Tag, class: Option<&str>) -> Option<Option<LinkInertia>> {
    let get = |name: &str| reader.defaults.attribute(tag, class, name);
    let number = |name: &str, found: &mut _| match get(name) {
        Some(text) => tag.list::<1>(name, text, found).map(|[value]| Some(value)),
        None => Some(None),
    };
    let (mass, density) = (number("mass", reader.found)?, number("density", reader.found)?);
    let kind = get("type").unwrap_or(if get("mesh").is_some() { "mesh" } else { "sphere" });
    if mass == Some(0.0) || (mass.is_none() && density == Some(0.0)) || matches!(kind, "plane" | "hfield") {
        return Some(None);
    }
    let group = number("group", reader.found)?.unwrap_or(0.0);
    if group < reader.angles.groups[0] || group > reader.angles.groups[1] {
        return Some(None);
    }
    let shell = get("shellinertia") == Some("true");
    let known = matches!(kind, "sphere" | "capsule" | "cylinder" | "box") || (kind == "ellipsoid" && !shell);
    if !known && reader.still {
        return Some(None);
    }
    if !known {
        let whole = if shell { "a shell" } else { "a geom" };
        let message = format!("{whole} of type `{kind}` is not weighed, and the body has no `inertial`");
        tag.fault(
            "inertia",
            message,
            "give <inertial>; mj_saveLastXML writes it for every body",
            reader.found,
        );
        return None;
    }
    let size = tag.numbers("size", get("size").unwrap_or(""), reader.found)?;
    let mut place = reader.angles.pose(tag, get, reader.found)?;
    let mut size: [f64; 3] = std::array::from_fn(|k| size.get(k).copied().unwrap_or(0.0));
    if let Some(text) = get("fromto").filter(|_| kind != "sphere") {
        let ends = tag.list::<6>("fromto", text, reader.found)?;
        let along: [f64; 3] = std::array::from_fn(|i| ends[i + 3] - ends[i]);
        let half = 0.5 * along.iter().map(|x| x * x).sum::<f64>().sqrt();
        let middle = std::array::from_fn(|i| 0.5 * (ends[i] + ends[i + 3]));
        place = Pose::translation_by(middle) * z_along(along).unwrap_or_else(Pose::identity);
        size =
            if matches!(kind, "box" | "ellipsoid") { [size[0], size[0], half] } else { [size[0], half, 0.0] };
    }
    let (volume, [x, y, z]) = if shell { shell_moments(kind, size) } else { moments(kind, size) };
    let mass = mass.unwrap_or(density.unwrap_or(1000.0) * volume);
    let rotational = [[mass * x, 0.0, 0.0], [0.0, mass * y, 0.0], [0.0, 0.0, mass * z]];
    Some((mass > 0.0).then_some(LinkInertia { mass, place, rotational }))
}

/// Volume, and principal moments of a unit mass.
pub(crate) fn moments(kind: &str, [a, b, c]: [f64; 3]) -> (f64, [f64; 3]) {
    let spread = |part: f64| [part * (b * b + c * c), part * (a * a + c * c), part * (a * a + b * b)];
    match kind {
        "box" => (8.0 * a * b * c, spread(1.0 / 3.0)),
        "ellipsoid" => (4.0 / 3.0 * PI * a * b * c, spread(0.2)),
        "cylinder" => {
            let across = a * a / 4.0 + b * b / 3.0;
            (2.0 * PI * a * a * b, [across, across, a * a / 2.0])
        }
        "capsule" => {
            let (tube, balls) = (2.0 * PI * a * a * b, 4.0 / 3.0 * PI * a * a * a);
            let (tube_part, ball_part) = (tube / (tube + balls), balls / (tube + balls));
            // A half ball's centre is 3r/8 from its face; about the face its moment is that of a ball.
            let across =
                tube_part * (a * a / 4.0 + b * b / 3.0) + ball_part * (0.4 * a * a + b * b + 0.75 * a * b);
            (tube + balls, [across, across, tube_part * a * a / 2.0 + ball_part * 0.4 * a * a])
        }
        _ => (4.0 / 3.0 * PI * a * a * a, [0.4 * a * a; 3]),
    }
}

/// Area, and principal moments of a unit mass that is spread over it.
fn shell_moments(kind: &str, [a, b, c]: [f64; 3]) -> (f64, [f64; 3]) {
    match kind {
        "box" => {
            let faces = [b * c, c * a, a * b];
            let area = faces[0] + faces[1] + faces[2];
            let squares = [a * a, b * b, c * c];
            // About axis k the plates across it turn in their plane; of those across i, i counts fully and j
            // by a third.
            let moment = |k: usize| {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                (faces[k] * (squares[i] + squares[j]) / 3.0
                    + faces[i] * (squares[i] + squares[j] / 3.0)
                    + faces[j] * (squares[j] + squares[i] / 3.0))
                    / area
            };
            (8.0 * area, [moment(0), moment(1), moment(2)])
        }
        "cylinder" | "capsule" => {
            let tube = 4.0 * PI * a * b;
            let (ends, end_across, end_along) = if kind == "cylinder" {
                (2.0 * PI * a * a, a * a / 4.0 + b * b, a * a / 2.0)
            } else {
                // A half sphere's centre is r/2 from its rim; about the rim's centre its moment is that of a sphere.
                (4.0 * PI * a * a, 2.0 / 3.0 * a * a + b * b + a * b, 2.0 / 3.0 * a * a)
            };
            let (tube_part, end_part) = (tube / (tube + ends), ends / (tube + ends));
            let across = tube_part * (a * a / 2.0 + b * b / 3.0) + end_part * end_across;
            (tube + ends, [across, across, tube_part * a * a + end_part * end_along])
        }
        _ => (4.0 * PI * a * a, [2.0 / 3.0 * a * a; 3]),
    }
}

/// Several inertias as one, about their common centre of mass and in the axes of the body.
pub(crate) fn sum(parts: &[LinkInertia]) -> Option<LinkInertia> {
    if let [only] = parts {
        return Some(*only);
    }
    let mass: f64 = parts.iter().map(|part| part.mass).sum();
    if mass.is_nan() || mass <= 0.0 {
        return None;
    }
    let moment = |i: usize| parts.iter().map(|part| part.mass * part.place.translation()[i]).sum::<f64>();
    let center: [f64; 3] = std::array::from_fn(|i| moment(i) / mass);
    let mut rotational = [[0.0; 3]; 3];
    for part in parts {
        let axes = part.place.matrix();
        let lever: [f64; 3] = std::array::from_fn(|i| part.place.translation()[i] - center[i]);
        let square: f64 = lever.iter().map(|x| x * x).sum();
        for (i, row) in rotational.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let turned: f64 =
                    (0..9).map(|k| axes[i][k / 3] * part.rotational[k / 3][k % 3] * axes[j][k % 3]).sum();
                let moved = if i == j { square } else { 0.0 } - lever[i] * lever[j];
                *entry += turned + part.mass * moved;
            }
        }
    }
    Some(LinkInertia { mass, place: Pose::translation_by(center), rotational })
}

#[cfg(test)]
mod tests {
    use super::moments;

    #[test]
    fn a_capsule_without_length_is_a_ball_and_a_thin_one_a_rod() {
        let (ball, capsule) = (moments("sphere", [0.3, 0.0, 0.0]), moments("capsule", [0.3, 0.0, 0.0]));
        assert!((ball.0 - capsule.0).abs() < 1e-15);
        for k in 0..3 {
            assert!((ball.1[k] - capsule.1[k]).abs() < 1e-15);
        }
        let (_, [across, _, _]) = moments("capsule", [1e-6, 1.0, 0.0]);
        assert!((across - 1.0 / 3.0).abs() < 1e-5);
        let (_, [across, _, _]) = moments("cylinder", [1e-6, 1.0, 0.0]);
        assert!((across - 1.0 / 3.0).abs() < 1e-5);
    }
}
