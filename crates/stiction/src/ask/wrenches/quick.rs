//! The wrenches of planar modes in machine words, for many modes or many contacts.
//!
//! The same sum of two cones as everywhere here, with the room of one [`Quick`] used again and again.  Every number that does not fit ends
//! the attempt with `None`, and every cone that is returned was checked: its rows hold at all generators, and each facet is spanned by rays.

use crate::cone::{LONGEST, Sides, Workspace};
use crate::mode::Label;
use stiction_proof::Rational;
use stiction_proof::wrenches::PlanarPart;

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
}

fn word(value: &Rational) -> Option<i64> {
    let whole = i64::try_from(value.numerator()).ok()?;
    (*value.denominator() == dashu_int::UBig::ONE && whole.abs() < LONGEST).then_some(whole)
}

/// The least number that makes all of them whole.
fn common<'a>(values: impl Iterator<Item = &'a Rational>) -> Option<i64> {
    values.map(|value| i64::try_from(value.denominator()).ok()).try_fold(1_i64, |all, denominator| {
        let denominator = denominator?;
        (all / gcd(all.unsigned_abs().into(), denominator.unsigned_abs().into()) as i64)
            .checked_mul(denominator)
    })
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
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

/// The shortest vector that points the way of one, if it is short enough for a workspace.
fn short(vector: [i128; 3]) -> Option<[i64; 3]> {
    let divisor =
        vector.iter().fold(0, |all, entry| if *entry == 0 { all } else { gcd(all, entry.unsigned_abs()) });
    let divisor = divisor.max(1) as i128;
    let mut result = [0; 3];
    for (entry, given) in result.iter_mut().zip(vector) {
        *entry = i64::try_from(given / divisor).ok().filter(|entry| entry.abs() < LONGEST)?;
    }
    Some(result)
}

fn shorter(vector: [i64; 3]) -> Option<[i64; 3]> {
    short(vector.map(i128::from))
}

impl Quick {
    /// Room for nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The wrenches of a mode; `None` where numbers are too long, or a label does not fit its contact.
    ///
    /// ```
    /// use stiction::ask::wrenches::{Quick, QuickContact, QuickPart};
    /// use stiction::mode::Label;
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
        for (contact, &label) in part.contacts.iter().zip(mode) {
            self.add(part, contact, label)?;
        }
        let accelerations = self.accelerations.from_halfspaces(&self.rows)?;
        agree(&accelerations, &self.rows, true)?;
        let positive = |row: &[i64; 3]| accelerations.rays.iter().any(|ray| dot(row, ray) > 0);
        let empty = !self.strict.iter().all(positive);
        let moved = |vector: &[i64; 3]| short([0, 1, 2].map(|i| dot(&part.mass[i], vector)));
        for ray in accelerations.rays {
            self.generators.push(moved(ray)?);
        }
        for line in accelerations.lines {
            let image = moved(line)?;
            self.generators.extend([image, opposite(image)]);
        }
        let sides = self.wrenches.from_generators(&self.generators)?;
        agree(&sides, &self.generators, false)?;
        Some(QuickCone { empty, sides })
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
                self.rows.extend([normal, opposite(normal)]);
                self.strictly(if left { tangent } else { opposite(tangent) });
                self.push_edge(part, contact, contact.friction[1], if left { -1 } else { 1 })?;
            }
            Label::Sticks | Label::Kept => {
                self.rows.extend([normal, opposite(normal)]);
                if label == Label::Sticks {
                    let tangent = shorter(part.wrench(contact.lever, turned(contact.normal))?)?;
                    self.rows.extend([tangent, opposite(tangent)]);
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

/// Checks that both forms are of one cone, the one that rows bound (`bounded`) or generate: of the given rows none is violated, and each
/// facet of the other form is spanned by what lies in it.
fn agree(sides: &Sides<'_>, given: &[[i64; 3]], bounded: bool) -> Option<()> {
    let (mine, lines, facets, flats) = if bounded {
        (sides.normals, sides.equalities, sides.rays, sides.lines)
    } else {
        (sides.rays, sides.lines, sides.normals, sides.equalities)
    };
    let holds = facets.iter().all(|facet| given.iter().all(|row| dot(facet, row) >= 0))
        && flats.iter().all(|flat| given.iter().all(|row| dot(flat, row) == 0));
    // A facet has one dimension less than the cone, whose lines lie in every facet.
    let dimension = 3 - flats.len();
    let spanned = facets.iter().all(|facet| {
        let mut tight = mine.iter().filter(|row| dot(facet, row) == 0);
        let needed = dimension - 1 - lines.len();
        let first = tight.next();
        match needed {
            0 => true,
            1 => first.is_some(),
            _ => first.is_some_and(|first| tight.any(|other| !parallel(first, other))),
        }
    });
    (holds && spanned).then_some(())
}

fn parallel(a: &[i64; 3], b: &[i64; 3]) -> bool {
    let minor =
        |i: usize, j: usize| i128::from(a[i]) * i128::from(b[j]) - i128::from(a[j]) * i128::from(b[i]);
    minor(0, 1) == 0 && minor(1, 2) == 0 && minor(0, 2) == 0
}
