//! The wrenches of planar modes in machine words, for many modes or many contacts.
//!
//! The same sum of two cones as everywhere here, with the room of one [`Quick`] used again and again.  Every
//! number that does not fit ends the attempt with `None`, and every cone that is returned was checked: its
//! rows hold at all generators, and each facet is spanned by rays.

use stiction_exact::integers::gcd;
use stiction_geometry::cone::{LONGEST, Sides, Workspace};
use stiction_proof::Rational;
use stiction_proof::wrenches::PlanarPart;
use stiction_scene::mode::Label;

/// A contact of a part in machine words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuickContact {
    /// From the centre of mass to the contact, in parts of the unit.
    pub lever: [i64; 2],
    /// The normal.
    pub normal: [i64; 2],
    /// Coefficients of friction at rest and sliding, as numerator and denominator.
    pub friction: [[i64; 2]; 2],
    /// Whether there is a gap.
    pub near: bool,
}

/// A planar part at rest in machine words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuickPart {
    /// How many parts a metre has.
    pub unit: i64,
    /// A positive multiple of the mass matrix.
    pub mass: [[i64; 3]; 3],
    /// The contacts.
    pub contacts: Vec<QuickContact>,
}

/// The wrenches of a mode.
#[derive(Debug, Clone, Copy)]
pub struct QuickCone<'a> {
    /// Whether no acceleration has the mode strictly; the closed cone is given nevertheless.
    pub empty: bool,
    /// The closed cone.
    pub sides: Sides<'a>,
}

/// Room for one cone after the other.
#[derive(Debug, Clone, Default)]
pub struct Quick {
    accelerations: Workspace,
    wrenches: Workspace,
    rows: Vec<[i64; 3]>,
    strict: Vec<[i64; 3]>,
    generators: Vec<[i64; 3]>,
    zero: Flat,
}

fn word(value: &Rational) -> Option<i64> {
    let whole = i64::try_from(value.numerator()).ok()?;
    (*value.denominator() == dashu_int::UBig::ONE && whole.abs() < LONGEST).then_some(whole)
}

/// The least number that makes all of them whole.
fn common<'a>(values: impl Iterator<Item = &'a Rational>) -> Option<i64> {
    values.map(|value| i64::try_from(value.denominator()).ok()).try_fold(1_i64, |all, denominator| {
        let denominator = denominator?;
        (all / gcd(all.unsigned_abs(), denominator.unsigned_abs()) as i64).checked_mul(denominator)
    })
}

impl QuickPart {
    /// A part at rest in machine words, if its numbers are short.
    pub fn new(part: &PlanarPart) -> Option<Self> {
        if part.is_shifted() {
            return None;
        }
        let lever = |contact: &stiction_proof::wrenches::PartContact| {
            [0, 1].map(|i| &contact.point[i] - &part.reference[i])
        };
        let levers: Vec<[Rational; 2]> = part.contacts.iter().map(lever).collect();
        let unit = common(levers.iter().flatten())?;
        let heavy = common(part.mass.iter().flatten())?;
        let scaled = |value: &Rational, factor: i64| word(&(value * &Rational::from(factor)));
        let mut mass = [[0; 3]; 3];
        for (row, given) in mass.iter_mut().zip(&part.mass) {
            for (entry, given) in row.iter_mut().zip(given) {
                *entry = scaled(given, heavy)?;
            }
        }
        let mut contacts = Vec::with_capacity(levers.len());
        for (contact, lever) in part.contacts.iter().zip(&levers) {
            let size = common(contact.normal.iter())?;
            let coefficient = |value: &Rational| {
                let (numerator, denominator) =
                    (i64::try_from(value.numerator()), i64::try_from(value.denominator()));
                Some([numerator.ok()?, denominator.ok()?])
            };
            contacts.push(QuickContact {
                lever: [scaled(&lever[0], unit)?, scaled(&lever[1], unit)?],
                normal: [scaled(&contact.normal[0], size)?, scaled(&contact.normal[1], size)?],
                friction: [coefficient(&contact.friction[0])?, coefficient(&contact.friction[1])?],
                near: contact.near,
            });
        }
        Some(Self { unit, mass, contacts })
    }

    /// `(r × d, d)` times the unit.
    fn wrench(&self, [rx, ry]: [i64; 2], [dx, dy]: [i64; 2]) -> Option<[i64; 3]> {
        let moment = rx.checked_mul(dy)?.checked_sub(ry.checked_mul(dx)?)?;
        Some([moment, self.unit.checked_mul(dx)?, self.unit.checked_mul(dy)?])
    }
}

fn turned([x, y]: [i64; 2]) -> [i64; 2] {
    [-y, x]
}

