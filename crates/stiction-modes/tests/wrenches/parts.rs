//! Parts to try things on: small integers, often degenerate.

use stiction_proof::Rational;
use stiction_proof::wrenches::{PartContact, PlanarPart};

/// A small deterministic generator.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    pub fn around(&mut self, size: i64) -> i64 {
        self.below(2 * size as u64 + 1) as i64 - size
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

pub fn pair(x: i64, y: i64) -> [Rational; 2] {
    [Rational::from(x), Rational::from(y)]
}

pub fn vector(entries: &[i64]) -> Vec<Rational> {
    entries.iter().map(|&entry| Rational::from(entry)).collect()
}

pub fn mode(letters: &str) -> Vec<String> {
    letters.chars().map(|letter| letter.to_string()).collect()
}

pub fn diagonal(entries: [i64; 3]) -> [[Rational; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| Rational::from(if i == j { entries[i] } else { 0 })))
}

pub fn touch(point: [i64; 2], normal: [i64; 2], friction: Rational) -> PartContact {
    PartContact::new("", pair(point[0], point[1]), pair(normal[0], normal[1]), friction)
}

/// The unit disc of the source: fixel 1 below touches, fixel 2 at the right is near.
pub fn disc() -> PlanarPart {
    let mut near = touch([1, 0], [-1, 0], Rational::new(1, 5));
    near.near = true;
    PlanarPart {
        reference: pair(0, 0),
        mass: diagonal([1, 1, 1]),
        contacts: vec![touch([0, -1], [0, 1], Rational::new(1, 5)), near],
    }
}

const NORMALS: [[i64; 2]; 8] = [[0, 1], [1, 0], [-1, 0], [0, -1], [1, 1], [-1, 1], [3, 4], [-4, 3]];

/// A part with so many contacts, on a grid so that some coincide or have parallel normals; a full mass matrix
/// now and then.
pub fn part(count: usize, near: bool, random: &mut Random) -> PlanarPart {
    let contact = |random: &mut Random| {
        let point = [random.around(2), random.around(2)];
        let normal = random.pick(&NORMALS);
        let at_rest = random.pick(&[0, 1, 2, 4]);
        let mut contact = touch(point, normal, Rational::new(at_rest, 4));
        contact.friction[1] = Rational::new(random.below(at_rest as u64 + 1) as i64, 4);
        contact.near = near && random.below(3) == 0;
        contact
    };
    let mut mass = diagonal([1 + random.below(3) as i64, 2, 2]);
    if random.below(3) == 0 {
        mass[0][1] = Rational::from(1);
        mass[1][0] = Rational::from(1);
        mass[0][0] = Rational::from(2);
    }
    PlanarPart { reference: pair(0, 0), mass, contacts: (0..count).map(|_| contact(random)).collect() }
}

/// A mode that the contacts may have.
pub fn any_mode(part: &PlanarPart, random: &mut Random) -> Vec<String> {
    let letter = |near: bool, random: &mut Random| {
        random.pick(if near { &["s", "a", "u"][..] } else { &["s", "n", "l", "r", "m"][..] }).to_owned()
    };
    part.contacts.iter().map(|contact| letter(contact.near, random)).collect()
}
