//! The same picture in pixels.  Only the embedded font is used, so every machine draws the same.

use std::fmt;

use resvg::{tiny_skia, usvg};

use crate::text::{BOLD, REGULAR};

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

/// Draws a document written by this crate.
pub(crate) fn render(document: &str, scale: f32) -> Result<Vec<u8>, DrawError> {
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(DrawError::Scale(scale));
    }
    let failed = |reason: &dyn fmt::Display| DrawError::Render(reason.to_string());
    let tree = usvg::Tree::from_str(document, &options()).map_err(|fault| failed(&fault))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    if width > LARGEST || height > LARGEST {
        return Err(DrawError::TooLarge { width, height });
    }
    let mut pixels = tiny_skia::Pixmap::new(width.ceil().max(1.0) as u32, height.ceil().max(1.0) as u32)
        .ok_or(DrawError::TooLarge { width, height })?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|fault| failed(&fault))
}

/// How documents are read: with the embedded font and no other.
fn options() -> usvg::Options<'static> {
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..usvg::Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(BOLD.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options
}
