//! Assemblies that compas_assembly made: they stand or fall as masons know, with proofs that verify.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use stiction::work::Allowance;
use stiction_files::{Import, Limits, read_scene_file_observed};
use stiction_proof::Rational;
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

fn report(name: &str, friction: Rational) -> Value {
    let file = format!("{}/../../corpus/external/compas/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let import =
        Import { density: Some(Rational::from(2400)), friction: Some(friction), ..Import::default() };
    let read = read_scene_file_observed(file.as_ref(), &Limits::default(), &import, &|_, _, _| ()).unwrap();
    let report = answer(&read.scene, &SceneName::unnamed(), Question::Stand, &Options::default()).unwrap();
    let report = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
    let found = verify(&report);
    assert!(found.holds(), "{name}: {:?}", found.failed);
    report
}

#[test]
fn a_half_circle_thick_enough_stands_and_a_thin_one_falls_whatever_its_friction() {
    // Heyman: the least thickness of a half circle is 10.7 % of its mean radius.
    let thick = report("arch", Rational::new(7, 10));
    assert_eq!(thick["verdict"], "yes");
    assert_eq!((&thick["equations"], &thick["residual"]), (&Value::from(84), &Value::from(0.0)));
    let factor = thick["margins"]["friction"].as_f64().unwrap();
    assert!(factor > 0.2 && factor < 0.4, "{factor}");
    let thin = report("thin_arch", Rational::from(2));
    assert_eq!(thin["verdict"], "no");
    assert!(thin["margins"]["friction"].is_null() && thin["collapse"]["8"].is_array());
}

#[test]
fn a_wall_of_bricks_stands_by_its_weight_alone() {
    let wall = report("wall", Rational::new(7, 10));
    assert_eq!((&wall["verdict"], &wall["margins"]["friction"]), (&Value::from("yes"), &Value::from(0.0)));
    // Without friction too.
    assert_eq!(report("wall", Rational::zero())["verdict"], "yes");
}

#[test]
fn when_time_is_up_the_verdict_stays_and_what_is_missing_is_not_told() {
    let file = format!("{}/../../corpus/external/compas/wall.json", env!("CARGO_MANIFEST_DIR"));
    let import = Import {
        density: Some(Rational::from(2400)),
        friction: Some(Rational::new(7, 10)),
        ..Import::default()
    };
    let read = read_scene_file_observed(file.as_ref(), &Limits::default(), &import, &|_, _, _| ()).unwrap();
    // However many steps there are: nothing, or a verdict without some of the measures.
    let mut cut_short = 0;
    for steps in [1_000, 10_000, 100_000, 1_000_000] {
        let options = Options { allowance: Allowance::unlimited().of_steps(steps), ..Options::default() };
        let Ok(report) = answer(&read.scene, &SceneName::unnamed(), Question::Stand, &options) else {
            continue;
        };
        let stopped = report.caveats.stopped.is_some();
        let report: Value = serde_json::from_str(&serde_json::to_string(&report).unwrap()).unwrap();
        assert_eq!(report["verdict"], "yes");
        assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
        if stopped {
            assert!(report["margins"]["load"].is_null() && report["reasons"]["margins.load"].is_string());
            cut_short += 1;
        }
    }
    assert!(cut_short > 0);
}
