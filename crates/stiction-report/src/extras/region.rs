//! Where the centre of mass may be, with proofs of its ends or corners.

use super::rows;
use super::solve::interval_proofs;
use crate::number::spoken;
use crate::timely::NOT_PROVED;
use serde_json::{Value, json};
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::{Corner, HalfPlane, Interval, Limit, Region, RegionEnd};
use stiction_proof::{Rational, Vector};

/// The key `region`.
pub(crate) fn region_json<S: Searched>(region: &Region<S>) -> Value {
    let places = Places::new(region);
    let mut keys = json!({
        "body": region.problem.bodies[region.body].name,
        "axes": places.axes.iter().map(|axis| axis[..S::DIMENSION].to_vec()).collect::<Vec<_>>(),
        "problem": { "assembly": region.problem, "load": rows::<S>(&region.load) },
        "exact": { "weight": region.weight.as_ref(), "axes": region.axes },
    });
    match &region.found {
        RegionEnd::Interval(interval) => {
            keys["interval"] = json!(places.ends(interval));
            keys["proofs"] = interval_proofs(interval);
        }
        RegionEnd::Polygon { about, corners, sides, bound } => {
            keys["vertices"] = corners.iter().map(|corner| json!(places.at(&corner.at))).collect();
            keys["bound"] = bound.iter().map(|corner| json!(places.at(corner))).collect();
            let corner = |one: &Corner<S>| json!({ "at": one.at, "proof": one.forces.proof() });
            let side = |one: &HalfPlane<S>| json!(one.proof.proof());
            keys["proofs"] = json!({
                "about": about,
                "corners": corners.iter().map(corner).collect::<Vec<_>>(),
                "sides": sides.iter().map(side).collect::<Vec<_>>(),
            });
        }
        RegionEnd::Nowhere(falls) => {
            keys["vertices"] = json!([]);
            keys["bound"] = json!([]);
            keys["proofs"] = json!({ "falls": falls.proof() });
        }
        RegionEnd::Unbounded(way, forces) => {
            keys["vertices"] = Value::Null;
            keys["bound"] = Value::Null;
            keys["proofs"] = json!({ "way": way, "unlimited": forces.proof() });
        }
        RegionEnd::Weightless | RegionEnd::Undecided => {
            let key = if S::DIMENSION == 2 { "interval" } else { "vertices" };
            keys[key] = Value::Null;
            keys["proofs"] = json!({});
        }
    }
    keys
}

/// Why ends of a region and of the values of a number that are null are so, with their paths.
pub(crate) fn reasons(report: &Value) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let region = &report["region"];
    for key in
        ["interval", "vertices", "bound"].into_iter().filter(|key| region.get(*key) == Some(&Value::Null))
    {
        let why = match region["proofs"].get("unlimited") {
            Some(_) => "unbounded: the contacts carry any moment one way",
            None if region["exact"]["axes"] == json!([]) => "the body has no weight",
            None => NOT_PROVED,
        };
        found.push((format!("region.{key}"), why));
    }
    let beyond = "stands as far as was looked that way";
    let ends = region["interval"].as_array().into_iter().flatten().enumerate();
    found.extend(
        ends.filter(|(_, end)| end.is_null()).map(|(at, _)| (format!("region.interval.{at}"), beyond)),
    );
    let solve = &report["solve"];
    for key in ["intervals", "brackets"].into_iter().filter(|key| solve.get(*key) == Some(&Value::Null)) {
        found.push((format!("solve.{key}"), NOT_PROVED));
    }
    let without = if solve["kind"] == "friction" { "more friction always stands" } else { beyond };
    for key in ["intervals", "brackets"] {
        for (place, ends) in solve[key].as_array().into_iter().flatten().enumerate() {
            let null = (0..2).filter(|&end| ends[end].is_null());
            found.extend(null.map(|end| (format!("solve.{key}.{place}.{end}"), without)));
        }
    }
    for (place, _) in
        solve["proofs"].as_array().into_iter().flatten().enumerate().filter(|(_, one)| one["proof"].is_null())
    {
        found.push((format!("solve.proofs.{place}.proof"), NOT_PROVED));
    }
    found
}

