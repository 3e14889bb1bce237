//! Cones of directions, each with forces that gain no work at its vertices, or a motion that nothing keeps from it.
//!
//! In a cone with vertices `Vⱼ` the forces are sought by a linear program over the edges of the cones of friction,
//! `worst` of each edge being its cost: the sum bounds what they do together. Where the program has no solution its
//! multipliers are a motion of the cone; the scene that helps it most is tried, and where that does not fail the cone
//! is cut across its longest edge.

use stiction_exact::linear::sparse::{self, SparseProgram};
use stiction_exact::linear::{Solution, farkas};
use stiction_exact::work::spend;
use stiction_proof::robust::{
    About, Cover, Loading, MOST_COORDINATES, MOST_PARAMETERS, Motion, Narrowed, RobustProblem, RobustProof,
    orthant,
};
use stiction_proof::{Rational, Touch, Vector};

/// What came of a scale.
pub(super) enum Attempt<T: Touch> {
    /// A proof, to be checked.
    Proof(RobustProof<T>),
    /// A motion that was not kept.
    Motion(Motion),
    /// More would have to be looked at than is.
    TooMuch,
}

/// Leaves of a cover times corners of loads, at most, before a cone is cut.
const MOST_LEAVES: usize = 4096;
/// Leaves that are added by cutting, at most.
const MOST_CUTS: usize = 96;
/// Rows of a program up to which it is solved as a dense one.
const FEW_ROWS: usize = 5;

/// An edge of a contact's cone.
struct Edge {
    contact: usize,
    multiples: Vec<Rational>,
}

/// A scale that is tried.
struct Cells<'a, T: Touch> {
    problem: &'a RobustProblem<T>,
    scale: &'a Rational,
    coordinates: Vec<(usize, usize)>,
    /// Free components that are no coordinates.
    balanced: Vec<(usize, usize)>,
    cones: Vec<Option<Narrowed>>,
    edges: Vec<Edge>,
    /// The entries of each edge in the balanced components.
    entries: Vec<Vec<(usize, Rational)>>,
    loadings: Vec<Vec<Loading>>,
    cuts: usize,
}

/// Seeks a cover.  `tried` says whether a scene that helps a motion fails; then nothing more is sought.
pub(super) fn cover<T: Touch>(
    problem: &RobustProblem<T>,
    scale: &Rational,
    mut fails: impl FnMut(&Motion) -> bool,
) -> Attempt<T> {
    let (coordinates, parameters) = (problem.coordinates(scale), problem.force_parameters(scale));
    let fits = coordinates.len() <= MOST_COORDINATES && parameters.len() <= MOST_PARAMETERS;
    if !fits || 1_usize << (coordinates.len() + parameters.len()) > MOST_LEAVES {
        return Attempt::TooMuch;
    }
    let balanced: Vec<(usize, usize)> =
        problem.components().into_iter().filter(|one| !coordinates.contains(one)).collect();
    let cones: Vec<Option<Narrowed>> =
        (0..problem.contacts.len()).map(|contact| problem.cone(contact, scale)).collect();
    let edges: Vec<Edge> =
        cones.iter().enumerate().flat_map(|(contact, cone)| edges(problem, contact, cone)).collect();
    let entries = edges.iter().map(|edge| entries_of(problem, &balanced, edge)).collect();
    let loading = |corner| problem.loading(scale, &parameters, corner);
    let loadings = (0..1 << parameters.len()).map(loading).collect();
    let mut cells =
        Cells { problem, scale, coordinates, balanced, cones, edges, entries, loadings, cuts: MOST_CUTS };
    let count = cells.coordinates.len();
    let mut orthants = Vec::new();
    for signs in 0..1_usize << count {
        match cells.covered(orthant(count, signs), &mut fails) {
            Ok(cover) => orthants.push(cover),
            Err(motion) => return Attempt::Motion(motion),
        }
    }
    let squeeze = match problem.about {
        About::Stand => Vec::new(),
        About::Closure => match cells.squeeze() {
            Ok(squeeze) => squeeze,
            Err(motion) => return Attempt::Motion(motion),
        },
    };
    Attempt::Proof(RobustProof::Covered { scale: scale.clone(), orthants, squeeze })
}

