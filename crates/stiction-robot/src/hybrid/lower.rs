//! From a scene to the two bodies and their contact: robots, bodies of the scene, the ground.
//!
//! The wrist is \[Featherstone Fig. 3\].

use super::arm::{Arm, dynamics};
use super::basis::any_solutions;
use super::bodies::{BodyAtPoint, side};
use super::interface::{
    Interface, ROUNDED_INPUT, by_matrices, commanded, force_basis_fault, freedom_fault, ranked,
};
use super::ranks::settled;
use super::spatial::Triple;
use super::touch::{Curvatures, ROUNDED_SPEED, Touch, touch};
use stiction_exact::matrix::{dot, kernel_by_size, solve};
use stiction_geometry::robot::ResponseParts;
use stiction_geometry::screw::Spatial;
use stiction_geometry::shape::Solid;
use stiction_proof::{Columns, HybridProblem, Rational};
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{
    Contact, Curvature, ENVIRONMENT, HybridSection, Party, ROBOT, RobotSection, Role, Rounding, Scene, Wrist,
};

/// The interface of a scene in space.
pub fn interface(scene: &Scene<Spatial>) -> Result<Interface, Vec<Misfit>> {
    let Some(section) = &scene.hybrid else {
        let message = "`hybrid` is asked of a robot's contact, and the scene has no section [hybrid]";
        let help = "give [hybrid], by matrices or by the bodies that touch";
        return Err(vec![Misfit::new("missing-key", &["hybrid"], message, help)]);
    };
    if section.is_by_matrices() { by_matrices(section) } else { by_bodies(scene, section) }
}

/// Who touches whom, where.
struct Meeting<'s> {
    robot: Party,
    environment: Party,
    contacts: Vec<&'s Contact<Spatial>>,
    point: Triple,
}

fn by_bodies(scene: &Scene<Spatial>, section: &HybridSection) -> Result<Interface, Vec<Misfit>> {
    let meeting = meeting(scene, section)?;
    let mut rounded = scene.rounded.clone();
    let mut misfits = Vec::new();
    let mut own = None;
    let robot = match robot_of(scene, section, meeting.robot) {
        Some(given) => held(given, scene, &["robot"], &meeting.point, &mut rounded).map(|(side, parts)| {
            own = Some(parts);
            side
        }),
        None => side(scene, meeting.robot, &meeting.point, None),
    };
    let support = section.run.as_ref().and_then(|run| run.support.as_ref());
    let mut other = None;
    let environment = match &section.environment_robot {
        Some(given) => {
            let path = ["hybrid", "environment"];
            held(given, scene, &path, &meeting.point, &mut rounded).map(|(side, parts)| {
                other = Some(parts);
                side
            })
        }
        None => side(scene, meeting.environment, &meeting.point, support),
    };
    let mut keep = |side: Result<BodyAtPoint, Vec<Misfit>>| side.map_err(|more| misfits.extend(more)).ok();
    let (robot, environment) = (keep(robot), keep(environment));
    let (Some(mut robot), Some(mut environment)) = (robot, environment) else { return Err(misfits) };
    let (curvatures, mut warnings) = curvatures(scene, section, &meeting, robot.twist != environment.twist)?;
    let touched =
        touch(&meeting.contacts, meeting.robot, &meeting.point, [&robot, &environment], &curvatures)?;
    if support.is_some() {
        warnings.extend(supported(scene, meeting.environment));
    }
    let mut weakest = None;
    match &own {
        Some(parts) if section.rank.is_none() => {
            weakest = settle(&mut robot, parts, &touched, "robot", &mut rounded);
        }
        _ => robot.dynamics = ranked(&robot.dynamics, section.rank, &mut rounded, &mut misfits),
    }
    if let Some(parts) = &other {
        settle(&mut environment, parts, &touched, "hybrid.environment", &mut rounded);
    }
    freedom_fault(&touched.freedoms, &mut misfits);
    let wanted = section.force_basis.as_ref();
    misfits.extend(wanted.and_then(|basis| force_basis_fault(&touched.freedoms, basis)));
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let mut problem = HybridProblem {
        robot: robot.dynamics,
        environment: environment.dynamics,
        freedoms: touched.freedoms,
        freedom_rate: touched.rate,
        command: None,
    };
    if own.is_some() || other.is_some() {
        rounded.extend(agree_where_unfelt(&mut problem));
    }
    let interface = Interface {
        problem,
        wanted: Some(section.force_basis.clone().unwrap_or(touched.forces)),
        parties: [meeting.robot, meeting.environment].map(|party| scene.party_name(party).to_owned()),
        point: Some(meeting.point.to_vec()),
        rows: touched.rows,
        rounded,
        weakest,
        warnings,
    };
    commanded(interface, section)
}

