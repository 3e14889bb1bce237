//! Cones in R³ as planar hulls of directions: n log n steps, every degenerate case, signs alone.
//!
//! The cone that directions generate is found from three kinds of sign: of a coordinate, of a coordinate of `a × b`, and
//! of `det(a, b, c)`.  What the directions span comes first; if that is all of R³:
//!
//! ```text
//!     1. some w = p × q with w·v ≥ 0 for every direction v, added one by one in a random order: where a new v has
//!        w·v < 0, the next w is orthogonal to v, and the others leave it an angle of the plane across v,
//!        or none: then the cone is all of R³                                                     n steps, expected
//!     2. the directions with w·v = 0 generate a plane (then the cone is a half-space), a half-plane (then it has
//!        one line, and is a wedge across that), or a facet between rays e and l
//!     3. then the directions are sorted by their angle about e from l on, and one pass keeps those at which the
//!        boundary turns inwards                                                                         n log n steps
//! ```
//!
//! Signs are taken in doubles where a bound on their error allows, else in integers.
//!
//! References: \[Seidel\] for 1, \[Graham\] for 3.

use super::description::Forms;
use super::whole::{self, Whole, gcd_words};
use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::cmp::Ordering;

/// Entries from here on are too long for [`Workspace`].
pub const LONGEST: i64 = 1 << 30;

/// Directions of which signs are asked by index.
trait Signs {
    fn count(&self) -> usize;
    /// The sign of a coordinate.
    fn coordinate(&self, a: usize, axis: usize) -> Ordering;
    /// The sign of a coordinate of `a × b`.
    fn cross(&self, a: usize, b: usize, axis: usize) -> Ordering;
    /// The sign of `det(a, b, c)`.
    fn determinant(&self, a: usize, b: usize, c: usize) -> Ordering;
    /// Doubles near the directions, or NaN: to guess by, never to decide.
    fn near(&self) -> &[[f64; 3]];

    /// The sign of `det(a, b, c)` where `across` is `a × b` of the doubles: for many `c` with the same two.
    fn side(&self, _across: &[f64; 3], [a, b]: [usize; 2], c: usize) -> Ordering {
        self.determinant(a, b, c)
    }

    /// An axis along which `a × b` is not zero, with its sign.
    fn across(&self, a: usize, b: usize) -> Option<(usize, Ordering)> {
        (0..3).map(|axis| (axis, self.cross(a, b, axis))).find(|(_, sign)| sign.is_ne())
    }

    /// Of two parallel directions: whether they point the same way.
    fn agree(&self, a: usize, b: usize) -> bool {
        (0..3).all(|axis| self.coordinate(a, axis) == self.coordinate(b, axis))
    }
}

/// Short directions, exact in words and in doubles.
#[derive(Debug, Clone, Default)]
struct Words {
    exact: Vec<[i64; 3]>,
    near: Vec<[f64; 3]>,
    /// Places of the rows by their hash, one more than the index: a row that comes again is not kept.
    places: Vec<u32>,
    /// The longest entry.
    longest: i64,
    /// A determinant of doubles farther from zero than this has its sign.
    sure: f64,
}

impl Words {
    fn clear(&mut self, count: usize) {
        self.exact.clear();
        self.near.clear();
        self.places.clear();
        self.places.resize((4 * count).max(2).next_power_of_two(), 0);
    }

    /// Keeps a row unless it is there already.
    fn push(&mut self, row: [i64; 3]) {
        let mask = self.places.len() - 1;
        let [x, y, z] = row.map(|entry| entry as u64);
        let hash = x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ y.wrapping_mul(0xBF58_476D_1CE4_E5B9)
            ^ z.wrapping_mul(0x94D0_49BB_1331_11EB);
        let mut place = (hash >> 33) as usize & mask;
        while self.places[place] != 0 {
            if self.exact[self.places[place] as usize - 1] == row {
                return;
            }
            place = (place + 1) & mask;
        }
        self.exact.push(row);
        self.near.push(row.map(|entry| entry as f64)); // Below 2⁵³: exact.
        self.places[place] = self.exact.len() as u32;
    }

