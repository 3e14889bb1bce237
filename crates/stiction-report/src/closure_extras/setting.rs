//! Plane and space alike: problems, and what their proofs say.

use crate::assembly::PushFormat;
use crate::bound::Bound;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;
use stiction::ask::closure::BODY;
use stiction::ask::lower::Standing;
use stiction::ask::stand::assembly::{Dimension, StandProof};
use stiction::exact::root::{Root, square_root};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyProblem, AssemblyProof, Faced, FrictionUse, Indeterminacy, PlanarContact, Problem, Proof,
    Rational, Refusal, SpatialContact, Touch, Verified,
};

/// A problem of the plane or of space.
pub trait Setting: Debug + Serialize + DeserializeOwned + Clone + PartialEq {
    /// Where it is.
    type World: PushFormat;
    /// Its proofs of closure.
    type Proof: Debug + Serialize + DeserializeOwned + Clone + PartialEq;
    /// Whether everything about it is decided: cones have edges, and nothing is left on a round boundary.
    const IS_EXACT: bool;

    /// Accepts a proof, or says why not.
    fn accept(&self, proof: Self::Proof) -> Result<Verified<Self::Proof>, Refusal>;
    /// What a proof says, with the coefficients of the problem.
    fn statement(&self, proof: &Self::Proof) -> Statement;
    /// The body as an assembly of one, of which balance is said.
    fn body(&self) -> AssemblyProblem<<Self::World as Standing>::Touch>;
    /// The problem by the name of its world.
    fn problem(self) -> Problem<<Self::World as Standing>::Touch>;
    /// What a proof about balance says, with the coefficients of the problem.
    fn balance(&self, proof: &StandProof<Self::World>) -> Statement;
    /// The ids of the contacts.
    fn ids(&self) -> Vec<&str>;
    /// The squared lengths of the normals.
    fn squares(&self) -> Vec<Rational>;
    /// Coefficients of friction.
    fn frictions(&self) -> Vec<&Rational>;
    /// The limits, as multiples of the normals.
    fn limits(&self) -> Vec<Option<&Rational>>;
    /// The same problem with these limits.
    fn limited(&self, limits: Vec<Option<Rational>>) -> Self;
    /// The dimension of the forces that balance a wrench, from its proof in JSON.
    fn dimensions(&self, wrench: &[Rational], proof: &Value) -> Result<Dimension<Self::World>, String>;
}

/// A contact of the plane or of space, which is its world.
pub trait ContactSetting: Faced {
    /// Where it is.
    type World: PushFormat<Touch = Self>;
}

impl ContactSetting for PlanarContact {
    type World = Planar;
}

impl ContactSetting for SpatialContact {
    type World = Spatial;
}

/// A statement about the given friction; `along` are the multiples of the normals of its forces.
pub enum Statement {
    /// The load is balanced.
    Rests { load: Vec<Rational>, along: Vec<Rational> },
    /// The load is not.
    Falls { load: Vec<Rational> },
    /// From nothing, no larger multiple is.
    FallsBeyond { direction: Vec<Rational>, multiple: Rational },
    /// The weighted sum is not smaller.
    AtLeast { load: Vec<Rational>, weights: Vec<Rational>, bound: Rational },
    /// Without these contacts it closes.
    Closed { without: Vec<String> },
    /// Without these contacts it does not.
    Open { without: Vec<String> },
    /// Something else.
    Other,
}

/// The length of each normal: from below, and from above.
pub fn lengths<Q: Setting>(problem: &Q) -> Vec<[Rational; 2]> {
    let both = |square: Rational| {
        let Root { value, exact } = square_root(&square);
        let slack = if exact { Rational::one() } else { Rational::one() + Rational::new(1, 1 << 62) };
        [value.clone(), value * slack]
    };
    problem.squares().into_iter().map(both).collect()
}

impl<T: ContactSetting> Setting for Problem<T> {
    type World = T::World;
    type Proof = Proof<T>;
    const IS_EXACT: bool = T::ALWAYS_EDGES;

    fn accept(&self, proof: Proof<T>) -> Result<Verified<Proof<T>>, Refusal> {
        self.check(proof)
    }

    fn statement(&self, proof: &Proof<T>) -> Statement {
        match proof {
            Proof::Closed { friction: FrictionUse::Given, without, .. } => {
                Statement::Closed { without: without.clone() }
            }
            Proof::Open { friction: FrictionUse::Given, without, .. } => {
                Statement::Open { without: without.clone() }
            }
            _ => Statement::Other,
        }
    }

    fn body(&self) -> AssemblyProblem<T> {
        self.as_assembly(BODY)
    }

    fn problem(self) -> Problem<T> {
        self
    }

    fn balance(&self, proof: &AssemblyProof<T>) -> Statement {
        let list = |load: &[T::Screw]| load.iter().flat_map(|screw| screw.as_ref()).cloned().collect();
        match proof {
            AssemblyProof::Rests { friction: FrictionUse::Given, load, forces } => {
                let pairs = self.contacts.iter().zip(forces);
                match pairs.map(|(contact, push)| contact.along_normal(push)).collect() {
                    Some(along) => Statement::Rests { load: list(load), along },
                    None => Statement::Other,
                }
            }
            AssemblyProof::Falls { friction: FrictionUse::Given, load, .. } => {
                Statement::Falls { load: list(load) }
            }
            AssemblyProof::Bounds { .. } => match Bound::of(proof).map(|bound| (bound.end(), bound)) {
                Some((Some(multiple), bound))
                    if bound.load == self.body().no_load()
                        && bound.taken.is_empty()
                        && bound.rate.is_positive() =>
                {
                    Statement::FallsBeyond { direction: list(bound.direction), multiple }
                }
                _ => Statement::Other,
            },
            AssemblyProof::AtLeast { friction: FrictionUse::Given, load, weights, bound, .. } => {
                Statement::AtLeast { load: list(load), weights: weights.clone(), bound: bound.clone() }
            }
            _ => Statement::Other,
        }
    }

    fn ids(&self) -> Vec<&str> {
        self.contacts.iter().map(Touch::id).collect()
    }

    fn squares(&self) -> Vec<Rational> {
        self.contacts.iter().map(Touch::normal_square).collect()
    }

    fn frictions(&self) -> Vec<&Rational> {
        self.contacts.iter().map(Touch::friction).collect()
    }

    fn limits(&self) -> Vec<Option<&Rational>> {
        self.contacts.iter().map(Touch::most).collect()
    }

    fn dimensions(&self, wrench: &[Rational], proof: &Value) -> Result<Dimension<T::World>, String> {
        let proof: Indeterminacy<T> =
            serde_json::from_value(proof.clone()).map_err(|error| error.to_string())?;
        let [load] = &proof.load[..] else { return Err("there is one load".to_owned()) };
        if load.as_ref() != wrench {
            return Err("it is of another load".to_owned());
        }
        self.body().check_indeterminacy(proof).map_err(|refusal| refusal.to_string())
    }

    fn limited(&self, limits: Vec<Option<Rational>>) -> Self {
        let mut limited = self.clone();
        limited.contacts.iter_mut().zip(limits).for_each(|(contact, most)| contact.set_most(most));
        limited
    }
}
