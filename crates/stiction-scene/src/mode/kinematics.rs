//! Relative velocities at the contacts as linear functions of the twists of the free bodies.
//!
//! The velocity of `on` minus that of `against` along a direction `d` at the point `p` is
//! `F(p, d)·V_on − F(p, d)·V_against`, with `F(p, d) = ((p − com) × d, d)` about each body's own centre of mass
//! \[MR 12.5\], \[MR 12.6\].  What driven bodies contribute is known, and is the row's constant.
//!
//! That both forms of the constraint agree is \[MR Exercise 12.1\].

use crate::scene::{Body, Contact, ContactModel, Party, Role, Scene};
use dashu_int::UBig;
use stiction_exact::vector::{cross, default_tangent};
use stiction_geometry::screw::Space;
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// A component of a relative velocity: `Σ parts·twists + constant`.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<S: Space> {
    /// At most two free bodies, by their position among the free ones, each with what multiplies its twist.
    pub parts: Vec<(usize, S::Screw)>,
    /// What driven bodies contribute.
    pub constant: Rational,
}

/// The velocities at one contact.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRows<S: Space> {
    /// Index of the contact in the scene.
    pub contact: usize,
    /// Along the normal: at least zero.
    pub normal: Row<S>,
    /// Along each tangent: one in the plane, in space as many as the scene says, two if it says none.
    pub tangents: Vec<Row<S>>,
    /// About the normal, where the kinematic model is soft and in space.
    pub spin: Option<Row<S>>,
    /// Which of these the kinematic model allows.
    pub model: ContactModel,
}

/// The velocities at all touching contacts of the free bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Kinematics<S: Space> {
    /// The free bodies, as indices into the scene, in its order.
    pub free: Vec<usize>,
    /// For each free body, which components of its twist it may have.
    pub freedoms: Vec<Vec<bool>>,
    /// The touching contacts that a free body takes part in, in the order of the scene.
    pub contacts: Vec<ContactRows<S>>,
}

impl<S: Geometry> Kinematics<S> {
    /// The velocities at the touching contacts of a scene.
    pub fn new(scene: &Scene<S>) -> Self {
        let free: Vec<usize> = scene.free_bodies().map(|(index, _)| index).collect();
        let freedoms = free.iter().map(|&body| scene.bodies[body].freedoms.clone()).collect();
        let touching = scene.contacts.iter().enumerate().filter(|(_, contact)| {
            contact.is_touching() && (scene.is_free(contact.on) || scene.is_free(contact.against))
        });
        let contacts = touching.map(|(index, contact)| rows(scene, &free, index, contact)).collect();
        Self { free, freedoms, contacts }
    }

    /// The velocities at the touching contacts that no free body takes part in: constants.
    pub fn given(scene: &Scene<S>) -> Vec<ContactRows<S>> {
        let given = scene.contacts.iter().enumerate().filter(|(_, contact)| {
            contact.is_touching() && !scene.is_free(contact.on) && !scene.is_free(contact.against)
        });
        given.map(|(index, contact)| rows(scene, &[], index, contact)).collect()
    }
}

impl<S: Space> Kinematics<S> {
    /// Length of the composite twist: the freedoms of a body, as often as there are free ones.
    pub fn dimension(&self) -> usize {
        S::FREEDOMS * self.free.len()
    }

    /// A row over the composite twist.
    pub fn dense(&self, row: &Row<S>) -> Vec<Rational> {
        let mut dense = vec![Rational::zero(); self.dimension()];
        for (body, part) in &row.parts {
            let start = body * S::FREEDOMS;
            for (entry, part) in dense[start..].iter_mut().zip(part.as_ref()) {
                *entry += part;
            }
        }
        dense
    }

    /// The components of the composite twist that must stay zero.
    pub fn frozen(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.freedoms.iter().flatten().enumerate();
        all.filter(|(_, free)| !**free).map(|(component, _)| component)
    }
}

