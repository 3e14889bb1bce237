//! `cargo xtask gallery`, second part: figures of the sources, drawn from the scenes of `docs/gallery/figures/`.
//!
//! A scene of that folder begins with what it stands for: `# figure:` and the figure of a source, `# ask:` and the
//! question with its flags, `# says:` and what is seen and which geometry is ours.

use crate::steps::{Build, program, root, say};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The index up to its first entry.
const HEADING: &str = "\
# Figures of the sources

Figures 12.3 to 12.13 and 12.19 to 12.22 of *Modern Robotics*, Figures 3 to 11 of Balkcom and Trinkle, Figures 1 to 5 of Erdmann and Figures 4 and 5 of Dupont and
Yamajako ([references](../../REFERENCES.md)), asked as questions and drawn by the command. The texts determine a few of them exactly; an entry says where the geometry is ours.
Written by `cargo xtask gallery`.
";

/// What a scene of the folder says about itself.
#[derive(Debug, PartialEq)]
struct Figure {
    figure: String,
    ask: String,
    says: String,
}

/// Draws every figure and writes their index.
pub(crate) fn run() -> Result<(), String> {
    let folder = root().join("docs").join("gallery").join("figures");
    let mut scenes = crate::gallery::scenes(&folder)?;
    // By source, the book first.
    scenes.sort_by_key(|scene| (!is_of_the_book(scene), scene.clone()));
    let entries = scenes.iter().map(|scene| entry(scene, &folder)).collect::<Result<Vec<_>, _>>()?;
    let index = folder.join("README.md");
    fs::write(&index, HEADING.to_owned() + &entries.concat())
        .map_err(|fault| format!("{}: {fault}", index.display()))?;
    say(&format!("{} figures drawn into docs/gallery/figures", scenes.len()));
    Ok(())
}

fn is_of_the_book(scene: &Path) -> bool {
    scene.file_name().is_some_and(|name| name.to_string_lossy().starts_with("mr_"))
}

/// The lines at the head of a scene.
fn figure(text: &str) -> Option<Figure> {
    let all = |key: &str| -> Option<String> {
        let lines: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix(key)).map(str::trim).collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    };
    Some(Figure { figure: all("# figure:")?, ask: all("# ask:")?, says: all("# says:")? })
}

fn entry(scene: &PathBuf, folder: &Path) -> Result<String, String> {
    let file = scene.file_name().unwrap_or_default().to_string_lossy();
    let name = scene.file_stem().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(scene).map_err(|fault| format!("{file}: {fault}"))?;
    let Figure { figure, ask, says } =
        figure(&text).ok_or_else(|| format!("{file}: no figure, ask or says"))?;
    let mut words = ask.split_whitespace();
    let question = words.next().unwrap_or_default();
    let flags: Vec<&str> = words.collect();
    let path = format!("docs/gallery/figures/{file}");
    let mut command = program(Build::Release.program("stiction"));
    command.arg(question).arg(&path).args(&flags);
    command.arg("--picture").arg(folder.join(format!("{name}.svg")));
    let answer = command.output().map_err(|fault| format!("{file}: {fault}"))?;
    if !answer.status.success() {
        return Err(format!("{file}: {}", String::from_utf8_lossy(&answer.stderr)));
    }
    let printed = String::from_utf8_lossy(&answer.stdout);
    let headline = printed.lines().nth(1).unwrap_or_default();
    let asked = [&[question, &path], &flags[..]].concat().join(" ");
    let mut entry = String::new();
    let _ = write!(entry, "\n## {figure}\n\n![{figure}]({name}.svg)\n\n{says}\n\n");
    let _ = write!(entry, "```text\n$ stiction {asked}\n{headline}\n```\n");
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_says_which_figure_it_is_and_what_is_asked() {
        let found =
            figure("# figure: Book, Figure 1\n# ask: motions --twist 1,0,0\n# says: one\n# says: two\n")
                .unwrap();
        assert_eq!((found.figure.as_str(), found.says.as_str()), ("Book, Figure 1", "one two"));
        assert!(figure("stiction = 1\n").is_none());
    }

    #[test]
    fn every_scene_of_a_figure_says_so() {
        let folder = root().join("docs").join("gallery").join("figures");
        for scene in crate::gallery::scenes(&folder).unwrap() {
            let text = fs::read_to_string(&scene).unwrap();
            assert!(figure(&text).is_some(), "{}", scene.display());
        }
    }
}
