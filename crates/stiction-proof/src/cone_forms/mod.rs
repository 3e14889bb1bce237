//! Cones and polyhedra in two forms, and the check that both describe one set.
//!
//! ```text
//!     {Σ λᵢ raysᵢ + Σ κⱼ linesⱼ : λ ≥ 0}  =  {x : normals·x ≥ 0, equalities·x = 0}                           (1)
//! ```
//!
//! **Left in right**: products.  **Right in left**: the rays span, with the lines, all that the equalities
//! leave, so both sides have the same dimension; then the left side is the right one if every facet of it is
//! among the normals.  A normal that vanishes on rays of one dimension less is a facet.  Two facets of a cone
//! can be joined by a chain in which neighbours share a ridge, and every ridge lies in exactly two facets: so
//! facets of which each ridge lies in two of them are all of them ([`faces`]).  The ridges are the facets of
//! the facets, known by the same argument one dimension lower.  In R³ this is that rays and normals go once
//! around ([`around`]), which needs no more than one pass.
//!
//! **Rows that were given** describe the same set when each is a sum of multiples, none negative, of the
//! listed normals and any multiples of the equalities, and the other way round ([`RowsProof`]).
//!
//! No solver is used and all products are exact; ranks are taken modulo a prime, which never makes them too large.
//!
//! References: \[MR 12.1.3\] for cones and polytopes of twists; \[Farkas\] for sums of multiples.
//!
//! **Facets that close up are all facets.** That a list of rays and a list of normals describe one cone is
//! checked without converting either: every listed normal that vanishes on enough rays is a facet, and facets
//! hang together through ridges, each in exactly two of them, so a list in which every ridge is shared is
//! complete. In R³, where rays and normals go once around, that is one pass; ten thousand contacts of a
//! planar body are checked as they come.

mod around;
mod faces;

use crate::rational::Rational;
use crate::vectors::dot;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A polyhedral cone in both forms, (1).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConeForms {
    /// Extreme rays, modulo the lines; in R³, where there are neither lines nor equalities, once around.
    pub rays: Vec<Vec<Rational>>,
    /// A basis of the lines.
    pub lines: Vec<Vec<Rational>>,
    /// Inward normals of the facets; in R³ as above, each through its ray and the next one.
    pub normals: Vec<Vec<Rational>>,
    /// A basis of what vanishes on the cone.
    pub equalities: Vec<Vec<Rational>>,
}

/// A polyhedron in both forms: `normals·x ≥ offsets`, `equalities·x = equality_offsets`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolyhedronForms {
    /// Vertices, modulo the lines.
    pub vertices: Vec<Vec<Rational>>,
    /// Rays.
    pub rays: Vec<Vec<Rational>>,
    /// A basis of the lines.
    pub lines: Vec<Vec<Rational>>,
    /// Inward normals.
    pub normals: Vec<Vec<Rational>>,
    /// What the product with each normal is at least.
    pub offsets: Vec<Rational>,
    /// Normals of planes in which it lies.
    pub equalities: Vec<Vec<Rational>>,
    /// What the product with each of them is.
    pub equality_offsets: Vec<Rational>,
}

/// A row that was given: `row·x ≥ 0`, or `= 0`.
#[derive(Debug, Clone, PartialEq)]
pub struct ConeRow {
    /// Its entries.
    pub row: Vec<Rational>,
    /// Whether it is an equality.
    pub equality: bool,
}

/// A row as a sum of multiples of others, named by their positions.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mixture {
    /// Of rows, none negative where they are inequalities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<(usize, Rational)>,
    /// Of the listed equalities, of any sign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equalities: Vec<(usize, Rational)>,
}

/// That given rows and listed ones bound the same set.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowsProof {
    /// Each listed normal from given rows and listed equalities.
    pub normals: Vec<Mixture>,
    /// Each listed equality, and its opposite, from given rows alone.
    pub equalities: Vec<[Mixture; 2]>,
    /// Each given row from listed normals and listed equalities.
    pub rows: Vec<Mixture>,
}

