//! Wavefront OBJ: vertices, polygons, groups.  Texture, normals, materials, lines and curves are passed over.
//!
//! Indices count from 1, or backwards from −1 for the vertex last given.  A polygon is cut into triangles, as a
//! fan where it is convex and by its ears where it is not.

use super::ear::{Ears, triangulate};
use super::{LineFaults, MeshLimits, STRIDE, Token, lines, whole, words};
use crate::fault::Faults;
use std::collections::HashMap;
use stiction::shape::Mesh;

/// The vertices of a file, and its triangles by group.
pub(super) struct ObjFile {
    vertices: Vec<[f64; 3]>,
    names: Vec<String>,
    triangles: Vec<Vec<[u32; 3]>>,
}

impl ObjFile {
    /// All groups as one mesh, equal corners made one.
    pub fn into_one(self) -> Mesh {
        Mesh::new(self.vertices, self.triangles.concat()).welded()
    }

    /// Each group that has triangles, with vertices of its own.
    pub fn into_groups(self) -> Vec<(String, Mesh)> {
        let Self { vertices, names, triangles } = self;
        let corner = |k: &u32| vertices[*k as usize];
        let mesh = |triangles: &Vec<[u32; 3]>| Mesh::from_soup(triangles.iter().flatten().map(corner));
        let named = names.into_iter().zip(&triangles).filter(|(_, triangles)| !triangles.is_empty());
        named.map(|(name, triangles)| (name, mesh(triangles))).collect()
    }
}

/// A polygon as it was written: where, in which group, and its corners among all corners.
struct Polygon {
    line: usize,
    start: usize,
    group: usize,
    corners: std::ops::Range<usize>,
}

#[derive(Default)]
struct Reader {
    vertices: Vec<[f64; 3]>,
    corners: Vec<u32>,
    polygons: Vec<Polygon>,
    names: Vec<String>,
    known: HashMap<String, usize>,
    group: usize,
    faults: LineFaults,
}

pub(super) fn read(bytes: &[u8], limits: &MeshLimits, tell: &dyn Fn(usize)) -> Result<ObjFile, Faults> {
    let mut reader = Reader::default();
    reader.enter(String::new());
    for (number, start, line) in logical_lines(bytes) {
        if number % STRIDE == 0 {
            tell(start);
        }
        reader.statement(&line, number, start);
        // A polygon of n corners gives n − 2 triangles.
        let triangles = reader.corners.len() - 2 * reader.polygons.len();
        if triangles > limits.triangles || reader.vertices.len() / 3 > limits.triangles {
            let message = format!("the mesh has more than the limit of {} triangles", limits.triangles);
            return Err(whole("too-large", message, "simplify the mesh, or raise the limit"));
        }
        if reader.names.len() > limits.groups {
            let message = format!("the file has more than the limit of {} groups", limits.groups);
            return Err(whole("too-large", message, "join the groups, or raise the limit"));
        }
    }
    reader.finish()
}

/// Lines, those that end in a backslash joined with the next.
fn logical_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, usize, std::borrow::Cow<'_, [u8]>)> {
    let mut physical = lines(bytes);
    std::iter::from_fn(move || {
        let (number, start, first) = physical.next()?;
        let mut line = std::borrow::Cow::Borrowed(first);
        while let Some(kept) = continued(&line).map(<[u8]>::len) {
            let joined = line.to_mut();
            joined.truncate(kept);
            joined.push(b' ');
            let Some((_, _, next)) = physical.next() else { break };
            joined.extend_from_slice(next);
        }
        Some((number, start, line))
    })
}

fn continued(line: &[u8]) -> Option<&[u8]> {
    // Blanks behind the backslash are not seen by who writes it.
    line.trim_ascii_end().strip_suffix(b"\\")
}

