//! Why a mode is possible or not: a motion, or multipliers of the contacts' rows.
//!
//! One program decides.  Let the mode ask for `A(x, h) = 0`, `B(x, h) > 0` and `h > 0`.  Multipliers `y`,
//! `z ≥ 0` with `yA + zB + z₀·h = 0` and `Σz + z₀ = 1` refute it (Motzkin), and so do rows of which no more
//! is asked than `≥ 0`, which do not count in the sum; if there are none, Farkas' alternative of this very
//! program is `(x, h)` with `A = 0`, `B ≥ 1` and `h ≥ 1`, a motion once it is divided by `h`.
//!
//! References: \[Motzkin\], \[Farkas\].

use super::mode_problem;
use std::collections::BTreeMap;
use stiction_exact::linear::farkas;
use stiction_geometry::shape::Geometry;
use stiction_proof::{
    ContactKind, ModeContact, ModeProblem, ModeProof, ModeRow, Rational, Refusal, RowMultipliers, Verified,
};
use stiction_scene::mode::{Label, ModeFault, SpatialLabel, parse_mode, parse_spatial_mode};
use stiction_scene::scene::Scene;

/// Why a text is no mode of a scene, or a refused proof.
#[derive(Debug, Clone, PartialEq)]
pub enum ModeFaults {
    /// What is wrong with the text, all at once.
    Text(Vec<ModeFault>),
    /// The checker refused what was found: a defect of this library.
    Refused(Refusal),
}

