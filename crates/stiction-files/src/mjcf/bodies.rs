//! Bodies: where they are, what they weigh, what they hang on.

use super::bounds::Changed;
use super::defaults::Defaults;
use super::orientation::Angles;
use super::{coupling, geom, joints};
use crate::findings::{Findings, shortened};
use crate::urdf::Gathered;
use crate::xml_tree::Tag;
use stiction::robot::{Joint, JointKind, Limits, Link, LinkInertia, Model};
use stiction::screw::{Pose, Spatial};

/// What is read so far.
pub(super) struct Reader<'f, 't> {
    pub(super) model: Model,
    pub(super) defaults: Defaults,
    pub(super) angles: Angles,
    pub(super) odd: Gathered,
    pub(super) found: &'f mut Findings<'t>,
    /// Whether nothing was refused.
    pub(super) whole: bool,
    /// Index, and position at rest, of every joint with a name.
    pub(super) references: Vec<(String, usize, f64)>,
    /// Whether what is read now is fixed to the world, so that no mass of it matters.
    pub(super) still: bool,
}

impl Reader<'_, '_> {
    pub(super) fn refuse(&mut self, tag: &Tag, code: &'static str, message: impl Into<String>, help: &str) {
        self.whole = false;
        tag.fault(code, message, help, self.found);
    }

