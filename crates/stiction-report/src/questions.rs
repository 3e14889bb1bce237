//! The table of questions: what each is asked of, which flags it takes, and which of them change its answer.
//!
//! The command hides in the help of a question what does not apply to it, [`answer`](crate::answer) refuses
//! flags that a question does not take and names those that do, and [`verify`](crate::verify) refuses reports
//! that claim to have been asked so.  All three read this page.

use crate::report::{Options, Question};
use stiction::ask::lower::{ConeModel, Misfit};
use stiction_proof::wrenches::Plan;

use Question::{
    Check, Closure, Cone, Contacts, Hybrid, Insert, Jam, Labels, Lcp, Modes, Motions, Outcomes, Push,
    Quasistatic, Robot, Simulate, Stability, Stand,
};

/// What a question is asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A scene: a file of bodies and contacts, or an assembly.
    Scene,
    /// A matrix and a vector.
    Problem,
    /// A kinematic tree.
    Robot,
}

impl Question {
    /// What it is asked of.
    pub fn input(self) -> Input {
        match self {
            Lcp => Input::Problem,
            Robot => Input::Robot,
            _ => Input::Scene,
        }
    }

    /// Whether its answer is yes or no, so that one of them can be expected.
    pub fn has_verdict(self) -> bool {
        !matches!(self, Contacts | Motions | Labels | Modes | Quasistatic | Simulate | Lcp | Robot)
    }
}

/// A flag of some questions.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    /// Its name on the command line, first the one that a fault names; others say the same by a file.
    pub names: &'static [&'static str],
    /// Who takes it.
    pub takers: Takers,
    /// Whose answers it changes, where others take it without effect.
    pub effect: Takers,
    /// Whether somebody gave it: whether the options differ from the usual ones.
    pub given: fn(&Options) -> bool,
}

/// Some questions.
#[derive(Debug, Clone, Copy)]
pub enum Takers {
    /// Those that are asked of scenes.
    Scenes,
    /// Those that have a verdict.
    Verdicts,
    /// These.
    These(&'static [Question]),
}

impl Takers {
    /// Whether a question is among them.
    pub fn contain(self, question: Question) -> bool {
        match self {
            Self::Scenes => question.input() == Input::Scene,
            Self::Verdicts => question.has_verdict(),
            Self::These(questions) => questions.contains(&question),
        }
    }

    /// All of them, in the order of the manual.
    pub fn list(self) -> Vec<Question> {
        Question::every().filter(|question| self.contain(*question)).collect()
    }
}

/// A flag with an effect wherever it is taken.
const fn flag(
    names: &'static [&'static str],
    takers: &'static [Question],
    given: fn(&Options) -> bool,
) -> Flag {
    Flag { names, takers: Takers::These(takers), effect: Takers::These(takers), given }
}

/// A flag that every question about a scene takes.
const fn of_scenes(names: &'static [&'static str], effect: Takers, given: fn(&Options) -> bool) -> Flag {
    Flag { names, takers: Takers::Scenes, effect, given }
}

/// Those whose answers change with the cone of friction in space.
const WITH_CONE: Takers =
    Takers::These(&[Check, Closure, Labels, Cone, Stability, Insert, Outcomes, Jam, Stand]);

/// Those whose answers compare moments with forces.
const WITH_LENGTH: Takers = Takers::These(&[Check, Closure, Cone, Stability, Stand]);

