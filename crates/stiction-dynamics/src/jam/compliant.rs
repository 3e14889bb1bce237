//! Contacts that give: springs and dampers instead of rigid walls.
//!
//! With a stiffness every force is a function of the state, so that every motion is unique where the rigid one is
//! not, or is missing. Let `A = n·M⁻¹(n − μ·sign(vₜ)·t)` be what a unit of normal force, with its friction, does to
//! the normal acceleration, and `b` the normal acceleration without contact:
//!
//! ```text
//!     A > 0, b < 0   the force settles at −b/A, the rigid one, with an error that falls with the stiffness
//!     A < 0, b > 0   −b/A is an equilibrium of the springs too, and not a stable one: less force separates, more grows
//!     A < 0, b < 0   no rigid force exists; the springs' grows like exp(t·√(k|A|)) until the sliding stops: in
//!                    the stiff limit an impact without collision, of the impulse −vₜ/(t·M⁻¹(n − μ·sign(vₜ)·t))
//! ```
//!
//! Everything here is in doubles and decides nothing; [`settled`] is exact and gives wedged forces their values.
//!
//! References: \[DY 25\], \[DY Section 6\].
//!
//! **The plane is a part of space.** Springs and dampers are integrated in space alone, and a body of the
//! plane is lifted into it: friction along a wall is a vector there, and in the plane that vector has one
//! direction.

use stiction_exact::matrix::{dot, solve};
use stiction_exact::vector::cross as exact_cross;
use stiction_proof::{
    Generator, PlanarContact, PlanarProblem, Problem, Rational, SpatialContact, SpatialProblem, Touch, Vector,
};

/// One body on flat walls that give, in space; a body in the plane is one that moves in z = 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Compliant {
    /// Mass.
    pub mass: f64,
    /// Inertia about the centre of mass in body axes, those of the world while it has not turned.
    pub inertia: [[f64; 3]; 3],
    /// Applied moment and force, in axes of the world, about the centre of mass.
    pub load: [[f64; 3]; 2],
    /// The contacts.
    pub contacts: Vec<Give>,
}

/// A corner of the body on a flat wall.
#[derive(Debug, Clone, PartialEq)]
pub struct Give {
    /// The corner in body coordinates, from the centre of mass.
    pub corner: [f64; 3],
    /// A point of the wall.
    pub wall: [f64; 3],
    /// Normal of the wall, of length one, towards the body.
    pub normal: [f64; 3],
    /// Unit directions along the wall in which forces and velocities are told; a wall of the plane has one, and
    /// nothing beside it.
    pub tangents: [[f64; 3]; 2],
    /// Coefficient of friction.
    pub friction: f64,
    /// Stiffness across the wall, N/m.
    pub stiffness: f64,
    /// Stiffness along the wall, N/m: the larger it is beside the other, the sharper friction follows Coulomb.
    pub along: f64,
    /// Damping, N·s/m.
    pub damping: f64,
}

impl Give {
    /// A corner on a wall of the plane, without stiffness yet.
    pub fn planar(corner: [f64; 2], wall: [f64; 2], normal: [f64; 2], friction: f64) -> Self {
        let tangents = [lifted([-normal[1], normal[0]]), [0.0; 3]];
        let [corner, wall, normal] = [corner, wall, normal].map(lifted);
        Self { corner, wall, normal, tangents, friction, stiffness: 0.0, along: 0.0, damping: 0.0 }
    }

    /// The part of a vector along the wall.
    fn across(&self, vector: [f64; 3]) -> [f64; 3] {
        added(vector, -inner(self.normal, vector), self.normal)
    }

    /// Along the normal, then along the tangents.
    fn told(&self, normal: f64, across: [f64; 3]) -> [f64; 3] {
        let [first, second] = self.tangents;
        [normal, inner(first, across), inner(second, across)]
    }
}

/// Place, velocity, and what the walls have been pushed along themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// How it has turned, a unit quaternion `[w, x, y, z]`.
    pub turned: [f64; 4],
    /// The centre of mass.
    pub place: [f64; 3],
    /// Angular velocity, and velocity of the centre of mass.
    pub twist: [[f64; 3]; 2],
    /// For each contact the spring along the wall.
    pub stretch: Vec<[f64; 3]>,
}

