//! Statement 5: a scene of the box, and how it fails.

use super::angle::tangent;
use super::boxes::{add_to, lifted, parted};
use super::{About, RobustProblem};
use crate::check::{Check, Refusal, require};
use crate::vectors::{cross, dot, minus, scaled};
use crate::{
    AssemblyContact, AssemblyProblem, AssemblyProof, FrictionUse, Problem, Proof, Rational, Touch, Vector,
};
use serde::{Deserialize, Serialize};

/// A scene of the box: every number that may be off, as it is there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Corner<T: Touch> {
    /// The bodies, in the problem's order.
    pub bodies: Vec<CornerBody<T>>,
    /// The contacts, in the problem's order.
    pub contacts: Vec<CornerContact<T>>,
}

/// A body of such a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct CornerBody<T: Touch> {
    /// Its mass.
    pub mass: Rational,
    /// Its centre of mass.
    pub com: T::Vector,
    /// The wrench on it.
    pub wrench: T::Screw,
    /// Its loads, each about its own point.
    pub loads: Vec<T::Screw>,
}

/// A contact of such a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct CornerContact<T: Touch> {
    /// Where it touches.
    pub point: T::Vector,
    /// Its normal.
    pub normal: T::Vector,
    /// Its coefficient of friction.
    pub friction: Rational,
}

/// A number of a file that is another one in a scene of the box.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its path in the file.
    pub path: String,
    /// As it is given.
    pub from: Rational,
    /// As it is there.
    pub to: Rational,
}

/// How a scene fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", deny_unknown_fields)]
pub enum Failing<T: Touch> {
    /// It collapses: twists of the bodies that gain energy.
    Falls {
        /// The twists, about the centres of mass of that scene.
        twists: Vec<T::Screw>,
        /// For each contact what it takes up at most; all zero where this is left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resistance: Vec<Rational>,
    },
    /// A motion that nothing resists.
    Opens {
        /// The twist, about the given centre of mass.
        twist: T::Screw,
    },
}

impl<T: Touch> RobustProblem<T> {
    /// The scene as it is given.
    pub fn given(&self) -> Corner<T> {
        let body = |(body, loose): (&crate::AssemblyBody<T>, &super::LooseBody<T>)| CornerBody {
            mass: loose.mass.clone(),
            com: body.reference.clone(),
            wrench: loose.wrench.clone(),
            loads: loose.loads.iter().map(|load| load.wrench.clone()).collect(),
        };
        let contact = |contact: &AssemblyContact<T>| {
            let (point, normal) = contact.touch.place();
            let friction = contact.touch.friction().clone();
            CornerContact { point: point.clone(), normal: normal.clone(), friction }
        };
        Corner {
            bodies: self.assembly.bodies.iter().zip(&self.bodies).map(body).collect(),
            contacts: self.assembly.contacts.iter().map(contact).collect(),
        }
    }

    /// The assembly of a scene, and what pulls at each body about its centre of mass there.
    pub fn assembly_at(&self, corner: &Corner<T>) -> (AssemblyProblem<T>, Vec<T::Screw>) {
        let mut assembly = self.assembly.clone();
        for (contact, there) in assembly.contacts.iter_mut().zip(&corner.contacts) {
            contact.touch = contact.touch.placed(there.point.clone(), there.normal.clone());
            contact.touch.set_friction(there.friction.clone());
        }
        let mut loads = Vec::new();
        for (place, there) in corner.bodies.iter().enumerate() {
            let (given, loose) = (&self.assembly.bodies[place], &self.bodies[place]);
            let com = lifted(there.com.as_ref());
            let (mut moment, mut force) = parted::<T>(&there.wrench);
            add_to(&mut force, &scaled(&lifted(self.gravity.as_ref()), &there.mass));
            for (load, wrench) in loose.loads.iter().zip(&there.loads) {
                let (own, push) = parted::<T>(wrench);
                add_to(&mut moment, &own);
                add_to(&mut force, &push);
                if let Some(point) = &load.point {
                    add_to(&mut moment, &cross(&minus(&lifted(point.as_ref()), &com), &push));
                }
            }
            let (own, push) = parted::<T>(&loose.rest);
            add_to(&mut moment, &own);
            add_to(&mut force, &push);
            add_to(&mut moment, &cross(&minus(&lifted(given.reference.as_ref()), &com), &push));
            if self.about == About::Stand {
                assembly.bodies[place].reference = there.com.clone();
            }
            loads.push(joined::<T>(&moment, &force));
        }
        (assembly, loads)
    }

