//! Contacts and outlines: the normal that an outline gives, and the mistakes it shows.
//!
//! Distances count against the size of the outline: up to [`AT_CORNER`] beside a corner is the corner, more than
//! [`STRAY`] away from the outline is a warning, more than [`LOST`] leaves no normal to take.

use crate::findings::{Findings, shortened};
use crate::node::{At, quoted_key};
use crate::number::{required, shown_vector, vector};
use std::collections::{HashMap, HashSet};
use stiction::scene::{Body, Contact, Curvature, GROUND, Party, Rounding, Scene};
use stiction::screw::Planar;
use stiction::shape::{Boundary, Feature, Nearest, Point};
use stiction_proof::Rational;

const AT_CORNER: f64 = 1e-9;
const STRAY: f64 = 1e-6;
const LOST: f64 = 1e-2;

/// The bodies of a scene as its contacts see them: names and boundaries, looked up once.
pub(crate) struct Stage<'s> {
    pub scene: &'s Scene<Planar>,
    parties: HashMap<&'s str, Party>,
    boundaries: HashMap<Party, Boundary<'s>>,
    /// Paths of what is rounded.
    rounded: HashSet<&'s str>,
}

impl<'s> Stage<'s> {
    pub fn new(scene: &'s Scene<Planar>) -> Self {
        let bodies = || scene.bodies.iter().enumerate();
        let party = |(index, body): (usize, &Body<Planar>)| match body.name.as_str() {
            GROUND => Party::Ground,
            _ => Party::Body(index),
        };
        let boundary = |(index, body)| Some((party((index, body)), Boundary::new(body.shape.as_ref()?)));
        let mut parties: HashMap<_, _> =
            bodies().map(|(i, body)| (body.name.as_str(), party((i, body)))).collect();
        parties.insert(GROUND, Party::Ground);
        Self {
            scene,
            parties,
            boundaries: bodies().filter_map(boundary).collect(),
            rounded: scene.rounded.iter().map(|rounding| rounding.path.as_str()).collect(),
        }
    }

    /// The party of this name.
    pub fn party(&self, name: &str) -> Option<Party> {
        self.parties.get(name).copied()
    }
}

/// The outlines around one entry of the contacts.
pub(crate) struct Surroundings<'s> {
    stage: &'s Stage<'s>,
    /// Name of `on`, if the parties are known.
    on: Option<&'s str>,
    /// Boundaries of `on` and of `against`.
    boundaries: [Option<&'s Boundary<'s>>; 2],
    gap: f64,
    /// Position of the entry in the file, from 0.
    index: usize,
}

impl<'s> Surroundings<'s> {
    pub fn new(stage: &'s Stage<'s>, parties: Option<(Party, Party)>, gap: &Rational, index: usize) -> Self {
        let boundary = |party: Party| stage.boundaries.get(&party);
        let boundaries = parties.map_or([None, None], |(on, against)| [boundary(on), boundary(against)]);
        let on = parties.map(|(on, _)| stage.scene.party_name(on));
        Self { stage, on, boundaries, gap: gap.to_f64(), index }
    }

    /// How far from `on` a point may be: the gap, and a part of the size of the outline.
    fn reach(&self, part: f64) -> f64 {
        self.gap + part * self.boundaries[0].map_or(1.0, |boundary| boundary.outline().size())
    }

    /// The normals of the points of the entry: as given, or from the outline of `on`.
    pub fn normals(
        &self,
        at: &At<'_>,
        points: Option<&[Point]>,
        found: &mut Findings<'_>,
    ) -> Option<Vec<Point>> {
        let given = at.get("normal");
        let normal = given.as_ref().and_then(|normal| read_normal(normal, found));
        let (points, on) = (points?, self.on?);
        let places: Option<Vec<Nearest>> =
            self.boundaries[0].and_then(|b| points.iter().map(|p| place(b, p)).collect());
        // Without a given normal a lost point is a fault of its own.
        let lost = |place: &Nearest| given.is_none() && place.distance > self.reach(LOST);
        for (point, place) in points.iter().zip(places.iter().flatten()).filter(|(_, place)| !lost(place)) {
            warn_stray(at, point, place, self.reach(STRAY), on, found);
        }
        match (given, places) {
            (Some(given), places) => {
                let normal = normal?;
                let near = places.iter().flatten().filter(|place| place.distance <= self.reach(LOST));
                warn_inverted(&given, &normal, near, on, found);
                Some(vec![normal; points.len()])
            }
            (None, Some(places)) => normals_from_outline(at, points, &places, self.reach(LOST), on, found),
            (None, None) => {
                let help = format!("give a normal into \"{0}\", or give \"{0}\" a shape", shortened(on));
                required(at, "normal", &help, found);
                None
            }
        }
    }

    /// Where the normal was taken from an outline that is itself rounded: that.
    pub fn rounded_normal(&self) -> Option<Rounding> {
        let on = self.on?;
        let shape = format!("bodies.{}.shape", quoted_key(on));
        self.stage.rounded.get(shape.as_str())?;
        let path = format!("contacts[{}].normal", self.index);
        Some(Rounding { path, why: format!("taken from the outline of \"{on}\"") })
    }

    /// The curvatures that the two outlines have at a contact, where both have one and they may touch there.
    pub fn curvature(
        &self,
        contact: &Contact<Planar>,
        rounded: &mut Vec<Rounding>,
    ) -> Option<[Curvature; 2]> {
        let [on, against] = [self.boundaries[0]?, self.boundaries[1]?];
        let (k, on_rounded) = curvature_of(on, contact)?;
        let (l, against_rounded) = curvature_of(against, contact)?;
        let touch = match (&k, &l) {
            (Curvature::Finite(k), Curvature::Finite(l)) => (k + l).is_positive(),
            (Curvature::Vertex, Curvature::Vertex) => false,
            _ => true,
        };
        if touch && (on_rounded || against_rounded) {
            let path = format!("contacts[{}].curvature", self.index);
            rounded.push(Rounding { path, why: "one over an irrational radius".into() });
        }
        touch.then_some([k, l])
    }
}

