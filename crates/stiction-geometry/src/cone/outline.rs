//! Where sets of directions end: in R³ as arcs on the sphere, for pictures; of unions as cones.
//!
//! ```text
//!     ∂U = closure of U ∩ closure of the rest      for U and the rest as disjoint cones: pair by pair              (1)
//! ```

use super::linear_map::same;
use super::open::OpenCone;
use super::polyhedral::Cone;
use super::rows::{ConeFault, dot};
use super::signs::Triple;
use super::union::Union;
use super::wrap;
use dashu_int::IBig;

/// Directions of a great circle, from one to another less than half a turn away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arc {
    /// Where it begins.
    pub from: [IBig; 3],
    /// Where it ends; where it begins if it is one direction alone.
    pub to: [IBig; 3],
    /// Whether the directions between belong to the set; of one direction, whether it does.
    pub belongs: bool,
}

impl Cone {
    /// The boundary of a cone in R³ as seen on the sphere: arcs in order, the inside on their left.
    ///
    /// A flat cone is its own boundary: a wedge one arc, a half-plane two, a plane four; a ray is one
    /// direction and a line two.  The origin and the whole space have none.
    ///
    /// ```
    /// use stiction_geometry::cone::{Cone, Rows};
    /// let octant = Cone::from_generators(&Rows::axes(3), &Rows::none(3))?;
    /// let outline = octant.outline()?;
    /// assert_eq!(outline.len(), 3);
    /// assert!(outline.iter().zip(&outline[1..]).all(|(one, next)| one.to == next.from));
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
    /// ```
    pub fn outline(&self) -> Result<Vec<Arc>, ConeFault> {
        OpenCone::closed(self.clone()).outline()
    }

    /// Corners of the outline in order; at the end of a closed curve the first again.
    fn corners(&self) -> Vec<[IBig; 3]> {
        let row = |row: &[IBig]| [row[0].clone(), row[1].clone(), row[2].clone()];
        let rays: Vec<[IBig; 3]> = self.rays().iter().map(row).collect();
        let lines: Vec<[IBig; 3]> = self.lines().iter().map(row).collect();
        let back = |row: &[IBig; 3]| [-&row[0], -&row[1], -&row[2]];
        let about =
            |a: &[IBig; 3], b: &[IBig; 3], inside: &[IBig]| dot(&IBig::cross(a, b), inside) > IBig::ZERO;
        match (&lines[..], &rays[..]) {
            ([], [_, _, _, ..]) => {
                let mut ring = wrap::ring(self.rays().entries());
                ring.extend(ring.first().cloned());
                ring
            }
            ([], rays) => rays.to_vec(),
            // A line alone has no arc: see `outline`.
            ([line], []) => vec![line.clone()],
            ([line], [ray]) => vec![line.clone(), ray.clone(), back(line)],
            ([line], [one, other, ..]) => {
                let [one, other] = if about(line, one, other) { [one, other] } else { [other, one] };
                vec![line.clone(), one.clone(), back(line), other.clone(), line.clone()]
            }
            ([one, other], rays) => {
                let inwards = rays.first().is_none_or(|ray| about(one, other, ray));
                let [one, other] = if inwards { [one, other] } else { [other, one] };
                vec![one.clone(), other.clone(), back(one), back(other), one.clone()]
            }
            _ => Vec::new(),
        }
    }
}

impl OpenCone {
    /// The boundary of the closure in R³, and which of it belongs to the set: see [`Cone::outline`].
    pub fn outline(&self) -> Result<Vec<Arc>, ConeFault> {
        same(3, self.space())?;
        if self.is_empty() {
            return Ok(Vec::new());
        }
        let corners = self.closure().corners();
        let arc = |from: &[IBig; 3], to: &[IBig; 3]| {
            let middle = [0, 1, 2].map(|at| &from[at] + &to[at]);
            Arc { from: from.clone(), to: to.clone(), belongs: self.contains_direction(&middle) }
        };
        Ok(match &corners[..] {
            [one] if self.closure().lines().is_empty() => vec![arc(one, one)],
            [one] => {
                let back = [-&one[0], -&one[1], -&one[2]];
                vec![arc(one, one), arc(&back, &back)]
            }
            corners => corners.windows(2).map(|pair| arc(&pair[0], &pair[1])).collect(),
        })
    }
}

impl Union {
    /// The boundary of the set, equation (1): closed cones of lesser dimension, none of which lies in another.  In R³
    /// [`Cone::outline`] makes arcs of them.  What belongs to the set is the meet of both.
    ///
    /// ```
    /// use stiction_geometry::cone::{Cone, OpenCone, Rows, Union};
    /// // Two quadrants beside each other: the ray between them is no boundary of both together.
    /// let quadrant = |sign: i64| -> Result<Union, stiction_geometry::cone::ConeFault> {
    ///     let rows = Rows::from_integers(2, &[[sign, 0], [0, 1]])?;
    ///     Ok(OpenCone::closed(Cone::from_halfspaces(&rows, &Rows::none(2))?).into())
    /// };
    /// let boundary = quadrant(1)?.union(&quadrant(-1)?)?.boundary();
    /// assert!(boundary.contains(&[1.into(), 0.into()])? && boundary.contains(&[(-1).into(), 0.into()])?);
    /// assert!(!boundary.contains(&[0.into(), 1.into()])?);
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
    /// ```
    pub fn boundary(&self) -> Self {
        let (inside, outside) = (self.disjoint(), self.complement());
        let mut cones: Vec<Cone> = Vec::new();
        for one in inside.cones() {
            for other in outside.cones() {
                // Both are of one dimension.
                let Ok(both) = one.closure().meet(other.closure()) else { continue };
                if !cones.iter().any(|cone| holds(cone, &both)) {
                    cones.retain(|cone| !holds(&both, cone));
                    cones.push(both);
                }
            }
        }
        Self::of(self.space(), cones.into_iter().map(OpenCone::closed).collect())
    }
}

/// Whether a cone holds all that generates another.
fn holds(larger: &Cone, smaller: &Cone) -> bool {
    larger.meet(smaller).is_ok_and(|both| both == *smaller)
}
