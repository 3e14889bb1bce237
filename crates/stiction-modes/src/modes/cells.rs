//! The cells of one group of contacts: faces of the cone of feasible motions, each cut by the sliding rows of
//! the contacts kept on it.
//!
//! Every cone here is the set of sums of rays and lines.  A plane that cuts a cone with rays on both sides
//! leaves three cones, whose rays are the old ones and one new ray on every edge that crosses the plane
//! \[DoubleDescription\]; two rays span an edge when no third one lies on all the planes that both lie on
//! \[FukudaProdon\].  A line that leaves the plane is spent: every other generator is moved along it into the
//! plane, and its two halves become rays of the two sides.  So all cells of a face have the same lines, and
//! cells never vanish: at each moment there are no more of them than modes.
//!
//! **Modes are cells that are cut, never guessed.** The sets of kept contacts are the faces of the cone of
//! feasible motions, and the slips of what is kept cut each face into cells. Cells are kept as their rays and
//! cut in integers, so each step has only modes that exist, and the sum of a cell's rays is its witness. Rows
//! that no relation joins make independent groups, whose modes multiply and are walked as a product.

use super::bits::Bits;
use super::rays::{Line, Mixed, Rays, Sides, sign, spend};
use dashu_int::IBig;
use std::collections::{HashMap, HashSet};
use stiction_exact::Sign;
use stiction_exact::whole::Whole;
use stiction_exact::work::{Stopped, counted};
use stiction_geometry::cone::Workspace;

/// What a mode says about one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The velocity is zero.
    Zero,
    /// It is positive.
    Positive,
    /// It is negative.
    Negative,
    /// It does as it likes.
    Open,
}

/// The rows of one group, in integers over its coordinates.
#[derive(Debug, Clone)]
pub(super) struct GroupRows {
    /// Number of coordinates.
    pub(super) width: usize,
    /// Of each contact the normal row.
    pub(super) normals: Vec<Vec<IBig>>,
    /// Of each contact the tangent rows.
    pub(super) tangents: Vec<Vec<Vec<IBig>>>,
    /// Whether the last coordinate is one that is fixed at 1.
    pub(super) is_affine: bool,
}

impl GroupRows {
    /// How many rows there are, with that of the fixed coordinate; without slips where only contacts are asked about.
    fn count(&self, contacts_only: bool) -> usize {
        let tangents: usize = if contacts_only { 0 } else { self.tangents.iter().map(Vec::len).sum() };
        self.normals.len() + usize::from(self.is_affine) + tangents
    }
}

/// A mode of one group.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GroupMode {
    /// Of each contact the normal's mark and then those of its tangents; where slips are not asked for, the
    /// normals' alone.
    pub(super) marks: Box<[Mark]>,
    /// A point of the cell.
    pub(super) point: Box<[IBig]>,
}

/// Why cells are not listed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stop {
    /// A number does not fit into a word.
    Overflow,
    /// There are more modes than were allowed.
    TooMany,
    /// So many pairs of rays were compared.
    Effort,
    /// More rows than bits.
    Rows,
    /// Time is over, with so many modes found.
    Time(usize, Stopped),
}

/// Pairs of rays that are compared before the search gives up: some seconds.
pub(super) const EFFORT: u64 = 4_000_000_000;

/// Most rows of one group.
pub(super) const MOST_ROWS: usize = 4096;

/// All modes of a group, at most `most`: in words, and where these are too short in integers of any length.
pub(super) fn list(rows: &GroupRows, contacts_only: bool, most: usize) -> Result<Vec<GroupMode>, Stop> {
    match sized::<i64>(rows, contacts_only, most) {
        Err(Stop::Overflow) => sized::<IBig>(rows, contacts_only, most),
        listed => listed,
    }
}

/// All modes of one planar body, at most `most`, by its rows in words; without tangents the contacts that are
/// kept alone.
pub(super) fn list_words(
    normals: &[[i64; 3]],
    tangents: &[[i64; 3]],
    most: usize,
) -> Result<Vec<GroupMode>, Stop> {
    match normals.len() + tangents.len() {
        ..=64 => Cells::<i64, 1>::of_words(normals, tangents, most)?.list(),
        65..=256 => Cells::<i64, 4>::of_words(normals, tangents, most)?.list(),
        257..=MOST_ROWS => Cells::<i64, 64>::of_words(normals, tangents, most)?.list(),
        _ => Err(Stop::Rows),
    }
}

