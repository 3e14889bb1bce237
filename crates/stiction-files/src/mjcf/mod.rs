//! A robot from an MJCF file, the format of MuJoCo: the bodies of `worldbody`, as far as they are a rigid tree.
//!
//! Read are `compiler`, `default` with its classes, `include`, `frame`, and of bodies their place, `inertial`, joints
//! (hinge, slide, ball, free) and, where there is no `inertial`, the masses of geoms that are boxes, balls, cylinders,
//! capsules and ellipsoids.  The root is the world.  A linear `equality` of two joints couples them.
//!
//! What acts besides (damping, armature, springs, tendons, further equalities) is passed over with one warning a kind;
//! what would make other bodies (`composite`, `replicate`, `attach`, meshes without `inertial`) is refused.

mod bodies;
mod bounds;
mod defaults;
mod geom;
mod joints;
mod orientation;

use crate::files::Files;
use crate::findings::{Findings, shortened};
use crate::urdf::{Following, Gathered, Parsed, RobotOptions};
use crate::xml_tree::Tag;
use bodies::Reader;
use defaults::Defaults;
pub(crate) use geom::{moments, sum};
use orientation::Angles;
use stiction::robot::{Coupling, Link, Model, oddities};
use stiction::screw::Pose;

/// The gravity of which nothing is said.
pub(crate) const USUAL_GRAVITY: [f64; 3] = [0.0, 0.0, -9.81];

/// Most files that a file may include, one inside the other.
const MOST_INCLUDED: usize = 64;

/// The robot of a document with the root `mujoco`.
pub fn model(tree: Tag, asked: &RobotOptions, files: &dyn Files, found: &mut Findings<'_>) -> Option<Parsed> {
    let mut tree = tree;
    for child in &mut tree.children {
        shorten_paths(child);
    }
    let mut including = Including { files, left: MOST_INCLUDED, failed: false, found };
    including.put_in(&mut tree);
    let Including { failed, found, .. } = including;
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
        still: !asked.floating,
    };
    let worlds: Vec<&Tag> = tree.all("worldbody").collect();
    if worlds.is_empty() {
        let help = "give <worldbody> with <body> inside";
        // It may be in a file that could not be read, which is told already.
        if !failed {
            tree.fault("empty", "there is no `worldbody`", help, reader.found);
        }
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
    let Reader { mut model, odd, whole, found, angles, .. } = reader;
    odd.tell(found);
    if !whole {
        return None;
    }
    if let Some(total) = angles.total {
        scale_to(total, &mut model, &tree, found)?;
    }
    if asked.floating {
        model = model.floating();
    }
    let gravity = gravity(&tree, found)?;
    note_inertias(&model, &tree, found).then_some((model, gravity))
}

/// Scales every mass and inertia, so that all bodies together weigh so much.
fn scale_to(total: f64, model: &mut Model, tree: &Tag, found: &mut Findings<'_>) -> Option<()> {
    let inertias = || model.links.iter().filter_map(|link| link.inertia.as_ref());
    let sum: f64 = inertias().map(|inertia| inertia.mass).sum();
    let factor = total / sum;
    if !(factor.is_finite() && factor > 0.0) {
        let message = format!("`settotalmass` {total} is no total of masses that add up to {sum}");
        tree.fault("mass", message, "give the masses of the bodies themselves", found);
        return None;
    }
    for inertia in model.links.iter_mut().filter_map(|link| link.inertia.as_mut()) {
        inertia.mass *= factor;
        inertia.rotational.iter_mut().flatten().for_each(|entry| *entry *= factor);
    }
    let message = format!(
        "`settotalmass` {total}: masses of {sum:.6} kg are scaled by {factor:.6}, and inertias with them"
    );
    let help = "give the masses of the bodies themselves where that is not meant";
    found.warn("total-mass", (tree.path.clone(), tree.place.clone()), message, help);
    Some(())
}

/// The gravity that `option` says; `flag` may take it away.
fn gravity(tree: &Tag, found: &mut Findings<'_>) -> Option<Option<[f64; 3]>> {
    let mut said = None;
    for option in tree.all("option") {
        if let Some(text) = option.get("gravity") {
            said = Some((option, option.list::<3>("gravity", text, found)?));
        }
        if option.all("flag").any(|flag| flag.get("gravity") == Some("disable")) {
            said = Some((option, [0.0; 3]));
        }
    }
    if let Some((option, gravity)) = said.filter(|(_, gravity)| *gravity != USUAL_GRAVITY) {
        crate::urdf::note_gravity(gravity, option, found);
    }
    Some(said.map(|(_, gravity)| gravity))
}

/// `mujoco.` in front of every path says nothing.
fn shorten_paths(tag: &mut Tag) {
    if let Some((_, rest)) = tag.path.split_once('.') {
        tag.path = rest.to_owned();
    }
    tag.children.iter_mut().for_each(shorten_paths);
}

/// The files that a file includes, so many of them at most: one that includes itself twice would never end.
struct Including<'i, 'f> {
    files: &'i dyn Files,
    left: usize,
    failed: bool,
    found: &'i mut Findings<'f>,
}

impl Including<'_, '_> {
    /// Puts the elements of included files where they are included.
    fn put_in(&mut self, tag: &mut Tag) {
        let mut children = Vec::new();
        for mut child in std::mem::take(&mut tag.children) {
            if child.name == "include" {
                children.extend(self.included(&child));
            } else {
                self.put_in(&mut child);
                children.push(child);
            }
        }
        tag.children = children;
    }

    fn included(&mut self, tag: &Tag) -> Vec<Tag> {
        let help = "name a file beside the robot's or below its folder, allow another folder with --root DIR, or give the robot in one file";
        let Some(name) = tag.get("file") else {
            self.failed = true;
            tag.fault("missing-key", "`file` is missing", help, self.found);
            return Vec::new();
        };
        let parsed = self.bytes(name).and_then(|bytes| crate::urdf::included(bytes, tag));
        match parsed {
            Ok(mut root) => {
                self.put_in(&mut root);
                root.children
            }
            Err(why) => {
                self.failed = true;
                let message = format!("cannot read \"{}\": {}", shortened(name), shortened(&why));
                tag.fault("robot-file", message, help, self.found);
                Vec::new()
            }
        }
    }

    fn bytes(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.left =
            self.left.checked_sub(1).ok_or(format!("more than {MOST_INCLUDED} files are included"))?;
        if !self.files.may_be_named(name) {
            return Err("it leaves the folder of the robot".to_owned());
        }
        self.files.bytes(name)
    }
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
