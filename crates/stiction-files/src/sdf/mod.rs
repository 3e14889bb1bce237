//! A robot from an SDF file, the format of Gazebo: one model, as far as it is a rigid tree.
//!
//! Links have poses in the model, or relative to another link or joint; a joint has a pose in its child.  The
//! root is the world: a model that no joint joins to it stands where it is, which is told, and `--floating`
//! frees it.  Joints are revolute, continuous, prismatic, fixed and ball; one with `mimic` follows another.
//! Of files older than 1.5 the axis of a joint is in the model's axes.

mod mimic;
mod weight;

use crate::files::Files;
use crate::findings::{Findings, shortened};
use crate::urdf::{Gathered, Parsed, RobotOptions};
use crate::xml_tree::Tag;
use stiction::robot::{Joint, JointKind, Limits, Link, LinkInertia, Model};
use stiction::screw::{Pose, Spatial};

/// Limits beyond this are none, as the format has it.
const NO_LIMIT: f64 = 1e15;

/// The robot of a document with the root `sdf`.
pub fn model(tree: Tag, asked: &RobotOptions, files: &dyn Files, found: &mut Findings<'_>) -> Option<Parsed> {
    let mut models = Vec::new();
    for part in std::iter::once(&tree).chain(tree.all("world")) {
        for child in &part.children {
            match &*child.name {
                "model" => models.push((child.clone(), version(&tree))),
                "include" => models.push(included(child, files, found)?),
                _ => {}
            }
        }
    }
    if models.len() > 1 {
        // The ground and what else does not move is no robot.
        models.retain(|(model, _)| model.child("static").is_none_or(|word| !is_true(&word.text)));
    }
    let [(only, version)] = &models[..] else {
        let message = format!("the file has {} models that are not static", models.len());
        tree.fault("not-taken", message, "give a file with one <model>", found);
        return None;
    };
    let (only, version) = (only, *version);
    if let Some(child) = only.children.iter().find(|child| matches!(&*child.name, "include" | "model")) {
        let message = format!("`{}` inside a model is not taken", child.name);
        child.fault("not-taken", message, "give the links in one model: `gz sdf -p` writes them out", found);
        return None;
    }
    let mut reader = Reader::new(only, version, found)?;
    reader.links(only)?;
    reader.joints(only)?;
    reader.hang_roots(only)?;
    let coupled = reader.couple(asked.following);
    let weightless = reader.weigh(only, asked.floating)?;
    coupled?;
    let Reader { mut model, odd, found, .. } = reader;
    odd.tell(found);
    if asked.floating {
        model = model.floating();
    }
    let mut gravity = gravity(&tree, found)?;
    if weightless {
        gravity = Some([0.0; 3]);
        crate::urdf::note_gravity([0.0; 3], only, found);
    }
    crate::mjcf::note_inertias(&model, only, found).then_some((model, gravity))
}

fn is_true(word: &str) -> bool {
    matches!(word, "true" | "1")
}

/// The gravity of the world of a file.
fn gravity(tree: &Tag, found: &mut Findings<'_>) -> Option<Option<[f64; 3]>> {
    let Some(tag) = tree.all("world").find_map(|world| world.child("gravity")) else { return Some(None) };
    let gravity = tag.list::<3>("gravity", &tag.text, found)?;
    if gravity != crate::mjcf::USUAL_GRAVITY {
        crate::urdf::note_gravity(gravity, tag, found);
    }
    Some(Some(gravity))
}

