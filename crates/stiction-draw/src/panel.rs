//! One panel: the verdict in words above, the drawing below.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use crate::canvas::{Canvas, LABEL, Sizes, Stage};
use crate::detail::Detail;
use crate::diagram::{self, Sets};
use crate::figure::{AnyPanel, Panel, Tone, Words};
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::{
    blocked, contact, force, ground, line_of_force, motion, region, shape, span, stretch, thrust,
};
use crate::place::Placer;
use crate::sheet::{Fill, Mark, Marks, Path, Step, Stroke, THIN, Text};
use crate::solid::Drawing;
use crate::text::{Face, length};
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, View};

/// Inner margin of a drawing, and the strip at its foot with the scale.
const INSET: f64 = 16.0;
const STRIP: f64 = 32.0;
/// Radius of the badge of a verdict.
const BADGE: f64 = 9.0;

/// A panel ready to be drawn at some width.
pub(crate) struct Prepared {
    picture: Box<dyn Picture>,
    tone: Tone,
    lines: Vec<Line>,
    width: f64,
}

/// A line of the words above a drawing.
struct Line {
    text: String,
    face: Face,
    size: f64,
    ink: Ink,
    indent: f64,
    /// Distance of its baseline from the line before.
    advance: f64,
    badge: bool,
}

/// What a panel shows below its words.
pub(crate) trait Picture {
    /// Height of the drawing that it would like to have at some width, no more than `tallest`.
    fn wanted(&self, width: f64, tallest: f64) -> f64;

    /// Where labels may stand.
    fn labels(&self, area: Rect) -> Rect;

    /// The sets of directions that it shows, where it shows any.
    fn sets(&self) -> Option<&Sets> {
        None
    }

    /// Height of a legend at the foot of the drawing.
    fn foot(&self, width: f64) -> f64 {
        self.sets().map_or(0.0, |sets| sets.foot(width))
    }

    /// Where the remark about labels without a place ends.
    fn corner(&self, area: Rect) -> Vector {
        area.max - at(14.0, 10.0 + self.foot(area.width()))
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect);

    fn is_empty(&self) -> bool {
        self.sets().is_none_or(Sets::is_empty)
    }

    /// How many things could not be drawn.
    fn omitted(&self) -> usize {
        self.sets().map_or(0, |sets| sets.omitted)
    }

    /// What the picture had to simplify, in words.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The picture of a panel.
fn picture(panel: &AnyPanel) -> Box<dyn Picture> {
    match panel {
        AnyPanel::Planar(panel) => {
            let (panel, omitted) = crate::sound::drawable(panel);
            Box::new(Planar { panel, omitted })
        }
        AnyPanel::Spatial(panel) => Box::new(Drawing::new(panel)),
        AnyPanel::Cones(panel) => Box::new(diagram::cones::Cones::new(panel)),
        AnyPanel::Sphere(panel) => Box::new(diagram::sphere::Sphere::new(panel)),
        AnyPanel::Graph(panel) => Box::new(diagram::graph::Graph::new(panel)),
        AnyPanel::Plot(panel) => Box::new(diagram::plot::Plot::new(panel)),
    }
}

/// What became of a drawing.
pub(crate) struct DrawnPanel {
    pub marks: Marks,
    pub legend: BTreeSet<Entry>,
    pub thinned: usize,
}

impl Prepared {
    pub fn new(panel: &AnyPanel, width: f64) -> Prepared {
        let picture = picture(panel);
        let said = panel.words();
        let mut lines = words(said, width);
        lines.extend(picture.notes().iter().flat_map(|note| small(note, width, Ink::Muted)));
        let omitted = picture.omitted();
        if omitted > 0 {
            let plural = if omitted == 1 { "thing" } else { "things" };
            let note = format!("{omitted} {plural} not drawn: numbers missing, not finite or too large");
            lines.extend(small(&note, width, Ink::Motion));
        }
        Prepared { picture, tone: said.tone, lines, width }
    }

    /// Height of the words.
    pub fn head(&self) -> f64 {
        self.lines.iter().map(|line| line.advance).sum::<f64>()
            + if self.lines.is_empty() { 0.0 } else { 14.0 }
    }

