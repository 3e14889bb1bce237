//! OBJ files whose groups are blocks.

use super::Block;
use crate::findings::{Findings, shortened};
use std::collections::HashMap;
use std::ops::Range;
use stiction::shape::Point3;
use stiction_proof::Rational;

/// Whether a text begins as OBJ files do.
pub(crate) fn is_obj(text: &str) -> bool {
    let words = ["v", "vn", "vt", "o", "g", "s", "mtllib", "usemtl"];
    let first = text
        .trim_start_matches('\u{feff}')
        .split(['\n', '\r'])
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    let mut parts = first.unwrap_or_default().split_ascii_whitespace();
    // A scene's first line has an equals sign after its first word.
    parts.next().is_some_and(|word| words.contains(&word)) && parts.next().is_some_and(|next| next != "=")
}

/// The groups with faces, in the order of the file.
pub(crate) fn blocks(text: &str, found: &mut Findings<'_>) -> Vec<Block> {
    let mut reader = Reader::default();
    let marked = text.trim_start_matches('\u{feff}');
    let mut start = text.len() - marked.len();
    let end = if text.contains('\n') { '\n' } else { '\r' };
    // What a line that ends in a backslash begins.
    let mut begun = String::new();
    for line in marked.split_inclusive(end) {
        let span = start..start + line.trim_end().len();
        start += line.len();
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(kept) = line.strip_suffix('\\') {
            begun.push_str(kept);
            begun.push(' ');
        } else if begun.is_empty() {
            reader.line(line, span, found);
        } else {
            begun.push_str(line);
            reader.line(std::mem::take(&mut begun).trim(), span, found);
        }
    }
    reader.line(begun.trim(), start..start, found);
    reader.blocks.retain(|block| !block.faces.is_empty());
    reader.blocks
}

#[derive(Default)]
struct Reader {
    vertices: Vec<Point3>,
    blocks: Vec<Block>,
    /// Number of each vertex of the file within the last block.
    own: HashMap<usize, usize>,
}

impl Reader {
    fn line(&mut self, line: &str, span: Range<usize>, found: &mut Findings<'_>) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "v" => self.vertex(rest, span, found),
            "f" => self.face(rest, span, found),
            "o" | "g" => self.begin(rest.trim(), span),
            // Normals, texture, materials, smoothing, lines and points say nothing about solids.
            _ => {}
        }
    }

    fn begin(&mut self, name: &str, span: Range<usize>) {
        let name = if name.is_empty() { "block" } else { name };
        self.own.clear();
        self.blocks.push(Block {
            name: name.into(),
            is_support: name == stiction::scene::GROUND,
            density: None,
            vertices: Vec::new(),
            faces: Vec::new(),
            path: format!("groups.{}", crate::node::quoted_key(name)),
            span,
        });
    }

    fn vertex(&mut self, rest: &str, span: Range<usize>, found: &mut Findings<'_>) {
        let read: Vec<Option<Rational>> =
            rest.split_ascii_whitespace().take(3).map(|part| Rational::parse_bounded(part).ok()).collect();
        let point: Option<Vec<Rational>> = read.into_iter().collect();
        match point.and_then(|point| Point3::try_from(point).ok()) {
            Some(point) => self.vertices.push(point),
            None => {
                let message = format!("`{}` is not a vertex", shortened(rest.trim()));
                found.fault("obj-line", (String::new(), span), message, "write v x y z");
                self.vertices.push(Point3::default());
            }
        }
    }

    fn face(&mut self, rest: &str, span: Range<usize>, found: &mut Findings<'_>) {
        if self.blocks.is_empty() {
            self.begin("block", span.clone());
        }
        let corners: Option<Vec<usize>> =
            rest.split_ascii_whitespace().map(|corner| self.corner(corner)).collect();
        let Some(corners) = corners.filter(|corners| corners.len() >= 3) else {
            let count = self.vertices.len();
            let message =
                format!("`f {}` is not a face of the {count} vertices so far", shortened(rest.trim()));
            let help = "write f a b c, at least three corners counted from 1";
            return found.fault("face-corner", (String::new(), span), message, help);
        };
        if let Some(block) = self.blocks.last_mut() {
            let mut own = |vertex: usize| {
                *self.own.entry(vertex).or_insert_with(|| {
                    block.vertices.push(self.vertices[vertex].clone());
                    block.vertices.len() - 1
                })
            };
            let face = corners.into_iter().map(&mut own).collect();
            block.faces.push(face);
        }
    }

    /// `7`, `7/1`, `7//3`, `7/1/3`, or `-1` for the last vertex; from 0.
    fn corner(&self, corner: &str) -> Option<usize> {
        let number: i64 = corner.split('/').next()?.parse().ok()?;
        let count = i64::try_from(self.vertices.len()).ok()?;
        let index = if number < 0 { count + number } else { number - 1 };
        usize::try_from(index).ok().filter(|index| *index < self.vertices.len())
    }
}
