//! Are the inertias of a robot's links those of bodies; and where they are not, does it matter?
//!
//! What moves is a *body*: a link with all that is fixed to it.  The dynamics knows the links only through the sum
//! over a body, so that
//!
//! ```text
//!     a body that is fixed to the world moves nothing: its numbers do not matter                   (1)
//!     a body with Σ I ≥ 0 has a kinetic energy that is never negative, whatever its parts          (2)
//! ```
//!
//! with I of the parts about the body's centre of mass.  Whether a matrix of doubles is semidefinite is decided in
//! fractions: all principal minors are ≥ 0, exactly.
//!
//! **Rounding.**  Moments in a file come from a program: turned from principal axes, R D Rᵀ, moved from the link's
//! origin to the centre of mass c, I − m (c·c 1 − c cᵀ), and written.  With u = 2⁻⁵³ and Frobenius' norm
//!
//! ```text
//!     turning     |fl(R D Rᵀ) − R D Rᵀ| ≤ 7u |R| |D| |Rᵀ|  ≤ 21u ‖D‖     as |R| has rows of length 1, so ‖|R|‖² = 3
//!     moving      four roundings of terms ≤ m c·c, nine entries            ≤  9u m c·c  (diagonal 2 · 3, rest 6 · ½)
//!     writing     one rounding an entry                                     ≤   u ‖I‖
//!     δ = 32 u (‖I‖ + m c·c)                                                                       (3)
//! ```
//!
//! so that a matrix I + δ ≥ 0 may be a semidefinite one that was rounded: eigenvalues move by no more than the norm
//! of what is added (Weyl).  The same δ is lost when the link's inertia about its origin is computed in doubles, so
//! that such an I cannot be told from a semidefinite one in any later number.

use super::fault::ModelFault;
use super::model::{LinkInertia, Model};
use super::tree::{Fixture, fixtures, matrix};
use super::vector::{Symmetric, Vector};
use crate::screw::{Inertia, InertiaFault};
use stiction_proof::Rational;

/// What is odd about the inertia of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Oddity {
    /// It breaks a rule of inertias.
    Breaks(InertiaFault),
    /// The mass is zero, and the moments are not: a rotor whose mass is counted elsewhere.
    Rotor,
    /// The smallest principal moment is not positive, and would be zero but for rounding: (3).
    Semidefinite {
        /// The smallest moment, as computed.
        smallest: f64,
    },
    /// The smallest principal moment is negative, and those of the body that the link is part of are not: (2).
    PartOfBody {
        /// The smallest moment.
        smallest: f64,
    },
}

impl Oddity {
    /// Whether nothing can be computed with it, where the link moves; the largest of three moments matters to none.
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Breaks(rule) if !matches!(rule, InertiaFault::Triangle { .. }))
    }

    /// The rule that it breaks.
    fn rule(self) -> InertiaFault {
        match self {
            Self::Breaks(rule) => rule,
            Self::Rotor => InertiaFault::Mass { mass: 0.0 },
            Self::Semidefinite { smallest } | Self::PartOfBody { smallest } => {
                InertiaFault::Moment { smallest }
            }
        }
    }
}

/// Something odd about a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkOddity {
    /// Index of the link.
    pub link: usize,
    /// What is odd.
    pub oddity: Oddity,
    /// Whether the link is fixed to the world, so that it does not matter: (1).
    pub still: bool,
}

/// Everything odd about the inertias of a robot, in the order of its links.  Links that are no tree are judged each as
/// a body that moves.
pub fn oddities(model: &Model) -> Vec<LinkOddity> {
    if let Ok(fixtures) = fixtures(model) {
        return found(model, &fixtures);
    }
    let links =
        model.links.iter().enumerate().filter_map(|(link, given)| Some((link, given.inertia.as_ref()?)));
    let alone = |(link, inertia)| {
        of_link(inertia, || false).into_iter().map(move |oddity| LinkOddity { link, oddity, still: false })
    };
    links.flat_map(alone).collect()
}

/// The oddities with which nothing can be computed.
pub(super) fn faults(model: &Model, fixtures: &[Fixture]) -> Vec<ModelFault> {
    let fatal = found(model, fixtures).into_iter().filter(|odd| !odd.still && odd.oddity.is_fault());
    fatal.map(|odd| ModelFault::Inertia { link: odd.link, fault: odd.oddity.rule() }).collect()
}

fn found(model: &Model, fixtures: &[Fixture]) -> Vec<LinkOddity> {
    let mut all = Vec::new();
    for (link, given) in model.links.iter().enumerate() {
        let Some(inertia) = &given.inertia else { continue };
        let body = fixtures[link].body;
        let whole = || body_is_semidefinite(model, fixtures, body);
        all.extend(of_link(inertia, whole).into_iter().map(|oddity| LinkOddity {
            link,
            oddity,
            still: body == 0,
        }));
    }
    all
}

