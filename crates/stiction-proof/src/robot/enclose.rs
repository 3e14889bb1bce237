//! The dynamics of a robot between bounds, and numbers that are judged by them.

use super::ball::{Ball, BallRotation, BallVector};
use super::coordinates::Coordinates;
use super::kinematics::{Freedom, PlacedLink, place};
use super::problem::{RobotAcceleration, RobotMass, RobotProblem, RobotReference};
use super::solve::{FrameResponse, solve};
use serde::{Deserialize, Serialize};

/// Where a frame is in the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobotPose {
    /// Its origin.
    pub position: [f64; 3],
    /// Its axes, as a quaternion of length one.
    pub quaternion_wxyz: [f64; 4],
}

/// What is said about a robot in a state: where its frame is, and rows of M, h, J, Φ and b.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobotNumbers {
    /// Where the frame is.
    pub pose: RobotPose,
    /// Mass matrix, n × n.
    #[serde(rename = "M")]
    pub mass: Vec<Vec<f64>>,
    /// Torques for v̇ = 0.
    pub h: Vec<f64>,
    /// Jacobian of the frame, 6 × n.
    #[serde(rename = "J")]
    pub jacobian: Vec<Vec<f64>>,
    /// Inverse operational inertia, 6 × 6; none where the mass matrix has no inverse that doubles can bound.
    #[serde(rename = "Phi")]
    pub phi: Option<Vec<Vec<f64>>>,
    /// Bias, six numbers; none where Φ is none.
    #[serde(rename = "b")]
    pub bias: Option<Vec<f64>>,
}

/// How far every entry is at most from what it should be, and the rank of Φ.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotBounds {
    /// Of the frame's origin and of the entries of its axes.
    pub pose: f64,
    /// Of M.
    pub mass: f64,
    /// Of h.
    pub h: f64,
    /// Of J.
    pub jacobian: f64,
    /// Of Φ, b and the rank of Φ; or why there are none.
    pub response: Result<ResponseBounds, String>,
}

/// How far Φ and b are at most from what they should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ResponseBounds {
    /// Of Φ.
    pub phi: f64,
    /// Of b.
    pub bias: f64,
    /// Φ has at least this rank.
    pub rank: usize,
}

/// The numbers that [`RobotNumbers`] should be.
struct Enclosed {
    origin: BallVector,
    axes: BallRotation,
    mass: Vec<Vec<Ball>>,
    h: Vec<Ball>,
    jacobian: Vec<Vec<Ball>>,
    /// Φ and b, or why they cannot be bounded.
    solved: Result<FrameResponse, String>,
}

impl RobotProblem {
    /// How far these numbers are at most from the dynamics of the robot; or why nothing can be said.
    pub fn bounds(&self, numbers: &RobotNumbers) -> Result<RobotBounds, String> {
        let known = self.enclose()?;
        let response = match (known.solved, &numbers.phi, &numbers.bias) {
            (Ok(solved), Some(phi), Some(bias)) => Ok(ResponseBounds {
                phi: farthest(&solved.phi, phi, "Phi")?,
                bias: farthest_in_row(&solved.bias, bias, "b")?,
                rank: solved.rank,
            }),
            (Err(why), None, None) => Err(why),
            (Err(why), ..) => return Err(why),
            (Ok(_), ..) => return Err("Phi and b exist, and are not told".to_owned()),
        };
        let bounds = RobotBounds {
            pose: farthest_pose(known.origin, &known.axes, &numbers.pose)?,
            mass: farthest(&known.mass, &numbers.mass, "M")?,
            h: farthest_in_row(&known.h, &numbers.h, "h")?,
            jacobian: farthest(&known.jacobian, &numbers.jacobian, "J")?,
            response,
        };
        let further = bounds.response.as_ref().map_or([0.0; 2], |response| [response.phi, response.bias]);
        let all = [bounds.pose, bounds.mass, bounds.h, bounds.jacobian, further[0], further[1]];
        if all.iter().all(|bound| bound.is_finite()) {
            Ok(bounds)
        } else {
            Err("the numbers are too large or too uneven for doubles to bound".to_owned())
        }
    }

