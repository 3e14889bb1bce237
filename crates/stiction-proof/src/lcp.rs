//! Linear complementarity: `z ≥ 0`, `w = Mz + q ≥ 0`, `zᵢwᵢ = 0` for every i.
//!
//! At each index one of two choices is made: `0`, where `zᵢ = 0`, or `+`, where `wᵢ = 0`.  The solutions of
//! one choice at every index are a polyhedron; all solutions are a union of such.
//!
//! ```text
//!     wᵢ = 0 whatever z is:  what `0` asks for is asked by `+` with zᵢ = 0; the solutions of `+` have those of
//!                            `0`                                                                         (1)
//!     M + Mᵀ is positive definite:  two solutions have (z − z')·M(z − z') = (z − z')·(w − w') ≤ 0, so there is
//!                                   one at most                                                          (2)
//! ```

use crate::Rational;
use crate::choice::{Choice, Choices, Condition, Entry, Family, Objection, Signs, Site};
use crate::definite::is_definite_in_doubles;
use crate::mass::is_mass;
use crate::sole::Sole;
use dashu_int::IBig;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};

/// A linear complementarity problem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LcpProblem {
    /// The square matrix, by rows.
    #[serde(rename = "M")]
    pub matrix: Vec<Vec<Rational>>,
    /// The vector.
    pub q: Vec<Rational>,
}

/// A partial choice that no solution makes, with the multipliers of the rows that show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// A letter for each site; `?` where every choice is meant.
    pub mode: String,
    /// Multipliers of the rows in shortest integers, numbers without fractions.
    pub multipliers: Vec<Rational>,
}

/// All solutions of one choice at every index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// `0` or `+` for each index.
    pub mode: String,
    /// Its corners and rays.
    pub family: Family,
}

/// Rows up to which it is found out whether a matrix is definite by an elimination in fractions, where
/// doubles do not show it.
const MOST_DEFINITE: usize = 100;

/// Solutions that are proved to be all, or, where the search was not finished, to be some.
#[derive(Debug, Clone, PartialEq)]
pub struct LcpSolutions {
    /// Isolated ones.
    pub solutions: Vec<Vec<Rational>>,
    /// Those that hang together.
    pub families: Vec<Family>,
    /// The pieces that are not empty.
    pub pieces: Vec<Piece>,
    /// What shows that the other pieces are.
    pub excluded: Vec<Exclusion>,
    /// What shows that there is one at most, where that is the proof.
    pub sole: Option<Sole>,
}

impl LcpProblem {
    /// The slacks `w = Mz + q`.
    pub fn slacks(&self, z: &[Rational]) -> Vec<Rational> {
        let product = |row: &Vec<Rational>| row.iter().zip(z).map(|(m, z)| m * z).sum::<Rational>();
        self.matrix.iter().zip(&self.q).map(|(row, q)| product(row) + q).collect()
    }

    /// Whether `z` is a solution, by its definition.
    pub fn is_solved_by(&self, z: &[Rational]) -> Result<(), Objection> {
        if z.len() != self.q.len() {
            return Err(Objection::Shape);
        }
        for (index, (z, w)) in z.iter().zip(self.slacks(z)).enumerate() {
            if z.is_negative() {
                return Err(Objection::Value(index));
            }
            if w.is_negative() || !z.is_zero() && !w.is_zero() {
                return Err(Objection::Row(index));
            }
        }
        Ok(())
    }

