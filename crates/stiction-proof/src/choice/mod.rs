//! Systems of linear conditions with a choice at each site.
//!
//! Unknowns `x ≥ 0` give affine rows `rᵢ(x) = aᵢ·x + bᵢ`.  At each site one of several choices is made: it
//! says which signs some rows must have, and which unknowns of the site may be positive; the others are zero.
//! A complementarity problem has two choices at each index, a contact at rest has four: it separates, sticks,
//! or slides either way.
//!
//! A *partial* choice leaves several choices open at some sites.  What it allows is at least what any of them
//! allows: the signs of a row are joined, and so are the unknowns that may be positive.  A partial choice is
//! impossible if and only if (Motzkin) there are multipliers `λ` of the rows with
//!
//! ```text
//!     λᵢ ≥ 0 where rᵢ ≥ 0 or > 0,   ≤ 0 where rᵢ ≤ 0 or < 0,   any where rᵢ = 0,   else 0          (1)
//!     Σ λᵢaᵢⱼ ≤ 0 for every unknown j that may be positive                                        (2)
//!     Σ λᵢbᵢ < 0,   or  Σ λᵢbᵢ = 0 and λᵢ ≠ 0 for some strict row                                  (3)
//! ```
//!
//! for then `0 ≤ Σ λᵢrᵢ(x) ≤ Σ λᵢbᵢ`, one of them strictly.
//!
//! A [`Law`] is a row that no site names and that is positive in every solution, for a reason that the
//! problem has, unless the choice lies in a box, which the law excepts.  Multipliers may use it as a strict
//! row; then they refute the partial choice but for that box.
//!
//! Partial choices that are impossible, and choices whose
//! solutions are listed, answer the whole problem when together they leave no choice out ([`Choices::covered`]).
//!
//! References: \[Farkas\], \[Motzkin\].

mod corners;
mod cover;
mod text;

pub use corners::Family;
pub(crate) use corners::are_combinations;
pub use cover::Entry;

use crate::Rational;
use dashu_int::{IBig, UBig};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

/// Which signs a row may have: a set of less than, equal to and greater than zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signs(u8);

impl Signs {
    /// Less than zero.
    pub const NEGATIVE: Self = Self(1);
    /// Zero.
    pub const ZERO: Self = Self(2);
    /// Greater than zero.
    pub const POSITIVE: Self = Self(4);
    /// At least zero.
    pub const NOT_NEGATIVE: Self = Self(6);
    /// Any sign at all: negative, zero or positive.
    pub const FREE: Self = Self(7);

    /// Either of two.
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a number has one of them.
    pub fn admit(self, value: &Rational) -> bool {
        let sign = if value.is_negative() { Self::NEGATIVE } else { Self::POSITIVE };
        self.0 & if value.is_zero() { Self::ZERO.0 } else { sign.0 } != 0
    }

    /// What the closure of the set is, as a condition that a linear program knows.
    pub fn condition(self) -> Condition {
        match self.0 {
            2 => Condition::Zero,
            4 => Condition::AtLeast { strict: true },
            6 => Condition::AtLeast { strict: false },
            1 => Condition::AtMost { strict: true },
            3 => Condition::AtMost { strict: false },
            _ => Condition::Free,
        }
    }
}

/// A condition on the sign of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// No condition, or none that is convex.
    Free,
    /// `= 0`.
    Zero,
    /// `≥ 0` or `> 0`.
    AtLeast {
        /// Whether zero is left out.
        strict: bool,
    },
    /// `≤ 0` or `< 0`.
    AtMost {
        /// Whether zero is left out.
        strict: bool,
    },
}

/// One of the choices at a site.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Its label: a letter in the plane.
    pub label: Label,
    /// Signs of rows; rows that are not named may have any.
    pub signs: Vec<(usize, Signs)>,
    /// The unknowns of the site that may be positive.
    pub open: Vec<usize>,
}

/// What a choice, or a group of choices, is called.
pub type Label = Cow<'static, str>;

