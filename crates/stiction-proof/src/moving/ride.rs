//! How a base moves, and what its bodies feel when they ride with it.
//!
//! In base coordinates the geometry stands still and the loads are linear in a few functions of time, the
//! **course** `p(t)`.  With the displacement `d` of the pivot and the rotation `R` of the base, a body with
//! centre of mass at `r` from the pivot needs the acceleration `Rᵀd̈ + ω̇×r + ω×(ω×r)` there, so it feels,
//! besides its weight,
//!
//! ```text
//!     f = −m·(a + α×r + ω×(ω×r)),   τ = −(I·α + ω×I·ω),   a = Rᵀ(d̈ − g),  α = Rᵀω̇,  ω in the base            (1)
//! ```
//!
//! In the plane the course is `(1, ax, ay, α, ω², cos θ, sin θ)`; in space `1`, `a`, `α`, the products
//! `ωxωx, ωyωy, ωzωz, ωxωy, ωxωz, ωyωz`, and the nine entries of `Rᵀ`.  The last ones turn wrenches that were
//! given in world axes; `1` carries forces that ride along: those of force-controlled contacts.  Components
//! of the course that are zero throughout, or load nothing, are left out ([`MovingProblem::active`]).
//!
//! Roll, pitch and yaw turn about the fixed axes x, y and z, in this order: `R = Rz·Ry·Rx`.
//!
//! References: \[MR Exercise 12.31\], \[MR 12.3\].

use super::expansion::Expansion;
use super::interval::Interval;
use crate::Touch;
use crate::assembly::AssemblyProblem;
use crate::mass::is_semidefinite;
use crate::rational::Rational;
use crate::vectors::{cross, dot};
use crate::{PlanarContact, SpatialContact};
use serde::{Deserialize, Serialize};

/// The motion of a base: displacement from where the scene puts it, as polynomials of time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct BaseMotion<T: Touch> {
    /// Coefficients for each freedom, lowest power first, angular first.
    pub coefficients: Vec<Vec<Rational>>,
    /// The point about which it turns, at time 0.
    pub pivot: T::Vector,
    /// How long it lasts, s.
    pub duration: Rational,
}

/// What rides: the masses of a body and what else pulls at it, about its reference point, its centre of mass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Rider<T: Touch> {
    /// The mass matrix, by rows, angular first.
    pub mass: Vec<Vec<Rational>>,
    /// A wrench that keeps its direction in the world.
    pub wrench: T::Screw,
    /// A wrench that rides along.
    pub carried: T::Screw,
}

/// An assembly on a moving base.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct MovingProblem<T: Touch> {
    /// Bodies and contacts, where the base is at time 0; what stays is the base.
    pub assembly: AssemblyProblem<T>,
    /// One for each body.
    pub riders: Vec<Rider<T>>,
    /// Acceleration of gravity.
    pub gravity: T::Vector,
    /// How the base moves.
    pub motion: BaseMotion<T>,
}

/// A stretch of time and how closely the course is followed on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// When it begins.
    pub from: Rational,
    /// When it ends.
    pub to: Rational,
}

/// What the plane and space do differently for riders.
pub trait Rides: Touch {
    /// Components of the course.
    const COURSE: usize;
    /// Names of the components.
    const NAMES: &'static [&'static str];
    /// The course on a stretch of time.
    fn course(motion: &Polynomials, gravity: &Self::Vector, stretch: &Stretch) -> Vec<Expansion>;
    /// Whether each component is zero at all times.
    fn vanishes(motion: &Polynomials, gravity: &Self::Vector) -> Vec<bool>;
    /// The wrench on a rider at `arm` from the pivot for each component of the course.
    fn felt(rider: &Rider<Self>, arm: &Self::Vector, turns: bool) -> Vec<Self::Screw>;
}

/// Polynomials of a motion with their first and second derivatives.
#[derive(Debug, Clone)]
pub struct Polynomials {
    values: Vec<Vec<Rational>>,
    rates: Vec<Vec<Rational>>,
    accelerations: Vec<Vec<Rational>>,
    /// The components of the course that are meant.
    active: Vec<usize>,
}

