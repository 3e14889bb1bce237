//! Motions for people.

use super::{MotionsAnswer, TwistTest};
use crate::number::spoken;
use crate::report::Presentation;
use crate::text::Lines;
use stiction::ask::motions::centres::Corner;
use stiction::ask::motions::regions::{Region, unlettered};
use stiction_proof::{PolyhedronForms, Rational};

/// Vectors that are listed; further ones are counted.
const MOST: usize = 6;

pub(super) fn motions(answer: &MotionsAnswer) -> Lines {
    let mut lines = Vec::new();
    if let Some(forms) = answer.forms() {
        set(answer, forms, &mut lines);
    } else {
        lines.push(("motions", "none: the driven contacts cannot all be obeyed".to_owned()));
    }
    if !answer.redundant.is_empty() {
        let kind = if answer.twists.is_some() { "twist " } else { "" };
        let without = if answer.redundant.len() == 1 { "it" } else { "all of them" };
        let names = shortened(&answer.redundant);
        lines.push(("redundant", format!("{kind}{names}: without {without} the set is the same")));
    }
    if let Some(centres) = &answer.centres {
        let polygon = |polygon: &Option<Vec<Corner>>| {
            polygon.as_ref().map_or("none".to_owned(), |corners| region(corners))
        };
        lines.push(("centres +", polygon(&centres.plus)));
        lines.push(("centres −", polygon(&centres.minus)));
    }
    if let Some(regions) = &answer.regions {
        lines.extend(
            regions
                .iter()
                .filter(|region| !region.mode.is_empty())
                .take(MOST_REGIONS)
                .map(|region| ("mode", mode(region))),
        );
        if regions.len() > MOST_REGIONS {
            lines.push(("mode", format!("and {} more regions", regions.len() - MOST_REGIONS)));
        }
    } else if let Some(why) = answer.centres.as_ref().and_then(|_| unlettered(&answer.problem)) {
        lines.push(("mode", format!("not told: {why}")));
    }
    for bent in answer.second_order.iter().flatten().filter(|bent| !bent.contacts.is_empty()) {
        let each: Vec<String> =
            bent.contacts.iter().map(|(id, bending)| format!("\"{id}\" {}", bending.word())).collect();
        lines.push(("curvature", format!("moving with {}: {}", vector(&bent.twist), each.join(", "))));
    }
    lines.extend(answer.tests.iter().map(|test| ("test", tested(test))));
    let heading = format!("{} {}", crate::text::plain(&answer.subject), answer.words());
    Lines { heading, lines, proved: true }
}

/// Regions that are told one by one.
const MOST_REGIONS: usize = 24;

fn set(answer: &MotionsAnswer, forms: &PolyhedronForms, lines: &mut Vec<(&'static str, String)>) {
    if !answer.problem.is_homogeneous() {
        lines.push(("vertices", vectors(&forms.vertices)));
    }
    for (word, rows) in [("rays", &forms.rays), ("lines", &forms.lines)] {
        if !rows.is_empty() {
            lines.push((word, directions(rows)));
        }
    }
    if forms.rays.is_empty() && forms.lines.is_empty() && answer.problem.is_homogeneous() {
        lines.push(("rays", "none: rest alone".to_owned()));
    }
    let equal = match forms.equalities.len() {
        0 => String::new(),
        count => format!(" and {}", counted(count, "equality", "equalities")),
    };
    lines.push(("bounds", counted(forms.normals.len(), "inequality", "inequalities") + &equal));
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn shortened(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().take(MOST).map(|name| format!("\"{name}\"")).collect();
    let rest = names.len().saturating_sub(MOST);
    quoted.join(", ") + &if rest > 0 { format!(" and {rest} more") } else { String::new() }
}

pub(crate) fn vectors(rows: &[Vec<Rational>]) -> String {
    let listed: Vec<String> = rows.iter().take(MOST).map(|row| vector(row)).collect();
    let rest = rows.len().saturating_sub(MOST);
    listed.join(", ") + &if rest > 0 { format!(" and {rest} more") } else { String::new() }
}

/// Size of an entry beyond which a direction, which is known up to a factor, is told with 1 as its largest entry.
const LARGE: f64 = 1e5;

/// Directions: as they are, or scaled where their numbers would say nothing.
pub(crate) fn directions(rows: &[Vec<Rational>]) -> String {
    vectors(&rows.iter().map(|row| told_direction(row)).collect::<Vec<_>>())
}

fn told_direction(row: &[Rational]) -> Vec<Rational> {
    let largest = row.iter().map(Rational::abs).max().unwrap_or_default();
    let told = (1.0 / LARGE..=LARGE).contains(&largest.to_f64()) || largest.is_zero();
    if told { row.to_vec() } else { row.iter().filter_map(|entry| entry.checked_div(&largest)).collect() }
}

pub(crate) fn vector(row: &[Rational]) -> String {
    let entries: Vec<String> = row.iter().map(|entry| spoken(entry.to_f64())).collect();
    format!("[{}]", entries.join(", "))
}

/// A region by its corners; a direction at infinity has an arrow.
pub(crate) fn region(corners: &[Corner]) -> String {
    if is_plane(corners) {
        return "everywhere".to_owned();
    }
    let one = |corner: &Corner| match corner {
        Corner::Point(point) => vector(point),
        Corner::Direction(way) => format!("→{}", vector(&told_direction(way))),
    };
    corners.iter().take(2 * MOST).map(one).collect::<Vec<_>>().join(" ")
        + &if corners.len() > 2 * MOST {
            format!(" and {} more corners", corners.len() - 2 * MOST)
        } else {
            String::new()
        }
}

/// Whether a region goes to infinity along two lines both ways, and so is the whole plane.
fn is_plane(corners: &[Corner]) -> bool {
    let ways: Vec<&[Rational; 2]> = corners
        .iter()
        .filter_map(|corner| match corner {
            Corner::Direction(way) => Some(way),
            Corner::Point(_) => None,
        })
        .collect();
    let turn = |a: &[Rational; 2], b: &[Rational; 2]| &a[0] * &b[1] - &a[1] * &b[0];
    let opposite = |a: &[Rational; 2]| ways.iter().any(|b| **b == a.each_ref().map(|entry| -entry));
    let both: Vec<&[Rational; 2]> = ways.iter().copied().filter(|way| opposite(way)).collect();
    corners.len() > ways.len() && both.iter().any(|a| both.iter().any(|b| !turn(a, b).is_zero()))
}

fn mode(part: &Region) -> String {
    let what = match (part.sign, part.dimension) {
        ('0', 1) => "translation",
        ('0', _) => "translations",
        (_, 1) => "centre",
        (_, 2) => "centres on the line",
        _ => "centres in",
    };
    format!("{} {} {what} {}", part.mode, part.sign, region(&part.polygon))
}

fn tested(test: &TwistTest) -> String {
    let feasible = if test.feasible { "allowed" } else { "not allowed" };
    let one = |contact: &super::Tested| {
        let forbidden = if contact.allowed || contact.relation == stiction_proof::Relation::Penetrating {
            ""
        } else {
            ", but it must roll"
        };
        format!("\"{}\" {} ({}{forbidden})", contact.id, contact.relation.word(), contact.label)
    };
    let each: Vec<String> = test.contacts.iter().take(2 * MOST).map(one).collect();
    format!(
        "{} is {feasible}: {}",
        vector(&test.twist),
        if each.is_empty() { "no contacts".to_owned() } else { each.join(", ") }
    )
}