/// The version of the format that a file says.
///
/// 1.11 is later than 1.5: the two numbers count one by one.
fn version(tree: &Tag) -> (u32, u32) {
    let said = || {
        let (major, minor) = tree.get("version")?.trim().split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    said().unwrap_or((1, 7))
}

/// The model that `include` names: a file, or a folder with `model.sdf`.  Name and pose of the `include` come first.
fn included(tag: &Tag, files: &dyn Files, found: &mut Findings<'_>) -> Option<(Tag, (u32, u32))> {
    let help = "name a file beside this one, or model://NAME with --package NAME=DIR";
    let Some(uri) = tag.child("uri").map(|uri| uri.text.as_str()) else {
        tag.fault("missing-key", "`uri` is missing", help, found);
        return None;
    };
    let name = uri.strip_prefix("file://").unwrap_or(uri).trim_end_matches('/');
    let name = if name.ends_with(".sdf") { name.to_owned() } else { format!("{name}/model.sdf") };
    let bytes = match files.may_be_named(&name) {
        true => files.bytes(&name),
        false => Err("it leaves the folder of the robot".to_owned()),
    };
    let read = bytes.and_then(|bytes| crate::urdf::included(bytes, tag)).and_then(|tree| {
        let mut models = tree.all("model");
        match (models.next(), models.next()) {
            (Some(model), None) => Ok((model.clone(), version(&tree))),
            _ => Err("it has not one <model>".to_owned()),
        }
    });
    match read {
        Ok((mut model, version)) => {
            if let Some(pose) = tag.child("pose") {
                model.children.retain(|child| child.name != "pose");
                model.children.push(pose.clone());
            }
            if let Some(name) = tag.child("name") {
                model.attributes.retain(|(key, _)| key != "name");
                model.attributes.push(("name".to_owned(), name.text.clone()));
            }
            model.children.extend(tag.child("static").cloned());
            Some((model, version))
        }
        Err(why) => {
            let message = format!("cannot read \"{}\": {}", shortened(&name), shortened(&why));
            tag.fault("robot-file", message, help, found);
            None
        }
    }
}

struct Reader<'r, 'f, 't> {
    robot: &'r Tag,
    /// Whether axes are in the model's axes.
    old: bool,
    model: Model,
    /// Pose of every link in the model; the first is the world.
    poses: Vec<Pose<Spatial>>,
    /// Joints with `mimic`, and that element.
    mimics: Vec<(usize, Tag)>,
    odd: Gathered,
    found: &'f mut Findings<'t>,
}

impl<'r, 'f, 't> Reader<'r, 'f, 't> {
    fn new(robot: &'r Tag, version: (u32, u32), found: &'f mut Findings<'t>) -> Option<Self> {
        let name = robot.get("name").unwrap_or("robot").to_owned();
        let links = vec![Link { name: "world".to_owned(), inertia: None }];
        let model = Model { name, links, ..Model::default() };
        let placed = pose(robot, found)?;
        let poses = vec![placed.inverse()];
        let (old, mimics, odd) = (version < (1, 5), Vec::new(), Gathered::default());
        Some(Self { robot, old, model, poses, mimics, odd, found })
    }

    fn links(&mut self, robot: &Tag) -> Option<()> {
        let mut whole = Some(());
        for tag in robot.all("link") {
            let name = tag.get("name").unwrap_or_default().to_owned();
            if name.is_empty() || self.link(&name).is_some() {
                tag.fault("same-name", "a link has no name, or that of another", "name it", self.found);
                whole = None;
            }
            let inertia = tag.child("inertial").map_or(Some(None), |inertial| self.inertia(inertial));
            let placed = self.in_model(tag, None, 0);
            whole = whole.filter(|_| inertia.is_some() && placed.is_some());
            self.model.links.push(Link { name, inertia: inertia.flatten() });
            self.poses.push(placed.unwrap_or_else(Pose::identity));
        }
        whole
    }

    fn link(&self, name: &str) -> Option<usize> {
        self.model.links.iter().position(|link| link.name == name)
    }

    /// The pose of a link, joint or frame in the model; a joint's is in its child where nothing is said.
    fn in_model(&mut self, tag: &Tag, default: Option<&str>, depth: usize) -> Option<Pose<Spatial>> {
        let own = pose(tag, self.found)?;
        let child = tag.child("pose");
        let relative = child.and_then(|pose| pose.get("relative_to")).filter(|name| !name.is_empty());
        let Some(name) = relative.or(default).filter(|name| *name != "__model__") else { return Some(own) };
        let robot = self.robot;
        let known = robot.children.iter().find(|other| {
            matches!(&*other.name, "link" | "joint" | "frame") && other.get("name") == Some(name)
        });
        let Some(known) = known.filter(|_| depth < 32) else {
            let message = format!("`{}` is no link, joint or frame of the model", shortened(name));
            tag.fault("unknown-frame", message, "name one that is", self.found);
            return None;
        };
        let inner = match &*known.name {
            "joint" => known.child("child").map(|child| child.text.as_str()),
            "frame" => known.get("attached_to"),
            _ => None,
        };
        Some(self.in_model(known, inner, depth + 1)? * own)
    }

