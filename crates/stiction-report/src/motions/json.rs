//! Motions as JSON.

use super::{Bent, MotionsAnswer, Tested, TwistTest};
use serde_json::{Map, Value, json};
use stiction::ask::motions::Motions;
use stiction::ask::motions::centres::{Centres, Corner};
use stiction::ask::motions::regions::{Region, unlettered};
use stiction_proof::{PolyhedronForms, Rational};

pub(super) fn motions(answer: &MotionsAnswer) -> Value {
    let freedoms = answer.motions.freedoms(answer.problem.dimension());
    let mut problem = json!(answer.problem);
    if let Some(twists) = &answer.twists {
        problem["twists"] = json!(twists);
    }
    let mut keys = json!({
        "bodies": answer.problem.bodies,
        "problem": problem,
        "empty": answer.forms().is_none(),
        "freedoms": freedoms.map(|[both, all]| json!({ "both_ways": both, "dimension": all })),
        "redundant": answer.redundant,
        "centres": answer.centres.as_ref().map(|centres| written(centres, &corners)),
        "regions": answer.regions.as_ref().map(|regions| regions.iter().map(|one| region(one, &corners, &doubles)).collect::<Vec<_>>()),
        "tests": answer.tests.iter().map(|test| tested(test, &doubles)).collect::<Vec<_>>(),
        "second_order": answer.second_order.as_ref().map(|bent| bent.iter().map(|one| bending(one, &doubles)).collect::<Vec<_>>()),
        "proof": match &answer.motions {
            Motions::Set { proof, .. } => json!(proof),
            Motions::Empty(proof) => json!(proof),
        },
        "exact": {
            "centres": answer.centres.as_ref().map(|centres| written(centres, &exact_corners)),
            "regions": answer.regions.as_ref().map(|regions| regions.iter().map(|one| region(one, &exact_corners, &fractions)).collect::<Vec<_>>()),
            "tests": answer.tests.iter().map(|test| tested(test, &fractions)).collect::<Vec<_>>(),
            "second_order": answer.second_order.as_ref().map(|bent| bent.iter().map(|one| bending(one, &fractions)).collect::<Vec<_>>()),
        },
        "reasons": reasons(answer),
    });
    let none = PolyhedronForms::default();
    let forms = answer.forms().unwrap_or(&none);
    for (key, rows) in [
        ("vertices", &forms.vertices),
        ("rays", &forms.rays),
        ("lines", &forms.lines),
        ("normals", &forms.normals),
        ("equalities", &forms.equalities),
    ] {
        keys[key] = rows.iter().map(|row| doubles(row)).collect();
        keys["exact"][key] = json!(rows);
    }
    for (key, offsets) in [("offsets", &forms.offsets), ("equality_offsets", &forms.equality_offsets)] {
        keys[key] = doubles(offsets);
        keys["exact"][key] = json!(offsets);
    }
    keys
}

fn reasons(answer: &MotionsAnswer) -> Value {
    let mut reasons = Map::new();
    let mut say = |key: &str, reason: String| reasons.insert(key.to_owned(), json!(reason));
    let planar = answer.problem.references.first().is_some_and(|point| point.len() == 2);
    let why = if answer.forms().is_none() {
        "there is no motion"
    } else if !planar || answer.problem.bodies.len() > 1 {
        "centres of rotation are those of one planar body"
    } else {
        "driven contacts: the set is no cone, and centres alone do not describe it"
    };
    if answer.centres.is_none() {
        say("centres", why.to_owned());
    }
    if answer.regions.is_none() {
        let letters = answer.centres.as_ref().and_then(|_| unlettered(&answer.problem));
        say("regions", letters.unwrap_or_else(|| why.to_owned()));
    }
    if answer.second_order.is_none() {
        say(
            "second_order",
            "asked of one planar body among bodies at rest, where curvatures are known".to_owned(),
        );
    }
    if answer.forms().is_none() {
        say("freedoms", why.to_owned());
    }
    Value::Object(reasons)
}

fn doubles(values: &[Rational]) -> Value {
    values.iter().map(|value| json!(value.to_f64())).collect()
}

fn fractions(values: &[Rational]) -> Value {
    json!(values)
}

/// A polygon in doubles, a point at infinity as `{"direction": [x, y]}`.
pub(crate) fn corners(polygon: &[Corner]) -> Value {
    listed(polygon, &doubles)
}

/// The same in fractions.
pub(crate) fn exact_corners(polygon: &[Corner]) -> Value {
    listed(polygon, &fractions)
}

fn listed(polygon: &[Corner], numbers: &dyn Fn(&[Rational]) -> Value) -> Value {
    let corner = |corner: &Corner| match corner {
        Corner::Point(point) => numbers(point),
        Corner::Direction(way) => json!({ "direction": numbers(way) }),
    };
    polygon.iter().map(corner).collect()
}

type Write<'w> = &'w dyn Fn(&[Corner]) -> Value;
type Numbers<'w> = &'w dyn Fn(&[Rational]) -> Value;

fn written(centres: &Centres, corners: Write<'_>) -> Value {
    let ways = |ways: &[[Rational; 2]]| {
        ways.iter()
            .map(|way| corners(&[Corner::Direction(way.clone())])[0]["direction"].clone())
            .collect::<Vec<_>>()
    };
    json!({
        "plus": centres.plus.iter().map(|polygon| corners(polygon)).collect::<Vec<_>>(),
        "minus": centres.minus.iter().map(|polygon| corners(polygon)).collect::<Vec<_>>(),
        "translations": { "rays": ways(&centres.directions), "lines": ways(&centres.both_ways) },
    })
}

fn region(region: &Region, corners: Write<'_>, numbers: Numbers<'_>) -> Value {
    json!({
        "mode": region.mode,
        "sign": region.sign,
        "dimension": region.dimension,
        "twist": numbers(&region.twist),
        "polygon": corners(&region.polygon),
    })
}

fn tested(test: &TwistTest, numbers: Numbers<'_>) -> Value {
    let one = |contact: &Tested| {
        let told = json!({ "relation": contact.relation.word(), "allowed": contact.allowed, "label": contact.label });
        (contact.id.clone(), told)
    };
    let contacts: Map<String, Value> = test.contacts.iter().map(one).collect();
    json!({ "twist": numbers(&test.twist), "feasible": test.feasible, "contacts": contacts })
}

fn bending(bent: &Bent, numbers: Numbers<'_>) -> Value {
    let contacts: Map<String, Value> =
        bent.contacts.iter().map(|(id, bending)| (id.clone(), json!(bending.word()))).collect();
    json!({ "twist": numbers(&bent.twist), "contacts": contacts })
}
