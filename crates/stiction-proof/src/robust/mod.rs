//! Does an answer hold for a whole box of uncertain numbers?
//!
//! Points, normals and friction of contacts, masses, centres of mass and loads may be off, all at once and
//! independently, by a **scale** `s` times what is said of each. What holds for every scene in the box is shown by
//! forces that follow the scene, what does not by one scene that fails.
//!
//! **Cones that are there in every scene.** More friction never hurts, so the least is meant. A cone of half angle `φ`
//! whose axis turns by at most `δ` has in every scene the cone of `φ − δ` about the given normal; where `δ > φ` it has
//! a normal force along a direction within `δ − φ` of the given one:
//!
//! ```text
//!     φ ≥ δ    μ' = (μ − T)/(1 + μT)     φ < δ    frictionless, turned by τ = (T − μ)/(1 + μT),     T = tan δ      
//!     (1)
//! ```
//!
//! **Residuals.** Of forces in these cones, some components of the wrench on each body are the same in every scene, and
//! are balanced. The others depend on where the points and centres really are: the *coordinates*. For a direction `V`
//! in the space of coordinates let `worst(V)` be the most work of all forces and loads on `V` in any scene: a sum of
//! absolute values, since everything varies independently once `V` is chosen. Masses and forces of loads are taken at
//! the corners of their boxes; loads between are mixtures of these, and so are forces that balance them.
//!
//! 1. **It stands in every scene** if the space of coordinates is covered by cones with vertices `Vⱼ`, each cone with
//!    forces for every corner of the loads, and `worst(Vⱼ) ≤ 0`. For in a scene `V ↦ work` is linear, so it is at most
//!    0 in all of the cone; were no mixture of the forces of all cones in balance, some `V` would separate their
//!    residuals from 0, and `V` is in one of the cones.
//! 2. **It closes in every scene** if without loads `worst(Vⱼ) < 0`, and forces strictly inside the cones cancel and
//!    span where the coordinates leave off: then no motion goes unresisted.
//! 3. In the plane these are not only enough. For one body without (1)'s second case, `V` is a sense of rotation, two
//!    cones are the cover, and where the program for one of them has no solution its multipliers are a motion and a
//!    scene that fails.
//! 4. **Many bodies** follow a *response*: forces `F + L·z` with as many `z` as there are components. A scene leaves
//!    `r + (1 + E)·z`, and `|z| ≤ Z` has a solution where `|r| + |E|·Z ≤ Z` (Brouwer). It is enough that the forces
//!    stay in the cones for all these `z`.
//! 5. **It fails** in a scene of the box with a motion that nothing resists, or that gains energy.
//!
//! References: \[MR 12.1.7\], \[MR 12.3\], \[Farkas\], \[Stiemke\].

mod angle;
mod boxes;
mod cover;
mod fails;
mod response;

pub use angle::{Narrowed, narrowed, tangent};
pub use boxes::{ForceParameter, Loading, Motion};
pub use cover::{Cover, MOST_COORDINATES, MOST_PARAMETERS, orthant};
pub use fails::{Change, Corner, CornerBody, CornerContact, Failing};
pub use response::{Response, sides};

use crate::check::{Check, Refusal, Verified, require};
use crate::vectors::dot;
use crate::{AssemblyProblem, Rational, Touch};
use serde::{Deserialize, Serialize};

/// What is to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Force closure of one body.
    Closure,
    /// The contacts can balance what pulls.
    Stand,
}

/// An assembly, and how far its numbers may be off at scale 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct RobustProblem<T: Touch> {
    /// What is to hold.
    pub about: About,
    /// The bodies and contacts as given; each body's reference is its given centre of mass.
    pub assembly: AssemblyProblem<T>,
    /// Acceleration of gravity, which is exact.
    pub gravity: T::Vector,
    /// What pulls at each body.
    pub bodies: Vec<LooseBody<T>>,
    /// How far each contact may be off.
    pub contacts: Vec<LooseContact<T>>,
}

