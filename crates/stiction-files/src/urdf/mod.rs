//! A robot from a URDF file: links and joints, every fault with its place.
//!
//! Read are `link` with `inertial`, and `joint` with its origin, axis and limits.  What a robot looks like, and what
//! simulators add, is passed over.  Whatever would change the dynamics and is not taken is refused: `mimic`, planar
//! joints, what `xacro` left behind.

pub(crate) mod depth;
mod element;
mod joint;
mod link;
mod place;
mod shape;

pub use place::robot_faults;

use crate::fault::{Faults, Warning};
use crate::findings::{Findings, nearest_word, resembles, shortened};
use crate::read::{Limits, UnreadFile, read_text};
use element::Element;
use roxmltree::{Document, ParsingOptions};
use std::path::Path;
use stiction::robot::Model;

/// Most elements and texts of a file: a robot of ten thousand links has fewer.
const MOST_NODES: u32 = 2_000_000;

/// A robot that was read without faults.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRobot {
    /// The robot.
    pub model: Model,
    /// What is accepted but probably not meant.
    pub warnings: Vec<Warning>,
}

/// Reads a robot from the text of a URDF file.
///
/// ```
/// use stiction_files::read_urdf;
/// let text = r#"<robot name="one">
///   <link name="base"/>
///   <link name="arm"><inertial><mass value="-1"/></inertial></link>
///   <joint name="j" type="revolut"><parent link="bse"/><child link="arm"/></joint>
/// </robot>"#;
/// let faults = read_urdf(text).unwrap_err().faults;
/// let places: Vec<_> = faults.iter().map(|fault| (fault.code, fault.line.unwrap())).collect();
/// assert_eq!(places, [("missing-key", 3), ("mass", 3), ("joint-type", 4), ("unknown-link", 4)]);
/// ```
pub fn read_urdf(text: &str) -> Result<ReadRobot, Faults> {
    let mut found = Findings::new(text);
    let model = parse(text, &mut found);
    let warnings = found.finish()?;
    Ok(ReadRobot { model: model.unwrap_or_default(), warnings })
}

/// Reads a robot from a URDF file, and its text.
pub fn read_urdf_file(path: &Path, limits: &Limits) -> Result<(ReadRobot, String), UnreadFile> {
    let text = read_text(path, limits)?;
    match read_urdf(&text) {
        Ok(read) => Ok((read, text)),
        Err(faults) => Err(UnreadFile { faults, text }),
    }
}

fn parse(text: &str, found: &mut Findings<'_>) -> Option<Model> {
    if let Some(span) = depth::too_deep(text) {
        crate::read::note_depth(span, found);
        return None;
    }
    if let Some((tag, count)) = depth::too_many_attributes(text) {
        let message = format!("an element has {count} attributes");
        let help = format!("an element may have {}; those of URDF have at most six", depth::MOST_ATTRIBUTES);
        found.fault_in("too-many-attributes", String::new(), tag.start..tag.start + 1, message, help);
        return None;
    }
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(text, options) {
        Ok(document) => document,
        Err(error) => {
            note_syntax(text, &error, found);
            return None;
        }
    };
    let root = Element::root(document.root_element());
    if root.name() != "robot" {
        let message = format!("the file begins with `{}`, not with `robot`", shortened(root.name()));
        root.fault("not-urdf", message, "give a URDF file: <robot name=\"…\"> with links and joints", found);
        return None;
    }
    model(&root, found)
}

fn model(root: &Element<'_, '_>, found: &mut Findings<'_>) -> Option<Model> {
    let (mut links, mut joints) = (Vec::new(), Vec::new());
    for child in root.children() {
        if child.is_xacro() {
            let help = "expand it first: `xacro robot.urdf.xacro > robot.urdf`";
            child.fault("xacro", "xacro is not expanded", help, found);
            continue;
        }
        match child.name() {
            "link" => links.push(child),
            "joint" => joints.push(child),
            other => note_other(&child, other, found),
        }
    }
    let names = element::names(&links, "link", found);
    element::names(&joints, "joint", found);
    let read_links: Vec<_> = links.iter().map(|element| link::read(element, found)).collect();
    let read_joints: Vec<_> = joints.iter().map(|element| joint::read(element, &names, found)).collect();
    // Every joint and link is looked at before the first that failed ends it.
    let (links_read, joints_read): (Option<Vec<_>>, Option<Vec<_>>) =
        (read_links.into_iter().collect(), read_joints.into_iter().collect());
    let name = root.get("name").unwrap_or("robot").to_owned();
    let model = Model { name, links: links_read?, joints: joints_read? };
    shape::note(root, &model, &links, &joints, found);
    Some(model)
}

/// Elements of simulators and of looks are passed over; a slip of the pen is not.
fn note_other(child: &Element<'_, '_>, other: &str, found: &mut Findings<'_>) {
    const KNOWN: [&str; 2] = ["link", "joint"];
    const PASSED_OVER: [&str; 7] =
        ["material", "transmission", "gazebo", "sensor", "ros2_control", "group", "plugin"];
    if PASSED_OVER.contains(&other) {
        return;
    }
    if let Some(known) = nearest_word(other, KNOWN).filter(|known| resembles(other, known)) {
        let message = format!("`{}` is passed over", shortened(other));
        child.warn("unknown-element", message, format!("did you mean `{known}`?"), found);
    }
}

/// The first place where a text is no XML.
fn note_syntax(text: &str, error: &roxmltree::Error, found: &mut Findings<'_>) {
    let position = error.pos();
    let start = byte_at(text, position.row as usize, position.col as usize);
    let xacro = matches!(error, roxmltree::Error::UnknownNamespace(prefix, _) if prefix == "xacro");
    let (code, help) = if xacro {
        ("xacro", "expand it first: `xacro robot.urdf.xacro > robot.urdf`")
    } else {
        ("syntax", "mend the XML there; each tag that is opened is closed, and values stand in quotes")
    };
    let message = shortened_long(&error.to_string());
    found.fault_in(code, String::new(), start..start + 1, message, help);
}

/// Error messages may quote the file.
fn shortened_long(message: &str) -> String {
    match message.char_indices().nth(200) {
        Some((cut, _)) => format!("{}…", &message[..cut]),
        None => message.to_owned(),
    }
}

/// The byte at a line and column, both from 1.
fn byte_at(text: &str, row: usize, column: usize) -> usize {
    let line_start = match row {
        0 | 1 => 0,
        row => text.match_indices('\n').nth(row - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let rest = &text[line_start..];
    let along = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
    line_start + along
}
