//! Random scenes with short fractions, many of them degenerate on purpose.

use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, Curvature, Friction, Party, Role, Scene};

/// A small deterministic generator.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, count: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % count
    }

    /// A number of -4..=4 over 1, 2 or 3.
    pub fn number(&mut self) -> Rational {
        Rational::new(self.below(9) as i64 - 4, 1 + self.below(3))
    }

    pub fn normal(&mut self) -> [Rational; 2] {
        let normals = [[0, 1], [1, 0], [0, -1], [3, 4], [-4, 3], [1, 1], [-5, 12], [2, -1]];
        normals[self.below(8) as usize].map(Rational::from)
    }

    pub fn friction(&mut self) -> Friction {
        let at_rest = Rational::new(self.below(5) as i64, 2);
        let factor = Rational::new(if self.below(3) == 0 { 1 } else { 2 }, 2);
        Friction { sliding: &at_rest * factor, at_rest }
    }
}

pub fn body(random: &mut Random, name: &str) -> Body<Planar> {
    let mut body = Body::new(name)
        .with_mass(1 + random.below(3) as i64)
        .with_inertia(Rational::new(1 + random.below(4) as i64, 2));
    body.com = [random.number(), random.number()];
    body.wrench = [random.number(), random.number(), random.number()];
    body
}

/// A scene at rest in which nothing is driven.
pub fn undriven(seed: u64, contacts: usize) -> Scene<Planar> {
    let mut scene = at_rest(seed, contacts);
    scene.bodies.iter_mut().for_each(|body| body.acceleration = None);
    scene
}

/// A scene at rest: one or two bodies on each other, on the ground and on a driven body that accelerates.
pub fn at_rest(seed: u64, contacts: usize) -> Scene<Planar> {
    let mut random = Random::new(seed);
    let bodies = 1 + (seed % 2) as usize;
    let mut scene = Scene::new().with_gravity([0, -(random.below(3) as i64)]);
    for index in 0..bodies {
        scene = scene.with_body(body(&mut random, &format!("body{index}")));
    }
    let mut belt = Body::<Planar>::new("belt").with_role(Role::Driven);
    belt.acceleration = Some([Rational::zero(), random.number(), random.number()]);
    scene = scene.with_body(belt);
    for _ in 0..contacts {
        let on = random.below(bodies as u64) as usize;
        let against = match random.below(4) {
            0 if bodies == 2 => Party::Body(1 - on),
            1 => Party::Body(bodies),
            _ => Party::Ground,
        };
        let mut contact =
            Contact::planar(Party::Body(on), [random.number(), random.number()], random.normal());
        contact.friction = random.friction();
        contact.against = against;
        scene = scene.with_contact(contact);
    }
    scene
}

/// A body at rest, or sliding without turning, on contacts of one line, and one or two elsewhere; many of the loads
/// are on a boundary.
pub fn on_a_line(seed: u64) -> Scene<Planar> {
    let mut random = Random::new(seed);
    let mut part = body(&mut random, "part");
    let slides = seed % 4 == 3;
    part.twist = [Rational::zero(), Rational::from(i64::from(slides)), Rational::zero()];
    let friction = random.friction();
    let mut scene = Scene::new().with_gravity([0, -(random.below(4) as i64)]).with_body(part);
    for _ in 0..3 + random.below(2) {
        let mut contact = Contact::planar(Party::Body(0), [random.number(), Rational::zero()], [0, 1]);
        contact.friction = friction.clone();
        contact.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
        scene = scene.with_contact(contact);
    }
    if random.below(2) == 0 && !slides {
        let mut contact =
            Contact::planar(Party::Body(0), [random.number(), random.number()], random.normal());
        contact.friction = random.friction();
        scene = scene.with_contact(contact);
    }
    scene
}

/// One body that turns and slides about, with a vertex at each contact; contacts that would close are left out.
pub fn moving(seed: u64, contacts: usize) -> Scene<Planar> {
    let mut random = Random::new(seed);
    let mut part = body(&mut random, "part");
    part.twist = [random.number(), random.number(), random.number()];
    let [w, vx, vy] = part.twist.clone();
    let com = part.com.clone();
    let mut scene = Scene::new().with_body(part);
    for _ in 0..contacts {
        let point = [random.number(), random.number()];
        let (rx, ry) = (&point[0] - &com[0], &point[1] - &com[1]);
        let (ux, uy) = (&vx - &w * &ry, &vy + &w * &rx);
        // A normal across the velocity of the point keeps the contact; at rest any does.
        let still = ux.is_zero() && uy.is_zero();
        let normal = if still { random.normal() } else { [-uy, ux] };
        let mut contact = Contact::planar(Party::Body(0), point, normal);
        contact.friction = random.friction();
        let flat = Curvature::Finite(Rational::zero());
        contact.curvature =
            Some(if random.below(2) == 0 { [Curvature::Vertex, flat] } else { [flat, Curvature::Vertex] });
        scene = scene.with_contact(contact);
    }
    scene
}