    /// Sets the bound, with entries of at most M.  Up to 2¹⁶ all products and sums are integers below 2⁵³ and exact.
    /// Beyond, with u = 2⁻⁵³, a coordinate of `b × c` has error 4uM² and size 2M², its product with an entry of `a`
    /// 6uM³ and 2M³, and the sum of three 18uM³ + 12uM³ to first order; 64uM³ covers what is left.
    fn bound(&mut self, longest: i64) {
        self.longest = longest;
        let longest = longest as f64;
        self.sure = if longest <= 65536.0 { 0.0 } else { 32.0 * f64::EPSILON * longest * longest * longest };
    }
}

impl Signs for Words {
    fn count(&self) -> usize {
        self.exact.len()
    }

    fn near(&self) -> &[[f64; 3]] {
        &self.near
    }

    fn coordinate(&self, a: usize, axis: usize) -> Ordering {
        self.exact[a][axis].cmp(&0)
    }

    fn cross(&self, a: usize, b: usize, axis: usize) -> Ordering {
        let (a, b, [j, k]) = (&self.exact[a], &self.exact[b], others(axis));
        (a[j] * b[k]).cmp(&(a[k] * b[j])) // Entries are shorter than 2³⁰.
    }

    /// The bound is that of the determinant: these are its operations.
    #[inline]
    fn side(&self, across: &[f64; 3], [a, b]: [usize; 2], c: usize) -> Ordering {
        let value = dot(across, &self.near[c]);
        if value > self.sure {
            Ordering::Greater
        } else if -value > self.sure {
            Ordering::Less
        } else {
            self.determinant(a, b, c)
        }
    }

    #[inline]
    fn determinant(&self, a: usize, b: usize, c: usize) -> Ordering {
        let (x, y, z) = (&self.near[a], &self.near[b], &self.near[c]);
        let value = x[0] * (y[1] * z[2] - y[2] * z[1])
            + x[1] * (y[2] * z[0] - y[0] * z[2])
            + x[2] * (y[0] * z[1] - y[1] * z[0]);
        if value > self.sure {
            Ordering::Greater
        } else if -value > self.sure {
            Ordering::Less
        } else if self.sure == 0.0 {
            Ordering::Equal
        } else if self.longest <= 1 << 20 {
            // Six products of at most 2⁶⁰ fit a word.
            let [a, b, c] = [a, b, c].map(|at| &self.exact[at]);
            let minors = <i64 as Triple>::cross(b, c);
            (a[0] * minors[0] + a[1] * minors[1] + a[2] * minors[2]).cmp(&0)
        } else {
            let [a, b, c] = [a, b, c].map(|at| self.exact[at].map(i128::from));
            let minor = |axis: usize| {
                let [j, k] = others(axis);
                b[j] * c[k] - b[k] * c[j]
            };
            (a[0] * minor(0) + a[1] * minor(1) + a[2] * minor(2)).cmp(&0)
        }
    }
}

/// Directions of any length.
#[derive(Debug, Clone, Default)]
struct Long {
    exact: Vec<[IBig; 3]>,
    /// The nearest doubles, or NaN where a product of three could leave their range: then the integers decide.
    near: Vec<[f64; 3]>,
}

impl Long {
    fn new(rows: impl Iterator<Item = [IBig; 3]>) -> Self {
        let exact: Vec<[IBig; 3]> = rows.collect();
        let near = |entry: &IBig| match entry.unsigned_abs().bit_len() <= 300 {
            true => entry.to_f64().value(),
            false => f64::NAN,
        };
        let near = exact.iter().map(|row| [near(&row[0]), near(&row[1]), near(&row[2])]).collect();
        Self { exact, near }
    }
}

impl Signs for Long {
    fn count(&self) -> usize {
        self.exact.len()
    }

    fn near(&self) -> &[[f64; 3]] {
        &self.near
    }

    fn coordinate(&self, a: usize, axis: usize) -> Ordering {
        Whole::sign(&self.exact[a][axis])
    }

    fn cross(&self, a: usize, b: usize, axis: usize) -> Ordering {
        let (a, b, [j, k]) = (&self.exact[a], &self.exact[b], others(axis));
        (&a[j] * &b[k]).cmp(&(&a[k] * &b[j]))
    }

