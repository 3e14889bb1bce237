//! Rows for cones: small, repeated, opposite, flat, nearly flat, long, and round ones.

use stiction_geometry::cone::Rows;

/// SplitMix64: the same numbers in every run.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// One of 0, 1, … below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }

    /// From −size to size.
    pub fn around(&mut self, size: i64) -> i64 {
        (self.word() % (2 * size as u64 + 1)) as i64 - size
    }
}

/// How many random trials: few in a test, as many as `STICTION_TRIALS` says in a long run.
pub fn trials(few: u64) -> u64 {
    std::env::var("STICTION_TRIALS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

pub type Table = Vec<Vec<i64>>;

/// Rows of one of the families, `count` of them or some more.
pub fn table(random: &mut Random, width: usize, count: usize) -> Table {
    let family = random.below(12);
    let mut row = |size: i64| (0..width).map(|_| random.around(size)).collect::<Vec<i64>>();
    let mut rows: Table = match family {
        0 => (0..count).map(|_| row(1)).collect(),
        1 => (0..count).map(|_| row(3)).collect(),
        2 => (0..count).map(|_| row(1).iter().map(|x| 1_000_000 + x).collect()).collect(),
        3 => (0..count).map(|_| row(1).iter().map(|x| 1_000_000 * x.signum()).collect()).collect(),
        4 => {
            // In a plane, or a line, or nearly so.
            let (one, other) = (row(5), row(5));
            let mut mix = || {
                let factors = row(4);
                (0..width)
                    .map(|at| factors[0] * one[at] + factors[width - 1] * other[at])
                    .collect::<Vec<i64>>()
            };
            (0..count).map(|_| mix()).collect()
        }
        5 => {
            let (one, other) = (row(5), row(5));
            let mut mix = || {
                let (factors, off) = (row(4), row(1));
                let at =
                    |at: usize| 100_000 * (factors[0] * one[at] + factors[width - 1] * other[at]) + off[at];
                (0..width).map(at).collect::<Vec<i64>>()
            };
            (0..count).map(|_| mix()).collect()
        }
        6 => (0..count).map(|_| row(i64::MAX / 4)).collect(),
        7 => {
            // Small rows in oblique coordinates: long entries, and determinants as small as before.
            let factor = match width {
                ..=3 if row(1)[0] == 0 => 10_007,
                ..=4 => 97,
                _ => 7,
            };
            let oblique = |mut row: Vec<i64>| {
                (1..width).for_each(|at| row[at] += factor * row[at - 1]);
                (1..width).rev().for_each(|at| row[at - 1] += (factor + 2) * row[at]);
                row
            };
            (0..count).map(|_| oblique(row(2))).collect()
        }
        8 => {
            // In front of a plane: a pointed cone.
            let front = |mut row: Vec<i64>| {
                row[width - 1] = 7;
                row
            };
            (0..count).map(|_| front(row(9))).collect()
        }
        // Apart by one part in a thousand million, below and above what words take.
        9 => (0..count).map(|_| row(1).iter().map(|x| 1_000_000_000 + x).collect()).collect(),
        10 => {
            let centre = row(1);
            let near = |row: Vec<i64>| row.iter().zip(&centre).map(|(x, c)| 1_073_741_823 * c + x).collect();
            (0..count).map(|_| near(row(2))).collect()
        }
        _ => (0..count).map(|_| row(1000)).collect(),
    };
    if random.below(3) == 0 && !rows.is_empty() {
        let copy = rows[random.below(rows.len())].clone();
        rows.push(copy.iter().map(|x| x * 2 / 2).collect());
    }
    if random.below(3) == 0 && !rows.is_empty() {
        let copy = rows[random.below(rows.len())].clone();
        rows.push(copy.iter().map(|x| -x).collect());
    }
    rows
}

pub fn rows(width: usize, table: &[Vec<i64>]) -> Rows {
    Rows::from_integers(width, table).unwrap()
}
