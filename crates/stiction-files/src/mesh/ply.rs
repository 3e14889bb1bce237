//! PLY, the Stanford polygon format: ASCII, and binary of either order of bytes.
//!
//! A header names elements with their counts and properties; then their values follow in that order.  Taken are `x`,
//! `y`, `z` of `vertex` and the list `vertex_indices` (or `vertex_index`) of `face`; everything else is passed over.
//! Polygons are cut into triangles.

use super::polygons::Polygons;
use super::{MeshLimits, STRIDE, whole};
use crate::fault::Faults;
use stiction::shape::Mesh;

/// The kinds of numbers, by their names of old and of late.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

#[derive(Debug)]
enum Property {
    One(String, Kind),
    List(String, Kind, Kind),
}

#[derive(Debug)]
struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Coding {
    Ascii,
    Little,
    Big,
}

fn bad(message: String) -> Faults {
    whole("ply", message, "export the mesh again as PLY, STL or OBJ")
}

pub(super) fn read(bytes: &[u8], limits: &MeshLimits, tell: &dyn Fn(usize)) -> Result<Mesh, Faults> {
    let (coding, elements, start) = header(bytes)?;
    let mut values = Values { bytes, at: start, coding };
    let mut mesh = Polygons::new(limits);
    let lined = values.has_lines(elements.iter().map(|element| element.count).sum());
    for element in &elements {
        // Each value takes a byte at least, also where a file promises more.
        if element.count > bytes.len() {
            let message = format!(
                "the header promises {} of `{}` in {} bytes",
                element.count,
                element.name,
                bytes.len()
            );
            return Err(bad(message));
        }
        for index in 0..element.count {
            if index % STRIDE == 0 {
                tell(values.at);
            }
            let cut =
                || bad(format!("the file ends within `{}` {} of {}", element.name, index + 1, element.count));
            row(element, &mut values, &mut mesh).ok_or_else(cut)??;
            if lined {
                values.end_line();
            }
        }
    }
    mesh.finish()
}

/// One row of an element; nothing where the file ends in it.
fn row(element: &Element, values: &mut Values<'_>, mesh: &mut Polygons) -> Option<Result<(), Faults>> {
    let mut point = [None; 3];
    let mut corners: Option<Vec<u32>> = None;
    for property in &element.properties {
        match property {
            Property::One(name, kind) => {
                let value = values.next(*kind)?;
                let axis = ["x", "y", "z"].iter().position(|axis| axis == name);
                if let Some(axis) = axis {
                    point[axis] = Some(value);
                }
            }
            Property::List(name, count, kind) => {
                let count = values.next(*count)?;
                let wanted = matches!(element.name.as_str(), "face" | "tristrips")
                    && matches!(name.as_str(), "vertex_indices" | "vertex_index");
                let strips = element.name == "tristrips";
                let mut list = Vec::new();
                // A count that is no count ends the file soon enough.
                for _ in 0..count.max(0.0) as u64 {
                    let value = values.next(*kind)?;
                    let whole = value >= 0.0 && value < f64::from(u32::MAX) && value.fract() == 0.0;
                    if wanted && whole {
                        list.push(value as u32);
                    } else if wanted && strips && value == -1.0 {
                        // The strip ends, and another begins.
                        list.push(u32::MAX);
                    } else if wanted {
                        let message = format!("a face has the corner {value}, which is no vertex");
                        return Some(Err(super::whole(
                            "vertex-index",
                            message,
                            "corners are counted from 0",
                        )));
                    }
                }
                corners = if wanted { Some(list) } else { corners };
            }
        }
    }
    if element.name == "vertex" {
        let [x, y, z] = point;
        let (Some(x), Some(y), Some(z)) = (x, y, z) else {
            return Some(Err(bad("a vertex has no x, y and z".into())));
        };
        return Some(mesh.vertex([x, y, z]));
    }
    Some(match corners {
        Some(corners) if element.name == "tristrips" => strips(&corners, mesh),
        Some(corners) => mesh.face(&corners),
        None => Ok(()),
    })
}

/// Strips of triangles, every other of which is turned; one ends where there is no corner.
fn strips(corners: &[u32], mesh: &mut Polygons) -> Result<(), Faults> {
    for strip in corners.split(|corner| *corner == u32::MAX) {
        for (index, corners) in strip.windows(3).enumerate() {
            let [a, b, c] = [corners[0], corners[1], corners[2]];
            mesh.face(&if index % 2 == 0 { [a, b, c] } else { [b, a, c] })?;
        }
    }
    Ok(())
}