    /// The doubles have a relative error of u each, every product of three five roundings in all, and their sum five
    /// more: 16u of the sum of their sizes cover it, here doubled.
    fn determinant(&self, a: usize, b: usize, c: usize) -> Ordering {
        let (x, y, z) = (&self.near[a], &self.near[b], &self.near[c]);
        let (mut value, mut size) = (0.0, 0.0);
        for axis in 0..3 {
            let [j, k] = others(axis);
            let (plus, minus) = (x[axis] * y[j] * z[k], x[axis] * y[k] * z[j]);
            value += plus - minus;
            size += plus.abs() + minus.abs();
        }
        let error = 16.0 * f64::EPSILON * size;
        if value > error {
            return Ordering::Greater;
        }
        if -value > error {
            return Ordering::Less;
        }
        let product: IBig = IBig::cross(&self.exact[b], &self.exact[c])
            .iter()
            .zip(&self.exact[a])
            .map(|(minor, entry)| minor * entry)
            .sum();
        Whole::sign(&product)
    }
}

/// The two axes after one, in turn.
fn others(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// Entries that have cross products.
trait Triple: Whole + Sized {
    /// `a × b`.
    fn cross(a: &[Self; 3], b: &[Self; 3]) -> [Self; 3];
    /// The shortest vector that points the same way.
    fn short(vector: [Self; 3]) -> [Self; 3];
    fn opposite(&self) -> Self;
}

impl Triple for i64 {
    fn cross(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    fn short(vector: [i64; 3]) -> [i64; 3] {
        let mut common = 0;
        for entry in vector {
            common = gcd_words(common, entry.unsigned_abs());
            if common == 1 {
                return vector;
            }
        }
        let common = common.max(1) as i64;
        vector.map(|entry| entry / common)
    }

    fn opposite(&self) -> i64 {
        -self
    }
}

impl Triple for IBig {
    fn cross(a: &[IBig; 3], b: &[IBig; 3]) -> [IBig; 3] {
        let minor = |j: usize, k: usize| &a[j] * &b[k] - &a[k] * &b[j];
        [minor(1, 2), minor(2, 0), minor(0, 1)]
    }

    fn short(mut vector: [IBig; 3]) -> [IBig; 3] {
        whole::shorten(&mut vector);
        vector
    }

    fn opposite(&self) -> IBig {
        -self
    }
}

/// What directions of a plane generate; directions by index, counterclockwise.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Flat {
    Nothing,
    Ray(usize),
    Line(usize, usize),
    Wedge(usize, usize),
    /// From the first to the second, its opposite; the third lies between.
    Half(usize, usize, usize),
    All,
}

impl Flat {
    /// With one more direction.  `turn(a, b)` is the sign of the turn from `a` to `b`; where it is zero, `agrees` says
    /// whether they point the same way, and nothing if `b` is no direction at all.
    fn with(
        self,
        next: usize,
        turn: impl Fn(usize, usize) -> Ordering,
        agrees: impl Fn(usize, usize) -> Option<bool>,
    ) -> Self {
        use Ordering::{Equal, Greater, Less};
        match self {
            Self::Nothing => Self::Ray(next),
            Self::Ray(ray) => match turn(ray, next) {
                Greater => Self::Wedge(ray, next),
                Less => Self::Wedge(next, ray),
                Equal if agrees(ray, next) == Some(false) => Self::Line(ray, next),
                Equal => self,
            },
            Self::Line(one, other) => match turn(one, next) {
                Greater => Self::Half(one, other, next),
                Less => Self::Half(other, one, next),
                Equal => self,
            },
            Self::Wedge(first, last) => match (turn(first, next), turn(last, next)) {
                (Greater, Less) => self,
                (Greater, Greater) => Self::Wedge(first, next),
                (Less, Less) => Self::Wedge(next, last),
                (Less, Greater) => Self::All,
                (Equal, Equal) => self,
                (Equal, _) if agrees(first, next) == Some(false) => Self::Half(first, next, last),
                (_, Equal) if agrees(last, next) == Some(false) => Self::Half(next, last, first),
                _ => self,
            },
            Self::Half(first, ..) if turn(first, next) == Less => Self::All,
            Self::Half(..) | Self::All => self,
        }
    }
}

/// The kind of a cone, by the directions that make it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Origin,
    Ray(usize),
    Line(usize),
    /// In the plane of two directions.
    Plane([usize; 2], Flat),
    /// The rays are in the workspace's ring.
    Pointed,
    /// One line, and the two rays across it, counterclockwise.
    Wedge(usize, [usize; 2]),
    /// Two lines and a ray, on the positive side of their cross product.
    HalfSpace([usize; 2], usize),
    Whole,
}

/// What the search writes down on the way.
#[derive(Debug, Clone, Default)]
struct Notes {
    order: Vec<usize>,
    angles: Vec<(f64, usize)>,
    /// Of a pointed cone the extreme rays, counterclockwise.
    ring: Vec<usize>,
}

