//! Contacts and shapes: the normal that a shape gives, and the mistakes it shows.
//!
//! Distances count against the size of the shape: up to [`AT_CORNER`] beside a corner is the corner, more than
//! [`STRAY`] away from its boundary is a warning, more than [`LOST`] leaves no normal to take. A point up to
//! [`SNAPPED`] beside a mesh, whose corners were measured or rounded, is moved onto it.

use crate::findings::{Findings, shortened};
use crate::node::{At, quoted_key};
use crate::number::{offered, required, rounded, shown_vector, vector};
use crate::world::{Spot, World, difference};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use stiction::exact::vector::dot;
use stiction::scene::{Body, Contact, Curvature, GROUND, Party, Rounding, Scene};
use stiction_proof::{NonZero, Rational};

pub(crate) const AT_CORNER: f64 = 1e-9;
pub(crate) const STRAY: f64 = 1e-6;
const LOST: f64 = 1e-2;
/// Up to so much, in sizes of a mesh, a point beside it is moved onto it.
const SNAPPED: f64 = 2e-3;

/// The bodies of a scene as its contacts see them: names and boundaries, looked up once.
pub(crate) struct Stage<'s, S: World> {
    pub scene: &'s Scene<S>,
    parties: HashMap<&'s str, Party>,
    /// Surface of each body, prepared when first asked for.
    surfaces: Vec<OnceCell<S::Surface<'s>>>,
    /// The ground among the bodies, if it was written.
    ground: Option<usize>,
    /// Paths of what is rounded.
    rounded: HashSet<&'s str>,
}

impl<'s, S: World> Stage<'s, S> {
    pub fn new(scene: &'s Scene<S>) -> Self {
        let bodies = || scene.bodies.iter().enumerate();
        let party = |(index, body): (usize, &Body<S>)| match body.name.as_str() {
            GROUND => Party::Ground,
            _ => Party::Body(index),
        };
        let mut parties: HashMap<_, _> =
            bodies().map(|(i, body)| (body.name.as_str(), party((i, body)))).collect();
        parties.insert(GROUND, Party::Ground);
        Self {
            scene,
            parties,
            surfaces: bodies().map(|_| OnceCell::new()).collect(),
            ground: scene.bodies.iter().position(|body| body.name == GROUND),
            rounded: scene.rounded.iter().map(|rounding| rounding.path.as_str()).collect(),
        }
    }

    /// The surface of a party, if it has a shape.
    fn surface(&self, party: Party) -> Option<&S::Surface<'s>> {
        let index = match party {
            Party::Ground => self.ground?,
            Party::Body(index) => index,
        };
        let shape = self.scene.bodies.get(index)?.shape.as_ref()?;
        Some(self.surfaces.get(index)?.get_or_init(|| S::surface(shape)))
    }

    /// The party of this name.
    pub fn party(&self, name: &str) -> Option<Party> {
        self.parties.get(name).copied()
    }
}

/// The shapes around one entry of the contacts.
pub(crate) struct Surroundings<'r, 's, S: World> {
    stage: &'r Stage<'s, S>,
    /// Name of `on`, if the parties are known.
    on: Option<&'r str>,
    /// Surfaces of `on` and of `against`.
    surfaces: [Option<&'r S::Surface<'s>>; 2],
    gap: f64,
    /// Position of the entry in the file, from 0.
    index: usize,
}

impl<'r, 's, S: World> Surroundings<'r, 's, S> {
    pub fn new(
        stage: &'r Stage<'s, S>,
        parties: Option<(Party, Party)>,
        gap: &Rational,
        index: usize,
    ) -> Self {
        let surface = |party: Party| stage.surface(party);
        let surfaces = parties.map_or([None, None], |(on, against)| [surface(on), surface(against)]);
        let on = parties.map(|(on, _)| stage.scene.party_name(on));
        Self { stage, on, surfaces, gap: gap.to_f64(), index }
    }

    /// How far from `on` a point may be: the gap, and a part of the size of the shape.
    fn reach(&self, part: f64) -> f64 {
        self.gap + part * self.surfaces[0].map_or(1.0, |surface| S::size(surface))
    }

    /// The size of `on`.
    fn size(&self) -> f64 {
        self.surfaces[0].map_or(1.0, |surface| S::size(surface))
    }

    /// The points of the entry; on a mesh those that are a little off are moved to the nearest place of it, which is
    /// told.
    pub fn snapped(&self, at: &At<'_>, points: Vec<S::Vector>, found: &mut Findings<'_>) -> Vec<S::Vector> {
        let (Some(surface), Some(on)) = (self.surfaces[0].filter(|surface| S::is_mesh(surface)), self.on)
        else {
            return points;
        };
        // A near contact is away from its mesh on purpose.
        if self.gap > 0.0 {
            return points;
        }
        let written = at.get("point").or_else(|| at.get("points"));
        let snap = |point: S::Vector| {
            let near = (self.reach(STRAY), self.reach(SNAPPED));
            let spot =
                S::spot(surface, &point).filter(|spot| near.0 < spot.distance && spot.distance <= near.1);
            let Some(spot) = spot else { return point };
            let message = format!(
                "{} is moved by {} onto the surface of \"{}\"",
                found.shown_place(point.as_ref(), self.size()),
                found.shown_length(spot.distance),
                shortened(on)
            );
            let help = format!("it is taken to be {}", found.shown_place(spot.place.as_ref(), self.size()));
            found.warn("snapped", written.as_ref().unwrap_or(at), message, help);
            spot.place
        };
        points.into_iter().map(snap).collect()
    }

