//! `cargo xtask transcripts`: what the documents show of the command must be what it prints.
//!
//! Every `$ COMMAND` in a block marked `console` of the README and the guide is run by `sh`, and the lines
//! below it must be its output; a line `…` stands for any number of lines.  A line `<!-- sh: COMMAND -->`
//! outside the blocks runs unseen, for what the prose tells the reader to do.  Each page has a folder of its
//! own under `target/transcripts`, which looks like the root to the commands: it holds the scenes.
//! `UPDATE=1` rewrites the outputs that differ, except those with `…`.

use crate::steps::{Build, program, root, say, target};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the commands of a page find, at the same paths as in the root.
const SCENES: [&str; 3] = ["examples", "docs/guide/scenes", "corpus/external"];

/// Stands for any number of lines.
const LEFT_OUT: &str = "…";

/// A command of a page.
#[derive(Debug, PartialEq)]
struct Command {
    /// Where it stands, counted from 1.
    line: usize,
    text: String,
    /// The lines of its output, counted from 0; none where it runs unseen.
    output: Option<Range<usize>>,
}

/// An output that is not what its page shows.
#[derive(Debug, PartialEq)]
struct Mismatch {
    line: usize,
    command: String,
    shown: Range<usize>,
    printed: Vec<String>,
}

/// Runs the commands of every page; all pages are looked at before it fails.
pub(crate) fn check() -> Result<(), String> {
    Build::Tested.stiction()?;
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let mut faults = Vec::new();
    for page in pages()? {
        faults.extend(check_page(&page, update).map_err(|fault| format!("{}: {fault}", page.display()))?);
    }
    if faults.is_empty() {
        return Ok(());
    }
    faults.push(format!(
        "{} transcripts differ; UPDATE=1 cargo xtask transcripts rewrites those without `{LEFT_OUT}`",
        faults.len()
    ));
    Err(faults.join("\n\n"))
}

/// The README and the pages of the guide, from the root.
fn pages() -> Result<Vec<PathBuf>, String> {
    let guide = Path::new("docs/guide");
    let entries = fs::read_dir(root().join(guide)).map_err(|fault| format!("docs/guide: {fault}"))?;
    let names = entries.flatten().map(|entry| guide.join(entry.file_name()));
    let mut pages: Vec<PathBuf> =
        names.filter(|name| name.extension().is_some_and(|ending| ending == "md")).collect();
    pages.push("README.md".into());
    pages.sort();
    Ok(pages)
}

/// The mismatches of a page in words; with `update` only those that could not be rewritten.
fn check_page(page: &Path, update: bool) -> Result<Vec<String>, String> {
    let path = root().join(page);
    let text = fs::read_to_string(&path).map_err(|fault| fault.to_string())?;
    let lines: Vec<&str> = text.lines().collect();
    let commands = commands(&lines)?;
    let folder = fresh_folder(page)?;
    let mut mismatches = Vec::new();
    for command in &commands {
        mismatches.extend(run(command, &lines, &folder)?);
    }
    say(&format!("{}: {} commands, {} differ", page.display(), commands.len(), mismatches.len()));
    if !update {
        return Ok(mismatches.iter().map(|mismatch| mismatch.in_words(page, &lines)).collect());
    }
    let (kept, rewritten): (Vec<_>, Vec<_>) =
        mismatches.into_iter().partition(|mismatch| lines[mismatch.shown.clone()].iter().any(is_left_out));
    if !rewritten.is_empty() {
        fs::write(&path, updated(&lines, &rewritten)).map_err(|fault| fault.to_string())?;
    }
    Ok(kept.iter().map(|mismatch| mismatch.in_words(page, &lines)).collect())
}

/// An emptied folder for a page, with the scenes.
fn fresh_folder(page: &Path) -> Result<PathBuf, String> {
    let folder = target().join("transcripts").join(page.with_extension(""));
    let failed = |fault: std::io::Error| format!("{}: {fault}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    for scenes in SCENES {
        copy_folder(&root().join(scenes), &folder.join(scenes)).map_err(failed)?;
    }
    Ok(folder)
}

/// Copies a folder with all that is in it.
fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)?.flatten() {
        let copy = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &copy)?;
        } else {
            fs::copy(entry.path(), copy)?;
        }
    }
    Ok(())
}

