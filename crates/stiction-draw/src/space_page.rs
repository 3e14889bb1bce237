//! From a report about a scene in space to the panel that shows it.

use crate::figure::{AnyPanel, Cast, ForceKind, Words};
use crate::proof_page::{self, body, doubles, tone};
use crate::set_page;
use crate::solid::figure::{Patch, SolidContact, SolidFace, SolidForce, SolidMotion, SolidPanel, SolidShape};
use std::collections::HashMap;
use stiction::scene::{self, Scene};
use stiction::screw::Spatial;
use stiction::shape::Solid;
use stiction_proof::{Rational, SpatialContact};
use stiction_report::ConeModel;
use stiction_report::closure_space::{ClosureInSpace, PushInSpace};
use stiction_report::{Answered, Report};

/// The scene with what the report says of it; of modes also their inclusions.
pub(crate) fn panels(scene: &Scene<Spatial>, report: &Report) -> Vec<AnyPanel> {
    let base = panel(scene, report);
    if let Answered::OutcomesInSpace(answer) = &report.answered {
        return crate::outcome_page::in_space_panels(answer, base);
    }
    if let Answered::Jam(answer) = &report.answered {
        let heading = format!("locks: {}", answer.verdict());
        let moving = scene.bodies.iter().filter(|body| !body.is_at_rest()).map(|body| SolidMotion {
            body: body.name.clone(),
            twist: body.twist.each_ref().map(Rational::to_f64),
            about: doubles(&body.com),
        });
        let drawn = SolidPanel {
            cast: Cast { motions: moving.collect(), ..base.cast.clone() },
            words: Words { heading, tone: crate::jam_page::tone(answer.verdict()), ..base.words.clone() },
            ..base.clone()
        };
        let scene_too = (!scene.bodies.is_empty()).then(|| AnyPanel::from(drawn));
        let peg = answer
            .pushed
            .patches
            .as_ref()
            .map(|peg| crate::jam_page::in_patches(peg, &answer.subject, &base));
        let diagrams = crate::jam_page::diagrams(answer, &base.words.title);
        let mut panels: Vec<AnyPanel> =
            scene_too.into_iter().chain(peg.into_iter().flatten()).chain(diagrams).collect();
        if panels.is_empty() {
            panels.push(base.into());
        }
        return panels;
    }
    if let Answered::Hybrid(answer) = &report.answered {
        return crate::hybrid_page::panels(answer, base, tone(answer.verdict()));
    }
    if let Answered::MovingInSpace(answer) = &report.answered {
        return crate::moving_page::spatial(answer, base);
    }
    if let Answered::AssemblyInSpace(answer) = &report.answered {
        return crate::stand_page::solid_assembly(scene, answer, base);
    }
    if let Answered::Insert(answer) = &report.answered {
        return set_page::solid_insert(report, answer, base);
    }
    let mut panels = vec![base.into()];
    if let Answered::Modes(answer) = &report.answered {
        panels.push(set_page::mode_panel(&answer.modes, scene.title.as_deref().unwrap_or_default()));
    }
    panels
}

/// The scene with its contacts, and what the report says of it: a yes shows forces, a no the motion that escapes.
fn panel(scene: &Scene<Spatial>, report: &Report) -> SolidPanel {
    let base = SolidPanel {
        cast: Cast {
            bodies: scene.bodies.iter().map(|one| body(one, solid)).collect(),
            contacts: contacts(scene, None, &[]),
            gravity: Some(doubles(&scene.gravity)),
            ..Cast::default()
        },
        words: Words {
            title: scene.title.clone().unwrap_or_default(),
            heading: report.question.word().to_owned(),
            lines: lines(scene, report),
            ..Words::default()
        },
        patches: areas(scene).map(patch).collect(),
        ..SolidPanel::default()
    };
    match &report.answered {
        Answered::ClosureInSpace(answer) => closure(scene, answer, base),
        _ => base,
    }
}

/// The areas of contact: lines have nothing to hatch.
fn areas(scene: &Scene<Spatial>) -> impl Iterator<Item = &scene::Patch<stiction_proof::Vector>> {
    scene.patches.iter().filter(|patch| patch.outline.len() >= 3)
}