    /// The one body of a scene and its contacts.
    pub fn problem_at(&self, corner: &Corner<T>) -> Option<Problem<T>> {
        let (assembly, _) = self.assembly_at(corner);
        let reference = assembly.bodies.first()?.reference.clone();
        // Normals into the body, whichever of the two it is at a contact.
        let inward = |contact: AssemblyContact<T>| match contact.on {
            Some(_) => contact.touch,
            None => {
                let (point, mut normal) = (contact.touch.place().0.clone(), contact.touch.place().1.clone());
                normal.as_mut().iter_mut().for_each(|entry| *entry = -&*entry);
                contact.touch.placed(point, normal)
            }
        };
        Some(Problem::new(reference, assembly.contacts.into_iter().map(inward).collect()))
    }

    /// Every number that a scene of the box has different, by its path in a file: as given, and there.
    pub fn changes(&self, corner: &Corner<T>) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut note = |path: String, from: &Rational, to: &Rational| {
            if from != to {
                changes.push(Change { path, from: from.clone(), to: to.clone() });
            }
        };
        let mut all = |path: &str, from: &[Rational], to: &[Rational]| {
            let entries = from.iter().zip(to).enumerate();
            entries.for_each(|(axis, (from, to))| note(format!("{path}.{axis}"), from, to));
        };
        let given = self.given();
        for (place, there) in corner.bodies.iter().enumerate().take(given.bodies.len()) {
            let (own, name) = (&given.bodies[place], &self.assembly.bodies[place].name);
            all(&format!("bodies.{name}.com"), own.com.as_ref(), there.com.as_ref());
            all(&format!("bodies.{name}.wrench"), own.wrench.as_ref(), there.wrench.as_ref());
            for ((load, from), to) in self.bodies[place].loads.iter().zip(&own.loads).zip(&there.loads) {
                let (moment, force) = from.as_ref().split_at(T::TURNS);
                let (moment_there, force_there) = to.as_ref().split_at(T::TURNS);
                all(&format!("loads.{}.moment", load.name), moment, moment_there);
                all(&format!("loads.{}.force", load.name), force, force_there);
            }
        }
        for (place, there) in corner.contacts.iter().enumerate().take(given.contacts.len()) {
            let (own, id) = (&given.contacts[place], self.assembly.contacts[place].touch.id());
            all(&format!("contacts.{id}.point"), own.point.as_ref(), there.point.as_ref());
            all(&format!("contacts.{id}.normal"), own.normal.as_ref(), there.normal.as_ref());
        }
        for (place, there) in corner.contacts.iter().enumerate().take(given.contacts.len()) {
            let (own, id) = (&given.contacts[place], self.assembly.contacts[place].touch.id());
            note(format!("contacts.{id}.friction"), &own.friction, &there.friction);
        }
        for (place, there) in corner.bodies.iter().enumerate().take(given.bodies.len()) {
            let name = &self.assembly.bodies[place].name;
            note(format!("bodies.{name}.mass"), &given.bodies[place].mass, &there.mass);
        }
        changes
    }

    /// Whether a scene is in the box at a scale; what is not.
    pub fn is_in_box(&self, scale: &Rational, corner: &Corner<T>) -> Check {
        let outside = || Refusal::Robust("a number of the scene is outside of its box");
        let within =
            |value: &Rational, given: &Rational, off: &Rational| (value - given).abs() <= off * scale;
        require(corner.bodies.len() == self.bodies.len(), Refusal::Shape)?;
        require(corner.contacts.len() == self.contacts.len(), Refusal::Shape)?;
        for (place, there) in corner.bodies.iter().enumerate() {
            let (given, loose) = (&self.assembly.bodies[place], &self.bodies[place]);
            let same = there.mass == loose.mass;
            require(same || !there.mass.is_negative(), outside())?;
            require(within(&there.mass, &loose.mass, &loose.mass_off), outside())?;
            let mut axes = there.com.as_ref().iter().zip(given.reference.as_ref());
            require(axes.all(|(com, given)| within(com, given, &loose.com_off)), outside())?;
            let fits = |there: &T::Screw, given: &T::Screw, off: &T::Screw| {
                let mut entries = there.as_ref().iter().zip(given.as_ref()).zip(off.as_ref());
                entries.all(|((there, given), off)| within(there, given, off))
            };
            require(fits(&there.wrench, &loose.wrench, &loose.wrench_off), outside())?;
            require(there.loads.len() == loose.loads.len(), Refusal::Shape)?;
            let mut loads = there.loads.iter().zip(&loose.loads);
            require(loads.all(|(there, load)| fits(there, &load.wrench, &load.off)), outside())?;
        }
        for (place, there) in corner.contacts.iter().enumerate() {
            let (touch, loose) = (&self.assembly.contacts[place].touch, &self.contacts[place]);
            require(!there.friction.is_negative(), outside())?;
            require(within(&there.friction, touch.friction(), &loose.friction), outside())?;
            let (point, normal) = touch.place();
            let shift = minus(&lifted(there.point.as_ref()), &lifted(point.as_ref()));
            let reach = &loose.point * scale;
            for axis in &loose.axes {
                let axis = lifted(axis.as_ref());
                let along = dot(&shift, &axis);
                require(&along * &along <= &reach * &reach * dot(&axis, &axis), outside())?;
            }
            if there.normal != *normal {
                // A limit counts along the normal, which is of another length.
                require(touch.most().is_none(), outside())?;
                let turned = is_turned_by(&lifted(normal.as_ref()), &lifted(there.normal.as_ref()));
                let Some(turned) = turned else { return Err(outside()) };
                if let Some([least, _]) = tangent(&(&loose.normal * scale)) {
                    require(turned <= &least * &least, outside())?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn check_failure(&self, scale: &Rational, corner: &Corner<T>, failing: &Failing<T>) -> Check {
        self.is_in_box(scale, corner)?;
        match (self.about, failing) {
            (About::Stand, Failing::Falls { twists, resistance }) => {
                let (assembly, load) = self.assembly_at(corner);
                let proof = AssemblyProof::Falls {
                    friction: FrictionUse::Given,
                    load,
                    twists: twists.clone(),
                    resistance: resistance.clone(),
                };
                assembly.check(proof).map(|_| ())
            }
            (About::Closure, Failing::Opens { twist }) => {
                let problem = self.problem_at(corner).ok_or(Refusal::Shape)?;
                let proof =
                    Proof::Open { friction: FrictionUse::Given, without: Vec::new(), twist: twist.clone() };
                problem.check(proof).map(|_| ())
            }
            _ => Err(Refusal::Shape),
        }
    }
}

/// The square of the tangent of the angle between two directions; none from a right angle on.
fn is_turned_by(a: &Vector, b: &Vector) -> Option<Rational> {
    let (along, across) = (dot(a, b), cross(a, b));
    if along.is_positive() { dot(&across, &across).checked_div(&(&along * &along)) } else { None }
}

/// A screw of its parts.
fn joined<T: Touch>(turn: &Vector, push: &Vector) -> T::Screw {
    let mut screw = T::Screw::default();
    let parts = turn[3 - T::TURNS..].iter().chain(push);
    screw.as_mut().iter_mut().zip(parts).for_each(|(entry, part)| *entry = part.clone());
    screw
}
