//! A report whose claims are not proved is refused, however it was put together.
//!
//! Each test takes an honest report and changes it as somebody would who wants a better answer and knows the
//! checkers: all keys agree with each other, every proof is accepted by itself, and only the claim is not
//! what they prove.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{BLOCKS, PEG, STACK, asked, example, scene, vectors};
use serde_json::{Value, json};
use stiction_report::verify::verify;
use stiction_report::{ConeModel, Options, Question, StandExtras};

/// The honest report is accepted, and the changed one refused for the sake of a key, or because it is not the
/// one that is made again.
fn refused(honest: &Value, changed: &Value, key: &str) {
    let found = verify(honest);
    assert!(found.holds(), "{:?}", found.failed);
    assert_ne!(honest, changed, "nothing was changed");
    let found = verify(changed);
    let named = |path: &String| path.starts_with(key) || path == "numbers" || path == "problem";
    assert!(found.failed.iter().any(|(path, _)| named(path)), "{key}: {found:?}");
}

fn stand(text: &str, options: &Options) -> Value {
    asked(&scene(text), Question::Stand, options)
}

fn on_the_upper(push: &[[i64; 2]]) -> Options {
    Options { body: Some("upper".to_owned()), push: vectors(push), ..Options::default() }
}

/// The stack with its upper brick where it falls.
fn falling() -> String {
    STACK.replace("com = [0, 3]", "com = [5, 3]")
}

/// Forces of nothing, and a residual beside them, as versions before 0.2 stated them.
fn nearly(proof: &Value, residual: &str, length: &str) -> Value {
    let (load, count) = (proof["falls"]["load"].clone(), 4);
    let forces: Vec<Value> = (0..count).map(|_| json!(["0", "0"])).collect();
    json!({ "nearly_rests": { "friction": "given", "load": load, "forces": forces, "residual": residual, "length": length } })
}

#[test]
fn a_balance_with_a_residual_is_none() {
    let honest = stand(&falling(), &Options::default());
    assert_eq!(honest["verdict"], "no");
    for (residual, length) in [("1000", "1"), ("0", "1000"), ("1/1000000000000", "1")] {
        let mut changed = honest.clone();
        changed["verdict"] = json!("yes");
        changed["proof"] = nearly(&honest["proof"], residual, length);
        refused(&honest, &changed, "verdict");
    }
}

#[test]
fn loads_across_gravity_are_of_one_direction_for_all_bodies() {
    let honest = stand(STACK, &Options::default());
    // One brick is pushed to the left and the other to the right: both are across gravity and as large as the weight.
    let mut changed = honest.clone();
    let direction = &mut changed["margin_proofs"]["load"]["directions"][0][1];
    let turned = direction[1].as_str().unwrap().trim_start_matches('-').to_owned();
    let sign = if direction[1].as_str().unwrap().starts_with('-') { "" } else { "-" };
    direction[1] = json!(format!("{sign}{turned}"));
    refused(&honest, &changed, "margins.load");
}

#[test]
fn loads_across_gravity_in_space_are_across_it_and_each_other() {
    let honest = stand(BLOCKS, &Options::default());
    let directions = honest["margin_proofs"]["load"]["directions"].clone();
    let mut changed = honest.clone();
    changed["margin_proofs"]["load"]["directions"] = json!([directions[0], directions[0]]);
    refused(&honest, &changed, "margins.load");
    let mut changed = honest.clone();
    for body in 0..2 {
        changed["margin_proofs"]["load"]["directions"][0][body][5] = json!("1");
    }
    refused(&honest, &changed, "margins.load");
}

#[test]
fn of_far_ends_the_one_that_is_reached_is_told() {
    let honest = stand(STACK, &on_the_upper(&[[1, 0]]));
    // Forces that carry nothing more prove a lower end of zero; the middle of zero and five is not proved.
    let push = honest["further"]
        .as_array()
        .unwrap()
        .iter()
        .position(|one| one["name"].as_str().unwrap().starts_with("push"));
    let push = push.unwrap();
    let mut changed = honest.clone();
    let one = &mut changed["further"][push];
    assert_eq!(one["multiple"], 5.0);
    one["exact"][0] = json!("0");
    one["bracket"][0] = json!(0.0);
    one["multiple"] = json!(2.5);
    one["proofs"]["carried"] = honest["proof"].clone();
    refused(&honest, &changed, "numbers");
    changed["further"][push]["multiple"] = json!(5.0);
    refused(&honest, &changed, "numbers");
    changed["further"][push]["multiple"] = json!(0.0);
    refused(&honest, &changed, "numbers");
    // What the ends do not name must be said not to be proved.
    let computed = changed["computed"].as_array_mut().unwrap();
    computed.push(json!(format!("further.{push}.multiple")));
    assert!(verify(&changed).holds(), "{:?}", verify(&changed).failed);
}

