//! A kinematic tree: bodies in an order in which parents come first, fixed joints melted into them.

use super::fault::ModelFault;
use super::model::{JointKind, Limits, LinkInertia, Model};
use super::vector::{Matrix, Symmetric, Vector};
use crate::screw::{Pose, Spatial};

/// A body that moves: a link with all that is fixed to it.  Body 0 is the world.
#[derive(Debug, Clone)]
pub(super) struct Body {
    /// Index of the body it hangs on; less than its own.
    pub(super) parent: usize,
    pub(super) kind: JointKind,
    /// Rotation and place of the joint in the parent's body frame.  The axis is z of the body frame.
    pub(super) rotation: Matrix,
    pub(super) offset: Vector,
    pub(super) mass: f64,
    /// Centre of mass from the body's own point, and inertia about it, in the body frame.
    pub(super) center: Vector,
    pub(super) inertia: Symmetric,
    /// Where its positions and velocities begin in the order of the file.
    pub(super) position: usize,
    pub(super) velocity: usize,
    /// Its first freedom in the order of the bodies; the others follow.
    pub(super) freedom: usize,
}

/// One velocity of a joint, in the order of the bodies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Freedom {
    /// Its body.
    pub(super) body: usize,
    /// The freedom below it on the way to the root; `NONE` at the root.
    pub(super) parent: usize,
    /// Whether it turns; else it slides.
    pub(super) turns: bool,
    /// Its place in the order of the file.
    pub(super) file: usize,
}

/// The freedom below the root: none.
pub(super) const NONE: usize = usize::MAX;

/// A link's frame: which body it belongs to, and where on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fixture {
    pub(super) body: usize,
    pub(super) rotation: Matrix,
    pub(super) offset: Vector,
}

/// A frame of a tree: that of one of its links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame(pub(super) usize);

impl Frame {
    /// Index of its link in the model.
    pub fn link(self) -> usize {
        self.0
    }
}

/// A kinematic tree, made once from a [`Model`] and then only read.
///
/// ```
/// use stiction_geometry::robot::{Joint, JointKind, Limits, Link, LinkInertia, Model, State, Tree};
/// use stiction_geometry::screw::Pose;
/// let rod = LinkInertia {
///     mass: 2.0,
///     place: Pose::translation_by([0.5, 0.0, 0.0]),
///     rotational: [[0.01, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]],
/// };
/// let model = Model {
///     name: "pendulum".to_owned(),
///     links: vec![
///         Link { name: "base".to_owned(), inertia: None },
///         Link { name: "rod".to_owned(), inertia: Some(rod) },
///     ],
///     joints: vec![Joint {
///         name: "hinge".to_owned(),
///         kind: JointKind::Continuous,
///         parent: 0,
///         child: 1,
///         place: Pose::identity(),
///         axis: [0.0, 0.0, 1.0],
///         limits: Limits::NONE,
///     }],
///     couplings: Vec::new(),
/// };
/// let tree = Tree::new(&model, [0.0, -9.81, 0.0]).unwrap();
/// let mut state = State::new(&tree);
/// tree.place(&mut state, &[0.0], &[0.0])?;
/// let torque = tree.inverse_dynamics(&mut state, &[0.0])?[0];
/// assert!((torque - 2.0 * 9.81 * 0.5).abs() < 1e-12);
/// # Ok::<(), stiction_geometry::robot::StateFault>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    pub(super) bodies: Vec<Body>,
    pub(super) freedoms: Vec<Freedom>,
    pub(super) fixtures: Vec<Fixture>,
    pub(super) gravity: Vector,
    pub(super) positions: usize,
    names: Vec<String>,
    limits: Vec<Limits>,
}

