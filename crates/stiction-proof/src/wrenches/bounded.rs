//! Round cones within finitely many edges: a part whose motions and forces include those of a part with round cones.
//!
//! Directions `u₀, u₁, …` across a contact's normal, in order about it and no longer than it, cut the directions of
//! sliding into sectors. Where it slides within one, friction pushes against it, on the arc that is opposite to the
//! sector, and with `c` so large that the segments `c·uₖ` to `c·uₖ₊₁` miss the circle of radius `|n|`, the arc lies
//! between the two segments:
//!
//! ```text
//!     n − μk·{arc}  ⊂  cone of  n − μk·uₖ,  n − μk·uₖ₊₁,  n − μk·c·uₖ,  n − μk·c·uₖ₊₁                            (1)
//!     |uₖ| ≤ |n|,   |c²·uₖ × uₖ₊₁| ≥ |n|·|c·uₖ₊₁ − c·uₖ|                                                         (2)
//! ```
//!
//! A contact that sticks pushes within the edges `n + μs·c·uₖ`. So every solution of the part is a solution here:
//! what is refuted here is refuted. What moves here need not move there, and nothing is claimed of it. Labels: `s`,
//! `n`, and `w2` for sliding between the directions 2 and 3; without friction `s` and `m`.

use super::space::{SpatialPart, SpatialPartContact};
use super::system::{Part, Sense, System};
use crate::check::{Refusal, require};
use crate::rational::Rational;
use crate::spatial::{Vector, is_polygon};
use crate::vectors::{cross, dot, scaled};
use serde::{Deserialize, Serialize};

/// The directions about one contact, and how far beyond them its forces reach.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fan {
    /// The directions `uₖ`; none of a contact without friction, or near.
    pub around: Vec<Vector>,
    /// The factor `c`.
    pub beyond: Rational,
}

/// A part with round cones within the edges of fans.
#[derive(Debug, Clone, Copy)]
pub struct Bounded<'a> {
    part: &'a SpatialPart,
    fans: &'a [Fan],
}

fn is_rough(contact: &SpatialPartContact) -> bool {
    !contact.near && contact.friction[0].is_positive()
}

impl Fan {
    /// Equation (2), and directions that are in order about the normal.
    fn bounds(&self, normal: &Vector) -> bool {
        let size = dot(normal, normal);
        let next = |at: usize| &self.around[(at + 1) % self.around.len()];
        let beyond = |(at, one): (usize, &Vector)| {
            let (one, other) = (scaled(one, &self.beyond), scaled(next(at), &self.beyond));
            let area = cross(&one, &other);
            let side: Vector = std::array::from_fn(|i| &other[i] - &one[i]);
            dot(&area, &area) >= &size * &dot(&side, &side)
        };
        self.around.len() >= 3
            && is_polygon(normal, &self.around)
            && self.around.iter().all(|one| dot(one, one) <= size)
            && self.around.iter().enumerate().all(beyond)
    }
}

impl<'a> Bounded<'a> {
    /// A part within fans, one for each contact.
    ///
    /// # Errors
    /// A part that is none or has pyramids, or a fan that does not bound its cone.
    pub fn new(part: &'a SpatialPart, fans: &'a [Fan]) -> Result<Self, Refusal> {
        part.well_formed()?;
        require(fans.len() == part.contacts.len(), Refusal::Shape)?;
        for (contact, fan) in part.contacts.iter().zip(fans) {
            let bounds = contact.across.is_empty() && (!is_rough(contact) || fan.bounds(&contact.normal));
            require(bounds, Refusal::Contact(contact.id.clone()))?;
        }
        Ok(Self { part, fans })
    }
}

struct Adding<'a> {
    part: &'a SpatialPart,
    at: usize,
    contact: &'a SpatialPartContact,
    fan: &'a Fan,
    system: &'a mut System,
}

