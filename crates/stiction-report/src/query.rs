//! Questions as values, each with its own options and no other.

use crate::options::{Insertion, Options, StandExtras, Unknown};
use crate::place::PlaceOverrides;
use crate::questions::Question;
use crate::simulate::InTime;
use stiction::ask::outcomes::{Reported, Tolerance};
use stiction::scene::Axis;
use stiction_proof::Rational;
use stiction_proof::robust::About;

/// A question with its own options: what is asked, as one value.
#[derive(Debug, Clone, PartialEq)]
pub enum Query {
    /// Every question that applies.
    Check,
    /// The contacts, expanded.
    Contacts,
    /// The twists that contacts allow.
    Motions(MotionsQuery),
    /// The kinematically possible contact modes.
    Modes(ModesQuery),
    /// The wrenches that contacts can exert.
    Labels(LabelsQuery),
    /// Form and force closure.
    Closure(ClosureQuery),
    /// The wrenches of a contact mode.
    Cone(ConeQuery),
    /// Under which wrenches the body may stay, and must.
    Stability(StabilityQuery),
    /// Wrenches that seat the part whatever the start.
    Insert(InsertQuery),
    /// Every motion and force that is possible now.
    Outcomes(OutcomesQuery),
    /// Does friction lock it.
    Jam(JamQuery),
    /// Can the body rest under its loads.
    Stand(StandQuery),
    /// Which modes balance while bodies are driven slowly.
    Quasistatic(QuasistaticQuery),
    /// How a part on a table moves that is pushed slowly.
    Push(SlowQuery),
    /// How planar bodies move in time.
    Simulate(InTime),
    /// Motion and force at a robot's contact, apart.
    Hybrid(HybridQuery),
    /// Where should contacts be put.
    Place(PlaceQuery),
    /// Does it hold whatever the numbers are within their tolerances.
    Robust(RobustQuery),
    /// Solutions of a complementarity problem.
    Lcp(LcpQuery),
}

/// How motions are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MotionsQuery {
    /// Twists that replace the contacts.
    pub twists: Vec<Vec<Rational>>,
    /// Motions that are tried at the contacts.
    pub tests: Vec<Vec<Rational>>,
}

/// How contact modes are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModesQuery {
    /// Whether modes say no more than which contacts are kept.
    pub contacts_only: bool,
    /// Modes of which a motion or a refutation is asked.
    pub explain: Vec<String>,
    /// How many are listed at most.
    pub most: Option<usize>,
}

/// How the wrenches of contacts are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LabelsQuery {
    /// Wrenches that replace the contacts.
    pub wrenches: Vec<Vec<Rational>>,
    /// The contact mode whose edges are meant.
    pub mode: Option<String>,
    /// Points of the plane that are labelled.
    pub points: Vec<[Rational; 2]>,
}

/// How closure is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClosureQuery {
    /// Loads that are judged.
    pub wrenches: Vec<Vec<Rational>>,
    /// The number whose values are sought with which the contacts close.
    pub solve: Option<Unknown>,
    /// Two numbers of the scene over which it is mapped.
    pub map: Vec<Axis>,
}

/// How the wrenches of a mode are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConeQuery {
    /// The mode.
    pub mode: Option<String>,
    /// Wrenches that are judged.
    pub wrenches: Vec<Vec<Rational>>,
    /// The body, where several are free.
    pub body: Option<String>,
    /// The least acceleration that strict inequalities become.
    pub least: Option<Rational>,
    /// Other wanted modes, where nothing else may happen.
    pub only: Vec<String>,
    /// Modes that must be possible as well.
    pub and: Vec<String>,
    /// Modes that must not happen.
    pub not: Vec<String>,
}

/// How stability is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StabilityQuery {
    /// Wrenches that are judged.
    pub wrenches: Vec<Vec<Rational>>,
    /// The body, where several are free.
    pub body: Option<String>,
    /// Friction of the finger that pushes.
    pub finger: Rational,
}

/// How insertion is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct InsertQuery {
    /// Wrenches that are judged.
    pub wrenches: Vec<Vec<Rational>>,
    /// The body, where several are free.
    pub body: Option<String>,
    /// What is promised, and by which finger.
    pub insertion: Insertion,
}

