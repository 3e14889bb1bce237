//! What earlier questions left: cases that refuted, and the pattern of signs that locked last.
//!
//! Edges at a scale lie between those at a larger one, so a vector that refutes a scale refutes all smaller
//! ones, and near a scale it is likely to.  What is kept only proposes: it is tried on every edge again.

use super::cover::Node;
use std::cell::RefCell;

/// What earlier questions left.
#[derive(Debug, Clone, Default)]
pub(super) struct EarlierCells {
    /// For each group the nodes that hold all of its patterns, with what refuted them last.
    nodes: RefCell<Vec<Vec<Node>>>,
    /// The group and the pattern that locked last: at another scale it is likely to.
    critical: RefCell<Option<Critical>>,
}

/// A pattern of signs of a group.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Critical {
    pub(super) group: usize,
    pub(super) negative: Vec<bool>,
}

impl EarlierCells {
    pub(super) fn critical(&self) -> Option<Critical> {
        self.critical.borrow().clone()
    }

    pub(super) fn locked(&self, group: usize, negative: &[bool]) {
        *self.critical.borrow_mut() = Some(Critical { group, negative: negative.to_vec() });
    }

    /// The nodes of a group; none where it was not asked yet.
    pub(super) fn nodes(&self, group: usize) -> Vec<Node> {
        self.nodes.borrow().get(group).cloned().unwrap_or_default()
    }

    pub(super) fn keep(&self, group: usize, nodes: Vec<Node>) {
        let mut all = self.nodes.borrow_mut();
        if all.len() <= group {
            all.resize(group + 1, Vec::new());
        }
        all[group] = nodes;
    }
}
