//! Scenes written in a program as they are written in a file: by names, with numbers that stay what they say.
//!
//! [`plane`] and [`space`] begin a draft; [`Draft::build`] makes the scene, or says everything at once that is wrong
//! with it. A number is an integer, a fraction as text (`"1/3"`), a [`Rational`], or a double, which is taken as the
//! decimal that it is written as: `0.3` is three tenths, as in a file.
//!
//! ```
//! use stiction_scene::scene::{body, contact, plane};
//!
//! let scene = plane()
//!     .gravity([0.0, -9.81])
//!     .body(body("box").mass(2).com([0, 1]))
//!     .contact(contact("left").on("box").point([-1, 0]).normal([0, 1]).friction(0.3))
//!     .contact(contact("right").on("box").point([1, 0]).normal([0, 1]).friction("3/10"))
//!     .build()
//!     .unwrap();
//! assert_eq!(scene.contacts[0].friction, scene.contacts[1].friction);
//! ```

use super::touching::{Touching, TouchingLaw};
use super::{Body, Contact, ContactModel, Curvature, Friction, GROUND, Misfit, Role, Rounding, Scene};
use std::collections::BTreeSet;
use std::marker::PhantomData;
use stiction_geometry::screw::{Planar, Space, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// A number as it is written; what is none is told when the scene is built.
#[derive(Debug, Clone, PartialEq)]
pub struct Number(Result<Rational, String>);

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        i64::from(value).into()
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Ok(value.into()))
    }
}

impl From<Rational> for Number {
    fn from(value: Rational) -> Self {
        Self(Ok(value))
    }
}

impl From<&str> for Number {
    fn from(text: &str) -> Self {
        Self(Rational::parse_bounded(text).map_err(|fault| format!("`{text}`: {fault}")))
    }
}

impl From<f64> for Number {
    /// The shortest decimal that is this double, which is what was typed.
    fn from(value: f64) -> Self {
        format!("{value}").as_str().into()
    }
}

/// The coordinates of a point or direction: two numbers in the plane, three in space.
///
/// ```compile_fail,E0277
/// use stiction_scene::scene::{contact, plane};
/// plane().contact(contact("1").on("box").point([0, 0, 1]).normal([0, 1]));
/// ```
#[derive(Debug, Clone)]
pub struct Coordinates<S>(Vec<Number>, PhantomData<S>);

/// The components of a twist or wrench, angular first: three numbers in the plane, six in space.
#[derive(Debug, Clone)]
pub struct Components<S>(Vec<Number>, PhantomData<S>);

/// Numbers in an array are coordinates or components of a world, by how many there are.
macro_rules! from_numbers {
    ($($count:literal: $what:ident<$world:ident>;)*) => {
        $(impl<T: Into<Number>> From<[T; $count]> for $what<$world> {
            fn from(numbers: [T; $count]) -> Self {
                Self(numbers.map(Into::into).into(), PhantomData)
            }
        })*
    };
}

from_numbers! {
    2: Coordinates<Planar>;
    3: Coordinates<Spatial>;
    3: Components<Planar>;
    6: Components<Spatial>;
}

/// An inertia about the centre of mass: a number in the plane, three rows of three in space.
#[derive(Debug, Clone)]
pub struct Inertia<S>(Vec<Number>, PhantomData<S>);

impl<T: Into<Number>> From<[[T; 3]; 3]> for Inertia<Spatial> {
    fn from(rows: [[T; 3]; 3]) -> Self {
        Self(rows.into_iter().flatten().map(Into::into).collect(), PhantomData)
    }
}

/// A number of any type is an inertia in the plane; one rule for all would overlap with that of a type for itself.
macro_rules! planar_inertia {
    ($($number:ty),*) => {
        $(impl From<$number> for Inertia<Planar> {
            fn from(number: $number) -> Self {
                Self(vec![number.into()], PhantomData)
            }
        })*
    };
}

planar_inertia!(i32, i64, f64, &str, Rational);

/// A scene that is being written.
#[derive(Debug, Clone)]
pub struct Draft<S: Geometry> {
    title: Option<String>,
    gravity: Option<Coordinates<S>>,
    bodies: Vec<BodyDraft<S>>,
    contacts: Vec<ContactDraft<S>>,
    touching: Option<[Number; 2]>,
}

