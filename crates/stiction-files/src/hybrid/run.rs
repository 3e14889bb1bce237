//! `[hybrid.simulate]`: how long, along which path, with which force, on what.

use super::sized;
use crate::findings::Findings;
use crate::keys::{RUN, RUN_FORCE, RUN_GAINS, RUN_PATH};
use crate::node::At;
use crate::number::{known_keys, not_negative, positive, shown, word};
use crate::world::World;
use stiction::scene::RunSection;
use stiction_proof::Rational;

/// Longest run, s, and steps that it may have: an answer within a minute.
const LONGEST: i64 = 1000;
const MOST_STEPS: i64 = 2_000_000;

/// Shapes of the wanted force in time.
const SHAPES: &[(&str, bool)] = &[("sine", false), ("square", true)];

/// Reads the section; every fault is noted.
pub(super) fn read<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<RunSection> {
    known_keys(at, RUN, found)?;
    if S::DIMENSION != 3 {
        let help = "set `dimension = 3` and give the scene in space";
        found.fault("dimension", at, "a robot's run in time is one in space", help);
        return None;
    }
    let duration = amount(at, "duration", 10, found);
    let rate = amount(at, "rate", 1000, found);
    let (duration, rate) = (duration?, rate?);
    if duration > Rational::from(LONGEST) || &duration * &rate > Rational::from(MOST_STEPS) {
        let message = format!("{} s at {} steps a second", shown(&duration), shown(&rate));
        let help = format!("run at most {LONGEST} s and {MOST_STEPS} steps");
        found.fault("too-long", at, message, help);
        return None;
    }
    let (mut radius, mut period) = (Rational::new(1, 20), Rational::from(4));
    if let Some(path) = at.get("path") {
        known_keys(&path, RUN_PATH, found)?;
        if let Some(given) = path.get("radius") {
            radius = not_negative(&given, "path", found)?;
        }
        period = amount(&path, "period", 4, found)?;
    }
    let mut run = RunSection {
        duration: duration.to_f64(),
        rate: rate.to_f64(),
        radius: radius.to_f64(),
        period: period.to_f64(),
        ..RunSection::default()
    };
    if let Some(sensor) = at.get("sensor") {
        run.sensor = not_negative(&sensor, "sensor", found)?.to_f64();
    }
    if let Some(force) = at.get("force") {
        read_force(&force, &mut run, found)?;
    }
    if let Some(gains) = at.get("gains") {
        known_keys(&gains, RUN_GAINS, found)?;
        let mut gain = |key: &str, value: &mut f64| -> Option<()> {
            if let Some(given) = gains.get(key) {
                *value = not_negative(&given, "gain", found)?.to_f64();
            }
            Some(())
        };
        gain("position", &mut run.gains[0])?;
        gain("velocity", &mut run.gains[1])?;
        gain("force", &mut run.force_gain)?;
    }
    if let Some(support) = at.get("support") {
        run.support = Some(read_support(&support, found)?);
    }
    Some(run)
}

/// A number above zero, or what it is without the key.
fn amount(at: &At<'_>, key: &str, default: i64, found: &mut Findings<'_>) -> Option<Rational> {
    match at.get(key) {
        None => Some(Rational::from(default)),
        Some(given) => positive(&given, "simulate", found),
    }
}

fn read_force(at: &At<'_>, run: &mut RunSection, found: &mut Findings<'_>) -> Option<()> {
    known_keys(at, RUN_FORCE, found)?;
    if let Some(mean) = at.get("mean") {
        run.force[0] = positive(&mean, "force", found)?.to_f64();
    }
    if let Some(amplitude) = at.get("amplitude") {
        run.force[1] = not_negative(&amplitude, "force", found)?.to_f64();
    }
    run.force_period = amount(at, "period", 2, found)?.to_f64();
    if let Some(shape) = at.get("shape") {
        run.square = word(&shape, "force", SHAPES, found)?;
    }
    if run.force[1] >= run.force[0] {
        let message = format!("the amplitude {} is not below the mean {}", run.force[1], run.force[0]);
        found.fault("force", at, message, "a contact pushes: keep the wanted force above zero");
        return None;
    }
    Some(())
}

fn read_support(at: &At<'_>, found: &mut Findings<'_>) -> Option<[[f64; 6]; 2]> {
    known_keys(at, crate::keys::WRIST, found)?;
    let mut read = |key: &str| -> Option<[f64; 6]> {
        let Some(given) = at.get(key) else { return Some([0.0; 6]) };
        let values = sized(&given, 6, found)?;
        if let Some(index) = values.iter().position(Rational::is_negative) {
            let message = format!("entry {} is {}, less than zero", index + 1, shown(&values[index]));
            found.fault("support", &given, message, "springs and dampers are not negative");
            return None;
        }
        Some(std::array::from_fn(|index| values[index].to_f64()))
    };
    let (stiffness, damping) = (read("stiffness"), read("damping"));
    Some([stiffness?, damping?])
}