    /// The bodies below an element that hangs on a link.
    pub(super) fn below(&mut self, tag: &Tag, link: usize, offset: &Pose<Spatial>, class: Option<&str>) {
        for child in &tag.children {
            match child.name.as_str() {
                "body" => self.body(child, link, offset, class),
                "frame" => {
                    let Some(pose) = self.angles.pose(child, |name| child.get(name), self.found) else {
                        self.whole = false;
                        continue;
                    };
                    for inside in child
                        .children
                        .iter()
                        .filter(|inside| matches!(&*inside.name, "joint" | "freejoint" | "inertial"))
                    {
                        let message = format!("`{}` inside a frame is not taken", inside.name);
                        self.refuse(inside, "not-taken", message, "put it into the body itself");
                    }
                    let class = child.get("childclass").or(class);
                    self.below(child, link, &(*offset * pose), class);
                }
                "composite" | "flexcomp" | "replicate" | "attach" => {
                    let message = format!("`{}` makes further bodies, and is not taken", child.name);
                    self.refuse(
                        child,
                        "not-taken",
                        message,
                        "save the compiled model: mj_saveLastXML writes the bodies out",
                    );
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, tag: &Tag, parent: usize, offset: &Pose<Spatial>, class: Option<&str>) {
        let class = tag.get("childclass").or(class);
        let Some(pose) = self.angles.pose(tag, |name| tag.get(name), self.found) else {
            self.whole = false;
            return;
        };
        let name = match tag.get("name") {
            Some(name) => name.to_owned(),
            None => format!("body{}", self.model.links.len()),
        };
        if self.model.links.iter().any(|link| link.name == name) {
            let message = format!("another body is called `{}`", shortened(&name));
            self.refuse(tag, "same-name", message, "give it a name of its own");
        }
        let around = self.still;
        self.still &= !tag.children.iter().any(|child| matches!(&*child.name, "joint" | "freejoint"));
        let inertia = self.bounded(tag, &name, class);
        let link = self.model.links.len();
        self.model.links.push(Link { name: name.clone(), inertia });
        self.hang(tag, &name, parent, link, *offset * pose, class);
        self.below(tag, link, &Pose::identity(), class);
        self.still = around;
    }

    /// Hangs a body on its parent by its joints, one after the other; without any it is fixed.
    fn hang(
        &mut self,
        tag: &Tag,
        name: &str,
        parent: usize,
        link: usize,
        pose: Pose<Spatial>,
        class: Option<&str>,
    ) {
        let elements: Vec<&Tag> =
            tag.children.iter().filter(|child| matches!(&*child.name, "joint" | "freejoint")).collect();
        let (mut at, mut place, mut anchor) = (parent, pose, [0.0; 3]);
        for (index, element) in elements.iter().enumerate() {
            let Some(read) = joints::read(self, element, class) else {
                self.whole = false;
                continue;
            };
            let called = match element.get("name") {
                Some(called) => called.to_owned(),
                None => format!("{name}.joint{}", index + 1),
            };
            let last = index + 1 == elements.len() && read.anchor == [0.0; 3];
            let child = if last { link } else { self.unnamed_link(&called) };
            let step = std::array::from_fn(|i| read.anchor[i] - anchor[i]);
            self.references.push((called.clone(), self.model.joints.len(), read.reference));
            self.model.joints.push(Joint {
                name: called,
                kind: read.kind,
                parent: at,
                child,
                place: place * Pose::translation_by(step) * read.start,
                axis: read.axis,
                limits: read.limits,
            });
            (at, place, anchor) = (child, Pose::identity(), read.anchor);
        }
        if at != link {
            let back = Pose::translation_by(anchor.map(|x| -x));
            self.model.joints.push(Joint {
                name: format!("{name}.fixed"),
                kind: JointKind::Fixed,
                parent: at,
                child: link,
                place: place * back,
                axis: [0.0, 0.0, 1.0],
                limits: Limits::NONE,
            });
        }
    }

    /// A link without mass between two joints of a body.
    fn unnamed_link(&mut self, joint: &str) -> usize {
        self.model.links.push(Link { name: format!("{joint}.link"), inertia: None });
        self.model.links.len() - 1
    }

    /// What a body weighs, within the bounds of `compiler`.
    fn bounded(&mut self, tag: &Tag, name: &str, class: Option<&str>) -> Option<LinkInertia> {
        let whole = std::mem::replace(&mut self.whole, true);
        let inertia = self.inertia(tag, class);
        let read = self.whole;
        self.whole &= whole;
        if self.still || !read {
            return inertia;
        }
        let Some(mut inertia) = inertia else {
            if self.angles.bounds.give_mass() {
                let message =
                    "a body without mass gets one by `boundmass` and `boundinertia`, nobody says where";
                self.refuse(
                    tag,
                    "inertia",
                    message,
                    "give <inertial>; mj_saveLastXML writes it for every body",
                );
            }
            return None;
        };
        for changed in self.angles.bounds.apply(&mut inertia) {
            let said = match changed {
                Changed::Bound => "made as heavy as `boundmass` and `boundinertia` of `compiler` ask",
                Changed::Balanced => {
                    "`balanceinertia` of `compiler` makes its three moments equal, for two are less than the third"
                }
            };
            self.odd.note_at("inertia", tag, name, said, "give <inertial> with the moments that are meant");
        }
        Some(inertia)
    }

    /// What a body weighs: by its `inertial`, else by its geoms.
    fn inertia(&mut self, tag: &Tag, class: Option<&str>) -> Option<LinkInertia> {
        let inertial = tag.child("inertial").filter(|_| self.angles.from_geoms != Some(true));
        if let Some(inertial) = inertial {
            let read = self.inertial(inertial);
            self.whole &= read.is_some();
            return read.filter(|read| read.mass != 0.0 || read.rotational != [[0.0; 3]; 3]);
        }
        if self.angles.from_geoms == Some(false) {
            return None;
        }
        geom::inertia(self, tag, class)
    }

    fn inertial(&mut self, tag: &Tag) -> Option<LinkInertia> {
        let place = self.angles.pose(tag, |name| tag.get(name), self.found);
        let mass = tag.get("mass").and_then(|text| tag.list::<1>("mass", text, self.found));
        if tag.get("mass").is_none() {
            self.refuse(tag, "missing-key", "`mass` is missing", "give the mass in kg");
        }
        let rotational = if let Some(text) = tag.get("fullinertia") {
            let [xx, yy, zz, xy, xz, yz] = tag.list::<6>("fullinertia", text, self.found)?;
            [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        } else if let Some(text) = tag.get("diaginertia") {
            let [x, y, z] = tag.list::<3>("diaginertia", text, self.found)?;
            [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]]
        } else {
            self.refuse(
                tag,
                "missing-key",
                "`diaginertia` or `fullinertia` is missing",
                "give one, in kg·m²",
            );
            return None;
        };
        Some(LinkInertia { mass: mass?[0], place: place?, rotational })
    }

    /// Joints that an equality couples; other equalities are told.
    pub(super) fn equalities(&mut self, section: &Tag, independent: bool) {
        for tag in section.children.iter().filter(|tag| tag.get("active") != Some("false")) {
            let pair = (tag.name == "joint").then(|| self.coupled(tag)).flatten();
            let name = tag.get("name").or(tag.get("joint1")).unwrap_or(&tag.name).to_owned();
            match pair {
                Some(pair) if !independent => self.model.couplings.push(pair),
                Some(_) => {
                    let said = "the equality is passed over, as asked: the joints move by themselves";
                    self.odd.note_at("mimic", tag, &name, said, "ask without --mimic independent");
                }
                None => {
                    let said = format!("the equality `{}` is not part of the dynamics", tag.name);
                    let help = "only a linear equality of two joints that turn or slide is taken; count others as contacts";
                    self.odd.note_at("not-read", tag, &name, said, help);
                }
            }
        }
    }

    fn coupled(&mut self, tag: &Tag) -> Option<stiction::robot::Coupling> {
        let known = |name: Option<&str>| {
            let known = self.references.iter().find(|(called, ..)| Some(called.as_str()) == name)?;
            (self.model.joints[known.1].kind.freedoms() == 1).then_some((known.1, known.2))
        };
        let ((joint, at), (of, other)) = (known(tag.get("joint1"))?, known(tag.get("joint2"))?);
        let text = tag.get("polycoef").unwrap_or("0 1 0 0 0");
        let coefficients = tag.numbers("polycoef", text, self.found)?;
        let coefficient = |k: usize| coefficients.get(k).copied().unwrap_or(if k == 1 { 1.0 } else { 0.0 });
        if (2..5).any(|k| coefficient(k) != 0.0) {
            return None;
        }
        // q₁ − r₁ = c₀ + c₁ (q₂ − r₂)
        Some(coupling(joint, of, [at + coefficient(0) - coefficient(1) * other, coefficient(1)]))
    }
}