/// Why two forms are not shown to describe one set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormsRefusal {
    /// Some row has another number of entries, or a list another number of rows.
    Length,
    /// A generator, counted with the lines last, is on the wrong side of a row, counted with the equalities last.
    Outside {
        /// Which generator.
        generator: usize,
        /// Which row.
        row: usize,
    },
    /// Lines or equalities depend on each other, or the generators do not span what the equalities leave.
    Dimension,
    /// Facets, or vertices, are missing.
    Missing,
    /// A multiple is negative, or names a row that is not there.
    Multiple,
    /// The multiples do not add up to the row they are for.
    Sum(usize),
    /// What is said to be empty is not shown to be so.
    NotEmpty,
}

impl fmt::Display for FormsRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => f.write_str("rows or lists have different lengths"),
            Self::Outside { generator, row } => write!(f, "generator {generator} violates row {row}"),
            Self::Dimension => f.write_str("lines, equalities and generators do not make up the dimension"),
            Self::Missing => f.write_str("facets or vertices are missing"),
            Self::Multiple => f.write_str("a multiple is negative, or of a row that is not there"),
            Self::Sum(row) => write!(f, "the multiples for row {row} do not add up to it"),
            Self::NotEmpty => f.write_str("nothing shows that the set is empty"),
        }
    }
}

impl std::error::Error for FormsRefusal {}

type Check = Result<(), FormsRefusal>;

fn require(ok: bool, refusal: FormsRefusal) -> Check {
    if ok { Ok(()) } else { Err(refusal) }
}

impl ConeForms {
    /// The dual cone: both forms exchanged.
    pub fn dual(self) -> Self {
        Self { rays: self.normals, lines: self.equalities, normals: self.rays, equalities: self.lines }
    }

    /// Accepts that both forms describe one cone of a space of this dimension, (1).
    ///
    /// ```
    /// use stiction_proof::{ConeForms, Rational};
    /// let rows = |rows: &[[i64; 2]]| rows.iter().map(|row| row.map(Rational::from).to_vec()).collect::<Vec<_>>();
    /// let wedge = ConeForms { rays: rows(&[[1, 0], [1, 1]]), normals: rows(&[[0, 1], [1, -1]]),
    ///     ..Default::default() };
    /// assert!(wedge.check(2).is_ok());
    /// let wider = ConeForms { normals: rows(&[[0, 1]]), ..wedge };
    /// assert!(wider.check(2).is_err());
    /// ```
    pub fn check(&self, dimension: usize) -> Check {
        let all = [&self.rays, &self.lines, &self.normals, &self.equalities];
        let even = all.iter().all(|rows| rows.iter().all(|row| row.len() == dimension));
        require(even, FormsRefusal::Length)?;
        if dimension == 3 && self.lines.is_empty() && self.equalities.is_empty() && around::goes_around(self)
        {
            return Ok(());
        }
        self.holds_its_generators()?;
        faces::are_complete(self, dimension)
    }

    fn holds_its_generators(&self) -> Check {
        for (generator, ray) in self.rays.iter().enumerate() {
            for (row, normal) in self.normals.iter().enumerate() {
                require(!dot(normal, ray).is_negative(), FormsRefusal::Outside { generator, row })?;
            }
        }
        let flat = |generator: usize, vector: &[Rational], row: usize, normal: &[Rational]| {
            require(dot(normal, vector).is_zero(), FormsRefusal::Outside { generator, row })
        };
        for (row, equality) in self.equalities.iter().enumerate() {
            for (generator, vector) in self.rays.iter().chain(&self.lines).enumerate() {
                flat(generator, vector, self.normals.len() + row, equality)?;
            }
        }
        for (generator, line) in self.lines.iter().enumerate() {
            for (row, normal) in self.normals.iter().enumerate() {
                flat(self.rays.len() + generator, line, row, normal)?;
            }
        }
        Ok(())
    }

