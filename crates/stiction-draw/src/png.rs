//! The same picture in pixels, painted from the sheet itself.
//!
//! Marks become paths of `tiny-skia`, letters the outlines of the embedded font and no other, so every machine
//! draws the same.  A still picture: a group that swings stands at rest, a group that is seen for a moment only is
//! not seen, as in an SVG that nobody plays.

use std::fmt;

use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, LineJoin, Mask, Paint, PathBuilder, Pixmap, Shader, SpreadMode,
    StrokeDash, Transform,
};

use crate::palette::{Ink, Theme};
use crate::sheet::{Fill, Mark, Path, Sheet, Step, Stroke, Text};
use crate::tile::{DOT, Tile};
use crate::vector::{Rect, Vector, at};

/// Largest side of a PNG, in pixels.
const LARGEST: f32 = 16_384.0;

/// Why there is no PNG.
#[derive(Debug, Clone, PartialEq)]
pub enum DrawError {
    /// The scale must be a positive number.
    Scale(f32),
    /// A side would have more than 16384 pixels; a smaller scale helps.
    TooLarge {
        /// Width in pixels.
        width: f32,
        /// Height in pixels.
        height: f32,
    },
    /// The drawing could not be turned into pixels.
    Render(String),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::Scale(scale) => {
                write!(f, "the picture's scale is {scale}; give a positive number, e.g. 2")
            }
            DrawError::TooLarge { width, height } => write!(
                f,
                "the picture would have {width:.0} × {height:.0} pixels, more than {LARGEST} on a side; \
                 give a smaller scale or fewer panels"
            ),
            DrawError::Render(reason) => write!(f, "the picture could not be drawn: {reason}"),
        }
    }
}

impl std::error::Error for DrawError {}

/// Paints a sheet with `scale` pixels for each of its own.
pub(crate) fn render(sheet: &Sheet, theme: Theme, scale: f32) -> Result<Vec<u8>, DrawError> {
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(DrawError::Scale(scale));
    }
    let (width, height) = (sheet.width as f32 * scale, sheet.height as f32 * scale);
    if width > LARGEST || height > LARGEST {
        return Err(DrawError::TooLarge { width, height });
    }
    let mut pixels = Pixmap::new(width.ceil().max(1.0) as u32, height.ceil().max(1.0) as u32)
        .ok_or(DrawError::TooLarge { width, height })?;
    pixels.fill(colour(Ink::Paper, theme, 1.0));
    let tiles = tiles(sheet, theme, scale);
    let mut painter = Painter { pixels, theme, scale, tiles: &tiles, groups: Vec::new() };
    sheet.marks.iter().for_each(|mark| painter.mark(mark));
    painter.pixels.encode_png().map_err(|fault| DrawError::Render(fault.to_string()))
}

struct Painter<'t> {
    pixels: Pixmap,
    theme: Theme,
    scale: f32,
    tiles: &'t [(Fill, Pixmap)],
    groups: Vec<Group>,
}

/// What an open group does to the marks inside.
enum Group {
    Shown,
    Hidden,
    /// Nothing is seen where the mask is clear.
    Clipped(Mask),
}

