//! A part in space among its contacts, at rest, with pyramids of friction or round cones.
//!
//! The law of friction of a pyramid with edges `eₖ = n + μ·dₖ` is its own: the force of a contact that slides lies on
//! the edge that takes up most, that is where `dₖ·at` is least, and where two neighbouring edges tie, between them.
//! Labels of a contact:
//!
//! ```text
//!     s        separates                  an > 0                                   no force
//!     n        sticks                     an = 0, at = 0                           any sum of the edges
//!     e2       slides against edge 2      an = 0, dₖ·at > d₂·at for its neighbours  on edge 2
//!     e2-3     slides between two edges   an = 0, d₂·at = d₃·at < their neighbours   any sum of both
//!     m        kept                       an = 0                                   any sum of the edges
//!     a        approaches, of a near one  an < 0                                   no force
//!     +-:e2    as after the colon, and at·t₁ > 0, at·t₂ < 0 along the contact's tangents
//!     +0:k     with a round cone: the signs leave one direction; the force of kinetic friction is against it
//! ```
//!
//! A contact without friction is kept or separates. Every tangential acceleration but zero has exactly one label,
//! since `dₖ·at` along the corners of a convex polygon falls to its least value and rises again.

use super::round::Round;
use super::system::{Demand, Part, Sense, System};
use crate::check::{Refusal, require};
use crate::mass::is_mass;
use crate::rational::Rational;
use crate::spatial::{Vector, is_polygon};
use crate::vectors::{cross, dot, minus};
use serde::{Deserialize, Serialize};

/// A contact of a part in space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpatialPartContact {
    /// Its name in the scene.
    pub id: String,
    /// Where it touches.
    pub point: Vector,
    /// Direction into the part; any length but zero.
    pub normal: Vector,
    /// Coefficients of friction: at rest, sliding.
    pub friction: [Rational; 2],
    /// The directions `dₖ` of its pyramid, in order about the normal; none of a round cone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub across: Vec<Vector>,
    /// The directions along which the signs of a mode are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tangents: Vec<Vector>,
    /// Whether there is a gap.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub near: bool,
}

/// A part in space; moments and accelerations are about `reference`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpatialPart {
    /// The point about which moments are taken.
    pub reference: Vector,
    /// The mass matrix, angular first.
    pub mass: Vec<Vec<Rational>>,
    /// The contacts, touching and near.
    pub contacts: Vec<SpatialPartContact>,
}

impl SpatialPartContact {
    /// Whether it has no friction at all.
    fn is_smooth(&self) -> bool {
        self.friction[0].is_zero()
    }
}

impl SpatialPart {
    /// The wrench `(r × d, d)` of a force at a contact, which is also the row of the velocity along it.
    pub fn wrench(&self, contact: &SpatialPartContact, direction: &Vector) -> Vec<Rational> {
        let lever: Vector = std::array::from_fn(|i| &contact.point[i] - &self.reference[i]);
        cross(&lever, direction).iter().chain(direction).cloned().collect()
    }

    /// What is asked of the velocity along a direction at a contact.
    pub(super) fn demand(&self, contact: &SpatialPartContact, direction: &Vector, sense: Sense) -> Demand {
        Demand { row: self.wrench(contact, direction), constant: Rational::zero(), sense }
    }

    /// A label in signs as labels of the pyramid's own law of friction, all of them: `00` sticks, other signs slide
    /// against one of the edges or between two.
    ///
    /// # Errors
    /// A sliding contact with a round cone, whose forces are not sums of edges.
    pub fn fan(&self, contact: usize, label: &str) -> Result<Vec<String>, Refusal> {
        let Some(of) = self.contacts.get(contact) else { return Err(Refusal::Shape) };
        let signs = !label.is_empty() && label.chars().all(|letter| "+-0".contains(letter));
        if !signs {
            return Ok(vec![label.to_owned()]);
        }
        if label.chars().all(|letter| letter == '0') {
            return Ok(vec!["n".to_owned()]);
        }
        if of.is_smooth() {
            return Ok(vec![format!("{label}:m")]);
        }
        if of.across.is_empty() {
            // Of a round cone the force is known where the signs leave one direction.
            require(label.contains('0'), Refusal::Label(of.id.clone()))?;
            return Ok(vec![format!("{label}:k")]);
        }
        let slides = self.labels(contact).into_iter().filter(|one| one.starts_with('e'));
        Ok(slides.map(|one| format!("{label}:{one}")).collect())
    }
}

