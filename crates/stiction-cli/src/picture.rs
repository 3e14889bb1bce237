//! Writing a picture in the format that its name asks for.

use crate::args::Theme;
use crate::outcome::Outcome;
use std::path::Path;
use stiction::scene::AnyScene;
use stiction_draw::{Page, page, png, svg};
use stiction_report::Report;

/// Pixels for each unit of the drawing: sharp on any screen.
const SCALE: f32 = 2.0;

/// The formats of a picture.
pub enum Format {
    /// Scalable.
    Svg,
    /// Pixels.
    Png,
}

/// The format that the name of a file asks for; another extension is bad input.
pub fn format(file: &Path) -> Result<Format, Outcome> {
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => Err(Outcome::bad_input(&format!(
            "error: {}: a picture is named FILE.svg or FILE.png",
            file.display()
        ))),
    }
}

/// Draws reports side by side into a file.
pub fn write(file: &Path, drawn: &[(&AnyScene, &Report)], title: &str, theme: Theme) -> Result<(), Outcome> {
    write_page(file, &page(drawn, title), theme)
}

/// Draws a page into a file.
pub fn write_page(file: &Path, page: &Page, theme: Theme) -> Result<(), Outcome> {
    let format = format(file)?;
    let theme = match theme {
        Theme::Light => stiction_draw::Theme::Light,
        Theme::Dark => stiction_draw::Theme::Dark,
    };
    let bytes = match format {
        Format::Svg => svg(page, theme).into_bytes(),
        Format::Png => png(page, theme, SCALE).map_err(|error| Outcome::failed(&error.to_string()))?,
    };
    std::fs::write(file, bytes)
        .map_err(|error| Outcome::failed(&format!("cannot write {}: {error}", file.display())))
}
