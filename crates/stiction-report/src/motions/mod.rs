//! The report on motions: the set in both forms, its centres of rotation, what given twists do to the contacts.

mod json;
mod text;

pub(crate) use json::{corners, exact_corners};
pub(crate) use text::{directions, region as region_words, vector};

use crate::answer::{AnswerWithNotes, AskError};
use crate::report::{Answered, Options, Presentation};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::forms::{Described, describe_generated};
use stiction::ask::lower::Misfit;
pub use stiction::ask::motions::Motions;
use stiction::ask::motions::centres::{Centres, centres};
pub use stiction::ask::motions::centres::{Corner, Polygon};
use stiction::ask::motions::regions::{Region, mode, regions, triples};
use stiction::ask::motions::{Bending, Outlined, motion_problem, motions, second_order};
use stiction::scene::{Rounding, Scene};
use stiction::shape::Geometry;
use stiction_proof::{Answer, MotionProblem, PolyhedronForms, Rational, Relation};

/// What is said about motions.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionsAnswer {
    /// Names of the free bodies.
    pub subject: String,
    /// The contacts and what they make of a motion; without contacts where twists were given instead.
    pub problem: MotionProblem,
    /// Twists that were given instead of contacts.
    pub twists: Option<Vec<Vec<Rational>>>,
    /// The set.
    pub motions: Motions,
    /// Contacts, or given twists by position, without all of which the set is the same.
    pub redundant: Vec<String>,
    /// In the plane the centres of the cone of one body.
    pub centres: Option<Centres>,
    /// Its parts with their signs and letters.
    pub regions: Option<Vec<Region>>,
    /// What twists do to the contacts.
    pub tests: Vec<TwistTest>,
    /// What becomes of kept contacts at second order, for each extreme motion; where curvatures are known.
    pub second_order: Option<Vec<Bent>>,
}

/// What a motion does to the contacts.
#[derive(Debug, Clone, PartialEq)]
pub struct TwistTest {
    /// The composite twist.
    pub twist: Vec<Rational>,
    /// Whether every contact and every freedom allows it.
    pub feasible: bool,
    /// What it does to each contact; whether the contact allows it; the signs of the tangential velocities,
    /// or a letter in the plane.
    pub contacts: Vec<Tested>,
}

/// What a motion does to one contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    /// Name of the contact.
    pub id: String,
    /// Repelling, reciprocal or penetrating.
    pub relation: Relation,
    /// Whether the contact's model allows it.
    pub allowed: bool,
    /// Letter in the plane, signs of the tangential velocities in space; `s` where it separates.
    pub label: String,
}

/// What becomes of the contacts that an extreme motion keeps.
#[derive(Debug, Clone, PartialEq)]
pub struct Bent {
    /// The motion.
    pub twist: [Rational; 3],
    /// The kept contacts.
    pub contacts: Vec<(String, Bending)>,
}

pub(crate) fn motions_answer<S: Outlined>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let (answer, rounded) = if options.twists.is_empty() {
        let problem = motion_problem(scene)?;
        fit(&options.tests, problem.dimension(), "--test-twist")?;
        let found = motions(&problem)?;
        (MotionsAnswer::new(problem, None, found, &options.tests), scene.rounded.clone())
    } else {
        (spanned(scene, options)?, Vec::<Rounding>::new())
    };
    Ok(AnswerWithNotes { answered: Answered::Motions(Box::new(answer)), rounded, warnings: Vec::new() })
}

/// The cone that given twists span, of the one free body or else about the origin.
fn spanned<S: Geometry>(scene: &Scene<S>, options: &Options) -> Result<MotionsAnswer, AskError> {
    let problem = bare(scene);
    fit(&options.twists, problem.dimension(), "--twist")?;
    if !options.tests.is_empty() {
        let message = "twists that replace the contacts leave nothing to test";
        return Err(vec![Misfit::new(
            "conflict",
            &["--test-twist"],
            message,
            "leave out `--twist` or `--test-twist`",
        )]
        .into());
    }
    let vectors: Vec<(Option<usize>, Vec<Rational>)> =
        options.twists.iter().enumerate().map(|(at, twist)| (Some(at), twist.clone())).collect();
    let described = describe_generated(problem.dimension(), &vectors)?;
    Ok(MotionsAnswer::of_twists(problem, options.twists.clone(), described))
}

