//! Wrenches of the plane as arrows on their lines of action, and the sum of two of them.
//!
//! The wrench `(m, f)` acts along the line of the points p with `p × f = m`.  The point of the line nearest to q is
//!
//! ```text
//!     p = q + (m − q × f) (fy, −fx) / |f|²                                                    (1)
//! ```
//!
//! and a wrench without f is a moment, the same about every point.  Two arrows may be slid along their lines to where
//! these meet; the diagonal of their parallelogram is the sum, since moments about that point are zero.
//!
//! References: \[MR 12.2.1\] for (1) and the sum.

use crate::canvas::{Canvas, LABEL, Sizes, Stage, label as words};
use crate::figure::{Panel, WrenchSum};
use crate::palette::Ink;
use crate::parts::force::{SHAFT, SHORTEST, spots};
use crate::parts::legend::Entry;
use crate::parts::shape;
use crate::place::{Label, Spot};
use crate::sheet::{LINE, Marks, Path, Stroke, THIN};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, direction};

/// Radius of the arrow of a moment, in pixels.
const CURL: f64 = 20.0;
/// A line further from the scene than this, in sizes of it, is drawn as the moment that it almost is.
const FAR: f64 = 2.0;

/// A wrench on the plane: its arrow, or a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Arrow {
    /// Where it begins and where it points, with its size.
    Force { tail: Vector, along: Vector, size: f64 },
    /// Where it is drawn, and whether it is counter-clockwise.
    Moment { centre: Vector, ccw: bool },
}

/// The scene that arrows stand in: its middle and its size.
#[derive(Debug, Clone, Copy)]
struct Home {
    centre: Vector,
    size: f64,
}

impl Home {
    fn of(panel: &Panel) -> Home {
        let outlines = panel
            .cast
            .bodies
            .iter()
            .filter_map(|body| body.shape.as_ref())
            .flat_map(shape::sampled)
            .flatten();
        let contacts = panel.cast.contacts.iter().map(|contact| Vector::from(contact.point));
        let lines = panel.lines_of_force.iter().chain(panel.sums.iter().flat_map(|sum| &sum.terms));
        let wanted = lines.filter_map(|line| line.near).map(Vector::from);
        let bounds = Rect::around(outlines.chain(contacts).chain(wanted));
        let bounds = bounds.unwrap_or(Rect::centred(at(0.0, 0.0), 0.0, 0.0));
        Home { centre: bounds.centre(), size: bounds.diagonal() }
    }

    /// The arrow of a wrench, equation (1).
    fn arrow(&self, wrench: [f64; 3], near: Option<[f64; 2]>) -> Option<Arrow> {
        let [moment, x, y] = wrench;
        let wanted = near.map_or(self.centre, Vector::from);
        let pure = || Some(Arrow::Moment { centre: wanted, ccw: moment > 0.0 }).filter(|_| moment != 0.0);
        let force = at(x, y);
        let Some(along) = force.unit() else { return pure() };
        let size = force.length();
        let arm = moment / size - (wanted.x * along.y - wanted.y * along.x);
        let tail = wanted + at(along.y, -along.x) * arm;
        let far = self.size > 0.0 && (tail - self.centre).length() > self.size * FAR;
        if far || !tail.is_finite() { pure() } else { Some(Arrow::Force { tail, along, size }) }
    }
}

/// A sum of two wrenches, ready to be drawn.
struct Sum<'a> {
    parts: &'a WrenchSum,
    /// Where the arrows stand that are to be slid, and where they meet.
    terms: [Option<Arrow>; 2],
    meeting: Option<Vector>,
    whole: Option<Arrow>,
}

fn sum<'a>(home: &Home, parts: &'a WrenchSum) -> Sum<'a> {
    let terms = [0, 1].map(|i| home.arrow(parts.terms[i].wrench, parts.terms[i].near));
    let meeting =
        meeting(terms).filter(|place| home.size == 0.0 || (*place - home.centre).length() <= FAR * home.size);
    let [a, b] = [&parts.terms[0].wrench, &parts.terms[1].wrench];
    let total = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
    let near = meeting.map(|place| [place.x, place.y]);
    Sum { parts, terms, meeting, whole: home.arrow(total, near) }
}