/// Every flag that not all questions take alike.  What is told in the report under `asked` is given here;
/// what only says where an answer goes is not.
pub const FLAGS: &[Flag] = &[
    flag(&["wrench", "wrenches"], &[Labels, Closure, Cone, Stability, Insert], |asked| {
        !asked.wrenches.is_empty()
    }),
    flag(&["twist", "twists"], &[Motions], |asked| !asked.twists.is_empty()),
    flag(&["test-twist"], &[Motions], |asked| !asked.tests.is_empty()),
    flag(&["point"], &[Labels], |asked| !asked.points.is_empty()),
    flag(&["mode"], &[Labels, Cone], |asked| asked.mode.is_some()),
    flag(&["least"], &[Cone], |asked| asked.least.is_some()),
    flag(&["only"], &[Cone], |asked| !asked.only.is_empty()),
    flag(&["and"], &[Cone], |asked| !asked.and.is_empty()),
    flag(&["not"], &[Cone], |asked| !asked.not.is_empty()),
    flag(&["case"], &[Check, Stand, Outcomes, Jam, Hybrid, Quasistatic, Simulate], |asked| asked.case.is_some()),
    flag(&["body"], &[Stand, Cone, Stability, Insert], |asked| asked.body.is_some()),
    flag(&["push"], &[Stand], |asked| !asked.push.is_empty()),
    flag(&["plan"], &[Insert], |asked| asked.insert.plan != Plan::Complete),
    flag(&["finger"], &[Stability, Insert], |asked| !asked.insert.finger.is_zero()),
    flag(&["largest-friction"], &[Insert], |asked| asked.insert.largest_friction),
    flag(&["map"], &[Outcomes, Jam], |asked| !asked.map.is_empty()),
    flag(&["log"], &[Outcomes], |asked| asked.log.is_some()),
    flag(&["log-tolerance"], &[Outcomes], |asked| asked.log_tolerance != Options::default().log_tolerance),
    flag(&["boundary"], &[Jam], |asked| asked.boundary.is_some()),
    flag(&["simulate"], &[Hybrid], |asked| asked.simulate),
    flag(&["animation"], &[Hybrid, Simulate], |_| false),
    flag(&["until"], &[Simulate], |asked| asked.in_time.until.is_some()),
    flag(&["frames"], &[Simulate], |asked| asked.in_time.frames != Options::default().in_time.frames),
    flag(&["ambiguous"], &[Simulate], |asked| {
        asked.in_time.ambiguous != Options::default().in_time.ambiguous
    }),
    flag(&["compliance"], &[Jam], |asked| asked.compliance.is_some()),
    flag(&["interference"], &[Jam], |asked| asked.interference.is_some()),
    flag(&["sequence"], &[Stand], |asked| asked.besides.sequence.is_some()),
    flag(&["accelerate"], &[Stand], |asked| !asked.besides.accelerate.is_empty()),
    flag(&["ranges"], &[Stand], |asked| asked.besides.ranges.is_some()),
    flag(&["solve", "within"], &[Stand], |asked| asked.besides.solve.is_some()),
    flag(&["region"], &[Stand], |asked| asked.besides.region),
    flag(&["one"], &[Lcp], |asked| asked.one),
    flag(&["contacts-only"], &[Modes], |asked| asked.contacts_only),
    flag(&["explain"], &[Modes], |asked| !asked.explain.is_empty()),
    flag(&["most"], &[Modes, Quasistatic, Push], |asked| asked.most != Options::default().most),
    of_scenes(&["length"], WITH_LENGTH, |asked| asked.length != Options::default().length),
    of_scenes(&["cone"], WITH_CONE, |asked| asked.cone != ConeModel::Round),
    of_scenes(&["friction"], Takers::Scenes, |asked| asked.reader.joint_friction.is_some()),
    of_scenes(&["density"], Takers::Scenes, |asked| asked.reader.density.is_some()),
    of_scenes(&["expect"], Takers::Verdicts, |_| false),
    of_scenes(&["no-picture"], Takers::These(&[Check]), |_| false),
];

/// A flag that the question does not take: nobody asked so, and no report may say that somebody did.
pub(crate) fn untaken(question: Question, options: &Options) -> Option<Misfit> {
    let flag = FLAGS.iter().find(|flag| (flag.given)(options) && !flag.takers.contain(question))?;
    let name = format!("--{}", flag.names[0]);
    let message = format!("`{question}` takes no `{name}`");
    let takers: Vec<String> = flag.takers.list().iter().map(|one| format!("`{one}`")).collect();
    let asked = if takers.len() == 1 { "ask" } else { "ask one of" };
    Some(Misfit::new(
        "conflict",
        &[&name],
        message,
        format!("leave it out, or {asked} {}", takers.join(", ")),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_options_give_no_flag_and_every_question_takes_them() {
        let usual = Options::default();
        assert!(FLAGS.iter().all(|flag| !(flag.given)(&usual)));
        assert!(Question::every().all(|question| untaken(question, &usual).is_none()));
    }

    #[test]
    fn a_flag_has_an_effect_only_where_it_is_taken_and_somewhere() {
        for flag in FLAGS {
            let takers = flag.takers.list();
            let effect = flag.effect.list();
            assert!(!effect.is_empty(), "--{}", flag.names[0]);
            assert!(effect.iter().all(|question| takers.contains(question)), "--{}", flag.names[0]);
        }
    }

    #[test]
    fn a_flag_of_another_question_names_who_takes_it() {
        let options = Options { mode: Some("nn".to_owned()), ..Options::default() };
        let misfit = untaken(Stand, &options).unwrap();
        assert_eq!((misfit.code, misfit.message.as_str()), ("conflict", "`stand` takes no `--mode`"));
        assert_eq!(misfit.help, "leave it out, or ask one of `labels`, `cone`");
        assert!(untaken(Cone, &options).is_none());
    }
}
