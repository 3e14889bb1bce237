//! Planar grasps: the fast simplex proposes, [`stiction_proof::quick`] disposes, and what it does not accept
//! goes to the exact method.
//!
//! References: \[MR 12.2.3\].

use crate::closure::closure;
use stiction_exact::linear::simplex::{self, Hint};
use stiction_proof::quick::{self, QuickContact, QuickProof};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_scene::{Decision, Refused};

/// Contacts up to which edges are kept on the stack.
const ON_STACK: usize = 8;

/// A certain proof in doubles, or `None` where doubles do not suffice.
///
/// ```
/// use stiction_statics::closure::many::quick_closure;
/// use stiction_proof::quick::{QuickContact, QuickProof};
/// let finger = |x: f64| QuickContact { point: [x, 0.0], normal: [-x, 0.0], friction: 0.5 };
/// assert!(matches!(quick_closure(&[finger(-1.0), finger(1.0)]), Some(QuickProof::Closed(_))));
/// assert!(matches!(quick_closure(&[finger(1.0)]), Some(QuickProof::Open(_))));
/// ```
#[inline]
pub fn quick_closure(contacts: &[QuickContact]) -> Option<QuickProof> {
    let proof = if contacts.len() > ON_STACK {
        proposed(contacts, &mut vec![[0.0; 3]; 2 * contacts.len()])
    } else {
        proposed(contacts, &mut [[0.0; 3]; 2 * ON_STACK][..2 * contacts.len()])
    };
    proof.filter(|proof| quick::check(contacts, proof))
}

/// A certified verdict.
#[derive(Debug, Clone, PartialEq)]
pub enum Certified {
    /// By doubles, whose rounding errors the checker bounds.
    Quick(QuickProof),
    /// By rationals, where doubles did not suffice.
    Exact(Box<Decision>),
}

impl Certified {
    /// Whether the contacts close.
    #[inline]
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Quick(proof) => matches!(proof, QuickProof::Closed(_)),
            Self::Exact(decision) => decision.is_yes(),
        }
    }
}

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq)]
pub enum NoVerdict {
    /// The contact with this index has a number that is not finite, negative friction or no normal.
    Contact(usize),
    /// A proof was refused: a defect of this library.
    Refused(Refused),
}

/// Decides force closure of exactly these doubles.
///
/// ```
/// use stiction_statics::closure::many::certified_closure;
/// use stiction_proof::quick::QuickContact;
/// // The line between the fingers lies exactly on the edges of both cones: not closed.
/// let finger = |x: f64, y: f64| QuickContact { point: [x, y], normal: [-x, 0.0], friction: 0.75 };
/// let verdict = certified_closure(&[finger(-2.0, 0.0), finger(2.0, 3.0)]).unwrap();
/// assert!(!verdict.is_closed());
/// ```
#[inline]
pub fn certified_closure(contacts: &[QuickContact]) -> Result<Certified, NoVerdict> {
    match quick_closure(contacts) {
        Some(proof) => Ok(Certified::Quick(proof)),
        None => exactly(contacts).map(|decision| Certified::Exact(Box::new(decision))),
    }
}

/// The same with room for edges that is kept from grasp to grasp.
#[inline]
pub(super) fn certified_with(
    contacts: &[QuickContact],
    edges: &mut Vec<[f64; 3]>,
) -> Result<Certified, NoVerdict> {
    edges.resize(2 * contacts.len(), [0.0; 3]);
    match proposed(contacts, edges).filter(|proof| quick::check(contacts, proof)) {
        Some(proof) => Ok(Certified::Quick(proof)),
        None => exactly(contacts).map(|decision| Certified::Exact(Box::new(decision))),
    }
}

#[cold]
fn exactly(contacts: &[QuickContact]) -> Result<Decision, NoVerdict> {
    let exact = |(index, contact)| exact_contact(index, contact).ok_or(NoVerdict::Contact(index));
    let contacts = contacts.iter().enumerate().map(exact).collect::<Result<Vec<_>, _>>()?;
    closure(&PlanarProblem::new(Default::default(), contacts), &FrictionUse::Given)
        .map_err(NoVerdict::Refused)
}

fn exact_contact(index: usize, contact: &QuickContact) -> Option<PlanarContact> {
    let exact = |[x, y]: [f64; 2]| Some([Rational::from_f64(x)?, Rational::from_f64(y)?]);
    let (point, normal) = (exact(contact.point)?, exact(contact.normal)?);
    let friction = Rational::from_f64(contact.friction).filter(|mu| !mu.is_negative())?;
    let directed = normal.iter().any(|entry| !entry.is_zero());
    directed.then(|| PlanarContact::new(&(index + 1).to_string(), point, normal, friction))
}

/// The proof that the fast simplex believes in.
#[inline]
fn proposed(contacts: &[QuickContact], edges: &mut [[f64; 3]]) -> Option<QuickProof> {
    let target = build(contacts, edges);
    match simplex::search(edges, &target) {
        Hint::Inside(basis) => Some(QuickProof::Closed(basis)),
        Hint::Outside { direction, tight, count } => {
            Some(QuickProof::Open(simplex::loosened(edges, &direction, &tight[..count])))
        }
        Hint::Lost => None,
    }
}

/// Writes the wrenches of the cone edges, `n + μt` and `n − μt` of each contact in turn, and returns their
/// reversed weighted sum.
#[inline(always)]
fn build(contacts: &[QuickContact], edges: &mut [[f64; 3]]) -> [f64; 3] {
    let mut target = [0.0; 3];
    for (index, (contact, pair)) in contacts.iter().zip(edges.chunks_exact_mut(2)).enumerate() {
        let ([px, py], [nx, ny], mu) = (contact.point, contact.normal, contact.friction);
        let normal = [px * ny - py * nx, nx, ny];
        let across = [mu * (px * nx + py * ny), -mu * ny, mu * nx];
        let (left, right) = (quick::weight(2 * index), quick::weight(2 * index + 1));
        for row in 0..3 {
            pair[0][row] = normal[row] + across[row];
            pair[1][row] = normal[row] - across[row];
            target[row] -= left * pair[0][row] + right * pair[1][row];
        }
    }
    target
}