struct Adding<'a> {
    part: &'a SpatialPart,
    at: usize,
    contact: &'a SpatialPartContact,
    system: &'a mut System,
}

impl Adding<'_> {
    fn demand(&mut self, direction: &Vector, sense: Sense) {
        self.system.demands.push(self.part.demand(self.contact, direction, sense));
    }

    fn normal(&mut self, sense: Sense) {
        let normal = self.contact.normal.clone();
        self.demand(&normal, sense);
    }

    fn edge(&mut self, along: &Vector, coefficient: &Rational) {
        let normal = &self.contact.normal;
        let force: Vector = std::array::from_fn(|i| &normal[i] + &(coefficient * &along[i]));
        self.system.edges.push(self.part.wrench(self.contact, &force));
        self.system.owners.push(self.at);
    }

    fn static_edges(&mut self) {
        if self.contact.is_smooth() {
            self.edge(&Vector::default(), &Rational::zero());
        } else if self.contact.across.is_empty() {
            let (contact, reference) = (self.contact, &self.part.reference);
            self.system.rounds.push(Round {
                contact: self.at,
                lever: std::array::from_fn(|i| &contact.point[i] - &reference[i]),
                normal: contact.normal.clone(),
                friction: contact.friction[0].clone(),
            });
        } else {
            for along in &self.contact.across {
                self.edge(along, &self.contact.friction[0]);
            }
        }
    }

    /// Any two directions across the normal.
    fn plane(&self) -> [Vector; 2] {
        let normal = &self.contact.normal;
        let axis = (1..3).fold(0, |least, i| if normal[i].abs() < normal[least].abs() { i } else { least });
        let first = cross(normal, &std::array::from_fn(|i| Rational::from(i64::from(i == axis))));
        let second = cross(normal, &first);
        [first, second]
    }

    /// Against the edge `at`, or between it and the next.
    fn slides(&mut self, at: usize, tied: bool) -> Option<()> {
        let across = &self.contact.across;
        let count = across.len();
        let (this, next) = (across.get(at)?, &across[(at + 1) % count]);
        let before = &across[(at + count - 1) % count];
        self.normal(Sense::Zero);
        if tied {
            let after = &across[(at + 2) % count];
            self.demand(&minus(next, this), Sense::Zero);
            self.demand(&minus(before, this), Sense::Positive);
            self.demand(&minus(after, next), Sense::Positive);
        } else {
            self.demand(&minus(before, this), Sense::Positive);
            self.demand(&minus(next, this), Sense::Positive);
        }
        let kinetic = &self.contact.friction[1];
        self.edge(this, kinetic);
        if tied {
            self.edge(next, kinetic);
        }
        Some(())
    }

    /// `e2` or `e2-3`.
    fn slides_at(&mut self, label: &str) -> Option<()> {
        let count = self.contact.across.len();
        let edges = label.strip_prefix('e').filter(|_| !self.contact.near && !self.contact.is_smooth())?;
        match edges.split_once('-') {
            None => self.slides(edges.parse().ok()?, false),
            Some((one, other)) => {
                let at: usize = one.parse().ok()?;
                (other.parse::<usize>().ok()? == (at + 1) % count.max(1)).then_some(())?;
                self.slides(at, true)
            }
        }
    }

    /// Against the one direction that the signs leave: square to the first tangent that is zero, towards the first
    /// that is not.
    ///
    /// With `w = ±n × t`, `|w| = |n|·|t|`, so that the force is `n − μk·w/|t|`; `1/|t|` is the root, or a number at
    /// most 2⁻⁹⁶ of it below.
    fn slides_known(&mut self, signs: &str) -> Option<()> {
        let rough = !self.contact.near && !self.contact.is_smooth() && self.contact.across.is_empty();
        let still = signs.chars().position(|sign| sign == '0').filter(|_| rough)?;
        let moving = signs.chars().position(|sign| sign != '0')?;
        let tangents = &self.contact.tangents;
        let (square, toward) = (tangents.get(still)?, tangents.get(moving)?);
        let along = cross(&self.contact.normal, square);
        let positive = signs.chars().nth(moving)? == '+';
        let sign = if dot(&along, toward).is_negative() == positive { 1 } else { -1 };
        let length = dot(square, square).recip()?.square_root();
        let force = Rational::from(sign) * &(&self.contact.friction[1] * &length);
        self.normal(Sense::Zero);
        self.edge(&along, &force);
        Some(())
    }

    /// The signs of the acceleration along the tangents.
    fn signs(&mut self, signs: &str) -> Option<()> {
        let tangents = self.contact.tangents.clone();
        (signs.chars().count() == tangents.len() && !self.contact.near).then_some(())?;
        for (sign, tangent) in signs.chars().zip(&tangents) {
            match sign {
                '0' => self.demand(tangent, Sense::Zero),
                '+' => self.demand(tangent, Sense::Positive),
                '-' => self.demand(&tangent.each_ref().map(|entry| -entry), Sense::Positive),
                _ => return None,
            }
        }
        Some(())
    }

    fn label(&mut self, label: &str) -> Result<(), Refusal> {
        let label = match label.split_once(':') {
            Some((signs, rest)) => {
                let known = |this: &mut Self| {
                    this.signs(signs)?;
                    if rest == "k" { this.slides_known(signs) } else { Some(()) }
                };
                known(self).ok_or_else(|| Refusal::Label(self.contact.id.clone()))?;
                if rest == "k" {
                    return Ok(());
                }
                rest
            }
            None => label,
        };
        match (label, self.contact.near) {
            ("u" | "?", true) => {}
            ("a", true) => {
                let outward = self.contact.normal.each_ref().map(|entry| -entry);
                self.demand(&outward, Sense::Positive);
            }
            ("s", true) => self.normal(Sense::NotNegative),
            ("s", false) => self.normal(Sense::Positive),
            ("n", false) => {
                self.normal(Sense::Zero);
                self.plane().iter().for_each(|direction| self.demand(direction, Sense::Zero));
                self.static_edges();
            }
            ("m", false) => {
                self.normal(Sense::Zero);
                self.static_edges();
            }
            ("?", false) => {
                self.normal(Sense::NotNegative);
                self.static_edges();
            }
            _ => self.slides_at(label).ok_or_else(|| Refusal::Label(self.contact.id.clone()))?,
        }
        Ok(())
    }
}

