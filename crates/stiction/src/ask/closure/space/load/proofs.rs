//! From proposals to proofs: forces that balance exactly, motions that bound.

use super::{GIVEN, Loaded, Wrench, power};
use crate::ask::bracket::{End, rounded_up};
use crate::ask::closure::load::above;
use crate::ask::closure::space::motion;
use crate::ask::closure::space::squeeze::forces_against;
use crate::exact::root::square_root;
use crate::exact::vector::dot;
use stiction_proof::{Coefficients, Push, Rational, SpatialProof, Verified};

/// Parts of *inside* in (1), tried in turn.  They choose among proofs, they decide nothing.
pub(super) const PARTS: [f64; 9] = [0.0, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-4, 1.0];

impl Loaded<'_> {
    /// The load times a multiple is balanced by these pushes.
    pub(super) fn rests(&self, multiple: &Rational, forces: Vec<Push>) -> Option<Verified<SpatialProof>> {
        let load = self.wrench.clone().map(|entry| entry * multiple);
        self.accepted(SpatialProof::Rests { friction: GIVEN, load, forces })
    }

    /// (1): forces near a proposal for a multiple of the load.
    pub(super) fn repaired(
        &self,
        multiple: &Rational,
        best: &[f64],
        inside: Option<&[f64]>,
    ) -> Option<Verified<SpatialProof>> {
        let load = self.wrench.clone().map(|entry| entry * multiple);
        PARTS.iter().find_map(|part| {
            let x: Vec<f64> = match inside {
                Some(inside) => best
                    .iter()
                    .zip(inside)
                    .map(|(best, inside)| (1.0 - part) * best + part * inside)
                    .collect(),
                None if *part == 0.0 => best.to_vec(),
                None => return None,
            };
            self.rests(multiple, forces_against(&self.asked, &self.cones, &x, &load)?)
        })
    }

    /// Motions near a proposal: as it is, put exactly into the space where contacts stand still, or moved towards an
    /// escape.
    pub(super) fn motions(&self, y: &[f64; 6]) -> Vec<Wrench> {
        let Some(raw) = motion::about_reference(&self.asked, &self.cones, y) else { return Vec::new() };
        let largest = Rational::from_f64(y.iter().fold(0.0_f64, |most, entry| most.max(entry.abs())));
        let largest = largest.unwrap_or_default();
        let mut motions = vec![raw.clone()];
        for part in [1e-13, 1e-11, 1e-9, 1e-7] {
            let part = Rational::from_f64(part).unwrap_or_default() * &largest;
            if let Some(escape) = &self.escape {
                motions.push(std::array::from_fn(|i| &raw[i] + &(&part * &escape[i])));
            }
        }
        let still = motion::twists(&self.asked, &self.cones, y);
        motions.extend(still.map(|twist| twist.map(|entry| entry * &largest)));
        motions
    }

    pub(super) fn falls(&self, twist: Wrench) -> Option<Verified<SpatialProof>> {
        let nothing = vec![Rational::zero(); self.problem().contacts.len()];
        let resistance = self.resistances(&twist, &nothing);
        self.accepted(SpatialProof::Falls { friction: GIVEN, load: self.wrench.clone(), twist, resistance })
    }

    pub(super) fn falls_beyond(&self, twist: Wrench) -> Option<End<SpatialProof>> {
        let nothing = vec![Rational::zero(); self.problem().contacts.len()];
        let resistance = self.resistances(&twist, &nothing);
        let rate = power(self.wrench, &twist);
        let multiple = rounded_up(&self.absorbed(&resistance).checked_div(&rate)?);
        let proof = SpatialProof::FallsBeyond {
            load: Default::default(),
            direction: self.wrench.clone(),
            multiple: multiple.clone(),
            twist,
            resistance,
        };
        self.accepted(proof).map(|verified| (multiple, verified))
    }

    /// A lower bound of the weighted sum from a motion, scaled down where a contact without limit resists too much.
    pub(super) fn at_least(&self, weights: &[Rational], twist: Wrench) -> Option<End<SpatialProof>> {
        let contacts = || self.problem().contacts.iter().zip(weights).enumerate();
        let free = contacts().filter(|(_, (contact, _))| contact.most.is_none());
        let mut factor = Rational::one();
        for (index, (_, weight)) in free {
            let resisted = self.resisted(index, &twist);
            // Positive weights are reached from below, negative ones from above.
            if resisted > *weight && weight.is_positive() {
                factor = factor.min(weight.checked_div(&resisted)?);
            } else if resisted > *weight && weight.is_negative() && resisted.is_negative() {
                factor = factor.max(weight.checked_div(&resisted)?);
            }
        }
        let twist = twist.map(|entry| entry * &factor);
        let resistance = self.resistances(&twist, weights);
        let bound = power(self.wrench, &twist) - self.absorbed(&resistance);
        let proof = SpatialProof::AtLeast {
            load: self.wrench.clone(),
            weights: weights.to_vec(),
            bound: bound.clone(),
            twist,
            resistance,
        };
        self.accepted(proof).map(|verified| (bound, verified))
    }

    pub(super) fn absorbed(&self, resistance: &[Rational]) -> Rational {
        let contacts = self.problem().contacts.iter().zip(resistance);
        contacts.filter_map(|(contact, resistance)| Some(contact.most.as_ref()? * resistance)).sum()
    }

    pub(super) fn resistances(&self, twist: &Wrench, weights: &[Rational]) -> Vec<Rational> {
        let beyond = |(index, weight): (usize, &Rational)| {
            (self.resisted(index, twist) - weight).max(Rational::zero())
        };
        weights.iter().enumerate().map(beyond).collect()
    }

    /// `rᵢ`, or a number just above it where that is a root.
    pub(super) fn resisted(&self, index: usize, twist: &Wrench) -> Rational {
        let (contact, Coefficients { friction, torsion }) = self.asked.contact(index);
        let (velocity, spin) = self.problem().velocity(contact, twist);
        if contact.across.is_some() {
            let work = |edge: &stiction_proof::Generator| dot(&edge.force, &velocity) + &edge.spin * &spin;
            let edges = self.asked.edges(index);
            return edges.iter().map(|edge| -work(edge)).max().unwrap_or_default();
        }
        let normal = dot(&contact.normal, &velocity);
        let across = dot(&velocity, &velocity) * dot(&contact.normal, &contact.normal) - &normal * &normal;
        let square = friction * friction * across + torsion * torsion * &spin * &spin;
        let root = square_root(&square);
        let root = if root.exact { root.value } else { rounded_up(&above(root)) };
        root - normal
    }
}
