//! From a scene with tolerances to a problem about its box, and from a corner of the box back to a scene.

use stiction_proof::robust::{About, Corner, LooseBody, LooseContact, LooseLoad, RobustProblem};
use stiction_proof::{Rational, Touch};
use stiction_scene::lower::{ConeModel, Misfit, Standing, assembly, one_body};
use stiction_scene::scene::{Party, Rounding, Scene, Spread, ToleranceSection};

/// A problem and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Loose<S: Standing> {
    /// What the proofs speak of.
    pub problem: RobustProblem<S::Touch>,
    /// For each body of the problem its index in the scene; none of a plunger, which stands for a preload.
    pub bodies: Vec<Option<usize>>,
    /// For each contact of the problem its index in the scene; none of the guides of a plunger.
    pub contacts: Vec<Option<usize>>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

fn off(spread: Option<&Spread>, value: &Rational) -> Rational {
    spread.map_or_else(Rational::zero, |spread| spread.about(value))
}

fn screw_off<S: Standing>(spread: Option<&Spread>, screw: &S::Screw) -> S::Screw {
    let mut offs = S::Screw::default();
    for (off_by, value) in offs.as_mut().iter_mut().zip(screw.as_ref()) {
        *off_by = off(spread, value);
    }
    offs
}

/// The axes of a contact: its normal, and across it the tangents.
fn axes<S: Standing>(normal: &S::Vector, across: &[S::Vector]) -> Vec<S::Vector> {
    let dot = |a: &S::Vector, b: &S::Vector| -> Rational {
        a.as_ref().iter().zip(b.as_ref()).map(|(a, b)| a * b).sum()
    };
    if let [x, y] = normal.as_ref() {
        let mut tangent = S::Vector::default();
        tangent.as_mut().clone_from_slice(&[-y, x.clone()]);
        return vec![normal.clone(), tangent];
    }
    let mut first = across.first().cloned().unwrap_or_default();
    if let Some(share) = dot(&first, normal).checked_div(&dot(normal, normal)) {
        first
            .as_mut()
            .iter_mut()
            .zip(normal.as_ref())
            .for_each(|(entry, n)| *entry = &*entry - &(n * &share));
    }
    let mut second = S::Vector::default();
    if let ([a, b, c], [x, y, z]) = (normal.as_ref(), first.as_ref()) {
        second.as_mut().clone_from_slice(&[b * z - c * y, c * x - a * z, a * y - b * x]);
    }
    vec![normal.clone(), first, second]
}

fn loose_contact<S: Standing>(
    normal: &S::Vector,
    across: &[S::Vector],
    friction: &Rational,
    own: &ToleranceSection,
) -> LooseContact<S::Touch> {
    LooseContact {
        axes: axes::<S>(normal, across),
        point: own.point.clone().unwrap_or_default(),
        normal: own.normal.clone().unwrap_or_default(),
        friction: off(own.friction.as_ref(), friction),
    }
}

/// The box of a scene, or everything that stands against asking about it.
pub fn loose<S: Standing>(scene: &Scene<S>, about: About) -> Result<Loose<S>, Vec<Misfit>> {
    let misfits = objections(scene, about);
    if !misfits.is_empty() {
        return Err(misfits);
    }
    match about {
        About::Closure => closing(scene),
        About::Stand => standing(scene),
    }
}

fn objections<S: Standing>(scene: &Scene<S>, about: About) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    let exact = scene.tolerance.as_ref().is_none_or(ToleranceSection::is_exact)
        && scene.bodies.iter().filter_map(|body| body.tolerance.as_ref()).all(ToleranceSection::is_exact)
        && scene.contacts.iter().filter_map(|one| one.tolerance.as_ref()).all(ToleranceSection::is_exact);
    if exact {
        let message = "every number of the scene is exact: nothing says by how much it may be off";
        let help = "write [tolerance] with point, normal, friction, mass, com or load";
        misfits.push(Misfit::new("no-tolerance", &["tolerance"], message, help));
    }
    for contact in scene.contacts.iter().filter(|contact| contact.gap.is_zero()) {
        let own = scene.tolerance_at(contact);
        let positive = |number: &Option<Rational>| number.as_ref().is_some_and(Rational::is_positive);
        let moves = positive(&own.point) || positive(&own.normal);
        let path = ["contacts", &contact.id, "tolerance"];
        if contact.force.is_some() && !own.is_exact() {
            let message =
                "a contact of given force whose own numbers may be off is not taken by this version";
            let help = "make it exact, tolerance = {}, and give its force as a load that may be off";
            misfits.push(Misfit::new("tolerance", &path, message, help));
        } else if contact.preload.is_some() && moves && about == About::Stand {
            let message = "a preloaded contact whose point or normal may be off is not taken by this version";
            let help = "give it a `tolerance` with friction alone";
            misfits.push(Misfit::new("tolerance", &path, message, help));
        }
    }
    for body in scene.bodies.iter().filter(|body| body.mass_matrix.is_some()) {
        if about == About::Stand && scene.tolerance_of(body).mass.is_some() {
            let path = ["bodies", &body.name, "mass_matrix"];
            let message = "a mass that may be off is not taken from a mass matrix";
            misfits.push(Misfit::new("tolerance", &path, message, "give `mass` and `inertia`"));
        }
    }
    misfits
}

