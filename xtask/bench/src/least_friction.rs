//! The least friction that closes, with the proofs of both ends of its bracket: no peer computes it.

use crate::grasps::{Case, Contact, Grasp};
use crate::measure::median;
use std::io::Write;
use std::time::Instant;
use stiction::ask::Threshold;
use stiction::ask::closure::{Thresholding, least_friction};
use stiction_proof::{PlanarContact, PlanarProblem, Problem, Rational, SpatialContact, SpatialProblem};

const GRASPS: usize = 200;
/// The bracket's width that counts as found.
const NARROW: f64 = 1e-9;

fn thousandths(value: i64) -> Rational {
    Rational::new(value, 1000)
}

fn in_plane(grasp: &Grasp) -> PlanarProblem {
    let contact = |(index, contact): (usize, &Contact)| {
        let Contact { point: [x, y, _], normal: [nx, ny, _], friction } = *contact;
        let normal = [nx, ny].map(Rational::from);
        PlanarContact::new(&index.to_string(), [x, y].map(thousandths), normal, thousandths(friction))
    };
    PlanarProblem::new(Default::default(), grasp.iter().enumerate().map(contact).collect())
}

fn in_space(grasp: &Grasp) -> SpatialProblem {
    let contact = |(index, contact): (usize, &Contact)| {
        let normal = contact.normal.map(Rational::from);
        let point = contact.point.map(thousandths);
        SpatialContact::new(&index.to_string(), point, normal, thousandths(contact.friction))
    };
    SpatialProblem::new(Default::default(), grasp.iter().enumerate().map(contact).collect())
}

/// Times that each grasp is asked: the quickest counts, in which nothing else took the core.
const TIMES: usize = 3;

/// Seconds, and the width of the bracket; 0 where the answer needs none.
fn timed<T>(problem: &T, find: impl Fn(&T) -> Option<f64>) -> Option<(f64, f64)> {
    let (mut seconds, mut width) = (f64::INFINITY, 0.0);
    for _ in 0..TIMES {
        let start = Instant::now();
        width = find(problem)?;
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    Some((seconds, width))
}

fn width<T: Thresholding>(problem: &Problem<T>) -> Option<f64> {
    match least_friction(problem).ok()? {
        Threshold::Between(bracket) => Some(bracket.width()),
        Threshold::None(_) | Threshold::Never(_) => Some(0.0),
        Threshold::Undecided => None,
    }
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), String> {
    let mut lines = Vec::new();
    for contacts in [2, 3, 4] {
        let case = Case::planar(contacts, GRASPS);
        let found: Option<Vec<(f64, f64)>> =
            case.grasps.iter().map(|grasp| timed(&in_plane(grasp), width)).collect();
        lines.push(told(&format!("least-friction-planar-{contacts}"), found)?);
    }
    for contacts in [3, 4, 5] {
        let case = Case::spatial(contacts, 0, GRASPS);
        let found: Option<Vec<(f64, f64)>> =
            case.grasps.iter().map(|grasp| timed(&in_space(grasp), width)).collect();
        lines.push(told(&format!("least-friction-spatial-{contacts}"), found)?);
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(|fault| fault.to_string())
}

/// The median time; it is an error if a bracket is wider than nine digits.
fn told(name: &str, found: Option<Vec<(f64, f64)>>) -> Result<String, String> {
    let found = found.ok_or_else(|| format!("{name}: a grasp has no answer"))?;
    let widest = found.iter().map(|(_, width)| *width).fold(0.0, f64::max);
    if widest > NARROW {
        return Err(format!("{name}: a bracket is {widest:e} wide"));
    }
    let slowest = found.iter().map(|(seconds, _)| *seconds).fold(0.0, f64::max);
    let seconds = median(found.into_iter().map(|(seconds, _)| seconds).collect());
    let (median, slowest) = (seconds * 1e3, slowest * 1e3);
    Ok(format!("figure closure {name} {median:.3} ms\nfigure closure {name}-slowest {slowest:.3} ms"))
}
