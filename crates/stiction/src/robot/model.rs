//! A robot as plain data: links, and the joints between them, in the order of a file.

use crate::screw::{Pose, Spatial};

/// How a joint lets its child move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// It turns about the axis, between limits.
    Revolute,
    /// It turns about the axis without end.
    Continuous,
    /// It slides along the axis.
    Prismatic,
    /// It is free: three turns and three translations.
    Floating,
}

impl JointKind {
    /// How many velocities the joint has.
    pub fn freedoms(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute | Self::Continuous | Self::Prismatic => 1,
            Self::Floating => 6,
        }
    }

    /// How many positions the joint has: a floating one has `[x, y, z, qw, qx, qy, qz]`.
    pub fn positions(self) -> usize {
        if self == Self::Floating { 7 } else { self.freedoms() }
    }

    /// Its name in a URDF file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Floating => "floating",
        }
    }
}

/// What a joint can do at most.  Infinite where the file is silent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The least position, in rad or m.
    pub lower: f64,
    /// The largest position.
    pub upper: f64,
    /// The largest speed.
    pub velocity: f64,
    /// The largest torque or force of its motor.
    pub effort: f64,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        velocity: f64::INFINITY,
        effort: f64::INFINITY,
    };
}

/// The mass of a link and how it is spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkInertia {
    /// Mass in kg, positive.
    pub mass: f64,
    /// Centre of mass in the link's frame, with the axes in which `rotational` is given.
    pub place: Pose<Spatial>,
    /// Rows of the inertia about the centre of mass.
    pub rotational: [[f64; 3]; 3],
}

/// A rigid part of a robot; its frame has its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// Its inertia; a link without one weighs nothing.
    pub inertia: Option<LinkInertia>,
}

/// A joint of a robot.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// Index of the link it hangs on.
    pub parent: usize,
    /// Index of the link it carries.
    pub child: usize,
    /// The child's frame in the parent's, at position zero.
    pub place: Pose<Spatial>,
    /// Direction of turning or sliding in the child's frame; of any length but zero.
    pub axis: [f64; 3],
    /// What it can do at most.
    pub limits: Limits,
}

/// A robot: a tree of links.  Its one root is fixed to the world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Its links.
    pub links: Vec<Link>,
    /// Its joints, in the order of their coordinates.
    pub joints: Vec<Joint>,
}