/// The derivative of a polynomial.
fn derivative(powers: &[Rational]) -> Vec<Rational> {
    powers.iter().enumerate().skip(1).map(|(power, one)| one * &Rational::from(power as i64)).collect()
}

fn vanishes(powers: &[Rational]) -> bool {
    powers.iter().all(Rational::is_zero)
}

/// The least order of an expansion of something that turns.
const ORDER: usize = 12;

impl Polynomials {
    /// The motion as it is at `speed` times the pace: `q(speed·t)`.
    pub fn new(coefficients: &[Vec<Rational>], speed: &Rational) -> Self {
        let paced = |powers: &Vec<Rational>| {
            let mut factor = Rational::one();
            let mut one = |power: &Rational| {
                let paced = power * &factor;
                factor = &factor * speed;
                paced
            };
            powers.iter().map(&mut one).collect::<Vec<_>>()
        };
        let values: Vec<Vec<Rational>> = coefficients.iter().map(paced).collect();
        let rates: Vec<Vec<Rational>> = values.iter().map(|one| derivative(one)).collect();
        let accelerations = rates.iter().map(|one| derivative(one)).collect();
        Self { values, rates, accelerations, active: Vec::new() }
    }

    fn turns(&self, axis: usize) -> bool {
        !vanishes(&self.values[axis])
    }

    /// The order to which products of these polynomials are exact, and sines close.
    fn order(&self) -> usize {
        let longest = self.values.iter().map(Vec::len).max().unwrap_or(0);
        ORDER.max(2 * longest)
    }
}

/// Expansions of a motion about the middle of a stretch.
struct Local<'a> {
    motion: &'a Polynomials,
    middle: Rational,
    half: Rational,
    order: usize,
}

impl<'a> Local<'a> {
    fn new(motion: &'a Polynomials, stretch: &Stretch) -> Self {
        let two = Rational::new(1, 2);
        let middle = (&stretch.from + &stretch.to) * &two;
        let half = (&stretch.to - &stretch.from) * &two;
        Self { motion, middle, half, order: motion.order() }
    }

    fn of(&self, powers: &[Rational]) -> Expansion {
        Expansion::of_polynomial(powers, &self.middle, &self.half, self.order)
    }

    fn constant(&self, value: &Rational) -> Expansion {
        Expansion::constant(Interval::from(value.clone()), &self.half, self.order)
    }

    /// Sine and cosine of an angle of the motion.
    fn sine_and_cosine(&self, axis: usize) -> (Expansion, Expansion) {
        if !self.motion.turns(axis) {
            return (self.constant(&Rational::zero()), self.constant(&Rational::one()));
        }
        self.of(&self.motion.values[axis]).sine_and_cosine()
    }

    /// `d̈ − g` in world axes, `axes` being where displacements begin in the list of freedoms.
    fn pull(&self, first: usize, gravity: &[Rational]) -> Vec<Expansion> {
        let one = |(axis, gravity): (usize, &Rational)| {
            self.of(&self.motion.accelerations[first + axis]).minus(&self.constant(gravity))
        };
        gravity.iter().enumerate().map(one).collect()
    }
}