impl Reader {
    fn statement(&mut self, line: &[u8], number: usize, start: usize) {
        let text = line.split(|byte| *byte == b'#').next().unwrap_or(line);
        let mut words = words(text, number, start);
        let Some(keyword) = words.next() else { return };
        match keyword.bytes {
            b"v" => self.vertex(&keyword, words),
            b"f" | b"fo" => self.face(&keyword, words),
            b"g" | b"o" => {
                let names: Vec<String> =
                    words.map(|word| String::from_utf8_lossy(word.bytes).into()).collect();
                self.enter(names.join(" "));
            }
            _ => {}
        }
    }

    /// Faces belong to the group of this name from now on.
    fn enter(&mut self, name: String) {
        let next = self.names.len();
        self.group = *self.known.entry(name.clone()).or_insert(next);
        if self.group == next {
            self.names.push(name);
        }
    }

    fn vertex<'t>(&mut self, keyword: &Token<'t>, words: impl Iterator<Item = Token<'t>>) {
        let mut coordinates = [0.0; 3];
        let mut count = 0;
        // A weight or colours may follow the coordinates.
        for (place, word) in coordinates.iter_mut().zip(words) {
            count += 1;
            match word.number() {
                Some(number) => *place = number,
                None => {
                    let message = format!("`{}` is no coordinate", word.shown());
                    self.faults.add("number", &word, message, "give a finite decimal, e.g. 1.5e-3");
                }
            }
        }
        if count < 3 {
            let message = format!("the vertex has {count} coordinate{}", if count == 1 { "" } else { "s" });
            self.faults.add("vertex", keyword, message, "a vertex is: v x y z");
        }
        // Kept even when bad, so that the faces after it count right.
        self.vertices.push(coordinates);
    }

    fn face<'t>(&mut self, keyword: &Token<'t>, words: impl Iterator<Item = Token<'t>>) {
        let first = self.corners.len();
        for word in words {
            match self.index(&word) {
                Some(index) => self.corners.push(index),
                None => {
                    let message = format!("`{}` is no vertex", word.shown());
                    let help = "vertices count from 1, or backwards from -1: f 1 2 3, f 1/1/1 2/2/2 3/3/3, f -3 -2 -1";
                    self.faults.add("vertex-index", &word, message, help);
                    self.corners.push(0);
                }
            }
        }
        let corners = first..self.corners.len();
        if corners.len() < 3 {
            let message =
                format!("the face has {} corner{}", corners.len(), if corners.len() == 1 { "" } else { "s" });
            self.faults.add("too-few-corners", keyword, message, "a face has at least 3 corners");
            self.corners.truncate(first);
            return;
        }
        let (line, start) = (keyword.line, keyword.span.start);
        self.polygons.push(Polygon { line, start, group: self.group, corners });
    }

    /// The vertex that `7`, `7/1`, `7//3`, `7/1/3` or `-1` means, from 0.  One not yet given may follow.
    fn index(&self, word: &Token<'_>) -> Option<u32> {
        let digits = word.bytes.split(|byte| *byte == b'/').next()?;
        let number: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let index = if number < 0 { self.vertices.len() as i64 + number } else { number - 1 };
        u32::try_from(index).ok()
    }

    fn finish(mut self) -> Result<ObjFile, Faults> {
        let mut triangles = vec![Vec::new(); self.names.len()];
        let mut ears = Ears::default();
        for polygon in &self.polygons {
            let corners = &self.corners[polygon.corners.clone()];
            let at =
                Token { bytes: b"f", line: polygon.line, column: 1, span: polygon.start..polygon.start + 1 };
            if let Some(beyond) = corners.iter().find(|&&k| k as usize >= self.vertices.len()) {
                let message =
                    format!("the face has vertex {} of {}", u64::from(*beyond) + 1, self.vertices.len());
                self.faults.add("vertex-index", &at, message, "vertices count from 1, or backwards from -1");
            } else if !triangulate(&self.vertices, corners, &mut ears, &mut triangles[polygon.group]) {
                let message = format!("the face of {} corners cannot be cut into triangles", corners.len());
                let help =
                    "a face is flat and does not cross itself; triangulate the mesh before exporting it";
                self.faults.add("self-intersection", &at, message, help);
            }
        }
        self.faults.unless(ObjFile { vertices: self.vertices, names: self.names, triangles })
    }
}
