//! A scene in space, ready to be drawn: surfaces, the order in which they are painted, what hides what.

use super::camera::Camera;
use super::choose;
use super::figure::SolidPanel;
use super::order::{Painted, painted};
use super::plate::plates;
use super::screen::Screen;
use super::sound::{Sound, extremes};
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
        let share = FACES / panel.bodies.len().max(1);
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

/// Against gravity, or along z.
pub(crate) fn up(panel: &SolidPanel) -> Vector3 {
    panel.gravity.and_then(|gravity| (-Vector3::from(gravity)).unit()).unwrap_or(Z)
}

/// The surfaces of all bodies.
pub(crate) fn surfaces(panel: &SolidPanel, light: Vector3, fineness: Fineness) -> Vec<Surface> {
    let bodies = panel.bodies.iter().enumerate();
    let mut surfaces: Vec<Surface> =
        bodies.filter_map(|(i, body)| Surface::of(i, body, light, fineness)).collect();
    surfaces.extend(plates(panel, &extremes(panel)));
    surfaces.retain(|surface| !surface.faces.is_empty());
    surfaces
}
