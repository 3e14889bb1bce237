//! The wrenches of contact modes, from the contacts to rays and facets: ours against cddlib in doubles; and strong
//! stability.
//!
//! cddlib is asked in two ways. `paper` is the algorithm of \[BT 5\] as it stands, from the same contacts and the
//! same mode: the matrix K of all accelerations and forces is converted, its facets are pulled back to wrenches, and
//! these are converted to rays. `reduced` is given our own sum of two cones in R³ and converts only these: what is
//! left of the difference is the conversion.
//!
//! `ours` is from contacts in machine words to rays and facets, each cone checked (its rows hold at all generators,
//! each facet is spanned by rays); `exact` is the set with its open faces, in integers of any length, from contacts
//! in fractions. What cddlib is given was computed outside the clock, so that `paper` and `reduced` are its
//! conversions alone.
//!
//! Beside the times of \[BT Table 4\].

use crate::grasps::SplitMix;
use crate::measure::{median, per_pass};
use crate::peers::Script;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use stiction::ask::insert::Insertion;
use stiction::ask::wrenches::{
    Judge, Quick, QuickContact, QuickPart, Rest, Stability, letters, rest, wrench_set,
};
use stiction::mode::Label;
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, PartContact, Plan, PlanarPart, Sense};

const ROUNDS: usize = 5;

/// A part and a mode that some acceleration has.
struct Case {
    name: String,
    part: PlanarPart,
    quick: QuickPart,
    mode: Vec<Label>,
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let counts = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32];
    let cases: Vec<Case> = counts
        .iter()
        .flat_map(|&count| [sliding(count), sticking(count)])
        .collect::<Option<_>>()
        .ok_or("no case")?;
    let problems = cases.iter().map(to_json).collect::<Option<Value>>().ok_or("a mode does not fit")?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("wrench_peers.py");
    let mut script = Script::start(python, &script, &problems)?;
    let written = |fault: std::io::Error| fault.to_string();
    writeln!(out, "{ROUNDS} rounds in turns, medians of one set from the contacts to its facets, checked")
        .map_err(written)?;
    writeln!(
        out,
        "{:12} {:>10} {:>10} {:>12} {:>12} {:>8} {:>8}",
        "case", "ours µs", "exact µs", "paper µs", "reduced µs", "facets", "theirs"
    )
    .map_err(written)?;
    let mut lines = Vec::new();
    for case in &cases {
        let (mut ours, mut exact, mut paper, mut reduced) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut facets, mut peer) = (None, None);
        let mut room = Quick::new();
        for _ in 0..ROUNDS {
            let (seconds, found) = per_pass(|| quick(&mut room, black_box(case)));
            ours.push(seconds);
            facets = found;
            exact.push(per_pass(|| slow(black_box(case))).0);
            paper.extend(script.ask("paper", &case.name)?["seconds"].as_f64());
            let answer = script.ask("reduced", &case.name)?;
            reduced.extend(answer["seconds"].as_f64());
            peer = answer["normals"].as_u64();
        }
        let facets = facets.ok_or_else(|| format!("{}: the numbers are too long", case.name))?;
        let [ours, exact, paper, reduced] = [ours, exact, paper, reduced].map(|times| median(times) * 1e6);
        let peer = peer.map_or("?".to_owned(), |peer| peer.to_string());
        let name = &case.name;
        writeln!(out, "{name:12} {ours:10.2} {exact:10.2} {paper:12.2} {reduced:12.2} {facets:>8} {peer:>8}")
            .map_err(written)?;
        lines.push(format!("ratio wrench-cones paper-{name} {:.1}", paper / ours));
        lines.push(format!("ratio wrench-cones reduced-{name} {:.1}", reduced / ours));
    }
    for count in [100, 1000] {
        for case in [sliding(count), sticking(count)].into_iter().flatten() {
            let mut room = Quick::new();
            let times = (0..ROUNDS).map(|_| per_pass(|| quick(&mut room, black_box(&case))).0).collect();
            lines.push(format!("figure wrench-cones {} {:.3} ms", case.name, median(times) * 1e3));
        }
    }
    lines.extend(stability()?);
    lines.extend(insertion()?);
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(written)
}

fn quick(room: &mut Quick, case: &Case) -> Option<usize> {
    room.wrenches(&case.quick, &case.mode).map(|cone| cone.sides.normals.len())
}

/// The same with open faces, in integers of any length.
fn slow(case: &Case) -> usize {
    let system = case.part.system(&letters(&case.mode));
    system.map_or(0, |system| wrench_set(&system, false).over().closure().normals().len())
}

