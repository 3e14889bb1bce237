//! A cone of values that stand about a stretch of the course.
//!
//! In the section of the course's space through its middle, the boundary of what stands is met by going from
//! a centre along the axes and through the course itself.  The cone of these values is put into rows by
//! double description; where the course leaves it, more values are taken there, about the place and on the
//! boundary, until it does not, or an instant is met that falls.

use super::pace::{Pace, Paced};
use super::pool::{Pool, ROUNDING, ValueEnd};
use crate::stand::assembly::Searched;
use dashu_int::IBig;
use std::collections::HashMap;
use stiction_exact::double::{inner as dot, norm};
use stiction_exact::integers;
use stiction_geometry::cone::{Cone, Rows};
use stiction_proof::moving::{CourseCone, Rides};
use stiction_proof::{Rational, Refusal};
use stiction_scene::Refused;

/// Instants of a stretch at which the course is looked at in doubles.
const LOOKS: usize = 256;
/// Rounds of more values before a shorter stretch is tried; few in many dimensions, where every value makes
/// many facets.
const ROUNDS: usize = 12;
const FEW_ROUNDS: usize = 1;
/// Axes of a section up to which values are taken both ways along each.
const FEW_AXES: usize = 4;

/// How covering a stretch ended.
pub(super) enum Cover {
    /// A cone that holds the course, as far as doubles tell, from the beginning to this instant; its rays by
    /// their places in the pool.
    Holds(CourseCone, f64),
    /// At this instant the course violates this row.
    Falls(f64, usize),
    /// A shorter stretch may do.
    Shorter,
    /// Some value was not decided.
    Undecided,
}

/// A stretch of the course in doubles, scaled so that its components are of one size.
pub(super) struct Section {
    scale: Vec<f64>,
    centre: Vec<f64>,
    /// An orthonormal basis across the centre, the course's own direction first.
    across: Vec<Vec<f64>>,
    radius: f64,
    /// Where values are compared: `height·p = 1` on the section; none with limits, where the first component
    /// is 1 already.
    height: Option<Vec<f64>>,
}

impl Section {
    /// None if the course goes too far round for one section.
    fn new(samples: &[Vec<f64>], limited: bool) -> Option<Self> {
        let dimension = samples.first()?.len();
        let largest = |component: usize| samples.iter().map(|one| one[component].abs()).fold(0.0, f64::max);
        let overall = (0..dimension).map(largest).fold(0.0, f64::max);
        // Powers of two, so that values that are rounded stay short.
        let scale: Vec<f64> = (0..dimension)
            .map(|component| match largest(component) {
                size if limited && component == 0 => size,
                size if size > overall * 1e-9 => size.log2().round().exp2(),
                _ => overall.max(1e-300).log2().round().exp2(),
            })
            .collect();
        let scaled =
            |one: &Vec<f64>| one.iter().zip(&scale).map(|(entry, scale)| entry / scale).collect::<Vec<f64>>();
        let scaled: Vec<Vec<f64>> = samples.iter().map(scaled).collect();
        let mut height = None;
        let on_section: Vec<Vec<f64>> = if limited {
            scaled
        } else {
            let sum = (0..dimension).map(|k| scaled.iter().map(|one| one[k] / norm(one)).sum::<f64>());
            let direction: Vec<f64> = sum.collect();
            let length = norm(&direction);
            let direction: Vec<f64> = direction.iter().map(|entry| entry / length).collect();
            // Beyond about 75 degrees a shorter stretch is taken.
            if scaled.iter().any(|one| dot(one, &direction) < 0.25 * norm(one)) {
                return None;
            }
            let on: Vec<Vec<f64>> = scaled
                .iter()
                .map(|one| one.iter().map(|entry| entry / dot(one, &direction)).collect::<Vec<f64>>())
                .collect();
            height = Some(direction);
            on
        };
        let count = on_section.len() as f64;
        let centre: Vec<f64> =
            (0..dimension).map(|k| on_section.iter().map(|one| one[k]).sum::<f64>() / count).collect();
        let radius = on_section
            .iter()
            .map(|one| norm(&one.iter().zip(&centre).map(|(a, b)| a - b).collect::<Vec<_>>()))
            .fold(0.0, f64::max);
        let along: Vec<f64> = match (on_section.first(), on_section.last()) {
            (Some(first), Some(last)) => last.iter().zip(first).map(|(a, b)| a - b).collect(),
            _ => vec![0.0; dimension],
        };
        let avoided = height.clone().unwrap_or_else(|| (0..dimension).map(|k| f64::from(k == 0)).collect());
        Some(Self { across: across(&avoided, along), scale, centre, radius, height })
    }

