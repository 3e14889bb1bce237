//! Positions and velocities of all joints, from those that are told: joints that follow others among them.
//!
//! A joint that follows has `q_i = m q_j + o` and `v_i = m v_j`, so that the velocities of all joints are `G v` with a
//! constant G of one entry a row, and with M, h, J, J̇ v of all joints
//!
//! ```text
//!     M_r = Gᵀ M G,    h_r = Gᵀ h,    J_r = J G                                                  (5)
//! ```
//!
//! are those of the coordinates that are told: Ġ = 0, the constraint does no work, and h is at the velocities G v.

use super::ball::Ball;
use super::problem::{JointMotion, RobotProblem};

/// What all joints do.
pub(super) struct Coordinates {
    /// Where the positions and velocities of each joint begin.
    pub(super) starts: Vec<(usize, usize)>,
    /// Positions and velocities of all joints.
    pub(super) q: Vec<Ball>,
    pub(super) v: Vec<Ball>,
    /// The row of G of each velocity: which of those that are told, and the entry; none of a joint that is held.
    rows: Vec<Option<(usize, Ball)>>,
    /// How many velocities are told.
    told: usize,
    coupled: bool,
}

/// A joint that leads or follows: the coordinates that are told which it stands for, `multiplier · q + offset`.
struct Followed {
    told: Option<(usize, usize)>,
    multiplier: Ball,
    offset: Ball,
}

impl Coordinates {
    pub(super) fn of(problem: &RobotProblem) -> Result<Self, String> {
        let leads = |index: usize| problem.coupling(index).is_none();
        let (mut starts, mut own) = (Vec::new(), Vec::new());
        let (mut next, mut told) = ((0, 0), (0, 0));
        for (index, joint) in problem.joints.iter().enumerate() {
            let (positions, velocities) = joint.motion.counts();
            starts.push(next);
            own.push(told);
            next = (next.0 + positions, next.1 + velocities);
            if leads(index) {
                told = (told.0 + positions, told.1 + velocities);
            }
        }
        let lists = [&problem.q, &problem.v, &problem.tau];
        let finite = lists.iter().all(|list| list.iter().all(|x| x.is_finite()));
        if lists.map(Vec::len) != [told.0, told.1, told.1] || !finite {
            return Err("q, v or tau is not one finite number a coordinate".to_owned());
        }
        let mut all = Self {
            starts,
            q: Vec::new(),
            v: Vec::new(),
            rows: Vec::new(),
            told: told.1,
            coupled: !problem.couplings.is_empty(),
        };
        for (index, joint) in problem.joints.iter().enumerate() {
            if leads(index) {
                let (positions, velocities) = joint.motion.counts();
                let (position, velocity) = own[index];
                all.q.extend(problem.q[position..position + positions].iter().map(|&x| Ball::exactly(x)));
                all.v.extend(problem.v[velocity..velocity + velocities].iter().map(|&x| Ball::exactly(x)));
                all.rows.extend((velocity..velocity + velocities).map(|k| Some((k, Ball::exactly(1.0)))));
            } else {
                all.follow(problem, index, &own)?;
            }
        }
        Ok(all)
    }

    /// The position and velocity of a joint that follows.
    fn follow(&mut self, problem: &RobotProblem, joint: usize, own: &[(usize, usize)]) -> Result<(), String> {
        let Followed { told, multiplier, offset } = followed(problem, joint, own)?;
        let (q, v) = match told {
            Some((position, velocity)) => (problem.q[position], problem.v[velocity]),
            None => (0.0, 0.0),
        };
        self.q.push(multiplier.times(Ball::exactly(q)).plus(offset));
        self.v.push(multiplier.times(Ball::exactly(v)));
        self.rows.push(told.map(|(_, velocity)| (velocity, multiplier)));
        Ok(())
    }

    /// Gᵀ x.
    pub(super) fn reduced(&self, all: Vec<Ball>) -> Vec<Ball> {
        if !self.coupled {
            return all;
        }
        let mut sum = vec![Ball::ZERO; self.told];
        for (value, row) in all.into_iter().zip(&self.rows) {
            if let Some((k, entry)) = row {
                sum[*k] = sum[*k].plus(entry.times(value));
            }
        }
        sum
    }

    /// Gᵀ A G.
    pub(super) fn reduced_matrix(&self, all: Vec<Vec<Ball>>) -> Vec<Vec<Ball>> {
        if !self.coupled {
            return all;
        }
        let rows: Vec<Vec<Ball>> = all.into_iter().map(|row| self.reduced(row)).collect();
        let column = |k: usize| self.reduced(rows.iter().map(|row| row[k]).collect());
        // Symmetric: columns are rows.
        (0..self.told).map(column).collect()
    }

    /// Which of the velocities that are told move these.
    pub(super) fn movers<'a>(&'a self, support: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        support.iter().filter_map(|&k| self.rows[k].map(|(told, _)| told))
    }
}

/// Along the joints that a joint follows to the one that leads.
fn followed(problem: &RobotProblem, joint: usize, own: &[(usize, usize)]) -> Result<Followed, String> {
    let (mut multiplier, mut offset) = (Ball::exactly(1.0), Ball::ZERO);
    let mut at = joint;
    for _ in 0..=problem.joints.len() {
        let known = problem.joints.get(at).ok_or("a coupling names no joint")?;
        let Some(coupling) = problem.coupling(at) else {
            let told = match known.motion {
                JointMotion::Fixed => None,
                JointMotion::Turning | JointMotion::Sliding => Some(own[at]),
                JointMotion::Ball | JointMotion::Floating => {
                    return Err(format!("joint {}: it has more than one position to follow", known.name));
                }
            };
            return Ok(Followed { told, multiplier, offset });
        };
        let turns_or_slides = matches!(known.motion, JointMotion::Turning | JointMotion::Sliding);
        if !(turns_or_slides && coupling.multiplier.is_finite() && coupling.offset.is_finite()) {
            return Err(format!("joint {}: it cannot follow another", known.name));
        }
        // m (m₂ q + o₂) + o
        offset = offset.plus(multiplier.times(Ball::exactly(coupling.offset)));
        multiplier = multiplier.times(Ball::exactly(coupling.multiplier));
        at = coupling.of;
    }
    Err(format!("joint {}: joints follow each other in a circle", problem.joints[joint].name))
}
