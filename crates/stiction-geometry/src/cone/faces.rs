//! The faces of a cone, each by the extreme rays that lie in it.

use super::polyhedral::Cone;
use super::rows::{Rows, dot};
use dashu_int::IBig;
use std::collections::BTreeSet;

/// A set of indices.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// The rows that are wanted.
    pub(super) fn of(rows: &Rows, wanted: impl Fn(&[IBig]) -> bool) -> Self {
        let mut bits = vec![0; rows.len().div_ceil(64)];
        for (at, _) in rows.iter().enumerate().filter(|(_, row)| wanted(row)) {
            bits[at / 64] |= 1 << (at % 64);
        }
        Self(bits)
    }

    pub(super) fn is_within(&self, larger: &Self) -> bool {
        self.0.iter().zip(&larger.0).all(|(part, all)| part & !all == 0)
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }
}

/// The faces of a cone.
pub(super) struct Faces<'a> {
    cone: &'a Cone,
    /// All rays: the cone as its own face.
    all: Bits,
    /// Of each normal the rays at which it is zero: the facets.
    facets: Vec<Bits>,
}

impl<'a> Faces<'a> {
    pub(super) fn of(cone: &'a Cone) -> Self {
        let facets = zeros(cone.normals(), cone.rays());
        Self { cone, all: Bits::of(cone.rays(), |_| true), facets }
    }

    /// The dimension of the space.
    pub(super) fn space(&self) -> usize {
        self.cone.space()
    }

    /// The face at which a row is zero that is not negative on the cone.
    pub(super) fn where_zero(&self, row: &[IBig]) -> Bits {
        Bits::of(self.cone.rays(), |ray| dot(row, ray).is_zero())
    }

    /// Whether a face is the whole cone.
    pub(super) fn is_all(&self, face: &Bits) -> bool {
        *face == self.all
    }

    /// Indices of the normals that vanish on a face.
    fn normals_on(&self, face: &Bits) -> impl Iterator<Item = usize> {
        (0..self.facets.len()).filter(move |&at| face.is_within(&self.facets[at]))
    }

    /// The row that is zero on a face and positive on the rest of the cone: the sum of the normals that vanish there.
    pub(super) fn exposing(&self, face: &Bits) -> Vec<IBig> {
        let mut sum = vec![IBig::ZERO; self.cone.space()];
        for normal in self.normals_on(face).filter_map(|at| self.cone.normals().get(at)) {
            sum.iter_mut().zip(normal).for_each(|(sum, entry)| *sum += entry);
        }
        sum
    }

    /// The largest faces of a face: it is cut by one more normal.
    fn below(&self, face: &Bits) -> Vec<Bits> {
        let mut largest: Vec<Bits> = Vec::new();
        for facet in self.facets.iter().filter(|facet| !face.is_within(facet)) {
            let smaller = face.and(facet);
            if !largest.iter().any(|other| smaller.is_within(other)) {
                largest.retain(|other| !other.is_within(&smaller));
                largest.push(smaller);
            }
        }
        largest
    }

    /// The largest faces that do not belong; below a face that does not belong none does.
    fn missing(&self, belongs: impl Fn(&Bits) -> bool) -> Vec<Bits> {
        let (mut waiting, mut seen) = (vec![self.all.clone()], BTreeSet::from([self.all.clone()]));
        let mut missing = Vec::new();
        while let Some(face) = waiting.pop() {
            if belongs(&face) {
                waiting.extend(self.below(&face).into_iter().filter(|smaller| seen.insert(smaller.clone())));
            } else {
                missing.push(face);
            }
        }
        missing
    }

    /// The largest faces of an image that are missing: those above which some strict row is zero.  `generators` are the
    /// rays of what was mapped, `images` where they went.
    pub(super) fn missing_of_image(&self, generators: &Rows, images: &Rows, strict: &Rows) -> Vec<Bits> {
        let above = zeros(self.cone.normals(), images);
        let everything = Bits::of(images, |_| true);
        let positive: Vec<Bits> =
            strict.iter().map(|row| Bits::of(generators, |ray| dot(row, ray) > IBig::ZERO)).collect();
        self.missing(|face| {
            let lifted = self.normals_on(face).fold(everything.clone(), |all, at| all.and(&above[at]));
            positive.iter().all(|positive| positive.meets(&lifted))
        })
    }
}

/// Of each normal the vectors at which it is zero.
fn zeros(normals: &Rows, vectors: &Rows) -> Vec<Bits> {
    normals.iter().map(|normal| Bits::of(vectors, |vector| dot(normal, vector).is_zero())).collect()
}
