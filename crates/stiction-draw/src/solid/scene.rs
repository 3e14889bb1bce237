//! A scene in space, ready to be drawn: surfaces, the order in which they are painted, what hides what.

use std::collections::HashMap;

use super::camera::Camera;
use super::choose;
use super::figure::{SolidBody, SolidPanel, SolidShape};
use super::order::{Painted, painted};
use super::plate::plates;
use super::samples;
use super::screen::Screen;
use super::sound::Sound;
use super::surface::{Edge, Facet, Fineness, ROUND, Surface};
use super::vector::{Vector3, Z};
use crate::detail::Detail;

/// Most faces in one picture, shared among its bodies.
const FACES: usize = 6000;
/// Every body may have this many: fewest where there are many bodies, and most.
const FEW: (usize, usize) = (40, 300);
/// What bodies of so many faces may have together.
const ALL: usize = 60_000;

/// With more faces than this, those that are nowhere the nearest are left out.
const HIDDEN: usize = 1500;

/// How much of a panel is drawn.
pub(crate) fn detail(panel: &SolidPanel) -> Detail {
    Detail::of(panel.cast.contacts.len(), panel.cast.bodies.len())
}

/// A scene and how it is seen.
pub(crate) struct Scene {
    /// In units of `size`.
    pub panel: SolidPanel,
    pub size: f64,
    pub camera: Camera,
    pub detail: Detail,
    pub surfaces: Vec<Surface>,
    pub painted: Painted,
    pub screen: Screen,
    pub names: Names,
    /// For each surface, whether its faces are seen; none where all that are turned to the viewer may be.
    faces: Option<Vec<Vec<bool>>>,
}

/// What belongs to what, looked up rather than searched for.
#[derive(Debug, Default)]
pub(crate) struct Names {
    bodies: HashMap<String, usize>,
    surfaces: HashMap<usize, Vec<usize>>,
    contacts: HashMap<String, Vec<usize>>,
}

impl Names {
    pub fn new(panel: &SolidPanel, surfaces: &[Surface]) -> Names {
        let mut names = Names::default();
        for (index, body) in panel.cast.bodies.iter().enumerate() {
            names.bodies.entry(body.name.clone()).or_insert(index);
        }
        for (index, surface) in surfaces.iter().enumerate() {
            names.surfaces.entry(surface.body).or_default().push(index);
        }
        for (index, contact) in panel.cast.contacts.iter().enumerate() {
            names.contacts.entry(contact.on.clone()).or_default().push(index);
        }
        names
    }

    /// The first body of a name.
    pub fn body(&self, name: &str) -> Option<usize> {
        self.bodies.get(name).copied()
    }

    /// The surfaces of a body.
    pub fn surfaces_of(&self, body: usize) -> impl Iterator<Item = usize> {
        self.surfaces.get(&body).into_iter().flatten().copied()
    }

    /// The contacts that push a body.
    pub fn contacts_on(&self, name: &str) -> impl Iterator<Item = usize> {
        self.contacts.get(name).into_iter().flatten().copied()
    }
}

impl Scene {
    pub fn new(Sound { panel, size, .. }: Sound) -> Scene {
        let (detail, camera) = (detail(&panel), choose::camera(&panel));
        let surfaces = surfaces(&panel, camera.light(), fineness(&panel));
        let facets: Vec<_> =
            surfaces.iter().enumerate().flat_map(|(i, surface)| surface.facets(&camera, i)).collect();
        let (facets, faces) = uncovered(facets, &surfaces, &camera);
        let screen = Screen::new(&facets, &surfaces, camera);
        let painted = painted(facets, &camera, |surface| surfaces[surface].convex);
        let names = Names::new(&panel, &surfaces);
        Scene { panel, size, camera, detail, surfaces, painted, screen, names, faces }
    }

    /// Whether an edge may be seen: a face beside it is.
    pub fn may_be_seen(&self, surface: usize, edge: &Edge) -> bool {
        let Some(faces) = &self.faces else { return true };
        edge.faces.iter().flatten().any(|&face| faces[surface][face])
    }

    /// What the picture had to simplify, in words.
    pub fn notes(&self) -> Vec<String> {
        let simplified = self.surfaces.iter().filter(|surface| surface.simplified > 0);
        let mut notes: Vec<String> = simplified
            .map(|surface| {
                let name = self.panel.cast.bodies.get(surface.body).map_or("", |body| &body.name);
                format!("{name}: {} of {} faces drawn", surface.faces.len(), surface.simplified)
            })
            .collect();
        notes.extend(self.detail.note(self.panel.cast.contacts.len(), self.panel.cast.bodies.len()));
        if !self.painted.exact {
            notes.push("too many faces to sort them exactly: some may cover others wrongly".to_owned());
        }
        notes
    }
}

