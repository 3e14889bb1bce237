//! Force closure of spatial grasps in doubles: a priced simplex proposes, the checker disposes.
//!
//! The simplex of [`stiction_exact::linear::priced`] looks for the reversed sum of the interior pushes in the cone of
//! all edges. A contact prices its edges at once: with `u` the velocity that the prices `y` mean at its point, the
//! best of its edges `n + τ` has the gain
//!
//! ```text
//!     n·u + max τₖ·u                         over the edges of a pyramid                            (1)
//!     n·u + √(μ²|u_t|² + γ²(y_w·n)²)         over the round cone                                    (2)
//! ```
//!
//! When no gain is left, `−y` is a twist that all contacts allow, up to a little; moved off the edges it
//! grazes, it breaks them.
//!
//! References: \[MR 12.2.3\].

use crate::closure::closure;
use stiction_exact::double::dot;
use stiction_exact::linear::priced::{Basis, Columns};
use stiction_exact::linear::{Balance, stiemke};
use stiction_proof::quick;
use stiction_proof::quick_space::exact::{self, ExactSpatialProof};
use stiction_proof::quick_space::{
    Frame, Push, Pushes, Pyramid, QuickModel, QuickSpatialContact, QuickSpatialProof, check_frames, length,
};
use stiction_proof::{FrictionUse, Rational, SpatialContact, SpatialProblem, SpatialProof, Verified};
use stiction_scene::Verdict;

/// Pivots after which the search is given up.
const MOST_PIVOTS: usize = 100;
/// A column enters only if its gain is more than this part of the largest force.
const IMPROVEMENT: f64 = 1e-13;
/// Round edges are leaned this much less than the cone allows, so that the check need not doubt them.
const LEAN: f64 = 1.0 - 1e-11;

/// How often the step off the edges is shortened, and by what: down to where rounding begins.
const TRIES: usize = 16;
const SHORTER: f64 = 0.2;
/// Gains below which a search without end looks whether it is at an end.
const NEAR: f64 = 0.1;

/// A certified answer.  The usual case is the large one, and is not allocated.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq)]
pub enum CertifiedSpatial {
    /// By doubles, whose rounding errors the checker bounds.
    Quick(QuickSpatialProof),
    /// By rationals, where doubles did not suffice.
    Exact(ExactSpatialProof),
    /// By rationals, of round cones.
    Rational(Box<Verified<SpatialProof>>),
    /// On the boundary of a round cone, as far as can be told.
    Undecided,
}

impl CertifiedSpatial {
    /// Whether the contacts close; none if that is undecided.
    #[inline]
    pub fn is_closed(&self) -> Option<bool> {
        match self {
            Self::Quick(proof) => Some(proof.is_closed()),
            Self::Exact(proof) => Some(proof.is_closed()),
            Self::Rational(proof) => Some(matches!(proof.proof(), SpatialProof::Closed { .. })),
            Self::Undecided => None,
        }
    }
}

/// Why there is no verdict on a spatial grasp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSpatialVerdict {
    /// The contact with this index has a number that is not finite, negative friction or torsion, or no normal.
    Contact(usize),
    /// A proof was refused: a defect of this library.
    Refused,
}

/// Room for the contacts of a grasp while it is decided; kept from grasp to grasp, it spares all allocation.
#[derive(Debug, Clone, Default)]
pub struct Desk {
    frames: Vec<Frame>,
    touches: Vec<Touch>,
}

/// A certain proof in doubles, or `None` where doubles do not suffice.
///
/// ```
/// use stiction_statics::closure::many::quick_spatial_closure;
/// use stiction_proof::quick_space::{QuickModel, QuickSpatialContact};
/// // Two soft fingers close; hard ones leave the turn about the line between them.
/// let finger = |x: f64, torsion: f64| QuickSpatialContact {
///     point: [x, 0.0, 0.0], normal: [-x, 0.0, 0.0], friction: 0.5, torsion,
/// };
/// let closed = |torsion: f64| {
///     quick_spatial_closure(&[finger(-1.0, torsion), finger(1.0, torsion)], &QuickModel::Round)
///         .map(|proof| proof.is_closed())
/// };
/// assert_eq!(closed(0.01), Some(true));
/// assert_eq!(closed(0.0), Some(false));
/// ```
pub fn quick_spatial_closure(
    contacts: &[QuickSpatialContact],
    model: &QuickModel,
) -> Option<QuickSpatialProof> {
    let mut desk = Desk::default();
    desk.lay(contacts).ok()?;
    desk.quick(model)
}

