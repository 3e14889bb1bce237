//! Where along a straight track one more contact closes: the programs of 3.

use stiction_exact::linear::{Program, Solution, farkas, minimise};
use stiction_proof::place::{AlongProof, Course, EndProof, Knot, PlaceProblem};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational, Verified};
use stiction_scene::Verdict;
use stiction_statics::closure::closure;

/// For every track where one more contact closes; none where one of them is an arc, or was not shown.
pub(super) fn along(problem: &PlaceProblem) -> Option<Vec<Verified<AlongProof>>> {
    (0..problem.tracks.len()).map(|track| on_track(problem, track)).collect()
}

fn on_track(problem: &PlaceProblem, track: usize) -> Option<Verified<AlongProof>> {
    matches!(problem.tracks[track].course, Course::Straight { .. }).then_some(())?;
    let line = Line { problem, track };
    let proof = line.between().or_else(|| line.nowhere())?;
    problem.check_along(proof).ok()
}

struct Line<'p> {
    problem: &'p PlaceProblem,
    track: usize,
}

/// The wrenches of the edges of a contact about the reference.
fn edges(whole: &PlanarProblem, contact: &PlanarContact) -> Vec<[Rational; 3]> {
    let mu = &contact.friction;
    let across = if mu.is_zero() { vec![Rational::zero()] } else { vec![-mu, mu.clone()] };
    across.iter().map(|across| whole.wrench(contact, &Rational::one(), across)).collect()
}

