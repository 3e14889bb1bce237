//! A torus of a million triangles: read, weighed, checked, asked for its nearest place.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Instant;
use stiction::shape::{Mesh, Solid};
use stiction_files::{read_obj, read_stl};

/// Quadrilaterals round the tube and round the ring: twice their product is a million.
const TUBE: u32 = 500;
const RING: u32 = 1000;

/// Runs each step once and prints one line for each: `figure mesh STEP SECONDS s`.
pub fn run(out: &mut impl Write) -> Result<(), String> {
    let torus = torus(2.0, 0.5);
    let (stl, obj) = (stl_bytes(&torus), obj_text(&torus));
    let mut tell = |step: &str, start: Instant| {
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "figure mesh {step} {seconds:.3} s").map_err(|error| error.to_string())
    };
    for _ in 0..3 {
        let whole = Instant::now();
        let start = Instant::now();
        let read = read_stl(&stl).map_err(|faults| faults.to_string())?;
        tell("stl", start)?;
        let start = Instant::now();
        let moments = read.moments().ok_or("the torus has no moments")?;
        tell("moments", start)?;
        let start = Instant::now();
        let faults = read.faults();
        tell("faults", start)?;
        tell("stl-moments-faults", whole)?;
        let start = Instant::now();
        let notes = read.notes();
        tell("notes", start)?;
        let ideal = 2.0 * std::f64::consts::PI.powi(2) * 2.0 * 0.25;
        if !faults.is_empty() || !notes.is_empty() || (moments.volume.to_f64() / ideal - 1.0).abs() > 1e-4 {
            return Err(format!("the torus is no torus: {faults:?} {notes:?} {}", moments.volume.to_f64()));
        }
        let start = Instant::now();
        let same = read_obj(obj.as_bytes()).map_err(|faults| faults.to_string())?;
        tell("obj", start)?;
        if same.triangles.len() != read.triangles.len() {
            return Err("STL and OBJ differ".into());
        }
        let solid = Solid::Mesh(read);
        let start = Instant::now();
        solid.nearest(&[3.into(), 0.into(), 1.into()]).ok_or("no place is nearest")?;
        tell("nearest", start)?;
    }
    Ok(())
}

/// A torus about the z axis, looking outward.
fn torus(large: f64, small: f64) -> Mesh {
    let angle = |k: u32, n: u32| f64::from(k) / f64::from(n) * std::f64::consts::TAU;
    let place = |k: u32| {
        let ((sine, cosine), (lift, reach)) =
            (angle(k / TUBE, RING).sin_cos(), angle(k % TUBE, TUBE).sin_cos());
        let away = large + small * reach;
        [away * cosine, away * sine, small * lift]
    };
    let at = |ring: u32, tube: u32| ring % RING * TUBE + tube % TUBE;
    let square = |k: u32| {
        let (ring, tube) = (k / TUBE, k % TUBE);
        let [a, b, c, d] = [at(ring, tube), at(ring + 1, tube), at(ring + 1, tube + 1), at(ring, tube + 1)];
        [[a, b, c], [a, c, d]]
    };
    Mesh::new((0..RING * TUBE).map(place).collect(), (0..RING * TUBE).flat_map(square).collect())
}

fn stl_bytes(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((mesh.triangles.len() as u32).to_le_bytes());
    for triangle in &mesh.triangles {
        bytes.extend([0; 12]);
        let corners = mesh.corners(triangle).unwrap_or_default();
        bytes.extend(corners.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn obj_text(mesh: &Mesh) -> String {
    let mut text = String::new();
    for [x, y, z] in &mesh.vertices {
        let _ = writeln!(text, "v {x:.9} {y:.9} {z:.9}");
    }
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1);
    }
    text
}
