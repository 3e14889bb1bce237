//! Comparing what a report says with what a case expects: one comparator a meaning.

mod cone;
mod contacts;
mod equal;
mod families;
mod generated;
mod matching;
mod modes;
mod nearest;
mod polyhedron;
mod sets;
mod solutions;
mod vectors;
mod witness;
mod words;

use crate::case::{Case, DEFAULT_TOLERANCE};
use serde_json::Value;

/// What two values at the same place of a report must have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparator {
    /// The same, numbers within tolerance.
    Equal,
    /// Lists as sets.
    Set,
    /// Vectors as a set of directions.
    Rays,
    /// Mode strings as a set.
    Modes,
    /// The hash of a long list of mode strings.
    Sha256,
    /// The same cone, by mutual containment.
    Cone,
    /// Solutions matched one to one.
    Solutions,
    /// Polyhedra that lie inside one another.
    Families,
    /// Booleans as a string of `0`, `1` and `?`.
    Bits,
    /// Words with alternatives.
    Each,
    /// One of several values.
    OneOf,
    /// A number between two others.
    Range,
    /// The same polyhedron, by mutual containment.
    Polyhedron,
    /// Contacts as a set.
    Contacts,
    /// The modes that have forces.
    Balanced,
    /// Twists that really have the mode they are listed for.
    Witness,
}

/// What a comparator may know besides the two values.
#[derive(Debug, Clone)]
pub struct Context {
    /// Of numbers, relative to max(1, |x|).
    pub tolerance: f64,
    /// Whether blanks count in a mode string: they do not in the plane.
    pub planar: bool,
    /// The scene the report speaks about.
    pub scene: Value,
}

impl Context {
    /// The context of a case.
    pub fn of(case: &Case) -> Context {
        let scene = case.scene_tree();
        Context { tolerance: case.tolerance, planar: scene["dimension"] == 2, scene }
    }

    /// How far a unit vector may lie outside a set that should contain it.
    fn containment(&self) -> f64 {
        (10.0 * self.tolerance).max(DEFAULT_TOLERANCE)
    }
}

impl Comparator {
    /// The comparator a prefix names, without its colon.
    pub fn parse(prefix: &str) -> Result<Comparator, String> {
        Ok(match prefix {
            "" => Comparator::Equal,
            "set" => Comparator::Set,
            "rays" => Comparator::Rays,
            "modes" => Comparator::Modes,
            "sha256" => Comparator::Sha256,
            "cone" => Comparator::Cone,
            "solutions" => Comparator::Solutions,
            "families" => Comparator::Families,
            "bits" => Comparator::Bits,
            "each" => Comparator::Each,
            "oneof" => Comparator::OneOf,
            "range" => Comparator::Range,
            "polyhedron" => Comparator::Polyhedron,
            "contacts" => Comparator::Contacts,
            "balanced" => Comparator::Balanced,
            "witness" => Comparator::Witness,
            unknown => return Err(format!("the comparator `{unknown}:` is not supported")),
        })
    }

    /// Accepts `got`, or says why not.
    pub fn compare(self, expected: &Value, got: &Value, context: &Context) -> Result<(), String> {
        match self {
            Comparator::Equal => equal::equal(expected, got, context.tolerance),
            Comparator::Set => sets::same_set(expected, got, context.tolerance),
            Comparator::Rays => sets::same_directions(expected, got, context.tolerance),
            Comparator::Modes => modes::same_modes(expected, got, context.planar),
            Comparator::Sha256 => modes::same_hash(expected, got, context.planar),
            Comparator::Cone => cone::same_cone(expected, got, context.containment()),
            Comparator::Solutions => solutions::same_solutions(expected, got, context),
            Comparator::Families => families::same_families(expected, got, context.containment()),
            Comparator::Bits => words::bits(expected, got),
            Comparator::Each => words::each(expected, got),
            Comparator::OneOf => equal::one_of(expected, got, context.tolerance),
            Comparator::Range => equal::in_range(expected, got),
            Comparator::Polyhedron => polyhedron::same_polyhedron(expected, got, context.containment()),
            Comparator::Contacts => contacts::same_contacts(expected, got, context.tolerance),
            Comparator::Balanced => modes::same_balanced(expected, got, context.planar),
            Comparator::Witness => witness::witnessed(expected, got, &context.scene),
        }
    }
}

/// The entries of a list, or what stands there instead.
fn list<'a>(value: &'a Value, what: &str) -> Result<&'a [Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("{what} is no list"))
}
