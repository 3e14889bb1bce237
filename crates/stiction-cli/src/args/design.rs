//! Questions of design: where contacts should be, and whether an answer survives numbers that are a little off.

use super::Ask;
use crate::words::{WrenchList, not_negative, wrench};
use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;
use stiction_proof::Rational;
use stiction_proof::place::Aim;
use stiction_proof::robust::About;
use stiction_report::RobustQuery;
use stiction_report::place::PlaceOverrides;

/// The question `place`, with flags that go before what the scene says under `[place]`.
#[derive(Debug, Clone, ClapArgs)]
pub struct Place {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// The body that contacts are placed on
    #[arg(long, value_name = "BODY")]
    pub on: Option<String>,
    /// How many contacts are still to be placed; those of the scene stay
    #[arg(long, value_name = "N")]
    pub contacts: Option<usize>,
    /// What is to be as good as possible
    #[arg(long, value_enum, value_name = "MEASURE")]
    pub measure: Option<MeasureWord>,
    /// Edges that may be touched, counted from 0: edge i runs from vertex i to i + 1
    #[arg(long, value_name = "I,I,…", value_delimiter = ',')]
    pub edges: Option<Vec<usize>>,
    /// Distance to keep from corners, m
    #[arg(long, value_name = "L", value_parser = not_negative)]
    pub inset: Option<Rational>,
    /// Least distance between contacts, m
    #[arg(long, value_name = "L", value_parser = not_negative)]
    pub spacing: Option<Rational>,
    /// Whether some wrench must seat the part against all its contacts
    #[arg(long)]
    pub insertable: bool,
    /// A total wrench m,fx,fy under which the part must stay, repeatable
    #[arg(long, value_name = "WRENCH", value_parser = wrench, allow_hyphen_values = true)]
    pub holds: Vec<WrenchList>,
    /// Write the scene with the best contacts in it: FILE.toml or FILE.json
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
}

/// What a placement is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum MeasureWord {
    /// Radius of the largest ball in the hull of all friction edges
    EpsilonL1,
    /// The same where each contact pushes with up to one
    EpsilonLinf,
    /// The least common coefficient of friction that closes
    LeastFriction,
    /// The margin of closure
    Margin,
}

impl Place {
    /// What is wanted.
    pub fn wanted(&self) -> PlaceOverrides {
        PlaceOverrides {
            on: self.on.clone(),
            contacts: self.contacts,
            measure: self.measure.map(|word| match word {
                MeasureWord::EpsilonL1 => Aim::EpsilonL1,
                MeasureWord::EpsilonLinf => Aim::EpsilonLinf,
                MeasureWord::LeastFriction => Aim::LeastFriction,
                MeasureWord::Margin => Aim::Margin,
            }),
            edges: self.edges.clone(),
            inset: self.inset.clone(),
            spacing: self.spacing.clone(),
            insertable: self.insertable,
            holds: self.holds.iter().map(|list| list.0.clone()).collect(),
        }
    }
}

/// The question `robust`, with a flag of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Robust {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// What is to hold in every scene; by default closure where nothing pulls, and else standing
    #[arg(long, value_enum, value_name = "WHAT")]
    pub about: Option<AboutWord>,
}

/// What is to hold within tolerances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AboutWord {
    /// Force closure of the one free body
    Closure,
    /// The contacts can balance what pulls
    Stand,
}

impl Robust {
    /// The question.
    pub fn query(&self) -> RobustQuery {
        let about = self.about.map(|about| match about {
            AboutWord::Closure => About::Closure,
            AboutWord::Stand => About::Stand,
        });
        RobustQuery { about }
    }
}
