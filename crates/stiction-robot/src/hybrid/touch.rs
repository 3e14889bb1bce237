//! Which relative motions contacts allow, and how that changes while the bodies move.
//!
//! Every contact forbids relative motions along wrenches `t = (r × d, d)` about the common point: along its
//! normal, for a model that enforces rolling along its tangents too, and for a soft one about its normal.
//! With `v` the relative twist,
//!
//! ```text
//!     t·v = 0,   so that   t·(aʳ − aᵉ) = −ṫ·v,   ṫ = (ṗ × d + r × ḋ, ḋ)                              (1)
//! ```
//!
//! Surfaces of curvatures κʳ and κᵉ, the same in all directions and convex positive, touch in a point that
//! moves over the robot's by `u`, and the normal `n` into the robot moves with both surfaces:
//!
//! ```text
//!     ṗ = vʳ(p) + u,   ṅ = ωᵉ × n + κᵉ(vₜ + u) = ωʳ × n − κʳu,   (κʳ + κᵉ)u = ω × n − κᵉvₜ            (2)
//! ```
//!
//! A tip (κʳ = ∞) stays where it is on the robot, u = 0, and the normal is the environment's; the other way
//! round for a robot's flat on a tip.  Two flats keep each other's normal.
//!
//! References: \[Featherstone (3)\]; (2) in the plane is the velocity product of the conventions.

use super::basis::any_solutions;
use super::bodies::BodyAtPoint;
use super::interface::largest;
use super::spatial::{Six, Triple, cross, halves, inner, joined, minus, plus, scaled, wrench_of};
use stiction_exact::matrix::kernel_by_size;
use stiction_exact::root::square_root;
use stiction_geometry::screw::Spatial;
use stiction_proof::{Columns, Rational};
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{Contact, ContactModel, Curvature, Party};

/// What a row of a contact forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    /// Motion along the normal.
    Normal,
    /// Sliding along the first tangent.
    FirstTangent,
    /// Sliding along the second tangent.
    SecondTangent,
    /// Turning about the normal.
    Spin,
}

/// One wrench that the contacts can exert on the environment.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRow {
    /// The contact.
    pub contact: String,
    /// What it forbids.
    pub forbids: Forbidden,
}

/// What the contacts between two bodies do together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Touch {
    /// Where each independent row comes from.
    pub(super) rows: Vec<ContactRow>,
    /// T2: the independent wrenches on the environment.
    pub(super) forces: Columns,
    /// Sᶜ.
    pub(super) freedoms: Columns,
    /// Ṡᶜα, up to motions that the contact allows.
    pub(super) rate: Vec<Rational>,
}

/// Relative speeds up to this part of the product of the largest entries of wrench and relative twist are
/// rounding, not an impact.
pub const ROUNDED_SPEED: f64 = 1e-6;

/// What is left of a contact's wrench beside those before it, as a part of its length, below which it follows
/// from them.
pub const DEPENDENT: f64 = 1e-9;

/// Curvatures of the robot's surface and of the environment's.
pub(super) type Curvatures = [Curvature; 2];

/// What touching contacts between the robot and the environment do.
pub(super) fn touch(
    contacts: &[&Contact<Spatial>],
    robot: Party,
    point: &Triple,
    sides: [&BodyAtPoint; 2],
    curvatures: &Curvatures,
) -> Result<Touch, Vec<Misfit>> {
    let relative: Six = std::array::from_fn(|k| &sides[0].twist[k] - &sides[1].twist[k]);
    let (mut found, mut misfits) = (Vec::new(), Vec::new());
    for contact in contacts {
        match rows_of(contact, robot, point, sides, curvatures) {
            Ok(rows) => found.extend(rows),
            Err(misfit) => misfits.push(misfit),
        }
    }
    for (row, wrench, _) in &found {
        misfits.extend(moving(row, wrench, &relative));
    }
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let wrenches: Columns = found.iter().map(|(_, wrench, _)| wrench.to_vec()).collect();
    let kept = independent(&wrenches);
    let forces: Columns = kept.iter().map(|&k| wrenches[k].clone()).collect();
    let wanted: Vec<Rational> = kept.iter().map(|&k| -inner(&found[k].2, &relative)).collect();
    let rate = any_solutions(&forces, &[wanted], 6).and_then(|mut list| list.pop()).unwrap_or_default();
    let freedoms =
        contacts.first().map_or_else(|| kernel_by_size(&forces, 6), |first| seen_from(first, &forces));
    let rows = kept.into_iter().map(|k| found[k].0.clone()).collect();
    Ok(Touch { rows, forces, freedoms, rate })
}