    fn inertia(&mut self, tag: &Tag) -> Option<Option<LinkInertia>> {
        let place = pose(tag, self.found)?;
        let mut number = |parent: Option<&Tag>, name: &str, default: f64| {
            let Some(child) = parent.and_then(|parent| parent.child(name)) else { return Some(default) };
            child.list::<1>(name, &child.text, self.found).map(|[value]| value)
        };
        let mass = number(Some(tag), "mass", 1.0)?;
        let inertia = tag.child("inertia");
        let [xx, yy, zz] = ["ixx", "iyy", "izz"].map(|name| number(inertia, name, 1.0));
        let [xy, xz, yz] = ["ixy", "ixz", "iyz"].map(|name| number(inertia, name, 0.0));
        let (xx, yy, zz, xy, xz, yz) = (xx?, yy?, zz?, xy?, xz?, yz?);
        let rotational = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
        let weightless = mass == 0.0 && rotational == [[0.0; 3]; 3];
        Some((!weightless).then_some(LinkInertia { mass, place, rotational }))
    }

    fn joints(&mut self, robot: &Tag) -> Option<()> {
        let mut whole = Some(());
        for tag in robot.all("joint") {
            whole = self.joint(tag).and(whole);
        }
        whole
    }

    fn joint(&mut self, tag: &Tag) -> Option<()> {
        let name = tag.get("name").unwrap_or_default().to_owned();
        let kind = match tag.get("type") {
            Some("revolute") => JointKind::Revolute,
            Some("continuous") => JointKind::Continuous,
            Some("prismatic") => JointKind::Prismatic,
            Some("fixed") => JointKind::Fixed,
            Some("ball") => JointKind::Ball,
            other => {
                let message = format!("no joint that is taken is `{}`", shortened(other.unwrap_or("")));
                let help = "there are revolute, continuous, prismatic, fixed and ball";
                tag.fault("joint-type", message, help, self.found);
                return None;
            }
        };
        let mut end = |which: &str| {
            let called = tag.child(which).map_or("", |end| end.text.as_str());
            let known = self.model.links.iter().position(|link| link.name == called);
            if known.is_none() {
                let message = format!("no link is called `{}`", shortened(called));
                tag.fault("unknown-link", message, "name a link of the model, or world", self.found);
            }
            known
        };
        let (parent, child) = (end("parent"), end("child"));
        let (parent, child) = (parent?, child?);
        let child_name = self.model.links[child].name.clone();
        let placed = self.in_model(tag, Some(&child_name), 0)?;
        let (axis, limits) = self.axis(tag, kind, &placed)?;
        let back = placed.inverse() * self.poses[child];
        let moved = tag.child("pose").is_some();
        let hung = if moved { self.model.links.len() } else { child };
        if let Some(mimic) = tag.child("axis").and_then(|axis| axis.child("mimic")) {
            self.mimics.push((self.model.joints.len(), mimic.clone()));
        }
        self.model.joints.push(Joint {
            name: name.clone(),
            kind,
            parent,
            child: hung,
            place: self.poses[parent].inverse() * placed,
            axis,
            limits,
        });
        if moved {
            self.model.links.push(Link { name: format!("{name}.link"), inertia: None });
            self.poses.push(placed);
            self.fix(format!("{name}.fixed"), hung, child, back);
        }
        Some(())
    }

    fn fix(&mut self, name: String, parent: usize, child: usize, place: Pose<Spatial>) {
        let (kind, axis, limits) = (JointKind::Fixed, [0.0, 0.0, 1.0], Limits::NONE);
        self.model.joints.push(Joint { name, kind, parent, child, place, axis, limits });
    }