/// A body that is being written.
#[derive(Debug, Clone)]
pub struct BodyDraft<S: Geometry> {
    name: String,
    role: Role,
    mass: Option<Number>,
    inertia: Option<Inertia<S>>,
    com: Option<Coordinates<S>>,
    shape: Option<S::Shape>,
    twist: Option<Components<S>>,
    wrench: Option<Components<S>>,
    support: Option<Vec<Coordinates<S>>>,
}

/// A contact that is being written.
#[derive(Debug, Clone)]
pub struct ContactDraft<S: Space> {
    id: String,
    on: String,
    against: String,
    point: Option<Coordinates<S>>,
    normal: Option<Coordinates<S>>,
    friction: Option<Number>,
    sliding: Option<Number>,
    gap: Option<Number>,
    limit: Option<Number>,
    preload: Option<Number>,
    vertex: bool,
    rolls: bool,
}

/// Begins a scene in the plane.
pub fn plane() -> Draft<Planar> {
    Draft::empty()
}

/// Begins a scene in space.
pub fn space() -> Draft<Spatial> {
    Draft::empty()
}

/// Begins a free body at rest.
pub fn body<S: Geometry>(name: impl Into<String>) -> BodyDraft<S> {
    BodyDraft {
        name: name.into(),
        role: Role::Free,
        mass: None,
        inertia: None,
        com: None,
        shape: None,
        twist: None,
        wrench: None,
        support: None,
    }
}

/// Begins a contact against the ground.
pub fn contact<S: Space>(id: impl Into<String>) -> ContactDraft<S> {
    ContactDraft {
        id: id.into(),
        on: String::new(),
        against: GROUND.to_owned(),
        point: None,
        normal: None,
        friction: None,
        sliding: None,
        gap: None,
        limit: None,
        preload: None,
        vertex: false,
        rolls: false,
    }
}

impl ContactDraft<Planar> {
    /// A corner of the body touches a flat: what a sliding contact needs to know of the outlines.
    pub fn vertex(self) -> Self {
        Self { vertex: true, ..self }
    }
}

impl BodyDraft<Planar> {
    /// It lies on a table, seen from above, and presses on it somewhere under its shape.
    pub fn on_table(self) -> Self {
        Self { support: Some(Vec::new()), ..self }
    }

    /// It lies on a table, seen from above, and presses on it at some of these points.
    pub fn on_table_at<T: Into<Coordinates<Planar>>>(self, points: impl IntoIterator<Item = T>) -> Self {
        Self { support: Some(points.into_iter().map(Into::into).collect()), ..self }
    }
}

impl<S: Geometry> BodyDraft<S> {
    /// A body that never moves.
    pub fn fixed(self) -> Self {
        Self { role: Role::Fixed, ..self }
    }

    /// A body that moves as its twist says, whatever pushes it.
    pub fn driven(self) -> Self {
        Self { role: Role::Driven, ..self }
    }

    /// Its mass, kg.
    pub fn mass(self, mass: impl Into<Number>) -> Self {
        Self { mass: Some(mass.into()), ..self }
    }

    /// Its inertia about the centre of mass: a number, in space the rows of a symmetric matrix.
    pub fn inertia(self, inertia: impl Into<Inertia<S>>) -> Self {
        Self { inertia: Some(inertia.into()), ..self }
    }

    /// Its centre of mass; that of its shape, unless it is given, and without a shape the origin.
    pub fn com(self, com: impl Into<Coordinates<S>>) -> Self {
        Self { com: Some(com.into()), ..self }
    }

    /// Its shape, in world coordinates.
    pub fn shape(self, shape: S::Shape) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// Its velocity about the centre of mass.
    pub fn twist(self, twist: impl Into<Components<S>>) -> Self {
        Self { twist: Some(twist.into()), ..self }
    }

    /// What is applied to it besides gravity, about the centre of mass.
    pub fn wrench(self, wrench: impl Into<Components<S>>) -> Self {
        Self { wrench: Some(wrench.into()), ..self }
    }
}

impl<S: Space> ContactDraft<S> {
    /// The body that the normal points into.
    pub fn on(self, body: impl Into<String>) -> Self {
        Self { on: body.into(), ..self }
    }