fn place(boundary: &Boundary<'_>, point: &Point) -> Option<Nearest> {
    boundary.nearest_within(point, AT_CORNER * boundary.outline().size())
}

fn read_normal(at: &At<'_>, found: &mut Findings<'_>) -> Option<Point> {
    let normal: Point = vector(at, "[x, y]", found)?;
    if normal.iter().all(Rational::is_zero) {
        let help = "give a direction into `on`, e.g. [0, 1]; any length but zero";
        found.fault("zero-normal", at, "the normal has length 0", help);
        return None;
    }
    Some(normal)
}

fn warn_stray(at: &At<'_>, point: &Point, place: &Nearest, reach: f64, on: &str, found: &mut Findings<'_>) {
    if place.distance <= reach {
        return;
    }
    let written = at.get("point").or_else(|| at.get("points"));
    let message = format!(
        "{} is {:.6} away from the outline of \"{}\"",
        shown_vector(point),
        place.distance,
        shortened(on)
    );
    let help = format!("the nearest place of the outline is {}", shown_vector(&place.place));
    found.warn("stray-point", written.as_ref().unwrap_or(at), message, help);
}

/// A normal that no neighbouring piece of the outline agrees with points out of the body.
fn warn_inverted<'p>(
    given: &At<'_>,
    normal: &Point,
    mut places: impl Iterator<Item = &'p Nearest>,
    on: &str,
    found: &mut Findings<'_>,
) {
    let outward = |inward: &Point| !(&inward[0] * &normal[0] + &inward[1] * &normal[1]).is_positive();
    let inverted = places.any(|place| candidates(place).iter().all(outward));
    if inverted {
        let message = format!("{} points out of \"{}\"", shown_vector(normal), shortened(on));
        let opposite = [-&normal[0], -&normal[1]];
        let help = format!("normals point into `on`: it probably should be {}", shown_vector(&opposite));
        found.warn("inverted-normal", given, message, help);
    }
}

/// The inward normals that a place of an outline offers.
fn candidates(place: &Nearest) -> Vec<Point> {
    match &place.feature {
        Feature::Smooth { normal, .. } => vec![normal.clone()],
        Feature::Corner { normals, .. } => normals.to_vec(),
    }
}

/// One normal for each point.  At a corner two are possible; of the ends of a line contact only one of them is
/// square to the line.
fn normals_from_outline(
    at: &At<'_>,
    points: &[Point],
    places: &[Nearest],
    lost: f64,
    on: &str,
    found: &mut Findings<'_>,
) -> Option<Vec<Point>> {
    let mut normals = Vec::new();
    for (index, (point, place)) in points.iter().zip(places).enumerate() {
        if place.distance > lost {
            let message = format!(
                "{} is {:.6} away from \"{}\": no normal there",
                shown_vector(point),
                place.distance,
                shortened(on)
            );
            let help = format!("move it to {}, or give the normal", shown_vector(&place.place));
            found.fault("no-normal", at, message, help);
            continue;
        }
        let offered = candidates(place);
        let other = points.iter().enumerate().find(|(k, _)| *k != index).map(|(_, other)| other);
        let square = |n: &&Point| other.is_none_or(|other| is_square(n, point, other));
        let fitting: Vec<&Point> = if offered.len() > 1 {
            offered.iter().filter(square).collect()
        } else {
            offered.iter().collect()
        };
        match fitting[..] {
            [normal] => normals.push(scaled_to_one(normal)),
            _ => note_ambiguous(at, point, &offered, on, found),
        }
    }
    (normals.len() == points.len()).then_some(normals)
}

/// Whether a normal is square to the line between two points, within a billionth.
fn is_square(normal: &Point, point: &Point, other: &Point) -> bool {
    let along = [0, 1].map(|k: usize| (&other[k] - &point[k]).to_f64());
    let across = [normal[0].to_f64(), normal[1].to_f64()];
    let product = along[0] * across[0] + along[1] * across[1];
    product.abs() <= AT_CORNER * along[0].hypot(along[1]) * across[0].hypot(across[1])
}

fn note_ambiguous(at: &At<'_>, point: &Point, offered: &[Point], on: &str, found: &mut Findings<'_>) {
    let both: Vec<String> = offered.iter().map(|normal| shown_vector(&scaled_to_one(normal))).collect();
    let message = format!(
        "{} is a corner of \"{}\", where the normal is ambiguous",
        shown_vector(point),
        shortened(on)
    );
    found.fault("no-normal", at, message, format!("give the normal: {}", both.join(" or ")));
}

/// The same direction with its larger component ±1, which reads well and stays rational.
fn scaled_to_one(normal: &Point) -> Point {
    let larger = normal[0].abs().max(normal[1].abs());
    let part = |component: &Rational| component.checked_div(&larger).unwrap_or_else(|| component.clone());
    [part(&normal[0]), part(&normal[1])]
}

fn curvature_of(boundary: &Boundary<'_>, contact: &Contact<Planar>) -> Option<(Curvature, bool)> {
    let place = place(boundary, &contact.point)?;
    if place.distance > contact.gap.to_f64() + STRAY * boundary.outline().size() {
        return None;
    }
    match place.feature {
        Feature::Smooth { curvature, rounded, .. } => Some((Curvature::Finite(curvature?), rounded)),
        Feature::Corner { convex: true, .. } => Some((Curvature::Vertex, false)),
        Feature::Corner { convex: false, .. } => None,
    }
}
