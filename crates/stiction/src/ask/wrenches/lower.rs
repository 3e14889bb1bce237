//! From a scene to a planar part among its contacts.
//!
//! Velocities enter through the drifts of the contacts.  With `r` from the part's centre of mass and `q` from the partner's to the
//! contact, relative velocity `v`, `τ = t·v`, `w` the part's and `w'` the partner's rate of turning, `ω = w − w'`, and the partner's
//! acceleration `a'` at the contact,
//!
//! ```text
//!     normal drift      n·(−w² r − a') + 2w'τ + (κκ'τ² + 2κ'ωτ − ω²)/(κ + κ')                                  (1)
//!     tangential drift  t·(−w² r − a')
//! ```
//!
//! with the curvatures `κ` of the part and `κ'` of its partner divided by the length of the normal (conventions, velocity products).

use crate::ask::lower::{Misfit, inward, length};
use crate::exact::root::Root;
use crate::scene::{Body, Contact, Curvature, GROUND, Party, Role, Rounding, Scene};
use crate::screw::Planar;
use crate::shape::Geometry;
use stiction_proof::Rational;
use stiction_proof::wrenches::{PartContact, PlanarPart, Slip};

/// A planar part and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct PartLowered {
    /// Index of the body in the scene.
    pub body: usize,
    /// The part.
    pub part: PlanarPart,
    /// For each contact of the part, its index in the scene.
    pub contacts: Vec<usize>,
    /// Free bodies that are taken as held where they are.
    pub held: Vec<String>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Lowers a body of a scene, or says everything that stands against it; `least` is the least acceleration that is asked for.
///
/// # Errors
/// Every misfit at once.
pub fn planar_part(
    scene: &Scene<Planar>,
    body: Option<&str>,
    least: Option<&Rational>,
) -> Result<PartLowered, Vec<Misfit>> {
    let index = chosen(scene, body).map_err(|misfit| vec![misfit])?;
    let free = &scene.bodies[index];
    let mut misfits = body_misfits(free);
    let mass = planar_mass(free).unwrap_or_else(|misfit| {
        misfits.push(misfit);
        Default::default()
    });
    let mut found = PartLowered {
        body: index,
        part: PlanarPart { reference: free.com.clone(), mass, contacts: Vec::new() },
        contacts: Vec::new(),
        held: held(scene, index),
        rounded: scene.rounded.clone(),
    };
    for (at, contact) in scene.contacts.iter().enumerate() {
        let Some(normal) = inward(contact, index) else { continue };
        match (Lowering { scene, body: index, contact, normal }).contact(least, &mut found.rounded) {
            Ok(lowered) => {
                found.contacts.push(at);
                found.part.contacts.push(lowered);
            }
            Err(misfit) => misfits.push(misfit),
        }
    }
    if misfits.is_empty() { Ok(found) } else { Err(misfits) }
}

/// The free body of this name, or the only one.
pub(super) fn chosen<S: Geometry>(scene: &Scene<S>, name: Option<&str>) -> Result<usize, Misfit> {
    let free: Vec<(usize, &str)> = scene.free_bodies().map(|(at, body)| (at, body.name.as_str())).collect();
    let names = || free.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
    match (name, &free[..]) {
        (None, [(only, _)]) => Ok(*only),
        (None, []) => {
            let message = "the question is about a free body, and there is none";
            let help = "leave `role` out of the body that the question is about";
            Err(Misfit::new("no-free-body", &["bodies"], message, help))
        }
        (None, several) => {
            let message =
                format!("the question is about one free body; this scene has {}: {}", several.len(), names());
            let help = "name it with --body; the others are then held where they are";
            Err(Misfit::new("several-bodies", &["bodies"], message, help))
        }
        (Some(name), _) => {
            let known = free.iter().find(|(_, known)| *known == name).map(|(at, _)| *at);
            known.ok_or_else(|| {
                let message = format!("`{name}` is not a free body of this scene");
                Misfit::new("no-such-body", &["--body"], message, format!("the free bodies are: {}", names()))
            })
        }
    }
}

/// The free bodies besides one, by name.
pub(super) fn held<S: Geometry>(scene: &Scene<S>, body: usize) -> Vec<String> {
    scene.free_bodies().filter(|(at, _)| *at != body).map(|(_, other)| other.name.clone()).collect()
}