/// A body whose numbers may be off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct LooseBody<T: Touch> {
    /// Its mass.
    pub mass: Rational,
    /// By how much that may be off; never below zero.
    pub mass_off: Rational,
    /// Half width of the square or cube of its centre of mass, along the axes of the world.
    pub com_off: Rational,
    /// Applied at the centre of mass, wherever that is.
    pub wrench: T::Screw,
    /// By how much each component may be off.
    pub wrench_off: T::Screw,
    /// Loads where they act.
    pub loads: Vec<LooseLoad<T>>,
    /// What else pulls, about the given centre of mass, which is exact.
    pub rest: T::Screw,
}

/// A load whose numbers may be off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct LooseLoad<T: Touch> {
    /// Its name.
    pub name: String,
    /// Where it acts; at the centre of mass, wherever that is, where this is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<T::Vector>,
    /// Moment and force, about that point.
    pub wrench: T::Screw,
    /// By how much each component may be off.
    pub off: T::Screw,
}

/// How far a contact may be off.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct LooseContact<T: Touch> {
    /// Its own axes, orthogonal: the normal, then the tangents; in the plane the tangent is as long as the normal.
    pub axes: Vec<T::Vector>,
    /// Half width of the square or cube of its point, along the axes.
    pub point: Rational,
    /// Largest turn of its normal, rad.
    pub normal: Rational,
    /// By how much its friction may be off; never below zero.
    pub friction: Rational,
}

/// A statement about a [`RobustProblem`] with what makes it evident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", deny_unknown_fields)]
pub enum RobustProof<T: Touch> {
    /// **It holds in every scene of the box at this scale**, by 1 and 2.
    Covered {
        /// The scale.
        scale: Rational,
        /// For each orthant of the coordinates, by the signs of its axes, the first changing fastest.
        orthants: Vec<Cover>,
        /// For closure: multiples of each contact's axes, forces that cancel and span where the coordinates leave off.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        squeeze: Vec<Vec<Rational>>,
    },
    /// **It stands in every scene of the box at this scale**, by 4.
    Follows {
        /// The scale.
        scale: Rational,
        /// The forces and how they follow.
        response: Response,
    },
    /// **It fails in a scene of the box at this scale**, by 5.
    Fails {
        /// The scale.
        scale: Rational,
        /// The scene.
        corner: Corner<T>,
        /// How it fails.
        failing: Failing<T>,
    },
}

impl<T: Touch> RobustProof<T> {
    /// The scale that it is about.
    pub fn scale(&self) -> &Rational {
        match self {
            Self::Covered { scale, .. } | Self::Follows { scale, .. } | Self::Fails { scale, .. } => scale,
        }
    }

    /// Whether it shows that something holds.
    pub fn holds(&self) -> bool {
        !matches!(self, Self::Fails { .. })
    }
}

impl<T: Touch> RobustProblem<T> {
    /// Accepts a proof about this problem, or says why it is none.
    pub fn check(&self, proof: RobustProof<T>) -> Result<Verified<RobustProof<T>>, Refusal> {
        self.well_formed()?;
        require(!proof.scale().is_negative(), Refusal::Bound)?;
        match &proof {
            RobustProof::Covered { scale, orthants, squeeze } => {
                self.check_cover(scale, orthants)?;
                match self.about {
                    About::Closure => self.check_squeeze(scale, squeeze)?,
                    About::Stand => require(squeeze.is_empty(), Refusal::Shape)?,
                }
            }
            RobustProof::Follows { scale, response } => {
                require(self.about == About::Stand, Refusal::Shape)?;
                self.check_response(scale, response)?;
            }
            RobustProof::Fails { scale, corner, failing } => self.check_failure(scale, corner, failing)?,
        }
        Ok(Verified::accepted(proof))
    }

