//! The scene that a newcomer begins with.

use std::fmt::Write;
use stiction::shape::{Mesh, Solid, SolidMoments};

/// The commented scene that `stiction new` writes: a parallel gripper on a rectangle.
pub fn starter() -> &'static str {
    include_str!("starter.toml")
}

/// A scene around a mesh, standing on the ground; `file` is the mesh relative to the scene.  `None` for a mesh
/// without volume.
pub fn starter_of_mesh(mesh: &Mesh, file: &str) -> Option<String> {
    let solid = Solid::Mesh(mesh.clone());
    let ([low, high], moments) = (solid.bounds()?, solid.moments()?);
    let size: [f64; 3] = std::array::from_fn(|k| high[k] - low[k]);
    let mut quoted = String::new();
    stiction::scene::push_quoted(&mut quoted, file);
    Some(format!(
        "stiction = 1\n\
         dimension = 3\n\
         title = \"A part on the ground\"\n\
         gravity = [0, 0, -9.81]\n\
         \n\
         {comments}\
         [bodies.part]\n\
         density = 1000                    # kg/m³; or mass, inertia and com\n\
         shape.mesh = {quoted}\n\
         \n\
         [bodies.ground]                   # the plane under the lowest point\n\
         shape.half_space = {{ point = [0, 0, {floor:?}], normal = [0, 0, 1] }}\n\
         \n\
         [detect]\n\
         tolerance = {tolerance:?}\n\
         friction = 0.5\n",
        comments = comments(mesh, size, &moments),
        floor = low[2],
        tolerance = rounded(solid.size() * 1e-6),
    ))
}

/// Size and mass properties of a mesh, as lines of comment.
fn comments(mesh: &Mesh, size: [f64; 3], moments: &SolidMoments) -> String {
    let centroid: Vec<f64> = moments.centroid.iter().map(|x| rounded(x.to_f64())).collect();
    let mut text = String::new();
    let _ = writeln!(text, "# {} vertices, {} triangles", mesh.vertices.len(), mesh.triangles.len());
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