/// A mode that is asked about: what it wants of each contact's rows.
struct ModeDemand {
    normal: Want,
    tangents: Vec<Want>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Want {
    Zero,
    Positive,
    Negative,
    NotNegative,
    Nothing,
}

/// The proof that a mode, as it is written, is possible or impossible.
///
/// ```
/// use stiction_modes::modes::explain;
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// use stiction_proof::ModeProof;
///
/// let feet = Scene::<Planar>::new()
///     .with_body(Body::new("block"))
///     .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]))
///     .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
/// // A rigid block does not slide apart.
/// let apart = explain(&feet, "lr", false).unwrap();
/// assert!(matches!(apart.proof(), ModeProof::Impossible { .. }));
/// assert!(explain(&feet, "lx", false).is_err());
/// ```
///
/// # Errors
/// Every fault of the text.
pub fn explain<S: Geometry>(
    scene: &Scene<S>,
    mode: &str,
    contacts_only: bool,
) -> Result<Verified<ModeProof>, ModeFaults> {
    let problem = mode_problem(scene);
    let (wanted, text) = read(&problem, mode, contacts_only).map_err(ModeFaults::Text)?;
    problem.check(decide(&problem, &wanted, text)).map_err(ModeFaults::Refused)
}

/// The proof that a contact never separates or, of none, that no motion is allowed; or the motion that shows otherwise.
///
/// # Errors
/// The checker refused what was found: a defect of this library.
pub fn never_separates(
    problem: &ModeProblem,
    separates: Option<usize>,
) -> Result<Verified<ModeProof>, Refusal> {
    let label = |index: usize| if separates == Some(index) { "s" } else { "?" };
    let count = problem.contacts.len();
    let between = if problem.dimension == 2 { "" } else { " " };
    let mode = (0..count).map(label).collect::<Vec<_>>().join(between);
    let wanted = |(index, contact): (usize, &ModeContact)| ModeDemand {
        normal: match contact.kind {
            ContactKind::Near => Want::Nothing,
            _ if separates == Some(index) => Want::Positive,
            _ => Want::NotNegative,
        },
        tangents: vec![Want::Nothing; contact.tangents.len()],
    };
    let wanted: Vec<ModeDemand> = problem.contacts.iter().enumerate().map(wanted).collect();
    problem.check(decide(problem, &wanted, mode))
}

/// Multipliers that refute a choice of labels, `?` among them; none if it is possible.
pub(super) fn refuted(problem: &ModeProblem, labels: &[String]) -> Option<Vec<RowMultipliers>> {
    let wanted = |(contact, label): (&ModeContact, &String)| {
        let count = contact.tangents.len();
        let kept = |tangents: Vec<Want>| ModeDemand { normal: Want::Zero, tangents };
        let slip = |letter: char| match letter {
            'l' | '+' => Want::Positive,
            'r' | '-' => Want::Negative,
            '?' => Want::Nothing,
            _ => Want::Zero,
        };
        match (contact.kind, label.as_str()) {
            (ContactKind::Near, _) => {
                ModeDemand { normal: Want::Nothing, tangents: vec![Want::Nothing; count] }
            }
            (_, "s") => ModeDemand { normal: Want::Positive, tangents: vec![Want::Nothing; count] },
            (_, "?") => ModeDemand { normal: Want::NotNegative, tangents: vec![Want::Nothing; count] },
            (ContactKind::Slides, "m") => kept(vec![Want::Nothing; count]),
            (_, letters) => kept(letters.chars().map(slip).collect()),
        }
    };
    let wanted: Vec<ModeDemand> = problem.contacts.iter().zip(labels).map(wanted).collect();
    match decide(problem, &wanted, String::new()) {
        ModeProof::Impossible { multipliers, .. } => Some(multipliers),
        ModeProof::Possible { .. } => None,
    }
}

/// What a text wants, and how the mode is written.
fn read(
    problem: &ModeProblem,
    text: &str,
    contacts_only: bool,
) -> Result<(Vec<ModeDemand>, String), Vec<ModeFault>> {
    let touches = |contact: &ModeContact| contact.kind != ContactKind::Near;
    let letters = problem.dimension == 2 || contacts_only;
    let (wanted, written): (Vec<ModeDemand>, String) = if letters {
        let touching: Vec<bool> = problem.contacts.iter().map(touches).collect();
        let labels = parse_mode(text, &touching)?;
        let wanted = labels.iter().zip(&problem.contacts).map(|(&label, contact)| of_letter(label, contact));
        (wanted.collect(), labels.iter().map(|label| label.letter()).collect())
    } else {
        let contacts: Vec<(bool, usize)> =
            problem.contacts.iter().map(|contact| (touches(contact), contact.tangents.len())).collect();
        let labels = parse_spatial_mode(text, &contacts)?;
        let words: Vec<String> = labels.iter().map(SpatialLabel::to_string).collect();
        let wanted = labels.iter().zip(&problem.contacts).map(|(label, contact)| of_label(label, contact));
        (wanted.collect(), words.join(" "))
    };
    let faults: Vec<ModeFault> = wanted
        .iter()
        .zip(&problem.contacts)
        .enumerate()
        .filter_map(|(index, (wanted, contact))| misfit(index, wanted, contact, contacts_only))
        .collect();
    if faults.is_empty() { Ok((wanted, written)) } else { Err(faults) }
}

fn of_letter(label: Label, contact: &ModeContact) -> ModeDemand {
    let count = contact.tangents.len();
    let kept = |slip: Want| ModeDemand { normal: Want::Zero, tangents: vec![slip; count] };
    match label {
        Label::Left => kept(Want::Positive),
        Label::Right => kept(Want::Negative),
        Label::Sticks => kept(Want::Zero),
        Label::Kept => kept(Want::Nothing),
        Label::Approaches => ModeDemand { normal: Want::Negative, tangents: Vec::new() },
        Label::Separates => ModeDemand { normal: Want::Positive, tangents: vec![Want::Nothing; count] },
        Label::Unconstrained => ModeDemand { normal: Want::Nothing, tangents: Vec::new() },
    }
}

fn of_label(label: &SpatialLabel, contact: &ModeContact) -> ModeDemand {
    use stiction_exact::Sign;
    let slip = |sign: &Sign| match sign {
        Sign::Positive => Want::Positive,
        Sign::Negative => Want::Negative,
        Sign::Zero => Want::Zero,
    };
    match label {
        SpatialLabel::Separates => of_letter(Label::Separates, contact),
        SpatialLabel::Unconstrained => of_letter(Label::Unconstrained, contact),
        SpatialLabel::Kept => of_letter(Label::Kept, contact),
        SpatialLabel::Slides(signs) => {
            ModeDemand { normal: Want::Zero, tangents: signs.iter().map(slip).collect() }
        }
    }
}

/// Labels that are letters of a mode, but not of this question or of this contact's model.
fn misfit(
    index: usize,
    wanted: &ModeDemand,
    contact: &ModeContact,
    contacts_only: bool,
) -> Option<ModeFault> {
    let fault = |message: String, help: &str| {
        Some(ModeFault { contact: Some(index), message, help: help.to_owned() })
    };
    let id = &contact.id;
    let moves = |want: &Want| matches!(want, Want::Positive | Want::Negative);
    match contact.kind {
        ContactKind::Near if wanted.normal != Want::Nothing => fault(
            format!("contact \"{id}\" is near, and in kinematic modes a near contact does as it likes"),
            "write u for it",
        ),
        ContactKind::Rolls if [&wanted.normal].into_iter().chain(&wanted.tangents).any(moves) => fault(
            format!("contact \"{id}\" rolls by its `model`: it neither separates nor slides"),
            "write n (in space 00) or m for it, or leave `model` out",
        ),
        _ if contacts_only && wanted.tangents.iter().any(|want| *want != Want::Nothing) => fault(
            format!("contact \"{id}\" has a slip, and with --contacts-only the letters are m and s"),
            "write m for a contact that is kept, or leave --contacts-only out",
        ),
        _ => None,
    }
}

/// A row with what is wanted of it, and where its multiplier goes.
struct Entry<'a> {
    row: &'a ModeRow,
    want: Want,
    contact: usize,
    /// 0 the normal, then the tangents, then the spin.
    place: usize,
}