impl Part for SpatialPart {
    fn mass(&self) -> Vec<Vec<Rational>> {
        self.mass.clone()
    }

    fn dimension(&self) -> usize {
        6
    }

    fn count(&self) -> usize {
        self.contacts.len()
    }

    fn labels(&self, contact: usize) -> Vec<String> {
        let Some(contact) = self.contacts.get(contact) else { return Vec::new() };
        let word = |text: &str| text.to_owned();
        if contact.near {
            return vec![word("u")];
        }
        if contact.is_smooth() || contact.across.is_empty() {
            return vec![word("s"), word("m")];
        }
        let count = contact.across.len();
        let edges = (0..count).map(|at| format!("e{at}"));
        let ties = (0..count).map(|at| format!("e{at}-{}", (at + 1) % count));
        [word("s"), word("n")].into_iter().chain(edges).chain(ties).collect()
    }

    fn well_formed(&self) -> Result<(), Refusal> {
        require(self.mass.len() == 6 && is_mass(&self.mass), Refusal::Mass)?;
        self.contacts.iter().try_for_each(|contact| {
            let [at_rest, sliding] = &contact.friction;
            let directed = contact.normal.iter().any(|x| !x.is_zero());
            let coefficients = !sliding.is_negative() && sliding <= at_rest;
            let pyramid = contact.across.is_empty() || is_polygon(&contact.normal, &contact.across);
            require(directed && coefficients && pyramid, Refusal::Contact(contact.id.clone()))
        })
    }

    fn lowered(&self, mode: &[String]) -> Result<System, Refusal> {
        require(mode.len() == self.contacts.len(), Refusal::Shape)?;
        let mut system = System::new(self.mass.clone());
        for (at, (contact, label)) in self.contacts.iter().zip(mode).enumerate() {
            Adding { part: self, at, contact, system: &mut system }.label(label)?;
        }
        Ok(system)
    }
}
