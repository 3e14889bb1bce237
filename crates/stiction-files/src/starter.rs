//! The scene that a newcomer begins with.

use crate::mesh::Mending;
use crate::mesh_shape::{self, Remedy, TriangleOptions, Unsound, remedies, with_offers};
use std::fmt::Write;
use stiction::shape::{Mesh, Solid, SolidMoments};

/// The commented scene that `stiction new` writes: a parallel gripper on a rectangle.
pub fn starter() -> &'static str {
    include_str!("starter.toml")
}

/// A scene around a mesh, standing on the ground; `file` is the mesh relative to the scene.  Or why the mesh,
/// taken in this way, is no shape, with the flags that make it one.
pub fn starter_of_mesh(mesh: Mesh, file: &str, taken: &TriangleOptions) -> Result<String, Vec<Unsound>> {
    let whole = mesh.clone();
    let solid = mesh_shape::solid(mesh, taken, &mut |_, _, _| ()).map_err(|faults| {
        let offers: Vec<String> = remedies(&whole, taken).into_iter().map(Remedy::flag).collect();
        let offered = |fault: Unsound| Unsound { help: with_offers(&fault.help, &offers), ..fault };
        faults.into_iter().map(offered).collect::<Vec<_>>()
    })?;
    let [low, high] = solid.bounds().unwrap_or_default();
    let size: [f64; 3] = std::array::from_fn(|k| high[k] - low[k]);
    let triangles = match &solid {
        Solid::Mesh(mesh) => {
            format!("# {} vertices, {} triangles\n", mesh.vertices.len(), mesh.triangles.len())
        }
        _ => String::new(),
    };
    let moments = if taken.surface { None } else { solid.moments() };
    let weight = match &moments {
        Some(_) => "density = 1000                    # kg/m³; or mass, inertia and com\n".to_owned(),
        None => of_a_box(low, size),
    };
    Ok(format!(
        "stiction = 1\n\
         dimension = 3\n\
         title = \"A part on the ground\"\n\
         gravity = [0, 0, -9.81]\n\
         \n\
         {triangles}\
         {comments}\
         [bodies.part]\n\
         {weight}\
         shape.mesh = {mesh}\n\
         \n\
         [bodies.ground]                   # the plane under the lowest point\n\
         shape.half_space = {{ point = [0, 0, {floor:?}], normal = [0, 0, 1] }}\n\
         \n\
         [detect]\n\
         friction = 0.5\n",
        comments = comments(size, moments.as_ref()),
        mesh = as_table(file, taken),
        floor = low[2],
    ))
}

/// The mesh as the scene says it: a name, or a table with what was said of it.
fn as_table(file: &str, taken: &TriangleOptions) -> String {
    let mut quoted = String::new();
    stiction::scene::push_quoted(&mut quoted, file);
    if *taken == TriangleOptions::default() {
        return quoted;
    }
    let mut table = format!("{{ file = {quoted}");
    let Mending { weld, fill, .. } = taken.mending;
    for (key, length) in [("scale", taken.scale), ("weld", weld)] {
        length.into_iter().for_each(|length| table.push_str(&format!(", {key} = {length:?}")));
    }
    for (key, said) in [("fill", fill), ("hull", taken.hull), ("surface", taken.surface)] {
        table.push_str(&if said { format!(", {key} = true") } else { String::new() });
    }
    table + " }"
}

/// Mass, inertia and centre of mass of a box around a bare surface, which has none of its own: something to change.
fn of_a_box(low: [f64; 3], size: [f64; 3]) -> String {
    let middle: [f64; 3] = std::array::from_fn(|k| rounded(low[k] + size[k] / 2.0));
    let square = |k: usize| size[k] * size[k] / 12.0;
    let moment = |i: usize, j: usize| rounded(square(i) + square(j));
    let [x, y, z] = [moment(1, 2), moment(2, 0), moment(0, 1)];
    format!(
        "mass = 1                          # a bare surface weighs nothing: give its mass, inertia and com\n\
         inertia = [[{x:?}, 0, 0], [0, {y:?}, 0], [0, 0, {z:?}]]   # of a box around it\n\
         com = {middle:?}\n"
    )
}

/// Size and mass properties of a mesh, as lines of comment.
fn comments(size: [f64; 3], moments: Option<&SolidMoments>) -> String {
    let Some(moments) = moments else { return format!("# size     {:?} m\n", size.map(rounded)) };
    let centroid: Vec<f64> = moments.centroid.iter().map(|x| rounded(x.to_f64())).collect();
    let mut text = String::new();
    let _ = writeln!(text, "# size     {:?} m", size.map(rounded));
    let _ = writeln!(text, "# volume   {:?} m³", rounded(moments.volume.to_f64()));
    let _ = writeln!(text, "# centroid {centroid:?} m");
    let _ = writeln!(text, "# inertia about the centroid at density 1, kg·m²:");
    for row in &moments.inertia {
        let row: Vec<f64> = row.iter().map(|x| rounded(x.to_f64())).collect();
        let _ = writeln!(text, "#          {row:?}");
    }
    text
}

/// Six digits, for reading.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> Mesh {
        let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    }

    #[test]
    fn what_was_said_of_a_mesh_is_in_its_scene_and_no_tolerance_is() {
        let plain = starter_of_mesh(tetrahedron(), "t.stl", &TriangleOptions::default()).unwrap();
        assert!(plain.contains("shape.mesh = \"t.stl\"") && !plain.contains("tolerance"), "{plain}");
        let mut open = tetrahedron();
        open.triangles.pop();
        let faults = starter_of_mesh(open.clone(), "t.stl", &TriangleOptions::default()).unwrap_err();
        assert!(faults[0].help.contains("--fill") && faults[0].help.contains("--hull"), "{faults:?}");
        let mending = Mending { weld: Some(1e-6), fill: true, ..Mending::default() };
        let said = TriangleOptions { scale: Some(0.001), mending, ..TriangleOptions::default() };
        let text = starter_of_mesh(open.clone(), "t.stl", &said).unwrap();
        let table = "shape.mesh = { file = \"t.stl\", scale = 0.001, weld = 1e-6, fill = true }";
        assert!(text.contains(table), "{text}");
        let bare =
            starter_of_mesh(open, "t.stl", &TriangleOptions { surface: true, ..TriangleOptions::default() })
                .unwrap();
        assert!(
            bare.contains("surface = true }") && bare.contains("mass = 1 ") && bare.contains("com = "),
            "{bare}"
        );
    }
}
