//! Pictures of scenes in space: seen along one direction, without perspective, nearer faces over farther ones.

mod bodies;
pub(crate) mod camera;
mod choose;
pub(crate) mod clip;
pub(crate) mod contacts;
mod decimate;
pub(crate) mod figure;
mod foot;
mod forces;
pub(crate) mod gltf;
mod motion;
pub(crate) mod order;
mod plate;
mod samples;
mod scene;
pub(crate) mod screen;
mod shade;
mod sound;
mod stage;
pub(crate) mod surface;
mod tree;
pub(crate) mod vector;

use figure::SolidPanel;
use scene::Scene;
use stage::Stage;

use crate::canvas::{Canvas, Sizes};
use crate::detail::Detail;
use crate::panel::Picture;
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, View};

/// Inner margin of a drawing, and the strip at its foot with axes and scale.
const INSET: f64 = 16.0;
const STRIP: f64 = 62.0;

/// Whether there is too much in a panel for every force to have an arrow of its own.
pub(crate) fn is_crowded(panel: &SolidPanel) -> bool {
    scene::detail(panel) > Detail::Full
}

/// A spatial scene with its view chosen.
pub(crate) struct Drawing {
    scene: Scene,
    /// How many things were left out.
    omitted: usize,
}

impl Drawing {
    pub fn new(panel: &SolidPanel) -> Drawing {
        let sound = sound::drawable(panel);
        let omitted = sound.omitted;
        Drawing { scene: Scene::new(sound), omitted }
    }

    fn fitted(&self, area: Rect) -> (Vec<motion::Course>, Sizes, View) {
        let inner =
            Rect { min: area.min + at(INSET, INSET), max: area.max - at(INSET, INSET + STRIP * 0.85) };
        let courses = motion::courses(&self.scene);
        let sizes = stage::sizes(&self.scene, inner);
        let mut reach = Reach::default();
        bodies::reach(&self.scene, &mut reach);
        contacts::reach(&self.scene, &sizes, &mut reach);
        forces::reach(&self.scene, &sizes, &mut reach);
        motion::reach(&self.scene, &courses, &sizes, &mut reach);
        (courses, sizes, View::fit(&reach, inner))
    }
}

impl Picture for Drawing {
    fn notes(&self) -> Vec<String> {
        self.scene.notes()
    }

    fn omitted(&self) -> usize {
        self.omitted
    }

    fn wanted(&self, width: f64, tallest: f64) -> f64 {
        let (_, _, view) = self.fitted(Rect::new(0.0, 0.0, width, tallest));
        (view.content.y + 2.0 * INSET + STRIP).clamp(width * 0.5, tallest)
    }

    fn corner(&self, area: Rect) -> Vector {
        area.max - at(14.0, 38.0)
    }

    fn labels(&self, area: Rect) -> Rect {
        Rect { min: area.min + at(4.0, 4.0), max: area.max - at(4.0, STRIP) }
    }

    fn is_empty(&self) -> bool {
        let panel = &self.scene.panel;
        let bare = panel.cast.bodies.iter().all(|body| body.shape.is_none() && body.com.is_none());
        bare && panel.cast.contacts.is_empty()
            && panel.cast.forces.is_empty()
            && panel.cast.motions.is_empty()
            && panel.patches.is_empty()
    }

    /// The scene from the back to the front; labels last, the most important first.
    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        let (courses, sizes, view) = self.fitted(area);
        let stage = Stage { scene: &self.scene, courses: &courses, area, view, sizes };
        bodies::draw_faces(&stage, canvas);
        bodies::draw_grids(&stage, canvas);
        bodies::draw_edges(&stage, canvas);
        motion::draw_ghosts(&stage, canvas);
        motion::draw_moving(&stage, canvas);
        contacts::draw_patches(&stage, canvas);
        contacts::draw_cones(&stage, canvas);
        forces::draw(&stage, canvas);
        contacts::draw_marks(&stage, canvas);
        bodies::draw_centres(&stage, canvas);
        motion::draw(&stage, canvas);
        canvas.marks.open("labels");
        forces::label_forces(&stage, canvas);
        contacts::label_contacts(&stage, canvas);
        bodies::label_bodies(&stage, canvas);
        canvas.marks.close();
        if !self.is_empty() {
            foot::draw(&stage, canvas);
        }
    }
}
