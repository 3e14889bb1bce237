//! In which manner an assembly fails, told from its collapse.
//!
//! On a collapse a contact **slides** where the relative velocity is on the edge of what friction does not
//! resist, `n·u = μ|ut|`; it **lifts** where it is inside, `n·u > μ|ut|`, and the contact carries nothing;
//! and it keeps where `u = 0`.  The whole slides if some contact does; it tips if none does and some contact
//! keeps that bodies turn about; else it lifts off.  These are words for people: they are told in doubles,
//! and no proof rests on them.

use crate::stand::assembly::{Collapse, Searched};
use stiction_exact::double::norm;
use stiction_proof::{AssemblyProblem, Rational, Touch};

/// What a contact does on a collapse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    /// Both bodies move alike there.
    Keeps,
    /// They turn about it.
    Hinges,
    /// They slide on each other.
    Slides,
    /// They part.
    Lifts,
}

/// How an assembly fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Something slides.
    Slides,
    /// Something tips over, and nothing slides.
    Tips,
    /// Something is left by what it stood on.
    Lifts,
}

impl Manner {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Slides => "slides",
            Self::Tips => "tips",
            Self::Lifts => "lifts",
        }
    }
}

impl Behaviour {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Keeps => "keeps",
            Self::Hinges => "hinges",
            Self::Slides => "slides",
            Self::Lifts => "lifts",
        }
    }
}

fn doubles(vector: &[Rational]) -> Vec<f64> {
    vector.iter().map(Rational::to_f64).collect()
}

/// Parts of velocities below this, of the fastest, are rounding.
const SMALL: f64 = 1e-6;

/// What each contact does on a collapse.
pub fn behaviours<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    collapse: &Collapse<S>,
) -> Vec<Behaviour> {
    let velocity = |index: usize| {
        let relative = problem.relative(&problem.contacts[index], &collapse.twists);
        (doubles(relative.linear.as_ref()), relative.spin.to_f64())
    };
    let velocities: Vec<(Vec<f64>, f64)> = (0..problem.contacts.len()).map(velocity).collect();
    let fastest = velocities.iter().map(|(linear, _)| norm(linear)).fold(0.0, f64::max);
    let one = |(contact, (linear, _)): (&stiction_proof::AssemblyContact<S::Touch>, &(Vec<f64>, f64))| {
        if norm(linear) <= SMALL * fastest {
            return if turns(problem, contact, collapse) { Behaviour::Hinges } else { Behaviour::Keeps };
        }
        let normal = S::normal(&contact.touch);
        let along = normal.iter().zip(linear).map(|(n, u)| n * u).sum::<f64>() / norm(&normal);
        let across = (norm(linear).powi(2) - along * along).max(0.0).sqrt();
        let mu = contact.touch.friction().to_f64();
        if along - mu * across > SMALL * norm(linear) { Behaviour::Lifts } else { Behaviour::Slides }
    };
    problem.contacts.iter().zip(&velocities).map(one).collect()
}

/// Whether the two sides of a contact turn differently, beside the fastest turn.
fn turns<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &stiction_proof::AssemblyContact<S::Touch>,
    collapse: &Collapse<S>,
) -> bool {
    let spin = |body: Option<usize>| -> Vec<f64> {
        let rest = || vec![0.0; S::Touch::TURNS];
        body.filter(|&body| body < problem.bodies.len())
            .map_or_else(rest, |body| doubles(&collapse.twists[body].as_ref()[..S::Touch::TURNS]))
    };
    let (on, against) = (spin(contact.on), spin(contact.against));
    let difference: Vec<f64> = on.iter().zip(&against).map(|(a, b)| a - b).collect();
    let fastest = (0..problem.bodies.len()).map(|body| norm(&spin(Some(body)))).fold(0.0, f64::max);
    norm(&difference) > SMALL * fastest
}

/// The manner of a failure and the contact, by its position, that it is told of.
pub fn manner<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    collapse: &Collapse<S>,
) -> Option<(usize, Manner)> {
    let behaviours = behaviours::<S>(problem, collapse);
    let first = |wanted: Behaviour| behaviours.iter().position(|&one| one == wanted);
    let slides = first(Behaviour::Slides).map(|at| (at, Manner::Slides));
    let tips = || first(Behaviour::Hinges).map(|at| (at, Manner::Tips));
    let lifts = || first(Behaviour::Lifts).map(|at| (at, Manner::Lifts));
    slides.or_else(tips).or_else(lifts)
}
