//! Where may the centre of mass of a body be for the contacts to balance?
//!
//! With its weight `W` at `c` instead of `c₀`, a body is loaded by the moment `(c − c₀) × W` besides. Along gravity a
//! shift changes nothing; across it the moments are linear in the shift, so the places are a convex set: in the plane
//! an interval along the horizontal, in space a region of the plane across gravity,
//!
//! ```text
//!     s is in it          forces that balance w + Σ sₖ·uₖ,    uₖ = aₖ × W,   c = c₀ + Σ sₖ·aₖ         (1)
//!     s is beyond it      twists V with  Σ sₖ·(uₖ·V) > Σ mostᵢrᵢ − w·V                                (2)
//! ```
//!
//! In the plane that is an [`interval`].  In space the region is found between corners that stand, (1), and half-planes
//! that hold it, (2): a corner of all half-planes is asked; either it stands and is a corner of the region, or the ray
//! towards it ends on a new half-plane that cuts it off.  Where cones have edges there are finitely many sides and the
//! two polygons become one; round cones are left between them.  Where no place stands, one collapse on which no `uₖ`
//! does work shows it.
//!
//! References: \[MR 12.3\].

use super::assembly::{GroupMargins, Searched, StandProof, Stands, is_round, loaded, most_along, stands};
use super::interval::{Interval, interval};
use stiction_exact::vector::{cross, dot, multiple_of};
use stiction_exact::work::{attempt, spend};
use stiction_proof::{
    AssemblyContact, AssemblyProblem, AssemblyProof, FrictionUse, NonZero, Rational, Touch, Vector, Verified,
};
use stiction_scene::Extent;
use stiction_scene::lower::{Assembly, Standing};
use stiction_scene::{Refused, Verdict};

/// The places of a body's centre of mass.
#[derive(Debug, Clone, PartialEq)]
pub struct Region<S: Searched> {
    /// The body, by its place in the problem.
    pub body: usize,
    /// What the proofs are about.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body, with the centre of mass where the scene has it.
    pub load: Vec<S::Screw>,
    /// The weight of the body.
    pub weight: S::Vector,
    /// The directions across the weight, one in the plane and two in space.
    pub axes: Vec<Vector>,
    /// What a shift by each of them adds to the loads.
    pub units: Vec<Vec<S::Screw>>,
    /// The places, as shifts from where the scene has it.
    pub found: RegionEnd<S>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub enum RegionEnd<S: Searched> {
    /// In the plane: multiples of the only axis.
    Interval(Interval<S>),
    /// In space.
    Polygon {
        /// A shift that stands, about which the half-planes are.
        about: [Rational; 2],
        /// Shifts that stand, with forces, counter-clockwise; corners of their hull alone.
        corners: Vec<Corner<S>>,
        /// Half-planes that hold every shift that stands.
        sides: Vec<HalfPlane<S>>,
        /// The corners of all half-planes, counter-clockwise.
        bound: Vec<[Rational; 2]>,
    },
    /// In space: no place stands, on this collapse.
    Nowhere(Verified<StandProof<S>>),
    /// In space: without end along a shift, by forces that carry its moment alone.
    Unbounded([Rational; 2], Verified<StandProof<S>>),
    /// The body has no weight.
    Weightless,
    /// Not decided.
    Undecided,
}

/// A shift that stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Corner<S: Searched> {
    /// The shift.
    pub at: [Rational; 2],
    /// Forces there.
    pub forces: Verified<StandProof<S>>,
}

/// `normal·s ≤ bound` for every shift `s` that stands.
#[derive(Debug, Clone, PartialEq)]
pub struct HalfPlane<S: Searched> {
    /// Outward.
    pub normal: [Rational; 2],
    /// How far.
    pub bound: Rational,
    /// Why, about the loads at a shift that stands.
    pub proof: Verified<StandProof<S>>,
}

/// Directions across a weight with what a shift of the body by each of them adds.
pub fn across_weight<S: Standing>(
    problem: &AssemblyProblem<S::Touch>,
    body: usize,
    weight: &S::Vector,
) -> (Vec<Vector>, Vec<Vec<S::Screw>>) {
    let down: Vector = std::array::from_fn(|k| weight.as_ref().get(k).cloned().unwrap_or_default());
    let axes = axes_across::<S>(&down);
    let unit = |axis: &Vector| {
        let mut load = problem.no_load();
        let moment = cross(axis, &down);
        let turns = S::FREEDOMS - S::DIMENSION;
        let entries = load[body].as_mut()[..turns].iter_mut().zip(&moment[3 - turns..]);
        entries.for_each(|(entry, moment)| *entry = moment.clone());
        load
    };
    let units = axes.iter().map(unit).collect();
    (axes, units)
}

