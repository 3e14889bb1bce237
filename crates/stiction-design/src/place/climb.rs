//! From a placement to a better one nearby: along the gradient of the measure, projected on the outline, and then by
//! steps that halve, contact by contact, since a distance to the nearest of several facets has kinks where a gradient
//! says too little.
//!
//! Reference: \[MR 12.1.7.4\], footnote 4.

use super::field::Field;
use super::value::value;
use stiction_proof::place::Aim;

/// Steps are halved until they are this part of a track.
const FINE: f64 = 1e-7;

/// Keeps a place on the track that it is on.
fn kept(place: f64, track: f64) -> f64 {
    place.clamp(track, track + 1.0 - 1e-12)
}

/// The placement that steps lead to, and its value.
pub(super) fn climb(field: &Field, aim: Aim, start: &[f64], most: usize) -> (Vec<f64>, f64) {
    let tracks: Vec<f64> = start.iter().map(|place| place.floor()).collect();
    let mut places = start.to_vec();
    let mut best = value(field, aim, &places);
    let (mut step, mut tried) = (0.25, 0);
    let count = places.len();
    while step > FINE && tried < most {
        let mut moved = false;
        // All together along the gradient first.
        let slopes: Vec<f64> = (0..count)
            .map(|index| {
                let tiny = 1e-4 * step;
                let mut ahead = places.clone();
                let forward = if places[index] + tiny < tracks[index] + 1.0 { tiny } else { -tiny };
                ahead[index] += forward;
                (value(field, aim, &ahead) - best) / forward
            })
            .collect();
        tried += count;
        let steepest = slopes.iter().fold(0.0_f64, |most, slope| most.max(slope.abs()));
        if steepest > 0.0 && steepest.is_finite() {
            let ahead: Vec<f64> =
                (0..count).map(|i| kept(places[i] + step * slopes[i] / steepest, tracks[i])).collect();
            let reached = value(field, aim, &ahead);
            tried += 1;
            if reached > best {
                (places, best, moved) = (ahead, reached, true);
            }
        }
        // Each contact by itself, either way.
        let mut ways: Vec<Vec<Vec<(usize, f64)>>> = Vec::new();
        for index in 0..count {
            ways.push([step, -step].map(|way| vec![(index, way)]).to_vec());
        }
        // Pairs: to slide along a kink two contacts move at once.
        for first in 0..count {
            for second in first + 1..count {
                let signs = [(step, step), (step, -step), (-step, step), (-step, -step)];
                ways.push(signs.map(|(one, two)| vec![(first, one), (second, two)]).to_vec());
            }
        }
        for ways in ways {
            for moves in ways {
                let mut ahead = places.clone();
                for (index, way) in moves {
                    ahead[index] = kept(ahead[index] + way, tracks[index]);
                }
                let reached = value(field, aim, &ahead);
                tried += 1;
                if reached > best {
                    (places, best, moved) = (ahead, reached, true);
                    break;
                }
            }
        }
        if !moved {
            step /= 2.0;
        }
    }
    (places, best)
}
