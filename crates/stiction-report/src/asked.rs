//! How a question was asked, as a report tells it under `asked`: every flag that was not left at its default.
//!
//! What a report proves depends on more than the scene: on the cone of friction, on the wrenches that were judged, on what the reader of an
//! assembly was told about its blocks.  A verifier that has the scene needs these, and a list that is shorter than what was asked is noticed.

use crate::report::{AskedBesides, Insertion, Meshes, Options, Reading, Unknown};
use crate::simulate::InTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stiction::ask::outcomes::Tolerance;
use stiction::ask::simulate::Ambiguous;
use stiction::scene::Axis;
use stiction_proof::Rational;
use stiction_proof::wrenches::Plan;

type Lists = Vec<Vec<Rational>>;

/// The flags as they are written.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Written {
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    friction: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    density: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<Rational>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    supports: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weld: Option<Rational>,
    #[serde(skip_serializing_if = "is_false")]
    fill: bool,
    #[serde(skip_serializing_if = "is_false")]
    hull: bool,
    #[serde(skip_serializing_if = "is_false")]
    surface: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrenches: Lists,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    twists: Lists,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Lists,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<[Rational; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    explain: Vec<String>,
    #[serde(skip_serializing_if = "is_false")]
    contacts_only: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    push: Lists,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<Rational>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    only: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    and: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Plan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finger: Option<Rational>,
    #[serde(skip_serializing_if = "is_false")]
    largest_friction: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    map: Vec<WrittenAxis>,
    /// How many records there were; the records themselves are in the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<usize>,
    /// N and m/s², m/s, m.
    #[serde(skip_serializing_if = "Option::is_none")]
    log_tolerance: Option<[Rational; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boundary: Option<[String; 2]>,
    #[serde(skip_serializing_if = "is_false")]
    simulate: bool,
    /// A whole run in time.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ambiguous: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compliance: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interference: Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accelerate: Lists,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranges: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solve: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<[Rational; 2]>,
    #[serde(skip_serializing_if = "is_false")]
    region: bool,
    #[serde(skip_serializing_if = "is_false")]
    one: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAxis {
    path: String,
    from: Rational,
    to: Rational,
    count: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What a flag has that is not its default.
fn unusual<T: PartialEq + Clone>(value: &T, usual: &T) -> Option<T> {
    (value != usual).then(|| value.clone())
}

/// The flags of a question.
pub(crate) fn written(options: &Options) -> Value {
    let usual = Options::default();
    let axis = |axis: &Axis| WrittenAxis {
        path: axis.path.clone(),
        from: axis.from.clone(),
        to: axis.to.clone(),
        count: axis.count,
    };
    let flags = Written {
        length: unusual(&options.length, &usual.length),
        cone: unusual(&options.cone, &usual.cone).map(|cone| cone.to_string()),
        friction: options.reader.joint_friction.clone(),
        density: options.reader.density.clone(),
        tolerance: options.reader.tolerance.clone(),
        supports: options.reader.supports.clone(),
        scale: options.reader.meshes.scale.clone(),
        weld: options.reader.meshes.weld.clone(),
        fill: options.reader.meshes.fill,
        hull: options.reader.meshes.hull,
        surface: options.reader.meshes.surface,
        wrenches: options.wrenches.clone(),
        twists: options.twists.clone(),
        tests: options.tests.clone(),
        points: options.points.clone(),
        mode: options.mode.clone(),
        explain: options.explain.clone(),
        contacts_only: options.contacts_only,
        case: options.case.clone(),
        body: options.body.clone(),
        push: options.push.clone(),
        least: options.least.clone(),
        only: options.only.clone(),
        and: options.and.clone(),
        not: options.not.clone(),
        plan: unusual(&options.insert.plan, &usual.insert.plan),
        finger: unusual(&options.insert.finger, &usual.insert.finger),
        largest_friction: options.insert.largest_friction,
        map: options.map.iter().map(axis).collect(),
        log: options.log.as_ref().map(Vec::len),
        log_tolerance: unusual(&options.log_tolerance, &usual.log_tolerance)
            .map(|Tolerance { law, speed, depth }| [law, speed, depth]),
        boundary: options.boundary.clone(),
        simulate: options.simulate,
        until: options.in_time.until.clone(),
        frames: unusual(&options.in_time.frames, &usual.in_time.frames),
        ambiguous: unusual(&options.in_time.ambiguous, &usual.in_time.ambiguous)
            .map(|one| one.word().to_owned()),
        compliance: options.compliance.clone(),
        interference: options.interference.clone(),
        sequence: options.besides.sequence.clone(),
        accelerate: options.besides.accelerate.clone(),
        ranges: options.besides.ranges.clone(),
        solve: options.besides.solve.as_ref().map(|unknown| unknown.path.clone()),
        within: options.besides.solve.as_ref().and_then(|unknown| unknown.within.clone()),
        region: options.besides.region,
        one: options.one,
    };
    serde_json::to_value(flags).unwrap_or_default()
}

/// The flags that a report tells; the records of a log are not among them, only how many there were.
pub(crate) fn read(asked: &Value) -> Result<(Options, Option<usize>), String> {
    let flags: Written = match asked {
        Value::Null => return Err("asked is missing: ask again, and the flags are told".to_owned()),
        told => serde_json::from_value(told.clone()).map_err(|error| format!("asked: {error}"))?,
    };
    let usual = Options::default();
    let cone = flags.cone.map_or(Ok(usual.cone), |word| word.parse())?;
    let axis = |axis: WrittenAxis| Axis { path: axis.path, from: axis.from, to: axis.to, count: axis.count };
    let length = flags.length.unwrap_or(usual.length);
    if !length.is_positive() {
        return Err("asked.length is not positive".to_owned());
    }
    let ambiguous = match flags.ambiguous {
        None => usual.in_time.ambiguous,
        Some(word) => Ambiguous::of_word(&word).ok_or("asked.ambiguous is not stop, stick or branch")?,
    };
    let options = Options {
        length,
        cone,
        reader: Reading {
            joint_friction: flags.friction,
            density: flags.density,
            tolerance: flags.tolerance,
            supports: flags.supports,
            meshes: Meshes {
                scale: flags.scale,
                weld: flags.weld,
                fill: flags.fill,
                hull: flags.hull,
                surface: flags.surface,
            },
        },
        wrenches: flags.wrenches,
        twists: flags.twists,
        tests: flags.tests,
        points: flags.points,
        mode: flags.mode,
        explain: flags.explain,
        contacts_only: flags.contacts_only,
        case: flags.case,
        body: flags.body,
        push: flags.push,
        least: flags.least,
        only: flags.only,
        and: flags.and,
        not: flags.not,
        insert: Insertion {
            plan: flags.plan.unwrap_or(usual.insert.plan),
            finger: flags.finger.unwrap_or(usual.insert.finger),
            largest_friction: flags.largest_friction,
        },
        map: flags.map.into_iter().map(axis).collect(),
        log_tolerance: flags.log_tolerance.map_or(usual.log_tolerance, |[law, speed, depth]| Tolerance {
            law,
            speed,
            depth,
        }),
        boundary: flags.boundary,
        simulate: flags.simulate,
        in_time: InTime {
            until: flags.until,
            frames: flags.frames.unwrap_or(usual.in_time.frames),
            ambiguous,
        },
        compliance: flags.compliance,
        interference: flags.interference,
        besides: AskedBesides {
            sequence: flags.sequence,
            accelerate: flags.accelerate,
            ranges: flags.ranges,
            solve: flags.solve.map(|path| Unknown { path, within: flags.within }),
            region: flags.region,
        },
        one: flags.one,
        ..Options::default()
    };
    Ok((options, flags.log))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use stiction::ask::lower::ConeModel;

    #[test]
    fn flags_are_told_and_read_back_as_they_were_and_nothing_is_told_of_defaults() {
        assert_eq!(written(&Options::default()), json!({}));
        let options = Options {
            length: Rational::new(1, 2),
            cone: ConeModel::Inner(8),
            reader: Reading {
                joint_friction: Some(Rational::new(3, 5)),
                tolerance: Some(Rational::new(1, 1000)),
                supports: vec!["a".to_owned()],
                meshes: Meshes { weld: Some(Rational::new(1, 9)), hull: true, ..Meshes::default() },
                ..Reading::default()
            },
            wrenches: vec![vec![Rational::one(); 3]],
            map: vec![Axis::parse("contacts.1.friction=0:1/2:3").unwrap()],
            log_tolerance: Tolerance { speed: Rational::new(1, 50), ..Tolerance::default() },
            besides: AskedBesides { sequence: Some(Vec::new()), ..AskedBesides::default() },
            ..Options::default()
        };
        assert_eq!(read(&written(&options)), Ok((options, None)));
    }

    #[test]
    fn a_flag_that_nobody_has_and_a_length_that_is_none_are_refused() {
        assert!(read(&json!({ "colour": "red" })).is_err());
        assert!(read(&json!({ "length": "0" })).is_err());
        assert!(read(&json!(null)).is_err());
    }
}
