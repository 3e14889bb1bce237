//! The problem of motions: what each contact makes of the composite twist of the free bodies.
//!
//! A velocity is `row·V + constant` over the twists of the free bodies one after the other, the constant from
//! bodies whose motion is given.  Along the normal it is at least zero; a contact that rolls keeps it, and
//! those along the tangents, at zero, a soft one also the turn about the normal.
//!
//! Module `modes` writes the same velocities down body by body.  The two stay apart because their proofs name
//! different things: a set of motions is proved by multiples of dense rows of one composite space; a mode by
//! a label for every contact of the scene, near ones too, and by the twist of each body under its name, where
//! a row has two bodies and not the zeros of all others.  A law of the library ties them: the rows are equal,
//! and a scene has a mode exactly if it has a motion.
//!
//! References: \[MR 12.5\], \[MR 12.6\], \[MR 12.8\], \[MR 12.13\], \[MR 12.1.5\].
//!
//! A kept and a parting contact are \[MR (12.3)\] and \[MR (12.4)\]; what repels and what is reciprocal, \[MR
//! (12.7)\].

use crate::PlanarProblem;
use crate::cone_forms::{ConeForms, ConeRow, FormsRefusal, Mixture, PolyhedronForms, RowsProof, check_empty};
use crate::rational::Rational;
use crate::vectors::dot;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A component of a relative velocity: `row·V + constant`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionRow {
    /// Over the composite twist.
    pub row: Vec<Rational>,
    /// What bodies of given motion contribute.
    #[serde(default, skip_serializing_if = "Rational::is_zero")]
    pub constant: Rational,
}

/// A touching contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionContact {
    /// Its name in the scene.
    pub id: String,
    /// Whether it rolls: normal and tangential velocities are zero, and the spin where there is one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rolls: bool,
    /// Velocity along the normal.
    pub normal: MotionRow,
    /// Velocities along the tangents.
    pub tangents: Vec<MotionRow>,
    /// Turn about the normal, of a soft contact in space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spin: Option<MotionRow>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde asks for
fn is_false(flag: &bool) -> bool {
    !flag
}

/// All touching contacts of the free bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MotionProblem {
    /// Names of the free bodies, in the order of their twists.
    pub bodies: Vec<String>,
    /// About which point each body's twist is taken.
    pub references: Vec<Vec<Rational>>,
    /// Components of the composite twist that must be zero.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frozen: Vec<usize>,
    /// The contacts.
    pub contacts: Vec<MotionContact>,
    /// Contacts of the file that bound no motion: their positions, and the letters they have in a mode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<(usize, char)>,
    /// One planar body with the curvatures of its contacts, where some are known and nothing else moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outlines: Option<PlanarProblem>,
}

/// What a motion does to a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// It breaks: the normal velocity is positive.
    Repelling,
    /// It is kept to first order.
    Reciprocal,
    /// It is violated.
    Penetrating,
}

impl Relation {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Repelling => "repelling",
            Self::Reciprocal => "reciprocal",
            Self::Penetrating => "penetrating",
        }
    }
}

impl MotionRow {
    /// The velocity at a motion.
    pub fn velocity(&self, motion: &[Rational]) -> Rational {
        dot(&self.row, motion) + &self.constant
    }

    /// Its sign.
    pub fn sign(&self, motion: &[Rational]) -> Ordering {
        self.velocity(motion).cmp(&Rational::zero())
    }
}

impl MotionContact {
    /// What a motion does to the contact.
    pub fn relation(&self, motion: &[Rational]) -> Relation {
        match self.normal.sign(motion) {
            Ordering::Greater => Relation::Repelling,
            Ordering::Equal => Relation::Reciprocal,
            Ordering::Less => Relation::Penetrating,
        }
    }

    /// Whether the contact allows a motion.
    pub fn allows(&self, motion: &[Rational]) -> bool {
        if self.rolls {
            self.rows().all(|row| row.velocity(motion).is_zero())
        } else {
            self.relation(motion) != Relation::Penetrating
        }
    }

    fn rows(&self) -> impl Iterator<Item = &MotionRow> {
        let further = self.tangents.iter().chain(&self.spin).filter(|_| self.rolls);
        std::iter::once(&self.normal).chain(further)
    }
}

impl MotionProblem {
    /// Entries of the composite twist.
    pub fn dimension(&self) -> usize {
        let freedoms = |point: &Vec<Rational>| if point.len() == 2 { 3 } else { 6 };
        self.references.iter().map(freedoms).sum()
    }

    /// Whether every constant is zero, so that the motions are a cone.
    pub fn is_homogeneous(&self) -> bool {
        self.contacts.iter().all(|contact| contact.rows().all(|row| row.constant.is_zero()))
    }

