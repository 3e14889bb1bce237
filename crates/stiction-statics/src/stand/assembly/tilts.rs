//! Loads across gravity: in which directions, and how far, may the assembly be pushed or tilted?
//!
//! A base that tilts turns gravity; as a multiple of the weight the load across it is the tangent of the
//! angle.  The loads across gravity that stand are a convex set about the origin: an interval in the plane, a
//! region of the plane in space. Each direction that is asked gives forces at a point of it and a half-space
//! that holds all of it, so that the largest disc about the origin is between the one within the points and
//! the one within the half-spaces.

use super::decide::StandProof;
use super::margins;
use super::margins::{GroupMargins, Most, loaded, most_along};
use super::search::Searched;
use stiction_exact::double;
use stiction_exact::root::{Root, square_root};
use stiction_exact::vector::{cross, dot};
use stiction_proof::{AssemblyProof, FrictionUse, NonZero, Rational, Vector, Verified};
use stiction_scene::Extent;
use stiction_scene::lower::{Assembly, Standing};
use stiction_scene::{Refused, Verdict};

/// A multiple with forces that carry it.
pub type Carried<S> = (Rational, Verified<StandProof<S>>);

/// One direction that was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Ray<S: Standing> {
    /// Shares of the directions.
    pub way: Vec<Rational>,
    /// A multiple that stands, with its forces.
    pub carried: Carried<S>,
    /// A half-space that holds everything that stands, where there is one.
    pub bound: Option<Verified<StandProof<S>>>,
    /// Where there is none: forces that carry one of the direction without contacts that have limits, and so
    /// any multiple.
    pub any: Option<Verified<StandProof<S>>>,
}

/// The loads across gravity that stand, between points and half-spaces.
#[derive(Debug, Clone, PartialEq)]
pub struct Tilts<S: Standing> {
    /// The weight turned across gravity: one load in the plane, two in space.
    pub directions: Vec<Vec<S::Screw>>,
    /// What was asked.
    pub rays: Vec<Ray<S>>,
}

/// What is known about loads across gravity.
#[derive(Debug, Clone, PartialEq)]
pub enum Sideways<S: Standing> {
    /// A bounded set.
    Tilts(Tilts<S>),
    /// Every load across gravity stands, by the rays both ways along every direction.
    Unlimited(Tilts<S>),
    /// It falls without any.
    Falls,
    /// There is no weight.
    Weightless,
    /// Not proved.
    Undecided,
}

impl<S: Standing> Tilts<S> {
    /// The points that stand, as multiples of the directions.
    pub fn points(&self) -> Vec<Vec<f64>> {
        let point = |ray: &Ray<S>| ray.way.iter().map(|share| (share * &ray.carried.0).to_f64()).collect();
        self.rays.iter().map(point).collect()
    }

    /// The half-spaces `normal·s ≤ bound`.
    pub fn half_spaces(&self) -> Vec<(Vec<f64>, f64)> {
        let half = |ray: &Ray<S>| match ray.bound.as_ref()?.proof() {
            AssemblyProof::Bounds { normal, bound, .. } => {
                Some((normal.iter().map(Rational::to_f64).collect(), bound.to_f64()))
            }
            _ => None,
        };
        self.rays.iter().filter_map(half).collect()
    }

    /// The radius of the largest disc about the origin that stands, from below and from above.
    pub fn radius(&self) -> (f64, f64) {
        let outer = self
            .half_spaces()
            .iter()
            .map(|(normal, bound)| bound / length(normal))
            .fold(f64::INFINITY, f64::min);
        let inner = match self.directions.len() {
            1 => {
                let reach = |sign: f64| self.points().iter().map(|point| sign * point[0]).fold(0.0, f64::max);
                reach(1.0).min(reach(-1.0))
            }
            _ => self.nearest_side().map_or(0.0, |(distance, _)| distance),
        };
        // Zero has no sign.
        (inner.min(outer) + 0.0, outer + 0.0)
    }

    /// The radius where points and half-spaces meet: in the plane, where all of it is rational.
    pub fn exact_radius(&self) -> Option<Rational> {
        let [_] = &self.directions[..] else { return None };
        let reach = |sign: i64| {
            let points = self.rays.iter().filter_map(|ray| Some(ray.way.first()? * &ray.carried.0));
            points.map(|point| point * Rational::from(sign)).max()
        };
        let inner = reach(1)?.min(reach(-1)?);
        let outer = |ray: &Ray<S>| match ray.bound.as_ref()?.proof() {
            AssemblyProof::Bounds { normal, bound, .. } => bound.checked_div(&normal.first()?.abs()),
            _ => None,
        };
        let outer = self.rays.iter().filter_map(outer).min()?;
        (inner == outer).then_some(inner)
    }