impl Tree {
    /// The tree of a model in a field of gravity, in the axes of the root; or everything that is wrong with it.
    pub fn new(model: &Model, gravity: [f64; 3]) -> Result<Self, Vec<ModelFault>> {
        let builder = Builder::of(model)?;
        let mut faults: Vec<ModelFault> = axis_faults(model).collect();
        faults.extend(super::inertia::faults(model, &builder.fixtures));
        if !gravity.iter().all(|x| x.is_finite()) {
            faults.push(ModelFault::Gravity);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let names = model.links.iter().map(|link| link.name.clone()).collect();
        builder.finish(gravity, names)
    }

    /// How many velocities, and torques, it has.
    pub fn freedoms(&self) -> usize {
        self.freedoms.len()
    }

    /// How many positions it has: one more than velocities for every ball and every floating joint.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// How many bodies move.
    pub fn bodies(&self) -> usize {
        self.bodies.len() - 1
    }

    /// Gravity, in the axes of the root.
    pub fn gravity(&self) -> [f64; 3] {
        self.gravity.0
    }

    /// The same tree in another field of gravity.
    pub fn set_gravity(&mut self, gravity: [f64; 3]) {
        self.gravity = Vector(gravity);
    }

    /// The frame of the link with this name.
    pub fn frame(&self, name: &str) -> Option<Frame> {
        self.names.iter().position(|known| known == name).map(Frame)
    }

    /// The frame of a link, by its index in the model.
    pub fn frame_of_link(&self, link: usize) -> Option<Frame> {
        (link < self.fixtures.len()).then_some(Frame(link))
    }

    /// The name of a frame.
    pub fn name(&self, frame: Frame) -> &str {
        &self.names[frame.0]
    }

    /// The names of all frames.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What each freedom can do at most, in the order of the file; balls and floating joints have no motors, and
    /// their efforts are zero.
    pub fn limits(&self) -> &[Limits] {
        &self.limits
    }

    /// The positions at which every joint stands at zero and every floating body in its joint's frame.
    pub fn neutral(&self) -> Vec<f64> {
        let mut neutral = vec![0.0; self.positions];
        for body in &self.bodies[1..] {
            match body.kind {
                JointKind::Ball => neutral[body.position] = 1.0,
                JointKind::Floating => neutral[body.position + 3] = 1.0,
                _ => {}
            }
        }
        neutral
    }

    /// The freedoms on the way from a frame to the root, the nearest first.
    pub(super) fn support(&self, frame: Frame) -> impl Iterator<Item = usize> + '_ {
        let body = &self.bodies[self.fixtures[frame.0].body];
        let last = match body.kind.freedoms() {
            0 => NONE,
            count => body.freedom + count - 1,
        };
        self.ancestors(last)
    }

    /// A freedom and those below it on the way to the root.
    pub(super) fn ancestors(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors((first != NONE).then_some(first), |&k| {
            let parent = self.freedoms[k].parent;
            (parent != NONE).then_some(parent)
        })
    }
}

/// Joints whose axis has no direction.
fn axis_faults(model: &Model) -> impl Iterator<Item = ModelFault> + '_ {
    model.joints.iter().enumerate().filter_map(|(joint, given)| {
        let length = given.axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        let usable = length.is_finite() && length > 0.0;
        (given.kind.freedoms() == 1 && !usable).then_some(ModelFault::Axis { joint, length })
    })
}

/// Which body every link belongs to, and where on it; or why the links are no tree.
pub(super) fn fixtures(model: &Model) -> Result<Vec<Fixture>, Vec<ModelFault>> {
    Ok(Builder::of(model)?.fixtures)
}

struct Builder<'m> {
    model: &'m Model,
    bodies: Vec<Body>,
    freedoms: Vec<Freedom>,
    fixtures: Vec<Fixture>,
    /// Where the coordinates of each joint begin in the order of the file: positions, velocities.
    starts: Vec<(usize, usize)>,
    limits: Vec<Limits>,
}

impl<'m> Builder<'m> {
    /// All bodies of a model, or why its links are no tree.
    fn of(model: &'m Model) -> Result<Self, Vec<ModelFault>> {
        let order = super::order::parents_first(model)?;
        let mut builder = Self::new(model);
        for &joint in &order.joints {
            builder.hang(joint);
        }
        Ok(builder)
    }

    fn new(model: &'m Model) -> Self {
        let world = Body {
            parent: 0,
            kind: JointKind::Fixed,
            rotation: Matrix::UNIT,
            offset: Vector::ZERO,
            mass: 0.0,
            center: Vector::ZERO,
            inertia: Symmetric::ZERO,
            position: 0,
            velocity: 0,
            freedom: 0,
        };
        let at_root = Fixture { body: 0, rotation: Matrix::UNIT, offset: Vector::ZERO };
        let (mut starts, mut limits, mut next) = (Vec::new(), Vec::new(), (0, 0));
        for joint in &model.joints {
            starts.push(next);
            next = (next.0 + joint.kind.positions(), next.1 + joint.kind.freedoms());
            // Nothing drives a floating body, nor a ball in its socket.
            let idle = matches!(joint.kind, JointKind::Ball | JointKind::Floating);
            let own = if idle { Limits { effort: 0.0, ..joint.limits } } else { joint.limits };
            limits.extend(std::iter::repeat_n(own, joint.kind.freedoms()));
        }
        let fixtures = vec![at_root; model.links.len()];
        Self { model, bodies: vec![world], freedoms: Vec::new(), fixtures, starts, limits }
    }

