//! A cone as what its rays and lines generate, and whether two of them are the same.

use super::nearest::distance_to_cone;
use super::vectors::{Vector, add_scaled, dot, length, negated, unit, units};

/// Rays and lines as a report lists them, of length 1, with what is needed to measure distances: an
/// orthonormal basis of the lines, and the rays across it.
#[derive(Debug)]
pub(super) struct Generated {
    rays: Vec<Vector>,
    lines: Vec<Vector>,
    basis: Vec<Vector>,
    across: Vec<Vector>,
}

impl Generated {
    /// The cone of these rays and lines. A vector without direction is refused.
    pub(super) fn new(rays: &[Vector], lines: &[Vector]) -> Result<Generated, String> {
        let (rays, lines) = (units(rays)?, units(lines)?);
        let mut basis: Vec<Vector> = Vec::new();
        for line in &lines {
            let rest = off(&basis, line);
            if length(&rest) > 1e-9 {
                basis.push(unit(&rest)?);
            }
        }
        let across = rays.iter().map(|ray| off(&basis, ray)).filter(|rest| length(rest) > 1e-12);
        let across = across.map(|rest| unit(&rest)).collect::<Result<_, _>>()?;
        Ok(Generated { rays, lines, basis, across })
    }

    /// Distance from a vector of length 1 to the cone.
    fn distance(&self, vector: &[f64]) -> f64 {
        distance_to_cone(&self.across, &off(&self.basis, vector))
    }

    /// The first generator that lies further outside `other` than allowed.
    pub(super) fn outside(&self, other: &Generated, allowed: f64) -> Option<Vector> {
        let sides = self.lines.iter().flat_map(|line| [line.clone(), negated(line)]);
        let mut generators = self.rays.iter().cloned().chain(sides);
        generators.find(|generator| !other.measures(generator) || other.distance(generator) > allowed)
    }

    /// Whether the vector has the length of this cone's own; a cone of nothing fits all.
    fn measures(&self, vector: &[f64]) -> bool {
        self.rays.iter().chain(&self.lines).all(|own| own.len() == vector.len())
    }

    /// Whether both generate one cone; `what` names it in the refusal.
    pub(super) fn same_as(&self, got: &Generated, allowed: f64, what: &str) -> Result<(), String> {
        if let Some(lost) = self.outside(got, allowed) {
            return Err(format!("the reported {what} leave out {lost:?}"));
        }
        match got.outside(self, allowed) {
            Some(surplus) => Err(format!("the reported {what} go beyond by {surplus:?}")),
            None => Ok(()),
        }
    }
}

/// The part of a vector across an orthonormal basis; twice, so that rounding does not leave a rest.
fn off(basis: &[Vector], vector: &[f64]) -> Vector {
    let once = |vector: Vector, direction: &Vector| {
        let along = dot(&vector, direction);
        add_scaled(&vector, -along, direction)
    };
    basis.iter().chain(basis).fold(vector.to_vec(), once)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cone(rays: &[[f64; 2]], lines: &[[f64; 2]]) -> Generated {
        let list = |vectors: &[[f64; 2]]| vectors.iter().map(|vector| vector.to_vec()).collect::<Vec<_>>();
        Generated::new(&list(rays), &list(lines)).unwrap()
    }

    #[test]
    fn a_line_is_two_opposite_rays() {
        let half = cone(&[[0.0, 1.0]], &[[1.0, 0.0]]);
        let other = cone(&[[5.0, 1.0], [1.0, 0.0], [-2.0, 0.0]], &[]);
        assert!(half.same_as(&other, 1e-9, "rays").is_ok());
        assert!(half.same_as(&cone(&[[0.0, 1.0], [1.0, 0.0]], &[]), 1e-9, "rays").is_err());
        assert!(half.same_as(&cone(&[], &[[1.0, 0.0], [0.0, 1.0]]), 1e-9, "rays").is_err());
    }

    #[test]
    fn a_zero_vector_is_no_generator() {
        assert!(Generated::new(&[vec![0.0, 0.0]], &[]).is_err());
    }

    #[test]
    fn the_cone_of_nothing_is_the_origin() {
        assert!(cone(&[], &[]).same_as(&cone(&[], &[]), 1e-9, "rays").is_ok());
        assert!(cone(&[], &[]).same_as(&cone(&[[1.0, 0.0]], &[]), 1e-9, "rays").is_err());
        assert!(cone(&[[1.0, 0.0]], &[]).same_as(&cone(&[], &[]), 1e-9, "rays").is_err());
    }
}
