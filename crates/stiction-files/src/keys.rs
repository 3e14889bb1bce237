//! The keys of a scene, table by table: what the validator knows and the schema lists.

/// The file itself.
pub(crate) const TOP: &[&str] = &[
    "stiction",
    "dimension",
    "unit",
    "title",
    "gravity",
    "bodies",
    "contacts",
    "detect",
    "loads",
    "jam",
    "peg",
    "hybrid",
    "robot",
    "meter_stick",
    "place",
    "tolerance",
];

/// Sections that a scene may consist of alone, without bodies.
pub(crate) const ALONE: &[&str] = &["jam", "peg", "hybrid", "robot", "meter_stick"];

/// `[jam]`.
pub(crate) const JAM: &[&str] = &["mass", "constraints", "friction", "mu", "force", "gamma", "rate", "signs"];

/// `[hybrid]`.
pub(crate) const HYBRID: &[&str] = &[
    "phi_robot",
    "bias_robot",
    "phi_environment",
    "bias_environment",
    "freedom",
    "freedom_rate",
    "force_basis",
    "um",
    "uf",
    "rank",
    "robot",
    "environment",
    "curvature",
    "point",
    "wrist",
    "simulate",
];

/// `[robot]`, and `hybrid.environment` where it is a robot.
pub(crate) const ROBOT_SECTION: &[&str] = &["urdf", "frame", "q", "v", "tau", "base"];

/// `hybrid.curvature`.
pub(crate) const HYBRID_CURVATURE: &[&str] = &["robot", "environment"];

/// `hybrid.wrist`.
pub(crate) const WRIST: &[&str] = &["stiffness", "damping"];

/// `[hybrid.simulate]`.
pub(crate) const RUN: &[&str] = &["duration", "rate", "path", "force", "support", "gains", "sensor"];

/// `hybrid.simulate.path`.
pub(crate) const RUN_PATH: &[&str] = &["radius", "period"];

/// `hybrid.simulate.force`.
pub(crate) const RUN_FORCE: &[&str] = &["mean", "amplitude", "period", "shape"];

/// `hybrid.simulate.gains`.
pub(crate) const RUN_GAINS: &[&str] = &["position", "velocity", "force"];

/// `[peg]`.
pub(crate) const PEG: &[&str] = &["width", "hole", "friction", "depth", "tilt", "push"];

/// `[place]`.
pub(crate) const PLACE: &[&str] = &[
    "on",
    "contacts",
    "friction",
    "measure",
    "edges",
    "faces",
    "inset",
    "keep_out",
    "spacing",
    "insertable",
    "holds",
];

/// `[tolerance]`, also of a body or a contact.
pub(crate) const TOLERANCE: &[&str] = &["point", "normal", "friction", "mass", "com", "load"];

/// `[meter_stick]`.
pub(crate) const METER_STICK: &[&str] = &["left", "right", "com", "speed", "friction"];

/// `[bodies.NAME]`.
pub(crate) const BODY: &[&str] = &[
    "mass",
    "com",
    "inertia",
    "mass_matrix",
    "density",
    "shape",
    "pose",
    "role",
    "freedoms",
    "twist",
    "acceleration",
    "trajectory",
    "wrench",
    "support",
    "pressure",
    "tolerance",
];

/// `shape` of a body in the plane.
pub(crate) const OUTLINE: &[&str] = &["polygon", "holes", "disc", "path", "half_plane"];

/// `shape.disc`.
pub(crate) const DISC: &[&str] = &["center", "radius"];

/// `shape.half_plane`.
pub(crate) const HALF_PLANE: &[&str] = &["point", "normal"];

/// A step of `shape.path`.
pub(crate) const STEP: &[&str] = &["at", "to", "center", "turn"];

/// `shape` of a body in space.
pub(crate) const SOLID: &[&str] = &["box", "sphere", "cylinder", "polyhedron", "half_space", "mesh"];

/// `shape.mesh`, where it is a table.
pub(crate) const MESH: &[&str] = &["file", "scale", "unit", "weld", "fill", "hull", "surface"];

/// `shape.box`.
pub(crate) const BOX: &[&str] = &["center", "size"];

/// `shape.sphere`.
pub(crate) const SPHERE: &[&str] = &["center", "radius"];

/// `shape.cylinder`.
pub(crate) const CYLINDER: &[&str] = &["center", "axis", "radius", "height"];

/// `shape.polyhedron`.
pub(crate) const POLYHEDRON: &[&str] = &["vertices", "faces"];

/// `shape.half_space`.
pub(crate) const HALF_SPACE: &[&str] = &["point", "normal"];

/// `pose` of a body in space.
pub(crate) const POSE: &[&str] = &["position", "quaternion_wxyz"];

/// `trajectory` of a body in the plane.
pub(crate) const TRAJECTORY_2: &[&str] = &["x", "y", "theta", "pivot", "duration"];

/// `trajectory` of a body in space.
pub(crate) const TRAJECTORY_3: &[&str] = &["x", "y", "z", "roll", "pitch", "yaw", "pivot", "duration"];

/// `[[contacts]]`.
pub(crate) const CONTACT: &[&str] = &[
    "id",
    "on",
    "against",
    "point",
    "points",
    "normal",
    "friction",
    "gap",
    "model",
    "soft",
    "limit",
    "force",
    "preload",
    "stiffness",
    "approach",
    "curvature",
    "vertex",
    "tangents",
    "tolerance",
];

/// `[[loads]]`.
pub(crate) const LOAD: &[&str] = &["name", "on", "point", "force", "moment", "case"];

/// `friction` of a contact, when it is a table.
pub(crate) const FRICTION: &[&str] = &["static", "kinetic"];

/// `curvature` of a contact.
pub(crate) const CURVATURE: &[&str] = &["on", "against"];

/// `[detect]`.
pub(crate) const DETECT: &[&str] = &["tolerance", "friction", "restitution", "pairs"];

/// `[[detect.pairs]]`.
pub(crate) const DETECT_PAIR: &[&str] = &["between", "friction", "restitution"];
