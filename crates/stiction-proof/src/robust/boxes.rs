//! What a box of numbers does: corners of the loads, the components that differ from scene to scene, and the most work
//! of forces and loads in any of its scenes.
//!
//! Everything is written in space; the plane is the part of it where motions turn about z.

use super::angle::{Narrowed, narrowed, up};
use super::{About, RobustProblem};
use crate::vectors::{cross, dot, minus, scaled};
use crate::{NonZero, Rational, Touch, Vector};

/// A number of a load whose two ends are looked at one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForceParameter {
    /// The mass of a body.
    Mass(usize),
    /// A component of the wrench on a body.
    Wrench(usize, usize),
    /// A component of a load on a body.
    Load(usize, usize, usize),
}

/// What pulls at a body at one corner of its loads, its centre of mass being where it is given.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Loading {
    /// The moment about the given centre of mass.
    pub moment: Vector,
    /// The force.
    pub force: Vector,
    /// The part of it that acts at the centre of mass.
    pub carried: Vector,
}

/// A motion of every body about its reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Angular velocities.
    pub turn: Vec<Vector>,
    /// Velocities.
    pub push: Vec<Vector>,
}

/// A point or vector of the plane as one of space.
pub(crate) fn lifted(entries: &[Rational]) -> Vector {
    std::array::from_fn(|k| entries.get(k).cloned().unwrap_or_default())
}

/// The moment and the force of a wrench, the turn and the push of a twist.
pub(crate) fn parted<T: Touch>(screw: &T::Screw) -> (Vector, Vector) {
    let (turn, push) = screw.as_ref().split_at(T::TURNS);
    let turn = match turn {
        [about_z] => [Rational::zero(), Rational::zero(), about_z.clone()],
        other => lifted(other),
    };
    (turn, lifted(push))
}

/// The component of a screw of the plane or of space.
pub(crate) fn component<'v, T: Touch>(turn: &'v Vector, push: &'v Vector, place: usize) -> &'v Rational {
    if place < T::TURNS { &turn[3 - T::TURNS + place] } else { &push[place - T::TURNS] }
}

pub(crate) fn add_to(sum: &mut Vector, part: &Vector) {
    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
}

/// A number at least the square root.
pub(crate) fn root_above(square: &Rational) -> Rational {
    let root = square.square_root();
    if &root * &root == *square { root } else { root + Rational::power_of_two(-90) }
}

/// The two ends of what may be off; a lower end that is cut off at zero.
fn ends(value: &Rational, off: &Rational, scale: &Rational, from_zero: bool) -> [Rational; 2] {
    let reach = off * scale;
    let low = value - &reach;
    [if from_zero && low.is_negative() { Rational::zero() } else { low }, value + &reach]
}

impl<T: Touch> RobustProblem<T> {
    /// The least friction of a contact at a scale.
    pub fn least_friction(&self, contact: usize, scale: &Rational) -> Rational {
        let (touch, loose) = (&self.assembly.contacts[contact].touch, &self.contacts[contact]);
        let [low, _] = ends(touch.friction(), &loose.friction, scale, true);
        low
    }

    /// The cone that a contact has in every scene at a scale.
    pub fn cone(&self, contact: usize, scale: &Rational) -> Option<Narrowed> {
        narrowed(&self.least_friction(contact, scale), &(&self.contacts[contact].normal * scale))
    }

    /// Upper bounds of how far a contact's point may be off along its axes, for axes as long as they are.
    pub fn reach(&self, contact: usize, scale: &Rational) -> Vec<Rational> {
        let loose = &self.contacts[contact];
        let by = &loose.point * scale;
        let along = |axis: &T::Vector| {
            let square: Rational = axis.as_ref().iter().map(|entry| entry * entry).sum();
            let root = square.square_root();
            // The axes of a problem that is sound are longer than zero.
            let ratio = &by / &NonZero::largest([&root]);
            if &root * &root == square { ratio } else { up(&ratio) }
        };
        loose.axes.iter().map(along).collect()
    }

