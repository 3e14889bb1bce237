//! Polyhedral cones in both forms.
//!
//! References: \[MR Definition 12.1\] for span and pos; \[BT (10)\] for the form by faces, \[BT (11)\] for
//! that by rays.

use super::description::{self, Forms};
use super::linear_map::{LinearMap, same};
use super::rows::{ConeFault, Rows, dot};
use super::wrap;
use dashu_int::IBig;
use stiction_exact::integers;
use stiction_exact::linear::farkas;
use stiction_exact::whole::{TooLong, Whole};
use stiction_proof::Rational;

/// A closed polyhedral cone, with what generates it and what bounds it:
///
/// ```text
///     {Σ λᵢ raysᵢ + Σ κⱼ linesⱼ : λ ≥ 0}  =  {x : normals·x ≥ 0, equalities·x = 0}                            (1)
/// ```
///
/// Both forms are free of redundant rows and have one shape: lines and equalities are in reduced echelon form, rays
/// and normals are zero at their pivots, all rows are shortest integer vectors in lexicographic order.  So two
/// cones are equal as sets exactly when they are equal as values.
///
/// ```
/// use stiction_geometry::cone::{Cone, Rows};
/// let wedge = Cone::from_generators(&Rows::from_integers(2, &[[1, 0], [1, 1], [2, 1]])?, &Rows::none(2))?;
/// assert_eq!(wedge.rays(), &Rows::from_integers(2, &[[1, 0], [1, 1]])?);
/// assert_eq!(wedge.normals(), &Rows::from_integers(2, &[[0, 1], [1, -1]])?);
/// assert_eq!(wedge.dual().dual(), wedge);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cone {
    rays: Rows,
    lines: Rows,
    normals: Rows,
    equalities: Rows,
}

/// Where a point lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In the relative interior: every normal is positive there.
    Inside,
    /// On the relative boundary.
    Boundary {
        /// Indices of the normals that are zero there.
        tight: Vec<usize>,
    },
    /// Not in the cone.
    Outside {
        /// A normal that is not negative on the cone and negative at the point.
        separating: Vec<IBig>,
    },
}

/// Whether one cone lies in another, with the proof.
#[derive(Debug, Clone, PartialEq)]
pub enum Containment {
    /// It does: each normal of the larger, and each equality both ways, is a combination of what bounds the smaller.
    Contained {
        /// One entry for each normal of the larger, then two for each of its equalities.
        combinations: Vec<Combination>,
    },
    /// It does not.
    Escapes {
        /// A direction of the first cone.
        direction: Vec<IBig>,
        /// A normal that the second has and that is negative at the direction.
        separating: Vec<IBig>,
    },
}

/// A normal as `Σ weightsᵢ·normalsᵢ + Σ factorsⱼ·equalitiesⱼ` with weights that are not negative: then it is
/// not negative where the normals are not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination {
    /// Of the normals.
    pub weights: Vec<Rational>,
    /// Of the equalities.
    pub factors: Vec<Rational>,
}

impl Cone {
    /// The cone of all `x` with `normals·x ≥ 0` and `equalities·x = 0`.
    pub fn from_halfspaces(normals: &Rows, equalities: &Rows) -> Result<Self, ConeFault> {
        same(normals.width(), equalities.width())?;
        Ok(Self::converted(normals, equalities))
    }

    /// The cone of all sums of multiples of the lines and multiples of the rays that are not negative.
    pub fn from_generators(rays: &Rows, lines: &Rows) -> Result<Self, ConeFault> {
        same(rays.width(), lines.width())?;
        Ok(Self::converted(rays, lines).into_dual())
    }

    /// The whole space.
    pub fn whole(dimension: usize) -> Self {
        Self {
            rays: Rows::none(dimension),
            lines: Rows::axes(dimension),
            normals: Rows::none(dimension),
            equalities: Rows::none(dimension),
        }
    }

    /// The origin alone.
    pub fn origin(dimension: usize) -> Self {
        Self::whole(dimension).into_dual()
    }

    /// As [`Cone::from_halfspaces`], always by double description: the twin of the quicker way in R³.
    pub fn by_double_description(normals: &Rows, equalities: &Rows) -> Result<Self, ConeFault> {
        same(normals.width(), equalities.width())?;
        Ok(Self::described(normals, equalities))
    }

    fn converted(normals: &Rows, equalities: &Rows) -> Self {
        match normals.width() {
            3 => Self::wrapped(normals, equalities).into_dual(),
            _ => Self::described(normals, equalities),
        }
    }

    /// The cone that rows in R³ generate.
    fn wrapped(rays: &Rows, lines: &Rows) -> Self {
        let short = wrap::generate_words(rays.entries(), lines.entries());
        if let Some(forms) = short.and_then(|forms| description::settle(3, forms).ok()) {
            return Self::from_forms(3, &forms);
        }
        let Ok(forms) = description::settle(3, wrap::generate_long(rays.entries(), lines.entries()));
        Self::from_forms(3, &forms)
    }