impl Notes {
    /// The shape of the cone that directions generate, none of which is zero.
    fn shape(&mut self, signs: &impl Signs) -> Shape {
        let count = signs.count();
        if count == 0 {
            return Shape::Origin;
        }
        let Some(second) = (1..count).find(|&other| signs.across(0, other).is_some()) else {
            let both = (1..count).any(|other| !signs.agree(0, other));
            return if both { Shape::Line(0) } else { Shape::Ray(0) };
        };
        let Some(third) = (1..count).find(|&other| signs.determinant(0, second, other).is_ne()) else {
            return Shape::Plane([0, second], in_plane(signs, [0, second], 0..count));
        };
        let [p, q] = if signs.determinant(0, second, third).is_gt() { [0, second] } else { [second, 0] };
        let outermost = outermost(signs.near());
        let support = match across(signs, outermost, 0..count) {
            Flat::Wedge(first, _) | Flat::Half(first, ..) => Some([outermost, first]),
            // It lies inside, or there is no boundary at all.
            _ => {
                self.shuffle(count, [p, q, third]);
                self.support(signs, [p, q])
            }
        };
        match support {
            Some(support) => self.standing_on(signs, support),
            None => Shape::Whole,
        }
    }

    /// All indices in an order that no input expects, three given ones first.
    fn shuffle(&mut self, count: usize, first: [usize; 3]) {
        self.order.clear();
        self.order.extend(first);
        self.order.extend((0..count).filter(|index| !first.contains(index)));
        let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
        for end in (4..count).rev() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let choice = ((state >> 32) * (end as u64 - 2)) >> 32;
            self.order.swap(end, 3 + choice as usize);
        }
    }

    /// Two directions whose cross product is negative at none; none if there are no such, and the cone is everything.
    fn support(&self, signs: &impl Signs, start: [usize; 2]) -> Option<[usize; 2]> {
        let mut support = start;
        for at in 3..self.order.len() {
            let next = self.order[at];
            if signs.determinant(support[0], support[1], next).is_lt() {
                support = match across(signs, next, self.order[..at].iter().copied()) {
                    Flat::Wedge(first, _) | Flat::Half(first, ..) => [next, first],
                    // The directions before span all of R³, so nothing less is left across one.
                    _ => return None,
                };
            }
        }
        Some(support)
    }

    /// The shape of a cone on the plane of two of its directions.
    fn standing_on(&mut self, signs: &impl Signs, [p, q]: [usize; 2]) -> Shape {
        // The directions in the plane go to the ring for now, those above it to the order.
        let Self { order, ring, .. } = self;
        ring.clear();
        order.clear();
        let floor = cross(&signs.near()[p], &signs.near()[q]);
        for next in 0..signs.count() {
            if signs.side(&floor, [p, q], next).is_eq() { ring.push(next) } else { order.push(next) }
        }
        match in_plane(signs, [p, q], ring.iter().copied()) {
            Flat::Half(line, ..) => match across(signs, line, 0..signs.count()) {
                Flat::Wedge(first, last) => Shape::Wedge(line, [first, last]),
                _ => Shape::HalfSpace([p, q], order[0]),
            },
            Flat::Wedge(first, last) => {
                self.go_round(signs, first, last);
                Shape::Pointed
            }
            _ => Shape::HalfSpace([p, q], order[0]),
        }
    }

    /// The extreme rays of a pointed cone that stands on the facet between two of them.
    fn go_round(&mut self, signs: &impl Signs, first: usize, last: usize) {
        self.sort_about(signs, first, last);
        let Self { order, ring, .. } = self;
        ring.clear();
        ring.extend([first, last]);
        for &next in order.iter() {
            let mut top = ring[ring.len() - 1];
            while ring.len() > 2 && signs.determinant(ring[ring.len() - 2], top, next).is_le() {
                ring.pop();
                top = ring[ring.len() - 1];
            }
            ring.push(next);
        }
    }
}