    /// A value on the section.
    fn place(&self, value: &[f64]) -> Vec<f64> {
        let scaled: Vec<f64> = value.iter().zip(&self.scale).map(|(entry, scale)| entry / scale).collect();
        match &self.height {
            None => scaled,
            Some(height) => {
                let size = dot(&scaled, height);
                scaled.into_iter().map(|entry| entry / size).collect()
            }
        }
    }

    /// A value of few digits near a place of the section.
    fn exact(&self, place: &[f64]) -> Vec<Rational> {
        let one = |(entry, scale): (&f64, &f64)| {
            // Thirty binary digits: these values choose where to look, they need not be on the section.
            let short = (entry * f64::from(1 << 30)).round() / f64::from(1 << 30);
            Rational::from_f64(short * scale).unwrap_or_default()
        };
        place.iter().zip(&self.scale).map(one).collect()
    }

    /// Directions across the section that surround its centre: both ways along each axis, 2k of them and 2ᵏ
    /// facets; of many axes both ways along the first, which is the course's own, and a simplex in the
    /// others, k + 2 of them and 2k facets.
    fn directions(&self) -> Vec<Vec<f64>> {
        let both = |axis: &Vec<f64>| [axis.clone(), axis.iter().map(|entry| -entry).collect()];
        match self.across.split_first() {
            Some((first, others)) if self.across.len() > FEW_AXES => {
                let part = -1.0 / (others.len() as f64).sqrt();
                let against =
                    others.iter().fold(vec![0.0; first.len()], |sum, axis| Self::moved(&sum, axis, part));
                both(first).into_iter().chain(others.iter().cloned()).chain([against]).collect()
            }
            _ => self.across.iter().flat_map(both).collect(),
        }
    }

    fn moved(from: &[f64], along: &[f64], by: f64) -> Vec<f64> {
        from.iter().zip(along).map(|(from, along)| from + by * along).collect()
    }
}

/// An orthonormal basis across a direction, one vector first where it is not along it (Gram and Schmidt).
fn across(avoided: &[f64], first: Vec<f64>) -> Vec<Vec<f64>> {
    let dimension = avoided.len();
    let mut basis = vec![avoided.iter().map(|entry| entry / norm(avoided)).collect::<Vec<f64>>()];
    let axes = (0..dimension).map(|axis| (0..dimension).map(|k| f64::from(k == axis)).collect::<Vec<f64>>());
    for candidate in [first].into_iter().chain(axes) {
        let size = norm(&candidate);
        let mut rest = candidate;
        for known in &basis {
            let part = dot(&rest, known);
            rest = Section::moved(&rest, known, -part);
        }
        let left = norm(&rest);
        if left > 1e-3 * size && left > 0.0 && basis.len() < dimension {
            basis.push(rest.into_iter().map(|entry| entry / left).collect());
        }
    }
    basis.remove(0);
    basis
}

/// The instants at which a stretch is looked at, both ends among them.
pub(super) fn looks(from: f64, to: f64, count: usize) -> impl Iterator<Item = f64> + Clone {
    let width = to - from;
    (0..=count).map(move |step| if step == count { to } else { from + width * step as f64 / count as f64 })
}