    /// The corners of the points' hull in order, and the side of it that is nearest to the origin: its distance and its
    /// normal.
    fn nearest_side(&self) -> Option<(f64, [f64; 2])> {
        let hull = double::convex(self.points().iter().map(|point| [point[0], point[1]]).collect(), 0.0);
        let mut nearest: Option<(f64, [f64; 2])> = None;
        for (index, p) in hull.iter().enumerate() {
            let q = hull[(index + 1) % hull.len()];
            let along = [q[0] - p[0], q[1] - p[1]];
            let size = length(&along);
            if size == 0.0 {
                continue;
            }
            let normal = [along[1] / size, -along[0] / size];
            let distance = normal[0] * p[0] + normal[1] * p[1];
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, normal));
            }
        }
        nearest.map(|(distance, normal)| (distance.max(0.0), normal))
    }
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt()
}

/// Directions that are asked in space, at most.
const MOST_RAYS: usize = 32;
/// Distance of the two radii that is near enough, relative to them and as a part of the weight.
const NEAR: f64 = 1e-8;
const NEXT_TO_NOTHING: f64 = 1e-10;

/// Explores the loads across gravity, asking at most so many directions in space.
pub fn sideways<S: Searched>(
    assembly: &Assembly<S>,
    gravity: &S::Vector,
    most: usize,
) -> Result<Sideways<S>, Refused> {
    let directions = across::<S>(assembly, gravity);
    if directions.is_empty()
        || assembly.weights.iter().all(|weight| weight.as_ref().iter().all(Rational::is_zero))
    {
        return Ok(Sideways::Weightless);
    }
    let mut tilts = Tilts { directions, rays: Vec::new() };
    let mut ways: Vec<Vec<Rational>> = Vec::new();
    for axis in 0..tilts.directions.len() {
        for sign in [1, -1] {
            let share = |k: usize| Rational::from(if k == axis { sign } else { 0 });
            ways.push((0..tilts.directions.len()).map(share).collect());
        }
    }
    let opening = GroupMargins::<S>::new(&assembly.problem, &assembly.load);
    let (mut unlimited, mut open) = (0, false);
    while let Some(way) = ways.pop() {
        match ask(assembly, &tilts.directions, way, &opening)? {
            Ok(ray) => {
                unlimited += usize::from(ray.bound.is_none());
                tilts.rays.push(ray);
            }
            // One way that carries nothing more says all of the disc, whatever is open along the others.
            Err(Sideways::Undecided) => open = true,
            Err(end) => return Ok(end),
        }
        if ways.is_empty() && !open && tilts.directions.len() == 2 && tilts.rays.len() < most.min(MOST_RAYS) {
            ways.extend(next(&tilts));
        }
    }
    if open {
        let nothing = tilts.radius().1 <= 0.0;
        return Ok(if nothing { Sideways::Tilts(tilts) } else { Sideways::Undecided });
    }
    if unlimited == tilts.rays.len() {
        return Ok(Sideways::Unlimited(tilts));
    }
    Ok(match reaching_farther(assembly, tilts)? {
        Some(tilts) => Sideways::Tilts(tilts),
        None => Sideways::Undecided,
    })
}

/// The rays without an end twice as far as the longest that has one, so that none of them is what limits the
/// whole; `None` if some of that was not proved.
fn reaching_farther<S: Searched>(
    assembly: &Assembly<S>,
    mut tilts: Tilts<S>,
) -> Result<Option<Tilts<S>>, Refused> {
    let ended = tilts.rays.iter().filter(|ray| ray.bound.is_some()).map(|ray| &ray.carried.0);
    let far = ended.max().map_or_else(Rational::zero, |longest| longest + longest);
    for ray in tilts.rays.iter_mut().filter(|ray| ray.bound.is_none()) {
        if ray.carried.0 < far {
            match carried_far(assembly, &tilts.directions, &ray.way, far.clone())? {
                Some(carried) => ray.carried = carried,
                None => return Ok(None),
            }
        }
    }
    Ok(Some(tilts))
}