/// Points of the unit circle, `((1 − q²)/(1 + q²), 2q/(1 + q²))`, in eight directions and eight between.
fn circle() -> Vec<[Rational; 2]> {
    let point = |q: &Rational| {
        let square = q * q;
        let whole = Rational::one() + &square;
        let part = |x: Rational| x.checked_div(&whole).unwrap_or_default();
        [part(Rational::one() - &square), part(q * Rational::from(2))]
    };
    // About tan(π/16), tan(π/8) and tan(3π/16).
    let first: Vec<[Rational; 2]> =
        [(0, 1), (1, 5), (2, 5), (2, 3)].iter().map(|(p, q)| point(&Rational::new(*p, *q))).collect();
    let mut all = Vec::new();
    for quarter in 0..4 {
        for [x, y] in &first {
            let (x, y) = (x.clone(), y.clone());
            all.push(match quarter {
                0 => [x, y],
                1 => [-y, x],
                2 => [-x, -y],
                _ => [y, -x],
            });
        }
    }
    all
}

fn edges<T: Touch>(problem: &RobustProblem<T>, contact: usize, cone: &Option<Narrowed>) -> Vec<Edge> {
    let Some(cone) = cone else { return Vec::new() };
    let axes = &problem.contacts[contact].axes;
    let zero = Rational::zero;
    let edge = |across: Vec<Rational>| {
        let multiples = std::iter::once(Rational::one()).chain(across).collect();
        Edge { contact, multiples }
    };
    let mut edges = vec![edge(vec![zero(); axes.len() - 1])];
    if cone.friction.is_zero() {
        return edges;
    }
    if axes.len() == 2 {
        edges.extend([cone.friction.clone(), -&cone.friction].map(|across| edge(vec![across])));
        return edges;
    }
    let square = |axis: &T::Vector| -> Rational { axis.as_ref().iter().map(|entry| entry * entry).sum() };
    let normal = square(&axes[0]);
    // Roots are rounded down, so that edges are inside.
    let ratio = |axis: &T::Vector| normal.checked_div(&square(axis)).unwrap_or_default().square_root();
    let (first, second) = (ratio(&axes[1]) * &cone.friction, ratio(&axes[2]) * &cone.friction);
    edges.extend(circle().into_iter().map(|[x, y]| edge(vec![x * &first, y * &second])));
    edges
}

/// The entries of an edge's wrenches in some components.
fn entries_of<T: Touch>(
    problem: &RobustProblem<T>,
    components: &[(usize, usize)],
    edge: &Edge,
) -> Vec<(usize, Rational)> {
    let force = problem.force(edge.contact, &edge.multiples);
    let felt = problem.felt(edge.contact, &force);
    let mut entries = Vec::new();
    for (row, (body, place)) in components.iter().enumerate() {
        for (_, moment, force) in felt.iter().filter(|(own, ..)| own == body) {
            let entry = at::<T>(moment, force, *place);
            if !entry.is_zero() {
                entries.push((row, entry.clone()));
            }
        }
    }
    entries
}

/// The entry of a component of a wrench.
fn at<'v, T: Touch>(moment: &'v Vector, force: &'v Vector, place: usize) -> &'v Rational {
    if place < T::TURNS { &moment[3 - T::TURNS + place] } else { &force[place - T::TURNS] }
}

