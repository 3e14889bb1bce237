//! Contacts that give: springs and dampers instead of rigid walls.
//!
//! With a stiffness every force is a function of the state, so that every motion is unique where the rigid one is not, or is
//! missing.  Let `A = n·M⁻¹(n − μ·sign(vₜ)·t)` be what a unit of normal force, with its friction, does to the normal
//! acceleration, and `b` the normal acceleration without contact:
//!
//! ```text
//!     A > 0, b < 0   the force settles at −b/A, the rigid one, with an error that falls with the stiffness
//!     A < 0, b > 0   −b/A is an equilibrium of the springs too, and not a stable one: less force separates, more grows
//!     A < 0, b < 0   no rigid force exists; the springs' grows like exp(t·√(k|A|)) until the sliding stops: in the stiff
//!                    limit an impact without collision, of the impulse −vₜ/(t·M⁻¹(n − μ·sign(vₜ)·t))
//! ```
//!
//! Everything here is in doubles and decides nothing; [`settled`] is exact and gives wedged forces their values.
//!
//! References: \[DY 25\], \[DY Section 6\].

use super::matrix::{dot, solve};
use stiction_proof::{PlanarProblem, Rational};

/// One body in the plane, on flat walls that give.
#[derive(Debug, Clone, PartialEq)]
pub struct Compliant {
    /// Mass.
    pub mass: f64,
    /// Moment of inertia about the centre of mass.
    pub inertia: f64,
    /// Applied force and moment `[m, fx, fy]` about the centre of mass.
    pub load: [f64; 3],
    /// The contacts.
    pub contacts: Vec<Give>,
}

/// A corner of the body on a flat wall.
#[derive(Debug, Clone, PartialEq)]
pub struct Give {
    /// The corner in body coordinates, from the centre of mass.
    pub corner: [f64; 2],
    /// A point of the wall.
    pub wall: [f64; 2],
    /// Normal of the wall, of length one, towards the body.
    pub normal: [f64; 2],
    /// Coefficient of friction.
    pub friction: f64,
    /// Stiffness across the wall, N/m.
    pub stiffness: f64,
    /// Stiffness along the wall, N/m: the larger it is beside the other, the sharper friction follows Coulomb.
    pub along: f64,
    /// Damping, N·s/m.
    pub damping: f64,
}

/// Place, velocity, and what the walls have been pushed along themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// `[θ, x, y]` of the centre of mass.
    pub place: [f64; 3],
    /// `[w, vx, vy]`.
    pub twist: [f64; 3],
    /// For each contact the spring along the wall.
    pub stretch: Vec<f64>,
}

/// What happened in a step.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Time.
    pub time: f64,
    /// The state then.
    pub state: State,
    /// Normal and tangential force at each contact.
    pub forces: Vec<[f64; 2]>,
    /// Normal and tangential velocity at each contact.
    pub velocities: Vec<[f64; 2]>,
}

impl Compliant {
    /// Integrates from a state with equal steps until `time`, or until `stop` says so; the last sample is where it ended.
    pub fn run(
        &self,
        mut state: State,
        step: f64,
        time: f64,
        mut each: impl FnMut(&Sample) -> bool,
    ) -> Sample {
        let mut now = 0.0;
        loop {
            let sample = self.sample(now, &state);
            if each(&sample) || now >= time || !step.is_normal() || step < 0.0 {
                return sample;
            }
            self.advance(&mut state, &sample, step);
            now += step;
        }
    }

    /// Forces and velocities of a state.
    fn sample(&self, time: f64, state: &State) -> Sample {
        let (mut forces, mut velocities) = (Vec::new(), Vec::new());
        for (give, stretch) in self.contacts.iter().zip(&state.stretch) {
            let arm = turned(give.corner, state.place[0]);
            let point = [state.place[1] + arm[0], state.place[2] + arm[1]];
            let velocity =
                [state.twist[1] - state.twist[0] * arm[1], state.twist[2] + state.twist[0] * arm[0]];
            let across = [-give.normal[1], give.normal[0]];
            let gap = inner(give.normal, [point[0] - give.wall[0], point[1] - give.wall[1]]);
            let [opening, slip] = [inner(give.normal, velocity), inner(across, velocity)];
            let pressed =
                if gap < 0.0 { (-give.stiffness * gap - give.damping * opening).max(0.0) } else { 0.0 };
            let most = give.friction * pressed;
            let along = (-give.along * stretch - give.damping * slip).clamp(-most, most);
            forces.push([pressed, along]);
            velocities.push([opening, slip]);
        }
        Sample { time, state: state.clone(), forces, velocities }
    }