    /// The normals of the points of the entry: as given, or from the shape of `on`.
    pub fn normals(
        &self,
        at: &At<'_>,
        points: Option<&[S::Vector]>,
        found: &mut Findings<'_>,
    ) -> Option<Vec<S::Vector>> {
        let given = at.get("normal");
        let normal = given.as_ref().and_then(|normal| read_normal::<S>(normal, found));
        let (points, on) = (points?, self.on?);
        let places: Option<Vec<Spot<S>>> =
            self.surfaces[0].and_then(|surface| points.iter().map(|point| S::spot(surface, point)).collect());
        // Without a given normal a lost point is a fault of its own.
        let lost = |place: &Spot<S>| given.is_none() && place.distance > self.reach(LOST);
        for (point, place) in points.iter().zip(places.iter().flatten()).filter(|(_, place)| !lost(place)) {
            warn_stray::<S>(at, point, place, (self.reach(STRAY), self.size()), on, found);
        }
        match (given, places) {
            (Some(given), places) => {
                let normal = normal?;
                let near = places.iter().flatten().filter(|place| place.distance <= self.reach(LOST));
                warn_turned::<S>(&given, &normal, near, on, found);
                Some(vec![normal; points.len()])
            }
            (None, Some(places)) => {
                normals_from_shape::<S>(at, points, &places, (self.reach(LOST), self.size()), on, found)
            }
            (None, None) => {
                let help = format!("give a normal into \"{0}\", or give \"{0}\" a shape", shortened(on));
                required(at, "normal", &help, found);
                None
            }
        }
    }

    /// Where the normal was taken from a shape that is itself rounded: that.
    pub fn rounded_normal(&self) -> Option<Rounding> {
        let on = self.on?;
        let shape = format!("bodies.{}.shape", quoted_key(on));
        self.stage.rounded.get(shape.as_str())?;
        let path = format!("contacts[{}].normal", self.index);
        Some(Rounding { path, why: format!("taken from the {} of \"{on}\"", S::BOUNDARY) })
    }

    /// The curvatures that the two shapes have at a contact, where both have one and they may touch there.
    pub fn curvature(&self, contact: &Contact<S>, rounded: &mut Vec<Rounding>) -> Option<[Curvature; 2]> {
        let (curvatures, is_rounded) = S::curvature([self.surfaces[0]?, self.surfaces[1]?], contact)?;
        if is_rounded {
            let path = format!("contacts[{}].curvature", self.index);
            rounded.push(Rounding { path, why: "one over an irrational radius".into() });
        }
        Some(curvatures)
    }
}

fn read_normal<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<S::Vector> {
    let normal: S::Vector = vector(at, S::POINT, found)?;
    if normal.as_ref().iter().all(Rational::is_zero) {
        let help = "give a direction into `on`, any length but zero";
        found.fault("zero-normal", at, "the normal has length 0", help);
        return None;
    }
    let size = normal.as_ref().iter().map(|entry| entry.to_f64().abs()).fold(0.0, f64::max);
    Some(if USUAL_NORMALS.contains(&size) { normal } else { scaled_to_one::<S>(&normal) })
}

/// Normals of these sizes are kept as they are written.  Others are scaled so that the largest entry is 1,
/// which leaves their direction: fourth powers of an entry, which bounds of rounding have in them, are far
/// from the ends of the doubles.
const USUAL_NORMALS: std::ops::RangeInclusive<f64> = 1e-60..=1e60;

fn warn_stray<S: World>(
    at: &At<'_>,
    point: &S::Vector,
    place: &Spot<S>,
    (reach, size): (f64, f64),
    on: &str,
    found: &mut Findings<'_>,
) {
    if place.distance <= reach {
        return;
    }
    let written = at.get("point").or_else(|| at.get("points"));
    let message = format!(
        "{} is {} away from the {} of \"{}\"",
        found.shown_place(point.as_ref(), size),
        found.shown_length(place.distance),
        S::BOUNDARY,
        shortened(on)
    );
    let nearest = found.shown_place(place.place.as_ref(), size);
    let help = format!("the nearest place of the {} is {nearest}", S::BOUNDARY);
    found.warn("stray-point", written.as_ref().unwrap_or(at), message, help);
}

