//! glTF 2.0 and its binary form GLB: the triangles of every node of the scene, each where the node puts it.
//!
//! A file is JSON; numbers lie in buffers, which are the second chunk of a GLB, base64 in the JSON, or files beside
//! it.  Taken are positions and indices of triangles, strips and fans; materials, skins and animations are passed
//! over.  What is packed by an extension that must be understood (Draco, meshopt) is refused by its name.
//! Coordinates are metres, and y is up.

use super::{MeshLimits, Outside, whole};
use crate::fault::Faults;
use serde_json::Value;
use stiction::shape::Mesh;

/// How deep nodes may hang below each other.
const DEEPEST: usize = 64;
/// Most elements that are zeros because nothing says otherwise: they bound nothing.
const MOST_ZEROS: usize = 1 << 16;
/// Extensions that change nothing of what is read here.
const HARMLESS: [&str; 3] = ["KHR_mesh_quantization", "KHR_materials", "KHR_texture"];

type Matrix = [[f64; 4]; 3];

const STILL: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

fn bad(message: impl Into<String>) -> Faults {
    whole("gltf", message.into(), "export the mesh again as GLB, PLY, STL or OBJ")
}

/// The nodes that have triangles, with their names.
pub(super) fn read(
    bytes: &[u8],
    limits: &MeshLimits,
    outside: &Outside<'_>,
) -> Result<Vec<(String, Mesh)>, Faults> {
    let (json, chunk) = chunks(bytes)?;
    let root: Value =
        serde_json::from_slice(json).map_err(|error| bad(format!("the JSON cannot be read: {error}")))?;
    let required = root["extensionsRequired"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(name) =
        required.into_iter().find(|name| HARMLESS.iter().all(|known| !name.starts_with(known)))
    {
        return Err(bad(format!("the file needs the extension {name}, which is not read")));
    }
    let buffers = buffers(&root, chunk, limits, outside)?;
    let mut reader = Reader {
        root: &root,
        buffers,
        parts: Vec::new(),
        left: limits.triangles,
        corners: limits.triangles.saturating_mul(3),
        nodes: limits.groups,
    };
    let scene = &root["scenes"][root["scene"].as_u64().unwrap_or(0) as usize]["nodes"];
    match scene.as_array() {
        Some(nodes) => nodes.iter().try_for_each(|node| reader.node(node, &STILL, DEEPEST))?,
        // Without a scene the meshes stand as they are.
        None => (0..root["meshes"].as_array().map_or(0, Vec::len))
            .try_for_each(|mesh| reader.mesh(mesh, String::new(), &STILL))?,
    }
    Ok(reader.parts)
}

/// The JSON and the binary chunk of a GLB, or the whole of a glTF.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Faults> {
    if !bytes.starts_with(b"glTF") {
        return Ok((bytes, None));
    }
    let word = |at: usize| -> Option<usize> {
        let four = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(four)).ok()
    };
    let chunk = |at: usize| -> Option<&[u8]> {
        bytes.get(at.checked_add(8)?..at.checked_add(8)?.checked_add(word(at)?)?)
    };
    if word(4) != Some(2) {
        return Err(bad("this is GLB of another version than 2"));
    }
    let json = chunk(12).ok_or_else(|| bad("the file is cut short"))?;
    let next = 20 + json.len();
    Ok((json, chunk(next)))
}

fn buffers<'b>(
    root: &Value,
    chunk: Option<&'b [u8]>,
    limits: &MeshLimits,
    outside: &Outside<'_>,
) -> Result<Vec<std::borrow::Cow<'b, [u8]>>, Faults> {
    let listed = root["buffers"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut buffers = Vec::new();
    for (index, buffer) in listed.iter().enumerate() {
        buffers.push(match buffer["uri"].as_str() {
            None => {
                std::borrow::Cow::Borrowed(chunk.ok_or_else(|| bad(format!("buffer {index} is missing")))?)
            }
            Some(uri) => match uri.strip_prefix("data:").and_then(|data| data.split_once(";base64,")) {
                Some((_, text)) => std::borrow::Cow::Owned(
                    base64(text).ok_or_else(|| bad(format!("buffer {index} is no base64")))?,
                ),
                None => {
                    let bytes = outside(uri).map_err(|why| {
                        bad(format!("cannot read the buffer \"{}\": {why}", crate::findings::shortened(uri)))
                    })?;
                    if bytes.len() as u64 > limits.size.max(64 << 20) {
                        return Err(whole(
                            "too-large",
                            format!("buffer {index} is larger than the limit"),
                            "raise the limit: --max-size MIB",
                        ));
                    }
                    std::borrow::Cow::Owned(bytes)
                }
            },
        });
    }
    Ok(buffers)
}