#[test]
fn fewer_directions_prove_less() {
    let honest = stand(BLOCKS, &Options::default());
    let load = honest["margins"]["load"].as_f64().unwrap();
    // The rays towards one side are left out: half-spaces on the others alone hold no disc of that size.
    let mut changed = honest.clone();
    let rays = changed["margin_proofs"]["load"]["rays"].as_array_mut().unwrap();
    rays.truncate(1);
    for key in ["points", "half_spaces"] {
        changed["tilts"][key].as_array_mut().unwrap().truncate(1);
    }
    changed["brackets"]["load"] = json!([0.0, load]);
    refused(&honest, &changed, "numbers");
}

#[test]
fn a_load_of_any_size_needs_contacts_without_limits() {
    // Bricks between walls that are pressed together carry any push along them; with limits they do not.
    let text = STACK.replacen("friction = 0.5", "friction = 0.5, limit = 1000", 1);
    let honest = stand(&text, &on_the_upper(&[[0, -1]]));
    let mut changed = honest.clone();
    let push = changed["further"].as_array().unwrap().len() - 1;
    let one = &mut changed["further"][push];
    // The push alone, carried by forces within the limits, proves nothing about a million of it.
    one["state"] = json!("unlimited");
    let half = |normal: &str| json!([normal, "0"]);
    one["proofs"] = json!({ "any": { "rests": {
        "friction": "given", "load": one["load"], "forces": [half("1/2"), half("1/2"), half("1/2"), half("1/2")],
    } } });
    (one["multiple"], one["bracket"], one["exact"]) = (json!(null), json!(null), json!(null));
    refused(&honest, &changed, "further");
}

#[test]
fn a_stack_that_falls_over_its_edge_stands_between_two_pushes_and_both_are_proved() {
    // The upper brick of 1 kg reaches 1 m beyond its support, 1 m above it: pushed back with its weight or
    // more it stays, until it slides.
    let scene = falling().replace("friction = 0.5", "friction = 2");
    let honest = stand(&scene, &on_the_upper(&[[-1, 0]]));
    assert_eq!(honest["verdict"], "no");
    let push = honest["further"].as_array().unwrap().len() - 1;
    let told = &honest["further"][push];
    assert_eq!((&told["state"], &told["least"]), (&json!("bounded"), &json!(10.0)), "{told}");
    assert!(told["multiple"].as_f64().unwrap() > 10.0, "{told}");
    assert!(verify(&honest).holds(), "{:?}", verify(&honest).failed);
    // Less than that is not proved.
    let mut changed = honest.clone();
    let one = &mut changed["further"][push];
    let most = one["exact"][0].clone();
    one["less"] = json!([most, most]);
    (one["least"], one["least_bracket"]) = (json!(0.0), json!([0.0, 0.0]));
    refused(&honest, &changed, "further");
    let mut changed = honest.clone();
    changed["further"][push]["least"] = json!(9.0);
    refused(&honest, &changed, "numbers");
}

#[test]
fn what_stands_does_not_fall_without_a_further_load() {
    let honest = stand(STACK, &on_the_upper(&[[1, 0]]));
    let mut changed = honest.clone();
    let one = &mut changed["further"][0];
    one["state"] = json!("falls");
    (one["multiple"], one["bracket"], one["exact"]) = (json!(null), json!(null), json!(null));
    one["proofs"] = json!(null);
    refused(&honest, &changed, "further");
}

#[test]
fn a_further_load_is_called_what_it_is() {
    let honest = stand(STACK, &on_the_upper(&[[1, 0]]));
    for name in ["push on \"lower\" along [1, 0], as a multiple", "nothing at all"] {
        let mut changed = honest.clone();
        let last = changed["further"].as_array().unwrap().len() - 1;
        changed["further"][last]["name"] = json!(name);
        refused(&honest, &changed, "further");
    }
}

#[test]
fn that_no_friction_helps_is_shown_with_much_of_it() {
    let honest = stand(&falling(), &Options::default());
    let mut changed = honest.clone();
    let mut collapse = honest["proof"].clone();
    collapse["falls"]["friction"] = json!({ "scaled": "1" });
    changed["margin_proofs"]["friction_never"] = collapse;
    refused(&honest, &changed, "margins.friction");
}