    /// The lever of a contact about the reference of a body.
    pub fn lever(&self, contact: usize, body: usize) -> Vector {
        let (point, _) = self.assembly.contacts[contact].touch.place();
        minus(&lifted(point.as_ref()), &lifted(self.assembly.bodies[body].reference.as_ref()))
    }

    /// A force from multiples of a contact's axes.
    pub fn force(&self, contact: usize, multiples: &[Rational]) -> Vector {
        let mut force = Vector::default();
        for (axis, multiple) in self.contacts[contact].axes.iter().zip(multiples) {
            add_to(&mut force, &scaled(&lifted(axis.as_ref()), multiple));
        }
        force
    }

    /// The numbers of loads whose ends are looked at one by one.
    pub fn force_parameters(&self, scale: &Rational) -> Vec<ForceParameter> {
        let mut parameters = Vec::new();
        if self.about == About::Closure || !scale.is_positive() {
            return parameters;
        }
        let weighs = self.gravity.as_ref().iter().any(|entry| !entry.is_zero());
        let forces = |screw: &T::Screw| {
            let off = screw.as_ref().iter().enumerate().skip(T::TURNS);
            off.filter(|(_, off)| off.is_positive()).map(|(place, _)| place).collect::<Vec<_>>()
        };
        for (body, loose) in self.bodies.iter().enumerate() {
            if loose.mass_off.is_positive() && weighs {
                parameters.push(ForceParameter::Mass(body));
            }
            let own = forces(&loose.wrench_off).into_iter();
            parameters.extend(own.map(|place| ForceParameter::Wrench(body, place)));
            for (load, given) in loose.loads.iter().enumerate() {
                let own = forces(&given.off).into_iter();
                parameters.extend(own.map(|place| ForceParameter::Load(body, load, place)));
            }
        }
        parameters
    }

    /// What pulls at each body at a corner: bit k of it says which end parameter k is at.
    pub fn loading(&self, scale: &Rational, parameters: &[ForceParameter], corner: usize) -> Vec<Loading> {
        if self.about == About::Closure {
            return vec![Loading::default(); self.bodies.len()];
        }
        let end = |meant: ForceParameter, value: &Rational, off: &Rational, from_zero: bool| match parameters
            .iter()
            .position(|one| *one == meant)
        {
            None => value.clone(),
            Some(bit) => ends(value, off, scale, from_zero)[(corner >> bit) & 1].clone(),
        };
        let one = |(body, loose): (usize, &super::LooseBody<T>)| {
            let mass = end(ForceParameter::Mass(body), &loose.mass, &loose.mass_off, true);
            let mut loading =
                Loading { force: scaled(&lifted(self.gravity.as_ref()), &mass), ..Loading::default() };
            let mut wrench = loose.wrench.clone();
            for (place, entry) in wrench.as_mut().iter_mut().enumerate() {
                let off = &loose.wrench_off.as_ref()[place];
                *entry = end(ForceParameter::Wrench(body, place), entry, off, false);
            }
            let (moment, force) = parted::<T>(&wrench);
            loading.moment = moment;
            add_to(&mut loading.force, &force);
            loading.carried = loading.force.clone();
            for (index, load) in loose.loads.iter().enumerate() {
                let mut wrench = load.wrench.clone();
                for (place, entry) in wrench.as_mut().iter_mut().enumerate() {
                    let off = &load.off.as_ref()[place];
                    *entry = end(ForceParameter::Load(body, index, place), entry, off, false);
                }
                let (moment, force) = parted::<T>(&wrench);
                add_to(&mut loading.moment, &moment);
                add_to(&mut loading.force, &force);
                match &load.point {
                    None => add_to(&mut loading.carried, &force),
                    Some(point) => {
                        let reference = lifted(self.assembly.bodies[body].reference.as_ref());
                        let lever = minus(&lifted(point.as_ref()), &reference);
                        add_to(&mut loading.moment, &cross(&lever, &force));
                    }
                }
            }
            let (moment, force) = parted::<T>(&loose.rest);
            add_to(&mut loading.moment, &moment);
            add_to(&mut loading.force, &force);
            loading
        };
        self.bodies.iter().enumerate().map(one).collect()
    }

