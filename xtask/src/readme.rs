//! The commands the README shows must run: every line of its blocks marked `sh`, in order, from the root.
//!
//! `stiction` is the one just built and `cargo install` installs under `target/`. Lines that would call
//! this very task, or need programs of others, are shown and left out.

use crate::steps::{Build, finish, program, root, say, target};

/// Not run from here: this task itself, and what installs the programs of others.
const LEFT_OUT: [&str; 4] = ["cargo xtask test", "cargo xtask bench", ".ci/run", "git clone"];
/// What builds and runs the command; the one that is there is taken for it.
const BUILDS: [&str; 2] = ["cargo run -- ", "cargo run --release -- "];

/// Runs the README's commands; a README without any is an error.
pub(crate) fn check() -> Result<(), String> {
    let readme = root().join("README.md");
    let text = std::fs::read_to_string(&readme).map_err(|fault| format!("README.md: {fault}"))?;
    let commands = commands(&text)?;
    if commands.is_empty() {
        return Err("README.md has no commands in blocks marked `sh`".into());
    }
    Build::Tested.stiction()?;
    commands.iter().try_for_each(|command| run(command))
}

fn run(command: &str) -> Result<(), String> {
    if LEFT_OUT.iter().any(|start| command.trim_start_matches("./").starts_with(start)) {
        say(&format!("(left out) {command}"));
        return Ok(());
    }
    say(&format!("$ {command}"));
    let mut shell = program("sh");
    shell
        .args(["-eu", "-c", &built(command)])
        .env("PATH", Build::Tested.search_path()?)
        .env("CARGO_INSTALL_ROOT", target().join("readme"));
    finish(&mut shell)
}

/// A command with the program that is built for what would build it.
fn built(command: &str) -> String {
    BUILDS.iter().fold(command.to_owned(), |command, build| command.replace(build, "stiction "))
}

/// The commands of the blocks marked `sh`, without prompts and comments; a line that ends with a backslash
/// goes on in the next one.
fn commands(text: &str) -> Result<Vec<String>, String> {
    let mut commands: Vec<String> = Vec::new();
    let mut open = None;
    let mut goes_on = false;
    for line in text.lines() {
        match (open, line.trim().strip_prefix("```")) {
            (None, Some(mark)) => open = Some(mark.trim() == "sh"),
            (Some(_), Some(_)) => open = None,
            (Some(true), None) => {
                let line = line.trim().trim_start_matches("$ ");
                match commands.last_mut().filter(|_| goes_on) {
                    Some(last) => last.push_str(line),
                    None if line.is_empty() || line.starts_with('#') => {}
                    None => commands.push(line.to_owned()),
                }
                goes_on = line.ends_with('\\');
                if let Some(last) = commands.last_mut().filter(|_| goes_on) {
                    last.pop();
                }
            }
            _ => {}
        }
    }
    if open.is_some() { Err("README.md has a block that does not end".into()) } else { Ok(commands) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_blocks_marked_sh_hold_commands() {
        let text = "a\n```sh\n# a comment\n$ stiction check a.toml\n\nstiction \\\n  new\n```\n```toml\nx = 1\n```\n";
        assert_eq!(commands(text).unwrap(), ["stiction check a.toml", "stiction new"]);
        assert_eq!(commands("```\nls\n```\n```text\nls\n```").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_block_that_does_not_end_is_an_error() {
        assert!(commands("```sh\nls\n").is_err());
    }

    #[test]
    fn a_command_that_fails_fails_the_check() {
        assert!(run("true").is_ok());
        assert!(run("false").is_err());
        assert!(run("cargo xtask test").is_ok());
    }
}