impl Rides for PlanarContact {
    const COURSE: usize = 7;
    const NAMES: &'static [&'static str] = &["1", "ax", "ay", "alpha", "w^2", "cos", "sin"];

    fn course(motion: &Polynomials, gravity: &[Rational; 2], stretch: &Stretch) -> Vec<Expansion> {
        let local = Local::new(motion, stretch);
        let (sine, cosine) = local.sine_and_cosine(0);
        let pull = local.pull(1, gravity);
        let along = cosine.times(&pull[0]).plus(&sine.times(&pull[1]));
        let across = cosine.times(&pull[1]).minus(&sine.times(&pull[0]));
        let rate = local.of(&motion.rates[0]);
        let alpha = local.of(&motion.accelerations[0]);
        vec![local.constant(&Rational::one()), along, across, alpha, rate.times(&rate), cosine, sine]
    }

    fn vanishes(motion: &Polynomials, gravity: &[Rational; 2]) -> Vec<bool> {
        let turns = motion.turns(0);
        let pull = |axis: usize| !vanishes(&motion.accelerations[1 + axis]) || !gravity[axis].is_zero();
        let any = pull(0) || pull(1);
        let moves = |axis: usize| if turns { any } else { pull(axis) };
        let still = !turns;
        vec![false, !moves(0), !moves(1), vanishes(&motion.accelerations[0]), still, still, still]
    }

    fn felt(rider: &Rider<Self>, arm: &[Rational; 2], turns: bool) -> Vec<[Rational; 3]> {
        let (zero, one) = (Rational::zero(), Rational::one());
        let [x, y] = arm.clone();
        let fields = [
            [zero.clone(), one.clone(), zero.clone()],
            [zero.clone(), zero.clone(), one.clone()],
            [one, -&y, x.clone()],
            [zero.clone(), -x, -y],
        ];
        let [moment, fx, fy] = rider.wrench.clone();
        // What does not turn rides along; a moment never turns in the plane.
        let mut carried = rider.carried.clone();
        carried[0] += &moment;
        let mut felt = Vec::with_capacity(Self::COURSE);
        let world = if turns {
            [[zero.clone(), fx.clone(), fy.clone()], [zero.clone(), fy, -fx]]
        } else {
            carried[1] += &fx;
            carried[2] += &fy;
            Default::default()
        };
        felt.push(carried);
        felt.extend(fields.iter().map(|field| opposed(&rider.mass, field)));
        felt.extend(world);
        felt
    }
}

/// Minus a mass matrix times an acceleration.
fn opposed<const D: usize>(mass: &[Vec<Rational>], field: &[Rational; D]) -> [Rational; D] {
    std::array::from_fn(|row| -dot(mass.get(row).map_or(&[][..], Vec::as_slice), field))
}

