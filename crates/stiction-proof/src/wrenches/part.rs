//! A planar part among its contacts, touching or near, at rest or in motion, and what each letter means for it.
//!
//! With `n` into the part, `t = rot90(n)`, `r` from the reference to the contact and `F(d) = (r × d, d)`,
//!
//! ```text
//!     an = F(n)·a + normal drift,   at = F(t)·a + tangential drift                                             (1)
//! ```
//!
//! up to the length of `n`; the drifts are what velocities and driven partners contribute.  The letters
//! demand and allow what the table of the conventions says \[BT 4\]; left is `at > 0`, and `s` is strict
//! where it touches and closed where it is near.
//!
//! The velocities of the closest point are \[BT (2)\]; what each letter demands is \[BT 2.3\], \[BT Table
//! 2\].

use super::system::{Demand, Part, Sense, System};
use crate::check::{Refusal, require};
use crate::mass::is_mass;
use crate::rational::Rational;
use serde::{Deserialize, Serialize};

/// Which way a contact slides now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Slip {
    /// `vt > 0`.
    Left,
    /// `vt < 0`.
    Right,
    /// Nowhere along: it moves away, `vn > 0`.
    Away,
}

/// A contact of a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartContact {
    /// Its name in the scene.
    pub id: String,
    /// Where it touches.
    pub point: [Rational; 2],
    /// Direction into the part; any length but zero.
    pub normal: [Rational; 2],
    /// Coefficients of friction: at rest, sliding.
    pub friction: [Rational; 2],
    /// Whether there is a gap.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub near: bool,
    /// Which way it slides now, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<Slip>,
    /// What velocities and driven partners contribute to `an` and `at`, times the length of the normal.
    #[serde(default, skip_serializing_if = "is_still")]
    pub drift: [Rational; 2],
    /// What strict inequalities become where a least acceleration is asked for: that times the length of the normal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<Rational>,
}

fn is_still(drift: &[Rational; 2]) -> bool {
    drift.iter().all(Rational::is_zero)
}

/// A planar part; moments and accelerations are about `reference`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanarPart {
    /// The point about which moments are taken.
    pub reference: [Rational; 2],
    /// The mass matrix, angular first.
    pub mass: [[Rational; 3]; 3],
    /// The contacts, touching and near.
    pub contacts: Vec<PartContact>,
}

impl PartContact {
    /// A touching contact at rest with one coefficient of friction.
    pub fn new(id: &str, point: [Rational; 2], normal: [Rational; 2], friction: Rational) -> Self {
        let friction = [friction.clone(), friction];
        Self {
            id: id.to_owned(),
            point,
            normal,
            friction,
            near: false,
            slip: None,
            drift: Default::default(),
            least: None,
        }
    }
}

impl PlanarPart {
    /// Whether velocities, driven partners or least accelerations shift its sets, so that they are not cones.
    pub fn is_shifted(&self) -> bool {
        self.contacts.iter().any(|contact| {
            contact.slip.is_some() || contact.least.is_some() || contact.drift.iter().any(|x| !x.is_zero())
        })
    }

    /// The wrench `F(d) = (r × d, d)` of a force at a contact, which is also the row of the velocity along it.
    pub fn wrench(&self, contact: &PartContact, [dx, dy]: &[Rational; 2]) -> [Rational; 3] {
        let rx = &contact.point[0] - &self.reference[0];
        let ry = &contact.point[1] - &self.reference[1];
        [rx * dy - ry * dx, dx.clone(), dy.clone()]
    }
}

/// What one contact adds to a system.
struct Adding<'a> {
    part: &'a PlanarPart,
    at: usize,
    contact: &'a PartContact,
    system: &'a mut System,
}