/// Of very many faces those that are the nearest somewhere; for each surface, which of its faces they are.
fn uncovered(
    facets: Vec<Facet>,
    surfaces: &[Surface],
    camera: &Camera,
) -> (Vec<Facet>, Option<Vec<Vec<bool>>>) {
    if facets.len() <= HIDDEN {
        return (facets, None);
    }
    let seen = samples::seen(&facets, camera);
    let mut faces: Vec<Vec<bool>> = surfaces.iter().map(|surface| vec![false; surface.faces.len()]).collect();
    let seen = facets.into_iter().zip(seen).filter_map(|(facet, seen)| seen.then_some(facet));
    let facets: Vec<Facet> = seen.collect();
    facets.iter().for_each(|facet| faces[facet.surface][facet.face] = true);
    (facets, Some(faces))
}

/// Fewer faces for each body where there are many: each is then small on the page.
fn fineness(panel: &SolidPanel) -> Fineness {
    let few = (ALL / panel.cast.bodies.len().max(1)).clamp(FEW.0, FEW.1);
    let fine = panel.cast.bodies.iter().filter(|body| faces(body) > few).count();
    let is_round = |body: &&SolidBody| {
        matches!(body.shape, Some(SolidShape::Sphere { .. } | SolidShape::Cylinder { .. }))
    };
    let round = panel.cast.bodies.iter().filter(is_round).count().max(1);
    let sides = (ROUND as f64 * (16.0 / round as f64).sqrt()).clamp(20.0, ROUND as f64) as usize;
    Fineness { sides, most: (FACES / fine.max(1)).max(few) }
}

/// How many faces a body is given with.
fn faces(body: &SolidBody) -> usize {
    match &body.shape {
        Some(SolidShape::Faces { faces, .. }) => faces.len(),
        Some(SolidShape::Mesh { triangles, .. }) => triangles.len(),
        _ => 0,
    }
}

/// Against gravity, or along z.
pub(crate) fn up(panel: &SolidPanel) -> Vector3 {
    panel.cast.gravity.and_then(|gravity| (-Vector3::from(gravity)).unit()).unwrap_or(Z)
}

/// The surfaces of all bodies.
pub(crate) fn surfaces(panel: &SolidPanel, light: Vector3, fineness: Fineness) -> Vec<Surface> {
    let bodies = panel.cast.bodies.iter().enumerate();
    let mut surfaces: Vec<Surface> =
        bodies.filter_map(|(i, body)| Surface::of(i, body, light, fineness)).collect();
    let mut seen: Vec<Vector3> =
        surfaces.iter().flat_map(|surface| surface.vertices.iter().copied()).collect();
    seen.extend(panel.cast.contacts.iter().map(|contact| Vector3::from(contact.point)));
    seen.extend(panel.cast.forces.iter().map(|force| Vector3::from(force.at)));
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
    use crate::figure::Cast;

    fn scene(bodies: Vec<SolidShape>, contacts: Vec<SolidContact>) -> Scene {
        let body =
            |(i, shape)| SolidBody { name: format!("{i}"), shape: Some(shape), ..SolidBody::default() };
        let bodies = bodies.into_iter().enumerate().map(body).collect();
        Scene::new(drawable(&SolidPanel {
            cast: Cast { bodies, contacts, ..Cast::default() },
            ..SolidPanel::default()
        }))
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
            let point = scene.panel.cast.contacts[0].point.into();
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
        for contact in &scene.panel.cast.contacts {
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

    #[test]
    fn what_is_left_of_very_many_faces_is_all_that_is_seen() {
        let side = 9;
        let cube = |i: i32| {
            let low = [i % side, i / side % side, i / (side * side)].map(f64::from);
            SolidShape::cuboid(low, low.map(|entry| entry + 1.0))
        };
        // With some missing, so that one sees into the heap.
        let kept = (0..side * side * side).filter(|i| i % 7 != 3);
        let scene = scene(kept.map(cube).collect(), Vec::new());
        let camera = &scene.camera;
        let all: Vec<Facet> = scene
            .surfaces
            .iter()
            .enumerate()
            .flat_map(|(index, surface)| surface.facets(camera, index))
            .collect();
        assert!(all.len() > HIDDEN && scene.painted.facets.len() * 2 < all.len());
        let depth = |facet: &Facet, flat: crate::vector::Vector| {
            let foot = camera.right * flat.x + camera.up * flat.y;
            (facet.offset - facet.normal.dot(foot)) / facet.normal.dot(camera.toward)
        };
        let nearest = |facets: &[Facet], flat: crate::vector::Vector| {
            let over = facets.iter().filter(|facet| {
                let ring = |ring: &Vec<Vector3>| ring.iter().map(|&point| camera.flat(point)).collect();
                let rings: Vec<Vec<crate::vector::Vector>> = facet.rings.iter().map(ring).collect();
                crate::parts::shape::surrounded(&rings, flat)
            });
            over.map(|facet| depth(facet, flat)).fold(f64::NEG_INFINITY, f64::max)
        };
        for (i, j) in (0..30).flat_map(|i| (0..30).map(move |j| (i, j))) {
            let flat = crate::vector::at(f64::from(i) * 0.0417 - 0.61, f64::from(j) * 0.0413 - 0.6);
            let (whole, left) = (nearest(&all, flat), nearest(&scene.painted.facets, flat));
            assert!(whole == left || (whole - left).abs() < 1e-9, "{whole} and {left} at {flat:?}");
        }
    }
}
