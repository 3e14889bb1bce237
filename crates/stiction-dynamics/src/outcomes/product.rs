//! What happens to several groups at once: every product of what happens to each.
//!
//! An exclusion of a group's partial mode is one of the whole, open at all other contacts, by the same multipliers. A
//! contact between two others has what follows from theirs, and no force; where both push, some of that may be its
//! own. Rows are the shortest integers in their proportion, which with the columns of such a contact may be others:
//! multipliers are changed by as much.

use super::part::{Part, leading, named_rows, placed};
use dashu_int::IBig;
use stiction_exact::integers;
use stiction_proof::choice::{Family, Partial};
use stiction_proof::{Exclusion, OutcomeRows, Outcomes, Rational, SolvedMode};

/// Products that are listed at most, and numbers that they are made of.
const MOST_PRODUCTS: usize = 4096;
const MOST_NUMBERS: usize = 4_000_000;
/// Corners of a product that are listed.
const MOST_CORNERS: usize = 64;

/// The answer of the whole from those of its groups; `None` if there are too many products.
pub(super) fn joined<const A: usize, const F: usize>(
    laid: &OutcomeRows<A, F>,
    parts: &[Part],
) -> Option<Outcomes> {
    let places = Places::new(laid, parts);
    let count = parts.iter().try_fold(1_usize, |count, part| count.checked_mul(part.held.len()))?;
    let large = count > MOST_PRODUCTS || count.saturating_mul(laid.edges.len()) > MOST_NUMBERS;
    if large && parts.len() > 1 {
        return None;
    }
    let mut proof = Outcomes::default();
    for (index, part) in parts.iter().enumerate() {
        proof.excluded.extend(part.excluded.iter().map(|(partial, multipliers)| {
            let numbers: Vec<Rational> = multipliers.iter().cloned().map(Rational::from).collect();
            let numbers = places.multipliers(index, &numbers, laid.choices.rows().len());
            Exclusion {
                mode: places.spelled(laid, places.mode(index, partial, laid.choices.everything())),
                multipliers: integers::primitive(&numbers).into_iter().map(Rational::from).collect(),
            }
        }));
    }
    for number in 0..count {
        let mut rest = number;
        let chosen: Vec<usize> = parts
            .iter()
            .map(|part| {
                let chosen = rest % part.held.len();
                rest /= part.held.len();
                chosen
            })
            .collect();
        proof.held.push(places.held(laid, parts, &chosen));
    }
    Some(proof)
}

/// Where contacts, edges and rows of each group are in the whole.
struct Places {
    /// For each group, of each of its sites.
    sites: Vec<Vec<usize>>,
    edges: Vec<Vec<usize>>,
    /// Rows of the group that choices name or that is its law, each with its place, and by how much it is longer than
    /// the row there.
    rows: Vec<Vec<(usize, usize, Rational)>>,
    /// Bodies of the group, driven ones among them.
    bodies: Vec<Vec<usize>>,
    /// Rows of each group.
    counts: Vec<usize>,
}

impl Places {
    fn new<const A: usize, const F: usize>(laid: &OutcomeRows<A, F>, parts: &[Part]) -> Self {
        let named = named_rows(laid);
        let free: Vec<bool> = {
            let mut free = vec![false; laid.unforced.len()];
            laid.groups.iter().flat_map(|group| &group.bodies).for_each(|&body| free[body] = true);
            free
        };
        let mut places = Self {
            sites: Vec::new(),
            edges: Vec::new(),
            rows: Vec::new(),
            bodies: Vec::new(),
            counts: Vec::new(),
        };
        for (group, part) in laid.groups.iter().zip(parts) {
            let group = leading(laid, group);
            let own = |edge: &usize| group.contacts.contains(&laid.edges[*edge].contact);
            let edges: Vec<usize> = (0..laid.edges.len()).filter(own).collect();
            let contacts = group.contacts.iter().zip(&part.rows);
            let rows = contacts.flat_map(|(&contact, rows)| rows.iter().copied().zip(named[contact].clone()));
            let law = part.law.zip(group.law.map(|law| laid.choices.laws()[law].row));
            let longer = |(from, to): (usize, usize)| {
                let columns = edges.iter().copied().chain([laid.edges.len()]);
                (
                    from,
                    to,
                    longer(&part.integers[from], columns.map(|column| &laid.choices.rows()[to][column])),
                )
            };
            places.rows.push(rows.chain(law).map(longer).collect());
            places.edges.push(edges);
            places.sites.push(group.contacts.clone());
            let kept = |body: &usize| !free[*body] || group.bodies.contains(body);
            places.bodies.push((0..free.len()).filter(kept).collect());
            places.counts.push(part.integers.len());
        }
        places
    }