pub(super) fn body_misfits<S: Geometry>(body: &Body<S>) -> Vec<Misfit> {
    if body.freedoms.iter().all(|&free| free) {
        return Vec::new();
    }
    let path = ["bodies", &body.name, "freedoms"];
    let message = "a body with restricted freedoms is not taken by this question";
    vec![Misfit::new("freedoms", &path, message, "leave `freedoms` out")]
}

fn planar_mass(body: &Body<Planar>) -> Result<[[Rational; 3]; 3], Misfit> {
    if let Some(matrix) = &body.mass_matrix {
        let entry =
            |i: usize, j: usize| matrix.get(i).and_then(|row| row.get(j)).cloned().unwrap_or_default();
        return Ok(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))));
    }
    let mass = known(body, body.mass.as_ref(), "mass")?;
    let inertia = known(body, body.inertia.as_ref(), "inertia")?;
    let diagonal = [inertia, mass.clone(), mass];
    Ok(std::array::from_fn(|i| {
        std::array::from_fn(|j| if i == j { diagonal[i].clone() } else { Rational::zero() })
    }))
}

pub(super) fn known<S: Geometry, T: Clone>(
    body: &Body<S>,
    value: Option<&T>,
    key: &str,
) -> Result<T, Misfit> {
    value.cloned().ok_or_else(|| {
        let message = format!("body \"{}\" has no {key}, which accelerations need", body.name);
        let help = format!("give `{key}`, or `density` with a `shape`");
        Misfit::new("missing-mass", &["bodies", &body.name, key], message, help)
    })
}

/// A contact that is force-controlled has no mode.
pub(super) fn controlled(id: &str) -> Misfit {
    let message = "a force-controlled contact does not react, so it has no mode";
    let help = "leave `force` out, or give its force within --wrench and leave the contact out";
    Misfit::new("force", &["contacts", id, "force"], message, help)
}

type Pair = [Rational; 2];

fn dot(a: &Pair, b: &Pair) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1]
}

fn turned([x, y]: &Pair) -> Pair {
    [-y, x.clone()]
}

/// Position, velocity and acceleration of a body's point, and its rate of turning; for the part itself without its unknown acceleration.
struct PointMotion {
    rate: Rational,
    velocity: Pair,
    acceleration: Pair,
}

impl PointMotion {
    fn still() -> Self {
        Self { rate: Rational::zero(), velocity: Default::default(), acceleration: Default::default() }
    }

    fn of(body: &Body<Planar>, point: &Pair) -> Self {
        let lever = [&point[0] - &body.com[0], &point[1] - &body.com[1]];
        let around = turned(&lever);
        let [rate, vx, vy] = body.twist.clone();
        let [alpha, ax, ay] = body.acceleration.clone().unwrap_or_default();
        let square = &rate * &rate;
        let velocity = [vx + &rate * &around[0], vy + &rate * &around[1]];
        let acceleration =
            [ax + &alpha * &around[0] - &square * &lever[0], ay + &alpha * &around[1] - &square * &lever[1]];
        Self { rate, velocity, acceleration }
    }
}

struct Lowering<'a> {
    scene: &'a Scene<Planar>,
    body: usize,
    contact: &'a Contact<Planar>,
    normal: Pair,
}