/// A site: its choices, and labels for several of them at once, as sets of bits.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Site {
    /// The choices; at most thirty-two.
    pub choices: Vec<Choice>,
    /// Labels of groups of choices.
    pub groups: Vec<(Label, u32)>,
}

/// Which choices are left open, as a set of bits for each site.
pub type Partial = Vec<u32>;

/// A row that is positive in every solution whose choice does not lie in `except`.
#[derive(Debug, Clone, PartialEq)]
pub struct Law {
    /// The row.
    pub row: usize,
    /// The choices of which the law says nothing.
    pub except: Partial,
}

/// The whole system, with rows as the shortest integers that point the same way.
#[derive(Debug, Clone, PartialEq)]
pub struct Choices {
    unknowns: usize,
    /// Coefficients of the unknowns, then the constant.
    rows: Vec<Vec<IBig>>,
    sites: Vec<Site>,
    /// The site of each unknown; those of none are always open.
    owner: Vec<Option<usize>>,
    /// Whether some label is longer than a letter, so that texts have spaces between labels.
    spaced: bool,
    /// The rows in machine words, one after the other, where all of them fit.
    words: Option<Vec<i64>>,
    laws: Vec<Law>,
}

/// Why something about choices is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objection {
    /// Lists of different lengths, or indices that do not exist.
    Shape,
    /// A text that does not name choices of the sites.
    Letters(String),
    /// A multiplier of a sign that its row does not allow.
    Multiplier(usize),
    /// An unknown that could be positive and undo the contradiction.
    Unknown(usize),
    /// The multipliers contradict nothing.
    NoContradiction,
    /// An unknown that is negative, or positive where it must be zero.
    Value(usize),
    /// A row of the wrong sign.
    Row(usize),
    /// A point that is no corner of its set.
    NotACorner(usize),
    /// A corner or a ray that is not listed.
    Unlisted,
    /// A ray that the set does not have.
    Ray(usize),
    /// A choice that is neither refuted nor listed.
    Missing(String),
    /// A choice that is listed twice, and would be counted twice.
    Twice(String),
    /// A mass matrix of a body that is none.
    Mass(usize),
    /// More work than the checker does.
    Effort,
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape => write!(f, "the numbers do not fit the problem"),
            Self::Letters(text) => write!(f, "`{text}` names no choices of this problem"),
            Self::Multiplier(row) => {
                write!(f, "the multiplier of row {row} has a sign that its row does not allow")
            }
            Self::Unknown(unknown) => {
                write!(f, "unknown {unknown} could be positive and undo the contradiction")
            }
            Self::NoContradiction => write!(f, "the multipliers contradict nothing"),
            Self::Value(unknown) => {
                write!(f, "unknown {unknown} is negative, or positive where it must be zero")
            }
            Self::Row(row) => write!(f, "row {row} has the wrong sign"),
            Self::Mass(body) => {
                write!(f, "the mass matrix of body {body} is not symmetric and positive definite")
            }
            Self::NotACorner(index) => write!(f, "point {index} is no corner of its set"),
            Self::Unlisted => write!(f, "a corner or a ray of the set is not listed"),
            Self::Ray(index) => write!(f, "the set has no edge along ray {index}"),
            Self::Twice(text) => write!(f, "`{text}` is listed twice"),
            Self::Missing(text) => write!(f, "`{text}` is neither refuted nor listed"),
            Self::Effort => write!(f, "checking this would take too many steps"),
        }
    }
}

impl std::error::Error for Objection {}

/// What a partial choice asks: a condition for each row, and whether each unknown may be positive.
#[derive(Debug, Clone, PartialEq)]
pub struct Allowed {
    /// For each row.
    pub rows: Vec<Condition>,
    /// For each unknown.
    pub open: Vec<bool>,
}

impl Choices {
    /// A system of rows, each with its coefficients and then its constant.
    pub fn new(unknowns: usize, rows: &[Vec<Rational>], sites: Vec<Site>) -> Result<Self, Objection> {
        Self::of_integers(unknowns, rows.iter().map(|row| whole(row)).collect(), sites)
    }

