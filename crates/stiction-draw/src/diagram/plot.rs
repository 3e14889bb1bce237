//! Two axes with a map of classes, curves and points.

use super::figure::{ClassMap, CurveKind, PlotPanel};
use super::scale::Scale;
use super::{key, pattern};
use crate::canvas::{Canvas, LABEL, label};
use crate::palette::Ink;
use crate::panel::Picture;
use crate::place::Spot;
use crate::sheet::{Fill, Mark, Marks, Path, Step, Stroke, Text};
use crate::sound::number;
use crate::text::Face;
use crate::vector::{Rect, Vector, at};

const INSET: f64 = 12.0;
/// Size of the letters at ticks, and their distance from the frame.
const SIZE: f64 = 10.5;
const GAP: f64 = 6.0;
/// Distance below the frame: enough to clear the lowest number beside it.
const DROP: f64 = 8.0;

/// A plot ready to be drawn.
pub(crate) struct Plot {
    panel: PlotPanel,
    x: Scale,
    y: Scale,
    items: Vec<key::Item>,
    omitted: usize,
}

impl Plot {
    pub fn new(panel: &PlotPanel) -> Plot {
        /// Most cells of a map; larger ones are thinned by the caller.
        const CELLS: usize = 250_000;
        let mut panel = panel.clone();
        let mut omitted = 0;
        let sound = |map: &ClassMap| {
            let whole =
                map.columns > 0 && map.cells.len().is_multiple_of(map.columns) && map.cells.len() <= CELLS;
            let ends = map.x.iter().chain(&map.y).all(|&end| number(end));
            whole && !map.cells.is_empty() && ends && map.x[0] != map.x[1] && map.y[0] != map.y[1]
        };
        if panel.map.as_ref().is_some_and(|map| !sound(map)) {
            panel.map = None;
            omitted += 1;
        }
        let points = panel.points.len();
        panel.points.retain(|point| point.at.iter().all(|&entry| number(entry)));
        let curves = panel.curves.len();
        panel.curves.retain(|curve| curve.points.iter().flatten().any(|&entry| number(entry)));
        omitted += points - panel.points.len() + curves - panel.curves.len();
        for axis in [&panel.x, &panel.y] {
            omitted += usize::from(axis.range.is_some_and(|range| range.iter().any(|&end| !number(end))));
        }
        let (x, y) = (scale(&panel, 0), scale(&panel, 1));
        let items = items(&panel);
        Plot { panel, x, y, items, omitted }
    }

    fn foot(&self, width: f64) -> f64 {
        key::height(&self.items, width - 2.0 * INSET)
    }

    /// The rectangle between the axes.
    fn frame(&self, area: Rect) -> Rect {
        let names = self.y.ticks(self.wanted_ticks(area.height() * 0.7, 34.0));
        let widest = names.iter().map(|(_, name)| Face::Regular.width(name, SIZE)).fold(0.0, f64::max);
        let above = if self.panel.y.label.trim().is_empty() { 8.0 } else { 22.0 };
        let below = SIZE + DROP + 4.0 + if self.panel.x.label.trim().is_empty() { 0.0 } else { 17.0 };
        let min = area.min + at(INSET + widest.min(area.width() * 0.3) + GAP + 2.0, INSET + above - 6.0);
        let max = area.max - at(INSET + 8.0, below + 6.0 + self.foot(area.width()));
        let whole = Rect { min, max: at(max.x.max(min.x + 20.0), max.y.max(min.y + 20.0)) };
        if !self.panel.equal {
            return whole;
        }
        let unit = (whole.width() / self.x.span()).min(whole.height() / self.y.span());
        Rect::centred(whole.centre(), unit * self.x.span(), unit * self.y.span())
    }

    fn wanted_ticks(&self, pixels: f64, apart: f64) -> usize {
        (pixels / apart).clamp(2.0, 9.0) as usize
    }

    /// Where a point lies on the page.
    fn at(&self, frame: Rect, [x, y]: [f64; 2]) -> Option<Vector> {
        let (x, y) = (self.x.part(x)?, self.y.part(y)?);
        let place = at(frame.min.x + x * frame.width(), frame.max.y - y * frame.height());
        place.is_finite().then_some(place)
    }
}

/// The range of an axis.
fn scale(panel: &PlotPanel, entry: usize) -> Scale {
    let axis = if entry == 0 { &panel.x } else { &panel.y };
    let ends = panel.map.iter().flat_map(|map| if entry == 0 { map.x } else { map.y });
    let curves = panel.curves.iter().flat_map(|curve| curve.points.iter().map(|point| point[entry]));
    let points = panel.points.iter().map(|point| point.at[entry]);
    let air = if entry == 1 && panel.map.is_none() { 0.06 } else { 0.0 };
    if panel.map.is_some() {
        return Scale::of(axis, ends, air);
    }
    Scale::of(axis, curves.chain(points), air)
}