    /// Height of the drawing that the scene would like to have.
    pub fn wanted(&self, tallest: f64) -> f64 {
        self.picture.wanted(self.width, tallest)
    }

    /// Draws words and scene; the words begin at `corner`, the drawing fills `area`.
    pub fn draw(&self, corner: Vector, area: Rect) -> DrawnPanel {
        let drawn = self.drawn(corner, area, None);
        // Whether a note about labels is needed is known when they stand: where one of them has its place, all are
        // placed once more around it.  The second time more may be left out: room for another digit.
        let wanted = left_out(10 * drawn.placer.thinned, self.picture.corner(area)).bounds();
        let taken = drawn.placer.thinned > 0 && !self.picture.is_empty() && drawn.placer.stands_in(&wanted);
        let mut canvas = if taken { self.drawn(corner, area, Some(wanted)) } else { drawn };
        remark(&mut canvas, area, self.picture.is_empty(), self.picture.corner(area));
        canvas.marks.close();
        frame(&mut canvas.marks, area, Fill::None, Some(Stroke::new(Ink::Frame, THIN)));
        DrawnPanel { marks: canvas.marks, legend: canvas.legend, thinned: canvas.placer.thinned }
    }

    /// Words and scene up to the closing remark, with a place where no label may stand.
    fn drawn(&self, corner: Vector, area: Rect, kept: Option<Rect>) -> Canvas {
        let mut placer = Placer::new(self.picture.labels(area));
        if let Some(kept) = kept {
            placer.keep(kept);
        }
        let mut canvas = Canvas { marks: Marks::default(), placer, legend: BTreeSet::new() };
        self.write(&mut canvas.marks, corner);
        frame(&mut canvas.marks, area, Fill::Plain(Ink::Surface), None);
        canvas.marks.0.push(Mark::Open { class: "scene", clip: Some(area) });
        self.picture.draw(&mut canvas, area);
        canvas
    }

    fn write(&self, marks: &mut Marks, corner: Vector) {
        let mut baseline = corner;
        marks.open("words");
        for line in &self.lines {
            baseline.y += line.advance;
            if line.badge {
                badge(marks, baseline + at(BADGE, -5.2), self.tone);
            }
            let (text, face, size, ink) = (line.text.clone(), line.face, line.size, line.ink);
            let start = baseline + at(line.indent, 0.0);
            marks.0.push(Mark::Text(Text { text, face, size, ink, at: start, halo: false }));
        }
        marks.close();
    }
}

/// The courses of a planar panel, its sizes, and the view in which all of it fits.
fn fitted(panel: &Panel, area: Rect) -> (Vec<motion::Course<'_>>, Sizes, View) {
    let inner = Rect { min: area.min + at(INSET, INSET), max: area.max - at(INSET, INSET + STRIP * 0.6) };
    let courses = motion::courses(panel);
    let sizes = Sizes::new(panel, inner);
    let mut reach = Reach::default();
    shape::reach(panel, &mut reach);
    contact::reach(panel, &sizes, &mut reach);
    force::reach(panel, &sizes, &mut reach);
    motion::reach(&courses, &sizes, &mut reach);
    ground::reach(panel, &mut reach);
    blocked::reach(panel, &mut reach);
    stretch::reach(panel, &mut reach);
    span::reach(panel, &mut reach);
    line_of_force::reach(panel, &sizes, &mut reach);
    region::reach(panel, &mut reach);
    panel.seen.iter().for_each(|[x, y]| reach.point(at(*x, *y), 0.0));
    (courses, sizes, View::fit(&reach, inner))
}

/// A planar scene without what cannot be drawn.
struct Planar {
    panel: Panel,
    omitted: usize,
}

impl Picture for Planar {
    fn wanted(&self, width: f64, tallest: f64) -> f64 {
        let (_, _, view) = fitted(&self.panel, Rect::new(0.0, 0.0, width, tallest));
        (view.content.y + 2.0 * INSET + STRIP).clamp(width * 0.5, tallest)
    }

