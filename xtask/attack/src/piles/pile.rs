//! Random piles, degenerate by design, and their twins.

use crate::Dice;
use stiction::ask::Verdict;
use stiction::ask::stand::assembly::stands;
use stiction::screw::{Planar, Spatial};
use stiction_proof::{
    Answer, AssemblyBody, AssemblyContact, AssemblyProblem, FrictionUse, PlanarContact, Rational,
    SpatialContact,
};

pub(super) type Vector = [Rational; 3];

/// What the cones are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cone {
    /// Two edges in the plane of x and y.
    Plane,
    /// Four edges in space.
    Pyramid,
    /// Round.
    Round,
}

impl Cone {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Plane => "plane",
            Self::Pyramid => "pyramids",
            Self::Round => "round cones",
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) centre: Vector,
    pub(super) weight: Vector,
}

#[derive(Debug, Clone)]
pub(super) struct Touching {
    pub(super) on: Option<usize>,
    pub(super) against: Option<usize>,
    pub(super) point: Vector,
    normal: Vector,
    /// One direction across the normal, as long as it is.
    across: Vector,
    friction: Rational,
}

/// A direction of force of a contact.
pub(super) struct Edge {
    pub(super) contact: usize,
    pub(super) force: Vector,
}

#[derive(Debug, Clone)]
pub(super) struct Pile {
    pub(super) cone: Cone,
    pub(super) bodies: Vec<Block>,
    pub(super) contacts: Vec<Touching>,
}

fn half(count: i64) -> Rational {
    Rational::new(count, 2)
}

/// Ten to a power.
fn power(exponent: i64) -> Rational {
    let ten = Rational::from(10);
    let size = (0..exponent.unsigned_abs()).fold(Rational::one(), |product, _| product * &ten);
    if exponent < 0 { Rational::one().checked_div(&size).unwrap_or_default() } else { size }
}

fn scaled(vector: &Vector, factor: &Rational) -> Vector {
    vector.each_ref().map(|entry| entry * factor)
}

fn sum(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] + &b[k])
}