    /// Adds the child of a joint, whose parent is there already.
    fn hang(&mut self, index: usize) {
        let joint = &self.model.joints[index];
        let below = self.fixtures[joint.parent];
        let place = matrix(&joint.place);
        let rotation = below.rotation.compose(&place);
        let offset = below.offset + below.rotation.times(Vector(joint.place.translation()));
        let fixture = if joint.kind == JointKind::Fixed {
            Fixture { body: below.body, rotation, offset }
        } else {
            self.move_from(index, below.body, &rotation, offset)
        };
        self.fixtures[joint.child] = fixture;
        if let Some(inertia) = &self.model.links[joint.child].inertia {
            self.bodies[fixture.body].add(&fixture, inertia);
        }
    }

    /// A new body, whose z is the axis of its joint.
    fn move_from(&mut self, index: usize, parent: usize, rotation: &Matrix, offset: Vector) -> Fixture {
        let joint = &self.model.joints[index];
        let upright = if joint.kind.freedoms() == 1 { with_z_along(joint.axis) } else { Matrix::UNIT };
        let (position, velocity) = self.starts[index];
        let body = self.bodies.len();
        let freedom = self.freedoms.len();
        self.bodies.push(Body {
            parent,
            kind: joint.kind,
            rotation: rotation.compose(&upright),
            offset,
            mass: 0.0,
            center: Vector::ZERO,
            inertia: Symmetric::ZERO,
            position,
            velocity,
            freedom,
        });
        let below = &self.bodies[parent];
        let mut last = match below.kind.freedoms() {
            0 => NONE,
            count => below.freedom + count - 1,
        };
        for k in 0..joint.kind.freedoms() {
            let turns = match joint.kind {
                JointKind::Floating => k < 3,
                kind => kind != JointKind::Prismatic,
            };
            self.freedoms.push(Freedom { body, parent: last, turns, file: velocity + k });
            last = freedom + k;
        }
        Fixture { body, rotation: upright.transposed(), offset: Vector::ZERO }
    }

    fn finish(self, gravity: [f64; 3], names: Vec<String>) -> Result<Tree, Vec<ModelFault>> {
        let positions = self.model.joints.iter().map(|joint| joint.kind.positions()).sum();
        Ok(Tree {
            bodies: self.bodies,
            freedoms: self.freedoms,
            fixtures: self.fixtures,
            gravity: Vector(gravity),
            positions,
            names,
            limits: self.limits,
        })
    }
}

impl Body {
    /// Adds the mass of a link that is fixed to the body.
    fn add(&mut self, fixture: &Fixture, link: &LinkInertia) {
        let center = fixture.offset + fixture.rotation.times(Vector(link.place.translation()));
        let axes = fixture.rotation.compose(&matrix(&link.place));
        let inertia = Symmetric::from_rows(&link.rotational).turned_by(&axes);
        let mass = self.mass + link.mass;
        // What turns without mass has no centre of its own.
        let share = |part: f64| if mass > 0.0 { part / mass } else { 0.0 };
        let joint = self.center * share(self.mass) + center * share(link.mass);
        let moved = |mass, from: Vector| Symmetric::of_point_mass(mass, from - joint);
        self.inertia = self.inertia.plus(&inertia);
        self.inertia = self.inertia.plus(&moved(self.mass, self.center)).plus(&moved(link.mass, center));
        (self.mass, self.center) = (mass, joint);
    }
}

/// The rotation of a pose.
pub(super) fn matrix(pose: &Pose<Spatial>) -> Matrix {
    Matrix(pose.matrix())
}

/// A rotation that takes z to the direction of `axis`; z itself is left where it is.
fn with_z_along(axis: [f64; 3]) -> Matrix {
    let axis = Vector(axis);
    let z = axis * (1.0 / axis.dot(axis).sqrt());
    // The unit vector least along z gives the best conditioned x.
    let [a, b, c] = z.0.map(f64::abs);
    let start = if a <= b && a <= c {
        Vector([1.0, 0.0, 0.0])
    } else if b <= c {
        Vector([0.0, 1.0, 0.0])
    } else {
        Vector([0.0, 0.0, 1.0])
    };
    let across = start - z * start.dot(z);
    let x = across * (1.0 / across.dot(across).sqrt());
    let y = z.cross(x);
    Matrix([x.0, y.0, z.0]).transposed()
}