impl Painter<'_> {
    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Open { clip: Some(clip), .. } => self.clip(clip),
            Mark::Open { clip: None, .. } | Mark::Swing(_) => self.groups.push(Group::Shown),
            Mark::Frame { .. } => self.groups.push(Group::Hidden),
            Mark::Close => {
                self.groups.pop();
            }
            _ if self.groups.iter().any(|group| matches!(group, Group::Hidden)) => {}
            Mark::Path { path, fill, stroke } => self.path(path, *fill, stroke.as_ref()),
            Mark::Text(text) => self.text(text),
        }
    }

    /// Begins a group within a rectangle with round corners, and within the groups around it.
    fn clip(&mut self, area: &Rect) {
        /// Radius of the corners, in pixels.
        const CORNER: f64 = 6.0;
        let outline = curve(&Path::rounded(*area, CORNER.min(area.width() / 2.0).min(area.height() / 2.0)));
        let (Some(mut mask), Some(outline)) = (Mask::new(self.pixels.width(), self.pixels.height()), outline)
        else {
            return self.groups.push(Group::Hidden);
        };
        let transform = self.transform();
        match mask_of(&self.groups) {
            Some(around) => {
                mask.clone_from(around);
                mask.intersect_path(&outline, FillRule::Winding, true, transform);
            }
            None => mask.fill_path(&outline, FillRule::Winding, true, transform),
        }
        self.groups.push(Group::Clipped(mask));
    }

    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }

    fn path(&mut self, path: &Path, fill: Fill, stroke: Option<&Stroke>) {
        let Some(curve) = curve(path) else { return };
        match fill {
            Fill::None => {}
            Fill::Plain(ink) => self.fill(&curve, plain(ink, self.theme, 1.0)),
            Fill::Faint(ink, opacity) => self.fill(&curve, plain(ink, self.theme, opacity)),
            Fill::Hatched | Fill::Dotted | Fill::Patterned(_) => self.fill_with_tile(&curve, fill),
        }
        if let Some(stroke) = stroke {
            self.stroke(&curve, stroke);
        }
    }

    fn fill(&mut self, curve: &tiny_skia::Path, paint: Paint) {
        self.fill_by(curve, paint, FillRule::EvenOdd);
    }

    fn fill_by(&mut self, curve: &tiny_skia::Path, paint: Paint, rule: FillRule) {
        // What is flat has no inside.
        if curve.bounds().width() == 0.0 || curve.bounds().height() == 0.0 {
            return;
        }
        let transform = self.transform();
        self.pixels.fill_path(curve, &paint, rule, transform, mask_of(&self.groups));
    }

    fn fill_with_tile(&mut self, curve: &tiny_skia::Path, fill: Fill) {
        let tiles = self.tiles;
        let (Some(tile), Some((_, image))) = (Tile::of(fill), tiles.iter().find(|(key, _)| *key == fill))
        else {
            return;
        };
        let turned = Transform::from_rotate(tile.turn as f32).pre_scale(1.0 / self.scale, 1.0 / self.scale);
        let (repeat, smooth) = (SpreadMode::Repeat, FilterQuality::Bicubic);
        let shader = tiny_skia::Pattern::new(image.as_ref(), repeat, smooth, 1.0, turned);
        self.fill(curve, painted(shader));
    }

    fn stroke(&mut self, curve: &tiny_skia::Path, stroke: &Stroke) {
        let width = finite(stroke.width) as f32;
        if width <= 0.0 {
            return;
        }
        let paint = plain(stroke.ink, self.theme, stroke.opacity);
        let dash = stroke.dashed.then(|| StrokeDash::new(vec![4.0, 3.5], 0.0)).flatten();
        let transform = self.transform();
        self.pixels.stroke_path(curve, &paint, &pen(width, dash), transform, mask_of(&self.groups));
    }

    /// Letters one after another, each as its outline, on their halo.
    fn text(&mut self, text: &Text) {
        let Some(outline) = letters(text) else { return };
        if text.halo {
            self.stroke(&outline, &Stroke::new(Ink::Surface, 3.0).faint(0.85));
        }
        self.fill_by(&outline, plain(text.ink, self.theme, 1.0), FillRule::Winding);
    }
}

/// The mask of the innermost clipped group: it holds those around it.
fn mask_of(groups: &[Group]) -> Option<&Mask> {
    groups.iter().rev().find_map(|group| match group {
        Group::Clipped(mask) => Some(mask),
        Group::Shown | Group::Hidden => None,
    })
}

/// The tiles that a sheet uses, each painted once.
fn tiles(sheet: &Sheet, theme: Theme, scale: f32) -> Vec<(Fill, Pixmap)> {
    let mut painted: Vec<(Fill, Pixmap)> = Vec::new();
    for mark in &sheet.marks {
        let Mark::Path { fill, .. } = mark else { continue };
        let known = painted.iter().any(|(key, _)| key == fill);
        if let Some(tile) = Tile::of(*fill).filter(|_| !known) {
            painted.extend(image(&tile, theme, scale).map(|image| (*fill, image)));
        }
    }
    painted
}

