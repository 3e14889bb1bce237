//! Places on an outline as JSON: the outline's pieces, and the stretches of them where to push.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stiction::ask::wrenches::{Along, End, Stretch};
use stiction::shape::{Piece, Turn};
use stiction_proof::Rational;

/// A piece of an outline as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    from: [Rational; 2],
    to: [Rational; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    center: Option<[Rational; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
}

impl Written {
    fn of(piece: &Piece) -> Self {
        match piece {
            Piece::Segment { from, to } => {
                Self { from: from.clone(), to: to.clone(), center: None, turn: None }
            }
            Piece::Arc { from, to, center, turn } => Self {
                from: from.clone(),
                to: to.clone(),
                center: Some(center.clone()),
                turn: Some(if *turn == Turn::Left { "ccw" } else { "cw" }.to_owned()),
            },
        }
    }

    fn piece(self) -> Result<Piece, String> {
        let Self { from, to, center, turn } = self;
        match (center, turn.as_deref()) {
            (None, None) => Ok(Piece::Segment { from, to }),
            (Some(center), Some("ccw")) => Ok(Piece::Arc { from, to, center, turn: Turn::Left }),
            (Some(center), Some("cw")) => Ok(Piece::Arc { from, to, center, turn: Turn::Right }),
            _ => Err("a piece of the outline is neither straight nor an arc".to_owned()),
        }
    }
}

/// The pieces of an outline, ring by ring.
pub(crate) fn write_rings(rings: &[Vec<Piece>]) -> Value {
    let rings: Vec<Vec<Written>> = rings.iter().map(|ring| ring.iter().map(Written::of).collect()).collect();
    json!(rings)
}

/// The pieces again.
pub(crate) fn read_rings(value: &Value) -> Result<Vec<Vec<Piece>>, String> {
    let rings: Vec<Vec<Written>> =
        serde_json::from_value(value.clone()).map_err(|error| format!("exact.outline: {error}"))?;
    let closed =
        |ring: &Vec<Written>| (0..ring.len()).all(|at| ring[at].to == ring[(at + 1) % ring.len()].from);
    if !rings.iter().all(closed) {
        return Err("exact.outline: a ring is not closed".to_owned());
    }
    rings.into_iter().map(|ring| ring.into_iter().map(Written::piece).collect()).collect()
}

fn end(end: &End) -> Value {
    match &end.at {
        Along::Part(part) => json!({ "point": end.point, "open": end.open, "part": part.to_f64() }),
        Along::Direction([x, y]) => {
            json!({ "point": end.point, "open": end.open, "direction": [x.to_f64(), y.to_f64()] })
        }
    }
}

/// Stretches of the outline: ring, piece, and both ends with their points.
pub(crate) fn write_stretches(stretches: &[Stretch]) -> Value {
    let one = |stretch: &Stretch| {
        json!({
            "ring": stretch.ring, "piece": stretch.piece,
            "from": end(&stretch.from), "to": end(&stretch.to),
        })
    };
    stretches.iter().map(one).collect()
}

/// Arcs of directions, counter-clockwise: each end a direction of length one, and whether it is left out.
pub(crate) fn write_arcs(arcs: &[[End; 2]]) -> Value {
    let one = |end: &End| json!({ "direction": end.point, "open": end.open });
    arcs.iter().map(|[from, to]| json!({ "from": one(from), "to": one(to) })).collect()
}

/// `along edge 2 from (0, 1) to (1, 1)` for a few stretches.
pub(crate) fn spoken(stretches: &[Stretch]) -> String {
    let point = |end: &End| {
        let [x, y] = end.point.map(crate::number::spoken);
        format!("({x}, {y})")
    };
    let mut words: Vec<String> =
        stretches.iter().take(4).map(|one| format!("{} to {}", point(&one.from), point(&one.to))).collect();
    if stretches.len() > 4 {
        words.push(format!("and {} more stretches", stretches.len() - 4));
    }
    words.join(", ")
}
