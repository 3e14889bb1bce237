//! What can be wrong with a robot and with a state of it.

use crate::screw::InertiaFault;
use std::fmt;

/// Why links and joints are no robot.  Links and joints are named by their index.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelFault {
    /// A robot has a link.
    Empty,
    /// A joint joins links that exist.
    NoSuchLink {
        /// The joint.
        joint: usize,
    },
    /// A link hangs on one joint.
    TwoParents {
        /// The link.
        link: usize,
        /// The joints whose child it is.
        joints: Vec<usize>,
    },
    /// A tree has one root.
    Roots {
        /// The links that hang on no joint.
        links: Vec<usize>,
    },
    /// A tree has no loop.
    Loop {
        /// The links that no root reaches.
        links: Vec<usize>,
    },
    /// The inertia of a link is that of a body.
    Inertia {
        /// The link.
        link: usize,
        /// What is wrong with it.
        fault: InertiaFault,
    },
    /// An axis has a direction.
    Axis {
        /// The joint.
        joint: usize,
        /// Length of its axis.
        length: f64,
    },
    /// Gravity is finite.
    Gravity,
}

impl fmt::Display for ModelFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(out, "robot: no links; give at least one"),
            Self::NoSuchLink { joint } => write!(out, "joint {joint}: joins a link that does not exist"),
            Self::TwoParents { link, joints } => {
                write!(out, "link {link}: child of joints {joints:?}; a link hangs on one joint")
            }
            Self::Roots { links } => {
                write!(out, "links {links:?} hang on no joint; a tree has one root")
            }
            Self::Loop { links } => write!(out, "links {links:?} hang on each other in a loop"),
            Self::Inertia { link, fault } => write!(out, "link {link}: {fault}"),
            Self::Axis { joint, length } => {
                write!(out, "joint {joint}: axis has length {length}; give a direction, e.g. 0 0 1")
            }
            Self::Gravity => write!(out, "gravity: a number is not finite; give three decimals"),
        }
    }
}

impl std::error::Error for ModelFault {}

/// Why a robot cannot be in a state, or be asked about one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StateFault {
    /// There are as many numbers as coordinates.
    Length {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length it should have.
        needed: usize,
    },
    /// Every number is finite.
    NotFinite {
        /// Which list.
        what: &'static str,
        /// Index of the first that is not.
        index: usize,
    },
    /// The quaternion of a floating joint is not zero.
    Quaternion {
        /// Where it begins in the positions.
        index: usize,
        /// Its length.
        length: f64,
    },
    /// Every velocity moves some mass.
    Massless {
        /// The freedom, in the order of the file, whose motion moves none.
        freedom: usize,
    },
}

impl fmt::Display for StateFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { what, found, needed } => write!(out, "{what}: {found} numbers; give {needed}"),
            Self::NotFinite { what, index } => {
                write!(out, "{what}: number {index}, counted from 0, is not finite; give decimals")
            }
            Self::Quaternion { index, length } => write!(
                out,
                "q: the quaternion at {index} has length {length}; give one of any length but zero"
            ),
            Self::Massless { freedom } => write!(
                out,
                "velocity {freedom}, counted from 0, moves no mass, so that no torque fits its acceleration; \
                 give the links it moves an inertia"
            ),
        }
    }
}

impl std::error::Error for StateFault {}

/// Refuses a list of another length, or with a number that is not finite.
pub(super) fn expect(what: &'static str, list: &[f64], needed: usize) -> Result<(), StateFault> {
    if list.len() != needed {
        return Err(StateFault::Length { what, found: list.len(), needed });
    }
    match list.iter().position(|x| !x.is_finite()) {
        Some(index) => Err(StateFault::NotFinite { what, index }),
        None => Ok(()),
    }
}
