//! The keys of `place`.

use super::PlaceAnswer;
use stiction::ask::place::Placement;
use stiction_proof::{PlanarContact, Rational, Verified};
use stiction_verify::place::{Alternative, End, Exact, Interval, PlaceKeys, PlacedContact, intervals};

fn doubles(pair: &[Rational; 2]) -> [f64; 2] {
    pair.each_ref().map(Rational::to_f64)
}

fn told(placement: &Placement) -> Vec<PlacedContact> {
    let one = |(contact, edge): (&PlanarContact, &usize)| {
        let normal = doubles(&contact.normal);
        let long = normal[0].hypot(normal[1]);
        PlacedContact {
            id: contact.id.clone(),
            point: doubles(&contact.point),
            normal: normal.map(|entry| entry / long),
            friction: contact.friction.to_f64(),
            edge: *edge,
        }
    };
    placement.contacts.iter().zip(&placement.edges).map(one).collect()
}

pub(super) fn keys(answer: &PlaceAnswer) -> PlaceKeys {
    let place = &answer.place;
    let (best, others) = match &place.found[..] {
        [best, others @ ..] => (Some(best), others),
        [] => (None, &[][..]),
    };
    let along = answer.along();
    let found = along.as_ref().map(|along| intervals(&place.problem, along));
    let end = |end: &End<Rational>| End { point: doubles(&end.point), open: end.open };
    let interval = |(edge, ends): &(usize, [End<Rational>; 2])| Interval {
        edge: *edge,
        from: end(&ends[0]),
        to: end(&ends[1]),
    };
    let bound = place.bound();
    PlaceKeys {
        contacts: best.map(told).unwrap_or_default(),
        quality: best.map(|best| best.quality),
        proof: best.map(|best| best.closed.proof().clone()),
        alternatives: others
            .iter()
            .map(|one| Alternative {
                contacts: told(one),
                quality: one.quality,
                proof: one.closed.proof().clone(),
            })
            .collect(),
        bound: bound.as_ref().map(Rational::to_f64),
        bound_proof: place.bound.as_ref().map(Verified::proof).cloned(),
        places: found.as_ref().map(|found| found.iter().map(interval).collect()),
        along,
        problem: place.problem.clone(),
        exact: Exact {
            contacts: best.map(|best| best.contacts.clone()).unwrap_or_default(),
            alternatives: others.iter().map(|one| one.contacts.clone()).collect(),
            bound,
            places: found.map(|found| found.into_iter().map(|(_, ends)| ends).collect()),
        },
        reasons: answer.reasons(),
    }
}