/// Runs a command in the folder of its page.  What runs unseen must succeed; what is shown must print what
/// is shown, whatever its exit status.
fn run(command: &Command, lines: &[&str], folder: &Path) -> Result<Option<Mismatch>, String> {
    let place = |fault: String| format!("line {}: `{}`: {fault}", command.line, command.text);
    let mut shell = program("sh");
    // One stream, as on a terminal.
    shell.args(["-c", &format!("exec 2>&1\n{}", command.text)]);
    shell.current_dir(folder).env("PATH", Build::Tested.search_path()?).env("NO_COLOR", "1");
    let output = shell.output().map_err(|fault| place(fault.to_string()))?;
    let printed = String::from_utf8(output.stdout).map_err(|fault| place(fault.to_string()))?;
    let Some(shown) = command.output.clone() else {
        let fault = || place(format!("{}\n{printed}", output.status));
        return if output.status.success() { Ok(None) } else { Err(fault()) };
    };
    let printed: Vec<&str> = printed.lines().collect();
    if matches(&lines[shown.clone()], &printed) {
        return Ok(None);
    }
    let printed = printed.into_iter().map(str::to_owned).collect();
    Ok(Some(Mismatch { line: command.line, command: command.text.clone(), shown, printed }))
}

/// The commands of a page in their order.
fn commands(lines: &[&str]) -> Result<Vec<Command>, String> {
    let mut commands: Vec<Command> = Vec::new();
    // Inside a block: whether it is marked `console`, and where it begins.
    let mut block: Option<(bool, usize)> = None;
    for (index, line) in lines.iter().enumerate() {
        match (block, line.strip_prefix("```")) {
            (None, Some(mark)) => block = Some((mark.trim() == "console", index + 1)),
            (Some(_), Some(_)) => block = None,
            (None, None) => commands.extend(unseen(line, index + 1)),
            (Some((false, _)), None) => {}
            (Some((true, begin)), None) => transcribed(&mut commands, line, index, begin)?,
        }
    }
    match block {
        Some((_, begin)) => Err(format!("line {begin}: a block that does not end")),
        None => Ok(commands),
    }
}

/// A line of a block that begins at `begin`: a command, or a line more of the last one's output.
fn transcribed(commands: &mut Vec<Command>, line: &str, index: usize, begin: usize) -> Result<(), String> {
    if let Some(text) = line.strip_prefix("$ ") {
        let output = Some(index + 1..index + 1);
        commands.push(Command { line: index + 1, text: text.to_owned(), output });
        return Ok(());
    }
    let last = commands.last_mut().filter(|command| command.line > begin);
    match last.and_then(|command| command.output.as_mut()) {
        Some(output) => output.end = index + 1,
        None => return Err(format!("line {}: output before any command", index + 1)),
    }
    Ok(())
}

/// A command in a comment on a line of its own.
fn unseen(line: &str, number: usize) -> Option<Command> {
    let text = line.trim().strip_prefix("<!-- sh:")?.strip_suffix("-->")?.trim().to_owned();
    Some(Command { line: number, text, output: None })
}

fn is_left_out(line: &&str) -> bool {
    line.trim() == LEFT_OUT
}

/// Whether a page shows what is printed.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if is_left_out(first) => {
            (0..=printed.len()).any(|from| matches(rest, &printed[from..]))
        }
        Some((first, rest)) => {
            printed.split_first().is_some_and(|(line, more)| line == first && matches(rest, more))
        }
    }
}

/// The page with what was printed in place of what is shown; the mismatches are in the order of the page.
fn updated(lines: &[&str], mismatches: &[Mismatch]) -> String {
    let mut text = String::new();
    let mut from = 0;
    let mut push = |line: &str| text.extend([line, "\n"]);
    for Mismatch { shown, printed, .. } in mismatches {
        lines[from..shown.start].iter().for_each(|line| push(line));
        printed.iter().for_each(|line| push(line));
        from = shown.end;
    }
    lines[from..].iter().for_each(|line| push(line));
    text
}