    /// The other body; the ground, unless it is given.
    pub fn against(self, body: impl Into<String>) -> Self {
        Self { against: body.into(), ..self }
    }

    /// Where they touch.
    pub fn point(self, point: impl Into<Coordinates<S>>) -> Self {
        Self { point: Some(point.into()), ..self }
    }

    /// The direction into `on`, of any length.
    pub fn normal(self, normal: impl Into<Coordinates<S>>) -> Self {
        Self { normal: Some(normal.into()), ..self }
    }

    /// The coefficient of friction; none, unless it is given.
    pub fn friction(self, coefficient: impl Into<Number>) -> Self {
        Self { friction: Some(coefficient.into()), ..self }
    }

    /// The coefficient while sliding; that at rest, unless it is given.
    pub fn sliding_friction(self, coefficient: impl Into<Number>) -> Self {
        Self { sliding: Some(coefficient.into()), ..self }
    }

    /// The distance that is left between the bodies; they touch, unless it is given.
    pub fn gap(self, gap: impl Into<Number>) -> Self {
        Self { gap: Some(gap.into()), ..self }
    }

    /// The largest normal force, N.
    pub fn limit(self, limit: impl Into<Number>) -> Self {
        Self { limit: Some(limit.into()), ..self }
    }

    /// The normal force with which a clamp or a spring presses, N, while friction reacts.
    pub fn preload(self, force: impl Into<Number>) -> Self {
        Self { preload: Some(force.into()), ..self }
    }

    /// Bodies roll on each other here, and do not slip: a model of motion, whatever the friction.
    pub fn rolls(self) -> Self {
        Self { rolls: true, ..self }
    }
}

impl<S: Geometry> Draft<S> {
    /// Begins a scene of either kind of space.
    pub fn empty() -> Self {
        Self { title: None, gravity: None, bodies: Vec::new(), contacts: Vec::new(), touching: None }
    }

    /// What the scene is called.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// The acceleration of gravity; none, unless it is given.
    pub fn gravity(self, gravity: impl Into<Coordinates<S>>) -> Self {
        Self { gravity: Some(gravity.into()), ..self }
    }

    /// One more body.
    pub fn body(mut self, body: BodyDraft<S>) -> Self {
        self.bodies.push(body);
        self
    }

    /// One more contact.
    pub fn contact(mut self, contact: ContactDraft<S>) -> Self {
        self.contacts.push(contact);
        self
    }

    /// How bodies rub and bounce wherever their shapes meet in time: a coefficient of friction, and the part of the
    /// normal speed that comes back.
    pub fn touching(self, friction: impl Into<Number>, restitution: impl Into<Number>) -> Self {
        Self { touching: Some([friction.into(), restitution.into()]), ..self }
    }
}

/// Reads the numbers of a draft, and keeps what is wrong with them.
#[derive(Default)]
struct Reader {
    misfits: Vec<Misfit>,
}

impl Reader {
    fn fault(&mut self, code: &'static str, path: &[&str], message: impl Into<String>, help: &str) {
        self.misfits.push(Misfit::new(code, path, message, help));
    }

    fn number(&mut self, path: &[&str], number: Number) -> Rational {
        number.0.unwrap_or_else(|message| {
            self.fault("number", path, message, "give a number such as 3, 0.25 or \"1/3\"");
            Rational::zero()
        })
    }

    fn not_negative(&mut self, path: &[&str], number: Option<Number>) -> Rational {
        let value = number.map_or_else(Rational::zero, |number| self.number(path, number));
        if value.is_negative() {
            self.fault("range", path, format!("is {value}, and must not be negative"), "give zero or more");
        }
        value
    }

    fn positive(&mut self, path: &[&str], number: Option<Number>) -> Option<Rational> {
        let value = self.number(path, number?);
        if !value.is_positive() {
            self.fault(
                "range",
                path,
                format!("is {value}, and must be greater than zero"),
                "give more than zero",
            );
        }
        Some(value)
    }

    fn fill(&mut self, path: &[&str], numbers: Vec<Number>, into: &mut [Rational]) {
        for (place, number) in into.iter_mut().zip(numbers) {
            *place = self.number(path, number);
        }
    }
}