/// A problem without contacts: the one free body about its centre of mass, else a body without name about the origin.
pub(crate) fn bare<S: Geometry>(scene: &Scene<S>) -> MotionProblem {
    let (name, reference) = one_body_or_origin(scene);
    MotionProblem {
        bodies: vec![name],
        references: vec![reference],
        frozen: Vec::new(),
        contacts: Vec::new(),
        others: Vec::new(),
        outlines: None,
    }
}

/// Name and centre of mass of the one free body; else a body without a name, and the origin.
pub(crate) fn one_body_or_origin<S: Geometry>(scene: &Scene<S>) -> (String, Vec<Rational>) {
    let mut free = scene.free_bodies();
    match (free.next(), free.next()) {
        (Some((_, body)), None) => (body.name.clone(), body.com.as_ref().to_vec()),
        _ => ("body".to_owned(), vec![Rational::zero(); S::DIMENSION]),
    }
}

/// Every list has as many numbers as it should.
pub(crate) fn fit(lists: &[Vec<Rational>], length: usize, flag: &'static str) -> Result<(), AskError> {
    let wrong = lists.iter().enumerate().filter(|(_, list)| list.len() != length);
    let misfits: Vec<Misfit> = wrong
        .map(|(at, list)| {
            let message = format!("list {} has {} numbers; here {length} are needed", at + 1, list.len());
            let help = "angular first: three numbers for each planar body, six in space, bodies in the order of the file";
            Misfit::new("length", &[flag], message, help)
        })
        .collect();
    if misfits.is_empty() { Ok(()) } else { Err(AskError::Misfits(misfits)) }
}

impl MotionsAnswer {
    /// The answer that follows from a set: everything else is read off it.
    pub(crate) fn new(
        problem: MotionProblem,
        twists: Option<Vec<Vec<Rational>>>,
        motions: Motions,
        tests: &[Vec<Rational>],
    ) -> Self {
        let proof = match &motions {
            Motions::Set { proof, .. } => proof.clone(),
            Motions::Empty(_) => Default::default(),
        };
        let name = |at: usize| problem.contacts[at].id.clone();
        let redundant = match (&motions, &twists) {
            (Motions::Empty(_), _) => Vec::new(),
            (_, None) => problem.redundant(&proof).into_iter().map(name).collect(),
            (_, Some(twists)) => unused(twists.len(), &proof),
        };
        let conic = matches!(&motions, Motions::Set { .. }) && problem.is_homogeneous();
        let forms = forms(&motions).filter(|_| conic);
        let centres = forms.and_then(|forms| planar_centres(&problem, forms));
        let regions = forms.and_then(|forms| regions(&problem, &forms.rays, &forms.lines));
        let second_order = forms.and_then(|forms| bent(&problem, forms));
        let tests = tests.iter().map(|twist| TwistTest::new(&problem, twist)).collect();
        let subject = problem.bodies.join(", ");
        Self { subject, problem, twists, motions, redundant, centres, regions, tests, second_order }
    }

    /// The answer about twists that were given instead of contacts.
    pub(crate) fn of_twists(
        problem: MotionProblem,
        twists: Vec<Vec<Rational>>,
        described: Described,
    ) -> Self {
        let Described { forms, proof, .. } = described;
        let forms = PolyhedronForms {
            vertices: vec![vec![Rational::zero(); problem.dimension()]],
            offsets: vec![Rational::zero(); forms.normals.len()],
            equality_offsets: vec![Rational::zero(); forms.equalities.len()],
            rays: forms.rays,
            lines: forms.lines,
            normals: forms.normals,
            equalities: forms.equalities,
        };
        Self::new(problem, Some(twists), Motions::Set { forms: Box::new(forms), proof }, &[])
    }

    /// Both forms, unless there is no motion.
    pub fn forms(&self) -> Option<&PolyhedronForms> {
        forms(&self.motions)
    }
}

