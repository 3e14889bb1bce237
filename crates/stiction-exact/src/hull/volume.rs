//! The volume of the hull of points: its whole surface, and the simplices between it and a point inside.

use super::Workspace;
use super::grow::PATIENCE;
use super::simplex::simplex;
use super::support::{Points, ScaledBody, Support};
use super::surface::{Corner, Surface};
use super::tree::Tree;
use crate::double::elimination::determinant;
use crate::double::{dot, minus};
use crate::work;
use std::collections::HashSet;

/// Facets after which a surface is given up: about a gigabyte of them in six dimensions.
const MOST_FACETS: usize = 4_000_000;

/// The volume of the convex hull; 0 of a flat one, none of nothing, of what is not finite, and where rounding breaks
/// the surface at every patience.
///
/// ```
/// let corners = [[0.0, 0.0, 0.0], [6.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// assert_eq!(stiction_exact::hull::volume(&corners, &mut stiction_exact::hull::Workspace::new()), Some(1.0));
/// ```
pub fn volume<const D: usize>(points: &[[f64; D]], workspace: &mut Workspace<D>) -> Option<f64> {
    match Tree::new(points).filter(|_| points.len() > MANY) {
        Some(tree) => volume_of(&tree, workspace),
        None => volume_of(&Points(points), workspace),
    }
}

/// Points from which on they are put into boxes.
pub const MANY: usize = 128;

fn volume_of<const D: usize>(points: &impl Support<D>, workspace: &mut Workspace<D>) -> Option<f64> {
    let body = ScaledBody::into_box(points)?;
    let Workspace { surface, simplex: start, .. } = workspace;
    if simplex(&body, start).is_err() {
        return Some(0.0);
    }
    if !PATIENCE.iter().any(|patience| {
        surface.start(start, 0.0, *patience);
        complete(&body, surface)
    }) {
        return None;
    }
    let mut sum = 0.0;
    for facet in surface.living() {
        let rows = facet.corners.map(|corner| minus(&surface.corners[corner as usize].at, surface.middle()));
        sum += determinant(rows).abs();
    }
    let simplices: f64 = (1..=D).map(|factor| factor as f64).product();
    Some(body.factors.iter().fold(sum / simplices, |volume, factor| volume / factor))
}

/// Adds the farthest point beyond a facet until there is none beyond any; `false` if rounding breaks the surface.
fn complete<const D: usize>(body: &ScaledBody<impl Support<D>, D>, surface: &mut Surface<D>) -> bool {
    let mut waiting: Vec<(u32, u32)> = Vec::new();
    // A point that comes in a second time was lost to rounding, and would come in for ever.
    let mut taken: HashSet<usize> = surface.corners.iter().filter_map(|corner| corner.index).collect();
    loop {
        if surface.made() > MOST_FACETS {
            return false;
        }
        work::spend(body.steps() + D * surface.fresh.len());
        waiting.extend(surface.fresh.iter().map(|id| (*id, surface.facets[*id as usize].birth)));
        surface.fresh.clear();
        let Some((id, birth)) = waiting.pop() else { return true };
        let facet = surface.facets[id as usize];
        if facet.birth != birth {
            continue;
        }
        let farthest = body.farthest(&facet.normal);
        if dot(&facet.normal, &farthest.point) - facet.offset > surface.slack(&facet.normal) {
            let is_new = farthest.index.is_none_or(|index| taken.insert(index));
            if !is_new || !surface.add(id, Corner::new(farthest, &facet.normal)) {
                return false;
            }
        }
    }
}
