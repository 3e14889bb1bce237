//! A robot from an MJCF file, the format of MuJoCo: the bodies of `worldbody`, as far as they are a rigid tree.
//!
//! Read are `compiler`, `default` with its classes, `include`, `frame`, and of bodies their place, `inertial`, joints
//! (hinge, slide, ball, free) and, where there is no `inertial`, the masses of geoms that are boxes, balls, cylinders,
//! capsules and ellipsoids.  The root is the world.  A linear `equality` of two joints couples them.
//!
//! What acts besides (damping, armature, springs, tendons, further equalities) is passed over with one warning a kind;
//! what would make other bodies (`composite`, `replicate`, `attach`, meshes without `inertial`) is refused.

mod bodies;
mod defaults;
mod geom;
mod joints;
mod orientation;

use crate::files::Files;
use crate::findings::{Findings, shortened};
use crate::urdf::{Following, Gathered, RobotOptions};
use crate::xml_tree::Tag;
use bodies::Reader;
use defaults::Defaults;
use orientation::Angles;
use roxmltree::{Document, Node};
use stiction::robot::{Coupling, Link, Model, oddities};
use stiction::screw::Pose;

/// Most files that a file may include, one inside the other.
const MOST_INCLUDED: usize = 16;

/// The robot of a document whose root is `mujoco`.
pub(crate) fn model(
    root: Node<'_, '_>,
    asked: &RobotOptions,
    files: &dyn Files,
    found: &mut Findings<'_>,
) -> Option<Model> {
    let mut tree = Tag::of(root, "", None);
    for child in &mut tree.children {
        shorten_paths(child);
    }
    include(&mut tree, files, MOST_INCLUDED, found);
    let angles = Angles::of(&tree, found)?;
    let defaults = Defaults::of(&tree);
    let world = Link { name: "world".to_owned(), inertia: None };
    let name = tree.get("model").unwrap_or("robot").to_owned();
    let model = Model { name, links: vec![world], ..Model::default() };
    let mut reader = Reader {
        model,
        defaults,
        angles,
        odd: Gathered::default(),
        found,
        whole: true,
        references: Vec::new(),
    };
    let worlds: Vec<&Tag> = tree.all("worldbody").collect();
    if worlds.is_empty() {
        let help = "give <worldbody> with <body> inside";
        tree.fault("empty", "there is no `worldbody`", help, reader.found);
        return None;
    }
    for world in worlds {
        reader.below(world, 0, &Pose::identity(), None);
    }
    for section in tree.all("equality") {
        reader.equalities(section, asked.following == Following::Independent);
    }
    for (section, what) in [("tendon", "tendons"), ("deformable", "what bends"), ("extension", "extensions")]
    {
        if let Some(section) = tree.all(section).find(|section| !section.children.is_empty()) {
            reader.odd.note_at(
                "not-read",
                section,
                what,
                "not part of the dynamics",
                "count what they do into --tau",
            );
        }
    }
    let Reader { mut model, odd, whole, found, .. } = reader;
    odd.tell(found);
    if !whole {
        return None;
    }
    if asked.floating {
        model = model.floating();
    }
    note_inertias(&model, &tree, found).then_some(model)
}

/// `mujoco.` in front of every path says nothing.
fn shorten_paths(tag: &mut Tag) {
    if let Some((_, rest)) = tag.path.split_once('.') {
        tag.path = rest.to_owned();
    }
    tag.children.iter_mut().for_each(shorten_paths);
}

/// Puts the elements of included files where they are included.
fn include(tag: &mut Tag, files: &dyn Files, depth: usize, found: &mut Findings<'_>) {
    let mut children = Vec::new();
    for mut child in std::mem::take(&mut tag.children) {
        if child.name == "include" {
            children.extend(included(&child, files, depth, found));
        } else {
            include(&mut child, files, depth, found);
            children.push(child);
        }
    }
    tag.children = children;
}

fn included(tag: &Tag, files: &dyn Files, depth: usize, found: &mut Findings<'_>) -> Vec<Tag> {
    let help = "name a file beside the robot's or below its folder, or give the robot in one file";
    let Some(name) = tag.get("file") else {
        tag.fault("missing-key", "`file` is missing", help, found);
        return Vec::new();
    };
    let text = if depth == 0 {
        Err("files include each other too deeply".to_owned())
    } else if !files.may_be_named(name) {
        Err("it leaves the folder of the robot".to_owned())
    } else {
        files.bytes(name).and_then(|bytes| String::from_utf8(bytes).map_err(|fault| fault.to_string()))
    };
    let text = match text {
        Ok(text) if crate::urdf::is_too_deep(&text) => Err("it nests too deeply".to_owned()),
        other => other,
    };
    let parsed = text.as_deref().map_err(Clone::clone).and_then(|text| {
        let document = Document::parse(text).map_err(|fault| fault.to_string())?;
        let mut root = Tag::of(document.root_element(), &tag.path, Some(&tag.place));
        include(&mut root, files, depth - 1, found);
        Ok(root.children)
    });
    parsed.unwrap_or_else(|why| {
        let message = format!("cannot read \"{}\": {}", shortened(name), shortened(&why));
        tag.fault("robot-file", message, help, found);
        Vec::new()
    })
}

/// Tells what is odd about inertias; whether all can be computed with.
pub(crate) fn note_inertias(model: &Model, tree: &Tag, found: &mut Findings<'_>) -> bool {
    let mut usable = true;
    for odd in oddities(model).into_iter().filter(|odd| !odd.still && odd.oddity.is_fault()) {
        usable = false;
        let name = &model.links[odd.link].name;
        let message = format!("`{}`: no body has such a mass or inertia", shortened(name));
        tree.fault("inertia", message, "give a positive mass and moments, in kg and kg·m²", found);
    }
    usable
}

/// A joint that follows another, as an equality has it.
fn coupling(joint: usize, of: usize, [offset, multiplier]: [f64; 2]) -> Coupling {
    Coupling { joint, of, multiplier, offset }
}