/// A kind of space in which drafts can be built.
pub trait Drafted: Geometry {
    /// The inertia of these entries, where they are one.
    #[doc(hidden)]
    fn inertia(entries: &[Rational]) -> Option<Self::Inertia>;
    /// The centroid of a shape, and whether it passed through a rounding.
    #[doc(hidden)]
    fn centroid(shape: &Self::Shape) -> Option<(Self::Vector, bool)>;
}

impl Drafted for Planar {
    fn inertia(entries: &[Rational]) -> Option<Rational> {
        entries.first().filter(|inertia| inertia.is_positive()).cloned()
    }

    fn centroid(shape: &Self::Shape) -> Option<([Rational; 2], bool)> {
        shape.moments().map(|moments| (moments.centroid, moments.centroid_rounded))
    }
}

impl Drafted for Spatial {
    fn inertia(entries: &[Rational]) -> Option<[[Rational; 3]; 3]> {
        let [a, d, e, d_too, b, f, e_too, f_too, c] = entries else { return None };
        // Sylvester: the leading minors are positive.
        let (ab, fe) = (a * b - d * d, [d * f - b * e, d * e - a * f]);
        let determinant = e * &fe[0] + f * &fe[1] + c * &ab;
        let is_symmetric = d == d_too && e == e_too && f == f_too;
        (is_symmetric && a.is_positive() && ab.is_positive() && determinant.is_positive()).then(|| {
            std::array::from_fn(|row| std::array::from_fn(|column| entries[3 * row + column].clone()))
        })
    }

    fn centroid(shape: &Self::Shape) -> Option<([Rational; 3], bool)> {
        shape.moments().map(|moments| (moments.centroid, moments.centroid_rounded))
    }
}

impl<S: Drafted> Draft<S> {
    /// The scene.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its path and what to do.
    pub fn build(self) -> Result<Scene<S>, Vec<Misfit>> {
        let mut reader = Reader::default();
        let mut scene = Scene::<S> { title: self.title, ..Scene::new() };
        if let Some(Coordinates(numbers, _)) = self.gravity {
            reader.fill(&["gravity"], numbers, scene.gravity.as_mut());
        }
        let mut names = BTreeSet::new();
        for draft in self.bodies {
            if !names.insert(draft.name.clone()) {
                let path = ["bodies", &draft.name];
                reader.fault("name", &path, "two bodies have this name", "give each a name of its own");
            }
            let (body, rounding) = draft.build(&mut reader);
            scene.bodies.push(body);
            scene.rounded.extend(rounding);
        }
        let mut ids = BTreeSet::new();
        for draft in self.contacts {
            if !ids.insert(draft.id.clone()) {
                let path = ["contacts", &draft.id];
                reader.fault("name", &path, "two contacts have this id", "give each an id of its own");
            }
            let contact = draft.build(&scene, &mut reader);
            scene.contacts.extend(contact);
        }
        if let Some([friction, restitution]) = self.touching {
            let friction = reader.not_negative(&["detect", "friction"], Some(friction));
            let restitution = reader.not_negative(&["detect", "restitution"], Some(restitution));
            if restitution > Rational::one() {
                let message = format!("is {restitution}: more speed would come back than came");
                reader.fault("range", &["detect", "restitution"], message, "give a number from 0 to 1");
            }
            let law = TouchingLaw { friction: Friction::new(friction), restitution };
            scene.touching = Some(Touching { law, tolerance: None, pairs: Vec::new() });
        }
        if reader.misfits.is_empty() { Ok(scene) } else { Err(reader.misfits) }
    }
}

