//! The embedded font: how wide a text is, where it breaks, how numbers are written.

use std::sync::OnceLock;

/// DejaVu Sans, reduced to the characters that drawings use; see `font/LICENSE`.
const REGULAR: &[u8] = include_bytes!("../font/DejaVuSans.ttf");
/// DejaVu Sans Bold, likewise.
const BOLD: &[u8] = include_bytes!("../font/DejaVuSans-Bold.ttf");
/// Where the picture is shown without our font, Verdana comes closest in width.
pub(crate) const FAMILY: &str = "'DejaVu Sans', Verdana, Geneva, sans-serif";

/// Regular or bold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Face {
    Regular,
    Bold,
}

impl Face {
    /// Width of a text in pixels at a size in pixels; the embedded font has no kerning, so letters add up.
    pub fn width(self, text: &str, size: f64) -> f64 {
        text.chars().map(|letter| self.advance(letter)).sum::<f64>() * size
    }

    /// Width of one letter as a fraction of the size.
    fn advance(self, letter: char) -> f64 {
        /// What the font does not know is drawn by some other font: assume a wide letter.
        const UNKNOWN: f64 = 1.0;
        let Some(face) = self.parsed() else { return UNKNOWN };
        let known = face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph));
        known.map_or(UNKNOWN, |advance| f64::from(advance) / self.units())
    }

    /// Draws one letter, in units of the font, upwards from the left end of the baseline; an empty box for a letter
    /// that the font does not know.
    pub fn outline(self, letter: char, into: &mut dyn ttf_parser::OutlineBuilder) {
        let Some(face) = self.parsed() else { return };
        face.outline_glyph(face.glyph_index(letter).unwrap_or_default(), into);
    }

    /// How many units of the font make the size of its letters.
    pub fn units(self) -> f64 {
        self.parsed().map_or(1.0, |face| f64::from(face.units_per_em()))
    }

    fn parsed(self) -> Option<&'static ttf_parser::Face<'static>> {
        static FACES: OnceLock<[Option<ttf_parser::Face<'static>>; 2]> = OnceLock::new();
        let faces = FACES.get_or_init(|| [REGULAR, BOLD].map(|bytes| ttf_parser::Face::parse(bytes, 0).ok()));
        match self {
            Face::Regular => faces[0].as_ref(),
            Face::Bold => faces[1].as_ref(),
        }
    }

    /// Breaks a text into at most `most` lines no wider than `limit`; what does not fit ends in an ellipsis.
    pub fn wrap(self, text: &str, size: f64, limit: f64, most: usize) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split_whitespace().flat_map(|word| self.chop(word, size, limit)) {
            let last = lines.len() - 1;
            let joined =
                if lines[last].is_empty() { word.clone() } else { format!("{} {word}", lines[last]) };
            if self.width(&joined, size) <= limit {
                lines[last] = joined;
            } else {
                lines.push(word);
            }
        }
        lines.retain(|line| !line.is_empty());
        if lines.len() > most {
            lines.truncate(most);
            lines.iter_mut().skip(most.saturating_sub(1)).for_each(|line| {
                *line = self.shortened(&format!("{line} …"), size, limit);
            });
        }
        lines
    }

    /// The pieces of a word that is wider than a whole line.
    fn chop(self, word: &str, size: f64, limit: f64) -> Vec<String> {
        let mut pieces = vec![String::new()];
        let mut width = 0.0;
        for letter in word.chars().filter(|letter| !letter.is_control()) {
            width += self.advance(letter) * size;
            if width > limit && pieces.last().is_some_and(|piece| !piece.is_empty()) {
                pieces.push(String::new());
                width = self.advance(letter) * size;
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push(letter);
            }
        }
        pieces
    }

    /// The text itself, or as much of its beginning as fits before an ellipsis.
    pub fn shortened(self, text: &str, size: f64, limit: f64) -> String {
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        if self.width(&text, size) <= limit {
            return text;
        }
        let mut room = limit - self.advance('…') * size;
        let fits = |letter: &char| {
            room -= self.advance(*letter) * size;
            room >= 0.0
        };
        let kept: String = text.chars().take_while(fits).collect();
        kept.trim_end().to_owned() + "…"
    }
}

/// The end of a name that is too wide: names such as `part/ground.2` differ at their ends.
pub(crate) fn ending(name: &str, size: f64, limit: f64) -> String {
    let backwards: String = name.chars().rev().collect();
    Face::Regular.shortened(&backwards, size, limit).chars().rev().collect()
}

