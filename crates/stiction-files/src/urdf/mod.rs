//! A robot from a URDF file: links and joints, every fault with its place.
//!
//! Read are `link` with `inertial`, and `joint` with its origin, axis, limits and `mimic`.  What a robot
//! looks like, and what simulators add, is passed over.  What changes nothing is taken with a warning, one
//! for all links or joints of a kind; whatever would change the dynamics and is not taken is refused: what
//! `xacro` left behind, loops.

pub(crate) mod depth;
mod element;
mod gathered;
mod joint;
mod link;
mod looks;
mod mimic;
mod place;
mod planar;
mod shape;
mod tidy;

pub(crate) use gathered::Gathered;
pub use mimic::PASSED_OVER;
pub use place::robot_faults;
pub(crate) use tidy::tidied;

use crate::fault::{Fault, Faults, Warning};
use crate::files::{Files, Folder, NoFiles, Reach};
use crate::findings::{Findings, near_word, shortened};
use crate::mesh::MeshFormat;
use crate::read::{Limits, UnreadFile, read_text};
use crate::xml_tree::Tag;
use element::Element;
use roxmltree::{Document, ParsingOptions};
use std::path::Path;
use stiction::robot::Model;

/// Most elements and texts of a file: a robot of ten thousand links has fewer.
const MOST_NODES: u32 = 2_000_000;

/// How to expand xacro.
pub(crate) const XACRO: &str =
    "expand it first: `xacro robot.urdf.xacro > robot.urdf` (in ROS, or after `pip install xacro`)";

/// Whether a text has what `xacro` puts in: `${…}`, `$(arg …)`, `$(optenv …)`, `$(find …)`.
fn is_unexpanded(text: &str) -> bool {
    text.contains("${") || text.contains("$(")
}

/// What joints with `mimic` do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Following {
    /// They follow the joint that they name.
    #[default]
    Coupled,
    /// They move by themselves.
    Independent,
}

/// How a robot is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RobotOptions {
    /// What joints with `mimic` do.
    pub following: Following,
    /// Whether the root is free to move.
    pub floating: bool,
}

/// A robot that was read without faults.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRobot {
    /// The robot.
    pub model: Model,
    /// The gravity that the file says, m/s², in the axes of the world; URDF says none.
    pub gravity: Option<[f64; 3]>,
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
    read_urdf_with(text, &RobotOptions::default())
}

/// Reads a robot from the text of a URDF, MJCF or SDF file, with its joints and root as asked.
pub fn read_urdf_with(text: &str, options: &RobotOptions) -> Result<ReadRobot, Faults> {
    read_within(text, options, &NoFiles)
}

/// Reads a robot from its text, and what it includes from these files.
pub(crate) fn read_within(
    text: &str,
    options: &RobotOptions,
    files: &dyn Files,
) -> Result<ReadRobot, Faults> {
    let mut found = Findings::new(text);
    let model = parse(text, options, files, &mut found);
    let warnings = found.finish()?;
    let (model, gravity) = model.unwrap_or_default();
    Ok(ReadRobot { model, gravity, warnings })
}

/// Reads a robot from a URDF, MJCF or SDF file, and its text.  What the file includes lies in its folder or below.
pub fn read_urdf_file(
    path: &Path,
    options: &RobotOptions,
    limits: &Limits,
) -> Result<(ReadRobot, String), UnreadFile> {
    read_urdf_file_within(path, options, limits, &Reach::default())
}

/// The same as [`read_urdf_file`]; what the file includes may also lie elsewhere.
pub fn read_urdf_file_within(
    path: &Path,
    options: &RobotOptions,
    limits: &Limits,
    reach: &Reach,
) -> Result<(ReadRobot, String), UnreadFile> {
    if MeshFormat::of(path).is_some() {
        return Err(no_robot(path, "a mesh", "new scene.toml --from"));
    }
    let text = read_text(path, limits)?;
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    if !begins.is_empty() && !begins.starts_with('<') && is_scene(path) {
        return Err(no_robot(path, "a scene", "check"));
    }
    let files = Folder::beside(path, reach, limits.size);
    match read_within(&text, options, &files) {
        Ok(read) => Ok((read, text)),
        Err(faults) => Err(UnreadFile { faults, text }),
    }
}

/// Whether a file is a scene by its name.
fn is_scene(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml") || ending.eq_ignore_ascii_case("json"))
}

/// The fault of a file that is no robot, by its name; what it is, and the command that takes it.
fn no_robot(path: &Path, what: &str, command: &str) -> UnreadFile {
    let name = crate::read::shown_path(path);
    let message = format!("{name} is {what}, not a robot");
    let help = format!("a robot is a URDF, MJCF or SDF file; of this one: stiction {command} {name}");
    UnreadFile { faults: Faults::one(Fault::of_file("not-urdf", message, &help)), text: String::new() }
}

/// The tree of a file that another one includes; its elements have the place of the element that includes it.
pub(crate) fn included(bytes: Vec<u8>, including: &Tag) -> Result<Tag, String> {
    let text = String::from_utf8(bytes).map_err(|fault| fault.to_string())?;
    if depth::too_deep(&text).is_some() {
        return Err("it nests too deeply".to_owned());
    }
    if let Some((_, count)) = depth::too_many_attributes(&text) {
        return Err(format!("an element has {count} attributes"));
    }
    let tidied = tidied(&text);
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&tidied, options).map_err(|fault| fault.to_string())?;
    Ok(Tag::of(document.root_element(), &including.path, Some(&including.place)))
}

/// A robot, and the gravity of its file.
pub(crate) type Parsed = (Model, Option<[f64; 3]>);