    /// The same with rows that are integers already, each a positive multiple of what is meant.
    pub(crate) fn of_integers(
        unknowns: usize,
        rows: Vec<Vec<IBig>>,
        sites: Vec<Site>,
    ) -> Result<Self, Objection> {
        let mut owner = vec![None; unknowns];
        for (index, site) in sites.iter().enumerate() {
            for choice in &site.choices {
                for &unknown in &choice.open {
                    *owner.get_mut(unknown).ok_or(Objection::Shape)? = Some(index);
                }
            }
        }
        let named = sites.iter().flat_map(|site| &site.choices).flat_map(|choice| &choice.signs);
        let fit = rows.iter().all(|row| row.len() == unknowns + 1)
            && named.clone().all(|(row, _)| *row < rows.len())
            && sites.iter().all(|site| !site.choices.is_empty() && site.choices.len() <= 32);
        let rows: Vec<Vec<IBig>> = rows.into_iter().map(shortest).collect();
        let words = rows.iter().flatten().map(|entry| i64::try_from(entry).ok()).collect();
        let spaced = sites.iter().flat_map(|site| &site.choices).any(|choice| choice.label.len() > 1);
        let laws = Vec::new();
        if fit {
            Ok(Self { unknowns, rows, sites, owner, spaced, words, laws })
        } else {
            Err(Objection::Shape)
        }
    }

    /// The same system with a law, whose row comes after all others.  That it is one is for the caller to know.
    pub(crate) fn with_law(mut self, row: &[Rational], except: Partial) -> Result<Self, Objection> {
        if row.len() != self.unknowns + 1 || except.len() != self.sites.len() {
            return Err(Objection::Shape);
        }
        let row = whole(row);
        let short = row.iter().map(|entry| i64::try_from(entry).ok()).collect::<Option<Vec<i64>>>();
        self.words = self.words.zip(short).map(|(words, row)| [words, row].concat());
        self.laws.push(Law { row: self.rows.len(), except });
        self.rows.push(row);
        Ok(self)
    }

    /// The same rows and laws with other choices at the sites, of which the laws except none.  That the
    /// choices say as much, and that the laws are some without exception, is for the caller to know.
    pub(crate) fn told_otherwise(&self, sites: Vec<Site>) -> Result<Self, Objection> {
        let mut other = Self::of_integers(self.unknowns, self.rows.clone(), sites)?;
        let nothing: Partial = vec![0; other.sites.len()];
        other.laws = self.laws.iter().map(|law| Law { row: law.row, except: nothing.clone() }).collect();
        Ok(other)
    }

    /// Rows that are positive in every solution but for some choices.
    pub fn laws(&self) -> &[Law] {
        &self.laws
    }

    /// How many unknowns there are.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// The rows as integers: coefficients, then the constant.
    pub fn rows(&self) -> &[Vec<IBig>] {
        &self.rows
    }

    /// The sites.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The partial choice that leaves everything open.
    pub fn everything(&self) -> Partial {
        self.sites.iter().map(Site::all).collect()
    }

    /// What a partial choice asks.
    pub fn allowed(&self, partial: &[u32]) -> Allowed {
        let mut signs: Vec<Option<Signs>> = vec![None; self.rows.len()];
        let mut open: Vec<bool> = self.owner.iter().map(Option::is_none).collect();
        let mut here: Vec<(usize, Signs, u32)> = Vec::new();
        for (site, &mask) in self.sites.iter().zip(partial) {
            here.clear();
            let chosen = site.choices.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
            for (_, choice) in chosen.clone() {
                choice.open.iter().for_each(|&unknown| open[unknown] = true);
                for &(row, sign) in &choice.signs {
                    match here.iter_mut().find(|(other, ..)| *other == row) {
                        Some(entry) => *entry = (row, entry.1.or(sign), entry.2 + 1),
                        None => here.push((row, sign, 1)),
                    }
                }
            }
            // A row that one of the choices does not name is free.
            let count = mask.count_ones();
            for &(row, sign, times) in &here {
                signs[row] = Some(if times == count { sign } else { Signs::FREE });
            }
        }
        let rows = signs.into_iter().map(|signs| signs.map_or(Condition::Free, Signs::condition)).collect();
        Allowed { rows, open }
    }

