//! Which contact modes are kinematically possible, each with a motion that has it?
//!
//! Let `nᵢ(x)` and `tᵢⱼ(x)` be the normal and the sliding velocities at contact i, linear in the twists `x`
//! of the free bodies, and `C = {x : nᵢ(x) ≥ 0}` the cone of feasible motions \[MR 12.5\], \[MR 12.13\].
//!
//! ```text
//!     the sets of kept contacts are the faces of C: on the relative interior of a face F exactly the contacts K(F)
//!     with nᵢ = 0 on F are kept, the others separate                                                            (1)
//!     the modes that keep K(F) are the cells into which the planes tᵢⱼ = 0, i ∈ K(F), cut the interior of F     (2)
//!     the sum of the rays of a cell is a motion of its mode                                                     (3)
//!     groups of rows that no linear relation joins have independent modes: the modes are the product            (4)
//! ```
//!
//! A contact that can never separate is kept on every face, without a program that asks for it: the rays of C
//! know.  Driven bodies make rows affine; a coordinate `h > 0` makes them linear again, and modes are cells
//! with `h > 0`, scaled to `h = 1`.  Contacts that roll (\[MR 12.1.5\]) are equations and leave fewer
//! coordinates; rows that vanish or coincide on a face cut nothing.
//!
//! Cost.  Signs alone decide, in machine words, or in integers of any length where these are too short.  In
//! the plane, one body, C comes from one sort and has at most n rays and n facets: n log n steps for the
//! rays, and n² signs for the modes, of which there are at most 4n + 2 unless contacts are kept in line.  In
//! general a cell is cut at most as often as there are modes, each cut compares the cell's rays in pairs: m
//! modes with r rays a cell take m·r³ operations, after the rays of C, which double description finds in time
//! polynomial in the largest number of rays on the way.  Cells are never empty, so memory and time are
//! bounded by the modes that are listed, and more than `most` of them are refused ([`Unlisted`]): of
//! assemblies at once, by the dimension of their motions (`least.rs`).
//!
//! Differs from the enumeration over pairs of contacts and from Qhull on a polar: contacts that can never
//! separate need no case of their own, and no mode is listed that has no motion.
//!
//! References: \[MR 12.1.3\] for modes, \[MR 12.1.4\] for several bodies, \[DoubleDescription\], \[FukudaProdon\].
//!
//! The hexagon and its modes are \[MR Example 12.3\].

mod bits;
mod cells;
mod complete;
mod explain;
mod graph;
mod least;
mod rays;
mod reduce;
mod words;

pub use cells::Mark;
pub use complete::complete;
pub use explain::{ModeFaults, explain, never_separates};
pub use graph::mode_graph;

use cells::{GroupMode, Stop};
use dashu_int::UBig;
use reduce::{Affine, ContactRow, Freedom, Group};
use std::collections::BTreeMap;
use std::fmt;
use stiction_exact::vector::add;
use stiction_exact::work::{self, Stopped};
use stiction_geometry::shape::Geometry;
use stiction_proof::{
    ContactKind, ModeContact, ModeProblem, ModeProof, ModeRow, MovingBody, Rational, Refusal,
};
use stiction_scene::mode::{ContactRows, Kinematics, Row};
use stiction_scene::scene::{ContactModel, Misfit, NoAnswer, Scene};
use words::WordRows;

/// How many modes are listed unless more are asked for.
pub const MOST: usize = 1_000_000;

/// A kinematically possible mode.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// As it is written: `"ls"`, in space `"s 0+"`, of kept contacts alone `"ms"`.
    pub text: String,
    /// For each contact what its normal velocity does, then each slip; a near contact has one open mark.
    pub marks: Vec<Mark>,
    /// A twist of each free body, in the order of the scene.
    pub twists: Vec<Vec<Rational>>,
}

/// Why the modes of a scene are not listed.
#[derive(Debug, Clone, PartialEq)]
pub enum Unlisted {
    /// There are at least two to this power, more than may be listed: known before any was looked for.
    Power {
        /// How many were allowed.
        most: usize,
        /// The power of two.
        power: usize,
    },
    /// Time was over; so many were found by then.
    Stopped {
        /// How many.
        found: usize,
        /// What was stopped, and by which limit.
        stopped: Stopped,
    },
    /// There are more than may be listed: so many, or at least one more than allowed.
    TooMany {
        /// How many were allowed.
        most: usize,
        /// How many there are, where that is known.
        count: Option<UBig>,
    },
    /// The faces of the cone of motions were given up after so many comparisons.
    Effort(u64),
    /// One group of contacts has too many rows.
    Rows {
        /// How many.
        found: usize,
        /// How many are taken.
        most: usize,
    },
}

