//! The report on a linear complementarity problem: every solution, and why there is no other.

use crate::answer::AskError;
use crate::json::written;
use crate::number::spoken_fraction;
use crate::report::{Answered, Caveats, Options, Presentation, Question, Report, SceneName};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::lcp::{AllSolutions, LcpFault, Status, Unfinished, all_solutions, one_of_all};
use stiction::ask::lower::Misfit;
use stiction::work;
use stiction_proof::choice::Family;
use stiction_proof::{LcpProblem, Rational, Sole};
use stiction_verify::lcp::{ExactSolutions, Hull, LcpKeys, Point};

/// Everything that is said about a complementarity problem.
#[derive(Debug, Clone, PartialEq)]
pub struct LcpAnswer {
    /// The problem.
    pub problem: LcpProblem,
    /// Its solutions, with the proof that there is no other.
    pub all: AllSolutions,
}

/// Answers `lcp` for the problem of a file of this name.
/// `options` say whether one solution is asked for, and how long that may take.
pub fn lcp_report(problem: LcpProblem, name: SceneName, options: &Options) -> Result<Report, AskError> {
    let sought = if options.one { one_of_all } else { all_solutions };
    let solve = || (sought(&problem), work::stopped());
    let allowance = &options.allowance;
    let (all, stopped) = work::attempt_with("lcp", allowance, solve)?;
    let all = all.map_err(fault)?;
    // A part of the time may be up before all of it is.
    let stopped = stopped.or(match all.unfinished {
        Some(Unfinished::Stopped(stopped)) => Some(stopped),
        _ => None,
    });
    let warnings = warnings(&all);
    let answered = Answered::Lcp(Box::new(LcpAnswer { problem, all }));
    Ok(Report {
        options: Options { one: options.one, ..Options::default() },
        caveats: Caveats { warnings, stopped, ..Caveats::default() },
        ..Report::new(Question::Lcp, name, None, answered)
    })
}

/// What is worth knowing besides.
pub(crate) fn warnings(all: &AllSolutions) -> Vec<String> {
    let words = |why: &Unfinished| match why {
        Unfinished::One => format!("others were {why}"),
        why => format!("there may be more solutions: {why}"),
    };
    all.unfinished.iter().map(words).collect()
}

fn fault(fault: LcpFault) -> AskError {
    let misfit =
        |code, message: String, help: &str| AskError::Misfits(vec![Misfit::new(code, &["M"], message, help)]);
    match fault {
        LcpFault::Refused(refused) => AskError::Refused(refused),
        LcpFault::Shape => misfit(
            "length",
            "M is not square, or q is of another length".to_owned(),
            "give n rows of n numbers, and n numbers in q",
        ),
    }
}

/// Numbers in doubles; none where one is beyond their range.
fn in_doubles(numbers: &[Rational]) -> Vec<Option<f64>> {
    numbers.iter().map(|number| Some(number.to_f64()).filter(|number| number.is_finite())).collect()
}

impl Presentation for LcpAnswer {
    fn keys(&self, _: &Options) -> Value {
        let status = self.all.status();
        let why = self.all.unfinished.map(|why| why.to_string());
        let missing = why.clone().filter(|_| status.is_none());
        let hull = |family: &Family| Hull {
            vertices: family.vertices.iter().map(|point| in_doubles(point)).collect(),
            rays: family.rays.iter().map(|ray| in_doubles(ray)).collect(),
        };
        let exact = |z: &Vec<Rational>| Point { z: z.clone() };
        written(&LcpKeys {
            problem: self.problem.clone(),
            status: status.map(|status| status.word().to_owned()),
            solutions: self.all.found.solutions.iter().map(|z| Point { z: in_doubles(z) }).collect(),
            families: self.all.found.families.iter().map(hull).collect(),
            pieces: self.all.found.pieces.clone(),
            excluded: self.all.found.excluded.clone(),
            reasons: missing.map(|why| ("status".to_owned(), why)).into_iter().collect(),
            exact: ExactSolutions {
                solutions: self.all.found.solutions.iter().map(exact).collect(),
                families: self.all.found.families.clone(),
            },
            certificate: self.all.found.sole.clone(),
            unfinished: why,
        })
    }

    fn lines(&self, _: &Options) -> Lines {
        let vector = |z: &Vec<Rational>| {
            let entries: Vec<String> = z.iter().map(spoken_fraction).collect();
            format!("[{}]", entries.join(", "))
        };
        let mut lines: Vec<(&'static str, String)> =
            self.all.found.solutions.iter().take(MOST_LISTED).map(|z| ("z", vector(z))).collect();
        for family in self.all.found.families.iter().take(MOST_LISTED) {
            let corners: Vec<String> = family.vertices.iter().map(vector).collect();
            let rays: Vec<String> =
                family.rays.iter().map(|ray| format!("any amount of {}", vector(ray))).collect();
            lines.push(("family", [corners, rays].concat().join(", ")));
        }
        let beyond = (self.all.found.solutions.len().saturating_sub(MOST_LISTED))
            + self.all.found.families.len().saturating_sub(MOST_LISTED);
        if beyond > 0 {
            lines.push(("and", format!("{beyond} more, in the JSON")));
        }
        lines.push((
            "excluded",
            match self.all.found.excluded.len() {
                _ if self.all.unfinished.is_some() => "not everything else".to_owned(),
                _ if self.all.found.sole.is_some() => {
                    format!("everything else: {}", self.all.found.sole.as_ref().map_or("", why_sole))
                }
                0 => "none: every choice has a solution".to_owned(),
                1 => "one partial choice, by its multipliers".to_owned(),
                count => format!("{count} partial choices, each by its multipliers"),
            },
        ));
        let status = self.all.status().map_or("not all are known", Status::word);
        Lines { heading: format!("solutions: {status}"), lines, proved: true }
    }

    fn subject(&self) -> &str {
        "lcp"
    }

    fn words(&self) -> String {
        match self.all.status() {
            None => format!("has {} solutions or more", self.all.found.solutions.len()),
            Some(Status::None) => "has no solution".to_owned(),
            Some(Status::Unique) => "has one solution".to_owned(),
            Some(Status::Multiple) => format!("has {} solutions", self.all.found.solutions.len()),
            Some(Status::Continuum) => "has a continuum of solutions".to_owned(),
        }
    }
}

fn why_sole(sole: &Sole) -> &'static str {
    match sole {
        Sole::Definite => "the matrix is positive definite",
        Sole::Dominant { .. } => {
            "the diagonal of the matrix is positive and, its columns scaled, dominates every row"
        }
        Sole::Scaled { .. } => "the matrix is positive definite with its rows scaled",
        Sole::Minors => "all principal minors of the matrix are positive",
    }
}

/// Solutions listed in a text; the JSON has them all.
const MOST_LISTED: usize = 12;
