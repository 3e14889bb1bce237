//! The report on assemblies: verdict, forces or collapse, margins, in the plane and in space.

mod alone;
mod ask;
mod doubt;
mod json;
mod shown;
pub(crate) mod text;

pub(crate) use alone::{cautious_alone, is_alone, matters, reserve_reason};
pub(crate) use ask::{
    MANY_CONTACTS, STRONG_UNASKED, StrongAsked, assembly_answer, depth_reason, explain, further_loads,
    strong_reason, subject, unasked, undecided, warnings,
};
pub use doubt::PartDepth;
pub(crate) use doubt::{Balance, Depths, cautious, matters_somewhere, moved_by};
pub(crate) use json::{STRONG_LIMITS, assembly_json};
pub use shown::PushFormat;
pub use stiction::ask::lower::{PLUNGER, Standing};
pub use stiction::ask::stand::assembly::{Sideways, Tilts};

use crate::number::{NAMED, is_named};
use crate::report::{Options, Presentation, paths};
use crate::text::Lines;
use serde_json::Value;
use std::collections::BTreeMap;
use stiction::ask::Bracket;
use stiction::ask::Threshold;
use stiction::ask::stand::assembly::{
    Counts, Dimension, LeastFriction, Most, Reserve, Searched, StandProof, loaded,
};
use stiction::ask::strong::ByModes;
use stiction_proof::{Answer, AssemblyProblem, AssemblyProof, Rational, Verified};

/// Everything that is said about an assembly.
#[derive(Debug, Clone, PartialEq)]
pub struct AssemblyAnswer<S: Searched> {
    /// What is meant: the one body's name, or how many there are.
    pub subject: String,
    /// What the proofs are about.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body, about its centre of mass.
    pub load: Vec<S::Screw>,
    /// The part of it that is weight.
    pub weights: Vec<S::Vector>,
    /// Can the contacts balance it.
    pub verdict: Answer,
    /// The forces, or the collapse; none where neither was proved.
    pub proof: Option<Verified<StandProof<S>>>,
    /// By how much it stands.
    pub margins: Margins<S>,
    /// Must it stay.
    pub strong: Strong<S>,
    /// Dimension of the set of balancing forces.
    pub indeterminacy: Option<Dimension<S>>,
    /// Equations and unknowns.
    pub counts: Counts,
    /// Why a quantity is missing.
    pub reasons: BTreeMap<String, String>,
    /// What happens to what falls, in words, where that is one thing and quickly found; not told to programs, which ask
    /// `outcomes`.
    pub happens: Option<String>,
}

/// By how much an assembly stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins<S: Searched> {
    /// How far inside the cones forces can be, N: between two numbers, less what contacts were allowed to pull.
    pub deepest: Option<(Bracket<StandProof<S>>, Rational)>,
    /// Forces that show contacts to press against each other as hard as one likes, where they do.
    pub depth_unlimited: Option<Verified<StandProof<S>>>,
    /// The depths of parts that do not touch each other, where some number was rounded.
    pub parts: Vec<PartDepth<S>>,
    /// How far the load of a body alone is from the boundary; of others the depth is told.
    pub reserve: Option<Reserve<S>>,
    /// Least common factor on all coefficients of friction.
    pub friction: Option<LeastFriction<S>>,
    /// Loads across gravity.
    pub sideways: Option<Sideways<S>>,
    /// Further loads that were asked about.
    pub further: Vec<FurtherLoad<S>>,
}

/// Whether an assembly must stay.
#[derive(Debug, Clone, PartialEq)]
pub struct Strong<S: Searched> {
    /// Whether it must; none where it is not asked.
    pub verdict: Option<Answer>,
    /// What shows that it must, or need not.
    pub proof: Option<StrongProof<S>>,
}

/// Why an assembly must stay, or need not.
#[derive(Debug, Clone, PartialEq)]
pub enum StrongProof<S: Searched> {
    /// Normal forces alone balance the loads.
    Normals(Verified<StandProof<S>>),
    /// By contact modes.
    Modes(ByModes),
}