    /// What a partial choice asks of solutions that obey a law.
    pub fn allowed_under(&self, partial: &[u32], law: Option<usize>) -> Allowed {
        let mut allowed = self.allowed(partial);
        if let Some(law) = law.and_then(|law| self.laws.get(law)) {
            allowed.rows[law.row] = Condition::AtLeast { strict: true };
        }
        allowed
    }

    /// Whether multipliers of the rows show that a partial choice is impossible, (1), (2), (3), but for what
    /// the law that they use excepts: its index.
    pub fn refutes(&self, partial: &[u32], multipliers: &[IBig]) -> Result<Option<usize>, Objection> {
        let fit = partial.len() == self.sites.len() && multipliers.len() == self.rows.len();
        if !fit {
            return Err(Objection::Shape);
        }
        // A second law has a row that is free, and no multiplier.
        let law = self.laws.iter().position(|law| !multipliers[law.row].is_zero());
        let allowed = self.allowed_under(partial, law);
        let mut strict = false;
        for (row, (condition, multiplier)) in allowed.rows.iter().zip(multipliers).enumerate() {
            if multiplier.is_zero() {
                continue;
            }
            let negative = *multiplier < IBig::ZERO;
            let fits = match condition {
                Condition::Free => false,
                Condition::Zero => true,
                Condition::AtLeast { .. } => !negative,
                Condition::AtMost { .. } => negative,
            };
            if !fits {
                return Err(Objection::Multiplier(row));
            }
            strict |=
                matches!(condition, Condition::AtLeast { strict: true } | Condition::AtMost { strict: true });
        }
        let weights = Weights::new(self, multipliers);
        for unknown in (0..self.unknowns).filter(|&unknown| allowed.open[unknown]) {
            if weights.sign(self, unknown).is_gt() {
                return Err(Objection::Unknown(unknown));
            }
        }
        let constant = weights.sign(self, self.unknowns);
        let contradicts = constant.is_lt() || constant.is_eq() && strict;
        if contradicts { Ok(law) } else { Err(Objection::NoContradiction) }
    }

    /// Whether a point meets every condition of a choice; of the closed set only, if `closed`.
    pub fn holds(&self, partial: &[u32], point: &[Rational], closed: bool) -> Result<(), Objection> {
        if partial.len() != self.sites.len() || point.len() != self.unknowns {
            return Err(Objection::Shape);
        }
        let allowed = self.allowed(partial);
        for (unknown, (value, open)) in point.iter().zip(&allowed.open).enumerate() {
            if value.is_negative() || value.is_positive() && !open {
                return Err(Objection::Value(unknown));
            }
        }
        let scaled = WholePoint::new(point);
        let rows = self.rows.iter().zip(&allowed.rows).enumerate();
        for (index, (row, condition)) in rows.filter(|(_, (_, condition))| **condition != Condition::Free) {
            let value = scaled.value(row);
            let fits = match condition {
                Condition::Free => true,
                Condition::Zero => value.is_zero(),
                Condition::AtLeast { strict } => value > IBig::ZERO || value.is_zero() && (closed || !strict),
                Condition::AtMost { strict } => value < IBig::ZERO || value.is_zero() && (closed || !strict),
            };
            if !fits {
                return Err(Objection::Row(index));
            }
        }
        Ok(())
    }
}