    /// Whether `point + s·ray` is for every `s ≥ 0` an almost complementary solution: one of
    /// `w = Mz + z0·1 + q` instead, with `z0` the last entry of both.  The last ray of Lemke's method is one;
    /// it shows where the method ended, and by itself not that there is no solution.
    pub fn is_ray(&self, point: &[Rational], ray: &[Rational]) -> Result<(), Objection> {
        let size = self.q.len();
        if point.len() != size + 1 || ray.len() != size + 1 || ray.iter().all(Rational::is_zero) {
            return Err(Objection::Shape);
        }
        let slack = |vector: &[Rational], row: usize, constant: &Rational| -> Rational {
            let product: Rational = self.matrix[row].iter().zip(vector).map(|(m, z)| m * z).sum();
            product + &vector[size] + constant
        };
        for index in 0..=size {
            if point[index].is_negative() || ray[index].is_negative() {
                return Err(Objection::Value(index));
            }
        }
        for row in 0..size {
            let (start, grows) = (slack(point, row, &self.q[row]), slack(ray, row, &Rational::zero()));
            let slack_is_zero = start.is_zero() && grows.is_zero();
            let unknown_is_zero = point[row].is_zero() && ray[row].is_zero();
            if start.is_negative() || grows.is_negative() || !slack_is_zero && !unknown_is_zero {
                return Err(Objection::Row(row));
            }
        }
        Ok(())
    }

    /// The problem as a system with two choices at each index.
    pub fn choices(&self) -> Result<Choices, Objection> {
        let size = self.q.len();
        if self.matrix.len() != size || self.matrix.iter().any(|row| row.len() != size) {
            return Err(Objection::Shape);
        }
        let rows: Vec<Vec<Rational>> = self
            .matrix
            .iter()
            .zip(&self.q)
            .map(|(row, q)| [&row[..], std::slice::from_ref(q)].concat())
            .collect();
        let site = |index: usize| Site {
            choices: vec![
                Choice { label: "0".into(), signs: vec![(index, Signs::NOT_NEGATIVE)], open: vec![] },
                Choice { label: "+".into(), signs: vec![(index, Signs::ZERO)], open: vec![index] },
            ],
            groups: Vec::new(),
        };
        Choices::new(size, &rows, (0..size).map(site).collect())
    }

    /// Whether these pieces are all solutions: each is what it says, and what is left out is refuted.
    pub fn answers(&self, pieces: &[Piece], excluded: &[Exclusion]) -> Result<(), Objection> {
        let covered = self.knows(pieces, excluded)?;
        self.choices()?.covered(&covered)
    }

    /// Whether this piece is all solutions, since there is one at most.
    pub fn answers_alone(&self, piece: &Piece, sole: &Sole) -> Result<(), Objection> {
        self.knows(std::slice::from_ref(piece), &[])?;
        if sole.holds(self) { Ok(()) } else { Err(Objection::Shape) }
    }

    /// Whether each of these pieces is what it says and what is excluded is impossible, whatever others there
    /// are: the choices that they say everything about.
    pub fn knows(&self, pieces: &[Piece], excluded: &[Exclusion]) -> Result<Vec<Entry>, Objection> {
        let (known, covered) = self.knows_while(pieces, excluded, |_| true)?;
        if known == pieces.len() { Ok(covered) } else { Err(Objection::Effort) }
    }

    /// The same as long as it is wanted, and as the checker looks at all edges of a piece: how many pieces were seen
    /// to be what they say, and what they and what is excluded say everything about.  `going` hears the number of
    /// corners and rays that come next.
    pub fn knows_while(
        &self,
        pieces: &[Piece],
        excluded: &[Exclusion],
        mut going: impl FnMut(usize) -> bool,
    ) -> Result<(usize, Vec<Entry>), Objection> {
        let choices = self.choices()?;
        let mut covered: Vec<Entry> = Vec::with_capacity(pieces.len() + excluded.len());
        let mut seen = 0;
        for piece in pieces {
            if !going(piece.family.vertices.len() + piece.family.rays.len()) {
                break;
            }
            let mut mode = choices.read(&piece.mode)?;
            if !mode.iter().all(|mask| mask.is_power_of_two()) {
                return Err(Objection::Letters(piece.mode.clone()));
            }
            match choices.spans(&mode, &piece.family) {
                Err(Objection::Effort) => break,
                end => end?,
            }
            seen += 1;
            let idle = (0..mode.len()).filter(|&index| self.is_idle(index));
            idle.for_each(|index| mode[index] |= mode[index] >> 1);
            covered.push(mode.into());
        }
        for exclusion in excluded {
            covered.push(exclusion.accepted(&choices)?);
        }
        Ok((seen, covered))
    }

