//! Where contacts should be, and what is wanted of a placement besides that it closes.
//!
//! `holds`: under each wrench the part must stay, as `stability` proves it. `insertable`: some wrench seats the part
//! against all its contacts, as `insert` proves it; wrenches that press on all of them are tried, in proportions that
//! are the same every time.

use super::{InsertOptions, NoAnswer, WrenchOptions, insert, stability};
use crate::scene::Scene;
use crate::screw::Planar;
use stiction_proof::Rational;

pub use crate::ask::place::Place;

/// Wrenches that are tried.
const TRIED: usize = 24;

/// How placements are asked.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceOptions {
    /// The length that makes moments comparable with forces, m.
    pub length: Rational,
}

impl Default for PlaceOptions {
    fn default() -> Self {
        Self { length: Rational::one() }
    }
}

/// Where to put the contacts that the section `[place]` of a scene asks for: placements that close and meet its
/// conditions, best first, a bound of all placements, and of one contact the places where it closes.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::scene::PlaceSection;
///
/// let square = Outline::rectangle([(-1).into(), (-1).into()], [1.into(), 1.into()]);
/// let mut scene = Scene::<Planar>::new().with_body(Body::new("part").with_shape(square));
/// scene.place = Some(PlaceSection::new(0, 2).with_friction(Rational::new(1, 2)));
/// let found = place(&scene, &PlaceOptions::default())?;
/// let (best, bound) = (found.found[0].quality, found.bound().unwrap().to_f64());
/// assert!((best - 1.0 / 3.0).abs() < 1e-6 && bound < best * 1.02);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit the question, or a proof was refused.
pub fn place(scene: &Scene<Planar>, options: &PlaceOptions) -> Result<Place, NoAnswer> {
    crate::ask::place::place(scene, &options.length, &|placed| meets(scene, placed))
}

/// Whether a scene with its contacts placed meets what the section of another asks.
///
/// # Errors
/// The scene does not fit the questions, such as a part of unknown mass.
pub fn meets(scene: &Scene<Planar>, placed: &Scene<Planar>) -> Result<bool, NoAnswer> {
    let Some(section) = &scene.place else { return Ok(true) };
    if !section.holds.is_empty() {
        let options = WrenchOptions { wrenches: section.holds.clone(), ..WrenchOptions::default() };
        let judged = stability(placed, &options)?;
        if !judged.wrenches.iter().all(|one| one.is_strong() == Some(true)) {
            return Ok(false);
        }
    }
    Ok(!section.insertable || is_insertable(placed, section.on)?)
}

/// Whether one of the wrenches that press on all contacts seats the part.
fn is_insertable(placed: &Scene<Planar>, body: usize) -> Result<bool, NoAnswer> {
    let com = placed.bodies[body].com.each_ref().map(Rational::to_f64);
    let mut state = 1_u64;
    let mut share = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (state >> 33) % 8
    };
    let mut wrenches = Vec::new();
    for round in 0..TRIED {
        let mut sum = [0.0; 3];
        for contact in &placed.contacts {
            let [nx, ny] = contact.normal.each_ref().map(Rational::to_f64);
            let [x, y] = [0, 1].map(|axis: usize| contact.point[axis].to_f64() - com[axis]);
            let long = nx.hypot(ny);
            let weight = if round == 0 { 1 } else { share() } as f64 / long;
            sum[0] -= weight * (x * ny - y * nx);
            sum[1] -= weight * nx;
            sum[2] -= weight * ny;
        }
        let rounded = sum.map(|entry| Rational::from_f64((entry * 64.0).round() / 64.0).unwrap_or_default());
        wrenches.push(rounded.to_vec());
    }
    let found = insert(placed, &InsertOptions { wrenches, ..InsertOptions::default() })?;
    Ok((0..TRIED).any(|wrench| found.seats(wrench) == Some(true)))
}
