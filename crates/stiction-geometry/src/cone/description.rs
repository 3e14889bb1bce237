//! Double description: the lines and extreme rays of `{x : A x ≥ 0, B x = 0}`, row by row, in whole numbers.
//!
//! Begin with the whole space, all lines and no rays, and cut by one row `a` after the other:
//!
//! ```text
//!     some line l has a·l > 0     l becomes a ray; (a·l) z − (a·z) l replaces every other line and ray z     (1)
//!     else                        rays with a·r ≥ 0 stay; of adjacent r, s with a·r > 0 > a·s
//!                                 (a·r) s − (a·s) r is new                                                   (2)
//! ```
//!
//! Two extreme rays are adjacent when no third is tight on every row that is tight on both (combinatorial), which
//! needs that those rows have rank n − lines − 2 (algebraic): so their number comes first, and the combinatorial
//! test is made for few pairs.  Every vector is divided by what its entries have in common, so that it stays a
//! ray's shortest integer vector, whose entries are minors of the rows.
//!
//! Rows that cut lines come first, the others in lexicographic order.  A cone in Rⁿ that is cut by m rows has up to
//! m^⌊(n−1)/2⌋ extreme rays, and so long takes each row: hundreds of rays for 32 rows in R⁶, O(m) in R³, where
//! [`super::wrap`] takes m log m steps altogether.
//!
//! References: \[DoubleDescription\] for (1) and (2), \[FukudaProdon\] for adjacency and orders.

use std::cmp::Ordering;
use stiction_exact::whole::Whole;
use stiction_exact::work;

/// A cone by all its rows; each table is one row after the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Forms<T> {
    pub(super) lines: Vec<T>,
    pub(super) rays: Vec<T>,
    pub(super) normals: Vec<T>,
    pub(super) equalities: Vec<T>,
}

/// The cone while it is cut.
struct Description<T> {
    width: usize,
    lines: Vec<T>,
    rays: Vec<T>,
    /// Of each ray, which rows it is tight on: `words` words a ray.
    tight: Vec<u64>,
    words: usize,
    /// The rows that have cut so far.
    cut_by: Vec<u64>,
}

/// The cone of rows `A x ≥ 0` and `B x = 0` in both forms, without redundant rows.
pub(super) fn convert<T: Whole>(
    width: usize,
    inequalities: &[T],
    equalities: &[T],
) -> Result<Forms<T>, T::Fault> {
    let rows = ordered(width, inequalities);
    let planes: Vec<&[T]> = equalities.chunks_exact(width.max(1)).collect();
    let mut cone = Description::whole(width, rows.len() + planes.len());
    let mut waiting = Vec::new();
    for (index, plane) in planes.iter().enumerate() {
        cone.cut_line(plane, rows.len() + index, true)?;
    }
    for (index, row) in rows.iter().enumerate() {
        if !cone.cut_line(row, index, false)? {
            waiting.push(index);
        }
    }
    for index in waiting {
        cone.cut_rays(rows[index], index)?;
    }
    cone.finish(&rows, &planes)
}