fn parse(text: &str, asked: &RobotOptions, files: &dyn Files, found: &mut Findings<'_>) -> Option<Parsed> {
    if let Some(span) = depth::too_deep(text) {
        crate::read::note_depth(span, found);
        return None;
    }
    if let Some((tag, count)) = depth::too_many_attributes(text) {
        let message = format!("an element has {count} attributes");
        let help = format!("an element may have {}; those of URDF have at most six", depth::MOST_ATTRIBUTES);
        found.fault("too-many-attributes", (String::new(), tag.start..tag.start + 1), message, help);
        return None;
    }
    let tidied = tidied(text);
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = match Document::parse_with_options(&tidied, options) {
        Ok(document) => document,
        Err(error) => {
            note_syntax(text, &error, found);
            return None;
        }
    };
    let root = Element::root(document.root_element());
    let tree = || Tag::of(document.root_element(), "", None);
    looks::note(&document, files, found);
    match root.name() {
        "robot" => {
            let model = model(&root, asked, found);
            if !found.has_fault("xacro") {
                note_unexpanded(&document, found);
            }
            model.map(|model| (model, None))
        }
        "mujoco" => crate::mjcf::model(tree(), asked, files, found),
        "sdf" => crate::sdf::model(tree(), asked, files, found),
        other => {
            let message =
                format!("the file begins with `{}`, not with `robot`, `mujoco` or `sdf`", shortened(other));
            let help = "give a URDF file, <robot name=\"…\"> with links and joints, or one of MJCF or SDF";
            root.fault("not-urdf", message, help, found);
            None
        }
    }
}

fn model(root: &Element<'_, '_>, asked: &RobotOptions, found: &mut Findings<'_>) -> Option<Model> {
    let (mut links, mut joints) = (Vec::new(), Vec::new());
    for child in root.children() {
        if child.is_xacro() {
            child.fault("xacro", "xacro is not expanded", XACRO, found);
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
    let mut odd = Gathered::default();
    let read_links: Vec<_> = links.iter().map(|element| link::read(element, &mut odd, found)).collect();
    let read_joints: Vec<_> =
        joints.iter().map(|element| joint::read(element, &names, &mut odd, found)).collect();
    let mimics: Vec<_> = joints.iter().map(|element| joint::mimic(element, found)).collect();
    // Every joint and link is looked at before the first that failed ends it.
    let (links_read, joints_read, mimics): (Option<Vec<_>>, Option<Vec<_>>, Option<Vec<_>>) =
        (read_links.into_iter().collect(), read_joints.into_iter().collect(), mimics.into_iter().collect());
    let name = root.get("name").unwrap_or("robot").to_owned();
    let mut model = Model { name, links: links_read?, joints: Vec::new(), couplings: Vec::new() };
    if joints_read.is_none() {
        // Which links move is not known; what no body has is told all the same.
        link::judge(&mut model, &links, &mut odd, found);
    }
    // The element of each joint: a planar one becomes three.
    let (mut elements, mut followers) = (Vec::new(), Vec::new());
    for (index, ((joint, planar), mimic)) in joints_read?.into_iter().zip(mimics?).enumerate() {
        if planar {
            planar::push(joint, &mut model);
        } else {
            model.joints.push(joint);
        }
        elements.resize(model.joints.len(), &joints[index]);
        followers.extend(mimic.map(|mimic| (model.joints.len() - 1, mimic)));
    }
    mimic::couple(&mut model, followers, asked, &mut odd, found);
    shape::note(root, &model, &links, &elements, found);
    if asked.floating {
        model = model.floating();
    }
    link::judge(&mut model, &links, &mut odd, found);
    odd.tell(found);
    Some(model)
}

/// Tells the gravity of a file, which counts where the person says no other.
pub(crate) fn note_gravity(gravity: [f64; 3], tag: &Tag, found: &mut Findings<'_>) {
    let message = format!("the file has gravity {gravity:?} m/s², which is taken unless another is given");
    let help = "--gravity GX,GY,GZ gives another";
    found.warn("gravity", (tag.path.clone(), tag.place.clone()), message, help);
}

/// Elements of simulators and of looks are passed over; a slip of the pen is not.
fn note_other(child: &Element<'_, '_>, other: &str, found: &mut Findings<'_>) {
    const KNOWN: [&str; 2] = ["link", "joint"];
    const PASSED_OVER: [&str; 7] =
        ["material", "transmission", "gazebo", "sensor", "ros2_control", "group", "plugin"];
    if PASSED_OVER.contains(&other) {
        return;
    }
    if let Some(known) = near_word(other, KNOWN) {
        let message = format!("`{}` is passed over", shortened(other));
        child.warn("unknown-element", message, format!("did you mean `{known}`?"), found);
    }
}

/// Attributes that are no numbers and have what `xacro` puts in: names as they stand may still make a tree.
fn note_unexpanded(document: &Document<'_>, found: &mut Findings<'_>) {
    let mut odd = Gathered::default();
    for node in document.descendants() {
        for attribute in node.attributes().filter(|attribute| is_unexpanded(attribute.value())) {
            let path = format!("{}.{}", node.tag_name().name(), attribute.name());
            let said = "not expanded, and taken as it stands".to_owned();
            odd.add("xacro", (path, attribute.range_value()), attribute.value(), said, XACRO.to_owned());
        }
    }
    odd.tell(found);
}

/// The first place where a text is no XML.
fn note_syntax(text: &str, error: &roxmltree::Error, found: &mut Findings<'_>) {
    let position = error.pos();
    let start = byte_at(text, position.row as usize, position.col as usize);
    let help = "fix the XML there; each tag that is opened is closed, and values stand in quotes";
    let message = shortened_long(&error.to_string());
    found.fault("syntax", (String::new(), start..start + 1), message, help);
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