/// A normal that no neighbouring piece of the boundary agrees with: it points out of the body, along its surface, or
/// beside the normal of the one face there.
fn warn_turned<'p, S: World>(
    given: &At<'_>,
    normal: &S::Vector,
    places: impl Iterator<Item = &'p Spot<S>>,
    on: &str,
    found: &mut Findings<'_>,
) {
    let cosine = |inward: &S::Vector| {
        let length = |v: &S::Vector| dot(v.as_ref(), v.as_ref()).to_f64().sqrt();
        dot(inward.as_ref(), normal.as_ref()).to_f64() / (length(inward) * length(normal))
    };
    let outward = |inward: &S::Vector| !dot(inward.as_ref(), normal.as_ref()).is_positive();
    let own = |place: &Spot<S>| {
        let all: Vec<String> =
            place.normals.iter().map(|one| offered(scaled_to_one::<S>(one).as_ref(), 1.0)).collect();
        all.join(" or ")
    };
    let (shown, on) = (shown_vector(normal.as_ref()), shortened(on));
    for place in places.filter(|place| !place.normals.is_empty()) {
        if place.normals.iter().all(outward) {
            let along = place.normals.iter().any(|one| !dot(one.as_ref(), normal.as_ref()).is_negative());
            let message = match along {
                true => format!("{shown} lies in the surface of \"{on}\" there"),
                false => format!("{shown} points out of \"{on}\""),
            };
            // The opposite as it would be written, where that is a normal of the surface.
            let opposite: Vec<Rational> = normal.as_ref().iter().map(|component| -component).collect();
            let offered = match place.normals.iter().any(|one| cosine(one) < AT_CORNER - 1.0) {
                true => shown_vector(&opposite),
                false => own(place),
            };
            let help = format!("normals point into `on`: it probably should be {offered}");
            return found.warn("inverted-normal", given, message, help);
        }
        if let [only] = &place.normals[..] {
            let angle = cosine(only).clamp(-1.0, 1.0).acos();
            if (SLANTED..MEANT).contains(&angle) {
                let message = format!(
                    "{shown} is {} degrees off the normal of \"{on}\" there",
                    rounded(angle.to_degrees())
                );
                let help = format!("if that of the surface is meant: {}; or leave `normal` out", own(place));
                return found.warn("slanted-normal", given, message, help);
            }
        }
    }
}

/// Radians by which a normal may be off that of the surface before a word is said: what three decimals of a component
/// leave open, 5e-4, and less.
const SLANTED: f64 = 6e-4;
/// Radians beyond which a normal was given for reasons of its own.
const MEANT: f64 = 0.1;

/// One normal for each point.  At a corner several are possible; of the points of a patch only one of them is
/// square to the patch.
fn normals_from_shape<S: World>(
    at: &At<'_>,
    points: &[S::Vector],
    places: &[Spot<S>],
    (lost, size): (f64, f64),
    on: &str,
    found: &mut Findings<'_>,
) -> Option<Vec<S::Vector>> {
    let mut normals = Vec::new();
    for (point, place) in points.iter().zip(places) {
        let shown = found.shown_place(point.as_ref(), size);
        if place.distance > lost {
            let nearest = found.shown_place(place.place.as_ref(), size);
            let away = found.shown_length(place.distance);
            let message = format!("{shown} is {away} away from \"{}\": no normal there", shortened(on));
            found.fault("no-normal", at, message, format!("move it to {nearest}, or give the normal"));
            continue;
        }
        let square = |normal: &&S::Vector| {
            points.iter().all(|other| is_square(normal.as_ref(), point.as_ref(), other.as_ref()))
        };
        let fitting: Vec<&S::Vector> = match &place.normals[..] {
            [only] => vec![only],
            several => several.iter().filter(square).collect(),
        };
        match fitting[..] {
            [normal] => normals.push(scaled_to_one::<S>(normal)),
            _ => {
                let (message, help) = ambiguous::<S>(place, &shown, &shortened(on));
                found.fault("no-normal", at, message, help);
            }
        }
    }
    (normals.len() == points.len()).then_some(normals)
}

/// Whether a normal is square to the line between two points, within a billionth; so to a single point.
fn is_square(normal: &[Rational], point: &[Rational], other: &[Rational]) -> bool {
    let along = difference(other, point);
    let across: Vec<f64> = normal.iter().map(Rational::to_f64).collect();
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let product: f64 = along.iter().zip(&across).map(|(a, b)| a * b).sum();
    product.abs() <= AT_CORNER * length(&along) * length(&across)
}

/// Why a point has several normals, and which they are.
fn ambiguous<S: World>(place: &Spot<S>, point: &str, on: &str) -> (String, String) {
    let all: Vec<String> =
        place.normals.iter().map(|normal| offered(scaled_to_one::<S>(normal).as_ref(), 1.0)).collect();
    let message = if place.opposed {
        format!(
            "{point} lies on two opposed faces of \"{on}\", a plate that is thinner than 1e-9 of its size there"
        )
    } else {
        format!("{point} is a corner of \"{on}\", where the normal is ambiguous")
    };
    (message, format!("give the normal: {}", all.join(" or ")))
}

/// The same direction with its largest component ±1, which reads well and stays rational.
pub(crate) fn scaled_to_one<S: World>(normal: &S::Vector) -> S::Vector {
    let (mut scaled, largest) = (normal.clone(), NonZero::largest(normal.as_ref()));
    scaled.as_mut().iter_mut().for_each(|component| *component = &*component / &largest);
    scaled
}