/// More modes than may be listed, or more than could be looked for.
impl From<Unlisted> for NoAnswer {
    fn from(why: Unlisted) -> Self {
        let help = match &why {
            Unlisted::TooMany { .. } => "allow more with `most`, or ask only which contacts are kept",
            Unlisted::Stopped { .. } => "allow more time, or ask about fewer contacts or bodies at once",
            _ => "ask about fewer contacts or bodies at once",
        };
        Self::Misfits(vec![Misfit::new("many", &["contacts"], why.to_string(), help)])
    }
}

impl fmt::Display for Unlisted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Power { most, power } => {
                write!(f, "there are at least 2^{power} modes, more than the {most} that are listed")
            }
            Self::Stopped { found, stopped } => write!(f, "{stopped}; {found} modes were found by then"),
            Self::TooMany { most, count: Some(count) } => {
                write!(f, "there are {count} modes, more than the {most} that are listed")
            }
            Self::TooMany { most, count: None } => {
                write!(f, "there are more than the {most} modes that are listed")
            }
            Self::Effort(pairs) => {
                write!(f, "the modes were not found within {pairs} comparisons of extreme motions")
            }
            Self::Rows { found, most } => {
                write!(
                    f,
                    "contacts that depend on each other have {found} rows, more than the {most} that are taken"
                )
            }
        }
    }
}

impl std::error::Error for Unlisted {}

/// Where the label of a contact comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Slot {
    /// A near contact.
    Near,
    /// It rolls, with so many tangents.
    Rolls(usize),
    /// A contact of a group, whose marks stand there.
    Member { group: usize, start: usize, tangents: usize },
}

#[derive(Debug, Clone)]
struct ListedModes {
    /// For each coordinate but the fixed one, the change of the twists along it.
    lift: Vec<Vec<Rational>>,
    /// Whether the last coordinate is one that is fixed at 1.
    is_affine: bool,
    modes: Vec<GroupMode>,
}

/// All modes of a scene: the product of the modes of independent groups, walked and never stored.
#[derive(Debug, Clone)]
pub struct Modes {
    planar: bool,
    contacts_only: bool,
    components: usize,
    slots: Vec<Slot>,
    groups: Vec<ListedModes>,
    /// The motion to which the groups add theirs, and the directions in which they do.
    freedom: Option<Freedom>,
}

/// The modes of a scene, at most `most` of them.
///
/// ```
/// use stiction_modes::modes::{MOST, modes};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
///
/// // A foot on the ground separates, sticks, or slides either way.
/// let foot = Scene::<Planar>::new()
///     .with_body(Body::new("part"))
///     .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]));
/// let modes = modes(&foot, false, MOST).unwrap();
/// let mut letters: Vec<String> = modes.iter().map(|mode| mode.text).collect();
/// letters.sort();
/// assert_eq!(letters, ["l", "n", "r", "s"]);
/// ```
///
/// # Errors
/// There are more, or too many to find out.
pub fn modes<S: Geometry>(scene: &Scene<S>, contacts_only: bool, most: usize) -> Result<Modes, Unlisted> {
    if let Some(rows) = WordRows::of(scene) {
        match rows.list(contacts_only, most) {
            Ok(listed) => return Ok(Modes::of_one_body(scene.contacts.len(), &rows, contacts_only, listed)),
            Err(Stop::TooMany) => return Err(Unlisted::TooMany { most, count: None }),
            Err(Stop::Time(found, stopped)) => return Err(Unlisted::Stopped { found, stopped }),
            // What does not fit into words is found without them.
            Err(_) => {}
        }
    }
    list(scene, &Kinematics::new(scene), contacts_only, most)
}

