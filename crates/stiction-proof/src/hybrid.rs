//! Motion and force at a robot's contact: two bodies that touch, a basis in which the robot's dynamics falls
//! into two parts, and the checker of both.
//!
//! A robot's body r and a body e of its surroundings touch; `Sᶜ` spans the relative motions that the contact
//! allows. With accelerations `a`, articulated inverse inertias `Φ`, biases `b`, the robot's own force `fʳ`
//! and the contact's force `fᶜ` on the environment,
//!
//! ```text
//!     aʳ = Φʳ(fʳ − fᶜ) + bʳ                                                                   (1)
//!     aᵉ = Φᵉ fᶜ + bᵉ                                                                         (2)
//!     aʳ − aᵉ = Sᶜα̇ + Ṡᶜα                                                                     (3)
//!     (Sᶜ)ᵀ fᶜ = 0                                                                            (4)
//! ```
//!
//! A [`SpecialBasis`] is accepted when
//!
//! ```text
//!     [S1 S2 S0]ᵀ[T1 T2 T0] = 1,   Φʳ T0 = 0,   T1ᵀΦʳT2 = 0,   T1ᵀΦʳT1 > 0,   T2ᵀΦʳT2 > 0     (5)
//!     Sᶜ is spanned by S1 and the first columns of S0                                          (6)
//! ```
//!
//! so `Φʳ` has rank `dim S1 + dim S2` and is block-diagonal; where it has full rank, `S0` and `T0` are empty
//! and (5), (6) are the special basis of the source.  A [`Decoupling`] adds the command, of which it must
//! hold
//!
//! ```text
//!     Φ11 f1ʳ = uₘ − b1,   Φ22 f2ʳ = Φ22 u_f − b2,   f0ʳ = 0                                  (7)
//! ```
//!
//! and either a solution of (1) to (4), with every contact force that changes nothing else, or a wrench `t`
//! that makes them contradict each other: `Sᶜᵀt = 0`, `Φʳt = Φᵉt = 0`, `t·(bʳ − bᵉ − Ṡᶜα) ≠ 0`.
//!
//! References: \[Featherstone (1)\] to \[Featherstone (4)\] for (1) to (4), \[Featherstone (5)\] for (5),
//! \[Featherstone (13)\] for (7).
//!
//! In the special basis these are \[Featherstone (8)\], \[Featherstone (9)\] and \[Featherstone (10)\].

use crate::Rational;
use crate::check::{Check, Refusal, Verified, require};
use crate::mass::is_mass;
use crate::vectors::{combined, difference, dot, is_zero, rank, sum};
use serde::{Deserialize, Serialize};

/// Vectors of one length, one for each column of a matrix.
pub type Columns = Vec<Vec<Rational>>;

/// How a body accelerates under a force at the contact: `a = Φ f + b`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyDynamics {
    /// Φ: symmetric, by rows.
    pub inverse_inertia: Vec<Vec<Rational>>,
    /// b: the acceleration without that force.
    pub bias: Vec<Rational>,
}

/// What the robot is told to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HybridCommand {
    /// uₘ: accelerations along `S1`.
    pub motion: Vec<Rational>,
    /// u_f: forces along `T2`.
    pub force: Vec<Rational>,
}

/// Two bodies in contact, and the command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HybridProblem {
    /// The robot's body.
    pub robot: BodyDynamics,
    /// The body that it touches.
    pub environment: BodyDynamics,
    /// Sᶜ: the relative motions that the contact allows, independent of each other.
    pub freedoms: Columns,
    /// Ṡᶜα.
    pub freedom_rate: Vec<Rational>,
    /// uₘ and u_f; without them the robot applies no force of its own.
    pub command: Option<HybridCommand>,
}

/// The special basis: twists S and wrenches T.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialBasis {
    /// Motions that the contact allows and the robot can make.
    pub s1: Columns,
    /// Motions that the contact's forces give the robot.
    pub s2: Columns,
    /// Motions that no force can give the robot.
    pub s0: Columns,
    /// Forces that drive `s1` alone.
    pub t1: Columns,
    /// Forces of the contact that the robot feels.
    pub t2: Columns,
    /// Forces that the robot does not feel.
    pub t0: Columns,
    /// How many of `s0`, from the first, are freedoms of the contact.
    pub beyond: usize,
}