/// A number with its unit in three significant digits: `3.1 N`, `0.25`, `1.2×10⁶ N`.
///
/// ```
/// assert_eq!(stiction_draw::quantity(9.81, "N"), "9.81 N");
/// assert_eq!(stiction_draw::quantity(1.0 / 3.0, ""), "0.333");
/// assert_eq!(stiction_draw::quantity(-1.2e6, "N"), "−1.2×10⁶ N");
/// ```
pub fn quantity(value: f64, unit: &str) -> String {
    let number = number(value);
    if unit.is_empty() { number } else { format!("{number} {unit}") }
}

fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".into() } else { "not finite".into() };
    }
    // Let the formatter round first: 999.7 is 1.00e3.
    let scientific = format!("{value:.2e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i32 = exponent.parse().unwrap_or(0);
    let text = if (-3..5).contains(&power) {
        let rounded: f64 = scientific.parse().unwrap_or(value);
        trimmed(&format!("{rounded:.*}", usize::try_from(2 - power).unwrap_or(0)))
    } else {
        format!("{}×10{}", trimmed(mantissa), raised(exponent))
    };
    text.replace('-', "−")
}

/// Without zeros that say nothing.
pub(crate) fn trimmed(decimal: &str) -> String {
    if !decimal.contains('.') {
        return decimal.to_owned();
    }
    decimal.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn raised(exponent: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let superscript = |letter: char| match letter.to_digit(10) {
        Some(digit) => DIGITS[digit as usize],
        None => '⁻',
    };
    exponent.chars().map(superscript).collect()
}

/// A round length with a unit that keeps it short: `50 mm`, `2 km`; beyond the usual prefixes in metres.
pub(crate) fn length(metres: f64) -> String {
    const UNITS: [(f64, &str); 7] =
        [(1e9, "Gm"), (1e6, "Mm"), (1e3, "km"), (1.0, "m"), (1e-3, "mm"), (1e-6, "µm"), (1e-9, "nm")];
    // Tenths stay in the larger unit: 0.5 m, not 500 mm; a hair below 0.1 for the sake of rounding.
    let unit = UNITS.iter().find(|(size, _)| metres >= size * 0.0999);
    match unit {
        Some((size, name)) if metres < 1e12 => quantity(metres / size, name),
        _ => quantity(metres, "m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_our_own_words_is_in_the_font() {
        for letter in "Stiction μ ° ± − × ⁻¹ ≤ ≥ → ↺ ✓ ✗ ? … Σ θ é ü".chars() {
            for face in [Face::Regular, Face::Bold] {
                assert!(face.parsed().unwrap().glyph_index(letter).is_some(), "{face:?} lacks {letter}");
            }
        }
    }

    #[test]
    fn wrapped_lines_fit_and_lose_nothing() {
        let text = "slips below μ = 0.25; squeeze of 3.1 N and 3.1 N, and averyveryverylongwordindeed";
        let lines = Face::Regular.wrap(text, 12.0, 100.0, 99);
        assert!(lines.iter().all(|line| Face::Regular.width(line, 12.0) <= 100.0), "{lines:?}");
        let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(text));
    }

    #[test]
    fn too_many_lines_end_in_an_ellipsis_that_fits() {
        let lines = Face::Bold.wrap(&"word ".repeat(50), 12.0, 90.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].ends_with('…') && Face::Bold.width(&lines[2], 12.0) <= 90.0);
        assert!(Face::Bold.wrap(" \n ", 12.0, 90.0, 3).is_empty());
    }

    #[test]
    fn a_long_name_keeps_the_end_that_tells_it_from_others() {
        let short = ending("box/ground.12", 12.0, 60.0);
        assert!(short.starts_with('…') && short.ends_with("und.12"), "{short}");
        assert!(Face::Regular.width(&short, 12.0) <= 60.0);
        assert_eq!(ending("thumb", 12.0, 60.0), "thumb");
    }

    #[test]
    fn numbers_are_short_and_round_once() {
        assert_eq!(quantity(999.7, ""), "1000");
        assert_eq!(quantity(3.1000001, "N"), "3.1 N");
        assert_eq!(quantity(12345.6, "N"), "12300 N");
        assert_eq!(quantity(1e-7, "N"), "1×10⁻⁷ N");
        assert_eq!(quantity(f64::NAN, "N"), "not finite N");
    }

    #[test]
    fn lengths_take_the_unit_that_fits() {
        assert_eq!([0.05, 0.1, 2.0, 5e3, 2e-9].map(length), ["50 mm", "0.1 m", "2 m", "5 km", "2 nm"]);
        assert_eq!(length(1e30), "1×10³⁰ m");
    }
}
