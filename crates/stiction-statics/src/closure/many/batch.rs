//! Grasps by the million: flat arrays in, one byte a grasp out, on as many threads as one likes.
//!
//! Each grasp is decided for itself, so that the verdicts are the same bits whatever the number of threads.
//! A thread keeps its desk from grasp to grasp; only what doubles leave open allocates.

use super::plane::{self, Certified, NoVerdict};
use super::space::{CertifiedSpatial, Desk, NoSpatialVerdict};
use rayon::prelude::*;
use stiction_proof::quick::{QuickContact, QuickProof};
use stiction_proof::quick_space::{QuickModel, QuickSpatialContact, QuickSpatialProof};

/// What is known of a grasp; `as u8` it is what is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Verdict {
    /// It does not close, certified.
    Open = 0,
    /// It closes, certified.
    Closed = 1,
    /// Undecided: on the boundary of a round cone, as far as doubles can tell.
    Undecided = 2,
    /// A contact has a number that is not finite, negative friction or torsion, or no normal.
    Faulty = 3,
}

/// How many grasps got which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Certified not to close.
    pub open: usize,
    /// Certified to close.
    pub closed: usize,
    /// Undecided.
    pub undecided: usize,
    /// With a faulty contact.
    pub faulty: usize,
    /// Of the open and closed ones, those that needed exact arithmetic.
    pub exact: usize,
}

impl Tally {
    fn one(verdict: Verdict, exact: bool) -> Self {
        let count = |which: Verdict| usize::from(verdict == which);
        Self {
            open: count(Verdict::Open),
            closed: count(Verdict::Closed),
            undecided: count(Verdict::Undecided),
            faulty: count(Verdict::Faulty),
            exact: usize::from(exact),
        }
    }

    fn with(self, other: Self) -> Self {
        Self {
            open: self.open + other.open,
            closed: self.closed + other.closed,
            undecided: self.undecided + other.undecided,
            faulty: self.faulty + other.faulty,
            exact: self.exact + other.exact,
        }
    }
}

/// An array that does not fit the number of grasps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfit {
    /// Which array.
    pub array: &'static str,
    /// How long it is.
    pub length: usize,
    /// How long it must be.
    pub expected: usize,
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { array, length, expected } = self;
        write!(out, "`{array}` has length {length}; give {expected}")
    }
}

impl std::error::Error for Unfit {}

/// Planar grasps of equally many contacts, one after the other.
///
/// ```
/// use stiction_statics::closure::many::{Grasps, PlanarGrasps};
/// // Two grasps of two fingers: one squeezes, one pushes to the same side.
/// let grasps = PlanarGrasps {
///     contacts: 2,
///     points: &[-1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0],
///     normals: &[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
///     frictions: &[0.5],
/// };
/// let mut verdicts = [9; 2];
/// let tally = grasps.decide(1, &mut verdicts).unwrap();
/// assert_eq!((verdicts, tally.closed), ([1, 0], 1));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PlanarGrasps<'a> {
    /// Contacts of each grasp.
    pub contacts: usize,
    /// Two a contact, from the reference point.
    pub points: &'a [f64],
    /// Two a contact, into the body.
    pub normals: &'a [f64],
    /// One a contact, or one for all.
    pub frictions: &'a [f64],
}

/// Spatial grasps of equally many contacts, one after the other.
///
/// ```
/// use stiction_statics::closure::many::{Grasps, SpatialGrasps};
/// use stiction_proof::quick_space::QuickModel;
/// // Two soft fingers squeeze; with hard ones the body turns between them.
/// let fingers = SpatialGrasps {
///     contacts: 2,
///     points: &[-1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
///     normals: &[1.0, 0.0, 0.0, -1.0, 0.0, 0.0],
///     frictions: &[0.5],
///     torsions: &[0.01],
///     model: &QuickModel::Round,
/// };
/// let mut verdict = [9];
/// fingers.decide(1, &mut verdict).unwrap();
/// assert_eq!(verdict, [1]);
/// SpatialGrasps { torsions: &[], ..fingers }.decide(1, &mut verdict).unwrap();
/// assert_eq!(verdict, [0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct SpatialGrasps<'a> {
    /// Contacts of each grasp.
    pub contacts: usize,
    /// Three a contact, from the reference point.
    pub points: &'a [f64],
    /// Three a contact, into the body.
    pub normals: &'a [f64],
    /// One a contact, or one for all.
    pub frictions: &'a [f64],
    /// One a contact, one for all, or none at all for hard fingers.
    pub torsions: &'a [f64],
    /// Round cones or pyramids.
    pub model: &'a QuickModel,
}

/// What is written of every grasp, on how many threads.
pub struct Writing<'w, T, F> {
    threads: usize,
    out: &'w mut [T],
    write: &'w (dyn Fn(&mut T, F) -> Tally + Sync),
}

