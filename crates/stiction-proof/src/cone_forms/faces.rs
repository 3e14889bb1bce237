//! Facets of which every ridge lies in two are all facets.
//!
//! Faces are sets of rays: those on which some of the listed normals vanish.  Let `k` be the dimension of a
//! face without the lines. A smaller face inside of it that has dimension `k − 1` is a facet of it.  If each
//! facet of each listed facet, a ridge, lies in two listed ones, none is missing: the facets of a cone hang
//! together through its ridges.  A face of dimension 1 is a ray and has the origin as its one facet.

use super::{ConeForms, FormsRefusal, dot, require};
use crate::rank::{rank_modulo, residues_of};
use crate::rational::Rational;
use std::collections::HashMap;
use std::rc::Rc;

/// A set of rays.
type Face = Vec<u64>;

struct Lattice {
    /// The rays on which each normal vanishes.
    facets: Vec<Face>,
    /// Rays and lines modulo a prime.
    rays: Vec<Vec<u64>>,
    lines: Vec<Vec<u64>>,
    /// Facets of the faces that were seen.
    known: HashMap<Face, Rc<Vec<Face>>>,
}

/// Whether nothing that satisfies the rows is left out by rays and lines; that these satisfy the rows is known.
pub(super) fn are_complete(forms: &ConeForms, dimension: usize) -> Result<(), FormsRefusal> {
    let residues = |rows: &[Vec<Rational>]| -> Option<Vec<Vec<u64>>> {
        rows.iter().map(|row| residues_of(row)).collect()
    };
    let (Some(rays), Some(lines), Some(equalities)) =
        (residues(&forms.rays), residues(&forms.lines), residues(&forms.equalities))
    else {
        return Err(FormsRefusal::Dimension);
    };
    let incidence = |normal: &Vec<Rational>| {
        let mut face = vec![0; rays.len().div_ceil(64)];
        for (at, ray) in forms.rays.iter().enumerate() {
            if dot(normal, ray).is_zero() {
                face[at / 64] |= 1 << (at % 64);
            }
        }
        face
    };
    let facets = forms.normals.iter().map(incidence).collect();
    let independent = |rows: &Vec<Vec<u64>>| rank_modulo(rows.iter().cloned()) == rows.len();
    require(independent(&lines) && independent(&equalities), FormsRefusal::Dimension)?;
    let left = dimension - equalities.len();
    let all = whole(rays.len());
    let mut lattice = Lattice { facets, rays, lines, known: HashMap::new() };
    let rank = lattice.rank(&all);
    require(rank + lattice.lines.len() == left, FormsRefusal::Dimension)?;
    match rank {
        0 => Ok(()),
        // A ray ends where some normal is positive on it.
        1 => require(lattice.facets.iter().any(is_empty), FormsRefusal::Missing),
        _ => lattice.facets_of(&all, rank).map(|_| ()),
    }
}

fn whole(count: usize) -> Face {
    let mut face = vec![0; count.div_ceil(64)];
    (0..count).for_each(|at| face[at / 64] |= 1 << (at % 64));
    face
}

fn is_empty(face: &Face) -> bool {
    face.iter().all(|word| *word == 0)
}

impl Lattice {
    /// The dimension that the rays of a face add to the lines.
    fn rank(&self, face: &Face) -> usize {
        let on = |at: &usize| face[at / 64] >> (at % 64) & 1 == 1;
        let rays = (0..self.rays.len()).filter(on).map(|at| self.rays[at].clone());
        rank_modulo(self.lines.iter().cloned().chain(rays)) - self.lines.len()
    }

    /// All facets of a face of this dimension.
    fn facets_of(&mut self, face: &Face, dimension: usize) -> Result<Rc<Vec<Face>>, FormsRefusal> {
        if dimension <= 1 {
            return Ok(Rc::new(vec![vec![0; face.len()]]));
        }
        if let Some(known) = self.known.get(face) {
            return Ok(Rc::clone(known));
        }
        let mut facets: Vec<Face> = self
            .facets
            .iter()
            .map(|facet| facet.iter().zip(face).map(|(a, b)| a & b).collect::<Face>())
            .filter(|facet| facet != face)
            .collect();
        facets.sort_unstable();
        facets.dedup();
        facets.retain(|facet| self.rank(facet) == dimension - 1);
        let mut ridges: HashMap<Face, usize> = HashMap::new();
        for facet in &facets {
            for ridge in self.facets_of(facet, dimension - 1)?.iter() {
                *ridges.entry(ridge.clone()).or_default() += 1;
            }
        }
        let closed = !facets.is_empty() && ridges.values().all(|&count| count == 2);
        require(closed, FormsRefusal::Missing)?;
        let facets = Rc::new(facets);
        self.known.insert(face.clone(), Rc::clone(&facets));
        Ok(facets)
    }
}