/// Decides force closure of exactly these doubles, under that model of friction.
///
/// ```
/// use stiction_statics::closure::many::certified_spatial_closure;
/// use stiction_proof::quick_space::{Pyramid, QuickModel, QuickSpatialContact};
/// let third = std::f64::consts::TAU / 3.0;
/// let finger = |index: i32| {
///     let (sine, cosine) = (third * f64::from(index)).sin_cos();
///     QuickSpatialContact { point: [cosine, sine, 0.0], normal: [-cosine, -sine, 0.0], friction: 0.5, torsion: 0.0 }
/// };
/// let model = QuickModel::Pyramid(Pyramid::new(8).unwrap());
/// let verdict = certified_spatial_closure(&[finger(0), finger(1), finger(2)], &model).unwrap();
/// assert_eq!(verdict.is_closed(), Some(true));
/// ```
pub fn certified_spatial_closure(
    contacts: &[QuickSpatialContact],
    model: &QuickModel,
) -> Result<CertifiedSpatial, NoSpatialVerdict> {
    Desk::default().decide(contacts, model)
}

impl Desk {
    /// [`certified_spatial_closure`], on this desk.
    #[inline]
    pub fn decide(
        &mut self,
        contacts: &[QuickSpatialContact],
        model: &QuickModel,
    ) -> Result<CertifiedSpatial, NoSpatialVerdict> {
        self.lay(contacts)?;
        match self.quick(model) {
            Some(proof) => Ok(CertifiedSpatial::Quick(proof)),
            None => exactly(&self.frames, contacts, model),
        }
    }

    #[inline(always)]
    fn lay(&mut self, contacts: &[QuickSpatialContact]) -> Result<(), NoSpatialVerdict> {
        self.frames.clear();
        for (index, contact) in contacts.iter().enumerate() {
            self.frames.push(Frame::of(contact).ok_or(NoSpatialVerdict::Contact(index))?);
        }
        Ok(())
    }

    #[inline(always)]
    fn quick(&mut self, model: &QuickModel) -> Option<QuickSpatialProof> {
        if check_frames(&self.frames, model, &QuickSpatialProof::Aligned) {
            return Some(QuickSpatialProof::Aligned);
        }
        let per_length = 1.0 / length(&self.frames);
        self.touches.clear();
        self.touches.extend(self.frames.iter().map(|frame| Touch::of(frame, per_length)));
        match model {
            QuickModel::Pyramid(pyramid) => Search {
                frames: &self.frames,
                model,
                per_length,
                columns: Edges { touches: &self.touches, pyramid },
            }
            .proof(),
            QuickModel::Round => {
                Search { frames: &self.frames, model, per_length, columns: Cones { touches: &self.touches } }
                    .proof()
            }
        }
    }
}

#[cold]
fn exactly(
    frames: &[Frame],
    contacts: &[QuickSpatialContact],
    model: &QuickModel,
) -> Result<CertifiedSpatial, NoSpatialVerdict> {
    match model {
        QuickModel::Pyramid(pyramid) => exactly_pyramid(frames, pyramid),
        QuickModel::Round => exactly_round(contacts),
    }
}

fn exactly_pyramid(frames: &[Frame], pyramid: &Pyramid) -> Result<CertifiedSpatial, NoSpatialVerdict> {
    let edges = exact::edges(frames, pyramid).ok_or(NoSpatialVerdict::Refused)?;
    let proof = match stiemke(&edges) {
        Balance::Multipliers(pushes) => ExactSpatialProof::Closed(pushes),
        Balance::Direction(direction) => {
            let mut entries = direction.into_iter();
            ExactSpatialProof::Open(Box::new(std::array::from_fn(|_| entries.next().unwrap_or_default())))
        }
    };
    let accepted = exact::check_exactly(frames, pyramid, &proof);
    accepted.then_some(CertifiedSpatial::Exact(proof)).ok_or(NoSpatialVerdict::Refused)
}