fn opposite(row: [i64; 3]) -> [i64; 3] {
    row.map(|entry| -entry)
}

fn dot(a: &[i64; 3], b: &[i64; 3]) -> i128 {
    (0..3).map(|i| i128::from(a[i]) * i128::from(b[i])).sum()
}

/// Rows up to here are converted in exact doubles; nothing is gained by shortening them.
const SHORT: u64 = 1 << 16;

/// A vector that points the way of one and is short enough for a workspace: itself, or the shortest.
fn shorter(vector: [i64; 3]) -> Option<[i64; 3]> {
    let sizes = vector.map(i64::unsigned_abs);
    if sizes.iter().all(|size| *size < SHORT) {
        return Some(vector);
    }
    let divisor = gcd(gcd(sizes[0], sizes[1]), sizes[2]).max(1);
    let divisor = i64::try_from(divisor).ok()?;
    let result = vector.map(|entry| entry / divisor);
    result.iter().all(|entry| entry.unsigned_abs() < LONGEST as u64).then_some(result)
}

/// A product that overflows no word.
fn moved(mass: &[[i64; 3]; 3], vector: &[i64; 3]) -> Option<[i64; 3]> {
    let mut result = [0; 3];
    for (entry, row) in result.iter_mut().zip(mass) {
        *entry = i64::try_from(dot(row, vector)).ok()?;
    }
    shorter(result)
}

/// Independent rows that are zero: what the accelerations of a mode are orthogonal to.
#[derive(Debug, Clone, Copy, Default)]
struct Flat {
    rows: [[i64; 3]; 3],
    rank: usize,
}

impl Flat {
    /// Keeps a row unless it follows from those that are there.
    fn add(&mut self, row: [i64; 3]) {
        let [first, second, _] = &self.rows;
        let independent = match self.rank {
            0 => row != [0; 3],
            1 => !parallel(first, &row),
            // Entries are shorter than 2³⁰, so the cross product fits a word.
            2 => dot(&cross(first, second), &row) != 0,
            _ => false,
        };
        if independent {
            self.rows[self.rank] = row;
            self.rank += 1;
        }
    }
}

fn cross(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Quick {
    /// Room for nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The wrenches of a mode; `None` where numbers are too long, or a label does not fit its contact.
    ///
    /// ```
    /// use stiction_modes::wrenches::{Quick, QuickContact, QuickPart};
    /// use stiction_scene::mode::Label;
    /// let floor = QuickContact { lever: [0, -1], normal: [0, 1], friction: [[1, 5]; 2], near: false };
    /// let wall = QuickContact { lever: [1, 0], normal: [-1, 0], friction: [[1, 5]; 2], near: true };
    /// let disc = QuickPart { unit: 1, mass: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], contacts: vec![floor, wall] };
    /// let mut quick = Quick::new();
    /// let cone = quick.wrenches(&disc, &[Label::Sticks, Label::Approaches]).unwrap();
    /// assert!(!cone.empty && cone.sides.rays.len() == 3 && cone.sides.normals.len() == 3);
    /// ```
    pub fn wrenches(&mut self, part: &QuickPart, mode: &[Label]) -> Option<QuickCone<'_>> {
        if mode.len() != part.contacts.len() {
            return None;
        }
        self.rows.clear();
        self.strict.clear();
        self.generators.clear();
        self.zero = Flat::default();
        for (contact, &label) in part.contacts.iter().zip(mode) {
            self.add(part, contact, label)?;
        }
        // Three independent rows that are zero leave no acceleration but zero.
        let empty = if self.zero.rank == 3 { !self.strict.is_empty() } else { self.accelerate(part)? };
        let sides = self.wrenches.from_generators(&self.generators)?;
        agree(&sides, &self.generators, false)?;
        Some(QuickCone { empty, sides })
    }

    /// Adds the wrenches of the accelerations; says whether none of them has the mode strictly.
    fn accelerate(&mut self, part: &QuickPart) -> Option<bool> {
        for row in &self.zero.rows[..self.zero.rank] {
            self.rows.extend([*row, opposite(*row)]);
        }
        let accelerations = self.accelerations.from_halfspaces(&self.rows)?;
        agree(&accelerations, &self.rows, true)?;
        let positive = |row: &[i64; 3]| accelerations.rays.iter().any(|ray| dot(row, ray) > 0);
        let empty = !self.strict.iter().all(positive);
        for ray in accelerations.rays {
            self.generators.push(moved(&part.mass, ray)?);
        }
        for line in accelerations.lines {
            let image = moved(&part.mass, line)?;
            self.generators.extend([image, opposite(image)]);
        }
        Some(empty)
    }

    /// What a contact demands and allows.
    fn add(&mut self, part: &QuickPart, contact: &QuickContact, label: Label) -> Option<()> {
        if !label.fits(!contact.near) {
            return None;
        }
        let normal = shorter(part.wrench(contact.lever, contact.normal)?)?;
        match label {
            Label::Unconstrained => {}
            Label::Approaches => self.strictly(opposite(normal)),
            Label::Separates if contact.near => self.rows.push(normal),
            Label::Separates => self.strictly(normal),
            Label::Left | Label::Right => {
                let left = label == Label::Left;
                let tangent = shorter(part.wrench(contact.lever, turned(contact.normal))?)?;
                self.zero.add(normal);
                self.strictly(if left { tangent } else { opposite(tangent) });
                self.push_edge(part, contact, contact.friction[1], if left { -1 } else { 1 })?;
            }
            Label::Sticks | Label::Kept => {
                self.zero.add(normal);
                if label == Label::Sticks {
                    let tangent = shorter(part.wrench(contact.lever, turned(contact.normal))?)?;
                    self.zero.add(tangent);
                }
                self.push_edge(part, contact, contact.friction[0], 1)?;
                if contact.friction[0][0] != 0 {
                    self.push_edge(part, contact, contact.friction[0], -1)?;
                }
            }
        }
        Some(())
    }

    fn strictly(&mut self, row: [i64; 3]) {
        self.rows.push(row);
        self.strict.push(row);
    }

    /// The opposite of the edge `q·n ± p·t`.
    fn push_edge(
        &mut self,
        part: &QuickPart,
        contact: &QuickContact,
        [p, q]: [i64; 2],
        sign: i64,
    ) -> Option<()> {
        let across = turned(contact.normal);
        let mut force = [0; 2];
        for (i, entry) in force.iter_mut().enumerate() {
            let along = contact.normal[i].checked_mul(q)?;
            *entry = along.checked_add(across[i].checked_mul(p.checked_mul(sign)?)?)?;
        }
        self.generators.push(opposite(shorter(part.wrench(contact.lever, force)?)?));
        Some(())
    }
}