fn list<S: Geometry>(
    scene: &Scene<S>,
    kinematics: &Kinematics<S>,
    contacts_only: bool,
    most: usize,
) -> Result<Modes, Unlisted> {
    let mut system = System::new(scene, kinematics);
    let mut modes = Modes {
        planar: S::DIMENSION == 2,
        contacts_only,
        components: S::FREEDOMS,
        slots: system.slots(),
        groups: Vec::new(),
        freedom: None,
    };
    let frozen: Vec<usize> = kinematics.frozen().collect();
    let Some(freedom) = reduce::freedom(kinematics.dimension(), &frozen, &system.equations) else {
        return Ok(modes);
    };
    let contacts = system.over(&freedom, frozen.is_empty() && system.equations.is_empty());
    let single = kinematics.free.len() <= 1;
    let groups = reduce::groups(&contacts, freedom.directions.len(), single);
    if let Some(power) = too_many(&groups, most) {
        return Err(Unlisted::Power { most, power });
    }
    let (mut before, total) = (1_usize, groups.len());
    for group in groups {
        let rows = || group.rows.normals.len() + group.rows.tangents.iter().map(Vec::len).sum::<usize>();
        let listed = cells::list(&group.rows, contacts_only, most).map_err(|stop| match stop {
            Stop::Effort => Unlisted::Effort(cells::EFFORT),
            Stop::Rows => Unlisted::Rows { found: rows(), most: cells::MOST_ROWS - 1 },
            // Every mode of the groups before goes with every one of this group.
            Stop::Time(found, stopped) => Unlisted::Stopped { found: found.saturating_mul(before), stopped },
            Stop::TooMany | Stop::Overflow => Unlisted::TooMany { most, count: None },
        })?;
        work::tell(modes.groups.len(), total);
        before = before.saturating_mul(listed.len());
        modes.place(&system.sliding, &group);
        let Group { lift, rows, .. } = group;
        modes.groups.push(ListedModes { lift, is_affine: rows.is_affine, modes: listed });
    }
    modes.freedom = Some(freedom);
    let count = modes.count();
    if count > UBig::from(most) {
        return Err(Unlisted::TooMany { most, count: Some(count) });
    }
    Ok(modes)
}

/// The power of two that there are modes at least, where one group alone has more than may be listed; of
/// small groups the number is counted.
fn too_many(groups: &[Group], most: usize) -> Option<usize> {
    // As many as `most` have fewer bits.
    let wanted = (usize::BITS - most.leading_zeros()) as usize;
    let large = groups.iter().filter(|group| least::at_most(&group.rows) >= wanted);
    let powers: Vec<usize> = large.map(|group| least::dimension(&group.rows)).collect();
    powers.iter().any(|&power| power >= wanted).then(|| powers.iter().sum())
}

/// The rows of a scene over the twists of its free bodies.
struct System {
    /// What is at each contact of the scene; members are placed later.
    slots: Vec<Slot>,
    /// For each contact that may slide, its index in the scene.
    sliding: Vec<usize>,
    /// Their rows.
    rows: Vec<ContactRow>,
    /// What contacts that roll ask for.
    equations: Vec<Affine>,
}

impl System {
    fn new<S: Geometry>(scene: &Scene<S>, kinematics: &Kinematics<S>) -> Self {
        let mut slots = vec![Slot::Near; scene.contacts.len()];
        let (mut sliding, mut rows, mut equations) = (Vec::new(), Vec::new(), Vec::new());
        // Of one body a row is its own part.
        let affine = |row: &Row<S>| match &row.parts[..] {
            [(0, part)] if kinematics.free.len() == 1 => (part.as_ref().to_vec(), row.constant.clone()),
            _ => (kinematics.dense(row), row.constant.clone()),
        };
        let given = Kinematics::given(scene);
        let mut all: Vec<&ContactRows<S>> = kinematics.contacts.iter().chain(&given).collect();
        all.sort_by_key(|contact| contact.contact);
        for contact in all {
            let tangents: Vec<Affine> = contact.tangents.iter().map(affine).collect();
            if contact.model == ContactModel::Frictionless {
                let normal = affine(&contact.normal);
                let member = Slot::Member { group: 0, start: 0, tangents: tangents.len() };
                slots[contact.contact] = member;
                sliding.push(contact.contact);
                rows.push(ContactRow { normal, tangents });
            } else {
                slots[contact.contact] = Slot::Rolls(tangents.len());
                equations.push(affine(&contact.normal));
                equations.extend(tangents);
                equations.extend(contact.spin.as_ref().map(affine));
            }
        }
        Self { slots, sliding, rows, equations }
    }

    fn slots(&self) -> Vec<Slot> {
        self.slots.clone()
    }

    /// The rows over the directions of a freedom; where every motion is free they are as they were.
    fn over(&mut self, freedom: &Freedom, is_whole: bool) -> Vec<ContactRow> {
        if is_whole {
            return std::mem::take(&mut self.rows);
        }
        let contact = |contact: &ContactRow| ContactRow {
            normal: reduce::over(freedom, &contact.normal),
            tangents: contact.tangents.iter().map(|row| reduce::over(freedom, row)).collect(),
        };
        self.rows.iter().map(contact).collect()
    }
}