impl Notes {
    /// Sorts the order by the angle about one ray from another on: guessed in doubles, then put right by signs.
    fn sort_about(&mut self, signs: &impl Signs, first: usize, last: usize) {
        let Self { order, angles, .. } = self;
        let near = signs.near();
        let about = near[first];
        let up = cross(&about, &near[last]);
        let along = cross(&up, &about);
        let size = (dot(&up, &up) / dot(&along, &along)).sqrt();
        angles.clear();
        angles.extend(order.iter().map(|&next| {
            let (x, y) = (dot(&along, &near[next]) * size, dot(&up, &near[next]));
            (-x / (x.abs() + y), next)
        }));
        angles.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        order.clear();
        order.extend(angles.iter().map(|(_, next)| *next));
        let mut moves = 0;
        for start in 1..order.len() {
            let mut at = start;
            while at > 0 && by_angle(signs, first, order[at - 1], order[at]).is_gt() {
                order.swap(at - 1, at);
                at -= 1;
                moves += 1;
            }
            if moves > 4 * order.len() {
                // The guess was worth nothing.
                return order.sort_unstable_by(|&a, &b| by_angle(signs, first, a, b));
            }
        }
    }
}

/// A direction far from the middle of all: most likely on the boundary of what they generate.
fn outermost(near: &[[f64; 3]]) -> usize {
    let mut middle = [0.0; 3];
    for row in near {
        let scale = (row[0].abs() + row[1].abs() + row[2].abs()).recip();
        (0..3).for_each(|axis| middle[axis] += row[axis] * scale);
    }
    // The least signed square of a cosine, `product·|product| / square`, compared without division.
    let (mut least, mut numerator, mut square) = (0, f64::INFINITY, 1.0);
    for (at, row) in near.iter().enumerate() {
        let product = dot(row, &middle);
        let (own, length) = (product * product.abs(), dot(row, row));
        if own * square < numerator * length {
            (least, numerator, square) = (at, own, length);
        }
    }
    least
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The order of two directions about a ray; at the same angle the outer one comes last, so that the inner one is no turn
/// inwards before it.
fn by_angle(signs: &impl Signs, about: usize, a: usize, b: usize) -> Ordering {
    signs.determinant(about, b, a).then_with(|| {
        let (axis, sign) = signs.across(about, a).unwrap_or((0, Ordering::Equal));
        match signs.cross(a, b, axis) {
            Ordering::Equal => Ordering::Equal,
            other if other == sign => Ordering::Less,
            _ => Ordering::Greater,
        }
    })
}

/// What directions in the plane of two generate, counterclockwise about the cross product of the two.
fn in_plane(signs: &impl Signs, [p, q]: [usize; 2], directions: impl Iterator<Item = usize>) -> Flat {
    let Some((axis, sign)) = signs.across(p, q) else { return Flat::Nothing };
    let turn = |a: usize, b: usize| match sign {
        Ordering::Less => signs.cross(b, a, axis),
        _ => signs.cross(a, b, axis),
    };
    directions.fold(Flat::Nothing, |flat, next| flat.with(next, turn, |a, b| Some(signs.agree(a, b))))
}

/// What directions generate seen along one of them, counterclockwise about it.
fn across(signs: &impl Signs, along: usize, directions: impl Iterator<Item = usize>) -> Flat {
    let turn = |a: usize, b: usize| signs.determinant(along, a, b);
    let agrees = |a: usize, b: usize| {
        let (axis, sign) = signs.across(along, a)?;
        match signs.cross(along, b, axis) {
            Ordering::Equal => None,
            other => Some(other == sign),
        }
    };
    let mut flat = Flat::Nothing;
    let mut walls = ([usize::MAX; 2], [[0.0; 3]; 2]);
    for next in directions {
        if let Flat::Wedge(first, last) = flat {
            // Nearly all lie between the two found so far.
            if walls.0 != [first, last] {
                let wall = |side: usize| cross(&signs.near()[along], &signs.near()[side]);
                walls = ([first, last], [wall(first), wall(last)]);
            }
            if signs.side(&walls.1[0], [along, first], next).is_gt()
                && signs.side(&walls.1[1], [along, last], next).is_lt()
            {
                continue;
            }
        }
        // The first must be seen at all.
        if flat != Flat::Nothing || signs.across(along, next).is_some() {
            flat = flat.with(next, turn, agrees);
        }
        if flat == Flat::All {
            break;
        }
    }
    flat
}

/// Both forms of a cone that was generated.
#[derive(Debug, Clone)]
struct Outcome<T> {
    lines: Vec<[T; 3]>,
    rays: Vec<[T; 3]>,
    normals: Vec<[T; 3]>,
    equalities: Vec<[T; 3]>,
}

impl<T> Default for Outcome<T> {
    fn default() -> Self {
        Self { lines: Vec::new(), rays: Vec::new(), normals: Vec::new(), equalities: Vec::new() }
    }
}

impl<T: Triple> Outcome<T> {
    fn fill(&mut self, shape: Shape, ring: &[usize], rows: &[[T; 3]]) {
        self.lines.clear();
        self.rays.clear();
        self.normals.clear();
        self.equalities.clear();
        let row = |at: usize| rows[at].clone();
        let cross = |a: usize, b: usize| T::cross(&rows[a], &rows[b]);
        match shape {
            Shape::Origin => self.equalities.extend([0, 1, 2].map(unit)),
            Shape::Ray(ray) | Shape::Line(ray) => {
                let axis = (0..3).find(|&axis| rows[ray][axis].sign().is_ne()).unwrap_or(0);
                self.equalities.extend(others(axis).map(|other| T::cross(&rows[ray], &unit(other))));
                if matches!(shape, Shape::Line(_)) {
                    self.lines.push(row(ray));
                } else {
                    self.rays.push(row(ray));
                    self.normals.push(pointing(unit(axis), &rows[ray]));
                }
            }
            Shape::Plane([p, q], flat) => self.fill_plane(cross(p, q), flat, rows),
            Shape::Pointed => {
                for (at, &ray) in ring.iter().enumerate() {
                    self.rays.push(row(ray));
                    let next = if at + 1 == ring.len() { ring[0] } else { ring[at + 1] };
                    self.normals.push(cross(ray, next));
                }
            }
            Shape::Wedge(line, [first, last]) => {
                self.lines.push(row(line));
                self.rays.extend([row(first), row(last)]);
                self.normals.extend([cross(line, first), cross(last, line)]);
            }
            Shape::HalfSpace([p, q], ray) => {
                self.lines.extend([row(p), row(q)]);
                self.rays.push(row(ray));
                self.normals.push(cross(p, q));
            }
            Shape::Whole => self.lines.extend([0, 1, 2].map(unit)),
        }
    }

    /// In a plane the normals are chosen orthogonal to an axis that leaves it: they are as short as the rays.
    fn fill_plane(&mut self, plane: [T; 3], flat: Flat, rows: &[[T; 3]]) {
        let axis = (0..3).find(|&axis| plane[axis].sign().is_ne()).unwrap_or(0);
        let bound = |ray: usize, inside: usize| pointing(T::cross(&rows[ray], &unit(axis)), &rows[inside]);
        let row = |at: usize| rows[at].clone();
        match flat {
            Flat::Wedge(first, last) => {
                self.rays.extend([row(first), row(last)]);
                self.normals.extend([bound(first, last), bound(last, first)]);
            }
            Flat::Half(line, _, ray) => {
                self.lines.push(row(line));
                self.rays.push(row(ray));
                self.normals.push(bound(line, ray));
            }
            // Two directions that are not parallel generate no less.
            _ => {
                let [j, k] = others(axis);
                self.lines.extend([j, k].map(|other| T::cross(&plane, &unit(other))));
            }
        }
        self.equalities.push(plane);
    }
}

fn unit<T: Triple>(axis: usize) -> [T; 3] {
    [0, 1, 2].map(|at| T::small(i8::from(at == axis)))
}

/// A vector turned so that its product with another, which is not zero, is positive.
fn pointing<T: Triple>(vector: [T; 3], towards: &[T; 3]) -> [T; 3] {
    let negative = T::dot(&vector, towards).is_some_and(|product| T::wide_sign(&product).is_lt());
    if negative { vector.map(|entry| entry.opposite()) } else { vector }
}

/// Converts cones in R³ with short integer rows one after the other, without allocating anew.
///
/// ```
/// use stiction::cone::Workspace;
/// let mut workspace = Workspace::new();
/// let octant = workspace.from_halfspaces(&[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]).unwrap();
/// assert_eq!((octant.rays.len(), octant.normals.len()), (3, 3));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    words: Words,
    notes: Notes,
    outcome: Outcome<i64>,
}