/// Text of base64 as bytes.
fn base64(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.bytes().filter(|byte| *byte != b'=' && !byte.is_ascii_whitespace()) {
        held = held << 6 | u32::from(digit(byte)?);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Some(bytes)
}

struct Reader<'r> {
    root: &'r Value,
    buffers: Vec<std::borrow::Cow<'r, [u8]>>,
    parts: Vec<(String, Mesh)>,
    /// Triangles, vertices and nodes that may still come: many primitives may share a few numbers.
    left: usize,
    corners: usize,
    nodes: usize,
}

impl Reader<'_> {
    fn node(&mut self, index: &Value, above: &Matrix, depth: usize) -> Result<(), Faults> {
        let node = index.as_u64().map(|index| &self.root["nodes"][index as usize]).unwrap_or(&Value::Null);
        if !node.is_object() || depth == 0 {
            return Err(bad("a node is missing, or nodes hang below each other without end"));
        }
        self.nodes = self
            .nodes
            .checked_sub(1)
            .ok_or_else(|| whole("too-large", "the file has too many nodes".into(), "join them"))?;
        let place = product(above, &placed(node).map_err(|why| bad(format!("node {index}: {why}")))?);
        if let Some(mesh) = node["mesh"].as_u64() {
            let named = node["name"].as_str().or_else(|| self.root["meshes"][mesh as usize]["name"].as_str());
            self.mesh(mesh as usize, named.unwrap_or_default().to_owned(), &place)?;
        }
        let children = node["children"].as_array().map(Vec::as_slice).unwrap_or_default();
        children.iter().try_for_each(|child| self.node(child, &place, depth - 1))
    }

    fn mesh(&mut self, index: usize, name: String, place: &Matrix) -> Result<(), Faults> {
        let mut all = Mesh::default();
        for primitive in self.root["meshes"][index]["primitives"].as_array().into_iter().flatten() {
            let mode = primitive["mode"].as_u64().unwrap_or(4);
            if !(4..=6).contains(&mode) || primitive["attributes"]["POSITION"].is_null() {
                continue;
            }
            let positions = self.numbers(&primitive["attributes"]["POSITION"], 3)?;
            let base = all.vertices.len() as u32;
            all.vertices.extend(positions.chunks_exact(3).map(|p| moved(place, [p[0], p[1], p[2]])));
            let count = positions.len() / 3;
            let indices: Vec<u32> = match &primitive["indices"] {
                Value::Null => (0..count as u32).collect(),
                given => self.numbers(given, 1)?.into_iter().map(|index| index as u32).collect(),
            };
            if indices.iter().any(|index| *index as usize >= count) {
                return Err(bad(format!("mesh {index} has a corner beyond its {count} vertices")));
            }
            let triangles = triangles(&indices, mode);
            let more = |what: &str| {
                let message = format!("the mesh has more {what} than the limit");
                whole("too-large", message, "simplify the mesh, or raise the limit")
            };
            self.left = self.left.checked_sub(triangles.len()).ok_or_else(|| more("triangles"))?;
            self.corners = self.corners.checked_sub(count).ok_or_else(|| more("vertices"))?;
            // A mirrored node turns its triangles inside out.
            let mirrored = determinant(place) < 0.0;
            all.triangles.extend(triangles.into_iter().map(|[a, b, c]| {
                let [a, b, c] = [a, b, c].map(|k| k + base);
                if mirrored { [a, c, b] } else { [a, b, c] }
            }));
        }
        if all.vertices.iter().flatten().any(|x| !x.is_finite()) {
            return Err(whole(
                "not-finite",
                format!("mesh {index} has a coordinate that is no number"),
                "export the mesh again",
            ));
        }
        if !all.triangles.is_empty() {
            self.parts.push((name, all.welded()));
        }
        Ok(())
    }

    /// The numbers of an accessor, so many for each of its elements.
    fn numbers(&self, index: &Value, wide: usize) -> Result<Vec<f64>, Faults> {
        let accessor =
            index.as_u64().map(|index| &self.root["accessors"][index as usize]).unwrap_or(&Value::Null);
        if !accessor["sparse"].is_null() {
            return Err(bad("the file has sparse accessors, which are not read"));
        }
        self.accessed(accessor, wide)
            .ok_or_else(|| bad("an accessor reaches beyond its buffer, or is of a kind that it cannot be"))
    }

    fn accessed(&self, accessor: &Value, wide: usize) -> Option<Vec<f64>> {
        let natural = |value: &Value| -> Option<usize> {
            if value.is_null() { Some(0) } else { usize::try_from(value.as_u64()?).ok() }
        };
        let count = natural(&accessor["count"])?;
        let wanted = if wide == 3 { "VEC3" } else { "SCALAR" };
        if accessor["type"].as_str() != Some(wanted) {
            return None;
        }
        let kind = accessor["componentType"].as_u64()?;
        let size = match kind {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            5125 | 5126 => 4,
            _ => return None,
        };
        if accessor["bufferView"].is_null() {
            // As the format has it: zeros, of which the file is no measure.
            return (count <= MOST_ZEROS).then(|| vec![0.0; count * wide]);
        }
        let view = &self.root["bufferViews"][natural(&accessor["bufferView"])?];
        let buffer = self.buffers.get(natural(&view["buffer"])?)?;
        let start = natural(&view["byteOffset"])?;
        let view_bytes = buffer.get(start..start.checked_add(natural(&view["byteLength"])?)?)?;
        let stride = match natural(&view["byteStride"])? {
            0 => size * wide,
            stride => stride,
        };
        let offset = natural(&accessor["byteOffset"])?;
        let normalized = accessor["normalized"].as_bool() == Some(true);
        // The last element must be there before room is made for all.
        let end = count
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(offset)?.checked_add(size * wide));
        if end? > view_bytes.len() {
            return None;
        }
        let mut numbers = Vec::with_capacity(count * wide);
        for element in 0..count {
            for part in 0..wide {
                let at = offset + element * stride + part * size;
                numbers.push(component(view_bytes.get(at..at + size)?, kind, normalized));
            }
        }
        Some(numbers)
    }
}