/// The wrenches that do not follow from those before them, lengths in units of the largest lever.  Points of
/// a patch are roundings of points of a plane: what is left of a wrench below [`DEPENDENT`] of its length is
/// rounding, and the wrench follows.
fn independent(wrenches: &Columns) -> Vec<usize> {
    let doubles: Vec<[f64; 6]> =
        wrenches.iter().map(|wrench| std::array::from_fn(|k| wrench[k].to_f64())).collect();
    let lever = doubles.iter().flat_map(|wrench| &wrench[..3]).fold(0.0, |most: f64, x| most.max(x.abs()));
    let unit = if lever > 0.0 { lever } else { 1.0 };
    let mut kept: Vec<(usize, [f64; 6])> = Vec::new();
    for (index, wrench) in doubles.iter().enumerate() {
        let own: [f64; 6] = std::array::from_fn(|k| if k < 3 { wrench[k] / unit } else { wrench[k] });
        let mut left = own;
        // Twice is enough.
        for _ in 0..2 {
            for (_, axis) in &kept {
                let along: f64 = left.iter().zip(axis).map(|(a, b)| a * b).sum();
                left.iter_mut().zip(axis).for_each(|(left, axis)| *left -= along * axis);
            }
        }
        let norm = |list: &[f64; 6]| list.iter().map(|x| x * x).sum::<f64>().sqrt();
        if kept.len() < 6 && norm(&left) > DEPENDENT * norm(&own) {
            let length = norm(&left);
            kept.push((index, left.map(|entry| entry / length)));
        }
    }
    kept.into_iter().map(|(index, _)| index).collect()
}

/// A row that the bodies' velocities do not keep.
fn moving(row: &ContactRow, wrench: &Six, relative: &Six) -> Option<Misfit> {
    let speed = inner(wrench, relative).to_f64();
    let sizes = largest(wrench) * largest(relative);
    if speed.abs() <= ROUNDED_SPEED * sizes {
        return None;
    }
    let what = match row.forbids {
        Forbidden::Normal if speed > 0.0 => "the robot moves into the environment here: that is an impact",
        Forbidden::Normal => "the robot leaves the environment here: the contact is already open",
        _ => "the bodies slide or spin on each other here, which the contact's model forbids",
    };
    let message = format!("{what} ({speed:.3e} along the forbidden direction)");
    let help = "give velocities that keep the contact, or leave the contact out";
    Some(Misfit::new("velocity", &["contacts", &row.contact], message, help))
}

type Row = (ContactRow, Six, Six);