/// Multipliers of rows that are not zero, in machine words where sums of products cannot grow beyond them.
enum Weights<'m> {
    /// Entries are below 2ᵉ, multipliers below 2¹¹¹⁻ᵉ and there are at most 2¹⁵ of them: every sum is below 2¹²⁶.
    Words(&'m [i64], Vec<(usize, i128)>),
    Long(Vec<(usize, &'m IBig)>),
}

impl<'m> Weights<'m> {
    fn new(choices: &'m Choices, multipliers: &'m [IBig]) -> Self {
        let used = multipliers.iter().enumerate().filter(|(_, multiplier)| !multiplier.is_zero());
        let entries = choices.words.as_deref().filter(|_| multipliers.len() <= 1 << 15);
        let longest =
            entries.into_iter().flatten().map(|entry| 64 - entry.unsigned_abs().leading_zeros()).max();
        let most = 111 - longest.unwrap_or(0);
        let word = |(row, multiplier): (usize, &IBig)| {
            let word = i128::try_from(multiplier).ok()?;
            (128 - word.unsigned_abs().leading_zeros() <= most).then_some((row, word))
        };
        let words = entries
            .and_then(|entries| Some(Self::Words(entries, used.clone().map(word).collect::<Option<_>>()?)));
        words.unwrap_or_else(|| Self::Long(used.collect()))
    }

    /// The sign of a column of the rows, added up with these multipliers.
    fn sign(&self, choices: &Choices, column: usize) -> Ordering {
        match self {
            Self::Words(entries, used) => {
                let entry = |row: usize| i128::from(entries[row * (choices.unknowns + 1) + column]);
                used.iter().map(|(row, multiplier)| entry(*row) * multiplier).sum::<i128>().cmp(&0)
            }
            Self::Long(used) => {
                let term = |(row, multiplier): &(usize, &IBig)| &choices.rows[*row][column] * *multiplier;
                used.iter().map(term).sum::<IBig>().cmp(&IBig::ZERO)
            }
        }
    }
}

impl Site {
    /// All of its choices.
    pub fn all(&self) -> u32 {
        ((1_u64 << self.choices.len()) - 1) as u32
    }
}

/// The shortest integers that point the way of rationals.
pub(crate) fn whole(vector: &[Rational]) -> Vec<IBig> {
    shortest(WholePoint::new(vector).numerators)
}

/// The shortest integers in the same proportion.
fn shortest(mut integers: Vec<IBig>) -> Vec<IBig> {
    use dashu_int::ops::{Gcd, UnsignedAbs};
    let mut common = UBig::ZERO;
    for entry in integers.iter().filter(|entry| !entry.is_zero()) {
        common = if common.is_zero() { entry.unsigned_abs() } else { common.gcd(entry.unsigned_abs()) };
        if common.is_one() {
            return integers;
        }
    }
    if common > UBig::ONE {
        let common = IBig::from(common);
        integers.iter_mut().for_each(|entry| *entry = &*entry / &common);
    }
    integers
}

/// The least common multiple.
pub(crate) fn multiple(common: UBig, other: &UBig) -> UBig {
    use dashu_int::ops::Gcd;
    if other.is_one() || *other == common {
        return common;
    }
    let shared = (&common).gcd(other);
    common / shared * other
}

/// A numerator over another denominator, a multiple of its own.
pub(crate) fn scaled(numerator: &IBig, denominator: &UBig, common: &UBig) -> IBig {
    if numerator.is_zero() || denominator == common {
        return numerator.clone();
    }
    numerator * IBig::from(common / denominator)
}

/// A point over its common denominator.
pub(crate) struct WholePoint {
    numerators: Vec<IBig>,
    denominator: IBig,
}

impl WholePoint {
    pub(crate) fn new(point: &[Rational]) -> Self {
        Self::of(point.iter())
    }

    /// The same of entries that do not lie together.
    fn of<'p>(point: impl Iterator<Item = &'p Rational> + Clone) -> Self {
        let common = point.clone().fold(UBig::ONE, |common, entry| multiple(common, entry.denominator()));
        let scaled = |entry: &Rational| scaled(entry.numerator(), entry.denominator(), &common);
        Self { numerators: point.map(scaled).collect(), denominator: IBig::from(common) }
    }

    pub(crate) fn numerators(&self) -> &[IBig] {
        &self.numerators
    }

    /// Positive.
    pub(crate) fn denominator(&self) -> &IBig {
        &self.denominator
    }

    /// The value of a row here, times the denominator, which is positive.
    pub(crate) fn value(&self, row: &[IBig]) -> IBig {
        let terms = row.iter().zip(self.numerators.iter().chain([&self.denominator]));
        terms.filter(|(a, x)| !a.is_zero() && !x.is_zero()).fold(IBig::ZERO, |sum, (a, x)| sum + a * x)
    }
}