impl<S: Drafted> BodyDraft<S> {
    fn build(self, reader: &mut Reader) -> (Body<S>, Option<Rounding>) {
        let name = self.name.clone();
        let path = |key: &'static str| ["bodies", name.as_str(), key];
        let mut body = Body::<S>::new(self.name);
        let mut rounding = None;
        body.role = self.role;
        body.mass = reader.positive(&path("mass"), self.mass);
        if let Some(Inertia(entries, _)) = self.inertia {
            let entries: Vec<Rational> =
                entries.into_iter().map(|entry| reader.number(&path("inertia"), entry)).collect();
            body.inertia = S::inertia(&entries);
            if body.inertia.is_none() {
                reader.fault(
                    "range",
                    &path("inertia"),
                    "must be greater than zero, in space a symmetric and positive definite matrix",
                    "give what the body has about its centre of mass",
                );
            }
        }
        match (self.com, &self.shape) {
            (Some(Coordinates(numbers, _)), _) => reader.fill(&path("com"), numbers, body.com.as_mut()),
            (None, Some(shape)) => {
                if let Some((centroid, rounded)) = S::centroid(shape) {
                    body.com = centroid;
                    let why = "the centroid of the shape".to_owned();
                    rounding = rounded.then(|| Rounding { path: path("com").join("."), why });
                }
            }
            (None, None) => {}
        }
        body.shape = self.shape;
        if let Some(Components(numbers, _)) = self.twist {
            reader.fill(&path("twist"), numbers, body.twist.as_mut());
        }
        if let Some(Components(numbers, _)) = self.wrench {
            reader.fill(&path("wrench"), numbers, body.wrench.as_mut());
        }
        body.support = self.support.map(|points| {
            let mut point = |Coordinates(numbers, _): Coordinates<S>| {
                let mut place = S::Vector::default();
                reader.fill(&path("support"), numbers, place.as_mut());
                place
            };
            points.into_iter().map(&mut point).collect()
        });
        (body, rounding)
    }
}