    /// Whether `wᵢ` is zero whatever `z` is.
    pub fn is_idle(&self, index: usize) -> bool {
        self.q[index].is_zero() && self.matrix[index].iter().all(Rational::is_zero)
    }

    /// Whether `M + Mᵀ` is positive definite, as far as doubles show it or it is small enough for fractions.
    pub fn is_definite(&self) -> bool {
        let size = self.q.len();
        let sum = |i: usize, j: usize| &self.matrix[i][j] + &self.matrix[j][i];
        let rows = (0..size).map(|i| (0..size).map(|j| sum(i, j)).collect()).collect::<Vec<Vec<_>>>();
        is_definite_in_doubles(&rows) || size <= MOST_DEFINITE && is_mass(&rows)
    }
}

impl Choices {
    /// The isolated solutions and the largest families among pieces that may overlap.
    pub fn parted(&self, pieces: &[Piece]) -> Result<(Vec<Vec<Rational>>, Vec<Family>), Objection> {
        let modes = pieces.iter().map(|piece| self.read(&piece.mode)).collect::<Result<Vec<_>, _>>()?;
        let is_point = |family: &Family| family.vertices.len() == 1 && family.rays.is_empty();
        let points = pieces.iter().flat_map(|piece| piece.family.vertices.iter().chain(&piece.family.rays));
        if modes.iter().any(|mode| mode.len() != self.sites().len())
            || points.into_iter().any(|point| point.len() != self.unknowns())
        {
            return Err(Objection::Shape);
        }
        let taken: Vec<Vec<u64>> = pieces.iter().map(|piece| self.taken(&piece.family)).collect();
        let forbidden: Vec<Vec<u64>> = modes.iter().map(|mode| self.forbidden(mode)).collect();
        let within = |piece: usize, other: usize| {
            taken[piece].iter().zip(&forbidden[other]).all(|(taken, forbidden)| taken & forbidden == 0)
        };
        let mut solutions: Vec<Vec<Rational>> = Vec::new();
        let mut families: Vec<Family> = Vec::new();
        let mut wide: Vec<usize> =
            (0..pieces.len()).filter(|&index| !is_point(&pieces[index].family)).collect();
        // What has many corners covers most of the others: the first that is asked is often enough.
        wide.sort_by_key(|&index| {
            let Family { vertices, rays } = &pieces[index].family;
            Reverse(vertices.len() + rays.len())
        });
        for (index, piece) in pieces.iter().enumerate() {
            let covered = wide.iter().any(|&other| {
                // Of two that are the same set the first stays.
                other != index && within(index, other) && (other < index || !within(other, index))
            });
            if covered {
                continue;
            }
            if is_point(&piece.family) {
                solutions.extend(piece.family.vertices.first().cloned());
            } else {
                families.push(piece.family.clone());
            }
        }
        solutions.sort();
        solutions.dedup();
        Ok((solutions, families))
    }

    /// The signs that rows and unknowns take at the corners of a family or along its rays: a bit for what is positive
    /// of each row, for what is negative of each row, and the same for unknowns.
    fn taken(&self, family: &Family) -> Vec<u64> {
        let (rows, unknowns) = (self.rows().len(), self.unknowns());
        let mut bits = Bitset::new(2 * (rows + unknowns));
        let mut note = |at: usize, count: usize, start: usize, sign: Ordering| match sign {
            Ordering::Greater => bits.set(start + at),
            Ordering::Less => bits.set(start + count + at),
            Ordering::Equal => {}
        };
        let vectors = family.vertices.iter().map(|point| (point, true));
        for (vector, is_point) in vectors.chain(family.rays.iter().map(|ray| (ray, false))) {
            for (at, row) in self.rows().iter().enumerate() {
                let rate: Rational = row
                    .iter()
                    .zip(vector)
                    .filter(|(entry, x)| !entry.is_zero() && !x.is_zero())
                    .map(|(entry, x)| Rational::from(entry.clone()) * x)
                    .sum();
                let constant = if is_point { row.last().cloned().unwrap_or_default() } else { IBig::ZERO };
                let value = rate + Rational::from(constant);
                note(at, rows, 0, value.cmp(&Rational::zero()));
            }
            for (at, entry) in vector.iter().enumerate() {
                note(at, unknowns, 2 * rows, entry.cmp(&Rational::zero()));
            }
        }
        bits.0
    }

