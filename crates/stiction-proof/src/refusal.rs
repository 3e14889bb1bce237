//! What checkers say: a proof that was accepted, or why one is none.

use crate::cone_forms::FormsRefusal;
use crate::proof::Proof;
use crate::rational::Rational;
use std::fmt;

/// A proof that a checker accepted.  There is no other way to make one.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified<P = Proof>(Box<P>);

impl<P> Verified<P> {
    /// The checkers alone call this.
    pub(crate) fn accepted(proof: P) -> Self {
        Self(Box::new(proof))
    }

    /// The proof that was accepted.
    pub fn proof(&self) -> &P {
        &self.0
    }

    /// The proof that was accepted.
    pub fn into_proof(self) -> P {
        *self.0
    }
}

/// Why a proof is not one.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// The number of forces is not the number of contacts.
    Length {
        /// Contacts of the problem.
        contacts: usize,
        /// Forces of the proof.
        forces: usize,
    },
    /// A contact whose normal is zero, whose friction, torsion or limit is negative, whose outlines overlap, or whose
    /// pyramid is not about its normal.
    Contact(String),
    /// A contact is left out that the problem does not have, or one that is left out pushes.
    LeftOut(String),
    /// A force is outside its cone, or on its boundary where it must be inside.
    Cone(String),
    /// A force is larger than its limit.
    Limit(String),
    /// The wrenches do not cancel; what is left of them.
    Unbalanced(Vec<Rational>),
    /// The wrenches on a body of an assembly do not cancel; what is left of them.
    UnbalancedBody {
        /// The body.
        body: String,
        /// What is left.
        rest: Vec<Rational>,
    },
    /// A body of an assembly makes a motion that it is not free to make.
    Freedom(String),
    /// The contacts' wrenches do not span the wrench space.
    Rank {
        /// Dimensions that they span.
        found: usize,
        /// Dimensions that there are.
        needed: usize,
    },
    /// The forces that balance have another number of dimensions.
    Dimension {
        /// As many as are shown.
        found: usize,
        /// As many as are said.
        stated: usize,
    },
    /// All forces are zero.
    NoForce,
    /// The twist is zero.
    NoMotion,
    /// The contact resists the twist.
    Resists(String),
    /// The load does not more work on the motion than the contacts can take up.
    NoWork,
    /// The search for a proof ended before it reached one.
    NotReached,
    /// A bound is negative.
    Bound,
    /// A statement to second order about a body that is not in the plane.
    SecondOrder,
    /// The contact's curvature is needed and not known.
    Curvature(String),
    /// This direction of a fan is not one that is left, or what comes after it is not blocked.
    Fan(usize),
    /// Two forms of a set are not shown to describe the same.
    Forms(FormsRefusal),
    /// Vectors of the proof and of the problem are not of one length.
    Shape,
    /// The mass matrix is not symmetric and positive definite.
    Mass,
    /// The contact cannot have this label.
    Label(String),
    /// This demand of the mode is not met.
    Demand(usize),
    /// The normal and the weights contradict nothing.
    NotSeparated,
    /// A mode is none of the problem's, or what is said about it is not shown; why.
    Mode(String),
    /// Something about a system of choices.
    Choice(crate::choice::Objection),
    /// A statement about jamming or wedging whose witness lacks this.
    Locks(&'static str),
    /// A decoupling of motion and force that is none.
    Decoupling(&'static str),
    /// Facets, points and directions that show no distance; why.
    Ball(&'static str),
    /// A run of the stick on two fingers that is none.
    Stick(&'static str),
    /// A statement about a part that is pushed whose witness lacks this.
    Push(&'static str),
    /// A statement about where contacts may be put whose witness lacks this.
    Place(&'static str),
    /// A statement about a box of scenes whose witness lacks this.
    Robust(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choice(objection) => objection.fmt(f),
            Self::Length { contacts, forces } => write!(f, "{forces} forces for {contacts} contacts"),
            Self::Contact(id) => {
                write!(
                    f,
                    "contact \"{id}\" has no direction, a negative coefficient or limit, impossible curvatures, or sides \
                     of a pyramid that are not about its normal"
                )
            }
            Self::LeftOut(id) => write!(f, "contact \"{id}\" cannot be left out, or pushes although it is"),
            Self::Cone(id) => write!(f, "the force at contact \"{id}\" is not inside its friction cone"),
            Self::Limit(id) => write!(f, "the force at contact \"{id}\" is above its limit"),
            Self::Unbalanced(rest) => {
                let rest: Vec<String> = rest.iter().map(|entry| entry.to_f64().to_string()).collect();
                write!(f, "the wrenches leave [{}]", rest.join(", "))
            }
            Self::UnbalancedBody { body, rest } => {
                let rest: Vec<String> = rest.iter().map(|entry| entry.to_f64().to_string()).collect();
                write!(f, "the wrenches on body \"{body}\" leave [{}]", rest.join(", "))
            }
            Self::Freedom(body) => write!(f, "body \"{body}\" is not free to move so"),
            Self::Rank { found, needed } => {
                write!(f, "the contacts' wrenches span {found} dimensions, not {needed}")
            }
            Self::Dimension { found, stated } => {
                write!(f, "the balancing forces have {found} dimensions, not {stated}")
            }
            Self::NoForce => f.write_str("all forces are zero"),
            Self::NoMotion => f.write_str("the motion is zero"),
            Self::Resists(id) => write!(f, "contact \"{id}\" resists the motion"),
            Self::NoWork => f.write_str("the load does no more work than the contacts can take up"),
            Self::NotReached => f.write_str("the search for a proof ended before it reached one"),
            Self::Bound => f.write_str("the bound is negative"),
            Self::SecondOrder => f.write_str("what holds to second order is known of the plane alone"),
            Self::Curvature(id) => write!(f, "the curvature at contact \"{id}\" is not known"),
            Self::Locks(what)
            | Self::Decoupling(what)
            | Self::Ball(what)
            | Self::Stick(what)
            | Self::Push(what)
            | Self::Place(what)
            | Self::Robust(what) => f.write_str(what),
            Self::Fan(index) => write!(f, "direction {index} of the fan leaves motions that are not blocked"),
            Self::Forms(refusal) => refusal.fmt(f),
            Self::Shape => {
                f.write_str("the proof does not have the problem's numbers of contacts and entries")
            }
            Self::Mass => f.write_str("the mass matrix is not symmetric and positive definite"),
            Self::Label(id) => write!(f, "contact \"{id}\" cannot have this label"),
            Self::Demand(index) => write!(f, "demand {index} of the mode is not met"),
            Self::NotSeparated => f.write_str("the normal and the weights contradict nothing"),
            Self::Mode(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

pub(crate) type Check = Result<(), Refusal>;

pub(crate) fn require(condition: bool, otherwise: Refusal) -> Check {
    if condition { Ok(()) } else { Err(otherwise) }
}
