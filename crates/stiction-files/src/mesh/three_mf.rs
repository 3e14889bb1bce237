//! 3MF: a ZIP archive with models in XML.  Each item of the build is a part, with its components where they are put.
//!
//! The unit is the one that the model names, millimetres where it names none; coordinates are turned into metres.
//! Materials, slices and beams are passed over.

use super::{MeshLimits, archive, whole};
use crate::fault::Faults;
use roxmltree::{Document, Node};
use std::collections::HashMap;
use stiction::shape::Mesh;

/// How deep components may be made of components.
const DEEPEST: usize = 16;

/// A place: three rows of a turn and a shift, a point being a row before them.
type Place = [[f64; 3]; 4];

const STILL: Place = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]];

fn bad(message: impl Into<String>) -> Faults {
    whole("3mf", message.into(), "export the mesh again as 3MF, STL or OBJ")
}

/// An object: its own triangles, and others with their places.
#[derive(Default)]
struct Object {
    name: String,
    mesh: Mesh,
    components: Vec<(Key, Place)>,
}

/// The model of an object within the archive, and its id there.
type Key = (String, String);

pub(super) fn read(bytes: &[u8], limits: &MeshLimits) -> Result<Vec<(String, Mesh)>, Faults> {
    let models = archive::entries(bytes, limits.size, &|name| name.ends_with(".model"));
    let models = models.map_err(|unread| match unread {
        archive::Unread::Bad(why) => bad(why),
        archive::Unread::TooLarge => whole(
            "too-large",
            format!("unpacked the archive has more than the limit of {} bytes", limits.size),
            "raise the limit: --max-size MIB",
        ),
    })?;
    let mut objects: HashMap<Key, Object> = HashMap::new();
    let mut items: Vec<(Key, Place)> = Vec::new();
    for (path, content) in models {
        let text = String::from_utf8(content).map_err(|_| bad("a model is not UTF-8"))?;
        if crate::urdf::depth::too_deep(&text).is_some() {
            return Err(whole(
                "too-deep",
                "elements of a model nest too deep".into(),
                "export the mesh again",
            ));
        }
        let text = crate::urdf::tidied(&text);
        let document = Document::parse(&text)
            .map_err(|error| bad(format!("the XML of a model cannot be read: {error}")))?;
        model(
            document.root_element(),
            &format!("/{}", path.trim_start_matches('/')),
            &mut objects,
            &mut items,
        )?;
    }
    let mut left = limits.triangles;
    let mut parts = Vec::new();
    for (key, place) in items {
        let mut mesh = Mesh::default();
        gather(&objects, &mut vec![&key], &place, &mut mesh, &mut left)?;
        let name = objects.get(&key).map(|object| object.name.clone()).unwrap_or_default();
        if !mesh.triangles.is_empty() {
            parts.push((name, mesh.welded()));
        }
    }
    Ok(parts)
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|child| child.tag_name().name() == name)
}

fn model(
    root: Node<'_, '_>,
    path: &str,
    objects: &mut HashMap<Key, Object>,
    items: &mut Vec<(Key, Place)>,
) -> Result<(), Faults> {
    let unit = match root.attribute("unit").unwrap_or("millimeter") {
        "micron" => 1e-6,
        "millimeter" => 1e-3,
        "centimeter" => 1e-2,
        "inch" => 0.0254,
        "foot" => 0.3048,
        "meter" => 1.0,
        other => return Err(bad(format!("the unit `{}` is not known", crate::findings::shortened(other)))),
    };
    let resources =
        root.children().filter(|node| node.tag_name().name() == "resources").flat_map(|node| node.children());
    for object in resources.filter(|node| node.tag_name().name() == "object") {
        let id = object.attribute("id").unwrap_or_default().to_owned();
        let mut read =
            Object { name: object.attribute("name").unwrap_or_default().to_owned(), ..Object::default() };
        if let Some(mesh) = child(object, "mesh") {
            read.mesh = triangles(mesh, unit)?;
        }
        for component in child(object, "components").into_iter().flat_map(|node| node.children()) {
            if let Some(key) = key(component, path) {
                read.components.push((key, place(component, unit)?));
            }
        }
        objects.insert((path.to_owned(), id), read);
    }
    for item in child(root, "build").into_iter().flat_map(|build| build.children()) {
        if let Some(key) = key(item, path) {
            items.push((key, place(item, unit)?));
        }
    }
    Ok(())
}

