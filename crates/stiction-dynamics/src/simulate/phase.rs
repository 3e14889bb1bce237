//! A smooth stretch of the motion: which contacts are kept and what each of them does, and the accelerations
//! that follow.

use super::law::{Bundle, Kind, Letter};
use super::meet::{Meeting, Site};
use super::plane::{Vector, dot};
use super::sparse::Gram;
use super::world::{Placed, Rule, World};

/// A contact that is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Held {
    pub site: Site,
    pub kind: Kind,
    pub letter: Letter,
    /// The gap that counts as none: what was touching within the tolerance at the start keeps it.
    pub offset: f64,
}

/// Contacts that hang together through free bodies.
pub(super) type Cluster = Vec<Held>;

/// A smooth stretch.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Phase {
    pub clusters: Vec<Cluster>,
    /// Which clusters rest until something happens to them, and so which free bodies.
    pub asleep: Vec<bool>,
    pub still: Vec<bool>,
}

impl Phase {
    /// Of these clusters, all awake.
    pub(super) fn new(world: &World, clusters: Vec<Cluster>) -> Self {
        Self { asleep: vec![false; clusters.len()], still: vec![false; world.free.len()], clusters }
    }

    /// Leaves clusters alone.
    pub(super) fn sleep(&mut self, world: &World, asleep: Vec<bool>) {
        for cluster in self.clusters.iter().zip(&asleep).filter(|(_, asleep)| **asleep).map(|(one, _)| one) {
            for index in cluster.iter().flat_map(|held| [held.site.round[0], held.site.other[0]]) {
                if let Rule::Free(own) = world.bodies[index].rule {
                    self.still[own] = true;
                }
            }
        }
        self.asleep = asleep;
    }

    /// The clusters that move or may.
    pub(super) fn awake(&self) -> impl Iterator<Item = (usize, &Cluster)> {
        self.clusters.iter().enumerate().filter(|(at, _)| !self.asleep.get(*at).copied().unwrap_or(false))
    }

    /// Whether a body moves by no rule.
    pub(super) fn is_still(&self, world: &World, index: usize) -> bool {
        match world.bodies[index].rule {
            Rule::Fixed => true,
            Rule::Free(own) => self.still.get(own).copied().unwrap_or(false),
            Rule::Driven(_) => false,
        }
    }

    pub(super) fn held(&self) -> impl Iterator<Item = &Held> {
        self.clusters.iter().flatten()
    }

    /// The rates of the numbers of a state: velocities, accelerations, the power that is dissipated and the
    /// power put in.
    pub(super) fn rate(&self, world: &World, time: f64, numbers: &[f64]) -> Vec<f64> {
        let placed = world.placed(time, numbers);
        let mut rates = vec![0.0; numbers.len()];
        let powers = numbers.len() - 2;
        for (own, &index) in world.free.iter().enumerate() {
            let body = &world.bodies[index];
            if self.still.get(own).copied().unwrap_or(false) {
                continue;
            }
            for axis in 0..3 {
                rates[6 * own + axis] = numbers[6 * own + 3 + axis];
                rates[6 * own + 3 + axis] = body.mobility[axis] * body.load[axis];
                rates[powers + 1] += body.wrench[axis] * numbers[6 * own + 3 + axis];
            }
        }
        for (_, cluster) in self.awake() {
            let touches: Vec<Touch> =
                cluster.iter().map(|held| Touch::new(world, &placed, held.site)).collect();
            let kinds = cluster.iter().map(|held| held.kind).collect();
            let letters: Vec<Letter> = cluster.iter().map(|held| held.letter).collect();
            let bundle = accelerating(world, &placed, &touches, kinds);
            let (forces, _) = bundle.balance(&letters);
            for (touch, force) in touches.iter().zip(&forces) {
                touch.push(world, &placed, *force, |own, axis, change| rates[6 * own + 3 + axis] += change);
                rates[powers] -= dot(force, &touch.meeting.rates);
                rates[powers + 1] += touch.given_power(world, &placed, *force);
            }
        }
        rates
    }
}

/// A site with its meeting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Touch {
    pub site: Site,
    pub meeting: Meeting,
}

impl Touch {
    pub(super) fn new(world: &World, placed: &[Placed], site: Site) -> Self {
        Self { site, meeting: site.meeting(world, placed) }
    }

    /// Both bodies with the sign of their rows.
    fn bodies(&self) -> [(usize, f64); 2] {
        [(self.site.round[0], 1.0), (self.site.other[0], -1.0)]
    }

    /// Adds what a force, or an impulse, does to accelerations, or velocities, of free bodies.
    pub(super) fn push(
        &self,
        world: &World,
        placed: &[Placed],
        force: [f64; 2],
        mut add: impl FnMut(usize, usize, f64),
    ) {
        for (index, sign) in self.bodies() {
            let body = &world.bodies[index];
            let Rule::Free(own) = body.rule else { continue };
            let rows = self.meeting.rows(placed[index].com);
            for axis in 0..3 {
                let wrench = force[0] * rows[0][axis] + force[1] * rows[1][axis];
                add(own, axis, sign * body.mobility[axis] * wrench);
            }
        }
    }

