//! How far is a vector from the cone that some rays generate? Non-negative least squares, by an active set.
//!
//! Lawson and Hanson's method: rays enter one at a time, the one the remainder leans on most; rays whose
//! weight would turn negative leave. Floats suffice: this measures a tolerance, it decides nothing exactly.

use super::vectors::{Vector, add_scaled, dot, length};

/// A ray enters only when the remainder leans on it more than this (rays have length 1).
const LEAN: f64 = 1e-13;

/// Distance from `target` to the cone `{Σ wᵢ rᵢ, w ≥ 0}` of rays of length 1.
pub(super) fn distance_to_cone(rays: &[Vector], target: &[f64]) -> f64 {
    let mut used: Vec<(usize, f64)> = Vec::new();
    let mut barred = vec![false; rays.len()];
    for _ in 0..10 * (rays.len() + 1) {
        let remainder = remainder(rays, &used, target);
        let lean = |ray: usize| dot(&remainder, &rays[ray]);
        let free = (0..rays.len()).filter(|&ray| !barred[ray] && used.iter().all(|&(other, _)| other != ray));
        let Some(enters) = free.max_by(|&a, &b| lean(a).total_cmp(&lean(b))) else { break };
        if lean(enters) <= LEAN {
            break;
        }
        used.push((enters, 0.0));
        match settle(rays, used.clone(), target) {
            Some(settled) => used = settled,
            None => {
                // Rounding alone let it in.
                used.pop();
                barred[enters] = true;
            }
        }
    }
    length(&remainder(rays, &used, target))
}

fn remainder(rays: &[Vector], used: &[(usize, f64)], target: &[f64]) -> Vector {
    used.iter().fold(target.to_vec(), |rest, &(ray, weight)| add_scaled(&rest, -weight, &rays[ray]))
}

/// Least squares over the rays in use, dropping those whose weight would become negative on the way. None
/// where the ray that entered last gets no weight.
fn settle(rays: &[Vector], mut used: Vec<(usize, f64)>, target: &[f64]) -> Option<Vec<(usize, f64)>> {
    loop {
        let columns: Vec<&[f64]> = used.iter().map(|&(ray, _)| rays[ray].as_slice()).collect();
        let best = least_squares(&columns, target)?;
        if best.iter().all(|&weight| weight > 0.0) {
            return Some(used.iter().zip(best).map(|(&(ray, _), weight)| (ray, weight)).collect());
        }
        if *best.last()? <= 0.0 {
            return None;
        }
        let step = used
            .iter()
            .zip(&best)
            .filter(|&(_, &next)| next <= 0.0)
            .map(|(&(_, now), &next)| now / (now - next))
            .fold(1.0, f64::min);
        for (entry, next) in used.iter_mut().zip(&best) {
            entry.1 += step * (next - entry.1);
        }
        let last = used.len() - 1;
        let keep: Vec<bool> =
            used.iter().enumerate().map(|(at, &(_, weight))| at == last || weight > 1e-15).collect();
        if keep.iter().all(|&kept| kept) {
            return None;
        }
        let mut kept = keep.into_iter();
        used.retain(|_| kept.next().unwrap_or(false));
    }
}

/// Weights that bring `Σ wᵢ cᵢ` closest to the target, by Gram–Schmidt with a second pass. None where the
/// columns are dependent.
fn least_squares(columns: &[&[f64]], target: &[f64]) -> Option<Vec<f64>> {
    let count = columns.len();
    let mut basis: Vec<Vector> = Vec::with_capacity(count);
    let mut upper = vec![vec![0.0; count]; count];
    for (at, column) in columns.iter().enumerate() {
        let mut rest = column.to_vec();
        for _ in 0..2 {
            for (row, direction) in basis.iter().enumerate() {
                let along = dot(&rest, direction);
                upper[row][at] += along;
                rest = add_scaled(&rest, -along, direction);
            }
        }
        upper[at][at] = length(&rest);
        if upper[at][at] < 1e-12 {
            return None;
        }
        basis.push(rest.iter().map(|x| x / upper[at][at]).collect());
    }
    let mut weights = vec![0.0; count];
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|later| upper[at][later] * weights[later]).sum();
        weights[at] = (dot(&basis[at], target) - known) / upper[at][at];
    }
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::vectors::unit;

    fn rays(list: &[[f64; 3]]) -> Vec<Vector> {
        list.iter().map(|ray| unit(ray).unwrap()).collect()
    }

    #[test]
    fn a_mixture_of_rays_has_no_distance() {
        let rays = rays(&[[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [1.0, 0.0, 1.0]]);
        assert!(distance_to_cone(&rays, &[3.0, 1.5, 0.5]) < 1e-12);
        assert!(distance_to_cone(&rays, &[1.0, 1.0, 0.5]) < 1e-12);
    }

    #[test]
    fn outside_the_distance_is_that_to_the_nearest_face() {
        let rays = rays(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        assert!((distance_to_cone(&rays, &[2.0, -3.0, 4.0]) - 5.0).abs() < 1e-12);
        assert!((distance_to_cone(&rays, &[-3.0, -4.0, 0.0]) - 5.0).abs() < 1e-12);
        assert!((distance_to_cone(&[], &[0.0, 3.0, 4.0]) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn a_thin_cone_keeps_out_what_is_just_beside_it() {
        let rays = rays(&[[1.0, 0.0, 0.0], [1.0, 1e-5, 0.0]]);
        assert!(distance_to_cone(&rays, &[1.0, 5e-6, 0.0]) < 1e-12);
        assert!((distance_to_cone(&rays, &[1.0, -1e-6, 0.0]) - 1e-6).abs() < 1e-9);
    }
}