fn patch(patch: &scene::Patch<stiction_proof::Vector>) -> Patch {
    Patch { id: patch.id.clone(), corners: patch.outline.iter().map(doubles).collect() }
}

/// Closure does not look at gravity; the picture keeps it to know what is down.
fn closure(scene: &Scene<Spatial>, answer: &ClosureInSpace, base: SolidPanel) -> SolidPanel {
    let mut contacts = contacts(scene, Some(&answer.body), &answer.essential_ids());
    if answer.cone == ConeModel::Round {
        // A round cone has no directions of its own.
        contacts.iter_mut().for_each(|contact| contact.across.tangents = None);
    }
    SolidPanel {
        cast: Cast { contacts, forces: squeeze(answer), motions: escape(answer), ..base.cast },
        words: Words {
            heading: format!("force closure: {}", answer.force.verdict),
            tone: tone(answer.force.verdict),
            ..base.words
        },
        ..base
    }
}

fn squeeze(answer: &ClosureInSpace) -> Vec<SolidForce> {
    let pushes = answer.squeeze().unwrap_or_default();
    let arrow = |(contact, push): (&SpatialContact, &PushInSpace)| SolidForce {
        at: doubles(&contact.point),
        vector: push.force,
        kind: ForceKind::Squeeze,
        label: Some(String::new()),
    };
    let arrows = answer.problem.contacts.iter().zip(&pushes).map(arrow);
    arrows.filter(|force| force.vector != [0.0; 3]).collect()
}

fn escape(answer: &ClosureInSpace) -> Vec<SolidMotion> {
    let about = doubles(&answer.problem.reference);
    let motion = |twist| SolidMotion { body: answer.body.clone(), twist, about };
    answer.escape_twist().map(motion).into_iter().collect()
}

/// The words of the report; the contacts are counted in the scene, which is the one that knows them in space.
fn lines(scene: &Scene<Spatial>, report: &Report) -> Vec<String> {
    match report.answered {
        Answered::Contacts(_) => vec![counted(scene.contacts.len())],
        _ => report.summary(),
    }
}

fn counted(contacts: usize) -> String {
    format!("{contacts} {}", if contacts == 1 { "contact" } else { "contacts" })
}

/// The contacts of one body, or of all, each with the area that it is a corner of.
fn contacts(scene: &Scene<Spatial>, body: Option<&str>, essential: &[&str]) -> Vec<SolidContact> {
    let mut listed: Vec<SolidContact> = proof_page::contacts(scene, body, essential);
    let mut patch_of: HashMap<&str, &str> = HashMap::new();
    for (contact, patch) in areas(scene).flat_map(|patch| patch.contacts.iter().map(move |id| (id, patch))) {
        patch_of.entry(contact).or_insert(&patch.id);
    }
    for contact in &mut listed {
        contact.across.patch = patch_of.get(contact.id.as_str()).copied().unwrap_or_default().to_owned();
    }
    listed
}