/// What is odd about one link; `whole` says whether the body that it is part of is semidefinite.
fn of_link(given: &LinkInertia, whole: impl Fn() -> bool) -> Vec<Oddity> {
    // A mass of zero is judged here, and its moments like those of any body.
    let mass = if given.mass == 0.0 { 1.0 } else { given.mass };
    let broken = Inertia::spatial(mass, given.place.translation(), given.rotational).err();
    let moments = given.rotational.iter().flatten().any(|entry| *entry != 0.0);
    let rotor = (given.mass == 0.0 && moments).then_some(Oddity::Rotor);
    let told = |fault: InertiaFault| match fault {
        InertiaFault::Moment { smallest } | InertiaFault::Negative { smallest } => {
            if is_semidefinite(&given.rotational, rounding(given)) {
                Oddity::Semidefinite { smallest }
            } else if whole() {
                Oddity::PartOfBody { smallest }
            } else {
                Oddity::Breaks(InertiaFault::Moment { smallest })
            }
        }
        other => Oddity::Breaks(other),
    };
    rotor.into_iter().chain(broken.unwrap_or_default().into_iter().map(told)).collect()
}

/// δ of (3).
fn rounding(given: &LinkInertia) -> f64 {
    let norm = given.rotational.iter().flatten().map(|entry| entry * entry).sum::<f64>().sqrt();
    let [x, y, z] = given.place.translation();
    16.0 * f64::EPSILON * (norm + given.mass.abs() * (x * x + y * y + z * z))
}

/// Whether the links of a body add up to a semidefinite inertia, up to the rounding of its parts.
fn body_is_semidefinite(model: &Model, fixtures: &[Fixture], body: usize) -> bool {
    let parts = || {
        let links = model.links.iter().zip(fixtures).filter(|(_, fixture)| fixture.body == body);
        links.filter_map(|(link, fixture)| Some((link.inertia.as_ref()?, fixture)))
    };
    let place = |given: &LinkInertia, fixture: &Fixture| {
        fixture.offset + fixture.rotation.times(Vector(given.place.translation()))
    };
    let mass: f64 = parts().map(|(given, _)| given.mass).sum();
    if parts().count() < 2 || !(mass > 0.0 && mass.is_finite()) {
        return false;
    }
    let first = parts().fold(Vector::ZERO, |sum, (given, fixture)| sum + place(given, fixture) * given.mass);
    let center = first * (1.0 / mass);
    let (mut total, mut delta) = (Symmetric::ZERO, 0.0);
    for (given, fixture) in parts() {
        let lever = place(given, fixture) - center;
        let axes = fixture.rotation.compose(&matrix(&given.place));
        total = total
            .plus(&Symmetric::from_rows(&given.rotational).turned_by(&axes))
            .plus(&Symmetric::of_point_mass(given.mass, lever));
        delta += rounding(given) + 16.0 * f64::EPSILON * given.mass.abs() * lever.dot(lever);
    }
    is_semidefinite(&total.rows(), delta)
}

/// Whether A + δ ≥ 0, by its principal minors in fractions.
fn is_semidefinite(rows: &[[f64; 3]; 3], delta: f64) -> bool {
    let exact = |value: f64| Rational::from_f64(value);
    let entry = |i: usize, j: usize| {
        let mean = exact(0.5 * (rows[i][j] + rows[j][i]))?;
        if i == j { Some(mean + exact(delta)?) } else { Some(mean) }
    };
    let all: Option<Vec<Rational>> =
        [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().map(|(i, j)| entry(i, j)).collect();
    let Some([a, b, c, d, e, f]) = all.and_then(|all| <[Rational; 6]>::try_from(all).ok()) else {
        return false;
    };
    let product = |x: &Rational, y: &Rational| x.clone() * y.clone();
    let minors = [
        a.clone(),
        b.clone(),
        c.clone(),
        product(&a, &b) - product(&d, &d),
        product(&a, &c) - product(&e, &e),
        product(&b, &c) - product(&f, &f),
    ];
    let two = Rational::new(2, 1);
    let determinant = product(&a, &product(&b, &c)) + two * product(&d, &product(&e, &f))
        - product(&a, &product(&f, &f))
        - product(&b, &product(&e, &e))
        - product(&c, &product(&d, &d));
    minors.iter().chain([&determinant]).all(|minor| !minor.is_negative())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screw::Pose;

    fn given(rotational: [[f64; 3]; 3]) -> LinkInertia {
        LinkInertia { mass: 1.0, place: Pose::identity(), rotational }
    }

    #[test]
    fn six_equal_moments_are_semidefinite_exactly() {
        let rows = [[1e-3; 3]; 3];
        assert!(is_semidefinite(&rows, 0.0));
        assert!(of_link(&given(rows), || false).iter().all(|odd| matches!(odd, Oddity::Semidefinite { .. })
            || matches!(odd, Oddity::Breaks(InertiaFault::Triangle { .. }))));
    }

    #[test]
    fn a_moment_below_rounding_is_semidefinite_and_one_above_is_negative() {
        let rows = |small: f64| [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, small]];
        let kind = |small| of_link(&given(rows(small)), || false)[0];
        assert!(matches!(kind(-5e-15), Oddity::Semidefinite { .. }));
        assert!(matches!(kind(-1e-13), Oddity::Breaks(InertiaFault::Moment { .. })));
        assert!(matches!(of_link(&given(rows(-0.1)), || true)[0], Oddity::PartOfBody { .. }));
    }
}
