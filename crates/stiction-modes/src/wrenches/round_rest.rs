//! Whether a part in space with round cones moves under a wrench: what can be proved, and never more.
//!
//! ```text
//!     stays    if normal forces alone balance the wrench: a motion from rest has positive power, and they do none  (1)
//!     stays    if every case is contradicted although sliding forces are known only up to fans of edges around
//!              them                                                                                      (2)
//!     moves    if a mode that sticks and separates, or slides along one tangent, has a response                    (3)
//! ```
//!
//! (1) is the theorem of conventions for any friction, (2) the search of [`rest`](super::rest) with a larger
//! set of forces ([`Bounded`]), first with four directions about each contact, then with more.  What lies
//! between is left open.

use super::decide::{Decided, Judge};
use super::round::spoke;
use super::stability::{Rest, Search};
use stiction_exact::vector::{cross, default_tangent, dot};
use stiction_proof::wrenches::{Bounded, Fan, Part, Response, SpatialPart, Still};
use stiction_proof::{Rational, Refusal};

type Vector = [Rational; 3];

/// What was proved about a part with round cones.
#[derive(Debug, Clone, PartialEq)]
pub enum RoundRest {
    /// Nothing else can happen, whatever the friction.
    Stays(Still),
    /// Nothing else can happen, though forces are known only within fans.
    StaysWithin {
        /// The fans.
        fans: Vec<Fan>,
        /// The tree of cases.
        still: Still,
    },
    /// This can: a mode with an acceleration other than zero.
    Moves {
        /// One label a contact.
        mode: Vec<String>,
        /// Acceleration and forces.
        response: Response,
    },
    /// Neither was proved.
    Unknown,
}

/// Numbers of directions that are tried.
const DIRECTIONS: [usize; 3] = [4, 8, 16];

/// Cases that are looked at for one number of directions, times the square of the contacts and one.
const EFFORT: usize = 30_000;

/// Contacts up to which finer fans are tried though the cases of coarser ones did not end: each may end a case earlier.
const MOST_REFINED: usize = 7;

/// Touching contacts whose modes of sticking and separating are all tried.
const MOST_TRIED: usize = 6;

/// What can be proved about rest under a wrench.
///
/// # Errors
/// What is wrong with the part.
pub fn rest_round(part: &SpatialPart, judge: &Judge, wrench: &[Rational]) -> Result<RoundRest, Refusal> {
    if let Some(still) = smooth(part, judge, wrench)? {
        return Ok(RoundRest::Stays(still));
    }
    if let Some((mode, response)) = moves(part, judge, wrench)? {
        return Ok(RoundRest::Moves { mode, response });
    }
    for count in DIRECTIONS {
        let fans: Vec<Fan> = part.contacts.iter().map(|contact| fan(&contact.normal, count)).collect();
        let bounded = Bounded::new(part, &fans)?;
        let effort = EFFORT / ((1 + part.count()) * (1 + part.count()));
        let mut search = Search::new(&bounded, judge, wrench, Some(effort));
        match search.run()? {
            Rest::Stays(still) => return Ok(RoundRest::StaysWithin { fans, still }),
            // Finer fans have more cases.
            Rest::Unknown if part.count() > MOST_REFINED => break,
            // What moves within fans need not move.
            Rest::Moves { .. } | Rest::Unknown => {}
        }
    }
    Ok(RoundRest::Unknown)
}

/// (1): no motion with positive power keeps from penetrating.
fn smooth(part: &SpatialPart, judge: &Judge, wrench: &[Rational]) -> Result<Option<Still>, Refusal> {
    let mut system = part.system(&vec!["?".to_owned(); part.count()])?.working(wrench);
    // Any force at all: what is refuted then is refuted by motion alone.
    system.rounds.clear();
    system.edges = super::stability::moving_units(part.dimension());
    system.owners = vec![0; system.edges.len()];
    Ok(match judge.decide(&system, wrench) {
        Decided::Excluded(separation) => Some(Still::Separated(separation)),
        Decided::Consistent(_) => None,
    })
}