/// The pen of each curve; series are numbered among themselves.
fn pens(panel: &PlotPanel) -> Vec<Stroke> {
    let mut series = 0;
    let pen = |curve: &super::figure::Curve| match curve.kind {
        CurveKind::Series => {
            series += 1;
            // After six colours the next six are dashed.
            Stroke::new(Ink::Tint((series - 1) % 6), 2.0).dashed((series - 1) / 6 % 2 == 1)
        }
        CurveKind::Boundary => Stroke::new(Ink::Text, 1.8),
        CurveKind::Reference => Stroke::new(Ink::Text, 1.4).dashed(true),
    };
    panel.curves.iter().map(pen).collect()
}

fn items(panel: &PlotPanel) -> Vec<key::Item> {
    let mut items = Vec::new();
    if let Some(map) = &panel.map {
        let mut present: Vec<u8> = map.cells.iter().flatten().copied().collect();
        present.sort_unstable();
        present.dedup();
        items.extend(present.into_iter().map(|class| {
            let name = map.classes.get(usize::from(class)).filter(|name| !name.trim().is_empty());
            let text = name.cloned().unwrap_or_else(|| format!("class {class}"));
            key::Item { sample: key::Sample::Area(pattern(class), Ink::Tint(class % 6)), text }
        }));
    }
    let named = panel.curves.iter().zip(pens(panel)).filter(|(curve, _)| !curve.label.trim().is_empty());
    items.extend(
        named.map(|(curve, pen)| key::Item { sample: key::Sample::Line(pen), text: curve.label.clone() }),
    );
    items
}

impl Picture for Plot {
    fn wanted(&self, width: f64, tallest: f64) -> f64 {
        let foot = self.foot(width);
        (width * 0.62 + foot).min(tallest + foot)
    }

    fn labels(&self, area: Rect) -> Rect {
        self.frame(area)
    }

    fn corner(&self, area: Rect) -> Vector {
        self.frame(area).max - at(6.0, 6.0)
    }

    fn is_empty(&self) -> bool {
        self.panel.map.is_none() && self.panel.curves.is_empty() && self.panel.points.is_empty()
    }

    fn omitted(&self) -> usize {
        self.omitted
    }

    fn draw(&self, canvas: &mut Canvas, area: Rect) {
        if self.is_empty() {
            return;
        }
        let frame = self.frame(area);
        canvas.marks.fill(Path::closed(&frame.corners()), Fill::Plain(Ink::Paper));
        if self.panel.map.is_none() {
            self.draw_grid(&mut canvas.marks, frame);
        }
        self.draw_map(&mut canvas.marks, frame);
        self.draw_axes(&mut canvas.marks, frame, area);
        let ends = self.draw_curves(canvas, frame);
        self.draw_points(canvas, frame);
        canvas.marks.open("labels");
        self.label(canvas, frame, &ends);
        canvas.marks.close();
        let foot = self.foot(area.width());
        let place = Rect { min: at(area.min.x + INSET, area.max.y - foot), max: area.max - at(INSET, 0.0) };
        canvas.placer.thinned += key::write(&mut canvas.marks, &self.items, place);
    }
}

impl Plot {
    fn ticks(&self, frame: Rect) -> [Vec<(f64, String)>; 2] {
        [
            self.x.ticks(self.wanted_ticks(frame.width(), 62.0)),
            self.y.ticks(self.wanted_ticks(frame.height(), 34.0)),
        ]
    }

    fn draw_grid(&self, marks: &mut Marks, frame: Rect) {
        marks.open("grid");
        let [across, upwards] = self.ticks(frame);
        let pen = Stroke::new(Ink::Frame, 0.8);
        for part in across.iter().filter_map(|(value, _)| self.x.part(*value)).filter(|part| inside(*part)) {
            let x = frame.min.x + part * frame.width();
            marks.stroke(Path::open(&[at(x, frame.min.y), at(x, frame.max.y)]), pen);
        }
        for part in upwards.iter().filter_map(|(value, _)| self.y.part(*value)).filter(|part| inside(*part)) {
            let y = frame.max.y - part * frame.height();
            marks.stroke(Path::open(&[at(frame.min.x, y), at(frame.max.x, y)]), pen);
        }
        marks.close();
    }