/// The object that an element names, in this model or in another of the archive.
fn key(node: Node<'_, '_>, path: &str) -> Option<Key> {
    let id = node.attribute("objectid")?.to_owned();
    let other = node
        .attributes()
        .find(|attribute| attribute.name() == "path")
        .map(|attribute| attribute.value().to_owned());
    Some((other.unwrap_or_else(|| path.to_owned()), id))
}

fn place(node: Node<'_, '_>, unit: f64) -> Result<Place, Faults> {
    let Some(text) = node.attribute("transform") else { return Ok(STILL) };
    let numbers: Vec<f64> = text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
    if numbers.len() != 12 {
        return Err(bad("a transform has other than 12 numbers"));
    }
    let scale = |row: usize| if row == 3 { unit } else { 1.0 };
    Ok(std::array::from_fn(|row| std::array::from_fn(|k| scale(row) * numbers[3 * row + k])))
}

fn triangles(mesh: Node<'_, '_>, unit: f64) -> Result<Mesh, Faults> {
    let list = |name: &str| {
        child(mesh, name).into_iter().flat_map(|node| node.children()).filter(|node| node.is_element())
    };
    let mut read = Mesh::default();
    for vertex in list("vertices") {
        let coordinate = |key: &str| {
            vertex.attribute(key).and_then(|text| text.trim().parse::<f64>().ok()).filter(|x| x.is_finite())
        };
        let (Some(x), Some(y), Some(z)) = (coordinate("x"), coordinate("y"), coordinate("z")) else {
            return Err(whole(
                "not-finite",
                format!("vertex {} has a coordinate that is no number", read.vertices.len() + 1),
                "export the mesh again",
            ));
        };
        read.vertices.push([unit * x, unit * y, unit * z]);
    }
    for triangle in list("triangles") {
        let corner = |key: &str| {
            triangle
                .attribute(key)
                .and_then(|text| text.trim().parse::<u32>().ok())
                .filter(|k| (*k as usize) < read.vertices.len())
        };
        let (Some(a), Some(b), Some(c)) = (corner("v1"), corner("v2"), corner("v3")) else {
            return Err(whole(
                "vertex-index",
                format!("triangle {} has a corner that does not exist", read.triangles.len() + 1),
                "export the mesh again",
            ));
        };
        read.triangles.push([a, b, c]);
    }
    Ok(read)
}

/// The triangles of an object and of what it is made of; `way` are the keys from the item to it.
fn gather<'k>(
    objects: &'k HashMap<Key, Object>,
    way: &mut Vec<&'k Key>,
    place: &Place,
    into: &mut Mesh,
    left: &mut usize,
) -> Result<(), Faults> {
    let Some((key, above)) = way.split_last() else { return Ok(()) };
    let id = crate::findings::shortened(&key.1);
    if above.contains(key) {
        return Err(bad(format!("object {id} is made of itself")));
    }
    if above.len() >= DEEPEST {
        return Err(bad(format!("objects are made of others more than {DEEPEST} levels deep")));
    }
    let object = objects.get(*key).ok_or_else(|| bad(format!("object {id} is missing")))?;
    *left = left.checked_sub(object.mesh.triangles.len() + 1).ok_or_else(|| {
        whole(
            "too-large",
            "the mesh has more triangles than the limit".into(),
            "simplify the mesh, or raise the limit",
        )
    })?;
    let base = into.vertices.len() as u32;
    into.vertices.extend(object.mesh.vertices.iter().map(|vertex| moved(vertex, place)));
    let mirrored = determinant(place) < 0.0;
    into.triangles.extend(object.mesh.triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.map(|k| k + base);
        if mirrored { [a, c, b] } else { [a, b, c] }
    }));
    for (key, own) in &object.components {
        way.push(key);
        gather(objects, way, &after(own, place), into, left)?;
        way.pop();
    }
    Ok(())
}

