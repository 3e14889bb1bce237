//! A contact of a planar part that may move: its slip, and what velocities add to the rates there, equation
//! (1) of the [lowering](super::lower).

use stiction_exact::root::Root;
use stiction_exact::vector::{dot, minus, quarter_turn};
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_proof::wrenches::{PartContact, Slip};
use stiction_scene::lower::bodies::zero_direction;
use stiction_scene::lower::{Misfit, inward, length};
use stiction_scene::scene::{Body, Contact, Curvature, GROUND, Party, Role, Rounding, Scene};

/// Position, velocity and acceleration of a body's point, and its rate of turning; for the part itself
/// without its unknown acceleration.
struct PointMotion {
    rate: Rational,
    velocity: [Rational; 2],
    acceleration: [Rational; 2],
}

impl PointMotion {
    fn still() -> Self {
        Self { rate: Rational::zero(), velocity: Default::default(), acceleration: Default::default() }
    }

    fn of(body: &Body<Planar>, point: &[Rational; 2]) -> Self {
        let lever = minus(point, &body.com);
        let around = quarter_turn(&lever);
        let [rate, vx, vy] = body.twist.clone();
        let [alpha, ax, ay] = body.acceleration.clone().unwrap_or_default();
        let square = &rate * &rate;
        let velocity = [vx + &rate * &around[0], vy + &rate * &around[1]];
        let acceleration =
            [ax + &alpha * &around[0] - &square * &lever[0], ay + &alpha * &around[1] - &square * &lever[1]];
        Self { rate, velocity, acceleration }
    }
}

/// A contact of a body that may move.
pub(super) struct Moving<'a> {
    scene: &'a Scene<Planar>,
    body: usize,
    contact: &'a Contact<Planar>,
    normal: [Rational; 2],
}

impl<'a> Moving<'a> {
    /// The contact with its normal into the body.
    pub(super) fn new(scene: &'a Scene<Planar>, body: usize, contact: &'a Contact<Planar>) -> Self {
        let normal = inward(contact, body).unwrap_or_else(|| contact.normal.clone());
        Self { scene, body, contact, normal }
    }

    fn misfit(&self, code: &'static str, key: &str, message: String, help: &str) -> Misfit {
        Misfit::new(code, &["contacts", &self.contact.id, key], message, help)
    }

    /// The contact as the proofs have it.
    pub(super) fn contact(
        &self,
        least: Option<&Rational>,
        rounded: &mut Vec<Rounding>,
    ) -> Result<PartContact, Misfit> {
        let contact = self.contact;
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
        let velocity = minus(&own.velocity, &other.velocity);
        let relative = minus(&own.acceleration, &other.acceleration);
        let tangent = quarter_turn(&self.normal);
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
            value.checked_div(&size).ok_or_else(|| zero_direction(&contact.id))
        };
        let (square, two) = (across * across, Rational::from(2));
        match (own, other) {
            (Curvature::Vertex, Curvature::Finite(other)) => Ok(scaled(other)? * square),
            (Curvature::Finite(own), Curvature::Vertex) => Ok(scaled(own)? * square + two * turning * across),
            (Curvature::Finite(own), Curvature::Finite(other)) => {
                let (own, other) = (scaled(own)?, scaled(other)?);
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