impl Adding<'_> {
    /// The row of `an` (or, with `tangential`, of `at`), or of its opposite.
    fn demand(&mut self, tangential: bool, opposite: bool, sense: Sense) {
        let [nx, ny] = &self.contact.normal;
        let direction = if tangential { [-ny, nx.clone()] } else { [nx.clone(), ny.clone()] };
        let mut row = self.part.wrench(self.contact, &direction).to_vec();
        let mut constant = self.contact.drift[usize::from(tangential)].clone();
        if opposite {
            row.iter_mut().for_each(|entry| *entry = -entry.clone());
            constant = -constant;
        }
        let sense = match (&self.contact.least, sense) {
            (Some(least), Sense::Positive) => {
                constant -= least;
                Sense::NotNegative
            }
            _ => sense,
        };
        self.system.demands.push(Demand { row, constant, sense });
    }

    /// A demand that nothing meets: the contact does something else already.
    fn never(&mut self) {
        let zero = Rational::zero;
        let row = vec![zero(); 3];
        self.system.demands.push(Demand { row, constant: zero(), sense: Sense::Positive });
    }

    /// The edge `n + across·t`.
    fn edge(&mut self, across: &Rational) {
        let [nx, ny] = &self.contact.normal;
        let force = [nx - &(across * ny), ny + &(across * nx)];
        self.system.edges.push(self.part.wrench(self.contact, &force).to_vec());
        self.system.owners.push(self.at);
    }

    fn static_edges(&mut self) {
        let coefficient = &self.contact.friction[0];
        self.edge(coefficient);
        if coefficient.is_positive() {
            self.edge(&-coefficient);
        }
    }

    /// Sliding to the left or to the right.
    fn slides(&mut self, left: bool) {
        self.demand(false, false, Sense::Zero);
        match (self.contact.slip, left) {
            (None, _) => self.demand(true, !left, Sense::Positive),
            (Some(Slip::Left), true) | (Some(Slip::Right), false) => {}
            _ => self.never(),
        }
        let kinetic = &self.contact.friction[1];
        self.edge(&if left { -kinetic } else { kinetic.clone() });
    }

    fn sticks(&mut self) {
        self.demand(false, false, Sense::Zero);
        match self.contact.slip {
            None => self.demand(true, false, Sense::Zero),
            Some(_) => self.never(),
        }
        self.static_edges();
    }

    /// Kept, whatever it does along the tangent; where it slides already, that is known.
    fn kept(&mut self) {
        match self.contact.slip {
            Some(Slip::Left) => self.slides(true),
            Some(Slip::Right) => self.slides(false),
            slip => {
                self.demand(false, false, Sense::Zero);
                if slip.is_some() {
                    self.never();
                }
                self.static_edges();
            }
        }
    }

    fn label(&mut self, label: &str) -> Result<(), Refusal> {
        match (label, self.contact.near) {
            ("u", true) => {}
            ("a", true) => self.demand(false, true, Sense::Positive),
            ("s", true) => self.demand(false, false, Sense::NotNegative),
            ("s", false) if self.contact.slip == Some(Slip::Away) => {}
            ("s", false) => self.demand(false, false, Sense::Positive),
            ("n", false) => self.sticks(),
            ("l", false) => self.slides(true),
            ("r", false) => self.slides(false),
            ("m", false) => self.kept(),
            // Anything from rest: it may not penetrate, and the kinetic edges lie in the static cone.
            ("?", true) => {}
            ("?", false) => {
                self.demand(false, false, Sense::NotNegative);
                self.static_edges();
            }
            _ => return Err(Refusal::Label(self.contact.id.clone())),
        }
        Ok(())
    }
}

impl Part for PlanarPart {
    fn mass(&self) -> Vec<Vec<Rational>> {
        self.mass.each_ref().map(|row| row.to_vec()).to_vec()
    }

    fn count(&self) -> usize {
        self.contacts.len()
    }

    fn labels(&self, contact: usize) -> Vec<String> {
        let near = self.contacts.get(contact).is_some_and(|contact| contact.near);
        let letters: &[&str] = if near { &["u"] } else { &["s", "n", "l", "r"] };
        letters.iter().map(|&letter| letter.to_owned()).collect()
    }

    fn well_formed(&self) -> Result<(), Refusal> {
        require(is_mass(&self.mass()), Refusal::Mass)?;
        self.contacts.iter().try_for_each(|contact| {
            let [at_rest, sliding] = &contact.friction;
            let directed = contact.normal.iter().any(|x| !x.is_zero());
            let coefficients = !sliding.is_negative() && sliding <= at_rest;
            let least = contact.least.as_ref().is_none_or(|least| !least.is_negative());
            require(directed && coefficients && least, Refusal::Contact(contact.id.clone()))
        })
    }

    fn lowered(&self, mode: &[String]) -> Result<System, Refusal> {
        require(mode.len() == self.contacts.len(), Refusal::Shape)?;
        let mut system = System::new(self.mass());
        for (at, (contact, label)) in self.contacts.iter().zip(mode).enumerate() {
            Adding { part: self, at, contact, system: &mut system }.label(label)?;
        }
        Ok(system)
    }
}