impl<S: Space> Row<S> {
    /// The velocity that these twists of the free bodies give.
    pub fn velocity(&self, twists: &[S::Screw]) -> Rational {
        let power = |(body, part): &(usize, S::Screw)| -> Rational {
            part.as_ref().iter().zip(twists[*body].as_ref()).map(|(a, b)| a * b).sum()
        };
        self.parts.iter().map(power).sum::<Rational>() + &self.constant
    }
}

fn rows<S: Geometry>(scene: &Scene<S>, free: &[usize], index: usize, contact: &Contact<S>) -> ContactRows<S> {
    let partners = [contact.on, contact.against].map(|party| {
        scene.body_of(party).map(|body| (body, position(free, party), lever::<S>(&contact.point, &body.com)))
    });
    let along = |direction: &[Rational]| {
        row(&partners, &|lever| screw::<S>(moment(lever, direction), direction.iter().cloned()))
    };
    let soft = S::DIMENSION == 3 && contact.model == ContactModel::Soft;
    let spin = soft.then(|| {
        let none = || std::iter::repeat_n(Rational::zero(), S::DIMENSION);
        row(&partners, &|_| screw::<S>(contact.normal.as_ref().iter().cloned(), none()))
    });
    ContactRows {
        contact: index,
        normal: along(contact.normal.as_ref()),
        tangents: tangents(contact).iter().map(|tangent| along(tangent)).collect(),
        spin,
        model: contact.model,
    }
}

/// A partner of a contact: the body, where it is among the free ones, and the way from its centre of mass to
/// the contact.
type Partner<'s, S> = Option<(&'s Body<S>, Option<usize>, Vec<Rational>)>;