/// Builds a cone about the course from one instant to another.
pub(super) fn cover<S: Searched + Paced>(
    pool: &mut Pool<'_, S>,
    pace: &Pace,
    from: f64,
    to: f64,
) -> Result<Cover, Refused>
where
    S::Touch: Rides,
{
    let times: Vec<f64> = looks(from, to, LOOKS).collect();
    let values: Vec<Vec<f64>> = times.iter().map(|&time| pace.at(time)).collect();
    if let Some(fall) = first_fall(pool, &times, &values) {
        return Ok(fall);
    }
    let samples: Vec<Vec<f64>> = values.iter().step_by(LOOKS / 8).cloned().collect();
    let Some(section) = Section::new(&samples, pool.problem.is_limited()) else {
        return turned_back(pool, &times, &values);
    };
    let mut covering = Covering { pool, section, points: Vec::new(), centre: Vec::new() };
    if let Some(end) = covering.begin(&times, &values)? {
        return Ok(end);
    }
    let mut last = Cover::Shorter;
    let rounds = if covering.section.across.len() > FEW_AXES { FEW_ROUNDS } else { ROUNDS };
    for round in 0..rounds {
        let cone = covering.cone()?;
        let Some(leaves) = leaves(&cone, &values) else { return Ok(Cover::Holds(cone, to)) };
        if leaves.first > 0 && times[leaves.first - 1] > from {
            last = Cover::Holds(cone, times[leaves.first - 1]);
        }
        if round + 1 == rounds {
            break;
        }
        if let Some(end) = covering.widen(&values[leaves.worst], round)? {
            return Ok(match end {
                ValueEnd::Falls(row) => fall_of(covering.pool, row, &times, &values),
                _ => Cover::Undecided,
            });
        }
        if let Some(fall) = first_fall(covering.pool, &times, &values) {
            return Ok(fall);
        }
    }
    Ok(last)
}

/// A course that goes too far round for one section: where a base drops away its loads turn back through
/// zero, and stretches up to there become shorter without end, so its end is asked.
fn turned_back<S: Searched + Paced>(
    pool: &mut Pool<'_, S>,
    times: &[f64],
    values: &[Vec<f64>],
) -> Result<Cover, Refused>
where
    S::Touch: Rides,
{
    let last = values.last().and_then(|last| last.iter().map(|&entry| Rational::from_f64(entry)).collect());
    let last: Option<Vec<Rational>> = last;
    Ok(match last.map(|last| pool.ask(&last)).transpose()? {
        Some(ValueEnd::Falls(row)) => fall_of(pool, row, times, values),
        _ => Cover::Shorter,
    })
}

