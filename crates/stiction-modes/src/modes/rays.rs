//! Rays with the sides of rows that they are on, and lines that are spent on rows they leave.

use super::bits::Bits;
use super::cells::Stop;
use super::number::Number;
use std::hash::{BuildHasherDefault, Hasher};
use stiction_exact::Sign;

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

impl<N: Number, const W: usize> Rays<N, W> {
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
        let (p_value, q_value) = (N::dot(row, self.ray(p)), N::dot(row, self.ray(q)));
        let mut met = Vec::with_capacity(self.width);
        N::meet(self.ray(p), &p_value, self.ray(q), &q_value, &mut met).ok_or(Stop::Overflow)?;
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

/// A line that leaves a row's plane: the half on the positive side, the other half, and the row's value on the first.
pub(super) struct Line<N: Number> {
    pub(super) up: Vec<N>,
    pub(super) down: Vec<N>,
    value: N::Value,
}

impl<N: Number> Line<N> {
    pub(super) fn new(row: &[N], line: Vec<N>) -> Option<Self> {
        let other = N::opposite(&line);
        let value = N::dot(row, &line);
        match N::sign(&value) {
            Sign::Zero => None,
            Sign::Positive => Some(Self { up: line, down: other, value }),
            Sign::Negative => Some(Self { up: other, down: line, value }),
        }
    }

    /// Appends what becomes of a vector that is moved along the line into the plane.
    pub(super) fn flatten(&self, row: &[N], vector: &[N], out: &mut Vec<N>) -> Result<(), Stop> {
        let value = N::dot(row, vector);
        let along = match N::sign(&value) {
            Sign::Zero => {
                out.extend_from_slice(vector);
                return Ok(());
            }
            Sign::Positive => &self.down,
            Sign::Negative => &self.up,
        };
        N::meet(vector, &value, along, &self.value, out).ok_or(Stop::Overflow)
    }
}

/// Takes the first line that leaves a row's plane, if there is one, and moves the others into it.
pub(super) fn spend<N: Number>(row: &[N], lines: &mut Vec<Vec<N>>) -> Result<Option<Line<N>>, Stop> {
    let leaves = |line: &Vec<N>| N::sign(&N::dot(row, line)) != Sign::Zero;
    let Some(index) = lines.iter().position(leaves) else { return Ok(None) };
    let Some(line) = Line::new(row, lines.remove(index)) else { return Ok(None) };
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
