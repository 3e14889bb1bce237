//! The keys of a planar scene, table by table: what the validator knows and the schema lists.

/// The file itself.
pub(crate) const TOP: &[&str] = &[
    "stiction",
    "dimension",
    "title",
    "gravity",
    "bodies",
    "contacts",
    "detect",
    "jam",
    "hybrid",
    "robot",
    "meter_stick",
];

/// Sections of single questions, known and not read by this version.
pub(crate) const NOT_READ: &[&str] = &["jam", "hybrid", "robot", "meter_stick"];

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
];

/// `shape` of a body.
pub(crate) const SHAPE: &[&str] = &["polygon", "holes", "disc", "path", "half_plane"];

/// `shape.disc`.
pub(crate) const DISC: &[&str] = &["center", "radius"];

/// `shape.half_plane`.
pub(crate) const HALF_PLANE: &[&str] = &["point", "normal"];

/// A step of `shape.path`.
pub(crate) const STEP: &[&str] = &["at", "to", "center", "turn"];

/// `trajectory` of a body.
pub(crate) const TRAJECTORY: &[&str] = &["x", "y", "theta", "pivot", "duration"];

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
    "curvature",
    "vertex",
    "tangents",
];

/// `friction` of a contact, when it is a table.
pub(crate) const FRICTION: &[&str] = &["static", "kinetic"];

/// `curvature` of a contact.
pub(crate) const CURVATURE: &[&str] = &["on", "against"];