    /// A partial mode of a group, at its places in one of the whole.
    fn mode(&self, group: usize, partial: &[u32], mut all: Partial) -> Partial {
        self.sites[group].iter().zip(partial).for_each(|(&site, &mask)| all[site] = mask);
        all
    }

    /// The same, with what follows of it at the contacts between others. Where two that do not do the same leave
    /// nothing, any letter does: the refutation needs none.
    fn spelled<const A: usize, const F: usize>(&self, laid: &OutcomeRows<A, F>, mut mode: Partial) -> String {
        for (contact, two) in laid.between.iter().enumerate() {
            if let Some(two) = *two {
                mode[contact] = Some(laid.followed(two, &mode)).filter(|mask| *mask != 0).unwrap_or(1);
            }
        }
        laid.choices.spell(&mode)
    }

    fn multipliers(&self, group: usize, numbers: &[Rational], count: usize) -> Vec<Rational> {
        let mut all = vec![Rational::zero(); count];
        self.rows[group].iter().for_each(|(from, to, longer)| all[*to] = &numbers[*from] * longer);
        all
    }

    /// One product of modes.
    fn held<const A: usize, const F: usize>(
        &self,
        laid: &OutcomeRows<A, F>,
        parts: &[Part],
        chosen: &[usize],
    ) -> SolvedMode {
        let held = |group: usize| &parts[group].held[chosen[group]];
        let groups = 0..parts.len();
        let mut mode = laid.choices.everything();
        let mut point = vec![Rational::zero(); laid.edges.len()];
        for group in groups.clone() {
            let (partial, held) = held(group);
            mode = self.mode(group, partial, mode);
            placed(&self.edges[group], &held.point, &mut point);
        }
        let families: Option<Vec<&Family>> =
            groups.clone().map(|group| held(group).1.family.as_ref()).collect();
        let all_lead = laid.between.iter().all(Option::is_none);
        let family = families.filter(|_| all_lead).and_then(|families| self.family(&families, &point));
        let mode = self.spelled(laid, mode);
        if family.is_some() {
            return SolvedMode { mode, point, family, other: None, fixed: None };
        }
        // Of every group something else at once, where it has anything else.
        let mut other = point.clone();
        for group in groups.clone() {
            if let Some(changed) = &held(group).1.other {
                placed(&self.edges[group], changed, &mut other);
            }
        }
        if other == point {
            other = shared(laid, point.clone());
        }
        let other = Some(other).filter(|other| *other != point);
        let rows = laid.choices.rows().len();
        let mut fixed = vec![Rational::zero(); rows + A * laid.unforced.len()];
        for group in groups {
            let Some(own) = &held(group).1.fixed else { continue };
            let (of_rows, of_bodies) = own.split_at(self.counts[group]);
            let spread = self.multipliers(group, of_rows, rows);
            spread.into_iter().enumerate().filter(|(_, number)| !number.is_zero()).for_each(
                |(row, number)| {
                    fixed[row] = number;
                },
            );
            for (&body, parts) in self.bodies[group].iter().zip(of_bodies.chunks(A)) {
                let places: Vec<usize> = (0..A).map(|axis| rows + A * body + axis).collect();
                placed(&places, parts, &mut fixed);
            }
        }
        let fixed = Some(fixed).filter(|fixed| fixed.iter().any(|number| !number.is_zero()));
        SolvedMode { mode, point, family: None, other, fixed }
    }