fn moved(point: &[f64; 3], place: &Place) -> [f64; 3] {
    std::array::from_fn(|k| (0..3).map(|row| point[row] * place[row][k]).sum::<f64>() + place[3][k])
}

/// First one place, then another.
fn after(first: &Place, then: &Place) -> Place {
    std::array::from_fn(|row| {
        let turned: [f64; 3] = std::array::from_fn(|k| (0..3).map(|i| first[row][i] * then[i][k]).sum());
        if row == 3 { std::array::from_fn(|k| turned[k] + then[3][k]) } else { turned }
    })
}

fn determinant(m: &Place) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &str = r#"<?xml version="1.0"?><model unit="centimeter"><resources>
        <object id="1" name="part"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices>
        <triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="2" v2="0" v3="3"/></triangles></mesh></object>
        <object id="2" name="pair"><components><component objectid="1"/><component objectid="1" transform="-1 0 0 0 1 0 0 0 1 -2 0 0"/></components></object>
        </resources><build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/></build></model>"#;

    fn read_text(model: &str) -> Result<Vec<(String, Mesh)>, &'static str> {
        let bytes = archive::stored("3D/3dmodel.model", model.as_bytes());
        read(&bytes, &MeshLimits::default()).map_err(|faults| faults.faults[0].code)
    }

    #[test]
    fn components_stand_where_they_are_put_in_metres_and_mirrors_keep_outside_out() {
        let parts = read_text(MODEL).unwrap();
        assert_eq!((parts.len(), parts[0].0.as_str(), parts[0].1.triangles.len()), (1, "pair", 8));
        assert_eq!(parts[0].1.faults(), []);
        let [low, high] = parts[0].1.bounds().unwrap();
        for (found, wanted) in low.iter().chain(&high).zip([-0.03, 0.0, 0.05, 0.01, 0.01, 0.06]) {
            assert!((found - wanted).abs() < 1e-15, "{low:?} {high:?}");
        }
    }

    #[test]
    fn what_is_missing_or_made_of_itself_is_refused() {
        assert_eq!(read_text(&MODEL.replace("v3=\"1\"", "v3=\"9\"")), Err("vertex-index"));
        assert_eq!(
            read_text(&MODEL.replace("component objectid=\"1\"/", "component objectid=\"2\"/")),
            Err("3mf")
        );
        assert_eq!(read_text(&MODEL.replace("centimeter", "cubit")), Err("3mf"));
        let said = |model: &str| {
            let bytes = archive::stored("3D/3dmodel.model", model.as_bytes());
            read(&bytes, &MeshLimits::default()).unwrap_err().faults[0].message.clone()
        };
        let itself = MODEL.replace("component objectid=\"1\"/", "component objectid=\"2\"/");
        assert_eq!(said(&itself), "object 2 is made of itself");
        assert_eq!(said(&MODEL.replace("item objectid=\"2\"", "item objectid=\"7\"")), "object 7 is missing");
        let chain: String = (3..40)
            .map(|k| {
                format!(
                    "<object id=\"{k}\"><components><component objectid=\"{}\"/></components></object>",
                    k - 1
                )
            })
            .collect();
        let deep = MODEL
            .replace("</resources>", &(chain + "</resources>"))
            .replace("item objectid=\"2\"", "item objectid=\"39\"");
        assert_eq!(said(&deep), "objects are made of others more than 16 levels deep");
        assert!(read_text(&MODEL.replace("<model ", "<model xml:lang=\"en-US\" p:x=\"1\" ")).is_ok());
        assert_eq!(read(b"PK", &MeshLimits::default()).map_err(|faults| faults.faults[0].code), Err("3mf"));
    }
}