/// Round cones whose verdict doubles leave open: a cone program, repaired in rationals.
fn exactly_round(contacts: &[QuickSpatialContact]) -> Result<CertifiedSpatial, NoSpatialVerdict> {
    let exact = |(index, contact)| exact_contact(index, contact).ok_or(NoSpatialVerdict::Contact(index));
    let contacts = contacts.iter().enumerate().map(exact).collect::<Result<Vec<_>, _>>()?;
    let problem = SpatialProblem::new(Default::default(), contacts);
    let verdict = closure(&problem, &FrictionUse::Given).map_err(|_| NoSpatialVerdict::Refused)?;
    Ok(match verdict {
        Verdict::Yes(proof) | Verdict::No(proof) => CertifiedSpatial::Rational(Box::new(proof)),
        Verdict::Undecided => CertifiedSpatial::Undecided,
    })
}

fn exact_contact(index: usize, contact: &QuickSpatialContact) -> Option<SpatialContact> {
    let vector =
        |[x, y, z]: [f64; 3]| Some([Rational::from_f64(x)?, Rational::from_f64(y)?, Rational::from_f64(z)?]);
    let (point, normal) = (vector(contact.point)?, vector(contact.normal)?);
    let (friction, torsion) = (Rational::from_f64(contact.friction)?, Rational::from_f64(contact.torsion)?);
    let id = (index + 1).to_string();
    Some(SpatialContact { torsion: Some(torsion), ..SpatialContact::new(&id, point, normal, friction) })
}

/// A contact with its point and torsion in units of the characteristic length.
#[derive(Debug, Clone, Copy)]
struct Touch {
    point: [f64; 3],
    normal: [f64; 3],
    slopes: [[f64; 3]; 2],
    torsion: f64,
}

/// What the prices mean at a contact: along the normal, along the slopes, about the normal.
#[derive(Default)]
struct Felt {
    apart: f64,
    along: [f64; 2],
    spin: f64,
}

impl Felt {
    /// (2).
    #[inline(always)]
    fn round_gain(&self) -> f64 {
        self.apart + self.across()
    }

    #[inline(always)]
    fn across(&self) -> f64 {
        let [a, b] = self.along;
        (a * a + b * b + self.spin * self.spin).sqrt()
    }
}

impl Touch {
    #[inline(always)]
    fn of(frame: &Frame, per_length: f64) -> Self {
        let point = frame.point().map(|entry| entry * per_length);
        Self {
            point,
            normal: *frame.normal(),
            slopes: *frame.slopes(),
            torsion: frame.torsion() * per_length,
        }
    }

    #[inline(always)]
    fn velocity(&self, &[wx, wy, wz, vx, vy, vz]: &[f64; 6]) -> [f64; 3] {
        let [px, py, pz] = self.point;
        [vx + (wy * pz - wz * py), vy + (wz * px - wx * pz), vz + (wx * py - wy * px)]
    }

    #[inline(always)]
    fn feels(&self, price: &[f64; 6]) -> Felt {
        let u = self.velocity(price);
        let [wx, wy, wz, ..] = *price;
        let spin = if self.torsion > 0.0 { self.torsion * dot(&self.normal, &[wx, wy, wz]) } else { 0.0 };
        Felt {
            apart: dot(&self.normal, &u),
            along: [dot(&self.slopes[0], &u), dot(&self.slopes[1], &u)],
            spin,
        }
    }

    #[inline(always)]
    fn wrench(&self, [fx, fy, fz]: [f64; 3], spin: f64) -> [f64; 6] {
        let ([px, py, pz], [nx, ny, nz]) = (self.point, self.normal);
        [
            py * fz - pz * fy + spin * nx,
            pz * fx - px * fz + spin * ny,
            px * fy - py * fx + spin * nz,
            fx,
            fy,
            fz,
        ]
    }

    #[inline(always)]
    fn force(&self, [a, b]: [f64; 2]) -> [f64; 3] {
        let component =
            |axis: usize| self.normal[axis] + (a * self.slopes[0][axis] + b * self.slopes[1][axis]);
        [component(0), component(1), component(2)]
    }
}

/// The contact with the largest gain (2), and what it feels.  Branches on gains could not be predicted.
#[inline(always)]
fn best_round(touches: &[Touch], price: &[f64; 6]) -> (usize, f64, Felt) {
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (index, touch) in touches.iter().enumerate() {
        let gain = touch.feels(price).round_gain();
        let better = gain > most;
        most = if better { gain } else { most };
        best = if better { index } else { best };
    }
    let felt = touches.get(best).map(|touch| touch.feels(price)).unwrap_or_default();
    (best, most, felt)
}

