//! The programs behind the answers: second-order cones in doubles, edges in integers.

use super::{Loaded, Wrench};
use crate::ask::closure::space::round::size;
use crate::ask::closure::space::sixfold;
use crate::exact::vector::cross;
use crate::linear::conic::{ConicProgram, Factor, propose};
use crate::linear::{Program, Solution, minimise};
use stiction_proof::{Push, Rational};

/// What a conic program is asked for.
pub(super) enum Aim<'a> {
    /// Of the load: as far inside as possible.
    Inside,
    /// Of the load: the least weighted sum of normal forces.
    Least(&'a [f64]),
    /// The largest multiple of the load.
    Multiple,
}

/// What it proposes: multiples of the columns, the motion, and the multiple or the depth.
pub(super) struct Proposed {
    pub(super) x: Vec<f64>,
    pub(super) y: [f64; 6],
    pub(super) value: f64,
}

/// How the exact program ends.
pub(super) enum Exact {
    Best { forces: Vec<Push>, twist: Wrench, cost: Rational },
    Impossible(Wrench),
    Unbounded,
}

impl Loaded<'_> {
    /// The load in the units of the cones: about their middle, moments divided by their length.
    pub(super) fn load_in_doubles(&self) -> [f64; 6] {
        let force: [Rational; 3] = std::array::from_fn(|i| self.wrench[3 + i].clone());
        let lever: [Rational; 3] =
            std::array::from_fn(|i| &self.problem().reference[i] - &self.cones.middle[i]);
        let moved = cross(&lever, &force);
        std::array::from_fn(|i| match i {
            0..3 => (&self.wrench[i] + &moved[i]).to_f64() / self.cones.length,
            _ => self.wrench[i].to_f64(),
        })
    }

    /// The conic program for `multiple` times the load, or without it where multiples are asked for.
    pub(super) fn propose(&self, multiple: f64, aim: &Aim) -> Option<Proposed> {
        let load = self.load_in_doubles();
        let scale = load.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let scale = if scale > 0.0 && scale.is_finite() { scale } else { 1.0 };
        let load = load.map(|entry| entry / scale);
        let (fixed, varied) = if matches!(aim, Aim::Multiple) { (0.0, 1.0) } else { (multiple, 0.0) };
        let mut program = ConicProgram {
            right: load.iter().map(|entry| -fixed * entry).collect(),
            cone: vec![Factor::Zero(6)],
            ..Default::default()
        };
        let unknowns: usize = self.cones.cones.iter().map(|cone| cone.columns.len()).sum();
        let mut limit_row = 6 + unknowns;
        let mut last: Vec<(usize, f64)> =
            load.iter().enumerate().map(|(row, entry)| (row, varied * entry)).collect();
        let deep = matches!(aim, Aim::Inside);
        let (mut limits, mut depth) = (Vec::new(), Vec::new());
        for (index, cone) in self.cones.cones.iter().enumerate() {
            let (first, contact) = (program.right.len(), &self.problem().contacts[cone.contact]);
            let limit = contact.most.as_ref().map(|most| {
                let (largest, rest) = size(&contact.normal);
                (most * &largest).to_f64() * rest / scale
            });
            let mut axes = 0;
            for (place, column) in cone.columns.iter().enumerate() {
                let mut entries: Vec<(usize, f64)> = column.iter().copied().enumerate().collect();
                entries.push((first + place, -1.0));
                program.right.push(0.0);
                let axis = !cone.round || place == 0;
                if axis {
                    axes += 1;
                    depth.push((first + place, 1.0));
                    if limit.is_some() {
                        entries.push((limit_row, 1.0));
                    }
                }
                program.columns.push(entries);
                program.cost.push(match aim {
                    Aim::Least(weights) if axis => weights[index],
                    _ => 0.0,
                });
            }
            program.cone.push(match cone.round {
                true => Factor::SecondOrder(cone.columns.len()),
                false => Factor::NonNegative(cone.columns.len()),
            });
            if let Some(limit) = limit {
                limits.push(limit);
                depth.push((limit_row, f64::from(axes)));
                limit_row += 1;
            }
        }
        program.cone.push(Factor::NonNegative(limits.len()));
        program.right.extend(limits);
        if deep {
            // As deep as the load is large is deep enough.
            program.cone.push(Factor::NonNegative(1));
            program.right.push(1.0);
            depth.push((limit_row, 1.0));
            depth.sort_by_key(|&(row, _)| row);
            last = depth;
        }
        if !matches!(aim, Aim::Least(_)) {
            program.columns.push(last);
            program.cost.push(-1.0);
        }
        program.cone.retain(|factor| *factor != Factor::NonNegative(0));
        let entries = program.columns.iter().flatten().map(|(_, entry)| entry);
        if !entries.chain(&program.right).all(|entry| entry.is_finite()) {
            return None;
        }
        let proposal = propose(&program)?;
        let value = proposal.x.get(unknowns).copied().unwrap_or_default();
        let x = proposal.x[..unknowns].iter().map(|x| x * scale).collect();
        Some(Proposed { x, y: std::array::from_fn(|row| proposal.z[row]), value })
    }

    /// The exact program over edges: the least weighted sum, or the largest multiple.
    pub(super) fn exact(&self, weights: &[Rational], multiples: bool) -> Exact {
        let problem = self.problem();
        let limited: Vec<usize> =
            self.asked.kept.iter().copied().filter(|&i| problem.contacts[i].most.is_some()).collect();
        let rows = 6 + limited.len();
        let padded = |wrench: &Wrench, limit: Option<usize>| {
            let mut column = wrench.to_vec();
            column.resize(rows, Rational::zero());
            if let Some(limit) = limit {
                column[6 + limit] = Rational::one();
            }
            column
        };
        let (columns, owners) = self.asked.columns();
        let mut program = Program::default();
        for (wrench, owner) in columns.iter().zip(&owners) {
            program.columns.push(padded(wrench, limited.iter().position(|i| i == owner)));
            program.cost.push(weights[*owner].clone());
        }
        for slack in 0..limited.len() {
            program.columns.push(padded(&Default::default(), Some(slack)));
            program.cost.push(Rational::zero());
        }
        program.right = if multiples {
            program.columns.push(padded(self.wrench, None));
            program.cost.push(Rational::from(-1));
            vec![Rational::zero(); 6]
        } else {
            self.wrench.iter().map(|entry| -entry).collect()
        };
        program.right.extend(limited.iter().map(|&i| problem.contacts[i].most.clone().unwrap_or_default()));
        let pushes = |x: &[Rational]| self.asked.pushes_of_edges(owners.clone(), x[..owners.len()].to_vec());
        match minimise(&program) {
            Solution::Best { x, y, cost } => Exact::Best {
                forces: pushes(&x),
                twist: sixfold(y.into_iter().take(6).map(|entry| -entry)),
                cost,
            },
            Solution::Impossible { y } => Exact::Impossible(sixfold(y.into_iter().take(6))),
            Solution::Unbounded { .. } => Exact::Unbounded,
        }
    }
}