fn closing<S: Standing>(scene: &Scene<S>) -> Result<Loose<S>, Vec<Misfit>> {
    let lowered = one_body(scene, ConeModel::Round)?;
    let mut assembly = lowered.problem.as_assembly(&scene.bodies[lowered.body].name);
    let mut contacts = Vec::new();
    for (contact, &index) in assembly.contacts.iter_mut().zip(&lowered.contacts) {
        let given = &scene.contacts[index];
        if given.on != Party::Body(lowered.body) {
            (contact.on, contact.against) = (None, Some(0));
        }
        // Curvatures say nothing of closure with friction.
        contact.touch = contact.touch.placed(given.point.clone(), given.normal.clone());
        contacts.push(loose_contact::<S>(
            &given.normal,
            &S::across(given),
            contact.touch.friction(),
            &scene.tolerance_at(given),
        ));
    }
    Ok(Loose {
        bodies: vec![Some(lowered.body)],
        contacts: lowered.contacts.into_iter().map(Some).collect(),
        problem: RobustProblem {
            about: About::Closure,
            assembly,
            gravity: S::Vector::default(),
            bodies: vec![exact::<S>(S::Screw::default())],
            contacts,
        },
        rounded: lowered.rounded,
    })
}

/// A body of which nothing may be off.
fn exact<S: Standing>(rest: S::Screw) -> LooseBody<S::Touch> {
    LooseBody {
        mass: Rational::zero(),
        mass_off: Rational::zero(),
        com_off: Rational::zero(),
        wrench: S::Screw::default(),
        wrench_off: S::Screw::default(),
        loads: Vec::new(),
        rest,
    }
}

fn standing<S: Standing>(scene: &Scene<S>) -> Result<Loose<S>, Vec<Misfit>> {
    let own = assembly(scene, ConeModel::Round)?;
    if own.rides {
        let message = "asked of scenes at rest; this one rides on a moving base";
        let help = "leave `trajectory` and `acceleration` out";
        return Err(vec![Misfit::new("moving", &["bodies"], message, help)]);
    }
    let mut bodies = Vec::new();
    for (place, &index) in own.bodies.iter().enumerate() {
        bodies.push(match scene.bodies.get(index) {
            Some(_) => loose_body(scene, index, &own.load[place]),
            None => exact::<S>(own.load[place].clone()),
        });
    }
    let mut contacts = Vec::new();
    for (contact, &index) in own.problem.contacts.iter().zip(&own.contacts) {
        let (_, normal) = contact.touch.place();
        let given = scene.contacts.get(index);
        let tolerance = given.map(|given| scene.tolerance_at(given)).unwrap_or_default();
        let across = given.map(S::across).unwrap_or_else(|| usual_across::<S>(normal));
        contacts.push(loose_contact::<S>(normal, &across, contact.touch.friction(), &tolerance));
    }
    Ok(Loose {
        bodies: own.bodies.iter().map(|&index| (index < scene.bodies.len()).then_some(index)).collect(),
        contacts: own.contacts.iter().map(|&index| (index < scene.contacts.len()).then_some(index)).collect(),
        problem: RobustProblem {
            about: About::Stand,
            assembly: own.problem,
            gravity: scene.gravity.clone(),
            bodies,
            contacts,
        },
        rounded: own.rounded,
    })
}

/// A direction that is not along the normal.
fn usual_across<S: Standing>(normal: &S::Vector) -> Vec<S::Vector> {
    let entries = normal.as_ref();
    let least = (0..entries.len()).min_by_key(|&k| entries[k].abs()).unwrap_or_default();
    let mut axis = S::Vector::default();
    axis.as_mut()[least] = Rational::one();
    vec![axis]
}