fn entries<'a>(problem: &'a ModeProblem, wanted: &[ModeDemand]) -> Vec<Entry<'a>> {
    let mut entries = Vec::new();
    for (index, (contact, wanted)) in problem.contacts.iter().zip(wanted).enumerate() {
        let rolls = contact.kind == ContactKind::Rolls;
        let mut push = |row: &'a ModeRow, want: Want, place: usize| {
            let want = if rolls { Want::Zero } else { want };
            if want != Want::Nothing {
                entries.push(Entry { row, want, contact: index, place });
            }
        };
        push(&contact.normal, wanted.normal, 0);
        for (place, (row, want)) in contact.tangents.iter().zip(&wanted.tangents).enumerate() {
            push(row, *want, 1 + place);
        }
        if let Some(spin) = &contact.spin {
            push(spin, Want::Nothing, 1 + contact.tangents.len());
        }
    }
    entries
}

/// Solves the one program of the module.
fn decide(problem: &ModeProblem, wanted: &[ModeDemand], mode: String) -> ModeProof {
    let components = if problem.dimension == 2 { 3 } else { 6 };
    let starts: BTreeMap<&str, usize> =
        problem.bodies.iter().enumerate().map(|(at, body)| (body.name.as_str(), at * components)).collect();
    let width = problem.bodies.len() * components;
    let entries = entries(problem, wanted);
    let mut columns: Vec<Vec<Rational>> = Vec::new();
    // Which entry a column belongs to, and with which sign it counts.
    let mut origin: Vec<(usize, bool)> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let mut column = vec![Rational::zero(); width + 2];
        for (name, part) in &entry.row.parts {
            let start = starts.get(name.as_str()).copied().unwrap_or(0);
            column[start..].iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        column[width] = entry.row.constant.clone();
        let turned = || -> Vec<Rational> { column.iter().map(|entry| -entry.clone()).collect() };
        match entry.want {
            Want::Zero => {
                columns.push(turned());
                columns.push(column);
                origin.extend([(at, true), (at, false)]);
            }
            Want::NotNegative => {
                columns.push(column);
                origin.push((at, false));
            }
            Want::Negative => {
                let mut column = turned();
                column[width + 1] = Rational::one();
                columns.push(column);
                origin.push((at, true));
            }
            _ => {
                column[width + 1] = Rational::one();
                columns.push(column);
                origin.push((at, false));
            }
        }
    }
    // h > 0.
    let mut column = vec![Rational::zero(); width + 2];
    (column[width], column[width + 1]) = (Rational::one(), Rational::one());
    columns.push(column);
    // A component that a body may not have is no unknown: its equation is left out.
    let frozen = problem.bodies.iter().flat_map(|body| &body.freedoms).map(|free| !free);
    let frozen: Vec<bool> = frozen.chain([false, false]).collect();
    let kept = |column: &Vec<Rational>| -> Vec<Rational> {
        column.iter().zip(&frozen).filter(|(_, frozen)| !**frozen).map(|(entry, _)| entry.clone()).collect()
    };
    let columns: Vec<Vec<Rational>> = columns.iter().map(kept).collect();
    let mut right = vec![Rational::zero(); columns[0].len()];
    if let Some(last) = right.last_mut() {
        *last = Rational::one();
    }
    match farkas(&columns, &right, &[]) {
        Ok(weights) => refutation(problem, &entries, &origin, &weights, mode),
        Err(alternative) => motion(problem, components, &frozen, &alternative, mode),
    }
}

fn refutation(
    problem: &ModeProblem,
    entries: &[Entry<'_>],
    origin: &[(usize, bool)],
    weights: &[Rational],
    mode: String,
) -> ModeProof {
    let mut found: BTreeMap<usize, RowMultipliers> = BTreeMap::new();
    for (&(at, turned), weight) in origin.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()) {
        let entry = &entries[at];
        let contact = &problem.contacts[entry.contact];
        let multipliers = found.entry(entry.contact).or_insert_with(|| RowMultipliers {
            contact: contact.id.clone(),
            normal: Rational::zero(),
            tangents: vec![Rational::zero(); contact.tangents.len()],
            spin: Rational::zero(),
        });
        let place = match entry.place {
            0 => &mut multipliers.normal,
            place if place <= contact.tangents.len() => &mut multipliers.tangents[place - 1],
            _ => &mut multipliers.spin,
        };
        *place += &if turned { -weight.clone() } else { weight.clone() };
    }
    ModeProof::Impossible { mode, multipliers: found.into_values().collect() }
}

fn motion(
    problem: &ModeProblem,
    components: usize,
    frozen: &[bool],
    alternative: &[Rational],
    mode: String,
) -> ModeProof {
    let mut found = alternative.iter();
    let whole: Vec<Rational> = frozen
        .iter()
        .map(|frozen| if *frozen { Rational::zero() } else { found.next().cloned().unwrap_or_default() })
        .collect();
    let scale = whole.get(whole.len().saturating_sub(2)).cloned().unwrap_or_default();
    let twist = |at: usize| {
        let part = &whole[at * components..(at + 1) * components];
        // The alternative y has h + y_last ≥ 0 and y_last < 0, so that h is positive.
        part.iter().map(|entry| entry / &scale).collect()
    };
    let twists = problem.bodies.iter().enumerate().map(|(at, body)| (body.name.clone(), twist(at))).collect();
    ModeProof::Possible { mode, twists }
}
