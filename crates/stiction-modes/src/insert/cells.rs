//! The complete set: cells of the arrangement of the steps' cones, cut only where it matters.
//!
//! More possible steps never turn a circle into none.  So a cell is given up as soon as the steps known to be
//! possible in it have a circle, and taken whole as soon as they have none even with all the undecided ones;
//! else one undecided step of such a circle is decided by cutting the cell with its cone.
//!
//! The complete approach is \[BT §9\].

use super::Insertion;
use super::graph::{Order, has_circle, order};
use stiction_geometry::cone::{ConeFault, OpenCone, Union};
use stiction_proof::wrenches::Move;

/// A cone of wrenches that seat the part in the same way.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The wrenches.
    pub cone: OpenCone,
    /// Backward steps that are possible under all of them; forward ones are not listed.
    pub backwards: Vec<Move>,
}

struct Cutting<'a> {
    insertion: &'a Insertion,
    found: Vec<Cell>,
}

impl Insertion {
    /// All wrenches that seat the part, as disjoint cells.
    ///
    /// # Errors
    /// None that a part in the plane can cause.
    pub fn complete(&self) -> Result<Vec<Cell>, ConeFault> {
        let goal = self.goal();
        let fatal = |step: &Move| {
            let keeps = step.lost == 0 && step.approached == 0;
            step.state == goal && step.lost != 0 || step.state != goal && keeps
        };
        let mut cutting = Cutting { insertion: self, found: Vec::new() };
        let open: Vec<usize> = (0..self.steps.len())
            .filter(|&at| {
                let (step, set) = &self.steps[at];
                !set.is_empty() && !fatal(step) && !step.is_seated(self.fixels())
            })
            .collect();
        for cone in self.without(fatal)?.cones() {
            cutting.cut(cone.clone(), &mut Vec::new(), open.clone())?;
        }
        Ok(cutting.found)
    }

    /// The complete set as a union of disjoint cones.
    ///
    /// # Errors
    /// None that a part in the plane can cause.
    pub fn complete_set(&self) -> Result<Union, ConeFault> {
        let mut set = Union::empty(3);
        for cell in self.complete()? {
            set = set.union(&Union::from(cell.cone))?;
        }
        Ok(set)
    }
}

impl Cutting<'_> {
    fn cut(&mut self, cell: OpenCone, possible: &mut Vec<Move>, open: Vec<usize>) -> Result<(), ConeFault> {
        let (steps, fixels) = (&self.insertion.steps, self.insertion.fixels());
        if has_circle(fixels, possible) {
            return Ok(());
        }
        let mut all = possible.clone();
        all.extend(open.iter().map(|&at| steps[at].0));
        let Order::Circle(circle) = order(fixels, &all) else {
            let backwards = possible.iter().copied().filter(|step| !step.is_forwards()).collect();
            self.found.push(Cell { cone: cell, backwards });
            return Ok(());
        };
        // The circle has an undecided step, since the decided ones have none.
        let Some(at) = open.iter().copied().find(|&at| circle.contains(&steps[at].0)) else { return Ok(()) };
        let (step, set) = &steps[at];
        let rest: Vec<usize> = open.into_iter().filter(|&other| other != at).collect();
        let inside = cell.meet(set)?;
        if inside.is_empty() {
            return self.cut(cell, possible, rest);
        }
        for outside in cell.difference(set)? {
            self.cut(outside, possible, rest.clone())?;
        }
        possible.push(*step);
        self.cut(inside, possible, rest)?;
        possible.pop();
        Ok(())
    }
}
