//! Grids of verdicts over two numbers of a scene: where it stands, where it is closed, and in space what happens.
//!
//! Each cell is the question asked of the scene with its two values, and is decided by a proof that its checker
//! accepted; these proofs are not told, so that the grid counts as computed, and `verify` decides it again from the
//! scene.

use crate::answer::{Answering, AskError};
use crate::map::{Kind, MapAnswer, cells, misfit, two};
use crate::outcomes::Outcome;
use crate::questions::Question;
use crate::report::{Answered, Options, Presentation, SceneName};
use serde_json::Value;
use stiction::ask::lower::assembly;
use stiction::ask::stand::assembly::stands;
use stiction::ask::stand::moving::is_moving;
use stiction::scene::{Axis, Scene, Varied};
use stiction::work;
use stiction_proof::{Answer, FrictionUse, Rational};

/// Kinds of cells: a name, a word and a letter each.
macro_rules! cells_of {
    ($(#[$about:meta])* $name:ident: $($(#[$doc:meta])* $kind:ident $word:literal $letter:literal),* $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$doc])* $kind),*
        }

        impl Kind for $name {
            const ALL: &'static [Self] = &[$(Self::$kind),*];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word),*
                }
            }

            fn letter(self) -> char {
                match self {
                    $(Self::$kind => $letter),*
                }
            }
        }
    };
}

cells_of! {
    /// Whether a scene stands.
    StandCell:
    /// It stands.
    Stands "stands" 's',
    /// It falls.
    Falls "falls" 'n',
    /// Not decided.
    Undecided "undecided" 'u',
    /// The question does not fit.
    Fault "fault" 'f',
}

cells_of! {
    /// Whether contacts close.
    ClosureCell:
    /// Closed.
    Closed "closed" 'c',
    /// Open.
    Open "open" 'o',
    /// Not decided.
    Undecided "undecided" 'u',
    /// The question does not fit.
    Fault "fault" 'f',
}

cells_of! {
    /// What happens in space.
    HappensCell:
    /// Nothing accelerates.
    Rests "rests" 'r',
    /// One motion.
    Moves "moves" 'm',
    /// Several motions.
    Ambiguous "ambiguous" 'a',
    /// A family of motions.
    Continuum "continuum" 'c',
    /// No motion.
    Inconsistent "inconsistent" 'i',
    /// Not decided.
    Undecided "undecided" 'u',
    /// The question does not fit.
    Fault "fault" 'f',
}

/// A grid, by what was asked.
#[derive(Debug, Clone, PartialEq)]
pub enum VerdictMap {
    /// Of `stand`.
    Stand(MapAnswer<StandCell>),
    /// Of `closure`.
    Closure(MapAnswer<ClosureCell>),
    /// Of `outcomes` in space.
    Happens(MapAnswer<HappensCell>),
}

impl VerdictMap {
    /// Axes, rows and counts.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Stand(map) => map.to_json(),
            Self::Closure(map) => map.to_json(),
            Self::Happens(map) => map.to_json(),
        }
    }

    pub(crate) fn words(&self) -> String {
        match self {
            Self::Stand(map) => map.words(),
            Self::Closure(map) => map.words(),
            Self::Happens(map) => map.words(),
        }
    }
}

/// Whether a question has such a grid of scenes of this dimension.
fn is_asked(question: Question, dimension: usize) -> bool {
    matches!((question, dimension), (Question::Stand | Question::Closure, _) | (Question::Outcomes, 3))
}

/// What the reader of files would refuse.
fn is_impossible<S: Varied>(scene: &Scene<S>) -> bool {
    let negative = |number: &Option<Rational>| number.as_ref().is_some_and(Rational::is_negative);
    scene.contacts.iter().any(|contact| {
        contact.gap.is_negative()
            || contact.friction.sliding.is_negative()
            || contact.friction.sliding > contact.friction.at_rest
            || negative(&contact.pushed())
            || contact.normal.as_ref().iter().all(Rational::is_zero)
    }) || scene.free_bodies().any(|(_, body)| body.mass.as_ref().is_some_and(|mass| !mass.is_positive()))
}

