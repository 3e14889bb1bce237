//! Rays of a solid pointed cone of R³ in their order around it.

use dashu_int::IBig;
use std::cmp::Ordering;
pub(super) use stiction_exact::integers::dot;

/// The rays in order, turning left about their sum, as seen from where it points; they are extreme and at least three.
pub fn around(rays: &[Vec<IBig>]) -> Vec<Vec<IBig>> {
    let Some(first) = rays.first() else { return Vec::new() };
    let mut centre = vec![IBig::ZERO; 3];
    rays.iter().for_each(|ray| centre.iter_mut().zip(ray).for_each(|(sum, entry)| *sum += entry));
    let plane = cross(&centre, first);
    let side = |ray: &[IBig]| dot(&plane, ray).cmp(&IBig::ZERO);
    // To the left of the first, opposite to it, to the right.
    let mut rest: Vec<(u8, &Vec<IBig>)> = rays[1..]
        .iter()
        .map(|ray| {
            let place = match side(ray) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            };
            (place, ray)
        })
        .collect();
    rest.sort_by(|(place, one), (other, two)| {
        place.cmp(other).then_with(|| IBig::ZERO.cmp(&determinant(&centre, one, two)))
    });
    std::iter::once(first).chain(rest.into_iter().map(|(_, ray)| ray)).cloned().collect()
}

/// `a × b`.
pub fn cross(a: &[IBig], b: &[IBig]) -> Vec<IBig> {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    vec![minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `a·(b × c)`.
pub(super) fn determinant(a: &[IBig], b: &[IBig], c: &[IBig]) -> IBig {
    dot(a, &cross(b, c))
}