    fn labels(&self, area: Rect) -> Rect {
        Rect { min: area.min + at(4.0, 4.0), max: area.max - at(4.0, STRIP) }
    }

    fn corner(&self, area: Rect) -> Vector {
        area.max - at(70.0, 12.0)
    }

    fn omitted(&self) -> usize {
        self.omitted
    }

    fn notes(&self) -> Vec<String> {
        let (contacts, bodies) = (self.panel.cast.contacts.len(), self.panel.cast.bodies.len());
        Detail::of(contacts, bodies).note(contacts, bodies).into_iter().collect()
    }

    fn is_empty(&self) -> bool {
        let panel = &self.panel;
        panel.cast.contacts.is_empty()
            && panel.cast.forces.is_empty()
            && motion::courses(panel).is_empty()
            && panel.cast.bodies.iter().all(|body| body.shape.is_none() && body.com.is_none())
            && panel.regions.is_empty()
            && panel.lines_of_force.is_empty()
            && panel.sums.is_empty()
            && panel.stretches.is_empty()
            && panel.spans.is_empty()
    }

    /// The scene with scale and gravity.
    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        let (courses, sizes, view) = fitted(&self.panel, area);
        let stage = Stage { panel: &self.panel, courses: &courses, area, view, sizes };
        scene(&stage, canvas);
        if !self.is_empty() {
            scale_bar(&stage, canvas);
            force::draw_gravity(&stage, canvas);
        }
    }
}

/// An honest word about a drawing without anything in it, and, ending at a corner, about labels that found no
/// place.
fn remark(canvas: &mut Canvas, area: Rect, empty: bool, corner: Vector) {
    if empty {
        let text = "nothing to draw";
        let half = Face::Regular.width(text, LABEL) / 2.0;
        canvas.marks.0.push(Mark::Text(note(text.into(), area.centre() - at(half, 0.0))));
    } else if canvas.placer.thinned > 0 {
        canvas.marks.0.push(Mark::Text(left_out(canvas.placer.thinned, corner)));
    }
}

/// How many labels found no place, ending at a corner.
fn left_out(thinned: usize, corner: Vector) -> Text {
    let labels = if thinned == 1 { "label" } else { "labels" };
    let text = format!("{thinned} {labels} left out");
    let width = Face::Regular.width(&text, LABEL);
    note(text, corner - at(width, 0.0))
}

fn note(text: String, at: Vector) -> Text {
    Text { text, face: Face::Regular, size: LABEL, ink: Ink::Muted, at, halo: true }
}

/// The scene from the back to the front; labels last, the most important first.
fn scene(stage: &Stage, canvas: &mut Canvas) {
    ground::draw(stage, canvas);
    motion::draw_shadows(stage, canvas);
    shape::draw(stage, canvas);
    stretch::draw(stage, canvas);
    motion::draw_ghosts(stage, canvas);
    motion::draw_moving(stage, canvas);
    region::draw(stage, canvas);
    blocked::draw_lines(stage, canvas);
    thrust::draw(stage, canvas);
    contact::draw_cones(stage, canvas);
    line_of_force::draw(stage, canvas);
    force::draw(stage, canvas);
    contact::draw_marks(stage, canvas);
    span::draw(stage, canvas);
    shape::draw_centres(stage, canvas);
    motion::draw(stage, canvas);
    blocked::draw(stage, canvas);
    canvas.marks.open("labels");
    let outside = shape::label_bodies(stage, canvas);
    force::label_forces(stage, canvas);
    span::label_spans(stage, canvas);
    line_of_force::label(stage, canvas);
    region::label_regions(stage, canvas);
    stretch::label_stretches(stage, canvas);
    contact::label_contacts(stage, canvas);
    shape::label_beside(stage, canvas, &outside);
    ground::label_grounds(stage, canvas);
    canvas.marks.close();
}