/// The edges of pyramids, numbered as in [`Pushes::Edges`].
struct Edges<'a> {
    touches: &'a [Touch],
    pyramid: &'a Pyramid,
}

impl Columns<6> for Edges<'_> {
    type Name = usize;

    /// By (2) which contact, by (1) which of its edges; that is not always the best edge, but where it gains
    /// nothing all are looked at.
    #[inline(always)]
    fn best(&self, price: &[f64; 6]) -> (usize, f64) {
        let (contact, _, felt) = best_round(self.touches, price);
        let (side, gain) = side(self.pyramid, &felt);
        if gain > IMPROVEMENT {
            return (contact * (self.pyramid.edges() + 2) + side, gain);
        }
        self.best_of_all(price)
    }

    #[inline(always)]
    fn column(&self, name: usize) -> [f64; 6] {
        let stride = self.pyramid.edges() + 2;
        let (touch, side) = (&self.touches[name / stride], name % stride);
        match self.pyramid.directions().get(side) {
            Some(direction) => touch.wrench(touch.force(*direction), 0.0),
            None if side == self.pyramid.edges() => touch.wrench(touch.normal, touch.torsion),
            None => touch.wrench(touch.normal, -touch.torsion),
        }
    }
}

impl Edges<'_> {
    fn best_of_all(&self, price: &[f64; 6]) -> (usize, f64) {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, touch) in self.touches.iter().enumerate() {
            let (side, gain) = side(self.pyramid, &touch.feels(price));
            if gain > best.1 {
                best = (index * (self.pyramid.edges() + 2) + side, gain);
            }
        }
        best
    }
}

/// The edge of a contact that gains most, and how much.
#[inline(always)]
fn side(pyramid: &Pyramid, felt: &Felt) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, [cosine, sine]) in pyramid.directions().iter().enumerate() {
        let product = felt.along[0] * cosine + felt.along[1] * sine;
        let better = product > best.1;
        best = (if better { index } else { best.0 }, if better { product } else { best.1 });
    }
    if felt.spin.abs() > best.1 {
        best = (pyramid.edges() + usize::from(felt.spin < 0.0), felt.spin.abs());
    }
    (best.0, felt.apart + best.1)
}

/// The edges of round cones.
struct Cones<'a> {
    touches: &'a [Touch],
}

/// An edge of a round cone: where it leans, and its part of the torsion.
#[derive(Debug, Clone, Copy)]
struct Lean {
    contact: usize,
    along: [f64; 2],
    spin: f64,
}

impl Columns<6> for Cones<'_> {
    type Name = Lean;

    /// By (2).
    #[inline(always)]
    fn best(&self, price: &[f64; 6]) -> (Lean, f64) {
        let (contact, gain, felt) = best_round(self.touches, price);
        let across = felt.across();
        let per_across = if across > 0.0 { LEAN / across } else { 0.0 };
        let along = felt.along.map(|entry| entry * per_across);
        (Lean { contact, along, spin: felt.spin * per_across }, gain)
    }

    #[inline(always)]
    fn column(&self, name: Lean) -> [f64; 6] {
        let touch = &self.touches[name.contact];
        touch.wrench(touch.force(name.along), name.spin * touch.torsion)
    }
}

/// Columns that a proof can name.
trait Named: Columns<6> {
    /// Whether directions are tried before the search has ended, because it may never end.
    const ENDLESS: bool;

    fn touches(&self) -> &[Touch];

    fn pushes(&self, frames: &[Frame], names: &[Self::Name; 6]) -> Pushes;
}

impl Named for Edges<'_> {
    const ENDLESS: bool = false;

    fn touches(&self) -> &[Touch] {
        self.touches
    }

    fn pushes(&self, _: &[Frame], names: &[usize; 6]) -> Pushes {
        Pushes::Edges(*names)
    }
}

impl Named for Cones<'_> {
    const ENDLESS: bool = true;

    fn touches(&self) -> &[Touch] {
        self.touches
    }

    fn pushes(&self, frames: &[Frame], names: &[Lean; 6]) -> Pushes {
        Pushes::Round(names.map(|name| {
            let frame = &frames[name.contact];
            Push { contact: name.contact, force: frame.force(name.along), spin: name.spin * frame.torsion() }
        }))
    }
}

struct Search<'a, C> {
    frames: &'a [Frame],
    model: &'a QuickModel,
    per_length: f64,
    columns: C,
}

