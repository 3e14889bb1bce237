//! From a report about a scene in space to the panel that shows it.

use crate::figure::{ContactMark, Role};
use crate::solid::figure::{SolidBody, SolidContact, SolidFace, SolidPanel, SolidShape};
use stiction::scene::{self, ContactModel, Party, Scene};
use stiction::screw::Spatial;
use stiction::shape::Solid;
use stiction_proof::Rational;
use stiction_report::Report;

/// The scene with its contacts, and what the report says of it.
pub(crate) fn panel(scene: &Scene<Spatial>, report: &Report) -> SolidPanel {
    SolidPanel {
        title: scene.title.clone().unwrap_or_default(),
        heading: report.question.word().to_owned(),
        lines: report.summary(),
        bodies: scene.bodies.iter().map(body).collect(),
        contacts: scene.contacts.iter().map(|seen| contact(scene, seen)).collect(),
        gravity: Some(doubles(&scene.gravity)),
        ..SolidPanel::default()
    }
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
