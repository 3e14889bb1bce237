//! The cones of a problem in doubles, about a middle point and with lengths of about one, and program (1).

use super::ClosureQuestion;
use stiction_exact::double::cross;
use stiction_exact::linear::interior::{Aim, Embedding, Group, Patch, PathEnd, Rows, System};
use stiction_proof::{Coefficients, NonZero, Rational, SpatialContact, Vector};

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
    pub(super) fn new(asked: &ClosureQuestion) -> Self {
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
    ///
    /// With `x = s + t·e`, or `x = s − slack·e`, it is a program on one body of seven rows, the balance and
    /// `Σ eᵢ·xᵢ + rest = 1`: the parts `s` are in the cones, and `t` is the further variable.  It is not
    /// negative, for no push at all is a balance with `t = 0`.
    pub(super) fn centre_with(&self, slack: &[f64]) -> Option<Centre> {
        let mut right = [0.0; ROWS];
        right[ROWS - 1] = 1.0;
        let mut deeper = [0.0; ROWS];
        let mut groups = Vec::with_capacity(self.cones.len() + 1);
        for (cone, &slack) in self.cones.iter().zip(slack) {
            let columns = cone.columns.iter().enumerate().map(|(index, column)| {
                let counts = cone.is_axis(index) && slack == 0.0;
                let column = joined(column, f64::from(u8::from(counts)));
                if cone.is_axis(index) {
                    add(&mut deeper, &column, f64::from(u8::from(counts)));
                    add(&mut right, &column, slack);
                }
                column
            });
            groups.push(Group { patch: 0, round: cone.round, columns: columns.collect(), limit: None });
        }
        let rest = joined(&[0.0; 6], 1.0);
        groups.push(Group { patch: 0, round: false, columns: vec![rest], limit: None });
        let same = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        let patches = vec![Patch { sides: vec![(0, same)] }];
        let deeper = Rows { bodies: vec![deeper], limits: Vec::new() };
        let mut system = System::new(vec![right], patches, groups, Some(deeper));
        *system.cost.last_mut()? = -1.0;
        let (parts, margin, rows) = nearest(&system)?;
        let mut parts = parts.iter();
        let mut x = Vec::with_capacity(parts.len());
        for (cone, &slack) in self.cones.iter().zip(slack) {
            let moved = if slack == 0.0 { margin } else { -slack };
            let own = parts.by_ref().take(cone.columns.len()).enumerate();
            x.extend(own.map(|(index, part)| if cone.is_axis(index) { part + moved } else { *part }));
        }
        Some(Centre { margin, x, y: std::array::from_fn(|row| -rows[row]) })
    }
}

impl Cone {
    /// Whether a column is the axis of a round cone, or an edge.
    fn is_axis(&self, column: usize) -> bool {
        !self.round || column == 0
    }
}

/// Rows of program (1): a balance, and the sum that is bounded.
const ROWS: usize = 7;
/// How near to the best the program is solved: as sharp as doubles allow, for what is proposed near a boundary must be
/// good enough to be repaired.
const SHARP: Aim = Aim { gap: 1e-14, steps: 100 };

/// A wrench and its part in the sum.
fn joined(wrench: &Wrench, part: f64) -> [f64; ROWS] {
    std::array::from_fn(|row| wrench.get(row).copied().unwrap_or(part))
}

fn add(sum: &mut [f64; ROWS], column: &[f64; ROWS], factor: f64) {
    sum.iter_mut().zip(column).for_each(|(sum, entry)| *sum += factor * entry);
}

/// The variables, the further one and the multipliers of the rows where the path ends.
fn nearest(system: &System<ROWS>) -> Option<(Vec<f64>, f64, [f64; ROWS])> {
    let (mut x, y, tau) = match Embedding::new(system).solve(SHARP, |_| ()) {
        PathEnd::Inside { x, y } => (x, y, 1.0),
        PathEnd::Between { x, y, tau, .. } => (x, y, tau),
        // Without any push there is a balance: it never collapses.
        PathEnd::Collapse { .. } => return None,
    };
    let further = x.pop()? / tau;
    x.iter_mut().for_each(|x| *x /= tau);
    let rows = y.bodies[0].map(|y| y / tau);
    let finite = x.iter().chain(&rows).chain([&further]).all(|entry| entry.is_finite());
    finite.then_some((x, further, rows))
}

/// A point among the contacts; where exactly does not matter, only that it is a short rational.
fn middle(asked: &ClosureQuestion) -> Vector {
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

fn cone(asked: &ClosureQuestion, index: usize, lever: [f64; 3], length: f64) -> Cone {
    let (contact, coefficients) = asked.contact(index);
    let Coefficients { friction, torsion } = coefficients;
    let normal = unit(&contact.normal);
    if contact.across.is_some() || *coefficients == Coefficients::default() {
        let size = size(&contact.normal);
        let wrench = |edge: &stiction_proof::Generator| {
            let force = edge.force.each_ref().map(|x| (x / &size.0).to_f64() / size.1);
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

/// The length of a vector as two factors: its largest entry, exactly, and a double between 1 and 2.
pub(super) fn size(vector: &Vector) -> (NonZero, f64) {
    let largest = NonZero::largest(vector);
    let part = |entry: &Rational| (entry / &largest).to_f64();
    let square: f64 = vector.iter().map(|entry| part(entry).powi(2)).sum();
    (largest, square.sqrt())
}

pub(super) fn unit(vector: &Vector) -> [f64; 3] {
    let (largest, rest) = size(vector);
    vector.each_ref().map(|entry| (entry / &largest).to_f64() / rest)
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