impl<C: Named> Search<'_, C> {
    /// A proof that the checker accepts.
    #[inline(always)]
    fn proof(&self) -> Option<QuickSpatialProof> {
        let target = self.target();
        let mut basis = Basis::new(&target);
        for _ in 0..MOST_PIVOTS {
            let (name, gain) = self.columns.best(&basis.price);
            // NaN does not improve, so that it ends the search too.
            let improves = gain > IMPROVEMENT;
            if !improves {
                return self.escape(&basis, 0.0);
            }
            if C::ENDLESS
                && gain < NEAR
                && let Some(proof) = self.escape(&basis, gain)
            {
                return Some(proof);
            }
            if !basis.pivot(name, &self.columns.column(name), gain) {
                return self.escape(&basis, 0.0);
            }
            if basis.is_whole() {
                return self.squeeze(&basis);
            }
        }
        None
    }

    /// The reversed weighted sum of the interior pushes.
    #[inline(always)]
    fn target(&self) -> [f64; 6] {
        let mut target = [0.0; 6];
        for (index, frame) in self.frames.iter().enumerate() {
            let (force, spin) = frame.interior(index);
            let wrench = Touch::of(frame, self.per_length).wrench(force, spin * self.per_length);
            let weight = quick::weight(index);
            for row in 0..6 {
                target[row] -= weight * wrench[row];
            }
        }
        target
    }

    #[inline(always)]
    fn squeeze(&self, basis: &Basis<6, C::Name>) -> Option<QuickSpatialProof> {
        let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] = basis.names else { return None };
        let pushes = self.columns.pushes(self.frames, &[a, b, c, d, e, f]);
        self.accepted(QuickSpatialProof::Closed { pushes, inverse: basis.inverse })
    }

    fn accepted(&self, proof: QuickSpatialProof) -> Option<QuickSpatialProof> {
        check_frames(self.frames, self.model, &proof).then_some(proof)
    }

    /// The direction `−y` moved off the edges of the basis, on which it vanishes, as far as the others allow.
    /// A step of no more than `gain` cannot make up for what an edge still gains.
    #[inline(always)]
    fn escape(&self, basis: &Basis<6, C::Name>, gain: f64) -> Option<QuickSpatialProof> {
        // The rows of the inverse that belong to edges: their sum has product 1 with each of them.
        let mut toward = [0.0; 6];
        let edge = basis.names.map(|name| if name.is_some() { 1.0 } else { 0.0 });
        for (entry, unit) in toward.iter_mut().zip(&basis.inverse) {
            *entry = dot(unit, &edge);
        }
        let pull = dot(&toward, &toward);
        let size = dot(&basis.price, &basis.price);
        let mut step = if pull > 0.0 { (size / pull).sqrt() } else { 0.0 };
        for _ in 0..TRIES {
            if step < gain {
                break;
            }
            let mut against = basis.price;
            add(&mut against, -step, &toward);
            if self.columns.best(&against).1 < 0.0 {
                let [wx, wy, wz, vx, vy, vz] = against.map(|entry| -entry);
                let per = self.per_length;
                return self.accepted(QuickSpatialProof::Open([wx * per, wy * per, wz * per, vx, vy, vz]));
            }
            step *= SHORTER;
        }
        self.turn(&basis.price)
    }

    /// The turn about the two points that move least.
    fn turn(&self, price: &[f64; 6]) -> Option<QuickSpatialProof> {
        let mut least = [(usize::MAX, f64::INFINITY); 2];
        for (index, touch) in self.columns.touches().iter().enumerate() {
            let u = touch.velocity(price);
            let speed = dot(&u, &u);
            if speed < least[0].1 {
                least = [(index, speed), least[0]];
            } else if speed < least[1].1 {
                least[1] = (index, speed);
            }
        }
        let axis = least.map(|(index, _)| index);
        let [start, end] = [self.frames.get(axis[0])?.point(), self.frames.get(axis[1])?.point()];
        let along: f64 = (0..3).map(|axis| price[axis] * (end[axis] - start[axis])).sum();
        self.accepted(QuickSpatialProof::Turn { axis, backwards: along > 0.0 })
    }
}

#[inline(always)]
fn add<const D: usize>(sum: &mut [f64; D], factor: f64, vector: &[f64; D]) {
    for axis in 0..D {
        sum[axis] += factor * vector[axis];
    }
}