/// The curvatures that are given; else those of the shapes, where they are known; else a tip on a flat, which is told
/// where it matters.
fn curvatures(
    scene: &Scene<Spatial>,
    section: &HybridSection,
    meeting: &Meeting<'_>,
    moves: bool,
) -> Result<(Curvatures, Vec<String>), Vec<Misfit>> {
    if let Some(given) = &section.curvature {
        return Ok((given.clone(), Vec::new()));
    }
    let mut found = Vec::new();
    for party in [meeting.robot, meeting.environment] {
        found.push(match scene.body_of(party).and_then(|body| body.shape.as_ref()) {
            None | Some(Solid::Mesh(_)) => None,
            Some(Solid::Polyhedron(_) | Solid::HalfSpace { .. }) => Some(Curvature::Finite(Rational::zero())),
            Some(Solid::Sphere { radius, .. }) => radius.recip().map(Curvature::Finite),
            Some(Solid::Cylinder { .. }) if moves => {
                let name = scene.party_name(party);
                let message =
                    format!("the bodies move on each other, and \"{name}\" is bent differently in different directions");
                let help = "give `curvature = { robot, environment }`, of the direction in which it slides";
                return Err(vec![Misfit::new("curvature", &["hybrid", "curvature"], message, help)]);
            }
            Some(Solid::Cylinder { .. }) => None,
        });
    }
    let (own, other) = (found.remove(0), found.remove(0));
    let mut warnings = Vec::new();
    if moves && (own.is_none() || other.is_none()) {
        let what = match (&own, &other) {
            (None, None) => "a tip on a flat",
            (None, Some(_)) => "the robot's surface a tip",
            _ => "the environment's surface a flat",
        };
        warnings.push(format!(
            "the bodies move on each other without `curvature`: {what} is assumed, on which the accelerations depend"
        ));
    }
    let flat = || Curvature::Finite(Rational::zero());
    Ok(([own.unwrap_or(Curvature::Vertex), other.unwrap_or_else(flat)], warnings))
}

/// What springs under a body mean for it.
fn supported(scene: &Scene<Spatial>, party: Party) -> Option<String> {
    let name = scene.party_name(party);
    let yields = scene.body_of(party).is_some_and(|body| party != Party::Ground && body.role == Role::Free);
    Some(if yields {
        format!("the springs of `support` carry the weight of \"{name}\" where the scene puts it")
    } else {
        format!("`support` holds nothing: \"{name}\" does not yield")
    })
}

/// Takes a robot at the motions and forces that it has at the contact; the smallest pivot that counts.
fn settle(
    side: &mut BodyAtPoint,
    parts: &ResponseParts,
    touched: &Touch,
    path: &str,
    rounded: &mut Vec<Rounding>,
) -> Option<f64> {
    let found = settled(&parts.columns, &touched.freedoms, &touched.forces)?;
    side.dynamics = dynamics(parts, &found.columns)?;
    if found.moved > 0.0 {
        let why = format!(
            "its columns depend on each other but for rounding, and are taken as dependent: moved by {:.1e} of their length",
            found.moved
        );
        rounded.push(Rounding { path: path.to_owned(), why });
    }
    Some(found.weakest)
}

/// Along wrenches that neither body feels the accelerations must agree: what doubles leave there is given to `Ṡᶜα`,
/// where it is rounding.
fn agree_where_unfelt(problem: &mut HybridProblem) -> Option<Rounding> {
    let felt: Columns =
        [&problem.robot.inverse_inertia, &problem.environment.inverse_inertia, &problem.freedoms]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
    let unfelt = kernel_by_size(&felt, problem.size());
    let (own, other, rate) = (&problem.robot.bias, &problem.environment.bias, &problem.freedom_rate);
    let apart: Vec<Rational> = (0..problem.size()).map(|k| &own[k] - &other[k] - &rate[k]).collect();
    let left: Vec<Rational> = unfelt.iter().map(|wrench| dot(wrench, &apart)).collect();
    let size = |list: &[Rational], wrench: &[Rational]| -> f64 {
        list.iter().zip(wrench).map(|(a, b)| (a * b).abs().to_f64()).sum()
    };
    // Velocities are taken as keeping the contact up to ROUNDED_SPEED of their size; so are the accelerations that
    // they make.
    let rounding = |wrench: &Vec<Rational>| {
        ROUNDED_INPUT * (size(own, wrench) + size(other, wrench)) + ROUNDED_SPEED * size(rate, wrench)
    };
    let is_rounding = |(wrench, left): (&Vec<Rational>, &Rational)| left.abs().to_f64() <= rounding(wrench);
    if left.iter().all(Rational::is_zero) || !unfelt.iter().zip(&left).all(is_rounding) {
        return None;
    }
    let given = any_solutions(&unfelt, &[left], problem.size())?.pop()?;
    problem.freedom_rate.iter_mut().zip(&given).for_each(|(rate, more)| *rate += more);
    let most = given.iter().fold(0.0, |most: f64, entry| most.max(entry.abs().to_f64()));
    let why = format!("accelerations that nothing resists agree but for rounding: {most:.1e} is taken away");
    Some(Rounding { path: "hybrid".to_owned(), why })
}

