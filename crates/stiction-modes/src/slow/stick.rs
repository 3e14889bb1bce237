//! The stick on two fingers in time, in closed form; the equations are those of [`MeterStick`].
//!
//! References: \[MR Example 12.10\], \[MR Exercise 12.29\].

use stiction_geometry::screw::Planar;
use stiction_proof::slow::{MeterStick, StickEnd, StickMode, StickPhase, StickReason, StickRun, StickState};
use stiction_proof::{Rational, Refusal, Verified};
use stiction_scene::scene::{Body, Contact, Friction, Party, Role, Scene};

/// Phases that are listed where they never end.
pub const MOST_PHASES: usize = 64;

/// Where they never end, none is listed that begins with the fingers closer than this part of their first distance.
const RESOLUTION: (i64, u64) = (1, 1_000_000);

/// What happens in time, accepted by its checker.
///
/// # Errors
/// The checker refuses it: a stick with impossible numbers, or a defect of this library.
pub fn stick_run(stick: &MeterStick) -> Result<Verified<StickRun>, Refusal> {
    let start = stick.start.clone();
    if start.distances().iter().any(Rational::is_negative) {
        let end = StickEnd { reason: StickReason::Fall, t: Rational::zero(), state: start };
        return stick.check(StickRun { phases: Vec::new(), endless: false, end });
    }
    let [_, ratio] = ratios(stick).ok_or(Refusal::Stick("the stick is malformed"))?;
    let least = &start.gap() * &Rational::new(RESOLUTION.0, RESOLUTION.1);
    let mut phase = StickPhase { t: Rational::zero(), mode: stick.first(&start)[0], state: start.clone() };
    let mut run = StickRun { phases: Vec::new(), endless: false, end: ending(stick)? };
    loop {
        let next = after(stick, &phase, &ratio)?;
        run.phases.push(phase);
        let Some(next) = next else { break };
        if ratio != Rational::one() && (run.phases.len() >= MOST_PHASES || next.state.gap() < least) {
            run.endless = true;
            break;
        }
        phase = next;
    }
    stick.check(run)
}

/// Metres a second, and μk/μs.
fn ratios(stick: &MeterStick) -> Option<[Rational; 2]> {
    Some([Rational::one().checked_div(&stick.speed)?, stick.sliding.checked_div(&stick.at_rest)?])
}

/// The fingers meet where the left one is.
fn ending(stick: &MeterStick) -> Result<StickEnd, Refusal> {
    let t = stick.start.gap().checked_div(&stick.speed).ok_or(Refusal::Stick("nothing is driven"))?;
    let left = &stick.start.left;
    let state = StickState { left: left.clone(), right: left.clone(), com: left.clone() };
    Ok(StickEnd { reason: StickReason::Touch, t, state })
}

/// The phase that follows; none where the fingers meet first.
fn after(stick: &MeterStick, phase: &StickPhase, ratio: &Rational) -> Result<Option<StickPhase>, Refusal> {
    let [a, b] = phase.state.distances();
    let StickState { left, right, com } = phase.state.clone();
    // The finger that sticks reaches its limit where the other's distance is ρ times its own.
    let (way, com, follows) = match phase.mode {
        StickMode::Both => return Ok(None),
        StickMode::Left => {
            let way = &a - &(ratio * &b);
            (way.clone(), com - way, StickMode::Right)
        }
        StickMode::Right => (&b - &(ratio * &a), com, StickMode::Left),
    };
    let lasts = way.checked_div(&stick.speed).ok_or(Refusal::Stick("nothing is driven"))?;
    let state = StickState { left, right: right - way, com };
    if state.gap().is_zero() {
        return Ok(None);
    }
    let mode = if *ratio == Rational::one() { StickMode::Both } else { follows };
    Ok(Some(StickPhase { t: &phase.t + &lasts, mode, state }))
}

/// The stick as a scene: weight one, the left finger the ground, the right one driven.
pub fn stick_scene(stick: &MeterStick) -> Scene<Planar> {
    let StickState { left, right, com } = &stick.start;
    let along = |x: &Rational| [x.clone(), Rational::zero()];
    let friction = Friction { at_rest: stick.at_rest.clone(), sliding: stick.sliding.clone() };
    let mut finger = Body::<Planar>::new("finger").with_com(along(right)).with_role(Role::Driven);
    finger.twist = [Rational::zero(), -stick.speed.clone(), Rational::zero()];
    let contact = |id: &str, x: &Rational, against: Party| {
        let mut contact = Contact::planar(Party::Body(0), along(x), [0, 1]).with_against(against);
        (contact.id, contact.friction) = (id.to_owned(), friction.clone());
        contact
    };
    let mut scene = Scene::<Planar>::new()
        .with_body(Body::new("stick").with_com(along(com)).with_mass(1))
        .with_body(finger)
        .with_contact(contact("left", left, Party::Ground))
        .with_contact(contact("right", right, Party::Body(1)));
    scene.gravity = [Rational::zero(), Rational::from(-1)];
    scene
}
