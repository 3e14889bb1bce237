//! Pictures of contact scenes, in the plane and in space, and of the proofs about them, as SVG text and PNG bytes.
//!
//! A [`Page`] says what to show, in world coordinates; [`svg`] and [`png()`] draw it.  A proof of *yes* is drawn
//! as the forces that balance inside their friction cones, a proof of *no* as the motion that escapes.
//!
//! ```
//! use stiction_draw::{Body, Cast, Contact, Page, Panel, Shape, Theme, Tone, Words, svg};
//! let disc = Body { name: "disc".into(), shape: Some(Shape::Disc { center: [0.0, 0.0], radius: 1.0 }),
//!     ..Body::default() };
//! let finger = Contact { id: "1".into(), on: "disc".into(), point: [0.0, -1.0], normal: [0.0, 1.0], friction: 0.3,
//!     ..Contact::default() };
//! let panel = Panel {
//!     words: Words { heading: "form closure: no".into(), tone: Tone::Bad, ..Words::default() },
//!     cast: Cast { bodies: vec![disc], contacts: vec![finger], ..Cast::default() },
//!     ..Panel::default()
//! };
//! let text = svg(&Page { title: "One finger".into(), panels: vec![panel.into()], ..Page::default() }, Theme::Light);
//! assert!(text.starts_with("<svg") && text.contains("form closure: no"));
//! ```
//!
//! **The picture draws the proof.** A squeeze is drawn as forces in cones, an escape as a motion. Drawing
//! calls no solver and reads no file; its font is carried inside, so that a PNG looks the same on every
//! machine.

mod animation;
mod canvas;
mod detail;
mod diagram;
mod figure;
mod grid;
mod hybrid_page;
mod jam_page;
mod loads;
mod map_panel;
mod moving_page;
mod outcome_page;
mod page;
mod palette;
mod panel;
mod parts;
mod place;
mod place_page;
mod png;
mod proof_page;
mod push_page;
mod robot_page;
mod robust_page;
mod run_animation;
mod set_page;
mod sheet;
mod simulate_page;
mod slow_page;
mod solid;
mod sound;
mod space_page;
mod stand_page;
mod svg;
mod text;
mod tile;
mod vector;
mod view;
mod wrench_page;

pub use animation::animation;
pub use diagram::figure::{
    Axis, ClassMap, ConePanel, Curve, CurveKind, Direction, GraphEdge, GraphNode, GraphPanel, NodeKind,
    PlotPanel, PlotPoint, PolyhedralCone, SpherePanel,
};
pub use figure::{
    Across, AnyPanel, Blocked, Body, Cast, Contact, ContactMark, Force, ForceKind, LineOfForce, Meaning,
    Motion, Page, Panel, Piece, Region, Ring, Shape, Sign, Span, Stretch, Tone, Vertex, Words, WrenchSum,
};
pub use page::{Layout, TextBox};
pub use palette::Theme;
pub use png::DrawError;
pub use proof_page::page;
pub use robot_page::robot_page;
pub use run_animation::run_animation;
pub use solid::figure::{
    Patch, SolidBody, SolidContact, SolidFace, SolidForce, SolidMotion, SolidPanel, SolidShape,
};
pub use stiction::scene::Role;
pub use text::quantity;

/// The picture as an SVG document: deterministic, well-formed, with title and description for screen readers.
pub fn svg(page: &Page, theme: Theme) -> String {
    svg::document(&page::sheet(page), theme)
}

/// The picture as a PNG, `scale` pixels for each pixel of the SVG (2 for sharp screens).
pub fn png(page: &Page, theme: Theme, scale: f32) -> Result<Vec<u8>, DrawError> {
    png::render(&page::sheet(page), theme, scale)
}

/// The first scene in space of a page as a binary glTF file; none where there is no scene in space.
pub fn glb(page: &Page) -> Option<Vec<u8>> {
    page.panels.iter().find_map(|panel| match panel {
        AnyPanel::Spatial(panel) => solid::gltf::glb(panel),
        _ => None,
    })
}

/// Where the texts of a picture stand, without drawing it.
pub fn layout(page: &Page) -> Layout {
    Layout::of(&page::sheet(page))
}
