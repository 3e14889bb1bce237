//! Whether links and joints are a tree, and an order of the joints in which parents come first.
//!
//! A graph with one joint into every link but one, and no joint into that one, is a tree exactly when every link
//! can be reached from it.

use super::fault::ModelFault;
use super::model::Model;

/// The root and the joints, parents first and otherwise in the order of the file.
pub(super) struct Order {
    pub(super) joints: Vec<usize>,
}

/// The order of a model, or why it is no tree.
pub(super) fn parents_first(model: &Model) -> Result<Order, Vec<ModelFault>> {
    let links = model.links.len();
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); links];
    let mut faults = Vec::new();
    for (index, joint) in model.joints.iter().enumerate() {
        if joint.parent >= links || joint.child >= links {
            faults.push(ModelFault::NoSuchLink { joint: index });
        } else {
            into[joint.child].push(index);
        }
    }
    let roots: Vec<usize> = (0..links).filter(|&link| into[link].is_empty()).collect();
    for (link, joints) in into.iter().enumerate() {
        if joints.len() > 1 {
            faults.push(ModelFault::TwoParents { link, joints: joints.clone() });
        }
    }
    if faults.is_empty() && roots.len() > 1 {
        faults.push(ModelFault::Roots { links: roots.clone() });
    }
    let (joints, reached) = walk(model, &roots);
    if faults.is_empty() && reached.contains(&false) {
        let links = (0..links).filter(|&link| !reached[link]).collect();
        faults.push(ModelFault::Loop { links });
    }
    if faults.is_empty() && links == 0 {
        faults.push(ModelFault::Empty);
    }
    if faults.is_empty() { Ok(Order { joints }) } else { Err(faults) }
}

/// Joints whose parents are reached, each as early as the file and its parent allow; and which links are reached.
///
/// A joint that is ready goes into a heap by its place in the file: n log n, whatever the order.
fn walk(model: &Model, roots: &[usize]) -> (Vec<usize>, Vec<bool>) {
    let mut out_of: Vec<Vec<usize>> = vec![Vec::new(); model.links.len()];
    for (index, joint) in model.joints.iter().enumerate() {
        if let Some(list) = out_of.get_mut(joint.parent) {
            list.push(index);
        }
    }
    let mut reached = vec![false; model.links.len()];
    let mut ready = std::collections::BinaryHeap::new();
    let mut joints = Vec::with_capacity(model.joints.len());
    for &root in roots {
        reached[root] = true;
        ready.extend(out_of[root].iter().map(|&joint| std::cmp::Reverse(joint)));
    }
    while let Some(std::cmp::Reverse(joint)) = ready.pop() {
        let child = model.joints[joint].child;
        if child < reached.len() && !reached[child] {
            reached[child] = true;
            joints.push(joint);
            ready.extend(out_of[child].iter().map(|&joint| std::cmp::Reverse(joint)));
        }
    }
    (joints, reached)
}