impl State {
    /// `[θ, x, y]` and `[w, vx, vy]` of the centre of mass in the plane, and for each contact the spring along its
    /// tangent.
    pub fn planar(place: [f64; 3], twist: [f64; 3], contacts: &[Give], stretch: &[f64]) -> Self {
        let (sine, cosine) = (place[0] / 2.0).sin_cos();
        let spring = |(give, size): (&Give, &f64)| give.tangents[0].map(|entry| entry * size);
        Self {
            turned: [cosine, 0.0, 0.0, sine],
            place: lifted([place[1], place[2]]),
            twist: [[0.0, 0.0, twist[0]], lifted([twist[1], twist[2]])],
            stretch: contacts.iter().zip(stretch).map(spring).collect(),
        }
    }

    /// From a corner, in body coordinates, where it is from the centre of mass and how fast it moves.
    fn corner(&self, corner: [f64; 3]) -> [[f64; 3]; 2] {
        let arm = turned(self.turned, corner);
        [arm, added(self.twist[1], 1.0, cross(self.twist[0], arm))]
    }
}

/// What happened in a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Time.
    pub time: f64,
    /// The state then.
    pub state: State,
    /// The force at each contact along the normal, then along the tangents.
    pub forces: Vec<[f64; 3]>,
    /// The velocity at each contact along the normal, then along the tangents.
    pub velocities: Vec<[f64; 3]>,
    /// Which contacts press and do not reach the limit of friction.
    pub sticks: Vec<bool>,
    /// The forces along the walls.
    along: Vec<[f64; 3]>,
    /// The slips.
    slips: Vec<[f64; 3]>,
}

impl Compliant {
    /// A body of the plane: mass, inertia, `[m, fx, fy]`.
    pub fn planar(mass: f64, inertia: f64, load: [f64; 3], contacts: Vec<Give>) -> Self {
        Self {
            mass,
            inertia: about_z(inertia),
            load: [[0.0, 0.0, load[0]], lifted([load[1], load[2]])],
            contacts,
        }
    }

    /// Integrates from a state with equal steps until `time`, or until `stop` says so; the last sample is where it
    /// ended.
    pub fn run(
        &self,
        mut state: State,
        step: f64,
        time: f64,
        mut each: impl FnMut(&Sample) -> bool,
    ) -> Sample {
        let inverse = inverted(&self.inertia);
        let mut now = 0.0;
        loop {
            let sample = self.sample(now, &state);
            if each(&sample) || now >= time || !step.is_normal() || step < 0.0 {
                return sample;
            }
            self.advance(&mut state, &sample, step, &inverse);
            now += step;
        }
    }

    /// Forces and velocities of a state.
    fn sample(&self, time: f64, state: &State) -> Sample {
        let count = self.contacts.len();
        let mut sample = Sample {
            time,
            state: state.clone(),
            forces: Vec::with_capacity(count),
            velocities: Vec::with_capacity(count),
            sticks: Vec::with_capacity(count),
            along: Vec::with_capacity(count),
            slips: Vec::with_capacity(count),
        };
        for (give, stretch) in self.contacts.iter().zip(&state.stretch) {
            let [arm, velocity] = state.corner(give.corner);
            let point = added(state.place, 1.0, arm);
            let gap = inner(give.normal, added(point, -1.0, give.wall));
            let (opening, slip) = (inner(give.normal, velocity), give.across(velocity));
            let pressed =
                if gap < 0.0 { (-give.stiffness * gap - give.damping * opening).max(0.0) } else { 0.0 };
            let most = give.friction * pressed;
            let wanted = added(stretch.map(|entry| -give.along * entry), -give.damping, slip);
            let size = inner(wanted, wanted).sqrt();
            let along = if size > most { wanted.map(|entry| entry * most / size) } else { wanted };
            sample.forces.push(give.told(pressed, along));
            sample.velocities.push(give.told(opening, slip));
            sample.sticks.push(size < most);
            sample.along.push(along);
            sample.slips.push(slip);
        }
        sample
    }