/// The weight turned by +90° in the plane; in space the first coordinate axis that is not the weight's own, made square
/// to it, and the one that is square to both: x and y where the weight is along −z.
fn axes_across<S: Standing>(down: &Vector) -> Vec<Vector> {
    let Some(square) = NonZero::new(dot(down, down)) else { return Vec::new() };
    if S::DIMENSION == 2 {
        return vec![[-&down[1], down[0].clone(), Rational::zero()]];
    }
    let steepest = (0..3).max_by(|&i, &j| down[i].abs().cmp(&down[j].abs()).then(j.cmp(&i))).unwrap_or(2);
    let first = (0..3).find(|&k| k != steepest).unwrap_or(0);
    let share = &down[first] / &square;
    let across: Vector = std::array::from_fn(|k| {
        let own = if k == first { Rational::one() } else { Rational::zero() };
        own - &down[k] * &share
    });
    // Of about the same length: the weight's own would make it long.
    let scale = NonZero::new(down[steepest].abs());
    let up = down.each_ref().map(|entry| scale.as_ref().map_or_else(Rational::zero, |scale| -entry / scale));
    let second = cross(&up, &across);
    vec![across, second]
}

/// Finds where the centre of mass of a body may be.
pub fn region<S: Searched>(assembly: &Assembly<S>, body: usize) -> Result<Region<S>, Refused> {
    let (problem, load) = (assembly.problem.clone(), assembly.load.clone());
    let weight = assembly.weights[body].clone();
    let (axes, units) = across_weight::<S>(&problem, body, &weight);
    let found = match &units[..] {
        [] => RegionEnd::Weightless,
        [unit] => RegionEnd::Interval(interval(assembly, unit)?),
        _ => {
            let seeker = Seeker { assembly, body, axes: &axes, units: &units };
            attempt("region", || seeker.found()).unwrap_or(Ok(RegionEnd::Undecided))?
        }
    };
    Ok(Region { body, problem, load, weight, axes, units, found })
}

/// Corners that are asked where cones have edges, and where they are round.
const MOST_ASKED: [usize; 2] = [400, 48];

struct Seeker<'a, S: Searched> {
    assembly: &'a Assembly<S>,
    body: usize,
    axes: &'a [Vector],
    units: &'a [Vec<S::Screw>],
}

/// A shift to begin with.
enum Start<S: Searched> {
    At([Rational; 2]),
    Nowhere(Verified<StandProof<S>>),
    Unknown,
}