/// What the contact does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ContactState {
    /// It is kept: a solution of (1) to (4).
    Kept {
        /// fᶜ on the environment.
        force: Vec<Rational>,
        /// aʳ.
        robot: Vec<Rational>,
        /// aᵉ.
        environment: Vec<Rational>,
        /// α̇.
        slip_rate: Vec<Rational>,
        /// Contact forces that neither body feels: what may be added to `force`.
        undetermined: Columns,
    },
    /// The bodies cannot stay in contact: a wrench along which neither yields and their accelerations differ.
    Impossible {
        /// The wrench.
        wrench: Vec<Rational>,
    },
}

/// The dynamics of a robot's body resolved into a motion part and a force part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decoupling {
    /// The basis.
    pub basis: SpecialBasis,
    /// fʳ.
    pub command: Vec<Rational>,
    /// What follows.
    pub contact: ContactState,
}

/// Where a checked decoupling differs from its problem.
fn refuse(what: &'static str) -> Refusal {
    Refusal::Decoupling(what)
}

impl BodyDynamics {
    /// A body that no force moves, and that moves as it does.
    pub fn driven(bias: Vec<Rational>) -> Self {
        let size = bias.len();
        Self { inverse_inertia: vec![vec![Rational::zero(); size]; size], bias }
    }

    fn yields(&self, force: &[Rational]) -> Vec<Rational> {
        times(&self.inverse_inertia, force)
    }

    /// Whether this has a symmetric matrix and a bias of `size`.
    fn is_well_formed(&self, size: usize) -> bool {
        let phi = &self.inverse_inertia;
        self.bias.len() == size
            && phi.len() == size
            && phi.iter().all(|row| row.len() == size)
            && (0..size).all(|i| (0..i).all(|j| phi[i][j] == phi[j][i]))
    }
}

impl SpecialBasis {
    /// The rank of Φʳ: the robot's freedoms at the contact.
    pub fn rank(&self) -> usize {
        self.s1.len() + self.s2.len()
    }

    /// The forces of the contact that the robot does not feel: the last of `t0`.
    pub fn unfelt(&self) -> &[Vec<Rational>] {
        self.t0.get(self.beyond..).unwrap_or(&[])
    }

    /// `T1ᵀΦT1`.
    pub fn phi11(&self, dynamics: &BodyDynamics) -> Vec<Vec<Rational>> {
        congruent(&dynamics.inverse_inertia, &self.t1, &self.t1)
    }

    /// `T2ᵀΦT2`.
    pub fn phi22(&self, dynamics: &BodyDynamics) -> Vec<Vec<Rational>> {
        congruent(&dynamics.inverse_inertia, &self.t2, &self.t2)
    }
}

impl HybridProblem {
    /// Number of components of a vector: 6 in space, 3 in the plane.
    pub fn size(&self) -> usize {
        self.robot.bias.len()
    }

    /// Accepts or refuses a decoupling.
    pub fn check(&self, proof: Decoupling) -> Result<Verified<Decoupling>, Refusal> {
        self.well_formed(&proof)?;
        self.is_special(&proof.basis)?;
        self.is_commanded(&proof)?;
        match &proof.contact {
            ContactState::Kept { force, robot, environment, slip_rate, undetermined } => {
                self.holds(&proof.command, force, [robot, environment], slip_rate)?;
                self.is_all(&proof.basis, undetermined)?;
                self.closes(&proof.basis, force, robot)?;
            }
            ContactState::Impossible { wrench } => self.contradicts(wrench)?,
        }
        Ok(Verified::accepted(proof))
    }

    fn well_formed(&self, proof: &Decoupling) -> Check {
        let size = self.size();
        let bodies = self.robot.is_well_formed(size) && self.environment.is_well_formed(size);
        require(bodies, refuse("an inverse inertia is not a symmetric matrix of the size of the biases"))?;
        let basis = &proof.basis;
        let lists = [&basis.s1, &basis.s2, &basis.s0, &basis.t1, &basis.t2, &basis.t0, &self.freedoms];
        let vectors = lists.into_iter().flatten().chain([&self.freedom_rate, &proof.command]);
        require(vectors.into_iter().all(|one| one.len() == size), refuse("a vector has the wrong length"))?;
        let pairs = [(&basis.s1, &basis.t1), (&basis.s2, &basis.t2), (&basis.s0, &basis.t0)];
        let paired = pairs.iter().all(|(s, t)| s.len() == t.len());
        let count = pairs.iter().map(|(s, _)| s.len()).sum::<usize>();
        require(paired && count == size, refuse("the special basis does not fill the space"))
    }

