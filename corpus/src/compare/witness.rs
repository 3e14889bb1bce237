//! Every listed mode has twists that, put into the scene, really have that mode.
//!
//! The relative velocity of the two bodies at each contact gives the letter: apart `s`; kept, the sign of
//! the slip along the planar tangent (`l`, `n`, `r`) or the signs along the spatial tangents. Nothing may
//! penetrate. Written anew from the conventions, so that it shares no code with the program.

use super::list;
use super::vectors::{Vector, dot, length, vector};
use serde_json::Value;
use std::collections::BTreeMap;

/// Below this part of the motion at the contact a velocity counts as zero.
const STILL: f64 = 1e-9;

#[derive(Debug)]
struct Body {
    free: bool,
    com: Vector,
    /// Given for a driven body, zero for a fixed one.
    twist: Vector,
    /// Which entries of its twist may differ from zero.
    freedoms: Vec<bool>,
}

#[derive(Debug, Clone)]
struct Contact {
    on: String,
    against: String,
    point: Vector,
    normal: Vector,
    tangents: Vec<Vector>,
    near: bool,
}

#[derive(Debug)]
struct Scene {
    planar: bool,
    bodies: BTreeMap<String, Body>,
    contacts: Vec<Contact>,
}

/// Accepts the modes whose twists have them.
pub(super) fn witnessed(expected: &Value, got: &Value, scene: &Value) -> Result<(), String> {
    if expected != true {
        return Err("the expectation of a witness is `true`".into());
    }
    let scene = Scene::read(scene)?;
    list(got, "the report")?.iter().try_for_each(|entry| {
        let mode = entry["mode"].as_str().ok_or("an entry without `mode`")?;
        scene.has_mode(mode, &entry["twists"]).map_err(|why| format!("mode `{mode}`: {why}"))
    })
}

impl Scene {
    fn read(scene: &Value) -> Result<Scene, String> {
        let planar = scene["dimension"] == 2;
        let named = scene["bodies"].as_object().ok_or("the scene has no bodies")?;
        let mut bodies = named
            .iter()
            .map(|(name, body)| Ok((name.clone(), Body::read(name, body, planar)?)))
            .collect::<Result<BTreeMap<String, Body>, String>>()?;
        bodies.entry("ground".into()).or_insert_with(|| Body::fixed(planar));
        let listed = list(&scene["contacts"], "`contacts`")?;
        let contacts = listed.iter().map(|contact| Contact::read(contact, planar));
        Ok(Scene { planar, bodies, contacts: contacts.collect::<Result<Vec<_>, _>>()?.concat() })
    }

    fn has_mode(&self, mode: &str, twists: &Value) -> Result<(), String> {
        let twists = self.twists(twists)?;
        let labels = self.labels_of(mode)?;
        self.contacts.iter().zip(labels).enumerate().try_for_each(|(index, (contact, label))| {
            let found = self.label(contact, &twists).map_err(|why| format!("contact {index} {why}"))?;
            let kept = label == "m" && found != "s";
            if kept || label == found || label == "u" && contact.near {
                return Ok(());
            }
            Err(format!("contact {index} has label `{found}`"))
        })
    }

    /// One label a contact: a letter in the plane and in lists of kept contacts, else a word.
    fn labels_of(&self, mode: &str) -> Result<Vec<String>, String> {
        let letters = self.planar || mode.chars().all(|letter| "sm ".contains(letter));
        let labels: Vec<String> = match letters {
            true => mode.chars().filter(|letter| *letter != ' ').map(String::from).collect(),
            false => mode.split_whitespace().map(str::to_owned).collect(),
        };
        if labels.len() != self.contacts.len() {
            return Err(format!("{} labels for {} contacts", labels.len(), self.contacts.len()));
        }
        Ok(labels)
    }

    /// The twist of every body: of the free ones as reported.
    fn twists(&self, reported: &Value) -> Result<BTreeMap<&str, Vector>, String> {
        self.bodies
            .iter()
            .map(|(name, body)| {
                let twist =
                    if body.free { body.admit(name, reported.get(name))? } else { body.twist.clone() };
                Ok((name.as_str(), twist))
            })
            .collect()
    }