impl Rides for SpatialContact {
    const COURSE: usize = 22;
    const NAMES: &'static [&'static str] = &[
        "1", "ax", "ay", "az", "alphax", "alphay", "alphaz", "wx^2", "wy^2", "wz^2", "wx wy", "wx wz",
        "wy wz", "r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33",
    ];

    fn course(motion: &Polynomials, gravity: &[Rational; 3], stretch: &Stretch) -> Vec<Expansion> {
        let local = Local::new(motion, stretch);
        let [(sr, cr), (sp, cp), (sy, cy)] = std::array::from_fn(|axis| local.sine_and_cosine(axis));
        let product = |one: &Expansion, other: &Expansion| one.times(other);
        let (spsr, spcr) = (product(&sp, &sr), product(&sp, &cr));
        // The rows of Rᵀ, the columns of R = Rz·Ry·Rx.
        let turned = [
            [product(&cy, &cp), product(&sy, &cp), sp.scaled(&Rational::from(-1))],
            [
                product(&cy, &spsr).minus(&product(&sy, &cr)),
                product(&sy, &spsr).plus(&product(&cy, &cr)),
                product(&cp, &sr),
            ],
            [
                product(&cy, &spcr).plus(&product(&sy, &sr)),
                product(&sy, &spcr).minus(&product(&cy, &sr)),
                product(&cp, &cr),
            ],
        ];
        let pull = local.pull(3, gravity);
        let row = |row: &[Expansion; 3]| {
            let [x, y, z] = row;
            product(x, &pull[0]).plus(&product(y, &pull[1])).plus(&product(z, &pull[2]))
        };
        let acceleration = turned.iter().map(row);
        let [r1, p1, y1] = std::array::from_fn(|axis| local.of(&motion.rates[axis]));
        let [r2, p2, y2] = std::array::from_fn(|axis| local.of(&motion.accelerations[axis]));
        let (cpsr, cpcr) = (product(&cp, &sr), product(&cp, &cr));
        let rate = [
            r1.minus(&product(&y1, &sp)),
            product(&p1, &cr).plus(&product(&y1, &cpsr)),
            product(&y1, &cpcr).minus(&product(&p1, &sr)),
        ];
        let (yp, yr, pr) = (product(&y1, &p1), product(&y1, &r1), product(&p1, &r1));
        let alpha = [
            r2.minus(&product(&y2, &sp)).minus(&product(&yp, &cp)),
            product(&p2, &cr)
                .minus(&product(&pr, &sr))
                .plus(&product(&y2, &cpsr))
                .minus(&product(&yp, &spsr))
                .plus(&product(&yr, &cpcr)),
            product(&y2, &cpcr)
                .minus(&product(&p2, &sr))
                .minus(&product(&pr, &cr))
                .minus(&product(&yp, &spcr))
                .minus(&product(&yr, &cpsr)),
        ];
        let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        let products = pairs.map(|(i, j)| product(&rate[i], &rate[j]));
        let mut course = vec![local.constant(&Rational::one())];
        course.extend(acceleration);
        course.extend(alpha);
        course.extend(products);
        course.extend(turned.iter().flatten().cloned());
        course
    }

    fn vanishes(motion: &Polynomials, gravity: &[Rational; 3]) -> Vec<bool> {
        let turns: [bool; 3] = std::array::from_fn(|axis| motion.turns(axis));
        let about: Vec<usize> = (0..3).filter(|&axis| turns[axis]).collect();
        let pull: [bool; 3] = std::array::from_fn(|axis| {
            !vanishes(&motion.accelerations[3 + axis]) || !gravity[axis].is_zero()
        });
        let mixed = about.len() > 1;
        let mut course = vec![false];
        for axis in 0..3 {
            // A rotation about one axis mixes the other two.
            let mixes = mixed || about.iter().any(|&about| about != axis);
            let others = (0..3).any(|other| pull[other] && (mixed || !about.contains(&other)));
            course.push(!(pull[axis] || mixes && others));
        }
        let still = |axis: usize| !mixed && vanishes(&motion.accelerations[axis]);
        course.extend((0..3).map(still));
        let alone = |axis: usize| mixed || turns[axis];
        course.extend((0..3).map(|axis| !alone(axis)));
        course.extend([!mixed; 3]);
        course.extend([about.is_empty(); 9]);
        course
    }

    fn felt(rider: &Rider<Self>, arm: &[Rational; 3], turns: bool) -> Vec<[Rational; 6]> {
        let (zero, one) = (Rational::zero(), Rational::one());
        let unit = |axis: usize| -> [Rational; 3] {
            std::array::from_fn(|row| if row == axis { one.clone() } else { zero.clone() })
        };
        let join = |angular: [Rational; 3], linear: [Rational; 3]| -> [Rational; 6] {
            let mut both = angular.into_iter().chain(linear);
            std::array::from_fn(|_| both.next().unwrap_or_default())
        };
        let mut carried = rider.carried.clone();
        if !turns {
            carried.iter_mut().zip(&rider.wrench).for_each(|(sum, part)| *sum += part);
        }
        let mut felt = vec![carried];
        felt.extend((0..3).map(|axis| opposed(&rider.mass, &join(Default::default(), unit(axis)))));
        felt.extend((0..3).map(|axis| opposed(&rider.mass, &join(unit(axis), cross(&unit(axis), arm)))));
        for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
            // ω×(ω×r) and ω×Iω for the product of two components, both ways round.
            let mut linear = spun(&unit(i), &unit(j), arm);
            let mut turned = cross(&unit(i), &turning(&rider.mass, &unit(j)));
            if i != j {
                add(&mut linear, &spun(&unit(j), &unit(i), arm));
                add(&mut turned, &cross(&unit(j), &turning(&rider.mass, &unit(i))));
            }
            let mut wrench = opposed(&rider.mass, &join(Default::default(), linear));
            wrench.iter_mut().zip(&turned).for_each(|(sum, part)| *sum -= part);
            felt.push(wrench);
        }
        for (row, column) in (0..9).map(|entry| (entry / 3, entry % 3)) {
            let mut wrench: [Rational; 6] = Default::default();
            if turns {
                wrench[row] = rider.wrench[column].clone();
                wrench[3 + row] = rider.wrench[3 + column].clone();
            }
            felt.push(wrench);
        }
        felt
    }
}