/// Contacts around a circle of radius 20, normals inwards and a little askew, so that few rows are parallel.
fn around(count: usize, random: &mut SplitMix) -> Vec<QuickContact> {
    let contact = |at: usize, random: &mut SplitMix| {
        let (sine, cosine) = (std::f64::consts::TAU * (at as f64 + 0.3) / count as f64).sin_cos();
        let mut askew = || random.around(6.0).round() as i64;
        let lever = [(20.0 * cosine).round() as i64, (20.0 * sine).round() as i64];
        let normal = [(-40.0 * cosine).round() as i64 + askew(), (-40.0 * sine).round() as i64 + askew()];
        QuickContact { lever, normal, friction: [[1, 2], [2, 5]], near: false }
    };
    (0..count).map(|at| contact(at, random)).collect()
}

fn case(name: String, contacts: Vec<QuickContact>, mode: Vec<Label>) -> Option<Case> {
    let mass = [[3, 0, 0], [0, 2, 0], [0, 0, 2]];
    let whole = |pair: [i64; 2]| pair.map(Rational::from);
    let listed = contacts.iter().enumerate().map(|(at, contact)| {
        let [p, q] = contact.friction[0];
        let mut listed = PartContact::new(
            &at.to_string(),
            whole(contact.lever),
            whole(contact.normal),
            Rational::new(p, q.unsigned_abs()),
        );
        let [p, q] = contact.friction[1];
        listed.friction[1] = Rational::new(p, q.unsigned_abs());
        listed.near = contact.near;
        listed
    });
    let part = PlanarPart {
        reference: whole([0, 0]),
        mass: mass.map(|row| row.map(Rational::from)),
        contacts: listed.collect(),
    };
    let quick = QuickPart::new(&part)?;
    Some(Case { name, part, quick, mode })
}

