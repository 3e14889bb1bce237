//! Writes a sheet as SVG: numbers in hundredths of a pixel, every text escaped, nothing random.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::palette::{Ink, Theme};
use crate::sheet::{Fill, Mark, Path, Pattern, Sheet, Step, Stroke, Swing, Text};
use crate::text::{FAMILY, Face, trimmed};
use crate::tile::{DOT, DOTTED, HATCHED, Tile};
use crate::vector::{Rect, Vector};

/// The whole document.
pub(crate) fn document(sheet: &Sheet, theme: Theme) -> String {
    let mut writer = Writer { text: String::new(), theme, clips: 0 };
    writer.begin(sheet);
    for mark in &sheet.marks {
        writer.mark(mark);
    }
    writer.text.push_str("</svg>\n");
    writer.text
}

struct Writer {
    text: String,
    theme: Theme,
    clips: usize,
}

impl Writer {
    fn begin(&mut self, sheet: &Sheet) {
        let (width, height) = (number(sheet.width), number(sheet.height));
        self.line(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FAMILY}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        self.line(&format!("<title>{}</title>", escaped(&sheet.title)));
        self.line(&format!("<desc>{}</desc>", escaped(&sheet.description)));
        self.patterns(&patterned(sheet));
        let paper = self.ink(Ink::Paper);
        self.line(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>"));
    }

    fn patterns(&mut self, used: &BTreeSet<Pattern>) {
        self.text.push_str("<defs>");
        self.tile("hatched", &HATCHED);
        self.text.push('\n');
        self.tile("dotted", &DOTTED);
        for pattern in used {
            self.text.push('\n');
            self.tile(&identity(*pattern), &Tile::tinted(*pattern));
        }
        self.line("</defs>");
    }

    /// A square that is repeated.
    fn tile(&mut self, id: &str, tile: &Tile) {
        let (side, ground, ink) = (number(tile.side), self.ink(tile.ground), self.ink(tile.ink));
        let mut text = format!(
            "<pattern id=\"{id}\" width=\"{side}\" height=\"{side}\" patternUnits=\"userSpaceOnUse\""
        );
        if tile.turn != 0.0 {
            put(&mut text, "patternTransform", &format!("rotate({})", number(tile.turn)));
        }
        let _ = write!(text, "><rect width=\"{side}\" height=\"{side}\" fill=\"{ground}\"");
        partly(&mut text, "fill-opacity", tile.ground_opacity);
        text.push_str("/>");
        if !tile.lines.is_empty() {
            let _ = write!(
                text,
                "<path d=\"{}\" stroke=\"{ink}\"",
                tile.lines.iter().map(segment).collect::<String>()
            );
            put(&mut text, "stroke-width", &number(tile.width));
            partly(&mut text, "stroke-opacity", tile.opacity);
            text.push_str("/>");
        }
        for [x, y] in tile.dots.iter().map(|dot| dot.map(number)) {
            let _ = write!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{ink}\"/>", number(DOT));
        }
        text.push_str("</pattern>");
        self.text.push_str(&text);
    }

    fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Path { path, fill, stroke } => self.path(path, *fill, stroke.as_ref()),
            Mark::Text(text) => self.label(text),
            Mark::Open { class, clip } => self.open(class, clip.as_ref()),
            Mark::Close => self.line("</g>"),
            Mark::Swing(swing) => self.swing(*swing),
            Mark::Frame { number, count } => self.frame(*number, *count),
        }
    }

    fn open(&mut self, class: &str, clip: Option<&Rect>) {
        let Some(clip) = clip else { return self.line(&format!("<g class=\"{class}\">")) };
        self.clips += 1;
        let (id, corner) = (format!("area{}", self.clips), point(clip.min));
        let (width, height) = (number(clip.width()), number(clip.height()));
        let [x, y] = corner;
        self.line(&format!(
            "<clipPath id=\"{id}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"6\"/></clipPath>"
        ));
        self.line(&format!("<g class=\"{class}\" clip-path=\"url(#{id})\">"));
    }

    /// A group that moves there and back in the time of a slow breath; without animation it stays.
    fn swing(&mut self, swing: Swing) {
        let (kind, values) = match swing {
            Swing::Turn { about, degrees } => {
                let [x, y] = point(about);
                let degrees = trimmed(&format!("{:.5}", if degrees.is_finite() { degrees } else { 0.0 }));
                ("rotate", format!("0 {x} {y};{degrees} {x} {y};0 {x} {y}"))
            }
            Swing::Shift(by) => ("translate", format!("0 0;{};0 0", point(by).join(" "))),
        };
        self.line(&format!(
            "<g class=\"swing\"><animateTransform attributeName=\"transform\" type=\"{kind}\" \
             values=\"{values}\" keyTimes=\"0;0.5;1\" calcMode=\"spline\" \
             keySplines=\"0.4 0 0.6 1;0.4 0 0.6 1\" dur=\"4s\" repeatCount=\"indefinite\"/>"
        ));
    }

    /// A group that is seen at its time, there and back; without animation it is not seen.
    fn frame(&mut self, number: usize, count: usize) {
        let steps = (2 * count).max(1);
        let shown = |step: usize| step == number || step + number == steps;
        let values = (0..steps).map(|step| if shown(step) { "visible" } else { "hidden" });
        let values = values.collect::<Vec<_>>().join(";");
        self.line(&format!(
            "<g class=\"frame\" visibility=\"hidden\"><animate attributeName=\"visibility\" \
             calcMode=\"discrete\" values=\"{values}\" dur=\"4s\" repeatCount=\"indefinite\"/>"
        ));
    }

    fn path(&mut self, path: &Path, fill: Fill, stroke: Option<&Stroke>) {
        if path.points().next().is_none() {
            return;
        }
        let mut line = format!("<path d=\"{}\"", steps(path));
        match fill {
            Fill::None => line.push_str(" fill=\"none\""),
            Fill::Plain(ink) => put(&mut line, "fill", self.ink(ink)),
            Fill::Faint(ink, opacity) => {
                put(&mut line, "fill", self.ink(ink));
                put(&mut line, "fill-opacity", &number(opacity));
            }
            Fill::Hatched => put(&mut line, "fill", "url(#hatched)"),
            Fill::Dotted => put(&mut line, "fill", "url(#dotted)"),
            Fill::Patterned(pattern) => put(&mut line, "fill", &format!("url(#{})", identity(pattern))),
        }
        if !matches!(fill, Fill::None) {
            put(&mut line, "fill-rule", "evenodd");
        }
        if let Some(stroke) = stroke {
            self.stroke(&mut line, stroke);
        }
        line.push_str("/>");
        self.line(&line);
    }

    fn stroke(&self, line: &mut String, stroke: &Stroke) {
        put(line, "stroke", self.ink(stroke.ink));
        put(line, "stroke-width", &number(stroke.width));
        if stroke.dashed {
            put(line, "stroke-dasharray", "4 3.5");
        }
        partly(line, "stroke-opacity", stroke.opacity);
    }

    fn label(&mut self, text: &Text) {
        let [x, y] = point(text.at);
        let mut begin = format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"", number(text.size));
        if text.face == Face::Bold {
            put(&mut begin, "font-weight", "bold");
        }
        let end = format!(">{}</text>", escaped(&text.text));
        if text.halo {
            // Below the letters, a text of its own: some viewers paint every outline above its filling.
            let surface = self.ink(Ink::Surface);
            let pen = "stroke-width=\"3\" stroke-opacity=\"0.85\" aria-hidden=\"true\"";
            self.line(&format!("{begin} fill=\"none\" stroke=\"{surface}\" {pen}{end}"));
        }
        put(&mut begin, "fill", self.ink(text.ink));
        self.line(&(begin + &end));
    }

    fn ink(&self, ink: Ink) -> &'static str {
        ink.colour(self.theme)
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// The patterns that a sheet uses.
fn patterned(sheet: &Sheet) -> BTreeSet<Pattern> {
    let pattern = |mark: &Mark| match mark {
        Mark::Path { fill: Fill::Patterned(pattern), .. } => Some(*pattern),
        _ => None,
    };
    sheet.marks.iter().filter_map(pattern).collect()
}

/// The name of a pattern in the document.
fn identity(Pattern { ink, hatch }: Pattern) -> String {
    let letters = format!("{hatch:?}-{ink:?}").to_lowercase();
    letters.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

fn put(line: &mut String, key: &str, value: &str) {
    let _ = write!(line, " {key}=\"{value}\"");
}

/// An opacity, where it is less than the usual one.
fn partly(line: &mut String, key: &str, opacity: f64) {
    if opacity < 1.0 {
        put(line, key, &number(opacity));
    }
}

/// A line along an axis of its tile.
fn segment([x, y, to_x, to_y]: &[f64; 4]) -> String {
    let end = if x == to_x { format!("V{}", number(*to_y)) } else { format!("H{}", number(*to_x)) };
    format!("M{} {}{end}", number(*x), number(*y))
}

fn steps(path: &Path) -> String {
    let steps = path.0.iter().map(|step| match *step {
        Step::Move(to) => format!("M{}", point(to).join(" ")),
        Step::Line(to) => format!("L{}", point(to).join(" ")),
        Step::Arc { radius, clockwise, to } => {
            let radius = number(radius);
            format!("A{radius} {radius} 0 0 {} {}", u8::from(clockwise), point(to).join(" "))
        }
        Step::Close => "Z".to_owned(),
    });
    steps.collect()
}

fn point(at: Vector) -> [String; 2] {
    [number(at.x), number(at.y)]
}

/// Hundredths of a pixel; what is not finite cannot be on a page and becomes 0.
fn number(value: f64) -> String {
    let text = trimmed(&format!("{:.2}", if value.is_finite() { value } else { 0.0 }));
    if text == "-0" { "0".into() } else { text }
}

/// Text that any XML reader takes: markup escaped, characters that XML forbids dropped.
pub(crate) fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' | '\t' => result.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_forbidden_characters_never_reach_the_document() {
        assert_eq!(escaped("a<b & \"c\">\u{0}\u{1b}\u{ffff}\n"), "a&lt;b &amp; &quot;c&quot;&gt; ");
    }

    #[test]
    fn numbers_are_hundredths_without_noise() {
        assert_eq!(
            [1.0, -0.001, 2.505, 1e-9, f64::NAN, 12.3456].map(number),
            ["1", "0", "2.5", "0", "0", "12.35"]
        );
    }
}
