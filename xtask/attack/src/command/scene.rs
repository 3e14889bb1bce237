//! Scenes that are valid or nearly so, and hard: degenerate, huge, tiny, empty.

use crate::Dice;
use serde_json::{Map, Value, json};

/// A scene with one to three bodies `b`, `b1`, `b2` over a ground, and contacts `c0`, `c1` and so on.
pub(super) fn generated(dice: &mut Dice) -> Value {
    let dimension = if dice.one_in(3) { 3 } else { 2 };
    let maker = Maker { dimension, scale: scale(dice) };
    let count = if dice.one_in(5) { 1 + dice.below(3) } else { 1 };
    let mut bodies = Map::new();
    bodies.insert("ground".to_owned(), json!({ "role": "fixed" }));
    for index in 0..count {
        let name = if index == 0 { "b".to_owned() } else { format!("b{index}") };
        bodies.insert(name, maker.body(dice));
    }
    let contacts = match dice.below(20) {
        0 => 0,
        1 => 12,
        2 => 40,
        _ => 1 + dice.below(5),
    };
    let contacts: Vec<Value> = (0..contacts).map(|index| maker.contact(dice, index, count)).collect();
    let mut scene = json!({ "stiction": 1, "dimension": dimension, "bodies": bodies, "contacts": contacts });
    if !dice.one_in(4) {
        let mut gravity = vec![json!(0); dimension];
        gravity[dimension - 1] = [json!(-9.81), json!(-10), json!(0), json!("-1e300")][dice.below(4)].clone();
        scene["gravity"] = json!(gravity);
    }
    if dice.one_in(6) {
        odd(&mut scene, dice);
    }
    scene
}

/// The size of all lengths.
fn scale(dice: &mut Dice) -> &'static str {
    dice.pick(&["", "", "", "", "e-3", "e3", "e-150", "e150", "e-300", "e300"]).copied().unwrap_or("")
}

/// One of the first words of a list, and now and then one of all.
fn seldom<'a>(dice: &mut Dice, times: usize, words: &[&'a str], usual: usize) -> &'a str {
    let among = if dice.one_in(times) { words } else { &words[..usual] };
    dice.pick(among).copied().unwrap_or("1")
}

struct Maker {
    dimension: usize,
    scale: &'static str,
}

impl Maker {
    /// A length: a small number or a near one, in the scene's size.
    fn length(&self, dice: &mut Dice) -> Value {
        let digits = ["0", "1", "-1", "0.5", "2", "1.0000000000000002", "-0.3333333333333333", "1.000000001"];
        json!(format!("{}{}", dice.pick(&digits).unwrap_or(&"0"), self.scale))
    }

    fn point(&self, dice: &mut Dice) -> Value {
        (0..self.dimension).map(|_| self.length(dice)).collect()
    }

    /// A direction, one of few, so that several are parallel; now and then none at all.
    fn direction(&self, dice: &mut Dice) -> Value {
        let steps = ["1", "-1", "0", "0", "1/2", "1e-12", "1e300"];
        let entries: Vec<&str> = (0..self.dimension).map(|_| seldom(dice, 12, &steps, 5)).collect();
        if entries.iter().all(|entry| *entry == "0") && !dice.one_in(10) {
            let mut up = vec!["0"; self.dimension];
            up[self.dimension - 1] = "1";
            return json!(up);
        }
        json!(entries)
    }

    fn body(&self, dice: &mut Dice) -> Value {
        let mass = ["1", "2", "1e-300", "1e300", "0", "-1"];
        let mut body = json!({
            "mass": seldom(dice, 8, &mass, 2),
            "com": self.point(dice),
        });
        if dice.one_in(2) {
            body["inertia"] = if self.dimension == 2 {
                json!("1")
            } else {
                json!([["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]])
            };
        }
        if dice.one_in(4) {
            let wrench: Vec<&str> = (0..if self.dimension == 2 { 3 } else { 6 })
                .map(|_| *dice.pick(&["0", "1", "-2", "1e-9"]).unwrap_or(&"0"))
                .collect();
            body["wrench"] = json!(wrench);
        }
        body
    }

    fn contact(&self, dice: &mut Dice, index: usize, bodies: usize) -> Value {
        let on = dice.below(bodies);
        let name = |index: usize| if index == 0 { "b".to_owned() } else { format!("b{index}") };
        let against = if dice.one_in(3) && on > 0 { name(on - 1) } else { "ground".to_owned() };
        let friction = ["0", "1/2", "0.8", "1", "1e-300", "1e300", "-1"];
        let mut contact = json!({
            "id": format!("c{index}"), "on": name(on), "against": against,
            "point": self.point(dice), "normal": self.direction(dice),
            "friction": seldom(dice, 6, &friction, 4),
        });
        if dice.one_in(10) {
            contact["limit"] = json!(dice.pick(&["1", "0", "1e300"]));
        }
        contact
    }
}

/// Something that no schema allows, or that is allowed and odd.
fn odd(scene: &mut Value, dice: &mut Dice) {
    match dice.below(8) {
        0 => scene["contacts"] = json!(null),
        1 => scene["bodies"] = json!([1, 2]),
        2 => scene["dimension"] = json!(dice.below(5)),
        3 => scene["gravity"] = json!(["NaN", "inf"]),
        4 => {
            // The very same contact again.
            if let Some(contacts) = scene["contacts"].as_array_mut()
                && let Some(first) = contacts.first().cloned()
            {
                contacts.push(first);
            }
        }
        5 => scene["title"] = json!("\u{1b}[31m\u{202e}\u{0}"),
        6 => {
            if let Some(contact) = scene["contacts"].get_mut(0) {
                contact["friction"] = json!({ "deep": [[[[1]]]] });
            }
        }
        _ => scene["unknown"] = json!(1),
    }
}

/// The same scene with other names of bodies and contacts, and the contacts in another order.
pub(super) fn twin(scene: &Value, dice: &mut Dice) -> Value {
    let mut twin = scene.clone();
    if let Some(bodies) = twin["bodies"].as_object_mut() {
        let old = std::mem::take(bodies);
        *bodies = old.into_iter().map(|(name, body)| (renamed(&name), body)).collect();
    }
    if let Some(contacts) = twin["contacts"].as_array_mut() {
        for contact in contacts.iter_mut() {
            for key in ["on", "against", "id"] {
                if let Some(name) = contact[key].as_str().map(renamed) {
                    contact[key] = json!(name);
                }
            }
        }
        if dice.one_in(2) {
            contacts.reverse();
        }
    }
    twin
}

fn renamed(name: &str) -> String {
    if name == "ground" { name.to_owned() } else { format!("{name} bis") }
}