/// One tile, upright: the whole pattern is turned.
fn image(tile: &Tile, theme: Theme, scale: f32) -> Option<Pixmap> {
    let side = (tile.side as f32 * scale).round().max(1.0) as u32;
    let mut image = Pixmap::new(side, side)?;
    image.fill(colour(tile.ground, theme, tile.ground_opacity));
    let transform = Transform::from_scale(scale, scale);
    for &[x, y, to_x, to_y] in tile.lines {
        let line = curve(&Path::open(&[at(x, y), at(to_x, to_y)]))?;
        let paint = plain(tile.ink, theme, tile.opacity);
        image.stroke_path(&line, &paint, &pen(tile.width as f32, None), transform, None);
    }
    for &[x, y] in tile.dots {
        let dot = curve(&Path::circle(at(x, y), DOT))?;
        image.fill_path(&dot, &plain(tile.ink, theme, 1.0), FillRule::Winding, transform, None);
    }
    Some(image)
}

fn colour(ink: Ink, theme: Theme, opacity: f64) -> Color {
    let digits = u32::from_str_radix(ink.colour(theme).trim_start_matches('#'), 16).unwrap_or(0);
    let [_, red, green, blue] = digits.to_be_bytes();
    Color::from_rgba8(red, green, blue, (finite(opacity).clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn plain(ink: Ink, theme: Theme, opacity: f64) -> Paint<'static> {
    painted(Shader::SolidColor(colour(ink, theme, opacity)))
}

fn painted(shader: Shader) -> Paint {
    Paint { shader, ..Paint::default() }
}

/// Round ends and corners, as in the SVG.
fn pen(width: f32, dash: Option<StrokeDash>) -> tiny_skia::Stroke {
    tiny_skia::Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, dash, miter_limit: 4.0 }
}

/// What is not finite cannot be on a page and becomes 0.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// A path of the sheet as one of the painter; `None` where it has no length.
fn curve(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let mut from = Vector::default();
    for step in &path.0 {
        match *step {
            Step::Move(to) => builder.move_to(finite(to.x) as f32, finite(to.y) as f32),
            Step::Line(to) => builder.line_to(finite(to.x) as f32, finite(to.y) as f32),
            Step::Arc { radius, clockwise, to } => arc(&mut builder, from, radius, clockwise, to),
            Step::Close => builder.close(),
        }
        if let Step::Move(to) | Step::Line(to) | Step::Arc { to, .. } = *step {
            from = at(finite(to.x), finite(to.y));
        }
    }
    builder.finish()
}

/// An arc of less than a half turn, as cubic curves of at most a quarter turn each: the best such curve departs from
/// the circle by less than 3·10⁻⁴ of the radius.  A radius that is too small to reach is the smallest that does.
fn arc(builder: &mut PathBuilder, from: Vector, radius: f64, clockwise: bool, to: Vector) {
    let to = at(finite(to.x), finite(to.y));
    let (chord, side) = ((to - from) * 0.5, if clockwise { 1.0 } else { -1.0 });
    let half = chord.length();
    let radius = finite(radius).abs().max(half);
    let Some(across) = chord.left().unit() else { return builder.line_to(to.x as f32, to.y as f32) };
    // On the page y points down: the centre of a clockwise arc lies on the side of `left`.
    let distance = ((radius - half) * (radius + half)).max(0.0).sqrt();
    let centre = from + chord + across * (side * distance);
    let turn = 2.0 * side * (half / radius).min(1.0).asin();
    let pieces = (turn.abs() / std::f64::consts::FRAC_PI_2).ceil().max(1.0);
    let (step, arm) = (turn / pieces, 4.0 / 3.0 * (turn / pieces / 4.0).tan());
    let mut spoke = from - centre;
    for _ in 0..pieces as usize {
        let next = spoke.turned(step);
        let points = [spoke + spoke.left() * arm, next - next.left() * arm, next].map(|point| centre + point);
        let [[a, b], [c, d], [x, y]] = points.map(|point| [finite(point.x) as f32, finite(point.y) as f32]);
        builder.cubic_to(a, b, c, d, x, y);
        spoke = next;
    }
}

/// The outlines of a line of text; spaces that follow each other count once, as in SVG.
fn letters(text: &Text) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let mut pen = at(finite(text.at.x), finite(text.at.y));
    let unit = finite(text.size) / text.face.units();
    let words: Vec<&str> = text.text.split_whitespace().collect();
    for letter in words.join(" ").chars().filter(|letter| !letter.is_control()) {
        text.face.outline(letter, &mut Letter { builder: &mut builder, at: pen, unit });
        pen.x += text.face.width(letter.encode_utf8(&mut [0; 4]), finite(text.size));
    }
    builder.finish()
}