    fn enclose(&self) -> Result<Enclosed, String> {
        if !self.gravity.iter().all(|x| x.is_finite()) {
            return Err("gravity is not finite".to_owned());
        }
        let (links, freedoms, coordinates) = place(self)?;
        let n = freedoms.len();
        let (mut mass, mut h) = (vec![vec![Ball::ZERO; n]; n], vec![Ball::ZERO; n]);
        for body in &self.masses {
            let link = links.get(body.link).ok_or("a mass belongs to no link")?;
            add_link(self, body, link, &freedoms, &mut mass, &mut h)
                .ok_or("the axes of an inertia are no rotation")?;
        }
        let link = links.get(self.frame).ok_or("the frame is that of no link")?;
        let (axes, point) = match self.reference {
            RobotReference::Local => (link.axes, link.origin),
            RobotReference::Aligned => (BallRotation::UNIT, link.origin),
            RobotReference::World => (BallRotation::UNIT, BallVector::ZERO),
        };
        let (mass, h) = (coordinates.reduced_matrix(mass), coordinates.reduced(h));
        let mut jacobian = vec![vec![Ball::ZERO; n]; 6];
        for &k in &link.support {
            let (angular, linear) = freedoms[k].column(point);
            let column = six(axes.turn_back(angular), axes.turn_back(linear));
            (0..6).for_each(|row| jacobian[row][k] = column[row]);
        }
        let jacobian: Vec<Vec<Ball>> = jacobian.into_iter().map(|row| coordinates.reduced(row)).collect();
        let drift = drift(link, point, self.acceleration);
        let drift = six(axes.turn_back(link.spin), axes.turn_back(drift));
        let rest: Vec<Ball> = self.tau.iter().zip(&h).map(|(&tau, &h)| Ball::exactly(tau).minus(h)).collect();
        let solved = match self.idle(&links, &coordinates) {
            Some(why) => Err(why),
            None => solve(&mass, &jacobian, &rest, &drift),
        };
        Ok(Enclosed { origin: link.origin, axes: link.axes, mass, h, jacobian, solved })
    }
}

impl RobotProblem {
    /// The velocities that move no mass, in words: their rows of M are zero, and M has no inverse.
    fn idle(&self, links: &[PlacedLink], coordinates: &Coordinates) -> Option<String> {
        let mut idle = vec![true; self.v.len()];
        for body in &self.masses {
            for k in coordinates.movers(&links.get(body.link)?.support) {
                idle[k] = false;
            }
        }
        let names = self.velocity_names().into_iter().zip(idle).filter(|(_, idle)| *idle);
        let names: Vec<String> = names.map(|(name, _)| format!("`{name}`")).collect();
        let shown = names.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
        let more = if names.len() > 5 { format!(" and {} more", names.len() - 5) } else { String::new() };
        (!names.is_empty())
            .then(|| format!("no torque fits an acceleration of {shown}{more}: no mass moves with it, so that M has no inverse"))
    }
}

/// J̇ v, linear part, of the frame's body at a point.
fn drift(link: &PlacedLink, point: BallVector, kind: RobotAcceleration) -> BallVector {
    let lever = point.minus(link.origin);
    let still = link.acceleration.plus(link.spin.cross(lever));
    match kind {
        // Classical less ω × v: the terms ω × (ω × lever) cancel.
        RobotAcceleration::Spatial => still.minus(link.turning.cross(link.moving)),
        RobotAcceleration::Classical => still.plus(link.turning.cross(link.turning.cross(lever))),
    }
}

fn six(angular: BallVector, linear: BallVector) -> [Ball; 6] {
    std::array::from_fn(|i| if i < 3 { angular.component(i) } else { linear.component(i - 3) })
}

