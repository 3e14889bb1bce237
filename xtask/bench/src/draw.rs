//! Pictures of walls by the command: what `--picture` adds to the time of the answer, from the report to the written
//! file.  Nobody else draws them: there are figures and no ratios.

use crate::detect::{plane_wall, space_wall};
use crate::measure::median;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Courses, and blocks in each: 100, 225, 1024 and 5041 blocks.
const SIZES: [usize; 4] = [10, 15, 32, 71];
const ROUNDS: usize = 3;

/// Prints a figure for each wall and kind of picture.
pub(crate) fn run(stiction: &Path, out: &mut dyn Write) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(told)?;
    writeln!(out, "{ROUNDS} rounds, medians; `contacts --picture` less `contacts`").map_err(told)?;
    for size in SIZES {
        let detect = "gravity = [0, 0, -9.81]\n[detect]\nfriction = 0.6\n";
        let walls =
            [("plane", plane_wall(size, "[detect]\nfriction = 0.6\n")), ("space", space_wall(size, detect))];
        for (name, text) in walls {
            let file = folder.path().join(format!("{name}.toml"));
            std::fs::write(&file, text).map_err(told)?;
            for ending in ["svg", "png"] {
                let picture = folder.path().join(format!("picture.{ending}"));
                let (mut bare, mut drawn) = (Vec::new(), Vec::new());
                for _ in 0..ROUNDS {
                    bare.push(timed(stiction, &file, None)?);
                    drawn.push(timed(stiction, &file, Some(&picture))?);
                }
                let added = (median(drawn) - median(bare)).max(0.0);
                let size = size * size;
                writeln!(out, "figure draw wall-{name}-{size}-{ending} {added:.3} s").map_err(told)?;
            }
        }
    }
    Ok(())
}

/// Seconds of one `stiction contacts FILE`, with or without a picture.
fn timed(stiction: &Path, file: &Path, picture: Option<&Path>) -> Result<f64, String> {
    let mut command = Command::new(stiction);
    command.arg("contacts").arg(file).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(picture) = picture {
        command.arg("--picture").arg(picture);
    }
    let start = Instant::now();
    let ran = command.status().map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let written = picture.is_none_or(Path::exists);
    if ran.success() && written { Ok(seconds) } else { Err(format!("no picture of {}", file.display())) }
}
