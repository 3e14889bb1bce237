//! A robot as plain data: links, and the joints between them, in the order of a file.

use crate::screw::{Pose, Spatial};

/// The name of the joint by which a root is freed; with `_` behind it where there is one of that name.
pub const FLOATING_BASE: &str = "floating_base";

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
    /// It turns about any axis through a point.
    Ball,
    /// It is free: three turns and three translations.
    Floating,
}

impl JointKind {
    /// How many velocities the joint has.
    pub fn freedoms(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute | Self::Continuous | Self::Prismatic => 1,
            Self::Ball => 3,
            Self::Floating => 6,
        }
    }

    /// How many positions the joint has: a floating one has `[x, y, z, qw, qx, qy, qz]`, a ball `[qw, qx, qy, qz]`.
    pub fn positions(self) -> usize {
        match self {
            Self::Ball => 4,
            Self::Floating => 7,
            other => other.freedoms(),
        }
    }

    /// The names of its velocities, in order; the one of a joint with one velocity is empty.
    pub fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Fixed => &[],
            Self::Revolute | Self::Continuous | Self::Prismatic => &[""],
            Self::Ball => &["wx", "wy", "wz"],
            Self::Floating => &["wx", "wy", "wz", "vx", "vy", "vz"],
        }
    }

    /// Its name in a URDF file, which has no ball joints.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Ball => "ball",
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
    /// Mass in kg, positive; zero of a rotor whose mass is counted elsewhere.
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

/// A joint that follows another: `q = multiplier · q_of + offset`, at all times.  Both turn or slide.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coupling {
    /// Index of the joint that follows.
    pub joint: usize,
    /// Index of the joint that leads; it may follow a third.
    pub of: usize,
    /// How fast it follows.
    pub multiplier: f64,
    /// Where it stands when the other is at zero.
    pub offset: f64,
}

/// A robot: a tree of links.  Its one root is fixed to the world.
///
/// Couplings are obeyed by the questions about a robot, `stiction-robot`; a [`super::Tree`] has every joint free.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Its links.
    pub links: Vec<Link>,
    /// Its joints, in the order of their coordinates.
    pub joints: Vec<Joint>,
    /// Joints that follow others.
    pub couplings: Vec<Coupling>,
}

impl Model {
    /// The first link that hangs on no joint.
    pub fn root(&self) -> Option<usize> {
        let mut hangs = vec![false; self.links.len()];
        for joint in &self.joints {
            if let Some(child) = hangs.get_mut(joint.child) {
                *child = true;
            }
        }
        hangs.iter().position(|hangs| !hangs)
    }

    /// The same robot with its root free to move: on a link of the world's, by a floating joint that comes first.
    pub fn floating(mut self) -> Self {
        let Some(child) = self.root() else { return self };
        let unlike = |name: &str, known: &dyn Fn(&str) -> bool| {
            let mut name = name.to_owned();
            while known(&name) {
                name.push('_');
            }
            name
        };
        let world = unlike("world", &|name| self.links.iter().any(|link| link.name == name));
        let name = unlike(FLOATING_BASE, &|name| self.joints.iter().any(|joint| joint.name == name));
        let parent = self.links.len();
        self.links.push(Link { name: world, inertia: None });
        let joint = Joint {
            name,
            kind: JointKind::Floating,
            parent,
            child,
            place: Pose::identity(),
            axis: [0.0, 0.0, 1.0],
            limits: Limits::NONE,
        };
        self.joints.insert(0, joint);
        for coupling in &mut self.couplings {
            (coupling.joint, coupling.of) = (coupling.joint + 1, coupling.of + 1);
        }
        self
    }
}