/// The first contacts slide (two of them, or one), the others separate or approach, as one acceleration has it.
fn sliding(count: usize) -> Option<Case> {
    let mut random = SplitMix(count as u64);
    let mut contacts = around(count, &mut random);
    let row =
        |contact: &QuickContact, [dx, dy]: [i64; 2]| [contact.lever[0] * dy - contact.lever[1] * dx, dx, dy];
    let along = |contact: &QuickContact| row(contact, contact.normal);
    let across = |contact: &QuickContact| row(contact, [-contact.normal[1], contact.normal[0]]);
    let first = along(contacts.first()?);
    let second = if count > 2 { along(&contacts[1]) } else { [7, 1, 2] };
    let cross = |a: [i64; 3], b: [i64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let acceleration = cross(first, second);
    let dot = |a: [i64; 3]| (0..3).map(|i| a[i] * acceleration[i]).sum::<i64>();
    let mut mode = Vec::new();
    for contact in &mut contacts {
        let label = match (dot(along(contact)).signum(), dot(across(contact)).signum()) {
            (0, 0) => Label::Sticks,
            (0, 1) => Label::Left,
            (0, _) => Label::Right,
            (1, _) => Label::Separates,
            _ => Label::Approaches,
        };
        contact.near = label == Label::Approaches;
        mode.push(label);
    }
    case(format!("n{count}"), contacts, mode)
}

/// All contacts stick.
fn sticking(count: usize) -> Option<Case> {
    let contacts = around(2 * count, &mut SplitMix(count as u64)).split_off(count);
    case(format!("n{count}-stick"), contacts, vec![Label::Sticks; count])
}

/// What both ways of asking cddlib begin with.
fn to_json(case: &Case) -> Option<Value> {
    let system = case.part.system(&letters(&case.mode)).ok()?;
    let doubles = |row: &[Rational]| row.iter().map(Rational::to_f64).collect::<Vec<f64>>();
    let rows = |zero: bool| {
        let demands = system.demands.iter().filter(|demand| (demand.sense == Sense::Zero) == zero);
        demands.map(|demand| doubles(&demand.row)).collect::<Vec<_>>()
    };
    let table = |rows: &[Vec<Rational>]| rows.iter().map(|row| doubles(row)).collect::<Vec<_>>();
    let judge = Judge::new(&system.mass)?;
    // Rows of P = EB, and of every acceleration that is not zero its row and its sign: the columns of E·N·V that K
    // has besides those of the forces.
    let (mut pulled, mut free) = (Vec::new(), Vec::new());
    for (contact, label) in case.part.contacts.iter().zip(&case.mode) {
        let [nx, ny] = &contact.normal;
        let along = judge.acceleration(&case.part.wrench(contact, &contact.normal));
        let across = judge.acceleration(&case.part.wrench(contact, &[-ny, nx.clone()]));
        pulled.push(doubles(&along));
        let sign = match label {
            Label::Separates | Label::Left => 1,
            Label::Approaches | Label::Right => -1,
            _ => 0,
        };
        if matches!(label, Label::Sticks | Label::Left | Label::Right) {
            pulled.push(doubles(&across));
        }
        if sign != 0 {
            free.push((pulled.len() - 1, sign));
        }
    }
    Some(json!({
        "name": case.name, "equalities": rows(true), "inequalities": rows(false), "mass": table(&system.mass),
        "edges": table(&system.edges), "pulled": pulled, "free": free,
    }))
}

/// A triangular part on three fixels: the whole strong set, and one wrench with its proof.
fn stability() -> Result<Vec<String>, String> {
    let whole = |x: i64, y: i64| [x, y].map(Rational::from);
    let fixel = |id: &str, point: [Rational; 2], normal: [Rational; 2]| {
        PartContact::new(id, point, normal, Rational::new(1, 4))
    };
    let contacts = vec![
        fixel("1", whole(-2, 0), whole(0, 1)),
        fixel("2", whole(2, 0), whole(0, 1)),
        fixel("3", whole(-3, 2), whole(1, 0)),
    ];
    let mass = [[2, 0, 0], [0, 1, 0], [0, 0, 1]].map(|row| row.map(Rational::from));
    let part = PlanarPart { reference: whole(0, 2), mass, contacts };
    let judge = Judge::new(&part.mass.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).ok_or("no mass")?;
    let wrench: Vec<Rational> = [0, 1, -10].map(Rational::from).to_vec();
    let times = (0..ROUNDS).map(|_| per_pass(|| Stability::of(black_box(&part))).0).collect();
    let set = median(times) * 1e3;
    let decide = || match rest(&part, &judge, black_box(&wrench)) {
        Ok(Rest::Stays(still)) => still.check(&part, &wrench).is_ok(),
        _ => false,
    };
    let times = (0..ROUNDS).map(|_| per_pass(decide).0).collect();
    if !decide() {
        return Err("the part on three fixels should stay".to_owned());
    }
    Ok(vec![
        format!("figure wrench-cones strong-set-three-fixels {set:.3} ms"),
        format!("figure wrench-cones strong-wrench-three-fixels {:.3} ms", median(times) * 1e3),
    ])
}

/// A plate that is seated on two pins and against a third: its states and steps, and all wrenches that seat it, as
/// disjoint cones; and one wrench with its proof.
fn insertion() -> Result<Vec<String>, String> {
    let whole = |x: i64, y: i64| [x, y].map(Rational::from);
    let fixel = |id: &str, point: [Rational; 2], normal: [Rational; 2]| {
        PartContact::new(id, point, normal, Rational::new(3, 20))
    };
    let contacts = vec![
        fixel("left pin", whole(-2, -2), whole(0, 1)),
        fixel("right pin", whole(2, -2), whole(0, 1)),
        fixel("stop", whole(3, 0), whole(-1, 0)),
    ];
    let mass = [[4, 0, 0], [0, 2, 0], [0, 0, 2]].map(|row| row.map(Rational::from));
    let part = PlanarPart { reference: whole(0, 0), mass, contacts };
    let set = |part: &PlanarPart| {
        let insertion = Insertion::new(part).ok()?;
        insertion.complete_set().ok().map(|set| set.cones().len())
    };
    if set(&part).is_none_or(|cones| cones == 0) {
        return Err("some wrench should seat the plate".to_owned());
    }
    let times = (0..ROUNDS).map(|_| per_pass(|| set(black_box(&part))).0).collect();
    let complete = median(times) * 1e3;
    let insertion = Insertion::new(&part).map_err(|fault| format!("{fault:?}"))?;
    let wrench: Vec<Rational> = [0, 3, -2].map(Rational::from).to_vec();
    let seats = || insertion.seats(Plan::Complete, black_box(&wrench)).is_ok();
    let times = (0..ROUNDS).map(|_| per_pass(seats).0).collect();
    Ok(vec![
        format!("figure wrench-cones insertion-set-three-fixels {complete:.3} ms"),
        format!("figure wrench-cones insertion-wrench-three-fixels {:.3} ms", median(times) * 1e3),
    ])
}