fn words(panel: &Words, width: f64) -> Vec<Line> {
    let mut lines = small(&panel.title, width, Ink::Muted);
    let indent = if panel.tone == Tone::Plain { 0.0 } else { 2.0 * BADGE + 8.0 };
    let heading = Face::Bold.wrap(&panel.heading, 15.0, width - indent, 3);
    lines.extend(heading.into_iter().enumerate().map(|(i, text)| Line {
        text,
        face: Face::Bold,
        size: 15.0,
        ink: Ink::Text,
        indent,
        advance: if i == 0 { 24.0 } else { 20.0 },
        badge: i == 0,
    }));
    let first = lines.len();
    lines.extend(panel.lines.iter().flat_map(|line| small(line, width, Ink::Text)));
    lines.iter_mut().skip(first).take(1).for_each(|line| line.advance += 3.0);
    lines
}

fn small(text: &str, width: f64, ink: Ink) -> Vec<Line> {
    let lines = Face::Regular.wrap(text, 12.5, width, 6).into_iter();
    let line =
        |text| Line { text, face: Face::Regular, size: 12.5, ink, indent: 0.0, advance: 18.0, badge: false };
    lines.map(line).collect()
}

/// A tick, a cross or a question mark: the verdict without its colour.
fn badge(marks: &mut Marks, centre: Vector, tone: Tone) {
    let (ink, class) = match tone {
        Tone::Good => (Ink::Force, "yes"),
        Tone::Bad => (Ink::Motion, "no"),
        Tone::Neutral => (Ink::Undecided, "undecided"),
        Tone::Plain => return,
    };
    marks.open(class);
    marks.fill(Path::circle(centre, BADGE), Fill::Plain(ink));
    let pen = Stroke::new(Ink::Paper, 2.2);
    let place = |x: f64, y: f64| centre + at(x, y);
    match tone {
        Tone::Good => marks.stroke(Path::open(&[place(-4.0, 0.4), place(-1.2, 3.2), place(4.2, -3.0)]), pen),
        Tone::Bad => {
            marks.stroke(Path::open(&[place(-3.0, -3.0), place(3.0, 3.0)]), pen);
            marks.stroke(Path::open(&[place(3.0, -3.0), place(-3.0, 3.0)]), pen);
        }
        Tone::Plain => {}
        Tone::Neutral => {
            let mut hook = Path::arc(place(0.0, -2.4), 2.6, -PI, 1.35 * PI);
            hook.0.extend(Path::open(&[place(0.0, 1.4)]).points().map(Step::Line));
            marks.stroke(hook, Stroke { width: 1.9, ..pen });
            marks.fill(Path::circle(place(0.0, 4.6), 1.2), Fill::Plain(Ink::Paper));
        }
    }
    marks.close();
}

fn frame(marks: &mut Marks, area: Rect, fill: Fill, stroke: Option<Stroke>) {
    marks.0.push(Mark::Path { path: Path::rounded(area, 6.0), fill, stroke });
}

/// A round length of the world, in the lower left corner.
fn scale_bar(stage: &Stage, canvas: &mut Canvas) {
    let metres = stage.view.round_length(stage.area.width() * 0.22);
    let left = at(stage.area.min.x + 14.0, stage.area.max.y - 15.0);
    draw_scale(canvas, left, stage.view.pixels(metres), metres);
}

/// A bar from its left end, with its length in words.
pub(crate) fn draw_scale(canvas: &mut Canvas, left: Vector, pixels: f64, metres: f64) {
    let text = length(metres);
    let right = left + at(pixels, 0.0);
    let words = Face::Regular.width(&text, 11.0);
    let background = Rect::new(left.x - 6.0, left.y - 10.0, pixels + words + 18.0, 20.0);
    frame(&mut canvas.marks, background, Fill::Faint(Ink::Surface, 0.85), None);
    canvas.marks.open("scale");
    let pen = Stroke::new(Ink::Muted, 1.4);
    let tick = at(0.0, 4.0);
    canvas.marks.stroke(Path::open(&[left - tick, left + tick]), pen);
    canvas.marks.stroke(Path::open(&[right - tick, right + tick]), pen);
    canvas.marks.stroke(Path::open(&[left, right]), pen);
    let text = Text {
        text,
        face: Face::Regular,
        size: 11.0,
        ink: Ink::Muted,
        at: right + at(7.0, 4.0),
        halo: false,
    };
    canvas.marks.0.push(Mark::Text(text));
    canvas.marks.close();
}
