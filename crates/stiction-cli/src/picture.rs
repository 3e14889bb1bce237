//! Writing a picture in the format that its name asks for.

use crate::args::Theme;
use std::path::Path;
use stiction::scene::AnyScene;
use stiction_draw::{page, png, svg};
use stiction_report::Report;

/// Pixels for each unit of the drawing: sharp on any screen.
const SCALE: f32 = 2.0;

/// Draws reports side by side into a file.
pub fn write(file: &Path, drawn: &[(&AnyScene, &Report)], title: &str, theme: Theme) -> Result<(), String> {
    let page = page(drawn, title);
    let theme = match theme {
        Theme::Light => stiction_draw::Theme::Light,
        Theme::Dark => stiction_draw::Theme::Dark,
    };
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let bytes = match extension.as_deref() {
        Some("svg") => svg(&page, theme).into_bytes(),
        Some("png") => png(&page, theme, SCALE).map_err(|error| error.to_string())?,
        _ => return Err(format!("{}: a picture is named FILE.svg or FILE.png", file.display())),
    };
    std::fs::write(file, bytes).map_err(|error| format!("cannot write {}: {error}", file.display()))
}
