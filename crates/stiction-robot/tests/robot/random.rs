//! Random robots and states, reproducible.

use stiction_geometry::robot::{Joint, JointKind, Limits, Link, LinkInertia, Model, Tree};
use stiction_geometry::screw::{Pose, Spatial};

/// A small generator of reproducible numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Between −1 and 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        ((self.next() >> 33) as usize) % count
    }

    pub fn vector(&mut self, scale: f64) -> [f64; 3] {
        std::array::from_fn(|_| scale * self.unit())
    }

    pub fn list(&mut self, count: usize, scale: f64) -> Vec<f64> {
        (0..count).map(|_| scale * self.unit()).collect()
    }

    pub fn pose(&mut self, scale: f64) -> Pose<Spatial> {
        let quaternion = [1.5 + self.unit(), self.unit(), self.unit(), self.unit()];
        Pose::from_quaternion(quaternion, self.vector(scale)).unwrap()
    }

    fn inertia(&mut self) -> LinkInertia {
        let mass = 1.5 + self.unit();
        // A solid box of this size.
        let [a, b, c] = self.vector(0.05).map(|x| 0.1 + x);
        let moment = |x: f64, y: f64| mass * (x * x + y * y) / 12.0;
        let rotational = [[moment(b, c), 0.0, 0.0], [0.0, moment(a, c), 0.0], [0.0, 0.0, moment(a, b)]];
        LinkInertia { mass, place: self.pose(0.1), rotational }
    }

    /// A tree of joints of these kinds; each hangs on any link before it, or on the last one in a chain.
    pub fn model(&mut self, kinds: &[JointKind], chain: bool) -> Model {
        let mut links = vec![Link { name: "base".to_owned(), inertia: None }];
        let mut joints = Vec::new();
        for (index, &kind) in kinds.iter().enumerate() {
            links.push(Link { name: format!("l{index}"), inertia: Some(self.inertia()) });
            joints.push(Joint {
                name: format!("j{index}"),
                kind,
                parent: if chain { index } else { self.below(index + 1) },
                child: index + 1,
                place: self.pose(0.3),
                axis: self.vector(1.0),
                limits: Limits::NONE,
            });
        }
        Model { name: "random".to_owned(), links, joints, couplings: Vec::new() }
    }

    /// Any tree of up to nine joints.
    pub fn any_model(&mut self) -> Model {
        const KINDS: [JointKind; 6] = [
            JointKind::Revolute,
            JointKind::Continuous,
            JointKind::Prismatic,
            JointKind::Ball,
            JointKind::Fixed,
            JointKind::Floating,
        ];
        let count = 1 + self.below(8);
        let mut kinds: Vec<_> = (0..count).map(|_| KINDS[self.below(6)]).collect();
        kinds.push(JointKind::Revolute);
        let mut model = self.model(&kinds, false);
        // The order of the file need not be that of the tree.
        for index in 0..model.joints.len() {
            let other = self.below(model.joints.len());
            model.joints.swap(index, other);
        }
        model
    }

    /// Positions with quaternions of any length.
    pub fn positions(&mut self, tree: &Tree) -> Vec<f64> {
        tree.neutral().iter().map(|rest| 2.0 * rest + self.unit()).collect()
    }

    pub fn seven_axes(&mut self) -> Model {
        self.model(&[JointKind::Revolute; 7], true)
    }
}