/// Adds what a link contributes to M and h: equations (1) and (2) of the module.
fn add_link(
    problem: &RobotProblem,
    body: &RobotMass,
    link: &PlacedLink,
    freedoms: &[Freedom],
    mass: &mut [Vec<Ball>],
    h: &mut [Ball],
) -> Option<()> {
    let principal = link.axes.then(&BallRotation::of_quaternion(body.quaternion_wxyz)?);
    let [xx, yy, zz, xy, xz, yz] = body.inertia;
    let rows = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    let inertia = |vector: BallVector| principal.turn(principal.turn_back(vector).under(&rows));
    let lever = link.axes.turn(BallVector::exactly(body.com));
    let center = link.origin.plus(lever);
    let streaming = link.turning.cross(link.turning.cross(lever));
    let acceleration = link.acceleration.plus(link.spin.cross(lever)).plus(streaming);
    let felt = acceleration.minus(BallVector::exactly(problem.gravity));
    let force = felt.times(Ball::exactly(body.mass));
    let moment = inertia(link.spin).plus(link.turning.cross(inertia(link.turning)));
    let columns: Vec<_> = link.support.iter().map(|&k| freedoms[k].column(center)).collect();
    for (&k, &(angular, linear)) in link.support.iter().zip(&columns) {
        h[k] = h[k].plus(linear.dot(force)).plus(angular.dot(moment));
        let (turned, pushed) =
            (principal.turn_back(angular).under(&rows), linear.times(Ball::exactly(body.mass)));
        for (&j, &(other_angular, other_linear)) in link.support.iter().zip(&columns) {
            let part = principal.turn_back(other_angular).dot(turned).plus(other_linear.dot(pushed));
            mass[j][k] = mass[j][k].plus(part);
        }
    }
    Some(())
}

/// How far an origin, the columns of a rotation and the length of a quaternion are at most from what is said of them.
fn farthest_pose(origin: BallVector, axes: &BallRotation, told: &RobotPose) -> Result<f64, String> {
    let no_turn = || "the quaternion of the pose is none".to_owned();
    let turned = BallRotation::of_quaternion(told.quaternion_wxyz).ok_or_else(no_turn)?;
    let apart = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| {
        let axis = BallVector::exactly(axis);
        axes.turn(axis).minus(turned.turn(axis))
    });
    let squares = told.quaternion_wxyz.map(|part| Ball::exactly(part).times(Ball::exactly(part)));
    let length = squares.into_iter().fold(Ball::ZERO, Ball::plus).root();
    let parts = |vector: BallVector| (0..3).map(move |k| vector.component(k));
    let known: Vec<Ball> = parts(origin).chain(apart.into_iter().flat_map(parts)).chain([length]).collect();
    let told: Vec<f64> = told.position.into_iter().chain([0.0; 9]).chain([1.0]).collect();
    farthest_in_row(&known, &told, "pose")
}

fn farthest(known: &[Vec<Ball>], told: &[Vec<f64>], what: &str) -> Result<f64, String> {
    if known.len() != told.len() {
        return Err(format!("{what} has {} rows, not {}", told.len(), known.len()));
    }
    let rows = known.iter().zip(told);
    rows.map(|(known, told)| farthest_in_row(known, told, what))
        .try_fold(0.0, |most: f64, row| Ok(most.max(row?)))
}

fn farthest_in_row(known: &[Ball], told: &[f64], what: &str) -> Result<f64, String> {
    if known.len() != told.len() {
        return Err(format!("{what} has {} numbers, not {}", told.len(), known.len()));
    }
    // A NaN is farther than everything.
    let far = |(known, &told): (&Ball, &f64)| {
        let far = known.farthest_from(told);
        if far.is_nan() { f64::INFINITY } else { far }
    };
    Ok(known.iter().zip(told).map(far).fold(0.0, f64::max))
}