    /// Velocities first, then places: the step that keeps the energy of springs bounded.
    fn advance(&self, state: &mut State, sample: &Sample, step: f64, inverse: &[[f64; 3]; 3]) {
        let [mut moment, mut force] = self.load;
        for ((give, pushed), along) in self.contacts.iter().zip(&sample.forces).zip(&sample.along) {
            let arm = turned(state.turned, give.corner);
            let push = added(*along, pushed[0], give.normal);
            moment = added(moment, 1.0, cross(arm, push));
            force = added(force, 1.0, push);
        }
        // Euler's equations in body axes, where the inertia does not change.
        let [w, x, y, z] = state.turned;
        let back = [w, -x, -y, -z];
        let spin = turned(back, state.twist[0]);
        let gyroscopic = cross(spin, times(&self.inertia, spin));
        let angular = times(inverse, added(turned(back, moment), -1.0, gyroscopic));
        state.twist[0] = added(state.twist[0], step, turned(state.turned, angular));
        state.twist[1] = added(state.twist[1], step / self.mass, force);
        state.place = added(state.place, step, state.twist[1]);
        state.turned = turned_on(state.turned, state.twist[0].map(|entry| entry * step));
        for (index, give) in self.contacts.iter().enumerate() {
            // A spring that slides keeps the stretch that its friction holds.
            state.stretch[index] = if sample.sticks[index] {
                added(state.stretch[index], step, sample.slips[index])
            } else {
                sample.along[index].map(|entry| -entry / give.along)
            };
        }
    }
}

pub(super) fn lifted([x, y]: [f64; 2]) -> [f64; 3] {
    [x, y, 0.0]
}

/// An inertia about z alone; about the other axes nothing of the plane turns, and any will do.
pub(super) fn about_z(inertia: f64) -> [[f64; 3]; 3] {
    std::array::from_fn(|row| std::array::from_fn(|column| if row == column { inertia } else { 0.0 }))
}

pub(super) fn inner(a: [f64; 3], b: [f64; 3]) -> f64 {
    stiction_exact::double::dot(&a, &b)
}

/// `a + s·b`.
pub(super) fn added(a: [f64; 3], s: f64, b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| a[k] + s * b[k])
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    stiction_exact::double::cross(&a, &b)
}

pub(super) fn times(rows: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    rows.map(|row| inner(row, vector))
}

/// The inverse of a symmetric matrix, by its adjugate.
pub(super) fn inverted(rows: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let [a, b, c] = *rows;
    let determinant = inner(a, cross(b, c));
    [cross(b, c), cross(c, a), cross(a, b)].map(|row| row.map(|entry| entry / determinant))
}

/// A vector turned by a unit quaternion.
fn turned([w, x, y, z]: [f64; 4], vector: [f64; 3]) -> [f64; 3] {
    let axis = [x, y, z];
    let once = cross(axis, vector);
    let twice = cross(axis, once);
    std::array::from_fn(|k| vector[k] + 2.0 * (w * once[k] + twice[k]))
}

/// A unit quaternion turned on by a small angle.
fn turned_on([w, x, y, z]: [f64; 4], angle: [f64; 3]) -> [f64; 4] {
    let half = angle.map(|entry| entry / 2.0);
    let axis = [x, y, z];
    let turn = cross(half, axis);
    let next: [f64; 4] = std::array::from_fn(|k| match k {
        0 => w - inner(half, axis),
        k => axis[k - 1] + w * half[k - 1] + turn[k - 1],
    });
    let size = next.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
    next.map(|entry| entry / size)
}

/// Where a body between walls that give comes to rest, and what it is then pressed with.
#[derive(Debug, Clone, PartialEq)]
pub struct SpringRest<T: Touch = PlanarContact> {
    /// The small displacement about the problem's reference, angular first.
    pub displacement: T::Screw,
    /// Of each contact `[a, b]` in `a·n + b·t` in the plane, in space the force.
    pub forces: Vec<T::Vector>,
    /// Whether every force is inside its friction cone: if not, something slides or lifts.
    pub holds: bool,
}