#[test]
fn what_falls_or_has_limits_is_not_said_to_have_to_stay() {
    let honest = asked(&example("ladder"), Question::Stand, &Options::default());
    for word in ["yes", "no", "undecided"] {
        let mut changed = honest.clone();
        changed["strong"] = json!(word);
        if honest["strong"] != word && !(word == "undecided" && honest["strong_proof"]["modes"].is_null()) {
            let found = verify(&changed);
            assert!(!found.holds(), "{word}");
        }
    }
    let honest = stand(&falling(), &Options::default());
    let mut changed = honest.clone();
    changed["strong"] = json!("yes");
    refused(&honest, &changed, "strong");
    // Limits are another law of contact than the modes know.
    let limited = |text: &str| text.replace("friction = 0.5", "friction = 0.5, limit = 1000");
    let honest = stand(&limited(STACK), &Options::default());
    assert_eq!(honest["strong"], "undecided");
    let mut changed = honest.clone();
    let free = stand(STACK, &Options::default());
    changed["strong"] = json!("yes");
    changed["strong_proof"] = free["strong_proof"].clone();
    refused(&honest, &changed, "strong");
}

#[test]
fn orders_and_accelerations_are_of_the_assembly_that_the_report_is_about() {
    let options = Options {
        extras: StandExtras {
            sequence: Some(Vec::new()),
            accelerate: vectors(&[[1, 0]]),
            ..StandExtras::default()
        },
        ..Options::default()
    };
    let honest = stand(STACK, &options);
    // Proofs of a rougher stack.
    let rough = stand(&STACK.replace("0.5", "2"), &options);
    for key in ["sequence", "accelerations"] {
        let mut changed = honest.clone();
        changed[key] = rough[key].clone();
        refused(&honest, &changed, key);
    }
    // Half the masses, or another direction than the load's.
    let heavy = stand(&STACK.replace("mass = 1", "mass = 7"), &options);
    let mut changed = honest.clone();
    changed["accelerations"] = heavy["accelerations"].clone();
    refused(&honest, &changed, "accelerations");
    let mut changed = honest.clone();
    changed["accelerations"][0]["direction"] = json!([2.0, 0.0]);
    changed["accelerations"][0]["exact"]["direction"] = json!(["2", "0"]);
    changed["accelerations"][0]["problem"]["unit"][0][1] = json!("-4");
    refused(&honest, &changed, "accelerations");
    let single = asked(&example("ladder"), Question::Stand, &options);
    let mut changed = single.clone();
    changed["sequence"] = honest["sequence"].clone();
    refused(&single, &changed, "sequence");
}

#[test]
fn a_pyramid_is_inscribed_or_circumscribed_as_it_is_called() {
    for (cone, word) in [(ConeModel::Inner(4), "inner:4"), (ConeModel::Outer(6), "outer:6")] {
        let honest = stand(BLOCKS, &Options { cone, ..Options::default() });
        assert_eq!(honest["cone"], word);
        let mut changed = honest.clone();
        changed["cone"] = json!(if word == "inner:4" { "outer:4" } else { "round" });
        refused(&honest, &changed, "numbers");
    }
    // Twice as long, its directions still add up to nothing: friction of twice the coefficient.
    let honest = stand(BLOCKS, &Options { cone: ConeModel::Inner(4), ..Options::default() });
    let mut changed = honest.clone();
    for contact in changed["problem"]["contacts"].as_array_mut().unwrap() {
        for direction in contact["touch"]["across"].as_array_mut().unwrap() {
            for entry in direction.as_array_mut().unwrap() {
                *entry = json!((2 * entry.as_str().unwrap().parse::<i64>().unwrap()).to_string());
            }
        }
    }
    refused(&honest, &changed, "cone");
}

#[test]
fn the_margin_of_one_body_is_proved_from_both_sides() {
    for name in ["ladder", "gripper"] {
        let honest = asked(&example(name), Question::Stand, &Options::default());
        assert!(honest["margin"].is_number(), "{name}");
        let mut changed = honest.clone();
        changed["margin"] = json!(honest["margin"].as_f64().unwrap() * 2.0);
        changed["exact"]["margin"] = json!("12345");
        refused(&honest, &changed, "margin");
        let mut changed = honest.clone();
        changed["exact"]["length"] = json!("2");
        refused(&honest, &changed, "");
    }
    let falls = "stiction = 1\ndimension = 2\ngravity = [0, -10]\n[bodies.box]\nmass = 1\n[[contacts]]\non = \"box\"\n\
                 point = [1, -1]\nnormal = [0, 1]\nfriction = 0.5\n";
    let honest = stand(falls, &Options::default());
    assert_eq!(honest["verdict"], "no");
    // The foot is one metre off: ten newton metres, or a push of five newtons that turns and slides.
    assert!(honest["margin"].as_f64().unwrap() < 0.0, "{}", honest["margin"]);
    for margin in ["-1", "-100"] {
        let mut changed = honest.clone();
        changed["exact"]["margin"] = json!(margin);
        changed["margin"] = json!(margin.parse::<f64>().unwrap());
        changed["margin_proofs"]["margin_beyond"]["bounds"]["bound"] = json!(margin);
        refused(&honest, &changed, "margin");
    }
}

