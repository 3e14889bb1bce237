//! What a pile spares: the largest push that it stands, and the least friction, each between two ends that a program
//! of its own must find on either side of the truth.

use super::oracle::carries;
use super::pile::{Cone, Pile, Vector};
use crate::Dice;
use stiction::ask::stand::assembly::{LeastFriction, Most, Searched, least_friction, most_load};
use stiction::ask::{Extent, Threshold};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{Answer, AssemblyProblem, Rational};

/// What is wrong with the measures of a pile with edges; one of several bodies is asked, as it takes longest.
pub(super) fn defect(pile: &Pile, told: Answer, dice: &mut Dice) -> Option<String> {
    let body = dice.below(pile.bodies.len());
    let push = along_x(pile, body);
    match pile.cone {
        Cone::Round => None,
        Cone::Plane => {
            let (problem, load) = pile.in_plane();
            let mut further = problem.no_load();
            further[body][1] = push[0].clone();
            measured::<Planar>((&problem, &load, &further), pile, told, (body, &push))
        }
        Cone::Pyramid => {
            let (problem, load) = pile.in_space();
            let mut further = problem.no_load();
            further[body][3] = push[0].clone();
            measured::<Spatial>((&problem, &load, &further), pile, told, (body, &push))
        }
    }
}

/// A push sideways that is as large as the body's weight.
fn along_x(pile: &Pile, body: usize) -> Vector {
    let size = pile.bodies[body].weight.iter().map(Rational::abs).max().filter(Rational::is_positive);
    [size.unwrap_or(Rational::one()), Rational::zero(), Rational::zero()]
}

type Asked<'a, S> = (
    &'a AssemblyProblem<<S as stiction::ask::lower::Standing>::Touch>,
    &'a [<S as stiction::screw::Space>::Screw],
    &'a [<S as stiction::screw::Space>::Screw],
);

fn measured<S: Searched>(
    (problem, load, further): Asked<'_, S>,
    pile: &Pile,
    told: Answer,
    (body, push): (usize, &Vector),
) -> Option<String> {
    let refused = |what: &str, why: String| Some(format!("{what} is refused: {why}"));
    let most = match most_load::<S>(problem, load, further) {
        Ok(most) => most,
        Err(why) => return refused("the largest push", why.to_string()),
    };
    let stands = |times: &Rational| {
        let pushed = pile.pushed(body, push, times);
        carries(&pushed, &pushed.edges())
    };
    if let Some(why) = wrong_push::<S>(&most, told, stands) {
        return Some(why);
    }
    let least = match least_friction::<S>(problem, load) {
        Ok(least) => least,
        Err(why) => return refused("the least friction", why.to_string()),
    };
    let stands = |factor: &Rational| {
        let rubbing = pile.rubbing(factor);
        carries(&rubbing, &rubbing.edges())
    };
    wrong_friction::<S>(&least, stands)
}

/// A little more than a number.
fn above(number: &Rational) -> Rational {
    number + number.abs().max(Rational::one()) * Rational::new(1, 1_000_000)
}

fn wrong_push<S: Searched>(
    most: &Most<S>,
    told: Answer,
    stands: impl Fn(&Rational) -> bool,
) -> Option<String> {
    match most {
        Extent::Between(ends) => {
            let (lower, upper) = (&ends.lower.0, &ends.upper.0);
            let wrong = if !stands(lower) {
                "falls at the lower end"
            } else if stands(&above(upper)) {
                "stands beyond the upper end"
            } else {
                return None;
            };
            Some(format!("the largest push, {lower} to {upper}: {wrong}"))
        }
        Extent::Unlimited(_) => {
            let falls = [1, 1000].map(Rational::from).into_iter().find(|times| !stands(times));
            falls.map(|times| format!("any push is said to be borne, and {times} is not"))
        }
        Extent::Absent => (told != Answer::No).then(|| format!("{told}, and falls without a push")),
        Extent::Undecided => None,
    }
}

fn wrong_friction<S: Searched>(
    least: &LeastFriction<S>,
    stands: impl Fn(&Rational) -> bool,
) -> Option<String> {
    match least {
        Threshold::Between(ends) => {
            let (lower, upper) = (&ends.lower.0, &ends.upper.0);
            let below = lower * Rational::new(999_999, 1_000_000);
            let wrong = if lower.is_positive() && stands(&below) {
                "stands below the lower end"
            } else if !stands(&above(upper)) {
                "falls beyond the upper end"
            } else {
                return None;
            };
            Some(format!("the least friction, {lower} to {upper}: {wrong}"))
        }
        Threshold::None(_) => {
            (!stands(&Rational::zero())).then(|| "it needs friction, and is said to need none".to_owned())
        }
        Threshold::Never(_) => {
            let helps = stands(&Rational::from(1000));
            helps.then(|| "friction helps, and is said not to".to_owned())
        }
        Threshold::Undecided => None,
    }
}
