//! The laws at a contact of the plane.

use super::{AtContact, AtRest, Inertia, Refereed};
use crate::ask::lower::length;
use crate::screw::Planar;
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, ContactLaw, ForceState, Motion, OutcomeProblem,
    PlanarContact, Rational, Situation,
};

impl Refereed<3, 2> for OutcomeProblem {
    type World = Planar;

    fn free_named(&self) -> Vec<(usize, &str)> {
        self.free().into_iter().map(|body| (body, self.bodies[body].name.as_str())).collect()
    }

    fn contact_names(&self) -> Vec<&str> {
        self.contacts.iter().map(|contact| contact.id.as_str()).collect()
    }

    fn force_of(&self, contact: usize, newtons: &[Rational; 2]) -> [Rational; 2] {
        let length = length(&self.contacts[contact].normal).value;
        newtons.each_ref().map(|part| part.checked_div(&length).unwrap_or_default())
    }

    fn controlled(&self, contact: usize) -> [Rational; 2] {
        match &self.contacts[contact].force {
            ForceState::Given(force) => force.clone(),
            _ => Default::default(),
        }
    }

    fn inertia(&self, body: usize) -> Inertia<'_, 3> {
        match &self.bodies[body].motion {
            Motion::Free { mass, freedoms, .. } => Ok((mass, freedoms)),
            Motion::Given { acceleration } => Err(acceleration),
        }
    }

    fn left(
        &self,
        body: usize,
        acceleration: &[Rational; 3],
        forces: &[[Rational; 2]],
    ) -> Option<[Rational; 3]> {
        self.residual(body, acceleration, forces)
    }

    fn judge_contact(
        &self,
        index: usize,
        accelerations: &[[Rational; 3]],
        force: &[Rational; 2],
        still: f64,
    ) -> AtContact {
        let contact = &self.contacts[index];
        let situation = self.situation(contact);
        let length = length(&contact.normal).value.to_f64();
        let rates = self.rates(contact, accelerations);
        let [along, across] = force;
        let [at_rest, sliding] = &contact.friction;
        let slip = match (&situation, &rates) {
            (Ok(Situation::SlidesLeft), _) => 1.0,
            (Ok(Situation::SlidesRight), _) => -1.0,
            (Ok(Situation::AtRest), Some([_, tangent])) => {
                let slip = tangent.to_f64() / length;
                if slip.abs() > still { slip } else { 0.0 }
            }
            _ => 0.0,
        };
        let friction = if matches!(situation, Ok(Situation::AtRest)) { at_rest } else { sliding };
        let ratio = across.abs().checked_div(&(friction * along)).filter(|_| along.is_positive());
        let rubs = across.to_f64();
        AtContact {
            coulomb: off(self, index, accelerations, force).to_f64() * length,
            contact: parting(&situation, rates.map(|[normal, _]| normal), along, length),
            normal: along.to_f64() * length,
            ratio: ratio.map(|ratio| ratio.to_f64()),
            angle: (slip * rubs != 0.0).then_some(if slip * rubs < 0.0 { 0.0 } else { 180.0 }),
        }
    }

    fn with_velocities(&self, velocities: &[(usize, [Rational; 3])]) -> Self {
        let mut moved = self.clone();
        velocities.iter().for_each(|(body, twist)| moved.bodies[*body].twist = twist.clone());
        moved
    }

    fn drift(&self, there: &Self, index: usize) -> f64 {
        let contact = &self.contacts[index];
        let length = length(&contact.normal).value.to_f64();
        let pairs = self.velocity(contact).into_iter().zip(there.velocity(contact));
        pairs
            .map(|(here, there)| (here - there).to_f64() / length)
            .map(|part| part * part)
            .sum::<f64>()
            .sqrt()
    }

    fn at_rest(&self) -> AtRest<Planar> {
        let free = self.free();
        let place = |body: Option<usize>| free.iter().position(|&other| Some(other) == body);
        let touching = self.contacts.iter().filter(|contact| contact.force == ForceState::Touching);
        let contacts = touching.filter_map(|contact| {
            let (on, against) = (place(contact.on), place(contact.against));
            let friction = contact.friction[0].clone();
            let touch =
                PlanarContact::new(&contact.id, contact.point.clone(), contact.normal.clone(), friction);
            (on.is_some() || against.is_some()).then_some(AssemblyContact { on, against, touch })
        });
        let body = |&index: &usize| {
            let body = &self.bodies[index];
            let all = [true; 3];
            let freedoms = self.inertia(index).map_or(&all, |(_, freedoms)| freedoms);
            AssemblyBody {
                name: body.name.clone(),
                reference: body.com.clone(),
                freedoms: (*freedoms != all).then(|| freedoms.to_vec()),
            }
        };
        let problem =
            AssemblyProblem { bodies: free.iter().map(body).collect(), contacts: contacts.collect() };
        (problem, free.iter().map(|&body| self.acting(body)).collect())
    }
}

/// (2), as a multiple of the normal.
fn off(
    problem: &OutcomeProblem,
    index: usize,
    accelerations: &[[Rational; 3]],
    force: &[Rational; 2],
) -> Rational {
    let contact = &problem.contacts[index];
    let [along, across] = force;
    let [at_rest, sliding] = &contact.friction;
    let pulls = if along.is_negative() { -along } else { Rational::zero() };
    let over = |part: Rational| if part.is_negative() { Rational::zero() } else { part };
    let edge = |sign: i64| (across - Rational::from(sign) * sliding * along).abs();
    let off = match (problem.situation(contact), &contact.force) {
        (Ok(Situation::SlidesLeft), _) => edge(-1),
        (Ok(Situation::SlidesRight), _) => edge(1),
        (Ok(Situation::AtRest), _) => {
            let slip = problem.rates(contact, accelerations).map(|[_, tangent]| tangent).unwrap_or_default();
            let outside = over(across.abs() - at_rest * along);
            // Lawful sliding has its kinetic edge; lawful sticking any force of its cone, and no slip.
            let begins = if slip.is_positive() { edge(-1) } else { edge(1) };
            begins.min(outside.max(slip.abs()))
        }
        // A controlled contact pushes as it is told to.
        (_, ForceState::Given([told, aside])) => (along - told).abs() + (across - aside).abs(),
        _ => along.abs() + across.abs(),
    };
    pulls.max(off)
}

/// (3) and (4).
fn parting<E>(
    situation: &Result<Situation, E>,
    normal: Option<Rational>,
    along: &Rational,
    length: f64,
) -> f64 {
    let engaged = matches!(situation, Ok(Situation::AtRest | Situation::SlidesLeft | Situation::SlidesRight));
    let Some(normal) = normal.filter(|_| engaged) else { return 0.0 };
    let (opening, pushing) = (normal.to_f64() / length, along.to_f64() * length);
    if opening < 0.0 { -opening } else { opening.min(pushing.max(0.0)) }
}