fn spun(first: &[Rational; 3], second: &[Rational; 3], arm: &[Rational; 3]) -> [Rational; 3] {
    cross(first, &cross(second, arm))
}

fn turning(mass: &[Vec<Rational>], rate: &[Rational; 3]) -> [Rational; 3] {
    std::array::from_fn(|row| dot(mass.get(row).map_or(&[][..], |row| &row[..3.min(row.len())]), rate))
}

fn add(sum: &mut [Rational; 3], part: &[Rational; 3]) {
    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
}

impl<T: Rides> MovingProblem<T> {
    /// The motion at a pace.
    pub fn polynomials(&self, speed: &Rational) -> Polynomials {
        Polynomials { active: self.active(), ..Polynomials::new(&self.motion.coefficients, speed) }
    }

    /// The components of the course that are not zero at all times and load some body.
    pub fn active(&self) -> Vec<usize> {
        let loads = self.loads_of_all();
        let still = Polynomials::new(&self.motion.coefficients, &Rational::one());
        let vanish = T::vanishes(&still, &self.gravity);
        let loaded = |component: usize| {
            loads[component].iter().any(|wrench| wrench.as_ref().iter().any(|entry| !entry.is_zero()))
        };
        let limited = self.is_limited();
        (0..T::COURSE)
            .filter(|&component| component == 0 && limited || !vanish[component] && loaded(component))
            .collect()
    }

    /// Whether some contact has a limit, so that loads that stand are no cone.
    pub fn is_limited(&self) -> bool {
        self.assembly.contacts.iter().any(|contact| contact.touch.most().is_some())
    }

    /// For each component of the course, the wrenches on all bodies.
    fn loads_of_all(&self) -> Vec<Vec<T::Screw>> {
        let turns = self.motion.coefficients.iter().take(T::TURNS).any(|powers| !vanishes(powers));
        let bodies = self.assembly.bodies.iter().zip(&self.riders);
        let felt: Vec<Vec<T::Screw>> = bodies
            .map(|(body, rider)| {
                let mut arm = body.reference.clone();
                arm.as_mut()
                    .iter_mut()
                    .zip(self.motion.pivot.as_ref())
                    .for_each(|(one, pivot)| *one -= pivot);
                T::felt(rider, &arm, turns)
            })
            .collect();
        let component = |index: usize| felt.iter().map(|of_body| of_body[index].clone()).collect();
        (0..T::COURSE).map(component).collect()
    }

    /// For each active component, the wrenches on all bodies.
    pub fn loads(&self) -> Vec<Vec<T::Screw>> {
        let mut all = self.loads_of_all();
        self.active().into_iter().map(|component| std::mem::take(&mut all[component])).collect()
    }

    /// The active components of the course on a stretch of time, at a pace.
    pub fn course(&self, motion: &Polynomials, stretch: &Stretch) -> Vec<Expansion> {
        let course = T::course(motion, &self.gravity, stretch);
        motion.active.iter().map(|&component| course[component].clone()).collect()
    }

    /// Whether the lists have their lengths, and masses are masses; what does not turn needs no inertia.
    pub(super) fn is_even(&self) -> bool {
        let components = T::Screw::default().as_ref().len();
        let square = |rider: &Rider<T>| rider.mass.len() == components && is_semidefinite(&rider.mass);
        self.riders.len() == self.assembly.bodies.len()
            && self.riders.iter().all(square)
            && self.motion.coefficients.len() == components
            && self.motion.duration.is_positive()
    }
}