fn forms(motions: &Motions) -> Option<&PolyhedronForms> {
    match motions {
        Motions::Set { forms, .. } => Some(forms),
        Motions::Empty(_) => None,
    }
}

/// Positions, from 1, of given vectors that no listed one was made from.
pub(crate) fn unused(count: usize, proof: &stiction_proof::RowsProof) -> Vec<String> {
    let mut used = vec![false; count];
    let mixtures = proof.normals.iter().chain(proof.equalities.iter().flatten());
    for (row, _) in mixtures.flat_map(|mixture| &mixture.rows) {
        used.iter_mut().skip(*row).take(1).for_each(|used| *used = true);
    }
    (0..count).filter(|&at| !used[at]).map(|at| (at + 1).to_string()).collect()
}

fn planar_centres(problem: &MotionProblem, forms: &PolyhedronForms) -> Option<Centres> {
    let [reference] = &problem.references[..] else { return None };
    let [x, y] = &reference[..] else { return None };
    Some(centres(&triples(&forms.rays)?, &triples(&forms.lines)?, &[x.clone(), y.clone()]))
}

/// Every extreme motion, lines both ways, with what becomes of the contacts that it keeps.
fn bent(problem: &MotionProblem, forms: &PolyhedronForms) -> Option<Vec<Bent>> {
    let outlines = problem.outlines.as_ref()?;
    let opposite = |line: &[Rational; 3]| line.each_ref().map(|entry| -entry);
    let lines = triples(&forms.lines)?;
    let both = lines.iter().flat_map(|line| [line.clone(), opposite(line)]).collect::<Vec<_>>();
    let motions = triples(&forms.rays)?.into_iter().chain(both);
    let name = |(at, bending): (usize, Bending)| (outlines.contacts[at].id.clone(), bending);
    let bent = |twist: [Rational; 3]| {
        let contacts = second_order(outlines, &twist).into_iter().map(name).collect();
        Bent { contacts, twist }
    };
    Some(motions.map(bent).collect())
}

impl TwistTest {
    fn new(problem: &MotionProblem, twist: &[Rational]) -> Self {
        let planar = problem.references.iter().all(|point| point.len() == 2);
        let letters = mode(&MotionProblem { others: Vec::new(), ..problem.clone() }, twist);
        let contacts = problem.contacts.iter().zip(letters.chars()).map(|(contact, letter)| {
            let relation = contact.relation(twist);
            let sign = |row: &stiction_proof::MotionRow| match row.sign(twist) {
                std::cmp::Ordering::Less => '-',
                std::cmp::Ordering::Equal => '0',
                std::cmp::Ordering::Greater => '+',
            };
            let label = match relation {
                _ if planar => letter.to_string(),
                Relation::Repelling => "s".to_owned(),
                _ => contact.tangents.iter().map(sign).collect(),
            };
            Tested { id: contact.id.clone(), relation, allowed: contact.allows(twist), label }
        });
        Self { twist: twist.to_vec(), feasible: problem.allows(twist), contacts: contacts.collect() }
    }
}

impl Presentation for MotionsAnswer {
    fn verdict(&self) -> Option<Answer> {
        None
    }
    fn keys(&self, _: &Options) -> Value {
        json::motions(self)
    }
    fn words(&self) -> String {
        let Some([both, all]) = self.motions.freedoms(self.problem.dimension()) else {
            return "cannot move as its driven contacts ask".to_owned();
        };
        let dimensions = text::counted(all, "dimension", "dimensions");
        match (all, both) {
            (0, _) if self.problem.is_homogeneous() => "cannot move".to_owned(),
            (0, _) => "must move as it is driven: one motion is left".to_owned(),
            (_, 0) => format!("can move: {dimensions}, none of them both ways"),
            (all, both) if all == both => format!("can move: {dimensions}, both ways"),
            (_, both) => format!("can move: {dimensions}, {both} of them both ways"),
        }
    }
    fn lines(&self, _: &Options) -> Lines {
        text::motions(self)
    }
    fn subject(&self) -> &str {
        &self.subject
    }
}
