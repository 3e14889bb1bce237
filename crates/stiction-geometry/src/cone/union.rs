//! Sets of directions made of cones: unions, differences, complements.

use super::linear_map::same;
use super::open::OpenCone;
use super::polyhedral::Cone;
use super::rows::ConeFault;
use stiction_exact::integers;
use stiction_proof::Rational;

/// A union of cones with open faces.
///
/// ```
/// use stiction_geometry::cone::{Cone, OpenCone, Rows, Union};
/// let right = Cone::from_halfspaces(&Rows::from_integers(2, &[[1, 0]])?, &Rows::none(2))?;
/// let left = Union::from(OpenCone::closed(right)).complement();
/// assert!(left.contains(&[(-1).into(), 5.into()])?);
/// assert!(!left.contains(&[0.into(), 5.into()])?);
/// assert!(left.complement().complement().is_same_as(&left)?);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Union {
    dimension: usize,
    cones: Vec<OpenCone>,
}

impl From<OpenCone> for Union {
    fn from(cone: OpenCone) -> Self {
        Self { dimension: cone.space(), cones: if cone.is_empty() { Vec::new() } else { vec![cone] } }
    }
}

impl Union {
    /// The set without any point.
    pub fn empty(dimension: usize) -> Self {
        Self { dimension, cones: Vec::new() }
    }

    /// The whole space.
    pub fn whole(dimension: usize) -> Self {
        OpenCone::closed(Cone::whole(dimension)).into()
    }

    /// Cones that are not empty.
    pub(super) fn of(dimension: usize, cones: Vec<OpenCone>) -> Self {
        Self { dimension, cones }
    }

    /// The cones it is made of; none of them is empty.
    pub fn cones(&self) -> &[OpenCone] {
        &self.cones
    }

    /// The dimension of the space.
    pub fn space(&self) -> usize {
        self.dimension
    }

    /// Whether the set has no point.
    pub fn is_empty(&self) -> bool {
        self.cones.is_empty()
    }

    /// Whether a point is in the set.
    pub fn contains(&self, point: &[Rational]) -> Result<bool, ConeFault> {
        same(self.dimension, point.len())?;
        let direction = integers::primitive(point);
        Ok(self.cones.iter().any(|cone| cone.contains_direction(&direction)))
    }

    /// What is in one of both; the cones of both.
    pub fn union(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.dimension, other.dimension)?;
        Ok(Self { dimension: self.dimension, cones: [&self.cones[..], &other.cones[..]].concat() })
    }

    /// What is in both; disjoint cones if those of each set are disjoint.
    pub fn meet(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.dimension, other.dimension)?;
        let mut cones = Vec::new();
        for one in &self.cones {
            for two in &other.cones {
                cones.push(one.meet(two)?);
            }
        }
        cones.retain(|cone| !cone.is_empty());
        Ok(Self { dimension: self.dimension, cones })
    }

    /// What is in this set and not in the other; disjoint cones if those of this set are.
    pub fn difference(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.dimension, other.dimension)?;
        let mut cones = self.cones.clone();
        for cut in &other.cones {
            let mut left = Vec::new();
            for cone in &cones {
                left.extend(cone.difference(cut)?);
            }
            cones = left;
        }
        Ok(Self { dimension: self.dimension, cones })
    }

    /// All points that are not in the set, as disjoint cones.
    pub fn complement(&self) -> Self {
        // Both are of one dimension.
        Self::whole(self.dimension).difference(self).unwrap_or_else(|_| Self::empty(self.dimension))
    }

    /// The same set as disjoint cones.
    pub fn disjoint(&self) -> Self {
        let mut parts = Self::empty(self.dimension);
        for cone in &self.cones {
            // Both are of one dimension.
            if let Ok(more) = Self::from(cone.clone()).difference(&parts) {
                parts.cones.extend(more.cones);
            }
        }
        parts
    }

    /// Whether both have the same points.
    pub fn is_same_as(&self, other: &Self) -> Result<bool, ConeFault> {
        Ok(self.difference(other)?.is_empty() && other.difference(self)?.is_empty())
    }
}
