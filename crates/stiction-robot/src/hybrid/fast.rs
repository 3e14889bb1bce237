//! The special basis and the command in doubles, on the stack, for a control loop: full rank, six dimensions.
//!
//! With the Cholesky factor `Φ = LLᵀ`,
//!
//! ```text
//!     Y = Φ⁻¹S1,   T1 = Y(S1ᵀY)⁻¹,   Φ11 = (S1ᵀY)⁻¹,   S2 = ΦT2(T2ᵀΦT2)⁻¹                        (1)
//!     fʳ = Φ⁻¹(S1uₘ − bʳ) + T2u_f                                                                  (2)
//! ```
//!
//! by solves; no inverse of Φ is formed.  The twins of the tests compare it with the exact basis.
//!
//! References: \[Featherstone (13)\] for (2).

use stiction_exact::double::dot;
use stiction_exact::double::elimination::{cholesky, substitute};

/// A matrix of up to six by six, by rows.
type Square = [[f64; 6]; 6];

/// Contact with a robot's body, resolved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FastBasis {
    /// Number of freedoms.
    pub freedoms: usize,
    /// S1, then S2, as columns.
    pub twists: Square,
    /// T1, then T2, as columns.
    pub wrenches: Square,
    /// `Φ11` in the upper left corner.
    pub phi11: Square,
    /// `Φ22` in the upper left corner.
    pub phi22: Square,
}

/// The factor of a robot's inverse inertia.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fast {
    phi: Square,
    factor: Square,
}

impl Fast {
    /// Factors an inverse inertia; none where it is not positive definite in doubles.
    pub fn new(phi: &Square) -> Option<Self> {
        Some(Self { phi: *phi, factor: cholesky(phi, 6)? })
    }

    /// `Φ⁻¹v`.
    pub fn solve(&self, vector: &[f64; 6]) -> [f64; 6] {
        let mut solved = *vector;
        substitute(&self.factor, &mut solved, 6);
        solved
    }

    /// The special basis for freedoms `S1` and contact forces `T2`, reciprocal to each other and six together.
    pub fn basis(&self, freedoms: &[[f64; 6]], forces: &[[f64; 6]]) -> Option<FastBasis> {
        let count = freedoms.len();
        if count + forces.len() != 6 {
            return None;
        }
        let mut basis = FastBasis {
            freedoms: count,
            twists: [[0.0; 6]; 6],
            wrenches: [[0.0; 6]; 6],
            phi11: [[0.0; 6]; 6],
            phi22: [[0.0; 6]; 6],
        };
        let (mut pushes, mut gram) = ([[0.0; 6]; 6], [[0.0; 6]; 6]);
        for (k, freedom) in freedoms.iter().enumerate() {
            basis.twists[k] = *freedom;
            pushes[k] = self.solve(freedom);
        }
        for row in 0..count {
            for column in 0..=row {
                gram[row][column] = dot(&freedoms[row], &pushes[column]);
                gram[column][row] = gram[row][column];
            }
        }
        let factor = cholesky(&gram, count)?;
        for k in 0..count {
            let mut column = [0.0; 6];
            column[k] = 1.0;
            substitute(&factor, &mut column, count);
            for (index, entry) in column.iter().enumerate().take(count) {
                basis.phi11[index][k] = *entry;
            }
            basis.wrenches[k] = mixed(&pushes, &column, count);
        }
        self.forced(&mut basis, forces)?;
        Some(basis)
    }

    fn forced(&self, basis: &mut FastBasis, forces: &[[f64; 6]]) -> Option<()> {
        let (count, start) = (forces.len(), basis.freedoms);
        let mut yielded = [[0.0; 6]; 6];
        for (k, force) in forces.iter().enumerate() {
            basis.wrenches[start + k] = *force;
            yielded[k] = std::array::from_fn(|row| dot(&self.phi[row], force));
        }
        for row in 0..count {
            for column in 0..=row {
                basis.phi22[row][column] = dot(&forces[row], &yielded[column]);
                basis.phi22[column][row] = basis.phi22[row][column];
            }
        }
        let factor = cholesky(&basis.phi22, count)?;
        for k in 0..count {
            let mut column = [0.0; 6];
            column[k] = 1.0;
            substitute(&factor, &mut column, count);
            basis.twists[start + k] = mixed(&yielded, &column, count);
        }
        Some(())
    }

    /// Equation (2): the robot's own force for accelerations along `freedoms` and forces along `forces`.
    pub fn command(
        &self,
        bias: &[f64; 6],
        freedoms: &[[f64; 6]],
        motion: &[f64],
        forces: &[[f64; 6]],
        force: &[f64],
    ) -> [f64; 6] {
        let mut wanted: [f64; 6] = std::array::from_fn(|index| -bias[index]);
        add(&mut wanted, freedoms, motion);
        let mut own = self.solve(&wanted);
        add(&mut own, forces, force);
        own
    }
}

impl FastBasis {
    /// `T1ᵀa`: the acceleration along each freedom, the first entries.
    pub fn motion_part(&self, acceleration: &[f64; 6]) -> [f64; 6] {
        std::array::from_fn(|k| if k < self.freedoms { dot(&self.wrenches[k], acceleration) } else { 0.0 })
    }

    /// `f2 + Φ22⁻¹a2`: what the force command commands, the first entries.
    pub fn force_variable(&self, contact: &[f64; 6], acceleration: &[f64; 6]) -> Option<[f64; 6]> {
        let count = 6 - self.freedoms;
        let mut variable = [0.0; 6];
        for k in 0..count {
            variable[k] = dot(&self.wrenches[self.freedoms + k], acceleration);
        }
        substitute(&cholesky(&self.phi22, count)?, &mut variable, count);
        for (k, entry) in variable.iter_mut().enumerate().take(count) {
            *entry += dot(&self.twists[self.freedoms + k], contact);
        }
        Some(variable)
    }
}

fn add(total: &mut [f64; 6], columns: &[[f64; 6]], factors: &[f64]) {
    for (column, factor) in columns.iter().zip(factors) {
        total.iter_mut().zip(column).for_each(|(total, entry)| *total += factor * entry);
    }
}

fn mixed(columns: &Square, factors: &[f64; 6], count: usize) -> [f64; 6] {
    let mut total = [0.0; 6];
    add(&mut total, &columns[..count], &factors[..count]);
    total
}