pub(super) fn crossed(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

/// A turn by an angle whose cosine and sine are fractions, about z.
struct Turn {
    cosine: Rational,
    sine: Rational,
}

impl Turn {
    fn drawn(dice: &mut Dice) -> Self {
        let [cosine, sine] = match dice.below(6) {
            0 => [Rational::new(4, 5), Rational::new(3, 5)],
            1 => [Rational::new(4, 5), Rational::new(-3, 5)],
            2 => [Rational::new(12, 13), Rational::new(5, 13)],
            3 => [Rational::new(40, 41), Rational::new(-9, 41)],
            _ => [Rational::one(), Rational::zero()],
        };
        Self { cosine, sine }
    }

    fn of(&self, [x, y, z]: &Vector) -> Vector {
        [&self.cosine * x - &self.sine * y, &self.sine * x + &self.cosine * y, z.clone()]
    }
}

/// A block as it is laid: from, to along x (and z in space), and its top.
struct OutcomeRows {
    body: usize,
    from: [Rational; 2],
    to: [Rational; 2],
    top: Rational,
}

impl Pile {
    pub(super) fn drawn(dice: &mut Dice) -> Self {
        let cone = [Cone::Plane, Cone::Plane, Cone::Pyramid, Cone::Round][dice.below(4)];
        let mut pile = Self { cone, bodies: Vec::new(), contacts: Vec::new() };
        let most = if cone == Cone::Plane { 4 } else { 3 };
        for tower in 0..=dice.below(2) {
            pile.tower(dice, 1 + dice.clone().below(most), tower as i64);
        }
        pile
    }

    /// A tower somewhere, of its own size and weight, on ground that may slope.
    fn tower(&mut self, dice: &mut Dice, count: usize, place: i64) {
        let (first_body, first_contact) = (self.bodies.len(), self.contacts.len());
        let mut below: Option<OutcomeRows> = None;
        for _ in 0..count {
            below = Some(self.lay(dice, below.as_ref()));
        }
        if dice.one_in(3) {
            self.wall(dice, first_body + dice.clone().below(count));
        }
        let turn = Turn::drawn(dice);
        let exponents = [-9, -6, -3, 0, 0, 3, 6, 9];
        let length = power(*dice.pick(&exponents).unwrap_or(&0));
        let mass = power(*dice.pick(&exponents).unwrap_or(&0));
        let shift = [Rational::from(place * 3), Rational::zero(), Rational::zero()];
        for body in &mut self.bodies[first_body..] {
            body.centre = sum(&scaled(&turn.of(&body.centre), &length), &shift);
            body.weight = scaled(&body.weight, &mass);
        }
        for contact in &mut self.contacts[first_contact..] {
            contact.point = sum(&scaled(&turn.of(&contact.point), &length), &shift);
            contact.normal = turn.of(&contact.normal);
            contact.across = turn.of(&contact.across);
        }
    }

    /// One more block on what is below, or on the ground.
    fn lay(&mut self, dice: &mut Dice, below: Option<&OutcomeRows>) -> OutcomeRows {
        let mut side = |below: Option<(&Rational, &Rational)>| -> [Rational; 2] {
            let width = Rational::from(1 + dice.below(4) as i64);
            let start = below.map_or_else(Rational::zero, |(from, _)| from.clone());
            let from = start + half(dice.below(7) as i64 - 3);
            let to = &from + &width;
            [from, to]
        };
        let sides = [0, 1].map(|k| side(below.map(|laid| (&laid.from[k], &laid.to[k]))));
        let [[x0, x1], [z0, z1]] = sides;
        let ground = below.map_or_else(Rational::zero, |laid| laid.top.clone());
        let height = Rational::from(1 + dice.below(3) as i64);
        let top = &ground + &height;
        // What lies on what: at the ends of where both are.
        let overlap = |from: &Rational, to: &Rational, k: usize| -> Option<Vec<Rational>> {
            let (mut low, mut high) = (from.clone(), to.clone());
            if let Some(laid) = below {
                low = low.max(laid.from[k].clone());
                high = high.min(laid.to[k].clone());
            }
            (low <= high).then(|| if low == high { vec![low] } else { vec![low, high] })
        };
        let body = self.bodies.len();
        let friction = [half(0), half(1), Rational::new(3, 4), Rational::new(5, 12), Rational::one()];
        let friction = friction[dice.below(5)].clone();
        let along_x = overlap(&x0, &x1, 0).unwrap_or_default();
        let along_z = match self.cone {
            Cone::Plane => vec![Rational::zero()],
            _ => overlap(&z0, &z1, 1).unwrap_or_default(),
        };
        for x in &along_x {
            for z in &along_z {
                let axis = |k: usize| std::array::from_fn(|j| Rational::from(i64::from(j == k)));
                self.contacts.push(Touching {
                    on: Some(body),
                    against: below.map(|laid| laid.body),
                    point: [x.clone(), ground.clone(), z.clone()],
                    normal: axis(1),
                    across: axis(0),
                    friction: friction.clone(),
                });
            }
        }
        let middle = |a: &Rational, b: &Rational| (a + b) * half(1);
        let hair = Rational::new(1, 1_000_000_000_000);
        let x = match (dice.below(6), along_x.last()) {
            (0, Some(edge)) => edge.clone(),
            (1, Some(edge)) => edge + &hair,
            (2, Some(edge)) => edge - &hair,
            _ => middle(&x0, &x1),
        };
        let z = if self.cone == Cone::Plane { Rational::zero() } else { middle(&z0, &z1) };
        let weight = [Rational::zero(), -power(dice.below(5) as i64 - 2), Rational::zero()];
        self.bodies.push(Block { centre: [x, middle(&ground, &top), z], weight });
        OutcomeRows { body, from: [x0, z0], to: [x1, z1], top }
    }

    /// A wall at a block's side.
    fn wall(&mut self, dice: &mut Dice, body: usize) {
        let mut point = self.bodies[body].centre.clone();
        point[0] += half(1 + dice.below(4) as i64);
        point[1] += half(dice.below(3) as i64 - 1);
        let axis = |k: usize, sign: i64| -> Vector {
            std::array::from_fn(|j| Rational::from(if j == k { sign } else { 0 }))
        };
        let friction = half(dice.below(3) as i64);
        let (on, against) = (Some(body), None);
        let (normal, across) = (axis(0, -1), axis(1, 1));
        self.contacts.push(Touching { on, against, point, normal, across, friction });
    }

    /// The same, turned with its weights, in other units, with bodies and contacts in another order.
    pub(super) fn twin(&self, dice: &mut Dice) -> Self {
        let turn = Turn::drawn(dice);
        let (length, force) = (power(dice.below(19) as i64 - 9), power(dice.below(19) as i64 - 9));
        let order = shuffled(dice, self.bodies.len());
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let block = |&old: &usize| Block {
            centre: scaled(&turn.of(&self.bodies[old].centre), &length),
            weight: scaled(&turn.of(&self.bodies[old].weight), &force),
        };
        let touching = |old: usize| {
            let contact = &self.contacts[old];
            Touching {
                on: contact.on.map(|body| place[body]),
                against: contact.against.map(|body| place[body]),
                point: scaled(&turn.of(&contact.point), &length),
                normal: turn.of(&contact.normal),
                across: turn.of(&contact.across),
                friction: contact.friction.clone(),
            }
        };
        Self {
            cone: self.cone,
            bodies: order.iter().map(block).collect(),
            contacts: shuffled(dice, self.contacts.len()).into_iter().map(touching).collect(),
        }
    }

    /// Directions across a contact's normal; a few of a circle for a round one, inside of it.
    fn directions(&self, contact: &Touching) -> Vec<Vector> {
        let other = crossed(&contact.normal, &contact.across);
        let mix = |c: Rational, s: Rational| sum(&scaled(&contact.across, &c), &scaled(&other, &s));
        let minus = |vector: &Vector| scaled(vector, &Rational::from(-1));
        match self.cone {
            Cone::Plane => vec![contact.across.clone(), minus(&contact.across)],
            Cone::Pyramid => {
                vec![contact.across.clone(), other.clone(), minus(&contact.across), minus(&other)]
            }
            Cone::Round => {
                // (1 − t², 2t) ∕ (1 + t²), a quarter at a time.
                let mut all = Vec::new();
                for t in [Rational::zero(), Rational::new(1, 5), Rational::new(2, 5), Rational::new(7, 10)] {
                    let square = &t * &t;
                    let share =
                        |part: Rational| part.checked_div(&(Rational::one() + &square)).unwrap_or_default();
                    let (c, s) = (share(Rational::one() - &square), share(&t + &t));
                    all.extend([mix(c.clone(), s.clone()), mix(-&s, c.clone()), mix(-&c, -&s), mix(s, -c)]);
                }
                all
            }
        }
    }

    /// Edges of the cones; of round ones, of pyramids inside.
    pub(super) fn edges(&self) -> Vec<Edge> {
        self.widened(&Rational::one())
    }

    /// Edges of pyramids around round cones: neighbours are less than 27° apart, so that a thirtieth more encloses
    /// the circle.
    pub(super) fn outer_edges(&self) -> Vec<Edge> {
        self.widened(&Rational::new(31, 30))
    }

    fn widened(&self, factor: &Rational) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (index, contact) in self.contacts.iter().enumerate() {
            if contact.friction.is_zero() {
                edges.push(Edge { contact: index, force: contact.normal.clone() });
                continue;
            }
            let part = &contact.friction * factor;
            for direction in self.directions(contact) {
                edges.push(Edge { contact: index, force: sum(&contact.normal, &scaled(&direction, &part)) });
            }
        }
        edges
    }

    /// What the library says.
    pub(super) fn stands(&self) -> Result<Answer, String> {
        match self.cone {
            Cone::Plane => {
                let (problem, load) = self.in_plane();
                told(stands::<Planar>(&problem, &load, &FrictionUse::Given))
            }
            Cone::Pyramid | Cone::Round => {
                let (problem, load) = self.in_space();
                told(stands::<Spatial>(&problem, &load, &FrictionUse::Given))
            }
        }
    }

    /// The problem in the plane of x and y, and its loads.
    pub(super) fn in_plane(&self) -> (AssemblyProblem<PlanarContact>, Vec<[Rational; 3]>) {
        let flat = |[x, y, _]: &Vector| [x.clone(), y.clone()];
        let bodies = self.bodies.iter().enumerate();
        let touch = |(index, contact): (usize, &Touching)| AssemblyContact {
            on: contact.on,
            against: contact.against,
            touch: PlanarContact::new(
                &index.to_string(),
                flat(&contact.point),
                flat(&contact.normal),
                contact.friction.clone(),
            ),
        };
        let problem = AssemblyProblem {
            bodies: bodies.map(|(k, body)| AssemblyBody::new(&k.to_string(), flat(&body.centre))).collect(),
            contacts: self.contacts.iter().enumerate().map(touch).collect(),
        };
        let load = |body: &Block| [Rational::zero(), body.weight[0].clone(), body.weight[1].clone()];
        (problem, self.bodies.iter().map(load).collect())
    }

    /// The problem in space, and its loads.
    pub(super) fn in_space(&self) -> (AssemblyProblem<SpatialContact>, Vec<[Rational; 6]>) {
        let bodies = self.bodies.iter().enumerate();
        let touch = |(index, contact): (usize, &Touching)| {
            let (point, normal) = (contact.point.clone(), contact.normal.clone());
            let mut touch = SpatialContact::new(&index.to_string(), point, normal, contact.friction.clone());
            touch.across = (self.cone == Cone::Pyramid).then(|| self.directions(contact));
            AssemblyContact { on: contact.on, against: contact.against, touch }
        };
        let problem = AssemblyProblem {
            bodies: bodies.map(|(k, body)| AssemblyBody::new(&k.to_string(), body.centre.clone())).collect(),
            contacts: self.contacts.iter().enumerate().map(touch).collect(),
        };
        let load = |body: &Block| {
            let [x, y, z] = body.weight.clone();
            [Rational::zero(), Rational::zero(), Rational::zero(), x, y, z]
        };
        (problem, self.bodies.iter().map(load).collect())
    }

    /// The same pile with so much of a force on one body besides its weight.
    pub(super) fn pushed(&self, body: usize, force: &Vector, times: &Rational) -> Self {
        let mut pushed = self.clone();
        pushed.bodies[body].weight = sum(&self.bodies[body].weight, &scaled(force, times));
        pushed
    }

    /// The same pile with all friction multiplied.
    pub(super) fn rubbing(&self, factor: &Rational) -> Self {
        let mut rubbing = self.clone();
        rubbing.contacts.iter_mut().for_each(|contact| contact.friction = &contact.friction * factor);
        rubbing
    }
}

fn told<P, E: ToString>(found: Result<Verdict<P>, E>) -> Result<Answer, String> {
    found.map(|verdict| verdict.answer()).map_err(|why| why.to_string())
}

/// Numbers up to a count in another order.
fn shuffled(dice: &mut Dice, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, dice.below(last + 1));
    }
    order
}