impl<T: Touch> Cells<'_, T> {
    fn covered(
        &mut self,
        vertices: Vec<Vec<Rational>>,
        fails: &mut impl FnMut(&Motion) -> bool,
    ) -> Result<Cover, Motion> {
        let mut held = Vec::new();
        for loading in &self.loadings {
            match self.held(loading, &vertices) {
                Ok(multiples) => held.push(multiples),
                Err(motion) => {
                    let longest = longest(&vertices);
                    let (Some(edge), false) = (longest, self.cuts == 0) else {
                        return Err(motion);
                    };
                    if fails(&motion) {
                        return Err(motion);
                    }
                    self.cuts -= 1;
                    return self.halves(vertices, edge, fails);
                }
            }
        }
        Ok(Cover::Held(held))
    }

    fn halves(
        &mut self,
        vertices: Vec<Vec<Rational>>,
        [one, other]: [usize; 2],
        fails: &mut impl FnMut(&Motion) -> bool,
    ) -> Result<Cover, Motion> {
        let middle: Vec<Rational> = vertices[one].iter().zip(&vertices[other]).map(|(a, b)| a + b).collect();
        let (mut first, mut second) = (vertices.clone(), vertices);
        first[one].clone_from(&middle);
        second[other] = middle;
        let halves = Box::new([self.covered(first, fails)?, self.covered(second, fails)?]);
        Ok(Cover::Split { edge: [one, other], halves })
    }

    /// Multiples of each contact's axes, or the motion that nothing keeps.
    fn held(&self, loading: &[Loading], vertices: &[Vec<Rational>]) -> Result<Vec<Vec<Rational>>, Motion> {
        spend(100 * (self.edges.len() + 1));
        let motions: Vec<Motion> =
            vertices.iter().map(|vertex| self.problem.motion(&self.coordinates, vertex)).collect();
        let first = self.balanced.len();
        let mut limits: Vec<(usize, Rational)> = Vec::new();
        if self.problem.about == About::Stand {
            for (contact, own) in self.problem.assembly.contacts.iter().enumerate() {
                limits.extend(own.touch.most().map(|most| (contact, most.clone())));
            }
        }
        let rows = first + vertices.len() + limits.len();
        let mut right = vec![Rational::zero(); rows];
        for (row, (body, place)) in self.balanced.iter().enumerate() {
            right[row] = -at::<T>(&loading[*body].moment, &loading[*body].force, *place);
        }
        for (row, motion) in motions.iter().enumerate() {
            right[first + row] = match self.problem.about {
                About::Stand => -self.problem.worst_load(self.scale, loading, motion),
                About::Closure => -Rational::one(),
            };
        }
        let limited = first + vertices.len();
        for (row, (_, most)) in limits.iter().enumerate() {
            right[limited + row] = most.clone();
        }
        let mut columns: Vec<Vec<(usize, Rational)>> = Vec::new();
        for (edge, entries) in self.edges.iter().zip(&self.entries) {
            let mut column = entries.clone();
            let Some(cone) = &self.cones[edge.contact] else { continue };
            for (row, motion) in motions.iter().enumerate() {
                let at = (self.scale, edge.contact);
                let work = self.problem.worst_contact(at, cone, &edge.multiples, motion);
                if !work.is_zero() {
                    column.push((first + row, work));
                }
            }
            for (row, _) in limits.iter().enumerate().filter(|(_, (contact, _))| *contact == edge.contact) {
                column.push((limited + row, Rational::one() + &cone.friction * &cone.tangent));
            }
            columns.push(column);
        }
        columns.extend((first..rows).map(|row| vec![(row, Rational::one())]));
        match solved(columns, right) {
            Ok(x) => Ok(self.sums(&x)),
            Err(y) => Err(self.moved(&y, vertices)),
        }
    }

    /// The forces of multiples of the edges, by contact.
    fn sums(&self, x: &[Rational]) -> Vec<Vec<Rational>> {
        let none = |axes: &Vec<T::Vector>| vec![Rational::zero(); axes.len()];
        let mut sums: Vec<Vec<Rational>> =
            self.problem.contacts.iter().map(|contact| none(&contact.axes)).collect();
        for (edge, multiple) in self.edges.iter().zip(x).filter(|(_, multiple)| !multiple.is_zero()) {
            for (sum, part) in sums[edge.contact].iter_mut().zip(&edge.multiples) {
                *sum += part * multiple;
            }
        }
        sums
    }

    /// The motion that multipliers are.
    fn moved(&self, y: &[Rational], vertices: &[Vec<Rational>]) -> Motion {
        let mut entries = vec![Rational::zero(); self.coordinates.len()];
        for (vertex, multiplier) in vertices.iter().zip(&y[self.balanced.len()..]) {
            for (entry, part) in entries.iter_mut().zip(vertex) {
                *entry += part * multiplier;
            }
        }
        self.whole(&y[..self.balanced.len()], &entries)
    }

    fn whole(&self, balanced: &[Rational], entries: &[Rational]) -> Motion {
        let all: Vec<(usize, usize)> = self.coordinates.iter().chain(&self.balanced).copied().collect();
        let own: Vec<Rational> = entries.iter().chain(balanced).cloned().collect();
        self.problem.motion(&all, &own)
    }

    /// Forces strictly inside all cones that cancel in the balanced components, or a motion in these that nothing
    /// resists.
    fn squeeze(&self) -> Result<Vec<Vec<Rational>>, Motion> {
        let size = self.balanced.len();
        if size == 0 {
            return Ok(Vec::new());
        }
        let still = vec![Rational::zero(); self.coordinates.len()];
        let columns = self.entries.clone();
        let (rank, across) = sparse::span(columns.clone(), size);
        if rank < size {
            return Err(self.whole(&across[0], &still));
        }
        let mut right = vec![Rational::zero(); size];
        columns.iter().flatten().for_each(|(row, entry)| right[*row] = &right[*row] - entry);
        match solved(columns, right) {
            Ok(x) => {
                let x: Vec<Rational> = x.into_iter().map(|x| x + Rational::one()).collect();
                Ok(self.sums(&x))
            }
            Err(y) => Err(self.whole(&y, &still)),
        }
    }
}