/// The rows in lexicographic order, each once, without zeros.
fn ordered<T: Whole>(width: usize, rows: &[T]) -> Vec<&[T]> {
    let is_zero = |row: &[T]| row.iter().all(|entry| entry.sign().is_eq());
    let mut rows: Vec<&[T]> = rows.chunks_exact(width.max(1)).filter(|row| !is_zero(row)).collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

impl<T: Whole> Description<T> {
    fn whole(width: usize, rows: usize) -> Self {
        let unit = |at: usize| T::small(i8::from(at / width == at % width));
        let words = rows.div_ceil(64).max(1);
        let lines = (0..width * width).map(unit).collect();
        Self { width, lines, rays: Vec::new(), tight: Vec::new(), words, cut_by: vec![0; words] }
    }

    fn ray(&self, index: usize) -> &[T] {
        &self.rays[index * self.width..(index + 1) * self.width]
    }

    fn tight_rows(&self, ray: usize) -> &[u64] {
        &self.tight[ray * self.words..(ray + 1) * self.words]
    }

    fn count(&self) -> usize {
        self.rays.len() / self.width.max(1)
    }

    /// All rays are tight on a row.
    fn mark(&mut self, row: usize) {
        self.tight.chunks_exact_mut(self.words).for_each(|tight| set(tight, row));
    }

    /// Step (1), if some line is not in the row's plane.  Of an equality the line goes away.
    fn cut_line(&mut self, row: &[T], index: usize, equality: bool) -> Result<bool, T::Fault> {
        let width = self.width.max(1);
        let products: Vec<T::Wide> =
            self.lines.chunks_exact(width).map(|line| T::dot(row, line)).collect::<Result<_, _>>()?;
        let Some(chosen) = products.iter().position(|product| T::wide_sign(product).is_ne()) else {
            return Ok(false);
        };
        let mut ray = self.lines[chosen * width..(chosen + 1) * width].to_vec();
        let mut scale = products[chosen].clone();
        if T::wide_sign(&scale).is_lt() {
            scale = T::negate(&scale);
            let negative = T::small(-1).widen();
            let mut turned = Vec::with_capacity(width);
            T::combine(&negative, &ray, &T::small(0).widen(), &ray, &mut turned)?;
            ray = turned;
        }
        let mut lines = Vec::with_capacity(self.lines.len());
        for (at, line) in self.lines.chunks_exact(width).enumerate().filter(|(at, _)| *at != chosen) {
            T::combine(&scale, line, &products[at], &ray, &mut lines)?;
        }
        let mut rays = Vec::with_capacity(self.rays.len() + width);
        for other in self.rays.chunks_exact(width) {
            T::combine(&scale, other, &T::dot(row, other)?, &ray, &mut rays)?;
        }
        self.mark(index);
        if !equality {
            rays.extend(ray);
            // What was a line is tight on all rows before.
            self.tight.extend_from_slice(&self.cut_by);
        }
        set(&mut self.cut_by, index);
        (self.lines, self.rays) = (lines, rays);
        Ok(true)
    }

    /// Step (2).
    fn cut_rays(&mut self, row: &[T], index: usize) -> Result<(), T::Fault> {
        let width = self.width.max(1);
        let products: Vec<T::Wide> =
            self.rays.chunks_exact(width).map(|ray| T::dot(row, ray)).collect::<Result<_, _>>()?;
        let signs: Vec<Ordering> = products.iter().map(T::wide_sign).collect();
        for (ray, _) in signs.iter().enumerate().filter(|(_, sign)| sign.is_eq()) {
            set(&mut self.tight[ray * self.words..(ray + 1) * self.words], index);
        }
        set(&mut self.cut_by, index);
        if !signs.iter().any(|sign| sign.is_lt()) {
            return Ok(());
        }
        let (mut rays, mut tight) = (Vec::new(), Vec::new());
        for (at, _) in signs.iter().enumerate().filter(|(_, sign)| sign.is_ge()) {
            rays.extend_from_slice(self.ray(at));
            tight.extend_from_slice(self.tight_rows(at));
        }
        for [one, other] in self.adjacent(&signs) {
            T::combine(&products[one], self.ray(other), &products[other], self.ray(one), &mut rays)?;
            let common = self.tight_rows(one).iter().zip(self.tight_rows(other)).map(|(a, b)| a & b);
            tight.extend(common);
            let start = tight.len() - self.words;
            set(&mut tight[start..], index);
        }
        (self.rays, self.tight) = (rays, tight);
        Ok(())
    }

    /// The adjacent pairs of rays that lie on either side of a row.
    fn adjacent(&self, signs: &[Ordering]) -> Vec<[usize; 2]> {
        let of = |wanted: Ordering| (0..signs.len()).filter(move |&ray| signs[ray] == wanted);
        let needed = (self.width - self.lines.len() / self.width.max(1)).saturating_sub(2) as u32;
        let negative: Vec<usize> = of(Ordering::Less).collect();
        let mut common = vec![0; self.words];
        let mut pairs = Vec::new();
        for one in of(Ordering::Greater) {
            work::spend(negative.len() * self.words / 16);
            for &other in &negative {
                let mut shared = 0;
                for (word, (a, b)) in
                    common.iter_mut().zip(self.tight_rows(one).iter().zip(self.tight_rows(other)))
                {
                    *word = a & b;
                    shared += word.count_ones();
                }
                if shared >= needed && self.are_adjacent(one, other, &common) {
                    pairs.push([one, other]);
                }
            }
        }
        pairs
    }

    /// Whether no third ray is tight on all the rows that are tight on both.
    fn are_adjacent(&self, one: usize, other: usize, common: &[u64]) -> bool {
        work::spend(self.tight.len() / 32);
        if let [common] = common {
            // Both are tight themselves; counting all is quicker than asking one by one.
            return self.tight.iter().map(|tight| u32::from(tight & common == *common)).sum::<u32>() == 2;
        }
        let mut between = self.tight.chunks_exact(self.words).enumerate();
        !between.any(|(ray, tight)| ray != one && ray != other && holds(tight, common))
    }

    /// Both forms, each in its one shape.
    fn finish(self, rows: &[&[T]], planes: &[&[T]]) -> Result<Forms<T>, T::Fault> {
        let (facets, implied) = self.facets(rows.len());
        let gather = |chosen: &[usize]| chosen.iter().flat_map(|&row| rows[row]).cloned().collect::<Vec<T>>();
        let mut equalities = gather(&implied);
        equalities.extend(planes.iter().flat_map(|plane| plane.iter()).cloned());
        settle(self.width, Forms { lines: self.lines, rays: self.rays, normals: gather(&facets), equalities })
    }

    /// The rows of which each makes a facet of its own, and those on which every ray is tight.
    ///
    /// The facets are the greatest of the faces that rows make: no other row is tight on all their rays and more.
    fn facets(&self, rows: usize) -> (Vec<usize>, Vec<usize>) {
        let count = self.count();
        let words = count.div_ceil(64).max(1);
        let mut faces = vec![0; words * rows];
        for (ray, tight) in self.tight.chunks_exact(self.words).enumerate() {
            for row in (0..rows).filter(|row| tight[row / 64] >> (row % 64) & 1 == 1) {
                set(&mut faces[row * words..(row + 1) * words], ray);
            }
        }
        let face = |row: usize| &faces[row * words..(row + 1) * words];
        let size = |row: usize| face(row).iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let (implied, mut proper): (Vec<usize>, Vec<usize>) = (0..rows).partition(|&row| size(row) == count);
        // The largest first: then whatever holds a face is known when the face comes.
        proper.sort_by_key(|&row| std::cmp::Reverse(size(row)));
        let mut facets: Vec<usize> = Vec::new();
        for row in proper {
            if !facets.iter().any(|&facet| holds(face(facet), face(row))) {
                facets.push(row);
            }
        }
        (facets, implied)
    }
}

fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

/// Whether all bits of `part` are in `all`.
fn holds(all: &[u64], part: &[u64]) -> bool {
    all.iter().zip(part).all(|(all, part)| part & !all == 0)
}

/// The one shape of a cone: lines and equalities in reduced echelon form, rays and normals zero at their pivots and in
/// lexicographic order.
pub(super) fn settle<T: Whole>(width: usize, forms: Forms<T>) -> Result<Forms<T>, T::Fault> {
    let (lines, rays) = settle_side(width, &forms.lines, forms.rays)?;
    let (equalities, normals) = settle_side(width, &forms.equalities, forms.normals)?;
    Ok(Forms { lines, rays, normals, equalities })
}

fn settle_side<T: Whole>(width: usize, lines: &[T], rays: Vec<T>) -> Result<(Vec<T>, Vec<T>), T::Fault> {
    if lines.is_empty() && rays.chunks_exact(width.max(1)).is_sorted() {
        return Ok((Vec::new(), rays));
    }
    let (lines, pivots) = echelon(width, lines)?;
    let mut reduced: Vec<Vec<T>> = Vec::with_capacity(rays.len() / width.max(1));
    for ray in rays.chunks_exact(width.max(1)) {
        let mut ray = ray.to_vec();
        for (line, &pivot) in lines.iter().zip(&pivots) {
            clear(&mut ray, line, pivot)?;
        }
        reduced.push(ray);
    }
    reduced.sort_unstable();
    Ok((lines.concat(), reduced.concat()))
}

/// Rows, and the columns of their pivots.
type Echelon<T> = (Vec<Vec<T>>, Vec<usize>);

/// Rows in reduced echelon form, the leading entries positive, and the columns of those.
fn echelon<T: Whole>(width: usize, rows: &[T]) -> Result<Echelon<T>, T::Fault> {
    let mut done: Vec<Vec<T>> = Vec::new();
    let mut pivots: Vec<usize> = Vec::new();
    for row in rows.chunks_exact(width.max(1)) {
        let mut row = row.to_vec();
        for (line, &pivot) in done.iter().zip(&pivots) {
            clear(&mut row, line, pivot)?;
        }
        let Some(pivot) = row.iter().position(|entry| entry.sign().is_ne()) else { continue };
        let factor = T::small(if row[pivot].sign().is_lt() { -1 } else { 1 }).widen();
        let mut positive = Vec::with_capacity(width);
        T::combine(&factor, &row, &T::small(0).widen(), &row, &mut positive)?;
        for line in &mut done {
            clear(line, &positive, pivot)?;
        }
        let place = pivots.partition_point(|&other| other < pivot);
        done.insert(place, positive);
        pivots.insert(place, pivot);
    }
    Ok((done, pivots))
}

/// Makes an entry of a row zero by a line whose entry there is positive; the row keeps its direction modulo the line.
fn clear<T: Whole>(row: &mut Vec<T>, line: &[T], pivot: usize) -> Result<(), T::Fault> {
    if row[pivot].sign().is_eq() {
        return Ok(());
    }
    let mut cleared = Vec::with_capacity(row.len());
    T::combine(&line[pivot].widen(), row, &row[pivot].widen(), line, &mut cleared)?;
    *row = cleared;
    Ok(())
}