/// The robot that a party is, if it is one.
pub(super) fn robot_of<'s>(
    scene: &'s Scene<Spatial>,
    section: &HybridSection,
    party: Party,
) -> Option<&'s RobotSection> {
    let by_name = scene.party_name(party) == ROBOT && section.wrist.is_none();
    scene.robot.as_ref().filter(|_| by_name)
}

fn held(
    given: &RobotSection,
    scene: &Scene<Spatial>,
    path: &[&str],
    point: &Triple,
    rounded: &mut Vec<Rounding>,
) -> Result<(BodyAtPoint, ResponseParts), Vec<Misfit>> {
    let gravity = scene.gravity.each_ref().map(Rational::to_f64);
    let found = Arm::new(given, gravity, path)?;
    let side = found.side(point, path)?;
    let why = "the dynamics of a robot are doubles".to_owned();
    rounded.push(Rounding { path: path.join("."), why });
    Ok(side)
}

/// The robot of a scene in its state.
pub fn arm(scene: &Scene<Spatial>) -> Result<Option<Arm>, Vec<Misfit>> {
    let gravity = scene.gravity.each_ref().map(Rational::to_f64);
    scene.robot.as_ref().map(|given| Arm::new(given, gravity, &["robot"])).transpose()
}

fn meeting<'s>(scene: &'s Scene<Spatial>, section: &HybridSection) -> Result<Meeting<'s>, Vec<Misfit>> {
    let one = |code, path: &[&str], message: String, help: &str| {
        Err(vec![Misfit::new(code, path, message, help.to_owned())])
    };
    let Some(robot) = section.robot_body.or_else(|| scene.party(ROBOT)) else {
        return one(
            "no-robot",
            &["hybrid", "robot"],
            "no robot is given".to_owned(),
            "give [robot], or name the robot's body in `robot`, or give the contact by matrices",
        );
    };
    let touching = scene.touching(robot);
    let other = |contact: &Contact<Spatial>| if contact.on == robot { contact.against } else { contact.on };
    let named = match &section.environment_robot {
        Some(_) => scene.party(ENVIRONMENT),
        None => section.environment_body,
    };
    let Some(environment) = named.or_else(|| touching.first().map(|contact| other(contact))) else {
        let name = scene.party_name(robot);
        let message = format!("nothing touches \"{name}\"");
        return one("no-contact", &["contacts"], message, "list the contacts between it and what it touches");
    };
    let contacts: Vec<_> = touching.iter().copied().filter(|contact| other(contact) == environment).collect();
    if let Some(third) = touching.iter().find(|contact| other(contact) != environment) {
        let message = format!(
            "\"{}\" touches \"{}\" as well as \"{}\"",
            scene.party_name(robot),
            scene.party_name(other(third)),
            scene.party_name(environment)
        );
        let help = "the robot's body touches one other body; name it in `environment` and leave the other contacts out";
        return one("contacts", &["contacts", &third.id], message, help);
    }
    let given = section.point.as_ref().and_then(|point| <Triple>::try_from(point.clone()).ok());
    let Some(point) = given.or_else(|| contacts.first().map(|contact| contact.point.clone())) else {
        let message = format!("nothing of \"{}\" touches", scene.party_name(environment));
        return one("no-contact", &["contacts"], message, "list the contacts between it and the robot");
    };
    Ok(Meeting { robot, environment, contacts, point })
}

/// By how much the end of an arm must lead the body that touches for a spring and damper to carry a force: `K⁻¹(f − D
/// v)`, with `v` the velocity of the arm's end less the body's.
pub fn deflection(wrist: &Wrist, force: &[Rational], velocity: &[Rational]) -> Option<Vec<Rational>> {
    let dot = |row: &Vec<Rational>| -> Rational { row.iter().zip(velocity).map(|(a, b)| a * b).sum() };
    let rest: Vec<Rational> =
        force.iter().zip(&wrist.damping).map(|(force, row)| force - &dot(row)).collect();
    let rights: Columns = vec![rest];
    solve(&wrist.stiffness, &rights)?.pop()
}