/// The wrenches of a contact on the environment, and their rates.
fn rows_of(
    contact: &Contact<Spatial>,
    robot: Party,
    point: &Triple,
    [own, other]: [&BodyAtPoint; 2],
    curvatures: &Curvatures,
) -> Result<Vec<Row>, Misfit> {
    let lever = minus(&contact.point, point);
    let at = |side: &BodyAtPoint| -> (Triple, Triple) {
        let (omega, linear) = halves(&side.twist);
        let moved = plus(&linear, &cross(&omega, &lever));
        (omega, moved)
    };
    let ((omega_r, velocity_r), (omega_e, velocity_e)) = (at(own), at(other));
    // The normal as it is written points into `on`; here into the robot.
    let sign = Rational::from(if contact.on == robot { 1 } else { -1 });
    let normal = scaled(&unit(&contact.normal), &sign);
    let spin = minus(&omega_r, &omega_e);
    let slip = minus(&velocity_r, &velocity_e);
    // u and ṅ.
    let (over, turning) = match curvatures {
        [Curvature::Vertex, Curvature::Finite(kappa)] => {
            (Triple::default(), plus(&cross(&omega_e, &normal), &scaled(&slip, kappa)))
        }
        [Curvature::Finite(kappa), Curvature::Vertex] => {
            let over = scaled(&slip, &Rational::from(-1));
            let turning = minus(&cross(&omega_r, &normal), &scaled(&over, kappa));
            (over, turning)
        }
        [Curvature::Finite(own), Curvature::Finite(other)] => {
            let rolled = minus(&cross(&spin, &normal), &scaled(&slip, other));
            match (own + other).recip() {
                Some(inverse) => {
                    let over = scaled(&rolled, &inverse);
                    let turning = minus(&cross(&omega_r, &normal), &scaled(&over, own));
                    (over, turning)
                }
                None => (Triple::default(), cross(&omega_e, &normal)),
            }
        }
        [Curvature::Vertex, Curvature::Vertex] => {
            return Err(Misfit::new(
                "curvature",
                &["hybrid", "curvature"],
                "two tips have no common normal",
                "give one of the surfaces a finite curvature",
            ));
        }
    };
    let moving = plus(&velocity_r, &over);
    let push = |direction: &Triple, rate: &Triple| -> (Six, Six) {
        let back = Rational::from(-1);
        let (direction, rate) = (scaled(direction, &back), scaled(rate, &back));
        let turned = plus(&cross(&moving, &direction), &cross(&lever, &rate));
        (wrench_of(&lever, &direction), joined(turned, rate))
    };
    let named = |forbids| ContactRow { contact: contact.id.clone(), forbids };
    let (wrench, rate) = push(&normal, &turning);
    let mut rows = vec![(named(Forbidden::Normal), wrench, rate)];
    if contact.model != ContactModel::Frictionless {
        let kinds = [Forbidden::FirstTangent, Forbidden::SecondTangent];
        for (tangent, forbids) in contact.tangents.iter().zip(kinds) {
            let tangent = unit(tangent);
            let (wrench, rate) = push(&tangent, &cross(&omega_e, &tangent));
            rows.push((named(forbids), wrench, rate));
        }
    }
    if contact.model == ContactModel::Soft {
        let back = Rational::from(-1);
        let (about, rate) = (scaled(&normal, &back), scaled(&turning, &back));
        rows.push((
            named(Forbidden::Spin),
            joined(about, Triple::default()),
            joined(rate, Triple::default()),
        ));
    }
    Ok(rows)
}

/// A direction of length one; where the length has a root, of one but for its rounding, which scales the row alone.
pub(super) fn unit(direction: &Triple) -> Triple {
    let length = square_root(&inner(direction, direction)).value;
    length.recip().map_or_else(|| direction.clone(), |inverse| scaled(direction, &inverse))
}

/// The motions reciprocal to forces, each along as few axes of a contact's frame (two tangents, normal) as can be.
fn seen_from(contact: &Contact<Spatial>, forces: &Columns) -> Columns {
    let Some(tangents) = contact.tangents.get(..2) else { return kernel_by_size(forces, 6) };
    let axes = [unit(&tangents[0]), unit(&tangents[1]), unit(&contact.normal)];
    let along = |k: usize| -> Six {
        let (axis, none) = (axes[k % 3].clone(), Triple::default());
        if k < 3 { joined(axis, none) } else { joined(none, axis) }
    };
    let frame: Vec<Six> = (0..6).map(along).collect();
    let seen: Columns =
        forces.iter().map(|force| frame.iter().map(|axis| inner(axis, force)).collect()).collect();
    let mixed = |factors: Vec<Rational>| -> Vec<Rational> {
        (0..6).map(|row| factors.iter().zip(&frame).map(|(factor, axis)| factor * &axis[row]).sum()).collect()
    };
    kernel_by_size(&seen, 6).into_iter().map(mixed).collect()
}