    /// The product of families, if it has few corners; `None` also where two of them have rays, or are more than a
    /// point.
    fn family(&self, families: &[&Family], point: &[Rational]) -> Option<Family> {
        let is_point = |family: &Family| family.vertices.len() == 1 && family.rays.is_empty();
        let mut wide = (0..families.len()).filter(|&group| !is_point(families[group]));
        let (one, other) = (wide.next(), wide.next());
        let Some(group) = one else {
            return Some(Family { vertices: vec![point.to_vec()], rays: Vec::new() });
        };
        let family = families[group];
        if other.is_some() || family.vertices.len() + family.rays.len() > MOST_CORNERS && families.len() > 1 {
            return None;
        }
        let lifted = |rest: &[Rational], numbers: &Vec<Rational>| {
            let mut all = rest.to_vec();
            placed(&self.edges[group], numbers, &mut all);
            all
        };
        let nothing = vec![Rational::zero(); point.len()];
        Some(Family {
            vertices: family.vertices.iter().map(|vertex| lifted(point, vertex)).collect(),
            rays: family.rays.iter().map(|ray| lifted(&nothing, ray)).collect(),
        })
    }
}

/// By how much a row is longer than another in the same proportion.
fn longer<'r>(row: &[IBig], other: impl Iterator<Item = &'r IBig>) -> Rational {
    let pair = row.iter().zip(other).find(|(_, other)| !other.is_zero());
    let ratio =
        pair.and_then(|(one, other)| Rational::from(one.clone()).checked_div(&Rational::from(other.clone())));
    ratio.unwrap_or_else(Rational::one)
}

/// Forces of which a contact between two others takes some, where both push along the same edge; else as they were.
fn shared<const A: usize, const F: usize>(
    laid: &OutcomeRows<A, F>,
    mut point: Vec<Rational>,
) -> Vec<Rational> {
    let edges_of = |contact: usize| -> Vec<usize> {
        (0..laid.edges.len()).filter(|&edge| laid.edges[edge].contact == contact).collect()
    };
    for (contact, two) in laid.between.iter().enumerate() {
        let Some([one, other]) = *two else { continue };
        let (own, one, other) = (edges_of(contact), edges_of(one), edges_of(other));
        for ((&own, &one), &other) in own.iter().zip(&one).zip(&other) {
            let both = point[one].is_positive() && point[other].is_positive();
            let Some(share) = split(laid, [own, one, other]).filter(|_| both) else { continue };
            let rest = Rational::one() - &share;
            // Half of what the two can spare.
            let spared = [(one, &rest), (other, &share)].into_iter().filter(|(_, part)| part.is_positive());
            let most = spared.filter_map(|(edge, part)| point[edge].checked_div(part)).min();
            let taken = most.unwrap_or_default() * Rational::new(1, 2);
            point[own] += &taken;
            point[one] -= &(&taken * &rest);
            point[other] -= &(&taken * &share);
            return point;
        }
    }
    point
}

/// The part s of a force that the second of two takes over: `own = (1 − s)·one + s·other` in what they do to the
/// bodies.
fn split<const A: usize, const F: usize>(
    laid: &OutcomeRows<A, F>,
    [own, one, other]: [usize; 3],
) -> Option<Rational> {
    let parts = |edge: usize| laid.responses[edge].iter().flat_map(|(_, change)| change);
    let apart = parts(own).zip(parts(one)).zip(parts(other)).find(|((_, one), other)| one != other);
    match apart {
        None => Some(Rational::zero()),
        Some(((own, one), other)) => (own - one).checked_div(&(other - one)),
    }
}