    /// (5) and (6).
    fn is_special(&self, basis: &SpecialBasis) -> Check {
        let twists: Vec<&Vec<Rational>> = basis.s1.iter().chain(&basis.s2).chain(&basis.s0).collect();
        let wrenches: Vec<&Vec<Rational>> = basis.t1.iter().chain(&basis.t2).chain(&basis.t0).collect();
        for (row, twist) in twists.iter().enumerate() {
            for (column, wrench) in wrenches.iter().enumerate() {
                let wanted = if row == column { Rational::one() } else { Rational::zero() };
                require(dot(twist, wrench) == wanted, refuse("the twists and wrenches are not reciprocal"))?;
            }
        }
        let unfelt = basis.t0.iter().all(|wrench| is_zero(&self.robot.yields(wrench)));
        require(unfelt, refuse("the robot feels a wrench of T0"))?;
        let coupled = congruent(&self.robot.inverse_inertia, &basis.t1, &basis.t2);
        let apart = coupled.iter().all(|row| is_zero(row));
        require(apart, refuse("the inverse inertia is not block-diagonal"))?;
        let definite = is_mass(&basis.phi11(&self.robot)) && is_mass(&basis.phi22(&self.robot));
        require(definite, refuse("a block of the inverse inertia is not positive definite"))?;
        self.spans_freedoms(basis)
    }

    /// (6): the freedoms have no part along `S2` and the other `S0`, are as many as the rest and independent.
    fn spans_freedoms(&self, basis: &SpecialBasis) -> Check {
        require(basis.beyond <= basis.t0.len(), refuse("more motions beyond the robot than there are"))?;
        let across = || basis.t2.iter().chain(basis.unfelt());
        let inside = self.freedoms.iter().all(|one| across().all(|wrench| dot(one, wrench).is_zero()));
        let count = basis.s1.len() + basis.beyond;
        let spanned = inside && self.freedoms.len() == count && rank(&self.freedoms) == count;
        require(spanned, refuse("the freedoms of the contact are not those of the basis"))
    }

    /// (7), and where `Φʳ` has full rank `Φʳ(fʳ − T2 u_f) = S1 uₘ − bʳ` \[Featherstone (13)\].
    fn is_commanded(&self, proof: &Decoupling) -> Check {
        let (basis, own) = (&proof.basis, &proof.command);
        let Some(command) = &self.command else {
            return require(is_zero(own), refuse("a force without a command"));
        };
        let sizes = command.motion.len() == basis.s1.len() && command.force.len() == basis.s2.len();
        require(sizes, refuse("the command has not the size of the basis"))?;
        let first = times(&basis.phi11(&self.robot), &parts(&basis.s1, own));
        let motion = difference(&command.motion, &parts(&basis.t1, &self.robot.bias));
        require(first == motion, refuse("the command does not give the motion"))?;
        let second = difference(&parts(&basis.s2, own), &command.force);
        let yielded = times(&basis.phi22(&self.robot), &second);
        let bias = parts(&basis.t2, &self.robot.bias);
        require(is_zero(&sum(&yielded, &bias)), refuse("the command does not give the force"))?;
        require(
            is_zero(&parts(&basis.s0, own)),
            refuse("the command pushes where the robot does not yield"),
        )?;
        if basis.s0.is_empty() {
            let pushed = difference(own, &combined(&basis.t2, &command.force, self.size()));
            let wanted = difference(&combined(&basis.s1, &command.motion, self.size()), &self.robot.bias);
            require(
                self.robot.yields(&pushed) == wanted,
                refuse("the command is not that of the control law"),
            )?;
        }
        Ok(())
    }