impl<S: Searched> Seeker<'_, S> {
    fn found(&self) -> Result<RegionEnd<S>, Refused> {
        Ok(match self.start()? {
            Start::At(about) => self.polygon(about)?,
            Start::Nowhere(falls) => RegionEnd::Nowhere(falls),
            Start::Unknown => RegionEnd::Undecided,
        })
    }

    fn at(&self, shift: &[Rational; 2]) -> Vec<S::Screw> {
        let load = self.assembly.load.clone();
        self.units.iter().zip(shift).fold(load, |sum, (unit, share)| loaded::<S>(&sum, unit, share))
    }

    fn stands(&self, shift: &[Rational; 2]) -> Result<Stands<S>, Refused> {
        stands::<S>(&self.assembly.problem, &self.at(shift), &FrictionUse::Given)
    }

    /// A shift that stands: none, one that makes up for the moment that is left over where only forces are balanced, or
    /// one to a contact.
    fn start(&self) -> Result<Start<S>, Refused> {
        let none = [Rational::zero(), Rational::zero()];
        if let Verdict::Yes(_) = self.stands(&none)? {
            return Ok(Start::At(none));
        }
        let down = self.assembly.weights[self.body].as_ref();
        if down.iter().filter(|entry| !entry.is_zero()).count() == 1 {
            return self.unturned();
        }
        let reference = &self.assembly.problem.bodies[self.body].reference;
        for contact in self.assembly.problem.contacts.iter().filter(|one| self.touches(one)) {
            // Near to it is enough: it is only a place to begin.
            let place = S::place(&contact.touch).map(|entry| Rational::from_f64(entry).unwrap_or_default());
            let lever = minus(&place, reference.as_ref());
            let shift = self.shift(&lever);
            if let Verdict::Yes(_) = self.stands(&shift)? {
                return Ok(Start::At(shift));
            }
        }
        Ok(Start::Unknown)
    }

    fn touches(&self, contact: &AssemblyContact<S::Touch>) -> bool {
        contact.sides().any(|(body, _)| body == self.body)
    }

    /// The shift that is nearest to a vector.
    fn shift(&self, vector: &Vector) -> [Rational; 2] {
        std::array::from_fn(|k| multiple_of(&self.axes[k], vector).unwrap_or_default())
    }

    /// Where the body may not turn across its weight, moments across it need no balance: what is left of them, `m`,
    /// is made up for by the shift `c = m × W/|W|²`. A collapse without such turns is one at every shift.
    fn unturned(&self) -> Result<Start<S>, Refused> {
        let (problem, load) = (&self.assembly.problem, &self.assembly.load);
        let down = self.assembly.weights[self.body].as_ref();
        let mut guided = problem.clone();
        let own = &mut guided.bodies[self.body];
        let mut freedoms: Vec<bool> = (0..S::FREEDOMS).map(|k| own.is_free(k)).collect();
        (0..3).filter(|&k| down[k].is_zero()).for_each(|k| freedoms[k] = false);
        own.freedoms = Some(freedoms);
        match stands::<S>(&guided, load, &FrictionUse::Given)? {
            Verdict::Undecided => Ok(Start::Unknown),
            Verdict::No(falls) => {
                let falls = problem.check(falls.into_proof()).map_err(Refused)?;
                Ok(Start::Nowhere(falls))
            }
            Verdict::Yes(rests) => {
                let AssemblyProof::Rests { forces, .. } = rests.proof() else { return Ok(Start::Unknown) };
                let weight: Vector = std::array::from_fn(|k| down[k].clone());
                // What weighs nothing has no lever: its moment is zero, and stays.
                let square = NonZero::new(dot(&weight, &weight)).unwrap_or_else(NonZero::one);
                let left = self.left_over(forces);
                let lever = cross(&left, &weight).map(|entry| entry / &square);
                let shift = self.shift(&lever);
                Ok(match self.stands(&shift)? {
                    Verdict::Yes(_) => Start::At(shift),
                    _ => Start::Unknown,
                })
            }
        }
    }

    /// The moment that forces and loads leave on the body.
    fn left_over(&self, forces: &[<S::Touch as Touch>::Push]) -> Vector {
        let problem = &self.assembly.problem;
        let own = &problem.bodies[self.body].reference;
        let coefficients = problem.coefficients(&FrictionUse::Given);
        let mut sum = self.assembly.load[self.body].clone();
        for ((contact, push), own_coefficients) in problem.contacts.iter().zip(forces).zip(&coefficients) {
            let Some(wrench) = contact.touch.wrench(own_coefficients, push) else { continue };
            let about = S::Touch::about(wrench, own);
            for (_, positive) in contact.sides().filter(|(body, _)| *body == self.body) {
                let entries = sum.as_mut().iter_mut().zip(about.as_ref());
                entries.for_each(|(sum, part)| if positive { *sum += part } else { *sum -= part });
            }
        }
        std::array::from_fn(|k| sum.as_ref()[k].clone())
    }

    fn polygon(&self, about: [Rational; 2]) -> Result<RegionEnd<S>, Refused> {
        let (problem, load) = (&self.assembly.problem, self.at(&about));
        let opening = GroupMargins::<S>::new(problem, &load);
        let mut outline =
            Outline { seeker: self, load, opening, about, corners: Vec::new(), sides: Vec::new() };
        for way in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
            if let Ray::Endless(found) = outline.ask(way.map(Rational::from))? {
                return Ok(*found);
            }
        }
        let most = MOST_ASKED[usize::from(is_round::<S>(problem, &FrictionUse::Given))];
        let mut settled: Vec<[Rational; 2]> = Vec::new();
        for _ in 0..most {
            spend(1);
            let bound = bound_of(&outline.sides);
            let Some(corner) = bound.into_iter().find(|corner| !settled.contains(corner)) else { break };
            if corner == outline.about {
                let Ok(stands) = attempt("region", || self.stands(&corner)) else { break };
                if let Verdict::Yes(forces) = stands? {
                    outline.corners.push(Corner { at: corner.clone(), forces });
                }
                settled.push(corner);
                continue;
            }
            let way = std::array::from_fn(|k| &corner[k] - &outline.about[k]);
            // The corners and sides that were found are true by themselves.
            let Ok(ray) = attempt("region", || outline.ask(way)) else { break };
            if let Ray::Endless(found) = ray? {
                return Ok(*found);
            }
            let cut = outline.sides.last().is_some_and(|side| side.excludes(&corner));
            if !cut {
                settled.push(corner);
            }
        }
        let Outline { about, corners, sides, .. } = outline;
        Ok(RegionEnd::polygon(about, corners, sides))
    }
}

/// What becomes of a ray.
enum Ray<S: Searched> {
    /// A corner and a half-plane were noted.
    Ended,
    /// There is no polygon.
    Endless(Box<RegionEnd<S>>),
}

/// A region between corners and half-planes.
struct Outline<'a, S: Searched> {
    seeker: &'a Seeker<'a, S>,
    load: Vec<S::Screw>,
    opening: GroupMargins<S>,
    about: [Rational; 2],
    corners: Vec<Corner<S>>,
    sides: Vec<HalfPlane<S>>,
}