/// Some `x ≥ 0` with these sums, or multipliers that show that there is none.
fn solved(
    columns: Vec<Vec<(usize, Rational)>>,
    right: Vec<Rational>,
) -> Result<Vec<Rational>, Vec<Rational>> {
    if right.len() <= FEW_ROWS {
        let dense = |column: &Vec<(usize, Rational)>| {
            let mut entries = vec![Rational::zero(); right.len()];
            column.iter().for_each(|(row, entry)| entries[*row] += entry);
            entries
        };
        let dense: Vec<Vec<Rational>> = columns.iter().map(dense).collect();
        return farkas(&dense, &right, &[]);
    }
    let cost = vec![Rational::zero(); columns.len()];
    match sparse::minimise(&SparseProgram { columns, right, cost }, &[]).0 {
        Solution::Best { x, .. } | Solution::Unbounded { x, .. } => Ok(x),
        Solution::Impossible { y } => Err(y),
    }
}

/// The two vertices with the largest angle between them; none where there are not two.
fn longest(vertices: &[Vec<Rational>]) -> Option<[usize; 2]> {
    let unit = |vertex: &Vec<Rational>| {
        let entries: Vec<f64> = vertex.iter().map(Rational::to_f64).collect();
        let length = entries.iter().map(|x| x * x).sum::<f64>().sqrt();
        entries.into_iter().map(|x| x / length).collect::<Vec<f64>>()
    };
    let units: Vec<Vec<f64>> = vertices.iter().map(unit).collect();
    let pairs = (0..units.len()).flat_map(|one| (0..one).map(move |other| [other, one]));
    let along = |[one, other]: &[usize; 2]| -> f64 {
        units[*one].iter().zip(&units[*other]).map(|(a, b)| a * b).sum()
    };
    pairs.min_by(|a, b| along(a).total_cmp(&along(b)))
}