    /// The signs of [`Self::taken`] that the closed set of a choice does not have.
    fn forbidden(&self, mode: &[u32]) -> Vec<u64> {
        let allowed = self.allowed(mode);
        let (rows, unknowns) = (self.rows().len(), self.unknowns());
        let mut bits = Bitset::new(2 * (rows + unknowns));
        for (at, condition) in allowed.rows.iter().enumerate() {
            let [positive, negative] = match condition {
                Condition::Free => [false, false],
                Condition::Zero => [true, true],
                Condition::AtLeast { .. } => [false, true],
                Condition::AtMost { .. } => [true, false],
            };
            if positive {
                bits.set(at);
            }
            if negative {
                bits.set(rows + at);
            }
        }
        for (at, open) in allowed.open.iter().enumerate() {
            if !open {
                bits.set(2 * rows + at);
            }
            bits.set(2 * rows + unknowns + at);
        }
        bits.0
    }
}

/// A set of small numbers.
struct Bitset(Vec<u64>);

impl Bitset {
    fn new(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }
}

impl Exclusion {
    /// The partial choice that is refuted, if it is; but for what a law excepts, if it rests on one.
    pub fn accepted(&self, choices: &Choices) -> Result<Entry, Objection> {
        let all = choices.read(&self.mode)?;
        let law = choices.refutes(&all, &integers(&self.multipliers)?)?;
        Ok(Entry { all, law })
    }
}

/// Rationals that are integers.
fn integers(numbers: &[Rational]) -> Result<Vec<IBig>, Objection> {
    let whole = |number: &Rational| number.denominator().is_one().then(|| number.numerator().clone());
    numbers.iter().map(whole).collect::<Option<_>>().ok_or(Objection::Shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rational::rationals as numbers;

    #[test]
    fn one_contact_that_nothing_holds_has_no_solution_and_says_so() {
        // w = −5z − 2: never at least zero.
        let problem = LcpProblem { matrix: vec![numbers(&[-5])], q: numbers(&[-2]) };
        let refuted = |mode: &str, by: i64| Exclusion { mode: mode.to_owned(), multipliers: numbers(&[by]) };
        assert_eq!(problem.answers(&[], &[refuted("?", 1)]), Ok(()));
        assert_eq!(problem.answers(&[], &[refuted("0", 1)]), Err(Objection::Missing("+".to_owned())));
        assert_eq!(problem.answers(&[], &[refuted("?", -1)]), Err(Objection::Multiplier(0)));
        assert_eq!(problem.answers(&[], &[refuted("+", -1)]), Err(Objection::Unknown(0)));
    }

    #[test]
    fn a_ray_of_solutions_is_listed_or_missed() {
        let problem = LcpProblem { matrix: vec![numbers(&[0, 0]), numbers(&[0, 0])], q: numbers(&[0, 1]) };
        let piece = |mode: &str, rays: Vec<Vec<Rational>>| Piece {
            mode: mode.to_owned(),
            family: Family { vertices: vec![numbers(&[0, 0])], rays },
        };
        let refuted = Exclusion { mode: "?+".to_owned(), multipliers: numbers(&[0, -1]) };
        let ray = vec![numbers(&[3, 0])];
        let both = [piece("+0", ray.clone()), piece("00", vec![])];
        assert_eq!(problem.answers(&both, std::slice::from_ref(&refuted)), Ok(()));
        let short = [piece("+0", vec![]), piece("00", vec![])];
        assert_eq!(problem.answers(&short, std::slice::from_ref(&refuted)), Err(Objection::Unlisted));
        let long = [piece("+0", ray.clone()), piece("00", ray)];
        assert_eq!(problem.answers(&long, &[refuted]), Err(Objection::Ray(0)));
    }
}