/// Checks that both forms are of one cone, the one that rows bound (`bounded`) or generate: of the given rows
/// none is violated, and each facet of the other form is spanned by what lies in it.
fn agree(sides: &Sides<'_>, given: &[[i64; 3]], bounded: bool) -> Option<()> {
    let (mine, lines, facets, flats) = if bounded {
        (sides.normals, sides.equalities, sides.rays, sides.lines)
    } else {
        (sides.rays, sides.lines, sides.normals, sides.equalities)
    };
    // What is mine was given, or is as short.
    let short = longest(given).max(longest(mine));
    let long = longest(facets).max(longest(flats));
    let fits = long.checked_mul(3).and_then(|long| long.checked_mul(short));
    let agrees = if fits.is_some_and(|size| size <= i64::MAX as u64) {
        let sign = |a: &[i64; 3], b: &[i64; 3]| (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]).signum();
        holds(facets, flats, given, sign) && spanned(mine, lines, facets, flats, sign)
    } else {
        let sign = |a: &[i64; 3], b: &[i64; 3]| dot(a, b).signum() as i64;
        holds(facets, flats, given, sign) && spanned(mine, lines, facets, flats, sign)
    };
    agrees.then_some(())
}

fn longest(rows: &[[i64; 3]]) -> u64 {
    rows.iter().flatten().map(|entry| entry.unsigned_abs()).max().unwrap_or(0)
}

type Row = [i64; 3];

fn holds(facets: &[Row], flats: &[Row], given: &[Row], sign: impl Fn(&Row, &Row) -> i64) -> bool {
    facets.iter().all(|facet| given.iter().all(|row| sign(facet, row) >= 0))
        && flats.iter().all(|flat| given.iter().all(|row| sign(flat, row) == 0))
}

fn spanned(
    mine: &[Row],
    lines: &[Row],
    facets: &[Row],
    flats: &[Row],
    sign: impl Fn(&Row, &Row) -> i64,
) -> bool {
    // A facet has one dimension less than the cone, whose lines lie in every facet.
    let needed = (3 - flats.len()).saturating_sub(1 + lines.len());
    facets.iter().all(|facet| {
        let mut tight = mine.iter().filter(|row| sign(facet, row) == 0);
        let first = tight.next();
        match needed {
            0 => true,
            1 => first.is_some(),
            _ => first.is_some_and(|first| tight.any(|other| !parallel(first, other))),
        }
    })
}

fn parallel(a: &[i64; 3], b: &[i64; 3]) -> bool {
    // Entries are shorter than 2³⁰.
    cross(a, b) == [0; 3]
}
