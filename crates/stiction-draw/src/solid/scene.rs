//! A scene in space, ready to be drawn: surfaces, the order in which they are painted, what hides what.

use super::camera::Camera;
use super::choose;
use super::figure::{SolidBody, SolidPanel, SolidShape};
use super::order::{Painted, painted};
use super::plate::plates;
use super::screen::Screen;
use super::sound::Sound;
use super::surface::{Fineness, ROUND, Surface};
use super::vector::{Vector3, Z};

/// Most faces in one picture, shared among its bodies.
const FACES: usize = 6000;
/// Every body may have this many.
const FEW: usize = 300;

/// A scene and how it is seen.
pub(crate) struct Scene {
    /// In units of `size`.
    pub panel: SolidPanel,
    pub size: f64,
    pub camera: Camera,
    pub surfaces: Vec<Surface>,
    pub painted: Painted,
    pub screen: Screen,
}

impl Scene {
    pub fn new(Sound { panel, size, .. }: Sound) -> Scene {
        let camera = choose::camera(&panel);
        let share = FACES / panel.bodies.iter().filter(|body| is_fine(body)).count().max(1);
        let surfaces = surfaces(&panel, camera.light(), Fineness { sides: ROUND, most: share.max(FEW) });
        let facets: Vec<_> =
            surfaces.iter().enumerate().flat_map(|(i, surface)| surface.facets(&camera, i)).collect();
        let screen = Screen::new(&facets, &surfaces, camera);
        let painted = painted(facets, camera.toward, |surface| surfaces[surface].convex);
        Scene { panel, size, camera, surfaces, painted, screen }
    }

    /// What the picture had to simplify, in words.
    pub fn notes(&self) -> Vec<String> {
        let simplified = self.surfaces.iter().filter(|surface| surface.simplified > 0);
        let mut notes: Vec<String> = simplified
            .map(|surface| {
                let name = self.panel.bodies.get(surface.body).map_or("", |body| &body.name);
                format!("{name}: {} of {} faces drawn", surface.faces.len(), surface.simplified)
            })
            .collect();
        if !self.painted.exact {
            notes.push("too many faces to sort them exactly: some may cover others wrongly".to_owned());
        }
        notes
    }
}

/// Whether a body has more faces than every body may have.
fn is_fine(body: &SolidBody) -> bool {
    match &body.shape {
        Some(SolidShape::Faces { faces, .. }) => faces.len() > FEW,
        Some(SolidShape::Mesh { triangles, .. }) => triangles.len() > FEW,
        _ => false,
    }
}

/// Against gravity, or along z.
pub(crate) fn up(panel: &SolidPanel) -> Vector3 {
    panel.gravity.and_then(|gravity| (-Vector3::from(gravity)).unit()).unwrap_or(Z)
}

/// The surfaces of all bodies.
pub(crate) fn surfaces(panel: &SolidPanel, light: Vector3, fineness: Fineness) -> Vec<Surface> {
    let bodies = panel.bodies.iter().enumerate();
    let mut surfaces: Vec<Surface> =
        bodies.filter_map(|(i, body)| Surface::of(i, body, light, fineness)).collect();
    let mut seen: Vec<Vector3> =
        surfaces.iter().flat_map(|surface| surface.vertices.iter().copied()).collect();
    seen.extend(panel.contacts.iter().map(|contact| Vector3::from(contact.point)));
    seen.extend(panel.forces.iter().map(|force| Vector3::from(force.at)));
    seen.extend(panel.patches.iter().flat_map(|patch| &patch.corners).map(|&corner| Vector3::from(corner)));
    surfaces.extend(plates(panel, &seen));
    surfaces.retain(|surface| !surface.faces.is_empty());
    surfaces
}

#[cfg(test)]
mod tests {
    use super::super::figure::SolidContact;
    use super::super::sound::drawable;
    use super::*;

    fn scene(bodies: Vec<SolidShape>, contacts: Vec<SolidContact>) -> Scene {
        let body =
            |(i, shape)| SolidBody { name: format!("{i}"), shape: Some(shape), ..SolidBody::default() };
        let bodies = bodies.into_iter().enumerate().map(body).collect();
        Scene::new(drawable(&SolidPanel { bodies, contacts, ..SolidPanel::default() }))
    }

