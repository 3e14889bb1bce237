//! Which cases run: every topic is either run now, wholly or by a filter, or named under `later`.

use crate::case::{Case, Topic};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What `plan.toml` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The topics that are run.
    pub now: Vec<Selection>,
    /// The topics that are not, by name, so that none is forgotten.
    #[serde(default)]
    pub later: Vec<String>,
    /// Cases that fail for a stated reason, and must keep failing until the reason is gone.
    #[serde(default)]
    pub known_failures: Vec<KnownFailure>,
}

/// A topic and which of its cases are run.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// The topic's name.
    pub topic: String,
    /// The cases that are run; without it all of them.
    #[serde(default, rename = "where")]
    pub filter: Filter,
}

/// Conditions that a case must meet, all of them.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filter {
    /// The scene's dimension.
    pub dimension: Option<u64>,
    /// The number of bodies the scene lists.
    pub bodies: Option<usize>,
    /// One of these questions.
    pub question: Option<Vec<String>>,
}

/// A case that fails, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownFailure {
    /// The case.
    pub id: String,
    /// Why it fails.
    pub reason: String,
}

/// The cases of one topic that are run, and how many of it are left for later.
#[derive(Debug)]
pub struct Chosen<'a> {
    /// The topic's name.
    pub topic: &'a str,
    /// The cases to run.
    pub cases: Vec<&'a Case>,
    /// How many cases of the topic the filter leaves out.
    pub left: usize,
}

impl Filter {
    /// Whether the case meets every condition.
    pub fn admits(&self, case: &Case) -> bool {
        self.dimension.is_none_or(|dimension| case.dimension() == Some(dimension))
            && self.bodies.is_none_or(|bodies| case.bodies() == bodies)
            && self.question.as_ref().is_none_or(|words| words.iter().any(|word| word == case.question()))
    }
}

impl Plan {
    /// Reads a plan.
    pub fn parse(text: &str) -> Result<Plan, String> {
        toml::from_str(text).map_err(|fault| format!("plan.toml: {fault}"))
    }

    /// The cases to run, or every fault of the plan: a topic in neither list or in both, a name without a
    /// file, a selection without a match, a known failure that no selection runs.
    pub fn choose<'a>(&'a self, topics: &'a [Topic]) -> Result<Vec<Chosen<'a>>, String> {
        let mut faults = self.faults_of_names(topics);
        let mut chosen = Vec::new();
        for selection in &self.now {
            let Some(topic) = topics.iter().find(|topic| topic.name == selection.topic) else { continue };
            let cases: Vec<&Case> = topic.cases.iter().filter(|case| selection.filter.admits(case)).collect();
            if cases.is_empty() {
                faults.push(format!("topic `{}`: no case matches", topic.name));
            }
            chosen.push(Chosen { topic: &topic.name, left: topic.cases.len() - cases.len(), cases });
        }
        faults.extend(self.faults_of_known(&chosen));
        if faults.is_empty() { Ok(chosen) } else { Err(faults.join("\n")) }
    }

    fn faults_of_names(&self, topics: &[Topic]) -> Vec<String> {
        let listed: Vec<&str> = self
            .now
            .iter()
            .map(|one| one.topic.as_str())
            .chain(self.later.iter().map(String::as_str))
            .collect();
        let count = |name: &str| listed.iter().filter(|other| **other == name).count();
        let forgotten = topics.iter().filter(|topic| count(&topic.name) == 0);
        let forgotten = forgotten.map(|topic| format!("topic `{}` is neither run now nor later", topic.name));
        let unique: BTreeSet<&str> = listed.iter().copied().collect();
        let twice = unique.iter().filter(|name| count(name) > 1).map(|name| format!("topic `{name}` twice"));
        let exists = |name: &str| topics.iter().any(|topic| topic.name == name);
        let missing =
            unique.iter().filter(|name| !exists(name)).map(|name| format!("topic `{name}` has no file"));
        forgotten.chain(twice).chain(missing).collect()
    }

    fn faults_of_known(&self, chosen: &[Chosen<'_>]) -> Vec<String> {
        let runs = |id: &str| chosen.iter().flat_map(|one| &one.cases).any(|case| case.id == id);
        let known = self.known_failures.iter();
        let unknown = known.clone().filter(|known| !runs(&known.id));
        let unknown = unknown.map(|known| format!("known failure `{}`: no such case is run", known.id));
        let silent = known.filter(|known| known.reason.trim().is_empty());
        let silent = silent.map(|known| format!("known failure `{}` gives no reason", known.id));
        unknown.chain(silent).collect()
    }

    /// Why a case is known to fail, where it is.
    pub fn known_reason(&self, id: &str) -> Option<&str> {
        self.known_failures.iter().find(|known| known.id == id).map(|known| known.reason.as_str())
    }
}

/// The folder of this package, where the cases and the plan lie.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The plan of this package.
pub fn read_plan() -> Result<Plan, String> {
    let path = folder().join("plan.toml");
    let text = std::fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
    Plan::parse(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic(name: &str, dimensions: &[u64]) -> Topic {
        let case = |(index, dimension): (usize, &u64)| {
            let text = format!(
                r#"{{"id":"{name}_{index}","ask":["closure"],"scene":{{"dimension":{dimension}}},"expect":{{}},"source":""}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        Topic { name: name.into(), cases: dimensions.iter().enumerate().map(case).collect() }
    }

    fn faults(plan: &str) -> String {
        let topics = [topic("a", &[2, 3]), topic("b", &[3])];
        Plan::parse(plan).unwrap().choose(&topics).map(|_| ()).unwrap_err()
    }

    #[test]
    fn a_filter_chooses_and_the_rest_is_counted() {
        let topics = [topic("a", &[2, 3]), topic("b", &[3])];
        let plan = Plan::parse("now = [{ topic = 'a', where = { dimension = 2 } }]\nlater = ['b']").unwrap();
        let chosen = plan.choose(&topics).unwrap();
        assert_eq!((chosen.len(), chosen[0].cases.len(), chosen[0].left), (1, 1, 1));
    }

    #[test]
    fn a_forgotten_topic_is_a_fault() {
        assert_eq!(faults("now = [{ topic = 'a' }]"), "topic `b` is neither run now nor later");
        assert_eq!(faults("now = [{ topic = 'a' }]\nlater = ['b', 'c']"), "topic `c` has no file");
        assert_eq!(faults("now = [{ topic = 'a' }]\nlater = ['b', 'a']"), "topic `a` twice");
    }

    #[test]
    fn a_filter_without_a_match_is_a_fault() {
        let plan = "now = [{ topic = 'a' }, { topic = 'b', where = { dimension = 2 } }]";
        assert_eq!(faults(plan), "topic `b`: no case matches");
        let plan = "now = [{ topic = 'a', where = { question = ['stand'] } }, { topic = 'b' }]";
        assert_eq!(faults(plan), "topic `a`: no case matches");
    }

    #[test]
    fn a_known_failure_must_be_a_case_that_runs() {
        let plan = "now = [{ topic = 'a' }]\nlater = ['b']\nknown_failures = [{ id = 'b_0', reason = 'x' }]";
        assert_eq!(faults(plan), "known failure `b_0`: no such case is run");
    }

    #[test]
    fn a_misspelt_condition_is_refused() {
        assert!(Plan::parse("now = [{ topic = 'a', where = { dimensions = 2 } }]").is_err());
    }
}