    /// By how much the moments on a body may be off because moments of loads are.
    pub fn moment_off(&self, body: usize) -> Vector {
        let mut off = Vector::default();
        if self.about == About::Stand {
            let loose = &self.bodies[body];
            let all = std::iter::once(&loose.wrench_off).chain(loose.loads.iter().map(|load| &load.off));
            all.for_each(|screw| add_to(&mut off, &parted::<T>(screw).0));
        }
        off
    }

    /// Half width of where a centre of mass may be; where a body carries nothing, it does not matter.
    pub fn com_off(&self, body: usize) -> Rational {
        match self.about {
            About::Closure => Rational::zero(),
            About::Stand => self.bodies[body].com_off.clone(),
        }
    }

    /// The components of the wrenches on the bodies that differ from scene to scene: `(body, component)`.
    pub fn coordinates(&self, scale: &Rational) -> Vec<(usize, usize)> {
        let (turns, freedoms) = (T::TURNS, T::Screw::default().as_ref().len());
        let mut loose = vec![(false, false); self.bodies.len()];
        if scale.is_positive() {
            for (body, loose) in loose.iter_mut().enumerate() {
                let moment = self.moment_off(body).iter().any(Rational::is_positive);
                loose.0 |= moment || self.com_off(body).is_positive();
            }
            for (index, contact) in self.assembly.contacts.iter().enumerate() {
                let turns = self.cone(index, scale).is_some_and(|cone| cone.turn.is_positive());
                let moves = self.contacts[index].point.is_positive();
                for (body, _) in contact.sides() {
                    loose[body].0 |= turns || moves;
                    loose[body].1 |= turns;
                }
            }
        }
        let is_loose = |body: usize, place: usize| if place < turns { loose[body].0 } else { loose[body].1 };
        let all = (0..self.bodies.len()).flat_map(|body| (0..freedoms).map(move |place| (body, place)));
        let free = |&(body, place): &(usize, usize)| self.assembly.bodies[body].is_free(place);
        all.filter(free).filter(|&(body, place)| is_loose(body, place)).collect()
    }

    /// The motion with these entries at the coordinates, and zeros elsewhere.
    pub fn motion(&self, coordinates: &[(usize, usize)], entries: &[Rational]) -> Motion {
        let none = vec![Vector::default(); self.bodies.len()];
        let mut motion = Motion { turn: none.clone(), push: none };
        for (&(body, place), entry) in coordinates.iter().zip(entries) {
            match place < T::TURNS {
                true => motion.turn[body][3 - T::TURNS + place] = entry.clone(),
                false => motion.push[body][place - T::TURNS] = entry.clone(),
            }
        }
        motion
    }

    /// The most work of what pulls, in any scene with its forces at this corner.
    pub fn worst_load(&self, scale: &Rational, loading: &[Loading], motion: &Motion) -> Rational {
        let mut work = Rational::zero();
        for (body, load) in loading.iter().enumerate() {
            let (turn, push) = (&motion.turn[body], &motion.push[body]);
            work += dot(&load.moment, turn) + dot(&load.force, push);
            let com = self.com_off(body);
            if com.is_positive() {
                // The work of a shift is shift·(force × turn).
                let along = cross(&load.carried, turn);
                let axes = T::Vector::default().as_ref().len();
                work += &com * scale * along[..axes].iter().map(Rational::abs).sum::<Rational>();
            }
            let off = self.moment_off(body);
            work += scale * off.iter().zip(turn).map(|(off, turn)| off * turn.abs()).sum::<Rational>();
        }
        work
    }