    fn label(&self, contact: &Contact, twists: &BTreeMap<&str, Vector>) -> Result<String, String> {
        let velocity = |name: &str| -> Result<Vector, String> {
            let body = self.bodies.get(name).ok_or_else(|| format!("touches an unknown body `{name}`"))?;
            Ok(velocity_at(&twists[name], &body.com, &contact.point))
        };
        let (on, against) = (velocity(&contact.on)?, velocity(&contact.against)?);
        let relative: Vector = on.iter().zip(&against).map(|(x, y)| x - y).collect();
        let still =
            STILL * motion(&[&twists[contact.on.as_str()], &twists[contact.against.as_str()]], contact);
        let sign = |direction: &Vector| match dot(&relative, direction) / length(direction) {
            speed if speed > still => '+',
            speed if speed < -still => '-',
            _ => '0',
        };
        match (contact.near, sign(&contact.normal)) {
            (true, _) => Ok("u".into()),
            (_, '-') => Err("penetrates".into()),
            (_, '+') => Ok("s".into()),
            _ if self.planar => Ok(match sign(&contact.tangents[0]) {
                '+' => "l".into(),
                '-' => "r".into(),
                _ => "n".into(),
            }),
            _ => Ok(contact.tangents.iter().map(sign).collect()),
        }
    }
}

/// The size of what is added up in the velocity at a contact.
fn motion(twists: &[&Vector], contact: &Contact) -> f64 {
    twists.iter().map(|twist| length(twist)).sum::<f64>() * (1.0 + length(&contact.point))
}

/// The velocity of the body's point: v + ω × (point − com).
fn velocity_at(twist: &[f64], com: &[f64], point: &[f64]) -> Vector {
    let arm: Vector = point.iter().zip(com).map(|(x, c)| x - c).collect();
    match twist {
        [w, vx, vy] => vec![vx - w * arm[1], vy + w * arm[0]],
        [angular @ .., vx, vy, vz] => {
            let turn = cross(angular, &arm);
            vec![vx + turn[0], vy + turn[1], vz + turn[2]]
        }
        _ => Vec::new(),
    }
}

