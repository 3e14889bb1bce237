//! A torus of a million triangles: read and weighed beside trimesh; then checked and asked for its nearest place.

use crate::measure::median;
use crate::peers::Script;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use stiction::shape::{Mesh, Solid};
use stiction_files::{MeshLimits, read_mesh_file};

/// Quadrilaterals round the tube and round the ring: twice their product is a million.
const TUBE: u32 = 500;
const RING: u32 = 1000;
const ROUNDS: usize = 3;
const PEER: &str = "trimesh";

/// Prints a table, and a ratio and figures of reading and weighing either format, all medians.
pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let torus = torus(2.0, 0.5);
    let files = [("stl", stl_bytes(&torus)), ("obj", obj_text(&torus).into_bytes())];
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("mesh_peers.py");
    let mut script = Script::start(python, &script, &Value::Null)?;
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (format, bytes) in &files {
        let file = folder.path().join(format!("torus.{format}"));
        std::fs::write(&file, bytes).map_err(|error| error.to_string())?;
        for _ in 0..ROUNDS {
            let mut keep = |step: &str, seconds: f64| times.entry(step.into()).or_default().push(seconds);
            ours(&file, format, &mut keep)?;
            let answer = script.ask(PEER, &file.display().to_string())?;
            check(answer["volume"].as_f64(), answer["triangles"].as_u64())?;
            keep(&format!("{PEER} {format}"), answer["seconds"].as_f64().ok_or("the peer tells no time")?);
        }
    }
    let seconds: BTreeMap<String, f64> =
        times.into_iter().map(|(step, times)| (step, median(times))).collect();
    told(&seconds, out).map_err(|error| error.to_string())
}

/// Reads and weighs a file; what is asked of a mesh besides is measured on the STL file.
fn ours(file: &Path, format: &str, keep: &mut dyn FnMut(&str, f64)) -> Result<(), String> {
    let start = Instant::now();
    let mesh = read_mesh_file(file, &MeshLimits::default()).map_err(|faults| faults.to_string())?;
    let moments = mesh.moments().ok_or("the torus has no moments")?;
    keep(&format!("stiction {format}"), start.elapsed().as_secs_f64());
    check(Some(moments.volume.to_f64()), Some(mesh.triangles.len() as u64))?;
    if format != "stl" {
        return Ok(());
    }
    let start = Instant::now();
    let faults = mesh.faults();
    keep("figure faults", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let notes = mesh.notes();
    keep("figure notes", start.elapsed().as_secs_f64());
    if !faults.is_empty() || !notes.is_empty() {
        return Err(format!("the torus is no torus: {faults:?} {notes:?}"));
    }
    let solid = Solid::Mesh(mesh);
    let start = Instant::now();
    solid.nearest(&[3.into(), 0.into(), 1.into()]).ok_or("no place is nearest")?;
    keep("figure nearest", start.elapsed().as_secs_f64());
    Ok(())
}

/// Whether a torus of the right volume was read.
fn check(volume: Option<f64>, triangles: Option<u64>) -> Result<(), String> {
    let ideal = 2.0 * std::f64::consts::PI.powi(2) * 2.0 * 0.25;
    let right = volume.is_some_and(|volume| (volume / ideal - 1.0).abs() < 1e-4);
    match right && triangles == Some(2 * u64::from(TUBE) * u64::from(RING)) {
        true => Ok(()),
        false => {
            Err(format!("the torus is no torus: volume {volume:?} for {ideal}, {triangles:?} triangles"))
        }
    }
}

fn told(seconds: &BTreeMap<String, f64>, out: &mut dyn Write) -> std::io::Result<()> {
    let of = |who: &str, what: &str| seconds.get(&format!("{who} {what}")).copied().unwrap_or(f64::NAN);
    writeln!(out, "a million triangles read and weighed, {ROUNDS} rounds in turns, medians")?;
    writeln!(out, "{:10} {:10} {:>8}", "case", "who", "s")?;
    for format in ["stl", "obj"] {
        for who in ["stiction", PEER] {
            writeln!(out, "{format:10} {who:10} {:8.3}", of(who, format))?;
        }
    }
    for format in ["stl", "obj"] {
        writeln!(out, "ratio mesh {format}-1000000 {:.1}", of(PEER, format) / of("stiction", format))?;
        writeln!(out, "figure mesh {format}-1000000 {:.3} s", of("stiction", format))?;
    }
    for step in ["faults", "notes", "nearest"] {
        writeln!(out, "figure mesh {step}-1000000 {:.3} s", of("figure", step))?;
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