/// The coding, the elements, and where the values begin.
fn header(bytes: &[u8]) -> Result<(Coding, Vec<Element>, usize), Faults> {
    let mut at = 0;
    // Lines end as the first one does: with a line feed, or with a carriage return alone.
    let first = bytes.iter().take(4096).position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(0);
    let old = bytes.get(first) == Some(&b'\r') && bytes.get(first + 1) != Some(&b'\n');
    let end = if old { b'\r' } else { b'\n' };
    let mut lines = std::iter::from_fn(|| {
        let rest = bytes.get(at..)?;
        let length = rest.iter().take(4096).position(|byte| *byte == end)?;
        at += length + 1;
        Some((String::from_utf8_lossy(&rest[..length]).trim().to_owned(), at))
    });
    if lines.next().is_none_or(|(line, _)| line != "ply") {
        return Err(whole("mesh-format", "the file does not begin with `ply`".into(), "give a PLY file"));
    }
    let mut coding = None;
    let mut elements: Vec<Element> = Vec::new();
    for (line, end) in lines {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["format", word, ..] => {
                coding = match word {
                    "ascii" => Some(Coding::Ascii),
                    "binary_little_endian" => Some(Coding::Little),
                    "binary_big_endian" => Some(Coding::Big),
                    _ => None,
                };
            }
            ["element", name, count] => {
                let count = count.parse().map_err(|_| bad(format!("`{line}` has no count")))?;
                elements.push(Element { name: name.to_owned(), count, properties: Vec::new() });
            }
            ["property", ref rest @ ..] => {
                let property = property(rest).ok_or_else(|| bad(format!("`{line}` is not known")))?;
                let last =
                    elements.last_mut().ok_or_else(|| bad(format!("`{line}` belongs to no element")))?;
                last.properties.push(property);
            }
            ["end_header"] => {
                let coding = coding.ok_or_else(|| bad("the header names no format that is known".into()))?;
                return Ok((coding, elements, end));
            }
            // Comments, and what later versions may add.
            _ => {}
        }
    }
    Err(bad("the header has no end".into()))
}

fn property(words: &[&str]) -> Option<Property> {
    match words {
        ["list", count, kind, name] => {
            Some(Property::List((*name).to_owned(), kind_of(count)?, kind_of(kind)?))
        }
        [kind, name] => Some(Property::One((*name).to_owned(), kind_of(kind)?)),
        _ => None,
    }
}