fn component(bytes: &[u8], kind: u64, normalized: bool) -> f64 {
    let two = [bytes[0], *bytes.get(1).unwrap_or(&0)];
    let four = [two[0], two[1], *bytes.get(2).unwrap_or(&0), *bytes.get(3).unwrap_or(&0)];
    let (value, most) = match kind {
        5120 => (f64::from(bytes[0] as i8), 127.0),
        5121 => (f64::from(bytes[0]), 255.0),
        5122 => (f64::from(i16::from_le_bytes(two)), 32767.0),
        5123 => (f64::from(u16::from_le_bytes(two)), 65535.0),
        5125 => (f64::from(u32::from_le_bytes(four)), 1.0),
        _ => (f64::from(f32::from_le_bytes(four)), 1.0),
    };
    if normalized { (value / most).max(-1.0) } else { value }
}

fn triangles(indices: &[u32], mode: u64) -> Vec<[u32; 3]> {
    match mode {
        4 => indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
        5 => indices
            .windows(3)
            .enumerate()
            .map(|(k, t)| if k % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] })
            .collect(),
        _ => indices.get(1..).unwrap_or_default().windows(2).map(|t| [indices[0], t[0], t[1]]).collect(),
    }
}

fn moved(place: &Matrix, point: [f64; 3]) -> [f64; 3] {
    place.map(|row| row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + row[3])
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let sum: f64 = (0..3).map(|k| a[i][k] * b[k][j]).sum();
            if j == 3 { sum + a[i][3] } else { sum }
        })
    })
}

fn determinant(m: &Matrix) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

