//! Outlines two by two: patches of common edges first, then single points, then what gives no contact.

mod boundary;
mod conforming;
mod overlap;
mod patch;
mod points;

use super::Finding;
use super::broad::Bounds;
use super::pairs::{CommonPart, Compared, PairContacts, Touch};
use boundary::Boundary;
use nalgebra::Vector2;
use stiction_geometry::screw::Planar;
use stiction_geometry::shape::{Outline, Point};

/// Sine of the angle below which two normals at one point are one.
const SAME_NORMAL: f64 = 1e-2;

/// An outline in doubles.
#[derive(Debug, Clone)]
pub enum Features<'a> {
    /// A bounded outline with its box.
    Bounded(Boundary<'a>, Bounds),
    /// A half-plane: a point of its line, and the normal out of it.
    HalfPlane(&'a Point, &'a Point),
}

impl Compared for Planar {
    type Features<'a> = Features<'a>;

    fn features(shape: &Outline) -> Features<'_> {
        match shape {
            Outline::HalfPlane { point, normal } => Features::HalfPlane(point, normal),
            bounded => {
                let [low, high] = bounded.bounds().unwrap_or_default();
                Features::Bounded(Boundary::of(bounded), [[low[0], low[1], 0.0], [high[0], high[1], 0.0]])
            }
        }
    }

    fn bounds(features: &Features<'_>) -> Option<Bounds> {
        match features {
            Features::Bounded(_, bounds) => Some(*bounds),
            Features::HalfPlane(..) => None,
        }
    }

    fn compare(first: &Features<'_>, second: &Features<'_>, tolerance: f64) -> PairContacts<Self> {
        match (first, second) {
            (Features::Bounded(a, _), Features::Bounded(b, _)) => compare(a, b, tolerance),
            (Features::Bounded(a, bounds), Features::HalfPlane(point, normal)) => {
                compare(a, &beside(point, normal, bounds, tolerance), tolerance)
            }
            (Features::HalfPlane(point, normal), Features::Bounded(b, bounds)) => {
                compare(&beside(point, normal, bounds, tolerance), b, tolerance)
            }
            (Features::HalfPlane(..), Features::HalfPlane(..)) => {
                let finding = Finding::NotCompared { why: "both are half-planes" };
                PairContacts::only(finding, Vec::new())
            }
        }
    }
}

/// The line of a half-plane beside a box.
fn beside<'a>(point: &'a Point, normal: &'a Point, bounds: &Bounds, tolerance: f64) -> Boundary<'a> {
    let [low, high] = bounds.map(|[x, y, _]| Vector2::new(x, y));
    Boundary::of_half_plane(point, normal, (low + high) / 2.0, (high - low).norm() + 4.0 * tolerance)
}

fn compare(first: &Boundary<'_>, second: &Boundary<'_>, tolerance: f64) -> PairContacts<Planar> {
    if let Some((depth, place)) = overlap::depth(first, second, tolerance) {
        return PairContacts::only(Finding::Overlap { depth }, vec![place.x, place.y]);
    }
    let mut sites = Sites { tolerance, sites: Vec::new(), parts: Vec::new(), findings: Vec::new() };
    patch::add_patches(first, second, &mut sites);
    points::add_points(first, second, &mut sites);
    let (touches, parts) = ordered(sites.sites, sites.parts);
    PairContacts { touches, parts, findings: sites.findings }
}

/// A contact in doubles beside the exact one.
struct Site {
    at: Vector2<f64>,
    normal: Vector2<f64>,
    touch: Touch<Planar>,
}

/// What was found so far.
struct Sites {
    tolerance: f64,
    sites: Vec<Site>,
    /// The sites of each common edge or arc.
    parts: Vec<Vec<usize>>,
    findings: Vec<(Finding, Vec<f64>)>,
}

impl Sites {
    /// Adds a contact unless one with almost the same normal is there; `normal` is of length 1, into the first.  The
    /// place in the list of that contact.
    fn add(
        &mut self,
        at: Vector2<f64>,
        normal: Vector2<f64>,
        touch: impl FnOnce() -> Touch<Planar>,
    ) -> usize {
        let same =
            |site: &Site| site.normal.dot(&normal) > 0.0 && site.normal.perp(&normal).abs() <= SAME_NORMAL;
        let known = self.sites.iter().position(|site| (site.at - at).norm() <= self.tolerance && same(site));
        known.unwrap_or_else(|| {
            self.sites.push(Site { at, normal, touch: touch() });
            self.sites.len() - 1
        })
    }

    /// Whether some contact is at `place`, or at a corner that is.
    fn knows(&self, place: &Vector2<f64>) -> bool {
        self.sites.iter().any(|site| (site.at - place).norm() <= 2.0 * self.tolerance)
    }
}

/// Contacts with one normal together, the normals counter-clockwise from +x, and along the tangent; then common edges
/// and arcs by their first contact, in that order.
fn ordered(sites: Vec<Site>, parts: Vec<Vec<usize>>) -> (Vec<Touch<Planar>>, Vec<CommonPart<Planar>>) {
    let one = |a: &Site, b: &Site| a.normal.dot(&b.normal) > 0.0 && a.normal.perp(&b.normal).abs() < 1e-9;
    // Of sites with one normal the first gives the angle, so that rounding does not separate them.
    let angle = |site: &Site| {
        let normal = sites.iter().find(|other| one(other, site)).map_or(site.normal, |other| other.normal);
        let angle = normal.y.atan2(normal.x);
        if angle < 0.0 { angle + std::f64::consts::TAU } else { angle }
    };
    let along = |site: &Site| site.normal.perp(&site.at);
    let mut keys: Vec<_> = sites.iter().enumerate().map(|(i, site)| (angle(site), along(site), i)).collect();
    keys.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut touches: Vec<Option<Touch<Planar>>> = sites.into_iter().map(|site| Some(site.touch)).collect();
    let mut rank = vec![0; touches.len()];
    keys.iter().enumerate().for_each(|(place, (_, _, i))| rank[*i] = place);
    let touches: Vec<Touch<Planar>> = keys.into_iter().filter_map(|(_, _, i)| touches[i].take()).collect();
    let part = |own: Vec<usize>| {
        let mut own: Vec<usize> = own.into_iter().map(|i| rank[i]).collect();
        own.sort_unstable();
        let outline = own.iter().map(|&k| touches[k].point.clone()).collect();
        CommonPart { touches: own, outline }
    };
    let mut parts: Vec<CommonPart<Planar>> = parts.into_iter().map(part).collect();
    parts.sort_by(|a, b| a.touches.cmp(&b.touches));
    (touches, parts)
}