fn solid(solid: &Solid) -> SolidShape {
    match solid {
        Solid::Polyhedron(polyhedron) => SolidShape::Faces {
            vertices: polyhedron.vertices.iter().map(doubles).collect(),
            faces: polyhedron.faces.iter().map(|corners| SolidFace::polygon(corners)).collect(),
        },
        Solid::Sphere { center, radius } => {
            SolidShape::Sphere { center: doubles(center), radius: radius.to_f64() }
        }
        Solid::Cylinder { center, axis, radius, height } => SolidShape::Cylinder {
            center: doubles(center),
            axis: doubles(axis),
            radius: radius.to_f64(),
            height: height.to_f64(),
        },
        Solid::HalfSpace { point, normal } => {
            SolidShape::HalfSpace { point: doubles(point), normal: doubles(normal) }
        }
        Solid::Mesh(mesh) => {
            SolidShape::Mesh { vertices: mesh.vertices.clone(), triangles: mesh.triangles.clone() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Tone;
    use stiction::scene::{AnyScene, Body, Contact, Friction, Party};
    use stiction_report::contacts::ContactsAnswer;
    use stiction_report::{Options, Question, SceneName};

    fn exact(vector: [i64; 3]) -> [Rational; 3] {
        vector.map(Rational::from)
    }

    fn ball_on_the_ground() -> Scene<Spatial> {
        let ball = Solid::Sphere { center: exact([0, 0, 1]), radius: Rational::from(1) };
        let ground = Solid::HalfSpace { point: exact([0, 0, 0]), normal: exact([0, 0, 1]) };
        let fixed = scene::Role::Fixed;
        let contact = Contact {
            id: "foot".to_owned(),
            friction: Friction::new(1),
            tangents: vec![exact([0, 1, 0]), exact([-1, 0, 0])],
            ..Contact::new(Party::Body(0), exact([0, 0, 0]), exact([0, 0, 1]))
        };
        Scene::new()
            .with_title("A ball")
            .with_body(Body { shape: Some(ball), com: exact([0, 0, 1]), ..Body::new("ball") })
            .with_body(Body { shape: Some(ground), ..Body::new("ground").with_role(fixed) })
            .with_contact(contact)
    }

    #[test]
    fn a_scene_in_space_is_drawn_with_its_bodies_and_contacts() {
        let scene = ball_on_the_ground();
        let listed = ContactsAnswer { contacts: Vec::new(), patches: Vec::new(), unit: None };
        let answered = Answered::Contacts(listed);
        let report = Report::new(Question::Contacts, SceneName::unnamed(), scene.title.clone(), answered);
        let drawn = panel(&scene, &report);
        assert_eq!(drawn.words.lines, ["1 contact"]);
        assert_eq!(drawn.cast.contacts[0].on, "ball");
        assert_eq!(drawn.cast.contacts[0].mark, crate::ContactMark::Dot, "the ground has a shape of its own");
        assert_eq!(
            drawn.cast.bodies[0].shape,
            Some(SolidShape::Sphere { center: [0.0, 0.0, 1.0], radius: 1.0 })
        );
        let page = crate::page(&[(&AnyScene::Spatial(scene), &report)], "Space");
        let texts: Vec<String> = crate::layout(&page).texts.into_iter().map(|text| text.text).collect();
        for word in ["A ball", "ball", "ground", "foot", "friction cone"] {
            assert!(texts.iter().any(|text| text == word), "{word} in {texts:?}");
        }
    }

    fn asked(scene: &Scene<Spatial>) -> SolidPanel {
        let any = AnyScene::Spatial(scene.clone());
        let options = Options::default();
        let report =
            stiction_report::answer(&any, &SceneName::unnamed(), Question::Closure, &options).unwrap();
        panel(scene, &report)
    }

    #[test]
    fn a_no_shows_the_motion_that_escapes_and_a_yes_the_forces_that_squeeze() {
        let loose = asked(&ball_on_the_ground());
        assert_eq!((loose.words.tone, loose.words.heading.as_str()), (Tone::Bad, "force closure: no"));
        assert_eq!((loose.cast.forces.len(), loose.cast.motions.len()), (0, 1));
        assert_eq!(loose.cast.motions[0].about, [0.0, 0.0, 1.0], "about its centre of mass");

        let mut held = ball_on_the_ground();
        let foot = held.contacts[0].clone();
        held.contacts = [([1, 0, 1], [-1, 0, 0]), ([-1, 0, 1], [1, 0, 0])]
            .into_iter()
            .enumerate()
            .map(|(index, (point, normal))| Contact {
                id: format!("finger {index}"),
                point: exact(point),
                normal: exact(normal),
                soft: Some(Rational::from(1)),
                tangents: Vec::new(),
                ..foot.clone()
            })
            .collect();
        // Seen from the other side the normal is turned round, and so is the picture's.
        (held.contacts[1].on, held.contacts[1].against) = (Party::Ground, Party::Body(0));
        held.contacts[1].normal = exact([-1, 0, 0]);
        let held = asked(&held);
        assert_eq!((held.words.tone, held.words.heading.as_str()), (Tone::Good, "force closure: yes"));
        assert_eq!((held.cast.forces.len(), held.cast.motions.len()), (2, 0));
        assert!(held.cast.contacts.iter().all(|contact| contact.essential && contact.on == "ball"));
        for (force, contact) in held.cast.forces.iter().zip(&held.cast.contacts) {
            assert_eq!(force.at, contact.point);
            let along: f64 = force.vector.iter().zip(&contact.normal).map(|(f, n)| f * n).sum();
            assert!(along > 0.0, "a squeeze pushes into the body");
        }
    }
}