impl Modes {
    /// The modes of one planar body, found from its rows in words.
    fn of_one_body(contacts: usize, rows: &WordRows, contacts_only: bool, modes: Vec<GroupMode>) -> Self {
        let mut slots = vec![Slot::Near; contacts];
        let each = if contacts_only { 1 } else { 2 };
        for (at, &contact) in rows.contacts.iter().enumerate() {
            slots[contact] = Slot::Member { group: 0, start: each * at, tangents: 1 };
        }
        let unit = |at: usize| (0..3).map(|i| Rational::from(i64::from(i == at))).collect::<Vec<_>>();
        let lift: Vec<Vec<Rational>> = (0..3).map(unit).collect();
        let freedom = Freedom { start: vec![Rational::zero(); 3], directions: lift.clone() };
        let groups = vec![ListedModes { lift, is_affine: false, modes }];
        Self { planar: true, contacts_only, components: 3, slots, groups, freedom: Some(freedom) }
    }

    /// Tells the contacts of the next group where their marks stand.
    fn place(&mut self, sliding: &[usize], members: &Group) {
        let mut at = 0;
        for &contact in &members.contacts {
            if let Slot::Member { group, start, tangents } = &mut self.slots[sliding[contact]] {
                (*group, *start) = (self.groups.len(), at);
                at += 1 + if self.contacts_only { 0 } else { *tangents };
            }
        }
    }

    /// How many there are.
    pub fn count(&self) -> UBig {
        match self.freedom {
            None => UBig::ZERO,
            Some(_) => self.groups.iter().map(|group| UBig::from(group.modes.len())).product(),
        }
    }

    /// How many independent groups the contacts fall into.
    pub fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The contacts, as indices into the scene, that separate in no mode.
    pub fn never_separate(&self) -> Vec<usize> {
        let kept = |slot: &Slot| match slot {
            Slot::Near => false,
            Slot::Rolls(_) => true,
            Slot::Member { group, start, .. } => {
                self.groups[*group].modes.iter().all(|mode| mode.marks[*start] == Mark::Zero)
            }
        };
        if self.count() == UBig::ZERO {
            return Vec::new();
        }
        (0..self.slots.len()).filter(|&contact| kept(&self.slots[contact])).collect()
    }

    /// All of them, each with its motion: the one that rolls everywhere first, where there is one.
    pub fn iter(&self) -> impl Iterator<Item = Mode> + '_ {
        let motions: Vec<Vec<Vec<Rational>>> = match &self.freedom {
            None => Vec::new(),
            Some(freedom) => self.groups.iter().map(|group| group.motions(freedom)).collect(),
        };
        let mut place = (self.count() > UBig::ZERO).then(|| vec![0; self.groups.len()]);
        std::iter::from_fn(move || {
            let now = place.clone()?;
            place = self.following(&now);
            Some(self.mode(&now, &motions))
        })
    }

    /// The next choice of one mode of each group, the last group running fastest.
    fn following(&self, now: &[usize]) -> Option<Vec<usize>> {
        let mut next = now.to_vec();
        for group in (0..next.len()).rev() {
            next[group] += 1;
            if next[group] < self.groups[group].modes.len() {
                return Some(next);
            }
            next[group] = 0;
        }
        None
    }

    fn mode(&self, place: &[usize], motions: &[Vec<Vec<Rational>>]) -> Mode {
        let mut marks = Vec::with_capacity(3 * self.slots.len());
        let mut text = String::with_capacity(3 * self.slots.len());
        for slot in &self.slots {
            let start = marks.len();
            match *slot {
                Slot::Near => marks.push(Mark::Open),
                Slot::Rolls(tangents) => {
                    let tangents = if self.contacts_only { 0 } else { tangents };
                    marks.extend(std::iter::repeat_n(Mark::Zero, 1 + tangents));
                }
                Slot::Member { group, start, tangents } => {
                    let end = start + 1 + if self.contacts_only { 0 } else { tangents };
                    marks.extend_from_slice(&self.groups[group].modes[place[group]].marks[start..end]);
                }
            }
            self.write(&marks[start..], *slot == Slot::Near, &mut text);
        }
        let start = self.freedom.as_ref().map_or(&[][..], |freedom| &freedom.start);
        let mut twist = start.to_vec();
        for (motions, &at) in motions.iter().zip(place) {
            for (sum, entry) in twist.iter_mut().zip(&motions[at]).filter(|(_, entry)| !entry.is_zero()) {
                if sum.is_zero() {
                    *sum = entry.clone();
                } else {
                    *sum += entry;
                }
            }
        }
        let twists = if twist.len() == self.components {
            vec![twist]
        } else {
            twist.chunks(self.components).map(<[Rational]>::to_vec).collect()
        };
        Mode { text, marks, twists }
    }

    /// The label of one contact.
    fn write(&self, marks: &[Mark], near: bool, text: &mut String) {
        if !self.planar && !self.contacts_only && !text.is_empty() {
            text.push(' ');
        }
        match marks {
            _ if near => text.push('u'),
            [Mark::Zero] => text.push('m'),
            [Mark::Zero, slip] if self.planar => text.push(match slip {
                Mark::Positive => 'l',
                Mark::Negative => 'r',
                _ => 'n',
            }),
            [Mark::Zero, slips @ ..] => text.extend(slips.iter().map(|slip| match slip {
                Mark::Positive => '+',
                Mark::Negative => '-',
                _ => '0',
            })),
            _ => text.push('s'),
        }
    }
}