impl<S: Geometry> ContactDraft<S> {
    fn build(self, scene: &Scene<S>, reader: &mut Reader) -> Option<Contact<S>> {
        let id = self.id.clone();
        let path = |key: &'static str| ["contacts", id.as_str(), key];
        let mut party = |key: &'static str, name: &str| {
            let found = scene.party(name);
            if found.is_none() {
                let message = format!("there is no body {name:?}");
                reader.fault("name", &path(key), message, "name a body of the scene, or \"ground\"");
            }
            found
        };
        let (on, against) = (party("on", &self.on), party("against", &self.against));
        let mut vector = |key: &'static str, coordinates: Option<Coordinates<S>>| {
            let mut vector = S::Vector::default();
            match coordinates {
                Some(Coordinates(numbers, _)) => reader.fill(&path(key), numbers, vector.as_mut()),
                None => reader.fault("missing", &path(key), "is missing", "give its coordinates"),
            }
            vector
        };
        let (point, normal) = (vector("point", self.point), vector("normal", self.normal));
        if normal.as_ref().iter().all(Rational::is_zero) {
            let message = "has length 0, and is to point into the body";
            reader.fault("range", &path("normal"), message, "give a direction, e.g. [0, 1]");
        }
        let at_rest = reader.not_negative(&path("friction"), self.friction);
        let sliding = match self.sliding {
            Some(sliding) => reader.not_negative(&path("friction"), Some(sliding)),
            None => at_rest.clone(),
        };
        if sliding > at_rest {
            let message = format!("while sliding is {sliding}, more than {at_rest} at rest");
            reader.fault("range", &path("friction"), message, "give at most the coefficient at rest");
        }
        let mut contact = Contact::new(on?, point, normal).with_id(self.id).with_against(against?);
        contact.friction = Friction { at_rest, sliding };
        contact.gap = reader.not_negative(&path("gap"), self.gap);
        contact.limit = reader.positive(&path("limit"), self.limit);
        contact.preload = self.preload.map(|preload| reader.not_negative(&path("preload"), Some(preload)));
        if contact.preload > contact.limit && contact.limit.is_some() {
            let message = "is beyond the contact's limit";
            reader.fault("range", &path("preload"), message, "keep preload <= limit");
        }
        if self.rolls {
            contact.model = ContactModel::Point;
        }
        contact.curvature = self.vertex.then(|| [Curvature::Vertex, Curvature::Finite(Rational::zero())]);
        Some(contact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_geometry::shape::{Outline, Solid};

    #[test]
    fn a_double_is_the_decimal_that_was_typed() {
        let friction = |number: Number| number.0.unwrap();
        assert_eq!(friction(0.3.into()), Rational::new(3, 10));
        assert_eq!(friction((-9.81).into()), Rational::new(-981, 100));
        assert_eq!(friction(1e-7.into()), Rational::new(1, 10_000_000));
        assert_eq!(friction(1e300.into()), "1e300".parse().unwrap());
    }

    #[test]
    fn a_shape_gives_the_centre_of_mass_unless_another_is_given() {
        let brick = || Outline::rectangle([0.into(), 0.into()], [4.into(), 2.into()]);
        let scene = plane()
            .body(body("a").shape(brick()))
            .body(body("b").shape(brick()).com([1, 1]))
            .build()
            .unwrap();
        assert_eq!(scene.bodies[0].com, [2.into(), 1.into()]);
        assert_eq!(scene.bodies[1].com, [1.into(), 1.into()]);
        let cube = Solid::cuboid([1.into(), 2.into(), 3.into()], [2.into(), 2.into(), 2.into()]);
        let scene = space().body(body("cube").shape(cube).fixed()).build().unwrap();
        assert_eq!(scene.bodies[0].com, [1.into(), 2.into(), 3.into()]);
        assert!(scene.rounded.is_empty() && scene.bodies[0].role == Role::Fixed);
    }

    #[test]
    fn an_inertia_in_space_is_symmetric_and_positive_definite() {
        let built = |rows: [[i64; 3]; 3]| space().body(body("part").inertia(rows)).build();
        assert!(built([[2, 1, 0], [1, 2, 1], [0, 1, 2]]).is_ok());
        assert!(built([[2, 1, 0], [0, 2, 1], [0, 1, 2]]).is_err());
        assert!(built([[1, 2, 0], [2, 1, 0], [0, 0, 1]]).is_err());
        assert!(built([[1, 0, 1], [0, 1, 1], [1, 1, 1]]).is_err());
    }

    #[test]
    fn a_part_on_a_table_a_preload_and_how_things_bounce_are_said_as_in_a_file() {
        let scene = plane()
            .touching(0.3, "1/2")
            .body(body("part").mass(1).on_table_at([[1, 0], [0, 1]]))
            .body(body("tray").on_table())
            .contact(contact("clamp").on("part").point([0, 0]).normal([0, 1]).preload(20).rolls())
            .build()
            .unwrap();
        let touching = scene.touching.unwrap();
        let law =
            TouchingLaw { friction: Friction::new(Rational::new(3, 10)), restitution: Rational::new(1, 2) };
        assert_eq!(touching.law, law);
        assert_eq!(scene.bodies[0].support.as_ref().unwrap()[1], [0.into(), 1.into()]);
        assert_eq!(scene.bodies[1].support, Some(Vec::new()));
        let clamp = &scene.contacts[0];
        assert_eq!((clamp.preload.clone(), clamp.model), (Some(20.into()), ContactModel::Point));
        let faults = plane()
            .touching(-1, 2)
            .body(body("part"))
            .contact(contact("clamp").on("part").point([0, 0]).normal([0, 1]).preload(2).limit(1))
            .build()
            .unwrap_err();
        let paths: Vec<String> = faults.iter().map(|fault| fault.path.join(".")).collect();
        assert_eq!(paths, ["contacts.clamp.preload", "detect.friction", "detect.restitution"]);
    }

    #[test]
    fn every_fault_is_told_at_once_with_its_path() {
        let faults = plane()
            .gravity([f64::NAN, 0.0])
            .body(body("box").mass(0))
            .body(body("box").inertia(-1))
            .contact(contact("1").on("bx").point([0, 0]).normal([0, 0]).friction("a third"))
            .contact(contact("1").on("box").normal([0, 1]).friction(-0.1).gap(-1))
            .contact(contact("2").on("box").point([0, 0]).normal([0, 1]).friction(0.1).sliding_friction(0.2))
            .build()
            .unwrap_err();
        let paths: Vec<String> = faults.iter().map(|fault| fault.path.join(".")).collect();
        let expected = [
            "gravity",
            "bodies.box.mass",
            "bodies.box",
            "bodies.box.inertia",
            "contacts.1.on",
            "contacts.1.normal",
            "contacts.1.friction",
            "contacts.1",
            "contacts.1.point",
            "contacts.1.friction",
            "contacts.1.gap",
            "contacts.2.friction",
        ];
        assert_eq!(paths, expected);
        assert!(faults.iter().all(|fault| !fault.help.is_empty()));
        assert_eq!(
            faults[5].to_string(),
            "contacts.1.normal: has length 0, and is to point into the body; give a direction, e.g. [0, 1]"
        );
    }
}
