//! The cones of a problem in doubles, about a middle point and with lengths of about one, and program (1).

use super::Asked;
use crate::linear::conic::{ConicProgram, Factor, propose};
use stiction_proof::{Coefficients, Rational, SpatialContact, Vector};

/// A wrench in doubles: moment about the middle divided by the length, force.
pub(super) type Wrench = [f64; 6];

/// All cones, where and how long.
#[derive(Clone)]
pub(super) struct Cones {
    /// The point about which moments are taken.
    pub(super) middle: Vector,
    /// A power of two by which lengths are divided.
    pub(super) length: f64,
    /// One for each contact that counts.
    pub(super) cones: Vec<Cone>,
}

/// The cone of one contact.
#[derive(Clone)]
pub(super) struct Cone {
    /// Index of the contact.
    pub(super) contact: usize,
    /// Whether the columns are a second-order cone's: the first one its axis.  Otherwise they are edges.
    pub(super) round: bool,
    /// Wrenches: edges of unit length along the normal, or normal, tangents times `μ`, moment times `γ`.
    pub(super) columns: Vec<Wrench>,
    /// For a round cone the unit normal and the tangents times `μ`; the moment is about the normal.
    pub(super) frame: [[f64; 3]; 3],
}

/// What program (1) proposes.
pub(super) struct Centre {
    /// `t`.
    pub(super) margin: f64,
    /// Multiples of the columns of every cone, one after the other.
    pub(super) x: Vec<f64>,
    /// Multipliers of the balance: a motion in the cones' units.
    pub(super) y: [f64; 6],
}

impl Cones {
    pub(super) fn new(asked: &Asked) -> Self {
        let middle = middle(asked);
        let levers: Vec<[f64; 3]> =
            asked.kept.iter().map(|&index| lever(&asked.problem.contacts[index], &middle)).collect();
        let length = power_of_two(levers.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs())));
        let cone = |(&index, lever): (&usize, &[f64; 3])| {
            let lever = lever.map(|x| x / length);
            cone(asked, index, lever, length)
        };
        let cones = asked.kept.iter().zip(&levers).map(cone).collect();
        Self { middle, length, cones }
    }

    /// The same cones with tangents that are `mu` times as long where friction is shared.
    pub(super) fn widened(&self, mu: f64, sharing: &[bool]) -> Self {
        let mut wider = self.clone();
        for cone in wider.cones.iter_mut().filter(|cone| cone.round && sharing[cone.contact]) {
            let tangents = cone.columns.iter_mut().skip(1).take(2).flatten();
            tangents.chain(cone.frame[1..].as_flattened_mut()).for_each(|entry| *entry *= mu);
        }
        wider
    }

    /// Program (1).
    pub(super) fn centre(&self) -> Option<Centre> {
        self.centre_with(&vec![0.0; self.cones.len()])
    }

    /// Program (1) in which a cone's axis is this much slack where that is not zero, and `t` is of the others.
    pub(super) fn centre_with(&self, slack: &[f64]) -> Option<Centre> {
        let unknowns: usize = self.cones.iter().map(|cone| cone.columns.len()).sum();
        let mut program =
            ConicProgram { right: vec![0.0; 6], cone: vec![Factor::Zero(6)], ..Default::default() };
        // The row of Σ eᵢ·xᵢ ≤ 1 comes last: its place is known once all cones are counted.
        let last = 6 + unknowns;
        let mut margin = Vec::new();
        for (cone, &slack) in self.cones.iter().zip(slack) {
            let first = program.right.len();
            for (index, column) in cone.columns.iter().enumerate() {
                let mut entries: Vec<(usize, f64)> = column.iter().copied().enumerate().collect();
                entries.push((first + index, -1.0));
                let axis = !cone.round || index == 0;
                program.right.push(if axis { slack } else { 0.0 });
                if axis && slack == 0.0 {
                    margin.push((first + index, 1.0));
                    entries.push((last, 1.0));
                }
                program.columns.push(entries);
            }
            program.cone.push(if cone.round {
                Factor::SecondOrder(cone.columns.len())
            } else {
                Factor::NonNegative(cone.columns.len())
            });
        }
        program.right.push(1.0);
        program.cone.push(Factor::NonNegative(1));
        program.cost = vec![0.0; unknowns];
        program.columns.push(margin);
        program.cost.push(-1.0);
        let proposal = propose(&program)?;
        let y = std::array::from_fn(|row| proposal.z[row]);
        Some(Centre { margin: proposal.x[unknowns], x: proposal.x[..unknowns].to_vec(), y })
    }
}