    /// The most work of a contact's force in any scene.
    pub fn worst_contact(
        &self,
        (scale, contact): (&Rational, usize),
        cone: &Narrowed,
        multiples: &[Rational],
        motion: &Motion,
    ) -> Rational {
        let (mut velocity, mut turn) = (Vector::default(), Vector::default());
        for (body, positive) in self.assembly.contacts[contact].sides() {
            let mut part = cross(&motion.turn[body], &self.lever(contact, body));
            add_to(&mut part, &motion.push[body]);
            let sign = Rational::from(if positive { 1 } else { -1 });
            add_to(&mut velocity, &scaled(&part, &sign));
            add_to(&mut turn, &scaled(&motion.turn[body], &sign));
        }
        let reach = self.reach(contact, scale);
        let axes: Vec<Vector> =
            self.contacts[contact].axes.iter().map(|axis| lifted(axis.as_ref())).collect();
        // The work of a shift is shift·(force × turn).
        let shifted = |force: &Vector| -> Rational {
            let along = cross(force, &turn);
            axes.iter().zip(&reach).map(|(axis, reach)| reach * dot(axis, &along).abs()).sum()
        };
        let of_force = |force: &Vector| dot(force, &velocity) + shifted(force);
        if cone.turn.is_zero() {
            return of_force(&self.force(contact, multiples));
        }
        let along = &multiples[0];
        let normal = scaled(&axes[0], along);
        if let [_, tangent] = &axes[..] {
            // Convex in the turn: the most is at one of its ends.
            let across = scaled(tangent, &(along * &cone.turn));
            let turned = |sign: i64| {
                let mut force = normal.clone();
                add_to(&mut force, &scaled(&across, &Rational::from(sign)));
                of_force(&force)
            };
            return turned(1).max(turned(-1));
        }
        // |d·u| for any unit vector d across the normal, and |axis·(d × turn)|, by Cauchy.
        let square = dot(&axes[0], &axes[0]);
        let length = root_above(&square);
        let push = dot(&axes[0], &velocity);
        let across = dot(&velocity, &velocity) - &push * &push / &NonZero::largest([&square]);
        let mut more = root_above(&across);
        for (axis, reach) in axes.iter().zip(&reach) {
            let arm = cross(&turn, axis);
            more += reach * root_above(&dot(&arm, &arm));
        }
        of_force(&normal) + along * &cone.turn * length * more
    }

    /// Whether multiples of a contact's axes are in the cone that it has in every scene, and within its limit.
    pub(crate) fn is_inside(
        &self,
        contact: usize,
        cone: &Narrowed,
        multiples: &[Rational],
        strictly: bool,
    ) -> bool {
        let Some((along, across)) = multiples.split_first() else { return false };
        if multiples.len() != self.contacts[contact].axes.len() || along.is_negative() {
            return false;
        }
        let absent = multiples.iter().all(Rational::is_zero);
        let squares: Vec<Rational> = self.contacts[contact]
            .axes
            .iter()
            .map(|axis| axis.as_ref().iter().map(|entry| entry * entry).sum())
            .collect();
        let beside: Rational =
            across.iter().zip(&squares[1..]).map(|(part, square)| part * part * square).sum();
        let reach = &cone.friction * &cone.friction * along * along * &squares[0];
        let rubs = match (strictly && !absent, cone.friction.is_zero()) {
            (true, false) => beside < reach,
            (true, true) => along.is_positive() && beside.is_zero(),
            (false, _) => beside <= reach,
        };
        // About a normal turned by δ the normal force is at most (1 + μ' tan δ) times that about the given one.
        let pressed = along * (Rational::one() + &cone.friction * &cone.tangent);
        let touch = &self.assembly.contacts[contact].touch;
        // Closure asks for directions alone.
        rubs && touch.most().filter(|_| self.about == About::Stand).is_none_or(|most| pressed <= *most)
    }

    /// The wrench of a force on each body that feels it, about its reference: `(body, moment, force)`.
    pub fn felt(&self, contact: usize, force: &Vector) -> Vec<(usize, Vector, Vector)> {
        let sides = self.assembly.contacts[contact].sides();
        let one = |(body, positive): (usize, bool)| {
            let sign = Rational::from(if positive { 1 } else { -1 });
            let moment = cross(&self.lever(contact, body), force);
            (body, scaled(&moment, &sign), scaled(force, &sign))
        };
        sides.map(one).collect()
    }
}
