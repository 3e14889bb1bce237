//! Rows that contacts give, as a cone in both forms, with the proof that it is the same set.
//!
//! Double description, or in R³ the quicker wrapping, finds the forms; what is returned has passed the
//! checker of `stiction-proof`, which knows neither.  Each listed normal comes from the first given row that
//! gives it, modulo the equalities; the equalities from few rows that press against each other \[Farkas\].
//! Contacts that are needed for neither are redundant, all of them together.

mod kept;
mod order;

pub use order::{around, cross};

use dashu_int::IBig;
use std::collections::HashMap;
use stiction_exact::equations::combination;
use stiction_exact::integers;
use stiction_exact::linear::farkas;
use stiction_exact::vector::leading;
use stiction_geometry::cone::{Cone, ConeFault, Rows};
use stiction_proof::{ConeForms, ConeRow, FormsRefusal, Mixture, NonZero, Rational, Refusal, RowsProof};
use stiction_scene::Refused;

/// A cone in both forms, where it comes from, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Described {
    /// Both forms.
    pub forms: ConeForms,
    /// That the given rows bound the same set.
    pub proof: RowsProof,
    /// The owners of rows, in order, that are needed for nothing.
    pub redundant: Vec<usize>,
}

/// Describes the cone of all `x` with `row·x ≥ 0`, or `= 0`, for rows that belong to owners (contacts), or to none.
///
/// # Errors
/// Rows of different lengths, or a proof that was not accepted, which is a defect of this library.
pub fn describe(dimension: usize, given: &[(Option<usize>, ConeRow)]) -> Result<Described, Refused> {
    let found = Finder::new(dimension, given).map_err(|_| refused(FormsRefusal::Length))?.described();
    found.check(dimension, given).map_err(refused)?;
    Ok(found)
}

/// The cone that vectors generate, one owner each: the dual of the cone that they bound.
///
/// # Errors
/// As of [`describe`].
pub fn describe_generated(
    dimension: usize,
    vectors: &[(Option<usize>, Vec<Rational>)],
) -> Result<Described, Refused> {
    let row = |(owner, row): &(Option<usize>, Vec<Rational>)| {
        (*owner, ConeRow { row: row.clone(), equality: false })
    };
    let dual = describe(dimension, &vectors.iter().map(row).collect::<Vec<_>>())?;
    Ok(Described { forms: dual.forms.dual(), ..dual })
}

fn refused(refusal: FormsRefusal) -> Refused {
    Refused(Refusal::Forms(refusal))
}

impl Described {
    fn check(&self, dimension: usize, given: &[(Option<usize>, ConeRow)]) -> Result<(), FormsRefusal> {
        let rows: Vec<ConeRow> = given.iter().map(|(_, row)| row.clone()).collect();
        self.forms.check(dimension)?;
        self.forms.check_rows(&rows, &self.proof)
    }
}

fn rationals(row: &[IBig]) -> Vec<Rational> {
    row.iter().cloned().map(Rational::from).collect()
}

/// A given row without its part along the equalities.
struct Reduced {
    /// What is left of it.
    rest: Vec<Rational>,
    /// Multiples of the equalities that were taken away.
    equalities: Vec<(usize, Rational)>,
}

struct Finder<'g> {
    given: &'g [(Option<usize>, ConeRow)],
    /// Rays and normals once around, where the cone is pointed and solid in R³.
    is_around: bool,
    rays: Vec<Vec<IBig>>,
    normals: Vec<Vec<IBig>>,
    lines: Vec<Vec<Rational>>,
    equalities: Vec<Vec<Rational>>,
    reduced: Vec<Reduced>,
}

impl<'g> Finder<'g> {
    fn new(dimension: usize, given: &'g [(Option<usize>, ConeRow)]) -> Result<Self, ConeFault> {
        let some = |equality: bool| {
            let rows = given.iter().filter(move |(_, row)| row.equality == equality);
            rows.map(|(_, row)| &row.row[..]).collect::<Vec<_>>()
        };
        let rows = |equality: bool| Rows::from_rationals(dimension, &some(equality));
        let cone = Cone::from_halfspaces(&rows(false)?, &rows(true)?)?;
        let list = |rows: &Rows| rows.iter().map(<[IBig]>::to_vec).collect::<Vec<_>>();
        let (mut rays, mut normals) = (list(cone.rays()), list(cone.normals()));
        let solid =
            dimension == 3 && cone.lines().is_empty() && cone.equalities().is_empty() && rays.len() >= 3;
        if solid {
            rays = around(&rays);
            normals = sides(&rays);
        }
        let exact = |rows: &Rows| rows.iter().map(rationals).collect::<Vec<_>>();
        let (lines, equalities) = (exact(cone.lines()), exact(cone.equalities()));
        let reduced = given.iter().map(|(_, row)| reduce(&row.row, &equalities)).collect();
        Ok(Self { given, is_around: solid, rays, normals, lines, equalities, reduced })
    }