impl Adding<'_> {
    fn demand(&mut self, direction: &Vector, sense: Sense) {
        self.system.demands.push(self.part.demand(self.contact, direction, sense));
    }

    fn edge(&mut self, across: &Vector) {
        let normal = &self.contact.normal;
        let force: Vector = std::array::from_fn(|i| &normal[i] + &across[i]);
        self.system.edges.push(self.part.wrench(self.contact, &force));
        self.system.owners.push(self.at);
    }

    fn sticking_edges(&mut self) {
        if !is_rough(self.contact) {
            return self.edge(&Vector::default());
        }
        let reach = &self.contact.friction[0] * &self.fan.beyond;
        for one in &self.fan.around {
            self.edge(&scaled(one, &reach));
        }
    }

    /// Sliding between two directions.
    fn slides(&mut self, at: usize) -> Option<()> {
        let fan = self.fan;
        let (from, to) = (fan.around.get(at)?, &fan.around[(at + 1) % fan.around.len()]);
        let normal = &self.contact.normal;
        let turn = if dot(normal, &cross(from, to)).is_positive() { 1 } else { -1 };
        let sides = [cross(normal, from), cross(to, normal)].map(|side| scaled(&side, &Rational::from(turn)));
        self.demand(&normal.clone(), Sense::Zero);
        sides.iter().for_each(|side| self.demand(side, Sense::NotNegative));
        let kinetic = -&self.contact.friction[1];
        let outer = &kinetic * &fan.beyond;
        for reach in [&kinetic, &outer] {
            for one in [from, to] {
                self.edge(&scaled(one, reach));
            }
        }
        Some(())
    }

    fn label(&mut self, label: &str) -> Result<(), Refusal> {
        let normal = self.contact.normal.clone();
        let rough = is_rough(self.contact);
        match (label, self.contact.near) {
            ("u" | "?", true) => {}
            ("s", false) => self.demand(&normal, Sense::Positive),
            ("n", false) if rough => {
                self.demand(&normal, Sense::Zero);
                let (one, other) = (self.fan.around[0].clone(), cross(&normal, &self.fan.around[0]));
                [one, other].iter().for_each(|direction| self.demand(direction, Sense::Zero));
                self.sticking_edges();
            }
            ("m", false) if !rough => {
                self.demand(&normal, Sense::Zero);
                self.sticking_edges();
            }
            ("?", false) => {
                self.demand(&normal, Sense::NotNegative);
                self.sticking_edges();
            }
            _ => {
                let at = label.strip_prefix('w').filter(|_| rough).and_then(|at| at.parse().ok());
                let slides = at.and_then(|at| self.slides(at));
                slides.ok_or_else(|| Refusal::Label(self.contact.id.clone()))?;
            }
        }
        Ok(())
    }
}

impl Part for Bounded<'_> {
    fn mass(&self) -> Vec<Vec<Rational>> {
        self.part.mass()
    }

    fn count(&self) -> usize {
        self.part.contacts.len()
    }

    fn labels(&self, contact: usize) -> Vec<String> {
        let Some(of) = self.part.contacts.get(contact) else { return Vec::new() };
        let word = |text: &str| text.to_owned();
        if of.near {
            return vec![word("u")];
        }
        if !is_rough(of) {
            return vec![word("s"), word("m")];
        }
        let sectors = (0..self.fans[contact].around.len()).map(|at| format!("w{at}"));
        [word("s"), word("n")].into_iter().chain(sectors).collect()
    }

    fn well_formed(&self) -> Result<(), Refusal> {
        Self::new(self.part, self.fans).map(|_| ())
    }

    fn lowered(&self, mode: &[String]) -> Result<System, Refusal> {
        require(mode.len() == self.count(), Refusal::Shape)?;
        let mut system = System::new(self.part.mass.clone());
        for (at, ((contact, fan), label)) in self.part.contacts.iter().zip(self.fans).zip(mode).enumerate() {
            Adding { part: self.part, at, contact, fan, system: &mut system }.label(label)?;
        }
        Ok(system)
    }
}