    /// The rows that the contacts give, each with the contact it is of; components that must be zero come
    /// last.  With `over` they are rows over `(1, V)`, and `1 ≥ 0` is the very last.
    pub fn rows(&self, over: bool) -> Vec<(Option<usize>, ConeRow)> {
        let lifted = |constant: &Rational, row: &[Rational]| {
            if over { [std::slice::from_ref(constant), row].concat() } else { row.to_vec() }
        };
        let mut rows = Vec::with_capacity(self.contacts.len());
        for (at, contact) in self.contacts.iter().enumerate() {
            for row in contact.rows() {
                rows.push((
                    Some(at),
                    ConeRow { row: lifted(&row.constant, &row.row), equality: contact.rolls },
                ));
            }
        }
        let unit = |at: usize| {
            (0..self.dimension()).map(|entry| Rational::from(i64::from(entry == at))).collect::<Vec<_>>()
        };
        for &component in &self.frozen {
            rows.push((None, ConeRow { row: lifted(&Rational::zero(), &unit(component)), equality: true }));
        }
        if over {
            let none = vec![Rational::zero(); self.dimension()];
            rows.push((None, ConeRow { row: lifted(&Rational::one(), &none), equality: false }));
        }
        rows
    }

    /// Whether a motion is allowed by every contact and every freedom.
    pub fn allows(&self, motion: &[Rational]) -> bool {
        self.frozen.iter().all(|&at| motion.get(at).is_some_and(Rational::is_zero))
            && self.contacts.iter().all(|contact| contact.allows(motion))
    }

    /// Whether all rows have the length of the composite twist.
    pub fn is_well_formed(&self) -> bool {
        let dimension = self.dimension();
        let even = |contact: &MotionContact| {
            let rows = contact.tangents.iter().chain(&contact.spin).chain([&contact.normal]);
            rows.into_iter().all(|row| row.row.len() == dimension)
        };
        self.bodies.len() == self.references.len()
            && self.references.iter().all(|point| matches!(point.len(), 2 | 3))
            && self.frozen.iter().all(|&at| at < dimension)
            && self.contacts.iter().all(even)
            && self.outlines.as_ref().is_none_or(|outlines| self.agrees(outlines))
    }

    /// Whether each contact with curvatures is one whose rows are its wrenches.
    fn agrees(&self, outlines: &PlanarProblem) -> bool {
        let (zero, one) = (Rational::zero(), Rational::one());
        self.references.len() == 1
            && outlines.contacts.iter().all(|bent| {
                let rows = [outlines.wrench(bent, &one, &zero), outlines.wrench(bent, &zero, &one)];
                self.contacts.iter().any(|contact| {
                    let tangent = contact.tangents.first().map(|tangent| &tangent.row[..]);
                    contact.id == bent.id && contact.normal.row == rows[0] && tangent == Some(&rows[1][..])
                })
            })
    }

    /// Accepts that a polyhedron is the set of motions.
    pub fn check(&self, forms: &PolyhedronForms, proof: &RowsProof) -> Result<(), FormsRefusal> {
        if !self.is_well_formed() {
            return Err(FormsRefusal::Length);
        }
        let dimension = self.dimension();
        let rows = |over| self.rows(over).into_iter().map(|(_, row)| row).collect::<Vec<_>>();
        if !self.is_homogeneous() {
            let over = forms.over(dimension)?;
            over.check(dimension + 1)?;
            return over.check_rows(&rows(true), proof);
        }
        let apex = vec![vec![Rational::zero(); dimension]];
        let flat = |offsets: &[Rational], rows: &[Vec<Rational>]| {
            offsets.len() == rows.len() && offsets.iter().all(Rational::is_zero)
        };
        let conic = forms.vertices == apex
            && flat(&forms.offsets, &forms.normals)
            && flat(&forms.equality_offsets, &forms.equalities);
        if !conic {
            return Err(FormsRefusal::Missing);
        }
        let PolyhedronForms { rays, lines, normals, equalities, .. } = forms.clone();
        let cone = ConeForms { rays, lines, normals, equalities };
        cone.check(dimension)?;
        cone.check_rows(&rows(false), proof)
    }

    /// Accepts that there is no motion.
    pub fn check_empty(&self, proof: &Mixture) -> Result<(), FormsRefusal> {
        if !self.is_well_formed() {
            return Err(FormsRefusal::Length);
        }
        let rows: Vec<ConeRow> = self.rows(true).into_iter().map(|(_, row)| row).collect();
        check_empty(&rows, proof)
    }

    /// The contacts, by position, whose rows no listed normal and no equality was made from: the set is the
    /// same without all of them.
    pub fn redundant(&self, proof: &RowsProof) -> Vec<usize> {
        let rows = self.rows(false);
        let mut needed = vec![false; self.contacts.len()];
        let mixtures = proof.normals.iter().chain(proof.equalities.iter().flatten());
        for (row, _) in mixtures.flat_map(|mixture| &mixture.rows) {
            if let Some(contact) = rows.get(*row).and_then(|(contact, _)| *contact) {
                needed[contact] = true;
            }
        }
        (0..needed.len()).filter(|&contact| !needed[contact]).collect()
    }
}