    /// Accepts that given rows bound the same set as the normals and equalities.
    pub fn check_rows(&self, given: &[ConeRow], proof: &RowsProof) -> Check {
        let lengths = proof.normals.len() == self.normals.len()
            && proof.equalities.len() == self.equalities.len()
            && proof.rows.len() == given.len();
        require(lengths, FormsRefusal::Length)?;
        let rows: Vec<(&[Rational], bool)> = given.iter().map(|row| (&row.row[..], row.equality)).collect();
        let normals: Vec<(&[Rational], bool)> = self.normals.iter().map(|row| (&row[..], false)).collect();
        let mix = |mixture: &Mixture,
                   rows: &[(&[Rational], bool)],
                   equalities: &[Vec<Rational>],
                   target: &[Rational],
                   at| {
            let sum = mixture.sum(rows, equalities, target.len())?;
            require(sum == target, FormsRefusal::Sum(at))
        };
        for (at, (mixture, normal)) in proof.normals.iter().zip(&self.normals).enumerate() {
            mix(mixture, &rows, &self.equalities, normal, at)?;
        }
        for (at, ([there, back], equality)) in proof.equalities.iter().zip(&self.equalities).enumerate() {
            mix(there, &rows, &[], equality, at)?;
            let opposite: Vec<Rational> = equality.iter().map(|entry| -entry).collect();
            mix(back, &rows, &[], &opposite, at)?;
        }
        for (at, (mixture, row)) in proof.rows.iter().zip(given).enumerate() {
            require(!row.equality || mixture.rows.is_empty(), FormsRefusal::Multiple)?;
            mix(mixture, &normals, &self.equalities, &row.row, at)?;
        }
        Ok(())
    }
}

impl Mixture {
    /// The sum of the multiples, if none is negative that may not be.
    fn sum(
        &self,
        rows: &[(&[Rational], bool)],
        equalities: &[Vec<Rational>],
        length: usize,
    ) -> Result<Vec<Rational>, FormsRefusal> {
        let mut sum = vec![Rational::zero(); length];
        let mut add = |row: &[Rational], multiple: &Rational| {
            require(row.len() == length, FormsRefusal::Length)?;
            let parts = sum.iter_mut().zip(row).filter(|(_, entry)| !entry.is_zero());
            parts.for_each(|(sum, entry)| *sum += entry * multiple);
            Ok(())
        };
        for (at, multiple) in &self.rows {
            let (row, equality) = rows.get(*at).ok_or(FormsRefusal::Multiple)?;
            require(*equality || !multiple.is_negative(), FormsRefusal::Multiple)?;
            add(row, multiple)?;
        }
        for (at, multiple) in &self.equalities {
            add(equalities.get(*at).ok_or(FormsRefusal::Multiple)?, multiple)?;
        }
        Ok(sum)
    }
}

impl PolyhedronForms {
    /// The cone over it: a vertex `v` is the ray `(1, v)`, a row `n·x ≥ o` the row `(−o, n)`, and `(1, 0)`
    /// the last normal.
    pub fn over(&self, dimension: usize) -> Result<ConeForms, FormsRefusal> {
        let lengths =
            self.offsets.len() == self.normals.len() && self.equality_offsets.len() == self.equalities.len();
        require(lengths, FormsRefusal::Length)?;
        let with = |first: Rational, rest: &[Rational]| [&[first], rest].concat();
        let rows = |rows: &[Vec<Rational>], offsets: &[Rational]| {
            rows.iter().zip(offsets).map(|(row, offset)| with(-offset, row)).collect::<Vec<_>>()
        };
        let flat =
            |rows: &[Vec<Rational>]| rows.iter().map(|row| with(Rational::zero(), row)).collect::<Vec<_>>();
        let mut rays: Vec<Vec<Rational>> =
            self.vertices.iter().map(|vertex| with(Rational::one(), vertex)).collect();
        require(!rays.is_empty(), FormsRefusal::Missing)?;
        rays.extend(flat(&self.rays));
        let mut normals = rows(&self.normals, &self.offsets);
        normals.push(with(Rational::one(), &vec![Rational::zero(); dimension]));
        let equalities = rows(&self.equalities, &self.equality_offsets);
        Ok(ConeForms { rays, lines: flat(&self.lines), normals, equalities })
    }
}

/// Accepts that given rows over `(1, x)` leave no `x`: multiples of them add up to a negative number.
pub fn check_empty(given: &[ConeRow], proof: &Mixture) -> Check {
    let length = given.first().map_or(0, |row| row.row.len());
    let rows: Vec<(&[Rational], bool)> = given.iter().map(|row| (&row.row[..], row.equality)).collect();
    let sum = proof.sum(&rows, &[], length)?;
    let none =
        matches!(&sum[..], [first, rest @ ..] if first.is_negative() && rest.iter().all(Rational::is_zero));
    require(none, FormsRefusal::NotEmpty)
}
