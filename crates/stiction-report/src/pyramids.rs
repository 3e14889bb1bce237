//! Is the pyramid of a contact the one that a report names?
//!
//! With a normal `n` and directions `dₖ` across it, each 2π/K further than the one before,
//!
//! ```text
//!     inner:K    |dₖ| ≤ |n|                          the pyramid is within the round cone               (1)
//!     outer:K    |dₖ × dₖ₊₁| ≥ |n|·|dₖ₊₁ − dₖ|       no side is nearer than the circle, so it is around  (2)
//! ```
//!
//! Both are compared exactly, by squares.  That a pyramid is no smaller, or larger, than rounding makes it,
//! and how far its directions turn, is compared up to [`CLOSE`]: nothing monotone in friction rests on that.
//!
//! References: \[MR 12.2\] for pyramids of friction.

use stiction::ask::lower::ConeModel;
use stiction::exact::vector::{cross, dot};
use stiction_proof::{NonZero, SpatialContact, Vector};

/// Far more than the rounding of directions, 2⁻⁴⁴.
const CLOSE: f64 = 1e-12;

/// The model of friction that all contacts of space have, or why it is none.
pub(crate) fn model_of<'a>(
    contacts: impl Iterator<Item = &'a SpatialContact> + Clone,
) -> Result<ConeModel, String> {
    let pyramid = contacts.clone().find_map(|contact| Some((contact, contact.across.as_ref()?)));
    let model = match pyramid {
        None => ConeModel::Round,
        Some((contact, across)) => {
            let count = across.len();
            let inner = is_pyramid(ConeModel::Inner(count), &contact.normal, across);
            if inner { ConeModel::Inner(count) } else { ConeModel::Outer(count) }
        }
    };
    are_of(model, contacts)?;
    Ok(model)
}

/// Whether all contacts have the cones of a model.
pub(crate) fn are_of<'a>(
    model: ConeModel,
    mut contacts: impl Iterator<Item = &'a SpatialContact>,
) -> Result<(), String> {
    let other = contacts.find(|contact| {
        let right = match &contact.across {
            None => model == ConeModel::Round || !contact.friction.is_positive() && contact.torsion.is_none(),
            Some(across) => is_pyramid(model, &contact.normal, across),
        };
        !right
    });
    other.map_or(Ok(()), |contact| Err(format!("\"{}\" has another cone than {model}", contact.id)))
}

/// Whether directions about a normal are those of a model.
pub(crate) fn is_pyramid(model: ConeModel, normal: &Vector, across: &[Vector]) -> bool {
    let (count, outer) = match model {
        ConeModel::Round => return false,
        ConeModel::Inner(count) => (count, false),
        ConeModel::Outer(count) => (count, true),
    };
    let square = |vector: &Vector| dot(vector, vector);
    let fits = count == across.len() && count >= 3;
    let Some(size) = NonZero::new(square(normal)).filter(|_| fits) else { return false };
    let whole = size.get();
    let step = std::f64::consts::TAU / count as f64;
    let corner = if outer { (0.5 * step).cos().recip() } else { 1.0 };
    let next = |k: usize| &across[(k + 1) % count];
    let area = |k: usize| dot(&cross(&across[k], next(k)), normal);
    let turns = area(0).is_positive();
    (0..count).all(|k| {
        let (direction, area) = (&across[k], area(k));
        let side: Vector = std::array::from_fn(|i| &next(k)[i] - &direction[i]);
        let bounded =
            if outer { &area * &area >= whole * whole * square(&side) } else { square(direction) <= *whole };
        let parts = [square(direction), dot(direction, next(k))].map(|part| (part / &size).to_f64());
        let meant = [corner * corner, corner * corner * step.cos()];
        let near =
            parts.iter().zip(meant).all(|(part, meant)| (part - meant).abs() <= CLOSE * corner * corner);
        bounded && near && dot(direction, normal).is_zero() && !area.is_zero() && area.is_positive() == turns
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole([x, y, z]: [i64; 3]) -> Vector {
        [x.into(), y.into(), z.into()]
    }

    #[test]
    fn a_pyramid_is_around_or_within_the_round_cone() {
        let normal = whole([0, 0, 2]);
        let inner = [[2, 0, 0], [0, 2, 0], [-2, 0, 0], [0, -2, 0]].map(whole).to_vec();
        let outer = [[2, 2, 0], [-2, 2, 0], [-2, -2, 0], [2, -2, 0]].map(whole).to_vec();
        assert!(is_pyramid(ConeModel::Inner(4), &normal, &inner));
        assert!(is_pyramid(ConeModel::Outer(4), &normal, &outer));
        assert!(!is_pyramid(ConeModel::Outer(4), &normal, &inner));
        assert!(!is_pyramid(ConeModel::Inner(4), &normal, &outer));
        assert!(!is_pyramid(ConeModel::Round, &normal, &inner));
        // Longer, shorter, fewer, in another order, all on one side.
        for corner in [[3, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 2]] {
            let mut changed = inner.clone();
            changed[0] = whole(corner);
            assert!(!is_pyramid(ConeModel::Inner(4), &normal, &changed), "{corner:?}");
        }
        let same = vec![outer[0].clone(); 4];
        assert!(!is_pyramid(ConeModel::Outer(4), &normal, &same));
        let mut swapped = outer.clone();
        swapped.swap(1, 2);
        assert!(!is_pyramid(ConeModel::Outer(4), &normal, &swapped));
        assert!(!is_pyramid(ConeModel::Inner(3), &normal, &inner[..3]));
        // Seen from below.
        let mirrored: Vec<Vector> = outer.iter().rev().cloned().collect();
        assert!(is_pyramid(ConeModel::Outer(4), &normal, &mirrored));
    }
}