/// Where the lines of two arrows meet.
fn meeting(terms: [Option<Arrow>; 2]) -> Option<Vector> {
    let [Some(Arrow::Force { tail: a, along: u, .. }), Some(Arrow::Force { tail: b, along: v, .. })] = terms
    else {
        return None;
    };
    let slope = u.left().dot(v);
    (slope.abs() > 1e-6).then(|| a + u * ((b - a).left().dot(v) / slope)).filter(|place| place.is_finite())
}

/// Pixels for one newton.
fn scale(panel: &Panel, sizes: &Sizes) -> f64 {
    let size = |wrench: &[f64; 3]| at(wrench[1], wrench[2]).length();
    let lines = panel.lines_of_force.iter().map(|line| size(&line.wrench));
    let sums = panel.sums.iter().flat_map(|sum| {
        let [a, b] = [&sum.terms[0].wrench, &sum.terms[1].wrench];
        [size(a), size(b), at(a[1] + b[1], a[2] + b[2]).length()]
    });
    sizes.arrow * 1.15 / lines.chain(sums).fold(f64::MIN_POSITIVE, f64::max)
}

fn pixels(along: Vector, size: f64, scale: f64) -> Option<Vector> {
    Some(direction(along)? * (size * scale).max(SHORTEST))
}

/// How far arrows reach, those of sums at the places where they are slid to.
pub(crate) fn reach(panel: &Panel, sizes: &Sizes, reach: &mut Reach) {
    let (home, scale) = (Home::of(panel), scale(panel, sizes));
    let mut one = |arrow: Option<Arrow>, from: Option<Vector>| match arrow {
        Some(Arrow::Force { tail, along, size }) => {
            let tip = pixels(along, size, scale).unwrap_or_default();
            reach.span(from.unwrap_or(tail), [at(0.0, 0.0), tip], 22.0);
        }
        Some(Arrow::Moment { centre, .. }) => reach.point(centre, CURL + 8.0),
        None => {}
    };
    for line in &panel.lines_of_force {
        one(home.arrow(line.wrench, line.near), None);
    }
    for sum in panel.sums.iter().map(|parts| sum(&home, parts)) {
        for term in sum.terms {
            one(term, None);
            if sum.meeting.is_some() {
                one(term, sum.meeting);
            }
        }
        one(sum.whole, sum.meeting);
    }
}

/// Lines of action, arrows and parallelograms.
pub(crate) fn draw(stage: &Stage, canvas: &mut Canvas) {
    if stage.panel.lines_of_force.is_empty() && stage.panel.sums.is_empty() {
        return;
    }
    let (home, scale) = (Home::of(stage.panel), scale(stage.panel, &stage.sizes));
    canvas.marks.open("wrenches");
    for line in &stage.panel.lines_of_force {
        let arrow = home.arrow(line.wrench, line.near);
        action(stage, canvas, arrow);
        draw_arrow(stage, canvas, arrow, None, scale, (Ink::Load, SHAFT));
    }
    for sum in stage.panel.sums.iter().map(|parts| sum(&home, parts)) {
        sum.terms.into_iter().for_each(|term| action(stage, canvas, term));
        let pen = if sum.meeting.is_some() { (Ink::Muted, LINE) } else { (Ink::Load, SHAFT) };
        sum.terms.into_iter().for_each(|term| draw_arrow(stage, canvas, term, None, scale, pen));
        if let Some(meeting) = sum.meeting {
            parallelogram(stage, canvas, &sum, meeting, scale);
            for term in sum.terms {
                draw_arrow(stage, canvas, term, Some(meeting), scale, (Ink::Load, SHAFT));
            }
        }
        draw_arrow(stage, canvas, sum.whole, sum.meeting, scale, (Ink::Force, SHAFT + 0.6));
        canvas.legend.insert(Entry::WrenchSum);
    }
    canvas.marks.close();
}