/// A cone in R³ in both forms, without redundant rows; the rows may have a common divisor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sides<'a> {
    /// A basis of the largest linear space in the cone.
    pub lines: &'a [[i64; 3]],
    /// The extreme rays; of a pointed cone with an interior counterclockwise about it.
    pub rays: &'a [[i64; 3]],
    /// The inward normals of the facets, in the same order.
    pub normals: &'a [[i64; 3]],
    /// A basis of what vanishes on the cone.
    pub equalities: &'a [[i64; 3]],
}

impl Workspace {
    /// Room for nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cone of all `x` with `normals·x ≥ 0`, or `None` if an entry is not shorter than [`LONGEST`].
    pub fn from_halfspaces(&mut self, normals: &[[i64; 3]]) -> Option<Sides<'_>> {
        let Outcome { lines, rays, normals, equalities } =
            self.generate(normals.len(), normals.iter().copied())?;
        Some(Sides { lines: equalities, rays: normals, normals: rays, equalities: lines })
    }

    /// The cone that rays generate, or `None` if an entry is not shorter than [`LONGEST`].
    pub fn from_generators(&mut self, rays: &[[i64; 3]]) -> Option<Sides<'_>> {
        let Outcome { lines, rays, normals, equalities } = self.generate(rays.len(), rays.iter().copied())?;
        Some(Sides { lines, rays, normals, equalities })
    }

    fn generate(&mut self, count: usize, rows: impl Iterator<Item = [i64; 3]>) -> Option<&Outcome<i64>> {
        let Self { words, notes, outcome } = self;
        if count >= 1 << 30 {
            return None; // Indices are kept in half a word.
        }
        words.clear(count);
        let mut longest = 0;
        for row in rows {
            let largest = row.iter().map(|entry| entry.unsigned_abs()).max().unwrap_or(0);
            if largest >= LONGEST as u64 {
                return None;
            }
            longest = longest.max(largest as i64);
            if largest > 0 {
                words.push(row);
            }
        }
        words.bound(longest);
        let shape = notes.shape(words);
        outcome.fill(shape, &notes.ring, &words.exact);
        Some(outcome)
    }
}