    /// Cells of one class in one path, and lines between different classes.
    fn draw_map(&self, marks: &mut Marks, frame: Rect) {
        let Some(map) = &self.panel.map else { return };
        let rows = map.cells.len() / map.columns;
        let clamp = |part: f64| part.clamp(0.0, 1.0);
        let column = |i: usize| {
            let value = self.x.between(map.x[0], map.x[1], i as f64 / map.columns as f64);
            self.x.part(value).map(|part| frame.min.x + clamp(part) * frame.width())
        };
        let row = |j: usize| {
            let value = self.y.between(map.y[0], map.y[1], j as f64 / rows as f64);
            self.y.part(value).map(|part| frame.max.y - clamp(part) * frame.height())
        };
        let (Some(xs), Some(ys)) = (
            (0..=map.columns).map(column).collect::<Option<Vec<_>>>(),
            (0..=rows).map(row).collect::<Option<Vec<_>>>(),
        ) else {
            return;
        };
        let class = |i: usize, j: usize| map.cells[j * map.columns + i];
        marks.open("map");
        let mut classes: Vec<u8> = map.cells.iter().flatten().copied().collect();
        classes.sort_unstable();
        classes.dedup();
        for wanted in classes {
            let mut path = Path::default();
            for j in 0..rows {
                for (first, last) in runs(map.columns, |i| class(i, j) == Some(wanted)) {
                    let (low, high) = (at(xs[first], ys[j]), at(xs[last], ys[j + 1]));
                    if let Some(cell) =
                        Rect::around([low, high]).filter(|cell| cell.width() > 0.0 && cell.height() > 0.0)
                    {
                        path.0.extend(Path::closed(&cell.corners()).0);
                    }
                }
            }
            marks.fill(path, pattern(wanted));
        }
        let mut borders = Path::default();
        let mut line = |from: Vector, to: Vector| borders.0.extend([Step::Move(from), Step::Line(to)]);
        for j in 1..rows {
            for (first, last) in runs(map.columns, |i| class(i, j) != class(i, j - 1)) {
                line(at(xs[first], ys[j]), at(xs[last], ys[j]));
            }
        }
        for i in 1..map.columns {
            for (first, last) in runs(rows, |j| class(i, j) != class(i - 1, j)) {
                line(at(xs[i], ys[first]), at(xs[i], ys[last]));
            }
        }
        marks.stroke(borders, Stroke::new(Ink::Muted, 0.8).faint(0.7));
        marks.close();
    }

    fn draw_axes(&self, marks: &mut Marks, frame: Rect, area: Rect) {
        marks.open("axes");
        marks.stroke(Path::closed(&frame.corners()), Stroke::new(Ink::Muted, 1.0));
        let [across, upwards] = self.ticks(frame);
        let pen = Stroke::new(Ink::Muted, 1.0);
        let mut write = |text: String, place: Vector, ink: Ink, size: f64| {
            let text = Text { text, face: Face::Regular, size, ink, at: place, halo: false };
            marks.0.push(Mark::Text(text));
        };
        let mut free = area.min.x + 2.0;
        let mut strokes = Vec::new();
        for (value, name) in across {
            let Some(part) = self.x.part(value).filter(|part| inside(*part)) else { continue };
            let (x, width) = (frame.min.x + part * frame.width(), Face::Regular.width(&name, SIZE));
            strokes.push([at(x, frame.max.y), at(x, frame.max.y + 4.0)]);
            let left = (x - width / 2.0).min(area.max.x - width - 3.0);
            if left >= free {
                write(name, at(left, frame.max.y + DROP + SIZE * 0.76), Ink::Muted, SIZE);
                free = left + width + 6.0;
            }
        }
        let mut free = f64::INFINITY;
        for (value, name) in upwards {
            let Some(part) = self.y.part(value).filter(|part| inside(*part)) else { continue };
            let (y, width) = (frame.max.y - part * frame.height(), Face::Regular.width(&name, SIZE));
            strokes.push([at(frame.min.x - 4.0, y), at(frame.min.x, y)]);
            let left = frame.min.x - GAP - width;
            if y + SIZE / 2.0 <= free && left >= area.min.x {
                write(name, at(left, y + SIZE * 0.36), Ink::Muted, SIZE);
                free = y - SIZE / 2.0 - 2.0;
            }
        }
        let name = Face::Regular.shortened(&self.panel.x.label, LABEL, frame.width());
        let width = Face::Regular.width(&name, LABEL);
        if !name.trim().is_empty() {
            let place = at(frame.centre().x - width / 2.0, frame.max.y + DROP + SIZE + 5.0 + LABEL * 0.76);
            write(name, place, Ink::Text, LABEL);
        }
        let name = Face::Regular.shortened(&self.panel.y.label, LABEL, area.width() - 2.0 * INSET);
        if !name.trim().is_empty() {
            write(name, at(area.min.x + INSET, frame.min.y - 10.0), Ink::Text, LABEL);
        }
        strokes.into_iter().for_each(|tick| marks.stroke(Path::open(&tick), pen));
        marks.close();
    }