    fn described(normals: &Rows, equalities: &Rows) -> Self {
        let width = normals.width();
        let short = || description::convert(width, &words(normals)?, &words(equalities)?);
        if let Ok(forms) = short() {
            return Self::from_forms(width, &forms);
        }
        let Ok(forms) = description::convert(width, normals.entries(), equalities.entries());
        Self::from_forms(width, &forms)
    }

    pub(super) fn from_forms<T: Whole>(width: usize, forms: &Forms<T>) -> Self {
        Self {
            rays: Rows::from_flat(width, &forms.rays),
            lines: Rows::from_flat(width, &forms.lines),
            normals: Rows::from_flat(width, &forms.normals),
            equalities: Rows::from_flat(width, &forms.equalities),
        }
    }

    /// The extreme rays, modulo the lines.
    pub fn rays(&self) -> &Rows {
        &self.rays
    }

    /// A basis of the largest linear space in the cone.
    pub fn lines(&self) -> &Rows {
        &self.lines
    }

    /// The inward normals of the facets, modulo the equalities.
    pub fn normals(&self) -> &Rows {
        &self.normals
    }

    /// A basis of all that vanishes on the cone.
    pub fn equalities(&self) -> &Rows {
        &self.equalities
    }

    /// The dimension of the space.
    pub fn space(&self) -> usize {
        self.rays.width()
    }

    /// The dimension of the smallest linear space that holds the cone.
    pub fn dimension(&self) -> usize {
        self.space() - self.equalities.len()
    }

    /// All `y` with `y·x ≥ 0` for every `x` of the cone: both forms exchanged.
    pub fn dual(&self) -> Self {
        self.clone().into_dual()
    }

    fn into_dual(self) -> Self {
        Self { rays: self.normals, lines: self.equalities, normals: self.rays, equalities: self.lines }
    }