/// The line of action through the whole frame.
fn action(stage: &Stage, canvas: &mut Canvas, arrow: Option<Arrow>) {
    let Some(Arrow::Force { tail, along, .. }) = arrow else { return };
    let (Some(step), from) = (direction(along), stage.view.at(tail)) else { return };
    let far = 4.0 * stage.area.diagonal();
    let Some((low, high)) = stage.area.clip(from, step, -far, far) else { return };
    let ends = [low, high].map(|part| stage.area.clamp(from + step * part));
    canvas.marks.stroke(Path::open(&ends), Stroke::new(Ink::Load, THIN).dashed(true).faint(0.8));
    canvas.placer.outline(ends.to_vec());
    canvas.legend.insert(Entry::LineOfAction);
}

fn draw_arrow(
    stage: &Stage,
    canvas: &mut Canvas,
    arrow: Option<Arrow>,
    from: Option<Vector>,
    scale: f64,
    (ink, width): (Ink, f64),
) {
    match arrow {
        Some(Arrow::Force { tail, along, size }) => {
            let Some(tip) = pixels(along, size, scale) else { return };
            let tail = stage.view.at(from.unwrap_or(tail));
            canvas.marks.arrow(tail, tail + tip, ink, width);
            canvas.placer.line(tail, tail + tip);
            canvas.placer.head(tail + tip);
        }
        Some(Arrow::Moment { centre, ccw }) => {
            let centre = stage.view.at(centre);
            curl(&mut canvas.marks, centre, CURL, ccw, ink);
            canvas.placer.disc(centre, CURL + 2.0);
            canvas.legend.insert(Entry::Moment);
        }
        None => {}
    }
}

fn parallelogram(stage: &Stage, canvas: &mut Canvas, sum: &Sum, meeting: Vector, scale: f64) {
    let tips = sum.terms.map(|term| match term {
        Some(Arrow::Force { along, size, .. }) => pixels(along, size, scale),
        _ => None,
    });
    let [Some(a), Some(b)] = tips else { return };
    let start = stage.view.at(meeting);
    let pen = Stroke::new(Ink::Force, THIN).dashed(true);
    canvas.marks.stroke(Path::open(&[start + a, start + a + b, start + b]), pen);
    canvas.placer.outline(vec![start + a, start + a + b, start + b]);
}

/// A moment: an arrow around a point.
pub(crate) fn curl(marks: &mut Marks, centre: Vector, radius: f64, ccw: bool, ink: Ink) {
    // Angles of the page run clockwise.
    let sense = if ccw { -1.0 } else { 1.0 };
    let (start, turn) = (if ccw { 0.6 } else { std::f64::consts::PI - 0.6 }, sense * 4.4);
    marks.stroke(Path::arc(centre, radius, start, turn), Stroke::new(ink, SHAFT));
    let (end, head) = (start + turn, (radius * 0.5).max(6.0));
    let along = at(1.0, 0.0).turned(end).left() * sense;
    let tip = centre + at(radius, 0.0).turned(end + sense * 0.6 * head / radius);
    marks.head(tip, along.turned(sense * 0.3 * head / radius), head, ink);
}

/// Names at the heads, signs beside the lines.
pub(crate) fn label(stage: &Stage, canvas: &mut Canvas) {
    let (home, scale) = (Home::of(stage.panel), scale(stage.panel, &stage.sizes));
    for line in &stage.panel.lines_of_force {
        let arrow = home.arrow(line.wrench, line.near);
        name(stage, canvas, arrow, None, scale, &line.label, Ink::Load);
        if line.signs {
            signs(stage, canvas, arrow);
        }
    }
    for sum in stage.panel.sums.iter().map(|parts| sum(&home, parts)) {
        name(stage, canvas, sum.whole, sum.meeting, scale, &sum.parts.label, Ink::Force);
        for (term, line) in sum.terms.into_iter().zip(&sum.parts.terms) {
            name(stage, canvas, term, sum.meeting, scale, &line.label, Ink::Load);
        }
    }
}