/// How outcomes are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OutcomesQuery {
    /// Two numbers of the scene over which they are mapped.
    pub map: Vec<Axis>,
    /// What another program reports of the scene.
    pub log: Option<Vec<Reported>>,
    /// Up to what such a report counts as lawful.
    pub log_tolerance: Tolerance,
}

/// How jamming is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JamQuery {
    /// Two contacts in the plane of whose friction the boundary is drawn.
    pub boundary: Option<[String; 2]>,
    /// Two numbers of the scene over which it is mapped.
    pub map: Vec<Axis>,
    /// The stiffness from which on contacts give, N/m.
    pub compliance: Option<Rational>,
    /// How far they are pressed in, m.
    pub interference: Option<Rational>,
}

/// How standing is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StandQuery {
    /// The body whose further loads are sought.
    pub body: Option<String>,
    /// Directions of pushes at its centre of mass.
    pub push: Vec<Vec<Rational>>,
    /// What is asked besides whether it stands.
    pub extras: StandExtras,
    /// Two numbers of the scene over which it is mapped.
    pub map: Vec<Axis>,
}

/// How slow manipulation is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuasistaticQuery {
    /// How many modes are listed at most.
    pub most: Option<usize>,
    /// Two numbers of the scene over which it is mapped.
    pub map: Vec<Axis>,
}

/// How slow manipulation is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SlowQuery {
    /// How many modes are listed at most.
    pub most: Option<usize>,
}

/// How a robot's contact is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HybridQuery {
    /// Whether it is run in time.
    pub simulate: bool,
}

/// How placements are asked: what is said here goes before the scene's own section.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlaceQuery {
    /// What is wanted.
    pub wanted: PlaceOverrides,
}

/// How tolerances are asked about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RobustQuery {
    /// What is to hold; closure where nothing pulls and else standing, where nobody says it.
    pub about: Option<About>,
}

/// How a complementarity problem is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LcpQuery {
    /// Whether one solution is enough.
    pub one: bool,
}

