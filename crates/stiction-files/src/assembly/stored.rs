//! Interfaces that a file stores, as contacts.
//!
//! 1. The corners of a polygon in which two blocks touch are points of contact; forces at them are forces of the
//!    interface.
//! 2. Its normal is the vector area of the polygon, exact; where the corners are not exactly in a plane it is the one
//!    that fits them, and is listed as rounded.  Of two corners, a line, and of one it is that of the surface there.
//! 3. It points into the block that comes first: to the side on which the surface of that block has its inside at the
//!    polygon's middle, or else its centroid.
//!
//! What the file stores is taken: of such a pair nothing is looked for.  A corner that is away from either
//! block by more than the tolerance is told, and is a doubt of every verdict.

use crate::findings::Findings;
use std::collections::{BTreeMap, HashSet};
use stiction::exact::vector::{cross, dot, minus};
use stiction::scene::{Contact, Friction, Near, Overlooked, Party, Patch, Rounding, Scene};
use stiction::screw::Spatial;
use stiction::shape::{Point3, Solid};
use stiction_proof::{NonZero, Rational};

/// An interface as it stands in a file.
pub(crate) struct Stored {
    /// The numbers of its two blocks, the lesser first.
    pub between: [usize; 2],
    pub points: Vec<Point3>,
}

/// Part of the smaller block's size by which a corner may be off a surface, where no tolerance is given.
const OFF: f64 = 1e-3;

/// Puts the contacts of stored interfaces into a scene of these blocks; the pairs that have one.
pub(super) fn add(
    scene: &mut Scene<Spatial>,
    stored: Vec<Stored>,
    friction: &Friction,
    tolerance: Option<&Rational>,
    found: &mut Findings<'_>,
) -> HashSet<[Party; 2]> {
    let mut by_pair: BTreeMap<[usize; 2], Vec<Vec<Point3>>> = BTreeMap::new();
    for Stored { between, points } in stored {
        by_pair.entry(between).or_default().push(points);
    }
    let mut tally = Tally { given: tolerance.map(Rational::to_f64), ..Tally::default() };
    let mut settled = HashSet::new();
    for (pair, polygons) in by_pair {
        let parties = pair.map(Party::Body);
        if parties.iter().all(|&party| !scene.is_free(party)) {
            continue;
        }
        let names = parties.map(|party| scene.party_name(party).to_owned()).join("/");
        let (mut count, mut patch) = (0, 0);
        for points in polygons {
            let points = distinct(points);
            let Some((normal, fits)) = normal(scene, pair, &points) else {
                tally.without_normal += 1;
                continue;
            };
            tally.measure(scene, pair, &points, &names);
            let ids: Vec<String> = (1..=points.len()).map(|k| format!("{names}.{}", count + k)).collect();
            count += points.len();
            patch += 1;
            for (id, point) in ids.iter().zip(&points) {
                if !fits {
                    let why = "fitted to an interface whose corners are not exactly in a plane".to_owned();
                    scene.rounded.push(Rounding { path: format!("contacts.{id}.normal"), why });
                }
                scene.contacts.push(contact(id.clone(), parties, point.clone(), normal.clone(), friction));
            }
            if points.len() > 1 {
                scene.patches.push(Patch { id: format!("{names}:{patch}"), contacts: ids, outline: points });
            }
            tally.interfaces += 1;
        }
        if patch > 0 {
            settled.insert(parties);
        }
    }
    tally.tell(settled.len(), found);
    scene.overlooked.extend(tally.stray);
    settled
}

fn contact(
    id: String,
    [on, against]: [Party; 2],
    point: Point3,
    normal: Point3,
    friction: &Friction,
) -> Contact<Spatial> {
    Contact { id, against, friction: friction.clone(), ..Contact::new(on, point, normal) }
}

/// The points in their order, each once.
fn distinct(points: Vec<Point3>) -> Vec<Point3> {
    let mut known: Vec<Point3> = Vec::new();
    for point in points {
        if !known.contains(&point) {
            known.push(point);
        }
    }
    known
}

