//! Cones in R³ as planar hulls of directions: n log n steps, every degenerate case, signs alone.
//!
//! The cone that directions generate is found from three kinds of sign: of a coordinate, of a coordinate of
//! `a × b`, and of `det(a, b, c)`.  What the directions span comes first; if that is all of R³:
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
use super::flat::{Flat, across, in_plane};
use super::signs::{Long, Signs, Triple, Words, cross, dot, others};
use dashu_int::IBig;
use std::cell::RefCell;
use std::cmp::Ordering;
use stiction_exact::whole::Whole;

/// Entries from here on are too long for [`Workspace`].
pub const LONGEST: i64 = 1 << 30;

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
        self.drop_inner(signs, first, last);
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
    /// Leaves out of the order what lies inside the three walls of the facet and a high direction: none of it is a ray.
    fn drop_inner(&mut self, signs: &impl Signs, first: usize, last: usize) {
        let near = signs.near();
        let [start, end] = [&near[first], &near[last]];
        let top = highest(near, &cross(start, end), &self.order);
        let (left, right) = (cross(end, &near[top]), cross(&near[top], start));
        self.order.retain(|&next| {
            signs.side(&left, [last, top], next).is_le() || signs.side(&right, [top, first], next).is_le()
        });
    }

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

/// The direction of an order that rises most from a plane.
fn highest(near: &[[f64; 3]], up: &[f64; 3], order: &[usize]) -> usize {
    let (mut highest, mut rise, mut square) = (order[0], -1.0, 1.0);
    for &at in order {
        let (product, length) = (dot(up, &near[at]), dot(&near[at], &near[at]));
        if product * product * square > rise * length {
            (highest, rise, square) = (at, product * product, length);
        }
    }
    highest
}

/// The order of two directions about a ray; at the same angle the outer one comes last, so that the inner one
/// is no turn inwards before it.
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
    let negative = T::dot(&vector, towards).is_ok_and(|product| T::wide_sign(&product).is_lt());
    if negative { vector.map(|entry| entry.opposite()) } else { vector }
}

/// Converts cones in R³ with short integer rows one after the other, without allocating anew.
///
/// ```
/// use stiction_geometry::cone::Workspace;
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
            self.generate(normals.iter().copied(), [].into_iter())?;
        Some(Sides { lines: equalities, rays: normals, normals: rays, equalities: lines })
    }

    /// The cone that rays generate, or `None` if an entry is not shorter than [`LONGEST`].
    pub fn from_generators(&mut self, rays: &[[i64; 3]]) -> Option<Sides<'_>> {
        let Outcome { lines, rays, normals, equalities } =
            self.generate(rays.iter().copied(), [].into_iter())?;
        Some(Sides { lines, rays, normals, equalities })
    }

    fn generate(
        &mut self,
        rays: impl ExactSizeIterator<Item = [i64; 3]>,
        lines: impl ExactSizeIterator<Item = [i64; 3]> + Clone,
    ) -> Option<&Outcome<i64>> {
        let Self { words, notes, outcome } = self;
        let count = rays.len() + 2 * lines.len();
        if count >= 1 << 30 {
            return None; // Indices are kept in half a word.
        }
        words.clear(count);
        let mut longest = 0;
        let back = lines.clone().map(|row| row.map(i64::wrapping_neg)); // Right below LONGEST, refused above.
        for row in rays.chain(lines).chain(back) {
            let largest = row[0].unsigned_abs().max(row[1].unsigned_abs()).max(row[2].unsigned_abs());
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

thread_local! {
    /// What [`generate_words`] works in; only what it finds is allocated anew.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Both forms of the cone that rows generate, if they are short enough for words.
pub(super) fn generate_words(rays: &[IBig], lines: &[IBig]) -> Option<Forms<i64>> {
    WORKSPACE.with_borrow_mut(|workspace| {
        workspace.generate(rays.chunks_exact(3).map(short_row), lines.chunks_exact(3).map(short_row))?;
        Some(flatten(&mut workspace.outcome))
    })
}

/// Three entries as words; one that is too long for a word as one that is too long for a [`Workspace`].
fn short_row(row: &[IBig]) -> [i64; 3] {
    [&row[0], &row[1], &row[2]].map(|entry| i64::from_big(entry).unwrap_or(LONGEST))
}

/// Both forms of the cone that rows of any length generate.
pub(super) fn generate_long(rays: &[IBig], lines: &[IBig]) -> Forms<IBig> {
    let rows = directions(rays, lines).filter(|row| row.iter().any(|entry| !entry.is_zero()));
    let long = Long::new(rows);
    let mut notes = Notes::default();
    let shape = notes.shape(&long);
    let mut outcome = Outcome::default();
    outcome.fill(shape, &notes.ring, &long.exact);
    flatten(&mut outcome)
}

fn flatten<T: Triple>(outcome: &mut Outcome<T>) -> Forms<T> {
    // Rays are rows that were given, and as short as these.
    let Outcome { lines, rays, normals, equalities } = outcome;
    for row in lines.iter_mut().chain(normals.iter_mut()).chain(equalities.iter_mut()) {
        T::shorten(row);
    }
    // Where nothing is left to reduce this is the order of the one shape.
    rays.sort_unstable();
    normals.sort_unstable();
    let flat = |rows: &Vec<[T; 3]>| rows.as_flattened().to_vec();
    Forms { lines: flat(lines), rays: flat(rays), normals: flat(normals), equalities: flat(equalities) }
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
