//! Cones, polyhedra and proofs as JSON.

use dashu_int::IBig;
use serde_json::{Map, Value, json};
use stiction::ask::wrenches::WrenchSet;
use stiction::cone::{Cone, OpenCone, Rows};
use stiction::exact::integers;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Response, System};

/// A direction in doubles: the integers where they are doubles, else of a size near one.
fn direction(row: &[IBig]) -> Value {
    let whole: Option<Vec<f64>> = row
        .iter()
        .map(|entry| {
            i64::try_from(entry).ok().filter(|entry| entry.abs() < 1 << 53).map(|entry| entry as f64)
        })
        .collect();
    json!(whole.unwrap_or_else(|| integers::to_doubles(row)))
}

fn directions(rows: &Rows) -> Value {
    rows.iter().map(direction).collect()
}

fn exact(rows: &Rows) -> Value {
    let row = |row: &[IBig]| row.iter().map(|entry| json!(entry.to_string())).collect::<Value>();
    rows.iter().map(row).collect()
}

/// `{rays, lines, normals, equalities}` in doubles, and the same exactly.
pub(crate) fn cone(cone: &Cone) -> (Value, Value) {
    let forms = [
        ("rays", cone.rays()),
        ("lines", cone.lines()),
        ("normals", cone.normals()),
        ("equalities", cone.equalities()),
    ];
    let doubles: Map<String, Value> =
        forms.iter().map(|(key, rows)| ((*key).to_owned(), directions(rows))).collect();
    let exact: Map<String, Value> =
        forms.iter().map(|(key, rows)| ((*key).to_owned(), exact(rows))).collect();
    (Value::Object(doubles), Value::Object(exact))
}

/// A cone with `open`: the rows that are positive on it and vanish on the faces that do not belong to it.
pub(crate) fn open_cone(set: &OpenCone) -> (Value, Value) {
    let (mut doubles, mut all) = cone(set.closure());
    doubles["open"] = directions(set.strict());
    all["open"] = exact(set.strict());
    (doubles, all)
}

/// The keys of a wrench set.
pub(crate) fn set(set: &WrenchSet) -> (Value, Value) {
    let Some(polyhedron) = set.polyhedron() else { return open_cone(set.over()) };
    let rows = |bounds: &[(Vec<Rational>, Rational)]| {
        let whole = |(normal, offset): &(Vec<Rational>, Rational)| {
            normal.iter().chain([offset]).map(|entry| entry.numerator().clone()).collect::<Vec<IBig>>()
        };
        bounds.iter().map(whole).collect::<Vec<_>>()
    };
    let halves = |rows: &[Vec<IBig>], shown: &dyn Fn(&[IBig]) -> Value| {
        let (mut normals, mut offsets) = (Vec::new(), Vec::new());
        for row in rows {
            let Value::Array(mut entries) = shown(row) else { continue };
            offsets.extend(entries.pop());
            normals.push(Value::Array(entries));
        }
        [Value::Array(normals), Value::Array(offsets)]
    };
    let texts = |row: &[IBig]| row.iter().map(|entry| json!(entry.to_string())).collect::<Value>();
    let forms = |shown: &dyn Fn(&[IBig]) -> Value, vertices: Value, rays: Value, lines: Value| {
        let [normals, offsets] = halves(&rows(&polyhedron.normals()), shown);
        let [equalities, equality_offsets] = halves(&rows(&polyhedron.equalities()), shown);
        json!({
            "vertices": vertices, "rays": rays, "lines": lines, "normals": normals, "offsets": offsets,
            "equalities": equalities, "equality_offsets": equality_offsets,
        })
    };
    let vertices = polyhedron.vertices();
    let doubles: Value = vertices.iter().map(|vertex| numbers(vertex)).collect();
    (
        forms(&direction, doubles, directions(&polyhedron.rays()), directions(&polyhedron.lines())),
        forms(&texts, json!(vertices), exact(&polyhedron.rays()), exact(&polyhedron.lines())),
    )
}

/// Rationals as doubles.
pub(crate) fn numbers(values: &[Rational]) -> Value {
    values.iter().map(|value| json!(value.to_f64())).collect()
}

/// `{id: [fn, ft…]}`: the contact forces of a response, along normal and tangents.
pub(crate) fn forces(part: &AnyPart, system: &System, response: &Response) -> Value {
    let count = part.ids().len();
    let linear = if part_is_planar(part) { 1 } else { 3 };
    let mut sums = vec![vec![0.0; system.mass.len() - linear]; count];
    for ((edge, owner), multiple) in system.edges.iter().zip(&system.owners).zip(&response.multiples) {
        for (sum, entry) in sums[*owner].iter_mut().zip(&edge[linear..]) {
            *sum += (multiple * entry).to_f64();
        }
    }
    for (round, force) in system.rounds.iter().zip(&response.forces) {
        sums[round.contact].iter_mut().zip(force).for_each(|(sum, entry)| *sum += entry.to_f64());
    }
    let along = |force: &[f64], direction: &[Rational]| {
        let direction: Vec<f64> = direction.iter().map(Rational::to_f64).collect();
        let size = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        force.iter().zip(&direction).map(|(a, b)| a * b).sum::<f64>() / size
    };
    let frames: Vec<Vec<Vec<Rational>>> = match part {
        AnyPart::Planar(part) => {
            let frame = |[x, y]: &[Rational; 2]| vec![vec![x.clone(), y.clone()], vec![-y, x.clone()]];
            part.contacts.iter().map(|contact| frame(&contact.normal)).collect()
        }
        AnyPart::Spatial(part) => {
            let frame = |contact: &stiction_proof::wrenches::SpatialPartContact| {
                [&contact.normal].into_iter().chain(&contact.tangents).map(|d| d.to_vec()).collect()
            };
            part.contacts.iter().map(frame).collect()
        }
    };
    let entries = part
        .ids()
        .into_iter()
        .zip(frames.iter().zip(&sums))
        .filter(|(_, (_, sum))| sum.iter().any(|x| *x != 0.0));
    let object: Map<String, Value> = entries
        .map(|(id, (frame, sum))| (id.to_owned(), frame.iter().map(|axis| json!(along(sum, axis))).collect()))
        .collect();
    Value::Object(object)
}

fn part_is_planar(part: &AnyPart) -> bool {
    matches!(part, AnyPart::Planar(_))
}

/// `[1, 0.5, -3]`.
pub(crate) fn spoken_vector(values: impl IntoIterator<Item = f64>) -> String {
    let words: Vec<String> = values.into_iter().map(crate::number::spoken).collect();
    format!("[{}]", words.join(", "))
}

/// A few directions in words.
pub(crate) fn spoken_rows(rows: &Value) -> String {
    let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |row: &Value| spoken_vector(row.as_array().into_iter().flatten().filter_map(Value::as_f64));
    let mut words: Vec<String> = rows.iter().take(8).map(row).collect();
    if rows.len() > 8 {
        words.push(format!("and {} more", rows.len() - 8));
    }
    words.join(" ")
}