    fn described(self) -> Described {
        let exact = |rows: &[Vec<IBig>]| rows.iter().map(|row| rationals(row)).collect::<Vec<_>>();
        let normals = exact(&self.normals);
        let places: HashMap<&[IBig], usize> =
            self.normals.iter().enumerate().map(|(at, normal)| (&normal[..], at)).collect();
        let mut from_rows: Vec<Option<Mixture>> = vec![None; normals.len()];
        let mut rows = Vec::with_capacity(self.given.len());
        let mut needed = vec![false; self.owners()];
        for (at, reduced) in self.reduced.iter().enumerate() {
            let Reduced { rest, equalities } = reduced;
            let (direction, scale) = integers::scaled(rest);
            let listed = match places.get(&direction[..]) {
                _ if rest.iter().all(Rational::is_zero) => Vec::new(),
                Some(&normal) => {
                    if from_rows[normal].is_none() {
                        from_rows[normal] = Some(reduced.inverse(at, &scale));
                        self.given[at].0.iter().for_each(|&owner| needed[owner] = true);
                    }
                    vec![(normal, scale.recip())]
                }
                None => self.mixed(rest, &normals),
            };
            rows.push(Mixture { rows: listed, equalities: equalities.clone() });
        }
        let pressing = kept::pressing(self.given, &self.reduced, &self.equalities);
        pressing.owners.iter().for_each(|&owner| needed[owner] = true);
        let redundant = (0..needed.len()).filter(|&owner| !needed[owner]).collect();
        let proof = RowsProof {
            normals: from_rows.into_iter().map(Option::unwrap_or_default).collect(),
            equalities: pressing.mixtures,
            rows,
        };
        let forms =
            ConeForms { rays: exact(&self.rays), lines: self.lines, normals, equalities: self.equalities };
        Described { forms, proof, redundant }
    }

    fn owners(&self) -> usize {
        self.given.iter().filter_map(|(owner, _)| *owner).max().map_or(0, |last| last + 1)
    }

    /// A row that is no facet as a sum of multiples of normals.
    fn mixed(&self, row: &[Rational], normals: &[Vec<Rational>]) -> Vec<(usize, Rational)> {
        if self.is_around {
            return self.fanned(row, normals);
        }
        let not_negative = |weights: &Vec<Rational>| !weights.iter().any(Rational::is_negative);
        let unique = if normals.len() <= 2 { combination(normals, row).filter(not_negative) } else { None };
        let weights = unique.or_else(|| farkas(normals, row, &[]).ok()).unwrap_or_default();
        weights.into_iter().enumerate().filter(|(_, weight)| !weight.is_zero()).collect()
    }

    /// The same where the normals go once around: of the triangles that the first normal makes with two
    /// neighbours one holds the row.
    fn fanned(&self, row: &[Rational], normals: &[Vec<Rational>]) -> Vec<(usize, Rational)> {
        let target = integers::primitive(row);
        let first = &self.normals[0];
        let is_left = |at: usize| order::determinant(first, &self.normals[at], &target) >= IBig::ZERO;
        let (mut low, mut high) = (1, normals.len() - 1);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if is_left(middle) { low = middle } else { high = middle }
        }
        let corners = [0, low, low + 1];
        let columns = corners.map(|at| normals[at].clone());
        let weights = combination(&columns, row).unwrap_or_default();
        corners.into_iter().zip(weights).filter(|(_, weight)| !weight.is_zero()).collect()
    }
}

impl Reduced {
    /// The listed normal from the row: with `rest = normal / scale`, `normal = scale·(row − equalities)`.
    fn inverse(&self, row: usize, scale: &NonZero) -> Mixture {
        let back = |(at, factor): &(usize, Rational)| (*at, -(factor * scale));
        Mixture {
            rows: vec![(row, scale.get().clone())],
            equalities: self.equalities.iter().map(back).collect(),
        }
    }
}

/// Takes from a row what the equalities, in reduced echelon form, say of it.
fn reduce(row: &[Rational], equalities: &[Vec<Rational>]) -> Reduced {
    let mut reduced = Reduced { rest: row.to_vec(), equalities: Vec::new() };
    for (at, equality) in equalities.iter().enumerate() {
        let Some((pivot, lead)) = leading(equality).filter(|(pivot, _)| !row[*pivot].is_zero()) else {
            continue;
        };
        let factor = &row[pivot] / &lead;
        reduced.rest.iter_mut().zip(equality).for_each(|(rest, entry)| *rest -= &(entry * &factor));
        reduced.equalities.push((at, factor));
    }
    reduced
}

/// The normals between neighbouring rays.
fn sides(rays: &[Vec<IBig>]) -> Vec<Vec<IBig>> {
    let next = |at: usize| &rays[(at + 1) % rays.len()];
    (0..rays.len()).map(|at| integers::primitive(&rationals(&cross(&rays[at], next(at))))).collect()
}