/// Grasps of the plane or of space.
pub trait Grasps {
    /// What is found of one.
    type Found: Outcome;

    /// Decides every grasp, and writes of it what `write` does.
    #[doc(hidden)]
    fn each<T: Send>(&self, to: Writing<'_, T, Self::Found>) -> Result<Tally, Unfit>;

    /// Writes a [`Verdict`] a grasp.  With `threads` 0 all cores work, with 1 only the caller.
    ///
    /// # Errors
    /// An array does not fit the number of grasps.
    fn decide(&self, threads: usize, verdicts: &mut [u8]) -> Result<Tally, Unfit> {
        self.each(Writing { threads, out: verdicts, write: &write_verdict })
    }

    /// Writes the proof of each grasp that doubles decide.
    ///
    /// # Errors
    /// An array does not fit the number of grasps.
    fn prove(
        &self,
        threads: usize,
        proofs: &mut [Option<<Self::Found as Outcome>::Proof>],
    ) -> Result<(), Unfit>
    where
        <Self::Found as Outcome>::Proof: Send,
    {
        self.each(Writing { threads, out: proofs, write: &write_proof }).map(|_| ())
    }
}

impl Grasps for PlanarGrasps<'_> {
    type Found = Result<Certified, NoVerdict>;

    fn each<T: Send>(&self, to: Writing<'_, T, Self::Found>) -> Result<Tally, Unfit> {
        let entries = to.out.len().saturating_mul(self.contacts);
        fits_all(entries.saturating_mul(2), entries, [self.points, self.normals, self.frictions])?;
        let contact = |index: usize| QuickContact {
            point: vector(self.points, index),
            normal: vector(self.normals, index),
            friction: entry(self.frictions, index),
        };
        Ok(fill(to, self.contacts, contact, Vec::new, |contacts, edges| {
            plane::certified_with(contacts, edges)
        }))
    }
}

impl Grasps for SpatialGrasps<'_> {
    type Found = Result<CertifiedSpatial, NoSpatialVerdict>;

    fn each<T: Send>(&self, to: Writing<'_, T, Self::Found>) -> Result<Tally, Unfit> {
        let entries = to.out.len().saturating_mul(self.contacts);
        fits_all(entries.saturating_mul(3), entries, [self.points, self.normals, self.frictions])?;
        if !self.torsions.is_empty() {
            fits_or_one("torsions", self.torsions, entries)?;
        }
        let contact = |index: usize| QuickSpatialContact {
            point: vector(self.points, index),
            normal: vector(self.normals, index),
            friction: entry(self.frictions, index),
            torsion: if self.torsions.is_empty() { 0.0 } else { entry(self.torsions, index) },
        };
        Ok(fill(to, self.contacts, contact, Desk::default, |contacts, desk| {
            desk.decide(contacts, self.model)
        }))
    }
}

/// What is found of a grasp.
pub trait Outcome {
    /// Its proof in doubles.
    type Proof;
    /// The verdict, and whether doubles did not suffice for it.
    fn verdict(&self) -> (Verdict, bool);
    /// The proof in doubles, if they did.
    fn quick(self) -> Option<Self::Proof>;
}

impl Outcome for Result<Certified, NoVerdict> {
    type Proof = QuickProof;

    fn verdict(&self) -> (Verdict, bool) {
        match self {
            Ok(certified) => (closes(certified.is_closed()), matches!(certified, Certified::Exact(_))),
            Err(NoVerdict::Contact(_)) => (Verdict::Faulty, false),
            Err(NoVerdict::Refused(_)) => (Verdict::Undecided, false),
        }
    }

    fn quick(self) -> Option<QuickProof> {
        if let Ok(Certified::Quick(quick)) = self { Some(quick) } else { None }
    }
}

impl Outcome for Result<CertifiedSpatial, NoSpatialVerdict> {
    type Proof = QuickSpatialProof;

    fn verdict(&self) -> (Verdict, bool) {
        let exactly = |found: &_| matches!(found, CertifiedSpatial::Exact(_) | CertifiedSpatial::Rational(_));
        match self {
            Ok(found) => (found.is_closed().map_or(Verdict::Undecided, closes), exactly(found)),
            Err(NoSpatialVerdict::Contact(_)) => (Verdict::Faulty, false),
            Err(NoSpatialVerdict::Refused) => (Verdict::Undecided, false),
        }
    }

    fn quick(self) -> Option<QuickSpatialProof> {
        if let Ok(CertifiedSpatial::Quick(quick)) = self { Some(quick) } else { None }
    }
}

fn write_verdict(verdict: &mut u8, found: impl Outcome) -> Tally {
    let (code, exact) = found.verdict();
    *verdict = code as u8;
    Tally::one(code, exact)
}