fn cross(a: &[f64], b: &[f64]) -> Vector {
    vec![a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Body {
    fn read(name: &str, body: &Value, planar: bool) -> Result<Body, String> {
        if body.get("pose").is_some() || body.get("com").is_none() && body.get("shape").is_some() {
            return Err(format!("body `{name}` must state its `com` in world coordinates to be a witness"));
        }
        let still = Body::fixed(planar);
        let given =
            |key: &str, default: Vector| body.get(key).map_or(Ok(default), |value| numbers(value, key));
        let role = body.get("role").and_then(Value::as_str).unwrap_or("free");
        let twist = if role == "driven" { given("twist", still.twist)? } else { still.twist };
        Ok(Body {
            free: role == "free",
            com: given("com", still.com)?,
            twist,
            freedoms: freedoms(body.get("freedoms"), planar),
        })
    }

    fn fixed(planar: bool) -> Body {
        let (dimension, length) = if planar { (2, 3) } else { (3, 6) };
        let freedoms = vec![false; length];
        Body { free: false, com: vec![0.0; dimension], twist: vec![0.0; length], freedoms }
    }

    /// The reported twist, if it is one this body may have.
    fn admit(&self, name: &str, reported: Option<&Value>) -> Result<Vector, String> {
        let twist = vector(reported.ok_or_else(|| format!("no twist of `{name}`"))?, "a twist")?;
        if twist.len() != self.freedoms.len() {
            return Err(format!("the twist of `{name}` has {} entries", twist.len()));
        }
        match twist.iter().zip(&self.freedoms).any(|(entry, free)| !free && *entry != 0.0) {
            true => Err(format!("the twist of `{name}` uses a freedom it does not have")),
            false => Ok(twist),
        }
    }
}

fn freedoms(listed: Option<&Value>, planar: bool) -> Vec<bool> {
    let names: &[&str] = if planar { &["theta", "x", "y"] } else { &["rx", "ry", "rz", "x", "y", "z"] };
    let Some(listed) = listed.and_then(Value::as_array) else { return vec![true; names.len()] };
    names.iter().map(|name| listed.iter().any(|entry| entry == name)).collect()
}

impl Contact {
    /// One contact a point.
    fn read(contact: &Value, planar: bool) -> Result<Vec<Contact>, String> {
        let body = |key: &str| contact.get(key).and_then(Value::as_str).unwrap_or("ground").to_owned();
        let points = match contact.get("points") {
            Some(points) => {
                list(points, "`points`")?.iter().map(|point| numbers(point, "`points`")).collect()
            }
            None => numbers(&contact["point"], "`point`").map(|point| vec![point]),
        }?;
        let normal = numbers(&contact["normal"], "`normal`")?;
        let tangents = match contact.get("tangents") {
            Some(tangents) => list(tangents, "`tangents`")?
                .iter()
                .map(|t| numbers(t, "`tangents`"))
                .collect::<Result<_, _>>()?,
            None if planar => vec![vec![-normal[1], normal[0]]],
            None => default_tangents(&normal),
        };
        let near = contact.get("gap").is_some_and(|gap| number(gap).is_some_and(|gap| gap > 0.0));
        let at = |point| Contact {
            on: body("on"),
            against: body("against"),
            point,
            normal: normal.clone(),
            tangents: tangents.clone(),
            near,
        };
        Ok(points.into_iter().map(at).collect())
    }
}

/// t1 = n × e for the axis e least aligned with n (ties to the first), t2 = n × t1.
fn default_tangents(normal: &[f64]) -> Vec<Vector> {
    let axis =
        (1..3).fold(0, |least, axis| if normal[axis].abs() < normal[least].abs() { axis } else { least });
    let along: Vector = (0..3).map(|entry| f64::from(u8::from(entry == axis))).collect();
    let first = cross(normal, &along);
    let second = cross(normal, &first);
    vec![first, second]
}

/// A scene's number: a JSON number, or a decimal or fraction in a string.
fn number(value: &Value) -> Option<f64> {
    let text = match value {
        Value::String(text) => text,
        _ => return value.as_f64(),
    };
    match text.split_once('/') {
        Some((over, under)) => Some(over.trim().parse::<f64>().ok()? / under.trim().parse::<f64>().ok()?),
        None => text.trim().parse().ok(),
    }
}

fn numbers(value: &Value, what: &str) -> Result<Vector, String> {
    let read = |entry: &Value| number(entry).ok_or_else(|| format!("{what} holds {entry}, not a number"));
    list(value, what)?.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A block on the floor, its centre one half above.
    fn block() -> Value {
        json!({"dimension": 2, "bodies": {"block": {"com": [0, "1/2"]}},
               "contacts": [{"on": "block", "point": [-1, 0], "normal": [0, 2]},
                            {"on": "block", "point": [1, 0], "normal": [0, 1]}]})
    }

    fn check(scene: &Value, mode: &str, twist: Value) -> Result<(), String> {
        witnessed(&json!(true), &json!([{"mode": mode, "twists": {"block": twist}}]), scene)
    }

    #[test]
    fn with_the_normal_up_sliding_towards_minus_x_is_left() {
        assert!(check(&block(), "ll", json!([0, -1, 0])).is_ok());
        assert!(check(&block(), "rr", json!([0, 1, 0])).is_ok());
        assert!(check(&block(), "rr", json!([0, -1, 0])).unwrap_err().contains("label `l`"));
        assert!(check(&block(), "mm", json!([0, 1, 0])).is_ok());
        assert!(check(&block(), "ss", json!([0, 1, 0])).is_err());
    }

    #[test]
    fn tipping_about_one_corner_lifts_the_other() {
        // About (1, 0), clockwise: the centre at (−1, 1/2) from there moves with (1/2, 1).
        assert!(check(&block(), "sn", json!([-1, 0.5, 1])).is_ok());
        assert!(check(&block(), "sn", json!([1, -0.5, -1])).unwrap_err().contains("penetrates"));
    }

    #[test]
    fn every_free_body_needs_a_twist_within_its_freedoms() {
        let nobody = json!([{"mode": "nn", "twists": {}}]);
        assert!(witnessed(&json!(true), &nobody, &block()).unwrap_err().contains("no twist"));
        let mut scene = block();
        scene["bodies"]["block"]["freedoms"] = json!(["y"]);
        assert!(check(&scene, "ll", json!([0, -1, 0])).unwrap_err().contains("freedom"));
        assert!(check(&scene, "ss", json!([0, 0, 1])).is_ok());
        assert!(check(&block(), "nnn", json!([0, 0, 0])).unwrap_err().contains("3 labels"));
    }

    #[test]
    fn a_driven_floor_moves_under_the_block() {
        let mut scene = block();
        scene["bodies"]["belt"] = json!({"role": "driven", "com": [0, 0], "twist": [0, 1, 0]});
        scene["contacts"][0]["against"] = json!("belt");
        assert!(check(&scene, "nr", json!([0, 1, 0])).is_ok());
        assert!(check(&scene, "ln", json!([0, 0, 0])).is_ok());
    }

    #[test]
    fn spatial_labels_are_signs_along_the_tangents() {
        let scene = json!({"dimension": 3, "bodies": {"block": {"com": [0, 0, 0]}},
            "contacts": [{"on": "block", "point": [1, 0, -1], "normal": [0, 0, 1],
                          "tangents": [[1, 0, 0], [0, 1, 0]]},
                         {"on": "block", "point": [-1, 0, -1], "normal": [0, 0, 1],
                          "tangents": [[1, 0, 0], [0, 1, 0]]}]});
        assert!(check(&scene, "0+ 0-", json!([0, 0, 1, 0, 0, 0])).is_ok());
        assert!(check(&scene, "0- 0+", json!([0, 0, 1, 0, 0, 0])).is_err());
        assert!(check(&scene, "s s", json!([0, 0, 0, 0, 0, 1])).is_ok());
        assert!(check(&scene, "s s", json!([0, 1, 0, 0, 0, 0])).is_err());
    }
}