/// A point among the contacts; where exactly does not matter, only that it is a short rational.
fn middle(asked: &Asked) -> Vector {
    let count = asked.kept.len().max(1) as f64;
    let mean = |axis: usize| {
        let sum: f64 = asked.kept.iter().map(|&i| asked.problem.contacts[i].point[axis].to_f64()).sum();
        Rational::from_f64(sum / count).unwrap_or_default()
    };
    std::array::from_fn(mean)
}

fn lever(contact: &SpatialContact, middle: &Vector) -> [f64; 3] {
    std::array::from_fn(|axis| (&contact.point[axis] - &middle[axis]).to_f64())
}

fn power_of_two(size: f64) -> f64 {
    if size > 0.0 && size.is_finite() { size.log2().floor().exp2() } else { 1.0 }
}

fn cone(asked: &Asked, index: usize, lever: [f64; 3], length: f64) -> Cone {
    let (contact, coefficients) = asked.contact(index);
    let Coefficients { friction, torsion } = coefficients;
    let normal = unit(&contact.normal);
    if contact.across.is_some() || *coefficients == Coefficients::default() {
        let size = size(&contact.normal);
        let wrench = |edge: &stiction_proof::Generator| {
            let force =
                edge.force.clone().map(|x| x.checked_div(&size.0).unwrap_or_default().to_f64() / size.1);
            let spin = edge.spin.to_f64() / length;
            wrench(&lever, &force, &normal.map(|x| x * spin))
        };
        let columns = asked.edges(index).iter().map(wrench).collect();
        return Cone { contact: index, round: false, columns, frame: [normal, [0.0; 3], [0.0; 3]] };
    }
    let (mu, gamma) = (friction.to_f64(), torsion.to_f64() / length);
    let [first, second] = tangents(&normal);
    let frame = [normal, first.map(|x| mu * x), second.map(|x| mu * x)];
    let mut columns = vec![wrench(&lever, &normal, &[0.0; 3])];
    if mu > 0.0 {
        columns.extend(frame[1..].iter().map(|force| wrench(&lever, force, &[0.0; 3])));
    }
    if gamma > 0.0 {
        columns.push(wrench(&[0.0; 3], &[0.0; 3], &normal.map(|x| gamma * x)));
    }
    Cone { contact: index, round: true, columns, frame }
}

fn wrench(lever: &[f64; 3], force: &[f64; 3], moment: &[f64; 3]) -> Wrench {
    let m = cross(lever, force);
    [m[0] + moment[0], m[1] + moment[1], m[2] + moment[2], force[0], force[1], force[2]]
}

pub(super) fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

/// The length of a vector as two factors: its largest entry, exactly, and a double between 1 and 2.
pub(super) fn size(vector: &Vector) -> (Rational, f64) {
    let largest = vector.iter().map(Rational::abs).max().unwrap_or_default();
    let part = |entry: &Rational| entry.checked_div(&largest).unwrap_or_default().to_f64();
    let square: f64 = vector.iter().map(|entry| part(entry).powi(2)).sum();
    (largest, square.sqrt())
}

pub(super) fn unit(vector: &Vector) -> [f64; 3] {
    let (largest, rest) = size(vector);
    std::array::from_fn(|i| vector[i].checked_div(&largest).unwrap_or_default().to_f64() / rest)
}

/// Two unit vectors across a unit normal: the default tangents of the conventions.
pub(super) fn tangents(normal: &[f64; 3]) -> [[f64; 3]; 2] {
    let least =
        (1..3).fold(0, |best, axis| if normal[axis].abs() < normal[best].abs() { axis } else { best });
    let axis: [f64; 3] = std::array::from_fn(|i| f64::from(u8::from(i == least)));
    let first = cross(normal, &axis);
    let length = first.iter().map(|x| x * x).sum::<f64>().sqrt();
    let first = first.map(|x| x / length);
    [first, cross(normal, &first)]
}
