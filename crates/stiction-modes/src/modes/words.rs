//! The rows of one planar body in machine words, where its contacts are whole numbers: most scenes, without a
//! fraction on the way.
//!
//! With `l` from the centre of mass to a contact, normal `n` and `t = rot90(n)`,
//!
//! ```text
//!     normal row   (l × n, n)        tangent row   (l × t, t) = (l·n, t)                                          (1)
//! ```
//!
//! with the opposite sign where the contact pushes the other way.  Two rows of one contact are independent,
//! and those of two contacts at different places have rank 3: then the twist itself is the coordinate, and no
//! basis is looked for.

use super::cells::{self, GroupMode, Stop};
use dashu_int::UBig;
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, ContactModel, Party, Role, Scene};

/// The rows of one body, contact by contact.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct WordRows {
    /// For each contact its index in the scene.
    pub(super) contacts: Vec<usize>,
    /// Their normal rows.
    pub(super) normals: Vec<[i64; 3]>,
    /// Their tangent rows.
    pub(super) tangents: Vec<[i64; 3]>,
}

impl WordRows {
    /// The rows of a scene of one planar body that may move in every way, whose contacts may all slide and
    /// push against what stands still; none where the scene is another, where a number does not fit, or where
    /// all contacts are at one place.
    pub(super) fn of<S: Geometry>(scene: &Scene<S>) -> Option<Self> {
        let mut free = scene.free_bodies();
        let (index, body) = free.next()?;
        if S::DIMENSION != 2 || free.next().is_some() || !body.freedoms.iter().all(|&free| free) {
            return None;
        }
        let com = pair::<S>(&body.com)?;
        let count = scene.contacts.len();
        let mut rows = Self {
            contacts: Vec::with_capacity(count),
            normals: Vec::with_capacity(count),
            tangents: Vec::with_capacity(count),
        };
        let (mut first, mut apart) = (None, false);
        for (at, contact) in scene.contacts.iter().enumerate().filter(|(_, contact)| contact.is_touching()) {
            let sign = side(scene, index, contact)?;
            let ([x, y], [nx, ny]) = (pair::<S>(&contact.point)?, pair::<S>(&contact.normal)?);
            let lever = [x.checked_sub(com[0])?, y.checked_sub(com[1])?];
            let [nx, ny] = [nx * sign, ny * sign];
            apart |= *first.get_or_insert(lever) != lever;
            rows.contacts.push(at);
            rows.normals.push([sum(lever[0], ny, lever[1], -nx)?, nx, ny]);
            rows.tangents.push([sum(lever[0], nx, lever[1], ny)?, -ny, nx]);
        }
        apart.then_some(rows)
    }

    /// All modes, at most `most`.
    pub(super) fn list(&self, contacts_only: bool, most: usize) -> Result<Vec<GroupMode>, Stop> {
        cells::list_words(&self.normals, if contacts_only { &[] } else { &self.tangents }, most)
    }
}

/// 1 where the body is pushed along the normal, −1 where it pushes so; none where the other partner moves or
/// the contact is not one that slides.
fn side<S: Geometry>(scene: &Scene<S>, index: usize, contact: &Contact<S>) -> Option<i64> {
    let own = |party: Party| party == Party::Body(index);
    let (sign, other) = match (own(contact.on), own(contact.against)) {
        (true, false) => (1, contact.against),
        (false, true) => (-1, contact.on),
        _ => return None,
    };
    let still = |body: &Body<S>| body.role == Role::Fixed;
    let stands = scene.body_of(other).is_none_or(still);
    (stands && contact.model == ContactModel::Frictionless).then_some(sign)
}

/// `a·b + c·d`.
fn sum(a: i64, b: i64, c: i64, d: i64) -> Option<i64> {
    a.checked_mul(b)?.checked_add(c.checked_mul(d)?)
}

/// Two whole numbers that leave room for a sign and a product.
fn pair<S: Geometry>(vector: &S::Vector) -> Option<[i64; 2]> {
    let whole = |number: &Rational| {
        let word = (*number.denominator() == UBig::ONE).then(|| i64::try_from(number.numerator()).ok())??;
        (word.unsigned_abs() < 1 << 60).then_some(word)
    };
    match vector.as_ref() {
        [x, y] => Some([whole(x)?, whole(y)?]),
        _ => None,
    }
}
