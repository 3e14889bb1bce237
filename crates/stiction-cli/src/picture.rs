//! Drawing a picture in the format that its name asks for.

use crate::args::Theme;
use crate::file;
use crate::outcome::{Drawing, Out, Outcome};
use std::path::{Path, PathBuf};
use stiction_draw::{Page, png, svg};
use stiction_files::shown_path;
use stiction_report::Report;

/// Pixels for each unit of the drawing: sharp on any screen.
const SCALE: f32 = 2.0;

/// The formats of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Scalable.
    Svg,
    /// Pixels.
    Png,
    /// A scene in space to be turned about, binary glTF.
    Glb,
}

/// The format that the name of a file asks for; another extension is bad input.
pub fn format(file: &Path) -> Result<Format, Outcome> {
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("glb") => Ok(Format::Glb),
        _ => Err(Outcome::bad_input(&format!(
            "error: {}: a picture is named FILE.svg or FILE.png, or of a scene in space FILE.glb",
            shown_path(file)
        ))),
    }
}

/// What stands against a picture, said before anything is computed: a name of another kind, or that of a file that is
/// read.
pub fn fault(file: Option<&Path>, read: &[Option<&Path>]) -> Option<Outcome> {
    let file = file?;
    format(file).err().or_else(|| over_input(file, read))
}

/// Bad input where a file to be written is one that is read.
pub fn over_input(file: &Path, read: &[Option<&Path>]) -> Option<Outcome> {
    let input = read.iter().flatten().find(|input| file::is_same(file, input))?;
    let (file, input) = (shown_path(file), shown_path(input));
    Some(Outcome::bad_input(&format!(
        "error: the picture {file} would be written over {input}, which is read\n = help: name another file: --picture FILE.svg"
    )))
}

/// The picture of a page that is made of the report that was printed.
pub fn of_page(file: PathBuf, theme: Theme, page: impl FnOnce(&Report) -> Page + 'static) -> Drawing {
    let format = format(&file).ok();
    let draw = move |out: &Out| match out.report() {
        Some(report) => drawn(&page(report), format.unwrap_or(Format::Svg), theme),
        None => Err("there is no report to draw".into()),
    };
    Drawing { file, draw: Box::new(draw) }
}

/// A page as the bytes of a file.
pub fn drawn(page: &Page, format: Format, theme: Theme) -> Result<Vec<u8>, String> {
    let theme = colours(theme);
    match format {
        Format::Svg => Ok(svg(page, theme).into_bytes()),
        Format::Png => png(page, theme, SCALE).map_err(|error| error.to_string()),
        Format::Glb => stiction_draw::glb(page)
            .ok_or_else(|| "glTF is written of scenes in space that have shapes; name FILE.svg".to_owned()),
    }
}

/// The colours of a picture, as those who draw it call them.
pub fn colours(theme: Theme) -> stiction_draw::Theme {
    match theme {
        Theme::Light => stiction_draw::Theme::Light,
        Theme::Dark => stiction_draw::Theme::Dark,
    }
}