/// A contact that gives: a spring along its normal and others across it.
pub trait Springy: Touch {
    /// The wrenches of a unit along the normal, and along each direction across it.
    fn rows(problem: &Problem<Self>, contact: &Self) -> (Self::Screw, Vec<Self::Screw>);
    /// The force of such multiples of them.
    fn pressed(&self, multiples: &[Rational]) -> Self::Vector;
    /// Whether a force is inside the friction cone.
    fn sticks(&self, force: &Self::Vector) -> bool;
    /// The normal, to be given another length.
    fn normal_mut(&mut self) -> &mut Self::Vector;
}

/// The forces of contacts with these stiffnesses (across, along), each pressed in by an interference, under a load:
/// all of them stick. None if the springs leave a motion free. In space cones are round.
///
/// ```
/// use stiction_dynamics::jam::settled;
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational, SpatialContact, SpatialProblem};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let wall = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
/// let bar = PlanarProblem::new(whole(0, 0), vec![wall("left", -1), wall("right", 1)]);
/// // A millimetre too long between walls of 1000 N/m, with a tenth of a newton hanging from it.
/// let weight = [Rational::zero(), Rational::zero(), Rational::new(-1, 10)];
/// let found = settled(&bar, &whole(1000, 1000), &whole(1, 1).map(|x| x * Rational::new(1, 1000)), &weight).unwrap();
/// assert_eq!(found.forces[0], [Rational::one(), Rational::new(1, 20)]);
/// assert!(found.holds);
///
/// let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
/// // Four walls around a plug, each pressed in by a millimetre; a newton hangs from it.
/// let wall = |id: &str, x: i64, y: i64| SpatialContact::new(id, vector(x, y, 0), vector(-x, -y, 0),
///     Rational::new(1, 2));
/// let plug = SpatialProblem::new(vector(0, 0, 0), vec![wall("a", 1, 0), wall("b", -1, 0), wall("c", 0, 1),
///     wall("d", 0, -1)]);
/// let weight = [0, 0, 0, 0, 0, -1].map(Rational::from);
/// let found = settled(&plug, &whole(1000, 1000), &vec![Rational::new(1, 1000); 4], &weight).unwrap();
/// assert_eq!(found.forces[0], [Rational::from(-1), Rational::zero(), Rational::new(1, 4)]);
/// assert!(found.holds);
/// ```
pub fn settled<T: Springy>(
    problem: &Problem<T>,
    stiffness: &[Rational; 2],
    interference: &[Rational],
    load: &T::Screw,
) -> Option<SpringRest<T>> {
    let displacement = at_rest(&springs(problem, interference), stiffness, load)?;
    settled_at(problem, stiffness, interference, load, displacement)
}

/// What the springs of [`settled`] do at a displacement; none if they do not balance the load there.
pub fn settled_at<T: Springy>(
    problem: &Problem<T>,
    stiffness: &[Rational; 2],
    interference: &[Rational],
    load: &T::Screw,
    displacement: T::Screw,
) -> Option<SpringRest<T>> {
    let multiples = pushes(&springs(problem, interference), stiffness, load, &displacement)?;
    let contacts = || problem.contacts.iter();
    let forces: Vec<T::Vector> =
        contacts().zip(&multiples).map(|(contact, multiples)| contact.pressed(multiples)).collect();
    let holds = contacts().zip(&forces).all(|(contact, force)| contact.sticks(force));
    Some(SpringRest { displacement, forces, holds })
}

fn springs<'p, T: Springy>(problem: &Problem<T>, interference: &'p [Rational]) -> Vec<Spring<'p, T>> {
    let spring = |(contact, pressed): (&T, &'p Rational)| {
        let (normal, across) = T::rows(problem, contact);
        Spring { normal, across, pressed }
    };
    problem.contacts.iter().zip(interference).map(spring).collect()
}

impl Springy for PlanarContact {
    fn rows(problem: &PlanarProblem, contact: &Self) -> ([Rational; 3], Vec<[Rational; 3]>) {
        let (zero, one) = (Rational::zero(), Rational::one());
        (problem.wrench(contact, &one, &zero), vec![problem.wrench(contact, &zero, &one)])
    }

    fn pressed(&self, multiples: &[Rational]) -> [Rational; 2] {
        std::array::from_fn(|at| multiples[at].clone())
    }

    fn sticks(&self, [a, b]: &[Rational; 2]) -> bool {
        !a.is_negative() && b.abs() <= &self.friction * a
    }