fn sized<N: Whole + 'static>(
    rows: &GroupRows,
    contacts_only: bool,
    most: usize,
) -> Result<Vec<GroupMode>, Stop> {
    match rows.count(contacts_only) {
        ..=64 => Cells::<N, 1>::new(rows, contacts_only, most)?.list(),
        65..=128 => Cells::<N, 2>::new(rows, contacts_only, most)?.list(),
        129..=256 => Cells::<N, 4>::new(rows, contacts_only, most)?.list(),
        257..=1024 => Cells::<N, 16>::new(rows, contacts_only, most)?.list(),
        1025..=MOST_ROWS => Cells::<N, 64>::new(rows, contacts_only, most)?.list(),
        _ => Err(Stop::Rows),
    }
}

/// A face of the cone of feasible motions.
struct Face<const W: usize> {
    /// The normal rows that vanish on it.
    kept: Bits<W>,
    /// Its rays among those of the cone.
    rays: Vec<u32>,
    /// Its dimension without the lines.
    dimension: usize,
}

/// A piece of a face: where its rays stand in a list, and its dimension without the lines.
#[derive(Clone, Copy)]
struct Cell {
    start: usize,
    end: usize,
    dimension: usize,
}

struct Cells<N: Whole, const W: usize> {
    width: usize,
    /// Normal rows, then the row of the fixed coordinate if there is one, then tangent rows; one after the other.
    entries: Vec<N>,
    /// How many there are.
    count: usize,
    contacts: usize,
    /// Normal rows and that of the fixed coordinate.
    bounds: usize,
    /// The tangent rows of each contact.
    tangents: Vec<std::ops::Range<usize>>,
    is_affine: bool,
    most: usize,
    effort: u64,
    modes: Vec<GroupMode>,
}

impl<const W: usize> Cells<i64, W> {
    fn of_words(normals: &[[i64; 3]], tangents: &[[i64; 3]], most: usize) -> Result<Self, Stop> {
        let (contacts, slips) = (normals.len(), tangents.len());
        let rows = normals.iter().chain(tangents).flatten();
        let entries = rows.map(|&entry| i64::from_word(entry)).collect::<Result<Vec<i64>, _>>();
        let tangents = (0..contacts).map(|at| contacts + at.min(slips)..contacts + (at + 1).min(slips));
        Ok(Self {
            width: 3,
            entries: entries.map_err(|_| Stop::Overflow)?,
            count: contacts + slips,
            contacts,
            bounds: contacts,
            tangents: tangents.collect(),
            is_affine: false,
            most,
            effort: 0,
            modes: Vec::new(),
        })
    }
}