    /// Velocities first, then places: the step that keeps the energy of springs bounded.
    fn advance(&self, state: &mut State, sample: &Sample, step: f64) {
        let mut wrench = self.load;
        for (give, [pressed, along]) in self.contacts.iter().zip(&sample.forces) {
            let arm = turned(give.corner, state.place[0]);
            let across = [-give.normal[1], give.normal[0]];
            let force = [0, 1].map(|axis| pressed * give.normal[axis] + along * across[axis]);
            wrench[0] += arm[0] * force[1] - arm[1] * force[0];
            wrench[1] += force[0];
            wrench[2] += force[1];
        }
        let weights = [self.inertia, self.mass, self.mass];
        for (index, weight) in weights.iter().enumerate() {
            state.twist[index] += step * wrench[index] / weight;
            state.place[index] += step * state.twist[index];
        }
        for (index, give) in self.contacts.iter().enumerate() {
            let [pressed, along] = sample.forces[index];
            let sticks = along.abs() < give.friction * pressed;
            // A spring that slides keeps the stretch that its friction holds.
            state.stretch[index] = if sticks {
                state.stretch[index] + step * sample.velocities[index][1]
            } else {
                -along / give.along
            };
        }
    }
}

fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sine, cosine) = angle.sin_cos();
    [cosine * x - sine * y, sine * x + cosine * y]
}

fn inner(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Where a body between walls that give comes to rest, and what it is then pressed with.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// The small displacement `[θ, x, y]` about the problem's reference.
    pub displacement: [Rational; 3],
    /// `[a, b]` of each contact, in `a·n + b·t`.
    pub forces: Vec<[Rational; 2]>,
    /// Whether every force is inside its friction cone: if not, something slides or lifts.
    pub holds: bool,
}

/// The forces of contacts with these stiffnesses (across, along), each pressed in by an interference, under a load: all of
/// them stick.  None if the springs leave a motion free.
///
/// ```
/// use stiction::ask::jam::settled;
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let wall = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
/// let bar = PlanarProblem::new(whole(0, 0), vec![wall("left", -1), wall("right", 1)]);
/// // A millimetre too long between walls of 1000 N/m, with a tenth of a newton hanging from it.
/// let weight = [Rational::zero(), Rational::zero(), Rational::new(-1, 10)];
/// let found = settled(&bar, &whole(1000, 1000), &whole(1, 1).map(|x| x * Rational::new(1, 1000)), &weight).unwrap();
/// assert_eq!(found.forces[0], [Rational::one(), Rational::new(1, 20)]);
/// assert!(found.holds);
/// ```
pub fn settled(
    problem: &PlanarProblem,
    [across, along]: &[Rational; 2],
    interference: &[Rational],
    load: &[Rational; 3],
) -> Option<Settled> {
    let (zero, one) = (Rational::zero(), Rational::one());
    let rows = |contact| [problem.wrench(contact, &one, &zero), problem.wrench(contact, &zero, &one)];
    let (mut stiffness, mut right) = (vec![vec![zero.clone(); 3]; 3], load.to_vec());
    for (contact, pressed) in problem.contacts.iter().zip(interference) {
        let [normal, tangent] = rows(contact);
        for (row, constant) in [(&normal, across), (&tangent, along)] {
            for i in 0..3 {
                for j in 0..3 {
                    stiffness[i][j] += constant * &row[i] * &row[j];
                }
            }
        }
        let push = across * pressed;
        right.iter_mut().zip(&normal).for_each(|(right, entry)| *right += &push * entry);
    }
    let found = solve(&stiffness, &[right])?.pop()?;
    let mut forces = Vec::new();
    let mut holds = true;
    for (contact, pressed) in problem.contacts.iter().zip(interference) {
        let [normal, tangent] = rows(contact);
        let a = across * &(pressed - &dot(&normal, &found));
        let b = -(along * &dot(&tangent, &found));
        holds &= !a.is_negative() && b.abs() <= &contact.friction * &a;
        forces.push([a, b]);
    }
    Some(Settled { displacement: found.try_into().ok()?, forces, holds })
}