    /// (1) to (4).
    fn holds(
        &self,
        own: &[Rational],
        force: &[Rational],
        [robot, environment]: [&Vec<Rational>; 2],
        slip_rate: &[Rational],
    ) -> Check {
        let sized = [force, robot, environment].iter().all(|one| one.len() == self.size());
        require(sized && slip_rate.len() == self.freedoms.len(), refuse("a vector has the wrong length"))?;
        let moved = sum(&self.robot.yields(&difference(own, force)), &self.robot.bias);
        require(moved == *robot, refuse("the robot's equation of motion does not hold"))?;
        let moved = sum(&self.environment.yields(force), &self.environment.bias);
        require(moved == *environment, refuse("the environment's equation of motion does not hold"))?;
        let slips = sum(&combined(&self.freedoms, slip_rate, self.size()), &self.freedom_rate);
        require(difference(robot, environment) == slips, refuse("the accelerations break the contact"))?;
        let works = !is_zero(&parts(&self.freedoms, force));
        require(!works, refuse("the contact's force does work on a freedom"))
    }

    /// The listed wrenches are all the contact forces that neither body feels: they are, and what the bodies
    /// feel together of the contact forces has as many dimensions as are left.
    fn is_all(&self, basis: &SpecialBasis, undetermined: &Columns) -> Check {
        let none = undetermined.iter().all(|wrench| self.is_unfelt(wrench));
        require(none, refuse("an undetermined force is felt"))?;
        let apart = rank(undetermined) == undetermined.len();
        require(apart, refuse("the undetermined forces depend on each other"))?;
        let contact: Columns = basis.t2.iter().chain(basis.unfelt()).cloned().collect();
        let add = |robot: Vec<Rational>, environment: Vec<Rational>| sum(&robot, &environment);
        let of = |one: &BodyDynamics| congruent(&one.inverse_inertia, &contact, &contact);
        let felt: Vec<Vec<Rational>> =
            of(&self.robot).into_iter().zip(of(&self.environment)).map(|(a, b)| add(a, b)).collect();
        let left = contact.len().checked_sub(undetermined.len());
        require(left == Some(rank(&felt)), refuse("the contact force is not determined as far as is said"))
    }

    fn is_unfelt(&self, wrench: &[Rational]) -> bool {
        wrench.len() == self.size()
            && is_zero(&parts(&self.freedoms, wrench))
            && is_zero(&self.robot.yields(wrench))
            && is_zero(&self.environment.yields(wrench))
    }

    /// The closed loop: `a1 = uₘ` and `f2 + Φ22⁻¹a2 = u_f`, whatever the environment \[Featherstone (14)\],
    /// \[Featherstone (15)\].
    fn closes(&self, basis: &SpecialBasis, force: &[Rational], robot: &[Rational]) -> Check {
        let Some(command) = &self.command else { return Ok(()) };
        require(parts(&basis.t1, robot) == command.motion, refuse("the motion is not the one commanded"))?;
        let missing = difference(&parts(&basis.s2, force), &command.force);
        let yielded = times(&basis.phi22(&self.robot), &missing);
        let rest = sum(&yielded, &parts(&basis.t2, robot));
        require(is_zero(&rest), refuse("the force variable is not the one commanded"))
    }

    fn contradicts(&self, wrench: &[Rational]) -> Check {
        require(self.is_unfelt(wrench), refuse("the wrench is felt, or does work on a freedom"))?;
        let apart = difference(&difference(&self.robot.bias, &self.environment.bias), &self.freedom_rate);
        require(!dot(wrench, &apart).is_zero(), refuse("the wrench contradicts nothing"))
    }
}

fn times(rows: &[Vec<Rational>], vector: &[Rational]) -> Vec<Rational> {
    rows.iter().map(|row| dot(row, vector)).collect()
}

/// The products of a vector with each of some others.
fn parts(columns: &[Vec<Rational>], vector: &[Rational]) -> Vec<Rational> {
    columns.iter().map(|column| dot(column, vector)).collect()
}

/// `LᵀΦR`, by rows.
fn congruent(phi: &[Vec<Rational>], left: &[Vec<Rational>], right: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let yielded: Columns = right.iter().map(|column| times(phi, column)).collect();
    left.iter().map(|one| parts(&yielded, one)).collect()
}