    /// Sizes fit, half widths are not negative, axes are orthogonal and the first is the normal.
    fn well_formed(&self) -> Check {
        let (assembly, screw) = (&self.assembly, T::Screw::default().as_ref().len());
        require(assembly.bodies.len() == self.bodies.len(), Refusal::Shape)?;
        require(assembly.contacts.len() == self.contacts.len(), Refusal::Shape)?;
        require(self.about == About::Stand || self.bodies.len() == 1, Refusal::Shape)?;
        let fits =
            |body: &crate::AssemblyBody<T>| body.freedoms.as_ref().is_none_or(|own| own.len() == screw);
        require(assembly.bodies.iter().all(fits), Refusal::Shape)?;
        for body in &self.bodies {
            let offs = body.loads.iter().flat_map(|load| load.off.as_ref()).chain(body.wrench_off.as_ref());
            let mut numbers = offs.chain([&body.mass, &body.mass_off, &body.com_off]);
            require(!numbers.any(Rational::is_negative), Refusal::Bound)?;
        }
        for (contact, loose) in assembly.contacts.iter().zip(&self.contacts) {
            let id = || Refusal::Contact(contact.touch.id().to_owned());
            let known = contact.sides().all(|(body, _)| body < assembly.bodies.len());
            let two = contact.sides().count() > 0 && contact.on != contact.against;
            require(known && two && contact.touch.is_sound(), id())?;
            let mut numbers = [&loose.point, &loose.normal, &loose.friction].into_iter();
            require(!numbers.any(Rational::is_negative), Refusal::Bound)?;
            let directions = T::Vector::default().as_ref().len();
            require(loose.axes.len() == directions && contact.touch.has_normal(&loose.axes[0]), id())?;
            for (place, axis) in loose.axes.iter().enumerate() {
                let square = dot(axis.as_ref(), axis.as_ref());
                require(square.is_positive(), id())?;
                require(
                    directions == 3 || square == dot(loose.axes[0].as_ref(), loose.axes[0].as_ref()),
                    id(),
                )?;
                let mut before = loose.axes[..place].iter();
                require(before.all(|other| dot(axis.as_ref(), other.as_ref()).is_zero()), id())?;
            }
        }
        Ok(())
    }

    /// The numbers that may be off, each by its path in a scene.
    pub fn numbers(&self) -> Vec<String> {
        let mut numbers = Vec::new();
        for (contact, loose) in self.assembly.contacts.iter().zip(&self.contacts) {
            let own = [("point", &loose.point), ("normal", &loose.normal), ("friction", &loose.friction)];
            let off = own.into_iter().filter(|(_, off)| off.is_positive());
            numbers.extend(off.map(|(key, _)| format!("contacts.{}.{key}", contact.touch.id())));
        }
        if self.about == About::Closure {
            return numbers;
        }
        for (body, loose) in self.assembly.bodies.iter().zip(&self.bodies) {
            let own = [("mass", loose.mass_off.is_positive()), ("com", loose.com_off.is_positive())];
            let wrench = ("wrench", loose.wrench_off.as_ref().iter().any(Rational::is_positive));
            let off = own.into_iter().chain([wrench]).filter(|(_, off)| *off);
            numbers.extend(off.map(|(key, _)| format!("bodies.{}.{key}", body.name)));
            let loads = loose.loads.iter().filter(|load| load.off.as_ref().iter().any(Rational::is_positive));
            numbers.extend(loads.map(|load| format!("loads.{}", load.name)));
        }
        numbers
    }

    /// The problem with one of these numbers exact.
    pub fn with_exact(&self, number: &str) -> Self {
        let mut changed = self.clone();
        for (contact, loose) in self.assembly.contacts.iter().zip(&mut changed.contacts) {
            let is = |key: &str| number == format!("contacts.{}.{key}", contact.touch.id());
            if is("point") {
                loose.point = Rational::zero();
            } else if is("normal") {
                loose.normal = Rational::zero();
            } else if is("friction") {
                loose.friction = Rational::zero();
            }
        }
        for (body, loose) in self.assembly.bodies.iter().zip(&mut changed.bodies) {
            let is = |key: &str| number == format!("bodies.{}.{key}", body.name);
            if is("mass") {
                loose.mass_off = Rational::zero();
            } else if is("com") {
                loose.com_off = Rational::zero();
            } else if is("wrench") {
                loose.wrench_off = T::Screw::default();
            }
            for load in &mut loose.loads {
                if number == format!("loads.{}", load.name) {
                    load.off = T::Screw::default();
                }
            }
        }
        changed
    }
}