    /// What lies in both.
    pub fn meet(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.space(), other.space())?;
        Ok(Self::converted(&self.normals.with(&other.normals), &self.equalities.with(&other.equalities)))
    }

    /// The sum: the smallest cone that holds both.
    pub fn join(&self, other: &Self) -> Result<Self, ConeFault> {
        same(self.space(), other.space())?;
        Ok(Self::converted(&self.rays.with(&other.rays), &self.lines.with(&other.lines)).into_dual())
    }

    /// The image under a linear map.
    pub fn image(&self, map: &LinearMap) -> Result<Self, ConeFault> {
        Self::from_generators(&map.apply(&self.rays)?, &map.apply(&self.lines)?)
    }

    /// All points whose image under a linear map lies in the cone.
    pub fn inverse_image(&self, map: &LinearMap) -> Result<Self, ConeFault> {
        Self::from_halfspaces(&map.pull_back(&self.normals)?, &map.pull_back(&self.equalities)?)
    }

    /// Both side by side: all `(x, y)` with `x` in the one and `y` in the other.
    pub(super) fn product(&self, other: &Self) -> Self {
        let [left, right] = [self.space(), other.space()];
        let sides = |one: &Rows, two: &Rows| {
            let mut rows = Rows::none(left + right);
            let zeros = |count: usize| std::iter::repeat_n(IBig::ZERO, count);
            one.iter().for_each(|row| rows.push(row.iter().cloned().chain(zeros(right))));
            two.iter().for_each(|row| rows.push(zeros(left).chain(row.iter().cloned())));
            rows
        };
        let sorted = |one: &Rows, two: &Rows| sides(one, two).sorted();
        Self {
            rays: sorted(&self.rays, &other.rays),
            lines: sides(&self.lines, &other.lines),
            normals: sorted(&self.normals, &other.normals),
            equalities: sides(&self.equalities, &other.equalities),
        }
    }

    /// A point at which every normal is positive: the sum of the rays.
    ///
    /// It is the origin exactly when the cone is a linear space.
    pub fn relative_interior_point(&self) -> Vec<IBig> {
        let mut sum = vec![IBig::ZERO; self.space()];
        for ray in self.rays.iter() {
            sum.iter_mut().zip(ray).for_each(|(sum, entry)| *sum += entry);
        }
        IBig::shorten(&mut sum);
        sum
    }

    /// Where a point lies.
    pub fn place(&self, point: &[Rational]) -> Result<Place, ConeFault> {
        same(self.space(), point.len())?;
        Ok(self.place_of(&integers::primitive(point)))
    }

    /// Where a direction lies.
    pub(super) fn place_of(&self, point: &[IBig]) -> Place {
        for plane in self.equalities.iter() {
            let product = dot(plane, point);
            if !product.is_zero() {
                let outward = product > IBig::ZERO;
                let turned = |entry: &IBig| if outward { -entry } else { entry.clone() };
                return Place::Outside { separating: plane.iter().map(turned).collect() };
            }
        }
        let mut tight = Vec::new();
        for (index, normal) in self.normals.iter().enumerate() {
            let product = dot(normal, point);
            if product < IBig::ZERO {
                return Place::Outside { separating: normal.to_vec() };
            }
            if product.is_zero() {
                tight.push(index);
            }
        }
        if tight.is_empty() { Place::Inside } else { Place::Boundary { tight } }
    }

    /// Whether a point is in the cone.
    pub fn contains(&self, point: &[Rational]) -> Result<bool, ConeFault> {
        Ok(!matches!(self.place(point)?, Place::Outside { .. }))
    }

    /// Whether the cone lies in another, with a proof that [`Containment::holds`] checks.
    ///
    /// ```
    /// use stiction_geometry::cone::{Cone, Rows};
    /// let wedge = Cone::from_generators(&Rows::from_integers(2, &[[1, 0], [1, 1]])?, &Rows::none(2))?;
    /// let half = Cone::from_halfspaces(&Rows::from_integers(2, &[[1, 2]])?, &Rows::none(2))?;
    /// let proof = wedge.is_within(&half)?;
    /// assert!(proof.is_contained() && proof.holds(&wedge, &half));
    /// assert!(!half.is_within(&wedge)?.is_contained());
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
    /// ```
    pub fn is_within(&self, other: &Self) -> Result<Containment, ConeFault> {
        same(self.space(), other.space())?;
        let generators = self.rays.with(&self.lines).with(&self.lines.negated());
        for direction in generators.iter() {
            if let Place::Outside { separating } = other.place_of(direction) {
                return Ok(Containment::Escapes { direction: direction.to_vec(), separating });
            }
        }
        let combinations = other.bounds().iter().filter_map(|normal| self.combination(normal)).collect();
        Ok(Containment::Contained { combinations })
    }

    /// Normals, then each equality both ways: all of them are not negative on the cone.
    fn bounds(&self) -> Rows {
        self.normals.with(&self.equalities).with(&self.equalities.negated())
    }

    /// A normal as a combination of those of the cone, if it is not negative on the cone \[Farkas\].
    fn combination(&self, normal: &[IBig]) -> Option<Combination> {
        let rationals = |row: &[IBig]| row.iter().cloned().map(Rational::from).collect::<Vec<_>>();
        let columns: Vec<Vec<Rational>> = self.bounds().iter().map(rationals).collect();
        let mut weights = farkas(&columns, &rationals(normal), &[]).ok()?;
        let backward = weights.split_off(self.normals.len() + self.equalities.len());
        let forward = weights.split_off(self.normals.len());
        let factors = forward.iter().zip(&backward).map(|(forward, backward)| forward - backward).collect();
        Some(Combination { weights, factors })
    }
}

/// The entries as machine words, if they fit.
fn words(rows: &Rows) -> Result<Vec<i64>, TooLong> {
    rows.entries().iter().map(i64::from_big).collect()
}

impl Containment {
    /// Whether the answer is yes.
    pub fn is_contained(&self) -> bool {
        matches!(self, Self::Contained { .. })
    }

    /// Checks the proof that `smaller` lies in `larger`, or that it does not, by products alone.
    pub fn holds(&self, smaller: &Cone, larger: &Cone) -> bool {
        match self {
            Self::Contained { combinations } => {
                let bounds = larger.bounds();
                combinations.len() == bounds.len()
                    && bounds.iter().zip(combinations).all(|(normal, one)| one.gives(smaller, normal))
            }
            Self::Escapes { direction, separating } => {
                !matches!(smaller.place_of(direction), Place::Outside { .. })
                    && dot(direction, separating) < IBig::ZERO
                    && larger.rays.iter().all(|ray| dot(ray, separating) >= IBig::ZERO)
                    && larger.lines.iter().all(|line| dot(line, separating).is_zero())
            }
        }
    }
}

impl Combination {
    /// Whether the combination of a cone's normals and equalities is this normal.
    pub fn gives(&self, cone: &Cone, normal: &[IBig]) -> bool {
        let complete =
            self.weights.len() == cone.normals.len() && self.factors.len() == cone.equalities.len();
        let rows = || cone.normals.iter().chain(cone.equalities.iter());
        let entry = |at: usize| {
            let all = self.weights.iter().chain(&self.factors).zip(rows());
            all.map(|(factor, row)| factor * &Rational::from(row[at].clone())).sum::<Rational>()
        };
        complete
            && !self.weights.iter().any(Rational::is_negative)
            && (0..cone.space()).all(|at| entry(at) == Rational::from(normal[at].clone()))
    }
}