    fn normal_mut(&mut self) -> &mut [Rational; 2] {
        &mut self.normal
    }
}

impl Springy for SpatialContact {
    fn rows(problem: &SpatialProblem, contact: &Self) -> ([Rational; 6], Vec<[Rational; 6]>) {
        let wrench = |force: &Vector| {
            problem.wrench(contact, &Generator { force: force.clone(), spin: Rational::zero() })
        };
        (wrench(&contact.normal), across(contact).iter().map(wrench).collect())
    }

    fn pressed(&self, multiples: &[Rational]) -> Vector {
        let mut force = self.normal.clone().map(|entry| entry * &multiples[0]);
        for (axis, multiple) in across(self).iter().zip(&multiples[1..]) {
            force.iter_mut().zip(axis).for_each(|(sum, entry)| *sum += entry * multiple);
        }
        force
    }

    fn sticks(&self, force: &Vector) -> bool {
        let (along, square) = (dot(force, &self.normal), dot(&self.normal, &self.normal));
        let across = dot(force, force) * square - &along * &along;
        !along.is_negative() && across <= &self.friction * &self.friction * &along * &along
    }

    fn normal_mut(&mut self) -> &mut Vector {
        &mut self.normal
    }
}

/// `n × e` for the three axes e: `(|n|²·1 − nnᵀ)·u` is the sum of `(n × e)(n × e)ᵀ·u`, without a root, and as long as
/// tangents in the plane.
fn across(contact: &SpatialContact) -> [Vector; 3] {
    std::array::from_fn(|k| {
        let unit = std::array::from_fn(|i| Rational::from(i64::from(i == k)));
        exact_cross(&contact.normal, &unit)
    })
}

/// The rows of a contact's springs, and how far it is pressed in.
struct Spring<'p, T: Touch> {
    normal: T::Screw,
    across: Vec<T::Screw>,
    pressed: &'p Rational,
}

/// The displacement at which springs and load balance; none if the springs leave a motion free.
fn at_rest<T: Touch>(
    springs: &[Spring<'_, T>],
    [across, along]: &[Rational; 2],
    load: &T::Screw,
) -> Option<T::Screw> {
    let mut right = load.as_ref().to_vec();
    let count = right.len();
    let mut stiffness = vec![vec![Rational::zero(); count]; count];
    for spring in springs {
        let rows =
            std::iter::once((&spring.normal, across)).chain(spring.across.iter().map(|row| (row, along)));
        for (row, constant) in rows.map(|(row, constant)| (row.as_ref(), constant)) {
            for i in 0..count {
                for j in 0..count {
                    stiffness[i][j] += constant * &row[i] * &row[j];
                }
            }
        }
        let push = across * spring.pressed;
        right.iter_mut().zip(spring.normal.as_ref()).for_each(|(right, entry)| *right += &push * entry);
    }
    let mut displacement = T::Screw::default();
    displacement.as_mut().clone_from_slice(&solve(&stiffness, &[right])?.pop()?);
    Some(displacement)
}

/// The multiples of the rows that the springs push with at a displacement; none if these do not balance the load.
fn pushes<T: Touch>(
    springs: &[Spring<'_, T>],
    [across, along]: &[Rational; 2],
    load: &T::Screw,
    displacement: &T::Screw,
) -> Option<Vec<Vec<Rational>>> {
    let (mut rest, mut all) = (load.clone(), Vec::new());
    for spring in springs {
        let moved = |row: &T::Screw| dot(row.as_ref(), displacement.as_ref());
        let normal = across * &(spring.pressed - &moved(&spring.normal));
        let tangential = spring.across.iter().map(|row| -(along * &moved(row)));
        let multiples: Vec<Rational> = std::iter::once(normal).chain(tangential).collect();
        for (row, multiple) in std::iter::once(&spring.normal).chain(&spring.across).zip(&multiples) {
            let entries = rest.as_mut().iter_mut().zip(row.as_ref());
            entries.for_each(|(rest, entry)| *rest += multiple * entry);
        }
        all.push(multiples);
    }
    rest.as_ref().iter().all(Rational::is_zero).then_some(all)
}