impl Mismatch {
    fn in_words(&self, page: &Path, lines: &[&str]) -> String {
        let Mismatch { line, command, shown, printed } = self;
        let (expected, got) = (lines[shown.clone()].join("\n"), printed.join("\n"));
        format!("{}:{line}: $ {command}\n-- expected\n{expected}\n-- got\n{got}", page.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
Text.
<!-- sh: touch a -->
```console
$ ls
a
$ true
$ echo 1; echo 2
1
2
```
```text
$ not this
```
```
<!-- sh: nor this -->
```";

    fn lines() -> Vec<&'static str> {
        PAGE.lines().collect()
    }

    #[test]
    fn only_blocks_marked_console_and_comments_hold_commands() {
        let found = commands(&lines()).unwrap();
        let seen: Vec<_> = found
            .iter()
            .map(|command| (command.line, command.text.as_str(), command.output.clone()))
            .collect();
        let expected = [
            (2, "touch a", None),
            (4, "ls", Some(4..5)),
            (6, "true", Some(6..6)),
            (7, "echo 1; echo 2", Some(7..9)),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_block_without_end_and_output_without_command_are_errors() {
        assert!(commands(&["a", "```console", "$ ls"]).unwrap_err().contains("line 2"));
        assert!(commands(&["```console", "a", "```"]).unwrap_err().contains("line 2"));
        let second = ["```console", "$ ls", "```", "```console", "a", "```"];
        assert!(commands(&second).unwrap_err().contains("line 5"));
    }

    #[test]
    fn a_line_left_out_stands_for_any_number_of_lines() {
        assert!(matches(&["a", "…", "d"], &["a", "b", "c", "d"]));
        assert!(matches(&["a", "  …", "d"], &["a", "d"]));
        assert!(matches(&["…", "b", "…"], &["a", "b", "a", "b"]));
        assert!(matches(&["…"], &[]));
        assert!(!matches(&["a", "…", "d"], &["a", "d", "e"]));
        assert!(!matches(&["a", "… b"], &["a", "b"]));
    }

    #[test]
    fn without_a_line_left_out_all_lines_must_be_equal() {
        assert!(matches(&["a", ""], &["a", ""]));
        assert!(!matches(&["a"], &["a", "b"]));
        assert!(!matches(&["a", "b"], &["a"]));
        assert!(!matches(&["a"], &["a "]));
    }

    #[test]
    fn a_command_is_run_and_its_output_compared() {
        let (lines, folder) = (lines(), std::env::temp_dir());
        let found = commands(&lines).unwrap();
        assert_eq!(run(&found[3], &lines, &folder), Ok(None));
        let merged = ["```console", "$ echo 1; echo 3 >&2; exit 3", "1", "2", "```"];
        let mismatch = run(&commands(&merged).unwrap()[0], &merged, &folder).unwrap().unwrap();
        assert_eq!(mismatch.printed, ["1", "3"]);
        let words = mismatch.in_words(Path::new("page.md"), &merged);
        assert_eq!(words, "page.md:2: $ echo 1; echo 3 >&2; exit 3\n-- expected\n1\n2\n-- got\n1\n3");
    }

    #[test]
    fn what_runs_unseen_must_succeed() {
        let [good, bad] = ["<!-- sh: true -->", "<!-- sh: exit 4 -->"].map(|line| unseen(line, 7).unwrap());
        assert_eq!(run(&good, &[], &std::env::temp_dir()), Ok(None));
        assert!(run(&bad, &[], &std::env::temp_dir()).unwrap_err().contains("line 7: `exit 4`"));
    }

    #[test]
    fn an_update_changes_outputs_alone() {
        let lines = lines();
        let mismatch = |shown: Range<usize>, printed: &[&str]| Mismatch {
            line: shown.start,
            command: String::new(),
            shown,
            printed: printed.iter().map(|&line| line.to_owned()).collect(),
        };
        let text =
            updated(&lines, &[mismatch(4..5, &["b", "c"]), mismatch(6..6, &["d"]), mismatch(7..9, &[])]);
        let expected = PAGE.replace("$ ls\na\n", "$ ls\nb\nc\n").replace("true\n", "true\nd\n");
        assert_eq!(text, expected.replace("2\n1\n2\n```", "2\n```") + "\n");
    }
}
