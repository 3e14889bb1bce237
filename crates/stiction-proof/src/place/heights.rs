//! The height along a direction of everything that contacts can give, never too small.
//!
//! A wrench of unit normal part has a root in it: its entries are whole numbers times a power of two, each off by less
//! than one, so that its product with a direction of whole numbers is off by less than the sum of theirs.

use super::{FULL, Group, PlaceProblem};
use crate::{FrictionUse, PlanarContact, Rational};
use dashu_int::IBig;
use std::collections::HashMap;

/// Bits of the largest entry.
const BITS: i64 = 44;
/// A direction has whole entries up to this.
const MOST: i64 = 1 << 31;

/// The wrenches of a problem, made whole.
pub(super) struct Heights<'p> {
    problem: &'p PlaceProblem,
    /// Each contact pushes up to a limit of its own, or all of them share one unit.
    each: bool,
    /// What stands, by contact.
    standing: Vec<Vec<[i128; 3]>>,
    /// Friction of the new ones.
    friction: Rational,
    /// Entries are multiplied with two to this power.
    scale: i64,
    known: HashMap<(usize, u64, u64), Vec<[i128; 3]>>,
}

/// The part of a track's way that a place on it is.
pub(super) fn part(place: u64) -> Rational {
    Rational::new(place as i64, FULL)
}

/// The coefficient of each contact that stands, and last that of the new ones.
pub(super) fn coefficients(problem: &PlaceProblem, friction: &FrictionUse) -> (Vec<Rational>, Rational) {
    let zero = Rational::zero;
    let new = PlanarContact::new("", [zero(), zero()], [zero(), zero()], problem.friction.clone());
    let all = problem.with(&vec![new; problem.count.max(1)]).coefficients(friction);
    let mut each: Vec<Rational> = all.into_iter().map(|one| one.friction).collect();
    let last = each.last().cloned().unwrap_or_default();
    each.truncate(problem.standing.len());
    (each, last)
}

/// The wrenches of the edges of a contact.
pub(super) fn edges(
    problem: &PlaceProblem,
    contact: &PlanarContact,
    friction: &Rational,
) -> Vec<[Rational; 3]> {
    let across = if friction.is_zero() { vec![Rational::zero()] } else { vec![-friction, friction.clone()] };
    let whole = problem.with(&[]);
    across.iter().map(|across| whole.wrench(contact, &Rational::one(), across)).collect()
}

/// A wrench divided by a length whose square is given, as whole numbers.
fn whole(wrench: &[Rational; 3], length: &Rational, square: &Rational, scale: i64) -> Option<[i128; 3]> {
    let shift = Rational::power_of_two(2 * scale);
    let mut entries = [0; 3];
    for (index, (entry, given)) in entries.iter_mut().zip(wrench).enumerate() {
        let given = if index == 0 { given.checked_div(length)? } else { given.clone() };
        let of = (&given * &given).checked_div(square)? * &shift;
        let root = (of.numerator().clone() / IBig::from(of.denominator().clone())).try_into().ok();
        let root: dashu_int::UBig = root?;
        let root = i128::try_from(root.nth_root(2)).ok()?;
        *entry = if given.is_negative() { -root } else { root };
    }
    Some(entries)
}

