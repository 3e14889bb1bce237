//! The set of wrenches of a mode: equation (1) of the module.
//!
//! Where velocities or least accelerations shift it, the set is not a cone; it is then where the first
//! coordinate is one of the cone over it, `{(t, g) : t > 0}`, one dimension higher.
//!
//! The source eliminates by hand: the disc of \[BT §4\], \[BT (12)\], by the steps \[BT 5.1\] (free
//! accelerations), \[BT 5.2\] (signs), \[BT 5.3\] (rolling), \[BT 5.4\] (sliding) and \[BT 5.5\] (columns),
//! to \[BT (13)\], \[BT (14)\], \[BT (15)\], \[BT (16)\], \[BT (17)\] and the faces \[BT (18)\].  Here the
//! same set is the sum of two images; what several modes share is \[BT (22)\].

use dashu_int::IBig;
use stiction_exact::integers;
use stiction_geometry::cone::{LinearMap, OpenCone, Polyhedron, Rows};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Sense, System};

/// The wrenches of a mode.
#[derive(Debug, Clone, PartialEq)]
pub enum WrenchSet {
    /// A cone with open faces.
    Cone(OpenCone),
    /// A shifted set: the cone over it, its first coordinate strictly positive.
    Shifted(OpenCone),
}

/// Where a wrench lies with respect to the closed set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Where {
    /// In its relative interior.
    Inside,
    /// On its relative boundary.
    Boundary,
    /// Not in it.
    Outside,
}

/// The set of all wrenches for which a system has a solution; `shifted` says that its constants matter.
///
/// ```
/// use stiction_modes::wrenches::wrench_set;
/// use stiction_proof::Rational;
/// use stiction_proof::wrenches::{Part, PartContact, PlanarPart};
/// // A unit disc on a frictionless floor: it leaves the floor under what lifts it, and only then.
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let unit = |i: usize| std::array::from_fn(|j| Rational::from(i64::from(i == j)));
/// let floor = PartContact::new("floor", whole(0, -1), whole(0, 1), Rational::zero());
/// let disc = PlanarPart { reference: whole(0, 0), mass: std::array::from_fn(unit), contacts: vec![floor] };
/// let leaves = wrench_set(&disc.system(&["s".to_owned()])?, false);
/// assert!(leaves.contains(&[5.into(), (-3).into(), 1.into()]));
/// assert!(!leaves.contains(&[5.into(), (-3).into(), 0.into()]));
/// # Ok::<(), stiction_proof::Refusal>(())
/// ```
pub fn wrench_set(system: &System, shifted: bool) -> WrenchSet {
    let size = system.mass.len();
    let first = usize::from(shifted);
    let width = size + first;
    let lifted = |head: &Rational, tail: &[Rational]| {
        let head = shifted.then(|| head.clone());
        integers::primitive(&head.into_iter().chain(tail.iter().cloned()).collect::<Vec<_>>())
    };
    let rows = |sense: Sense| {
        let demands = system.demands.iter().filter(|demand| demand.sense == sense);
        demands.map(|demand| lifted(&demand.constant, &demand.row)).collect::<Vec<_>>()
    };
    let mut strict = rows(Sense::Positive);
    let unit = |at: usize| (0..width).map(|i| IBig::from(u8::from(i == at))).collect::<Vec<IBig>>();
    if shifted {
        strict.push(unit(0));
    }
    let zero = Rational::zero();
    let edges: Vec<Vec<IBig>> = system
        .edges
        .iter()
        .map(|edge| lifted(&zero, &edge.iter().map(|entry| -entry).collect::<Vec<_>>()))
        .collect();
    let mut matrix: Vec<Vec<Rational>> = Vec::new();
    if shifted {
        matrix.push((0..width).map(|i| Rational::from(i64::from(i == 0))).collect());
    }
    for row in &system.mass {
        matrix.push([&vec![zero.clone(); first][..], row].concat());
    }
    let made = || {
        let list = |rows: Vec<Vec<IBig>>| Rows::from_big(width, &rows);
        let accelerations =
            OpenCone::new(&list(rows(Sense::NotNegative))?, &list(rows(Sense::Zero))?, &list(strict)?)?;
        accelerations.image_with(&LinearMap::from_rationals(width, &matrix)?, &list(edges)?)
    };
    // All rows have the one width.
    let set = made().unwrap_or_else(|_: stiction_geometry::cone::ConeFault| OpenCone::empty(width));
    if shifted { WrenchSet::Shifted(set) } else { WrenchSet::Cone(set) }
}

impl WrenchSet {
    /// The cone, or the cone over the shifted set.
    pub fn over(&self) -> &OpenCone {
        match self {
            Self::Cone(cone) | Self::Shifted(cone) => cone,
        }
    }

    /// The cone, if it is one.
    pub fn cone(&self) -> Option<&OpenCone> {
        match self {
            Self::Cone(cone) => Some(cone),
            Self::Shifted(_) => None,
        }
    }

    /// The closed polyhedron of a shifted set.
    pub fn polyhedron(&self) -> Option<Polyhedron> {
        match self {
            Self::Cone(_) => None,
            Self::Shifted(over) => Some(Polyhedron::from_cone(over.closure().clone())),
        }
    }

    /// Whether no wrench is in it.
    pub fn is_empty(&self) -> bool {
        self.over().is_empty()
    }

    fn lifted(&self, wrench: &[Rational]) -> Vec<Rational> {
        match self {
            Self::Cone(_) => wrench.to_vec(),
            Self::Shifted(_) => [&[Rational::one()], wrench].concat(),
        }
    }

    /// Whether a wrench is in it; strict inequalities are strict.
    pub fn contains(&self, wrench: &[Rational]) -> bool {
        self.over().contains(&self.lifted(wrench)).unwrap_or(false)
    }

    /// Where a wrench lies with respect to the closed set; everything is outside an empty one.
    pub fn place(&self, wrench: &[Rational]) -> Where {
        use stiction_geometry::cone::Place;
        if self.is_empty() {
            return Where::Outside;
        }
        let (closed, point) = (self.over().closure(), self.lifted(wrench));
        match closed.place(&point) {
            Ok(Place::Inside) => Where::Inside,
            Ok(Place::Boundary { .. }) => Where::Boundary,
            _ => Where::Outside,
        }
    }
}
