//! The checkers: put a witness into the statement and see.
//!
//! Each follows the definition of its [`Proof`] word by word, in rationals, without a solver.

use crate::cone_forms::FormsRefusal;
use crate::planar::{FrictionUse, PlanarContact, PlanarProblem};
use crate::proof::Proof;
use crate::rank::rank;
use crate::rational::Rational;
use std::collections::HashSet;
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
    /// A bound is negative.
    Bound,
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
            Self::Bound => f.write_str("the bound is negative"),
            Self::Curvature(id) => write!(f, "the curvature at contact \"{id}\" is not known"),
            Self::Locks(what) | Self::Decoupling(what) | Self::Ball(what) => f.write_str(what),
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

/// How strictly a force must be inside its cone.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    /// On the boundary is fine.
    Closed,
    /// `a > 0` and `|b| < μa`, or `b = 0` where `μ = 0`: positive on every edge; or no force at all.
    Strict,
}

impl PlanarProblem {
    /// Accepts a proof about this problem, or says why it is none.
    pub fn check(&self, proof: Proof) -> Result<Verified, Refusal> {
        self.contacts.iter().try_for_each(well_formed)?;
        match &proof {
            Proof::Closed { friction, without, forces } => self.closed(friction, without, forces)?,
            Proof::Open { friction, without, twist } => self.open(friction, without, twist)?,
            Proof::ClosedAbove { mu, forces } => self.closed_above(mu, forces)?,
            Proof::OpenUpTo { mu, twist } => {
                not_negative(mu)?;
                self.open(&FrictionUse::Common(mu.clone()), &[], twist)?;
            }
            Proof::NeverClosed { twist } => self.never_closed(twist)?,
            Proof::Breaks { friction, twist } => self.breaks(friction, twist)?,
            Proof::Touching { friction, forces } => self.touching(friction, forces)?,
            Proof::Rests { friction, load, forces } => {
                self.within_cones(friction, &[], forces, Inside::Closed)?;
                self.within_limits(forces)?;
                self.balanced(forces, load)?;
            }
            Proof::Falls { friction, load, twist } => {
                let left = power(load, twist) - self.absorbed(friction, twist, None)?;
                require(left.is_positive(), Refusal::NoWork)?;
            }
            Proof::FallsBeyond { load, direction, multiple, twist } => {
                self.falls_beyond(load, direction, multiple, twist)?;
            }
            Proof::Immobile { equilibria, fan } => self.immobile(equilibria, fan)?,
            Proof::Mobile { twist, acceleration } => self.mobile(twist, acceleration)?,
            Proof::Glides { twist } => self.glides(twist)?,
            Proof::AtLeast { load, weights, bound, twist } => {
                let lengths = Refusal::Length { contacts: self.contacts.len(), forces: weights.len() };
                require(weights.len() == self.contacts.len(), lengths)?;
                let left = power(load, twist) - self.absorbed(&FrictionUse::Given, twist, Some(weights))?;
                require(left >= *bound, Refusal::NoWork)?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    fn closed(&self, friction: &FrictionUse, without: &[String], forces: &[[Rational; 2]]) -> Check {
        check_use(friction)?;
        self.within_cones(friction, without, forces, Inside::Strict)?;
        self.balanced(forces, &Default::default())?;
        let rubs = self.coefficients(friction).iter().map(Rational::is_positive).collect::<Vec<_>>();
        self.spans(forces, &rubs)
    }

    fn closed_above(&self, mu: &Rational, forces: &[[Rational; 2]]) -> Check {
        not_negative(mu)?;
        self.within_cones(&FrictionUse::Common(mu.clone()), &[], forces, Inside::Closed)?;
        self.balanced(forces, &Default::default())?;
        self.spans(forces, &self.sharing())
    }

    fn open(&self, friction: &FrictionUse, without: &[String], twist: &[Rational; 3]) -> Check {
        check_use(friction)?;
        self.known(without)?;
        moves(twist)?;
        let left_out: HashSet<&String> = without.iter().collect();
        let coefficients = self.coefficients(friction);
        let kept =
            self.contacts.iter().zip(&coefficients).filter(|(contact, _)| !left_out.contains(&contact.id));
        for (contact, coefficient) in kept {
            let [normal, tangent] = self.velocity(contact, twist);
            require(normal >= coefficient * tangent.abs(), Refusal::Resists(contact.id.clone()))?;
        }
        Ok(())
    }

    fn breaks(&self, friction: &FrictionUse, twist: &[Rational; 3]) -> Check {
        check_use(friction)?;
        moves(twist)?;
        self.contacts.iter().zip(self.coefficients(friction)).try_for_each(|(contact, coefficient)| {
            let [normal, tangent] = self.velocity(contact, twist);
            require(normal > coefficient * tangent.abs(), Refusal::Resists(contact.id.clone()))
        })
    }

    fn never_closed(&self, twist: &[Rational; 3]) -> Check {
        moves(twist)?;
        self.contacts.iter().zip(self.sharing()).try_for_each(|(contact, shares)| {
            let [normal, tangent] = self.velocity(contact, twist);
            let slips = shares && !tangent.is_zero();
            require(!normal.is_negative() && !slips, Refusal::Resists(contact.id.clone()))
        })
    }

    fn touching(&self, friction: &FrictionUse, forces: &[[Rational; 2]]) -> Check {
        check_use(friction)?;
        self.within_cones(friction, &[], forces, Inside::Closed)?;
        require(forces.iter().any(|[along, _]| along.is_positive()), Refusal::NoForce)?;
        self.balanced(forces, &Default::default())
    }

    fn falls_beyond(
        &self,
        load: &[Rational; 3],
        direction: &[Rational; 3],
        multiple: &Rational,
        twist: &[Rational; 3],
    ) -> Check {
        let rate = power(direction, twist);
        let left = power(load, twist) + multiple * &rate - self.absorbed(&FrictionUse::Given, twist, None)?;
        require(rate.is_positive() && !left.is_negative(), Refusal::NoWork)
    }

    /// Most work that the contacts can take up on a motion beyond the weights: `Σ most·max(0, μ|t·u| − n·u − weight)`.
    /// A contact without limit must take up none.
    fn absorbed(
        &self,
        friction: &FrictionUse,
        twist: &[Rational; 3],
        weights: Option<&[Rational]>,
    ) -> Result<Rational, Refusal> {
        check_use(friction)?;
        let mut total = Rational::zero();
        for (index, (contact, coefficient)) in
            self.contacts.iter().zip(self.coefficients(friction)).enumerate()
        {
            let [normal, tangent] = self.velocity(contact, twist);
            let weight = weights.and_then(|weights| weights.get(index)).cloned().unwrap_or_default();
            let resisted = coefficient * tangent.abs() - normal - weight;
            if resisted.is_positive() {
                let most = contact.most.as_ref().ok_or_else(|| Refusal::Resists(contact.id.clone()))?;
                total += most * &resisted;
            }
        }
        Ok(total)
    }

    fn within_cones(
        &self,
        friction: &FrictionUse,
        without: &[String],
        forces: &[[Rational; 2]],
        inside: Inside,
    ) -> Check {
        check_use(friction)?;
        self.known(without)?;
        let lengths = Refusal::Length { contacts: self.contacts.len(), forces: forces.len() };
        require(forces.len() == self.contacts.len(), lengths)?;
        let left_out: HashSet<&String> = without.iter().collect();
        let cones = self.contacts.iter().zip(self.coefficients(friction));
        for ((contact, coefficient), [along, across]) in cones.zip(forces) {
            if left_out.contains(&contact.id) {
                require(along.is_zero() && across.is_zero(), Refusal::LeftOut(contact.id.clone()))?;
            } else {
                let ok = in_cone(&coefficient, along, across, inside);
                require(ok, Refusal::Cone(contact.id.clone()))?;
            }
        }
        Ok(())
    }

    fn within_limits(&self, forces: &[[Rational; 2]]) -> Check {
        self.contacts.iter().zip(forces).try_for_each(|(contact, [along, _])| {
            let ok = contact.most.as_ref().is_none_or(|most| along <= most);
            require(ok, Refusal::Limit(contact.id.clone()))
        })
    }

    /// `load + Σ wrench = 0`.
    pub(crate) fn balanced(&self, forces: &[[Rational; 2]], load: &[Rational; 3]) -> Check {
        let mut rest = load.clone();
        for (contact, [along, across]) in self.contacts.iter().zip(forces) {
            for (sum, part) in rest.iter_mut().zip(self.wrench(contact, along, across)) {
                *sum += part;
            }
        }
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest.to_vec()))
    }

    /// Whether the normals of the contacts that press, and their tangents where `rubs`, span the wrench
    /// space.
    fn spans(&self, forces: &[[Rational; 2]], rubs: &[bool]) -> Check {
        let (zero, one) = (Rational::zero(), Rational::one());
        let mut rows: Vec<[Rational; 3]> = Vec::new();
        let pressing =
            self.contacts.iter().zip(rubs).zip(forces).filter(|(_, [along, _])| along.is_positive());
        for ((contact, &rubs), _) in pressing {
            rows.push(self.wrench(contact, &one, &zero));
            if rubs {
                rows.push(self.wrench(contact, &zero, &one));
            }
        }
        let found = rank(&rows);
        require(found == 3, Refusal::Rank { found, needed: 3 })
    }

    fn known(&self, without: &[String]) -> Check {
        if without.is_empty() {
            return Ok(());
        }
        let ids: HashSet<&String> = self.contacts.iter().map(|contact| &contact.id).collect();
        without.iter().try_for_each(|id| require(ids.contains(id), Refusal::LeftOut(id.clone())))
    }
}

pub(crate) fn require(condition: bool, otherwise: Refusal) -> Check {
    if condition { Ok(()) } else { Err(otherwise) }
}

fn well_formed(contact: &PlanarContact) -> Check {
    require(planar_contact_is_sound(contact), Refusal::Contact(contact.id.clone()))
}

/// Whether a contact has a direction, coefficients that are not negative, and outlines that do not overlap.
pub(crate) fn planar_contact_is_sound(contact: &PlanarContact) -> bool {
    let directed = contact.normal.iter().any(|x| !x.is_zero());
    let signs = !contact.friction.is_negative() && !contact.most.as_ref().is_some_and(Rational::is_negative);
    directed && signs && contact.may_touch()
}

/// Whether `along·n + across·t` is in the closed cone.
pub(crate) fn planar_push_is_inside(coefficient: &Rational, along: &Rational, across: &Rational) -> bool {
    in_cone(coefficient, along, across, Inside::Closed)
}

pub(crate) fn check_use(friction: &FrictionUse) -> Check {
    match friction {
        FrictionUse::Given | FrictionUse::None => Ok(()),
        FrictionUse::Common(value) | FrictionUse::Scaled(value) => not_negative(value),
    }
}

fn not_negative(bound: &Rational) -> Check {
    require(!bound.is_negative(), Refusal::Bound)
}

pub(crate) fn moves(twist: &[Rational; 3]) -> Check {
    require(twist.iter().any(|x| !x.is_zero()), Refusal::NoMotion)
}

fn in_cone(coefficient: &Rational, along: &Rational, across: &Rational, inside: Inside) -> bool {
    let reach = coefficient * along;
    match inside {
        Inside::Closed => !along.is_negative() && across.abs() <= reach,
        Inside::Strict if along.is_zero() => across.is_zero(),
        Inside::Strict if coefficient.is_zero() => along.is_positive() && across.is_zero(),
        Inside::Strict => along.is_positive() && across.abs() < reach,
    }
}

pub(crate) fn power(wrench: &[Rational; 3], twist: &[Rational; 3]) -> Rational {
    wrench.iter().zip(twist).map(|(force, velocity)| force * velocity).sum()
}
