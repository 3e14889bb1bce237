//! A part in the plane or in space.

use super::part::PlanarPart;
use super::space::SpatialPart;
use super::system::{Part, System};
use crate::check::Refusal;
use crate::rational::Rational;
use serde::{Deserialize, Serialize};

/// A part in the plane or in space: what a report embeds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnyPart {
    /// In the plane.
    Planar(Box<PlanarPart>),
    /// In space.
    Spatial(SpatialPart),
}

impl AnyPart {
    /// The ids of the contacts.
    pub fn ids(&self) -> Vec<&str> {
        match self {
            Self::Planar(part) => part.contacts.iter().map(|contact| contact.id.as_str()).collect(),
            Self::Spatial(part) => part.contacts.iter().map(|contact| contact.id.as_str()).collect(),
        }
    }

    /// The mass matrix, angular first.
    pub fn mass(&self) -> Vec<Vec<Rational>> {
        match self {
            Self::Planar(part) => part.mass.iter().map(|row| row.to_vec()).collect(),
            Self::Spatial(part) => part.mass.clone(),
        }
    }

    /// Whether its sets are shifted and not cones.
    pub fn is_shifted(&self) -> bool {
        matches!(self, Self::Planar(part) if part.is_shifted())
    }

    /// A mode as its cases: in space a contact that slides in given signs does so against one of its edges or
    /// between two.
    ///
    /// # Errors
    /// A mode that the part cannot have.
    pub fn cases(&self, mode: &[String]) -> Result<Vec<Vec<String>>, Refusal> {
        let Self::Spatial(part) = self else { return Ok(vec![mode.to_vec()]) };
        let mut cases = vec![Vec::new()];
        for (contact, label) in mode.iter().enumerate() {
            let fan = part.fan(contact, label)?;
            let longer = |case: &Vec<String>| {
                let case = case.clone();
                fan.iter().map(move |one| case.iter().cloned().chain([one.clone()]).collect::<Vec<_>>())
            };
            cases = cases.iter().flat_map(longer).collect();
        }
        Ok(cases)
    }

    fn part(&self) -> &dyn Part {
        match self {
            Self::Planar(part) => &**part,
            Self::Spatial(part) => part,
        }
    }
}

impl Part for AnyPart {
    fn mass(&self) -> Vec<Vec<Rational>> {
        self.part().mass()
    }

    fn dimension(&self) -> usize {
        self.part().dimension()
    }

    fn count(&self) -> usize {
        self.part().count()
    }

    fn labels(&self, contact: usize) -> Vec<String> {
        self.part().labels(contact)
    }

    fn well_formed(&self) -> Result<(), Refusal> {
        self.part().well_formed()
    }

    fn lowered(&self, mode: &[String]) -> Result<System, Refusal> {
        self.part().lowered(mode)
    }
}
