//! Planar cones by what generates them, cut by planes.

use stiction_exact::integers;
use stiction_proof::Rational;

/// A planar twist or wrench, angular first.
pub(super) type Triple = [Rational; 3];

/// A cone of R³: extreme rays, three or more of them once around, and lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sector {
    pub(super) rays: Vec<Triple>,
    pub(super) lines: Vec<Triple>,
}

/// A cone cut by a plane into what is on either side and what is on it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CutSector {
    /// Where the functional is at least zero.
    pub(super) above: Sector,
    /// Where it is zero.
    pub(super) on: Sector,
    /// Whether it is positive somewhere, and negative somewhere.
    pub(super) signs: [bool; 2],
}

pub(super) fn product(functional: &Triple, vector: &Triple) -> Rational {
    functional.iter().zip(vector).map(|(a, b)| a * b).sum()
}

/// The shortest integers that point the way of `p·a + q·b`.
fn combined(a: &Triple, p: &Rational, b: &Triple, q: &Rational) -> Triple {
    let sum: Triple = std::array::from_fn(|entry| p * &a[entry] + q * &b[entry]);
    let mut short = integers::primitive(&sum).into_iter();
    std::array::from_fn(|_| Rational::from(short.next().unwrap_or_default()))
}

fn negated(vector: &Triple) -> Triple {
    vector.each_ref().map(|entry| -entry)
}

impl Sector {
    /// The opposite cone, still once around.
    pub(super) fn opposite(&self) -> Self {
        Self { rays: self.rays.iter().rev().map(negated).collect(), lines: self.lines.clone() }
    }

    /// A point of the relative interior; a line of it where it is a space, none where it is the origin.
    pub(super) fn inside(&self) -> Option<Triple> {
        let Some((first, rest)) = self.rays.split_first() else { return self.lines.first().cloned() };
        Some(
            rest.iter()
                .fold(first.clone(), |sum, ray| std::array::from_fn(|entry| &sum[entry] + &ray[entry])),
        )
    }

    /// Cuts the cone where a functional is zero.
    pub(super) fn cut(&self, functional: &Triple) -> CutSector {
        let value = |vector: &Triple| product(functional, vector);
        match self.lines.iter().position(|line| !value(line).is_zero()) {
            Some(tilted) => self.cut_across(functional, tilted),
            None => self.cut_rays(functional),
        }
    }

    /// A line that goes through the plane: everything else is moved along it into the plane.
    fn cut_across(&self, functional: &Triple, tilted: usize) -> CutSector {
        let mut line = self.lines[tilted].clone();
        if product(functional, &line).is_negative() {
            line = negated(&line);
        }
        let height = product(functional, &line);
        let moved = |vector: &Triple| combined(vector, &height, &line, &-product(functional, vector));
        let others = self.lines.iter().enumerate().filter(|(at, _)| *at != tilted);
        let on = Sector {
            rays: self.rays.iter().map(moved).collect(),
            lines: others.map(|(_, line)| moved(line)).collect(),
        };
        let above = Sector { rays: [&[line], &on.rays[..]].concat(), lines: on.lines.clone() };
        CutSector { above, on, signs: [true, true] }
    }

    fn cut_rays(&self, functional: &Triple) -> CutSector {
        let values: Vec<Rational> = self.rays.iter().map(|ray| product(functional, ray)).collect();
        let count = self.rays.len();
        let (mut above, mut on) = (Vec::new(), Vec::new());
        for (at, ray) in self.rays.iter().enumerate() {
            if values[at].is_zero() {
                on.push(ray.clone());
            }
            if !values[at].is_negative() {
                above.push(ray.clone());
            }
            let next = (at + 1) % count;
            let crosses = values[at].is_positive() && values[next].is_negative()
                || values[at].is_negative() && values[next].is_positive();
            // Two rays are neighbours once, more of them all around.
            if crosses && (count > 2 || at < next) {
                let (p, q) = (values[next].abs(), values[at].abs());
                let between = combined(ray, &p, &self.rays[next], &q);
                above.push(between.clone());
                on.push(between);
            }
        }
        let signs = [values.iter().any(Rational::is_positive), values.iter().any(Rational::is_negative)];
        let lines = self.lines.clone();
        CutSector {
            above: Sector { rays: above, lines: lines.clone() },
            on: Sector { rays: on, lines },
            signs,
        }
    }

    /// The relatively open parts in which a functional has one sign; their closures.
    pub(super) fn parts(self, functional: &Triple) -> Vec<Self> {
        let cut = self.cut(functional);
        if cut.signs != [true, true] {
            return vec![self];
        }
        let below = self.cut(&negated(functional)).above;
        let empty = cut.on.rays.is_empty() && cut.on.lines.is_empty();
        let on = (!empty).then_some(cut.on);
        [cut.above].into_iter().chain(on).chain([below]).collect()
    }
}