impl<S: Searched> Outline<'_, S> {
    /// How far a ray goes from the beginning.
    fn ask(&mut self, way: [Rational; 2]) -> Result<Ray<S>, Refused> {
        let seeker = self.seeker;
        let problem = &seeker.assembly.problem;
        let units: Vec<&[S::Screw]> = seeker.units.iter().map(Vec::as_slice).collect();
        let bracket = match most_along::<S>(problem, &self.load, &units, &way, &self.opening)? {
            Extent::Between(bracket) => bracket,
            Extent::Unlimited(forces) => {
                return Ok(Ray::Endless(Box::new(RegionEnd::Unbounded(way, forces))));
            }
            Extent::Absent | Extent::Undecided => return Ok(Ray::Endless(Box::new(RegionEnd::Undecided))),
        };
        let (multiple, forces) = bracket.lower;
        let at = std::array::from_fn(|k| &self.about[k] + &(&way[k] * &multiple));
        self.corners.push(Corner { at, forces });
        if let Some(side) = HalfPlane::new(bracket.upper.1, &self.about) {
            self.sides.push(side);
        }
        Ok(Ray::Ended)
    }
}

/// The corners of all half-planes, within a square that is far larger than any region.
fn bound_of<S: Searched>(sides: &[HalfPlane<S>]) -> Vec<[Rational; 2]> {
    let far = Rational::from(FAR);
    let square = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(|corner| corner.map(|k| &far * Rational::from(k)));
    sides.iter().fold(square.to_vec(), |corners, side| side.cut(&corners))
}

impl<S: Searched> RegionEnd<S> {
    /// The polygon of corners that stand and of half-planes that hold all of them.
    pub fn polygon(about: [Rational; 2], corners: Vec<Corner<S>>, sides: Vec<HalfPlane<S>>) -> Self {
        let bound = bound_of(&sides);
        Self::Polygon { about, corners: hull(corners), sides, bound }
    }
}

/// Metres beyond which no centre of mass is sought.
const FAR: i64 = 1_000_000_000;

impl<S: Searched> HalfPlane<S> {
    /// The half-plane that a proof about loads at the shift `about` shows.
    pub fn new(proof: Verified<StandProof<S>>, about: &[Rational; 2]) -> Option<Self> {
        let AssemblyProof::Bounds { normal, bound, .. } = proof.proof() else { return None };
        let normal: [Rational; 2] = normal.clone().try_into().ok()?;
        let bound = bound + &dot(&normal, about);
        Some(Self { normal, bound, proof })
    }

    fn excludes(&self, point: &[Rational; 2]) -> bool {
        dot(&self.normal, point) > self.bound
    }

    /// What is left of a convex polygon.
    pub fn cut(&self, corners: &[[Rational; 2]]) -> Vec<[Rational; 2]> {
        let beyond = |corner: &[Rational; 2]| dot(&self.normal, corner) - &self.bound;
        let mut left: Vec<[Rational; 2]> = Vec::new();
        for (index, corner) in corners.iter().enumerate() {
            let next = &corners[(index + 1) % corners.len()];
            let (here, there) = (beyond(corner), beyond(next));
            if !here.is_positive() {
                left.push(corner.clone());
            }
            if here.is_positive() != there.is_positive()
                && let Some(share) = here.checked_div(&(&here - &there))
            {
                left.push(std::array::from_fn(|k| &corner[k] + &((&next[k] - &corner[k]) * &share)));
            }
        }
        left.dedup();
        if left.len() > 1 && left.first() == left.last() {
            left.pop();
        }
        left
    }
}

fn minus(one: &[Rational], other: &[Rational]) -> Vector {
    let entry = |list: &[Rational], k: usize| list.get(k).cloned().unwrap_or_default();
    std::array::from_fn(|k| entry(one, k) - entry(other, k))
}

/// The corners of the hull, counter-clockwise.
fn hull<S: Searched>(mut corners: Vec<Corner<S>>) -> Vec<Corner<S>> {
    corners.sort_by(|a, b| a.at.cmp(&b.at));
    corners.dedup_by(|a, b| a.at == b.at);
    if corners.len() < 3 {
        return corners;
    }
    let turn = |a: &[Rational; 2], b: &[Rational; 2], c: &[Rational; 2]| {
        (&b[0] - &a[0]) * (&c[1] - &a[1]) - (&b[1] - &a[1]) * (&c[0] - &a[0])
    };
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for next in order {
            while let [.., a, b] = chain[..]
                && !turn(&corners[a].at, &corners[b].at, &corners[next].at).is_positive()
            {
                chain.pop();
            }
            chain.push(next);
        }
        chain.pop();
        chain
    };
    let mut order = half(&mut (0..corners.len()));
    order.extend(half(&mut (0..corners.len()).rev()));
    order.into_iter().map(|index| corners[index].clone()).collect()
}