/// A further load and its largest multiple.
#[derive(Debug, Clone, PartialEq)]
pub struct FurtherLoad<S: Searched> {
    /// What it is, in words.
    pub name: String,
    /// The load on each body.
    pub load: Vec<S::Screw>,
    /// How much of it stands.
    pub most: Most<S>,
    /// Where it falls without any: how much less than the lower end of the most stands, between two proofs
    /// about that load.
    pub less: Option<Bracket<StandProof<S>>>,
}

impl<S: Searched> FurtherLoad<S> {
    /// The two ends of the least multiple that stands, where it falls without any; forces were found at the upper one.
    pub fn least(&self) -> Option<[Rational; 2]> {
        let from = &self.most.bracket()?.lower.0;
        let less = self.less.as_ref()?;
        Some([from - &less.upper.0, from - &less.lower.0])
    }
}

/// A load with as much of a further one as is proved to stand, and the opposite of the further one.
pub(crate) fn downwards<S: Searched>(
    load: &[S::Screw],
    further: &[S::Screw],
    most: &Most<S>,
) -> Option<[Vec<S::Screw>; 2]> {
    let from = &most.bracket()?.lower.0;
    let mut back = further.to_vec();
    back.iter_mut().flat_map(|screw| screw.as_mut()).for_each(|entry| *entry = -&*entry);
    Some([loaded::<S>(load, further, from), back])
}

impl<S: Searched> AssemblyAnswer<S> {
    /// Whether it was proved to stand.
    pub fn stands(&self) -> bool {
        matches!(self.proof.as_ref().map(Verified::proof), Some(AssemblyProof::Rests { .. }))
    }

    /// The collapse: a twist of each body, the largest entry 1.
    pub fn collapse(&self) -> Option<Vec<Vec<f64>>> {
        let AssemblyProof::Falls { twists, .. } = self.proof.as_ref()?.proof() else { return None };
        let entries = || twists.iter().flat_map(|twist| twist.as_ref());
        let largest = entries().map(Rational::abs).max().filter(|largest| !largest.is_zero())?.to_f64();
        Some(
            twists
                .iter()
                .map(|twist| twist.as_ref().iter().map(|x| x.to_f64() / largest).collect())
                .collect(),
        )
    }
}

impl<S: PushFormat> Presentation for AssemblyAnswer<S> {
    fn verdict(&self) -> Option<Answer> {
        Some(self.verdict)
    }

    fn keys(&self, options: &Options) -> Value {
        assembly_json(self, &options.length)
    }

    fn lines(&self, options: &Options) -> Lines {
        text::lines(self, &options.length)
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        text::words(self)
    }

    fn computed(&self) -> Vec<String> {
        let mut computed = Vec::new();
        let wide = |bracket: &Bracket<StandProof<S>>| !is_named([&bracket.lower.0, &bracket.upper.0]);
        // Of the ends as they are told, without what contacts were allowed to pull.
        let told = |(bracket, pull): &(Bracket<StandProof<S>>, Rational)| {
            [&bracket.lower.0 - pull, &bracket.upper.0 - pull]
        };
        if self.margins.deepest.as_ref().map(told).is_some_and(|ends| !is_named(ends.each_ref())) {
            computed.push("margin".to_owned());
        }
        if matches!(&self.margins.friction, Some(Threshold::Between(bracket)) if wide(bracket)) {
            computed.push("margins.friction".to_owned());
        }
        if let Some(Sideways::Tilts(tilts)) = &self.margins.sideways {
            let (inner, outer) = tilts.radius();
            if tilts.exact_radius().is_none() && outer - inner > NAMED * outer.max(1.0) {
                computed.extend(paths("margins.load margins.tilt"));
            }
        }
        for (index, load) in self.margins.further.iter().enumerate() {
            if load.most.bracket().is_some_and(wide) {
                computed.push(format!("further.{index}.multiple"));
            }
        }
        computed
    }
}