/// Where a letter goes: the font counts in units of its own, upwards.
struct Letter<'b> {
    builder: &'b mut PathBuilder,
    at: Vector,
    unit: f64,
}

impl Letter<'_> {
    fn place(&self, x: f32, y: f32) -> [f32; 2] {
        let place = self.at + at(f64::from(x), -f64::from(y)) * self.unit;
        [place.x as f32, place.y as f32]
    }
}

impl ttf_parser::OutlineBuilder for Letter<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.place(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([a, b], [x, y]) = (self.place(x1, y1), self.place(x, y));
        self.builder.quad_to(a, b, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ([a, b], [c, d], [x, y]) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.builder.cubic_to(a, b, c, d, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Face;

    #[test]
    fn an_arc_of_the_sheet_stays_on_its_circle_and_on_its_side() {
        for (turn, clockwise) in [(1.9, true), (-1.9, false), (0.3, true), (-3.0, false)] {
            let (centre, start) = (at(50.0, 40.0), at(10.0, 0.0).turned(0.4));
            let (from, to) = (centre + start, centre + start.turned(turn));
            let mut builder = PathBuilder::new();
            builder.move_to(from.x as f32, from.y as f32);
            arc(&mut builder, from, 10.0, clockwise, to);
            let drawn = builder.finish().unwrap();
            // Ends of the pieces lie on the circle, within the arc's box: the middle one is where the turn is
            // half done.
            let middle = centre + start.turned(turn / 2.0);
            let bounds = drawn.compute_tight_bounds().unwrap();
            assert!(
                f64::from(bounds.left()) <= middle.x + 1e-3 && f64::from(bounds.right()) >= middle.x - 1e-3
            );
            assert!(
                f64::from(bounds.top()) <= middle.y + 1e-3 && f64::from(bounds.bottom()) >= middle.y - 1e-3
            );
            let last = drawn.points().last().unwrap();
            assert!((f64::from(last.x) - to.x).hypot(f64::from(last.y) - to.y) < 1e-4);
        }
    }

    #[test]
    fn letters_stand_on_their_line_where_their_widths_say() {
        let text = |words: &str| Text {
            text: words.into(),
            face: Face::Regular,
            size: 20.0,
            ink: Ink::Text,
            at: at(100.0, 50.0),
            halo: false,
        };
        let bounds = letters(&text("HxH")).unwrap().bounds();
        let width = Face::Regular.width("HxH", 20.0) as f32;
        assert!(bounds.left() > 100.0 && bounds.right() < 100.0 + width && bounds.right() > 95.0 + width);
        assert!((bounds.bottom() - 50.0).abs() < 0.1 && (bounds.top() - 35.4).abs() < 0.3, "{bounds:?}");
        assert_eq!(letters(&text("a  b")), letters(&text("a b")));
        assert!(letters(&text(" ")).is_none());
        // What the font lacks is an empty box.
        assert!(letters(&text("漢")).is_some());
    }

    #[test]
    fn what_is_seen_for_a_moment_only_is_not_painted_and_a_clip_cuts() {
        let area = Rect::new(0.0, 0.0, 20.0, 20.0);
        let square = |x: f64| Mark::Path {
            path: Path::closed(&Rect::new(x, 0.0, 60.0, 40.0).corners()),
            fill: Fill::Plain(Ink::Text),
            stroke: None,
        };
        let sheet = |marks: Vec<Mark>| Sheet { width: 80.0, height: 40.0, marks, ..Sheet::default() };
        let at = |marks: Vec<Mark>, x: u32, y: u32| {
            let bytes = render(&sheet(marks), Theme::Light, 1.0).unwrap();
            Pixmap::decode_png(&bytes).unwrap().pixel(x, y).unwrap().red()
        };
        let hidden = vec![Mark::Frame { number: 0, count: 2 }, square(0.0), Mark::Close, square(50.0)];
        assert_eq!((at(hidden.clone(), 10, 10), at(hidden, 70, 10)), (255, 0x1b));
        let clipped = vec![Mark::Open { class: "", clip: Some(area) }, square(0.0), Mark::Close];
        assert_eq!((at(clipped.clone(), 10, 10), at(clipped, 30, 10)), (0x1b, 255));
    }
}
