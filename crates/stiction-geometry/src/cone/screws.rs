//! Cones of wrenches and of twists, which do not mix.

use super::linear_map::same;
use super::polyhedral::{Cone, Containment, Place};
use super::rows::{ConeFault, Rows};
use crate::screw::Space;
use crate::screw::kind::{self, Kind};
use std::marker::PhantomData;

/// A cone of screws of one kind, in the plane or in space.
///
/// The dual of the wrenches that contacts can apply are the twists against which none of them does work on the body:
///
/// ```
/// use stiction_geometry::cone::WrenchCone;
/// use stiction_geometry::screw::Planar;
/// use stiction_proof::Rational;
/// // A floor: two frictionless contacts at x = −1 and x = 1, (moment, fx, fy).
/// let push = |moment: i64| [moment, 0, 1].map(Rational::from);
/// let pushes = WrenchCone::<Planar>::from_generators(&[push(-1), push(1)], &[])?;
/// let motions = pushes.dual();
/// assert_eq!(motions.cone().lines().len(), 1);
/// assert_eq!(motions.dual(), pushes);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
/// ```compile_fail,E0308
/// # use stiction_geometry::cone::WrenchCone;
/// # use stiction_geometry::screw::Planar;
/// # let pushes = WrenchCone::<Planar>::from_generators(&[], &[]).unwrap();
/// pushes.meet(&pushes.dual());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScrewCone<K: Kind, S: Space> {
    cone: Cone,
    kind: PhantomData<(K, S)>,
}

/// What contacts can push with.
pub type WrenchCone<S> = ScrewCone<kind::Wrench, S>;
/// What contacts let through.
pub type TwistCone<S> = ScrewCone<kind::Twist, S>;

impl<K: Kind, S: Space> ScrewCone<K, S> {
    /// The cone that screws, and lines both ways, generate.
    pub fn from_generators(rays: &[S::Screw], lines: &[S::Screw]) -> Result<Self, ConeFault> {
        let rows = |rows: &[S::Screw]| Rows::from_rationals(S::FREEDOMS, rows);
        Cone::from_generators(&rows(rays)?, &rows(lines)?).map(Self::wrap)
    }

    /// The screws whose power with some of the dual kind is not negative, and with others is zero.
    pub fn from_halfspaces(normals: &[S::Screw], equalities: &[S::Screw]) -> Result<Self, ConeFault> {
        let rows = |rows: &[S::Screw]| Rows::from_rationals(S::FREEDOMS, rows);
        Cone::from_halfspaces(&rows(normals)?, &rows(equalities)?).map(Self::wrap)
    }

    /// A cone whose components are those of such screws, angular first.
    pub fn from_cone(cone: Cone) -> Result<Self, ConeFault> {
        same(S::FREEDOMS, cone.space())?;
        Ok(Self::wrap(cone))
    }

    fn wrap(cone: Cone) -> Self {
        Self { cone, kind: PhantomData }
    }

    /// The cone of components, angular first.
    pub fn cone(&self) -> &Cone {
        &self.cone
    }

    /// All screws of the dual kind whose power with each of these is not negative.
    pub fn dual(&self) -> ScrewCone<K::Dual, S> {
        ScrewCone::wrap(self.cone.dual())
    }

    /// What lies in both.
    pub fn meet(&self, other: &Self) -> Self {
        // Both are of one world.
        Self::wrap(self.cone.meet(&other.cone).unwrap_or_else(|_| Cone::origin(S::FREEDOMS)))
    }

    /// The sums of both.
    pub fn join(&self, other: &Self) -> Self {
        // Both are of one world.
        Self::wrap(self.cone.join(&other.cone).unwrap_or_else(|_| Cone::whole(S::FREEDOMS)))
    }

    /// Where a screw lies.
    pub fn place(&self, screw: &S::Screw) -> Result<Place, ConeFault> {
        self.cone.place(screw.as_ref())
    }

    /// Whether the cone lies in another, with the proof.
    pub fn is_within(&self, other: &Self) -> Result<Containment, ConeFault> {
        self.cone.is_within(&other.cone)
    }
}