    /// The curves within the frame; returns the last place of each that is seen.
    fn draw_curves(&self, canvas: &mut Canvas, frame: Rect) -> Vec<Option<Vector>> {
        canvas.marks.open("curves");
        let mut ends = Vec::new();
        for (curve, pen) in self.panel.curves.iter().zip(pens(&self.panel)) {
            let mut path = Path::default();
            let mut last: Option<Vector> = None;
            let places: Vec<Option<Vector>> =
                curve.points.iter().map(|&point| self.at(frame, point)).collect();
            for pair in places.windows(2) {
                let [Some(from), Some(to)] = *pair else { continue };
                let Some((low, high)) = frame.clip(from, to - from, 0.0, 1.0) else { continue };
                let [start, end] = [low, high].map(|part| frame.clamp(from + (to - from) * part));
                if last != Some(start) {
                    path.0.push(Step::Move(start));
                }
                path.0.push(Step::Line(end));
                canvas.placer.line(start, end);
                last = Some(end);
            }
            // A point between two gaps is a curve of its own.
            for (i, place) in places.iter().enumerate() {
                let alone = |j: Option<usize>| j.and_then(|j| places.get(j)).is_none_or(Option::is_none);
                let lone = alone(i.checked_sub(1)) && alone(Some(i + 1));
                if let Some(place) = place.filter(|place| lone && frame.contains(*place)) {
                    canvas.marks.fill(Path::circle(place, pen.width + 0.6), Fill::Plain(pen.ink));
                    last = last.or(Some(place));
                }
            }
            canvas.marks.stroke(path, pen);
            ends.push(last);
        }
        canvas.marks.close();
        ends
    }

    fn draw_points(&self, canvas: &mut Canvas, frame: Rect) {
        canvas.marks.open("points");
        for place in self.panel.points.iter().filter_map(|point| self.at(frame, point.at)) {
            if frame.contains(place) {
                let dot = Path::circle(place, 4.4);
                canvas.marks.shape(dot, Fill::Plain(Ink::Text), Stroke::new(Ink::Surface, 1.2));
                canvas.placer.disc(place, 5.5);
            }
        }
        canvas.marks.close();
    }

    fn label(&self, canvas: &mut Canvas, frame: Rect, ends: &[Option<Vector>]) {
        for point in self.panel.points.iter().filter(|point| !point.label.trim().is_empty()) {
            let Some(anchor) = self.at(frame, point.at).filter(|place| frame.contains(*place)) else {
                continue;
            };
            let spot = Spot { anchor, clear: 7.0, toward: at(0.7, -0.7), bias: 0.0 };
            canvas.placer.beside(&mut canvas.marks, &label(&point.label, Ink::Text), &[spot]);
        }
        // The key names every curve; names at their ends are a service where there is room.
        if self.panel.map.is_some() || self.panel.curves.len() < 2 {
            return;
        }
        for ((curve, pen), end) in self.panel.curves.iter().zip(pens(&self.panel)).zip(ends) {
            let Some(anchor) = end.filter(|_| !curve.label.trim().is_empty()) else { continue };
            let mut name = label(&curve.label, pen.ink);
            (name.optional, name.close) = (true, true);
            let before = canvas.placer.thinned;
            let spot = |toward: Vector, bias: f64| Spot { anchor, clear: 5.0, toward, bias };
            let spots = [spot(at(-0.5, -0.86), 0.0), spot(at(-0.5, 0.86), 0.5)];
            canvas.placer.beside(&mut canvas.marks, &name, &spots);
            canvas.placer.thinned = before;
        }
    }
}

fn inside(part: f64) -> bool {
    (-1e-9..=1.0 + 1e-9).contains(&part)
}

/// Stretches of places where something holds: where each begins, and where it is over.
fn runs(count: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for i in (0..count).filter(|&i| holds(i)) {
        match runs.last_mut() {
            Some(run) if run.1 == i => run.1 = i + 1,
            _ => runs.push((i, i + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_stretches_that_hold() {
        assert_eq!(runs(6, |i| [0, 1, 3, 5].contains(&i)), [(0, 2), (3, 4), (5, 6)]);
    }
}