impl<N: Whole + 'static, const W: usize> Cells<N, W> {
    fn new(given: &GroupRows, contacts_only: bool, most: usize) -> Result<Self, Stop> {
        let mut entries: Vec<N> = Vec::with_capacity(given.width * (given.count(contacts_only)));
        let mut add = |row: &[IBig]| {
            row.iter().try_for_each(|entry| N::from_big(entry).map(|entry| entries.push(entry)))
        };
        for row in &given.normals {
            add(row).map_err(|_| Stop::Overflow)?;
        }
        if given.is_affine {
            let mut unit = vec![IBig::ZERO; given.width];
            if let Some(last) = unit.last_mut() {
                *last = IBig::ONE;
            }
            add(&unit).map_err(|_| Stop::Overflow)?;
        }
        for row in given.tangents.iter().flatten().filter(|_| !contacts_only) {
            add(row).map_err(|_| Stop::Overflow)?;
        }
        let bounds = given.normals.len() + usize::from(given.is_affine);
        let mut next = bounds;
        let tangents = given.tangents.iter().map(|of_contact| {
            let start = next;
            next += if contacts_only { 0 } else { of_contact.len() };
            start..next
        });
        Ok(Self {
            width: given.width,
            contacts: given.normals.len(),
            tangents: tangents.collect(),
            count: next,
            entries,
            bounds,
            is_affine: given.is_affine,
            most,
            effort: 0,
            modes: Vec::new(),
        })
    }

    fn row(&self, index: usize) -> &[N] {
        &self.entries[index * self.width..(index + 1) * self.width]
    }

    /// Counts steps; where time is over it is said how many modes were found.
    fn spend(&self, steps: usize) -> Result<(), Stop> {
        counted(steps).map_err(|stopped| Stop::Time(self.modes.len(), stopped))
    }

    fn list(mut self) -> Result<Vec<GroupMode>, Stop> {
        let (mut cone, lines) = self.cone()?;
        if lines.is_empty() {
            let count = cone.len();
            self.look(&mut cone, 0..count, self.bounds..self.count)?;
        }
        let faces = self.faces(&cone)?;
        if lines.is_empty() && self.at_least(&cone, &faces)? > self.most {
            return Err(Stop::TooMany);
        }
        for face in faces {
            self.cut_face(&cone, &lines, &face)?;
        }
        self.modes.sort_unstable_by(|one, other| one.marks.cmp(&other.marks));
        Ok(self.modes)
    }

    /// Notes on which side of some rows some rays are.
    fn look(
        &self,
        rays: &mut Rays<N, W>,
        which: std::ops::Range<usize>,
        rows: std::ops::Range<usize>,
    ) -> Result<(), Stop> {
        for index in which {
            for row in rows.clone() {
                let sign = sign(self.row(row), rays.ray(index))?;
                rays.sides[index].set(row, sign);
            }
        }
        Ok(())
    }

    /// Rays and lines of the cone of feasible motions, the rays with their sides of all bounds.
    fn cone(&mut self) -> Result<(Rays<N, W>, Vec<Vec<N>>), Stop> {
        if let Some((mut rays, lines)) = self.cone_in_the_plane() {
            let count = rays.len();
            self.look(&mut rays, 0..count, 0..self.bounds)?;
            return Ok((rays, lines));
        }
        let unit = |at: usize| (0..self.width).map(|i| N::small(i8::from(i == at))).collect();
        let mut lines: Vec<Vec<N>> = (0..self.width).map(unit).collect();
        let mut rays = Rays::new(self.width);
        for row in 0..self.bounds {
            self.halve(row, &mut rays, &mut lines)?;
        }
        Ok((rays, lines))
    }

    /// In R³, where one planar body moves, the cone is a polygon: one sort.
    fn cone_in_the_plane(&self) -> Option<(Rays<N, W>, Vec<Vec<N>>)> {
        if self.width != 3 || self.bounds < 5 {
            return None;
        }
        let normals: Vec<[i64; 3]> = self.entries[..3 * self.bounds]
            .chunks_exact(3)
            .map(|row| Some([row[0].to_word()?, row[1].to_word()?, row[2].to_word()?]))
            .collect::<Option<_>>()?;
        let mut workspace = Workspace::new();
        let sides = workspace.from_halfspaces(&normals)?;
        let word = |entry: i64| N::from_word(entry).ok();
        let vector = |v: &[i64; 3]| Some([word(v[0])?, word(v[1])?, word(v[2])?]);
        let mut rays = Rays::new(3);
        for ray in sides.rays {
            rays.push(&vector(ray)?, Sides::UNKNOWN);
        }
        let lines = sides.lines.iter().map(|line| Some(vector(line)?.to_vec())).collect::<Option<_>>()?;
        Some((rays, lines))
    }

    /// Keeps the positive side of a bound and the plane itself.
    fn halve(&mut self, row: usize, rays: &mut Rays<N, W>, lines: &mut Vec<Vec<N>>) -> Result<(), Stop> {
        if let Some(line) = spend(self.row(row), lines)? {
            rays.flatten(self.row(row), &line)?;
            rays.sides.iter_mut().for_each(|sides| sides.set(row, Sign::Zero));
            // The line lies in the planes of all rows before.
            rays.push(&line.up, Sides { positive: Bits::EMPTY, zero: Bits::range(0, row) });
            if let Some(sides) = rays.sides.last_mut() {
                sides.set(row, Sign::Positive);
            }
            return Ok(());
        }
        let count = rays.len();
        self.look(rays, 0..count, row..row + 1)?;
        let signs: Vec<Sign> = rays.sides.iter().map(|sides| sides.sign(row)).collect();
        if !signs.contains(&Sign::Negative) {
            return Ok(());
        }
        let all: Vec<u32> = (0..rays.len() as u32).collect();
        let edges = self.edges(rays, &all, row, usize::MAX, &Bits::range(0, row));
        for (p, q) in edges? {
            let met = rays.meet(self.row(row), p as usize, q as usize)?;
            let (p, q) = (rays.sides[p as usize], rays.sides[q as usize]);
            // Both are on no negative side of the rows before, so the sum is zero where both are.
            let mut sides = Sides { positive: p.positive.or(&q.positive), zero: p.zero.and(&q.zero) };
            sides.positive = sides.positive.without(&Bits::range(row, row + 1));
            sides.set(row, Sign::Zero);
            rays.sides[met] = sides;
        }
        let mut left = Rays::new(self.width);
        for index in 0..rays.len() {
            if signs.get(index) != Some(&Sign::Negative) {
                left.push(rays.ray(index), rays.sides[index]);
            }
        }
        *rays = left;
        Ok(())
    }

    /// The edges of a cone that cross a row's plane: pairs of a positive and a negative ray.  `planes` are
    /// the rows that bound the cone, `dimension` its own if that is known.
    fn edges(
        &mut self,
        rays: &Rays<N, W>,
        cell: &[u32],
        row: usize,
        dimension: usize,
        planes: &Bits<W>,
    ) -> Result<Vec<(u32, u32)>, Stop> {
        let of =
            |sign: Sign| cell.iter().copied().filter(move |&ray| rays.sides[ray as usize].sign(row) == sign);
        let negative: Vec<u32> = of(Sign::Negative).collect();
        let simple = cell.len() <= 3 || cell.len() == dimension;
        let least = if dimension == usize::MAX { 0 } else { dimension.saturating_sub(2) };
        let mut edges = Vec::new();
        for p in of(Sign::Positive) {
            self.effort += negative.len() as u64;
            if self.effort > EFFORT {
                return Err(Stop::Effort);
            }
            self.spend(negative.len() * (1 + W / 4))?;
            let p_zero = rays.sides[p as usize].zero.and(planes);
            for &q in &negative {
                let common = p_zero.and(&rays.sides[q as usize].zero);
                let third =
                    |&ray: &u32| ray != p && ray != q && common.is_within(&rays.sides[ray as usize].zero);
                if simple || common.len() >= least && !cell.iter().any(third) {
                    edges.push((p, q));
                }
            }
        }
        Ok(edges)
    }

    /// All faces on which the fixed coordinate, if there is one, does not vanish.
    fn faces(&self, cone: &Rays<N, W>) -> Result<Vec<Face<W>>, Stop> {
        let all = Bits::range(0, self.bounds);
        let closed =
            |rays: &[u32]| rays.iter().fold(all, |kept, &ray| kept.and(&cone.sides[ray as usize].zero));
        let counts = |kept: &Bits<W>| !self.is_affine || !kept.contains(self.contacts);
        let whole: Vec<u32> = (0..cone.len() as u32).collect();
        let mut place: HashMap<Bits<W>, usize, Mixed> = HashMap::default();
        let mut faces = vec![Face { kept: closed(&whole), rays: whole, dimension: 0 }];
        place.insert(faces[0].kept, 0);
        let mut covers: Vec<(usize, usize)> = Vec::new();
        let (mut next, mut counted) = (0, 1);
        while next < faces.len() {
            self.spend(faces[next].rays.len())?;
            for rays in self.facets(cone, &faces[next], &all) {
                let kept = closed(&rays);
                let index = *place.entry(kept).or_insert(faces.len());
                covers.push((next, index));
                if index == faces.len() {
                    counted += usize::from(counts(&kept));
                    faces.push(Face { kept, rays, dimension: 0 });
                }
            }
            if counted > self.most {
                return Err(Stop::TooMany);
            }
            next += 1;
        }
        measure(&mut faces, covers);
        faces.retain(|face| counts(&face.kept));
        Ok(faces)
    }

    /// How many modes there are at least, before any face is cut.  Rows that vanish on different rays of a
    /// face, and have rays on both sides, cut its inside in different planes, and each plane that is added
    /// cuts some cell in three: m of them leave 2m + 1.
    fn at_least(&self, cone: &Rays<N, W>, faces: &[Face<W>]) -> Result<usize, Stop> {
        let mut count = 0_usize;
        for face in faces {
            let kept = (0..self.contacts).filter(|&contact| face.kept.contains(contact));
            let rows: Vec<usize> = kept.flat_map(|contact| self.tangents[contact].clone()).collect();
            self.spend(1 + rows.len() * face.rays.len() / 8)?;
            let sides = |row: usize| {
                face.rays.iter().map(move |&ray| cone.sides[ray as usize].sign(row)).collect::<Vec<Sign>>()
            };
            let is_cut =
                |signs: &Vec<Sign>| signs.contains(&Sign::Positive) && signs.contains(&Sign::Negative);
            let planes: HashSet<Vec<Sign>> =
                rows.into_iter().map(sides).filter(is_cut).map(upwards).collect();
            count = count.saturating_add(2 * planes.len() + 1);
            if count > self.most {
                break;
            }
        }
        Ok(count)
    }

    /// The rays of the faces that a face's bounds leave of it, the largest ones among them, and of the lines alone.
    fn facets(&self, cone: &Rays<N, W>, face: &Face<W>, all: &Bits<W>) -> Vec<Vec<u32>> {
        let zero = |ray: &u32| &cone.sides[*ray as usize].zero;
        let touched = face.rays.iter().fold(Bits::EMPTY, |any, ray| any.or(zero(ray)));
        let on = |row: usize| face.rays.iter().copied().filter(|ray| zero(ray).contains(row)).collect();
        let mut facets: Vec<Vec<u32>> = touched.and(all).without(&face.kept).iter().map(on).collect();
        if !face.rays.is_empty() {
            facets.push(Vec::new());
        }
        facets
    }

    /// The modes of one face.
    fn cut_face(&mut self, cone: &Rays<N, W>, lines: &[Vec<N>], face: &Face<W>) -> Result<(), Stop> {
        self.spend(face.rays.len() + 16)?;
        let mut rays = Rays::new(self.width);
        for &ray in &face.rays {
            rays.push(cone.ray(ray as usize), cone.sides[ray as usize]);
        }
        let kept = (0..self.contacts).filter(|&contact| face.kept.contains(contact));
        let cuts: Vec<usize> = kept.flat_map(|contact| self.tangents[contact].clone()).collect();
        let mut list: Vec<u32> = (0..rays.len() as u32).collect();
        let mut cells = vec![Cell { start: 0, end: list.len(), dimension: face.dimension }];
        let mut planes = Bits::range(0, self.bounds);
        let mut lines = lines.to_vec();
        let mut later = Vec::with_capacity(cuts.len());
        let had_lines = !lines.is_empty();
        for &row in &cuts {
            match spend(self.row(row), &mut lines)? {
                None => later.push(row),
                Some(line) => {
                    rays.flatten(self.row(row), &line)?;
                    planes.insert(row);
                    self.open_line(&line, &mut rays, &mut list, &mut cells)?;
                }
            }
        }
        if had_lines {
            let count = rays.len();
            cuts.iter().try_for_each(|&row| self.look(&mut rays, 0..count, row..row + 1))?;
        }
        for (at, &row) in later.iter().enumerate() {
            self.cut(row, &later[at + 1..], &planes, &mut rays, &mut list, &mut cells)?;
            planes.insert(row);
        }
        for cell in cells {
            self.note(face, &rays, &list[cell.start..cell.end])?;
        }
        Ok(())
    }

    /// Every cell becomes three: with one half of a line, with the other, and without either.
    fn open_line(
        &self,
        line: &Line<N>,
        rays: &mut Rays<N, W>,
        list: &mut Vec<u32>,
        cells: &mut Vec<Cell>,
    ) -> Result<(), Stop> {
        let zero = Sides { positive: Bits::EMPTY, zero: Bits::range(0, self.bounds) };
        let halves = [rays.len() as u32, rays.len() as u32 + 1];
        rays.push(&line.up, zero);
        rays.push(&line.down, zero);
        if self.modes.len() + 3 * cells.len() > self.most {
            return Err(Stop::TooMany);
        }
        for index in 0..cells.len() {
            let cell = cells[index];
            for half in halves {
                let start = list.len();
                list.extend_from_within(cell.start..cell.end);
                list.push(half);
                cells.push(Cell { start, end: list.len(), dimension: cell.dimension + 1 });
            }
        }
        Ok(())
    }

    /// Cuts every cell that has rays on both sides of a row's plane.
    #[allow(clippy::too_many_arguments)]
    fn cut(
        &mut self,
        row: usize,
        later: &[usize],
        planes: &Bits<W>,
        rays: &mut Rays<N, W>,
        list: &mut Vec<u32>,
        cells: &mut Vec<Cell>,
    ) -> Result<(), Stop> {
        let mut met: HashMap<(u32, u32), u32, Mixed> = HashMap::default();
        for index in 0..cells.len() {
            let cell = cells[index];
            let (mut up, mut down) = (false, false);
            for &ray in &list[cell.start..cell.end] {
                match rays.sides[ray as usize].sign(row) {
                    Sign::Positive => up = true,
                    Sign::Negative => down = true,
                    Sign::Zero => {}
                }
            }
            if !(up && down) {
                continue;
            }
            if self.modes.len() + cells.len() + 2 > self.most {
                return Err(Stop::TooMany);
            }
            let edges = self.edges(rays, &list[cell.start..cell.end], row, cell.dimension, planes)?;
            let mut crossings = Vec::with_capacity(edges.len());
            for (p, q) in edges {
                let crossing = match met.get(&(p, q)) {
                    Some(&crossing) => crossing,
                    None => {
                        let crossing = rays.meet(self.row(row), p as usize, q as usize)?;
                        self.agree(rays, p as usize, q as usize, crossing, row, later)?;
                        met.insert((p, q), crossing as u32);
                        crossing as u32
                    }
                };
                crossings.push(crossing);
            }
            let mut piece = |without: Option<Sign>, flat: bool| {
                let start = list.len();
                for at in cell.start..cell.end {
                    let sign = rays.sides[list[at] as usize].sign(row);
                    if sign == Sign::Zero || !flat && Some(sign) != without {
                        let ray = list[at];
                        list.push(ray);
                    }
                }
                list.extend_from_slice(&crossings);
                let dimension = if flat { cell.dimension - 1 } else { cell.dimension };
                Cell { start, end: list.len(), dimension }
            };
            let above = piece(Some(Sign::Negative), false);
            let below = piece(Some(Sign::Positive), false);
            let on = piece(None, true);
            cells[index] = above;
            cells.push(below);
            cells.push(on);
        }
        Ok(())
    }

    /// The sides of a crossing: on rows that bound the cell both ends agree, on those to come it is looked up.
    fn agree(
        &self,
        rays: &mut Rays<N, W>,
        p: usize,
        q: usize,
        crossing: usize,
        row: usize,
        later: &[usize],
    ) -> Result<(), Stop> {
        let (one, other) = (rays.sides[p], rays.sides[q]);
        let mut open = Bits::<W>::EMPTY;
        later.iter().chain([&row]).for_each(|&row| open.insert(row));
        let mut sides = Sides {
            positive: one.positive.or(&other.positive).without(&open),
            zero: one.zero.and(&other.zero).without(&open),
        };
        sides.set(row, Sign::Zero);
        for &row in later {
            sides.set(row, sign(self.row(row), rays.ray(crossing))?);
        }
        rays.sides[crossing] = sides;
        Ok(())
    }

    /// Writes down the mode of a cell, with the sum of its rays.
    fn note(&mut self, face: &Face<W>, rays: &Rays<N, W>, cell: &[u32]) -> Result<(), Stop> {
        if self.modes.len() >= self.most {
            return Err(Stop::TooMany);
        }
        let (mut positive, mut zero) = (Bits::<W>::EMPTY, Bits::range(0, self.count));
        for &ray in cell {
            positive = positive.or(&rays.sides[ray as usize].positive);
            zero = zero.and(&rays.sides[ray as usize].zero);
        }
        let mut marks = Vec::with_capacity(self.contacts + self.count - self.bounds);
        for contact in 0..self.contacts {
            let kept = face.kept.contains(contact);
            marks.push(if kept { Mark::Zero } else { Mark::Positive });
            marks.extend(self.tangents[contact].clone().map(|row| match () {
                () if !kept => Mark::Open,
                () if zero.contains(row) => Mark::Zero,
                () if positive.contains(row) => Mark::Positive,
                () => Mark::Negative,
            }));
        }
        let point =
            N::sum(self.width, cell.iter().map(|&ray| rays.ray(ray as usize))).map_err(|_| Stop::Overflow)?;
        let point = point.iter().map(N::to_big).collect();
        self.modes.push(GroupMode { marks: marks.into(), point });
        Ok(())
    }
}

/// A plane's sides, of which the first that is not zero is the positive one: a row and its opposite have one plane.
fn upwards(mut signs: Vec<Sign>) -> Vec<Sign> {
    if signs.iter().find(|sign| **sign != Sign::Zero) == Some(&Sign::Negative) {
        for sign in &mut signs {
            *sign = match sign {
                Sign::Positive => Sign::Negative,
                Sign::Negative => Sign::Positive,
                Sign::Zero => Sign::Zero,
            };
        }
    }
    signs
}

/// A face has one dimension more than the largest face below it; the lines alone have none.
fn measure<const W: usize>(faces: &mut [Face<W>], mut covers: Vec<(usize, usize)>) {
    covers.sort_by_key(|(face, _)| faces[*face].rays.len());
    for (face, below) in covers {
        faces[face].dimension = faces[face].dimension.max(faces[below].dimension + 1);
    }
}
