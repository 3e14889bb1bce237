//! The parts of a planar cone of twists in which every contact does one thing.
//!
//! Each open face of the cone keeps the contacts whose rows vanish on it; on a face, the sign of a kept
//! contact's slip changes on the plane where it is zero, the motions that turn about the contact
//! \[MR 12.1.6\].  So the faces, cut by those planes, are the parts, and the letters are those of any motion
//! inside.
//!
//! The letters of the regions are those of \[MR Fig. 12.11\].

use super::centres::{Centres, Corner, Polygon, centres_of};
use super::sector::{Sector, Triple};
use std::cmp::Ordering;
use stiction_proof::{MotionContact, MotionProblem, Rational};
use stiction_scene::mode::Label;

/// Motions that turn one way, or not at all, and do the same to every contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The letters of the contacts, in the order of the file.
    pub mode: String,
    /// `+` for counter-clockwise centres, `-` for clockwise ones, `0` for translations.
    pub sign: char,
    /// How many dimensions of twists it has: 3 is an area of centres, 2 a line, 1 a single centre.
    pub dimension: usize,
    /// A motion of it.
    pub twist: [Rational; 3],
    /// The closure of its centres; of translations the directions of motion, a line both ways.
    pub polygon: Polygon,
}

/// More contacts than this have no letters: the modes would fill the report.
pub const MOST_LETTERS: usize = 200;

/// Why the parts of one planar body's motions have no letters, if so.
pub fn unlettered(problem: &MotionProblem) -> Option<String> {
    if problem.contacts.len() > MOST_LETTERS {
        return Some(format!("more than {MOST_LETTERS} contacts: modes are not written"));
    }
    // Such slips change sign off the origin, where twists with one centre have different letters.
    let driven =
        |contact: &&MotionContact| contact.tangents.iter().any(|tangent| !tangent.constant.is_zero());
    let contact = problem.contacts.iter().find(driven)?;
    Some(format!(
        "what contact \"{}\" touches slides by itself: motions about one centre have different letters",
        contact.id
    ))
}

/// The parts of the motions of one planar body, the largest first, without rest; none if they are [`unlettered`].
pub fn regions(
    problem: &MotionProblem,
    rays: &[Vec<Rational>],
    lines: &[Vec<Rational>],
) -> Option<Vec<Region>> {
    let [reference] = &problem.references[..] else { return None };
    let [x, y] = &reference[..] else { return None };
    let reference = [x.clone(), y.clone()];
    if unlettered(problem).is_some() {
        return None;
    }
    let (rays, lines) = (triples(rays)?, triples(lines)?);
    let mut parts = Vec::new();
    for (dimension, face) in faces(&rays, &lines) {
        for part in split(problem, face) {
            let dimension = dimension.min(part.rays.len() + part.lines.len());
            parts.extend(signed(problem, &part, dimension, &reference));
        }
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.dimension));
    Some(parts)
}

/// A part by the sign of rotation.
fn signed(
    problem: &MotionProblem,
    part: &Sector,
    dimension: usize,
    reference: &[Rational; 2],
) -> Vec<Region> {
    let turn = [Rational::one(), Rational::zero(), Rational::zero()];
    let Centres { plus, minus, directions, both_ways } = centres_of(part, reference);
    let cut = part.cut(&turn);
    let below = part.opposite().cut(&turn).above.inside().map(|twist| twist.map(|entry| -entry));
    let opposite = |way: &[Rational; 2]| way.each_ref().map(|entry| -entry);
    let ways = both_ways.iter().flat_map(|way| [way.clone(), opposite(way)]);
    let still = directions.into_iter().chain(ways).map(Corner::Direction).collect::<Vec<_>>();
    // Translations on the boundary of the part belong to another one.
    let crosses = cut.signs == [true, true];
    let flat = cut.signs == [false, false];
    let still = (!still.is_empty() && (crosses || flat)).then_some(still);
    let region = |sign: char, polygon: Option<Polygon>, twist: Option<Triple>, dimension: usize| {
        let (polygon, twist) = (polygon?, twist?);
        Some(Region { mode: mode(problem, &twist), sign, dimension, twist, polygon })
    };
    let level = if crosses { dimension - 1 } else { dimension };
    let all = [
        region('+', plus, cut.above.inside(), dimension),
        region('-', minus, below, dimension),
        region('0', still, cut.on.inside(), level),
    ];
    all.into_iter().flatten().collect()
}

/// Vectors as planar screws.
pub fn triples(vectors: &[Vec<Rational>]) -> Option<Vec<[Rational; 3]>> {
    vectors.iter().map(|vector| <[Rational; 3]>::try_from(vector.clone()).ok()).collect()
}

/// The faces with their dimensions, from the whole down, without the origin.
fn faces(rays: &[Triple], lines: &[Triple]) -> Vec<(usize, Sector)> {
    let sector = |rays: Vec<Triple>| Sector { rays, lines: lines.to_vec() };
    let count = rays.len();
    let mut faces = Vec::new();
    if count > 2 {
        faces.push((3, sector(rays.to_vec())));
        let pair = |at: usize| vec![rays[at].clone(), rays[(at + 1) % count].clone()];
        faces.extend((0..count).map(|at| (2, sector(pair(at)))));
    } else if count == 2 {
        faces.push((2 + lines.len(), sector(rays.to_vec())));
    }
    faces.extend(rays.iter().map(|ray| (1 + lines.len(), sector(vec![ray.clone()]))));
    if !lines.is_empty() {
        faces.push((lines.len(), sector(Vec::new())));
    }
    faces
}

/// A face cut by the planes of no slip of the contacts that it keeps.
fn split(problem: &MotionProblem, face: Sector) -> Vec<Sector> {
    let kept = |contact: &&MotionContact| {
        let zero = |vector: &Triple| contact.normal.velocity(vector).is_zero();
        !contact.rolls && face.rays.iter().all(zero) && face.lines.iter().all(zero)
    };
    let tangents: Vec<Triple> = problem
        .contacts
        .iter()
        .filter(kept)
        .filter_map(|contact| <[Rational; 3]>::try_from(contact.tangents.first()?.row.clone()).ok())
        .collect();
    tangents
        .iter()
        .fold(vec![face], |parts, tangent| parts.into_iter().flat_map(|part| part.parts(tangent)).collect())
}

/// The letters of a planar motion, of contacts that bound none as the problem says.
pub fn mode(problem: &MotionProblem, motion: &[Rational]) -> String {
    let mut others = problem.others.iter().peekable();
    let mut letters = Vec::new();
    for contact in &problem.contacts {
        while let Some((_, letter)) = others.next_if(|(at, _)| *at == letters.len()) {
            letters.push(*letter);
        }
        letters.push(letter(contact, motion));
    }
    letters.extend(others.map(|(_, letter)| *letter));
    letters.into_iter().collect()
}

/// What a planar motion does to a contact, as a letter; of one that penetrates `a`, which no allowed motion has.
pub(super) fn letter(contact: &MotionContact, motion: &[Rational]) -> char {
    let slip = contact.tangents.first().map_or(Ordering::Equal, |tangent| tangent.sign(motion));
    let label = match (contact.normal.sign(motion), slip) {
        (Ordering::Greater, _) => Label::Separates,
        (Ordering::Less, _) => Label::Approaches,
        (Ordering::Equal, Ordering::Greater) => Label::Left,
        (Ordering::Equal, Ordering::Less) => Label::Right,
        (Ordering::Equal, Ordering::Equal) => Label::Sticks,
    };
    label.letter()
}