/// The normal into the first block, and whether all corners are exactly in its plane.
fn normal(scene: &Scene<Spatial>, pair: [usize; 2], points: &[Point3]) -> Option<(Point3, bool)> {
    let first = points.first()?;
    let mut area: Point3 = std::array::from_fn(|_| Rational::zero());
    for corners in points[1..].windows(2) {
        let part = cross(&minus(&corners[0], first), &minus(&corners[1], first));
        area = std::array::from_fn(|k| &area[k] + &part[k]);
    }
    let count = NonZero::count(points.len());
    let middle: Point3 = std::array::from_fn(|k| {
        let sum: Rational = points.iter().map(|point| point[k].clone()).sum();
        sum / &count
    });
    let inwards = inwards(scene, pair, &middle);
    if area.iter().all(Rational::is_zero) {
        // A point or a line has the normal of the surface, where that has one.
        return inwards.filter(|_| points.len() < 3).map(|normal| (normal, true));
    }
    let fits = points.iter().all(|point| dot(&area, &minus(point, first)).is_zero());
    let side = inwards.map(|inwards| dot(&area, &inwards)).filter(|side| !side.is_zero());
    let side = side.unwrap_or_else(|| {
        let [on, against] = pair.map(|index| &scene.bodies[index].com);
        dot(&area, &minus(on, against))
    });
    let negative = side.is_negative();
    Some((area.map(|entry| if negative { -entry } else { entry }), fits))
}

/// The direction into the first block at a place of its surface, or out of the second one at a place of its.
fn inwards(scene: &Scene<Spatial>, [on, against]: [usize; 2], middle: &Point3) -> Option<Point3> {
    let at = |index: usize| {
        let nearest = scene.bodies[index].shape.as_ref()?.nearest(middle)?;
        nearest.feature.normal().cloned()
    };
    at(on).or_else(|| at(against).map(|normal| normal.map(|entry| -entry)))
}

/// What there is to say of all stored interfaces together.
#[derive(Default)]
struct Tally {
    interfaces: usize,
    without_normal: usize,
    /// How far a corner may be off, where that is given.
    given: Option<f64>,
    /// How many corners are away from a block, the farthest, and between which.
    off: usize,
    farthest: f64,
    whose: String,
    /// The pairs of these, each with its farthest corner.
    stray: Vec<Overlooked>,
}

impl Tally {
    fn measure(&mut self, scene: &Scene<Spatial>, pair: [usize; 2], points: &[Point3], names: &str) {
        let shapes: Vec<&Solid> =
            pair.iter().filter_map(|&index| scene.bodies[index].shape.as_ref()).collect();
        let size = shapes.iter().map(|shape| shape.size()).fold(f64::INFINITY, f64::min);
        let limit = self.given.unwrap_or(OFF * size);
        let away = |point: &Point3| {
            let distances = shapes.iter().filter_map(|shape| Some(shape.nearest(point)?.distance));
            distances.fold(0.0, f64::max)
        };
        let off: Vec<f64> = points.iter().map(away).filter(|distance| *distance > limit).collect();
        let Some(farthest) = off.iter().copied().reduce(f64::max) else { return };
        self.off += off.len();
        if farthest > self.farthest {
            (self.farthest, self.whose) = (farthest, names.to_owned());
        }
        let between = pair.map(|index| scene.bodies[index].name.clone());
        match self.stray.iter_mut().find(|stray| stray.between == between) {
            Some(Overlooked { why: Near::Stray(distance), .. }) => *distance = distance.max(farthest),
            _ => {
                let why = Near::Stray(farthest);
                self.stray.push(Overlooked { between, why, tolerance: limit, takes: None });
            }
        }
    }

    fn tell(&self, pairs: usize, found: &mut Findings<'_>) {
        let mut warn =
            |code, message: String, help: &str| found.warn(code, (String::new(), 0..0), message, help);
        if self.interfaces > 0 {
            let message = format!(
                "the file stores {} interfaces of {pairs} pairs of blocks, which are taken as their contacts; other pairs are looked at",
                self.interfaces
            );
            warn(
                "stored",
                message,
                "remove `interfaces` from the edges of the file to have all contacts found from the shapes",
            );
        }
        if self.without_normal > 0 {
            let message = format!(
                "{} stored interfaces have no area and no normal, and are left out",
                self.without_normal
            );
            warn("stored", message, "compute the interfaces again in COMPAS");
        }
        if self.off > 0 {
            let message = format!(
                "{} corners of stored interfaces are away from their blocks, the farthest, of \"{}\", by {:.3e} m",
                self.off,
                crate::findings::shortened(&self.whose),
                self.farthest
            );
            warn(
                "stray-interface",
                message,
                "compute the interfaces again in COMPAS: the blocks have moved since",
            );
        }
    }
}