impl<'p> Heights<'p> {
    pub(super) fn new(problem: &'p PlaceProblem, each: bool) -> Option<Self> {
        let (coefficients, new) = coefficients(problem, &FrictionUse::Given);
        let one = Rational::one();
        let mut scale = i64::MAX;
        // A limit is a multiple of the normal: with it the length cancels.
        let limited = |contact: &PlanarContact| contact.most.clone().filter(|_| each);
        let mut standing = Vec::new();
        let mut size = |wrench: &[Rational; 3], square: &Rational| {
            for (index, entry) in wrench.iter().enumerate() {
                let entry = if index == 0 { entry.checked_div(&problem.length)? } else { entry.clone() };
                let of = (&entry * &entry).checked_div(square)?;
                if of.is_positive() {
                    let bits = |x: &dashu_int::UBig| dashu_int::ops::BitTest::bit_len(x) as i64;
                    let top: dashu_int::UBig = of.numerator().clone().try_into().ok()?;
                    let bits = (bits(&top) - bits(of.denominator())).div_euclid(2) + 1;
                    scale = scale.min(BITS - bits);
                }
            }
            Some(())
        };
        for (contact, friction) in problem.standing.iter().zip(&coefficients) {
            let square = match limited(contact) {
                Some(most) => match (&most * &most).recip() {
                    Some(square) => square,
                    // It never pushes.
                    None => continue,
                },
                None => contact.normal.iter().map(|entry| entry * entry).sum(),
            };
            let wrenches = edges(problem, contact, friction);
            wrenches.iter().try_for_each(|wrench| size(wrench, &square))?;
            standing.push((wrenches, square));
        }
        for track in &problem.tracks {
            let wrenches = track.wrenches([&Rational::zero(), &one], &problem.reference, &new);
            wrenches.iter().try_for_each(|wrench| size(wrench, &track.square()))?;
        }
        let scale = if scale == i64::MAX { 0 } else { scale };
        let made = standing.iter().map(|(wrenches, square)| {
            wrenches.iter().map(|wrench| whole(wrench, &problem.length, square, scale)).collect::<Option<_>>()
        });
        let standing = made.collect::<Option<_>>()?;
        Some(Self { problem, each, standing, friction: new, scale, known: HashMap::new() })
    }

    /// Whether the height of what stands and of these groups is at most `bound` times the length of a direction.
    pub(super) fn is_below(
        &mut self,
        groups: &[Group],
        direction: &[Rational; 3],
        bound: &Rational,
    ) -> Option<bool> {
        let mut along = [0_i128; 3];
        for (whole, entry) in along.iter_mut().zip(direction) {
            let is_whole = entry.denominator() == &dashu_int::UBig::ONE;
            let fits = i64::try_from(entry.numerator().clone()).ok().filter(|x| is_whole && x.abs() <= MOST);
            *whole = i128::from(fits?);
        }
        let slack: i128 = along.iter().map(|entry| entry.abs()).sum();
        let height = |points: &[[i128; 3]]| {
            let one = |point: &[i128; 3]| point.iter().zip(&along).map(|(x, v)| x * v).sum::<i128>();
            points.iter().map(one).max().map(|most| most + slack)
        };
        let mut total: Option<i128> = None;
        let each = self.each;
        let mut add = |height: i128, count: usize| {
            total = Some(match total {
                None if each => height.max(0) * count as i128,
                Some(sum) if each => sum + height.max(0) * count as i128,
                None => height,
                Some(most) => most.max(height),
            });
        };
        for points in &self.standing {
            add(height(points)?, 1);
        }
        for group in groups {
            let mut most = None;
            for (track, from, to) in group.stretch.pieces() {
                most = most.max(height(self.points(track, from, to)?));
            }
            add(most?, group.count);
        }
        let height = total?;
        if height <= 0 {
            return Some(true);
        }
        let square: i128 = along.iter().map(|entry| entry * entry).sum();
        let most =
            bound * bound * Rational::from(IBig::from(square)) * Rational::power_of_two(2 * self.scale);
        let height = IBig::from(height);
        Some(!bound.is_negative() && Rational::from(&height * &height) <= most)
    }

    fn points(&mut self, track: usize, from: u64, to: u64) -> Option<&[[i128; 3]]> {
        let problem = self.problem;
        if !self.known.contains_key(&(track, from, to)) {
            let on = problem.tracks.get(track)?;
            let (a, b) = (part(from), part(to));
            let wrenches = on.wrenches([&a, &b], &problem.reference, &self.friction);
            let square = on.square();
            let made = wrenches
                .iter()
                .map(|wrench| whole(wrench, &problem.length, &square, self.scale))
                .collect::<Option<_>>()?;
            self.known.insert((track, from, to), made);
        }
        self.known.get(&(track, from, to)).map(Vec::as_slice)
    }
}
