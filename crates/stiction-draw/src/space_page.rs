//! From a report about a scene in space to the panel that shows it.

use crate::figure::{ContactMark, Role};
use crate::solid::figure::{SolidBody, SolidContact, SolidFace, SolidPanel, SolidShape};
use stiction::scene::{self, ContactModel, Party, Scene};
use stiction::screw::Spatial;
use stiction::shape::Solid;
use stiction_proof::Rational;
use stiction_report::{Answered, Report};

/// The scene with its contacts, and what the report says of it.
pub(crate) fn panel(scene: &Scene<Spatial>, report: &Report) -> SolidPanel {
    SolidPanel {
        title: scene.title.clone().unwrap_or_default(),
        heading: report.question.word().to_owned(),
        lines: lines(scene, report),
        bodies: scene.bodies.iter().map(body).collect(),
        contacts: scene.contacts.iter().map(|seen| contact(scene, seen)).collect(),
        gravity: Some(doubles(&scene.gravity)),
        ..SolidPanel::default()
    }
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

fn contact(scene: &Scene<Spatial>, contact: &scene::Contact<Spatial>) -> SolidContact {
    let tangents = match &contact.tangents[..] {
        [first, second, ..] => Some([doubles(first), doubles(second)]),
        _ => None,
    };
    SolidContact {
        id: contact.id.clone(),
        on: scene.party_name(contact.on).to_owned(),
        point: doubles(&contact.point),
        normal: doubles(&contact.normal),
        friction: contact.friction.at_rest.to_f64(),
        tangents,
        soft: contact.soft.is_some() || contact.model == ContactModel::Soft,
        gap: contact.gap.to_f64(),
        mark: if has_shape(scene, contact.against) { ContactMark::Dot } else { ContactMark::Finger },
        ..SolidContact::default()
    }
}

fn has_shape(scene: &Scene<Spatial>, party: Party) -> bool {
    scene.body_of(party).is_some_and(|body| body.shape.is_some())
}

fn body(body: &scene::Body<Spatial>) -> SolidBody {
    SolidBody {
        name: body.name.clone(),
        role: match body.role {
            scene::Role::Free => Role::Free,
            scene::Role::Fixed => Role::Fixed,
            scene::Role::Driven => Role::Driven,
        },
        shape: body.shape.as_ref().map(solid),
        com: (body.role == scene::Role::Free).then(|| doubles(&body.com)),
    }
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

fn doubles(vector: &[Rational; 3]) -> [f64; 3] {
    [vector[0].to_f64(), vector[1].to_f64(), vector[2].to_f64()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction::scene::{AnyScene, Body, Contact, Friction};
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
            on: Party::Body(0),
            against: Party::Ground,
            point: exact([0, 0, 0]),
            normal: exact([0, 0, 1]),
            friction: Friction::new(1),
            gap: Rational::zero(),
            model: ContactModel::Frictionless,
            soft: None,
            limit: None,
            force: None,
            curvature: None,
            tangents: vec![exact([0, 1, 0]), exact([-1, 0, 0])],
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
        let report = Report {
            question: Question::Contacts,
            scene: SceneName::unnamed(),
            title: scene.title.clone(),
            options: Options::default(),
            answered: Answered::Contacts(ContactsAnswer { contacts: Vec::new() }),
            further: None,
            rounded: Vec::new(),
            warnings: Vec::new(),
        };
        let drawn = panel(&scene, &report);
        assert_eq!(drawn.lines, ["1 contact"]);
        assert_eq!(drawn.contacts[0].on, "ball");
        assert_eq!(drawn.contacts[0].mark, ContactMark::Dot, "the ground has a shape of its own");
        assert_eq!(drawn.bodies[0].shape, Some(SolidShape::Sphere { center: [0.0, 0.0, 1.0], radius: 1.0 }));
        let page = crate::page(&[(&AnyScene::Spatial(scene), &report)], "Space");
        let texts: Vec<String> = crate::layout(&page).texts.into_iter().map(|text| text.text).collect();
        for word in ["A ball", "ball", "ground", "foot", "friction cone"] {
            assert!(texts.iter().any(|text| text == word), "{word} in {texts:?}");
        }
    }
}