impl Line<'_> {
    fn contact(&self, part: &Rational) -> Option<PlanarContact> {
        self.problem.contact("new", self.track, part)
    }

    fn at(&self, part: &Rational) -> Option<PlanarProblem> {
        Some(self.problem.with(&[self.contact(part)?]))
    }

    /// The wrenches of what stands.
    fn standing(&self) -> Vec<[Rational; 3]> {
        let whole = self.problem.with(&[]);
        self.problem.standing.iter().flat_map(|contact| edges(&whole, contact)).collect()
    }

    /// The wrenches of the new contact's edges at its beginning, and the moment that the whole way adds.
    fn added(&self) -> Option<(Vec<[Rational; 3]>, Rational)> {
        let (zero, one) = (self.contact(&Rational::zero())?, self.contact(&Rational::one())?);
        let whole = self.problem.with(&[]);
        let (first, last) = (edges(&whole, &zero), edges(&whole, &one));
        let more = &last.first()?[0] - &first.first()?[0];
        Some((first, more))
    }

    /// The least and the largest part of the way with forces that cancel, the new contact's normal part being one.
    fn ends(&self) -> Option<[Rational; 2]> {
        let (new, more) = self.added()?;
        let standing = self.standing();
        let (zero, one) = (Rational::zero, Rational::one);
        // Rows: three of balance, the normal part, the part with what is left of it. Columns: what stands, the edges,
        // the part, its rest. The part's column is the moment that it adds to a force of normal part one.
        let mut columns: Vec<Vec<Rational>> =
            standing.iter().map(|w| w.iter().cloned().chain([zero(), zero()]).collect()).collect();
        columns.extend(new.iter().map(|w| w.iter().cloned().chain([one(), zero()]).collect::<Vec<_>>()));
        columns.push(vec![more, zero(), zero(), zero(), one()]);
        columns.push(vec![zero(), zero(), zero(), zero(), one()]);
        let part = columns.len() - 2;
        let right = vec![zero(), zero(), zero(), one(), one()];
        let extreme = |sign: i64| {
            let mut cost = vec![zero(); columns.len()];
            cost[part] = Rational::from(sign);
            match minimise(&Program { columns: columns.clone(), right: right.clone(), cost }) {
                Solution::Best { x, .. } => Some(x[part].clone()),
                _ => None,
            }
        };
        Some([extreme(1)?, extreme(-1)?])
    }

    /// Forces that cancel at a part, as multiples of normal and tangent by contact, the new one last; all inside their
    /// cones where `strictly`.
    fn forces(&self, part: &Rational, strictly: bool) -> Option<Vec<[Rational; 2]>> {
        let whole = self.at(part)?;
        let count = whole.contacts.len();
        let mut owners: Vec<(usize, Rational)> = Vec::new();
        let mut columns: Vec<Vec<Rational>> = Vec::new();
        for (index, contact) in whole.contacts.iter().enumerate() {
            let mu = &contact.friction;
            let across = if mu.is_zero() { vec![Rational::zero()] } else { vec![-mu, mu.clone()] };
            for across in across {
                let wrench = whole.wrench(contact, &Rational::one(), &across);
                let normal = if index + 1 == count { Rational::one() } else { Rational::zero() };
                columns.push(wrench.into_iter().chain([normal]).collect());
                owners.push((index, across));
            }
        }
        let base = if strictly { Rational::one() } else { Rational::zero() };
        let x = if strictly {
            let columns: Vec<Vec<Rational>> = columns.iter().map(|column| column[..3].to_vec()).collect();
            let mut right = vec![Rational::zero(); 3];
            for column in &columns {
                right.iter_mut().zip(column).for_each(|(sum, entry)| *sum = &*sum - entry);
            }
            farkas(&columns, &right, &[]).ok()?
        } else {
            let right = [0, 0, 0, 1].map(Rational::from);
            farkas(&columns, &right, &[]).ok()?
        };
        let mut forces = vec![[Rational::zero(), Rational::zero()]; count];
        for ((owner, across), x) in owners.iter().zip(x) {
            let multiple = x + &base;
            forces[*owner][1] += across * &multiple;
            forces[*owner][0] += multiple;
        }
        Some(forces)
    }

    fn end(&self, part: &Rational, own: &Rational) -> Option<EndProof> {
        let twist = match closure(&self.at(part)?, &FrictionUse::Given).ok()?.into() {
            Verdict::No(proof) => match proof.into_proof() {
                Proof::Open { twist, .. } => Some(twist),
                _ => return None,
            },
            _ => None,
        };
        if twist.is_none() && part != own {
            return None;
        }
        let forces = self.forces(part, twist.is_none())?;
        Some(EndProof { part: part.clone(), forces, twist })
    }

    fn between(&self) -> Option<AlongProof> {
        let [low, high] = self.ends()?;
        if low >= high {
            return None;
        }
        let inside = (&low + &high) * Rational::new(1, 2);
        let closes = closure(&self.at(&inside)?, &FrictionUse::Given).ok()?.into();
        matches!(closes, Verdict::Yes(_)).then_some(())?;
        let forces = self.forces(&inside, true)?;
        let ends = Box::new([self.end(&low, &Rational::zero())?, self.end(&high, &Rational::one())?]);
        Some(AlongProof::Between { track: self.track, ends, inside, forces })
    }

    /// For motions of a given turn, the least and the largest part of the way where nothing resists one of them.
    fn open(&self, turn: i64) -> Option<[(Rational, [Rational; 3]); 2]> {
        let (new, more) = self.added()?;
        let turn = Rational::from(turn);
        let (zero, one) = (Rational::zero, Rational::one);
        // Unknowns: the velocity, as differences of two, the part; a slack for each edge and for the part. Every edge
        // does work at least zero: m·w + fx·vx + fy·vy ≥ 0, m growing with the part for the new contact.
        let standing = self.standing();
        let all: Vec<(&[Rational; 3], bool)> =
            standing.iter().map(|w| (w, false)).chain(new.iter().map(|w| (w, true))).collect();
        let rows = all.len() + 1;
        let mut columns = Vec::new();
        for (axis, sign) in [(1, 1), (1, -1), (2, 1), (2, -1)] {
            let mut column: Vec<Rational> =
                all.iter().map(|(w, _)| &w[axis] * Rational::from(sign)).collect();
            column.push(zero());
            columns.push(column);
        }
        let growth = &more * &turn;
        let mut part: Vec<Rational> =
            all.iter().map(|(_, new)| if *new { growth.clone() } else { zero() }).collect();
        part.push(one());
        columns.push(part);
        for row in 0..rows {
            let mut column = vec![zero(); rows];
            column[row] = if row + 1 == rows { one() } else { -one() };
            columns.push(column);
        }
        let mut right: Vec<Rational> = all.iter().map(|(w, _)| -(&w[0] * &turn)).collect();
        right.push(one());
        let extreme = |sign: i64| {
            let mut cost = vec![zero(); columns.len()];
            cost[4] = Rational::from(sign);
            match minimise(&Program { columns: columns.clone(), right: right.clone(), cost }) {
                Solution::Best { x, .. } => {
                    Some((x[4].clone(), [turn.clone(), &x[0] - &x[1], &x[2] - &x[3]]))
                }
                _ => None,
            }
        };
        Some([extreme(1)?, extreme(-1)?])
    }

    /// A translation that nothing resists, wherever the new contact is.
    fn translation(&self) -> Option<[Rational; 3]> {
        let (new, _) = self.added()?;
        let wrenches: Vec<[Rational; 2]> =
            self.standing().iter().chain(&new).map(|w| [w[1].clone(), w[2].clone()]).collect();
        // Along an edge turned by a right angle, or any way where there is none.
        let quarter = |[x, y]: &[Rational; 2]| [-y, x.clone()];
        let mut candidates: Vec<[Rational; 2]> = wrenches
            .iter()
            .flat_map(|w| {
                let [x, y] = quarter(w);
                [[x.clone(), y.clone()], [-x, -y], w.clone()]
            })
            .collect();
        candidates.push([Rational::one(), Rational::zero()]);
        let free = |v: &[Rational; 2]| {
            v.iter().any(|entry| !entry.is_zero())
                && wrenches.iter().all(|w| !(&w[0] * &v[0] + &w[1] * &v[1]).is_negative())
        };
        let [x, y] = candidates.into_iter().find(|v| free(v))?;
        Some([Rational::zero(), x, y])
    }

    fn nowhere(&self) -> Option<AlongProof> {
        let (zero, one) = (Rational::zero(), Rational::one());
        if let Some(twist) = self.translation() {
            let knots = vec![Knot { parts: [zero, one], twists: [twist.clone(), twist] }];
            return Some(AlongProof::Nowhere { track: self.track, knots });
        }
        let ranges: Vec<[(Rational, [Rational; 3]); 2]> =
            [1, -1].into_iter().filter_map(|turn| self.open(turn)).collect();
        let (mut reached, mut knots) = (zero, Vec::new());
        while reached < one {
            let further =
                |range: &&[(Rational, [Rational; 3]); 2]| range[0].0 <= reached && range[1].0 > reached;
            let [from, to] = ranges.iter().find(further)?;
            // The motion where it goes on from is between those of the two ends.
            let share = (&reached - &from.0).checked_div(&(&to.0 - &from.0))?;
            let mixed: [Rational; 3] =
                std::array::from_fn(|k| &from.1[k] + &(&share * &(&to.1[k] - &from.1[k])));
            knots.push(Knot { parts: [reached.clone(), to.0.clone()], twists: [mixed, to.1.clone()] });
            reached = to.0.clone();
        }
        Some(AlongProof::Nowhere { track: self.track, knots })
    }
}
