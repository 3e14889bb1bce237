//! Scenes made at random from small integers, degenerate on purpose, and what is asked of them.

use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_modes::modes::{MOST, Modes, mode_problem, modes, witnessed};
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, ContactModel, Party, Role, Scene};

/// A small deterministic generator.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 20
    }

    pub fn below(&mut self, end: u64) -> usize {
        (self.next() % end) as usize
    }

    /// An integer from -size to size.
    pub fn around(&mut self, size: i64) -> i64 {
        (self.next() % (2 * size as u64 + 1)) as i64 - size
    }
}

pub fn whole<const N: usize>(entries: [i64; N]) -> [Rational; N] {
    entries.map(Rational::from)
}

/// A normal that is not zero, often along an axis so that many are parallel.
fn direction<const N: usize>(dice: &mut Dice) -> [Rational; N] {
    let mut entries = [0; N];
    let upright = dice.below(2) == 0;
    let count = if upright { 1 } else { N };
    while entries.iter().all(|&entry| entry == 0) {
        for _ in 0..count {
            entries[dice.below(N as u64)] = dice.around(2);
        }
    }
    whole(entries)
}

/// A vector of the plane turned by the angle with this cosine and sine.
pub fn turned([cosine, sine]: [Rational; 2]) -> impl Fn(&[Rational; 2]) -> [Rational; 2] {
    move |[x, y]| [&cosine * x - &sine * y, &sine * x + &cosine * y]
}

pub fn contact_in_space(on: Party, point: [i64; 3], normal: [i64; 3]) -> Contact<Spatial> {
    Contact::new(on, whole(point), whole(normal))
}

/// What the last body is: two free bodies, one free and one that is driven, or one alone.
#[derive(Clone, Copy, PartialEq)]
pub enum Cast {
    One,
    Two,
    Driven,
}

impl Cast {
    pub const ALL: [Self; 3] = [Self::One, Self::Two, Self::Driven];
}

fn against(dice: &mut Dice, cast: Cast, on: usize) -> Party {
    if cast == Cast::One || dice.below(2) == 0 { Party::Ground } else { Party::Body(1 - on) }
}

fn on(dice: &mut Dice, cast: Cast) -> usize {
    if cast == Cast::Two { dice.below(2) } else { 0 }
}

fn model(dice: &mut Dice) -> ContactModel {
    match dice.below(12) {
        0 => ContactModel::Point,
        1 => ContactModel::Soft,
        _ => ContactModel::Frictionless,
    }
}

fn cast<S: Geometry>(dice: &mut Dice, cast: Cast) -> Scene<S> {
    let mut body = Body::<S>::new("part");
    if dice.below(4) == 0 {
        let frozen = dice.below(S::FREEDOMS as u64);
        body.freedoms[frozen] = false;
    }
    body.com.as_mut().iter_mut().for_each(|entry| *entry = Rational::new(dice.around(2), 2));
    let scene = Scene::new().with_body(body);
    match cast {
        Cast::One => scene,
        Cast::Two => scene.with_body(Body::new("other")),
        Cast::Driven => {
            let mut finger = Body::<S>::new("finger").with_role(Role::Driven);
            finger.twist.as_mut().iter_mut().for_each(|entry| *entry = dice.around(1).into());
            scene.with_body(finger)
        }
    }
}

pub fn planar_scene(seed: u64, contacts: usize, who: Cast) -> Scene<Planar> {
    let dice = &mut Dice::new(seed);
    let mut scene = cast::<Planar>(dice, who);
    for _ in 0..contacts {
        let on = on(dice, who);
        let point = [dice.around(2), dice.around(2)];
        let mut contact = Contact::planar(Party::Body(on), point, direction::<2>(dice));
        contact.against = against(dice, who, on);
        contact.model = model(dice);
        if dice.below(10) == 0 {
            contact.gap = Rational::one();
        }
        scene = scene.with_contact(contact);
    }
    scene
}

pub fn spatial_scene(seed: u64, contacts: usize, who: Cast) -> Scene<Spatial> {
    let dice = &mut Dice::new(seed);
    let mut scene = cast::<Spatial>(dice, who);
    for _ in 0..contacts {
        let on = on(dice, who);
        let point = [dice.around(2), dice.around(2), dice.around(2)];
        let mut contact = contact_in_space(Party::Body(on), point, [0, 0, 1]);
        contact.normal = direction::<3>(dice);
        contact.against = against(dice, who, on);
        contact.model = model(dice);
        scene = scene.with_contact(contact);
    }
    scene
}

/// All modes, each accepted by the checker.
pub fn listed<S: Geometry>(scene: &Scene<S>, contacts_only: bool) -> Vec<String> {
    let found: Modes = modes(scene, contacts_only, MOST).unwrap();
    let problem = mode_problem(scene);
    let texts: Vec<String> = found
        .iter()
        .map(|mode| {
            witnessed(&problem, &mode).unwrap_or_else(|why| panic!("{}: {why} in {mode:?}", mode.text));
            mode.text
        })
        .collect();
    assert_eq!(found.count(), texts.len().into());
    texts
}

pub fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}