#[test]
fn a_contact_that_separates_is_not_said_never_to() {
    let honest = asked(&example("gripper"), Question::Modes, &Options::default());
    let never = honest["never_separate"].as_array().unwrap();
    if let Some(first) = never.first() {
        assert!(!honest["never_proofs"].as_array().unwrap().is_empty(), "{first}");
    }
    let honest =
        asked(&scene(STACK), Question::Modes, &Options { contacts_only: true, ..Options::default() });
    assert_eq!(honest["never_separate"], json!([]));
    // Only the modes that keep the first contact are listed.
    let mut changed = honest.clone();
    let kept: Vec<usize> = honest["modes"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .filter(|(_, mode)| mode["mode"].as_str().unwrap().starts_with('m'))
        .map(|(index, _)| index)
        .collect();
    let picked = |list: &Value| kept.iter().map(|&index| list[index].clone()).collect::<Vec<_>>();
    changed["modes"] = json!(picked(&honest["modes"]));
    changed["exact"]["modes"] = json!(picked(&honest["exact"]["modes"]));
    changed["count"] = json!(kept.len());
    changed["never_separate"] = json!(["1"]);
    refused(&honest, &changed, "excluded");
}

/// Two fingers with μ = 1/4 on a square: half a metre along its edge either lets go.
const BAR: &str = r#"
stiction = 1
dimension = 2
contacts = [
    { on = "bar", point = [-1, 0], normal = [1, 0], friction = "1/4" },
    { on = "bar", point = [1, 0], normal = [-1, 0], friction = "1/4" },
]
[bodies.bar]
shape.polygon = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
"#;

#[test]
fn the_place_where_a_verdict_changes_is_the_first() {
    let honest = asked(&scene(BAR), Question::Closure, &Options::default());
    let places = honest["changes"]["place"].as_object().unwrap().clone();
    let mut seen = 0;
    for (id, place) in &places {
        for key in ["forward", "backward"] {
            if !place[key].is_object() {
                continue;
            }
            seen += 1;
            // Somewhere beyond the change it is open, too.
            let mut changed = honest.clone();
            let exact = &mut changed["exact"]["changes"]["place"][id][key];
            exact["kept_at"] = exact["point"].clone();
            refused(&honest, &changed, "changes.place");
            // Where the finger is now it is closed, and so it is anywhere between; the change is not there.
            let mut changed = honest.clone();
            changed["exact"]["changes"]["place"][id][key]["kept_at"] = json!(["-1", "0"]);
            refused(&honest, &changed, "changes.place");
        }
    }
    assert!(seen > 0, "{places:?}");
}

#[test]
fn the_state_of_a_ray_is_proved() {
    let bounded = Options { boundary: Some(["1".to_owned(), "2".to_owned()]), ..Options::default() };
    let honest = asked(&scene(PEG), Question::Jam, &bounded);
    for kind in ["jam", "wedge"] {
        for (index, ray) in honest["boundary"][kind].as_array().unwrap().iter().enumerate() {
            for state in ["always", "beyond"] {
                if ray["state"] == state {
                    continue;
                }
                let mut changed = honest.clone();
                changed["boundary"][kind][index] = json!({ "direction": ray["direction"], "state": state });
                refused(&honest, &changed, "boundary");
                changed["boundary"][kind][index]["proof"] = honest[kind]["proof"].clone();
                refused(&honest, &changed, "boundary");
            }
        }
    }
}

#[test]
fn masses_are_masses() {
    let honest = asked(&example("painleve"), Question::Outcomes, &Options::default());
    for (row, column, value) in [(0, 1, "1"), (0, 0, "-1"), (2, 2, "0")] {
        let mut changed = honest.clone();
        changed["problem"]["bodies"][0]["motion"]["free"]["mass"][row][column] = json!(value);
        refused(&honest, &changed, "solutions");
    }
    let honest = asked(&scene(PEG), Question::Jam, &Options::default());
    let mut changed = honest.clone();
    changed["problem"]["system"]["mass"][0][0] = json!("-1");
    refused(&honest, &changed, "");
    let honest = asked(&example("tray"), Question::Stand, &Options::default());
    let mut changed = honest.clone();
    changed["problem"]["moving"]["riders"][0]["mass"][0][1] = json!("1000");
    refused(&honest, &changed, "");
}

#[test]
fn a_dimension_that_no_proof_shows_is_refused() {
    let honest = stand(STACK, &Options::default());
    let dimension = honest["indeterminacy"].as_u64().unwrap();
    for told in [dimension - 1, dimension, dimension + 1] {
        let mut changed = honest.clone();
        changed["indeterminacy"] = json!(told);
        assert_eq!(verify(&changed).holds(), told == dimension, "{told} with the proof of {dimension}");
        changed["indeterminacy_proof"] = json!(null);
        changed["reasons"]["indeterminacy_proof"] = json!("there is no dimension");
        assert!(!verify(&changed).holds(), "{told} without a proof");
    }
}
