//! Normal forces that balance the loads: what nothing moves, whatever the friction.
//!
//! With multiples `k ≥ 0` of the normals that balance what acts on every body of a group at rest, every acceleration
//! has `g·A + Σ kᵢanᵢ = 0`; so `g·A > 0` and `anᵢ ≥ 0` contradict each other, and the group rests
//! ([`stiction_proof::Group`]). The same normals are forces of the mode in which every contact sticks.
//!
//! References: \[BT 7\].

use super::happens::Happens;
use super::referee::assembly;
use dashu_int::IBig;
use stiction_exact::integers;
use stiction_exact::linear::farkas;
use stiction_proof::{AssemblyProof, ContactLaw, FrictionUse, OutcomeProblem, OutcomeRows, Rational, Touch};
use stiction_scene::Verdict;
use stiction_statics::stand::assembly::stands;

/// A problem of modes whose loads normals may balance.
pub trait Supported<const A: usize, const F: usize>: ContactLaw<A, F> {
    /// Multiples of the normals of these contacts that balance what acts on these bodies, which touch nothing else
    /// that moves.
    fn normals(&self, bodies: &[usize], contacts: &[usize]) -> Option<Vec<Rational>>;
}

/// Why a group rests, and the forces of normals alone.
pub(super) struct Resting {
    /// Multipliers of the rows that contradict every motion.
    pub(super) multipliers: Vec<IBig>,
    /// Multiples of the edges.
    pub(super) point: Vec<Rational>,
}

/// Whether normals balance the loads of the only group of a problem that is at rest.
pub(super) fn resting<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
) -> Option<Resting> {
    let [group] = &laid.groups[..] else { return None };
    let law = &laid.choices.laws()[group.law?];
    let sites = laid.choices.sites();
    let touching: Vec<usize> =
        group.contacts.iter().copied().filter(|&contact| sites[contact].choices.len() > 1).collect();
    let normals = problem.normals(&group.bodies, &touching)?;
    let mut multipliers = vec![Rational::zero(); laid.choices.rows().len()];
    let mut point = vec![Rational::zero(); laid.edges.len()];
    for (&contact, multiple) in touching.iter().zip(&normals).filter(|(_, multiple)| multiple.is_positive()) {
        // Separating asks for one thing: that the points part.
        let &(row, _) = sites[contact].choices.first()?.signs.first()?;
        multipliers[row] = multiple.checked_div(&scale(problem, laid, contact, row)?)?;
        spread(problem, laid, contact, multiple, &mut point)?;
    }
    let rows = laid.choices.rows();
    let sum = |column: usize| -> Rational {
        let used = multipliers.iter().enumerate().filter(|(_, multiple)| !multiple.is_zero());
        used.map(|(row, multiple)| multiple * &Rational::from(rows[row][column].clone())).sum()
    };
    // What the work row is multiplied by follows from any of its entries.
    let used = rows[law.row].iter().position(|entry| !entry.is_zero());
    multipliers[law.row] = match used {
        None => Rational::one(),
        Some(column) => (-sum(column)).checked_div(&Rational::from(rows[law.row][column].clone()))?,
    };
    let multipliers = integers::primitive(&multipliers);
    let refuted = laid.choices.refutes(&laid.choices.everything(), &multipliers).is_ok();
    let held = laid.choices.holds(&law.except, &point, false).is_ok();
    (refuted && held).then_some(Resting { multipliers, point })
}

/// How much larger the integers of a row are than the acceleration that they stand for.
fn scale<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
    contact: usize,
    row: usize,
) -> Option<Rational> {
    let entries = &laid.choices.rows()[row];
    let unforced = problem.opening(contact, &laid.unforced)?;
    if let Some(edge) = (0..laid.edges.len()).find(|&edge| !entries[edge].is_zero()) {
        let mut pushed = laid.unforced.clone();
        for (body, change) in &laid.responses[edge] {
            pushed[*body].iter_mut().zip(change).for_each(|(a, change)| *a += change);
        }
        let change = problem.opening(contact, &pushed)? - unforced;
        return Rational::from(entries[edge].clone()).checked_div(&change);
    }
    Rational::from(entries.last()?.clone()).checked_div(&unforced)
}

/// Writes a multiple of a contact's normal as multiples of its edges.
fn spread<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
    contact: usize,
    multiple: &Rational,
    point: &mut [Rational],
) -> Option<()> {
    let sticking = laid.choices.sites()[contact].choices.get(1)?;
    let columns: Vec<Vec<Rational>> =
        sticking.open.iter().map(|&edge| laid.edges[edge].force.to_vec()).collect();
    let right: Vec<Rational> = problem.normal_force(contact).iter().map(|entry| entry * multiple).collect();
    let parts = farkas(&columns, &right, &[]).ok()?;
    sticking.open.iter().zip(parts).for_each(|(&edge, part)| point[edge] = part);
    Some(())
}

impl<C: Happens<A, F>, const A: usize, const F: usize> Supported<A, F> for OutcomeProblem<C, A, F> {
    fn normals(&self, bodies: &[usize], contacts: &[usize]) -> Option<Vec<Rational>> {
        let (problem, load) = assembly(self, bodies, contacts, |_| Rational::zero());
        let Verdict::Yes(proof) = stands::<C::World>(&problem, &load, &FrictionUse::None).ok()? else {
            return None;
        };
        let AssemblyProof::Rests { forces, .. } = proof.into_proof() else { return None };
        let pairs = problem.contacts.iter().zip(&forces);
        let along = || pairs.map(|(contact, push)| contact.touch.along_normal(push)).collect();
        (forces.len() == contacts.len()).then(along).flatten()
    }
}