impl ListedModes {
    /// For each mode what it adds to the twists of all bodies.
    fn motions(&self, freedom: &Freedom) -> Vec<Vec<Rational>> {
        let width = freedom.start.len();
        let lift: Vec<Vec<Rational>> = self
            .lift
            .iter()
            .map(|lift| {
                let mut twist = vec![Rational::zero(); width];
                for (entry, direction) in
                    lift.iter().zip(&freedom.directions).filter(|(entry, _)| !entry.is_zero())
                {
                    add(&mut twist, entry, direction);
                }
                twist
            })
            .collect();
        // Most coordinates are components of the twist themselves.
        let component = |lift: &Vec<Rational>| {
            let at = lift.iter().position(|entry| !entry.is_zero())?;
            let alone = lift[at] == Rational::one() && lift[at + 1..].iter().all(Rational::is_zero);
            alone.then_some(at)
        };
        let components: Vec<Option<usize>> = lift.iter().map(component).collect();
        let motion = |mode: &GroupMode| {
            let mut twist = vec![Rational::zero(); width];
            let scale = if self.is_affine { mode.point.last() } else { None };
            let coordinates = mode.point.iter().zip(lift.iter().zip(&components));
            for (entry, (lift, component)) in coordinates.filter(|(entry, _)| !entry.is_zero()) {
                let entry = match scale {
                    None => Rational::from(entry.clone()),
                    // Points of a cell are inside the half-space where the last coordinate is positive.
                    Some(scale) => Rational::quotient(entry, scale),
                };
                match component {
                    Some(at) => twist[*at] += &entry,
                    None => add(&mut twist, &entry, lift),
                }
            }
            twist
        };
        self.modes.iter().map(motion).collect()
    }
}

/// The problem that proofs about a scene's modes speak of.
pub fn mode_problem<S: Geometry>(scene: &Scene<S>) -> ModeProblem {
    let kinematics = Kinematics::new(scene);
    let name = |body: usize| scene.bodies[body].name.clone();
    let bodies = kinematics.free.iter().zip(&kinematics.freedoms);
    let none = ModeRow::default();
    let near = |contact: &stiction_scene::scene::Contact<S>| ModeContact {
        id: contact.id.clone(),
        kind: ContactKind::Near,
        normal: none.clone(),
        tangents: Vec::new(),
        spin: None,
    };
    let mut contacts: Vec<ModeContact> = scene.contacts.iter().map(near).collect();
    for rows in kinematics.contacts.iter().chain(&Kinematics::given(scene)) {
        let row = |row: &Row<S>| ModeRow {
            parts: row
                .parts
                .iter()
                .map(|(body, part)| (name(kinematics.free[*body]), part.as_ref().to_vec()))
                .collect(),
            constant: row.constant.clone(),
        };
        let contact = &mut contacts[rows.contact];
        contact.kind = match rows.model {
            ContactModel::Frictionless => ContactKind::Slides,
            ContactModel::Point | ContactModel::Soft => ContactKind::Rolls,
        };
        contact.normal = row(&rows.normal);
        contact.tangents = rows.tangents.iter().map(row).collect();
        contact.spin = rows.spin.as_ref().map(row);
    }
    ModeProblem {
        dimension: S::DIMENSION,
        bodies: bodies
            .map(|(&body, freedoms)| MovingBody { name: name(body), freedoms: freedoms.clone() })
            .collect(),
        contacts,
    }
}

/// Lets the checker see that a mode has its motion.
///
/// # Errors
/// The checker refuses it: a defect of this library.
pub fn witnessed(problem: &ModeProblem, mode: &Mode) -> Result<stiction_proof::Verified<ModeProof>, Refusal> {
    let names = problem.bodies.iter().map(|body| body.name.clone());
    let twists: BTreeMap<String, Vec<Rational>> = names.zip(mode.twists.iter().cloned()).collect();
    problem.check(ModeProof::Possible { mode: mode.text.clone(), twists })
}