fn name(
    stage: &Stage,
    canvas: &mut Canvas,
    arrow: Option<Arrow>,
    from: Option<Vector>,
    scale: f64,
    text: &str,
    ink: Ink,
) {
    if text.trim().is_empty() {
        return;
    }
    let spots = match arrow {
        Some(Arrow::Force { tail, along, size }) => {
            let Some(tip) = pixels(along, size, scale) else { return };
            spots(stage.view.at(from.unwrap_or(tail)), tip).to_vec()
        }
        Some(Arrow::Moment { centre, .. }) => {
            vec![Spot { anchor: stage.view.at(centre), clear: CURL + 5.0, toward: at(1.0, 0.0), bias: 0.0 }]
        }
        None => return,
    };
    canvas.placer.beside(&mut canvas.marks, &words(text, ink), &spots);
}

/// A `+` on the left of the line and a `−` on its right, behind the arrow.
fn signs(stage: &Stage, canvas: &mut Canvas, arrow: Option<Arrow>) {
    let Some(Arrow::Force { tail, along, .. }) = arrow else { return };
    let (Some(step), tail) = (direction(along), stage.view.at(tail)) else { return };
    for (sign, ink, side) in [("+", Ink::Plus, -1.0), ("−", Ink::Minus, 1.0)] {
        let across = step.left() * side;
        let places = [-26.0, -40.0, -60.0, -85.0, 20.0, 120.0].map(|back| tail + step * back + across * 13.0);
        let text = Label {
            text: sign.to_owned(),
            face: Face::Bold,
            size: LABEL + 3.0,
            ink,
            optional: true,
            close: true,
        };
        canvas.placer.upon(&mut canvas.marks, &text, &places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::LineOfForce;

    const HOME: Home = Home { centre: at(0.0, 0.0), size: 10.0 };

    #[test]
    fn the_arrow_of_a_wrench_has_its_moment_wherever_it_stands() {
        for near in [[0.0, 0.0], [3.0, -1.0], [-2.0, 5.0]] {
            let Some(Arrow::Force { tail, along, size }) = HOME.arrow([2.5, -1.0, 2.0], Some(near)) else {
                panic!("a force")
            };
            let force = along * size;
            assert!((tail.x * force.y - tail.y * force.x - 2.5).abs() < 1e-12, "{tail:?}");
            assert!((tail - Vector::from(near)).dot(along).abs() < 1e-12, "the nearest point");
        }
    }

    #[test]
    fn without_force_there_is_a_moment_and_without_moment_nothing() {
        assert_eq!(
            HOME.arrow([-2.0, 0.0, 0.0], None),
            Some(Arrow::Moment { centre: at(0.0, 0.0), ccw: false })
        );
        assert_eq!(HOME.arrow([0.0; 3], None), None);
    }

    #[test]
    fn the_line_of_a_sum_runs_through_the_meeting_of_the_lines() {
        let term = |wrench| LineOfForce { wrench, ..LineOfForce::default() };
        let parts =
            WrenchSum { terms: [term([1.0, 0.0, 2.0]), term([-3.0, 1.0, 1.0])], label: String::new() };
        let sum = sum(&HOME, &parts);
        let (Some(meeting), Some(Arrow::Force { tail, along, .. })) = (sum.meeting, sum.whole) else {
            panic!("a meeting")
        };
        // x = 1/2 from the first line; x − y = −3 from the second.
        assert!((meeting - at(0.5, 3.5)).length() < 1e-12, "{meeting:?}");
        assert!((tail - meeting).length() < 1e-9 && (along - at(1.0, 3.0).unit().unwrap()).length() < 1e-12);
    }

    #[test]
    fn parallel_lines_do_not_meet_and_a_couple_is_a_moment() {
        let term = |wrench| LineOfForce { wrench, ..LineOfForce::default() };
        let couple =
            WrenchSum { terms: [term([1.0, 0.0, 1.0]), term([1.0, 0.0, -1.0])], label: String::new() };
        let sum = sum(&HOME, &couple);
        assert_eq!((sum.meeting, sum.whole), (None, Some(Arrow::Moment { centre: at(0.0, 0.0), ccw: true })));
    }
}