fn loose_body<S: Standing>(scene: &Scene<S>, index: usize, load: &S::Screw) -> LooseBody<S::Touch> {
    let body = &scene.bodies[index];
    let own = scene.tolerance_of(body);
    let (mut wrench, mut rest) = (body.wrench.clone(), load.clone());
    let subtract = |from: &mut S::Screw, part: &S::Screw| {
        from.as_mut().iter_mut().zip(part.as_ref()).for_each(|(entry, part)| *entry = &*entry - part);
    };
    let mut loads = Vec::new();
    for given in scene.acting_loads().filter(|given| given.on == index) {
        subtract(&mut wrench, &scene.load_wrench(given));
        subtract(&mut rest, &scene.load_wrench(given));
        let mut about_point = S::Screw::default();
        let turns = S::FREEDOMS - S::DIMENSION;
        for (place, entry) in about_point.as_mut().iter_mut().enumerate() {
            *entry = match place.checked_sub(turns) {
                None => given.moment.get(place).cloned().unwrap_or_default(),
                Some(axis) => given.force.as_ref()[axis].clone(),
            };
        }
        loads.push(LooseLoad {
            name: given.name.clone(),
            point: given.point.clone(),
            off: screw_off::<S>(own.load.as_ref(), &about_point),
            wrench: about_point,
        });
    }
    subtract(&mut rest, &wrench);
    let mass = match (&body.mass, &body.mass_matrix) {
        (Some(mass), _) => mass.clone(),
        (None, Some(matrix)) => matrix.last().and_then(|row| row.last()).cloned().unwrap_or_default(),
        (None, None) => Rational::zero(),
    };
    let mut weight = S::Screw::default();
    let turns = S::FREEDOMS - S::DIMENSION;
    let entries = weight.as_mut()[turns..].iter_mut().zip(scene.gravity.as_ref());
    entries.for_each(|(entry, gravity)| *entry = gravity * &mass);
    subtract(&mut rest, &weight);
    // A body on which nothing is applied has no wrench that could be off.
    let applied = wrench.as_ref().iter().any(|entry| !entry.is_zero());
    LooseBody {
        mass_off: off(own.mass.as_ref(), &mass),
        mass,
        com_off: own.com.clone().unwrap_or_default(),
        wrench_off: if applied { screw_off::<S>(own.load.as_ref(), &wrench) } else { S::Screw::default() },
        wrench,
        loads,
        rest,
    }
}

impl<S: Standing> Loose<S> {
    /// The scene at a corner of its box.
    pub fn scene_at(&self, scene: &Scene<S>, corner: &Corner<S::Touch>) -> Scene<S> {
        let mut changed = scene.clone();
        changed.tolerance = None;
        for (place, there) in corner.contacts.iter().enumerate() {
            let Some(index) = self.contacts[place] else { continue };
            let contact = &mut changed.contacts[index];
            contact.point = there.point.clone();
            contact.normal = there.normal.clone();
            if there.normal.as_ref() != self.problem.contacts[place].axes[0].as_ref() {
                // What is across the normal is across the turned one.
                contact.tangents = Vec::new();
                contact.curvature = None;
            }
            if contact.friction.sliding > there.friction
                || contact.friction.sliding == contact.friction.at_rest
            {
                contact.friction.sliding = there.friction.clone();
            }
            contact.friction.at_rest = there.friction.clone();
        }
        if self.problem.about == About::Closure {
            return changed;
        }
        let turns = S::FREEDOMS - S::DIMENSION;
        for (place, there) in corner.bodies.iter().enumerate() {
            let Some(index) = self.bodies[place] else { continue };
            let loads = &self.problem.bodies[place].loads;
            for (load, to) in loads.iter().zip(&there.loads) {
                let Some(given) = changed.loads.iter_mut().find(|given| given.name == load.name) else {
                    continue;
                };
                given.force.as_mut().clone_from_slice(&to.as_ref()[turns..]);
                given.moment = to.as_ref()[..turns].to_vec();
            }
            let body = &mut changed.bodies[index];
            body.mass = body.mass.as_ref().map(|_| there.mass.clone());
            body.com = there.com.clone();
            body.wrench = there.wrench.clone();
            let own: Vec<_> = changed.acting_loads().filter(|load| load.on == index).cloned().collect();
            for load in own {
                let wrench = changed.load_wrench(&load);
                let sum = changed.bodies[index].wrench.as_mut().iter_mut().zip(wrench.as_ref());
                sum.for_each(|(entry, part)| *entry += part);
            }
        }
        changed
    }
}