fn kind_of(word: &str) -> Option<Kind> {
    Some(match word {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}

struct Values<'b> {
    bytes: &'b [u8],
    at: usize,
    coding: Coding,
}

impl Values<'_> {
    fn next(&mut self, kind: Kind) -> Option<f64> {
        match self.coding {
            Coding::Ascii => self.word(),
            coding => self.binary(kind, coding == Coding::Big),
        }
    }

    /// Whether a text has a line for every row at least, so that a row ends where its line does.
    fn has_lines(&self, rows: usize) -> bool {
        let lines = || self.bytes[self.at.min(self.bytes.len())..].split(|byte| *byte == b'\n');
        self.coding == Coding::Ascii
            && lines().filter(|line| !line.iter().all(u8::is_ascii_whitespace)).count() >= rows
    }

    /// Passes over what a line has besides the properties of its row: colours that the header does not tell of.
    fn end_line(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    fn word(&mut self) -> Option<f64> {
        let rest = self.bytes.get(self.at..)?;
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let length = rest[start..].iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len() - start);
        self.at += start + length;
        // What is no number is none, and a vertex with it is refused.
        let word = std::str::from_utf8(&rest[start..start + length]).ok();
        Some(word.and_then(|word| word.parse().ok()).unwrap_or(f64::NAN))
    }

    fn binary(&mut self, kind: Kind, big: bool) -> Option<f64> {
        let size = match kind {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        };
        let mut own = [0; 8];
        own[..size].copy_from_slice(self.bytes.get(self.at..self.at.checked_add(size)?)?);
        self.at += size;
        if big {
            own[..size].reverse();
        }
        let [a, b, c, d, ..] = own;
        Some(match kind {
            Kind::I8 => f64::from(a as i8),
            Kind::U8 => f64::from(a),
            Kind::I16 => f64::from(i16::from_le_bytes([a, b])),
            Kind::U16 => f64::from(u16::from_le_bytes([a, b])),
            Kind::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Kind::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Kind::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Kind::F64 => f64::from_le_bytes(own),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "comment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n";

    fn ascii() -> Vec<u8> {
        let body = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";
        format!("ply\nformat ascii 1.0\n{HEAD}{body}").into_bytes()
    }

    fn binary(big: bool) -> Vec<u8> {
        let name = if big { "binary_big_endian" } else { "binary_little_endian" };
        let mut bytes = format!("ply\nformat {name} 1.0\n{HEAD}").into_bytes();
        for x in [0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1.] {
            bytes.extend(if big { f32::to_be_bytes(x) } else { f32::to_le_bytes(x) });
        }
        for face in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            bytes.push(3);
            face.iter().for_each(|k: &i32| bytes.extend(if big { k.to_be_bytes() } else { k.to_le_bytes() }));
        }
        bytes
    }

    #[test]
    fn a_tetrahedron_is_the_same_in_every_coding_and_cut_short_in_none() {
        let read = |bytes: &[u8]| read(bytes, &MeshLimits::default(), &|_| ());
        let mesh = read(&ascii()).unwrap();
        assert_eq!((mesh.faults().len(), mesh.triangles.len()), (0, 4));
        assert_eq!(read(&binary(false)).unwrap(), mesh);
        assert_eq!(read(&binary(true)).unwrap(), mesh);
        for bytes in [ascii(), binary(false), binary(true)] {
            for length in 0..bytes.len() - 2 {
                assert!(read(&bytes[..length]).is_err(), "{length}");
            }
        }
    }

    #[test]
    fn what_a_line_has_beyond_its_row_is_passed_over_and_rows_over_several_lines_are_read() {
        let read = |text: &str| read(text.as_bytes(), &MeshLimits::default(), &|_| ());
        let text = String::from_utf8(ascii()).unwrap();
        let mesh = read(&text).unwrap();
        let (head, body) = text.split_at(text.find("end_header\n").unwrap() + 11);
        let coloured: String = body.lines().map(|line| format!("{line} 9 1 1 0.5\n")).collect();
        assert_eq!(read(&format!("{head}{coloured}")).unwrap(), mesh);
        let broken = body.replace(' ', "\n");
        assert_eq!(read(&format!("{head}{broken}")).unwrap(), mesh);
        let one_line = body.replace('\n', " ");
        assert_eq!(read(&format!("{head}{one_line}")).unwrap(), mesh);
    }

    #[test]
    fn lines_of_the_header_may_end_with_carriage_returns() {
        let read = |bytes: &[u8]| read(bytes, &MeshLimits::default(), &|_| ());
        let mesh = read(&ascii()).unwrap();
        let text = String::from_utf8(ascii()).unwrap();
        assert_eq!(read(text.replace('\n', "\r").as_bytes()).unwrap(), mesh);
        assert_eq!(read(text.replace('\n', "\r\n").as_bytes()).unwrap(), mesh);
        let (head, body) = (HEAD.len() + "ply\nformat binary_big_endian 1.0\n".len(), binary(true));
        let old: Vec<u8> = body
            .iter()
            .enumerate()
            .map(|(at, byte)| if at < head && *byte == b'\n' { b'\r' } else { *byte })
            .collect();
        assert_eq!(read(&old).unwrap(), mesh);
    }

    #[test]
    fn strips_are_triangles_every_other_of_which_is_turned() {
        let head =
            "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
        let strips = "element tristrips 1\nproperty list int int vertex_indices\nend_header\n";
        let body = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n9 0 2 1 3 -1 0 3 2 0\n";
        let mesh = read(format!("{head}{strips}{body}").as_bytes(), &MeshLimits::default(), &|_| ()).unwrap();
        assert_eq!(mesh.triangles.len(), 4);
    }

    #[test]
    fn counts_beyond_the_file_and_corners_that_are_none_are_refused() {
        let read =
            |text: String| read(text.as_bytes(), &MeshLimits::default(), &|_| ()).unwrap_err().faults[0].code;
        let text = String::from_utf8(ascii()).unwrap();
        assert_eq!(read(text.replace("element face 4", "element face 4000000000")), "ply");
        assert_eq!(read(text.replace("3 2 0 3", "3 2 0 9")), "vertex-index");
        let negative = text.replace("3 2 0 3", "3 2 0 -1");
        let faults = super::read(negative.as_bytes(), &MeshLimits::default(), &|_| ()).unwrap_err().faults;
        assert_eq!(faults[0].message, "a face has the corner -1, which is no vertex");
        assert_eq!(read(text.replace("1 0 0", "1 0 nan")), "not-finite");
        assert_eq!(read(text.replace("ascii", "morse")), "ply");
    }
}
