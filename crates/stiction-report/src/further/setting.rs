//! Plane and space alike: problems, and what their proofs say.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use stiction::ask::closure::Dimensions;
use stiction::exact::root::{Root, square_root};
use stiction_proof::{
    AssemblyProblem, Faced, FrictionUse, Indeterminacy, Problem, Proof, Rational, Refusal, Touch, Verified,
};

/// A problem of the plane or of space.
pub trait Setting: Serialize + DeserializeOwned + Clone + PartialEq {
    /// Its proofs.
    type Proof: Serialize + DeserializeOwned + Clone;
    /// Whether everything about it is decided: cones have edges, and nothing is left on a round boundary.
    const IS_EXACT: bool;

    /// Accepts a proof, or says why not.
    fn accept(&self, proof: Self::Proof) -> Result<Verified<Self::Proof>, Refusal>;
    /// What a proof says, with the coefficients of the problem.
    fn statement(&self, proof: &Self::Proof) -> Statement;
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
    fn dimensions(&self, wrench: &[Rational], proof: &Value) -> Result<Dimensions, String>;
}

/// A dimension, accepted, of the forces that balance this wrench on one body.
fn dimension_of<T: Faced>(
    problem: &AssemblyProblem<T>,
    wrench: &[Rational],
    proof: &Value,
) -> Result<Verified<Indeterminacy<T>>, String> {
    let proof: Indeterminacy<T> = serde_json::from_value(proof.clone()).map_err(|error| error.to_string())?;
    let [load] = &proof.load[..] else { return Err("there is one load".to_owned()) };
    if load.as_ref() != wrench {
        return Err("it is of another load".to_owned());
    }
    problem.check_indeterminacy(proof).map_err(|refusal| refusal.to_string())
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
    /// Forces cancel.
    Touching { along: Vec<Rational> },
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

impl<T: Faced> Setting for Problem<T>
where
    Dimensions: From<Verified<Indeterminacy<T>>>,
{
    type Proof = Proof<T>;
    const IS_EXACT: bool = T::ALWAYS_EDGES;

    fn accept(&self, proof: Proof<T>) -> Result<Verified<Proof<T>>, Refusal> {
        self.check(proof)
    }

    fn statement(&self, proof: &Proof<T>) -> Statement {
        let list = |numbers: &T::Screw| numbers.as_ref().to_vec();
        let along = |forces: &[T::Push]| {
            self.contacts.iter().zip(forces).map(|(contact, push)| contact.along_normal(push)).collect()
        };
        match proof {
            Proof::Rests { friction: FrictionUse::Given, load, forces } => {
                Statement::Rests { load: list(load), along: along(forces) }
            }
            Proof::Falls { friction: FrictionUse::Given, load, .. } => Statement::Falls { load: list(load) },
            Proof::FallsBeyond { load, direction, multiple, .. }
                if load.as_ref().iter().all(Rational::is_zero) =>
            {
                Statement::FallsBeyond { direction: list(direction), multiple: multiple.clone() }
            }
            Proof::AtLeast { load, weights, bound, .. } => {
                Statement::AtLeast { load: list(load), weights: weights.clone(), bound: bound.clone() }
            }
            Proof::Touching { friction: FrictionUse::Given, forces } => {
                Statement::Touching { along: along(forces) }
            }
            Proof::Closed { friction: FrictionUse::Given, without, .. } => {
                Statement::Closed { without: without.clone() }
            }
            Proof::Open { friction: FrictionUse::Given, without, .. } => {
                Statement::Open { without: without.clone() }
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

    fn dimensions(&self, wrench: &[Rational], proof: &Value) -> Result<Dimensions, String> {
        dimension_of(&self.as_assembly("body"), wrench, proof).map(Dimensions::from)
    }

    fn limited(&self, limits: Vec<Option<Rational>>) -> Self {
        let mut limited = self.clone();
        limited.contacts.iter_mut().zip(limits).for_each(|(contact, most)| contact.set_most(most));
        limited
    }
}