fn write_proof<O: Outcome>(proof: &mut Option<O::Proof>, found: O) -> Tally {
    *proof = found.quick();
    Tally::default()
}

/// Has each grasp's contacts gathered and what is found of them written, with one desk a thread.
fn fill<T: Send, F, C, D>(
    Writing { threads, out, write }: Writing<'_, T, F>,
    count: usize,
    contact: impl Fn(usize) -> C + Sync,
    desk: impl Fn() -> D + Sync,
    find: impl Fn(&[C], &mut D) -> F + Sync,
) -> Tally {
    spread(threads, out, |start, out| {
        let (mut contacts, mut desk) = (Vec::with_capacity(count), desk());
        let mut tally = Tally::default();
        for (grasp, out) in (start..).zip(out) {
            contacts.clear();
            contacts.extend((grasp * count..(grasp + 1) * count).map(&contact));
            tally = tally.with(write(out, find(&contacts, &mut desk)));
        }
        tally
    })
}

fn closes(closed: bool) -> Verdict {
    if closed { Verdict::Closed } else { Verdict::Open }
}

fn fits(array: &'static str, values: &[f64], expected: usize) -> Result<(), Unfit> {
    if values.len() == expected { Ok(()) } else { Err(Unfit { array, length: values.len(), expected }) }
}

/// Points and normals have so many numbers, frictions one a contact or one for all.
fn fits_all(numbers: usize, contacts: usize, [points, normals, frictions]: [&[f64]; 3]) -> Result<(), Unfit> {
    fits("points", points, numbers)?;
    fits("normals", normals, numbers)?;
    fits_or_one("frictions", frictions, contacts)
}

fn fits_or_one(array: &'static str, values: &[f64], expected: usize) -> Result<(), Unfit> {
    if values.len() == 1 { Ok(()) } else { fits(array, values, expected) }
}

#[inline(always)]
fn vector<const D: usize>(values: &[f64], index: usize) -> [f64; D] {
    std::array::from_fn(|axis| values[D * index + axis])
}

/// One a contact, or one for all.
#[inline(always)]
fn entry(values: &[f64], index: usize) -> f64 {
    if let [one] = values { *one } else { values[index] }
}

/// Grasps that a thread takes at once: enough to forget the handing out, few enough to share evenly.
const AT_ONCE: usize = 512;

/// Calls `work(start, part)` for every part, on so many threads; on one where no more can be had.
fn spread<T: Send>(threads: usize, out: &mut [T], work: impl Fn(usize, &mut [T]) -> Tally + Sync) -> Tally {
    let shared = |out: &mut [T]| {
        let parts = out.par_chunks_mut(AT_ONCE).enumerate();
        parts.map(|(part, out)| work(part * AT_ONCE, out)).reduce(Tally::default, Tally::with)
    };
    match threads {
        0 => shared(out),
        1 => work(0, out),
        _ => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| shared(out)),
            Err(_) => work(0, out),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_that_do_not_fit_are_named_with_both_lengths() {
        let grasps = PlanarGrasps { contacts: 2, points: &[0.0; 8], normals: &[0.0; 7], frictions: &[0.5] };
        let unfit = grasps.decide(1, &mut [0; 2]).unwrap_err();
        assert_eq!(unfit, Unfit { array: "normals", length: 7, expected: 8 });
        assert_eq!(unfit.to_string(), "`normals` has length 7; give 8");
        let model = &QuickModel::Round;
        let grasps = SpatialGrasps {
            contacts: 1,
            points: &[0.0; 6],
            normals: &[1.0; 6],
            frictions: &[0.5; 2],
            torsions: &[0.0; 3],
            model,
        };
        assert_eq!(grasps.decide(0, &mut [0; 2]).unwrap_err().array, "torsions");
    }

    #[test]
    fn a_faulty_contact_spoils_its_own_grasp_only() {
        let grasps = PlanarGrasps {
            contacts: 1,
            points: &[0.0, 0.0, f64::NAN, 0.0, 0.0, 1.0],
            normals: &[1.0, 0.0, 1.0, 0.0, 0.0, 1.0],
            frictions: &[0.5, 0.5, 0.1],
        };
        let mut verdicts = [9; 3];
        let tally = grasps.decide(2, &mut verdicts).unwrap();
        assert_eq!(verdicts, [0, 3, 0]);
        assert_eq!(tally, Tally { open: 2, faulty: 1, ..Tally::default() });
    }

    #[test]
    fn no_contacts_close_nothing() {
        let none = PlanarGrasps { contacts: 0, points: &[], normals: &[], frictions: &[] };
        let mut verdicts = [9; 3];
        assert_eq!(none.decide(1, &mut verdicts).unwrap().open, 3);
        assert_eq!(verdicts, [0; 3]);
    }
}
