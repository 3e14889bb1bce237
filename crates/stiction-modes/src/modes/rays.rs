//! Rays with the sides of rows that they are on, and lines that are spent on rows they leave.

use super::bits::Bits;
use super::cells::Stop;
use std::cmp::Ordering;
use std::hash::{BuildHasherDefault, Hasher};
use stiction_exact::Sign;
use stiction_exact::whole::Whole;

/// On which rows a ray is positive, and on which zero.
#[derive(Clone, Copy)]
pub(super) struct Sides<const W: usize> {
    pub(super) positive: Bits<W>,
    pub(super) zero: Bits<W>,
}

impl<const W: usize> Sides<W> {
    pub(super) const UNKNOWN: Self = Self { positive: Bits::EMPTY, zero: Bits::EMPTY };

    pub(super) fn set(&mut self, row: usize, sign: Sign) {
        match sign {
            Sign::Positive => self.positive.insert(row),
            Sign::Zero => self.zero.insert(row),
            Sign::Negative => {}
        }
    }

    pub(super) fn sign(&self, row: usize) -> Sign {
        match (self.positive.contains(row), self.zero.contains(row)) {
            (true, _) => Sign::Positive,
            (_, true) => Sign::Zero,
            _ => Sign::Negative,
        }
    }
}

/// Rays, their entries one after the other.
#[derive(Clone)]
pub(super) struct Rays<N, const W: usize> {
    width: usize,
    entries: Vec<N>,
    pub(super) sides: Vec<Sides<W>>,
}

impl<N: Whole, const W: usize> Rays<N, W> {
    pub(super) fn new(width: usize) -> Self {
        Self { width, entries: Vec::new(), sides: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.sides.len()
    }

    pub(super) fn ray(&self, index: usize) -> &[N] {
        &self.entries[index * self.width..(index + 1) * self.width]
    }

    pub(super) fn push(&mut self, ray: &[N], sides: Sides<W>) {
        self.entries.extend_from_slice(ray);
        self.sides.push(sides);
    }

    /// Where the edge from `p` to `q` meets a row's plane, with the sides of all rows on which both agree.
    pub(super) fn meet(&mut self, row: &[N], p: usize, q: usize) -> Result<usize, Stop> {
        let (p_value, q_value) = (dot(row, self.ray(p))?, dot(row, self.ray(q))?);
        let mut met = Vec::with_capacity(self.width);
        meet(self.ray(p), &p_value, self.ray(q), &q_value, &mut met)?;
        self.push(&met, Sides::UNKNOWN);
        Ok(self.len() - 1)
    }

    /// Moves every ray along a line into a row's plane.
    pub(super) fn flatten(&mut self, row: &[N], line: &Line<N>) -> Result<(), Stop> {
        let mut flat = Vec::with_capacity(self.entries.len());
        for index in 0..self.len() {
            line.flatten(row, self.ray(index), &mut flat)?;
        }
        self.entries = flat;
        Ok(())
    }
}

/// The product of a row and a ray.
fn dot<N: Whole>(row: &[N], ray: &[N]) -> Result<N::Wide, Stop> {
    N::dot(row, ray).map_err(|_| Stop::Overflow)
}

/// On which side of a row's plane a ray is.
pub(super) fn sign<N: Whole>(row: &[N], ray: &[N]) -> Result<Sign, Stop> {
    Ok(match N::wide_sign(&dot(row, ray)?) {
        Ordering::Greater => Sign::Positive,
        Ordering::Equal => Sign::Zero,
        Ordering::Less => Sign::Negative,
    })
}

/// The shortest vector along `|q_value|·p + |p_value|·q`, appended; the values have opposite signs.
fn meet<N: Whole>(
    p: &[N],
    p_value: &N::Wide,
    q: &[N],
    q_value: &N::Wide,
    out: &mut Vec<N>,
) -> Result<(), Stop> {
    let met = if N::wide_sign(p_value).is_gt() {
        N::combine(&N::negate(q_value), p, &N::negate(p_value), q, out)
    } else {
        N::combine(q_value, p, p_value, q, out)
    };
    met.map_err(|_| Stop::Overflow)
}

/// A line that leaves a row's plane: the half on the positive side, the other half, and the row's value on the first.
pub(super) struct Line<N: Whole> {
    pub(super) up: Vec<N>,
    pub(super) down: Vec<N>,
    value: N::Wide,
}

impl<N: Whole> Line<N> {
    pub(super) fn new(row: &[N], line: Vec<N>) -> Result<Option<Self>, Stop> {
        let other = line.iter().map(N::opposite).collect();
        let value = dot(row, &line)?;
        Ok(match N::wide_sign(&value) {
            Ordering::Equal => None,
            Ordering::Greater => Some(Self { up: line, down: other, value }),
            Ordering::Less => Some(Self { up: other, down: line, value }),
        })
    }

    /// Appends what becomes of a vector that is moved along the line into the plane.
    pub(super) fn flatten(&self, row: &[N], vector: &[N], out: &mut Vec<N>) -> Result<(), Stop> {
        let value = dot(row, vector)?;
        let along = match N::wide_sign(&value) {
            Ordering::Equal => {
                out.extend_from_slice(vector);
                return Ok(());
            }
            Ordering::Greater => &self.down,
            Ordering::Less => &self.up,
        };
        let other = if N::wide_sign(&value) == N::wide_sign(&self.value) {
            N::negate(&self.value)
        } else {
            self.value.clone()
        };
        meet(vector, &value, along, &other, out)
    }
}

/// Takes the first line that leaves a row's plane, if there is one, and moves the others into it.
pub(super) fn spend<N: Whole>(row: &[N], lines: &mut Vec<Vec<N>>) -> Result<Option<Line<N>>, Stop> {
    let mut leaving = None;
    for (index, line) in lines.iter().enumerate() {
        if sign(row, line)? != Sign::Zero {
            leaving = Some(index);
            break;
        }
    }
    let Some(index) = leaving else { return Ok(None) };
    let Some(line) = Line::new(row, lines.remove(index))? else { return Ok(None) };
    for other in lines.iter_mut() {
        let mut flat = Vec::with_capacity(other.len());
        line.flatten(row, other, &mut flat)?;
        *other = flat;
    }
    Ok(Some(line))
}

/// A hash for pairs of small numbers and short sets: multiply and turn.
#[derive(Default)]
pub(super) struct Mixing(u64);

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

pub(super) type Mixed = BuildHasherDefault<Mixing>;