impl Lowering<'_> {
    fn misfit(&self, code: &'static str, key: &str, message: String, help: &str) -> Misfit {
        Misfit::new(code, &["contacts", &self.contact.id, key], message, help)
    }

    fn contact(&self, least: Option<&Rational>, rounded: &mut Vec<Rounding>) -> Result<PartContact, Misfit> {
        let contact = self.contact;
        if contact.force.is_some() {
            return Err(controlled(&contact.id));
        }
        let mut lowered = PartContact::new(
            &contact.id,
            contact.point.clone(),
            self.normal.clone(),
            contact.friction.at_rest.clone(),
        );
        lowered.friction[1] = contact.friction.sliding.clone();
        lowered.near = !contact.is_touching();
        lowered.least = least.map(|least| {
            let Root { value, exact } = length(&self.normal);
            if !exact {
                let why =
                    "the least acceleration times the length of the normal, an irrational root".to_owned();
                rounded.push(Rounding { path: format!("contacts.{}.normal", contact.id), why });
            }
            least * &value
        });
        self.moving(&mut lowered, rounded)?;
        Ok(lowered)
    }

    fn partner(&self) -> Result<PointMotion, Misfit> {
        let contact = self.contact;
        let partner = if contact.on == Party::Body(self.body) { contact.against } else { contact.on };
        match self.scene.body_of(partner) {
            Some(body) if body.name != GROUND && body.role == Role::Driven => {
                if body.trajectory.is_some() {
                    let path = ["bodies", &body.name, "trajectory"];
                    let help = "give `twist` and `acceleration` of one instant";
                    return Err(Misfit::new("trajectory", &path, "trajectories are not followed here", help));
                }
                Ok(PointMotion::of(body, &contact.point))
            }
            // Fixed, or held.
            _ => Ok(PointMotion::still()),
        }
    }

    /// Slip and drift, equation (1).
    fn moving(&self, lowered: &mut PartContact, rounded: &mut Vec<Rounding>) -> Result<(), Misfit> {
        let (own, other) =
            (PointMotion::of(&self.scene.bodies[self.body], &self.contact.point), self.partner()?);
        let minus = |a: &Pair, b: &Pair| [&a[0] - &b[0], &a[1] - &b[1]];
        let velocity = minus(&own.velocity, &other.velocity);
        let relative = minus(&own.acceleration, &other.acceleration);
        let tangent = turned(&self.normal);
        let (along, across) = (dot(&velocity, &self.normal), dot(&velocity, &tangent));
        let turning = &own.rate - &other.rate;
        lowered.drift = [dot(&relative, &self.normal), dot(&relative, &tangent)];
        if !lowered.near {
            lowered.slip = self.slip(&along, &across)?;
        }
        let moves = !across.is_zero() || !turning.is_zero();
        if moves && lowered.slip != Some(Slip::Away) {
            lowered.drift[0] += Rational::from(2) * &other.rate * &across;
            lowered.drift[0] += self.products(&across, &turning, rounded)?;
        }
        Ok(())
    }

    fn slip(&self, along: &Rational, across: &Rational) -> Result<Option<Slip>, Misfit> {
        if along.is_negative() {
            let message =
                format!("the bodies move into each other here: vn·|n| = {} < 0 is an impact", along.to_f64());
            return Err(self.misfit("impact", "point", message, "change a `twist`, or ask `simulate`"));
        }
        Ok(if along.is_positive() {
            Some(Slip::Away)
        } else if across.is_positive() {
            Some(Slip::Left)
        } else if across.is_negative() {
            Some(Slip::Right)
        } else {
            None
        })
    }

    /// `(κκ'τ² + 2κ'ωτ − ω²)/(κ + κ')`, and its limits where one of them is a vertex.
    fn products(
        &self,
        across: &Rational,
        turning: &Rational,
        rounded: &mut Vec<Rounding>,
    ) -> Result<Rational, Misfit> {
        let contact = self.contact;
        let Some([on, against]) = &contact.curvature else {
            let message = "the contact moves, and how its outlines curve is not known".to_owned();
            let help = "give `curvature = { on, against }`, or `vertex`, or shapes with outlines";
            return Err(self.misfit("curvature", "curvature", message, help));
        };
        let [own, other] = if contact.on == Party::Body(self.body) { [on, against] } else { [against, on] };
        let mut scaled = |value: &Rational| {
            let Root { value: size, exact } = length(&self.normal);
            if !exact && !value.is_zero() {
                let why = "a curvature divided by the length of the normal, an irrational root".to_owned();
                rounded.push(Rounding { path: format!("contacts.{}.curvature", contact.id), why });
            }
            value.checked_div(&size).unwrap_or_default()
        };
        let (square, two) = (across * across, Rational::from(2));
        match (own, other) {
            (Curvature::Vertex, Curvature::Finite(other)) => Ok(scaled(other) * square),
            (Curvature::Finite(own), Curvature::Vertex) => Ok(scaled(own) * square + two * turning * across),
            (Curvature::Finite(own), Curvature::Finite(other)) => {
                let (own, other) = (scaled(own), scaled(other));
                let top = &own * &other * &square + two * &other * turning * across - turning * turning;
                let sum = own + other;
                let value = if sum.is_positive() { top.checked_div(&sum) } else { None };
                value.ok_or_else(|| self.flat())
            }
            _ => Err(self.flat()),
        }
    }

    fn flat(&self) -> Misfit {
        let message =
            "the outlines do not touch in a point: the sum of their curvatures must be positive".to_owned();
        self.misfit("curvature", "curvature", message, "give a larger curvature, or `vertex` for one of them")
    }
}