    fn touch(point: [f64; 3], normal: [f64; 3]) -> SolidContact {
        SolidContact { on: "0".into(), point, normal, friction: 0.3, ..SolidContact::default() }
    }

    #[test]
    fn a_contact_on_any_side_but_the_lower_is_seen() {
        let sides: [[f64; 3]; 5] =
            [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]];
        for side in sides {
            let scene =
                scene(vec![SolidShape::cuboid([-1.0; 3], [1.0; 3])], vec![touch(side, side.map(|e| -e))]);
            let point = scene.panel.contacts[0].point.into();
            assert!(!scene.screen.covers(point, None), "{side:?}");
        }
    }

    #[test]
    fn floors_and_walls_turn_their_face_to_the_viewer() {
        let planes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];
        let half = |normal| SolidShape::HalfSpace { point: [0.0; 3], normal };
        let mut bodies = vec![SolidShape::cuboid([0.0, -1.0, 0.0], [1.0, 0.0, 1.0])];
        bodies.extend(planes.map(half));
        let scene = scene(bodies, Vec::new());
        assert_eq!(
            scene
                .surfaces
                .iter()
                .filter(|surface| surface.kind == super::super::surface::Kind::Plate)
                .count(),
            3
        );
        assert!(scene.surfaces.iter().all(|surface| !surface.is_seen_from_behind(&scene.camera)));
    }

    #[test]
    fn a_contact_is_seen_exactly_when_no_painted_face_is_over_it() {
        let boxes = (0..5).map(|i| {
            let x = f64::from(i) * 0.37 % 1.0;
            let y = f64::from(i) * 0.61 % 1.0;
            SolidShape::cuboid([x, y, 0.0], [x + 0.3, y + 0.25, 0.2 + 0.2 * f64::from(i)])
        });
        let place = |k: i32, step: f64| (f64::from(k) * step) % 1.3;
        let contacts =
            (0..60).map(|k| touch([place(k, 0.317), place(k, 0.713), place(k, 0.471)], [0.0, 0.0, 1.0]));
        let scene = scene(boxes.collect(), contacts.collect());
        let camera = &scene.camera;
        let (mut seen, mut covered) = (0, 0);
        for contact in &scene.panel.contacts {
            let point = Vector3::from(contact.point);
            let flat = camera.flat(point);
            let over = scene.painted.facets.iter().any(|facet| {
                let ring = |ring: &Vec<Vector3>| ring.iter().map(|&point| camera.flat(point)).collect();
                let rings: Vec<Vec<crate::vector::Vector>> = facet.rings.iter().map(ring).collect();
                let height = (facet.offset - facet.normal.dot(point)) / facet.normal.dot(camera.toward);
                height > 2e-4 && crate::parts::shape::surrounded(&rings, flat)
            });
            assert_eq!(over, scene.screen.covers(point, None), "{point:?}");
            if over { covered += 1 } else { seen += 1 }
        }
        assert!(seen > 5 && covered > 5, "{seen} seen, {covered} covered");
    }

    #[test]
    fn a_fine_mesh_is_made_coarser_and_the_picture_says_so() {
        let (rows, columns) = (100u32, 100u32);
        let corner = |i: u32, j: u32| {
            let (a, b) =
                (f64::from(i) / 50.0 * std::f64::consts::PI, f64::from(j) / 50.0 * std::f64::consts::PI);
            [(2.0 + a.cos()) * b.cos(), (2.0 + a.cos()) * b.sin(), a.sin()]
        };
        let index = move |i: u32, j: u32| (i % rows) * columns + j % columns;
        let vertices = (0..rows).flat_map(|i| (0..columns).map(move |j| corner(i, j))).collect();
        let cell = |i: u32, j: u32| {
            let [a, b, c, d] = [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)];
            [[a, b, c], [a, c, d]]
        };
        let triangles = (0..rows).flat_map(|i| (0..columns).flat_map(move |j| cell(i, j))).collect();
        let scene = scene(vec![SolidShape::Mesh { vertices, triangles }], Vec::new());
        assert!(scene.surfaces[0].faces.len() <= FACES);
        assert!(
            scene.notes().iter().any(|note| note.ends_with("of 20000 faces drawn")),
            "{:?}",
            scene.notes()
        );
    }
}