/// Shifts as places along unit vectors across gravity.
struct Places<'a, S: Searched> {
    region: &'a Region<S>,
    /// Unit vectors.
    axes: Vec<[f64; 3]>,
    /// Their lengths before.
    lengths: Vec<f64>,
    /// Where the scene has the centre of mass, along the unit vectors.
    from: Vec<f64>,
}

impl<'a, S: Searched> Places<'a, S> {
    fn new(region: &'a Region<S>) -> Self {
        let reference = region.problem.bodies[region.body].reference.as_ref();
        let doubles = |axis: &Vector| axis.each_ref().map(Rational::to_f64);
        let length = |axis: &Vector| {
            let square: Rational = axis.iter().map(|entry| entry * entry).sum();
            square.to_f64().sqrt()
        };
        let lengths: Vec<f64> = region.axes.iter().map(length).collect();
        let scaled = |(axis, length): (&Vector, &f64)| doubles(axis).map(|entry| entry / length);
        let along = |(axis, length): (&Vector, &f64)| {
            let sum: Rational = axis.iter().zip(reference).map(|(a, b)| a * b).sum();
            sum.to_f64() / length
        };
        let axes = region.axes.iter().zip(&lengths).map(scaled).collect();
        let from = region.axes.iter().zip(&lengths).map(along).collect();
        Self { region, axes, lengths, from }
    }

    fn at(&self, shift: &[Rational]) -> Vec<f64> {
        let one = |k: usize| {
            // In one fraction, so that what is a short number stays one.
            let axis = &self.region.axes[k];
            let reference = self.region.problem.bodies[self.region.body].reference.as_ref();
            let from: Rational = axis.iter().zip(reference).map(|(a, b)| a * b).sum();
            let square: Rational = axis.iter().map(|entry| entry * entry).sum();
            (from + &shift[k] * square).to_f64() / self.lengths[k]
        };
        (0..self.from.len()).map(one).collect()
    }

    /// The two ends, none for one that is not bounded.
    fn ends(&self, interval: &Interval<S>) -> Value {
        match interval {
            Interval::Between { least, most } => {
                let end =
                    |limit: &Limit<S>| limit.end().map(|end| self.at(std::slice::from_ref(&end.value))[0]);
                json!([end(least), end(most)])
            }
            Interval::None(_) => json!([]),
            Interval::Undecided => Value::Null,
        }
    }
}

/// The region in words.
pub(super) fn line<S: Searched>(region: &Region<S>) -> (&'static str, String) {
    let places = Places::new(region);
    let name = &region.problem.bodies[region.body].name;
    let words = match &region.found {
        RegionEnd::Interval(Interval::Between { least, most }) => {
            let end = |limit: &Limit<S>| {
                limit.end().map(|end| spoken(places.at(std::slice::from_ref(&end.value))[0]))
            };
            match (end(least), end(most)) {
                (Some(least), Some(most)) => {
                    format!(
                        "the centre of mass of {name} may be from {least} to {most} m along the horizontal"
                    )
                }
                (Some(least), None) => format!(
                    "the centre of mass of {name} may be anywhere beyond {least} m along the horizontal"
                ),
                (None, Some(most)) => format!(
                    "the centre of mass of {name} may be anywhere up to {most} m along the horizontal"
                ),
                (None, None) => format!("the centre of mass of {name} may be anywhere"),
            }
        }
        RegionEnd::Interval(Interval::None(_)) | RegionEnd::Nowhere(_) => {
            format!("wherever the centre of mass of {name} is, it falls")
        }
        RegionEnd::Polygon { corners, .. } => {
            let corner = |one: &Corner<S>| {
                let numbers: Vec<String> = places.at(&one.at).into_iter().map(spoken).collect();
                format!("[{}]", numbers.join(", "))
            };
            let all: Vec<String> = corners.iter().map(corner).collect();
            format!("the centre of mass of {name} may be above {}", all.join(", "))
        }
        RegionEnd::Unbounded(..) => {
            format!("the centre of mass of {name} may be as far out as one likes one way")
        }
        RegionEnd::Weightless => format!("{name} has no weight"),
        RegionEnd::Interval(Interval::Undecided) | RegionEnd::Undecided => "undecided".to_owned(),
    };
    ("region", words)
}
