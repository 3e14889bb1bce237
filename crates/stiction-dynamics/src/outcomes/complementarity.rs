//! Contacts as a complementarity problem.
//!
//! A contact at rest with friction `μ` has unknowns `fn`, the parts `p` and `m` of its tangential force `ft = p − m`,
//! and a bound `σ` of its slip; one that slides, and one without friction, has `fn` alone, on its edge:
//!
//! ```text
//!     fn ⊥ an,    p ⊥ σ + at,    m ⊥ σ − at,    σ ⊥ μ·fn − p − m                                         (1)
//!     fn ⊥ an                                                                                            (2)
//! ```
//!
//! Of a solution `z` the rest follows: where `at > 0` it has `σ ≥ at > 0`, so `p + m = μ·fn` and `p = 0`, which is
//! sliding to the left, and so on. From rest `zᵀMz = fn·an + ft·at + μ·fn·σ` without the loads is never negative, and
//! Lemke's method ends with a solution; in motion it may end on a ray. `μ` is the kinetic coefficient: a solution is
//! lawful also where the static one is larger, but then those that need more than the kinetic one to stick are
//! missing.
//!
//! References: \[CPS 4.4\], \[MR 12.5\].

use super::OutcomesFault;
use stiction_proof::Side::{Left, Right};
use stiction_proof::choice::Objection;
use stiction_proof::{
    ConeEdge, ContactLaw, LcpProblem, NonZero, OutcomeProblem, OutcomeRows, OutcomeSolution, Rational,
    Situation,
};

/// A problem of modes as a complementarity problem.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactLcp {
    /// The problem.
    pub lcp: LcpProblem,
    /// The contacts with their edges, of which forces are multiples.
    pub laid: OutcomeRows,
    /// What a unit of each unknown adds to the multiples of the edges.
    pub shares: Vec<Vec<(usize, Rational)>>,
}

/// A row of the problem: a multiple of a row of the contacts, and unknowns besides.
struct Line {
    contact: Option<(usize, i64)>,
    besides: Vec<(usize, Rational)>,
}

impl ContactLcp {
    /// The problem (1), (2) of bodies in contact.
    ///
    /// ```
    /// use stiction_dynamics::lcp::{Status, all_solutions};
    /// use stiction_dynamics::outcomes::{ContactLcp, lower};
    /// use stiction_scene::scene::{Body, Contact, Party, Scene};
    /// use stiction_geometry::screw::Planar;
    /// let block = Body::new("block").with_mass(1).with_inertia(1);
    /// let scene = Scene::<Planar>::new()
    ///     .with_gravity([0, -10])
    ///     .with_body(block)
    ///     .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]));
    /// let contacts = ContactLcp::new(&lower(&scene).unwrap().problem).unwrap();
    /// let all = all_solutions(&contacts.lcp).unwrap();
    /// assert_eq!(all.status(), Some(Status::Unique));
    /// assert_eq!(contacts.solution(&all.found.solutions[0]).forces[0][0], 10.into());
    /// ```
    ///
    /// # Errors
    /// A problem that does not make sense.
    pub fn new(problem: &OutcomeProblem) -> Result<Self, OutcomesFault> {
        let laid = problem.laid().map_err(OutcomesFault::Problem)?;
        let (mut shares, mut lines) = (Vec::new(), Vec::new());
        for (index, contact) in problem.contacts.iter().enumerate() {
            let sliding = &contact.friction[1];
            let edge = |across: Rational| -> Result<usize, OutcomesFault> {
                let wanted = |edge: &ConeEdge| edge.contact == index && edge.force[1] == across;
                laid.edges.iter().position(wanted).ok_or(OutcomesFault::Problem(Objection::Shape))
            };
            let mut alone = |edge: usize| {
                shares.push(vec![(edge, Rational::one())]);
                lines.push(Line { contact: Some((2 * index, 1)), besides: Vec::new() });
            };
            match problem.situation(contact).map_err(OutcomesFault::Problem)? {
                Situation::Unconstrained | Situation::Leaving => {}
                Situation::Slides(Left) => alone(edge(-sliding)?),
                Situation::Slides(Right) => alone(edge(sliding.clone())?),
                Situation::AtRest => match NonZero::new(sliding.clone()) {
                    None => alone(edge(Rational::zero())?),
                    Some(friction) => {
                        let first = shares.len();
                        shares.extend(parts([edge(-sliding)?, edge(sliding.clone())?], &friction));
                        lines.extend(laws(index, first, sliding));
                    }
                },
            }
        }
        let lcp = LcpProblem {
            matrix: lines.iter().map(|line| line.coefficients(&laid, &shares)).collect(),
            q: lines.iter().map(|line| line.constant(&laid)).collect(),
        };
        Ok(Self { lcp, laid, shares })
    }

    /// The motion and the forces of a solution.
    pub fn solution(&self, z: &[Rational]) -> OutcomeSolution {
        let mut multiples = vec![Rational::zero(); self.laid.edges.len()];
        for (z, shares) in z.iter().zip(&self.shares) {
            shares.iter().for_each(|(edge, share)| multiples[*edge] += share * z);
        }
        self.laid.solution(&multiples)
    }
}

/// `fn`, `p`, `m` and `σ` as multiples of the edges `n − μ·t` and `n + μ·t`.
fn parts([right, left]: [usize; 2], friction: &NonZero) -> [Vec<(usize, Rational)>; 4] {
    let half = Rational::new(1, 2);
    let across = &half / friction;
    let both =
        |of_right: &Rational, of_left: &Rational| vec![(right, of_right.clone()), (left, of_left.clone())];
    [both(&half, &half), both(&-&across, &across), both(&across, &-&across), Vec::new()]
}

/// The rows of (1) of a contact whose unknowns begin at `first`.
fn laws(contact: usize, first: usize, friction: &Rational) -> [Line; 4] {
    let (normal, tangent) = (2 * contact, 2 * contact + 1);
    let slip = || vec![(first + 3, Rational::one())];
    [
        Line { contact: Some((normal, 1)), besides: Vec::new() },
        Line { contact: Some((tangent, 1)), besides: slip() },
        Line { contact: Some((tangent, -1)), besides: slip() },
        Line {
            contact: None,
            besides: vec![
                (first, friction.clone()),
                (first + 1, -Rational::one()),
                (first + 2, -Rational::one()),
            ],
        },
    ]
}

impl Line {
    fn coefficients(&self, laid: &OutcomeRows, shares: &[Vec<(usize, Rational)>]) -> Vec<Rational> {
        let mut entries = vec![Rational::zero(); shares.len()];
        if let Some((row, sign)) = self.contact {
            let row = &laid.choices.rows()[row];
            for (entry, shares) in entries.iter_mut().zip(shares) {
                *entry = shares.iter().map(|(edge, share)| Rational::from(&row[*edge] * sign) * share).sum();
            }
        }
        self.besides.iter().for_each(|(unknown, value)| entries[*unknown] += value);
        entries
    }

    fn constant(&self, laid: &OutcomeRows) -> Rational {
        let constant = |(row, sign): (usize, i64)| {
            laid.choices.rows()[row].last().map(|constant| Rational::from(constant * sign))
        };
        self.contact.and_then(constant).unwrap_or_default()
    }
}