    /// Axis in the joint's frame, and limits.
    fn axis(&mut self, tag: &Tag, kind: JointKind, placed: &Pose<Spatial>) -> Option<([f64; 3], Limits)> {
        let (mut axis, mut limits) = ([0.0, 0.0, 1.0], Limits::NONE);
        let Some(given) = tag.child("axis").filter(|_| kind.freedoms() == 1) else {
            return Some((axis, limits));
        };
        let in_model = given.child("use_parent_model_frame").is_some_and(|word| is_true(&word.text));
        if let Some(xyz) = given.child("xyz") {
            axis = xyz.list::<3>("xyz", &xyz.text, self.found)?;
            let expressed = xyz.get("expressed_in").filter(|frame| !frame.is_empty());
            if self.old || in_model || expressed == Some("__model__") {
                axis = placed.inverse().vector(axis);
            } else if let Some(frame) = expressed {
                let message = format!("an axis in the frame `{}` is not taken", shortened(frame));
                xyz.fault("axis", message, "give it in the joint's frame or the model's", self.found);
                return None;
            }
        }
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !(length.is_finite() && length > 0.0) {
            given.fault("axis", "the axis has no direction", "give a direction, e.g. 0 0 1", self.found);
            return None;
        }
        let number = |parent: Option<&Tag>, name: &str| {
            parent.and_then(|parent| parent.child(name)).and_then(|child| child.text.parse::<f64>().ok())
        };
        let limit = given.child("limit");
        let within = |value: Option<f64>| value.filter(|value| value.abs() < NO_LIMIT);
        if kind != JointKind::Continuous {
            let (lower, upper) = (within(number(limit, "lower")), within(number(limit, "upper")));
            limits.lower = lower.unwrap_or(f64::NEG_INFINITY);
            limits.upper = upper.unwrap_or(f64::INFINITY);
        }
        let positive =
            |value: Option<f64>| within(value).filter(|value| *value >= 0.0).unwrap_or(f64::INFINITY);
        (limits.velocity, limits.effort) =
            (positive(number(limit, "velocity")), positive(number(limit, "effort")));
        let dynamics = given.child("dynamics");
        if ["damping", "friction", "spring_stiffness"]
            .iter()
            .any(|name| number(dynamics, name).is_some_and(|x| x != 0.0))
        {
            let said = "damping, friction and springs of joints are not part of the dynamics";
            let name = tag.get("name").unwrap_or_default();
            self.odd.note_at("dynamics", given, name, said, "count them into --tau");
        }
        Some((axis, limits))
    }

    /// Fixes the one link that no joint carries to the world.
    fn hang_roots(&mut self, robot: &Tag) -> Option<()> {
        let loose: Vec<usize> = (1..self.model.links.len())
            .filter(|link| self.model.joints.iter().all(|joint| joint.child != *link))
            .collect();
        let name = |link: &usize| format!("`{}`", shortened(&self.model.links[*link].name));
        if loose.len() > 1 || self.model.links.len() == 1 {
            let listed = loose.iter().take(8).map(name).collect::<Vec<_>>().join(", ");
            let message = format!("{} links hang on no joint: {listed}", loose.len());
            robot.fault("two-roots", message, "a robot has one root: join the others to it", self.found);
            return None;
        }
        if let [root] = loose[..] {
            let called = self.model.links[root].name.clone();
            let place = self.poses[0].inverse() * self.poses[root];
            self.fix(format!("{called}.fixed"), 0, root, place);
            let said = "no joint joins it to the world; taken as fixed there";
            self.odd.note_at("floating", robot, &called, said, "--floating frees it");
        }
        let tree = stiction::robot::Tree::new(&self.model, [0.0; 3]);
        for fault in tree.err().unwrap_or_default() {
            if !matches!(fault, stiction::robot::ModelFault::Inertia { .. }) {
                robot.fault(
                    "loop",
                    fault.to_string(),
                    "a robot is a tree; leave out what closes it",
                    self.found,
                );
                return None;
            }
        }
        Some(())
    }
}

/// The `pose` below an element: six numbers, the angles about the fixed axes x, y, z; or a quaternion x y z w.
fn pose(tag: &Tag, found: &mut Findings<'_>) -> Option<Pose<Spatial>> {
    let Some(pose) = tag.child("pose").filter(|pose| !pose.text.is_empty()) else {
        return Some(Pose::identity());
    };
    if pose.get("rotation_format") == Some("quat_xyzw") {
        let [a, b, c, x, y, z, w] = pose.list::<7>("pose", &pose.text, found)?;
        return Pose::from_quaternion([w, x, y, z], [a, b, c]).ok();
    }
    let [a, b, c, roll, pitch, yaw] = pose.list::<6>("pose", &pose.text, found)?;
    let unit = if pose.get("degrees") == Some("true") { std::f64::consts::PI / 180.0 } else { 1.0 };
    let turn = |axis, angle: f64| {
        Pose::from_axis_angle(axis, unit * angle, [0.0; 3]).unwrap_or_else(|_| Pose::identity())
    };
    let turned = turn([0.0, 0.0, 1.0], yaw) * turn([0.0, 1.0, 0.0], pitch) * turn([1.0, 0.0, 0.0], roll);
    Some(Pose::translation_by([a, b, c]) * turned)
}