/// Rays, and lines both ways, three entries each, as directions.
fn directions<'a, T: Triple>(rays: &'a [T], lines: &'a [T]) -> impl Iterator<Item = [T; 3]> + 'a {
    let row = |row: &[T]| [row[0].clone(), row[1].clone(), row[2].clone()];
    let back = |row: &[T]| [row[0].opposite(), row[1].opposite(), row[2].opposite()];
    let (one, other) = (lines.chunks_exact(3).map(row), lines.chunks_exact(3).map(back));
    rays.chunks_exact(3).map(row).chain(one).chain(other)
}

/// Both forms of the cone that rows in words generate, if they are short enough.
pub(super) fn generate_words(rays: &[i64], lines: &[i64]) -> Option<Forms<i64>> {
    let mut workspace = Workspace::new();
    workspace.generate((rays.len() + 2 * lines.len()) / 3, directions(rays, lines))?;
    Some(flatten(workspace.outcome))
}

/// Both forms of the cone that rows of any length generate.
pub(super) fn generate_long(rays: &[IBig], lines: &[IBig]) -> Forms<IBig> {
    let rows = directions(rays, lines).filter(|row| row.iter().any(|entry| !entry.is_zero()));
    let long = Long::new(rows);
    let mut notes = Notes::default();
    let shape = notes.shape(&long);
    let mut outcome = Outcome::default();
    outcome.fill(shape, &notes.ring, &long.exact);
    flatten(outcome)
}

fn flatten<T: Triple>(mut outcome: Outcome<T>) -> Forms<T> {
    // Rays are rows that were given, and as short as these.
    let Outcome { lines, normals, equalities, .. } = &mut outcome;
    for row in [lines, normals, equalities].into_iter().flatten() {
        *row = T::short(row.clone());
    }
    // Where nothing is left to reduce this is the order of the one shape.
    outcome.rays.sort_unstable();
    outcome.normals.sort_unstable();
    Forms {
        lines: outcome.lines.into_flattened(),
        rays: outcome.rays.into_flattened(),
        normals: outcome.normals.into_flattened(),
        equalities: outcome.equalities.into_flattened(),
    }
}

/// The extreme rays of a pointed cone with an interior in R³, counterclockwise about it; nothing of any other.
pub(super) fn ring(rays: &[IBig]) -> Vec<[IBig; 3]> {
    let long = Long::new(directions(rays, &[]));
    let mut notes = Notes::default();
    match notes.shape(&long) {
        Shape::Pointed => notes.ring.iter().map(|&ray| long.exact[ray].clone()).collect(),
        _ => Vec::new(),
    }
}