/// Where a node puts what hangs on it: a matrix by columns, or scale, turn and shift; or why that cannot be said.
fn placed(node: &Value) -> Result<Matrix, String> {
    let numbers = |key: &str, default: &[f64]| -> Result<Vec<f64>, String> {
        let given = match &node[key] {
            Value::Null => return Ok(default.to_vec()),
            Value::Array(list) => list.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>(),
            _ => None,
        };
        let count = given.as_ref().map(Vec::len);
        let whole = given.filter(|list| list.len() == default.len() && list.iter().all(|x| x.is_finite()));
        whole.ok_or_else(|| match count {
            Some(count) if count != default.len() => {
                format!("`{key}` has {count} numbers, where {} belong", default.len())
            }
            _ => format!("`{key}` is no list of numbers"),
        })
    };
    if !node["matrix"].is_null() {
        let m = numbers("matrix", &[1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.])?;
        return Ok(std::array::from_fn(|row| std::array::from_fn(|column| m[4 * column + row])));
    }
    let (shift, turn, scale) = (
        numbers("translation", &[0.; 3])?,
        numbers("rotation", &[0., 0., 0., 1.])?,
        numbers("scale", &[1.; 3])?,
    );
    let length = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !(length.is_finite() && length > 0.0) {
        return Err(format!("`rotation` has length {length}, and is no turn"));
    }
    let turn: Vec<f64> = turn.iter().map(|x| x / length).collect();
    let [x, y, z, w] = [turn[0], turn[1], turn[2], turn[3]];
    let rows = [
        [1. - 2. * (y * y + z * z), 2. * (x * y - z * w), 2. * (x * z + y * w)],
        [2. * (x * y + z * w), 1. - 2. * (x * x + z * z), 2. * (y * z - x * w)],
        [2. * (x * z - y * w), 2. * (y * z + x * w), 1. - 2. * (x * x + y * y)],
    ];
    let scaled = |i: usize| [rows[i][0] * scale[0], rows[i][1] * scale[1], rows[i][2] * scale[2], shift[i]];
    Ok(std::array::from_fn(scaled))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A tetrahedron in a node that is shifted below one that is mirrored.
    fn file() -> (Value, Vec<u8>) {
        let mut bytes = Vec::new();
        for x in [0f32, 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1.] {
            bytes.extend(x.to_le_bytes());
        }
        for k in [0u16, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] {
            bytes.extend(k.to_le_bytes());
        }
        let root = json!({
            "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
            "nodes": [{ "scale": [-1, 1, 1], "children": [1] }, { "name": "part", "mesh": 0, "translation": [1, 0, 0] }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
            "accessors": [
                { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
                { "bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR" }
            ],
            "bufferViews": [{ "buffer": 0, "byteLength": 48 }, { "buffer": 0, "byteOffset": 48, "byteLength": 24 }],
            "buffers": [{ "byteLength": 72 }]
        });
        (root, bytes)
    }

    fn glb(root: &Value, binary: &[u8]) -> Vec<u8> {
        let mut json = serde_json::to_vec(root).unwrap();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, chunk) in [(b"JSON", &json[..]), (b"BIN\0", binary)] {
            bytes.extend((chunk.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(chunk);
        }
        bytes
    }

    fn read_bytes(bytes: &[u8]) -> Result<Vec<(String, Mesh)>, Faults> {
        read(bytes, &MeshLimits::default(), &|_| Err("there is none".into()))
    }

    #[test]
    fn an_accessor_without_a_view_is_zeros_and_never_the_first_view() {
        let (mut root, bytes) = file();
        root["accessors"][0].as_object_mut().unwrap().remove("bufferView");
        // All corners are one: nothing is left of the triangles that could bound something.
        let parts = read_bytes(&glb(&root, &bytes)).unwrap();
        assert!(parts.iter().all(|(_, mesh)| mesh.vertices.len() == 1), "{parts:?}");
        root["accessors"][0]["count"] = json!(u64::MAX);
        assert!(read_bytes(&glb(&root, &bytes)).is_err());
    }

    #[test]
    fn a_node_stands_where_its_parents_put_it_and_a_mirror_keeps_outside_out() {
        let (root, bytes) = file();
        let parts = read_bytes(&glb(&root, &bytes)).unwrap();
        assert_eq!((parts.len(), parts[0].0.as_str()), (1, "part"));
        assert_eq!(parts[0].1.faults(), []);
        assert_eq!(parts[0].1.bounds(), Some([[-2.0, 0.0, 0.0], [-1.0, 1.0, 1.0]]));
    }

    #[test]
    fn a_buffer_may_be_text_or_a_file_beside() {
        let (mut root, bytes) = file();
        root["buffers"][0]["uri"] = json!("part.bin");
        let outside = |name: &str| if name == "part.bin" { Ok(bytes.clone()) } else { Err(String::new()) };
        let parts = read(&serde_json::to_vec(&root).unwrap(), &MeshLimits::default(), &outside).unwrap();
        assert_eq!(parts[0].1.triangles.len(), 4);
        assert_eq!(base64("AAEC/w=="), Some(vec![0, 1, 2, 255]));
    }

    #[test]
    fn what_is_cut_short_or_without_end_is_refused_and_never_panics() {
        let (mut root, bytes) = file();
        let whole = glb(&root, &bytes);
        for length in 0..whole.len() {
            assert!(read_bytes(&whole[..length]).is_err(), "{length}");
        }
        root["nodes"][1]["children"] = json!([0]);
        assert!(read_bytes(&glb(&root, &bytes)).is_err());
        for (key, value, said) in [
            ("matrix", json!([1, 0, 0]), "`matrix` has 3 numbers, where 16 belong"),
            ("matrix", json!("one"), "`matrix` is no list of numbers"),
            ("rotation", json!([0, 0, 0, 0]), "`rotation` has length 0, and is no turn"),
            ("scale", json!([1, 1]), "`scale` has 2 numbers, where 3 belong"),
        ] {
            let (mut root, bytes) = file();
            root["nodes"][1][key] = value;
            let message = read_bytes(&glb(&root, &bytes)).unwrap_err().faults[0].message.clone();
            assert!(message.ends_with(said), "{message}");
        }
        let (mut root, bytes) = file();
        root["accessors"][0]["sparse"] = json!({ "count": 1 });
        assert!(read_bytes(&glb(&root, &bytes)).unwrap_err().faults[0].message.contains("sparse"));
        let (mut root, _) = file();
        root["accessors"][0]["count"] = json!(u64::MAX);
        assert!(read_bytes(&glb(&root, &bytes)).is_err());
    }
}