    /// The power, or work, that driven bodies put in through a force, or an impulse.
    pub(super) fn given_power(&self, world: &World, placed: &[Placed], force: [f64; 2]) -> f64 {
        let [normal, tangent]: [Vector; 2] = [self.meeting.normal, self.meeting.tangent()];
        let given = self
            .bodies()
            .into_iter()
            .filter(|(index, _)| matches!(world.bodies[*index].rule, Rule::Driven(_)));
        given
            .map(|(index, sign)| {
                let velocity = placed[index].velocity(self.meeting.point);
                // The free partner feels the force against the sign of the driven one.
                -sign * (force[0] * dot(&normal, &velocity) + force[1] * dot(&tangent, &velocity))
            })
            .sum()
    }
}

/// The law of these contacts for forces and accelerations.
pub(super) fn accelerating(world: &World, placed: &[Placed], touches: &[Touch], kinds: Vec<Kind>) -> Bundle {
    let mut bias = Vec::with_capacity(2 * touches.len());
    for touch in touches {
        for axis in 0..2 {
            let mut sum = touch.meeting.bias[axis];
            for (index, sign) in touch.bodies() {
                let body = &world.bodies[index];
                let row = touch.meeting.rows(placed[index].com)[axis];
                for component in 0..3 {
                    let free = body.mobility[component] * body.load[component];
                    sum += sign * row[component] * (free + placed[index].acceleration[component]);
                }
            }
            bias.push(sum);
        }
    }
    Bundle { kinds, gram: gram(world, placed, touches), bias }
}

/// The law of these contacts for impulses and velocities.
pub(super) fn striking(world: &World, placed: &[Placed], touches: &[Touch], kinds: Vec<Kind>) -> Bundle {
    let bias = touches.iter().flat_map(|touch| touch.meeting.rates).collect();
    Bundle { kinds, gram: gram(world, placed, touches), bias }
}

/// A free body at a contact, the sign of its rows there, and its mobility.
type Side = (usize, f64, [f64; 3]);

/// What a force at one contact does to the rates at another.
fn gram(world: &World, placed: &[Placed], touches: &[Touch]) -> Gram {
    let rows: Vec<[[[f64; 3]; 2]; 2]> = touches
        .iter()
        .map(|touch| touch.bodies().map(|(index, _)| touch.meeting.rows(placed[index].com)))
        .collect();
    // Of each free body its contacts, body after body in one list.
    let own = |touch: &Touch| {
        touch.bodies().map(|(index, sign)| match world.bodies[index].rule {
            Rule::Free(own) => Some((own, sign, world.bodies[index].mobility)),
            _ => None,
        })
    };
    let sides: Vec<[Option<Side>; 2]> = touches.iter().map(own).collect();
    let mut starts = vec![0; world.free.len() + 1];
    for (body, ..) in sides.iter().flatten().flatten() {
        starts[body + 1] += 1;
    }
    for body in 0..world.free.len() {
        starts[body + 1] += starts[body];
    }
    let (mut next, mut of_body) = (starts.clone(), vec![(0, 0, 0.0); starts[world.free.len()]]);
    for (at, both) in sides.iter().enumerate() {
        for (side, one) in both.iter().enumerate() {
            if let Some((body, sign, _)) = one {
                of_body[next[*body]] = (at, side, *sign);
                next[*body] += 1;
            }
        }
    }
    Gram::of(touches.len(), |at, add| {
        for (side, one) in sides[at].iter().enumerate() {
            let Some((body, sign, mobility)) = one else { continue };
            let acting = rows[at][side].map(|row| [0, 1, 2].map(|axis| sign * row[axis] * mobility[axis]));
            for &(other, there, also) in &of_body[starts[*body]..starts[body + 1]] {
                let block = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| {
                    let (a, b) = (&acting[i], &rows[other][there][j]);
                    also * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
                });
                add(other, block);
            }
        }
    })
}

/// The contacts in groups that free bodies join.
pub(super) fn grouped<T>(world: &World, items: Vec<T>, site: impl Fn(&T) -> Site) -> Vec<Vec<T>> {
    let mut leader: Vec<usize> = (0..world.bodies.len()).collect();
    fn find(leader: &mut [usize], at: usize) -> usize {
        let mut at = at;
        while leader[at] != at {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        at
    }
    let is_free = |index: usize| matches!(world.bodies[index].rule, Rule::Free(_));
    for item in &items {
        let [a, b] = [site(item).round[0], site(item).other[0]];
        if is_free(a) && is_free(b) {
            let (a, b) = (find(&mut leader, a), find(&mut leader, b));
            leader[a] = b;
        }
    }
    let mut groups: Vec<(usize, Vec<T>)> = Vec::new();
    for item in items {
        let [a, b] = [site(&item).round[0], site(&item).other[0]];
        let key = find(&mut leader, if is_free(a) { a } else { b });
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