impl Query {
    /// The question, and its options put into a setting that says what all questions have in common.
    pub fn with(self, mut options: Options) -> (Question, Options) {
        let question = match self {
            Self::Check => Question::Check,
            Self::Contacts => Question::Contacts,
            Self::Motions(MotionsQuery { twists, tests }) => {
                (options.twists, options.tests) = (twists, tests);
                Question::Motions
            }
            Self::Modes(ModesQuery { contacts_only, explain, most }) => {
                (options.contacts_only, options.explain) = (contacts_only, explain);
                options.most = most.unwrap_or(options.most);
                Question::Modes
            }
            Self::Labels(LabelsQuery { wrenches, mode, points }) => {
                (options.wrenches, options.mode, options.points) = (wrenches, mode, points);
                Question::Labels
            }
            Self::Closure(ClosureQuery { wrenches, solve, map }) => {
                (options.wrenches, options.extras.solve, options.map) = (wrenches, solve, map);
                Question::Closure
            }
            Self::Cone(ConeQuery { mode, wrenches, body, least, only, and, not }) => {
                (options.mode, options.wrenches, options.body) = (mode, wrenches, body);
                (options.least, options.only, options.and, options.not) = (least, only, and, not);
                Question::Cone
            }
            Self::Stability(StabilityQuery { wrenches, body, finger }) => {
                (options.wrenches, options.body, options.insert.finger) = (wrenches, body, finger);
                Question::Stability
            }
            Self::Insert(InsertQuery { wrenches, body, insertion }) => {
                (options.wrenches, options.body, options.insert) = (wrenches, body, insertion);
                Question::Insert
            }
            Self::Outcomes(OutcomesQuery { map, log, log_tolerance }) => {
                (options.map, options.log, options.log_tolerance) = (map, log, log_tolerance);
                Question::Outcomes
            }
            Self::Jam(JamQuery { boundary, map, compliance, interference }) => {
                (options.boundary, options.map) = (boundary, map);
                (options.compliance, options.interference) = (compliance, interference);
                Question::Jam
            }
            Self::Stand(StandQuery { body, push, extras, map }) => {
                (options.body, options.push, options.extras) = (body, push, extras);
                options.map = map;
                Question::Stand
            }
            Self::Quasistatic(QuasistaticQuery { most, map }) => {
                options.most = most.unwrap_or(options.most);
                options.map = map;
                Question::Quasistatic
            }
            Self::Push(SlowQuery { most }) => {
                options.most = most.unwrap_or(options.most);
                Question::Push
            }
            Self::Simulate(in_time) => {
                options.in_time = in_time;
                Question::Simulate
            }
            Self::Hybrid(HybridQuery { simulate }) => {
                options.simulate = simulate;
                Question::Hybrid
            }
            Self::Place(PlaceQuery { wanted }) => {
                options.place = wanted;
                Question::Place
            }
            Self::Robust(RobustQuery { about }) => {
                options.about = about;
                Question::Robust
            }
            Self::Lcp(LcpQuery { one }) => {
                options.one = one;
                Question::Lcp
            }
        };
        (question, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::untaken;

    #[test]
    fn a_question_takes_every_option_that_its_value_can_have() {
        let (vector, word) = (vec![vec![Rational::one()]], Some("a".to_owned()));
        let words = vec!["a".to_owned()];
        let axes = vec![Axis::parse("contacts.1.friction=0:1:3").unwrap()];
        let finger = Rational::one;
        let queries = [
            Query::Check,
            Query::Contacts,
            Query::Motions(MotionsQuery { twists: vector.clone(), tests: vector.clone() }),
            Query::Modes(ModesQuery { contacts_only: true, explain: words.clone(), most: Some(3) }),
            Query::Labels(LabelsQuery {
                wrenches: vector.clone(),
                mode: word.clone(),
                points: vec![[Rational::one(), Rational::one()]],
            }),
            Query::Closure(ClosureQuery {
                wrenches: vector.clone(),
                solve: Some(Unknown { path: "contacts.1.friction".to_owned(), within: None }),
                map: axes.clone(),
            }),
            Query::Cone(ConeQuery {
                mode: word.clone(),
                wrenches: vector.clone(),
                body: word.clone(),
                least: Some(Rational::one()),
                only: words.clone(),
                and: words.clone(),
                not: words.clone(),
            }),
            Query::Stability(StabilityQuery {
                wrenches: vector.clone(),
                body: word.clone(),
                finger: finger(),
            }),
            Query::Insert(InsertQuery {
                wrenches: vector.clone(),
                body: word.clone(),
                insertion: Insertion { finger: finger(), largest_friction: true, ..Insertion::default() },
            }),
            Query::Outcomes(OutcomesQuery {
                map: axes.clone(),
                log: Some(Vec::new()),
                ..OutcomesQuery::default()
            }),
            Query::Jam(JamQuery {
                boundary: Some(["a".to_owned(), "b".to_owned()]),
                map: axes.clone(),
                compliance: Some(Rational::one()),
                interference: Some(Rational::one()),
            }),
            Query::Stand(StandQuery {
                body: word,
                push: vector,
                extras: StandExtras { region: true, ranges: Some(words), ..StandExtras::default() },
                map: axes.clone(),
            }),
            Query::Quasistatic(QuasistaticQuery { most: Some(3), map: axes }),
            Query::Push(SlowQuery { most: Some(3) }),
            Query::Simulate(InTime { until: Some(Rational::one()), frames: 3, ..InTime::default() }),
            Query::Hybrid(HybridQuery { simulate: true }),
            Query::Place(PlaceQuery {
                wanted: PlaceOverrides { contacts: Some(2), ..PlaceOverrides::default() },
            }),
            Query::Robust(RobustQuery { about: Some(About::Stand) }),
            Query::Lcp(LcpQuery { one: true }),
        ];
        let mut seen = Vec::new();
        for query in queries {
            let (question, options) = query.with(Options::default());
            assert_eq!(untaken(question, &options), None);
            seen.push(question);
        }
        // A robot's question is a value of its own, of numbers and a frame.
        assert!(Question::every().filter(|one| *one != Question::Robot).all(|one| seen.contains(&one)));
    }
}