/// The first look that violates a row that is known.
fn first_fall<S: Searched + Paced>(pool: &Pool<'_, S>, times: &[f64], values: &[Vec<f64>]) -> Option<Cover>
where
    S::Touch: Rides,
{
    let mut looked =
        times.iter().zip(values).filter_map(|(&time, value)| Some((time, pool.violated(value)?)));
    looked.next().map(|(time, (row, _))| Cover::Falls(time, row))
}

/// The look that violates a row most; the values about which the row was found are among them or between them.
fn fall_of<S: Searched + Paced>(pool: &Pool<'_, S>, row: usize, times: &[f64], values: &[Vec<f64>]) -> Cover
where
    S::Touch: Rides,
{
    let excess = values.iter().map(|value| pool.rows[row].excess(value));
    let worst = excess.zip(times).max_by(|a, b| a.0.total_cmp(&b.0));
    match worst {
        Some((excess, &time)) if excess > ROUNDING => Cover::Falls(time, row),
        _ => Cover::Shorter,
    }
}

/// Where the course leaves a cone, by the positions of looks.
struct Leaves {
    first: usize,
    worst: usize,
}

fn leaves(cone: &CourseCone, values: &[Vec<f64>]) -> Option<Leaves> {
    let doubles = |rows: &[Vec<Rational>]| -> Vec<Vec<f64>> {
        rows.iter().map(|row| integers::unit_doubles(&integers::primitive(row))).collect()
    };
    let (normals, equalities) = (doubles(&cone.normals), doubles(&cone.equalities));
    let least = |value: &Vec<f64>| {
        let relative = |row: &Vec<f64>| {
            let size: f64 = row.iter().zip(value).map(|(a, b)| (a * b).abs()).sum();
            if size > 0.0 { dot(row, value) / size } else { 0.0 }
        };
        let inside = normals.iter().map(relative).fold(f64::INFINITY, f64::min);
        let flat = equalities.iter().map(relative).map(|one| -one.abs()).fold(0.0, f64::min);
        if flat < -ROUNDING { flat } else { inside }
    };
    let least: Vec<f64> = values.iter().map(least).collect();
    let first = least.iter().position(|&one| one < -ROUNDING)?;
    // The worst of the run that begins there.
    let run = least[first..].iter().take_while(|&&one| one < -ROUNDING).enumerate();
    let worst = run.min_by(|a, b| a.1.total_cmp(b.1)).map_or(first, |(after, _)| first + after);
    Some(Leaves { first, worst })
}

struct Covering<'p, 'a, S: Searched + Paced>
where
    S::Touch: Rides,
{
    pool: &'p mut Pool<'a, S>,
    section: Section,
    /// Values of the cone, by their places in the pool.
    points: Vec<usize>,
    centre: Vec<Rational>,
}

impl<S: Searched + Paced> Covering<'_, '_, S>
where
    S::Touch: Rides,
{
    /// The centre, and values along the axes of the section; an end if the course is met to fall.
    fn begin(&mut self, times: &[f64], values: &[Vec<f64>]) -> Result<Option<Cover>, Refused> {
        self.centre = self.section.exact(&self.section.centre);
        match self.pool.ask(&self.centre)? {
            ValueEnd::Stands(place, _) => self.points.push(place),
            // A mean of values that stand would stand: one of them does not.
            ValueEnd::Falls(row) => return Ok(Some(fall_of(self.pool, row, times, values))),
            ValueEnd::Undecided => return Ok(Some(Cover::Undecided)),
        }
        let far = 4.0 * (self.section.radius + 0.25 * norm(&self.section.centre));
        for direction in self.section.directions() {
            let to = Section::moved(&self.section.centre, &direction, far);
            if let ValueEnd::Undecided = self.towards(&to)? {
                return Ok(Some(Cover::Undecided));
            }
        }
        Ok(first_fall(self.pool, times, values))
    }

    /// Goes from the centre towards a place of the section and keeps what stands.
    fn towards(&mut self, place: &[f64]) -> Result<ValueEnd, Refused> {
        let to = self.section.exact(place);
        let told = self.pool.go(&self.centre, &to)?;
        if let ValueEnd::Stands(found, _) = told {
            self.points.push(found);
        }
        Ok(told)
    }

    /// Values on the boundary behind a value of the course, and about it; an end if the value falls.
    fn widen(&mut self, value: &[f64], round: usize) -> Result<Option<ValueEnd>, Refused> {
        let place = self.section.place(value);
        let centre = self.section.centre.clone();
        let way: Vec<f64> = place.iter().zip(&centre).map(|(to, from)| to - from).collect();
        // Twice as far as the value: half of the way is the value itself.
        let mut part = match self.towards(&Section::moved(&centre, &way, 2.0))? {
            ValueEnd::Stands(_, part) => part,
            other => return Ok(Some(other)),
        };
        if part < 0.5 - 1e-7 {
            if let Some((row, _)) = self.pool.violated(value) {
                return Ok(Some(ValueEnd::Falls(row)));
            }
            // Where cones are round the way ends a little before the boundary: the value itself is asked.
            match self.pool.ask(&self.section.exact(&place))? {
                ValueEnd::Stands(found, _) => self.points.push(found),
                other => return Ok(Some(other)),
            }
            part = 0.5;
        }
        let met = Section::moved(&centre, &way, 2.0 * part);
        let about = 0.5 * (self.section.radius + 0.25 * norm(&centre)) * 0.25f64.powi(round as i32);
        for direction in self.section.directions() {
            let beside = Section::moved(&met, &direction, about);
            let beside = Section::moved(&centre, &Section::moved(&beside, &centre, -1.0), 1.5);
            if let ValueEnd::Undecided = self.towards(&beside)? {
                return Ok(Some(ValueEnd::Undecided));
            }
        }
        Ok(None)
    }

    /// The cone of the values, with its rays among them.
    fn cone(&self) -> Result<CourseCone, Refused> {
        let dimension = self.pool.dimension();
        let rays: Vec<Vec<IBig>> =
            self.points.iter().map(|&place| integers::primitive(&self.pool.standing[place].at)).collect();
        let defect = |_| Refused(Refusal::Shape);
        let rows = Rows::from_big(dimension, &rays).map_err(defect)?;
        let cone = Cone::from_generators(&rows, &Rows::none(dimension)).map_err(defect)?;
        let places: HashMap<&[IBig], usize> =
            rays.iter().zip(&self.points).map(|(ray, &place)| (&ray[..], place)).collect();
        let extreme: Option<Vec<usize>> = cone.rays().iter().map(|ray| places.get(ray).copied()).collect();
        let rays = extreme.filter(|_| cone.lines().is_empty()).ok_or(Refused(Refusal::Shape))?;
        Ok(CourseCone {
            rays,
            normals: cone.normals().rationals(),
            equalities: cone.equalities().rationals(),
        })
    }
}