/// Forces that carry so many times a load across gravity.
fn carried_far<S: Searched>(
    assembly: &Assembly<S>,
    directions: &[Vec<S::Screw>],
    way: &[Rational],
    far: Rational,
) -> Result<Option<Carried<S>>, Refused> {
    let mut total = assembly.load.clone();
    for (direction, share) in directions.iter().zip(way) {
        total = loaded::<S>(&total, direction, &(share * &far));
    }
    Ok(match super::stands::<S>(&assembly.problem, &total, &FrictionUse::Given)? {
        Verdict::Yes(forces) => Some((far, forces)),
        _ => None,
    })
}

/// The direction in which the points reach least, if the half-spaces leave room there.
fn next<S: Standing>(tilts: &Tilts<S>) -> Option<Vec<Rational>> {
    let (inner, outer) = tilts.radius();
    if inner >= outer * (1.0 - NEAR) || outer - inner <= NEXT_TO_NOTHING {
        return None;
    }
    let (_, normal) = tilts.nearest_side()?;
    let asked = |ray: &Ray<S>| {
        let way: Vec<f64> = ray.way.iter().map(Rational::to_f64).collect();
        (normal[0] * way[0] + normal[1] * way[1]) / length(&way) > 1.0 - 1e-10
    };
    if tilts.rays.iter().any(asked) {
        return None;
    }
    normal.iter().map(|&entry| Rational::from_f64((entry * 16_777_216.0).round() / 16_777_216.0)).collect()
}

/// A multiple that is as good as any, where every one stands.
const FAR: i64 = 1000;

fn ask<S: Searched>(
    assembly: &Assembly<S>,
    directions: &[Vec<S::Screw>],
    way: Vec<Rational>,
    opening: &GroupMargins<S>,
) -> Result<Result<Ray<S>, Sideways<S>>, Refused> {
    let (problem, load) = (&assembly.problem, &assembly.load);
    let listed: Vec<&[S::Screw]> = directions.iter().map(Vec::as_slice).collect();
    Ok(match most_along::<S>(problem, load, &listed, &way, opening)? {
        Extent::Absent => Err(Sideways::Falls),
        Extent::Undecided => Err(Sideways::Undecided),
        Extent::Between(bracket) => {
            Ok(Ray { way, carried: bracket.lower, bound: Some(bracket.upper.1), any: None })
        }
        Extent::Unlimited(any) => {
            let carried = carried_far(assembly, directions, &way, Rational::from(FAR))?;
            carried.map_or(Err(Sideways::Undecided), |carried| {
                Ok(Ray { way, carried, bound: None, any: Some(any) })
            })
        }
    })
}

/// The weights of all bodies turned across gravity.
fn across<S: Standing>(assembly: &Assembly<S>, gravity: &S::Vector) -> Vec<Vec<S::Screw>> {
    let down = stiction_scene::lower::lifted(gravity.as_ref());
    let Some(square) = NonZero::new(dot(&down, &down)) else { return Vec::new() };
    let turned = |axis: &Vector| -> Vec<S::Screw> {
        let load = |weight: &S::Vector| {
            let weight = stiction_scene::lower::lifted(weight.as_ref());
            // The mass, by which the turned gravity is multiplied.
            let mass = dot(&weight, &down) / &square;
            stiction_scene::lower::joined::<S>(
                &Default::default(),
                &axis.each_ref().map(|entry| entry * &mass),
            )
        };
        assembly.weights.iter().map(load).collect()
    };
    axes::<S>(&down).iter().map(turned).collect()
}

/// Vectors across gravity and as long.
fn axes<S: Standing>(down: &Vector) -> Vec<Vector> {
    if S::DIMENSION == 2 {
        return vec![[-&down[1], down[0].clone(), Rational::zero()]];
    }
    let square = dot(down, down);
    // Along gravity's own axis nothing is rounded.
    let first = stiction_exact::vector::default_tangent(down);
    let fitted = |vector: Vector| -> Option<Vector> {
        let part = square.checked_div(&dot(&vector, &vector))?;
        let Root { value, .. } = square_root(&part);
        Some(vector.map(|entry| entry * &value))
    };
    let second = cross(down, &first);
    [first, second].into_iter().filter_map(fitted).collect()
}

/// How far inside the cones forces can be: the largest `t` such that each contact pushes with `t` newtons
/// along its normal and something of its cone, together within its limit.  Positive where forces are strictly
/// inside, negative where contacts would have to pull.
pub fn deepest<S: Searched>(assembly: &Assembly<S>, stands: bool) -> Result<(Most<S>, Rational), Refused> {
    let parts = margins::parts::<S>(&assembly.problem, &assembly.load);
    let found = margins::spared_by_parts(&parts, stands)?;
    margins::spared_together::<S>(&assembly.problem, &assembly.load, &found)
}
