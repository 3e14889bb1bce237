//! What happens to one group of bodies: the modes of its contacts, and why there is no other.

use super::rest::{Supported, resting};
use super::{OutcomesFault, determined};
use crate::alternatives::{Complete, Enumeration, SearchOptions, Unfinished, search, solutions_of};
use dashu_int::IBig;
use stiction_exact::work;
use stiction_proof::choice::{Entry, Objection, Partial};
use stiction_proof::{Group, OutcomeRows, Rational, Refusal, SolvedMode};
use stiction_scene::Refused;

/// Dimensions of a mode's set beyond which its corners are not listed.
const MOST_FREEDOMS: usize = 4;
/// Multiples up to which it is found out how many dimensions the forces of a group at rest have.
const FEW_EDGES: usize = 24;

/// All modes of a group.
pub(super) struct Part {
    /// The modes with solutions.
    pub(super) held: Vec<(Partial, SolvedMode)>,
    /// Partial modes without, by these multipliers.
    pub(super) excluded: Vec<(Partial, Vec<IBig>)>,
    /// The rows that the choices at each contact name, in order; and the row of the law.
    pub(super) rows: Vec<Vec<usize>>,
    pub(super) law: Option<usize>,
    /// All rows, in the integers that multipliers are about.
    pub(super) integers: Vec<Vec<IBig>>,
    /// Partial modes that were looked at.
    pub(super) looked_at: usize,
    /// Why there may be more modes.
    pub(super) unfinished: Option<Unfinished>,
}

/// A group without the contacts that lie between two others.
pub(super) fn leading<const A: usize, const F: usize>(laid: &OutcomeRows<A, F>, group: &Group) -> Group {
    let contacts = group.contacts.iter().copied().filter(|&contact| laid.between[contact].is_none());
    Group { contacts: contacts.collect(), ..group.clone() }
}

/// Finds everything that can happen to the one group of a problem, which is the whole or one of several.
pub(super) fn found<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
    alone: bool,
    effort: usize,
) -> Result<Part, OutcomesFault> {
    let laid = problem.laid().map_err(OutcomesFault::Problem)?;
    let law = laid.groups.first().and_then(|group| group.law);
    let (found, mut unfinished) = match rests(problem, &laid) {
        Some(found) => (found, None),
        None => search(&laid.choices, SearchOptions { law, effort, most_freedoms: MOST_FREEDOMS }),
    };
    let refused = |objection: Objection| OutcomesFault::Refused(Refused(Refusal::Choice(objection)));
    if let Some(objection) = found.refused {
        return Err(refused(objection));
    }
    let mut entries = Vec::with_capacity(found.refuted.len());
    for (partial, multipliers) in &found.refuted {
        let law = laid.choices.refutes(partial, multipliers).map_err(refused)?;
        entries.push(Entry { all: partial.clone(), law });
    }
    let mut held = Vec::with_capacity(found.complete.len());
    for complete in found.complete {
        let mode = complete.choice.clone();
        match work::attempt("what is determined", || shown(problem, &laid, complete, &entries, alone)) {
            Ok(shown) => held.push((mode, shown.ok_or_else(|| refused(Objection::Unlisted))?)),
            Err(stopped) => unfinished = unfinished.or(Some(Unfinished::Stopped(stopped))),
        }
    }
    Ok(Part {
        held,
        excluded: found.refuted,
        rows: named_rows(&laid),
        integers: laid.choices.rows().to_vec(),
        law: law.map(|law| laid.choices.laws()[law].row),
        looked_at: found.looked_at,
        unfinished,
    })
}

/// What a group does that normals hold: it rests, in the one mode in which all contacts stick.
fn rests<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
) -> Option<Enumeration> {
    let rest = resting(problem, laid)?;
    let choice = laid.choices.laws()[laid.groups.first()?.law?].except.clone();
    let few = laid.edges.len() <= FEW_EDGES;
    let family = few.then(|| solutions_of(&laid.choices, &choice, MOST_FREEDOMS)).flatten();
    let complete = vec![Complete { choice, point: rest.point, family }];
    let refuted = vec![(laid.choices.everything(), rest.multipliers)];
    Some(Enumeration { complete, refuted, looked_at: 1, ..Enumeration::default() })
}

/// A mode with what shows how far it is determined: its corners, or, where it is one of several groups or has too
/// many, another solution.
fn shown<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
    complete: Complete,
    excluded: &[Entry],
    alone: bool,
) -> Option<SolvedMode> {
    let Complete { choice, point, family } = complete;
    let mode = laid.choices.spell(&choice);
    if family.is_some() && alone {
        return Some(SolvedMode { mode, point, family, other: None, fixed: None });
    }
    let shown = determined::shown(problem, laid, &choice, &point, excluded)?;
    Some(SolvedMode { mode, point, family, other: shown.other, fixed: shown.fixed })
}

/// The rows that the choices at each site name, in order.
pub(super) fn named_rows<const A: usize, const F: usize>(laid: &OutcomeRows<A, F>) -> Vec<Vec<usize>> {
    let of_site = |site: &stiction_proof::choice::Site| {
        let named = site.choices.iter().flat_map(|choice| choice.signs.iter().map(|(row, _)| *row));
        let mut rows: Vec<usize> = named.collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    };
    laid.choices.sites().iter().map(of_site).collect()
}

/// Numbers of a part, each at its place among those of the whole.
pub(super) fn placed(places: &[usize], numbers: &[Rational], all: &mut [Rational]) {
    places.iter().zip(numbers).for_each(|(&place, number)| all[place] = number.clone());
}