/// (3).
fn moves(
    part: &SpatialPart,
    judge: &Judge,
    wrench: &[Rational],
) -> Result<Option<(Vec<String>, Response)>, Refusal> {
    for mode in tried(part) {
        let Ok(system) = part.lowered(&mode) else { continue };
        let working = system.clone().working(wrench);
        if let Some(Decided::Consistent(response)) = judge.decide_round(&working, wrench) {
            system.admits(wrench, &response)?;
            return Ok(Some((mode, response)));
        }
    }
    Ok(None)
}

/// Modes whose forces are known: contacts that separate or stick, and slides of all along one tangent where
/// that direction is exact.
fn tried(part: &SpatialPart) -> Vec<Vec<String>> {
    let touching: Vec<usize> = (0..part.count()).filter(|&at| !part.contacts[at].near).collect();
    let label =
        |at: usize, kept: &str| match (part.contacts[at].near, part.contacts[at].friction[0].is_zero()) {
            (true, _) => "u".to_owned(),
            (false, true) => "m".to_owned(),
            (false, false) => kept.to_owned(),
        };
    let mut modes = Vec::new();
    if touching.len() <= MOST_TRIED {
        for kept in 0..1_usize << touching.len() {
            let mut mode: Vec<String> = (0..part.count()).map(|at| label(at, "n")).collect();
            let leaves = touching.iter().enumerate().filter(|(bit, _)| kept >> bit & 1 == 0);
            leaves.for_each(|(_, &at)| mode[at] = "s".to_owned());
            modes.push(mode);
        }
    }
    let exact = part.contacts.iter().all(|contact| {
        let square = |tangent: &Vector| {
            let size = dot(tangent, tangent);
            let root = size.square_root();
            contact.tangents.len() == 2 && &root * &root == size
        };
        contact.near || contact.friction[0].is_zero() || contact.tangents.iter().all(square)
    });
    if exact {
        let slides = ["+0:k", "-0:k", "0+:k", "0-:k"];
        modes.extend(slides.map(|slide| (0..part.count()).map(|at| label(at, slide)).collect::<Vec<_>>()));
    }
    modes
}

/// So many directions about a normal, and the factor beyond which segments between neighbours miss the circle.
fn fan(normal: &Vector, count: usize) -> Fan {
    let first = default_tangent(normal);
    let second = cross(normal, &first);
    let sizes = [&first, &second].map(|axis| dot(axis, axis).to_f64().sqrt());
    let direction = |at: usize| {
        let (sine, cosine) = (std::f64::consts::TAU * at as f64 / count as f64).sin_cos();
        let parts =
            [cosine / sizes[0], sine / sizes[1]].map(|part| Rational::from_f64(part).unwrap_or_default());
        let along: Vector = std::array::from_fn(|i| &parts[0] * &first[i] + &parts[1] * &second[i]);
        shortened(normal, &spoke(normal, &along))
    };
    let around: Vec<Vector> = (0..count).map(direction).collect();
    // 1/cos(π/count), and what rounding takes.
    let beyond = 1.0 / (std::f64::consts::PI / count as f64).cos() + 1.0 / 512.0;
    Fan { around, beyond: Rational::new((beyond * 1024.0).ceil() as i64, 1024) }
}

/// The same direction nearly, in short numbers, and no longer than the normal.
fn shortened(normal: &Vector, spoke: &Vector) -> Vector {
    let first = default_tangent(normal);
    let second = cross(normal, &first);
    // Two tangents of a normal that is not zero have a length.
    let part = |axis: &Vector| (dot(axis, spoke) / dot(axis, axis)).to_f64();
    let short = |value: f64| {
        let cut = (value.abs() * 4096.0).floor() as i64;
        Rational::new(if value < 0.0 { -cut } else { cut }, 4096)
    };
    let exact = |value: f64| (value * 4096.0).fract() == 0.0;
    let (a, b) = (part(&first), part(&second));
    if exact(a) && exact(b) {
        return spoke.clone();
    }
    let parts = [short(a), short(b)];
    std::array::from_fn(|i| &parts[0] * &first[i] + &parts[1] * &second[i])
}