/// A question of one cell: its answer, or why it does not fit.
fn asked<S: Answering>(
    scene: &Scene<S>,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Answered, AskError> {
    let options = Options { map: Vec::new(), ..options.clone() };
    S::asking(question)(scene, name, &options).map(|found| found.answered)
}

fn stand_cell<S: Answering>(scene: &Scene<S>, options: &Options) -> StandCell {
    let Ok(lowered) = assembly::<S>(scene, options.cone) else { return StandCell::Fault };
    let Ok(verdict) = stands::<S>(&lowered.problem, &lowered.load, &FrictionUse::Given) else {
        return StandCell::Undecided;
    };
    match verdict.answer() {
        Answer::Yes => StandCell::Stands,
        Answer::No => StandCell::Falls,
        Answer::Undecided => StandCell::Undecided,
    }
}

fn closure_cell(answered: Result<Answered, AskError>) -> ClosureCell {
    let told = answered.as_ref().ok().and_then(Answered::told).and_then(Presentation::verdict);
    match told {
        Some(Answer::Yes) => ClosureCell::Closed,
        Some(Answer::No) => ClosureCell::Open,
        Some(Answer::Undecided) => ClosureCell::Undecided,
        None => ClosureCell::Fault,
    }
}

fn happens_cell(answered: Result<Answered, AskError>) -> HappensCell {
    let Ok(Answered::OutcomesInSpace(answer)) = answered else { return HappensCell::Fault };
    let still = |(body, _): &(usize, &str)| {
        answer
            .all
            .happenings
            .iter()
            .all(|happening| happening.solution.accelerations[*body].iter().all(Rational::is_zero))
    };
    match answer.all.outcome {
        Outcome::Unique => {
            let rests = crate::outcomes::Spoken::free_bodies(&answer.problem).iter().all(still);
            if rests { HappensCell::Rests } else { HappensCell::Moves }
        }
        Outcome::Ambiguous => HappensCell::Ambiguous,
        Outcome::Continuum => HappensCell::Continuum,
        Outcome::Inconsistent => HappensCell::Inconsistent,
        Outcome::Undecided => HappensCell::Undecided,
    }
}

/// The grid, one row for each value of the second axis; where every cell is a fault, what stands against the first.
fn grid<S: Answering, K: Kind + Send + Sync>(
    scene: &Scene<S>,
    axes: [&Axis; 2],
    fault: K,
    cell: impl Fn(&Scene<S>) -> K + Sync,
    why: impl Fn(&Scene<S>) -> Option<AskError>,
) -> Result<MapAnswer<K>, AskError> {
    let [first, second] = axes;
    let row = |index: usize| -> Result<Vec<K>, String> {
        let mut cells = Vec::new();
        first.along(scene, (second, index), |changed| {
            cells.push(if is_impossible(changed) { fault } else { cell(changed) });
        })?;
        Ok(cells)
    };
    let lines: Result<Vec<Vec<K>>, String> = work::lines(second.count, row).into_iter().collect();
    let grid = lines.map_err(misfit)?;
    if grid.iter().flatten().all(|cell| *cell == fault) {
        return Err(no_cell(scene, axes, why));
    }
    Ok(MapAnswer::new(axes, grid))
}

/// That no cell of a map fits its question, with what stands against the first.
pub(crate) fn no_cell<S: Varied>(
    scene: &Scene<S>,
    [first, second]: [&Axis; 2],
    why: impl Fn(&Scene<S>) -> Option<AskError>,
) -> AskError {
    let mut changed = scene.clone();
    let set =
        second.set(&mut changed, second.value(0)).and_then(|()| first.set(&mut changed, first.value(0)));
    let reason = match (set, is_impossible(&changed)) {
        (Err(message), _) => message,
        (_, true) => "a gap, a mass, a coefficient or a preload is below what it can be".to_owned(),
        _ => match why(&changed) {
            Some(AskError::Misfits(misfits)) if !misfits.is_empty() => misfits[0].message.clone(),
            Some(other) => other.to_string(),
            None => "it has no answer".to_owned(),
        },
    };
    misfit(format!("no cell of the map fits the question; of the first, {reason}"))
}

/// The grid of a question, where one was asked for.
pub(crate) fn mapped<S: Answering>(
    scene: &Scene<S>,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Option<VerdictMap>, AskError> {
    let Some(axes) = two(&options.map)?.filter(|_| is_asked(question, S::DIMENSION)) else { return Ok(None) };
    if is_moving(scene) {
        return Err(misfit("a scene that rides on a moving base has no map".to_owned()));
    }
    let ask = |changed: &Scene<S>| asked(changed, name, question, options);
    let why = |changed: &Scene<S>| ask(changed).err();
    Ok(Some(match question {
        Question::Stand => {
            let cell = |changed: &Scene<S>| stand_cell(changed, options);
            VerdictMap::Stand(grid(scene, axes, StandCell::Fault, cell, why)?)
        }
        Question::Closure => {
            let cell = |changed: &Scene<S>| closure_cell(ask(changed));
            VerdictMap::Closure(grid(scene, axes, ClosureCell::Fault, cell, why)?)
        }
        _ => {
            let cell = |changed: &Scene<S>| happens_cell(ask(changed));
            VerdictMap::Happens(grid(scene, axes, HappensCell::Fault, cell, why)?)
        }
    }))
}

/// The grid of a report: that of the scene, decided again and compared, or without one as the report has it.
pub(crate) fn read<S: Answering>(
    scene: Option<&Scene<S>>,
    question: Question,
    options: &Options,
    told: &Value,
) -> Result<Option<VerdictMap>, String> {
    let [first, second] = &options.map[..] else { return Ok(None) };
    let axes = [first, second];
    let shown = match question {
        Question::Stand => VerdictMap::Stand(MapAnswer::new(axes, cells(told, axes)?)),
        Question::Closure => VerdictMap::Closure(MapAnswer::new(axes, cells(told, axes)?)),
        _ => VerdictMap::Happens(MapAnswer::new(axes, cells(told, axes)?)),
    };
    if let Some(scene) = scene {
        let again =
            mapped(scene, &SceneName::unnamed(), question, options).map_err(|error| error.to_string())?;
        if again.as_ref() != Some(&shown) {
            return Err("the map is otherwise when it is decided again".to_owned());
        }
    }
    Ok(Some(shown))
}

/// Whether a report of this question in this dimension has such a grid.
pub(crate) fn is_told(question: Question, options: &Options, dimension: usize) -> bool {
    !options.map.is_empty() && is_asked(question, dimension)
}
