//! STL: loose triangles, binary or ASCII.
//!
//! A binary file is a header of 80 bytes, the number n of triangles, and 50 bytes for each: it is told by its
//! length of exactly 84 + 50 n, since many begin with `solid` as an ASCII file does.  (The fourth byte after the
//! header is a letter in any ASCII file of that length, and n then beyond 500 million.)  The written normals are
//! not used: the order of the corners says which side is out.

use super::{LineFaults, MeshLimits, STRIDE, Token, lines, whole, words};
use crate::fault::Faults;
use stiction::shape::Mesh;

/// Bytes before the first triangle, and of each.
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

pub(super) fn read(bytes: &[u8], limits: &MeshLimits, tell: &dyn Fn(usize)) -> Result<Mesh, Faults> {
    match promised(bytes) {
        Some(count) if length_of(count) == bytes.len() as u64 => binary(bytes, limits, tell),
        _ if looks_like_text(bytes) => ascii(bytes, limits, tell),
        Some(count) => Err(wrong_length(bytes, count)),
        None => {
            let message = format!("the file has {} bytes and does not begin with `solid`", bytes.len());
            Err(whole("mesh-format", message, "a binary STL file has at least 84 bytes"))
        }
    }
}

/// The number of triangles a binary file says it has.
fn promised(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(HEADER - 4..HEADER)?.try_into().ok()?))
}

fn length_of(count: u32) -> u64 {
    HEADER as u64 + TRIANGLE as u64 * u64::from(count)
}

/// Whether a file begins with `solid` and its beginning has no bytes that no text has.
fn looks_like_text(bytes: &[u8]) -> bool {
    let start = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let solid = bytes[start..].get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    solid && !bytes[start..].iter().take(512).any(|byte| *byte == 0)
}

fn wrong_length(bytes: &[u8], count: u32) -> Faults {
    let message = format!(
        "the file says at byte 80 that it has {count} triangles, which take {} bytes, and has {} bytes",
        length_of(count),
        bytes.len()
    );
    whole("mesh-length", message, "the file is cut short or no STL file: export it again")
}

fn too_many(limits: &MeshLimits) -> Faults {
    let message = format!("the mesh has more than the limit of {} triangles", limits.triangles);
    whole("too-large", message, "simplify the mesh, or raise the limit")
}

fn binary(bytes: &[u8], limits: &MeshLimits, tell: &dyn Fn(usize)) -> Result<Mesh, Faults> {
    let triangles = bytes[HEADER..].chunks_exact(TRIANGLE);
    if triangles.len() > limits.triangles {
        return Err(too_many(limits));
    }
    let bad = triangles.clone().position(|triangle| corners(triangle).flatten().any(|x| !x.is_finite()));
    if let Some(index) = bad {
        let place = HEADER + TRIANGLE * index;
        let message = format!("triangle {} at byte {place} has a coordinate that is no number", index + 1);
        return Err(whole("not-finite", message, "export the mesh again"));
    }
    let told = triangles.enumerate().flat_map(|(index, triangle)| {
        if index % STRIDE == 0 {
            tell(HEADER + TRIANGLE * index);
        }
        corners(triangle)
    });
    Ok(Mesh::from_soup(told))
}

/// The corners of one binary triangle; the normal before them and the two bytes after are left.
fn corners(triangle: &[u8]) -> impl Iterator<Item = [f64; 3]> {
    let single = |at: &[u8]| f64::from(f32::from_le_bytes([at[0], at[1], at[2], at[3]]));
    triangle[12..48].chunks_exact(12).map(move |p| [single(&p[..4]), single(&p[4..8]), single(&p[8..])])
}

/// What an ASCII file says, in its order.
fn ascii(bytes: &[u8], limits: &MeshLimits, tell: &dyn Fn(usize)) -> Result<Mesh, Faults> {
    let mut reader = Ascii::default();
    for (number, start, line) in lines(bytes) {
        if number % STRIDE == 0 {
            tell(start);
        }
        let mut line_words = words(line, number, start).peekable();
        // The name of a solid is the rest of its line, whatever it is.
        while let Some(word) = line_words.next_if(|word| !word.is("solid") && !word.is("endsolid")) {
            reader.take(&word);
        }
        if let Some(word) = line_words.next() {
            reader.solid(&word);
        }
        if reader.corners.len() / 3 > limits.triangles {
            return Err(too_many(limits));
        }
    }
    let end =
        Token { bytes: b"the end", line: lines(bytes).count(), column: 1, span: bytes.len()..bytes.len() };
    reader.finish(&end)
}

/// The words between `solid` and `endsolid`; numbers stand where `0` does.
const FACET: [&str; 21] = [
    "facet", "normal", "0", "0", "0", "outer", "loop", "vertex", "0", "0", "0", "vertex", "0", "0", "0",
    "vertex", "0", "0", "0", "endloop", "endfacet",
];

#[derive(Default)]
struct Ascii {
    /// How many words of a facet have been read.
    step: usize,
    numbers: Vec<f64>,
    corners: Vec<[f64; 3]>,
    faults: LineFaults,
    /// Whether words are skipped up to the next facet, after a fault.
    lost: bool,
}

impl Ascii {
    fn take(&mut self, word: &Token<'_>) {
        if self.lost {
            if !word.is("facet") {
                return;
            }
            (self.lost, self.step) = (false, 0);
        }
        match FACET[self.step] {
            "0" => self.take_number(word),
            expected if word.is(expected) => self.step += 1,
            expected => {
                let message = format!("`{}` stands where `{expected}` belongs", word.shown());
                self.lose(
                    "stl-word",
                    word,
                    message,
                    "a facet is: facet normal, outer loop, three vertex, endloop, endfacet",
                );
            }
        }
        if self.step == FACET.len() {
            self.step = 0;
        }
    }

    fn take_number(&mut self, word: &Token<'_>) {
        // The normal comes first and is not used, so it may be anything, nan included.
        let normal = self.step < 5;
        match word.number() {
            _ if normal => self.step += 1,
            Some(number) => {
                self.step += 1;
                self.numbers.push(number);
                self.close_facet();
            }
            None => {
                let message = format!("`{}` is no coordinate", word.shown());
                self.lose("number", word, message, "give a finite decimal, e.g. 1.5e-3");
            }
        }
    }

    /// Keeps the corners of a facet once it has all nine numbers.
    fn close_facet(&mut self) {
        if self.numbers.len() == 9 {
            self.corners.extend(self.numbers.chunks_exact(3).map(|p| [p[0], p[1], p[2]]));
            self.numbers.clear();
        }
    }

    fn lose(&mut self, code: &'static str, word: &Token<'_>, message: String, help: &str) {
        self.faults.add(code, word, message, help);
        self.lost = true;
        self.numbers.clear();
    }

    /// `solid` or `endsolid`, which stand between facets.
    fn solid(&mut self, word: &Token<'_>) {
        if self.step != 0 && !self.lost {
            let message = format!("`{}` stands within a facet", word.shown());
            self.lose("stl-word", word, message, "a facet ends with endloop and endfacet");
        }
        (self.lost, self.step) = (false, 0);
        self.numbers.clear();
    }

    fn finish(mut self, end: &Token<'_>) -> Result<Mesh, Faults> {
        if self.step != 0 && !self.lost {
            self.lose(
                "stl-word",
                end,
                "the file ends within a facet".into(),
                "the file is cut short: export it again",
            );
        }
        let corners = std::mem::take(&mut self.corners);
        self.faults.unless(()).map(|()| Mesh::from_soup(corners.into_iter()))
    }
}