/// A row from the wrench that a unit force has about a centre of mass.
fn row<S: Geometry>(partners: &[Partner<'_, S>; 2], about: &dyn Fn(&[Rational]) -> S::Screw) -> Row<S> {
    let mut row = Row { parts: Vec::with_capacity(2), constant: Rational::zero() };
    for (side, partner) in partners.iter().enumerate() {
        let Some((body, position, lever)) = partner else { continue };
        if position.is_none() && body.role != Role::Driven {
            continue;
        }
        let mut part = about(lever);
        if side == 1 {
            part.as_mut().iter_mut().for_each(|entry| *entry = -std::mem::take(entry));
        }
        match position {
            Some(position) => row.parts.push((*position, part)),
            None => row.constant += driven(body, &part),
        }
    }
    row
}

fn position(free: &[usize], party: Party) -> Option<usize> {
    let Party::Body(body) = party else { return None };
    free.binary_search(&body).ok()
}

/// What a body that is not free contributes: a driven one its given twist, a fixed one nothing.
fn driven<S: Geometry>(body: &Body<S>, part: &S::Screw) -> Rational {
    if body.role != Role::Driven {
        return Rational::zero();
    }
    part.as_ref().iter().zip(body.twist.as_ref()).map(|(part, twist)| part * twist).sum()
}

/// The directions across the normal: `rot90(n)` in the plane; in space the contact's own, or those of the conventions.
fn tangents<S: Space>(contact: &Contact<S>) -> Vec<Vec<Rational>> {
    match contact.normal.as_ref() {
        [x, y] => vec![vec![-y.clone(), x.clone()]],
        [x, y, z] if contact.tangents.is_empty() => {
            let normal = [x.clone(), y.clone(), z.clone()];
            let first = default_tangent(&normal);
            vec![first.to_vec(), cross(&normal, &first).to_vec()]
        }
        _ => contact.tangents.iter().map(|tangent| tangent.as_ref().to_vec()).collect(),
    }
}

fn lever<S: Space>(point: &S::Vector, com: &S::Vector) -> Vec<Rational> {
    let from = |(point, com): (&Rational, &Rational)| if com.is_zero() { point.clone() } else { point - com };
    point.as_ref().iter().zip(com.as_ref()).map(from).collect()
}

/// `a·d − b·c`: in words where these are whole numbers of a few digits, which most scenes have.
fn determinant([a, b]: [&Rational; 2], [c, d]: [&Rational; 2]) -> Rational {
    let whole = |number: &Rational| {
        (*number.denominator() == UBig::ONE).then(|| i64::try_from(number.numerator()).ok()).flatten()
    };
    let product = |x: &Rational, y: &Rational| whole(x)?.checked_mul(whole(y)?);
    let short = || product(a, d)?.checked_sub(product(b, c)?);
    short().map_or_else(|| a * d - b * c, Rational::from)
}

/// `r × d`, one number in the plane and three in space.
fn moment(lever: &[Rational], direction: &[Rational]) -> Vec<Rational> {
    match (lever, direction) {
        ([x, y], [dx, dy]) => vec![determinant([x, y], [dx, dy])],
        ([x, y, z], [dx, dy, dz]) => {
            vec![determinant([y, z], [dy, dz]), determinant([z, x], [dz, dx]), determinant([x, y], [dx, dy])]
        }
        _ => Vec::new(),
    }
}

fn screw<S: Space>(
    angular: impl IntoIterator<Item = Rational>,
    linear: impl IntoIterator<Item = Rational>,
) -> S::Screw {
    let mut screw = S::Screw::default();
    let components = angular.into_iter().chain(linear);
    screw.as_mut().iter_mut().zip(components).for_each(|(entry, value)| *entry = value);
    screw
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_geometry::screw::Planar;

    fn exact<const N: usize>(numbers: [i64; N]) -> [Rational; N] {
        numbers.map(Rational::from)
    }

    #[test]
    fn determinants_in_words_are_those_of_long_numbers() {
        let numbers = [0, 1, -3, i64::from(i32::MAX), i64::MAX, i64::MIN].map(Rational::from);
        let numbers = [&numbers[..], &[Rational::new(-7, 3), Rational::new(1, 2)]].concat();
        let all = || numbers.iter();
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            for (c, d) in all().flat_map(|c| all().map(move |d| (c, d))) {
                assert_eq!(determinant([a, b], [c, d]), a * d - b * c);
            }
        }
    }

    #[test]
    fn a_foot_on_the_ground_slides_left_when_it_moves_left() {
        let scene = Scene::<Planar>::new()
            .with_body(Body::new("part").with_com([0, 1]))
            .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]));
        let rows = Kinematics::new(&scene);
        let left = [exact([0, -1, 0])];
        assert_eq!(rows.contacts[0].normal.velocity(&left), Rational::zero());
        assert_eq!(rows.contacts[0].tangents[0].velocity(&left), Rational::one());
        // Turning about the centre above it moves the foot to the right.
        assert!(rows.contacts[0].tangents[0].velocity(&[exact([1, 0, 0])]).is_negative());
    }

    #[test]
    fn a_driven_body_moves_the_constant_and_a_near_contact_gives_no_row() {
        let mut finger = Body::<Planar>::new("finger").with_role(Role::Driven);
        finger.twist = exact([0, 0, 2]);
        let scene = Scene::<Planar>::new()
            .with_body(Body::new("part"))
            .with_body(finger)
            .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]).with_against(Party::Body(1)))
            .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]).with_gap(1));
        let rows = Kinematics::new(&scene);
        assert_eq!(rows.contacts.len(), 1);
        assert_eq!(rows.contacts[0].normal.constant, Rational::from(-2));
        assert_eq!(rows.dense(&rows.contacts[0].normal), exact([1, 0, 1]));
    }

    #[test]
    fn exchanging_the_partners_and_the_normal_changes_no_planar_velocity() {
        let bodies = || {
            Scene::<Planar>::new()
                .with_body(Body::new("a").with_com([1, 2]))
                .with_body(Body::new("b").with_com([-3, 1]))
        };
        let one = bodies()
            .with_contact(Contact::planar(Party::Body(0), [2, 5], [3, 4]).with_against(Party::Body(1)));
        let two = bodies()
            .with_contact(Contact::planar(Party::Body(1), [2, 5], [-3, -4]).with_against(Party::Body(0)));
        let (one, two) = (Kinematics::new(&one), Kinematics::new(&two));
        let pairs = [
            (&one.contacts[0].normal, &two.contacts[0].normal),
            (&one.contacts[0].tangents[0], &two.contacts[0].tangents[0]),
        ];
        for (a, b) in pairs {
            assert_eq!(one.dense(a), two.dense(b));
        }
    }
}
